//! Whether a text is one initialiser of a structure, which can be put between two others.

use super::{lexer::lex, token::CTokenKind};

/// Whether a text is one list in braces on one line, all of which are closed, of constants alone: without comments, what the
/// preprocessor reads, calls of macros, or anything before or behind it.
pub fn is_initialiser(text: &str) -> bool {
    let mut unterminated = Vec::new();
    let tokens = lex(text.as_bytes(), &mut unterminated);
    let part = |at: usize| tokens.get(at).map_or("", |token| &text[token.start as usize..token.end as usize]);
    if !unterminated.is_empty() || part(0) != "{" || text.contains(char::is_control) {
        return false;
    }
    let mut open: Vec<&str> = Vec::new();
    let mut end = 0;
    for (at, token) in tokens.iter().enumerate() {
        // Between tokens are blanks and comments.
        let is_blank = text[end..token.start as usize].trim().is_empty();
        end = token.end as usize;
        let is_balanced = match part(at) {
            own @ ("{" | "(") => {
                open.push(own);
                true
            }
            "}" => open.pop() == Some("{"),
            ")" => open.pop() == Some("("),
            own => token.kind != CTokenKind::Punctuation || matches!(own, "," | "-" | "+" | "*" | "|" | "<<"),
        };
        let is_call = token.kind == CTokenKind::Word && part(at + 1) == "(";
        let ends_early = open.is_empty() && at + 1 < tokens.len();
        if !is_blank || !is_balanced || is_call || ends_early {
            return false;
        }
    }
    open.is_empty() && text[end..].trim().is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_list_of_constants() {
        for text in [
            r#"{ "& Rondel~^ (%P2,%P3)", dagger, '\'', 0, A | B, (1 << 3), -2, "1d6" }"#,
            "{1, {2, 3}}",
            r#" { "http://a /* b */" } "#,
        ] {
            assert!(is_initialiser(text), "{text}");
        }
        for text in [
            "",
            "1",
            "{ 1 }, { 2 }",
            "{ 1 }; int x",
            "{ 1",
            "{ 1 } }",
            "{ ( 1 } )",
            r#"{ "a }"#,
            "{ 1 } // b",
            "{ 1 /* b */ }",
            "{ 1\n}",
            "#define { 1 }",
            "{ system(\"x\") }",
            "{ a[1] }",
            "{ 1 = 2 }",
            "{ 1 \\ }",
        ] {
            assert!(!is_initialiser(text), "{text}");
        }
    }
}
