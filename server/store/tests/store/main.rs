//! The store from outside: one file per promise.

mod accounts;
mod audit_log;
mod backup;
mod balance_tests;
mod batches;
mod clock;
mod crash;
mod drafts;
mod edition_end;
mod fixture;
mod game_stats;
mod game_stats_file;
mod gap_limits;
mod import;
mod merge;
mod open;
mod own_counts;
mod paired;
mod profiles;
mod proposals;
mod sqlite_export;
mod squash;
mod statements;
#[path = "../../../web/tests/stats_database.rs"]
mod stats_database;
mod subject_batches;
mod talk;
mod upgrade;
mod uploads;
mod views;
