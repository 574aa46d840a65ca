//! Values between commas, semicolons or tabs, with their names in the first line; quotes as RFC 4180 has them.

use super::text::Text;
use crate::{roots::Roots, tree::Node};

/// Reads a file.
pub(super) fn read(text: &Text<'_>, name: &str) -> Roots {
    let first = text.utf8.lines().next().unwrap_or_default();
    let count = |separator: char| first.matches(separator).count();
    let is_tabs = name.to_ascii_lowercase().ends_with(".tsv") || count('\t') > count(',').max(count(';'));
    let separator = if is_tabs {
        b'\t'
    } else if count(';') > count(',') {
        b';'
    } else {
        b','
    };
    let mut lines = Lines { text, bytes: text.utf8.as_bytes(), separator, at: 0 };
    let Some(names) = lines.next() else { return Roots::new() };
    let names: Vec<String> =
        names.iter().map(|node| node.scalar().map_or("", |name| name.text.trim()).to_owned()).collect();
    let name =
        |at: usize| names.get(at).filter(|name| !name.is_empty()).cloned().unwrap_or_else(|| (at + 1).to_string());
    let record = |values: Vec<Node>| {
        let span = values.first().map(|first| values.last().map_or(first.span, |last| first.span.to(last.span)))?;
        Some(Node::record(span, values.into_iter().enumerate().map(|(at, node)| (name(at), node)).collect()))
    };
    let rows: Vec<Node> = lines.filter_map(record).collect();
    vec![(String::new(), Node::list(text.span(0, text.utf8.len()), rows))]
}

/// The lines of a file, each as its values. Blank lines are passed over.
struct Lines<'a> {
    text: &'a Text<'a>,
    bytes: &'a [u8],
    separator: u8,
    at: usize,
}

impl Iterator for Lines<'_> {
    type Item = Vec<Node>;

    fn next(&mut self) -> Option<Vec<Node>> {
        while self.bytes.get(self.at).is_some_and(|byte| matches!(byte, b'\n' | b'\r')) {
            self.at += 1;
        }
        if self.at == self.bytes.len() {
            return None;
        }
        let mut values = Vec::new();
        loop {
            values.push(self.value());
            match self.bytes.get(self.at) {
                Some(byte) if *byte == self.separator => self.at += 1,
                _ => return Some(values),
            }
        }
    }
}

impl Lines<'_> {
    /// One value, up to what ends it.
    fn value(&mut self) -> Node {
        let start = self.at;
        if self.bytes.get(start) == Some(&b'"') {
            let mut quoted = String::new();
            let mut from = start + 1;
            loop {
                let length = self.bytes[from..].iter().position(|byte| *byte == b'"');
                let end = length.map_or(self.bytes.len(), |length| from + length);
                quoted.push_str(&self.text.utf8[from..end]);
                self.at = (end + 1).min(self.bytes.len());
                if self.bytes.get(self.at) != Some(&b'"') {
                    break;
                }
                quoted.push('"');
                from = self.at + 1;
            }
            // What follows the quote belongs to it.
            let rest = self.plain(self.at);
            quoted.push_str(&rest);
            return Node::text(self.text.span(start, self.at), quoted);
        }
        let written = self.plain(start);
        let blanks = written.len() - written.trim_start().len();
        let written = written.trim();
        Node::word(self.text.span(start + blanks, start + blanks + written.len()), written)
    }

    /// The text up to a separator or the line's end, which is passed over.
    fn plain(&mut self, start: usize) -> String {
        let is_end = |byte: &u8| *byte == self.separator || matches!(byte, b'\n' | b'\r');
        let end = self.bytes[start..].iter().position(is_end).map_or(self.bytes.len(), |length| start + length);
        self.at = end;
        self.text.utf8[start..end].to_owned()
    }
}
