//! What is computed of affixes and themes, on editions small enough to compute by hand.
//!
//! At level 0 no step is boosted. Of the affix branch a normal item there makes no step or one, a good one 1 to 3 (0 or 1,
//! and 1 or 2), a great one 3 to 5 (0 or 1, and 3 or 4); of v4 a normal one makes 0, 1 or 2 in 4, 5 and 1 cases of 10: 0 or
//! 1, and one more where the highest affix level is raised, which it is in 20 %.

use crate::common::enumerated::{Affix, Does, Edition, Line, affix, computed, line, theme};
use affixboard_games as games;
use affixboard_model::{
    batch::{Cell, Metric},
    catalog::{AffixId, KindId},
    text::{SourceFile, SourceSet},
};

/// What may be wrong of a float, relative to it.
const LAST_DIGITS: f64 = 1e-14;
const NORMAL: u8 = 0;
const GOOD: u8 = 1;
const GREAT: u8 = 2;
/// How likely good items of level 0 make 1, 2 and 3 steps.
const GOOD_STEPS: [(i32, f64); 3] = [(1, 0.25), (2, 0.5), (3, 0.25)];

/// Holds what an edition's cell has under metrics and names against these numbers.
#[track_caller]
fn holds_in(edition: &Edition, cell: Cell, expected: &[(Metric, &str, f64)]) {
    let loaded = edition.load();
    let found = computed(loaded.model.forge().as_ref(), cell);
    for (metric, name, mean) in expected {
        let (computed, bound) = found.get(&(*metric, (*name).to_owned())).copied().unwrap_or((0.0, 0.0));
        assert!((computed - mean).abs() <= LAST_DIGITS * mean, "{metric:?} {name}: {computed} for {mean}");
        assert!(bound < LAST_DIGITS, "{metric:?} {name}: {bound}");
    }
}

/// The same of given daggers of level 0.
#[track_caller]
fn holds(edition: &Edition, quality: u8, expected: &[(Metric, &str, f64)]) {
    holds_in(edition, Cell { depth: 0, quality, kind: Some(KindId(0)) }, expected);
}

/// Whole drops.
fn drops(depth: u32, quality: u8) -> Cell {
    Cell { depth, quality, kind: None }
}

fn thrown(edition: &Edition, switch: &'static str) -> Edition {
    Edition { switches: vec![switch], ..edition.clone() }
}

/// Weights of 1 and 3: a step draws the second three times in four.
fn two(themes: Vec<crate::common::enumerated::Theme>) -> Edition {
    Edition::plain(false, vec![affix(1), affix(3)], themes)
}

/// n steps: once 1 - (1 - p)ⁿ, in all np.
#[test]
fn two_affixes_without_theme() {
    let great = GOOD_STEPS.map(|(n, chance)| (n + 2, chance));
    for (quality, steps) in [(NORMAL, &[(0, 0.5), (1, 0.5)][..]), (GOOD, &GOOD_STEPS), (GREAT, &great)] {
        let over = |of: &dyn Fn(i32) -> f64| steps.iter().map(|(n, chance)| chance * of(*n)).sum::<f64>();
        let numbers: Vec<_> = steps.iter().map(|(n, chance)| (n.to_string(), *chance)).collect();
        let mut expected = vec![
            (Metric::AFFIX, "A0", over(&|n| 1.0 - 0.75_f64.powi(n))),
            (Metric::AFFIX, "A1", over(&|n| 1.0 - 0.25_f64.powi(n))),
            (Metric::AFFIX_MULT, "A0", over(&|n| f64::from(n) / 4.0)),
            (Metric::AFFIX_MULT, "A1", over(&|n| f64::from(n) * 3.0 / 4.0)),
            (Metric::AFFIX_LEVEL, "good", over(&f64::from)),
            (Metric::KIND, "Dagger", 1.0),
        ];
        expected.extend(numbers.iter().map(|(n, chance)| (Metric::NAFFIXES, n.as_str(), *chance)));
        holds(&two(Vec::new()), quality, &expected);
    }
}

