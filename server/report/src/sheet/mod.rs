//! The sheet: the one view model. Every table, CSV, chart and JSON of numbers by depth renders a [`Sheet`].

mod cell;
mod change;
mod exact;

pub use cell::{Cell, Overlay, Value};
pub use change::Direction;

use affixboard_core::{batch::Entry, catalog::KindId};

/// Rows × depth columns of cells, with where the numbers come from.
#[derive(Debug, Clone, PartialEq)]
pub struct Sheet {
    /// What it is of, for a heading.
    pub title: String,
    /// What the numbers are, in one sentence.
    pub caption: String,
    /// Where they come from.
    pub provenance: Provenance,
    /// In a sheet of changes, the side before.
    pub baseline: Option<Baseline>,
    /// The drop quality they hold for, in the game's word.
    pub quality: Option<String>,
    /// The affix level they hold for, in the game's word; none also in games with one level only.
    pub affix_level: Option<String>,
    /// The columns before the depths, beyond the name.
    pub lead: Vec<LeadColumn>,
    /// The depth columns.
    pub columns: Vec<Column>,
    /// The rows; those of a group stand together.
    pub rows: Vec<Row>,
    /// Rows about all others, shown on top, or, where they have a group, before the rows of their item type: see
    /// [`Sheet::lines`]. Their cells aren't of [`Sheet::measure`] and not in [`Sheet::domain`].
    pub totals: Vec<Row>,
    /// What the rows' cells measure.
    pub measure: Measure,
    /// What else has to be known to read it, a sentence each.
    pub notes: Vec<String>,
    /// The least and the greatest positive number in the rows, for colour; may be set wider to compare sheets.
    pub domain: Option<(f64, f64)>,
}

/// A row in its place: a total, or one of the rows with its position among them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum SheetLine<'a> {
    /// One of [`Sheet::totals`].
    Total(&'a Row),
    /// One of [`Sheet::rows`].
    Row(usize, &'a Row),
}

impl<'a> SheetLine<'a> {
    /// The row.
    pub fn row(self) -> &'a Row {
        match self {
            SheetLine::Total(row) | SheetLine::Row(_, row) => row,
        }
    }
}

impl Sheet {
    /// Totals and rows in the order in which they are read: the totals of everything, then the rows, those of an item type
    /// after its own totals. Totals of an item type without rows are left out.
    pub fn lines(&self) -> impl Iterator<Item = SheetLine<'_>> {
        let (of_types, of_all): (Vec<&Row>, Vec<&Row>) = self.totals.iter().partition(|total| total.group.is_some());
        let mut left = of_types;
        let rows = self.rows.iter().enumerate().flat_map(move |(at, row)| {
            let own = |total: &&Row| total.place.0 == row.place.0;
            let (now, later) = std::mem::take(&mut left).into_iter().partition::<Vec<_>, _>(own);
            left = later;
            now.into_iter().map(SheetLine::Total).chain([SheetLine::Row(at, row)])
        });
        of_all.into_iter().map(SheetLine::Total).chain(rows)
    }

    /// Whether it is of several item types, which then have groups of their own.
    pub fn has_types(&self) -> bool {
        self.totals.iter().any(|total| total.group.is_some())
    }

    /// The least and the greatest positive number in these rows; without those of which only the most they can be is known.
    pub fn domain_of<'a>(cells: impl IntoIterator<Item = &'a Cell>) -> Option<(f64, f64)> {
        let known = cells.into_iter().filter(|cell| !cell.is_only_bounded());
        known.filter_map(Cell::number).filter(|number| *number > 0.0).fold(None, |domain, number| {
            let (low, high) = domain.unwrap_or((number, number));
            Some((number.min(low), number.max(high)))
        })
    }
}

/// What a sheet of changes says of its other side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Baseline {
    /// Where the numbers before come from.
    pub provenance: Provenance,
    /// In so many rows no change can be told, whether they are shown or not.
    pub unchanged: usize,
}

/// Where numbers come from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Provenance {
    /// The edition's name.
    pub edition: String,
    /// The revision's number within it.
    pub revision: u32,
    /// The revision's content hash.
    pub content_hash: String,
    /// The game's id.
    pub game: String,
    /// The version of its rules.
    pub rules_version: u32,
    /// Which points of the rules are as documented, in words: `as coded` where none is.
    pub reading: String,
    /// The drop profile that they follow from, where they do: its name and version.
    pub profile: Option<String>,
    /// What changed the revision's files for these numbers, where something did: `proposal 12, revision 3`, `draft`. The
    /// content hash is then that of the changed files, which no revision has.
    pub proposed: Option<String>,
    /// How they were obtained.
    pub how: How,
}

impl Provenance {
    /// Where the numbers come from in short: `batch 3 (ours r14, as coded)`, `proposal 12, revision 3, on ours r14, as coded`.
    pub fn describe(&self) -> String {
        let profile = self.profile.as_ref().map_or(String::new(), |profile| format!(", {profile}"));
        let proposed = self.proposed.as_ref().map_or(String::new(), |proposed| format!("{proposed}, on "));
        let whence = format!("{proposed}{} r{}, {}{profile}", self.edition, self.revision, self.reading);
        match self.how {
            How::Simulated { batch: Some(batch), .. } => format!("batch {batch} ({whence})"),
            _ => whence,
        }
    }

