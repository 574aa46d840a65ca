//! Chances without sampling: which kinds and special artifacts come, and of all else how much there can be at most, so that
//! counted numbers, which are known better, take its place.

use super::{super::item::FIRST_NORMAL_ARTIFACT, forge::UnangbandForge, maker::MOST_LEVEL};
use affixboard_model::{
    batch::{Cell, Entry, Key, Metric},
    catalog::{AffixId, KindId},
    game::{Cancelled, Chance, ExactChances, Forge as _, KindChances, PairChance},
};

impl UnangbandForge {
    /// The chance that an object is each special artifact, by position in the catalog (`make_artifact_special`).
    pub(super) fn special_chances(&self, depth: u32, good: bool) -> Vec<f64> {
        let model = self.model();
        let mut chances = vec![0.0; model.artifacts.len()];
        if depth == 0 {
            return chances;
        }
        // One in so many tries for them; the first that is taken ends it.
        let mut left = super::magic::special_odds(good);
        let one_of = |number: i64| if number > 1 { 1.0 / number as f64 } else { 1.0 };
        for (at, artifact) in model.artifacts.iter().enumerate() {
            if artifact.index >= FIRST_NORMAL_ARTIFACT {
                break;
            }
            let Some(kind) = model.kind_of(artifact) else { continue };
            let missing = |level: i32| i64::from(level) - i64::from(depth);
            let is_taken = one_of(2 * missing(artifact.level).max(0))
                * one_of(i64::from(artifact.rarity))
                * one_of(5 * missing(model.kinds[kind].level).max(0));
            chances[at] = left * is_taken;
            left -= chances[at];
        }
        chances
    }
}

impl ExactChances for UnangbandForge {
    fn chances_while(
        &self,
        cell: Cell,
        kinds: Option<&[KindId]>,
        keep_going: &dyn Fn() -> bool,
    ) -> Result<Vec<Chance>, Cancelled> {
        let model = self.model();
        let specials = match cell.kind {
            None => self.special_chances(cell.depth.min(MOST_LEVEL), cell.quality > 0),
            Some(_) => vec![0.0; model.artifacts.len()],
        };
        let special: f64 = specials.iter().sum();
        let mut of_kind = match cell.kind {
            None => KindChances::kind_chances(self, cell.depth, cell.quality),
            Some(only) => (0..model.kinds.len()).map(|at| f64::from(u8::from(at == only.at()))).collect(),
        };
        let made: f64 = of_kind.iter().sum();
        for chance in &mut of_kind {
            *chance *= 1.0 - special;
        }
        // What magic is applied to.
        let plain = of_kind.clone();
        for (artifact, chance) in model.artifacts.iter().zip(&specials).filter(|(_, chance)| **chance > 0.0) {
            if let Some(kind) = model.kind_of(artifact) {
                of_kind[kind] += chance;
            }
        }
        let is_wanted = |kind: KindId| kinds.is_none_or(|kinds| kinds.binary_search(&kind).is_ok());
        let possible = self.possible(cell);
        let at_most = |key: u32, most: f64| Chance { key, mean: most / 2.0, bound: most / 2.0 };
        let mut found = Vec::new();
        for key in 0..self.keys().len() as u32 {
            if key % 4096 == 0 && !keep_going() {
                return Err(Cancelled);
            }
            let Key { metric, kind, entry } = self.keys().key(key);
            if kind.is_some_and(|kind| !is_wanted(kind)) {
                continue;
            }
            let chance = match (metric, kind, entry) {
                (Metric::KIND, Some(kind), _) => Chance::exactly(key, of_kind[kind.at()]),
                (Metric::FAILED, ..) if cell.kind.is_none() => {
                    Chance::exactly(key, ((1.0 - special) * (1.0 - made)).max(0.0))
                }
                (_, _, Entry::Artifact(artifact)) if specials[artifact.at()] > 0.0 => {
                    Chance::exactly(key, specials[artifact.at()])
                }
                _ if !possible(key) => continue,
                (_, _, Entry::Artifact(artifact)) => {
                    let named = self.kinds_of_artifact(artifact).iter();
                    at_most(key, named.map(|kind| plain[kind.at()]).sum::<f64>().min(1.0))
                }
                (_, Some(kind), _) => at_most(key, of_kind[kind.at()]),
                _ => at_most(key, 1.0),
            };
            if chance.mean > 0.0 || chance.bound > 0.0 {
                found.push(chance);
            }
        }
        Ok(found)
    }

    fn pair_while(
        &self,
        _: Cell,
        _: KindId,
        _: [AffixId; 2],
        _: &dyn Fn() -> bool,
    ) -> Result<Option<PairChance>, Cancelled> {
        Ok(None)
    }
}
