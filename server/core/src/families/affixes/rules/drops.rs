//! Making drops: the pipeline from "make one object" to the last theme (2.1, 2.4, 2.5).

use std::sync::Arc;

use super::{
    super::theme_score::CERTAIN,
    AffixForge, GREAT_EGO, Generation, LEVEL_BONUS, LEVEL_M_BONUS, MAX_DEPTH, SLOTS, boosted,
    budget::{ALL_BUT_COMBAT, Budget, OVER_ALLOWANCE, may_matter},
    drawn::Drawn,
    keys::Attempt,
    magic,
    pools::Compiled,
    power::LIMIT,
    properties::Rolled,
    tables,
    themes::{LegalSet, Seen},
};
use crate::{
    batch::{Cell, Counts},
    catalog::{KindId, ThemeId},
    engine::{
        item::Item,
        m_bonus,
        random::Stream,
        split::{Split, successes},
    },
};

/// What stays the same for all drops of a cell.
struct CellForge {
    quality: usize,
    depth: u32,
    tables: Arc<tables::AtDepth>,
    /// By the level they are made at.
    batches: Vec<AtLevel>,
    drawn: Drawn,
}

/// The drops of a cell that are made at one level.
struct AtLevel {
    /// That at which items are prepared, and that of their magic.
    levels: [u32; 2],
    magic: Arc<magic::AtLevel>,
    /// How many there are of each kind.
    kinds: Vec<u64>,
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
    /// While this is within its allowances, properties can't roll anything back and are not rolled.
    budget: Budget,
    /// Where its properties' stream begins: the cell's stream as it stood before the item.
    origin: Stream,
    /// Its theme, and the level that came at.
    theme: Option<(ThemeId, u32)>,
    /// Its properties, once they are needed.
    rolled: Option<Rolled>,
}

impl Draft {
    /// Back to the properties before a step that was undone. What was rolled since stays rolled: the stream goes on. From
    /// here on every step is rolled, for the values that brought the roll-back about must be kept.
    fn restore(&mut self, item: Item) {
        if let Some(rolled) = &mut self.rolled {
            rolled.item = item;
        }
        self.budget = OVER_ALLOWANCE;
    }
}

impl<G: Generation> AffixForge<G> {
    /// First which kinds the drops are, all at once: drops are independent, so that how many come to what can be drawn
    /// instead of each. Then their magic, item by item, but kind by kind: what a kind draws from is then at hand.
    pub(super) fn run_cell(&self, cell: Cell, drops: u64, random: &mut Stream, counts: &mut Counts) {
        let quality = usize::from(cell.quality).min(LEVEL_BONUS.len() - 1);
        let mut forge = CellForge {
            quality,
            depth: cell.depth,
            tables: self.levels.at(cell.depth),
            batches: Vec::new(),
            drawn: Drawn::new(self.catalog.affixes.len(), &self.keys),
        };
        match cell.kind {
            Some(kind) => self.batch(&mut forge, [cell.depth; 2]).kinds[kind.at()] = drops,
            None => self.choose_kinds(&mut forge, drops, random, counts),
        }
        let CellForge { tables, batches, drawn, .. } = &mut forge;
        for kind in (0..self.kinds.len()).map(|at| KindId(at as u32)) {
            let mut made = 0;
            for batch in batches.iter().filter(|batch| batch.kinds[kind.at()] > 0) {
                let items = batch.kinds[kind.at()];
                self.make(tables, batch, kind, items, random, drawn, counts);
                made += items as u32;
            }
            counts.add_many(self.keys.kind(kind), made);
            if let Some(row) = self.kinds[kind.at()].row.filter(|_| made > 0) {
                drawn.move_to(row, &self.keys, counts);
            }
        }
    }

