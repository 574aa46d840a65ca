//! Telling files of this notation from others: names alone don't, for most later games use them too.

use super::dialect::LetterDialect;
use affixboard_model::{syntax::FileSpec, text::SourceSet};

/// Match score of files in this notation. A game with more specific features can return more.
const FULL: u32 = 12;

/// Match score of the files for a dialect, by notation alone; 0 if they are not in it.
pub fn match_score(dialect: &LetterDialect, sources: &SourceSet) -> u32 {
    let find = |file: &FileSpec| file.find(sources).map(|(_, file)| file.text());
    let files = dialect.files;
    let (Some(_), Some(egos)) = (find(files.kinds()), find(files.egos())) else { return 0 };
    // Themes are the affix branch's.
    if sources.find("ego_themes.txt").is_some() || !are_egos(egos) {
        return 0;
    }
    FULL + u32::from(find(files.artifacts()).is_some())
}

/// Whether a file has egos with item types by number, and no levels beside them as from 3.1 on.
fn are_egos(text: &[u8]) -> bool {
    let (mut places, mut levels) = (false, false);
    for line in text.split(|byte| matches!(byte, b'\n' | b'\r')) {
        match line.get(..2) {
            Some(b"T:") if is_place(line) => places = true,
            Some(b"W:" | b"X:") => levels = true,
            // `A:commonness:min to max`.
            Some(b"A:") if line.windows(4).any(|word| word == b" to ") => return false,
            _ => {}
        }
    }
    places && levels
}

/// Whether it is `T:` and three numbers; a word may follow the last.
fn is_place(line: &[u8]) -> bool {
    let fields: Vec<_> = line.split(|byte| *byte == b':').skip(1).collect();
    fields.len() == 3 && fields.iter().all(|field| field.trim_ascii_start().first().is_some_and(u8::is_ascii_digit))
}
