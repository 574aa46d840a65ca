//! Editions of tables without rules: browsed, shared out, changed; nothing is said of chances.

use crate::{
    routes::{ANSWERS, full},
    support::{Answer, Board, STARTER},
};

const THINGS: &str = "{\n  // two sorts\n  \"things\": [\n    {\"id\": 3, \"name\": \"Sword\", \"kind\": \"melee\", \"rarity\": 3},\n    \
                      {\"id\": 4, \"name\": \"Axe\", \"kind\": \"melee\", \"rarity\": 1},\n    {\"id\": 9, \"name\": \"Bow\", \"kind\": \
                      \"ranged\", \"rarity\": 5},\n    {\"id\": 10, \"name\": \"Stone\", \"kind\": \"ranged\"},\n  ]\n}\n";
const SHOPS: &str =
    "struct shop { char *name; int gold; };\nstruct shop shops[] = {\n  {\"Smith\", 100},\n  {\"Mage\", 2000},\n};\n";

async fn import(board: &Board, things: &str) -> Answer {
    let files = [
        ("folder", "game/lib/things.jsonc", things.as_bytes()),
        ("folder", "game/src/shops.c", SHOPS.as_bytes()),
        ("folder", "game/src/main.c", b"int main() { return 0; }\n"),
        ("folder", "game/README.md", b"# a game\n"),
    ];
    board.import_as("ours", "tables", &files).await
}

async fn board() -> Board {
    let board = Board::new().await;
    let answer = import(&board, THINGS).await;
    assert_eq!(answer.header("location"), "/editions/ours/revisions/1", "{}", answer.text());
    board
}

fn lines(csv: &Answer) -> Vec<&str> {
    csv.text().lines().collect()
}

#[tokio::test]
async fn tables_of_a_source_tree_are_browsed() {
    let board = board().await;
    let page = board.get("/editions/ours/revisions/1").await;
    for piece in [
        "<small>Tables without rules</small>",
        "These are tables: no rules of their game are known here",
        "<a href=\"/editions/ours/revisions/1/entries/things\">things</a> <small>4</small>",
        "<a href=\"/editions/ours/revisions/1/entries/shops\">shops</a> <small>2</small>",
    ] {
        assert!(page.text().contains(piece), "no {piece} in {}", page.text());
    }
    for none in ["Biggest gaps", "Batches</h2>"] {
        assert!(!page.text().contains(none), "{none}");
    }
    // Its files are called by their paths.
    let file = board.get("/editions/ours/revisions/1/files/src%2Fshops.c").await;
    assert!(file.status.is_success() && file.text().contains("src/shops.c"), "{}", file.text());
    let one = board.get("/editions/ours/revisions/1/entries/shops/1").await;
    assert!(one.text().contains("<h1>Mage <small>row of shops 1</small>"), "{}", one.text());
    assert!(one.text().contains("<th scope=\"row\">gold</th><td>2000</td></tr>"), "{}", one.text());
    let found = board.get("/editions/ours/revisions/1/find?q=bow").await;
    assert!(found.text().contains("/editions/ours/revisions/1/entries/things/9"), "{}", found.text());
    let gaps = board.get("/editions/ours/revisions/1/gaps").await;
    assert!(gaps.text().contains("Without rules nothing can be said to be missing."), "{}", gaps.text());
    let rules = board.get("/editions/ours/revisions/1/rules").await;
    assert!(rules.text().contains("How this game makes its items isn't known here."), "{}", rules.text());
}

#[tokio::test]
async fn a_column_can_be_a_weight_within_another() {
    let board = board().await;
    let table = "/editions/ours/revisions/1/entries/things";
    let plain = board.get(&format!("{table}.csv")).await;
    assert_eq!(
        lines(&plain),
        ["index,name,kind,rarity", "3,Sword,melee,3", "4,Axe,melee,1", "9,Bow,ranged,5", "10,Stone,ranged,"]
    );
    // 3 and 1 of 4; 5 of 5; one without a weight.
    let within = board.get(&format!("{table}.csv?weight=rarity&by=kind")).await;
    assert_eq!(
        lines(&within),
        [
            "index,name,share,kind,rarity",
            "3,Sword,75,melee,3",
            "4,Axe,25,melee,1",
            "9,Bow,100,ranged,5",
            "10,Stone,,ranged,"
        ]
    );
    // 3, 1 and 5 of 9, the largest first.
    let whole = board.get(&format!("{table}.csv?weight=rarity&sort=-share")).await;
    let shares: Vec<&str> = whole.text().lines().skip(1).filter_map(|line| line.split(',').nth(2)).collect();
    assert_eq!(shares, ["55.56", "33.33", "11.11", ""]);
    let page = board.get(&format!("{table}?weight=rarity&by=kind")).await;
    let said = "Share: a row&#39;s rarity divided by the sum of rarity in its kind. These are numbers of the files, and no chances.";
    assert!(page.text().contains(said), "{}", page.text());
    let refused = board.get(&format!("{table}?weight=colour")).await;
    assert_eq!(refused.status.as_u16(), 400);
    assert!(
        refused.lead().contains("weight: found `colour`; expected one of id, name, kind, rarity."),
        "{}",
        refused.text()
    );
}

