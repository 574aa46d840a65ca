//! Comparing revisions, editions and batches.

use affixboard_service::compute::TypeCell;
use axum::{
    body::Body,
    http::{Request, StatusCode, header},
};
use tokio_stream::StreamExt;

use crate::support::{Board, HOST, STARTER};

const NAMES: [&str; 6] =
    ["artifact.txt", "ego_item.txt", "ego_themes.txt", "limits.txt", "object.txt", "object_base.txt"];

/// The files of the starter edition, as another edition `ours` whose second revision has other lines: "Rusty" comes as often
/// again on swords, "Sharp" is gone from them.
pub(crate) async fn ours(board: &Board) {
    let starter = affixboard_service::starter::all().into_iter().find(|starter| starter.slug == "affix-branch-starter");
    let sources = &starter.as_ref().expect("the starter edition").loaded.sources;
    let read = |name: &str| {
        let (_, file) = sources.find(name).expect("a file");
        String::from_utf8(file.text().to_vec()).expect("UTF-8")
    };
    let files: Vec<(&str, String)> = NAMES.iter().map(|name| (*name, read(name))).collect();
    let import = async |change: &dyn Fn(&str, &str) -> String| {
        let files: Vec<(&str, Vec<u8>)> = files.iter().map(|(name, text)| (*name, change(name, text).into())).collect();
        let files: Vec<(&str, &str, &[u8])> =
            files.iter().map(|(name, bytes)| ("files", *name, bytes.as_slice())).collect();
        let answer = board.import("ours", &files).await;
        assert!(answer.status.is_success() || answer.status.is_redirection(), "{}", answer.text());
    };
    import(&|_, text| text.to_owned()).await;
    import(&|name, text| match name {
        "ego_item.txt" => {
            let changed = text.replace("T:sword:0:99:good:12:0 to 40", "T:sword:0:99:good:24:0 to 40");
            assert_ne!(changed, text, "the line of Rusty");
            changed
        }
        _ => text.to_owned(),
    })
    .await;
}

