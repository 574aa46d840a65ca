//! `object.txt`: the kinds.

use super::{
    dialect::{KindFacts, LetterDialect},
    fields::{interpolated, minimum, sval_of, tval_of, weight},
    strangers::Strangers,
    variants::{KindPlaces, Layout},
};
use crate::{
    EgoKindRules, GOOD, KindLine,
    values::{Combat, Marks, SingleKindValues},
};
use affixboard_kin::letter::{
    LetterReader,
    lookup::{self, byte_of},
    records::{Fault, LetterRecord, Rules, collect},
};
use affixboard_model::{
    catalog::{Kind, KindAllocation, plain_name},
    engine::flags::FlagSet,
    syntax::{ParsedLine, c_number::decimal_number, colon::found},
    text::{Diagnostic, Rule, Span},
};

/// One place in the tables: its number is a chance or a weight ([`KindPlaces`]).
#[derive(Clone, Copy)]
struct Place {
    level: u8,
    /// Above this level it isn't drawn there, where a variant says so.
    last_level: Option<u8>,
    number: u8,
    line: Span,
}

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
    combat: Combat,
}

/// The kinds by index, with what only the rules need.
pub(super) fn read(
    reader: &mut LetterReader<'_>,
    layout: Layout,
    limit: Option<u32>,
) -> Vec<(Kind, EgoKindRules, SingleKindValues)> {
    let mut strangers = Strangers::default();
    let begin = |line: &ParsedLine| Body { written_name: line.text("name"), ..Body::default() };
    let add = |kind: &mut Body, line: &ParsedLine, diagnostics: &mut Vec<Diagnostic>| {
        add(layout, &mut strangers, kind, line, diagnostics)
    };
    let rules = Rules::below(limit);
    let records = collect(reader, layout.files().kinds(), &rules, begin, add);
    strangers.say("flag", (layout, layout.files().kinds()), reader);
    records.into_iter().map(|record| finish(layout, record)).collect()
}

fn add(
    layout: Layout,
    strangers: &mut Strangers,
    kind: &mut Body,
    line: &ParsedLine,
    diagnostics: &mut Vec<Diagnostic>,
) -> Result<(), Fault> {
    match line.spec.tag {
        "I" if layout.form.is_some() => {
            kind.tval = tval_of(layout.dialect.names, line, diagnostics)?;
            kind.sval = sval_of(line, std::iter::empty(), diagnostics)?;
            kind.pval = first_number(line.bytes_of("rest")) as i16;
        }
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
            for (at, place) in places(layout, line, diagnostics)?.into_iter().enumerate() {
                // A second line writes over the places of the first, one by one.
                match kind.places.get_mut(at) {
                    Some(old) => *old = place,
                    None => kind.places.push(place),
                }
            }
        }
        // A variant has it as `C:`.
        "P" if layout.has_combat() => kind.combat = Combat::of_line(line),
        "P" | "C" if !line.spec.ignored => {
            kind.bonuses = ["to-hit", "to-dam", "to-ac"].map(|field| minimum(line, field) as i16);
            if layout.has_values() {
                kind.ac = line.int("ac") as i16;
                let dice = line.random("dice");
                kind.dice = [dice.dice as u8, dice.sides as u8];
            }
        }
        "F" => kind.flags |= layout.flags(line, strangers, diagnostics),
        _ => {}
    }
    Ok(())
}

/// The number a text begins with; 0 where there is none.
fn first_number(text: &[u8]) -> i32 {
    decimal_number(text).map_or(0, |number| number.value)
}

