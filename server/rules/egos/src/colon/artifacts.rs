//! `artifact.txt`: the artifacts.

use super::{
    dialect::{ArtifactChance, ColonDialect},
    kinds::Called,
    records::{INDICES, MOST_LINES, records},
};
use crate::{ArtifactRules, Odds};
use affixboard_kin::{
    Reader, lookup,
    power::ArtifactProperties,
    records::{Indices, Record},
};
use affixboard_model::{
    catalog::{Artifact, KindAllocation},
    engine::flags::{self, FlagType},
    syntax::{ParsedLine, c_number::c_number, colon::found},
    text::{Diagnostic, Rule},
};

/// Artifacts with an index below this are special.
const FIRST_NORMAL: u32 = 16;

#[derive(Default)]
struct Body {
    name: String,
    tval: u16,
    sval: u16,
    allocation: Option<KindAllocation>,
    properties: ArtifactProperties,
}

/// The artifacts by index, with what they have in place of their kinds' properties. Their kinds are found later.
pub(super) fn read(
    reader: &mut Reader<'_>,
    dialect: &'static ColonDialect,
    size: Option<u32>,
    kinds: &[Called],
) -> Vec<(Artifact, ArtifactRules, ArtifactProperties)> {
    let spec = dialect.artifacts();
    // No element harms an artifact.
    let flags = flags::all(dialect.words.flags, |flag| flag.kind == FlagType::Ignore);
    let properties = ArtifactProperties { flags, ..ArtifactProperties::default() };
    let begin =
        |line: &ParsedLine| Ok(Body { name: line.text("name"), properties: properties.clone(), ..Body::default() });
    let add = |artifact: &mut Body, line: &ParsedLine, diagnostics: &mut Vec<Diagnostic>| {
        add(dialect, kinds, artifact, line, diagnostics)
    };
    // Index 0 is that of a special artifact like any other.
    let indices = Indices { zero_is_valid: true, ..INDICES };
    let records = records(reader, spec, (indices, size), begin, add);
    records.into_iter().map(|record| finish(dialect, record)).collect()
}

fn add(
    dialect: &ColonDialect,
    kinds: &[Called],
    artifact: &mut Body,
    line: &ParsedLine,
    diagnostics: &mut Vec<Diagnostic>,
) -> Result<(), Diagnostic> {
    let words = dialect.words;
    match line.spec.tag {
        "I" => {
            let tval = lookup::tval(words, line, "tval", diagnostics)?;
            (artifact.tval, artifact.sval) = (tval, sval(dialect, kinds, tval, line, diagnostics)?);
        }
        "W" if dialect.artifact_chance == ArtifactChance::OneIn => {
            let min = lookup::byte(line, "level", line.int("level"), diagnostics);
            let rarity: u32 = lookup::byte(line, "rarity", line.int("rarity"), diagnostics);
            let max = dialect.spec.game.words().deepest.max(min);
            // One in none passes like one in one.
            artifact.allocation = Some(KindAllocation { commonness: rarity.max(1), min, max, line: line.span });
        }
        "A" if dialect.artifact_chance == ArtifactChance::OneIn => {
            lookup::effect(words, line)?;
        }
        // A second line replaces the first.
        "A" => {
            let (min, max) = lookup::bounded_range(line, "depths")?;
            let commonness = line.int("commonness").clamp(0, 100) as u32;
            artifact.allocation = Some(KindAllocation { commonness, min, max, line: line.span });
        }
        // 16 bits in the original.
        "W" => artifact.properties.weight = i32::from(line.int("weight") as i16),
        "P" => {
            let (properties, dice) = (&mut artifact.properties, line.random("dice"));
            (properties.dice, properties.sides) = (dice.dice as u8, dice.sides as u8);
            properties.ac = i32::from(line.int("ac") as i16);
            properties.bonus = ["to-hit", "to-dam", "to-ac"].map(|field| i32::from(line.int(field) as i16));
        }
        "F" => artifact.properties.flags |= lookup::flags(words, line, "flags", diagnostics),
        "E" => artifact.properties.effect_power = Some(lookup::effect(words, line)?),
        "L" => {
            let properties = &mut artifact.properties;
            lookup::check_capacity(line, properties.pvals.len(), MOST_LINES)?;
            let flags = lookup::flags(words, line, "flags", diagnostics);
            properties.flags |= flags;
            properties.pvals.push((line.int("pval"), flags));
        }
        _ => {}
    }
    Ok(())
}

/// An sval is a number or the name of a kind; no kinds are made up here.
fn sval(
    dialect: &ColonDialect,
    kinds: &[Called],
    tval: u16,
    line: &ParsedLine,
    diagnostics: &mut Vec<Diagnostic>,
) -> Result<u16, Diagnostic> {
    let text = line.bytes("sval");
    if text.first().is_some_and(u8::is_ascii_digit) {
        return Ok(lookup::byte(line, "sval", c_number(text).map_or(0, |number| number.value), diagnostics));
    }
    let name = line.text("sval");
    let name = if dialect.written_names { name } else { name.to_lowercase() };
    let known = kinds.iter().find(|kind| kind.tval == tval && kind.name == name);
    known.map(|kind| kind.sval).ok_or_else(|| {
        let how = if dialect.written_names { " as object.txt writes it after `& `" } else { "" };
        let expected = format!("expected a number or the name of a kind of this type{how}; the line is ignored");
        line.remark(Rule::InvalidValue, "sval", found(text), expected)
    })
}

fn finish(dialect: &ColonDialect, record: Record<Body>) -> (Artifact, ArtifactRules, ArtifactProperties) {
    let body = record.body;
    let (commonness, min, max) = body.allocation.map_or((0, 0, 0), |line| (line.commonness, line.min, line.max));
    let (odds, max) = match dialect.artifact_chance {
        ArtifactChance::PerCent => (Odds { times: u64::from(commonness), of: 100 }, max),
        // Without a level any will do, and so will one in none.
        ArtifactChance::OneIn => (Odds { times: 1, of: u64::from(commonness.max(1)) }, u32::MAX),
    };
    let rules = ArtifactRules { kind: None, special: record.index < FIRST_NORMAL, min, max, odds };
    let artifact = Artifact {
        index: record.index,
        name: body.name,
        tval: body.tval,
        sval: body.sval,
        allocations: body.allocation.into_iter().collect(),
        record: record.span,
    };
    (artifact, rules, body.properties)
}
