//! `ego_item.txt`: the egos.

use super::{
    LetterDialect, ValueDialect,
    fields::{tval_of, weight},
    strangers::Strangers,
    variants::{Layout, Rarity},
};
use crate::{
    EgoRules,
    values::{Combat, Marks, SingleEgoValues},
};
use affixboard_kin::{
    effects::of_ego,
    letter::{
        LetterReader,
        lookup::{self, byte_of},
        records::{Fault, LetterRecord, Rules, collect},
    },
};
use affixboard_model::{
    catalog::{Affix, Allocation, EffectSet},
    engine::flags::FlagSet,
    syntax::{ParsedLine, colon::found},
    text::{Diagnostic, Rule, Span},
};

#[derive(Default)]
struct Body {
    name: String,
    level: u8,
    /// Above this level it isn't drawn, where a variant says so.
    last_level: Option<u8>,
    weight: u32,
    cost: i32,
    cursed: bool,
    /// Flags that follow come at times only.
    at_times: bool,
    /// The most it adds to to-hit, to-dam, to-ac and pval.
    most: [u8; 4],
    /// The most it adds to attack, evasion and dice.
    most_combat: Combat,
    /// The numbers of its `X:` line that can be its random power: where there is no slot, and where there is one.
    extra: [u8; 2],
    flags: FlagSet,
    /// Item type, first and last sval, line.
    places: Vec<(u8, u8, u8, Span)>,
    /// Position in `places` of the next `T:` line.
    next_place: usize,
}

/// The egos by index, with what only the rules need.
pub(super) fn read(
    reader: &mut LetterReader<'_>,
    layout: Layout,
    limit: Option<u32>,
) -> Vec<(Affix, EgoRules, SingleEgoValues)> {
    let mut ratings = Ratings { vary: layout.slots_vary(), ..Ratings::default() };
    let mut strangers = Strangers::default();
    let begin = |line: &ParsedLine| Body { name: line.text("name"), ..Body::default() };
    let add = |ego: &mut Body, line: &ParsedLine, diagnostics: &mut Vec<Diagnostic>| {
        if line.spec.tag == "X" {
            ratings.add(line).map_err(Fault::Record)?;
        }
        add(layout, &mut strangers, ego, line, diagnostics)
    };
    // A record with an unreadable `X:` or `W:` line is dropped: variants give these lines other meanings.
    let rules =
        Rules { zero: layout.has_zero(), vital: &["X", "W"], amends: layout.dialect.amends, ..Rules::below(limit) };
    let records = collect(reader, layout.files().egos(), &rules, begin, add);
    let has_slots = ratings.check(&mut reader.diagnostics);
    strangers.say("flag", (layout, layout.files().egos()), reader);
    records.into_iter().map(|record| finish(layout, has_slots, record)).collect()
}

fn add(
    layout: Layout,
    strangers: &mut Strangers,
    ego: &mut Body,
    line: &ParsedLine,
    diagnostics: &mut Vec<Diagnostic>,
) -> Result<(), Fault> {
    let curses = layout.curses();
    match line.spec.tag {
        // Of an index that comes again: the name is added to the first, and places are written anew.
        "N" => {
            ego.name += &line.text("name");
            ego.next_place = 0;
        }
        "X" => {
            ego.extra = ["rating-or-xtra", "xtra"].map(|field| line.maybe_int(field).unwrap_or(0) as u8);
        }
        "W" => {
            let more = line.bytes_of("more");
            if !more.is_empty() {
                let expected = "expected no more than four numbers; the whole record is ignored";
                return Err(Fault::Record(line.remark(Rule::UnknownShape, "more", found(more), expected)));
            }
            ego.level = byte_of(line, "level", diagnostics);
            ego.weight = weight_of(layout, line, diagnostics);
            ego.cost = line.int("cost");
            ego.cursed |= curses.worthless && ego.cost == 0;
            ego.last_level = layout.last_level(line, diagnostics);
        }
        "C" if layout.has_combat() => {
            ego.most_combat = Combat::of_maxima(line);
            ego.most[3] = byte_of(line, "pval", diagnostics);
        }
        "C" if layout.has_values() => {
            ego.most = ["to-hit", "to-dam", "to-ac", "pval"].map(|field| byte_of(line, field, diagnostics));
        }
        "C" => ego.cursed |= curses.penalties && line.maybe_int("to-ac").is_some_and(|bonus| bonus < 0),
        "B" => ego.cursed |= curses.penalties && line.bytes_of("bonuses").windows(2).any(|pair| pair == b"[-"),
        "T" => {
            lookup::check_capacity(line, ego.next_place, layout.ego_places())?;
            let tval = match layout.form {
                Some(_) => tval_of(layout.dialect.names, line, diagnostics)?,
                None => byte_of(line, "tval", diagnostics),
            };
            let (min, max) = (byte_of(line, "min-sval", diagnostics), byte_of(line, "max-sval", diagnostics));
            let place = (tval, min, max, line.span);
            match ego.places.get_mut(ego.next_place) {
                Some(old) => *old = place,
                None => ego.places.push(place),
            }
            ego.next_place += 1;
        }
        "R" => ego.at_times = line.maybe_int("percent").is_some_and(|percent| percent < 100),
        "F" => {
            ego.cursed |= line.flags("flags").iter().any(|(flag, _)| curses.flags.contains(&flag.as_str()));
            let flags = layout.flags(line, strangers, diagnostics);
            if !ego.at_times {
                ego.flags |= flags;
            }
        }
        _ => {}
    }
    Ok(())
}

