//! Numbers and random values, as the original reads them.
#![no_main]

use affixboard_model::syntax::{RandomValue, c_number};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    c_number::c_number(bytes);
    c_number::min_to_max(bytes);
    if let Some(value) = RandomValue::parse(bytes) {
        assert!(value.minimum() <= value.maximum() || value.sides == 0);
        let _ = value.to_string();
    }
});
