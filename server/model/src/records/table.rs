//! Records as a table: a column for every field that a file's directive table names, or for every part of a line.

use std::collections::BTreeMap;

use super::shape::{ShapedFile, ShapedRecord};
use crate::{
    syntax::{DirectiveSpec, FieldKind, FileSpec},
    text::Span,
};

/// A file as a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordTable {
    /// Its columns, the index and the name left out.
    pub columns: Vec<TableColumn>,
    /// Its rows, in the order of the file.
    pub rows: Vec<TableRow>,
}

/// A column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableColumn {
    /// The tag of its lines.
    pub tag: String,
    /// The field's place between colons; `None`: the whole line.
    pub part: Option<usize>,
    /// Its heading: the tag and the field's name.
    pub title: String,
    /// What the line is for, where that is known.
    pub doc: &'static str,
    /// Whether all its cells are one number or empty.
    pub is_number: bool,
}

/// A row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableRow {
    /// The record's index.
    pub index: u32,
    /// Its name.
    pub name: String,
    /// Its lines.
    pub span: Span,
    /// A cell for each column.
    pub cells: Vec<TableCell>,
}

/// A cell: what each line of the tag says there, with the line's position in its record.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TableCell(pub Vec<(usize, String)>);

impl TableCell {
    /// All of it, as people and files read it.
    pub fn text(&self) -> String {
        self.0.iter().map(|(_, text)| text.as_str()).collect::<Vec<_>>().join("; ")
    }

    /// What it is sorted by: its first number.
    pub fn number(&self) -> Option<i64> {
        self.0.first().and_then(|(_, text)| super::shape::number(text))
    }
}

/// Columns of a table at most; what comes beyond is left out.
const MOST_COLUMNS: usize = 120;

/// A file as a table. `spec`: its directive table, where it has one.
pub fn table(file: &ShapedFile, spec: Option<&'static FileSpec>) -> RecordTable {
    let mut columns = Vec::new();
    for (tag, most) in tags(file) {
        let directive = spec.and_then(|spec| spec.directives.iter().find(|known| known.tag == tag));
        let is_header = tag == file.header;
        columns.extend(of_tag(&tag, most, directive, is_header, file));
    }
    columns.truncate(MOST_COLUMNS);
    let rows: Vec<TableRow> = file.records.iter().map(|record| row(record, &columns)).collect();
    for (at, column) in columns.iter_mut().enumerate() {
        let several = rows.iter().any(|row| row.cells[at].0.len() > 1);
        let texts = rows.iter().flat_map(|row| &row.cells[at].0).map(|(_, text)| text);
        let mut texts = texts.filter(|text| !text.is_empty()).peekable();
        column.is_number = !several && texts.peek().is_some() && texts.all(|text| text.parse::<i64>().is_ok());
    }
    RecordTable { columns, rows }
}

/// The tags in the order in which they first come, the header's first, with the most parts that such a line has.
fn tags(file: &ShapedFile) -> Vec<(String, usize)> {
    let mut order: Vec<String> = vec![file.header.clone()];
    let mut most: BTreeMap<String, usize> = BTreeMap::new();
    for line in file.records.iter().flat_map(|record| &record.lines) {
        let parts = most.entry(line.tag.clone()).or_insert(0);
        *parts = (*parts).max(line.parts().count());
        if !order.contains(&line.tag) {
            order.push(line.tag.clone());
        }
    }
    order.into_iter().map(|tag| (tag.clone(), most.get(&tag).copied().unwrap_or(0))).collect()
}

fn of_tag(
    tag: &str,
    parts: usize,
    directive: Option<&'static DirectiveSpec>,
    is_header: bool,
    file: &ShapedFile,
) -> Vec<TableColumn> {
    let column = |part: Option<usize>, title: String, doc: &'static str| TableColumn {
        tag: tag.to_owned(),
        part,
        title,
        doc,
        is_number: false,
    };
    let skipped = match (is_header, file.shape) {
        // Index and name are columns of their own.
        (true, super::Shape::Indexed) => 2,
        (true, super::Shape::Table) if parts < 2 => return Vec::new(),
        _ => 0,
    };
    if let Some(directive) = directive {
        let fields = directive.fields.iter().enumerate().skip(skipped);
        return fields
            .map(|(at, field)| {
                let is_whole = directive.fields.len() == 1 && field.kind == FieldKind::Rest;
                let part = (!is_whole).then_some(at);
                column(part, format!("{tag} {}", field.name), directive.doc)
            })
            .collect();
    }
    // Without a table, numbers between colons are columns; texts are kept whole.
    let of_tag = || file.records.iter().flat_map(|record| &record.lines).filter(|line| line.tag == tag);
    let is_number = |part: &str| part.trim().parse::<i64>().is_ok();
    let all_numbers = parts > 1 && of_tag().all(|line| line.parts().all(is_number));
    if !all_numbers {
        return if skipped == 0 { vec![column(None, tag.to_owned(), "")] } else { Vec::new() };
    }
    (skipped..parts).map(|at| column(Some(at), format!("{tag} {}", at + 1), "")).collect()
}