    /// A batch of drops, still empty.
    fn batch<'a>(&self, cell: &'a mut CellForge, levels: [u32; 2]) -> &'a mut AtLevel {
        let magic = self.magic.at::<G>(cell.quality, levels[1]);
        cell.batches.push(AtLevel { levels, magic, kinds: vec![0; self.kinds.len()] });
        let last = cell.batches.len() - 1;
        &mut cell.batches[last]
    }

    /// Artifacts, and the kinds of all other drops of a dungeon level (2.1).
    fn choose_kinds(&self, cell: &mut CellForge, drops: u64, random: &mut Stream, counts: &mut Counts) {
        let tries = successes(drops, (1, u64::from(G::artifact_odds(cell.quality, cell.depth))), random);
        let artifacts = self.artifacts.at_depth(cell.depth);
        let mut passed = Vec::new();
        let mut left = drops;
        for _ in 0..tries {
            if let Some((artifact, kind)) = artifacts.draw(random, &mut passed) {
                counts.add(self.keys.kind(kind));
                counts.add(self.keys.artifact(artifact));
                left -= 1;
            }
        }
        let bonuses = if cell.quality > 0 { m_bonus::distribution(LEVEL_M_BONUS, cell.depth) } else { vec![1] };
        for (bonus, drops) in Split::new((0..).zip(bonuses)).draw(left, random) {
            let level = cell.depth + LEVEL_BONUS[cell.quality] + bonus;
            let is_good = cell.quality > 0;
            let magic = if self.quirks.magic_at_raised_level { level } else { cell.depth };
            let batch = self.batch(cell, [level, magic]);
            let failed = self.tables.draw(is_good, level, drops, random, &mut batch.kinds);
            counts.add_many(self.keys.failed(), failed as u32);
        }
    }

    /// Makes items of a kind.
    #[expect(clippy::too_many_arguments, reason = "the hot loop passes what it has in registers")]
    fn make(
        &self,
        tables: &tables::AtDepth,
        batch: &AtLevel,
        kind: KindId,
        items: u64,
        random: &mut Stream,
        drawn: &mut Drawn,
        counts: &mut Counts,
    ) {
        let magic = batch.magic.table(self.kinds[kind.at()].flagged_good);
        let mut steps = 0;
        let Some(row) = self.kinds[kind.at()].row else {
            // Nothing is ever legal for it, whatever the level: the steps are counted and no more.
            (0..items).for_each(|_| steps += magic.draw(random).steps.min(SLOTS as u32));
            counts.add_many(self.keys.attempt(Attempt::Step), steps);
            counts.add_many(self.keys.attempt(Attempt::NothingLegal), steps);
            return;
        };
        for _ in 0..items {
            steps += self.apply_magic(tables, magic, kind, row, batch.levels, random, drawn, counts);
        }
        counts.add_many(self.keys.attempt(Attempt::Step), steps);
    }

    /// Gives an item its affixes and perhaps a theme (2.4, without artifacts: drops have had theirs). The number of steps.
    ///
    /// Levels: that at which the item is prepared, and that of its magic.
    #[expect(clippy::too_many_arguments, reason = "the hot loop passes what it has in registers")]
    #[inline]
    fn apply_magic(
        &self,
        tables: &tables::AtDepth,
        magic: &magic::Table,
        kind: KindId,
        row: u32,
        [prepared, level]: [u32; 2],
        random: &mut Stream,
        drawn: &mut Drawn,
        counts: &mut Counts,
    ) -> u32 {
        let mut draft = Draft {
            kind: kind.at(),
            level: prepared,
            slots: [0; SLOTS],
            levels: [0; SLOTS],
            filled: 0,
            seen: Seen::default(),
            used: 0,
            budget: self.budgets.kind(kind.at()),
            origin: random.clone(),
            theme: None,
            rolled: None,
        };
        let magic = magic.draw(random);
        let class = self.kinds[kind.at()].class;
        let legal = |window, level| Legal {
            level,
            pool: tables.pools.find(class, level, window),
            themes: tables.themes.at(class, level),
        };
        let usual = legal(magic.window, level);
        let mut steps = 0;
        drawn.begin_item();
        while steps < magic.steps.min(SLOTS as u32) {
            steps += 1;
            // Three draws a step may need, out of one word.
            let [great, boost, for_theme] = random.below_each([GREAT_EGO, MAX_DEPTH, CERTAIN]);
            let legal = if level > 0 && great == 0 {
                legal(G::boosted_window(magic.window), boosted(level, MAX_DEPTH, boost + 1))
            } else {
                usual
            };
            if self.step(&mut draft, tables, legal, row, for_theme, random, drawn, counts) {
                break;
            }
        }
        drawn.end_item(draft.filled);
        if drawn.wants_values() {
            drawn.record(&self.keys, self.finished(&mut draft));
        }
        steps
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
        drawn: &mut Drawn,
        counts: &mut Counts,
    ) -> bool {
        let level = legal.level;
        let (filled, seen, used) = (draft.filled, draft.seen, draft.used);
        let mut before = None;
        let affix = tables.pools.draw(legal.pool, used, random);
        match affix {
            None => {
                counts.add(self.keys.attempt(Attempt::NothingLegal));
                if !self.quirks.theme_without_affix {
                    return false;
                }
            }
            Some(affix) => {
                if !may_matter(draft.budget) {
                    draft.budget += self.budgets.affix(affix as usize);
                }
                if may_matter(draft.budget) {
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
        // As coded, a theme is looked for after every step, also when the step added nothing.
        let slots = &draft.slots[..draft.filled];
        let Some(theme) = self.themes.choose(legal.themes, draft.seen, slots, for_theme, random) else {
            drawn.keep(affix);
            return false;
        };
        counts.add(self.keys.attempt(Attempt::Theme));
        if self.theme_matters(draft, theme, level)
            && let Some(item) = self.roll_theme(draft, before, filled, theme, level, row, counts)
        {
            // The theme is lost, and the affix of this step with it.
            (draft.filled, draft.seen, draft.used) = (filled, seen, used);
            draft.restore(item);
            return false;
        }
        drawn.keep(affix);
        draft.theme = Some((theme, level));
        counts.add(self.keys.theme(row, theme));
        true
    }

    /// The item with all its properties, as it leaves the rules: rolled now where they weren't needed before (2.4.5).
    #[cold]
    fn finished<'a>(&self, draft: &'a mut Draft) -> &'a Item {
        let was_rolled = draft.rolled.is_some();
        let (slots, filled, theme) = (draft.slots, draft.filled, draft.theme);
        let rolled = self.rolled(draft, filled);
        // What was rolled before has its theme already: a theme that is looked into is applied.
        if let Some((theme, level)) = theme.filter(|_| !was_rolled) {
            self.properties.apply_theme(rolled, theme, &slots[..filled], level);
        }
        self.properties.supercharge(rolled);
        &rolled.item
    }

    /// Whether a theme may make an item too powerful. First by the bound of all its lines, then by those that apply, and
    /// where only to-hit and to-dam could grow too large, by what these come to.
    #[inline]
    fn theme_matters(&self, draft: &Draft, theme: ThemeId, level: u32) -> bool {
        if may_matter(draft.budget) {
            return true;
        }
        may_matter(draft.budget + self.budgets.theme(theme.at())) && self.applied_theme_matters(draft, theme, level)
    }

    #[cold]
    fn applied_theme_matters(&self, draft: &Draft, theme: ThemeId, level: u32) -> bool {
        let slots = &draft.slots[..draft.filled];
        let applying = || self.properties.applying(theme, slots);
        let is_over = |mask| may_matter(self.budgets.with(draft.budget, applying().map(|(affix, _)| affix), mask));
        if !is_over(Budget::MAX) {
            return false;
        }
        is_over(ALL_BUT_COMBAT) || {
            let affixes = slots.iter().copied().zip(draft.levels);
            let item = (draft.kind, draft.level);
            let bonuses = self.properties.combat_bonuses(item, &draft.origin, affixes, (applying(), level));
            !self.properties.power.allows(bonuses)
        }
    }

    /// The properties of an item with its first `filled` affixes, rolled now where they haven't been.
    #[cold]
    fn rolled<'a>(&self, draft: &'a mut Draft, filled: usize) -> &'a mut Rolled {
        let Draft { kind, level, slots, levels, origin, rolled, .. } = draft;
        rolled.get_or_insert_with(|| {
            let mut rolled = self.properties.prepare(*kind, *level, origin);
            for (affix, level) in slots[..filled].iter().zip(levels) {
                self.properties.apply(&mut rolled, usize::from(*affix), *level);
            }
            rolled
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
}
