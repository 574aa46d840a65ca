//! Files kept byte for byte, with a line index.

use std::borrow::Cow;

use super::{
    Diagnostic, Rule,
    columns::Columns,
    encoding::{self, Encoding},
};

/// Index of a file in its [`SourceSet`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FileId(pub u16);

/// A byte range `start..end` of one file's text ([`SourceFile::text`]).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// The file.
    pub file: FileId,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The smallest span that covers both; both must lie in the same file.
    #[must_use]
    pub fn to(self, other: Span) -> Span {
        Span { file: self.file, start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

/// Line and column, both from 1; columns count characters, not bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
}

/// One file: its name within the edition and its bytes, which are never changed. Names have folders in editions of tables
/// without rules alone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceFile {
    name: String,
    bytes: Vec<u8>,
    encoding: Encoding,
    /// The text as UTF-8 if the file is UTF-16.
    decoded: Option<Vec<u8>>,
    /// Offset of each line's first byte.
    line_starts: Vec<u32>,
    columns: Columns,
}

impl SourceFile {
    /// Takes the bytes as they are. Files of 4 GiB and more can't be addressed and must be refused by the caller.
    pub fn new(name: impl Into<String>, bytes: Vec<u8>) -> SourceFile {
        let (encoding, decoded) = encoding::read(&bytes);
        let text = decoded.as_deref().unwrap_or(&bytes);
        let line_starts = line_starts(text);
        let columns = Columns::new(text, &line_starts);
        SourceFile { name: name.into(), bytes, encoding, decoded, line_starts, columns }
    }

    /// The file's name, such as `ego_item.txt`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The bytes as imported.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The text that readers parse and spans point into: the bytes, or for a UTF-16 file its text in UTF-8.
    pub fn text(&self) -> &[u8] {
        self.decoded.as_deref().unwrap_or(&self.bytes)
    }

    /// The file's encoding.
    pub fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// Encodes a text in this file's encoding; its own text gives its own bytes.
    pub fn encode(&self, text: Vec<u8>) -> Vec<u8> {
        encoding::write(self.encoding, text)
    }

    /// The diagnostic for a file that can't be read at all because it isn't text; `None` for text files.
    pub fn unreadable(&self) -> Option<Diagnostic> {
        let (rule, found) = match self.encoding {
            Encoding::BrokenUtf16 { at } => {
                let found = format!("found a byte order mark of UTF-16, and what is no UTF-16 at byte {}", at + 1);
                (Rule::BadEncoding, found)
            }
            _ if self.text().contains(&0) => (Rule::BinaryFile, "found NUL bytes".to_owned()),
            _ => return None,
        };
        let expected = "expected a text file; nothing of it is read".to_owned();
        Some(Diagnostic { rule, file: self.name.clone(), span: None, found, expected })
    }

    /// Number of lines; an unterminated last line counts, an empty rest after the last line ending doesn't.
    pub fn line_count(&self) -> u32 {
        let last = *self.line_starts.last().unwrap_or(&0) as usize;
        self.line_starts.len() as u32 - u32::from(last == self.text().len())
    }

    /// The text of line `line` (from 1) without its line ending; empty if there is no such line.
    pub fn line(&self, line: u32) -> Cow<'_, str> {
        let Some(start) = self.line_start(line) else { return Cow::Borrowed("") };
        let (end, _) = line_bounds(self.text(), start as usize);
        decode(&self.text()[start as usize..end])
    }

    /// Offset of the first byte of line `line` (from 1); `None` if there is no such line.
    pub(super) fn line_start(&self, line: u32) -> Option<u32> {
        (line as usize).checked_sub(1).and_then(|index| self.line_starts.get(index)).copied()
    }

    /// Start and end of the line that an offset is in, without its line ending.
    pub(super) fn line_range(&self, offset: u32) -> (usize, usize) {
        let index = self.line_index(offset.min(self.text().len() as u32));
        let start = self.line_starts[index] as usize;
        let next = self.line_starts.get(index + 1).map_or(self.text().len(), |next| *next as usize);
        let ending = self.text()[start..next].iter().rev().take_while(|byte| matches!(byte, b'\n' | b'\r')).count();
        (start, next - ending)
    }

    /// The index of the line that an offset of the text is in.
    fn line_index(&self, offset: u32) -> usize {
        self.line_starts.partition_point(|&start| start <= offset).max(1) - 1
    }

    /// Line and column of a text offset; offsets past the end count as the end.
    pub fn position(&self, offset: u32) -> Position {
        let offset = offset.min(self.text().len() as u32);
        let index = self.line_index(offset);
        let column = self.columns.characters(self.text(), self.line_starts[index], offset) + 1;
        Position { line: index as u32 + 1, column }
    }
}

