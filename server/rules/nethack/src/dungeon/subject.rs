//! Special levels and branches as a subject: one game's dungeons are one trial.

use std::collections::BTreeMap;

use super::{
    super::sorts::{BRANCH_SORT, DUNGEON_SORT, LEVEL_SORT},
    draw::draw,
    entries::{branch_index, level_index},
    exact::{self, Misfit, Outcomes},
    model::{Dungeon, OtherName},
    outcome::Fact,
};
use affixboard_model::{
    batch::{Counts, Metric},
    engine::random::Stream,
    game::{Chance, Point, SubjectGap, SubjectGapSort, SubjectRow, SubjectRules, SubjectSpec},
};

const LEVEL: Metric = Metric("level");
const BRANCH: Metric = Metric("branch_to");
const LEVELS: Metric = Metric("dungeon_levels");
const TOP: Metric = Metric("dungeon_top_depth");
/// The dungeon whose branch is at no place until a vault is made there (dungeon.c: "floating").
const FLOATING: &str = "Fort Ludios";

/// The subject of one dungeon description.
pub struct DungeonPlan {
    spec: SubjectSpec,
    dungeons: Vec<Dungeon>,
    conditions: BTreeMap<usize, u32>,
    rows: Vec<SubjectRow>,
    keys: BTreeMap<Fact, u32>,
    means: Vec<Chance>,
    gaps: Vec<SubjectGap>,
}

impl DungeonPlan {
    /// Goes through all outcomes; `None` where there are too many.
    pub fn new(dungeons: Vec<Dungeon>) -> Option<DungeonPlan> {
        let Outcomes { facts, misfits } = exact::outcomes(&dungeons)?;
        let facts = named(&dungeons, facts);
        let conditions = conditions(&dungeons);
        let spec = SubjectSpec {
            name: "dungeon",
            title: "Dungeon",
            doc: "At which depth each special level and each branch lies, and how many levels each dungeon has.",
            trial: ["game", "games"],
            dimensions: Vec::new(),
            point_columns: &[],
            metric_column: "what",
            row_columns: &["dungeon", "name", "variants", "dlevel", "depth"],
            group: ["dungeon", "dungeons"],
            groups: dungeons.iter().map(|dungeon| dungeon.name.clone()).collect(),
        };
        let rows = facts.keys().map(|fact| row(&dungeons, *fact)).collect();
        let keys = (0..).zip(facts.keys()).map(|(key, fact)| (*fact, key)).collect();
        let means = Chance::of_means(facts.values().copied());
        let gaps = gaps(&dungeons, &misfits);
        Some(DungeonPlan { spec, dungeons, conditions, rows, keys, means, gaps })
    }
}

/// The facts about levels that have another name where a condition is met, parted by it: where a level lies doesn't depend on its
/// name.
fn named(dungeons: &[Dungeon], facts: BTreeMap<Fact, f64>) -> BTreeMap<Fact, f64> {
    let mut named = BTreeMap::new();
    for (fact, probability) in facts {
        let Some((other, condition)) = with_other_name(dungeons, fact) else {
            named.insert(fact, probability);
            continue;
        };
        let met = f64::from(condition.percent) / 100.0;
        for (fact, share) in [(fact, 1.0 - met), (other, met)] {
            if share > 0.0 {
                named.insert(fact, probability * share);
            }
        }
    }
    named
}

/// The same fact with the level's other name, and on what that depends; `None` where it is about no such level.
fn with_other_name(dungeons: &[Dungeon], fact: Fact) -> Option<(Fact, &OtherName)> {
    let Fact::Level { dungeon, level, place, depth, .. } = fact else { return None };
    let other = dungeons[usize::from(dungeon)].levels[usize::from(level)].other.as_ref()?;
    Some((Fact::Level { dungeon, level, is_other: true, place, depth }, other))
}

/// The conditions of a description: number, and in how many of 100 games it is met.
fn conditions(dungeons: &[Dungeon]) -> BTreeMap<usize, u32> {
    let others = dungeons.iter().flat_map(|dungeon| &dungeon.levels).filter_map(|level| level.other.as_ref());
    others.map(|other| (other.condition, other.percent)).collect()
}

