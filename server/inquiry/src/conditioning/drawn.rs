//! Drawing items for a table, and what is counted of them: integers alone, so that the order of the pieces doesn't matter.

use std::{collections::BTreeMap, sync::Arc};

use super::Conditioning;
use crate::questions::{AskedCell, Carried, CarriedSort, draw_piece};
use affixboard_model::{
    batch::{ItemIdentity, LoggedItem},
    game::{Cancelled, Forge},
};

/// How items are drawn, and for which sides of a table.
#[derive(Debug, Clone, PartialEq)]
pub struct DrawnFrom {
    /// The items that are drawn.
    pub asked: AskedCell,
    /// Whether those that fulfil the condition are counted.
    pub counts_met: bool,
    /// Whether all are counted with which these are compared.
    pub counts_all: bool,
}

/// What one side of a table counted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CarriedCounts {
    /// Items or drops that were drawn for it.
    pub drawn: u64,
    /// Those that count: that fulfil the condition, or with which they are compared.
    pub kept: u64,
    /// Those of them with each thing; without those that none has.
    pub with: BTreeMap<Carried, u64>,
}

/// What both sides of a table counted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CarriedTally {
    /// Items that fulfil the condition.
    pub met: CarriedCounts,
    /// All items.
    pub all: CarriedCounts,
}

impl CarriedTally {
    /// Adds that of another piece.
    pub fn merge(&mut self, other: CarriedTally) {
        self.met.merge(other.met);
        self.all.merge(other.all);
    }
}

impl CarriedCounts {
    fn merge(&mut self, other: CarriedCounts) {
        self.drawn += other.drawn;
        self.kept += other.kept;
        for (carried, count) in other.with {
            *self.with.entry(carried).or_default() += count;
        }
    }

    fn add(&mut self, item: &LoggedItem, sorts: &[CarriedSort]) {
        self.kept += 1;
        let mut add = |carried: Carried| *self.with.entry(carried).or_default() += 1;
        for sort in sorts {
            match sort {
                CarriedSort::Kind => add(Carried::Kind(item.kind)),
                CarriedSort::Affix => item.affixes.iter().for_each(|(id, _)| add(Carried::Affix(*id))),
                CarriedSort::Theme => item.theme.into_iter().for_each(|id| add(Carried::Theme(id))),
                CarriedSort::Artifact => item.artifact.into_iter().for_each(|id| add(Carried::Artifact(id))),
                // By their keys, all at once.
                CarriedSort::Flag | CarriedSort::Curse => {}
            }
        }
    }

    /// Adds how many items have each key among their values.
    fn add_values(&mut self, forge: &dyn Forge, of_key: &BTreeMap<u32, u64>, sorts: &[CarriedSort]) {
        let keys = forge.keys();
        for (key, count) in of_key {
            let metric = keys.key(*key).metric;
            let Some(sort) = sorts.iter().find(|sort| sort.needs_values() && sort.metric() == metric) else { continue };
            let Some(name) = keys.flag(*key).map(str::to_owned) else { continue };
            let carried = if *sort == CarriedSort::Curse { Carried::Curse(name) } else { Carried::Flag(name) };
            *self.with.entry(carried).or_default() += count;
        }
    }
}

/// Draws a piece (seed, number, items) for a table and counts it.
///
/// # Errors
/// [`Cancelled`] if `keep_going` returned false before all were drawn.
pub fn draw_carried(
    about: &Conditioning,
    forge: &dyn Forge,
    from: &DrawnFrom,
    place: (u64, u32, u64),
    keep_going: &dyn Fn() -> bool,
) -> Result<CarriedTally, Cancelled> {
    let needed = if from.counts_all { about.among.clone() } else { Some(Arc::clone(&about.both)) };
    let appraises = needed.as_ref().is_some_and(|question| question.appraises) || about.both.appraises;
    let may_count = move |item: &ItemIdentity<'_>| needed.as_ref().is_none_or(|question| question.may_be_met(item));
    let made = draw_piece(forge, &from.asked, place, (may_count, appraises), keep_going)?;
    let keys = forge.keys();
    let mut tally = CarriedTally::default();
    let mut values: [BTreeMap<u32, u64>; 2] = Default::default();
    let has_values = about.sorts.iter().any(|sort| sort.needs_values());
    for item in &made {
        let is_met = from.counts_met && about.both.is_met_by(keys, item);
        let is_of_all = from.counts_all && about.among.as_ref().is_none_or(|among| among.is_met_by(keys, item));
        for (at, counts) in [(is_met, 0, &mut tally.met), (is_of_all, 1, &mut tally.all)]
            .into_iter()
            .filter_map(|(is_counted, at, counts)| is_counted.then_some((at, counts)))
        {
            counts.add(item, &about.sorts);
            if has_values {
                item.values.iter().for_each(|key| *values[at].entry(*key).or_default() += 1);
            }
        }
    }
    tally.met.add_values(forge, &values[0], &about.sorts);
    tally.all.add_values(forge, &values[1], &about.sorts);
    if from.counts_met {
        tally.met.drawn = place.2;
    }
    if from.counts_all {
        tally.all.drawn = place.2;
        // Of all drops, those count too that came to no item.
        if about.among.is_none() {
            tally.all.kept = place.2;
        }
    }
    Ok(tally)
}
