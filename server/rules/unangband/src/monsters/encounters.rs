//! What the monsters that come are like as a subject: uniques, symbols, company, and what they leave (xtra2.c,
//! `monster_drop`; monster2.c, `place_monster_aux`).

use super::{
    choice::MonsterChoice,
    race::{Race, RaceFlag},
    subject::{dimensions, is_unique, levels, name_of},
};
use affixboard_model::{
    batch::{Counts, Metric},
    engine::random::Stream,
    game::{Chance, MonsterDrops, Point, RaceDrops, SubjectRow, SubjectRules, SubjectSpec},
    stats::convolved,
};

const SORT: Metric = Metric("sort");
const SYMBOL: Metric = Metric("symbol");
const COMPANY: Metric = Metric("company");
const THINGS: Metric = Metric("things");
const FIRST: Metric = Metric("first");
const GROUP: Metric = Metric("group");
const METRICS: [Metric; 6] = [SORT, COMPANY, THINGS, FIRST, SYMBOL, GROUP];

/// Uniques or not.
const SORTS: [&str; 2] = ["unique", "ordinary"];
/// Who comes along.
const COMPANIES: [&str; 6] = ["alone", "one friend", "friends", "an escort", "escorts", "friends and escorts"];
/// What things are.
const LEAVINGS: [&str; 5] = ["money", "chest", "normal object", "good object", "great object"];
/// The most things that all flags together leave.
const MOST_THINGS: usize = 3 + 2 + 3 + 4;
/// Of a hundred things so many are chests, of monsters that leave chests.
const CHESTS: u32 = 5;
/// Of a hundred things that may be money or objects so many are money.
const COINS: u32 = 50;

const KEYS: [usize; 3] = [SORTS.len(), COMPANIES.len(), MOST_THINGS + 1];

/// What one race is like.
#[derive(Debug, Clone)]
struct Encounter {
    sort: usize,
    symbol: usize,
    group: usize,
    company: usize,
    /// Chances of 0, 1, 2 … things.
    things: Vec<f64>,
    flags: Leaves,
    /// Of a hundred things so many are chests, and of a hundred others money; the rest are objects of this position.
    split: (u32, u32, usize),
    /// The chance that its first thing is each of [`LEAVINGS`]. A monster whose sorts of equipment have all come leaves money
    /// from then on, which later things depend on.
    left: [f64; LEAVINGS.len()],
}

/// The flags that say how much is left: 30 %, 60 %, 90 %, 1d2, 1d3, 1d4.
#[derive(Debug, Clone, Copy, Default)]
struct Leaves {
    chances: [bool; 3],
    dice: [bool; 3],
}

const PER_CENT: [u32; 3] = [30, 60, 90];
const SIDES: [u32; 3] = [2, 3, 4];

impl Leaves {
    fn of(race: &Race) -> Leaves {
        const CHANCES: [RaceFlag; 3] =
            [RaceFlag::named("DROP_30"), RaceFlag::named("DROP_60"), RaceFlag::named("DROP_90")];
        const DICE: [RaceFlag; 3] =
            [RaceFlag::named("DROP_1D2"), RaceFlag::named("DROP_1D3"), RaceFlag::named("DROP_1D4")];
        Leaves { chances: CHANCES.map(|flag| race.flags.has(flag)), dice: DICE.map(|flag| race.flags.has(flag)) }
    }

    /// Chances of 0, 1, 2 … things.
    fn numbers(self) -> Vec<f64> {
        let mut numbers = vec![1.0];
        for (_, per_cent) in self.chances.iter().zip(PER_CENT).filter(|(is_there, _)| **is_there) {
            let chance = f64::from(per_cent) / 100.0;
            numbers = convolved(&numbers, &[1.0 - chance, chance]);
        }
        for (_, sides) in self.dice.iter().zip(SIDES).filter(|(is_there, _)| **is_there) {
            let mut die = vec![f64::from(sides).recip(); sides as usize + 1];
            die[0] = 0.0;
            numbers = convolved(&numbers, &die);
        }
        numbers
    }

    fn draw(self, random: &mut Stream) -> u32 {
        let chances = self.chances.iter().zip(PER_CENT).filter(|(is_there, _)| **is_there);
        let few: u32 = chances.map(|(_, per_cent)| u32::from(random.below(100) < per_cent)).sum();
        let dice = self.dice.iter().zip(SIDES).filter(|(is_there, _)| **is_there);
        few + dice.map(|(_, sides)| random.one_to(sides)).sum::<u32>()
    }
}

