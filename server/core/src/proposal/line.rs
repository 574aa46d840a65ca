//! The lines that changes are made to: those of an entry's record that say where or how often it comes.

use std::{collections::BTreeMap, ops::Range};

use super::{change::Anchor, fields};
use crate::{
    catalog::Sort,
    game::Loaded,
    syntax::{
        DirectiveSpec, FieldSpec, FileSpec, Notation,
        line::{Line, lines, printable_lines},
    },
    text::{FileId, LineEnd, SourceFile, Span, decode},
};

/// One line of an entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntryLine {
    /// The file's name.
    pub file: String,
    /// What the entry is.
    pub sort: Sort,
    /// Its serial number.
    pub index: u32,
    /// Its name.
    pub name: String,
    /// What the line is, and its fields.
    pub directive: &'static DirectiveSpec,
    /// How the file's lines are written.
    pub notation: Notation,
    /// Which of the entry's lines of this directive it is, from 1.
    pub ordinal: u32,
    /// The line as it stands in the file, without its line end.
    pub text: String,
    /// Where it is.
    pub span: Span,
}

/// A field of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    /// Its name, and how it is read.
    pub spec: &'static FieldSpec,
    /// What stands there, with its blanks; nothing, where an optional field is missing.
    pub text: Option<String>,
    /// Where it stands in its line, in bytes of [`EntryLine::text`].
    pub range: Option<Range<usize>>,
}

impl EntryLine {
    /// Its fields, as they stand there, whether they can be read or not.
    pub fn fields(&self) -> Vec<Field> {
        let found = fields::split(self.directive, self.notation, &self.text);
        let text = |range: &Range<usize>| self.text[range.clone()].to_owned();
        let field = |(at, spec)| Field { spec, text: found.get(at).map(text), range: found.get(at).cloned() };
        self.directive.fields.iter().enumerate().map(field).collect()
    }

    /// What names it in changes.
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

/// An entry whose lines people propose changes of, whether it has any or not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntryPlace {
    /// The file's name.
    pub file: String,
    /// What the entry is.
    pub sort: Sort,
    /// Its serial number.
    pub index: u32,
    /// Its name.
    pub name: String,
    /// What lines it may have, in the order of the directive table.
    pub directives: Vec<&'static DirectiveSpec>,
    /// How the file's lines are written.
    pub notation: Notation,
    /// Its record.
    pub span: Span,
}

impl EntryPlace {
    /// What names the place before all its lines of a directive in changes.
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

/// All such entries of an edition, by file and place.
pub fn entry_places(loaded: &Loaded) -> Vec<EntryPlace> {
    let records = Records::of(loaded);
    let places = records.iter().map(|record| EntryPlace {
        file: loaded.sources.file(record.file).name().to_owned(),
        sort: record.sort,
        index: record.index,
        name: record.name.clone(),
        directives: record.spec.directives.iter().filter(|directive| directive.allocates).collect(),
        notation: record.spec.notation,
        span: Span {
            file: record.file,
            start: record.physical.first().map_or(0, |line| line.span.start),
            end: record.physical.last().map_or(0, |line| line.span.end),
        },
    });
    places.collect()
}

/// All such lines of an edition, by file and place. Lines that a reader would cut in two are none, and so are those that
/// belong to no entry.
pub fn entry_lines(loaded: &Loaded) -> Vec<EntryLine> {
    Records::of(loaded).iter().flat_map(|record| record.lines(loaded)).collect()
}

/// A line of a record, whatever it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Physical {
    /// Without its line end.
    pub(super) span: Span,
    /// Where the next line begins.
    pub(super) next: u32,
    /// What it is, where changes can be made to it.
    pub(super) directive: Option<&'static DirectiveSpec>,
    /// Whether it is more than blanks and comments.
    pub(super) is_read: bool,
}

impl Physical {
    pub(super) fn end(&self, file: &SourceFile) -> Option<LineEnd> {
        LineEnd::at(file.text(), self.span.end as usize)
    }
}

/// A record as it stands in its file, from its header to the next one or the file's end.
#[derive(Debug, Clone)]
pub(super) struct Record {
    pub(super) file: FileId,
    pub(super) spec: &'static FileSpec,
    pub(super) sort: Sort,
    pub(super) index: u32,
    pub(super) name: String,
    /// The first is its header.
    pub(super) physical: Vec<Physical>,
}

impl Record {
    /// Positions of its lines of a directive.
    pub(super) fn of_directive<'a>(&'a self, tag: &'a str) -> impl Iterator<Item = usize> + 'a {
        let is_of = move |line: &Physical| line.directive.is_some_and(|directive| directive.tag == tag);
        self.physical.iter().enumerate().filter(move |(_, line)| is_of(line)).map(|(at, _)| at)
    }

