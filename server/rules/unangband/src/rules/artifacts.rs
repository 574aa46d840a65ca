//! Artifacts: special ones by themselves, normal ones out of items of their kind (`make_artifact_special`,
//! `make_artifact`).

use super::{
    super::{
        flags as f,
        item::{ArtifactStats, FIRST_NORMAL_ARTIFACT, MadeItem},
        tables::tval,
    },
    maker::Maker,
};

impl Maker<'_> {
    /// Whether an artifact of a deeper level may be made all the same.
    fn is_near(&mut self, level: i32) -> bool {
        let missing = i64::from(level) - i64::from(self.depth);
        missing <= 0 || self.below(2 * missing) == 0
    }

    /// Tries the special artifacts one after another.
    pub(super) fn special_artifact(&mut self) -> Option<MadeItem> {
        if self.depth == 0 {
            return None;
        }
        let model = self.model;
        for (at, artifact) in model.artifacts.iter().enumerate() {
            if artifact.index >= FIRST_NORMAL_ARTIFACT {
                break;
            }
            if !self.is_near(artifact.level) || self.below(i64::from(artifact.rarity)) != 0 {
                continue;
            }
            let Some(kind) = model.kind_of(artifact) else { continue };
            let missing = i64::from(model.kinds[kind].level) - i64::from(self.depth);
            if missing > 0 && self.below(5 * missing) != 0 {
                continue;
            }
            return Some(self.made_special(at, kind));
        }
        None
    }

    /// A special artifact of a kind, before magic is applied.
    pub(super) fn made_special(&mut self, artifact: usize, kind: usize) -> MadeItem {
        MadeItem { artifact: Some(artifact), ..self.prepared(kind) }
    }

    /// Tries the normal artifacts of an item's kind; true where it became one.
    pub(super) fn try_artifact(&mut self, item: &mut MadeItem) -> bool {
        if self.depth == 0 {
            return false;
        }
        let model = self.model;
        let kind = self.kind(item);
        let place = (kind.tval, kind.sval);
        let depth = i64::from(self.depth);
        for at in model.artifacts_of(place) {
            let artifact = &model.artifacts[at];
            if !self.is_near(artifact.level) || !(depth..=2 * depth).contains(&artifact.power) {
                continue;
            }
            if self.below(i64::from(artifact.rarity)) == 0 {
                item.artifact = Some(at);
                return true;
            }
        }
        false
    }

    /// Gives an item what its artifact says.
    pub(super) fn finish_artifact(&mut self, item: &mut MadeItem) {
        let Some(at) = item.artifact else { return };
        let artifact: &ArtifactStats = &self.model.artifacts[at];
        item.pval = artifact.pval;
        item.armor_class = artifact.armor_class;
        (item.dice, item.sides, item.weight) = (artifact.dice, artifact.sides, artifact.weight);
        item.to_hit = artifact.to_hit;
        item.to_ac = artifact.to_ac.min(artifact.armor_class + 5);
        let most = if artifact.tval == tval::BOW { 15 } else { artifact.dice * artifact.sides + 5 };
        item.to_dam = artifact.to_dam.min(most);
        item.is_broken |= artifact.cost == 0;
        item.is_cursed |= artifact.flags & f::LIGHT_CURSE != 0;
    }
}
