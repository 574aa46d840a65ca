//! Counts of a team's own program: sent, held against chances, kept with what that came to, said on the edition's page, deleted.

use std::io::Write;

use affixboard_store::{OwnCountsId, OwnCountsOutcome, Role};
use axum::http::StatusCode;

use crate::{
    fixtures::BLADES,
    support::{Answer, Board},
};

/// The small edition of blades, in which six of ten normal drops are blades and the others brews.
const REVISION: &str = "/editions/blades/revisions/1";
/// Of 100,000 drops 60,040 blades are expected, give or take 155.
const RIGHT: &str = "level,quality,n,metric,tval,sval,name,count\n\
                     1,normal,100000,kind,23,1,Blade,60100\n1,normal,100000,kind,75,1,Brew,39900\n";
/// And here are 65,000.
const WRONG: &str = "level,quality,n,metric,tval,sval,name,count\n\
                     1,normal,100000,kind,23,1,Blade,65000\n1,normal,100000,kind,75,1,Brew,34990\n\
                     1,normal,100000,kind,80,1,Loaf,10\n";

async fn board() -> Board {
    let board = Board::new().await;
    let files: Vec<_> = BLADES.iter().map(|(name, text)| ("files", *name, text.as_bytes())).collect();
    let answer = board.import_as("blades", "angband-3.2", &files).await;
    assert!(answer.status.is_success() || answer.status.is_redirection(), "{}", answer.text());
    board
}

async fn send(board: &Board, name: &str, bytes: &[u8]) -> Answer {
    board.upload(&format!("{REVISION}/own-counts"), &[], &[("file", name, bytes)]).await
}

#[tokio::test]
async fn counts_that_agree_are_kept_and_said_on_the_edition_s_page() {
    let board = board().await;
    let empty = board.get(&format!("{REVISION}/own-counts")).await;
    assert!(empty.text().contains("None yet."), "{}", empty.text());
    assert!(!board.get(REVISION).await.text().contains("of your own game"));
    let sent = send(&board, "mine.csv", RIGHT.as_bytes()).await;
    assert_eq!((sent.status, sent.header("location")), (StatusCode::SEE_OTHER, "/own-counts/1"), "{}", sent.text());

    let page = board.get_until("/own-counts/1", "No disagreement").await;
    for piece in [
        "100,000 objects in 1 cells",
        "by rules angband-3.2 ",
        "The rules agree with 100,000 objects of your own game.",
        // One drop in a thousand tries the special artifacts in vain and becomes a good one, which is no brew.
        "<td class=\"num\">60,100</td><td class=\"num\">60,040</td>",
    ] {
        assert!(page.text().contains(piece), "no {piece} in {}", page.text());
    }
    let list = board.get(&format!("{REVISION}/own-counts")).await;
    assert!(list.text().contains("<span class=\"badge state-done\">agrees</span>"), "{}", list.text());
    let edition = board.get(REVISION).await;
    let said = "<a href=\"/own-counts/1\">Agrees with 100,000 objects of your own game, ";
    assert!(edition.text().contains(said), "{}", edition.text());

    // The same file once more, also packed.
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packer.write_all(RIGHT.as_bytes()).expect("packed");
    let again = send(&board, "mine.csv.gz", &packer.finish().expect("packed")).await;
    assert_eq!(again.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(again.problem().contains("this file is there already, as counts 1"), "{}", again.problem());

    // When the rules change, it lapses until somebody looks again.
    let old = OwnCountsOutcome {
        rules: "angband-3.2 0".to_owned(),
        agrees: true,
        comparisons: 2,
        disagreements: 0,
        held_at: 0,
    };
    board.store.set_own_counts_outcome(OwnCountsId(1), &old).await.expect("kept");
    let list = board.get(&format!("{REVISION}/own-counts")).await;
    assert!(list.text().contains("lapsed: by rules angband-3.2 0"), "{}", list.text());
    assert!(!board.get(REVISION).await.text().contains("of your own game"));

    let deleted = board.post("/own-counts/1/delete", "").await;
    assert_eq!(deleted.header("location"), format!("{REVISION}/own-counts"));
    assert_eq!(board.get("/own-counts/1").await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn counts_that_disagree_say_where_and_what_the_files_lack() {
    let board = board().await;
    assert_eq!(send(&board, "mine.csv", WRONG.as_bytes()).await.status, StatusCode::SEE_OTHER);
    let page = board.get_until("/own-counts/1", "Counts and chances disagree").await;
    for piece in [
        "The rules don&#39;t agree with 100,000 objects of your own game.",
        "<th scope=\"row\">Blade <small>kind</small></th>",
        "Counted, and not in the files",
        "line 4: kind 80:1 Loaf: counted 10 times, and the files have no such entry",
    ] {
        assert!(page.text().contains(piece), "no {piece} in {}", page.text());
    }
    let edition = board.get(REVISION).await;
    assert!(edition.text().contains("Doesn&#39;t agree with 100,000 objects of your own game"), "{}", edition.text());
}

#[tokio::test]
async fn what_is_no_table_of_counts_is_refused_with_its_line_and_nothing_is_stored() {
    let board = board().await;
    for (bytes, expected) in [
        (&b""[..], "Found no file"),
        (b"level,quality\n", "mine.csv: "),
        (b"level,quality,n,metric,tval,sval,name,count\n1,splendid,9,kind,23,1,Blade,3\n", "line 2"),
        (
            b"level,quality,n,metric,tval,sval,name,count\n1,normal,9,kind,23,1,Blade,30\n",
            "line 2: found a count of 30",
        ),
        (b"\x1f\x8bnothing packed", "it can&#39;t be unpacked"),
        (b"\xff\xfe\0\0", "mine.csv: "),
    ] {
        let refused = send(&board, "mine.csv", bytes).await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{expected}");
        let problem = refused.problem();
        assert!(problem.contains(expected) && problem.ends_with("Nothing was stored."), "{expected}: {problem}");
    }
    assert!(board.get(&format!("{REVISION}/own-counts")).await.text().contains("None yet."));
    // Games without drops have nothing to count.
    board.add_starter("nethack-starter").await;
    let nethack = board.get("/editions/nethack-starter/revisions/1/own-counts").await;
    assert_eq!(nethack.status, StatusCode::NOT_FOUND, "{}", nethack.text());
}

#[tokio::test]
async fn only_maintainers_send_and_delete() {
    let board = board().await;
    let maintainer = board.somebody("mara", Role::Maintainer).await;
    let proposer = board.somebody("paul", Role::Proposer).await;
    let form = |who| board.get_as(who, "/editions/blades/revisions/1/own-counts");
    assert!(form(&maintainer).await.text().contains("<button class=\"primary\">Check</button>"));
    assert!(!form(&proposer).await.text().contains("<button class=\"primary\">Check</button>"));
    let refused = board.post_as(&proposer, "/own-counts/1/delete", "").await;
    assert_eq!(refused.status, StatusCode::FORBIDDEN);
}
