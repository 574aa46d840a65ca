//! `object_property.txt`: of which sort flags are, by which random powers are chosen.

use super::{
    super::{dialect::FILE_ORDER, value_data::Sorts},
    words,
};
use crate::{
    families::common::{Reader, records::collect},
    syntax::{FileSpec, ParsedLine, colon::found},
    text::{Diagnostic, Rule},
};

/// Sorts of flags that random powers are not chosen from.
const OTHER_SORTS: &[&str] = &["light", "melee", "bad", "dig", "throw", "curse-only"];
/// Types of properties.
const TYPES: &[&str] = &["stat", "mod", "flag", "ignore", "resistance", "vulnerability", "immunity"];

#[derive(Debug, Default)]
struct Body {
    of: Option<String>,
    subtype: String,
    code: Option<String>,
}

/// The flags by sort.
pub(super) fn read(reader: &mut Reader<'_>, spec: &'static FileSpec) -> Sorts {
    let (records, _) = collect(reader, spec, FILE_ORDER, |_| Ok(Body::default()), add);
    let mut sorts = Sorts::default();
    for body in records.into_iter().map(|record| record.body).filter(|body| body.of.as_deref() == Some("flag")) {
        let flag = body.code.map_or(0, |code| words::object_flag(&code));
        match body.subtype.as_str() {
            "sustain" => sorts.sustains |= flag,
            "protection" | "misc ability" => sorts.powers |= flag,
            _ => {}
        }
    }
    sorts
}

fn add(property: &mut Body, line: &ParsedLine, _: &mut Vec<Diagnostic>) -> Result<(), Diagnostic> {
    match line.spec.tag {
        "type" => {
            let of = line.text("type");
            if !TYPES.contains(&of.as_str()) {
                let expected = format!("expected one of {}; the line is ignored", TYPES.join(", "));
                return Err(line.remark(Rule::InvalidValue, "type", found(of.as_bytes()), expected));
            }
            property.of = Some(of);
        }
        "subtype" => {
            let subtype = line.text("subtype");
            let chosen = ["sustain", "protection", "misc ability"];
            if !chosen.iter().chain(OTHER_SORTS).any(|known| *known == subtype) {
                let expected =
                    format!("expected one of {}, {}; the line is ignored", chosen.join(", "), OTHER_SORTS.join(", "));
                return Err(line.remark(Rule::InvalidValue, "subtype", found(subtype.as_bytes()), expected));
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
            if !words::is_code(of, &code) {
                let expected = format!("expected a {of} the program knows; the line is ignored");
                return Err(line.remark(Rule::InvalidValue, "code", found(code.as_bytes()), expected));
            }
            property.code = Some(code);
        }
        _ => {}
    }
    Ok(())
}
