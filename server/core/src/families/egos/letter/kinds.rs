//! `object.txt`: the kinds.

use super::{Dialect, weight};
use crate::{
    catalog::{Kind, KindAllocation, plain_name},
    engine::flags::FlagSet,
    families::egos::{
        KindRules, Line,
        schema::{
            Names, Reader,
            lookup::{self, byte_of},
            records::{Fault, Record, Rules, collect},
        },
        values::{KindValues, Marks},
    },
    syntax::{ParsedLine, colon::found},
    text::{Diagnostic, Rule, Span},
};

/// A kind has room for so many places in the tables.
const MOST_PLACES: usize = 4;

/// Level, chance and line of one place in the tables.
type Place = (u8, u8, Span);

#[derive(Default)]
struct Body {
    written_name: String,
    tval: u8,
    sval: u8,
    level: u8,
    places: Vec<Place>,
    /// To-hit, to-dam, to-ac.
    bonuses: [i16; 3],
    flags: FlagSet,
    pval: i16,
    ac: i16,
    /// Number of dice, their sides.
    dice: [u8; 2],
    weight: i16,
    cost: i32,
}

/// The kinds by index, with what only the rules need.
pub(super) fn read(
    reader: &mut Reader<'_>,
    dialect: &Dialect,
    limit: Option<u32>,
) -> Vec<(Kind, KindRules, KindValues)> {
    let names = reader.names;
    let begin = |line: &ParsedLine| Body { written_name: line.text("name"), ..Body::default() };
    let add = |kind: &mut Body, line: &ParsedLine, diagnostics: &mut Vec<Diagnostic>| -> Result<(), Fault> {
        add(names, kind, line, diagnostics);
        Ok(())
    };
    let records = collect(reader, &dialect.files[1], &Rules { limit, vital: &[], amends: false }, begin, add);
    records.into_iter().map(|record| finish(names, dialect, record)).collect()
}

fn add(names: &Names, kind: &mut Body, line: &ParsedLine, diagnostics: &mut Vec<Diagnostic>) {
    match line.spec.tag {
        "I" => {
            kind.tval = byte_of(line, "tval", diagnostics);
            kind.sval = byte_of(line, "sval", diagnostics);
            // 16 bits in the original, as are weight, armour class and bonuses.
            kind.pval = line.int("pval") as i16;
        }
        "W" => {
            kind.level = byte_of(line, "level", diagnostics);
            (kind.weight, kind.cost) = (line.int("weight") as i16, line.int("cost"));
        }
        "A" => {
            for (at, place) in places(line, diagnostics).into_iter().enumerate() {
                // A second line writes over the places of the first, one by one.
                match kind.places.get_mut(at) {
                    Some(old) => *old = place,
                    None => kind.places.push(place),
                }
            }
        }
        "P" => {
            kind.bonuses = ["to-hit", "to-dam", "to-ac"].map(|field| line.int(field) as i16);
            kind.ac = line.int("ac") as i16;
            let dice = line.random("dice");
            kind.dice = [dice.dice as u8, dice.sides as u8];
        }
        "F" => kind.flags |= names.flags(line, "flags", diagnostics),
        _ => {}
    }
}

/// The places an `A:` line names: up to four of `level/chance` between colons, where `/chance` may be missing.
fn places(line: &ParsedLine, diagnostics: &mut Vec<Diagnostic>) -> Vec<Place> {
    let text = line.bytes("places");
    let text = text.strip_suffix(b":").unwrap_or(text);
    let mut places = Vec::new();
    // Variants have the later `A:commonness:min to max`, which would be taken for levels.
    if text.windows(4).any(|word| word == b" to ") {
        let expected = "expected level/chance, up to four between colons; the line is ignored";
        diagnostics.push(line.remark(Rule::UnknownShape, "places", found(text), expected));
        return places;
    }
    for part in text.split(|byte| *byte == b':') {
        if places.len() == MOST_PLACES {
            let expected = format!("expected at most {MOST_PLACES} places in the tables; the rest is ignored");
            diagnostics.push(line.remark(Rule::TooManyEntries, "places", found(text), expected));
            break;
        }
        let mut halves = part.splitn(2, |byte| *byte == b'/');
        let mut number = |half: Option<&[u8]>| half.map_or(0, |half| lookup::atoi(line, "places", half, diagnostics));
        let (level, chance) = (number(halves.next()), number(halves.next()));
        let level = lookup::byte(line, "places", level, diagnostics);
        // No chance is one in one, and so is one that isn't positive.
        let chance = if chance > 0 { lookup::byte(line, "places", chance, diagnostics) } else { 1 };
        if weight(chance) == 0 {
            let expected = "expected a chance of 1 to 100, or the kind is never drawn there";
            diagnostics.push(line.remark(Rule::NeverDrawn, "places", found(part), expected));
        }
        places.push((level, chance, line.span));
    }
    places
}

fn finish(names: &Names, dialect: &Dialect, record: Record<Body>) -> (Kind, KindRules, KindValues) {
    let body = record.body;
    let allocations = body.places.iter().map(|(level, chance, line)| {
        let min = u32::from(*level);
        // A level below the deepest is a last level only for those who look at the file: the tables have none.
        KindAllocation { commonness: weight(*chance), min, max: dialect.deepest().max(min), line: *line }
    });
    let allocations: Vec<_> = allocations.collect();
    let lines = allocations.iter().filter(|place| place.commonness > 0);
    let lines = lines.map(|place| Line { weight: place.commonness, min: place.min, max: u32::MAX }).collect();
    let good = is_good(body.tval, body.sval, body.bonuses, dialect);
    let kind = Kind {
        index: record.index,
        tval: u16::from(body.tval),
        sval: u16::from(body.sval),
        name: plain_name(&body.written_name),
        level: i32::from(body.level),
        allocations,
        good,
        flags: names.of_flags(body.flags),
        record: Some(record.span),
    };
    let values = KindValues {
        tval: body.tval,
        sval: body.sval,
        level: body.level,
        pval: body.pval,
        ac: body.ac,
        dice: body.dice[0],
        sides: body.dice[1],
        weight: body.weight,
        bonuses: body.bonuses,
        flags: body.flags,
        // What can't be sold is broken (object2.c, `object_prep`).
        marks: Marks { cursed: body.flags & names.flag("LIGHT_CURSE") != 0, broken: body.cost <= 0 },
    };
    (kind, KindRules { level: u32::from(body.level), lines, good, useless: false }, values)
}

/// Whether good and great drops can be it (object2.c, `kind_is_good`).
fn is_good(tval: u8, sval: u8, [to_hit, to_dam, to_ac]: [i16; 3], dialect: &Dialect) -> bool {
    match tval {
        // Armour.
        30..=38 => to_ac >= 0,
        // Launchers, diggers and what is wielded.
        19..=23 => to_hit >= 0 && to_dam >= 0,
        // Arrows and bolts; shots are forgotten.
        17 | 18 => true,
        // The books of the dungeon.
        90 | 91 => sval >= 4,
        // The ring of speed.
        45 => sval == 31,
        40 => dialect.good_amulets.contains(&sval),
        _ => false,
    }
}
