//! From the tree of a file to its tables: which lists have rows, and which columns these have.
//!
//! * A list of records is a table, and so is a record of at least two records, each row by its name there.
//! * A record within a row gives columns: `name.en`. A list of numbers does too: `damage.1`.
//! * A list of records within a row is a table of its own, whose rows say whose they are. A list of texts is one column.
//! * Numbers and texts beside tables are rows of a table of values.

use std::collections::HashMap;

use affixboard_model::text::Span;

use crate::tree::{Node, Scalar, Value};

/// Numbers of a list that are columns each; a longer one is a text.
const MOST_NUMBERS: usize = 16;
/// A list's text has so many characters at most.
const LONGEST_TEXT: usize = 2_000;
/// The column of the names that rows have in a record of records.
const KEY: &str = "key";
/// The column of a table of values.
const VALUE: &str = "value";

/// A table of a file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Table {
    /// Where it stands: the names of what it is in, outermost first.
    pub(crate) path: Vec<String>,
    /// Its columns, in the order in which they are met.
    pub(crate) columns: Vec<String>,
    /// Its rows, in the order of the file.
    pub(crate) rows: Vec<Row>,
    /// Whether its rows are parts of another table's.
    pub(crate) is_of_rows: bool,
    by_name: HashMap<String, usize>,
}

/// A row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Row {
    /// All of it in the file.
    pub(crate) span: Span,
    /// The name of the row that it is a part of; empty where it is none.
    pub(crate) owner: String,
    /// Its values, each by the position of its column.
    pub(crate) values: Vec<(usize, Scalar)>,
}

impl Table {
    /// The position of a column.
    pub(crate) fn position(&self, name: &str) -> Option<usize> {
        self.by_name.get(name).copied()
    }

    /// Whether it is more than a list of one thing, or one number beside others.
    pub(crate) fn is_one(&self) -> bool {
        self.rows.len() > 1 || self.columns.len() > 1 && self.position(KEY).is_none()
    }

    fn column(&mut self, name: String) -> usize {
        let next = self.columns.len();
        let at = *self.by_name.entry(name.clone()).or_insert(next);
        if at == next {
            self.columns.push(name);
        }
        at
    }
}

/// The tables of a file, in the order of its text. What has no name in it is called like the file.
pub(crate) fn tables(file: &str, roots: Vec<(String, Node)>) -> Vec<Table> {
    let mut finder = Finder { unnamed: stem(file).to_owned(), tables: Vec::new(), by_path: HashMap::new() };
    for (name, node) in roots {
        let path: Vec<String> = Some(name).into_iter().filter(|name| !name.is_empty()).collect();
        finder.find(&path, &node);
    }
    finder.tables.retain(|table| !table.rows.is_empty());
    finder.tables
}

