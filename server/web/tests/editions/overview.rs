//! What an edition has where, at a glance, and how far it is from the start page to a number.

use axum::http::StatusCode;

use crate::support::{Answer, Board, STARTER};

/// The cells of a row of the page's heat map or sheet, by the row's name: what stands in them.
fn cells(page: &Answer, name: &str) -> Vec<String> {
    let text = page.text();
    let row = text
        .split("<tr")
        .find(|row| row.contains("scope=\"row\" class=\"name\"") && row.contains(&format!(">{name}</a>")))
        .unwrap_or_else(|| panic!("no row {name}: {text}"));
    let cell = |cell: &str| cell.split_once('>').and_then(|(_, text)| text.split('<').next()).map(str::to_owned);
    row.split("<td").skip(1).filter_map(cell).collect()
}

/// By hand from the starter edition's lines for cloaks: at 20 there are Durable, Muffled, of Protection, Fur-Lined, of
/// Evasion and of Entangling, of which Durable, of Evasion and of Entangling are good; at 0 of Evasion alone, and past 80 of
/// Entangling has ended.
#[tokio::test]
async fn an_edition_shows_how_much_there_is_to_draw() {
    let board = Board::new().await;
    let page = board.get(&format!("{STARTER}?depths=0,20,90")).await;
    assert_eq!(page.status, StatusCode::OK, "{}", page.text());
    assert_eq!(cells(&page, "cloak"), ["1", "6", "5"]);
    assert!(page.text().contains(&format!("<a href=\"{STARTER}/types/35\" title=\"its sheet\">cloak</a>")));
    let good = board.get(&format!("{STARTER}?level=good&depths=0,20,90")).await;
    assert_eq!(cells(&good, "cloak"), ["1", "3", "2"]);
    assert!(good.text().contains(&format!("<a href=\"{STARTER}/types/35?level=good\"")), "{}", good.text());
    // Of the themes' lines for cloaks, at 30 `Elven` begins.
    let themes = board.get(&format!("{STARTER}?count=themes&depths=1,30")).await;
    assert!(themes.text().contains("How many themes have a line for each item type"));
    let [first, then] = &cells(&themes, "cloak")[..] else { panic!("two cells") };
    assert!(first.is_empty() && then.parse::<u32>().expect("a number") > 0, "{first} {then}");

    let csv = board.get(&format!("{STARTER}/overview/types.csv?level=good&depths=0,20,90")).await;
    assert!(csv.text().contains("cloak"), "{}", csv.text());
    assert_eq!(board.get(&format!("{STARTER}/overview/all.csv")).await.status, StatusCode::NOT_FOUND);
    assert_eq!(
        board.get(&format!("{STARTER}?level=fine")).await.lead(),
        "level: found `fine`; expected one of good, great, uber."
    );
}

/// Games of egos have no themes and speak of egos.
#[tokio::test]
async fn games_of_egos_count_egos() {
    let board = Board::new().await;
    board.add_starter("angband-3-0-starter").await;
    let page = board.get("/editions/angband-3-0-starter/revisions/1").await;
    assert!(page.text().contains("How many different egos are in the pools of each item type"), "{}", page.text());
    assert!(!page.text().contains("aria-label=\"Count\""), "{}", page.text());
    let refused = board.get("/editions/angband-3-0-starter/revisions/1?count=themes").await;
    assert_eq!(refused.lead(), "count: found `themes`; expected one of affixes.");
}

