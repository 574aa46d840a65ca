//! Statistics of a game's own program: sent, shown, compared, made a profile of, deleted.

use affixboard_store::Role;
use axum::http::StatusCode;

use crate::{
    fixtures::BLADES,
    stats_database::{ROWS, TABLES, write},
    support::{Answer, Board},
};

/// A revision of the small edition of blades.
const REVISION: &str = "/editions/blades/revisions/1";

/// The bytes of a database by these statements.
pub(crate) async fn database(statements: &[&str]) -> Vec<u8> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("stats.db");
    write(&path, statements).await;
    std::fs::read(&path).expect("the file")
}

async fn board() -> Board {
    let board = Board::new().await;
    let files: Vec<_> = BLADES.iter().map(|(name, text)| ("files", *name, text.as_bytes())).collect();
    let answer = board.import_as("blades", "angband-3.2", &files).await;
    assert!(answer.status.is_success() || answer.status.is_redirection(), "{}", answer.text());
    board
}

/// The text of a page.
async fn text(board: &Board, path: &str) -> String {
    board.get(path).await.text().to_owned()
}

async fn send(board: &Board, bytes: &[u8]) -> Answer {
    board.upload(&format!("{REVISION}/game-statistics"), &[], &[("file", "run.db", bytes)]).await
}

