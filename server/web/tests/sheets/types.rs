//! Several item types in one sheet.

use axum::http::StatusCode;

use crate::support::{Answer, Board, STARTER};

/// The lines of a CSV, each with its first two fields: section and name.
fn named(answer: &Answer) -> Vec<(String, String)> {
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
    let mut reader = csv::Reader::from_reader(answer.body.as_slice());
    reader.records().map(|line| line.expect("a line")).map(|line| (line[0].to_owned(), line[1].to_owned())).collect()
}

/// The lines without their sections.
fn without_sections(answer: &Answer) -> Vec<Vec<String>> {
    let mut reader = csv::Reader::from_reader(answer.body.as_slice());
    let lines = reader.records().map(|line| line.expect("a line"));
    lines.map(|line| line.iter().skip(1).map(str::to_owned).collect()).collect()
}

/// The file of several types has the lines of the files of each, in the order of the address.
#[tokio::test]
async fn a_sheet_of_several_has_the_numbers_of_each() {
    let board = Board::new().await;
    let query = "?depths=1,30&level=good";
    let both = board.get(&format!("{STARTER}/types/23,20.csv{query}")).await;
    let (swords, diggers) = (
        board.get(&format!("{STARTER}/types/23.csv{query}")).await,
        board.get(&format!("{STARTER}/types/20.csv{query}")).await,
    );
    assert_eq!(without_sections(&both), [without_sections(&swords), without_sections(&diggers)].concat());
    let sections: Vec<String> = named(&both).into_iter().map(|line| line.0).collect();
    assert_eq!(sections[..3], ["Sword: total", "Sword: total", "Sword"]);
    let name = both.header("content-disposition");
    assert!(name.contains("-starter-sword-digger-affixes-by-generation-level-pool-"), "{name}");

    // A long file has them too, and JSON says of which type a total is.
    let lines = |answer: &Answer| -> Vec<String> {
        let mut lines: Vec<String> = answer.text().lines().skip(1).map(str::to_owned).collect();
        lines.sort();
        lines
    };
    let [swords, diggers, both] = ["23", "20", "23,20"].map(|types| format!("{STARTER}/types/{types}.long.csv{query}"));
    let (swords, diggers) = (board.get(&swords).await, board.get(&diggers).await);
    let mut expected = [lines(&swords), lines(&diggers)].concat();
    expected.sort();
    assert_eq!(lines(&board.get(&both).await), expected);
    let json = board.get(&format!("{STARTER}/types/23,20.json{query}")).await;
    let json: serde_json::Value = serde_json::from_str(json.text()).expect("JSON");
    assert_eq!((&json["totals"][0]["section"], &json["totals"][2]["tval"]), (&"Sword".into(), &20.into()));
    assert!(json["address"].as_str().expect("an address").ends_with("/types/23,20?depths=1,30&level=good"));
}

