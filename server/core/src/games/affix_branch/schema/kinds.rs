//! `object.txt` and `limits.txt`: the kinds.

use std::collections::BTreeMap;

use super::{
    super::{dialect, model::KindRules, tables::Flag},
    Reader,
    item_types::Base,
    lookup,
    records::{Record, collect},
};
use crate::{
    catalog::{Kind, KindAllocation, plain_name},
    syntax::{Event, ParsedLine, RandomValue, colon::found},
    text::{Diagnostic, Rule},
};

/// Pvals a kind, affix or artifact can have.
pub(super) const MOST_PVALS: usize = 3;
/// Array sizes limits.txt may set.
const LABELS: &[&[u8]] = &[b"F", b"K", b"A", b"E", b"T", b"R", b"P", b"S", b"O", b"M", b"I"];

/// The least length of the kind array (`M:K:`); kinds made up for artifacts get numbers from there on.
pub(super) fn read_limits(reader: &mut Reader<'_>) -> u32 {
    let mut least = 0;
    reader.read(&dialect::FILES[0], &mut |event, diagnostics| {
        let Event::Line(line) = event else { return };
        if line.spec.tag != "M" {
            return;
        }
        let (label, value) = (line.bytes("label"), line.int("value"));
        if !LABELS.contains(&label) {
            let expected = "expected one of F K A E T R P S O M I; the line is ignored";
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
    allocation: Option<KindAllocation>,
    to_hit: RandomValue,
    to_dam: RandomValue,
    to_ac: RandomValue,
    flags: Vec<&'static Flag>,
    pvals: usize,
}

/// The kinds by index, with what only the rules need.
pub(super) fn read(reader: &mut Reader<'_>, bases: &BTreeMap<u16, Base>) -> Vec<(Kind, KindRules)> {
    let begin = |line: &ParsedLine| Ok(Body { written_name: line.text("name"), ..Body::default() });
    let records = collect(reader, &dialect::FILES[2], begin, add);
    records.into_iter().map(|record| finish(record, bases)).collect()
}

fn add(kind: &mut Body, line: &ParsedLine, diagnostics: &mut Vec<Diagnostic>) -> Result<(), Diagnostic> {
    match line.spec.tag {
        "I" => {
            kind.tval = lookup::tval(line, "tval", diagnostics)?;
            kind.sval = lookup::byte(line, "sval", line.int("sval"), diagnostics);
        }
        "W" => kind.level = i32::from(lookup::byte(line, "level", line.int("level"), diagnostics)),
        "A" => kind.allocation = Some(lookup::kind_allocation(line, false, diagnostics)?),
        "P" => {
            (kind.to_hit, kind.to_dam, kind.to_ac) =
                (line.random("to-hit"), line.random("to-dam"), line.random("to-ac"));
        }
        "F" => kind.flags.extend(lookup::flags(line, "flags", diagnostics)),
        "E" => lookup::effect(line)?,
        "L" => {
            lookup::room(line, kind.pvals, MOST_PVALS)?;
            kind.pvals += 1;
            kind.flags.extend(lookup::flags(line, "flags", diagnostics));
        }
        _ => {}
    }
    Ok(())
}

fn finish(record: Record<Body>, bases: &BTreeMap<u16, Base>) -> (Kind, KindRules) {
    let body = record.body;
    let base = bases.get(&body.tval).map_or(&[][..], |base| &base.flags);
    let flags = names(base.iter().chain(&body.flags));
    let flagged_good = flags.contains(&"GOOD");
    let kind = Kind {
        index: record.index,
        tval: body.tval,
        sval: body.sval,
        name: plain_name(&body.written_name),
        level: body.level,
        allocation: body.allocation,
        good: is_good(&body, flagged_good),
        flags,
        record: Some(record.span),
    };
    (kind, KindRules { flagged_good })
}

/// Names of flags, each once, in the program's order.
pub(super) fn names<'a>(flags: impl Iterator<Item = &'a &'static Flag>) -> Vec<&'static str> {
    let mut flags: Vec<&'static Flag> = flags.copied().collect();
    flags.sort_by_key(|flag| std::ptr::from_ref::<Flag>(flag));
    flags.dedup_by_key(|flag| flag.name);
    flags.into_iter().map(|flag| flag.name).collect()
}

/// Whether a kind is in the table for good drops (affix branch, object/obj-make.c, `kind_is_good`).
fn is_good(kind: &Body, flagged_good: bool) -> bool {
    const ARMOUR: std::ops::RangeInclusive<u16> = 30..=38;
    const AMMUNITION: std::ops::RangeInclusive<u16> = 16..=18;
    const DIGGER_OR_MELEE: std::ops::RangeInclusive<u16> = 20..=23;
    flagged_good
        || (kind.to_ac.minimum() >= 0
            && kind.to_dam.minimum() >= 0
            && (ARMOUR.contains(&kind.tval)
                || (kind.to_hit.minimum() >= 0
                    && (DIGGER_OR_MELEE.contains(&kind.tval) || AMMUNITION.contains(&kind.tval)))))
}
