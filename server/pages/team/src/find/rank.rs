//! How well a name fits what is looked for.

use crate::entry_names::{Target, folded};

/// The most characters that can be looked for.
pub(super) const LONGEST: usize = 100;

/// How well a target fits, the best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fit {
    /// The name, or what it is (`affix 100`), as it stands.
    Exact,
    /// The name begins so.
    Prefix,
    /// A word of the name begins so.
    WordPrefix,
    /// It is in the name.
    Within,
    /// Each word is in the name, or says what it is.
    Words,
}

/// What is looked for.
#[derive(Debug, Clone)]
pub(super) struct NameQuery(pub(super) String);

impl NameQuery {
    pub(super) fn new(text: &str) -> NameQuery {
        NameQuery(folded(text.trim()))
    }

    /// How well a target fits; `None` where it doesn't.
    pub(super) fn fit(&self, target: &Target) -> Option<Fit> {
        let wanted = self.0.as_str();
        let [name, about] = target.folded();
        // `of Resist Acid` and `'Ringil'` are known by their last words.
        let trimmed = |name: &'_ str| name.trim_matches(|letter: char| !letter.is_alphanumeric()).to_owned();
        let bare =
            trimmed(["of the ", "of ", "the "].iter().find_map(|first| name.strip_prefix(first)).unwrap_or(name));
        let plain = trimmed(wanted);
        let is_bare = |fits: fn(&str, &str) -> bool| !plain.is_empty() && fits(&bare, &plain);
        let begins_word = || {
            let at_word = |(at, _): (usize, &str)| !name[..at].ends_with(char::is_alphanumeric);
            name.match_indices(wanted).any(at_word)
        };
        let what = about.split(" · ").next();
        if name == wanted || what == Some(wanted) || is_bare(|name, wanted| name == wanted) {
            Some(Fit::Exact)
        } else if name.starts_with(wanted) || is_bare(|name, wanted| name.starts_with(wanted)) {
            Some(Fit::Prefix)
        } else if name.contains(wanted) {
            Some(if begins_word() { Fit::WordPrefix } else { Fit::Within })
        } else {
            let mut words = wanted.split_whitespace();
            words.all(|word| name.contains(word) || about.contains(word)).then_some(Fit::Words)
        }
    }

    /// The best of these targets, at most so many, and how many fit. Of those that fit alike, short names come first.
    pub(super) fn best<'a>(&self, targets: impl Iterator<Item = &'a Target>, most: usize) -> (Vec<&'a Target>, usize) {
        let mut found: Vec<_> = targets.filter_map(|target| Some((self.fit(target)?, target))).collect();
        found.sort_by_key(|(fit, target)| (*fit, target.name.chars().count()));
        let total = found.len();
        (found.into_iter().take(most).map(|(_, target)| target).collect(), total)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_by_how_well_they_fit() {
        let target = |name: &str| Target::new(name, "affix 107 · sword", String::new());
        for (wanted, name, expected) in [
            ("sharp", "Sharp", Some(Fit::Exact)),
            ("affix 107", "Sharp", Some(Fit::Exact)),
            ("resist acid", "of Resist Acid", Some(Fit::Exact)),
            ("ringil", "'Ringil'", Some(Fit::Exact)),
            ("anduril", "'Andúril'", Some(Fit::Exact)),
            ("ANDÚRIL", "Anduril", Some(Fit::Exact)),
            ("*slay evil*", "of *Slay Evil*", Some(Fit::Exact)),
            ("sh", "Sharp", Some(Fit::Prefix)),
            ("resist", "of Resist Acid", Some(Fit::Prefix)),
            ("acid", "of Resist Acid", Some(Fit::WordPrefix)),
            ("harp", "Sharp", Some(Fit::Within)),
            ("acid resist", "of Resist Acid", Some(Fit::Words)),
            ("sharp sword", "Sharp", Some(Fit::Words)),
            ("**", "of *Slay Evil*", None),
            ("dull", "Sharp", None),
        ] {
            assert_eq!(NameQuery::new(wanted).fit(&target(name)), expected, "{wanted} in {name}");
        }
    }

    #[test]
    fn the_best_come_first_and_all_are_counted() {
        let names = ["Bow of Might", "Long Bow", "Bow", "Elbow", "Bows and Arrows", "Sword"];
        let targets = names.map(|name| Target::new(name, "", String::new()));
        let (found, total) = NameQuery::new("bow").best(targets.iter(), 4);
        let found: Vec<_> = found.iter().map(|target| target.name.as_str()).collect();
        assert_eq!((found, total), (vec!["Bow", "Bow of Might", "Bows and Arrows", "Long Bow"], 5));
    }
}
