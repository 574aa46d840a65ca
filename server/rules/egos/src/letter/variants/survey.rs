//! Statistics of a file's lines, by which forms are told apart.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::RangeInclusive,
};

/// The lines of a file, by letter.
#[derive(Debug, Default)]
pub(super) struct Survey(BTreeMap<u8, Letter>);

#[derive(Debug, Default)]
struct Letter {
    lines: usize,
    /// Number of lines by number of fields.
    fields: BTreeMap<usize, usize>,
    /// Number of lines that begin with a number.
    numbers: usize,
    /// Number of lines that begin with the letter A or B alone.
    positions: usize,
    /// Number of lines with dice in a field.
    dice: usize,
}

impl Survey {
    /// The statistics of a file's text.
    pub(super) fn new(text: &[u8]) -> Survey {
        let mut survey = Survey::default();
        for (letter, rest) in lines(text) {
            let letter = survey.0.entry(letter).or_default();
            letter.lines += 1;
            let fields: Vec<&[u8]> = rest.split(|byte| *byte == b':').collect();
            *letter.fields.entry(fields.len()).or_default() += 1;
            let first = fields.first().copied().unwrap_or_default();
            letter.numbers += usize::from(is_number(first));
            letter.positions += usize::from(matches!(first, b"A" | b"B"));
            letter.dice += usize::from(fields.iter().any(|field| is_dice(field)));
        }
        survey
    }

    /// Whether there are lines of a letter.
    pub(super) fn has(&self, letter: u8) -> bool {
        self.0.contains_key(&letter)
    }

    /// Whether most lines of a letter have this number of fields.
    pub(super) fn has_fields(&self, letter: u8, fields: RangeInclusive<usize>) -> bool {
        self.mostly(letter, |letter| letter.fields.range(fields.clone()).map(|entry| entry.1).sum())
    }

    /// Whether most lines of a letter begin with a number.
    pub(super) fn has_numbers(&self, letter: u8) -> bool {
        self.mostly(letter, |letter| letter.numbers)
    }

    /// Whether most lines of a letter begin with `A:` or `B:`.
    pub(super) fn has_positions(&self, letter: u8) -> bool {
        self.mostly(letter, |letter| letter.positions)
    }

    /// Whether most lines of a letter have dice in a field.
    pub(super) fn has_dice(&self, letter: u8) -> bool {
        self.mostly(letter, |letter| letter.dice)
    }

    fn mostly(&self, letter: u8, count: impl Fn(&Letter) -> usize) -> bool {
        self.0.get(&letter).is_some_and(|letter| 2 * count(letter) > letter.lines)
    }
}

/// The letters of a file that are not among those known, and the words in its `F:` lines that are not.
pub(super) fn strangers(text: &[u8], letters: &[&str], flags: &[&str]) -> (BTreeSet<String>, BTreeSet<String>) {
    let (mut other_letters, mut other_flags) = (BTreeSet::new(), BTreeSet::new());
    for (letter, rest) in lines(text) {
        if !letters.iter().any(|known| known.as_bytes() == [letter]) {
            other_letters.insert(char::from(letter).to_string());
        } else if letter == b'F' {
            let words = rest.split(|byte| matches!(byte, b' ' | b'|' | b'\t')).filter(|word| !word.is_empty());
            let words = words.map(|word| String::from_utf8_lossy(word).into_owned());
            other_flags.extend(words.filter(|word| !flags.contains(&word.as_str())));
        }
    }
    (other_letters, other_flags)
}

/// The lines of letters, each with what follows the first colon.
fn lines(text: &[u8]) -> impl Iterator<Item = (u8, &[u8])> {
    let lines = text.split(|byte| matches!(byte, b'\n' | b'\r'));
    lines.filter_map(|line| match line {
        [letter, b':', rest @ ..] if !matches!(letter, b'#' | b' ') => Some((*letter, rest.trim_ascii_end())),
        _ => None,
    })
}

fn is_number(field: &[u8]) -> bool {
    let field = field.trim_ascii_start();
    field.strip_prefix(b"-").unwrap_or(field).first().is_some_and(u8::is_ascii_digit)
}

/// `d5`, `2d3`, `M4` and such.
fn is_dice(field: &[u8]) -> bool {
    field.windows(2).any(|pair| matches!(pair[0], b'd' | b'M') && pair[1].is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn most_lines_tell() {
        let text = b"# X:1\nX:A:24:20\nX:B:24:20\r\nX:1:2\nC:d5:0:0:0\nC:0:0:0:0\nW:1:2:3:4 \nF:ODD | BRAVE\nZ:x\n";
        let survey = Survey::new(text);
        assert!(survey.has_fields(b'X', 3..=3) && survey.has_fields(b'C', 4..=7) && !survey.has_fields(b'T', 0..=9));
        assert!(!survey.has_fields(b'F', 2..=2));
        assert!(survey.has_positions(b'X') && !survey.has_numbers(b'X') && !survey.has_dice(b'C'));
        assert!(survey.has_numbers(b'W') && !survey.has_numbers(b'T') && survey.has(b'Z') && !survey.has(b'#'));
        let (letters, flags) = strangers(text, &["X", "C", "W", "F"], &["ODD"]);
        assert_eq!(
            (letters.into_iter().collect(), flags.into_iter().collect()),
            (vec!["Z".to_owned()], vec!["BRAVE".to_owned()])
        );
    }
}
