//! Ignore patterns: `rule` or `rule:name`.

use std::{fmt, str::FromStr};

use super::{Finding, Gap};
use affixboard_model::{catalog::KindId, game::Loaded};

/// A pattern that hides findings of a rule: all of them, or those about one name.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Ignore {
    /// The rule.
    pub gap: Gap,
    /// The name of an item type, kind, affix, theme or artifact, ignoring case; `None` matches any.
    pub name: Option<String>,
}

/// A text that isn't `rule` or `rule:name`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IgnorePatternError(String);

impl fmt::Display for IgnorePatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rules: Vec<_> = Gap::ALL.iter().map(|gap| gap.name()).collect();
        write!(f, "found `{}`; expected `rule` or `rule:name`, the rule one of {}", self.0, rules.join(", "))
    }
}

impl std::error::Error for IgnorePatternError {}

impl FromStr for Ignore {
    type Err = IgnorePatternError;

    fn from_str(text: &str) -> Result<Ignore, IgnorePatternError> {
        let bad = || IgnorePatternError(text.trim().chars().take(80).collect());
        let (rule, name) = match text.split_once(':') {
            Some((rule, name)) => (rule.trim(), Some(name.trim())),
            None => (text.trim(), None),
        };
        if name == Some("") {
            return Err(bad());
        }
        Ok(Ignore { gap: Gap::find(rule).ok_or_else(bad)?, name: name.map(str::to_owned) })
    }
}

impl fmt::Display for Ignore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.gap.name())?;
        self.name.as_ref().map_or(Ok(()), |name| write!(f, ":{name}"))
    }
}

impl Ignore {
    /// Whether the pattern matches a name.
    fn has(&self, name: &str) -> bool {
        let is_same = |own: &String| own.to_lowercase() == name.to_lowercase();
        self.name.as_ref().is_none_or(is_same)
    }
}

/// Splits a finding into (shown, ignored): patterns may ignore some of its kinds.
pub(super) fn split(mut finding: Finding, loaded: &Loaded, ignore: &[Ignore]) -> (Option<Finding>, Option<Finding>) {
    let catalog = &*loaded.catalog;
    let item_type = finding.tval.and_then(|tval| catalog.item_type(tval));
    let ignore: Vec<&Ignore> = ignore.iter().filter(|ignore| ignore.gap == finding.gap).collect();
    let has = |name: &str| ignore.iter().any(|ignore| ignore.has(name));
    if has(finding.about.name(catalog, loaded.model.entries()))
        || item_type.is_some_and(|item_type| has(&item_type.name))
    {
        return (None, Some(finding));
    }
    let (ignored, kept): (Vec<KindId>, Vec<KindId>) =
        finding.kinds.iter().partition(|id| has(&catalog.kind(**id).name));
    if ignored.is_empty() {
        return (Some(finding), None);
    }
    let left_out = Finding { kinds: ignored, ..finding.clone() };
    finding.kinds = kept;
    ((!finding.kinds.is_empty()).then_some(finding), Some(left_out))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_are_read_and_written() {
        for (text, gap, name) in [
            ("no-affix", Gap::NoAffix, None),
            (" weak-theme : of *Slay Evil* ", Gap::WeakTheme, Some("of *Slay Evil*")),
            ("duplicate-name:of: Colons", Gap::DuplicateName, Some("of: Colons")),
        ] {
            let ignore: Ignore = text.parse().expect("a pattern");
            assert_eq!((ignore.gap, ignore.name.as_deref()), (gap, name));
            assert_eq!(ignore.to_string().parse(), Ok(ignore));
        }
        for text in ["", "no-afix", "no-affix:", "No-Affix"] {
            let message = text.parse::<Ignore>().expect_err("refused").to_string();
            assert!(message.starts_with(&format!("found `{text}`; expected `rule` or `rule:name`")), "{message}");
        }
    }
}
