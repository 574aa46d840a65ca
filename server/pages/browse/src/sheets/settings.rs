//! Settings of sheets in the URL: reading them, and the choices that change them.

use std::ops::RangeInclusive;

use affixboard_model::{batch::parse_depths, game::Words};
use affixboard_report::{
    chart::{ChartWidth, Theme},
    palette::{Curve, Scale},
    sheet::Sheet,
    sheets::{Filter, RowName, RowOrder, SortBy},
};
use affixboard_store::BatchId;

use super::{
    flags,
    mended::LeftOut,
    view::{
        sheet_parts::SheetPart,
        sheet_view::{MOST_FROZEN, NAME_WIDTHS, NUMBER_WIDTHS, Notation},
    },
};
use crate::{
    Error,
    links::{Choice, Query},
};

/// The settings every sheet has, as they stand in the URL.
#[derive(Clone, Debug, Default, serde::Deserialize)]
pub struct SheetSettings {
    /// The kinds of a type that rows are about.
    pub sval: Option<String>,
    /// What is shown: chances, counts, shares.
    pub measure: Option<String>,
    /// The columns: `1,5-100/5`.
    pub depths: Option<String>,
    /// The sort of rows.
    pub role: Option<String>,
    /// What names must contain.
    pub q: Option<String>,
    /// Flags that rows must give, all of them: `SLOW_DIGEST,RES_FIRE`.
    pub flags: Option<String>,
    /// How probabilities are written: `percent` or `odds`.
    pub numbers: Option<String>,
    /// What rows are sorted by.
    pub sort: Option<String>,
    /// What colours are relative to.
    pub scale: Option<String>,
    /// How numbers spread over the colours: `log` or `linear`.
    pub curve: Option<String>,
    /// Number of leading columns that stay in view.
    pub freeze: Option<String>,
    /// Width of the names, and of numbers.
    pub names: Option<String>,
    /// Width of numbers.
    pub columns: Option<String>,
    /// `on`: depths down, rows across.
    pub turn: Option<String>,
    /// Only several item types: `across` has them beside each other.
    pub types: Option<String>,
    /// Rows to leave out, such as `affix-12,theme-3`.
    pub hide: Option<String>,
    /// Rows that come first, likewise.
    pub pin: Option<String>,
    /// The part of the rows to show: a number from 1, `all`, or a row such as `affix-12` for the part that has it.
    pub part: Option<String>,
    /// For availability the affix level of draws; for chances and results the affix level of the rows' allocations.
    pub level: Option<String>,
    /// By which rules numbers are computed.
    pub rules: Option<String>,
    /// Only chances and results: the drop quality.
    pub quality: Option<String>,
    /// Only chances and results: the section.
    pub subject: Option<String>,
    /// Only in addresses from before there was one way to compare: the batch whose numbers are before those of a result, or
    /// are held against chances.
    pub against: Option<String>,
    /// Comparand whose numbers stand beside the own.
    pub beside: Option<String>,
    /// Only dives: the drop profile, with or without a version.
    pub profile: Option<String>,
    /// Only changes: `both` numbers, not their difference.
    pub show: Option<String>,
    /// Only changes: `all` rows, also those without a change that can be told.
    pub rows: Option<String>,
    /// Only comparisons: the base, such as `ours@3` or `batch:7`.
    pub from: Option<String>,
    /// Only comparisons: the head.
    pub to: Option<String>,
    /// Only charts of changes: the depth.
    pub at: Option<String>,
    /// Only charts: the ground.
    pub theme: Option<String>,
    /// Only charts: the window they are for.
    pub width: Option<String>,
    /// Only files and charts: `exact` waits until all numbers are final.
    pub wait: Option<String>,
    /// What of the address was left out because it was wrong.
    #[serde(skip)]
    pub left_out: LeftOut,
}

/// On which ground a chart is to stand.
pub(crate) fn theme(text: Option<&str>) -> Result<Theme, Error> {
    match text {
        None | Some("light") => Ok(Theme::Light),
        Some("dark") => Ok(Theme::Dark),
        Some(other) => Err(not_one_of("theme", other, "light or dark")),
    }
}

