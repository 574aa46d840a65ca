//! Tables compiled into 2.8's program: names of item types and flags.

use crate::letter;
use affixboard_kin::{TVALS, letter::BuiltInNames};

/// Item types and flags.
pub(super) static NAMES: BuiltInNames = BuiltInNames { tvals: TVALS, flags: &FLAGS };

/// Neither demons and the undead had flags for a stronger slay yet, nor was there a brand of poison (init1.c of 2.8.3,
/// `k_info_flags1`).
const FLAGS: [&str; 96] = {
    let mut flags = letter::FLAGS;
    flags[25] = "XXX5";
    flags[26] = "XXX6";
    flags[27] = "XXX7";
    flags
};

#[cfg(test)]
mod tests {
    #[test]
    fn three_places_of_the_first_set_are_not_those_of_3_0() {
        assert_eq!(super::FLAGS[24..29], ["KILL_DRAGON", "XXX5", "XXX6", "XXX7", "BRAND_ACID"]);
        assert_eq!(super::NAMES.flag("BRAND_POIS"), 0);
        assert_eq!(super::NAMES.flag("XXX7"), 1 << 27, "the first of its name");
    }
}
