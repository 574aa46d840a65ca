//! `special.txt`: the specials, which other games call egos.

use super::{
    super::{
        dialect::FILE_ORDER,
        tables::{DEEPEST, NAMES},
    },
    codes::Codes,
    constants::Constants,
    kinds::Kinds,
    words::{self, Allowed},
};
use crate::EgoRules;
use affixboard_kin::{
    Reader, lookup,
    records::{Record, collect},
};
use affixboard_model::{
    catalog::{Affix, AffixId, Allocation, EffectGroup, EffectSet, EffectSign},
    engine::flags::FlagSet,
    game::{SwitchedEntry, Touched},
    syntax::{FileSpec, ParsedLine, RandomValue},
    text::{Diagnostic, Rule, Span},
};

#[derive(Default)]
pub(super) struct Body {
    name: String,
    /// Called a rarity in the file.
    commonness: u32,
    levels: (u32, u32),
    cost: i32,
    flags: FlagSet,
    /// Item type, first and last sval, line.
    places: Vec<(u16, u16, u16, Span)>,
    /// The most it adds to modifiers.
    most_pval: i32,
    values: Vec<(&'static str, RandomValue)>,
    /// Of numbers of fights, slays, brands and abilities.
    effects: EffectSet,
}

/// The specials in the order of the file, from 0.
pub(super) fn read(
    reader: &mut Reader<'_>,
    spec: &'static FileSpec,
    kinds: &Kinds,
    codes: &Codes,
    constants: &Constants,
) -> Vec<Record<Body>> {
    let begin = |line: &ParsedLine| Ok(Body { name: line.text("name"), ..Body::default() });
    let (records, _) = collect(reader, spec, FILE_ORDER, begin, |body: &mut Body, line, diagnostics| {
        codes.check(line)?;
        add(body, line, (kinds, constants), diagnostics)
    });
    records
}

fn add(
    body: &mut Body,
    line: &ParsedLine,
    (kinds, constants): (&Kinds, &Constants),
    diagnostics: &mut Vec<Diagnostic>,
) -> Result<(), Diagnostic> {
    match line.spec.tag {
        "alloc" => {
            let commonness = lookup::commonness(line)?;
            lookup::levels(line)?;
            let levels = lookup::bounded_range(line, "depths")?;
            let last = constants.last_special_level();
            if levels.0 > last {
                let expected = format!(
                    "expected a first level of at most {last}, for the original crashes beyond; the line is ignored"
                );
                return Err(line.remark(Rule::OutOfBounds, "depths", format!("found {}", levels.0), expected));
            }
            (body.commonness, body.levels) = (commonness, levels);
        }
        "cost" => body.cost = line.int("cost"),
        "type" => {
            let (tval, last) = kinds.item_type(line)?;
            body.places.push((tval, 1, last, line.span));
        }
        "item" => {
            let (tval, sval) = kinds.item(line)?;
            body.places.push((tval, sval, sval, line.span));
        }
        "flags" => body.flags |= words::flags(line, true, diagnostics),
        "values" => body.values.extend(words::values(line, Allowed::Numbers, diagnostics)),
        "max-pval" => body.most_pval = most(line)?,
        "max-attack" => body.effects.add_number(EffectGroup::ToHit, (0, most(line)?)),
        "dam-dice" | "dam-sides" => body.effects.add_number(EffectGroup::Dice, (0, most(line)?)),
        "max-evasion" | "prot-dice" | "prot-sides" => body.effects.add_number(EffectGroup::Armour, (0, most(line)?)),
        "slay" => body.effects.add(EffectGroup::Slays, EffectSign::Bonus),
        "brand" => body.effects.add(EffectGroup::Brands, EffectSign::Bonus),
        "ability" => body.effects.add(EffectGroup::Abilities, EffectSign::Bonus),
        _ => {}
    }
    Ok(())
}

/// The most that a special adds to a number.
fn most(line: &ParsedLine) -> Result<i32, Diagnostic> {
    let most = line.int("most");
    if most >= 0 {
        return Ok(most);
    }
    let expected = "expected 0 or more; the line is ignored";
    Err(line.remark(Rule::OutOfBounds, "most", format!("found {most}"), expected))
}

/// 100 ÷ rarity, cut to a whole number.
fn weight_of_rarity(rarity: u32) -> u32 {
    100_u32.checked_div(rarity).unwrap_or(0)
}

/// A special with what the rules need of it and its effects; with a weight of 100 / rarity, where that is asked for.
pub(super) fn finish(record: Record<Body>, by_rarity: bool) -> ((Affix, EgoRules), EffectSet) {
    let (index, span, body) = (record.index, record.span, record.body);
    let weight = if by_rarity { weight_of_rarity(body.commonness) } else { body.commonness };
    let (min, last) = body.levels;
    let max = if last == 0 { DEEPEST.max(min) } else { last };
    let allocations = body.places.iter().map(|(tval, min_sval, max_sval, line)| Allocation {
        tval: *tval,
        min_sval: *min_sval,
        max_sval: *max_sval,
        affix_level: 0,
        commonness: weight,
        min,
        max,
        line: *line,
    });
    let allocations = allocations.collect();
    let is_cursed = body.flags & NAMES.flag("CURSED") != 0;
    let rules = EgoRules {
        weight,
        level: min,
        usual_level: 0,
        max: if last == 0 { u32::MAX } else { last },
        // Good drops leave out what is cursed and what is worth nothing.
        cursed: is_cursed || body.cost == 0,
        places: body.places.iter().map(|(tval, min, max, _)| (*tval, *min, *max)).collect(),
    };
    let effects = effects(&body, is_cursed);
    let flags = NAMES.of_flags(body.flags);
    ((Affix { index, name: body.name, role: None, flags, allocations, record: span }, rules), effects)
}

/// The effects by group. Of a cursed special what it adds to modifiers is taken off.
fn effects(body: &Body, is_cursed: bool) -> EffectSet {
    let mut effects = body.effects.clone();
    for flag in NAMES.of_flags(body.flags) {
        effects.add_flag(flag);
    }
    for (name, value) in &body.values {
        let is_taken_off = is_cursed && body.most_pval > 0 && !name.starts_with("RES_");
        let number = if is_taken_off { value.base.saturating_neg() } else { value.base };
        if let Some(sign) = EffectSign::of_range(number, number) {
            effects.add_flag_of(name, sign);
        }
    }
    effects
}

/// What a weight of 100 ÷ rarity changes of a special, which stands at that place of the catalog.
pub(super) fn touched(record: Record<Body>, at: u32) -> Option<Touched> {
    let (rarity, weight) = (record.body.commonness, weight_of_rarity(record.body.commonness));
    (weight != rarity).then(|| Touched {
        what: SwitchedEntry::Affix(AffixId(at)),
        name: record.body.name,
        index: record.index,
        coded: format!("weight {rarity}"),
        documented: format!("weight {weight} (100 ÷ rarity {rarity})"),
    })
}
