//! `ego_item.txt`: the egos.

use super::{
    super::{dialect::FILE_ORDER, program::Program, tables::MODIFIERS, value_data::EgoValues},
    brackets::{self, Allowed, Properties},
    codes::Codes,
    curses::CurseRecords,
    kinds::Kinds,
    words,
};
use affixboard_egos::EgoRules;
use affixboard_kin::{
    Reader, lookup,
    records::{Record, collect},
};
use affixboard_model::{
    catalog::{Affix, Allocation},
    engine::flags::FlagSet,
    syntax::{FileSpec, ParsedLine, colon::found},
    text::{Diagnostic, Rule, Span},
};

/// The program's table by level ends here (`z_info->max_obj_depth`, 100): an ego that is usual from deeper makes it
/// write past the end.
const DEEPEST_MIN: u32 = 100;

/// Levels up to this one count for what the program's code gives.
const DEEPEST_DESIGN: u32 = 127;

/// A minimum that is none.
const NO_MINIMUM: i32 = 255;

#[derive(Default)]
struct Body {
    name: String,
    commonness: u32,
    levels: (u32, u32),
    flags: FlagSet,
    values: EgoValues,
    least: Properties,
    /// Item type, first and last sval, line.
    places: Vec<(u16, u16, u16, Span)>,
    /// Modifiers that it takes off, by position, with what is to be said where no item has as much.
    losses: Vec<(usize, Diagnostic)>,
}

/// The egos in the order of the file, from 0.
pub(super) fn read(
    reader: &mut Reader<'_>,
    spec: &'static FileSpec,
    (kinds, program): (&Kinds, &Program),
    codes: &Codes,
    curses: &CurseRecords,
) -> (Vec<(Affix, EgoRules)>, Vec<EgoValues>) {
    let begin = |line: &ParsedLine| Ok(Body { name: line.text("name"), ..Body::default() });
    let (records, _) = collect(reader, spec, FILE_ORDER, begin, |body: &mut Body, line, diagnostics| {
        codes.add(line, &mut body.values.codes)?;
        curses.add(line, &mut body.values.curses)?;
        if line.spec.tag == "act" {
            body.values.activation = codes.activation(line);
        }
        add(kinds, body, line, diagnostics)
    });
    for Record { body, .. } in &records {
        let unseen = body.losses.iter().filter(|(modifier, _)| body.is_unseen(kinds, *modifier));
        reader.diagnostics.extend(unseen.map(|(_, remark)| remark.clone()));
    }
    records.into_iter().map(|record| finish(record, program)).unzip()
}

impl Body {
    /// Whether a modifier is raised to its least value on every item the ego comes on (obj-make.c, `ego_apply_minima`).
    fn is_unseen(&self, kinds: &Kinds, modifier: usize) -> bool {
        let (own, least) = (self.values.properties.modifiers[modifier].maximum(), self.least.modifiers[modifier].base);
        let most = |place: &(u16, u16, u16, Span)| kinds.most_modifier(place.0, (place.1, place.2), modifier);
        let most = self.places.iter().filter_map(most).max();
        most.is_some_and(|most| most + own < least)
    }
}

/// The modifiers that a line of values takes off, by position.
fn losses(line: &ParsedLine, values: &Properties) -> Vec<(usize, Diagnostic)> {
    let of_value = |(text, span): (String, Span)| {
        let name = text.split_once('[')?.0;
        let at = MODIFIERS.iter().position(|known| *known == name)?;
        let expected =
            "expected a lower one in `min-values`: without it the least is 0, and the value is raised to the least";
        let remark = || line.remark_at(Rule::ValueRaised, span, found(text.as_bytes()), expected);
        (values.modifiers[at].maximum() < 0).then(|| (at, remark()))
    };
    line.flags("values").into_iter().filter_map(of_value).collect()
}

