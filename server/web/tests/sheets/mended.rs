//! Wrong settings, empty sheets and types side by side.

use axum::http::StatusCode;

use crate::support::{Board, STARTER};

/// The answer stays 400, so that programs don't take the sheet for what they asked for, but people see it.
#[tokio::test]
async fn wrong_settings_are_said_and_the_sheet_stays() {
    let board = Board::new().await;
    for (query, said) in [
        ("depths=5x", "depths: found `5x`; expected"),
        ("depths=1,200", "depths: found `200`"),
        ("scale=hm&sort=name", "scale: found `hm`; expected"),
        ("depths=5x&scale=hm&turn=2", "turn: found `2`; expected"),
        ("level=huge", "level: found `huge`; expected"),
    ] {
        let page = board.get(&format!("{STARTER}/types/23?{query}")).await;
        assert_eq!(page.status, StatusCode::BAD_REQUEST, "{query}");
        assert!(page.text().contains(said), "{query}: {}", page.text());
        assert!(page.text().contains(">of Slay Evil</a>"), "{query}: no sheet");
        // What was right is kept.
        assert_eq!(page.text().contains("aria-sort=\"ascending\""), query.contains("sort=name"), "{query}");
    }
    // The field has what stands in the address.
    let page = board.get(&format!("{STARTER}/types/23?depths=1,%205x")).await;
    assert!(page.text().contains("value=\"1, 5x\" placeholder=\"1,5,10-20\" aria-invalid=\"true\""), "{}", page.text());
    // Files are refused as a whole, and so is what leaving out doesn't help.
    let file = board.get(&format!("{STARTER}/types/23.csv?depths=5x")).await;
    assert_eq!(file.status, StatusCode::BAD_REQUEST);
    assert!(!file.text().contains("Slay Evil"), "{}", file.text());
    for path in ["types/99?depths=5x", "types/23?depths=5x&sval=99"] {
        let page = board.get(&format!("{STARTER}/{path}")).await;
        assert!(page.status.is_client_error() && !page.text().contains("<table>"), "{path}: {}", page.text());
    }
    // The other pages of sheets too.
    let page = board.get(&format!("{STARTER}/chances/35?depths=5x")).await;
    assert_eq!(page.status, StatusCode::BAD_REQUEST);
    assert!(page.text().contains("depths: found `5x`") && page.text().contains("<table>"), "{}", page.text());
}

/// Amulets take affixes by the rules, but no line of the starter edition is for them.
#[tokio::test]
async fn an_empty_sheet_says_why() {
    let board = Board::new().await;
    let page = board.get(&format!("{STARTER}/types/40")).await;
    assert_eq!(page.status, StatusCode::OK, "{}", page.text());
    assert!(page.text().contains("<p class=\"empty\">No line of affixes is for amulet.</p>"), "{}", page.text());
    let filtered = board.get(&format!("{STARTER}/types/23?q=nothing+like+that")).await;
    assert!(filtered.text().contains("<p class=\"empty\">The filter leaves none of the "), "{}", filtered.text());
}

#[tokio::test]
async fn types_stand_side_by_side() {
    let board = Board::new().await;
    let page = board.get(&format!("{STARTER}/types/23,20?types=across&depths=20")).await;
    let text = page.text();
    assert!(text.contains("data-tval=\"23\">sword</th>") && text.contains("data-tval=\"20\">digger</th>"), "{text}");
    // One row for each affix, which both may have.
    assert_eq!(text.matches(">Rusty</a>").count(), 1, "{text}");
    let csv = board.get(&format!("{STARTER}/types/23,20.csv?types=across&depths=20")).await;
    let head = csv.text().lines().next().expect("a heading").to_owned();
    assert_eq!(head, "section,name,index,role,level,allocations,sword,digger");
    // The long file has a line for each number as ever.
    let long = board.get(&format!("{STARTER}/types/23,20.long.csv?types=across&depths=20")).await;
    let plain = board.get(&format!("{STARTER}/types/23,20.long.csv?depths=20")).await;
    assert_eq!(long.text(), plain.text());
}

