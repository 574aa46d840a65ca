//! Any text as changes in their own notation: refused with a reason, or read and written back the same. For the tests and for
//! the fuzz target.

use affixboard_proposal::{read_changes, write_changes};

pub fn read(text: &str) {
    match read_changes(text, &[]) {
        Ok(changes) => {
            let written = write_changes(&changes);
            assert_eq!(read_changes(&written, &[]).as_ref(), Ok(&changes), "{written}");
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}
