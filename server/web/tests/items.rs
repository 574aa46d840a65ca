//! The page of sampled items: the same seed gives the same ones, alone, with an entry, and beside a proposal.

use super::support::Board;

const ITEMS: &str = "/editions/affix-branch-starter/revisions/1/items/23";

/// The rows of the CSV, without its heading.
async fn rows(board: &Board, query: &str) -> Vec<Vec<String>> {
    let answer = board.get(&format!("{ITEMS}.csv?{query}")).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert!(answer.header("content-disposition").contains("affix-branch-starter-r1-items-sword-"), "a name of its own");
    let mut reader = csv::Reader::from_reader(answer.body.as_slice());
    let headings: Vec<String> = reader.headers().expect("headings").iter().map(str::to_owned).collect();
    assert_eq!(headings[..4], ["drop", "side", "item", "carries"]);
    reader.records().map(|row| row.expect("a row").iter().map(str::to_owned).collect()).collect()
}

#[tokio::test]
async fn the_same_seed_gives_the_same_items() {
    let board = Board::new().await;
    let page = board.get(&format!("{ITEMS}?quality=great&depth=30")).await;
    let text = page.text();
    assert_eq!(page.status, 200, "{text}");
    assert!(
        text.contains("Items: sword") && text.contains("great drops at depth 30") && text.contains("seed 1"),
        "{text}"
    );
    let twenty = rows(&board, "quality=great&depth=30").await;
    assert_eq!(twenty.len(), 20);
    assert_eq!(rows(&board, "quality=2&depth=30").await, twenty, "by the position of the quality");
    assert_eq!(rows(&board, "quality=great&depth=30&items=5").await[..], twenty[..5]);
    assert_ne!(rows(&board, "quality=great&depth=30&seed=2").await, twenty);
    for row in &twenty {
        assert!(text.contains(&format!("<td class=\"num\">{}</td>", row[0])), "{row:?}");
    }
}

/// All that are asked for carry the entry, and they are among those of the type.
#[tokio::test]
async fn items_with_an_affix() {
    let board = Board::new().await;
    let sharp = rows(&board, "quality=great&depth=30&with=affix-100&items=10").await;
    assert_eq!(sharp.len(), 10);
    assert!(
        sharp.iter().all(|row| row[3].split(", ").any(|one| one == "Sharp" || one.starts_with("Sharp ×"))),
        "{sharp:?}"
    );
    let all = rows(&board, "quality=great&depth=30&items=200").await;
    assert!(sharp.iter().take(3).all(|row| all.iter().any(|one| one[..4] == row[..4])), "{sharp:?}");
}

#[tokio::test]
async fn drops_before_and_after_a_proposal() {
    let board = Board::new().await;
    let form = "version=0&l1=affix.1.T.1&w1=T:soft+armour:0:99:great:20:1+to+127&f1.commonness=2000";
    assert_eq!(board.post("/editions/affix-branch-starter/draft?entry=affix.1", form).await.status, 303);
    let path = "/editions/affix-branch-starter/revisions/1/items/36";
    let page = board.get(&format!("{path}?depth=30&quality=great&beside=draft:affix-branch-starter")).await;
    let text = page.text();
    assert_eq!(page.status, 200, "{text}");
    let after = text.matches("<tr class=\"came\">").count();
    assert!(after > 5, "most carry it then: {text}");
    // Itself is the same drop by drop.
    let same = board.get(&format!("{path}?depth=30&quality=great&beside=affix-branch-starter@1")).await;
    let same = same.text();
    assert!(!same.contains("class=\"came\"") && !same.contains("class=\"went\""), "{same}");
}

#[tokio::test]
async fn what_cannot_be_asked_is_said() {
    let board = Board::new().await;
    board.add_starter("v4-starter").await;
    board.add_starter("nethack-starter").await;
    for (path, status, message) in [
        (format!("{ITEMS}?depth=1000"), 400, "expected a level from 0 to 127"),
        (format!("{ITEMS}?items=0"), 400, "expected a number from 1 to 200"),
        (format!("{ITEMS}?seed=-1"), 400, "expected a whole number"),
        (format!("{ITEMS}?with=affix-9999"), 400, "expected an affix or theme"),
        (format!("{ITEMS}?beside=v4-starter@1"), 400, "of the same game"),
        (format!("{ITEMS}?beside=none@1"), 404, "none"),
        ("/editions/affix-branch-starter/revisions/1/items/999".to_owned(), 404, "no item type 999"),
        (
            "/editions/affix-branch-starter/revisions/1/items/x.svg".to_owned(),
            404,
            "expected the number of an item type",
        ),
        ("/editions/nethack-starter/revisions/1/items/1".to_owned(), 404, "no item type 1"),
    ] {
        let answer = board.get(&path).await;
        assert_eq!(answer.status, status, "{path}");
        assert!(answer.text().contains(message), "{path}: {}", answer.text());
    }
}
