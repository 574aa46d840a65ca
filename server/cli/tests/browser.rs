//! The tests in `tests/browser`, which drive the built program with headless Chromium, as a part of `cargo test`.
//!
//! They need node, npm and Chromium (`AFFIXBOARD_CHROMIUM`, else `/usr/bin/chromium`). On a machine without them the
//! tests are skipped with a loud remark; where the variable `CI` is set, that is a failure.

use std::{
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::SystemTime,
};

use crate::stats_database::{self, ROWS, TABLES};

const SKIPPED: &str = "*** skipped: browser tests need node, npm and chromium ***";

/// The line of the reporter before what failed and why.
const FAILING: &str = "\u{2716} failing tests:";

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/browser")
}

fn chromium() -> PathBuf {
    std::env::var_os("AFFIXBOARD_CHROMIUM").map_or_else(|| PathBuf::from("/usr/bin/chromium"), PathBuf::from)
}

/// What is not there of what the tests need.
fn missing() -> Vec<String> {
    let runs = |program: &str| {
        let status = Command::new(program).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
        status.is_ok_and(|status| status.success())
    };
    let mut missing: Vec<String> = ["node", "npm"].into_iter().filter(|name| !runs(name)).map(str::to_owned).collect();
    if !chromium().is_file() {
        missing.push(chromium().display().to_string());
    }
    missing
}

/// Whether the packages are those of the lock file.
fn is_installed(folder: &Path) -> bool {
    let modified =
        |path: &Path| path.metadata().and_then(|metadata| metadata.modified()).unwrap_or(SystemTime::UNIX_EPOCH);
    // npm writes this file last.
    let installed = folder.join("node_modules/.package-lock.json");
    installed.is_file() && modified(&installed) >= modified(&folder.join("package-lock.json"))
}

/// Past the capture of the test runner, so that it is seen without `--nocapture`.
fn say(text: &[u8]) {
    let mut out = std::io::stderr().lock();
    out.write_all(text).and_then(|()| out.write_all(b"\n")).expect("standard error");
}

#[tokio::test]
async fn the_dashboard_in_a_browser() {
    let missing = missing();
    if !missing.is_empty() {
        assert!(std::env::var_os("CI").is_none(), "{SKIPPED} (missing: {})", missing.join(", "));
        say(format!("{SKIPPED} (missing: {})", missing.join(", ")).as_bytes());
        return;
    }
    let folder = folder();
    if !is_installed(&folder) {
        let status = Command::new("npm").arg("ci").current_dir(&folder).status().expect("npm runs");
        assert!(status.success(), "npm ci: {status}");
    }
    let written = tempfile::tempdir().expect("a folder");
    let statistics = written.path().join("stats.db");
    stats_database::write(&statistics, &[TABLES, ROWS]).await;
    let mut tests = Command::new("node");
    tests
        .arg("run.mjs")
        .env("AFFIXBOARD_STATISTICS", &statistics)
        .current_dir(&folder)
        .env("AFFIXBOARD_BIN", env!("CARGO_BIN_EXE_affixboard"))
        .env("AFFIXBOARD_CHROMIUM", chromium());
    if let Some(pictures) = std::env::var_os("AFFIXBOARD_PICTURES").filter(|folder| !folder.is_empty()) {
        // The tests run in another folder.
        tests.env("AFFIXBOARD_PICTURES", std::path::absolute(pictures).expect("a folder for pictures"));
    }
    let output = tests.output().expect("node runs");
    if output.status.success() {
        return;
    }
    say(&output.stdout);
    say(&output.stderr);
    // Once more at the end of all tests, where it is looked for.
    let out = String::from_utf8_lossy(&output.stdout);
    let failed = out.rfind(FAILING).map_or("", |at| &out[at..]);
    panic!("node run.mjs: {}\n{failed}", output.status);
}
