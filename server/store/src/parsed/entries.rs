//! Entries of all sorts with their lines, fields, flags and allocations, as rows of tables.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use affixboard_model::{
    batch::{Entry, Key},
    catalog::{AffixId, Allocation, Kind, KindAllocation, KindId, SortSpec},
    game::Loaded,
    syntax::FieldKind,
    text::{FileId, Span},
};
use affixboard_proposal::{TaggedLine, tagged_lines};
use serde_json::{Value, json};

/// An entry as its row has it.
struct EntryRow<'a> {
    /// A position in `Entries::sorts`.
    sort: usize,
    serial_number: u32,
    name: &'a str,
    group: &'a str,
    place: Option<(u16, u16)>,
    record: Option<Span>,
    flags: &'a [&'static str],
}

/// The directive of a line, and the id of the entry whose record it is in.
type LineRow<'a> = (Option<&'a str>, Option<usize>);

/// All entries of a revision. An entry's id is its position, from 1.
pub(crate) struct Entries<'a> {
    loaded: &'a Loaded,
    /// Name, singular and plural.
    sorts: Vec<[&'a str; 3]>,
    rows: Vec<EntryRow<'a>>,
    /// How many entries stand before the affixes, themes, artifacts, and those of the game's own sorts.
    before: [usize; 4],
    tagged: Vec<TaggedLine>,
    /// The position of the entry whose record each tagged line is in.
    owners: Vec<Option<usize>>,
}

