//! A message: one line of JSON, and behind it the bytes of the files that it names.

use affixboard_model::text::SourceFile;

use crate::{failure::Failure, request::FileEntry};

/// The largest file that is taken, as of an upload.
const LARGEST_FILE: usize = 8 << 20;
/// The most that is taken in all: pages keep it in memory, several times while it is read.
const LARGEST_TOTAL: usize = 20 << 20;
/// The most files, as of an upload.
const MOST_FILES: usize = 400;

/// Parts a message into its request and the bytes of its files.
///
/// # Errors
/// If the request is no text in UTF-8.
pub(crate) fn split(message: &[u8]) -> Result<(&str, &[u8]), Failure> {
    let end = message.iter().position(|byte| *byte == b'\n').unwrap_or(message.len());
    let (line, rest) = message.split_at(end);
    let line = std::str::from_utf8(line)
        .map_err(|_| Failure::new("found a message whose first line is not UTF-8; expected a line of JSON"))?;
    Ok((line, rest.get(1..).unwrap_or_default()))
}

/// The files of a message, each with its bytes.
///
/// # Errors
/// If there are none, too many or too large ones, a name comes twice, or their bytes are not all there and nothing else.
pub(crate) fn files(entries: &[FileEntry], bytes: &[u8]) -> Result<Vec<SourceFile>, Failure> {
    if entries.is_empty() || entries.len() > MOST_FILES {
        let message =
            format!("found {} files; expected 1 to {MOST_FILES}, the edit files of one edition", entries.len());
        return Err(Failure::of_text(&message));
    }
    if let Some(large) = entries.iter().find(|entry| entry.bytes > LARGEST_FILE) {
        let message = format!("found {} with more than {} MB; expected an edit file", large.name, LARGEST_FILE >> 20);
        return Err(Failure { file: Some(large.name.as_str().into()), ..Failure::of_text(&message) });
    }
    let total: usize = entries.iter().map(|entry| entry.bytes).sum();
    if total > LARGEST_TOTAL {
        let message = format!("found {total} bytes in all; expected at most {} MB", LARGEST_TOTAL >> 20);
        return Err(Failure::of_text(&message));
    }
    if total != bytes.len() {
        let message = format!("found {} bytes behind the request; expected {total}, those of its files", bytes.len());
        return Err(Failure::of_text(&message));
    }
    let (mut files, mut rest) = (Vec::with_capacity(entries.len()), bytes);
    for entry in entries {
        let (own, others) = rest.split_at(entry.bytes.min(rest.len()));
        let file = SourceFile::new(entry.name.clone(), own.to_vec());
        if files.iter().any(|other: &SourceFile| other.name().eq_ignore_ascii_case(file.name())) {
            let message = format!("found two files named {}; expected each edit file once", entry.name);
            return Err(Failure { file: Some(entry.name.as_str().into()), ..Failure::of_text(&message) });
        }
        files.push(file);
        rest = others;
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(name: &str, bytes: usize) -> FileEntry {
        FileEntry { name: name.to_owned(), bytes }
    }

    #[test]
    fn bytes_follow_in_the_order_of_the_names() {
        let (line, bytes) = split(b"{}\nab\nc").expect("UTF-8");
        assert_eq!((line, bytes), ("{}", &b"ab\nc"[..]));
        let found = files(&[entry("a.txt", 3), entry("b.txt", 1)], bytes).expect("files");
        let found: Vec<_> = found.iter().map(|file| (file.name(), file.bytes())).collect();
        assert_eq!(found, [("a.txt", &b"ab\n"[..]), ("b.txt", &b"c"[..])]);
        assert_eq!(split(b"{}").expect("UTF-8"), ("{}", &b""[..]));
    }

    #[test]
    fn what_is_too_much_or_missing_is_refused() {
        let refused = |entries: &[FileEntry], bytes: &[u8]| files(entries, bytes).expect_err("refused").message;
        assert_eq!(refused(&[], b""), "found 0 files; expected 1 to 400, the edit files of one edition");
        assert_eq!(refused(&[entry("a", 2)], b"x"), "found 1 bytes behind the request; expected 2, those of its files");
        assert_eq!(refused(&[entry("a", 9 << 20)], b""), "found a with more than 8 MB; expected an edit file");
        let many: Vec<_> = ["a", "b", "c"].map(|name| entry(name, 7 << 20)).into();
        assert_eq!(refused(&many, b""), "found 22020096 bytes in all; expected at most 20 MB");
        assert_eq!(
            refused(&[entry("a", 1), entry("A", 1)], b"xy"),
            "found two files named A; expected each edit file once"
        );
        assert!(split(b"\xff\n").is_err());
    }
}
