//! Tables compiled into 3.1's program.

use crate::colon::EFFECTS_OF_3_1;
use affixboard_kin::{TVALS, Vocabulary, object_flags::FLAGS_OF_3_1};

/// Vocabulary of the edit files.
pub(super) const WORDS: Vocabulary = Vocabulary {
    tvals: TVALS,
    flags: FLAGS_OF_3_1,
    effects: EFFECTS_OF_3_1,
    labels: &["F", "K", "A", "E", "R", "V", "P", "C", "H", "B", "S", "O", "M", "L", "N", "T"],
};
