//! Upload of an edited table of allocations: its differences become changes of the draft, all or none. Where it has no rows
//! for lines of its entries, nothing is changed until somebody has said whether these shall go.

use std::sync::Arc;

use affixboard_model::text::SourceFile;
use affixboard_proposal::{Change, compose};
use affixboard_report::format::{MissingRows, read_allocations};
use axum::{
    extract::{
        self, State as Extracted,
        multipart::{Field, MultipartError},
    },
    http::StatusCode,
    response::Response,
};

use super::{
    DraftQuery, MissingRowsView, Notice,
    actions::{outdated, redirect, rejected},
    form::DraftForm,
    rejection,
    session::{DraftSession, DraftTarget, SaveError},
};
use crate::{Error, State, extract::Path, multipart::Multipart, session::viewer::Viewer};
use affixboard_service::compute::Priority;

/// Size of an upload at most, in bytes. All lines of the largest edition take a tenth of it.
const LARGEST: usize = 8 << 20;
/// Length of the answer to a question at most.
const ANSWER: usize = 16;
/// Entries whose lines without a row are listed.
const MOST_ENTRIES: usize = 20;

/// Answers `POST /editions/{slug}/draft/csv`.
pub async fn into_new(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Path(slug): Path<String>,
    sent: Multipart,
) -> Result<Response, Error> {
    take(&viewer, &state, &DraftTarget::Edition(slug), sent).await
}

/// Answers `POST /proposals/{id}/draft/csv`.
pub async fn into_revision(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Path(id): Path<i64>,
    sent: Multipart,
) -> Result<Response, Error> {
    take(&viewer, &state, &DraftTarget::Proposal(id), sent).await
}

async fn take(
    viewer: &Viewer,
    state: &State,
    target: &DraftTarget,
    Multipart(sent, room): Multipart,
) -> Result<Response, Error> {
    let broken = |error: MultipartError| Error::bad_request(format!("The upload broke off: {}", error.body_text()));
    let Upload { table, missing } = receive(sent).await.map_err(broken)?;
    let decided = match missing.as_deref() {
        None => None,
        Some("keep") => Some(MissingRows::Keep),
        Some("remove") => Some(MissingRows::Remove),
        Some(_) => return Err(Error::bad_request("missing: expected keep or remove.")),
    };
    let _turn = state.draft_turns.take((viewer.by(), target)).await;
    let session = DraftSession::open(viewer, state, target).await?;
    let query = DraftQuery::default();
    let refuse = |status, problem: String, list| {
        rejected(viewer, state, &session, &query, status, None, Notice { problem, list, ..Notice::default() })
    };
    let Some(table) = table else {
        let problem = "Nothing was changed: found no file; expected a CSV table of at most 8 MiB.".to_owned();
        return refuse(StatusCode::UNPROCESSABLE_ENTITY, problem, Vec::new()).await;
    };
    let (base, changed) = (Arc::clone(&session.base), Arc::clone(&session.changed));
    let held = room.clone();
    let reading = state.compute(Priority::Interactive, move || {
        let _room = held;
        let read = read_allocations(&base.loaded, &table, decided.unwrap_or(MissingRows::Keep))
            .map_err(|problems| problems.iter().map(ToString::to_string).collect::<Vec<_>>())?;
        let composed =
            compose(&base.loaded, &changed.loaded, &read.changes).map_err(|error| vec![error.to_string()])?;
        Ok((table, read, composed))
    });
    let (table, read, composed) = match reading.await? {
        Ok(read) => read,
        Err(problems) => {
            let problem = "Nothing was changed: the table can’t be read.".to_owned();
            return refuse(StatusCode::UNPROCESSABLE_ENTITY, problem, problems).await;
        }
    };
    let rejected_form: Vec<String> = read
        .changes
        .iter()
        .zip(&composed.outcomes)
        .filter(|(_, outcome)| !outcome.fits())
        .map(|(change, outcome)| {
            let line = change.readable(change.was().or(change.now()).unwrap_or_default());
            format!("{} `{line}`: {}", change.anchor.name.trim(), rejection(outcome))
        })
        .collect();
    if !rejected_form.is_empty() {
        let problem = "Nothing was changed: the draft already changes some of the same lines.".to_owned();
        return refuse(StatusCode::CONFLICT, problem, rejected_form).await;
    }
    // What the draft removes already isn't asked about.
    let missing: Vec<&Change> = read.missing.iter().filter(|gone| !session.changes.contains(gone)).collect();
    if decided.is_none() && !missing.is_empty() {
        let missing = Some(question(&missing, read.changes.len(), table));
        return rejected(
            viewer,
            state,
            &session,
            &query,
            StatusCode::OK,
            None,
            Notice { missing, ..Notice::default() },
        )
        .await;
    }
    if composed.changes == session.changes {
        let problem = "The table has no changes that the draft doesn’t have already.".to_owned();
        return refuse(StatusCode::OK, problem, Vec::new()).await;
    }
    match session.save(state, session.base.revision.id, &composed.changes).await {
        Ok(()) => redirect(&DraftSession::open(viewer, state, target).await?, &query),
        Err(SaveError::Stale) => outdated(viewer, state, target, &query, &DraftForm::new(Vec::new())).await,
        Err(SaveError::Other(error)) => Err(error),
    }
}