/// For which window a chart is to be drawn.
pub(crate) fn chart_width(text: Option<&str>) -> Result<ChartWidth, Error> {
    match text {
        None | Some("wide") => Ok(ChartWidth::Wide),
        Some("narrow") => Ok(ChartWidth::Narrow),
        Some(other) => Err(not_one_of("width", other, "wide or narrow")),
    }
}

/// The end of measures in addresses that also said how numbers are written.
const ODDS: &str = "-odds";

/// The affix levels that rows can be told apart by.
pub(crate) fn row_levels(words: &Words) -> impl Iterator<Item = &'static str> {
    let reachable = if words.has_affix_levels() { usize::from(words.reachable_affix_levels) } else { 0 };
    let levels = words.affix_levels.get(..reachable).unwrap_or_default();
    // "any" is no level of its own.
    levels.iter().copied().filter(|level| *level != "any")
}

fn given(value: Option<&String>) -> &str {
    value.map_or("", |value| value.trim())
}

fn not_one_of(what: &str, found: &str, expected: &str) -> Error {
    Error::bad_request(format!("{what}: found `{found}`; expected {expected}."))
}

fn width(what: &str, value: Option<&String>, known: RangeInclusive<usize>) -> Result<Option<usize>, Error> {
    match given(value) {
        "" => Ok(None),
        text => text
            .parse()
            .ok()
            .filter(|width| known.contains(width))
            .map(Some)
            .ok_or_else(|| not_one_of(what, text, &format!("a width from {} to {}", known.start(), known.end()))),
    }
}

fn row_names(what: &str, value: Option<&String>) -> Result<Vec<RowName>, Error> {
    let names = given(value).split(',').map(str::trim).filter(|name| !name.is_empty());
    let parsed = |name: &str| {
        RowName::parse(name).ok_or_else(|| not_one_of(what, name, "rows by their ids, such as affix-12,theme-3"))
    };
    names.map(parsed).collect()
}

fn batch_number(what: &str, value: Option<&String>) -> Result<Option<BatchId>, Error> {
    match given(value) {
        "" => Ok(None),
        text => text.parse().map(|id| Some(BatchId(id))).map_err(|_| not_one_of(what, text, "the number of a batch")),
    }
}

impl SheetSettings {
    /// All settings that aren't the default.
    pub(crate) fn query(&self) -> Query {
        Query::default()
            .set("from", given(self.from.as_ref()))
            .set("to", given(self.to.as_ref()))
            .set("sval", given(self.sval.as_ref()))
            .set("level", given(self.level.as_ref()))
            .set("rules", given(self.rules.as_ref()))
            .set("quality", given(self.quality.as_ref()))
            .set("profile", given(self.profile.as_ref()))
            .set("show", given(self.show.as_ref()))
            .set("rows", given(self.rows.as_ref()))
            .set("subject", given(self.subject.as_ref()))
            .set("measure", self.measure_word())
            .set("numbers", if self.is_one_in() { "odds" } else { "" })
            .set("depths", given(self.depths.as_ref()))
            .set("role", given(self.role.as_ref()))
            .set("flags", self.flags().join(","))
            .set("q", given(self.q.as_ref()))
            .set("sort", given(self.sort.as_ref()))
            .set("scale", given(self.scale.as_ref()))
            .set("curve", given(self.curve.as_ref()))
            .set("freeze", given(self.freeze.as_ref()))
            .set("names", given(self.names.as_ref()))
            .set("columns", given(self.columns.as_ref()))
            .set("turn", given(self.turn.as_ref()))
            .set("types", given(self.types.as_ref()))
            .set("hide", given(self.hide.as_ref()))
            .set("pin", given(self.pin.as_ref()))
            .set("at", given(self.at.as_ref()))
    }

    /// The settings of a comparison between these sides, which says itself by which rules they are.
    pub(crate) fn between(&self, from: String, to: String) -> Query {
        SheetSettings { from: Some(from), to: Some(to), rules: None, ..self.clone() }.query()
    }

