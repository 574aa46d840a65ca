//! Proposals on a source tree: numbers of C tables and lines of dungeon.def, what they do to the game's subjects, and the
//! patch that comes of them.

use axum::http::StatusCode;

use super::show::form;
use crate::support::{Answer, Board};

const DRAFT: &str = "/editions/nethack-starter/draft";
const WISHING: &str = "/editions/nethack-starter/draft?entry=objects.62";
const STAIR: &str = "/editions/nethack-starter/draft?entry=dungeons.1";

async fn board() -> Board {
    let board = Board::new().await;
    board.add_starter("nethack-starter").await;
    board
}

/// What a form of one number sends.
fn number<'a>(key: &'a str, was: &'a str, now: &'a str) -> String {
    form(&[("do", "save"), ("l1", key), ("w1", was), ("f1.value", now)])
}

/// The texts of a part of a page, without what is folded or marked up.
fn words(text: &str) -> String {
    let mut words = String::new();
    let mut is_tag = false;
    for letter in text.chars() {
        match letter {
            '<' => is_tag = true,
            '>' => {
                is_tag = false;
                words.push(' ');
            }
            _ if !is_tag => words.push(letter),
            _ => {}
        }
    }
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The row of a table that begins with a name.
fn row(answer: &Answer, name: &str) -> String {
    let text = answer.text();
    let effect = text.find("id=\"effect\"").unwrap_or_default();
    let text = &text[effect..];
    let from = text.find(&format!(">{name}</a> <small>")).unwrap_or_else(|| panic!("no {name} in {text}"));
    words(text[from + 1..].split("</tr>").next().expect("a row"))
}

/// Wands are 4 in 100 objects. Of 1000 wands 5 are wands of wishing; with 10 the last wand of the table gets 5 less, which is
/// what the others leave.
#[tokio::test]
async fn a_number_of_a_table_is_changed_shown_and_merged() {
    let board = board().await;
    let entry = board.get("/editions/nethack-starter/revisions/1/entries/objects/62").await;
    assert!(entry.text().contains(&format!("href=\"{WISHING}\">Propose a change</a>")), "{}", entry.text());
    let page = board.get(WISHING).await;
    assert!(
        page.text().contains("name=\"w1\" value=\"5\"") && page.text().contains("chance among its class, in 1/1000")
    );
    let main = page.between("<main", "</main>");
    assert!(!main.contains("New line") && !main.contains("item type"), "{main}");

    let refused = board.post(WISHING, &number("objects.62.probability.1", "5", "ten")).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(refused.text().contains("found no number, expected one from"), "{}", refused.text());
    assert!(refused.text().contains("value=\"ten\""), "what was typed stays");
    let outdated = board.post(WISHING, &number("objects.62.probability.1", "6", "10")).await;
    assert_eq!(outdated.status, StatusCode::CONFLICT, "{}", outdated.text());

    let saved = board.post(WISHING, &number("objects.62.probability.1", "5", "10")).await;
    assert_eq!(saved.status, StatusCode::SEE_OTHER, "{}", saved.text());
    let page = board.get(WISHING).await;
    assert_eq!(row(&page, "wishing"), "wishing kind every 0.0200 % 0.0400 % ▲ +0.020 × 2.00");
    assert_eq!(row(&page, "fire"), "fire kind every 0.600 % 0.580 % ▼ −0.020 × 0.967");
    assert!(page.text().contains("<code>probability 5</code>") && page.text().contains("<code>probability 10</code>"));
    assert!(page.text().contains("found 1005 as the sum of the chances of class / wands"), "{}", page.text());

    let version = page.between("name=\"version\" value=\"", "\"").to_owned();
    let propose = form(&[("do", "propose"), ("version", &version), ("title", "More wishes")]);
    let proposed = board.post(DRAFT, &propose).await;
    assert_eq!((proposed.status, proposed.header("location")), (StatusCode::SEE_OTHER, "/proposals/1"));
    let page = board.get("/proposals/1").await;
    assert_eq!(row(&page, "wishing"), "wishing kind every 0.0200 % 0.0400 % ▲ +0.020 × 2.00");
    assert!(page.text().contains("object 62 wishing"), "{}", page.text());
    let patch = board.get("/proposals/1.patch").await;
    assert_eq!(
        patch.text().lines().filter(|line| line.starts_with(['-', '+', 'd'])).collect::<Vec<_>>(),
        [
            "diff --git a/src/objects.c b/src/objects.c",
            "--- a/src/objects.c",
            "+++ b/src/objects.c",
            "-WAND(\"wishing\", \"balsa\", 5, 500, NODIR, WOOD),",
            "+WAND(\"wishing\", \"balsa\", 10, 500, NODIR, WOOD),",
        ]
    );
    let zipped = board.get("/proposals/1.zip").await;
    let archive = zip::ZipArchive::new(std::io::Cursor::new(zipped.body.clone())).expect("a zip");
    assert!(archive.file_names().any(|name| name.is_ok_and(|name| name == "dat/dungeon.def")));

    let merged = board.post("/proposals/1/merge", "seen=1").await;
    assert_eq!(merged.status, StatusCode::SEE_OTHER, "{}", merged.text());
    let entry = board.get("/editions/nethack-starter/revisions/2/entries/objects/62").await;
    assert!(words(entry.text()).contains("Chance 10 chance among its class"), "{}", words(entry.text()));
    // The two revisions compared: the same numbers, and the row that changed.
    let compared = board.get("/compare?from=nethack-starter@1&to=nethack-starter@2").await;
    assert_eq!(compared.status, StatusCode::OK, "{}", compared.text());
    assert_eq!(row(&compared, "wishing"), "wishing kind every 0.0200 % 0.0400 % ▲ +0.020 × 2.00");
    assert!(
        !compared.between("<main", "</main>").contains("item type")
            && words(compared.text()).contains("object: 0 added, 0 removed, 1 changed")
    );
    let changes = board.get("/editions/nethack-starter/revisions/2/changes").await;
    assert!(words(changes.text()).contains("wishing"), "{}", words(changes.text()));
}

/// The Long Stair has 22 to 25 levels, each as likely. The lake is on the fourth, third or second from the bottom; a level that
/// must be on the second leaves it the others. At depth 20 it is the third of 22 or the fourth of 23: 1/4 · 1/3 + 1/4 · 1/3,
/// and then 1/4 · 1/2 + 1/4 · 1/2.
#[tokio::test]
async fn a_level_that_is_added_shows_what_it_does_to_the_others() {
    let board = board().await;
    let level = board.get("/editions/nethack-starter/revisions/1/entries/special-levels/3").await;
    assert!(level.text().contains("<h1>lake ") && level.text().contains(&format!("href=\"{STAIR}\">Propose")));
    let added = form(&[("do", "save"), ("n1", "dungeons.1.LEVEL.0"), ("a1.text", "\"vault\" \"none\" @ (-2, 0)")]);
    let saved = board.post(STAIR, &added).await;
    assert_eq!(saved.status, StatusCode::SEE_OTHER, "{}", saved.text());
    let page = board.get(STAIR).await;
    assert!(page.text().contains("LEVEL:&#34;vault&#34; &#34;none&#34; @ (-2, 0)"), "{}", page.text());
    assert_eq!(row(&page, "vault"), "vault level 21 – 25.0 % ▲ +25 new");
    // At depth 20 it comes as much more often as it is missed at 24: of 25 levels it would be the second from the bottom.
    assert_eq!(row(&page, "lake"), "lake level 20 16.7 % 25.0 % ▲ +8.3 × 1.50");
    // All levels and depths at once, in points of per cent: at depth 19 a twelfth becomes an eighth.
    let all = page.between("All changes by depth", "</table>");
    let lake = words(all.split("lake").nth(1).and_then(|rest| rest.split("</tr>").next()).expect("its row"));
    assert_eq!(lake, "level ▲ +4.2 ▲ +8.3 = = ▼ −4.2 ▼ −8.3");
    assert!(!all.contains("library") && page.text().contains("rows don’t change"));

    let unreadable = form(&[("do", "save"), ("n1", "dungeons.1.LEVEL.0"), ("a1.text", "vault")]);
    assert_eq!(board.post(STAIR, &unreadable).await.status, StatusCode::SEE_OTHER);
    let page = board.get(STAIR).await;
    assert!(page.text().contains("line-note is-error"), "{}", page.text());
}