    /// Game, rules version and reading, such as `affix-branch 1, as coded`.
    pub fn rules(&self) -> String {
        format!("{} {}, {}", self.game, self.rules_version, self.reading)
    }
}

/// How numbers were obtained.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum How {
    /// Computed without sampling.
    Exact,
    /// Counted.
    Simulated {
        /// Drops per cell of the plan.
        drops: u64,
        /// The plan's seed.
        seed: u64,
        /// The batch, where it is stored.
        batch: Option<i64>,
    },
}

impl How {
    /// The seed of what was counted.
    pub fn seed(&self) -> Option<u64> {
        match self {
            How::Exact => None,
            How::Simulated { seed, .. } => Some(*seed),
        }
    }

    /// `exact` or `simulated`.
    pub fn word(&self) -> &'static str {
        match self {
            How::Exact => "exact",
            How::Simulated { .. } => "simulated",
        }
    }
}

/// A field of a row that has a column before the depths.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LeadField {
    /// [`Row::role`].
    Role,
    /// [`Row::level`].
    Level,
    /// [`Row::summary`].
    Summary,
}

/// A column before the depths.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeadColumn {
    /// Which field it shows.
    pub field: LeadField,
    /// Its heading.
    pub label: String,
}

/// A depth column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    /// Its heading.
    pub label: String,
    /// The depth, or the generation level in a sheet of pools.
    pub depth: u32,
}

/// One row.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// The section it belongs to.
    pub group: Option<String>,
    /// What is counted or weighed, in the word of the tallies: `affix`, `theme`, `artifact`, `kind`, `naffixes` …
    pub metric: &'static str,
    /// What it is about; `None` for totals.
    pub entry: Option<Entry>,
    /// The kind, in rows about a kind.
    pub kind: Option<KindId>,
    /// Item type and sval it holds for; no sval: the whole type.
    pub place: (u16, Option<u16>),
    /// The file's serial number.
    pub index: Option<u32>,
    /// Its name, as in the file.
    pub name: String,
    /// `prefix`, `suffix`, `theme`, `artifact`, `kind`; empty where there is no more to say.
    pub role: String,
    /// The affix level of its allocations in the game's word; several joined by `/`.
    pub level: String,
    /// Its allocations in short: `20 @ 1-60, 5 @ 45-100`.
    pub summary: String,
    /// One cell per column.
    pub cells: Vec<Cell>,
}

impl Row {
    /// The text of a column before the depths.
    pub fn lead(&self, field: LeadField) -> &str {
        match field {
            LeadField::Role => &self.role,
            LeadField::Level => &self.level,
            LeadField::Summary => &self.summary,
        }
    }
}

/// What cells measure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Measure {
    /// Weight in the pool, as in the file.
    Commonness,
    /// Probability to be drawn from the pool.
    Pool,
    /// Probability per drop of any kind.
    PerDrop,
    /// Probability per item of the type or kind.
    PerItem,
    /// How many there are among 1,000 drops of any kind, on average.
    PerThousand,
    /// How many a dive finds down to the depth, on average.
    ExpectedFound,
    /// Probability that a dive finds at least one down to the depth.
    AtLeastOne,
    /// How many different affixes or themes there are to draw.
    OverviewCount,
}

impl Measure {
    /// The word in URLs and exports.
    pub fn id(self) -> &'static str {
        match self {
            Measure::Commonness => "commonness",
            Measure::Pool => "pool",
            Measure::PerDrop => "drop",
            Measure::PerItem => "item",
            Measure::PerThousand => "thousand",
            Measure::ExpectedFound => "found",
            Measure::AtLeastOne => "at-least-one",
            Measure::OverviewCount => "available",
        }
    }

    /// The word on pages.
    pub fn title(self) -> &'static str {
        match self {
            Measure::Commonness => "commonness",
            Measure::Pool => "chance in pool",
            Measure::PerDrop => "chance per drop",
            Measure::PerItem => "chance per item",
            Measure::PerThousand => "expected per 1,000 drops",
            Measure::ExpectedFound => "expected number found",
            Measure::AtLeastOne => "chance of at least one",
            Measure::OverviewCount => "number available",
        }
    }

    /// Whether it is a probability; if not, a weight or a number of drops.
    pub fn is_probability(self) -> bool {
        matches!(self, Measure::Pool | Measure::PerDrop | Measure::PerItem | Measure::AtLeastOne)
    }

    /// What a cell's text is in: `%` or nothing.
    pub fn unit(self) -> &'static str {
        if self.is_probability() { "%" } else { "" }
    }

    /// What stands behind a number of this measure in a sentence.
    pub fn per(self) -> &'static str {
        match self {
            Measure::Commonness | Measure::OverviewCount => "",
            Measure::Pool | Measure::PerDrop | Measure::PerItem | Measure::AtLeastOne => " %",
            Measure::PerThousand => " per 1,000 drops",
            Measure::ExpectedFound => " a dive",
        }
    }

    /// What a probability is multiplied with to be of this measure.
    pub fn chance_factor(self) -> f64 {
        if self == Measure::PerThousand { 1000.0 } else { 1.0 }
    }
}
