//! `affixboard history` and `affixboard bisect`: a share over the commits of a repository, and the commit that moved it.

use std::{
    collections::BTreeMap,
    fmt::Write as _,
    num::{NonZeroU64, NonZeroUsize},
    path::{Path, PathBuf},
    sync::Arc,
};

use affixboard_inquiry::questions::{Question, parse};
use affixboard_model::batch::Detail;
use affixboard_report::format::{HistoryRow, history_csv};
use affixboard_service::compute::{AnswerMethod, Effort, Priority, Progress, QuestionAnswer, Scheduler, answer};
use clap::{Args, ValueEnum};

use super::{
    batch::scheduler,
    block_on::block_on,
    cells::Cells,
    failure::{Failure, Outcome},
    files::{load_sources, note_doubts},
    git::{self, Commit, State},
    output,
};

/// What is watched, and where.
#[derive(Debug, Args)]
struct Watched {
    /// The share that is watched, as a question, such as affix:Sharp
    #[arg(value_name = "QUESTION")]
    question: String,
    /// The repository; nothing is checked out
    #[arg(long, value_name = "REPOSITORY")]
    git: PathBuf,
    /// The first and the last revision, as A..B; commits are followed along first parents
    #[arg(long, value_name = "A..B")]
    range: String,
    /// The folder of the repository that the edit files are in [default: the one with most of them]
    #[arg(long, value_name = "FOLDER")]
    path: Option<String>,
    /// The game, where it shouldn't be told from the files
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// Dungeon level of the drops
    #[arg(long, value_name = "LEVEL")]
    depth: String,
    /// Their drop quality, such as great
    #[arg(long, value_name = "QUALITY")]
    quality: String,
    /// Items drawn at most where the share can't be computed
    #[arg(long, value_name = "N", default_value = "1000000")]
    items: NonZeroU64,
    /// Where their random numbers begin
    #[arg(long, value_name = "S", default_value = "1")]
    seed: u64,
    /// Threads [default: all cores]; no number depends on it
    #[arg(long, value_name = "T")]
    threads: Option<NonZeroUsize>,
}

/// A share that is simulated is known within so much of it, where the items do.
const WITHIN: f64 = 0.01;

/// The command `history`.
#[derive(Debug, Args)]
pub(super) struct History {
    #[command(flatten)]
    watched: Watched,
    /// How to report; text leaves out commits that don't move the share
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// File of the report, or - for standard output
    #[arg(long, value_name = "FILE", default_value = "-")]
    out: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Csv,
}

/// The command `bisect`.
#[derive(Debug, Args)]
pub(super) struct Bisect {
    #[command(flatten)]
    watched: Watched,
}

/// A share with its 95 % interval, or the bound of its error.
#[derive(Debug, Clone, PartialEq)]
struct Share {
    value: f64,
    low: f64,
    high: f64,
    is_computed: bool,
    /// Why it may not be that of the files' own program.
    doubts: String,
}

impl Share {
    /// Whether two shares are the same for all that is known. The last digits of floats are no difference.
    fn is_like(&self, other: &Share) -> bool {
        let rounding = 1e-12 * self.value.max(other.value);
        self.low <= other.high + rounding && other.low <= self.high + rounding
    }

    fn text(&self) -> String {
        let how = if self.is_computed { "" } else { " simulated" };
        let percent = |share: f64| {
            if share == 0.0 || share >= 1e-4 { format!("{:.4} %", 100.0 * share) } else { format!("{share:.3e}") }
        };
        if self.high - self.low <= 1e-9 * self.value {
            percent(self.value)
        } else {
            format!("{} ({} to {}{how})", percent(self.value), percent(self.low), percent(self.high))
        }
    }
}

/// The states that were looked at, each once.
struct Looking<'a> {
    watched: &'a Watched,
    scheduler: Arc<Scheduler>,
    known: BTreeMap<State, Result<Share, String>>,
}

