//! What the fuzz targets have found, and what covers the code best: read again in each run of the tests.

use std::{fs, path::Path};

use crate::common::{any_bytes, any_c, any_changes};

#[expect(clippy::print_stdout, reason = "what a test prints is shown only where it fails")]
fn read_all(name: &str, read: fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus").join(name);
    let files: Vec<_> = fs::read_dir(folder).expect("the corpus").map(|file| file.expect("a file").path()).collect();
    assert!(files.len() > 5);
    for path in files {
        // Said only where it fails.
        println!("{}", path.display());
        read(&fs::read(path).expect("a file"));
    }
}

#[test]
fn changes() {
    read_all("changes", |bytes| any_changes::read(&String::from_utf8_lossy(bytes)));
}

#[test]
fn c_tables() {
    read_all("c_table", any_c::read);
}

#[test]
fn files_of_games() {
    read_all("read", any_bytes::read_chosen);
}

#[test]
fn questions() {
    use affixboard_inquiry::questions::parse;

    read_all("question", |bytes| {
        let text = String::from_utf8_lossy(bytes);
        match parse(&text) {
            Ok(question) => {
                let written = question.to_string();
                assert_eq!(parse(&written).map(|again| again.to_string()), Ok(written));
            }
            Err(error) => assert!(error.column > 0 && !error.expected.is_empty()),
        }
    });
}
