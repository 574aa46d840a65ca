//! Monsters as a subject: which one comes at a place.

use std::sync::OnceLock;

use super::{
    super::{
        branch::{Alignment, Branch},
        program::Program,
        sorts::MONSTER_SORT,
        words,
    },
    model::MonsterKind,
    rules::{MonsterPlace, MonsterRules, Temperature},
};
use affixboard_model::{
    batch::{Counts, Metric},
    engine::random::Stream,
    game::{
        Chance, Dimension, DimensionValues, Point, SubjectGap, SubjectGapSort, SubjectRow, SubjectRules, SubjectSpec,
    },
};

/// Drawn monsters.
const CHOSEN: Metric = Metric("rndmonst");

/// The deepest level that can be asked for; no dungeon of any version is deeper.
const DEEPEST: i32 = 60;
/// The hero's highest experience level.
const MOST_EXPERIENCE: i32 = 30;

/// What the subject of a program's monsters is.
fn doc(program: Program) -> &'static str {
    match program {
        Program::NetHack36 => {
            "Which monster comes where nothing else says so: as a level is made, and later by itself."
        }
        Program::NetHack37 | Program::XNetHack => {
            "Which monster comes where nothing else says so: as a level is made, and later by itself; by the rules of NetHack \
             3.7, where a dungeon's alignment has no effect and warm or cold levels prefer who doesn't mind."
        }
        Program::EvilHack => {
            "Which monster comes where nothing else says so: as a level is made, and later by itself; by the rules of \
             EvilHack, whose realms have monsters of their own."
        }
    }
}

/// The subject of one table.
pub struct Monsters {
    spec: SubjectSpec,
    branches: Vec<Branch>,
    program: Program,
    rules: MonsterRules,
    rows: OnceLock<Vec<SubjectRow>>,
    /// Index, name and class of each.
    kinds: Vec<(u16, String, u8)>,
}

impl Monsters {
    /// The choice of a program among these monsters in these dungeons.
    pub fn new(monsters: &[MonsterKind], branches: Vec<Branch>, program: Program) -> Monsters {
        let spec = SubjectSpec {
            name: "monsters",
            title: "Monsters",
            doc: doc(program),
            trial: ["monster", "monsters"],
            dimensions: dimensions(&branches, program),
            point_columns: if program.is_of_37() {
                &["branch", "level", "difficulty", "ulevel", "temperature"]
            } else {
                &["branch", "level", "difficulty", "ulevel"]
            },
            metric_column: "metric",
            row_columns: &["monster_index", "name"],
            group: ["class", "classes"],
            groups: groups(monsters, program),
        };
        let monsters_named =
            monsters.iter().map(|monster| (monster.index, monster.name.clone(), monster.class)).collect();
        Monsters {
            spec,
            branches,
            program,
            rules: MonsterRules::new(monsters, program),
            rows: OnceLock::new(),
            kinds: monsters_named,
        }
    }

    fn place(&self, point: Point) -> MonsterPlace<'_> {
        let [depth, experience, branch, entry, ..] = point.0;
        let branch = usize::try_from(branch).ok().and_then(|at| self.branches.get(at)).unwrap_or(&self.branches[0]);
        // In what leads up, the way back counts (dungeon.c, `level_difficulty`).
        let difficulty = if entry > 0 { depth + 2 * (entry - depth + 1) } else { depth };
        MonsterPlace {
            branch,
            difficulty: i64::from(difficulty),
            experience: i64::from(experience),
            alignment: own_alignment(point).unwrap_or(branch.alignment),
            temperature: own_temperature(point).unwrap_or(Temperature::of(branch)),
        }
    }
}

/// The alignment that the level at a point has of its own.
fn own_alignment(point: Point) -> Option<Alignment> {
    let [.., alignment, _] = point.0;
    Alignment::ALL.get(usize::try_from(alignment).ok()?.checked_sub(1)?).copied()
}

/// How warm the level at a point is, where that is chosen.
fn own_temperature(point: Point) -> Option<Temperature> {
    let [.., temperature] = point.0;
    Temperature::ALL.get(usize::try_from(temperature).ok()?.checked_sub(1)?).copied()
}

/// "the dungeon's", and these.
fn or_the_dungeons(words: impl IntoIterator<Item = &'static str>) -> DimensionValues {
    DimensionValues::Names(std::iter::once("the dungeon's").chain(words).map(str::to_owned).collect())
}

