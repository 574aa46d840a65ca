//! Least squares on groups: what belonging to each of several groups adds to a number, other things equal.

/// A member of some groups, in rising order without repetition, and its number.
pub type GroupedNumber = (Vec<u32>, f64);

/// What a group adds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GroupEffect {
    /// By how much the number is greater for members, other groups equal.
    pub value: f64,
    /// Its standard error.
    pub error: f64,
}

/// A pivot below this share of its group's size says that the group follows from those before it.
const DEPENDENT: f64 = 1e-9;

/// The effects of groups `0..groups`, such that the sum of squared differences between each number and the sum of the effects of its
/// groups is least; `None` of groups that are empty or follow from earlier ones, as where all members are members of another.
///
/// Errors allow for numbers that scatter more in one group than in another (White's estimator, HC0: White, *Econometrica* 48, 1980).
pub fn group_effects(numbers: &[GroupedNumber], groups: usize) -> Vec<Option<GroupEffect>> {
    let mut normal = vec![0.0; groups * groups];
    let mut right = vec![0.0; groups];
    for (of, number) in numbers {
        for one in of {
            right[*one as usize] += number;
            for other in of {
                normal[*one as usize * groups + *other as usize] += 1.0;
            }
        }
    }
    let factor = Factor::of(&normal, groups);
    let effects = factor.solve(&right);
    // The same with each row's product and its squared residual.
    let mut scatter = vec![0.0; groups * groups];
    for (of, number) in numbers {
        let residual = number - of.iter().map(|group| effects[*group as usize]).sum::<f64>();
        for one in of {
            for other in of {
                scatter[*one as usize * groups + *other as usize] += residual * residual;
            }
        }
    }
    let mut unit = vec![0.0; groups];
    let effect = |group: usize| {
        if !factor.is_kept[group] {
            return None;
        }
        unit[group] = 1.0;
        let row = factor.solve(&unit);
        unit[group] = 0.0;
        let used: Vec<usize> = (0..groups).filter(|at| row[*at] != 0.0).collect();
        let square: f64 = used
            .iter()
            .map(|one| row[*one] * used.iter().map(|other| scatter[one * groups + other] * row[*other]).sum::<f64>())
            .sum();
        Some(GroupEffect { value: effects[group], error: square.max(0.0).sqrt() })
    };
    (0..groups).map(effect).collect()
}

/// The Cholesky factor of a matrix, without the rows that follow from earlier ones.
struct Factor {
    size: usize,
    /// Row by row, the lower half.
    lower: Vec<f64>,
    is_kept: Vec<bool>,
}

impl Factor {
    fn of(matrix: &[f64], size: usize) -> Factor {
        let mut lower = vec![0.0; size * size];
        let mut is_kept = vec![false; size];
        for row in 0..size {
            for column in 0..=row {
                let known: f64 = (0..column).map(|at| lower[row * size + at] * lower[column * size + at]).sum();
                let rest = matrix[row * size + column] - known;
                if column < row {
                    let pivot = lower[column * size + column];
                    lower[row * size + column] = if is_kept[column] { rest / pivot } else { 0.0 };
                } else if rest > DEPENDENT * matrix[row * size + row].max(1.0) {
                    lower[row * size + row] = rest.sqrt();
                    is_kept[row] = true;
                } else {
                    lower[row * size..=row * size + row].fill(0.0);
                }
            }
        }
        Factor { size, lower, is_kept }
    }

    /// The solution; 0 for what isn't kept.
    fn solve(&self, right: &[f64]) -> Vec<f64> {
        let size = self.size;
        let mut found = vec![0.0; size];
        for row in (0..size).filter(|row| self.is_kept[*row]) {
            let known: f64 = (0..row).map(|at| self.lower[row * size + at] * found[at]).sum();
            found[row] = (right[row] - known) / self.lower[row * size + row];
        }
        for row in (0..size).rev().filter(|row| self.is_kept[*row]) {
            let known: f64 = (row + 1..size).map(|at| self.lower[at * size + row] * found[at]).sum();
            found[row] = (found[row] - known) / self.lower[row * size + row];
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use std::f64::consts::SQRT_2;

    use super::*;

    /// To a millionth.
    fn rounded(effects: &[Option<GroupEffect>]) -> Vec<Option<(f64, f64)>> {
        let round = |value: f64| (value * 1e6).round() / 1e6;
        effects.iter().map(|effect| effect.map(|effect| (round(effect.value), round(effect.error)))).collect()
    }

    /// By hand: groups 0 and 1 are kinds with means 10 and 20, group 2 adds 5 and group 3 adds 7 to whichever kind; nothing is left.
    #[test]
    fn additive_numbers_are_told_apart() {
        let numbers = [(vec![0], 10.0), (vec![1], 20.0), (vec![0, 2], 15.0), (vec![1, 2, 3], 32.0), (vec![0, 3], 17.0)];
        let expected = [10.0, 20.0, 5.0, 7.0].map(|value| Some((value, 0.0)));
        assert_eq!(rounded(&group_effects(&numbers, 4)), expected);
    }

    /// By hand: one kind with plain items 8 and 12 (mean 10, squared residuals 4 and 4) and items of group 1 with 13 and 17 (mean 15,
    /// the same residuals). The error of a mean is √(8 / 2²) = √2, that of the difference √(2 + 2) = 2.
    #[test]
    fn errors_are_those_of_differences_of_means() {
        let numbers = [(vec![0], 8.0), (vec![0], 12.0), (vec![0, 1], 13.0), (vec![0, 1], 17.0)];
        let effects = group_effects(&numbers, 3);
        assert_eq!(
            rounded(&effects),
            [Some((10.0, (SQRT_2 * 1e6).round() / 1e6)), Some((5.0, 2.0)), None],
            "nobody is in the last"
        );
    }

    /// Group 2 has the same members as group 1.
    #[test]
    fn what_follows_from_others_has_no_effect() {
        let numbers = [(vec![0], 1.0), (vec![0, 1, 2], 3.0), (vec![0, 1, 2], 5.0), (vec![0], 1.0)];
        let effects = rounded(&group_effects(&numbers, 3));
        assert_eq!(effects[1].map(|effect| effect.0), Some(3.0));
        assert_eq!(effects[2], None);
        assert_eq!(group_effects(&[], 1), [None]);
    }
}
