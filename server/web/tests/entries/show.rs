//! Pages about one thing: affixes, themes, artifacts, kinds, of an edition small enough to work it all out.

use axum::http::StatusCode;

use crate::support::{Answer, Board};

const AFFIXES: &str =
    "N:1:suffix:of Edges\nT:sword:1:1:good:5:1 to 255\nN:2:suffix:of Depths\nT:sword:1:2:great:15:1 to 30\n";
const SMALL: &str = "/editions/small/revisions";

/// The small edition, with these affixes.
fn files(affixes: &str) -> Vec<(&'static str, &'static str, Vec<u8>)> {
    [
        ("object_base.txt", "N:sword:Sword~\n"),
        ("object.txt", "N:1:& Dagger~\nI:sword:1\nA:20:1 to 100\nN:2:& Foil~\nI:sword:2\nA:60:1 to 100\n"),
        ("ego_item.txt", affixes),
        ("ego_themes.txt", "N:7:suffix:of Cutting\nT:sword:1:1:1 to 40\nA:of Edges:7\nA:of Depths:14\nA:of Depths:7\n"),
        ("artifact.txt", "N:1:'Thorn'\nI:sword:1\nA:10:5 to 100\n"),
    ]
    .map(|(name, text)| ("file", name, text.as_bytes().to_vec()))
    .into()
}

async fn import(board: &Board, affixes: &str) {
    let files = files(affixes);
    let borrowed: Vec<(&str, &str, &[u8])> = files.iter().map(|file| (file.0, file.1, &file.2[..])).collect();
    let answer = board.import("small", &borrowed).await;
    assert!(answer.status.is_success() || answer.status.is_redirection(), "{}", answer.text());
}

async fn small() -> Board {
    let board = Board::new().await;
    import(&board, AFFIXES).await;
    board
}

/// What stands in the cells of the first row of a table or sheet that has a text.
fn cells(page: &Answer, name: &str) -> Vec<String> {
    let row = page.text().split("<tr").find(|row| row.contains(name)).expect("a row");
    let text = |cell: &str| -> String {
        let mut inside = cell.split_once('>').map_or("", |(_, rest)| rest).split("</td>").next().unwrap_or("");
        let mut text = String::new();
        while let Some((before, rest)) = inside.split_once('<') {
            text += before;
            inside = rest.split_once('>').map_or("", |(_, rest)| rest);
        }
        text + inside
    };
    row.split("<td").skip(1).map(text).collect()
}

/// Weights 7 and 14 + 7, of 28. Of Depths alone stands on two lines and weighs 21: 8 × 21² ÷ 28 = 126 half per cent. Both weigh
/// 28: 224, which is more than certain. Of Edges alone is one line, which is too few.
#[tokio::test]
async fn affixes_are_ticked_and_show_a_themes_chance() {
    let board = small().await;
    let page = |query: &'static str| {
        let board = &board;
        async move { board.get(&format!("{SMALL}/1/themes/7{query}")).await }
    };
    let none = page("").await;
    assert_eq!(none.status, StatusCode::OK, "{}", none.text());
    assert!(none.text().contains("Tick affixes to see the chance."), "{}", none.text());
    assert!(none.text().contains("<input type=\"checkbox\" name=\"has\" value=\"1\"> of Edges <small>7</small>"));
    let depths = page("?has=2").await;
    assert!(depths.text().contains("<p class=\"lead\">63 % in each roll, where no other theme may come.</p>"));
    assert!(depths.text().contains("8 × 21² ÷ 28, rounded down: 126 half per cent."), "{}", depths.text());
    assert!(depths.text().contains("value=\"2\" checked> of Depths <small>21</small>"));
    let edges = page("?has=1").await;
    assert!(edges.text().contains("0 %: a theme comes only to an item with two of its affixes or more."));
    let both = page("?has=1&has=2&has=1").await;
    assert!(both.text().contains("<p class=\"lead\">100 % in each roll"), "{}", both.text());
    assert!(both.text().contains("A score of 200 or more is certain."));

    let enough = |title: &str| none.between(&format!("<h4>{title} or more</h4>"), "</div>").to_owned();
    for (title, combination, chance) in
        [("25 %", "of Depths", "63 %"), ("50 %", "of Depths", "63 %"), ("90 %", "of Depths + of Edges", "100 %")]
    {
        let expected = format!("<ul><li>{combination} <b>{chance}</b></li></ul>");
        assert!(
            enough(title).contains(&expected.replace('+', "&#43;")) || enough(title).contains(&expected),
            "{}",
            enough(title)
        );
    }
    assert_eq!(page("?has=9").await.lead(), "has: found `9`; expected the index of one of the theme&#39;s affixes.");
    assert_eq!(board.get(&format!("{SMALL}/1/themes/8")).await.status, StatusCode::NOT_FOUND);
}

/// The theme may come on daggers, not on foils, up to 40; there of Depths ends at 30.
#[tokio::test]
async fn a_theme_says_where_it_may_come() {
    let board = small().await;
    let page = board.get(&format!("{SMALL}/1/themes/7")).await;
    let row = cells(&page, &format!("{SMALL}/1/chances/23?subject=themes#theme-7"));
    // 1, 5 … 30: both; 35 and 40: of Edges; then nothing.
    let expected = [vec!["2"; 7], vec!["1"; 2], vec![""; 12]].concat();
    assert_eq!(row, expected);
    assert!(page.text().contains("<tr id=\"L2\" class=\"marked\">"), "{}", page.text());
}

