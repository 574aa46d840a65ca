//! The fewest changes of weights, as an integer program.

use std::collections::{BTreeMap, BTreeSet};

use affixboard_model::catalog::AffixId;
use microlp::{ComparisonOp, Error, LinearExpr, OptimizationDirection, Problem, SolveOptions, Variable};

use super::{
    model::{PoolModel, PoolTerm, WeightLine, WeightedPool},
    types::{ShareTarget, Weights},
};

/// The most that a weight may be: what a byte holds, and four times what it was where that is more.
const MOST: u32 = 255;
/// Nodes that are looked at before an answer is given up; a count and no time, so that the same problem has the same answer.
const NODES: u64 = 20_000;
/// What a unit of change costs beside a changed line.
const UNIT: f64 = 1e-4;
/// What limits are widened by before it is said that nothing is within them: far above what floats lose, far below any limit.
const SURELY: f64 = 1e-6;

/// What lines become.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Solution {
    /// The commonness of each line of the model.
    pub(super) weights: Vec<u32>,
    /// The first and last level of each.
    pub(super) levels: Vec<(u32, u32)>,
}

impl Solution {
    /// The lines as they are.
    pub(super) fn now(model: &PoolModel) -> Solution {
        let (weights, levels) = model.lines.iter().map(|line| (line.commonness, line.levels)).unzip();
        Solution { weights, levels }
    }

    /// The weight of a term in a pool.
    pub(super) fn weight(&self, pool: &WeightedPool, term: &PoolTerm) -> f64 {
        let of = |at: &usize| self.weights[*at];
        let is_there = |at: &&usize| (self.levels[**at].0..=self.levels[**at].1).contains(&pool.level);
        let sum: u32 = if term.movable.is_empty() {
            term.lines.iter().map(of).sum()
        } else {
            term.movable.iter().filter(is_there).map(of).sum()
        };
        f64::from(term.constant + sum)
    }

    /// The weight of all in a pool.
    pub(super) fn total(&self, pool: &WeightedPool) -> f64 {
        pool.terms.values().map(|term| self.weight(pool, term)).sum()
    }

    /// The share of an affix in first draws at a place.
    pub(super) fn share(&self, pools: &[WeightedPool], affix: AffixId) -> f64 {
        let of = |pool: &WeightedPool| {
            let own = pool.terms.get(&affix).map_or(0.0, |term| self.weight(pool, term));
            if own > 0.0 { pool.chance * own / self.total(pool) } else { 0.0 }
        };
        pools.iter().map(of).sum()
    }
}

/// A limit: the share of an affix at a place in first draws is at most, or at least, so much.
#[derive(Debug, Clone, Copy)]
pub(super) struct ShareLimit {
    pub(super) place: usize,
    pub(super) affix: AffixId,
    pub(super) share: f64,
    pub(super) is_most: bool,
}

/// What comes of a program.
pub(super) enum Solved {
    /// The fewest changes.
    Found(Solution),
    /// There is nothing within the limits, nor just beside them.
    Infeasible,
    /// It was given up, or is too near to tell.
    GivenUp,
}

/// The fewest changes that keep limits, where the sum of each pool's weights is as frozen in limits of several pools.
pub(super) fn solve(
    target: &ShareTarget,
    model: &PoolModel,
    of: Weights,
    limits: &[ShareLimit],
    frozen: &Solution,
) -> Solved {
    match Program::new(target, model, of).solve(limits, frozen, 0.0) {
        Ok(Some(found)) => Solved::Found(found),
        Ok(None) => match Program::new(target, model, of).solve(limits, frozen, SURELY) {
            Ok(None) => Solved::Infeasible,
            _ => Solved::GivenUp,
        },
        Err(_) => Solved::GivenUp,
    }
}

struct Program<'a> {
    model: &'a PoolModel,
    problem: Problem,
    /// The weights that may change.
    weights: Vec<Option<Variable>>,
    /// Whether a line is at a level, and its weight there.
    at_levels: BTreeMap<(usize, u32), (Variable, Variable)>,
}

