//! Words in fields: kinds, flags, numbers.

use super::super::tables::{ELEMENTS, FLAGS, MODIFIERS, OBJECT_FLAGS};
use affixboard_kin::lookup::named;
pub(super) use affixboard_kin::lookup::{commonness, levels, whole_number};
use affixboard_model::{
    engine::flags::FlagSet,
    syntax::{ParsedLine, colon::found},
    text::{Diagnostic, Rule},
};

/// Flags in the field of that name: object flags, kind flags where `with_kind_flags`, and what elements do to the item,
/// which is accepted and nothing more. An unknown one costs itself, not its neighbours.
pub(super) fn flags(
    line: &ParsedLine,
    field: &str,
    with_kind_flags: bool,
    diagnostics: &mut Vec<Diagnostic>,
) -> FlagSet {
    let (known, what) =
        if with_kind_flags { (FLAGS, "flag") } else { (&FLAGS[..OBJECT_FLAGS], "flag other than those of kinds") };
    let find = |name: &str| {
        let flag = known.iter().position(|known| *known == name).map(|at| 1 << at);
        flag.or_else(|| is_about_element(name).then_some(0))
    };
    named(line, field, what, diagnostics, find).into_iter().fold(0, |set, flag| set | flag)
}

/// Object flags only.
pub(super) fn object_flags(line: &ParsedLine, field: &str, diagnostics: &mut Vec<Diagnostic>) -> FlagSet {
    let find = |name: &str| Some(object_flag(name)).filter(|flag| *flag != 0);
    let what = "flag other than those of kinds and elements";
    named(line, field, what, diagnostics, find).into_iter().fold(0, |set, flag| set | flag)
}

/// `HATES_` or `IGNORE_` and an element. The original compares only as many letters as stand before the first
/// underscore (init.c, `grab_element_flag`), so that `IG_ACID` passes too.
fn is_about_element(name: &str) -> bool {
    let Some((what, element)) = name.split_once('_') else { return false };
    ["HATES", "IGNORE"].iter().any(|known| known.starts_with(what)) && ELEMENTS.contains(&element)
}

/// Whether the flags in the field of that name say that elements don't harm the item, and that they do.
pub(super) fn about_elements(line: &ParsedLine, field: &str) -> [bool; 2] {
    let text = line.text(field);
    let of = |what: char| text.split(['|', ' ']).any(|name| is_about_element(name) && name.starts_with(what));
    [of('I'), of('H')]
}

/// The elements that don't harm the item by the flags in the field of that name, as bits.
pub(super) fn ignored_elements(line: &ParsedLine, field: &str) -> u32 {
    let text = line.text(field);
    let ignored = text.split(['|', ' ']).filter(|name| name.starts_with('I') && is_about_element(name));
    ignored.filter_map(|name| element(name.split_once('_')?.1)).fold(0, |set, at| set | 1 << at)
}

/// The name of a flag, as a set.
pub(super) fn flag(name: &str) -> FlagSet {
    FLAGS.iter().position(|known| *known == name).map_or(0, |at| 1 << at)
}

/// The object flag of that name, as a set; empty where there is none.
pub(super) fn object_flag(name: &str) -> FlagSet {
    FLAGS[..OBJECT_FLAGS].iter().position(|known| *known == name).map_or(0, |at| 1 << at)
}

/// The place of an element.
pub(super) fn element(name: &str) -> Option<usize> {
    ELEMENTS.iter().position(|known| *known == name)
}

/// Whether the program knows a property of that type and code.
pub(super) fn is_code(of: &str, code: &str) -> bool {
    match of {
        "stat" | "mod" => MODIFIERS.contains(&code),
        "flag" => object_flag(code) != 0,
        _ => element(code).is_some(),
    }
}

/// Whether a text may be the name of something that the files bring: letters first, then letters, digits, blanks and
/// signs between words.
pub(super) fn is_name(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_alphabetic())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b' '))
}

/// The names of a set of flags, in the program's order.
pub(super) fn flag_names(set: FlagSet) -> Vec<&'static str> {
    affixboard_model::engine::flags::each(set).map(|flag| FLAGS[flag as usize]).collect()
}

/// What is said of a range of levels that has one alone.
pub(super) fn one_level(line: &ParsedLine, (min, max): (u32, u32)) -> Option<Diagnostic> {
    let expected = "expected a range of levels; it comes at this one alone";
    (min == max).then(|| line.remark(Rule::OneLevel, "depths", found(line.bytes("depths")), expected))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_are_known_by_the_letters_that_are_compared() {
        for name in ["HATES_ACID", "IGNORE_FIRE", "IG_ACID", "H_COLD", "_ELEC", "IGNORE_HOLY_ORB"] {
            assert!(is_about_element(name), "{name}");
        }
        for name in ["IGNORE_", "RES_ACID", "IGNORED_ACID", "ACID", "HATES_ROCK"] {
            assert!(!is_about_element(name), "{name}");
        }
    }
}