impl Watched {
    fn range(&self) -> Result<[&str; 2], Failure> {
        match self.range.split_once("..") {
            Some((from, to)) if !from.is_empty() && !to.is_empty() => Ok([from, to]),
            _ => Err(Failure::usage(format!("--range: found `{}`; expected two revisions as A..B", self.range))),
        }
    }

    fn begin(&self) -> Result<(Vec<Commit>, Looking<'_>), Failure> {
        let range = self.range()?;
        if let Err(error) = parse(&self.question) {
            return Err(Failure::usage(format!("QUESTION: {error}")));
        }
        let commits = git::commits(&self.git, range, self.path.as_deref())?;
        Ok((commits, Looking { watched: self, scheduler: scheduler(self.threads)?, known: BTreeMap::new() }))
    }
}

impl Looking<'_> {
    /// The share in a commit's files; why not, where there is none.
    fn share(&mut self, commit: &Commit) -> Result<Share, String> {
        let repository: &Path = &self.watched.git;
        let told = |failure: Failure| failure.status_and_message().1;
        let state = git::state(repository, &commit.hash, self.watched.path.as_deref()).map_err(told)?;
        if let Some(known) = self.known.get(&state) {
            return known.clone();
        }
        let found = self.compute(repository, &state).map_err(told);
        self.known.insert(state, found.clone());
        found
    }

    fn compute(&self, repository: &Path, state: &State) -> Result<Share, Failure> {
        let watched = self.watched;
        let loaded = load_sources(git::sources_of(repository, state)?, watched.game.as_deref())?;
        if self.known.is_empty() {
            note_doubts(&loaded);
        }
        let cells = Cells::parse(&watched.depth, &watched.quality, &[], &loaded)?.list()?;
        let [cell] = cells[..] else {
            return Err(Failure::usage("--depth: found several depths or qualities; expected one of each"));
        };
        let detail = if loaded.has_values() { Detail::Full } else { Detail::Identity };
        let mut forge = loaded.model.forge_for(detail);
        let problem = |error| Failure::usage(format!("QUESTION: {error}"));
        let expr = parse(&watched.question).map_err(problem)?;
        let question = Arc::new(Question::of(&expr, &loaded, forge.keys()).map_err(problem)?);
        if !question.needs_values {
            forge = loaded.model.forge();
        }
        let effort =
            Effort { within: Some(WITHIN), items: watched.items.get(), seed: watched.seed, method: AnswerMethod::Best };
        let progress = Arc::<Progress>::default();
        let asked = (&forge, &question);
        let found = block_on(answer(&self.scheduler, Priority::Batch, asked, cell, effort, &progress))??;
        let (value, low, high) = found.share();
        let doubts = loaded.doubts().unwrap_or_default();
        Ok(Share { value, low, high, is_computed: matches!(found, QuestionAnswer::Computed(_)), doubts })
    }
}

impl History {
    pub(super) fn run(&self) -> Outcome {
        let (commits, mut looking) = self.watched.begin()?;
        let rows: Vec<(&Commit, Result<Share, String>)> =
            commits.iter().map(|commit| (commit, looking.share(commit))).collect();
        if let [(_, Err(why)), ..] = &rows[..]
            && rows.iter().all(|row| row.1.is_err())
        {
            return Err(Failure::Failed(anyhow::anyhow!(why.clone())));
        }
        match self.format {
            Format::Text => output::write(&self.out, self.text(&rows, looking.known.len()).as_bytes())?,
            Format::Csv => output::write_with(&self.out, |out| history_csv(out, &csv_rows(&rows)))?,
        }
        Ok(0)
    }

