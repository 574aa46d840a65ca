//! Finding anything by its name: what comes first, what bounds it, and what nobody finds.

use affixboard_model::catalog::Sort;
use affixboard_store::DraftOf;

use crate::support::{Answer, Board, STARTER};

/// The results of a page: link, name, what it is.
fn found(page: &Answer) -> Vec<(String, String, String)> {
    let rows = page.text().split("<li><a href=\"").skip(1).filter(|row| row.contains("</a> <small>"));
    let rows = rows.filter_map(|row| {
        let (href, rest) = row.split_once("\">")?;
        let (name, rest) = rest.split_once("</a> <small>")?;
        Some((href.to_owned(), name.to_owned(), rest.split_once("</small>")?.0.to_owned()))
    });
    // Those of the header come before the page.
    let main = page.text().split_once("<ul class=\"plain found\">").map_or("", |(_, main)| main);
    rows.filter(|row| main.contains(&format!("<li><a href=\"{}\">{}</a>", row.0, row.1))).collect()
}

fn query(text: &str) -> String {
    text.bytes().fold(String::new(), |encoded, byte| encoded + &format!("%{byte:02X}"))
}

async fn find(board: &Board, text: &str) -> Vec<(String, String, String)> {
    found(&board.get(&format!("{STARTER}/find?q={}", query(text))).await)
}

#[tokio::test]
async fn every_entry_is_found_by_its_name() {
    let board = Board::new().await;
    board.add_starter("nethack-starter").await;
    let mut asked = 0;
    for slug in ["affix-branch-starter", "nethack-starter"] {
        let open = board.open(slug).await;
        let mut names = Vec::new();
        for (sort, folder) in Sort::OF_ITEMS.into_iter().zip(["affixes", "themes", "artifacts", "kinds"]) {
            let of_sort = open.loaded.catalog.entries_of(sort);
            names.extend(of_sort.iter().map(|entry| (entry.name.to_owned(), format!("{folder}/{}", entry.index))));
        }
        for entry in open.loaded.model.entries() {
            let sort = open.loaded.sorts()[usize::from(entry.sort)].name;
            names.push((entry.name.clone(), format!("entries/{sort}/{}", entry.index)));
        }
        names.retain(|name| !name.0.is_empty());
        assert!(names.len() > 100, "{slug}: {}", names.len());
        // Some share a name; more than are shown share none.
        for (name, page) in names.iter().step_by(7) {
            let answer = board.get(&format!("/editions/{slug}/revisions/1/find?q={}", query(name))).await;
            let href = format!("/editions/{slug}/revisions/1/{page}");
            assert!(found(&answer).iter().any(|row| row.0 == href), "{name} of {slug}: {}", answer.text());
            asked += 1;
        }
    }
    assert!(asked > 40, "{asked}");
}

#[tokio::test]
async fn entries_come_before_lines_and_exact_names_first() {
    let board = Board::new().await;
    let sharp = find(&board, "sharp").await;
    assert_eq!(sharp[0], (format!("{STARTER}/affixes/100"), "Sharp".to_owned(), "affix 100".to_owned()));
    let first_line = sharp.iter().position(|row| row.1.contains(".txt:")).expect("the line that names it");
    assert!(sharp[first_line..].iter().all(|row| row.1.contains(".txt:")), "{sharp:?}");
    // A type leads to how likely its drops carry something, then to its pools.
    let cloak = find(&board, "cloak").await;
    let pages: Vec<_> = cloak.iter().filter(|row| row.2.starts_with("item type 35 · ")).map(|row| &row.0).collect();
    assert_eq!(pages, [&format!("{STARTER}/chances/35"), &format!("{STARTER}/types/35")]);
    assert_eq!(find(&board, "gaps").await[0].0, format!("{STARTER}/gaps"));
    assert_eq!(find(&board, "affix 100").await[0].1, "Sharp");
}

