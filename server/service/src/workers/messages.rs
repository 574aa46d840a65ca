//! What dashboard and workers send each other. Both may be of different versions, and what comes may be anybody's: everything
//! is checked when it is read.

use std::num::NonZeroU64;

use affixboard_model::{
    batch::{BatchPlan, Detail, Plan, Shard, SubjectPlan, Target},
    catalog::KindId,
    game::{Point, Switches},
};
use affixboard_store::{decode_counts, encode_counts, sha256_hex};
use serde::{Deserialize, Serialize};

/// Counts up whenever messages change, or the way in which a plan is divided into shards.
pub(super) const PROTOCOL: u32 = 1;
/// The header that says what a message is.
pub(super) const KIND: &str = "Affixboard-Kind";
/// A parcel.
pub(super) const PARCEL: &str = "parcel";
/// Counts of shards.
pub(super) const COUNTS: &str = "counts";
/// The name of the file that counts are in, as they are too many for a message.
pub(super) const COUNTS_IN_FILE: &str = "counts-in-file";
/// Why a shard can't be run at all.
pub(super) const FAILED: &str = "failed";
/// The largest count that is believed. Larger ones could overflow a sum.
const LARGEST_COUNT: u64 = 1 << 48;
/// A parcel has shards of so many drops at least, where there are as many: less is not worth a message.
const LEAST_DROPS: u64 = 1 << 20;
/// Large batches are divided into about so many parcels, for each costs the queue and the dashboard the same.
const PARCELS: u64 = 4096;
/// Shards of a parcel at most.
const PARCEL_SHARDS: usize = 256;

/// All that a worker must know of a job, beside the edit files. Its name is the hash of its bytes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct JobDescription {
    pub(super) protocol: u32,
    /// Number of the batch and when it was asked for, so that no two batches have the same name.
    pub(super) batch: i64,
    pub(super) created_at: i64,
    pub(super) game: String,
    pub(super) rules_version: u32,
    /// Hash of the revision's files.
    pub(super) content_hash: String,
    plan: PlanDescription,
    /// Number of shards, in which both sides must agree.
    pub(super) shards: u32,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
enum PlanDescription {
    Drops {
        depths: Vec<u32>,
        qualities: Vec<u8>,
        kinds: Vec<u32>,
        drops: NonZeroU64,
        seed: u64,
        switches: Vec<String>,
        detail: String,
        /// [`Target::within`] and [`Target::rows_from`].
        target: Option<(u32, u32)>,
    },
    Subject {
        subject: String,
        points: Vec<[i32; Point::DIMENSIONS]>,
        trials: NonZeroU64,
        seed: u64,
    },
}

impl From<&BatchPlan> for PlanDescription {
    fn from(plan: &BatchPlan) -> PlanDescription {
        match plan {
            BatchPlan::Drops(plan) => PlanDescription::Drops {
                depths: plan.depths.clone(),
                qualities: plan.qualities.clone(),
                kinds: plan.kinds.iter().map(|kind| kind.0).collect(),
                drops: plan.drops,
                seed: plan.seed,
                switches: plan.switches.ids().to_vec(),
                detail: plan.detail.name().to_owned(),
                target: plan.target.map(|target| (target.within, target.rows_from)),
            },
            BatchPlan::Subject(plan) => PlanDescription::Subject {
                subject: plan.subject.clone(),
                points: plan.points.iter().map(|point| point.0).collect(),
                trials: plan.trials,
                seed: plan.seed,
            },
        }
    }
}

impl JobDescription {
    /// The description of a batch.
    pub(super) fn new(
        (batch, created_at): (i64, i64),
        (game, rules_version): (&str, u32),
        content_hash: &str,
        plan: &BatchPlan,
        shards: u32,
    ) -> JobDescription {
        JobDescription {
            protocol: PROTOCOL,
            batch,
            created_at,
            game: game.to_owned(),
            rules_version,
            content_hash: content_hash.to_owned(),
            plan: plan.into(),
            shards,
        }
    }

    /// As bytes, with their name.
    pub(super) fn to_bytes(&self) -> (String, Vec<u8>) {
        // Numbers, texts and lists of them can always be written.
        let bytes = serde_json::to_vec(self).unwrap_or_default();
        (name_of(&bytes), bytes)
    }

    /// Reads a description that has that name.
    ///
    /// # Errors
    /// If it has another, or can't be read; says so.
    pub(super) fn read(name: &str, bytes: &[u8]) -> Result<JobDescription, String> {
        if name_of(bytes) != name {
            return Err("found a job whose bytes have another hash than its name".to_owned());
        }
        let version: Version = serde_json::from_slice(bytes).map_err(|error| format!("found no job: {error}"))?;
        if version.protocol != PROTOCOL {
            return Err(format!(
                "found a job for version {} of the workers' messages; this program has version {PROTOCOL}: run the dashboard and its workers with the same release",
                version.protocol
            ));
        }
        serde_json::from_slice(bytes).map_err(|error| format!("found no job: {error}"))
    }

