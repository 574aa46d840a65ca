//! The effect of changes as a canonical text: all inputs of the probabilities of the touched item types, before and
//! after. As long as the text is the same, a reviewer's numbers are the same, so an approval stays valid.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
};

use super::{
    fields,
    line::{RecordText, record_lines, records, trimmed_range},
};
use affixboard_model::{
    catalog::{Allocation, KindAllocation, Sort},
    game::Loaded,
    syntax::{DirectiveSpec, FileSpec},
    text::{FileId, SourceFile, Span},
};

/// All inputs of the probabilities of the touched item types, before and after, in a canonical order. Empty if no item
/// type is touched and no entry of a declared sort differs; equal texts mean equal inputs.
///
/// An item type is **touched** if the meaning of its affixes, themes, artifacts or kinds differs. Spacing, comments,
/// descriptions and map glyphs don't count, nor does the order of an entry's allocations if it doesn't affect draws.
/// Kinds and artifacts of other item types are included, because the share of drops of a touched type depends on them;
/// their affixes and themes are not.
///
/// Lines other than allocations are compared as text, because only the game's rules know their meaning. So the text may
/// differ although no number does, but not the other way round.
pub fn effect_text(before: &Loaded, after: &Loaded) -> String {
    let (old, new) = (ChanceInputs::of(before), ChanceInputs::of(after));
    let tvals: BTreeSet<u16> = old.types.keys().chain(new.types.keys()).copied().collect();
    let touched: Vec<u16> = tvals.into_iter().filter(|tval| old.types.get(tval) != new.types.get(tval)).collect();
    let tables = [before, after].map(table_texts);
    let has_other_tables = tables[0] != tables[1];
    if touched.is_empty() && !has_other_tables {
        return String::new();
    }
    let mut text = format!("game {}\n", before.game.id());
    let sides = [("before", &old, before), ("after", &new, after)];
    for ((side, inputs, loaded), tables) in sides.into_iter().zip(&tables) {
        text += side;
        text.push('\n');
        if let Some(declared) = loaded.foreign.as_ref().and_then(|foreign| foreign.declared.as_ref()) {
            // Writing to a string can't fail.
            let _ = writeln!(text, "{}", declared.describe());
        }
        if has_other_tables {
            text += tables;
        }
        for tval in &touched {
            // Writing to a string can't fail.
            let _ = writeln!(text, "type {tval}");
            text.extend(inputs.types.get(tval).into_iter().flatten().map(|entry| entry.2.as_str()));
        }
        text += "drops\n";
        text.extend(inputs.drops.iter().map(String::as_str));
    }
    text
}

/// All entries of declared sorts with their fields, which say all that the chances of their subjects are made of. They
/// compete with each other across sorts, so that none is left out.
fn table_texts(loaded: &Loaded) -> String {
    let mut text = String::new();
    for entry in loaded.model.entries() {
        let Some(sort) = loaded.sorts().get(usize::from(entry.sort)) else { continue };
        // Writing to a string can't fail.
        let _ = writeln!(text, "{} {} {:?} {:?}", sort.name, entry.index, entry.name, entry.group);
        for (column, field) in sort.fields.iter().zip(&entry.fields) {
            let _ = writeln!(text, "{} {:?}", column.name, field.value.text());
        }
    }
    text
}

/// The inputs of an edition's probabilities, as text by item type.
struct ChanceInputs {
    /// The entries of each item type, by tval.
    types: BTreeMap<u16, Vec<Entry>>,
    /// Inputs shared by all item types: kinds, artifacts, and files without entries.
    drops: Vec<String>,
}

/// An entry's sort, serial number and text.
type Entry = (Sort, u32, String);

