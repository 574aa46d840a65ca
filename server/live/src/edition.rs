//! An edition by one reading of its rules, as it was opened or with edits: its files, read, and its rules, compiled.

use std::sync::{Arc, OnceLock};

use affixboard_model::{
    batch::Detail,
    game::{Forge, Loaded},
};
use affixboard_proposal::{EntryLine, entry_lines};
use affixboard_report::sheet::{Method, Provenance};

/// What is known of the revision that was opened, for sheets to repeat.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct About {
    pub(crate) edition: String,
    pub(crate) revision: u32,
    pub(crate) content_hash: String,
}

/// See the module.
pub(crate) struct Edition {
    pub(crate) loaded: Loaded,
    /// Counts what drops are.
    pub(crate) forge: Arc<dyn Forge>,
    /// Counts their values too.
    full: OnceLock<Arc<dyn Forge>>,
    lines: OnceLock<Vec<EntryLine>>,
    about: About,
    is_edited: bool,
}

impl Edition {
    /// Compiles the rules.
    pub(crate) fn new(loaded: Loaded, about: About, is_edited: bool) -> Edition {
        let forge = loaded.model.forge();
        Edition { loaded, forge, full: OnceLock::new(), lines: OnceLock::new(), about, is_edited }
    }

    /// The forge that counts values too, where the rules can roll them; else the other one.
    pub(crate) fn full(&self) -> &Arc<dyn Forge> {
        let compile = || {
            if self.loaded.has_values() { self.loaded.model.forge_for(Detail::Full) } else { Arc::clone(&self.forge) }
        };
        self.full.get_or_init(compile)
    }

    /// The lines that may be changed.
    pub(crate) fn lines(&self) -> &[EntryLine] {
        self.lines.get_or_init(|| entry_lines(&self.loaded))
    }

    /// Where numbers of this edition come from. Edited files have no hash, for nobody keeps them.
    pub(crate) fn provenance(&self, method: Method) -> Provenance {
        let About { edition, revision, content_hash } = self.about.clone();
        Provenance {
            edition,
            revision,
            content_hash: if self.is_edited { String::new() } else { content_hash },
            game: self.loaded.game.id().to_owned(),
            rules_version: self.loaded.game.rules_version(),
            reading: self.loaded.switches.describe(self.loaded.game),
            profile: None,
            proposed: self.is_edited.then(|| "edits".to_owned()),
            method,
            doubts: self.loaded.doubts(),
        }
    }
}

/// An edition as it was opened, and with edits where there are some.
pub(crate) struct Sides {
    pub(crate) before: Arc<Edition>,
    pub(crate) after: Option<Arc<Edition>>,
}

impl Sides {
    /// The edition that answers where one is enough: with the edits.
    pub(crate) fn last(&self) -> &Edition {
        self.after.as_ref().unwrap_or(&self.before)
    }
}
