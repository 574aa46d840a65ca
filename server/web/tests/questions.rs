//! The page that answers questions.

use crate::support::Board;

const ASK: &str = "/editions/affix-branch-starter/revisions/1/ask";

#[tokio::test]
async fn an_answer_says_how_it_was_obtained() {
    let board = Board::new().await;
    let page = board
        .get(&format!(
            "{ASK}?q=tval:sword%26flag:RES_FIRE%26to_hit%3E%3D5%26!artifact:any&depths=20,40&items=262144&seed=7"
        ))
        .await;
    assert_eq!(page.status, 200);
    let text = page.text();
    for part in [
        "as a share of great drops",
        "simulated",
        " items of its kinds",
        " of them per drop",
        "Seed 7:",
        "Rules affix-branch ",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let json = board
        .get(&format!(
            "{ASK}.json?q=tval:sword%26flag:RES_FIRE%26to_hit%3E%3D5%26!artifact:any&depths=20,40&items=262144&seed=7"
        ))
        .await;
    let json: serde_json::Value = serde_json::from_slice(&json.body).expect("JSON");
    assert_eq!(json["question"], "tval:sword & flag:RES_FIRE & to_hit>=5 & !artifact:any");
    let answers = json["answers"].as_array().expect("answers");
    let depths: Vec<_> = answers.iter().map(|answer| answer["depth"].as_u64()).collect();
    assert_eq!(depths, [Some(20), Some(40)]);
    for answer in answers {
        let number = |name: &str| answer[name].as_f64().expect(name);
        assert!(number("low") < number("share") && number("share") < number("high"), "{answer}");
        let counted = number("met") / number("items") * number("items_per_drop") + number("special_artifacts");
        assert!((number("share") - counted).abs() < 1e-12, "{answer}");
    }
}

/// What the page and the command line answer is the same.
#[tokio::test]
async fn what_the_rules_tell_is_computed() {
    let board = Board::new().await;
    board.add_starter("angband-3-0-starter").await;
    let path = "/editions/angband-3-0-starter/revisions/1/ask";
    let page = board.get(&format!("{path}?q=kind:dagger%26egos%3E%3D1&depths=30")).await;
    let page = page.text();
    assert!(page.contains("<b class=\"how-exact\">exact</b>") && !page.contains("Another seed"), "{page}");
    let json = board.get(&format!("{path}.json?q=kind:dagger%26egos%3E%3D1&depths=30")).await;
    let json: serde_json::Value = serde_json::from_slice(&json.body).expect("JSON");
    assert_eq!((&json["answers"][0]["method"], &json["answers"][0]["error_bound"]), (&"computed".into(), &0.0.into()));
}

/// Fields of the form are joined to the question, whose address then says all.
#[tokio::test]
async fn the_form_adds_conditions() {
    let board = Board::new().await;
    let answer = board
        .get(&format!("{ASK}?q=theme:any&tval=%2323&value=to_hit&relation=%3E&number=3&depths=20&quality=good"))
        .await;
    assert_eq!(answer.status, 303);
    let to = answer.headers["location"].to_str().expect("an address");
    assert_eq!(to, format!("{ASK}?depths=20&quality=good&q=theme:any+%26+tval:%2323+%26+to_hit%3E3"));
}

#[tokio::test]
async fn what_cannot_be_asked_is_said() {
    let board = Board::new().await;
    for (query, part) in [
        ("q=tval:swrd", "column 1: found `swrd`; expected an item type, such as `sword`"),
        ("q=tval:sword%26", "column 12: found the end; expected a condition"),
        ("q=theme:any&depths=999", "depths: found `999`; expected depths from 0 to 127."),
        ("q=theme:any&depths=1-20", "depths: found 20 of them; expected at most 4 with so many items"),
        ("q=theme:any&seed=x", "seed: found `x`; expected a whole number."),
        ("q=theme:any&items=7", "items: found `7`"),
        ("q=theme:any&quality=superb", "quality: found `superb`"),
    ] {
        let answer = board.get(&format!("{ASK}?{query}")).await;
        let text = answer.text();
        assert!(answer.status == 400 && text.replace("&#39;", "'").contains(part), "{query}: {} {text}", answer.status);
    }
    assert_eq!(board.get(&format!("{ASK}.json?q=tval:swrd")).await.status, 400);
    board.add_starter("nethack-starter").await;
    assert_eq!(board.get("/editions/nethack-starter/revisions/1/ask").await.status, 404);
}