impl ChanceInputs {
    fn of(loaded: &Loaded) -> ChanceInputs {
        let mut inputs = ChanceInputs { types: BTreeMap::new(), drops: Vec::new() };
        let catalog = &loaded.catalog;
        let texts = record_texts(loaded);
        let record =
            |span: Option<Span>| span.and_then(|span| texts.get(&(span.file, span.start))).map_or("", String::as_str);
        let mut named: BTreeMap<usize, BTreeSet<u16>> = BTreeMap::new();
        for theme in &catalog.themes {
            let mut common = record(Some(theme.record)).to_owned();
            let part = |part: &affixboard_model::catalog::ThemePart| {
                let affix = catalog.affix(part.affix);
                format!("part {} {} {} {}\n", part.weight, part.chance, affix.index, affix.name)
            };
            let mut parts: Vec<String> = theme.parts.iter().map(part).collect();
            let affixes: BTreeSet<usize> = theme.parts.iter().map(|part| part.affix.at()).collect();
            // If an affix is named twice, the order of the lines matters.
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
                inputs.add(tval, (Sort::THEME, theme.index, &theme.name), &common, &rows);
            }
        }
        for (at, affix) in catalog.affixes.iter().enumerate() {
            let mut types = tvals(&affix.allocations);
            types.extend(named.get(&at).into_iter().flatten());
            for tval in types {
                let rows = drawn_in_order(rows(&affix.allocations, tval));
                inputs.add(tval, (Sort::AFFIX, affix.index, &affix.name), record(Some(affix.record)), &rows);
            }
        }
        for artifact in &catalog.artifacts {
            let common = format!("{} {}\n{}", artifact.tval, artifact.sval, record(Some(artifact.record)));
            let key = (Sort::ARTIFACT, artifact.index, artifact.name.as_str());
            inputs.add_drop(artifact.tval, key, &common, &artifact.allocations);
        }
        for kind in &catalog.kinds {
            let fields = format!("{} {} {} {} {}", kind.tval, kind.sval, kind.level, kind.good, kind.flags.join(" "));
            let common = format!("{fields}\n{}", record(kind.record));
            inputs.add_drop(kind.tval, (Sort::KIND, kind.index, &kind.name), &common, &kind.allocations);
        }
        for (spec, id, file) in files(loaded, |spec| !allocates(spec)) {
            let lines = record_lines(file, id, spec).into_iter();
            let texts = lines.filter_map(|(line, tag)| canonical_line(loaded, spec, line.span, tag.as_deref()?));
            inputs.drops.push(format!("file {}\n", spec.name));
            inputs.drops.extend(texts);
        }
        inputs.types.values_mut().for_each(|entries| entries.sort());
        inputs
    }

    /// Adds an entry; the order of rows is kept.
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

    /// Adds a kind or artifact, which affects all item types. The program depends on the order of its lines.
    fn add_drop(&mut self, tval: u16, key: (Sort, u32, &str), common: &str, lines: &[KindAllocation]) {
        let rows: Vec<Row> = lines.iter().map(|line| [line.commonness, line.min, line.max, 0, 0, 0]).collect();
        let text = self.add(tval, key, common, &rows).to_owned();
        self.drops.push(text);
    }
}

/// Commonness, first and last level, first and last sval, affix level.
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

/// The rows in a canonical order of the same meaning. If several rows match an item, the first counts, so overlapping
/// rows of different commonness keep their order; otherwise rows are sorted.
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

/// The records' lines without allocations that the catalog has, by file and start of the header.
fn record_texts(loaded: &Loaded) -> BTreeMap<(FileId, u32), String> {
    let catalog = &loaded.catalog;
    // Lines whose fields are all in the catalog. An artifact's line has more, such as its cost.
    let affixes = catalog.affixes.iter().flat_map(|affix| &affix.allocations).map(|line| line.line);
    let themes = catalog.themes.iter().flat_map(|theme| &theme.allocations).map(|line| line.line);
    let parts = catalog.themes.iter().flat_map(|theme| &theme.parts).map(|part| part.line);
    let kinds = catalog.kinds.iter().flat_map(|kind| &kind.allocations).map(|line| line.line);
    let known = affixes.chain(themes).chain(parts).chain(kinds).map(|span| (span.file, span.start));
    let known: BTreeSet<(FileId, u32)> = known.collect();
    let mut texts = BTreeMap::new();
    for record in records(loaded) {
        let RecordText { file, spec, lines, .. } = &record;
        let mut text = String::new();
        for line in lines.iter().filter(|line| line.is_read) {
            let bytes = &loaded.sources.file(*file).text()[line.span.start as usize..line.span.end as usize];
            let indent = bytes.iter().take_while(|byte| byte.is_ascii_whitespace()).count() as u32;
            let is_known = [0, indent].iter().any(|indent| known.contains(&(*file, line.span.start + indent)));
            let tag = fields::tag(spec.notation, bytes).filter(|_| !is_known);
            text.extend(tag.and_then(|tag| canonical_line(loaded, spec, line.span, &String::from_utf8_lossy(tag))));
        }
        let start = lines.first().map_or(0, |header| header.span.start);
        let header = &loaded.sources.file(*file).text()[start as usize..];
        let indent = header.iter().take_while(|byte| byte.is_ascii_whitespace()).count() as u32;
        texts.insert((*file, start + indent), text);
    }
    texts
}

/// A line in canonical spacing; `None` if it doesn't affect probabilities.
fn canonical_line(loaded: &Loaded, spec: &'static FileSpec, span: Span, tag: &str) -> Option<String> {
    let directive = spec.directives.iter().find(|directive| directive.tag == tag)?;
    if directive.ignored || DESCRIBES.contains(&tag) {
        return None;
    }
    let line = loaded.sources.text(span);
    Some(canonical_fields(directive, spec, &line))
}

/// Directives of descriptions, map glyphs and file versions, in all games.
const DESCRIBES: [&str; 5] = ["D", "G", "V", "desc", "graphics"];

/// A line's tag and fields, with single blanks between words.
fn canonical_fields(directive: &'static DirectiveSpec, spec: &FileSpec, line: &str) -> String {
    let mut text = directive.tag.to_owned();
    let fields = fields::split(directive, spec.notation, line);
    // The part after the last field is not parsed; it is taken as it is.
    let rest = fields.last().map_or(0, |last| last.end);
    for range in fields {
        text.push(':');
        let words: Vec<&str> = line[trimmed_range(line, range)].split_whitespace().collect();
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

/// The readable files of an edition that fit, with their specs.
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
