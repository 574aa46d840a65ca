//! What is downloaded has the numbers of the sheet.

use affixboard_model::{batch::Tally, catalog::Role};
use affixboard_report::{
    format::unescape_formula,
    sheet::{LeadField, Method, Row, Sheet, Value},
    sheets::{self, AvailabilityParams, CountParams, Denominator, Filter, PoolMeasure, RowOrder, SheetSection, SortBy},
};
use affixboard_store::BatchId;
use axum::{
    body::Body,
    http::{Request, header},
};

use crate::support::{Answer, Board, HOST, STARTER};

/// Rows of a CSV after its header.
fn records(answer: &Answer) -> (Vec<String>, Vec<csv::StringRecord>) {
    assert_eq!(answer.status.as_u16(), 200, "{}", answer.text());
    assert!(!answer.body.starts_with(b"\xef\xbb\xbf"));
    assert_eq!(answer.text().matches('\n').count(), answer.text().matches("\r\n").count());
    let mut reader = csv::Reader::from_reader(answer.body.as_slice());
    let header = reader.headers().expect("a header").iter().map(str::to_owned).collect();
    (header, reader.records().map(|record| record.expect("a record")).collect())
}

fn rows(sheet: &Sheet) -> impl Iterator<Item = (&str, &Row)> {
    let totals = sheet.totals.iter().map(|row| ("total", row));
    totals.chain(sheet.rows.iter().map(|row| (row.group.as_deref().unwrap_or_default(), row)))
}

fn check_wide(answer: &Answer, sheet: &Sheet) {
    let (header, records) = records(answer);
    let lead = sheet.lead.len();
    let depths: Vec<_> = sheet.columns.iter().map(|column| column.depth.to_string()).collect();
    assert_eq!(header[..3], ["section", "name", "index"]);
    assert_eq!(header[3 + lead..], depths);
    assert_eq!(records.len(), sheet.totals.len() + sheet.rows.len());
    for (record, (section, row)) in records.iter().zip(rows(sheet)) {
        assert_eq!((&record[0], unescape_formula(&record[1])), (section, row.name.as_str()));
        assert_eq!(&record[2], row.index.map_or(String::new(), |index| index.to_string()));
        for (at, column) in sheet.lead.iter().enumerate() {
            assert_eq!(unescape_formula(&record[3 + at]), row.lead(column.field));
        }
        for (text, cell) in record.iter().skip(3 + lead).zip(&row.cells) {
            match cell.value {
                Value::Impossible => assert_eq!(text, ""),
                Value::NotComputed => assert_eq!(text, "NA"),
                _ => assert_eq!(text.parse().ok(), cell.number(), "{text} in {}", row.name),
            }
        }
    }
}

fn check_long(answer: &Answer, sheet: &Sheet) {
    let (header, records) = records(answer);
    assert_eq!(
        header.join(","),
        "level,quality,affix_level,tval,sval,metric,measure,name,index,count,n,value,low,high,how,edition,revision,rules,\
         seed,partial,error_bound"
    );
    let mut records = records.iter();
    for (section, row) in rows(sheet) {
        for (column, cell) in sheet.columns.iter().zip(&row.cells) {
            let record = records.next().expect("a line per cell");
            assert_eq!(
                (&record[0], unescape_formula(&record[7])),
                (column.depth.to_string().as_str(), row.name.as_str())
            );
            assert_eq!(&record[6], if section == "total" { "total" } else { sheet.measure.id() });
            assert_eq!(record[11].parse().ok(), cell.number());
            if let Value::Share { count, n, low, high } = cell.value {
                assert_eq!((record[9].parse(), record[10].parse()), (Ok(count), Ok(n)));
                assert_eq!((record[12].parse(), record[13].parse()), (Ok(low), Ok(high)));
            }
            assert_eq!(&record[15], "Angband affix branch starter");
            assert_eq!(&record[19], if cell.partial { "1" } else { "0" });
        }
    }
    assert!(records.next().is_none());
}

