//! Questions that commands are given.

use std::{io::Write, sync::Arc};

use affixboard_inquiry::questions::{Expr, Question, parse};
use affixboard_model::{batch::Detail, game::Loaded};

use super::failure::Failure;

/// The question that a flag or an argument holds. What its names stand for, where several entries share one, is said on
/// standard error.
pub(super) fn question(flag: &str, text: &str, loaded: &Loaded) -> Result<(Expr, Arc<Question>), Failure> {
    let problem = |error| Failure::usage(format!("{flag}: {error}"));
    let detail = if loaded.has_values() { Detail::Full } else { Detail::Identity };
    let expr = parse(text).map_err(problem)?;
    let question = Question::of(&expr, loaded, loaded.model.forge_for(detail).keys()).map_err(problem)?;
    let mut err = std::io::stderr().lock();
    for shared in Question::shared_names(&expr, loaded) {
        // Nobody may be there to read it.
        let _ = writeln!(err, "{flag}: {shared}");
    }
    Ok((expr, Arc::new(question)))
}
