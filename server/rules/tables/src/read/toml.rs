//! TOML.

use toml::{
    Spanned,
    de::{DeTable, DeValue},
};

use super::text::Text;
use crate::{roots::Problem, tree::Node};

/// Reads a file.
pub(super) fn read(text: &Text<'_>) -> Result<Node, Problem> {
    let parsed = DeTable::parse(&text.utf8).map_err(|error| {
        let at = error.span().unwrap_or_default();
        Problem { at: text.span(at.start, at.end), found: error.message().replace('\n', " ") }
    })?;
    let span = text.span(0, text.utf8.len());
    Ok(record(text, span, parsed.get_ref()))
}

/// The parser limits how deep values lie within each other.
fn node(text: &Text<'_>, value: &Spanned<DeValue<'_>>) -> Node {
    let span = text.span(value.span().start, value.span().end);
    match value.get_ref() {
        DeValue::String(string) => Node::text(span, string.as_ref()),
        DeValue::Integer(_) => Node::word(span, text.of(span)),
        DeValue::Float(_) | DeValue::Boolean(_) | DeValue::Datetime(_) => Node::text(span, text.of(span)),
        DeValue::Array(values) => Node::list(span, values.iter().map(|value| node(text, value)).collect()),
        DeValue::Table(table) => record(text, span, table),
    }
}

fn record(text: &Text<'_>, span: affixboard_model::text::Span, table: &DeTable<'_>) -> Node {
    let mut fields: Vec<_> = table.iter().collect();
    // The parser keeps them by name.
    fields.sort_by_key(|(key, _)| key.span().start);
    let fields: Vec<(String, Node)> =
        fields.into_iter().map(|(key, value)| (key.get_ref().to_string(), node(text, value))).collect();
    // A table's own place is its heading.
    let span =
        fields.iter().filter(|(_, node)| node.span.start >= span.start).fold(span, |all, (_, node)| all.to(node.span));
    Node::record(span, fields)
}
