//! What somebody typed and what is refused comes back with the reason, so that nothing typed is lost.

use affixboard_store::{Judgement, NewProposalRevision, NewVerdict, ProposalId};

use crate::{
    hostile::SCRIPT,
    proposals::show::{ANN, BOB, SLUG, Team, done, form, lines, proposed, team, with},
    support::Answer,
};

/// The form that came back: what it is about, and all of it.
#[track_caller]
fn kept(answer: &Answer, status: u16) -> (&str, &str) {
    assert_eq!(answer.status.as_u16(), status, "{}", answer.text());
    assert_eq!(answer.header("cache-control"), "no-store");
    let form = answer.between("<form class=\"card review kept\"", "</form>");
    (answer.between("<label for=\"kept\">", "</label>"), form)
}

/// What it says at the text.
fn problem(form: &str) -> &str {
    let after = form.split("id=\"kept-problem\">").nth(1).expect("a problem");
    after.split("</p>").next().expect("its end")
}

/// Bob's second revision, of another line.
async fn revise(team: &Team, id: i64, commonness: u32) {
    let open = team.board.open(SLUG).await;
    let line = lines(&team.board).await.swap_remove(0);
    let effect = format!("{commonness:064}");
    let changes = affixboard_proposal::write_changes(&[with(&line, commonness)]);
    let new = NewProposalRevision {
        proposal: ProposalId(id),
        seen: 1,
        base: open.revision.id,
        changes: &changes,
        effect: &effect,
        by: Some(BOB),
        note: "",
        suggestion: None,
        now_ms: 1_700_000_000_001,
    };
    team.board.store.add_revision(new).await.expect("a revision");
}

#[tokio::test]
async fn comments_and_answers_come_back() {
    let team = team().await;
    let (id, line) = proposed(&team).await;
    let page = format!("/proposals/{id}");
    let comments = format!("{page}/comments");
    let long = format!("{}<end>", "x".repeat(20_000));

    let whole = form(&[("seen", "1"), ("body", &long)]);
    let answer = team.board.post_as(&team.cid, &comments, &whole).await;
    let (about, back) = kept(&answer, 400);
    assert_eq!(about, "Comment on the proposal");
    assert!(back.contains("xxx&#60;end&#62;</textarea>") && back.contains(&format!("action=\"{comments}\"")));
    assert_eq!(problem(back), "Not saved: comment: found a length of 20005; expected at most 20000.");
    assert!(back.contains("autofocus aria-invalid=\"true\" aria-describedby=\"kept-problem\""));
    assert!(answer.text().contains("<h1>Rarer "), "on the proposal's own page");

    // On a line, with a suggestion that can't be one.
    let own = team.board.get_as(&team.cid, &page).await;
    let anchor = own.between("name=\"anchor\" value=\"", "\"").to_owned();
    let two = format!("{}\nT:2", line.text);
    let on_line = [
        ("seen", "1"),
        ("about", "line"),
        ("anchor", anchor.as_str()),
        ("body", SCRIPT),
        ("line", &line.text),
        ("suggestion", &two),
    ];
    let answer = team.board.post_as(&team.cid, &comments, &form(&on_line)).await;
    let (about, back) = kept(&answer, 400);
    assert_eq!(about, format!("Comment on {anchor}"));
    let said = back.split("id=\"kept-line-problem\">").nth(1).expect("at the line");
    assert!(said.starts_with("Not saved: suggestion: found several lines; expected one.</p>"), "{said}");
    assert!(!back.contains("id=\"kept-problem\"") && !back.contains(SCRIPT));
    assert!(
        back.contains(&format!("name=\"anchor\" value=\"{anchor}\"")) && back.contains("name=\"about\" value=\"line\"")
    );
    assert!(back.contains(&format!("value=\"{}\nT:2\"", line.text)));

    // An answer stays one.
    done(&team.board.post_as(&team.cid, &comments, "seen=1&body=So").await);
    let answer = team.board.post_as(&team.bob, &comments, "seen=1&reply_to=1&body=+%0D%0A+").await;
    let (about, back) = kept(&answer, 400);
    assert_eq!(about, "Your reply");
    assert!(back.contains("name=\"reply_to\" value=\"1\"") && back.contains(">Reply</button>"));
    assert_eq!(problem(back), "Not saved: the comment is empty; expected some text.");
    assert_eq!(team.board.store.comments(ProposalId(id)).await.expect("comments").len(), 1);
}

#[tokio::test]
async fn verdicts_come_back_for_what_stands_there_now() {
    let team = team().await;
    let (id, _) = proposed(&team).await;
    let verdicts = format!("/proposals/{id}/verdicts");
    let empty = team.board.post_as(&team.cid, &verdicts, "seen=1&judgement=request-changes&body=").await;
    let (about, back) = kept(&empty, 400);
    assert_eq!((about, problem(back)), ("Your review", "Not submitted: the verdict is empty; expected some text."));
    assert!(back.contains("value=\"request-changes\" checked"), "{back}");

    // The proposal was revised meanwhile: it is judged anew, with the words that were written.
    revise(&team, id, 13).await;
    let stale = team.board.post_as(&team.cid, &verdicts, "seen=1&judgement=approve&body=Good+so").await;
    let (_, back) = kept(&stale, 409);
    assert!(problem(back).contains("revised meanwhile") && back.contains("Good so</textarea>"), "{back}");
    assert!(back.contains("name=\"seen\" value=\"2\"") && back.contains("value=\"comment\" checked"));
    assert!(stale.text().contains("<mark>13</mark>"), "what stands there now");
    assert!(team.board.store.verdicts(ProposalId(id)).await.expect("verdicts").is_empty());
    done(&team.board.post_as(&team.cid, &verdicts, "seen=2&judgement=approve&body=Good+so").await);

    // It was closed meanwhile: no verdict, but a comment.
    done(&team.board.post_as(&team.bob, &format!("/proposals/{id}/withdraw"), "withdrawn=yes").await);
    let closed = team.board.post_as(&team.cid, &verdicts, "seen=2&judgement=request-changes&body=Wait").await;
    let (about, back) = kept(&closed, 409);
    assert_eq!(about, "Comment on the proposal instead");
    assert!(back.contains(&format!("action=\"/proposals/{id}/comments\"")) && back.contains("Wait</textarea>"));
    assert!(!back.contains("judgement"));
}

