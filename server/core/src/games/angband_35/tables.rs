//! Tables compiled into 3.5's program.

use crate::families::{
    common::{TVALS, Vocabulary},
    egos::colon::{EFFECTS_OF_3_5, FLAGS_OF_3_5},
};

/// Vocabulary of the edit files.
pub(super) const WORDS: Vocabulary = Vocabulary {
    // The first four, which nothing is made of, have no names here.
    tvals: TVALS.split_at(4).1,
    flags: FLAGS_OF_3_5,
    effects: EFFECTS_OF_3_5,
    labels: &["F", "K", "A", "E", "R", "P", "S", "O", "M", "I"],
};
