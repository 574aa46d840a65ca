//! The editor of a draft's lines: those of an entry, or of an item type; as a form, as a table, or as they are
//! written.

use std::collections::{BTreeMap, BTreeSet};

use affixboard_model::{
    catalog::{Catalog, Sort},
    game::Loaded,
    syntax::{DirectiveSpec, FieldKind},
    text::{Diagnostic, Span},
};
use affixboard_proposal::{EditableEntry, EntryLine, editable_entries, entry_lines};

use affixboard_report::capitalised;

use super::{
    completion,
    form::{DraftForm, FieldError, LineKey},
    pools::{PoolShare, PoolShares},
    session::DraftSession,
};
use crate::{Error, links};
use affixboard_service::library::OpenRevision;

/// Lines shown at once at most.
const MOST_LINES: usize = 600;

/// The lines to edit: of an entry by sort and serial number, or of an item type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LineSelection {
    None,
    Entry(Sort, u32),
    Type(u16),
}

/// The layout of the editor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum EditMode {
    Form,
    LineTable,
    Lines,
}

impl EditMode {
    pub(super) const ALL: [(EditMode, &'static str, &'static str); 3] = [
        (EditMode::Form, "form", "form"),
        (EditMode::LineTable, "table", "table"),
        (EditMode::Lines, "lines", "raw lines"),
    ];

    pub(super) fn word(self) -> &'static str {
        EditMode::ALL.iter().find(|mode| mode.0 == self).map_or("", |mode| mode.1)
    }
}

/// Lines under a heading.
pub(super) struct LineGroup {
    pub(super) title: String,
    /// Subtitle of the heading; empty for none.
    pub(super) about: String,
    /// Link to its page; empty for none.
    pub(super) href: String,
    pub(super) tables: Vec<LineTable>,
    /// Whether its tables are the numbers of one row of a table in a source.
    pub(super) is_row: bool,
    /// Its lines as one text, in place of tables.
    pub(super) text: Option<EntryText>,
}

/// Lines of one directive.
pub(super) struct LineTable {
    /// `T:tval:min-sval…`, or of a number the field's name.
    pub(super) form: String,
    /// Whether lines may come and go, as numbers of a row may not.
    pub(super) may_grow: bool,
    /// The meaning of the line.
    pub(super) doc: &'static str,
    pub(super) columns: Vec<&'static str>,
    /// The column that what the line comes to in its pool stands behind; empty where no line has a pool.
    pub(super) pool_after: &'static str,
    /// Whether rows say of which entry they are.
    pub(super) has_entries: bool,
    pub(super) rows: Vec<LineRow>,
    pub(super) new: NewLineRow,
}

/// A line.
pub(super) struct LineRow {
    pub(super) number: usize,
    pub(super) key: String,
    /// The line as it is, with which the form was made.
    pub(super) was: String,
    pub(super) entry: String,
    pub(super) entry_href: String,
    /// `ego_item.txt:38`.
    pub(super) place: String,
    pub(super) cells: Vec<FieldInput>,
    /// What it comes to in its pool; `None` for lines that are of none.
    pub(super) pool: Option<PoolShare>,
    /// `changed`, `added`, or empty.
    pub(super) state: &'static str,
    /// The line of the base, where it is another.
    pub(super) before: String,
    /// Whether it is to go.
    pub(super) is_removed: bool,
    pub(super) problems: Vec<LineProblem>,
}

/// An error or remark about a line.
pub(super) struct LineProblem {
    pub(super) is_error: bool,
    pub(super) message: String,
}

/// A field of a line.
pub(super) struct FieldInput {
    pub(super) name: &'static str,
    pub(super) value: String,
    /// The list of words to choose from; empty for none.
    pub(super) list: String,
    /// Whether a word of that list is one of several in it.
    pub(super) is_several: bool,
    pub(super) size: usize,
    pub(super) is_wrong: bool,
    pub(super) is_optional: bool,
    pub(super) is_number: bool,
    /// What is expected in it, such as `a number`.
    pub(super) expected: &'static str,
}

