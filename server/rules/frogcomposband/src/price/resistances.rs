//! Prices of resistances, immunities and vulnerabilities (`_resistances_q`).

use super::{
    super::flags::{Flag, FlagBits, named as f},
    running::{Scores, cut},
};

const LOW: [(Flag, i32); 5] =
    [(f::RES_ACID, 3000), (f::RES_ELEC, 3000), (f::RES_FIRE, 3500), (f::RES_COLD, 3000), (f::RES_POIS, 2500)];
/// Without the one to light, which is counted apart.
const HIGH: [(Flag, i32); 9] = [
    (f::RES_DARK, 4000),
    (f::RES_CONF, 4500),
    (f::RES_NETHER, 5500),
    (f::RES_NEXUS, 3500),
    (f::RES_CHAOS, 6000),
    (f::RES_SOUND, 4000),
    (f::RES_SHARDS, 7000),
    (f::RES_DISEN, 5500),
    (f::RES_TIME, 9001),
];
const IMMUNITIES: [(Flag, i32); 4] =
    [(f::IM_ACID, 12_000), (f::IM_ELEC, 14_000), (f::IM_FIRE, 15_000), (f::IM_COLD, 14_000)];
const VULNERABILITIES: [(Flag, i32); 15] = [
    (f::VULN_ACID, 5000),
    (f::VULN_ELEC, 5000),
    (f::VULN_FIRE, 5000),
    (f::VULN_COLD, 5000),
    (f::VULN_POIS, 5000),
    (f::VULN_LITE, 5000),
    (f::VULN_DARK, 5000),
    (f::VULN_BLIND, 2000),
    (f::VULN_CONF, 5000),
    (f::VULN_NETHER, 5000),
    (f::VULN_NEXUS, 5000),
    (f::VULN_CHAOS, 5000),
    (f::VULN_SOUND, 5000),
    (f::VULN_SHARDS, 5000),
    (f::VULN_DISEN, 5000),
];

/// What so many beyond the second cost for being many.
fn for_many(count: i32) -> i64 {
    let beyond = i64::from((count - 2).max(0));
    (300 + 300 * beyond) * beyond
}

/// What resistances cost, those together that are many.
pub(super) fn resistances(flags: &FlagBits) -> Option<i64> {
    let mut scores = Scores::new(flags);
    let mut cost = scores.add_all(0.0, &LOW)?;
    let mut low = scores.count;
    // Light counts among low ones for how many there are, so that it makes the second and the fifth of them one more.
    scores = Scores::new(flags);
    cost += scores.score(f::RES_LITE, 2500)?;
    let light = scores.count;
    let mut many = match low + light {
        5.. => 2,
        2.. => 1,
        _ => 0,
    } - light;
    cost = scores.add_all(cost, &HIGH)?;
    let mut high = scores.count;
    scores = Scores::new(flags);
    cost += scores.score(f::RES_BLIND, 1000)?;
    high -= scores.count;
    cost += scores.score(f::RES_FEAR, 2500)?;
    high += scores.count;
    many += high;
    scores = Scores::new(flags);
    cost = scores.add_all(cost, &IMMUNITIES)?;
    many += scores.count;
    low += scores.count * 2;
    scores = Scores::new(flags);
    for (flag, score) in VULNERABILITIES {
        cost -= scores.score(flag, score)?;
    }
    many -= (scores.count + 1) / 2;
    high -= scores.count;
    let honorary = i32::from(flags.has(f::SPEED)) + i32::from(flags.has(f::TELEPATHY));
    many += i32::from(flags.has(f::REFLECT)) + honorary;
    // The program adds these to its double as whole numbers, one after the other.
    cost += for_many(many) as f64;
    cost += for_many(high.min(low) + honorary) as f64;
    cut(cost)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cost(names: &[&str]) -> i64 {
        resistances(&FlagBits::of_names(names)).expect("a cost")
    }

    #[test]
    fn by_hand() {
        assert_eq!(cost(&[]), 0);
        // 3000, 3000 × 1.12, 3500 × 1.28, 3000 × (1 + 0.3 + 0.18) = 4440.
        assert_eq!(cost(&["RES_ACID", "RES_ELEC", "RES_FIRE", "RES_COLD"]), 3000 + 3360 + 4480 + 4440);
        assert_eq!(cost(&["VULN_ACID", "VULN_FIRE"]), -10_600);
        // Two of the elements count as one of three; three are one too many: 600.
        let three = ["RES_ACID", "RES_ELEC", "RES_DARK", "RES_CONF"];
        assert_eq!(cost(&three), 3000 + 3360 + 4000 + 5040 + 600);
        // Blindness alone counts as none, with fear as one.
        assert_eq!(cost(&["RES_BLIND", "RES_FEAR"]), 1000 + 2800);
        // A balance of three and three: 600, and five in all (1 + 3 + … ): 3 low ones count as one.
        let balanced = ["RES_ACID", "RES_ELEC", "RES_COLD", "RES_DARK", "RES_CONF", "RES_SOUND"];
        let each = 3000 + 3360 + 3840 + 4000 + 5040 + 5120;
        assert_eq!(cost(&balanced), each + (300 + 600) * 2 + 600);
        assert_eq!(cost(&["SPEED", "TELEPATHY", "REFLECT"]), 600);
    }
}