fn row(record: &ShapedRecord, columns: &[TableColumn]) -> TableRow {
    let cell = |column: &TableColumn| {
        let lines = record.lines.iter().enumerate().filter(|(_, line)| line.tag == column.tag);
        let is_last = |at: usize| {
            !columns.iter().any(|other| other.tag == column.tag && other.part.is_some_and(|part| part > at))
        };
        let text = |line: &super::ShapedLine| match column.part {
            None => Some(line.text.trim().to_owned()),
            // What is behind the last field belongs to it.
            Some(at) if is_last(at) => line.text.splitn(at + 1, ':').nth(at).map(|part| part.trim().to_owned()),
            Some(at) => line.parts().nth(at).map(|part| part.trim().to_owned()),
        };
        TableCell(lines.filter_map(|(at, line)| Some((at, text(line)?))).collect())
    };
    TableRow {
        index: record.index,
        name: record.name.clone(),
        span: record.span,
        cells: columns.iter().map(cell).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        records::shaped,
        syntax::{
            FieldKind::{Int, Rest, Word},
            Notation,
            spec::{directive, field},
        },
        text::{FileId, SourceFile},
    };

    static SPEC: FileSpec = FileSpec {
        name: "things.txt",
        folder: "",
        aliases: &[],
        notation: Notation::Letter,
        required: true,
        header: "N",
        directives: &[
            directive("N", &[field("index", Word), field("name", Rest)], "Begins a thing."),
            directive("W", &[field("level", Int), field("rarity", Int), field("note", Rest)], "Where it comes."),
            directive("D", &[field("text", Rest)], "Its text."),
        ],
        every_line: false,
        size: "",
        may_lack: false,
    };

    fn shown(text: &str, spec: Option<&'static FileSpec>) -> (Vec<String>, Vec<String>) {
        let file = SourceFile::new("things.txt", text.as_bytes().to_vec());
        let table = table(&shaped(&file, FileId(0), None).expect("records"), spec);
        let titles = table.columns.iter().map(|column| column.title.clone()).collect();
        let row = |row: &TableRow| {
            let cells: Vec<String> = row.cells.iter().map(TableCell::text).collect();
            format!("{} {} | {}", row.index, row.name, cells.join(" | "))
        };
        (titles, table.rows.iter().map(row).collect())
    }

    #[test]
    fn columns_by_a_directive_table() {
        let (titles, rows) = shown("N:1:a\nW:3:4:x:y\nD:one\nD:two\nN:2:b\n", Some(&SPEC));
        assert_eq!(titles, ["W level", "W rarity", "W note", "D text"]);
        assert_eq!(rows, ["1 a | 3 | 4 | x:y | one; two", "2 b |  |  |  | "]);
    }

    #[test]
    fn columns_without_one() {
        let (titles, rows) = shown("N:1:a\nW:3:4\nT:x:1\nN:2:b\nW:5:6:7\n", None);
        assert_eq!(titles, ["W 1", "W 2", "W 3", "T"]);
        assert_eq!(rows, ["1 a | 3 | 4 |  | x:1", "2 b | 5 | 6 | 7 | "]);
        let (titles, rows) = shown("N:1:2:10:50\nD:x\nN:1:3:100:50\n", None);
        assert_eq!(titles, ["N 1", "N 2", "N 3", "N 4", "D"]);
        assert_eq!(rows[0], "0 1:2:10:50 | 1 | 2 | 10 | 50 | x");
        let (titles, rows) = shown("N:tammer\nN:ferrow\n", None);
        assert_eq!((titles.len(), rows[1].as_str()), (0, "1 ferrow | "));
    }
}
