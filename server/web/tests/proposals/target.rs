//! Weights that bring a share between two limits: found for the draft, and put into it.

use crate::support::Board;

const PATH: &str = "/editions/affix-branch-starter/draft/target";

#[tokio::test]
async fn an_answer_becomes_changes_of_the_draft() {
    let board = Board::new().await;
    let page = board.get(PATH).await;
    assert!(
        page.text().contains("<button class=\"primary\">Find weights</button>") && !page.text().contains("Answer 1")
    );
    let draft = board.get("/editions/affix-branch-starter/draft?type=23").await;
    assert!(draft.text().contains("href=\"/editions/affix-branch-starter/draft/target?type=23\""), "{}", draft.text());
    let asked = format!("{PATH}?affix=Balanced&type=23&least=5&most=6&levels=20&affix-level=good");
    let page = board.get(&asked).await;
    for piece in
        ["Answer 1: one line", "Balanced: <b>commonness 20 to ", "Dagger at level 20, good", "rules affix-branch "]
    {
        assert!(page.text().contains(piece), "{piece} in {}", page.text());
    }
    let (_, rest) = page.text().split_once("name=\"changes\" value=\"").expect("the changes");
    let changes = rest.split_once('"').expect("their end").0.replace("&#38;", "&");
    let taken = board.post(PATH, &format!("changes={}", crate::balance::field(&changes))).await;
    assert_eq!((taken.status.as_u16(), taken.header("location")), (303, "/editions/affix-branch-starter/draft"));
    // Found for the files as the draft has them, nothing is left to change.
    let page = board.get(&asked).await;
    assert!(page.text().contains("Nothing needs to change.") && page.text().contains("As it is"), "{}", page.text());
}

#[tokio::test]
async fn what_cannot_be_is_said() {
    let board = Board::new().await;
    for (query, piece) in [
        ("affix=Balancd&type=23&most=6", "affix: found `Balancd`; expected an affix of the files, or #index"),
        ("affix=Balanced&type=999&most=6", "type: found `999`; expected an item type"),
        ("affix=Balanced&type=23&most=x", "at most: found `x%`; expected 0% to 100%"),
        ("affix=Balanced&type=23&least=7&most=6", "at most: found less than at least"),
        ("affix=Balanced&type=23&most=6&levels=1-120", "levels: "),
        ("affix=Balanced&type=23&most=6&affix-level=superb", "affix level: found `superb`; expected one of "),
        ("affix=Balanced&type=23&most=6&of=drops&quality=superb", "quality: found `superb`; expected one of "),
        ("affix=Balanced&type=23&least=90&others=10", "Impossible: no weights do it for "),
    ] {
        let page = board.get(&format!("{PATH}?{query}")).await;
        assert!(page.status.as_u16() == 200 && page.text().contains(piece), "{piece} in {}", page.text());
    }
    let answer = board.post(PATH, "changes=nonsense").await;
    assert_eq!(answer.status.as_u16(), 400);
    assert!(answer.text().contains("changes: line 1: found `nonsense`"), "{}", answer.text());
    // Games whose entries have rarities alone have no weights to find.
    assert_eq!(board.get("/editions/nethack-starter/draft/target").await.status.as_u16(), 404);
}
