//! Checks of treasure tables that the compiler doesn't make (`item_guide.txt`).

use std::collections::BTreeMap;

use super::{
    lists::{Listed, Lists},
    making,
    names::{self, Identified},
    tables::{GOLD, OBJECTS, STOCK, TreasureTables, YUMS},
    treasure::{MOST_DAMAGE, MOST_NAME, Treasure},
    words,
};
use affixboard_model::text::{Diagnostic, Rule, SourceSet, Span};

/// From this subval on items stack.
const STACKING: i64 = 256;
/// Characters of a name as it is shown.
const MOST_SHOWN: usize = 80;
/// The longest adjective and title that a name gets.
const ADJECTIVE: usize = 20;
/// Sorts of items of which the first family does the same: potions and scrolls.
const SECOND_FAMILIES: [(i64, &str); 2] = [(71, "scroll1 with flags2"), (76, "potion1 with flags2")];

/// Remarks about all tables.
pub(super) fn check(sources: &SourceSet, tables: &TreasureTables, diagnostics: &mut Vec<Diagnostic>) {
    let mut checks = Checks { sources, diagnostics };
    for list in [OBJECTS, STOCK, YUMS, GOLD] {
        for treasure in tables.rows(list) {
            checks.texts(treasure);
        }
    }
    for list in [OBJECTS, STOCK, YUMS] {
        let rows = tables.rows(list).get(1..).unwrap_or_default();
        for treasure in rows {
            checks.stacking(treasure);
            checks.followed(treasure);
            checks.family(treasure);
            if list == OBJECTS {
                checks.adjective(treasure, &tables.lists);
            }
        }
        checks.pairs(list, rows);
    }
    checks.lists(tables.rows(STOCK), &tables.lists);
}

struct Checks<'a> {
    sources: &'a SourceSet,
    diagnostics: &'a mut Vec<Diagnostic>,
}

impl Checks<'_> {
    fn remark(&mut self, rule: Rule, span: Option<Span>, found: String, expected: String) {
        let Some(span) = span else { return };
        let file = self.sources.file(span.file).name().to_owned();
        self.diagnostics.push(Diagnostic { rule, file, span: Some(span), found, expected });
    }

    fn texts(&mut self, treasure: &Treasure) {
        let written = treasure.name.chars().count();
        if written > MOST_NAME {
            let expected = format!("expected at most {MOST_NAME} for a name");
            self.remark(Rule::TextTooLong, treasure.record, format!("found {written} characters"), expected);
        }
        let slots = treasure.name.matches('%').count() - treasure.name.matches("%P").count();
        let shown = names::described(treasure, Identified::All).chars().count() + slots * ADJECTIVE;
        if shown > MOST_SHOWN {
            let expected = format!("expected at most {MOST_SHOWN} with all codes replaced");
            self.remark(Rule::TextTooLong, treasure.record, format!("found up to {shown} characters"), expected);
        }
        let damage = treasure.damage.chars().count();
        if damage > MOST_DAMAGE {
            let expected = format!("expected at most {MOST_DAMAGE} characters for damage");
            self.remark(Rule::TextTooLong, treasure.record, format!("found `{}`", treasure.damage), expected);
        }
    }

    fn stacking(&mut self, treasure: &Treasure) {
        let subval = treasure.subval.value;
        let place = treasure.subval.site.or(treasure.record);
        if subval >= STACKING && making::can_differ(treasure) {
            let expected = format!(
                "expected below {STACKING}: {} may differ from each other, and those that stack become alike",
                words::sort(treasure.tval.value)
            );
            self.remark(Rule::StackingSubval, place, format!("found subval {subval}"), expected);
        }
        let (number, is_missile) = (treasure.number.value, matches!(treasure.tval.value, 10..=13));
        if subval < STACKING && number != 1 && !is_missile {
            let place = treasure.number.site.or(treasure.record);
            let expected = format!("expected 1: what has a subval below {STACKING} doesn't stack");
            self.remark(Rule::StackingSubval, place, format!("found number {number}"), expected);
        }
    }

    fn followed(&mut self, treasure: &Treasure) {
        if !making::is_followed(treasure) {
            let expected = format!("expected 0 to {}: what magic makes of it isn't followed", making::MOST_P1);
            let place = treasure.p1.site.or(treasure.record);
            self.remark(Rule::NotSimulated, place, format!("found p1 {}", treasure.p1.value), expected);
        }
    }

    fn family(&mut self, treasure: &Treasure) {
        if let Some((tval, instead)) = SECOND_FAMILIES.iter().find(|family| family.0 == treasure.tval.value) {
            let expected = format!("expected {instead}, since what the second family does overlaps");
            let place = treasure.tval.site.or(treasure.record);
            self.remark(Rule::SecondFamily, place, format!("found sort {tval}"), expected);
        }
    }

    /// The list that a sort of item takes its adjective from, and whether it is long enough.
    fn adjective(&mut self, treasure: &Treasure, lists: &Lists) {
        let asked = treasure.name.find('%').filter(|_| names::has_adjective(&treasure.name));
        let Some(list) = asked.and_then(|_| names::adjectives_of(treasure.tval.value)) else { return };
        let Some(most) = lists.adjectives.get(list) else { return };
        let which = treasure.subval.value & 0xFF;
        if which == 0 || which > *most {
            let found = format!("found subval {}, of which {which} chooses the adjective", treasure.subval.value);
            let expected = format!("expected 1 to {most}, as many as {list} has; the code stays in the name");
            self.remark(Rule::NoAdjective, treasure.subval.site.or(treasure.record), found, expected);
        }
    }

    /// Different items with one sort and subval. Repeated rows of one item are meant: they make it likelier.
    fn pairs(&mut self, list: &str, rows: &[Treasure]) {
        let mut first: BTreeMap<(i64, i64), &Treasure> = BTreeMap::new();
        for treasure in rows {
            let pair = (treasure.tval.value, treasure.subval.value);
            let other = *first.entry(pair).or_insert(treasure);
            let means = |one: &Treasure| (one.name.clone(), one.flags.value, one.flags2.value);
            if means(other) != means(treasure) {
                let found = format!("found subval {} of {} again", pair.1, words::sort(pair.0));
                let expected = format!("expected one that {} of {list} doesn't have", names::plain(other));
                self.remark(Rule::PairUsedTwice, treasure.subval.site.or(treasure.record), found, expected);
            }
        }
    }

    /// Stock that is in no list, and lists that name no stock. Files without such lists say nothing of either.
    fn lists(&mut self, stock: &[Treasure], lists: &Lists) {
        let named: Vec<&Listed> = lists.choices.iter().chain(&lists.kits).flatten().collect();
        let last = stock.len() as i64 - 1;
        for listed in &named {
            if !(1..=last).contains(&listed.index) {
                let found = format!("found {}", listed.index);
                self.remark(Rule::NotInAList, listed.place, found, format!("expected 1 to {last}, a row of {STOCK}"));
            }
        }
        if lists.choices.is_empty() {
            return;
        }
        for treasure in stock.iter().skip(1) {
            if named.iter().all(|listed| listed.index != i64::from(treasure.index)) {
                let found = format!("found row {} of {STOCK}, {}", treasure.index, names::plain(treasure));
                let expected = "expected its number in store_choice or player_init; nobody ever gets it".to_owned();
                self.remark(Rule::NotInAList, treasure.record, found, expected);
            }
        }
    }
}
