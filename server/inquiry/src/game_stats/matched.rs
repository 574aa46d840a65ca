//! Which entries of an edition's files the program's own names mean.
//!
//! Numbers are no help: the program counts the entries of its files, so an entry more in the middle of a file shifts all that
//! follow. Names with item types are compared; entries that share both are paired in their order, where there are as many on
//! both sides.

use std::{collections::BTreeMap, fmt};

use super::{GameStats, StatsEntry};
use affixboard_model::catalog::{AffixId, ArtifactId, Catalog, KindId, ThemeId, plain_name};

/// The entries of a catalog that statistics are about, by the program's numbers.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Matched {
    /// Kinds.
    pub kinds: BTreeMap<u32, KindId>,
    /// Affixes.
    pub affixes: BTreeMap<u32, AffixId>,
    /// Themes.
    pub themes: BTreeMap<u32, ThemeId>,
    /// Artifacts.
    pub artifacts: BTreeMap<u32, ArtifactId>,
    /// Item types: the one that most kinds of a type have in the files.
    pub types: BTreeMap<u32, u16>,
    /// What doesn't fit, and what else a reader must know.
    pub remarks: Vec<StatsRemark>,
}

/// A kind that the program counted under another item type or sval than the files have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MovedKind {
    /// Its name in the files.
    pub name: String,
    /// Tval and sval in the statistics.
    pub found: (u32, u32),
    /// Tval and sval in the files.
    pub files: (u16, u16),
}

/// Something that a reader of the statistics must know.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StatsRemark {
    /// Entries that the files don't have under that name, with how often they were counted: those that were counted most first.
    Unknown {
        /// The sort's word.
        sort: &'static str,
        /// Names and counts.
        entries: Vec<(String, u64)>,
    },
    /// Entries whose name several entries have, not as many in the statistics as in the files: names and counts.
    Ambiguous {
        /// The sort's word.
        sort: &'static str,
        /// Names and counts.
        entries: Vec<(String, u64)>,
    },
    /// Entries of the files that the program didn't know: "not found" says nothing of them.
    Unlisted {
        /// The sort's word.
        sort: &'static str,
        /// Their names.
        names: Vec<String>,
    },
    /// The program gives entries other numbers than the files.
    OtherNumbers {
        /// The sort's word.
        sort: &'static str,
        /// How many.
        count: usize,
    },
    /// Kinds of the same name with another item type or sval.
    OtherPlaces(Vec<MovedKind>),
    /// Artifacts were made at random: their numbers mean other artifacts in each run.
    RandomArtifacts,
    /// Themes without names, paired by number or, where other numbers differ, not at all.
    UnnamedThemes {
        /// Whether they are paired.
        are_paired: bool,
    },
    /// The number of runs that the program writes, and the visits that were counted.
    OtherRuns {
        /// As the program writes it.
        written: u64,
        /// The most visits of a level.
        counted: u64,
    },
    /// Not all levels were made equally often: the least and the most visits.
    UnequalVisits(u64, u64),
}

/// Number of names that a remark lists.
const LISTED: usize = 20;

