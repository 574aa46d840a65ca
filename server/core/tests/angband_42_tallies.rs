//! Angband 4.2 against the exact probabilities of an independent program, which agree with what the original generated.

mod common;

use affixboard_core::games::{self, Loaded};
use common::{
    attempts,
    exact::{self, Exact},
};

fn load() -> Option<(std::path::PathBuf, Loaded)> {
    let folder = common::reference("angband-4.2")?;
    let loaded = games::find("angband-4.2").expect("the game").load(common::sources(&folder.join("edit/4.2.5")));
    Some((folder, loaded))
}

fn check(file: &str, fixed: bool, drops: u64) {
    let Some((folder, loaded)) = load() else { return };
    exact::check(&Exact { loaded: &loaded, path: &folder.join("exact").join(file), fixed, drops, seed: 2020 });
}

#[test]
fn gate_of_whole_drops() {
    check("full-exact.csv.gz", false, 400_000);
}

#[test]
fn attempts_at_an_ego_have_the_exact_chances() {
    let Some((folder, loaded)) = load() else { return };
    attempts::check(&loaded, &folder.join("exact/ego-given-attempt.csv.gz"), 127);
}

/// With many more drops: for releases.
#[test]
#[ignore = "the gate at full size, for releases (docs/PERFORMANCE.md)"]
fn gate_at_full_size() {
    check("full-exact.csv.gz", false, 40_000_000);
}