/// A good drop of depth 0 gets its magic at level 5 + `m_bonus(5, 0)`: of mean 0, with a deviation of 1, or once in four 2. An
/// offset is 1 at least from 64 sixty-fourths of a deviation on, where 22,246 of 32,768 rolls end; from 32 at a deviation of
/// 2, where 12,368 do; 2 at least from 128, where 31,250 do. Half of the offsets are taken off, which leaves 0.
#[test]
fn bonus_to_the_level() {
    let beyond = |rolls: u32| 1.0 - f64::from(rolls) / 32_768.0;
    let one_or_more = 0.5 * (0.75 * beyond(BELOW[1]) + 0.25 * beyond(BELOW[0]));
    let two_or_more = 0.5 * (0.75 * beyond(BELOW[2]) + 0.25 * beyond(BELOW[1]));
    // From level 7 on. Of 128 boosts of level 5, 1 + 640 ÷ roll, 106 lead there, and all of level 6.
    let edition =
        Edition::plain(false, vec![Affix { lines: vec![Line { min: 7, ..line(1, 1) }], ..affix(1) }], Vec::new());
    // Last levels are held against the depth, so that no boost leads too deep.
    let edition = thrown(&edition, "boosted-maximum");
    let by_level =
        [(1.0 - one_or_more, 106.0 / 128.0 / 20.0), (one_or_more - two_or_more, 1.0 / 20.0), (two_or_more, 1.0)];
    let over = |of: &dyn Fn(f64) -> f64| by_level.iter().map(|(chance, drawn)| chance * of(*drawn)).sum::<f64>();
    let once = |drawn: f64| GOOD_STEPS.iter().map(|(n, chance)| chance * (1.0 - (1.0 - drawn).powi(*n))).sum::<f64>();
    let expected = [(Metric::AFFIX_MULT, "A0", over(&|drawn| 2.0 * drawn)), (Metric::AFFIX, "A0", over(&once))];
    holds_in(&edition, drops(0, GOOD), &expected);
}

/// The half-normal table's entries before 32, 64 and 128: so many rolls from 0 end there.
const BELOW: [u32; 3] = [12_368, 22_246, 31_250];

/// Depth 0 is never boosted, and depth 1 always to 2 or deeper: in one step of 20, of which every other normal item makes
/// one.
#[test]
fn boosts() {
    let edition =
        Edition::plain(false, vec![Affix { lines: vec![Line { min: 2, ..line(1, 1) }], ..affix(1) }], Vec::new());
    holds_in(&edition, drops(0, NORMAL), &[(Metric::AFFIX, "A0", 0.0), (Metric::NAFFIXES, "0", 1.0)]);
    holds_in(&edition, drops(1, NORMAL), &[(Metric::AFFIX, "A0", 0.025), (Metric::NAFFIXES, "0", 0.975)]);
}

/// Weights of 10 and 4 of 14. Scores: 3200 ÷ 14 = 228, which is certain, for the first twice; 112 for both; 36 for the second
/// twice. Of three: 24 of weight are 329, which wraps to 73; 18 are 185; 12 are 82.
#[test]
fn a_theme_ends_the_drawing() {
    let edition = two(vec![theme(&[(0, 10), (1, 4)])]);
    let second = 1.0 / 16.0 + 6.0 / 16.0 * 0.56 + 9.0 / 16.0 * 0.18;
    let (both, twice) = (6.0 / 16.0 * 0.44, 9.0 / 16.0 * 0.82);
    let third = both * (0.25 * 0.365 + 0.75 * 0.925) + twice * (0.25 * 0.925 + 0.75 * 0.41);
    holds(
        &edition,
        GOOD,
        &[
            (Metric::THEME, "T0", 0.75 * second + 0.25 * third),
            (Metric::NAFFIXES, "1", 0.25),
            (Metric::NAFFIXES, "2", 0.5 + 0.25 * second),
            (Metric::NAFFIXES, "3", 0.25 * (1.0 - second)),
            (Metric::AFFIX_MULT, "A0", 0.25 * 0.25 + 0.5 * 0.5 + 0.25 * (0.5 + 0.25 * (1.0 - second))),
            (Metric::AFFIX, "A0", 0.25 * 0.25 + 0.75 * 7.0 / 16.0 + 0.25 * twice * 0.25),
        ],
    );
}

/// Scores of 160 and 144 for any two affixes: 304 are certain, and shared.
#[test]
fn themes_share_what_is_certain() {
    let edition = two(vec![theme(&[(0, 10), (1, 10)]), theme(&[(0, 9), (1, 9)])]);
    holds(
        &edition,
        GOOD,
        &[
            (Metric::THEME, "T0", 0.75 * 160.0 / 304.0),
            (Metric::THEME, "T1", 0.75 * 144.0 / 304.0),
            (Metric::NAFFIXES, "1", 0.25),
            (Metric::NAFFIXES, "2", 0.75),
            (Metric::NAFFIXES, "3", 0.0),
        ],
    );
}

