//! `affixboard audit`: hold counted drops against computed chances.

use std::{
    io::Write,
    num::{NonZeroU64, NonZeroUsize},
    path::PathBuf,
    sync::Arc,
};

use affixboard_inquiry::audit::Verdict;
use affixboard_model::{
    batch::{Detail, Plan},
    game::{Forge, Loaded},
};
use affixboard_report::{
    audit::{
        AuditLine, bound_text, detectable_shares, fit_line, p_value_text, partition_title, percent_text,
        uncompared_metrics,
    },
    format,
};
use clap::Args;

use super::{
    batch::{generate, scheduler},
    block_on::block_on,
    cells::Cells,
    exact::not_computed,
    failure::{Failure, Outcome},
    files::{EditFiles, plan_error},
    output, progress,
};
use affixboard_service::{
    compute::{Priority, Progress, Scheduler},
    counts::{Computing, Counts, NumberFit, matched_cells, number_fits, read_counts},
};

/// Number of comparisons kept if they aren't all written.
const KEPT: usize = 1000;
/// Maximum number of disagreements printed.
const PRINTED: usize = 50;

/// The command.
#[derive(Debug, Args)]
pub(super) struct Audit {
    #[command(flatten)]
    files: EditFiles,
    /// Dungeon levels, such as 1,5,10-20 [default with --tally: all that it has]
    #[arg(long, value_name = "LIST", required_unless_present = "tally")]
    depths: Option<String>,
    /// Drop qualities, such as normal,good,great [default with --tally: all that it has]
    #[arg(long, value_name = "LIST", required_unless_present = "tally")]
    qualities: Option<String>,
    /// Apply magic to this kind, such as 23:12, sword:Dagger, Dagger or #45, instead of making whole drops; may be repeated
    #[arg(long, value_name = "KIND")]
    kind: Vec<String>,
    /// Drops per depth and quality (and kind)
    #[arg(long, value_name = "N", required_unless_present = "tally")]
    drops: Option<NonZeroU64>,
    /// Where the random numbers begin
    #[arg(long, value_name = "S", required_unless_present = "tally")]
    seed: Option<u64>,
    /// Hold this tally against the chances, instead of drops made for it
    #[arg(long, visible_alias = "counts", value_name = "FILE", conflicts_with_all = ["drops", "seed"])]
    tally: Option<PathBuf>,
    /// Say too which value of each number of the rules explains the counts best
    #[arg(long)]
    fit: bool,
    /// How likely an audit may find something where all agrees
    #[arg(long, value_name = "P", default_value_t = 0.001, value_parser = probability)]
    false_alarms: f64,
    /// Threads [default: all cores]; the numbers don't depend on it
    #[arg(long, value_name = "T")]
    threads: Option<NonZeroUsize>,
    /// File of all comparisons, or - for standard output
    #[arg(long, value_name = "FILE")]
    out: Option<String>,
}

impl Audit {
    pub(super) fn run(&self) -> Outcome {
        let loaded = Arc::new(self.files.load()?);
        let forge = loaded.model.forge();
        let scheduler = scheduler(self.threads)?;
        let (counts, how) = match &self.tally {
            Some(path) => self.read(path, &loaded, forge.as_ref())?,
            None => self.generate(&loaded, &forge, &scheduler)?,
        };
        let verdict = self.hold(&counts, &loaded, &forge, &scheduler)?;
        let mut agrees = verdict.agrees() && counts.strangers.entries.is_empty();
        let line = |found| AuditLine::new(found, &verdict, forge.keys(), loaded.game.words());
        if let Some(out) = &self.out {
            let doubts = loaded.doubts();
            output::write_with(out, |out| {
                format::write_audit_csv(out, verdict.found.iter().filter_map(line), doubts.as_deref())
            })?;
        }
        let mut text = self.summary(&loaded, forge.as_ref(), (&counts, &how), &verdict);
        if self.fit {
            let fits = self.fits(&counts, &loaded, &scheduler)?;
            agrees &= fits.iter().all(|fit| fit.mended.is_none());
            text += &fits_text(&fits);
        }
        if self.out.as_deref() == Some("-") {
            std::io::stderr().lock().write_all(text.as_bytes())?;
        } else {
            output::write("-", text.as_bytes())?;
        }
        Ok(u8::from(!agrees))
    }