#[tokio::test]
async fn lines_are_found_by_place_and_by_what_they_say() {
    let board = Board::new().await;
    let lines = std::fs::read_to_string(format!("{}/../../data/affix-branch/ego_item.txt", env!("CARGO_MANIFEST_DIR")));
    let lines = lines.expect("the starter's file");
    let (at, _) = lines.lines().enumerate().find(|line| line.1 == "N:100:prefix:Sharp").expect("the line");
    let (place, href) =
        (format!("ego_item.txt:{}", at + 1), format!("{STARTER}/files/ego_item.txt?from={0}#L{0}", at + 1));
    for asked in [place.as_str(), &place.to_uppercase(), "N:100:prefix:sharp"] {
        let rows = find(&board, asked).await;
        assert_eq!((&rows[0].0, rows[0].2.as_str()), (&href, "N:100:prefix:Sharp"), "{asked}: {rows:?}");
    }
    for none in ["ego_item.txt:0", "ego_item.txt:99999999", "ego_item.txt:-1", "nowhere.txt:1"] {
        assert_eq!(find(&board, none).await, [], "{none}");
    }
}

#[tokio::test]
async fn what_is_looked_for_is_bounded() {
    let board = Board::new().await;
    for page in [STARTER.to_owned() + "/find", "/find".to_owned()] {
        let long = board.get(&format!("{page}?q={}", "x".repeat(101))).await;
        assert_eq!((long.status.as_u16(), long.lead()), (400, "q: found 101 characters; expected at most 100."));
        assert_eq!(board.get(&format!("{page}?q={}", "x".repeat(100))).await.status.as_u16(), 200);
        let many = board.get(&format!("{page}?q=e")).await;
        assert_eq!(found(&many).len(), 50, "{}", many.text());
        assert!(many.text().contains(" found; the first 50 are shown."), "{}", many.text());
        let none = board.get(&format!("{page}?q=%3Cscript%3Ealert(1)%3C/script%3E")).await;
        assert!(none.text().contains("Nothing has this name.") && !none.text().contains("<script>alert"));
        let empty = board.get(&page).await;
        assert!(empty.status.as_u16() == 200 && found(&empty).is_empty(), "{}", empty.text());
        assert_eq!(board.get(&format!("{page}?q=%FF%00")).await.status.as_u16() / 100, 2);
    }
    assert_eq!(board.get("/editions/none/revisions/1/find?q=a").await.status.as_u16(), 404);
}

#[tokio::test]
async fn proposals_and_batches_are_found_and_drafts_are_not() {
    let board = Board::new().await;
    board.start_batch("depths=1&drops=1&seed=1&normal=on").await;
    let draft = "/editions/affix-branch-starter/draft";
    let batch = find(&board, "batch 1").await;
    assert_eq!((batch[0].0.as_str(), batch[0].1.as_str()), ("/batches/1", "Batch 1"));
    let line = ["T:soft armour:0:99:great:20:1 to 127", "T:soft armour:0:99:great:77:1 to 127"];
    assert!(!find(&board, line[0]).await.is_empty());
    let form = format!("version=0&l1=affix.1.T.1&w1={}&f1.commonness=77", query(line[0]));
    let saved = board.post(&format!("{draft}?entry=affix.1"), &form).await;
    assert!(saved.status.is_redirection(), "{}", saved.text());
    let edition = board.open("affix-branch-starter").await.revision.edition_id;
    let kept = board.store.draft(None, DraftOf::New(edition)).await.expect("an answer").expect("a draft");
    assert!(kept.changes.contains(line[1]), "{}", kept.changes);
    assert_eq!(find(&board, line[1]).await, [], "that is nobody else's business");
    let everywhere = found(&board.get("/find?q=batch+1").await);
    assert_eq!(everywhere[0].0, "/batches/1", "{everywhere:?}");
    let own = find(&board, "draft").await;
    assert_eq!(own.iter().map(|row| row.0.as_str()).collect::<Vec<_>>(), [draft]);
}

#[tokio::test]
async fn all_editions_are_searched_together() {
    let board = Board::new().await;
    board.add_starter("nethack-starter").await;
    let sharp = found(&board.get("/find?q=sharp").await);
    let expected = (format!("{STARTER}/affixes/100"), "Sharp".to_owned());
    assert_eq!((sharp[0].0.clone(), sharp[0].1.clone()), expected);
    assert_eq!(sharp[0].2, "affix 100 · Angband affix branch starter");
    let rat = found(&board.get("/find?q=cellar+rat").await);
    assert_eq!(rat[0].0, "/editions/nethack-starter/revisions/1/entries/monsters/11", "{rat:?}");
    let gaps = found(&board.get("/find?q=gaps+nethack").await);
    assert_eq!(gaps[0].0, "/editions/nethack-starter/revisions/1/gaps", "{gaps:?}");
}
