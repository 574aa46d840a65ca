//! The two sides of a comparison: each an edition at a revision, or a batch.
//!
//! In addresses a side is `slug@number`, `slug` for the newest revision, or `batch:number`.

use std::sync::Arc;

use affixboard_core::{
    catalog::{Catalog, ItemType},
    games::Switches,
};
use affixboard_report::sheet::How;
use affixboard_store::{Batch, BatchId, Revision};

use super::{
    result::{check_done, check_rules},
    settings::SheetSettings,
};
use crate::{
    library::{OpenRevision, Reading},
    web::{Error, State, links},
};

/// By which rules revisions are read; batches have theirs.
pub(super) const RULES: [&str; 2] = ["coded", "documented"];

/// What a side is called in an address.
pub(super) fn of_revision(revision: &Revision) -> String {
    format!("{}@{}", revision.slug, revision.number)
}

/// The same of a batch.
pub(super) fn of_batch(id: BatchId) -> String {
    format!("batch:{id}")
}

/// One side.
#[derive(Clone)]
pub(super) struct Side {
    pub(super) open: Arc<OpenRevision>,
    /// The batch that counted it; else it follows from the files.
    pub(super) batch: Option<Batch>,
}

impl Side {
    /// The side that a text names.
    async fn find(state: &State, which: &str, text: &str, rules: &str) -> Result<Side, Error> {
        let number = |found: &str, what: &str| {
            Error::bad_request(format!(
                "{which}: found `{found}`; expected {what}, such as `ours@3` for revision 3 of the edition `ours`, `ours` for \
                 its newest, or `batch:7`."
            ))
        };
        if let Some(id) = text.strip_prefix("batch:") {
            let id: i64 = id.parse().map_err(|_| number(text, "the number of a batch"))?;
            let batch = state.store.batch(BatchId(id)).await?;
            let batch = batch.ok_or_else(|| Error::not_found(format!("There is no batch {id}.")))?;
            check_done(&batch)?;
            let open = state.open_for(&batch).await?;
            check_rules(&batch, &open)?;
            return Ok(Side { open, batch: Some(batch) });
        }
        let (slug, revision) = match text.split_once('@') {
            Some((slug, revision)) => {
                (slug, Some(revision.parse().map_err(|_| number(text, "the number of a revision"))?))
            }
            None => (text, None),
        };
        let coded = state.open(slug, revision).await?;
        let open = match rules {
            "documented" => {
                let switches = Switches::documented(coded.loaded.game);
                state.open_as(&coded.revision, Reading { switches, ..Reading::default() }).await?
            }
            _ => coded,
        };
        Ok(Side { open, batch: None })
    }

    /// What it is called in addresses.
    pub(super) fn address(&self) -> String {
        self.batch.as_ref().map_or_else(|| of_revision(&self.open.revision), |batch| of_batch(batch.id))
    }

    /// What it is called on pages.
    pub(super) fn label(&self) -> String {
        let revision = &self.open.revision;
        match &self.batch {
            Some(batch) => format!("batch {} ({} r{})", batch.id, revision.title, revision.number),
            None => format!("{} r{}", revision.title, revision.number),
        }
    }

    /// Its own page.
    pub(super) fn page(&self) -> String {
        self.batch.as_ref().map_or_else(|| links::revision(&self.open.revision), |batch| links::batch(batch.id))
    }

    /// Where its numbers come from.
    pub(super) fn how(&self) -> How {
        self.batch.as_ref().map_or(How::Exact, |batch| How::Simulated {
            drops: batch.plan.drops.get(),
            seed: batch.plan.seed,
            batch: Some(batch.id.0),
        })
    }

    pub(super) fn catalog(&self) -> &Catalog {
        &self.open.loaded.catalog
    }
}

/// Both sides of a comparison.
#[derive(Clone)]
pub(super) struct Sides {
    pub(super) from: Side,
    pub(super) to: Side,
}

