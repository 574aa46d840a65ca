//! The positions of the sorts of entries.

/// The position of objects among the sorts of entries.
pub(super) const OBJECT_SORT: u8 = 0;
/// The position of artifacts among them.
pub(super) const ARTIFACT_SORT: u8 = 1;
/// The position of monsters among them.
pub(super) const MONSTER_SORT: u8 = 2;
/// The position of dungeons among them.
pub(super) const DUNGEON_SORT: u8 = 3;
/// The position of special levels among them.
pub(super) const LEVEL_SORT: u8 = 4;
/// The position of branches among them.
pub(super) const BRANCH_SORT: u8 = 5;
