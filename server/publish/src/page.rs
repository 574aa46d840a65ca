//! A page of the dashboard as a page of a site: links lead to the site's files, and what only the dashboard can do goes.

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    address::{Addresses, is_page, is_plain, relative, within},
    html::{self, Element, Node},
};

/// What pages of a site may load and run: what lies beside them, and the rules' own program.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; \
                      style-src 'self'; img-src 'self' data:; base-uri 'none'";

/// What every page in a folder of the site has around it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Frame {
    /// The edition's title and the version's name; empty on pages that are about neither.
    pub(crate) edition: String,
    pub(crate) version: String,
    /// The page that the header leads to, in the site: the edition's versions.
    pub(crate) versions: String,
    /// The folder; empty for the site's own.
    pub(crate) folder: String,
    /// What the numbers are of, in a line at the end of each page.
    pub(crate) about: String,
    /// Whether the version has the rules as a program for browsers.
    pub(crate) has_rules: bool,
}

/// A page of a site.
#[derive(Debug)]
pub(crate) struct Published {
    pub(crate) html: String,
    /// The page's heading.
    pub(crate) heading: String,
    /// The addresses that it links to or shows, with their files in the site.
    pub(crate) targets: Vec<(String, String)>,
    /// The places in pages that it links to: the page's file in the site, and the place's id there.
    pub(crate) places: Vec<(String, String)>,
}

/// Makes the page at `file` of the site from what the dashboard answered.
pub(crate) fn published(page: &str, file: &str, addresses: &Addresses, frame: &Frame) -> Published {
    let mut tree = html::read(page);
    name_revisions(&mut tree, addresses);
    let mut links = Links { file, addresses, targets: Vec::new(), places: Vec::new() };
    links.within(&mut tree, Place::default());
    let mut headings = Vec::new();
    tree.find(&|element| element.name == "h1", &mut headings);
    let heading = headings.first().map(|heading| heading.text()).unwrap_or_default();
    surround(&mut tree, file, frame);
    Published { html: html::write(&tree), heading, targets: links.targets, places: links.places }
}

/// Whether the dashboard said that numbers of a page are still being computed.
pub(crate) fn is_waiting(page: &str) -> bool {
    let head = page.split_once("</head>").map_or(page, |(head, _)| head);
    ["progressive.js", "refresh.js", "progress.js"].iter().any(|script| head.contains(script))
}

/// What an element is in, as far as it matters to links.
#[derive(Debug, Clone, Copy, Default)]
struct Place {
    /// Among choices, of which those go that the site doesn't have.
    is_choice: bool,
}

struct Links<'a> {
    file: &'a str,
    addresses: &'a Addresses,
    targets: Vec<(String, String)>,
    places: Vec<(String, String)>,
}

