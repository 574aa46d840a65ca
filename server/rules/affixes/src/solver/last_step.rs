//! The themes of the last step, without following the states it leads to.

use std::collections::BTreeMap;

use super::{
    super::theme_score::{CERTAIN, NamedLines},
    context::Watch,
    outcomes::StepDistribution,
    states::StateTree,
    transitions::{Transition, TransitionTable},
};
use affixboard_model::game::Cancelled;

/// Possible increase, in the last step, of the lines of a theme that name an item's affixes.
struct Addition {
    more: NamedLines,
    /// Auxiliary state before, after, probability at levels where the theme is legal.
    p: Vec<(usize, usize, f64)>,
}

/// Chances of a theme in the last step, by the lines that named an item's affixes before it.
#[derive(Clone)]
struct LastStepOdds {
    /// Score before the step, and the highest after it.
    score: u32,
    max_score: u32,
    /// Auxiliary state before, after, probability of the theme where all scores together don't pass [`CERTAIN`].
    p: Vec<(usize, usize, f64)>,
}

impl LastStepOdds {
    fn new(tree: &StateTree, additions: &[Addition], theme: usize, named: NamedLines) -> LastStepOdds {
        let score = tree.score(theme, named);
        let mut odds = LastStepOdds { score, max_score: score, p: Vec::new() };
        let mut by_edge: BTreeMap<(usize, usize), f64> = BTreeMap::new();
        for addition in additions {
            let score = tree.score(theme, named.plus(addition.more));
            odds.max_score = odds.max_score.max(score);
            let p_theme = f64::from(score) / f64::from(CERTAIN);
            for (from, to, p) in addition.p.iter().filter(|_| score > 0) {
                *by_edge.entry((*from, *to)).or_default() += p_theme * p;
            }
        }
        odds.p = by_edge.into_iter().map(|((from, to), p)| (from, to, p)).collect();
        odds
    }
}

/// The odds of one theme that were asked for so far.
struct OddsTable {
    /// `[weight][number of lines]`.
    odds: Vec<Option<LastStepOdds>>,
    lines: usize,
}

impl OddsTable {
    fn new(tree: &StateTree, theme: usize) -> OddsTable {
        let most = tree.max_named(theme);
        let lines = usize::from(most.lines) + 1;
        OddsTable { odds: vec![None; lines * (usize::from(most.weight) + 1)], lines }
    }

    fn get(&mut self, named: NamedLines, make: impl FnOnce() -> LastStepOdds) -> &LastStepOdds {
        let at = usize::from(named.weight) * self.lines + usize::from(named.lines);
        self.odds[at].get_or_insert_with(make)
    }
}

/// `[theme][aux state after] f64`: probability that the step after these brings the theme. `active`:
/// `[state][aux state] f64`, probability to be active before it.
///
/// While the scores of all themes together don't pass [`CERTAIN`], a theme's chance depends on the item's lines of that
/// theme alone and on what the step adds to them: a few sums per state. Steps that pass it are renormalised one by one.
/// Affixes must count as often as an item has them.
///
/// # Errors
/// [`Cancelled`] if it is called off.
pub(super) fn p_themes(
    distribution: &StepDistribution,
    tree: &StateTree,
    table: &TransitionTable,
    active: &[f64],
    watch: Watch<'_>,
) -> Result<Vec<f64>, Cancelled> {
    let (aux_states, themes) = (table.aux_states, distribution.themes.len());
    let additions: Vec<Vec<Addition>> = (0..themes).map(|theme| additions(distribution, tree, table, theme)).collect();
    let naming_themes: Vec<Vec<usize>> = tree.classes.iter().map(|class| class.naming_themes().collect()).collect();
    let mut p_themes = vec![0.0; themes * aux_states];
    let mut known: Vec<OddsTable> = (0..themes).map(|theme| OddsTable::new(tree, theme)).collect();
    let mut scores = Vec::with_capacity(themes);
    for (state, active) in active.chunks(aux_states).enumerate() {
        watch.check(state)?;
        if active.iter().all(|active| *active == 0.0) {
            continue;
        }
        let named = tree.named(state);
        let (mut score, mut max_score) = (0, 0);
        for (theme, named) in named.iter().enumerate() {
            let odds = known[theme].get(*named, || LastStepOdds::new(tree, &additions[theme], theme, *named));
            score += odds.score;
            max_score += odds.max_score;
            let p_themes = &mut p_themes[theme * aux_states..][..aux_states];
            for (from, to, p) in &odds.p {
                p_themes[*to] += p * active[*from];
            }
        }
        if max_score <= CERTAIN {
            continue;
        }
        // A class changes the scores of a few themes only.
        let score_with = |class: usize| {
            let more = |theme: &usize| {
                let had = named[*theme];
                let with = tree.score(*theme, had.plus(tree.classes[class].named[*theme]));
                with.wrapping_sub(tree.score(*theme, had))
            };
            naming_themes[class].iter().map(more).fold(score, u32::wrapping_add)
        };
        let mut renormalise_class = |class: Option<usize>, transitions: &[Transition]| {
            renormalise((distribution, tree), (named, &mut scores), class, transitions, active, &mut p_themes);
        };
        for (class, of_class) in table.by_class.iter().enumerate().filter(|class| score_with(class.0) > CERTAIN) {
            renormalise_class(Some(class), &of_class.transitions);
        }
        if score > CERTAIN {
            renormalise_class(None, &table.class_neutral);
        }
    }
    Ok(p_themes)
}

