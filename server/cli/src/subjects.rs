//! `affixboard subjects`: list what turns up by a folder's files; and the options with which other commands ask for one.

use std::{
    collections::{BTreeMap, BTreeSet},
    io,
    num::NonZeroU64,
    sync::Arc,
};

use affixboard_games as games;
use affixboard_model::{
    batch::{Plan, PlanPart, Shard, SubjectPlan, Tally},
    game::{Dimension, DimensionValues, Loaded, Point, SubjectRules},
};
use affixboard_report::format::{self, PartPlan, SubjectCsv, TallyPart};
use anyhow::anyhow;
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches};

use super::{
    batch::count,
    failure::{Failure, Outcome},
    files::EditFiles,
    output, progress,
};
use affixboard_service::compute::{Priority, Scheduler, ShardSource, par_map_ordered};

/// The subject that commands are about where none is named.
pub(super) const DROPS: &str = "drops";

/// Values of a long list that are told.
const FEW: usize = 4;

/// The command.
#[derive(Debug, Args)]
pub(super) struct Subjects {
    #[command(flatten)]
    files: EditFiles,
}

impl Subjects {
    pub(super) fn run(&self) -> Outcome {
        let loaded = self.files.load()?;
        let mut text = String::new();
        if !loaded.catalog.item_types.is_empty() {
            text += &drops(&loaded);
        }
        for subject in loaded.model.subjects() {
            text += &described(subject.as_ref());
        }
        output::write("-", text.as_bytes())?;
        Ok(0)
    }
}

/// What drops depend on, for they are declared by the catalog.
fn drops(loaded: &Loaded) -> String {
    let words = loaded.game.words();
    let types: Vec<_> = loaded.catalog.item_types.iter().map(|one| one.name.as_str()).collect();
    format!(
        "{DROPS}: Drops\n  What a drop is: its kind, {}, and artifacts.\n  --depths  depth: 0 to {}\n  --qualities  drop quality: \
         {}\n  item types: {}\n",
        words.affixes,
        words.deepest,
        words.qualities.join(", "),
        types.join(", ")
    )
}

fn described(subject: &dyn SubjectRules) -> String {
    let spec = subject.spec();
    let dimension = |(at, dimension): (usize, &Dimension)| {
        let axis = if at == 0 { " (axis)" } else { "" };
        let about = if dimension.doc.is_empty() { String::new() } else { format!("; {}", dimension.doc) };
        format!("  --{}  {}: {}{axis}{about}\n", dimension.name, dimension.title, values(dimension))
    };
    let dimensions: String = spec.dimensions.iter().enumerate().map(dimension).collect();
    let groups = format!("  {}: {}\n", spec.group[1], spec.groups.join(", "));
    let groups = if spec.groups.is_empty() { String::new() } else { groups };
    format!("{}: {}\n  {}\n{dimensions}{groups}", spec.name, spec.title, spec.doc)
}

fn values(dimension: &Dimension) -> String {
    match &dimension.values {
        DimensionValues::Numbers { first, last, .. } => format!("{first} to {last}"),
        DimensionValues::Names(names) => names.join(", "),
        DimensionValues::Numbered(list) => {
            let named = |(number, name): &(i32, String)| format!("{number} ({name})");
            let first: Vec<_> = list.iter().take(FEW).map(named).collect();
            let more = if list.len() > FEW { format!(", … {} in all", list.len()) } else { String::new() };
            format!("{}{more}", first.join(", "))
        }
    }
}

/// Options that name a subject and the points of it.
#[derive(Debug, Args)]
pub(super) struct SubjectFlags {
    /// What turns up, if not drops: a name that `affixboard subjects` lists
    #[arg(long, value_name = "NAME")]
    subject: Option<String>,
    #[command(flatten)]
    conditions: Conditions,
}

/// The options of all games' subjects, by name. They are no struct's fields, for games declare them.
#[derive(Debug, Default)]
struct Conditions(BTreeMap<&'static str, String>);

fn condition_names() -> BTreeSet<&'static str> {
    games::ALL.iter().flat_map(|game| game.conditions().iter().copied()).collect()
}

