//! Where things come from: the ways to what a question asks for, each with its part of the whole.
//!
//! A way is anything of which each drop takes exactly one: its kind, the depth and quality it is made with, the race of monsters that
//! left it. A way with weight *w*, so many drops per unit, and a chance of *p* per drop brings *w·p* of the things, and its share is
//! that of their sum.

use std::collections::BTreeMap;

use crate::balance::TrueRange;
use affixboard_model::{
    batch::Cell,
    catalog::KindId,
    game::{Mean, MonsterDrops},
};

/// A way to a thing, and how much of it comes by it.
#[derive(Debug, Clone, PartialEq)]
pub struct WayShare<W> {
    /// The way.
    pub way: W,
    /// Drops that take it, per unit: per drop of a cell, per dive, per monster.
    pub drops: f64,
    /// The chance per drop that takes it, with the bound of its error; `None` where the weight already is that of the things.
    pub chance: Option<Mean>,
    /// The number of things that come by it, per unit.
    pub brings: Mean,
    /// Its share of all that come, with the range that it surely is in.
    pub share: TrueRange,
}

/// The ways to a thing.
#[derive(Debug, Clone, PartialEq)]
pub struct WayShares<W> {
    /// The number of things by all of them, per unit.
    pub total: Mean,
    /// Those that may bring any, by falling share.
    pub ways: Vec<WayShare<W>>,
}

impl<W: Ord + Clone> WayShares<W> {
    /// Of ways with their drops per unit and the chance per drop.
    pub fn of_drops(ways: impl IntoIterator<Item = (W, f64, Mean)>) -> WayShares<W> {
        let brings = |drops: f64, chance: Mean| Mean { mean: drops * chance.mean, bound: drops * chance.bound };
        WayShares::new(ways.into_iter().map(|(way, drops, chance)| (way, drops, Some(chance), brings(drops, chance))))
    }

    /// Of ways that exclude each other, with the chance per drop that it takes the way and is such a thing.
    pub fn of_joint(ways: impl IntoIterator<Item = (W, Mean)>) -> WayShares<W> {
        WayShares::new(ways.into_iter().map(|(way, brings)| (way, 1.0, None, brings)))
    }

    /// The same by groups of ways.
    pub fn grouped<G: Ord + Clone>(&self, group: impl Fn(&W) -> G) -> WayShares<G> {
        let mut groups: BTreeMap<G, (f64, Mean)> = BTreeMap::new();
        for way in &self.ways {
            let (drops, brings) = groups.entry(group(&way.way)).or_default();
            *drops += way.drops;
            brings.mean += way.brings.mean;
            brings.bound += way.brings.bound;
        }
        WayShares::new(groups.into_iter().map(|(group, (drops, brings))| (group, drops, None, brings)))
    }

    fn new(ways: impl Iterator<Item = (W, f64, Option<Mean>, Mean)>) -> WayShares<W> {
        let ways: Vec<_> = ways.filter(|(.., brings)| brings.mean > 0.0 || brings.bound > 0.0).collect();
        let mut total = Mean::default();
        for (.., brings) in &ways {
            total.mean += brings.mean;
            total.bound += brings.bound;
        }
        let mut ways: Vec<WayShare<W>> = ways
            .into_iter()
            .map(|(way, drops, chance, brings)| WayShare { way, drops, chance, brings, share: share(brings, total) })
            .collect();
        ways.sort_by(|one, two| two.share.value.total_cmp(&one.share.value).then_with(|| one.way.cmp(&two.way)));
        WayShares { total, ways }
    }
}

/// Where something comes from, as far as it was asked for.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct OriginsFound {
    /// The chance per drop of each cell, also of those of a dive and of monsters.
    pub chances: BTreeMap<Cell, Mean>,
    /// By kind, per drop of a cell.
    pub kinds: Vec<(Cell, WayShares<KindId>)>,
    /// By the cells of a dive, per dive.
    pub dive: Option<WayShares<Cell>>,
    /// At each depth by race, a position in [`MonsterDrops::races`], per monster that comes there and is killed.
    pub monsters: Vec<(u32, WayShares<usize>)>,
}

/// The share of a part in a total that it is counted in: x / (x + r) grows with x and falls with the rest r.
fn share(part: Mean, total: Mean) -> TrueRange {
    let rest = Mean { mean: (total.mean - part.mean).max(0.0), bound: (total.bound - part.bound).max(0.0) };
    let of = |part: f64, rest: f64| {
        let (part, rest) = (part.max(0.0), rest.max(0.0));
        if part + rest > 0.0 { part / (part + rest) } else { 0.0 }
    };
    let value = of(part.mean, rest.mean);
    // Without bounds nothing is open but the last digits.
    if part.bound == 0.0 && rest.bound == 0.0 {
        return TrueRange::known(value);
    }
    let low = of(part.mean - part.bound, rest.mean + rest.bound);
    let high = if part.mean + part.bound > 0.0 { of(part.mean + part.bound, rest.mean - rest.bound) } else { 0.0 };
    TrueRange { low, value, high }
}

