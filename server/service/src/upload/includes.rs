//! Headers that tables written in C include. No list of names can have them all: a game's team moves its definitions to a new
//! one when it likes.

use super::Files;

/// Folders of a source tree that hold its headers.
pub(super) const FOLDERS: [&str; 2] = ["include", "src"];

/// Headers that rules stand in for: what a program is built for is not what its tables say.
const CONFIGURATION: [&str; 2] = ["config.h", "hack.h"];
/// The longest name that is followed.
const LONGEST_NAME: usize = 80;

/// Whether a file is a header by its name.
pub(super) fn is_header(name: &str) -> bool {
    !name.starts_with('.') && name.rsplit_once('.').is_some_and(|(_, extension)| extension.eq_ignore_ascii_case("h"))
}

/// The path at which a source tree begins that has a folder of headers here.
pub(super) fn root(folder: &str) -> Option<&str> {
    let root = FOLDERS.iter().find_map(|name| folder.strip_suffix(name))?;
    (root.is_empty() || root.ends_with('/')).then_some(root)
}

/// Adds to the files those headers that they include, directly or by others. What isn't there is passed over.
pub(super) fn add(files: &mut Files, mut headers: Files) {
    let mut at = 0;
    while at < files.len() && !headers.is_empty() {
        let (name, bytes) = &files[at];
        let names = if is_source(name) { included(bytes) } else { Vec::new() };
        for name in names {
            // In tables without rules headers have their folders.
            let base = |path: &str| path.rsplit('/').next().unwrap_or_default().to_owned();
            let is_it =
                |header: &(String, Vec<u8>)| base(&header.0) == base(&name) && !CONFIGURATION.contains(&name.as_str());
            if let Some(found) = headers.iter().position(is_it) {
                files.push(headers.swap_remove(found));
            }
        }
        at += 1;
    }
}

/// The names that a file's `#include "…"` have.
fn included(text: &[u8]) -> Vec<String> {
    let name = |line: &[u8]| {
        let word = line.trim_ascii_start().strip_prefix(b"#")?.trim_ascii_start().strip_prefix(b"include")?;
        let quoted = word.trim_ascii_start().strip_prefix(b"\"")?;
        let length = quoted.iter().take(LONGEST_NAME).position(|byte| *byte == b'"')?;
        String::from_utf8(quoted[..length].to_vec()).ok()
    };
    text.split(|byte| *byte == b'\n').filter_map(name).collect()
}

fn is_source(name: &str) -> bool {
    let is_one = |extension: &str| ["c", "cc", "cpp", "cxx"].iter().any(|known| extension.eq_ignore_ascii_case(known));
    is_header(name) || name.rsplit_once('.').is_some_and(|(_, extension)| is_one(extension))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(files: &[(&str, &str)]) -> Files {
        files.iter().map(|(name, text)| ((*name).to_owned(), text.as_bytes().to_vec())).collect()
    }

    #[test]
    fn headers_are_followed_as_far_as_they_are_there() {
        let mut taken = files(&[
            ("monst.c", "#include \"permonst.h\"\n#  include \"heft.h\" /* weights */\n#include <stdio.h>\n"),
            ("notes.txt", "#include \"notes.h\"\n"),
        ]);
        let there = files(&[
            ("heft.h", "#include \"units.h\"\n#include \"heft.h\"\n"),
            ("units.h", "#define W 1\n"),
            ("notes.h", ""),
            ("other.h", ""),
        ]);
        add(&mut taken, there);
        let names: Vec<_> = taken.iter().map(|file| file.0.as_str()).collect();
        assert_eq!(names, ["monst.c", "notes.txt", "heft.h", "units.h"]);
    }

    #[test]
    fn a_tree_has_its_headers_in_folders() {
        assert_eq!(
            [root("include"), root("x/include"), root("x/src"), root("x/myinclude"), root("win/tty")],
            [Some(""), Some("x/"), Some("x/"), None, None]
        );
        assert!(is_header("heft.h") && is_header("HEFT.H"));
        assert!(!is_header(".h") && !is_header("heft.c") && !is_header("heft"));
    }
}
