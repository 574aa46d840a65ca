//! A restore drill: what was acknowledged before a backup is there after it was restored elsewhere.

use std::{
    os::unix::fs::PermissionsExt,
    path::Path,
    sync::atomic::{AtomicBool, AtomicU32, Ordering},
};

use super::program::Home;

const SHEET: &str = "path=%2Feditions%2Faffix-branch-starter%2Frevisions%2F1%2Ftypes%2F23%3Fdepths%3D";

#[test]
fn what_was_acknowledged_before_a_backup_is_there_after_a_restore() {
    let home = Home::new();
    home.small("", "", "");
    let server = home.serve("serve");
    let (acknowledged, stops) = (AtomicU32::new(0), AtomicBool::new(false));
    let (before, view) = std::thread::scope(|scope| {
        // Somebody writes all the time.
        let writer = scope.spawn(|| {
            for number in 1.. {
                assert_eq!(server.post("/views", &format!("{SHEET}{number}")).0, 303);
                acknowledged.store(number, Ordering::SeqCst);
                if stops.load(Ordering::SeqCst) {
                    break;
                }
            }
        });
        while acknowledged.load(Ordering::SeqCst) < 20 {
            std::thread::yield_now();
        }
        home.run("import edit --edition ours --data-dir data").done();
        let before = acknowledged.load(Ordering::SeqCst);
        let told = home.run("backup copy.db --data-dir data").done();
        assert!(told.starts_with("copied data/affixboard.db to copy.db: schema "), "{told}");
        stops.store(true, Ordering::SeqCst);
        writer.join().expect("written");
        (before, server.get("/v/1").1)
    });
    server.signal("KILL");
    assert_eq!(server.ended(), None);

    let told = home.run("restore copy.db --data-dir elsewhere").done();
    assert!(told.starts_with("restored elsewhere/affixboard.db from copy.db: "), "{told}");
    assert!(!told.contains("is kept as"), "{told}");
    let told = home.run("verify --data-dir elsewhere").done();
    assert!(told.starts_with("elsewhere/affixboard.db is sound: "), "{told}");
    for file in ["copy.db", "elsewhere/affixboard.db"] {
        assert_eq!(home.path(file).metadata().expect(file).permissions().mode() & 0o777, 0o600, "{file}");
    }
    let restored = super::program::Server::start(
        home.command("serve --addr 127.0.0.1:0 --data-dir elsewhere").stdin(std::process::Stdio::null()),
    );
    assert_eq!(restored.get("/readyz").0, 200);
    assert_eq!(restored.get("/editions/ours").0, 303);
    assert_eq!(restored.get("/v/1").1, view);
    for number in 1..=before {
        assert_eq!(restored.get(&format!("/v/{number}")).0, 303, "view {number} of {before}");
    }
}

#[test]
fn a_restore_keeps_the_database_that_was_there_and_waits_for_nobody() {
    let home = Home::new();
    home.small("", "", "");
    home.run("import edit --edition first --data-dir data").done();
    home.run("backup copy.db --data-dir data").done();
    home.run("import edit --edition second --data-dir data").done();

    let server = home.serve("serve");
    home.run("restore copy.db --data-dir data").refused(1, &["a server or another command uses the data folder data;"]);
    server.signal("TERM");
    assert_eq!(server.ended(), Some(0));

    let told = home.run("restore copy.db --data-dir data").done();
    let kept = told.split("is kept as ").nth(1).expect("the old database").trim().to_owned();
    assert!(kept.starts_with("data/affixboard.db.before-restore-20"), "{kept}");
    let server = home.serve("serve");
    assert_eq!((server.get("/editions/first").0, server.get("/editions/second").0), (303, 404));
    server.signal("TERM");
    assert_eq!(server.ended(), Some(0));
    home.run(&format!("restore {kept} --data-dir data")).done();
    let server = home.serve("serve");
    assert_eq!((server.get("/editions/first").0, server.get("/editions/second").0), (303, 303));
}

#[test]
fn what_is_no_backup_is_refused_and_nothing_is_lost() {
    let home = Home::new();
    home.small("", "", "");
    home.run("import edit --edition ours --data-dir data").done();
    home.run("backup copy.db --data-dir data").done();
    home.run("backup copy.db --data-dir data")
        .refused(2, &["FILE: copy.db is there already; expected a new name, or --overwrite"]);
    home.run("backup copy.db --overwrite --data-dir data").done();
    home.run("backup other.db --data-dir nowhere").refused(2, &["--data-dir: found no database in nowhere;"]);
    home.run("verify nothing.db").refused(2, &["FILE: found no file nothing.db; expected a backup"]);

    // Bytes in the middle of a page.
    let mut bytes = std::fs::read(home.path("copy.db")).expect("the copy");
    let middle = bytes.len() / 2;
    bytes[middle..middle + 8000].fill(0xa5);
    std::fs::write(home.path("damaged.db"), &bytes).expect("written");
    std::fs::write(home.path("cut.db"), &bytes[..middle]).expect("written");
    home.write("text.db", "Not a database at all.");
    for (file, why) in [("damaged.db", "damaged.db is damaged: "), ("cut.db", "cut.db"), ("text.db", "text.db")] {
        home.run(&format!("verify {file}")).refused(1, &[why]);
        home.run(&format!("restore {file} --data-dir data")).refused(1, &[]);
        home.run(&format!("restore {file} --data-dir new")).refused(1, &[]);
    }
    home.run("verify --data-dir data").done();
    assert!(!home.path("new/affixboard.db").exists());
    let left = |folder: &str| {
        let files =
            std::fs::read_dir(home.path(folder)).expect("a folder").map(|file| file.expect("a file").file_name());
        files.filter(|name| Path::new(name).extension().is_some_and(|end| end == "part" || end == "restoring")).count()
    };
    assert_eq!((left("data"), left("new"), left("")), (0, 0, 0));
}
