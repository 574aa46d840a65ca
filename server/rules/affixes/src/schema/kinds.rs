//! `object.txt`: the kinds.

use std::collections::BTreeMap;

use super::{
    super::{AffixSpec, Quirks, model::AffixKindRules},
    lookup,
    reader::AffixFilesReader,
};
use affixboard_kin::{
    item_types::Base,
    records::{Record, collect},
};
use affixboard_model::{
    catalog::{Kind, KindAllocation, plain_name},
    engine::{
        flags,
        item::{KindEffect, PvalLine},
    },
    syntax::{ParsedLine, RandomValue},
    text::Diagnostic,
};

#[derive(Default)]
struct Body {
    written_name: String,
    tval: u16,
    sval: u16,
    level: i32,
    /// A second line replaces the first.
    allocation: Option<KindAllocation>,
    effect: KindEffect,
    cost: i32,
    extent: RandomValue,
}

/// The kinds by index, with their data for the rules.
pub(super) fn read(reader: &mut AffixFilesReader<'_>, bases: &BTreeMap<u16, Base>) -> Vec<(Kind, AffixKindRules)> {
    let begin = |line: &ParsedLine| Ok(Body { written_name: line.text("name"), ..Body::default() });
    let (spec, quirks) = (reader.spec, reader.quirks);
    let add = |kind: &mut Body, line: &ParsedLine, diagnostics: &mut Vec<Diagnostic>| {
        add(spec, quirks, kind, line, diagnostics)
    };
    let (records, _) = collect(&mut reader.files, &spec.game.files()[2], quirks.indices(), begin, add);
    records.into_iter().map(|record| finish(spec, quirks, record, bases)).collect()
}

fn add(
    spec: &AffixSpec,
    quirks: Quirks,
    kind: &mut Body,
    line: &ParsedLine,
    diagnostics: &mut Vec<Diagnostic>,
) -> Result<(), Diagnostic> {
    match line.spec.tag {
        "I" => {
            kind.tval = lookup::tval(&spec.vocabulary(), line, "tval", diagnostics)?;
            kind.sval = lookup::byte(line, "sval", line.int("sval"), diagnostics);
        }
        "W" => {
            kind.level = lookup::byte(line, "level", line.int("level"), diagnostics);
            // 16 bits in the original.
            kind.effect.weight = i32::from(line.int("weight") as i16);
            kind.cost = line.int("cost");
        }
        "A" => kind.allocation = Some(lookup::kind_allocation(quirks, line, false, diagnostics)?),
        "P" => {
            let dice = line.random("dice");
            (kind.effect.dice, kind.effect.sides) = (dice.dice as u8, dice.sides as u8);
            kind.effect.ac = i32::from(line.int("ac") as i16);
            kind.effect.bonus = [spec.combat[0], spec.combat[1], "to-ac"].map(|field| line.random(field));
            // Only v4's lines have these.
            kind.effect.balance_heft = ["balance", "heft"].map(|field| line.maybe_int(field).unwrap_or(-1));
        }
        "C" => kind.extent = line.random("extent"),
        "F" => kind.effect.flags |= lookup::flags(&spec.vocabulary(), line, "flags", diagnostics),
        "E" => kind.effect.effect_power = lookup::effect(&spec.vocabulary(), line)?,
        "L" => {
            lookup::check_capacity(line, kind.effect.pvals.len(), spec.limits.pvals)?;
            let flags = lookup::flags(&spec.vocabulary(), line, "flags", diagnostics);
            kind.effect.flags |= flags;
            kind.effect.pvals.push(PvalLine { value: line.random("pval"), min: None, flags });
        }
        _ => {}
    }
    Ok(())
}

fn finish(
    spec: &AffixSpec,
    quirks: Quirks,
    record: Record<Body>,
    bases: &BTreeMap<u16, Base>,
) -> (Kind, AffixKindRules) {
    let body = record.body;
    let base = bases.get(&body.tval).map_or(0, |base| base.flags);
    let flags = base | body.effect.flags;
    let flagged_good = flags & flags::named(spec.flags, "GOOD") != 0;
    let kind = Kind {
        index: record.index,
        tval: body.tval,
        sval: body.sval,
        name: plain_name(&body.written_name),
        level: body.level,
        allocations: body.allocation.into_iter().collect(),
        good: is_good(&body, flagged_good, quirks),
        flags: lookup::flag_names(&spec.vocabulary(), flags),
        record: Some(record.span),
    };
    let effect = KindEffect { tval: body.tval, sval: body.sval, flags, ..body.effect };
    (kind, AffixKindRules { flagged_good, effect, cost: body.cost, extent: body.extent })
}

/// Whether a kind is in the table for good drops (affix branch, object/obj-make.c, `kind_is_good`).
fn is_good(kind: &Body, flagged_good: bool, quirks: Quirks) -> bool {
    const LAUNCHER: u16 = 19;
    const ARMOUR: std::ops::RangeInclusive<u16> = 30..=38;
    const AMMUNITION: std::ops::RangeInclusive<u16> = 16..=18;
    const DIGGER_OR_MELEE: std::ops::RangeInclusive<u16> = 20..=23;
    let [to_hit, to_dam, to_ac] = kind.effect.bonus;
    flagged_good
        || (to_ac.minimum() >= 0
            && to_dam.minimum() >= 0
            && (ARMOUR.contains(&kind.tval)
                || (to_hit.minimum() >= 0
                    && (DIGGER_OR_MELEE.contains(&kind.tval)
                        || AMMUNITION.contains(&kind.tval)
                        || (kind.tval == LAUNCHER && !quirks.launchers_are_not_good)))))
}
