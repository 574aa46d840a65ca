//! Sheets of chances: shown at once, filled in as they are computed, the same in files, with a batch beside.

use std::sync::Arc;

use affixboard_model::{
    batch::{Cell, Entry},
    catalog::Catalog,
};
use affixboard_report::sheets::{
    self, ChanceColumn, ChanceMeasure, ChanceParams, Filter, RowOrder, SheetSection, SortBy,
};
use affixboard_report::{
    format::{self, Export},
    sheet::Method,
};
use affixboard_service::compute::{Numbers, Scheduler, Stages, TypeCell};
use axum::{
    body::Body,
    http::{Request, StatusCode, header},
};
use tokio_stream::StreamExt;

use crate::support::{Board, HOST};

const EDITION: &str = "/editions/angband-3-0-starter/revisions/1";
const SLUG: &str = "angband-3-0-starter";
const SWORD: u16 = 23;

async fn board() -> Board {
    let board = Board::new().await;
    board.add_starter(SLUG).await;
    board
}

/// The depths that a page says are computed, of how many; `None` on one that has all.
fn filled(page: &str) -> Option<(&str, &str)> {
    let (known, rest) = page.split_once("<span data-known>")?.1.split_once("</span> of ")?;
    Some((known, rest.split_once(" depths computed")?.0))
}

#[tokio::test]
async fn the_page_is_there_at_once_and_fills_in() {
    let board = board().await;
    let path = format!("{EDITION}/chances/23");
    let events = Request::get(format!("{path}/events?depths=1,5,10")).header(header::HOST, HOST);
    let held = board.hold().await;
    let page = board.get(&format!("{path}?depths=1,5,10")).await;
    assert_eq!((page.status, filled(page.text())), (StatusCode::OK, Some(("0", "3"))));
    // With JavaScript it follows the events, without it is loaded again.
    assert!(page.text().contains(&format!("data-events=\"{path}/events?depths=1,5,10\"")));
    assert!(page.text().contains("<script type=\"module\" src=\"/static/js/progressive.js\">"));
    assert!(page.text().contains("<noscript><meta http-equiv=\"refresh\" content=\"2\"></noscript>"));
    // The rows are known already.
    assert!(page.text().contains("of Westernesse</a>"));
    // So are numbers, from 16,384 drops at each depth.
    assert!(
        page.text().contains("what is missing comes from <span data-drops=\"49152\">49,152</span> simulated items")
    );
    assert!(
        page.text().contains("simulated, ")
            && page.text().contains("\"how-simulated\">simulated</b>")
            && page.text().contains("<p>Share of great ")
    );
    assert!(!page.text().contains("not computed yet") && !page.text().contains("<figure"));

    let mut stream = board.respond(events.body(Body::empty()).expect("a request")).await.into_body().into_data_stream();
    let first = stream.next().await.expect("an event").expect("bytes");
    assert_eq!(str::from_utf8(&first).expect("UTF-8"), "event: progress\ndata: 0 3 49152\n\n");
    drop(held);
    let mut told = Vec::new();
    while let Some(event) = stream.next().await {
        told.extend_from_slice(&event.expect("bytes"));
    }
    assert!(told.ends_with(b"event: end\ndata: 3 3 0\n\n"), "{}", String::from_utf8_lossy(&told));

    let page = board.get(&format!("{path}?depths=1,5,10")).await;
    assert_eq!(filled(page.text()), None);
    assert!(!page.text().contains("filling.js") && !page.text().contains("http-equiv"));
    assert!(page.text().contains("<figure") && !page.text().contains("not computed yet"));
    assert!(page.text().contains("Every number is exact"));
    // And checked against drops, once these are made.
    let page =
        board.get_until(&format!("{path}?depths=1,5,10"), "Checked against 245,760 simulated items: none of ").await;
    assert!(!page.text().contains("class=\"apart\""));
    // What is known needs no thread.
    let _held = board.hold().await;
    assert_eq!(filled(board.get(&format!("{path}?depths=5,10&measure=drop-odds")).await.text()), None);
    let page = board.get(&format!("{path}?depths=5,6")).await;
    assert_eq!(filled(page.text()), Some(("1", "2")));
}

