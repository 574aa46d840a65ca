//! `affixboard check`: what is wrong with a folder of edit files. Made for a game's own continuous integration.

use std::{
    io::Write,
    path::{Path, PathBuf},
    sync::Arc,
};

use affixboard_inquiry::{
    balance::BalanceVerdict,
    gaps::{self, DropShare, Gap, GapReport, Search},
};
use affixboard_model::{
    game::Loaded,
    text::{Diagnostic, Position, Quote, Severity, Span},
};
use affixboard_proposal::review;
use affixboard_report::{
    balance::{BalanceReport, CheckRemark, balance_json, balance_text, junit, sarif},
    gaps::GapRow,
};
use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet, Title};
use anyhow::Context as _;
use clap::{Args, ValueEnum};

use super::{
    balance::BalanceFlags,
    effect::read,
    failure::{Failure, Outcome},
    files::{load, load_sources},
    gaps::GapFlags,
    output,
};
use affixboard_service::{
    proposals::effect::{self, FindingFate},
    starter,
    upload::UploadError,
};

/// The command.
#[derive(Debug, Args)]
pub(super) struct Check {
    /// Folder of edit files
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// The game, where it shouldn't be told from the files
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// How to report
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Fail with code 1 also where the files have names or a form that the game doesn't have
    #[arg(long)]
    strict: bool,
    /// Say only what is new since these files, a folder or a zip, and what a reviewer would want to be told of the change
    #[arg(long, value_name = "BASE")]
    base: Option<PathBuf>,
    /// What the change says it does, such as the title of a pull request: a number that moves the other way is told
    #[arg(long, value_name = "TEXT", default_value = "", requires = "base", allow_hyphen_values = true)]
    title: String,
    #[command(flatten)]
    gaps: GapFlags,
    #[command(flatten)]
    balance: BalanceFlags,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Json,
    Junit,
    Sarif,
}

