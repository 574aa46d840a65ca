//! Objects as a subject: what a random object is, and what is in it.

use std::collections::BTreeSet;

use super::{
    super::{
        branch::Branch,
        monsters::{MonsterKind, MonsterPlace, Temperature},
        program::Program,
        sorts::{ARTIFACT_SORT, OBJECT_SORT},
        words,
    },
    classes::{self, ClassTable, KindChoice},
    contents::{Container, Filling},
    corpses::Corpses,
    enchantment::{self, MadeObject, Making},
    model::{ArtifactEntry, ObjectKind, ObjectTable},
    rows::{CONTENT_KIND, CountedKind, METRICS, ObjectRows},
    substance::{self, MadeAt, Substance},
};
use affixboard_model::{
    batch::{Counts, Metric},
    engine::{dice, random::Stream},
    game::{
        Chance, Dimension, DimensionValues, Point, SubjectGap, SubjectGapSort, SubjectRow, SubjectRules, SubjectSpec,
    },
};

/// The deepest level that can be asked for; no dungeon of any version is deeper.
const DEEPEST: i32 = 60;
/// Whether an object may become an artifact, as tallies name it.
pub(super) const QUALITIES: [&str; 2] = ["normal", "noartif"];
/// A level from which on all gems come.
const ALL_GEMS: i64 = 27;

const OF_1000: &str = "What an object is that comes at random, as most on the floors of new levels are.";
const OF_OWN_SUMS: &str = "What an object is that comes at random, as most on the floors of new levels are. \
    Its chance is its part of its class's own sum, as in NetHack since August 2021: rings have a chance of 1 in this table.";
const OF_37: &str = "What an object is that comes at random, as most on the floors of new levels are; by the rules of \
    NetHack 3.7, of which the names of monsters by sex or the enchantments of artifacts tell.";
const OF_XNETHACK: &str = "What an object is that comes at random, as most on the floors of new levels are; by the rules of \
    xNetHack, of which the enchantments and materials of artifacts tell.";
const OF_EVILHACK: &str = "What an object is that comes at random, as most on the floors of new levels are; by the rules of \
    EvilHack, of which the fourth flags of its monsters tell.";

/// What the subject of a program's objects is.
fn doc(kinds: &[ObjectKind], program: Program) -> &'static str {
    match program {
        Program::NetHack36 if classes::has_own_sums(kinds) => OF_OWN_SUMS,
        Program::NetHack36 => OF_1000,
        Program::NetHack37 => OF_37,
        Program::XNetHack => OF_XNETHACK,
        Program::EvilHack => OF_EVILHACK,
    }
}

/// A place with a table of classes of its own.
#[derive(Debug, Clone)]
struct ObjectPlace {
    name: String,
    classes: ClassTable,
    branch: Branch,
}

/// A kind with the rule that it follows, and all that can be made of it.
#[derive(Debug)]
struct KindRules {
    container: Option<Container>,
    /// By quality: all that can be made, with the chances.
    made: [Vec<(MadeObject, f64)>; QUALITIES.len()],
}

/// The subject of one table.
#[derive(Debug)]
pub struct Objects {
    spec: SubjectSpec,
    kinds: Vec<ObjectKind>,
    makings: Vec<Making>,
    counted: Vec<CountedKind>,
    rules: Vec<KindRules>,
    substances: Vec<Substance>,
    places: Vec<ObjectPlace>,
    corpses: Corpses,
    rows: ObjectRows,
    /// The metrics that are computed.
    computed: Vec<Metric>,
    gaps: Vec<SubjectGap>,
}

