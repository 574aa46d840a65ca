//! `artifact.txt`: the artifacts.

use super::{
    super::dialect::FILE_ORDER,
    super::value_data::{ArtifactValues, KindValues},
    brackets::{self, Allowed, Properties},
    codes::Codes,
    curses::CurseRecords,
    kinds::Kinds,
    words,
};
use affixboard_egos::{ArtifactRules, Odds};
use affixboard_kin::{
    Reader, lookup,
    records::{Record, collect},
};
use affixboard_model::{
    catalog::{Artifact, KindAllocation},
    syntax::{FileSpec, ParsedLine, RandomValue},
    text::{Diagnostic, Rule},
};

/// Acid, lightning, fire and cold, which harm no artifact.
const BASE_ELEMENTS: u32 = 0b1111;

#[derive(Default)]
struct Body {
    name: String,
    tval: u16,
    sval: u16,
    special: bool,
    allocation: Option<KindAllocation>,
    values: ArtifactValues,
}

/// The artifacts in the order of the file, from 1. Their kinds are found later; those of names that no kind has are
/// made up here.
pub(super) fn read(
    reader: &mut Reader<'_>,
    spec: &'static FileSpec,
    kinds: &mut Kinds,
    codes: &Codes,
    curses: &CurseRecords,
) -> (Vec<(Artifact, ArtifactRules)>, Vec<ArtifactValues>) {
    let begin = |line: &ParsedLine| {
        let mut body = Body { name: line.text("name"), ..Body::default() };
        body.values.own.ignores = BASE_ELEMENTS;
        Ok(body)
    };
    let (records, _) = collect(reader, spec, FILE_ORDER, begin, |body: &mut Body, line, diagnostics| {
        codes.add(line, &mut body.values.own.codes)?;
        curses.add(line, &mut body.values.own.curses)?;
        if line.spec.tag == "act" {
            body.values.activation = codes.activation(line);
        }
        add(kinds, body, line, diagnostics)
    });
    records.into_iter().map(finish).unzip()
}

fn add(
    kinds: &mut Kinds,
    body: &mut Body,
    line: &ParsedLine,
    diagnostics: &mut Vec<Diagnostic>,
) -> Result<(), Diagnostic> {
    let values = &mut body.values.own;
    match line.spec.tag {
        "base-object" => {
            let tval = kinds.types.read(line)?;
            // Where the program wants no name, the artifact's own is its kind's.
            let (text, name) = match line.bytes("sval") {
                b"" => (b"".as_slice(), body.name.clone()),
                named => (named, line.text("sval")),
            };
            let sval = kinds.sval_named(tval, text, &name).unwrap_or_else(|| {
                // Made up for this artifact: special, and never drawn by itself.
                kinds.make(tval, &name, words::flag("INSTA_ART"), KindValues::default(), None);
                kinds.last(tval)
            });
            (body.tval, body.sval, body.special) = (tval, sval, kinds.is_special(tval, sval));
        }
        "graphics" if !body.special => {
            let found = "found `graphics:` of an artifact that has a kind's";
            let expected = "expected it with artifacts only whose kind is made up for them; the line is ignored";
            return Err(line.remark_at(Rule::InvalidValue, line.span, found, expected));
        }
        "alloc" => {
            words::levels(line)?;
            let (min, max) = lookup::bounded_range(line, "depths")?;
            let commonness = line.int("commonness").clamp(0, 100) as u32;
            if commonness > 0 {
                diagnostics.extend(words::one_level(line, (min, max)));
            }
            body.allocation = Some(KindAllocation { commonness, min, max, line: line.span });
        }
        "weight" => values.weight = line.int("weight"),
        "attack" => {
            let dice = line.random("dice");
            // Bytes in the original.
            (values.dice, values.sides) = (i32::from(dice.dice as u8), i32::from(dice.sides as u8));
            [values.bonuses[0], values.bonuses[1]] = ["to-hit", "to-dam"].map(|field| line.int(field));
        }
        "armor" => (values.ac, values.bonuses[2]) = (line.int("ac"), line.int("to-ac")),
        "flags" => {
            values.flags |= words::flags(line, "flags", false, diagnostics);
            values.ignores |= words::ignored_elements(line, "flags");
        }
        "values" => {
            let mut properties =
                Properties { modifiers: values.modifiers.map(RandomValue::fixed), resistances: values.resistances };
            brackets::read(line, Allowed::Numbers, &mut properties, diagnostics);
            values.modifiers = properties.modifiers.map(|modifier| modifier.base);
            values.resistances = properties.resistances;
        }
        _ => {}
    }
    Ok(())
}

fn finish(record: Record<Body>) -> ((Artifact, ArtifactRules), ArtifactValues) {
    let body = record.body;
    let (commonness, min, max) = body.allocation.map_or((0, 0, 0), |line| (line.commonness, line.min, line.max));
    let odds = Odds { times: u64::from(commonness), of: 100 };
    let rules = ArtifactRules { kind: None, special: body.special, min, max, odds };
    let artifact = Artifact {
        index: record.index + 1,
        name: body.name,
        tval: body.tval,
        sval: body.sval,
        allocations: body.allocation.into_iter().collect(),
        record: record.span,
    };
    ((artifact, rules), body.values)
}
