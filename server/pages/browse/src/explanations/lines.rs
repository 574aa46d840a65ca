//! The lines that move an explained number: what a step of each changes of it, as a part of the page and as a file.

use std::{sync::Arc, time::Duration};

use affixboard_inquiry::questions::{Question, parse};
use affixboard_model::{
    batch::{Cell, Entry},
    catalog::KindId,
};
use affixboard_proposal::editable_entries;
use affixboard_report::format::SensitivityCsv;
use axum::http::StatusCode;

use crate::{
    Error, State, links,
    sensitivities::shown::{draft_at, points},
};
use affixboard_service::{
    compute::{MOVING_LINES, PageRun, Priority, StepEffect, SteppedNumber, SteppedPool, SteppedShare, step_effects},
    library::OpenRevision,
};

/// Steps of a number, being computed or known; `None` where the rules can't compute them.
type StepsRun = PageRun<Option<Vec<StepEffect>>>;

/// The number that is explained.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ExplainedNumber {
    pub(crate) cell: Cell,
    pub(crate) kind: KindId,
    pub(crate) entry: Entry,
    /// Whether it is of all kinds of the item type.
    pub(crate) is_of_type: bool,
    /// The affix level of the pool that it is of; `None` where it is of drops.
    pub(crate) pool: Option<u8>,
}

/// The part of a page.
pub(crate) struct LinesView {
    /// What is still to come, or why there is nothing.
    pub(crate) note: String,
    pub(crate) is_coming: bool,
    /// What a change is a change of.
    pub(crate) about: String,
    pub(crate) rows: Vec<StepRow>,
    pub(crate) csv: String,
}

/// A line with its step.
pub(crate) struct StepRow {
    pub(crate) entry: String,
    pub(crate) step: &'static str,
    pub(crate) change: String,
    pub(crate) place: String,
    pub(crate) text: String,
    /// The draft at the line; empty for those who may not propose.
    pub(crate) fix: String,
    /// What else a step of the line moves.
    pub(crate) moves: String,
}

/// The explained number; `None` where it can't be asked for.
fn number(open: &OpenRevision, request: &ExplainedNumber) -> Option<SteppedNumber> {
    let (catalog, loaded) = (&open.loaded.catalog, &open.loaded);
    if let (Some(affix_level), Entry::Affix(affix)) = (request.pool, request.entry) {
        let (kind, level) = (request.kind, request.cell.depth);
        return Some(SteppedNumber::Pool(SteppedPool { kind, level, affix_level, affix }));
    }
    let entry = match request.entry {
        Entry::Affix(id) => format!("affix:#{}", catalog.affix(id).index),
        Entry::Theme(id) => format!("theme:#{}", catalog.theme(id).index),
        _ => return None,
    };
    let kind = catalog.kind(request.kind);
    let items =
        if request.is_of_type { format!("tval:#{}", kind.tval) } else { format!("kind:{}/{}", kind.tval, kind.sval) };
    let asked = Question::of(&parse(&format!("{entry} & {items}")).ok()?, loaded, open.forge.keys()).ok()?;
    Some(SteppedNumber::Share(SteppedShare { asked: Arc::new(asked), among: None, cell: request.cell }))
}

/// The steps of the explained number; `None` where it can't be asked for.
fn run(state: &State, open: &Arc<OpenRevision>, request: &ExplainedNumber) -> Result<Option<Arc<StepsRun>>, Error> {
    let Some(number) = number(open, request).map(Arc::new) else { return Ok(None) };
    let loaded = Arc::clone(&open.loaded);
    let files = (open.content_hash(), loaded.game.id(), loaded.switches.describe(loaded.game));
    let of = (request.cell, request.kind, request.entry, request.is_of_type, request.pool);
    let scheduler = Arc::clone(state.scheduler());
    let run = state.steps.of(&format!("{files:?} {of:?}"), MOVING_LINES as u64, |done| async move {
        step_effects(&scheduler, Priority::Progressive, &loaded, &number, MOVING_LINES, &done).await
    });
    run.map(Some).ok_or_else(|| {
        let message = "Too many numbers whose lines are asked for are waiting to be computed. Try again later.";
        Error::new(StatusCode::SERVICE_UNAVAILABLE, message).retry_after(30)
    })
}

/// The part of the page, with what is known after so long at most; `None` where there is none.
pub(crate) async fn view(
    state: &State,
    (open, request): (&Arc<OpenRevision>, &ExplainedNumber),
    csv: String,
    may_propose: bool,
    patience: Duration,
) -> Option<LinesView> {
    let begun = match run(state, open, request) {
        Ok(begun) => begun?,
        Err(_) => return Some(LinesView::saying("Too much is waiting to be computed. Try again later.", false, csv)),
    };
    let Ok(ended) = tokio::time::timeout(patience, begun.ended()).await else {
        begun.look();
        let note = "What a step of each line changes is still being computed; it comes here when it is known.";
        return Some(LinesView::saying(note, true, csv));
    };
    let effects = ended.as_deref().map(Option::as_ref);
    let Some(Some(effects)) = effects else {
        let note = "What a step of each line changes can’t be computed for this number.";
        return Some(LinesView::saying(note, false, csv));
    };
    let entries = if may_propose { editable_entries(&open.loaded) } else { Vec::new() };
    let row = |effect: &StepEffect| {
        let line = &effect.step.line;
        let number = open.loaded.sources.position(line.span).line;
        StepRow {
            entry: line.name.clone(),
            step: effect.step.of.words(),
            change: points(effect.change()),
            place: format!("{}:{number}", line.file),
            text: line.text.clone(),
            fix: draft_at(open, &entries, line),
            moves: links::moves_of_line(&open.revision, &line.file, number),
        }
    };
    let about = if request.pool.is_some() {
        "The change of the chance per draw from the pool by the least step of each line, in points of a hundred; exact, for what is \
         drawn from a pool is a weight over a sum."
    } else {
        "The change of the chance per drop by the least step of each line, in points of a hundred: the difference of the chances that \
         are computed with the step and without; a number with ± is known to that bound. Of the lines that move first draws most."
    };
    let mut view = LinesView::saying("", false, csv);
    about.clone_into(&mut view.about);
    view.rows = effects.iter().map(row).collect();
    if view.rows.is_empty() {
        "No step of a line moves it.".clone_into(&mut view.note);
    }
    Some(view)
}

impl LinesView {
    fn saying(note: &str, is_coming: bool, csv: String) -> LinesView {
        LinesView { note: note.to_owned(), is_coming, about: String::new(), rows: Vec::new(), csv }
    }
}

/// The same as a file.
pub(crate) async fn csv(state: &State, open: &Arc<OpenRevision>, request: &ExplainedNumber) -> Result<Vec<u8>, Error> {
    let none = || Error::not_found("What a step of each line changes can’t be computed for this number.");
    let ended = run(state, open, request)?.ok_or_else(none)?.followed().await;
    let ended = ended.ok_or_else(|| Error::internal("steps of lines were not computed"))?;
    let effects = ended.as_ref().as_ref().ok_or_else(none)?;
    let provenance = open.provenance(affixboard_report::sheet::Method::Exact);
    let source = format!("rules {}, files {}", provenance.rules(), open.content_hash());
    let mut bytes: Vec<u8> = Vec::new();
    let write = |out: &mut Vec<u8>| {
        let mut table = SensitivityCsv::begin(out)?;
        for effect in effects {
            table.add(&effect.as_row(&open.loaded, request.cell))?;
        }
        table.end(&source, open.loaded.doubts().as_deref())
    };
    write(&mut bytes).map_err(Error::internal)?;
    Ok(bytes)
}
