//! Lists of depths as people write them: a list that is read is rising and within the dungeon.
#![no_main]

use affixboard_model::batch::parse_depths;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match parse_depths(text, 127) {
        Ok(depths) => assert!(depths.is_sorted_by(|a, b| a < b) && depths.last().is_some_and(|last| *last <= 127)),
        Err(error) => assert!(!error.expected.is_empty()),
    }
});
