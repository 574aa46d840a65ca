//! Anchors of comments: a changed line by its entry and directive, or a number by its description and its address.

use std::collections::HashMap;

use affixboard_model::{catalog::Sort, game::Words};
use affixboard_proposal::{Anchor, Change, EditOp};
use serde::Deserialize;

use crate::Error;
use affixboard_service::base_path::{given_out, own};

/// The longest address of a cell, in bytes; with the words it is within what the store keeps of a comment's place.
const LONGEST_ADDRESS: usize = 1_400;
/// Where sheets are.
const SHEETS: [&str; 4] = ["/compare/", "/proposals/", "/editions/", "/batches/"];
/// The longest words, in characters.
const LONGEST_WORDS: usize = 500;

/// A number, as a link to the form for a comment on it says it, and as that form sends it.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct CellQuery {
    /// The number in words: `of Resist Acid · Soft armour, level 20: 20 → 35`.
    #[serde(default)]
    pub(super) number: String,
    /// The page and the cell on it: `/compare/36?from=…&to=proposal:1.1#affix-1-20`; empty where that isn't known.
    #[serde(default)]
    pub(super) at: String,
}

impl CellQuery {
    /// The anchor as it is stored; none where no number is named.
    ///
    /// # Errors
    ///
    /// 400 where the words are too long or not one line, or the address isn't one of a sheet here.
    pub(super) fn anchor(&self) -> Result<Option<String>, Error> {
        // Of a whole address, as people copy it, the path counts: who follows it stays here.
        let path = match self.at.trim().split_once("://") {
            Some(("http" | "https", rest)) => rest.find('/').map_or(rest, |at| &rest[at..]),
            _ => self.at.trim(),
        };
        let (number, at) = (&self.number, own(path).unwrap_or(path));
        if number.is_empty() {
            return Ok(None);
        }
        if number.chars().count() > LONGEST_WORDS || number.contains(char::is_control) {
            return Err(Error::bad_request(format!(
                "number: expected one line of at most {LONGEST_WORDS} characters about the number."
            )));
        }
        // Who follows it stays on this dashboard, whoever made the link.
        let is_here = SHEETS.iter().any(|folder| at.starts_with(folder));
        let fits = is_here && at.len() <= LONGEST_ADDRESS && at.bytes().all(|byte| byte.is_ascii_graphic());
        if !(at.is_empty() || fits) {
            return Err(Error::bad_request(format!(
                "at: expected the address of a sheet or cell of this dashboard, of at most {LONGEST_ADDRESS} bytes."
            )));
        }
        Ok(Some(if at.is_empty() { number.clone() } else { format!("{number}\n{at}") }))
    }
}

/// The words and the address, as it is given out, of an anchor that the store kept.
pub(super) fn parts(anchor: &str) -> (&str, String) {
    anchor.split_once('\n').map_or((anchor, String::new()), |(words, at)| (words, given_out(at)))
}

/// The anchors of changed lines: by entry and directive, so that a line keeps its anchor in the proposal's next revision.
pub(super) fn line_anchors(changes: &[Change]) -> Vec<String> {
    let mut anchors: Vec<String> = Vec::new();
    // How many there are by what is before the number of their kind.
    let mut known = HashMap::<String, usize>::new();
    for change in changes {
        let Anchor { file, sort, index, name, directive, ordinal } = &change.anchor;
        let what = if matches!(change.op, EditOp::Insert { .. }) { "after " } else { "" };
        let base = format!("{file} · {} {index} {} · {directive} {what}{ordinal}", sort.name(), name.trim());
        let base: String = base.chars().take(1900).collect();
        let same = known.get(&base).copied().unwrap_or(0);
        let anchor = if same == 0 { base } else { format!("{base} #{}", same + 1) };
        *known.entry(anchor.split(" #").next().unwrap_or_default().to_owned()).or_default() += 1;
        anchors.push(anchor);
    }
    anchors
}

/// A changed line's anchor as people read it: the game may have another word for its affixes.
pub(super) fn in_words(anchor: &str, words: &Words) -> String {
    anchor.replacen(&format!(" · {} ", Sort::AFFIX.name()), &format!(" · {} ", words.affix), 1)
}

#[cfg(test)]
mod tests {
    use affixboard_games as games;

    use super::{CellQuery, in_words, parts};

    #[test]
    fn a_game_has_its_word_for_what_a_line_is_of() {
        let anchor = "ego_item.txt · affix 33 of the · affix · alloc 1";
        for (game, expected) in
            [("angband-4.2", "ego_item.txt · ego 33 of the · affix · alloc 1"), ("affix-branch", anchor)]
        {
            let game = games::find(game).expect("a game");
            assert_eq!(in_words(anchor, game.words()), expected);
        }
    }

    fn anchor(number: &str, at: &str) -> Result<Option<String>, ()> {
        let query = CellQuery { number: number.to_owned(), at: at.to_owned() };
        query.anchor().map_err(drop)
    }

    #[test]
    fn a_number_is_kept_with_its_place() {
        let at = "/compare/36?from=a@1&to=proposal:1.1#affix-1-20";
        let kept = anchor("of Acid, level 20: 4 %", at).expect("kept").expect("a number");
        assert_eq!(parts(&kept), ("of Acid, level 20: 4 %", at.to_owned()));
        let kept = anchor("of Acid", "").expect("kept").expect("a number");
        assert_eq!(parts(&kept), ("of Acid", String::new()));
        assert_eq!(anchor("", at), Ok(None));
        let whole = "https://board.example/editions/ours/revisions/2/chances/36?quality=good#theme-1-20";
        let kept = anchor("of Resistance", whole).expect("kept").expect("a number");
        assert_eq!(parts(&kept).1, "/editions/ours/revisions/2/chances/36?quality=good#theme-1-20");
    }

    #[test]
    fn other_addresses_and_texts_are_refused() {
        for at in [
            "//evil.example/compare/",
            "https://evil.example",
            "https://evil.example//evil.example/compare/",
            "javascript:alert(1)",
            "/sign-out",
            "/compare/36 x",
            "/compare/\u{e9}",
            &format!("/compare/{}", "x".repeat(1_400)),
        ] {
            assert_eq!(anchor("of Acid", at), Err(()), "{at}");
        }
        for number in ["two\nlines", &"x".repeat(501)] {
            assert_eq!(anchor(number, ""), Err(()), "{number}");
        }
    }
}
