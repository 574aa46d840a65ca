//! Entries as rows of a table: of one sort with its fields, or of all sorts together. What a game declares and what items have
//! are listed by the same page.

use std::collections::BTreeSet;

use affixboard_model::{
    catalog::{Allocation, Catalog, EffectSet, EntryValue, ItemEntry, KindAllocation, Sort, SortSpec},
    game::Loaded,
    text::Span,
};
use affixboard_store::Revision;

use super::effect_words;
use crate::links;
use affixboard_service::library::OpenRevision;

/// A table of entries.
pub(super) struct EntriesTable {
    /// The word for the groups of entries; empty where there are none.
    pub(super) group_word: &'static str,
    /// The columns after name, number and group.
    pub(super) columns: Vec<EntriesColumn>,
    pub(super) rows: Vec<EntriesRow>,
}

/// A column: its name in addresses, its heading, what it means.
#[derive(Debug, Clone, Copy)]
pub(super) struct EntriesColumn {
    pub(super) name: &'static str,
    pub(super) title: &'static str,
    pub(super) doc: &'static str,
}

/// An entry with a value for each column.
pub(super) struct EntriesRow {
    pub(super) name: String,
    pub(super) href: String,
    pub(super) index: u32,
    pub(super) group: String,
    pub(super) fields: Vec<EntryValue>,
    /// Its sort and its position among the entries of it, of items' sorts.
    pub(super) entry: Option<(Sort, usize)>,
    /// What it does, of affixes and themes.
    pub(super) effects: Option<EffectSet>,
}

const fn column(name: &'static str, title: &'static str, doc: &'static str) -> EntriesColumn {
    EntriesColumn { name, title, doc }
}

const EFFECT: EntriesColumn =
    column("effect", "Effect", "what it does: + is a bonus, \u{2212} a drawback, ± may be either");
const LINES: EntriesColumn = column("lines", "Lines", "lines that say where it comes and how often");
const FROM: EntriesColumn = column("from", "From level", "the lowest level that a line of it names");
const TO: EntriesColumn = column("to", "To level", "the highest level that a line of it names");
const TYPES: EntriesColumn = column("types", "Item types", "the item types that its lines name");
const FLAGS: EntriesColumn = column("flags", "Flags", "the flags it has");
const SVAL: EntriesColumn = column("sval", "Sval", "its number within its item type");
const PLACE: EntriesColumn = column("place", "Place", "the line where it begins");

impl EntriesTable {
    /// The entries of a sort.
    pub(super) fn of(open: &OpenRevision, sort: Sort) -> EntriesTable {
        let (loaded, revision) = (&open.loaded, &open.revision);
        match sort.spec() {
            Some(spec) => declared(loaded, revision, spec),
            None => of_items(open, sort),
        }
    }

    /// The entries of all sorts that have any.
    pub(super) fn all(open: &OpenRevision) -> EntriesTable {
        let (loaded, revision) = (&open.loaded, &open.revision);
        let words = loaded.game.words();
        let place = |record: Option<Span>| {
            let place = record.map(|span| {
                let line = loaded.sources.position(span).line;
                EntryValue::Text(format!("{}:{line}", loaded.sources.file(span.file).name()))
            });
            place.unwrap_or_default()
        };
        let has_effects = !loaded.catalog.affixes.is_empty();
        let fields = |effects: Option<&EffectSet>, record| {
            let effect = effects.map_or(EntryValue::None, |effects| text(effect_words::text(effects, open)));
            has_effects.then_some(effect).into_iter().chain([place(record)]).collect::<Vec<_>>()
        };
        let mut rows = Vec::new();
        for sort in Sort::OF_ITEMS {
            let mut effects = effects_of(loaded, sort).into_iter();
            rows.extend(loaded.catalog.entries_of(sort).iter().enumerate().map(|(at, entry)| {
                let effects = effects.next();
                EntriesRow {
                    name: entry.name.to_owned(),
                    href: links::entry(revision, sort, entry.index),
                    index: entry.index,
                    group: sort.plural(words).to_owned(),
                    fields: fields(effects.as_ref(), entry.record),
                    entry: Some((sort, at)),
                    effects,
                }
            }));
        }
        for entry in loaded.model.entries() {
            let Some(spec) = loaded.sorts().get(usize::from(entry.sort)) else { continue };
            rows.push(EntriesRow {
                name: entry.name.clone(),
                href: links::sort_entry(revision, spec.name, entry.index),
                index: entry.index,
                group: spec.words[1].to_owned(),
                fields: fields(None, entry.record),
                entry: None,
                effects: None,
            });
        }
        EntriesTable { group_word: "Sort", columns: if has_effects { vec![EFFECT, PLACE] } else { vec![PLACE] }, rows }
    }

