//! `ego_item.txt`: the egos.

use super::{
    super::{dialect::EGOS, item::EgoStats, tables::EXTRA_GROUPS},
    fields::{DEEPEST, NAMES, byte, short, tval as tval_of, weight},
};
use affixboard_kin::letter::{
    LetterReader,
    lookup::{self, byte_of},
    records::{Fault, Rules, collect},
};
use affixboard_model::{
    catalog::{Affix, Allocation},
    syntax::ParsedLine,
    text::{Diagnostic, Rule, Span},
};

/// `T:` lines of an ego at most.
const MOST_PLACES: usize = 3;

#[derive(Default)]
struct Body {
    name: String,
    stats: EgoStats,
    lines: Vec<Span>,
}

/// The egos by index, with what the rules need; their slay power comes later.
pub(super) fn read(reader: &mut LetterReader<'_>, limit: Option<u32>) -> Vec<(Affix, EgoStats)> {
    let rules = Rules::below(limit);
    let begin = |line: &ParsedLine| Body { name: line.text("name"), ..Body::default() };
    let records = collect(reader, &EGOS, &rules, begin, add);
    let egos = records.into_iter().map(|record| {
        let Body { name, mut stats, lines } = record.body;
        stats.index = record.index;
        let min = u32::try_from(stats.level).unwrap_or(0);
        // Racial egos are in the table, and passed over.
        let commonness = if stats.slot == 0 { 0 } else { weight(stats.rarity) };
        let allocation = |((tval, first, last), line): (&(u8, u8, u8), &Span)| Allocation {
            tval: u16::from(*tval),
            min_sval: u16::from(*first),
            max_sval: u16::from(*last),
            affix_level: 0,
            commonness,
            min,
            max: DEEPEST.max(min),
            line: *line,
        };
        let ego = Affix {
            index: record.index,
            name,
            role: None,
            flags: NAMES.of_flags(stats.flags),
            allocations: stats.places.iter().zip(&lines).map(allocation).collect(),
            record: record.span,
        };
        (ego, stats)
    });
    egos.collect()
}

fn add(ego: &mut Body, line: &ParsedLine, diagnostics: &mut Vec<Diagnostic>) -> Result<(), Fault> {
    let stats = &mut ego.stats;
    match line.spec.tag {
        "X" => {
            stats.slot = byte_of(line, "slot", diagnostics);
            stats.extra = byte_of(line, "xtra", diagnostics);
            if usize::from(stats.extra) >= EXTRA_GROUPS.len() {
                let expected = format!("expected a group of flags from 0 to {}; it is ignored", EXTRA_GROUPS.len() - 1);
                let said = line.remark(Rule::InvalidValue, "xtra", format!("found {}", stats.extra), expected);
                stats.extra = 0;
                diagnostics.push(said);
            }
        }
        "W" => {
            stats.level = byte(line, "level", diagnostics);
            stats.rarity = byte_of(line, "rarity", diagnostics);
            stats.cost = line.int("cost");
        }
        "C" => stats.most = ["to-hit", "to-dam", "to-ac", "pval"].map(|field| short(line, field, diagnostics)),
        "T" => {
            lookup::check_capacity(line, stats.places.len(), MOST_PLACES)?;
            let tval = tval_of(&NAMES, line, diagnostics)?;
            let (first, last) = (byte_of(line, "min-sval", diagnostics), byte_of(line, "max-sval", diagnostics));
            stats.places.push((tval, first, last));
            ego.lines.push(line.span);
        }
        "F" | "O" => stats.flags |= NAMES.flags(line, "flags", diagnostics),
        _ => {}
    }
    Ok(())
}