#[tokio::test]
async fn two_revisions_of_an_edition() {
    let board = Board::new().await;
    ours(&board).await;
    let whole = board.get("/compare?from=ours@1&to=ours").await;
    assert_eq!(whole.status, StatusCode::OK, "{}", whole.text());
    for piece in [
        // The newest is named by its number.
        "href=\"/compare/23?from=ours@1&#38;to=ours@2\"",
        "<option value=\"ours@1\" selected>",
        "<li>affix: 0 added, 0 removed, 1 changed</li>",
        "<code>− T:sword:0:99:good:12:0 to 40</code><br><code>+ T:sword:0:99:good:24:0 to 40</code>",
        "href=\"/compare/lines.csv?from=ours@1&#38;to=ours@2\"",
    ] {
        assert!(whole.text().contains(piece), "no {piece} in {}", whole.text());
    }
    let csv = board.get("/compare/lines.csv?from=ours@1&to=ours@2").await;
    assert!(
        csv.text().starts_with("about,name,index,became,file,line,sign,text\r\naffix,Rusty,107,changed,ego_item.txt,")
    );
    assert_eq!(csv.text().lines().count(), 3, "{}", csv.text());
    assert!(csv.header("content-disposition").contains("ours-2-against-ours-1-lines.csv"));

    // 12 of commonness became 24; of others only what they compete with changed.
    let sheet = board.get("/compare/23?from=ours@1&to=ours@2&depths=1,50&measure=commonness").await;
    let text = sheet.text();
    for piece in [
        "Change of the commonness of each affix in the pool of sword",
        "Differences: ours r2, as coded, less ours r1, as coded.",
        "title=\"12 before, 24 after: +12, × 2.00\">▴12</td>",
        "12 @ 0-40 → 24 @ 0-40",
        "1 row</span>",
    ] {
        assert!(text.contains(piece), "no {piece} in {text}");
    }
    // Its chart is of the level where most changed, unless another is asked for; 12 of 182 became 24 of 194 at 1.
    let chart = board.get("/compare/23.svg?from=ours@1&to=ours@2&depths=1,50&sval=11").await;
    assert_eq!(chart.header("content-type"), "image/svg+xml");
    for piece in ["by generation level, at 1</title>", "▲ 6.59 → 12.4", "before: ours r1, as coded"] {
        assert!(chart.text().contains(piece), "no {piece} in {}", chart.text());
    }
    let deep = board.get("/compare/23.svg?from=ours@1&to=ours@2&depths=1,50&sval=11&at=50").await;
    assert!(deep.text().contains(", at 50</title>") && deep.text().contains("No change can be told"));
    assert_eq!(board.get("/compare/23.svg?from=ours@1&to=ours@2&at=deep").await.status.as_u16(), 400);
    assert!(text.contains("<option value=\"50\">50</option>") && text.contains("width=\"720\" height=\"158\""));
    let chances = board.get("/compare/23.json?from=ours@1&to=ours@2&depths=1,50&rows=all&sval=11").await;
    let json: serde_json::Value = serde_json::from_slice(&chances.body).expect("JSON");
    assert_eq!((&json["provenance"]["revision"], &json["before"]["revision"]), (&2.into(), &1.into()));
    assert_eq!(json["rows"][0]["name"], "Rusty");
    // Lines for swords at level 1 that name katanas come to 182, of which Rusty has 12; then to 194, of which it has 24.
    let cell = &json["rows"][0]["cells"][0];
    let near = |value: &serde_json::Value, of: f64| (value.as_f64().expect("a number") - of).abs() < 1e-12;
    assert!(near(&cell["before"], 12.0 / 182.0) && near(&cell["after"], 24.0 / 194.0), "{cell}");
    assert_eq!((&cell["told"], &cell["how"]), (&true.into(), &"exact".into()));
    // The others are displaced at level 1, and as they were at 50, where Rusty is not.
    let other = &json["rows"][1]["cells"];
    assert_eq!((&other[0]["told"], &other[1]["told"]), (&true.into(), &false.into()));
    assert!(
        json["notes"]
            .as_array()
            .expect("notes")
            .iter()
            .any(|note| { note.as_str().is_some_and(|note| note.contains("have the same lines on both sides")) }),
        "{}",
        json["notes"]
    );
}

/// A cell of a pool is explained as a place in that pool, of its affix level.
#[tokio::test]
async fn a_compared_pool_leads_to_its_explanation() {
    let board = Board::new().await;
    ours(&board).await;
    for (level, position) in [("uber", 2), ("good", 0)] {
        let page = board.get(&format!("/compare/23?from=ours@1&to=ours@2&level={level}")).await;
        let why = format!("made=given&#38;pool={position}");
        assert!(page.text().contains(&why), "{why}: {}", page.text());
    }
}

#[tokio::test]
async fn unchanged_rows_are_folded_until_asked_for() {
    let board = Board::new().await;
    ours(&board).await;
    // Shields have nothing of it.
    let none = board.get("/compare/34?from=ours@1&to=ours@2").await;
    assert!(none.text().contains("0 rows</span>") && none.text().contains(" left out</a>"), "{}", none.text());
    let all = board.get("/compare/34?from=ours@1&to=ours@2&rows=all").await;
    assert!(!all.text().contains("0 rows</span>") && all.text().contains(">=</td>"), "{}", all.text());
    let whole = board.get("/compare/all.long.csv?from=ours@1&to=ours@2&depths=1").await;
    assert_eq!(whole.status, StatusCode::OK);
    let mut reader = csv::Reader::from_reader(whole.body.as_slice());
    let lines: Vec<_> = reader.records().map(|line| line.expect("CSV")).collect();
    let changed = lines.iter().filter(|line| &line[5] == "affix" && &line[6] == "pool");
    assert!(changed.clone().all(|line| &line[3] == "23" && &line[23] == "1" && &line[25] == "1"), "{lines:?}");
    assert!(changed.count() > 5);
}

