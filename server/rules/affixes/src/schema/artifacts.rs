//! `artifact.txt`: the artifacts, and the kinds that the program makes up for some of them.

use std::collections::BTreeMap;

use super::{
    super::{AffixSpec, Quirks, model::AffixKindRules},
    lookup::{self, tval_name},
    reader::AffixFilesReader,
};
use affixboard_kin::{item_types::Base, power::ArtifactProperties, records::collect};
use affixboard_model::{
    catalog::{Artifact, Kind, KindAllocation},
    engine::{
        flags::{self, FlagType},
        item::KindEffect,
    },
    syntax::{ParsedLine, RandomValue, c_number::c_number, colon::found},
    text::{Diagnostic, Rule},
};

const MAX_ALLOCATIONS: usize = 3;
/// The first sval given to a kind made up for an artifact.
const FIRST_NEW_SVAL: u16 = 50;

#[derive(Default)]
struct Body {
    name: String,
    tval: u16,
    sval: u16,
    allocations: Vec<KindAllocation>,
    properties: ArtifactProperties,
}

/// Kinds made up while artifacts are read.
struct NewKinds<'a> {
    spec: &'static AffixSpec,
    kinds: &'a mut Vec<(Kind, AffixKindRules)>,
    bases: &'a BTreeMap<u16, Base>,
    next_index: u32,
    next_sval: u16,
}

/// The artifacts by index, with what they have in place of their kinds' properties; kinds made up for them are added to `kinds`, from index `min_kind_count` on.
pub(super) fn read(
    reader: &mut AffixFilesReader<'_>,
    bases: &BTreeMap<u16, Base>,
    kinds: &mut Vec<(Kind, AffixKindRules)>,
    min_kind_count: u32,
) -> (Vec<Artifact>, Vec<ArtifactProperties>) {
    let (spec, quirks) = (reader.spec, reader.quirks);
    let next_index = kinds.last().map_or(1, |(kind, _)| kind.index + 1).max(min_kind_count);
    let mut new_kinds = NewKinds { spec, kinds, bases, next_index, next_sval: FIRST_NEW_SVAL };
    // No element harms an artifact.
    let flags = flags::all(spec.flags, |flag| flag.kind == FlagType::Ignore);
    let properties = ArtifactProperties { flags, ..ArtifactProperties::default() };
    let begin =
        |line: &ParsedLine| Ok(Body { name: line.text("name"), properties: properties.clone(), ..Body::default() });
    let add = |artifact: &mut Body, line: &ParsedLine, diagnostics: &mut Vec<Diagnostic>| {
        add(spec, quirks, artifact, &mut new_kinds, line, diagnostics)
    };
    let (records, _) = collect(&mut reader.files, &spec.game.files()[5], quirks.indices(), begin, add);
    let artifacts = records.into_iter().map(|record| {
        let body = record.body;
        let artifact = Artifact {
            index: record.index,
            name: body.name,
            tval: body.tval,
            sval: body.sval,
            allocations: body.allocations,
            record: record.span,
        };
        (artifact, body.properties)
    });
    artifacts.unzip()
}

fn add(
    spec: &AffixSpec,
    quirks: Quirks,
    artifact: &mut Body,
    new_kinds: &mut NewKinds<'_>,
    line: &ParsedLine,
    diagnostics: &mut Vec<Diagnostic>,
) -> Result<(), Diagnostic> {
    match line.spec.tag {
        "I" => {
            artifact.tval = lookup::tval(&spec.vocabulary(), line, "tval", diagnostics)?;
            artifact.sval = new_kinds.sval(artifact.tval, line);
        }
        "A" => {
            let allocation = lookup::kind_allocation(quirks, line, true, diagnostics)?;
            // A line with commonness 0 (after wrapping) leaves its slot free for the next line.
            if artifact.allocations.last().is_some_and(|last| last.commonness == 0) {
                artifact.allocations.pop();
            }
            lookup::check_capacity(line, artifact.allocations.len(), MAX_ALLOCATIONS)?;
            artifact.allocations.push(allocation);
        }
        "P" => {
            let (properties, dice) = (&mut artifact.properties, line.random("dice"));
            (properties.dice, properties.sides) = (dice.dice as u8, dice.sides as u8);
            properties.ac = i32::from(line.int("ac") as i16);
            properties.bonus = [spec.combat[0], spec.combat[1], "to-ac"].map(|field| i32::from(line.int(field) as i16));
        }
        "W" if !matches!(line.bytes_of("randart"), b"" | b"yes" | b"no") => {
            let expected = "expected yes or no; the line is ignored";
            return Err(line.remark(Rule::InvalidValue, "randart", found(line.bytes("randart")), expected));
        }
        "W" => artifact.properties.weight = i32::from(line.int("weight") as i16),
        "F" => artifact.properties.flags |= lookup::flags(&spec.vocabulary(), line, "flags", diagnostics),
        "E" => artifact.properties.effect_power = Some(lookup::effect(&spec.vocabulary(), line)?),
        "L" => {
            lookup::check_capacity(line, artifact.properties.pvals.len(), spec.limits.pvals)?;
            let flags = lookup::flags(&spec.vocabulary(), line, "flags", diagnostics);
            artifact.properties.flags |= flags;
            artifact.properties.pvals.push((line.int("pval"), flags));
        }
        _ => {}
    }
    Ok(())
}

impl NewKinds<'_> {
    /// The sval of an `I:` line: a number, a kind's name, or a new name, for which a kind is made up.
    fn sval(&mut self, tval: u16, line: &ParsedLine) -> u16 {
        let text = line.bytes("sval");
        if text.first().is_some_and(u8::is_ascii_digit) {
            return c_number(text).map_or(0, |number| number.value) as u8 as u16;
        }
        let name = line.text("sval");
        if !name.is_empty() {
            let lower = name.to_lowercase();
            let known = self.kinds.iter().find(|(kind, _)| kind.tval == tval && kind.name.to_lowercase() == lower);
            if let Some((kind, _)) = known {
                return kind.sval;
            }
        }
        let (sval, spec) = (self.next_sval, self.spec);
        let base = self.bases.get(&tval);
        let name = if name.is_empty() {
            base.map_or_else(|| tval_name(&spec.vocabulary(), tval), |base| base.name.clone())
        } else {
            name
        };
        let flags = base.map_or(0, |base| base.flags);
        let flagged_good = flags & flags::named(spec.flags, "GOOD") != 0;
        let kind = Kind {
            index: self.next_index,
            tval,
            sval,
            name,
            level: 0,
            allocations: Vec::new(),
            good: false,
            flags: lookup::flag_names(&spec.vocabulary(), flags),
            record: None,
        };
        self.kinds.push((
            kind,
            AffixKindRules {
                flagged_good,
                effect: KindEffect { tval, sval, flags, ..KindEffect::default() },
                cost: 0,
                extent: RandomValue::default(),
            },
        ));
        self.next_index += 1;
        self.next_sval = self.next_sval.saturating_add(1);
        sval
    }
}
