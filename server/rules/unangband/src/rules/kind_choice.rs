//! Which kind an object is: the table of places, the restrictions to a type or to what is good, the best of up to three
//! draws (`get_obj_num`, `get_obj_num_prep`, `kind_is_good`, `kind_is_great`).

use std::{collections::BTreeMap, sync::Arc};

use super::super::{flags as f, item::KindStats, item_types::is_armour, tables::tval};
use affixboard_model::engine::{random::Stream, single_flight::SingleFlight};

/// Which kinds an object may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Wanted {
    Any,
    /// Of one type.
    Type(u8),
    Good,
    Great,
}

/// Normal objects of a number drawn are of one type.
const TYPES: [u8; 32] = [
    tval::FOOD,
    tval::MUSHROOM,
    tval::POTION,
    tval::SCROLL,
    tval::FLASK,
    tval::SHOT,
    tval::ARROW,
    tval::BOLT,
    tval::GLOVES,
    tval::BOOTS,
    tval::CLOAK,
    tval::RING,
    tval::SHIELD,
    32,
    tval::WAND,
    tval::SOFT_ARMOR,
    tval::LITE,
    tval::SWORD,
    tval::POLEARM,
    tval::HAFTED,
    tval::BOW,
    tval::STAFF,
    tval::HARD_ARMOR,
    tval::AMULET,
    tval::POTION,
    tval::SCROLL,
    tval::ROD,
    tval::MAGIC_BOOK,
    tval::PRAYER_BOOK,
    tval::SONG_BOOK,
    tval::INSTRUMENT,
    tval::RUNESTONE,
];
/// The first number that stands for a type.
const FIRST_TYPE: u32 = 7;
/// Drawn numbers begin here.
const FIRST_DRAWN: u32 = 3;

impl Wanted {
    /// The numbers that a normal object draws among, at an object level.
    fn numbers(level: u32) -> u32 {
        15 + 5 * (level / 3)
    }

    fn numbered(drawn: u32) -> Wanted {
        let at = (drawn + FIRST_DRAWN).checked_sub(FIRST_TYPE);
        at.and_then(|at| TYPES.get(at as usize)).map_or(Wanted::Any, |tval| Wanted::Type(*tval))
    }

    /// What a normal object is restricted to.
    pub(super) fn draw(level: u32, random: &mut Stream) -> Wanted {
        Wanted::numbered(random.below(Wanted::numbers(level)))
    }

    /// All that a normal object may be restricted to, with how many numbers stand for it.
    pub(super) fn all(level: u32) -> BTreeMap<Wanted, u32> {
        let mut all = BTreeMap::new();
        for drawn in 0..Wanted::numbers(level) {
            *all.entry(Wanted::numbered(drawn)).or_insert(0) += 1;
        }
        all
    }
}

/// Boosts of the level: one in so many draws.
pub(super) const BOOST_ODDS: u32 = 20;
/// A boosted level is 1 and this many times the level by a number up to this.
const BOOST: u32 = 128;

/// The level that things are drawn at, boosted at times.
pub(super) fn boosted(level: u32, random: &mut Stream) -> u32 {
    if level > 0 && random.one_in(BOOST_ODDS) { 1 + level * BOOST / random.one_to(BOOST) } else { level }
}

/// All levels that things are drawn at from a level, rising, with weights.
pub(super) fn boosted_levels(level: u32) -> Vec<(u32, u32)> {
    if level == 0 {
        return vec![(0, 1)];
    }
    let mut levels = vec![(level, (BOOST_ODDS - 1) * BOOST)];
    // The greater the number drawn, the shallower; the greatest is still one level deeper.
    for boosted in (1..=BOOST).rev().map(|drawn| 1 + level * BOOST / drawn) {
        match levels.last_mut() {
            Some((deepest, weight)) if *deepest == boosted => *weight += 1,
            _ => levels.push((boosted, 1)),
        }
    }
    levels
}

/// The deepest of them.
pub(super) fn deepest_boosted(level: u32) -> u32 {
    if level == 0 { 0 } else { 1 + level * BOOST }
}

/// Whether a kind is good or great at some level.
pub(crate) fn may_be_good(kind: &KindStats) -> bool {
    // At level 0 the most things are deep.
    is_good(kind, 0) || is_good(kind, u32::MAX) || is_great(kind, 0)
}

