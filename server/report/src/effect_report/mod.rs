//! What a change of edit files does, as one report: on the command line, and as a comment beside the change.

mod document;
mod finding;
mod html;
mod json;
mod junit;
mod markdown;
mod sarif;
mod text;

pub use finding::{FindingChange, FindingFate};
pub use html::effect_html;
pub use json::effect_json;
pub use junit::{FailedBy, effect_junit};
pub use markdown::effect_markdown;
pub use sarif::effect_sarif;
pub use text::effect_text;

use affixboard_inquiry::balance::BalanceVerdict;
use affixboard_model::game::Words;

use crate::{
    entries::{ChangeKind, EntryChange},
    sheets::{Effect, EffectRow, GridCell, SubjectEffect},
};

/// Everything that leads from one state of edit files to another, and what it does.
#[derive(Debug, Clone)]
pub struct EffectReport {
    /// The files before, and after.
    pub sides: [EffectSide; 2],
    /// The game's title.
    pub game: &'static str,
    /// Id and version of the rules and how they are read, as in provenance.
    pub rules: String,
    /// The game's words.
    pub words: &'static Words,
    /// Changed entries with their lines.
    pub entries: Vec<EntryChange>,
    /// Remarks about the files that came or went.
    pub remarks: Vec<FindingChange>,
    /// Gaps that came, got better or went; `None` where nobody looked for gaps.
    pub gaps: Option<Vec<FindingChange>>,
    /// Balance tests, where they were run.
    pub balance: Option<Vec<BalanceChange>>,
    /// Shares of pools.
    pub pools: Effect,
    /// The names of kinds of which there is a pool of its own, by item type and sval.
    pub kinds: Vec<((u16, u16), String)>,
    /// The affix level that items draw at in the pools of each item type, where there are several.
    pub pool_levels: Vec<(u16, &'static str)>,
    /// Shares of what items of a type carry, where the rules compute them in moments, and of kinds and artifacts among all drops;
    /// `None` where the rules compute none.
    pub drops: Option<Vec<DropChange>>,
    /// Where whole drops change; `None` where there are no numbers of them.
    pub matrix: Option<ChangeMatrix>,
    /// The subjects of a game's own, by title.
    pub subjects: Vec<(String, SubjectEffect)>,
    /// Names of item types by number.
    pub types: Vec<(u16, String)>,
}

/// The largest change of drops of each quality at each depth.
#[derive(Debug, Clone, PartialEq)]
pub struct ChangeMatrix {
    /// The depths, rising.
    pub depths: Vec<u32>,
    /// Drop qualities with a cell for each depth.
    pub rows: Vec<(&'static str, Vec<GridCell>)>,
}

impl ChangeMatrix {
    /// Whether something changes somewhere.
    fn is_any(&self) -> bool {
        self.rows.iter().flat_map(|row| &row.1).any(|cell| cell.largest().is_some())
    }

    /// A cell in few signs: the change in points of per cent, `=` where nothing changes, `?` where no change is certain, a dash where
    /// there are no such items.
    fn text(cell: &GridCell) -> &str {
        match cell {
            GridCell::NoNumbers => "–",
            GridCell::Equal => "=",
            GridCell::Open => "?",
            GridCell::Largest(row) => &row.points,
        }
    }
}

/// One of the two states.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EffectSide {
    /// What it was asked for by: a folder, a commit.
    pub name: String,
    /// The hash of its files.
    pub files: String,
    /// How many lines of it are left out for errors.
    pub errors: usize,
    /// Why numbers may not be those of the files' own program, where they may not.
    pub doubts: Option<String>,
}

/// A balance test before and after.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BalanceChange {
    /// Its name.
    pub name: String,
    /// The verdict on each side.
    pub verdicts: [BalanceVerdict; 2],
    /// The verdict after in a sentence, with its numbers.
    pub sentence: String,
}

impl BalanceChange {
    /// Whether it fails now and didn't before.
    pub fn breaks(&self) -> bool {
        let [before, after] = self.verdicts;
        after == BalanceVerdict::Fails && before != BalanceVerdict::Fails
    }
}

/// A share of drops that changes, at the drop quality and depth where it changes most.
#[derive(Debug, Clone, PartialEq)]
pub struct DropChange {
    /// The drop quality.
    pub quality: &'static str,
    /// Whether it is a share of all drops; else of items of its type.
    pub of_drops: bool,
    /// The change.
    pub row: EffectRow,
    /// Whether it is small, or may be none.
    pub is_small: bool,
}

/// A change of a number as a line of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
struct ChangeLine {
    what: String,
    name: String,
    place: String,
    before: String,
    after: String,
    change: String,
    rank: LineRank,
}

/// Which changes are told first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum LineRank {
    /// Of entries whose own lines change.
    Own,
    /// Of entries whose place others take.
    Displaced,
    /// The same among all drops, where a change of one is a small one of very many.
    OfAllDrops,
    /// What an added entry is like.
    OfAdded,
}

