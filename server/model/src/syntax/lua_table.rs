//! Lua tables as data: `name = { key = value, ... }` at the top of a file. What computes is not read but reported, but for what
//! leaves a value open between two: assignments between `if percent(50) then` and `end`, and names of values and of their fields
//! in the place of values.

use crate::text::{Diagnostic, FileId, Rule, SourceFile, Span, decode};

/// The most values that are read.
const MOST_VALUES: usize = 100_000;
/// How deep tables may be nested.
const DEEPEST: usize = 32;
/// The most remarks on one file; after them nothing more is read.
const MOST_REMARKS: usize = 100;

/// A value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LuaValue {
    /// `nil`.
    Nil,
    /// `true` or `false`.
    Boolean(bool),
    /// A whole number.
    Number(i64),
    /// A string.
    Text(String),
    /// A table, with what it consists of in the order of the file.
    Table(Vec<LuaField>),
    /// One of two values, by a condition of the file.
    Either {
        /// The number of the condition, from 0 in the order of the file: one condition decides about several values.
        condition: usize,
        /// In how many of 100 cases it is met.
        percent: u32,
        /// The value where it is met, and where it isn't.
        values: Box<[LuaValue; 2]>,
    },
}

impl LuaValue {
    /// The value of a field of a table; of one of two tables one of two values.
    fn field(&self, key: &str) -> Option<LuaValue> {
        match self {
            LuaValue::Table(fields) => fields.iter().rev().find(|field| field.is(key)).map(|field| field.value.clone()),
            LuaValue::Either { condition, percent, values } => {
                let found = values.each_ref().map(|value| value.field(key));
                if found.iter().all(Option::is_none) {
                    return None;
                }
                let values = Box::new(found.map(|value| value.unwrap_or(LuaValue::Nil)));
                Some(LuaValue::Either { condition: *condition, percent: *percent, values })
            }
            _ => None,
        }
    }

    /// Number of values in it, itself included.
    fn size(&self) -> usize {
        1 + match self {
            LuaValue::Table(fields) => fields.iter().map(|field| field.value.size()).sum(),
            LuaValue::Either { values, .. } => values.iter().map(LuaValue::size).sum(),
            _ => 0,
        }
    }
}

/// A value with its name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LuaField {
    /// Its key, and the place of that; `None` in a list.
    pub key: Option<(String, Span)>,
    /// The value.
    pub value: LuaValue,
    /// The place of the value.
    pub span: Span,
}

impl LuaField {
    /// Whether it has this key.
    pub fn is(&self, key: &str) -> bool {
        self.key.as_ref().is_some_and(|(own, _)| own == key)
    }
}

/// The values that a file assigns, by name.
pub fn read(file: &SourceFile, id: FileId, diagnostics: &mut Vec<Diagnostic>) -> Vec<LuaField> {
    let text = file.text();
    let mut reader =
        Reader { file, text, id, at: 0, values: 0, remarks: 0, conditions: 0, assigned: Vec::new(), diagnostics };
    while reader.statement(None).is_some() {}
    reader.assigned
}

/// The most conditions that are read: each may double the size of a value.
const MOST_CONDITIONS: usize = 8;

/// A token; what isn't any is [`Token::Bad`], with what is wrong with it.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Token<'a> {
    Name(&'a [u8]),
    Text(String),
    Number(i64),
    Sign(u8),
    Bad(&'static str),
    End,
}

struct Reader<'a> {
    file: &'a SourceFile,
    text: &'a [u8],
    id: FileId,
    at: usize,
    values: usize,
    remarks: usize,
    conditions: usize,
    /// What was assigned so far; of a name the last one counts.
    assigned: Vec<LuaField>,
    diagnostics: &'a mut Vec<Diagnostic>,
}

/// A condition: its number, and in how many of 100 cases it is met.
type Condition = (usize, u32);

