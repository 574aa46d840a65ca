//! The chances of gems, which are set anew on each level (`o_init.c`, `setgemprobs`).

use super::{classes::GEM, model::ObjectKind};

/// The gems together have so many of 1000, glass and stones the rest.
const PARTS: i64 = 171;

/// Sets the chances of gems on a level of that ledger number; 0 is before the game, when classes are checked.
///
/// The gems are the kinds of their class up to jade (`LAST_GEM`). The dearer of them, which come first, don't come on the
/// first levels.
pub(super) fn set_probabilities(kinds: &[ObjectKind], ledger: i64, probabilities: &mut [i64]) {
    let of_class: Vec<usize> = (0..kinds.len()).filter(|at| kinds[*at].class == GEM).collect();
    let Some(last) = of_class.iter().position(|at| kinds[*at].name == "jade") else { return };
    let missing = (9 - ledger / 3).clamp(0, last as i64 + 1) as usize;
    let (never, coming) = of_class[..=last].split_at(missing);
    for at in never {
        probabilities[*at] = 0;
    }
    for (j, at) in coming.iter().enumerate() {
        probabilities[*at] = (PARTS + j as i64) / coming.len() as i64;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dear_gems_come_on_deeper_levels_only() {
        let names = (0..21).map(|at| format!("gem {at}")).chain(["jade".to_owned(), "glass".to_owned()]);
        let kinds: Vec<_> = names
            .map(|name| ObjectKind { name, class: GEM, probability: 77.into(), ..ObjectKind::default() })
            .collect();
        for (ledger, never, least, greatest) in [(0, 9, 13, 14), (3, 8, 12, 13), (12, 5, 10, 11), (27, 0, 7, 8)] {
            let mut probabilities = vec![77; kinds.len()];
            set_probabilities(&kinds, ledger, &mut probabilities);
            assert!(probabilities[..never].iter().all(|one| *one == 0), "{ledger}: {probabilities:?}");
            assert_eq!((probabilities[never], probabilities[21], probabilities[22]), (least, greatest, 77), "{ledger}");
            assert_eq!(probabilities[..22].iter().sum::<i64>(), 171, "{ledger}");
        }
    }
}
