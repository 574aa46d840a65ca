//! `a_info.txt`: the artifacts.

use super::{
    super::{
        activations::Activation,
        dialect::ARTIFACTS,
        flags::{FlagBits, named},
        stats::FrogArtifact,
        tables::tval,
    },
    fields::{DEEPEST, add_flags, byte, dice, is_cursed, multiplier, place, short},
};
use affixboard_kin::letter::{
    LetterReader,
    records::{Fault, Rules, collect},
};
use affixboard_model::{
    catalog::{Artifact, KindAllocation},
    syntax::ParsedLine,
    text::{Diagnostic, Span},
};

/// Every artifact has these.
const IGNORED: [&str; 4] = ["IGNORE_ACID", "IGNORE_ELEC", "IGNORE_FIRE", "IGNORE_COLD"];

#[derive(Default)]
struct Body {
    name: String,
    stats: FrogArtifact,
    flags: Vec<&'static str>,
    line: Option<Span>,
}

/// The artifacts by index, with what the rules need but for their kinds.
pub(super) fn read(reader: &mut LetterReader<'_>, limit: Option<u32>) -> Vec<(Artifact, FrogArtifact)> {
    let rules = Rules { amends: true, counts_up: true, ..Rules::below(limit) };
    let begin = |line: &ParsedLine| Body { name: line.text("name"), ..Body::default() };
    let records = collect(reader, &ARTIFACTS, &rules, begin, add);
    let artifacts = records.into_iter().map(|record| {
        let Body { name, mut stats, flags, line } = record.body;
        stats.index = record.index;
        stats.is_cursed = is_cursed(&flags);
        stats.flags = FlagBits::of_names(&flags).and(&FlagBits::of_names(&IGNORED));
        if stats.activation.is_some() {
            stats.flags.add(named::ACTIVATE);
        }
        stats.is_special = flags.contains(&"INSTA_ART");
        stats.is_for_quests = flags.contains(&"QUESTITEM");
        let allocation = line.filter(|_| !stats.is_for_quests).map(|line| KindAllocation {
            commonness: stats.rarity.max(1),
            min: stats.level,
            max: DEEPEST.max(stats.level),
            line,
        });
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
            (stats.tval, stats.sval) = place(line, diagnostics);
            stats.pval = short(line, "pval", diagnostics);
        }
        "W" => {
            stats.level = byte(line, "level", diagnostics);
            stats.rarity = byte(line, "rarity", diagnostics);
            stats.weight = short(line, "weight", diagnostics);
            artifact.line = Some(line.span);
        }
        "P" => {
            stats.armor_class = short(line, "ac", diagnostics);
            stats.bonuses = ["to-hit", "to-dam", "to-ac"].map(|field| short(line, field, diagnostics));
            if stats.tval == tval::BOW {
                stats.multiplier = multiplier(line)?;
            } else {
                stats.dice = dice(line, diagnostics)?;
            }
        }
        "F" => add_flags(&mut artifact.flags, line, diagnostics),
        "E" => stats.activation = stats.activation.or_else(|| Some(Activation::read(line))),
        _ => {}
    }
    Ok(())
}
