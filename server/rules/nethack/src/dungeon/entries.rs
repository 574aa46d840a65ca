//! Dungeons, special levels and branches as entries of the catalog, each sort numbered from 1 in the order of the file.

use super::{
    super::sorts::{BRANCH_SORT, DUNGEON_SORT, LEVEL_SORT},
    model::{Dungeon, DungeonBranch, SpecialLevel},
};
use affixboard_model::catalog::SortEntry;

/// All of them.
pub(in super::super) fn entries(dungeons: &[Dungeon]) -> Vec<SortEntry> {
    let of = (1..).zip(dungeons).map(|(index, dungeon)| of_dungeon(index, dungeon));
    let mut entries: Vec<SortEntry> = of.collect();
    let levels = dungeons.iter().flat_map(|dungeon| dungeon.levels.iter().map(move |level| (dungeon, level)));
    entries.extend((1..).zip(levels).map(|(index, (dungeon, level))| of_level(index, dungeon, level)));
    let branches = dungeons.iter().flat_map(|dungeon| dungeon.branches.iter().map(move |branch| (dungeon, branch)));
    entries.extend((1..).zip(branches).map(|(index, (dungeon, branch))| of_branch(index, dungeon, branch)));
    entries
}

/// The index of a special level: a position among its dungeon's.
pub(super) fn level_index(dungeons: &[Dungeon], dungeon: usize, level: usize) -> u32 {
    (dungeons[..dungeon].iter().map(|dungeon| dungeon.levels.len()).sum::<usize>() + level) as u32 + 1
}

/// The index of a branch: a position among its dungeon's.
pub(super) fn branch_index(dungeons: &[Dungeon], dungeon: usize, branch: usize) -> u32 {
    (dungeons[..dungeon].iter().map(|dungeon| dungeon.branches.len()).sum::<usize>() + branch) as u32 + 1
}

fn of_dungeon(index: u32, dungeon: &Dungeon) -> SortEntry {
    SortEntry {
        sort: DUNGEON_SORT,
        index,
        name: dungeon.name.clone(),
        group: String::new(),
        record: dungeon.record,
        fields: vec![
            dungeon.place.base.into(),
            dungeon.place.random.into(),
            dungeon.chance.into(),
            dungeon.entry.into(),
            dungeon.alignment_word.clone().into(),
            dungeon.descriptions.join(", ").into(),
            dungeon.proto.clone().into(),
            dungeon.bones.clone().into(),
        ],
    }
}

fn chain(dungeon: &Dungeon, at: Option<usize>) -> String {
    at.and_then(|at| dungeon.levels.get(at)).map_or_else(String::new, |level| level.name.clone())
}

fn of_level(index: u32, dungeon: &Dungeon, level: &SpecialLevel) -> SortEntry {
    SortEntry {
        sort: LEVEL_SORT,
        index,
        // Where it has one of two names, by the first that the file gives it.
        name: level
            .other
            .as_ref()
            .map_or_else(|| level.name.clone(), |other| format!("{} or {}", level.name, other.name)),
        group: dungeon.name.clone(),
        record: level.record,
        fields: vec![
            level.keyword.to_owned().into(),
            chain(dungeon, level.chain).into(),
            level.place.base.into(),
            level.place.random.into(),
            level.chance.into(),
            level.variants.into(),
            level.alignment_word.clone().into(),
            level.descriptions.join(", ").into(),
            level.bones.clone().into(),
        ],
    }
}

fn of_branch(index: u32, dungeon: &Dungeon, branch: &DungeonBranch) -> SortEntry {
    SortEntry {
        sort: BRANCH_SORT,
        index,
        name: branch.to.clone(),
        group: dungeon.name.clone(),
        record: branch.record,
        fields: vec![
            branch.keyword.to_owned().into(),
            chain(dungeon, branch.chain).into(),
            branch.place.base.into(),
            branch.place.random.into(),
            branch.sort.to_owned().into(),
            if branch.leads_up { "up" } else { "down" }.to_owned().into(),
        ],
    }
}