/// Every fifth level.
fn usual_depths() -> Vec<u32> {
    std::iter::once(1).chain((5..=100).step_by(5)).collect()
}

#[tokio::test]
async fn availability() {
    let board = Board::new().await;
    let open = board.open("affix-branch-starter").await;
    let plain = AvailabilityParams {
        tval: 23,
        sval: None,
        affix_level: 2,
        depths: usual_depths(),
        measure: PoolMeasure::Chance,
        filter: Filter::default(),
        sort: RowOrder { by: SortBy::First, reversed: false },
    };
    let asked = [
        ("", plain.clone()),
        (
            "?measure=commonness&sval=11&level=good&depths=every",
            AvailabilityParams {
                sval: Some(11),
                affix_level: 0,
                depths: (1..=100).collect(),
                measure: PoolMeasure::Commonness,
                ..plain.clone()
            },
        ),
        (
            "?depths=3,40-44/2&role=suffix&q=slay&sort=-40",
            AvailabilityParams {
                depths: vec![3, 40, 42, 44],
                filter: Filter { role: Some(Role::Suffix), text: "slay".to_owned(), ..Filter::default() },
                sort: RowOrder { by: SortBy::Depth(40), reversed: true },
                ..plain.clone()
            },
        ),
    ];
    for (query, params) in asked {
        let words = open.loaded.game.words();
        let sheet = sheets::availability(
            &open.loaded.catalog,
            open.forge.as_ref(),
            words,
            open.provenance(Method::Exact),
            &params,
        )
        .expect("a sheet");
        assert!(!sheet.rows.is_empty(), "{query}");
        let wide = board.get(&format!("{STARTER}/types/23.csv{query}")).await;
        check_wide(&wide, &sheet);
        let hash = &open.revision.content_hash[..7];
        let measure = sheet.measure.id();
        let named = wide.header("content-disposition");
        let item = if params.sval.is_some() { "katana-23-11" } else { "sword" };
        assert_eq!(
            named,
            format!(
                "attachment; filename=\"angband-affix-branch-starter-{item}-affixes-by-generation-level-{measure}-{hash}.csv\""
            )
        );
        check_long(&board.get(&format!("{STARTER}/types/23.long.csv{query}")).await, &sheet);
    }
}

#[tokio::test]
async fn results() {
    let board = Board::new().await;
    board.start_batch("depths=1,30,60&drops=20000&seed=7&good=on&great=on").await;
    board.work();
    board.finished(1).await;
    let open = board.open("affix-branch-starter").await;
    let plain = CountParams {
        tval: 23,
        sval: None,
        quality: 2,
        denominator: Denominator::PerItem,
        sections: SheetSection::ALL.to_vec(),
        filter: Filter::default(),
        sort: RowOrder { by: SortBy::First, reversed: false },
    };
    let asked = [
        ("", plain.clone()),
        (
            "?quality=good&measure=drop&subject=affixes&sort=name&q=of",
            CountParams {
                quality: 1,
                denominator: Denominator::PerDrop,
                sections: vec![SheetSection::Affixes],
                filter: Filter { text: "of".to_owned(), ..Filter::default() },
                sort: RowOrder { by: SortBy::Name, reversed: false },
                ..plain.clone()
            },
        ),
        (
            "?sval=11&subject=kinds",
            CountParams { sval: Some(11), sections: vec![SheetSection::Kinds], ..plain.clone() },
        ),
    ];
    for (query, params) in asked {
        let tally: Tally = board.store.tally_for(BatchId(1), params.quality, &[1, 30, 60]).await.expect("a tally");
        let how = Method::Simulated { drops: 20_000, seed: 7, batch: Some(1) };
        let words = open.loaded.game.words();
        let sheet =
            sheets::counts(&open.loaded.catalog, open.forge.as_ref(), words, open.provenance(how), &tally, &params)
                .expect("a sheet");
        assert!(!sheet.rows.is_empty(), "{query}");
        assert!(sheet.lead.iter().any(|lead| lead.field == LeadField::Summary) || query.contains("kinds"));
        check_wide(&board.get(&format!("/batches/1/types/23.csv{query}")).await, &sheet);
        check_long(&board.get(&format!("/batches/1/types/23.long.csv{query}")).await, &sheet);
    }
}

