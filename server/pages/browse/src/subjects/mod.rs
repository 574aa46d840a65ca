//! What turns up beside drops, such as monsters or special levels: a sheet for each subject that a game declares.

pub mod new_batch;
pub(super) mod query;
pub mod show;
mod source;

use std::sync::Arc;

use affixboard_model::game::SubjectRules;

use super::Error;
use affixboard_service::library::OpenRevision;

/// The subject of that name.
pub fn find(open: &OpenRevision, name: &str) -> Result<Arc<dyn SubjectRules>, Error> {
    let subjects = open.loaded.model.subjects();
    let found = subjects.iter().find(|subject| subject.spec().name == name);
    found.map(Arc::clone).ok_or_else(|| Error::not_found(format!("There is nothing called {name} in this revision.")))
}
