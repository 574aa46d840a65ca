//! The interface for programs: what it tells, what it takes, and what it refuses.

use affixboard_service::config::Settings;
use affixboard_store::{AccountId, Role, Scope};
use axum::{
    body::Body,
    http::{Method, Request, header},
};
use serde_json::{Value, json};

use crate::support::{Answer, Board, HOST, Who, settings};

const API: &str = "/api/v1";
const REVISION: &str = "/api/v1/editions/affix-branch-starter/revisions/1";
const PROBLEM: &str = "application/problem+json";

/// The starter edition's file of affixes, as it ships.
const AFFIXES: &str = include_str!("../../../data/affix-branch/ego_item.txt");
/// The only line that allocates the affix *of Digging*, number 122, to diggers.
const DIGGING: &str = "T:digger:0:99:great:20:1 to 127";
/// The same with a weight of 40.
const MORE_DIGGING: &str = "T:digger:0:99:great:40:1 to 127";

#[track_caller]
fn read(answer: &Answer, status: u16) -> Value {
    assert_eq!(answer.status.as_u16(), status, "{}", answer.text());
    assert_eq!(answer.header("content-type"), "application/json", "{}", answer.text());
    serde_json::from_slice(&answer.body).expect("JSON")
}

/// Why it was refused.
#[track_caller]
fn refused(answer: &Answer, status: u16) -> String {
    assert_eq!(answer.status.as_u16(), status, "{}", answer.text());
    assert_eq!(answer.header("content-type"), PROBLEM, "{}", answer.text());
    let problem: Value = serde_json::from_slice(&answer.body).expect("JSON");
    assert_eq!(problem["status"], status);
    assert!(!problem["title"].as_str().expect("a title").is_empty());
    problem["detail"].as_str().expect("a sentence").to_owned()
}

async fn get(board: &Board, path: &str) -> Value {
    read(&board.get(&format!("{API}{path}")).await, 200)
}

async fn send(board: &Board, path: &str, who: Option<&Who>, body: &str) -> Answer {
    let mut request = Request::post(format!("{API}{path}"))
        .header(header::HOST, HOST)
        .header(header::CONTENT_TYPE, "application/json; charset=utf-8");
    if let Some(who) = who {
        request = request.header(who.0, &who.1);
    }
    board.send(request.body(Body::from(body.to_owned())).expect("a request")).await
}

/// The starter edition's files, with this in place of the file of affixes.
fn files(affixes: &str) -> Vec<(String, Vec<u8>)> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/affix-branch");
    let mut files: Vec<(String, Vec<u8>)> = std::fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("an entry"))
        .map(|entry| (entry.file_name().into_string().expect("a name"), std::fs::read(entry.path()).expect("a file")))
        .collect();
    for (name, bytes) in &mut files {
        if name == "ego_item.txt" {
            *bytes = affixes.as_bytes().to_vec();
        }
    }
    files
}

async fn upload(board: &Board, path: &str, texts: &[(&str, &str)], files: &[(String, Vec<u8>)]) -> Answer {
    let files: Vec<_> = files.iter().map(|(name, bytes)| ("files", name.as_str(), bytes.as_slice())).collect();
    board.upload(&format!("{API}{path}"), texts, &files).await
}

#[tokio::test]
async fn it_tells_what_there_is() {
    let board = Board::new().await;
    let about = get(&board, "").await;
    assert_eq!((&about["program"], &about["version"]), (&json!("affixboard"), &json!(env!("CARGO_PKG_VERSION"))));
    let games = about["games"].as_array().expect("games");
    assert!(games.iter().any(|game| game["id"] == "affix-branch"), "{about}");

    let editions = get(&board, "/editions").await;
    let edition = &editions[0];
    assert_eq!(editions.as_array().map(Vec::len), Some(1));
    assert_eq!((&edition["edition"], &edition["game"]), (&json!("affix-branch-starter"), &json!("affix-branch")));
    assert_eq!((&edition["errors"], &edition["archived"]), (&json!(0), &json!(false)));
    assert_eq!(edition["newest"]["number"], 1);
    let whole = get(&board, "/editions/affix-branch-starter").await;
    assert_eq!(whole["revisions"], json!([edition["newest"]]));
    assert_eq!(get(&board, "/editions/affix-branch-starter/revisions/1").await, edition["newest"]);
    let hash = edition["newest"]["content_hash"].as_str().expect("a hash");
    assert!(hash.len() == 64 && hash.bytes().all(|byte| byte.is_ascii_hexdigit()), "{hash}");
}

