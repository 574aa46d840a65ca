//! Files beside objects: their lines are read for what is wrong with them.

use super::super::dialect::FILES;
use affixboard_kin::letter::LetterReader;

/// Files of [`FILES`] that are read with more than their lines.
const OF_OBJECTS: [&str; 4] = ["misc.txt", "k_info.txt", "a_info.txt", "e_info.txt"];

pub(super) fn read(reader: &mut LetterReader<'_>) {
    for spec in FILES.iter().filter(|spec| !OF_OBJECTS.contains(&spec.name)) {
        reader.read(spec, &mut |_, _| {});
    }
}
