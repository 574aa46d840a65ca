//! `affixboard effect`: what leads from one state of edit files to another, and what that does to items.

use std::{path::Path, sync::Arc};

use affixboard_inquiry::gaps::{Limits, Search};
use affixboard_model::{game::Switches, text::SourceSet};
use affixboard_report::effect_report::{
    BalanceChange, EffectReport, FailedBy, FindingFate, effect_html, effect_json, effect_junit, effect_markdown,
    effect_sarif, effect_text,
};
use affixboard_service::{
    library::OpenRevision,
    proposals::effect,
    starter,
    upload::{self, LARGEST_TOTAL},
};
use anyhow::Context as _;
use clap::{Args, ValueEnum};

use super::{
    balance::BalanceFlags,
    failure::{Failure, Outcome},
    files::{load_sources, note_doubts},
    git, output,
};

/// The command.
#[derive(Debug, Args)]
pub(super) struct EffectCommand {
    /// The files before: a folder or a zip; with --git a revision, or both as A..B
    #[arg(value_name = "BASE")]
    base: String,
    /// The files after
    #[arg(value_name = "HEAD")]
    head: Option<String>,
    /// BASE and HEAD are revisions of this git repository; nothing is checked out
    #[arg(long, value_name = "REPOSITORY")]
    git: Option<String>,
    /// The folder of the repository that the edit files are in [default: the one with most of them]
    #[arg(long, value_name = "FOLDER", requires = "git")]
    path: Option<String>,
    /// The game, where it shouldn't be told from the files
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// Points of the rules to take as documented, not as coded: ids, all, or guide for what the game's guide says
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    as_documented: Vec<String>,
    /// How to report; md is a comment for a pull request, of 60 kB at most, html a page of its own
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Changes of numbers that are shown first, and findings of each sort
    #[arg(long, value_name = "N", default_value = "20")]
    limit: usize,
    /// What the change says it does, such as the title of a pull request: a number that moves the other way is told
    #[arg(long, value_name = "TEXT", default_value = "", allow_hyphen_values = true)]
    title: String,
    /// Don't look for gaps that open and close
    #[arg(long)]
    no_gaps: bool,
    /// Fail with code 1 on any of: a change of a share by so many points (5%), gap, lint (a new remark), error, balance
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    fail_on: Vec<FailOn>,
    #[command(flatten)]
    balance: BalanceFlags,
    /// File of the report, or - for standard output
    #[arg(long, value_name = "FILE", default_value = "-")]
    out: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Md,
    Html,
    Json,
    Junit,
    Sarif,
}

/// What makes the command fail.
#[derive(Debug, Clone, Copy, PartialEq)]
enum FailOn {
    Share(f64),
    Gap,
    Lint,
    Error,
    Balance,
}

impl std::str::FromStr for FailOn {
    type Err = String;

    fn from_str(text: &str) -> Result<FailOn, String> {
        match text {
            "gap" => Ok(FailOn::Gap),
            "lint" => Ok(FailOn::Lint),
            "error" => Ok(FailOn::Error),
            "balance" => Ok(FailOn::Balance),
            share => share
                .strip_suffix('%')
                .and_then(|number| number.parse::<f64>().ok())
                .filter(|points| (0.0..=100.0).contains(points))
                .map(|points| FailOn::Share(points / 100.0))
                .ok_or_else(|| format!("found `{text}`; expected points such as 5%, gap, lint, error or balance")),
        }
    }
}

impl FailOn {
    fn is_met(self, report: &EffectReport) -> bool {
        let [before, after] = &report.sides;
        match self {
            FailOn::Share(most) => report.largest() >= most,
            FailOn::Gap => report.gaps.iter().flatten().any(|finding| finding.fate == FindingFate::New),
            FailOn::Lint => report.remarks.iter().any(|finding| finding.fate == FindingFate::New),
            FailOn::Error => after.errors > before.errors,
            FailOn::Balance => report.balance.iter().flatten().any(BalanceChange::breaks),
        }
    }
}

