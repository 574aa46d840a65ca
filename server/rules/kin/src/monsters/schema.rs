//! From lines to races: `monster_base.txt` and `monster.txt`.

use std::{collections::BTreeMap, sync::Arc};

use super::{
    AngbandMonsters, DropRules, Raises,
    races::{DEEPEST, MonsterRace},
};
use crate::{
    Reader, lookup,
    records::{Indices, Record, collect},
};
use affixboard_model::{
    syntax::{FileSpec, ParsedLine, colon::found},
    text::{Diagnostic, Rule, SourceSet},
};

/// A game's monsters as data.
#[derive(Debug)]
pub struct MonsterSpec {
    /// Monster bases and races.
    pub files: &'static [FileSpec; 2],
    /// Names of flags; at most 128.
    pub flags: &'static [&'static str],
    /// How races are numbered.
    pub numbers: Numbers,
    /// The rules of what comes and what it leaves.
    pub rules: &'static DropRules,
}

/// How races are numbered, and how large numbers may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Numbers {
    /// By index; level and rarity are bytes.
    Bytes,
    /// By index; the level is a byte.
    ByteLevel,
    /// In file order.
    Counted,
}

impl Numbers {
    fn indices(self) -> Indices {
        let by_order = self == Numbers::Counted;
        Indices { by_order, drop_duplicates: true, zero_is_valid: true }
    }
}

/// Bases are numbered in file order.
const BASES: Indices = Indices { by_order: true, drop_duplicates: false, zero_is_valid: true };

/// The monsters of an edition, and remarks about their files; `None` where there is no such file, or nothing in it.
///
/// `size`: the number of races that limits.txt asks for at least; the last index is never drawn.
pub fn read(
    spec: &'static MonsterSpec,
    raises: Raises,
    size: Option<u32>,
    sources: &SourceSet,
) -> (Option<Arc<AngbandMonsters>>, Vec<Diagnostic>) {
    let mut reader = Reader::new(sources);
    let [bases, races] = spec.files;
    if races.find(sources).is_none() {
        return (None, Vec::new());
    }
    let bases = bases.find(sources).map(|_| read_bases(&mut reader, spec));
    let mut without_bases = false;
    let begin = |line: &ParsedLine| Ok(MonsterRace { name: line.text("name"), ..MonsterRace::default() });
    let add = |race: &mut MonsterRace, line: &ParsedLine, diagnostics: &mut Vec<Diagnostic>| {
        add(spec, bases.as_ref(), &mut without_bases, race, line, diagnostics)
    };
    let (mut records, _) = collect(&mut reader, races, spec.numbers.indices(), begin, add);
    // 4.2 makes room for one race more than there are.
    if spec.numbers != Numbers::Counted {
        leave_out_the_last(&mut records, size, races.name, &mut reader.diagnostics);
    }
    // Index 0 is the player.
    records.retain(|record| record.index > 0);
    let races: Vec<MonsterRace> = records.into_iter().map(|record| record.body).collect();
    let monsters = AngbandMonsters::new(&races, spec.flags, spec.rules, raises);
    ((!races.is_empty()).then(|| Arc::new(monsters)), reader.diagnostics)
}

/// The race of the last index, which is a ghost's place, is never drawn.
fn leave_out_the_last(
    records: &mut [Record<MonsterRace>],
    size: Option<u32>,
    file: &str,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let Some(last) = records.last_mut().filter(|last| last.index + 1 >= size.unwrap_or(0)) else { return };
    if last.body.rarity > 0 {
        diagnostics.push(Diagnostic {
            rule: Rule::NeverDrawn,
            file: file.to_owned(),
            span: Some(last.span),
            found: format!("found a rarity of {} at the last index", last.body.rarity),
            expected: "expected none: the game never draws the last race".to_owned(),
        });
        last.body.rarity = 0;
    }
}

/// The flags of each base by name; of two of one name the last counts.
fn read_bases(reader: &mut Reader<'_>, spec: &'static MonsterSpec) -> BTreeMap<String, u128> {
    let begin = |line: &ParsedLine| Ok((line.text("name"), 0));
    let add = |base: &mut (String, u128), line: &ParsedLine, diagnostics: &mut Vec<Diagnostic>| {
        if matches!(line.spec.tag, "F" | "flags") {
            base.1 |= flags(spec, line, diagnostics);
        }
        Ok(())
    };
    let (records, _) = collect(reader, &spec.files[0], BASES, begin, add);
    records.into_iter().map(|record| record.body).collect()
}

