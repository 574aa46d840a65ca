//! `artifact.txt`: the artifacts.

use super::{
    super::{dialect::ARTIFACTS, flags::IGNORES, item::ArtifactStats},
    fields::{DEEPEST, NAMES, byte, combat, short, tval as tval_of},
};
use affixboard_kin::letter::{
    LetterReader,
    lookup::byte_of,
    records::{Fault, Rules, collect},
};
use affixboard_model::{
    catalog::{Artifact, KindAllocation},
    syntax::ParsedLine,
    text::{Diagnostic, Span},
};

#[derive(Default)]
struct Body {
    name: String,
    stats: ArtifactStats,
    line: Option<Span>,
}

/// The artifacts by index, with what the rules need; their power comes later.
pub(super) fn read(reader: &mut LetterReader<'_>, limit: Option<u32>) -> Vec<(Artifact, ArtifactStats)> {
    let rules = Rules::below(limit);
    let begin = |line: &ParsedLine| Body {
        name: line.text("name"),
        // Nothing harms an artifact.
        stats: ArtifactStats { flags: IGNORES, ..ArtifactStats::default() },
        line: None,
    };
    let records = collect(reader, &ARTIFACTS, &rules, begin, add);
    let artifacts = records.into_iter().map(|record| {
        let Body { name, mut stats, line } = record.body;
        stats.index = record.index;
        let min = u32::try_from(stats.level).unwrap_or(0);
        let one_in = u32::from(stats.rarity.max(1));
        let allocation = line.map(|line| KindAllocation { commonness: one_in, min, max: DEEPEST.max(min), line });
        let artifact = Artifact {
            index: record.index,
            name,
            tval: u16::from(stats.tval),
            sval: u16::from(stats.sval),
            allocations: allocation.into_iter().collect(),
            record: record.span,
        };
        (artifact, stats)
    });
    artifacts.collect()
}

fn add(artifact: &mut Body, line: &ParsedLine, diagnostics: &mut Vec<Diagnostic>) -> Result<(), Fault> {
    let stats = &mut artifact.stats;
    match line.spec.tag {
        "I" => {
            stats.tval = tval_of(&NAMES, line, diagnostics)?;
            stats.sval = byte_of(line, "sval", diagnostics);
            stats.pval = short(line, "pval", diagnostics);
        }
        "W" => {
            stats.level = byte(line, "level", diagnostics);
            stats.rarity = byte_of(line, "rarity", diagnostics);
            stats.weight = short(line, "weight", diagnostics);
            stats.cost = line.int("cost");
            artifact.line = Some(line.span);
        }
        "P" => {
            let [to_hit, to_dam, to_ac, ac, dice, sides] = combat(line, diagnostics);
            (stats.to_hit, stats.to_dam, stats.to_ac, stats.armor_class) = (to_hit, to_dam, to_ac, ac);
            (stats.dice, stats.sides) = (dice, sides);
        }
        "F" => stats.flags |= NAMES.flags(line, "flags", diagnostics),
        _ => {}
    }
    Ok(())
}