impl EffectReport {
    /// Whether no number, remark or gap changes.
    pub fn is_nothing(&self) -> bool {
        let verdicts_differ = self.balance.iter().flatten().any(|test| test.verdicts[0] != test.verdicts[1]);
        !verdicts_differ
            && self.lines().is_empty()
            && self.small() == 0
            && self.remarks.is_empty()
            && self.gaps.as_ref().is_none_or(Vec::is_empty)
    }

    /// Whether numbers of either side may not be those of the files' own program.
    fn is_doubtful(&self) -> bool {
        self.sides.iter().any(|side| side.doubts.is_some())
    }

    /// The largest change of a share, in absolute terms: 0.02 is two points.
    pub fn largest(&self) -> f64 {
        let drops = self.drops.iter().flatten().map(|change| &change.row);
        let subjects = self.subjects.iter().flat_map(|(_, found)| found.effect.rows.iter());
        drops.chain(&self.pools.rows).chain(subjects).map(|row| row.size).fold(0.0, f64::max)
    }

    /// The balance tests worth telling: those that fail, and those whose verdict is another one now; those that break first.
    fn told_tests(&self) -> Vec<&BalanceChange> {
        let is_told =
            |test: &&BalanceChange| test.verdicts[1] == BalanceVerdict::Fails || test.verdicts[0] != test.verdicts[1];
        let mut tests: Vec<&BalanceChange> = self.balance.iter().flatten().filter(is_told).collect();
        tests.sort_by_key(|test| !test.breaks());
        tests
    }

    /// How many remarks or gaps are new, better, gone.
    fn fates(all: &[FindingChange]) -> [usize; 3] {
        [FindingFate::New, FindingFate::Better, FindingFate::Gone]
            .map(|fate| all.iter().filter(|finding| finding.fate == fate).count())
    }

    /// What changes and whether anything breaks, in sentences.
    fn headline(&self) -> Vec<String> {
        let count = |number: usize, one: &str, more: &str| format!("{number} {}", if number == 1 { one } else { more });
        let lines: usize = self.entries.iter().map(|entry| entry.lines.len()).sum();
        let entries = count(self.entries.len(), "entry changes", "entries change");
        let mut said = vec![match (self.entries.len(), self.is_nothing()) {
            (0, true) if self.sides[0].files == self.sides[1].files => {
                "The files are the same: no share moves.".to_owned()
            }
            (0, true) => {
                "No entry changes, but other lines of the files do; what they do to shares is not looked at here."
                    .to_owned()
            }
            (_, true) => {
                format!("{entries} ({}), and none of the shares computed here moves.", count(lines, "line", "lines"))
            }
            (_, false) => format!("{entries} ({}).", count(lines, "line", "lines")),
        }];
        let [before, after] = [0, 1].map(|side: usize| self.sides[side].errors);
        if after > 0 {
            said.push(format!(
                "{} left out for errors; before it were {before}.",
                count(after, "line is", "lines are")
            ));
        }
        let told = |what: [&str; 2], all: &[FindingChange]| {
            let [new, better, gone] = EffectReport::fates(all);
            let parts = [(new, "new"), (better, "better"), (gone, "gone")];
            let parts = parts.into_iter().filter(|part| part.0 > 0).map(|(number, word)| format!("{number} {word}"));
            (!all.is_empty())
                .then(|| format!("{}: {}.", what[usize::from(all.len() > 1)], parts.collect::<Vec<_>>().join(", ")))
        };
        if let Some(tests) = &self.balance {
            let broken = tests.iter().filter(|test| test.breaks()).count();
            let fail = tests.iter().filter(|test| test.verdicts[1] == BalanceVerdict::Fails).count();
            let all = count(tests.len(), "balance test", "balance tests");
            said.push(format!("Of {all} {fail} fail, {broken} of them since this change."));
        }
        said.extend(told(["Remark", "Remarks"], &self.remarks));
        said.extend(told(["Gap", "Gaps"], self.gaps.as_deref().unwrap_or_default()));
        said
    }