impl Check {
    /// Reports and gives 1 where there are errors, or gaps that are to fail.
    pub(super) fn run(&self) -> Outcome {
        let wanted = self.gaps.wanted(&self.folder)?;
        let loaded = match load(&self.folder, self.game.as_deref()) {
            Ok(loaded) => loaded,
            // EditFiles that are missing or no text are errors found, and reported as such.
            Err(Failure::Failed(error)) => match error.downcast::<UploadError>() {
                Ok(UploadError::Unreadable { game, problems }) => {
                    let text = match self.format {
                        Format::Text => problems.iter().map(placeless).collect::<Vec<_>>().concat(),
                        Format::Json => shown(&json(None, game, &problems, None))?,
                        Format::Junit => junit(&remarks(None, &problems), None, false)?,
                        Format::Sarif => self.sarif(None, &problems, None)?,
                    };
                    output::write("-", text.as_bytes())?;
                    return Ok(1);
                }
                Ok(other) => return Err(other.into()),
                Err(other) => return Err(Failure::Failed(other)),
            },
            Err(usage) => return Err(usage),
        };
        let has_errors = loaded.count(Severity::Error) > 0;
        let fail = wanted.as_ref().is_some_and(|wanted| wanted.fail);
        let limits = wanted.as_ref().map(|wanted| wanted.limits.clone());
        let dive = starter::profile().context("the drop profile that ships can't be read")?;
        let search = wanted.map(|wanted| Search { limits: wanted.limits, dive: dive.clone() });
        let mut found = search.as_ref().map(|wanted| gaps::find(&loaded, &*loaded.model.forge(), wanted));
        let base = self.base.as_deref().map(|base| before(base, &loaded)).transpose()?;
        let all: Vec<&Diagnostic> = match &base {
            // They come from the end of the files on.
            Some(base) => effect::new_remarks(base, &loaded).into_iter().rev().collect(),
            None => loaded.diagnostics.iter().collect(),
        };
        let mut diagnostics: Vec<Diagnostic> =
            all.into_iter().filter(|diagnostic| is_shown(diagnostic, found.as_ref())).cloned().collect();
        if let Some(base) = &base {
            diagnostics.extend(review(base, &loaded, &self.title));
            if let (Some(found), Some(search)) = (&mut found, &search) {
                keep_new_gaps((base, &gaps::find(base, &*base.model.forge(), search)), (&loaded, found));
            }
        }
        let loaded = Arc::new(loaded);
        let (is_of_change, mut held) = (base.is_some(), Vec::new());
        // Nor do numbers mean anything then.
        let balance = if has_errors {
            None
        } else {
            let search = search.unwrap_or(Search { limits: limits.unwrap_or_default(), dive });
            if let Some(base) = base.map(Arc::new) {
                let before = self.balance.run(&self.folder, &base, search.clone())?;
                held = before.map(|before| held_tests(&before)).unwrap_or_default();
            }
            self.balance.run(&self.folder, &loaded, search)?
        };
        let broken: Vec<&str> = balance.iter().flat_map(|report| broken_tests(report, &held)).collect();
        match self.format {
            // Written while it is made: there may be as many remarks as there are bytes.
            Format::Text => {
                output::write_with("-", |out| {
                    text(&loaded, &diagnostics, found.as_ref(), out)?;
                    match &balance {
                        Some(report) => {
                            write!(out, "\n{}", balance_text(report))?;
                            if broken.is_empty() { Ok(()) } else { writeln!(out, "held before: {}", broken.join(", ")) }
                        }
                        None if self.balance.is_wanted() => {
                            writeln!(out, "balance tests are not run: lines with errors are left out")
                        }
                        None => Ok(()),
                    }
                })?;
            }
            Format::Json => {
                let mut report = json(Some(&loaded), loaded.game.title(), &diagnostics, found.as_ref());
                if let Some(object) = report.as_object_mut().filter(|_| self.balance.is_wanted()) {
                    object.insert("balance".to_owned(), balance.as_ref().map_or(serde_json::Value::Null, balance_json));
                    if is_of_change {
                        object.insert("held_before".to_owned(), broken.clone().into());
                    }
                }
                output::write("-", shown(&report)?.as_bytes())?;
            }
            Format::Junit => {
                let remarks = remarks(Some(&loaded), &diagnostics);
                let report = junit(&remarks, balance.as_ref(), self.balance.fails_on_undecided())?;
                output::write("-", report.as_bytes())?;
            }
            Format::Sarif => {
                let report = self.sarif(Some(&loaded), &diagnostics, balance.as_ref())?;
                output::write("-", report.as_bytes())?;
            }
        }
        let has_gaps = fail && found.is_some_and(|found| !found.findings.is_empty());
        // Of a change only what is new fails.
        let has_errors = diagnostics.iter().any(|diagnostic| diagnostic.severity() == Severity::Error);
        let is_odd = if is_of_change { !diagnostics.is_empty() } else { loaded.has_signs() };
        let is_out_of_balance = match &balance {
            Some(_) if is_of_change && !self.balance.fails_on_undecided() => !broken.is_empty(),
            Some(report) => self.balance.fails(report),
            None => false,
        };
        Ok(u8::from(has_errors || (self.strict && is_odd) || has_gaps || is_out_of_balance))
    }

    fn sarif(
        &self,
        loaded: Option<&Loaded>,
        diagnostics: &[Diagnostic],
        balance: Option<&BalanceReport<'_>>,
    ) -> Result<String, serde_json::Error> {
        let of = (env!("CARGO_PKG_VERSION"), self.balance.fails_on_undecided());
        shown(&sarif(&remarks(loaded, diagnostics), balance, of))
    }
}

/// A report for programs, as text.
fn shown(report: &serde_json::Value) -> Result<String, serde_json::Error> {
    Ok(serde_json::to_string_pretty(report)? + "\n")
}

fn position(loaded: Option<&Loaded>, diagnostic: &Diagnostic) -> Option<Position> {
    loaded.zip(diagnostic.span).map(|(loaded, span)| loaded.sources.position(span))
}

fn remarks(loaded: Option<&Loaded>, diagnostics: &[Diagnostic]) -> Vec<CheckRemark> {
    let remark = |diagnostic: &Diagnostic| CheckRemark {
        rule: diagnostic.rule.name(),
        severity: diagnostic.severity(),
        file: diagnostic.file.clone(),
        place: position(loaded, diagnostic).map(|position| (position.line, position.column)),
        message: diagnostic.message(),
    };
    diagnostics.iter().map(remark).collect()
}

/// The files before, read as the game of those after.
fn before(base: &Path, loaded: &Loaded) -> Result<Loaded, Failure> {
    load_sources(read(base, Some(loaded.game.id()))?, Some(loaded.game.id()))
}

/// The names of the tests that hold.
fn held_tests(report: &BalanceReport<'_>) -> Vec<String> {
    let holds = report.tests.iter().filter(|test| test.judged.verdict == BalanceVerdict::Holds);
    holds.map(|test| test.name.clone()).collect()
}

