//! Escaping of text that a spreadsheet program would take for a formula.

use std::borrow::Cow;

/// Characters that may begin a formula.
const FORMULA_STARTS: [char; 7] = ['=', '+', '-', '@', '\t', '\r', '\n'];

/// Whether a spreadsheet would take a text for a formula, also one behind apostrophes: what looks like guarded text is guarded
/// itself, so that a guard can be taken off again.
pub(super) fn needs_guard(text: &str) -> bool {
    text.trim_start_matches('\'').starts_with(FORMULA_STARTS)
}

/// Puts an apostrophe before text that begins with `= + - @`, TAB, CR or LF, also behind apostrophes.
///
/// Other text stays as it is, the artifact `'Ringil'` too, so that names can be joined with those of other files. Only for text:
/// numbers are written as they are, negative ones too.
pub fn escape_formula(text: &str) -> Cow<'_, str> {
    if needs_guard(text) { Cow::Owned(format!("'{text}")) } else { Cow::Borrowed(text) }
}

/// The inverse: `unescape_formula(&escape_formula(text)) == text` for every text.
pub fn unescape_formula(text: &str) -> &str {
    match text.strip_prefix('\'') {
        Some(rest) if needs_guard(rest) => rest,
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guarded_text_comes_back() {
        for (text, guarded) in [
            ("of Slay Evil", "of Slay Evil"),
            ("=HYPERLINK(\"x\")", "'=HYPERLINK(\"x\")"),
            ("+3", "'+3"),
            ("-3", "'-3"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("\tx", "'\tx"),
            ("\rx", "'\rx"),
            ("\nx", "'\nx"),
            ("'Ringil'", "'Ringil'"),
            ("''", "''"),
            ("'=1", "''=1"),
            ("''=1", "'''=1"),
            ("", ""),
        ] {
            assert_eq!(escape_formula(text), guarded);
            assert_eq!(unescape_formula(guarded), text);
        }
    }
}
