//! `k_info.txt`: the kinds.

use super::{
    super::{
        activations::Activation,
        classes::KindFilter,
        dialect::OBJECTS,
        flags::{FlagBits, named},
        stats::FrogKind,
        tables::tval,
    },
    fields::{DEEPEST, add_flags, byte, dice, is_cursed, multiplier, place, short},
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
    stats: FrogKind,
    /// Level and one in how many, with the line.
    places: Vec<(u32, u32, Span)>,
    flags: Vec<&'static str>,
}

/// The kinds by index, with what the rules need.
pub(super) fn read(reader: &mut LetterReader<'_>, limit: Option<u32>) -> Vec<(Kind, FrogKind)> {
    let rules = Rules { counts_up: true, ..Rules::below(limit) };
    let begin = |line: &ParsedLine| Body { name: line.text("name"), ..Body::default() };
    let records = collect(reader, &OBJECTS, &rules, begin, add);
    let kinds = records.into_iter().map(|record| {
        let Body { name, mut stats, places, flags } = record.body;
        let drawn = |(level, chance, _): &(u32, u32, Span)| (*level, weight(*chance));
        stats.places = places.iter().map(drawn).filter(|place| place.1 > 0).collect();
        stats.is_cursed = is_cursed(&flags);
        stats.flags = FlagBits::of_names(&flags);
        if stats.activation.is_some() {
            stats.flags.add(named::ACTIVATE);
        }
        let last = if stats.max_level > 0 { stats.max_level } else { DEEPEST };
        let allocation = |(level, chance, line): &(u32, u32, Span)| KindAllocation {
            commonness: weight(*chance),
            min: *level,
            max: if stats.max_level > 0 { last } else { last.max(*level) },
            line: *line,
        };
        let kind = Kind {
            index: record.index,
            tval: u16::from(stats.tval),
            sval: u16::from(stats.sval),
            name: plain_name(&name),
            level: stats.level as i32,
            allocations: places.iter().map(allocation).collect(),
            good: KindFilter::Good.takes(&stats),
            flags,
            record: Some(record.span),
        };
        (kind, stats)
    });
    kinds.collect()
}

/// Draw weight of a chance of one in so many.
fn weight(chance: u32) -> u32 {
    100_u32.checked_div(chance).unwrap_or(0)
}

fn add(kind: &mut Body, line: &ParsedLine, diagnostics: &mut Vec<Diagnostic>) -> Result<(), Fault> {
    let stats = &mut kind.stats;
    match line.spec.tag {
        "I" => {
            (stats.tval, stats.sval) = place(line, diagnostics);
            stats.pval = short(line, "pval", diagnostics);
        }
        "W" => {
            stats.level = byte(line, "level", diagnostics);
            stats.max_level = byte(line, "max-level", diagnostics);
            stats.weight = short(line, "weight", diagnostics);
            stats.cost = line.int("cost");
        }
        "A" => places(kind, line, diagnostics),
        "P" => {
            stats.armor_class = short(line, "ac", diagnostics);
            stats.bonuses = ["to-hit", "to-dam", "to-ac"].map(|field| short(line, field, diagnostics));
            if stats.tval == tval::BOW {
                stats.multiplier = multiplier(line)?;
            } else {
                stats.dice = dice(line, diagnostics)?;
            }
        }
        "F" => add_flags(&mut kind.flags, line, diagnostics),
        // A second line is what the game says.
        "E" => stats.activation = stats.activation.or_else(|| Some(Activation::read(line))),
        _ => {}
    }
    Ok(())
}

/// The places of an `A:` line: level/chance between colons, where no chance, or none above 0, is 1. A further line takes the
/// place of the first.
fn places(kind: &mut Body, line: &ParsedLine, diagnostics: &mut Vec<Diagnostic>) {
    let text = line.bytes("places");
    kind.places.clear();
    for part in text.split(|byte| *byte == b':') {
        if kind.places.len() == MOST_PLACES {
            let expected = format!("expected at most {MOST_PLACES} places; the rest is ignored");
            diagnostics.push(line.remark(Rule::TooManyEntries, "places", found(text), expected));
            break;
        }
        let mut halves = part.splitn(2, |byte| *byte == b'/');
        let mut number = |half: Option<&[u8]>| half.map_or(0, |half| atoi(line, "places", half, diagnostics));
        let (level, chance) = (number(halves.next()), number(halves.next()));
        let level = lookup::byte::<u32>(line, "places", level, diagnostics);
        let chance = if chance > 0 { lookup::byte(line, "places", chance, diagnostics) } else { 1 };
        if weight(chance) == 0 {
            let expected = "expected a chance of 1 to 100, or the kind is never drawn there";
            diagnostics.push(line.remark(Rule::NeverDrawn, "places", found(part), expected));
        }
        kind.places.push((level, chance, line.span));
    }
}
