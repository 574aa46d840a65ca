//! Powers and prices of artifacts held against those that 4.2.5 computes of its own files.

use affixboard_games as games;
use affixboard_model::{catalog::ArtifactId, game::Worth};

use crate::common::{reference, sources};

#[test]
fn artifacts_have_the_powers_of_the_original() {
    let Some(folder) = reference("angband-4.2/edit/4.2.5") else { return };
    let loaded = games::find("angband-4.2").expect("the game").load(sources(&folder));
    assert_eq!(loaded.catalog.artifacts.len(), ARTIFACTS.len());
    for (artifact, power) in loaded.catalog.artifacts.iter().zip(ARTIFACTS) {
        let id = loaded.catalog.artifacts.iter().position(|one| one.index == artifact.index).expect("it");
        let found = loaded.model.artifact_appraisal(ArtifactId(id as u32)).expect("an appraisal");
        let price = if power > 0 { power * (power + 5) } else { 0 };
        let totals = (found.power.as_ref().map(Worth::total), found.price.as_ref().map(Worth::total));
        assert_eq!(totals, (Some(power), Some(price)), "{}: {found:#?}", artifact.name);
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
