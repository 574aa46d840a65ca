//! An item while its values are drawn, with the program's draws.

use super::super::{
    activations::Activation,
    flags::{Flag, FlagBits, named as f},
    price::PricedItem,
    stats::{FrogEgo, FrogKind},
    tables::tval,
};
use affixboard_model::engine::{alias::AliasTable, m_bonus, random::Stream, single_flight::SingleFlight};

/// Of how many egos that may have an activation one has it.
pub(super) const ACTIVATION_ODDS: i32 = 5;

/// Tables of bonuses by the most they come to, and level.
#[derive(Debug)]
pub(crate) struct Bonuses(SingleFlight<(u32, u32), Option<AliasTable>>);

impl Bonuses {
    pub(crate) fn new() -> Bonuses {
        Bonuses(SingleFlight::unbounded())
    }

    /// A bonus from 0 to `most` that rises with the level.
    fn draw(&self, most: u32, level: u32, random: &mut Stream) -> i32 {
        let table = self.0.get((most, level), || m_bonus::table(most, level));
        table.as_ref().as_ref().map_or(0, |table| table.draw(random) as i32)
    }
}

/// An item while its values are drawn.
pub(super) struct Working<'a> {
    /// Its kind.
    pub(super) kind: &'a FrogKind,
    /// Its ego.
    pub(super) ego: Option<&'a FrogEgo>,
    /// What it has so far; its flags and its activation are its own, without those of kind and ego.
    pub(super) item: PricedItem,
    /// The level of magic.
    pub(super) level: u32,
    pub(super) bonuses: &'a Bonuses,
    pub(super) random: &'a mut Stream,
}

impl Working<'_> {
    /// Item type and number within it.
    pub(super) fn place(&self) -> (u8, u8) {
        self.kind.place()
    }

    /// 0 to n - 1; 0 for n below 2 (`randint0`).
    pub(super) fn below(&mut self, n: i32) -> i32 {
        self.random.below(n.max(0) as u32) as i32
    }

    /// 1 to n; 1 for n below 2 (`randint1`).
    pub(super) fn one_to(&mut self, n: i32) -> i32 {
        self.below(n) + 1
    }

    /// Whether a chance of one in n comes; always for n below 2 (`one_in_`).
    pub(super) fn one_in(&mut self, n: i32) -> bool {
        self.below(n) == 0
    }

    /// A bonus that rises with the level (`m_bonus`).
    pub(super) fn bonus(&mut self, most: u32) -> i32 {
        self.bonuses.draw(most, self.level, self.random)
    }

    /// The level as a number to compute with.
    pub(super) fn depth(&self) -> i32 {
        self.level as i32
    }

    pub(super) fn add(&mut self, flag: Flag) {
        self.item.flags.add(flag);
    }

    /// Whether it has a flag of its own.
    pub(super) fn has_own(&self, flag: Flag) -> bool {
        self.item.flags.has(flag)
    }

    /// Adds a flag one time in n.
    pub(super) fn maybe(&mut self, one_in: i32, flag: Flag) {
        if self.one_in(one_in) {
            self.add(flag);
        }
    }

    /// Adds one of these flags.
    pub(super) fn one_of(&mut self, flags: &[Flag]) {
        let at = self.below(flags.len() as i32) as usize;
        if let Some(flag) = flags.get(at) {
            self.add(*flag);
        }
    }

    /// Flags that it has from its kind and its ego.
    pub(super) fn given_flags(&self) -> FlagBits {
        let ego = self.ego.filter(|_| !self.is_burnt_out()).map_or(FlagBits::default(), |ego| ego.flags);
        self.kind.flags.and(&ego)
    }

    /// All flags: of kind, ego and its own.
    pub(super) fn all_flags(&self) -> FlagBits {
        self.given_flags().and(&self.item.flags)
    }

    /// Whether it is a light whose ego does nothing without fuel, and whose kind has none.
    fn is_burnt_out(&self) -> bool {
        let needs_fuel = self.kind.tval == tval::LIGHT && self.kind.sval <= 1;
        needs_fuel && self.kind.pval <= 0 && self.ego.is_some_and(|ego| matches!(ego.known, 238 | 239 | 241))
    }

    /// What it can be activated for: its own comes before that of its ego, and that before its kind's.
    pub(super) fn activation(&self) -> Option<Activation> {
        self.item.activation.or(self.ego.and_then(|ego| ego.activation)).or(self.kind.activation)
    }

    /// Gives it a random activation of a bias one time in n.
    pub(super) fn may_activate(&mut self, one_in: i32, bias: u32) {
        if self.one_in(one_in) {
            let found = Activation::random(bias, self.level, self.random);
            self.activate(found);
        }
    }

    /// Gives it one of these activations one time in five.
    pub(super) fn may_activate_for(&mut self, names: &[&str]) {
        if self.one_in(ACTIVATION_ODDS) {
            let found = Activation::one_of(names, self.random);
            self.activate(found);
        }
    }

    fn activate(&mut self, found: Option<Activation>) {
        if found.is_some() {
            self.item.activation = found;
            self.add(f::ACTIVATE);
        }
    }

    pub(super) fn add_to_hit(&mut self, number: i32) {
        self.item.bonuses[0] += number;
    }

    pub(super) fn add_to_dam(&mut self, number: i32) {
        self.item.bonuses[1] += number;
    }

    pub(super) fn add_to_ac(&mut self, number: i32) {
        self.item.bonuses[2] += number;
    }

    /// Adds one to the number of dice.
    pub(super) fn add_die(&mut self) {
        self.item.dice[0] = self.item.dice[0].saturating_add(1);
    }

    /// Number of dice times sides.
    pub(super) fn most_damage(&self) -> i32 {
        i32::from(self.item.dice[0]) * i32::from(self.item.dice[1])
    }

    /// Adds dice as long as one in so many times comes; `odds` are computed anew after each.
    pub(super) fn add_dice_while(&mut self, odds: impl Fn(&Self) -> i32) {
        while self.item.dice[0] < u8::MAX && {
            let odds = odds(self);
            self.one_in(odds)
        } {
            self.add_die();
        }
    }
}