#[tokio::test]
async fn editions_of_two_games_meet_by_name() {
    let board = Board::new().await;
    board.add_starter("v4-starter").await;
    board.add_starter("angband-4-2-starter").await;
    let whole = board.get("/compare?from=v4-starter&to=affix-branch-starter").await;
    assert_eq!(whole.status, StatusCode::OK, "{}", whole.text());
    assert!(whole.text().contains("The files are of different games,"), "{}", whole.text());
    // The number of an item type is another one there.
    let sheet = board.get("/compare/23?from=angband-4-2-starter&to=affix-branch-starter&rows=all").await;
    assert_eq!(sheet.status, StatusCode::OK, "{}", sheet.text());
    assert!(sheet.text().contains("Rows are matched by name: both sides have "), "{}", sheet.text());
    assert!(sheet.text().contains("<li>Before: "), "{}", sheet.text());
    let lines = board.get("/compare/lines.csv?from=v4-starter&to=affix-branch-starter").await;
    assert_eq!(lines.status, StatusCode::BAD_REQUEST);
}

/// The numbers on both sides are those of the sheets of chances, what lies between them is told by size, and all is computed
/// while somebody waits.
#[tokio::test]
async fn computed_chances_of_two_revisions() {
    let board = Board::new().await;
    ours(&board).await;
    let sides = "from=ours@1&to=ours@2";
    let asked = format!("{sides}&depths=1,2&quality=good&measure=item");
    let held = board.hold().await;
    let page = board.get(&format!("/compare/34?{asked}")).await;
    let text = page.text();
    assert_eq!(page.status, StatusCode::OK, "{text}");
    for piece in [
        "Changes: Shield: chances of good drops",
        "<span data-known>0</span> of 2 depths computed",
        "data-events=\"/compare/34/events?from=ours@1&#38;to=ours@2&#38;quality=good&#38;measure=item&#38;depths=1,2\"",
        "/static/js/progressive.js",
    ] {
        assert!(text.contains(piece), "no {piece} in {text}");
    }
    let events = Request::get(format!("/compare/34/events?{asked}")).header(header::HOST, HOST);
    let mut stream = board.respond(events.body(Body::empty()).expect("a request")).await.into_body().into_data_stream();
    let first = stream.next().await.expect("an event").expect("bytes");
    assert_eq!(str::from_utf8(&first).expect("UTF-8"), "event: progress\ndata: 0 2 16384\n\n");
    drop(held);
    let mut told = Vec::new();
    while let Some(event) = stream.next().await {
        told.extend_from_slice(&event.expect("bytes"));
    }
    assert!(String::from_utf8_lossy(&told).contains("event: end\ndata: 2 2 "), "{}", String::from_utf8_lossy(&told));
    // Shields have nothing of what changed, so that no row does.
    let page = board.get(&format!("/compare/34?{asked}")).await;
    assert!(page.text().contains("0 rows</span>") && !page.text().contains("filling.js"), "{}", page.text());

    // What swords carry that are normal drops, against each side's own sheet.
    let asked = "depths=1&quality=normal&measure=item&subject=affixes&sort=file&wait=exact";
    let json = async |address: String| -> serde_json::Value {
        let answer = board.get(&address).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
        serde_json::from_slice(&answer.body).expect("JSON")
    };
    let changes = json(format!("/compare/23.json?{sides}&rows=all&{asked}")).await;
    let of = async |number: u32| json(format!("/editions/ours/revisions/{number}/chances/23.json?{asked}")).await;
    let (before, after) = (of(1).await, of(2).await);
    assert_eq!((&changes["provenance"]["revision"], &changes["before"]["revision"]), (&2.into(), &1.into()));
    let rows = |sheet: &serde_json::Value| sheet["rows"].as_array().expect("rows").clone();
    let value = |sheet: &serde_json::Value, name: &serde_json::Value| -> f64 {
        let row = rows(sheet).into_iter().find(|row| row["name"] == *name).expect("the same row");
        row["cells"][0]["value"].as_f64().expect("a number")
    };
    assert!(rows(&changes).len() > 20);
    for row in rows(&changes) {
        let cell = &row["cells"][0];
        assert_eq!(cell["before"].as_f64(), Some(value(&before, &row["name"])), "{row}");
        assert_eq!(cell["after"].as_f64(), Some(value(&after, &row["name"])), "{row}");
    }
    // Without a choice the largest change is first, and what didn't change is left out: "Rusty" has twice its weight.
    let csv = board
        .get(&format!("/compare/23.csv?{sides}&depths=1&quality=normal&measure=item&subject=affixes&wait=exact"))
        .await;
    let mut reader = csv::Reader::from_reader(csv.body.as_slice());
    let lines: Vec<_> = reader.records().map(|line| line.expect("CSV")).collect();
    let first = lines.iter().find(|line| &line[0] != "total").expect("a row");
    assert_eq!(&first[1], "Rusty", "{lines:?}");
}