    fn cells(&self, loaded: &Loaded, depths: &str, qualities: &str) -> Result<Cells, Failure> {
        Cells::parse(depths, qualities, &self.kind, loaded)
    }

    /// Makes the drops.
    fn generate(
        &self,
        loaded: &Loaded,
        forge: &Arc<dyn Forge>,
        scheduler: &Arc<Scheduler>,
    ) -> Result<(Counts, String), Failure> {
        let lists = [&self.depths, &self.qualities].map(|list| list.as_deref().unwrap_or_default());
        let Cells { depths, qualities, kinds } = self.cells(loaded, lists[0], lists[1])?;
        let (drops, seed) = (self.drops.unwrap_or(NonZeroU64::MIN), self.seed.unwrap_or(0));
        let (switches, detail) = (loaded.switches.clone(), Detail::Identity);
        let plan = Plan { target: None, depths, qualities, kinds, drops, seed, switches, detail };
        plan.check().map_err(|error| plan_error("the batch", &error))?;
        let tally = generate(scheduler, forge, &plan, None)?;
        let how = format!("generated {drops} drops in each of {} cells, seed {seed}", tally.cells.len());
        Ok((Counts { cells: tally.cells.into_iter().collect(), ..Counts::default() }, how))
    }

    /// Reads what others counted.
    fn read(&self, path: &std::path::Path, loaded: &Loaded, forge: &dyn Forge) -> Result<(Counts, String), Failure> {
        let read = read_counts(path, loaded.game.words())?;
        let listed = |numbers: Vec<String>| numbers.join(",");
        let depths = read.cells.keys().map(|at| at.0.to_string()).collect();
        let known = loaded.game.words().qualities;
        let qualities = read.cells.keys().map(|at| known[usize::from(at.1)].to_owned()).collect();
        let depths = self.depths.clone().unwrap_or_else(|| listed(depths));
        let qualities = self.qualities.clone().unwrap_or_else(|| listed(qualities));
        let wanted = self.cells(loaded, &depths, &qualities)?;
        let counts = matched_cells(&read, wanted.iter(), loaded, forge)
            .map_err(|error| error.context(format!("{} can't be held against chances", path.display())))?;
        let number = counts.cells.len();
        let how = format!("{}, {number} {}", path.display(), if number == 1 { "cell" } else { "cells" });
        Ok((counts, how))
    }

    /// Computes the chances of the cells and compares.
    fn hold(
        &self,
        counts: &Counts,
        loaded: &Loaded,
        forge: &Arc<dyn Forge>,
        scheduler: &Arc<Scheduler>,
    ) -> Result<Verdict, Failure> {
        let keep = if self.out.is_some() { usize::MAX } else { KEPT };
        let held = progress::shown(counts.parts(loaded).total(), "pieces", |progress| {
            let computing = computing(scheduler, progress);
            block_on(counts.hold(&computing, (loaded, forge), (self.false_alarms, keep), &|| false))
        })?;
        held.map_err(anyhow::Error::from)?.ok_or_else(|| not_computed(loaded))
    }

    /// Which value of each number of the rules explains the counts best.
    fn fits(
        &self,
        counts: &Counts,
        loaded: &Arc<Loaded>,
        scheduler: &Arc<Scheduler>,
    ) -> Result<Vec<NumberFit>, Failure> {
        let computing = computing(scheduler, &Arc::default());
        let fits = block_on(number_fits(counts, &computing, loaded, (self.false_alarms, KEPT), &|| false))?;
        Ok(fits.map_err(anyhow::Error::from)?)
    }

