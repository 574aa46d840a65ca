//! What one step of an item draws: which affixes, at levels where which themes are legal, how likely.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    super::{AffixForge, GREAT_EGO, Generation, MAX_DEPTH, SLOTS, boosted, power::MOST_PVAL_SUM, tables::AtDepth},
    marks::{Frame, Mark},
};
use crate::catalog::{AffixId, ThemeId};

/// Where items are made that differ in nothing which decides what they draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Place {
    /// The class of their kinds.
    pub(super) class: u32,
    /// What of their kinds decides when a step is undone.
    pub(super) frame: Frame,
    /// Their window of affix levels.
    pub(super) window: usize,
    /// The level of their magic.
    pub(super) level: u32,
}

/// What a step comes to, from one mark.
#[derive(Debug, Clone, Copy)]
pub(super) struct Draw {
    /// Which affix; `None`: there is none to draw.
    pub(super) affix: Option<AffixId>,
    /// A position in [`Draws::marks`].
    pub(super) from: usize,
    /// The mark afterwards; `None`: the step is undone.
    pub(super) to: Option<usize>,
    /// A position in [`Draws::sets`].
    pub(super) set: usize,
    /// Whether the step's level was boosted.
    pub(super) boosted: bool,
    pub(super) chance: f64,
    /// A position in [`Draws::pairs`].
    pub(super) pair: usize,
}

/// What a step comes to for what items are but for themes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Way {
    /// A position among [`Draws::affixes`]; `None`: nothing was drawn, or the step undone.
    pub(super) affix: Option<usize>,
    /// A position in [`Draws::pairs`].
    pub(super) pair: usize,
    /// Whether the step's level was boosted.
    pub(super) boosted: bool,
    pub(super) chance: f64,
}

/// All that steps in a place can come to.
#[derive(Debug)]
pub(super) struct Draws {
    /// Themes that a step can bring about, whatever its level.
    pub(super) themes: Vec<ThemeId>,
    /// Which of them are legal: the different answers, as bits over `themes`.
    pub(super) sets: Vec<u64>,
    /// What items can become, the first what they begin as; a step never goes back.
    pub(super) marks: Vec<Mark>,
    pub(super) all: Vec<Draw>,
    /// The affixes that steps can draw.
    affixes: Vec<AffixId>,
    /// The marks that steps lead from and to, each once.
    pub(super) pairs: Vec<(usize, usize)>,
    /// The same draws, whatever the set.
    pub(super) ways: Vec<Way>,
    /// Whether marks follow sums of pvals; where they hardly ever pass their switch, that is left to the bound.
    pub(super) follows_pvals: bool,
}

/// Sums of pvals that pass their switch less often than this are not followed.
const RARELY: f64 = 1e-9;

/// Chances of one draw that differ by less than this part differ in their rounding only.
const SAME: f64 = 1e-12;

/// With more marks than this, sums of pvals are not followed but left to the bound.
pub(super) const MOST_MARKS: usize = 64;

impl Draws {
    pub(super) fn new<G: Generation>(forge: &AffixForge<G>, tables: &AtDepth, place: Place) -> Draws {
        let parts = parts::<G>(tables, place);
        let drawable: BTreeSet<AffixId> = parts
            .iter()
            .flat_map(|((pool, ..), _)| tables.pools.numbered(*pool).pool.entries.iter().map(|entry| entry.0))
            .collect();
        let legal: BTreeSet<ThemeId> =
            parts.iter().flat_map(|((_, set, _), _)| tables.themes.numbered(*set)).copied().collect();
        let is_named = |theme: &ThemeId| drawable.iter().any(|affix| forge.themes.mention(*theme, *affix).0 > 0);
        // Bits are 64; no edition has so many themes for one kind of item. The rest is left to the bound.
        let themes: Vec<ThemeId> = legal.into_iter().filter(is_named).take(64).collect();
        let mut sets: Vec<u64> = Vec::new();
        let mut known: BTreeMap<Part, f64> = BTreeMap::new();
        for ((pool, set, boosted), chance) in parts {
            let legal = tables.themes.numbered(set);
            let bits = themes
                .iter()
                .zip(0..)
                .filter(|(theme, _)| legal.contains(theme))
                .fold(0, |bits, (_, at)| bits | 1 << at);
            let at = sets.iter().position(|known| *known == bits).unwrap_or_else(|| {
                sets.push(bits);
                sets.len() - 1
            });
            *known.entry((pool, at, boosted)).or_default() += chance;
        }
        let mut draws = Draws {
            themes,
            sets,
            marks: vec![place.frame.start()],
            all: Vec::new(),
            affixes: Vec::new(),
            pairs: Vec::new(),
            ways: Vec::new(),
            follows_pvals: false,
        };
        draws.follows_pvals = passes_pvals(forge, tables, &known) > RARELY;
        if !draws.fill(forge, tables, place.frame, &known) {
            // Too many marks to tell apart: then sums of pvals are left to the bound.
            draws.follows_pvals = false;
            draws.fill(forge, tables, place.frame, &known);
        }
        draws.sort_marks();
        draws.merge();
        draws.list();
        draws
    }

