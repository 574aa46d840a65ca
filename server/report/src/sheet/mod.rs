//! The sheet: the one view model. Every table, CSV, chart and JSON of numbers by depth renders a [`Sheet`].

mod cell;
mod change;
mod exact;
mod how;
mod short;

pub use cell::{Cell, Overlay, Value};
pub use change::Direction;
pub use how::HowCounts;
pub use short::width_in_halves;

use affixboard_model::{batch::Entry, catalog::KindId};

/// A table of numbers, `rows` × depth `columns`, with the provenance of the numbers.
#[derive(Debug, Clone, PartialEq)]
pub struct Sheet {
    /// The heading.
    pub title: String,
    /// The meaning of the numbers, in a sentence; more on them may follow.
    pub caption: String,
    /// The data and rules behind the numbers; in a sheet of changes those of the later side.
    pub provenance: Provenance,
    /// The earlier side; only in a sheet of changes.
    pub baseline: Option<Baseline>,
    /// The drop quality, in the game's word; `None` where the sheet is not of one quality.
    pub quality: Option<String>,
    /// The affix level, in the game's word; `None` where the sheet has none or the game knows one level only.
    pub affix_level: Option<String>,
    /// Text columns between the name and the depths.
    pub lead: Vec<LeadColumn>,
    /// The depth columns.
    pub columns: Vec<Column>,
    /// The rows; rows of one group are adjacent.
    pub rows: Vec<Row>,
    /// Summary rows, shown on top or, where they have a group, before the rows of their item type (see
    /// [`Sheet::lines`]). Their cells are not in the unit of [`Sheet::measure`] and don't count for [`Sheet::domain`].
    pub totals: Vec<Row>,
    /// Sections without rows, and why they have none.
    pub absent: Vec<AbsentSection>,
    /// The measure of the rows' cells.
    pub measure: Measure,
    /// Remarks on the numbers, one sentence each.
    pub notes: Vec<String>,
    /// The least and the greatest positive number of the rows, for the colour scale. May be set wider, so that several
    /// sheets share a scale.
    pub domain: Option<(f64, f64)>,
}

/// A section that has no rows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AbsentSection {
    /// Its heading; empty in a sheet without sections.
    pub heading: String,
    /// Why there are none, in a sentence in the game's words.
    pub why: String,
}

/// A row in reading order.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum SheetLine<'a> {
    /// A row of [`Sheet::totals`].
    Total(&'a Row),
    /// A row of [`Sheet::rows`], with its position there.
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
    /// The first sentence of the caption, without its full stop; of changes, what of it they are of.
    pub fn headline(&self) -> String {
        let sentence = self.caption.split_once(". ").map_or(self.caption.as_str(), |(first, _)| first);
        let sentence = sentence.trim_end_matches('.');
        if self.baseline.is_none() {
            return sentence.to_owned();
        }
        let mut letters = sentence.chars();
        let first = letters.next().map_or(String::new(), |letter| letter.to_lowercase().collect());
        format!("Change of the {first}{}", letters.as_str())
    }

    /// Totals and rows in reading order: totals of everything, then the rows, with the totals of an item type before
    /// the first row of that type. Totals of an item type without rows are skipped.
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

    /// Whether the sheet joins several item types, whose rows then have groups of their own.
    pub fn has_types(&self) -> bool {
        self.totals.iter().any(|total| total.group.is_some())
    }

    /// The word for how the sheet's numbers are known ([`HowCounts::word`]); `simulated` also where all are
    /// counts of a batch, `counted` where a game's own program counted them.
    pub fn how(&self) -> &'static str {
        self.how_counts().map_or(self.provenance.method.word(), |counts| self.provenance.word(counts.word()))
    }

    /// The same with numbers, where there is more than one word to say: `412 exact, 37 computed, 12 simulated`.
    pub fn how_text(&self) -> String {
        match self.how_counts() {
            None => self.provenance.method.word().to_owned(),
            Some(counts) if counts == HowCounts::default() => self.provenance.word("exact").to_owned(),
            Some(counts) => counts.text(),
        }
    }

    /// The word for how a cell's number is known ([`Value::how`]): where files are in doubt none is exact.
    pub fn how_of(&self, value: &Value) -> Option<&'static str> {
        value.how().map(|how| self.provenance.word(how))
    }

    /// Description of one of its cells, with n and interval, for a tooltip or a screen reader.
    pub fn describe(&self, cell: &Cell) -> String {
        let mut text = String::new();
        self.push_description(cell, &mut text);
        text
    }

    /// Appends [`Sheet::describe`] to `text`.
    pub fn push_description(&self, cell: &Cell, text: &mut String) {
        cell.push_description(self.measure, self.provenance.is_doubtful(), text);
    }

    /// Numbers of cells that are exact, computed and simulated, of the rows or, where there are none, of the totals;
    /// `None` on a sheet of a batch's counts.
    pub fn how_counts(&self) -> Option<HowCounts> {
        if matches!(self.provenance.method, Method::Simulated { .. } | Method::Counted { .. }) {
            return None;
        }
        let rows = if self.rows.is_empty() { &self.totals } else { &self.rows };
        let mut counts = HowCounts::default();
        rows.iter().flat_map(|row| &row.cells).for_each(|cell| counts.add(self.how_of(&cell.value)));
        Some(counts)
    }

    /// The least and the greatest positive number of these cells; cells of which only an upper bound is known are
    /// skipped. `None` if there is no such number.
    pub fn domain_of<'a>(cells: impl IntoIterator<Item = &'a Cell>) -> Option<(f64, f64)> {
        let known = cells.into_iter().filter(|cell| !cell.is_only_bounded());
        known.filter_map(Cell::number).filter(|number| *number > 0.0).fold(None, |domain, number| {
            let (low, high) = domain.unwrap_or((number, number));
            Some((number.min(low), number.max(high)))
        })
    }
}