impl fmt::Display for StatsRemark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counted = |entries: &[(String, u64)]| {
            listed(entries.iter().map(|(name, count)| format!("`{name}` ({count} counted)")), entries.len())
        };
        match self {
            StatsRemark::Unknown { sort, entries } => {
                write!(f, "{} of the statistics not found in the files, by name: {}", sorts(sort), counted(entries))
            }
            StatsRemark::Ambiguous { sort, entries } => write!(
                f,
                "{} of the statistics whose name several entries have, more or fewer than in the files: {}",
                sorts(sort),
                counted(entries)
            ),
            StatsRemark::Unlisted { sort, names } => write!(
                f,
                "{} of the files that the program did not know, so that nothing is known of them: {}",
                sorts(sort),
                listed(names.iter().map(|name| format!("`{name}`")), names.len())
            ),
            StatsRemark::OtherNumbers { sort, count } => {
                write!(f, "{} with other numbers than in the files, matched by name: {count}", sorts(sort))
            }
            StatsRemark::OtherPlaces(kinds) => {
                let one = |MovedKind { name, found, files }: &MovedKind| {
                    format!("`{name}` {}:{} ({}:{} in the files)", found.0, found.1, files.0, files.1)
                };
                write!(
                    f,
                    "kinds with another item type or number in it than in the files, matched by name: {}",
                    listed(kinds.iter().map(one), kinds.len())
                )
            }
            StatsRemark::RandomArtifacts => f.write_str(
                "artifacts were made at random in each run, so that counts by artifact say nothing of the files' artifacts",
            ),
            StatsRemark::UnnamedThemes { are_paired: true } => {
                f.write_str("the program writes no names of themes; they are matched by number")
            }
            StatsRemark::UnnamedThemes { are_paired: false } => f.write_str(
                "the program writes no names of themes, and other entries have other numbers than in the files; \
                 themes are not matched",
            ),
            StatsRemark::OtherRuns { written, counted } if *written == counted + 1 => write!(
                f,
                "the file says {written} runs and has {counted} visits of a level: the program writes one run too many \
                 when it ends; {counted} is what counts are divided by"
            ),
            StatsRemark::OtherRuns { written, counted } => write!(
                f,
                "found {written} runs; expected {counted}, which is the most visits of a level, or one more; visits are \
                 what counts are divided by"
            ),
            StatsRemark::UnequalVisits(least, most) => {
                write!(f, "levels were not made equally often: {least} to {most} times")
            }
        }
    }
}

fn sorts(sort: &str) -> String {
    if sort == "affix" { "affixes".to_owned() } else { format!("{sort}s") }
}

/// The first few of a list, and how many more there are.
fn listed(texts: impl Iterator<Item = String>, all: usize) -> String {
    let first = texts.take(LISTED).collect::<Vec<_>>().join(", ");
    if all > LISTED { format!("{first} and {} more", all - LISTED) } else { first }
}

impl Matched {
    /// Finds the entries of the statistics in a catalog.
    pub fn new(stats: &GameStats, catalog: &Catalog) -> Matched {
        let mut matched = Matched::default();
        let mut totals: BTreeMap<(&str, u32), u64> = BTreeMap::new();
        for (key, count) in &stats.counts {
            *totals.entry((key.entry.sort_name(), key.entry.index())).or_default() += count;
        }
        let mut remarks = Remarks { totals, remarks: Vec::new() };

        let ours: Vec<Named> = (0..)
            .zip(&catalog.kinds)
            .map(|(at, kind)| Named::kind(at, kind.index, &kind.name, kind.tval.into()))
            .collect();
        let theirs: Vec<Named> = (stats.kinds.iter())
            .map(|(index, kind)| Named::kind(*index, *index, &plain_name(&kind.name), kind.tval))
            .collect();
        let (pairs, mut ambiguous) = pair(&theirs, &ours);
        matched.kinds.extend(pairs.into_iter().map(|(index, at)| (index, KindId(at))));
        matched.pair_moved_kinds(&theirs, &ours, &mut ambiguous);
        remarks.of_sort("kind", &theirs, &ours, &positions(&matched.kinds, |id| id.0), &ambiguous);
        matched.types = matched.types_of(stats, catalog);
        let moved = matched.kinds.iter().filter_map(|(index, id)| {
            let (theirs, ours) = (stats.kinds.get(index)?, catalog.kind(*id));
            let (found, files) = ((theirs.tval, theirs.sval), (ours.tval, ours.sval));
            (found != (files.0.into(), files.1.into())).then(|| MovedKind { name: ours.name.clone(), found, files })
        });
        let moved: Vec<_> = moved.collect();
        if !moved.is_empty() {
            remarks.remarks.push(StatsRemark::OtherPlaces(moved));
        }

        let ours: Vec<Named> =
            (0..).zip(&catalog.affixes).map(|(at, affix)| Named::new(at, affix.index, &affix.name)).collect();
        let theirs = named(&stats.affixes);
        let (pairs, ambiguous) = pair(&theirs, &ours);
        matched.affixes.extend(pairs.into_iter().map(|(index, at)| (index, AffixId(at))));
        remarks.of_sort("affix", &theirs, &ours, &positions(&matched.affixes, |id| id.0), &ambiguous);

        matched.pair_themes(stats, catalog, &mut remarks);

        if stats.about.random_artifacts {
            remarks.remarks.push(StatsRemark::RandomArtifacts);
        } else {
            let ours: Vec<Named> =
                (0..).zip(&catalog.artifacts).map(|(at, it)| Named::new(at, it.index, &it.name)).collect();
            let theirs = named(&stats.artifacts);
            let (pairs, ambiguous) = pair(&theirs, &ours);
            matched.artifacts.extend(pairs.into_iter().map(|(index, at)| (index, ArtifactId(at))));
            remarks.of_sort("artifact", &theirs, &ours, &positions(&matched.artifacts, |id| id.0), &ambiguous);
        }
        if let Some((least, most)) = stats.visit_range() {
            if let Some(written) = stats.about.runs.filter(|written| *written != most) {
                remarks.remarks.push(StatsRemark::OtherRuns { written, counted: most });
            }
            if least != most {
                remarks.remarks.push(StatsRemark::UnequalVisits(least, most));
            }
        }
        matched.remarks = remarks.remarks;
        matched
    }

