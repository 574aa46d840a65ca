//! From rows of sheets to explanations.

use affixboard_model::{
    batch::Entry,
    catalog::{Allocation, Catalog},
};
use affixboard_store::Revision;

use crate::links::{self, Query};
use affixboard_service::library::OpenRevision;

/// The word in addresses of explanations for a number of all kinds of an item type together.
pub(super) const OF_TYPE: &str = "type";

/// Links from the rows of a sheet to explanations.
pub(crate) struct WhyLinks<'a> {
    revision: &'a Revision,
    catalog: &'a Catalog,
    /// The kind the sheet is of, where it is of one.
    sval: Option<u16>,
    /// How the sheet's drops are made: what an explanation is asked besides the depth.
    query: Query,
    /// The question of a link.
    question: String,
}

impl<'a> WhyLinks<'a> {
    /// For the sheet of item types, or of one kind; `query` says how its drops are made. `None` where the sheet is by rules
    /// that explanations aren't offered for, those that no preset is or that don't explain themselves, or of files that
    /// somebody proposes: explanations are of stored ones.
    pub(crate) fn new(open: &'a OpenRevision, sval: Option<u16>, query: Query) -> Option<WhyLinks<'a>> {
        if open.derived.is_some() {
            return None;
        }
        // Not every game's rules explain themselves.
        open.forge.explain()?;
        let query = query.set("rules", links::reading(open.loaded.preset()?));
        Some(WhyLinks {
            revision: &open.revision,
            catalog: &open.loaded.catalog,
            sval,
            query,
            question: "Why so often?".to_owned(),
        })
    }

    /// Changes the question, for sheets whose numbers are of other drops than the explanations.
    pub(crate) fn asking(self, question: String) -> WhyLinks<'a> {
        WhyLinks { question, ..self }
    }

    /// The question of each link.
    pub(crate) fn question(&self) -> &str {
        &self.question
    }

    /// The explanation of an entry of an item type, without the depth: for the sheet's kind, or the first of the type that
    /// the entry's lines speak of. Empty where there is none.
    pub(crate) fn of(&self, entry: Option<Entry>, tval: u16) -> String {
        let (slug, lines) = match entry {
            Some(Entry::Affix(id)) => {
                let affix = self.catalog.affix(id);
                (format!("affix-{}", affix.index), &affix.allocations)
            }
            Some(Entry::Theme(id)) => {
                let theme = self.catalog.theme(id);
                (format!("theme-{}", theme.index), &theme.allocations)
            }
            _ => return String::new(),
        };
        let Some(sval) = self.sval.or_else(|| self.first(tval, lines)) else { return String::new() };
        // The number is of all kinds then.
        let of = if self.sval.is_none() { OF_TYPE } else { "" };
        self.query.clone().set("of", of).on(&links::why(self.revision, (tval, sval), &slug))
    }

    /// The first kind of an item type in the files that one of the lines covers.
    fn first(&self, tval: u16, lines: &[Allocation]) -> Option<u16> {
        let kinds = self.catalog.kinds_of(tval).into_iter().map(|id| self.catalog.kind(id));
        let mut defined = kinds.filter(|kind| kind.record.is_some());
        defined.find(|kind| lines.iter().any(|line| line.covers(kind.tval, kind.sval))).map(|kind| kind.sval)
    }
}
