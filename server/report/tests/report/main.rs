//! Integration tests of the report, in one binary: it is linked once.

mod allocations;