/// The inputs for a new line.
pub(super) struct NewLineRow {
    pub(super) number: usize,
    /// `affix.12.T.0`, or `affix..T.0` where the entry is typed.
    pub(super) key: String,
    /// The entry as typed, and the id of the list to choose from.
    pub(super) entry: String,
    pub(super) entries: String,
    pub(super) cells: Vec<FieldInput>,
    /// Initial values of fields: a line of these alone counts as empty.
    pub(super) presets: Vec<(&'static str, String)>,
    pub(super) problem: String,
}

/// Lines of an entry as one text.
pub(super) struct EntryText {
    pub(super) number: usize,
    /// `affix.12`.
    pub(super) key: String,
    /// The lines, as `T.1 T.2`.
    pub(super) lines: String,
    /// The text as it is, with which the form was made.
    pub(super) was: String,
    /// The text as it was typed, or is.
    pub(super) text: String,
    /// The lines that the entry may have.
    pub(super) forms: Vec<String>,
    /// Height of the field, in lines.
    pub(super) height: usize,
    pub(super) remarks: Vec<TextRemark>,
    /// Problems of what was typed.
    pub(super) problems: Vec<String>,
}

/// What the game's reader says of a place in a text.
pub(super) struct TextRemark {
    pub(super) is_error: bool,
    /// From 1.
    pub(super) line: usize,
    /// From 1, in characters.
    pub(super) column: usize,
    /// In characters.
    pub(super) length: usize,
    pub(super) message: String,
}

/// Datalist to choose from for a field.
pub(super) struct Datalist {
    pub(super) id: String,
    pub(super) words: Vec<String>,
}

/// The editor of the selected lines.
#[derive(Default)]
pub(super) struct EditorView {
    pub(super) groups: Vec<LineGroup>,
    pub(super) words: Vec<Datalist>,
    /// Number of lines that are not shown.
    pub(super) more: usize,
}

/// A form that was rejected. Its lines are found by key, as their numbers may have changed.
pub(super) struct RejectedForm<'a> {
    pub(super) form: &'a DraftForm,
    pub(super) errors: &'a [FieldError],
}

impl<'a> RejectedForm<'a> {
    /// The submitted values of a line (`letter` is `l`) or a new line (`n`).
    fn line(&'a self, letter: char, key: &str) -> SubmittedLine<'a> {
        let number = self.form.number_of(letter, key);
        SubmittedLine { line: number.map(|number| (self, letter, number)) }
    }
}

/// The submitted values of a line of a rejected form; `None` where there are none.
struct SubmittedLine<'a> {
    line: Option<(&'a RejectedForm<'a>, char, &'a str)>,
}

impl SubmittedLine<'_> {
    /// The value of a field by the letter its name begins with: `f` for `f7`, `a` and `commonness` for `a7.commonness`.
    fn get(&self, letter: char, field: &str) -> Option<String> {
        let (rejected, _, number) = self.line?;
        let name = if field.is_empty() { format!("{letter}{number}") } else { format!("{letter}{number}.{field}") };
        rejected.form.has(&name).then(|| rejected.form.get(&name).to_owned())
    }

    fn errors(&self) -> impl Iterator<Item = &str> {
        let of = self.line.into_iter().flat_map(|(rejected, letter, number)| {
            let name = if letter == 'l' { number.to_owned() } else { format!("{letter}{number}") };
            rejected.errors.iter().filter(move |error| error.line == name)
        });
        of.map(|error| error.message.as_str())
    }

    fn error(&self) -> String {
        self.errors().next().unwrap_or_default().to_owned()
    }
}

/// The editor of the selected lines; with a rejected form, its values in place of the stored ones.
pub(super) fn lines(
    session: &DraftSession,
    subject: LineSelection,
    mode: EditMode,
    rejected: Option<&RejectedForm<'_>>,
    pools: &PoolShares,
) -> Result<EditorView, Error> {
    let (base, changed) = (&session.base.loaded, &*session.changed);
    let all = entry_lines(&changed.loaded);
    let places = editable_entries(&changed.loaded);
    match subject {
        LineSelection::None => return Ok(EditorView::default()),
        LineSelection::Entry(sort, index) => {
            if !places.iter().any(|place| (place.sort, place.index) == (sort, index)) {
                return Err(no_entry(changed, sort, index));
            }
        }
        LineSelection::Type(_) => {}
    }
    let mut wanted = selected_lines(changed, subject, &all);
    let more = wanted.len().saturating_sub(MOST_LINES);
    wanted.truncate(MOST_LINES);
    let mut builder = EditorBuilder { base, changed, rejected, number: 0, lists: BTreeMap::new(), all: &all, pools };
    let mut groups = match mode {
        EditMode::LineTable => builder.by_directive(&wanted, subject, &places),
        EditMode::Form | EditMode::Lines => builder.by_entry(&wanted, subject, mode, &places),
    };
    groups.retain(|group| !group.tables.is_empty() || group.text.is_some());
    let words = builder.lists.into_values().flatten().collect();
    Ok(EditorView { groups, words, more })
}

