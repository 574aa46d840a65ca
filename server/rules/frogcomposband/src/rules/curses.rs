//! Which items are cursed (`object_prep`, `apply_magic`, `obj_create_weapon`, `obj_create_armor`, `ego_finalize`).
//!
//! Flags of the kind, the ego or the artifact curse an item for sure, and so does power -2 an ego; power -1 does where it leaves
//! the item's bonuses below 0 in all. What curses random artifacts is not followed: the program makes them anew until their
//! price fits the level, and a curse lowers the price. Nor are rings: those of Protection count their power down as they get
//! resistances and sustains, and are cursed if it ends at -2, whatever it was.

use std::sync::Arc;

use super::{
    super::{
        items::{DEATH_SCYTHE, POISON_NEEDLE, RUNESWORD, roles_of},
        model::FrogModel,
        roles::EgoRole,
        stats::FrogKind,
        tables::tval,
    },
    outcome::{Magic, Outcome},
};
use affixboard_model::{
    catalog::KindId,
    engine::{m_bonus, single_flight::SingleFlight},
};

const ALWAYS: (u64, u64) = (1, 1);
const NEVER: (u64, u64) = (0, 1);

/// Some figurines are cursed.
const FIGURINES: (u64, u64) = (1, 6);
/// The weapons of Death that slay all that lives: of those that slay humans neither one way (1 in 6) nor the other (1 in 36), one in
/// 13, and of the others one in 78. That is 5/6 × 35/36 × (1/13 + 12/13 × 1/78).
const OF_DEATH: (u64, u64) = (15_750, 219_024);
/// The number of the ego of Death on weapons.
const DEATH: u32 = 12;
/// The number of the amulet that is cursed by the program.
const HELL: u32 = 222;
/// Artifacts that the program curses in the hands of a human warrior: Twilight, Muramasa, Stormbringer, Gothmog, the Destroyer.
const FOR_WARRIORS: [u32; 5] = [78, 144, 190, 212, 320];

/// What power -1 takes off bonuses: a roll of 5 and a bonus of 5 at most.
const ROLL: u32 = 5;

/// What curses items.
#[derive(Debug)]
pub(super) struct Curses {
    kinds: Arc<[FrogKind]>,
    /// By ego: its number in the program, and whether its flags curse.
    egos: Vec<(u32, bool)>,
    artifacts: Vec<bool>,
    /// By level: how often what is taken off a bonus, and off two, is 0, 1, 2, …
    penalties: SingleFlight<u32, [Vec<u64>; 2]>,
}

impl Curses {
    pub(super) fn new(model: &FrogModel) -> Curses {
        let artifacts = model.artifacts.iter();
        Curses {
            kinds: Arc::clone(&model.kinds),
            egos: model.egos.iter().map(|ego| (ego.known, ego.is_cursed)).collect(),
            artifacts: artifacts.map(|made| made.is_cursed || FOR_WARRIORS.contains(&made.index)).collect(),
            penalties: SingleFlight::unbounded(),
        }
    }

    /// The odds that an item which is no random artifact is cursed.
    pub(super) fn odds(&self, kind: KindId, outcome: Outcome, magic: Magic) -> (u64, u64) {
        let stats = &self.kinds[kind.at()];
        let flagged = |is_cursed: bool| if is_cursed { ALWAYS } else { NEVER };
        if stats.is_cursed {
            return ALWAYS;
        }
        match outcome {
            Outcome::Plain => self.of_plain(stats, magic),
            Outcome::Artifact(artifact) => flagged(self.artifacts[artifact.at()]),
            Outcome::RandomArtifact => NEVER,
            Outcome::Ego(ego) => {
                let (known, is_cursed) = self.egos[ego.at()];
                match roles_of(stats).first() {
                    None | Some(EgoRole::Quiver | EgoRole::Device) => NEVER,
                    _ if magic.power < 0 || is_cursed => ALWAYS,
                    Some(EgoRole::Weapon) if known == DEATH => OF_DEATH,
                    Some(EgoRole::Amulet) => flagged(known == HELL),
                    _ => NEVER,
                }
            }
        }
    }

