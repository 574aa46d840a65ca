//! Files and charts have the numbers of now, as pages do: nothing waits until all is computed unless that is asked for.

use axum::http::StatusCode;

use crate::{
    compare::show::ours,
    support::{Answer, Board},
};

const REVISION: &str = "/editions/ours/revisions/2";
const UNFINISHED: &str = "affixboard-unfinished";
const FILES: [&str; 6] = ["csv", "long.csv", "excel.csv", "long.excel.csv", "xlsx", "json"];
const PICTURES: [&str; 2] = ["svg", "png"];

/// The column of a long CSV, line by line.
fn column(file: &Answer, name: &str) -> Vec<String> {
    let mut reader = csv::Reader::from_reader(file.body.as_slice());
    let at = reader.headers().expect("a header").iter().position(|heading| heading == name).expect("the column");
    reader.records().map(|line| line.expect("CSV")[at].to_owned()).collect()
}

async fn board() -> Board {
    let board = Board::new().await;
    ours(&board).await;
    board.post("/profiles", "name=Ours&text=5:+normal+1%0A20:+great+2").await;
    board
}

/// Every sheet in every format while nothing can be computed: what waited for that would have no answer.
#[tokio::test]
async fn every_sheet_has_its_files_and_pictures_at_once() {
    let board = board().await;
    let held = board.hold().await;
    let compared = |measure: &str| format!("?from=ours@1&to=ours@2&measure={measure}&depths=5,20");
    for (path, query, unfinished, formats) in [
        (format!("{REVISION}/types/23"), "?depths=5,20".to_owned(), "", &[&FILES[..]][..]),
        (format!("{REVISION}/chances/23"), "?depths=5,20".to_owned(), "5,20", &[&FILES, &PICTURES]),
        (format!("{REVISION}/chances/23,20"), "?depths=5,20".to_owned(), "5,20", &[&FILES]),
        (format!("{REVISION}/dive/23"), "?depths=5,20".to_owned(), "5,20", &[&FILES, &PICTURES]),
        (format!("{REVISION}/charts/23"), "?of=chances&depths=5,20".to_owned(), "5,20", &[&PICTURES]),
        ("/compare/23".to_owned(), compared("pool"), "", &[&FILES, &PICTURES]),
        ("/compare/23".to_owned(), compared("item"), "5,20", &[&FILES, &PICTURES]),
    ] {
        for format in formats.iter().flat_map(|formats| formats.iter()) {
            let file = board.get(&format!("{path}.{format}{query}")).await;
            assert_eq!(file.status, StatusCode::OK, "{path}.{format}{query}");
            assert_eq!(file.header(UNFINISHED), unfinished, "{path}.{format}{query}");
        }
    }
    drop(held);
}

/// What is simulated says so, and is what the page has; later the computed numbers are there.
#[tokio::test]
async fn a_file_says_how_each_number_is_known() {
    let board = board().await;
    let held = board.hold().await;
    let of = |format: &str| format!("{REVISION}/chances/23{format}?depths=4&quality=normal&subject=affixes");
    let before = board.get(&of("")).await;
    let file = board.get(&of(".long.csv")).await;
    let how = column(&file, "how");
    assert!(how.iter().any(|how| how == "simulated"), "{}", file.text());
    assert!(how.iter().all(|how| how == "simulated" || how == "impossible"), "{}", file.text());
    // What the page of the same address says before or after; the number of simulated items may grow meanwhile.
    let after = board.get(&of("")).await;
    let (names, trials) = (column(&file, "name"), column(&file, "n"));
    let rusty = names.iter().position(|name| name == "Rusty").expect("the row");
    let said = format!("(95 % interval) of {}", affixboard_report::thousands(trials[rusty].parse().expect("a number")));
    assert!(before.text().contains(&said) || after.text().contains(&said), "{said}: {}", after.text());
    drop(held);

    let whole = board.get(&format!("{}&wait=exact", of(".long.csv"))).await;
    assert_eq!((whole.status, whole.header(UNFINISHED)), (StatusCode::OK, ""));
    assert!(column(&whole, "how").iter().any(|how| how == "exact"), "{}", whole.text());
    // From now on there is nothing to wait for.
    let again = board.get(&of(".long.csv")).await;
    assert_eq!((again.header(UNFINISHED), again.text()), ("", whole.text()));
    let wrong = board.get(&format!("{}&wait=long", of(".csv"))).await;
    assert_eq!((wrong.status, wrong.lead()), (StatusCode::BAD_REQUEST, "wait: found `long`; expected exact."));
}
