//! `monster.txt`, with what it needs of `blows.txt`, `effect.txt` and `dungeon.txt`: the races of monsters.

use super::{
    super::{
        dialect::{BLOWS, DUNGEONS, EFFECTS, MONSTERS},
        flags as object_flags,
        monsters::{
            power,
            race::{Blow, Method, Race, RaceFlag},
            tables::METHOD_FLAGS,
            templates::{RaceTemplate, templates},
        },
        power::{SlayTarget, slay_rules},
    },
    fields::{byte, short},
    limits::ArrayLimits,
};
use affixboard_kin::letter::{
    LetterReader,
    records::{Fault, LetterRecord, Rules, collect},
};
use affixboard_model::{
    engine::flags::FlagSet,
    syntax::{Event, ParsedLine, c_number::decimal_number, colon::found},
    text::{Diagnostic, Rule},
};

/// The races by index, without gaps, with their powers, and their lines as the program would write them. Guardians are marked
/// as they are when a game begins.
pub(super) fn read(reader: &mut LetterReader<'_>, limits: &ArrayLimits) -> (Vec<Race>, Vec<RaceTemplate>) {
    let effects = names(reader, &EFFECTS, limits.of(&EFFECTS));
    let methods = methods(reader, limits.of(&BLOWS));
    let rules = Rules { zero: true, ..Rules::below(limits.of(&MONSTERS)) };
    let begin = |line: &ParsedLine| Race { name: line.text("name"), ..Race::default() };
    let add = |race: &mut Race, line: &ParsedLine, diagnostics: &mut Vec<Diagnostic>| {
        add(race, line, &methods, &effects, diagnostics)
    };
    let records = collect(reader, &MONSTERS, &rules, begin, add);
    let guardians = guardians(reader);
    let mut races: Vec<Race> = Vec::new();
    for LetterRecord { index, body, span } in records {
        // Gaps are races without anything; they count too.
        races.extend((races.len() as u32..index).map(|index| Race { index, ..Race::default() }));
        races.push(Race { index, record: Some(span), ..body });
    }
    let most = limits.of(&MONSTERS).unwrap_or(0).min(MOST_RACES);
    races.extend((races.len() as u32..most).map(|index| Race { index, ..Race::default() }));
    for race in &mut races {
        if guardians.contains(&i64::from(race.index)) {
            race.flags.add(RaceFlag::named("GUARDIAN"));
        }
    }
    let methods = power::Methods(&methods);
    power::evaluate(&mut races, &methods);
    let templates = templates(&races, &methods);
    (races, templates)
}

/// Races that limits.txt can ask for at most.
const MOST_RACES: u32 = 4096;

/// Names by index, in rising order of that.
fn names(
    reader: &mut LetterReader<'_>,
    spec: &'static affixboard_model::syntax::FileSpec,
    limit: Option<u32>,
) -> Vec<(u32, String)> {
    let rules = Rules { zero: true, ..Rules::below(limit) };
    let records = collect(reader, spec, &rules, |line| line.text("name"), |_, _, _| Ok(()));
    records.into_iter().map(|record| (record.index, record.body)).collect()
}

fn methods(reader: &mut LetterReader<'_>, limit: Option<u32>) -> Vec<Method> {
    let rules = Rules { zero: true, ..Rules::below(limit) };
    let begin = |line: &ParsedLine| Method { name: line.text("name"), ..Method::default() };
    let add = |method: &mut Method, line: &ParsedLine, diagnostics: &mut Vec<Diagnostic>| {
        match line.spec.tag {
            "F" => {
                for (name, span) in line.flags("flags") {
                    if let Some(at) = METHOD_FLAGS.iter().position(|known| *known == name) {
                        method.flags |= 1 << at;
                    } else {
                        let expected = "expected the name of a method's flag; it is ignored";
                        diagnostics.push(line.remark_at(Rule::InvalidFlag, span, found(name.as_bytes()), expected));
                    }
                }
            }
            "W" => {
                method.mana = i64::from(byte(line, "mana", diagnostics));
                method.ammunition = i64::from(byte(line, "tval", diagnostics));
            }
            "X" => {
                method.breath = ["divisor", "most", "powerful-divisor", "powerful-most"]
                    .map(|field| i64::from(short(line, field, diagnostics)));
            }
            "M" => method.range = level_scalar(line, "range", diagnostics),
            _ => {}
        }
        Ok(())
    };
    let records = collect(reader, &BLOWS, &rules, begin, add);
    records.into_iter().map(|record| Method { index: record.index, ..record.body }).collect()
}

