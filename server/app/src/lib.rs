//! Affixboard: a self-hosted dashboard with which roguelike teams balance item generation.
//!
//! This package puts the layers together: it reads the environment, touches files, runs jobs and answers requests.
//! docs/ARCHITECTURE.md has the map.

pub mod balance_file;
pub mod base_path;
pub mod byte_cache;
pub mod cli;
pub mod clock;
pub mod compute;
pub mod config;
pub mod data_folder;
pub mod library;
pub mod limits;
mod monster_profile;
pub mod proposals;
pub mod requester;
pub mod revision_database;
pub mod secret;
pub mod signing_in;
pub mod starter;
pub mod targets;
pub mod upload;
pub mod web;
pub mod webhook;
pub mod workers;