/// The earlier side of a sheet of changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Baseline {
    /// The data and rules behind the earlier numbers.
    pub provenance: Provenance,
    /// Number of rows without a significant change, shown or not.
    pub unchanged: usize,
}

/// The data and rules behind a sheet's numbers.
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
    /// The rule switches in words; `as coded` where all are at their default.
    pub reading: String,
    /// Name and version of the drop profile, in sheets that follow from one.
    pub profile: Option<String>,
    /// The changes applied to the revision's files, such as `proposal 12, revision 3` or `draft`. The content hash is
    /// then that of the changed files, which no stored revision has.
    pub proposed: Option<String>,
    /// The method that gave the numbers.
    pub method: Method,
    /// Why the numbers may not be those of the files' own program ([`affixboard_model::game::Loaded::doubts`]).
    pub doubts: Option<String>,
}

impl Provenance {
    /// Whether the numbers may not be those of the files' own program.
    pub fn is_doubtful(&self) -> bool {
        self.doubts.is_some()
    }

    /// The word for how numbers are known: what would be `exact` is only `computed` where the numbers may not be
    /// those of the files' own program; what a game's own program counted is `counted`.
    pub fn word(&self, how: &'static str) -> &'static str {
        match how {
            "exact" if self.is_doubtful() => "computed",
            "simulated" if matches!(self.method, Method::Counted { .. }) => "counted",
            how => how,
        }
    }

    /// A short text: `batch 3 (ours r14, as coded)`, `proposal 12, revision 3, on ours r14, as coded`; `files in doubt` is its
    /// end where the numbers may not be those of the files' own program.
    pub fn describe(&self) -> String {
        let profile = self.profile.as_ref().map_or(String::new(), |profile| format!(", {profile}"));
        let proposed = self.proposed.as_ref().map_or(String::new(), |proposed| format!("{proposed}, on "));
        let doubts = if self.is_doubtful() { ", files in doubt" } else { "" };
        let whence = format!("{proposed}{} r{}, {}{profile}{doubts}", self.edition, self.revision, self.reading);
        match self.method {
            Method::Counted { id: Some(id), .. } => format!("game statistics {id} ({whence})"),
            Method::Simulated { batch: Some(batch), .. } => format!("batch {batch} ({whence})"),
            _ => whence,
        }
    }

    /// Game, rules version and switches, such as `affix-branch 1, as coded`.
    pub fn rules(&self) -> String {
        format!("{} {}, {}", self.game, self.rules_version, self.reading)
    }
}

/// The method that gave a sheet's numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Method {
    /// Computed from the rules, without sampling.
    Exact,
    /// Computed from the rules, and counted in simulated drops where that is known better.
    Mixed {
        /// The seed of the simulated drops.
        seed: u64,
    },
    /// Counted in simulated drops.
    Simulated {
        /// Drops per cell of the plan.
        drops: u64,
        /// The plan's seed.
        seed: u64,
        /// The id of the batch, if it is stored.
        batch: Option<i64>,
    },
    /// Counted by a game's own program on whole levels.
    Counted {
        /// The id of the statistics, if they are stored.
        id: Option<i64>,
        /// SHA-256 of the program's file.
        sha256: String,
        /// The program's version, as it wrote it.
        version: String,
        /// The most visits of a level.
        visits: u64,
    },
}

impl Method {
    /// The seed of simulated numbers.
    pub fn seed(&self) -> Option<u64> {
        match self {
            Method::Exact | Method::Counted { .. } => None,
            Method::Mixed { seed } | Method::Simulated { seed, .. } => Some(*seed),
        }
    }

