//! Changes of a proposal in their notation.
#![no_main]

#[path = "../../tests/common/any_changes.rs"]
mod any_changes;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| any_changes::read(&String::from_utf8_lossy(bytes)));
