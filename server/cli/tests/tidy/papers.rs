//! The map of the code, the recipes and the guide say what is there, and links of the documentation lead somewhere.

use std::collections::{BTreeMap, BTreeSet};

use super::{ends, files, none, read, root, sources};

/// The most bytes the map may have: it is read in one sitting.
const MAP: usize = 8 << 10;

#[test]
fn the_map_is_short_and_follows_the_data_in_ten_links() {
    let map = read("docs/ARCHITECTURE.md");
    assert!(map.len() <= MAP, "docs/ARCHITECTURE.md has {} bytes, {MAP} at most", map.len());
    let ways: Vec<&str> = map.split("\n### ").skip(1).filter(|part| part.contains("\n10. [")).collect();
    assert_eq!(ways.len(), 3, "ways of the data, each with ten links");
    for way in ways {
        let steps = way.lines().filter(|line| line.starts_with(|first: char| first.is_ascii_digit())).count();
        assert_eq!(steps, 10, "steps of the way {:?}", way.lines().next());
    }
}

/// What a step of the map names in code spans beside its link stands in the file that it links.
#[test]
fn steps_of_the_map_name_what_their_files_have() {
    let map = read("docs/ARCHITECTURE.md");
    let mut wrong = Vec::new();
    for line in
        map.lines().filter(|line| line.starts_with(|first: char| first.is_ascii_digit()) && line.contains(". ["))
    {
        let Some((path, rest)) = line.split_once("](../").and_then(|(_, rest)| rest.split_once(')')) else {
            wrong.push(format!("no link: {line}"));
            continue;
        };
        let text = read(path);
        let names: Vec<&str> = rest.split('`').skip(1).step_by(2).collect();
        if names.is_empty() {
            wrong.push(format!("names nothing: {line}"));
        }
        wrong
            .extend(names.into_iter().filter(|name| !text.contains(*name)).map(|name| format!("{path} has no {name}")));
    }
    none(&wrong, "steps of docs/ARCHITECTURE.md");
}

/// Code spans in recipes that look like a name of the sources (`Game::rules_version`, `match_score`, `ALL`, `Spec`) are one,
/// and those that look like a file are the end of a path that exists.
#[test]
fn recipes_name_what_is_there() {
    let sources = sources();
    let tests: Vec<String> = files("server")
        .into_iter()
        .filter(|path| path.contains("/tests/") && ends(path, "rs"))
        .map(|path| read(&path))
        .collect();
    let code: BTreeSet<&str> = sources
        .iter()
        .map(|(_, text)| text.as_str())
        .chain(tests.iter().map(String::as_str))
        .flat_map(|text| text.split(|letter: char| !letter.is_alphanumeric() && letter != '_'))
        .collect();
    let paths = files("");
    let mut wrong = Vec::new();
    for recipe in files("docs/recipes") {
        let text = read(&recipe);
        for span in text
            .split('`')
            .skip(1)
            .step_by(2)
            .filter(|span| !span.contains(['<', ' ', '#', '{', '"', '[']) && !span.ends_with(':'))
        {
            let found = if span.contains(['/', '.']) {
                let end = format!("/{}", span.trim_end_matches('/'));
                paths
                    .iter()
                    .any(|path| format!("/{path}").ends_with(&end) || format!("/{path}").contains(&format!("{end}/")))
                    || span.split('.').all(|word| code.contains(word))
            } else {
                span.split("::").flat_map(|part| part.split('-')).all(|word| code.contains(word.trim_end_matches("()")))
            };
            if !found {
                wrong.push(format!("{recipe}: `{span}`"));
            }
        }
    }
    none(&wrong, "names in recipes that are not there");
}

/// The patterns of the table of paths, by name.
fn patterns() -> BTreeMap<String, String> {
    let table = read("server/pages/shell/src/paths.rs");
    let rows = table.split("\npaths! {").nth(1).and_then(|rest| rest.split("\n}").next()).expect("the table of paths");
    let named = rows.lines().filter_map(|row| row.trim().strip_suffix("\";")?.split_once(" \""));
    named.map(|(name, pattern)| (name.to_owned(), pattern.to_owned())).collect()
}

