//! The programs whose rules are known, and the marks in their tables by which each is told.

use affixboard_kin::sources::Tables;

/// A program that reads such tables.
///
/// What its tables say, such as chances, prices and the order of a macro's arguments, is read from them; here is what stands in
/// code only. Each was held against counts of the program itself (`docs/games/nethack.md`).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Program {
    /// `NetHack` 3.4 to 3.6, and what has none of the marks below.
    #[default]
    NetHack36,
    /// `NetHack` 3.7: monsters have names by sex (`pmnames` in `struct permonst`), or artifacts a `gen_spe`.
    NetHack37,
    /// xNetHack: as 3.7, and artifacts have a `material`.
    XNetHack,
    /// `EvilHack`: monsters have a fourth word of flags (`mflags4`).
    EvilHack,
}

impl Program {
    /// The program by the structures of its artifacts and monsters, those of them that the tree has.
    pub(super) fn of(artifacts: Option<Tables<'_>>, monsters: Option<Tables<'_>>) -> Program {
        let has = |tables: Option<Tables<'_>>, name: &str, field: &str| {
            let structure = tables.and_then(|tables| tables.of(name)).map(|(_, structure)| structure);
            structure.is_some_and(|structure| structure.position(field).is_some())
        };
        let of_artifacts = |field: &str| has(artifacts, "artifact", field);
        let of_monsters = |field: &str| has(monsters, "permonst", field);
        if of_monsters("mflags4") {
            Program::EvilHack
        } else if of_artifacts("gen_spe") && of_artifacts("material") {
            Program::XNetHack
        } else if of_artifacts("gen_spe") || of_monsters("pmnames") {
            Program::NetHack37
        } else {
            Program::NetHack36
        }
    }

    /// Whether it descends from 3.7: artifacts with a `gen_spe`, erosion from the start, levels that are hot or cold.
    pub(super) fn is_of_37(self) -> bool {
        matches!(self, Program::NetHack37 | Program::XNetHack)
    }

    /// Whether what an object is made of is drawn.
    pub(super) fn has_materials(self) -> bool {
        matches!(self, Program::XNetHack | Program::EvilHack)
    }

    /// Whether levels have their dungeon's alignment where they have none of their own.
    ///
    /// In 3.7 it is stored in three bits without being shifted back (dungeon.c, `init_dungeon_dungeons`), so that it is lost.
    pub(super) fn has_dungeons_aligned(self) -> bool {
        !self.is_of_37()
    }
}
