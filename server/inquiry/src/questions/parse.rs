//! The language of questions: text to expression and back. Knows no game.

use std::fmt;

/// The longest question, in bytes.
const LONGEST: usize = 4096;
/// Parentheses and `!` within each other at most.
const DEEPEST: usize = 32;
/// Conditions at most.
const MOST_TERMS: usize = 64;

/// A question that can't be read, or that names what isn't there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QuestionError {
    /// Where, in characters from 1.
    pub column: usize,
    /// What was found.
    pub found: String,
    /// What was expected.
    pub expected: String,
}

impl fmt::Display for QuestionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "column {}: found {}; expected {}", self.column, self.found, self.expected)
    }
}

impl std::error::Error for QuestionError {}

/// How a number is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Relation {
    /// `=`
    Equal,
    /// `>=`
    AtLeast,
    /// `<=`
    AtMost,
    /// `>`
    Above,
    /// `<`
    Below,
}

impl Relation {
    /// Longer ones first.
    const ALL: [(&str, Relation); 5] = [
        (">=", Relation::AtLeast),
        ("<=", Relation::AtMost),
        ("=", Relation::Equal),
        (">", Relation::Above),
        ("<", Relation::Below),
    ];

    /// Whether it holds between two numbers.
    pub fn holds(self, left: i64, right: i64) -> bool {
        match self {
            Relation::Equal => left == right,
            Relation::AtLeast => left >= right,
            Relation::AtMost => left <= right,
            Relation::Above => left > right,
            Relation::Below => left < right,
        }
    }
}

impl fmt::Display for Relation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = Relation::ALL.iter().find(|(_, of)| of == self).map_or("", |(text, _)| text);
        f.write_str(text)
    }
}

/// One condition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Term {
    /// `word:name,name`: one of these.
    Named {
        /// The word, in lower case.
        word: String,
        /// The names.
        names: Vec<String>,
    },
    /// `word>=5`
    Number {
        /// The word, in lower case; with a flag behind a point where it is a flag's number: `pval.STR`.
        word: String,
        /// How it is compared.
        comparison: Relation,
        /// With what.
        number: i64,
    },
}

/// A question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Expr {
    /// A condition, with its column.
    Is(Term, usize),
    /// Not that.
    Not(Box<Expr>),
    /// All of them.
    All(Vec<Expr>),
    /// At least one of them.
    Any(Vec<Expr>),
}

/// So that the same question is written in one way, without columns: conditions as they are, `!`, `&` and `|` from the strongest
/// to the weakest, parentheses only where they are needed.
impl fmt::Display for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Expr::Is(Term::Named { word, names }, _) => {
                write!(f, "{word}:")?;
                for (at, name) in names.iter().enumerate() {
                    let comma = if at > 0 { "," } else { "" };
                    if !name.is_empty() && name.chars().all(is_plain) {
                        write!(f, "{comma}{name}")?;
                    } else {
                        write!(f, "{comma}\"{}\"", name.replace('\\', "\\\\").replace('"', "\\\""))?;
                    }
                }
                Ok(())
            }
            Expr::Is(Term::Number { word, comparison, number }, _) => write!(f, "{word}{comparison}{number}"),
            Expr::Not(inner) => match **inner {
                Expr::All(_) | Expr::Any(_) => write!(f, "!({inner})"),
                _ => write!(f, "!{inner}"),
            },
            Expr::All(parts) => {
                for (at, part) in parts.iter().enumerate() {
                    let between = if at > 0 { " & " } else { "" };
                    match part {
                        Expr::All(_) | Expr::Any(_) => write!(f, "{between}({part})")?,
                        _ => write!(f, "{between}{part}")?,
                    }
                }
                Ok(())
            }
            Expr::Any(parts) => {
                for (at, part) in parts.iter().enumerate() {
                    let between = if at > 0 { " | " } else { "" };
                    match part {
                        Expr::Any(_) => write!(f, "{between}({part})")?,
                        _ => write!(f, "{between}{part}")?,
                    }
                }
                Ok(())
            }
        }
    }
}

/// What a name may have without quotes.
fn is_plain(character: char) -> bool {
    character.is_alphanumeric() || matches!(character, '_' | '-' | '\'' | '#' | '/' | '.' | '+')
}

/// Reads a question.
///
/// # Errors
/// Where it can't be read, with the column; also where it is longer, deeper or has more conditions than is allowed.
pub fn parse(text: &str) -> Result<Expr, QuestionError> {
    let mut parser = Parser { characters: text.chars().collect(), at: 0, depth: 0, terms: 0 };
    if text.len() > LONGEST {
        return Err(parser.error(format!("{} bytes", text.len()), format!("a question of at most {LONGEST}")));
    }
    let expr = parser.any()?;
    parser.blanks();
    match parser.peek() {
        None => Ok(expr),
        Some(character) => Err(parser.error(format!("`{character}`"), "`&`, `|` or the end")),
    }
}

