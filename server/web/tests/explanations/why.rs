//! Explanations: what they say of an edition small enough to work it out, and that each number leads to one.

use axum::http::StatusCode;
use serde_json::Value;

use crate::support::{Answer, Board, STARTER};

const FILES: &[(&str, &str, &[u8])] = &[
    ("file", "object_base.txt", b"N:sword:Sword~\n"),
    ("file", "object.txt", b"N:1:& Dagger~\nI:sword:1\nA:20:1 to 100\nN:2:& Foil~\nI:sword:2\nA:60:1 to 100\n"),
    (
        "file",
        "ego_item.txt",
        b"N:1:suffix:of Edges\nT:sword:1:1:good:5:1 to 255\nT:sword:1:1:great:50:1 to 100\n\
          N:2:suffix:of Depths\nT:sword:1:1:great:15:1 to 30\n",
    ),
    (
        "file",
        "ego_themes.txt",
        b"N:7:suffix:of Cutting\nT:sword:1:1:1 to 40\nA:of Edges:7\nA:of Depths:14\nA:of Depths:7\n",
    ),
    ("file", "artifact.txt", b"N:1:'Thorn'\nI:sword:1\nA:10:5 to 100\n"),
];
const SMALL: &str = "/editions/small/revisions/1/why/23/1";

pub(super) async fn small() -> Board {
    let board = Board::new().await;
    let answer = board.import("small", FILES).await;
    assert!(answer.status.is_success() || answer.status.is_redirection(), "{}", answer.text());
    board
}

fn json(answer: &Answer) -> Value {
    assert_eq!((answer.status, answer.header("content-type")), (StatusCode::OK, "application/json"));
    serde_json::from_slice(&answer.body).expect("JSON")
}

#[track_caller]
fn near(found: &Value, expected: f64) {
    let found = found.as_f64().expect("a number");
    assert!((found - expected).abs() < 1e-12, "{found}, expected {expected}");
}

/// Normal daggers at level 30 draw from great with 40 %, and have 0, 1 or 2 draws. One draw in twenty is made deeper, at 1 +
/// 3840 ÷ r, past level 30 always, and up to r = 15 past 255.
#[tokio::test]
async fn a_small_edition_is_explained() {
    let board = small().await;
    let page = board.get(&format!("{SMALL}/affix-1?depth=30&quality=normal&made=given")).await;
    let text = page.text();
    assert_eq!(page.status, StatusCode::OK, "{text}");
    assert!(text.contains("<h1>Why “of Edges” on Dagger? <small>Normal drops, level 30</small></h1>"), "{text}");
    // Of 0.6: 0.95 + 113 / 2560; of 0.4: 0.25 × 0.95 + 113 / 2560.
    assert!(text.contains("They have 1.00 draws on average; the first one gives it with 70.9 %."), "{text}");
    assert!(text.contains("where it weighs 5 of 5."), "{text}");
    // At level 30 from great its line of 5 hides the one of 50.
    assert!(text.contains("line 2, which hides another"), "{text}");
    assert!(text.contains("/affixes/1#L2\""), "its line leads to the file: {text}");
    assert!(
        text.contains("/why/23/1/affix-2?depth=30&#38;quality=0&#38;made=given\""),
        "so does what competes: {text}"
    );

    let json = json(&board.get(&format!("{SMALL}/affix-1.json?depth=30&quality=0&made=given")).await);
    near(&json["about"]["per_first_draw"], 0.6 * 0.95 + 0.4 * 0.95 * 0.25 + 113.0 / 2560.0);
    near(&json["first_draw"]["nothing"], 15.0 / 2560.0);
    near(&json["mean_draws"], 1.0);
    assert_eq!(json["provenance"]["how"], "exact");
    assert_eq!(json["per_drop"], Value::Null, "of given kinds nothing is computed for all pages");
    let lines = json["about"]["lines"].as_array().expect("lines");
    let shown: Vec<_> = lines.iter().map(|line| (&line["line"], &line["commonness"])).collect();
    assert_eq!(format!("{shown:?}"), "[(Number(2), Number(5)), (Number(3), Number(50))]");
    let hidden =
        json["first_draw"]["places"].as_array().expect("places").iter().find(|place| {
            place["levels"] == serde_json::json!([30, 30]) && place["affix_levels"]["highest"] == "great"
        });
    let hidden = hidden.expect("a place");
    assert_eq!((&hidden["weight"], &hidden["pool"]["total"]), (&5.into(), &20.into()));
    assert_eq!(hidden["lines"], serde_json::json!(["counts", "hidden"]));

    // What is drawn no deeper is not drawn by great drops, which are made 10 levels deeper at least.
    let page = board.get(&format!("{SMALL}/affix-2?depth=30&quality=great")).await;
    assert!(page.text().contains("none draws “of Depths” here: past its last level."), "{}", page.text());
    let foil = board.get("/editions/small/revisions/1/why/23/2/affix-2").await;
    assert!(foil.text().contains("none draws “of Depths”: none of its lines speaks of this kind."), "{}", foil.text());
    // A form without scripts changes the kind by the query.
    let foil = board.get(&format!("{SMALL}/affix-2?sval=2")).await;
    assert!(foil.text().contains("on Foil?"));
}