/// What is never there, and what can't be placed.
fn gaps(dungeons: &[Dungeon], misfits: &BTreeMap<Misfit, f64>) -> Vec<SubjectGap> {
    let never = |entry, what: String| SubjectGap { sort: SubjectGapSort::NeverTurnsUp, entry, what };
    let mut gaps = Vec::new();
    for (at, dungeon) in dungeons.iter().enumerate() {
        if at > 0 && !dungeon.is_unconnected() && super::parent(dungeons, at).is_none() {
            gaps.push(never((DUNGEON_SORT, at as u32 + 1), "is never there: no branch leads to it".to_owned()));
        }
        let levels = dungeon.levels.iter().enumerate().filter(|(_, level)| level.chance.value <= 0);
        gaps.extend(levels.map(|(level, _)| {
            never((LEVEL_SORT, level_index(dungeons, at, level)), "is never there: its chance is 0".to_owned())
        }));
        let has = |to: &str| dungeons.iter().any(|dungeon| dungeon.name == to);
        let nowhere = dungeon.branches.iter().enumerate().filter(|(_, branch)| !has(&branch.to));
        gaps.extend(nowhere.map(|(branch, _)| {
            let what = "is never there: no dungeon has the name that it leads to".to_owned();
            never((BRANCH_SORT, branch_index(dungeons, at, branch)), what)
        }));
    }
    gaps.extend(misfits.iter().map(|(misfit, probability)| {
        let games = format!("in {} % of all games, and the game stops there", per_cent(*probability));
        let (entry, what) = match *misfit {
            Misfit::Level { dungeon, level } => {
                let entry = (LEVEL_SORT, level_index(dungeons, dungeon.into(), level.into()));
                (entry, format!("has no level of its dungeon to be {games}"))
            }
            Misfit::Branch { dungeon, branch } => {
                let entry = (BRANCH_SORT, branch_index(dungeons, dungeon.into(), branch.into()));
                (entry, format!("has no level of its dungeon to be on {games}"))
            }
            Misfit::Levels { dungeon } => {
                let entry = (DUNGEON_SORT, u32::from(dungeon) + 1);
                (entry, format!("has no room for all its special levels {games}"))
            }
        };
        SubjectGap { sort: SubjectGapSort::DoesNotFit, entry, what }
    }));
    gaps
}

/// A probability in per cent with three significant digits.
fn per_cent(probability: f64) -> String {
    let value = probability * 100.0;
    let digits = if value >= 100.0 { 0 } else { (2.0 - value.log10().floor()).clamp(0.0, 9.0) as usize };
    let text = format!("{value:.digits$}");
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

fn row(dungeons: &[Dungeon], fact: Fact) -> SubjectRow {
    let name = |dungeon: u8| dungeons[usize::from(dungeon)].name.clone();
    let row = |metric, dungeon: u8, (label, entry): (String, (u8, u32)), at: i32, columns: [String; 5]| SubjectRow {
        metric,
        group: Some(u16::from(dungeon)),
        entry: Some(entry),
        label,
        at: Some(at),
        columns: columns.to_vec(),
    };
    let of_dungeon = |dungeon: u8| (name(dungeon), (DUNGEON_SORT, u32::from(dungeon) + 1));
    match fact {
        Fact::Level { dungeon, level, is_other, place, depth } => {
            let entry = (LEVEL_SORT, level_index(dungeons, usize::from(dungeon), usize::from(level)));
            let level = &dungeons[usize::from(dungeon)].levels[usize::from(level)];
            let variants = level.variants.value.to_string();
            let of_level = level.name(is_other).to_owned();
            let columns = [name(dungeon), of_level.clone(), variants, place.to_string(), depth.to_string()];
            row(LEVEL, dungeon, (of_level, entry), depth, columns)
        }
        Fact::Branch { dungeon, branch, place, depth } => {
            let entry = (BRANCH_SORT, branch_index(dungeons, usize::from(dungeon), usize::from(branch)));
            let branch = &dungeons[usize::from(dungeon)].branches[usize::from(branch)];
            let from = if branch.to == FLOATING { "(floating)".to_owned() } else { name(dungeon) };
            let sort = branch.stored_sort().to_owned();
            let columns = [from, branch.to.clone(), sort, place.to_string(), depth.to_string()];
            row(BRANCH, dungeon, (format!("to {}", branch.to), entry), depth, columns)
        }
        Fact::Levels { dungeon, levels } => {
            let columns = [name(dungeon), name(dungeon), String::new(), levels.to_string(), String::new()];
            row(LEVELS, dungeon, of_dungeon(dungeon), levels, columns)
        }
        Fact::Top { dungeon, depth } => {
            let columns = [name(dungeon), name(dungeon), String::new(), String::new(), depth.to_string()];
            row(TOP, dungeon, of_dungeon(dungeon), depth, columns)
        }
    }
}

impl SubjectRules for DungeonPlan {
    fn spec(&self) -> &SubjectSpec {
        &self.spec
    }

    fn rows(&self) -> &[SubjectRow] {
        &self.rows
    }

    fn point_columns(&self, _: Point) -> Vec<String> {
        Vec::new()
    }

    fn metric_title(&self, metric: Metric) -> &'static str {
        match metric {
            BRANCH => "branch to",
            LEVELS => "number of levels",
            TOP => "depth of the top",
            _ => "level",
        }
    }

    fn exact_metrics(&self) -> &[Metric] {
        &[LEVEL, BRANCH, LEVELS, TOP]
    }

    fn exact(&self, _: Point) -> Vec<Chance> {
        self.means.clone()
    }

    fn draw(&self, _: Point, trials: u64, random: &mut Stream, counts: &mut Counts) {
        let mut facts = Vec::new();
        for _ in 0..trials {
            draw(&self.dungeons, random, &mut facts);
            let met: BTreeMap<usize, bool> =
                self.conditions.iter().map(|(of, percent)| (*of, random.below(100) < *percent)).collect();
            for fact in &mut facts {
                if let Some((other, condition)) = with_other_name(&self.dungeons, *fact)
                    && met.get(&condition.condition) == Some(&true)
                {
                    *fact = other;
                }
                if let Some(key) = self.keys.get(fact) {
                    counts.add(*key);
                }
            }
        }
    }

    fn trials_at_once(&self) -> u64 {
        1 << 10
    }

    fn gaps(&self) -> Vec<SubjectGap> {
        self.gaps.clone()
    }
}