impl<'a> Reader<'a> {
    /// Reads a statement, which stands under a condition or under none; `None` at the end of what is read.
    fn statement(&mut self, under: Option<Condition>) -> Option<()> {
        let (mut token, mut span) = self.next();
        if token == Token::Name(b"local") {
            (token, span) = self.next();
        }
        match token {
            Token::End => None,
            Token::Sign(b';') => Some(()),
            Token::Name(b"end") if under.is_some() => None,
            Token::Name(b"if") if under.is_none() => {
                let Some(condition) = self.condition() else {
                    self.report(
                        span,
                        "expected `if percent(50) then`, with a whole number; neither this nor what follows is read",
                    );
                    return None;
                };
                while self.statement(Some(condition)).is_some() {}
                (self.at < self.text.len()).then_some(())
            }
            Token::Name(name) if matches!(self.peek().0, Token::Sign(b'=' | b',')) => {
                self.assignment((name, span), under)
            }
            _ => {
                self.report(span, "expected `name = value`; neither this nor what follows is read");
                self.at = self.text.len();
                None
            }
        }
    }

    /// `percent(50) then`.
    fn condition(&mut self) -> Option<Condition> {
        let mut next = || self.next().0;
        let is_call = next() == Token::Name(b"percent") && next() == Token::Sign(b'(');
        let Token::Number(percent) = next() else { return None };
        let percent = u32::try_from(percent).ok().filter(|percent| *percent <= 100)?;
        let ends = next() == Token::Sign(b')') && next() == Token::Name(b"then");
        if !is_call || !ends || self.conditions == MOST_CONDITIONS {
            return None;
        }
        self.conditions += 1;
        Some((self.conditions - 1, percent))
    }

