//! Phrases that several parts of an explanation use.

use affixboard_model::{
    catalog::Allocation,
    explain::{LineStatus, WeightShare},
    game::Words,
};

use crate::wording::significant_digits;

/// A probability in per cent.
pub(super) fn per_cent(chance: f64) -> String {
    if chance == 0.0 { "0 %".to_owned() } else { format!("{} %", significant_digits(chance * 100.0, 3)) }
}

/// A probability in per cent, and as `1 in N` where it is rare.
pub(super) fn with_odds(chance: f64) -> String {
    if chance <= 0.0 || chance > 0.2 {
        return per_cent(chance);
    }
    format!("{} (1 in {})", per_cent(chance), whole_or_digits(1.0 / chance))
}

/// Three digits, whole from 100.
pub(super) fn whole_or_digits(number: f64) -> String {
    if number < 99.5 { significant_digits(number, 3) } else { crate::wording::thousands(number.round() as u64) }
}

/// A name within a sentence.
pub(super) fn quoted(name: &str) -> String {
    format!("“{name}”")
}

/// `20 of 80`.
pub(super) fn part(part: WeightShare) -> String {
    format!("{} of {}", part.weight, part.total)
}

/// `31`, or `31 to 99`.
pub(super) fn range((first, last): (u32, u32)) -> String {
    if first == last { first.to_string() } else { format!("{first} to {last}") }
}

/// The names of affix levels: `good to uber`.
pub(super) fn affix_levels(words: &Words, (lowest, highest): (u8, u8)) -> String {
    let name = |level: u8| words.affix_levels.get(usize::from(level)).copied().unwrap_or("?");
    if lowest == highest { name(lowest).to_owned() } else { format!("{} to {}", name(lowest), name(highest)) }
}

/// The levels of a line.
pub(super) fn levels(line: &Allocation) -> String {
    range((line.min, line.max))
}

/// The word for an item's power.
pub(super) fn power(power: i8) -> String {
    match power {
        2 => "excellent".to_owned(),
        1 => "good".to_owned(),
        0 => "average".to_owned(),
        -1 => "bad".to_owned(),
        -2 => "terrible".to_owned(),
        other => format!("power {other}"),
    }
}

/// The word for a drop quality.
pub(super) fn quality(words: &Words, quality: u8) -> &'static str {
    words.qualities.get(usize::from(quality)).copied().unwrap_or_default()
}

/// The phrase for a line's fate.
pub(super) fn fate_text(fate: LineStatus) -> &'static str {
    match fate {
        LineStatus::Counts => "counts",
        LineStatus::Hidden => "hidden by an earlier line",
        LineStatus::TooShallow => "level below its first",
        LineStatus::TooDeep => "past its last level",
        LineStatus::LevelTooHigh => "rated above what is drawn from",
        LineStatus::LevelTooLow => "rated below what is drawn from",
        LineStatus::OtherPool => "not among those drawn from",
        LineStatus::Unasked => "the program has a list of its own",
    }
}
