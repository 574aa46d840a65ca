//! Rows of a C table by the names of their structure's fields.

use super::Number;
use affixboard_model::{
    syntax::c_table::{CStruct, CTable, CUnit, CValue, Evaluated},
    text::{Diagnostic, Rule, SourceSet, Span},
};

/// A unit with the set it was read from.
#[derive(Clone, Copy)]
pub struct Tables<'a> {
    /// The files.
    pub sources: &'a SourceSet,
    /// The unit that was read of them.
    pub unit: &'a CUnit,
}

impl<'a> Tables<'a> {
    /// The table whose rows are of a structure, and that structure. Versions call the tables otherwise.
    pub fn of(self, structure: &str) -> Option<(&'a CTable, &'a CStruct)> {
        let mut arrays = self.unit.tables.iter().filter(|table| table.is_array);
        let table = arrays.find(|table| table.structure.as_deref() == Some(structure))?;
        Some((table, self.unit.structures.get(structure)?))
    }

    /// A row of a table of that structure.
    pub fn row(self, structure: &'a CStruct, value: &'a CValue) -> Row<'a> {
        Row { tables: self, structure, value }
    }
}

/// One row.
#[derive(Clone, Copy)]
pub struct Row<'a> {
    tables: Tables<'a>,
    structure: &'a CStruct,
    value: &'a CValue,
}

impl<'a> Row<'a> {
    /// Its place in the table.
    pub fn place(self) -> Option<Span> {
        self.tables.unit.place(self.value)
    }

    /// The value of a field; `None` where the structure has no such field, or the row ends before it.
    pub fn value(self, field: &str) -> Option<&'a CValue> {
        self.value.values().get(self.structure.position(field)?)
    }

    /// A number. What has none is reported, and 0.
    pub fn number(self, field: &str, diagnostics: &mut Vec<Diagnostic>) -> Number {
        self.value(field).map_or(Number::default(), |value| self.tables.number(value, field, diagnostics))
    }

    /// Whether a number isn't 0.
    pub fn flag(self, field: &str, diagnostics: &mut Vec<Diagnostic>) -> bool {
        self.number(field, diagnostics).value != 0
    }

    /// A string; `None` for a null pointer.
    pub fn text(self, field: &str, diagnostics: &mut Vec<Diagnostic>) -> Option<String> {
        self.value(field).and_then(|value| self.tables.text(value, field, diagnostics))
    }

    /// A field as it is written, such as `LONG_SWORD`.
    pub fn written(self, field: &str) -> String {
        let Some(value) = self.value(field) else { return String::new() };
        let texts = self.tables.unit.tokens[value.tokens()].iter().map(|token| token.text(self.tables.sources));
        texts.collect::<Vec<_>>().join(" ")
    }
}

impl Tables<'_> {
    /// The number that an expression comes to, with the place where it can be changed. What comes to none is reported, and 0.
    pub fn number(self, value: &CValue, field: &str, diagnostics: &mut Vec<Diagnostic>) -> Number {
        match self.unit.evaluate(self.sources, value) {
            Ok(Evaluated::Number(number)) => Number { value: number, site: self.unit.literal(self.sources, value) },
            Ok(Evaluated::Text(_)) => {
                self.report(value, Rule::UnreadableC, "found a string", &taken_for_0(field), diagnostics);
                Number::default()
            }
            Err(why) => {
                let rule = if why.is_unknown() { Rule::UnknownConstant } else { Rule::UnreadableC };
                let tokens = value.tokens();
                let name = why.at.and_then(|at| self.unit.tokens[tokens].get(at));
                let found = match name {
                    Some(token) => format!("{}: `{}`", why.found(), token.text(self.sources)),
                    None => why.found(),
                };
                // Of flags the others count.
                if let Some(known) = self.unit.known_flags(self.sources, value) {
                    let expected = format!("expected flags for {field}; it is left out, and the others count");
                    self.report(value, rule, &found, &expected, diagnostics);
                    return Number { value: known, site: None };
                }
                self.report(value, rule, &found, &taken_for_0(field), diagnostics);
                Number::default()
            }
        }
    }

    /// The string that an expression comes to; `None` for a null pointer.
    pub fn text(self, value: &CValue, field: &str, diagnostics: &mut Vec<Diagnostic>) -> Option<String> {
        match self.unit.evaluate(self.sources, value) {
            Ok(Evaluated::Text(text)) => Some(text),
            Ok(Evaluated::Number(0)) => None,
            _ => {
                self.report(value, Rule::UnreadableC, "found no string", &taken_for_0(field), diagnostics);
                None
            }
        }
    }

    fn report(self, value: &CValue, rule: Rule, found: &str, expected: &str, diagnostics: &mut Vec<Diagnostic>) {
        let Some(span) = self.unit.place(value) else { return };
        diagnostics.push(Diagnostic {
            rule,
            file: self.sources.file(span.file).name().to_owned(),
            span: Some(span),
            found: found.to_owned(),
            expected: expected.to_owned(),
        });
    }
}

fn taken_for_0(field: &str) -> String {
    format!("expected a value for {field}; it is taken for 0")
}