/// As above. Items with the wider window, 40 %, can have both: one in three makes two draws. "of Depths" counts in two lines
/// of the theme and brings it in 63 %, which ends the drawing.
#[tokio::test]
async fn two_affixes_are_explained_together() {
    let board = small().await;
    let at = format!("{SMALL}/affix-1");
    let plain = board.get(&format!("{at}?depth=30&quality=normal&made=given")).await;
    let plain = plain.text();
    assert!(plain.contains("<h2>Together with</h2>"), "{plain}");
    assert!(plain.contains("<option value=\"affix-2\">of Depths (2)</option>"), "{plain}");

    let (edges, depths) = (0.95 * 0.25 + 0.05 * 113.0 / 128.0, 0.95 * 0.75);
    let (only_edges, goes_on): (f64, f64) = (0.95 + 0.05 * 113.0 / 128.0, 0.37);
    let both = 0.4 / 3.0 * (edges * depths + depths * goes_on * edges);
    let first = 1.0 - edges - depths + depths * goes_on;
    let has = 0.6 / 3.0 * (only_edges + 1.0 - (1.0 - only_edges).powi(2)) + 0.4 / 3.0 * (2.0 * edges + first * edges);
    let other = 0.4 / 3.0 * (2.0 * depths + (1.0 - depths) * depths);
    let json = json(&board.get(&format!("{at}.json?depth=30&quality=0&made=given&with=affix-2")).await);
    let together = &json["together"];
    assert_eq!(together["with"], serde_json::json!({ "index": 2, "name": "of Depths" }));
    near(&together["items_per_drop"], 1.0);
    for (name, expected) in [
        ("has", has),
        ("has_other", other),
        ("has_both", both),
        ("has_other_given_this", both / has),
        ("if_independent", has * other),
    ] {
        near(&together[name]["mean"], expected);
        near(&together[name]["error_bound"], 0.0);
    }

    let page = board.get(&format!("{at}?depth=30&quality=normal&made=given&with=affix-2")).await;
    let page = page.text();
    let times = both / (has * other);
    let said = format!(
        "have both “of Edges” and “of Depths”, {times:.3} times what it would be if one said nothing of the other."
    );
    assert!(page.contains("3.67 %") && page.contains(&said), "{said}: {page}");
    assert!(page.contains("<option value=\"affix-2\" selected>of Depths (2)</option>"), "{page}");
    assert!(page.contains("“of Depths”, of items with “of Edges”"), "{page}");
    assert!(page.contains("followed through all draws, by which of the two an item has"), "{page}");
    // Other settings keep it, and what competes leads to pages without it.
    assert!(page.contains("made=given&#38;with=affix-2&#38;quality=1\""), "{page}");
    assert!(page.contains("/why/23/1/affix-2?depth=30&#38;quality=0&#38;made=given\""), "{page}");
    // Themes have no such section.
    let theme = board.get(&format!("{SMALL}/theme-7?depth=30&with=affix-2")).await;
    let theme = theme.text();
    assert!(!theme.contains("Together with"), "{theme}");
}

