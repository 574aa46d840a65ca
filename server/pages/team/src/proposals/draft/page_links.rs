//! Pages about a draft, as its own page links to them.

use affixboard_model::catalog::Sort;

use super::{session::DraftSession, view::LineSelection};
use crate::links::{self, Query};
use affixboard_service::targets::has_weights;

/// The page of balance tests with a draft's changes, by the draft's page.
pub(super) fn balance(draft: &str) -> String {
    format!("{draft}/balance")
}

/// The page that finds weights, where lines of an entry or of nothing yet are edited; empty where it has no weights to find.
pub(super) fn target(session: &DraftSession, subject: LineSelection) -> String {
    let loaded = &session.base.loaded;
    if session.proposal().is_some() || loaded.game.words().qualities.is_empty() || !has_weights(loaded) {
        return String::new();
    }
    let query = match subject {
        LineSelection::Entry(sort, index) if sort == Sort::AFFIX => Query::default().set("affix", format!("#{index}")),
        LineSelection::Type(tval) => Query::default().set("type", tval.to_string()),
        LineSelection::Entry(..) | LineSelection::None => Query::default(),
    };
    query.on(&links::draft_target(&session.base.revision.slug))
}