#[tokio::test]
async fn a_page_of_several_names_their_types() {
    let board = Board::new().await;
    let page = board.get(&format!("{STARTER}/types/23,20?depths=1,30")).await;
    assert_eq!(page.status, StatusCode::OK, "{}", page.text());
    let text = page.text();
    for piece in [
        "<h1>Sword, digger</h1>",
        "<th scope=\"rowgroup\" class=\"name\">Sword</th>",
        "<th scope=\"rowgroup\" class=\"name\">Digger</th>",
        "<input type=\"checkbox\" name=\"type\" value=\"20\" checked> digger",
        "<input type=\"checkbox\" name=\"type\" value=\"19\"> bow",
        "<li>Rows are sorted within their item type.</li>",
        "id=\"t23-affix-107-1\"",
    ] {
        assert!(text.contains(piece), "no {piece} in {text}");
    }
    // A kind belongs to one of them, and a dive and charts are of one.
    assert!(!text.contains("name=\"sval\"") && !text.contains("/dive/") && !text.contains("/charts/"), "{text}");
    let mut ids: Vec<&str> = text.split(" id=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    let all = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), all, "an id stands there twice");
    // What explains a row is of its own type.
    assert!(text.contains("/why/23/") && text.contains("/why/20/"), "{text}");

    let turned = board.get(&format!("{STARTER}/types/23,20?depths=1,30&turn=on")).await;
    let names = turned.between("<tr class=\"names\">", "</tr>").matches("<th ").count();
    let cells = turned.between("<th scope=\"row\" class=\"name\" data-depth=\"30\">", "</tr>").matches("<td").count();
    assert_eq!(names, cells + 1);
    let headed: usize = turned
        .between("<tr class=\"group\">", "</tr>")
        .split("colspan=\"")
        .skip(1)
        .map(|rest| rest.split('"').next().and_then(|text| text.parse::<usize>().ok()).expect("a number"))
        .sum();
    assert_eq!(headed, cells);

    let all = board.get(&format!("{STARTER}/types/all?depths=60")).await;
    let open = board.open("affix-branch-starter").await;
    for item_type in open.loaded.catalog.item_types.iter().filter(|item_type| item_type.takes_affixes) {
        let headed = all.text().to_lowercase().contains(&format!("class=\"name\">{}</th>", item_type.name));
        // The starter edition has no affixes for these.
        assert_eq!(headed, !["amulet", "ring"].contains(&item_type.name.as_str()), "{}", item_type.name);
    }
    assert!(all.text().contains("<li>There is nothing to show of amulet, ring.</li>"), "{}", all.text());
    assert!(all.text().contains("\" aria-current=\"true\">all</a>"), "{}", all.text());
}

#[tokio::test]
async fn ticked_types_become_an_address() {
    let board = Board::new().await;
    for (asked, location) in [
        ("types/23?type=23&type=20&measure=commonness&sval=11", "types/23,20?measure=commonness"),
        ("types/23?type=20", "types/20"),
        ("chances/all?type=20&type=20&quality=good", "chances/20?quality=good"),
    ] {
        let answer = board.get(&format!("{STARTER}/{asked}")).await;
        assert_eq!(answer.status, StatusCode::SEE_OTHER, "{asked}: {}", answer.text());
        assert_eq!(answer.header("location"), format!("{STARTER}/{location}"));
    }
    let open = board.open("affix-branch-starter").await;
    let takes = open.loaded.catalog.item_types.iter().filter(|item_type| item_type.takes_affixes);
    let all: Vec<String> = takes.map(|item_type| format!("type={}", item_type.tval)).collect();
    let answer = board.get(&format!("{STARTER}/types/23?{}", all.join("&"))).await;
    assert_eq!(answer.header("location"), format!("{STARTER}/types/all"));

    for (asked, status, said) in [
        ("types/23,x", 404, "Found the item type `x`; expected a number such as 23, several such as 23,20, or all."),
        ("types/23,", 404, "Found the item type ``; expected"),
        ("types/23,99", 404, "no item type has the number 99; there are"),
        ("types/23,20?sval=11", 400, "sval: found `11`; expected none, for a kind belongs to one item type"),
        ("types/23?type=x", 400, "type: expected the number of an item type, such as 23."),
        ("types/23,20.exe", 404, "Found the format `exe`; expected one of csv,"),
        ("chances/all?depths=every", 400, "Found 20 item types at 100 depths, 2000 in all; expected at most 1000"),
        ("chances/23,20.svg", 404, "Shares of different item types are not drawn together"),
    ] {
        let answer = board.get(&format!("{STARTER}/{asked}")).await;
        assert_eq!(answer.status.as_u16(), status, "{asked}");
        let lead = answer.lead().replace("&#39;", "'");
        assert!(lead.starts_with(said), "{lead}");
    }
}

#[tokio::test]
async fn results_of_several() {
    let board = Board::new().await;
    board.start_batch("depths=1,30&drops=2000&seed=7&great=on").await;
    board.start_batch("depths=1,30&drops=2000&seed=8&great=on").await;
    board.work();
    board.finished(1).await;
    board.finished(2).await;
    let query = "?subject=affixes";
    let both = board.get(&format!("/batches/1/types/23,20.csv{query}")).await;
    let (swords, diggers) = (
        board.get(&format!("/batches/1/types/23.csv{query}")).await,
        board.get(&format!("/batches/1/types/20.csv{query}")).await,
    );
    assert_eq!(without_sections(&both), [without_sections(&swords), without_sections(&diggers)].concat());
    let page = board.get("/batches/1/types/all").await;
    assert_eq!(page.status, StatusCode::OK, "{}", page.text());
    assert!(page.text().contains("<th scope=\"rowgroup\" class=\"name\">Sword: affixes</th>"), "{}", page.text());
    assert!(!page.text().contains("The most frequent of the rows"), "shares of different types aren't drawn together");
    let drops = board.get("/batches/1/types/all?measure=drop").await;
    assert!(drops.text().contains("The most frequent of the rows"));
    let chart = board.get("/batches/1/types/23,20.svg?measure=drop&subject=affixes").await;
    assert_eq!(chart.status, StatusCode::OK);
    assert!(chart.text().contains("(sword)"), "{}", chart.text());

    // Changes of several are those of each.
    let change = board.get("/compare/23,20?from=batch:1&to=batch:2&subject=affixes").await;
    assert_eq!(change.status, StatusCode::OK, "{}", change.text());
    let change = |types| format!("/compare/{types}.csv?from=batch:1&to=batch:2&subject=affixes&sort=file&rows=all");
    let (both, swords, diggers) =
        (board.get(&change("23,20")).await, board.get(&change("23")).await, board.get(&change("20")).await);
    assert_eq!(without_sections(&both), [without_sections(&swords), without_sections(&diggers)].concat());
}

/// Filters hide rows and nothing else: what stays has the numbers it had.
#[tokio::test]
async fn filters_hide_rows_only() {
    let board = Board::new().await;
    board.start_batch("depths=1,30&drops=2000&seed=7&great=on").await;
    board.work();
    board.finished(1).await;
    let open = board.open("affix-branch-starter").await;
    let flags = |name: &str| -> Vec<&'static str> {
        let affix = open.loaded.catalog.affixes.iter().find(|affix| affix.name == name);
        affix.map_or_else(Vec::new, |affix| affix.flags.clone())
    };
    for (path, filter) in [
        (format!("{STARTER}/types/23.csv?depths=1,30"), "flags=SLAY_EVIL"),
        (format!("{STARTER}/types/23,20.csv?depths=1,30"), "flags=slay_evil"),
        ("/batches/1/types/23.csv?subject=affixes".to_owned(), "flags=SLAY_EVIL"),
        ("/batches/1/types/23.csv?subject=affixes".to_owned(), "level=great"),
        ("/batches/1/types/all.csv?subject=affixes".to_owned(), "role=prefix&level=good"),
    ] {
        let all = board.get(&path).await;
        let kept = board.get(&format!("{path}&{filter}")).await;
        let all: Vec<&str> = all.text().lines().collect();
        let kept_lines: Vec<&str> = kept.text().lines().collect();
        assert!(kept_lines.len() < all.len() && kept_lines.len() > 3, "{filter}: {kept_lines:?}");
        for line in &kept_lines {
            assert!(all.contains(line), "{filter}: {line}");
        }
        for record in csv::Reader::from_reader(kept.text().as_bytes()).records().map(|record| record.expect("a line")) {
            if record[0].ends_with("total") {
                continue;
            }
            match filter {
                "level=great" => assert!(record[4].split('/').any(|level| level == "great"), "{record:?}"),
                "role=prefix&level=good" => assert_eq!((&record[3], record[4].contains("good")), ("prefix", true)),
                _ => assert!(flags(&record[1]).contains(&"SLAY_EVIL"), "{record:?}"),
            }
        }
    }
    let page = board.get(&format!("{STARTER}/types/23?depths=1&flags=slay_evil")).await;
    assert!(page.text().contains("value=\"SLAY_EVIL\""), "{}", page.text());
    assert!(page.text().contains("<option value=\"SLAY_EVIL,") && !page.text().contains("<option value=\"SLAY_EVIL\""));
    for (query, said) in [
        ("types/23?flags=NOTHING", "flags: found `NOTHING`; expected flags of these files: "),
        ("chances/23?level=best", "level: found `best`; expected one of good, great, uber."),
        ("types/23?numbers=roman", "numbers: found `roman`; expected percent or odds."),
    ] {
        let answer = board.get(&format!("{STARTER}/{query}")).await;
        let lead = answer.lead().replace("&#39;", "'");
        assert!(answer.status == StatusCode::BAD_REQUEST && lead.starts_with(said), "{lead}");
    }
}