    /// Every change of a number that isn't small: of entries whose own lines change before those that they displace; in each the
    /// largest of each sort of number first.
    fn lines(&self) -> Vec<ChangeLine> {
        let mut lines = Vec::new();
        for (title, found) in &self.subjects {
            let axis = found.axis.as_deref().unwrap_or("depth").to_lowercase();
            lines.extend(found.effect.rows.iter().map(|row| {
                let place = match found.column(row) {
                    "" => title.clone(),
                    "every" => format!("{title}, every {axis}"),
                    at => format!("{title}, {axis} {at}"),
                };
                let rank = if self.is_of_added(&row.name) { LineRank::OfAdded } else { LineRank::Own };
                ChangeLine::of(row, found.metric_title(row), place, rank)
            }));
        }
        let displaced = |row: &EffectRow| if row.is_indirect { ", displaced" } else { "" };
        for change in self.drops.iter().flatten().filter(|change| !change.is_small) {
            let row = &change.row;
            let of = if change.of_drops { "of all".to_owned() } else { self.type_name(row.place.0) + "," };
            let at = if row.is_everywhere { "every depth".to_owned() } else { row.depth.to_string() };
            let place = format!("{of} {} drops at {at}{}", change.quality, displaced(row));
            let rank = match (row.is_indirect, change.of_drops) {
                (false, _) => LineRank::Own,
                (true, false) => LineRank::Displaced,
                (true, true) => LineRank::OfAllDrops,
            };
            lines.push(ChangeLine::of(row, self.word(row.metric), place, rank));
        }
        lines.extend(self.pools.rows.iter().map(|row| {
            let at = if row.is_everywhere { "every level".to_owned() } else { format!("level {}", row.depth) };
            let level = self.pool_levels.iter().find(|known| known.0 == row.place.0);
            let level = level.map_or_else(String::new, |level| format!(", drawn as {}", level.1));
            let place = format!("pool of {} at {at}{level}{}", self.pool_name(row.place), displaced(row));
            let rank = if row.is_indirect { LineRank::Displaced } else { LineRank::Own };
            ChangeLine::of(row, self.word(row.metric), place, rank)
        }));
        lines.sort_by_key(|line| line.rank);
        lines
    }

    /// Whether a row says what an added entry is like, and not how often it comes.
    fn is_of_added(&self, name: &str) -> bool {
        let added = self.entries.iter().filter(|entry| entry.became == ChangeKind::Added);
        let mut added = added.map(|entry| entry.name.as_str());
        added.any(|entry| name.strip_prefix(entry).is_some_and(|rest| rest.starts_with(": ")))
    }

    /// How many more changes there are, which are small or may be none.
    fn small(&self) -> usize {
        let of_subjects: usize = self.subjects.iter().map(|(_, found)| found.effect.small.len()).sum();
        let of_drops = self.drops.iter().flatten().filter(|change| change.is_small).count();
        of_subjects + of_drops + self.pools.small.len()
    }

    /// What isn't listed, in a sentence without its full stop; empty where nothing is left.
    fn left(&self, more: usize) -> String {
        let more = (more > 0).then(|| format!("{more} more"));
        let small = Some(self.small()).filter(|small| *small > 0);
        let small = small.map(|small| {
            let change = if small == 1 { "changes" } else { "change" };
            let or_not = if self.has_bounds() { " or perhaps not at all" } else { "" };
            format!("{small} {change} by less than 5 % of the number{or_not}")
        });
        more.into_iter().chain(small).collect::<Vec<_>>().join("; ")
    }

    /// Whether some small change may be none.
    fn has_bounds(&self) -> bool {
        let drops = self.drops.iter().flatten().map(|change| &change.row);
        let subjects = self.subjects.iter().flat_map(|(_, found)| &found.effect.small);
        drops.chain(subjects).chain(&self.pools.small).any(|row| row.ratio.starts_with("may be"))
    }

    /// The game's word for rows of a metric.
    fn word(&self, metric: &'static str) -> &'static str {
        if metric == "affix" { self.words.affix } else { metric }
    }

    /// The item type or kind whose pool it is.
    fn pool_name(&self, (tval, sval): (u16, Option<u16>)) -> String {
        let kind = sval.and_then(|sval| self.kinds.iter().find(|known| known.0 == (tval, sval)));
        kind.map_or_else(|| self.type_name(tval), |known| known.1.clone())
    }

    fn type_name(&self, tval: u16) -> String {
        let known = self.types.iter().find(|known| known.0 == tval);
        known.map_or_else(|| tval.to_string(), |known| known.1.clone())
    }

    /// How the numbers were obtained.
    fn how(&self) -> Vec<String> {
        let [before, after] = &self.sides;
        let short = |side: &EffectSide| side.files.chars().take(12).collect::<String>();
        let mut said = vec![format!(
            "{}, each at the place where it changes most. Rules {}; files {} before, {} after.",
            if self.is_doubtful() { "Computed" } else { "Exact" },
            self.rules,
            short(before),
            short(after)
        )];
        if !self.words.one_affix && !self.types.is_empty() && self.subjects.is_empty() {
            said.push(
                "What whole drops carry takes this game's rules too long to compute here: of affixes these are shares of pools."
                    .to_owned(),
            );
        }
        let told = self.subjects.iter().filter(|(_, found)| !found.at.is_empty() && !found.effect.rows.is_empty());
        said.extend(told.map(|(title, found)| format!("{title}: {}.", found.at)));
        for side in &self.sides {
            said.extend(side.doubts.as_ref().map(|doubts| format!("{}: {doubts}", side.name)));
        }
        said.dedup();
        said
    }
}

impl ChangeLine {
    fn of(row: &EffectRow, what: &str, place: String, rank: LineRank) -> ChangeLine {
        ChangeLine {
            rank,
            what: what.to_owned(),
            name: row.name.clone(),
            place,
            before: row.now.clone(),
            after: row.proposed.clone(),
            change: row.ratio.clone(),
        }
    }
}
