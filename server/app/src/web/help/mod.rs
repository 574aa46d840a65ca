//! What the words and colours mean.

pub(super) mod show;
