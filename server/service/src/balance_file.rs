//! Files of balance tests: TOML to tests, with the place of everything that can't be read. docs/balance-tests.md has the language.

use std::{
    fmt::{self, Write as _},
    ops::Range,
    sync::Arc,
};

use affixboard_inquiry::{
    balance::{BalanceLimits, BalanceTest, EntrySort, Measure, Trend},
    gaps::Gap,
    profile::Profile,
    questions::{ItemNumber, Question, parse},
};
use affixboard_model::{
    batch::{Cell, KeySpace, cells, parse_depths},
    game::Loaded,
};
use serde::Deserialize;
use toml::Spanned;

/// The name that a file of balance tests has beside edit files.
pub const FILE_NAME: &str = "balance.toml";

/// The longest file, in bytes.
pub const MAX_BYTES: usize = 256 << 10;
/// Tests of a file at most.
const MOST_TESTS: usize = 500;
/// Cells of a test at most.
const MOST_CELLS: usize = 1000;
/// The chance of a wrong verdict where a file says none: one in a thousand, for all its tests together.
const USUAL_WRONG: f64 = 0.001;
/// Drops of a cell at most where a file says nothing.
const USUAL_DROPS: u64 = 1 << 18;
/// The most drops of a cell that a file can ask for.
const MOST_DROPS: u64 = 1 << 30;

/// A file of balance tests, for some edit files.
#[derive(Debug, Clone, PartialEq)]
pub struct BalanceFile {
    /// The tests, in their order.
    pub tests: Vec<WrittenTest>,
    /// Drops that are made of a cell at most.
    pub drops: u64,
    /// Where their random numbers begin.
    pub seed: u64,
    /// The chance that any verdict is wrong by bad luck.
    pub wrong_at_most: f64,
}

/// A test, and what the file has of it.
#[derive(Debug, Clone, PartialEq)]
pub struct WrittenTest {
    /// The test.
    pub test: BalanceTest,
    /// What it says, in words.
    pub sentence: String,
    /// Line, from 1.
    pub line: usize,
}

/// What is wrong with a file of tests.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BalanceFileError {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// What was found and what was expected.
    pub problem: String,
}

impl fmt::Display for BalanceFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.problem)
    }
}

