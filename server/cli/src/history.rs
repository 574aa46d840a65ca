//! `affixboard history` and `affixboard bisect`: a number over the commits of a repository, and the commit that moved it.

mod cache;

use std::{
    collections::BTreeMap,
    fmt::Write as _,
    num::{NonZeroU64, NonZeroUsize},
    path::{Path, PathBuf},
    sync::Arc,
};

use affixboard_inquiry::{
    gaps::{Limits, Search},
    questions::parse,
};
use affixboard_report::{
    chart::{ChartFrame, ChartWidth, Theme, history_chart},
    format::history_csv,
};
use affixboard_service::{
    compute::{Priority, Progress, Scheduler},
    history::{Watched, WatchedNumber, history_row, number_history},
    starter,
};
use anyhow::Context as _;
use clap::{Args, ValueEnum};

use super::{
    batch::scheduler,
    block_on::block_on,
    failure::{Failure, Outcome},
    files::{load_sources, note_doubts},
    git::{self, Commit, State},
    output, progress,
};
use cache::NumberCache;

/// What is watched, and where.
#[derive(Debug, Args)]
struct WatchFlags {
    /// The share that is watched, as a question, such as affix:Sharp; not with --test
    #[arg(value_name = "QUESTION", required_unless_present = "test", conflicts_with = "test")]
    question: Option<String>,
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
    /// Dungeon level of the drops of QUESTION
    #[arg(long, value_name = "LEVEL", required_unless_present = "test", conflicts_with = "test")]
    depth: Option<u32>,
    /// Their drop quality, such as great
    #[arg(long, value_name = "QUALITY", required_unless_present = "test", conflicts_with = "test")]
    quality: Option<String>,
    /// Items drawn at most where the share can't be computed
    #[arg(long, value_name = "N", default_value = "1000000")]
    items: NonZeroU64,
    /// Where their random numbers begin
    #[arg(long, value_name = "S", default_value = "1")]
    seed: u64,
    /// Watch the worst number of this balance test, in place of a question's share
    #[arg(long, value_name = "NAME", requires = "balance")]
    test: Option<String>,
    /// The file of balance tests that --test is in
    #[arg(long, value_name = "FILE", requires = "test")]
    balance: Option<PathBuf>,
    /// Keep the number of each state of the files in this folder, so that it is computed once in all runs
    #[arg(long, value_name = "FOLDER")]
    cache: Option<PathBuf>,
    /// Threads [default: all cores]; no number depends on it
    #[arg(long, value_name = "T")]
    threads: Option<NonZeroUsize>,
}

/// The command `history`.
#[derive(Debug, Args)]
pub(super) struct History {
    #[command(flatten)]
    watch: WatchFlags,
    /// How to report; text leaves out commits that don't move the number, svg is a chart
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
    Svg,
}

/// The command `bisect`.
#[derive(Debug, Args)]
pub(super) struct Bisect {
    #[command(flatten)]
    watch: WatchFlags,
}

/// The states that were looked at, each once.
struct Looking<'a> {
    flags: &'a WatchFlags,
    watched: Watched,
    scheduler: Arc<Scheduler>,
    cache: Option<NumberCache>,
    known: BTreeMap<State, Result<WatchedNumber, String>>,
    /// States that were computed, and not known by the cache.
    computed: usize,
}

impl WatchFlags {
    fn range(&self) -> Result<[&str; 2], Failure> {
        match self.range.split_once("..") {
            Some((from, to)) if !from.is_empty() && !to.is_empty() => Ok([from, to]),
            _ => Err(Failure::usage(format!("--range: found `{}`; expected two revisions as A..B", self.range))),
        }
    }

    /// What is watched.
    fn watched(&self) -> Result<Watched, Failure> {
        if let (Some(name), Some(path)) = (&self.test, &self.balance) {
            let text = std::fs::read_to_string(path).with_context(|| format!("can't read {}", path.display()))?;
            let dive = starter::profile().context("the drop profile that ships can't be read")?;
            return Ok(Watched::Test { text, name: name.clone(), search: Search { limits: Limits::default(), dive } });
        }
        // clap has seen to it that they are there.
        let question = self.question.clone().unwrap_or_default();
        if let Err(error) = parse(&question) {
            return Err(Failure::usage(format!("QUESTION: {error}")));
        }
        let (depth, quality) = (self.depth.unwrap_or_default(), self.quality.clone().unwrap_or_default());
        Ok(Watched::Share { question, depth, quality, items: self.items.get(), seed: self.seed })
    }

