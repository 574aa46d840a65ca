//! Small editions of affixes and themes, and what their items carry, by following every item through every draw.
//!
//! Written from RULES of the affix branch (2.1, 2.4, 2.5) and of v4 (3 to 5): an item is the list of affixes it has, and
//! every list there is has its chance. That is slow beyond a few affixes, and too simple to be wrong in the ways that what
//! is computed could be.

use std::{collections::BTreeMap, fmt::Write};

use affixboard_games as games;
use affixboard_model::{
    batch::{Cell, Metric},
    engine::m_bonus,
    game::{Forge, Loaded, Switches},
    text::{SourceFile, SourceSet},
};

/// A small edition: one kind (a sword that drops at every level), its affixes and themes, and the switches thrown.
#[derive(Debug, Clone)]
pub struct Edition {
    pub v4: bool,
    pub affixes: Vec<Affix>,
    pub themes: Vec<Theme>,
    /// The kind has the flag GOOD.
    pub flagged_good: bool,
    pub switches: Vec<&'static str>,
}

#[derive(Debug, Clone)]
pub struct Affix {
    /// As in the files; make, material and quality are v4's.
    pub role: &'static str,
    pub lines: Vec<Line>,
    pub does: Does,
}

/// An allocation.
#[derive(Debug, Clone)]
pub struct Line {
    /// As in the files: the lowest is 1.
    pub affix_level: u32,
    pub commonness: u32,
    pub min: u32,
    pub max: u32,
}

/// What of an affix decides when a step is rolled back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Does {
    Nothing,
    /// So much to-hit that the step is rolled back.
    TooMuch,
    /// So many extra blows: three are too many.
    Blows(u32),
}

#[derive(Debug, Clone)]
pub struct Theme {
    /// First and last level of each allocation.
    pub lines: Vec<(u32, u32)>,
    pub parts: Vec<Part>,
}

/// A line of a theme.
#[derive(Debug, Clone, Copy)]
pub struct Part {
    pub affix: usize,
    pub weight: u32,
    /// Of v4: per cent.
    pub chance: u32,
}

/// A plain allocation.
pub fn line(affix_level: u32, commonness: u32) -> Line {
    Line { affix_level, commonness, min: 0, max: 255 }
}

/// A plain affix of one allocation of the lowest affix level.
pub fn affix(commonness: u32) -> Affix {
    Affix { role: "suffix", lines: vec![line(1, commonness)], does: Does::Nothing }
}

/// A theme of every level.
pub fn theme(parts: &[(usize, u32)]) -> Theme {
    let part = |(affix, weight): &(usize, u32)| Part { affix: *affix, weight: *weight, chance: 100 };
    Theme { lines: vec![(0, 255)], parts: parts.iter().map(part).collect() }
}

/// What an item carries: its affixes in rising order, and its theme.
type Item = (Vec<usize>, Option<usize>);

/// How an item gets its affixes: lowest and highest affix level, steps.
type Magic = (u32, u32, u32);

impl Edition {
    pub fn plain(v4: bool, affixes: Vec<Affix>, themes: Vec<Theme>) -> Edition {
        Edition { v4, affixes, themes, flagged_good: false, switches: Vec::new() }
    }

    /// The edition as files, read.
    pub fn load(&self) -> Loaded {
        let good = if self.flagged_good { "F:GOOD\n" } else { "" };
        let object = format!("N:1:& Dagger~\nI:sword:1\nA:20:0 to 255\nP:0:1d4:0:0:0\n{good}");
        // No file may be empty: a theme of nothing, and an artifact of level 0 only, where there are none.
        let artifacts = "N:1:'Thorn'\nI:sword:1\nA:10:0 to 0\n";
        let (mut affixes, mut themes) = (String::new(), "N:99:suffix:Nothing\nT:sword:0:99:0 to 255\n".to_owned());
        for (at, affix) in self.affixes.iter().enumerate() {
            writeln!(affixes, "N:{}:{}:A{at}", at + 1, affix.role).expect("text");
            match affix.does {
                Does::Nothing => {}
                Does::TooMuch if self.v4 => affixes.push_str("C:0:0:0\nM:400:255:255\n"),
                Does::TooMuch => affixes.push_str("C:0:0:0\nM:200:225:225\n"),
                Does::Blows(blows) => writeln!(affixes, "L:{blows}:0:BLOWS").expect("text"),
            }
            for Line { affix_level, commonness, min, max } in &affix.lines {
                writeln!(affixes, "T:sword:0:99:{affix_level}:{commonness}:{min} to {max}").expect("text");
            }
        }
        for (at, theme) in self.themes.iter().enumerate() {
            writeln!(themes, "N:{}:suffix:T{at}", at + 1).expect("text");
            for (min, max) in &theme.lines {
                writeln!(themes, "T:sword:0:99:{min} to {max}").expect("text");
            }
            for Part { affix, weight, chance } in &theme.parts {
                let chance = if self.v4 { format!(":{chance}") } else { String::new() };
                writeln!(themes, "A:A{affix}:{weight}{chance}").expect("text");
            }
        }
        let mut sources = SourceSet::new();
        for (name, text) in [
            ("object_base.txt", "N:sword:Sword~\nF:HATES_ACID\n"),
            ("object.txt", &object),
            ("ego_item.txt", &affixes),
            ("ego_themes.txt", &themes),
            ("artifact.txt", artifacts),
        ] {
            sources.push(SourceFile::new(name, text.as_bytes().to_vec()));
        }
        let game = games::find(if self.v4 { "v4" } else { "affix-branch" }).expect("the game");
        let switches = Switches::parse(game, self.switches.iter().copied()).expect("known switches");
        let loaded = game.load_switched(sources, switches);
        assert_eq!(loaded.unreadable().next(), None);
        loaded
    }