#[tokio::test]
async fn entries_say_where_they_stand_and_where_they_come() {
    let board = Board::new().await;
    let found = get(&board, "/editions/affix-branch-starter/revisions/1/entries?sort=affix&q=of+digging").await;
    let line = |wanted: &str| AFFIXES.lines().position(|line| line == wanted).expect("a line") + 1;
    let expected = json!({
        "sort": "affix", "index": 122, "name": "of Digging", "file": "ego_item.txt", "line": line("N:122:suffix:of Digging"),
    });
    assert_eq!(found, json!({ "total": 1, "from": 0, "entries": [expected] }));
    let all = get(&board, "/editions/affix-branch-starter/revisions/1/entries").await;
    let total = all["total"].as_u64().expect("a number");
    let rest = get(&board, &format!("/editions/affix-branch-starter/revisions/1/entries?from={}", total - 1)).await;
    assert_eq!(rest["entries"].as_array().map(Vec::len), Some(1));

    let entry = get(&board, "/editions/affix-branch-starter/revisions/1/entries/affix/122").await;
    let expected = json!({
        "tval": 20, "min_sval": 0, "max_sval": 99, "affix_level": "great", "commonness": 20,
        "min_level": 1, "max_level": 127, "line": line(DIGGING),
    });
    assert_eq!((&entry["name"], &entry["allocations"][0]), (&json!("of Digging"), &expected));
    assert_eq!(entry["allocations"].as_array().map(Vec::len), Some(3), "diggers, hafted weapons and polearms");
    assert!(entry["text"].as_str().expect("a text").starts_with("N:122:suffix:of Digging\n"));
    let lines = entry["lines"].as_array().expect("lines");
    assert!(lines.contains(&json!({ "directive": "T", "line": line(DIGGING), "text": DIGGING })), "{entry}");

    assert!(refused(&board.get(&format!("{REVISION}/entries/affix/9999")).await, 404).contains("9999"));
    let problem = refused(&board.get(&format!("{REVISION}/entries/wand/1")).await, 404);
    assert!(problem.starts_with("Found the sort `wand`; expected one of affix, "), "{problem}");
}

/// A sheet is the one of its page's JSON, but for the address.
#[tokio::test]
async fn sheets_are_those_of_pages() {
    let board = Board::new().await;
    for (ours, page) in [
        ("availability/23", "types/23.json"),
        ("availability/30,35", "types/30,35.json?depths=5"),
        ("chances/20?depths=5,6&measure=drop&wait=exact", "chances/20.json?depths=5,6&measure=drop&wait=exact"),
    ] {
        let sheet = get(&board, &format!("/editions/affix-branch-starter/revisions/1/{ours}")).await;
        let answer = board.get(&format!("/editions/affix-branch-starter/revisions/1/{page}")).await;
        let mut of_page: Value = serde_json::from_slice(&answer.body).expect("JSON");
        of_page["address"] = sheet["address"].clone();
        assert_eq!(sheet, of_page, "{ours}");
    }
    // On pages 5 and 10 alone are a choice of columns; a program that names a level means that one.
    for depth in [5, 10] {
        let sheet =
            get(&board, &format!("/editions/affix-branch-starter/revisions/1/availability/23?depths={depth}")).await;
        assert_eq!(sheet["depths"], json!([depth]));
    }
    let problem = refused(&board.get(&format!("{REVISION}/availability/23?depths=x")).await, 400);
    assert!(problem.starts_with("depths: "), "{problem}");
    refused(&board.get(&format!("{REVISION}/availability/9999")).await, 404);
}

