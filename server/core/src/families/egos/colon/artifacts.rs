//! `artifact.txt`: the artifacts.

use super::{Dialect, INDICES, MOST_LINES};
use crate::{
    catalog::{Artifact, Kind, KindAllocation},
    families::{
        common::{
            Reader, Vocabulary, lookup,
            records::{Indices, Record, collect},
        },
        egos::{ArtifactRules, KindRules, Odds},
    },
    syntax::{ParsedLine, c_number::c_number, colon::found},
    text::{Diagnostic, Rule},
};

/// Which artifacts are special is decided by their indices: those below this.
const FIRST_NORMAL: u32 = 16;

#[derive(Default)]
struct Body {
    name: String,
    tval: u16,
    sval: u16,
    allocation: Option<KindAllocation>,
    pvals: usize,
}

/// The artifacts by index. Their kinds are found later.
pub(super) fn read(
    reader: &mut Reader<'_>,
    dialect: &'static Dialect,
    kinds: &[(Kind, KindRules)],
) -> Vec<(Artifact, ArtifactRules)> {
    let (spec, words) = (&dialect.files[4], dialect.words);
    let begin = |line: &ParsedLine| Ok(Body { name: line.text("name"), ..Body::default() });
    let add = |artifact: &mut Body, line: &ParsedLine, diagnostics: &mut Vec<Diagnostic>| {
        add(words, kinds, artifact, line, diagnostics)
    };
    // Index 0 is that of a special artifact like any other.
    let (records, _) = collect(reader, spec, Indices { keep_zero: true, ..INDICES }, begin, add);
    records.into_iter().map(finish).collect()
}

fn add(
    words: &Vocabulary,
    kinds: &[(Kind, KindRules)],
    artifact: &mut Body,
    line: &ParsedLine,
    diagnostics: &mut Vec<Diagnostic>,
) -> Result<(), Diagnostic> {
    match line.spec.tag {
        "I" => {
            let tval = lookup::tval(words, line, "tval", diagnostics)?;
            (artifact.tval, artifact.sval) = (tval, sval(kinds, tval, line, diagnostics)?);
        }
        // A second line replaces the first.
        "A" => {
            let (min, max) = lookup::bounded_range(line, "depths")?;
            let commonness = line.int("commonness").clamp(0, 100) as u32;
            artifact.allocation = Some(KindAllocation { commonness, min, max, line: line.span });
        }
        "F" => {
            lookup::flags(words, line, "flags", diagnostics);
        }
        "E" => {
            lookup::effect(words, line)?;
        }
        "L" => {
            lookup::room(line, artifact.pvals, MOST_LINES)?;
            artifact.pvals += 1;
            lookup::flags(words, line, "flags", diagnostics);
        }
        _ => {}
    }
    Ok(())
}

/// An sval is a number or the name of a kind; no kinds are made up here.
fn sval(
    kinds: &[(Kind, KindRules)],
    tval: u16,
    line: &ParsedLine,
    diagnostics: &mut Vec<Diagnostic>,
) -> Result<u16, Diagnostic> {
    let text = line.bytes("sval");
    if text.first().is_some_and(u8::is_ascii_digit) {
        return Ok(lookup::byte(line, "sval", c_number(text).map_or(0, |number| number.value), diagnostics));
    }
    let name = line.text("sval").to_lowercase();
    let known = kinds.iter().find(|(kind, _)| kind.tval == tval && kind.name.to_lowercase() == name);
    known.map(|(kind, _)| kind.sval).ok_or_else(|| {
        let expected = "expected a number or the name of a kind of this type; the line is ignored";
        line.remark(Rule::InvalidValue, "sval", found(text), expected)
    })
}

fn finish(record: Record<Body>) -> (Artifact, ArtifactRules) {
    let body = record.body;
    let (commonness, min, max) = body.allocation.map_or((0, 0, 0), |line| (line.commonness, line.min, line.max));
    let rules = ArtifactRules {
        kind: None,
        special: record.index < FIRST_NORMAL,
        min,
        max,
        odds: Odds { times: u64::from(commonness), of: 100 },
    };
    let artifact = Artifact {
        index: record.index,
        name: body.name,
        tval: body.tval,
        sval: body.sval,
        allocations: body.allocation.into_iter().collect(),
        record: record.span,
    };
    (artifact, rules)
}
