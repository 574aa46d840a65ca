//! Colon lines (`N:7:Dagger`, and from 4.2 on `name:Dagger`), the notation of Angband's edit files since 3.1.
//!
//! Source: Angband 3.x and 4.2, parser.c, `parser_parse`: `strtok` at `:` (runs of colons count as one), typed fields
//! left to right.

use super::{
    DirectiveSpec, FieldKind, FileSpec, RandomValue,
    c_number::{c_number, min_to_max},
    grouped::GroupedRemarks,
    line::{Line, lines},
    words::flag_names,
};
use crate::text::{Diagnostic, FileId, Rule, SourceFile, Span, decode};

/// The value of a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Value {
    Int(i32),
    /// Words, rests and characters.
    Text(Vec<u8>),
    Random(RandomValue),
}

/// One field's value and span.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FieldValue {
    pub(super) value: Value,
    pub(super) span: Span,
}

/// One line whose fields could all be read.
#[derive(Debug, Clone)]
pub struct ParsedLine {
    /// Its directive.
    pub spec: &'static DirectiveSpec,
    /// The line without indentation and line end.
    pub span: Span,
    pub(super) file: String,
    pub(super) values: Vec<FieldValue>,
}

/// A line as the reader delivers it.
#[derive(Debug, Clone)]
pub enum Event {
    /// A line that could be read.
    Line(ParsedLine),
    /// A line of this directive that could not be read; the reason is among the diagnostics.
    Broken(&'static DirectiveSpec),
}

impl ParsedLine {
    fn index(&self, name: &str) -> usize {
        // A name that is not in the table is a mistake in a schema, found by its first test.
        self.spec.fields.iter().position(|field| field.name == name).unwrap_or_else(|| {
            debug_assert!(false, "{} has no field {name}", self.spec.tag);
            0
        })
    }

    fn field(&self, name: &str) -> Option<&FieldValue> {
        self.values.get(self.index(name))
    }

    /// An optional number.
    pub fn opt_int(&self, name: &str) -> Option<i32> {
        match self.field(name)?.value {
            Value::Int(value) => Some(value),
            _ => None,
        }
    }

    /// A number of a field that only some dialects' lines have.
    pub fn maybe_int(&self, name: &str) -> Option<i32> {
        self.spec.fields.iter().any(|field| field.name == name).then(|| self.opt_int(name)).flatten()
    }

    /// The bytes of a field that only some dialects' lines have.
    pub fn bytes_of(&self, name: &str) -> &[u8] {
        if self.spec.fields.iter().any(|field| field.name == name) { self.bytes(name) } else { b"" }
    }

    /// A number; 0 where an optional one is missing.
    pub fn int(&self, name: &str) -> i32 {
        self.opt_int(name).unwrap_or(0)
    }

    /// A random value; zero where an optional one is missing.
    pub fn random(&self, name: &str) -> RandomValue {
        match self.field(name).map(|field| &field.value) {
            Some(Value::Random(value)) => *value,
            _ => RandomValue::default(),
        }
    }

    /// The bytes of a text; empty where an optional one is missing.
    pub fn bytes(&self, name: &str) -> &[u8] {
        match self.field(name).map(|field| &field.value) {
            Some(Value::Text(text)) => text,
            _ => b"",
        }
    }

    /// A text, decoded.
    pub fn text(&self, name: &str) -> String {
        decode(self.bytes(name)).into_owned()
    }

    /// The span of a field; if it is missing, the empty span at the end of the line.
    pub fn place(&self, name: &str) -> Span {
        self.field(name).map_or(Span { start: self.span.end, ..self.span }, |field| field.span)
    }

    /// A remark about a field of this line.
    pub fn remark(&self, rule: Rule, name: &str, found: impl Into<String>, expected: impl Into<String>) -> Diagnostic {
        self.remark_at(rule, self.place(name), found, expected)
    }

    /// A remark about a span of this line.
    pub fn remark_at(
        &self,
        rule: Rule,
        span: Span,
        found: impl Into<String>,
        expected: impl Into<String>,
    ) -> Diagnostic {
        Diagnostic { rule, file: self.file.clone(), span: Some(span), found: found.into(), expected: expected.into() }
    }

    /// A field of the form `min to max`.
    ///
    /// # Errors
    /// A `bad-range` diagnostic if the text has another form.
    pub fn range(&self, name: &str) -> Result<(i32, i32), Diagnostic> {
        min_to_max(self.bytes(name)).ok_or_else(|| {
            self.remark(
                Rule::BadRange,
                name,
                found(self.bytes(name)),
                "expected two numbers in the form `min to max`; the line is ignored",
            )
        })
    }

