//! Questions as people write them: one that is read is written in one way, which is read as the same.
#![no_main]

use affixboard_inquiry::questions::parse;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match parse(text) {
        Ok(question) => {
            let written = question.to_string();
            // Written with quotes it may be longer than a question can be.
            if let Ok(again) = parse(&written) {
                assert_eq!(again.to_string(), written);
            } else {
                assert!(written.len() > text.len());
            }
        }
        Err(error) => assert!(error.column > 0 && !error.expected.is_empty()),
    }
});
