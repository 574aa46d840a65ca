//! Editable lines: those of an entry's record that say where or how often it is generated, or all of them where the file's
//! table says so, and the numbers of a row of a table in a source, which count as lines of one field each.

use std::{collections::BTreeMap, ops::Range};

use super::{
    change::Anchor,
    fields, rows,
    whole_records::{self, WholeRecord},
};
use affixboard_model::{
    catalog::Sort,
    game::Loaded,
    syntax::{
        DirectiveSpec, FieldSpec, FileSpec, Notation,
        line::{Line, lines, printable_lines},
    },
    text::{FileId, LineEnd, Rule, SourceFile, Span, decode},
};

/// An editable line of an entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntryLine {
    /// The file's name.
    pub file: String,
    /// The entry's sort.
    pub sort: Sort,
    /// Its serial number.
    pub index: u32,
    /// Its name.
    pub name: String,
    /// The line's directive.
    pub directive: &'static DirectiveSpec,
    /// The file's notation.
    pub notation: Notation,
    /// Position among the entry's lines of this directive, from 1.
    pub ordinal: u32,
    /// How many lines, comments included, it stands below the line that begins its record.
    pub line: u32,
    /// The line's text without its line ending.
    pub text: String,
    /// Its bytes.
    pub span: Span,
}

/// A field of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    /// Its name and type.
    pub spec: &'static FieldSpec,
    /// Its text, blanks included; `None` if an optional field is missing.
    pub text: Option<String>,
    /// Its byte range in [`EntryLine::text`].
    pub range: Option<Range<usize>>,
}

impl EntryLine {
    /// Its fields, valid or not.
    pub fn fields(&self) -> Vec<Field> {
        let found = fields::split(self.directive, self.notation, &self.text);
        let text = |range: &Range<usize>| self.text[range.clone()].to_owned();
        let field = |(at, spec)| Field { spec, text: found.get(at).map(text), range: found.get(at).cloned() };
        self.directive.fields.iter().enumerate().map(field).collect()
    }

    /// The anchor that names it in changes.
    pub fn anchor(&self) -> Anchor {
        Anchor {
            file: self.file.clone(),
            sort: self.sort,
            index: self.index,
            name: self.name.clone(),
            directive: self.directive.tag.to_owned(),
            ordinal: self.ordinal,
        }
    }
}

/// An entry that may have editable lines, whether it has any or not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EditableEntry {
    /// The file's name.
    pub file: String,
    /// The entry's sort.
    pub sort: Sort,
    /// Its serial number.
    pub index: u32,
    /// Its name.
    pub name: String,
    /// The directives of editable lines it may have, in the order of the directive table.
    pub directives: Vec<&'static DirectiveSpec>,
    /// The file's notation.
    pub notation: Notation,
    /// The tag of the line that begins its record.
    pub header: &'static str,
    /// Its record.
    pub span: Span,
}

impl EditableEntry {
    /// Whether lines of a directive may come and go: numbers of a row and the line that begins a record can only be changed.
    pub fn may_grow(&self, directive: &DirectiveSpec) -> bool {
        !self.notation.is_of_tables() && directive.tag != self.header
    }

    /// What stands for it as a whole among directives.
    pub(super) fn whole(&self) -> &'static DirectiveSpec {
        if self.notation.is_of_tables() { rows::directive() } else { whole_records::directive() }
    }

    /// The anchor of an insertion before all its lines of a directive.
    pub fn anchor(&self, directive: &DirectiveSpec) -> Anchor {
        Anchor {
            file: self.file.clone(),
            sort: self.sort,
            index: self.index,
            name: self.name.clone(),
            directive: directive.tag.to_owned(),
            ordinal: 0,
        }
    }
}

/// All editable entries of an edition, by file and position.
pub fn editable_entries(loaded: &Loaded) -> Vec<EditableEntry> {
    let records = records(loaded);
    let places = records.iter().map(|record| EditableEntry {
        file: loaded.sources.file(record.file).name().to_owned(),
        sort: record.sort,
        index: record.index,
        name: record.name.clone(),
        directives: record.directives(),
        notation: record.spec.notation,
        header: record.spec.header,
        span: Span {
            file: record.file,
            start: record.lines.first().map_or(0, |line| line.span.start),
            end: record.lines.iter().map(|line| line.span.end).max().unwrap_or(0),
        },
    });
    places.collect()
}