/// The offset of each line's first byte; the last may be the length of the text.
fn line_starts(text: &[u8]) -> Vec<u32> {
    let mut line_starts = vec![0];
    let mut at = 0;
    while at < text.len() {
        let (end, next) = line_bounds(text, at);
        debug_assert!(next > at || end == at);
        if next >= text.len() && !ends_line(text, next) {
            break;
        }
        line_starts.push(next as u32);
        at = next;
    }
    line_starts
}

/// The end of the line that begins at `at` (without its line ending), and the start of the next line.
/// LF, CRLF and a lone CR all end a line, as in the original's file reader.
pub fn line_bounds(bytes: &[u8], at: usize) -> (usize, usize) {
    let end = bytes[at..].iter().position(|&b| b == b'\n' || b == b'\r').map_or(bytes.len(), |n| at + n);
    let next = match (bytes.get(end), bytes.get(end + 1)) {
        (Some(b'\r'), Some(b'\n')) => end + 2,
        (Some(_), _) => end + 1,
        (None, _) => end,
    };
    (end, next)
}

fn ends_line(bytes: &[u8], at: usize) -> bool {
    at > 0 && matches!(bytes[at - 1], b'\n' | b'\r')
}

/// Bytes as text: UTF-8 where they are valid UTF-8, Latin-1 otherwise (the two encodings edit files come in).
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(bytes.iter().map(|&b| char::from(b)).collect()),
    }
}

/// The files of one revision, in the order they were given.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SourceSet {
    files: Vec<SourceFile>,
}

impl SourceSet {
    /// No files.
    pub fn new() -> SourceSet {
        SourceSet::default()
    }

    /// Adds a file. Names must be unique in the set; the caller checks that.
    pub fn push(&mut self, file: SourceFile) -> FileId {
        debug_assert!(self.find(file.name()).is_none());
        self.files.push(file);
        FileId(self.files.len() as u16 - 1)
    }

    /// The same files with this one, in the place of one of its name.
    #[must_use]
    pub fn with_file(&self, file: SourceFile) -> SourceSet {
        let mut set = SourceSet::new();
        for other in self.files().iter().filter(|other| other.name() != file.name()) {
            set.push(other.clone());
        }
        set.push(file);
        set
    }

    /// All files.
    pub fn files(&self) -> &[SourceFile] {
        &self.files
    }

    /// The file with that name, ignoring ASCII case (edit files come from both kinds of file system).
    pub fn find(&self, name: &str) -> Option<(FileId, &SourceFile)> {
        let index = self.files.iter().position(|file| file.name().eq_ignore_ascii_case(name))?;
        Some((FileId(index as u16), &self.files[index]))
    }

    /// The file that a source means by a name or path behind `#include`: the one of that path, of that name, or whose path ends
    /// so.
    pub fn included(&self, path: &str) -> Option<FileId> {
        let base = path.rsplit(['/', '\\']).next().unwrap_or(path);
        let ends_so = |end: &str| {
            let is_it = |file: &SourceFile| {
                let start = file.name().len().checked_sub(end.len() + 1)?;
                let (folder, name) = (file.name().get(..=start)?, file.name().get(start + 1..)?);
                (folder.ends_with('/') && name.eq_ignore_ascii_case(end)).then_some(())
            };
            self.files.iter().position(|file| is_it(file).is_some()).map(|at| FileId(at as u16))
        };
        self.find(base).map(|(id, _)| id).or_else(|| ends_so(path)).or_else(|| ends_so(base))
    }

