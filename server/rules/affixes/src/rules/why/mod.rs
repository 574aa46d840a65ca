//! Why a kind's items come to an affix or a theme as often as they do ([`affixboard_model::explain::Derivation`]).

mod chain;
mod themes;

use chain::Chain;

use super::{budget::may_matter, forge::AffixForge, generation::Generation, kind_classes::levels_of, tables::AtDepth};
use crate::constants::{GREAT_EGO, LEVEL_BONUS, LEVEL_M_BONUS, MAX_DEPTH, SLOTS, boosted};
use affixboard_model::{
    batch::{Cell, Entry},
    catalog::{AffixId, Allocation, KindId},
    engine::m_bonus,
    explain::{
        AffixDerivation, AskedEntry, Creation, Derivation, ExplainedEntry, FirstDraw, FirstDraws, LineStatus,
        MagicOutcome, NeverDrawn, WeightShare,
    },
};

/// A level and window a step draws from, with its chance.
#[derive(Debug, Clone, Copy)]
struct StepAt {
    level: u32,
    window: usize,
    chance: f64,
    /// Whether its level was boosted.
    is_boosted: bool,
}

/// Levels and windows of the steps, with their probabilities, for an item whose magic is made at a level with a window
/// (2.5.2).
fn steps_at<G: Generation>(level: u32, window: usize) -> Vec<StepAt> {
    let usual = StepAt { level, window, chance: 1.0, is_boosted: false };
    if level == 0 {
        return vec![usual];
    }
    let great = 1.0 / f64::from(GREAT_EGO);
    let mut steps = vec![StepAt { chance: 1.0 - great, ..usual }];
    let window = G::boosted_window(window);
    for roll in 1..=MAX_DEPTH {
        let (level, chance) = (boosted(level, MAX_DEPTH, roll), great / f64::from(MAX_DEPTH));
        match steps.last_mut().filter(|last| last.is_boosted && last.level == level) {
            Some(last) => last.chance += chance,
            None => steps.push(StepAt { level, window, chance, is_boosted: true }),
        }
    }
    steps
}

impl<G: Generation> AffixForge<G> {
    pub(super) fn explain_entry(&self, cell: Cell, kind: KindId, entry: Entry) -> Option<Derivation> {
        if cell.kind.is_some_and(|given| given != kind) {
            return None;
        }
        let lines = match entry {
            Entry::Affix(affix) => &self.catalog.affix(affix).allocations,
            Entry::Theme(theme) => &self.catalog.theme(theme).allocations,
            _ => return None,
        };
        let of = self.catalog.kind(kind);
        let lines: Vec<Allocation> = lines.iter().filter(|line| line.covers(of.tval, of.sval)).copied().collect();
        let creations = self.creations(cell, kind);
        let mut numbers = [0.0; SLOTS + 1];
        for making in &creations {
            for turn in &making.magic_outcomes {
                numbers[turn.draws as usize] += making.share * turn.part.chance();
            }
        }
        let draws: Vec<(u32, f64)> = (0..).zip(numbers).filter(|number| number.1 > 0.0).collect();
        let has_draw = numbers[1..].iter().sum();
        let tables = self.levels.at(cell.depth);
        let gathered = self.gather(cell, kind, entry, &lines, &creations, &tables, has_draw);
        let about = match entry {
            Entry::Affix(affix) => {
                ExplainedEntry::Affix(self.of_affix(kind, affix, lines, &creations, &tables, &gathered))
            }
            Entry::Theme(theme) => ExplainedEntry::Theme(self.of_theme(kind, theme, lines, &tables, &gathered)),
            _ => return None,
        };
        let FirstDraws { first_draw_pools, levels, outcomes, nothing, .. } = gathered;
        Some(Derivation { cell, kind, creations, draws, first_draw_pools, levels, outcomes, nothing, about })
    }

    /// The ways items of the kind are made (2.1, 2.2), with their magic (2.4).
    fn creations(&self, cell: Cell, kind: KindId) -> Vec<Creation> {
        let quality = usize::from(cell.quality).min(LEVEL_BONUS.len() - 1);
        let making = |kind_level, level, chance, kind_weight, kind: f64| Creation {
            kind_level,
            level,
            quality: quality as u8,
            chance,
            kind_weight,
            kind,
            share: chance * kind,
            magic_outcomes: Vec::new(),
        };
        let mut creations = if cell.kind.is_some() {
            vec![making(cell.depth, cell.depth, 1.0, None, 1.0)]
        } else {
            let bonuses = if quality > 0 { m_bonus::distribution(LEVEL_M_BONUS, cell.depth) } else { vec![1] };
            let all: u64 = bonuses.iter().sum();
            let at_bonus = |(bonus, weight): (u32, u64)| {
                let kind_level = cell.depth + LEVEL_BONUS[quality] + bonus;
                let level = if self.quirks.magic_at_raised_level { kind_level } else { cell.depth };
                let (weighs, chance) = self.tables.chance(kind, quality > 0, kind_level);
                making(kind_level, level, weight as f64 / all as f64, Some(weighs), chance)
            };
            (0..).zip(bonuses).map(at_bonus).collect()
        };
        let all: f64 = creations.iter().map(|making| making.share).sum();
        creations.retain(|making| making.share > 0.0);
        for making in &mut creations {
            making.share /= all;
            making.magic_outcomes = self.magic_outcomes(quality, making.level, kind);
        }
        creations
    }

