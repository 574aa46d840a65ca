//! `object.txt`: the kinds. Svals are counted, not written.

use std::collections::BTreeMap;

use super::{
    super::{
        dialect::FILE_ORDER,
        tables::{DEEPEST, NAMES, table},
    },
    bases::Bases,
    codes::Codes,
    constants::Constants,
    words::{self, Allowed},
};
use crate::{EgoKindRules, KindLine};
use affixboard_kin::{
    Reader,
    lookup::{check_capacity, whole_number},
    records::collect,
};
use affixboard_model::{
    catalog::{Kind, KindAllocation, plain_name},
    engine::flags::FlagSet,
    syntax::{FileSpec, ParsedLine, colon::found},
    text::{Diagnostic, Rule, Span},
};

/// The most `alloc:` lines of a kind. The original has no limit; the game's own files have up to four.
const MOST_LINES: usize = 6;

/// The kinds so far. Artefacts add to them.
#[derive(Debug, Default)]
pub(super) struct Kinds {
    list: Vec<Kind>,
    bases: Bases,
    /// The last sval of each item type.
    svals: BTreeMap<u16, u16>,
    /// Serial number of the next kind.
    next: u32,
}

/// A kind's record, without the flags of its item type.
#[derive(Debug, Default)]
struct Body {
    written_name: String,
    tval: u16,
    sval: u16,
    level: i32,
    allocations: Vec<KindAllocation>,
    flags: FlagSet,
}

impl Kinds {
    /// The kind of a type that a text names (obj-util.c, `lookup_sval`): the first of that name, in any case, or that of
    /// the number it starts with. The original crashes where a number is no kind's.
    pub(super) fn named(&self, tval: u16, line: &ParsedLine) -> Option<u16> {
        let (text, name) = (line.bytes("sval"), line.text("sval"));
        let is_number = text.first().is_some_and(u8::is_ascii_digit);
        let number = whole_number(text).and_then(|number| u16::try_from(number).ok());
        let is_it = |kind: &&Kind| {
            kind.tval == tval
                && if is_number { Some(kind.sval) == number } else { kind.name.eq_ignore_ascii_case(&name) }
        };
        self.list.iter().find(is_it).map(|kind| kind.sval)
    }

    /// The same, or what is wrong with the line.
    pub(super) fn item(&self, line: &ParsedLine) -> Result<(u16, u16), Diagnostic> {
        let tval = words::tval(line)?;
        let sval = self.named(tval, line).filter(|sval| *sval > 0).ok_or_else(|| {
            let expected = "expected the name of a kind of this type in object.txt; the line is ignored";
            line.remark(Rule::UnrecognisedSval, "sval", found(line.bytes("sval")), expected)
        })?;
        Ok((tval, sval))
    }

    /// An item type that has kinds, and the last of them, or what is wrong with the line.
    pub(super) fn item_type(&self, line: &ParsedLine) -> Result<(u16, u16), Diagnostic> {
        let tval = words::tval(line)?;
        let last = self.svals.get(&tval).copied().ok_or_else(|| {
            let expected = "expected an item type with kinds in object.txt; the line is ignored";
            line.remark(Rule::InvalidValue, "tval", found(line.bytes("tval")), expected)
        })?;
        Ok((tval, last))
    }

    /// Whether artefacts of that kind are special.
    pub(super) fn is_special(&self, tval: u16, sval: u16) -> bool {
        let kind = self.list.iter().find(|kind| (kind.tval, kind.sval) == (tval, sval));
        kind.is_some_and(|kind| kind.flags.contains(&"INSTA_ART"))
    }

    /// Adds a kind that `object.txt` doesn't have, for a special artefact; its sval.
    pub(super) fn make(&mut self, tval: u16, name: &str, level: i32) -> u16 {
        let sval = next_sval(&mut self.svals, tval);
        let flags = NAMES.flag("INSTA_ART");
        self.push(Body { written_name: name.to_owned(), tval, sval, level, flags, ..Body::default() }, None);
        sval
    }

    fn push(&mut self, body: Body, record: Option<Span>) {
        self.list.push(Kind {
            index: self.next,
            tval: body.tval,
            sval: body.sval,
            name: plain_name(&body.written_name),
            level: body.level,
            allocations: body.allocations,
            // Drops are read last.
            good: false,
            flags: NAMES.of_flags(body.flags | self.bases.kind_flags(body.tval)),
            record,
        });
        self.next += 1;
    }

