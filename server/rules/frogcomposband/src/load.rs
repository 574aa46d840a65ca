//! Reading an edition's files, with what is made of them: entries and rules.

use std::sync::Arc;

use super::{
    appraisal,
    dialect::{EGOS_OF_ONE_ROLE, FILES_OF_ONE_ROLE},
    model::FrogModel,
    rules::FrogForge,
    tables::{FLAGS, MODIFIED},
};
use affixboard_kin::effects::of_ego;
use affixboard_model::{
    batch::Detail,
    catalog::{ArtifactId, EffectSet, KindId, SortEntry},
    game::{Appraisal, Declaration, ForeignFiles, Forge, Game, Loaded, Model, RuleConstant, Switches},
    syntax::FileSpec,
    text::{Diagnostic, Rule, SourceSet},
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

    fn artifact_appraisal(&self, artifact: ArtifactId) -> Option<Appraisal> {
        let artifact = self.artifacts.get(artifact.at()).filter(|_| !self.has_one_role)?;
        appraisal::of_artifact(artifact, self.kinds.get(artifact.kind?.at())?)
    }

    fn kind_appraisal(&self, kind: KindId) -> Option<Appraisal> {
        appraisal::of_plain(self.kinds.get(kind.at()).filter(|_| !self.has_one_role)?)
    }

    fn forge_for(&self, detail: Detail) -> Arc<dyn Forge> {
        Arc::new(FrogForge::new(self, detail))
    }

    fn files(&self) -> Option<&'static [FileSpec]> {
        self.has_one_role.then_some(FILES_OF_ONE_ROLE)
    }

    fn has_values(&self) -> bool {
        !self.has_one_role
    }

    fn constants(&self) -> Vec<RuleConstant> {
        self.numbers.declarable()
    }
}

/// What is said of PosChengband's files: the numbers of its egos mean others, so that no item refuses any.
fn of_one_role(
    game: &Game,
    sources: &SourceSet,
    diagnostics: &mut Vec<Diagnostic>,
    declared: Option<Declaration>,
) -> ForeignFiles {
    let found =
        "egos with their role in the `N:` line, as PosChengband has them: which items refuse which egos isn't known";
    let said = Diagnostic {
        rule: Rule::VariantForm,
        file: EGOS_OF_ONE_ROLE.name.to_owned(),
        span: None,
        found: format!("found {found}"),
        expected: ForeignFiles::expected(game.title()),
    };
    let form = ForeignFiles::of_form(found.to_owned(), "", FILES_OF_ONE_ROLE, sources, diagnostics);
    diagnostics.insert(0, said);
    ForeignFiles { declared, ..form }
}

/// Reads an edition's files.
pub(super) fn load(game: &'static Game, sources: SourceSet, switches: Switches) -> Loaded {
    let (mut model, mut diagnostics) = super::schema::read(&sources);
    model.entries = super::entries::entries(&sources).into();
    let numbers = &mut model.numbers;
    let mut declare = |name: &str, value: i64| numbers.declare(name, value);
    let declared = Declaration::settle(&sources, game.id(), &mut diagnostics, &mut declare);
    let foreign = if model.has_one_role {
        Some(of_one_role(game, &sources, &mut diagnostics, declared))
    } else {
        ForeignFiles::of_names(game, game.files(), &sources, &mut diagnostics, declared)
    };
    let foreign = foreign.map(Arc::new);
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
