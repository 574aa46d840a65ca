//! What the tests of pages and of commands share: a small edition, and where the project and the reference data are.

use std::{
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

/// The project's root, from whichever package the tests are of.
pub(crate) fn root() -> &'static Path {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    package.ancestors().find(|folder| folder.join("Cargo.lock").is_file()).expect("the root has the lock file")
}

/// An edition of Angband 3.2 small enough to work out all chances by hand: a blade that may be an artifact or have one of
/// two egos, a brew, and a lamp that is a special artifact.
pub(crate) const BLADES: [(&str, &str); 3] = [
    (
        "object.txt",
        "V:3.1.2\n\
         N:1:& Blade~\nI:sword:1:0\nW:0:0:50:10\nA:60:0 to 100\nP:0:1d6:0:0:0\n\
         N:2:& Brew~\nI:potion:1:d4\nW:0:0:4:1\nA:40:0 to 100\n\
         N:3:& Lamp~\nI:39:9:0\nW:12:0:10:9\n",
    ),
    (
        "ego_item.txt",
        "V:3.0.11\n\
         N:1:of Edges\nX:5:0\nW:0:2:0:100\nC:d5:d5:0:0\nM:1:1:0:0\nT:23:0:99\n\
         N:2:of Depths\nX:5:0\nW:20:4:0:100\nT:sword:0:99\n",
    ),
    (
        "artifact.txt",
        "V:3.1.2\n\
         N:1:of Light\nI:light:9:2\nA:40:5 to 60\n\
         N:16:'Cutter'\nI:sword:Blade~:1\nA:10:1 to 100\nE:HERO:10\n",
    ),
];

/// The reference folder of a system, or `None` (said loudly) where it is absent, as in a user's clone.
pub(crate) fn reference(system: &str) -> Option<PathBuf> {
    let root =
        std::env::var_os("AFFIXBOARD_REFERENCE").map_or_else(|| root().join("../shared/reference"), PathBuf::from);
    let folder = root.join(system);
    if folder.is_dir() {
        return Some(folder);
    }
    say_skipped("no reference data (AFFIXBOARD_REFERENCE names the folder)");
    None
}

/// Past the test harness, which would keep it to itself.
pub(crate) fn say_skipped(why: &str) {
    let _ = writeln!(std::io::stderr(), "\n*** skipped: {why} ***\n");
}

/// Whether git can be asked; if not, that is said loudly.
pub(crate) fn has_git() -> bool {
    let found = Command::new("git").arg("--version").output().is_ok_and(|out| out.status.success());
    if !found {
        say_skipped("git is not installed");
    }
    found
}

/// Runs git in a folder, with its standard input.
pub(crate) fn git(folder: &Path, arguments: &[&str], input: &[u8]) -> Output {
    // Whatever the user's own settings are.
    let mut git = Command::new("git");
    git.current_dir(folder).env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_NOSYSTEM", "1");
    git.env("GIT_CEILING_DIRECTORIES", std::env::temp_dir());
    git.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = git.spawn().expect("git");
    child.stdin.take().expect("piped").write_all(input).expect("written");
    child.wait_with_output().expect("ended")
}
