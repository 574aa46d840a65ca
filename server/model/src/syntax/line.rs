//! Logical lines as the original's file reader delivers them: tabs expanded, long lines cut.
//!
//! Source: Angband 3.x, z-file.c, `file_getl` (tab stops every 4 columns) with the 1024-byte buffer of init.c's
//! `parse_file`.

use std::borrow::Cow;

use crate::text::{FileId, SourceFile, Span, source::line_bounds};

/// Longest line that fits the original's buffer, in bytes after tabs are expanded.
pub const MAX_LENGTH: usize = 1023;
const TAB: usize = 4;

/// One logical line. Offsets into `text` map back to the file through [`Line::span`].
#[derive(Debug, Clone)]
pub struct Line<'a> {
    file: FileId,
    start: u32,
    text: Cow<'a, [u8]>,
    /// For lines with tabs: the file offset of each byte of `text` and of its end.
    origin: Option<Vec<u32>>,
    /// Whether the line was longer than the buffer, so that its rest follows as a line of its own.
    pub cut: bool,
}

impl Line<'_> {
    /// The text, tabs expanded, without the line end.
    pub fn text(&self) -> &[u8] {
        &self.text
    }

    /// The file's span of `start..end` of the text.
    pub fn span(&self, start: usize, end: usize) -> Span {
        let offset = |at: usize| match &self.origin {
            Some(origin) => origin[at],
            None => self.start + at as u32,
        };
        Span { file: self.file, start: offset(start), end: offset(end) }
    }
}

/// The logical lines of a file, in order. Together with their line endings they cover every byte once.
pub fn lines(file: &SourceFile, id: FileId) -> impl Iterator<Item = Line<'_>> {
    let bytes = file.text();
    let mut at = 0;
    let mut end = None;
    std::iter::from_fn(move || {
        if at >= bytes.len() && end.is_none() {
            return None;
        }
        let (stop, next) = *end.get_or_insert_with(|| line_bounds(bytes, at));
        let (line, used) = logical(&bytes[at..stop], at as u32, id);
        if line.cut {
            at += used;
        } else {
            at = next;
            end = None;
        }
        Some(line)
    })
}

/// The lines of a file as older readers deliver them: without control characters, and without bytes beyond ASCII where
/// these aren't let through. A line longer than the buffer comes with [`Line::cut`] set and holds what fits; it is up
/// to the reader to go on.
///
/// Source: Angband 2.9 and 3.0, util.c, `my_fgets`.
pub fn printable_lines(file: &SourceFile, id: FileId, beyond_ascii: bool) -> impl Iterator<Item = Line<'_>> {
    let bytes = file.text();
    let mut at = 0;
    std::iter::from_fn(move || {
        (at < bytes.len()).then(|| {
            let (stop, next) = line_bounds(bytes, at);
            let line = printable(&bytes[at..stop], at as u32, id, beyond_ascii);
            at = next;
            line
        })
    })
}

fn printable(bytes: &[u8], start: u32, file: FileId, beyond_ascii: bool) -> Line<'_> {
    let is_printable = |byte: &u8| matches!(byte, b' '..=b'~') || (beyond_ascii && !byte.is_ascii());
    if bytes.len() <= MAX_LENGTH && bytes.iter().all(is_printable) {
        return Line { file, start, text: Cow::Borrowed(bytes), origin: None, cut: false };
    }
    let (mut text, mut origin) = (Vec::with_capacity(MAX_LENGTH), Vec::with_capacity(MAX_LENGTH + 1));
    let mut used = 0;
    for (index, byte) in bytes.iter().enumerate() {
        let width = match byte {
            b'\t' => TAB - text.len() % TAB,
            byte => usize::from(is_printable(byte)),
        };
        if text.len() + width > MAX_LENGTH {
            break;
        }
        used = index + 1;
        for _ in 0..width {
            origin.push(start + index as u32);
            text.push(if *byte == b'\t' { b' ' } else { *byte });
        }
    }
    origin.push(start + used as u32);
    Line { file, start, text: Cow::Owned(text), origin: Some(origin), cut: used < bytes.len() }
}