impl Links<'_> {
    fn within(&mut self, parent: &mut Element, place: Place) {
        let children = std::mem::take(&mut parent.children);
        for child in children {
            match child {
                Node::Element(element) => self.keep(element, place, &mut parent.children),
                other => parent.children.push(other),
            }
        }
    }

    /// Adds to `kept` what remains of an element.
    fn keep(&mut self, mut element: Element, place: Place, kept: &mut Vec<Node>) {
        if is_of_dashboard(&element) {
            return;
        }
        let leading = match element.name.as_str() {
            "a" => return self.keep_link(element, place, kept),
            "form" => Some("action"),
            "img" => Some("src"),
            "source" => Some("srcset"),
            "link" => Some("href"),
            _ => None,
        };
        if leading.is_some_and(|attribute| !self.lead(&mut element, attribute)) {
            return;
        }
        let is_menu = element.name == "details" && element.has_class("menu");
        let is_group = element.get("role") == Some("group") || element.has_class("choices");
        let had_links = has_links(&element);
        let is_choice = place.is_choice || is_group || element.name == "nav" || element.has_class("actions");
        self.within(&mut element, Place { is_choice: is_choice || is_menu });
        let lost_all = had_links && !has_links(&element);
        // Nothing is left to choose where only the chosen one is left.
        let is_settled = (is_group || is_menu || element.has_class("control")) && had_links && !has_choice(&element);
        let is_only_links = element.has_class("links-only") || (place.is_choice && element.name == "li");
        if (is_settled && !element.has_class("info")) || (lost_all && (is_only_links || element.has_class("chips"))) {
            return;
        }
        kept.push(Node::Element(element));
    }

    fn keep_link(&mut self, mut link: Element, place: Place, kept: &mut Vec<Node>) {
        let href = link.get("href").unwrap_or_default();
        if let Some(place) = href.strip_prefix('#') {
            self.places.push((self.file.to_owned(), place.to_owned()));
        }
        let stays = href.starts_with('#') || href.starts_with("https://") || is_plain(href);
        if stays || self.lead(&mut link, "href") {
            self.within(&mut link, place);
            kept.push(Node::Element(link));
            return;
        }
        let is_button = ["button", "chip", "why-link", "newest"].iter().any(|class| link.has_class(class));
        if place.is_choice || is_button || link.get("rel").is_some() {
            return;
        }
        // What it says stays.
        self.within(&mut link, place);
        kept.append(&mut link.children);
    }

    /// Makes an attribute lead to the site's file, if it has one for the address there.
    fn lead(&mut self, element: &mut Element, attribute: &str) -> bool {
        let Some(value) = element.attributes.get_mut(attribute) else { return false };
        let (address, fragment) = match value.split_once('#') {
            Some((address, fragment)) => (address, Some(fragment)),
            None => (value.as_str(), None),
        };
        let Some(file) = self.addresses.file(address) else { return false };
        let link = relative(self.file, &file);
        // Files other than pages have no places to go to.
        let led = match fragment {
            Some(fragment) if is_page(&file) => {
                self.places.push((file.clone(), fragment.to_owned()));
                format!("{link}#{fragment}")
            }
            _ => link,
        };
        self.targets.push((address.to_owned(), file));
        *value = led;
        true
    }
}

/// The page at `file` of the site without links to these places, which aren't there: links to a place in another page lead to that
/// page, those to one in itself are none.
pub(crate) fn without_places(page: &str, file: &str, missing: &BTreeSet<(String, String)>) -> String {
    let mut tree = html::read(page);
    let links: BTreeMap<String, String> = missing
        .iter()
        .map(|(target, place)| {
            let page = if target == file { String::new() } else { relative(file, target) };
            (format!("{page}#{place}"), page)
        })
        .collect();
    lead_elsewhere(&mut tree, &links);
    html::write(&tree)
}

fn lead_elsewhere(element: &mut Element, links: &BTreeMap<String, String>) {
    if let Some(href) = element.attributes.get_mut("href")
        && let Some(instead) = links.get(href)
    {
        if instead.is_empty() {
            element.attributes.remove("href");
        } else {
            href.clone_from(instead);
        }
    }
    for child in &mut element.children {
        if let Node::Element(element) = child {
            lead_elsewhere(element, links);
        }
    }
}

/// Calls revisions by the names of their versions, where the page calls them `r1`.
fn name_revisions(tree: &mut Element, addresses: &Addresses) {
    // Lines of files and names of entries stay as they are.
    if matches!(tree.name.as_str(), "code" | "td" | "th") || tree.has_class("source") {
        return;
    }
    let is_name = tree.name == "h1";
    for child in &mut tree.children {
        match child {
            Node::Element(element) => name_revisions(element, addresses),
            Node::Text(text) if !is_name && text.contains('r') => *text = with_names(text, addresses),
            Node::Text(_) | Node::Doctype => {}
        }
    }
}

fn with_names(text: &str, addresses: &Addresses) -> String {
    let is_part = |character: char| character.is_alphanumeric();
    let name = |word: &str| addresses.version_name(word.strip_prefix('r')?.parse().ok()?);
    let mut named = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find(is_part) {
        let (before, from) = rest.split_at(start);
        let (word, after) = from.split_at(from.find(|character| !is_part(character)).unwrap_or(from.len()));
        named += before;
        named += name(word).unwrap_or(word);
        rest = after;
    }
    named + rest
}

