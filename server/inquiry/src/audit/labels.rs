//! Keys by their names in tallies, for reading tallies made by other programs.

use std::collections::{BTreeMap, HashMap};

use super::COMPARED;
use affixboard_model::{
    batch::{CellTally, KeySpace, Metric},
    catalog::plain_name,
    game::Chance,
};

/// The columns that name a key of a compared metric: metric, (tval, sval), name.
type KeyLabel = (Metric, Option<(u16, u16)>, String);

/// Lookup of keys of the compared metrics by name. Names need not be unique (egos of the same name, for example), and a
/// tally can't distinguish such keys; the first key represents all of them.
#[derive(Debug)]
pub struct KeyLabels {
    first: HashMap<KeyLabel, u32>,
    /// Representative of each key that isn't the first of its name.
    others: BTreeMap<u32, u32>,
    /// Kinds by tval and sval.
    kinds: HashMap<(u16, u16), u32>,
}

impl KeyLabels {
    /// The labels of a key space. `kinds_by_name`: the tally has names of kinds without tval and sval, so that those of one name are
    /// one.
    pub fn new(keys: &KeySpace, kinds_by_name: bool) -> KeyLabels {
        let mut labels = KeyLabels { first: HashMap::new(), others: BTreeMap::new(), kinds: HashMap::new() };
        let mut key = 0;
        while (key as usize) < keys.len() {
            let end = keys.run_end(key);
            let metric = keys.key(key).metric;
            for key in (key..end).filter(|_| COMPARED.contains(&metric)) {
                let (mut place, name) = keys.label(key);
                if metric == Metric::KIND {
                    labels.kinds.extend(place.map(|place| (place, key)));
                    place = place.filter(|_| !kinds_by_name);
                }
                let first = *labels.first.entry((metric, place, name)).or_insert(key);
                if first != key {
                    labels.others.insert(key, first);
                }
            }
            key = end;
        }
        labels
    }

    /// The metric of that name, if it is compared.
    pub fn metric(name: &str) -> Option<Metric> {
        COMPARED.into_iter().find(|metric| metric.0 == name)
    }

    /// The representative key of a name. A kind may be named by its tval and sval alone.
    pub fn find(&self, metric: Metric, place: Option<(u16, u16)>, name: &str) -> Option<u32> {
        let by_name = |name: &str| self.first.get(&(metric, place, name.to_owned())).copied();
        // Originals write the names of kinds as their files have them, with an article and a plural.
        let plain = || (metric == Metric::KIND).then(|| by_name(&plain_name(name))).flatten();
        let named = by_name(name).or_else(plain);
        match (metric, place) {
            _ if named.is_some() => named,
            (Metric::KIND, Some(place)) if name.is_empty() => self.kinds.get(&place).copied(),
            _ => None,
        }
    }

    /// A cell's counts and chances, summed per representative key, and the number of affix names that had to be left
    /// out: if several affixes of a name are possible and items can have more than one affix, the sum of their counts
    /// is not a number of items.
    pub fn merge_same_names(
        &self,
        keys: &KeySpace,
        one_affix: bool,
        tally: &CellTally,
        chances: &[Chance],
    ) -> (CellTally, Vec<Chance>, usize) {
        // Mean, bound, and number of possible keys of that name.
        let mut united: BTreeMap<u32, (f64, f64, u32)> = BTreeMap::new();
        for chance in chances {
            let key = self.others.get(&chance.key).copied().unwrap_or(chance.key);
            let (mean, bound, how_many) = united.entry(key).or_default();
            *mean += chance.mean;
            *bound += chance.bound;
            *how_many += 1;
        }
        let overlaps = |key: &u32, how_many: u32| how_many > 1 && !one_affix && keys.key(*key).metric == Metric::AFFIX;
        let unclear: Vec<u32> = united.iter().filter(|(key, sum)| overlaps(key, sum.2)).map(|(key, _)| *key).collect();
        for key in &unclear {
            united.remove(key);
        }
        let counts = tally.counts.iter().filter(|count| unclear.binary_search(&count.0).is_err()).copied();
        let tally = CellTally { drops: tally.drops, counts: counts.collect() };
        let chances = united.into_iter().map(|(key, (mean, bound, _))| Chance { key, mean, bound }).collect();
        (tally, chances, unclear.len())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use affixboard_model::{batch::Names, catalog::Catalog};

    #[test]
    fn keys_of_one_name_count_together_where_they_exclude_each_other() {
        let mut keys = KeySpace::new(Arc::new(Catalog::default()));
        let names = || Names::Fixed(["a", "b", "a"].map(str::to_owned).to_vec());
        for metric in [Metric::FAILED, Metric::AFFIX, Metric::ATTEMPTS] {
            keys.push(metric, Arc::from([]), names());
        }
        let labels = KeyLabels::new(&keys, false);
        let found = [(Metric::FAILED, "a"), (Metric::FAILED, "b"), (Metric::AFFIX, "a"), (Metric::AFFIX, "c")]
            .map(|(metric, name)| labels.find(metric, None, name));
        assert_eq!(found, [Some(0), Some(1), Some(3), None]);
        assert_eq!(labels.find(Metric::ATTEMPTS, None, "a"), None);

        let chances = [(0, 0.25), (1, 0.5), (2, 0.25), (3, 0.1), (4, 0.1), (5, 0.1)];
        let chances = chances.map(|(key, mean)| Chance { key, mean, bound: 0.0625 });
        let tally = CellTally { drops: 10, counts: vec![(0, 5), (1, 5), (3, 2), (4, 1)] };
        let chance = |key, mean, bound| Chance { key, mean, bound };
        let (counts, united, unclear) = labels.merge_same_names(&keys, false, &tally, &chances);
        assert_eq!(counts.counts, [(0, 5), (1, 5), (4, 1)]);
        assert_eq!(united, [chance(0, 0.5, 0.125), chance(1, 0.5, 0.0625), chance(4, 0.1, 0.0625)]);
        assert_eq!(unclear, 1);
        let (counts, united, unclear) = labels.merge_same_names(&keys, true, &tally, &chances);
        assert_eq!((counts, united.len(), unclear), (tally, 4, 0));
        assert_eq!(united[2], chance(3, 0.2, 0.125));
    }
}
