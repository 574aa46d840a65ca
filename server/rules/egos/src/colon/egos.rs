//! `ego_item.txt`: the egos.

use super::{
    dialect::ColonDialect,
    records::{INDICES, MOST_LINES, bytes, records, tval},
};
use crate::{
    EgoRules,
    values::several::{EgoEffect, NO_MINIMUM},
};
use affixboard_kin::{
    Reader, Vocabulary,
    effects::{of_affix, of_ego, span},
    lookup::{self, byte},
    records::Record,
};
use affixboard_model::{
    catalog::{Affix, Allocation, EffectSet},
    engine::{
        flags::{self, FlagSet, FlagType},
        item::{AffixEffect, PvalLine},
    },
    syntax::{ParsedLine, RandomValue},
    text::{Diagnostic, Rule, Span},
};

/// The program's table by level ends here.
pub(super) const DEEPEST: u16 = 127;
/// More than any edition's commonness, so that sums of them stay within 32 bits.
const MOST_COMMONNESS: i32 = 65_535;

/// An ego as read, before it is decided which of its numbers it is drawn by.
#[derive(Default)]
pub(super) struct EgoRecord {
    pub(super) name: String,
    pub(super) level: u32,
    pub(super) rarity: u32,
    /// The number in the `A:` line.
    pub(super) commonness: u32,
    /// The levels there: from which it is usual, and the last.
    pub(super) levels: (u32, u32),
    pub(super) has_levels: bool,
    flags: FlagSet,
    /// Number of its type of random power.
    extra: u16,
    /// To-hit, to-dam, to-ac.
    bonus: [RandomValue; 3],
    /// The bytes of its least ones. Without a line they are 0, which is a minimum.
    min: [u16; 3],
    /// The pval of all its flags, in games where an item has one, with its minimum.
    one_pval: Option<(RandomValue, i32)>,
    /// To-hit, to-dam, to-ac as the most that an item gains, in games that write them so.
    most: [i32; 3],
    pvals: Vec<PvalLine>,
    /// The bytes of their minima.
    min_pvals: Vec<u16>,
    /// Item type, first and last sval, line.
    places: Vec<(u16, u16, u16, Span)>,
}

/// The egos by index.
pub(super) fn read(
    reader: &mut Reader<'_>,
    dialect: &'static ColonDialect,
    size: Option<u32>,
) -> Vec<Record<EgoRecord>> {
    let (spec, words) = (dialect.egos(), dialect.words);
    let begin = |line: &ParsedLine| Ok(EgoRecord { name: line.text("name"), ..EgoRecord::default() });
    let add =
        |ego: &mut EgoRecord, line: &ParsedLine, diagnostics: &mut Vec<Diagnostic>| add(words, ego, line, diagnostics);
    let records = records(reader, spec, (INDICES, size), begin, add);
    for record in &records {
        // Below its usual level an ego still comes at times, so only the first level decides whether it can at all.
        let (first, last) = (record.body.level, record.body.levels.1);
        if dialect.ego_levels && weight(record.body.rarity) > 0 && record.body.has_levels && first > last {
            let expected = "expected a first level (W: line) up to the last (A: line), or this ego is never made";
            reader.diagnostics.push(Diagnostic {
                rule: Rule::ReversedRange,
                file: spec.name.to_owned(),
                span: Some(record.span),
                found: format!("found levels {first} to {last}"),
                expected: expected.to_owned(),
            });
        }
    }
    records
}

fn add(
    words: &Vocabulary,
    ego: &mut EgoRecord,
    line: &ParsedLine,
    diagnostics: &mut Vec<Diagnostic>,
) -> Result<(), Diagnostic> {
    match line.spec.tag {
        "X" => {
            let [_, extra] = ["rating", "xtra"].map(|field| byte(line, field, line.int(field), diagnostics));
            ego.extra = extra;
        }
        "W" => {
            let level: u16 = byte(line, "level", line.int("level"), diagnostics);
            if level > DEEPEST {
                let expected = format!("expected a level from 0 to {DEEPEST}; the line is ignored");
                return Err(line.remark(Rule::OutOfBounds, "level", format!("found {level}"), expected));
            }
            ego.level = u32::from(level);
            ego.rarity = byte(line, "rarity", line.int("rarity"), diagnostics);
        }
        "A" => {
            ego.levels = lookup::bounded_range(line, "depths")?;
            ego.has_levels = true;
            ego.commonness = line.int("commonness").clamp(0, MOST_COMMONNESS) as u32;
        }
        "C" => {
            bytes(line, diagnostics);
            ego.bonus = ["to-hit", "to-dam", "to-ac"].map(|field| line.random(field));
            ego.most = ["to-hit", "to-dam", "to-ac"].map(|field| line.maybe_int(field).unwrap_or(0));
            if line.spec.fields.iter().any(|field| field.name == "pval") {
                let pval = line.maybe_int("pval").map_or_else(|| line.random("pval"), RandomValue::fixed);
                ego.one_pval = Some((pval, ego.one_pval.map_or(0, |known| known.1)));
            }
        }
        "M" => {
            bytes(line, diagnostics);
            if line.spec.fields.iter().any(|field| field.name == "min-pval") {
                let pval = ego.one_pval.map_or_else(RandomValue::default, |known| known.0);
                ego.one_pval = Some((pval, line.int("min-pval")));
            }
            ego.min = ["min-to-hit", "min-to-dam", "min-to-ac"].map(|field| u16::from(line.int(field) as u8));
        }
        "T" => {
            let tval = tval(words, line, diagnostics)?;
            lookup::check_capacity(line, ego.places.len(), MOST_LINES)?;
            let [min, max] = ["min-sval", "max-sval"].map(|field| byte(line, field, line.int(field), diagnostics));
            // Type 0 leaves its place free.
            if tval > 0 {
                ego.places.push((tval, min, max, line.span));
            }
        }
        "F" => ego.flags |= lookup::flags(words, line, "flags", diagnostics),
        "L" => {
            lookup::check_capacity(line, ego.pvals.len(), MOST_LINES)?;
            ego.min_pvals.push(byte(line, "min-pval", line.int("min-pval"), diagnostics));
            // Their flags are fixed flags as well.
            let flags = lookup::flags(words, line, "flags", diagnostics);
            ego.flags |= flags;
            ego.pvals.push(PvalLine { value: line.random("pval"), min: None, flags });
        }
        _ => {}
    }
    Ok(())
}

