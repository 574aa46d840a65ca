//! Telling 2.8's files: egos without `T:` lines, whose `X:` lines are slot and rating.

use super::dialect::DIALECT;
use affixboard_model::{syntax::FileSpec, text::SourceSet};

/// Match score of the files.
const FULL: u32 = 12;

/// Match score of the files; 0 if they are not this game's.
pub(super) fn match_score(sources: &SourceSet) -> u32 {
    let find = |spec: &FileSpec| {
        let (_, file) = spec.find(sources)?;
        file.name().eq_ignore_ascii_case(spec.name).then(|| file.text())
    };
    let files = DIALECT.files;
    let (Some(kinds), Some(egos)) = (find(files.kinds()), find(files.egos())) else { return 0 };
    if !are_kinds(kinds) || !are_egos(egos) {
        return 0;
    }
    FULL + u32::from(find(files.artifacts()).is_some())
}

/// Whether no place of a kind is written as from 3.1 on: `A:commonness:min to max`.
fn are_kinds(text: &[u8]) -> bool {
    !lines(text, *b"A:").any(|line| line.windows(4).any(|word| word == b" to "))
}

/// Whether there are egos, none names items, and most have two numbers for slot and rating.
fn are_egos(text: &[u8]) -> bool {
    let (two, all) = lines(text, *b"X:").fold((0, 0), |(two, all), line| (two + usize::from(is_slot(line)), all + 1));
    lines(text, *b"T:").next().is_none() && 2 * two > all && lines(text, *b"W:").next().is_some()
}

/// The lines of a directive, each with what follows the colon.
fn lines(text: &[u8], directive: [u8; 2]) -> impl Iterator<Item = &[u8]> {
    text.split(|byte| matches!(byte, b'\n' | b'\r')).filter_map(move |line| line.strip_prefix(&directive))
}

fn is_slot(fields: &[u8]) -> bool {
    let is_number = |field: &[u8]| field.trim_ascii_start().first().is_some_and(u8::is_ascii_digit);
    let fields: Vec<&[u8]> = fields.split(|byte| *byte == b':').collect();
    fields.len() == 2 && fields.into_iter().all(is_number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn egos_without_items_are_told_by_slot_and_rating() {
        assert!(are_egos(b"X:24:20\r\nW:0:0:0:500\r\nX:24:20:1\r\nX:23:10\r\n"));
        for text in [
            // Nothing, no `W:`, other lines of three numbers, items.
            &b""[..],
            b"X:24:20\n",
            b"X:24:20:1\nX:24:20\nW:0:0:0:500\n",
            b"X:24:20\nW:0:1:0:500\nT:23:0:99\n",
            // A position in a variant, a rating alone.
            b"X:A:20\nW:0:0:0:500\n",
            b"X:20\nW:0:0:0:500\n",
        ] {
            assert!(!are_egos(text), "{:?}", String::from_utf8_lossy(text));
        }
        assert!(are_kinds(b"A:5/1:20\n") && !are_kinds(b"A:30:5 to 40\n"));
    }
}
