//! The names of entries that were read for the search in all editions.

use std::sync::Arc;

use affixboard_store::RevisionId;
use quick_cache::sync::Cache;

/// Lower case and without accents, as people type names: `Andúril` is found as `anduril`.
pub fn folded(text: &str) -> String {
    text.chars().flat_map(char::to_lowercase).map(unaccented).collect()
}

fn unaccented(letter: char) -> char {
    match letter {
        'à'..='å' => 'a',
        'ç' => 'c',
        'è'..='ë' => 'e',
        'ì'..='ï' => 'i',
        'ñ' => 'n',
        'ò'..='ö' => 'o',
        'ù'..='ü' => 'u',
        'ý' | 'ÿ' => 'y',
        '‘' | '’' => '\'',
        other => other,
    }
}

/// Something with a name and a page.
#[derive(Debug, Clone)]
pub struct Target {
    /// As its page calls it.
    pub name: String,
    /// What it is: `affix 100`.
    pub about: String,
    /// Its page.
    pub href: String,
    /// Name and what it is as they are compared.
    folded: [String; 2],
}

impl Target {
    /// A name, what it is, and its page.
    pub fn new(name: impl Into<String>, about: impl Into<String>, href: String) -> Target {
        let (name, about) = (name.into(), about.into());
        Target { folded: [folded(&name), folded(&about)], name, about, href }
    }

    /// Name and what it is, as they are compared.
    pub fn folded(&self) -> &[String; 2] {
        &self.folded
    }
}

/// Revisions whose names are kept; those of one take some hundred kilobytes.
const KEPT: usize = 64;

/// The names of revisions' entries. By slug, too: their links have it.
pub struct EntryNames(pub Cache<(RevisionId, String), Arc<Vec<Target>>>);

impl Default for EntryNames {
    fn default() -> EntryNames {
        EntryNames(Cache::new(KEPT))
    }
}
