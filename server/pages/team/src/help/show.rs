//! The help page: the meaning of words and colours.

use affixboard_games as games;
use affixboard_report::capitalised;
use askama::Template;

use crate::{Frame, Html, editions::words_of, respond::html::Section};

/// What `help/show.html` shows.
#[derive(Template)]
#[template(path = "help/show.html")]
pub struct HelpPage {
    frame: Frame,
    /// The games' labels of affix levels, each once.
    affix: String,
    affix_capitalised: String,
    affixes: String,
    /// The affix levels of each game that has some.
    levels: String,
}

/// Answers `GET /help`.
pub async fn page() -> Html<HelpPage> {
    let affix = words_of(|words| words.has_affix_levels().then_some(words.affix)).join(" or ");
    let affixes = words_of(|words| words.has_affix_levels().then_some(words.affixes)).join(" or ");
    let levelled = games::ALL.iter().filter(|game| game.words().has_affix_levels());
    let levels: Vec<_> =
        levelled.map(|game| format!("{}: {}", game.title(), game.words().affix_levels.join(", "))).collect();
    Html(HelpPage {
        affix_capitalised: capitalised(&affix),
        affix,
        affixes,
        levels: levels.join("; "),
        frame: Frame { section: Section::Help, ..Frame::plain("Help") },
    })
}
