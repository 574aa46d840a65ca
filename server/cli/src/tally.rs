//! `affixboard tally`: put together what several machines counted.

use std::{
    fs::File,
    io::BufReader,
    num::NonZeroU64,
    path::{Path, PathBuf},
};

use affixboard_model::{
    batch::{SubjectPlan, Tally},
    game::{Point, SubjectRules},
};
use affixboard_report::format::{self, MergedTally, TallyPart};
use affixboard_store::content_hash;
use anyhow::{Context, anyhow};
use clap::{Args, Subcommand};

use super::{
    best_of::Best,
    failure::{Failure, Outcome},
    files::EditFiles,
    output,
    subjects::rules_text,
};

/// The command.
#[derive(Debug, Args)]
pub(super) struct TallyCommand {
    #[command(subcommand)]
    command: TallyAction,
}

#[derive(Debug, Subcommand)]
enum TallyAction {
    /// Merge all parts of a tally, as `batch --shard` writes them, to the bytes of one run.
    Merge(Merge),
    /// Say how good the best of several items is, by the values that a tally counted.
    Best(Best),
}

impl TallyCommand {
    pub(super) fn run(&self) -> Outcome {
        match &self.command {
            TallyAction::Merge(merge) => merge.run(),
            TallyAction::Best(best) => best.run(),
        }
    }
}

#[derive(Debug, Args)]
struct Merge {
    /// The parts, each once, in any order
    #[arg(required = true, value_name = "PART")]
    parts: Vec<PathBuf>,
    /// File of the tally, or - for standard output
    #[arg(long, value_name = "FILE")]
    out: String,
    /// Folder of edit files that the parts were made from; for parts of quantiles
    #[arg(long = "files", value_name = "DIR")]
    folder: Option<PathBuf>,
    /// The game, where it shouldn't be told from the files
    #[arg(long, value_name = "GAME", requires = "folder")]
    game: Option<String>,
    /// Points of the rules that the parts took as documented
    #[arg(long, value_name = "LIST", value_delimiter = ',', requires = "folder")]
    as_documented: Vec<String>,
}

impl Merge {
    fn run(&self) -> Outcome {
        let mut merged = MergedTally::default();
        for path in &self.parts {
            let part = read(path)?;
            merged.add(&path.display().to_string(), part)?;
        }
        let whole = merged.whole()?;
        if whole.head.plan.result == "quantiles" {
            return self.quantiles(&whole);
        }
        output::write_with(&self.out, |out| format::write_merged_tally(out, &whole))?;
        Ok(0)
    }

    /// Writes the quantiles of what was counted; which rows are numbers only the rules know.
    fn quantiles(&self, whole: &TallyPart) -> Outcome {
        let folder = self.folder.clone().ok_or_else(|| {
            let problem = "these are parts of quantiles; expected the folder of edit files that they were made from";
            Failure::usage(format!("--files: {problem}"))
        })?;
        let loaded = EditFiles::new(folder.clone(), self.game.clone(), self.as_documented.clone()).load()?;
        let plan = &whole.head.plan;
        let game = loaded.game;
        let found = [game.id().to_owned(), game.rules_version().to_string(), loaded.switches.describe(game)];
        let expected = [plan.game.clone(), plan.rules_version.to_string(), plan.switches.clone()];
        if let Some(at) = (0..found.len()).find(|at| found[*at] != expected[*at]) {
            let what = ["the game", "rules version", "rules"][at];
            let (found, expected) = (&found[at], &expected[at]);
            return Err(Failure::Failed(anyhow!(
                "found {what} {found}; expected {expected}, by which the parts were made"
            )));
        }
        let hash = content_hash(&loaded);
        if hash != plan.files {
            let folder = folder.display();
            return Err(Failure::Failed(anyhow!(
                "found files of hash {hash} in {folder}; expected {}, from which the parts were made",
                plan.files
            )));
        }
        let subjects = loaded.model.subjects();
        let rules = subjects.iter().find(|rules| rules.spec().name == plan.subject);
        let rules = rules.ok_or_else(|| anyhow!("found no subject `{}` in these files", plan.subject))?;
        let (plan, tally) = of_points(rules.as_ref(), whole)?;
        output::write_with(&self.out, |out| {
            format::quantiles_csv(
                out,
                rules.as_ref(),
                (&plan, &tally),
                &rules_text(&loaded),
                loaded.doubts().as_deref(),
            )
        })?;
        Ok(0)
    }
}

fn read(path: &Path) -> anyhow::Result<TallyPart> {
    let name = path.display();
    let file = File::open(path).with_context(|| format!("can't read {name}"))?;
    format::read_tally_part(BufReader::new(file)).with_context(|| name.to_string())
}

/// The plan and counts of a subject, by the numbers of its points.
fn of_points(rules: &dyn SubjectRules, whole: &TallyPart) -> anyhow::Result<(SubjectPlan, Tally)> {
    let points = whole.cells.iter().map(|cell| {
        let point = point(rules, &cell.place).filter(|point| rules.point_columns(*point) == cell.fields);
        let (place, fields) = (&cell.place, cell.fields.join(","));
        point.ok_or_else(|| anyhow!("found the cell `{place},{fields}`; expected a point of {}", rules.spec().name))
    });
    let points: Vec<Point> = points.collect::<anyhow::Result<_>>()?;
    let head = &whole.head.plan;
    let trials = NonZeroU64::new(head.drops).unwrap_or(NonZeroU64::MIN);
    let plan = SubjectPlan { subject: head.subject.clone(), points, trials, seed: head.seed };
    let cells = plan.cells().zip(whole.cells.iter().map(|cell| cell.counted.clone())).collect();
    Ok((plan, Tally { cells }))
}

/// The point with these numbers, if the subject has it.
fn point(rules: &dyn SubjectRules, place: &str) -> Option<Point> {
    let numbers: Vec<i32> = place.split(' ').map(|number| number.parse().ok()).collect::<Option<_>>()?;
    let dimensions = &rules.spec().dimensions;
    let (of, beyond) = numbers.split_at_checked(dimensions.len())?;
    let fits = dimensions.iter().zip(of).all(|(dimension, value)| dimension.has(*value));
    let point = Point::of(&numbers);
    (fits && beyond.iter().all(|value| *value == 0) && rules.check(point).is_ok()).then_some(point)
}