    /// The names of the groups, as they come.
    pub(super) fn groups(&self) -> Vec<String> {
        let mut groups: Vec<String> = Vec::new();
        for row in &self.rows {
            if !row.group.is_empty() && !groups.contains(&row.group) {
                groups.push(row.group.clone());
            }
        }
        groups
    }

    /// Whether effects are among what it says.
    pub(super) fn has_effects(&self) -> bool {
        self.columns.iter().any(|column| column.name == EFFECT.name)
    }

    /// Whether most values of a column are numbers.
    pub(super) fn is_number(&self, column: usize) -> bool {
        let is_number = |row: &&EntriesRow| matches!(row.fields[column], EntryValue::Number(_));
        2 * self.rows.iter().filter(is_number).count() > self.rows.len()
    }
}

/// The sorts of a revision that have entries, and how many each has.
pub fn sort_counts(loaded: &Loaded) -> Vec<(Sort, usize)> {
    let declared = |name| loaded.sorts().iter().position(|spec| spec.name == name);
    let count = |sort: Sort| match sort.spec().and_then(|spec| declared(spec.name)) {
        Some(at) => loaded.model.entries().iter().filter(|entry| usize::from(entry.sort) == at).count(),
        None => loaded.catalog.entries_of(sort).len(),
    };
    loaded.entry_sorts().map(|sort| (sort, count(sort))).filter(|sort| sort.1 > 0).collect()
}

fn declared(loaded: &Loaded, revision: &Revision, spec: &'static SortSpec) -> EntriesTable {
    let at = loaded.sorts().iter().position(|sort| sort.name == spec.name);
    let listed: Vec<usize> = (0..spec.fields.len()).filter(|at| spec.fields[*at].is_listed).collect();
    let of_sort = loaded.model.entries().iter().filter(|entry| Some(usize::from(entry.sort)) == at);
    let rows = of_sort.map(|entry| EntriesRow {
        name: entry.name.clone(),
        href: links::sort_entry(revision, spec.name, entry.index),
        index: entry.index,
        group: entry.group.clone(),
        fields: listed.iter().map(|at| entry.fields[*at].value.clone()).collect(),
        entry: None,
        effects: None,
    });
    let columns = listed.iter().map(|at| &spec.fields[*at]);
    EntriesTable {
        group_word: spec.group[0],
        columns: columns.map(|field| column(field.name, field.title, field.doc)).collect(),
        rows: rows.collect(),
    }
}

