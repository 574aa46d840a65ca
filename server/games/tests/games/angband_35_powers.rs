//! Powers and prices of artifacts held against those that 3.5.1 computes of its own files.

use affixboard_games as games;
use affixboard_model::{catalog::ArtifactId, game::Worth};

use crate::common::{reference, sources};

#[test]
fn artifacts_have_the_powers_of_the_original() {
    let Some(folder) = reference("angband-3.5/edit") else { return };
    let loaded = games::find("angband-3.5").expect("the game").load(sources(&folder));
    assert_eq!(loaded.catalog.artifacts.len(), ARTIFACTS.len());
    for ((id, artifact), power) in (0..).zip(&loaded.catalog.artifacts).zip(ARTIFACTS) {
        let found = loaded.model.artifact_appraisal(ArtifactId(id)).expect("an appraisal");
        let price = if CURSED.contains(&artifact.index) { 0 } else { power * (power + 5) };
        let totals = (found.power.as_ref().map(Worth::total), found.price.as_ref().map(Worth::total));
        assert_eq!(totals, (Some(power), Some(price)), "{}: {found:#?}", artifact.name);
    }
}

/// Indices of those with a curse.
const CURSED: [u32; 10] = [13, 34, 35, 41, 58, 63, 71, 78, 92, 123];

/// Powers, by index.
#[rustfmt::skip]
const ARTIFACTS: [i64; 138] = [
    44, 62, 119, 69, 158, 171, 204, 113, 177, 387, 487, 644, 40970, 143, 120, 387, 814, 363, 381, 343, 284, 254, 345,
    193, 230, 168, 174, 236, 213, 224, 152, 169, 123, 25653, 4, 134, 73, 230, 306, 134, 60, 251, 194, 115, 75, 108,
    66, 105, 210, 194, 181, 182, 127, 57, 173, 56, 72, -151, 261, 369, 248, 179, 109, 152, 176, 97, 97, 97, 147, 158,
    174, 181, 131, 133, 144, 211, 335, -230, 354, 221, 311, 477, 306, 306, 131, 105, 235, 319, 227, 184, 330, 96, 183,
    161, 188, 235, 269, 305, 171, 272, 344, 375, 309, 244, 228, 176, 283, 359, 312, 223, 705, 230, 277, 176, 159, 140,
    396, 153, 167, 236, 561, 189, 149, 218, 148, 271, 199, 165, 215, 287, 294, 276, 142, 221, 148, 264, 110, 248,
];