#[tokio::test]
async fn of_egos_an_item_has_one() {
    let board = Board::new().await;
    board.add_starter("angband-3-5-starter").await;
    let open = board.open("angband-3-5-starter").await;
    let (catalog, sword) = (&open.loaded.catalog, 23);
    let kind = catalog.kind(catalog.kinds_of(sword)[0]);
    let mut egos =
        catalog.affixes.iter().filter(|ego| ego.allocations.iter().any(|line| line.covers(sword, kind.sval)));
    let (ego, other) = (egos.next().expect("an ego"), egos.next().expect("another"));
    let path = format!("/editions/angband-3-5-starter/revisions/1/why/{sword}/{}/affix-{}", kind.sval, ego.index);
    let query = format!("?depth=30&quality=good&with=affix-{}", other.index);
    let page = board.get(&format!("{path}{query}")).await;
    let page = page.text();
    let said = format!("none has both “{}” and “{}”: an item has one ego at most.", ego.name, other.name);
    assert!(page.contains(&said.replace('\'', "&#39;")), "{said}: {page}");
    let json = json(&board.get(&format!("{path}.json{query}")).await);
    assert_eq!(json["together"]["has_both"], serde_json::json!({ "mean": 0.0, "error_bound": 0.0 }));
    // It has the ego as often as the explanation says, of the same items.
    let often = json["about"]["without_themes"]["at_least_once"].as_f64().expect("a number");
    near(&json["together"]["has"]["mean"], often);
    assert!(often > 0.0);
}

/// Weights of 28: both are certain, one of Depths, which two lines name, scores 21 × 8 × 21 ÷ 28 = 126.
#[tokio::test]
async fn a_theme_is_explained() {
    let board = small().await;
    let page = board.get(&format!("{SMALL}/theme-7?depth=30&quality=normal")).await;
    let text = page.text();
    assert!(
        text.contains("The most that two bring in each look is 100 %, such as “of Edges” and “of Depths”."),
        "{text}"
    );
    assert!(text.contains("of Depths alone") && text.contains("63.0 % (score 126)"), "{text}");
    let json = json(&board.get(&format!("{SMALL}/theme-7.json?depth=30&quality=normal&made=given")).await);
    near(&json["about"]["legal"], 0.95 + 0.05 * 32.0 / 128.0);
    assert_eq!(json["about"]["pairs"][0]["score"]["score"], 224);
}

#[tokio::test]
async fn an_ego_is_explained_with_what_is_computed() {
    let board = Board::new().await;
    board.add_starter("angband-3-5-starter").await;
    let at = "/editions/angband-3-5-starter/revisions/1";
    let open = board.open("angband-3-5-starter").await;
    let (catalog, sword) = (&open.loaded.catalog, 23);
    let kind = catalog.kind(catalog.kinds_of(sword)[0]);
    let ego = catalog.affixes.iter().find(|ego| ego.allocations.iter().any(|line| line.covers(sword, kind.sval)));
    let ego = ego.expect("an ego of swords");
    let path = format!("{at}/why/{sword}/{}/affix-{}", kind.sval, ego.index);
    let page = board.get(&format!("{path}?depth=30&quality=good")).await;
    assert!(page.text().contains("turn out excellent and look for an ego"), "{}", page.text());
    let json = json(&board.get(&format!("{path}.json?depth=30&quality=good")).await);
    // An ego has one draw: what drops have is what is said of items, times how many drops are such items.
    let has = &json["per_drop"]["has"]["mean"];
    let (items, often) = (&json["per_drop"]["of_kind"]["mean"], &json["about"]["without_themes"]["mean"]);
    near(has, items.as_f64().expect("a number") * often.as_f64().expect("a number"));
    assert!(page.text().contains("<h2>How they turn out</h2>"));
}

