//! `object.txt`: the kinds.

use super::{
    super::{
        dialect::OBJECTS,
        item::KindStats,
        rules,
        tables::{SHOW_AC, tval},
    },
    fields::{DEEPEST, NAMES, byte, combat, flags, short, tval as tval_of, weight},
};
use affixboard_kin::letter::{
    LetterReader,
    lookup::{self, atoi},
    records::{Fault, Rules, collect},
};
use affixboard_model::{
    catalog::{Kind, KindAllocation, plain_name},
    syntax::{ParsedLine, colon::found},
    text::{Diagnostic, Rule, Span},
};

/// Places of a kind at most.
const MOST_PLACES: usize = 4;

#[derive(Default)]
struct Body {
    name: String,
    stats: KindStats,
    /// The lines of the places.
    lines: Vec<Span>,
}

/// The kinds by index, with what the rules need.
pub(super) fn read(reader: &mut LetterReader<'_>, limit: Option<u32>) -> Vec<(Kind, KindStats)> {
    let rules = Rules { zero: true, ..Rules::below(limit) };
    let begin = |line: &ParsedLine| Body { name: line.text("name"), ..Body::default() };
    let records = collect(reader, &OBJECTS, &rules, begin, add);
    let kinds = records.into_iter().map(|record| {
        let Body { name, mut stats, lines } = record.body;
        stats.index = record.index;
        // What armour has of itself.
        if (30..=38).contains(&stats.tval) {
            stats.traits |= SHOW_AC;
        }
        let allocation = |(place, line): (&(u8, u8), &Span)| {
            let min = u32::from(place.0);
            KindAllocation { commonness: weight(place.1), min, max: DEEPEST.max(min), line: *line }
        };
        let kind = Kind {
            index: record.index,
            tval: u16::from(stats.tval),
            sval: u16::from(stats.sval),
            name: plain_name(&name),
            level: stats.level,
            allocations: stats.places.iter().zip(&lines).map(allocation).collect(),
            good: rules::may_be_good(&stats),
            flags: NAMES.of_flags(stats.flags),
            record: Some(record.span),
        };
        (kind, stats)
    });
    kinds.collect()
}

fn add(kind: &mut Body, line: &ParsedLine, diagnostics: &mut Vec<Diagnostic>) -> Result<(), Fault> {
    let stats = &mut kind.stats;
    match line.spec.tag {
        "I" => {
            stats.tval = tval_of(&NAMES, line, diagnostics)?;
            stats.sval = lookup::byte_of(line, "sval", diagnostics);
            stats.pval = short(line, "pval", diagnostics);
        }
        "W" => {
            stats.level = byte(line, "level", diagnostics);
            stats.charges = short(line, "charges", diagnostics);
            stats.weight = short(line, "weight", diagnostics);
            stats.cost = line.int("cost");
        }
        "A" => places(kind, line, diagnostics),
        "P" => {
            let [to_hit, to_dam, to_ac, ac, dice, sides] = combat(line, diagnostics);
            (stats.to_hit, stats.to_dam, stats.to_ac, stats.armor_class) = (to_hit, to_dam, to_ac, ac);
            (stats.dice, stats.sides) = (dice, sides);
            // Weapons show it where they have any, if it stands behind their type.
            if ac != 0 && matches!(stats.tval, tval::HAFTED | tval::POLEARM | tval::SWORD) {
                stats.traits |= SHOW_AC;
            }
        }
        "F" => {
            let (flags, traits) = flags(&NAMES, line, diagnostics);
            stats.flags |= flags;
            stats.traits |= traits;
        }
        _ => {}
    }
    Ok(())
}

/// The places of an `A:` line: level/chance between colons, where no chance, or none above 0, is 1.
fn places(kind: &mut Body, line: &ParsedLine, diagnostics: &mut Vec<Diagnostic>) {
    let text = line.bytes("places");
    // The program counts anew in each line.
    kind.stats.places.clear();
    kind.lines.clear();
    for part in text.split(|byte| *byte == b':') {
        if kind.stats.places.len() == MOST_PLACES {
            let expected = format!("expected at most {MOST_PLACES} places; the rest is ignored");
            diagnostics.push(line.remark(Rule::TooManyEntries, "places", found(text), expected));
            break;
        }
        let mut halves = part.splitn(2, |byte| *byte == b'/');
        let mut number = |half: Option<&[u8]>| half.map_or(0, |half| atoi(line, "places", half, diagnostics));
        let (level, chance) = (number(halves.next()), number(halves.next()));
        let level = lookup::byte(line, "places", level, diagnostics);
        let chance = if chance > 0 { lookup::byte(line, "places", chance, diagnostics) } else { 1 };
        if weight(chance) == 0 {
            let expected = "expected a chance of 1 to 100, or the kind is never drawn there";
            diagnostics.push(line.remark(Rule::NeverDrawn, "places", found(part), expected));
        }
        kind.stats.places.push((level, chance));
        kind.lines.push(line.span);
    }
}
