//! `slay.txt`, `brand.txt` and `activation.txt`: what kinds, egos and artifacts may name.

use super::super::{
    dialect::FILE_ORDER,
    power::{CodeSet, CodeWorth},
};
use affixboard_kin::{Reader, records::collect};
use affixboard_model::{
    syntax::{FileSpec, ParsedLine, colon::found},
    text::{Diagnostic, Rule, Span},
};

/// The program numbers slays, brands and curses with a byte each.
pub(super) const MOST: usize = 254;

/// The codes of slays and brands, and the names of activations, with what each is worth.
#[derive(Debug, Default)]
pub(super) struct Codes {
    slays: Vec<(String, CodeWorth)>,
    brands: Vec<(String, CodeWorth)>,
    activations: Vec<(String, i32)>,
}

impl Codes {
    /// Reads a line `slay:` or `brand:` into a set; refuses one that names none. Other lines are left alone.
    pub(super) fn add(&self, line: &ParsedLine, into: &mut CodeSet) -> Result<(), Diagnostic> {
        let (known, into, file) = match line.spec.tag {
            "slay" => (&self.slays, &mut into.slays, "slay.txt"),
            "brand" => (&self.brands, &mut into.brands, "brand.txt"),
            _ => return Ok(()),
        };
        let code = line.text("code");
        if let Some(at) = known.iter().position(|known| known.0 == code) {
            if !into.contains(&at) {
                into.push(at);
            }
            return Ok(());
        }
        let expected = format!("expected a code of {file}; the line is ignored");
        Err(line.remark(Rule::InvalidValue, "code", found(line.bytes("code")), expected))
    }

    /// The power of the activation that a line `act:` names; `None` where there is none of that name.
    pub(super) fn activation(&self, line: &ParsedLine) -> Option<i32> {
        let name = line.text("activation");
        self.activations.iter().find(|known| known.0 == name).map(|known| known.1)
    }

    /// What slays and brands are worth.
    pub(super) fn into_worths(self) -> [Vec<CodeWorth>; 2] {
        [self.slays, self.brands].map(|codes| codes.into_iter().map(|code| code.1).collect())
    }
}

/// The slays, brands and activations.
pub(super) fn read(reader: &mut Reader<'_>, [slays, brands, activations]: [&'static FileSpec; 3]) -> Codes {
    let mut codes = |spec| -> Vec<(String, CodeWorth)> {
        let begin = |line: &ParsedLine| Ok(Slay { code: line.text("code"), ..Slay::default() });
        let (records, _) = collect(reader, spec, FILE_ORDER, begin, add);
        if let Some(surplus) = records.get(MOST) {
            reader.diagnostics.push(too_many(spec, surplus.span));
        }
        records.into_iter().take(MOST).map(|record| (record.body.code, record.body.worth)).collect()
    };
    let (slays, mut brands) = (codes(slays), codes(brands));
    // Brands are alike by their names, slays by what they are against.
    for (_, brand) in &mut brands {
        brand.against = [std::mem::take(&mut brand.name), String::new()];
    }
    let begin = |line: &ParsedLine| Ok((line.text("name"), 0));
    let (records, _) = collect(reader, activations, FILE_ORDER, begin, |activation: &mut (String, i32), line, _| {
        if line.spec.tag == "power" {
            activation.1 = line.int("power");
        }
        Ok(())
    });
    Codes { slays, brands, activations: records.into_iter().map(|record| record.body).collect() }
}

/// A slay or brand.
#[derive(Debug, Default)]
struct Slay {
    code: String,
    /// Whether it says by a flag, or by a base, which monsters it slays.
    by: Option<&'static str>,
    worth: CodeWorth,
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
    let worth = &mut slay.worth;
    match tag {
        "name" => worth.name = line.text("name"),
        "race-flag" => worth.against[0] = line.text("flag"),
        "base" => worth.against[1] = line.text("base"),
        "multiplier" => worth.multiplier = line.int("multiplier"),
        "power" => worth.power = line.int("power"),
        _ => {}
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