struct Parser {
    characters: Vec<char>,
    at: usize,
    depth: usize,
    terms: usize,
}

impl Parser {
    fn peek(&self) -> Option<char> {
        self.characters.get(self.at).copied()
    }

    fn blanks(&mut self) {
        while self.peek().is_some_and(char::is_whitespace) {
            self.at += 1;
        }
    }

    fn take(&mut self, wanted: char) -> bool {
        self.blanks();
        let is_there = self.peek() == Some(wanted);
        self.at += usize::from(is_there);
        is_there
    }

    fn error(&self, found: impl Into<String>, expected: impl Into<String>) -> QuestionError {
        QuestionError { column: self.at + 1, found: found.into(), expected: expected.into() }
    }

    fn found(&self) -> String {
        self.peek().map_or_else(|| "the end".to_owned(), |character| format!("`{character}`"))
    }

    fn any(&mut self) -> Result<Expr, QuestionError> {
        let mut parts = vec![self.all()?];
        while self.take('|') {
            parts.push(self.all()?);
        }
        Ok(one_or(parts, Expr::Any))
    }

    fn all(&mut self) -> Result<Expr, QuestionError> {
        let mut parts = vec![self.not()?];
        while self.take('&') {
            parts.push(self.not()?);
        }
        Ok(one_or(parts, Expr::All))
    }

    fn not(&mut self) -> Result<Expr, QuestionError> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(self.error("more", format!("at most {DEEPEST} parentheses and `!` within each other")));
        }
        let expr = if self.take('!') {
            Expr::Not(Box::new(self.not()?))
        } else if self.take('(') {
            let inner = self.any()?;
            if !self.take(')') {
                return Err(self.error(self.found(), "`)`"));
            }
            inner
        } else {
            self.term()?
        };
        self.depth -= 1;
        Ok(expr)
    }

    fn term(&mut self) -> Result<Expr, QuestionError> {
        self.blanks();
        let column = self.at + 1;
        self.terms += 1;
        if self.terms > MOST_TERMS {
            return Err(self.error("more", format!("at most {MOST_TERMS} conditions")));
        }
        let word = lowercase_before_point(&self.word()?);
        self.blanks();
        if self.take(':') {
            let mut names = vec![self.name()?];
            while self.take(',') {
                names.push(self.name()?);
            }
            return Ok(Expr::Is(Term::Named { word, names }, column));
        }
        let rest: String = self.characters[self.at..].iter().take(2).collect();
        let Some((text, comparison)) = Relation::ALL.iter().find(|(text, _)| rest.starts_with(text)) else {
            return Err(self.error(self.found(), "`:` and a name, or `>=`, `<=`, `=`, `>` or `<` and a number"));
        };
        self.at += text.len();
        let number = self.number()?;
        Ok(Expr::Is(Term::Number { word, comparison: *comparison, number }, column))
    }

    fn word(&mut self) -> Result<String, QuestionError> {
        let from = self.at;
        while self.peek().is_some_and(|character| character.is_alphanumeric() || matches!(character, '_' | '.')) {
            self.at += 1;
        }
        if from == self.at {
            return Err(self.error(self.found(), "a condition such as `tval:sword` or `to_hit>=5`"));
        }
        Ok(self.characters[from..self.at].iter().collect())
    }

    fn name(&mut self) -> Result<String, QuestionError> {
        self.blanks();
        if self.peek() == Some('"') {
            self.at += 1;
            let mut name = String::new();
            loop {
                let Some(character) = self.peek() else { return Err(self.error("the end", "`\"`")) };
                self.at += 1;
                match character {
                    '"' => return Ok(name),
                    '\\' => {
                        let Some(escaped) = self.peek() else { return Err(self.error("the end", "a character")) };
                        self.at += 1;
                        name.push(escaped);
                    }
                    other => name.push(other),
                }
            }
        }
        let from = self.at;
        while self.peek().is_some_and(is_plain) {
            self.at += 1;
        }
        if from == self.at {
            return Err(self.error(self.found(), "a name, in quotes where it has blanks"));
        }
        Ok(self.characters[from..self.at].iter().collect())
    }

    fn number(&mut self) -> Result<i64, QuestionError> {
        self.blanks();
        let from = self.at;
        if matches!(self.peek(), Some('-' | '+')) {
            self.at += 1;
        }
        while self.peek().is_some_and(|character| character.is_ascii_digit()) {
            self.at += 1;
        }
        let text: String = self.characters[from..self.at].iter().collect();
        text.parse().map_err(|_| {
            let found = if text.is_empty() { self.found() } else { format!("`{text}`") };
            QuestionError { column: from + 1, found, expected: "a whole number".to_owned() }
        })
    }
}