/// Two affixes score 256, which is 0 in a byte; three 576, which is 64: 32 %.
#[test]
fn scores_are_bytes() {
    let edition = two(vec![theme(&[(0, 16), (1, 16)])]);
    holds(&edition, GOOD, &[(Metric::THEME, "T0", 0.25 * 0.32), (Metric::NAFFIXES, "3", 0.25)]);
    holds(&thrown(&edition, "theme-score-byte"), GOOD, &[(Metric::THEME, "T0", 0.75), (Metric::NAFFIXES, "2", 0.75)]);
}

/// One draw in four is rolled back.
#[test]
fn an_affix_that_is_always_rolled_back() {
    let rolled_back = Affix { does: Does::TooMuch, ..affix(1) };
    let edition = Edition::plain(false, vec![rolled_back, affix(3)], Vec::new());
    holds(
        &edition,
        GOOD,
        &[
            (Metric::AFFIX, "A0", 0.0),
            (Metric::AFFIX_MULT, "A1", 1.5),
            (Metric::NAFFIXES, "0", 0.25 / 4.0 + 0.5 / 16.0 + 0.25 / 64.0),
            (Metric::NAFFIXES, "3", 0.25 * 27.0 / 64.0),
        ],
    );
}

/// Of three to five steps those are rolled back that would bring a third blow.
#[test]
fn blows_that_are_rolled_back_at_three() {
    let edition = Edition::plain(false, vec![Affix { does: Does::Blows(1), ..affix(1) }, affix(3)], Vec::new());
    let none = |n: i32| 0.75_f64.powi(n);
    let one = |n: i32| f64::from(n) * 0.25 * 0.75_f64.powi(n - 1);
    let over = |of: &dyn Fn(i32) -> f64| 0.25 * of(3) + 0.5 * of(4) + 0.25 * of(5);
    holds(
        &edition,
        GREAT,
        &[
            (Metric::AFFIX, "A0", over(&|n| 1.0 - none(n))),
            (Metric::AFFIX_MULT, "A0", over(&|n| one(n) + 2.0 * (1.0 - none(n) - one(n)))),
            (Metric::AFFIX_MULT, "A1", 3.0),
            // Five that all stay: five steps with two blows at most.
            (Metric::NAFFIXES, "5", 0.25 * (none(5) + one(5) + 10.0 * 0.75_f64.powi(3) / 16.0)),
        ],
    );
}

/// One line twice and another affix, which is too much: 2 of 3 scores 10, two of them 42. The theme is always rolled back, and
/// the step with it.
#[test]
fn a_theme_that_is_always_rolled_back() {
    let rolled_back = Affix { does: Does::TooMuch, ..affix(1) };
    let edition = Edition::plain(false, vec![rolled_back, affix(1)], vec![theme(&[(1, 1), (1, 1), (0, 1)])]);
    let first = 0.5 * 0.95;
    holds(
        &edition,
        NORMAL,
        &[(Metric::AFFIX, "A1", 0.5 * first), (Metric::NAFFIXES, "1", 0.5 * first), (Metric::THEME, "T0", 0.0)],
    );
    let second = first * 0.5 * 0.79;
    let none: f64 = GOOD_STEPS.iter().map(|(n, chance)| chance * (1.0 - first).powi(*n)).sum();
    // With two steps: two of it, or one in either.
    let after_two = first + (1.0 - first) * first + second;
    // A third: after two of it 6 scores 96, so that 52 % of half the draws stay.
    let one_after_two = first * (1.0 - 0.5 * 0.79) + (1.0 - first) * first;
    let third = (1.0 - first).powi(2) * first + one_after_two * 0.5 * 0.79 + second * 0.5 * 0.52;
    holds(
        &edition,
        GOOD,
        &[
            (Metric::AFFIX, "A1", 1.0 - none),
            (Metric::AFFIX_MULT, "A1", 0.25 * first + 0.5 * after_two + 0.25 * (after_two + third)),
            (Metric::NAFFIXES, "0", none),
        ],
    );
}

