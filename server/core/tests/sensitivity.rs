//! Sensitivities hold against differences of the exact rules.

use std::path::Path;

use affixboard_core::{
    batch::{Cell, Entry},
    catalog::{KindId, Sort},
    explain::ExplainedEntry,
    game::{Forge, Loaded},
    games,
    sensitivity::{RankedStep, StepOf, line_steps, ranked_steps, stepped},
};

fn starter(game: &str) -> Loaded {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data").join(game);
    games::find(game).expect("the game").load(crate::common::sources(&folder))
}

/// The chance that the first draw of a kind's items gives an affix.
fn per_draw(forge: &dyn Forge, cell: Cell, kind: KindId, entry: Entry) -> f64 {
    let derivation = forge.explain().expect("explanations").why(cell, kind, entry).expect("of the kind");
    match derivation.about {
        ExplainedEntry::Affix(affix) => affix.per_draw,
        ExplainedEntry::Theme(_) => panic!("a theme"),
    }
}

/// The first kind of an item type, and the affix that its first draw gives most often.
fn usual(loaded: &Loaded, forge: &dyn Forge, item_type: &str, cell: Cell) -> (KindId, Entry) {
    let tval = loaded.catalog.item_types.iter().find(|of| of.name == item_type).expect("an item type").tval;
    let kind = *loaded.catalog.kinds_of(tval).first().expect("a kind");
    let some =
        forge.explain().expect("explanations").why(cell, kind, Entry::Affix(affixboard_core::catalog::AffixId(0)));
    (kind, Entry::Affix(some.expect("of the kind").outcomes.first().expect("a draw").0))
}

/// One more of a commonness changes first draws by exactly what the formula says: the entry's own lines, those of entries that it
/// competes with, and lines of others not at all.
#[test]
fn the_formula_is_the_difference_of_the_rules() {
    // In 4.2 some egos are in a pool at times only, so that weights over their sum come near the chances, but aren't these.
    for (game, item_type, within) in [
        ("affix-branch", "sword", 1e-9),
        ("affix-branch", "soft armour", 1e-9),
        ("v4", "sword", 1e-9),
        ("angband-4.2", "sword", 0.05),
        ("angband-4.2", "shield", 0.05),
    ] {
        let loaded = starter(game);
        let forge = loaded.model.forge();
        let whole = Cell { depth: 30, quality: 2, kind: None };
        let (kind, entry) = usual(&loaded, forge.as_ref(), item_type, whole);
        let cell = Cell { kind: Some(kind), ..whole };
        let steps = ranked_steps(&loaded, forge.as_ref(), cell, &[entry], Some(&[kind]));
        let of_commonness: Vec<&RankedStep> =
            steps.iter().filter(|of| of.step.of == StepOf::Commonness && of.step.line.sort == Sort::AFFIX).collect();
        assert!(of_commonness.len() > 1, "{game} {item_type}: {}", of_commonness.len());
        let before = per_draw(forge.as_ref(), cell, kind, entry);
        // The own ones come first; a few are enough, for each reads the files anew.
        for ranked in of_commonness.iter().take(6).chain(of_commonness.iter().rev().take(2)) {
            let changed = stepped(&loaded, &ranked.step).expect("edited");
            let after = per_draw(changed.model.forge().as_ref(), cell, kind, entry);
            assert!(
                (after - before - ranked.rank).abs() < within * ranked.rank.abs(),
                "{game} {}: {} by the rules, {} by the formula",
                ranked.step.line.text,
                after - before,
                ranked.rank
            );
        }
        // Own lines raise it; those of others may weigh more.
        assert!(of_commonness.iter().any(|of| of.rank > 0.0), "{game} {item_type}");
    }
}

/// A step is the least change of a number, and the game reads the line with it.
#[test]
fn steps_of_every_line_are_read() {
    for game in ["affix-branch", "v4", "angband-3.0", "angband-3.5", "angband-4.2", "unangband"] {
        let loaded = starter(game);
        let errors = loaded.diagnostics.len();
        let lines = affixboard_core::proposal::entry_lines(&loaded);
        let steps: Vec<_> = lines.iter().flat_map(line_steps).collect();
        assert!(steps.len() > 20, "{game}: {}", steps.len());
        for step in steps.iter().step_by(steps.len() / 12) {
            assert_ne!(step.now, step.line.text, "{game}");
            let changed = stepped(&loaded, step).expect("edited");
            assert!(changed.diagnostics.len() <= errors + 1, "{game}: {} to {}", step.line.text, step.now);
        }
    }
}