/// Several item types fill in depth by depth; a depth is known when all are.
#[tokio::test]
async fn several_item_types_fill_in_together() {
    let board = board().await;
    let path = format!("{EDITION}/chances/23,30");
    let held = board.hold().await;
    let page = board.get(&format!("{path}?depths=1,5&quality=good")).await;
    assert_eq!((page.status, filled(page.text())), (StatusCode::OK, Some(("0", "2"))));
    assert!(
        page.text().contains(&format!("data-events=\"{path}/events?quality=good&#38;depths=1,5\"")),
        "{}",
        page.text()
    );
    drop(held);
    // One of the two, so that its cells are there and the depth isn't whole.
    let open = board.open(SLUG).await;
    board.exact.of_type(&open, 40, 1, SWORD).await.expect("chances");
    let held = board.hold().await;
    let page = board.get(&format!("{path}?depths=40,41&quality=good")).await;
    assert_eq!(filled(page.text()), Some(("0", "2")));
    assert!(page.text().contains("; exact\">") && page.text().contains("; simulated, "), "{}", page.text());
    drop(held);

    let file =
        |types: &str| format!("{EDITION}/chances/{types}.csv?depths=1,5&quality=good&subject=affixes&wait=exact");
    let (both, swords, boots) = (file("23,30"), file("23"), file("30"));
    let (both, swords, boots) = tokio::join!(board.get(&both), board.get(&swords), board.get(&boots));
    let rows = |text: &str, lines: usize| -> Vec<String> {
        let fields = text.lines().skip(lines).filter_map(|line| line.split_once(',').map(|(_, rest)| rest.to_owned()));
        fields.collect()
    };
    assert_eq!(both.status, StatusCode::OK, "{}", both.text());
    assert_eq!(rows(both.text(), 1), [rows(swords.text(), 1), rows(boots.text(), 1)].concat());
    let page = board.get(&format!("{path}?depths=1,5&quality=good")).await;
    assert_eq!(filled(page.text()), None);
}

/// The same sheet built past the pages, from the forge itself.
#[tokio::test]
async fn files_have_all_depths() {
    let board = board().await;
    let open = board.open(SLUG).await;
    let (catalog, words): (&Catalog, _) = (&open.loaded.catalog, open.loaded.game.words());
    let depths = [1, 40, 41];
    let chances = depths.map(|depth| {
        let cell = Cell { depth, quality: 1, kind: None };
        open.forge.exact().expect("chances").chances(cell, None)
    });
    // The drops that the numbers are checked against.
    let scheduler = Scheduler::new(2).expect("threads");
    let numbers = Arc::new(Numbers::new(Arc::clone(&board.exact), scheduler));
    let wanted = depths.map(|depth| (Arc::clone(&open), TypeCell { depth, quality: 1, tval: SWORD }));
    let checked = numbers.whole(&wanted, Stages::OF_CELLS).await.expect("numbers");
    let columns: Vec<ChanceColumn<'_>> = (0..3)
        .map(|at| ChanceColumn {
            simulated: checked[at].simulated_column(),
            ..ChanceColumn::computed(depths[at], Some(&chances[at]))
        })
        .collect();
    assert!(columns.iter().all(|column| column.simulated.is_some_and(|simulated| simulated.drops == 81_920)));
    for (query, measure, sval) in [
        ("", ChanceMeasure::PerItem, None),
        ("&measure=drop&sval=17", ChanceMeasure::PerDrop, Some(17)),
        ("&measure=thousand", ChanceMeasure::PerThousand, None),
    ] {
        let params = ChanceParams {
            tval: SWORD,
            sval,
            quality: 1,
            measure,
            sections: SheetSection::ALL.into_iter().filter(|subject| open.forge.keys().has(subject.metric())).collect(),
            filter: Filter::default(),
            sort: RowOrder { by: SortBy::First, reversed: false },
        };
        let provenance = open.provenance(Method::Exact);
        let sheet = sheets::chances(catalog, open.forge.as_ref(), words, provenance, &columns, &params).expect("it");
        for format in format::ALL {
            let path =
                format!("{EDITION}/chances/23.{}?quality=good&wait=exact&depths=1,40,41{query}", format.extension);
            let file = board.get(&path).await;
            assert_eq!((file.status, file.header("content-type")), (StatusCode::OK, format.media_type));
            assert!(file.header("content-disposition").contains("chances-of-good-drops"), "{path}");
            let address = format!("http://{HOST}{EDITION}/chances/23?quality=good&depths=1,40,41{query}");
            let mut bytes = Vec::new();
            (format.write)(Export { address: &address, ..Export::of(&sheet) }, &mut bytes).expect("memory");
            assert!(file.body == bytes, "{path}");
        }
    }
    let svg = board.get(&format!("{EDITION}/chances/23.svg?depths=1,40,41&subject=affixes&theme=dark")).await;
    assert!(svg.header("content-type") == "image/svg+xml" && svg.text().contains("Sword: chances of great drops"));
}