fn dimensions(branches: &[Branch], program: Program) -> Vec<Dimension> {
    let names = branches.iter().map(|branch| branch.name.clone()).collect();
    let usual = vec![1, 2, 3, 4, 5, 6, 8, 10, 12, 14, 16, 18, 20, 22, 25, 28, 32, 36, 40, 45, 50];
    let mut dimensions = vec![
        Dimension {
            name: "depth",
            title: "Depth",
            doc: "",
            values: DimensionValues::Numbers { first: 1, last: DEEPEST, usual },
        },
        Dimension {
            name: "experience",
            title: "Hero's level",
            doc: "",
            values: DimensionValues::Numbers { first: 1, last: MOST_EXPERIENCE, usual: vec![8] },
        },
        Dimension { name: "branch", title: "Branch", doc: "", values: DimensionValues::Names(names) },
        Dimension {
            name: "entry",
            title: "Entered at depth",
            doc: "of a branch that leads up, the depth at which it is entered; of others 0",
            values: DimensionValues::Numbers { first: 0, last: DEEPEST, usual: vec![0] },
        },
        Dimension {
            name: "alignment",
            title: "Alignment",
            doc: "of the level: some special levels have one of their own",
            values: or_the_dungeons(Alignment::ALL.map(Alignment::word)),
        },
    ];
    if program.is_of_37() {
        dimensions.push(Dimension {
            name: "temperature",
            title: "Temperature",
            doc: "of the level: Gehennom is hot, and some special levels have one of their own",
            values: or_the_dungeons(Temperature::ALL.map(Temperature::word)),
        });
    }
    dimensions
}

/// The classes that have monsters, in the order of their numbers.
fn groups(monsters: &[MonsterKind], program: Program) -> Vec<String> {
    let mut classes: Vec<u8> = monsters.iter().map(|monster| monster.class).collect();
    classes.sort_unstable();
    classes.dedup();
    classes.into_iter().map(|class| words::monster_class_title(program, class)).collect()
}

impl SubjectRules for Monsters {
    fn spec(&self) -> &SubjectSpec {
        &self.spec
    }

    fn rows(&self) -> &[SubjectRow] {
        self.rows.get_or_init(|| {
            let group = |class: u8| {
                let title = words::monster_class_title(self.program, class);
                self.spec.groups.iter().position(|group| *group == title).map(|at| at as u16)
            };
            let row = |(index, name, class): &(u16, String, u8)| SubjectRow {
                metric: CHOSEN,
                group: group(*class),
                entry: Some((MONSTER_SORT, u32::from(*index))),
                label: name.clone(),
                at: None,
                columns: vec![index.to_string(), name.clone()],
            };
            self.kinds.iter().map(row).collect()
        })
    }

    fn check(&self, point: Point) -> Result<(), String> {
        let [depth, _, branch, entry, ..] = point.0;
        let branch = usize::try_from(branch).ok().and_then(|at| self.branches.get(at));
        match branch {
            Some(branch) if branch.leads_up && entry < depth => {
                Err(format!("{} leads up, so that its entry is at depth {depth} or below", branch.name))
            }
            Some(branch) if !branch.leads_up && entry != 0 => {
                Err(format!("{} leads down, so that its entry is 0", branch.name))
            }
            _ => Ok(()),
        }
    }

    fn point_columns(&self, point: Point) -> Vec<String> {
        let place = self.place(point);
        let [depth, experience, ..] = point.0;
        let branch = match own_alignment(point) {
            Some(own) if own != place.branch.alignment => format!("{} ({})", place.branch.name, own.word()),
            _ => place.branch.name.clone(),
        };
        let mut columns = vec![branch, depth.to_string(), place.difficulty.to_string(), experience.to_string()];
        if self.program.is_of_37() {
            columns.push(place.temperature.number().to_string());
        }
        columns
    }

    fn metric_title(&self, _: Metric) -> &'static str {
        "monster"
    }

    fn exact_metrics(&self) -> &[Metric] {
        &[CHOSEN]
    }

    fn exact(&self, point: Point) -> Vec<Chance> {
        let chances = self.rules.choice(self.place(point)).chances();
        chances.into_iter().map(|(at, chance)| Chance::exactly(at as u32, chance)).collect()
    }

    fn draw(&self, point: Point, trials: u64, random: &mut Stream, counts: &mut Counts) {
        let table = self.rules.choice(self.place(point)).table();
        // Where nothing fits nothing comes.
        for _ in 0..trials {
            if let Some(monster) = table.draw(random) {
                counts.add(monster);
            }
        }
    }

    fn gaps(&self) -> Vec<SubjectGap> {
        let never = self.rules.never(&self.branches, i64::from(DEEPEST), i64::from(MOST_EXPERIENCE));
        let gap = |(at, what): (usize, String)| SubjectGap {
            sort: SubjectGapSort::NeverTurnsUp,
            entry: (MONSTER_SORT, u32::from(self.kinds[at].0)),
            what,
        };
        never.into_iter().map(gap).collect()
    }
}