    /// The names of a flag list, each with its span.
    pub fn flags(&self, name: &str) -> Vec<(String, Span)> {
        let place = self.place(name);
        // Expanding tabs shifts offsets, so in a list with tabs each flag gets the span of the whole list.
        let exact = (place.end - place.start) as usize == self.bytes(name).len();
        flag_names(self.bytes(name))
            .map(|(at, word)| {
                let start = place.start + at as u32;
                let span = if exact { Span { start, end: start + word.len() as u32, ..place } } else { place };
                (decode(word).into_owned(), span)
            })
            .collect()
    }
}

/// The phrase "found `…`" of a message, with the text cut to 40 characters on one line.
pub fn found(bytes: &[u8]) -> String {
    let text = decode(bytes);
    let mut short: String = text.chars().take(40).map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
    if text.chars().nth(40).is_some() {
        short.push('…');
    }
    format!("found `{short}`")
}

/// Reads a file: every line that is neither blank nor a comment becomes one [`Event`], in order.
/// A bad line costs that line: it is reported and the rest is read. Lines of a directive that the table doesn't have
/// are reported once per directive.
pub fn read(
    file: &SourceFile,
    id: FileId,
    spec: &'static FileSpec,
    diagnostics: &mut Vec<Diagnostic>,
    each: &mut dyn FnMut(Event, &mut Vec<Diagnostic>),
) {
    let mut grouped = GroupedRemarks::default();
    for line in lines(file, id) {
        let text = line.text();
        let indent = text.iter().take_while(|b| b.is_ascii_whitespace()).count();
        let mut reader = Reader { file: file.name(), line: &line, at: indent };
        if line.cut {
            diagnostics.push(reader.remark(
                Rule::LineCut,
                (0, text.len()),
                "found a line over 1023 bytes".to_owned(),
                "expected a shorter one; what follows byte 1023 is read as a line of its own",
            ));
        }
        if matches!(text.get(indent), None | Some(b'#')) {
            continue;
        }
        match reader.directive(spec) {
            Err(problem) if matches!(problem.rule, Rule::UndefinedDirective | Rule::NotALine) => {
                let tag = text[indent..].split(|byte| *byte == b':').find(|word| !word.is_empty());
                grouped.add(tag.unwrap_or_default(), || problem);
            }
            Err(problem) => diagnostics.push(problem),
            Ok(directive) => match reader.fields(directive, diagnostics) {
                Ok(values) => {
                    let span = line.span(indent, text.len());
                    let parsed = ParsedLine { spec: directive, span, file: file.name().to_owned(), values };
                    each(Event::Line(parsed), diagnostics);
                }
                Err(problem) => {
                    diagnostics.push(problem);
                    each(Event::Broken(directive), diagnostics);
                }
            },
        }
    }
    diagnostics.extend(grouped.remarks());
}

type Range = (usize, usize);

struct Reader<'a> {
    file: &'a str,
    line: &'a Line<'a>,
    at: usize,
}