#[tokio::test]
async fn a_folder_is_imported_whole_or_not_at_all() {
    let board = Board::new().await;
    let imported = upload(&board, "/editions/ours/imports", &[("title", "Our game")], &files(AFFIXES)).await;
    let imported = read(&imported, 201);
    assert_eq!(
        imported,
        json!({
            "edition": "ours", "revision": 1, "new": true, "game": "affix-branch", "errors": 0, "warnings": 0,
            "diagnostics": [], "undoes": [],
        })
    );
    let again = read(&upload(&board, "/editions/ours/imports", &[], &files(AFFIXES)).await, 200);
    assert_eq!((&again["new"], &again["revision"]), (&json!(false), &json!(1)));
    // A line that the game refuses is told with its place, and the rest is imported.
    let wrong = AFFIXES.replace(DIGGING, "T:digger:0:99:great:many:1 to 127");
    let third = read(&upload(&board, "/editions/ours/imports", &[], &files(&wrong)).await, 201);
    let line = AFFIXES.lines().position(|line| line == DIGGING).expect("a line") + 1;
    let first = &third["diagnostics"][0];
    assert_eq!((&third["revision"], &third["errors"]), (&json!(2), &json!(1)));
    assert_eq!(
        (&first["severity"], &first["rule"], &first["file"], &first["line"], &first["column"]),
        (&json!("error"), &json!("not-a-number"), &json!("ego_item.txt"), &json!(line), &json!(21))
    );
    let listed = get(&board, "/editions/ours/revisions/2/diagnostics").await;
    assert_eq!(listed, json!({ "total": 1, "from": 0, "diagnostics": [first] }));

    let problem = refused(&upload(&board, "/editions/Ours!/imports", &[], &files(AFFIXES)).await, 400);
    assert!(problem.contains("expected 1 to 64 of a-z, 0-9 and -"), "{problem}");
    let none = refused(&upload(&board, "/editions/theirs/imports", &[("title", "x")], &[]).await, 422);
    assert!(none.contains("edit files"), "{none}");
    let other = refused(&upload(&board, "/editions/theirs/imports", &[("game", "chess")], &files(AFFIXES)).await, 422);
    assert!(other.contains("chess"), "{other}");
    refused(&send(&board, "/editions/theirs/imports", None, "{}").await, 400);
    assert_eq!(board.editions().await.len(), 2, "nothing of theirs is there");
}

