//! What a site's pages lead to.

use std::collections::{BTreeMap, BTreeSet};

/// What is wrong with the links of a site's pages: those that lead nowhere, to the dashboard's addresses, or out of the site.
pub(crate) fn faults(files: &BTreeMap<String, Vec<u8>>) -> Vec<String> {
    let pages: BTreeMap<&str, &str> = files
        .iter()
        .filter(|(name, _)| name.rsplit('.').next() == Some("html"))
        .map(|(name, bytes)| (name.as_str(), std::str::from_utf8(bytes).expect("pages are UTF-8")))
        .collect();
    let ids: BTreeMap<&str, BTreeSet<&str>> =
        pages.iter().map(|(name, page)| (*name, values(page, "id").collect())).collect();
    let mut faults = Vec::new();
    for (name, page) in &pages {
        for word in ["localhost", "127.0.0.1", "=\"/", "<script type=\"module\"", "data-dashboard", "method=\"post\""] {
            if page.contains(word) {
                faults.push(format!("{name} has {word}"));
            }
        }
        for attribute in ["href", "src", "srcset", "action"] {
            for link in values(page, attribute).filter(|link| !link.starts_with("https://")) {
                let (path, place) = link.split_once('#').unwrap_or((link, ""));
                let target = if path.is_empty() { Some((*name).to_owned()) } else { joined(name, path) };
                let is_there = target.as_ref().is_some_and(|target| files.contains_key(target));
                let has_place = place.is_empty()
                    || target.as_deref().and_then(|target| ids.get(target)).is_some_and(|ids| ids.contains(place));
                if !is_there || !has_place {
                    faults.push(format!("{name} leads to {link}"));
                }
            }
        }
    }
    faults
}

/// The values of an attribute, as they are written.
fn values<'a>(page: &'a str, attribute: &str) -> impl Iterator<Item = &'a str> {
    let before = format!(" {attribute}=\"");
    let starts: Vec<usize> = page.match_indices(&before).map(|(at, before)| at + before.len()).collect();
    starts.into_iter().filter_map(|start| page[start..].split('"').next())
}

/// The file that a relative link of a page leads to; `None` out of the site.
fn joined(page: &str, link: &str) -> Option<String> {
    let mut parts: Vec<&str> = page.split('/').collect();
    parts.pop();
    for part in link.split('/') {
        match part {
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

#[test]
fn faults_of_links_are_found() {
    let page = |text: &str| text.as_bytes().to_vec();
    let files = BTreeMap::from([
        ("a/b.html".to_owned(), page("<a href=\"../c.html#x\">c</a><a href=\"#y\">y</a><p id=\"y\">")),
        (
            "c.html".to_owned(),
            page("<a href=\"a/none.html\">a</a><a href=\"../up.html\">up</a><img src=\"/static/x.svg\">"),
        ),
    ]);
    assert_eq!(
        faults(&files),
        [
            "a/b.html leads to ../c.html#x",
            "c.html has =\"/",
            "c.html leads to a/none.html",
            "c.html leads to ../up.html",
            "c.html leads to /static/x.svg",
        ]
    );
}