impl EffectCommand {
    pub(super) fn run(&self) -> Outcome {
        if self.no_gaps && self.fail_on.contains(&FailOn::Gap) {
            return Err(Failure::usage("--fail-on: found `gap` beside --no-gaps; expected one of the two"));
        }
        if !self.balance.is_wanted() && self.fail_on.contains(&FailOn::Balance) {
            return Err(Failure::usage("--fail-on: found `balance` without --balance; expected both"));
        }
        let [base, head] = self.names()?;
        let base = self.open(base)?;
        let head = self.open(head)?;
        if base.loaded.game.id() != head.loaded.game.id() {
            let (one, other) = (base.loaded.game.title(), head.loaded.game.title());
            return Err(Failure::usage(format!(
                "--game: BASE is read as {one}, HEAD as {other}; expected the game of both, by its id"
            )));
        }
        let dive = starter::profile().context("the drop profile that ships can't be read")?;
        let search = Search { limits: Limits::default(), dive };
        let gaps = (!self.no_gaps).then_some(&search);
        let mut report = effect::report((&base, &head), &self.title, gaps).context("the two can't be compared")?;
        report.balance = self.balance_changes([&base, &head], &search)?;
        let text = match self.format {
            Format::Text => effect_text(&report, self.limit),
            Format::Md => effect_markdown(&report, self.limit),
            Format::Html => effect_html(&report, self.limit),
            Format::Json => serde_json::to_string_pretty(&effect_json(&report))? + "\n",
            Format::Junit => effect_junit(&report, self.failed_by())?,
            Format::Sarif => serde_json::to_string_pretty(&effect_sarif(&report, env!("CARGO_PKG_VERSION")))? + "\n",
        };
        output::write(&self.out, text.as_bytes())?;
        Ok(u8::from(self.fail_on.iter().any(|wanted| wanted.is_met(&report))))
    }

    /// What the report counts as failed.
    fn failed_by(&self) -> FailedBy {
        let shares = self.fail_on.iter().filter_map(|wanted| match wanted {
            FailOn::Share(most) => Some(*most),
            _ => None,
        });
        FailedBy {
            gaps: self.fail_on.contains(&FailOn::Gap),
            remarks: self.fail_on.contains(&FailOn::Lint),
            errors: self.fail_on.contains(&FailOn::Error),
            share: shares.min_by(f64::total_cmp),
        }
    }

    /// The balance tests on both sides: those of the file that is named, else of the folder after.
    fn balance_changes(
        &self,
        sides: [&OpenRevision; 2],
        search: &Search,
    ) -> Result<Option<Vec<BalanceChange>>, Failure> {
        let folder = self.head.as_deref().filter(|_| self.git.is_none()).map_or(Path::new("."), Path::new);
        let [before, after] = sides.map(|open| self.balance.run(folder, &open.loaded, search.clone()));
        let (Some(before), Some(after)) = (before?, after?) else { return Ok(None) };
        let of_both = before.tests.iter().zip(&after.tests).map(|(old, new)| BalanceChange {
            name: new.name.clone(),
            verdicts: [old.judged.verdict, new.judged.verdict],
            sentence: new.verdict_sentence(),
        });
        Ok(Some(of_both.collect()))
    }

    /// What the two states are asked for by.
    fn names(&self) -> Result<[&str; 2], Failure> {
        match (&self.head, self.base.split_once("..")) {
            (Some(head), _) => Ok([self.base.as_str(), head.as_str()]),
            (None, Some((base, head))) if self.git.is_some() && !base.is_empty() && !head.is_empty() => {
                Ok([base, head])
            }
            _ => Err(Failure::usage("HEAD: expected the files after, or with --git revisions as A..B")),
        }
    }

    fn open(&self, name: &str) -> Result<Arc<OpenRevision>, Failure> {
        let (sources, title) = match &self.git {
            Some(repository) => {
                let found = git::sources(Path::new(repository), name, self.path.as_deref(), self.game.as_deref())?;
                let short: String = found.commit.chars().take(12).collect();
                let title = if name.starts_with(&short) { short } else { format!("{name} ({short})") };
                (found.sources, title)
            }
            None => (read(Path::new(name), self.game.as_deref())?, name.to_owned()),
        };
        let mut loaded = load_sources(sources, self.game.as_deref())?;
        note_doubts(&loaded);
        if !self.as_documented.is_empty() {
            let switches = Switches::parse(loaded.game, self.as_documented.iter().map(String::as_str))
                .map_err(|error| Failure::usage(format!("--as-documented: {error}")))?;
            loaded = loaded.game.load_switched(loaded.sources, switches);
        }
        Ok(Arc::new(OpenRevision::unstored(title, loaded)))
    }
}

/// The edit files of a folder or a zip.
pub(super) fn read(path: &Path, game: Option<&str>) -> Result<SourceSet, Failure> {
    let problem =
        |error: upload::UploadError| Failure::Failed(anyhow::Error::new(error).context(path.display().to_string()));
    if !path.is_file() {
        return upload::folder(path, game).map_err(problem);
    }
    let size = path.metadata().with_context(|| format!("can't read {}", path.display()))?.len();
    if size > LARGEST_TOTAL {
        return Err(problem(upload::UploadError::TotalTooLarge));
    }
    let bytes = std::fs::read(path).with_context(|| format!("can't read {}", path.display()))?;
    upload::archive(&bytes, game).map_err(problem)
}