impl std::error::Error for BalanceFileError {}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct File {
    drops: Option<Spanned<u64>>,
    seed: Option<u64>,
    wrong_at_most: Option<Spanned<Number>>,
    dive: Option<Spanned<String>>,
    #[serde(default, rename = "test")]
    tests: Vec<Spanned<Written>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Written {
    name: Option<String>,
    share: Option<Spanned<String>>,
    each: Option<Spanned<String>>,
    count: Option<Spanned<String>>,
    mean: Option<Spanned<String>>,
    found: Option<Spanned<String>>,
    found_once: Option<Spanned<String>>,
    gaps: Option<Spanned<String>>,
    among: Option<Spanned<String>>,
    per: Option<Spanned<String>>,
    depths: Option<Spanned<Depths>>,
    qualities: Option<Spanned<String>>,
    by: Option<Spanned<u32>>,
    at_least: Option<Spanned<Number>>,
    at_most: Option<Spanned<Number>>,
    trend: Option<Spanned<String>>,
}

/// A number, or a text such as `12%`.
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
enum Number {
    Whole(i64),
    Fraction(f64),
    Text(String),
}

/// Depths as a list, or one.
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
enum Depths {
    One(u32),
    List(String),
}

/// A part that is wrong, and how.
type Problem = (Range<usize>, String);

/// The key of what a test measures, with what it says.
type Subject<'a> = (&'static str, &'a Spanned<String>);

impl BalanceFile {
    /// Reads a file of tests of these edit files, whose forge counts values where it can and has these keys. `dive`: the drops of a
    /// dive where the file says none.
    ///
    /// # Errors
    /// The first thing that can't be read, or that names what isn't there.
    pub fn parse(
        text: &str,
        loaded: &Loaded,
        keys: &KeySpace,
        dive: &Profile,
    ) -> Result<BalanceFile, BalanceFileError> {
        let at = |(span, problem): Problem| place(text, span.start, problem);
        if text.len() > MAX_BYTES {
            return Err(at((0..0, format!("found {} bytes; expected at most {MAX_BYTES}", text.len()))));
        }
        let file: File = toml::from_str(text)
            .map_err(|error| at((error.span().unwrap_or(0..0), error.message().trim_end().replace('\n', "; "))))?;
        if file.tests.len() > MOST_TESTS {
            let span = file.tests[MOST_TESTS].span();
            return Err(at((span, format!("found {} tests; expected at most {MOST_TESTS}", file.tests.len()))));
        }
        let drops = match &file.drops {
            Some(drops) if !(1..=MOST_DROPS).contains(drops.as_ref()) => {
                return Err(at((drops.span(), format!("found {}; expected 1 to {MOST_DROPS} drops", drops.as_ref()))));
            }
            Some(drops) => *drops.as_ref(),
            None => USUAL_DROPS,
        };
        let wrong_at_most = match &file.wrong_at_most {
            Some(number) => match number.as_ref().value() {
                Some(wrong) if (1e-12..=0.5).contains(&wrong) => wrong,
                _ => {
                    return Err(at((
                        number.span(),
                        "expected a chance from 1e-12 to 0.5, such as 0.001 or 0.1%".to_owned(),
                    )));
                }
            },
            None => USUAL_WRONG,
        };
        let own_dive = file.dive.as_ref().map(|dive| {
            Profile::parse(dive.as_ref()).map_err(|problems| {
                let first = problems.first().map(ToString::to_string).unwrap_or_default();
                at((dive.span(), format!("in the drop profile: {first}")))
            })
        });
        let dive = Arc::new(own_dive.transpose()?.unwrap_or_else(|| dive.clone()));
        let reader = Reader { loaded, keys, dive };
        let mut tests = Vec::new();
        for written in &file.tests {
            let (test, sentence) = reader.test(written).map_err(at)?;
            tests.push(WrittenTest { test, sentence, line: place(text, written.span().start, String::new()).line });
        }
        Ok(BalanceFile { tests, drops, seed: file.seed.unwrap_or(1), wrong_at_most })
    }
}

fn place(text: &str, at: usize, problem: String) -> BalanceFileError {
    let (line, column) = line_and_column(text, at);
    BalanceFileError { line, column, problem }
}

/// Line and column in characters, from 1, of a byte of a TOML file.
pub fn line_and_column(text: &str, at: usize) -> (usize, usize) {
    let before = text.get(..at).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let column = before.chars().rev().take_while(|character| *character != '\n').count() + 1;
    (line, column)
}

impl Number {
    fn value(&self) -> Option<f64> {
        let value = match self {
            Number::Whole(number) => *number as f64,
            Number::Fraction(number) => *number,
            Number::Text(text) => match text.trim().strip_suffix('%') {
                Some(number) => number.trim().parse::<f64>().ok()? / 100.0,
                None => text.trim().parse().ok()?,
            },
        };
        value.is_finite().then_some(value)
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Number::Whole(number) => write!(f, "{number}"),
            Number::Fraction(number) => write!(f, "{number}"),
            Number::Text(text) => match text.trim().strip_suffix('%') {
                Some(number) => write!(f, "{} %", number.trim()),
                None => f.write_str(text.trim()),
            },
        }
    }
}

struct Reader<'a> {
    loaded: &'a Loaded,
    keys: &'a KeySpace,
    dive: Arc<Profile>,
}