/// Every address that can be opened is in the guide's table, and none else; but for the streams of events that pages listen to,
/// and what the interface for programs describes itself.
#[test]
fn the_guide_has_every_page() {
    let patterns = patterns();
    let routes = read("server/web/src/routes.rs");
    let opened = routes.lines().filter_map(|line| line.trim().strip_prefix("get(paths::")?.split(',').next());
    let there: BTreeSet<String> = opened
        .map(|name| patterns[name].clone())
        .filter(|pattern| !pattern.ends_with("/events") && !pattern.starts_with("/api/v1/"))
        .collect();
    let page = read("docs/guide/every-page.md");
    let rows = page.lines().filter(|line| line.starts_with("| ") && line.contains("| `"));
    let addresses = rows.filter_map(|row| row.split('`').nth(1));
    let listed: BTreeSet<String> =
        addresses.map(|address| address.replace('…', "/editions/{slug}/revisions/{number}")).collect();
    let wrong: Vec<_> = there.symmetric_difference(&listed).cloned().collect();
    assert!(there.len() > 90, "{}", there.len());
    none(&wrong, "docs/guide/every-page.md lacks addresses, or has some that are none");
}

/// What a heading is called in links: its letters and digits, in small, with hyphens for blanks.
fn anchor(heading: &str) -> String {
    let mut text = heading.trim();
    let mut linked = String::new();
    // Of a link in a heading its text counts.
    while let Some((before, rest)) = text.split_once("](") {
        linked += &before.replace('[', "");
        text = rest.split_once(')').map_or("", |(_, after)| after);
    }
    linked += text;
    linked
        .to_lowercase()
        .chars()
        .filter(|letter| letter.is_alphanumeric() || [' ', '-', '_'].contains(letter))
        .map(|letter| if letter == ' ' { '-' } else { letter })
        .collect()
}

/// The anchors of a page; of headings with the same text the second has a number.
fn anchors(page: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut is_code = false;
    for line in page.lines() {
        is_code ^= line.trim_start().starts_with("```");
        let Some(heading) = line.strip_prefix('#').filter(|_| !is_code) else { continue };
        let base = anchor(heading.trim_start_matches('#'));
        let numbered = (1..).map(|number| format!("{base}-{number}"));
        let free = std::iter::once(base.clone()).chain(numbered).find(|name| !found.contains(name));
        found.extend(free);
    }
    found
}

/// The places that a page links to: those of links and pictures, without what stands in code.
fn links(page: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut is_code = false;
    for line in page.lines() {
        is_code ^= line.trim_start().starts_with("```");
        if is_code || line.starts_with("    ") {
            continue;
        }
        let prose: String = line.split('`').step_by(2).collect::<Vec<_>>().join("`");
        for mark in ["](", "src=\"", "srcset=\""] {
            let ends = if mark == "](" { ')' } else { '"' };
            found.extend(prose.split(mark).skip(1).filter_map(|rest| rest.split(ends).next()).map(str::to_owned));
        }
    }
    found
}

/// Links of the documentation lead to files and headings that are there.
#[test]
fn links_of_the_documentation_lead_somewhere() {
    let pages: Vec<String> = files("").into_iter().filter(|path| ends(path, "md")).collect();
    assert!(pages.len() > 50, "{}", pages.len());
    let mut wrong = Vec::new();
    for page in &pages {
        let text = read(page);
        for link in links(&text).into_iter().filter(|link| !link.contains("://") && !link.starts_with("mailto:")) {
            let (path, heading) = link.split_once('#').unwrap_or((&link, ""));
            let folder = page.rsplit_once('/').map_or("", |(folder, _)| folder);
            let target = if path.is_empty() { page.clone() } else { format!("{folder}/{path}") };
            let target = root().join(target.trim_start_matches('/'));
            if !target.exists() {
                wrong.push(format!("{page}: {link}"));
            } else if !heading.is_empty() && ends(&target.to_string_lossy(), "md") {
                let there = std::fs::read_to_string(&target).unwrap_or_default();
                if !anchors(&there).contains(heading) {
                    wrong.push(format!("{page}: {link} names no heading"));
                }
            }
        }
    }
    none(&wrong, "links of the documentation that lead nowhere");
}

#[test]
fn headings_have_the_anchors_that_links_name() {
    assert_eq!(anchor(" `affixboard backup`"), "affixboard-backup");
    assert_eq!(anchor(" Not built yet: 4.2.0 to 4.2.4"), "not-built-yet-420-to-424");
    assert_eq!(anchor(" [A](b.md) way"), "a-way");
    let page = "# One\n```\n# none\n```\n## Two\n## Two\n";
    assert_eq!(anchors(page), BTreeSet::from(["one", "two", "two-1"].map(str::to_owned)));
    assert_eq!(links("[a](b.md#c) `[d](e)` <img src=\"f.png\">\n    [g](h)"), ["b.md#c", "f.png"]);
}
