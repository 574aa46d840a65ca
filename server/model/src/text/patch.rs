//! Patches: unified diffs between two versions of files, byte for byte as `git apply` takes them.

use std::ops::Range;

use similar::{Algorithm, DiffOp, capture_diff_slices, group_diff_ops};

use super::SourceSet;

/// Number of unchanged lines shown around changed ones.
const CONTEXT: usize = 3;

/// One file in two versions; with only one of them the file is new or deleted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FileVersions<'a> {
    /// The path within the patch, with slashes and without `a/` or `b/`.
    pub path: &'a str,
    /// The old bytes; `None` if the file is new.
    pub before: Option<&'a [u8]>,
    /// The new bytes; `None` if the file is deleted.
    pub after: Option<&'a [u8]>,
}

/// The patch between two versions of a folder's files, whose paths within the patch `path_of` gives by their names. Files
/// come in the order of `after`, deleted files last; unchanged files are left out.
pub fn between(before: &SourceSet, after: &SourceSet, path_of: &dyn Fn(&str) -> String) -> Vec<u8> {
    let gone = before.files().iter().filter(|file| after.find(file.name()).is_none());
    let mut patch = Vec::new();
    for file in after.files().iter().chain(gone) {
        // The two versions may write a name in different case; the patch is for the old files.
        let (old, new) = (before.find(file.name()), after.find(file.name()));
        let path = path_of(old.or(new).map_or(file.name(), |(_, file)| file.name()));
        let bytes = |found: Option<(_, &'_ super::SourceFile)>| found.map(|(_, file)| file.bytes().to_vec());
        let (old, new) = (bytes(old), bytes(new));
        patch.extend(unified(FileVersions { path: &path, before: old.as_deref(), after: new.as_deref() }));
    }
    patch
}

/// The patch of one file; empty if nothing changed.
pub fn unified(file: FileVersions<'_>) -> Vec<u8> {
    if file.before == file.after {
        return Vec::new();
    }
    let (a, b) = (quoted(&format!("a/{}", file.path)), quoted(&format!("b/{}", file.path)));
    let mut out = format!("diff --git {a} {b}\n");
    // For a new or deleted file that is empty, this is the only line after the first.
    if file.before.is_none() {
        out += "new file mode 100644\n";
    } else if file.after.is_none() {
        out += "deleted file mode 100644\n";
    }
    let (old, new) = (lines(file.before.unwrap_or_default()), lines(file.after.unwrap_or_default()));
    let mut out = out.into_bytes();
    let hunks = group_diff_ops(capture_diff_slices(Algorithm::Myers, &old, &new), CONTEXT);
    if hunks.iter().all(Vec::is_empty) {
        return out;
    }
    for (sign, name, is_there) in [("---", &a, file.before.is_some()), ("+++", &b, file.after.is_some())] {
        let name = if is_there { name } else { "/dev/null" };
        // `patch` takes text after a blank for a timestamp unless a tab ends the name.
        let end = if name.contains(' ') && !name.starts_with('"') { "\t" } else { "" };
        out.extend(format!("{sign} {name}{end}\n").bytes());
    }
    for hunk in hunks {
        put_hunk(&hunk, &old, &new, &mut out);
    }
    out
}

/// Lines, each with its line feed; a carriage return belongs to its line.
fn lines(bytes: &[u8]) -> Vec<&[u8]> {
    bytes.split_inclusive(|byte| *byte == b'\n').collect()
}

fn put_hunk(ops: &[DiffOp], old: &[&[u8]], new: &[&[u8]], out: &mut Vec<u8>) {
    let (Some(first), Some(last)) = (ops.first(), ops.last()) else { return };
    let before = range(first.old_range().start..last.old_range().end);
    let after = range(first.new_range().start..last.new_range().end);
    out.extend(format!("@@ -{before} +{after} @@\n").bytes());
    let mut put = |sign: u8, lines: &[&[u8]]| {
        for line in lines {
            out.push(sign);
            out.extend_from_slice(line);
            if !line.ends_with(b"\n") {
                out.extend_from_slice(b"\n\\ No newline at end of file\n");
            }
        }
    };
    for op in ops {
        if let DiffOp::Equal { .. } = op {
            put(b' ', &old[op.old_range()]);
        } else {
            put(b'-', &old[op.old_range()]);
            put(b'+', &new[op.new_range()]);
        }
    }
}

/// A range of lines as in a hunk header: `first` (from 1), or `first,count` unless the count is 1; an empty range names
/// the line before it.
fn range(lines: Range<usize>) -> String {
    match lines.len() {
        0 => format!("{},0", lines.start),
        1 => (lines.start + 1).to_string(),
        count => format!("{},{count}", lines.start + 1),
    }
}

/// A path as git writes it: quoted and escaped if it has `"`, `\` or anything but printable ASCII.
fn quoted(path: &str) -> String {
    if path.bytes().all(|byte| matches!(byte, b' '..=b'~') && byte != b'"' && byte != b'\\') {
        return path.to_owned();
    }
    let mut quoted = "\"".to_owned();
    for byte in path.bytes() {
        match byte {
            0x07 => quoted += "\\a",
            0x08 => quoted += "\\b",
            b'\t' => quoted += "\\t",
            b'\n' => quoted += "\\n",
            0x0b => quoted += "\\v",
            0x0c => quoted += "\\f",
            b'\r' => quoted += "\\r",
            b'"' => quoted += "\\\"",
            b'\\' => quoted += "\\\\",
            b' '..=b'~' => quoted.push(char::from(byte)),
            _ => {
                quoted.push('\\');
                quoted.extend([6, 3, 0].map(|shift| char::from(b'0' + (byte >> shift & 7))));
            }
        }
    }
    quoted + "\""
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::SourceFile;

    fn patch(before: &str, after: &str) -> String {
        let file = FileVersions { path: "x", before: Some(before.as_bytes()), after: Some(after.as_bytes()) };
        String::from_utf8(unified(file)).expect("UTF-8")
    }

    const HEAD: &str = "diff --git a/x b/x\n--- a/x\n+++ b/x\n";

    #[test]
    fn a_changed_line_has_three_lines_around_it() {
        let got = patch("1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\nfive\n6\n7\n8\n9\n");
        assert_eq!(got, format!("{HEAD}@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n"));
        assert_eq!(patch("a\n", "a\n"), "");
    }

    #[test]
    fn hunks_are_one_where_their_contexts_touch() {
        let text = |first: &str, second: &str, between: usize| format!("{first}\n{}{second}\n", "-\n".repeat(between));
        let hunks = |between| patch(&text("a", "b", between), &text("A", "B", between)).matches("\n@@ ").count();
        assert_eq!([0, 3, 6, 7, 9].map(hunks), [1, 1, 1, 2, 2]);
    }

    #[test]
    fn line_ends_and_their_absence_are_kept() {
        assert_eq!(patch("a\r\nb\r\n", "a\r\nc\r\n"), format!("{HEAD}@@ -1,2 +1,2 @@\n a\r\n-b\r\n+c\r\n"));
        let no = "\\ No newline at end of file\n";
        assert_eq!(patch("a\nb", "a\nc"), format!("{HEAD}@@ -1,2 +1,2 @@\n a\n-b\n{no}+c\n{no}"));
        assert_eq!(patch("a", "a\n"), format!("{HEAD}@@ -1 +1 @@\n-a\n{no}+a\n"));
        assert_eq!(patch("a\nb", "A\nb"), format!("{HEAD}@@ -1,2 +1,2 @@\n-a\n+A\n b\n{no}"));
        assert_eq!(patch("", "a\n"), format!("{HEAD}@@ -0,0 +1 @@\n+a\n"));
        assert_eq!(patch("a\nb\n", "a\n"), format!("{HEAD}@@ -1,2 +1 @@\n a\n-b\n"));
    }

    #[test]
    fn files_come_and_go() {
        let set = |files: &[(&str, &str)]| {
            let mut set = SourceSet::new();
            for (name, text) in files {
                set.push(SourceFile::new(*name, text.as_bytes().to_vec()));
            }
            set
        };
        let (before, after) =
            (set(&[("gone.txt", "a\n"), ("same.txt", "b")]), set(&[("same.txt", "b"), ("new.txt", "c\n")]));
        let got = String::from_utf8(between(&before, &after, &|name| format!("lib/edit/{name}"))).expect("UTF-8");
        assert_eq!(
            got,
            "diff --git a/lib/edit/new.txt b/lib/edit/new.txt\nnew file mode 100644\n--- /dev/null\n\
             +++ b/lib/edit/new.txt\n@@ -0,0 +1 @@\n+c\n\
             diff --git a/lib/edit/gone.txt b/lib/edit/gone.txt\ndeleted file mode 100644\n\
             --- a/lib/edit/gone.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n"
        );
        let empty = unified(FileVersions { path: "e", before: None, after: Some(b"") });
        assert_eq!(empty, b"diff --git a/e b/e\nnew file mode 100644\n");
    }

    #[test]
    fn odd_names_are_quoted() {
        for (path, expected) in [
            ("a/x.txt", "a/x.txt"),
            ("a/x y.txt", "a/x y.txt"),
            ("a/Náin", "\"a/N\\303\\241in\""),
            ("a/\"q\"\\", "\"a/\\\"q\\\"\\\\\""),
            ("a/\t\n\r\u{7}\u{1}", "\"a/\\t\\n\\r\\a\\001\""),
        ] {
            assert_eq!(quoted(path), expected);
        }
        let file = FileVersions { path: "x y", before: Some(b"a\n"), after: Some(b"b\n") };
        let got = String::from_utf8(unified(file)).expect("UTF-8");
        assert!(got.starts_with("diff --git a/x y b/x y\n--- a/x y\t\n+++ b/x y\t\n@@ -1 +1 @@\n"), "{got}");
    }
}
