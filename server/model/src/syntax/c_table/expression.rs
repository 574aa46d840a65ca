//! Values of constant expressions, and of strings.

use super::{
    MOST_NESTED,
    token::{CToken, CTokenKind},
};
use crate::text::SourceSet;

/// The value of an initialiser's expression.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Evaluated {
    /// A number.
    Number(i64),
    /// A string; those that follow one another are one.
    Text(String),
}

/// Why an expression has no value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoValue {
    /// The token that isn't understood, by its position in the expression; `None` at its end.
    pub at: Option<usize>,
    pub(super) kind: NoValueKind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NoValueKind {
    /// A name that is no constant.
    Unknown,
    /// A token that can't stand there, or the end.
    Unexpected,
    /// Division by 0.
    Zero,
    /// Parentheses within one another beyond [`MOST_NESTED`].
    Deep,
}

impl NoValue {
    /// The message without place: `found a name that is no constant`.
    pub fn found(&self) -> String {
        match (self.kind, self.at) {
            (NoValueKind::Unknown, _) => "found a name that is no constant",
            (NoValueKind::Unexpected, Some(_)) => "found what can't stand in an expression of constants",
            (NoValueKind::Unexpected, None) => "found the end of an expression",
            (NoValueKind::Zero, _) => "found a division by 0",
            (NoValueKind::Deep, _) => "found an expression that is nested too deep",
        }
        .to_owned()
    }

    /// Whether it is for a name that isn't known.
    pub fn is_unknown(&self) -> bool {
        self.kind == NoValueKind::Unknown
    }
}

/// How expressions are evaluated: with 64 bits, wrapping, whatever their types.
pub(super) struct Expression<'a> {
    pub(super) sources: &'a SourceSet,
    /// The values of names.
    pub(super) constant: &'a dyn Fn(&str) -> Option<i64>,
}

impl Expression<'_> {
    /// The value of an expression or string; a null pointer is the number 0.
    pub(super) fn evaluate(&self, tokens: &[CToken]) -> Result<Evaluated, NoValue> {
        if !tokens.is_empty() && tokens.iter().all(|token| token.kind == CTokenKind::Text) {
            let texts = tokens.iter().map(|token| unescape(&token.text(self.sources)));
            return Ok(Evaluated::Text(texts.collect()));
        }
        self.value(tokens).map(Evaluated::Number)
    }

    /// The value of an expression.
    pub(super) fn value(&self, tokens: &[CToken]) -> Result<i64, NoValue> {
        let mut reader = Reader { of: self, tokens, at: 0, depth: 0, unknown_flags: None };
        let value = reader.ternary()?;
        if reader.at < tokens.len() { Err(reader.unexpected()) } else { Ok(value) }
    }

    /// The value of flags of which some have no constant: these are left out. `None` where there is no other flag, or where the
    /// expression has no value for another reason.
    pub(super) fn known_flags(&self, tokens: &[CToken]) -> Option<i64> {
        let mut reader = Reader { of: self, tokens, at: 0, depth: 0, unknown_flags: Some(0) };
        let value = reader.ternary().ok()?;
        let flags = 1 + tokens.iter().filter(|token| token.is(self.sources, "|")).count();
        let is_known = reader.unknown_flags.is_some_and(|unknown| (1..flags).contains(&unknown));
        (reader.at == tokens.len() && is_known).then_some(value)
    }
}

struct Reader<'a> {
    of: &'a Expression<'a>,
    tokens: &'a [CToken],
    at: usize,
    depth: usize,
    /// How many flags without a constant were left out, where that may be.
    unknown_flags: Option<usize>,
}

/// Binary operators, those that bind least first.
const LEVELS: [&[&str]; 10] = [
    &["||"],
    &["&&"],
    &["|"],
    &["^"],
    &["&"],
    &["==", "!="],
    &["<", ">", "<=", ">="],
    &["<<", ">>"],
    &["+", "-"],
    &["*", "/", "%"],
];