impl Objects {
    /// A program's objects of this table in these dungeons; corpses are those of these monsters.
    pub fn new(table: &ObjectTable, monsters: &[MonsterKind], branches: Vec<Branch>, program: Program) -> Objects {
        let kinds = table.kinds.clone();
        let missiles = enchantment::missiles(&kinds);
        let makings: Vec<Making> = kinds.iter().map(|kind| Making::of(kind, &missiles, program)).collect();
        let count = |at: usize| CountedKind::new(at, &kinds[at], makings[at], &table.artifacts, program);
        let counted: Vec<CountedKind> = (0..kinds.len()).map(count).collect();
        let rules: Vec<KindRules> = (0..kinds.len())
            .map(|at| {
                let made = |becoming: &[_]| dice::chances(|dice| makings[at].make(becoming, dice));
                let made = [made(&counted[at].becoming), made(&[])];
                KindRules { container: Container::of(&kinds[at], program), made }
            })
            .collect();
        let coming = coming(&kinds);
        let groups = groups(coming.iter().map(|at| &kinds[*at]));
        let substances = substance::substances(table, &makings, &counted, program);
        let all: Vec<_> = coming
            .iter()
            .map(|at| {
                let with_property = substances[*at].made_with_property();
                (counted[*at].clone(), rules[*at].made[0].iter().chain(with_property).copied().collect())
            })
            .collect();
        let mut also = BTreeSet::new();
        for (at, is_in_hell) in coming.iter().flat_map(|at| [(*at, false), (*at, true)]) {
            let made_at = MadeAt { is_in_hell, difficulty: i64::from(DEEPEST), with_artifacts: true };
            let artifacts = vec![0.0; counted[at].artifacts.len()];
            substances[at].shares(made_at, &artifacts, |one, _| {
                also.insert(one);
            });
        }
        let rows = ObjectRows::new(&kinds, &table.artifacts, &all, &also, &contents(&kinds, &coming), &groups);
        // Pages begin with the first; what is in boxes is drawn.
        let has_rows = |metric: &Metric| rows.rows().iter().any(|row| row.metric == *metric);
        let mut computed: Vec<Metric> = METRICS.into_iter().filter(has_rows).collect();
        computed.retain(|metric| *metric != CONTENT_KIND);
        computed.sort_by_key(|metric| *metric != Metric::KIND);
        let places = places(branches);
        let spec = SubjectSpec {
            name: "objects",
            title: "Objects",
            doc: doc(&kinds, program),
            trial: ["object", "objects"],
            dimensions: dimensions(&places),
            point_columns: &["branch", "level", "quality"],
            metric_column: "metric",
            row_columns: &["tval", "sval", "name"],
            group: ["class", "classes"],
            groups,
        };
        let gaps = gaps(&kinds, &table.artifacts, &coming);
        Objects {
            spec,
            kinds,
            makings,
            counted,
            rules,
            substances,
            places,
            corpses: Corpses::new(monsters, program),
            rows,
            computed,
            gaps,
        }
    }

    fn place(&self, point: Point) -> &ObjectPlace {
        let at = usize::try_from(point.0[0]).unwrap_or(0);
        self.places.get(at).unwrap_or(&self.places[0])
    }

    fn made_at(&self, point: Point) -> MadeAt {
        MadeAt {
            is_in_hell: self.place(point).branch.is_hell,
            difficulty: i64::from(point.0[1]),
            with_artifacts: quality(point) == 0,
        }
    }

    /// The number of the level among all of the game.
    fn ledger(&self, point: Point) -> i64 {
        self.place(point).branch.ledger(i64::from(point.0[1]))
    }
}

fn places(branches: Vec<Branch>) -> Vec<ObjectPlace> {
    let first = branches.first().cloned().unwrap_or_default();
    let place = |branch: Branch| ObjectPlace {
        name: branch.name.clone(),
        classes: match (branch.is_rogue, branch.is_hell) {
            (true, _) => ClassTable::RogueLevel,
            (_, true) => ClassTable::Gehennom,
            _ => ClassTable::Ordinary,
        },
        branch,
    };
    let container = ObjectPlace { name: "(container)".to_owned(), classes: ClassTable::Container, branch: first };
    branches.into_iter().map(place).chain([container]).collect()
}