    /// `= value` behind a name, or `, name = value, value`: all values are looked up before one is assigned.
    fn assignment(&mut self, first: (&'a [u8], Span), under: Option<Condition>) -> Option<()> {
        let mut names = vec![first];
        loop {
            match self.next() {
                (Token::Sign(b','), _) => match self.next() {
                    (Token::Name(name), span) => names.push((name, span)),
                    (_, span) => return self.no_statement(span),
                },
                (Token::Sign(b'='), _) => break,
                (_, span) => return self.no_statement(span),
            }
        }
        let mut values = Vec::new();
        for (at, (_, span)) in names.iter().enumerate() {
            if at > 0 && self.next().0 != Token::Sign(b',') {
                return self.no_statement(*span);
            }
            values.push(self.value(0)?);
        }
        for ((name, place), (value, span)) in names.into_iter().zip(values) {
            let key = decode(name).into_owned();
            let value = match under {
                None => value,
                Some((condition, percent)) => {
                    let before = self.assigned.iter().rev().find(|field| field.is(&key));
                    let before = before.map_or(LuaValue::Nil, |field| field.value.clone());
                    if !self.may_copy(&before) {
                        return self.no_statement(place);
                    }
                    LuaValue::Either { condition, percent, values: Box::new([value, before]) }
                }
            };
            self.assigned.push(LuaField { key: Some((key, place)), value, span });
        }
        Some(())
    }

    fn no_statement(&mut self, span: Span) -> Option<()> {
        self.report(span, "expected `name = value`; neither this nor what follows is read");
        self.at = self.text.len();
        None
    }

    /// Counts a value that stands in a second place, too; false where these are too many.
    fn may_copy(&mut self, value: &LuaValue) -> bool {
        let values = self.values + value.size();
        let is_little = values <= MOST_VALUES;
        if is_little {
            self.values = values;
        }
        is_little
    }

    /// The value that a name stands for, or a field of it (`name.key`), where it was assigned.
    fn reference(&mut self, name: &[u8]) -> Option<(LuaValue, u32)> {
        let known = self.assigned.iter().rev().find(|field| field.is(&decode(name)))?.value.clone();
        if !self.may_copy(&known) {
            return None;
        }
        if self.peek().0 != Token::Sign(b'.') {
            return Some((known, self.at as u32));
        }
        let before = self.at;
        self.next();
        let found = match self.next() {
            (Token::Name(key), span) => known.field(&decode(key)).map(|value| (value, span.end)),
            _ => None,
        };
        if found.is_none() {
            self.at = before;
        }
        found
    }

    fn span(&self, start: usize, end: usize) -> Span {
        Span { file: self.id, start: start as u32, end: end as u32 }
    }

    /// Reports what stands at a place; after too many remarks the file ends for this reader.
    fn report(&mut self, span: Span, expected: &str) {
        let text = &self.text[span.start as usize..(span.end as usize).min(span.start as usize + 40)];
        let found =
            if text.is_empty() { "found the end of the file".to_owned() } else { format!("found `{}`", decode(text)) };
        self.remark(span, found, expected);
    }

    fn remark(&mut self, span: Span, found: String, expected: &str) {
        self.remarks += 1;
        if self.remarks > MOST_REMARKS {
            return;
        }
        let mut expected = expected.to_owned();
        if self.remarks == MOST_REMARKS {
            expected.push_str("; there are too many remarks, and what follows is not read");
            self.at = self.text.len();
        }
        let file = self.file.name().to_owned();
        self.diagnostics.push(Diagnostic { rule: Rule::UnreadableLua, file, span: Some(span), found, expected });
    }

    fn next(&mut self) -> (Token<'a>, Span) {
        let (token, span) = self.peek();
        self.at = span.end as usize;
        (token, span)
    }

    /// The next token, which stays.
    fn peek(&self) -> (Token<'a>, Span) {
        let start = match self.skip_blanks(self.at) {
            Ok(start) => start,
            Err(start) => return (Token::Bad("a comment without an end"), self.span(start, self.text.len())),
        };
        let rest = &self.text[start..];
        let Some(&first) = rest.first() else { return (Token::End, self.span(start, start)) };
        let is_word = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'_';
        let (token, length) = match first {
            b'"' | b'\'' => quoted(rest),
            b'[' if long_opening(rest).is_some() => match long_text(rest) {
                Some((text, length)) => (Token::Text(decode(text).into_owned()), length),
                None => (Token::Bad("a string without an end"), rest.len()),
            },
            _ if first.is_ascii_digit() => {
                let length = rest.iter().take_while(|byte| is_word(byte) || **byte == b'.').count();
                (whole_number(&rest[..length]), length)
            }
            _ if first.is_ascii_alphabetic() || first == b'_' => {
                let length = rest.iter().take_while(is_word).count();
                (Token::Name(&rest[..length]), length)
            }
            _ => (Token::Sign(first), 1),
        };
        (token, self.span(start, start + length))
    }

    /// Where the next token begins, or the comment that has no end.
    fn skip_blanks(&self, mut at: usize) -> Result<usize, usize> {
        loop {
            let rest = &self.text[at..];
            at += rest.iter().take_while(|byte| byte.is_ascii_whitespace() || **byte == 0x0b).count();
            let rest = &self.text[at..];
            let Some(comment) = rest.strip_prefix(b"--") else { return Ok(at) };
            at += if long_opening(comment).is_some() {
                2 + long_text(comment).ok_or(at)?.1
            } else {
                rest.iter().take_while(|byte| **byte != b'\n').count()
            };
        }
    }

    /// A value with its place; `None` where it can't be read, which is reported, and the reader stands behind it.
    fn value(&mut self, depth: usize) -> Option<(LuaValue, Span)> {
        self.values += 1;
        if self.values > MOST_VALUES {
            if self.values == MOST_VALUES + 1 {
                let here = self.peek().1;
                let expected = format!("expected {MOST_VALUES} values at most; what follows is not read");
                self.remark(here, "found one more value".to_owned(), &expected);
            }
            self.at = self.text.len();
            return None;
        }
        let (token, span) = self.next();
        let read = match token {
            Token::Text(text) => Some((LuaValue::Text(text), span)),
            Token::Number(number) => Some((LuaValue::Number(number), span)),
            Token::Sign(b'-') => match self.next() {
                (Token::Number(number), end) => Some((LuaValue::Number(-number), span.to(end))),
                _ => None,
            },
            Token::Name(b"nil") => Some((LuaValue::Nil, span)),
            Token::Name(b"true") => Some((LuaValue::Boolean(true), span)),
            Token::Name(b"false") => Some((LuaValue::Boolean(false), span)),
            Token::Sign(b'{') if depth < DEEPEST => {
                let (fields, end) = self.fields(span, depth + 1);
                Some((LuaValue::Table(fields), span.to(end)))
            }
            Token::Name(name) => self.reference(name).map(|(value, end)| (value, Span { end, ..span })),
            Token::Bad(what) => {
                self.report(span, &format!("expected no {what}; the value is left out"));
                self.skip_value();
                return None;
            }
            _ => None,
        };
        // What follows a value ends it, or it is part of a computation.
        let ends = |token: &Token<'_>| match token {
            Token::End | Token::Sign(b',' | b';' | b'}') => true,
            Token::Name(_) => depth == 0,
            _ => false,
        };
        let (after, place) = self.peek();
        match read {
            Some(read) if ends(&after) => Some(read),
            Some(_) => {
                self.report(place, "expected `,` or `}`: values that are computed are not read; it is left out");
                self.skip_value();
                None
            }
            None => {
                self.report(span, "expected a string, a whole number, true, false, nil or a table; it is left out");
                // The sign may be the beginning of what is to be passed over.
                self.at = span.start as usize;
                self.skip_value();
                None
            }
        }
    }

