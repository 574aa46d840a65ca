//! `artifact.txt`: the artifacts.

use super::{
    fields::{sval_of, tval_of},
    limits::ArraySizes,
    strangers::Strangers,
    variants::Layout,
};
use crate::{
    ArtifactRules, EgoKindRules, Odds,
    values::{Marks, SingleArtifactValues, SingleKindValues},
};
use affixboard_kin::letter::{
    LetterReader,
    lookup::{byte, byte_of},
    records::{Fault, LetterRecord, Rules, collect},
};
use affixboard_model::{
    catalog::{Artifact, Kind, KindAllocation},
    syntax::ParsedLine,
    text::{Diagnostic, Span},
};

/// Artifacts below this index are special: tried by themselves, not on items of their kind.
const SPECIALS: u32 = 16;

struct Body {
    name: String,
    tval: u8,
    sval: u8,
    level: u8,
    /// Chance to be made, per try that reaches it.
    odds: Odds,
    /// Above this level it isn't made, where a variant says so.
    last_level: Option<u8>,
    values: SingleArtifactValues,
    /// Its `W:` line, or the one that says how often it is made.
    line: Option<Span>,
}

/// One in none passes like one in one.
const ALWAYS: Odds = Odds { times: 1, of: 1 };

impl Body {
    fn new(name: String) -> Body {
        let values = SingleArtifactValues::default();
        Body { name, tval: 0, sval: 0, level: 0, odds: ALWAYS, last_level: None, values, line: None }
    }
}

/// The artifacts by index, with what only the rules need; their kinds are found later.
pub(super) fn read(
    reader: &mut LetterReader<'_>,
    layout: Layout,
    limits: &ArraySizes,
    kinds: &[(Kind, EgoKindRules, SingleKindValues)],
) -> Vec<(Artifact, ArtifactRules, SingleArtifactValues)> {
    let mut strangers = Strangers::default();
    let begin = |line: &ParsedLine| Body::new(line.text("name"));
    let add = |artifact: &mut Body, line: &ParsedLine, diagnostics: &mut Vec<Diagnostic>| {
        if let ("I", Some(_)) = (line.spec.tag, layout.form) {
            artifact.tval = tval_of(layout.dialect.names, line, diagnostics)?;
            let of_type = kinds.iter().filter(|kind| kind.0.tval == u16::from(artifact.tval));
            artifact.sval = sval_of(line, of_type.map(|kind| (kind.0.name.as_str(), kind.2.sval)), diagnostics)?;
            return Ok(());
        }
        add(layout, &mut strangers, artifact, line, diagnostics)
    };
    let rules = Rules { zero: layout.has_zero(), amends: layout.dialect.amends, ..Rules::below(limits.artifacts) };
    let records = collect(reader, layout.files().artifacts(), &rules, begin, add);
    strangers.say("flag", (layout, layout.files().artifacts()), reader);
    records.into_iter().map(|record| finish(layout, limits, record)).collect()
}

fn add(
    layout: Layout,
    strangers: &mut Strangers,
    artifact: &mut Body,
    line: &ParsedLine,
    diagnostics: &mut Vec<Diagnostic>,
) -> Result<(), Fault> {
    match line.spec.tag {
        // Of an index that comes again: the name is added to the first.
        "N" => artifact.name += &line.text("name"),
        "I" => {
            artifact.tval = byte_of(line, "tval", diagnostics);
            artifact.sval = byte_of(line, "sval", diagnostics);
            // 16 bits in the original, as are bonuses.
            artifact.values.pval = line.int("pval") as i16;
        }
        "P" if layout.has_combat() => {}
        "P" if layout.has_values() => {
            let dice = line.random("dice");
            let values = &mut artifact.values;
            (values.dice, values.sides) = (dice.dice as u8, dice.sides as u8);
            values.bonuses = ["to-hit", "to-dam", "to-ac"].map(|field| line.int(field) as i16);
        }
        "W" => {
            artifact.level = byte_of(line, "level", diagnostics);
            artifact.odds = Odds { times: 1, of: u64::from(byte_of(line, "rarity", diagnostics).max(1)) };
            if line.maybe_int("max-level").is_some() {
                artifact.last_level = Some(byte_of(line, "max-level", diagnostics));
            }
            artifact.values.cost = line.int("cost");
            artifact.line = Some(line.span);
        }
        // A variant's line, which overrides the one in `W:`.
        "A" if line.maybe_int("commonness").is_some() => {
            let (min, max) = line.range("levels")?;
            artifact.odds = Odds { times: line.int("commonness").clamp(0, 100) as u64, of: 100 };
            artifact.level = byte(line, "levels", min, diagnostics);
            artifact.last_level = Some(byte(line, "levels", max, diagnostics));
            artifact.line = Some(line.span);
        }
        "F" => artifact.values.flags |= layout.flags(line, strangers, diagnostics),
        _ => {}
    }
    Ok(())
}

fn finish(
    layout: Layout,
    limits: &ArraySizes,
    record: LetterRecord<Body>,
) -> (Artifact, ArtifactRules, SingleArtifactValues) {
    let mut body = record.body;
    let specials = limits.specials.unwrap_or(SPECIALS);
    let min = u32::from(body.level);
    let is_apart = record.index >= specials
        && layout.dialect.insta_art_is_apart
        && body.values.flags & layout.dialect.names.flag("INSTA_ART") != 0;
    if is_apart || limits.dropped.is_some_and(|end| record.index >= end) {
        body.odds.times = 0;
    }
    let Odds { times, of } = body.odds;
    // One in so many tries makes it (`ArtifactNumber::OneIn`); of a variant's per cent that is the nearest whole
    // number.
    let one_in = (of + times / 2).checked_div(times).map(|one_in| one_in.max(1) as u32);
    let last_level = body.last_level.map(u32::from);
    let max = last_level.unwrap_or(layout.dialect.deepest().max(min));
    let allocation = body.line.zip(one_in).map(|(line, commonness)| KindAllocation { commonness, min, max, line });
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
        special: record.index < specials,
        min,
        max: last_level.unwrap_or(u32::MAX),
        odds: body.odds,
    };
    // Worthless items are broken (object2.c, `apply_magic`).
    let mut values = body.values;
    let cursed = values.flags & layout.dialect.names.flag("LIGHT_CURSE") != 0;
    values.marks = Marks { cursed, broken: values.cost == 0 };
    (artifact, rules, values)
}
