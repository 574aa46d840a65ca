//! What a change does, as text: all that the chances of the touched item types are made of, before and after. Who approved a
//! proposal saw numbers made of these; as long as the text is the same, so are they.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
};

use super::{
    fields,
    line::{Record, Records, core, physical_lines},
};
use crate::{
    catalog::{Allocation, KindAllocation, Sort},
    game::Loaded,
    syntax::{DirectiveSpec, FileSpec},
    text::{FileId, SourceFile, Span},
};

/// Everything that the chances of the touched item types are made of, before and after, in a canonical order. Empty where no
/// item type is touched, and equal for two pairs of editions where all of it is equal.
///
/// An item type is **touched** where what is said of its affixes, themes, artifacts or kinds differs in meaning. Spacing,
/// comments, descriptions and how things are drawn don't count, nor does the order of an entry's allocations where another
/// order draws the same. Of other item types everything about kinds and artifacts counts, for how often a drop is of a
/// touched type depends on them, and nothing about affixes and themes.
///
/// What only the game's rules know of a record, beside its allocations, is taken line by line: the same meaning written in
/// another way counts as another. So the text may differ where no number does, but not the other way round.
pub fn effect_text(before: &Loaded, after: &Loaded) -> String {
    let (old, new) = (Meaning::of(before), Meaning::of(after));
    let tvals: BTreeSet<u16> = old.types.keys().chain(new.types.keys()).copied().collect();
    let touched: Vec<u16> = tvals.into_iter().filter(|tval| old.types.get(tval) != new.types.get(tval)).collect();
    if touched.is_empty() {
        return String::new();
    }
    let mut text = format!("game {}\n", before.game.id());
    for (side, meaning) in [("before", &old), ("after", &new)] {
        text += side;
        text.push('\n');
        for tval in &touched {
            // Writing to a string can't fail.
            let _ = writeln!(text, "type {tval}");
            text.extend(meaning.types.get(tval).into_iter().flatten().map(|entry| entry.2.as_str()));
        }
        text += "drops\n";
        text.extend(meaning.drops.iter().map(String::as_str));
    }
    text
}

/// What an edition says, item type by item type.
struct Meaning {
    /// The entries of each item type.
    types: BTreeMap<u16, Vec<Entry>>,
    /// What all item types share: kinds and artifacts, and files that aren't about entries.
    drops: Vec<String>,
}

/// An entry's sort, serial number and text.
type Entry = (Sort, u32, String);

