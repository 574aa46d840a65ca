//! Enumerations, structures and initialised arrays.

use std::collections::BTreeMap;

use super::{
    MOST_NESTED,
    expression::{Evaluated, Expression, NoValue},
    token::{CToken, CTokenKind},
};
use crate::text::{Diagnostic, Rule, SourceSet, Span};

/// What a unit declares.
#[derive(Debug, Clone, Default)]
pub struct CUnit {
    /// The unit's tokens, which the values of tables point into.
    pub tokens: Vec<CToken>,
    /// Constants of enumerations.
    pub constants: BTreeMap<String, i64>,
    /// Structures by name.
    pub structures: BTreeMap<String, CStruct>,
    /// Arrays and structures with values, in their order.
    pub tables: Vec<CTable>,
}

/// A structure.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CStruct {
    /// Its fields in their order.
    pub fields: Vec<CField>,
}

/// A field of a structure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CField {
    /// Its name.
    pub name: String,
    /// The name of its structure, where it is one.
    pub structure: Option<String>,
    /// Whether it is an array.
    pub is_array: bool,
}

/// An array with values, or one structure with values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CTable {
    /// Its name.
    pub name: String,
    /// The name of the structure that its rows are, where they are one.
    pub structure: Option<String>,
    /// Whether it is an array; else it has one row, its own values.
    pub is_array: bool,
    /// How many rows are declared; `None` where that isn't said or has no value. Those without values are 0.
    pub length: Option<i64>,
    /// Its rows.
    pub rows: Vec<CValue>,
}

/// A value of an initialiser: positions in [`CUnit::tokens`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CValue {
    /// Values in braces.
    List {
        /// The braces and what is between them.
        tokens: std::ops::Range<usize>,
        /// The values.
        values: Vec<CValue>,
    },
    /// An expression; without tokens where nothing is between two commas.
    Expression(std::ops::Range<usize>),
}

impl CValue {
    /// Its tokens.
    pub fn tokens(&self) -> std::ops::Range<usize> {
        match self {
            CValue::List { tokens, .. } | CValue::Expression(tokens) => tokens.clone(),
        }
    }

    /// The values in its braces; none of an expression.
    pub fn values(&self) -> &[CValue] {
        match self {
            CValue::List { values, .. } => values,
            CValue::Expression(_) => &[],
        }
    }
}

impl CStruct {
    /// The position of a field.
    pub fn position(&self, name: &str) -> Option<usize> {
        self.fields.iter().position(|field| field.name == name)
    }
}

impl CUnit {
    /// Reads the declarations of a unit's tokens. What is none of these is passed over; what can't be read of them is
    /// reported.
    pub fn read(sources: &SourceSet, tokens: Vec<CToken>, diagnostics: &mut Vec<Diagnostic>) -> CUnit {
        let unit = CUnit { tokens, ..CUnit::default() };
        let mut reader = Reader { sources, unit, at: 0, diagnostics };
        reader.read();
        reader.unit
    }

    /// The table of that name; the last of several.
    pub fn table(&self, name: &str) -> Option<&CTable> {
        self.tables.iter().rev().find(|table| table.name == name)
    }

    /// The value of a row's field, `None` where the row ends before it.
    ///
    /// # Errors
    /// [`NoValue`], by position in the field's tokens.
    pub fn evaluate(&self, sources: &SourceSet, value: &CValue) -> Result<Evaluated, NoValue> {
        let constant = |name: &str| self.constants.get(name).copied();
        Expression { sources, constant: &constant }.evaluate(&self.tokens[value.tokens()])
    }

    /// The number that a list of flags comes to without those that are no constants; `None` where that isn't what is wrong with
    /// it, or where no flag is known.
    pub fn known_flags(&self, sources: &SourceSet, value: &CValue) -> Option<i64> {
        let constant = |name: &str| self.constants.get(name).copied();
        Expression { sources, constant: &constant }.known_flags(&self.tokens[value.tokens()])
    }

    /// The place in the table that a value comes from; `None` where nothing is written.
    pub fn place(&self, value: &CValue) -> Option<Span> {
        let tokens = &self.tokens[value.tokens()];
        let (first, last) = (tokens.first()?, tokens.last()?);
        Some(join(first.origin, last.origin))
    }

    /// The bytes of a field that is written as one number in the table itself, with its sign: where it can be changed
    /// without changing anything else. `None` of a number from a macro's body, of a name, of a sum.
    pub fn literal(&self, sources: &SourceSet, value: &CValue) -> Option<Span> {
        let tokens = &self.tokens[value.tokens()];
        let inner = match tokens {
            [open, inner @ .., close] if open.is(sources, "(") && close.is(sources, ")") => inner,
            all => all,
        };
        let (sign, number) = match inner {
            [number] => (None, number),
            [sign, number] if sign.is(sources, "-") => (Some(sign), number),
            _ => return None,
        };
        let is_literal = number.kind == CTokenKind::Number && number.made.is_none() && !number.is_from_body;
        let sign = sign.filter(|sign| !sign.is_from_body);
        is_literal.then(|| sign.map_or(number.span, |sign| join(sign.span, number.span)))
    }
}

