//! Numbers of files that are not known to be their game's own are nowhere given without a word.

use affixboard_model::text::{SourceFile, SourceSet};
use affixboard_store::{MadeBy, NewRevision};

use crate::{
    routes::{ANSWERS, full},
    support::{Board, STARTER},
};

const DOUBTFUL: &str = "/editions/doubtful/revisions/1";

/// Routes whose answers have no numbers that are made by rules, by the endings of their addresses: what the files say, and
/// what tells a page that it may look again.
const WITHOUT_NUMBERS: &[&str] = &[
    "/files.zip",
    "/revision.db",
    "/allocations.csv",
    "/events",
    "/entries/{sort}",
    "/compare/lines.csv",
    "/profiles/{id}/chart.svg",
    "/api/v1/editions/{slug}",
    "/api/v1/editions/{slug}/revisions/{number}",
    "/diagnostics",
    "/entries/{sort}/{index}",
    "/entries",
    "/subjects",
    "/game-statistics",
    "/api/v1/batches/{id}",
];

/// Adds an edition that is the starter's but for a flag that the game doesn't have.
async fn import(board: &Board) {
    let starters = affixboard_service::starter::all();
    let starter = starters.into_iter().find(|starter| starter.slug == "affix-branch-starter").expect("it");
    let mut sources = SourceSet::new();
    for file in starter.loaded.sources.files() {
        let mut bytes = file.bytes().to_vec();
        if file.name() == "ego_item.txt" {
            bytes.extend(b"F:BRAVERY\n");
        }
        sources.push(SourceFile::new(file.name(), bytes));
    }
    let loaded = starter.loaded.game.load(sources);
    assert!(loaded.foreign.is_some());
    let new = NewRevision {
        slug: "doubtful",
        title: "Doubtful",
        loaded: &loaded,
        made_by: MadeBy::Starter,
        note: "",
        by: None,
        now_ms: 0,
    };
    board.store.import(new).await.expect("imported");
}

/// Each page, file and answer about a revision or its batch, from the table of all routes.
#[tokio::test]
async fn every_answer_with_numbers_says_that_files_are_in_doubt() {
    let board = Board::new().await;
    import(&board).await;
    board.start_batch_of(DOUBTFUL, "depths=20&drops=3000&seed=1&normal=on&good=on&great=on").await;
    let worker = board.work();
    board.finished(1).await;
    board.post("/profiles", "name=Dive&text=1-5:+good+0.5").await;
    let (mut asked, mut silent, mut exact) = (0, Vec::new(), Vec::new());
    for &(method, route, path, status, _, _) in ANSWERS {
        let (whole, path) = full(route, path);
        let is_of_it = path.starts_with(STARTER) || path.contains("batches/1") || path.contains("batch:1");
        let is_of_it = is_of_it || path.contains("revisions/1") || path.contains("affix-branch-starter@1");
        let without = WITHOUT_NUMBERS.iter().any(|ending| whole.ends_with(ending));
        if method != "GET" || status != 200 || !is_of_it || without {
            continue;
        }
        let path = path.replace("affix-branch-starter", "doubtful");
        let answer = board.get(&path).await;
        let text = String::from_utf8_lossy(&answer.body);
        let says = text.contains("files that are not its own") || text.contains("files in doubt");
        if !says {
            silent.push(path.clone());
        }
        let says_exact =
            text.contains("\"how\":\"exact\"") || text.contains(",exact,") || text.contains("\"error_bound\":0");
        if says_exact {
            exact.push(path);
        }
        asked += 1;
    }
    assert_eq!((silent, exact), (Vec::<String>::new(), Vec::<String>::new()));
    assert!(asked > 60, "{asked}");
    worker.abort();
}
