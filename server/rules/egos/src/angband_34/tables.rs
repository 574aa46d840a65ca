//! Tables compiled into 3.4's program.

use crate::colon::EFFECTS_OF_3_3;
use affixboard_kin::{TVALS, Vocabulary, object_flags::FLAGS_OF_3_4};

/// Vocabulary of the edit files.
pub(super) const WORDS: Vocabulary = Vocabulary {
    tvals: TVALS,
    flags: FLAGS_OF_3_4,
    effects: EFFECTS_OF_3_3,
    labels: &["F", "K", "A", "E", "R", "P", "S", "O", "M", "I"],
};
