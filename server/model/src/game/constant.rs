//! Numbers of a game's rules that a team's own program may have otherwise.

/// Such a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RuleConstant {
    /// Its name in declarations, such as `special-artifact-one-in`.
    pub name: &'static str,
    /// Its meaning in a phrase, with its unit.
    pub meaning: &'static str,
    /// The least value.
    pub least: u32,
    /// The greatest value.
    pub most: u32,
    /// The value.
    pub value: u32,
}

impl RuleConstant {
    /// The value that is declared for one of these.
    ///
    /// # Errors
    /// Fails where none has this name, or the value is out of its range: with what was expected.
    pub fn declared(constants: &[RuleConstant], name: &str, value: i64) -> Result<u32, String> {
        let Some(constant) = constants.iter().find(|constant| constant.name == name) else {
            let mut names: Vec<&str> = constants.iter().map(|constant| constant.name).collect();
            // The nearest first.
            names.sort_by(|a, b| likeness(b, name).total_cmp(&likeness(a, name)));
            return Err(match names[..] {
                [] => "expected none: no number of this game's rules can be declared".to_owned(),
                [nearest, ..] => format!("expected {nearest}, or another of {}", names[1..].join(", ")),
            });
        };
        let RuleConstant { least, most, .. } = constant;
        let value = u32::try_from(value).ok().filter(|value| (least..=most).contains(&value));
        value.ok_or_else(|| format!("expected {least} to {most}"))
    }

    /// Refuses every number, for rules that have none that can be declared.
    ///
    /// # Errors
    /// Fails always: with what was expected.
    pub fn none(name: &str, value: i64) -> Result<(), String> {
        RuleConstant::declared(&[], name, value).map(|_| ())
    }
}

/// How alike two names are: 0 to 1.
fn likeness(one: &str, other: &str) -> f32 {
    let [one, other] = [one, other].map(str::as_bytes);
    let same = similar::capture_diff_slices(similar::Algorithm::Myers, one, other);
    similar::diff_ratio(&same, one.len(), other.len())
}
