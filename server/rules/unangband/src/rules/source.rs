//! Items made one after another, as drops or of a kind, for whoever counts them.

use std::sync::Arc;

use super::{
    super::{item::MadeItem, model::UnangbandModel},
    kind_choice::KindTables,
    maker::{Bonuses, MOST_LEVEL, Maker},
    memo::PowerMemo,
};
use affixboard_model::{
    batch::Cell,
    engine::{random::Stream, single_flight::SingleFlight},
    game::Cancelled,
};

/// Items between questions whether to go on.
pub(super) const AT_ONCE: u64 = 256;

/// Whether a quality is good and great.
pub(super) fn quality_of(quality: u8) -> (bool, bool) {
    (quality >= 1, quality >= 2)
}

/// The rules for one catalog, with the tables that items are drawn from.
pub(super) struct ItemSource {
    pub(super) model: UnangbandModel,
    pub(super) kinds: KindTables,
    bonuses: SingleFlight<u32, Bonuses>,
}

impl ItemSource {
    pub(super) fn new(model: &UnangbandModel) -> ItemSource {
        ItemSource {
            kinds: KindTables::new(Arc::clone(&model.kinds)),
            bonuses: SingleFlight::unbounded(),
            model: model.clone(),
        }
    }

    /// The tables of bonuses at a depth.
    pub(super) fn bonuses(&self, depth: u32) -> Arc<Bonuses> {
        let level = depth.min(MOST_LEVEL);
        self.bonuses.get(level, || Bonuses::new(level))
    }

    /// What makes items at a depth, with the tables of that depth.
    pub(super) fn maker<'a>(&'a self, depth: u32, bonuses: &'a Arc<Bonuses>, random: &'a mut Stream) -> Maker<'a> {
        Maker { model: &self.model, depth, bonuses, random, memo: PowerMemo::default() }
    }

    /// Makes so many items of a cell and shows each to `count`, with the stream that they are made of; `None` where none was made.
    pub(super) fn make_while(
        &self,
        cell: Cell,
        items: u64,
        random: &mut Stream,
        keep_going: &dyn Fn() -> bool,
        count: &mut dyn FnMut(Option<&MadeItem>, &mut Stream),
    ) -> Result<(), Cancelled> {
        let bonuses = self.bonuses(cell.depth);
        let (good, great) = quality_of(cell.quality);
        let mut maker = self.maker(cell.depth, &bonuses, random);
        for made in 0..items {
            if made % AT_ONCE == 0 && !keep_going() {
                return Err(Cancelled);
            }
            let item = match cell.kind {
                None => maker.make_object(&self.kinds, good, great),
                Some(kind) => {
                    let mut item = maker.prepared(kind.at());
                    maker.apply_magic(&mut item, good, great);
                    Some(item)
                }
            };
            count(item.as_ref(), maker.random);
        }
        Ok(())
    }
}
