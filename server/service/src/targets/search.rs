//! From weights that a program finds to answers that the rules confirm.

use std::{cell::RefCell, collections::BTreeMap};

use affixboard_inquiry::{balance::TrueRange, sensitivity::with_number};
use affixboard_model::{
    catalog::AffixId,
    game::{Cancelled, Loaded},
};
use affixboard_proposal::{Applied, Change, EntryLine, apply, entry_lines, set_fields};

use super::{
    measure::{Shares, shares},
    model::PoolModel,
    solve::{ShareLimit, Solution, Solved, most, solve},
    types::{ChangedShare, ChangedWeight, ConflictSide, ShareTarget, TargetAnswer, TargetPlace, TargetResult, Weights},
};

/// How often it is solved anew where the rules don't confirm an answer.
const TRIES: u32 = 12;
const FEW_TRIES: u32 = 4;
/// Rounding of floats.
const ROUNDING: f64 = 1e-9;
/// The least share of drops that another affix is held at, and how wide the range of its share may be as a part of it: rarer ones and
/// wider ranges say too little.
const HELD_DROPS: f64 = 0.001;
const HELD_RANGE: f64 = 0.05;

/// Up to three answers: lines of the affix alone, all lines, and lines of others alone.
///
/// # Errors
/// [`Cancelled`] if `keep_going` returned false before all was done.
pub fn answers(
    target: &ShareTarget,
    loaded: &Loaded,
    keep_going: &dyn Fn() -> bool,
) -> Result<TargetResult, Cancelled> {
    let forge = loaded.model.forge();
    let lines = entry_lines(loaded);
    let model = PoolModel::new(target, loaded, forge.as_ref(), &lines);
    if model.lines.is_empty() {
        return Ok(TargetResult::NoWeights);
    }
    let mut before = Vec::new();
    for place in &target.places {
        let Some(shares) = shares(place, forge.as_ref(), keep_going)? else { return Ok(TargetResult::NotComputed) };
        before.push(shares);
    }
    let search = Search { target, loaded, lines, model, before, known: RefCell::default(), keep_going };
    let mut answers: Vec<TargetAnswer> = Vec::new();
    let mut is_impossible = false;
    for of in [Weights::OfAffix, Weights::All, Weights::OfOthers] {
        // Where there is an answer, that of others alone is not worth many computations of drops.
        let tries = if of == Weights::OfOthers && !answers.is_empty() { FEW_TRIES } else { TRIES };
        match search.confirmed(of, tries)? {
            Found::Answer(answer) if !answers.iter().any(|known| known.changes == answer.changes) => {
                answers.push(answer);
            }
            Found::None if of == Weights::All => is_impossible = true,
            Found::Answer(_) | Found::None | Found::Unknown => {}
        }
        // Where nothing needs to change, nothing more is to be said.
        if answers.iter().any(|answer| answer.changes.is_empty()) {
            break;
        }
    }
    answers.sort_by_key(|answer| answer.changes.len());
    Ok(if !answers.is_empty() {
        TargetResult::Answers(answers)
    } else if is_impossible {
        let places = search.conflict();
        let alone = search.alone(&places);
        TargetResult::Impossible { places, alone }
    } else {
        let widest = search.widest();
        if 2.0 * widest > target.at_most - target.at_least {
            TargetResult::Imprecise(widest)
        } else {
            TargetResult::Unknown
        }
    })
}

/// The part of what is between limits that they are drawn tighter by at most.
const MOST_MARGIN: f64 = 0.5;
/// The part that they are drawn wider by at most: what is found there is confirmed as all is.
const LEAST_MARGIN: f64 = -0.35;

/// The next margin to try.
fn next(margin: f64) -> f64 {
    if margin > 0.0 { f64::min(2.0 * margin, MOST_MARGIN) } else { 0.02 }
}

enum Found {
    Answer(TargetAnswer),
    /// There is none.
    None,
    Unknown,
}

/// Changes, and the shares at each place with them.
type MadeChanges = (Vec<ChangedWeight>, Vec<Shares>);

struct Search<'a> {
    target: &'a ShareTarget,
    loaded: &'a Loaded,
    lines: Vec<EntryLine>,
    model: PoolModel,
    /// The shares at each place.
    before: Vec<Shares>,
    /// What was made of solutions: the same comes up for own lines and for all.
    known: RefCell<Vec<(Solution, MadeChanges)>>,
    keep_going: &'a dyn Fn() -> bool,
}