    /// Its plan.
    ///
    /// # Errors
    /// If it is none that can be run; says so.
    pub(super) fn plan(&self) -> Result<BatchPlan, String> {
        let plan = match &self.plan {
            PlanDescription::Drops { depths, qualities, kinds, drops, seed, switches, detail, target } => {
                let known = Detail::ALL.iter().copied().find(|known| known.name() == detail);
                BatchPlan::Drops(Plan {
                    target: target.map(|(within, rows_from)| Target { within, rows_from }),
                    depths: depths.clone(),
                    qualities: qualities.clone(),
                    kinds: kinds.iter().copied().map(KindId).collect(),
                    drops: *drops,
                    seed: *seed,
                    switches: Switches::kept(switches.clone()),
                    detail: known.ok_or_else(|| format!("found the unknown detail `{detail}`"))?,
                })
            }
            PlanDescription::Subject { subject, points, trials, seed } => BatchPlan::Subject(SubjectPlan {
                subject: subject.clone(),
                points: points.iter().copied().map(Point).collect(),
                trials: *trials,
                seed: *seed,
            }),
        };
        let checked = match &plan {
            BatchPlan::Drops(plan) => plan.check(),
            BatchPlan::Subject(plan) => plan.check(),
        };
        checked.map(|()| plan).map_err(|error| error.to_string())
    }
}

/// What the descriptions of all versions have.
#[derive(Deserialize)]
struct Version {
    protocol: u32,
}

/// Half of a SHA-256: enough to tell jobs apart, short enough for the names of consumers.
fn name_of(bytes: &[u8]) -> String {
    sha256_hex(bytes).chars().take(32).collect()
}

/// Shards for one worker at a time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Parcel {
    /// Name of the job.
    pub(super) job: String,
    /// Number of the run of the dashboard that sent it. A run that was called off is named by it.
    pub(super) run: u64,
    /// Positions of its shards in the plan's list.
    pub(super) shards: Vec<u32>,
}

/// Divides shards, given by their positions, into those of parcels.
pub(super) fn parcels(missing: &[u32], shards: &[Shard]) -> Vec<Vec<u32>> {
    let mut parcels = Vec::new();
    let mut parcel = Vec::new();
    let mut drops = 0;
    let missing = || missing.iter().filter_map(|at| Some((*at, shards.get(*at as usize)?)));
    let enough = (missing().map(|(_, shard)| shard.drops).sum::<u64>() / PARCELS).max(LEAST_DROPS);
    for (at, shard) in missing() {
        parcel.push(at);
        drops += shard.drops;
        if drops >= enough || parcel.len() == PARCEL_SHARDS {
            parcels.push(std::mem::take(&mut parcel));
            drops = 0;
        }
    }
    if !parcel.is_empty() {
        parcels.push(parcel);
    }
    parcels
}

/// A shard's counts: its position in the plan's list, and what `CellTally` has.
pub(super) type ShardCounts = (u32, Vec<(u32, u64)>);

/// Appends a shard's counts: position and length as four bytes each, least significant first, then the counts as the store
/// has them.
pub(super) fn append_counts(bytes: &mut Vec<u8>, at: u32, counts: &[(u32, u64)]) {
    let encoded = encode_counts(counts);
    bytes.extend(at.to_le_bytes());
    bytes.extend((encoded.len() as u32).to_le_bytes());
    bytes.extend(encoded);
}

/// Reads what [`append_counts`] wrote, for a source of so many keys.
///
/// # Errors
/// If it wrote something else; says what.
pub(super) fn read_counts(mut bytes: &[u8], keys: usize) -> Result<Vec<ShardCounts>, String> {
    let mut all = Vec::new();
    while !bytes.is_empty() {
        let number = |bytes: &mut &[u8]| {
            let (number, rest) = bytes.split_first_chunk::<4>()?;
            *bytes = rest;
            Some(u32::from_le_bytes(*number))
        };
        let ended = || "counts end in the middle of a shard".to_owned();
        let at = number(&mut bytes).ok_or_else(ended)?;
        let length = number(&mut bytes).ok_or_else(ended)?;
        let (encoded, rest) = bytes.split_at_checked(length as usize).ok_or_else(ended)?;
        bytes = rest;
        let counts = decode_counts(encoded).map_err(|error| error.to_string())?;
        if let Some((key, count)) = counts.iter().find(|(key, count)| *key as usize >= keys || *count > LARGEST_COUNT) {
            return Err(format!(
                "found the count {count} of key {key}; expected keys below {keys} and counts up to 2^48"
            ));
        }
        all.push((at, counts));
    }
    Ok(all)
}

