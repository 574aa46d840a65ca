//! The parts of a revision's address, for the description.

use utoipa::IntoParams;

/// The parts of a revision's address.
#[derive(IntoParams)]
#[into_params(parameter_in = Path)]
#[expect(dead_code, reason = "it describes what handlers take apart")]
pub(super) struct RevisionPath {
    /// The edition's name in addresses.
    slug: String,
    /// The revision's number, from 1.
    number: u32,
}
