//! Kinds of objects as a subject: what one of each is like, however it comes about.

use std::collections::BTreeMap;

use super::{
    super::{
        program::Program,
        sorts::{ARTIFACT_SORT, OBJECT_SORT},
        words,
    },
    classes,
    enchantment::{self, ArtifactMaking, Blessing, MadeObject, Making},
    model::{ArtifactEntry, ObjectKind, ObjectTable},
    rows::CountedKind,
    subject::{QUALITIES, groups},
};
use affixboard_model::{
    batch::{Counts, Metric},
    engine::{dice, random::Stream},
    game::{Chance, Dimension, DimensionValues, Point, SubjectRow, SubjectRules, SubjectSpec},
};

/// The metrics, in the order of rows.
const METRICS: [Metric; 6] =
    [Metric("buc"), Metric("spe"), Metric("spe_buc"), Metric("poisoned"), Metric("quan"), Metric::ARTIFACT];
const BLESSING: usize = 0;
const ENCHANTMENT: usize = 1;
const BOTH: usize = 2;
const POISONED: usize = 3;
const QUANTITY: usize = 4;
const ARTIFACT: usize = 5;

/// What can be made of a kind, with the chance, and the rows that it is counted in.
type MadeWays = Vec<(MadeObject, f64, Vec<u32>)>;

/// A kind with the rule that it follows.
#[derive(Debug)]
struct OfKind {
    making: Making,
    /// What becoming each of its artifacts does.
    becoming: Vec<ArtifactMaking>,
    /// By quality: all that can be made of it, rising.
    made: [MadeWays; QUALITIES.len()],
}

/// The subject of one table.
#[derive(Debug)]
pub struct EachKind {
    spec: SubjectSpec,
    kinds: Vec<OfKind>,
    rows: Vec<SubjectRow>,
}

impl EachKind {
    /// The kinds of a program's table that can be made more than once.
    ///
    /// `None` of `EvilHack`, where what an object is depends on the level.
    pub fn new(table: &ObjectTable, program: Program) -> Option<EachKind> {
        if program == Program::EvilHack {
            return None;
        }
        let missiles = enchantment::missiles(&table.kinds);
        let can_be_made = |kind: &&ObjectKind| !kind.is_unique && kind.class != classes::ILLEGAL;
        let groups = groups(table.kinds.iter().filter(can_be_made));
        let mut rows =
            RowsOfKinds { artifacts: &table.artifacts, groups: &groups, keys: BTreeMap::new(), rows: Vec::new() };
        let of_kind = |kind: &ObjectKind| {
            let making = Making::of(kind, &missiles, program);
            let counted = CountedKind::new(0, kind, making, &table.artifacts, program);
            let made = [&counted.becoming[..], &[]].map(|becoming| {
                let mut ways = dice::chances(|dice| making.make(becoming, dice));
                ways.sort_by_key(|way| way.0);
                ways.into_iter().map(|(made, chance)| (made, chance, rows.keys(kind, &counted, made))).collect()
            });
            OfKind { making, becoming: counted.becoming, made }
        };
        let kinds = table.kinds.iter().filter(can_be_made).map(of_kind).collect();
        let rows = rows.rows;
        let qualities = DimensionValues::Names(QUALITIES.map(str::to_owned).to_vec());
        let spec = SubjectSpec {
            name: "kinds",
            title: "Objects of each kind",
            doc: "What an object of a kind is like, however rare the kind is: enchantment or charges, blessed or cursed, how \
                  many come at once, whether it becomes an artifact.",
            trial: ["object of each kind", "objects of each kind"],
            dimensions: vec![Dimension { name: "quality", title: "Quality", doc: "", values: qualities }],
            point_columns: &["quality"],
            metric_column: "metric",
            row_columns: &["tval", "sval", "name"],
            group: ["class", "classes"],
            groups,
        };
        Some(EachKind { spec, kinds, rows })
    }
}

/// The rows as they are found.
struct RowsOfKinds<'a> {
    artifacts: &'a [ArtifactEntry],
    groups: &'a [String],
    keys: BTreeMap<(usize, u16, String), u32>,
    rows: Vec<SubjectRow>,
}

