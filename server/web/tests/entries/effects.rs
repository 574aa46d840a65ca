//! The column, filter and counts of effects in tables of entries, on the affix branch's starter edition.

use axum::http::StatusCode;

use crate::support::{Board, STARTER};

/// A page's text without tags, with single spaces.
fn plain(page: &str) -> String {
    let mut text = String::new();
    for piece in page.split('<') {
        text += piece.split_once('>').map_or(piece, |(_, rest)| rest);
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Durable keeps from harm; Muffled, of Free Action and of Slow Descent are abilities; of Speed and, by the theme of Striding,
/// of Long Strides are speed; Sure-Footed is to-ac; Squeaking aggravates and is cursed.
#[tokio::test]
async fn affixes_of_boots_are_counted() {
    let board = Board::new().await;
    let page = board.get(&format!("{STARTER}/entries/affix?type=30")).await.text().to_owned();
    let expected =
        "8 affixes that boots can have: 1 of armour, 2 of speed, 3 of abilities, 1 of durability, 1 of curses.";
    assert!(plain(&page).contains(expected), "{}", plain(&page));
    assert!(page.contains("/entries/affix?type=30&#38;effect=speed"), "{page}");

    let csv = board.get(&format!("{STARTER}/entries/affix.csv?type=30&effect=speed,armour")).await.text().to_owned();
    let rows: Vec<&str> = csv.lines().map(|line| line.split(",\"").next().unwrap_or(line)).collect();
    assert!(rows[0].starts_with("index,name,role,effect,types,"), "{csv}");
    let begin = |row: &&str| row.split(',').take(4).collect::<Vec<_>>().join(",");
    let found: Vec<String> = rows[1..].iter().map(begin).collect();
    let expected =
        ["83,of Speed,suffix,speed +", "84,Sure-Footed,prefix,armour +", "180,of Long Strides,suffix,speed +"];
    assert_eq!(found, expected);
}

/// By the records of `ego_item.txt`: of 139 affixes these have such lines; one of several effects counts for each.
#[tokio::test]
async fn all_affixes_are_counted() {
    let board = Board::new().await;
    let page = plain(board.get(&format!("{STARTER}/entries")).await.text());
    let expected = "139 affixes: 27 of to-hit, to-dam or dice, 4 of attacks, 14 of slays, 11 of brands, 18 of armour, 9 of \
                    weight, 27 of resistances, 15 of stats, 3 of speed, 24 of abilities, 15 of durability, 11 of curses, 6 of other.";
    assert!(page.contains(expected), "{page}");
    // Sharp, Weighted, Massive, Rusty, Heartseeking.
    let dice = board.get(&format!("{STARTER}/entries/affix.csv?effect=dice")).await.text().lines().count();
    assert_eq!(dice, 6);
    // A theme does what its affixes do: of Striding has of Long Strides.
    let speed = board.get(&format!("{STARTER}/entries/theme.csv?effect=speed")).await.text().to_owned();
    assert!(speed.contains("23,of Striding,"), "{speed}");
}

#[tokio::test]
async fn settings_that_are_none_are_refused() {
    let board = Board::new().await;
    for (query, said) in [
        ("effect=armor", "effect: found `armor`; expected one of to-hit, to-dam, dice"),
        ("effect=speed,%3Cb%3E", "effect: found `&#60;b&#62;`"),
        ("type=boots", "type: found `boots`; expected the number of an item type"),
        ("type=99999999", "type: found `99999999`"),
    ] {
        let answer = board.get(&format!("{STARTER}/entries/affix?{query}")).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{query}");
        assert!(answer.text().contains(said), "{}", answer.text());
    }
}

/// Of Striding names of Slow Descent, Sure-Footed, of Free Action, of Speed and of Long Strides (`ego_themes.txt`). Muffled
/// competes with of Free Action for boots from level 10.
#[tokio::test]
async fn a_theme_sums_up_what_its_affixes_give() {
    let board = Board::new().await;
    let page = plain(board.get(&format!("{STARTER}/themes/23")).await.text());
    for part in ["What it gives", "armour +", "speed +", "abilities +", "SPEED", "FEATHER"] {
        assert!(page.contains(part), "{part}: {page}");
    }
    let page = plain(board.get(&format!("{STARTER}/affixes/17")).await.text());
    for part in ["Effects: abilities +.", "Competes with the same effects", "boots 10 to 127"] {
        assert!(page.contains(part), "{part}: {page}");
    }
}
