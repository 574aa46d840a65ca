//! `artifact.txt`: the artifacts.

use super::Dialect;
use crate::{
    catalog::{Artifact, KindAllocation},
    families::egos::{
        ArtifactRules, Odds,
        schema::{
            Names, Reader,
            lookup::byte_of,
            records::{Fault, Record, Rules, collect},
        },
    },
    syntax::ParsedLine,
    text::{Diagnostic, Span},
};

/// Artifacts up to this index are special: tried by themselves, not on items of their kind.
const LAST_SPECIAL: u32 = 15;

#[derive(Default)]
struct Body {
    name: String,
    tval: u8,
    sval: u8,
    level: u8,
    rarity: u8,
    /// Its `W:` line.
    line: Option<Span>,
}

/// The artifacts by index, with what only the rules need; their kinds are found later.
pub(super) fn read(reader: &mut Reader<'_>, dialect: &Dialect, limit: Option<u32>) -> Vec<(Artifact, ArtifactRules)> {
    let names = reader.names;
    let begin = |line: &ParsedLine| Body { name: line.text("name"), ..Body::default() };
    let add = |artifact: &mut Body, line: &ParsedLine, diagnostics: &mut Vec<Diagnostic>| -> Result<(), Fault> {
        add(names, artifact, line, diagnostics);
        Ok(())
    };
    let records = collect(reader, &dialect.files[2], &Rules { limit, vital: &[], amends: dialect.amends }, begin, add);
    records.into_iter().map(|record| finish(dialect.deepest(), record)).collect()
}

fn add(names: &Names, artifact: &mut Body, line: &ParsedLine, diagnostics: &mut Vec<Diagnostic>) {
    match line.spec.tag {
        // Of an index that comes again: the name is added to the first.
        "N" => artifact.name += &line.text("name"),
        "I" => {
            artifact.tval = byte_of(line, "tval", diagnostics);
            artifact.sval = byte_of(line, "sval", diagnostics);
        }
        "W" => {
            artifact.level = byte_of(line, "level", diagnostics);
            artifact.rarity = byte_of(line, "rarity", diagnostics);
            artifact.line = Some(line.span);
        }
        // Flags don't matter to generation, but a misspelt one does to its author.
        "F" => {
            names.flags(line, "flags", diagnostics);
        }
        _ => {}
    }
}

fn finish(deepest: u32, record: Record<Body>) -> (Artifact, ArtifactRules) {
    let body = record.body;
    // One in none passes like one in one.
    let (min, rarity) = (u32::from(body.level), body.rarity.max(1));
    // One in so many tries makes it (`ArtifactNumber::OneIn`).
    let allocation =
        body.line.map(|line| KindAllocation { commonness: u32::from(rarity), min, max: deepest.max(min), line });
    let artifact = Artifact {
        index: record.index,
        name: body.name,
        tval: u16::from(body.tval),
        sval: u16::from(body.sval),
        allocations: allocation.into_iter().collect(),
        record: record.span,
    };
    let rules = ArtifactRules {
        kind: None,
        special: record.index <= LAST_SPECIAL,
        min,
        max: u32::MAX,
        odds: Odds { times: 1, of: u64::from(rarity) },
    };
    (artifact, rules)
}
