//! Targets: random ones that can be had are solved and confirmed by the rules, and ones that can't be had are proven so.

use std::time::Instant;

use affixboard_inquiry::questions::{Question, parse};
use affixboard_model::{
    batch::Cell,
    catalog::{AffixId, KindId, Sort},
    game::{Forge, Loaded},
};
use affixboard_proposal::{Change, apply, entry_lines, set_fields};
use affixboard_service::targets::{PoolPlace, ShareTarget, TargetPlace, TargetResult, answers};

/// Problems of each kind in the gate; the deep test has the rest.
const FEW: usize = 3;
const GAMES: [&str; 3] = ["affix-branch", "v4", "angband-4.2"];

/// Numbers that look random: those of Knuth's generator (MMIX), the high half.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % most
    }
}

fn starter(game: &str) -> Loaded {
    let all = affixboard_service::starter::all();
    all.into_iter().find(|starter| starter.loaded.game.id() == game).expect("a starter edition").loaded
}

/// A pool of some entries, and one of them that has a line with a commonness.
fn problem(loaded: &Loaded, forge: &dyn Forge, numbers: &mut Numbers) -> (PoolPlace, AffixId) {
    let affix_level = loaded.game.words().usual_affix_level;
    loop {
        let place = PoolPlace {
            kind: KindId(numbers.below(loaded.catalog.kinds.len()) as u32),
            level: [10, 30, 50][numbers.below(3)],
            affix_level,
        };
        let pool = forge.pool(place.kind, place.level, affix_level);
        if pool.entries.len() >= 4 {
            return (place, pool.entries[numbers.below(pool.entries.len())].0);
        }
    }
}

/// What shares are of: a pool, or the great items of its kind at its level as a depth.
#[derive(Debug, Clone, Copy)]
enum Of {
    Pools,
    Drops,
}

impl Of {
    fn place(self, loaded: &Loaded, place: PoolPlace) -> TargetPlace {
        let quality = loaded.game.words().qualities.len() as u8 - 1;
        match self {
            Of::Pools => TargetPlace::Pool(place),
            Of::Drops => {
                TargetPlace::Drops { cell: Cell { depth: place.level, quality, kind: Some(place.kind) }, among: None }
            }
        }
    }

    /// How far the limits are from the share: for drops, beyond the error bounds of computed chances.
    fn reach(self) -> f64 {
        match self {
            Of::Pools => 0.002,
            Of::Drops => 0.01,
        }
    }

    /// The share of an affix, as the rules have it; `None` where they know it less well than limits could confirm.
    fn share(self, loaded: &Loaded, place: PoolPlace, affix: AffixId) -> Option<f64> {
        let forge = loaded.model.forge();
        let TargetPlace::Drops { cell, .. } = self.place(loaded, place) else {
            return Some(forge.pool(place.kind, place.level, place.affix_level).of(affix).1);
        };
        let question = parse(&format!("affix:#{}", loaded.catalog.affix(affix).index)).expect("a question");
        let question = Question::of(&question, loaded, forge.keys()).expect("an affix");
        let share = question.computed(forge.as_ref(), cell, &|| true).expect("nothing stops it").expect("computed");
        (share.bound < self.reach() / 3.0).then_some(share.mean)
    }
}

/// The share that the rules give an affix with another commonness of one of its lines.
fn perturbed(loaded: &Loaded, of: Of, place: PoolPlace, affix: AffixId, numbers: &mut Numbers) -> Option<f64> {
    let index = loaded.catalog.affix(affix).index;
    let lines = entry_lines(loaded);
    let own: Vec<_> = lines
        .iter()
        .filter(|line| (line.sort, line.index) == (Sort::AFFIX, index))
        .filter_map(|line| {
            let field = line.fields().into_iter().find(|field| field.spec.name == "commonness")?;
            Some((line, field.text?.trim().parse::<usize>().ok()?))
        })
        .collect();
    let (line, commonness) = own.get(numbers.below(own.len().max(1)))?;
    let to = (commonness / 2 + 1 + numbers.below(commonness + 20)).min(250).to_string();
    let now = set_fields(line.directive, line.notation, &line.text, &[("commonness", &to)]).ok()?;
    let applied = apply(loaded, &[Change::replace(line, now)]).ok()?;
    let after = loaded.game.load_switched(applied.sources, loaded.switches.clone());
    of.share(&after, place, affix)
}

