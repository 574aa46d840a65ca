//! Killed while it starts: in an empty folder, with a database of the first schema that it migrates, and with one that it has
//! migrated. The next start finds all that was there.
//!
//! `AFFIXBOARD_START_KILLS` says how often; CONTRIBUTING.md has the command.

use std::{
    fs,
    io::Read,
    os::unix::fs::PermissionsExt,
    path::Path,
    process::{Child, Stdio},
    time::{Duration, Instant},
};

use affixboard_store::{Contents, verify};
use flate2::read::GzDecoder;

use super::program::{Home, Random, say, setting, until};

/// One in an empty folder, one while it migrates, one at any time.
const KILLS: u64 = 3;
const MANY_KILLS: u64 = 100;
/// A database with some of everything, as the store's tests of upgrades have it.
const FIRST_SCHEMA: &[u8] = include_bytes!("../../../store/tests/store/schema_1.db.gz");
const DATABASE: &str = "data/affixboard.db";
/// The copy from before the migration, and the same while it is written.
const COPY: &str = "data/affixboard-schema-1.db";
const PART: &str = "data/affixboard-schema-1.db.part";

fn old_database(home: &Home) {
    let mut bytes = Vec::new();
    GzDecoder::new(FIRST_SCHEMA).read_to_end(&mut bytes).expect("a whole file");
    fs::create_dir(home.path("data")).expect("made");
    fs::set_permissions(home.path("data"), fs::Permissions::from_mode(0o700)).expect("set");
    fs::write(home.path(DATABASE), bytes).expect("written");
    fs::set_permissions(home.path(DATABASE), fs::Permissions::from_mode(0o600)).expect("set");
}

fn begin(home: &Home) -> Child {
    let mut command = home.command("serve --addr 127.0.0.1:0 --data-dir data");
    command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("started")
}

fn kill(mut child: Child) {
    child.kill().expect("killed");
    child.wait().expect("gone");
}

fn contents(path: &Path) -> Contents {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(verify(path)).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Nothing of what was there is gone; a start may add starter editions.
fn check_kept(before: Contents, after: Contents) {
    assert_eq!((after.accounts, after.proposals), (before.accounts, before.proposals));
    assert!(after.acts >= before.acts && after.revisions >= before.revisions && after.editions >= before.editions);
}

/// Starts it to the end, and looks at what it serves.
fn check_starts(home: &Home) -> Contents {
    let server = home.serve("serve");
    assert_eq!(server.get("/readyz").0, 200);
    assert_eq!(server.get("/editions/affix-branch-starter").0, 303);
    server.signal("TERM");
    assert_eq!(server.ended(), Some(0));
    contents(&home.path(DATABASE))
}

#[test]
fn a_start_that_is_killed_loses_nothing() {
    killed_at_start(KILLS);
}

#[test]
#[ignore = "deep"]
fn a_start_that_is_killed_loses_nothing_deep() {
    killed_at_start(setting("AFFIXBOARD_START_KILLS", MANY_KILLS));
}

fn killed_at_start(kills: u64) {
    let mut random = Random::new(kills);
    // How long a start takes here.
    let (home, begun) = (Home::new(), Instant::now());
    old_database(&home);
    drop(home.serve("serve"));
    let longest = begun.elapsed().as_micros() as u64;

    let (mut migrating, mut again, mut half_migrated) = (0, 0, 0);
    for number in 0..kills {
        let home = Home::new();
        if number % 3 == 0 {
            // In an empty folder.
            let child = begin(&home);
            std::thread::sleep(Duration::from_micros(random.next(longest)));
            kill(child);
            check_starts(&home);
            continue;
        }
        old_database(&home);
        let before = contents(&home.path(DATABASE));
        let child = begin(&home);
        if number % 3 == 1 {
            // From when it copies the database on.
            until("it begins to migrate", || (home.path(PART).exists() || home.path(COPY).exists()).then_some(()));
            std::thread::sleep(Duration::from_micros(random.next(longest / 4)));
            migrating += 1;
        } else {
            std::thread::sleep(Duration::from_micros(random.next(longest)));
        }
        kill(child);
        let killed = contents(&home.path(DATABASE));
        half_migrated += u64::from(killed.schema == before.schema);
        check_kept(before, killed);
        if home.path(COPY).exists() {
            assert_eq!(contents(&home.path(COPY)), before, "the copy is whole or isn't there");
        }
        // Once more, now that some of it may be done.
        let child = begin(&home);
        std::thread::sleep(Duration::from_micros(random.next(longest)));
        kill(child);
        again += 1;
        check_kept(killed, contents(&home.path(DATABASE)));
        let after = check_starts(&home);
        check_kept(killed, after);
        assert!(after.schema > before.schema);
        assert!(!home.path(PART).exists(), "nothing half done stays");
    }
    say(&format!(
        "{kills} kills of a start, {migrating} of them while it migrated, and {again} of the next start; after the first \
         {half_migrated} databases had the old schema"
    ));
}
