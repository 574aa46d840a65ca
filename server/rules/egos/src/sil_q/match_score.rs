//! Telling Sil-Q's files from those of 3.0, whose lines they have but for the numbers of fights.

use super::dialect::DIALECT;
use crate::letter;
use affixboard_model::text::SourceSet;

/// What these files have more than others of their notation.
const OWN: u32 = 4;

/// Match score of the files; 0 if they are not this game's.
pub(super) fn match_score(sources: &SourceSet) -> u32 {
    let notation = letter::match_score(&DIALECT, sources);
    let Some((_, egos)) = DIALECT.files.egos().find(sources) else { return 0 };
    // Seven maxima where 3.0 has four, and no ratings.
    let fields = |line: &[u8]| line.split(|byte| *byte == b':').count() - 1;
    let lines = || egos.text().split(|byte| matches!(byte, b'\n' | b'\r'));
    let maxima: Vec<usize> = lines().filter(|line| line.starts_with(b"C:")).map(fields).collect();
    let seven = maxima.iter().filter(|count| **count == 7).count();
    let is_own = 2 * seven > maxima.len() && !lines().any(|line| line.starts_with(b"X:"));
    if notation > 0 && is_own { notation + OWN } else { 0 }
}