    /// The depth of which changes are drawn.
    pub(crate) fn at(&self) -> Result<Option<u32>, Error> {
        match given(self.at.as_ref()) {
            "" => Ok(None),
            text => text.parse().map(Some).map_err(|_| not_one_of("at", text, "a depth")),
        }
    }

    /// Whether a file waits until all numbers are final. It isn't in [`SheetSettings::query`]: pages don't wait.
    pub(crate) fn waits_for_exact(&self) -> Result<bool, Error> {
        match given(self.wait.as_ref()) {
            "" => Ok(false),
            "exact" => Ok(true),
            other => Err(not_one_of("wait", other, "exact")),
        }
    }

    pub(crate) fn sval(&self) -> Result<Option<u16>, Error> {
        match given(self.sval.as_ref()) {
            "" => Ok(None),
            text => text.parse().map(Some).map_err(|_| not_one_of("sval", text, "a number")),
        }
    }

    /// The depths of the columns: rising, at most as many as a dungeon has levels.
    pub fn depths(&self, words: &Words) -> Result<Vec<u32>, Error> {
        // The words are those of deep dungeons.
        let text = match given(self.depths.as_ref()) {
            "" | "5" => words.usual_depths(),
            "10" => words.depth_list(10),
            "every" => words.depth_list(100),
            list => list.to_owned(),
        };
        parse_depths(&text, words.deepest).map_err(|error| Error::bad_request(format!("depths: {error}.")))
    }

    pub(crate) fn filter(&self, words: &Words) -> Result<Filter, Error> {
        let role = match given(self.role.as_ref()) {
            "" => None,
            text => Some(words.roles.iter().copied().find(|role| role.name() == text).ok_or_else(|| {
                let known: Vec<_> = words.roles.iter().map(|role| role.name()).collect();
                not_one_of("role", text, &format!("one of {}", known.join(", ")))
            })?),
        };
        let text = given(self.q.as_ref()).chars().take(100).collect();
        Ok(Filter { role, text, flags: self.flags(), level: None })
    }

    /// The filter of rows, with the affix level of their allocations.
    pub(crate) fn filter_with_level(&self, words: &Words) -> Result<Filter, Error> {
        let levels: Vec<&'static str> = row_levels(words).collect();
        let level = match given(self.level.as_ref()) {
            "" => None,
            _ => Some(levels[SheetSettings::position("level", self.level.as_ref(), &levels, 0)?]),
        };
        Ok(Filter { level, ..self.filter(words)? })
    }

    /// The flags that rows must give.
    pub(crate) fn flags(&self) -> Vec<String> {
        flags::read(given(self.flags.as_ref()))
    }

    /// The measure without how its numbers are written: addresses had both as one, such as `drop-odds`.
    fn measure_word(&self) -> &str {
        let word = given(self.measure.as_ref());
        word.strip_suffix(ODDS).unwrap_or(word)
    }

    fn is_one_in(&self) -> bool {
        match given(self.numbers.as_ref()) {
            "" => given(self.measure.as_ref()).ends_with(ODDS),
            text => text == "odds",
        }
    }

    pub(crate) fn sort(&self) -> Result<RowOrder, Error> {
        let text = given(self.sort.as_ref());
        let (word, reversed) = match text.strip_prefix('-') {
            Some(word) => (word, true),
            None => (text, false),
        };
        let by = match word {
            "" | "first" => SortBy::First,
            "file" => SortBy::File,
            "name" => SortBy::Name,
            "level" => SortBy::Level,
            depth => SortBy::Depth(
                depth.parse().map_err(|_| not_one_of("sort", text, "first, file, name, level or a depth"))?,
            ),
        };
        Ok(RowOrder { by, reversed })
    }

    pub(crate) fn scale(&self) -> Result<Scale, Error> {
        match given(self.scale.as_ref()) {
            "" | "section" => Ok(Scale::Section),
            "sheet" => Ok(Scale::Sheet),
            "row" => Ok(Scale::Row),
            "column" => Ok(Scale::Column),
            other => Err(not_one_of("scale", other, "section, sheet, row or column")),
        }
    }

