//! Chances of themes after a step, by what an item has of them.

use super::{super::theme_score::CERTAIN, transitions::Transition};

/// Chances of themes for all states with the same scores (2.5.7).
#[derive(Debug)]
pub(super) struct ThemeOdds {
    /// The different odds, each for all sets of legal themes that come to it.
    pub(super) groups: Vec<OddsGroup>,
    /// `[theme set]`: a position in `groups`.
    group_of: Vec<u8>,
    /// `[theme set] f64`: probability that no theme comes.
    p_no_theme: Vec<f64>,
}

/// Chances of themes, the same for several sets of legal themes.
#[derive(Debug, PartialEq)]
pub(super) struct OddsGroup {
    /// Probability that no theme comes.
    pub(super) p_no_theme: f64,
    /// Themes with a score, by number in the context, and their probabilities: with `p_no_theme` they sum to 1.
    pub(super) p_themes: Vec<(u8, f64)>,
}

impl ThemeOdds {
    /// From the positive scores of themes, in half per cent, and `[theme set]` the legal themes as bits.
    pub(super) fn new(scores: &[(u8, u32)], theme_sets: &[u64]) -> ThemeOdds {
        let mut odds = ThemeOdds { groups: Vec::new(), group_of: Vec::new(), p_no_theme: Vec::new() };
        for set in theme_sets {
            let legal = scores.iter().filter(|score| set >> score.0 & 1 == 1);
            let sum: u32 = legal.clone().map(|score| score.1).sum();
            let p_themes = legal.map(|score| (score.0, f64::from(score.1) / f64::from(sum.max(CERTAIN)))).collect();
            let p_no_theme = 1.0 - f64::from(sum.min(CERTAIN)) / f64::from(CERTAIN);
            let group = OddsGroup { p_no_theme, p_themes };
            odds.p_no_theme.push(group.p_no_theme);
            let at = odds.groups.iter().position(|known| *known == group).unwrap_or_else(|| {
                odds.groups.push(group);
                odds.groups.len() - 1
            });
            odds.group_of.push(at as u8);
        }
        odds
    }

    /// The odds of a state without a score.
    pub(super) fn never(theme_sets: usize) -> ThemeOdds {
        ThemeOdds::new(&[], &vec![0; theme_sets])
    }

    /// Sets `by_group` to `[group] f64`: the probability of a transition at levels of each group.
    #[inline]
    pub(super) fn by_group(&self, transition: &Transition, by_group: &mut Vec<f64>) {
        by_group.clear();
        if self.groups.len() == 1 {
            by_group.push(transition.p);
            return;
        }
        by_group.resize(self.groups.len(), 0.0);
        transition.p_by_set.iter().zip(&self.group_of).for_each(|(p, group)| by_group[usize::from(*group)] += p);
    }

    /// Probability that a step happens and brings no theme, from `[theme set] f64`, its probability at levels of each
    /// set.
    #[inline]
    pub(super) fn p_without_theme(&self, p_by_set: &[f64]) -> f64 {
        p_by_set.iter().zip(&self.p_no_theme).map(|(p, p_no_theme)| p * p_no_theme).sum()
    }

    /// `[theme set] f64`: probability that no theme comes.
    pub(super) fn p_no_theme_by_set(&self) -> &[f64] {
        &self.p_no_theme
    }

    /// `[theme set] f64`: probability that one of some themes comes, these given as bits.
    pub(super) fn p_any_of(&self, themes: u64) -> Vec<f64> {
        let is_one = |theme: &&(u8, f64)| themes >> theme.0 & 1 == 1;
        let of = |group: &OddsGroup| group.p_themes.iter().filter(is_one).map(|theme| theme.1).sum();
        self.group_of.iter().map(|group| of(&self.groups[usize::from(*group)])).collect()
    }
}
