//! The files that rules don't ask for: read for what is wrong with them, line by line and record by record.

use super::{super::dialect as files, limits::ArrayLimits};
use crate::{
    families::common::letter::{
        LetterReader,
        records::{Rules, collect},
    },
    syntax::{Event, FileSpec},
    text::Rule,
};

/// Files of indexed entries, with the letter of their limit; `?` where limits.txt has none of indices.
const INDEXED: [(&FileSpec, u8); 11] = [
    (&files::REGIONS, b'r'),
    (&files::TERRAIN, b'F'),
    (&files::FLAVORS, b'X'),
    (&files::VAULTS, b'V'),
    (&files::CLASSES, b'C'),
    (&files::RACES, b'P'),
    (&files::SPELLS, b'S'),
    (&files::RUNES, b'Y'),
    (&files::STORES, b'U'),
    (&files::QUESTS, b'Q'),
    (&files::RANDOM_ARTIFACTS, b'?'),
];

/// Files of rows and chains, with the letter of the limit of their number.
const ROWS: [(&FileSpec, u8); 6] = [
    (&files::ROOMS, b'D'),
    (&files::HISTORY, b'H'),
    (&files::STYLES, b'W'),
    (&files::OWNERS, b'?'),
    (&files::COSTS, b'G'),
    (&files::NAMES, b'?'),
];

/// Reads them all.
pub(super) fn read(reader: &mut LetterReader<'_>, limits: &ArrayLimits) {
    for (spec, letter) in INDEXED {
        let rules = Rules { limit: limits.get(letter), zero: true, vital: &[], amends: false };
        collect(reader, spec, &rules, |_| (), |(), _, _| Ok(()));
    }
    for (spec, letter) in ROWS {
        let (limit, mut rows) = (limits.get(letter), 0);
        reader.read(spec, &mut |event, diagnostics| {
            let Event::Line(line) = event else { return };
            if line.spec.tag != spec.header {
                return;
            }
            rows += 1;
            if limit.is_some_and(|limit| rows == limit + 1) {
                let expected = format!("expected at most {}, as limits.txt says; the program ends here", rows - 1);
                let found = format!("found record number {rows}");
                diagnostics.push(line.remark_at(Rule::TooManyEntries, line.span, found, expected));
            }
        });
    }
}