/// The text of an entry as a whole, as changes have it: the row of a table, or all lines of a record with a line feed between
/// them, the blank lines above it included. `None` of an entry that isn't in the files.
pub fn whole_text(loaded: &Loaded, sort: Sort, index: u32) -> Option<String> {
    let records = records(loaded);
    let record = records.iter().find(|record| (record.sort, record.index) == (sort, index))?;
    Some(record.whole_text(loaded))
}

/// All editable lines of an edition, by file and position. Lines that the reader cuts in two are left out, and so are
/// lines with a NUL byte and lines without an entry.
pub fn entry_lines(loaded: &Loaded) -> Vec<EntryLine> {
    records(loaded).iter().flat_map(|record| record.editable_lines(loaded)).collect()
}

/// Any line of a record, comments and blank lines included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct RecordLine {
    /// Without its line ending.
    pub(super) span: Span,
    /// Offset of the next line.
    pub(super) next: u32,
    /// Its directive if it is editable.
    pub(super) directive: Option<&'static DirectiveSpec>,
    /// Whether it is more than blanks and comments.
    pub(super) is_read: bool,
}

impl RecordLine {
    pub(super) fn end(&self, file: &SourceFile) -> Option<LineEnd> {
        LineEnd::at(file.text(), self.span.end as usize)
    }
}

/// A record's lines, from its header to the next one or the end of the file.
#[derive(Debug, Clone)]
pub(super) struct RecordText {
    pub(super) file: FileId,
    pub(super) spec: &'static FileSpec,
    pub(super) sort: Sort,
    pub(super) index: u32,
    pub(super) name: String,
    /// The first is its header.
    pub(super) lines: Vec<RecordLine>,
    /// Position of each line among those of its directive, from 1.
    ordinals: Vec<u32>,
    /// How many records begin before it in its file, whether they are an entry's or not.
    pub(super) place: usize,
}

/// The entry that a record is of.
pub(super) type RecordKey = (Sort, u32, String);

impl RecordText {
    /// With all its lines. A record may have very many of them, so that each is counted once.
    fn counted(self) -> RecordText {
        let mut counts: BTreeMap<&str, u32> = BTreeMap::new();
        let mut ordinal = |line: &RecordLine| {
            let count = counts.entry(line.directive.map_or("", |directive| directive.tag)).or_default();
            *count += 1;
            *count
        };
        let ordinals = self.lines.iter().map(&mut ordinal).collect();
        RecordText { ordinals, ..self }
    }

    /// Indices of its lines of a directive.
    pub(super) fn of_directive<'a>(&'a self, tag: &'a str) -> impl DoubleEndedIterator<Item = usize> + 'a {
        self.of_directive_to(tag, self.lines.len())
    }

    /// Of these the last that isn't below a line.
    pub(super) fn last_of_directive(&self, tag: &str, lowest: usize) -> Option<usize> {
        self.of_directive_to(tag, lowest + 1).next_back()
    }

    fn of_directive_to<'a>(&'a self, tag: &'a str, end: usize) -> impl DoubleEndedIterator<Item = usize> + 'a {
        let is_of = move |line: &RecordLine| line.directive.is_some_and(|directive| directive.tag == tag);
        self.lines[..end].iter().enumerate().filter(move |(_, line)| is_of(line)).map(|(at, _)| at)
    }

    /// Position of a line among those of its directive, from 1.
    pub(super) fn ordinal(&self, at: usize) -> u32 {
        self.ordinals[at]
    }

