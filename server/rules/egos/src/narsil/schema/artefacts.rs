//! `artefact.txt`: the artefacts.

use super::{
    super::{
        dialect::FILE_ORDER,
        tables::{DEEPEST, NAMES},
    },
    codes::Codes,
    kinds::Kinds,
    words::{self, Allowed},
};
use crate::{ArtifactRules, Odds};
use affixboard_kin::{
    Reader, lookup,
    records::{Record, collect},
};
use affixboard_model::{
    catalog::{Artifact, KindAllocation},
    engine::flags::FlagSet,
    syntax::{FileSpec, ParsedLine, colon::found},
    text::{Diagnostic, Rule, Span},
};

#[derive(Default)]
struct Body {
    name: String,
    tval: u16,
    sval: u16,
    is_special: bool,
    /// Whether a kind was made up for it.
    has_made: bool,
    level: i32,
    rarity: u32,
    /// The line of its rarity, else of its level.
    line: Option<Span>,
    flags: FlagSet,
}

/// The artefacts in the order of the file, from 1. Their kinds are found later; those of names that no kind has are made up
/// here.
pub(super) fn read(
    reader: &mut Reader<'_>,
    spec: &'static FileSpec,
    kinds: &mut Kinds,
    codes: &Codes,
) -> Vec<(Artifact, ArtifactRules)> {
    let begin = |line: &ParsedLine| Ok(Body { name: line.text("name"), ..Body::default() });
    let (records, _) = collect(reader, spec, FILE_ORDER, begin, |body: &mut Body, line, diagnostics| {
        codes.check(line)?;
        add(kinds, body, line, diagnostics)
    });
    records.into_iter().map(finish).collect()
}

fn add(
    kinds: &mut Kinds,
    body: &mut Body,
    line: &ParsedLine,
    diagnostics: &mut Vec<Diagnostic>,
) -> Result<(), Diagnostic> {
    match line.spec.tag {
        "base-object" => {
            let tval = words::tval(line)?;
            let sval = match kinds.named(tval, line) {
                Some(sval) => sval,
                None if line.bytes("sval").first().is_some_and(u8::is_ascii_digit) => {
                    let expected = "expected the number of a kind of this type, or a name; the line is ignored";
                    return Err(line.remark(Rule::UnrecognisedSval, "sval", found(line.bytes("sval")), expected));
                }
                None => {
                    // The original makes any number of them; without a limit they would fill the memory.
                    lookup::check_capacity(line, usize::from(body.has_made), 1)?;
                    body.has_made = true;
                    kinds.make(tval, &line.text("sval"), body.level)
                }
            };
            (body.tval, body.sval, body.is_special) = (tval, sval, kinds.is_special(tval, sval));
        }
        "graphics" if !body.is_special => {
            let found = "found `graphics:` of an artefact that has a kind's";
            let expected = "expected it with special artefacts only; the line is ignored";
            return Err(line.remark_at(Rule::InvalidValue, line.span, found, expected));
        }
        "depth" => {
            body.level = line.int("level");
            body.line = body.line.or(Some(line.span));
        }
        "rarity" => {
            let rarity = line.int("rarity");
            body.rarity = u32::try_from(rarity).map_err(|_| {
                let expected = "expected 1 or more; the line is ignored";
                line.remark(Rule::OutOfBounds, "rarity", format!("found {rarity}"), expected)
            })?;
            body.line = Some(line.span);
        }
        "flags" => body.flags |= words::flags(line, false, diagnostics),
        "values" => {
            words::values(line, Allowed::Numbers, diagnostics);
        }
        _ => {}
    }
    Ok(())
}

fn finish(record: Record<Body>) -> (Artifact, ArtifactRules) {
    let body = record.body;
    // Monsters carry these; no drop makes them.
    let is_apart = body.flags & NAMES.flag("NO_RANDOM") != 0;
    let min = u32::try_from(body.level).unwrap_or(0);
    // One in none passes like one in one.
    let rarity = body.rarity.max(1);
    let line = body.line.filter(|_| !is_apart);
    let allocation = line.map(|line| KindAllocation { commonness: rarity, min, max: DEEPEST.max(min), line });
    let artifact = Artifact {
        index: record.index + 1,
        name: body.name,
        tval: body.tval,
        sval: body.sval,
        allocations: allocation.into_iter().collect(),
        record: record.span,
    };
    let odds = Odds { times: u64::from(!is_apart), of: u64::from(rarity) };
    (artifact, ArtifactRules { kind: None, special: body.is_special, min, max: u32::MAX, odds })
}
