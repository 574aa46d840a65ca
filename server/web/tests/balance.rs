//! Balance tests on pages: set by maintainers, run at a revision and with a proposal's changes, and holding a merge.

use affixboard_inquiry::questions::{Question, parse};
use affixboard_model::batch::Cell;
use affixboard_proposal::{Change, entry_lines, write_changes};
use affixboard_store::Role;

use crate::{
    editions::import::{import, starter_files},
    proposals::show::{BOB, SLUG, done, propose, team},
    support::{Board, STARTER},
};

/// The text of a form's field.
pub(super) fn field(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric();
    text.bytes().map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") }).collect()
}

const GAPS: &str =
    "[[test]]\nname = \"few <gaps>\"\ngaps = \"any\"\nat-most = 1\n[[test]]\ngaps = \"any\"\nat-most = 1000\n";

#[tokio::test]
async fn tests_are_set_by_maintainers_and_run() {
    let board = Board::new().await;
    let path = format!("{STARTER}/balance");
    let page = board.get(&path).await;
    assert!(page.text().contains("<p class=\"lead\">No tests yet.</p>") && page.text().contains("# [[test]]"));
    let ann = board.somebody("Ann", Role::Maintainer).await;
    let bob = board.somebody("Bob", Role::Proposer).await;
    let form = format!("tests={}", field(GAPS));
    assert_eq!(board.post_as(&bob, &path, &form).await.status.as_u16(), 403);
    assert_eq!(done(&board.post_as(&ann, &path, &form).await), path);
    let page = board.get_until(&path, "1 holds, 1 fails").await;
    for piece in [
        "few &#60;gaps&#62;<br><small>gaps: at most 1</small>",
        "<span class=\"badge error\">fails</span><br><small>fails by at least 16</small>",
        "<span class=\"badge state-done\">holds</span>",
        "rules affix-branch ",
        "any verdict wrong by bad luck with a chance of 0.001 at most",
    ] {
        assert!(page.text().contains(piece), "{piece} in {}", page.text());
    }
    // What can't be read is said with its place, kept in the form, and not stored.
    let wrong = GAPS.replacen("\"any\"", "\"holes\"", 1);
    let answer = board.post_as(&ann, &path, &format!("tests={}", field(&wrong))).await;
    assert_eq!(answer.status.as_u16(), 422);
    let problem = "line 3, column 8: found `holes`; expected the name of a gap, or any. Nothing was stored.";
    assert!(answer.problem().contains(problem), "{}", answer.problem());
    assert!(answer.text().contains("gaps = &#34;holes&#34;"), "{}", answer.text());
    assert!(board.get(&path).await.text().contains("1 holds, 1 fails"));
    // More than a dashboard should do for one file.
    let much = "drops = 1073741824\n[[test]]\nshare = \"theme:any\"\ndepths = \"1-100\"\nat-most = 1\n";
    let answer = board.post_as(&ann, &path, &format!("tests={}", field(much))).await;
    assert!(
        answer.status.as_u16() == 422 && answer.problem().contains("found up to 322122547200 drops "),
        "{}",
        answer.text()
    );
    // The page of the edition's newest revision has them as well.
    let edition = board.get_until(STARTER, "Balance tests</a>: 1 holds, 1 fails.").await;
    assert!(edition.text().contains(&format!("<a href=\"{path}\">Balance tests</a>")));
    // Comments alone are no tests.
    done(&board.post_as(&ann, &path, "tests=%23+none").await);
    assert!(board.get(&path).await.text().contains("No tests yet."));
}

