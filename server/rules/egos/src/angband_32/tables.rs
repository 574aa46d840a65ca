//! Tables compiled into 3.2's program.

use crate::colon::EFFECTS_OF_3_2;
use affixboard_kin::{TVALS, Vocabulary, object_flags::FLAGS_OF_3_2};

/// Vocabulary of the edit files.
pub(super) const WORDS: Vocabulary = Vocabulary {
    tvals: TVALS,
    flags: FLAGS_OF_3_2,
    effects: EFFECTS_OF_3_2,
    labels: &["F", "K", "A", "E", "R", "V", "P", "C", "H", "B", "S", "O", "M", "L", "N", "T"],
};