/// A number that depends on the level: base, gain, and the levels for the gain: `a`, `b/c` or `a+b/c`.
fn level_scalar(line: &ParsedLine, field: &str, diagnostics: &mut Vec<Diagnostic>) -> [i64; 3] {
    let text = line.bytes(field);
    let number = |text: &[u8]| decimal_number(text).map(|number| i64::from(number.value));
    let (base, gain) = match text.iter().position(|byte| *byte == b'+') {
        Some(at) => (&text[..at], Some(&text[at + 1..])),
        None if text.contains(&b'/') => (&b"0"[..], Some(text)),
        None => (text, None),
    };
    let read = match gain.map(|gain| gain.split(|byte| *byte == b'/').map(number).collect::<Vec<_>>()) {
        None => number(base).map(|base| [base, 0, 1]),
        Some(parts) => match (number(base), parts.as_slice()) {
            (Some(base), [Some(gain), Some(levels)]) => Some([base, *gain, *levels]),
            (Some(base), [Some(gain)]) => Some([base, *gain, 1]),
            _ => None,
        },
    };
    read.unwrap_or_else(|| {
        let expected = "expected a number such as 3, 2/5 or 3+2/5; it is read as 0";
        diagnostics.push(line.remark(Rule::NotANumber, field, found(text), expected));
        [0; 3]
    })
}

fn add(
    race: &mut Race,
    line: &ParsedLine,
    methods: &[Method],
    effects: &[(u32, String)],
    diagnostics: &mut Vec<Diagnostic>,
) -> Result<(), Fault> {
    let unknown = |span, name: &str, what: &str| {
        let expected = format!("expected the name of a {what}; it is ignored");
        line.remark_at(Rule::InvalidFlag, span, found(name.as_bytes()), expected)
    };
    match line.spec.tag {
        "G" => race.symbol = line.text("char").chars().next().unwrap_or(' '),
        "I" => {
            race.speed = i64::from(byte(line, "speed", diagnostics));
            race.hit_points = i64::from(short(line, "hit-points", diagnostics));
            race.armor_class = i64::from(short(line, "armor-class", diagnostics));
        }
        "W" => {
            race.level = i64::from(byte(line, "depth", diagnostics));
            race.rarity = i64::from(byte(line, "rarity", diagnostics));
            race.group = i64::from(byte(line, "group", diagnostics));
            race.experience = i64::from(line.int("experience"));
            race.w_places = Some(["depth", "rarity", "experience"].map(|field| line.place(field)));
        }
        "C" => {
            let level = i64::from(byte(line, "level", diagnostics));
            let [rarity, group, experience, forced] =
                ["rarity", "group", "experience", "forced-experience"].map(|field| line.int(field).into());
            race.calculated = Some([level, rarity, group, experience, forced]);
            race.c_places = Some(["level", "experience", "forced-experience"].map(|field| line.place(field)));
        }
        "M" => {
            race.innate = i64::from(byte(line, "innate", diagnostics));
            race.spell = i64::from(byte(line, "spell", diagnostics));
            race.spell_power = i64::from(byte(line, "power", diagnostics)).max(1 + race.level / 10);
            race.mana = i64::from(byte(line, "mana", diagnostics));
        }
        "B" => blow(race, line, methods, effects)?,
        "F" => {
            for (name, span) in line.flags("flags") {
                if !race.flags.add_flag(&name) {
                    diagnostics.push(unknown(span, &name, "monster's flag"));
                }
            }
        }
        "S" => {
            for (name, span) in line.flags("spells") {
                if let Some(often) = name.strip_prefix("1_IN_") {
                    if let Ok(often @ 1..=100) = often.parse() {
                        (race.innate, race.spell) = (100 / often, 100 / often);
                    } else {
                        let expected = "expected 1_IN_1 to 1_IN_100; it is ignored";
                        let said = line.remark_at(Rule::InvalidValue, span, found(name.as_bytes()), expected);
                        diagnostics.push(said);
                    }
                } else if !race.flags.add_spell(&name) {
                    diagnostics.push(unknown(span, &name, "monster's spell"));
                }
            }
        }
        _ => {}
    }
    Ok(())
}