/// How numbers are written is a setting of its own; addresses that had it in the measure still work.
#[tokio::test]
async fn numbers_as_percent_or_one_in() {
    let board = Board::new().await;
    let path = format!("{STARTER}/types/23?depths=1&sval=11");
    let (percent, odds) = (board.get(&path).await, board.get(&format!("{path}&numbers=odds")).await);
    let old = board.get(&format!("{path}&measure=pool-odds")).await;
    let cell =
        |answer: &Answer| answer.between("<td id=\"affix-107-1\"", "</td>").split('>').next_back().map(str::to_owned);
    assert!(cell(&percent) != cell(&odds) && cell(&odds) == cell(&old), "{:?}", cell(&old));
    // The header's links to other revisions have the address as it came.
    let main = old.between("<main", "</main>");
    assert!(main.contains("numbers=odds") && !main.contains("pool-odds"), "{main}");
    assert!(odds.text().contains("aria-current=\"true\">1 in N</a>"));
    // Weights are no probabilities.
    let weights = board.get(&format!("{path}&measure=commonness")).await;
    assert!(!weights.text().contains(">1 in N</a>"));
    // Files have the numbers themselves.
    let file = |numbers: &str| format!("{STARTER}/types/23.csv?depths=1&sval=11{numbers}");
    let (plain, odds) = (board.get(&file("")).await, board.get(&file("&numbers=odds")).await);
    assert_eq!(plain.text(), odds.text());
}