fn of_items(open: &OpenRevision, sort: Sort) -> EntriesTable {
    let (loaded, revision) = (&open.loaded, &open.revision);
    let catalog = &*loaded.catalog;
    let entries = catalog.entries_of(sort);
    let row = |entry: &ItemEntry<'_>, group: String, fields| EntriesRow {
        name: entry.name.to_owned(),
        href: links::entry(revision, sort, entry.index),
        index: entry.index,
        group,
        fields,
        entry: None,
        effects: None,
    };
    let (group_word, mut columns, mut rows): (_, Vec<EntriesColumn>, Vec<EntriesRow>) = if sort == Sort::AFFIX {
        let of = entries.iter().zip(&catalog.affixes).map(|(entry, affix)| {
            let role = affix.role.map_or_else(String::new, |role| role.name().to_owned());
            let fields = [spread(catalog, entry.allocations), vec![text(affix.flags.join(", "))]].concat();
            row(entry, role, fields)
        });
        ("Role", vec![TYPES, LINES, FROM, TO, FLAGS], of.collect())
    } else if sort == Sort::THEME {
        let of = entries.iter().zip(&catalog.themes).map(|(entry, theme)| {
            let role = theme.role.map_or_else(String::new, |role| role.name().to_owned());
            let parts = theme.parts.iter().map(|part| catalog.affix(part.affix).name.as_str());
            let parts = parts.collect::<Vec<_>>().join(", ");
            row(entry, role, [spread(catalog, entry.allocations), vec![text(parts)]].concat())
        });
        let parts = column("parts", "Parts", "what it consists of");
        ("Role", vec![TYPES, LINES, FROM, TO, parts], of.collect())
    } else if sort == Sort::ARTIFACT {
        let of = entries.iter().zip(&catalog.artifacts).map(|(entry, artifact)| {
            let kind = catalog.find_kind(artifact.tval, artifact.sval).map(|id| catalog.kind(id).name.clone());
            let fields = [vec![text(kind.unwrap_or_default())], levels(entry.levels)].concat();
            row(entry, type_name(catalog, artifact.tval), fields)
        });
        let kind = column("kind", "Kind", "the kind of item that it is");
        ("Item type", vec![kind, LINES, FROM, TO], of.collect())
    } else {
        let of = entries.iter().zip(&catalog.kinds).map(|(entry, kind)| {
            let good = text(if kind.good { "yes" } else { "no" }.to_owned());
            let begin = vec![EntryValue::Number(kind.sval.into()), good];
            let fields = [begin, levels(entry.levels), vec![text(kind.flags.join(", "))]].concat();
            row(entry, type_name(catalog, kind.tval), fields)
        });
        let good = column("good", "Good table", "whether good and great drops choose it");
        ("Item type", vec![SVAL, good, LINES, FROM, TO, FLAGS], of.collect())
    };
    let mut effects = effects_of(loaded, sort).into_iter().peekable();
    if effects.peek().is_some() {
        columns.insert(0, EFFECT);
    }
    for (at, row) in rows.iter_mut().enumerate() {
        row.entry = Some((sort, at));
        if let Some(effects) = effects.next() {
            row.fields.insert(0, text(effect_words::text(&effects, open)));
            row.effects = Some(effects);
        }
    }
    EntriesTable { group_word, columns, rows }
}

/// The effects of the entries of a sort; none of sorts that are not about effects.
fn effects_of(loaded: &Loaded, sort: Sort) -> Vec<EffectSet> {
    if sort == Sort::AFFIX {
        loaded.affix_effects()
    } else if sort == Sort::THEME {
        loaded.theme_effects()
    } else {
        Vec::new()
    }
}

fn text(text: String) -> EntryValue {
    if text.is_empty() { EntryValue::None } else { EntryValue::Text(text) }
}

fn type_name(catalog: &Catalog, tval: u16) -> String {
    catalog.item_type(tval).map_or_else(String::new, |of_type| of_type.name.clone())
}

/// The number of lines, and the lowest and the highest level that they name.
fn range(of: impl Iterator<Item = (u32, u32)> + Clone) -> Vec<EntryValue> {
    let number = |level: Option<u32>| level.map_or(EntryValue::None, |level| EntryValue::Number(level.into()));
    let lines = EntryValue::Number(of.clone().count() as i64);
    vec![lines, number(of.clone().map(|level| level.0).min()), number(of.map(|level| level.1).max())]
}

/// Item types, lines and levels of allocations to item types.
fn spread(catalog: &Catalog, allocations: &[Allocation]) -> Vec<EntryValue> {
    let types: BTreeSet<u16> = allocations.iter().map(|line| line.tval).collect();
    let types = types.into_iter().map(|tval| type_name(catalog, tval)).collect::<Vec<_>>().join(", ");
    [vec![text(types)], range(allocations.iter().map(|line| (line.min, line.max)))].concat()
}

fn levels(allocations: &[KindAllocation]) -> Vec<EntryValue> {
    range(allocations.iter().map(|line| (line.min, line.max)))
}
