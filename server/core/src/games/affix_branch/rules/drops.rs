//! Making drops: the pipeline from "make one object" to the last theme (2.1, 2.4, 2.5).

use super::{
    ARTIFACT_ODDS, AffixBranchForge, GREAT_EGO, LEVEL_BONUS, LEVEL_M_BONUS, MAX_DEPTH, SLOTS, artifacts::AtDepth,
    boosted, keys::Attempt, themes::Seen,
};
use crate::{
    batch::{Cell, Counts},
    catalog::KindId,
    engine::{alias::Alias, m_bonus, random::Stream},
};

/// What stays the same for all drops of a cell.
struct CellForge {
    quality: usize,
    artifacts: AtDepth,
    /// Added to the depth for good and great drops.
    level_bonus: Option<Alias>,
    /// Scratch of the artifact draw.
    passed: Vec<(u32, u32)>,
}

impl AffixBranchForge {
    pub(super) fn run_cell(&self, cell: Cell, drops: u64, random: &mut Stream, counts: &mut Counts) {
        let quality = usize::from(cell.quality).min(LEVEL_BONUS.len() - 1);
        let level_bonus = if quality > 0 { m_bonus::table(LEVEL_M_BONUS, cell.depth) } else { None };
        let artifacts = self.artifacts.at_depth(cell.depth);
        let mut forge = CellForge { quality, artifacts, level_bonus, passed: Vec::new() };
        for _ in 0..drops {
            match cell.kind {
                Some(kind) => {
                    counts.add(self.keys.kind(kind));
                    self.apply_magic(kind, cell.depth, quality, random, counts);
                }
                None => self.drop(cell.depth, &mut forge, random, counts),
            }
        }
    }

    /// One drop of a dungeon level (2.1).
    fn drop(&self, depth: u32, cell: &mut CellForge, random: &mut Stream, counts: &mut Counts) {
        if random.one_in(ARTIFACT_ODDS[cell.quality])
            && let Some((artifact, kind)) = cell.artifacts.draw(random, &mut cell.passed)
        {
            counts.add(self.keys.kind(kind));
            counts.add(self.keys.artifact(artifact));
            return;
        }
        let bonus = cell.level_bonus.as_ref().map_or(0, |table| table.draw(random));
        let level = depth + LEVEL_BONUS[cell.quality] + bonus;
        let Some(kind) = self.tables.draw(cell.quality > 0, level, random) else {
            counts.add(self.keys.failed());
            return;
        };
        counts.add(self.keys.kind(kind));
        self.apply_magic(kind, level, cell.quality, random, counts);
    }

    /// Gives an item of a kind its affixes and perhaps a theme (2.4, without artifacts: the callers have had theirs).
    fn apply_magic(&self, kind: KindId, level: u32, quality: usize, random: &mut Stream, counts: &mut Counts) {
        let about = self.kinds[kind.at()];
        let (good, great) = (quality == 1, quality == 2);
        let mut tier = u8::from(random.below(100) < 10 + level);
        if great || (good && random.one_in(4)) {
            tier += 1;
        }
        let steps = random.below(2 + level / 25)
            + if great {
                2 + random.one_to(2)
            } else if good {
                random.one_to(2)
            } else {
                0
            };
        let steps = steps.saturating_sub(u32::from(about.flagged_good)).min(SLOTS as u32);
        let mut slots = [0_u16; SLOTS];
        let mut filled = 0;
        let mut seen = Seen::default();
        for _ in 0..steps {
            counts.add(self.keys.attempt(Attempt::Step));
            let level = if level > 0 && random.one_in(GREAT_EGO) {
                boosted(level, MAX_DEPTH, random.one_to(MAX_DEPTH))
            } else {
                level
            };
            match &self.pools.find(about.pool_class, level, tier).alias {
                Some(pool) => {
                    let affix = pool.draw(random);
                    slots[filled] = affix as u16;
                    filled += 1;
                    self.themes.note(&mut seen, affix as usize);
                }
                None => counts.add(self.keys.attempt(Attempt::NothingLegal)),
            }
            // A theme is looked for after every step, also when the step added nothing.
            let chances = || self.themes.chances(about.theme_class, level, seen, &slots[..filled]);
            let sum: u32 = chances().map(|chance| chance.1).sum();
            if sum > 0 && random.below(200) < sum {
                let mut roll = random.below(sum);
                let chosen = chances().find(|(_, score)| {
                    let is_it = roll < *score;
                    roll = roll.wrapping_sub(*score);
                    is_it
                });
                if let (Some((theme, _)), Some(row)) = (chosen, about.row) {
                    counts.add(self.keys.theme(row, theme));
                    counts.add(self.keys.attempt(Attempt::Theme));
                }
                break;
            }
        }
        if let Some(row) = about.row {
            self.count_affixes(row, &slots[..filled], counts);
        }
    }

    fn count_affixes(&self, row: u32, slots: &[u16], counts: &mut Counts) {
        counts.add(self.keys.naffixes(row, slots.len() as u32));
        for (at, &affix) in slots.iter().enumerate() {
            let id = u32::from(affix);
            counts.add(self.keys.affix_mult(row, id));
            counts.add(self.keys.affix_level(row, id));
            if !slots[..at].contains(&affix) {
                counts.add(self.keys.affix(row, id));
            }
        }
    }
}