    /// Whether an entry is one of the files.
    pub fn knows(&self, entry: StatsEntry) -> bool {
        match entry {
            StatsEntry::Kind(index) => self.kinds.contains_key(&index),
            StatsEntry::Affix { index, .. } => self.affixes.contains_key(&index),
            StatsEntry::Theme { index, .. } => self.themes.contains_key(&index),
            StatsEntry::Artifact(index) => self.artifacts.contains_key(&index),
        }
    }

    /// Kinds left over on both sides whose name only one of each has, though their item types have other numbers.
    fn pair_moved_kinds(&mut self, theirs: &[Named], ours: &[Named], ambiguous: &mut Vec<u32>) {
        let taken: Vec<u32> = self.kinds.values().map(|id| id.0).collect();
        let left = |kinds: &[Named], is_taken: &dyn Fn(u32) -> bool| {
            let left = kinds.iter().filter(|kind| !is_taken(kind.at));
            left.map(|kind| Named::new(kind.at, kind.index, &kind.name)).collect::<Vec<_>>()
        };
        let theirs = left(theirs, &|at| self.kinds.contains_key(&at));
        let ours = left(ours, &|at| taken.contains(&at));
        let mut counts: BTreeMap<&str, [usize; 2]> = BTreeMap::new();
        for (side, kinds) in [&theirs, &ours].into_iter().enumerate() {
            for kind in kinds {
                counts.entry(&kind.key).or_default()[side] += 1;
            }
        }
        for kind in theirs.iter().filter(|kind| counts.get(kind.key.as_str()) == Some(&[1, 1])) {
            let Some(found) = ours.iter().find(|ours| ours.key == kind.key) else { continue };
            self.kinds.insert(kind.at, KindId(found.at));
            ambiguous.retain(|at| *at != kind.at);
        }
    }

    fn pair_themes(&mut self, stats: &GameStats, catalog: &Catalog, remarks: &mut Remarks<'_>) {
        let is_counted = stats.counts.keys().any(|key| matches!(key.entry, StatsEntry::Theme { .. }));
        if !stats.themes.is_empty() {
            let ours: Vec<Named> =
                (0..).zip(&catalog.themes).map(|(at, theme)| Named::new(at, theme.index, &theme.name)).collect();
            let theirs = named(&stats.themes);
            let (pairs, ambiguous) = pair(&theirs, &ours);
            self.themes.extend(pairs.into_iter().map(|(index, at)| (index, ThemeId(at))));
            remarks.of_sort("theme", &theirs, &ours, &positions(&self.themes, |id| id.0), &ambiguous);
        } else if is_counted {
            let are_paired = !remarks.remarks.iter().any(|remark| matches!(remark, StatsRemark::OtherNumbers { .. }));
            if are_paired {
                let numbered = |(at, theme): (u32, &affixboard_model::catalog::Theme)| (theme.index, ThemeId(at));
                self.themes.extend((0..).zip(&catalog.themes).map(numbered));
            }
            remarks.remarks.push(StatsRemark::UnnamedThemes { are_paired });
        }
    }