    /// The directives of editable lines that it may have.
    pub(super) fn directives(&self) -> Vec<&'static DirectiveSpec> {
        if self.is_row() {
            return self.lines.iter().filter_map(|line| line.directive).collect();
        }
        self.spec.editable().collect()
    }

    pub(super) fn directive(&self, tag: &str) -> Option<&'static DirectiveSpec> {
        match tag {
            rows::ROW if self.is_whole_row() => return Some(rows::directive()),
            whole_records::RECORD if !self.is_row() => return Some(whole_records::directive()),
            _ => {}
        }
        self.directives().into_iter().find(|directive| directive.tag == tag)
    }

    /// Whether a directive is that of the line that begins it, which can be changed, but neither goes nor comes.
    pub(super) fn is_header(&self, directive: &str) -> bool {
        !self.is_row() && directive == self.spec.header
    }

    pub(super) fn key(&self) -> RecordKey {
        (self.sort, self.index, self.name.clone())
    }

    /// Whether it is a row of a table: its numbers can be changed, but neither go nor come.
    pub(super) fn is_row(&self) -> bool {
        self.spec.notation.is_of_tables()
    }

    /// Whether it is a row that can come and go.
    pub(super) fn is_whole_row(&self) -> bool {
        self.spec.notation == Notation::Source
    }

    /// Its text as a whole.
    pub(super) fn whole_text(&self, loaded: &Loaded) -> String {
        if self.is_row() {
            return loaded.sources.text(self.lines[0].span).trim().to_owned();
        }
        WholeRecord::of(self, loaded.sources.file(self.file)).text(loaded)
    }

    /// Its last line that is more than blanks and comments.
    pub(super) fn last_read(&self) -> usize {
        self.lines.iter().rposition(|line| line.is_read).unwrap_or(0)
    }

    pub(super) fn editable_lines<'a>(&'a self, loaded: &'a Loaded) -> impl Iterator<Item = EntryLine> + 'a {
        let found = self.lines.iter().enumerate().filter_map(|(at, line)| Some((at, line, line.directive?)));
        found.map(|(at, line, directive)| EntryLine {
            file: loaded.sources.file(self.file).name().to_owned(),
            sort: self.sort,
            index: self.index,
            name: self.name.clone(),
            directive,
            notation: self.spec.notation,
            ordinal: self.ordinal(at),
            line: at as u32,
            text: loaded.sources.text(line.span).into_owned(),
            span: line.span,
        })
    }
}

/// The records of an edition's entries, by file and place.
pub(super) fn records(loaded: &Loaded) -> Vec<RecordText> {
    // By file and offset of the header. Some entries have no such header, such as books that classes make.
    let mut entries: BTreeMap<(FileId, u32), (Sort, u32, &str)> = BTreeMap::new();
    for sort in loaded.entry_sorts() {
        for entry in loaded.entry_records(sort) {
            entries.insert((entry.span.file, entry.span.start), (sort, entry.index, entry.name));
        }
    }
    records_of(loaded, |id, _, start| {
        entries.get(&(id, start)).map(|(sort, index, name)| (*sort, *index, (*name).to_owned()))
    })
}

/// The records of another version of the files, each taken for the entry that begins in the same place of its file, counted
/// in records; `None` where a file has more or fewer records than before.
pub(super) fn records_in_place(before: &Loaded, old: &[RecordText], after: &Loaded) -> Option<Vec<RecordText>> {
    let count = |loaded: &Loaded, spec: &'static FileSpec| {
        let (id, file) = spec.find(&loaded.sources)?;
        let lines = record_lines(file, id, spec);
        Some(lines.iter().filter(|(_, tag)| tag.as_deref() == Some(spec.header)).count())
    };
    let specs = before.files().iter().filter(|spec| !spec.notation.is_of_tables());
    if !specs.clone().all(|spec| count(before, spec) == count(after, spec)) {
        return None;
    }
    let name = |loaded: &Loaded, id: FileId| loaded.sources.file(id).name().to_owned();
    let known: BTreeMap<(String, usize), RecordKey> =
        old.iter().map(|record| ((name(before, record.file), record.place), record.key())).collect();
    Some(records_of(after, |id, place, _| known.get(&(name(after, id), place)).cloned()))
}

/// The records of the files that are an entry's, as `entry` says: by file, number of records before it, and offset.
fn records_of(loaded: &Loaded, entry: impl Fn(FileId, usize, u32) -> Option<RecordKey>) -> Vec<RecordText> {
    let mut records = Vec::new();
    for spec in loaded.files() {
        let Some((id, file)) = spec.find(&loaded.sources) else { continue };
        if !is_editable(spec, file) {
            continue;
        }
        if spec.notation.is_of_tables() {
            records.extend(rows(loaded, spec, id));
            continue;
        }
        if spec.editable().next().is_none() {
            continue;
        }
        let mut open: Option<RecordText> = None;
        let mut place = 0;
        for (line, tag) in record_lines(file, id, spec) {
            if tag.as_deref() == Some(spec.header) {
                records.extend(open.take().map(RecordText::counted));
                let indent = indent(&file.text()[line.span.start as usize..line.span.end as usize]);
                let entry = entry(id, place, line.span.start + indent as u32);
                open = entry.map(|(sort, index, name)| RecordText {
                    file: id,
                    spec,
                    sort,
                    index,
                    name,
                    lines: Vec::new(),
                    ordinals: Vec::new(),
                    place,
                });
                place += 1;
            }
            if let Some(record) = &mut open {
                record.lines.push(line);
            }
        }
        records.extend(open.map(RecordText::counted));
    }
    records
}