    fn is_coded(&self, switch: &str) -> bool {
        !self.switches.contains(&switch)
    }

    /// How many affixes from which affix levels an item gets, each with its chance (2.4; v4: 4).
    fn magic(&self, quality: u8, level: u32) -> BTreeMap<Magic, f64> {
        let (good, great) = (quality > 0, quality == 2);
        let certainly = |is_so: bool| if is_so { 1.0 } else { 0.0 };
        let per_cent = |n: u32| f64::from(n.min(100)) / 100.0;
        let mut ways = BTreeMap::from([(if self.v4 { (1, 3, 0) } else { (1, 1, 0) }, 1.0)]);
        let mut turn = |change: &dyn Fn(Magic) -> Vec<(Magic, f64)>| {
            let mut next = BTreeMap::new();
            for (magic, chance) in &ways {
                for (to, share) in change(*magic).into_iter().filter(|to| to.1 > 0.0) {
                    *next.entry(to).or_insert(0.0) += chance * share;
                }
            }
            ways = next;
        };
        let higher = |chance: f64| {
            move |(low, high, n): Magic| vec![((low, high + 1, n), chance), ((low, high, n), 1.0 - chance)]
        };
        // Uniform on least..=most.
        let more = |least: u32, most: u32, (low, high, n): Magic| -> Vec<(Magic, f64)> {
            let share = 1.0 / f64::from(most - least + 1);
            (least..=most).map(|more| ((low, high, n + more), share)).collect()
        };
        if self.v4 {
            turn(&higher(per_cent(20 + level)));
            let by_level = (3.0 * f64::from(level) / 500.0).min(1.0);
            let by_quality = if great { 1.0 } else { certainly(good) / 3.0 };
            turn(&higher(by_quality + (1.0 - by_quality) * by_level));
            let lower = if good { 1.0 } else { per_cent(10 + level) };
            turn(&|(low, high, n)| vec![((low + 1, high, n), lower), ((low, high, n), 1.0 - lower)]);
            turn(&|(low, high, n)| vec![((low + u32::from(high > 4), high, n), 1.0)]);
            turn(&|magic| more(0, 1 + level / 20, magic));
            turn(&|magic| if magic.1 > 4 { more(1, 2, magic) } else { vec![(magic, 1.0)] });
            turn(&|magic| if magic.1 > 3 { more(1, 1, magic) } else { vec![(magic, 1.0)] });
            turn(&|magic| if good { more(1, 2, magic) } else { vec![(magic, 1.0)] });
            turn(&|magic| if great { more(1, 2, magic) } else { vec![(magic, 1.0)] });
        } else {
            turn(&higher(per_cent(10 + level)));
            turn(&higher(if great { 1.0 } else { certainly(good) / 4.0 }));
            turn(&|magic| more(0, 1 + level / 25, magic));
            turn(&|magic| match quality {
                0 => vec![(magic, 1.0)],
                1 => more(1, 2, magic),
                _ => more(3, 4, magic),
            });
        }
        let less = u32::from(self.flagged_good);
        turn(&|(low, high, n)| vec![((low, high, n.saturating_sub(less).min(8)), 1.0)]);
        ways
    }

    /// Whether a line holds at a level of a depth (2.5.4; v4: 5).
    fn holds(&self, (min, max): (u32, u32), level: u32, depth: u32) -> bool {
        let last = if !self.v4 && self.is_coded("boosted-maximum") { level } else { depth };
        min <= level && last <= max
    }