    fn types_of(&self, stats: &GameStats, catalog: &Catalog) -> BTreeMap<u32, u16> {
        let mut votes: BTreeMap<u32, BTreeMap<u16, usize>> = BTreeMap::new();
        for (index, id) in &self.kinds {
            if let Some(kind) = stats.kinds.get(index) {
                *votes.entry(kind.tval).or_default().entry(catalog.kind(*id).tval).or_default() += 1;
            }
        }
        let most = |votes: BTreeMap<u16, usize>| votes.into_iter().max_by_key(|vote| vote.1).map(|vote| vote.0);
        votes.into_iter().filter_map(|(tval, votes)| Some((tval, most(votes)?))).collect()
    }
}

/// An entry of either side.
struct Named {
    /// Its place in the catalog, or the program's number.
    at: u32,
    /// Its number in the files, or the program's number.
    index: u32,
    name: String,
    /// What must be equal on both sides.
    key: String,
}

impl Named {
    fn new(at: u32, index: u32, name: &str) -> Named {
        let name = name.trim();
        Named { at, index, name: name.to_owned(), key: name.to_lowercase() }
    }

    fn kind(at: u32, index: u32, name: &str, tval: u32) -> Named {
        let named = Named::new(at, index, name);
        Named { key: format!("{tval} {}", named.key), ..named }
    }
}

fn named(names: &BTreeMap<u32, String>) -> Vec<Named> {
    names.iter().map(|(index, name)| Named::new(*index, *index, name)).collect()
}

fn positions<T>(pairs: &BTreeMap<u32, T>, position: impl Fn(&T) -> u32) -> BTreeMap<u32, u32> {
    pairs.iter().map(|(index, id)| (*index, position(id))).collect()
}

/// Pairs entries of equal keys in their order, where there are as many on both sides. Gives the pairs, theirs first, and those of
/// theirs whose key ours have too, but not as often.
fn pair(theirs: &[Named], ours: &[Named]) -> (Vec<(u32, u32)>, Vec<u32>) {
    let mut keys: BTreeMap<&str, [Vec<u32>; 2]> = BTreeMap::new();
    for (side, entries) in [theirs, ours].into_iter().enumerate() {
        for entry in entries {
            keys.entry(&entry.key).or_default()[side].push(entry.at);
        }
    }
    let (mut pairs, mut ambiguous) = (Vec::new(), Vec::new());
    for [theirs, ours] in keys.into_values() {
        if theirs.len() == ours.len() {
            pairs.extend(theirs.into_iter().zip(ours));
        } else if !ours.is_empty() {
            ambiguous.extend(theirs);
        }
    }
    (pairs, ambiguous)
}

/// Remarks as they are found.
struct Remarks<'a> {
    /// Counts by sort and number.
    totals: BTreeMap<(&'a str, u32), u64>,
    remarks: Vec<StatsRemark>,
}

impl Remarks<'_> {
    fn of_sort(
        &mut self,
        sort: &'static str,
        theirs: &[Named],
        ours: &[Named],
        pairs: &BTreeMap<u32, u32>,
        ambiguous: &[u32],
    ) {
        let mut unknown: [Vec<(String, u64)>; 2] = Default::default();
        for entry in theirs.iter().filter(|entry| !pairs.contains_key(&entry.at)) {
            let count = self.totals.get(&(sort, entry.at)).copied().unwrap_or(0);
            unknown[usize::from(ambiguous.contains(&entry.at))].push((entry.name.clone(), count));
        }
        let [mut unknown, mut shared] = unknown;
        for (entries, is_ambiguous) in [(&mut unknown, false), (&mut shared, true)] {
            if entries.is_empty() {
                continue;
            }
            entries.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
            let entries = std::mem::take(entries);
            self.remarks.push(if is_ambiguous {
                StatsRemark::Ambiguous { sort, entries }
            } else {
                StatsRemark::Unknown { sort, entries }
            });
        }
        let paired: std::collections::BTreeSet<u32> = pairs.values().copied().collect();
        let names: Vec<String> =
            ours.iter().filter(|entry| !paired.contains(&entry.at)).map(|entry| entry.name.clone()).collect();
        if !names.is_empty() {
            self.remarks.push(StatsRemark::Unlisted { sort, names });
        }
        let indexes: BTreeMap<u32, u32> = ours.iter().map(|entry| (entry.at, entry.index)).collect();
        let count = pairs.iter().filter(|(index, at)| indexes.get(at) != Some(index)).count();
        if count > 0 {
            self.remarks.push(StatsRemark::OtherNumbers { sort, count });
        }
    }
}
