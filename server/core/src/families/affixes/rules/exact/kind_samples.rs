//! Items of some kinds alone: the kinds are drawn by their computed chances, and the items made as in any other run.

use super::{
    super::{forge::AffixForge, generation::Generation},
    cell::RaisedLevel,
};
use crate::{
    batch::{Cell, Counts},
    catalog::KindId,
    engine::{multinomial::Multinomial, random::Stream},
    families::affixes::constants::LEVEL_BONUS,
    game::{Cancelled, KindSamples},
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

impl<G: Generation> AffixForge<G> {
    /// Each of these kinds at each level, level by level, of drops that are no artifacts at once.
    fn raised_kinds(&self, cell: Cell, kinds: &[KindId]) -> Vec<RaisedKind> {
        let quality = usize::from(cell.quality).min(LEVEL_BONUS.len() - 1);
        let artifacts: f64 = self.artifacts_of(cell, quality).into_iter().map(|(.., chance)| chance).sum();
        let mut raised_kinds = Vec::new();
        for RaisedLevel { level, magic, share } in self.raised_levels(cell, quality) {
            let chances = self.tables.chances(quality > 0, level, self.kinds.len());
            let chance = |kind: KindId| (1.0 - artifacts) * share * chances[kind.at()];
            let of_level =
                kinds.iter().map(|kind| RaisedKind { levels: [level, magic], kind: *kind, chance: chance(*kind) });
            raised_kinds.extend(of_level.filter(|kind| kind.chance > 0.0));
        }
        raised_kinds
    }
}

impl<G: Generation> KindSamples for AffixForge<G> {
    fn items_per_drop(&self, cell: Cell, kinds: &[KindId]) -> f64 {
        self.raised_kinds(cell, kinds).iter().map(|kind| kind.chance).sum()
    }

    fn artifacts_per_drop(&self, cell: Cell, kinds: &[KindId]) -> Vec<(u32, f64)> {
        let quality = usize::from(cell.quality).min(LEVEL_BONUS.len() - 1);
        let of_kinds = self.artifacts_of(cell, quality).into_iter().filter(|(_, kind, _)| kinds.contains(kind));
        of_kinds
            .flat_map(|(artifact, kind, chance)| {
                [(self.keys.kind(kind), chance), (self.keys.artifact(artifact), chance)]
            })
            .collect()
    }

    fn run_kinds_while(
        &self,
        cell: Cell,
        kinds: &[KindId],
        items: u64,
        random: &mut Stream,
        counts: &mut Counts,
        keep_going: &dyn Fn() -> bool,
    ) -> Result<(), Cancelled> {
        let raised_kinds = self.raised_kinds(cell, kinds);
        let weights = (0..).zip(&raised_kinds).map(|(at, kind)| (at, (kind.chance * SCALE) as u64));
        let mut run = self.start_run(cell);
        let mut last = None;
        for (at, made) in Multinomial::new(weights).draw(items, random) {
            let RaisedKind { levels, kind, .. } = raised_kinds[at as usize];
            if last != Some(levels) {
                self.batch(&mut run, levels);
                last = Some(levels);
            }
            if let Some(batch) = run.batches.last_mut() {
                batch.kinds[kind.at()] = made;
            }
        }
        self.make_chosen(&mut run, random, counts, keep_going)
    }
}