impl Encounter {
    fn of(race: &Race, symbols: &[char], groups: &[i64]) -> Encounter {
        macro_rules! has {
            ($($name:ident)*) => {
                race.flags.has_any(const { &[$(RaceFlag::named(stringify!($name))),*] })
            };
        }
        let escorted = has!(ESCORT ESCORTS);
        let company = match () {
            () if escorted && has!(FRIEND FRIENDS) => 5,
            () if has!(ESCORTS) => 4,
            () if escorted => 3,
            () if has!(FRIENDS) => 2,
            () if has!(FRIEND) => 1,
            () => 0,
        };
        let flags = Leaves::of(race);
        let things = flags.numbers();
        let (money, items) = (!has!(ONLY_ITEM), !has!(ONLY_GOLD));
        let chests = if has!(DROP_CHEST) && items { CHESTS } else { 0 };
        let coins = match (money, items) {
            (true, true) => COINS,
            (true, false) => 100,
            // Those that say both leave objects.
            _ => 0,
        };
        let quality = if has!(DROP_GREAT) {
            4
        } else if has!(DROP_GOOD) {
            3
        } else {
            2
        };
        let chest = f64::from(chests) / 100.0;
        let money_left = f64::from((100 - chests) * coins) / 10_000.0;
        let mut left = [0.0; LEAVINGS.len()];
        (left[0], left[1], left[quality]) = (money_left, chest, 1.0 - chest - money_left);
        Encounter {
            sort: usize::from(!is_unique(race)),
            symbol: symbols.binary_search(&race.symbol).unwrap_or(0),
            group: groups.binary_search(&race.group).unwrap_or(0),
            company,
            things,
            flags,
            split: (chests, coins, quality),
            left,
        }
    }

    /// What it leaves in the mean.
    fn drops(&self, race: &Race) -> RaceDrops {
        let things: f64 = self.things.iter().enumerate().map(|(n, chance)| n as f64 * chance).sum();
        let [gold, chests, ..] = self.left.map(|share| things * share);
        let quality = self.split.2 - 2;
        RaceDrops {
            name: name_of(race),
            level: race.level.max(0) as u32,
            is_unique: is_unique(race),
            gold,
            objects: things * self.left[2 + quality],
            quality: quality as u8,
            named: 0.0,
            chests,
        }
    }
}

/// The subject of one list of races.
pub struct Encounters {
    spec: SubjectSpec,
    rows: Vec<SubjectRow>,
    choice: MonsterChoice,
    races: Vec<Encounter>,
    /// What each leaves.
    drops: Vec<RaceDrops>,
    symbols: usize,
}

impl Encounters {
    /// What these races are like.
    pub fn new(races: &[Race]) -> Encounters {
        let choice = MonsterChoice::new(races);
        let mut symbols: Vec<char> = choice.candidates().map(|at| races[at].symbol).collect();
        symbols.sort_unstable();
        symbols.dedup();
        let mut groups: Vec<i64> = choice.candidates().map(|at| races[at].group).collect();
        groups.sort_unstable();
        groups.dedup();
        let row = |metric: Metric, label: String| SubjectRow {
            metric,
            group: None,
            entry: None,
            columns: vec![label.clone()],
            label,
            at: None,
        };
        let mut rows: Vec<SubjectRow> = SORTS.iter().map(|sort| row(SORT, (*sort).to_owned())).collect();
        rows.extend(COMPANIES.iter().map(|company| row(COMPANY, (*company).to_owned())));
        rows.extend((0..=MOST_THINGS).map(|number| SubjectRow {
            label: if number == 1 { "1 thing".to_owned() } else { format!("{number} things") },
            ..row(THINGS, number.to_string())
        }));
        rows.extend(LEAVINGS.iter().map(|left| row(FIRST, (*left).to_owned())));
        rows.extend(symbols.iter().map(|symbol| row(SYMBOL, symbol.to_string())));
        rows.extend(
            groups.iter().map(|group| SubjectRow { label: format!("group {group}"), ..row(GROUP, group.to_string()) }),
        );
        let spec = SubjectSpec {
            name: "encounters",
            title: "What monsters are like",
            doc: "Of the monsters that come: uniques, symbols, who comes along, and what they leave when they die, where \
                  there is room on the floor.",
            trial: ["monster", "monsters"],
            dimensions: dimensions(),
            point_columns: &["level"],
            metric_column: "metric",
            row_columns: &["name"],
            group: ["", ""],
            groups: Vec::new(),
        };
        let encounters: Vec<_> = races.iter().map(|race| Encounter::of(race, &symbols, &groups)).collect();
        let drops = races.iter().zip(&encounters).map(|(race, encounter)| encounter.drops(race)).collect();
        Encounters { spec, rows, choice, races: encounters, drops, symbols: symbols.len() }
    }

    /// The first key of company, things, leavings, symbols.
    fn firsts() -> [usize; 4] {
        let [sorts, companies, things] = KEYS;
        [sorts, sorts + companies, sorts + companies + things, sorts + companies + things + LEAVINGS.len()]
    }
}

/// Things are taken to be as likely objects as the first of them, which is the most.
impl MonsterDrops for Encounters {
    fn races(&self) -> &[RaceDrops] {
        &self.drops
    }

    fn chances(&self, depth: u32) -> Vec<f64> {
        // As levels are filled.
        let (monster_level, depth) = levels(Point::of(&[depth as i32, 0]));
        let mut chances = vec![0.0; self.races.len()];
        self.choice.add_chances(monster_level, depth, &mut chances);
        chances
    }

    fn creation_level(&self, race: usize, depth: u32) -> u32 {
        self.drops.get(race).map_or(depth, |race| u32::midpoint(depth, race.level))
    }

