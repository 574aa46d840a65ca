//! A page as a tree: read, changed, written again. It reads the pages that our own templates make, whose elements are closed where
//! they were opened; other HTML comes out as a tree, too, though maybe not the one that a browser would make.

use std::{collections::BTreeMap, fmt::Write as _};

use html5gum::{DefaultEmitter, HtmlString, Token, Tokenizer};

/// Elements without an end tag.
const VOID: [&str; 13] =
    ["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"];

/// A part of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Node {
    /// What stands between tags, its character references resolved.
    Text(String),
    /// An element.
    Element(Element),
    /// `<!doctype html>`.
    Doctype,
}

/// An element with what it contains.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Element {
    /// Its name in lower case.
    pub(crate) name: String,
    /// Its attributes by name, in the order of their names.
    pub(crate) attributes: BTreeMap<String, String>,
    /// Whether it was written as `<name/>`, as parts of drawings are.
    is_empty: bool,
    /// What it contains, in order.
    pub(crate) children: Vec<Node>,
}

impl Element {
    /// An empty element with these attributes.
    pub(crate) fn new(name: &str, attributes: &[(&str, &str)]) -> Element {
        let attributes = attributes.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        Element { name: name.to_owned(), attributes, ..Element::default() }
    }

    /// An attribute's value.
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        self.attributes.get(name).map(String::as_str)
    }

    /// Whether its attribute `class` has that word.
    pub(crate) fn has_class(&self, class: &str) -> bool {
        self.get("class").is_some_and(|classes| classes.split_ascii_whitespace().any(|one| one == class))
    }

    /// The text in it, without tags, every run of blanks as one.
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        self.write_text(&mut text);
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    fn write_text(&self, to: &mut String) {
        for child in &self.children {
            match child {
                Node::Text(text) => to.push_str(text),
                Node::Element(element) => element.write_text(to),
                Node::Doctype => {}
            }
        }
    }

    /// The elements that it contains, at any depth, that the condition holds for, in the order of the page.
    pub(crate) fn find<'a>(&'a self, is_wanted: &impl Fn(&Element) -> bool, found: &mut Vec<&'a Element>) {
        for child in &self.children {
            if let Node::Element(element) = child {
                if is_wanted(element) {
                    found.push(element);
                }
                element.find(is_wanted, found);
            }
        }
    }

    fn write(&self, to: &mut String) {
        to.push('<');
        to.push_str(&self.name);
        for (name, value) in &self.attributes {
            to.push(' ');
            to.push_str(name);
            if !value.is_empty() {
                to.push_str("=\"");
                escape(value, true, to);
                to.push('"');
            }
        }
        if self.is_empty {
            to.push('/');
        }
        to.push('>');
        if self.is_empty || VOID.contains(&self.name.as_str()) {
            return;
        }
        for child in &self.children {
            child.write(to);
        }
        // Writing to a string can't fail.
        let _ = write!(to, "</{}>", self.name);
    }
}

impl Node {
    fn write(&self, to: &mut String) {
        match self {
            Node::Text(text) => escape(text, false, to),
            Node::Element(element) => element.write(to),
            Node::Doctype => to.push_str("<!doctype html>"),
        }
    }
}

fn escape(text: &str, is_attribute: bool, to: &mut String) {
    for character in text.chars() {
        match character {
            '&' => to.push_str("&amp;"),
            '<' => to.push_str("&lt;"),
            '>' => to.push_str("&gt;"),
            '"' if is_attribute => to.push_str("&quot;"),
            _ => to.push(character),
        }
    }
}

/// Reads a page. Its parts are the children of an element without a name.
pub(crate) fn read(page: &str) -> Element {
    // The element that is open, after those that it is in.
    let mut open = vec![Element::default()];
    let mut emitter = DefaultEmitter::<()>::default();
    emitter.naively_switch_states(true);
    for token in Tokenizer::new_with_emitter(page, emitter) {
        // A string can be read to its end.
        let Ok(token) = token;
        match token {
            Token::StartTag(tag) => {
                let name = text(&tag.name);
                let is_void = VOID.contains(&name.as_str());
                let attributes = tag.attributes.iter().map(|(name, value)| (text(name), text(value))).collect();
                let is_empty = tag.self_closing && !is_void;
                open.push(Element { name, attributes, is_empty, children: Vec::new() });
                if is_void || is_empty {
                    close(&mut open);
                }
            }
            Token::EndTag(tag) => {
                let name = text(&tag.name);
                // What is open inside has no end tag of its own, as options of lists; a stray end tag closes nothing.
                if let Some(at) = open.iter().rposition(|element| element.name == name).filter(|at| *at > 0) {
                    while open.len() > at {
                        close(&mut open);
                    }
                }
            }
            Token::String(string) => add(&mut open, Node::Text(text(&string))),
            Token::Doctype(_) => add(&mut open, Node::Doctype),
            Token::Comment(_) | Token::Error(_) => {}
        }
    }
    while open.len() > 1 {
        close(&mut open);
    }
    open.pop().unwrap_or_default()
}

fn text(of: &HtmlString) -> String {
    String::from_utf8_lossy(of).into_owned()
}

fn add(open: &mut [Element], node: Node) {
    if let Some(innermost) = open.last_mut() {
        innermost.children.push(node);
    }
}

fn close(open: &mut Vec<Element>) {
    if let Some(closed) = open.pop() {
        add(open, Node::Element(closed));
    }
}

/// Writes the parts of a page that was read.
pub(crate) fn write(page: &Element) -> String {
    let mut to = String::new();
    for child in &page.children {
        child.write(&mut to);
    }
    to
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_written_as_it_was_read() {
        for page in [
            "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"></head><body><p>a &amp; b &lt; c</p></body></html>",
            "<svg viewBox=\"0 0 1 1\"><rect x=\"1\"/><g><path d=\"M0\"/></g></svg><br>",
            "<a download href=\"x?a=1&amp;b=&quot;2&quot;\">x</a>",
        ] {
            // Names of attributes are read in lower case; browsers know those of drawings all the same.
            assert_eq!(write(&read(page)).replace("viewbox", "viewBox"), page);
        }
    }

    #[test]
    fn what_has_no_end_tag_is_closed_with_what_it_is_in() {
        let page = "<datalist id=\"a\"><option value=\"1\"><option value=\"2\"></datalist><p>after</p></b>";
        let written = write(&read(page));
        assert!(written.ends_with("</datalist><p>after</p>"), "{written}");
    }

    #[test]
    fn elements_are_found_at_any_depth() {
        let page = read("<div class=\"a b\"><p>one <b>two</b>\n three</p></div>");
        let mut found = Vec::new();
        page.find(&|element| element.name == "p", &mut found);
        assert_eq!(found.iter().map(|element| element.text()).collect::<Vec<_>>(), ["one two three"]);
        page.find(&|element| element.has_class("b"), &mut found);
        assert_eq!(found.len(), 2);
    }
}