/// Races by position, the mean number of objects that each leaves of one monster that comes at a depth and is killed there, and the
/// cell in which these are made. Objects that the race's record names itself, chests and gold are left out.
pub fn monster_cells(monsters: &dyn MonsterDrops, depth: u32) -> Vec<(usize, f64, Cell)> {
    let comes = monsters.races().iter().zip(monsters.chances(depth)).enumerate();
    comes
        .map(|(at, (race, chance))| {
            let cell = Cell { depth: monsters.creation_level(at, depth), quality: race.quality, kind: None };
            (at, chance * race.objects, cell)
        })
        .filter(|(_, objects, _)| *objects > 0.0)
        .collect()
}

/// The ways by races, where the chance per drop is known of each cell; `None` where one is missing.
pub fn by_monsters(cells: &[(usize, f64, Cell)], chances: &BTreeMap<Cell, Mean>) -> Option<WayShares<usize>> {
    let ways = cells.iter().map(|(race, objects, cell)| Some((*race, *objects, *chances.get(cell)?)));
    Some(WayShares::of_drops(ways.collect::<Option<Vec<_>>>()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use affixboard_model::game::RaceDrops;

    fn mean(mean: f64, bound: f64) -> Mean {
        Mean { mean, bound }
    }

    /// 2 drops with 1/4 each, 1 with 1/2 and 8 with 1/8 bring 1/2, 1/2 and 1: a quarter, a quarter and a half of 2.
    #[test]
    fn shares_by_hand() {
        let origins = WayShares::of_drops([
            ("a", 2.0, mean(0.25, 0.0)),
            ("b", 1.0, mean(0.5, 0.0)),
            ("c", 8.0, mean(0.125, 0.0)),
        ]);
        assert_eq!(origins.total, mean(2.0, 0.0));
        let shares: Vec<_> = origins.ways.iter().map(|way| (way.way, way.share)).collect();
        assert_eq!(
            shares,
            [("c", TrueRange::known(0.5)), ("a", TrueRange::known(0.25)), ("b", TrueRange::known(0.25))]
        );
        let grouped = origins.grouped(|way| *way == "b");
        let shares: Vec<_> = grouped.ways.iter().map(|way| (way.way, way.drops, way.share.value)).collect();
        assert_eq!(shares, [(false, 10.0, 0.75), (true, 1.0, 0.25)]);
    }

    /// Parts of 1 ± ½ and 3 ± 1: the first is at least ½ of ½ + 4, and at most 1½ of 1½ + 2. What brings nothing is no way.
    #[test]
    fn bounds_by_hand() {
        let origins = WayShares::of_joint([(1, mean(1.0, 0.5)), (2, mean(3.0, 1.0)), (3, mean(0.0, 0.0))]);
        assert_eq!(origins.total, mean(4.0, 1.5));
        let shares: Vec<_> = origins.ways.iter().map(|way| way.share).collect();
        let expected = [
            TrueRange { low: 2.0 / 3.5, value: 0.75, high: 4.0 / 4.5 },
            TrueRange { low: 0.5 / 4.5, value: 0.25, high: 1.5 / 3.5 },
        ];
        assert_eq!(shares, expected);
    }

    struct Two([RaceDrops; 2]);

    impl MonsterDrops for Two {
        fn races(&self) -> &[RaceDrops] {
            &self.0
        }

        fn chances(&self, _: u32) -> Vec<f64> {
            vec![0.75, 0.25]
        }

        fn creation_level(&self, race: usize, depth: u32) -> u32 {
            u32::midpoint(depth, self.0[race].level)
        }

        fn rules(&self) -> &'static [&'static str] {
            &[]
        }

        fn left_out(&self) -> &'static [&'static str] {
            &[]
        }
    }

    /// At depth 10: three in four are orcs of level 10 with an object each, one in four dragons of level 30 with two great ones. The
    /// thing is 1 % of plain drops of level 10 and 6 % of great ones of level 20: 0.0075 and 0.03 per monster, so a fifth of it comes
    /// of orcs.
    #[test]
    fn monsters_by_hand() {
        let orc = RaceDrops { name: "orc".to_owned(), level: 10, objects: 1.0, ..RaceDrops::default() };
        let dragon =
            RaceDrops { name: "dragon".to_owned(), level: 30, objects: 2.0, quality: 2, ..RaceDrops::default() };
        let cells = monster_cells(&Two([orc, dragon]), 10);
        let cell = |depth, quality| Cell { depth, quality, kind: None };
        assert_eq!(cells, [(0, 0.75, cell(10, 0)), (1, 0.5, cell(20, 2))]);
        let chances = BTreeMap::from([(cell(10, 0), mean(0.01, 0.0)), (cell(20, 2), mean(0.06, 0.0))]);
        let origins = by_monsters(&cells, &chances).expect("all known");
        assert!((origins.total.mean - 0.0375).abs() < 1e-15);
        assert_eq!(origins.ways.iter().map(|way| way.way).collect::<Vec<_>>(), [1, 0]);
        assert!((origins.ways[1].share.value - 0.2).abs() < 1e-12);
        assert_eq!(by_monsters(&cells, &BTreeMap::new()), None);
    }
}
