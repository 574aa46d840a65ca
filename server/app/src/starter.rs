//! The editions that ship with the program, so that a first start shows something.

use affixboard_core::{
    games::{self, Loaded},
    text::{SourceFile, SourceSet},
};
use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "data/"]
struct Data;

/// A starter edition: one per game that has data of its own.
#[derive(Debug)]
pub struct Starter {
    /// The slug its edition gets.
    pub slug: String,
    /// The title its edition gets.
    pub title: String,
    /// Its files, read.
    pub loaded: Loaded,
}

/// All starter editions.
pub fn all() -> Vec<Starter> {
    games::ALL
        .iter()
        .filter_map(|game| {
            let folder = format!("{}/", game.id());
            let mut sources = SourceSet::new();
            for path in Data::iter() {
                if let (Some(name), Some(file)) = (path.strip_prefix(&folder), Data::get(&path)) {
                    sources.push(SourceFile::new(name, file.data.into_owned()));
                }
            }
            let title = format!("{} starter", game.title());
            // Slugs have no dots.
            let slug = format!("{}-starter", game.id().replace('.', "-"));
            (!sources.files().is_empty()).then(|| Starter { slug, title, loaded: game.load(sources) })
        })
        .collect()
}
