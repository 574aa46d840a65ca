//! Numbers that drops have, such as their power, as subjects: counted one by one, by item type, at any depth and drop quality.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::RangeInclusive,
    sync::OnceLock,
};

use super::{
    super::{
        item::{KindStats, MadeItem},
        model::UnangbandModel,
    },
    source::ItemSource,
};
use affixboard_kin::WORDS;
use affixboard_model::{
    batch::{Cell, Counts, Metric},
    catalog::{KindId, plain_name},
    engine::random::Stream,
    game::{Cancelled, Chance, Dimension, DimensionValues, Point, RowNumber, SubjectRow, SubjectRules, SubjectSpec},
};

/// The deepest level that can be asked for.
const DEEPEST: i32 = 127;
/// Levels by whose fives sheets begin.
const USUAL_DEEPEST: i32 = 100;

/// Items that a page makes at each depth.
const PAGE_TRIALS: u64 = 1000;

/// A metric whose rows are numbers.
pub(super) struct NumberMetric {
    pub(super) metric: Metric,
    pub(super) title: &'static str,
    /// The numbers that have rows of their own.
    pub(super) numbers: RangeInclusive<i64>,
    /// Whether the first and the last stand for all beyond too.
    pub(super) has_open_ends: bool,
}

impl NumberMetric {
    fn rows(&self) -> usize {
        (self.numbers.end() - self.numbers.start()) as usize + 1
    }
}

/// What is counted of items.
pub(super) trait ItemNumbers: Send + Sync {
    /// The words of the subject, and the name of its numbers.
    fn words(&self) -> NumberWords;
    /// Its metrics; an item counts in some of them.
    fn metrics(&self) -> &'static [NumberMetric];
    /// Whether items of a kind have any of these numbers.
    fn has(&self, kind: &KindStats) -> bool;
    /// The numbers of an item made at a depth, each with the position of its metric.
    fn count(
        &self,
        model: &UnangbandModel,
        depth: u32,
        item: &MadeItem,
        random: &mut Stream,
        add: &mut dyn FnMut(usize, i64),
    );
    /// What pages call a number, or the class that it is in.
    fn class_name(&self, number: i64) -> String {
        number.to_string()
    }
    /// What the rules hold numbers of a metric against at a depth and drop quality.
    fn limits(&self, _metric: usize, _depth: u32, _quality: u8) -> Vec<(&'static str, i64)> {
        Vec::new()
    }
}

/// Words of such a subject.
pub(super) struct NumberWords {
    pub(super) name: &'static str,
    pub(super) title: &'static str,
    pub(super) doc: &'static str,
    /// The columns of a row: the item type and the number.
    pub(super) row_columns: &'static [&'static str],
}

/// The subject of one catalog.
pub(crate) struct DropNumbers {
    spec: SubjectSpec,
    of: Box<dyn ItemNumbers>,
    metrics: Vec<Metric>,
    source: ItemSource,
    /// By item type: its group.
    groups: BTreeMap<u8, usize>,
    /// By serial number of a kind that has such numbers: its position.
    kinds: BTreeMap<i32, usize>,
    /// By metric: its first key.
    firsts: Vec<usize>,
    /// Built when somebody asks for them: there are thousands for each group.
    rows: OnceLock<Vec<SubjectRow>>,
}

impl DropNumbers {
    /// `None` where no kind has such numbers.
    pub(super) fn new(model: &UnangbandModel, of: Box<dyn ItemNumbers>) -> Option<DropNumbers> {
        let has = || model.kinds.iter().enumerate().filter(|(_, kind)| kind.index > 0 && of.has(kind));
        let tvals: BTreeSet<u8> = has().map(|(_, kind)| kind.tval).collect();
        let kinds: BTreeMap<i32, usize> = has().map(|(at, kind)| (kind.index as i32, at)).collect();
        if kinds.is_empty() {
            return None;
        }
        let type_name = |tval: &u8| {
            let of_catalog = model.catalog.item_type(u16::from(*tval));
            of_catalog.map_or_else(|| tval.to_string(), |one| one.name.clone())
        };
        let words = of.words();
        let spec = SubjectSpec {
            name: words.name,
            title: words.title,
            doc: words.doc,
            trial: ["drop", "drops"],
            dimensions: dimensions(model, &kinds),
            point_columns: &["level", "quality", "item"],
            metric_column: "metric",
            row_columns: words.row_columns,
            group: ["item type", "item types"],
            groups: tvals.iter().map(type_name).collect(),
        };
        let mut first = 0;
        let firsts = of.metrics().iter().map(|metric| {
            let own = first;
            first += metric.rows() * tvals.len();
            own
        });
        Some(DropNumbers {
            firsts: firsts.collect(),
            metrics: of.metrics().iter().map(|metric| metric.metric).collect(),
            groups: tvals.into_iter().zip(0..).collect(),
            spec,
            source: ItemSource::new(model),
            kinds,
            rows: OnceLock::new(),
            of,
        })
    }

    fn made_rows(&self) -> Vec<SubjectRow> {
        let mut rows = Vec::new();
        for metric in self.of.metrics() {
            for (tval, group) in &self.groups {
                rows.extend(metric.numbers.clone().map(|number| SubjectRow {
                    metric: metric.metric,
                    group: Some(*group as u16),
                    entry: None,
                    label: self.of.class_name(number),
                    at: None,
                    columns: vec![tval.to_string(), number.to_string()],
                }));
            }
        }
        rows
    }