    /// The weight of each affix that a step can draw.
    fn pool(&self, slots: &[usize], (low, high): (u32, u32), level: u32, depth: u32) -> Vec<(usize, u32)> {
        let weight = |affix: &Affix| -> u32 {
            let is_taken = affix.role != "suffix" && slots.iter().any(|slot| self.affixes[*slot].role == affix.role);
            let fits = |line: &&Line| {
                self.holds((line.min, line.max), level, depth) && (low..=high).contains(&line.affix_level)
            };
            let all = affix.lines.iter().filter(fits).map(|line| line.commonness);
            match is_taken {
                true => 0,
                false if self.is_coded("first-allocation") => all.take(1).sum(),
                false => all.sum(),
            }
        };
        let weights = self.affixes.iter().map(weight).enumerate();
        weights.filter(|entry| entry.1 > 0).collect()
    }

    /// The themes an item with these affixes gets, each with its chance (2.5.7).
    fn themes(&self, slots: &[usize], level: u32, depth: u32) -> Vec<(usize, f64)> {
        let score = |theme: &Theme| -> u32 {
            if !theme.lines.iter().any(|line| self.holds(*line, level, depth)) {
                return 0;
            }
            let mut counted = slots.to_vec();
            if !self.is_coded("one-affix-theme") {
                counted.dedup();
            }
            let lines = |affix: &usize| theme.parts.iter().filter(move |part| part.affix == *affix).collect::<Vec<_>>();
            let number: usize = counted
                .iter()
                .map(lines)
                .map(|lines| if self.is_coded("one-affix-theme") { lines.len() } else { lines.len().min(1) })
                .sum();
            let weight: u32 = counted.iter().flat_map(lines).map(|part| part.weight).sum();
            let total: u32 = theme.parts.iter().map(|part| part.weight).sum();
            let score = if number > 1 && total > 0 { weight * 8 * weight / total } else { 0 };
            if self.is_coded("theme-score-byte") { score % 256 } else { score }
        };
        let scores: Vec<u32> = self.themes.iter().map(score).collect();
        let sum: u32 = scores.iter().sum();
        let chance = |score: u32| f64::from(score) / f64::from(sum.max(200));
        scores.iter().map(|score| chance(*score)).enumerate().filter(|theme| theme.1 > 0.0).collect()
    }

    fn is_rolled_back(&self, affixes: impl Iterator<Item = usize> + Clone) -> bool {
        let blows = |does: Does| if let Does::Blows(blows) = does { blows } else { 0 };
        let mut does = affixes.map(|affix| self.affixes[affix].does);
        does.clone().map(blows).sum::<u32>() >= 3 || does.any(|does| does == Does::TooMuch)
    }

    /// How likely a theme that comes to an item is rolled back (2.5.8).
    fn p_theme_rolled_back(&self, theme: usize, slots: &[usize]) -> f64 {
        let parts = &self.themes[theme].parts;
        let mut ways = vec![(slots.to_vec(), 1.0)];
        for (at, part) in parts.iter().enumerate() {
            if slots.contains(&part.affix) && (at == 0 || parts[at - 1].affix != part.affix) {
                continue;
            }
            let chance = if self.v4 { f64::from(part.chance) / 100.0 } else { 1.0 };
            let without: Vec<_> = ways.iter().map(|way| (way.0.clone(), way.1 * (1.0 - chance))).collect();
            for way in &mut ways {
                way.0.push(part.affix);
                way.1 *= chance;
            }
            ways.extend(without.into_iter().filter(|way| way.1 > 0.0));
        }
        ways.iter().filter(|way| self.is_rolled_back(way.0.iter().copied())).map(|way| way.1).sum()
    }

    /// What one more step makes of an item without theme (2.5).
    fn step(&self, slots: &[usize], (low, high): (u32, u32), level: u32, depth: u32) -> BTreeMap<Item, f64> {
        let mut levels = BTreeMap::new();
        let great = if level > 0 { 1.0 / 20.0 } else { 0.0 };
        *levels.entry((level, high)).or_insert(0.0) += 1.0 - great;
        for roll in (1..=128).filter(|_| level > 0) {
            let boosted = (1 + level * 128 / roll, high + u32::from(self.v4));
            *levels.entry(boosted).or_insert(0.0) += great / 128.0;
        }
        let mut items = BTreeMap::new();
        for ((level, high), chance) in levels {
            let pool = self.pool(slots, (low, high), level, depth);
            let total: u32 = pool.iter().map(|entry| entry.1).sum();
            let mut draws: Vec<(Option<usize>, f64)> =
                pool.iter().map(|(affix, weight)| (Some(*affix), f64::from(*weight) / f64::from(total))).collect();
            if draws.is_empty() {
                draws.push((None, 1.0));
            }
            for (drawn, share) in draws {
                let mut add = |item: Item, part: f64| *items.entry(item).or_insert(0.0) += chance * share * part;
                let mut after = slots.to_vec();
                after.extend(drawn);
                after.sort_unstable();
                let looks = drawn.is_some() || self.is_coded("theme-without-affix");
                if self.is_rolled_back(after.iter().copied()) || !looks {
                    add((slots.to_vec(), None), 1.0);
                    continue;
                }
                let mut none = 1.0;
                for (theme, part) in self.themes(&after, level, depth) {
                    none -= part;
                    let rolled_back = self.p_theme_rolled_back(theme, &after);
                    add((after.clone(), Some(theme)), part * (1.0 - rolled_back));
                    add((slots.to_vec(), None), part * rolled_back);
                }
                add((after, None), none);
            }
        }
        items
    }

