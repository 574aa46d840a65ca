//! Letter lines (`N:7:Dagger`), the notation of Angband's edit files up to 3.0: one letter, a colon, and what `sscanf`
//! finds in the rest. They look like colon lines, but nothing may stand before the letter, numbers are decimal, and of
//! two colons in a row each counts. Variants' files may have other letters beside those that are known: see
//! [`Notation::VariantLetter`].
//!
//! Source: Angband 3.0, init1.c, `init_info_txt` and the `parse_*_info` functions.

use super::{
    DirectiveSpec, Event, FieldKind, FileSpec, Notation, ParsedLine, RandomValue,
    c_number::{CNumber, decimal_number},
    colon::{FieldValue, Value, found},
    grouped::GroupedRemarks,
    line::{Line, printable_lines},
};
use crate::text::{Diagnostic, FileId, Rule, SourceFile};

/// Offset of the fields, after the letter and its colon.
const FIELDS: usize = 2;

/// Reads a file; see [`super::read`]. Letters that the table doesn't have, or has as ignored ones, are reported once
/// per letter.
pub(super) fn read(
    file: &SourceFile,
    id: FileId,
    spec: &'static FileSpec,
    diagnostics: &mut Vec<Diagnostic>,
    each: &mut dyn FnMut(Event, &mut Vec<Diagnostic>),
) {
    let of_variant = spec.notation == Notation::VariantLetter;
    let mut grouped = GroupedRemarks::default();
    for line in printable_lines(file, id, of_variant) {
        let text = line.text();
        let reader = Reader { file: file.name(), line: &line };
        if line.cut {
            diagnostics.push(reader.remark(
                Rule::LineTooLong,
                (0, text.len()),
                "found a line over 1023 bytes".to_owned(),
                "expected a shorter one; neither it nor what follows is read",
            ));
            break;
        }
        if text.first() == Some(&b'#') || text.iter().all(|b| *b == b' ') {
            continue;
        }
        let letter = (text.get(1) == Some(&b':')).then(|| text[0]);
        let directive = spec.directives.iter().find(|known| letter.is_some_and(|tag| known.tag.as_bytes() == [tag]));
        let Some(directive) = directive else {
            grouped.add(letter.as_slice(), || reader.unknown(spec, letter));
            continue;
        };
        if directive.ignored {
            grouped.add(letter.as_slice(), || reader.ignored(directive));
        }
        match reader.fields(directive, diagnostics) {
            Ok(values) => {
                let span = line.span(0, text.len());
                let parsed = ParsedLine { spec: directive, span, file: file.name().to_owned(), values };
                each(Event::Line(parsed), diagnostics);
            }
            Err(problem) => {
                diagnostics.push(problem);
                each(Event::Broken(directive), diagnostics);
            }
        }
    }
    diagnostics.extend(grouped.remarks());
}

type Range = (usize, usize);

struct Reader<'a> {
    file: &'a str,
    line: &'a Line<'a>,
}