/// Of all lines those that are selected.
pub(super) fn selected_lines<'a>(
    changed: &OpenRevision,
    subject: LineSelection,
    all: &'a [EntryLine],
) -> Vec<&'a EntryLine> {
    match subject {
        LineSelection::None => Vec::new(),
        LineSelection::Entry(sort, index) => {
            all.iter().filter(|line| (line.sort, line.index) == (sort, index)).collect()
        }
        LineSelection::Type(tval) => {
            let spans = TypeSpans::of(&changed.loaded.catalog, tval);
            // Of a whole type those alone that say where and how often entries come.
            all.iter().filter(|line| line.directive.allocates && spans.has(line)).collect()
        }
    }
}

/// Lines that say where and how often entries come are changed most: they are first.
fn in_order_of_use(directives: &mut [&'static DirectiveSpec]) {
    directives.sort_by_key(|directive| !directive.allocates);
}

fn no_entry(open: &OpenRevision, sort: Sort, index: u32) -> Error {
    let word = sort.word(open.loaded.game.words());
    Error::not_found(format!("There is no {word} with the serial number {index} whose lines could be changed."))
}

/// The spans of lines about an item type.
struct TypeSpans {
    entries: BTreeSet<(Sort, u32)>,
    /// Allocations of the item type, and of others.
    own: Vec<Span>,
    others: Vec<Span>,
}

impl TypeSpans {
    fn of(catalog: &Catalog, tval: u16) -> TypeSpans {
        let mut spans = TypeSpans { entries: BTreeSet::new(), own: Vec::new(), others: Vec::new() };
        for sort in Sort::OF_ITEMS {
            for entry in &catalog.entries_of(sort) {
                if entry.is_of(tval) {
                    spans.entries.insert((sort, entry.index));
                }
                for allocation in entry.allocations {
                    let of_type = if allocation.tval == tval { &mut spans.own } else { &mut spans.others };
                    of_type.push(allocation.line);
                }
            }
        }
        spans
    }

    /// A line of an entry of the item type, unless it speaks of other item types only.
    fn has(&self, line: &EntryLine) -> bool {
        let is_at = |span: &Span| {
            span.file == line.span.file
                && span.start < line.span.end.max(line.span.start + 1)
                && line.span.start < span.end
        };
        self.entries.contains(&(line.sort, line.index))
            && (self.own.iter().any(is_at) || !self.others.iter().any(is_at))
    }
}

struct EditorBuilder<'a> {
    /// The files that the draft changes.
    base: &'a Loaded,
    changed: &'a OpenRevision,
    rejected: Option<&'a RejectedForm<'a>>,
    number: usize,
    /// By directive and field; none where there are too many words.
    lists: BTreeMap<(Sort, &'static str, &'static str), Option<Datalist>>,
    all: &'a [EntryLine],
    pools: &'a PoolShares,
}

