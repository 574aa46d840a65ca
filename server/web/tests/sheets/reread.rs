//! What is downloaded, read again by other programs: Python and Libre Office.

use std::{fs, io::Write, path::Path, process::Command};

use crate::{editions::import::import, hostile::files, support::Board};

/// The first of these programs that runs here.
fn program(names: &[&str]) -> Option<String> {
    let runs = |name: &&&str| Command::new(name).arg("--version").output().is_ok_and(|output| output.status.success());
    names.iter().find(runs).map(|name| (*name).to_owned())
}

fn say(text: &str) {
    // Past what keeps the output of tests that pass: that something was not tested must be seen.
    let _ = writeln!(std::io::stderr(), "\n*** {text} ***\n");
}

/// Saves the files of a sheet and of all beside it, and has them read.
async fn check(board: &Board, folder: &str, tval: u16, query: &str) {
    let Some(python) = program(&["python3"]) else {
        return say("no python3: what is downloaded is not read again by other programs");
    };
    let office = program(&["soffice", "libreoffice"]);
    if office.is_none() {
        say("no LibreOffice: workbooks are read again by Python only");
    }
    let place = tempfile::tempdir().expect("a folder");
    for (name, path) in [
        ("sheet.json", format!("{folder}/{tval}.json{query}")),
        ("sheet.csv", format!("{folder}/{tval}.csv{query}")),
        ("sheet.excel.csv", format!("{folder}/{tval}.excel.csv{query}")),
        ("sheet.long.csv", format!("{folder}/{tval}.long.csv{query}")),
        ("sheet.xlsx", format!("{folder}/{tval}.xlsx{query}")),
        ("all.zip", format!("{folder}/all.zip{query}")),
        ("all.long.csv", format!("{folder}/all.long.csv{query}")),
        ("all.xlsx", format!("{folder}/all.xlsx{query}")),
    ] {
        let answer = board.get(&path).await;
        assert_eq!(answer.status.as_u16(), 200, "{path}: {}", String::from_utf8_lossy(&answer.body));
        fs::write(place.path().join(name), &answer.body).expect("written");
    }
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/reread/reread.py");
    let output = Command::new(python).arg(script).arg(place.path()).args(office).output().expect("python3 runs");
    let [out, error] = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes));
    assert!(output.status.success(), "{folder}: {out}{error}");
}

/// Names that look like formulas, and changes, which are negative numbers.
#[tokio::test]
async fn availability() {
    let board = Board::new().await;
    import(&board, "hostile", &files()).await;
    check(&board, "/editions/hostile/revisions/1/types", 23, "?depths=1,20,60").await;
    let sides = "from=affix-branch-starter@1&to=affix-branch-starter@1~documented";
    check(&board, "/compare", 23, &format!("?{sides}&depths=10,40&scale=row&rows=all")).await;
}

/// Counts, what was not seen, artifacts with apostrophes.
#[tokio::test]
async fn results() {
    let board = Board::new().await;
    board.start_batch("depths=1,30,60&drops=20000&seed=7&great=on").await;
    board.work();
    board.finished(1).await;
    check(&board, "/batches/1/types", 23, "").await;
}
