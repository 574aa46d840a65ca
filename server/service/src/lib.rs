//! What the dashboard and the commands do, without pages: it reads the environment, touches files, computes, keeps results
//! and talks to workers. docs/ARCHITECTURE.md has the map.

pub mod balance_file;
pub mod base_path;
pub mod byte_cache;
pub mod clock;
pub mod compute;
pub mod config;
pub mod counts;
pub mod data_folder;
pub mod history;
pub mod library;
pub mod limits;
pub mod monster_profile;
pub mod parsed_files;
pub mod proposals;
pub mod requester;
pub mod revision_database;
pub mod secret;
pub mod signing_in;
pub mod sql;
pub mod starter;
pub mod targets;
pub mod upload;
pub mod webhook;
pub mod workers;