#[tokio::test]
async fn titles_and_descriptions_come_back() {
    let team = team().await;
    let (id, _) = proposed(&team).await;
    let edit = format!("/proposals/{id}/edit");
    for (title, expected) in [("", "the title is empty"), ("a\u{202e}b", "")] {
        let sent = form(&[("title", title), ("description", "Because <so>")]);
        let answer = team.board.post_as(&team.bob, &edit, &sent).await;
        assert_eq!(answer.status.as_u16(), 422);
        assert!(answer.problem().contains(expected), "{}", answer.problem());
        assert!(answer.text().contains("Because &#60;so&#62;</textarea>"));
    }
}

/// Lines that were typed for the revision of a proposal that there is no more are shown.
#[tokio::test]
async fn resolved_lines_come_back() {
    let team = team().await;
    let (id, line) = proposed(&team).await;
    let other = crate::proposals::show::propose(&team.board, Some(BOB), "First", &[with(&line, 11)]).await;
    let approve = NewVerdict {
        proposal: ProposalId(other),
        seen: 1,
        by: affixboard_store::AccountId(3),
        judgement: Judgement::Approve,
        body: "",
        now_ms: 1_700_000_000_002,
    };
    team.board.store.give_verdict(approve).await.expect("a verdict");
    done(&team.board.post_as(&team.ann, &format!("/proposals/{other}/merge"), "seen=1").await);
    let conflicts = format!("/proposals/{id}/conflicts");
    let typed = [("resolve-0", "typed"), ("typed-0", "T:by:hand")];
    // The edition is elsewhere than the form said, the proposal isn't: the line stands in its field.
    let sent = form(&[&[("seen", "1"), ("onto", "1")][..], &typed[..]].concat());
    let answer = team.board.post_as(&team.bob, &conflicts, &sent).await;
    assert_eq!(answer.status.as_u16(), 409);
    assert!(answer.text().contains("name=\"typed-0\" value=\"T:by:hand\""), "{}", answer.text());
    // The proposal is another.
    revise(&team, id, 14).await;
    let sent = form(&[&[("seen", "1"), ("onto", "2")][..], &typed[..]].concat());
    let answer = team.board.post_as(&team.bob, &conflicts, &sent).await;
    assert_eq!(answer.status.as_u16(), 409);
    assert!(answer.text().contains("What you wrote:") && answer.text().contains("<li><code>T:by:hand</code></li>"));
}

#[tokio::test]
async fn what_was_typed_outlives_the_session() {
    let team = team().await;
    let (id, _) = proposed(&team).await;
    let comments = format!("/proposals/{id}/comments");
    let sent =
        form(&[("seen", "1"), ("about", "line"), ("anchor", "a \"b\""), ("body", SCRIPT), ("suggestion", "T:1:2")]);
    let answer = team.board.post(&comments, &sent).await;
    assert_eq!((answer.status.as_u16(), answer.header("www-authenticate")), (401, "Bearer"));
    assert_eq!(answer.header("cache-control"), "no-store");
    let text = answer.text();
    assert!(answer.lead().starts_with("Sign in first. Nothing was saved yet, and nothing is lost"));
    assert!(text.contains(&format!("<form class=\"form\" method=\"post\" action=\"{comments}\">")));
    assert!(text.contains("<input type=\"hidden\" name=\"anchor\" value=\"a &#34;b&#34;\">"));
    assert!(text.contains("name=\"suggestion\" value=\"T:1:2\"") && !text.contains(SCRIPT));
    assert!(answer.between("name=\"body\" rows=\"4\">\n", "</textarea>").contains("&#60;script"), "{text}");
    assert!(team.board.store.comments(ProposalId(id)).await.expect("comments").is_empty());
    // The lines of a draft too; what isn't a form or is for who looks after accounts is not.
    let draft = team.board.post(&format!("/editions/{SLUG}/draft"), "do=save&q1=T%3A1").await;
    assert!(draft.status.as_u16() == 401 && draft.text().contains("name=\"q1\" value=\"T:1\""));
    for (path, sent) in [("/account/password", "old=secret&password=hidden"), (comments.as_str(), "")] {
        let answer = team.board.post(path, sent).await;
        assert_eq!((answer.status.as_u16(), answer.lead()), (401, "Sign in first."));
        assert!(!answer.text().contains("secret") && !answer.text().contains("hidden\""));
    }
    // Signed in again, the same is taken.
    let again = team.board.session(ANN).await;
    done(&team.board.post_as(&again, &comments, "seen=1&body=So").await);
}
