//! Tables compiled into 2.9's program: names of item types and flags.

use crate::letter;
use affixboard_kin::{TVALS, letter::BuiltInNames};

/// Item types and flags.
pub(super) static NAMES: BuiltInNames = BuiltInNames { tvals: TVALS, flags: &FLAGS };

/// Demons and the undead had no flags for a stronger slay yet. `BRAND_POIS` is 2.9.2's; in 2.9.1 its place was free.
const FLAGS: [&str; 96] = {
    let mut flags = letter::FLAGS;
    flags[25] = "XXX5";
    flags[26] = "XXX6";
    flags
};

#[cfg(test)]
mod tests {
    #[test]
    fn three_places_of_the_first_set_are_not_those_of_3_0() {
        assert_eq!(super::FLAGS[24..28], ["KILL_DRAGON", "XXX5", "XXX6", "BRAND_POIS"]);
        assert_eq!(super::NAMES.flag("KILL_DEMON"), 0);
        assert_eq!(super::NAMES.flag("XXX5"), 1 << 25, "the first of its name");
        assert_eq!(super::NAMES.flag("XXX7"), 1 << 92);
    }
}