    /// Windows and numbers of steps (2.4.1, 2.4.2).
    fn magic_outcomes(&self, quality: usize, level: u32, kind: KindId) -> Vec<MagicOutcome> {
        let magic = self.magic.at::<G>(quality, level);
        let outcomes = magic.table(self.kinds[kind.at()].flagged_good).outcomes();
        let total = outcomes.iter().map(|outcome| u64::from(outcome.1)).sum();
        let turn = |(magic, weight): &(super::Magic, u32)| MagicOutcome {
            power: None,
            affix_levels: Some(G::WINDOWS[magic.window]),
            draws: magic.steps.min(SLOTS as u32),
            part: WeightShare { weight: u64::from(*weight), total },
            not_artifact: 1.0,
        };
        let mut magic_outcomes: Vec<MagicOutcome> = outcomes.iter().map(turn).collect();
        magic_outcomes.sort_by_key(|turn| (turn.affix_levels, turn.draws));
        magic_outcomes
    }

    /// Gathers the pools, levels and outcomes of first draws.
    #[expect(clippy::too_many_arguments, reason = "all of what is asked, and what was found of it so far")]
    fn gather(
        &self,
        cell: Cell,
        kind: KindId,
        entry: Entry,
        lines: &[Allocation],
        creations: &[Creation],
        tables: &AtDepth,
        has_draw: f64,
    ) -> FirstDraws {
        let class = self.kinds[kind.at()].class;
        let mut gathered = FirstDraws::default();
        for making in creations {
            for (window, share) in windows_of::<G>(making) {
                for step in steps_at::<G>(making.level, window) {
                    let lines: Vec<LineStatus> = match entry {
                        Entry::Theme(_) => self.fates(lines, cell.depth, step.level, (0, u8::MAX), false),
                        _ => self.fates(
                            lines,
                            cell.depth,
                            step.level,
                            G::WINDOWS[step.window],
                            !self.quirks.first_allocation_only,
                        ),
                    };
                    let asked = match entry {
                        Entry::Affix(affix) => AskedEntry::Affix(affix),
                        _ => AskedEntry::Legal(lines.contains(&LineStatus::Counts)),
                    };
                    gathered.add(FirstDraw {
                        level: step.level,
                        is_deeper: step.is_boosted,
                        affix_levels: G::WINDOWS[step.window],
                        chance: making.share * share * step.chance,
                        pool: tables.pools.find(class, step.level, step.window).pool.clone(),
                        one_in_draws: 1,
                        list: None,
                        lines,
                        asked,
                    });
                }
            }
        }
        gathered.finish(has_draw);
        gathered
    }

    /// Status of each allocation line at a level and window.
    fn fates(
        &self,
        lines: &[Allocation],
        depth: u32,
        level: u32,
        (lowest, highest): (u8, u8),
        all_count: bool,
    ) -> Vec<LineStatus> {
        let depth = (!self.quirks.maximum_by_raised_level).then_some(depth);
        let mut is_found = false;
        let fate = |line: &Allocation| match levels_of(line, depth) {
            None => LineStatus::TooDeep,
            Some((_, last)) if level > last => LineStatus::TooDeep,
            Some((first, _)) if level < first => LineStatus::TooShallow,
            _ if line.affix_level > highest => LineStatus::LevelTooHigh,
            _ if line.affix_level < lowest => LineStatus::LevelTooLow,
            _ if std::mem::replace(&mut is_found, true) && !all_count => LineStatus::Hidden,
            _ => LineStatus::Counts,
        };
        lines.iter().map(fate).collect()
    }

    fn of_affix(
        &self,
        kind: KindId,
        affix: AffixId,
        lines: Vec<Allocation>,
        creations: &[Creation],
        tables: &AtDepth,
        gathered: &FirstDraws,
    ) -> AffixDerivation {
        let class = self.kinds[kind.at()].class;
        let (mut mean, mut once) = (0.0, 0.0);
        for making in creations {
            for (window, _) in windows_of::<G>(making) {
                let chain = Chain::new(&tables.pools, class, &steps_at::<G>(making.level, window), affix);
                for turn in making.magic_outcomes.iter().filter(|turn| turn.affix_levels == Some(G::WINDOWS[window])) {
                    let share = making.share * turn.part.chance();
                    mean += share * chain.mean[turn.draws as usize];
                    once += share * chain.once[turn.draws as usize];
                }
            }
        }
        let is_drawn = self.levels.is_drawn(class, affix);
        let never = match lines.is_empty() {
            true => Some(NeverDrawn::NoLine),
            false if !is_drawn => Some(NeverDrawn::OfItsType),
            false if lines.iter().all(|line| line.commonness == 0) => Some(NeverDrawn::NoWeight),
            false => None,
        };
        AffixDerivation {
            affix,
            lines,
            never,
            one_of_sort: tables.pools.class_bit(affix.0) != 0,
            per_draw: gathered.entry,
            mean,
            once,
            helps: self.helps(kind, affix, tables, gathered),
            may_be_undone: may_matter(self.budgets.kind(kind.at()))
                || may_matter(self.budgets.kind(kind.at()) + self.budgets.affix(affix.at())),
        }
    }
}

/// The windows of a making whose items have a step, each with how many of its items that are.
fn windows_of<G: Generation>(making: &Creation) -> Vec<(usize, f64)> {
    let share = |window: &(u8, u8)| -> f64 {
        let magic_outcomes =
            making.magic_outcomes.iter().filter(|turn| turn.affix_levels == Some(*window) && turn.draws > 0);
        magic_outcomes.map(|turn| turn.part.chance()).sum()
    };
    let all = G::WINDOWS.iter().map(share).enumerate();
    all.filter(|window| window.1 > 0.0).collect()
}