/// The names of the tests that fail and held before.
fn broken_tests<'a>(report: &'a BalanceReport<'_>, held: &[String]) -> Vec<&'a str> {
    let fails = report.tests.iter().filter(|test| test.judged.verdict == BalanceVerdict::Fails);
    fails.map(|test| test.name.as_str()).filter(|name| held.iter().any(|held| held == name)).collect()
}

/// Leaves those gaps that the files before didn't have.
fn keep_new_gaps((base, before): (&Loaded, &GapReport), (loaded, found): (&Loaded, &mut GapReport)) {
    let new: Vec<_> = effect::gap_changes((base, before), (loaded, found))
        .into_iter()
        .filter(|change| change.fate == FindingFate::New)
        .map(|change| (change.rule, change.place))
        .collect();
    found.findings.retain(|finding| {
        let place = finding
            .line
            .map(|span| (loaded.sources.file(span.file).name().to_owned(), loaded.sources.position(span).line));
        finding.is_remark || new.contains(&(finding.gap.name(), place))
    });
}

/// Whether a diagnostic isn't among the gaps that are ignored.
fn is_shown(diagnostic: &Diagnostic, found: Option<&GapReport>) -> bool {
    let gap = Gap::find(diagnostic.rule.name());
    let is_same =
        |finding: &gaps::Finding| finding.is_remark && Some(finding.gap) == gap && finding.line == diagnostic.span;
    !found.is_some_and(|found| found.ignored.iter().any(is_same))
}

/// The gaps that aren't among the diagnostics.
fn rows(loaded: &Loaded, found: Option<&GapReport>) -> Vec<(Option<Span>, GapRow)> {
    let findings = found.into_iter().flat_map(|found| &found.findings).filter(|finding| !finding.is_remark);
    findings.map(|finding| (finding.line, GapRow::new(finding, loaded))).collect()
}

/// Every diagnostic and gap with its line, and a closing summary.
fn text(
    loaded: &Loaded,
    diagnostics: &[Diagnostic],
    found: Option<&GapReport>,
    out: &mut dyn Write,
) -> std::io::Result<()> {
    let renderer = Renderer::plain();
    for diagnostic in diagnostics {
        write!(out, "{}\n\n", render(loaded, diagnostic, &renderer))?;
    }
    let (catalog, words) = (&loaded.catalog, loaded.game.words());
    let rows = rows(loaded, found);
    for (span, row) in &rows {
        write!(out, "{}\n\n", render_gap(loaded, *span, row, &renderer))?;
    }
    let themes = if words.has_themes { format!("{} themes, ", catalog.themes.len()) } else { String::new() };
    let count = |severity| diagnostics.iter().filter(|diagnostic| diagnostic.severity() == severity).count();
    let gaps = match found {
        Some(found) if found.ignored.is_empty() => format!(", {} gaps", rows.len()),
        Some(found) => format!(", {} gaps ({} ignored)", rows.len(), found.ignored.len()),
        None => String::new(),
    };
    // A line that is left out for an error may be what a gap comes from.
    let is_partial = found.is_some() && count(Severity::Error) > 0;
    let gaps = if is_partial { gaps + " in what could be read" } else { gaps };
    let mut entries: Vec<String> = Vec::new();
    if !catalog.item_types.is_empty() {
        let kinds = catalog.kinds.iter().filter(|kind| kind.record.is_some()).count();
        let (affixes, artifacts) = (catalog.affixes.len(), catalog.artifacts.len());
        entries.push(format!("{kinds} kinds, {affixes} {}, {themes}{artifacts} artifacts", words.affixes));
    }
    for (at, sort) in (0..).zip(loaded.sorts()) {
        let number = loaded.model.entries().iter().filter(|entry| entry.sort == at).count();
        if number > 0 || catalog.item_types.is_empty() {
            entries.push(format!("{number} {}", sort.words[1]));
        }
    }
    writeln!(
        out,
        "{}: {}; {} errors, {} warnings{gaps}",
        loaded.game.title(),
        entries.join(", "),
        count(Severity::Error),
        count(Severity::Warning)
    )
}