    /// The kinds by serial number, each with what the rules need of it; `tables`: those that a kind is in, a bit each.
    pub(super) fn into_list(self, tables: impl Fn(&Kind) -> u8) -> Vec<(Kind, EgoKindRules)> {
        let finish = |kind: Kind| {
            let tables = tables(&kind);
            let drawn = kind.allocations.iter().filter(|allocation| allocation.commonness > 0);
            let line = |allocation: &KindAllocation| {
                let (weight, min) = (allocation.commonness, allocation.min);
                KindLine { weight, min, max: u32::MAX, entry: min }
            };
            let rules = EgoKindRules {
                level: u32::try_from(kind.level).unwrap_or(0),
                lines: drawn.map(line).collect(),
                tables,
                ..EgoKindRules::default()
            };
            (Kind { good: tables >> table::GOOD & 1 != 0, ..kind }, rules)
        };
        self.list.into_iter().map(finish).collect()
    }
}

/// The next sval of an item type.
fn next_sval(svals: &mut BTreeMap<u16, u16>, tval: u16) -> u16 {
    let last = svals.entry(tval).or_default();
    *last = last.saturating_add(1);
    *last
}

/// The kinds of `object.txt`.
pub(super) fn read(
    reader: &mut Reader<'_>,
    spec: &'static FileSpec,
    bases: Bases,
    codes: &Codes,
    constants: &Constants,
) -> Kinds {
    let mut svals = BTreeMap::new();
    let begin = |line: &ParsedLine| Ok(Body { written_name: line.text("name"), ..Body::default() });
    let (records, _) = collect(reader, spec, FILE_ORDER, begin, |body: &mut Body, line, diagnostics| {
        codes.check(line)?;
        match line.spec.tag {
            "type" => {
                body.tval = words::tval(line)?;
                body.sval = next_sval(&mut svals, body.tval);
            }
            "depth" => body.level = line.int("level"),
            "alloc" => {
                check_capacity(line, body.allocations.len(), MOST_LINES)?;
                body.allocations.push(allocation(line, constants, diagnostics)?);
            }
            "flags" => body.flags |= words::flags(line, true, diagnostics),
            "values" => {
                words::values(line, Allowed::Dice, diagnostics);
            }
            "special" => check_value(line)?,
            _ => {}
        }
        Ok(())
    });
    let mut kinds = Kinds { bases, svals, ..Kinds::default() };
    for (at, mut record) in records.into_iter().enumerate() {
        if at == 0 {
            let lines = std::mem::take(&mut record.body.allocations);
            reader.diagnostics.extend(lines.iter().map(|line| of_first_kind(spec, line)));
        }
        kinds.push(record.body, Some(record.span));
    }
    // The program keeps an empty kind behind the last.
    kinds.next += 1;
    kinds
}

/// What is said of a place of the first kind, which the program takes for a heap of objects and leaves out of its table.
fn of_first_kind(spec: &FileSpec, place: &KindAllocation) -> Diagnostic {
    Diagnostic {
        rule: Rule::NeverDrawn,
        file: spec.name.to_owned(),
        span: Some(place.line),
        found: "found a place of the first kind".to_owned(),
        expected: "expected a heap of objects there, or a kind that nothing finds; it is never drawn".to_owned(),
    }
}

/// A level from which on a kind is found, and its weight there: 100 / chance, cut to a whole number.
fn allocation(
    line: &ParsedLine,
    constants: &Constants,
    diagnostics: &mut Vec<Diagnostic>,
) -> Result<KindAllocation, Diagnostic> {
    let (level, chance) = (line.int("level"), line.int("chance"));
    let last = constants.last_kind_level();
    let min = u32::try_from(level).ok().filter(|level| *level <= last).ok_or_else(|| {
        let expected = format!("expected 0 to {last} (below max-depth of the world); the line is ignored");
        line.remark(Rule::OutOfBounds, "level", format!("found {level}"), expected)
    })?;
    let chance = u32::try_from(chance).map_err(|_| {
        let expected = "expected 0 or more; the line is ignored";
        line.remark(Rule::OutOfBounds, "chance", format!("found {chance}"), expected)
    })?;
    let weight = 100_u32.checked_div(chance).unwrap_or(0);
    if weight == 0 {
        let expected = "expected a chance of 1 to 100, or the kind is never drawn there";
        diagnostics.push(line.remark(Rule::NeverDrawn, "chance", format!("found {chance}"), expected));
    }
    Ok(KindAllocation { commonness: weight, min, max: DEEPEST.max(min), line: line.span })
}

/// Refuses a line `special:` whose value is no dice.
fn check_value(line: &ParsedLine) -> Result<(), Diagnostic> {
    let text = line.bytes("value");
    if affixboard_kin::brackets::dice(text).is_some() {
        return Ok(());
    }
    let expected = "expected a number or dice such as 2, d4 or -1+m5; the line is ignored";
    Err(line.remark(Rule::NotRandom, "value", found(text), expected))
}
