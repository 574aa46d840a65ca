//! `affixboard subjects`: list what turns up by a folder's files; and the options with which other commands ask for one.

use std::{
    collections::{BTreeMap, BTreeSet},
    io,
    num::NonZeroU64,
    sync::{Arc, Mutex, PoisonError},
};

use affixboard_core::{
    batch::{Counts, Plan, run_subject, subject_pieces},
    game::{Dimension, DimensionValues, Loaded, Point, SubjectRules},
    games,
};
use affixboard_report::format::SubjectCsv;
use anyhow::anyhow;
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches};

use super::{
    failure::{Failure, Outcome},
    files::EditFiles,
    output, progress,
};
use crate::compute::{Priority, Scheduler, par_map_ordered};

/// The subject that commands are about where none is named.
const DROPS: &str = "drops";

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
        format!("  --{}  {}: {}{axis}\n", dimension.name, dimension.title, values(dimension))
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
}

impl SubjectFlags {
    /// The subject that is named; `None` for drops.
    pub(super) fn parse(&self, loaded: &Loaded) -> Result<Option<ChosenSubject>, Failure> {
        let Some(name) = self.subject.as_deref().filter(|name| *name != DROPS) else {
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
        for given in self.conditions.0.keys() {
            if !dimensions.iter().any(|dimension| dimension.name == *given) {
                let known: Vec<_> = dimensions.iter().map(|dimension| format!("--{}", dimension.name)).collect();
                let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
                return Err(Failure::usage(format!("--{given}: {name} have no such condition; expected {known}")));
            }
        }
        let mut points = vec![Point([0; Point::DIMENSIONS])];
        for (at, dimension) in dimensions.iter().enumerate() {
            let values = match self.conditions.0.get(dimension.name) {
                Some(text) => parse_values(dimension, text)?,
                None => dimension.usual(),
            };
            if points.len() * values.len() > Plan::MAX_CELLS {
                let most = Plan::MAX_CELLS;
                return Err(Failure::usage(format!("found more than {most} points; expected at most that many")));
            }
            let with = |point: &Point, value: i32| {
                let mut point = *point;
                point.0[at] = value;
                point
            };
            points = points.iter().flat_map(|point| values.iter().map(move |value| with(point, *value))).collect();
        }
        for point in &points {
            rules.check(*point).map_err(|why| {
                let place = rules.point_columns(*point).join(", ");
                Failure::usage(format!("there is no {place}: {why}"))
            })?;
        }
        Ok(Some(ChosenSubject { rules: Arc::clone(rules), points }))
    }
}

/// The values of an option: names or numbers between commas, and ranges such as `10-20`. Each once, in the order given.
fn parse_values(dimension: &Dimension, text: &str) -> Result<Vec<i32>, Failure> {
    let failure = |error: affixboard_core::game::NoSuchValue| {
        Failure::usage(format!("--{}: found `{}`; expected {}", error.dimension, error.found, error.expected))
    };
    let mut values = Vec::new();
    for part in text.split(',') {
        let range = part.trim().split_once('-').filter(|_| matches!(dimension.values, DimensionValues::Numbers { .. }));
        match range {
            Some((first, last)) if !first.is_empty() => {
                let (first, last) = (dimension.parse(first).map_err(failure)?, dimension.parse(last).map_err(failure)?);
                values.extend(first..=last);
            }
            _ => values.push(dimension.parse(part).map_err(failure)?),
        }
    }
    let mut seen = BTreeSet::new();
    values.retain(|value| seen.insert(*value));
    Ok(values)
}

impl ChosenSubject {
    /// Makes trials at each point and writes what was counted.
    pub(super) fn batch(&self, scheduler: &Arc<Scheduler>, trials: NonZeroU64, seed: u64, target: &str) -> Outcome {
        let pieces: Vec<_> = self.points.iter().flat_map(|point| subject_pieces(*point, trials.get())).collect();
        let total = trials.get().saturating_mul(self.points.len() as u64);
        output::write_with(target, |out| {
            let mut table = SubjectCsv::of_counts(out, self.rules.spec())?;
            progress::shown(total, self.rules.spec().trial[1], |progress| {
                let (rules, made) = (Arc::clone(&self.rules), Arc::clone(progress));
                let scratch: Mutex<Vec<Counts>> = Mutex::default();
                let run = move |piece, cancel: &crate::compute::CancelToken| {
                    let taken = scratch.lock().unwrap_or_else(PoisonError::into_inner).pop();
                    let mut counts = taken.unwrap_or_else(|| Counts::of_keys(rules.rows().len()));
                    let result = run_subject(rules.as_ref(), &piece, seed, &mut counts, &|| !cancel.is_cancelled());
                    scratch.lock().unwrap_or_else(PoisonError::into_inner).push(counts);
                    made.add(piece.trials);
                    (piece.point, result)
                };
                let mut running = par_map_ordered(scheduler, Priority::Batch, pieces.into_iter(), run);
                let mut points = self.points.iter().copied();
                let mut current: Option<(Point, BTreeMap<u32, u64>)> =
                    points.next().map(|point| (point, BTreeMap::new()));
                while let Some(result) = running.wait_next() {
                    let (point, counted) = result.map_err(io::Error::other)?;
                    let counted = counted.map_err(|_| io::Error::other("cancelled"))?;
                    if let Some((at, sums)) = current.take_if(|(at, _)| *at != point) {
                        table.add_counts(self.rules.as_ref(), at, trials.get(), sums)?;
                        current = Some((point, BTreeMap::new()));
                    }
                    if let Some((_, sums)) = &mut current {
                        for (key, count) in counted {
                            *sums.entry(key).or_default() += count;
                        }
                    }
                }
                if let Some((at, sums)) = current {
                    table.add_counts(self.rules.as_ref(), at, trials.get(), sums)?;
                }
                Ok::<(), io::Error>(())
            })?;
            table.end()
        })?;
        Ok(0)
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
            let mut table = SubjectCsv::of_means(out, spec)?;
            progress::shown(self.points.len() as u64, "points", |progress| {
                let (rules, made) = (Arc::clone(&self.rules), Arc::clone(progress));
                let run = move |point, cancel: &crate::compute::CancelToken| {
                    let means = rules.exact(point, &|| !cancel.is_cancelled());
                    made.add(1);
                    (point, means)
                };
                let mut running = par_map_ordered(scheduler, Priority::Batch, self.points.clone().into_iter(), run);
                while let Some(result) = running.wait_next() {
                    let (point, means) = result.map_err(io::Error::other)?;
                    table.add_means(self.rules.as_ref(), point, &means.map_err(|_| io::Error::other("cancelled"))?)?;
                }
                Ok::<(), io::Error>(())
            })?;
            table.end()
        })?;
        Ok(0)
    }
}