    fn text(&self, rows: &[(&Commit, Result<Share, String>)], states: usize) -> String {
        let mut text =
            format!("{}, {} drops at level {}\n", self.watched.question, self.watched.quality, self.watched.depth);
        let mut before: Option<&Share> = None;
        let mut stay = 0;
        for (commit, found) in rows {
            let Commit { date, subject, .. } = commit;
            let place = format!("{date} {}", commit.short());
            match found {
                Ok(share) if before.is_some_and(|before| before.is_like(share)) => stay += 1,
                Ok(share) => {
                    let ratio = before.filter(|before| before.value > 0.0).map(|before| share.value / before.value);
                    let ratio = ratio.map_or(String::new(), |ratio| format!(" (× {ratio:.3})"));
                    let _ = writeln!(text, "{place}  {}{ratio}  {subject}", share.text());
                    before = Some(share);
                }
                Err(why) => {
                    let _ = writeln!(text, "{place}  –  {subject}: {}", why.lines().next().unwrap_or_default());
                }
            }
        }
        let _ = writeln!(text, "{} commits that touch the files, {states} states; {stay} don't move it", rows.len());
        text
    }
}

/// The rows of the CSV.
fn csv_rows<'a>(rows: &'a [(&'a Commit, Result<Share, String>)]) -> Vec<HistoryRow<'a>> {
    let row = |(commit, found): &'a (&'a Commit, Result<Share, String>)| HistoryRow {
        commit: [&commit.hash, &commit.date, &commit.author, &commit.subject],
        share: match found {
            Ok(share) => Ok(([share.value, share.low, share.high], share.is_computed)),
            Err(why) => Err(why),
        },
        doubts: found.as_ref().map_or("", |share| &share.doubts),
    };
    rows.iter().map(row).collect()
}

impl Bisect {
    pub(super) fn run(&self) -> Outcome {
        let (commits, mut looking) = self.watched.begin()?;
        let (Some(first), Some(last)) = (commits.first(), commits.last()) else {
            return Err(Failure::Failed(anyhow::anyhow!("found no commit that touches the edit files")));
        };
        let end = |looking: &mut Looking<'_>, commit: &Commit| {
            looking.share(commit).map_err(|why| anyhow::anyhow!("{}: {why}", commit.short()))
        };
        let (old, new) = (end(&mut looking, first)?, end(&mut looking, last)?);
        if old.is_like(&new) {
            let text = format!("{} in {} and in {}: it doesn't differ\n", old.text(), first.short(), last.short());
            output::write("-", text.as_bytes())?;
            return Ok(1);
        }
        // The last commit that is known to have the old share, and the first that has another one.
        let (mut low, mut high, mut skipped) = (0, commits.len() - 1, 0);
        while high - low > 1 {
            let middle = low.midpoint(high);
            // The nearest to the middle whose files can be read.
            let mut between: Vec<usize> = (low + 1..high).collect();
            between.sort_by_key(|at| at.abs_diff(middle));
            let read = between.into_iter().find_map(|at| {
                let share = looking.share(&commits[at]).ok();
                skipped += u32::from(share.is_none());
                Some((at, share?))
            });
            let Some((at, share)) = read else { break };
            if (share.value - old.value).abs() < (share.value - new.value).abs() { low = at } else { high = at }
        }
        let mut text = String::new();
        let Commit { date, author, subject, .. } = &commits[high];
        let moved = &commits[high];
        let _ = writeln!(text, "{} {date} {author}: {subject}", moved.hash);
        let (before, after) = (end(&mut looking, &commits[low])?, end(&mut looking, moved)?);
        let _ = writeln!(text, "  {} before, {} from then on", before.text(), after.text());
        if high - low > 1 {
            let _ = writeln!(text, "  or one of the {} before it, whose files can't be read", high - low - 1);
        }
        let _ = writeln!(
            text,
            "  {} commits, {} states computed, {skipped} skipped; affixboard effect --git {} {} {} says what else it does",
            commits.len(),
            looking.known.len(),
            self.watched.git.display(),
            commits[low].short(),
            moved.short()
        );
        output::write("-", text.as_bytes())?;
        Ok(0)
    }
}
