//! Rows of a table in pieces, each a JSON array of some of them.

use serde_json::Value;

use super::Rows;

/// Bytes of a piece, about; a row may be longer.
const PIECE_BYTES: usize = 256 << 10;

/// The rows of a table in pieces, each with the table's name. Rows of lines and fields of one file are never in one piece with
/// those of another: an edit of one file leaves the pieces of others as they are.
pub(crate) fn pieces((table, rows): Rows<'_>) -> impl Iterator<Item = (&'static str, String)> + Send + '_ {
    let file = move |row: &Value| file_field(table).and_then(|at| row.get(at)).and_then(Value::as_u64);
    let mut rows = rows.peekable();
    std::iter::from_fn(move || {
        let mut text = String::new();
        while let Some(row) = rows.next() {
            text.push(if text.is_empty() { '[' } else { ',' });
            text.push_str(&row.to_string());
            if text.len() >= PIECE_BYTES || rows.peek().is_none_or(|next| file(next) != file(&row)) {
                text.push(']');
                return Some((table, text));
            }
        }
        None
    })
}

/// The field of a table's rows with the file that they are of.
fn file_field(table: &str) -> Option<usize> {
    let columns = if ["lines", "fields"].contains(&table) { super::columns(table) } else { &[] };
    columns.iter().position(|column| *column == "file_id")
}