/// By hand: at level 5 an affix of a digger is Durable (15), Balanced (15), Rusty (15), of Digging (20) or Dowsing (14), so that
/// of Digging has 20 of 79, and with a weight of 40 it has 40 of 99. At no other fifth level does it gain as much.
#[tokio::test]
async fn a_changed_file_becomes_a_proposal_whose_effect_is_told() {
    let board = Board::new().await;
    let changed = [("ego_item.txt".to_owned(), AFFIXES.replace(DIGGING, MORE_DIGGING).into_bytes())];
    let texts = [("title", "More digging"), ("description", "Nobody digs.\r\n")];
    let path = "/editions/affix-branch-starter/proposals";
    let proposal = read(&upload(&board, path, &texts, &changed).await, 201);
    assert_eq!(
        (&proposal["proposal"], &proposal["title"], &proposal["description"], &proposal["state"], &proposal["page"]),
        (&json!(1), &json!("More digging"), &json!("Nobody digs.\n"), &json!("open"), &json!("/proposals/1"))
    );
    let whole = get(&board, "/proposals/1").await;
    let line = json!({
        "file": "ego_item.txt", "sort": "affix", "index": 122, "name": "of Digging", "was": DIGGING, "now": MORE_DIGGING,
    });
    assert_eq!((&whole["lines"], &whole["proposal"]), (&json!([line]), &json!(1)));
    assert_eq!(get(&board, "/proposals?state=open&edition=affix-branch-starter").await, json!([proposal]));
    assert_eq!(get(&board, "/proposals?state=merged").await, json!([]));
    assert!(refused(&board.get(&format!("{API}/proposals?state=shut")).await, 400).starts_with("state: found `shut`"));

    let effect = get(&board, "/proposals/1/effect").await;
    let row = &effect["pools"]["rows"][0];
    assert_eq!((&effect["types"][0]["name"], &effect["entries"][0]["name"]), (&json!("digger"), &json!("of Digging")));
    assert_eq!(
        (&row["name"], &row["level"], &row["now"], &row["proposed"], &row["ratio"], &row["displaced"]),
        (&json!("of Digging"), &json!(5), &json!("25.3 %"), &json!("40.4 %"), &json!("× 1.60"), &json!(false))
    );
    let change = row["change"].as_f64().expect("a number");
    assert!((change - (40.0 / 99.0 - 20.0 / 79.0)).abs() < 1e-12, "{change}");
    assert_eq!(effect["pools"]["how"], "exact");

    // The sheet of changes has the same numbers at the levels that are asked for.
    let tval = effect["types"][0]["tval"].as_u64().expect("a number");
    let sheet = get(&board, &format!("/proposals/1/changes/{tval}?depths=5")).await;
    let rows = sheet["rows"].as_array().expect("rows");
    let digging = rows.iter().find(|row| row["name"] == "of Digging").expect("its row");
    let cell = &digging["cells"][0];
    let close = |field: &str, expected: f64| (cell[field].as_f64().expect("a number") - expected).abs() < 1e-12;
    assert!(close("before", 20.0 / 79.0) && close("after", 40.0 / 99.0), "{cell}");
    assert_eq!(sheet["provenance"]["changed_by"], "proposal 1, revision 1", "{}", sheet["provenance"]);

    let patch = board.get(&format!("{API}/proposals/1/patch?folder=edit")).await;
    assert_eq!((patch.status.as_u16(), patch.header("content-type")), (200, "text/x-diff"));
    assert!(patch.text().contains(&format!("\n-{DIGGING}\n+{MORE_DIGGING}\n")), "{}", patch.text());
    assert!(patch.text().contains("a/edit/ego_item.txt"), "{}", patch.text());

    let said = read(&send(&board, "/proposals/1/comments", None, r#"{"body": "By a *machine*."}"#).await, 201);
    assert_eq!(
        (&said["body"], &said["about"], &said["by"]),
        (&json!("By a *machine*."), &json!("whole"), &json!(null))
    );
    assert_eq!(get(&board, "/proposals/1").await["discussion"], json!([said]));
    let problem = refused(&send(&board, "/proposals/1/comments", None, r#"{"text": "x"}"#).await, 422);
    assert!(
        problem.contains("unknown field `text`, expected `body`") && problem.contains("line 1 column 7"),
        "{problem}"
    );
    refused(&send(&board, "/proposals/1/comments", None, r#"{"body": ""}"#).await, 400);

    let gone = read(&send(&board, "/proposals/1/withdraw", None, "").await, 200);
    assert_eq!(gone["state"], "withdrawn");
    refused(&send(&board, "/proposals/1/withdraw", None, "").await, 409);
}

#[tokio::test]
async fn what_cannot_be_proposed_is_refused_with_its_reason() {
    let board = Board::new().await;
    let path = "/editions/affix-branch-starter/proposals";
    let title = [("title", "x")];
    let file = |text: String| [("ego_item.txt".to_owned(), text.into_bytes())];
    let same = refused(&upload(&board, path, &title, &file(AFFIXES.to_owned())).await, 422);
    assert_eq!(same, "Nothing to propose: the files are the same as in affix-branch-starter r1.");
    let wrong = AFFIXES.replace(DIGGING, "T:digger:0:99:great:many:1 to 127");
    let wrong = refused(&upload(&board, path, &title, &file(wrong)).await, 422);
    assert!(wrong.starts_with("Not proposed, for the game can't read it:\n  ego_item.txt: "), "{wrong}");
    let both = AFFIXES.replace(DIGGING, MORE_DIGGING).replace("# Every shield line", "# Each shield line");
    let others = refused(&upload(&board, path, &title, &file(both.clone())).await, 422);
    assert!(
        others.starts_with("Other things than allocations differ from affix-branch-starter r1 (only_lines=yes"),
        "{others}"
    );
    let untitled = refused(&upload(&board, path, &[], &file(AFFIXES.replace(DIGGING, MORE_DIGGING))).await, 400);
    assert!(untitled.contains("title"), "{untitled}");
    let odd = [("title", "x"), ("only_lines", "perhaps")];
    let odd = refused(&upload(&board, path, &odd, &file(both)).await, 400);
    assert_eq!(odd, "only_lines: found `perhaps`; expected yes or no.");
    refused(&upload(&board, "/editions/none/proposals", &title, &file(AFFIXES.to_owned())).await, 404);
    assert_eq!(get(&board, "/proposals").await, json!([]), "nothing is there");
}

#[tokio::test]
async fn a_batch_is_started_watched_and_read() {
    let board = Board::new().await;
    let path = "/editions/affix-branch-starter/revisions/1/batches";
    let asked = r#"{"depths": "5,20", "qualities": ["great"], "drops": 2000, "seed": "18446744073709551615"}"#;
    let batch = read(&send(&board, path, None, asked).await, 201);
    assert_eq!((&batch["batch"], &batch["state"], &batch["drops_total"]), (&json!(1), &json!("queued"), &json!(4000)));
    assert_eq!(batch["seed"], "18446744073709551615");
    assert_eq!(
        batch["plan"],
        json!({
            "depths": [5, 20], "qualities": ["great"], "drops": 2000, "target": null, "rules": "as coded", "values": false,
        })
    );
    let early = refused(&board.get(&format!("{API}/batches/1/results/23")).await, 409);
    assert!(early.contains("queued"), "{early}");
    let worker = board.work();
    board.finished(1).await;
    let done = get(&board, "/batches/1").await;
    assert_eq!((&done["state"], &done["drops_done"]), (&json!("done"), &json!(4000)));
    let sheet = get(&board, "/batches/1/results/23?measure=drop").await;
    assert_eq!((&sheet["depths"], &sheet["provenance"]["batch"]), (&json!([5, 20]), &json!(1)));
    assert_eq!(sheet["rows"][0]["cells"][0]["n"], 2000);
    assert_eq!(get(&board, "/batches?edition=affix-branch-starter").await, json!([done]));
    refused(&send(&board, "/batches/1/cancel", None, "").await, 409);
    board.stop();
    worker.await.expect("an end");

    let target = r#"{"depths": "5", "drops": 100000, "target": {"within": "5", "rows_from": "0.5"}, "values": true}"#;
    let batch = read(&send(&board, path, None, target).await, 201);
    assert_eq!(
        (&batch["plan"]["target"], &batch["plan"]["qualities"], &batch["plan"]["values"], &batch["seed"]),
        (&json!({ "within": "5", "rows_from": "0.5" }), &json!(["normal", "good", "great"]), &json!(true), &json!("1"))
    );
    let cancelled = read(&send(&board, "/batches/2/cancel", None, "").await, 200);
    assert_eq!(cancelled["state"], "cancelled");

    for (body, expected) in [
        (r#"{"depths": "128", "drops": 1}"#, "Depths: "),
        (r#"{"depths": "1", "drops": 0}"#, "Drops: found 0; expected at least 1."),
        (
            r#"{"depths": "1", "drops": 1, "qualities": ["superb"]}"#,
            "Qualities: found `superb`; expected some of normal, ",
        ),
        (r#"{"depths": "1", "drops": 1, "seed": "x"}"#, "Seed: found `x`; expected a whole number."),
        (r#"{"depths": "1", "drops": 1, "kind": "1"}"#, "Kind: found `1`; expected a kind by name"),
        (r#"{"depths": "1", "drops": 1, "rules": "x"}"#, "Rules: found `x`; expected one of "),
        (r#"{"depths": "1", "drops": -1}"#, "The JSON: invalid value: integer `-1`, expected u64 at line 1 column 27."),
        (r#"{"depths": "1"}"#, "The JSON: missing field `drops` at line 1 column 15."),
        ("", "The JSON: EOF while parsing a value at line 1 column 0."),
    ] {
        let problem = refused(&send(&board, path, None, body).await, 422);
        assert!(problem.starts_with(expected), "{body}: {problem}");
    }
}

/// Games without drops have sheets and batches of what they declare.
#[tokio::test]
async fn what_a_game_declares_beside_drops_has_sheets_and_batches() {
    let board = Board::new().await;
    board.add_starter("nethack-starter").await;
    let revision = "/editions/nethack-starter/revisions/1";
    let subjects = get(&board, &format!("{revision}/subjects")).await;
    let subject = subjects.as_array().expect("subjects").iter().find(|subject| subject["subject"] == "monsters");
    let dimensions = subject.expect("monsters")["dimensions"].as_array().expect("dimensions");
    let names: Vec<_> = dimensions.iter().map(|dimension| dimension["name"].as_str().expect("a name")).collect();
    assert!(names.contains(&"depth"), "{names:?}");
    let sheet = get(&board, &format!("{revision}/subjects/monsters?depth=3")).await;
    let answer = board.get(&format!("{revision}/subjects/monsters.json?depth=3")).await;
    let mut of_page: Value = serde_json::from_slice(&answer.body).expect("JSON");
    of_page["address"] = sheet["address"].clone();
    assert_eq!(sheet, of_page);

    let path = format!("{revision}/subjects/monsters/batches");
    let asked = r#"{"dimensions": {"depth": "3,7"}, "drops": 500, "seed": "9"}"#;
    let batch = read(&send(&board, &path, None, asked).await, 201);
    assert_eq!((&batch["drops_total"], &batch["seed"], &batch["plan"]), (&json!(1000), &json!("9"), &json!(null)));
    for (body, expected) in [
        (r#"{"dimensions": {"width": "3"}, "drops": 1}"#, "dimensions: found `width`; expected some of "),
        (r#"{"dimensions": {"depth": "x"}, "drops": 1}"#, "Depth: found `x`; expected "),
        (r#"{"drops": 0}"#, "How many: found 0; expected at least 1."),
    ] {
        let problem = refused(&send(&board, &path, None, body).await, 422);
        assert!(problem.starts_with(expected), "{body}: {problem}");
    }
    refused(&send(&board, &format!("{revision}/batches"), None, r#"{"depths": "1", "drops": 1}"#).await, 400);
}

/// Refusals are problem details, whoever refuses: the router, the guard, a limit, a handler.
#[tokio::test]
async fn every_refusal_is_a_problem() {
    let board = Board::with(&Settings { reading_closed: true, ..settings(HOST, &[], false) }).await;
    board.somebody("maintainer", Role::Maintainer).await;
    let reader = board.program(AccountId(1), Scope::Read).await;
    let proposer = board.program(AccountId(1), Scope::Propose).await;

    let closed = board.get(&format!("{API}/editions")).await;
    assert_eq!((refused(&closed, 401).as_str(), closed.header("www-authenticate")), ("Sign in first.", "Bearer"));
    let wrong = Who("authorization", "Bearer none".to_owned());
    let wrong = refused(&board.get_as(&wrong, &format!("{API}/editions")).await, 401);
    assert_eq!(wrong, "This token is none of ours, or has run out.");
    let as_reader = async |method: Method, path: &str| {
        let request = Request::builder().method(method).uri(format!("{API}{path}")).header(header::HOST, HOST);
        let request = request.header(reader.0, &reader.1).header(header::CONTENT_TYPE, "text/plain");
        board.send(request.body(Body::empty()).expect("a request")).await
    };
    assert_eq!(refused(&as_reader(Method::GET, "/nowhere").await, 404), "There is no such page.");
    assert_eq!(refused(&as_reader(Method::DELETE, "/editions").await, 405), "This address can't do that.");
    assert_eq!(refused(&as_reader(Method::GET, "/batches/x").await, 404), "There is no such page.");
    let path = "/editions/affix-branch-starter/revisions/1/batches";
    assert_eq!(refused(&as_reader(Method::POST, path).await, 403), "This needs the role proposer.");
    let import = send(&board, "/editions/ours/imports", Some(&proposer), "{}").await;
    assert_eq!(refused(&import, 403), "This needs the role maintainer.");
    let request = Request::post(format!("{API}{path}")).header(header::HOST, HOST).header(proposer.0, &proposer.1);
    let plain =
        board.send(request.header(header::CONTENT_TYPE, "text/plain").body("{}".into()).expect("a request")).await;
    assert_eq!(refused(&plain, 415), "Found a body of the type `text/plain`; expected application/json.");
    let large = format!("{{\"depths\": \"{}\"}}", "1".repeat(70_000));
    refused(&send(&board, path, Some(&proposer), &large).await, 413);
    let elsewhere = Request::get(format!("{API}/editions")).header(header::HOST, "evil.example");
    let elsewhere = board.send(elsewhere.body(Body::empty()).expect("a request")).await;
    refused(&elsewhere, 421);
    // Pages stay pages.
    let page = board.get_as(&reader, "/nowhere").await;
    assert_eq!(page.header("content-type"), "text/html; charset=utf-8");
    let list = board.get_as(&reader, "/api/v10").await;
    assert_eq!(list.header("content-type"), "text/html; charset=utf-8");
}

/// Every address is in the guide, and the guide has no other.
#[test]
fn the_guide_has_every_address() {
    use std::collections::BTreeSet;
    let guide = include_str!("../../../docs/api.md");
    let row = |line: &str| {
        let (_, call) = line.strip_prefix("| ")?.split_once(" | `")?;
        let (method, rest) = call.split_once(['`', ' '])?;
        let path = rest.split('`').next().filter(|path| path.starts_with('/')).unwrap_or_default();
        matches!(method, "GET" | "POST").then(|| (method.to_owned(), format!("{API}{path}")))
    };
    let told: BTreeSet<_> = guide.lines().filter_map(row).collect();
    let routes = affixboard_web::routes().into_iter().map(|(method, path)| (method.to_string(), path.to_owned()));
    assert_eq!(told, routes.filter(|(_, path)| path.starts_with(API)).collect());
}
