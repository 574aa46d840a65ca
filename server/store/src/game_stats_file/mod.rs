//! Reading the database that a game's statistics front end writes.
//!
//! The file comes from anywhere. It is opened read-only and as one that nobody changes, so that no journal beside it is played
//! back; its schema is looked at before anything of it runs; nothing but tables is read; every value is checked; and the work is
//! bounded by the size of the file. What it says is taken as a whole or not at all.

mod error;
mod file;
mod rows;
mod schema;
mod upload;

pub use error::{LARGEST_STATS_FILE, StatsFileError};
pub use file::{StatsFile, read_game_stats};
pub use upload::StatsUpload;