impl Meaning {
    fn of(loaded: &Loaded) -> Meaning {
        let mut meaning = Meaning { types: BTreeMap::new(), drops: Vec::new() };
        let catalog = &loaded.catalog;
        let texts = record_texts(loaded);
        let record =
            |span: Option<Span>| span.and_then(|span| texts.get(&(span.file, span.start))).map_or("", String::as_str);
        let mut named: BTreeMap<usize, BTreeSet<u16>> = BTreeMap::new();
        for theme in &catalog.themes {
            let mut common = record(Some(theme.record)).to_owned();
            let part = |part: &crate::catalog::ThemePart| {
                let affix = catalog.affix(part.affix);
                format!("part {} {} {} {}\n", part.weight, part.chance, affix.index, affix.name)
            };
            let mut parts: Vec<String> = theme.parts.iter().map(part).collect();
            let affixes: BTreeSet<usize> = theme.parts.iter().map(|part| part.affix.at()).collect();
            // An affix that is named twice counts by where its lines stand.
            if affixes.len() == parts.len() {
                parts.sort_unstable();
            }
            common.extend(parts);
            for tval in tvals(&theme.allocations) {
                for part in &theme.parts {
                    named.entry(part.affix.at()).or_default().insert(tval);
                }
                let mut rows = rows(&theme.allocations, tval);
                rows.sort_unstable();
                meaning.add(tval, (Sort::Theme, theme.index, &theme.name), &common, &rows);
            }
        }
        for (at, affix) in catalog.affixes.iter().enumerate() {
            let mut types = tvals(&affix.allocations);
            types.extend(named.get(&at).into_iter().flatten());
            for tval in types {
                let rows = drawn_in_order(rows(&affix.allocations, tval));
                meaning.add(tval, (Sort::Affix, affix.index, &affix.name), record(Some(affix.record)), &rows);
            }
        }
        for artifact in &catalog.artifacts {
            let common = format!("{} {}\n{}", artifact.tval, artifact.sval, record(Some(artifact.record)));
            let key = (Sort::Artifact, artifact.index, artifact.name.as_str());
            meaning.add_drop(artifact.tval, key, &common, &artifact.allocations);
        }
        for kind in &catalog.kinds {
            let said = format!("{} {} {} {} {}", kind.tval, kind.sval, kind.level, kind.good, kind.flags.join(" "));
            let common = format!("{said}\n{}", record(kind.record));
            meaning.add_drop(kind.tval, (Sort::Kind, kind.index, &kind.name), &common, &kind.allocations);
        }
        for (spec, id, file) in files(loaded, |spec| !allocates(spec)) {
            let lines = physical_lines(file, id, spec).into_iter();
            let said = lines.filter_map(|(line, tag)| said(loaded, spec, line.span, tag.as_deref()?));
            meaning.drops.push(format!("file {}\n", spec.name));
            meaning.drops.extend(said);
        }
        meaning.types.values_mut().for_each(|entries| entries.sort());
        meaning
    }

    /// Adds an entry; rows in the order in which they are given.
    fn add(&mut self, tval: u16, (sort, index, name): (Sort, u32, &str), common: &str, rows: &[Row]) -> &str {
        let mut text = format!("{} {index} {name}\n{common}", sort.name());
        for row in rows {
            // Writing to a string can't fail.
            let _ = writeln!(text, "row {row:?}");
        }
        let entries = self.types.entry(tval).or_default();
        entries.push((sort, index, text));
        entries.last().map_or("", |entry| &entry.2)
    }

    /// Adds an entry on which depends how often a drop is of any item type. The program looks at the order of its lines.
    fn add_drop(&mut self, tval: u16, key: (Sort, u32, &str), common: &str, lines: &[KindAllocation]) {
        let rows: Vec<Row> = lines.iter().map(|line| [line.commonness, line.min, line.max, 0, 0, 0]).collect();
        let text = self.add(tval, key, common, &rows).to_owned();
        self.drops.push(text);
    }
}

/// Commonness, levels, svals and affix level.
type Row = [u32; 6];

fn tvals(lines: &[Allocation]) -> BTreeSet<u16> {
    lines.iter().map(|line| line.tval).collect()
}

fn rows(lines: &[Allocation], tval: u16) -> Vec<Row> {
    let row = |line: &Allocation| {
        let Allocation { min_sval, max_sval, affix_level, commonness, min, max, .. } = *line;
        [commonness, min, max, min_sval.into(), max_sval.into(), affix_level.into()]
    };
    lines.iter().filter(|line| line.tval == tval).map(row).collect()
}

/// The rows in the order that all orders with the same meaning share. Where several of an entry's rows fit an item the first
/// counts, so rows of other commonness that can fit the same item stay in their order; of the others the least is first.
fn drawn_in_order(mut rows: Vec<Row>) -> Vec<Row> {
    let overlap = |a: &Row, b: &Row| a[1] <= b[2] && b[1] <= a[2] && a[3] <= b[4] && b[3] <= a[4];
    let mut ordered = Vec::with_capacity(rows.len());
    while !rows.is_empty() {
        let is_free = |at: usize| rows[..at].iter().all(|first| first[0] == rows[at][0] || !overlap(first, &rows[at]));
        let next = (0..rows.len()).filter(|at| is_free(*at)).min_by_key(|at| rows[*at]).unwrap_or(0);
        ordered.push(rows.remove(next));
    }
    ordered
}

