//! Any bytes as any one file of any game, beside sound other files; the rules run on what was read.
#![no_main]

#[path = "../../tests/common/any_bytes.rs"]
mod any_bytes;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| any_bytes::read_chosen(bytes));