#[tokio::test]
async fn a_declaration_names_the_weight() {
    let board = Board::new().await;
    let declared = "[game]\nbase = \"tables\"\n\n[tables.things]\nweight = \"rarity\"\ngroup = \"kind\"\n";
    let files =
        [("folder", "game/things.jsonc", THINGS.as_bytes()), ("folder", "game/affixboard.toml", declared.as_bytes())];
    board.import_as("ours", "tables", &files).await;
    let csv = board.get("/editions/ours/revisions/1/entries/things.csv").await;
    assert_eq!(
        lines(&csv),
        [
            "index,name,kind,share,kind,rarity",
            "3,Sword,melee,75,melee,3",
            "4,Axe,melee,25,melee,1",
            "9,Bow,ranged,100,ranged,5",
            "10,Stone,ranged,,ranged,"
        ]
    );
}

#[tokio::test]
async fn a_number_becomes_a_patch_of_that_number_alone() {
    let board = board().await;
    let draft = board.get("/editions/ours/draft?entry=things.4").await;
    assert!(draft.text().contains("<span>rarity</span>"), "{}", draft.text());
    // Rows of JSON don't come and go here.
    assert!(!draft.text().contains("New row of things"), "{}", draft.text());
    assert!(board.get("/editions/ours/draft?entry=shops.0").await.text().contains("New row of shops"));

    let changed = THINGS.replace("\"rarity\": 1}", "\"rarity\": 12}");
    let texts = [("title", "Axes are commoner")];
    let files = [("files", "lib/things.jsonc", changed.as_bytes())];
    let made = board.upload("/api/v1/editions/ours/proposals", &texts, &files).await;
    assert_eq!(made.status.as_u16(), 201, "{}", made.text());
    let page = board.get("/proposals/1").await;
    assert!(
        page.text().contains("No rules are known, so what it does to the game isn&#39;t computed."),
        "{}",
        page.text()
    );
    let patch = board.get("/api/v1/proposals/1/patch").await;
    let lines: Vec<&str> = patch.text().lines().filter(|line| line.starts_with(['+', '-'])).collect();
    assert_eq!(
        lines,
        [
            "--- a/lib/things.jsonc",
            "+++ b/lib/things.jsonc",
            "-    {\"id\": 4, \"name\": \"Axe\", \"kind\": \"melee\", \"rarity\": 1},",
            "+    {\"id\": 4, \"name\": \"Axe\", \"kind\": \"melee\", \"rarity\": 12},",
        ]
    );
    // The edition goes on as tables, whether or not somebody says so.
    let files =
        [("folder", "game/lib/things.jsonc", changed.as_bytes()), ("folder", "game/src/shops.c", SHOPS.as_bytes())];
    let again = board.import("ours", &files).await;
    assert_eq!(again.header("location"), "/editions/ours/revisions/2/changes", "{}", again.text());
    let changes = board.get("/compare?from=ours@1&to=ours@2").await;
    assert!(changes.text().contains(">Axe<"), "{}", changes.text());
}

/// In SQL tables are views, which may be called as the database's own tables or as words of SQL.
#[tokio::test]
async fn tables_may_have_any_name_in_sql() {
    let board = Board::new().await;
    let table = b"name,order,group,select,index,name,entries\na,1,2,3,4,5,6\nb,1,2,3,4,5,6\n";
    let names = ["game/entries.csv", "game/files.csv", "game/entry-lines.csv", "game/sqlite_x.csv", "game/select.csv"];
    board.import_as("ours", "tables", &names.map(|name| ("folder", name, &table[..]))).await;
    let exported = board.get("/editions/ours/revisions/1/revision.db").await;
    assert!(exported.status.is_success() && exported.body.starts_with(b"SQLite format 3"), "{}", exported.status);
    for view in ["entries_rows", "files_rows", "entry_lines_rows", "of_sqlite_x_rows", "select"] {
        let asked = board
            .get(&format!(
                "/editions/ours/revisions/1/sql.csv?q=SELECT+name,+%22order%22+FROM+%22{view}%22+ORDER+BY+name"
            ))
            .await;
        assert_eq!(lines(&asked)[..3], ["name,order", "a,1", "b,1"], "{view}");
    }
}

#[tokio::test]
async fn what_cannot_be_tables_is_refused_with_the_reason() {
    let board = Board::new().await;
    let import = async |name: &str, bytes: &[u8]| board.import_as("ours", "tables", &[("files", name, bytes)]).await;
    let refused = import("main.c", b"int main() { return 0; }\n").await;
    assert_eq!(refused.status.as_u16(), 422);
    assert!(refused.problem().starts_with("found no tables; expected files whose names end in"), "{}", refused.text());
    // A file that can't be read is an error with its place.
    let broken = import("things.json", b"{\n  \"things\": [1, 2\n").await;
    assert!(broken.text().contains("1 error"), "{}", broken.text());
    // Without the game named, the refusal says that there is this way.
    let unknown = board.import("ours", &[("files", "things.jsonc", THINGS.as_bytes())]).await;
    assert!(!unknown.status.is_success(), "{}", unknown.text());
}

/// Each page, file and answer about a revision: none fails, none says a number is exact.
#[tokio::test]
async fn every_route_answers_for_tables() {
    let board = board().await;
    let mut failed = Vec::new();
    let mut asked = 0;
    for &(method, route, path, _, _, _) in ANSWERS {
        let (_, path) = full(route, path);
        if method != "GET" || !path.starts_with(STARTER) {
            continue;
        }
        let path = path.replace("affix-branch-starter", "ours");
        let answer = board.get(&path).await;
        let text = String::from_utf8_lossy(&answer.body);
        if answer.status.is_server_error() || text.contains("\"how\":\"exact\"") || text.contains(",exact,") {
            failed.push(format!("{path}: {} {text:.200}", answer.status));
        }
        asked += 1;
    }
    assert_eq!(failed, [""; 0]);
    assert!(asked > 60, "{asked}");
}