impl Reader<'_> {
    fn remark(&self, rule: Rule, place: Range, found: String, expected: impl Into<String>) -> Diagnostic {
        let span = Some(self.line.span(place.0, place.1));
        Diagnostic { rule, file: self.file.to_owned(), span, found, expected: expected.into() }
    }

    fn unknown(&self, spec: &FileSpec, letter: Option<u8>) -> Diagnostic {
        let text = self.line.text();
        let Some(letter) = letter else {
            let expected = "expected one letter and a colon first";
            return self.remark(Rule::NotALine, (0, text.len()), found(text), expected);
        };
        let known: Vec<_> = spec.directives.iter().map(|directive| directive.tag).collect();
        let expected = format!("expected one of {}", known.join(", "));
        self.remark(Rule::UndefinedDirective, (0, 1), found(&[letter]), expected)
    }

    fn ignored(&self, directive: &DirectiveSpec) -> Diagnostic {
        let expected = format!("kept, not simulated: {}", directive.doc);
        self.remark(Rule::NotSimulated, (0, 1), found(directive.tag.as_bytes()), expected)
    }

    fn fields(
        &self,
        directive: &'static DirectiveSpec,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Result<Vec<FieldValue>, Diagnostic> {
        let text = self.line.text();
        let mut values = Vec::with_capacity(directive.fields.len());
        let mut at = FIELDS;
        let mut read_all = false;
        for (number, field) in directive.fields.iter().enumerate() {
            if number > 0 {
                match text.get(at) {
                    Some(b':') => at += 1,
                    _ if field.optional => break,
                    None => return Err(self.missing(directive, number)),
                    Some(_) => {
                        let before = &directive.fields[number - 1];
                        let expected = format!("expected a colon after {}; the line is ignored", before.name);
                        return Err(self.remark(Rule::NotANumber, (at, text.len()), found(&text[at..]), expected));
                    }
                }
            }
            let rest = &text[at..];
            // `sscanf` skips blanks before a number, so blanks alone are no number; in texts and characters they count.
            let is_missing = match field.kind {
                FieldKind::Rest | FieldKind::Char => rest.is_empty(),
                _ => rest.iter().all(|b| *b == b' '),
            };
            if is_missing {
                if field.optional {
                    break;
                }
                return Err(self.missing(directive, number));
            }
            let (value, length) = match field.kind {
                FieldKind::Int => {
                    let number = self.number(field.name, (at, at + until_colon(rest)), decimal_number(rest))?;
                    let place = (at, at + number.length);
                    if number.overflow {
                        let expected = format!("expected a number that fits 32 bits; it is read as {}", number.value);
                        diagnostics.push(self.remark(
                            Rule::NumberWraps,
                            place,
                            found(&rest[..number.length]),
                            expected,
                        ));
                    }
                    (Value::Int(number.value), number.length)
                }
                FieldKind::Dice | FieldKind::Random => {
                    let Some((value, length)) = dice(rest) else {
                        let expected = format!("expected dice such as 2d5 for {}; the line is ignored", field.name);
                        let end = at + until_colon(rest);
                        return Err(self.remark(Rule::NotRandom, (at, end), found(&text[at..end]), expected));
                    };
                    (Value::Random(value), length)
                }
                FieldKind::Word => (Value::Text(rest[..until_colon(rest)].to_vec()), until_colon(rest)),
                FieldKind::Rest => {
                    read_all = true;
                    (Value::Text(rest.to_vec()), rest.len())
                }
                FieldKind::Char => {
                    let length = one_character(rest);
                    (Value::Text(rest[..length].to_vec()), length)
                }
            };
            values.push(FieldValue { value, span: self.line.span(at, at + length) });
            at += length;
        }
        let rest = &text[at..];
        if !read_all && rest.iter().any(|b| *b != b' ') {
            let expected = format!("expected the line to end as in {}; this is ignored", directive.form());
            diagnostics.push(self.remark(Rule::SurplusField, (at, text.len()), found(rest), expected));
        }
        Ok(values)
    }

    fn number(&self, name: &str, place: Range, number: Option<CNumber>) -> Result<CNumber, Diagnostic> {
        number.ok_or_else(|| {
            let expected = format!("expected a number for {name}; the line is ignored");
            self.remark(Rule::NotANumber, place, found(&self.line.text()[place.0..place.1]), expected)
        })
    }

    fn missing(&self, directive: &DirectiveSpec, number: usize) -> Diagnostic {
        let (field, end) = (&directive.fields[number], self.line.text().len());
        let expected = format!(
            "expected {} ({}) as in {}; the line is ignored",
            field.name,
            field.kind.describe(),
            directive.form()
        );
        self.remark(Rule::MissingField, (end, end), "found the end of the line".to_owned(), expected)
    }
}

/// Number of bytes of the first character; 1 if it isn't UTF-8.
fn one_character(text: &[u8]) -> usize {
    let is_one = |length: &usize| text.get(..*length).is_some_and(|start| std::str::from_utf8(start).is_ok());
    (1..=4).find(is_one).unwrap_or(1)
}

fn until_colon(text: &[u8]) -> usize {
    text.iter().take_while(|b| **b != b':').count()
}

/// `sscanf("%dd%d")`: dice and sides, and the number of bytes read.
fn dice(text: &[u8]) -> Option<(RandomValue, usize)> {
    let dice = decimal_number(text)?;
    let after = text[dice.length..].strip_prefix(b"d")?;
    let sides = decimal_number(after)?;
    let value = RandomValue { dice: dice.value, sides: sides.value, ..RandomValue::default() };
    Some((value, dice.length + 1 + sides.length))
}
