//! The data folder: one server in it, commands beside that, and nobody else.

use std::os::unix::fs::PermissionsExt;

use super::program::Home;

#[test]
fn a_second_server_in_one_folder_is_refused() {
    let home = Home::new();
    let server = home.serve("serve");
    let process = format!("another server (process {}) uses the data folder data;", server.id());
    home.run("serve --addr 127.0.0.1:0 --data-dir data").refused(1, &[&process, "--data-dir"]);
    // Also by another name of the folder.
    home.run("serve --addr 127.0.0.1:0 --data-dir ./data/").refused(1, &["another server"]);
    assert_eq!(server.get("/readyz").0, 200);
    home.small("", "", "");
    home.run("import edit --edition ours --data-dir data").done();
    assert_eq!(server.get("/editions/ours").0, 303);

    server.signal("KILL");
    assert_eq!(server.ended(), None);
    let again = home.serve("serve");
    assert_eq!(again.get("/editions/ours").0, 303);
}

#[test]
fn what_the_program_creates_is_for_its_user_alone() {
    let home = Home::new();
    let server = home.serve("serve");
    let mode = |name: &str| home.path(name).metadata().expect(name).permissions().mode() & 0o777;
    assert_eq!(mode("data"), 0o700);
    let files: Vec<_> =
        std::fs::read_dir(home.path("data")).expect("the folder").map(|file| file.expect("a file").path()).collect();
    assert!(files.len() >= 5, "the database, its log and its index, two locks: {files:?}");
    for file in files {
        assert_eq!(file.metadata().expect("there").permissions().mode() & 0o777, 0o600, "{}", file.display());
    }
    drop(server);
}
