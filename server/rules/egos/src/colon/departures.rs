//! The rule switches of these games, and what they change in an edition.

use super::{
    dialect::ColonDialect,
    egos::{DEEPEST, EgoRecord, weight},
    read_egos,
};
use affixboard_model::{
    catalog::AffixId,
    game::{Switch, SwitchedEntry, Touched},
    text::SourceSet,
};

/// Quirk 1 of the RULES of 3.5, which 3.3 and 3.4 have too.
pub const EGO_COMMONNESS: Switch = Switch {
    id: "ego-commonness",
    title: "An ego's commonness in its A: line is never used",
    coded: "An ego weighs 100 ÷ rarity, the second number of its W: line; the commonness in its A: line is read and never \
            used.",
    documented: "An ego weighs what the A: line says, as kinds do.",
    code: "Code: the table of egos is made of 100 ÷ rarity.",
    written: "Written: ego_item.txt on A: lines, “commonness determines how common the object is”.",
};

/// That 3.3 and 3.4 read the `A:` lines of egos and use nothing of them; the levels are used from 3.5 on.
pub const EGO_LEVELS: Switch = Switch {
    id: "ego-levels",
    title: "The levels in an ego's A: line are never used",
    coded: "An ego can be made from the level in its W: line on, and at every deeper one; the levels in its A: line are read \
            and never used.",
    documented: "Before the first level of its A: line an ego comes at times only, and after the last never, as in 3.5.",
    code: "Code: the choice of an ego asks for the level in its W: line only.",
    written: "Written: ego_item.txt on A: lines, “min depth is the earliest it is normally found, max depth \
              is the deepest it is ever found”.",
};

/// The egos whose weight isn't the commonness in their `A:` lines, or whose levels aren't those there.
pub fn touched(dialect: &'static ColonDialect, sources: &SourceSet, switch: &Switch) -> Vec<Touched> {
    let describe = match switch {
        known if *known == EGO_COMMONNESS => commonness,
        known if *known == EGO_LEVELS => levels,
        _ => return Vec::new(),
    };
    let egos = read_egos(dialect, sources).into_iter().zip(0..);
    let touched = egos.filter_map(|(record, at)| {
        let (coded, documented) = describe(&record.body)?;
        Some(Touched {
            what: SwitchedEntry::Affix(AffixId(at)),
            name: record.body.name,
            index: record.index,
            coded,
            documented,
        })
    });
    touched.collect()
}

/// Draw weights of an ego as coded and as documented, if they differ.
fn commonness(ego: &EgoRecord) -> Option<(String, String)> {
    let (rarity, weight) = (ego.rarity, weight(ego.rarity));
    let coded = if rarity == 0 { "weight 0".to_owned() } else { format!("weight {weight} (100 ÷ rarity {rarity})") };
    (weight != ego.commonness).then(|| (coded, format!("commonness {}", ego.commonness)))
}

/// Levels of an ego as coded and as documented, if they differ.
fn levels(ego: &EgoRecord) -> Option<(String, String)> {
    let (min, max) = ego.levels;
    let is_all = min <= ego.level && max >= u32::from(DEEPEST);
    (ego.has_levels && !is_all)
        .then(|| (format!("from level {}", ego.level), format!("usual from level {min}, up to {max}")))
}