/// The files of all item types have what the files of each have.
#[tokio::test]
async fn all_item_types() {
    let board = Board::new().await;
    let query = "?depths=1,30&level=good";
    let long = board.get(&format!("{STARTER}/types/all.long.csv{query}")).await;
    assert_eq!(
        long.header("content-disposition"),
        format!(
            "attachment; filename=\"angband-affix-branch-starter-availability-pool-{}.long.csv\"",
            &board.open("affix-branch-starter").await.revision.content_hash[..7]
        )
    );
    let open = board.open("affix-branch-starter").await;
    let types = open.loaded.catalog.item_types.iter().filter(|item_type| item_type.takes_affixes);
    let mut expected = String::new();
    for item_type in types {
        let one = board.get(&format!("{STARTER}/types/{}.long.csv{query}", item_type.tval)).await;
        let (header, lines) = one.text().split_once("\r\n").expect("a header");
        if expected.is_empty() {
            expected = format!("{header}\r\n");
        }
        expected += lines;
    }
    assert!(long.text() == expected, "the whole differs from its parts");
    let zip = board.get(&format!("{STARTER}/types/all.zip{query}")).await;
    assert_eq!((zip.status.as_u16(), zip.header("content-type")), (200, "application/zip"));
    assert!(zip.body.starts_with(b"PK"));
}

/// Who goes away gives the turn back: more files are asked for than may be written at once.
#[tokio::test]
async fn nobody_waits_for_those_who_went_away() {
    let board = Board::new().await;
    let path = format!("{STARTER}/types/all.long.csv?depths=every");
    for _ in 0..5 {
        let request = Request::get(&path).header(header::HOST, HOST).body(Body::empty()).expect("a request");
        let response = board.respond(request).await;
        assert_eq!(response.status().as_u16(), 200);
        drop(response);
    }
    assert!(board.get(&path).await.text().ends_with("\r\n"));
}

/// Zips and workbooks are compressed already; other files are compressed on the way.
#[tokio::test]
async fn only_text_is_compressed() {
    let board = Board::new().await;
    for (file, encoding) in [("23.csv", "gzip"), ("23.json", "gzip"), ("all.zip", ""), ("23.xlsx", "")] {
        let request = Request::get(format!("{STARTER}/types/{file}?depths=1"))
            .header(header::HOST, HOST)
            .header(header::ACCEPT_ENCODING, "gzip");
        let answer = board.send(request.body(Body::empty()).expect("a request")).await;
        assert_eq!(answer.header("content-encoding"), encoding, "{file}");
    }
}

/// The menu of a page leads to files of just what it shows.
#[tokio::test]
async fn menus_keep_the_settings() {
    let board = Board::new().await;
    let page = board.get(&format!("{STARTER}/types/23?sval=11&level=good&depths=1,30")).await;
    let menu = page.between("<p>This sheet</p>", "<p>As a link</p>");
    let links: Vec<&str> = menu.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert_eq!(
        links.iter().map(|link| link.replace("&#38;", "&")).collect::<Vec<_>>(),
        [
            "23.csv?sval=11&",
            "23.long.csv?sval=11&",
            "23.excel.csv?sval=11&",
            "23.long.excel.csv?sval=11&",
            "23.xlsx?sval=11&",
            "23.json?sval=11&",
            "all.zip?",
            "all.long.csv?",
            "all.xlsx?",
        ]
        .map(|file| format!("{STARTER}/types/{file}level=good&depths=1,30"))
    );
    let json = board.get(&links[5].replace("&#38;", "&")).await;
    let address = format!("\"address\":\"http://{HOST}{STARTER}/types/23?sval=11&level=good&depths=1,30\"");
    assert!(json.text().contains(&address), "{}", json.text());
}