#[tokio::test]
async fn what_can_not_be_computed_for_a_comparison_is_refused() {
    let board = Board::new().await;
    ours(&board).await;
    let sides = "from=ours@1&to=ours@2";
    for (path, said) in [
        (format!("/compare/all.zip?{sides}&measure=item"), "Found a file for each item type; expected one of these"),
        (format!("/compare/23/events?{sides}"), "Nothing is computed for this comparison"),
        (format!("/compare/23?{sides}&measure=item&quality=best"), "quality: found `best`"),
        (format!("/compare/23?{sides}&measure=share"), "measure: found `share`"),
        (format!("/compare/all?{sides}&measure=item&depths=every"), "Found 20 item types at 100 depths, 2000 in all;"),
    ] {
        let answer = board.get(&path).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{path}: {}", answer.text());
        assert!(answer.lead().starts_with(said), "{path}: {}", answer.lead());
    }
    // So the choice of every depth is there for one item type, and not for all.
    for (types, is_there) in [("23", true), ("all", false)] {
        let page =
            board.get(&format!("/compare/{types}?{sides}&measure=drop&subject=kinds&quality=normal&depths=1")).await;
        assert_eq!(page.text().contains("depths=every"), is_there, "{types}: {}", page.text());
    }
    // All types together are compared by their pools.
    let whole = board.get(&format!("/compare?{sides}&measure=item")).await;
    assert!(whole.text().contains("By the chance to be drawn from the pool"), "{}", whole.text());
    let open = board.open("ours").await;
    assert!(board.exact.known(&open, TypeCell { depth: 1, quality: 2, tval: 23 }).is_none(), "nothing was computed");
}

/// Several item types in one sheet have the numbers that each has alone, on both sides.
#[tokio::test]
async fn computed_chances_of_several_item_types() {
    let board = Board::new().await;
    ours(&board).await;
    let rows = async |types: &str| -> Vec<String> {
        let query = "measure=drop&subject=kinds&quality=normal&depths=1,5&rows=all&sort=file&wait=exact";
        let file = board.get(&format!("/compare/{types}.long.csv?from=ours@1&to=ours@2&{query}")).await;
        assert_eq!(file.status, StatusCode::OK, "{}", file.text());
        let mut reader = csv::Reader::from_reader(file.body.as_slice());
        let at = reader.headers().expect("a header").clone();
        let at = |name: &str| at.iter().position(|column| column == name).expect(name);
        let columns = ["name", "level", "before", "after", "error_bound"].map(at);
        // Totals have no change, and come before the rows.
        let changed = at("before");
        let lines = reader.records().map(|line| line.expect("CSV")).filter(|line| !line[changed].is_empty());
        lines.map(|line| columns.map(|column| line[column].to_owned()).join(",")).collect()
    };
    let (both, swords, shields) = (rows("23,34").await, rows("23").await, rows("34").await);
    assert!(swords.len() > 10 && shields.len() > 5, "{swords:?}, {shields:?}");
    assert_eq!(both, [swords, shields].concat());
}