    /// `exact`, `mixed`, `simulated` or `counted`.
    pub fn word(&self) -> &'static str {
        match self {
            Method::Exact => "exact",
            Method::Mixed { .. } => "mixed",
            Method::Simulated { .. } => "simulated",
            Method::Counted { .. } => "counted",
        }
    }
}

/// A text field of a row that may have a column before the depths.
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
    /// The field shown.
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
    /// The item type, where columns are of several; `None` where the rows say it.
    pub tval: Option<u16>,
}

/// A row: an entry, a value or a total, with one cell per depth column.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// The heading of its section.
    pub group: Option<String>,
    /// The metric, in the word of the tallies: `affix`, `theme`, `artifact`, `kind`, `naffixes` …
    pub metric: &'static str,
    /// The catalog entry; `None` for totals and for rows that only other files have.
    pub entry: Option<Entry>,
    /// The kind, in rows of kinds.
    pub kind: Option<KindId>,
    /// Item type (tval) and kind (sval); `None` for the sval means the whole type.
    pub place: (u16, Option<u16>),
    /// The entry's serial number in its file.
    pub index: Option<u32>,
    /// The entry's name, as in the file.
    pub name: String,
    /// `prefix`, `suffix`, `theme`, `artifact`, `kind`; empty where there is no more to say.
    pub role: String,
    /// The affix levels of its allocations in the game's words, joined by `/`.
    pub level: String,
    /// Its allocations in short: `20 @ 1-60, 5 @ 45-100`.
    pub summary: String,
    /// The cells, one per column of [`Sheet::columns`].
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

/// The quantity that cells hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Measure {
    /// Weight in the pool, as in the file.
    Commonness,
    /// Probability to be drawn from the pool.
    Pool,
    /// Probability per drop of any kind.
    PerDrop,
    /// Probability per trial of a subject, such as a monster that is made.
    PerTrial,
    /// Probability per item of the type or kind.
    PerItem,
    /// Expected number among 1,000 drops of any kind.
    PerThousand,
    /// Expected number that a dive finds down to the depth.
    ExpectedFound,
    /// Probability that a dive finds at least one down to the depth.
    AtLeastOne,
    /// Number of different affixes or themes that can be drawn.
    OverviewCount,
    /// A number that items have, such as their power, and what it is held against.
    Number,
    /// Objects per visit of a level.
    PerVisit,
}

impl Measure {
    /// The word in URLs and exports.
    pub fn id(self) -> &'static str {
        match self {
            Measure::Commonness => "commonness",
            Measure::Pool => "pool",
            Measure::PerDrop => "drop",
            Measure::PerTrial => "trial",
            Measure::PerItem => "item",
            Measure::PerThousand => "thousand",
            Measure::ExpectedFound => "found",
            Measure::AtLeastOne => "at-least-one",
            Measure::OverviewCount => "available",
            Measure::Number => "number",
            Measure::PerVisit => "visit",
        }
    }

    /// The word on pages.
    pub fn title(self) -> &'static str {
        match self {
            Measure::Commonness => "commonness",
            Measure::Pool => "chance in pool",
            Measure::PerDrop => "chance per drop",
            Measure::PerTrial => "chance",
            Measure::PerItem => "chance per item",
            Measure::PerThousand => "expected per 1,000 drops",
            Measure::ExpectedFound => "expected number found",
            Measure::AtLeastOne => "chance of at least one",
            Measure::OverviewCount => "number available",
            Measure::Number => "number",
            Measure::PerVisit => "objects per visit of a level",
        }
    }

    /// Whether it is a probability; if not, it is a weight or a number of things.
    pub fn is_probability(self) -> bool {
        matches!(self, Measure::Pool | Measure::PerDrop | Measure::PerTrial | Measure::PerItem | Measure::AtLeastOne)
    }

    /// The unit of a cell's text: `%` or nothing.
    pub fn unit(self) -> &'static str {
        if self.is_probability() { "%" } else { "" }
    }

    /// The unit behind a number in a sentence, with a leading space.
    pub fn per(self) -> &'static str {
        match self {
            Measure::Commonness | Measure::OverviewCount | Measure::Number => "",
            Measure::Pool | Measure::PerDrop | Measure::PerTrial | Measure::PerItem | Measure::AtLeastOne => " %",
            Measure::PerThousand => " per 1,000 drops",
            Measure::ExpectedFound => " a dive",
            Measure::PerVisit => " a visit",
        }
    }

    /// The factor from a probability per drop or item to this measure.
    pub fn chance_factor(self) -> f64 {
        if self == Measure::PerThousand { 1000.0 } else { 1.0 }
    }
}
