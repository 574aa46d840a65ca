//! Pools: which affixes a kind may draw at a level and tier, with their weights (2.5.4).

use std::collections::HashMap;

use super::super::WORDS;
use crate::{
    catalog::{AffixId, Allocation, Catalog},
    engine::{alias::Alias, segments::Segments},
    games::Pool,
};

/// A pool and the table to draw from it.
#[derive(Debug, Clone, Default)]
pub(super) struct Compiled {
    pub(super) pool: Pool,
    pub(super) alias: Option<Alias>,
}

/// All pools of a catalog. Kinds that the same allocations cover share a class, equal pools are stored once.
#[derive(Debug)]
pub(super) struct Pools {
    compiled: Vec<Compiled>,
    /// By class and tier: pool numbers over levels.
    classes: Vec<Vec<Segments>>,
}

/// The affixes a class of kinds has allocations for, each with those allocations in file order.
type Signature<'a> = Vec<(AffixId, Vec<&'a Allocation>)>;

impl Pools {
    /// The pools, and the class of each kind.
    pub(super) fn new(catalog: &Catalog) -> (Pools, Vec<u32>) {
        let tiers = WORDS.reachable_affix_levels;
        let mut pools = Pools { compiled: vec![Compiled::default()], classes: Vec::new() };
        let mut known = HashMap::from([(Vec::new(), 0)]);
        let mut classes: HashMap<Vec<(u32, usize)>, u32> = HashMap::new();
        let mut class_of = Vec::with_capacity(catalog.kinds.len());
        for kind in &catalog.kinds {
            let signature = signature(catalog, kind.tval, kind.sval);
            let identity = signature
                .iter()
                .flat_map(|(id, lines)| lines.iter().map(|line| (id.0, line.line.start as usize)))
                .collect();
            let class = *classes.entry(identity).or_insert_with(|| {
                let class = (0..tiers)
                    .map(|tier| {
                        let lines = signature.iter().flat_map(|entry| &entry.1);
                        Segments::new(lines.map(|line| (line.min, line.max)), |level| {
                            pools.number(&mut known, entries(&signature, level, tier))
                        })
                    })
                    .collect();
                pools.classes.push(class);
                pools.classes.len() as u32 - 1
            });
            class_of.push(class);
        }
        (pools, class_of)
    }

    fn number(&mut self, known: &mut HashMap<Vec<(AffixId, u32)>, u32>, entries: Vec<(AffixId, u32)>) -> u32 {
        *known.entry(entries).or_insert_with_key(|entries| {
            let total = entries.iter().map(|entry| entry.1).sum();
            let alias = Alias::new(entries.iter().map(|(id, weight)| (id.0, *weight)));
            self.compiled.push(Compiled { pool: Pool { entries: entries.clone(), total }, alias });
            self.compiled.len() as u32 - 1
        })
    }

    /// The pool of a class at a level and tier (0 good, 1 great, 2 uber; tiers above draw as the last).
    pub(super) fn find(&self, class: u32, level: u32, tier: u8) -> &Compiled {
        let tiers = &self.classes[class as usize];
        &self.compiled[tiers[usize::from(tier).min(tiers.len() - 1)].at(level) as usize]
    }

    /// The levels at which a class's pool changes, over all tiers.
    pub(super) fn segments(&self, class: u32) -> &[Segments] {
        &self.classes[class as usize]
    }

    /// A pool by its number.
    pub(super) fn numbered(&self, number: u32) -> &Compiled {
        &self.compiled[number as usize]
    }
}

fn signature(catalog: &Catalog, tval: u16, sval: u16) -> Signature<'_> {
    let affixes = catalog.affixes.iter().enumerate();
    affixes
        .map(|(at, affix)| {
            let lines: Vec<_> = affix.allocations.iter().filter(|line| line.covers(tval, sval)).collect();
            (AffixId(at as u32), lines)
        })
        .filter(|(_, lines)| !lines.is_empty())
        .collect()
}

/// Per affix the first line that matches; its commonness is the weight, other lines of the affix are not added.
fn entries(signature: &Signature<'_>, level: u32, tier: u8) -> Vec<(AffixId, u32)> {
    signature
        .iter()
        .filter_map(|(id, lines)| {
            let first = lines.iter().find(|line| (line.min..=line.max).contains(&level) && line.affix_level <= tier)?;
            (first.commonness > 0).then_some((*id, first.commonness))
        })
        .collect()
}
