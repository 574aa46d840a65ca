//! Affixboard: a self-hosted dashboard with which roguelike teams balance item generation.
//!
//! This package puts the layers together: it reads the environment, touches files, runs jobs and answers requests.
//! docs/ARCHITECTURE.md has the map.

pub mod arrival;
pub mod cli;
pub mod clock;
pub mod config;
pub mod departures;
pub mod effect;
pub mod exact;
pub mod history;
pub mod intake;
pub mod jobs;
pub mod library;
pub mod parcel;
pub mod secret;
pub mod starter;
pub mod web;
pub mod webhook;