fn join(first: Span, last: Span) -> Span {
    if first.file == last.file { first.to(last) } else { first }
}

struct Reader<'a> {
    sources: &'a SourceSet,
    unit: CUnit,
    at: usize,
    diagnostics: &'a mut Vec<Diagnostic>,
}

impl Reader<'_> {
    fn read(&mut self) {
        // Where the declaration begins that is being read.
        let mut start = 0;
        while self.at < self.unit.tokens.len() {
            if self.is("enum") && self.opens_after_name() {
                self.enumeration();
            } else if self.is("struct") && self.opens_after_name() {
                self.structure();
            } else if self.is("=") && self.is_at(self.at + 1, "{") {
                self.table(start);
            } else if self.is("{") {
                self.skip_braces();
                start = self.at;
            } else {
                self.at += 1;
                if self.is_at(self.at - 1, ";") {
                    start = self.at;
                }
            }
        }
    }

    /// Whether a `{` follows the word here, with or without a name between.
    fn opens_after_name(&self) -> bool {
        self.is_at(self.at + 1, "{") || (self.word(self.at + 1).is_some() && self.is_at(self.at + 2, "{"))
    }

    fn enumeration(&mut self) {
        self.at += if self.is_at(self.at + 1, "{") { 2 } else { 3 };
        let mut next = 0;
        while self.at < self.unit.tokens.len() && !self.is("}") {
            let name = self.word(self.at);
            self.at += 1;
            let Some(name) = name else {
                if !self.is_at(self.at - 1, ",") {
                    self.report(self.at - 1, "found what is no name in an enumeration", "expected a name");
                }
                continue;
            };
            if self.is("=") {
                self.at += 1;
                let range = self.expression();
                let constant = |name: &str| self.unit.constants.get(name).copied();
                let expression = Expression { sources: self.sources, constant: &constant };
                match expression.value(&self.unit.tokens[range.clone()]) {
                    Ok(value) => next = value,
                    Err(why) => {
                        let place = why.at.map_or(range.start.saturating_sub(1), |at| range.start + at);
                        self.report(place, &why.found(), "expected the value of a constant; it is left out");
                        continue;
                    }
                }
            }
            self.unit.constants.insert(name, next);
            next = next.wrapping_add(1);
        }
        self.at += 1;
    }

    /// A structure, which has a name before its fields, or behind them as a type, or both.
    fn structure(&mut self) {
        let name = self.word(self.at + 1);
        self.at += if name.is_some() { 3 } else { 2 };
        let mut fields = Vec::new();
        let mut first = self.at;
        while self.at < self.unit.tokens.len() && !self.is("}") {
            if self.is("{") {
                // A structure or union within it.
                self.skip_braces();
                continue;
            }
            if self.is(";") {
                fields.extend(self.fields_of(first, self.at));
                first = self.at + 1;
            }
            self.at += 1;
        }
        self.at += 1;
        let of_type = self.word(self.at).filter(|_| self.is_at(self.at + 1, ";"));
        let structure = CStruct { fields };
        for name in [name, of_type].into_iter().flatten() {
            self.unit.structures.insert(name, structure.clone());
        }
    }

    /// The structure that a declaration is of: after `struct`, or a type of that name.
    fn structure_of(&self, declaration: std::ops::Range<usize>) -> Option<String> {
        let after = declaration.clone().rev().find(|at| self.is_at(*at, "struct")).and_then(|at| self.word(at + 1));
        after.or_else(|| {
            let mut words = declaration.filter_map(|at| self.word(at));
            words.find(|word| self.unit.structures.contains_key(word))
        })
    }

    /// The fields of a declaration such as `unsigned a : 1, *b, c[6]`.
    fn fields_of(&self, first: usize, end: usize) -> Vec<CField> {
        let structure = self.structure_of(first..end.saturating_sub(1));
        let mut fields = Vec::new();
        let mut from = first;
        for at in first..=end {
            if at < end && !self.is_at(at, ",") {
                continue;
            }
            // The name is the last word before an array's length or a number of bits.
            let stop = (from..at).find(|at| self.is_at(*at, "[") || self.is_at(*at, ":")).unwrap_or(at);
            if let Some(name) = (from..stop).rev().find_map(|at| self.word(at)) {
                let is_array = self.is_at(stop, "[");
                let is_pointer = (from..stop).any(|at| self.is_at(at, "*"));
                let structure = structure.clone().filter(|_| !is_pointer);
                fields.push(CField { name, structure, is_array });
            }
            from = at + 1;
        }
        fields
    }

    /// An initialised array, or a structure with values; the `=` is here.
    fn table(&mut self, start: usize) {
        let declaration = start..self.at;
        let bracket = declaration.clone().find(|at| self.is_at(*at, "["));
        let name = bracket.unwrap_or(self.at).checked_sub(1).filter(|at| *at >= start).and_then(|at| self.word(at));
        let structure = self.structure_of(declaration);
        let length = bracket.and_then(|open| {
            let close = (open..self.at).find(|at| self.is_at(*at, "]"))?;
            let constant = |name: &str| self.unit.constants.get(name).copied();
            Expression { sources: self.sources, constant: &constant }.value(&self.unit.tokens[open + 1..close]).ok()
        });
        self.at += 1;
        let Some(name) = name else {
            self.skip_braces();
            return;
        };
        if let Some(list) = self.list() {
            let is_array = bracket.is_some();
            let rows = match list {
                CValue::List { values, .. } if is_array => values,
                one => vec![one],
            };
            self.unit.tables.push(CTable { name, structure, is_array, length, rows });
        }
    }

    /// A list in braces; `None` and a remark where it doesn't end or is nested too deep.
    fn list(&mut self) -> Option<CValue> {
        let first = self.at;
        let mut open: Vec<(usize, Vec<CValue>)> = Vec::new();
        loop {
            if self.at >= self.unit.tokens.len() {
                self.report(first, "found a list without an end", "expected `}`; nothing of it is read");
                return None;
            }
            if self.is("{") {
                if open.len() >= MOST_NESTED {
                    self.report(self.at, "found lists nested too deep", "expected a table; nothing of it is read");
                    self.at = first;
                    self.skip_braces();
                    return None;
                }
                open.push((self.at, Vec::new()));
                self.at += 1;
                continue;
            }
            if self.is("}") {
                self.at += 1;
                let (start, values) = open.pop()?;
                let list = CValue::List { tokens: start..self.at, values };
                match open.last_mut() {
                    Some((_, values)) => values.push(list),
                    None => return Some(list),
                }
                continue;
            }
            if self.is(",") {
                self.at += 1;
                // Nothing between two commas is a value that is missing, except after a list or at the end.
                if self.is(",")
                    && let Some((_, values)) = open.last_mut()
                {
                    values.push(CValue::Expression(self.at..self.at));
                }
                continue;
            }
            let expression = self.expression();
            if expression.is_empty() {
                // A token that ends expressions elsewhere: `;`, `)`.
                self.report(self.at, "found what can't stand in a list", "expected a value or `}`");
                self.at += 1;
                continue;
            }
            if let Some((_, values)) = open.last_mut() {
                values.push(CValue::Expression(expression));
            }
        }
    }

    /// The tokens until a comma, brace or semicolon outside of parentheses.
    fn expression(&mut self) -> std::ops::Range<usize> {
        let (start, mut depth) = (self.at, 0_usize);
        while let Some(token) = self.unit.tokens.get(self.at) {
            if token.kind == CTokenKind::Punctuation {
                match &*token.text(self.sources) {
                    "(" => depth += 1,
                    "," | ")" if depth == 0 => break,
                    ")" => depth -= 1,
                    "{" | "}" | ";" => break,
                    _ => {}
                }
            }
            self.at += 1;
        }
        start..self.at
    }

    /// Goes past the `}` that belongs to the `{` here, or to the end.
    fn skip_braces(&mut self) {
        let mut depth = 0_usize;
        while self.at < self.unit.tokens.len() {
            if self.is("{") {
                depth += 1;
            } else if self.is("}") {
                depth = depth.saturating_sub(1);
            }
            self.at += 1;
            if depth == 0 {
                return;
            }
        }
    }

    fn is(&self, text: &str) -> bool {
        self.is_at(self.at, text)
    }

    fn is_at(&self, at: usize, text: &str) -> bool {
        self.unit.tokens.get(at).is_some_and(|token| token.is(self.sources, text))
    }

    fn word(&self, at: usize) -> Option<String> {
        let token = self.unit.tokens.get(at).filter(|token| token.kind == CTokenKind::Word)?;
        Some(token.text(self.sources).into_owned())
    }

    fn report(&mut self, at: usize, found: &str, expected: &str) {
        let Some(token) = self.unit.tokens.get(at) else { return };
        self.diagnostics.push(Diagnostic {
            rule: Rule::UnreadableC,
            file: self.sources.file(token.origin.file).name().to_owned(),
            span: Some(token.origin),
            found: found.to_owned(),
            expected: expected.to_owned(),
        });
    }
}
