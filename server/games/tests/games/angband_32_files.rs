//! The files of a variant that began from Angband 3.1.2: told for 3.2's, read whole, printed back.

use affixboard_games as games;
use affixboard_model::text::Severity;

const GAME: &str = "angband-3.2";

#[test]
fn a_variants_files_load_without_errors() {
    let Some(folder) = crate::common::reference("angband-3.0") else { return };
    let sources = crate::common::sources(&folder.join("variants/Jackband"));
    let game = games::nearest(&sources).expect("a game");
    assert_eq!(game.id(), GAME);
    for other in games::ALL.iter().filter(|other| other.id() != GAME) {
        assert!(other.match_score(&sources) < game.match_score(&sources), "{other:?}");
    }
    let records = |name| {
        let text = sources.find(name).expect("the file").1.text().to_vec();
        text.split(|byte| *byte == b'\n').filter(|line| line.starts_with(b"N:")).count()
    };
    let written = ["object.txt", "ego_item.txt", "artifact.txt"].map(records);
    let loaded = game.load(sources);
    let errors: Vec<_> = loaded.diagnostics.iter().filter(|d| d.severity() == Severity::Error).collect();
    assert!(errors.is_empty(), "{errors:#?}");
    let catalog = &loaded.catalog;
    // The first kind has index 0, which is none.
    assert_eq!([catalog.kinds.len() + 1, catalog.affixes.len(), catalog.artifacts.len()], written);
    crate::common::print_back(&loaded.sources);
}
