//! A treasure as magic leaves it, with what is drawn for its numbers still open.

use super::{super::treasure::Treasure, amount::Amount};

/// What magic makes of a treasure. Numbers of which only the size is open stay open ([`Amount`]), so that there are few
/// ways to go through.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct MadeTreasure {
    /// Its row is this one of the replacements instead.
    pub(super) replacement: Option<u32>,
    /// What is added to its name, at most twice.
    pub(super) suffixes: [&'static str; 2],
    /// Its sort of item, where that changes.
    pub(super) tval: Option<i64>,
    /// Whether it is cursed now.
    pub(super) is_cursed: bool,
    /// What it means depends on the sort of item.
    pub(super) p1: Amount,
    /// Bonus to hit.
    pub(super) to_hit: Amount,
    /// Bonus to damage.
    pub(super) to_dam: Amount,
    /// Armour class.
    pub(super) armor_class: Amount,
    /// Bonus to armour class.
    pub(super) to_ac: Amount,
    /// How many.
    pub(super) number: Amount,
    /// Its price.
    pub(super) price: Price,
}

/// The price of a made treasure, in pieces of iron: so many times the table's, and some more, and so much for each point of
/// some of its numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Price {
    /// Of the table's price.
    pub(super) times: i64,
    /// Added to it.
    pub(super) plus: i64,
    /// For each point.
    pub(super) each: i64,
    /// Of these numbers.
    pub(super) of: &'static [NumberField],
}

/// The numbers of a treasure that magic changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum NumberField {
    /// `p1`.
    P1,
    /// The bonus to hit.
    ToHit,
    /// The bonus to damage.
    ToDam,
    /// The armour class.
    ArmorClass,
    /// The bonus to armour class.
    ToAc,
    /// How many there are.
    Number,
}

impl NumberField {
    /// All of them; the position of each is its discriminant.
    pub(super) const ALL: [NumberField; 6] = [
        NumberField::P1,
        NumberField::ToHit,
        NumberField::ToDam,
        NumberField::ArmorClass,
        NumberField::ToAc,
        NumberField::Number,
    ];

    /// The number of a row of the table.
    pub(super) fn of(self, treasure: &Treasure) -> i64 {
        let number = match self {
            NumberField::P1 => &treasure.p1,
            NumberField::ToHit => &treasure.to_hit,
            NumberField::ToDam => &treasure.to_dam,
            NumberField::ArmorClass => &treasure.armor_class,
            NumberField::ToAc => &treasure.to_ac,
            NumberField::Number => &treasure.number,
        };
        number.value
    }
}

impl Price {
    /// As the table has it.
    pub(super) const TABLE: Price = Price { times: 1, plus: 0, each: 0, of: &[] };
    /// Nothing.
    pub(super) const NOTHING: Price = Price { times: 0, ..Price::TABLE };
}

impl MadeTreasure {
    /// As the table has it.
    pub(super) const UNTOUCHED: MadeTreasure = MadeTreasure {
        replacement: None,
        suffixes: [""; 2],
        tval: None,
        is_cursed: false,
        p1: Amount::Table,
        to_hit: Amount::Table,
        to_dam: Amount::Table,
        armor_class: Amount::Table,
        to_ac: Amount::Table,
        number: Amount::Table,
        price: Price::TABLE,
    };

    /// Adds to the name.
    pub(super) fn name(&mut self, suffix: &'static str) {
        let at = usize::from(!self.suffixes[0].is_empty());
        self.suffixes[at] = suffix;
    }

    /// Adds to the name and to the price.
    pub(super) fn special(&mut self, suffix: &'static str, worth: i64) {
        self.name(suffix);
        self.price.plus += worth;
    }

    /// Adds to the bonuses to hit and to damage.
    pub(super) fn strike(&mut self, hit: i64, dam: i64) {
        (self.to_hit, self.to_dam) = (self.to_hit.and(hit), self.to_dam.and(dam));
    }

    /// Adds so much to the price for each point of some numbers.
    pub(super) fn worth(&mut self, each: i64, of: &'static [NumberField]) {
        (self.price.each, self.price.of) = (each, of);
    }

    /// Curses it, which leaves it without a price.
    pub(super) fn curse(&mut self) {
        self.is_cursed = true;
        self.price = Price::NOTHING;
    }

    /// Its numbers, in the order of [`NumberField::ALL`].
    pub(super) fn numbers(&self) -> [Amount; NumberField::ALL.len()] {
        [self.p1, self.to_hit, self.to_dam, self.armor_class, self.to_ac, self.number]
    }

    /// All that is added to the name, without the first blank.
    pub(super) fn suffix(&self) -> String {
        let [first, second] = self.suffixes;
        if second.is_empty() { first.to_owned() } else { format!("{first} {second}") }
    }
}

impl Price {
    /// The price of one with these numbers, in the order of [`NumberField::ALL`], whose table has this price.
    pub(super) fn with(self, table: i64, numbers: &[i64; NumberField::ALL.len()]) -> i64 {
        let points = self.of.iter().fold(0_i64, |sum, field| sum.saturating_add(numbers[*field as usize]));
        let of_table = self.times.saturating_mul(table).saturating_add(self.plus);
        of_table.saturating_add(self.each.saturating_mul(points))
    }
}
