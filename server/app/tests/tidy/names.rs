//! Names of types.

use std::collections::BTreeMap;

use super::{none, sources};

/// The name of the public type a line declares, if it does.
fn declared(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("pub")?;
    let rest = if rest.starts_with('(') { rest.split_once(')')?.1 } else { rest };
    let (word, rest) = rest.trim_start().split_once(' ')?;
    let name = rest.split(|letter: char| !letter.is_alphanumeric() && letter != '_').next()?;
    ["struct", "enum", "trait", "type"].contains(&word).then_some(name)
}

#[test]
fn a_public_type_has_a_name_of_its_own_in_its_crate() {
    let sources = sources();
    let mut places: BTreeMap<(&str, &str), Vec<&str>> = BTreeMap::new();
    for (path, text) in &sources {
        let name_of_crate = path.split('/').nth(1).unwrap_or_default();
        for name in text.lines().filter_map(declared) {
            places.entry((name_of_crate, name)).or_default().push(path);
        }
    }
    let twice: Vec<String> = places
        .iter()
        .filter(|(_, paths)| paths.len() > 1)
        .map(|((_, name), paths)| format!("{name}: {}", paths.join(", ")))
        .collect();
    none(&twice, "a public type's name is unique in its crate");
}
