//! Angband's affix branch (October 2011): affixes and themes.

mod dialect;
mod tables;

use super::{Game, Loaded, Words};
use crate::{syntax::FileSpec, text::SourceSet};

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
        1
    }

    fn words(&self) -> &'static Words {
        &WORDS
    }

    fn files(&self) -> &'static [FileSpec] {
        dialect::FILES
    }

    fn likeness(&self, _sources: &SourceSet) -> u32 {
        0
    }

    fn load(&self, sources: SourceSet) -> Loaded {
        let _ = sources;
        unimplemented!()
    }
}
