//! Telling 2.9's files from those of 3.0, which have the same notation: from 2.9.3 on they had other names, and from
//! 3.0 on `X:` lines of two numbers.

use super::dialect::DIALECT;
use crate::letter;
use affixboard_model::text::SourceSet;

/// Match score of the files; 0 if they are not this game's.
pub(super) fn match_score(sources: &SourceSet) -> u32 {
    let egos = DIALECT.files.egos();
    let Some((_, file)) = egos.find(sources).filter(|(_, file)| file.name().eq_ignore_ascii_case(egos.name)) else {
        return 0;
    };
    let match_score = letter::match_score(&DIALECT, sources);
    // More than the notation alone is worth to others.
    if match_score > 0 && most_have_slots(file.text()) { match_score + 1 } else { 0 }
}

/// Whether most `X:` lines have three numbers or more: slot, rating and random power.
fn most_have_slots(text: &[u8]) -> bool {
    let lines = text.split(|byte| matches!(byte, b'\n' | b'\r')).filter(|line| line.starts_with(b"X:"));
    let (three, all) = lines.fold((0, 0), |(three, all), line| (three + usize::from(has_slot(line)), all + 1));
    2 * three > all
}

fn has_slot(line: &[u8]) -> bool {
    let is_number = |field: &[u8]| field.trim_ascii_start().first().is_some_and(u8::is_ascii_digit);
    let mut fields = line.split(|byte| *byte == b':').skip(1);
    (0..3).all(|_| fields.next().is_some_and(is_number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_are_told_by_most_lines() {
        assert!(most_have_slots(b"X:24:20:1\r\nX:23:10:0:0\r\nX:5:1\r\n"));
        assert!(!most_have_slots(b"X:20:1\nX:24:20:1\n"));
        // Position, slot and rating in a variant; a word after the rating.
        assert!(!most_have_slots(b"X:A:24:20\n") && !most_have_slots(b"X:20:1:x\n") && !most_have_slots(b"N:1:a\n"));
    }
}