impl Args for Conditions {
    fn augment_args(mut command: Command) -> Command {
        for name in condition_names() {
            let help = "Values of that condition of the subject, such as 1,5,10-20 or a name";
            command = command.arg(Arg::new(name).long(name).value_name("LIST").help(help).requires("subject"));
        }
        command
    }

    fn augment_args_for_update(command: Command) -> Command {
        Conditions::augment_args(command)
    }
}

impl FromArgMatches for Conditions {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Conditions, clap::Error> {
        let given = |name| Some((name, matches.get_one::<String>(name)?.clone()));
        Ok(Conditions(condition_names().into_iter().filter_map(given).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Conditions::from_arg_matches(matches)?;
        Ok(())
    }
}

/// A subject and the points that are asked for.
pub(super) struct ChosenSubject {
    rules: Arc<dyn SubjectRules>,
    points: Vec<Point>,
    /// Game, rules version and switches, where quantiles are written; else counts are.
    quantiles: Option<String>,
    doubts: Option<String>,
}

impl SubjectFlags {
    /// The subject that is named; `None` for drops. `of_drops` are the flags given that are about drops alone.
    pub(super) fn parse(&self, loaded: &Loaded, of_drops: &[&str]) -> Result<Option<ChosenSubject>, Failure> {
        // A game without items of Angband's sort may call a subject of its own drops.
        let is_own = |name: &str| loaded.model.subjects().iter().any(|subject| subject.spec().name == name);
        let Some(name) = self.subject.as_deref().filter(|name| *name != DROPS || is_own(name)) else {
            return match self.conditions.0.keys().next() {
                Some(given) => Err(Failure::usage(format!("--{given}: drops have no such condition"))),
                None if loaded.catalog.item_types.is_empty() => {
                    let known: Vec<_> = loaded.model.subjects().iter().map(|one| one.spec().name).collect();
                    let title = loaded.game.title();
                    Err(Failure::usage(format!(
                        "--subject: these files of {title} have no drops; expected one of {}",
                        known.join(", ")
                    )))
                }
                None => Ok(None),
            };
        };
        let subjects = loaded.model.subjects();
        let rules = subjects.iter().find(|subject| subject.spec().name == name).ok_or_else(|| {
            let mut known: Vec<_> = subjects.iter().map(|subject| subject.spec().name).collect();
            if !loaded.catalog.item_types.is_empty() {
                known.insert(0, DROPS);
            }
            Failure::usage(format!("--subject: found `{name}`; expected one of {}", known.join(", ")))
        })?;
        let dimensions = &rules.spec().dimensions;
        let known: Vec<_> = dimensions.iter().map(|dimension| format!("--{}", dimension.name)).collect();
        let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
        if let Some(flag) = of_drops.first() {
            return Err(Failure::usage(format!("{flag}: it is about drops, not about {name}; expected {known}")));
        }
        for given in self.conditions.0.keys() {
            if !dimensions.iter().any(|dimension| dimension.name == *given) {
                return Err(Failure::usage(format!("--{given}: {name} have no such condition; expected {known}")));
            }
        }
        let mut values = Vec::new();
        let mut all = 1;
        for dimension in dimensions {
            let listed = match self.conditions.0.get(dimension.name) {
                Some(text) => dimension.parse_list(text, Plan::MAX_CELLS).map_err(|error| {
                    Failure::usage(format!(
                        "--{}: found `{}`; expected {}",
                        error.dimension, error.found, error.expected
                    ))
                })?,
                None => dimension.usual(),
            };
            all *= listed.len();
            if all > Plan::MAX_CELLS {
                let most = Plan::MAX_CELLS;
                return Err(Failure::usage(format!("found more than {most} points; expected at most that many")));
            }
            values.push(listed);
        }
        let points = rules.spec().points(&values);
        for point in &points {
            rules.check(*point).map_err(|why| {
                let place = rules.point_columns(*point).join(", ");
                Failure::usage(format!("there is no {place}: {why}"))
            })?;
        }
        Ok(Some(ChosenSubject { rules: Arc::clone(rules), points, quantiles: None, doubts: loaded.doubts() }))
    }
}

impl ChosenSubject {
    /// The same with quantiles of its numbers in the place of counts.
    pub(super) fn with_quantiles(self, loaded: &Loaded) -> Result<ChosenSubject, Failure> {
        let has_numbers = (0..self.rules.rows().len() as u32).any(|key| self.rules.number(key).is_some());
        if !has_numbers {
            let name = self.rules.spec().name;
            return Err(Failure::usage(format!("--quantiles: {name} count no numbers; expected a subject that does")));
        }
        Ok(ChosenSubject { quantiles: Some(rules_text(loaded)), ..self })
    }