#[tokio::test]
async fn a_file_is_sent_listed_shown_and_deleted() {
    let board = board().await;
    let empty = board.get(&format!("{REVISION}/game-statistics")).await;
    assert!(empty.text().contains("None yet."), "{}", empty.text());
    let bytes = database(&[TABLES, ROWS]).await;
    let sent = send(&board, &bytes).await;
    assert_eq!(
        (sent.status, sent.header("location")),
        (StatusCode::SEE_OTHER, "/game-statistics/1"),
        "{}",
        sent.text()
    );

    for list in [&format!("{REVISION}/game-statistics"), "/batches", "/batches?edition=blades"] {
        let page = text(&board, list).await;
        for piece in ["<a href=\"/game-statistics/1\">run.db</a>", "4.2.x-by-hand", "blades r1", ">200<", ">161<"] {
            assert!(page.contains(piece), "{list}: no {piece} in {page}");
        }
    }
    assert!(!board.get("/batches?edition=affix-branch-starter").await.text().contains("run.db"));

    // 40 blades and 60 brews in 200 visits of level 5.
    let page = text(&board, "/game-statistics/1").await;
    for piece in [
        "<h1>Found on levels: kinds <small>run.db</small></h1>",
        "0.200 a visit: 40 in 200 visits; 95 % interval 0.143 to 0.272 a visit",
        "0.300 a visit: 60 in 200 visits",
        "none in 200 visits; below 0.02 a visit (95 % interval)",
        "<b class=\"how-simulated\">counted</b>",
        "Spoon",
        "not in the files",
        "the program writes one run too many",
        "161 objects, 200 visits of each level",
    ] {
        assert!(page.contains(piece), "no {piece} in {page}");
    }
    let floor = text(&board, "/game-statistics/1?rows=affix&origin=VAULT&type=23&levels=10").await;
    assert!(floor.contains("0.100 a visit: 20 in 200 visits") && !floor.contains("of Depths"), "{floor}");
    assert!(floor.contains("Objects of the origin VAULT per visit"), "{floor}");

    let csv = text(&board, "/game-statistics/1.csv").await;
    assert!(csv.starts_with("level,visits,origin,metric,tval,sval,name,count,per_visit,low,high,in_files\n"), "{csv}");
    assert!(csv.contains("5,200,all,kind,23,1,Blade,40,0.2,0.1428"), "{csv}");
    assert!(csv.contains(",note,,,\"counted by the game's program (4.2.x-by-hand, no selling), 200 visits"), "{csv}");
    let long = text(&board, "/game-statistics/1.long.csv").await;
    assert!(long.lines().any(|line| line.contains(",Blade,") && line.contains(",counted,")), "{long}");
    let json = text(&board, "/game-statistics/1.json").await;
    assert!(json.contains("\"game_statistics\":{\"id\":1,\"sha256\":\"") && json.contains("\"visits\":200"), "{json}");

    let deleted = board.post("/game-statistics/1/delete", "").await;
    assert_eq!((deleted.status, deleted.header("location")), (StatusCode::SEE_OTHER, "/batches"));
    assert_eq!(board.get("/game-statistics/1").await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn what_is_no_statistics_is_said_and_not_kept() {
    let board = board().await;
    let whole = database(&[TABLES, ROWS]).await;
    let view = database(&[
        TABLES,
        ROWS,
        "DROP TABLE consumables; CREATE VIEW consumables AS SELECT 1 level, 2 count, 3 k_idx, 4 origin",
    ])
    .await;
    let negative = database(&[TABLES, ROWS, "UPDATE consumables SET count = -5 WHERE level = 10"]).await;
    for (bytes, told) in [
        (&b""[..], "Found no file; expected the database"),
        (b"N:1:& Blade~\n", "run.db: found a file that does not begin as an SQLite database"),
        (&whole[..whole.len() / 2], "run.db: the file is damaged: it ends after"),
        (&view, "found the view `consumables`"),
        (&negative, "table `consumables`, row 3, column `count`: found -5"),
    ] {
        let answer = send(&board, bytes).await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{told}: {}", answer.text());
        assert!(
            answer.text().contains(told) && answer.text().contains("Nothing was stored."),
            "{told}: {}",
            answer.text()
        );
    }
    let nothing = board.upload(&format!("{REVISION}/game-statistics"), &[("file", "text")], &[]).await;
    assert_eq!(nothing.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(board.store.game_stats_lines(None).await.expect("lines").is_empty());

    send(&board, &whole).await;
    let again = send(&board, &whole).await;
    assert!(again.text().contains("this file is there already, as game statistics 1"), "{}", again.text());
    assert_eq!(board.store.game_stats_lines(None).await.expect("lines").len(), 1);
}

#[tokio::test]
async fn wrong_settings_and_unknown_statistics() {
    let board = board().await;
    send(&board, &database(&[TABLES, ROWS]).await).await;
    for (path, status, told) in [
        ("/game-statistics/2", 404, "There are no such game statistics."),
        ("/game-statistics/x", 404, "There are no such game statistics."),
        ("/game-statistics/1.exe", 404, "Found the format `exe`"),
        (
            "/game-statistics/1?rows=spoons",
            400,
            "rows: found `spoons`; expected one of type, kind, affix, theme, artifact.",
        ),
        ("/game-statistics/1?origin=HEAVEN", 400, "origin: found `HEAVEN`; expected one of NONE, FLOOR, VAULT, DROP."),
        ("/game-statistics/1?type=99", 400, "type: found `99`"),
        ("/game-statistics/1?levels=x", 400, "levels: "),
        ("/game-statistics/1?levels=7", 400, "levels: found `7`; expected some level that was visited."),
        ("/game-statistics/1/beside?quality=fine", 400, "quality: found `fine`; expected one of normal, good, great."),
    ] {
        let answer = board.get(path).await;
        assert!(answer.status.as_u16() == status && answer.text().contains(told), "{path}: {}", answer.text());
    }
}

/// Of great drops of level 10 that are swords 1 − 0.9⁴ are 'Cutter': 34.39 %. Found were 2 of 53 swords, 3.77 %.
#[tokio::test]
async fn shares_stand_beside_those_of_drops() {
    let board = board().await;
    send(&board, &database(&[TABLES, ROWS]).await).await;
    let page = text(&board, "/game-statistics/1/beside?quality=great&type=23&levels=10").await;
    for piece in [
        "3.77 % (2 of 53)",
        "34.4 %",
        "<b>differs</b>",
        "in 0.001 of comparisons",
        "Why they may differ: levels mix",
        "100 %",
    ] {
        assert!(page.contains(piece), "no {piece} in {page}");
    }
    let csv = text(&board, "/game-statistics/1/beside.csv?quality=great&type=23&levels=10").await;
    assert!(csv.starts_with("level,metric,tval,sval,name,count,objects,share,"), "{csv}");
    assert!(csv.lines().any(|line| line.contains("'Cutter',2,53,") && line.ends_with(",yes")), "{csv}");
    // Without a type it is the one with most egos.
    assert!(board.get("/game-statistics/1/beside").await.text().contains("<option value=\"23\" selected>"));
}

#[tokio::test]
async fn a_profile_is_filled_in() {
    let board = board().await;
    send(&board, &database(&[TABLES, ROWS]).await).await;
    let page = text(&board, "/profiles/new?stats=1").await;
    assert!(
        page.contains("value=\"Found: run.db\"") && page.contains("5: normal 0.505  # ± 0.050, all as normal"),
        "{page}"
    );
    assert_eq!(board.get("/profiles/new?stats=9").await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn only_maintainers_send_and_delete() {
    let board = board().await;
    let bytes = database(&[TABLES, ROWS]).await;
    send(&board, &bytes).await;
    let keeper = board.somebody("Ann", Role::Maintainer).await;
    let proposer = board.somebody("Bob", Role::Proposer).await;
    let list = format!("{REVISION}/game-statistics");
    assert!(board.get_as(&keeper, &list).await.text().contains("type=\"file\""));
    assert!(!board.get_as(&proposer, &list).await.text().contains("type=\"file\""));
    assert!(!board.get_as(&proposer, "/game-statistics/1").await.text().contains("Delete these statistics"));
    assert_eq!(board.post_as(&proposer, "/game-statistics/1/delete", "").await.status, StatusCode::FORBIDDEN);
    assert_eq!(board.post_as(&keeper, "/game-statistics/1/delete", "").await.status, StatusCode::SEE_OTHER);
}

/// Three times as many blades at level 5: 120 for 40 in 200 visits each. Of 160 in all 0.75 is 0.6777 to 0.8111, which as odds is 2.10
/// to 4.30.
#[tokio::test]
async fn statistics_stand_beside_each_other() {
    let board = board().await;
    send(&board, &database(&[TABLES, ROWS]).await).await;
    assert!(!text(&board, "/game-statistics/1").await.contains("Beside others"));
    let more = database(&[TABLES, ROWS, "UPDATE wearables_count SET count = 3 * count WHERE level = 5"]).await;
    let sent = board.upload(&format!("{REVISION}/game-statistics"), &[], &[("file", "more.db", &more)]).await;
    assert_eq!(sent.header("location"), "/game-statistics/2", "{}", sent.text());
    let shown = text(&board, "/game-statistics/1").await;
    assert!(shown.contains("<a href=\"/game-statistics/1/with/2\">more.db (blades r1)</a>"), "{shown}");
    let page = text(&board, "/game-statistics/1/with/2").await;
    for piece in [
        "<a href=\"/game-statistics/2\">more.db (blades r1)</a>",
        "<td class=\"num\">5</td><td class=\"num\">0.200 (40)</td><td class=\"num\">0.600 (120)</td><td class=\"num\">× 3.000</td>",
        "<td class=\"num\">2.10",
        ", 1 of them differ: p after Holm is below 0.001.",
        "<a class=\"button\" href=\"/game-statistics/2/with/1\">The other way round</a>",
    ] {
        assert!(page.contains(piece), "no {piece} in {page}");
    }
    let csv = text(&board, "/game-statistics/1/with/2.csv?levels=5").await;
    let blade = csv.lines().find(|line| line.contains("Blade,more.db,120,200,0.6,")).expect("the blade");
    assert!(blade.starts_with("5,,,kind,") && blade.contains(",2.9999999999999996,2.1015"), "{blade}");
    for (query, message) in [
        ("?rows=spoon", "rows: found `spoon`; expected one of kind, affix, theme, artifact."),
        ("?origin=MOON", "origin: found `MOON`; expected one of "),
        ("?levels=x", "levels: "),
    ] {
        let answer = board.get(&format!("/game-statistics/1/with/2{query}")).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{query}");
        assert!(answer.text().contains(message), "{query}: {}", answer.text());
    }
    assert_eq!(board.get("/game-statistics/1/with/3").await.status, StatusCode::NOT_FOUND);
}
