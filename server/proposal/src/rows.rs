//! Rows of a table in a source: where a new one goes, and what goes with one that is removed.

use affixboard_model::{
    syntax::{
        DirectiveSpec, FieldKind, FieldSpec,
        c_table::{is_initialiser, is_macro_call},
        spec,
    },
    text::Span,
};

/// The name by which changes call a row.
pub(super) const ROW: &str = "row";

const FIELDS: &[FieldSpec] = &[spec::field("row", FieldKind::Rest)];
const DIRECTIVE: DirectiveSpec = spec::directive(ROW, FIELDS, "a row of the table");

/// What stands for a row among directives.
pub(super) fn directive() -> &'static DirectiveSpec {
    const { &DIRECTIVE }
}

/// Whether a text can be a row.
pub(super) fn is_row(text: &str) -> bool {
    is_initialiser(text) || is_macro_call(text)
}

/// Where a row goes after another one, and the text that puts it there: on a line of its own, indented as the other one.
pub(super) fn insertion(text: &[u8], after: Span, row: &str) -> (u32, String) {
    let row = row.trim();
    let (start, end) = (after.start as usize, after.end as usize);
    let line = text[..start].iter().rposition(|byte| is_line_end(*byte)).map_or(0, |at| at + 1);
    let indent: String =
        text[line..start].iter().take_while(|byte| is_blank(**byte)).map(|byte| char::from(*byte)).collect();
    let Some(comma) = next(text, end).filter(|at| text[*at] == b',') else {
        return (after.end, format!(",\n{indent}{row}"));
    };
    // A comment behind the comma is the other row's.
    let rest = &text[comma + 1..];
    let length = rest.iter().position(|byte| is_line_end(*byte)).unwrap_or(rest.len());
    let is_comment = |rest: &[u8]| rest.is_empty() || rest.starts_with(b"//") || is_one_comment(rest);
    if is_comment(rest[..length].trim_ascii()) && length < rest.len() {
        return ((comma + 1 + length) as u32, format!("\n{indent}{row},"));
    }
    ((comma + 1) as u32, format!("\n{indent}{row},"))
}

/// The bytes that go with a row that is removed: its comma, and its line where nothing else stands on that.
pub(super) fn removal(text: &[u8], row: Span) -> (u32, u32) {
    let (start, end) = (row.start as usize, row.end as usize);
    let before = text[..start].iter().rposition(|byte| !byte.is_ascii_whitespace());
    match next(text, end).filter(|at| text[*at] == b',') {
        Some(comma) => {
            // From the end of the line above.
            let blanks = text[..start].iter().rev().take_while(|byte| is_blank(**byte)).count();
            let line = start - blanks;
            let breaks =
                text[..line].iter().rev().take_while(|byte| is_line_end(**byte)).count().min(line_end(text, line));
            ((line - breaks) as u32, comma as u32 + 1)
        }
        // The last row has no comma: that of the row before goes.
        None => (before.filter(|at| text[*at] == b',').unwrap_or(start) as u32, row.end),
    }
}

/// The length of the line end before a place.
fn line_end(text: &[u8], at: usize) -> usize {
    if text[..at].ends_with(b"\r\n") { 2 } else { 1 }
}

/// Whether all of a text is one comment.
fn is_one_comment(text: &[u8]) -> bool {
    text.starts_with(b"/*") && text.windows(2).position(|two| two == b"*/").is_some_and(|at| at + 2 == text.len())
}

/// The next byte that is no blank or line end.
fn next(text: &[u8], at: usize) -> Option<usize> {
    text[at..].iter().position(|byte| !byte.is_ascii_whitespace()).map(|length| at + length)
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

fn is_line_end(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

#[cfg(test)]
mod tests {
    use super::*;
    use affixboard_model::text::FileId;

    /// A table before and after `{9}` comes after `{2}`, and it is the same when that goes again.
    #[test]
    fn rows_come_and_go() {
        for (before, after) in [
            ("t[] = {\n    {1},\n    {2}\n};", "t[] = {\n    {1},\n    {2},\n    {9}\n};"),
            ("t[] = {\n\t{1},\n\t{2}, // two\n};", "t[] = {\n\t{1},\n\t{2}, // two\n\t{9},\n};"),
            ("t[] = {\n{2}, /* two */\n{3} };", "t[] = {\n{2}, /* two */\n{9},\n{3} };"),
            ("t[] = { {2}, {3} };", "t[] = { {2},\n{9}, {3} };"),
            ("t[] = { {2} };", "t[] = { {2},\n{9} };"),
        ] {
            let span = |text: &str, row: &str| {
                let start = text.find(row).expect("the row") as u32;
                Span { file: FileId(0), start, end: start + row.len() as u32 }
            };
            let (at, made) = insertion(before.as_bytes(), span(before, "{2}"), "{9}");
            let mut text = before.to_owned();
            text.insert_str(at as usize, &made);
            assert_eq!(text, after);
            let (start, end) = removal(after.as_bytes(), span(after, "{9}"));
            text.replace_range(start as usize..end as usize, "");
            assert_eq!(text, before);
        }
    }
}
