//! Computed chances by the names that tables of counts have.

use std::collections::BTreeMap;

use super::CountKey;
use affixboard_model::{
    batch::{KeySpace, Metric},
    catalog::plain_name,
    game::Chance,
};

/// A computed share.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct KnownShare {
    /// The share of drops.
    pub share: f64,
    /// Its largest error.
    pub bound: f64,
}

/// The words of tables for what is computed.
const WORDS: [(Metric, &str); 4] =
    [(Metric::KIND, "kind"), (Metric::AFFIX, "affix"), (Metric::THEME, "theme"), (Metric::ARTIFACT, "artifact")];

/// Adds the chances of a level and sort of drops, by what they are of and their names; those of one name are added up. What a drop
/// can be is counted once each: kinds, affixes, themes and artifacts.
pub fn computed(
    keys: &KeySpace,
    chances: &[Chance],
    (level, quality): (u32, &str),
    known: &mut BTreeMap<CountKey, KnownShare>,
) {
    for chance in chances {
        let Some((_, what)) = WORDS.iter().find(|word| word.0 == keys.key(chance.key).metric) else { continue };
        let key = CountKey {
            place: String::new(),
            level,
            quality: quality.to_owned(),
            what: (*what).to_owned(),
            name: plain_name(&keys.label(chance.key).1),
        };
        let of = known.entry(key).or_default();
        of.share += chance.mean;
        of.bound += chance.bound;
    }
}
