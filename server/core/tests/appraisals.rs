//! What games think that items are worth, of items of the starter editions.

use std::path::Path;

use affixboard_core::{
    batch::{Cell, Counts, Detail},
    engine::random::Stream,
    game::Appraisal,
    games,
};

/// The games whose items are appraised here.
const GAMES: [&str; 6] = ["angband-2.8", "angband-2.9", "angband-3.0", "angband-3.5", "angband-4.2", "unangband"];

/// Those of them that compute power, too.
const POWERED: [&str; 3] = ["angband-3.5", "angband-4.2", "unangband"];

/// The appraisals of drops made one by one, none of one that came to nothing, and what is counted of them.
fn appraised(game: &str, quality: u8, drops: u64, wanted: bool) -> (Vec<Appraisal>, Vec<(u32, u64)>) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data").join(game);
    let loaded = games::find(game).expect("the game").load(crate::common::sources(&folder));
    let forge = loaded.model.forge_for(Detail::Full);
    let plain = Counts::new(forge.keys());
    let mut counts = if wanted { plain.with_appraisals() } else { plain };
    let mut random = Stream::seeded([29, 0, u64::from(quality)]);
    let cell = Cell { depth: 30, quality, kind: None };
    for _ in 0..drops {
        forge.run(cell, 1, &mut random, &mut counts);
    }
    (counts.take_appraisals(), counts.take())
}

/// Looking at items changes neither them nor their counts, and none is looked at where nobody asks.
#[test]
fn appraising_changes_nothing() {
    for game in GAMES {
        for quality in 0..3 {
            let (appraisals, counts) = appraised(game, quality, 500, true);
            let (none, same) = appraised(game, quality, 500, false);
            assert!(none.is_empty(), "{game}");
            assert_eq!(counts, same, "{game} {quality}");
            assert!(appraisals.len() > 300 && appraisals.len() <= 500, "{game} {quality}: {}", appraisals.len());
            let priced = appraisals.iter().filter_map(|one| one.price.as_ref());
            assert!(priced.clone().all(|price| price.total() >= 0), "{game} {quality}");
            assert!(priced.filter(|price| price.total() > 0).count() > 100, "{game} {quality}");
            let powers = appraisals.iter().filter(|one| one.power.is_some()).count();
            assert_eq!(powers > 50, POWERED.contains(&game), "{game} {quality}: {powers}");
        }
    }
}
