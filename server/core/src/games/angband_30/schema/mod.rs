//! From lines to meaning: what 3.0's files say, with the original's limits and quirks.

mod artifacts;
mod egos;
mod kinds;
mod limits;

use super::{SPEC, dialect, tables};
use crate::{
    families::egos::{
        EgoModel,
        schema::{Parts, Reader, assemble},
    },
    text::{Diagnostic, Rule, SourceSet},
};

/// The name of the egos' file up to 2.9.2; 2.9.3 came with other names and the rules of 3.0.
const OLDER_EGOS: &str = "e_info.txt";

/// What the files mean to the rules, and what is to be said about them.
pub(super) fn read_model(sources: &SourceSet) -> (EgoModel, Vec<Diagnostic>) {
    let mut reader = Reader::new(&tables::NAMES, sources);
    let files = dialect::FILES;
    let limits = limits::read(&mut reader, &files[0]);
    let kinds = kinds::read(&mut reader, &files[1], limits.kinds);
    let artifacts = artifacts::read(&mut reader, &files[2], limits.artifacts);
    let egos = egos::read(&mut reader, &files[3], limits.egos);
    if let Some((_, file)) = files[3].find(sources).filter(|(_, file)| file.name().eq_ignore_ascii_case(OLDER_EGOS)) {
        let expected = "2.9.1 and 2.9.2 draw egos otherwise, after the bonuses and cursed ones apart from others; the rules \
                        of 3.0 are used";
        reader.say(Rule::OlderRules, file.name(), "found a file name of 2.9", expected);
    }
    assemble(&SPEC, files, reader, Parts { kinds, egos, artifacts })
}

/// What `one in so many` weighs: hundredths, cut. 0, and what is rarer than one in 100, weighs nothing.
fn weight(one_in: u8) -> u32 {
    100_u32.checked_div(u32::from(one_in)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use std::{io::Write, path::Path};

    use super::*;
    use crate::text::SourceFile;

    /// The model of a version's own files; `None` (said loudly) where there is no reference data.
    fn model(version: &str) -> Option<EgoModel> {
        let root = std::env::var_os("AFFIXBOARD_REFERENCE").map_or_else(
            || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/reference"),
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
        Some(read_model(&sources).0)
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
        let fits = |ego: &&crate::families::egos::EgoRules| {
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

    #[test]
    fn tables_of_2_9_are_as_long_as_the_originals() {
        let Some(model) = model("2.9.1") else { return };
        assert_eq!(counts(&model), [433, 90, 15, 12, 113]);
    }
}
