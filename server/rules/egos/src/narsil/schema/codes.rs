//! `slay.txt` and `brand.txt`: the codes that other files may name.

use super::super::dialect::FILE_ORDER;
use affixboard_kin::{Reader, records::collect};
use affixboard_model::{
    syntax::{FileSpec, ParsedLine, colon::found},
    text::{Diagnostic, Rule},
};

/// Records of either file at most.
const MOST: usize = 254;

/// The codes of slays and of brands.
#[derive(Debug, Default)]
pub(super) struct Codes {
    slays: Vec<String>,
    brands: Vec<String>,
}

impl Codes {
    /// Refuses a line `slay:` or `brand:` that names none. Other lines pass.
    pub(super) fn check(&self, line: &ParsedLine) -> Result<(), Diagnostic> {
        let (known, file) = match line.spec.tag {
            "slay" => (&self.slays, "slay.txt"),
            "brand" => (&self.brands, "brand.txt"),
            _ => return Ok(()),
        };
        if known.contains(&line.text("code")) {
            return Ok(());
        }
        let expected = format!("expected a code of {file}; the line is ignored");
        Err(line.remark(Rule::InvalidValue, "code", found(line.bytes("code")), expected))
    }
}

/// The slays and brands.
pub(super) fn read(reader: &mut Reader<'_>, [slays, brands]: [&'static FileSpec; 2]) -> Codes {
    let mut codes = |spec: &'static FileSpec| -> Vec<String> {
        let (records, _) =
            collect(reader, spec, FILE_ORDER, |line: &ParsedLine| Ok(line.text("code")), |_, _, _| Ok(()));
        if let Some(surplus) = records.get(MOST) {
            reader.diagnostics.push(Diagnostic {
                rule: Rule::TooManyEntries,
                file: spec.name.to_owned(),
                span: Some(surplus.span),
                found: format!("found record number {}", MOST + 1),
                expected: format!("expected at most {MOST}; this and all further ones are ignored"),
            });
        }
        records.into_iter().take(MOST).map(|record| record.body).collect()
    };
    Codes { slays: codes(slays), brands: codes(brands) }
}
