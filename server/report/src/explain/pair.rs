//! Two affixes on one item.

use affixboard_model::{
    catalog::{AffixId, Catalog, Role},
    explain::{Derivation, ExplainedEntry},
    game::{Mean, PairChance, Words},
    text::SourceSet,
};

use super::{
    context::ExplainContext,
    sentences::{bound, computed, without_bound},
    table::{LinkTarget, TextRow, TextTable},
    text::quoted,
};
use crate::{bounded::Bounded, wording::significant_digits};

/// Relative rounding error of a sum of floats.
const LAST_DIGITS: f64 = 1e-12;

/// Probabilities that an item of the kind has each of two affixes, and both.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PairShares {
    /// The probability of each.
    pub each: [Bounded; 2],
    /// The probability of both.
    pub both: Bounded,
    /// The probability of the second given the first; `None` where that of the first may be 0.
    pub given: Option<Bounded>,
    /// The product of the two, as if they were independent.
    pub independent: Bounded,
}

impl PairShares {
    /// From the computed chances of drops; `None` where no drop is such an item.
    pub fn new(found: &PairChance) -> Option<PairShares> {
        let items = Bounded { mean: found.items, bound: 0.0 };
        let of_items = |of: Mean| Some(probability(Bounded { mean: of.mean, bound: of.bound }.share_of(items)?));
        let [a, b] = [of_items(found.each[0])?, of_items(found.each[1])?];
        let both = of_items(found.both)?;
        // Of (a ± α) · (b ± β), the most is ab + aβ + bα + αβ.
        let spread = a.mean * b.bound + b.mean * a.bound + a.bound * b.bound;
        Some(PairShares {
            each: [a, b],
            both,
            given: both.share_of(a).map(probability),
            independent: probability(Bounded { mean: a.mean * b.mean, bound: spread }),
        })
    }

    /// Drops bounds that are rounding errors of floats.
    fn without_last_digits(self) -> PairShares {
        let of = |share: Bounded| Bounded {
            bound: if share.bound < LAST_DIGITS * share.mean { 0.0 } else { share.bound },
            ..share
        };
        let PairShares { each, both, given, independent } = self;
        PairShares { each: each.map(of), both: of(both), given: given.map(of), independent: of(independent) }
    }
}

/// Limits a probability and its bound to 0 to 1.
fn probability(share: Bounded) -> Bounded {
    let mean = share.mean.min(1.0);
    Bounded { mean, bound: share.bound.min(mean.max(1.0 - mean)) }
}

/// The explanation of two affixes on one item.
#[derive(Debug, Clone, PartialEq)]
pub struct PairExplanation {
    /// The answer in one sentence.
    pub answer: String,
    /// The table of numbers; without rows where there are none.
    pub table: TextTable,
}

/// Explains how often an item has the affix asked about and another; `None` where a theme was asked about.
pub fn explain_pair(
    why: &Derivation,
    other: AffixId,
    found: &PairChance,
    catalog: &Catalog,
    words: &Words,
    sources: &SourceSet,
) -> Option<PairExplanation> {
    let ExplainedEntry::Affix(about) = &why.about else { return None };
    let context = ExplainContext { why, catalog, words, sources };
    let [a, b] = [about.affix, other].map(|affix| quoted(&catalog.affix(affix).name));
    let title = format!("{a} and {b}");
    let columns = ["What", "#Chance", "#Error bound", "How it is obtained"];
    let mut table = TextTable::new(title, "", 6, &columns);
    let Some(joint) = PairShares::new(found).map(PairShares::without_last_digits) else {
        return Some(PairExplanation {
            answer: format!("There are no such items of the kind {}.", context.kind()),
            table,
        });
    };
    let drawn = if words.one_affix { "followed through the one draw" } else { "followed through all draws" };
    let never = never_both(context, [about.affix, other]);
    let by_both = match never {
        Some(_) => "an item has one at most".to_owned(),
        None => format!("{drawn}, by which of the two an item has"),
    };
    let mut add = |what: String, share: Bounded, how: String, target: Option<LinkTarget>| {
        let bound = if share.bound == 0.0 { "0".to_owned() } else { format!("± {}", bound(share)) };
        let is_asked = how == by_both;
        table.rows.push(TextRow { cells: vec![what, without_bound(share), bound, how], target, is_asked });
    };
    add(a.clone(), joint.each[0], drawn.to_owned(), None);
    add(b.clone(), joint.each[1], drawn.to_owned(), Some(LinkTarget::Affix(other)));
    add(format!("{a} and {b}"), joint.both, by_both.clone(), None);
    if let Some(given) = joint.given {
        add(format!("{b}, of items with {a}"), given, format!("both, divided by {a}"), None);
    }
    let product = "the product of the first two".to_owned();
    add("Both, if one said nothing of the other".to_owned(), joint.independent, product, None);
    let subject = context.subject();
    let answer = match never {
        Some(one) => format!("{subject}, none has both {a} and {b}: an item has one {one} at most."),
        None => format!("{subject}, {} have both {a} and {b}{}.", computed(joint.both), compared(&joint)),
    };
    Some(PairExplanation { answer, table })
}