impl<'a> Program<'a> {
    fn new(target: &ShareTarget, model: &'a PoolModel, of: Weights) -> Program<'a> {
        let mut program = Program {
            model,
            problem: Problem::new(OptimizationDirection::Minimize),
            weights: Vec::new(),
            at_levels: BTreeMap::new(),
        };
        for line in &model.lines {
            let may_change = match of {
                Weights::OfAffix => line.owner == target.affix,
                Weights::All => true,
                Weights::OfOthers => line.owner != target.affix,
            };
            let weight = may_change.then(|| program.weight(line));
            program.weights.push(weight);
        }
        if of != Weights::OfOthers {
            program.levels();
        }
        program
    }

    /// A weight that may change, which costs something.
    fn weight(&mut self, line: &WeightLine) -> Variable {
        let most = most(line);
        let weight = self.problem.add_integer_var(0.0, (0, most as i32));
        let is_changed = self.problem.add_binary_var(1.0);
        let most = f64::from(most);
        let by = self.problem.add_var(UNIT, (0.0, most));
        let now = f64::from(line.commonness);
        // by ≥ |weight − now|, and 0 where it isn't changed.
        self.problem.add_constraint([(weight, 1.0), (by, -1.0)], ComparisonOp::Le, now);
        self.problem.add_constraint([(weight, 1.0), (by, 1.0)], ComparisonOp::Ge, now);
        self.problem.add_constraint([(by, 1.0), (is_changed, -most)], ComparisonOp::Le, 0.0);
        weight
    }

    /// Where lines whose levels may change are: at neighbouring levels, at one at least, and one line at each level at most.
    fn levels(&mut self) {
        let mut levels_of: BTreeMap<usize, Vec<u32>> = BTreeMap::new();
        let mut at_places: Vec<Vec<(usize, u32)>> = Vec::new();
        for pool in self.model.places.iter().flatten() {
            for term in pool.terms.values().filter(|term| !term.movable.is_empty()) {
                at_places.push(term.movable.iter().map(|at| (*at, pool.level)).collect());
                for at in &term.movable {
                    levels_of.entry(*at).or_default().push(pool.level);
                }
            }
        }
        for (at, levels) in &mut levels_of {
            levels.sort_unstable();
            levels.dedup();
            self.line_at_levels(*at, levels);
        }
        for place in at_places {
            let is_there: Vec<(Variable, f64)> =
                place.iter().filter_map(|of| self.at_levels.get(of)).map(|of| (of.0, 1.0)).collect();
            self.problem.add_constraint(is_there, ComparisonOp::Le, 1.0);
        }
    }

    fn line_at_levels(&mut self, at: usize, levels: &[u32]) {
        let (line, Some(weight)) = (self.model.lines[at], self.weights[at]) else { return };
        let most = f64::from(most(&line));
        let is_moved = self.problem.add_binary_var(1.0);
        let mut there = Vec::new();
        for level in levels {
            let is_there = self.problem.add_binary_var(0.0);
            let weight_there = self.problem.add_var(0.0, (0.0, most));
            // weight_there = weight where it is there, else 0.
            self.problem.add_constraint([(weight_there, 1.0), (weight, -1.0)], ComparisonOp::Le, 0.0);
            self.problem.add_constraint([(weight_there, 1.0), (is_there, -most)], ComparisonOp::Le, 0.0);
            let rest = [(weight_there, 1.0), (weight, -1.0), (is_there, -most)];
            self.problem.add_constraint(rest, ComparisonOp::Ge, -most);
            // is_moved ≥ |is_there − was_there|.
            let was_there = f64::from(u8::from((line.levels.0..=line.levels.1).contains(level)));
            self.problem.add_constraint([(is_there, 1.0), (is_moved, -1.0)], ComparisonOp::Le, was_there);
            self.problem.add_constraint([(is_there, 1.0), (is_moved, 1.0)], ComparisonOp::Ge, was_there);
            there.push(is_there);
            self.at_levels.insert((at, *level), (is_there, weight_there));
        }
        for first in 0..there.len() {
            for last in first + 2..there.len() {
                for between in first + 1..last {
                    let gap = [(there[first], 1.0), (there[last], 1.0), (there[between], -1.0)];
                    self.problem.add_constraint(gap, ComparisonOp::Le, 1.0);
                }
            }
        }
        if levels.iter().any(|level| (line.levels.0..=line.levels.1).contains(level)) {
            let all: Vec<(Variable, f64)> = there.iter().map(|of| (*of, 1.0)).collect();
            self.problem.add_constraint(all, ComparisonOp::Ge, 1.0);
        }
    }

    fn solve(mut self, limits: &[ShareLimit], frozen: &Solution, wider: f64) -> Result<Option<Solution>, Error> {
        for limit in limits {
            self.limit(limit, frozen, wider);
        }
        // Without any weight there are no shares, though limits of them would hold.
        let limited: BTreeSet<usize> = limits.iter().map(|limit| limit.place).collect();
        let pools = limited.into_iter().flat_map(|place| &self.model.places[place]);
        for pool in pools.filter(|pool| !pool.terms.is_empty()) {
            let (sums, constant) = self.sum(pool, &|_| 1.0);
            self.constrain((&sums, constant - 1.0), ComparisonOp::Ge);
        }
        let mut options = SolveOptions::default();
        options.node_limit = Some(NODES);
        let solution = match self.problem.solve_with(options) {
            Ok(outcome) => match outcome.into_solution() {
                Ok(solution) => solution,
                Err(_) => return Err(Error::InternalError("it takes too long".to_owned())),
            },
            Err(Error::Infeasible) => return Ok(None),
            Err(other) => return Err(other),
        };
        let value = |variable: Variable| solution.var_value(variable).round().max(0.0) as u32;
        let mut found = Solution::now(self.model);
        for (at, line) in self.model.lines.iter().enumerate() {
            if let Some(weight) = self.weights[at] {
                found.weights[at] = value(weight);
            }
            let of_line = self.at_levels.range((at, 0)..=(at, u32::MAX));
            let at_levels: Vec<(u32, bool)> = of_line.map(|(of, variable)| (of.1, value(variable.0) == 1)).collect();
            found.levels[at] = moved_levels(line.levels, &at_levels);
        }
        Ok(Some(found))
    }

    /// share ≤ s: own − s · all ≤ 0, summed over pools by how often each is drawn from, divided by its weight as it was frozen.
    fn limit(&mut self, limit: &ShareLimit, frozen: &Solution, wider: f64) {
        let share = if limit.is_most { limit.share + wider } else { limit.share - wider };
        let (mut sums, mut constant) = (Sums::new(), 0.0);
        for pool in &self.model.places[limit.place] {
            let per_weight = pool.chance / frozen.total(pool).max(1.0);
            let of_pool = self.sum(pool, &|affix| per_weight * if affix == limit.affix { 1.0 - share } else { -share });
            constant += of_pool.1;
            for (at, (variable, factor)) in of_pool.0 {
                sums.entry(at).or_insert((variable, 0.0)).1 += factor;
            }
        }
        self.constrain((&sums, constant), if limit.is_most { ComparisonOp::Le } else { ComparisonOp::Ge });
    }

    /// The sum of the weights in a pool, each times the factor of its affix: of variables, and what stays.
    fn sum(&self, pool: &WeightedPool, factor: &dyn Fn(AffixId) -> f64) -> (Sums, f64) {
        let (mut sums, mut constant) = (Sums::new(), 0.0);
        for (affix, term) in &pool.terms {
            let factor = factor(*affix);
            constant += factor * f64::from(term.constant);
            let moves = !term.movable.is_empty();
            for at in if moves { &term.movable } else { &term.lines } {
                let variable =
                    if moves { self.at_levels.get(&(*at, pool.level)).map(|there| there.1) } else { self.weights[*at] };
                match variable {
                    Some(variable) => sums.entry(variable.idx()).or_insert((variable, 0.0)).1 += factor,
                    None => constant += factor * weight_now(&self.model.lines[*at], pool, term),
                }
            }
        }
        (sums, constant)
    }

    /// A sum is at most, or at least, 0.
    fn constrain(&mut self, (sums, constant): (&Sums, f64), comparison: ComparisonOp) {
        // Coefficients near 1 suit the solver.
        let largest = sums.values().map(|of| of.1.abs()).fold(0.0, f64::max);
        let scale = if largest > 0.0 { 1.0 / largest } else { 1.0 };
        let mut expression = LinearExpr::empty();
        for (variable, factor) in sums.values() {
            expression.add(*variable, factor * scale);
        }
        self.problem.add_constraint(expression, comparison, -constant * scale);
    }
}

/// Variables with their factors, by number.
type Sums = BTreeMap<usize, (Variable, f64)>;

/// The weight of a line that stays, in a pool.
fn weight_now(line: &WeightLine, pool: &WeightedPool, term: &PoolTerm) -> f64 {
    let is_there = term.movable.is_empty() || (line.levels.0..=line.levels.1).contains(&pool.level);
    if is_there { f64::from(line.commonness) } else { 0.0 }
}

/// The most that a line's weight may be.
pub(super) fn most(line: &WeightLine) -> u32 {
    MOST.max(line.commonness.saturating_mul(4)).min(i32::MAX as u32)
}

/// The levels nearest to those of a line that are at some levels and not at others.
fn moved_levels((mut first, mut last): (u32, u32), at_levels: &[(u32, bool)]) -> (u32, u32) {
    let there: Vec<u32> = at_levels.iter().filter(|of| of.1).map(|of| of.0).collect();
    let (Some(from), Some(to)) = (there.first().copied(), there.last().copied()) else { return (first, last) };
    let outside = at_levels.iter().filter(|of| !of.1).map(|of| of.0);
    first = first.min(from);
    last = last.max(to);
    for level in outside {
        if level < from {
            first = first.max(level + 1);
        } else {
            last = last.min(level - 1);
        }
    }
    (first, last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_move_no_further_than_needed() {
        for (levels, at_levels, expected) in [
            ((10, 40), &[(20, true), (30, true)][..], (10, 40)),
            ((10, 40), &[(20, true), (30, false)], (10, 29)),
            ((10, 40), &[(5, false), (20, false), (30, true)], (21, 40)),
            ((10, 40), &[(5, true), (20, true), (50, true)], (5, 50)),
            ((10, 40), &[(20, false), (50, true)], (21, 50)),
            ((10, 40), &[], (10, 40)),
        ] {
            assert_eq!(moved_levels(levels, at_levels), expected, "{levels:?} {at_levels:?}");
        }
    }
}