/// Kinds far out of depth that no curse lies on.
fn is_deep(kind: &KindStats, level: u32) -> bool {
    kind.level >= 35 && i64::from(kind.level) > i64::from(level) + 9 && kind.flags & f::LIGHT_CURSE == 0
}

fn has_no_penalty(kind: &KindStats) -> bool {
    kind.to_hit >= 0 && kind.to_dam >= 0
}

/// Whether good objects can be it, at an object level. Nothing was seen by the player yet.
fn is_good(kind: &KindStats, level: u32) -> bool {
    match kind.tval {
        tval::BOW | tval::SWORD | tval::HAFTED | tval::POLEARM | tval::DIGGING => has_no_penalty(kind),
        tval::STAFF => has_no_penalty(kind) && !(kind.level < 25 && i64::from(kind.level) < i64::from(level) + 5),
        tval::BOLT | tval::ARROW | tval::BAG | tval::RUNESTONE => true,
        tval::MAGIC_BOOK | tval::PRAYER_BOOK | tval::SONG_BOOK => kind.sval < 52,
        tval::ROD | tval::RING | tval::AMULET | tval::SCROLL | tval::POTION | tval::WAND | tval::FLASK => {
            is_deep(kind, level)
        }
        tval::LITE => kind.sval == 1,
        item_type => is_armour(item_type) && kind.to_ac >= 0,
    }
}

/// Whether great objects can be it.
fn is_great(kind: &KindStats, level: u32) -> bool {
    match kind.tval {
        tval::BOW | tval::SWORD | tval::HAFTED | tval::POLEARM | tval::DIGGING => has_no_penalty(kind),
        tval::BAG => true,
        tval::RING | tval::AMULET => is_deep(kind, level),
        item_type => is_armour(item_type) && kind.to_ac >= 0,
    }
}

/// The weight of a kind's place with this chance at an object level. The program means to make things that come in
/// piles rarer, but asks for their type where it has the kind's index: it is by index here too.
fn weight(kind: &KindStats, chance: u8, level: u32) -> u32 {
    let whole = 100_u32.checked_div(u32::from(chance)).unwrap_or(0);
    let above = i64::from(level) - i64::from(kind.level);
    let of_depth = |deep: u32, middle: u32, shallow: Option<u32>| match kind.level {
        50.. => deep,
        25..50 => middle,
        _ => shallow.unwrap_or(middle),
    };
    match kind.index {
        70 | 75 | 77 if kind.level < 75 && above > 9 => whole / of_depth(2, 4, Some(8)),
        70 | 75 | 77 if kind.level < 50 && above > 4 => whole / of_depth(2, 2, Some(4)),
        45 if kind.flags & (f::ACTIVATE | f::UNCONTROLLED) == 0 => whole,
        45 | 55 | 65 | 66 | 79 | 80 if above > 9 => whole / 3,
        45 | 55 | 65 | 66 | 79 | 80 if above > 4 => whole / 2,
        _ => whole,
    }
}

/// A place in the table: the kind, the level from which on it is drawn, and the weights of all up to it.
#[derive(Debug, Clone, Copy)]
struct Place {
    kind: u32,
    level: u32,
    up_to: u32,
}

/// The places of what is wanted at an object level, by level.
#[derive(Debug)]
pub(super) struct KindTable(Vec<Place>);

impl KindTable {
    fn new(kinds: &[KindStats], wanted: Wanted, level: u32) -> KindTable {
        let is_wanted = |kind: &KindStats| match wanted {
            Wanted::Any => true,
            Wanted::Type(tval) => kind.tval == tval,
            Wanted::Good => is_good(kind, level),
            Wanted::Great => is_great(kind, level),
        };
        let mut places: Vec<Place> = Vec::new();
        for (at, kind) in (0..).zip(kinds).filter(|(_, kind)| kind.index > 0 && is_wanted(kind)) {
            places.extend(kind.places.iter().map(|(from, chance)| Place {
                kind: at,
                level: u32::from(*from),
                up_to: weight(kind, *chance, level),
            }));
        }
        // Stable, as the program sorts.
        places.sort_by_key(|place| place.level);
        places.retain(|place| place.up_to > 0);
        let mut sum = 0;
        for place in &mut places {
            sum += place.up_to;
            place.up_to = sum;
        }
        KindTable(places)
    }