#[tokio::test]
async fn rows_are_hidden_and_pinned() {
    let board = Board::new().await;
    // 107 is Rusty, as the address of its cells says.
    let page = board.get(&format!("{STARTER}/types/23?hide=affix-107,affix-100")).await;
    assert!(!page.text().contains("id=\"affix-107\"") && !page.text().contains("id=\"affix-100\""), "{}", page.text());
    assert!(page.text().contains("<li>2 rows are hidden; totals are of all.</li>"), "{}", page.text());
    let chip = format!("<a class=\"chip\" href=\"{STARTER}/types/23\" title=\"Without this\">Hidden rows <b>2</b>");
    assert!(page.text().contains(&chip), "{}", page.text());
    let pinned = format!("{STARTER}/types/23?pin=affix-107&q=r");
    let page = board.get(&pinned).await;
    let rows: Vec<&str> = page.text().match_indices("<tr id=\"").map(|(at, _)| &page.text()[at + 8..at + 17]).collect();
    assert_eq!(rows[0], "affix-107", "{rows:?}");
    // Files have the same rows.
    let csv = board.get(&pinned.replace("23?", "23.csv?")).await;
    let first =
        csv.text().lines().find(|line| !line.starts_with("section") && !line.starts_with("total")).expect("a row");
    assert!(first.starts_with("Pinned,Rusty,107,"), "{first}");
    for file in ["chances/23.svg?depths=20&subject=affixes", "types/all.long.csv?depths=20"] {
        let (all, hidden) = (format!("{STARTER}/{file}"), format!("{STARTER}/{file}&hide=affix-100"));
        let whole = board.get(&all).await;
        assert!(whole.text().contains("Sharp"), "{file}: {}", whole.text());
        let file = board.get(&hidden).await;
        assert!(!file.text().contains("Sharp") && file.text().contains("Balanced"), "{hidden}: {}", file.text());
    }
    let wrong = board.get(&format!("{STARTER}/types/23?hide=affix")).await;
    assert_eq!(
        (wrong.status, wrong.lead()),
        (StatusCode::BAD_REQUEST, "hide: found `affix`; expected rows by their ids, such as affix-12,theme-3.",)
    );
}

#[tokio::test]
async fn columns_are_as_wide_as_asked() {
    let board = Board::new().await;
    let page = board.get(&format!("{STARTER}/types/23?names=16&columns=14")).await;
    assert!(page.text().contains("class=\"sheet sized names16 w14\""), "{}", page.text());
    assert!(page.text().contains("Name column <b>wide</b>"), "{}", page.text());
    // Files have no widths; wrong ones leave the sheet as it is.
    assert_eq!(board.get(&format!("{STARTER}/types/23.csv?names=16")).await.status, StatusCode::OK);
    for (query, said) in [
        ("names=5", "names: found `5`; expected a width from 6 to 30."),
        ("columns=x", "columns: found `x`; expected a width from 6 to 24."),
    ] {
        let page = board.get(&format!("{STARTER}/types/23?{query}")).await;
        assert_eq!((page.status, page.lead()), (StatusCode::BAD_REQUEST, said));
        assert!(page.text().contains("Rusty"), "{}", page.text());
    }
}

/// The number of an item type, whatever kind stands in the address; by hand for the pool: weight of the line over the total that the
/// sheet shows at that level.
#[tokio::test]
async fn the_number_of_a_cell_is_explained_first() {
    let board = Board::new().await;
    let totals = board.get(&format!("{STARTER}/types/23.csv?depths=20&measure=commonness")).await;
    let cell = |name: &str| -> String {
        let text = totals.text().to_owned();
        let line = text.lines().find(|line| line.contains(&format!(",{name},"))).expect("a line");
        line.rsplit(',').next().expect("a number").to_owned()
    };
    let (weight, total) = (cell("Sharp"), cell("total commonness"));
    let why = |sval: u16| format!("{STARTER}/why/23/{sval}/affix-1?made=given&pool=2&of=type&depth=20");
    let index = {
        let text = totals.text().to_owned();
        let line = text.lines().find(|line| line.contains(",Sharp,")).expect("a line").to_owned();
        line.split(',').nth(2).expect("an index").to_owned()
    };
    for sval in [11, 0] {
        let page = board.get(&why(sval).replace("affix-1?", &format!("affix-{index}?"))).await;
        let said = format!("= {weight} of {total}: commonness {weight} in a pool of {total}, for the kind ");
        assert!(page.text().contains(&said), "{said}: {}", page.text());
    }
    let refused = board.get(&why(11).replace("pool=2", "pool=9")).await;
    assert_eq!(refused.status, StatusCode::BAD_REQUEST);
    assert!(refused.text().contains("pool: found `9`; expected the position of an affix level"), "{}", refused.text());
}

#[tokio::test]
async fn the_start_page_asks_and_shows() {
    let board = Board::new().await;
    let page = board.get("/").await;
    for piece in [
        "<a href=\"/editions/affix-branch-starter/revisions/1/chances/35?depths=20\">Which affixes can cloak drops get at depth 20?</a>",
        "<a href=\"/editions/affix-branch-starter/revisions/1/gaps?type=34\">Which kinds of shield can get nothing?</a>",
        "<a href=\"/editions/affix-branch-starter/revisions/1/rules\">Where does the program",
        "What there is to draw in <a href=\"/editions/affix-branch-starter/revisions/1\">",
    ] {
        assert!(page.text().contains(piece), "no {piece} in {}", page.text());
    }
}