/// What the records say beside the allocations that the catalog has, by where their headers begin.
fn record_texts(loaded: &Loaded) -> BTreeMap<(FileId, u32), String> {
    let catalog = &loaded.catalog;
    // Lines all of whose fields the catalog has. An artifact's has more, such as what it costs.
    let affixes = catalog.affixes.iter().flat_map(|affix| &affix.allocations).map(|line| line.line);
    let themes = catalog.themes.iter().flat_map(|theme| &theme.allocations).map(|line| line.line);
    let parts = catalog.themes.iter().flat_map(|theme| &theme.parts).map(|part| part.line);
    let kinds = catalog.kinds.iter().flat_map(|kind| &kind.allocations).map(|line| line.line);
    let known = affixes.chain(themes).chain(parts).chain(kinds).map(|span| (span.file, span.start));
    let known: BTreeSet<(FileId, u32)> = known.collect();
    let mut texts = BTreeMap::new();
    for record in Records::of(loaded) {
        let Record { file, spec, physical, .. } = &record;
        let mut text = String::new();
        for line in physical.iter().filter(|line| line.is_read) {
            let bytes = &loaded.sources.file(*file).text()[line.span.start as usize..line.span.end as usize];
            let indent = bytes.iter().take_while(|byte| byte.is_ascii_whitespace()).count() as u32;
            let is_known = [0, indent].iter().any(|indent| known.contains(&(*file, line.span.start + indent)));
            let tag = fields::tag(spec.notation, bytes).filter(|_| !is_known);
            text.extend(tag.and_then(|tag| said(loaded, spec, line.span, &String::from_utf8_lossy(tag))));
        }
        let start = physical.first().map_or(0, |header| header.span.start);
        let header = &loaded.sources.file(*file).text()[start as usize..];
        let indent = header.iter().take_while(|byte| byte.is_ascii_whitespace()).count() as u32;
        texts.insert((*file, start + indent), text);
    }
    texts
}

/// A line as it is read, without what only looks different; `None` where it says nothing about chances.
fn said(loaded: &Loaded, spec: &'static FileSpec, span: Span, tag: &str) -> Option<String> {
    let directive = spec.directives.iter().find(|directive| directive.tag == tag)?;
    if directive.kept || DESCRIBES.contains(&tag) {
        return None;
    }
    let line = loaded.sources.text(span);
    Some(plain(directive, spec, &line))
}

/// Lines that describe, draw, or say which version a file is for, in all games.
const DESCRIBES: [&str; 5] = ["D", "G", "V", "desc", "graphics"];

/// A line's fields with one blank between words.
fn plain(directive: &'static DirectiveSpec, spec: &FileSpec, line: &str) -> String {
    let mut text = directive.tag.to_owned();
    let fields = fields::split(directive, spec.notation, line);
    // What can't be read stands there as it is.
    let rest = fields.last().map_or(0, |last| last.end);
    for range in fields {
        text.push(':');
        let words: Vec<&str> = line[core(line, range)].split_whitespace().collect();
        text += &words.join(" ");
    }
    if !line[rest..].trim().is_empty() {
        text.push('|');
        text += line[rest..].trim();
    }
    text.push('\n');
    text
}

fn allocates(spec: &FileSpec) -> bool {
    spec.directives.iter().any(|directive| directive.allocates)
}

/// The files of an edition that can be read, with what their lines are.
fn files<'a>(
    loaded: &'a Loaded,
    fits: impl Fn(&FileSpec) -> bool + 'a,
) -> impl Iterator<Item = (&'static FileSpec, FileId, &'a SourceFile)> {
    let known = loaded.files().iter().filter(move |spec| fits(spec));
    known.filter_map(|spec| {
        let (id, file) = spec.find(&loaded.sources)?;
        file.unreadable().is_none().then_some((spec, id, file))
    })
}
