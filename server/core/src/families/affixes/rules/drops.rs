//! Making drops: the pipeline from "make one object" to the last theme (2.1, 2.4, 2.5).

use std::sync::Arc;

use super::{
    AffixForge, GREAT_EGO, Generation, LEVEL_BONUS, LEVEL_M_BONUS, MAX_DEPTH, SLOTS,
    artifacts::AtDepth,
    boosted,
    budget::{Budget, PERHAPS, perhaps},
    keys::Attempt,
    pools::Compiled,
    power::LIMIT,
    properties::Rolled,
    tables,
    themes::{CERTAIN, LegalSet, Seen},
};
use crate::{
    batch::{Cell, Counts},
    catalog::{KindId, ThemeId},
    engine::{alias::Alias, item::Item, m_bonus, random::Stream},
};

/// What stays the same for all drops of a cell.
struct CellForge {
    quality: usize,
    depth: u32,
    tables: Arc<tables::AtDepth>,
    artifacts: AtDepth,
    /// Added to the depth for good and great drops.
    level_bonus: Option<Alias>,
    /// Scratch of the artifact draw.
    passed: Vec<(u32, u32)>,
}

/// What a step draws from.
#[derive(Clone, Copy)]
struct Legal<'a> {
    level: u32,
    pool: &'a Compiled,
    themes: &'a LegalSet,
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
    /// Classes of affixes of which it has its one.
    used: u8,
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
    fn restore(&mut self, item: Item) {
        if let Some(rolled) = &mut self.rolled {
            rolled.item = item;
        }
        self.budget = PERHAPS;
    }
}

impl<G: Generation> AffixForge<G> {
    pub(super) fn run_cell(&self, cell: Cell, drops: u64, random: &mut Stream, counts: &mut Counts) {
        let quality = usize::from(cell.quality).min(LEVEL_BONUS.len() - 1);
        let level_bonus = if quality > 0 { m_bonus::table(LEVEL_M_BONUS, cell.depth) } else { None };
        let artifacts = self.artifacts.at_depth(cell.depth);
        let tables = self.levels.at(cell.depth);
        let mut forge = CellForge { quality, depth: cell.depth, tables, artifacts, level_bonus, passed: Vec::new() };
        for _ in 0..drops {
            match cell.kind {
                Some(kind) => {
                    counts.add(self.keys.kind(kind));
                    self.apply_magic(&forge, kind, cell.depth, random, counts);
                }
                None => self.drop(&mut forge, random, counts),
            }
        }
    }

    /// One drop of a dungeon level (2.1).
    fn drop(&self, cell: &mut CellForge, random: &mut Stream, counts: &mut Counts) {
        if random.one_in(G::artifact_odds(cell.quality, cell.depth))
            && let Some((artifact, kind)) = cell.artifacts.draw(random, &mut cell.passed)
        {
            counts.add(self.keys.kind(kind));
            counts.add(self.keys.artifact(artifact));
            return;
        }
        let bonus = cell.level_bonus.as_ref().map_or(0, |table| table.draw(random));
        let level = cell.depth + LEVEL_BONUS[cell.quality] + bonus;
        let Some(kind) = self.tables.draw(cell.quality > 0, level, random) else {
            counts.add(self.keys.failed());
            return;
        };
        counts.add(self.keys.kind(kind));
        self.apply_magic(cell, kind, level, random, counts);
    }

    /// Gives an item of a kind its affixes and perhaps a theme (2.4, without artifacts: the callers have had theirs).
    fn apply_magic(&self, cell: &CellForge, kind: KindId, level: u32, random: &mut Stream, counts: &mut Counts) {
        let about = self.kinds[kind.at()];
        let magic = G::magic(cell.quality, level, about.flagged_good, random);
        let steps = magic.steps.min(SLOTS as u32);
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
            used: 0,
            budget: self.budgets.kind(kind.at()),
            origin: random.clone(),
            rolled: None,
        };
        let legal = |window, level| Legal {
            level,
            pool: cell.tables.pools.find(about.class, level, window),
            themes: cell.tables.themes.at(about.class, level),
        };
        let usual = legal(magic.window, level);
        for _ in 0..steps {
            counts.add(self.keys.attempt(Attempt::Step));
            // Three draws a step may need, out of one word.
            let [great, boost, for_theme] = random.below_each([GREAT_EGO, MAX_DEPTH, CERTAIN]);
            let legal = if level > 0 && great == 0 {
                legal(G::boosted_window(magic.window), boosted(level, MAX_DEPTH, boost + 1))
            } else {
                usual
            };
            if self.step(&mut draft, &cell.tables, legal, row, for_theme, random, counts) {
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
        tables: &tables::AtDepth,
        legal: Legal<'_>,
        row: u32,
        for_theme: u32,
        random: &mut Stream,
        counts: &mut Counts,
    ) -> bool {
        let level = legal.level;
        let (filled, seen, used) = (draft.filled, draft.seen, draft.used);
        let mut before = None;
        match tables.pools.draw(legal.pool, used, random) {
            None => counts.add(self.keys.attempt(Attempt::NothingLegal)),
            Some(affix) => {
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
                draft.used |= tables.pools.class_bit(affix);
                self.themes.note(&mut draft.seen, affix as usize);
            }
        }
        // A theme is looked for after every step, also when the step added nothing.
        let slots = &draft.slots[..draft.filled];
        let Some(theme) = self.themes.choose(legal.themes, draft.seen, slots, for_theme, random) else { return false };
        counts.add(self.keys.attempt(Attempt::Theme));
        if self.theme_matters(draft, theme)
            && let Some(item) = self.roll_theme(draft, before, filled, theme, level, row, counts)
        {
            // The theme is lost, and the affix of this step with it.
            (draft.filled, draft.seen, draft.used) = (filled, seen, used);
            draft.restore(item);
            return false;
        }
        counts.add(self.keys.theme(row, theme));
        true
    }

    /// Whether a theme may make an item too powerful. First by the bound of all its lines, then by those that apply.
    #[inline]
    fn theme_matters(&self, draft: &Draft, theme: ThemeId) -> bool {
        if perhaps(draft.budget) {
            return true;
        }
        let applying = || self.properties.applying(theme, &draft.slots[..draft.filled]).map(|line| line.0);
        perhaps(draft.budget + self.budgets.theme(theme.at())) && perhaps(self.budgets.with(draft.budget, applying()))
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
        if !power.may_inhibit(&rolled.item, self.budgets.ordinary(draft.kind)) || power.of(&rolled.item) < LIMIT {
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
        before: Option<Item>,
        filled: usize,
        theme: ThemeId,
        level: u32,
        row: u32,
        counts: &mut Counts,
    ) -> Option<Item> {
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
        if !power.may_inhibit(&rolled.item, self.budgets.ordinary(draft.kind)) || power.of(&rolled.item) < LIMIT {
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