impl Reader<'_> {
    fn test(&self, spanned: &Spanned<Written>) -> Result<(BalanceTest, String), Problem> {
        let written = spanned.as_ref();
        let whole = spanned.span();
        let (word, subject) = subject(written, whole.clone())?;
        let has_drops = !self.loaded.catalog.item_types.is_empty();
        if !has_drops && word != "gaps" {
            let game = self.loaded.game.title();
            return Err((subject.span(), format!("found `{word}`; expected `gaps`: {game} has no drops")));
        }
        for (key, span, words) in [
            ("among", written.among.as_ref().map(Spanned::span), &["share", "each", "count", "mean"][..]),
            ("per", written.per.as_ref().map(Spanned::span), &["count"]),
            ("depths", written.depths.as_ref().map(Spanned::span), &["share", "each", "count", "mean"]),
            ("qualities", written.qualities.as_ref().map(Spanned::span), &["share", "each", "count", "mean"]),
            ("trend", written.trend.as_ref().map(Spanned::span), &["share", "count", "mean"]),
            ("by", written.by.as_ref().map(Spanned::span), &["found", "found-once"]),
        ] {
            if let Some(span) = span
                && !words.contains(&word)
            {
                return Err((
                    span,
                    format!("found `{key}` in a test of `{word}`; expected it with `{}`", words.join("`, `")),
                ));
            }
        }
        let among = written.among.as_ref().map(|among| self.question(among)).transpose()?;
        let measure = match word {
            "share" => Measure::Share { asked: self.question(subject)?, among },
            "each" => Measure::Each { sort: self.sort(subject)?, among },
            "count" => {
                let per_kind = match &written.per {
                    Some(per) if per.as_ref() != "kind" => {
                        return Err((per.span(), format!("found `{}`; expected `kind`", per.as_ref())));
                    }
                    per => per.is_some(),
                };
                Measure::Count { sort: self.sort(subject)?, among, per_kind }
            }
            "mean" => {
                let problem = |(found, expected)| (subject.span(), format!("found {found}; expected {expected}"));
                Measure::Mean { of: ItemNumber::find(subject.as_ref(), self.keys).map_err(problem)?, among }
            }
            "gaps" => Measure::Gaps { gap: gap(subject)? },
            _ => {
                let deepest = self.loaded.game.words().deepest;
                let to = match &written.by {
                    Some(by) if *by.as_ref() > deepest => {
                        return Err((by.span(), format!("found {}; expected a depth to {deepest}", by.as_ref())));
                    }
                    by => by.as_ref().map_or(deepest, |by| *by.as_ref()),
                };
                let at_least_one = word == "found-once";
                Measure::Found { asked: self.question(subject)?, at_least_one, dive: Arc::clone(&self.dive), to }
            }
        };
        let is_share = matches!(word, "share" | "each" | "found-once");
        let limits = limits(written, is_share)?;
        let trend = trend(written.trend.as_ref())?;
        if limits == BalanceLimits::default() && trend.is_none() {
            return Err((whole, "found no limit; expected `at-least`, `at-most` or `trend`".to_owned()));
        }
        let cells = self.cells(written, &measure, whole)?;
        let sentence = sentence(word, subject.as_ref(), written);
        let name = written.name.clone().filter(|name| !name.trim().is_empty()).unwrap_or_else(|| sentence.clone());
        Ok((BalanceTest { name, measure, limits, trend, cells }, sentence))
    }

    fn question(&self, text: &Spanned<String>) -> Result<Arc<Question>, Problem> {
        let problem = |error| (text.span(), format!("in the question, {error}"));
        let expr = parse(text.as_ref()).map_err(problem)?;
        Ok(Arc::new(Question::of(&expr, self.loaded, self.keys).map_err(problem)?))
    }

    fn sort(&self, text: &Spanned<String>) -> Result<EntrySort, Problem> {
        let words = self.loaded.game.words();
        let known = EntrySort::WORDS.iter().filter(|(_, sort)| words.has_themes || *sort != EntrySort::Theme);
        let found = known.clone().find(|(word, _)| *word == text.as_ref());
        found.map(|found| found.1).ok_or_else(|| {
            let known: Vec<&str> = known.map(|known| known.0).collect();
            (text.span(), format!("found `{}`; expected one of {}", text.as_ref(), known.join(", ")))
        })
    }

    fn cells(&self, written: &Written, measure: &Measure, whole: Range<usize>) -> Result<Vec<Cell>, Problem> {
        let words = self.loaded.game.words();
        match measure {
            Measure::Gaps { .. } => return Ok(Vec::new()),
            Measure::Found { dive, to, .. } => {
                return Ok(dive.cells().map(|(cell, _)| cell).filter(|cell| cell.depth <= *to).collect());
            }
            _ => {}
        }
        let Some(depths) = &written.depths else {
            return Err((whole, "found no `depths`; expected some, such as \"10-30/5\"".to_owned()));
        };
        let text = match depths.as_ref() {
            Depths::One(depth) => depth.to_string(),
            Depths::List(list) => list.clone(),
        };
        let list = parse_depths(&text, words.deepest).map_err(|error| (depths.span(), error.to_string()))?;
        let mut qualities: Vec<u8> = Vec::new();
        if let Some(spanned) = &written.qualities {
            for name in spanned.as_ref().split(',').map(str::trim) {
                let at = words.qualities.iter().position(|quality| quality.eq_ignore_ascii_case(name));
                let problem = || format!("found `{name}`; expected some of {}", words.qualities.join(", "));
                qualities.push(at.ok_or_else(|| (spanned.span(), problem()))? as u8);
            }
            qualities.sort_unstable();
            qualities.dedup();
        } else {
            qualities.extend((0..).take(words.qualities.len()));
        }
        let number = list.len() * qualities.len();
        if number > MOST_CELLS {
            let problem = format!("found {number} cells (depths × qualities); expected at most {MOST_CELLS}");
            return Err((depths.span(), problem));
        }
        Ok(cells(&list, &qualities, &[]).collect())
    }
}

