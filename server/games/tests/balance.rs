//! Balance tests: what is drawn holds against what is computed.

use std::{path::Path, sync::Arc};

use affixboard_games as games;
use affixboard_inquiry::{
    balance::{
        BalanceLimits, BalanceTest, Basis, CellMeasures, DrawnCounts, EntrySort, Measure, MeasuredThing, TrueRange,
        compute_cell, draw_cell, judge,
    },
    profile::Profile,
    questions::{AskedCell, Question, parse},
};
use affixboard_model::{
    batch::{Cell, Detail},
    game::{Forge, Loaded},
};

/// The chance that a range leaves its number out: of some thousand ranges here one does with a chance of less than 1 in 100,000.
const WRONG: f64 = 1e-9;
const SEED: u64 = 25;

fn starter(game: &str) -> Loaded {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data").join(game);
    games::find(game).expect("the game").load(crate::common::sources(&folder))
}

fn question(loaded: &Loaded, forge: &dyn Forge, text: &str) -> Arc<Question> {
    Arc::new(Question::of(&parse(text).expect(text), loaded, forge.keys()).expect(text))
}

/// What is known of a cell without drawing, and what drawing alone tells.
fn both(measure: &Measure, forge: &dyn Forge, cell: Cell) -> (CellMeasures, CellMeasures) {
    let computed = compute_cell(measure, forge, cell, &|| true).expect("not cancelled");
    let nothing = (TrueRange { low: 0.0, value: 0.0, high: 1e9 }, Basis::Unknown);
    let mut blank = computed.clone();
    blank.numbers.values_mut().for_each(|number| *number = nothing);
    let mut drawn = DrawnCounts::default();
    for piece in 0..4 {
        let place = (SEED, piece, 1 << 12);
        drawn.merge(&draw_cell(measure, forge, &computed.asked, place, &|| true).expect("not cancelled"));
    }
    (computed, blank.with_drawn(measure, &drawn, WRONG))
}

fn assert_agree(what: &str, computed: &CellMeasures, drawn: &CellMeasures) {
    let mut number = 0;
    for (thing, (range, basis)) in &computed.numbers {
        assert_eq!(*basis, Basis::Computed, "{what}");
        let (of_drawn, basis) = drawn.numbers[thing];
        assert!(matches!(basis, Basis::Counted { .. }), "{what}: {basis:?}");
        assert!(range.low <= of_drawn.high && of_drawn.low <= range.high, "{what} {thing:?}: {range:?}, {of_drawn:?}");
        number += 1;
    }
    assert!(number > 0, "{what}");
}

/// An artifact comes once in a dive: of one of them as many are expected as the chance to find it, of any the sum of these, and of
/// everything else every one counts.
#[test]
fn an_artifact_is_expected_once_in_a_dive() {
    let loaded = starter("angband-3.0");
    let forge = loaded.model.forge();
    let dive = Arc::new(Profile::parse("1-20: great 300\n30: good 5\n").expect("a profile"));
    let number = |asked: &str, at_least_one: bool| -> f64 {
        let measure =
            Measure::Found { asked: question(&loaded, &*forge, asked), at_least_one, dive: Arc::clone(&dive), to: 30 };
        let cells: Vec<Cell> = dive.cells().map(|(cell, _)| cell).collect();
        let measured: Vec<CellMeasures> =
            cells.iter().map(|cell| compute_cell(&measure, &*forge, *cell, &|| true).expect("not cancelled")).collect();
        let limits = BalanceLimits { at_least: Some(0.0), at_most: None };
        let test = BalanceTest { name: String::new(), measure, limits, trend: None, cells };
        judge(&test, &measured, None).numbers[0].1.range.value
    };
    let near = |one: f64, two: f64| assert!((one - two).abs() < 1e-9 * two.max(1.0), "{one} and {two}");
    let named = |name: &str| format!("artifact:\"{name}\"");
    assert!(number(&named("'Kestrel'"), true) > 0.5, "it is found in most such dives");
    let mut sum = 0.0;
    for artifact in &loaded.catalog.artifacts {
        let once = number(&named(&artifact.name), true);
        near(number(&named(&artifact.name), false), once);
        sum += once;
    }
    near(number("artifact:any", false), sum);
    // Some egos are found more than once.
    let ego = "ego:any & tval:sword";
    assert!(number(ego, false) > 1.0 && number(ego, true) < 1.0 + 1e-12);
}