    /// The weights of all places at a level.
    fn total(&self, level: u32) -> (usize, u32) {
        let count = self.0.partition_point(|place| place.level <= level);
        (count, count.checked_sub(1).map_or(0, |last| self.0[last].up_to))
    }

    /// Draws a kind: one place 40 % of the time, of two the deeper 50 %, of three 10 %; of two as deep the later.
    pub(super) fn draw(&self, level: u32, random: &mut Stream) -> Option<usize> {
        let (_, total) = self.total(boosted(level, random));
        if total == 0 {
            return None;
        }
        let mut one = || {
            let drawn = random.below(total);
            self.0.partition_point(|place| place.up_to <= drawn)
        };
        let mut best = one();
        let further = random.below(100);
        for _ in 0..u32::from(further < 60) + u32::from(further < 10) {
            let drawn = random.below(total);
            let other = self.0.partition_point(|place| place.up_to <= drawn);
            if self.0[other].level >= self.0[best].level {
                best = other;
            }
        }
        Some(self.0[best].kind as usize)
    }

    /// Adds `share` of the probability that each kind is drawn, by position, of all [`boosted_levels`] with their weights.
    pub(super) fn add_chances(&self, levels: &[(u32, u32)], share: f64, kinds: &mut [f64]) {
        let whole = f64::from(levels.iter().map(|level| level.1).sum::<u32>());
        for &(level, weight) in levels {
            let (count, total) = self.total(level);
            let (all, share) = (f64::from(total), share * f64::from(weight) / whole);
            let mut from = 0;
            while from < count {
                let places = &self.0[from..count];
                let same = places.partition_point(|place| place.level == places[0].level);
                let below = from.checked_sub(1).map_or(0.0, |last| f64::from(self.0[last].up_to)) / all;
                let up_to = f64::from(places[same - 1].up_to) / all;
                // Times a place's own share: what one, two and three draws give.
                let factor = 0.4 + 0.5 * (up_to + below) + 0.1 * (up_to * up_to + up_to * below + below * below);
                let mut before = from.checked_sub(1).map_or(0, |last| self.0[last].up_to);
                for place in &places[..same] {
                    kinds[place.kind as usize] += share * factor * f64::from(place.up_to - before) / all;
                    before = place.up_to;
                }
                from += same;
            }
        }
    }

    /// The kinds that can be drawn from a level on, boosts included; and whether there is none at some level.
    pub(super) fn reachable(&self, level: u32) -> (impl Iterator<Item = usize> + '_, bool) {
        let (count, _) = self.total(deepest_boosted(level));
        // Boosts are never shallower.
        (self.0[..count].iter().map(|place| place.kind as usize), self.total(level).1 == 0)
    }
}

/// The tables, made when first asked for.
#[derive(Debug)]
pub(super) struct KindTables {
    kinds: Arc<[KindStats]>,
    tables: SingleFlight<(Wanted, u32), KindTable>,
}

impl KindTables {
    pub(super) fn new(kinds: Arc<[KindStats]>) -> KindTables {
        KindTables { kinds, tables: SingleFlight::unbounded() }
    }

    /// The table of what is wanted at an object level.
    pub(super) fn get(&self, wanted: Wanted, level: u32) -> Arc<KindTable> {
        self.tables.get((wanted, level), || KindTable::new(&self.kinds, wanted, level))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One in 20 draws is boosted, to 1 + 128 × 3 / (1 to 128): 385 by a 1, 193 by a 2, 4 by 97 to 128.
    #[test]
    fn levels_are_boosted_to_those_of_all_numbers() {
        assert_eq!(boosted_levels(0), [(0, 1)]);
        let levels = boosted_levels(3);
        assert_eq!(levels[..2], [(3, 19 * 128), (4, 32)]);
        assert_eq!(levels[levels.len() - 2..], [(193, 1), (385, 1)]);
        for level in 0..=127 {
            let levels = boosted_levels(level);
            assert!(levels.is_sorted_by(|one, next| one.0 < next.0));
            assert_eq!(levels.iter().map(|level| level.1).sum::<u32>(), if level == 0 { 1 } else { 20 * 128 });
            assert_eq!(levels.last().expect("one").0, deepest_boosted(level));
        }
    }
}
