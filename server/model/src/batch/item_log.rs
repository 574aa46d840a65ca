//! A log of single items beside the counts of a run.
//!
//! A run draws how many drops are of each kind before it makes them, so that its counts can't be told apart into drops. With a log
//! each item is noted as it is finished, in the order in which the run makes them, which is not the order of drops. What an item
//! is, is drawn as without a log; values may be drawn otherwise, from the same distribution.

use std::{fmt, sync::Arc};

use crate::{
    catalog::{AffixId, ArtifactId, KindId, ThemeId},
    game::Appraisal,
};

/// What an item is, without its values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ItemIdentity<'a> {
    /// Its kind; that of its base where it is an artifact.
    pub kind: KindId,
    /// The artifact that it is.
    pub artifact: Option<ArtifactId>,
    /// Its affixes or its ego, one for each slot, so that one may be there several times.
    pub affixes: &'a [AffixId],
    /// Its theme.
    pub theme: Option<ThemeId>,
}

impl<'a> ItemIdentity<'a> {
    /// An item with these affixes.
    pub fn with_affixes(kind: KindId, affixes: &'a [AffixId], theme: Option<ThemeId>) -> ItemIdentity<'a> {
        ItemIdentity { kind, artifact: None, affixes, theme }
    }

    /// An artifact.
    pub fn of_artifact(kind: KindId, artifact: ArtifactId) -> ItemIdentity<'a> {
        ItemIdentity { kind, artifact: Some(artifact), affixes: &[], theme: None }
    }
}

/// An item of a log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LoggedItem {
    /// Its kind; that of its base where it is an artifact.
    pub kind: KindId,
    /// The artifact that it is.
    pub artifact: Option<ArtifactId>,
    /// Its affixes or ego in the order of the files, and how many slots each fills.
    pub affixes: Vec<(AffixId, u32)>,
    /// Its theme.
    pub theme: Option<ThemeId>,
    /// Keys of its values, in their order; none where values are not counted. A pile of several has the values of one.
    pub values: Vec<u32>,
    /// What the game thinks of it; empty where nobody asked.
    pub appraisal: Appraisal,
}

/// Which items are noted, and how.
#[derive(Clone)]
pub(super) struct ItemLog {
    wants: Arc<dyn Fn(&ItemIdentity<'_>) -> bool + Send + Sync>,
    pub(super) appraises: bool,
    pub(super) items: Vec<LoggedItem>,
}

impl ItemLog {
    pub(super) fn new(wants: impl Fn(&ItemIdentity<'_>) -> bool + Send + Sync + 'static, appraises: bool) -> ItemLog {
        ItemLog { wants: Arc::new(wants), appraises, items: Vec::new() }
    }

    pub(super) fn wants(&self, identity: &ItemIdentity<'_>) -> bool {
        (self.wants)(identity)
    }

    pub(super) fn push(&mut self, identity: &ItemIdentity<'_>, mut values: Vec<u32>, appraisal: Option<Appraisal>) {
        values.sort_unstable();
        let mut affixes: Vec<(AffixId, u32)> = Vec::with_capacity(identity.affixes.len());
        let mut slots = identity.affixes.to_vec();
        slots.sort_unstable();
        for slot in slots {
            match affixes.last_mut().filter(|(affix, _)| *affix == slot) {
                Some((_, number)) => *number += 1,
                None => affixes.push((slot, 1)),
            }
        }
        self.items.push(LoggedItem {
            kind: identity.kind,
            artifact: identity.artifact,
            affixes,
            theme: identity.theme,
            values,
            appraisal: appraisal.unwrap_or_default(),
        });
    }
}

impl fmt::Debug for ItemLog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ItemLog").field("items", &self.items.len()).finish_non_exhaustive()
    }
}
