//! The command line as people script against it: its forms, exit codes and outputs are fixed (docs/cli.md).
//!
//! Every test runs the built program in a folder of its own, without the network and without our environment.

mod ask;
mod audit;
#[cfg(unix)]
mod backup;
mod balance;
mod base_path;
mod batch;
mod beside;
mod check;
#[cfg(unix)]
mod completions;
#[cfg(target_os = "linux")]
mod connections;
mod correct;
#[cfg(unix)]
mod data_folder;
mod dive;
mod docs;
mod drops;
mod effect;
mod effect_commits;
mod exact;
#[cfg(target_os = "linux")]
mod export;
mod faults;
mod game_stats;
mod gaps;
mod given;
mod history;
mod import;
#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod io_errors;
#[cfg(unix)]
mod kills;
#[cfg(unix)]
mod kills_at_start;
#[cfg(unix)]
mod kills_under_load;
#[cfg(unix)]
mod load;
#[cfg(target_os = "linux")]
mod luck;
#[cfg(unix)]
mod manual;
mod memory;
#[cfg(target_os = "linux")]
mod origins;
mod outage;
mod own_game;
mod profile;
pub(crate) mod program;
mod proposal;
mod reported_cases;
mod rescue;
#[cfg(unix)]
mod resume;
mod sensitivity;
mod serve;
mod settings;
mod sheet;
mod sql;
mod subjects;
mod tally_best;
mod tally_parts;
mod target;
mod variants;
#[cfg(unix)]
mod workers;