/// Which affixes can cloaks get at depth 20, and how likely: one click to what they draw, two to whole drops.
/// The six lines that hold at 20 weigh 100 together, so of Evasion with 25 has 25 %.
#[tokio::test]
async fn from_the_start_page_to_cloaks_at_depth_20() {
    let board = Board::new().await;
    let start = board.get("/").await;
    let first = format!("{STARTER}/types/35");
    assert!(start.text().contains(&format!("<a href=\"{first}\"")), "{}", start.text());
    let sheet = board.get(&first).await;
    let column = sheet.between("<thead>", "</tr>").matches("data-depth").count();
    let at = ["1", "5", "10", "15", "20"].len() - 1;
    assert!(column > at && sheet.between("<thead>", "</tr>").contains("data-depth=\"20\""));
    for (name, chance) in [("of Evasion", "25.0"), ("of Protection", "20.0"), ("of Entangling", "8.00")] {
        let cells = cells(&sheet, name);
        // Before the depths stand the level and the lines.
        assert_eq!(cells[cells.len() - column + at], chance, "{name}");
    }
    assert!(sheet.text().contains(&format!("<a href=\"{STARTER}/chances/35\"")), "{}", sheet.text());
}

/// Editions of the team come first, but nothing drops in its NetHack.
#[tokio::test]
async fn the_start_page_shows_the_first_edition_that_has_drops() {
    let board = Board::new().await;
    let starter = affixboard_service::starter::all().into_iter().find(|starter| starter.slug == "nethack-starter");
    let sources = &starter.as_ref().expect("the starter edition").loaded.sources;
    let files: Vec<_> = sources.files().iter().map(|file| ("files", file.name(), file.text())).collect();
    let answer = board.import("ours", &files).await;
    assert!(answer.status.is_success() || answer.status.is_redirection(), "{}", answer.text());
    let start = board.get("/").await;
    let overview = start.between("<section id=\"overview\">", "</section>");
    assert!(overview.contains(&format!("<h2>What there is to draw in <a href=\"{STARTER}\">")), "{overview}");
    assert!(
        start
            .between("<ul class=\"questions\">", "</ul>")
            .contains(&format!("href=\"{STARTER}/chances/35?depths=20\""))
    );
    assert!(start.between("<h2>Editions</h2>", "New batch").contains("/editions/ours/"), "{}", start.text());
}

/// Counted in the files: `grep -c '^N:'` and `'^T:'`, and the rows of the tables.
#[tokio::test]
async fn the_start_page_counts_the_entries_of_every_sort() {
    let board = Board::new().await;
    board.add_starter("nethack-starter").await;
    let start = board.get("/").await.text().to_owned();
    assert!(start.contains("139 affixes with 363 allocations · 33 themes with 67 allocations · 68 artifacts with 81 allocations · 278 kinds"), "{start}");
    assert!(
        start.contains("84 objects · 4 artifacts · 27 monsters · 4 dungeons · 15 special levels · 3 branches"),
        "{start}"
    );
}

/// What there is to draw comes first where there is such a thing, then what else turns up, its entries, tables for designers,
/// gaps and item types; where nothing drops, what turns up is first.
#[tokio::test]
async fn an_edition_begins_with_what_is_looked_for() {
    let board = Board::new().await;
    for (starter, headings) in [
        (
            "unangband-starter",
            &[
                "What there is to draw",
                "Power of drops",
                "Piles and charges",
                "Monsters",
                "What monsters are like",
                "Entries",
                "For designers",
                "Biggest gaps",
                "Item types",
                "Open proposals",
                "Batches",
                "Revisions",
            ][..],
        ),
        ("nethack-starter", &["Objects", "Objects of each kind", "Monsters", "Dungeon", "Entries", "Biggest gaps"]),
        ("angband-3-0-starter", &["What there is to draw", "Entries", "Biggest gaps", "Item types"]),
    ] {
        board.add_starter(starter).await;
        let page = board.get(&format!("/editions/{starter}/revisions/1")).await.text().to_owned();
        let found = page.split("<h2>").skip(1).map(|part| {
            let heading = part.split("</h2>").next().unwrap_or_default();
            // A heading may be a link, and have a number behind it.
            let text = heading.split("<small>").next().unwrap_or_default();
            text.split_once('>').map_or(text, |(_, link)| link.split("</a>").next().unwrap_or_default()).trim()
        });
        let found: Vec<&str> = found.take(headings.len()).collect();
        assert_eq!(found, headings, "{starter}");
    }
}
