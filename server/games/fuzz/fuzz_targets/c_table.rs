//! Any bytes as a C source: its macros, enumerations, structures and tables.
#![no_main]

#[path = "../../tests/common/any_c.rs"]
mod any_c;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| any_c::read(bytes));
