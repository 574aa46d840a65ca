//! Numbers of states of the files, kept in a folder by what they depend on: one small file each.

use std::path::{Path, PathBuf};

use affixboard_games as games;
use affixboard_inquiry::balance::{BalanceLimits, BalanceVerdict};
use affixboard_service::history::{Watched, WatchedNumber};
use affixboard_store::sha256_hex;
use anyhow::Context as _;
use serde::{Deserialize, Serialize};

use crate::git::State;

/// The most that is read of a kept file, in bytes.
const LONGEST: u64 = 64 << 10;

/// The folder, and what all its numbers depend on beside the files.
pub(super) struct NumberCache {
    folder: PathBuf,
    rules: String,
}

/// A kept number. Floats are kept by their bits, so that a number that is read is the one that was kept.
#[derive(Serialize, Deserialize)]
enum Kept {
    Number {
        bits: [u64; 3],
        is_computed: bool,
        is_share: bool,
        verdict: Option<(String, [Option<u64>; 2])>,
        doubts: String,
    },
    Problem(String),
}

const VERDICTS: [BalanceVerdict; 3] = [BalanceVerdict::Holds, BalanceVerdict::Undecided, BalanceVerdict::Fails];

impl NumberCache {
    /// In this folder, which is made if need be.
    pub(super) fn new(folder: &Path, watched: &Watched, game: Option<&str>) -> anyhow::Result<NumberCache> {
        std::fs::create_dir_all(folder).with_context(|| format!("--cache: can't make {}", folder.display()))?;
        let versions: Vec<String> =
            games::ALL.iter().map(|game| format!("{} {}", game.id(), game.rules_version())).collect();
        let program = env!("CARGO_PKG_VERSION");
        let rules = format!("{program}\n{}\n{game:?}\n{watched:?}", versions.join("\n"));
        Ok(NumberCache { folder: folder.to_owned(), rules })
    }

    fn file(&self, state: &State) -> PathBuf {
        self.folder.join(sha256_hex(format!("{}\n{state:?}", self.rules)) + ".json")
    }

    /// What is kept of a state; `None` too where it can't be read.
    pub(super) fn get(&self, state: &State) -> Option<Result<WatchedNumber, String>> {
        let path = self.file(state);
        if path.metadata().ok()?.len() > LONGEST {
            return None;
        }
        let kept: Kept = serde_json::from_slice(&std::fs::read(path).ok()?).ok()?;
        Some(match kept {
            Kept::Problem(why) => Err(why),
            Kept::Number { bits, is_computed, is_share, verdict, doubts } => {
                let [value, low, high] = bits.map(f64::from_bits);
                let verdict = match verdict {
                    None => None,
                    Some((word, limits)) => {
                        let verdict = VERDICTS.into_iter().find(|verdict| verdict.word() == word)?;
                        let [at_least, at_most] = limits.map(|bits| bits.map(f64::from_bits));
                        Some((verdict, BalanceLimits { at_least, at_most }))
                    }
                };
                Ok(WatchedNumber { value, low, high, is_computed, is_share, verdict, doubts })
            }
        })
    }

    /// Keeps what a state came to. Another run never sees half of it.
    pub(super) fn keep(&self, state: &State, found: &Result<WatchedNumber, String>) -> anyhow::Result<()> {
        let kept = match found {
            Err(why) => Kept::Problem(why.clone()),
            Ok(number) => Kept::Number {
                bits: [number.value, number.low, number.high].map(f64::to_bits),
                is_computed: number.is_computed,
                is_share: number.is_share,
                verdict: number.verdict.map(|(verdict, limits)| {
                    (verdict.word().to_owned(), [limits.at_least, limits.at_most].map(|limit| limit.map(f64::to_bits)))
                }),
                doubts: number.doubts.clone(),
            },
        };
        let path = self.file(state);
        let half = path.with_extension(format!("{}.part", std::process::id()));
        std::fs::write(&half, serde_json::to_vec(&kept)?)
            .and_then(|()| std::fs::rename(&half, &path))
            .with_context(|| format!("--cache: can't write {}", path.display()))
    }
}
