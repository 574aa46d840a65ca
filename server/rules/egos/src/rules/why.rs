//! Why a kind's items come to an ego as often as they do ([`affixboard_model::explain::Derivation`]).

use super::{
    super::{DropQuality, Failure, PowerOutcome},
    egos::{Asking, DrawLevel},
    forge::EgoForge,
    item::{EGO_POWER, EgoItemClass},
};
use affixboard_model::{
    batch::{Cell, Entry},
    catalog::{AffixId, Allocation, KindId},
    engine::evaluator::{Evaluator, ExactEvaluator},
    explain::{
        AffixDerivation, AskedEntry, Creation, Derivation, ExplainedEntry, FirstDraw, FirstDraws, LineStatus,
        MagicOutcome, NeverDrawn, WeightShare,
    },
};

impl EgoForge {
    pub(super) fn explain_entry(&self, cell: Cell, kind: KindId, entry: Entry) -> Option<Derivation> {
        let Entry::Affix(ego) = entry else { return None };
        if cell.kind.is_some_and(|given| given != kind) {
            return None;
        }
        let catalog = self.keys.space.catalog();
        let of = catalog.kind(kind);
        let lines: Vec<Allocation> =
            catalog.affix(ego).allocations.iter().filter(|line| line.covers(of.tval, of.sval)).copied().collect();
        let creations = self.creations(cell, kind);
        let shares = || {
            let magic_outcomes = |making: &Creation| -> Vec<(f64, MagicOutcome)> {
                making.magic_outcomes.iter().map(|turn| (making.share * turn.part.chance(), *turn)).collect()
            };
            creations.iter().flat_map(magic_outcomes)
        };
        let has_draw: f64 =
            shares().filter(|(_, turn)| turn.draws > 0).map(|(share, turn)| share * turn.not_artifact).sum();
        let without = if creations.is_empty() { 0.0 } else { 1.0 - has_draw };
        let draws = [(0, without), (1, has_draw)].into_iter().filter(|number| number.1 > 0.0).collect();
        let mut gathered = FirstDraws::default();
        for making in &creations {
            for turn in making.magic_outcomes.iter().filter(|turn| turn.draws > 0) {
                let chance = making.share * turn.part.chance() * turn.not_artifact;
                self.gather(kind, ego, &lines, making, *turn, chance, &mut gathered);
            }
        }
        gathered.finish(has_draw);
        let takes_affixes = catalog.item_type(of.tval).is_some_and(|item_type| item_type.takes_affixes);
        let never = if self.egos.names(kind, ego) {
            None
        } else if self.spec.only_lists && takes_affixes {
            Some(NeverDrawn::NotListed)
        } else if lines.is_empty() {
            Some(NeverDrawn::NoLine)
        } else if !takes_affixes {
            Some(NeverDrawn::ItemType)
        } else {
            Some(NeverDrawn::NoWeight)
        };
        let FirstDraws { first_draw_pools, levels, outcomes, nothing, entry: per_draw, .. } = gathered;
        let often = per_draw * has_draw;
        let about = AffixDerivation {
            affix: ego,
            lines,
            never,
            one_of_sort: true,
            per_draw,
            mean: often,
            once: often,
            helps: Vec::new(),
            may_be_undone: false,
        };
        Some(Derivation {
            cell,
            kind,
            creations,
            draws,
            first_draw_pools,
            levels,
            outcomes,
            nothing,
            about: ExplainedEntry::Affix(about),
        })
    }

    /// The ways items of the kind are made: quality, level and power (3, 5, 6).
    fn creations(&self, cell: Cell, kind: KindId) -> Vec<Creation> {
        let asked = self.spec.quality(cell.quality);
        let making = |chance: f64, quality: DropQuality| {
            let kind_level =
                if cell.kind.is_none() { self.numbers.kind_level(cell.depth, quality) } else { cell.depth };
            let (kind_weight, chance_of_kind) = if cell.kind.is_some() {
                (None, 1.0)
            } else {
                let mut chosen = vec![0.0; self.kinds.kinds()];
                self.kinds.choose(kind_level, quality.table, 1.0, &mut ExactEvaluator, &mut chosen);
                (self.kinds.weight(kind, kind_level, quality.table), chosen[kind.at()])
            };
            Creation {
                kind_level,
                level: cell.depth,
                quality: self.spec.position_of(quality),
                chance,
                kind_weight,
                kind: chance_of_kind,
                share: chance * chance_of_kind,
                magic_outcomes: self.magic_outcomes(cell.depth, quality, kind),
            }
        };
        let mut creations = if cell.kind.is_some() {
            vec![making(1.0, asked)]
        } else {
            let tries = ExactEvaluator.pass(1.0, (1, self.numbers.special_odds(asked)));
            let failed = self.artifacts.try_special(cell.depth, tries, &mut ExactEvaluator, |_, _, _| {});
            let all = 1.0 - tries + failed;
            match (self.spec.special_failure, self.spec.special_failure.becomes(asked)) {
                (Failure::Same, _) => vec![making(1.0, asked)],
                (_, Some(then)) if then == asked => vec![making(1.0, asked)],
                (_, Some(then)) => vec![making((1.0 - tries) / all, asked), making(failed / all, then)],
                (_, None) => vec![making((1.0 - tries) / all, asked)],
            }
        };
        let all: f64 = creations.iter().map(|making| making.share).sum();
        creations.retain(|making| making.share > 0.0);
        for making in &mut creations {
            making.share /= all;
        }
        creations
    }

