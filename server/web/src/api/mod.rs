//! The interface for programs, `/api/v1`: what pages show and do, as JSON. [`document`] describes it in `OpenAPI`, made from the
//! same types and handlers; `docs/api.md` explains it to people.
//!
//! Within a version nothing is removed and nothing changes its meaning; fields and addresses may be added.

pub(super) mod about;
pub(super) mod batches;
pub(super) mod diagnostics;
pub(super) mod document;
pub(super) mod editions;
pub(super) mod effect;
pub(super) mod entries;
pub(super) mod imports;
pub(super) mod json;
pub(super) mod problem;
pub(super) mod proposal_lines;
pub(super) mod proposals;
pub(super) mod propose;
mod revision_path;
pub(super) mod sheets;
pub(super) mod subjects;
