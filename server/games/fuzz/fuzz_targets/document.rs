//! What was read prints back byte for byte.
#![no_main]

use affixboard_model::{syntax::document, text::{FileId, SourceFile}};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let file = SourceFile::new("x", bytes.to_vec());
    let pieces = document::parse(&file, FileId(0));
    assert_eq!(document::print(&file, &pieces), bytes);
});
