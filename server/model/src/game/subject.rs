//! Subjects: what turns up in a game and is counted, such as drops, monsters or special levels.
//!
//! A game declares its subjects as data ([`SubjectSpec`]): the dimensions of a point at which things turn up, and the
//! columns that name what turned up. [`SubjectRules`] says how often it does, by drawing and, where the rules can be
//! followed, by computing.

use std::{collections::BTreeSet, fmt};

use super::{Cancelled, Chance};
use crate::{
    batch::{Counts, Metric},
    engine::random::Stream,
};

/// A subject: its words, dimensions and columns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SubjectSpec {
    /// Its name in commands, URLs and files: lower case and hyphens.
    pub name: &'static str,
    /// Its title on pages.
    pub title: &'static str,
    /// What is drawn and counted, in a sentence.
    pub doc: &'static str,
    /// What one trial makes, singular and plural: `object`, `objects`.
    pub trial: [&'static str; 2],
    /// The dimensions of a point, at most [`Point::DIMENSIONS`]. The first is the axis: it lies along the columns of
    /// sheets unless another is asked for.
    pub dimensions: Vec<Dimension>,
    /// The columns of a tally that say where: as many as [`SubjectRules::point_columns`] gives.
    pub point_columns: &'static [&'static str],
    /// The heading of the column with the metric; empty where there is one metric, which then has no column.
    pub metric_column: &'static str,
    /// The columns that say what: as many as each row's [`SubjectRow::columns`] has.
    pub row_columns: &'static [&'static str],
    /// The word for a group of rows, singular and plural: `class`, `classes`.
    pub group: [&'static str; 2],
    /// The groups, in the order in which pages list them.
    pub groups: Vec<String>,
}

impl SubjectSpec {
    /// The points with all combinations of these values, a list for each dimension; the last dimension changes first.
    pub fn points(&self, values: &[Vec<i32>]) -> Vec<Point> {
        let mut points = vec![Point([0; Point::DIMENSIONS])];
        for (at, values) in values.iter().enumerate().take(self.dimensions.len()) {
            let with = |point: &Point, value: i32| {
                let mut point = *point;
                point.0[at] = value;
                point
            };
            points = points.iter().flat_map(|point| values.iter().map(move |value| with(point, *value))).collect();
        }
        points
    }
}

/// One dimension of the points of a subject.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dimension {
    /// Its name as an option and in URLs, such as `experience`.
    pub name: &'static str,
    /// Its title on pages.
    pub title: &'static str,
    /// What it is, in a phrase, where the title doesn't say it all.
    pub doc: &'static str,
    /// The values it has.
    pub values: DimensionValues,
}

/// The values of a dimension.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DimensionValues {
    /// Whole numbers.
    Numbers {
        /// The least.
        first: i32,
        /// The greatest.
        last: i32,
        /// Those that pages and commands begin with.
        usual: Vec<i32>,
    },
    /// A list; a point has a position in it. Pages and commands begin with the first.
    Names(Vec<String>),
    /// A long list of things with serial numbers, which points have. Pages and commands begin with the first.
    Numbered(Vec<(i32, String)>),
}

impl Dimension {
    /// The value that a text names: a number in range or a name, whose case doesn't matter.
    ///
    /// # Errors
    /// Says what was found and what was expected.
    pub fn parse(&self, text: &str) -> Result<i32, NoSuchValue> {
        let text = text.trim();
        let found = match &self.values {
            DimensionValues::Numbers { first, last, .. } => {
                text.parse().ok().filter(|number| (*first..=*last).contains(number))
            }
            DimensionValues::Names(names) => {
                names.iter().position(|name| name.eq_ignore_ascii_case(text)).map(|at| at as i32)
            }
            DimensionValues::Numbered(list) => {
                let number = text.parse().ok();
                let numbered = list.iter().find(|(of, _)| Some(*of) == number);
                let named = || list.iter().find(|(_, name)| name.eq_ignore_ascii_case(text));
                numbered.or_else(named).map(|(of, _)| *of)
            }
        };
        found.ok_or_else(|| NoSuchValue {
            dimension: self.name,
            found: text.to_owned(),
            expected: match &self.values {
                DimensionValues::Numbers { first, last, .. } => format!("a number from {first} to {last}"),
                DimensionValues::Names(names) => format!("one of {}", names.join(", ")),
                DimensionValues::Numbered(list) => {
                    let (number, name) = list.first().map_or((0, ""), |(number, name)| (*number, name.as_str()));
                    format!("{number} ({name}), or the number or name of one of {} others", list.len().max(1) - 1)
                }
            },
        })
    }

