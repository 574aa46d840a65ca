//! Changes that nobody has merged: their effects, and the files of them that people take away. It knows no pages.

pub mod download;
pub mod effect;
pub mod of_files;
