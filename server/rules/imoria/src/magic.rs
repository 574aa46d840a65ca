//! How likely magic, special names and curses are, and how large bonuses come out (treasure.c, `magic_treasure`; misc.c,
//! `magik` and `m_bonus`).

use std::f64::consts::TAU;

use super::levels::Difficulty;
use affixboard_model::{engine::random::Stream, stats::chi_square_sf};

/// What a game's difficulty sets (moria.c).
#[derive(Debug, Clone, Copy)]
struct Settings {
    /// `obj_base_magic`, `obj_base_max`: the chance of magic at level 0 and at most.
    magic: (i64, i64),
    /// `obj_div_special`: of so many magic ones one is special.
    special: i64,
    /// `obj_std_adj`, `obj_std_min`: how wide bonuses spread, by level and at least.
    spread: (f32, f32),
}

const SETTINGS: [Settings; 5] = [
    Settings { magic: (6, 70), special: 20, spread: (0.9, 3.0) },
    Settings { magic: (9, 85), special: 15, spread: (1.05, 5.0) },
    Settings { magic: (12, 100), special: 11, spread: (1.25, 7.0) },
    Settings { magic: (15, 115), special: 8, spread: (1.5, 10.0) },
    Settings { magic: (18, 130), special: 6, spread: (2.0, 15.0) },
];
/// `obj_div_cursed`, the same at all difficulties.
const CURSED: f32 = 1.2;

/// Two pi, as the program writes it.
#[expect(clippy::approx_constant, reason = "the original's number is not exactly two pi")]
const TWO_PI: f64 = 6.283;

/// How many standard deviations a bonus reaches at most: the least that is drawn is 1 of ten million.
pub const FURTHEST: f64 = 5.6777;
/// How far [`at_least`] may be off: it takes the ten million steps that are drawn for all numbers.
pub const STEPS_ERROR: f64 = 2e-7;

/// A chance is so many of 150.
pub const WHOLE: u32 = 150;

/// The chances of an item at a level, in parts of [`WHOLE`]; more than that is certain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MagicChances {
    /// Magic.
    pub magic: u32,
    /// A special name, which is asked for where it is magic.
    pub special: u32,
    /// A curse, which is asked for where it isn't.
    pub cursed: u32,
}

impl MagicChances {
    /// The chances at a level. Of forced ones none is cursed.
    ///
    /// The curse is divided in single precision, so that multiples of 6 often lose one.
    pub fn at(level: i64, difficulty: Difficulty, is_forced: bool) -> MagicChances {
        let settings = settings(difficulty);
        let (base, most) = settings.magic;
        let magic = (base + level * (most - base) / 100).min(most);
        let cursed = if is_forced { 0 } else { (magic as f32 / CURSED) as u32 };
        MagicChances { magic: magic as u32, special: (magic / settings.special) as u32, cursed }
    }
}

/// Whether a chance comes true (`magik`).
pub fn comes_true(chance: u32, random: &mut Stream) -> bool {
    random.below(WHOLE) < chance
}

/// How wide bonuses spread at a level, before they are cut at what an item may have.
pub fn spread(level: i64, difficulty: Difficulty) -> i64 {
    let (by_level, least) = settings(difficulty).spread;
    (by_level * level as f32 + least) as i64
}

fn settings(difficulty: Difficulty) -> Settings {
    SETTINGS[difficulty.number() as usize - 1]
}

/// A bonus (`m_bonus`): at least `base`, more by a normal distribution of that spread, cut at `most`, in tenths.
pub fn bonus(base: i64, most: i64, spread: i64, random: &mut Stream) -> i64 {
    let uniform = |random: &mut Stream| f64::from(random.below(9_999_999) + 1) / 1e7;
    let (first, second) = (uniform(random), uniform(random));
    let normal = (-2.0 * first.ln()).sqrt() * (TWO_PI * second).cos();
    let drawn = (spread.min(most) as f64 * normal) as i64;
    base + drawn.abs() / 10
}

/// The chance that a bonus of this spread, in tenths, is at least so much above its base.
///
/// Two uniform numbers make a normal one, R cos θ. θ goes to 6.283 and so leaves δ = 2π - 6.283 of the circle out, near
/// where the cosine is 1. With t standard deviations wanted, the whole circle has erfc(t / √2), and what is left out
/// δ / 2π of e^(-t² / 2).
pub fn at_least(more: i64, spread: i64) -> f64 {
    if more <= 0 {
        return 1.0;
    }
    if spread <= 0 {
        return 0.0;
    }
    let deviations = (10 * more) as f64 / spread as f64;
    let square = deviations * deviations;
    let left_out = TAU - TWO_PI;
    (TAU * chi_square_sf(square, 1) - left_out * (-square / 2.0).exp()) / TWO_PI
}

#[cfg(test)]
mod tests {
    use super::*;

    /// RULES § 3.2.
    #[test]
    fn chances_by_hand() {
        let at = |level, forced| {
            let chances = MagicChances::at(level, Difficulty::USUAL, forced);
            (chances.magic, chances.special, chances.cursed)
        };
        for (level, expected) in [
            (0, (12, 1, 10)),
            (10, (20, 1, 16)),
            (20, (29, 2, 24)),
            (30, (38, 3, 31)),
            (50, (56, 5, 46)),
            (100, (100, 9, 83)),
        ] {
            assert_eq!(at(level, false), expected, "{level}");
        }
        assert_eq!(at(30, true), (38, 3, 0));
        // 18 / 1.2 is 15, but not in single precision.
        assert_eq!(MagicChances::at(0, Difficulty::ALL[4], false).cursed, 14);
        assert_eq!(spread(100, Difficulty::ALL[1]), 109);
    }
}