    /// Passes over what is left of a value: to the next `,`, `;` or `}` that is not within it.
    fn skip_value(&mut self) {
        let mut open = 0_usize;
        loop {
            let (token, span) = self.peek();
            match token {
                Token::End => return,
                Token::Sign(b'{' | b'(' | b'[') => open += 1,
                Token::Sign(b',' | b';' | b'}') if open == 0 => return,
                Token::Sign(b'}' | b')' | b']') => open = open.saturating_sub(1),
                _ => {}
            }
            self.at = span.end as usize;
        }
    }

    /// What stands in a table, and its closing brace.
    fn fields(&mut self, opening: Span, depth: usize) -> (Vec<LuaField>, Span) {
        let mut fields = Vec::new();
        loop {
            let (token, span) = self.peek();
            match token {
                Token::Sign(b'}') => {
                    self.next();
                    return (fields, span);
                }
                Token::Sign(b',' | b';') => {
                    self.next();
                }
                Token::End => {
                    self.remark(opening, "found a table without an end".to_owned(), "expected `}`");
                    return (fields, span);
                }
                _ => {
                    let key = self.key();
                    if let Some((value, span)) = self.value(depth) {
                        fields.push(LuaField { key, value, span });
                    }
                }
            }
        }
    }

    /// `name =` or `["name"] =`, where one of them follows.
    fn key(&mut self) -> Option<(String, Span)> {
        let before = self.at;
        let key = match self.next() {
            (Token::Name(name), span) => Some((decode(name).into_owned(), span)),
            (Token::Sign(b'['), _) => match (self.next(), self.next().0) {
                ((Token::Text(text), span), Token::Sign(b']')) => Some((text, span)),
                _ => None,
            },
            _ => None,
        };
        if key.is_some() && self.peek().0 == Token::Sign(b'=') {
            self.next();
            // Two are a comparison.
            if self.peek().0 != Token::Sign(b'=') {
                return key;
            }
        }
        self.at = before;
        None
    }
}

