//! A row of choices, which most pages have several of.

use askama::Template;

use super::part::Part;
use crate::links::Choice;

#[derive(Template)]
#[template(path = "parts/_choice_row.html")]
struct ChoiceRow<'a> {
    label: &'a str,
    choices: &'a [Choice],
}

/// The row, as `parts/_choices.html` has it.
pub fn row(label: &str, choices: &[Choice]) -> askama::Result<Part> {
    Part::of(&ChoiceRow { label, choices })
}