/// What a test measures: the one of these keys that it has.
fn subject(written: &Written, whole: Range<usize>) -> Result<Subject<'_>, Problem> {
    let all = [
        ("share", &written.share),
        ("each", &written.each),
        ("count", &written.count),
        ("mean", &written.mean),
        ("found", &written.found),
        ("found-once", &written.found_once),
        ("gaps", &written.gaps),
    ];
    let has: Vec<Subject<'_>> = all.iter().filter_map(|(word, value)| Some((*word, value.as_ref()?))).collect();
    match has.as_slice() {
        [one] => Ok(*one),
        [] => Err((
            whole,
            format!("found no key for what is measured; expected one of {}", all.map(|of| of.0).join(", ")),
        )),
        [one, two, ..] => Err((two.1.span(), format!("found `{}` beside `{}`; expected one of them", two.0, one.0))),
    }
}

fn limits(written: &Written, is_share: bool) -> Result<BalanceLimits, Problem> {
    let read = |number: &Spanned<Number>| {
        let value = number.as_ref().value().filter(|value| !is_share || (0.0..=1.0).contains(value));
        value.ok_or_else(|| {
            let expected = if is_share { "0% to 100%, or a number from 0 to 1" } else { "a number" };
            (number.span(), format!("found `{}`; expected {expected}", number.as_ref()))
        })
    };
    let limits = BalanceLimits {
        at_least: written.at_least.as_ref().map(read).transpose()?,
        at_most: written.at_most.as_ref().map(read).transpose()?,
    };
    if let (BalanceLimits { at_least: Some(least), at_most: Some(most) }, Some(number)) = (limits, &written.at_most)
        && least > most
    {
        return Err((number.span(), "found less than `at-least`; expected as much or more".to_owned()));
    }
    Ok(limits)
}

fn trend(written: Option<&Spanned<String>>) -> Result<Option<Trend>, Problem> {
    let Some(text) = written else { return Ok(None) };
    match text.as_ref().as_str() {
        "rises" => Ok(Some(Trend::Rises)),
        "falls" => Ok(Some(Trend::Falls)),
        other => Err((text.span(), format!("found `{other}`; expected rises or falls"))),
    }
}

fn gap(text: &Spanned<String>) -> Result<Option<Gap>, Problem> {
    if text.as_ref() == "any" {
        return Ok(None);
    }
    let problem = || (text.span(), format!("found `{}`; expected the name of a gap, or any", text.as_ref()));
    Gap::find(text.as_ref()).map(Some).ok_or_else(problem)
}

/// The test in words.
fn sentence(word: &str, subject: &str, written: &Written) -> String {
    let mut text = match word {
        "share" => format!("share of {subject}"),
        "each" => format!("each {subject}"),
        "count" => format!("number of different entries of sort {subject}"),
        "mean" => format!("mean {subject}"),
        "found" => format!("{subject}: expected in a dive"),
        "found-once" => format!("{subject}: chance of at least one in a dive"),
        _ if subject == "any" => "gaps".to_owned(),
        _ => format!("gaps of sort {subject}"),
    };
    let value = |text: &Option<Spanned<String>>| text.as_ref().map(|text| text.as_ref().clone());
    if written.per.is_some() {
        text.push_str(" on each kind");
    }
    if let Some(among) = value(&written.among) {
        let _ = write!(text, " among {among}");
    }
    if let Some(by) = &written.by {
        let _ = write!(text, " to depth {}", by.as_ref());
    }
    let limit = |number: &Option<Spanned<Number>>, word: &str| {
        number.as_ref().map(|number| format!("{word} {}", number.as_ref()))
    };
    let mut wanted: Vec<String> =
        [limit(&written.at_least, "at least"), limit(&written.at_most, "at most")].into_iter().flatten().collect();
    wanted.extend(value(&written.trend).map(|trend| format!("{trend} with depth")));
    let _ = write!(text, ": {}", wanted.join(", "));
    if let Some(depths) = &written.depths {
        match depths.as_ref() {
            Depths::One(depth) => {
                let _ = write!(text, "; depth {depth}");
            }
            Depths::List(list) => {
                let _ = write!(text, "; depths {list}");
            }
        }
        let qualities = value(&written.qualities).unwrap_or_else(|| "all".to_owned());
        let _ = write!(text, "; {qualities} drops");
    }
    text
}
