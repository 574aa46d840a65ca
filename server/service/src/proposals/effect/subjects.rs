//! What changes of the subjects that a game declares.

use std::sync::Arc;

use affixboard_model::game::SubjectRules;
use affixboard_report::{
    sheet::Method,
    sheets::{SubjectEffect, subject_effect},
};

use crate::library::OpenRevision;

/// The subjects that both sides have and that change, by their rules as proposed.
pub fn subjects(base: &OpenRevision, derived: &OpenRevision) -> Vec<(Arc<dyn SubjectRules>, SubjectEffect)> {
    let mut changed = Vec::new();
    for after in derived.loaded.model.subjects() {
        let subjects = base.loaded.model.subjects();
        let Some(before) = subjects.iter().find(|before| before.spec().name == after.spec().name) else { continue };
        let [old, new] = [base, derived].map(|open| open.provenance(Method::Exact));
        // It is never told to stop.
        let Ok(found) = subject_effect((before.as_ref(), &old), (after.as_ref(), &new), &|| true) else { continue };
        if !found.effect.rows.is_empty() || !found.effect.small.is_empty() {
            changed.push((Arc::clone(after), found));
        }
    }
    changed
}
