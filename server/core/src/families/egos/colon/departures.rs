//! The rule switch of these games, and what it changes in an edition.

use super::{Dialect, egos::weight, read_egos};
use crate::{
    catalog::AffixId,
    games::{Subject, Switch, Touched},
    text::SourceSet,
};

/// Quirk 1 of the RULES of 3.5.
pub(crate) const EGO_COMMONNESS: Switch = Switch {
    id: "ego-commonness",
    title: "An ego's commonness in its A: line is never used",
    coded: "An ego weighs 100 ÷ rarity, the second number of its W: line; the commonness in its A: line is read and never \
            used.",
    documented: "An ego weighs what the A: line says, as kinds do.",
    source: "Code: the table of egos is made of 100 ÷ rarity. Written: ego_item.txt on A: lines, “commonness determines how \
             common the object is”.",
};

/// The egos whose weight isn't the commonness in their `A:` lines.
pub(crate) fn touched(dialect: &'static Dialect, sources: &SourceSet, switch: &Switch) -> Vec<Touched> {
    if *switch != EGO_COMMONNESS {
        return Vec::new();
    }
    let egos = read_egos(dialect, sources).into_iter().zip(0..);
    let touched = egos.filter_map(|(record, at)| {
        let (rarity, commonness) = (record.body.rarity, record.body.commonness);
        let weight = weight(rarity);
        (weight != commonness).then(|| Touched {
            what: Subject::Affix(AffixId(at)),
            name: record.body.name,
            index: record.index,
            coded: if rarity == 0 {
                "weight 0".to_owned()
            } else {
                format!("weight {weight} (100 ÷ rarity {rarity})")
            },
            documented: format!("commonness {commonness}"),
        })
    });
    touched.collect()
}