impl Sides {
    /// As the settings name them.
    ///
    /// # Errors
    /// Where one is missing, isn't there or isn't done, or the two can't be compared.
    pub(super) async fn find(state: &State, settings: &SheetSettings) -> Result<Sides, Error> {
        let rules = RULES[SheetSettings::position("rules", settings.rules.as_ref(), &RULES, 0)?];
        let mut sides = Vec::with_capacity(2);
        for (which, text) in [("from", &settings.from), ("to", &settings.to)] {
            let text = text.as_deref().unwrap_or("").trim();
            if text.is_empty() {
                return Err(Error::bad_request(format!(
                    "{which}: found nothing; expected a side to compare, such as `ours@3` or `batch:7`."
                )));
            }
            sides.push(Side::find(state, which, text, rules).await?);
        }
        let (Some(to), Some(from)) = (sides.pop(), sides.pop()) else { return Err(Error::internal("two sides")) };
        if from.batch.is_some() != to.batch.is_some() {
            return Err(Error::bad_request(format!(
                "Found {} and {}; expected two revisions or two batches, for what files say and what a batch counted are of \
                 different things. A sheet of chances has a batch beside what is computed, and an audit holds one against \
                 the other.",
                from.label(),
                to.label()
            )));
        }
        if let (Some(before), Some(after)) = (&from.batch, &to.batch) {
            if before.plan.kinds.is_empty() != after.plan.kinds.is_empty() {
                return Err(Error::bad_request(
                    "Found a batch of whole drops and one of given kinds; expected two of one sort.",
                ));
            }
            if !before.plan.depths.iter().any(|depth| after.plan.depths.contains(depth)) {
                return Err(Error::bad_request("The two batches have no depth in common, so nothing can be compared."));
            }
        }
        Ok(Sides { from, to })
    }

    /// Whether both follow from files.
    pub(super) fn are_revisions(&self) -> bool {
        self.to.batch.is_none()
    }

    /// Whether both are of one game, so that numbers of item types, affix levels and the like mean the same.
    pub(super) fn are_of_one_game(&self) -> bool {
        self.from.open.revision.game == self.to.open.revision.game
    }

    /// The item type of the side before that goes with one of the side after: the same, in another game the one of its name.
    pub(super) fn type_before(&self, tval: u16) -> Option<&ItemType> {
        let catalog = self.from.catalog();
        if self.are_of_one_game() {
            return catalog.item_type(tval);
        }
        let name = &self.to.catalog().item_type(tval)?.name;
        catalog.item_types.iter().find(|item_type| item_type.name.eq_ignore_ascii_case(name))
    }

    /// The kind before that goes with one after, likewise.
    pub(super) fn kind_before(&self, tval: u16, sval: u16) -> Option<u16> {
        if self.are_of_one_game() {
            return Some(sval);
        }
        let name = &self.to.catalog().kind(self.to.catalog().find_kind(tval, sval)?).name;
        let before = self.type_before(tval)?.tval;
        let catalog = self.from.catalog();
        let kinds = catalog.kinds_of(before).into_iter().map(|id| catalog.kind(id));
        kinds.filter(|kind| kind.name.eq_ignore_ascii_case(name)).map(|kind| kind.sval).next()
    }

    /// The item types of the side after that have a sheet on both.
    pub(super) fn types(&self) -> Vec<&ItemType> {
        let has_sheet = |side: &Side, tval: u16| match &side.batch {
            Some(_) => side.open.counted_types().any(|item_type| item_type.tval == tval),
            None => side.catalog().item_type(tval).is_some_and(|item_type| item_type.takes_affixes),
        };
        let types = self.to.catalog().item_types.iter().filter(|item_type| has_sheet(&self.to, item_type.tval));
        let on_both = |item_type: &&ItemType| {
            self.type_before(item_type.tval).is_some_and(|before| has_sheet(&self.from, before.tval))
        };
        types.filter(on_both).collect()
    }

    /// Which item types of the side after have no counterpart, by name.
    pub(super) fn types_alone(&self) -> Vec<String> {
        let types = self.to.catalog().item_types.iter().filter(|item_type| item_type.takes_affixes);
        types.filter(|item_type| self.type_before(item_type.tval).is_none()).map(|found| found.name.clone()).collect()
    }
}
