//! Conversion of field values of this family only: affix levels, roles, flag types, allocations.

use super::super::{AffixSpec, Quirks};
pub(super) use affixboard_kin::lookup::{
    bounded_range, byte, check_capacity, effect, flag_names, flags, named, tval, tval_name,
};
use affixboard_model::{
    catalog::{Allocation, KindAllocation, Role},
    engine::flags::{self, FlagSet},
    syntax::{ParsedLine, colon::found},
    text::{Diagnostic, Rule},
};

/// Limit of commonness that isn't a byte, above any edition's, so that sums fit 32 bits.
const MAX_COMMONNESS: i32 = 65_535;

/// Commonness: as coded a byte that wraps around; as documented the number in the file.
fn commonness(quirks: Quirks, line: &ParsedLine, diagnostics: &mut Vec<Diagnostic>) -> u32 {
    let value = line.int("commonness");
    if quirks.commonness_is_byte {
        byte(line, "commonness", value, diagnostics)
    } else {
        value.clamp(0, MAX_COMMONNESS) as u32
    }
}

/// The `A:` line of kinds and artifacts: commonness and levels.
pub(super) fn kind_allocation(
    quirks: Quirks,
    line: &ParsedLine,
    bounded: bool,
    diagnostics: &mut Vec<Diagnostic>,
) -> Result<KindAllocation, Diagnostic> {
    let (min, max) = if bounded {
        bounded_range(line, "depths")?
    } else {
        // Unlike in the other files, levels in object.txt are not checked but wrap.
        let (min, max) = line.range("depths")?;
        let mut wrap = |value| byte(line, "depths", value, diagnostics);
        (wrap(min), wrap(max))
    };
    let commonness = commonness(quirks, line, diagnostics);
    Ok(KindAllocation { commonness, min, max, line: line.span })
}

/// The `T:` line of affixes (with level and commonness) and themes (without).
pub(super) fn allocation(
    spec: &AffixSpec,
    quirks: Quirks,
    line: &ParsedLine,
    of_affix: bool,
    diagnostics: &mut Vec<Diagnostic>,
) -> Result<Allocation, Diagnostic> {
    let tval = tval(&spec.vocabulary(), line, "tval", diagnostics)?;
    let (affix_level, commonness) =
        if of_affix { (affix_level(spec, line)?, commonness(quirks, line, diagnostics)) } else { (0, 0) };
    let (min, max) = bounded_range(line, "depths")?;
    let min_sval = byte(line, "min-sval", line.int("min-sval"), diagnostics);
    let max_sval = byte(line, "max-sval", line.int("max-sval"), diagnostics);
    Ok(Allocation { tval, min_sval, max_sval, affix_level, commonness, min, max, line: line.span })
}

fn affix_level(spec: &AffixSpec, line: &ParsedLine) -> Result<u8, Diagnostic> {
    let names = spec.game.words().affix_levels;
    let text = line.text("level");
    let level = names
        .iter()
        .zip(1..)
        .position(|(name, number)| name.eq_ignore_ascii_case(&text) || text == i32::to_string(&number));
    level.map(|level| level as u8).ok_or_else(|| {
        let expected = format!("expected an affix level: {}; the line is ignored", names.join(", "));
        line.remark(Rule::InvalidValue, "level", found(line.bytes("level")), expected)
    })
}

/// An affix's role, by word or number.
pub(super) fn role(spec: &AffixSpec, line: &ParsedLine) -> Result<Role, Diagnostic> {
    let text = line.text("type");
    let at = (1..)
        .zip(spec.roles)
        .find(|(number, (word, _))| word.eq_ignore_ascii_case(&text) || text == i32::to_string(number));
    at.map(|(_, (_, role))| *role).ok_or_else(|| {
        let words: Vec<_> = spec.roles.iter().map(|role| role.0).collect();
        let expected = format!("expected {}; the whole record is ignored", words.join(" or "));
        line.remark(Rule::InvalidValue, "type", found(line.bytes("type")), expected)
    })
}

/// All flags of the named flag types.
pub(super) fn flag_types(
    spec: &AffixSpec,
    line: &ParsedLine,
    field: &str,
    diagnostics: &mut Vec<Diagnostic>,
) -> FlagSet {
    let find = |name: &str| spec.flag_types.iter().find(|known| known.0 == name).map(|known| known.1);
    let types = named(line, field, "flag type", diagnostics, find);
    flags::all(spec.flags, |flag| types.contains(&flag.kind))
}
