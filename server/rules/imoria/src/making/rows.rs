//! The rows of what can be made of treasures, as they are found.

use std::{collections::BTreeMap, sync::Arc};

use super::{
    super::{
        entries::YUM_SORT,
        names,
        treasure::{IRON, Treasure},
        words,
    },
    Making,
    amount::Amount,
    counted::{Counting, METRICS, MadeKind, NOT_COUNTED, StateRows, WayRows},
    made::{MadeTreasure, NumberField, Price},
    values,
};
use affixboard_model::game::SubjectRow;

const KIND: usize = 0;
const EGO: usize = 1;
const EGO_BY_TVAL: usize = 2;
const STATE: usize = 3;
/// The first of the numbers, which are in the order of [`NumberField::ALL`].
const NUMBERS: usize = 4;
const REPLACED: usize = 10;
const TVAL_CHANGE: usize = 11;
const WORTHLESS: usize = 12;
const VALUE: usize = 13;
const VALUE_BY_TVAL: usize = 14;

/// The column of a row that is of no kind.
const NO_KIND: i64 = -1;
/// Lamps and torches, which burn for one of thousands of numbers of turns.
const LIGHT: i64 = 15;

/// What is worn or shot: it can be plain, magic or cursed.
fn has_state(tval: i64) -> bool {
    matches!(tval, 7 | 10..=13 | 15 | 20..=26 | 29..=38 | 40 | 45)
}

/// What rows of an amount's values depend on: metric, sort, kind, the amount, and the table's number.
type SharedRows = (usize, i64, i64, Amount, i64);

/// The rows as they are found.
pub(super) struct Rows<'a> {
    groups: &'a [String],
    counting: Counting,
    replacements: &'a [Treasure],
    keys: BTreeMap<(usize, i64, i64, String), u32>,
    found: Vec<SubjectRow>,
    /// The names of the kinds of each sort and subval.
    named: BTreeMap<(i64, i64), Vec<String>>,
    /// The rows of an amount's values.
    shared: BTreeMap<SharedRows, Arc<[u32]>>,
    /// By place: its entry, and which steps something can be worth there.
    worth: BTreeMap<Place, PossibleWorth>,
    /// Of each kind, in their order: where what it is worth is counted.
    places: Vec<Vec<Place>>,
}

/// Metric, sort and kind of rows.
type Place = (usize, i64, i64);

/// The entry that rows are about, and which steps something can be worth.
type PossibleWorth = (Option<(u8, u32)>, [bool; values::STEPS]);