#[tokio::test]
async fn a_test_that_a_proposal_makes_fail_holds_its_merge() {
    let team = team().await;
    let board = &team.board;
    let open = board.open(SLUG).await;
    let all = entry_lines(&open.loaded).into_iter();
    let line =
        all.into_iter().find(|line| line.file == "object.txt" && line.text.starts_with("A:20:")).expect("a line");
    let kind = open.loaded.catalog.kind(open.loaded.catalog.kind_by_index(line.index).expect("a kind"));
    let place = format!("kind:{}/{}", kind.tval, kind.sval);
    let question = Question::of(&parse(&place).expect("a question"), &open.loaded, open.forge.keys()).expect("known");
    let cell = Cell { depth: 40, quality: 0, kind: None };
    let share = question.computed(open.forge.as_ref(), cell, &|| true).expect("not cancelled").expect("computed").mean;
    assert!(share > 0.0, "{}", line.text);
    // Three times the commonness is less than three times the share, and more than one and a half.
    let tests = format!(
        "[[test]]\nname = \"few of it\"\nshare = \"{place}\"\ndepths = 40\nqualities = \"normal\"\nat-most = {}\n",
        1.5 * share
    );
    let path = format!("{STARTER}/balance");
    done(&board.post_as(&team.ann, &path, &format!("tests={}&holds=on", field(&tests))).await);
    let change = Change::replace(&line, line.text.replacen("A:20:", "A:60:", 1));
    // In a draft before anybody else sees it.
    let draft = format!("/editions/{SLUG}/draft");
    let changes = field(&write_changes(std::slice::from_ref(&change)));
    done(&board.post_as(&team.bob, &format!("{draft}/target"), &format!("changes={changes}")).await);
    let page = board.get_as(&team.bob, &draft).await;
    assert!(page.text().contains(&format!("<a href=\"{draft}/balance\">Balance tests with these changes</a>")));
    let shown = loop {
        let shown = board.get_as(&team.bob, &format!("{draft}/balance")).await;
        if !shown.text().contains("Running tests") {
            break shown;
        }
    };
    for piece in ["Balance tests with your draft <small>0 hold, 1 fails", "<span class=\"badge error\">worse</span>"] {
        assert!(shown.text().contains(piece), "{piece} in {}", shown.text());
    }
    let id = propose(board, Some(BOB), "Much more", &[change]).await;
    let shown = board.get_until(&format!("/proposals/{id}/balance"), "0 hold, 1 fails").await;
    for piece in
        ["<span class=\"badge state-done\">holds</span>", "<span class=\"badge error\">worse</span>", "few of it"]
    {
        assert!(shown.text().contains(piece), "{piece} in {}", shown.text());
    }
    assert!(
        board
            .get(&format!("/proposals/{id}"))
            .await
            .text()
            .contains(&format!("/proposals/{id}/balance\">Balance tests</a>"))
    );
    let approve = "seen=1&judgement=approve&body=";
    done(&board.post_as(&team.cid, &format!("/proposals/{id}/verdicts"), approve).await);
    let merge = format!("/proposals/{id}/merge");
    let held = board.post_as(&team.ann, &merge, "seen=1").await;
    assert_eq!(held.status.as_u16(), 409, "{}", held.text());
    assert!(held.text().contains("Not merged: balance tests fail: few of it."), "{}", held.text());
    done(&board.post_as(&team.ann, &path, &format!("tests={}", field(&tests))).await);
    done(&board.post_as(&team.ann, &merge, "seen=1").await);
}

/// 17.9 % of great swords are well kept; at most 11 % is had by a weight of 55 in place of 100.
#[tokio::test]
async fn a_share_that_fails_leads_to_the_weights_that_mend_it() {
    let board = Board::new().await;
    let ann = board.somebody("Ann", Role::Maintainer).await;
    board.add_starter("angband-4-2-starter").await;
    let path = "/editions/angband-4-2-starter/revisions/1/balance";
    let tests = "[[test]]\nshare = 'affix:\"(Well Kept)\"'\namong = \"tval:sword\"\ndepths = 20\nqualities = \"great\"\n\
                 at-least = \"10%\"\nat-most = \"11%\"\n";
    done(&board.post_as(&ann, path, &format!("tests={}", field(tests))).await);
    board.get_until(path, "0 hold, 1 fails").await;
    let page = board.get_as(&ann, path).await;
    let (before, _) = page.text().split_once("\">Find weights that mend it</a>").expect("the link");
    let link = before.rsplit_once("href=\"").expect("its address").1.replace("&#38;", "&").replace("&amp;", "&");
    assert!(link.starts_with("/editions/angband-4-2-starter/draft/target?affix=%2325&type="), "{link}");
    let found = board.get_as(&ann, &link).await;
    for piece in ["Answer 1: one line", "(Well Kept): <b>commonness 100 to 55</b>", "drops at depth 20, great"] {
        assert!(found.text().contains(piece), "{piece} in {}", found.text());
    }
}

/// What is imported is run at once: when somebody looks at it, the verdicts are there or on their way.
#[tokio::test]
async fn an_import_runs_the_tests() {
    let board = Board::new().await;
    let mut files = starter_files();
    let answer = import(&board, "ours", &files).await;
    assert!(answer.status.is_success() || answer.status.is_redirection(), "{}", answer.text());
    done(&board.post("/editions/ours/revisions/1/balance", &format!("tests={}", field(GAPS))).await);
    let objects = files.iter_mut().find(|file| file.0 == "object.txt").expect("the objects");
    objects.1 = String::from_utf8(objects.1.clone()).expect("text").replacen("A:20:", "A:21:", 1).into_bytes();
    let answer = import(&board, "ours", &files).await;
    assert!(answer.status.is_success() || answer.status.is_redirection(), "{}", answer.text());
    board.get_until("/editions/ours/revisions/2", "Balance tests</a>: 1 holds, 1 fails.").await;
    // An older revision says nothing of them.
    let older = board.get("/editions/ours/revisions/1").await;
    assert!(!older.text().contains("Balance tests</a>: "), "{}", older.text());
}
