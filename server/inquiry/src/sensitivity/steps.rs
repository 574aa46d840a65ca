//! Steps of lines: the least change of each number that says how often or where an entry is generated.

use affixboard_model::{game::Loaded, text::EditError};
use affixboard_proposal::{Change, EntryLine, apply, set_fields};

/// What a step changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum StepOf {
    /// The commonness is one higher.
    Commonness,
    /// The rarity is one higher, which makes the entry rarer.
    Rarity,
    /// The first level is one lower.
    FirstLevel,
    /// The last level is one higher.
    LastLevel,
}

impl StepOf {
    /// The step in words.
    pub fn words(self) -> &'static str {
        match self {
            StepOf::Commonness => "commonness + 1",
            StepOf::Rarity => "rarity + 1",
            StepOf::FirstLevel => "first level − 1",
            StepOf::LastLevel => "last level + 1",
        }
    }
}

/// A step of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineStep {
    /// The line.
    pub line: EntryLine,
    /// What changes.
    pub of: StepOf,
    /// The line after the step.
    pub now: String,
}

/// The steps of a line that says how often or where its entry is generated; none of others.
pub fn line_steps(line: &EntryLine) -> Vec<LineStep> {
    if !line.directive.allocates {
        return Vec::new();
    }
    let mut steps = Vec::new();
    let has_rarity = line.directive.fields.iter().any(|field| field.name == "rarity");
    for field in line.fields() {
        let Some(text) = &field.text else { continue };
        let mut add = |of: StepOf, text: Option<String>| {
            let now = text.and_then(|text| {
                set_fields(line.directive, line.notation, &line.text, &[(field.spec.name, text.as_str())]).ok()
            });
            steps.extend(now.map(|now| LineStep { line: line.clone(), of, now }));
        };
        match field.spec.name {
            "commonness" => add(StepOf::Commonness, with_number(text, 0, 1)),
            "rarity" => add(StepOf::Rarity, with_number(text, 0, 1)),
            "level" if has_rarity => add(StepOf::FirstLevel, with_number(text, 0, -1)),
            "depths" => {
                add(StepOf::FirstLevel, with_number(text, 0, -1));
                add(StepOf::LastLevel, with_number(text, 1, 1));
            }
            _ => {}
        }
    }
    steps
}

/// The text with the whole number at a place among its numbers made larger; `None` where there is none or it would be below 0.
pub fn with_number(text: &str, place: usize, by: i64) -> Option<String> {
    let mut numbers = Vec::new();
    let mut at = 0;
    for part in text.split_inclusive(|character: char| !character.is_ascii_digit()) {
        let digits = part.trim_end_matches(|character: char| !character.is_ascii_digit());
        if !digits.is_empty() {
            numbers.push(at..at + digits.len());
        }
        at += part.len();
    }
    let range = numbers.get(place)?.clone();
    let number = text[range.clone()].parse::<i64>().ok()?.checked_add(by).filter(|number| *number >= 0)?;
    Some(format!("{}{number}{}", &text[..range.start], &text[range.end..]))
}

/// The files with a step.
///
/// # Errors
/// If the file can't be edited.
pub fn stepped(loaded: &Loaded, step: &LineStep) -> Result<Loaded, EditError> {
    let applied = apply(loaded, &[Change::replace(&step.line, step.now.clone())])?;
    Ok(loaded.game.load_switched(applied.sources, loaded.switches.clone()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_a_text() {
        for (text, place, by, expected) in [
            ("20", 0, 1, Some("21")),
            (" 9 ", 0, 1, Some(" 10 ")),
            ("1 to 100", 0, -1, Some("0 to 100")),
            ("1 to 100", 1, 1, Some("1 to 101")),
            ("0 to 100", 0, -1, None),
            ("5", 1, 1, None),
            ("", 0, 1, None),
            ("x", 0, 1, None),
        ] {
            assert_eq!(with_number(text, place, by).as_deref(), expected, "{text}");
        }
    }
}
