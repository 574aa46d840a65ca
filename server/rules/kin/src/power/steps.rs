//! The steps of the computation as terms of a sum.

use super::{PowerCalculator, SETS};
use affixboard_model::{engine::item::Item, game::Worth};

/// Names of the flag types of [`SETS`], as the original's log has them.
const SET_NAMES: [&str; SETS.len()] = [
    "sustains",
    "slays",
    "brands",
    "kills",
    "immunities",
    "low resistances",
    "high resistances",
    "protections",
    "abilities",
];

/// A step of the calculation, in its order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PowerStep {
    /// To-dam.
    ToDam,
    /// To-dam of what is worn counts for more than that of a weapon.
    ToDamOffWeapon,
    /// The dice of weapons and ammunition.
    Dice,
    /// The damage assumed for slays, blows, shots or might of what is no weapon.
    CombatFlags,
    /// The damage assumed for the ammunition of a launcher.
    Missile,
    /// The damage assumed for the launcher of ammunition with an ego.
    EgoAmmunition,
    /// The factor of ammunition.
    AsAmmunition,
    /// Extra blows: their number.
    Blows(i64),
    /// The damage assumed to come from other items with extra blows.
    BlowsOffWeapon,
    /// Extra shots: their number.
    Shots(i64),
    /// Extra might that is too much: its number.
    Might(i64),
    /// The multiplier of a launcher, extra might included.
    Multiplier(i64),
    /// Slays and brands.
    Slays,
    /// The divisor of launchers.
    AsBow,
    /// To-hit.
    ToHit,
    /// Base armour class.
    Armour,
    /// To-ac.
    ToAc,
    /// What to-ac adds once more above 26.
    HighToAc,
    /// What rings and amulets have more.
    Jewellery,
    /// A flag that counts once.
    Flag(u32),
    /// A flag with its pval.
    Pval(u32, i64),
    /// The weighted sum of all pvals.
    PvalSum(i64),
    /// Several flags of a type: index into `SETS`, their number.
    Several(usize, u32),
    /// All flags of a type: index into `SETS`.
    FullSet(usize),
    /// What it does when it is activated.
    Effect,
}

impl PowerCalculator {
    /// The power of an item, with an ego or not, with its terms.
    pub fn worth(&self, item: &Item, is_ego: bool) -> Worth {
        let mut worth = Worth::default();
        self.of_steps(item, is_ego, |step, sum| worth.raise_to(self.phrase(item, step), sum));
        worth
    }

    /// What a step adds, in the words of the game.
    fn phrase(&self, item: &Item, step: PowerStep) -> String {
        let words = self.bonuses;
        let bonus = |at: usize| {
            let (value, most) = (item.bonus[at], self.spec.inhibited[at]);
            let limit = if value >= most { format!(" ({most} or more)") } else { String::new() };
            format!("{} {value:+}{limit}", words[at])
        };
        let name = |flag: u32| self.flags[flag as usize].name;
        match step {
            PowerStep::ToDam => bonus(1),
            PowerStep::ToDamOffWeapon => format!("{} off the weapon", words[1]),
            PowerStep::Dice => format!("dice {}d{}", item.dice, item.sides),
            PowerStep::CombatFlags => "flags for fighting, off the weapon".to_owned(),
            PowerStep::Missile => "its ammunition".to_owned(),
            PowerStep::EgoAmmunition => format!("{} of its launcher", words[1]),
            PowerStep::AsAmmunition => {
                let factor = match item.tval {
                    16 => "0.4",
                    17 => "0.5",
                    _ => "0.7",
                };
                format!("as ammunition × {factor}")
            }
            PowerStep::Blows(blows) => format!("blows {blows:+}"),
            PowerStep::BlowsOffWeapon => "blows: damage of other items".to_owned(),
            PowerStep::Shots(shots) => format!("shots {shots:+}"),
            PowerStep::Might(might) => format!("might {might:+}"),
            PowerStep::Multiplier(multiplier) => format!("multiplier × {multiplier}"),
            PowerStep::Slays => "slays and brands".to_owned(),
            PowerStep::AsBow => "as launcher ÷ 5".to_owned(),
            PowerStep::ToHit => bonus(0),
            PowerStep::Armour => format!("armour {}", item.ac),
            PowerStep::ToAc => format!("{} {:+}", words[2], item.bonus[2]),
            PowerStep::HighToAc if item.bonus[2] >= self.spec.inhibited[2] => bonus(2),
            PowerStep::HighToAc => format!("high {}", words[2]),
            PowerStep::Jewellery => "ring or amulet".to_owned(),
            PowerStep::Flag(flag) => name(flag).to_owned(),
            PowerStep::Pval(flag, value) => format!("{} {value:+}", name(flag)),
            PowerStep::PvalSum(sum) => format!("pvals together {sum}"),
            PowerStep::Several(at, count) => format!("{count} {}", SET_NAMES[at]),
            PowerStep::FullSet(at) => format!("all {}", SET_NAMES[at]),
            PowerStep::Effect => "effect".to_owned(),
        }
    }
}
