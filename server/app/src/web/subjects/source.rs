//! Where the numbers of a subject's sheet come from: computed, counted by a batch, or both side by side.

use std::collections::BTreeMap;

use affixboard_core::{
    batch::{Cell, CellTally, SubjectPlan, Tally},
    game::{Cancelled, Point, SubjectRules},
};
use affixboard_report::{
    sheet::{Method, Provenance, Sheet},
    sheets::{self, SubjectParams},
};
use affixboard_store::{Batch, BatchState};

use crate::{
    library::OpenRevision,
    web::{
        Error, State,
        batches::{
            rows::thousands,
            tally::{check_done, check_rules, find},
        },
        links::{self, Choice, Query},
    },
};

/// The source of the numbers.
pub(super) struct Source {
    revision: affixboard_store::RevisionId,
    rules_version: u32,
    pub(super) batch: Option<Batch<SubjectPlan>>,
    tally: Tally,
    /// Whether the batch's counts stand beside computed numbers.
    pub(super) is_beside: bool,
}

impl Source {
    /// As an address has it: `batch=7` for what that counted, `beside=7` for computed numbers with it beside them.
    pub(super) async fn find(
        state: &State,
        open: &OpenRevision,
        subject: &str,
        given: &BTreeMap<String, String>,
    ) -> Result<Source, Error> {
        let text = |name: &str| given.get(name).map_or("", |value| value.trim());
        let mut source = Source {
            revision: open.revision.id,
            rules_version: open.loaded.game.rules_version(),
            batch: None,
            tally: Tally::default(),
            is_beside: text("batch").is_empty(),
        };
        let (name, written) = if source.is_beside { ("beside", text("beside")) } else { ("batch", text("batch")) };
        if written.is_empty() {
            return Ok(source);
        }
        let id: i64 = written.parse().map_err(|_| {
            let found: String = written.chars().take(40).collect();
            Error::bad_request(format!("{name}: found `{found}`; expected the number of a batch."))
        })?;
        let batch = find(state, id).await?;
        check_done(&batch)?;
        check_rules(&batch, open)?;
        let of_subject =
            batch.of_drops().err().filter(|batch| batch.plan.subject == subject && batch.revision == open.revision.id);
        let batch = of_subject.ok_or_else(|| {
            let path = links::batch(affixboard_store::BatchId(id));
            Error::bad_request(format!(
                "Batch {id} counted something else, or is of another revision: {path} has its numbers."
            ))
        })?;
        source.tally = state.store.tally(batch.id).await?;
        source.batch = Some(*batch);
        Ok(source)
    }

    /// Whether a batch of the subject could be the source.
    pub(super) fn is_like(&self, batch: &Batch<SubjectPlan>) -> bool {
        batch.state == BatchState::Done && batch.rules_version == self.rules_version && batch.revision == self.revision
    }

    pub(super) fn method(&self) -> Method {
        match &self.batch {
            Some(batch) if self.is_counted() => {
                Method::Simulated { drops: batch.plan.trials.get(), seed: batch.plan.seed, batch: Some(batch.id.0) }
            }
            _ => Method::Exact,
        }
    }

    /// What the batch counted at these points.
    pub(super) fn counted(&self, points: &[(Point, String)]) -> Vec<CellTally> {
        let known = self.batch.iter().flat_map(|batch| batch.plan.points.iter().zip(0..));
        let known: BTreeMap<Point, u32> = known.map(|(point, at)| (*point, at)).collect();
        let cell = |point: &Point| Some(Cell { depth: *known.get(point)?, quality: 0, kind: None });
        let tally = |point: &Point| self.tally.cells.get(&cell(point)?).cloned();
        points.iter().map(|(point, _)| tally(point).unwrap_or_default()).collect()
    }

    pub(super) fn sheet(
        &self,
        rules: &dyn SubjectRules,
        provenance: Provenance,
        params: &SubjectParams,
    ) -> Result<Sheet, Cancelled> {
        let keep_going = || true;
        match (&self.batch, self.is_beside) {
            (None, _) => sheets::subject(rules, provenance, params, &keep_going),
            (Some(_), true) => {
                sheets::subject_beside(rules, &provenance, params, &self.counted(&params.points), &keep_going)
            }
            (Some(_), false) => {
                sheets::subject_counts(rules, provenance, params, &self.counted(&params.points), &keep_going)
            }
        }
    }

    /// Whether the numbers are a batch's counts.
    pub(super) fn is_counted(&self) -> bool {
        self.batch.is_some() && !self.is_beside
    }

    /// What the page says of the batch.
    pub(super) fn about(&self, trials: &str) -> String {
        let Some(batch) = &self.batch else { return String::new() };
        let (id, each, seed) = (batch.id, thousands(batch.plan.trials.get()), batch.plan.seed);
        if self.is_beside {
            return format!("Beside them what batch {id} counted: {each} {trials} each, seed {seed}.");
        }
        format!("Counted by batch {id}: {each} {trials} each, seed {seed}; with 95 % intervals.")
    }

    /// The sources there are, as links.
    pub(super) fn choices(&self, batches: &[i64], query: &Query, path: &str) -> Vec<Choice> {
        let shown = self.batch.as_ref().map(|batch| batch.id.0);
        let mut batches = batches.to_vec();
        batches.extend(shown.filter(|shown| !batches.contains(shown)));
        let to = |batch: &str, beside: &str| query.clone().set("batch", batch).set("beside", beside).on(path);
        let mut choices = vec![Choice::new("computed", to("", ""), shown.is_none())];
        for id in batches {
            let (is_shown, text) = (shown == Some(id), id.to_string());
            choices.push(Choice::new(format!("batch {id}"), to(&text, ""), is_shown && !self.is_beside));
            choices.push(Choice::new(format!("computed beside batch {id}"), to("", &text), is_shown && self.is_beside));
        }
        if choices.len() > 1 { choices } else { Vec::new() }
    }
}
