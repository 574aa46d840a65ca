//! Objects of some kinds alone: which kind and which special artifact one is, is drawn by the computed chances, and the
//! rest is made as in any other run.

use super::{
    forge::UnangbandForge,
    source::{AT_ONCE, quality_of},
};
use affixboard_model::{
    batch::{Cell, Counts},
    catalog::KindId,
    engine::{multinomial::Multinomial, random::Stream},
    game::{Cancelled, KindSampler, KindSamples},
};

/// Chances become whole weights of this scale, with an error below that of the floats.
const SCALE: f64 = (1_u64 << 53) as f64;

/// What an object is before magic is applied to it.
struct Origin {
    kind: usize,
    /// The special artifact that it is.
    special: Option<usize>,
    /// Chance per drop.
    chance: f64,
}

/// The kinds of a cell that are to be made.
struct CellSampler<'a> {
    forge: &'a UnangbandForge,
    cell: Cell,
    origins: Vec<Origin>,
}

impl KindSamples for UnangbandForge {
    fn sampler(&self, cell: Cell, kinds: &[KindId]) -> Box<dyn KindSampler + '_> {
        let is_wanted = |kind: usize| kinds.binary_search(&KindId(kind as u32)).is_ok();
        let specials = self.special_chances(cell.depth, cell.quality > 0);
        let left = 1.0 - specials.iter().sum::<f64>();
        let mut types: Vec<u8> = kinds.iter().map(|kind| self.model().kinds[kind.at()].tval).collect();
        types.dedup();
        let of_kinds = self.chances_of_types(cell.depth, cell.quality, |tval| types.contains(&tval));
        let drawn = of_kinds.iter().enumerate().map(|(kind, p)| Origin { kind, special: None, chance: left * p });
        let special = |(at, p): (usize, &f64)| {
            let kind = self.model().kind_of(&self.model().artifacts[at])?;
            Some(Origin { kind, special: Some(at), chance: *p })
        };
        let all = drawn.chain(specials.iter().enumerate().filter_map(special));
        let origins = all.filter(|origin| origin.chance > 0.0 && is_wanted(origin.kind)).collect();
        Box::new(CellSampler { forge: self, cell, origins })
    }
}

impl KindSampler for CellSampler<'_> {
    fn items_per_drop(&self) -> f64 {
        self.origins.iter().map(|origin| origin.chance).sum()
    }

    /// None apart: special artifacts are among the items, for magic may curse or break them.
    fn artifacts_per_drop(&self) -> &[(u32, f64)] {
        &[]
    }

    fn run_while(
        &self,
        items: u64,
        random: &mut Stream,
        counts: &mut Counts,
        keep_going: &dyn Fn() -> bool,
    ) -> Result<(), Cancelled> {
        let weights = (0..).zip(&self.origins).map(|(at, origin)| (at, (origin.chance * SCALE) as u64));
        let drawn = Multinomial::new(weights).draw(items, random);
        let source = self.forge.source();
        let (bonuses, (good, great)) = (source.bonuses(self.cell.depth), quality_of(self.cell.quality));
        let mut maker = source.maker(self.cell.depth, &bonuses, random);
        for (at, made) in drawn {
            let Origin { kind, special, .. } = self.origins[at as usize];
            for number in 0..made {
                if number % AT_ONCE == 0 && !keep_going() {
                    return Err(Cancelled);
                }
                let mut item = match special {
                    Some(artifact) => maker.made_special(artifact, kind),
                    None => maker.dropped(kind, good || great),
                };
                maker.apply_magic(&mut item, good, great);
                self.forge.object_keys().count(Some(&item), counts);
                if counts.has_log() {
                    self.forge.log(&item, counts);
                }
            }
        }
        Ok(())
    }
}
