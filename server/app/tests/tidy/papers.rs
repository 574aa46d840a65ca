//! The map of the code and the recipes say what is there.

use std::collections::BTreeSet;

use super::{ends, files, none, read, sources};

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
