//! `ego_themes.txt`: the themes.

use super::{
    super::{AffixSpec, Quirks},
    lookup,
    reader::AffixFilesReader,
};
use affixboard_kin::records::collect;
use affixboard_model::{
    catalog::{Affix, AffixId, Allocation, Role, Theme, ThemePart},
    syntax::{ParsedLine, colon::found},
    text::{Diagnostic, Rule},
};

struct Body {
    name: String,
    role: Role,
    allocations: Vec<Allocation>,
    parts: Vec<ThemePart>,
}

/// The themes by index.
pub(super) fn read(reader: &mut AffixFilesReader<'_>, affixes: &[Affix]) -> Vec<Theme> {
    let (spec, quirks) = (reader.spec, reader.quirks);
    let begin = |line: &ParsedLine| {
        let role = lookup::role(spec, line)?;
        Ok(Body { name: line.text("name"), role, allocations: Vec::new(), parts: Vec::new() })
    };
    let add = |theme: &mut Body, line: &ParsedLine, diagnostics: &mut Vec<Diagnostic>| {
        add(spec, quirks, theme, line, affixes, diagnostics)
    };
    let (records, _) = collect(&mut reader.files, &spec.game.files()[4], quirks.indices(), begin, add);
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
    spec: &AffixSpec,
    quirks: Quirks,
    theme: &mut Body,
    line: &ParsedLine,
    affixes: &[Affix],
    diagnostics: &mut Vec<Diagnostic>,
) -> Result<(), Diagnostic> {
    match line.spec.tag {
        "T" => {
            lookup::check_capacity(line, theme.allocations.len(), spec.limits.allocations)?;
            theme.allocations.push(lookup::allocation(spec, quirks, line, false, diagnostics)?);
        }
        "A" => {
            lookup::check_capacity(line, theme.parts.len(), spec.limits.parts)?;
            let affix = find_affix(line, affixes)?;
            let weight = lookup::byte(line, "weight", line.int("weight"), diagnostics);
            let chance =
                line.maybe_int("chance").map_or(100, |chance| lookup::byte(line, "chance", chance, diagnostics));
            theme.parts.push(ThemePart { affix, weight, chance, line: line.span });
        }
        _ => {}
    }
    Ok(())
}

/// By name without regard to case, lowest index first, or by decimal index.
fn find_affix(line: &ParsedLine, affixes: &[Affix]) -> Result<AffixId, Diagnostic> {
    let name = line.text("affix");
    // As C's atoi: leading digits are enough.
    let digits = name.bytes().take_while(u8::is_ascii_digit).count();
    let number: Option<u32> = name[..digits].parse().ok();
    let lower = name.to_lowercase();
    let by_name = affixes.iter().position(|affix| affix.name.to_lowercase() == lower);
    let at = by_name.or_else(|| affixes.iter().position(|affix| Some(affix.index) == number));
    at.map(|at| AffixId(at as u32)).ok_or_else(|| {
        let expected = "expected the name or index of an affix in ego_item.txt; the line is ignored";
        line.remark(Rule::UnknownAffix, "affix", found(name.as_bytes()), expected)
    })
}
