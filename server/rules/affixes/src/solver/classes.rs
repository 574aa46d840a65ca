//! Classes of affixes that are the same to every theme.

use super::{super::theme_score::NamedLines, context::SolverInput, outcomes::StepDistribution};
use affixboard_model::catalog::AffixId;

/// Affixes that every theme of a context names equally often and with equal weights. Affixes that no theme names are in
/// no class. Two affixes share a class only where an item can have one of them at most, so that how many of a class an
/// item has says all that themes ask for.
#[derive(Debug, Clone)]
pub(super) struct AffixClass {
    /// The affixes, rising.
    pub(super) affixes: Vec<AffixId>,
    /// `[theme]`: the lines that name each of them.
    pub(super) named: Vec<NamedLines>,
    /// Upper bound of the probability that a step draws one.
    pub(super) max_p: f64,
    /// The exclusive group of which an item has one affix at most, as a bit; 0: none.
    pub(super) exclusive_bit: u8,
}

impl AffixClass {
    /// The themes that name its affixes, by number in the context.
    pub(super) fn naming_themes(&self) -> impl Iterator<Item = usize> {
        self.named.iter().enumerate().filter(|named| named.1.lines > 0).map(|named| named.0)
    }
}

/// The classes of what steps draw and keep, the most likely first.
pub(super) fn affix_classes(input: &SolverInput<'_>, steps: &StepDistribution) -> Vec<AffixClass> {
    let mut classes: Vec<AffixClass> = Vec::new();
    for affix in steps.affixes() {
        let named: Vec<NamedLines> = steps.themes.iter().map(|theme| input.counted_lines(*theme, affix)).collect();
        if named.iter().all(|named| named.lines == 0) {
            continue;
        }
        let max_p = steps.p_kept(affix).into_iter().fold(0.0, f64::max);
        if max_p == 0.0 {
            continue;
        }
        let exclusive_bit = input.exclusive_bit(affix);
        let same = |known: &&mut AffixClass| {
            exclusive_bit != 0 && known.exclusive_bit == exclusive_bit && known.named == named
        };
        match classes.iter_mut().find(same) {
            Some(class) => {
                class.affixes.push(affix);
                class.max_p += max_p;
            }
            None => classes.push(AffixClass { affixes: vec![affix], named, max_p, exclusive_bit }),
        }
    }
    classes.sort_by(|a, b| b.max_p.total_cmp(&a.max_p));
    classes
}