/// Whether a file's lines can be changed: it is text, or its game reads it up to a NUL byte.
fn is_editable(spec: &FileSpec, file: &SourceFile) -> bool {
    let ends_early = |rule| rule == Rule::BinaryFile && spec.every_line && !spec.required;
    file.unreadable().is_none_or(|problem| ends_early(problem.rule))
}

/// The rows of a table in a source, as records whose lines are the numbers that can be changed. Where a row has one number
/// for two fields, it is the line of the first.
fn rows(loaded: &Loaded, spec: &'static FileSpec, id: FileId) -> Vec<RecordText> {
    let mut rows = Vec::new();
    for entry in loaded.model.entries() {
        let (Some(sort), Some(record)) = (loaded.sorts().get(usize::from(entry.sort)), entry.record) else {
            continue;
        };
        let mut sites: BTreeMap<u32, RecordLine> = BTreeMap::new();
        for (column, field) in sort.fields.iter().zip(&entry.fields) {
            if let Some(span) = field.site.filter(|site| site.file == id && record.file == id) {
                let line = RecordLine { span, next: span.end, directive: Some(&column.site), is_read: true };
                sites.entry(span.start).or_insert(line);
            }
        }
        if sites.is_empty() {
            continue;
        }
        let header = RecordLine { span: record, next: record.end, directive: None, is_read: true };
        let row = RecordText {
            file: id,
            spec,
            sort: Sort::declared(sort),
            index: entry.index,
            name: entry.name.clone(),
            lines: std::iter::once(header).chain(sites.into_values()).collect(),
            ordinals: Vec::new(),
            place: rows.len(),
        };
        rows.push(row.counted());
    }
    rows
}

fn indent(text: &[u8]) -> usize {
    text.iter().take_while(|byte| byte.is_ascii_whitespace()).count()
}

/// The lines of a file, each with its tag if it has one.
pub(super) fn record_lines(
    file: &SourceFile,
    id: FileId,
    spec: &'static FileSpec,
) -> Vec<(RecordLine, Option<String>)> {
    let text = file.text();
    let mut found: Vec<(RecordLine, Option<String>)> = Vec::new();
    let mut was_cut = false;
    let mut add = |line: &Line<'_>| {
        let span = line.span(0, line.text().len());
        let next = span.end + LineEnd::at(text, span.end as usize).map_or(0, |end| end.text().len() as u32);
        let tag = fields::tag(spec.notation, line.text()).map(|tag| decode(tag).into_owned());
        let known = spec.directives.iter().find(|directive| Some(directive.tag) == tag.as_deref());
        // Text with a NUL byte can't be written.
        let is_whole = !line.cut && !was_cut && !text[span.start as usize..span.end as usize].contains(&0);
        was_cut = line.cut;
        let directive = known.filter(|directive| is_whole && spec.editable().any(|one| one.tag == directive.tag));
        found.push((RecordLine { span, next, directive, is_read: tag.is_some() }, tag));
    };
    match spec.notation {
        Notation::Colon => lines(file, id).for_each(|line| add(&line)),
        Notation::Letter | Notation::VariantLetter => {
            let beyond_ascii = spec.notation == Notation::VariantLetter;
            // The original stops reading at a line that is too long.
            printable_lines(file, id, beyond_ascii).take_while(|line| !line.cut).for_each(|line| add(&line));
        }
        Notation::Source | Notation::Numbers => {}
    }
    found
}

/// A field's range without the blanks around its text.
pub(super) fn trimmed_range(text: &str, range: Range<usize>) -> Range<usize> {
    let field = &text[range.clone()];
    let trimmed = field.trim();
    if trimmed.is_empty() {
        return range;
    }
    let start = range.start + (field.len() - field.trim_start().len());
    start..start + trimmed.len()
}