/// A string in quotes and its length.
fn quoted(text: &[u8]) -> (Token<'static>, usize) {
    let mut inner = Vec::new();
    let mut at = 1;
    loop {
        match text.get(at) {
            Some(byte) if *byte == text[0] => return (Token::Text(decode(&inner).into_owned()), at + 1),
            Some(b'\\') => {
                match text.get(at + 1) {
                    Some(byte @ (b'\\' | b'"' | b'\'')) => inner.push(*byte),
                    Some(b'n') => inner.push(b'\n'),
                    Some(b't') => inner.push(b'\t'),
                    _ => return (Token::Bad("escape but \\\\, \\\", \\', \\n and \\t in a string"), at + 1),
                }
                at += 2;
            }
            None | Some(b'\n') => return (Token::Bad("string without an end"), at),
            Some(byte) => {
                inner.push(*byte);
                at += 1;
            }
        }
    }
}

/// The length of `[[`, `[=[` and the like.
fn long_opening(text: &[u8]) -> Option<usize> {
    let rest = text.strip_prefix(b"[")?;
    let equals = rest.iter().take_while(|byte| **byte == b'=').count();
    (rest.get(equals) == Some(&b'[')).then_some(equals + 2)
}

/// What stands between long brackets, and the length of all; `None` where they have no end. A line end right after the
/// opening is not part of it.
fn long_text(text: &[u8]) -> Option<(&[u8], usize)> {
    let opening = long_opening(text)?;
    let mut closing = text[..opening].to_vec();
    (closing[0], closing[opening - 1]) = (b']', b']');
    let length = text[opening..].windows(opening).position(|window| window == closing)?;
    let inner = &text[opening..opening + length];
    Some((inner.strip_prefix(b"\n").unwrap_or(inner), opening + length + opening))
}

