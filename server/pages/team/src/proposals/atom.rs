//! The log of proposals as an Atom feed (RFC 4287).

use std::fmt::Write as _;

use affixboard_store::AuditEntry;
use axum::{
    extract::State as Extracted,
    http::{HeaderMap, header},
    response::{IntoResponse, Response},
};

use super::open::shown_name;
use crate::{Error, State, links};
use affixboard_service::clock::rfc3339;

/// Entries of the feed at most.
const ENTRIES: u32 = 60;

/// Answers `GET /proposals.atom`.
pub async fn feed(Extracted(state): Extracted<State>, headers: HeaderMap) -> Result<Response, Error> {
    let acts = state.store.activity(None, ENTRIES).await?;
    let home = links::home(&headers, state.behind_tls);
    let host = home.split("://").nth(1).unwrap_or("localhost");
    let name = host.rsplit_once(':').map_or(host, |(name, _)| name);
    // RFC 4151: the same however we are reached.
    let tag = format!("tag:{},2026:affixboard", escaped(name));
    let mut out =
        String::from("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\">\n");
    let updated = rfc3339(acts.first().map_or(0, |act| act.at));
    let home = escaped(&home);
    // Writing to a string can't fail.
    let _ = writeln!(
        out,
        "<id>{tag}/proposals</id>\n<title>Proposals – Affixboard</title>\n<updated>{updated}</updated>\n\
         <author><name>Affixboard</name></author>\n<link rel=\"self\" href=\"{home}{feed}\"/>\n\
         <link rel=\"alternate\" href=\"{home}{list}\"/>",
        feed = links::proposals_feed(),
        list = links::proposals(),
    );
    for act in &acts {
        entry(&mut out, act, &tag, &home);
    }
    out += "</feed>\n";
    Ok(([(header::CONTENT_TYPE, "application/atom+xml; charset=utf-8")], out).into_response())
}

fn entry(out: &mut String, act: &AuditEntry, tag: &str, home: &str) {
    let Some(proposal) = act.proposal else { return };
    let who = escaped(&shown_name(act.who().as_deref()));
    let (what, about) = (escaped(&act.what), escaped(&act.about));
    let to = act.to.as_deref().map_or(String::new(), |to| format!(" ({})", escaped(to)));
    let _ = writeln!(
        out,
        "<entry>\n<id>{tag}/acts/{id}</id>\n<title>#{proposal} {about}: {who} {what}</title>\n<updated>{at}</updated>\n\
         <author><name>{who}</name></author>\n<link rel=\"alternate\" href=\"{home}{href}\"/>\n\
         <content type=\"text\">{who} {what}{to}.</content>\n</entry>",
        id = act.id,
        at = rfc3339(act.at),
        href = escaped(&links::act(proposal, act.to.as_deref())),
    );
}

/// Escapes text for an element or attribute. Characters that XML 1.0 can't hold are left out.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            '\'' => out += "&#39;",
            '\t' | '\n' => out.push(c),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => {}
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    #[test]
    fn text_stays_text() {
        let hostile = "]]><a href=\"'&\u{0}\u{1b}\u{ffff}é";
        assert_eq!(super::escaped(hostile), "]]&gt;&lt;a href=&quot;&#39;&amp;é");
    }
}