fn add(kinds: &Kinds, body: &mut Body, line: &ParsedLine, diagnostics: &mut Vec<Diagnostic>) -> Result<(), Diagnostic> {
    let values = &mut body.values;
    match line.spec.tag {
        "alloc" => {
            let commonness = words::commonness(line)?;
            words::levels(line)?;
            let levels = lookup::bounded_range(line, "depths")?;
            if levels.0 > DEEPEST_MIN {
                let expected = format!(
                    "expected a first level of at most {DEEPEST_MIN}, for the original crashes beyond; the line is ignored"
                );
                return Err(line.remark(Rule::OutOfBounds, "depths", format!("found {}", levels.0), expected));
            }
            diagnostics.extend(words::one_level(line, levels));
            (body.commonness, body.levels) = (commonness, levels);
        }
        "type" => {
            let tval = kinds.types.read(line)?;
            let last = kinds.last(tval);
            if last == 0 {
                let expected = "expected an item type with kinds in object.txt; the line is ignored";
                return Err(line.remark(Rule::InvalidValue, "tval", found(line.bytes("tval")), expected));
            }
            body.places.push((tval, 1, last, line.span));
        }
        "item" => {
            let tval = kinds.types.read(line)?;
            let sval = kinds.sval_named(tval, line.bytes("sval"), &line.text("sval"));
            // The original crashes where a number is no kind's.
            let sval = sval.filter(|sval| (1..=kinds.last(tval)).contains(sval)).ok_or_else(|| {
                let expected = "expected the name of a kind of this type in object.txt; the line is ignored";
                line.remark(Rule::UnrecognisedSval, "sval", found(line.bytes("sval")), expected)
            })?;
            body.places.push((tval, sval, sval, line.span));
        }
        "flags" => {
            body.flags |= words::flags(line, "flags", true, diagnostics);
            let [spared, harmed] = words::about_elements(line, "flags");
            values.ignores |= words::ignored_elements(line, "flags");
            values.elements = [values.elements[0] || spared, values.elements[1] || harmed];
        }
        "flags-off" => values.flags_off |= words::object_flags(line, "flags", diagnostics),
        "combat" => values.bonuses = ["to-hit", "to-dam", "to-ac"].map(|field| line.random(field)),
        "min-combat" => {
            let least = ["min-to-hit", "min-to-dam", "min-to-ac"].map(|field| line.int(field));
            values.least_bonuses = least.map(|least| Some(least).filter(|least| *least != NO_MINIMUM));
        }
        "act" => values.is_activated = true,
        "values" => {
            brackets::read(line, Allowed::Dice, &mut values.properties, diagnostics);
            body.losses.extend(losses(line, &values.properties));
        }
        "min-values" => brackets::read(line, Allowed::Modifiers, &mut body.least, diagnostics),
        _ => {}
    }
    Ok(())
}

fn finish(record: Record<Body>, program: &Program) -> ((Affix, EgoRules), EgoValues) {
    let (index, span, body) = (record.index, record.span, record.body);
    // Of what the program's code gives, one is as likely as another.
    let is_designed =
        |tval| program.designs.iter().any(|design| (design.tval, design.ego) == (tval, body.name.as_str()));
    let (min, max) = body.levels;
    let allocations = body.places.iter().map(|(tval, min_sval, max_sval, line)| Allocation {
        tval: *tval,
        min_sval: *min_sval,
        max_sval: *max_sval,
        affix_level: 0,
        commonness: if is_designed(*tval) { 1 } else { body.commonness },
        min,
        // They have no levels of their own.
        max: if is_designed(*tval) { max.max(DEEPEST_DESIGN) } else { max },
        line: *line,
    });
    let allocations = allocations.collect();
    let affix =
        Affix { index, name: body.name, role: None, flags: words::flag_names(body.flags), allocations, record: span };
    let rules = EgoRules {
        weight: body.commonness,
        // There is no level below which it never comes.
        level: 0,
        usual_level: min,
        max,
        cursed: false,
        places: body.places.iter().map(|(tval, min, max, _)| (*tval, *min, *max)).collect(),
    };
    (
        (affix, rules),
        EgoValues { flags: body.flags, least_modifiers: body.least.modifiers.map(|least| least.base), ..body.values },
    )
}