fn dimensions(places: &[ObjectPlace]) -> Vec<Dimension> {
    let names = places.iter().map(|place| place.name.clone()).collect();
    let usual = vec![10, 1, 2, 3, 5, 15, 20, 25, 30, 35, 40, 45, 50];
    let qualities = QUALITIES.map(str::to_owned).to_vec();
    vec![
        Dimension { name: "branch", title: "Place", doc: "", values: DimensionValues::Names(names) },
        Dimension {
            name: "level",
            title: "Depth",
            doc: "",
            values: DimensionValues::Numbers { first: 1, last: DEEPEST, usual },
        },
        Dimension { name: "quality", title: "Quality", doc: "", values: DimensionValues::Names(qualities) },
    ]
}

/// The classes of kinds, in the order of their numbers.
pub(super) fn groups<'a>(kinds: impl Iterator<Item = &'a ObjectKind>) -> Vec<String> {
    let classes: BTreeSet<u8> = kinds.map(|kind| kind.class).collect();
    classes.into_iter().map(words::class_title).collect()
}

/// The classes of which objects come at random.
fn random_classes() -> BTreeSet<u8> {
    let tables = [ClassTable::Ordinary, ClassTable::Container, ClassTable::RogueLevel, ClassTable::Gehennom];
    tables.iter().flat_map(|table| table.parts()).map(|(_, class)| *class).collect()
}

/// The kinds that come at random anywhere.
fn coming(kinds: &[ObjectKind]) -> BTreeSet<usize> {
    // Chances of gems sum to the same everywhere, but what is beyond a class's whole may differ.
    let of_ledger = |ledger| {
        let choice = KindChoice::new(kinds, ledger);
        let parts = random_classes().into_iter().flat_map(move |class| choice.parts(class));
        parts.map(|(at, _)| at).collect::<Vec<_>>()
    };
    (0..=ALL_GEMS).step_by(3).flat_map(of_ledger).collect()
}

/// The kinds that lie in containers.
fn contents(kinds: &[ObjectKind], coming: &BTreeSet<usize>) -> BTreeSet<usize> {
    let classes: BTreeSet<u8> = ClassTable::Container.parts().iter().map(|(_, class)| *class).collect();
    let corpse = kinds.iter().position(|kind| kind.class == classes::FOOD && kind.name == "corpse");
    coming.iter().copied().filter(|at| classes.contains(&kinds[*at].class)).chain(corpse).collect()
}

impl SubjectRules for Objects {
    fn spec(&self) -> &SubjectSpec {
        &self.spec
    }

    fn rows(&self) -> &[SubjectRow] {
        self.rows.rows()
    }

    fn point_columns(&self, point: Point) -> Vec<String> {
        let [_, level, quality, ..] = point.0;
        vec![self.place(point).name.clone(), level.to_string(), self.spec.dimensions[2].label(quality)]
    }

