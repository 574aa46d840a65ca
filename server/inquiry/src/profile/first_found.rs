//! The first depth of a dive at which something is found.
//!
//! The chance of at least one down to depth *D* is the distribution function of the first depth with one: it rises with *D*, and what
//! it lacks to 1 at the last depth is the chance that the dive finds none.

use std::collections::BTreeMap;

use super::{Drops, Found, Known};

/// Rounding of floats that a chance may lack where it equals a quantile's.
const ROUNDING: f64 = 1e-12;

/// The distribution of the first depth with a find: chances of at least one by depth.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct FirstFound {
    /// Depths, rising, with the chance of at least one down to each; only depths where it changes.
    steps: Vec<(u32, Known)>,
}

/// First finds of many things at once, by any key. Cells come by rising depth.
#[derive(Debug, Default)]
pub struct FirstFinds<K> {
    depth: u32,
    keys: BTreeMap<K, (Found, FirstFound)>,
    /// Keys that changed at the depth.
    changed: Vec<K>,
}

impl<K: Ord + Copy> FirstFinds<K> {
    /// No finds yet.
    pub fn new() -> FirstFinds<K> {
        FirstFinds { depth: 0, keys: BTreeMap::new(), changed: Vec::new() }
    }

    /// Adds drops of a cell with the chances of one.
    pub fn add(&mut self, depth: u32, drops: Drops, chances: impl IntoIterator<Item = (K, Known)>) {
        if depth != self.depth {
            self.close();
            self.depth = depth;
        }
        for (key, chance) in chances {
            self.keys.entry(key).or_default().0.add(drops, chance.value, chance.bound);
            self.changed.push(key);
        }
    }

    /// The first depth of each key.
    pub fn finish(mut self) -> BTreeMap<K, FirstFound> {
        self.close();
        self.keys.into_iter().map(|(key, (_, first))| (key, first)).collect()
    }

    fn close(&mut self) {
        self.changed.sort_unstable();
        self.changed.dedup();
        for key in self.changed.drain(..) {
            if let Some((found, first)) = self.keys.get_mut(&key) {
                first.add(self.depth, found);
            }
        }
    }
}

/// A quantile of the first depth. `None`: deeper than the dive, or never.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FirstDepth {
    /// The first depth down to which the share of dives has found one.
    pub at: Option<u32>,
    /// The first depth that the chances' error bounds leave possible.
    pub earliest: Option<u32>,
    /// The last one that they leave possible.
    pub latest: Option<u32>,
}

impl FirstFound {
    /// Adds what is found down to a depth. Depths must rise.
    pub fn add(&mut self, depth: u32, found: &Found) {
        self.steps.push((depth, found.at_least_one()));
    }

    /// The depth down to which `per_cent` of dives have found one.
    pub fn quantile(&self, per_cent: u32) -> FirstDepth {
        let share = f64::from(per_cent) / 100.0 - ROUNDING;
        let first = |side: f64| {
            let reaches = |(_, chance): &&(u32, Known)| chance.value + side * chance.bound >= share;
            self.steps.iter().find(reaches).map(|step| step.0)
        };
        FirstDepth { at: first(0.0), earliest: first(1.0), latest: first(-1.0) }
    }

    /// The chance that the dive finds none.
    pub fn never(&self) -> Known {
        let last = self.steps.last().map_or(Known { value: 0.0, bound: 0.0 }, |step| step.1);
        Known { value: (1.0 - last.value).max(0.0), bound: last.bound }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profile::Profile;

    /// One normal drop at each of depths 1 to 4, each of which has it with ½: ½, ¾, ⅞, 15/16 of dives have it by then.
    #[test]
    fn halves_by_hand() {
        let profile = Profile::parse("1-4: normal 1").expect("a profile");
        let (mut found, mut first) = (Found::default(), FirstFound::default());
        for (cell, drops) in profile.cells() {
            found.add(drops, 0.5, 0.0);
            first.add(cell.depth, &found);
        }
        let at = |per_cent| first.quantile(per_cent).at;
        assert_eq!([10, 50, 51, 75, 87, 88, 93, 94].map(at).map(Option::unwrap_or_default), [1, 1, 2, 2, 3, 4, 4, 0]);
        assert_eq!(first.quantile(90), FirstDepth { at: Some(4), earliest: Some(4), latest: Some(4) });
        assert!((first.never().value - 1.0 / 16.0).abs() < 1e-15 && first.never().bound < 1e-15);
    }

    /// Chances of 0.5 ± 0.1: by depth 1 40 to 60 % have it, by depth 2 64 to 84 %, by depth 3 78.4 to 93.6 %.
    #[test]
    fn bounds_are_carried_along() {
        let profile = Profile::parse("1-3: normal 1").expect("a profile");
        let (mut found, mut first) = (Found::default(), FirstFound::default());
        for (cell, drops) in profile.cells() {
            found.add(drops, 0.5, 0.1);
            first.add(cell.depth, &found);
        }
        assert_eq!(first.quantile(50), FirstDepth { at: Some(1), earliest: Some(1), latest: Some(2) });
        // The bound is the farther side: 0.75 ± 0.11 and 0.875 ± 0.091.
        assert_eq!(first.quantile(85), FirstDepth { at: Some(3), earliest: Some(2), latest: None });
        assert_eq!(FirstFound::default().quantile(10), FirstDepth { at: None, earliest: None, latest: None });
        assert!((FirstFound::default().never().value - 1.0).abs() < 1e-15);
    }
}