    fn rules(&self) -> &'static [&'static str] {
        &[
            "A monster of level m that is killed at depth d leaves objects of level (m + d) / 2.",
            "Levels are filled with monsters of one level more at depths 2 and 3 and of two more below; twice one time in 30 \
             that is raised, and the deepest of one (30 %), two (40 %) or three (30 %) comes (get_mon_num).",
        ]
    }

    fn left_out(&self) -> &'static [&'static str] {
        &[
            "the ecology of levels, guardians, uniques of quests and monsters that must swim",
            "friends and escorts",
            "that a monster leaves money once all sorts of its equipment have come: objects are the most there can be",
        ]
    }
}

impl SubjectRules for Encounters {
    fn spec(&self) -> &SubjectSpec {
        &self.spec
    }

    fn rows(&self) -> &[SubjectRow] {
        &self.rows
    }

    fn point_columns(&self, point: Point) -> Vec<String> {
        vec![point.0[0].to_string()]
    }

    fn exact_metrics(&self) -> &[Metric] {
        &METRICS
    }

    fn metric_title(&self, metric: Metric) -> &'static str {
        match metric {
            SORT => "Uniques",
            SYMBOL => "By symbol",
            GROUP => "By group",
            COMPANY => "Who comes along",
            THINGS => "How many things each leaves",
            _ => "What the first thing is",
        }
    }

    fn exact(&self, point: Point) -> Vec<Chance> {
        let (monster_level, depth) = levels(point);
        let mut chances = vec![0.0; self.races.len()];
        self.choice.add_chances(monster_level, depth, &mut chances);
        let [companies, things, left, symbols] = Encounters::firsts();
        let mut means = vec![0.0; self.rows.len()];
        for (encounter, chance) in self.races.iter().zip(chances).filter(|(_, chance)| *chance > 0.0) {
            means[encounter.sort] += chance;
            means[companies + encounter.company] += chance;
            means[symbols + encounter.symbol] += chance;
            means[symbols + self.symbols + encounter.group] += chance;
            for (number, of_number) in encounter.things.iter().enumerate() {
                means[things + number] += chance * of_number;
            }
            let any = 1.0 - encounter.things[0];
            for (at, share) in encounter.left.iter().enumerate() {
                means[left + at] += chance * any * share;
            }
        }
        Chance::of_means(means)
    }

    fn draw(&self, point: Point, trials: u64, random: &mut Stream, counts: &mut Counts) {
        let (monster_level, depth) = levels(point);
        let drawer = self.choice.drawer(monster_level, depth);
        let [companies, things, left, symbols] = Encounters::firsts();
        for _ in 0..trials {
            let Some(at) = drawer.draw(random) else { continue };
            let encounter = &self.races[at];
            counts.add(encounter.sort as u32);
            counts.add((companies + encounter.company) as u32);
            counts.add((symbols + encounter.symbol) as u32);
            counts.add((symbols + self.symbols + encounter.group) as u32);
            let number = encounter.flags.draw(random);
            counts.add(things as u32 + number);
            if number > 0 {
                let (chests, coins, quality) = encounter.split;
                // As the program asks: a chest first, then money.
                let of = if random.below(100) < chests {
                    1
                } else if random.below(100) < coins {
                    0
                } else {
                    quality
                };
                counts.add((left + of) as u32);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn encounter(flags: &[&str]) -> Encounter {
        let mut race = Race { symbol: 'p', ..Race::default() };
        for flag in flags {
            assert!(race.flags.add_flag(flag), "{flag}");
        }
        Encounter::of(&race, &['p'], &[0])
    }

    /// By hand: 60 % and one of two: 1 to 3 things; half of them money.
    #[test]
    fn what_flags_leave() {
        let found = encounter(&["DROP_60", "DROP_1D2", "DROP_GOOD"]);
        let expected = [0.0, 0.4 * 0.5, 0.4 * 0.5 + 0.6 * 0.5, 0.6 * 0.5];
        assert!(found.things.iter().zip(expected).all(|(one, other)| (one - other).abs() < 1e-12), "{found:?}");
        let per_cent = |flags: &[&str]| encounter(flags).left.map(|share| (share * 100.0) as u32);
        assert_eq!(per_cent(&["DROP_60", "DROP_1D2", "DROP_GOOD"]), [50, 0, 0, 50, 0]);
        assert_eq!(per_cent(&["ONLY_GOLD", "DROP_90"]), [100, 0, 0, 0, 0]);
        assert_eq!(per_cent(&["ONLY_ITEM", "DROP_GREAT"]), [0, 0, 0, 0, 100]);
    }

    #[test]
    fn company() {
        let cases: [(&[&str], &str); 6] = [
            (&[], "alone"),
            (&["FRIEND"], "one friend"),
            (&["FRIENDS"], "friends"),
            (&["ESCORT"], "an escort"),
            (&["ESCORTS"], "escorts"),
            (&["FRIENDS", "ESCORT"], "friends and escorts"),
        ];
        for (flags, expected) in cases {
            assert_eq!(COMPANIES[encounter(flags).company], expected);
        }
    }
}
