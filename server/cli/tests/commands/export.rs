//! `affixboard export`: databases of files and of editions. What they hold is tested in the store.

use super::program::Home;

#[test]
fn files_and_editions_become_databases() {
    let home = Home::new();
    let files = format!("{}/data/nethack", env!("CARGO_MANIFEST_DIR"));
    let read = |name: &str| std::fs::read(home.path(name)).expect("a file");
    let file = home.path("a.db").display().to_string();
    home.run(&format!("export --sqlite {file} --files {files}")).done();
    let whole = read("a.db");
    assert!(whole.starts_with(b"SQLite format 3\0"));
    let again = home.run(&format!("export --sqlite {file} --files {files}"));
    assert_eq!(again.code, Some(2));
    assert!(again.err.contains("a.db is there already; expected a new name, or --overwrite"), "{}", again.err);
    assert_eq!(read("a.db"), whole);
    home.run(&format!("import {files} --edition ours")).done();
    home.run(&format!("export --sqlite {file} --edition ours --overwrite")).done();
    assert!(read("a.db").len() >= whole.len() && !home.path("a.db.part").exists());
}

#[test]
fn what_there_is_not_is_wrong_usage() {
    let home = Home::new();
    home.run(&format!("import {}/data/nethack --edition ours", env!("CARGO_MANIFEST_DIR"))).done();
    let file = home.path("a.db").display().to_string();
    for (flags, said) in [
        ("--edition nothing", "--edition: found `nothing`; there is no such edition"),
        ("--edition ours --revision 9", "--revision: found 9; `ours` has no such revision"),
        ("--edition ours --levels 0-x", "--levels: found `0-x`"),
        ("", "--files"),
    ] {
        let run = home.run(&format!("export --sqlite {file} {flags}"));
        assert_eq!(run.code, Some(2), "{flags}: {}", run.err);
        assert!(run.err.contains(said), "{flags}: {}", run.err);
    }
    assert!(!std::path::Path::new(&file).exists());
}
