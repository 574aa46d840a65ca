//! All texts of pages as one list, to be read through as a whole, and kept so that a change of a word is seen.

use std::{env, fmt::Write as _, fs};

use super::{ends, files, read, root};

const LIST: &str = "server/cli/tests/tidy/page_texts.txt";
/// Set to have the list written anew.
const WRITE: &str = "AFFIXBOARD_WRITE_PAGE_TEXTS";

/// Tags within a sentence.
const INLINE: [&str; 11] = ["a", "b", "code", "em", "i", "kbd", "small", "span", "strong", "sup", "u"];
/// Elements whose contents nobody reads.
const UNREAD: [&str; 3] = ["script", "style", "svg"];
/// Attributes that are read to somebody.
const READ_OUT: [&str; 4] = ["alt=\"", "aria-label=\"", "placeholder=\"", "title=\""];

#[test]
fn texts_of_pages_are_those_that_were_read_through() {
    let mut list = String::from(
        "All texts of the templates of pages, by file, `…` where something is put in. A change here is to be read: plain English, the\n\
         field's words, short sentences. Written by the test that compares it, with AFFIXBOARD_WRITE_PAGE_TEXTS=1.\n",
    );
    for path in files("templates").iter().filter(|path| ends(path, "html")) {
        let texts = texts_of(&read(path));
        if !texts.is_empty() {
            let _ = write!(list, "\n# {}\n{}\n", path.trim_start_matches("templates/"), texts.join("\n"));
        }
    }
    if env::var_os(WRITE).is_some() {
        fs::write(root().join(LIST), &list).expect("the list");
        return;
    }
    let kept = read(LIST);
    let is_in = |list: &str, line: &str| list.lines().any(|other| other == line);
    let gone = kept.lines().filter(|line| !is_in(&list, line)).map(|line| format!("-{line}"));
    let new = list.lines().filter(|line| !is_in(&kept, line)).map(|line| format!("+{line}"));
    let difference: Vec<String> = gone.chain(new).collect();
    let about = format!("read these, then write the list anew with {WRITE}=1:\n{}", difference.join("\n"));
    assert!(difference.is_empty() && kept == list, "{about}");
}

/// The texts of a template, a line for each block, then those of attributes.
fn texts_of(template: &str) -> Vec<String> {
    let html = without(&without(template, ("{#", "#}"), ""), ("{%", "%}"), "");
    let html = without(&html, ("{{", "}}"), "…");
    let (mut text, mut attributes, mut rest) = (String::new(), Vec::new(), html.as_str());
    while let Some((before, tag)) = rest.split_once('<') {
        text.push_str(before);
        let (tag, behind) = tag.split_once('>').unwrap_or((tag, ""));
        let name = tag
            .trim_start_matches('/')
            .split(|letter: char| !letter.is_ascii_alphanumeric())
            .next()
            .unwrap_or_default();
        if !INLINE.contains(&name) {
            text.push('\n');
        }
        for attribute in READ_OUT {
            let values = tag.split(attribute).skip(1).filter_map(|value| value.split_once('"'));
            attributes.extend(values.map(|value| value.0.to_owned()));
        }
        rest = if UNREAD.contains(&name) && !tag.starts_with('/') {
            behind.split_once(&format!("</{name}>")).map_or("", |(_, behind)| behind)
        } else {
            behind
        };
    }
    text.push_str(rest);
    let lines = text.lines().map(str::to_owned).chain(attributes);
    let lines = lines.map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
    lines
        .filter(|line| line.split(|letter: char| !letter.is_alphabetic()).any(|word| word.chars().count() > 1))
        .collect()
}

/// The text with everything between two marks put out, and something in its place.
fn without(text: &str, (from, to): (&str, &str), instead: &str) -> String {
    let mut kept = String::new();
    let mut rest = text;
    while let Some((before, inner)) = rest.split_once(from) {
        kept.push_str(before);
        kept.push_str(instead);
        rest = inner.split_once(to).map_or("", |(_, behind)| behind);
    }
    kept.push_str(rest);
    kept
}

#[test]
fn texts_are_found() {
    let template = "<p class=\"x\">One <b>two</b>{% if a %} {{ b }}{% endif %}.</p>{# no #}<svg><path d=\"M 0\"/></svg>\n<input placeholder=\"a name\"><i>4</i>";
    assert_eq!(texts_of(template), ["One two ….", "a name"]);
}
