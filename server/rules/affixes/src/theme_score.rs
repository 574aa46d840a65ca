//! A theme's score from the lines that name an item's affixes (2.5.7). Knows no items, pools or random numbers.

use super::quirks::Quirks;

/// The score that makes a theme certain: scores are in half per cent.
pub(super) const CERTAIN: u32 = 200;

/// More than any edition's score where it isn't a byte, so that sums of them stay within 32 bits.
const MOST_SCORE: u64 = 1_000_000;

/// The lines of a theme that name an affix, or several affixes together: at most 64 lines of a weight up to 255.
///
/// Small, for the hot loop of the simulation looks up one per candidate and slot.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct NamedLines {
    /// Number of lines.
    pub(super) lines: u16,
    /// Sum of their weights.
    pub(super) weight: u16,
}

impl NamedLines {
    /// Both together.
    #[inline]
    pub(super) fn plus(self, other: NamedLines) -> NamedLines {
        NamedLines { lines: self.lines + other.lines, weight: self.weight + other.weight }
    }
}

/// A theme's chance in half per cent, from the weights of its affixes that an item has and of all its affixes.
///
/// The original stores the score in a byte, so that it wraps at 256. A theme whose weights sum to 0 makes the original
/// divide by zero; here it has no chance.
pub(super) fn theme_score(present: u32, total: u32, quirks: Quirks) -> u32 {
    let present = u64::from(present);
    let score = (present * 8 * present).checked_div(u64::from(total)).unwrap_or(0);
    if quirks.theme_score_is_byte { u32::from(score as u8) } else { score.min(MOST_SCORE) as u32 }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// RULES of the affix branch, part 4, worked examples: "of Resistance" has weights 7 7 7 7 4 2 of 34,
    /// "of True Sight" 100 and 100. A score is in half per cent.
    #[test]
    fn scores_of_the_worked_examples() {
        let coded = Quirks::coded();
        for (present, per_cent) in [(14, 23.0), (21, 51.5), (28, 92.0), (6, 4.0), (13, 19.5), (34, 8.0)] {
            assert_eq!(theme_score(present, 34, coded), (per_cent * 2.0) as u32, "{present} of 34");
        }
        assert_eq!(theme_score(200, 200, coded), 64, "1600 wraps to 64: 32 %");
        assert_eq!(theme_score(10, 0, coded), 0);
        let documented = Quirks { theme_score_is_byte: false, ..coded };
        assert_eq!(theme_score(200, 200, documented), 1600, "certain: 200 is enough");
        assert_eq!(theme_score(34, 34, documented), 272);
    }
}
