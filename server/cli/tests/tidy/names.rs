//! Names of types.

use std::collections::BTreeMap;

use super::{ends, files, none, packages, read, sources};

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
        let name_of_crate = packages::of(path).unwrap_or_default();
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

/// A file that no module declares is compiled by nobody: it looks alive and isn't.
#[test]
fn every_source_file_is_declared_as_a_module() {
    let all: Vec<String> =
        packages::PACKAGES.iter().flat_map(|package| files(&format!("server/{}/src", package.folder))).collect();
    let mut undeclared = Vec::new();
    for path in all.iter().filter(|path| ends(path, "rs")) {
        let (folder, file) = path.rsplit_once('/').expect("a folder");
        let (parent, name) = match file {
            "lib.rs" | "main.rs" => continue,
            "mod.rs" => folder.rsplit_once('/').expect("a folder above"),
            _ => (folder, file.trim_end_matches(".rs")),
        };
        let declaration = format!("mod {name};");
        let parents = ["mod.rs", "lib.rs", "main.rs"].map(|file| format!("{parent}/{file}"));
        let parents = parents.into_iter().chain([format!("{parent}.rs")]).filter(|path| all.contains(path));
        if !parents.into_iter().any(|parent| read(&parent).contains(&declaration)) {
            undeclared.push(path.clone());
        }
    }
    none(&undeclared, "source files that no module declares");
}
