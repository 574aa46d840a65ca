//! Any bytes as a zip of edit files.
#![no_main]
#![allow(dead_code)]

#[path = "../../tests/web/any_input.rs"]
mod any_input;
#[path = "../../tests/web/settings.rs"]
mod settings;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| any_input::zip(bytes));
