//! What the words and colours mean.

use askama::Template;

use crate::web::{Frame, Html, html::Section};

#[derive(Template)]
#[template(path = "pages/help.html")]
pub(in crate::web) struct HelpPage {
    frame: Frame,
}

pub(in crate::web) async fn page() -> Html<HelpPage> {
    Html(HelpPage { frame: Frame { section: Section::Help, ..Frame::plain("Help") } })
}
