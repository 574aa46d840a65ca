//! Powers and prices of artifacts held against those that 4.2.5 computes of its own files.

use std::{path::Path, sync::Arc};

use crate::{
    batch::{Counts, KeySpace, RowCounts, RowKeys},
    catalog::{ArtifactId, KindId},
    families::egos::{EgoModel, values::Counted},
    game::{Appraisal, Worth},
    games::angband_42::{SPEC, schema},
    text::{SourceFile, SourceSet},
};

/// The model of the original's files; none where they aren't there.
fn original() -> Option<EgoModel> {
    let root = std::env::var_os("AFFIXBOARD_REFERENCE")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/reference"), Into::into);
    let folder = root.join("angband-4.2/edit/4.2.5");
    let mut sources = SourceSet::new();
    for entry in std::fs::read_dir(folder).ok()? {
        let path = entry.ok()?.path();
        let name = path.file_name()?.to_string_lossy().into_owned();
        sources.push(SourceFile::new(name, std::fs::read(&path).ok()?));
    }
    Some(schema::read_model(&SPEC, &sources).0)
}

/// What is appraised while `count` counts.
fn appraised(model: &EgoModel, count: impl FnOnce(&mut Counted<'_>)) -> Vec<Appraisal> {
    let rules = model.values.as_ref().expect("value rules");
    let mut space = KeySpace::new(Arc::clone(&model.catalog));
    let kinds = (0..model.kinds.len() as u32).map(KindId).collect();
    let keys = RowKeys::push(&mut space, &kinds, rules.blocks());
    let mut counts = Counts::of_keys(0).with_appraisals();
    count(&mut Counted::new(&keys, &mut RowCounts::new(&keys), &mut counts));
    counts.take_appraisals()
}

/// Power, of what has one, and price.
fn numbers(appraisal: &Appraisal) -> (Option<i64>, i64) {
    let price = appraisal.price.as_ref().expect("a price");
    (appraisal.power.as_ref().map(Worth::total), price.total())
}

#[test]
fn artifacts_have_the_powers_of_the_original() {
    let Some(model) = original() else { return };
    let rules = model.values.as_ref().expect("value rules");
    assert_eq!(model.artifacts.len(), ARTIFACTS.len());
    for ((of, artifact), power) in model.artifacts.iter().zip(0..).zip(ARTIFACTS) {
        let artifact = ArtifactId(artifact);
        let kind = of.kind.expect("a kind");
        let found = appraised(&model, |counted| rules.artifacts(kind, artifact, 1, counted));
        let price = if power > 0 { power * (power + 5) } else { 0 };
        let name = &model.catalog.artifact(artifact).name;
        assert_eq!(numbers(&found[0]), (Some(power), price), "{name}: {found:#?}");
    }
}

/// Powers, by index from 1.
#[rustfmt::skip]
const ARTIFACTS: [i64; 138] = [
    53, 71, 127, 197, 82, 81, 82, 138, 143, 137, 139, 105, 217, 303, 172, 354, 206, 451, 282, 285,
    116, 159, 110, 118, 120, 163, 235, 319, 184, 305, -239, 222, 297, 151, 251, 159, 147, 205, 253, 137,
    139, 150, 210, 380, 616, 245, 277, 167, 88, 257, 316, 177, 211, 166, 197, 154, 278, 222, 239, 322,
    349, 284, 158, 292, 192, 165, 187, 218, 148, 271, 199, 279, 274, 369, 248, 76, 110, 179, 254, 134,
    73, 123, 306, 134, 80, 208, 24, 251, 194, 174, 168, 236, 193, 230, 284, 343, 231, 345, 381, 115,
    75, 108, 66, 105, 210, 194, 182, 127, 57, 120, 56, 72, -131, 191, 261, 148, 229, 152, 205, 169,
    123, 213, 113, 177, 387, 487, 644, 41010, 69, 158, 171, 143, 120, 387, 363, 814, 946, 22468,
];
