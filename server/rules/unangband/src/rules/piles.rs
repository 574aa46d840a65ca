//! How many of a drop lie together, and charges of wands and staffs (object2.c, the end of `make_object`, and `charge_item`).

use super::{
    super::{
        flags as f,
        item::{KindStats, MadeItem, RandomFlag},
        model::UnangbandModel,
        tables::{MAGIC_GROUPS, THROWING, tval},
    },
    drop_numbers::{ItemNumbers, NumberMetric, NumberWords},
};
use affixboard_model::{batch::Metric, engine::random::Stream};

/// How many there are at most: 6d7.
const MOST: i64 = 42;
/// Charges at most: 8 and a die of 15 sides.
const MOST_CHARGES: i64 = 23;

const METRICS: [NumberMetric; 2] = [
    NumberMetric { metric: Metric("number"), title: "How many lie together", numbers: 1..=MOST, has_open_ends: false },
    NumberMetric { metric: Metric("charges"), title: "Charges", numbers: 1..=MOST_CHARGES, has_open_ends: false },
];
const NUMBER: usize = 0;
const CHARGES: usize = 1;

/// Levels beyond a kind's own from which on more of it lie together, few and many.
const FEW: i64 = 4;
const MANY: i64 = 9;

/// Numbers and charges of items.
pub(super) struct Piles;

/// How many of an item lie together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PileSize {
    One,
    /// A die of so many sides.
    Die(u32),
    /// The sum of so many dice of so many sides, divided by the last.
    Dice(u32, u32, i64),
}

impl PileSize {
    /// The rule for an item of a kind at an object level.
    fn of(kind: &KindStats, item: &MadeItem, level: i64) -> PileSize {
        let beyond = level - i64::from(kind.level);
        let by_depth = |few: PileSize, many: PileSize, else_: PileSize| match beyond {
            beyond if beyond > MANY => many,
            beyond if beyond > FEW => few,
            _ => else_,
        };
        if item.artifact.is_some() {
            return PileSize::One;
        }
        match kind.tval {
            tval::ROPE | tval::SPIKE | tval::SHOT | tval::ARROW | tval::BOLT => PileSize::Dice(6, 7, 1),
            tval::POTION | tval::SCROLL | tval::FLASK => {
                let by = i64::from(kind.level) / 15 + 1;
                by_depth(PileSize::Dice(2, 3, by), PileSize::Dice(3, 4, by), PileSize::Dice(1, 3, by))
            }
            tval::RING if kind.flags & (f::ACTIVATE | f::UNCONTROLLED) == 0 => PileSize::One,
            tval::RING | tval::ROD | tval::STAFF | tval::WAND | tval::FOOD | tval::MUSHROOM => {
                by_depth(PileSize::Die(3), PileSize::Die(5), PileSize::One)
            }
            _ if kind.traits & THROWING != 0 && item.ego.is_none() && beyond > FEW => {
                if item.extra.is_some_and(is_thrown_alone) { PileSize::One } else { PileSize::Dice(3, 4, 1) }
            }
            _ => PileSize::One,
        }
    }

    fn draw(self, random: &mut Stream) -> i64 {
        match self {
            PileSize::One => 1,
            PileSize::Die(sides) => i64::from(random.one_to(sides)),
            PileSize::Dice(number, sides, by) => {
                let sum: u32 = (0..number).map(|_| random.one_to(sides)).sum();
                (i64::from(sum) / by).max(1)
            }
        }
    }
}

/// Whether something that is thrown lies alone with this random flag: one for which more than one would be too good.
fn is_thrown_alone(extra: RandomFlag) -> bool {
    // Sets of flags from 0.
    match (extra.group.checked_sub(MAGIC_GROUPS), extra.at) {
        (Some(0), at) => at < 14,
        (Some(1), at) => !(6..=11).contains(&at),
        (Some(2), at) => at < 27,
        (Some(3), at) => (2..8).contains(&at) || at > 11,
        _ => false,
    }
}

/// Charges of a wand or staff by the level of its kind: a die of so many sides, and so many more.
fn charges(level: i32) -> (u32, i64) {
    match level {
        ..2 => (15, 8),
        2..4 => (10, 6),
        4..40 => (8, 6),
        40..50 => (6, 2),
        50..60 => (4, 2),
        60..70 => (3, 1),
        70.. => (2, 1),
    }
}