/// Whether an element is of no use without the dashboard: those that templates mark, scripts, which ask it, forms that
/// change something, and who is signed in.
fn is_of_dashboard(element: &Element) -> bool {
    let is_script = matches!(element.name.as_str(), "script" | "noscript" | "dialog");
    let changes_something = element.name == "form" && element.get("method") == Some("post");
    is_script
        || changes_something
        || element.has_class("who")
        || element.attributes.contains_key("data-dashboard")
        || element.get("rel") == Some("expect")
}

fn has_links(element: &Element) -> bool {
    let mut links = Vec::new();
    element.find(&|inside| inside.name == "a" || inside.name == "form", &mut links);
    !links.is_empty()
}

/// Whether it has a link to something else than what is shown.
fn has_choice(element: &Element) -> bool {
    let mut links = Vec::new();
    element.find(&|inside| inside.name == "a" && !inside.attributes.contains_key("aria-current"), &mut links);
    !links.is_empty()
}

/// Puts the site's own parts into a page: its policy and script, the link to its versions, and what the numbers are of.
fn surround(tree: &mut Element, file: &str, frame: &Frame) {
    let to = |target: &str| relative(file, target);
    if let Some(head) = first(tree, &|element| element.name == "head") {
        let policy = Element::new("meta", &[("http-equiv", "Content-Security-Policy"), ("content", POLICY)]);
        // Before anything that it is about.
        head.children.insert(0, Node::Element(policy));
        let script =
            Element::new("script", &[("defer", ""), ("src", &to(&within(&frame.folder, "static/site/site.js")))]);
        head.children.push(Node::Element(script));
        if frame.has_rules {
            let script = Element::new(
                "script",
                &[("defer", ""), ("src", &to(&within(&frame.folder, "static/site/what-if.js")))],
            );
            head.children.push(Node::Element(script));
        }
    }
    if let Some(body) = first(tree, &|element| element.name == "body") {
        body.attributes.insert("data-version".to_owned(), to(&within(&frame.folder, "")));
    }
    if frame.version.is_empty() {
        remove(tree, &|element| element.name == "nav" || element.has_class("finder"));
    } else if let Some(place) = first(tree, &|element| element.name == "div" && element.has_class("where")) {
        let mut link = Element::new(
            "a",
            &[("class", "button switcher"), ("href", &to(&frame.versions)), ("title", "All versions")],
        );
        link.children.push(with_text("span", &frame.edition));
        link.children.push(Node::Text(" ".to_owned()));
        link.children.push(with_text("small", &frame.version));
        place.children.push(Node::Element(link));
    }
    if let Some(main) = first(tree, &|element| element.name == "main") {
        let mut about = Element::new("p", &[("class", "quiet published")]);
        about.children.push(Node::Text(frame.about.clone()));
        main.children.push(Node::Element(about));
    }
}

fn with_text(name: &str, text: &str) -> Node {
    let mut element = Element::new(name, &[]);
    element.children.push(Node::Text(text.to_owned()));
    Node::Element(element)
}

/// Removes all elements that the condition holds for.
fn remove(tree: &mut Element, is_wanted: &impl Fn(&Element) -> bool) {
    tree.children.retain(|child| !matches!(child, Node::Element(element) if is_wanted(element)));
    for child in &mut tree.children {
        if let Node::Element(element) = child {
            remove(element, is_wanted);
        }
    }
}

