//! `e_info.txt`: the egos, and the kinds that their roles are for.

use super::{
    super::{
        activations::Activation,
        dialect::{EGOS, EGOS_OF_ONE_ROLE},
        ego_weight::base_weight,
        flags::{FlagBits, named},
        items::{accepted, roles_of},
        roles::{EgoRole, ROLES},
        stats::{FrogEgo, FrogKind},
    },
    fields::{DEEPEST, add_flags, byte, is_cursed, short},
};
use affixboard_kin::letter::{
    LetterReader,
    lookup::{self, atoi},
    records::{Rules, collect},
};
use affixboard_model::{
    catalog::{Affix, Allocation},
    syntax::{ParsedLine, colon::found},
    text::{Diagnostic, Rule, Span},
};

#[derive(Default)]
struct Body {
    name: String,
    stats: FrogEgo,
    flags: Vec<&'static str>,
    /// The first line of roles.
    line: Option<Span>,
}

/// An ego whose items aren't known yet: its lines are none.
pub(super) struct Unplaced {
    ego: Affix,
    stats: FrogEgo,
    line: Option<Span>,
}

/// The egos by index, with what the rules need.
pub(super) fn read(reader: &mut LetterReader<'_>, limit: Option<u32>, has_one_role: bool) -> Vec<Unplaced> {
    let rules = Rules { counts_up: true, ..Rules::below(limit) };
    let begin = |line: &ParsedLine| {
        let mut body = Body { name: line.text("name"), ..Body::default() };
        if has_one_role {
            // An unknown one is said to be none by the remark on an ego that names no items.
            roles(&mut body.stats, line, &mut Vec::new());
            body.line = Some(line.span);
        }
        body
    };
    let file = if has_one_role { &EGOS_OF_ONE_ROLE } else { &EGOS };
    let records = collect(reader, file, &rules, begin, |body, line, diagnostics| {
        add(body, line, diagnostics);
        Ok(())
    });
    let egos = records.into_iter().map(|record| {
        let Body { name, mut stats, flags, line } = record.body;
        stats.is_cursed = is_cursed(&flags);
        stats.flags = FlagBits::of_names(&flags);
        if stats.activation.is_some() {
            stats.flags.add(named::ACTIVATE);
        }
        stats.known = if has_one_role { 0 } else { record.index };
        let ego = Affix { index: record.index, name, role: None, flags, allocations: Vec::new(), record: record.span };
        Unplaced { ego, stats, line }
    });
    egos.collect()
}

fn add(ego: &mut Body, line: &ParsedLine, diagnostics: &mut Vec<Diagnostic>) {
    let stats = &mut ego.stats;
    match line.spec.tag {
        "T" => {
            roles(stats, line, diagnostics);
            ego.line = ego.line.or(Some(line.span));
        }
        "W" => {
            stats.min = byte(line, "min-level", diagnostics);
            let text = line.bytes("max-level");
            let last = if text == b"*" { 0 } else { atoi(line, "max-level", text, diagnostics) };
            stats.max = lookup::byte(line, "max-level", last, diagnostics);
            stats.rarity = byte(line, "rarity", diagnostics);
            // Where roles stand nowhere, it is what makes the ego.
            ego.line = ego.line.or(Some(line.span));
        }
        "C" => {
            let [to_hit, to_dam, to_ac] = ["to-hit", "to-dam", "to-ac"].map(|field| short(line, field, diagnostics));
            stats.most = [to_hit, to_dam, to_ac, byte(line, "pval", diagnostics) as i32];
        }
        "F" => add_flags(&mut ego.flags, line, diagnostics),
        "E" => stats.activation = stats.activation.or_else(|| Some(Activation::read(line))),
        _ => {}
    }
}

/// The words of a `T:` line. An unknown one costs itself.
fn roles(stats: &mut FrogEgo, line: &ParsedLine, diagnostics: &mut Vec<Diagnostic>) {
    for (word, span) in line.flags("roles") {
        if let Some((_, role)) = ROLES.iter().find(|known| known.0 == word) {
            stats.roles.add(*role);
        } else {
            let known: Vec<&str> = ROLES.iter().map(|role| role.0).collect();
            let expected = format!("expected one of {}; it is ignored", known.join(", "));
            diagnostics.push(line.remark_at(Rule::InvalidFlag, span, found(word.as_bytes()), expected));
        }
    }
}

/// The ego with its lines: the svals of each item type that have one of its roles and take it.
pub(super) fn placed(unplaced: Unplaced, kinds: &[FrogKind]) -> (Affix, FrogEgo) {
    let Unplaced { mut ego, stats, line } = unplaced;
    let takes = |kind: &&FrogKind| {
        let fits = |role: &EgoRole| stats.roles.has(*role) && accepted(stats.known, *role, kind) > 0;
        roles_of(kind).iter().any(fits)
    };
    let is_for = |kind: &FrogKind| (stats.rarity > 0 && takes(&kind)).then_some(kind.place());
    let mut all: Vec<(u8, u8)> = kinds.iter().map(FrogKind::place).collect();
    all.sort_unstable();
    all.dedup();
    let mut taken: Vec<(u8, u8)> = kinds.iter().filter_map(is_for).collect();
    taken.sort_unstable();
    taken.dedup();
    let mut ranges: Vec<(u8, u8, u8)> = Vec::new();
    for (tval, sval) in taken {
        // Svals between two that are no kind's don't part a range.
        let follows = |range: &(u8, u8, u8)| {
            let between = all.iter().filter(|other| other.0 == tval && other.1 > range.2 && other.1 < sval).count();
            range.0 == tval && between == 0
        };
        match ranges.last_mut() {
            Some(range) if follows(range) => range.2 = sval,
            _ => ranges.push((tval, sval, sval)),
        }
    }
    let allocation = |(tval, min_sval, max_sval): (u8, u8, u8)| Allocation {
        tval: tval.into(),
        min_sval: min_sval.into(),
        max_sval: max_sval.into(),
        affix_level: 0,
        commonness: base_weight(stats.rarity),
        min: stats.min,
        max: if stats.max > 0 { stats.max } else { DEEPEST.max(stats.min) },
        line: line.unwrap_or(ego.record),
    };
    ego.allocations = ranges.into_iter().map(allocation).collect();
    (ego, stats)
}
