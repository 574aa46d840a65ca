//! `object.txt` and `limits.txt`: the kinds.

use std::collections::BTreeMap;

use super::{
    super::{Quirks, Spec, model::KindRules},
    Reader,
    item_types::Base,
    lookup,
    records::{Record, collect},
};
use crate::{
    catalog::{Kind, KindAllocation, plain_name},
    engine::{
        flags,
        item::{KindEffect, PvalLine},
    },
    syntax::{Event, ParsedLine, colon::found},
    text::{Diagnostic, Rule},
};

/// The least length of the kind array (`M:K:`); kinds made up for artifacts get numbers from there on.
pub(super) fn read_limits(reader: &mut Reader<'_>) -> u32 {
    let (mut least, spec) = (0, reader.spec);
    reader.read(&spec.files[0], &mut |event, diagnostics| {
        let Event::Line(line) = event else { return };
        if line.spec.tag != "M" {
            return;
        }
        let (label, value) = (line.bytes("label"), line.int("value"));
        if !spec.labels.iter().any(|known| known.as_bytes() == label) {
            let expected = format!("expected one of {}; the line is ignored", spec.labels.join(" "));
            diagnostics.push(line.remark(Rule::UndefinedDirective, "label", found(label), expected));
        } else if value < 0 {
            let expected = "expected 0 or more; the line is ignored";
            diagnostics.push(line.remark(Rule::InvalidValue, "value", format!("found {value}"), expected));
        } else if label == b"K" {
            least = value as u32;
        }
    });
    least
}

#[derive(Default)]
struct Body {
    written_name: String,
    tval: u16,
    sval: u16,
    level: i32,
    /// A second line replaces the first.
    allocation: Option<KindAllocation>,
    effect: KindEffect,
}

/// The kinds by index, with what only the rules need.
pub(super) fn read(reader: &mut Reader<'_>, bases: &BTreeMap<u16, Base>) -> Vec<(Kind, KindRules)> {
    let begin = |line: &ParsedLine| Ok(Body { written_name: line.text("name"), ..Body::default() });
    let (spec, quirks) = (reader.spec, reader.quirks);
    let add = |kind: &mut Body, line: &ParsedLine, diagnostics: &mut Vec<Diagnostic>| {
        add(spec, quirks, kind, line, diagnostics)
    };
    let (records, _) = collect(reader, &spec.files[2], begin, add);
    records.into_iter().map(|record| finish(spec, quirks, record, bases)).collect()
}

fn add(
    spec: &Spec,
    quirks: Quirks,
    kind: &mut Body,
    line: &ParsedLine,
    diagnostics: &mut Vec<Diagnostic>,
) -> Result<(), Diagnostic> {
    match line.spec.tag {
        "I" => {
            kind.tval = lookup::tval(spec, line, "tval", diagnostics)?;
            kind.sval = lookup::byte(line, "sval", line.int("sval"), diagnostics);
        }
        "W" => {
            kind.level = i32::from(lookup::byte(line, "level", line.int("level"), diagnostics));
            // 16 bits in the original.
            kind.effect.weight = i32::from(line.int("weight") as i16);
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
        "F" => kind.effect.flags |= lookup::flags(spec, line, "flags", diagnostics),
        "E" => kind.effect.effect_power = lookup::effect(spec, line)?,
        "L" => {
            lookup::room(line, kind.effect.pvals.len(), spec.limits.pvals)?;
            let flags = lookup::flags(spec, line, "flags", diagnostics);
            kind.effect.flags |= flags;
            kind.effect.pvals.push(PvalLine { value: line.random("pval"), min: None, flags });
        }
        _ => {}
    }
    Ok(())
}

fn finish(spec: &Spec, quirks: Quirks, record: Record<Body>, bases: &BTreeMap<u16, Base>) -> (Kind, KindRules) {
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
        flags: lookup::flag_names(spec, flags),
        record: Some(record.span),
    };
    let effect = KindEffect { tval: body.tval, sval: body.sval, flags, ..body.effect };
    (kind, KindRules { flagged_good, effect })
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