    /// What is watched, in words.
    fn name(&self) -> String {
        match (&self.question, &self.test) {
            (Some(question), _) => {
                let (depth, quality) = (self.depth.unwrap_or_default(), self.quality.as_deref().unwrap_or_default());
                format!("{question}, {quality} drops at level {depth}")
            }
            (None, test) => format!("balance test {}", test.as_deref().unwrap_or_default()),
        }
    }

    fn begin(&self) -> Result<(Vec<Commit>, Looking<'_>), Failure> {
        let (range, watched) = (self.range()?, self.watched()?);
        let commits = git::commits(&self.git, range, self.path.as_deref())?;
        let cache = self.cache.as_deref().map(|folder| NumberCache::new(folder, &watched, self.game.as_deref()));
        let scheduler = scheduler(self.threads)?;
        let looking =
            Looking { flags: self, watched, scheduler, cache: cache.transpose()?, known: BTreeMap::new(), computed: 0 };
        Ok((commits, looking))
    }
}

impl Looking<'_> {
    /// The number in a commit's files; why not, where there is none.
    fn number(&mut self, commit: &Commit) -> Result<WatchedNumber, String> {
        let repository: &Path = &self.flags.git;
        let told = |failure: Failure| failure.status_and_message().1;
        let state = git::state(repository, &commit.hash, self.flags.path.as_deref()).map_err(told)?;
        if let Some(known) = self.known.get(&state) {
            return known.clone();
        }
        let kept = self.cache.as_ref().and_then(|cache| cache.get(&state));
        let found = if let Some(kept) = kept {
            kept
        } else {
            let found = self.compute(repository, &state).map_err(told)?;
            self.computed += 1;
            if let Some(cache) = &self.cache {
                cache.keep(&state, &found).map_err(|error| format!("{error:#}"))?;
            }
            found
        };
        self.known.insert(state, found.clone());
        found
    }

    fn compute(&self, repository: &Path, state: &State) -> Result<Result<WatchedNumber, String>, Failure> {
        let sources = git::sources_of(repository, state, None)?;
        let loaded = match load_sources(sources, self.flags.game.as_deref()) {
            Ok(loaded) => Arc::new(loaded),
            Err(failure) => return Ok(Err(failure.status_and_message().1)),
        };
        if self.known.is_empty() {
            note_doubts(&loaded);
        }
        let progress = Arc::<Progress>::default();
        let by = (&self.scheduler, Priority::Batch);
        Ok(block_on(self.watched.in_files(by, &loaded, &progress))??)
    }
}

/// A commit with what was found of it.
type Found<'a> = (&'a Commit, Result<WatchedNumber, String>);