/// Puts a blow into the first slot without a method.
fn blow(race: &mut Race, line: &ParsedLine, methods: &[Method], effects: &[(u32, String)]) -> Result<(), Fault> {
    let Some(slot) = race.blows.iter().position(|blow| blow.method == 0) else {
        let expected = "expected at most 4 blows; the line is ignored";
        return Err(line.remark_at(Rule::TooManyEntries, line.span, "found one more blow", expected).into());
    };
    // Where a name is there twice, the lower index is meant.
    let name = line.text("method");
    let Some(method) = methods.iter().find(|method| method.name == name) else {
        let expected = "expected the name of a method of blows.txt; the line is ignored";
        return Err(line.remark(Rule::UnknownReference, "method", found(name.as_bytes()), expected).into());
    };
    let effect = String::from_utf8_lossy(line.bytes_of("effect")).into_owned();
    let index = match effects.iter().find(|known| known.1 == effect) {
        _ if effect.is_empty() => 0,
        Some(known) => known.0,
        None => {
            let expected = "expected the name of an effect of effect.txt; the line is ignored";
            return Err(line.remark(Rule::UnknownReference, "effect", found(effect.as_bytes()), expected).into());
        }
    };
    let damage = line.bytes_of("damage");
    let mut parts = damage.splitn(2, |byte| *byte == b'd');
    let mut number = || parts.next().and_then(decimal_number).map_or(0, |number| i64::from(number.value as u8));
    race.blows[slot] = Blow { method: method.index, effect: index, dice: number(), sides: number() };
    if method.is_ranged() {
        race.flags.add(RaceFlag::blow(slot));
    }
    Ok(())
}

/// The monsters that dungeons have as guardians.
fn guardians(reader: &mut LetterReader<'_>) -> Vec<i64> {
    let mut guardians = Vec::new();
    reader.read(&DUNGEONS, &mut |event, _| {
        let Event::Line(line) = event else { return };
        let guardian = match line.spec.tag {
            "Q" | "W" => Some(i64::from(line.int("monster"))),
            "L" => Some(i64::from(line.int("guard"))),
            _ => None,
        };
        // None is 0.
        guardians.extend(guardian.filter(|monster| *monster > 0));
    });
    guardians
}

/// What slays see in a race.
pub(super) fn slay_target(race: &Race) -> SlayTarget {
    use object_flags as f;
    let has = |name: &'static [RaceFlag]| race.flags.has_any(name);
    macro_rules! any {
        ($($name:ident)*) => { has(const { &[$(RaceFlag::named(stringify!($name))),*] }) };
    }
    let holds = |at: usize, slay: FlagSet| match slay {
        // The first rule is for those in armour.
        f::BRAND_ACID if at == 0 => !any!(IM_ACID) && any!(WARRIOR),
        f::BRAND_ACID => !any!(IM_ACID) && !any!(WARRIOR),
        f::BRAND_HOLY => any!(EVIL),
        f::BRAND_LITE => any!(HURT_LITE),
        f::BRAND_DARK => !any!(RES_DARK),
        f::BRAND_ELEC => !any!(IM_ELEC),
        f::BRAND_FIRE => !any!(IM_FIRE),
        f::BRAND_COLD => !any!(IM_COLD),
        f::BRAND_POIS => !any!(IM_POIS),
        f::SLAY_UNDEAD | f::KILL_UNDEAD => any!(UNDEAD),
        f::SLAY_DEMON | f::KILL_DEMON => any!(DEMON),
        f::SLAY_DRAGON | f::KILL_DRAGON => any!(DRAGON),
        f::SLAY_NATURAL => any!(ANIMAL INSECT PLANT),
        f::SLAY_ORC => any!(ORC),
        f::SLAY_TROLL => any!(TROLL),
        f::SLAY_GIANT => any!(GIANT),
        f::SLAY_MAN => any!(MAN),
        f::SLAY_ELF => any!(ELF),
        f::SLAY_DWARF => any!(DWARF),
        _ => false,
    };
    let rules = slay_rules().iter().enumerate().filter(|(at, rule)| holds(*at, rule.0));
    SlayTarget { power: race.power, rules: rules.fold(0, |bits, (at, _)| bits | 1 << at) }
}
