//! The family's rule switches: points where the programs differ from their documentation.
//!
//! Quirk numbers are those of the affix branch's RULES, part 3; the documentation is the comments at the top of the
//! edit files.

use super::AffixSpec;
use affixboard_kin::records::Indices;
use affixboard_model::game::{Switch, Switches};

/// Quirk 2.
pub(crate) const THEME_SCORE_BYTE: Switch = Switch {
    id: "theme-score-byte",
    title: "A theme's score wraps at 256",
    coded: "The score, 8 × weight present² ÷ weight in all in half per cent, is kept in a byte: 200 is certain, but 256 is none \
            at all. More fitting affixes can make a theme less likely.",
    documented: "The score is kept whole: once it reaches 200, the theme is certain.",
    code: "Code: the theme search of the affix step.",
    written: "Written: ego_themes.txt, “percent chance = x * (x * 4 / y)”.",
};

/// Quirk 1.
pub(crate) const NO_MINIMUM: Switch = Switch {
    id: "no-minimum",
    title: "“No minimum” is 225 in the code and 255 in the files",
    coded: "A minimum of 255 is a real one: it lifts the bonus to 255, and the affix is undone or enormous.",
    documented: "255 means that there is no minimum.",
    code: "Code: NO_MINIMUM is 225.",
    written: "Written: ego_item.txt, “the value of 255 is special, meaning there is no minimum”.",
};

/// Quirk 3.
pub(crate) const COMMONNESS_BYTE: Switch = Switch {
    id: "commonness-byte",
    title: "Commonness wraps at 256",
    coded: "The commonness of kinds, affixes and artifacts is kept in a byte: 400 counts as 144, 256 as none.",
    documented: "Commonness is the number in the file.",
    code: "Code: alloc_prob is a byte.",
    written: "Written: artifact.txt, “the relative chance of being generated”, on a scale up to 1000.",
};

/// Quirk 4.
pub(crate) const LOST_RECORD: Switch = Switch {
    id: "lost-record",
    title: "Of two records with one index the second is lost",
    coded: "The first record is kept, and the second doesn't exist.",
    documented: "Both exist; the second has an index of its own after the last.",
    code: "Code: records are written into their array from last to first.",
    written: "Written: the files, “the serial number must increase for each new item”.",
};

/// Quirk 5.
pub(crate) const ONE_AFFIX_THEME: Switch = Switch {
    id: "one-affix-theme",
    title: "One affix can be enough for a theme",
    coded: "A theme needs two: the same affix twice counts as two with twice the weight, and so does an affix that two lines of \
            the theme name.",
    documented: "A theme needs two different affixes; each counts once, with the weight of all lines that name it.",
    code: "Code: the theme search counts slots × lines.",
    written: "Written: ego_themes.txt, “when an item acquires any two of the affixes which pertain to a theme”.",
};

/// Quirk 6.
pub(crate) const THEME_WITHOUT_AFFIX: Switch = Switch {
    id: "theme-without-affix",
    title: "Steps that add nothing still look for a theme",
    coded: "A step for which no affix is legal rolls for a theme all the same: left-over steps are further chances.",
    documented: "A theme is looked for when an affix was added.",
    code: "Code: the theme search stands after the affix draw, whatever that gave.",
    written: "Written: ego_themes.txt, “when an item acquires any two of the affixes …, there is a chance”.",
};

/// Quirk 7.
pub(crate) const FIRST_ALLOCATION: Switch = Switch {
    id: "first-allocation",
    title: "Only an affix's first fitting allocation counts",
    coded: "The first T: line that fits item, level and affix level gives the weight; later ones that fit too add nothing.",
    documented: "All allocations that fit count, and their commonness adds up.",
    code: "Code: the search leaves the affix at its first match.",
    written: "Written: ego_item.txt, “you can specify multiple allocations for the same tval/sval range”.",
};

/// Quirks 7 and 11.
pub(crate) const BOOSTED_MAXIMUM: Switch = Switch {
    id: "boosted-maximum",
    title: "Last levels are held against the raised level",
    coded: "An allocation's first and last level are both compared with the level of the step, which good and great drops and \
            lucky steps raise: luck can make an affix impossible, and deep down most are.",
    documented: "The last level is compared with the dungeon level, as v4 came to do.",
    code: "Code: the affix step passes one level for both.",
    written: "Written: ego_item.txt, “max depth is the deepest it is ever found”.",
};