fn one_or(mut parts: Vec<Expr>, several: impl FnOnce(Vec<Expr>) -> Expr) -> Expr {
    match parts.pop() {
        Some(only) if parts.is_empty() => only,
        Some(last) => {
            parts.push(last);
            several(parts)
        }
        None => several(parts),
    }
}

/// Flags, which stand behind a point, are as in the files.
fn lowercase_before_point(word: &str) -> String {
    match word.split_once('.') {
        Some((word, flag)) => format!("{}.{flag}", word.to_lowercase()),
        None => word.to_lowercase(),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn questions_are_written_in_one_way() {
        for (text, written) in [
            ("tval:sword", "tval:sword"),
            (" TVAL : sword , \"soft armour\" ", "tval:sword,\"soft armour\""),
            ("a:x&b:y|c:z", "a:x & b:y | c:z"),
            ("a:x&(b:y|c:z)", "a:x & (b:y | c:z)"),
            ("!(a:x & b:y)", "!(a:x & b:y)"),
            ("!!to_hit >= -5", "!!to_hit>=-5"),
            ("(((a:x)))", "a:x"),
            ("pval.STR<3 & to_dam = 7", "pval.STR<3 & to_dam=7"),
            ("theme:\"of \\\"X\\\"\"", "theme:\"of \\\"X\\\"\""),
            ("kind:23/5", "kind:23/5"),
        ] {
            assert_eq!(parse(text).expect(text).to_string(), written, "{text}");
        }
    }

    #[test]
    fn mistakes_are_said_with_their_column() {
        for (text, message) in [
            ("", "column 1: found the end; expected a condition such as `tval:sword` or `to_hit>=5`"),
            ("tval", "column 5: found the end; expected `:` and a name, or `>=`, `<=`, `=`, `>` or `<` and a number"),
            ("tval:", "column 6: found the end; expected a name, in quotes where it has blanks"),
            ("tval:sword x", "column 12: found `x`; expected `&`, `|` or the end"),
            ("(a:x", "column 5: found the end; expected `)`"),
            ("to_hit>=x", "column 9: found `x`; expected a whole number"),
            ("to_hit>=99999999999999999999", "column 9: found `99999999999999999999`; expected a whole number"),
            ("a:\"x", "column 5: found the end; expected `\"`"),
            ("a:x & | b:y", "column 7: found `|`; expected a condition such as `tval:sword` or `to_hit>=5`"),
        ] {
            assert_eq!(parse(text).expect_err(text).to_string(), message, "{text}");
        }
        assert!(parse(&"(".repeat(40)).expect_err("deep").expected.contains("32 parentheses"));
        assert!(parse(&"!".repeat(40)).expect_err("deep").expected.contains("32 parentheses"));
        assert!(parse(&vec!["a:x"; 65].join("&")).expect_err("many").expected.contains("64 conditions"));
        assert!(parse(&" ".repeat(5000)).expect_err("long").expected.contains("4096"));
    }

    fn exprs() -> impl Strategy<Value = Expr> {
        let named = ("[a-z][a-z_]{0,5}", prop::collection::vec("[ -~]{0,6}", 1..3))
            .prop_map(|(word, names)| Expr::Is(Term::Named { word, names }, 1));
        let comparisons = prop::sample::select(Relation::ALL.map(|(_, comparison)| comparison).to_vec());
        let number =
            ("[a-z]{1,5}(\\.[A-Z]{1,3})?", comparisons, any::<i32>()).prop_map(|(word, comparison, number)| {
                Expr::Is(Term::Number { word, comparison, number: i64::from(number) }, 1)
            });
        prop_oneof![named, number].prop_recursive(4, 20, 3, |inner| {
            prop_oneof![
                inner.clone().prop_map(|inner| Expr::Not(Box::new(inner))),
                prop::collection::vec(inner.clone(), 2..4).prop_map(Expr::All),
                prop::collection::vec(inner, 2..4).prop_map(Expr::Any),
            ]
        })
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_as_the_same(expr in exprs()) {
            let text = expr.to_string();
            let read = parse(&text).expect("written by us");
            prop_assert_eq!(read.to_string(), text);
        }

        #[test]
        fn any_text_is_read_or_refused(text in "\\PC{0,60}") {
            let _ = parse(&text);
        }
    }
}
