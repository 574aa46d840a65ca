//! One item on its way: the rules, the depth, and what is drawn at it.

use std::sync::Arc;

use super::{
    super::{
        item::{KindStats, MadeItem, RandomFlag},
        model::UnangbandModel,
        power::item_power,
        tables::tval,
    },
    memo::PowerMemo,
};
use affixboard_model::engine::{alias::AliasTable, m_bonus, random::Stream};

/// Levels for bonuses at most.
pub(super) const MOST_LEVEL: u32 = 127;
/// The greatest `m_bonus` that anything has.
const MOST_BONUS: u32 = 10;

/// Tables of `m_bonus` at one level, by its maximum.
#[derive(Debug)]
pub(super) struct Bonuses(Vec<Option<AliasTable>>);

impl Bonuses {
    pub(super) fn new(level: u32) -> Bonuses {
        Bonuses((0..=MOST_BONUS).map(|most| m_bonus::table(most, level)).collect())
    }

    fn draw(&self, most: usize, random: &mut Stream) -> i32 {
        self.0[most].as_ref().map_or(0, |table| table.draw(random) as i32)
    }
}

/// Makes items at a depth.
pub(super) struct Maker<'a> {
    pub(super) model: &'a UnangbandModel,
    /// Dungeon level, object level and level of magic, which are the same on a floor.
    pub(super) depth: u32,
    pub(super) bonuses: &'a Arc<Bonuses>,
    pub(super) random: &'a mut Stream,
    pub(super) memo: PowerMemo,
}

impl Maker<'_> {
    pub(super) fn kind(&self, item: &MadeItem) -> &KindStats {
        &self.model.kinds[item.kind]
    }

    /// The level that magic is applied with.
    pub(super) fn level(&self) -> i64 {
        i64::from(self.depth.min(MOST_LEVEL))
    }

    /// Uniform on `0..n`; 0 for n up to 1.
    pub(super) fn below(&mut self, n: i64) -> i64 {
        i64::from(self.random.below(u32::try_from(n).unwrap_or(0)))
    }

    /// Uniform on `1..=n`; 1 for n up to 1.
    pub(super) fn one_to(&mut self, n: i32) -> i32 {
        self.random.below(u32::try_from(n).unwrap_or(0)) as i32 + 1
    }

    pub(super) fn per_cent(&mut self, chance: u32) -> bool {
        self.random.below(100) < chance
    }

    /// A bonus up to `most` that rises with the level (`m_bonus`).
    pub(super) fn bonus(&mut self, most: usize) -> i32 {
        self.bonuses.draw(most, self.random)
    }

    /// The power of an item, turned where it is made worse.
    pub(super) fn power_of(&self, item: &MadeItem, is_cursed: bool) -> i64 {
        power_of(self.model, item, is_cursed)
    }

    /// The power that it would have with this random flag.
    pub(super) fn power_with(&self, item: &MadeItem, extra: RandomFlag, is_cursed: bool) -> i64 {
        self.power_of(&MadeItem { extra: Some(extra), ..*item }, is_cursed)
    }

    /// The most to-dam that its sort should have.
    pub(super) fn most_damage(&self, item: &MadeItem) -> i32 {
        if self.kind(item).tval == tval::BOW { 15 } else { item.dice * item.sides + 5 }
    }

    /// Cursed 30 % of the time, else worthless.
    pub(super) fn curse_or_break(&mut self, item: &mut MadeItem) {
        if self.per_cent(30) {
            item.is_cursed = true;
        } else {
            item.is_broken = true;
        }
    }
}

/// The power of an item, turned where it is made worse.
pub(super) fn power_of(model: &UnangbandModel, item: &MadeItem, is_cursed: bool) -> i64 {
    let ego = item.ego.map(|ego| &model.egos[ego]);
    let power = item_power(item, &model.kinds[item.kind], ego, &model.slays);
    if is_cursed { -power } else { power }
}
