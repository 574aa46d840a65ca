//! What magic makes of items in Sil and its descendants, where they are fine or not, and special or not, by a roll each.

/// The item types that magic treats otherwise than weapons and armour.
pub(crate) struct FineOrSpecial {
    /// Arrows, which are never both.
    pub(crate) arrow: u16,
    /// Lights, which are never fine.
    pub(crate) light: u16,
}

const PLAIN: u32 = 0;
const FINE: u32 = 1;
const SPECIAL: u32 = 2;
const BOTH: u32 = 3;

impl FineOrSpecial {
    /// What items can be.
    pub(crate) const NAMES: &[&str] = &["plain", "fine", "special", "special and fine"];

    /// What an item is by its type, the rolls and whether it got a special (`apply_magic`). Weapons and armour that should
    /// be special and find none are fine.
    pub(crate) fn of(&self, tval: u16, power: i8, is_special: bool) -> u32 {
        let (was_fine, was_special) = (power & 1 != 0, power & 2 != 0);
        if tval == self.light {
            u32::from(is_special) * SPECIAL
        } else if tval == self.arrow {
            match (is_special, was_fine && !was_special) {
                (true, _) => SPECIAL,
                (false, true) => FINE,
                (false, false) => PLAIN,
            }
        } else {
            match (is_special, was_fine) {
                (true, true) => BOTH,
                (true, false) => SPECIAL,
                (false, _) => u32::from(was_fine || was_special) * FINE,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_magic_makes_of_weapons_arrows_and_lights() {
        let (sword, arrow, light) = (10, 5, 19);
        let of = FineOrSpecial { arrow, light };
        let made = |tval, is_special| [0, 1, 2, 3].map(|power| of.of(tval, power, is_special));
        assert_eq!(made(sword, false), [PLAIN, FINE, FINE, FINE]);
        assert_eq!(made(sword, true)[2..], [SPECIAL, BOTH]);
        assert_eq!(made(arrow, false), [PLAIN, FINE, PLAIN, PLAIN]);
        assert_eq!(made(arrow, true)[2..], [SPECIAL, SPECIAL]);
        assert_eq!((made(light, false), made(light, true)[3]), ([PLAIN; 4], SPECIAL));
    }
}
