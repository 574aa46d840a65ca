//! `object_property.txt`: of which sort flags are, by which random powers are chosen, and what properties are worth.

use super::{
    super::{
        dialect::FILE_ORDER,
        power::{FlagSort, PowerTables, PropertyWorth},
        program::Program,
        tables::{MODIFIERS, OBJECT_FLAGS},
        value_data::Sorts,
    },
    item_types::ItemTypes,
    words,
};
use affixboard_kin::{Reader, records::collect};
use affixboard_model::{
    syntax::{FileSpec, ParsedLine, colon::found},
    text::{Diagnostic, Rule},
};

/// What is said of a sort that the program doesn't have: it may be its program's own, or is no name at all.
fn unknown(sort: &str) -> Rule {
    if words::is_name(sort) { Rule::InvalidFlag } else { Rule::InvalidValue }
}

#[derive(Debug, Default)]
struct Body {
    of: Option<String>,
    subtype: String,
    code: Option<String>,
    worth: PropertyWorth,
}

/// The flags by sort, and what modifiers and flags are worth.
pub(super) fn read(
    reader: &mut Reader<'_>,
    spec: &'static FileSpec,
    (types, program): (&ItemTypes, &Program),
) -> (Sorts, PowerTables) {
    let begin = |line: &ParsedLine| {
        Ok(Body { worth: PropertyWorth { name: line.text("name"), ..PropertyWorth::default() }, ..Body::default() })
    };
    let (records, _) =
        collect(reader, spec, FILE_ORDER, begin, |body: &mut Body, line, _| add((types, program), body, line));
    let mut sorts = Sorts::default();
    let mut tables = PowerTables::empty();
    // Of two properties for one flag or modifier the first counts.
    for body in records.iter().rev().map(|record| &record.body) {
        let code = body.code.as_deref().unwrap_or_default();
        match body.of.as_deref() {
            Some("stat" | "mod") => {
                if let Some(at) = MODIFIERS.iter().position(|known| *known == code) {
                    tables.modifiers[at] = body.worth.clone();
                }
            }
            Some("flag") => {
                let at = words::object_flag(code).trailing_zeros() as usize;
                if at < OBJECT_FLAGS {
                    let sort = match body.subtype.as_str() {
                        "sustain" => Some(FlagSort::Sustain),
                        "protection" => Some(FlagSort::Protection),
                        "misc ability" => Some(FlagSort::Ability),
                        _ => None,
                    };
                    tables.flags[at] = PropertyWorth { sort, ..body.worth.clone() };
                }
            }
            _ => {}
        }
    }
    for body in records.into_iter().map(|record| record.body).filter(|body| body.of.as_deref() == Some("flag")) {
        let flag = body.code.map_or(0, |code| words::object_flag(&code));
        match body.subtype.as_str() {
            "sustain" => sorts.sustains |= flag,
            "protection" | "misc ability" => sorts.powers |= flag,
            _ => {}
        }
    }
    (sorts, tables)
}

fn add((types, program): (&ItemTypes, &Program), property: &mut Body, line: &ParsedLine) -> Result<(), Diagnostic> {
    match line.spec.tag {
        "type" => {
            let of = line.text("type");
            if !program.property_types.contains(&of.as_str()) {
                let expected = format!("expected one of {}; the line is ignored", program.property_types.join(", "));
                return Err(line.remark(unknown(&of), "type", found(of.as_bytes()), expected));
            }
            property.of = Some(of);
        }
        "subtype" => {
            let subtype = line.text("subtype");
            let chosen = ["sustain", "protection", "misc ability"];
            if !chosen.iter().chain(program.other_sorts).any(|known| *known == subtype) {
                let expected = format!(
                    "expected one of {}, {}; the line is ignored",
                    chosen.join(", "),
                    program.other_sorts.join(", ")
                );
                return Err(line.remark(unknown(&subtype), "subtype", found(subtype.as_bytes()), expected));
            }
            property.subtype = subtype;
        }
        "code" => {
            let code = line.text("code");
            let Some(of) = &property.of else {
                let found = "found `code:` before `type:`";
                let expected = "expected the type first; the line is ignored";
                return Err(line.remark_at(Rule::MissingRecordHeader, line.span, found, expected));
            };
            if !program.codeless.contains(&of.as_str()) && !words::is_code(of, &code) {
                let expected = format!("expected a {of} the program knows; the line is ignored");
                return Err(line.remark(Rule::InvalidValue, "code", found(code.as_bytes()), expected));
            }
            property.code = Some(code);
        }
        "power" => property.worth.power = line.int("power"),
        "mult" => property.worth.mult = line.int("mult"),
        "type-mult" => property.worth.type_mult.push((types.read(line)?, line.int("mult"))),
        _ => {}
    }
    Ok(())
}
