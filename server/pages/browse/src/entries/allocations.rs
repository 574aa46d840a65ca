//! Lines that say where something may come, as rows of tables.

use std::collections::BTreeSet;

use affixboard_inquiry::sensitivity::line_steps;
use affixboard_model::{
    catalog::{Allocation, Catalog, Kind, KindAllocation},
    text::{FileId, Span},
};
use affixboard_proposal::entry_lines;
use affixboard_report::capitalised;

use super::{EntryField, EntryTable, HOW_OFTEN, STEP_OF_LINE, columns};
use crate::links;
use affixboard_service::library::OpenRevision;

/// The table of an affix's or theme's allocations to make.
pub(super) struct AllocationTable<'a> {
    pub(super) title: &'a str,
    pub(super) about: String,
    pub(super) empty: String,
    pub(super) lines: &'a [Allocation],
    /// As explanations and rows of sheets call it: `affix-100`.
    pub(super) slug: String,
    /// Whether its lines have a commonness and an affix level: a theme's have none.
    pub(super) is_weighed: bool,
}

/// The table of the lines of an affix or theme.
pub(super) fn table(open: &OpenRevision, of: AllocationTable<'_>) -> EntryTable {
    let (catalog, words) = (&open.loaded.catalog, open.loaded.game.words());
    // If all lines of the edition have the same level, its column is left out.
    let mut levels = catalog.affixes.iter().flat_map(|affix| &affix.allocations).map(|line| line.affix_level);
    let has_levels = of.is_weighed && levels.next().is_some_and(|first| levels.any(|level| level != first));
    let level_heading = capitalised(&format!("{} level", words.affix));
    let mut headings = vec![("Item type", false), ("Kinds", false)];
    if has_levels {
        headings.push((&level_heading, false));
    }
    if of.is_weighed {
        headings.push(("Commonness", true));
    }
    headings.extend([("Levels", true), ("Line", true), (HOW_OFTEN, false), (STEP_OF_LINE, false)]);
    let steps = Steps::of(open);
    let row = |line: &Allocation| {
        let name = catalog
            .item_type(line.tval)
            .map_or_else(|| format!("type {}", line.tval), |item_type| item_type.name.clone());
        let anchor = if of.is_weighed { format!("#{}", of.slug) } else { String::new() };
        let mut fields = vec![
            EntryField::link(name, links::item_type(&open.revision, line.tval) + &anchor),
            EntryField::plain(covered(catalog, line)),
        ];
        if has_levels {
            let level = words.affix_levels.get(usize::from(line.affix_level)).copied().unwrap_or("?");
            fields.push(EntryField { is_level: true, ..EntryField::plain(level) });
        }
        if of.is_weighed {
            fields.push(EntryField::plain(line.commonness.to_string()));
        }
        let number = open.loaded.sources.position(line.line).line;
        let why = first_covered(catalog, line).map_or_else(EntryField::default, |kind| {
            EntryField::link("why", links::why(&open.revision, (kind.tval, kind.sval), &of.slug))
        });
        let depths = EntryField::plain(format!("{} to {}", line.min, line.max));
        fields.extend([
            depths,
            EntryField::link(number.to_string(), format!("#L{number}")),
            why,
            steps.field(line.line),
        ]);
        fields
    };
    EntryTable {
        title: of.title.to_owned(),
        about: of.about,
        columns: columns(&headings),
        rows: of.lines.iter().map(row).collect(),
        empty: of.empty,
    }
}

/// The table of the lines of a kind or artifact; `number` writes what is said of how common it is, under that heading.
pub(super) fn plain_table(
    open: &OpenRevision,
    lines: &[KindAllocation],
    (heading, number): (&str, &dyn Fn(u32) -> String),
    (about, empty): (&str, &str),
) -> EntryTable {
    let steps = Steps::of(open);
    let row = |line: &KindAllocation| {
        let place = open.loaded.sources.position(line.line).line;
        vec![
            EntryField::plain(format!("{} to {}", line.min, line.max)),
            EntryField::plain(number(line.commonness)),
            EntryField::link(place.to_string(), format!("#L{place}")),
            steps.field(line.line),
        ]
    };
    EntryTable {
        title: "Where it may come".to_owned(),
        about: about.to_owned(),
        columns: columns(&[("Levels", false), (heading, true), ("Line", true), (STEP_OF_LINE, false)]),
        rows: lines.iter().map(row).collect(),
        empty: empty.to_owned(),
    }
}

/// Links from lines to what a step of them moves.
struct Steps<'a> {
    open: &'a OpenRevision,
    /// File and first byte of the lines that have steps.
    lines: BTreeSet<(FileId, u32)>,
}

impl Steps<'_> {
    fn of(open: &OpenRevision) -> Steps<'_> {
        let lines = entry_lines(&open.loaded).into_iter().filter(|line| !line_steps(line).is_empty());
        Steps { open, lines: lines.map(|line| (line.span.file, line.span.start)).collect() }
    }

    /// Empty for places on a list of the program's, which are no lines.
    fn field(&self, line: Span) -> EntryField {
        if !self.lines.contains(&(line.file, line.start)) {
            return EntryField::default();
        }
        let sources = &self.open.loaded.sources;
        let (file, number) = (sources.file(line.file).name(), sources.position(line).line);
        EntryField::link("what it moves", links::moves_of_line(&self.open.revision, file, number))
    }
}

/// The first kind of the files that an allocation covers.
fn first_covered<'a>(catalog: &'a Catalog, allocation: &Allocation) -> Option<&'a Kind> {
    let kinds = catalog.kinds_of(allocation.tval).into_iter().map(|id| catalog.kind(id));
    kinds.filter(|kind| kind.record.is_some()).find(|kind| allocation.covers(kind.tval, kind.sval))
}

/// The kinds an allocation covers: by name where they are few.
fn covered(catalog: &Catalog, allocation: &Allocation) -> String {
    let all: Vec<_> =
        catalog.kinds.iter().filter(|kind| kind.tval == allocation.tval && kind.record.is_some()).collect();
    let covered: Vec<_> = all.iter().filter(|kind| allocation.covers(kind.tval, kind.sval)).collect();
    if covered.is_empty() {
        "no kind".to_owned()
    } else if covered.len() == all.len() {
        format!("all {} kinds", all.len())
    } else if covered.len() <= 4 {
        covered.iter().map(|kind| kind.name.as_str()).collect::<Vec<_>>().join(", ")
    } else {
        format!("{} of {} kinds, sval {} to {}", covered.len(), all.len(), allocation.min_sval, allocation.max_sval)
    }
}
