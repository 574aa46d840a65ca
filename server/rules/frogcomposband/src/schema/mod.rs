//! From lines to meaning: what the files say, with the program's limits and quirks.

mod artifacts;
mod egos;
mod fields;
mod kinds;
mod limits;
mod others;

use std::sync::Arc;

use super::{
    dialect::{ARTIFACTS, EGOS, FILES, OBJECTS},
    items::roles_of,
    match_score::have_one_role,
    model::FrogModel,
    numbers::FrogNumbers,
    stats::{FrogArtifact, FrogEgo, FrogKind},
};
use affixboard_kin::{checks, letter::LetterReader};
use affixboard_model::{
    catalog::{Affix, Artifact, Catalog, ItemType, Kind},
    text::{Diagnostic, SourceSet},
};
pub(crate) use fields::DEEPEST;
use fields::NAMES;

/// Reads the files of an edition, with the remarks by file and place.
pub(super) fn read(sources: &SourceSet) -> (FrogModel, Vec<Diagnostic>) {
    let mut reader = LetterReader::new(&NAMES, sources);
    let has_one_role = have_one_role(sources);
    let limits = limits::read(&mut reader);
    let kinds = kinds::read(&mut reader, limits.get(OBJECTS.size));
    let artifacts = artifacts::read(&mut reader, limits.get(ARTIFACTS.size));
    let egos = egos::read(&mut reader, limits.get(EGOS.size), has_one_role);
    others::read(&mut reader);
    let (kinds, kind_stats): (Vec<Kind>, Vec<FrogKind>) = kinds.into_iter().unzip();
    let (affixes, ego_stats): (Vec<Affix>, Vec<FrogEgo>) =
        egos.into_iter().map(|ego| egos::placed(ego, &kind_stats)).unzip();
    let (artifacts, mut artifact_stats): (Vec<Artifact>, Vec<FrogArtifact>) = artifacts.into_iter().unzip();
    let mut catalog = Catalog { item_types: Vec::new(), kinds, affixes, themes: Vec::new(), artifacts };
    catalog.item_types = item_types(&kind_stats);
    for artifact in &mut artifact_stats {
        artifact.kind = catalog.find_kind(artifact.tval.into(), artifact.sval.into());
    }
    let LetterReader { mut diagnostics, .. } = reader;
    checks::run(&catalog, sources, &mut diagnostics);
    diagnostics.sort_by_key(|said| {
        let order = FILES.iter().position(|spec| spec.is_named(&said.file));
        (order, said.span.map(|span| span.start))
    });
    let model = FrogModel {
        catalog: Arc::new(catalog),
        kinds: kind_stats.into(),
        egos: ego_stats.into(),
        artifacts: artifact_stats.into(),
        numbers: FrogNumbers::default(),
        has_one_role,
        entries: Arc::default(),
    };
    (model, diagnostics)
}

/// The item types that have kinds.
fn item_types(kinds: &[FrogKind]) -> Vec<ItemType> {
    let mut tvals: Vec<u8> = kinds.iter().map(|kind| kind.tval).collect();
    tvals.sort_unstable();
    tvals.dedup();
    let item_type = |tval: u8| ItemType {
        tval: tval.into(),
        name: NAMES.tval(tval.into()),
        takes_affixes: kinds.iter().any(|kind| kind.tval == tval && !roles_of(kind).is_empty()),
    };
    tvals.into_iter().map(item_type).collect()
}