impl Reader<'_> {
    fn remark(&self, rule: Rule, place: Range, found: String, expected: impl Into<String>) -> Diagnostic {
        let span = Some(self.line.span(place.0, place.1));
        Diagnostic { rule, file: self.file.to_owned(), span, found, expected: expected.into() }
    }

    /// `strtok(…, ":")`: skips colons, takes what stands before the next one, and steps over that.
    fn token(&mut self) -> Option<Range> {
        let text = self.line.text();
        let start = self.at + text[self.at..].iter().take_while(|b| **b == b':').count();
        let end = start + text[start..].iter().take_while(|b| **b != b':').count();
        self.at = (end + 1).min(text.len());
        (start < end).then_some((start, end))
    }

    /// `strtok(…, "")`: everything that is left, colons included.
    fn rest(&mut self) -> Option<Range> {
        let range = (self.at, self.line.text().len());
        self.at = range.1;
        (range.0 < range.1).then_some(range)
    }

    fn character(&mut self) -> Option<Range> {
        let text = self.line.text();
        let rest = &text[self.at..];
        let width = match rest.first()? {
            0xf0.. => 4,
            0xe0.. => 3,
            0xc0.. => 2,
            _ => 1,
        };
        let width = if std::str::from_utf8(rest.get(..width).unwrap_or(b"\xff")).is_ok() { width } else { 1 };
        let range = (self.at, self.at + width);
        self.at = range.1 + usize::from(text.get(range.1) == Some(&b':'));
        Some(range)
    }

    fn directive(&mut self, spec: &'static FileSpec) -> Result<&'static DirectiveSpec, Diagnostic> {
        let start = self.at;
        let Some(range) = self.token() else {
            let whole = (start, self.line.text().len());
            return Err(self.remark(
                Rule::MissingField,
                whole,
                "found only colons".to_owned(),
                "expected a directive before the first colon; the line is ignored",
            ));
        };
        let tag = &self.line.text()[range.0..range.1];
        spec.directives.iter().find(|directive| directive.tag.as_bytes() == tag).ok_or_else(|| {
            let known: Vec<_> = spec.directives.iter().map(|directive| directive.tag).collect();
            let has_colon = self.line.text().get(range.1) == Some(&b':');
            let (rule, more) =
                if has_colon { (Rule::UndefinedDirective, "") } else { (Rule::NotALine, " and a colon after it") };
            self.remark(rule, range, found(tag), format!("expected one of {}{more}", known.join(", ")))
        })
    }

    fn fields(
        &mut self,
        directive: &'static DirectiveSpec,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Result<Vec<FieldValue>, Diagnostic> {
        let mut values = Vec::with_capacity(directive.fields.len());
        for field in directive.fields {
            let range = match field.kind {
                FieldKind::Rest => self.rest(),
                FieldKind::Char => self.character(),
                _ => self.token(),
            };
            let Some(range) = range else {
                if field.optional {
                    return Ok(values);
                }
                let end = self.line.text().len();
                let form = directive.form();
                return Err(self.remark(
                    Rule::MissingField,
                    (end, end),
                    "found the end of the line".to_owned(),
                    format!("expected {} ({}) as in {form}; the line is ignored", field.name, field.kind.describe()),
                ));
            };
            let text = &self.line.text()[range.0..range.1];
            let value = match field.kind {
                FieldKind::Int => Value::Int(self.int(field.name, range, diagnostics)?),
                FieldKind::Random => Value::Random(RandomValue::parse(text).ok_or_else(|| {
                    let expected =
                        format!("expected a random value such as 10+2d3M4 for {}; the line is ignored", field.name);
                    self.remark(Rule::NotRandom, range, found(text), expected)
                })?),
                FieldKind::Dice => Value::Random(RandomValue::parse(text).ok_or_else(|| {
                    let expected = format!("expected dice such as 2d5 for {}; the line is ignored", field.name);
                    self.remark(Rule::NotRandom, range, found(text), expected)
                })?),
                FieldKind::Word | FieldKind::Rest | FieldKind::Char => Value::Text(text.to_vec()),
            };
            values.push(FieldValue { value, span: self.line.span(range.0, range.1) });
        }
        if let Some(surplus) = self.rest().filter(|range| {
            !directive.fields.is_empty() && self.line.text()[range.0..range.1].iter().any(|b| *b != b':')
        }) {
            let text = &self.line.text()[surplus.0..surplus.1];
            let expected = format!("expected the line to end as in {}; this is ignored", directive.form());
            diagnostics.push(self.remark(Rule::SurplusField, surplus, found(text), expected));
        }
        Ok(values)
    }

    fn int(&self, name: &str, range: Range, diagnostics: &mut Vec<Diagnostic>) -> Result<i32, Diagnostic> {
        let text = &self.line.text()[range.0..range.1];
        let number = c_number(text).ok_or_else(|| {
            let expected = format!("expected a number for {name}; the line is ignored");
            self.remark(Rule::NotANumber, range, found(text), expected)
        })?;
        let value = number.value;
        let reading = if number.overflow {
            Some((Rule::NumberWraps, format!("expected a number that fits 32 bits; it is read as {value}")))
        } else if number.octal {
            Some((Rule::NumberMisread, format!("a leading 0 means base 8: it is read as {value}")))
        } else if text[number.length..].iter().any(|b| !b.is_ascii_whitespace()) {
            Some((Rule::NumberMisread, format!("expected a number alone for {name}; it is read as {value}")))
        } else {
            None
        };
        if let Some((rule, expected)) = reading {
            diagnostics.push(self.remark(rule, range, found(text), expected));
        }
        Ok(value)
    }
}