#[tokio::test]
async fn two_batches() {
    let board = Board::new().await;
    ours(&board).await;
    board.work();
    let plan = "depths=5,10&drops=2000&seed=3&good=on&great=on&kind=23:11";
    let (one, other) = ("/editions/ours/revisions/1", "/editions/ours/revisions/2");
    assert_eq!((board.start_batch_of(one, plan).await, board.start_batch_of(other, plan).await), (1, 2));
    board.finished(2).await;
    let page = board.get("/batches/2").await;
    assert!(page.text().contains("/compare?from=batch:1&#38;to=batch:2"), "{}", page.text());
    let whole = board.get("/compare?from=batch:1&to=batch:2").await;
    assert!(whole.text().contains("<option value=\"batch:2\" selected>"), "{}", whole.text());
    assert!(whole.text().contains("By what drops carried"), "{}", whole.text());
    let sheet = board.get("/compare/23?from=batch:1&to=batch:2&subject=affixes&quality=good").await;
    assert_eq!(sheet.status, StatusCode::OK, "{}", sheet.text());
    for piece in [
        "batch 2 (ours r2, as coded), less batch 1 (ours r1, as coded).",
        "corrected by Holm’s method",
        "12 @ 0-40 → 24 @ 0-40",
    ] {
        assert!(sheet.text().contains(piece), "no {piece} in {}", sheet.text());
    }
    // The same batch twice: nothing changed.
    let same = board.get("/compare/23?from=batch:1&to=batch:1").await;
    assert!(same.text().contains("0 rows</span>"), "{}", same.text());
    assert!(
        same.text().contains("No change can be told in ") && same.text().contains("· before: 2,000 "),
        "{}",
        same.text()
    );
}

#[tokio::test]
async fn what_is_no_comparison_is_refused() {
    let board = Board::new().await;
    board.add_starter("angband-3-0-starter").await;
    board.work();
    board.start_batch("depths=5&drops=10&seed=1&good=on&kind=").await;
    board.finished(1).await;
    for (query, status, said) in [
        ("", StatusCode::BAD_REQUEST, "from: found nothing; expected a side to compare, such as"),
        ("from=affix-branch-starter", StatusCode::BAD_REQUEST, "to: found nothing"),
        ("from=nobody&to=affix-branch-starter", StatusCode::NOT_FOUND, "There is no edition `nobody`."),
        ("from=affix-branch-starter@9&to=affix-branch-starter", StatusCode::NOT_FOUND, "There is no revision 9"),
        ("from=affix-branch-starter@x&to=affix-branch-starter", StatusCode::BAD_REQUEST, "from: found "),
        ("from=batch:x&to=batch:1", StatusCode::BAD_REQUEST, "from: found `batch:x`; expected the number of a batch"),
        ("from=batch:7&to=batch:1", StatusCode::NOT_FOUND, "There is no batch 7."),
        ("from=batch:1&to=angband-3-0-starter", StatusCode::BAD_REQUEST, "Found batch 1 "),
        ("from=batch:1&to=batch:1&quality=great", StatusCode::BAD_REQUEST, "The two batches have no such drops"),
        ("from=affix-branch-starter&to=affix-branch-starter&rows=some", StatusCode::BAD_REQUEST, "rows: found `some`"),
        ("from=affix-branch-starter&to=affix-branch-starter&rules=half", StatusCode::BAD_REQUEST, "rules: found "),
    ] {
        let answer = board.get(&format!("/compare/23?{query}")).await;
        assert_eq!(answer.status, status, "{query}: {}", answer.text());
        assert!(answer.lead().starts_with(said), "{query}: {}", answer.lead());
    }
    let start = board.get("/compare").await;
    assert_eq!(start.status, StatusCode::OK);
    assert!(start.text().contains("<option value=\"affix-branch-starter@1\">"), "{}", start.text());
    // A type that the other game hasn't.
    let missing = board.get("/compare/999?from=affix-branch-starter&to=affix-branch-starter").await;
    assert_eq!(missing.status, StatusCode::NOT_FOUND, "{}", missing.text());
    assert!(board.get(STARTER).await.text().contains("href=\"/compare?"));
}
