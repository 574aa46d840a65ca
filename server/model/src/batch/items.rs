//! Single drops as what they are, made one by one by the rules of batches.

use super::{Cell, Counts, Entry, KeySpace, LoggedItem, Metric};
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
    /// Its kind; that of its base where it is an artifact.
    pub kind: KindId,
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
    let mut counts = Counts::new(keys).with_log(|_| true, true);
    let mut sample = ItemSample::default();
    while sample.items.len() < search.items && sample.drops < search.most_drops {
        if sample.drops.is_multiple_of(STRETCH) && !keep_going() {
            return Err(Cancelled);
        }
        sample.drops += 1;
        forge.run(search.cell, 1, &mut search.stream(sample.drops), &mut counts);
        let made = counts.take_items().into_iter();
        sample.items.extend(
            made.filter(|item| search.is_for(keys, item)).map(|item| SampledItem::of(keys, sample.drops, item)),
        );
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
    fn is_for(&self, keys: &KeySpace, item: &LoggedItem) -> bool {
        let catalog = keys.catalog();
        let tval = item.artifact.map_or_else(|| catalog.kind(item.kind).tval, |id| catalog.artifact(id).tval);
        let has = match self.with {
            None | Some(Entry::Kind | Entry::Fixed(_)) => true,
            Some(Entry::Affix(id)) => item.affixes.iter().any(|(affix, _)| *affix == id),
            Some(Entry::Theme(id)) => item.theme == Some(id),
            Some(Entry::Artifact(id)) => item.artifact == Some(id),
        };
        has && (self.tval.is_none_or(|wanted| tval == wanted))
    }
}

impl SampledItem {
    fn of(keys: &KeySpace, drop: u64, item: LoggedItem) -> SampledItem {
        let LoggedItem { kind, artifact, affixes, theme, values, appraisal } = item;
        let values = values.iter().map(|key| (keys.key(*key).metric, keys.label(*key).1)).collect();
        SampledItem { drop, kind, artifact, affixes, theme, values, appraisal }
    }
}
