//! The files that rules don't ask for: read for what is wrong with them, line by line and record by record.

use super::{super::dialect as files, limits::ArrayLimits};
use affixboard_kin::letter::{
    LetterReader,
    records::{Rules, collect},
};
use affixboard_model::{
    syntax::{Event, FileSpec},
    text::Rule,
};

/// Files of indexed entries.
const INDEXED: [&FileSpec; 11] = [
    &files::REGIONS,
    &files::TERRAIN,
    &files::FLAVORS,
    &files::VAULTS,
    &files::CLASSES,
    &files::RACES,
    &files::SPELLS,
    &files::RUNES,
    &files::STORES,
    &files::QUESTS,
    &files::RANDOM_ARTIFACTS,
];

/// Files of rows and chains, whose number has a limit.
const ROWS: [&FileSpec; 6] =
    [&files::ROOMS, &files::HISTORY, &files::STYLES, &files::OWNERS, &files::COSTS, &files::NAMES];

/// Reads them all.
pub(super) fn read(reader: &mut LetterReader<'_>, limits: &ArrayLimits) {
    for spec in INDEXED {
        let rules = Rules { zero: true, ..Rules::below(limits.of(spec)) };
        collect(reader, spec, &rules, |_| (), |(), _, _| Ok(()));
    }
    for spec in ROWS {
        let (limit, mut rows) = (limits.of(spec), 0);
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
