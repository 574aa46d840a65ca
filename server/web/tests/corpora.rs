//! What the fuzz targets have found, and what covers the code best: read again in each run of the tests.

use std::{fs, path::Path};

use crate::any_input::{self, Surface};

/// The files of a saved corpus, by name.
fn corpus(name: &str) -> Vec<(String, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus").join(name);
    let files = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<_> = files.map(|file| file.expect("a file").path()).collect();
    files.sort();
    assert!(files.len() > 5, "{name} has {} files", files.len());
    files.iter().map(|path| (path.display().to_string(), fs::read(path).expect("a file"))).collect()
}

/// Names the file that is read, which the harness shows where that fails.
#[expect(clippy::print_stdout, reason = "what a test prints is shown only where it fails")]
fn say(path: &str) {
    println!("{path}");
}

fn read_all(name: &str, read: fn(&Surface, &[u8])) {
    let surface = Surface::new();
    for (path, bytes) in corpus(name) {
        say(&path);
        read(&surface, &bytes);
    }
}

#[test]
fn zips() {
    for (path, bytes) in corpus("zip") {
        say(&path);
        any_input::zip(&bytes);
    }
}

#[test]
fn multipart_forms() {
    read_all("multipart", Surface::multipart);
}

#[test]
fn tables_of_allocations() {
    read_all("allocations", Surface::allocations);
}

#[test]
fn queries() {
    read_all("query", Surface::query);
}
