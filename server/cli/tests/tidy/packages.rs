//! The packages, and which may see which. The compiler holds what their manifests say; here is what these may say.

use std::collections::BTreeSet;

use super::{holders, manifest, names, none, read, root};

/// A package: its folder in `server`, and the packages of ours that it may use.
pub(super) struct Package {
    pub(super) folder: &'static str,
    uses: &'static [&'static str],
}

const fn package(folder: &'static str, uses: &'static [&'static str]) -> Package {
    Package { folder, uses }
}

/// What rules are made of.
const RULES: &[&str] = &["model", "kin"];
/// Above the registry of games.
const ALL_RULES: &[&str] =
    &["model", "affixes", "egos", "angband-42", "unangband", "frogcomposband", "imoria", "nethack", "tables"];
/// What asks something of rules, or changes them, names no game.
const ASKING: &[&str] = &["model", "proposal"];

/// What pages are made of.
const UNDER_PAGES: &[&str] = &["model", "games", "inquiry", "report", "store", "service"];

/// Each may use those above it that it names.
pub(super) const PACKAGES: [Package; 23] = [
    package("model", &[]),
    package("rules/kin", &["model"]),
    package("rules/affixes", RULES),
    package("rules/egos", RULES),
    package("rules/angband_42", &["model", "kin", "egos"]),
    package("rules/unangband", RULES),
    package("rules/frogcomposband", RULES),
    package("rules/imoria", RULES),
    package("rules/nethack", RULES),
    package("rules/tables", RULES),
    package("games", ALL_RULES),
    package("proposal", &["model"]),
    package("inquiry", ASKING),
    package("report", &["model", "games", "proposal", "inquiry"]),
    package("live", &["model", "games", "proposal", "inquiry", "report"]),
    package("store", &["model", "games", "proposal", "inquiry"]),
    package("service", &["model", "games", "proposal", "inquiry", "report", "store"]),
    package("pages/shell", UNDER_PAGES),
    package("pages/browse", &["model", "games", "proposal", "inquiry", "report", "store", "service", "shell"]),
    package("pages/team", &["model", "games", "proposal", "inquiry", "report", "store", "service", "shell", "browse"]),
    package("web", &["model", "games", "proposal", "report", "store", "service", "shell", "browse", "team"]),
    package("publish", &["model", "store", "service", "shell", "web"]),
    package("cli", &["model", "games", "proposal", "inquiry", "report", "store", "service", "web", "publish"]),
];

/// How many of them compute only: no files, no clock, no network, no threads.
const PURE: usize = 13;

/// What these may use of others: random numbers, a hash, which lines of two texts are the same, and readers of notations.
const PURE_DEPENDENCIES: [&str; 8] =
    ["jsonc-parser", "rand_core", "rand_xoshiro", "saphyr-parser", "serde", "sha2", "similar", "toml"];

impl Package {
    /// The path of its manifest; the root's is that of the program.
    pub(super) fn manifest(&self) -> String {
        if self.folder == "cli" { "Cargo.toml".to_owned() } else { format!("server/{}/Cargo.toml", self.folder) }
    }
}

/// The folder in `server` of the package that a source file is of.
pub(super) fn of(path: &str) -> Option<&'static str> {
    let is_in = |package: &&Package| path.starts_with(&format!("server/{}/", package.folder));
    PACKAGES.iter().find(is_in).map(|package| package.folder)
}

#[test]
fn packages_use_those_above_them_alone() {
    let mut wrong = Vec::new();
    for package in &PACKAGES {
        let used = names(&manifest(&package.manifest()), "dependencies");
        let ours = used.iter().filter_map(|name| name.strip_prefix("affixboard-"));
        wrong
            .extend(ours.filter(|name| !package.uses.contains(name)).map(|name| format!("{}: {name}", package.folder)));
    }
    none(&wrong, "a package uses another that it must not know");
}