    /// The summary: the comparisons made, and their result.
    fn summary(&self, loaded: &Loaded, forge: &dyn Forge, (counts, how): (&Counts, &str), verdict: &Verdict) -> String {
        let (game, words) = (loaded.game, loaded.game.words());
        let strangers = &counts.strangers;
        let mut lines = vec![
            format!(
                "{}: {}, rules {}, {}; {}",
                self.files.folder.display(),
                game.id(),
                game.rules_version(),
                loaded.switches.describe(game),
                affixboard_store::content_hash(loaded).get(..7).unwrap_or_default()
            ),
            format!("counted: {how}"),
        ];
        let parts: Vec<_> = verdict.by_metric.iter().map(|(metric, n)| format!("{n} {}", metric.0)).collect();
        lines.push(format!("compared: {} entries ({})", verdict.comparisons, parts.join(", ")));
        lines.push(format!("largest error bound of a chance: {}", bound_text(verdict.largest_bound)));
        let mut left = uncompared_metrics(forge.keys());
        left.extend(strangers.metrics.iter().map(String::as_str));
        left.dedup();
        if !left.is_empty() {
            lines.push(format!(
                "not compared, for one drop can count several or chances aren't computed: {}",
                left.join(", ")
            ));
        }
        if !strangers.absent.is_empty() {
            lines.push(format!("not compared, for the tally has none: {}", strangers.absent.join(", ")));
        }
        let unclear = strangers.unclear.load(std::sync::atomic::Ordering::Relaxed);
        if unclear > 0 {
            lines.push(format!(
                "not compared, for several {} of an item have the name: {unclear} entries",
                words.affixes
            ));
        }
        lines.push(format!(
            "false alarms: {} of audits in which all agrees, half of them from entries, half from all counts together",
            percent_text(self.false_alarms)
        ));
        lines.push(format!(
            "smallest p of an entry after Holm: {} (disagrees up to {})",
            p_value_text(verdict.smallest()),
            p_value_text(verdict.level)
        ));
        for fit in &verdict.fits {
            lines.push(format!(
                "all counts together, {}: χ² {:.1} of {}, p {}{}",
                partition_title(fit.partition, words),
                fit.statistic,
                fit.dof,
                p_value_text(fit.p),
                if fit.disagrees { " DISAGREES" } else { "" }
            ));
        }
        if let Some(drops) = counts.cells.iter().map(|cell| cell.1.drops).min() {
            for told in detectable_shares(verdict, drops) {
                lines.push(format!(
                    "a chance of {} would disagree from {} of {drops} drops on",
                    percent_text(told.chance),
                    percent_text(told.share)
                ));
            }
        }
        let disagreements = verdict.disagreements + strangers.entries.len() as u64;
        if verdict.agrees() && disagreements == 0 {
            lines.push("no disagreement".to_owned());
        } else {
            let verb = if disagreements == 1 { "entry disagrees" } else { "entries disagree" };
            lines.push(format!("{disagreements} {verb}"));
        }
        let found = verdict.disagreeing().filter_map(|found| AuditLine::new(found, verdict, forge.keys(), words));
        for line in found.take(PRINTED) {
            let about = &line.about;
            let place = about.place.map_or(String::new(), |(tval, sval)| format!(" {tval}:{sval}"));
            let [p, adjusted] = line.p_texts();
            lines.push(format!(
                "  depth {} {}: {}{place} {}: {} of {}, expected {}; p {p}, after Holm {adjusted}",
                about.level,
                about.quality,
                about.metric,
                about.name,
                line.count,
                line.drops,
                line.expected_text()
            ));
        }
        if verdict.disagreements > PRINTED as u64 {
            lines.push(format!("  and {} more; --out FILE has them", verdict.disagreements - PRINTED as u64));
        }
        for entry in strangers.entries.iter().take(PRINTED) {
            lines.push(format!("  {entry}"));
        }
        lines.join("\n") + "\n"
    }
}

fn fits_text(fits: &[NumberFit]) -> String {
    if fits.is_empty() {
        return "no number of the rules that can be declared matters to these counts\n".to_owned();
    }
    let line = |fit: &NumberFit| format!("  {}\n", fit_line(&fit.constant, &fit.fitted, fit.mended.as_ref()));
    let lines: String = fits.iter().map(line).collect();
    format!("numbers of the rules, each alone, with an interval of 95 %:\n{lines}")
}

/// All threads, behind whoever waits.
fn computing(scheduler: &Arc<Scheduler>, progress: &Arc<Progress>) -> Computing {
    Computing { scheduler: Arc::clone(scheduler), priority: Priority::Batch, progress: Arc::clone(progress) }
}

/// A probability between 0 and 1.
pub(super) fn probability(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok().filter(|number| *number > 0.0 && *number < 1.0);
    number.ok_or_else(|| "expected a number between 0 and 1, such as 0.001".to_owned())
}
