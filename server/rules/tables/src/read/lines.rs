//! Lines with a letter or word before a colon: `N:7:of Edges`, `name:Sharp`. A record begins with a line of the file's header and
//! has all lines up to the next one.

use std::collections::{BTreeMap, BTreeSet};

use affixboard_model::text::Span;

use super::text::Text;
use crate::{
    roots::Roots,
    table::stem,
    tree::{Node, Value},
};

/// Lines that belong to no record: a version, or a sum that a program has written.
const ALONE: [&str; 2] = ["V", "version"];

/// What lines of files begin with that aren't lines of tables: comments, and conditions such as `?:[EQU $VERSION ZAngband]`.
const COMMENTS: [char; 3] = ['#', '?', '%'];

/// A line: its tag, its fields, and the place of all of it.
struct Line {
    tag: String,
    fields: Vec<Node>,
    span: Span,
}

/// Reads a file; nothing of one most of whose lines have no tags. Where no records begin each line is a row of its tag's table.
pub(super) fn read(text: &Text<'_>, name: &str) -> Roots {
    let (lines, others) = lines(text);
    if others > lines.len() {
        return Roots::new();
    }
    let Some(header) = header(&lines) else { return by_tag(&lines, stem(name)) };
    let mut records: Vec<Vec<&Line>> = Vec::new();
    for line in lines.iter().filter(|line| !ALONE.contains(&line.tag.as_str())) {
        if line.tag == header {
            records.push(Vec::new());
        }
        if let Some(record) = records.last_mut() {
            record.push(line);
        }
    }
    let shapes = shapes(&records);
    list(String::new(), records.iter().map(|lines| record(lines, &shapes)).collect()).into_iter().collect()
}

fn list(name: String, rows: Vec<Node>) -> Option<(String, Node)> {
    let span = rows.first()?.span.to(rows.last()?.span);
    Some((name, Node::list(span, rows)))
}

/// The lines of each tag of which one has a number and there are several.
fn by_tag(lines: &[Line], file: &str) -> Roots {
    let mut tags: Vec<&str> = Vec::new();
    for line in lines.iter().filter(|line| line.fields.iter().any(is_number)) {
        if !tags.contains(&line.tag.as_str()) {
            tags.push(&line.tag);
        }
    }
    let of_tag = |tag: &str| lines.iter().filter(move |line| line.tag == tag).map(fields).collect();
    tags.retain(|tag| lines.iter().filter(|line| line.tag == *tag).count() > 1);
    tags.into_iter().filter_map(|tag| list(format!("{file} {tag}"), of_tag(tag))).collect()
}

/// The lines that have a tag, and how many others there are beside comments.
fn lines(text: &Text<'_>) -> (Vec<Line>, usize) {
    let (mut lines, mut others) = (Vec::new(), 0);
    let mut start = 0;
    for whole in text.utf8.split_inclusive(['\n', '\r']) {
        let line = whole.trim_end_matches(['\n', '\r']);
        match tagged(text, line, start) {
            Some(tagged) => lines.push(tagged),
            None => others += usize::from(!line.trim().is_empty() && !line.trim_start().starts_with(COMMENTS)),
        }
        start += whole.len();
    }
    (lines, others)
}

/// A line that has a tag. Comments and other lines have none.
fn tagged(text: &Text<'_>, line: &str, start: usize) -> Option<Line> {
    let indent = line.len() - line.trim_start().len();
    let (tag, rest) = line[indent..].split_once(':')?;
    let is_tag = tag.starts_with(|first: char| first.is_ascii_alphabetic())
        && tag.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'));
    if !is_tag {
        return None;
    }
    let mut at = start + indent + tag.len() + 1;
    let mut fields = Vec::new();
    for field in rest.split(':') {
        let blanks = field.len() - field.trim_start().len();
        let word = field.trim();
        let begin = at + blanks;
        fields.push(Node::word(text.span(begin, begin + word.len()), word));
        at += field.len() + 1;
    }
    Some(Line { tag: tag.to_owned(), fields, span: text.span(start + indent, start + line.trim_end().len()) })
}