impl<'a> EditorBuilder<'a> {
    fn by_entry(
        &mut self,
        wanted: &[&EntryLine],
        subject: LineSelection,
        mode: EditMode,
        places: &[EditableEntry],
    ) -> Vec<LineGroup> {
        let mut groups = Vec::new();
        let is_shown = |place: &&EditableEntry| match subject {
            LineSelection::Entry(sort, index) => (place.sort, place.index) == (sort, index),
            _ => wanted.iter().any(|line| (line.sort, line.index) == (place.sort, place.index)),
        };
        let mut places: Vec<&EditableEntry> = places.iter().filter(is_shown).collect();
        places.sort_by_key(|place| place.sort);
        for place in places {
            let own: Vec<&EntryLine> =
                wanted.iter().filter(|line| (line.sort, line.index) == (place.sort, place.index)).copied().collect();
            let word = place.sort.word(self.changed.loaded.game.words());
            let mut group = LineGroup {
                title: place.name.clone(),
                about: format!("{word} {}", place.index),
                href: links::entry(&self.changed.revision, place.sort, place.index),
                tables: Vec::new(),
                is_row: place.notation.is_of_tables(),
                text: None,
            };
            if mode == EditMode::Lines && !group.is_row {
                group.text = Some(self.text(place, &own));
                groups.push(group);
                continue;
            }
            let of_type = matches!(subject, LineSelection::Type(_));
            let mut directives: Vec<&'static DirectiveSpec> = place.directives.clone();
            directives.retain(|directive| directive.allocates || !of_type);
            in_order_of_use(&mut directives);
            for directive in directives {
                let lines: Vec<&EntryLine> =
                    own.iter().filter(|line| line.directive.tag == directive.tag).copied().collect();
                let key = format!("{}.{}.{}.0", place.sort.name(), place.index, directive.tag);
                let presets = self.presets(place.sort, directive, subject);
                let mut table = self.table(place.sort, directive, &lines, key, presets);
                table.may_grow &= place.may_grow(directive);
                group.tables.push(table);
            }
            groups.push(group);
        }
        groups
    }