/// The word for the role of both affixes if an item can have only one of it.
fn never_both(context: ExplainContext<'_>, [a, b]: [AffixId; 2]) -> Option<&'static str> {
    let ExplainedEntry::Affix(about) = &context.why.about else { return None };
    if a == b {
        None
    } else if context.words.one_affix {
        Some(context.words.affix)
    } else {
        let role = |affix: AffixId| context.catalog.affix(affix).role;
        role(a).filter(|role_of| about.one_of_sort && role(b) == Some(*role_of)).map(Role::name)
    }
}

/// The ratio of both to the product, as far as the bounds allow.
fn compared(PairShares { both, independent, .. }: &PairShares) -> String {
    if independent.mean == 0.0 {
        return String::new();
    }
    let difference = (both.mean - independent.mean).abs();
    if difference <= both.bound + independent.bound || difference <= 1e-9 * independent.mean {
        return ", which the bounds don't tell from what it would be if one said nothing of the other".to_owned();
    }
    format!(
        ", {} times what it would be if one said nothing of the other",
        significant_digits(both.mean / independent.mean, 3)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(mean: f64, bound: f64) -> Bounded {
        Bounded { mean, bound }
    }

    #[test]
    fn shares_of_items_keep_their_bounds() {
        let mean = |mean, bound| Mean { mean, bound };
        let found =
            PairChance { items: 0.5, each: [mean(0.25, 0.0), mean(0.125, 0.0625)], both: mean(0.0625, 0.03125) };
        let joint = PairShares::new(&found).expect("items");
        assert_eq!(joint.each, [of(0.5, 0.0), of(0.25, 0.125)]);
        assert_eq!(joint.both, of(0.125, 0.0625));
        assert_eq!(joint.given, Some(of(0.25, 0.125)));
        assert_eq!(joint.independent, of(0.125, 0.0625));
        // No conditional probability is given of what may have probability 0.
        let unsure = PairChance { each: [mean(0.25, 0.25), mean(0.125, 0.0)], ..found };
        assert_eq!(PairShares::new(&unsure).expect("items").given, None);
        assert_eq!(PairShares::new(&PairChance { items: 0.0, ..found }), None);
    }

    #[test]
    fn last_digits_are_no_bound_to_speak_of() {
        let share = of(0.5, 1e-15);
        let joint =
            PairShares { each: [share, of(1e-9, 1e-15)], both: of(0.0, 1e-15), given: Some(share), independent: share };
        let joint = joint.without_last_digits();
        assert_eq!((joint.each, joint.both), ([of(0.5, 0.0), of(1e-9, 1e-15)], of(0.0, 1e-15)));
        assert_eq!((joint.given, joint.independent), (Some(of(0.5, 0.0)), of(0.5, 0.0)));
    }

    #[test]
    fn what_bounds_leave_open_is_not_said() {
        let joint = |both| PairShares { each: [of(0.5, 0.0); 2], both, given: None, independent: of(0.25, 0.0) };
        for (both, text) in [
            (of(0.125, 0.0), ", 0.500 times what it would be if one said nothing of the other"),
            (of(0.5, 0.125), ", 2.00 times what it would be if one said nothing of the other"),
            (of(0.125, 0.125), ", which the bounds don't tell from what it would be if one said nothing of the other"),
        ] {
            assert_eq!(compared(&joint(both)), text);
        }
    }
}
