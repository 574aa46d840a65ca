//! Any bytes as the body of the import form.
#![no_main]

#[path = "../../tests/web/any_input.rs"]
mod any_input;
#[path = "../../tests/web/settings.rs"]
mod settings;

use std::cell::OnceCell;

use any_input::Surface;
use libfuzzer_sys::fuzz_target;

thread_local! {
    static SURFACE: OnceCell<Surface> = const { OnceCell::new() };
}

fuzz_target!(|bytes: &[u8]| SURFACE.with(|surface| surface.get_or_init(Surface::new).multipart(bytes)));
