//! `object.txt`: the kinds. Svals are counted, not written.

use std::collections::BTreeMap;

use super::{
    super::{
        dialect::FILE_ORDER,
        power::Launcher,
        tables::{OBJECT_FLAGS, tval},
        value_data::KindValues,
    },
    bases::Bases,
    brackets::{self, Allowed},
    codes::Codes,
    curses::CurseRecords,
    item_types::ItemTypes,
    words,
};
use affixboard_egos::{EgoKindRules, KindLine};
use affixboard_kin::{
    Reader,
    records::{Record, collect},
};
use affixboard_model::{
    catalog::{Kind, KindAllocation, plain_name},
    engine::flags::FlagSet,
    syntax::{FileSpec, ParsedLine},
    text::{Diagnostic, Span},
};

/// The kinds so far. Classes and artifacts add to them.
#[derive(Debug, Default)]
pub(super) struct Kinds {
    list: Vec<(Kind, EgoKindRules)>,
    /// `[kind]`: its base values.
    values: Vec<KindValues>,
    /// The names as the program compares them.
    written_names: Vec<String>,
    /// The item types by name.
    pub(super) types: ItemTypes,
    /// The last sval of each item type.
    svals: BTreeMap<u16, u16>,
    /// Serial number of the next kind.
    next: u32,
}

/// A kind's record, without the properties of its item type.
#[derive(Debug, Default)]
pub(super) struct Body {
    written_name: String,
    tval: u16,
    sval: u16,
    level: i32,
    allocation: Option<KindAllocation>,
    /// Object flags and kind flags.
    flags: FlagSet,
    values: KindValues,
}

impl Kinds {
    /// The sval that a text names among kinds of a type (obj-util.c, `lookup_sval`): the first kind of that name, in
    /// any case, or the number it starts with.
    pub(super) fn sval_named(&self, tval: u16, text: &[u8], name: &str) -> Option<u16> {
        if text.first().is_some_and(u8::is_ascii_digit) {
            return words::whole_number(text).and_then(|number| u16::try_from(number).ok());
        }
        self.named(tval, name)
    }

    /// The most that a modifier of these kinds can be, the first and last sval among them; `None` where there are none.
    pub(super) fn most_modifier(&self, tval: u16, (first, last): (u16, u16), modifier: usize) -> Option<i32> {
        let kinds = self.list.iter().zip(&self.values);
        let these = kinds.filter(|((kind, _), _)| kind.tval == tval && (first..=last).contains(&kind.sval));
        these.map(|(_, values)| values.properties.modifiers[modifier].maximum()).max()
    }

    /// The next sval of an item type.
    fn sval(&mut self, tval: u16) -> u16 {
        let last = self.svals.entry(tval).or_default();
        *last += 1;
        *last
    }

    /// The last sval of an item type; 0 where it has no kinds.
    pub(super) fn last(&self, tval: u16) -> u16 {
        self.svals.get(&tval).copied().unwrap_or(0)
    }

    /// The first kind of that item type and name, whatever its case.
    pub(super) fn named(&self, tval: u16, name: &str) -> Option<u16> {
        let known = self.list.iter().find(|(kind, _)| kind.tval == tval && kind.name.eq_ignore_ascii_case(name));
        known.map(|(kind, _)| kind.sval)
    }

    /// Position of the first kind of exactly that name, signs for article and plural included.
    pub(super) fn written(&self, name: &str) -> Option<usize> {
        self.written_names.iter().position(|known| known == name)
    }

    /// The kind that (tval, sval) names.
    pub(super) fn find(&self, tval: u16, sval: u16) -> Option<&(Kind, EgoKindRules)> {
        self.list.iter().find(|(kind, _)| (kind.tval, kind.sval) == (tval, sval))
    }

    /// Whether artifacts of that kind are special.
    pub(super) fn is_special(&self, tval: u16, sval: u16) -> bool {
        self.find(tval, sval).is_some_and(|(kind, _)| kind.flags.contains(&"INSTA_ART"))
    }

    /// Adds a kind that `object.txt` doesn't have, with the next sval of its type; where it stands.
    pub(super) fn make(
        &mut self,
        tval: u16,
        name: &str,
        flags: FlagSet,
        values: KindValues,
        record: Option<Span>,
    ) -> usize {
        let sval = self.sval(tval);
        self.push(Body { written_name: name.to_owned(), tval, sval, flags, values, ..Body::default() }, record);
        self.list.len() - 1
    }

    /// Sets where a kind is found, and what it costs.
    pub(super) fn allocate(&mut self, at: usize, allocation: KindAllocation, cost: i32) {
        self.values[at].cost = cost;
        let (kind, rules) = &mut self.list[at];
        kind.level = allocation.min as i32;
        kind.allocations = vec![allocation];
        rules.lines = vec![line_of(&allocation)];
    }

