//! The audit of our simulation against our computation, for every game whose chances are computed; and that it finds what
//! is planted. Seeds are fixed, so a false alarm comes never or always.

use std::{num::NonZeroU64, path::Path};

use affixboard_games as games;
use affixboard_inquiry::audit::{Audit, Partition, Verdict, compare};
use affixboard_model::{
    batch::{Counts, Detail, Metric, Plan, Tally, run_shard},
    catalog::KindId,
    game::{Loaded, Switches},
};

use crate::common::per_game::each_game;

/// Of a thousand audits of what agrees one finds something.
const FALSE_ALARM: f64 = 0.001;
/// Of their drops only means are computed, which their own tests hold against counts; or nothing.
const WITHOUT_CHANCES: [&str; 2] = ["nethack", "imoria"];

fn starter(game: &str) -> Loaded {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data").join(game);
    games::find(game).expect("the game").load(crate::common::sources(&folder))
}

/// Depth and quality.
type Cells = &'static [(u32, u8)];

/// For games with themes, whose chains of affixes take their time; their games' own tests look further.
const FEW_OF_THEMES: Cells = &[(1, 0)];
const MANY_OF_THEMES: Cells = &[(1, 0), (20, 0)];
/// Drops are made quickly, and so are these games' chances.
const CELLS: Cells =
    &[(1, 0), (20, 0), (45, 0), (90, 0), (1, 1), (20, 1), (45, 1), (90, 1), (1, 2), (20, 2), (45, 2), (90, 2)];

fn few(loaded: &Loaded) -> Cells {
    if loaded.game.words().has_themes { FEW_OF_THEMES } else { CELLS }
}

fn many(loaded: &Loaded) -> Cells {
    if loaded.game.words().has_themes { MANY_OF_THEMES } else { CELLS }
}

fn tally(loaded: &Loaded, kinds: &[KindId], cells: Cells, drops: u64) -> Tally {
    let forge = loaded.model.forge();
    let (mut counts, mut tally) = (Counts::new(forge.keys()), Tally::default());
    for (depth, quality) in cells {
        let plan = Plan {
            target: None,
            depths: vec![*depth],
            qualities: vec![*quality],
            kinds: kinds.to_vec(),
            drops: NonZeroU64::new(drops).expect("positive"),
            seed: 2026,
            switches: Switches::coded(),
            detail: Detail::Identity,
        };
        for shard in plan.shards() {
            tally.add(shard.cell, &run_shard(forge.as_ref(), &shard, plan.seed, &mut counts));
        }
    }
    tally
}

/// Holds a tally against the chances of files; `None` where those aren't computed.
fn audit(tally: &Tally, loaded: &Loaded) -> Option<Verdict> {
    let forge = loaded.model.forge();
    let mut audit = Audit::new(FALSE_ALARM, 20);
    for (cell, counted) in &tally.cells {
        let chances = forge.exact()?.chances(*cell, None);
        let one_affix = loaded.game.words().one_affix;
        audit.add(forge.keys(), compare(forge.keys(), one_affix, *cell, counted, &chances));
    }
    Some(audit.finish())
}

#[track_caller]
fn agrees(loaded: &Loaded, kinds: &[KindId], cells: Cells, drops: u64) {
    if loaded.model.forge().exact().is_none() {
        // There is nothing to compare.
        assert!(WITHOUT_CHANCES.contains(&loaded.game.id()), "{:?}", loaded.game);
        return;
    }
    let verdict = audit(&tally(loaded, kinds, cells, drops), loaded).expect("chances");
    assert!(verdict.comparisons > 100, "{}", verdict.comparisons);
    assert!(verdict.agrees(), "{:?}: {:#?} {:#?}", loaded.game, verdict.found, verdict.fits);
}

/// Whole drops of a starter edition.
fn whole_drops(game: &str) {
    let loaded = starter(game);
    agrees(&loaded, &[], few(&loaded), 200_000);
}

/// Some of the kinds that take affixes or egos, each on its own.
fn given_kinds(loaded: &Loaded, step: usize) -> Vec<KindId> {
    let takes_affixes = |tval| loaded.catalog.item_type(tval).is_some_and(|item_type| item_type.takes_affixes);
    let kinds = (0..).map(KindId).zip(&loaded.catalog.kinds).filter(|(_, kind)| takes_affixes(kind.tval));
    kinds.map(|(id, _)| id).step_by(step).collect()
}

fn some_given_kinds(game: &str) {
    let loaded = starter(game);
    let step = if loaded.game.words().has_themes { 16 } else { 4 };
    agrees(&loaded, &given_kinds(&loaded, step), few(&loaded), 20_000);
}

each_game!(mod the_starter_editions: whole_drops);
each_game!(mod given: some_given_kinds);

/// All cells of each game, with five times the drops, and more kinds.
fn everything(game: &str) {
    let loaded = starter(game);
    agrees(&loaded, &[], many(&loaded), 1_000_000);
    let step = if loaded.game.words().has_themes { 8 } else { 1 };
    agrees(&loaded, &given_kinds(&loaded, step), many(&loaded), 20_000);
}

each_game!(mod deep: everything);

/// The original's own edit files, whole drops.
fn own_files(reference: &str, edit: &str, game: &str, cells: Cells, drops: u64) {
    let Some(folder) = crate::common::reference(reference) else { return };
    let loaded = games::find(game).expect("the game").load(crate::common::sources(&folder.join(edit)));
    agrees(&loaded, &[], cells, drops);
}

#[test]
fn the_originals_own_files_of_angband_30() {
    own_files("angband-3.0", "edit/3.0.6", "angband-3.0", CELLS, 1_000_000);
}

#[test]
fn the_originals_own_files_of_angband_35() {
    own_files("angband-3.5", "edit", "angband-3.5", CELLS, 1_000_000);
}

#[test]
fn the_originals_own_files_of_angband_42() {
    own_files("angband-4.2", "edit/4.2.5", "angband-4.2", CELLS, 1_000_000);
}

#[test]
#[ignore = "deep"]
fn the_originals_own_files_deep() {
    own_files("angband-3.0", "edit/3.0.6", "angband-3.0", CELLS, 10_000_000);
    own_files("angband-3.5", "edit", "angband-3.5", CELLS, 10_000_000);
    own_files("angband-4.2", "edit/4.2.5", "angband-4.2", CELLS, 10_000_000);
}

/// What is counted with a switch thrown doesn't agree with what is computed without it.
#[test]
fn a_thrown_switch_is_found() {
    let coded = starter("angband-3.5");
    let thrown = coded.game.load_switched(coded.sources.clone(), Switches::documented(coded.game));
    let counted = tally(&thrown, &[], CELLS, 200_000);
    assert!(audit(&counted, &thrown).expect("chances").agrees());
    let verdict = audit(&counted, &coded).expect("chances");
    assert!(!verdict.agrees());
    let keys = coded.model.forge();
    let keys = keys.keys();
    for found in verdict.disagreeing() {
        assert_eq!(keys.key(found.comparison.key).metric, Metric::AFFIX, "{found:?}");
    }
    // Which ego an item has changes, not which items have one.
    let fits: Vec<_> = verdict.fits.iter().map(|fit| (fit.partition, fit.disagrees)).collect();
    assert_eq!(
        fits,
        [(Partition::Kinds, false), (Partition::Numbers, false), (Partition::Affixes, true)],
        "{:#?}",
        verdict.fits
    );
}