    pub(crate) fn curve(&self) -> Result<Curve, Error> {
        match given(self.curve.as_ref()) {
            "" | "root" => Ok(Curve::Root),
            "log" => Ok(Curve::Log),
            "linear" => Ok(Curve::Linear),
            other => Err(not_one_of("curve", other, "root, log or linear")),
        }
    }

    /// Number of leading columns that stay in view, the name among them: 0 to [`MOST_FROZEN`].
    pub(crate) fn frozen(&self) -> Result<usize, Error> {
        match given(self.freeze.as_ref()) {
            "" => Ok(1),
            text => text
                .parse()
                .ok()
                .filter(|frozen| *frozen <= MOST_FROZEN)
                .ok_or_else(|| not_one_of("freeze", text, &format!("a number from 0 to {MOST_FROZEN}"))),
        }
    }

    /// The width of the names, where somebody chose one, in the unit of the page's text.
    pub(crate) fn name_width(&self) -> Result<Option<usize>, Error> {
        width("names", self.names.as_ref(), NAME_WIDTHS)
    }

    /// The width of columns of numbers, where somebody chose one, in halves of a digit.
    pub(crate) fn number_width(&self) -> Result<Option<usize>, Error> {
        width("columns", self.columns.as_ref(), NUMBER_WIDTHS)
    }

    /// Whether depths go down and rows across.
    pub(crate) fn is_turned(&self) -> Result<bool, Error> {
        match given(self.turn.as_ref()) {
            "" | "off" => Ok(false),
            "on" => Ok(true),
            other => Err(not_one_of("turn", other, "on or off")),
        }
    }

    /// The rows to leave out.
    pub(crate) fn hidden(&self) -> Result<Vec<RowName>, Error> {
        row_names("hide", self.hide.as_ref())
    }

    /// The rows that come first.
    pub(crate) fn pinned(&self) -> Result<Vec<RowName>, Error> {
        row_names("pin", self.pin.as_ref())
    }

    /// Whether several item types stand beside each other.
    pub(crate) fn has_types_across(&self) -> Result<bool, Error> {
        match given(self.types.as_ref()) {
            "" | "down" => Ok(false),
            "across" => Ok(true),
            other => Err(not_one_of("types", other, "down or across")),
        }
    }