    fn push(&mut self, body: Body, record: Option<Span>) {
        let good = is_good(&body);
        let name = plain_name(&body.written_name);
        self.values.push(KindValues {
            tval: body.tval,
            flags: body.flags & ((1 << OBJECT_FLAGS) - 1),
            speed_grows: body.tval == tval::RING && name == "Speed",
            launcher: Launcher { shoots: shoots(body.flags), ..body.values.launcher },
            ..body.values
        });
        let rules = EgoKindRules {
            level: u32::try_from(body.level).unwrap_or(0),
            lines: body.allocation.iter().map(line_of).collect(),
            // The reference character, a warrior, reads no book.
            useless: tval::BOOKS.contains(&body.tval),
            ..EgoKindRules::for_drops(good)
        };
        let kind = Kind {
            index: self.next,
            tval: body.tval,
            sval: body.sval,
            name,
            level: body.level,
            allocations: body.allocation.into_iter().collect(),
            good,
            flags: words::flag_names(body.flags),
            record,
        };
        self.next += 1;
        self.written_names.push(body.written_name);
        self.list.push((kind, rules));
    }

    /// The kinds, by serial number, and what their values are rolled from.
    pub(super) fn into_lists(self) -> (Vec<(Kind, EgoKindRules)>, Vec<KindValues>) {
        (self.list, self.values)
    }
}

/// What launchers with these flags shoot: 0 shots, 1 arrows, 2 bolts.
fn shoots(flags: FlagSet) -> Option<usize> {
    ["SHOOTS_SHOTS", "SHOOTS_ARROWS", "SHOOTS_BOLTS"].iter().position(|name| flags & words::flag(name) != 0)
}

fn line_of(allocation: &KindAllocation) -> KindLine {
    KindLine { weight: allocation.commonness, min: allocation.min, max: allocation.max, entry: allocation.min }
}

/// The kinds of `object.txt`.
pub(super) fn read(
    reader: &mut Reader<'_>,
    spec: &'static FileSpec,
    (types, bases): (&ItemTypes, &Bases),
    codes: &Codes,
    curses: &CurseRecords,
) -> Kinds {
    let mut kinds = Kinds { types: types.clone(), ..Kinds::default() };
    let begin = |line: &ParsedLine| Ok(Body { written_name: line.text("name"), ..Body::default() });
    let (records, _) = collect(reader, spec, FILE_ORDER, begin, |body: &mut Body, line, diagnostics| {
        if line.spec.tag == "type" {
            body.tval = types.read(line)?;
            body.sval = kinds.sval(body.tval);
            return Ok(());
        }
        codes.add(line, &mut body.values.codes)?;
        curses.add(line, &mut body.values.curses)?;
        add(body, line, diagnostics)
    });
    for Record { span, mut body, .. } in records {
        body.flags |= bases.kind_flags(body.tval);
        body.values.max_stack = bases.max_stack(body.tval);
        body.values.ignores |= bases.ignores(body.tval);
        kinds.push(body, Some(span));
    }
    // The program keeps an empty kind behind the last.
    kinds.next += 1;
    kinds
}

fn add(body: &mut Body, line: &ParsedLine, diagnostics: &mut Vec<Diagnostic>) -> Result<(), Diagnostic> {
    let values = &mut body.values;
    match line.spec.tag {
        "level" => body.level = line.int("level"),
        "weight" => values.weight = line.int("weight"),
        "cost" => values.cost = line.int("cost"),
        "power" => values.power = line.int("power"),
        // Stock launchers have a number; of dice the least counts here.
        "pval" => values.launcher.multiplier = line.random("pval").minimum(),
        "alloc" => body.allocation = Some(allocation(line)?),
        "attack" => {
            // Only the dice of the first count.
            (values.dice, values.sides) = (line.random("dice").dice, line.random("dice").sides);
            [values.bonuses[0], values.bonuses[1]] = ["to-hit", "to-dam"].map(|field| line.random(field));
        }
        "armor" => (values.ac, values.bonuses[2]) = (line.int("ac"), line.random("to-ac")),
        "pile" => values.pile = (line.int("chance"), line.random("number")),
        "flags" => {
            body.flags |= words::flags(line, "flags", true, diagnostics);
            values.ignores |= words::ignored_elements(line, "flags");
        }
        "values" => brackets::read(line, Allowed::Dice, &mut values.properties, diagnostics),
        _ => {}
    }
    Ok(())
}

/// A kind's commonness and levels. The original checks no bounds: levels start at 0, and none beyond the deepest is
/// drawn.
pub(super) fn allocation(line: &ParsedLine) -> Result<KindAllocation, Diagnostic> {
    let commonness = words::commonness(line)?;
    let (min, max) = words::levels(line)?;
    // Nothing lies in a range that ends before 0.
    let (min, max) = u32::try_from(max).map_or((1, 0), |max| (min.max(0) as u32, max));
    Ok(KindAllocation { commonness, min, max, line: line.span })
}

/// Whether a kind is in the table for good drops (obj-make.c, `kind_is_good`).
fn is_good(kind: &Body) -> bool {
    let [to_hit, to_dam, to_ac] = kind.values.bonuses.map(|bonus| bonus.minimum() >= 0);
    match kind.tval {
        tval::ARROW | tval::BOLT => true,
        tval if tval == tval::BOW || tval::MELEE.contains(&tval) => to_hit && to_dam,
        tval if tval::ARMOUR.contains(&tval) => to_ac,
        _ => kind.flags & words::flag("GOOD") != 0,
    }
}
