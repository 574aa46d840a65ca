//! The names that a program's own lists have, in the source tree that a folder of edit files belongs to.

use std::{collections::BTreeSet, path::Path};

/// Where 4.2 and its line keep them.
const FOLDERS: [&str; 2] = ["src", "src/object"];
/// How far above the edit files the tree may begin: `lib/gamedata` is two folders down.
const ABOVE: usize = 3;
/// More than any list has.
const LARGEST: u64 = 1 << 20;

/// The names in the lists `list-*.h` of the tree that holds a folder, or is it; `None` where there are none.
pub fn program_names(folder: &Path) -> Option<BTreeSet<String>> {
    let folder = std::fs::canonicalize(folder).ok()?;
    let lists = folder.ancestors().take(ABOVE).find_map(|root| {
        let texts: Vec<String> = FOLDERS.iter().flat_map(|place| lists_of(&root.join(place))).collect();
        (!texts.is_empty()).then_some(texts)
    })?;
    Some(lists.iter().flat_map(|text| text.lines()).flat_map(names_of_row).collect())
}

/// The texts of the lists in a folder.
fn lists_of(folder: &Path) -> Vec<String> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let lists = entries.flatten().filter(|entry| {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        name.starts_with("list-")
            && name.ends_with(".h")
            && entry.metadata().is_ok_and(|found| found.is_file() && found.len() <= LARGEST)
    });
    lists
        .filter_map(|list| std::fs::read(list.path()).ok())
        .map(|text| String::from_utf8_lossy(&text).into_owned())
        .collect()
}

/// The names in a row such as `TV(DIGGING, "digger", 0)`: its first one, and those in quotes.
fn names_of_row(row: &str) -> Vec<String> {
    let Some((of, arguments)) = row.trim_start().split_once('(') else { return Vec::new() };
    if of.is_empty() || !of.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'_') {
        return Vec::new();
    }
    let first = arguments.split([',', ')']).next().unwrap_or_default().trim();
    let quoted = arguments.split('"').skip(1).step_by(2).map(str::trim);
    std::iter::once(first).chain(quoted).filter(|name| !name.is_empty()).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_lists_above_the_edit_files() {
        let root = tempfile::tempdir().expect("a folder");
        let edit = root.path().join("lib/gamedata");
        std::fs::create_dir_all(&edit).expect("made");
        std::fs::create_dir_all(root.path().join("src/object")).expect("made");
        assert_eq!(program_names(&edit), None);
        let write = |name: &str, text: &str| std::fs::write(root.path().join(name), text).expect("written");
        write("src/list-tvals.h", "/* string name */\nTV(DIGGING,\t\"digger\",\t0)\nTV(HORN, \"horn\", 0)\n");
        write("src/object/list-object-flags.h", "\tOF(SUST_STR, \" sStr\")\n#define OF(a, b) a,\n * (of old)\n");
        write("src/object.h", "OF(NOT_A_LIST)\n");
        let names: Vec<String> = program_names(&edit).expect("lists").into_iter().collect();
        assert_eq!(names, ["DIGGING", "HORN", "SUST_STR", "digger", "horn", "sStr"]);
        assert_eq!(program_names(root.path()).map(|names| names.len()), Some(6));
    }
}
