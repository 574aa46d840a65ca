//! Escaping of text that a spreadsheet program would take for a formula.

use std::borrow::Cow;

/// Characters that may begin a formula, and the apostrophe itself, so that escaping can be reversed.
pub(super) const FORMULA_STARTS: [char; 8] = ['=', '+', '-', '@', '\t', '\r', '\n', '\''];

/// Puts an apostrophe before text that begins with `= + - @`, TAB, CR, LF or an apostrophe.
///
/// Escaping the apostrophe makes it reversible: the artifact `'Ringil'` is written `''Ringil'`, and every escaped text
/// begins with an apostrophe and one of these characters. Only for text: numbers are written as they are, negative ones
/// too.
pub fn escape_formula(text: &str) -> Cow<'_, str> {
    if text.starts_with(FORMULA_STARTS) { Cow::Owned(format!("'{text}")) } else { Cow::Borrowed(text) }
}

/// The inverse: `unescape_formula(&escape_formula(text)) == text` for every text. Text that was never escaped
/// (`'Ringil'` typed by hand) stays as it is.
pub fn unescape_formula(text: &str) -> &str {
    match text.strip_prefix('\'') {
        Some(rest) if rest.starts_with(FORMULA_STARTS) => rest,
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
            ("'Ringil'", "''Ringil'"),
            ("''", "'''"),
            ("", ""),
        ] {
            assert_eq!(escape_formula(text), guarded);
            assert_eq!(unescape_formula(guarded), text);
        }
        assert_eq!(unescape_formula("'Ringil'"), "'Ringil'");
    }
}