    /// Lists affixes and ways.
    fn list(&mut self) {
        self.affixes = self.all.iter().filter_map(|draw| draw.affix).collect();
        self.affixes.dedup();
        self.pairs = self.all.iter().map(|draw| (draw.from, draw.to.unwrap_or(draw.from))).collect();
        self.pairs.sort_unstable();
        self.pairs.dedup();
        let mut ways: BTreeMap<(Option<usize>, usize, bool), f64> = BTreeMap::new();
        for draw in &mut self.all {
            let affix =
                draw.affix.filter(|_| draw.to.is_some()).and_then(|affix| self.affixes.binary_search(&affix).ok());
            let pair = (draw.from, draw.to.unwrap_or(draw.from));
            draw.pair = self.pairs.binary_search(&pair).unwrap_or_default();
            *ways.entry((affix, draw.pair, draw.boosted)).or_default() += draw.chance;
        }
        let way = |((affix, pair, boosted), chance)| Way { affix, pair, boosted, chance };
        self.ways = ways.into_iter().map(way).collect();
    }

    /// The same with one mark, as if no step were undone, where an affix is as likely whatever the mark: for sums that only
    /// grow by what is undone here and isn't there.
    pub(super) fn flat(&self) -> Option<Draws> {
        let mut of_marks: Vec<BTreeMap<Ways, f64>> = vec![BTreeMap::new(); self.marks.len()];
        for draw in &self.all {
            let ways = (draw.affix, 0, Some(0), draw.set, draw.boosted);
            *of_marks[draw.from].entry(ways).or_default() += draw.chance;
        }
        let (first, others) = of_marks.split_first()?;
        let is_same = |other: &BTreeMap<Ways, f64>| {
            let mut both = first.iter().zip(other);
            first.len() == other.len() && both.all(|(a, b)| a.0 == b.0 && (a.1 - b.1).abs() <= SAME * a.1)
        };
        if !others.iter().all(is_same) {
            return None;
        }
        let mut flat = Draws {
            themes: self.themes.clone(),
            sets: self.sets.clone(),
            marks: self.marks[..1].to_vec(),
            all: first.iter().map(|(ways, chance)| draw((*ways, *chance))).collect(),
            affixes: Vec::new(),
            pairs: Vec::new(),
            ways: Vec::new(),
            follows_pvals: self.follows_pvals,
        };
        flat.list();
        Some(flat)
    }

    /// Adds what a step of one mark draws from a pool.
    fn add<G: Generation>(
        &mut self,
        forge: &AffixForge<G>,
        tables: &AtDepth,
        frame: Frame,
        from: usize,
        ((pool, set, boosted), chance): (Part, f64),
    ) {
        let mark = self.marks[from];
        let entries = &tables.pools.numbered(pool).pool.entries;
        let is_free = |affix: AffixId| mark.used & tables.pools.class_bit(affix.0) == 0;
        let total: u32 = entries.iter().filter(|entry| is_free(entry.0)).map(|entry| entry.1).sum();
        if total == 0 {
            self.all.push(Draw { affix: None, from, to: Some(from), set, boosted, chance, pair: 0 });
            return;
        }
        for (affix, weight) in entries.iter().filter(|entry| is_free(entry.0)) {
            let chance = chance * f64::from(*weight) / f64::from(total);
            let class_bit = tables.pools.class_bit(affix.0);
            for (after, share) in forge.exact.gains.after(&frame, mark, affix.at(), class_bit, self.follows_pvals) {
                let to = after.map(|mark| self.number(mark));
                self.all.push(Draw { affix: Some(*affix), from, to, set, boosted, chance: chance * share, pair: 0 });
            }
        }
    }

