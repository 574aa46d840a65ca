//! Whether a text is one row of a table, which can be put between two others.

use super::{lexer::lex, token::CTokenKind};

/// Whether a text is one list in braces on one line, all of which are closed, of constants alone: without comments, what the
/// preprocessor reads, calls of macros, or anything before or behind it.
pub fn is_initialiser(text: &str) -> bool {
    !text.contains(char::is_control) && is_one(text, Form::List)
}

/// Whether a text is one call of a macro, such as `WEAPON("belt knife", None, 1)`, whose arguments may be calls too; it may have
/// several lines, but no comments and nothing before or behind it.
pub fn is_macro_call(text: &str) -> bool {
    !text.contains(|sign: char| sign.is_control() && sign != '\n') && is_one(text, Form::Call)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    List,
    Call,
}

fn is_one(text: &str, form: Form) -> bool {
    let mut unterminated = Vec::new();
    let tokens = lex(text.as_bytes(), &mut unterminated);
    let part = |at: usize| tokens.get(at).map_or("", |token| &text[token.start as usize..token.end as usize]);
    let is_word = |at: usize| tokens.get(at).is_some_and(|token| token.kind == CTokenKind::Word);
    let begins = match form {
        Form::List => part(0) == "{",
        Form::Call => is_word(0) && part(1) == "(",
    };
    if !unterminated.is_empty() || !begins {
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
        let is_call = form == Form::List && is_word(at) && part(at + 1) == "(";
        let is_name = form == Form::Call && at == 0;
        let ends_early = open.is_empty() && at + 1 < tokens.len() && !is_name;
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

    #[test]
    fn one_call_of_a_macro() {
        for text in [
            r#"WEAPON("belt knife", None, 1, 140, PIERCE, -P_DAGGER)"#,
            "MON(\"acid blob\", LVL(1, 3, 8, 0, 0),\n    A(ATTK(1, 2, 1, 8), NO_ATTK), A | B)",
            "ROW()",
        ] {
            assert!(is_macro_call(text), "{text}");
        }
        for text in [
            "",
            "WEAPON",
            "{ 1 }",
            "A(1), B(2)",
            "A(1);",
            "A(1",
            "A(1))",
            "A(1) /* b */",
            "A(1, // b\n 2)",
            "#define A(1)",
            "A\t(1)",
            "A(x = 2)",
            "A(1)\nB(2)",
        ] {
            assert!(!is_macro_call(text), "{text}");
        }
    }
}
