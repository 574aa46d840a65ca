//! `object.txt`: the kinds.

use std::collections::BTreeMap;

use super::{
    dialect::ColonDialect,
    records::{INDICES, MOST_LINES, records, tval},
};
use crate::{EgoKindRules, KindLine, values::several};
use affixboard_kin::{
    Reader, Vocabulary,
    item_types::Base,
    lookup::{self, byte},
    records::Record,
};
use affixboard_model::{
    catalog::{Kind, KindAllocation, plain_name},
    engine::{
        flags::FlagSet,
        item::{KindEffect, PvalLine},
    },
    syntax::{ParsedLine, RandomValue},
    text::{Diagnostic, Rule},
};

/// The program's arrays by item type end here.
const LAST_TVAL: u16 = 100;

#[derive(Default)]
struct Body {
    written_name: String,
    tval: u16,
    sval: u16,
    /// Whether its `I:` line was refused, which has been said.
    type_refused: bool,
    level: u16,
    allocation: Option<KindAllocation>,
    /// To-hit, to-dam, to-ac.
    bonus: [RandomValue; 3],
    ac: i16,
    /// Number of dice, their sides.
    dice: [u8; 2],
    weight: i16,
    /// In gold.
    cost: i32,
    /// Power of its effect.
    effect_power: i64,
    /// Charges.
    extent: RandomValue,
    /// Chance of a pile in per cent, and the pile's size.
    pile: (i32, RandomValue),
    flags: FlagSet,
    pvals: Vec<PvalLine>,
}

/// Name that artifacts can use for a kind.
pub(super) struct Called {
    pub(super) tval: u16,
    pub(super) sval: u16,
    pub(super) name: String,
}

/// The kinds by index, with their rules and values; and the names that artifacts can use for them.
pub(super) fn read(
    reader: &mut Reader<'_>,
    dialect: &'static ColonDialect,
    size: Option<u32>,
    bases: &BTreeMap<u16, Base>,
) -> (Vec<(Kind, EgoKindRules, several::SeveralKind)>, Vec<Called>) {
    let (spec, words) = (dialect.kinds(), dialect.words);
    let begin = |line: &ParsedLine| Ok(Body { written_name: line.text("name"), ..Body::default() });
    let add =
        |kind: &mut Body, line: &ParsedLine, diagnostics: &mut Vec<Diagnostic>| add(words, kind, line, diagnostics);
    let records = records(reader, spec, (INDICES, size), begin, add);
    let called = records.iter().map(|record| called(dialect, &record.body)).collect();
    let mut finished = Vec::with_capacity(records.len());
    for mut record in records {
        if let Some(line) = record.body.allocation.filter(|_| record.body.tval == 0) {
            if !record.body.type_refused {
                reader.diagnostics.push(Diagnostic {
                    rule: Rule::UnrecognisedTval,
                    file: spec.name.to_owned(),
                    span: Some(line.line),
                    found: "found `A:` in a record without an item type".to_owned(),
                    expected:
                        "expected an `I:` line too, for the original crashes when it draws such a kind; the line is ignored"
                            .to_owned(),
                });
            }
            record.body.allocation = None;
        }
        finished.push(finish(words, record, bases));
    }
    (finished, called)
}

fn called(dialect: &ColonDialect, kind: &Body) -> Called {
    let written = kind.written_name.as_str();
    // The program steps over the article's sign and one character more.
    let after_article = || written.strip_prefix('&').and_then(|rest| rest.get(1..)).unwrap_or(written);
    let name = if dialect.written_names { after_article().to_owned() } else { plain_name(written).to_lowercase() };
    Called { tval: kind.tval, sval: kind.sval, name }
}

fn add(
    words: &Vocabulary,
    kind: &mut Body,
    line: &ParsedLine,
    diagnostics: &mut Vec<Diagnostic>,
) -> Result<(), Diagnostic> {
    match line.spec.tag {
        "I" => {
            kind.type_refused = true;
            let tval = tval(words, line, diagnostics)?;
            if tval > LAST_TVAL {
                let expected = format!("expected an item type up to {LAST_TVAL}; the line is ignored");
                return Err(line.remark(Rule::OutOfBounds, "tval", format!("found {tval}"), expected));
            }
            (kind.tval, kind.sval) = (tval, byte(line, "sval", line.int("sval"), diagnostics));
            kind.type_refused = false;
        }
        "W" => {
            kind.level = byte(line, "level", line.int("level"), diagnostics);
            // 16 bits in the original, as is the armour class.
            kind.weight = line.int("weight") as i16;
            kind.cost = line.int("cost");
        }
        "A" => kind.allocation = Some(allocation(line, diagnostics)?),
        "P" => {
            kind.bonus = ["to-hit", "to-dam", "to-ac"].map(|field| bonus(line, field));
            kind.ac = line.int("ac") as i16;
            let dice = line.random("dice");
            kind.dice = [dice.dice as u8, dice.sides as u8];
        }
        "C" => kind.extent = line.random("extent"),
        "M" => kind.pile = (line.int("chance"), line.random("stack")),
        "F" => kind.flags |= lookup::flags(words, line, "flags", diagnostics),
        "E" => kind.effect_power = lookup::effect(words, line)?,
        "L" => {
            lookup::check_capacity(line, kind.pvals.len(), MOST_LINES)?;
            let flags = lookup::flags(words, line, "flags", diagnostics);
            kind.flags |= flags;
            kind.pvals.push(PvalLine { value: line.random("pval"), min: None, flags });
        }
        _ => {}
    }
    Ok(())
}

