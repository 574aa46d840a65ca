//! Any bytes as any one file of any game, beside sound other files; the rules run on what was read.
#![no_main]

#[path = "../../tests/common/any_bytes.rs"]
mod any_bytes;

use affixboard_core::games;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    // The first byte says which file the others are.
    let Some((&choice, bytes)) = bytes.split_first() else { return };
    let all: Vec<_> = games::ALL.iter().flat_map(|game| game.files().iter().map(move |spec| (game, spec))).collect();
    let (game, chosen) = all[usize::from(choice) % all.len()];
    any_bytes::read(*game, chosen, bytes);
});
