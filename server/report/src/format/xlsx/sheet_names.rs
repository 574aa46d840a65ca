//! Names of worksheets, as Excel allows them.

use std::collections::BTreeSet;

/// Largest number of characters, counted as Excel does.
const LONGEST: usize = 31;

/// The worksheet names of a workbook so far.
pub(super) struct SheetNames {
    /// In lower case: Excel doesn't distinguish `Ring` from `ring`.
    taken: BTreeSet<String>,
}

impl SheetNames {
    /// No names but the one that Excel reserves.
    pub(super) fn new() -> SheetNames {
        SheetNames { taken: BTreeSet::from(["history".to_owned()]) }
    }

    /// A name like this one that Excel allows and that isn't used yet: without `[ ] : * ? / \`, control characters and
    /// apostrophes at its ends, short enough, with a number behind it if needed.
    pub(super) fn unique(&mut self, like: &str) -> String {
        let clean = |c: char| if "[]:*?/\\".contains(c) || c.is_control() { ' ' } else { c };
        let like: String = like.chars().map(clean).collect();
        let like = like.split_whitespace().collect::<Vec<_>>().join(" ");
        let like = trimmed(&like);
        let like = if like.is_empty() { "Sheet" } else { like };
        let mut name = trimmed(shortened(like, LONGEST)).to_owned();
        let mut number = 1;
        while !self.taken.insert(name.to_lowercase()) {
            number += 1;
            let behind = format!(" ({number})");
            name = format!("{}{behind}", shortened(like, LONGEST - behind.len()).trim_end());
        }
        name
    }
}

fn trimmed(text: &str) -> &str {
    text.trim_matches(|c: char| c == '\'' || c == ' ')
}

/// The longest prefix of at most `most` units of UTF-16.
fn shortened(text: &str, most: usize) -> &str {
    let mut length = 0;
    let end = text.char_indices().find(|(_, c)| {
        length += c.len_utf16();
        length > most
    });
    end.map_or(text, |(at, _)| &text[..at])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_allowed_and_unique() {
        let mut names = SheetNames::new();
        for (like, name) in [
            ("Sword", "Sword"),
            ("sword", "sword (2)"),
            ("SWORD", "SWORD (3)"),
            ("a/b\\c[d]:e*?", "a b c d e"),
            ("'Ringil'", "Ringil"),
            ("", "Sheet"),
            ("???", "Sheet (2)"),
            ("History", "History (2)"),
            ("abcdefghijklmnopqrstuvwxyz 0123456789", "abcdefghijklmnopqrstuvwxyz 0123"),
            ("abcdefghijklmnopqrstuvwxyz 0123999", "abcdefghijklmnopqrstuvwxyz (2)"),
            ("😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀", "😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀"),
            ("zyxwvutsrqponmlkjihgfedcba 012'45", "zyxwvutsrqponmlkjihgfedcba 012"),
        ] {
            assert_eq!(names.unique(like), name);
        }
    }
}