    fn metric_title(&self, metric: Metric) -> &'static str {
        super::rows::metric_title(metric)
    }

    fn exact_metrics(&self) -> &[Metric] {
        &self.computed
    }

    fn exact(&self, point: Point) -> Vec<Chance> {
        let choice = KindChoice::new(&self.kinds, self.ledger(point));
        let made_at = self.made_at(point);
        let mut means = vec![0.0; self.rows().len()];
        for (part, class) in self.place(point).classes.parts() {
            for (at, parts) in choice.parts(*class) {
                let chance = f64::from(*part) / 100.0 * f64::from(parts) / f64::from(choice.whole(*class));
                let (counted, substance) = (&self.counted[at], &self.substances[at]);
                let made = &self.rules[at].made[quality(point)];
                let with_property = substance.property_share(made_at);
                let mut artifacts = vec![0.0; counted.artifacts.len()];
                for (made, share) in made {
                    if let Some(artifact) = made.artifact {
                        artifacts[usize::from(artifact)] += share;
                    }
                }
                let plain = 1.0 - artifacts.iter().sum::<f64>();
                for (made, share) in made {
                    // Of those that become no artifact some have a property.
                    let share = match made.artifact {
                        None if with_property > 0.0 => share * (1.0 - with_property / plain),
                        _ => *share,
                    };
                    self.rows.keys(counted, *made, |key| means[key as usize] += chance * share);
                }
                for (made, share) in substance.made_with_property() {
                    self.rows.keys(counted, *made, |key| means[key as usize] += chance * with_property * share);
                }
                substance.shares(made_at, &artifacts, |also, share| {
                    if let Some(key) = self.rows.also(also) {
                        means[key as usize] += chance * share;
                    }
                });
            }
        }
        Chance::of_means(means)
    }

    fn draw(&self, point: Point, trials: u64, random: &mut Stream, counts: &mut Counts) {
        let place = self.place(point);
        let ledger = self.ledger(point);
        let choice = KindChoice::new(&self.kinds, ledger);
        // The hero has experience level 1, as where the original's objects were counted.
        let of_corpses = MonsterPlace {
            branch: &place.branch,
            difficulty: i64::from(point.0[1]),
            experience: 1,
            alignment: place.branch.alignment,
            temperature: Temperature::of(&place.branch),
        };
        let corpses = self.corpses.at(of_corpses);
        let mut filling = Filling::new(&self.kinds, &self.makings, ledger, &choice, &corpses);
        let made_at = self.made_at(point);
        for _ in 0..trials {
            let early = choice.early_roll(random);
            let class = place.classes.class(random.one_to(100));
            let roll = early.unwrap_or_else(|| choice.roll(class, random));
            let Some(at) = choice.kind(class, roll) else { continue };
            let counted = &self.counted[at];
            let becoming: &[_] = if made_at.with_artifacts { &counted.becoming } else { &[] };
            let mut made = self.makings[at].make(becoming, random);
            self.substances[at].draw(made_at, &mut made, random, |also| {
                if let Some(key) = self.rows.also(also) {
                    counts.add(key);
                }
            });
            self.rows.keys(counted, made, |key| counts.add(key));
            if let Some(container) = self.rules[at].container {
                filling.fill(container, random, |kind| {
                    if let Some(key) = self.rows.content(self.kinds[kind].class, kind) {
                        counts.add(key);
                    }
                });
            }
        }
    }

    fn gaps(&self) -> Vec<SubjectGap> {
        self.gaps.clone()
    }
}

/// Kinds that their class has no room for, and artifacts of what never comes.
fn gaps(kinds: &[ObjectKind], artifacts: &[ArtifactEntry], coming: &BTreeSet<usize>) -> Vec<SubjectGap> {
    let sort = SubjectGapSort::NeverTurnsUp;
    let random = random_classes();
    let is_left_out = |at: &usize| {
        let kind = &kinds[*at];
        kind.probability.value > 0 && random.contains(&kind.class) && !coming.contains(at)
    };
    let of_kind = |at: usize| SubjectGap {
        sort,
        entry: (OBJECT_SORT, u32::from(kinds[at].index)),
        what: format!("never comes: the chances before it in its class sum to {} already", classes::WHOLE),
    };
    let of_artifact = |artifact: &ArtifactEntry| {
        let base = kinds.iter().position(|kind| kind.symbol() == artifact.base);
        let takes_part = |at: usize| matches!(kinds[at].class, classes::WEAPON | classes::ARMOR);
        let what = match base {
            None => format!("is never made at random: no object has the constant {}", artifact.base),
            Some(at) if !takes_part(at) => {
                format!("is never made at random: {} is neither a weapon nor armor", kinds[at].name)
            }
            Some(at) if !coming.contains(&at) => {
                format!("is never made at random: {}, of which it is made, never comes", kinds[at].name)
            }
            Some(_) => return None,
        };
        Some(SubjectGap { sort, entry: (ARTIFACT_SORT, u32::from(artifact.index)), what })
    };
    let of_kinds = (0..kinds.len()).filter(is_left_out).map(of_kind);
    let of_artifacts = artifacts.iter().filter(|artifact| !artifact.is_never_random()).filter_map(of_artifact);
    of_kinds.chain(of_artifacts).collect()
}

/// Which of [`QUALITIES`] a point is of.
fn quality(point: Point) -> usize {
    usize::from(point.0[2] == 1)
}
