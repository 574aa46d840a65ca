//! The dungeons as far as objects and monsters depend on them.

use super::dungeon::Dungeon;

/// An alignment of a level.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Alignment {
    /// None.
    #[default]
    None,
    /// Lawful.
    Lawful,
    /// Neutral.
    Neutral,
    /// Chaotic.
    Chaotic,
}

/// A dungeon, or the Rogue level, which has rules of its own.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Branch {
    /// Its name.
    pub name: String,
    /// The alignment of its ordinary levels.
    pub alignment: Alignment,
    /// Whether it is hell.
    pub is_hell: bool,
    /// Whether it is the Rogue level.
    pub is_rogue: bool,
    /// Whether it leads up from where it is entered, so that its difficulty isn't its depth.
    pub leads_up: bool,
}

/// The name of the Rogue level where it stands beside dungeons.
pub(super) const ROGUE_LEVEL: &str = "(rogue level)";

impl Branch {
    /// Those that a dungeon description has; the usual ones where it has none.
    pub(super) fn of(dungeons: &[Dungeon]) -> Vec<Branch> {
        if dungeons.is_empty() {
            return Branch::usual();
        }
        let branches_up = dungeons.iter().flat_map(|dungeon| &dungeon.branches).filter(|branch| branch.leads_up);
        let up: Vec<&str> = branches_up.map(|branch| branch.to.as_str()).collect();
        let has = |words: &[String], word: &str| words.iter().any(|other| other == word);
        let mut branches: Vec<Branch> = dungeons
            .iter()
            .map(|dungeon| Branch {
                name: dungeon.name.clone(),
                alignment: dungeon.alignment,
                is_hell: has(&dungeon.descriptions, "hellish"),
                is_rogue: false,
                leads_up: up.contains(&dungeon.name.as_str()),
            })
            .collect();
        let roguelike = |dungeon: &&Dungeon| dungeon.levels.iter().any(|level| has(&level.descriptions, "roguelike"));
        if let Some(dungeon) = dungeons.iter().find(roguelike) {
            let (name, alignment) = (ROGUE_LEVEL.to_owned(), dungeon.alignment);
            branches.push(Branch { name, alignment, is_rogue: true, ..Branch::default() });
        }
        branches
    }

    /// The dungeons of 3.6, for sources without a dungeon description.
    pub fn usual() -> Vec<Branch> {
        let branch = |name: &str, alignment| Branch { name: name.to_owned(), alignment, ..Branch::default() };
        vec![
            branch("The Dungeons of Doom", Alignment::None),
            Branch { is_hell: true, ..branch("Gehennom", Alignment::None) },
            branch("The Gnomish Mines", Alignment::Lawful),
            branch("The Quest", Alignment::None),
            Branch { leads_up: true, ..branch("Sokoban", Alignment::Neutral) },
            branch("Fort Ludios", Alignment::None),
            Branch { leads_up: true, ..branch("Vlad's Tower", Alignment::Chaotic) },
            Branch { is_rogue: true, ..branch(ROGUE_LEVEL, Alignment::None) },
        ]
    }
}
