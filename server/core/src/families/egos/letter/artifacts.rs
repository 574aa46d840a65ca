//! `artifact.txt`: the artifacts.

use super::Dialect;
use crate::{
    catalog::{Artifact, KindAllocation},
    engine::flags::FlagSet,
    families::egos::{
        ArtifactRules, Odds,
        schema::{
            Names, Reader,
            lookup::byte_of,
            records::{Fault, Record, Rules, collect},
        },
        values::Marks,
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
    cost: i32,
    flags: FlagSet,
    /// Its `W:` line.
    line: Option<Span>,
}

/// The artifacts by index, with what only the rules need; their kinds are found later.
pub(super) fn read(
    reader: &mut Reader<'_>,
    dialect: &Dialect,
    limit: Option<u32>,
) -> Vec<(Artifact, ArtifactRules, Marks)> {
    let names = reader.names;
    let begin = |line: &ParsedLine| Body { name: line.text("name"), ..Body::default() };
    let add = |artifact: &mut Body, line: &ParsedLine, diagnostics: &mut Vec<Diagnostic>| -> Result<(), Fault> {
        add(names, artifact, line, diagnostics);
        Ok(())
    };
    let records = collect(reader, &dialect.files[2], &Rules { limit, vital: &[], amends: dialect.amends }, begin, add);
    records.into_iter().map(|record| finish(names, dialect.deepest(), record)).collect()
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
            artifact.cost = line.int("cost");
            artifact.line = Some(line.span);
        }
        "F" => artifact.flags |= names.flags(line, "flags", diagnostics),
        _ => {}
    }
}

fn finish(names: &Names, deepest: u32, record: Record<Body>) -> (Artifact, ArtifactRules, Marks) {
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
    // What can't be sold is broken (object2.c, `apply_magic`).
    let marks = Marks { cursed: body.flags & names.flag("LIGHT_CURSE") != 0, broken: body.cost == 0 };
    (artifact, rules, marks)
}