    /// The values that a list names: values between commas, of numbers also ranges such as `10-20`. Each once, in the order
    /// given.
    ///
    /// # Errors
    /// As [`Dimension::parse`]; and where it names more than `most`.
    pub fn parse_list(&self, text: &str, most: usize) -> Result<Vec<i32>, NoSuchValue> {
        let mut values = Vec::new();
        let mut seen = BTreeSet::new();
        for part in text.split(',') {
            // A sign is no range.
            let range = part.trim().split_once('-').filter(|(first, _)| !first.is_empty());
            let range = range.filter(|_| matches!(self.values, DimensionValues::Numbers { .. }));
            let (first, last) = match range {
                Some((first, last)) => (self.parse(first)?, self.parse(last)?),
                None => (self.parse(part)?, self.parse(part)?),
            };
            values.extend((first..=last).filter(|value| seen.insert(*value)));
            if values.len() > most {
                let (found, expected) = (text.chars().take(40).collect(), format!("at most {most} values"));
                return Err(NoSuchValue { dimension: self.name, found, expected });
            }
        }
        Ok(values)
    }

    /// Whether it is one of the values.
    pub fn has(&self, value: i32) -> bool {
        match &self.values {
            DimensionValues::Numbers { first, last, .. } => (*first..=*last).contains(&value),
            DimensionValues::Names(names) => usize::try_from(value).is_ok_and(|at| at < names.len()),
            DimensionValues::Numbered(list) => list.iter().any(|(of, _)| *of == value),
        }
    }

    /// A value as people and files write it.
    pub fn label(&self, value: i32) -> String {
        match &self.values {
            DimensionValues::Numbers { .. } => value.to_string(),
            DimensionValues::Names(names) => {
                usize::try_from(value).ok().and_then(|at| names.get(at)).cloned().unwrap_or_default()
            }
            DimensionValues::Numbered(list) => {
                list.iter().find(|(of, _)| *of == value).map_or_else(String::new, |(_, name)| name.clone())
            }
        }
    }

    /// The values that pages and commands begin with.
    pub fn usual(&self) -> Vec<i32> {
        match &self.values {
            DimensionValues::Numbers { usual, .. } => usual.clone(),
            DimensionValues::Names(_) => vec![0],
            DimensionValues::Numbered(list) => list.iter().map(|(of, _)| *of).take(1).collect(),
        }
    }
}

/// A text that names no value of a dimension.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoSuchValue {
    /// The dimension's name.
    pub dimension: &'static str,
    /// The text.
    pub found: String,
    /// A phrase with the values there are.
    pub expected: String,
}

impl fmt::Display for NoSuchValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: found `{}`; expected {}", self.dimension, self.found, self.expected)
    }
}

impl std::error::Error for NoSuchValue {}

/// A point at which something turns up: a value for each dimension of its subject, 0 beyond them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point(pub [i32; Point::DIMENSIONS]);

impl Point {
    /// The number of dimensions at most.
    pub const DIMENSIONS: usize = 6;

    /// The point with these values, 0 beyond them; values beyond [`Point::DIMENSIONS`] are left out.
    pub fn of(values: &[i32]) -> Point {
        let mut point = Point([0; Point::DIMENSIONS]);
        for (at, value) in point.0.iter_mut().zip(values) {
            *at = *value;
        }
        point
    }
}