impl Rows<'_> {
    pub(super) fn new<'a>(groups: &'a [String], replacements: &'a [Treasure], counting: Counting) -> Rows<'a> {
        Rows {
            groups,
            counting,
            replacements,
            keys: BTreeMap::new(),
            found: Vec::new(),
            named: BTreeMap::new(),
            shared: BTreeMap::new(),
            worth: BTreeMap::new(),
            places: Vec::new(),
        }
    }

    pub(super) fn rows(self) -> Vec<SubjectRow> {
        self.found
    }

    pub(super) fn kind(
        &mut self,
        (sort, treasure): (u8, &Treasure),
        making: Making,
        made: &[MadeTreasure],
    ) -> MadeKind {
        let (tval, subval) = (treasure.tval.value, treasure.subval.value);
        let own = Some((sort, treasure.index));
        let plain = names::plain(treasure);
        let kind = self.key(KIND, (tval, subval), &treasure.name, own, plain.clone());
        // States and numbers are the kind's, or the sort's.
        let is_by_kind = self.counting == Counting::ByKind;
        let place = (tval, if is_by_kind { subval } else { NO_KIND });
        let entry = own.filter(|_| is_by_kind);
        let pair = self.title_of(treasure, &plain);
        let title = if is_by_kind { pair.clone() } else { String::new() };
        let named =
            |rows: &mut Self, metric: usize, what: &str| rows.key(metric, place, what, entry, label(&title, what));
        let state = has_state(tval).then(|| StateRows {
            plain: named(self, STATE, "plain"),
            magic: named(self, STATE, "magic"),
            cursed: named(self, STATE, "cursed"),
        });
        let table = NumberField::ALL.map(|field| field.of(treasure));
        let mut ways = Vec::new();
        for made in made {
            // Of tables without such a row nothing is known: the item stays what it was.
            let replacement = made.replacement.and_then(|at| self.replacements.get(at as usize));
            let current = replacement.unwrap_or(treasure);
            let (own_place, own_entry) = match replacement {
                Some(other) => ((other.tval.value, other.subval.value), Some((YUM_SORT, other.index))),
                None => ((tval, subval), own),
            };
            let mut certain = Vec::new();
            let suffix = made.suffix();
            if !suffix.is_empty() {
                let name = if replacement.is_some() { names::plain(current) } else { pair.clone() };
                let label = format!("{name} {}", suffix.trim_start_matches(['^', ' ']));
                certain.push(self.key(EGO, own_place, &suffix, own_entry, label));
                if !is_by_kind {
                    let label = suffix.trim_start_matches(['^', ' ']).to_owned();
                    certain.push(self.key(EGO_BY_TVAL, (own_place.0, NO_KIND), &suffix, None, label));
                }
            }
            if let Some(other) = replacement {
                let label = format!("{} instead", names::plain(other));
                certain.push(self.key(REPLACED, own_place, &other.name, own_entry, label));
            }
            if let Some(now) = made.tval.filter(|now| *now != tval) {
                certain.push(named(self, TVAL_CHANGE, &format!("{tval}->{now}")));
            }
            let cost = if replacement.is_some() { current.cost.value.saturating_mul(IRON) } else { current.iron() };
            let can_be = made.price != Price::TABLE && treasure.iron() > 0;
            let worthless = can_be.then(|| named(self, WORTHLESS, "cost<=0"));
            let mut numbers = made.numbers();
            for (amount, field) in numbers.iter_mut().zip(NumberField::ALL) {
                // The armour class of a replacement is its own, no work of magic.
                let row = if field == NumberField::ArmorClass { treasure } else { current };
                *amount = amount.or(field.of(row));
            }
            let rows = NumberField::ALL
                .map(|field| self.number(field, numbers[field as usize], table[field as usize], place, entry, &title));
            ways.push(WayRows { made: *made, certain, numbers, rows, worthless, cost });
        }
        let places = if is_by_kind {
            vec![(VALUE, tval, subval)]
        } else {
            vec![(VALUE, NO_KIND, NO_KIND), (VALUE_BY_TVAL, tval, NO_KIND)]
        };
        for place in &places {
            let worth = self.worth.entry(*place).or_insert_with(|| (entry, [false; values::STEPS]));
            for way in &ways {
                worth.1.iter_mut().zip(way.possible_worth()).for_each(|(is, can)| *is |= can);
            }
        }
        self.places.push(places);
        MadeKind { making, kind, table, state, values: Vec::new(), ways }
    }

    /// Adds the rows of what treasures are worth, when all have been seen: each place's are in the order of their steps.
    pub(super) fn values(&mut self, kinds: &mut [MadeKind]) {
        let mut found: BTreeMap<Place, Arc<[u32]>> = BTreeMap::new();
        for (place, (entry, can)) in std::mem::take(&mut self.worth) {
            let (metric, tval, subval) = place;
            let of_kind = self.named.get(&(tval, subval)).filter(|_| self.counting == Counting::ByKind);
            let title = of_kind.map_or_else(String::new, |names| names.join(" + "));
            let key = |(step, can): (usize, bool)| {
                let what = values::name(step);
                let label = label(&title, &what);
                if can { self.key(metric, (tval, subval), &what, entry, label) } else { NOT_COUNTED }
            };
            found.insert(place, can.into_iter().enumerate().map(key).collect());
        }
        for (kind, places) in kinds.iter_mut().zip(&self.places) {
            kind.values = places.iter().filter_map(|place| found.get(place).cloned()).collect();
        }
    }

    /// What rows of a kind are called. Items that share their sort and subval are counted together.
    fn title_of(&mut self, treasure: &Treasure, plain: &str) -> String {
        let names = self.named.entry((treasure.tval.value, treasure.subval.value)).or_default();
        if !names.iter().any(|name| name == plain) {
            names.push(plain.to_owned());
        }
        names.join(" + ")
    }

    /// The rows of a number's values.
    fn number(
        &mut self,
        field: NumberField,
        amount: Amount,
        table: i64,
        place: (i64, i64),
        entry: Option<(u8, u32)>,
        title: &str,
    ) -> Arc<[u32]> {
        let is_by_kind = self.counting == Counting::ByKind;
        let is_counted = match field {
            NumberField::P1 => is_by_kind && place.0 != LIGHT,
            _ => true,
        };
        let with_table = is_by_kind
            && has_state(place.0)
            && matches!(field, NumberField::ToHit | NumberField::ToDam | NumberField::ToAc);
        if !is_counted || (amount == Amount::Known(table) && !with_table) {
            return Arc::default();
        }
        let metric = NUMBERS + field as usize;
        let shared = (metric, place.0, place.1, amount, table);
        if let Some(keys) = self.shared.get(&shared) {
            return keys.clone();
        }
        let key = |value: i64| {
            if value == table && !with_table {
                return NOT_COUNTED;
            }
            let what = format!("{value:+}");
            self.key(metric, place, &what, entry, label(title, &what))
        };
        let keys: Arc<[u32]> = amount.values().into_iter().map(key).collect();
        self.shared.insert(shared, keys.clone());
        keys
    }

    fn key(
        &mut self,
        metric: usize,
        (tval, subval): (i64, i64),
        what: &str,
        entry: Option<(u8, u32)>,
        label: String,
    ) -> u32 {
        let place = (metric, tval, subval, what.to_owned());
        if let Some(key) = self.keys.get(&place) {
            // A row of several kinds is called after all of them.
            let row = &mut self.found[*key as usize];
            if label.contains(" + ") && label.len() > row.label.len() {
                row.label = label;
            }
            return *key;
        }
        *self.keys.entry(place).or_insert_with(|| {
            let title = words::sort(tval);
            self.found.push(SubjectRow {
                metric: METRICS[metric],
                group: self.groups.iter().position(|group| *group == title).map(|at| at as u16),
                entry,
                label,
                at: None,
                columns: vec![tval.to_string(), subval.to_string(), what.to_owned()],
            });
            self.found.len() as u32 - 1
        })
    }
}

/// What a row is called on pages, where the sort of item stands beside it.
fn label(title: &str, what: &str) -> String {
    if title.is_empty() { what.to_owned() } else { format!("{title}: {what}") }
}
