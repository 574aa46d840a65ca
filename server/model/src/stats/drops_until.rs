//! How many drops it takes.

/// Drops after which at least one of a share is found with a chance of `within`: the least *n* with 1 − (1 − share)^*n* ≥ within.
/// `None` of a share of 0, and where it is more than 2⁶³.
pub fn drops_until(share: f64, within: f64) -> Option<u64> {
    if share >= 1.0 {
        return Some(1);
    }
    // ln_1p keeps the digits of small shares.
    let drops = ((1.0 - within).ln() / (-share).ln_1p()).ceil();
    (share > 0.0 && drops < 9.2e18).then_some((drops as u64).max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn by_hand() {
        for (share, within, drops) in [
            // 1 − ½ⁿ: 0.984375 after 6, 0.9921875 after 7.
            (0.5, 0.99, Some(7)),
            (0.5, 0.5, Some(1)),
            (1.0, 0.99, Some(1)),
            // ln 100 / 10⁻⁶ = 4,605,170.19; half a share less of ln 1p.
            (1e-6, 0.99, Some(4_605_168)),
            (0.0, 0.99, None),
            (1e-30, 0.99, None),
        ] {
            assert_eq!(drops_until(share, within), drops, "{share}");
        }
    }
}
