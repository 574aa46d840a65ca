//! Sensitivities hold against differences of the exact rules.

use std::path::Path;

use affixboard_games as games;
use affixboard_inquiry::sensitivity::{
    LineStep, MovedCell, MovedPlace, RankedStep, StepOf, SteppedFiles, line_at, line_steps, moved_drops, moved_pools,
    ranked_steps, stepped,
};
use affixboard_model::{
    batch::{Cell, Entry},
    catalog::{KindId, Sort},
    explain::ExplainedEntry,
    game::{Forge, Loaded, Mean},
};
use affixboard_proposal::entry_lines;

use crate::common::enumerated::{Affix, Edition, Line, affix, line};

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
        forge.explain().expect("explanations").why(cell, kind, Entry::Affix(affixboard_model::catalog::AffixId(0)));
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
        let lines = entry_lines(&loaded);
        let steps: Vec<_> = lines.iter().flat_map(line_steps).collect();
        assert!(steps.len() > 20, "{game}: {}", steps.len());
        for step in steps.iter().step_by(steps.len() / 12) {
            assert_ne!(step.now, step.line.text, "{game}");
            let changed = stepped(&loaded, step).expect("edited");
            assert!(changed.diagnostics.len() <= errors + 1, "{game}: {} to {}", step.line.text, step.now);
        }
    }
}

/// A step of the first affix's allocation.
fn step_of_first(loaded: &Loaded, of: StepOf) -> LineStep {
    let lines = entry_lines(loaded).into_iter().filter(|line| line.sort == Sort::AFFIX && line.index == 1);
    let mut steps = lines.flat_map(|line| line_steps(&line));
    steps.find(|step| step.of == of).expect("the step")
}

fn pools(loaded: &Loaded, step: &LineStep) -> Vec<MovedCell> {
    let after = stepped(loaded, step).expect("edited");
    let (forge, changed) = (loaded.model.forge(), after.model.forge());
    let files = SteppedFiles { step, before: loaded, forge: forge.as_ref(), after: &after, changed: changed.as_ref() };
    moved_pools(files, &|| true).expect("not called off")
}

/// Name, weights and chances before and after of each entry.
fn entries(cell: &MovedCell) -> Vec<(&str, (u32, u32), f64, f64)> {
    cell.entries.iter().map(|of| (of.name.as_str(), of.weights, of.before.mean, of.after.mean)).collect()
}

/// Weights of 1 and 3: of W = 4 the first has w = 1 and gains (W − w) / (W (W + 1)) = 3/20 by one more; the second, of 3, loses
/// 3/20.
#[test]
fn pools_of_a_step_by_hand() {
    let loaded = Edition::plain(false, vec![affix(1), affix(3)], Vec::new()).load();
    let found = pools(&loaded, &step_of_first(&loaded, StepOf::Commonness));
    // Of each affix level that an item draws at: good, great and uber.
    assert_eq!(found.len(), 3, "{found:?}");
    for cell in &found {
        let MovedPlace::Pool { tval, kinds, levels, totals, .. } = &cell.place else { panic!("{cell:?}") };
        assert_eq!((*tval, kinds.as_slice(), *levels, *totals), (23, &[KindId(0)][..], (0, 127), (4, 5)));
        assert_eq!(entries(cell), [("A0", (1, 2), 0.25, 0.4), ("A1", (3, 3), 0.75, 0.6)]);
        assert!(cell.entries[0].is_own && !cell.entries[1].is_own && (cell.largest() - 0.15).abs() < 1e-15);
    }
}

/// An affix from level 2 on, of weight 1 beside one of 3, comes at level 1 too: there alone the pool of 3 becomes one of 4.
#[test]
fn a_level_more_of_a_range_by_hand() {
    let from_two = Affix { lines: vec![Line { min: 2, ..line(1, 1) }], ..affix(1) };
    let loaded = Edition::plain(false, vec![from_two, affix(3)], Vec::new()).load();
    let found = pools(&loaded, &step_of_first(&loaded, StepOf::FirstLevel));
    assert_eq!(found.len(), 3, "{found:?}");
    for cell in &found {
        let MovedPlace::Pool { levels, totals, .. } = &cell.place else { panic!("{cell:?}") };
        assert_eq!((*levels, *totals), ((1, 1), (3, 4)));
        assert_eq!(entries(cell), [("A0", (0, 1), 0.0, 0.25), ("A1", (3, 3), 1.0, 0.75)]);
    }
}

/// Every other normal item of depth 0 makes one draw, so that drops move by half of what the pool does: from 1/8 to 1/5, and from 3/8
/// to 3/10.
#[test]
fn drops_of_a_step_by_hand() {
    let loaded = Edition::plain(false, vec![affix(1), affix(3)], Vec::new()).load();
    let step = step_of_first(&loaded, StepOf::Commonness);
    let after = stepped(&loaded, &step).expect("edited");
    let cell = Cell { depth: 0, quality: 0, kind: None };
    let (forge, changed) = (loaded.model.forge(), after.model.forge());
    let [first, second] = [&forge, &changed].map(|forge| forge.exact().expect("chances").chances(cell, None));
    let found = moved_drops(&step.line, cell, (&first, forge.keys()), (&second, changed.keys()));
    let [only] = found.as_slice() else { panic!("{found:?}") };
    assert_eq!(only.place, MovedPlace::Drop { cell, tval: 23 });
    assert_eq!(only.entries.len(), 2, "the kind and what else a drop is stay as they are: {only:?}");
    for (entry, (name, before, after)) in only.entries.iter().zip([("A0", 0.125, 0.2), ("A1", 0.375, 0.3)]) {
        assert_eq!(entry.name, name);
        assert!((entry.before.mean - before).abs() < 1e-15 && (entry.after.mean - after).abs() < 1e-15, "{entry:?}");
        let Mean { mean, bound } = entry.change();
        assert!((mean - (after - before)).abs() <= 1e-15 + bound && bound < 1e-14, "{entry:?}");
    }
}

/// What a pool of a game's own files moves is what the formulas say, wherever the line counts in it.
#[test]
fn pools_of_starter_files_move_by_the_formulas() {
    for game in ["affix-branch", "v4"] {
        let loaded = starter(game);
        let all = entry_lines(&loaded);
        let lines: Vec<_> =
            all.iter().filter(|line| line.sort == Sort::AFFIX && !line_steps(line).is_empty()).collect();
        for line in lines.iter().step_by(lines.len() / 3) {
            let place = (line.file.as_str(), loaded.sources.position(line.span).line);
            assert_eq!(line_at(&loaded, place.0, place.1).as_ref(), Some(*line));
            let step = line_steps(line).into_iter().find(|step| step.of == StepOf::Commonness).expect("a commonness");
            for cell in pools(&loaded, &step) {
                let MovedPlace::Pool { totals: (before, after), .. } = cell.place else { panic!("{cell:?}") };
                assert_eq!(before + 1, after, "{game} {}", line.text);
                let total = f64::from(before);
                for entry in &cell.entries {
                    let (own, weight) = (if entry.is_own { total } else { 0.0 }, f64::from(entry.weights.0));
                    let expected = (own - weight) / (total * (total + 1.0));
                    assert!((entry.change().mean - expected).abs() < 1e-12, "{game} {}: {entry:?}", line.text);
                }
            }
        }
    }
}