#[tokio::test]
async fn what_cannot_be_explained_is_said_plainly() {
    let board = Board::new().await;
    let at = |rest: &str| format!("{STARTER}/why/{rest}");
    for (rest, status, said) in [
        ("23/250/affix-100", 404, "There is no kind 23:250 in this revision."),
        ("23/11/affix-99999", 404, "Found `affix-99999`; expected an affix or theme of this revision"),
        ("23/11/100", 404, "Found `100`; expected an affix or theme"),
        ("23/11/affix-100.xml", 404, "Found the format `xml`; expected json, csv or svg."),
        ("x/11/affix-100", 404, "There is no such page."),
        ("23/11/affix-100?depth=deep", 400, "depth: found `deep`; expected a level from 0 to 127."),
        ("23/11/affix-100?depth=128", 400, "depth: found `128`; expected a level from 0 to 127."),
        ("23/11/affix-100?quality=9", 400, "quality: found `9`; expected one of normal, good, great."),
        ("23/11/affix-100?made=up", 400, "made: found `up`; expected one of drop, given."),
        ("23/11/affix-100?rules=new", 400, "rules: found `new`; expected one of coded, documented, guide."),
        ("23/11/affix-100?sval=x", 400, "sval: found `x`; expected a number."),
        ("23/11/affix-100?with=affix-99999", 400, "with: found `affix-99999`; expected an affix of this revision"),
        ("23/11/affix-100?with=theme-5", 400, "with: found `theme-5`; expected an affix of this revision"),
        ("23/11/affix-100.svg?theme=red", 400, "theme: found `red`; expected light or dark."),
    ] {
        let answer = board.get(&at(rest)).await;
        assert_eq!(answer.status.as_u16(), status, "{rest}");
        assert!(answer.lead().starts_with(said), "{rest}: {}", answer.lead());
    }
}

/// The links of a page that lead to explanations.
fn links(page: &Answer) -> Vec<String> {
    assert_eq!(page.status, StatusCode::OK);
    let parts = page.text().split("class=\"why-link\" href=\"").skip(1);
    parts.map(|part| part.split_once('"').expect("an end").0.replace("&#38;", "&")).collect()
}

#[tokio::test]
async fn rows_of_sheets_lead_to_explanations() {
    let board = Board::new().await;
    // What is available at a level is what magic applied to a given kind draws from there.
    let found = links(&board.get(&format!("{STARTER}/types/23?sval=11")).await);
    assert!(found.contains(&format!("{STARTER}/why/23/11/affix-100?made=given&pool=2")), "{found:?}");
    let any = links(&board.get(&format!("{STARTER}/types/23?rules=documented")).await);
    assert!(
        any.len() > 20 && any.iter().all(|link| link.ends_with("?made=given&pool=2&rules=documented&of=type")),
        "{any:?}"
    );
    for link in found.iter().chain(&any).step_by(7) {
        let page = board.get(&format!("{link}&depth=20")).await;
        assert_eq!(page.status, StatusCode::OK, "{link}");
        assert!(!page.text().contains("none of its lines speaks of this kind"), "{link}: {}", page.text());
    }

    let id = board.start_batch("depths=30&good=on&drops=200&seed=1").await;
    let worker = board.work();
    board.finished(id).await;
    let counted = board.get(&format!("/batches/{id}/types/23")).await;
    assert!(counted.text().contains("data-depth=\"30\""), "scripts read the depth of a cell");
    let found = links(&counted);
    assert!(found.iter().any(|link| link.contains("/theme-")), "{found:?}");
    assert!(found.iter().all(|link| link.ends_with("?quality=1&of=type")), "{found:?}");
    let chances = links(&board.get(&format!("{STARTER}/chances/30?quality=great")).await);
    assert!(chances.iter().all(|link| link.ends_with("?quality=2&of=type")), "{chances:?}");
    drop((board, worker));
}

/// Where a line of an affix says where it may be drawn, the explanation says how often it is.
#[tokio::test]
async fn allocations_of_affixes_lead_to_explanations() {
    let board = small().await;
    let page = board.get("/editions/small/revisions/1/affixes/2").await;
    assert!(
        page.text().contains("<a href=\"/editions/small/revisions/1/why/23/1/affix-2\">why</a>"),
        "{}",
        page.text()
    );
}
