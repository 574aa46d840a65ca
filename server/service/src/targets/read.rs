//! What people write of a target: an affix, a share, places.

use std::sync::Arc;

use affixboard_inquiry::questions::{Question, QuestionError, parse};
use affixboard_model::{
    batch::{Cell, Detail},
    catalog::{Affix, AffixId, KindId, Sort},
    game::Loaded,
};
use affixboard_proposal::{EntryLine, entry_lines};

use super::types::{PoolPlace, TargetPlace};

/// An affix by its name or as `#index`.
///
/// # Errors
/// What was found, and what was expected.
pub fn find_affix(loaded: &Loaded, text: &str) -> Result<AffixId, String> {
    let index: Option<u32> = text.strip_prefix('#').and_then(|index| index.parse().ok());
    let is_it = |(_, of): &(AffixId, &Affix)| match index {
        Some(index) => of.index == index,
        None => of.name.eq_ignore_ascii_case(text),
    };
    let all = (0..).map(AffixId).zip(&loaded.catalog.affixes);
    let found: Vec<(AffixId, &Affix)> = all.filter(is_it).collect();
    match found.as_slice() {
        [(affix, _)] => Ok(*affix),
        [] => {
            let what = loaded.game.words().affix;
            let article = if what.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
            Err(format!("found `{text}`; expected {article} {what} of the files, or #index"))
        }
        several => {
            let all: Vec<String> = several.iter().map(|(_, of)| format!("#{}", of.index)).collect();
            Err(format!("several are called `{text}`; expected one of {}", all.join(", ")))
        }
    }
}

/// Whether affixes of the files are drawn by a commonness, which is what targets change. Where they have a rarity as well, they are
/// drawn by that.
pub fn has_weights(loaded: &Loaded) -> bool {
    let lines = entry_lines(loaded);
    let has = |name: &str| {
        let has_one = |line: &EntryLine| {
            line.sort == Sort::AFFIX
                && line.directive.allocates
                && line.directive.fields.iter().any(|of| of.name == name)
        };
        lines.iter().any(has_one)
    };
    has("commonness") && !has("rarity")
}

/// A share such as `5%` or `0.05`, from 0 to 1.
///
/// # Errors
/// What was found, and what was expected.
pub fn read_share(text: &str) -> Result<f64, String> {
    let number = match text.trim().strip_suffix('%') {
        Some(number) => number.trim().parse::<f64>().ok().map(|number| number / 100.0),
        None => text.trim().parse().ok(),
    };
    let number = number.filter(|number| (0.0..=1.0).contains(number));
    number.ok_or_else(|| format!("found `{text}`; expected 0% to 100%, or a number from 0 to 1"))
}

/// The pools of kinds at levels and an affix level, each different one once: kinds of one item type mostly have the same.
/// Pools without entries are left out.
pub fn pool_places(loaded: &Loaded, kinds: &[KindId], levels: &[u32], affix_level: u8) -> Vec<TargetPlace> {
    let forge = loaded.model.forge();
    let mut known = Vec::new();
    let mut places = Vec::new();
    for level in levels {
        for kind in kinds {
            let pool = forge.pool(*kind, *level, affix_level);
            if pool.entries.is_empty() || known.contains(&(*level, Arc::clone(&pool))) {
                continue;
            }
            known.push((*level, pool));
            places.push(TargetPlace::Pool(PoolPlace { kind: *kind, level: *level, affix_level }));
        }
    }
    places
}

/// Cells of drops, among those of an item type where one is given.
///
/// # Errors
/// If the item type can't be asked for.
pub fn drop_places(loaded: &Loaded, cells: &[Cell], tval: Option<u16>) -> Result<Vec<TargetPlace>, QuestionError> {
    let among = match tval {
        Some(tval) => {
            let forge = loaded.model.forge_for(Detail::Identity);
            let expr = parse(&format!("tval:\"#{tval}\""))?;
            Some(Arc::new(Question::of(&expr, loaded, forge.keys())?))
        }
        None => None,
    };
    Ok(cells.iter().map(|cell| TargetPlace::Drops { cell: *cell, among: among.clone() }).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares() {
        for (text, expected) in [("5%", 0.05), (" 12.5 % ", 0.125), ("0.05", 0.05), ("100%", 1.0), ("0", 0.0)] {
            assert!((read_share(text).expect("a share") - expected).abs() < 1e-15, "{text}");
        }
        for text in ["5", "101%", "-1%", "x", "", "NaN"] {
            let expected = format!("found `{text}`; expected 0% to 100%, or a number from 0 to 1");
            assert_eq!(read_share(text), Err(expected));
        }
    }
}