/// What a worker says of itself now and then.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Hello {
    /// Of this process alone.
    pub(super) id: String,
    pub(super) name: String,
    pub(super) version: String,
    pub(super) threads: u32,
    /// Parcels that it has now.
    pub(super) under_way: u32,
    /// Parcels, shards and drops that it has done since it began.
    pub(super) parcels: u64,
    pub(super) shards: u64,
    pub(super) drops: u64,
    /// Cells of sheets that it has computed since it began.
    #[serde(default)]
    pub(super) cells: u64,
    /// Why it can't work on what is in the queue.
    pub(super) refuses: Option<String>,
    /// Whether it is the last that it says.
    pub(super) leaves: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(drops: u64) -> Plan {
        Plan {
            target: None,
            depths: vec![1, 30],
            qualities: vec![0, 2],
            kinds: vec![KindId(3)],
            drops: NonZeroU64::new(drops).expect("positive"),
            seed: u64::MAX,
            switches: Switches::coded(),
            detail: Detail::Full,
        }
    }

    #[test]
    fn a_job_is_read_as_it_was_written() {
        let subject = SubjectPlan {
            subject: "monsters".to_owned(),
            points: vec![Point::of(&[1, -2]), Point::of(&[9])],
            trials: NonZeroU64::MIN,
            seed: 7,
        };
        let until = Plan { target: Some(Target { within: 200, rows_from: 1000 }), ..plan(1 << 20) };
        for plan in [BatchPlan::Drops(plan(10)), BatchPlan::Drops(until), BatchPlan::Subject(subject)] {
            let job = JobDescription::new((1, 2), ("v4", 3), "abc", &plan, 4);
            let (name, bytes) = job.to_bytes();
            let read = JobDescription::read(&name, &bytes).expect("read");
            assert_eq!((read.plan().expect("a plan"), read), (plan, job));
        }
    }

    #[test]
    fn jobs_of_others_are_refused() {
        let refused = |bytes: &[u8]| JobDescription::read(&name_of(bytes), bytes).expect_err("refused");
        assert!(
            refused(b"{\"protocol\": 99, \"odd\": 1}")
                .starts_with("found a job for version 99 of the workers' messages")
        );
        assert!(refused(b"x").starts_with("found no job: "));
        assert!(refused(b"{\"protocol\": 1}").starts_with("found no job: "));
        assert!(JobDescription::read("00", b"{}").expect_err("refused").contains("another hash"));
        let too_large = JobDescription::new((1, 2), ("v4", 3), "abc", &BatchPlan::Drops(plan(u64::MAX)), 4);
        assert!(too_large.plan().expect_err("refused").contains("expected at most 1000000000 drops per cell"));
    }

    #[test]
    fn parcels_have_all_shards_once() {
        let plan = plan(600_000);
        let shards: Vec<_> = plan.shards().collect();
        // 40 shards of 60,000 drops: 18 of them have at least 2^20.
        let missing: Vec<u32> = (0..shards.len() as u32).filter(|at| *at != 5).collect();
        let parcels = parcels(&missing, &shards);
        assert_eq!(parcels.iter().map(Vec::len).collect::<Vec<_>>(), [18, 18, 3]);
        assert_eq!(parcels.concat(), missing);
        assert_eq!(super::parcels(&[99], &shards), Vec::<Vec<u32>>::new());
        // 10,000 cells of a million drops, each in 16 shards: 2^20 at least are 17 of them, a 4096th part are 40.
        let depths = (1..=2500).collect();
        let large: Vec<_> =
            Plan { depths, drops: NonZeroU64::new(1_000_000).expect("positive"), qualities: vec![0, 1, 2, 3], ..plan }
                .shards()
                .collect();
        let all: Vec<u32> = (0..large.len() as u32).collect();
        assert_eq!((large.len(), super::parcels(&all, &large)[0].len()), (160_000, 40));
    }

    #[test]
    fn counts_are_read_as_they_were_written() {
        let mut bytes = Vec::new();
        append_counts(&mut bytes, 7, &[(0, 5), (300, 1)]);
        append_counts(&mut bytes, 9, &[]);
        let expected = vec![(7, vec![(0, 5), (300, 1)]), (9, vec![])];
        assert_eq!(read_counts(&bytes, 301), Ok(expected));
        assert_eq!(read_counts(&[], 1), Ok(vec![]));
    }

    #[test]
    fn counts_that_can_not_be_are_refused() {
        let mut bytes = Vec::new();
        append_counts(&mut bytes, 7, &[(300, 1)]);
        assert_eq!(
            read_counts(&bytes, 300),
            Err("found the count 1 of key 300; expected keys below 300 and counts up to 2^48".to_owned())
        );
        for length in 1..bytes.len() {
            assert!(read_counts(&bytes[..length], 301).is_err(), "{length}");
        }
        let mut many = Vec::new();
        append_counts(&mut many, 7, &[(3, u64::MAX)]);
        assert!(read_counts(&many, 301).is_err());
    }
}