    fn by_directive(
        &mut self,
        wanted: &[&EntryLine],
        subject: LineSelection,
        places: &[EditableEntry],
    ) -> Vec<LineGroup> {
        let one = match subject {
            LineSelection::Entry(sort, index) => Some((sort, index)),
            _ => None,
        };
        let one_entry = one.is_some();
        let mut directives: Vec<(Sort, &'static DirectiveSpec)> = Vec::new();
        for place in places {
            let is_shown = match one {
                Some(one) => (place.sort, place.index) == one,
                None => wanted.iter().any(|line| line.sort == place.sort),
            };
            for directive in place.directives.iter().filter(|one| is_shown && (one.allocates || one_entry)) {
                if !directives.iter().any(|known| known.0 == place.sort && known.1.tag == directive.tag) {
                    directives.push((place.sort, directive));
                }
            }
        }
        directives.sort_by_key(|(sort, directive)| (*sort, !directive.allocates));
        let words = self.changed.loaded.game.words();
        let mut groups = Vec::new();
        for (sort, directive) in directives {
            let lines: Vec<&EntryLine> = wanted
                .iter()
                .filter(|line| line.sort == sort && line.directive.tag == directive.tag)
                .copied()
                .collect();
            if lines.is_empty() && one.is_none() {
                continue;
            }
            let key = match one {
                Some((sort, index)) => format!("{}.{index}.{}.0", sort.name(), directive.tag),
                None => format!("{}..{}.0", sort.name(), directive.tag),
            };
            let presets = self.presets(sort, directive, subject);
            let mut table = self.table(sort, directive, &lines, key, presets);
            table.has_entries = one.is_none();
            let of_sort = places.iter().find(|place| place.sort == sort);
            table.may_grow &= of_sort.is_none_or(|place| place.may_grow(directive));
            if one.is_none() {
                let names: Vec<String> =
                    places.iter().filter(|place| place.sort == sort).map(|place| place.name.clone()).collect();
                table.new.entries = format!("entries-{}", sort.name());
                let words = Datalist { id: table.new.entries.clone(), words: names };
                self.lists.insert((sort, "", ""), Some(words));
            }
            groups.push(LineGroup {
                title: format!("{}: {}", capitalised(sort.plural(words)), directive.tag),
                about: String::new(),
                href: String::new(),
                tables: vec![table],
                is_row: false,
                text: None,
            });
        }
        groups
    }

    fn table(
        &mut self,
        sort: Sort,
        directive: &'static DirectiveSpec,
        lines: &[&EntryLine],
        key: String,
        presets: Vec<(&'static str, String)>,
    ) -> LineTable {
        let rows: Vec<LineRow> = lines.iter().map(|line| self.row(line)).collect();
        let has_pools = rows.iter().any(|row| row.pool.is_some());
        let pool_after = directive.fields.iter().find(|field| field.name == "commonness").or(directive.fields.last());
        let pool_after = pool_after.filter(|_| has_pools);
        let number = self.next();
        let submitted = self.submitted('n', &key);
        let cells = directive
            .fields
            .iter()
            .map(|field| {
                let submitted = submitted.get('a', field.name);
                let preset = presets.iter().find(|preset| preset.0 == field.name).map(|preset| preset.1.clone());
                self.cell(sort, directive, field.name, submitted.or(preset).unwrap_or_default(), false)
            })
            .collect();
        let may_grow = lines.first().is_none_or(|line| !line.notation.is_of_tables());
        LineTable {
            form: if may_grow { directive.form() } else { directive.tag.to_owned() },
            may_grow,
            doc: directive.doc,
            columns: directive.fields.iter().map(|field| field.name).collect(),
            pool_after: pool_after.map_or("", |field| field.name),
            has_entries: false,
            rows,
            new: NewLineRow {
                number,
                key,
                entry: submitted.get('e', "").unwrap_or_default(),
                entries: String::new(),
                cells,
                presets,
                problem: submitted.error(),
            },
        }
    }

    fn row(&mut self, line: &EntryLine) -> LineRow {
        let number = self.next();
        let key = LineKey {
            sort: line.sort.name().to_owned(),
            index: line.index,
            tag: line.directive.tag.to_owned(),
            ordinal: line.ordinal,
        };
        let key = key.to_string();
        let submitted = self.submitted('l', &key);
        let remarks: Vec<_> = self.remarks(line).collect();
        let at = |span: Span| (span.start - line.span.start) as usize;
        let fields = line.fields();
        let cells: Vec<FieldInput> = fields
            .iter()
            .map(|field| {
                let is_said = |range: &std::ops::Range<usize>| {
                    remarks.iter().filter_map(|remark| remark.span).any(|span| {
                        range.start < at(span) + (span.end - span.start) as usize
                            && at(span) < range.end
                            && (span.end - span.start) as usize <= range.len() + 1
                    })
                };
                let is_wrong = field.range.as_ref().is_some_and(is_said);
                let value = submitted
                    .get('f', field.spec.name)
                    .unwrap_or_else(|| field.spec.meant(field.text.as_deref().unwrap_or_default()).to_owned());
                self.cell(line.sort, line.directive, field.spec.name, value, is_wrong)
            })
            .collect();
        let mut problems: Vec<LineProblem> = remarks
            .iter()
            .map(|remark| LineProblem { is_error: self.base.refuses(remark), message: remark.message() })
            .collect();
        let error = submitted.error();
        if !error.is_empty() {
            problems.insert(0, LineProblem { is_error: true, message: error });
        }
        let (state, before) = self.state_of(line);
        let file = self.changed.loaded.sources.file(line.span.file);
        LineRow {
            number,
            key,
            was: line.text.clone(),
            entry: line.name.clone(),
            entry_href: links::entry(&self.changed.revision, line.sort, line.index),
            place: format!("{}:{}", line.file, file.position(line.span.start).line),
            cells,
            pool: self.pools.get(line).cloned(),
            state,
            before,
            is_removed: submitted.get('x', "").is_some(),
            problems,
        }
    }

    /// `changed` or `added`, or empty; with the base's line where it was changed.
    fn state_of(&self, line: &EntryLine) -> (&'static str, String) {
        let Some(derived) = &self.changed.derived else { return ("", String::new()) };
        let is_at = |place: &Option<Span>| {
            place.is_some_and(|place| {
                place.file == line.span.file && place.start <= line.span.start && line.span.end <= place.end
            })
        };
        let Some(at) = derived.applied.places.iter().position(is_at) else { return ("", String::new()) };
        match derived.changes[at].was() {
            Some(was) => ("changed", was.to_owned()),
            None => ("added", String::new()),
        }
    }

    /// What the game's reader says of a line.
    fn remarks(&self, line: &EntryLine) -> impl Iterator<Item = &'a Diagnostic> {
        let of = line.span;
        let within = move |span: Span| span.file == of.file && of.start <= span.start && span.end <= of.end;
        self.changed.loaded.diagnostics.iter().filter(move |remark| remark.span.is_some_and(within))
    }

    fn text(&mut self, place: &EditableEntry, lines: &[&EntryLine]) -> EntryText {
        let number = self.next();
        let key = format!("{}.{}", place.sort.name(), place.index);
        let submitted = self.submitted('b', &key);
        let was: Vec<&str> = lines.iter().map(|line| line.text.as_str()).collect();
        let was = was.join("\n");
        let mut remarks = Vec::new();
        for (at, line) in lines.iter().enumerate() {
            for remark in self.remarks(line) {
                let Some(span) = remark.span else { continue };
                let characters = |start: u32, end: u32| {
                    self.changed.loaded.sources.text(Span { start, end, ..span }).chars().count()
                };
                remarks.push(TextRemark {
                    is_error: self.base.refuses(remark),
                    line: at + 1,
                    column: characters(line.span.start, span.start) + 1,
                    length: characters(span.start, span.end),
                    message: remark.message(),
                });
            }
        }
        let keys: Vec<String> = lines.iter().map(|line| format!("{}.{}", line.directive.tag, line.ordinal)).collect();
        let text = submitted.get('q', "").unwrap_or_else(|| was.clone());
        EntryText {
            number,
            key,
            lines: keys.join(" "),
            height: text.lines().count().max(lines.len()) + 2,
            forms: place.directives.iter().map(|directive| directive.form()).collect(),
            problems: submitted.errors().map(str::to_owned).collect(),
            was,
            text,
            remarks,
        }
    }

    fn cell(
        &mut self,
        sort: Sort,
        directive: &'static DirectiveSpec,
        name: &'static str,
        value: String,
        is_wrong: bool,
    ) -> FieldInput {
        let list = self.list(sort, directive, name);
        let spec = directive.fields.iter().find(|field| field.name == name);
        let is_number = spec.is_some_and(|field| field.kind == FieldKind::Int);
        let is_whole = directive.fields.len() == 1 && !is_number;
        let widest = if is_number {
            5
        } else if is_whole {
            36
        } else {
            11
        };
        let size = value.chars().count().max(widest).min(60) + 1;
        let is_optional = spec.is_some_and(|field| field.optional);
        let expected = spec.map_or("", |field| field.kind.describe());
        let is_several = spec.is_some_and(completion::takes_several);
        FieldInput { name, value, list, is_several, size, is_wrong, is_optional, is_number, expected }
    }

    /// The list of the words that a field has in the edition; empty where there is none. Flags are the same in all lines.
    fn list(&mut self, sort: Sort, directive: &'static DirectiveSpec, name: &'static str) -> String {
        let Some(field) = directive.fields.iter().find(|field| field.name == name) else { return String::new() };
        let tag = if completion::takes_several(field) { "" } else { directive.tag };
        let all = self.all;
        let made = self.lists.entry((sort, tag, name)).or_insert_with(|| {
            let is_of = |line: &&EntryLine| tag.is_empty() || (line.sort == sort && line.directive.tag == tag);
            let words = completion::words(field, all.iter().filter(is_of))?;
            Some(Datalist { id: format!("words-{}-{tag}-{name}", sort.name()), words })
        });
        made.as_ref().map_or_else(String::new, |words| words.id.clone())
    }

    /// Initial values of a new line of an item type: the item type, as other lines write it.
    fn presets(
        &self,
        sort: Sort,
        directive: &'static DirectiveSpec,
        subject: LineSelection,
    ) -> Vec<(&'static str, String)> {
        let LineSelection::Type(tval) = subject else { return Vec::new() };
        let entries = self.changed.loaded.catalog.entries_of(sort);
        let allocations = entries.iter().flat_map(|entry| entry.allocations);
        let spans: Vec<Span> =
            allocations.filter(|allocation| allocation.tval == tval).map(|allocation| allocation.line).collect();
        let is_of_type = |line: &&EntryLine| {
            line.sort == sort
                && line.directive.tag == directive.tag
                && spans.iter().any(|span| span.file == line.span.file && span.start == line.span.start)
        };
        let Some(like) = self.all.iter().find(is_of_type) else { return Vec::new() };
        let fields = like.fields();
        let first = fields.first().filter(|field| field.spec.name == "tval");
        first.and_then(|field| Some((field.spec.name, field.text.clone()?.trim().to_owned()))).into_iter().collect()
    }

    fn next(&mut self) -> usize {
        self.number += 1;
        self.number
    }

    fn submitted(&self, letter: char, key: &str) -> SubmittedLine<'a> {
        let Some(rejected) = self.rejected else { return SubmittedLine { line: None } };
        rejected.line(letter, key)
    }
}