/// A bonus, which is a number alone in older files.
fn bonus(line: &ParsedLine, field: &str) -> RandomValue {
    match line.opt_int(field) {
        Some(base) => RandomValue { base, ..RandomValue::default() },
        None => line.random(field),
    }
}

/// The `A:` line. The program adds the whole number to a level's total but keeps a byte of it, so that a draw could run
/// past the end of its table: greater numbers are refused.
fn allocation(line: &ParsedLine, diagnostics: &mut Vec<Diagnostic>) -> Result<KindAllocation, Diagnostic> {
    let (min, max) = line.range("depths")?;
    let commonness = line.int("commonness");
    let commonness = u8::try_from(commonness).map_err(|_| {
        let expected = "expected a commonness from 0 to 255; the line is ignored";
        line.remark(Rule::OutOfBounds, "commonness", format!("found {commonness}"), expected)
    })?;
    let mut wrap = |value| byte(line, "depths", value, diagnostics);
    let (min, max) = (wrap(min), wrap(max));
    Ok(KindAllocation { commonness: u32::from(commonness), min, max, line: line.span })
}

fn finish(
    words: &Vocabulary,
    record: Record<Body>,
    bases: &BTreeMap<u16, Base>,
) -> (Kind, EgoKindRules, several::SeveralKind) {
    let body = record.body;
    let flags = bases.get(&body.tval).map_or(0, |base| base.flags) | body.flags;
    let good = is_good(&body);
    let lines = body.allocation.iter().map(|line| KindLine {
        weight: line.commonness,
        min: line.min,
        max: line.max,
        entry: line.min,
    });
    let values = values(&body, flags);
    let rules = EgoKindRules { level: u32::from(body.level), lines: lines.collect(), ..EgoKindRules::for_drops(good) };
    let kind = Kind {
        index: record.index,
        tval: body.tval,
        sval: body.sval,
        name: plain_name(&body.written_name),
        level: i32::from(body.level),
        allocations: body.allocation.into_iter().collect(),
        good,
        flags: lookup::flag_names(words, flags),
        record: Some(record.span),
    };
    (kind, rules, values)
}

/// Base values of a kind's items, before magic (obj-make.c, `object_prep`).
fn values(body: &Body, flags: FlagSet) -> several::SeveralKind {
    let (flagged, alone): (Vec<_>, Vec<_>) = body.pvals.iter().cloned().partition(|line| line.flags != 0);
    let effect = KindEffect {
        tval: body.tval,
        sval: body.sval,
        ac: i32::from(body.ac),
        dice: body.dice[0],
        sides: body.dice[1],
        weight: i32::from(body.weight),
        bonus: body.bonus,
        pvals: flagged,
        flags,
        effect_power: body.effect_power,
        ..KindEffect::default()
    };
    let alone = match body.tval {
        // Staves and wands have charges.
        55 | 65 => Some(body.extent),
        // Potions, flasks and food.
        75 | 77 | 80 => alone.first().map(|line| line.value),
        _ => None,
    };
    several::SeveralKind { effect, level: u32::from(body.level), cost: body.cost, alone, pile: body.pile }
}

/// Whether a kind is in the table for good drops (obj-make.c, `kind_is_good`). No flag has a say.
fn is_good(kind: &Body) -> bool {
    let [to_hit, to_dam, to_ac] = kind.bonus.map(|bonus| bonus.minimum() >= 0);
    match kind.tval {
        // Arrows and bolts, not shots.
        17 | 18 => true,
        // Launchers, diggers and melee weapons.
        19..=23 => to_hit && to_dam,
        // Armour of all sorts.
        30..=38 => to_ac,
        // The Magi, Devotion, Weaponmastery, Trickery.
        40 => matches!(kind.sval, 7 | 9 | 10 | 11),
        // Speed.
        45 => kind.sval == 5,
        // Books found in dungeons only.
        90 | 91 => kind.sval >= 4,
        _ => false,
    }
}
