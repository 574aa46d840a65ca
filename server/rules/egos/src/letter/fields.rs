//! Fields and what they mean, also those that variants write in ways of their own.

use affixboard_kin::letter::{BuiltInNames, lookup};
use affixboard_model::{
    syntax::{ParsedLine, RandomValue, c_number::decimal_number, colon::found},
    text::{Diagnostic, Rule},
};

/// An item type by number or name.
pub(super) fn tval_of(
    names: &BuiltInNames,
    line: &ParsedLine,
    diagnostics: &mut Vec<Diagnostic>,
) -> Result<u8, Diagnostic> {
    let text = line.bytes("tval");
    if decimal_number(text).is_some() {
        let number = lookup::atoi(line, "tval", text, diagnostics);
        return Ok(lookup::byte(line, "tval", number, diagnostics));
    }
    let name = line.text("tval");
    let known = names.tvals.iter().find(|known| known.1.iter().any(|known| known.eq_ignore_ascii_case(&name)));
    known.map(|known| known.0).ok_or_else(|| {
        let expected = "expected an item type's number or name, such as 36 or soft armour; the line is ignored";
        line.remark(Rule::UnrecognisedTval, "tval", found(text), expected)
    })
}

/// The sval of a field: a number, or the name of a kind of that type.
pub(super) fn sval_of<'a>(
    line: &ParsedLine,
    mut kinds: impl Iterator<Item = (&'a str, u8)>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Result<u8, Diagnostic> {
    let text = line.bytes("sval");
    if decimal_number(text).is_some() {
        let number = lookup::atoi(line, "sval", text, diagnostics);
        return Ok(lookup::byte(line, "sval", number, diagnostics));
    }
    let name = affixboard_model::catalog::plain_name(&line.text("sval"));
    kinds.find(|kind| kind.0.eq_ignore_ascii_case(&name)).map(|kind| kind.1).ok_or_else(|| {
        let expected = "expected an sval or the name of a kind of that type; the line is ignored";
        line.remark(Rule::InvalidValue, "sval", found(text), expected)
    })
}

/// A number, the least of a random value, or 0 where the line has no such field.
pub(super) fn minimum(line: &ParsedLine, field: &str) -> i32 {
    line.maybe_int(field)
        .or_else(|| RandomValue::parse(line.bytes_of(field).trim_ascii()).map(RandomValue::minimum))
        .unwrap_or(0)
}

/// The weights of a kind by level, from places of `level/weight`: runs of first level, last level, weight, and the
/// level of the place each begins at or after. Between two places the weight goes straight from the one to the other,
/// and after the last it stays.
///
/// Source: object2.c of Sangband, `EyAngband` and Steamband, `get_obj_num`.
pub(super) fn interpolated(places: &[(u32, u32)]) -> Vec<(u32, u32, u32, u32)> {
    let mut places = places.to_vec();
    // Of two places at one level the later one counts.
    places.reverse();
    places.sort_by_key(|place| place.0);
    places.dedup_by_key(|place| place.0);
    let mut runs: Vec<(u32, u32, u32, u32)> = Vec::new();
    for (at, (level, weight)) in places.iter().copied().enumerate() {
        let Some(&(next, then)) = places.get(at + 1) else {
            runs.push((level, u32::MAX, weight, level));
            break;
        };
        let (rise, levels) = (i64::from(then) - i64::from(weight), i64::from(next - level));
        for step in 0..levels {
            // C's division cuts towards zero, as Rust's does.
            let here = (i64::from(weight) + step * rise / levels) as u32;
            match runs.last_mut() {
                Some(run) if run.2 == here && run.3 == level => run.1 += 1,
                _ => runs.push((level + step as u32, level + step as u32, here, level)),
            }
        }
    }
    runs.retain(|run| run.2 > 0);
    runs
}

/// Draw weight of a rarity of one in `one_in`: 100 / `one_in`, rounded down; 0 for 0 and above 100.
pub(super) fn weight(one_in: u8) -> u32 {
    100_u32.checked_div(u32::from(one_in)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_go_straight_from_place_to_place() {
        let forever = u32::MAX;
        assert_eq!(interpolated(&[(5, 30)]), [(5, forever, 30, 5)]);
        // 10 at level 2, then 10 + (level − 2) × (0 − 10) / 4: 8 (10 − 2), 5, 3 (10 − 7), and nothing from 6 on.
        let expected = [(2, 2, 10, 2), (3, 3, 8, 2), (4, 4, 5, 2), (5, 5, 3, 2)];
        assert_eq!(interpolated(&[(2, 10), (6, 0)]), expected);
        assert_eq!(interpolated(&[(6, 3), (2, 3)]), [(2, 5, 3, 2), (6, forever, 3, 6)]);
        assert_eq!(interpolated(&[(6, 9), (6, 3)]), [(6, forever, 3, 6)]);
        assert_eq!(interpolated(&[]), []);
    }
}