/// A make that two lines of a theme name: 80, so 40 %, after its own step, and again after one that finds no second make.
fn one_make() -> Edition {
    let make = Affix { role: "make", lines: vec![line(2, 1)], does: Does::Nothing };
    Edition::plain(true, vec![make], vec![theme(&[(0, 5), (0, 5)])])
}

#[test]
fn a_step_that_finds_nothing_looks_for_a_theme() {
    let numbers = [(Metric::NAFFIXES, "0", 0.4), (Metric::NAFFIXES, "1", 0.6), (Metric::AFFIX_MULT, "A0", 0.6)];
    holds(&one_make(), NORMAL, &numbers);
    holds(&one_make(), NORMAL, &[(Metric::THEME, "T0", 0.5 * 0.4 + 0.1 * (0.4 + 0.6 * 0.4))]);
    let documented = thrown(&one_make(), "theme-without-affix");
    holds(&documented, NORMAL, &numbers);
    holds(&documented, NORMAL, &[(Metric::THEME, "T0", 0.6 * 0.4)]);
}

#[test]
fn two_lines_for_one_affix() {
    holds(&thrown(&one_make(), "one-affix-theme"), NORMAL, &[(Metric::THEME, "T0", 0.0)]);
}

/// Makes of weights 1 and 3, and a suffix of 4: a second step after a make finds the suffix only.
#[test]
fn classes_of_which_an_item_has_one() {
    let make = |weight| Affix { role: "make", lines: vec![line(2, weight)], does: Does::Nothing };
    let suffix = Affix { lines: vec![line(2, 4)], ..affix(4) };
    let edition = Edition::plain(true, vec![make(1), make(3), suffix], Vec::new());
    holds(
        &edition,
        NORMAL,
        &[
            (Metric::AFFIX, "A0", 0.5 / 8.0 + 0.1 * 3.0 / 16.0),
            (Metric::AFFIX_MULT, "A0", 0.5 / 8.0 + 0.1 * 3.0 / 16.0),
            (Metric::AFFIX, "A1", 0.5 * 3.0 / 8.0 + 0.1 * 9.0 / 16.0),
            (Metric::AFFIX, "A2", 0.5 / 2.0 + 0.1),
            (Metric::AFFIX_MULT, "A2", 0.5 / 2.0 + 0.1 * 1.25),
            (Metric::NAFFIXES, "2", 0.1),
        ],
    );
}

#[test]
fn first_allocation() {
    let lines = vec![line(1, 1), line(1, 5)];
    let edition = Edition::plain(false, vec![Affix { lines, ..affix(1) }, affix(3)], Vec::new());
    holds(&edition, NORMAL, &[(Metric::AFFIX, "A0", 0.5 / 4.0)]);
    holds(&thrown(&edition, "first-allocation"), NORMAL, &[(Metric::AFFIX, "A0", 0.5 * 6.0 / 9.0)]);
}

/// Good drops of depth 0 get their magic at level 5 at least.
#[test]
fn levels_of_good_drops() {
    let of = |min, max| {
        Edition::plain(false, vec![Affix { lines: vec![Line { min, max, ..line(1, 1) }], ..affix(1) }], Vec::new())
    };
    // Never, or in each of two steps on average.
    holds_in(&of(0, 4), drops(0, GOOD), &[(Metric::AFFIX_MULT, "A0", 0.0)]);
    holds_in(&thrown(&of(0, 4), "boosted-maximum"), drops(0, GOOD), &[(Metric::AFFIX_MULT, "A0", 2.0)]);
    let raised = thrown(&of(5, 255), "boosted-maximum");
    holds_in(&raised, drops(0, GOOD), &[(Metric::AFFIX_MULT, "A0", 2.0)]);
    let documented = Edition { switches: vec!["boosted-maximum", "raised-level"], ..raised };
    holds_in(&documented, drops(0, GOOD), &[(Metric::AFFIX_MULT, "A0", 0.0)]);
}

/// Holds how likely given daggers of level 0 have both of two affixes against these numbers.
#[track_caller]
fn both(edition: &Edition, quality: u8, expected: &[([u32; 2], f64)]) {
    let loaded = edition.load();
    let forge = loaded.model.forge();
    let cell = Cell { depth: 0, quality, kind: Some(KindId(0)) };
    for (pair, mean) in expected {
        let found = forge.exact().expect("chances").pair(cell, KindId(0), pair.map(AffixId)).expect("chances");
        assert!((found.both.mean - mean).abs() <= LAST_DIGITS * mean, "{pair:?}: {:?} for {mean}", found.both);
        assert!(found.both.bound < LAST_DIGITS, "{pair:?}: {:?}", found.both);
        assert!((found.items - 1.0).abs() <= LAST_DIGITS, "{}", found.items);
    }
}

