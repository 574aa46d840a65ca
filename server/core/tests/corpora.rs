//! What the fuzz targets have found, and what covers the code best: read again in each run of the tests.

use std::{fs, path::Path};

use crate::common::any_changes;

#[test]
#[expect(clippy::print_stdout, reason = "what a test prints is shown only where it fails")]
fn changes() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus/changes");
    let files: Vec<_> = fs::read_dir(folder).expect("the corpus").map(|file| file.expect("a file").path()).collect();
    assert!(files.len() > 5);
    for path in files {
        // Said only where it fails.
        println!("{}", path.display());
        any_changes::read(&String::from_utf8_lossy(&fs::read(path).expect("a file")));
    }
}