impl Reader<'_> {
    fn ternary(&mut self) -> Result<i64, NoValue> {
        let condition = self.binary(0)?;
        if !self.takes("?") {
            return Ok(condition);
        }
        let yes = self.nested(Reader::ternary)?;
        if !self.takes(":") {
            return Err(self.unexpected());
        }
        let no = self.nested(Reader::ternary)?;
        Ok(if condition != 0 { yes } else { no })
    }

    fn binary(&mut self, level: usize) -> Result<i64, NoValue> {
        let Some(operators) = LEVELS.get(level) else { return self.unary() };
        let is_of_flags = operators.contains(&"|");
        let mut left = self.operand(level + 1, is_of_flags)?;
        while let Some(operator) = operators.iter().find(|operator| self.is(operator)) {
            let place = self.at;
            self.at += 1;
            let right = self.operand(level + 1, is_of_flags)?;
            left = Reader::apply(operator, left, right, place)?;
        }
        Ok(left)
    }

    /// What stands beside an operator. A flag that is a name without a constant is none where such are left out.
    fn operand(&mut self, level: usize, is_flag: bool) -> Result<i64, NoValue> {
        let start = self.at;
        let found = self.binary(level);
        let stands_alone = |reader: &Reader<'_>| {
            reader.tokens.get(start + 1).is_none_or(|next| ["|", ")"].iter().any(|end| next.is(reader.of.sources, end)))
        };
        match (&found, self.unknown_flags) {
            (Err(NoValue { at: Some(at), kind: NoValueKind::Unknown }), Some(unknown))
                if is_flag && *at == start && stands_alone(self) =>
            {
                self.unknown_flags = Some(unknown + 1);
                self.at = start + 1;
                Ok(0)
            }
            _ => found,
        }
    }

    fn apply(operator: &str, left: i64, right: i64, place: usize) -> Result<i64, NoValue> {
        let zero = NoValue { at: Some(place), kind: NoValueKind::Zero };
        Ok(match operator {
            "||" => i64::from(left != 0 || right != 0),
            "&&" => i64::from(left != 0 && right != 0),
            "|" => left | right,
            "^" => left ^ right,
            "&" => left & right,
            "==" => i64::from(left == right),
            "!=" => i64::from(left != right),
            "<" => i64::from(left < right),
            ">" => i64::from(left > right),
            "<=" => i64::from(left <= right),
            ">=" => i64::from(left >= right),
            "<<" => left.wrapping_shl(right as u32),
            ">>" => left.wrapping_shr(right as u32),
            "+" => left.wrapping_add(right),
            "-" => left.wrapping_sub(right),
            "*" => left.wrapping_mul(right),
            "/" if right != 0 => left.wrapping_div(right),
            "%" if right != 0 => left.wrapping_rem(right),
            _ => return Err(zero),
        })
    }

    fn unary(&mut self) -> Result<i64, NoValue> {
        for (operator, apply) in [
            ("-", i64::wrapping_neg as fn(i64) -> i64),
            ("+", |value| value),
            ("~", |value| !value),
            ("!", |value| i64::from(value == 0)),
        ] {
            if self.takes(operator) {
                return self.nested(Reader::unary).map(apply);
            }
        }
        if self.is("(") {
            if let Some(length) = self.cast() {
                self.at += length;
                return self.nested(Reader::unary);
            }
            self.at += 1;
            let value = self.nested(Reader::ternary)?;
            return if self.takes(")") { Ok(value) } else { Err(self.unexpected()) };
        }
        let Some(token) = self.tokens.get(self.at) else { return Err(self.unexpected()) };
        let text = token.text(self.of.sources);
        let value = match token.kind {
            CTokenKind::Number => number(&text).ok_or_else(|| self.unexpected())?,
            CTokenKind::Character => character(&text).ok_or_else(|| self.unexpected())?,
            CTokenKind::Word => match (self.of.constant)(&text) {
                Some(value) => value,
                None => return Err(NoValue { at: Some(self.at), kind: NoValueKind::Unknown }),
            },
            CTokenKind::Text | CTokenKind::Punctuation => return Err(self.unexpected()),
        };
        self.at += 1;
        Ok(value)
    }

    /// The length of a type in parentheses, such as `(char *)` or `(unsigned long)`.
    fn cast(&self) -> Option<usize> {
        const TYPES: [&str; 14] = [
            "char",
            "short",
            "int",
            "long",
            "unsigned",
            "signed",
            "const",
            "void",
            "struct",
            "schar",
            "uchar",
            "xchar",
            "genericptr_t",
            "boolean",
        ];
        let rest = &self.tokens[self.at + 1..];
        let sources = self.of.sources;
        let words = rest.iter().take_while(|token| token.kind == CTokenKind::Word).count();
        let is_type = rest[..words].first().is_some_and(|first| TYPES.iter().any(|name| first.is(sources, name)));
        let stars = rest[words..].iter().take_while(|token| token.is(sources, "*")).count();
        let is_closed = rest.get(words + stars).is_some_and(|token| token.is(sources, ")"));
        (is_type && is_closed).then_some(words + stars + 2)
    }

    fn nested<T>(&mut self, read: fn(&mut Self) -> Result<T, NoValue>) -> Result<T, NoValue> {
        if self.depth >= MOST_NESTED {
            return Err(NoValue { at: Some(self.at), kind: NoValueKind::Deep });
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    fn is(&self, text: &str) -> bool {
        self.tokens.get(self.at).is_some_and(|token| token.is(self.of.sources, text))
    }

    fn takes(&mut self, text: &str) -> bool {
        let is = self.is(text);
        self.at += usize::from(is);
        is
    }

    fn unexpected(&self) -> NoValue {
        NoValue { at: (self.at < self.tokens.len()).then_some(self.at), kind: NoValueKind::Unexpected }
    }
}

/// A number as C reads it, in base 8, 10 or 16, whatever its suffix.
fn number(text: &str) -> Option<i64> {
    let digits = text.trim_end_matches(['u', 'U', 'l', 'L']);
    let lower = digits.to_ascii_lowercase();
    let value = if let Some(hex) = lower.strip_prefix("0x") {
        u64::from_str_radix(hex, 16)
    } else if lower.len() > 1 && lower.starts_with('0') {
        u64::from_str_radix(&lower, 8)
    } else {
        lower.parse()
    };
    value.ok().map(|value| value as i64)
}

/// The value of a character constant.
fn character(text: &str) -> Option<i64> {
    let inner = unescape(text);
    let mut characters = inner.chars();
    let value = characters.next()?;
    characters.next().is_none().then(|| i64::from(u32::from(value)))
}

/// The text between quotes, with its escapes resolved and joined lines as one.
fn unescape(quoted: &str) -> String {
    let quote = quoted.chars().next().unwrap_or('"');
    let inner = quoted.strip_prefix(quote).unwrap_or(quoted);
    let inner = inner.strip_suffix(quote).unwrap_or(inner);
    let mut text = String::with_capacity(inner.len());
    let mut rest = inner.chars().peekable();
    while let Some(c) = rest.next() {
        if c != '\\' {
            text.push(c);
            continue;
        }
        let Some(escaped) = rest.next() else { break };
        let code = |digits: &str, base| u32::from_str_radix(digits, base).ok().and_then(char::from_u32);
        match escaped {
            'n' => text.push('\n'),
            't' => text.push('\t'),
            'r' => text.push('\r'),
            'a' => text.push('\u{7}'),
            'b' => text.push('\u{8}'),
            'f' => text.push('\u{c}'),
            'v' => text.push('\u{b}'),
            // A backslash joins lines, whatever ends them.
            '\n' => {}
            '\r' => {
                rest.next_if_eq(&'\n');
            }
            'x' => {
                let mut digits = String::new();
                while let Some(digit) = rest.next_if(char::is_ascii_hexdigit) {
                    digits.push(digit);
                }
                text.extend(code(&digits, 16));
            }
            '0'..='7' => {
                let mut digits = String::from(escaped);
                while digits.len() < 3
                    && let Some(digit) = rest.next_if(|c| ('0'..='7').contains(c))
                {
                    digits.push(digit);
                }
                text.extend(code(&digits, 8));
            }
            other => text.push(other),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{super::preprocess, *};
    use crate::text::SourceFile;

    fn evaluate(text: &str) -> Result<Evaluated, String> {
        let mut sources = SourceSet::new();
        let id = sources.push(SourceFile::new("x.c", text.as_bytes().to_vec()));
        let mut diagnostics = Vec::new();
        let tokens = preprocess(&sources, id, "", &mut diagnostics);
        let constant = |name: &str| [("IRON", 11), ("P_BOW", 21)].iter().find(|(known, _)| *known == name).map(|x| x.1);
        Expression { sources: &sources, constant: &constant }.evaluate(&tokens).map_err(|why| {
            let place = why.at.map_or(String::from("end"), |at| tokens[at].text(&sources).into_owned());
            format!("{} at {place}", why.found())
        })
    }

    #[test]
    fn numbers_and_operators() {
        for (text, value) in [
            ("0x1F", 31),
            ("017", 15),
            ("0", 0),
            ("4000L", 4000),
            ("0x80000000UL", 0x8000_0000),
            ("'A'", 65),
            ("'\\''", 39),
            ("'\\n'", 10),
            ("'\\0'", 0),
            ("'\\177'", 127),
            ("'\\x41'", 65),
            ("-P_BOW", -21),
            ("1 | 2 | 0x20", 35),
            ("1 + 2 * 3 - 4", 3),
            ("(1 + 2) * 3", 9),
            ("1 << 3 | 1", 9),
            ("~0 & 0xff", 255),
            ("10 / 3 + 10 % 3", 4),
            ("7 >= 8", 0),
            ("(10 >= 8)", 1),
            ("1 ? 2 : 3", 2),
            ("!1 || 5 == 5 && 2 != 3", 1),
            ("(char *) 0", 0),
            ("(const char *)0", 0),
            ("(unsigned long) 5", 5),
            ("100 * (5)", 500),
        ] {
            assert_eq!(evaluate(text), Ok(Evaluated::Number(value)), "{text}");
        }
    }

    #[test]
    fn strings_are_joined() {
        for (text, value) in [
            ("\"YUM \" \"YUM\"", "YUM YUM"),
            ("\"a\\\"b\\\\c\"", "a\"b\\c"),
            ("\"a\\\nb\"", "ab"),
            ("\"\\101\\x42,\"", "AB,"),
            ("\"\"", ""),
        ] {
            assert_eq!(evaluate(text), Ok(Evaluated::Text(value.to_owned())), "{text}");
        }
    }

    #[test]
    fn what_has_no_value_says_where() {
        for (text, why) in [
            ("1 + NOTHING", "found a name that is no constant at NOTHING"),
            ("1 +", "found the end of an expression at end"),
            ("", "found the end of an expression at end"),
            ("1 2", "found what can't stand in an expression of constants at 2"),
            ("\"a\" 1", "found what can't stand in an expression of constants at \"a\""),
            ("4 / (2 - 2)", "found a division by 0 at /"),
            ("09", "found what can't stand in an expression of constants at 09"),
            ("(1", "found the end of an expression at end"),
            ("sizeof(int)", "found a name that is no constant at sizeof"),
        ] {
            assert_eq!(evaluate(text), Err(why.to_owned()), "{text}");
        }
        let deep = format!("{}1{}", "(".repeat(150), ")".repeat(150));
        assert_eq!(evaluate(&deep), Err("found an expression that is nested too deep at (".to_owned()));
    }
}
