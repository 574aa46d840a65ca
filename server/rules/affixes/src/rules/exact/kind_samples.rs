//! Items of some kinds alone: the kinds are drawn by their computed chances, and the items made as in any other run.

use super::{
    super::{forge::AffixForge, generation::Generation},
    cell::RaisedLevel,
};
use crate::constants::LEVEL_BONUS;
use affixboard_model::{
    batch::{Cell, Counts},
    catalog::KindId,
    engine::{multinomial::Multinomial, random::Stream},
    game::{Cancelled, KindSampler, KindSamples},
};

/// Chances become whole weights of this scale, with an error below that of the floats.
const SCALE: f64 = (1_u64 << 53) as f64;

/// A kind at one of the levels that drops are raised to.
struct RaisedKind {
    /// The level that the kind is drawn at, and the level of its magic.
    levels: [u32; 2],
    kind: KindId,
    /// Chance per drop.
    chance: f64,
}

/// The kinds of a cell that are to be made.
struct CellSampler<'a, G> {
    forge: &'a AffixForge<G>,
    cell: Cell,
    /// Level by level.
    kinds: Vec<RaisedKind>,
    artifacts: Vec<(u32, f64)>,
}

impl<G: Generation> KindSamples for AffixForge<G> {
    fn sampler(&self, cell: Cell, kinds: &[KindId]) -> Box<dyn KindSampler + '_> {
        let quality = usize::from(cell.quality).min(LEVEL_BONUS.len() - 1);
        let artifacts = self.artifacts_of(cell, quality);
        let left = 1.0 - artifacts.iter().map(|(.., chance)| chance).sum::<f64>();
        let mut raised_kinds = Vec::new();
        for RaisedLevel { level, magic, share } in self.raised_levels(cell, quality) {
            let chances = self.tables.chances(quality > 0, level, kinds.iter().copied());
            let of_level = kinds.iter().zip(chances).filter(|kind| kind.1 > 0.0);
            raised_kinds.extend(of_level.map(|(kind, chance)| RaisedKind {
                levels: [level, magic],
                kind: *kind,
                chance: left * share * chance,
            }));
        }
        // Sheets ask next what can occur; the tables of the depth, which are only kept for a while, are there now.
        let reach = self.reach(cell);
        for kind in kinds {
            self.prepare_reach(&reach, cell, *kind);
        }
        let of_kinds = artifacts.into_iter().filter(|(_, kind, _)| kinds.binary_search(kind).is_ok());
        let keys = |(artifact, kind, chance)| [(self.keys.kind(kind), chance), (self.keys.artifact(artifact), chance)];
        Box::new(CellSampler { forge: self, cell, kinds: raised_kinds, artifacts: of_kinds.flat_map(keys).collect() })
    }
}

impl<G: Generation> KindSampler for CellSampler<'_, G> {
    fn items_per_drop(&self) -> f64 {
        self.kinds.iter().map(|kind| kind.chance).sum()
    }

    fn artifacts_per_drop(&self) -> &[(u32, f64)] {
        &self.artifacts
    }

    fn run_while(
        &self,
        items: u64,
        random: &mut Stream,
        counts: &mut Counts,
        keep_going: &dyn Fn() -> bool,
    ) -> Result<(), Cancelled> {
        let weights = (0..).zip(&self.kinds).map(|(at, kind)| (at, (kind.chance * SCALE) as u64));
        let mut run = self.forge.start_run(self.cell);
        let mut last = None;
        for (at, made) in Multinomial::new(weights).draw(items, random) {
            let RaisedKind { levels, kind, .. } = self.kinds[at as usize];
            if last != Some(levels) {
                self.forge.batch(&mut run, levels);
                last = Some(levels);
            }
            if let Some(batch) = run.batches.last_mut() {
                batch.kinds[kind.at()] = made;
            }
        }
        self.forge.make_chosen(&mut run, random, counts, keep_going)
    }
}