#[test]
fn the_map_shows_every_package() {
    let map = read("docs/ARCHITECTURE.md");
    let missing: Vec<_> = PACKAGES
        .iter()
        .map(|package| package.folder)
        .filter(|folder| !map.contains(&format!("`server/{folder}/`")) && !map.contains(&format!("  {folder}/")))
        .map(str::to_owned)
        .collect();
    none(&missing, "packages that docs/ARCHITECTURE.md doesn't have");
    let workspace = manifest("Cargo.toml");
    let members = workspace["workspace"]["members"].as_array().expect("members");
    let members: BTreeSet<&str> = members.iter().filter_map(toml::Value::as_str).collect();
    let known: Vec<String> = PACKAGES.iter().map(|package| format!("server/{}", package.folder)).collect();
    let known = known.iter().map(String::as_str).filter(|path| *path != "server/cli").collect();
    assert_eq!(members, known, "members of the workspace, and PACKAGES");
    assert!(root().join("server/cli/src/main.rs").is_file(), "the program starts in cli");
}

#[test]
fn rules_and_what_asks_them_do_no_io() {
    let mut more = Vec::new();
    for package in &PACKAGES[..PURE] {
        let used = names(&manifest(&package.manifest()), "dependencies");
        let others = used.into_iter().filter(|name| !name.starts_with("affixboard-"));
        let unknown = others.filter(|name| !PURE_DEPENDENCIES.contains(&name.as_str()));
        more.extend(unknown.map(|name| format!("{}: {name}", package.folder)));
    }
    none(&more, "dependencies that are not on the list");
    let words = ["std::fs", "std::net", "std::env", "std::io", "std::process", "std::thread", "std::time", "async fn"];
    let elsewhere: Vec<String> = PACKAGES[PURE..].iter().map(|package| format!("server/{}", package.folder)).collect();
    let elsewhere: Vec<&str> = elsewhere.iter().map(String::as_str).collect();
    none(&holders(&words, &elsewhere), "rules do IO");
}

/// Exporting functions by their own names is all that is unsafe.
#[test]
fn one_file_has_unsafe_code() {
    none(&holders(&["unsafe_code", "unsafe("], &["server/live/src/c_interface.rs"]), "unsafe code");
}

#[test]
fn report_and_store_see_neither_requests_nor_each_others_work() {
    let sees = |folder: &str, others: &[&str]| -> Vec<String> {
        let used = names(&manifest(&format!("server/{folder}/Cargo.toml")), "dependencies");
        others.iter().filter(|other| used.contains(**other)).map(|other| format!("{folder} uses {other}")).collect()
    };
    none(&sees("report", &["axum", "sqlx", "tokio", "askama"]), "report sees too much");
    none(&sees("store", &["axum", "askama"]), "store sees too much");
    none(&sees("service", &["axum", "askama", "sqlx"]), "service sees too much");
    none(&sees("live", &["axum", "sqlx", "tokio", "askama", "getrandom"]), "live sees too much");
}

#[test]
fn every_dependency_is_used() {
    let mut unused = Vec::new();
    for package in &PACKAGES {
        let path = package.manifest();
        let manifest = manifest(&path);
        let folder = format!("server/{}", package.folder);
        let sources = super::files(&folder).into_iter().chain(super::files("templates"));
        let text: String = sources
            .filter(|path| super::ends(path, "rs") || super::ends(path, "html"))
            .map(|path| read(&path))
            .collect();
        let all = names(&manifest, "dependencies").into_iter().chain(names(&manifest, "dev-dependencies"));
        let is_named = |name: &String| {
            let module = name.replace('-', "_");
            text.contains(&format!("{module}::")) || text.contains(&format!("use {module}"))
        };
        // What the program's tests borrow from those of pages is there.
        let borrowed = |name: &String| package.folder == "cli" && name == "sqlx";
        unused.extend(all.filter(|name| !is_named(name) && !borrowed(name)).map(|name| format!("{path}: {name}")));
    }
    none(&unused, "dependencies that nothing uses");
}

#[test]
fn members_take_their_versions_from_the_workspace() {
    let mut own = Vec::new();
    for path in PACKAGES.iter().map(Package::manifest) {
        let manifest = manifest(&path);
        for table in ["dependencies", "dev-dependencies", "build-dependencies"] {
            let Some(table) = manifest.get(table).and_then(toml::Value::as_table) else { continue };
            let inherits = |value: &toml::Value| value.get("workspace").and_then(toml::Value::as_bool) == Some(true);
            own.extend(table.iter().filter(|entry| !inherits(entry.1)).map(|(name, _)| format!("{path}: {name}")));
        }
        let lints = manifest.get("lints").and_then(|lints| lints.get("workspace")).and_then(toml::Value::as_bool);
        assert_eq!(lints, Some(true), "{path} has lints of its own");
    }
    none(&own, "versions outside of the workspace's table");
}