    /// All items of the kind that get their magic at a level, each with its chance.
    fn items_at(&self, level: u32, (depth, quality): (u32, u8)) -> BTreeMap<Item, f64> {
        let mut items = BTreeMap::new();
        for ((low, high, steps), chance) in self.magic(quality, level) {
            let mut now: BTreeMap<Item, f64> = BTreeMap::from([((Vec::new(), None), chance)]);
            for _ in 0..steps {
                let mut next = BTreeMap::new();
                for (item, chance) in now {
                    if item.1.is_some() {
                        *next.entry(item).or_insert(0.0) += chance;
                        continue;
                    }
                    for (to, share) in self.step(&item.0, (low, high), level, depth) {
                        *next.entry(to).or_insert(0.0) += chance * share;
                    }
                }
                now = next;
            }
            for (item, chance) in now.into_iter().filter(|item| item.1 > 0.0) {
                *items.entry(item).or_insert(0.0) += chance;
            }
        }
        items
    }

    /// All items of a cell, each with its chance. Without a kind given drops are raised levels (2.1); there are no artifacts.
    pub fn items(&self, depth: u32, quality: u8, is_given: bool) -> BTreeMap<Item, f64> {
        if is_given || quality == 0 || !self.is_coded("raised-level") {
            return self.items_at(depth, (depth, quality));
        }
        let bonuses = m_bonus::distribution(5, depth);
        let total: u64 = bonuses.iter().sum();
        let mut items = BTreeMap::new();
        for (bonus, weight) in (0..).zip(bonuses).filter(|bonus| bonus.1 > 0) {
            let level = depth + [0, 5, 10][usize::from(quality)] + bonus;
            for (item, chance) in self.items_at(level, (depth, quality)) {
                *items.entry(item).or_insert(0.0) += chance * weight as f64 / total as f64;
            }
        }
        items
    }

    /// How likely a drop has each two affixes (positions, the first one first).
    pub fn pairs(&self, depth: u32, quality: u8, is_given: bool) -> BTreeMap<(usize, usize), f64> {
        let mut pairs = BTreeMap::new();
        for ((slots, _), chance) in self.items(depth, quality, is_given) {
            for a in 0..self.affixes.len() {
                for b in a..self.affixes.len() {
                    if slots.contains(&a) && slots.contains(&b) {
                        *pairs.entry((a, b)).or_insert(0.0) += chance;
                    }
                }
            }
        }
        pairs
    }

    /// What a drop counts on average, by metric and name.
    pub fn means(&self, depth: u32, quality: u8, is_given: bool) -> Means {
        let mut means = Means::new();
        let levels: &[&str] =
            if self.v4 { &["bad", "average", "good", "great", "uber", "artifact"] } else { &["good", "great", "uber"] };
        for ((slots, theme), chance) in self.items(depth, quality, is_given) {
            let mut add = |metric: Metric, name: String| *means.entry((metric, name)).or_insert(0.0) += chance;
            add(Metric::KIND, "Dagger".to_owned());
            add(Metric::NAFFIXES, slots.len().to_string());
            for slot in &slots {
                add(Metric::AFFIX_MULT, format!("A{slot}"));
                let best = self.affixes[*slot].lines.iter().map(|line| line.affix_level).max().unwrap_or(1);
                add(Metric::AFFIX_LEVEL, levels[best as usize - 1].to_owned());
            }
            let mut once = slots.clone();
            once.dedup();
            for slot in once {
                add(Metric::AFFIX, format!("A{slot}"));
            }
            if let Some(theme) = theme {
                add(Metric::THEME, format!("T{theme}"));
            }
        }
        means
    }
}

/// What a drop counts on average, by metric and name.
pub type Means = BTreeMap<(Metric, String), f64>;

/// The same as it is computed, each with its bound.
pub fn computed(forge: &dyn Forge, cell: Cell) -> BTreeMap<(Metric, String), (f64, f64)> {
    let keys = forge.keys();
    let mut means = BTreeMap::new();
    for chance in forge.exact().expect("chances").chances(cell, None) {
        let place = (keys.key(chance.key).metric, keys.label(chance.key).1);
        let entry = means.entry(place).or_insert((0.0, 0.0));
        *entry = (entry.0 + chance.mean, entry.1 + chance.bound);
    }
    means
}