    /// Which of the lines of its directive a line is, from 1.
    pub(super) fn ordinal(&self, at: usize) -> u32 {
        let tag = self.physical[at].directive.map_or("", |directive| directive.tag);
        self.of_directive(tag).take_while(|other| *other <= at).count() as u32
    }

    pub(super) fn directive(&self, tag: &str) -> Option<&'static DirectiveSpec> {
        self.spec.directives.iter().find(|directive| directive.allocates && directive.tag == tag)
    }

    /// Its last line that is more than blanks and comments.
    pub(super) fn last_read(&self) -> usize {
        self.physical.iter().rposition(|line| line.is_read).unwrap_or(0)
    }

    fn lines<'a>(&'a self, loaded: &'a Loaded) -> impl Iterator<Item = EntryLine> + 'a {
        let found = self.physical.iter().enumerate().filter_map(|(at, line)| Some((at, line, line.directive?)));
        found.map(|(at, line, directive)| EntryLine {
            file: loaded.sources.file(self.file).name().to_owned(),
            sort: self.sort,
            index: self.index,
            name: self.name.clone(),
            directive,
            notation: self.spec.notation,
            ordinal: self.ordinal(at),
            text: loaded.sources.text(line.span).into_owned(),
            span: line.span,
        })
    }
}

/// The records of an edition's entries, by file and place.
pub(super) struct Records;

impl Records {
    pub(super) fn of(loaded: &Loaded) -> Vec<Record> {
        // By file and where the header begins. Entries come to be in other ways too, such as books that classes make.
        let mut entries: BTreeMap<(FileId, u32), (Sort, u32, &str)> = BTreeMap::new();
        for sort in Sort::ALL {
            for entry in loaded.catalog.entry_records(sort) {
                entries.insert((entry.span.file, entry.span.start), (sort, entry.index, entry.name));
            }
        }
        let mut records = Vec::new();
        for spec in loaded.files().iter().filter(|spec| spec.directives.iter().any(|directive| directive.allocates)) {
            let Some((id, file)) = spec.find(&loaded.sources) else { continue };
            if file.unreadable().is_some() {
                continue;
            }
            let mut open: Option<Record> = None;
            for (line, tag) in physical_lines(file, id, spec) {
                if tag.as_deref() == Some(spec.header) {
                    records.extend(open.take());
                    let indent = indent(&file.text()[line.span.start as usize..line.span.end as usize]);
                    let entry = entries.get(&(id, line.span.start + indent as u32));
                    open = entry.map(|(sort, index, name)| Record {
                        file: id,
                        spec,
                        sort: *sort,
                        index: *index,
                        name: (*name).to_owned(),
                        physical: Vec::new(),
                    });
                }
                if let Some(record) = &mut open {
                    record.physical.push(line);
                }
            }
            records.extend(open);
        }
        records
    }
}

fn indent(text: &[u8]) -> usize {
    text.iter().take_while(|byte| byte.is_ascii_whitespace()).count()
}

/// The lines of a file, each with its tag if it has one.
pub(super) fn physical_lines(
    file: &SourceFile,
    id: FileId,
    spec: &'static FileSpec,
) -> Vec<(Physical, Option<String>)> {
    let text = file.text();
    let mut found: Vec<(Physical, Option<String>)> = Vec::new();
    let mut was_cut = false;
    let mut add = |line: &Line<'_>| {
        let span = line.span(0, line.text().len());
        let next = span.end + LineEnd::at(text, span.end as usize).map_or(0, |end| end.text().len() as u32);
        let tag = fields::tag(spec.notation, line.text()).map(|tag| decode(tag).into_owned());
        let known = spec.directives.iter().find(|directive| Some(directive.tag) == tag.as_deref());
        let is_whole = !line.cut && !was_cut;
        was_cut = line.cut;
        let directive = known.filter(|directive| directive.allocates && is_whole);
        found.push((Physical { span, next, directive, is_read: tag.is_some() }, tag));
    };
    match spec.notation {
        Notation::Colon => lines(file, id).for_each(|line| add(&line)),
        Notation::Letter | Notation::VariantLetter => {
            let beyond_ascii = spec.notation == Notation::VariantLetter;
            // Nothing is read from a line on that is too long.
            printable_lines(file, id, beyond_ascii).take_while(|line| !line.cut).for_each(|line| add(&line));
        }
    }
    found
}

/// The range of a line's text in which a field's own characters stand, without blanks around them.
pub(super) fn core(text: &str, range: Range<usize>) -> Range<usize> {
    let field = &text[range.clone()];
    let trimmed = field.trim();
    if trimmed.is_empty() {
        return range;
    }
    let start = range.start + (field.len() - field.trim_start().len());
    start..start + trimmed.len()
}
