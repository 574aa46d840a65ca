//! The sorts of drops, and the levels at which their objects are made.

use super::super::{classes::KindFilter, numbers::FrogNumbers};
use affixboard_model::engine::multinomial::Multinomial;

/// A sort of drops.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct FrogQuality {
    /// The kinds it takes.
    pub(super) filter: KindFilter,
    /// Whether it lies on the floor, where objects of deep levels are made at levels that vary.
    lies: bool,
    /// How often it is tried until there is an object.
    pub(super) attempts: u32,
}

/// In the order of the game's words.
static QUALITIES: [FrogQuality; 4] = [
    FrogQuality { filter: KindFilter::All, lies: false, attempts: 1 },
    FrogQuality { filter: KindFilter::Good, lies: false, attempts: 100 },
    FrogQuality { filter: KindFilter::Great, lies: false, attempts: 100 },
    FrogQuality { filter: KindFilter::All, lies: true, attempts: 1 },
];

/// Where and how an object is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Circumstances {
    /// Dungeon level, which artifacts are held against.
    pub(super) depth: u32,
    /// The level of the object.
    pub(super) level: u32,
    /// The sort of the drop.
    pub(super) quality: FrogQuality,
}

impl FrogQuality {
    /// The sort at a position of the game's words; normal drops where there is none.
    pub(super) fn at(position: u8) -> FrogQuality {
        QUALITIES.get(usize::from(position)).copied().unwrap_or(QUALITIES[0])
    }

    /// Whether its items are good, or great.
    pub(super) fn is_good(self) -> bool {
        self.filter != KindFilter::All
    }

    /// Whether they are great.
    pub(super) fn is_great(self) -> bool {
        self.filter == KindFilter::Great
    }

    /// Odds 1 / n to try the special artifacts first.
    pub(super) fn special_odds(self, numbers: &FrogNumbers) -> u64 {
        numbers.special_odds[usize::from(self.is_good())].into()
    }

    /// The levels of its objects at a depth, each as likely: that depth, but deep on the floor
    /// (`30 + n/2 + randint(n/2)` with n levels below 30).
    pub(super) fn levels(self, depth: u32) -> Multinomial {
        let half = depth.saturating_sub(30) / 2;
        let levels = if self.lies && depth > 31 { 31 + half..=30 + 2 * half } else { depth..=depth };
        Multinomial::new(levels.map(|level| (level, 1)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objects_on_deep_floors_are_of_shallower_levels() {
        let levels = |position: u8, depth| -> Vec<u32> {
            FrogQuality::at(position).levels(depth).shares().map(|share| share.0).collect()
        };
        assert_eq!([levels(0, 60), levels(3, 31), levels(3, 32)], [vec![60], vec![31], vec![32]]);
        assert_eq!([levels(3, 35), levels(3, 40)], [vec![33, 34], vec![36, 37, 38, 39, 40]]);
    }
}