/// Of n steps some draw either: all but those that draw the first n times, or the second.
#[test]
fn two_affixes_together() {
    let of = |n: i32| 1.0 - 0.75_f64.powi(n) - 0.25_f64.powi(n);
    let over = |more: i32| GOOD_STEPS.iter().map(|(n, chance)| chance * of(n + more)).sum::<f64>();
    let edition = two(Vec::new());
    both(&edition, NORMAL, &[([0, 1], 0.0)]);
    both(&edition, GOOD, &[([0, 1], over(0)), ([1, 0], over(0))]);
    both(&edition, GREAT, &[([0, 1], over(2))]);
    // With itself, and with one that nothing has.
    let once = GOOD_STEPS.iter().map(|(n, chance)| chance * (1.0 - 0.75_f64.powi(*n))).sum();
    both(&edition, GOOD, &[([0, 0], once)]);
    let never = Affix { lines: vec![Line { min: 9, ..line(1, 5) }], ..affix(1) };
    both(&Edition::plain(false, vec![affix(1), never], Vec::new()), GREAT, &[([0, 1], 0.0)]);
}

/// As where a theme ends the drawing: the first twice always brings it, the second twice in 18 %.
#[test]
fn two_affixes_of_a_theme() {
    let after_two = 6.0 / 16.0;
    let after_three = after_two + 9.0 / 16.0 * 0.82 * 0.25;
    both(&two(vec![theme(&[(0, 10), (1, 4)])]), GOOD, &[([0, 1], 0.5 * after_two + 0.25 * after_three)]);
}

/// A theme names the first in two lines: 80 for one of it, 320 for two, which wraps to 64.
#[test]
fn one_of_a_theme_and_another() {
    let after_two = 0.25 * 0.6 * 0.75 + 0.75 * 0.25;
    let after_three = after_two + 0.25 * 0.6 * 0.25 * 0.68 * 0.75 + 0.75 * 0.75 * 0.25;
    both(&two(vec![theme(&[(0, 5), (0, 5)])]), GOOD, &[([0, 1], 0.5 * after_two + 0.25 * after_three)]);
}

/// Weights of 1, 3 and 4; a theme names the third, and is looked for after each step: 40 % with one of it.
#[test]
fn two_affixes_that_no_theme_names() {
    let edition = Edition::plain(false, vec![affix(1), affix(3), affix(4)], vec![theme(&[(2, 5), (2, 5)])]);
    let after_two = 6.0 / 64.0;
    // One of them twice, or with the third, before or after it.
    let (first, second) = (1.0 / 64.0 + (0.6 + 0.36) / 16.0, 9.0 / 64.0 + 3.0 * (0.6 + 0.36) / 16.0);
    let after_three = after_two + first * 3.0 / 8.0 + second / 8.0;
    both(&edition, GOOD, &[([0, 1], 0.5 * after_two + 0.25 * after_three)]);
}

/// One draw in four is rolled back, one gives the second affix and two the third. With one of the second every step that keeps
/// its affix is rolled back in 5 %, with two in 21 %.
#[test]
fn together_where_a_theme_is_always_rolled_back() {
    let rolled_back = Affix { does: Does::TooMuch, ..affix(1) };
    let edition = Edition::plain(false, vec![rolled_back, affix(1), affix(2)], vec![theme(&[(1, 1), (1, 1), (0, 1)])]);
    let second = 0.25 * 0.95;
    let none = 1.0 - second - 0.5;
    let third_after = 0.5 * 0.95;
    let after_two = second * third_after + 0.5 * second;
    // What has the second alone after two steps: twice, or once; and what has the third alone.
    let twice = second * 0.25 * 0.79;
    let once = second * (1.0 - third_after) - twice + none * second;
    let third = 0.5 * (1.0 - second) + none * 0.5;
    let after_three = after_two + once * third_after + twice * 0.5 * 0.79 + third * second;
    both(&edition, GOOD, &[([1, 2], 0.5 * after_two + 0.25 * after_three), ([0, 1], 0.0)]);
}