/// A whole number, decimal or hexadecimal.
fn whole_number(text: &[u8]) -> Token<'static> {
    let digits = std::str::from_utf8(text).unwrap_or_default();
    let number = match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        Some(hexadecimal) => i64::from_str_radix(hexadecimal, 16),
        None => digits.parse(),
    };
    number.map_or(Token::Bad("number but whole ones of 63 bits"), Token::Number)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn short(fields: &[LuaField]) -> String {
        let of = |field: &LuaField| {
            let value = match &field.value {
                LuaValue::Nil => "nil".to_owned(),
                LuaValue::Boolean(is) => is.to_string(),
                LuaValue::Number(number) => number.to_string(),
                LuaValue::Text(text) => format!("{text:?}"),
                LuaValue::Table(fields) => format!("[{}]", short(fields)),
                LuaValue::Either { condition, percent, values } => {
                    let of =
                        |value: &LuaValue| short(&[LuaField { key: None, value: value.clone(), span: field.span }]);
                    format!("({condition}:{percent} {} else {})", of(&values[0]), of(&values[1]))
                }
            };
            field.key.as_ref().map_or(value.clone(), |(key, _)| format!("{key}={value}"))
        };
        fields.iter().map(of).collect::<Vec<_>>().join(" ")
    }

    fn read_text(text: &str) -> (String, Vec<String>) {
        let file = SourceFile::new("a.lua", text.as_bytes().to_vec());
        let mut diagnostics = Vec::new();
        let fields = read(&file, FileId(0), &mut diagnostics);
        let said = diagnostics.iter().map(|one| format!("{} {}", one.span.map_or(0, |span| span.start), one.message()));
        (short(&fields), said.collect())
    }

    #[test]
    fn tables_by_hand() {
        for (text, expected) in [
            ("", ""),
            ("-- nothing\n--[[ at\nall ]] --[==[ ]] ]==]", ""),
            ("a = 5 b = -0x1f; local c = 'it''s'", "a=5 b=-31"),
            ("a = { 1, 2; 3, }", "a=[1 2 3]"),
            (
                "a={x=1,['y z']=\"q\\\"\\n\",nil,true,false,[[\nlong]],[=[a]]b]=]}",
                "a=[x=1 y z=\"q\\\"\\n\" nil true false \"long\" \"a]]b\"]",
            ),
            ("d = { { name = \"A\", levels = { { base = -1 } } } }", "d=[[name=\"A\" levels=[[base=-1]]]]"),
        ] {
            let (fields, said) = read_text(text);
            assert_eq!(fields, expected, "{text}");
            assert_eq!(said.is_empty(), !text.contains("it''s"), "{text}: {said:?}");
        }
    }

    #[test]
    fn conditions_leave_values_open() {
        let text = "local a, b = { n = 'x' }, { n = 'y', m = 1 } if percent(30) then a, b = b, a; c = 5 end\n\
                    d = { a.n, k = b.n, a, b.m }";
        let (fields, said) = read_text(text);
        assert!(said.is_empty(), "{said:?}");
        let (_, d) = fields.split_once(" d=").expect("the table");
        let a = "(0:30 [n=\"y\" m=1] else [n=\"x\"])";
        assert!(d.starts_with(&format!("[(0:30 \"y\" else \"x\") k=(0:30 \"x\" else \"y\") {a}")), "{d}");
        assert!(d.ends_with("(0:30 nil else 1)]"), "{d}");
        assert!(fields.contains(" c=(0:30 5 else nil) "), "{fields}");
    }

    #[test]
    fn what_computes_is_reported_and_the_rest_is_read() {
        for (text, fields, said) in [
            (
                "a = { x = 1 + 2, y = 3 }",
                "a=[y=3]",
                "12 found `+`; expected `,` or `}`: values that are computed are not read; it is left out",
            ),
            (
                "a = { f(1, {2}), 3 }",
                "a=[3]",
                "6 found `f`; expected a string, a whole number, true, false, nil or a table; it is left out",
            ),
            (
                "a = { 1.5, 3 }",
                "a=[3]",
                "6 found `1.5`; expected no number but whole ones of 63 bits; the value is left out",
            ),
            ("a = { 'x\n', 3 }", "a=[]", "6 found `'x`; expected no string without an end; the value is left out"),
            ("a = { 1, { 2", "a=[1 [2]]", "9 found a table without an end; expected `}`"),
            (
                "if a then b = 1 end",
                "",
                "0 found `if`; expected `if percent(50) then`, with a whole number; neither this nor what follows is read",
            ),
            (
                "a = 1 b, c = a end",
                "a=1",
                "9 found `c`; expected `name = value`; neither this nor what follows is read",
            ),
            (
                "t = { x = 1 } a = { t.y, 2 }",
                "t=[x=1] a=[2]",
                "20 found `t`; expected a string, a whole number, true, false, nil or a table; it is left out",
            ),
            (
                "a = 1 --[[ x",
                "a=1",
                "6 found `--[[ x`; expected `,` or `}`: values that are computed are not read; it is left out",
            ),
        ] {
            let (found, remarks) = read_text(text);
            assert!(remarks.first().is_some_and(|one| one == said), "{text}: {remarks:?}");
            if !said.starts_with("6 found `--") {
                assert_eq!(found, fields, "{text}");
            }
        }
    }

    #[test]
    fn hostile_files_end_soon() {
        let million = 1 << 20;
        for (text, remarks) in [
            ("{".repeat(million), 1),
            (format!("a = {}", "{".repeat(million)), DEEPEST + 1),
            (format!("a = {{ {}", "1,".repeat(million)), 2),
            (format!("a = {{ {}", "x,".repeat(million)), MOST_REMARKS),
            (format!("a = {{ {}", "[".repeat(million)), 2),
            (format!("a = [[ {}", "x ".repeat(million)), 1),
            (format!("a = {{ {} }} b = {{ {} }}", "1,".repeat(1000), "a,".repeat(million)), MOST_REMARKS),
            (format!("a = 1 if percent(5) then {}", "a = a ".repeat(million / 8)), 1),
        ] {
            let (_, said) = read_text(&text);
            assert_eq!(said.len(), remarks, "{}", &text[..20]);
        }
    }
}
