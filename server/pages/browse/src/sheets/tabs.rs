//! The sheets there are of an item type, as links from one to the other: what it may draw, how likely that is, what a
//! dive finds, what a batch made of it.

use affixboard_store::{Batch, BatchFilter, BatchId, BatchState};

use super::types::Types;
use crate::{
    Error, State,
    comparand_address::of_revision,
    links::{self, Choice, Query},
};
use affixboard_service::library::OpenRevision;

/// Batches searched at most.
const BATCHES: u32 = 100;

/// The sheet that is shown.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum SheetTab {
    Availability,
    Chances,
    Dive,
    Batch(BatchId),
}

/// The finished batches of whole drops of a revision by the same rules, newest first.
pub(crate) async fn batches_like(state: &State, open: &OpenRevision) -> Result<Vec<Batch>, Error> {
    let batches = state.store.drop_batches(BatchFilter::Revision(open.revision.id), BATCHES).await?;
    Ok(batches.into_iter().filter(|batch| is_like(batch, open)).collect())
}

/// Whether a batch is finished and made whole drops of that revision by those rules.
pub(crate) fn is_like(batch: &Batch, open: &OpenRevision) -> bool {
    batch.state == BatchState::Done
        && batch.revision == open.revision.id
        && batch.rules_version == open.loaded.game.rules_version()
        && batch.plan.switches == open.loaded.switches
        && batch.plan.kinds.is_empty()
}

/// The sheets of item types; a dive, single items, questions and charts are of one. On a batch's sheet that batch is among them, elsewhere the newest like the revision.
pub(crate) fn tabs(open: &OpenRevision, types: &Types, shown: SheetTab, newest: Option<&Batch>) -> Vec<Choice> {
    let revision = &open.revision;
    // Only presets have sheets without a batch.
    let rules = open.loaded.preset().map_or("", links::reading);
    let by_rules = Query::default().set("rules", rules);
    let batch = match shown {
        SheetTab::Batch(id) => Some(id),
        _ => newest.map(|batch| batch.id),
    };
    let mut tabs = vec![
        Choice::new("availability", by_rules.on(&links::item_type(revision, types)), shown == SheetTab::Availability),
        Choice::new("chances", by_rules.on(&links::chances(revision, types)), shown == SheetTab::Chances),
    ];
    if let Some(tval) = types.one() {
        tabs.push(Choice::new("in a dive", by_rules.on(&links::dive(revision, tval)), shown == SheetTab::Dive));
        tabs.push(Choice::new("items", by_rules.on(&links::items(revision, tval)), false));
        let of_type = by_rules.clone().set("q", format!("tval:#{tval} & affixes>=2"));
        tabs.push(Choice::new("ask", of_type.on(&links::question(revision)), false));
        // Sheets of what the files say link to the comparison with the previous revision.
        if revision.number > 1 && matches!(shown, SheetTab::Availability | SheetTab::Chances) {
            let before = format!("{}@{}", revision.slug, revision.number - 1);
            let since = by_rules.clone().set("from", before).set("to", of_revision(revision));
            tabs.push(Choice::new(format!("since r{}", revision.number - 1), since.on(&links::compared(tval)), false));
        }
        let charts = links::charts(revision, tval);
        match shown {
            SheetTab::Availability => tabs.push(Choice::new("charts", charts, false)),
            // Charts are of the rules as coded.
            SheetTab::Chances if rules.is_empty() => {
                tabs.push(Choice::new("charts", Query::default().set("of", "chances").on(&charts), false));
            }
            _ => {}
        }
    }
    tabs.extend(
        batch.map(|id| Choice::new(format!("batch {id}"), links::result(id, types), shown == SheetTab::Batch(id))),
    );
    tabs
}
