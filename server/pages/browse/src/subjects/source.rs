//! Where the numbers of a subject's sheet come from: computed, drawn for the page, counted by a batch, or computed and counted
//! side by side.

use std::collections::BTreeMap;

use affixboard_model::{
    batch::{Cell, CellTally, Counts, Metric, SubjectPlan, Tally, run_subject, subject_pieces},
    game::{Cancelled, Point, SubjectRules},
};
use affixboard_report::{
    sheet::{Method, Provenance, Sheet},
    sheets::{self, SubjectParams},
    thousands,
};
use affixboard_store::{Batch, BatchState};

use crate::{
    Error, State,
    batches::tally::{check_done, check_rules, find},
    links::{self, Choice, Query},
};
use affixboard_service::library::OpenRevision;

/// The seed of what is drawn for a page, which a batch with the same seed draws first.
const SEED: u64 = 1;

/// Whether the numbers of a metric are drawn for a page, where no batch has them.
fn is_drawn(rules: &dyn SubjectRules, metric: Metric) -> bool {
    rules.page_trials() > 0 && !rules.exact_metrics().contains(&metric)
}

/// What is drawn for a page at these points.
fn drawn(rules: &dyn SubjectRules, points: &[(Point, String)]) -> Result<Vec<CellTally>, Cancelled> {
    let mut counts = Counts::of_keys(rules.rows().len());
    let mut at = |point: Point| {
        let mut tally = CellTally { drops: rules.page_trials(), counts: Vec::new() };
        for piece in subject_pieces(point, rules.page_trials()) {
            let counted = run_subject(rules, &piece, SEED, &mut counts, &|| true)?;
            tally.merge(&CellTally { drops: 0, counts: counted });
        }
        Ok(tally)
    };
    points.iter().map(|(point, _)| at(*point)).collect()
}

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

    pub(super) fn method(&self, rules: &dyn SubjectRules, metric: Metric) -> Method {
        match &self.batch {
            Some(batch) if self.is_counted() => {
                Method::Simulated { drops: batch.plan.trials.get(), seed: batch.plan.seed, batch: Some(batch.id.0) }
            }
            _ if is_drawn(rules, metric) => Method::Simulated { drops: rules.page_trials(), seed: SEED, batch: None },
            _ => Method::Exact,
        }
    }

    /// What was counted at these points, by a batch or for the page; `None` where nothing was.
    pub(super) fn counts(
        &self,
        rules: &dyn SubjectRules,
        metric: Metric,
        points: &[(Point, String)],
    ) -> Result<Option<Vec<CellTally>>, Cancelled> {
        if self.is_counted() {
            return Ok(Some(self.counted(points)));
        }
        if is_drawn(rules, metric) { drawn(rules, points).map(Some) } else { Ok(None) }
    }

    /// What the batch counted at these points.
    fn counted(&self, points: &[(Point, String)]) -> Vec<CellTally> {
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
        is_quantiles: bool,
    ) -> Result<Sheet, Cancelled> {
        let keep_going = || true;
        match (self.counts(rules, params.metric, &params.points)?, &self.batch) {
            (Some(counted), _) if is_quantiles => Ok(sheets::quantiles(rules, provenance, params, &counted)),
            (Some(counted), _) => sheets::subject_counts(rules, provenance, params, &counted, &keep_going),
            (None, None) => sheets::subject(rules, provenance, params, &keep_going),
            (None, Some(_)) => {
                sheets::subject_beside(rules, &provenance, params, &self.counted(&params.points), &keep_going)
            }
        }
    }

    /// Whether the numbers are a batch's counts.
    pub(super) fn is_counted(&self) -> bool {
        self.batch.is_some() && !self.is_beside
    }

    /// What the page says of the batch.
    pub(super) fn about(&self, rules: &dyn SubjectRules, metric: Metric) -> String {
        let trials = rules.spec().trial[1];
        if is_drawn(rules, metric) && !self.is_counted() {
            let each = thousands(rules.page_trials());
            return format!(
                "Drawn for this page: {each} {trials} each, seed {SEED}; with 95 % intervals. A batch draws more."
            );
        }
        let Some(batch) = &self.batch else { return String::new() };
        let (id, each, seed) = (batch.id, thousands(batch.plan.trials.get()), batch.plan.seed);
        if self.is_beside {
            return format!("Beside them what batch {id} counted: {each} {trials} each, seed {seed}.");
        }
        format!("Counted by batch {id}: {each} {trials} each, seed {seed}; with 95 % intervals.")
    }

    /// The sources there are, as links.
    pub(super) fn choices(
        &self,
        (rules, metric): (&dyn SubjectRules, Metric),
        batches: &[i64],
        query: &Query,
        path: &str,
    ) -> Vec<Choice> {
        let is_drawn = is_drawn(rules, metric);
        let shown = self.batch.as_ref().map(|batch| batch.id.0);
        let mut batches = batches.to_vec();
        batches.extend(shown.filter(|shown| !batches.contains(shown)));
        let to = |batch: &str, beside: &str| query.clone().set("batch", batch).set("beside", beside).on(path);
        let own = if is_drawn { "drawn for this page" } else { "computed" };
        let mut choices = vec![Choice::new(own, to("", ""), shown.is_none() || (is_drawn && self.is_beside))];
        for id in batches {
            let (is_shown, text) = (shown == Some(id), id.to_string());
            choices.push(Choice::new(format!("batch {id}"), to(&text, ""), is_shown && !self.is_beside));
            if !is_drawn {
                let label = format!("computed beside batch {id}");
                choices.push(Choice::new(label, to("", &text), is_shown && self.is_beside));
            }
        }
        if choices.len() > 1 { choices } else { Vec::new() }
    }
}