    /// The part of the rows to show. It isn't in [`SheetSettings::query`]: other settings give it other rows.
    pub(crate) fn part(&self) -> Result<SheetPart<'_>, Error> {
        match given(self.part.as_ref()) {
            "" => Ok(SheetPart::Number(1)),
            "all" => Ok(SheetPart::All),
            row if row.contains('-') => Ok(SheetPart::With(row)),
            text => match text.parse() {
                Ok(number) if number > 0 => Ok(SheetPart::Number(number)),
                _ => Err(not_one_of("part", text, "a number from 1 on, all, or a row such as affix-12")),
            },
        }
    }

    /// Whether a sheet of changes has all rows, also those without a change that can be told.
    pub(crate) fn has_all_rows(&self) -> Result<bool, Error> {
        match given(self.rows.as_ref()) {
            "" | "changed" => Ok(false),
            "all" => Ok(true),
            other => Err(not_one_of("rows", other, "changed or all")),
        }
    }

    /// Whether changes come first that are largest.
    pub(crate) fn is_by_change(&self) -> bool {
        matches!(given(self.sort.as_ref()), "" | "first")
    }

    /// Whether a sheet of changes shows the rows in which none can be told; no choice where there are none.
    pub(crate) fn folding(&self, path: &str, sheet: &Sheet) -> Vec<Choice> {
        match &sheet.baseline {
            Some(before) if before.unchanged > 0 => {
                let left_out = format!("{} left out", before.unchanged);
                self.choices(path, "rows", &[("", &left_out), ("all", "shown")])
            }
            _ => Vec::new(),
        }
    }

    /// The batch that an older address of a result has before it.
    pub(crate) fn held_against(&self) -> Result<Option<BatchId>, Error> {
        batch_number("against", self.against.as_ref())
    }

    /// The batch that an older address of chances has them held against.
    pub(crate) fn held_by(&self) -> Result<Option<BatchId>, Error> {
        batch_number("beside", self.beside.as_ref())
    }

    /// How numbers are written.
    pub(crate) fn notation(&self) -> Result<Notation, Error> {
        if given(self.show.as_ref()) == "both" {
            return Ok(Notation::Both);
        }
        match given(self.numbers.as_ref()) {
            "" | "percent" | "odds" => Ok(if self.is_one_in() { Notation::OneIn } else { Notation::Plain }),
            other => Err(not_one_of("numbers", other, "percent or odds")),
        }
    }

    /// The position of a word in a list; `usual` where none is given.
    pub fn position(what: &str, value: Option<&String>, words: &[&str], usual: usize) -> Result<usize, Error> {
        match given(value) {
            "" => Ok(usual),
            text => words
                .iter()
                .position(|word| word.eq_ignore_ascii_case(text))
                .ok_or_else(|| not_one_of(what, text, &format!("one of {}", words.join(", ")))),
        }
    }

    /// The measure in the URL; `usual` where none is given.
    pub(crate) fn measure<T: Copy>(&self, known: &[(&str, T)], usual: T) -> Result<T, Error> {
        let text = self.measure_word();
        if text.is_empty() {
            return Ok(usual);
        }
        known.iter().find(|(word, _)| *word == text).map(|(_, measure)| *measure).ok_or_else(|| {
            let words: Vec<_> = known.iter().map(|(word, _)| *word).collect();
            not_one_of("measure", text, &format!("one of {}", words.join(", ")))
        })
    }

    /// A row of choices for one setting; the first is the default.
    pub(crate) fn choices(&self, path: &str, key: &'static str, all: &[(&str, &str)]) -> Vec<Choice> {
        self.choices_with(path, key, all, all.first().map_or("", |choice| choice.0))
    }

    /// The orders of a sheet's rows; by affix level where rows have one.
    pub(crate) fn sorts(&self, path: &str, sheet: &Sheet, with_level: bool) -> Vec<Choice> {
        let first = if sheet.baseline.is_some() { "largest change" } else { "first depth" };
        let mut sorts = vec![("first", first), ("name", "name"), ("level", "level"), ("file", "as in file")];
        sorts.retain(|sort| sort.0 != "level" || with_level);
        self.choices(path, "sort", &sorts)
    }

    /// How the cells of a sheet of changes are written.
    pub(crate) fn notations(&self, path: &str, sheet: &Sheet) -> Vec<Choice> {
        match sheet.baseline {
            Some(_) => self.choices(path, "show", &[("", "change"), ("both", "before → after")]),
            None => Vec::new(),
        }
    }

    /// A row of choices for one setting, of which `usual` is the default.
    pub(crate) fn choices_with(&self, path: &str, key: &'static str, all: &[(&str, &str)], usual: &str) -> Vec<Choice> {
        let query = self.query();
        let current = query.except(&[]).into_iter().find(|pair| pair.0 == key).map_or(String::new(), |pair| pair.1);
        all.iter()
            .map(|(value, label)| {
                let selected = *value == current || (current.is_empty() && *value == usual);
                let written = if *value == usual { "" } else { *value };
                Choice::new(*label, query.clone().set(key, written).on(path), selected)
            })
            .collect()
    }

    /// The link that sorts by a depth, `name` or `level`: numbers highest first, words from A on, and the other way round
    /// when asked again.
    pub(crate) fn sort_link(&self, path: &str, by: &str) -> String {
        let again = given(self.sort.as_ref()) == by;
        self.query().set("sort", if again { format!("-{by}") } else { by.to_owned() }).on(path)
    }

    /// The sort column, as in the URL, and whether it is reversed.
    pub(crate) fn sorted(&self) -> (&str, bool) {
        let text = given(self.sort.as_ref());
        (text.strip_prefix('-').unwrap_or(text), text.starts_with('-'))
    }

    /// The custom list of depths, where one is given.
    pub(crate) fn custom_depths(&self) -> String {
        match given(self.depths.as_ref()) {
            "" | "5" | "10" | "every" => String::new(),
            list => list.to_owned(),
        }
    }

    pub(crate) fn text(&self) -> String {
        given(self.q.as_ref()).to_owned()
    }
}