/// Draw weight of an ego by rarity: 100 / rarity, rounded down; 0 for rarities of 0 and above 100.
pub(super) fn weight(rarity: u32) -> u32 {
    100_u32.checked_div(rarity).unwrap_or(0)
}

/// The fields of an ego's `A:` line that its draw depends on.
#[derive(Debug, Clone, Copy)]
pub(super) struct DrawnBy {
    /// The commonness; else by its rarity.
    pub(super) commonness: bool,
    /// The levels, beside that of its `W:` line.
    pub(super) levels: bool,
}

/// The ego as an entry of the catalog, with its rules and effect.
pub(super) fn finish(
    dialect: &ColonDialect,
    record: Record<EgoRecord>,
    drawn_by: DrawnBy,
) -> (Affix, EgoRules, (EgoEffect, EffectSet)) {
    let (index, span, ego) = (record.index, record.span, record.body);
    let effect = effect(dialect, &ego);
    let effects = effects(dialect, &ego, &effect);
    let weight = if drawn_by.commonness { ego.commonness } else { weight(ego.rarity) };
    // If the game's own program reads the levels, an ego without any has a last level of 0.
    let last = (drawn_by.levels && (ego.has_levels || dialect.ego_levels)).then_some(ego.levels.1);
    let allocations = ego.places.iter().map(|(tval, min_sval, max_sval, line)| Allocation {
        tval: *tval,
        min_sval: *min_sval,
        max_sval: *max_sval,
        affix_level: 0,
        commonness: weight,
        min: ego.level,
        max: last.unwrap_or_else(|| dialect.spec.game.words().deepest.max(ego.level)),
        line: *line,
    });
    let affix = Affix {
        index,
        name: ego.name,
        role: None,
        flags: lookup::flag_names(dialect.words, ego.flags),
        allocations: allocations.collect(),
        record: span,
    };
    let rules = EgoRules {
        weight,
        level: ego.level,
        usual_level: if drawn_by.levels { ego.levels.0 } else { 0 },
        max: last.unwrap_or(u32::MAX),
        cursed: ego.flags & flags::all(dialect.words.flags, |flag| flag.kind == FlagType::Curse) != 0,
        places: ego.places.iter().map(|(tval, min, max, _)| (*tval, *min, *max)).collect(),
    };
    (affix, rules, (effect, effects))
}

/// Effect of an ego on an item (obj-make.c, `ego_apply_magic`).
fn effect(dialect: &ColonDialect, ego: &EgoRecord) -> EgoEffect {
    // A sustain, a high resistance, a protection or other power.
    let choices: &[FlagType] = match ego.extra {
        1 => &[FlagType::Sust],
        2 => &[FlagType::Hres],
        3 => &[FlagType::Prot, FlagType::Misc],
        _ => &[],
    };
    let choices = flags::all(dialect.words.flags, |flag| choices.contains(&flag.kind));
    EgoEffect {
        effect: AffixEffect {
            bonus: ego.bonus,
            pvals: ego.pvals.clone(),
            random_flags: if choices == 0 { Vec::new() } else { vec![(1, choices)] },
            flags: ego.flags,
            ..AffixEffect::default()
        },
        min: ego.min.map(|min| Some(i32::from(min)).filter(|min| *min != NO_MINIMUM)),
        min_pvals: ego.min_pvals.iter().map(|min| i32::from(*min)).collect(),
    }
}

/// The effects of an ego by group. Where an item has one pval, all numbers are taken off if it is cursed.
fn effects(dialect: &ColonDialect, ego: &EgoRecord, effect: &EgoEffect) -> EffectSet {
    let flags = dialect.words.flags;
    let Some((pval, min_pval)) = ego.one_pval else {
        let min_pval = |at: usize| effect.min_pvals.get(at).copied().filter(|min| *min != NO_MINIMUM);
        return of_affix(&effect.effect, flags, effect.min, min_pval);
    };
    let names = lookup::flag_names(dialect.words, ego.flags);
    let is_cursed = flags::all(flags, |flag| flag.kind == FlagType::Curse) & ego.flags != 0;
    let number = |value: RandomValue, min: i32| {
        let (least, most) = span(value);
        let number = if most.max(min) > 0 { most.max(min) } else { least };
        if is_cursed { number.saturating_neg() } else { number }
    };
    let [to_hit, to_dam, to_ac] = std::array::from_fn(|at| {
        let value = if ego.most[at] != 0 { RandomValue::fixed(ego.most[at]) } else { ego.bonus[at] };
        number(value, effect.min[at].unwrap_or(0))
    });
    let needs_pval = |name: &str| flags.iter().any(|flag| flag.name == name && flag.uses_pval);
    let mut effects = of_ego([to_hit, to_dam, to_ac, number(pval, min_pval)], &names, needs_pval);
    for flag in effect.effect.random_flags.iter().flat_map(|(_, from)| flags::each(*from)) {
        effects.add_flag(flags[flag as usize].name);
    }
    effects
}