/// Draw weight of an ego that always passes, where rarities are chances.
const CERTAIN: u32 = 10_000;

/// Draw weight of an ego by its rarity.
fn weight_of(layout: Layout, line: &ParsedLine, diagnostics: &mut Vec<Diagnostic>) -> u32 {
    let rarity = layout.form.map_or(Rarity::OneIn, |form| form.rarity);
    if rarity == Rarity::OneIn {
        return weight(byte_of(line, "rarity", diagnostics));
    }
    let [first, second] = ["rarity1", "rarity2"].map(|field| u32::from(byte_of(line, field, diagnostics)));
    // rand0(0) and rand0(1) are 0.
    let rolls = second.max(1);
    let passes = if rarity == Rarity::UpTo { first + 1 } else { rolls.saturating_sub(first) };
    (CERTAIN * passes.min(rolls) + rolls / 2) / rolls
}

/// The `X:` lines of a file: two numbers (rating, random power) in 3.0, three in older files, which have a slot before
/// them. If both are read, the majority of a file's lines decides its form: 3.0's program accepts three numbers and
/// reads the first two.
#[derive(Default)]
struct Ratings {
    /// Whether both forms are read; else the reader of lines has seen to it.
    vary: bool,
    two: Vec<Diagnostic>,
    three: Vec<Diagnostic>,
}

impl Ratings {
    fn add(&mut self, line: &ParsedLine) -> Result<(), Diagnostic> {
        if !self.vary {
            return Ok(());
        }
        if line.opt_int("rating-or-xtra").is_none() {
            let expected = "expected X:rating:xtra or X:slot:rating:xtra; the whole record is ignored";
            return Err(line.remark_at(Rule::UnknownShape, line.span, "found one number".to_owned(), expected));
        }
        if line.opt_int("xtra").is_some() {
            let expected = "expected two as in most lines of this file: it is read as X:rating:xtra";
            self.three.push(line.remark_at(Rule::SurplusField, line.span, "found three numbers", expected));
        } else {
            let expected = "expected three as in most lines of this file: X:slot:rating:xtra; the line is ignored";
            self.two.push(line.remark_at(Rule::MissingField, line.span, "found two numbers", expected));
        }
        Ok(())
    }

    /// Says which lines are not as most are. Whether most have a slot.
    fn check(self, diagnostics: &mut Vec<Diagnostic>) -> bool {
        let have_slots = !self.vary || self.three.len() > self.two.len();
        diagnostics.extend(if have_slots { self.two } else { self.three });
        have_slots
    }
}

fn finish(layout: Layout, has_slots: bool, record: LetterRecord<Body>) -> (Affix, EgoRules, SingleEgoValues) {
    let (dialect, body) = (layout.dialect, record.body);
    let Body { weight, cursed, .. } = body;
    let (level, last_level) = (u32::from(body.level), body.last_level.map(u32::from));
    let allocations = body.places.iter().map(|(tval, min, max, line)| Allocation {
        tval: u16::from(*tval),
        min_sval: u16::from(*min),
        max_sval: u16::from(*max),
        affix_level: if cursed { dialect.cursed_affix_level } else { 0 },
        commonness: weight,
        min: level,
        max: last_level.unwrap_or(dialect.deepest().max(level)),
        line: *line,
    });
    let affix = Affix {
        index: record.index,
        name: body.name,
        role: None,
        flags: dialect.names.of_flags(body.flags),
        allocations: allocations.collect(),
        record: record.span,
    };
    let rules = EgoRules {
        weight,
        level,
        usual_level: 0,
        max: last_level.unwrap_or(u32::MAX),
        cursed,
        places: body
            .places
            .iter()
            .map(|(tval, min, max, _)| (u16::from(*tval), u16::from(*min), u16::from(*max)))
            .collect(),
    };
    let given = dialect.given_powers.iter().find(|given| given.0 == record.index);
    let values = SingleEgoValues {
        most: body.most,
        most_combat: body.most_combat,
        extra: given.map_or(body.extra[usize::from(has_slots)], |given| given.1),
        flags: body.flags,
        cost: body.cost,
        // Worthless items are broken (object2.c, `apply_magic`).
        marks: Marks { cursed, broken: body.cost == 0 },
    };
    (affix, rules, values)
}

/// The effects of an ego by group: numbers are taken off an item that is cursed or worthless.
pub(super) fn effects(dialect: &LetterDialect, ego: &SingleEgoValues) -> EffectSet {
    let sign = if ego.marks.any() { -1 } else { 1 };
    let names = dialect.names.of_flags(ego.flags);
    let needs_pval = |name: &str| dialect.pval_flags.contains(&name);
    let mut effects = of_ego(ego.most.map(|most| sign * i32::from(most)), &names, needs_pval);
    ego.most_combat.add_effects(&mut effects);
    let powers = match dialect.values {
        ValueDialect::Bonuses(values) => values.extra.as_slice(),
        ValueDialect::Combat(_) => &[],
    };
    let extra = usize::from(ego.extra).checked_sub(1).and_then(|at| powers.get(at));
    extra.into_iter().flat_map(|flags| flags.iter()).for_each(|flag| effects.add_flag(flag));
    effects
}