#[tokio::test]
async fn chances_are_held_against_a_batch() {
    let board = board().await;
    let form = "depths=1,30&drops=50000&seed=3&great=on&kind=";
    assert_eq!(board.start_batch_of(EDITION, form).await, 1);
    board.start_batch_of(EDITION, "depths=1&drops=100&seed=3&good=on&kind=").await;
    board.start_batch("depths=1&drops=100&seed=3&great=on&kind=").await;
    board.work();
    for id in 1..=3 {
        board.finished(id).await;
    }
    let path = format!("{EDITION}/chances/23");
    let slug = EDITION.split('/').nth(2).expect("a slug");
    let compared = format!("/compare/23?from={slug}@1&to=batch:1");
    // A sheet of chances leads to what batches like it counted, and so do the addresses that this had before.
    let sheet = board.get(&format!("{path}?depths=1,30&measure=thousand")).await;
    let link = format!("<a href=\"{}&depths=1,30\"", compared.replace("&to=batch:1", "&to=batch:1&measure=drop"));
    assert!(sheet.text().contains(&link.replace('&', "&#38;")), "{link}: {}", sheet.text());
    assert!(!sheet.text().contains("to=batch:2"), "batch 2 has no great drops");
    let old = board.get(&format!("{path}.long.csv?depths=1,30&beside=1")).await;
    let new = compared.replace("23?", "23.long.csv?");
    assert_eq!(
        (old.status, old.header("location")),
        (StatusCode::SEE_OTHER, &*format!("{new}&measure=item&depths=1,30"))
    );

    // The depths are those of the batch. By hand: as many great drops are swords by the rules as were counted.
    let file = board.get(&format!("{new}&rows=all&measure=drop&subject=kinds")).await;
    assert_eq!(file.status, StatusCode::OK, "{}", file.text());
    let mut reader = csv::Reader::from_reader(file.body.as_slice());
    let header = reader.headers().expect("a header").clone();
    let at = |name: &str| header.iter().position(|column| column == name).expect(name);
    let (depth, metric, before, after, told) = (at("level"), at("metric"), at("before"), at("after"), at("told"));
    let batch = board.get("/batches/1/types/23.long.csv?measure=drop&subject=kinds&sort=file").await;
    let mut lines = 0;
    for line in reader
        .records()
        .map(|line| line.expect("CSV"))
        .filter(|line| &line[metric] == "kind" && !line[before].is_empty())
    {
        assert!(["1", "30"].contains(&&line[depth]), "{line:?}");
        let number = |at: usize| line[at].parse::<f64>().expect("a number");
        // The same rules made both: five standard deviations, and none of them told by tests that are all right in 95 of
        // 100 sheets.
        let most = 5.0 * (number(before).max(1e-5) / 50_000.0).sqrt() + 1e-9;
        assert!((number(before) - number(after)).abs() <= most && &line[told] == "0", "{line:?}");
        // What the batch's own sheet says is the later side.
        assert!(batch.text().contains(&format!(",{},", &line[after])), "{line:?}");
        lines += 1;
    }
    assert!(lines > 20, "{lines}");
    let page = board.get(&compared).await;
    assert_eq!(page.status, StatusCode::OK, "{}", page.text());
    assert!(page.text().contains(">r1</a> to <a href=\"/batches/1\">batch 1 (r1)</a>"), "{}", page.text());
    // The other way round, several item types, a chart; and files for each item type are refused.
    for (address, status) in [
        (format!("/compare/23?from=batch:1&to={slug}@1"), 200),
        (compared.replace("23?", "23,36?"), 200),
        (format!("{}&measure=drop", compared.replace("23?", "23.svg?")), 200),
        (compared.replace("23?", "all.zip?"), 400),
        (format!("{compared}&quality=good"), 400),
        (format!("{compared}&depths=2"), 400),
        (format!("{compared}&measure=thousand"), 400),
        (format!("/compare?from={slug}@1&to=batch:1"), 200),
    ] {
        let answer = board.get(&address).await;
        assert_eq!(answer.status.as_u16(), status, "{address}: {}", answer.text());
    }
    // What other rules change of chances is of chances too.
    let affixes = "/editions/affix-branch-starter/revisions/1/chances/23?depths=1&level=great&measure=thousand";
    let link = "~documented&#38;measure=thousand&#38;depths=1\">as documented</a>";
    let page = board.get(affixes).await;
    assert!(page.text().contains(link), "{}", page.text());
    // A reading goes along.
    let readings = "/editions/affix-branch-starter/revisions/1";
    let plan = "depths=1&drops=100&seed=3&great=on&kind=&rules=documented";
    assert_eq!(board.start_batch_of(readings, plan).await, 4);
    board.finished(4).await;
    let read = board.get(&format!("{readings}/chances/23?depths=1&rules=documented")).await;
    let link = "/compare/23?from=affix-branch-starter@1~documented&#38;to=batch:4&#38;measure=item&#38;depths=1\"";
    assert!(read.text().contains(link), "{}", read.text());

    // From one sheet of the type to the others: to the newest batch, or on a batch's sheet to itself.
    for (page, batch) in [
        (format!("{path}?depths=1"), "/batches/2/types/23"),
        (format!("{EDITION}/types/23"), "/batches/2/types/23"),
        ("/batches/1/types/23".to_owned(), "/batches/1/types/23"),
    ] {
        let answer = board.get(&page).await;
        for link in [&format!("{EDITION}/types/23"), &path, batch] {
            assert!(answer.text().contains(&format!("<a href=\"{link}\"")), "no {link} on {page}");
        }
    }
    assert!(board.get(EDITION).await.text().contains(&format!("<a href=\"{path}\"")));

    for (query, status, said) in [
        ("beside=x", 400, "beside: found `x`; expected the number of a batch."),
        ("quality=superb", 400, "quality: found `superb`; expected one of normal, good, great."),
        ("measure=pool", 400, "measure: found `pool`; expected one of item, drop, thousand."),
        ("subject=pvals", 400, "subject: found `pvals`; expected one of affixes, artifacts, naffixes, kinds."),
        ("depths=900", 400, "depths: found `900`; expected depths from 0 to 127."),
        ("sval=77", 404, "item type 23 has no kind 77; there are"),
    ] {
        for path in [path.clone(), format!("{path}.csv"), format!("{path}.svg")] {
            let answer = board.get(&format!("{path}?{query}")).await;
            assert_eq!(answer.status.as_u16(), status, "{path}?{query}");
            let lead = answer.lead().replace("&#39;", "'");
            assert!(lead.starts_with(said), "{lead}");
        }
    }
}

