//! Generation of drops (RULES 2.1, 2.4, 2.5).

use std::sync::Arc;

use super::{
    super::theme_score::CERTAIN,
    affix_counters::AffixCounters,
    budget::{ALL_BUT_COMBAT, Budget, OVER_ALLOWANCE, may_matter},
    forge::AffixForge,
    generation::Generation,
    keys::Attempt,
    magic,
    pools::CompiledPool,
    power::Inhibition,
    properties::RolledItem,
    tables,
    themes::{LegalThemeSet, MentionedThemes},
};
use crate::constants::{GREAT_EGO, LEVEL_BONUS, LEVEL_M_BONUS, MAX_DEPTH, SLOTS, boosted};
use affixboard_kin::power::LIMIT;
use affixboard_model::{
    batch::{Cell, Counts, ItemIdentity},
    catalog::{AffixId, KindId, ThemeId},
    engine::{
        item::Item,
        m_bonus,
        multinomial::{Multinomial, binomial_draw},
        random::Stream,
    },
    game::Cancelled,
};

/// Items made between two questions whether to go on: a few milliseconds.
const STRETCH: u64 = 1 << 13;

/// The state of a shard's run.
pub(super) struct CellRun {
    quality: usize,
    depth: u32,
    tables: Arc<tables::AtDepth>,
    /// Drops by the level they are created at.
    pub(super) batches: Vec<LevelBatch>,
    affix_counters: AffixCounters,
}

/// The drops that are created at one level.
pub(super) struct LevelBatch {
    /// The level at which items are prepared, and the level of their magic.
    levels: [u32; 2],
    magic: Arc<magic::LevelMagic>,
    /// Number of drops by kind.
    pub(super) kinds: Vec<u64>,
}

/// The pool and themes of a step.
#[derive(Clone, Copy)]
struct LegalDraws<'a> {
    level: u32,
    pool: &'a CompiledPool,
    themes: &'a LegalThemeSet,
}

/// An item under construction.
struct Draft {
    kind: usize,
    /// The level it was prepared at.
    level: u32,
    /// The affixes in their slots, and the level each was drawn at.
    slots: [u16; SLOTS],
    levels: [u32; SLOTS],
    filled: usize,
    seen: MentionedThemes,
    /// Bit set of exclusive affix classes it already has.
    used: u8,
    /// While this is within its allowances, properties can't roll anything back and are not rolled.
    budget: Budget,
    /// The cell's stream before the item, from which the streams of its properties are forked.
    origin: Stream,
    /// Its theme, and the level of that step.
    theme: Option<(ThemeId, u32)>,
    /// Its properties, once they are needed.
    rolled: Option<RolledItem>,
}

impl Draft {
    /// Restores the properties before a step that was rolled back. The streams are not rewound. From here on the
    /// properties of every step are rolled, because the values that caused the roll-back must not be rolled again.
    fn restore(&mut self, item: Item) {
        if let Some(rolled) = &mut self.rolled {
            rolled.item = item;
        }
        self.budget = OVER_ALLOWANCE;
    }
}

impl<G: Generation> AffixForge<G> {
    /// Runs a shard. First the numbers of drops of each kind are drawn at once, which is possible because drops are
    /// independent. Then magic is applied item by item, kind by kind, so that a kind's tables stay in the cache.
    pub(super) fn run_cell(
        &self,
        cell: Cell,
        drops: u64,
        random: &mut Stream,
        counts: &mut Counts,
        keep_going: &dyn Fn() -> bool,
    ) -> Result<(), Cancelled> {
        let mut forge = self.start_run(cell);
        match cell.kind {
            Some(kind) => self.batch(&mut forge, [cell.depth; 2]).kinds[kind.at()] = drops,
            None => self.choose_kinds(&mut forge, drops, random, counts, keep_going)?,
        }
        self.make_chosen(&mut forge, random, counts, keep_going)
    }

    /// A run for which no kinds are chosen yet.
    pub(super) fn start_run(&self, cell: Cell) -> CellRun {
        CellRun {
            quality: usize::from(cell.quality).min(LEVEL_BONUS.len() - 1),
            depth: cell.depth,
            tables: self.levels.at(cell.depth),
            batches: Vec::new(),
            affix_counters: AffixCounters::new(self.catalog.affixes.len(), &self.keys),
        }
    }

    /// Makes the items whose kinds are chosen.
    pub(super) fn make_chosen(
        &self,
        forge: &mut CellRun,
        random: &mut Stream,
        counts: &mut Counts,
        keep_going: &dyn Fn() -> bool,
    ) -> Result<(), Cancelled> {
        let CellRun { tables, batches, affix_counters, .. } = forge;
        for kind in (0..self.kinds.len()).map(|at| KindId(at as u32)) {
            let mut made = 0;
            for batch in batches.iter().filter(|batch| batch.kinds[kind.at()] > 0) {
                let items = batch.kinds[kind.at()];
                // What is drawn, and in which order, is the same with and without stretches.
                let mut left = items;
                while left > 0 {
                    if !keep_going() {
                        return Err(Cancelled);
                    }
                    let stretch = left.min(STRETCH);
                    self.make(tables, batch, kind, stretch, random, affix_counters, counts);
                    left -= stretch;
                }
                made += items as u32;
            }
            counts.add_many(self.keys.kind(kind), made);
            if let Some(row) = self.kinds[kind.at()].row.filter(|_| made > 0) {
                affix_counters.move_to(row, &self.keys, counts);
            }
        }
        Ok(())
    }

