//! The affix branch's own rules (RULES, part 2).

use crate::{ChanceSource, Generation, Magic};

/// The rules.
pub(super) struct AffixBranchRules;

/// One in this many drops tries to be an artifact first (2.1.1).
const ARTIFACT_ODDS: [u32; 3] = [1000, 200, 20];
const GOOD: usize = 1;
const GREAT: usize = 2;

impl Generation for AffixBranchRules {
    /// Up to good, great or uber; an allocation of a lower level is always drawn too.
    const WINDOWS: &'static [(u8, u8)] = &[(0, 0), (0, 1), (0, 2)];

    fn artifact_odds(quality: usize, _depth: u32) -> u32 {
        ARTIFACT_ODDS[quality]
    }

    /// 2.4, steps 1 and 2.
    fn magic(quality: usize, level: u32, flagged_good: bool, random: &mut impl ChanceSource) -> Magic {
        let mut window = usize::from(random.chance(10 + level, 100));
        if quality == GREAT || (quality == GOOD && random.one_in(4)) {
            window += 1;
        }
        let bonus = match quality {
            GREAT => 2 + random.one_to(2),
            GOOD => random.one_to(2),
            _ => 0,
        };
        let steps = random.below(2 + level / 25) + bonus;
        Magic { window, steps: steps.saturating_sub(u32::from(flagged_good)) }
    }

    fn max_steps(quality: usize, level: u32, flagged_good: bool) -> u32 {
        let bonus = match quality {
            GREAT => 4,
            GOOD => 2,
            _ => 0,
        };
        (1 + level / 25 + bonus).saturating_sub(u32::from(flagged_good))
    }

    /// Normal drops reach great; great drops never draw from good alone.
    fn windows(quality: usize) -> &'static [usize] {
        match quality {
            GREAT => &[1, 2],
            GOOD => &[0, 1, 2],
            _ => &[0, 1],
        }
    }

    fn boosted_window(window: usize) -> usize {
        window
    }
}
