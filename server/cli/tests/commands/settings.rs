//! Settings: defaults, then the settings file, then `AFFIXBOARD_*`, then flags.

use super::program::{Home, Ran, Server};

/// The second line a server prints names its database.
fn data_of(mut server: Server) -> String {
    let line = server.line();
    line.strip_prefix("data in ").and_then(|rest| rest.split(';').next()).expect("a folder").to_owned()
}

#[test]
fn later_sources_win() {
    let home = Home::new();
    let command = || {
        let mut command = home.command("serve");
        command.env("AFFIXBOARD_ADDR", "127.0.0.1:0");
        command
    };
    // The user's data folder.
    let usual =
        format!("{}/.local/share/affixboard/affixboard.db", home.path("").display().to_string().trim_end_matches('/'));
    assert_eq!(data_of(Server::start(&mut command())), usual);
    // The settings file of the working folder, or the one that is named.
    home.write("affixboard.toml", "data_dir = \"from-file\"\n");
    home.write("other.toml", "data_dir = \"from-other-file\"\n");
    assert_eq!(data_of(Server::start(&mut command())), "from-file/affixboard.db");
    assert_eq!(data_of(Server::start(command().args(["--config", "other.toml"]))), "from-other-file/affixboard.db");
    assert_eq!(
        data_of(Server::start(command().env("AFFIXBOARD_CONFIG", "other.toml"))),
        "from-other-file/affixboard.db"
    );
    // A variable, and a flag.
    let variable = || {
        let mut command = command();
        command.env("AFFIXBOARD_DATA_DIR", "from-variable");
        command
    };
    assert_eq!(data_of(Server::start(&mut variable())), "from-variable/affixboard.db");
    assert_eq!(data_of(Server::start(variable().args(["--data-dir", "from-flag"]))), "from-flag/affixboard.db");
}

#[test]
fn flags_may_stand_before_the_command() {
    let home = Home::new();
    home.small("", "", "");
    home.run("--data-dir before import edit --edition ours").done();
    assert!(home.path("before/affixboard.db").is_file());
}

#[test]
fn mistakes_in_the_file_name_file_and_key() {
    let home = Home::new();
    for (text, parts) in [
        ("adr = \"127.0.0.1:1\"\n", &["settings.toml", "line 1", "`adr`", "expected one of `addr`"][..]),
        ("addr = \"here\"\n", &["settings.toml", "addr"]),
        ("\nhost = \"one\"\n", &["settings.toml", "line 2", "host"]),
        ("addr\n", &["settings.toml", "line 1"]),
    ] {
        home.write("settings.toml", text);
        home.run("serve --config settings.toml --data-dir data").refused(1, parts);
    }
    home.run("serve --config none.toml --data-dir data").refused(1, &["can't read the settings file none.toml"]);
    assert!(!home.path("data").exists(), "nothing is made before the settings are right");
}

#[test]
fn mistakes_in_variables_and_flags_name_them() {
    let home = Home::new();
    home.run("serve --addr here --data-dir data").refused(2, &["--addr", "'here'"]);
    let output = home.command("serve --data-dir data").env("AFFIXBOARD_ADDR", "there").output().expect("started");
    Ran::of(&output).refused(2, &["--addr", "'there'"]);
    home.run("serve --addr 127.0.0.1:0 --data-dir data --log [").refused(1, &["--log", "`[`"]);
}

#[test]
fn acting_must_be_opened_where_others_reach_the_dashboard() {
    let home = Home::new();
    for (rest, open) in [("", false), ("--open-actions", true)] {
        let server = Server::start(&mut home.command(&format!("serve --addr 0.0.0.0:0 --data-dir data {rest}")));
        // An address that means "all" is none to go to.
        assert!(server.addr.starts_with("127.0.0.1:"), "{}", server.addr);
        let (status, page) = server.get("/editions/affix-branch-starter/revisions/1/batches/new");
        assert_eq!((status, page.contains("read only")), (200, !open));
        let (status, _) = server.post("/editions/affix-branch-starter/revisions/1/batches", "depths=1&drops=1&seed=1");
        // Without a drop quality the form is wrong, which only those who may send it are told.
        assert_eq!(status, if open { 422 } else { 403 });
    }
}
