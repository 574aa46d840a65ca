//! Import circles: files of a crate that need each other, directly or through others.
//!
//! Read are `use` declarations and paths in the text. A name that a module only passes on (`pub use`) counts for the file
//! that has it. Comments and the test modules at the ends of files are left out.

use std::collections::{BTreeMap, BTreeSet};

use super::{packages::PACKAGES, sources};

/// A module's path from its crate's root; the root is empty.
type Module = Vec<String>;

/// The most files a circle may have, by package; 1 where none is named. These numbers may only fall.
const LARGEST: [(&str, usize); 16] = [
    ("model", 3),
    ("rules/kin", 3),
    ("rules/affixes", 8),
    ("rules/egos", 3),
    ("rules/angband_42", 4),
    ("rules/unangband", 4),
    ("rules/imoria", 6),
    ("rules/nethack", 4),
    ("proposal", 4),
    ("inquiry", 4),
    ("service", 3),
    ("pages/shell", 2),
    ("pages/browse", 3),
    ("pages/team", 3),
    ("web", 3),
    ("cli", 2),
];

/// The modules of one crate and what each imports.
#[derive(Default)]
struct Imports {
    modules: BTreeMap<Module, Vec<Path>>,
    /// Names that a module passes on: where each comes from.
    passed_on: BTreeMap<Module, BTreeMap<String, Module>>,
}

/// A path as it stands in the text.
struct Path {
    segments: Vec<String>,
    is_use: bool,
    is_public: bool,
}

fn is_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

/// The paths of one `use` declaration, its braces multiplied out.
fn expand(prefix: &[String], text: &str, paths: &mut Vec<Vec<String>>) {
    let (mut depth, mut start) = (0, 0);
    let mut parts = Vec::new();
    for (at, letter) in text.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    for part in parts.into_iter().map(str::trim).filter(|part| !part.is_empty()) {
        let (head, inner) = match part.split_once('{') {
            Some((head, inner)) => (head, inner.strip_suffix('}')),
            None => (part.split(" as ").next().unwrap_or(part), None),
        };
        let mut segments = prefix.to_vec();
        segments.extend(head.split("::").map(str::trim).filter(|segment| !segment.is_empty()).map(str::to_owned));
        match inner {
            Some(inner) => expand(&segments, inner, paths),
            None => paths.push(segments),
        }
    }
}

/// All paths of a file's text.
fn paths(text: &str) -> Vec<Path> {
    let mut found = Vec::new();
    let mut rest = String::new();
    for statement in text.split_inclusive(';') {
        let begin = statement.match_indices("use ").map(|(at, _)| at).find(|at| {
            let before = statement[..*at].trim_end_matches(' ');
            before.ends_with(['\n', ';', '{', '}', ')']) || before.is_empty() || before.ends_with("pub")
        });
        let Some(at) = begin else {
            rest.push_str(statement);
            continue;
        };
        let line = statement[..at].rsplit('\n').next().unwrap_or_default();
        let is_public = line.trim_start().starts_with("pub");
        let mut expanded = Vec::new();
        expand(&[], statement[at + 4..].trim_end_matches(';'), &mut expanded);
        found.extend(expanded.into_iter().map(|segments| Path { segments, is_use: true, is_public }));
        rest.push_str(&statement[..at]);
    }
    for chain in rest.split(|letter: char| !is_word(letter) && letter != ':') {
        let segments: Vec<String> = chain
            .split("::")
            .filter(|segment| !segment.is_empty() && !segment.contains(':'))
            .map(str::to_owned)
            .collect();
        if segments.len() > 1 && chain.contains("::") {
            found.push(Path { segments, is_use: false, is_public: false });
        }
    }
    found
}

impl Imports {
    fn of(name: &str) -> Imports {
        let folder = format!("server/{name}/src/");
        let mut imports = Imports::default();
        for (path, text) in sources() {
            let Some(inner) = path.strip_prefix(&folder) else { continue };
            let mut module: Module = inner.trim_end_matches(".rs").split('/').map(str::to_owned).collect();
            if matches!(module.last().map(String::as_str), Some("mod" | "lib" | "main")) {
                module.pop();
            }
            imports.modules.entry(module).or_default().extend(paths(&text));
        }
        // A name can be passed on more than once.
        for _ in 0..3 {
            let mut passed_on: BTreeMap<Module, BTreeMap<String, Module>> = BTreeMap::new();
            for (module, paths) in &imports.modules {
                for path in paths.iter().filter(|path| path.is_public && path.segments.len() > 1) {
                    let (last, before) = path.segments.split_last().expect("more than one");
                    if let Some(from) = imports.home(module, before)
                        && from != *module
                    {
                        passed_on.entry(module.clone()).or_default().insert(last.clone(), from);
                    }
                }
            }
            imports.passed_on = passed_on;
        }
        imports
    }

