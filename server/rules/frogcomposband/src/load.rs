//! Reading an edition's files, with what is made of them: entries and rules.

use std::sync::Arc;

use super::{
    model::FrogModel,
    rules::FrogForge,
    tables::{FLAGS, MODIFIED},
};
use affixboard_kin::effects::of_ego;
use affixboard_model::{
    batch::Detail,
    catalog::{EffectSet, SortEntry},
    game::{Declaration, ForeignFiles, Forge, Game, Loaded, Model, RuleConstant, Switches},
    text::SourceSet,
};

impl Model for FrogModel {
    fn flag_names(&self) -> Vec<&'static str> {
        FLAGS.to_vec()
    }

    fn affix_effects(&self) -> Vec<EffectSet> {
        let egos = self.egos.iter().zip(&self.catalog.affixes);
        egos.map(|(stats, ego)| of_ego(stats.most, &ego.flags, |flag| MODIFIED.contains(&flag))).collect()
    }

    fn entries(&self) -> &[SortEntry] {
        &self.entries
    }

    fn forge_for(&self, _: Detail) -> Arc<dyn Forge> {
        Arc::new(FrogForge::new(self))
    }

    fn has_values(&self) -> bool {
        false
    }

    fn constants(&self) -> Vec<RuleConstant> {
        self.numbers.declarable()
    }
}

/// Reads an edition's files.
pub(super) fn load(game: &'static Game, sources: SourceSet, switches: Switches) -> Loaded {
    let (mut model, mut diagnostics) = super::schema::read(&sources);
    model.entries = super::entries::entries(&sources).into();
    let numbers = &mut model.numbers;
    let mut declare = |name: &str, value: i64| numbers.declare(name, value);
    let declared = Declaration::settle(&sources, game.id(), &mut diagnostics, &mut declare);
    let foreign = ForeignFiles::of_names(game, game.files(), &sources, &mut diagnostics, declared).map(Arc::new);
    Loaded {
        game,
        switches,
        sources,
        catalog: Arc::clone(&model.catalog),
        diagnostics,
        foreign,
        model: Box::new(model),
    }
}
