//! `ego_item.txt`: the affixes.

use super::{
    super::dialect,
    Reader,
    kinds::MOST_PVALS,
    lookup,
    records::{Record, collect},
};
use crate::{
    catalog::{Affix, Allocation, Role},
    engine::item::{AffixEffect, PvalLine},
    syntax::ParsedLine,
    text::Diagnostic,
};

/// `T:` lines an affix or theme can have.
pub(super) const MOST_ALLOCATIONS: usize = 9;
const MOST_RANDOM_FLAGS: usize = 4;
/// The program's code for "no minimum" (`NO_MINIMUM`), although files and their comments use 255.
const NO_MINIMUM: i32 = 225;
const MINIMA: [&str; 3] = ["min-to-hit", "min-to-dam", "min-to-ac"];

struct Body {
    name: String,
    role: Role,
    effect: AffixEffect,
    /// Whether it has an `M:` line.
    has_minima: bool,
    allocations: Vec<Allocation>,
}

/// The affixes by index, with what they do to an item.
pub(super) fn read(reader: &mut Reader<'_>) -> (Vec<Affix>, Vec<AffixEffect>) {
    let begin = |line: &ParsedLine| {
        let role = lookup::role(line)?;
        let name = line.text("name");
        Ok(Body { name, role, effect: AffixEffect::default(), has_minima: false, allocations: Vec::new() })
    };
    let (records, lost) = collect(reader, &dialect::FILES[3], begin, add);
    let finish = |mut record: Record<Body>| {
        // Whether an index has an `M:` line is remembered over all records of that index. Where only a lost one has it, the
        // minima of the one that stays are not "none" but 0.
        let index = record.index;
        if !record.body.has_minima && lost.iter().any(|lost| lost.index == index && lost.body.has_minima) {
            record.body.effect.min = [Some(0); 3];
        }
        let affix = Affix {
            index,
            name: record.body.name,
            role: Some(record.body.role),
            flags: lookup::flag_names(record.body.effect.flags),
            allocations: record.body.allocations,
            record: record.span,
        };
        (affix, record.body.effect)
    };
    records.into_iter().map(finish).unzip()
}

/// A minimum as the original keeps it: a byte, of which one value means "none".
fn minimum(line: &ParsedLine, field: &str, diagnostics: &mut Vec<Diagnostic>) -> Option<i32> {
    let value = line.int(field);
    // Files write 255 for "none"; the program's code for it is 225. What is read is then a minimum of 255.
    let byte = if (0..=255).contains(&value) { value as u16 } else { lookup::byte(line, field, value, diagnostics) };
    Some(i32::from(byte)).filter(|byte| *byte != NO_MINIMUM)
}

fn add(affix: &mut Body, line: &ParsedLine, diagnostics: &mut Vec<Diagnostic>) -> Result<(), Diagnostic> {
    match line.spec.tag {
        "C" => {
            let effect = &mut affix.effect;
            effect.bonus = ["to-hit", "to-dam", "to-ac"].map(|field| line.random(field));
            (effect.ac_percent, effect.weight_percent) = (line.int("ac-percent"), line.int("weight-percent"));
            (effect.dice, effect.sides) = (line.int("dice"), line.int("sides"));
        }
        "M" => {
            affix.has_minima = true;
            affix.effect.min = MINIMA.map(|field| minimum(line, field, diagnostics));
        }
        "F" => affix.effect.flags |= lookup::flags(line, "flags", diagnostics),
        "L" => {
            lookup::room(line, affix.effect.pvals.len(), MOST_PVALS)?;
            let flags = lookup::flags(line, "flags", diagnostics);
            affix.effect.flags |= flags;
            let (value, min) = (line.random("pval"), minimum(line, "min-pval", diagnostics));
            affix.effect.pvals.push(PvalLine { value, min, flags });
        }
        "R" | "R2" => {
            lookup::room(line, affix.effect.random_flags.len(), MOST_RANDOM_FLAGS)?;
            let choices = if line.spec.tag == "R" {
                lookup::flag_types(line, "types", diagnostics)
            } else {
                lookup::flags(line, "flags", diagnostics)
            };
            affix.effect.random_flags.push((u32::try_from(line.int("number")).unwrap_or(0), choices));
        }
        "T" => {
            lookup::room(line, affix.allocations.len(), MOST_ALLOCATIONS)?;
            affix.allocations.push(lookup::allocation(line, true, diagnostics)?);
        }
        _ => {}
    }
    Ok(())
}
