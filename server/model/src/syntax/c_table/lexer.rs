//! From bytes to tokens.

use super::token::CTokenKind;

/// A token of one file, by its place in the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Lexed {
    pub(super) kind: CTokenKind,
    pub(super) start: u32,
    pub(super) end: u32,
    /// Whether nothing but blanks and comments stand before it on its line, lines that a backslash joins being one.
    pub(super) is_first: bool,
}

/// What has a beginning and no end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Unterminated {
    pub(super) what: &'static str,
    pub(super) start: u32,
}

/// The tokens of a text. Comments are blanks; a string or character constant ends with its line at the latest.
pub(super) fn lex(text: &[u8], unterminated: &mut Vec<Unterminated>) -> Vec<Lexed> {
    let mut tokens = Vec::new();
    let (mut at, mut is_first) = (0, true);
    while at < text.len() {
        let rest = &text[at..];
        if let Some(length) = joined_line_end(rest) {
            at += length;
            continue;
        }
        match rest[0] {
            b'\n' | b'\r' => {
                is_first = true;
                at += 1;
            }
            byte if byte.is_ascii_whitespace() || byte == 0x0b => at += 1,
            b'/' if rest.starts_with(b"/*") => {
                let end = find(&rest[2..], b"*/");
                if end.is_none() {
                    unterminated.push(Unterminated { what: "a comment", start: at as u32 });
                }
                at = end.map_or(text.len(), |length| at + length + 4);
            }
            b'/' if rest.starts_with(b"//") => at += line_length(rest),
            _ => {
                let (kind, length, is_ended) = token(rest);
                if !is_ended {
                    let what = if kind == CTokenKind::Text { "a string" } else { "a character" };
                    unterminated.push(Unterminated { what, start: at as u32 });
                }
                tokens.push(Lexed { kind, start: at as u32, end: (at + length) as u32, is_first });
                is_first = false;
                at += length;
            }
        }
    }
    tokens
}

/// The token that a text begins with, its length, and whether it has an end.
fn token(text: &[u8]) -> (CTokenKind, usize, bool) {
    let word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_' || *byte >= 0x80;
    match text[0] {
        quote @ (b'"' | b'\'') => {
            let kind = if quote == b'"' { CTokenKind::Text } else { CTokenKind::Character };
            let mut at = 1;
            while at < text.len() {
                match text[at] {
                    b'\\' => at += joined_line_end(&text[at..]).unwrap_or(2),
                    b'\n' | b'\r' => break,
                    byte if byte == quote => return (kind, at + 1, true),
                    _ => at += 1,
                }
            }
            (kind, at.min(text.len()), false)
        }
        b'0'..=b'9' => {
            let part = |byte: &u8| word(byte) || *byte == b'.';
            (CTokenKind::Number, text.iter().take_while(|byte| part(byte)).count(), true)
        }
        byte if word(&byte) => (CTokenKind::Word, text.iter().take_while(|byte| word(byte)).count(), true),
        _ => {
            const LONG: [&[u8]; 10] = [b"...", b"<<", b">>", b"<=", b">=", b"==", b"!=", b"&&", b"||", b"##"];
            let long = LONG.iter().find(|operator| text.starts_with(operator));
            (CTokenKind::Punctuation, long.map_or(1, |operator| operator.len()), true)
        }
    }
}

/// The length of a backslash and the line end after it.
fn joined_line_end(text: &[u8]) -> Option<usize> {
    match text {
        [b'\\', b'\r', b'\n', ..] => Some(3),
        [b'\\', b'\n' | b'\r', ..] => Some(2),
        _ => None,
    }
}

/// The length of the rest of a line, with lines that a backslash joins to it.
fn line_length(text: &[u8]) -> usize {
    let mut at = 0;
    while at < text.len() && !matches!(text[at], b'\n' | b'\r') {
        at += joined_line_end(&text[at..]).unwrap_or(1);
    }
    at.min(text.len())
}

fn find(text: &[u8], wanted: &[u8]) -> Option<usize> {
    text.windows(wanted.len()).position(|window| window == wanted)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<(CTokenKind, &str, bool)> {
        let mut unterminated = Vec::new();
        let tokens = lex(text.as_bytes(), &mut unterminated);
        assert_eq!(unterminated, []);
        tokens.iter().map(|t| (t.kind, &text[t.start as usize..t.end as usize], t.is_first)).collect()
    }

    #[test]
    fn comments_are_blanks_and_backslashes_join_lines() {
        use CTokenKind::{Character, Number, Punctuation, Text, Word};
        assert_eq!(
            texts("#define A(x) /* no,\n no */ x << 0x1FL \\\n + '\\'' // \"no\"\n\"a\\\"b\", caf\u{e9}"),
            [
                (Punctuation, "#", true),
                (Word, "define", false),
                (Word, "A", false),
                (Punctuation, "(", false),
                (Word, "x", false),
                (Punctuation, ")", false),
                (Word, "x", false),
                (Punctuation, "<<", false),
                (Number, "0x1FL", false),
                (Punctuation, "+", false),
                (Character, "'\\''", false),
                (Text, "\"a\\\"b\"", true),
                (Punctuation, ",", false),
                (Word, "caf\u{e9}", false),
            ]
        );
    }

    #[test]
    fn what_has_no_end_is_told() {
        for (text, what, start, tokens) in [
            ("a /* b", "a comment", 2, 1),
            ("a \"b\nc", "a string", 2, 3),
            ("'", "a character", 0, 1),
            ("\"\\", "a string", 0, 1),
        ] {
            let mut unterminated = Vec::new();
            assert_eq!(lex(text.as_bytes(), &mut unterminated).len(), tokens, "{text}");
            assert_eq!(unterminated, [Unterminated { what, start }], "{text}");
        }
    }
}