    fn of_plain(&self, kind: &FrogKind, magic: Magic) -> (u64, u64) {
        match kind.place() {
            (tval::FIGURINE, _) => return FIGURINES,
            (tval::SWORD, RUNESWORD) => return ALWAYS,
            (tval::SWORD, POISON_NEEDLE) | (tval::POLEARM, DEATH_SCYTHE) => return NEVER,
            _ if magic.power != -1 => return NEVER,
            _ => {}
        }
        let [to_hit, to_dam, to_ac] = kind.bonuses;
        let (rolls, bonus) = match kind.tval {
            tval::BOW if roles_of(kind).contains(&EgoRole::Harp) => return NEVER,
            16..=23 => (1, to_hit + to_dam),
            30..=38 => (0, to_ac),
            _ => return NEVER,
        };
        let penalties = self.penalties.get(magic.level, || penalties(magic.level));
        let all = penalties[rolls].iter().sum();
        let worse = (0..).zip(&penalties[rolls]).filter(|(penalty, _)| *penalty > bonus);
        (worse.map(|penalty| penalty.1).sum(), all)
    }
}

/// How often power -1 takes so much off one bonus, and off two, at a level. The numbers sum to 5 × 2^25 and its square.
fn penalties(level: u32) -> [Vec<u64>; 2] {
    let bonus = m_bonus::distribution(ROLL, level);
    let one = sums(&[vec![0], vec![1; ROLL as usize]].concat(), &bonus);
    let two = sums(&one, &one);
    [one, two]
}

/// Of two numbers: how often their sum is 0, 1, 2, …
fn sums(one: &[u64], other: &[u64]) -> Vec<u64> {
    let mut sums = vec![0; one.len() + other.len() - 1];
    for (first, weight) in one.iter().enumerate() {
        for (second, other) in other.iter().enumerate() {
            sums[first + second] += weight * other;
        }
    }
    sums
}

/// Whether curses of items of a kind are followed, and there can be some on others than random artifacts.
pub(super) fn can_be_cursed(kind: &FrogKind) -> bool {
    match kind.tval {
        tval::RING => false,
        tval::FIGURINE | 16..=tval::SWORD | tval::BOOTS..=tval::AMULET => true,
        _ => kind.is_cursed,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use affixboard_model::catalog::{AffixId, ArtifactId};

    /// Sums of two rolls of 5 are above 5 in 15 of 25 cases.
    #[test]
    fn sums_by_hand() {
        let five = [0, 1, 1, 1, 1, 1];
        assert_eq!(sums(&five, &[1]), five);
        let two = sums(&five, &five);
        assert_eq!(two, [0, 0, 1, 2, 3, 4, 5, 4, 3, 2, 1]);
        assert_eq!(two[6..].iter().sum::<u64>(), 15);
        let [one, two] = penalties(30);
        assert_eq!([one.iter().sum::<u64>(), two.iter().sum()], [5 << 25, 25 << 50]);
        // A penalty of 1 takes a roll of 1 and no bonus.
        assert_eq!([one[0], one[1]], [0, m_bonus::distribution(5, 30)[0]]);
    }

    /// Curses that are certain, and those of the program's own.
    #[test]
    fn odds_by_hand() {
        let kind = |tval, sval| FrogKind { tval, sval, ..FrogKind::default() };
        let flagged = FrogKind { is_cursed: true, ..kind(75, 1) };
        let kinds = [kind(23, 4), kind(23, RUNESWORD), kind(23, POISON_NEEDLE), kind(40, 0), kind(46, 0), flagged];
        let curses = Curses {
            kinds: Arc::new(kinds),
            egos: vec![(DEATH, false), (HELL, false), (1, true)],
            artifacts: vec![false, true],
            penalties: SingleFlight::unbounded(),
        };
        let odds = |kind, outcome, power| curses.odds(KindId(kind), outcome, Magic { power, level: 30 });
        let ego = |ego| Outcome::Ego(AffixId(ego));
        // An ego of Death: 5/6 × 35/36 × (1/13 + 12/13 × 1/78) = 0.07191.
        let (times, of) = odds(0, ego(0), 2);
        assert!((times as f64 / of as f64 - 0.071_910).abs() < 1e-6);
        let artifact = |artifact| Outcome::Artifact(ArtifactId(artifact));
        for (kind, outcome, power, expected) in [
            (0, ego(0), -2, ALWAYS),
            (0, ego(1), 2, NEVER),
            (0, ego(2), 2, ALWAYS),
            (0, Outcome::Plain, 0, NEVER),
            (0, Outcome::Plain, -2, NEVER),
            (0, artifact(0), 0, NEVER),
            (0, artifact(1), 0, ALWAYS),
            (1, Outcome::Plain, 0, ALWAYS),
            (2, Outcome::Plain, -1, NEVER),
            (3, ego(1), 1, ALWAYS),
            (3, ego(0), -1, ALWAYS),
            (3, ego(0), 2, NEVER),
            (4, ego(2), 2, NEVER),
            (5, Outcome::Plain, 0, ALWAYS),
        ] {
            assert_eq!(odds(kind, outcome, power), expected, "{kind} {outcome:?} {power}");
        }
    }
}