/// A file's name without its folders and its ending.
pub(crate) fn stem(file: &str) -> &str {
    let name = file.rsplit('/').next().unwrap_or(file);
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

struct Finder {
    /// The name of what has none.
    unnamed: String,
    tables: Vec<Table>,
    /// The position of each table by its path.
    by_path: HashMap<Vec<String>, usize>,
}

impl Finder {
    fn table(&mut self, path: &[String], is_of_rows: bool) -> usize {
        let unnamed = [self.unnamed.clone()];
        let path = if path.is_empty() { &unnamed } else { path };
        let next = self.tables.len();
        let at = *self.by_path.entry(path.to_vec()).or_insert(next);
        if at == next {
            self.tables.push(Table { path: path.to_vec(), is_of_rows, ..Table::default() });
        }
        at
    }

    /// Looks for tables in what is no row.
    fn find(&mut self, path: &[String], node: &Node) {
        match &node.value {
            Value::Scalar(scalar) => {
                let (name, around) = path.split_last().map_or(("", path), |(name, around)| (name.as_str(), around));
                self.value(around, name, node.span, scalar);
            }
            Value::List(values) => {
                let table = self.table(path, false);
                for value in values {
                    self.row(table, "", None, value);
                }
            }
            Value::Record(fields) if fields.len() > 1 && fields.iter().all(|(_, node)| is_record(node)) => {
                let table = self.table(path, false);
                for (name, node) in fields {
                    self.row(table, "", Some(name), node);
                }
            }
            Value::Record(fields) => {
                for (name, node) in fields {
                    let path: Vec<String> = path.iter().chain([name]).cloned().collect();
                    self.find(&path, node);
                }
            }
        }
    }

    /// A number or text beside tables.
    fn value(&mut self, around: &[String], name: &str, span: Span, scalar: &Scalar) {
        let around = if around.is_empty() { std::slice::from_ref(&self.unnamed) } else { around };
        let path: Vec<String> = around.iter().cloned().chain(["values".to_owned()]).collect();
        let table = self.table(&path, false);
        let table = &mut self.tables[table];
        let key = Scalar { text: name.to_owned(), number: None, site: None };
        let values = vec![(table.column(KEY.to_owned()), key), (table.column(VALUE.to_owned()), scalar.clone())];
        table.rows.push(Row { span, owner: String::new(), values });
    }

    /// Adds a row, and the tables of the lists that it has.
    fn row(&mut self, table: usize, owner: &str, key: Option<&str>, node: &Node) {
        let mut row = Row { span: node.span, owner: owner.to_owned(), values: Vec::new() };
        let mut parts = Vec::new();
        let columns = &mut self.tables[table];
        if let Some(key) = key {
            let scalar = Scalar { text: key.to_owned(), number: None, site: None };
            row.values.push((columns.column(KEY.to_owned()), scalar));
        }
        flatten(columns, "", node, &mut row, &mut parts);
        let path = columns.path.clone();
        let name = name_of(&columns.columns, &row).unwrap_or_else(|| (columns.rows.len() + 1).to_string());
        let name = if owner.is_empty() { name } else { format!("{owner}, {name}") };
        columns.rows.push(row);
        for (prefix, values) in parts {
            let path: Vec<String> = path.iter().cloned().chain(prefix.split('.').map(str::to_owned)).collect();
            let table = self.table(&path, true);
            for value in values {
                self.row(table, &name, None, value);
            }
        }
    }
}

fn is_record(node: &Node) -> bool {
    matches!(node.value, Value::Record(_))
}

/// The values of a row, and its lists of records with the names of their columns.
fn flatten<'a>(table: &mut Table, prefix: &str, node: &'a Node, row: &mut Row, parts: &mut Vec<(String, &'a [Node])>) {
    let name = |own: &str| match (prefix.is_empty(), own.is_empty()) {
        (true, true) => VALUE.to_owned(),
        (true, false) => own.to_owned(),
        (false, true) => prefix.to_owned(),
        (false, false) => format!("{prefix}.{own}"),
    };
    match &node.value {
        Value::Scalar(scalar) => {
            let at = table.column(name(""));
            row.values.push((at, scalar.clone()));
        }
        Value::Record(fields) => {
            for (own, field) in fields {
                flatten(table, &name(own), field, row, parts);
            }
        }
        Value::List(values) if values.is_empty() => {}
        Value::List(values) if values.iter().any(is_record) => parts.push((name(""), values)),
        Value::List(values) => {
            let is_number = |node: &Node| node.scalar().is_some_and(|scalar| scalar.number.is_some());
            let all_numbers = values.len() <= MOST_NUMBERS && values.iter().all(is_number);
            // Rows without names are lists.
            if all_numbers || prefix.is_empty() {
                for (at, value) in values.iter().enumerate() {
                    flatten(table, &name(&(at + 1).to_string()), value, row, parts);
                }
            } else {
                let mut text = String::new();
                join(values, &mut text);
                let at = table.column(name(""));
                row.values.push((at, Scalar { text, number: None, site: None }));
            }
        }
    }
}

/// A list as one text: its values with commas between, inner lists in brackets.
fn join(values: &[Node], text: &mut String) {
    for (at, value) in values.iter().enumerate() {
        if text.len() > LONGEST_TEXT {
            text.push('…');
            return;
        }
        if at > 0 {
            text.push_str(", ");
        }
        match &value.value {
            Value::Scalar(scalar) => text.push_str(&scalar.text),
            Value::List(values) => {
                text.push('[');
                join(values, text);
                text.push(']');
            }
            // A record in a list of lists, which nothing known has.
            Value::Record(fields) => {
                text.push_str(&fields.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(" "));
            }
        }
    }
}

/// Columns that name a row, best first, in lower case.
const NAMES: [&str; 12] =
    [KEY, "name.en", "name", "en_name", "title", "history", "description", "n.2", "variant", "name.ja", "tag", "id"];

/// The name of a row: of the column that names it, else its first text. `None` where all it has is numbers.
pub(crate) fn name_of(columns: &[String], row: &Row) -> Option<String> {
    let value = |column: &str| {
        let at = columns.iter().position(|name| name.eq_ignore_ascii_case(column))?;
        let (_, scalar) = row.values.iter().find(|(of, _)| *of == at)?;
        Some(scalar.text.trim().to_owned()).filter(|text| !text.is_empty())
    };
    let first_text = || {
        let text = row.values.iter().map(|(_, scalar)| scalar).find(|scalar| scalar.number.is_none());
        text.map(|scalar| scalar.text.trim().to_owned()).filter(|text| !text.is_empty())
    };
    let name = NAMES.iter().find_map(|column| value(column)).or_else(first_text)?;
    let one_line: String = name.chars().map(|sign| if sign.is_control() { ' ' } else { sign }).take(80).collect();
    Some(one_line)
}
