//! Prices of slays and brands on what one doesn't hit with (`_brands_q`).

use super::super::flags::{Flag, FlagBits, named as f};

/// The dearest first: each further one counts less.
const BRANDS: [(Flag, i64); 29] = [
    (f::KILL_EVIL, 22_000),
    (f::KILL_LIVING, 15_000),
    (f::KILL_DEMON, 14_000),
    (f::KILL_UNDEAD, 14_000),
    (f::KILL_HUMAN, 14_000),
    (f::KILL_DRAGON, 12_500),
    (f::BRAND_VAMP, 12_500),
    (f::BRAND_DARK, 12_500),
    (f::KILL_GOOD, 10_000),
    (f::SLAY_EVIL, 10_000),
    (f::BRAND_POIS, 8500),
    (f::SLAY_LIVING, 8500),
    (f::SLAY_DEMON, 7500),
    (f::SLAY_UNDEAD, 7500),
    (f::SLAY_HUMAN, 7500),
    (f::BRAND_ACID, 7000),
    (f::BRAND_ELEC, 7000),
    (f::KILL_ANIMAL, 6500),
    (f::SLAY_DRAGON, 6500),
    (f::BRAND_FIRE, 6000),
    (f::BRAND_COLD, 6000),
    (f::KILL_GIANT, 5500),
    (f::SLAY_GOOD, 5000),
    (f::KILL_TROLL, 4000),
    (f::KILL_ORC, 4000),
    (f::SLAY_ANIMAL, 3250),
    (f::SLAY_GIANT, 2750),
    (f::SLAY_TROLL, 2000),
    (f::SLAY_ORC, 2000),
];

/// What slays and brands cost: of the nth 3 / (2 n + 1) of its score.
pub(super) fn brands(flags: &FlagBits) -> i64 {
    let had = BRANDS.into_iter().filter(|(flag, _)| flags.has(*flag));
    (1..).zip(had).map(|(count, (_, score))| score * 3 / (count * 2 + 1)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 10,000, then 7000 × 3 / 5, then 2000 × 3 / 7 cut.
    #[test]
    fn each_further_one_counts_less() {
        assert_eq!(brands(&FlagBits::of_names(&["SLAY_ORC", "BRAND_ACID", "SLAY_EVIL"])), 10_000 + 4200 + 857);
    }
}
