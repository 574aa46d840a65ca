//! `ego_item.txt`: the egos.

use super::{Dialect, weight};
use crate::{
    catalog::{Affix, Allocation},
    engine::flags::FlagSet,
    families::egos::{
        EgoRules,
        schema::{
            Names, Reader,
            lookup::{self, byte_of},
            records::{Fault, Record, Rules, collect},
        },
        values::{EgoValues, Marks},
    },
    syntax::{ParsedLine, colon::found},
    text::{Diagnostic, Rule, Span},
};

/// An ego has room for so many item types.
const MOST_PLACES: usize = 3;

#[derive(Default)]
struct Body {
    name: String,
    level: u8,
    rarity: u8,
    cost: i32,
    /// The most it adds to to-hit, to-dam, to-ac and pval.
    most: [u8; 4],
    /// The numbers of its `X:` line that can be its random power: where there is no slot, and where there is one.
    extra: [u8; 2],
    flags: FlagSet,
    /// Item type, first and last sval, line.
    places: Vec<(u8, u8, u8, Span)>,
    /// Which of them the next `T:` line is.
    next_place: usize,
}

/// The egos by index, with what only the rules need.
pub(super) fn read(
    reader: &mut Reader<'_>,
    dialect: &Dialect,
    limit: Option<u32>,
) -> Vec<(Affix, EgoRules, EgoValues)> {
    let names = reader.names;
    let mut ratings = Ratings { vary: dialect.slots_vary, ..Ratings::default() };
    let begin = |line: &ParsedLine| Body { name: line.text("name"), ..Body::default() };
    let add = |ego: &mut Body, line: &ParsedLine, diagnostics: &mut Vec<Diagnostic>| {
        add(names, &mut ratings, ego, line, diagnostics)
    };
    // Variants have `X:` and `W:` lines of other meanings; where one can't be read, guessing at the rest would be wrong.
    let records =
        collect(reader, &dialect.files[3], &Rules { limit, vital: &["X", "W"], amends: dialect.amends }, begin, add);
    let has_slots = ratings.check(&mut reader.diagnostics);
    records.into_iter().map(|record| finish(names, dialect, has_slots, record)).collect()
}

fn add(
    names: &Names,
    ratings: &mut Ratings,
    ego: &mut Body,
    line: &ParsedLine,
    diagnostics: &mut Vec<Diagnostic>,
) -> Result<(), Fault> {
    match line.spec.tag {
        // Of an index that comes again: the name is added to the first, and places are written anew.
        "N" => {
            ego.name += &line.text("name");
            ego.next_place = 0;
        }
        "X" => {
            ratings.add(line).map_err(Fault::Record)?;
            ego.extra = ["rating-or-xtra", "xtra"].map(|field| line.maybe_int(field).unwrap_or(0) as u8);
        }
        "W" => {
            let more = line.bytes("more");
            if !more.is_empty() {
                let expected = "expected no more than four numbers; the whole record is ignored";
                return Err(Fault::Record(line.remark(Rule::UnknownShape, "more", found(more), expected)));
            }
            ego.level = byte_of(line, "level", diagnostics);
            ego.rarity = byte_of(line, "rarity", diagnostics);
            ego.cost = line.int("cost");
        }
        "C" => {
            ego.most = ["to-hit", "to-dam", "to-ac", "pval"].map(|field| byte_of(line, field, diagnostics));
        }
        "T" => {
            lookup::room(line, ego.next_place, MOST_PLACES)?;
            let tval = byte_of(line, "tval", diagnostics);
            let (min, max) = (byte_of(line, "min-sval", diagnostics), byte_of(line, "max-sval", diagnostics));
            let place = (tval, min, max, line.span);
            match ego.places.get_mut(ego.next_place) {
                Some(old) => *old = place,
                None => ego.places.push(place),
            }
            ego.next_place += 1;
        }
        "F" => ego.flags |= names.flags(line, "flags", diagnostics),
        _ => {}
    }
    Ok(())
}

/// The `X:` lines of a file: two numbers (rating, random power) in 3.0, three in older files, which have a slot before them.
/// Where both are read, most of its lines tell which form a file has, for 3.0's program reads three numbers without a word
/// as the first two.
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

fn finish(names: &Names, dialect: &Dialect, has_slots: bool, record: Record<Body>) -> (Affix, EgoRules, EgoValues) {
    let body = record.body;
    let (weight, level) = (weight(body.rarity), u32::from(body.level));
    let cursed = body.flags & names.flag("LIGHT_CURSE") != 0;
    let allocations = body.places.iter().map(|(tval, min, max, line)| Allocation {
        tval: u16::from(*tval),
        min_sval: u16::from(*min),
        max_sval: u16::from(*max),
        affix_level: if cursed { dialect.cursed_affix_level } else { 0 },
        commonness: weight,
        min: level,
        max: dialect.deepest().max(level),
        line: *line,
    });
    let affix = Affix {
        index: record.index,
        name: body.name,
        role: None,
        flags: names.of_flags(body.flags),
        allocations: allocations.collect(),
        record: record.span,
    };
    let rules = EgoRules {
        weight,
        level,
        usual_level: 0,
        max: u32::MAX,
        cursed,
        places: body
            .places
            .iter()
            .map(|(tval, min, max, _)| (u16::from(*tval), u16::from(*min), u16::from(*max)))
            .collect(),
    };
    let values = EgoValues {
        most: body.most,
        extra: body.extra[usize::from(has_slots)],
        flags: body.flags,
        // What can't be sold is broken (object2.c, `apply_magic`).
        marks: Marks { cursed, broken: body.cost == 0 },
    };
    (affix, rules, values)
}
