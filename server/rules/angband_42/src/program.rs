//! What programs of 4.2's line do otherwise than each other.

use affixboard_egos::EgoSpec;
use affixboard_model::syntax::FileSpec;

/// A program whose files are those of 4.2 but for what is said here.
pub(super) struct Program {
    pub(super) spec: &'static EgoSpec,
    /// Its files, in the order of 4.2's.
    pub(super) files: &'static [FileSpec; 14],
    /// Types of properties in `object_property.txt`.
    pub(super) property_types: &'static [&'static str],
    /// Types of properties that need no code.
    pub(super) codeless: &'static [&'static str],
    /// Sorts of flags there that random powers are not chosen from.
    pub(super) other_sorts: &'static [&'static str],
    /// Whether values of items are simulated.
    pub(super) has_values: bool,
    /// The egos that its code gives to all items of some types, in place of a draw by weight.
    pub(super) designs: &'static [Design],
}

/// An ego that the code of a program gives, known by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Design {
    pub(super) tval: u16,
    pub(super) ego: &'static str,
    /// The potential that an item must have more of.
    pub(super) above: i32,
}