    fn key(&self, at: usize, group: usize, number: i64) -> u32 {
        let metric = &self.of.metrics()[at];
        let (first, last) = (*metric.numbers.start(), *metric.numbers.end());
        (self.firsts[at] + group * metric.rows()) as u32 + (number.clamp(first, last) - first) as u32
    }

    fn position(&self, metric: Metric) -> Option<usize> {
        self.metrics.iter().position(|own| *own == metric)
    }
}

/// Depth, drop quality, and which item: any, or one of a kind.
fn dimensions(model: &UnangbandModel, kinds: &BTreeMap<i32, usize>) -> Vec<Dimension> {
    let usual = [1].into_iter().chain((1..=USUAL_DEEPEST / 5).map(|step| step * 5)).collect();
    let name = |at: usize| plain_name(&model.catalog.kinds[at].name).trim().to_owned();
    let mut names: BTreeMap<String, usize> = BTreeMap::new();
    for at in kinds.values() {
        *names.entry(name(*at)).or_default() += 1;
    }
    let of_kind = |(index, at): (&i32, &usize)| {
        let name = name(*at);
        // Names may come twice, and commas would end them in lists.
        let label = if names[&name] > 1 { format!("{name} ({index})") } else { name };
        (*index, label.replace(',', " "))
    };
    let items = [(0, "as they drop".to_owned())].into_iter().chain(kinds.iter().map(of_kind)).collect();
    vec![
        Dimension {
            name: "depth",
            title: "Depth",
            doc: "",
            values: DimensionValues::Numbers { first: 1, last: DEEPEST, usual },
        },
        Dimension {
            name: "quality",
            title: "Drop quality",
            doc: "",
            values: DimensionValues::Names(WORDS.qualities.iter().map(ToString::to_string).collect()),
        },
        Dimension {
            name: "item",
            title: "Item",
            doc: "as they drop, or the serial number of a kind to which magic is applied",
            values: DimensionValues::Numbered(items),
        },
    ]
}

impl SubjectRules for DropNumbers {
    fn spec(&self) -> &SubjectSpec {
        &self.spec
    }

    fn rows(&self) -> &[SubjectRow] {
        self.rows.get_or_init(|| self.made_rows())
    }

    fn check(&self, point: Point) -> Result<(), String> {
        let [_, _, item, ..] = point.0;
        if item == 0 || self.kinds.contains_key(&item) {
            return Ok(());
        }
        Err(format!("no kind that these numbers are of has the number {item}"))
    }

    fn point_columns(&self, point: Point) -> Vec<String> {
        let [depth, quality, item, ..] = point.0;
        let quality = WORDS.qualities.get(usize::try_from(quality).unwrap_or(0)).copied().unwrap_or_default();
        vec![depth.to_string(), quality.to_owned(), item.to_string()]
    }

    fn exact_metrics(&self) -> &[Metric] {
        &[]
    }

    fn drawn_metrics(&self) -> &[Metric] {
        &self.metrics
    }

    fn metric_title(&self, metric: Metric) -> &'static str {
        self.position(metric).map_or(metric.0, |at| self.of.metrics()[at].title)
    }

    fn number(&self, key: u32) -> Option<RowNumber> {
        let at = self.firsts.partition_point(|first| *first <= key as usize).checked_sub(1)?;
        let metric = &self.of.metrics()[at];
        let number = metric.numbers.start() + ((key as usize - self.firsts[at]) % metric.rows()) as i64;
        Some(match number {
            _ if !metric.has_open_ends => RowNumber::Exactly(number),
            _ if number == *metric.numbers.start() => RowNumber::AtMost(number),
            _ if number == *metric.numbers.end() => RowNumber::AtLeast(number),
            _ => RowNumber::Exactly(number),
        })
    }

    fn limits(&self, point: Point, metric: Metric) -> Vec<(&'static str, i64)> {
        let [depth, quality, ..] = point.0;
        self.position(metric).map_or_else(Vec::new, |at| self.of.limits(at, depth as u32, quality as u8))
    }

    fn page_trials(&self) -> u64 {
        PAGE_TRIALS
    }

    fn exact(&self, _: Point) -> Vec<Chance> {
        Vec::new()
    }

    fn draw(&self, point: Point, trials: u64, random: &mut Stream, counts: &mut Counts) {
        // Never asked to stop, it goes on to the end.
        let _ = self.sample(point, trials, random, counts, &|| true);
    }

    fn sample(
        &self,
        point: Point,
        trials: u64,
        random: &mut Stream,
        counts: &mut Counts,
        keep_going: &dyn Fn() -> bool,
    ) -> Result<(), Cancelled> {
        let [depth, quality, item, ..] = point.0;
        let kind = self.kinds.get(&item).map(|at| KindId(*at as u32));
        let cell = Cell { depth: depth as u32, quality: quality as u8, kind };
        let model = &self.source.model;
        self.source.make_while(cell, trials, random, keep_going, &mut |made, random| {
            let Some(item) = made else { return };
            let kind = &model.kinds[item.kind];
            let Some(group) = self.groups.get(&kind.tval).filter(|_| self.of.has(kind)) else { return };
            self.of.count(model, cell.depth, item, random, &mut |at, number| {
                counts.add(self.key(at, *group, number));
            });
        })
    }
}
