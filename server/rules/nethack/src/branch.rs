//! The dungeons as far as objects and monsters depend on them.

use super::{dungeon::Dungeon, program::Program};

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

impl Alignment {
    /// All of them.
    pub(super) const ALL: [Alignment; 4] = [Alignment::None, Alignment::Lawful, Alignment::Neutral, Alignment::Chaotic];

    /// The word on pages.
    pub(super) fn word(self) -> &'static str {
        match self {
            Alignment::None => "none",
            Alignment::Lawful => "lawful",
            Alignment::Neutral => "neutral",
            Alignment::Chaotic => "chaotic",
        }
    }
}

/// A dungeon that only some monsters come in.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Realm {
    /// All.
    #[default]
    Any,
    /// `EvilHack`'s Goblin Town.
    GoblinTown,
    /// `EvilHack`'s realm of the Ice Queen.
    IceQueen,
    /// `EvilHack`'s Purgatory.
    Purgatory,
    /// xNetHack's Cocytus.
    Cocytus,
}

impl Realm {
    /// That of a dungeon: by words of its description in `EvilHack`, in xNetHack by its name (`In_cocytus`).
    fn of(dungeon: &Dungeon, program: Program) -> Realm {
        let is = |word: &str| dungeon.descriptions.iter().any(|other| other == word);
        match program {
            Program::EvilHack if is("gtown") => Realm::GoblinTown,
            Program::EvilHack if is("iceq") => Realm::IceQueen,
            Program::EvilHack if is("purg") => Realm::Purgatory,
            Program::XNetHack if dungeon.name == "Cocytus" => Realm::Cocytus,
            _ => Realm::Any,
        }
    }
}

/// A dungeon, or the Rogue level, which has rules of its own.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Branch {
    /// Its name.
    pub name: String,
    /// The alignment of its ordinary levels, where the program knows it.
    pub alignment: Alignment,
    /// Whether it is hell.
    pub is_hell: bool,
    /// Whether it is the Rogue level.
    pub is_rogue: bool,
    /// Whether it leads up from where it is entered, so that its difficulty isn't its depth.
    pub leads_up: bool,
    /// Which monsters come there.
    pub realm: Realm,
    /// The least number that a level of it has among all levels of the game; 0 where that is its depth.
    pub first_ledger: i64,
}

/// The name of the Rogue level where it stands beside dungeons.
pub(super) const ROGUE_LEVEL: &str = "(rogue level)";

impl Branch {
    /// Those that a dungeon description has; the usual ones where it has none.
    pub fn of(dungeons: &[Dungeon], program: Program) -> Vec<Branch> {
        let aligned = |alignment| if program.has_dungeons_aligned() { alignment } else { Alignment::None };
        if dungeons.is_empty() {
            let usual = Branch::usual().into_iter();
            return usual.map(|branch| Branch { alignment: aligned(branch.alignment), ..branch }).collect();
        }
        let branches_up = dungeons.iter().flat_map(|dungeon| &dungeon.branches).filter(|branch| branch.leads_up);
        let up: Vec<&str> = branches_up.map(|branch| branch.to.as_str()).collect();
        let has = |words: &[String], word: &str| words.iter().any(|other| other == word);
        let least = |dungeon: &Dungeon| dungeon.place.base.value;
        let before = |at: usize| dungeons[..at].iter().map(least).sum::<i64>();
        let mut branches: Vec<Branch> = dungeons
            .iter()
            .enumerate()
            .map(|(at, dungeon)| Branch {
                name: dungeon.name.clone(),
                alignment: aligned(dungeon.alignment),
                realm: Realm::of(dungeon, program),
                is_hell: has(&dungeon.descriptions, "hellish"),
                is_rogue: false,
                leads_up: up.contains(&dungeon.name.as_str()),
                first_ledger: if at == 0 { 0 } else { before(at) + 1 },
            })
            .collect();
        let roguelike = |dungeon: &&Dungeon| dungeon.levels.iter().any(|level| has(&level.descriptions, "roguelike"));
        if let Some(dungeon) = dungeons.iter().find(roguelike) {
            let (name, alignment) = (ROGUE_LEVEL.to_owned(), aligned(dungeon.alignment));
            branches.push(Branch { name, alignment, is_rogue: true, ..Branch::default() });
        }
        branches
    }

    /// The number of a level among all levels of the game (`ledger_no`), by its depth.
    ///
    /// Dungeons are numbered one after the other, in the order of their file. The first one and Gehennom, which lies
    /// below it, have their depths. Those after them have at least [`Self::first_ledger`], and on which depth they begin
    /// isn't known; the number is only asked whether it is below 27.
    pub fn ledger(&self, depth: i64) -> i64 {
        depth.max(self.first_ledger)
    }

    /// The dungeons of 3.6, for sources without a dungeon description.
    fn usual() -> Vec<Branch> {
        let branch = |name: &str, alignment| Branch { name: name.to_owned(), alignment, ..Branch::default() };
        // The Dungeons of Doom have at least 25 levels, Gehennom 20, and so on in the order of the file.
        let after = |levels: &[i64], branch| Branch { first_ledger: levels.iter().sum::<i64>() + 1, ..branch };
        vec![
            branch("The Dungeons of Doom", Alignment::None),
            Branch { is_hell: true, ..branch("Gehennom", Alignment::None) },
            after(&[25, 20], branch("The Gnomish Mines", Alignment::Lawful)),
            after(&[25, 20, 8], branch("The Quest", Alignment::None)),
            after(&[25, 20, 8, 5], Branch { leads_up: true, ..branch("Sokoban", Alignment::Neutral) }),
            after(&[25, 20, 8, 5, 4], branch("Fort Ludios", Alignment::None)),
            after(&[25, 20, 8, 5, 4, 1], Branch { leads_up: true, ..branch("Vlad's Tower", Alignment::Chaotic) }),
            Branch { is_rogue: true, ..branch(ROGUE_LEVEL, Alignment::None) },
        ]
    }
}
