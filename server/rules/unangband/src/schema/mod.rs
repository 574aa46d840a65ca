//! From lines to meaning: what the files say, with the program's limits and quirks.

mod artifacts;
mod egos;
mod fields;
mod kinds;
mod limits;
mod others;
mod races;

use std::sync::Arc;

use fields::{DEEPEST, NAMES};

use super::{
    dialect::{ARTIFACTS, EGOS, FILES, OBJECTS},
    item::{ArtifactStats, EgoStats, KindStats},
    model::UnangbandModel,
    power::{SlayPowers, artifact_terms, without_contradictions},
};
use affixboard_kin::{checks, letter::LetterReader};
use affixboard_model::{
    catalog::{Affix, Artifact, Catalog, ItemType, Kind},
    text::{Diagnostic, SourceSet},
};

/// Reads the files of an edition, with the remarks by file and place.
pub(super) fn read(sources: &SourceSet) -> (UnangbandModel, Vec<Diagnostic>) {
    let mut reader = LetterReader::new(&NAMES, sources);
    let limits = limits::read(&mut reader);
    let (races, templates) = races::read(&mut reader, &limits);
    let slays = SlayPowers::new(races.iter().map(races::slay_target));
    let kinds = kinds::read(&mut reader, limits.of(&OBJECTS));
    let artifacts = artifacts::read(&mut reader, limits.of(&ARTIFACTS).or(limits.get(b'A')));
    let egos = egos::read(&mut reader, limits.of(&EGOS));
    others::read(&mut reader, &limits);
    let (kinds, kind_stats): (Vec<Kind>, Vec<KindStats>) = kinds.into_iter().unzip();
    let (affixes, mut ego_stats): (Vec<Affix>, Vec<EgoStats>) = egos.into_iter().unzip();
    let (mut artifacts, mut artifact_stats): (Vec<Artifact>, Vec<ArtifactStats>) = artifacts.into_iter().unzip();
    for ego in &mut ego_stats {
        ego.slay_power = slays.of(ego.flags);
    }
    for (artifact, stats) in artifacts.iter_mut().zip(&mut artifact_stats) {
        stats.flags = without_contradictions(stats.flags, stats.pval);
        if let Some(kind) = kind_stats.iter().find(|kind| (kind.tval, kind.sval) == (stats.tval, stats.sval)) {
            stats.power = artifact_terms(stats, kind, &slays).total();
        }
        // Above its power a normal artifact isn't made.
        if stats.index >= super::item::FIRST_NORMAL_ARTIFACT {
            for allocation in &mut artifact.allocations {
                allocation.max = u32::try_from(stats.power).unwrap_or(0).min(DEEPEST);
            }
        }
    }
    let mut catalog = Catalog { item_types: Vec::new(), kinds, affixes, themes: Vec::new(), artifacts };
    catalog.item_types = item_types(&catalog);
    let LetterReader { mut diagnostics, .. } = reader;
    checks::run(&catalog, sources, &mut diagnostics);
    let model = UnangbandModel {
        catalog: Arc::new(catalog),
        kinds: kind_stats.into(),
        egos: ego_stats.into(),
        artifacts: artifact_stats.into(),
        races: races.into(),
        templates: templates.into(),
        slays: Arc::new(slays),
        entries: Arc::default(),
        subjects: Arc::default(),
        guides: Arc::default(),
        corrections: Arc::default(),
        encounters: None,
    };
    super::checks::check(&model, sources, &mut diagnostics);
    diagnostics.sort_by_key(|said| {
        let order = FILES.iter().position(|spec| spec.is_named(&said.file));
        (order, said.span.map(|span| span.start))
    });
    (model, diagnostics)
}

/// The item types that have kinds, or that an ego names.
fn item_types(catalog: &Catalog) -> Vec<ItemType> {
    let named = || catalog.affixes.iter().flat_map(|ego| ego.allocations.iter().map(|allocation| allocation.tval));
    let mut tvals: Vec<u16> = catalog.kinds.iter().map(|kind| kind.tval).chain(named()).collect();
    tvals.sort_unstable();
    tvals.dedup();
    let item_type = |tval: u16| ItemType {
        tval,
        name: NAMES.tval(tval),
        takes_affixes: u8::try_from(tval).is_ok_and(super::item_types::takes_egos),
    };
    tvals.into_iter().map(item_type).collect()
}
