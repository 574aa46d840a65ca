//! The part of an explanation that is about another affix on the same items.

use std::{sync::Arc, time::Duration};

use affixboard_core::{
    catalog::AffixId,
    explain::{About, Why},
    game::PairChance,
};
use affixboard_report::explain::{self, Table};

use super::why::{Asked, TableView};
use crate::{exact::ExactError, library::OpenRevision, web::State};

/// What is said where computing takes longer than the page waits.
const STILL: &str = "How often items have both is still being computed; it comes here when it is known.";

/// What was found of two affixes.
pub(in crate::web) struct Answer {
    pub(in crate::web) other: AffixId,
    /// `Err`: why there are no numbers, in words.
    pub(in crate::web) found: Result<Together, &'static str>,
}

impl Answer {
    /// Whether there will be numbers, or a reason for none, later.
    pub(in crate::web) fn is_coming(&self) -> bool {
        self.found == Err(STILL)
    }
}

/// The section.
pub(in crate::web) struct TogetherView {
    pub(in crate::web) options: Vec<OptionView>,
    pub(in crate::web) hidden: Vec<(&'static str, String)>,
    pub(in crate::web) answer: String,
    pub(in crate::web) note: &'static str,
    pub(in crate::web) table: Option<TableView>,
}

/// An affix to choose.
pub(in crate::web) struct OptionView {
    pub(in crate::web) value: String,
    pub(in crate::web) label: String,
    pub(in crate::web) selected: bool,
}

/// Computes how often items have the other affix, too, where one was asked for; waits so long at most.
pub(in crate::web) async fn computed(
    state: &State,
    open: &Arc<OpenRevision>,
    asked: &Asked,
    why: &Why,
    patience: Duration,
) -> Option<Answer> {
    let (About::Affix(about), Some((other, _))) = (&why.about, &asked.with) else { return None };
    let computing = state.exact().together(open, asked.cell, asked.kind, [about.affix, *other]);
    let found = tokio::time::timeout(patience, computing).await.map_err(|_| STILL);
    let found = found.and_then(|found| {
        found.map_err(|error| match error {
            ExactError::NotFollowed => "How often items have both can't be computed for this game.",
            ExactError::Failed => "Computing how often items have both failed.",
        })
    });
    Some(Answer { other: *other, found })
}

/// The section of a page; none for themes, and for what no item of the kind comes to.
pub(in crate::web) fn view(
    open: &OpenRevision,
    asked: &Asked,
    why: &Why,
    answer: Option<&Answer>,
    table: &dyn Fn(&Table) -> TableView,
) -> Option<TogetherView> {
    let About::Affix(about) = &why.about else { return None };
    let (catalog, words) = (&open.loaded.catalog, open.loaded.game.words());
    let with = asked.with.as_ref().map(|with| with.0);
    let is_drawn = why.outcomes.iter().any(|outcome| outcome.0 == about.affix);
    if !is_drawn && with.is_none() {
        return None;
    }
    // What the first draw can give, and what was asked for.
    let mut others: Vec<AffixId> =
        why.outcomes.iter().filter(|of| of.1 > 0.0).map(|outcome| outcome.0).chain(with).collect();
    others.retain(|other| *other != about.affix || with == Some(*other));
    let name = |affix: AffixId| {
        let affix = catalog.affix(affix);
        format!("{} ({})", affix.name, affix.index)
    };
    others.sort_by_key(|other| (catalog.affix(*other).name.to_lowercase(), other.0));
    others.dedup();
    let options = others.into_iter().map(|other| OptionView {
        value: format!("affix-{}", catalog.affix(other).index),
        label: name(other),
        selected: with == Some(other),
    });
    let mut view = TogetherView {
        options: options.collect(),
        hidden: asked.query_with().set("depth", asked.cell.depth.to_string()).except(&["with"]),
        answer: String::new(),
        note: "",
        table: None,
    };
    match answer.map(|answer| (answer.other, &answer.found)) {
        Some((_, Err(note))) => view.note = note,
        Some((other, Ok(found))) => {
            if let Some(paired) = explain::pair(why, other, found, catalog, words, &open.loaded.sources) {
                view.answer = paired.answer;
                view.table = (!paired.table.rows.is_empty()).then(|| table(&paired.table));
            }
        }
        None => {}
    }
    Some(view)
}