/// Of Edges weighs 5 of daggers' 20 up to 30 and all of it later; foils have of Depths alone.
#[tokio::test]
async fn an_affix_says_how_often_it_is_drawn() {
    let board = small().await;
    let page = board.get(&format!("{SMALL}/1/affixes/1")).await;
    assert_eq!(page.status, StatusCode::OK, "{}", page.text());
    let row = cells(&page, &format!("{SMALL}/1/types/23#affix-1\">sword</a> <small>"));
    assert_eq!(row, [vec!["25.0"; 7], vec!["100"; 14]].concat());
    let good = board.get(&format!("{SMALL}/1/affixes/1?level=good")).await;
    assert_eq!(cells(&good, "#affix-1\">sword</a> <small>"), vec!["100"; 21]);
    assert!(page.text().contains(&format!("<a href=\"{SMALL}/1/themes/7\">of Cutting</a>")), "{}", page.text());
}

/// Normal drops are daggers and foils as 20 to 60.
#[tokio::test]
async fn kinds_stand_side_by_side() {
    let board = small().await;
    let page = board.get(&format!("{SMALL}/1/kinds?depth=30&sort=normal")).await;
    assert_eq!(page.status, StatusCode::OK, "{}", page.text());
    assert_eq!(cells(&page, ">Dagger</a>")[..3], ["sword", "yes", "25.0"]);
    assert_eq!(cells(&page, ">Foil</a>")[2..4], ["75.0", "75.0"]);
    assert_eq!(cells(&page, ">Foil</a>")[5], "1.00");
    let (foil, dagger) = (page.text().find(">Foil</a>"), page.text().find(">Dagger</a>"));
    assert!(foil < dagger, "the likeliest first");
    let by_depth = board.get(&format!("{SMALL}/1/kinds?view=normal")).await;
    assert_eq!(cells(&by_depth, ">Foil</a>"), vec!["75.0"; 21]);
    for (query, says) in [
        ("view=fine", "view: found `fine`; expected one of normal, good, great, good-change, great-change."),
        ("depth=900", "depth: found `900`; expected a level from 0 to 127."),
        ("type=3", "type: found `3`; expected the number of an item type, such as 75."),
        ("sort=size", "sort: found `size`; expected one of name, normal, good, great, good-ratio, great-ratio."),
    ] {
        assert_eq!(board.get(&format!("{SMALL}/1/kinds?{query}")).await.lead(), says);
    }
    let kind = board.get(&format!("{SMALL}/1/kinds/2")).await;
    assert!(kind.text().contains("<h1>Foil <small>kind 23:2 · 2</small></h1>"), "{}", kind.text());
    assert_eq!(cells(&kind, ">normal<"), vec!["75.0"; 21]);
    let artifact = board.get(&format!("{SMALL}/1/artifacts/1")).await;
    assert!(artifact.text().contains("An item of type sword: Dagger 23:1."), "{}", artifact.text());
}

/// Of 4.2's starter edition one has an `alloc` of 0.
#[tokio::test]
async fn an_artifact_that_never_drops_says_so() {
    let board = Board::new().await;
    board.add_starter("angband-4-2-starter").await;
    let fact = "It drops at none of the usual depths, whatever the drop.";
    for (index, never) in [(20, true), (19, false)] {
        let page = board.get(&format!("/editions/angband-4-2-starter/revisions/1/artifacts/{index}")).await;
        assert_eq!(page.text().contains(fact), never, "{}", page.text());
        assert_eq!(page.text().contains("<section id=\"often\">"), !never, "{}", page.text());
    }
}

#[tokio::test]
async fn changes_from_revision_to_revision_are_listed() {
    let board = small().await;
    let before = board.get(&format!("{SMALL}/1/affixes/2")).await;
    assert!(before.text().contains("No revision changed its lines. In the files since r1."), "{}", before.text());
    import(&board, &AFFIXES.replace("great:15:1 to 30", "great:25:1 to 50")).await;
    import(
        &board,
        &(AFFIXES.replace("great:15:1 to 30", "great:25:1 to 50") + "N:3:prefix:Keen\nT:sword:1:2:good:9:1 to 99\n"),
    )
    .await;
    let page = board.get(&format!("{SMALL}/3/affixes/2")).await;
    let history = page.between("<section id=\"history\">", "</section>");
    assert!(history.contains(&format!("<a href=\"{SMALL}/2\">r2</a>")) && history.contains(": changed"), "{history}");
    assert!(!history.contains("r3</a>"), "{history}");
    assert!(history.contains("<td class=\"number\">−</td><td><code>T:sword:1:2:great:15:1 to 30</code>"), "{history}");
    assert!(history.contains("<td class=\"number\">+</td><td><code>T:sword:1:2:great:25:1 to 50</code>"), "{history}");
    let keen = board.get(&format!("{SMALL}/3/affixes/3")).await;
    let history = keen.between("<section id=\"history\">", "</section>");
    assert!(history.contains("r3</a>") && history.contains(": added"), "{history}");
}

/// Games of egos have the same pages but for themes.
#[tokio::test]
async fn games_of_egos_have_them_too() {
    let board = Board::new().await;
    board.add_starter("angband-3-0-starter").await;
    let edition = "/editions/angband-3-0-starter/revisions/1";
    let open = board.open("angband-3-0-starter").await;
    let catalog = &open.loaded.catalog;
    for path in [
        format!("affixes/{}", catalog.affixes[0].index),
        format!("artifacts/{}", catalog.artifacts[0].index),
        format!("kinds/{}", catalog.kinds[0].index),
        "kinds?view=great-change".to_owned(),
    ] {
        let page = board.get(&format!("{edition}/{path}")).await;
        assert_eq!(page.status, StatusCode::OK, "{path}: {}", page.text());
    }
    assert_eq!(board.get(&format!("{edition}/themes/1")).await.status, StatusCode::NOT_FOUND);
}
