//! What treasures are worth, in steps of gold.

use super::super::treasure::IRON;

/// Where steps begin, in gold: 1, 2 and 5 of each power of ten.
const FROM: [i64; 19] = [
    1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000, 200_000, 500_000,
    1_000_000,
];

/// How many steps there are: nothing or a debt, less than 1 gold, and from each of [`FROM`] to below the next.
pub(super) const STEPS: usize = FROM.len() + 2;

/// The step of what is worth so much iron.
pub(super) fn step(iron: i64) -> usize {
    if iron <= 0 { 0 } else { 1 + FROM.iter().take_while(|from| iron >= **from * IRON).count() }
}

/// What a step is called.
pub(super) fn name(step: usize) -> String {
    match (step, FROM.get(step.saturating_sub(1))) {
        (0, _) => "0 or less".to_owned(),
        (1, _) => "below 1".to_owned(),
        (_, Some(end)) => format!("{} to below {end}", FROM[step - 2]),
        (_, None) => format!("{} and more", FROM[FROM.len() - 1]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A step begins with its first number: 240 pieces of iron are 1 gold.
    #[test]
    fn steps_by_hand() {
        for (iron, expected) in [
            (-24_000, "0 or less"),
            (0, "0 or less"),
            (1, "below 1"),
            (239, "below 1"),
            (240, "1 to below 2"),
            (479, "1 to below 2"),
            (480, "2 to below 5"),
            (119_999, "200 to below 500"),
            (120_000, "500 to below 1000"),
            (239_999_999, "500000 to below 1000000"),
            (240_000_000, "1000000 and more"),
            (i64::MAX, "1000000 and more"),
        ] {
            assert_eq!(name(step(iron)), expected, "{iron}");
        }
        assert_eq!((step(i64::MAX), STEPS), (20, 21));
    }
}
