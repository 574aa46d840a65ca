//! Pools of all kinds and levels, for the rules that compare levels.

use std::{collections::HashMap, ops::Range, sync::Arc};

use affixboard_model::{
    catalog::KindId,
    game::{Forge, Pool},
};

/// Pools by level, affix level and kind.
#[derive(Default)]
pub(super) struct Drawn(HashMap<(u32, u8, KindId), Arc<Pool>>);

impl Drawn {
    /// Adds the pools of these kinds at a level.
    pub(super) fn add(
        &mut self,
        forge: &dyn Forge,
        level: u32,
        affix_levels: Range<u8>,
        kinds: impl Iterator<Item = KindId>,
    ) {
        for kind in kinds {
            for affix_level in affix_levels.clone() {
                self.0.insert((level, affix_level, kind), forge.pool(kind, level, affix_level));
            }
        }
    }

    /// The pool of a kind; empty if it wasn't added.
    pub(super) fn pool(&self, kind: KindId, level: u32, affix_level: u8) -> Arc<Pool> {
        self.0.get(&(level, affix_level, kind)).cloned().unwrap_or_default()
    }
}