/// Corrects what was added for steps of a class (or none) at levels where the themes' scores together pass [`CERTAIN`]:
/// a theme's chance is then its part of the scores.
fn renormalise(
    (distribution, tree): (&StepDistribution, &StateTree),
    (named, scores): (&[NamedLines], &mut Vec<(usize, u32)>),
    class: Option<usize>,
    transitions: &[Transition],
    active: &[f64],
    p_themes: &mut [f64],
) {
    let aux_states = active.len();
    let more = |theme: usize| class.map_or(NamedLines::default(), |class| tree.classes[class].named[theme]);
    scores.clear();
    let of_theme = |theme: usize| (theme, tree.score(theme, named[theme].plus(more(theme))));
    scores.extend((0..named.len()).map(of_theme).filter(|score| score.1 > 0));
    for (set, legal) in distribution.theme_sets.iter().enumerate() {
        let scores = scores.iter().filter(|score| legal >> score.0 & 1 == 1);
        let sum: u32 = scores.clone().map(|score| score.1).sum();
        if sum <= CERTAIN {
            continue;
        }
        let less = 1.0 / f64::from(sum) - 1.0 / f64::from(CERTAIN);
        for one in transitions.iter().filter(|one| active[one.from] > 0.0) {
            let p = less * one.p_by_set[set] * active[one.from];
            for (theme, score) in scores.clone() {
                p_themes[theme * aux_states + one.to] += f64::from(*score) * p;
            }
        }
    }
}

/// The different additions of a step to the lines of a theme.
fn additions(
    distribution: &StepDistribution,
    tree: &StateTree,
    table: &TransitionTable,
    theme: usize,
) -> Vec<Addition> {
    let mut additions: Vec<Addition> = Vec::new();
    let by_class = table.by_class.iter().zip(&tree.classes);
    let by_class = by_class.map(|(of_class, class)| (&of_class.transitions, class.named[theme]));
    for (transitions, more) in by_class.chain([(&table.class_neutral, NamedLines::default())]) {
        let at = additions.iter().position(|known| known.more == more).unwrap_or_else(|| {
            additions.push(Addition { more, p: Vec::new() });
            additions.len() - 1
        });
        for one in transitions {
            let legal = one.p_by_set.iter().zip(&distribution.theme_sets).filter(|p| p.1 >> theme & 1 == 1);
            let p: f64 = legal.map(|p| p.0).sum();
            let known = &mut additions[at].p;
            match known.iter_mut().find(|known| (known.0, known.1) == (one.from, one.to)) {
                Some(known) => known.2 += p,
                None if p > 0.0 => known.push((one.from, one.to, p)),
                None => {}
            }
        }
    }
    additions
}
