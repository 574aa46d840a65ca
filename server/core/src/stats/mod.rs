//! Intervals and tests.