impl<'a> Entries<'a> {
    pub(crate) fn of(loaded: &'a Loaded) -> Entries<'a> {
        let (catalog, words) = (&loaded.catalog, loaded.game.words());
        let mut sorts = Vec::new();
        let mut rows: Vec<EntryRow<'_>> = Vec::new();
        let mut before = [0; 4];
        if !catalog.item_types.is_empty() {
            sorts = vec![
                ["kinds", "kind", "kinds"],
                ["affixes", words.affix, words.affixes],
                ["themes", "theme", "themes"],
                ["artifacts", "artifact", "artifacts"],
            ];
            let type_name = |tval: u16| catalog.item_type(tval).map_or("", |item_type| item_type.name.as_str());
            let row = |sort, serial_number, name, record| EntryRow {
                sort,
                serial_number,
                name,
                group: "",
                place: None,
                record,
                flags: &[],
            };
            rows.extend(catalog.kinds.iter().map(|kind| EntryRow {
                group: type_name(kind.tval),
                place: Some((kind.tval, kind.sval)),
                flags: &kind.flags,
                ..row(0, kind.index, &kind.name, kind.record)
            }));
            before[0] = rows.len();
            rows.extend(catalog.affixes.iter().map(|affix| EntryRow {
                group: affix.role.map_or("", |role| role.name()),
                flags: &affix.flags,
                ..row(1, affix.index, &affix.name, Some(affix.record))
            }));
            before[1] = rows.len();
            rows.extend(catalog.themes.iter().map(|theme| EntryRow {
                group: theme.role.map_or("", |role| role.name()),
                ..row(2, theme.index, &theme.name, Some(theme.record))
            }));
            before[2] = rows.len();
            rows.extend(catalog.artifacts.iter().map(|artifact| EntryRow {
                group: type_name(artifact.tval),
                place: Some((artifact.tval, artifact.sval)),
                ..row(3, artifact.index, &artifact.name, Some(artifact.record))
            }));
        }
        before[3] = rows.len();
        let first = sorts.len();
        sorts.extend(loaded.sorts().iter().map(|sort| [sort.name, sort.words[0], sort.words[1]]));
        rows.extend(loaded.model.entries().iter().map(|entry| EntryRow {
            sort: first + usize::from(entry.sort),
            serial_number: entry.index,
            name: &entry.name,
            group: &entry.group,
            place: None,
            record: entry.record,
            flags: &[],
        }));
        let tagged = tagged_lines(loaded);
        let owners = owners(loaded, &rows, &tagged);
        Entries { loaded, sorts, rows, before, tagged, owners }
    }

    /// The id of a kind: they are the first entries.
    pub(super) fn kind(id: KindId) -> usize {
        id.at() + 1
    }

    /// The id of what a key counts, if it is an entry.
    pub(super) fn of_key(&self, key: Key) -> Option<usize> {
        match key.entry {
            Entry::Kind => key.kind.map(Entries::kind),
            Entry::Affix(id) => Some(self.affix(id)),
            Entry::Theme(id) => Some(self.before[1] + id.at() + 1),
            Entry::Artifact(id) => Some(self.before[2] + id.at() + 1),
            Entry::Fixed(_) => None,
        }
    }

    /// The id of an affix.
    pub(super) fn affix(&self, id: AffixId) -> usize {
        self.before[0] + id.at() + 1
    }

    /// The id of an entry of one of the game's own sorts.
    pub(super) fn of_sort(&self, (sort, index): (u8, u32)) -> Option<usize> {
        let own = self.loaded.model.entries();
        let at = own.iter().position(|entry| (entry.sort, entry.index) == (sort, index))?;
        Some(self.before[3] + at + 1)
    }

    pub(super) fn sorts(&self) -> Vec<Value> {
        (1..).zip(&self.sorts).map(|(id, [name, singular, plural])| json!([id, name, singular, plural])).collect()
    }

    pub(super) fn rows(&self) -> Vec<Value> {
        let mut last: BTreeMap<usize, u32> = BTreeMap::new();
        for (line, owner) in self.tagged.iter().zip(&self.owners) {
            if let Some(owner) = owner {
                last.insert(*owner, self.loaded.sources.position(line.span).line);
            }
        }
        let row = |(at, entry): (usize, &EntryRow<'_>)| {
            let (tval, sval) = entry.place.unzip();
            let file = entry.record.map(|span| file_id(span.file));
            let first = entry.record.map(|span| self.loaded.sources.position(span).line);
            let end = entry.record.map(|span| self.last_line(span));
            let last = last.get(&at).copied().or(end);
            json!([at + 1, entry.sort + 1, entry.serial_number, entry.name, entry.group, tval, sval, file, first, last])
        };
        self.rows.iter().enumerate().map(row).collect()
    }

    fn last_line(&self, record: Span) -> u32 {
        let last = record.end.saturating_sub(1).max(record.start);
        self.loaded.sources.position(Span { start: last, ..record }).line
    }

    /// All lines of all files.
    pub(super) fn lines(&self) -> impl Iterator<Item = Value> + Send + '_ {
        let mut about: BTreeMap<(usize, u32), LineRow<'_>> = BTreeMap::new();
        for (at, entry) in self.rows.iter().enumerate() {
            let own_lines = entry.record.map(|record| {
                let first = self.loaded.sources.position(record).line;
                (file_id(record.file), first..=self.last_line(record))
            });
            if let Some((file, lines)) = own_lines {
                about.extend(lines.map(|line| ((file, line), (None, Some(at + 1)))));
            }
        }
        for (line, owner) in self.tagged.iter().zip(&self.owners) {
            let number = self.loaded.sources.position(line.span).line;
            about.insert((file_id(line.span.file), number), (Some(&line.tag), owner.map(|owner| owner + 1)));
        }
        let about = Arc::new(about);
        (1..).zip(self.loaded.sources.files()).flat_map(move |(id, file)| {
            let about = Arc::clone(&about);
            (1..=file.line_count()).map(move |number| {
                let (directive, entry) = about.get(&(id, number)).copied().unwrap_or_default();
                json!([id, number, file.line(number), directive, entry])
            })
        })
    }

