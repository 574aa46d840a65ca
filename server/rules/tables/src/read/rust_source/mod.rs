//! Tables in Rust: lists of struct expressions, and functions that say a constant for each variant of an enum.

mod matches;
mod reader;
mod tokens;

use self::{
    reader::Reader,
    tokens::{closing, tokens},
};
use super::text::Text;
use crate::roots::Roots;

/// Reads a file.
pub(super) fn read(text: &Text<'_>) -> Roots {
    let tokens = tokens(&text.utf8);
    let closing = closing(&text.utf8, &tokens);
    let reader = Reader { text, tokens: &tokens, closing: &closing };
    let mut roots = reader.lists();
    roots.extend(matches::read(&reader));
    roots
}