impl ItemNumbers for Piles {
    fn words(&self) -> NumberWords {
        NumberWords {
            name: "piles",
            title: "Piles and charges",
            doc: "How many of a drop lie together, and the charges of wands and staffs.",
            row_columns: &["tval", "number"],
        }
    }

    fn metrics(&self) -> &'static [NumberMetric] {
        &METRICS
    }

    /// Of others there is always one.
    fn has(&self, kind: &KindStats) -> bool {
        let always = MadeItem::plain(0, kind);
        PileSize::of(kind, &always, i64::MAX / 2) != PileSize::One || matches!(kind.tval, tval::WAND | tval::STAFF)
    }

    fn count(
        &self,
        model: &UnangbandModel,
        depth: u32,
        item: &MadeItem,
        random: &mut Stream,
        add: &mut dyn FnMut(usize, i64),
    ) {
        let kind = &model.kinds[item.kind];
        add(NUMBER, PileSize::of(kind, item, i64::from(depth)).draw(random));
        if matches!(kind.tval, tval::WAND | tval::STAFF) && item.artifact.is_none() {
            let (sides, more) = charges(kind.level);
            add(CHARGES, i64::from(random.one_to(sides)) + more);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// RULES of the original's `make_object`, by item type, level of the kind and object level.
    #[test]
    fn sizes() {
        let size = |tval: u8, of_kind: i32, level: i64| {
            let kind = KindStats { tval, level: of_kind, ..KindStats::default() };
            PileSize::of(&kind, &MadeItem::plain(0, &kind), level)
        };
        for ((tval, of_kind, level), expected) in [
            ((tval::ARROW, 40, 1), PileSize::Dice(6, 7, 1)),
            ((tval::POTION, 20, 24), PileSize::Dice(1, 3, 2)),
            ((tval::POTION, 20, 25), PileSize::Dice(2, 3, 2)),
            ((tval::SCROLL, 0, 10), PileSize::Dice(3, 4, 1)),
            ((tval::WAND, 10, 14), PileSize::One),
            ((tval::WAND, 10, 15), PileSize::Die(3)),
            ((tval::FOOD, 10, 20), PileSize::Die(5)),
            ((tval::RING, 1, 50), PileSize::One),
            ((tval::SWORD, 1, 50), PileSize::One),
        ] {
            assert_eq!(size(tval, of_kind, level), expected, "{tval} {of_kind} {level}");
        }
        let ring = KindStats { tval: tval::RING, flags: f::ACTIVATE, ..KindStats::default() };
        assert_eq!(PileSize::of(&ring, &MadeItem::plain(0, &ring), 10), PileSize::Die(5));
        let dart = KindStats { tval: tval::POLEARM, level: 5, traits: THROWING, ..KindStats::default() };
        let plain = MadeItem::plain(0, &dart);
        let with = |group: u8, at: u8| MadeItem { extra: Some(RandomFlag { group, at }), ..plain };
        for (item, level, expected) in [
            (plain, 9, PileSize::One),
            (plain, 10, PileSize::Dice(3, 4, 1)),
            (MadeItem { ego: Some(0), ..plain }, 10, PileSize::One),
            (MadeItem { artifact: Some(0), ..plain }, 10, PileSize::One),
            (with(16, 13), 10, PileSize::One),
            (with(16, 14), 10, PileSize::Dice(3, 4, 1)),
            (with(17, 5), 10, PileSize::One),
            (with(17, 6), 10, PileSize::Dice(3, 4, 1)),
            (with(18, 27), 10, PileSize::Dice(3, 4, 1)),
            (with(19, 1), 10, PileSize::Dice(3, 4, 1)),
            (with(19, 7), 10, PileSize::One),
            (with(19, 12), 10, PileSize::One),
        ] {
            assert_eq!(PileSize::of(&dart, &item, level), expected, "{item:?} {level}");
        }
    }

    #[test]
    fn charges_by_level() {
        for (level, expected) in
            [(1, (15, 8)), (3, (10, 6)), (39, (8, 6)), (45, (6, 2)), (59, (4, 2)), (69, (3, 1)), (70, (2, 1))]
        {
            assert_eq!(charges(level), expected, "{level}");
        }
    }
}
