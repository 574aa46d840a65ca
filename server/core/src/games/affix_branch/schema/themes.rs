//! `ego_themes.txt`: the themes.

use super::{super::dialect, Reader, affixes::MOST_ALLOCATIONS, lookup, records::collect};
use crate::{
    catalog::{Affix, AffixId, Allocation, Role, Theme, ThemePart},
    syntax::{ParsedLine, colon::found},
    text::{Diagnostic, Rule},
};

const MOST_PARTS: usize = 16;

struct Body {
    name: String,
    role: Role,
    allocations: Vec<Allocation>,
    parts: Vec<ThemePart>,
}

/// The themes by index.
pub(super) fn read(reader: &mut Reader<'_>, affixes: &[Affix]) -> Vec<Theme> {
    let begin = |line: &ParsedLine| {
        let role = lookup::role(line)?;
        Ok(Body { name: line.text("name"), role, allocations: Vec::new(), parts: Vec::new() })
    };
    let add =
        |theme: &mut Body, line: &ParsedLine, diagnostics: &mut Vec<Diagnostic>| add(theme, line, affixes, diagnostics);
    let (records, _) = collect(reader, &dialect::FILES[4], begin, add);
    let themes = records.into_iter().map(|record| Theme {
        index: record.index,
        name: record.body.name,
        role: Some(record.body.role),
        allocations: record.body.allocations,
        parts: record.body.parts,
        record: record.span,
    });
    themes.collect()
}

fn add(
    theme: &mut Body,
    line: &ParsedLine,
    affixes: &[Affix],
    diagnostics: &mut Vec<Diagnostic>,
) -> Result<(), Diagnostic> {
    match line.spec.tag {
        "T" => {
            lookup::room(line, theme.allocations.len(), MOST_ALLOCATIONS)?;
            theme.allocations.push(lookup::allocation(line, false, diagnostics)?);
        }
        "A" => {
            lookup::room(line, theme.parts.len(), MOST_PARTS)?;
            let affix = find_affix(line, affixes)?;
            let weight = u32::from(lookup::byte(line, "weight", line.int("weight"), diagnostics));
            theme.parts.push(ThemePart { affix, weight, line: line.span });
        }
        _ => {}
    }
    Ok(())
}

/// By name without regard to case, lowest index first, or by decimal index.
fn find_affix(line: &ParsedLine, affixes: &[Affix]) -> Result<AffixId, Diagnostic> {
    let name = line.text("affix");
    let number: Option<u32> = name.parse().ok();
    let lower = name.to_lowercase();
    let by_name = affixes.iter().position(|affix| affix.name.to_lowercase() == lower);
    let at = by_name.or_else(|| affixes.iter().position(|affix| Some(affix.index) == number));
    at.map(|at| AffixId(at as u32)).ok_or_else(|| {
        let expected = "expected the name or index of an affix in ego_item.txt; the line is ignored";
        line.remark(Rule::UnknownAffix, "affix", found(name.as_bytes()), expected)
    })
}