/// The tag that begins records: `N` or `name`, where the file has two such lines or the first of them is its first.
fn header(lines: &[Line]) -> Option<&'static str> {
    let tags = || lines.iter().map(|line| line.tag.as_str()).filter(|tag| !ALONE.contains(tag));
    let begins = |header: &&str| tags().next() == Some(*header) || tags().filter(|tag| tag == header).count() > 1;
    ["N", "name"].into_iter().find(begins)
}

/// What the lines of a tag are in all records of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shape {
    /// One line at most, with one value.
    Value,
    /// One line at most, a value for each of its fields.
    Fields,
    /// Several lines, most with numbers: a row each of a table of their own.
    Rows,
    /// Texts, joined.
    Text,
}

/// What is counted of the lines of a tag.
#[derive(Default)]
struct Count {
    lines: usize,
    /// Lines with a number in them.
    with_numbers: usize,
    least_fields: usize,
    most_fields: usize,
    /// Whether a record has more than one.
    is_repeated: bool,
}

impl Count {
    fn shape(&self) -> Shape {
        let has_numbers = 2 * self.with_numbers > self.lines;
        let is_even = self.least_fields == self.most_fields;
        match (self.is_repeated, has_numbers) {
            (true, true) => Shape::Rows,
            (false, _) if self.most_fields == 1 => Shape::Value,
            (false, _) if has_numbers || is_even => Shape::Fields,
            (_, false) | (false, true) => Shape::Text,
        }
    }
}

fn shapes<'a>(records: &[Vec<&'a Line>]) -> BTreeMap<&'a str, Shape> {
    let mut counts: BTreeMap<&str, Count> = BTreeMap::new();
    for record in records {
        let mut seen: BTreeSet<&str> = BTreeSet::new();
        for line in record {
            let count =
                counts.entry(&line.tag).or_insert_with(|| Count { least_fields: usize::MAX, ..Count::default() });
            count.lines += 1;
            count.with_numbers += usize::from(line.fields.iter().any(is_number));
            count.least_fields = count.least_fields.min(line.fields.len());
            count.most_fields = count.most_fields.max(line.fields.len());
            count.is_repeated |= !seen.insert(&line.tag);
        }
    }
    counts.into_iter().map(|(tag, count)| (tag, count.shape())).collect()
}

fn is_number(node: &Node) -> bool {
    node.scalar().is_some_and(|scalar| scalar.number.is_some())
}

/// A record of its lines, at least one.
fn record(lines: &[&Line], shapes: &BTreeMap<&str, Shape>) -> Node {
    let mut values: Vec<(String, Node)> = Vec::new();
    let mut places: BTreeMap<&str, usize> = BTreeMap::new();
    for line in lines {
        let node = match shapes.get(line.tag.as_str()).copied().unwrap_or(Shape::Text) {
            Shape::Value => line.fields[0].clone(),
            Shape::Fields => fields(line),
            Shape::Rows => Node::list(line.span, vec![fields(line)]),
            Shape::Text => Node::list(line.span, vec![joined(line)]),
        };
        if let Some(at) = places.get(line.tag.as_str()) {
            add(&mut values[*at].1, node);
        } else {
            places.insert(&line.tag, values.len());
            values.push((line.tag.clone(), node));
        }
    }
    let (first, last) = (lines[0].span, lines[lines.len() - 1].span);
    Node::record(first.to(last), values)
}

/// A line's fields, each by its place.
fn fields(line: &Line) -> Node {
    let fields = line.fields.iter().enumerate().map(|(at, field)| ((at + 1).to_string(), field.clone()));
    Node::record(line.span, fields.collect())
}

/// A line's fields as one text.
fn joined(line: &Line) -> Node {
    let texts = line.fields.iter().filter_map(Node::scalar).map(|scalar| scalar.text.as_str());
    Node::text(line.span, texts.collect::<Vec<_>>().join(":"))
}

/// Adds the values of one list to another.
fn add(list: &mut Node, more: Node) {
    if let (Value::List(values), Value::List(others)) = (&mut list.value, more.value) {
        list.span = list.span.to(more.span);
        values.extend(others);
    }
}
