//! Whose corpse comes (mkobj.c, `mksobj`).

use super::super::{
    monsters::{MonsterKind, MonsterPlace, MonsterRules, MonsterTable},
    program::Program,
    words,
};
use affixboard_model::engine::random::Stream;

/// `G_NOCORPSE`: it leaves none.
const NO_CORPSE: i64 = 0x0010;
/// Tries for one that leaves a corpse.
const TRIES: u32 = 50;

/// What is asked of a monster whose corpse comes.
#[derive(Debug, Clone, Copy, Default)]
struct Dead {
    /// The living, whose corpse the walking dead have: a position in the table.
    living: u16,
    leaves_corpse: bool,
    rises: bool,
}

/// The monsters of a table as corpses.
#[derive(Debug, Clone)]
pub(super) struct Corpses {
    dead: Vec<Dead>,
    human: Option<u16>,
    rules: MonsterRules,
}

/// The choice of a corpse at one place.
#[derive(Debug)]
pub(super) struct CorpseChoice<'a> {
    corpses: &'a Corpses,
    table: MonsterTable,
}

impl Corpses {
    /// The corpses of these monsters.
    pub(super) fn new(monsters: &[MonsterKind], program: Program) -> Corpses {
        let named = |name: &str| monsters.iter().position(|monster| monster.name == name).map(|at| at as u16);
        let dead = |(at, monster): (usize, &MonsterKind)| {
            let name = monster.name.as_str();
            let race = name.strip_suffix(" zombie").or_else(|| name.strip_suffix(" mummy"));
            let living = match name {
                "vampire" | "vampire lord" | "vampire leader" => named("human"),
                _ => race.and_then(named),
            };
            let is_troll = words::monster_class(program, monster.class).is_some_and(|class| class.0 == 'T');
            Dead {
                living: living.unwrap_or(at as u16),
                leaves_corpse: monster.geno.value & NO_CORPSE == 0,
                rises: is_troll || ["Death", "Pestilence", "Famine"].contains(&name),
            }
        };
        Corpses {
            dead: monsters.iter().enumerate().map(dead).collect(),
            human: named("human"),
            rules: MonsterRules::new(monsters, program),
        }
    }

    /// The choice at a place.
    pub(super) fn at(&self, place: MonsterPlace<'_>) -> CorpseChoice<'_> {
        CorpseChoice { corpses: self, table: self.rules.choice(place).table() }
    }
}

impl CorpseChoice<'_> {
    /// Whose corpse it is, by position; an adventurer's where no other is found.
    pub(super) fn draw(&self, random: &mut Stream) -> Option<u16> {
        for _ in 0..TRIES {
            let living = self.corpses.dead[self.table.draw(random)? as usize].living;
            if self.corpses.dead[usize::from(living)].leaves_corpse {
                return Some(living);
            }
        }
        self.corpses.human
    }

    /// Whether a corpse may rise again.
    pub(super) fn rises(&self, monster: u16) -> bool {
        self.corpses.dead[usize::from(monster)].rises
    }
}