/// Whether lines without a row shall go.
fn question(missing: &[&Change], changes: usize, table: Vec<u8>) -> MissingRowsView {
    let mut entries: Vec<(String, Vec<String>)> = Vec::new();
    let of_entry = |a: &&Change, b: &&Change| (a.anchor.sort, a.anchor.index) == (b.anchor.sort, b.anchor.index);
    for lines in missing.chunk_by(of_entry) {
        let texts = lines.iter().filter_map(|line| line.was()).map(str::to_owned).collect();
        entries.push((lines[0].entry_name(), texts));
    }
    let lines = number(missing.len(), "line", "lines");
    let of = number(entries.len(), "entry", "entries");
    let more = entries.len().saturating_sub(MOST_ENTRIES);
    entries.truncate(MOST_ENTRIES);
    // As it was read: a table in UTF-16 comes back in UTF-8.
    let text = SourceFile::new("table.csv", table);
    let table = String::from_utf8_lossy(text.text()).into_owned();
    let changes = match changes {
        0 => "change nothing".to_owned(),
        count => format!("make {}", number(count, "change", "changes")),
    };
    MissingRowsView { lines, of, changes, entries, more, table }
}

fn number(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// What was sent.
#[derive(Default)]
struct Upload {
    /// The file; none where there is none, or it is too large.
    table: Option<Vec<u8>>,
    /// What becomes of lines without a row, where somebody was asked.
    missing: Option<String>,
}

async fn receive(mut sent: extract::Multipart) -> Result<Upload, MultipartError> {
    let mut upload = Upload::default();
    while let Some(field) = sent.next_field().await? {
        match field.name() {
            Some("table") => upload.table = bytes_of(field, LARGEST).await?.filter(|table| !table.is_empty()),
            Some("missing") => {
                let answer = bytes_of(field, ANSWER).await?.unwrap_or_default();
                upload.missing = Some(String::from_utf8_lossy(&answer).into_owned());
            }
            _ => {}
        }
    }
    Ok(upload)
}

/// What a field has; `None` where that is more than `most` bytes.
async fn bytes_of(mut field: Field<'_>, most: usize) -> Result<Option<Vec<u8>>, MultipartError> {
    let mut bytes = Vec::new();
    let mut length = 0;
    while let Some(chunk) = field.chunk().await? {
        length += chunk.len();
        if length <= most {
            bytes.extend_from_slice(&chunk);
        }
    }
    Ok((length <= most).then_some(bytes))
}
