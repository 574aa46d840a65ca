//! Telling these files from those of other games with the same names: egos name roles, kinds have five numbers of levels.

use super::{
    dialect::{EGOS, OBJECTS},
    roles::ROLES,
};
use affixboard_model::text::SourceSet;

/// Match score of such files: above what notations of the same letters have.
const FULL: u32 = 20;

/// Match score of the files; 0 if they are not this game's.
pub(super) fn match_score(sources: &SourceSet) -> u32 {
    let (Some((_, kinds)), Some((_, egos))) = (OBJECTS.find(sources), EGOS.find(sources)) else { return 0 };
    let names_roles = |line: &[u8]| {
        let words = line[2..].split(|byte| matches!(byte, b'|' | b' ')).filter(|word| !word.is_empty());
        line.starts_with(b"T:") && words.clone().count() > 0 && words.clone().all(is_role)
    };
    let of = |text: &[u8], tag: &[u8], fits: &dyn Fn(&[u8]) -> bool| {
        let of_tag = text.split(|byte| matches!(byte, b'\n' | b'\r')).filter(|line| line.starts_with(tag));
        let all: Vec<bool> = of_tag.map(fits).collect();
        2 * all.iter().filter(|fits| **fits).count() > all.len()
    };
    let has_five = |line: &[u8]| line.split(|byte| *byte == b':').count() == 6;
    let are_egos = of(egos.text(), b"T:", &names_roles) || have_one_role(sources);
    if are_egos && of(kinds.text(), b"W:", &has_five) { FULL } else { 0 }
}

fn is_role(word: &[u8]) -> bool {
    ROLES.iter().any(|role| role.0.as_bytes() == word)
}

/// Whether egos have their role in the line that begins them, as in PosChengband.
pub(super) fn have_one_role(sources: &SourceSet) -> bool {
    let Some((_, egos)) = EGOS.find(sources) else { return false };
    let lines = || egos.text().split(|byte| matches!(byte, b'\n' | b'\r'));
    let has_role = |line: &[u8]| line.split(|byte| *byte == b':').nth(2).is_some_and(is_role);
    lines().any(|line| line.starts_with(b"N:") && has_role(line)) && !lines().any(|line| line.starts_with(b"T:"))
}
