//! Angband 2.9 against the exact probabilities of an independent program, which agree with what 2.9.1 generated.

mod common;

use affixboard_core::games::{self, Loaded};
use common::exact::{self, Exact};

fn load() -> Option<(std::path::PathBuf, Loaded)> {
    let folder = common::reference("angband-3.0")?;
    let loaded = games::find("angband-2.9").expect("the game").load(common::sources(&folder.join("edit/2.9.1")));
    Some((folder, loaded))
}

fn check(file: &str, fixed: bool, drops: u64) {
    let Some((folder, loaded)) = load() else { return };
    exact::check(&Exact { loaded: &loaded, path: &folder.join("exact-2.9.1").join(file), fixed, drops, seed: 1999 });
}

#[test]
fn gate_of_whole_drops() {
    check("full_exact.csv.gz", false, 400_000);
}

#[test]
fn gate_of_given_kinds() {
    check("fixed_exact.csv.gz", true, 20_000);
}

/// Ten times the drops: for releases.
#[test]
#[ignore = "the gate at full size, for releases (docs/PERFORMANCE.md)"]
fn gate_at_full_size() {
    check("full_exact.csv.gz", false, 40_000_000);
    check("fixed_exact.csv.gz", true, 400_000);
}
