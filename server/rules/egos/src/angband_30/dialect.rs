//! The directive tables of 3.0's edit files, and where it reads them in a way of its own.
//!
//! Source: 3.0.6's init1.c (`parse_z_info`, `parse_k_info`, `parse_a_info`, `parse_e_info`), as RULES describes it.

use super::{SPEC, tables};
use crate::letter::{
    LIGHT_CURSE, LetterDialect, LetterFiles, NAMES_ONLY, PVAL_FLAGS, ValueDialect,
    directives::{
        ACTIVATION, ARRAY_SIZE, ARTIFACT, ARTIFACT_LEVEL, COMBAT, DESCRIPTION, EGO, EGO_BONUSES, EGO_LEVEL, EGO_PLACE,
        FLAGS, GLYPH, KIND, KIND_LEVEL, KIND_PLACES, TYPE, VERSION,
    },
    usual_tables,
};
use affixboard_model::syntax::{
    FieldKind::Int,
    FileSpec, Notation,
    spec::{directive, field, optional},
};

/// The game's dialect of the letter notation.
pub(super) static DIALECT: LetterDialect = LetterDialect {
    spec: &SPEC,
    files: LetterFiles(&[LIMITS, OBJECTS, ARTIFACTS, EGOS]),
    names_only: &NAMES_ONLY,
    array_sizes: None,
    given_powers: &[],
    names: &tables::NAMES,
    pval_flags: PVAL_FLAGS,
    labels: b"FKAERVPCHBLOMNT",
    // The Magi, devotion, weaponmastery and trickery.
    good_amulets: &[8, 18, 19, 20],
    kind_tables: usual_tables,
    more_egos: None,
    insta_art_is_apart: false,
    ego_places: 3,
    has_last_level: false,
    curses: LIGHT_CURSE,
    // Good drops leave cursed egos out of the second level: an allocation can only say from which level on it is drawn.
    cursed_affix_level: 0,
    amends: false,
    slots_vary: true,
    values: ValueDialect::Bonuses(&super::values::VALUES),
};

const LIMITS: FileSpec = FileSpec {
    name: "limits.txt",
    folder: "",
    aliases: &["z_info.txt"],
    notation: Notation::Letter,
    required: false,
    header: "M",
    directives: &[VERSION, ARRAY_SIZE],
    every_line: true,
    size: "",
    may_lack: false,
};

const OBJECTS: FileSpec = FileSpec {
    name: "object.txt",
    folder: "",
    aliases: &["k_info.txt"],
    notation: Notation::Letter,
    required: true,
    header: "N",
    directives: &[VERSION, KIND, GLYPH, TYPE, KIND_LEVEL, KIND_PLACES, COMBAT, FLAGS, DESCRIPTION],
    every_line: true,
    size: "K",
    may_lack: false,
};

const ARTIFACTS: FileSpec = FileSpec {
    name: "artifact.txt",
    folder: "",
    aliases: &["a_info.txt", "artefact.txt"],
    notation: Notation::Letter,
    required: true,
    header: "N",
    directives: &[VERSION, ARTIFACT, TYPE, ARTIFACT_LEVEL, COMBAT, FLAGS, ACTIVATION, DESCRIPTION],
    every_line: true,
    size: "A",
    may_lack: true,
};

const EGOS: FileSpec = FileSpec {
    name: "ego_item.txt",
    folder: "",
    aliases: &["e_info.txt", "special.txt"],
    notation: Notation::Letter,
    required: true,
    header: "N",
    directives: &[
        VERSION,
        EGO,
        directive(
            "X",
            &[field("slot-or-rating", Int), optional("rating-or-xtra", Int), optional("xtra", Int)],
            "Rating and random power; in older files a slot before them.",
        ),
        EGO_LEVEL,
        EGO_BONUSES,
        EGO_PLACE,
        FLAGS,
        DESCRIPTION,
    ],
    every_line: true,
    size: "E",
    may_lack: false,
};

#[cfg(test)]
mod tests {
    use std::{io::Write, path::Path};

    use super::*;
    use crate::{EgoModel, letter::read_model};
    use affixboard_model::text::{SourceFile, SourceSet};

    /// The model of a version's own files; `None` (said loudly) where there is no reference data.
    fn model(version: &str) -> Option<EgoModel> {
        let root = std::env::var_os("AFFIXBOARD_REFERENCE").map_or_else(
            || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../../shared/reference"),
            std::path::PathBuf::from,
        );
        let Ok(entries) = std::fs::read_dir(root.join("angband-3.0/edit").join(version)) else {
            // Written past the test harness, which would swallow it.
            let said =
                "\n*** skipped: no reference data for angband-3.0 (set AFFIXBOARD_REFERENCE to the folder) ***\n\n";
            std::io::stderr().write_all(said.as_bytes()).expect("standard error");
            return None;
        };
        let mut sources = SourceSet::new();
        for entry in entries {
            let path = entry.expect("an entry").path();
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            sources.push(SourceFile::new(name, std::fs::read(&path).expect("a file")));
        }
        Some(read_model(&DIALECT, &sources).0)
    }

    /// Entries of the kind table, of the ego table, cursed egos among them, special artifacts, artifacts with a kind.
    fn counts(model: &EgoModel) -> [usize; 5] {
        let drawn = || model.egos.iter().filter(|ego| ego.weight > 0);
        [
            model.kinds.iter().map(|kind| kind.lines.len()).sum(),
            drawn().count(),
            drawn().filter(|ego| ego.cursed).count(),
            model.artifacts.iter().filter(|artifact| artifact.special).count(),
            model.artifacts.iter().filter(|artifact| artifact.kind.is_some()).count(),
        ]
    }

    #[test]
    fn tables_are_as_long_as_the_originals() {
        let Some(model) = model("3.0.6") else { return };
        assert_eq!(counts(&model), [461, 109, 15, 15, 136]);
        // Soft Leather Boots: what they may become, with weights, by RULES' worked example.
        let fits = |ego: &&crate::EgoRules| {
            ego.places.iter().any(|(tval, min, max)| *tval == 30 && (*min..=*max).contains(&2))
        };
        let weights = |cursed| -> Vec<(u32, u32)> {
            let egos = model.egos.iter().filter(fits).filter(|ego| ego.cursed == cursed);
            let mut weights: Vec<_> = egos.map(|ego| (ego.weight, ego.level)).collect();
            weights.sort_unstable();
            weights
        };
        assert_eq!(weights(false), [(3, 60), (4, 0), (10, 0), (12, 0), (16, 0), (20, 0)]);
        assert_eq!(weights(true), [(10, 0), (20, 0)]);
    }
}