fn render_gap(loaded: &Loaded, span: Option<Span>, row: &GapRow, renderer: &Renderer) -> String {
    let mut sentence = row.sentence(loaded.game.words());
    let numbers = row.numbers();
    if !numbers.is_empty() {
        sentence.push_str(": ");
        sentence.push_str(&numbers);
    }
    let title = Level::NOTE.with_name("gap").primary_title(sentence.as_str()).id(row.gap.name());
    let Some(span) = span else { return renderer.render(&[Group::with_title(title)]) };
    let file = loaded.sources.file(span.file);
    let start = file.position(span.start);
    let quote = file.quote_line(start.line);
    let whole = Quote { marked: quote.marked.trim_end().to_owned(), ..quote };
    renderer.render(&[quoted(title, file.name(), Position { column: 1, ..start }, &whole, "")])
}

/// A title with a line below it.
fn quoted<'a>(title: Title<'a>, file: &'a str, at: Position, quote: &Quote, label: &'a str) -> Group<'a> {
    let from = quote.before.len();
    let annotation = AnnotationKind::Primary.span(from..from + quote.marked.len());
    let annotation = if label.is_empty() { annotation } else { annotation.label(label) };
    let snippet = Snippet::source(quote.text()).line_start(at.line as usize).annotation(annotation);
    let is_whole_before = quote.before.chars().count() + 1 == at.column as usize;
    if is_whole_before {
        return title.element(snippet.path(file));
    }
    // The column is that of the file, not of what is quoted of it.
    let origin = Origin::path(file).line(at.line as usize).char_column(at.column as usize);
    title.element(origin).element(snippet)
}

/// A diagnostic about a file as a whole.
fn placeless(diagnostic: &Diagnostic) -> String {
    let severity = diagnostic.severity().name();
    format!("{severity}[{}]: {}: {}\n", diagnostic.rule.name(), diagnostic.file, diagnostic.message())
}

fn render(loaded: &Loaded, diagnostic: &Diagnostic, renderer: &Renderer) -> String {
    let Some(span) = diagnostic.span else { return placeless(diagnostic) };
    let file = loaded.sources.file(span.file);
    let (start, quote) = (file.position(span.start), file.quote(span.start, span.end));
    let level = match diagnostic.severity() {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let title = level.primary_title(diagnostic.found.as_str()).id(diagnostic.rule.name());
    renderer.render(&[quoted(title, file.name(), start, &quote, diagnostic.expected.as_str())])
}

/// The report for programs: stable names, documented in docs/check.md.
fn json(
    loaded: Option<&Loaded>,
    game: &str,
    diagnostics: &[Diagnostic],
    found: Option<&GapReport>,
) -> serde_json::Value {
    let gaps: Vec<_> = loaded.map(|loaded| rows(loaded, found)).unwrap_or_default().iter().map(gap_json).collect();
    let list: Vec<_> = diagnostics
        .iter()
        .map(|diagnostic| {
            let position = position(loaded, diagnostic);
            serde_json::json!({
                "rule": diagnostic.rule.name(),
                "severity": diagnostic.severity().name(),
                "file": diagnostic.file,
                "line": position.map(|position| position.line),
                "column": position.map(|position| position.column),
                "found": diagnostic.found,
                "expected": diagnostic.expected,
            })
        })
        .collect();
    let count = |severity| diagnostics.iter().filter(|diagnostic| diagnostic.severity() == severity).count();
    serde_json::json!({
        "game": game,
        "errors": count(Severity::Error),
        "warnings": count(Severity::Warning),
        "gaps": found.map(|_| gaps.len()),
        "ignored": found.map_or(0, |found| found.ignored.len()),
        "diagnostics": list,
        "findings": gaps,
    })
}

/// A gap for programs.
fn gap_json((_, row): &(Option<Span>, GapRow)) -> serde_json::Value {
    let kinds: Vec<&str> = row.kinds.iter().map(|kind| kind.1.as_str()).collect();
    let share = |share: &DropShare| serde_json::json!({ "depth": share.depth, "count": share.count, "n": share.n });
    let shares: Vec<_> = row.shares.iter().map(share).collect();
    serde_json::json!({
        "rule": row.gap.name(),
        "severity": "gap",
        "file": row.place.as_ref().map(|place| place.0.as_str()),
        "line": row.place.as_ref().map(|place| place.1),
        "about": row.sort,
        "name": row.name,
        "index": row.index,
        "item_type": row.item_type.as_ref().map(|item_type| item_type.1.as_str()),
        "kinds": kinds,
        "levels": row.levels,
        "affix_levels": row.affix_levels,
        "qualities": row.qualities,
        "shares": shares,
        "items_a_dive": row.items.map(|items| [items.mean, items.low, items.high]),
        "found": row.what,
    })
}
