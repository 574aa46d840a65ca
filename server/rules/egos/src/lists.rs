//! Lists of egos in the program: which ego an item of a type becomes is decided by a die of the program's own, whatever
//! the egos' lines say.

use super::EgoSpec;
use affixboard_model::catalog::Kind;

/// One such list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EgoList {
    /// The items it is for and the die in words, with the routine it stands in; names a list within its game.
    pub name: &'static str,
    /// The item types it is for.
    pub tvals: &'static [u16],
    /// The only sval it is for; `None`: all of them.
    pub sval: Option<u16>,
    /// Whether it is for terrible items; else for excellent ones.
    pub terrible: bool,
    /// The egos by index with their weights, in the order of the die's faces.
    pub egos: &'static [(u32, u32)],
    /// The die is rolled only where rand0(this) is below the item's level; `None`: always.
    pub level_in: Option<u32>,
}

impl EgoList {
    /// Whether it is for items of a type, number and power.
    pub fn covers(&self, tval: u16, sval: u16, terrible: bool) -> bool {
        self.terrible == terrible && self.tvals.contains(&tval) && self.sval.is_none_or(|only| only == sval)
    }

    /// First and last sval it is for.
    pub fn svals(&self) -> (u16, u16) {
        self.sval.map_or((0, u16::from(u8::MAX)), |only| (only, only))
    }

    /// The first level at which an item may become one of them.
    pub fn first_level(&self) -> u32 {
        u32::from(self.level_in.is_some())
    }

    /// Of how many chances the die is rolled in how many, at a level.
    pub fn rolled(&self, level: u32) -> (u32, u32) {
        self.level_in.map_or((1, 1), |of| (level.min(of), of))
    }

    /// The sum of the weights.
    pub fn total(&self) -> u32 {
        self.egos.iter().map(|ego| ego.1).sum()
    }
}

impl EgoSpec {
    /// The list by which items of a kind and power become egos, if they do so by one.
    pub fn ego_list(&self, kind: &Kind, terrible: bool) -> Option<&'static EgoList> {
        self.ego_lists.iter().find(|list| list.covers(kind.tval, kind.sval, terrible))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIST: EgoList =
        EgoList { name: "", tvals: &[21, 23], sval: None, terrible: true, egos: &[(7, 2), (8, 3)], level_in: None };

    #[test]
    fn lists_are_for_types_numbers_and_powers() {
        let robe = EgoList { tvals: &[36], sval: Some(2), terrible: false, ..LIST };
        assert!(LIST.covers(23, 9, true) && !LIST.covers(23, 9, false) && !LIST.covers(22, 9, true));
        assert!(robe.covers(36, 2, false) && !robe.covers(36, 3, false));
        assert_eq!([LIST.svals(), robe.svals()], [(0, 255), (2, 2)]);
        assert_eq!(LIST.total(), 5);
    }

    #[test]
    fn a_die_may_be_rolled_at_times_only() {
        let at_times = EgoList { level_in: Some(128), ..LIST };
        assert_eq!(
            [0, 40, 128, 500].map(|level| at_times.rolled(level)),
            [(0, 128), (40, 128), (128, 128), (128, 128)]
        );
        assert_eq!((at_times.first_level(), LIST.first_level(), LIST.rolled(0)), (1, 0, (1, 1)));
    }
}
