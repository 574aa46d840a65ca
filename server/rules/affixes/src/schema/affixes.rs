//! `ego_item.txt`: the affixes.

use super::{
    super::{AffixSpec, Quirks},
    lookup,
    reader::AffixFilesReader,
};
use affixboard_kin::records::{Record, collect};
use affixboard_model::{
    catalog::{Affix, Allocation, Role},
    engine::item::{AffixEffect, PvalLine},
    syntax::ParsedLine,
    text::Diagnostic,
};

const MAX_RANDOM_FLAGS: usize = 4;

struct Body {
    name: String,
    role: Role,
    effect: AffixEffect,
    /// Whether it has an `M:` line.
    has_minima: bool,
    allocations: Vec<Allocation>,
}

/// The affixes by index, with their effects on items.
pub(super) fn read(reader: &mut AffixFilesReader<'_>) -> (Vec<Affix>, Vec<AffixEffect>) {
    let (spec, quirks) = (reader.spec, reader.quirks);
    let add = |affix: &mut Body, line: &ParsedLine, diagnostics: &mut Vec<Diagnostic>| {
        add(spec, quirks, affix, line, diagnostics)
    };
    let begin = |line: &ParsedLine| {
        let role = lookup::role(spec, line)?;
        let name = line.text("name");
        Ok(Body { name, role, effect: AffixEffect::default(), has_minima: false, allocations: Vec::new() })
    };
    let (records, lost) = collect(&mut reader.files, &spec.game.files()[3], quirks.indices(), begin, add);
    let finish = |mut record: Record<Body>| {
        // The original remembers the `M:` line per index, over all records of that index. If only a dropped record has
        // one, the minima of the remaining record are 0 instead of "none".
        let index = record.index;
        if !record.body.has_minima && lost.iter().any(|lost| lost.index == index && lost.body.has_minima) {
            record.body.effect.min = [Some(0); 3];
        }
        let affix = Affix {
            index,
            name: record.body.name,
            role: Some(record.body.role),
            flags: lookup::flag_names(&spec.vocabulary(), record.body.effect.flags),
            allocations: record.body.allocations,
            record: record.span,
        };
        (affix, record.body.effect)
    };
    records.into_iter().map(finish).unzip()
}

/// A minimum as the program stores it: 16 bits if `wide`, otherwise a byte; one value means "none".
///
/// The affix branch's code for "none" is 225, although its files write 255, so as coded they get a minimum of 255.
fn minimum(
    quirks: Quirks,
    wide: bool,
    line: &ParsedLine,
    field: &str,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<i32> {
    let value = line.int(field);
    let kept = if wide { i32::from(value as i16) } else { lookup::byte(line, field, value, diagnostics) };
    Some(kept).filter(|kept| *kept != quirks.no_minimum)
}

fn add(
    spec: &AffixSpec,
    quirks: Quirks,
    affix: &mut Body,
    line: &ParsedLine,
    diagnostics: &mut Vec<Diagnostic>,
) -> Result<(), Diagnostic> {
    match line.spec.tag {
        "C" => {
            let effect = &mut affix.effect;
            effect.bonus = [spec.combat[0], spec.combat[1], "to-ac"].map(|field| line.random(field));
            (effect.ac_percent, effect.weight_percent) = (line.int("ac-percent"), line.int("weight-percent"));
            (effect.dice, effect.sides) = (line.int("dice"), line.int("sides"));
            effect.balance_heft = ["balance", "heft"].map(|field| line.maybe_int(field).unwrap_or(0));
        }
        "M" => {
            affix.has_minima = true;
            affix.effect.min = spec.minima.map(|field| minimum(quirks, spec.wide_minima, line, field, diagnostics));
        }
        "F" => affix.effect.flags |= lookup::flags(&spec.vocabulary(), line, "flags", diagnostics),
        "L" => {
            lookup::check_capacity(line, affix.effect.pvals.len(), spec.limits.pvals)?;
            let flags = lookup::flags(&spec.vocabulary(), line, "flags", diagnostics);
            affix.effect.flags |= flags;
            let (value, min) = (line.random("pval"), minimum(quirks, false, line, "min-pval", diagnostics));
            affix.effect.pvals.push(PvalLine { value, min, flags });
        }
        "R" | "R2" => {
            lookup::check_capacity(line, affix.effect.random_flags.len(), MAX_RANDOM_FLAGS)?;
            let choices = if line.spec.tag == "R" {
                lookup::flag_types(spec, line, "types", diagnostics)
            } else {
                lookup::flags(&spec.vocabulary(), line, "flags", diagnostics)
            };
            affix.effect.random_flags.push((u32::try_from(line.int("number")).unwrap_or(0), choices));
        }
        "T" => {
            lookup::check_capacity(line, affix.allocations.len(), spec.limits.allocations)?;
            affix.allocations.push(lookup::allocation(spec, quirks, line, true, diagnostics)?);
        }
        _ => {}
    }
    Ok(())
}