impl Search<'_> {
    fn confirmed(&self, of: Weights, tries: u32) -> Result<Found, Cancelled> {
        match self.programmed(of, tries)? {
            Found::Unknown if of == Weights::OfAffix => self.halved(),
            found => Ok(found),
        }
    }

    /// The answer of one line of the affix alone, by halving the range of its weight: more weight is a larger share everywhere.
    fn halved(&self) -> Result<Found, Cancelled> {
        let own = self.model.lines.iter().enumerate().filter(|(_, line)| line.owner == self.target.affix);
        let [(at, line)] = own.collect::<Vec<_>>()[..] else { return Ok(Found::Unknown) };
        let (mut low, mut high) = (0, most(line));
        while low <= high {
            let mut found = Solution::now(&self.model);
            found.weights[at] = low.midpoint(high);
            let Some((changes, after)) = self.made(&found)? else { return Ok(Found::Unknown) };
            let ranges = after.iter().map(|shares| shares.get(&self.target.affix).copied());
            let ranges: Vec<TrueRange> = ranges.map(|range| range.unwrap_or(TrueRange::known(0.0))).collect();
            if let Some(answer) = self.answer(changes, &after) {
                return Ok(Found::Answer(answer));
            }
            let is_less = ranges.iter().any(|range| range.low < self.target.at_least);
            let is_more = ranges.iter().any(|range| range.high > self.target.at_most);
            match (is_less, is_more) {
                (true, false) => low = found.weights[at] + 1,
                (false, true) if found.weights[at] > 0 => high = found.weights[at] - 1,
                _ => return Ok(Found::Unknown),
            }
        }
        Ok(Found::Unknown)
    }

    fn programmed(&self, of: Weights, tries: u32) -> Result<Found, Cancelled> {
        let (mut frozen, mut measured) = (Solution::now(&self.model), self.before.clone());
        let places: Vec<usize> = (0..self.model.places.len()).collect();
        let (mut margin, mut tried) = (0.0, Vec::new());
        for attempt in 0..tries {
            if !(self.keep_going)() {
                return Err(Cancelled);
            }
            let limits = self.limits(&places, &frozen, &measured, margin);
            let found = match solve(self.target, &self.model, of, &limits, &frozen) {
                Solved::Found(found) if !tried.contains(&found) => found,
                Solved::Infeasible if attempt == 0 && self.model.is_exact => return Ok(Found::None),
                // Whole numbers may all lie beside limits that are drawn tighter, or that are a little wrong.
                Solved::Infeasible if margin > LEAST_MARGIN => {
                    margin = if margin > 0.0 { 0.0 } else { margin - 0.1 };
                    continue;
                }
                Solved::Found(_) if (0.0..MOST_MARGIN).contains(&margin) => {
                    margin = next(margin);
                    continue;
                }
                Solved::Found(_) | Solved::Infeasible | Solved::GivenUp => return Ok(Found::Unknown),
            };
            let Some((changes, after)) = self.made(&found)? else { return Ok(Found::Unknown) };
            if let Some(answer) = self.answer(changes, &after) {
                return Ok(Found::Answer(answer));
            }
            tried.push(found.clone());
            margin = next(margin.max(0.0));
            (frozen, measured) = (found, after);
        }
        Ok(Found::Unknown)
    }

    /// The limits of places, where the share of an affix is so many times that of first draws as it was at frozen weights.
    fn limits(&self, places: &[usize], frozen: &Solution, measured: &[Shares], margin: f64) -> Vec<ShareLimit> {
        let target = self.target;
        let inset = margin * (target.at_most - target.at_least) / 2.0;
        let mut limits = Vec::new();
        for place in places.iter().copied() {
            let factor = |affix: AffixId| {
                let of_draws = frozen.share(&self.model.places[place], affix);
                let share = measured[place].get(&affix).map_or(0.0, |range| range.value);
                if of_draws > 0.0 && share > 0.0 && !self.model.is_exact { share / of_draws } else { 1.0 }
            };
            let mut limit = |affix: AffixId, least: f64, most: f64| {
                let factor = factor(affix);
                if least > 0.0 {
                    limits.push(ShareLimit { place, affix, share: least / factor, is_most: false });
                }
                if most / factor < 1.0 {
                    limits.push(ShareLimit { place, affix, share: most / factor, is_most: true });
                }
            };
            limit(target.affix, target.at_least + inset, target.at_most - inset);
            if let Some(within) = target.others_within {
                let within = within * (1.0 - margin);
                for (affix, share) in self.held(place) {
                    limit(affix, share.value * (1.0 - within), share.value * (1.0 + within));
                }
            }
        }
        limits
    }

    /// The largest error bound of the affix's share at any place.
    fn widest(&self) -> f64 {
        let of = |shares: &Shares| shares.get(&self.target.affix).map_or(0.0, |range| range.high - range.low);
        self.before.iter().map(of).fold(0.0, f64::max) / 2.0
    }

    /// The other affixes whose shares are held at a place.
    fn held(&self, place: usize) -> impl Iterator<Item = (AffixId, TrueRange)> + '_ {
        let least = match self.target.places[place] {
            TargetPlace::Pool(_) => 0.0,
            TargetPlace::Drops { .. } => HELD_DROPS,
        };
        let is_held = move |(affix, share): &(&AffixId, &TrueRange)| {
            let is_known = share.high - share.low <= HELD_RANGE * share.value;
            **affix != self.target.affix && share.value > least && is_known
        };
        self.before[place].iter().filter(is_held).map(|(affix, share)| (*affix, *share))
    }

    /// The changes of a solution, and the shares at all places by the rules of the files with them.
    fn made(&self, found: &Solution) -> Result<Option<MadeChanges>, Cancelled> {
        if let Some((_, made)) = self.known.borrow().iter().find(|known| known.0 == *found) {
            return Ok(Some(made.clone()));
        }
        let made = self.made_anew(found)?;
        self.known.borrow_mut().extend(made.iter().map(|made| (found.clone(), made.clone())));
        Ok(made)
    }

    fn made_anew(&self, found: &Solution) -> Result<Option<MadeChanges>, Cancelled> {
        let Some(changes) = self.changes(found) else { return Ok(None) };
        let texts: Vec<Change> = changes.iter().map(|of| Change::replace(&of.line, of.now.clone())).collect();
        let Some(applied) = apply(self.loaded, &texts).ok().filter(Applied::is_whole) else { return Ok(None) };
        let after = self.loaded.game.load_switched(applied.sources, self.loaded.switches.clone());
        let forge = after.model.forge();
        let mut measured = Vec::new();
        for place in &self.target.places {
            let Some(shares) = shares(place, forge.as_ref(), self.keep_going)? else { return Ok(None) };
            measured.push(shares);
        }
        Ok(Some((changes, measured)))
    }

    fn changes(&self, found: &Solution) -> Option<Vec<ChangedWeight>> {
        let mut changes = Vec::new();
        for (at, of) in self.model.lines.iter().enumerate() {
            let (to, levels) = (found.weights[at], found.levels[at]);
            if (of.commonness, of.levels) == (to, levels) {
                continue;
            }
            let line = self.lines.get(of.at)?.clone();
            let commonness = to.to_string();
            let mut fields = vec![("commonness", commonness.as_str())];
            let text;
            if levels != of.levels {
                let now = line.fields().into_iter().find(|field| field.spec.name == "depths")?.text?;
                let first = with_number(&now, 0, i64::from(levels.0) - i64::from(of.levels.0))?;
                text = with_number(&first, 1, i64::from(levels.1) - i64::from(of.levels.1))?;
                fields.push(("depths", text.as_str()));
            }
            let now = set_fields(line.directive, line.notation, &line.text, &fields).ok()?;
            let levels = (levels != of.levels).then_some([of.levels, levels]);
            changes.push(ChangedWeight { line, commonness: (of.commonness, to), levels, now });
        }
        Some(changes)
    }

    /// The answer of changes, if the shares that the rules have with them are surely where they are wanted.
    fn answer(&self, changes: Vec<ChangedWeight>, after: &[Shares]) -> Option<TargetAnswer> {
        let target = self.target;
        let (mut all, mut others) = (Vec::new(), 0.0_f64);
        for (place, after) in after.iter().enumerate() {
            let of = |shares: &Shares, affix: AffixId| shares.get(&affix).copied().unwrap_or(TrueRange::known(0.0));
            let (before, now) = (of(&self.before[place], target.affix), of(after, target.affix));
            if now.low < target.at_least - ROUNDING || now.high > target.at_most + ROUNDING {
                return None;
            }
            let reach = |range: TrueRange| (range.high - range.value).max(range.value - range.low);
            let bound = reach(before).max(reach(now));
            all.push(ChangedShare { before: before.value, after: now.value, bound });
            for (affix, before) in self.held(place) {
                let now = of(after, affix);
                // The furthest that the true shares can be apart.
                others = others.max(now.high / before.low - 1.0).max(1.0 - now.low / before.high);
            }
        }
        let is_held = target.others_within.is_none_or(|within| others <= within + ROUNDING);
        is_held.then_some(TargetAnswer { changes, shares: all, others })
    }

    /// A least set of places whose limits can't be had together.
    fn conflict(&self) -> Vec<usize> {
        let now = Solution::now(&self.model);
        let mut needed: Vec<usize> = (0..self.model.places.len()).collect();
        for place in 0..self.model.places.len() {
            let without: Vec<usize> = needed.iter().copied().filter(|at| *at != place).collect();
            let limits = self.limits(&without, &now, &self.before, 0.0);
            if !without.is_empty()
                && matches!(solve(self.target, &self.model, Weights::All, &limits, &now), Solved::Infeasible)
            {
                needed = without;
            }
        }
        needed
    }

    /// What the affix's own lines would be for each place of a conflict alone.
    fn alone(&self, places: &[usize]) -> Vec<ConflictSide> {
        let now = Solution::now(&self.model);
        let mut sides = Vec::new();
        for place in places.iter().copied().filter(|_| places.len() > 1) {
            let limits = self.limits(&[place], &now, &self.before, 0.0);
            let Solved::Found(found) = solve(self.target, &self.model, Weights::OfAffix, &limits, &now) else {
                return Vec::new();
            };
            let own = self.model.lines.iter().zip(&found.weights).filter(|(line, _)| line.owner == self.target.affix);
            let weights: BTreeMap<usize, u32> = own.map(|(line, weight)| (line.at, *weight)).collect();
            sides.push(ConflictSide {
                place,
                weights: weights.iter().map(|(at, weight)| (self.lines[*at].clone(), *weight)).collect(),
                shares: places.iter().map(|at| found.share(&self.model.places[*at], self.target.affix)).collect(),
            });
        }
        sides
    }
}
