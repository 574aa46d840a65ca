//! Making drops: the pipeline from "make one object" to the last theme (2.1, 2.4, 2.5).

use super::{
    ARTIFACT_ODDS, AffixBranchForge, GREAT_EGO, KindForge, LEVEL_BONUS, LEVEL_M_BONUS, MAX_DEPTH, SLOTS,
    artifacts::AtDepth,
    boosted,
    budget::{Budget, PERHAPS, perhaps},
    keys::Attempt,
    power::{LIMIT, PVALS},
    properties::Rolled,
    themes::Seen,
};
use crate::{
    batch::{Cell, Counts},
    catalog::{KindId, ThemeId},
    engine::{alias::Alias, item::Item, m_bonus, random::Stream},
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

/// An item while it gets its affixes.
struct Draft {
    kind: usize,
    /// The level it was prepared at.
    level: u32,
    /// The affixes in their slots, and the level each was drawn at.
    slots: [u16; SLOTS],
    levels: [u32; SLOTS],
    filled: usize,
    seen: Seen,
    /// While this doesn't say "perhaps", properties can't roll anything back and are not rolled.
    budget: Budget,
    /// Where its properties' stream begins.
    origin: Stream,
    /// Its properties, once they are needed.
    rolled: Option<Box<Rolled>>,
}

impl Draft {
    /// Back to the properties before a step that was undone. What was rolled since stays rolled: the stream goes on. From
    /// here on every step is rolled, for the values that brought the roll-back about must be kept.
    fn restore(&mut self, item: Item<PVALS>) {
        if let Some(rolled) = &mut self.rolled {
            rolled.item = item;
        }
        self.budget = PERHAPS;
    }
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
        let Some(row) = about.row else {
            // Nothing is ever legal for it, whatever the level: the steps are counted and no more.
            for _ in 0..steps {
                counts.add(self.keys.attempt(Attempt::Step));
                counts.add(self.keys.attempt(Attempt::NothingLegal));
            }
            return;
        };
        let mut draft = Draft {
            kind: kind.at(),
            level,
            slots: [0; SLOTS],
            levels: [0; SLOTS],
            filled: 0,
            seen: Seen::default(),
            budget: self.budgets.kind(kind.at()),
            origin: random.clone(),
            rolled: None,
        };
        for _ in 0..steps {
            counts.add(self.keys.attempt(Attempt::Step));
            let level = if level > 0 && random.one_in(GREAT_EGO) {
                boosted(level, MAX_DEPTH, random.one_to(MAX_DEPTH))
            } else {
                level
            };
            if self.step(&mut draft, about, row, tier, level, random, counts) {
                break;
            }
        }
        self.count_affixes(row, &draft.slots[..draft.filled], counts);
    }

    /// One step: an affix, and then perhaps a theme (2.5). True if the item now has a theme.
    #[expect(clippy::too_many_arguments, reason = "the hot loop passes what it has in registers")]
    #[inline]
    fn step(
        &self,
        draft: &mut Draft,
        about: KindForge,
        row: u32,
        tier: u8,
        level: u32,
        random: &mut Stream,
        counts: &mut Counts,
    ) -> bool {
        let (filled, seen) = (draft.filled, draft.seen);
        let mut before = None;
        match &self.pools.find(about.pool_class, level, tier).alias {
            None => counts.add(self.keys.attempt(Attempt::NothingLegal)),
            Some(pool) => {
                let affix = pool.draw(random);
                if !perhaps(draft.budget) {
                    draft.budget += self.budgets.affix(affix as usize);
                }
                if perhaps(draft.budget) {
                    let item = self.rolled(draft, filled).item.clone();
                    if !self.roll_affix(draft, affix, level, row, counts) {
                        draft.restore(item);
                        return false;
                    }
                    before = Some(item);
                }
                draft.slots[filled] = affix as u16;
                draft.levels[filled] = level;
                draft.filled += 1;
                self.themes.note(&mut draft.seen, affix as usize);
            }
        }
        // A theme is looked for after every step, also when the step added nothing.
        let Some(theme) = self.choose_theme(draft, about, level, random) else { return false };
        counts.add(self.keys.attempt(Attempt::Theme));
        if (perhaps(draft.budget) || perhaps(draft.budget + self.budgets.theme(theme.at())))
            && let Some(item) = self.roll_theme(draft, before, filled, theme, level, row, counts)
        {
            // The theme is lost, and the affix of this step with it.
            (draft.filled, draft.seen) = (filled, seen);
            draft.restore(item);
            return false;
        }
        counts.add(self.keys.theme(row, theme));
        true
    }

    /// The theme an item gets after a step, by one roll for all that have a chance.
    #[inline]
    fn choose_theme(&self, draft: &Draft, about: KindForge, level: u32, random: &mut Stream) -> Option<ThemeId> {
        let slots = &draft.slots[..draft.filled];
        let chances = || self.themes.chances(about.theme_class, level, draft.seen, slots);
        let sum: u32 = chances().map(|chance| chance.1).sum();
        if sum == 0 || random.below(200) >= sum {
            return None;
        }
        let mut roll = random.below(sum);
        let chosen = chances().find(|(_, score)| {
            let is_it = roll < *score;
            roll = roll.wrapping_sub(*score);
            is_it
        });
        chosen.map(|chance| chance.0)
    }

    /// The properties of an item with its first `filled` affixes, rolled now where they haven't been.
    #[cold]
    fn rolled<'a>(&self, draft: &'a mut Draft, filled: usize) -> &'a mut Box<Rolled> {
        let Draft { kind, level, slots, levels, origin, rolled, .. } = draft;
        rolled.get_or_insert_with(|| {
            let mut rolled = self.properties.prepare(*kind, *level, origin.aside());
            for (affix, level) in slots[..filled].iter().zip(levels) {
                self.properties.apply(&mut rolled, usize::from(*affix), *level);
            }
            Box::new(rolled)
        })
    }

    /// Applies an affix; false where that makes the item too powerful.
    #[cold]
    fn roll_affix(&self, draft: &mut Draft, affix: u32, level: u32, row: u32, counts: &mut Counts) -> bool {
        let Some(rolled) = &mut draft.rolled else { return true };
        self.properties.apply(rolled, affix as usize, level);
        let power = &self.properties.power;
        if power.of(&rolled.item) < LIMIT {
            return true;
        }
        counts.add(self.keys.rollback_affix(row, affix));
        counts.add(self.keys.rollback_cause(false, power.cause(&rolled.item)));
        false
    }

    /// Applies a theme. Where that makes the item too powerful, gives it as it was before this step.
    #[expect(clippy::too_many_arguments, reason = "one call")]
    #[cold]
    fn roll_theme(
        &self,
        draft: &mut Draft,
        before: Option<Item<PVALS>>,
        filled: usize,
        theme: ThemeId,
        level: u32,
        row: u32,
        counts: &mut Counts,
    ) -> Option<Item<PVALS>> {
        let before = before.unwrap_or_else(|| {
            let item = self.rolled(draft, filled).item.clone();
            for at in filled..draft.filled {
                let (affix, level) = (usize::from(draft.slots[at]), draft.levels[at]);
                if let Some(rolled) = &mut draft.rolled {
                    self.properties.apply(rolled, affix, level);
                }
            }
            item
        });
        let rolled = draft.rolled.as_mut()?;
        self.properties.apply_theme(rolled, theme, &draft.slots[..draft.filled], level);
        let power = &self.properties.power;
        if power.of(&rolled.item) < LIMIT {
            return None;
        }
        counts.add(self.keys.rollback_theme(row, theme));
        counts.add(self.keys.rollback_cause(true, power.cause(&rolled.item)));
        Some(before)
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
