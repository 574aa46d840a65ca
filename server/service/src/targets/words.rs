//! Targets in words, for the command line and for pages.

use affixboard_model::game::Loaded;
use affixboard_report::significant_digits;

use super::types::{ChangedWeight, TargetPlace};

/// A share such as `5.556 %`.
pub fn percent(share: f64) -> String {
    format!("{} %", significant_digits(100.0 * share, 4))
}

impl TargetPlace {
    /// The place, such as `Dagger at level 20, good` or `drops at depth 20, great`.
    pub fn words(&self, loaded: &Loaded) -> String {
        let (words, catalog) = (loaded.game.words(), &loaded.catalog);
        match self {
            TargetPlace::Pool(place) => {
                let name = words.affix_levels.get(usize::from(place.affix_level)).filter(|_| words.has_affix_levels());
                let name = name.map(|name| format!(", {name}")).unwrap_or_default();
                format!("{} at level {}{name}", catalog.kind(place.kind).name, place.level)
            }
            TargetPlace::Drops { cell, .. } => {
                let what = cell.kind.map_or("drops", |kind| catalog.kind(kind).name.as_str());
                format!("{what} at depth {}, {}", cell.depth, words.qualities[usize::from(cell.quality)])
            }
        }
    }
}

impl ChangedWeight {
    /// What changes, such as `commonness 20 to 7, levels 10–50 to 5–50`.
    pub fn words(&self) -> String {
        let mut words = Vec::new();
        let (from, to) = self.commonness;
        if from != to {
            words.push(format!("commonness {from} to {to}"));
        }
        if let Some([from, to]) = self.levels {
            words.push(format!("levels {}–{} to {}–{}", from.0, from.1, to.0, to.1));
        }
        words.join(", ")
    }
}
