//! What monsters leave, as far as a game's files say it: which come at a depth, and the objects that they drop.

use std::collections::BTreeMap;

/// One race of monsters, as far as its drops go.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct RaceDrops {
    /// Its name.
    pub name: String,
    /// Its level.
    pub level: u32,
    /// Whether there is only one of it.
    pub is_unique: bool,
    /// The mean number of drops of gold that one monster leaves.
    pub gold: f64,
    /// The mean number of objects, those apart that have a field of their own below.
    pub objects: f64,
    /// The drop quality of its objects, a position in the qualities of profiles.
    pub quality: u8,
    /// The mean number of objects whose kind or item type its record names.
    pub named: f64,
    /// The mean number of chests.
    pub chests: f64,
}

/// The mean number of drops of one monster that comes at a depth and is killed there.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct MeanDrops {
    /// Objects by the level at which they are made and their drop quality; entries of 0 are left out.
    pub objects: BTreeMap<(u32, u8), f64>,
    /// Drops of gold.
    pub gold: f64,
    /// Objects whose kind or item type the monster's record names.
    pub named: f64,
    /// Chests.
    pub chests: f64,
}

impl MeanDrops {
    /// The means at a depth: over all races, the chance that it comes times what it leaves.
    pub fn at(monsters: &dyn MonsterDrops, depth: u32) -> MeanDrops {
        let mut mean = MeanDrops::default();
        for (at, (race, chance)) in monsters.races().iter().zip(monsters.chances(depth)).enumerate() {
            if chance * race.objects > 0.0 {
                let cell = (monsters.creation_level(at, depth), race.quality);
                *mean.objects.entry(cell).or_default() += chance * race.objects;
            }
            mean.gold += chance * race.gold;
            mean.named += chance * race.named;
            mean.chests += chance * race.chests;
        }
        mean
    }
}

/// The monsters of a game's files, as far as their drops go.
pub trait MonsterDrops: Send + Sync {
    /// All races.
    fn races(&self) -> &[RaceDrops];
    /// The probability that a monster with which a level of the dungeon is filled is of each race, by position; the rest to
    /// 1 is that none comes. `depth`: 0 (the town) to 127.
    fn chances(&self, depth: u32) -> Vec<f64>;
    /// The level at which the objects of a race, a position in [`MonsterDrops::races`], are made where the player is at
    /// `depth`.
    fn creation_level(&self, race: usize, depth: u32) -> u32;
    /// How the level of objects comes about, and what else of the game's own the numbers follow: sentences.
    fn rules(&self) -> &'static [&'static str];
    /// What the numbers leave out: phrases.
    fn left_out(&self) -> &'static [&'static str];
}