    /// The file with that id.
    pub fn file(&self, id: FileId) -> &SourceFile {
        &self.files[usize::from(id.0)]
    }

    /// Line and column of a span's start.
    pub fn position(&self, span: Span) -> Position {
        self.file(span.file).position(span.start)
    }

    /// The bytes of a span, of the text that readers parse.
    pub fn bytes(&self, span: Span) -> &[u8] {
        &self.file(span.file).text()[span.start as usize..span.end as usize]
    }

    /// The text of a span, decoded.
    pub fn text(&self, span: Span) -> Cow<'_, str> {
        decode(self.bytes(span))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_lines_of_every_ending_and_characters_not_bytes() {
        let file = SourceFile::new("x.txt", b"a\nb\r\nc\rd\xc3\xa9f".to_vec());
        let at = |offset| {
            let p = file.position(offset);
            (p.line, p.column)
        };
        assert_eq!(at(0), (1, 1));
        assert_eq!(at(2), (2, 1));
        assert_eq!(at(5), (3, 1));
        assert_eq!(at(7), (4, 1));
        assert_eq!(at(10), (4, 3), "é is one column though two bytes");
        assert_eq!(at(99), (4, 4));
        assert_eq!(file.line_count(), 4);
        assert_eq!(file.line(4), "déf");
        assert_eq!(file.line(9), "");
    }

    #[test]
    fn positions_in_utf16_count_its_characters_and_its_bytes_come_back() {
        let text = "# é\r\nN:5:of Máni\r\n";
        let bytes = |units: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(units).collect::<Vec<_>>();
        let little = [&[0xff, 0xfe][..], &bytes(u16::to_le_bytes)].concat();
        let big = [&[0xfe, 0xff][..], &bytes(u16::to_be_bytes)].concat();
        for bytes in [little, big] {
            let file = SourceFile::new("x.txt", bytes.clone());
            assert_eq!((file.line_count(), file.line(2).as_ref()), (2, "N:5:of Máni"));
            let n = text.find('n').expect("in Máni") as u32;
            assert_eq!(file.position(n), Position { line: 2, column: 10 });
            assert_eq!((file.text(), file.bytes()), (text.as_bytes(), bytes.as_slice()));
            assert_eq!(file.encode(file.text().to_vec()), bytes);
        }
    }

    #[test]
    fn files_that_are_no_text_say_why() {
        let said = |bytes: &[u8]| SourceFile::new("x.txt", bytes.to_vec()).unreadable().map(|d| (d.rule, d.found));
        assert_eq!(said(b"N:1:a\n"), None);
        assert_eq!(said(b"\xff\xfeN\0"), None);
        assert_eq!(said(b"N\0"), Some((Rule::BinaryFile, "found NUL bytes".to_owned())));
        assert_eq!(said(b"\xff\xfe\0\0"), Some((Rule::BinaryFile, "found NUL bytes".to_owned())));
        let found = "found a byte order mark of UTF-16, and what is no UTF-16 at byte 5".to_owned();
        assert_eq!(said(b"\xff\xfeN\0:"), Some((Rule::BadEncoding, found)));
    }

    #[test]
    fn a_final_line_end_opens_no_further_line() {
        assert_eq!(SourceFile::new("x", b"a\nb\n".to_vec()).line_count(), 2);
        assert_eq!(SourceFile::new("x", b"a\nb".to_vec()).line_count(), 2);
        assert_eq!(SourceFile::new("x", b"".to_vec()).line_count(), 0);
    }

    #[test]
    fn bytes_that_are_not_utf8_read_as_latin1() {
        assert_eq!(decode(b"Nain \xe9"), "Nain é");
        assert_eq!(decode("Náin".as_bytes()), "Náin");
    }
}
