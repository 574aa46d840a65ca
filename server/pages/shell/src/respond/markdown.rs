//! Markdown that people write, as HTML. Beside what templates wrote themselves, the only HTML that a template doesn't
//! escape, so it is made here and nowhere else: raw HTML becomes text, links lead to the web or within the dashboard, and
//! pictures are links.

use std::fmt;

use askama::filters::HtmlSafe;
use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd, html::push_html};

use affixboard_service::base_path::{given_out, own};

/// Markdown as HTML.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Prose(String);

impl fmt::Display for Prose {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl HtmlSafe for Prose {}

impl Prose {
    /// Renders Markdown.
    pub fn new(markdown: &str) -> Prose {
        // Other links than the web's stay texts; how deep they are nested tells which end is whose.
        let mut shown: Vec<bool> = Vec::new();
        let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH;
        let events = Parser::new_ext(markdown, options).flat_map(|event| match event {
            Event::Html(text) | Event::InlineHtml(text) => vec![Event::Text(text)],
            Event::Start(Tag::HtmlBlock) => vec![Event::Start(Tag::Paragraph)],
            Event::End(TagEnd::HtmlBlock) => vec![Event::End(TagEnd::Paragraph)],
            Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                let is_shown = leads_somewhere(&dest_url);
                shown.push(is_shown);
                let begin = if is_shown { link(&dest_url) } else { String::new() };
                vec![Event::InlineHtml(CowStr::from(begin))]
            }
            Event::End(TagEnd::Link | TagEnd::Image) => {
                let end = if shown.pop() == Some(true) { "</a>" } else { "" };
                vec![Event::InlineHtml(CowStr::from(end))]
            }
            // A page has one heading of the first rank, its own.
            Event::Start(Tag::Heading { .. }) => vec![Event::Start(Tag::Paragraph), Event::Start(Tag::Strong)],
            Event::End(TagEnd::Heading(_)) => vec![Event::End(TagEnd::Strong), Event::End(TagEnd::Paragraph)],
            other => vec![other],
        });
        let mut html = String::new();
        push_html(&mut html, events);
        Prose(html)
    }

    /// Whether there is nothing to show.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Whether an address is one of the web's, or of the dashboard's own.
fn leads_somewhere(address: &str) -> bool {
    let lower = address.trim().to_ascii_lowercase();
    let is_ours = (lower.starts_with('/') && !lower[1..].starts_with(['/', '\\'])) || lower.starts_with('#');
    is_ours || lower.starts_with("https://") || lower.starts_with("http://")
}

/// The beginning of a link. A path is one of the dashboard's, with the base path or without.
fn link(address: &str) -> String {
    let address = address.trim();
    let moved =
        if address.starts_with('/') && own(address).is_none() { given_out(address) } else { address.to_owned() };
    let mut escaped = String::new();
    for c in moved.chars().filter(|c| !c.is_control()) {
        match c {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\'' => escaped += "&#39;",
            other => escaped.push(other),
        }
    }
    format!("<a href=\"{escaped}\" rel=\"nofollow noopener\">")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markdown_becomes_html_and_html_becomes_text() {
        for (written, expected) in [
            ("Rarer *rings*.", "<p>Rarer <em>rings</em>.</p>\n"),
            ("`a<b` & c", "<p><code>a&lt;b</code> &amp; c</p>\n"),
            ("- a\n- b", "<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n"),
            ("# Big", "<p><strong>Big</strong></p>\n"),
            (
                "[r](https://example.org/?a=1&b=\"2\")",
                "<p><a href=\"https://example.org/?a=1&amp;b=&quot;2&quot;\" rel=\"nofollow noopener\">r</a></p>\n",
            ),
            ("[own](/batches/3)", "<p><a href=\"/batches/3\" rel=\"nofollow noopener\">own</a></p>\n"),
            (
                "![alt](http://example.org/a.png)",
                "<p><a href=\"http://example.org/a.png\" rel=\"nofollow noopener\">alt</a></p>\n",
            ),
            ("[x](javascript:alert(1))", "<p>x</p>\n"),
            ("[x](JaVaScRiPt:alert)", "<p>x</p>\n"),
            ("[x](data:text/html,a)", "<p>x</p>\n"),
            ("[x](//example.org)", "<p>x</p>\n"),
            ("[x](</\\example.org>)", "<p>x</p>\n"),
            (
                "[a ![b](vbscript:c) d](https://e.org)",
                "<p><a href=\"https://e.org\" rel=\"nofollow noopener\">a b d</a></p>\n",
            ),
            ("<script>alert(1)</script>", "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>\n"),
            ("a <img src=x onerror=alert(1)> b", "<p>a &lt;img src=x onerror=alert(1)&gt; b</p>\n"),
            ("<javascript:alert(1)>", "<p>javascript:alert(1)</p>\n"),
            ("", ""),
        ] {
            assert_eq!(Prose::new(written).to_string(), expected, "{written}");
        }
        assert!(Prose::new(" \n").is_empty());
    }
}