    /// The plan of so many trials at each point.
    pub(super) fn plan(&self, trials: NonZeroU64, seed: u64) -> Result<Arc<SubjectPlan>, Failure> {
        let subject = self.rules.spec().name.to_owned();
        let plan = SubjectPlan { subject, points: self.points.clone(), trials, seed };
        plan.check().map_err(|error| Failure::usage(format!("--drops: {error}")))?;
        Ok(Arc::new(plan))
    }

    /// Makes all trials of the plan and writes what was counted.
    pub(super) fn batch(&self, scheduler: &Arc<Scheduler>, plan: &Arc<SubjectPlan>, target: &str) -> Outcome {
        let tally = self.count(scheduler, plan, plan.shards().collect())?;
        output::write_with(target, |out| {
            if let Some(rules) = &self.quantiles {
                return format::quantiles_csv(out, self.rules.as_ref(), (plan, &tally), rules, self.doubts.as_deref());
            }
            SubjectCsv::write_tally(out, self.rules.as_ref(), &self.points, [Ok(&tally)], self.doubts.clone())
        })?;
        Ok(0)
    }

    /// Makes the trials of a part of the plan and writes the part.
    pub(super) fn batch_part(
        &self,
        scheduler: &Arc<Scheduler>,
        plan: &Arc<SubjectPlan>,
        (part, head): (PlanPart, PartPlan),
        target: &str,
    ) -> Outcome {
        let tally = self.count(scheduler, plan, part.shards(plan.shards()).collect())?;
        let part = TallyPart::of_subject((part, head), plan, &tally, self.rules.as_ref(), self.doubts.as_deref());
        output::write_with(target, |out| format::write_tally_part(out, &part))?;
        Ok(0)
    }

    fn count(&self, scheduler: &Arc<Scheduler>, plan: &Arc<SubjectPlan>, shards: Vec<Shard>) -> anyhow::Result<Tally> {
        let source = ShardSource::Subject(Arc::clone(&self.rules), Arc::clone(plan));
        count(scheduler, source, shards, self.rules.spec().trial[1])
    }

    /// Computes the means at each point and writes them.
    pub(super) fn exact(&self, scheduler: &Arc<Scheduler>, target: &str) -> Outcome {
        let spec = self.rules.spec();
        if self.rules.exact_metrics().is_empty() {
            return Err(Failure::Failed(anyhow!(
                "chances of {} are not computed; `affixboard batch` counts them instead",
                spec.name
            )));
        }
        output::write_with(target, |out| {
            let mut table = SubjectCsv::of_means(out, self.rules.as_ref(), self.doubts.clone())?;
            progress::shown(self.points.len() as u64, "points", |progress| {
                let (rules, made) = (Arc::clone(&self.rules), Arc::clone(progress));
                let run = move |point, _: &affixboard_service::compute::CancelToken| {
                    let means = rules.exact(point);
                    made.add(1);
                    (point, means)
                };
                let mut running = par_map_ordered(scheduler, Priority::Batch, self.points.clone().into_iter(), run);
                while let Some(result) = running.wait_next() {
                    let (point, means) = result.map_err(io::Error::other)?;
                    table.add_means(self.rules.as_ref(), point, &means)?;
                }
                Ok::<(), io::Error>(())
            })?;
            table.end()
        })?;
        Ok(0)
    }
}

/// Game, rules version and switches, as tables of quantiles name them.
pub(super) fn rules_text(loaded: &Loaded) -> String {
    let game = loaded.game;
    format!("{} {}, {}", game.id(), game.rules_version(), loaded.switches.describe(game))
}