    pub(super) fn fields(&self) -> impl Iterator<Item = Value> + Send + '_ {
        let mut positions = vec![0_u32; self.before[3]];
        let of_lines = self.tagged.iter().zip(&self.owners).flat_map(move |(line, owner)| {
            // The fields of declared sorts are the game's own, below.
            let owner = owner.filter(|owner| *owner < self.before[3]);
            let begin = owner.map_or(0, |owner| {
                positions[owner] += line.fields.len() as u32;
                positions[owner] - line.fields.len() as u32
            });
            let number = self.loaded.sources.position(line.span).line;
            let fields = owner.into_iter().flat_map(|owner| line.fields.iter().map(move |field| (owner, field)));
            (begin + 1..).zip(fields).map(move |(position, (owner, (spec, text)))| {
                let value = if spec.kind == FieldKind::Int { c_integer(text) } else { text.parse().ok() };
                let (file, name) = (file_id(line.span.file), spec.name);
                json!([owner + 1, position, file, number, line.tag, name, text, value])
            })
        });
        let sorts = self.loaded.sorts();
        let of_sorts = (self.before[3] + 1..).zip(self.loaded.model.entries()).flat_map(move |(id, entry)| {
            let columns = sorts[usize::from(entry.sort)].fields;
            (1..).zip(columns).zip(&entry.fields).filter_map(move |((position, column), field): ((u32, _), _)| {
                let text = field.value.text();
                let file = field.site.map(|site| file_id(site.file));
                let line = field.site.map(|site| self.loaded.sources.position(site).line);
                let value: Option<i64> = text.parse().ok();
                (!text.is_empty()).then(|| json!([id, position, file, line, Value::Null, column.name, text, value]))
            })
        });
        of_lines.chain(of_sorts)
    }

    pub(super) fn flags(&self) -> Vec<Value> {
        let flags = |(at, entry): (usize, &EntryRow<'a>)| {
            let flags: BTreeSet<&str> = entry.flags.iter().copied().collect();
            flags.into_iter().map(move |flag| json!([at + 1, flag]))
        };
        self.rows.iter().enumerate().flat_map(flags).collect()
    }

    pub(super) fn allocations(&self) -> Vec<Value> {
        let catalog = &self.loaded.catalog;
        let mut rows = Vec::new();
        let of_kind = |id: usize, (tval, sval): (u16, u16), allocations: &[KindAllocation]| -> Vec<Value> {
            let row = |(position, one): (usize, &KindAllocation)| {
                let place = self.place(tval, sval, sval);
                self.allocation((id, position + 1), place, (None, Some(one.commonness)), (one.min, one.max), one.line)
            };
            allocations.iter().enumerate().map(row).collect()
        };
        for (at, kind) in catalog.kinds.iter().enumerate() {
            rows.extend(of_kind(at + 1, (kind.tval, kind.sval), &kind.allocations));
        }
        let of_affix = |id: usize, allocations: &[Allocation], is_theme: bool| -> Vec<Value> {
            let row = |(position, one): (usize, &Allocation)| {
                let level = self.loaded.game.words().affix_levels.get(usize::from(one.affix_level)).copied();
                let drawn = if is_theme { (None, None) } else { (level, Some(one.commonness)) };
                let place = self.place(one.tval, one.min_sval, one.max_sval);
                self.allocation((id, position + 1), place, drawn, (one.min, one.max), one.line)
            };
            allocations.iter().enumerate().map(row).collect()
        };
        for (at, affix) in catalog.affixes.iter().enumerate() {
            rows.extend(of_affix(self.before[0] + at + 1, &affix.allocations, false));
        }
        for (at, theme) in catalog.themes.iter().enumerate() {
            rows.extend(of_affix(self.before[1] + at + 1, &theme.allocations, true));
        }
        for (at, artifact) in catalog.artifacts.iter().enumerate() {
            rows.extend(of_kind(self.before[2] + at + 1, (artifact.tval, artifact.sval), &artifact.allocations));
        }
        rows
    }

    /// Numbers and names of a range of an item type.
    fn place(&self, tval: u16, min: u16, max: u16) -> [Value; 5] {
        let catalog = &self.loaded.catalog;
        let is_in = |kind: &&Kind| kind.tval == tval && (min..=max).contains(&kind.sval);
        let kinds: Vec<&str> = catalog.kinds.iter().filter(is_in).map(|kind| kind.name.as_str()).collect();
        let name = catalog.item_type(tval).map(|item_type| item_type.name.as_str());
        [json!(tval), json!(name), json!(min), json!(max), json!(kinds.join(", "))]
    }

    fn allocation(
        &self,
        (entry, position): (usize, usize),
        [tval, name, min, max, kinds]: [Value; 5],
        (affix_level, commonness): (Option<&str>, Option<u32>),
        levels: (u32, u32),
        line: Span,
    ) -> Value {
        let number = self.loaded.sources.position(line).line;
        let file = file_id(line.file);
        json!([entry, position, tval, name, min, max, kinds, affix_level, commonness, levels.0, levels.1, file, number])
    }

    pub(super) fn theme_parts(&self) -> Vec<Value> {
        let mut rows = Vec::new();
        for (at, theme) in self.loaded.catalog.themes.iter().enumerate() {
            for part in &theme.parts {
                let line = self.loaded.sources.position(part.line).line;
                let (id, file) = (self.before[1] + at + 1, file_id(part.line.file));
                rows.push(json!([id, self.affix(part.affix), part.weight, part.chance, file, line]));
            }
        }
        rows
    }
}