/// A row that can be counted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SubjectRow {
    /// The metric.
    pub metric: Metric,
    /// A position in [`SubjectSpec::groups`], where the row is of a group.
    pub group: Option<u16>,
    /// The entry it is about: a position in [`super::Game`]'s sorts, and the entry's index.
    pub entry: Option<(u8, u32)>,
    /// What the row is called on a page, beside the entry where there is one.
    pub label: String,
    /// Of a subject without dimensions: the number at which it stands along the columns of sheets, such as the depth at
    /// which a level lies.
    pub at: Option<i32>,
    /// Its fields under [`SubjectSpec::row_columns`].
    pub columns: Vec<String>,
}

/// The number that a row counts, such as a power. The first and the last row of a metric may stand for all that lies beyond.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum RowNumber {
    /// This or less.
    AtMost(i64),
    /// This.
    Exactly(i64),
    /// This or more.
    AtLeast(i64),
}

impl RowNumber {
    /// The number itself; of what lies beyond the one that is nearest.
    pub fn value(self) -> i64 {
        match self {
            RowNumber::AtMost(value) | RowNumber::Exactly(value) | RowNumber::AtLeast(value) => value,
        }
    }
}

impl fmt::Display for RowNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = match self {
            RowNumber::AtMost(_) => "≤ ",
            RowNumber::Exactly(_) => "",
            RowNumber::AtLeast(_) => "≥ ",
        };
        write!(f, "{sign}{}", self.value())
    }
}

/// Something of a subject that the files have in vain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SubjectGap {
    /// What is wrong with it.
    pub sort: SubjectGapSort,
    /// The entry it is about: a position in [`super::Game`]'s sorts, and the entry's index.
    pub entry: (u8, u32),
    /// A short sentence without its subject.
    pub what: String,
}

/// The sorts of [`SubjectGap`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SubjectGapSort {
    /// It may turn up by what its own row says, but never does.
    NeverTurnsUp,
    /// It has no place where the files want it, at which the game stops.
    DoesNotFit,
}

