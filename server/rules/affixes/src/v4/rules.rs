//! v4's own rules (RULES of v4, sections 3 to 5).

use crate::{ChanceSource, Generation, Magic};

/// The rules.
pub(super) struct V4Rules;

/// One in this many drops tries to be an artifact first, more near the surface (3).
const ARTIFACT_ODDS: [u32; 3] = [400, 50, 15];
const GOOD: usize = 1;
const GREAT: usize = 2;

/// Affix levels as positions: good, the highest an item draws from without luck.
const LEVEL_GOOD: u8 = 2;
/// Number of possible highest affix levels: good to artifact.
const HIGHEST: usize = 4;

/// The window from `lowest` to `highest`, as a position in [`V4Rules::WINDOWS`].
fn window(lowest: u8, highest: u8) -> usize {
    usize::from(lowest) * HIGHEST + usize::from(highest - LEVEL_GOOD)
}

impl Generation for V4Rules {
    /// By lowest, then highest; the last two are no item's, but sheets ask for them.
    const WINDOWS: &'static [(u8, u8)] = &[
        (0, 2),
        (0, 3),
        (0, 4),
        (0, 5),
        (1, 2),
        (1, 3),
        (1, 4),
        (1, 5),
        (2, 2),
        (2, 3),
        (2, 4),
        (2, 5),
        (0, 0),
        (0, 1),
    ];

    fn artifact_odds(quality: usize, depth: u32) -> u32 {
        ARTIFACT_ODDS[quality] * 9_u32.saturating_sub(depth).max(1)
    }

    /// 4, steps 1 to 6. Great drops count as good ones too.
    fn magic(quality: usize, level: u32, flagged_good: bool, random: &mut impl ChanceSource) -> Magic {
        let (good, great) = (quality >= GOOD, quality == GREAT);
        let (mut lowest, mut highest) = (0, LEVEL_GOOD);
        if random.chance(20 + level, 100) {
            highest += 1;
        }
        if great || (good && random.one_in(3)) || random.chance(3 * level, 500) {
            highest += 1;
        }
        if good || random.chance(10 + level, 100) {
            lowest += 1;
        }
        if highest > 3 {
            lowest += 1;
        }
        let mut steps = random.below(2 + level / 20);
        if highest > 3 {
            steps += random.one_to(2);
        }
        if highest > 2 {
            steps += 1;
        }
        if good {
            steps += random.one_to(2);
        }
        if great {
            steps += random.one_to(2);
        }
        Magic { window: window(lowest, highest), steps: steps.saturating_sub(u32::from(flagged_good)) }
    }

    fn max_steps(quality: usize, level: u32, flagged_good: bool) -> u32 {
        let bonus = match quality {
            GREAT => 4,
            GOOD => 2,
            _ => 0,
        };
        (1 + level / 20 + 3 + bonus).saturating_sub(u32::from(flagged_good))
    }

    fn windows(quality: usize) -> &'static [usize] {
        if quality >= GOOD { &[4, 5, 6, 7, 8, 9, 10, 11] } else { &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11] }
    }

    /// One affix level more.
    fn boosted_window(window: usize) -> usize {
        if window % HIGHEST == HIGHEST - 1 { window } else { window + 1 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_are_numbered_by_lowest_and_highest() {
        for lowest in 0..=2 {
            for highest in 2..=5 {
                assert_eq!(V4Rules::WINDOWS[window(lowest, highest)], (lowest, highest));
            }
        }
        assert_eq!(V4Rules::WINDOWS[V4Rules::boosted_window(window(1, 4))], (1, 5));
        assert_eq!(V4Rules::boosted_window(window(1, 5)), window(1, 5));
    }

    #[test]
    fn artifacts_are_rarer_near_the_surface() {
        assert_eq!([1, 5, 8, 30].map(|depth| V4Rules::artifact_odds(GREAT, depth)), [120, 60, 15, 15]);
    }
}
