//! What the words and colours mean.

use affixboard_report::capitalised;
use askama::Template;

use super::words_of;
use crate::web::{Frame, Html, html::Section};

#[derive(Template)]
#[template(path = "pages/help.html")]
pub(in crate::web) struct HelpPage {
    frame: Frame,
    /// What is rated by affix levels, in the words of all games.
    affix: String,
    affix_capitalised: String,
}

pub(in crate::web) async fn page() -> Html<HelpPage> {
    let affix = words_of(|words| words.has_affix_levels().then_some(words.affix)).join(" or ");
    Html(HelpPage {
        affix_capitalised: capitalised(&affix),
        affix,
        frame: Frame { section: Section::Help, ..Frame::plain("Help") },
    })
}