/// Of a type's artifacts and kinds nothing is lost: what a drop is excludes all else it could be.
#[tokio::test]
async fn shares_of_a_type_add_up() {
    let board = board().await;
    let open = board.open(SLUG).await;
    let known = board.exact.of_type(&open, 30, 2, SWORD).await.expect("chances");
    let (keys, catalog) = (open.forge.keys(), &open.loaded.catalog);
    let of = |wanted: &dyn Fn(Entry, &str) -> bool| -> f64 {
        let wanted = known.iter().filter(|chance| {
            let key = keys.key(chance.key);
            wanted(key.entry, key.metric.0)
        });
        wanted.map(|chance| chance.mean).sum()
    };
    let items = of(&|entry, _| entry == Entry::Kind);
    let artifacts = of(&|entry, _| matches!(entry, Entry::Artifact(_)));
    let by_number = of(&|entry, metric| metric == "naffixes" && matches!(entry, Entry::Fixed(_)));
    assert!(items > 0.1 && artifacts > 0.0 && (items - artifacts - by_number).abs() < 1e-12);
    assert!(catalog.artifacts.iter().any(|artifact| artifact.tval == SWORD));
}

/// What devices do and random artifacts are rows of sheets; what rings are kept as is measured and so has a bound, all else is exact.
#[tokio::test]
async fn frogcomposband_has_effects_of_devices_and_random_artifacts() {
    let board = Board::new().await;
    board.add_starter("frogcomposband-starter").await;
    let sheet = async |item_type: u16| {
        let path = format!("/editions/frogcomposband-starter/revisions/1/chances/{item_type}?depths=30&quality=great");
        board.get_until(&path, "Checked against ").await.text().to_owned()
    };
    let staffs = sheet(55).await;
    assert!(staffs.contains("Effects of devices") && staffs.contains("Detect Evil"), "{staffs}");
    let swords = sheet(23).await;
    assert!(swords.contains("random artifact") && swords.contains("Every number is exact"), "{swords}");
    let rings = sheet(45).await;
    assert!(!rings.contains("Every number is exact") && rings.contains(" computed (to ±"), "{rings}");
}