/// Three blows are rolled back: two affixes of one and two can't be together, two of one can.
#[test]
fn together_where_steps_are_rolled_back() {
    let blows = |n| Affix { does: Does::Blows(n), ..affix(1) };
    let edition = Edition::plain(false, vec![blows(1), blows(1), blows(2), affix(1)], Vec::new());
    // By steps: what has no blows, what has one of the two once and no others, and what has both.
    let (mut nothing, mut first, mut pair) = (1.0, 0.0, 0.0);
    let mut expected = 0.0;
    for step in 1..=5 {
        pair += 0.5 * first;
        // Twice the first is as full of blows as a pair is.
        first = 0.25 * nothing + 0.5 * first;
        nothing *= 0.25;
        expected += [0.0, 0.0, 0.25, 0.5, 0.25][step - 1] * pair;
    }
    both(&edition, GREAT, &[([0, 1], expected), ([0, 2], 0.0)]);
}

/// Makes of weights 1 and 3, and a suffix of 4: with two steps, a make is first and then the suffix is certain, or second.
#[test]
fn together_with_one_of_a_class() {
    let make = |weight| Affix { role: "make", lines: vec![line(2, weight)], does: Does::Nothing };
    let edition =
        Edition::plain(true, vec![make(1), make(3), Affix { lines: vec![line(2, 4)], ..affix(4) }], Vec::new());
    both(&edition, NORMAL, &[([0, 1], 0.0), ([0, 2], 0.1 * 3.0 / 16.0), ([1, 2], 0.1 * 9.0 / 16.0)]);
}

/// At depth 1 Thorn always passes with 10; Fang's second line of 20 and Claw's 30 begin at 2: one in 2. Spike's kind does:
/// one in 3. One great drop in 20 tries.
#[test]
fn artifacts_out_of_depth() {
    let mut sources = SourceSet::new();
    for (name, text) in [
        ("object_base.txt", "N:sword:Sword~\nF:HATES_ACID\n"),
        ("object.txt", "N:1:& Dagger~\nI:sword:1\nA:20:1 to 100\nN:2:& Dirk~\nI:sword:2\nA:20:2 to 100\n"),
        ("ego_item.txt", "N:1:suffix:A0\nT:sword:0:99:1:1:0 to 255\n"),
        ("ego_themes.txt", "N:1:suffix:Nothing\nT:sword:0:99:0 to 255\n"),
        (
            "artifact.txt",
            "N:1:'Thorn'\nI:sword:1\nA:10:1 to 100\nN:2:'Fang'\nI:sword:1\nA:10:1 to 100\nA:20:2 to 100\n\
             N:3:'Claw'\nI:sword:1\nA:30:2 to 100\nN:4:'Spike'\nI:sword:2\nA:5:1 to 100\n",
        ),
    ] {
        sources.push(SourceFile::new(name, text.as_bytes().to_vec()));
    }
    let loaded = games::find("affix-branch").expect("the game").load(sources);
    let found = computed(loaded.model.forge().as_ref(), drops(1, GREAT));
    let mut chances = [0.0; 4];
    for (fang, claw, spike) in (0..8).map(|bits| (bits & 1, bits >> 1 & 1, bits >> 2 & 1)) {
        let weights = [10, 10 + 20 * fang, 30 * claw, 5 * spike];
        let total: i32 = weights.iter().sum();
        let passes = 0.25 * if spike == 1 { 1.0 / 3.0 } else { 2.0 / 3.0 };
        for (chance, weight) in chances.iter_mut().zip(weights) {
            *chance += passes / 20.0 * f64::from(weight) / f64::from(total);
        }
    }
    // One of them is always made. Of other drops, from level 11 on, half are Dirks.
    let kinds = [("Dagger", 0.05 - chances[3] + 0.475), ("Dirk", chances[3] + 0.475)];
    let artifacts = ["'Thorn'", "'Fang'", "'Claw'", "'Spike'"].into_iter().zip(chances);
    let expected = artifacts.map(|entry| (Metric::ARTIFACT, entry)).chain(kinds.map(|entry| (Metric::KIND, entry)));
    for (metric, (name, chance)) in expected {
        let (computed, bound) = found[&(metric, name.to_owned())];
        assert!((computed - chance).abs() < LAST_DIGITS * 10.0, "{name}: {computed} for {chance}");
        assert!(bound < LAST_DIGITS);
    }
}