/// The places an `A:` line names: up to four of `level/chance` between colons, where `/chance` may be missing; or what
/// a variant has in their stead.
fn places(layout: Layout, line: &ParsedLine, diagnostics: &mut Vec<Diagnostic>) -> Result<Vec<Place>, Diagnostic> {
    let (most, zero) = match layout.kind_places() {
        KindPlaces::OneIn(most) => (most, false),
        KindPlaces::Weights { most, zero, .. } => (most, zero),
        KindPlaces::Range => {
            let (min, max) = line.range("levels")?;
            let level = lookup::byte(line, "levels", min, diagnostics);
            let last_level = Some(lookup::byte(line, "levels", max, diagnostics));
            let number = byte_of(line, "commonness", diagnostics);
            return Ok(vec![Place { level, last_level, number, line: line.span }]);
        }
    };
    let text = line.bytes("places");
    let text = text.strip_suffix(b":").unwrap_or(text);
    let mut places = Vec::new();
    if text.is_empty() && layout.form.is_some() {
        return Ok(places);
    }
    // Variants have the later `A:commonness:min to max`, which would be taken for levels.
    if text.windows(4).any(|word| word == b" to ") {
        let expected = format!("expected level/chance, up to {most} between colons; the line is ignored");
        return Err(line.remark(Rule::UnknownShape, "places", found(text), expected));
    }
    for part in text.split(|byte| *byte == b':') {
        if places.len() == most {
            let expected = format!("expected at most {most} places in the tables; the rest is ignored");
            diagnostics.push(line.remark(Rule::TooManyEntries, "places", found(text), expected));
            break;
        }
        let mut halves = part.splitn(2, |byte| *byte == b'/');
        let mut number = |half: Option<&[u8]>| half.map_or(0, |half| lookup::atoi(line, "places", half, diagnostics));
        let (level, chance) = (number(halves.next()), number(halves.next()));
        let level = lookup::byte(line, "places", level, diagnostics);
        let number = match chance {
            1.. => lookup::byte(line, "places", chance, diagnostics),
            _ if zero => 0,
            // No chance is one in one, and so is one that isn't positive.
            _ => 1,
        };
        if matches!(layout.kind_places(), KindPlaces::OneIn(_)) && weight(number) == 0 {
            let expected = "expected a chance of 1 to 100, or the kind is never drawn there";
            diagnostics.push(line.remark(Rule::NeverDrawn, "places", found(part), expected));
        }
        places.push(Place { level, last_level: None, number, line: line.span });
    }
    Ok(places)
}

fn finish(layout: Layout, record: LetterRecord<Body>) -> (Kind, EgoKindRules, SingleKindValues) {
    let (dialect, body) = (layout.dialect, record.body);
    let one_in = matches!(layout.kind_places(), KindPlaces::OneIn(_));
    let allocations = body.places.iter().map(|place| {
        let min = u32::from(place.level);
        let commonness = if one_in { weight(place.number) } else { u32::from(place.number) };
        // A level below the deepest is a last level only for those who look at the file: the tables have none.
        let max = place.last_level.map_or(dialect.deepest().max(min), u32::from);
        KindAllocation { commonness, min, max, line: place.line }
    });
    let allocations: Vec<_> = allocations.collect();
    let lines = lines(layout.kind_places(), &body.places, &allocations);
    let facts = KindFacts { tval: body.tval, sval: body.sval, bonuses: body.bonuses, flags: body.flags };
    let tables = (dialect.kind_tables)(&facts, dialect);
    let more_egos = dialect.more_egos.filter(|more| body.flags & dialect.names.flag(more.0) != 0);
    let kind = Kind {
        index: record.index,
        tval: u16::from(body.tval),
        sval: u16::from(body.sval),
        name: plain_name(&body.written_name),
        level: i32::from(body.level),
        allocations,
        good: tables & 1 << GOOD.table != 0,
        flags: dialect.names.of_flags(body.flags),
        record: Some(record.span),
    };
    let values = SingleKindValues {
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
        cost: body.cost,
        combat: body.combat,
        // Worthless items are broken (object2.c, `object_prep`).
        marks: Marks { cursed: body.flags & dialect.names.flag("LIGHT_CURSE") != 0, broken: body.cost <= 0 },
    };
    let rules = EgoKindRules {
        level: u32::from(body.level),
        lines,
        tables,
        more_egos: more_egos.map_or(0, |more| more.1),
        useless: false,
    };
    (kind, rules, values)
}

/// Levels and weights with which a kind is drawn.
fn lines(kind_places: KindPlaces, places: &[Place], allocations: &[KindAllocation]) -> Vec<KindLine> {
    if let KindPlaces::Weights { used, .. } = kind_places {
        let places = places.iter().take(used).map(|place| (u32::from(place.level), u32::from(place.number)));
        let runs = interpolated(&places.collect::<Vec<_>>()).into_iter();
        return runs.map(|(min, max, weight, entry)| KindLine { weight, min, max, entry }).collect();
    }
    let drawn = places.iter().zip(allocations).filter(|(_, allocation)| allocation.commonness > 0);
    let line = |(place, allocation): (&Place, &KindAllocation)| {
        let max = place.last_level.map_or(u32::MAX, u32::from);
        KindLine { weight: allocation.commonness, min: allocation.min, max, entry: allocation.min }
    };
    drawn.map(line).collect()
}

/// The tables of most games: all kinds, and those that good and great drops can be (object2.c, `kind_is_good`).
pub fn usual_tables(kind: &KindFacts, dialect: &LetterDialect) -> u8 {
    let KindFacts { tval, sval, bonuses: [to_hit, to_dam, to_ac], .. } = *kind;
    let is_good = match tval {
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
    };
    1 | u8::from(is_good) << 1
}
