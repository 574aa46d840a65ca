//! Comments on lines that no change is of: any line of the files as proposed, by file and number.

use affixboard_model::text::decode;
use serde::Deserialize;

use super::open::OpenProposal;
use crate::Error;

/// The longest part of a line in an anchor, in characters; with the file's name it is within what the store keeps.
const LONGEST: usize = 1_500;

/// A line that a link or form asked to comment on.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct LineQuery {
    file: Option<String>,
    line: Option<String>,
}

/// The line with its anchor in comments.
pub(crate) struct LineTarget {
    pub(super) anchor: String,
}

impl LineQuery {
    /// The line; `None` where none is named.
    ///
    /// # Errors
    ///
    /// 400 where there is no such line.
    pub(super) fn target(&self, opened: &OpenProposal) -> Result<Option<LineTarget>, Error> {
        let (Some(file), Some(line)) = (&self.file, &self.line) else { return Ok(None) };
        let short = |text: &str| text.chars().take(60).collect::<String>();
        let Some((_, source)) = opened.changed.loaded.sources.find(file) else {
            return Err(Error::bad_request(format!("file: there is no file `{}`.", short(file))));
        };
        let text = decode(source.text());
        let (number, count) = (line.trim().parse().ok(), text.lines().count());
        let found = number.and_then(|number: usize| Some((number, text.lines().nth(number.checked_sub(1)?)?)));
        let (number, text) = found
            .ok_or_else(|| Error::bad_request(format!("line: found `{}`; expected 1 to {count}.", short(line))))?;
        Ok(Some(LineTarget { anchor: anchor(source.name(), number, text) }))
    }
}

/// `ego_item.txt:55 · T:soft armour:0:99:great:20:1 to 127`.
fn anchor(file: &str, number: usize, text: &str) -> String {
    format!("{file}:{number} · {}", shortened(text))
}

/// A line as anchors have it.
pub(super) fn shortened(text: &str) -> String {
    text.trim_end().chars().filter(|c| !c.is_control()).take(LONGEST).collect()
}
