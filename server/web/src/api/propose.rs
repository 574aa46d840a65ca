//! Proposing what changed edit files change.

use affixboard_model::text::{FileId, SourceFile, SourceSet};
use affixboard_proposal::write_changes;
use affixboard_report::capitalised;
use affixboard_store::NewProposal;
use axum::{Json, extract::State as Extracted, http::StatusCode};
use utoipa::ToSchema;

use super::{
    problem::Problem,
    proposals::{ProposalJson, find},
};
use crate::{
    Error, State,
    editions::import::{load, receive},
    extract::Path,
    multipart::Multipart,
    session::viewer::Viewer,
};
use affixboard_service::{
    clock::now_ms,
    library::OpenRevision,
    proposals::of_files::{ChangesOfFiles, NotProposable, changes_of_files},
};

/// Changed edit files: each as a file of its own, or all as one zip.
#[derive(ToSchema)]
#[schema(as = ProposalForm)]
#[expect(dead_code, reason = "it describes a form that is read part by part")]
pub(crate) struct ProposalFormJson {
    /// The changed edit files, or one zip that has them. Files that aren't sent stay as they are.
    #[schema(value_type = Vec<String>, format = Binary)]
    files: Vec<Vec<u8>>,
    /// The proposal's title: one line of 200 characters at most.
    title: String,
    /// Its description in Markdown, of 20,000 characters at most.
    description: Option<String>,
    /// `yes` to leave out what else differs than lines that say where and how often entries come.
    only_lines: Option<String>,
}

/// Proposes what the files change in the edition's newest revision. Nothing is proposed where the game couldn't read the
/// changed lines. Needs a token of the scope *propose* at least.
#[utoipa::path(post, path = "/api/v1/editions/{slug}/proposals", operation_id = "proposeFiles", tag = "proposals",
    params(("slug" = String, Path, description = "The edition's name in addresses.")),
    request_body(content = ProposalFormJson, content_type = "multipart/form-data"),
    responses((status = 201, body = ProposalJson, description = "The proposal."), Problem))]
pub(crate) async fn propose(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Path(slug): Path<String>,
    Multipart(multipart, room): Multipart,
) -> Result<(StatusCode, Json<ProposalJson>), Error> {
    let base = state.open(&slug, None).await?;
    let mut sent = receive(multipart).await??;
    let form = std::mem::take(&mut sent.form);
    let game = base.loaded.game.id();
    let sources = with_others(&sent.sources(&state, &room, game).await??, &base);
    let (files, _more) = load(&state, &room, sources, game).await??;
    let (of, only_lines) = (std::sync::Arc::clone(&base), is_yes("only_lines", &form.only_lines)?);
    let find_changes = move || changes_of_files(&of, &files, only_lines);
    let ChangesOfFiles { changes, effect } = state.read_upload(find_changes).await?.map_err(not_proposable)?;
    let new = NewProposal {
        edition: base.revision.edition_id,
        author: viewer.by(),
        title: form.title.trim(),
        description: &form.description.replace("\r\n", "\n"),
        base: base.revision.id,
        changes: &write_changes(&changes),
        effect: &effect,
        reverts: None,
        now_ms: now_ms(),
    };
    let id = state.store.propose(new).await?;
    Ok((StatusCode::CREATED, Json(find(&state, id.0).await?)))
}

/// The files that were sent, and the revision's for those that weren't. In editions whose files lie in folders one may be sent
/// by the end of its path, if no other ends so.
fn with_others(sent: &SourceSet, base: &OpenRevision) -> SourceSet {
    let sources = &base.loaded.sources;
    let ends_so = |file: &SourceFile, name: &str| {
        let start = file.name().len().checked_sub(name.len() + 1);
        start.and_then(|start| file.name().get(start..)).is_some_and(|end| end == format!("/{name}"))
    };
    // Where each file goes: its position among the revision's.
    let place = |name: &str| {
        let mut ending = (0..).zip(sources.files()).filter(|(_, file)| ends_so(file, name)).map(|(at, _)| FileId(at));
        let exact = sources.find(name).map(|(id, _)| id);
        exact.or_else(|| ending.next().filter(|_| ending.next().is_none()))
    };
    let mut files: Vec<SourceFile> = sources.files().to_vec();
    for file in sent.files() {
        let at = place(file.name()).map(|id| usize::from(id.0));
        let name = at.map_or(file.name(), |at| sources.files()[at].name());
        let file = SourceFile::new(name, file.bytes().to_vec());
        match at {
            Some(at) => files[at] = file,
            None => files.push(file),
        }
    }
    let mut all = SourceSet::new();
    for file in files {
        all.push(file);
    }
    all
}

/// Whether a field says `yes`.
fn is_yes(field: &str, text: &str) -> Result<bool, Error> {
    match text.trim() {
        "yes" => Ok(true),
        "" | "no" => Ok(false),
        found => Err(Error::bad_request(format!("{field}: found `{found}`; expected yes or no."))),
    }
}

fn not_proposable(why: NotProposable) -> Error {
    let message = match why {
        NotProposable::Others { base, list } => {
            format!("Other things than allocations differ from {base} (only_lines=yes leaves them out):{list}")
        }
        other => format!("{}.", capitalised(&other.to_string())),
    };
    Error::new(StatusCode::UNPROCESSABLE_ENTITY, message)
}