/// Quirk 9.
pub(crate) const RAISED_LEVEL: Switch = Switch {
    id: "raised-level",
    title: "Good and great drops get their magic deeper than they lie",
    coded: "Good drops get affixes and themes at 5 levels more, great ones at 10 more, and up to 5 more at random; artifacts at \
            the dungeon level.",
    documented: "Affixes and themes come at the dungeon level, as artifacts do.",
    code: "Code: apply_magic is called with the level raised for the choice of the kind.",
    written: "Written: only that levels are “depths”; which was meant isn't said.",
};

/// Quirk 8.
pub(crate) const DICE_WRAP: Switch = Switch {
    id: "dice-wrap",
    title: "Dice below zero wrap to 255",
    coded: "Dice and sides are bytes: two sides less on a die with one side make 255.",
    documented: "There is always at least one die with at least one side.",
    code: "Code: dd and ds are bytes, and only a result of exactly 0 is made 1.",
    written: "Written: nowhere; that a result of exactly 0 becomes 1 shows what was meant.",
};

/// Quirk 12.
pub(crate) const LAUNCHERS_NOT_GOOD: Switch = Switch {
    id: "launchers-not-good",
    title: "Launchers are not among good drops",
    coded: "Good and great drops are never launchers, unless one is flagged GOOD.",
    documented: "Launchers count as other weapons do: good unless their bonuses can be negative.",
    code: "Code: kind_is_good names melee weapons, diggers and ammunition.",
    written: "Written: nowhere; earlier versions of the game name launchers with the weapons.",
};

/// The settings of the rule switches; `true` is as coded.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Quirks {
    pub(crate) theme_score_is_byte: bool,
    /// The code for "no minimum".
    pub(crate) no_minimum: i32,
    pub(crate) commonness_is_byte: bool,
    pub(crate) loses_records: bool,
    pub(crate) one_affix_makes_theme: bool,
    pub(crate) theme_without_affix: bool,
    pub(crate) first_allocation_only: bool,
    pub(crate) maximum_by_raised_level: bool,
    pub(crate) magic_at_raised_level: bool,
    pub(crate) dice_wrap: bool,
    pub(crate) launchers_are_not_good: bool,
}

/// The "no minimum" of the files.
const DOCUMENTED_NO_MINIMUM: i32 = 255;

impl Quirks {
    pub(crate) fn new(spec: &AffixSpec, switches: &Switches) -> Quirks {
        let coded = |switch: &Switch| !switches.has(switch);
        Quirks {
            theme_score_is_byte: coded(&THEME_SCORE_BYTE),
            no_minimum: if coded(&NO_MINIMUM) { spec.no_minimum } else { DOCUMENTED_NO_MINIMUM },
            commonness_is_byte: coded(&COMMONNESS_BYTE),
            loses_records: coded(&LOST_RECORD),
            one_affix_makes_theme: coded(&ONE_AFFIX_THEME),
            theme_without_affix: coded(&THEME_WITHOUT_AFFIX),
            first_allocation_only: coded(&FIRST_ALLOCATION),
            maximum_by_raised_level: spec.maximum_by_raised_level && coded(&BOOSTED_MAXIMUM),
            magic_at_raised_level: coded(&RAISED_LEVEL),
            dice_wrap: coded(&DICE_WRAP),
            launchers_are_not_good: coded(&LAUNCHERS_NOT_GOOD),
        }
    }

    /// Handling of special serial numbers; 0 means "none" in all files.
    pub(crate) fn indices(self) -> Indices {
        Indices { by_order: false, drop_duplicates: self.loses_records, zero_is_valid: false }
    }

    /// The affix branch's, all as coded.
    #[cfg(test)]
    pub(crate) fn coded() -> Quirks {
        Quirks {
            theme_score_is_byte: true,
            no_minimum: 225,
            commonness_is_byte: true,
            loses_records: true,
            one_affix_makes_theme: true,
            theme_without_affix: true,
            first_allocation_only: true,
            maximum_by_raised_level: true,
            magic_at_raised_level: true,
            dice_wrap: true,
            launchers_are_not_good: true,
        }
    }
}