/// How often each row of a subject is counted.
pub trait SubjectRules: Send + Sync {
    /// Its words, dimensions and columns.
    fn spec(&self) -> &SubjectSpec;
    /// All rows that can be counted; the key of a row is its position.
    fn rows(&self) -> &[SubjectRow];
    /// Whether there is such a point, each value being one of its dimension: not every branch has every level.
    ///
    /// # Errors
    /// Says what there is instead, as a phrase: `Sokoban has levels 1 to 4`.
    fn check(&self, _point: Point) -> Result<(), String> {
        Ok(())
    }
    /// The fields of an existing point under [`SubjectSpec::point_columns`].
    fn point_columns(&self, point: Point) -> Vec<String>;
    /// The metrics whose means are computed.
    fn exact_metrics(&self) -> &[Metric];
    /// The metrics that are only counted, for their means are not computed; pages and sheets offer them too.
    fn drawn_metrics(&self) -> &[Metric] {
        &[]
    }
    /// The number that the row of a key counts, where its metric is of numbers: sheets give their quantiles.
    fn number(&self, _key: u32) -> Option<RowNumber> {
        None
    }
    /// What the rules ask of such a number at an existing point, by name, for sheets to show beside its quantiles. Each point
    /// gives the same names.
    fn limits(&self, _point: Point, _metric: Metric) -> Vec<(&'static str, i64)> {
        Vec::new()
    }
    /// Trials that a page makes at each of its points as long as no batch has counted there; 0 where it makes none.
    fn page_trials(&self) -> u64 {
        0
    }
    /// What pages call a metric; its name where nothing better is known.
    fn metric_title(&self, metric: Metric) -> &'static str {
        metric.0
    }
    /// The mean count per trial of each row of these metrics at an existing point, by rising key; rows whose mean is 0
    /// are left out.
    fn exact(&self, point: Point) -> Vec<Chance>;
    /// Whether these means may have a bound above 0.
    fn has_bounds(&self) -> bool {
        false
    }
    /// Makes `trials` trials at an existing point and counts their rows. The same stream gives the same counts, in one call
    /// or in several.
    fn draw(&self, point: Point, trials: u64, random: &mut Stream, counts: &mut Counts);
    /// Trials that take far longer than preparing to draw does, and still only milliseconds.
    fn trials_at_once(&self) -> u64 {
        1 << 18
    }
    /// [`SubjectRules::draw`] as long as `keep_going` returns true.
    ///
    /// # Errors
    /// [`Cancelled`] if it returned false before all trials were made. What was counted by then stands for nothing.
    fn sample(
        &self,
        point: Point,
        trials: u64,
        random: &mut Stream,
        counts: &mut Counts,
        keep_going: &dyn Fn() -> bool,
    ) -> Result<(), Cancelled> {
        let mut left = trials;
        while left > 0 {
            if !keep_going() {
                return Err(Cancelled);
            }
            let now = left.min(self.trials_at_once());
            self.draw(point, now, random, counts);
            left -= now;
        }
        Ok(())
    }
    /// What the files have in vain, proven over all points.
    fn gaps(&self) -> Vec<SubjectGap> {
        Vec::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_told_by_number_or_name() {
        let depth = Dimension {
            name: "depth",
            title: "Depth",
            doc: "",
            values: DimensionValues::Numbers { first: 1, last: 50, usual: vec![1, 10] },
        };
        assert_eq!(depth.parse(" 7 "), Ok(7));
        for wrong in ["0", "51", "x", ""] {
            let error = depth.parse(wrong).expect_err("no depth").to_string();
            assert_eq!(error, format!("depth: found `{wrong}`; expected a number from 1 to 50"));
        }
        assert_eq!((depth.label(7), depth.usual()), ("7".to_owned(), vec![1, 10]));

        assert_eq!(depth.parse_list("1, 10-12,11", 4), Ok(vec![1, 10, 11, 12]));
        for (list, error) in [
            ("1,,2", "depth: found ``; expected a number from 1 to 50"),
            ("40-60", "depth: found `60`; expected a number from 1 to 50"),
            ("1-5", "depth: found `1-5`; expected at most 4 values"),
        ] {
            assert_eq!(depth.parse_list(list, 4).expect_err("no list").to_string(), error);
        }

        let names = ["Gehennom", "The Gnomish Mines"].map(str::to_owned).to_vec();
        let branch = Dimension { name: "branch", title: "Branch", doc: "", values: DimensionValues::Names(names) };
        assert_eq!(branch.parse("the gnomish mines"), Ok(1));
        assert_eq!(branch.parse_list("The Gnomish Mines,Gehennom", 9), Ok(vec![1, 0]));
        let error = branch.parse("Mines").expect_err("no branch").to_string();
        assert_eq!(error, "branch: found `Mines`; expected one of Gehennom, The Gnomish Mines");
        assert_eq!(
            (branch.label(1), branch.label(2), branch.usual()),
            ("The Gnomish Mines".to_owned(), String::new(), vec![0])
        );
    }

    /// Of things with serial numbers the number counts, not the position; hyphens in names are no ranges.
    #[test]
    fn values_with_serial_numbers() {
        let list = vec![(0, "as they drop".to_owned()), (43, "Dagger".to_owned()), (61, "Two-Handed Sword".to_owned())];
        let item = Dimension { name: "item", title: "Item", doc: "", values: DimensionValues::Numbered(list) };
        assert_eq!(item.parse_list("dagger, Two-Handed Sword,0", 9), Ok(vec![43, 61, 0]));
        assert_eq!(
            (item.parse("61"), item.label(61), item.label(1)),
            (Ok(61), "Two-Handed Sword".to_owned(), String::new())
        );
        assert_eq!(item.usual(), [0]);
        let error = item.parse("1").expect_err("no such number").to_string();
        assert_eq!(error, "item: found `1`; expected 0 (as they drop), or the number or name of one of 2 others");
    }

    #[test]
    fn numbers_of_rows_rise() {
        let rows = [RowNumber::AtMost(-9), RowNumber::Exactly(-8), RowNumber::Exactly(12), RowNumber::AtLeast(13)];
        assert!(rows.is_sorted());
        assert_eq!(rows.map(|row| row.to_string()), ["≤ -9", "-8", "12", "≥ 13"]);
    }
}