    /// The powers of items, and which of them draw an ego (6).
    fn magic_outcomes(&self, level: u32, quality: DropQuality, kind: KindId) -> Vec<MagicOutcome> {
        let powers = self.numbers.outcomes(quality, level, self.kinds.more_egos(kind));
        let total = powers.iter().map(|power| power.weight).sum();
        let turn = |power: &PowerOutcome| {
            let not_artifact = (0..power.tries)
                .fold(1.0, |left, _| self.artifacts.try_kind(kind, level, left, &mut ExactEvaluator, |_, _, _| {}));
            let item = EgoItemClass { power: power.power, good: quality.is_better() };
            let looks = power.power.abs() >= EGO_POWER || self.egos.are_designed(kind);
            let looks = looks && self.keys.row(kind).is_some();
            MagicOutcome {
                power: Some(power.power),
                affix_levels: looks.then(|| self.affix_level(item)).map(|level| (level, level)),
                draws: u32::from(looks),
                part: WeightShare { weight: power.weight, total },
                not_artifact,
            }
        };
        let mut magic_outcomes: Vec<MagicOutcome> = powers.iter().map(turn).collect();
        magic_outcomes.sort_by_key(|turn| std::cmp::Reverse(turn.power));
        magic_outcomes
    }

    /// The affix level that stands for the pools an item draws from.
    fn affix_level(&self, item: EgoItemClass) -> u8 {
        let choice = |power, good| (self.spec.ego_choice)(power, good);
        let is_alike = |(power, good): &(i8, bool)| {
            let (own, other) = (choice(item.power, item.good), choice(*power, *good));
            (own.cursed, own.uncursed) == (other.cursed, other.uncursed)
        };
        self.spec.affix_levels.iter().position(is_alike).unwrap_or(0) as u8
    }

    /// The pools of egos for items of such a power.
    #[expect(clippy::too_many_arguments, reason = "what is asked, and whose draws these are")]
    fn gather(
        &self,
        kind: KindId,
        ego: AffixId,
        lines: &[Allocation],
        making: &Creation,
        turn: MagicOutcome,
        chance: f64,
        gathered: &mut FirstDraws,
    ) {
        let item =
            EgoItemClass { power: turn.power.unwrap_or_default(), good: self.spec.quality(making.quality).is_better() };
        let levels = self.egos.levels_in_full(kind, making.level, item);
        let all: u64 = levels.iter().map(|level| level.1).sum();
        for (level, weight) in levels {
            let draw = DrawLevel { level, depth: making.level };
            let asking = self.egos.ask(kind, ego, draw, item);
            let first = match asking {
                Asking::TooShallow => LineStatus::TooShallow,
                Asking::TooDeep => LineStatus::TooDeep,
                Asking::OtherPool => LineStatus::OtherPool,
                Asking::Given => LineStatus::Unasked,
                Asking::Fits(_) => LineStatus::Counts,
            };
            // An ego has one weight and levels that are the same for all its lines; the first that names the item
            // counts.
            let fate = |at| if at > 0 && first == LineStatus::Counts { LineStatus::Hidden } else { first };
            gathered.add(FirstDraw {
                level,
                is_deeper: level > making.level,
                affix_levels: turn.affix_levels.unwrap_or_default(),
                chance: chance * weight as f64 / all.max(1) as f64,
                pool: self.egos.pool(kind, draw, item),
                one_in_draws: match asking {
                    Asking::Fits(odds) => odds,
                    _ => 0,
                },
                list: self.egos.list(kind, item).map(|list| list.name),
                lines: (0..lines.len()).map(fate).collect(),
                asked: AskedEntry::Affix(ego),
            });
        }
    }
}
