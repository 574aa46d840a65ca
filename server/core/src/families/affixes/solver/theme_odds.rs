//! What hands bring about: themes, with the chance of each.

use super::{super::themes::CERTAIN, moves::Move};

/// What a hand brings about.
#[derive(Debug)]
pub(super) struct Brings {
    /// Sets of legal themes that are the same to the hand.
    pub(super) groups: Vec<Group>,
    /// By set.
    group_of: Vec<u8>,
    /// By set: the chance that no theme comes.
    spared: Vec<f64>,
}

/// Sets of legal themes that are the same to a hand.
#[derive(Debug, PartialEq)]
pub(super) struct Group {
    /// The chance that no theme comes.
    pub(super) spared: f64,
    /// Themes (positions) with their chances.
    pub(super) shares: Vec<(u8, f64)>,
}

impl Brings {
    /// By the scores of themes (positions) and the sets of legal themes, as bits (2.5.7).
    pub(super) fn new(scores: &[(u8, u32)], sets: &[u64]) -> Brings {
        let mut brings = Brings { groups: Vec::new(), group_of: Vec::new(), spared: Vec::new() };
        for set in sets {
            let legal = scores.iter().filter(|score| set >> score.0 & 1 == 1);
            let sum: u32 = legal.clone().map(|score| score.1).sum();
            let shares = legal.map(|score| (score.0, f64::from(score.1) / f64::from(sum.max(CERTAIN)))).collect();
            let group = Group { spared: 1.0 - f64::from(sum.min(CERTAIN)) / f64::from(CERTAIN), shares };
            brings.spared.push(group.spared);
            let at = brings.groups.iter().position(|known| *known == group).unwrap_or_else(|| {
                brings.groups.push(group);
                brings.groups.len() - 1
            });
            brings.group_of.push(at as u8);
        }
        brings
    }

    /// A hand that brings nothing.
    pub(super) fn nothing(sets: usize) -> Brings {
        Brings::new(&[], &vec![0; sets])
    }

    /// What of a move comes to each group.
    #[inline]
    pub(super) fn by_group(&self, one: &Move, by_group: &mut Vec<f64>) {
        by_group.clear();
        if self.groups.len() == 1 {
            by_group.push(one.all);
            return;
        }
        by_group.resize(self.groups.len(), 0.0);
        one.chances.iter().zip(&self.group_of).for_each(|(chance, group)| by_group[usize::from(*group)] += chance);
    }

    /// What of chances by set is spared.
    #[inline]
    pub(super) fn spared(&self, chances: &[f64]) -> f64 {
        chances.iter().zip(&self.spared).map(|(chance, spared)| chance * spared).sum()
    }

    /// By set: the chance that no theme comes.
    pub(super) fn spared_by_set(&self) -> &[f64] {
        &self.spared
    }

    /// By set: the chance of some themes, as bits.
    pub(super) fn shares_of(&self, themes: u64) -> Vec<f64> {
        let is_one = |share: &&(u8, f64)| themes >> share.0 & 1 == 1;
        let of = |group: &Group| group.shares.iter().filter(is_one).map(|share| share.1).sum();
        self.group_of.iter().map(|group| of(&self.groups[usize::from(*group)])).collect()
    }
}