fn add(
    spec: &MonsterSpec,
    bases: Option<&BTreeMap<String, u128>>,
    without_bases: &mut bool,
    race: &mut MonsterRace,
    line: &ParsedLine,
    diagnostics: &mut Vec<Diagnostic>,
) -> Result<(), Diagnostic> {
    match line.spec.tag {
        "T" | "base" => {
            let name = line.text("base");
            match bases.map(|bases| bases.get(&name)) {
                Some(Some(flags)) => race.flags |= flags,
                Some(None) => {
                    let expected =
                        "expected the name of a monster base in monster_base.txt; the line is ignored".to_owned();
                    return Err(line.remark(Rule::UnknownReference, "base", found(line.bytes("base")), expected));
                }
                // Said once.
                None if !*without_bases => {
                    *without_bases = true;
                    let expected = "expected a file monster_base.txt: no race has the flags of its base";
                    return Err(line.remark(Rule::UnknownReference, "base", found(line.bytes("base")), expected));
                }
                None => {}
            }
        }
        "W" => {
            race.level = level(spec, line, diagnostics)?;
            race.rarity = rarity(spec, line, diagnostics)?;
        }
        "depth" => race.level = level(spec, line, diagnostics)?,
        "rarity" => race.rarity = rarity(spec, line, diagnostics)?,
        "F" | "flags" => race.flags |= flags(spec, line, diagnostics),
        "-F" | "flags-off" => race.flags &= !flags(spec, line, diagnostics),
        "drop" | "drop-base" => {
            for field in ["min", "max"] {
                let number = line.int(field);
                if !(0..=99).contains(&number) {
                    let expected = "expected 0 to 99; the line is ignored";
                    return Err(line.remark(Rule::OutOfBounds, field, format!("found {number}"), expected));
                }
            }
            let chance = line.int("chance");
            if chance < 0 {
                let expected = "expected a chance in per cent; the line is ignored";
                return Err(line.remark(Rule::OutOfBounds, "chance", format!("found {chance}"), expected));
            }
            race.named += chance.min(100) as u32;
        }
        "drop-artifact" => race.named += 100,
        _ => {}
    }
    Ok(())
}

/// A level, which the program's tables have room for.
fn level(spec: &MonsterSpec, line: &ParsedLine, diagnostics: &mut Vec<Diagnostic>) -> Result<u32, Diagnostic> {
    let level = match spec.numbers {
        Numbers::Counted => line.int("level"),
        Numbers::Bytes | Numbers::ByteLevel => lookup::byte(line, "level", line.int("level"), diagnostics),
    };
    u32::try_from(level).ok().filter(|level| *level <= DEEPEST).ok_or_else(|| {
        let expected = format!("expected a level from 0 to {DEEPEST}; the line is ignored");
        line.remark(Rule::OutOfBounds, "level", format!("found {level}"), expected)
    })
}

/// A rarity, of which 100 is divided; beyond that nothing is left.
fn rarity(spec: &MonsterSpec, line: &ParsedLine, diagnostics: &mut Vec<Diagnostic>) -> Result<u32, Diagnostic> {
    let rarity = match spec.numbers {
        Numbers::Bytes => lookup::byte(line, "rarity", line.int("rarity"), diagnostics),
        Numbers::ByteLevel | Numbers::Counted => line.int("rarity"),
    };
    if rarity > 100 {
        let expected = "expected 100 or less: 100 / rarity is 0, so the race never comes";
        diagnostics.push(line.remark(Rule::NeverDrawn, "rarity", format!("found {rarity}"), expected));
    }
    u32::try_from(rarity).map_err(|_| {
        let expected = "expected 0 or more; the line is ignored";
        line.remark(Rule::OutOfBounds, "rarity", format!("found {rarity}"), expected)
    })
}

/// Flags by position in the game's table. Unknown names are reported and skipped.
fn flags(spec: &MonsterSpec, line: &ParsedLine, diagnostics: &mut Vec<Diagnostic>) -> u128 {
    let mut flags = 0;
    for (name, span) in line.flags("flags") {
        if let Some(at) = spec.flags.iter().position(|known| *known == name) {
            flags |= 1 << at;
        } else {
            let expected = "expected the name of a monster's flag; it is ignored";
            diagnostics.push(line.remark_at(Rule::InvalidFlag, span, found(name.as_bytes()), expected));
        }
    }
    flags
}