fn result(target: &ShareTarget, loaded: &Loaded) -> TargetResult {
    answers(target, loaded, &|| true).expect("nothing stops it")
}

/// Solves so many problems that can be had, made by changing a weight, and gives the seconds that each took, rising.
fn solve(game: &str, of: Of, number: usize) -> Vec<f64> {
    let (loaded, mut numbers) = (starter(game), Numbers(25));
    let forge = loaded.model.forge();
    let mut times = Vec::new();
    while times.len() < number {
        let (place, affix) = problem(&loaded, forge.as_ref(), &mut numbers);
        let Some(share) = perturbed(&loaded, of, place, affix, &mut numbers) else { continue };
        let target = ShareTarget {
            affix,
            places: vec![of.place(&loaded, place)],
            at_least: (share - of.reach()).max(0.0),
            at_most: share + of.reach(),
            others_within: None,
            moves_levels: false,
        };
        let begun = Instant::now();
        let result = result(&target, &loaded);
        times.push(begun.elapsed().as_secs_f64());
        let TargetResult::Answers(answers) = result else {
            panic!("{game}: {} at {place:?} to {share}: {result:?}", loaded.catalog.affix(affix).name)
        };
        // One line was changed, so one is enough; none where the share hardly moved. Of drops fewest is no promise.
        assert!(answers[0].changes.len() <= 1 || matches!(of, Of::Drops), "{game}: {:?}", answers[0]);
        for answer in &answers {
            let after = answer.shares[0].after;
            assert!((after - share).abs() <= of.reach() + 1e-9, "{game}: {after}, not {share}");
        }
    }
    times.sort_by(f64::total_cmp);
    times
}

/// Proves so many problems impossible: nine tenths of a pool, where all others are to keep their shares within a tenth.
fn refuse(game: &str, number: usize) -> Vec<f64> {
    let (loaded, mut numbers) = (starter(game), Numbers(26));
    let forge = loaded.model.forge();
    let mut times = Vec::new();
    for _ in 0..number {
        let (place, affix) = loop {
            let (place, affix) = problem(&loaded, forge.as_ref(), &mut numbers);
            let pool = forge.pool(place.kind, place.level, place.affix_level);
            if pool.of(affix).1 < 0.5 && pool.chances.is_none() {
                break (place, affix);
            }
        };
        let target = ShareTarget {
            affix,
            places: vec![TargetPlace::Pool(place)],
            at_least: 0.9,
            at_most: 1.0,
            others_within: Some(0.1),
            moves_levels: false,
        };
        let begun = Instant::now();
        let impossible = TargetResult::Impossible { places: vec![0], alone: Vec::new() };
        assert_eq!(result(&target, &loaded), impossible, "{game} {place:?}");
        times.push(begun.elapsed().as_secs_f64());
    }
    times.sort_by(f64::total_cmp);
    times
}

#[test]
fn what_can_be_had_is_found_and_what_can_not_is_proven_in_the_affix_branch() {
    solve("affix-branch", Of::Pools, FEW);
    refuse("affix-branch", FEW);
}

#[test]
fn what_can_be_had_is_found_and_what_can_not_is_proven_in_v4() {
    solve("v4", Of::Pools, FEW);
    refuse("v4", FEW);
}

#[test]
fn what_can_be_had_is_found_and_what_can_not_is_proven_in_angband_42() {
    solve("angband-4.2", Of::Pools, FEW);
    refuse("angband-4.2", FEW);
}

/// Those of drops in the game whose chances are computed soonest; the deep test has the others.
#[test]
fn shares_of_drops_are_found() {
    solve("angband-4.2", Of::Drops, FEW);
}

#[test]
#[ignore = "deep"]
#[expect(clippy::print_stdout, reason = "the figures of docs/PERFORMANCE.md")]
fn two_hundred_problems_of_each_game_deep() {
    for game in GAMES {
        for times in [solve(game, Of::Pools, 200), refuse(game, 50), solve(game, Of::Drops, 20)] {
            let at = |part: usize| times[(times.len() - 1) * part / 100];
            println!("| {game} | {} | {:.3} s | {:.3} s | {:.2} s |", times.len(), at(50), at(95), at(100));
        }
    }
}