fn logical(bytes: &[u8], start: u32, file: FileId) -> (Line<'_>, usize) {
    // Every byte fills a column at least. The rest isn't looked at: it may be as long as the file, again for each part.
    let part = &bytes[..bytes.len().min(MAX_LENGTH)];
    if !part.contains(&b'\t') {
        let used = part.len();
        let line = Line { file, start, text: Cow::Borrowed(part), origin: None, cut: used < bytes.len() };
        return (line, used);
    }
    let mut text = Vec::with_capacity(MAX_LENGTH);
    let mut origin = Vec::with_capacity(MAX_LENGTH + 1);
    let mut used = 0;
    for (index, &byte) in part.iter().enumerate() {
        let width = if byte == b'\t' { TAB - text.len() % TAB } else { 1 };
        if text.len() + width > MAX_LENGTH {
            break;
        }
        used = index + 1;
        for _ in 0..width {
            origin.push(start + index as u32);
            text.push(if byte == b'\t' { b' ' } else { byte });
        }
    }
    origin.push(start + used as u32);
    (Line { file, start, text: Cow::Owned(text), origin: Some(origin), cut: used < bytes.len() }, used)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(bytes: &[u8]) -> Vec<(String, bool)> {
        let file = SourceFile::new("x", bytes.to_vec());
        lines(&file, FileId(0)).map(|line| (String::from_utf8_lossy(line.text()).into_owned(), line.cut)).collect()
    }

    #[test]
    fn every_line_ending_ends_a_line() {
        let got: Vec<_> = texts(b"a\nb\r\nc\rd").into_iter().map(|line| line.0).collect();
        assert_eq!(got, ["a", "b", "c", "d"]);
    }

    #[test]
    fn a_tab_reaches_to_the_next_stop_and_spans_still_point_at_the_file() {
        let file = SourceFile::new("x", b"N:\t7".to_vec());
        let line = lines(&file, FileId(0)).next().expect("one line");
        assert_eq!(line.text(), b"N:  7");
        assert_eq!(line.span(4, 5), Span { file: FileId(0), start: 3, end: 4 });
    }

    #[test]
    fn older_readers_drop_what_is_not_printable() {
        let file = SourceFile::new("x", b"N:\x01\xe9\t7\n".to_vec());
        let line = printable_lines(&file, FileId(0), false).next().expect("one line");
        assert_eq!(line.text(), b"N:  7");
        assert_eq!(line.span(4, 5), Span { file: FileId(0), start: 5, end: 6 });
        let line = printable_lines(&file, FileId(0), true).next().expect("one line");
        assert_eq!(line.text(), b"N:\xe9 7");
        let long = SourceFile::new("x", format!("{}\nE:x", "y".repeat(MAX_LENGTH + 1)).into_bytes());
        let lines: Vec<_> =
            printable_lines(&long, FileId(0), false).map(|line| (line.text().len(), line.cut)).collect();
        assert_eq!(lines, [(MAX_LENGTH, true), (3, false)]);
    }

    #[test]
    fn a_line_over_the_buffer_is_cut_and_its_rest_is_the_next_line() {
        let long = format!("D:{}\nE:x\n", "y".repeat(MAX_LENGTH));
        let got = texts(long.as_bytes());
        assert_eq!(got[0].0.len(), MAX_LENGTH);
        assert_eq!(got[1..], [("yy".to_owned(), false), ("E:x".to_owned(), false)]);
        assert!(got[0].1);
    }

    /// A tab at the far end of a line says nothing about the parts before it: they take no room of their own.
    #[test]
    fn the_rest_of_a_long_line_is_not_copied_for_each_part() {
        let file = SourceFile::new("x.txt", [vec![b'a'; 3000], b"\tb\n".to_vec()].concat());
        let parts: Vec<_> =
            lines(&file, FileId(0)).map(|line| (line.text().len(), matches!(line.text, Cow::Owned(_)))).collect();
        assert_eq!(parts, [(1023, false), (1023, false), (957, true)]);
        let room = |line: Line<'_>| line.origin.map(|origin| origin.capacity());
        let tabs = SourceFile::new("x.txt", vec![b'\t'; 100_000]);
        assert!(lines(&tabs, FileId(0)).filter_map(room).all(|room| room < 2 * MAX_LENGTH));
    }
}