    /// Lists what steps come to from every mark; false where there are too many of these.
    fn fill<G: Generation>(
        &mut self,
        forge: &AffixForge<G>,
        tables: &AtDepth,
        frame: Frame,
        parts: &BTreeMap<Part, f64>,
    ) -> bool {
        self.all.clear();
        self.marks.truncate(1);
        let mut next = 0;
        while next < self.marks.len() {
            for (part, chance) in parts {
                self.add(forge, tables, frame, next, (*part, *chance));
            }
            next += 1;
        }
        !self.follows_pvals || self.marks.len() <= MOST_MARKS
    }

    fn number(&mut self, mark: Mark) -> usize {
        if let Some(known) = self.marks.iter().position(|known| *known == mark) {
            return known;
        }
        self.marks.push(mark);
        self.marks.len() - 1
    }

    /// Puts marks in an order in which steps only go on: all that a mark counts only grows, and so does the mark itself.
    fn sort_marks(&mut self) {
        let mut order: Vec<usize> = (0..self.marks.len()).collect();
        order.sort_by_key(|at| self.marks[*at]);
        let mut place = vec![0; order.len()];
        order.iter().enumerate().for_each(|(to, from)| place[*from] = to);
        self.marks.sort_unstable();
        for draw in &mut self.all {
            draw.from = place[draw.from];
            draw.to = draw.to.map(|to| place[to]);
        }
    }

    /// Adds up what differs in the pool only.
    fn merge(&mut self) {
        let mut merged: BTreeMap<Ways, f64> = BTreeMap::new();
        for draw in &self.all {
            *merged.entry((draw.affix, draw.from, draw.to, draw.set, draw.boosted)).or_default() += draw.chance;
        }
        self.all = merged.into_iter().map(draw).collect();
    }

    /// The affixes that steps can draw, in order.
    pub(super) fn affixes(&self) -> impl Iterator<Item = AffixId> {
        self.affixes.iter().copied()
    }
}

/// What of draws is told apart: affix, from mark, to mark, set of themes, whether the level was boosted.
type Ways = (Option<AffixId>, usize, Option<usize>, usize, bool);

fn draw(((affix, from, to, set, boosted), chance): (Ways, f64)) -> Draw {
    Draw { affix, from, to, set, boosted, chance, pair: 0 }
}

/// A pool (number), a set of themes, and whether the level was boosted.
type Part = (u32, usize, bool);

/// The pools and sets of themes (numbers) of a step's levels, each with its chance.
fn parts<G: Generation>(
    tables: &AtDepth,
    Place { class, window, level, .. }: Place,
) -> BTreeMap<(u32, u32, bool), f64> {
    let mut parts: BTreeMap<(u32, u32, bool), f64> = BTreeMap::new();
    let mut add = |window, level, boosted, chance| {
        let part = (tables.pools.number_at(class, level, window), tables.themes.number_at(class, level), boosted);
        *parts.entry(part).or_default() += chance;
    };
    if level == 0 {
        add(window, 0, false, 1.0);
        return parts;
    }
    let great = 1.0 / f64::from(GREAT_EGO);
    add(window, level, false, 1.0 - great);
    let window = G::boosted_window(window);
    for roll in 1..=MAX_DEPTH {
        add(window, boosted(level, MAX_DEPTH, roll), true, great / f64::from(MAX_DEPTH));
    }
    parts
}

/// At most so likely does an item of all its affixes pass the switch of the sum of pvals by those that marks can follow.
fn passes_pvals<G: Generation>(forge: &AffixForge<G>, tables: &AtDepth, parts: &BTreeMap<Part, f64>) -> f64 {
    let (mut chance, mut most) = (0.0, 0);
    for ((pool, ..), share) in parts {
        let pool = &tables.pools.numbered(*pool).pool;
        // With every class used up that can be, an affix is as likely as it gets.
        let is_free = |affix: AffixId| tables.pools.class_bit(affix.0) == 0;
        let free: u32 = pool.entries.iter().filter(|entry| is_free(entry.0)).map(|entry| entry.1).sum();
        for (affix, weight) in &pool.entries {
            let gain = forge.exact.gains.most_pvals(affix.at());
            if gain > 0 {
                most = most.max(gain);
                let total = free + if is_free(*affix) { 0 } else { *weight };
                chance += share * f64::from(*weight) / f64::from(total);
            }
        }
    }
    let needed = (MOST_PVAL_SUM as u32 + 1).div_ceil(most.max(1));
    if most == 0 || needed > SLOTS as u32 {
        return 0.0;
    }
    let ways: f64 = (0..needed).map(|at| f64::from(SLOTS as u32 - at) / f64::from(at + 1)).product();
    ways * chance.powi(needed as i32)
}