/// A view of that name with a sort's entries, a column for each field.
pub(super) fn view(sort: &SortSpec, view: &str) -> String {
    let column = |name: &str| {
        format!(
            ",\n    max(CASE WHEN fields.name = '{name}' THEN coalesce(fields.number, fields.text) END) AS \"{name}\""
        )
    };
    let columns: Vec<String> = sort.fields.iter().map(|field| column(field.name)).collect();
    format!(
        "CREATE VIEW \"{view}\" AS\nSELECT entries.serial_number, entries.name, entries.group_name{columns}\nFROM entries\n\
         JOIN sorts ON sorts.id = entries.sort_id\nLEFT JOIN fields ON fields.entry_id = entries.id\n\
         WHERE sorts.name = '{name}'\nGROUP BY entries.id",
        columns = columns.concat(),
        name = sort.name,
    )
}

/// The entry whose record each tagged line is in.
fn owners(loaded: &Loaded, entries: &[EntryRow<'_>], tagged: &[TaggedLine]) -> Vec<Option<usize>> {
    let line_of = |span: Span| (span.file, loaded.sources.position(span).line);
    let records = entries.iter().enumerate().filter_map(|(at, entry)| Some((line_of(entry.record?), at)));
    let by_line: BTreeMap<(FileId, u32), usize> = records.collect();
    let mut owner: Option<(FileId, Option<usize>)> = None;
    let of = |line: &TaggedLine| {
        let begun = by_line.get(&line_of(line.span)).copied();
        // Some kinds are described within a record of another sort: books in those of classes.
        if line.is_header || begun.is_some() {
            owner = Some((line.span.file, begun));
        }
        owner.filter(|(file, _)| *file == line.span.file).and_then(|(_, owner)| owner)
    };
    tagged.iter().map(of).collect()
}

pub(crate) fn item_types(loaded: &Loaded) -> Vec<Value> {
    let row = |item_type: &affixboard_model::catalog::ItemType| {
        json!([item_type.tval, item_type.name, u8::from(item_type.takes_affixes)])
    };
    loaded.catalog.item_types.iter().map(row).collect()
}

fn file_id(file: FileId) -> usize {
    usize::from(file.0) + 1
}

/// A number as C writes it: decimal, hexadecimal behind `0x`, octal behind `0`.
fn c_integer(text: &str) -> Option<i64> {
    let (sign, digits) = text.strip_prefix('-').map_or((1, text), |digits| (-1, digits));
    let (radix, digits) = match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        Some(digits) => (16, digits),
        None if digits.len() > 1 && digits.starts_with('0') => (8, &digits[1..]),
        None => (10, digits),
    };
    if !digits.starts_with(|character: char| character.is_digit(radix)) {
        return None;
    }
    i64::from_str_radix(digits, radix).ok().map(|number| sign * number)
}

#[cfg(test)]
mod tests {
    use super::c_integer;

    #[test]
    fn numbers_as_c_writes_them() {
        for (text, number) in [
            ("12", Some(12)),
            ("-5", Some(-5)),
            ("0x1F", Some(31)),
            ("010", Some(8)),
            ("0", Some(0)),
            ("-0", Some(0)),
            ("", None),
            ("+5", None),
            ("--5", None),
            ("1d4", None),
            ("09", None),
        ] {
            assert_eq!(c_integer(text), number, "{text}");
        }
    }
}