/// The first element, in the order of the page, that the condition holds for.
fn first<'a>(tree: &'a mut Element, is_wanted: &impl Fn(&Element) -> bool) -> Option<&'a mut Element> {
    for child in &mut tree.children {
        if let Node::Element(element) = child {
            if is_wanted(element) {
                return Some(element);
            }
            if let Some(found) = first(element, is_wanted) {
                return Some(found);
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::address::Version;

    const FILE: &str = "ours/1.0/types/23.html";

    fn frame() -> Frame {
        let text = str::to_owned;
        Frame {
            edition: text("Ours"),
            version: text("1.0"),
            versions: text("ours/index.html"),
            folder: text("ours/1.0"),
            about: text("Files 1234567."),
            has_rules: false,
        }
    }

    fn page(html: &str) -> Published {
        let version = Version { slug: "ours".to_owned(), number: 1, folder: "ours/1.0".to_owned() };
        published(html, FILE, &Addresses::new(vec![version], "ours/1.0"), &frame())
    }

    /// What of a page's body remains, without what every page has.
    fn body(html: &str) -> String {
        page(html).html
    }

    #[test]
    fn links_lead_to_files_or_go() {
        let table = [
            (r#"<a href="/editions/ours/revisions/1/affixes/3">Sharp</a>"#, r#"<a href="../affixes/3.html">Sharp</a>"#),
            (r#"<a href="/editions/ours/revisions/1/affixes/3#L5">a</a>"#, r#"<a href="../affixes/3.html#L5">a</a>"#),
            (
                r#"<a href="/editions/ours/revisions/1/files/e.txt?from=5#L5">e</a>"#,
                r#"<a href="../files/e.txt">e</a>"#,
            ),
            (r##"<a href="#main">Skip</a>"##, r##"<a href="#main">Skip</a>"##),
            (r#"<p>see <a href="/batches/7">batch 7</a></p>"#, "<p>see batch 7</p>"),
            (r#"<p>x<a class="button" href="/editions/ours/draft">Propose</a></p>"#, "<p>x</p>"),
            (r#"<form method="post" action="/views"><button>Keep</button></form>"#, ""),
            (
                r#"<form action="/editions/ours/revisions/1/find"><input name="q"></form>"#,
                r#"<form action="../find.html"><input name="q"></form>"#,
            ),
            (r#"<a class="who" href="/sign-in">Sign in</a>"#, ""),
            (r#"<div data-dashboard>at work</div><script src="/static/js/sheet.js"></script>"#, ""),
            (r#"<a href="javascript:x">x</a>"#, "x"),
            (
                "<p>In the files since r1, not r2. <code>r1</code></p>",
                "<p>In the files since 1.0, not r2. <code>r1</code></p>",
            ),
        ];
        for (before, after) in table {
            assert_eq!(body(before), after);
        }
    }

    #[test]
    fn links_to_places_that_are_not_there_lead_to_their_page() {
        let links = r##"<a href="../affixes/3.html#L5">a</a><a href="#L6">b</a><a href="#L7">c</a>"##;
        let missing = [("ours/1.0/affixes/3.html", "L5"), (FILE, "L6")];
        let missing = missing.map(|(file, place)| (file.to_owned(), place.to_owned())).into();
        assert_eq!(
            without_places(links, FILE, &missing),
            r##"<a href="../affixes/3.html">a</a><a>b</a><a href="#L7">c</a>"##
        );
    }

    #[test]
    fn of_choices_those_remain_that_the_site_has() {
        let choices = |with: &str| {
            format!(
                r#"<div class="control" role="group"><span class="choices"><a aria-current="true" href="/editions/ours/revisions/1/types/23">this</a>{with}</span></div>"#
            )
        };
        let sorted = choices(r#"<a href="/editions/ours/revisions/1/types/23?sort=name">by name</a>"#);
        assert_eq!(body(&sorted), "", "nothing to choose");
        let other = choices(r#"<a href="/editions/ours/revisions/1/chances/23">chances</a>"#);
        assert!(body(&other).contains("../chances/23.html"), "{}", body(&other));
    }

    #[test]
    fn a_page_says_which_it_is_and_what_it_needs() {
        let made = page(
            "<html><head></head><body><div class=\"where\"></div><main><h1>Sword <small>chances</small></h1>\
             <a href=\"/editions/ours/revisions/1/chances/23?quality=good\">good</a></main></body></html>",
        );
        assert_eq!(made.heading, "Sword chances");
        let target = ("/editions/ours/revisions/1/chances/23?quality=good", "ours/1.0/chances/23-good.html");
        assert_eq!(made.targets, [(target.0.to_owned(), target.1.to_owned())]);
        for part in [
            "<head><meta content=\"default-src 'none'",
            "<script defer src=\"../static/site/site.js\"></script></head>",
            "<body data-version=\"../\">",
            "<a class=\"button switcher\" href=\"../../index.html\" title=\"All versions\"><span>Ours</span> <small>1.0</small></a>",
            "<p class=\"quiet published\">Files 1234567.</p></main>",
        ] {
            assert!(made.html.contains(part), "{part}\n{}", made.html);
        }
    }
}
