//! Who comes in dungeons that are for some monsters only.

use std::ops::RangeInclusive;

use super::{
    super::{
        branch::{Branch, Realm},
        program::Program,
        words,
    },
    choice::MOST_RARELY,
    model::MonsterKind,
};

/// `MR_FIRE`, `MR_COLD`: what `mresists` has of fire and cold.
pub(super) const RESISTS_FIRE: i64 = 0x01;
pub(super) const RESISTS_COLD: i64 = 0x02;
/// `M2_DEMON`.
const DEMON: i64 = 0x0000_0100;

/// `EvilHack`'s monsters of the Ice Queen's Realm (mondata.h, `likes_iceq`), those first that come there only (`is_iceq_only`),
/// without the werewolf, which is there as a beast, and as such never at random.
const OF_ICE_QUEEN: [&str; 36] = [
    "snow golem",
    "woolly mammoth",
    "saber-toothed tiger",
    "ice nymph",
    "frost salamander",
    "revenant",
    "owlbear",
    "wolf",
    "wolf cub",
    "winter wolf cub",
    "winter wolf",
    "warg",
    "freezing sphere",
    "lynx",
    "blue jelly",
    "goblin outrider",
    "goblin-captain",
    "mastodon",
    "ice vortex",
    "mountain centaur",
    "baby white dragon",
    "white dragon",
    "baby silver dragon",
    "silver dragon",
    "brown mold",
    "frost giant",
    "ice troll",
    "yeti",
    "sasquatch",
    "baby owlbear",
    "human zombie",
    "giant zombie",
    "lich",
    "cave bear",
    "wolverine",
    "dire wolverine",
];
const ICE_QUEENS_ONLY: usize = 6;

/// `EvilHack`'s rats (mondata.h, `is_rat`).
const RATS: [&str; 5] = ["sewer rat", "giant rat", "rabid rat", "enormous rat", "rodent of unusual size"];

/// In which dungeons a monster comes, where not in all.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Realms {
    in_goblin_town: bool,
    in_ice_queens: bool,
    only_in_ice_queens: bool,
    in_purgatory: bool,
    in_cocytus: bool,
    /// Takes part in one choice of three only.
    pub(super) comes_rarely: bool,
}

/// The positions of `EvilHack`'s monsters that look like heroes (mondata.h, `is_mplayer`); none where they would be more than
/// any tree has.
pub(super) fn players(monsters: &[MonsterKind]) -> RangeInclusive<usize> {
    let named = |name: &str| monsters.iter().position(|monster| monster.name == name);
    match (named("archeologist"), named("wizard")) {
        (Some(first), Some(last)) if last.saturating_sub(first) < MOST_RARELY => first..=last,
        _ => RangeInclusive::new(1, 0),
    }
}

impl Realms {
    /// Those of a monster. `is_player`: whether it is one of those that look like heroes ([`players`]).
    pub(super) fn of(monster: &MonsterKind, is_player: bool, program: Program) -> Realms {
        let in_cocytus = monster.resists.value & RESISTS_COLD != 0 || monster.flags[1].value & DEMON != 0;
        if program != Program::EvilHack {
            return Realms { in_cocytus, ..Realms::default() };
        }
        let name = monster.name.as_str();
        let symbol = words::monster_class(program, monster.class).map_or(' ', |class| class.0);
        let queens = OF_ICE_QUEEN.iter().position(|other| *other == name);
        Realms {
            in_goblin_town: matches!(symbol, 'o' | 'k') || RATS.contains(&name),
            in_ice_queens: queens.is_some(),
            only_in_ice_queens: queens.is_some_and(|at| at < ICE_QUEENS_ONLY),
            in_purgatory: is_player
                || matches!(name, "spectre" | "ghost")
                || matches!(symbol, 'D' | 'n' | 'u' | 'C' | 'J' | '#' | '{'),
            in_cocytus,
            comes_rarely: is_player,
        }
    }

    /// Whether it may come in a dungeon.
    pub(super) fn may_be_in(self, branch: &Branch) -> bool {
        let by_realm = match branch.realm {
            Realm::Any => true,
            Realm::GoblinTown => self.in_goblin_town,
            Realm::IceQueen => self.in_ice_queens,
            Realm::Purgatory => self.in_purgatory,
            Realm::Cocytus => self.in_cocytus,
        };
        by_realm && (!self.only_in_ice_queens || branch.realm == Realm::IceQueen)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_players_than_any_tree_has_are_none() {
        let table = |between: usize| {
            let names = std::iter::once("archeologist").chain(std::iter::repeat_n("monk", between)).chain(["wizard"]);
            let monster = |name: &str| MonsterKind { name: name.to_owned(), ..MonsterKind::default() };
            names.map(monster).collect::<Vec<_>>()
        };
        assert_eq!(players(&table(16)), 0..=17);
        assert_eq!(players(&table(30)), 0..=31);
        assert!(players(&table(31)).is_empty());
    }
}
