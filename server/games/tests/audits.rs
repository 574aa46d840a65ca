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

/// Of a thousand audits of what agrees one finds something.
const FALSE_ALARM: f64 = 0.001;

fn starter(game: &str) -> Loaded {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data").join(game);
    games::find(game).expect("the game").load(crate::common::sources(&folder))
}

fn tally(loaded: &Loaded, kinds: Vec<KindId>, drops: u64) -> Tally {
    let forge = loaded.model.forge();
    // Chains of affixes take their time; their games' own tests look further.
    let (depths, qualities) =
        if loaded.game.words().has_themes { (vec![1, 20], vec![0]) } else { (vec![1, 20, 45, 90], vec![0, 1, 2]) };
    let plan = Plan {
        target: None,
        depths,
        qualities,
        kinds,
        drops: NonZeroU64::new(drops).expect("positive"),
        seed: 2026,
        switches: Switches::coded(),
        detail: Detail::Identity,
    };
    let (mut counts, mut tally) = (Counts::new(forge.keys()), Tally::default());
    for shard in plan.shards() {
        tally.add(shard.cell, &run_shard(forge.as_ref(), &shard, plan.seed, &mut counts));
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
fn agrees(loaded: &Loaded, kinds: Vec<KindId>, drops: u64) {
    // Where chances aren't computed there is nothing to compare.
    let Some(verdict) = audit(&tally(loaded, kinds, drops), loaded) else { return };
    assert!(verdict.comparisons > 100);
    assert!(verdict.agrees(), "{:?}: {:#?} {:#?}", loaded.game, verdict.found, verdict.fits);
}

#[test]
fn the_starter_editions() {
    for game in games::ALL {
        agrees(&starter(game.id()), Vec::new(), 200_000);
    }
}

#[test]
fn given_kinds() {
    for game in games::ALL {
        let loaded = starter(game.id());
        let takes_affixes = |tval| loaded.catalog.item_type(tval).is_some_and(|item_type| item_type.takes_affixes);
        let kinds = (0..).map(KindId).zip(&loaded.catalog.kinds).filter(|(_, kind)| takes_affixes(kind.tval));
        let step = if loaded.game.words().has_themes { 16 } else { 4 };
        let kinds = kinds.map(|(id, _)| id).step_by(step).collect();
        agrees(&loaded, kinds, 20_000);
    }
}

#[test]
fn the_originals_own_files() {
    for (reference, edit, game) in [
        ("angband-3.0", "edit/3.0.6", "angband-3.0"),
        ("angband-3.5", "edit", "angband-3.5"),
        ("angband-4.2", "edit/4.2.5", "angband-4.2"),
    ] {
        let Some(folder) = crate::common::reference(reference) else { return };
        let loaded = games::find(game).expect("the game").load(crate::common::sources(&folder.join(edit)));
        agrees(&loaded, Vec::new(), 1_000_000);
    }
}

/// What is counted with a switch thrown doesn't agree with what is computed without it.
#[test]
fn a_thrown_switch_is_found() {
    let coded = starter("angband-3.5");
    let thrown = coded.game.load_switched(coded.sources.clone(), Switches::documented(coded.game));
    let counted = tally(&thrown, Vec::new(), 200_000);
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