    /// The batch for these levels; a new one is empty.
    pub(super) fn batch<'a>(&self, cell: &'a mut CellRun, levels: [u32; 2]) -> &'a mut LevelBatch {
        let magic = self.magic.at::<G>(cell.quality, levels[1]);
        cell.batches.push(LevelBatch { levels, magic, kinds: vec![0; self.kinds.len()] });
        let last = cell.batches.len() - 1;
        &mut cell.batches[last]
    }

    /// Draws artifacts, and the kinds of all other drops (RULES 2.1).
    fn choose_kinds(
        &self,
        cell: &mut CellRun,
        drops: u64,
        random: &mut Stream,
        counts: &mut Counts,
        keep_going: &dyn Fn() -> bool,
    ) -> Result<(), Cancelled> {
        let tries = binomial_draw(drops, (1, u64::from(G::artifact_odds(cell.quality, cell.depth))), random);
        let artifacts = self.artifacts.at_depth(cell.depth);
        let mut passed = Vec::new();
        let mut left = drops;
        for at in 0..tries {
            if at.is_multiple_of(STRETCH) && !keep_going() {
                return Err(Cancelled);
            }
            if let Some((artifact, kind)) = artifacts.draw(random, &mut passed) {
                counts.add(self.keys.kind(kind));
                counts.add(self.keys.artifact(artifact));
                let identity = ItemIdentity::of_artifact(kind, artifact);
                if counts.wants(&identity) {
                    let appraise = || self.properties.appraise_artifact(artifact, kind, cell.depth, random);
                    let appraisal = counts.wants_appraisals().then(appraise);
                    counts.log(&identity, Vec::new(), appraisal);
                }
                left -= 1;
            }
        }
        let bonuses = if cell.quality > 0 { m_bonus::distribution(LEVEL_M_BONUS, cell.depth) } else { vec![1] };
        for (bonus, drops) in Multinomial::new((0..).zip(bonuses)).draw(left, random) {
            let level = cell.depth + LEVEL_BONUS[cell.quality] + bonus;
            let is_good = cell.quality > 0;
            let magic = if self.quirks.magic_at_raised_level { level } else { cell.depth };
            let batch = self.batch(cell, [level, magic]);
            let failed = self.tables.draw(is_good, level, drops, random, &mut batch.kinds);
            counts.add_many(self.keys.failed(), failed as u32);
            if !keep_going() {
                return Err(Cancelled);
            }
        }
        Ok(())
    }

    /// Makes items of a kind.
    #[expect(clippy::too_many_arguments, reason = "the hot loop passes what it has in registers")]
    fn make(
        &self,
        tables: &tables::AtDepth,
        batch: &LevelBatch,
        kind: KindId,
        items: u64,
        random: &mut Stream,
        affix_counters: &mut AffixCounters,
        counts: &mut Counts,
    ) {
        let magic = batch.magic.table(self.kinds[kind.at()].flagged_good);
        let mut steps = 0;
        let Some(row) = self.kinds[kind.at()].row else {
            // The kind has no allocations at any level: only its steps are counted.
            let identity = ItemIdentity::with_affixes(kind, &[], None);
            let (is_wanted, appraises) = (counts.wants(&identity), counts.wants_appraisals());
            for _ in 0..items {
                if is_wanted {
                    let appraise = || self.properties.appraise_plain(kind, batch.levels[0], random);
                    let appraisal = appraises.then(appraise);
                    counts.log(&identity, Vec::new(), appraisal);
                }
                steps += magic.draw(random).steps.min(SLOTS as u32);
            }
            counts.add_many(self.keys.attempt(Attempt::Step), steps);
            counts.add_many(self.keys.attempt(Attempt::NothingLegal), steps);
            return;
        };
        for _ in 0..items {
            steps += self.apply_magic(tables, magic, kind, row, batch.levels, random, affix_counters, counts);
        }
        counts.add_many(self.keys.attempt(Attempt::Step), steps);
    }

    /// Draws an item's affixes and perhaps a theme (RULES 2.4, without artifacts). Returns the number of steps.
    ///
    /// Levels: at which the item is prepared, and of its magic.
    #[expect(clippy::too_many_arguments, reason = "the hot loop passes what it has in registers")]
    #[inline]
    fn apply_magic(
        &self,
        tables: &tables::AtDepth,
        magic: &magic::MagicTable,
        kind: KindId,
        row: u32,
        [prepared, level]: [u32; 2],
        random: &mut Stream,
        affix_counters: &mut AffixCounters,
        counts: &mut Counts,
    ) -> u32 {
        let mut draft = Draft {
            kind: kind.at(),
            level: prepared,
            slots: [0; SLOTS],
            levels: [0; SLOTS],
            filled: 0,
            seen: MentionedThemes::default(),
            used: 0,
            budget: self.budgets.kind(kind.at()),
            origin: random.clone(),
            theme: None,
            rolled: None,
        };
        let magic = magic.draw(random);
        let class = self.kinds[kind.at()].class;
        let legal = |window, level| LegalDraws {
            level,
            pool: tables.pools.find(class, level, window),
            themes: tables.themes.at(class, level),
        };
        let usual = legal(magic.window, level);
        let mut steps = 0;
        affix_counters.begin_item();
        while steps < magic.steps.min(SLOTS as u32) {
            steps += 1;
            // Up to three draws of a step from one random word.
            let [great, boost, for_theme] = random.below_each([GREAT_EGO, MAX_DEPTH, CERTAIN]);
            let legal = if level > 0 && great == 0 {
                legal(G::boosted_window(magic.window), boosted(level, MAX_DEPTH, boost + 1))
            } else {
                usual
            };
            if self.step(&mut draft, tables, legal, row, for_theme, random, affix_counters, counts) {
                break;
            }
        }
        affix_counters.end_item(draft.filled);
        if counts.has_log() {
            self.log(&mut draft, kind, row, affix_counters, counts);
        } else if affix_counters.wants_values() {
            let item = self.finished(&mut draft);
            affix_counters.record(&self.keys, item);
        }
        steps
    }

    /// Notes a finished item, if it is wanted.
    #[cold]
    fn log(&self, draft: &mut Draft, kind: KindId, row: u32, affix_counters: &mut AffixCounters, counts: &mut Counts) {
        let slots = draft.slots.map(|slot| AffixId(slot.into()));
        let identity = ItemIdentity::with_affixes(kind, &slots[..draft.filled], draft.theme.map(|(theme, _)| theme));
        if !counts.wants(&identity) {
            return;
        }
        let appraises = counts.wants_appraisals();
        let (mut values, mut appraisal) = (Vec::new(), None);
        if affix_counters.wants_values() || appraises {
            let (level, origin) = (draft.level, draft.origin.clone());
            let item = self.finished(draft);
            values = affix_counters.values_of(row, &self.keys, item);
            appraisal = appraises.then(|| self.properties.appraise(item, kind, level, &origin));
        }
        counts.log(&identity, values, appraisal);
    }

    /// One step: an affix, then perhaps a theme (RULES 2.5). Returns whether the item now has a theme.
    #[expect(clippy::too_many_arguments, reason = "the hot loop passes what it has in registers")]
    #[inline]
    fn step(
        &self,
        draft: &mut Draft,
        tables: &tables::AtDepth,
        legal: LegalDraws<'_>,
        row: u32,
        for_theme: u32,
        random: &mut Stream,
        affix_counters: &mut AffixCounters,
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
        // As coded, themes are tried after every step, even one that added no affix.
        let slots = &draft.slots[..draft.filled];
        let Some(theme) = self.themes.choose(legal.themes, draft.seen, slots, for_theme, random) else {
            affix_counters.keep(affix);
            return false;
        };
        counts.add(self.keys.attempt(Attempt::Theme));
        if self.theme_matters(draft, theme, level)
            && let Some(item) = self.roll_theme(draft, before, filled, theme, level, row, counts)
        {
            // The roll-back removes the theme and also this step's affix.
            (draft.filled, draft.seen, draft.used) = (filled, seen, used);
            draft.restore(item);
            return false;
        }
        affix_counters.keep(affix);
        draft.theme = Some((theme, level));
        counts.add(self.keys.theme(row, theme));
        true
    }

    /// The finished item (RULES 2.4.5); rolls its properties if that wasn't necessary before.
    #[cold]
    fn finished<'a>(&self, draft: &'a mut Draft) -> &'a Item {
        let was_rolled = draft.rolled.is_some();
        let (slots, filled, theme) = (draft.slots, draft.filled, draft.theme);
        let rolled = self.rolled(draft, filled);
        // If properties were rolled before, the theme has been applied already.
        if let Some((theme, level)) = theme.filter(|_| !was_rolled) {
            self.properties.apply_theme(rolled, theme, &slots[..filled], level);
        }
        self.properties.supercharge(rolled);
        &rolled.item
    }

    /// Whether a theme may make an item too powerful: first by the bound of all its lines, then by the lines that
    /// apply, and if only to-hit and to-dam could be too large, by their actual values.
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

    /// The properties of an item with its first `filled` affixes; rolls them if they aren't yet.
    #[cold]
    fn rolled<'a>(&self, draft: &'a mut Draft, filled: usize) -> &'a mut RolledItem {
        let Draft { kind, level, slots, levels, origin, rolled, .. } = draft;
        rolled.get_or_insert_with(|| {
            let mut rolled = self.properties.prepare(*kind, *level, origin);
            for (affix, level) in slots[..filled].iter().zip(levels) {
                self.properties.apply(&mut rolled, usize::from(*affix), *level);
            }
            rolled
        })
    }

    /// Applies an affix; `false` if it was rolled back.
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

    /// Applies a theme. Returns the item as it was before the step if the theme is rolled back.
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
