//! `slay.txt` and `brand.txt`: what kinds, egos and artifacts may name.

use super::super::dialect::FILE_ORDER;
use crate::{
    families::common::{Reader, records::collect},
    syntax::{FileSpec, ParsedLine, colon::found},
    text::{Diagnostic, Rule, Span},
};

/// The program numbers slays, brands and curses with a byte each.
pub(super) const MOST: usize = 254;

/// The codes of slays and brands.
#[derive(Debug, Default)]
pub(super) struct Codes {
    slays: Vec<String>,
    brands: Vec<String>,
}

impl Codes {
    /// Refuses a line `slay:` or `brand:` that names none.
    pub(super) fn check(&self, line: &ParsedLine) -> Result<(), Diagnostic> {
        let (known, file) = match line.spec.tag {
            "slay" => (&self.slays, "slay.txt"),
            "brand" => (&self.brands, "brand.txt"),
            _ => return Ok(()),
        };
        let code = line.text("code");
        if known.contains(&code) {
            return Ok(());
        }
        let expected = format!("expected a code of {file}; the line is ignored");
        Err(line.remark(Rule::InvalidValue, "code", found(line.bytes("code")), expected))
    }
}

/// The slays and brands.
pub(super) fn read(reader: &mut Reader<'_>, slays: &'static FileSpec, brands: &'static FileSpec) -> Codes {
    let mut codes = |spec| {
        let begin = |line: &ParsedLine| Ok(Slay { code: line.text("code"), ..Slay::default() });
        let (records, _) = collect(reader, spec, FILE_ORDER, begin, add);
        if let Some(surplus) = records.get(MOST) {
            reader.diagnostics.push(too_many(spec, surplus.span));
        }
        records.into_iter().take(MOST).map(|record| record.body.code).collect()
    };
    let (slays, brands) = (codes(slays), codes(brands));
    Codes { slays, brands }
}

/// A slay or brand.
#[derive(Debug, Default)]
struct Slay {
    code: String,
    /// Whether it says by a flag, or by a base, which monsters it slays.
    by: Option<&'static str>,
}

fn add(slay: &mut Slay, line: &ParsedLine, _: &mut Vec<Diagnostic>) -> Result<(), Diagnostic> {
    let tag = line.spec.tag;
    if matches!(tag, "race-flag" | "base") {
        if slay.by.is_some_and(|by| by != tag) {
            let found = format!("found `{tag}:` beside the other of race-flag and base");
            let expected = "expected one of the two; the line is ignored";
            return Err(line.remark_at(Rule::InvalidValue, line.span, found, expected));
        }
        slay.by = Some(tag);
    }
    Ok(())
}

/// Diagnostic for the first record beyond [`MOST`].
pub(super) fn too_many(spec: &FileSpec, span: Span) -> Diagnostic {
    Diagnostic {
        rule: Rule::TooManyEntries,
        file: spec.name.to_owned(),
        span: Some(span),
        found: format!("found record number {}", MOST + 1),
        expected: format!("expected at most {MOST}; this and all further ones are ignored"),
    }
}