impl RowsOfKinds<'_> {
    /// The rows that one of a kind is counted in, some of them new.
    fn keys(&mut self, kind: &ObjectKind, counted: &CountedKind, made: MadeObject) -> Vec<u32> {
        let enchanted =
            matches!(kind.class, classes::WEAPON | classes::ARMOR | classes::RING | classes::WAND | classes::TOOL);
        let blessing = Blessing::name(made.blessing);
        let mut whats = vec![(BLESSING, blessing.to_owned(), None)];
        if enchanted {
            whats.push((ENCHANTMENT, format!("{:+}", made.enchantment), None));
            whats.push((BOTH, format!("{:+}/{blessing}", made.enchantment), None));
        }
        if counted.is_poisonable || made.is_poisoned {
            let word = if made.is_poisoned { "poisoned" } else { "poisonable-not" };
            whats.push((POISONED, word.to_owned(), None));
        }
        // How much money there is depends on the level.
        if kind.class != classes::COIN {
            whats.push((QUANTITY, made.quantity.to_string(), None));
        }
        if let Some(artifact) = made.artifact {
            let artifact = &self.artifacts[counted.artifacts[usize::from(artifact)]];
            whats.push((ARTIFACT, artifact.name.clone(), Some(artifact)));
        }
        whats.into_iter().map(|(metric, what, artifact)| self.key(metric, kind, what, artifact)).collect()
    }

    fn key(&mut self, metric: usize, kind: &ObjectKind, what: String, artifact: Option<&ArtifactEntry>) -> u32 {
        let place = (metric, kind.index, what);
        if let Some(key) = self.keys.get(&place) {
            return *key;
        }
        let key = self.rows.len() as u32;
        let title = words::class_title(kind.class);
        let entry = artifact.map_or((OBJECT_SORT, kind.index), |artifact| (ARTIFACT_SORT, artifact.index));
        self.rows.push(SubjectRow {
            metric: METRICS[metric],
            group: self.groups.iter().position(|group| *group == title).map(|at| at as u16),
            entry: Some((entry.0, u32::from(entry.1))),
            label: format!("{}: {}", kind.name, place.2),
            at: None,
            columns: vec![kind.class.to_string(), kind.index.to_string(), place.2.clone()],
        });
        self.keys.insert(place, key);
        key
    }
}

impl SubjectRules for EachKind {
    fn spec(&self) -> &SubjectSpec {
        &self.spec
    }

    fn rows(&self) -> &[SubjectRow] {
        &self.rows
    }

    fn point_columns(&self, point: Point) -> Vec<String> {
        vec![QUALITIES[quality(point)].to_owned()]
    }

    fn metric_title(&self, metric: Metric) -> &'static str {
        super::rows::metric_title(metric)
    }

    fn exact_metrics(&self) -> &[Metric] {
        &METRICS
    }

    fn exact(&self, point: Point) -> Vec<Chance> {
        let mut means = vec![0.0; self.rows.len()];
        for (_, chance, keys) in self.kinds.iter().flat_map(|kind| &kind.made[quality(point)]) {
            for key in keys {
                means[*key as usize] += chance;
            }
        }
        Chance::of_means(means)
    }

    fn draw(&self, point: Point, trials: u64, random: &mut Stream, counts: &mut Counts) {
        let quality = quality(point);
        for _ in 0..trials {
            for kind in &self.kinds {
                let becoming: &[_] = if quality == 0 { &kind.becoming } else { &[] };
                let made = kind.making.make(becoming, random);
                if let Ok(at) = kind.made[quality].binary_search_by(|way| way.0.cmp(&made)) {
                    kind.made[quality][at].2.iter().for_each(|key| counts.add(*key));
                }
            }
        }
    }

    /// Each trial makes one of every kind.
    fn trials_at_once(&self) -> u64 {
        1 << 8
    }
}

/// Which of [`QUALITIES`] a point is of.
fn quality(point: Point) -> usize {
    usize::from(point.0[0] == 1)
}