    /// The module that has what a path names, where it is one of this crate.
    fn home(&self, module: &Module, segments: &[String]) -> Option<Module> {
        let (mut at, mut segments) = match segments.first()?.as_str() {
            "crate" => (Module::new(), &segments[1..]),
            "self" => (module.clone(), &segments[1..]),
            "super" => {
                let up = segments.iter().take_while(|segment| *segment == "super").count();
                (module[..module.len().checked_sub(up)?].to_vec(), &segments[up..])
            }
            first => {
                let child = [module.as_slice(), &[first.to_owned()]].concat();
                if !self.modules.contains_key(&child) {
                    return None;
                }
                (module.clone(), segments)
            }
        };
        let mut seen = BTreeSet::new();
        while let Some(name) = segments.first() {
            let child = [at.as_slice(), std::slice::from_ref(name)].concat();
            if self.modules.contains_key(&child) {
                (at, segments) = (child, &segments[1..]);
            } else if let Some(from) = self.passed_on.get(&at).and_then(|names| names.get(name))
                && seen.insert((at.clone(), name.clone()))
            {
                at.clone_from(from);
            } else {
                break;
            }
        }
        Some(at)
    }

    /// What each module needs: it passes on what it does not use.
    fn needs(&self) -> BTreeMap<&Module, BTreeSet<Module>> {
        let needs = self.modules.iter().map(|(module, paths)| {
            let used = paths.iter().filter(|path| !(path.is_use && path.is_public));
            let homes = used.filter_map(|path| self.home(module, &path.segments)).filter(|home| home != module);
            (module, homes.collect())
        });
        needs.collect()
    }

    /// The circles, the largest first.
    fn circles(&self) -> Vec<Vec<String>> {
        let needs = self.needs();
        let reach = |from: &Module| {
            let mut reached = BTreeSet::new();
            let mut open = vec![from.clone()];
            while let Some(module) = open.pop() {
                for next in needs.get(&module).into_iter().flatten() {
                    if reached.insert(next.clone()) {
                        open.push(next.clone());
                    }
                }
            }
            reached
        };
        let reached: BTreeMap<&Module, BTreeSet<Module>> =
            self.modules.keys().map(|from| (from, reach(from))).collect();
        let mut circles = BTreeSet::new();
        for (from, to) in &reached {
            let circle: Vec<String> = to
                .iter()
                .filter(|other| reached.get(other).is_some_and(|back| back.contains(*from)))
                .map(|other| other.join("/"))
                .collect();
            if circle.len() > 1 {
                circles.insert(circle);
            }
        }
        let mut circles: Vec<Vec<String>> = circles.into_iter().collect();
        circles.sort_by_key(|circle| std::cmp::Reverse(circle.len()));
        circles
    }
}

#[test]
fn no_import_circle_is_large() {
    for name in PACKAGES.iter().map(|package| package.folder) {
        let most = LARGEST.iter().find(|(folder, _)| *folder == name).map_or(1, |(_, most)| *most);
        let circles = Imports::of(name).circles();
        let largest = circles.first().map_or(1, Vec::len);
        assert!(largest <= most, "{name}: {largest} files need each other, {most} may: {circles:#?}");
        assert!(largest == most, "{name}: the largest circle has {largest} files only: write that into LARGEST");
    }
}

#[test]
fn paths_are_read_as_written() {
    let text = "use crate::{a::{self, B}, c as d};\npub use super::e::F;\nfn g() { self::h::i(); j::K::new() }";
    let read: Vec<String> = paths(text).iter().map(|path| path.segments.join(".")).collect();
    assert_eq!(read, ["crate.a.self", "crate.a.B", "crate.c", "super.e.F", "self.h.i", "j.K.new"]);
}
