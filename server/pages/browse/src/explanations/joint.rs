//! The part of an explanation about a second affix on the same items.

use std::{sync::Arc, time::Duration};

use affixboard_model::{
    catalog::AffixId,
    explain::{Derivation, ExplainedEntry},
    game::PairChance,
};
use affixboard_report::explain::{self, TextTable};

use super::why::{WhyRequest, WhyTable};
use crate::State;
use affixboard_service::{compute::ChanceError, library::OpenRevision};

/// The message where computing takes longer than the page waits.
const STILL: &str = "How often items have both is still being computed; it comes here when it is known.";

/// The joint chance of two affixes.
pub(crate) struct JointAnswer {
    pub(crate) other: AffixId,
    /// `Err`: why there are no numbers, in words.
    pub(crate) found: Result<PairChance, &'static str>,
}

impl JointAnswer {
    /// Whether there will be numbers, or a reason for none, later.
    pub(crate) fn is_coming(&self) -> bool {
        self.found == Err(STILL)
    }
}

/// The section.
pub(crate) struct JointView {
    pub(crate) options: Vec<AffixOption>,
    pub(crate) hidden: Vec<(&'static str, String)>,
    pub(crate) answer: String,
    pub(crate) note: &'static str,
    pub(crate) table: Option<WhyTable>,
}

/// An affix to choose.
pub(crate) struct AffixOption {
    pub(crate) value: String,
    pub(crate) label: String,
    pub(crate) selected: bool,
}

/// Computes how often items have the other affix, too, where one was asked for; waits so long at most.
pub(crate) async fn computed(
    state: &State,
    open: &Arc<OpenRevision>,
    request: &WhyRequest,
    why: &Derivation,
    patience: Duration,
) -> Option<JointAnswer> {
    let (ExplainedEntry::Affix(about), Some((other, _))) = (&why.about, &request.with) else { return None };
    let computing = state.exact().together(open, request.cell, request.kind, [about.affix, *other]);
    let found = tokio::time::timeout(patience, computing).await.map_err(|_| STILL);
    let found = found.and_then(|found| {
        found.map_err(|error| match error {
            ChanceError::NotFollowed => "How often items have both can't be computed for this game.",
            ChanceError::Failed => "Computing how often items have both failed.",
        })
    });
    Some(JointAnswer { other: *other, found })
}

/// The section of a page; none for themes, and for what no item of the kind comes to.
pub(crate) fn view(
    open: &OpenRevision,
    request: &WhyRequest,
    why: &Derivation,
    answer: Option<&JointAnswer>,
    table: &dyn Fn(&TextTable) -> WhyTable,
) -> Option<JointView> {
    let ExplainedEntry::Affix(about) = &why.about else { return None };
    let (catalog, words) = (&open.loaded.catalog, open.loaded.game.words());
    let with = request.with.as_ref().map(|with| with.0);
    let is_drawn = why.outcomes.iter().any(|outcome| outcome.0 == about.affix);
    if !is_drawn && with.is_none() {
        return None;
    }
    // The possible outcomes of the first draw, and the affix that was asked for.
    let mut others: Vec<AffixId> =
        why.outcomes.iter().filter(|of| of.1 > 0.0).map(|outcome| outcome.0).chain(with).collect();
    others.retain(|other| *other != about.affix || with == Some(*other));
    let name = |affix: AffixId| {
        let affix = catalog.affix(affix);
        format!("{} ({})", affix.name, affix.index)
    };
    others.sort_by_key(|other| (catalog.affix(*other).name.to_lowercase(), other.0));
    others.dedup();
    let options = others.into_iter().map(|other| AffixOption {
        value: format!("affix-{}", catalog.affix(other).index),
        label: name(other),
        selected: with == Some(other),
    });
    let mut view = JointView {
        options: options.collect(),
        hidden: request.query_with().set("depth", request.cell.depth.to_string()).except(&["with"]),
        answer: String::new(),
        note: "",
        table: None,
    };
    match answer.map(|answer| (answer.other, &answer.found)) {
        Some((_, Err(note))) => view.note = note,
        Some((other, Ok(found))) => {
            if let Some(paired) = explain::explain_pair(why, other, found, catalog, words, &open.loaded.sources) {
                view.answer = paired.answer;
                view.table = (!paired.table.rows.is_empty()).then(|| table(&paired.table));
            }
        }
        None => {}
    }
    Some(view)
}
