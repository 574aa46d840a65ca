//! Angband's affix branch (October 2011): items with several affixes, and themes that grow out of them.

mod dialect;
mod model;
mod rules;
mod schema;
mod tables;

use super::{Game, Loaded, Words};
use crate::{syntax::FileSpec, text::SourceSet};

pub use rules::theme_score;

/// The game.
#[derive(Debug)]
pub struct AffixBranch;

const WORDS: Words = Words {
    affix: "affix",
    affixes: "affixes",
    has_themes: true,
    affix_levels: &["good", "great", "uber", "artifact"],
    reachable_affix_levels: 3,
    qualities: &["normal", "good", "great"],
    deepest: 127,
};

impl Game for AffixBranch {
    fn id(&self) -> &'static str {
        "affix-branch"
    }

    fn title(&self) -> &'static str {
        "Angband affix branch"
    }

    fn rules_version(&self) -> u32 {
        2
    }

    fn words(&self) -> &'static Words {
        &WORDS
    }

    fn files(&self) -> &'static [FileSpec] {
        dialect::FILES
    }

    fn likeness(&self, sources: &SourceSet) -> u32 {
        // The theme file is what no other branch has under this name; v4's later form of it is told apart there.
        let has = |name| u32::from(sources.find(name).is_some());
        8 * has("ego_themes.txt") + 2 * has("ego_item.txt") + has("object_base.txt")
    }

    fn load(&self, sources: SourceSet) -> Loaded {
        schema::load(sources)
    }
}
