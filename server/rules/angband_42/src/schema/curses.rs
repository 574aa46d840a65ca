//! `curse.txt`, and what `player_timed.txt` says of it: the curses.

use super::{
    super::{
        dialect::FILE_ORDER,
        power::PowerItem,
        value_data::{Curse, CurseSet, Obstacle},
    },
    brackets,
    codes::{MOST, too_many},
    item_types::ItemTypes,
    words,
};
use affixboard_kin::{
    Reader,
    records::{Record, collect},
};
use affixboard_model::{
    engine::flags::FlagSet,
    syntax::{FileSpec, ParsedLine, RandomValue, colon::found},
    text::{Diagnostic, Rule},
};

/// The records of `curse.txt`, before names are resolved.
#[derive(Debug, Default)]
pub(super) struct CurseRecords(Vec<Body>);

#[derive(Debug, Default)]
struct Body {
    name: String,
    tvals: Vec<u16>,
    /// Names of curses that it keeps off.
    conflicts: Vec<String>,
    conflict_flags: FlagSet,
    /// The timed effect its first effect begins; it comes over nobody who is safe from that.
    timed_effect: Option<String>,
    has_effect: bool,
    /// What it does, as an item.
    item: PowerItem,
}

impl CurseRecords {
    /// Reads a line `curse:` into a set of curses; other lines are left alone. A power below 1 adds nothing.
    pub(super) fn add(&self, line: &ParsedLine, into: &mut CurseSet) -> Result<(), Diagnostic> {
        if line.spec.tag != "curse" {
            return Ok(());
        }
        let name = line.text("curse");
        let curse = self.0.iter().position(|curse| curse.name == name).ok_or_else(|| {
            let expected = "expected the name of a curse of curse.txt; the line is ignored";
            line.remark(Rule::InvalidValue, "curse", found(line.bytes("curse")), expected)
        })?;
        if line.int("power") > 0 {
            into.set(curse, line.int("power"));
        }
        Ok(())
    }

    /// What each curse does, as an item of no type, with its name.
    pub(super) fn items(&self) -> Vec<(String, PowerItem)> {
        self.0.iter().map(|curse| (curse.name.clone(), curse.item.clone())).collect()
    }

    /// The curses with all that keeps them from items, after the timed effects are known.
    pub(super) fn finish(self, timed_effects: &[(String, Vec<Obstacle>)]) -> Vec<Curse> {
        let place = |name: &String| self.0.iter().position(|curse| curse.name == *name);
        let finish = |body: &Body| {
            let of_effect =
                body.timed_effect.as_ref().and_then(|name| timed_effects.iter().find(|known| known.0 == *name));
            let mut obstacles = of_effect.map_or_else(Vec::new, |effect| effect.1.clone());
            obstacles.push(Obstacle::Flags(body.conflict_flags));
            Curse {
                name: body.name.clone(),
                tvals: body.tvals.clone(),
                conflicts: body.conflicts.iter().filter_map(place).collect(),
                obstacles,
            }
        };
        self.0.iter().map(finish).collect()
    }
}

/// Reads the curses.
pub(super) fn read(reader: &mut Reader<'_>, spec: &'static FileSpec, types: &ItemTypes) -> CurseRecords {
    let begin = |line: &ParsedLine| Ok(Body { name: line.text("name"), ..Body::default() });
    let (records, _) =
        collect(reader, spec, FILE_ORDER, begin, |curse, line, diagnostics| add(types, curse, line, diagnostics));
    if let Some(surplus) = records.get(MOST) {
        reader.diagnostics.push(too_many(spec, surplus.span));
    }
    CurseRecords(records.into_iter().take(MOST).map(|record| record.body).collect())
}

fn add(
    types: &ItemTypes,
    curse: &mut Body,
    line: &ParsedLine,
    diagnostics: &mut Vec<Diagnostic>,
) -> Result<(), Diagnostic> {
    match line.spec.tag {
        "type" => curse.tvals.push(types.read(line)?),
        "effect" => {
            if !curse.has_effect && line.bytes("effect") == b"TIMED_INC" {
                curse.timed_effect = Some(line.text("subtype"));
            }
            curse.has_effect = true;
        }
        "conflict" => curse.conflicts.push(line.text("curse")),
        "conflict-flags" => curse.conflict_flags |= words::object_flags(line, "flags", diagnostics),
        // A curse's effect on the wearer isn't part of the item's own values, but of its power.
        "combat" => curse.item.bonuses = ["to-hit", "to-dam", "to-ac"].map(|field| line.int(field)),
        "flags" => {
            curse.item.flags |= words::flags(line, "flags", false, diagnostics);
            curse.item.ignores |= words::ignored_elements(line, "flags");
        }
        "values" => {
            let item = &mut curse.item;
            let mut properties = brackets::Properties {
                modifiers: item.modifiers.map(RandomValue::fixed),
                resistances: item.resistances,
            };
            brackets::read(line, brackets::Allowed::Numbers, &mut properties, diagnostics);
            item.modifiers = properties.modifiers.map(|modifier| modifier.base);
            item.resistances = properties.resistances;
        }
        _ => {}
    }
    Ok(())
}

/// The timed effects of `player_timed.txt`: name, and the item properties that prevent the effect.
pub(super) fn read_timed_effects(reader: &mut Reader<'_>, spec: &'static FileSpec) -> Vec<(String, Vec<Obstacle>)> {
    let begin = |line: &ParsedLine| Ok((line.text("name"), Vec::new()));
    let (records, _) = collect(reader, spec, FILE_ORDER, begin, |effect, line, _| {
        if line.spec.tag == "fail" {
            effect.1.extend(obstacle(line)?);
        }
        Ok(())
    });
    records.into_iter().map(|Record { body, .. }| body).collect()
}

/// The obstacle of a `fail` line; `None` if the line is about the player and not about items.
fn obstacle(line: &ParsedLine) -> Result<Option<Obstacle>, Diagnostic> {
    let name = line.text("flag");
    let unknown = |what: &str| {
        let expected = format!("expected the name of {what}; the line is ignored");
        line.remark(Rule::InvalidFlag, "flag", found(name.as_bytes()), expected)
    };
    match line.int("code") {
        1 => match words::object_flag(&name) {
            0 => Err(unknown("an object flag")),
            flag => Ok(Some(Obstacle::Flags(flag))),
        },
        2 => words::element(&name).map(|at| Some(Obstacle::Resistance(at))).ok_or_else(|| unknown("an element")),
        3 => words::element(&name).map(|at| Some(Obstacle::Vulnerability(at))).ok_or_else(|| unknown("an element")),
        4 | 5 => Ok(None),
        code => {
            let expected = "expected 1 to 5; the line is ignored";
            Err(line.remark(Rule::InvalidValue, "code", format!("found {code}"), expected))
        }
    }
}
