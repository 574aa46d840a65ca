//! The editions and the drop profile that ship with the program, so that a first start shows something.

use affixboard_games as games;
use affixboard_inquiry::profile::Profile;
use affixboard_model::{
    game::Loaded,
    text::{SourceFile, SourceSet},
};
use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "../../data/"]
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
                if let (Some(path), Some(file)) = (path.strip_prefix(&folder), Data::get(&path)) {
                    let name = path.rsplit('/').next().unwrap_or(path);
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

/// The name of the profile that ships, as the store knows it, and as people see it.
pub const PROFILE: (&str, &str) = ("dive", "Typical dive");

/// The drop profile that ships; `None` were it not readable, which a test rules out.
pub fn profile() -> Option<Profile> {
    let file = Data::get(&format!("profiles/{}.txt", PROFILE.0))?;
    Profile::parse(&String::from_utf8_lossy(&file.data)).ok()
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_profile_that_ships_is_there() {
        assert!(super::profile().is_some());
    }
}