#[test]
fn drawn_ranges_hold_computed_shares() {
    for (game, among, asked) in [
        ("affix-branch", "tval:\"soft armour\"", "theme:any"),
        ("affix-branch", "tval:light | tval:light", "artifact:any"),
        ("angband-3.0", "tval:sword", "egos>=1"),
        ("angband-4.2", "tval:sword", "egos>=1"),
        ("angband-4.2", "tval:sword & !artifact:any", "egos>=1"),
    ] {
        let loaded = starter(game);
        let forge = loaded.model.forge();
        let cell = Cell { depth: 30, quality: 2, kind: None };
        let (among, asked) = (question(&loaded, forge.as_ref(), among), question(&loaded, forge.as_ref(), asked));
        let of_all = Measure::Share { asked: Arc::new(among.and(&asked)), among: None };
        let of_some = Measure::Share { asked: Arc::clone(&asked), among: Some(Arc::clone(&among)) };
        for (what, measure) in [("all", of_all), ("some", of_some)] {
            let (computed, drawn) = both(&measure, forge.as_ref(), cell);
            if computed.numbers[&MeasuredThing::ALL].1 == Basis::Computed {
                assert_agree(&format!("{game} of {what}"), &computed, &drawn);
            }
        }
        let each = Measure::Each { sort: EntrySort::Kind, among: Some(Arc::clone(&among)) };
        let (computed, drawn) = both(&each, forge.as_ref(), cell);
        if computed.numbers.values().all(|number| number.1 == Basis::Computed) {
            assert_agree(&format!("{game} kinds"), &computed, &drawn);
        }
    }
}

/// Of each ego that can come, and the number of those seen, which is no more than can come.
#[test]
fn drawn_ranges_hold_each_entry_and_their_number() {
    for game in ["angband-3.0", "angband-3.5", "angband-4.2"] {
        let loaded = starter(game);
        let forge = loaded.model.forge();
        let cell = Cell { depth: 30, quality: 2, kind: None };
        for among in [None, Some(question(&loaded, forge.as_ref(), "tval:sword"))] {
            let each = Measure::Each { sort: EntrySort::Affix, among: among.clone() };
            let (computed, drawn) = both(&each, forge.as_ref(), cell);
            assert_agree(&format!("{game} egos"), &computed, &drawn);
            for per_kind in [false, true] {
                let count = Measure::Count { sort: EntrySort::Affix, among: among.clone(), per_kind };
                let (computed, drawn) = both(&count, forge.as_ref(), cell);
                for (thing, (range, _)) in &computed.numbers {
                    assert!(range.low.to_bits() == range.high.to_bits(), "{game}: egos are computed exactly");
                    let seen = drawn.numbers[thing].0;
                    assert!(
                        seen.low <= range.value && range.value <= seen.high,
                        "{game} {thing:?}: {range:?} {seen:?}"
                    );
                }
            }
        }
    }
}

/// Items of kinds are drawn alone where that leaves out no artifacts, and the share of drops is the same as of whole drops.
#[test]
fn items_of_kinds_alone_tell_the_share_of_drops() {
    let loaded = starter("affix-branch");
    let forge = loaded.model.forge_for(Detail::Full);
    let cell = Cell { depth: 30, quality: 2, kind: None };
    let asked = question(&loaded, forge.as_ref(), "tval:sword & to_hit>=5 & !artifact:any");
    let measure = Measure::Share { asked, among: None };
    let (alone, of_alone) = both(&measure, forge.as_ref(), cell);
    assert!(alone.asked.kinds.is_some());
    let mut whole = alone.clone();
    whole.asked = AskedCell::whole(cell);
    let counts =
        draw_cell(&measure, forge.as_ref(), &whole.asked, (SEED, 0, 1 << 15), &|| true).expect("not cancelled");
    let of_whole = whole.with_drawn(&measure, &counts, WRONG);
    let (one, two) = (of_alone.numbers[&MeasuredThing::ALL].0, of_whole.numbers[&MeasuredThing::ALL].0);
    assert!(one.low <= two.high && two.low <= one.high && one.low > 0.0, "{one:?} {two:?}");
    assert!(one.high - one.low < two.high - two.low, "fewer items tell more");
}
