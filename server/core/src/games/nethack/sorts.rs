//! The positions of the sorts of entries.

/// The position of objects among the sorts of entries.
pub(super) const OBJECT_SORT: u8 = 0;
/// The position of artifacts among them.
pub(super) const ARTIFACT_SORT: u8 = 1;
/// The position of monsters among them.
pub(super) const MONSTER_SORT: u8 = 2;