impl History {
    pub(super) fn run(&self) -> Outcome {
        let (commits, mut looking) = self.watch.begin()?;
        let rows: Vec<Found<'_>> = progress::shown(commits.len() as u64, "commits", |progress| {
            let row = |commit| {
                let found = looking.number(commit);
                progress.add(1);
                (commit, found)
            };
            commits.iter().map(row).collect()
        });
        if let [(_, Err(why)), ..] = &rows[..]
            && rows.iter().all(|row| row.1.is_err())
        {
            return Err(Failure::Failed(anyhow::anyhow!(why.clone())));
        }
        match self.format {
            Format::Text => output::write(&self.out, self.text(&rows, looking.known.len()).as_bytes())?,
            Format::Csv => {
                let rows: Vec<_> = rows.iter().map(|(of, found)| history_row(of.about(), found)).collect();
                output::write_with(&self.out, |out| history_csv(out, ["commit", "date", "author", "subject"], &rows))?;
            }
            Format::Svg => output::write(&self.out, self.chart(&rows).as_bytes())?,
        }
        Ok(0)
    }

    fn text(&self, rows: &[Found<'_>], states: usize) -> String {
        let mut text = self.watch.name() + "\n";
        let mut before: Option<&WatchedNumber> = None;
        let mut stay = 0;
        for (commit, found) in rows {
            let Commit { date, subject, .. } = commit;
            let place = format!("{date} {}", commit.short());
            match found {
                Ok(number) if before.is_some_and(|before| before.is_like(number)) => stay += 1,
                Ok(number) => {
                    let ratio = before.filter(|before| before.value > 0.0).map(|before| number.value / before.value);
                    let ratio = ratio.map_or(String::new(), |ratio| format!(" (× {ratio:.3})"));
                    let verdict = number.verdict.map_or(String::new(), |verdict| format!(", {}", verdict.0.word()));
                    let _ = writeln!(text, "{place}  {}{ratio}{verdict}  {subject}", number.text());
                    before = Some(number);
                }
                Err(why) => {
                    let _ = writeln!(text, "{place}  –  {subject}: {}", why.lines().next().unwrap_or_default());
                }
            }
        }
        let _ = writeln!(text, "{} commits that touch the files, {states} states; {stay} don't move it", rows.len());
        text
    }

    /// The commits by their numbers in the range.
    fn chart(&self, rows: &[Found<'_>]) -> String {
        let name = self.watch.question.as_ref().or(self.watch.test.as_ref()).map_or("", String::as_str);
        let history = number_history(name, (1..).zip(rows).map(|(at, row)| (at, &row.1)));
        let date = |row: Option<&Found<'_>>| row.map_or(String::new(), |row| row.0.date.clone());
        let (from, to) = (date(rows.first()), date(rows.last()));
        let title = self.watch.name();
        let desc = format!("{title}, by commits that touch the files, from {from} to {to}.");
        let x_label = format!("commit, from {from} to {to}");
        history_chart(
            &history,
            &ChartFrame {
                title: &title,
                desc: &desc,
                x_label: &x_label,
                y_label: "",
                measure: history.measure(),
                theme: Theme::Light,
                width: ChartWidth::Wide,
                log: false,
            },
        )
    }
}

impl Bisect {
    /// Of n commits log2(n) + 1 are computed at most, beside those that can't be read: the first, and one for each halving.
    pub(super) fn run(&self) -> Outcome {
        let (commits, mut looking) = self.watch.begin()?;
        let Some(first) = commits.first() else {
            return Err(Failure::Failed(anyhow::anyhow!("found no commit that touches the edit files")));
        };
        let old = looking.number(first).map_err(|why| anyhow::anyhow!("{}: {why}", first.short()))?;
        // The last commit that is known to have the old number, and the first that is known to have another one, with that.
        let (mut low, mut high, mut new, mut skipped) = (0, commits.len(), None, 0);
        while high - low > 1 {
            let middle = low.midpoint(high);
            // The nearest to the middle whose files can be read.
            let mut between: Vec<usize> = (low + 1..high).collect();
            between.sort_by_key(|at| at.abs_diff(middle));
            let read = between.into_iter().find_map(|at| {
                let number = looking.number(&commits[at]).ok();
                skipped += u32::from(number.is_none());
                Some((at, number?))
            });
            match read {
                None => break,
                Some((at, number)) if old.is_like(&number) => low = at,
                Some((at, number)) => (high, new) = (at, Some(number)),
            }
        }
        let Some(new) = new else {
            let text =
                format!("{} in {} and in {}: it doesn't differ\n", old.text(), first.short(), commits[low].short());
            output::write("-", text.as_bytes())?;
            return Ok(1);
        };
        let mut text = String::new();
        let moved = &commits[high];
        let Commit { hash, date, author, subject, .. } = moved;
        let _ = writeln!(text, "{hash} {date} {author}: {subject}");
        let _ = writeln!(text, "  {} before, {} with it", old.text(), new.text());
        if high - low > 1 {
            let _ = writeln!(text, "  or one of the {} before it, whose files can't be read", high - low - 1);
        }
        let _ = writeln!(
            text,
            "  {} commits, {} states computed, {skipped} skipped; affixboard effect --git {} {} {} says what else it does",
            commits.len(),
            looking.computed,
            self.watch.git.display(),
            commits[low].short(),
            moved.short()
        );
        output::write("-", text.as_bytes())?;
        Ok(0)
    }
}
