//! Single drops as what they are. A batch draws how many drops are of each kind before it makes them, so its counts can't be
//! told apart into drops; these are made one by one by the same rules.

use super::{Cell, Counts, Entry, KeySpace, Metric};
use crate::{
    catalog::{AffixId, ArtifactId, KindId, ThemeId},
    engine::random::Stream,
    game::{Appraisal, Cancelled, Forge},
};

/// Drops between two questions whether to go on.
const STRETCH: u64 = 64;

/// Which items are looked for among the drops of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ItemSearch {
    /// Depth and drop quality; a kind where it is given.
    pub cell: Cell,
    /// Items of this type alone, artifacts included.
    pub tval: Option<u16>,
    /// Items that carry this entry, or are it.
    pub with: Option<Entry>,
    /// The seed, as of a batch.
    pub seed: u64,
    /// Number of items at most.
    pub items: usize,
    /// Number of drops at most that are made for them.
    pub most_drops: u64,
}

/// One drop.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SampledItem {
    /// Its number among the drops, from 1.
    pub drop: u64,
    /// Its kind; `None` of artifacts that are drawn without one.
    pub kind: Option<KindId>,
    /// The artifact that it is.
    pub artifact: Option<ArtifactId>,
    /// Its affixes or ego in the order of the files, and how many slots each fills.
    pub affixes: Vec<(AffixId, u32)>,
    /// Its theme.
    pub theme: Option<ThemeId>,
    /// What else was counted of it, in the order of the keys: (metric, value). A pile of several has the values of one.
    pub values: Vec<(Metric, String)>,
    /// What the game thinks of it.
    pub appraisal: Appraisal,
}

/// The items that were found.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ItemSample {
    /// In the order in which they dropped.
    pub items: Vec<SampledItem>,
    /// Number of drops made for them.
    pub drops: u64,
}

/// The first items that are looked for, of drops made one by one. Each drop has a stream of its own, so that those of one number can
/// be held against each other where the files differ. The forge should count values for items to have them
/// ([`super::Detail::Full`]).
///
/// # Errors
/// [`Cancelled`] if `keep_going` returned false.
pub fn sample_items(
    forge: &dyn Forge,
    search: &ItemSearch,
    keep_going: &dyn Fn() -> bool,
) -> Result<ItemSample, Cancelled> {
    let keys = forge.keys();
    let mut counts = Counts::new(keys).with_appraisals();
    let mut sample = ItemSample::default();
    while sample.items.len() < search.items && sample.drops < search.most_drops {
        if sample.drops.is_multiple_of(STRETCH) && !keep_going() {
            return Err(Cancelled);
        }
        sample.drops += 1;
        forge.run(search.cell, 1, &mut search.stream(sample.drops), &mut counts);
        let appraisal = counts.take_appraisals().pop().unwrap_or_default();
        let item = SampledItem::of(keys, sample.drops, &counts.take(), appraisal);
        sample.items.extend(item.filter(|item| search.is_for(keys, item)));
    }
    Ok(sample)
}

/// Apart from the third number of a batch's streams.
const OF_DROPS: u64 = 1 << 63;

impl ItemSearch {
    /// The stream of a drop.
    fn stream(&self, drop: u64) -> Stream {
        let kind = self.cell.kind.map_or(0, |kind| u64::from(kind.0) + 1);
        let place = (kind << 40) | (u64::from(self.cell.depth) << 8) | u64::from(self.cell.quality);
        Stream::seeded([self.seed, place, OF_DROPS | drop])
    }

    /// Whether it is one of those that are looked for.
    fn is_for(&self, keys: &KeySpace, item: &SampledItem) -> bool {
        let catalog = keys.catalog();
        let tval = item.artifact.map(|id| catalog.artifact(id).tval);
        let tval = tval.or_else(|| item.kind.map(|id| catalog.kind(id).tval));
        let has = match self.with {
            None | Some(Entry::Kind | Entry::Fixed(_)) => true,
            Some(Entry::Affix(id)) => item.affixes.iter().any(|(affix, _)| *affix == id),
            Some(Entry::Theme(id)) => item.theme == Some(id),
            Some(Entry::Artifact(id)) => item.artifact == Some(id),
        };
        has && (self.tval.is_none() || tval == self.tval)
    }
}

impl SampledItem {
    /// What a single drop counted; `None` where it came to nothing.
    fn of(keys: &KeySpace, drop: u64, counted: &[(u32, u64)], appraisal: Appraisal) -> Option<SampledItem> {
        let mut item = SampledItem {
            drop,
            kind: None,
            artifact: None,
            affixes: Vec::new(),
            theme: None,
            values: Vec::new(),
            appraisal,
        };
        for (key, count) in counted {
            let of = keys.key(*key);
            match (of.metric, of.entry) {
                (Metric::KIND, _) => item.kind = of.kind,
                (Metric::ARTIFACT, Entry::Artifact(id)) => item.artifact = Some(id),
                (Metric::AFFIX, Entry::Affix(id)) => item.affixes.push((id, 1)),
                (Metric::AFFIX_MULT, Entry::Affix(id)) => {
                    if let Some((_, slots)) = item.affixes.iter_mut().find(|(affix, _)| *affix == id) {
                        *slots = *count as u32;
                    }
                }
                (Metric::THEME, Entry::Theme(id)) => item.theme = Some(id),
                (metric, Entry::Fixed(_) | Entry::Kind) if Metric::VALUES.contains(&metric) => {
                    item.values.push((metric, keys.label(*key).1));
                }
                _ => {}
            }
        }
        (item.kind.is_some() || item.artifact.is_some()).then_some(item)
    }
}
