//! Edits: spans of a file's text with their replacements. All other bytes stay as they are.

use std::fmt;

use super::{
    Encoding, FileId, SourceFile, SourceSet, Span,
    encoding::{self, Charset},
};

/// A line ending.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum LineEnd {
    /// A line feed.
    Lf,
    /// A carriage return and a line feed.
    CrLf,
    /// A carriage return alone.
    Cr,
}

impl LineEnd {
    /// Its characters, one or two.
    pub fn text(self) -> &'static str {
        match self {
            LineEnd::Lf => "\n",
            LineEnd::CrLf => "\r\n",
            LineEnd::Cr => "\r",
        }
    }

    /// The line ending that begins at an offset, if any.
    pub fn at(text: &[u8], at: usize) -> Option<LineEnd> {
        match (text.get(at), text.get(at + 1)) {
            (Some(b'\r'), Some(b'\n')) => Some(LineEnd::CrLf),
            (Some(b'\r'), _) => Some(LineEnd::Cr),
            (Some(b'\n'), _) => Some(LineEnd::Lf),
            _ => None,
        }
    }

    /// The line ending just before an offset, if any.
    fn before(text: &[u8], at: usize) -> Option<LineEnd> {
        match text.get(..at)? {
            [.., b'\r', b'\n'] => Some(LineEnd::CrLf),
            [.., b'\n'] => Some(LineEnd::Lf),
            [.., b'\r'] => Some(LineEnd::Cr),
            _ => None,
        }
    }

    /// The line ending to use at an offset: that of the line before it, else of its own line, else of the last line
    /// before that has one; LF in a text without line endings.
    fn nearest(text: &[u8], at: usize) -> LineEnd {
        let is_end = |byte: &u8| matches!(byte, b'\n' | b'\r');
        let own = || {
            let end = text.get(at..)?.iter().position(is_end)?;
            LineEnd::at(text, at + end)
        };
        let last = || {
            let end = text.get(..at)?.iter().rposition(is_end)?;
            LineEnd::before(text, end + 1)
        };
        LineEnd::before(text, at).or_else(own).or_else(last).unwrap_or(LineEnd::Lf)
    }
}

/// Overrides of how inserted text is encoded. `None` means: as the file does it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct WriteOptions {
    /// The line ending of inserted lines; by default that of the neighbouring lines.
    pub line_end: Option<LineEnd>,
    /// The charset of inserted characters; by default the file's. Files in UTF-16 ignore it.
    pub charset: Option<Charset>,
}

/// One change of a file's text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// The bytes to replace; an empty span inserts.
    pub span: Span,
    /// The replacement. Its line endings, of whatever style, become those of [`Edit::writing`].
    pub text: String,
    /// Overrides of line ending and charset.
    pub writing: WriteOptions,
}

/// The reason why edits can't be applied. Edits are applied all or none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EditError {
    /// No file has this id.
    NoFile(FileId),
    /// The file is broken UTF-16, so its text can't be encoded again.
    Unreadable {
        /// The file's name.
        file: String,
    },
    /// A span lies outside of its file's text, ends before it begins, or cuts a character of a UTF-16 file.
    OutOfRange {
        /// The file's name.
        file: String,
        /// The span.
        span: Span,
    },
    /// Two edits replace the same bytes.
    Overlap {
        /// The file's name.
        file: String,
        /// The span that begins earlier.
        first: Span,
        /// The other.
        second: Span,
    },
    /// A character that this file's charset doesn't have.
    Unwritable {
        /// The file's name.
        file: String,
        /// The character.
        character: char,
        /// Name of the charset.
        charset: &'static str,
    },
}

impl fmt::Display for EditError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EditError::NoFile(file) => write!(f, "found an edit of file number {}, which there isn't", file.0),
            EditError::Unreadable { file } => write!(f, "{file}: found broken UTF-16, which can't be edited"),
            EditError::OutOfRange { file, span } => {
                write!(f, "{file}: found an edit of bytes {} to {}, expected places in the text", span.start, span.end)
            }
            EditError::Overlap { file, first, second } => {
                let Span { start, end, .. } = first;
                write!(f, "{file}: found edits of bytes {start} to {end} and {} to {}", second.start, second.end)?;
                f.write_str(", expected no two of the same bytes")
            }
            EditError::Unwritable { file, character, charset } => {
                let code = u32::from(*character);
                if character.is_control() {
                    write!(f, "{file}: found the control character U+{code:04X}, which no edit file can hold")
                } else {
                    write!(f, "{file}: found `{character}` (U+{code:04X}), which can't be written in {charset}")
                }
            }
        }
    }
}

impl std::error::Error for EditError {}

/// The files with `edits` applied. Edits may come in any order; several insertions at one offset keep the order of the
/// list. Files without edits are copied unchanged.
///
/// # Errors
/// An edit is out of range, two edits overlap, or a character can't be encoded.
pub fn apply(sources: &SourceSet, edits: &[Edit]) -> Result<SourceSet, EditError> {
    apply_with_spans(sources, edits).map(|(sources, _)| sources)
}

/// Like [`apply`], and the span of each edit's replacement in the new files, in the order of `edits`.
///
/// # Errors
/// See [`apply`].
pub fn apply_with_spans(sources: &SourceSet, edits: &[Edit]) -> Result<(SourceSet, Vec<Span>), EditError> {
    let mut sorted: Vec<(usize, &Edit)> = edits.iter().enumerate().collect();
    sorted.sort_by_key(|(_, edit)| (edit.span.file, edit.span.start, edit.span.end));
    if let Some((_, lost)) = sorted.iter().find(|(_, edit)| usize::from(edit.span.file.0) >= sources.files().len()) {
        return Err(EditError::NoFile(lost.span.file));
    }
    let mut changed = SourceSet::new();
    let mut places: Vec<Span> = edits.iter().map(|edit| edit.span).collect();
    for (at, file) in sources.files().iter().enumerate() {
        let id = FileId(at as u16);
        let first = sorted.partition_point(|(_, edit)| edit.span.file < id);
        let end = sorted.partition_point(|(_, edit)| edit.span.file <= id);
        changed.push(edit_file(file, &sorted[first..end], &mut places)?);
    }
    Ok((changed, places))
}

/// One file with its edits applied. `edits` is sorted by span; each has its index into `places`, where its new span is
/// stored.
fn edit_file(file: &SourceFile, edits: &[(usize, &Edit)], places: &mut [Span]) -> Result<SourceFile, EditError> {
    if edits.is_empty() {
        return Ok(file.clone());
    }
    let name = || file.name().to_owned();
    if matches!(file.encoding(), Encoding::BrokenUtf16 { .. }) {
        return Err(EditError::Unreadable { file: name() });
    }
    let text = file.text();
    let mut out = Vec::with_capacity(text.len() + edits.iter().map(|(_, edit)| edit.text.len()).sum::<usize>());
    let mut before: Option<Span> = None;
    for (at, edit) in edits {
        let (start, end) = (edit.span.start as usize, edit.span.end as usize);
        let is_cut = |at: usize| is_within_character(file, at);
        if start > end || end > text.len() || is_cut(start) || is_cut(end) {
            return Err(EditError::OutOfRange { file: name(), span: edit.span });
        }
        let from = before.map_or(0, |span| span.end as usize);
        if let Some(first) = before.filter(|_| start < from) {
            return Err(EditError::Overlap { file: name(), first, second: edit.span });
        }
        out.extend_from_slice(&text[from..start]);
        let put_at = out.len() as u32;
        out.extend(encode_text(file, edit)?);
        places[*at] = Span { start: put_at, end: out.len() as u32, ..edit.span };
        before = Some(edit.span);
    }
    out.extend_from_slice(&text[before.map_or(0, |span| span.end as usize)..]);
    Ok(SourceFile::new(file.name(), file.encode(out)))
}

/// Checks that an edit's text can be encoded in its file.
///
/// # Errors
/// [`EditError::Unreadable`] or [`EditError::Unwritable`].
pub fn writable(file: &SourceFile, edit: &Edit) -> Result<(), EditError> {
    if matches!(file.encoding(), Encoding::BrokenUtf16 { .. }) {
        return Err(EditError::Unreadable { file: file.name().to_owned() });
    }
    encode_text(file, edit).map(|_| ())
}

/// Whether an offset lies within a character of a file decoded from UTF-16.
fn is_within_character(file: &SourceFile, at: usize) -> bool {
    matches!(file.encoding(), Encoding::Utf16 { .. }) && file.text().get(at).is_some_and(|byte| byte & 0xc0 == 0x80)
}

/// An edit's replacement as bytes of its file's text.
fn encode_text(file: &SourceFile, edit: &Edit) -> Result<Vec<u8>, EditError> {
    let charset = match file.encoding() {
        Encoding::Bytes => edit.writing.charset.unwrap_or_else(|| Charset::of(file.text())),
        _ => Charset::Utf8,
    };
    let line_end = edit
        .writing
        .line_end
        .unwrap_or_else(|| LineEnd::nearest(file.text(), (edit.span.start as usize).min(file.text().len())));
    let mut out = Vec::with_capacity(edit.text.len());
    let mut characters = edit.text.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '\r' | '\n' => {
                if character == '\r' {
                    characters.next_if_eq(&'\n');
                }
                out.extend(line_end.text().bytes());
            }
            // A file with a NUL byte counts as binary and would not be read any more.
            '\0' => return Err(unwritable(file, character, charset)),
            _ => encoding::encode_char(charset, character, &mut out)
                .ok_or_else(|| unwritable(file, character, charset))?,
        }
    }
    Ok(out)
}

fn unwritable(file: &SourceFile, character: char, charset: Charset) -> EditError {
    EditError::Unwritable { file: file.name().to_owned(), character, charset: charset.name() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(bytes: &[u8]) -> SourceSet {
        let mut set = SourceSet::new();
        set.push(SourceFile::new("x.txt", bytes.to_vec()));
        set
    }

    fn edit(start: u32, end: u32, text: &str) -> Edit {
        let span = Span { file: FileId(0), start, end };
        Edit { span, text: text.to_owned(), writing: WriteOptions::default() }
    }

    fn bytes(before: &[u8], edits: &[Edit]) -> Result<Vec<u8>, String> {
        apply(&set(before), edits).map(|set| set.files()[0].bytes().to_vec()).map_err(|error| error.to_string())
    }

    #[test]
    fn edits_of_any_order_replace_insert_and_remove() {
        let edits = [edit(8, 8, "!"), edit(4, 6, "30"), edit(0, 2, ""), edit(8, 8, "?")];
        assert_eq!(bytes(b"T:a:20:x", &edits), Ok(b"a:30:x!?".to_vec()));
        assert_eq!(bytes(b"abc", &[]), Ok(b"abc".to_vec()));
        // Adjacent edits do not overlap.
        assert_eq!(bytes(b"abc", &[edit(0, 1, "x"), edit(1, 2, "y"), edit(1, 1, "-")]), Ok(b"x-yc".to_vec()));
    }

    #[test]
    fn line_ends_are_those_of_the_lines_beside() {
        for (before, at, expected) in [
            (&b"a\r\nb\r\n"[..], 3, &b"a\r\nx\r\nb\r\n"[..]),
            (b"a\nb\r\n", 2, b"a\nx\nb\r\n"),
            (b"a\rb", 2, b"a\rx\rb"),
            (b"a\r\nb", 0, b"x\r\na\r\nb"),
            (b"a\r\nbc", 4, b"a\r\nbx\r\nc"),
            (b"ab", 1, b"ax\nb"),
            (b"", 0, b"x\n"),
        ] {
            for text in ["x\n", "x\r\n", "x\r"] {
                assert_eq!(bytes(before, &[edit(at, at, text)]), Ok(expected.to_vec()), "{before:?} {at}");
            }
        }
        let said = Edit { writing: WriteOptions { line_end: Some(LineEnd::CrLf), charset: None }, ..edit(0, 0, "x\n") };
        assert_eq!(bytes(b"a\n", &[said]), Ok(b"x\r\na\n".to_vec()));
    }

    #[test]
    fn text_is_written_as_the_file_is() {
        let to_e = |before: &[u8], at| bytes(before, &[edit(at, at + 1, "é")]);
        assert_eq!(to_e(b"N:Nain\n", 4), Ok(b"N:Na\xc3\xa9n\n".to_vec()), "ASCII becomes UTF-8");
        assert_eq!(to_e(b"N:\xe1\nN:e\n", 6), Ok(b"N:\xe1\nN:\xe9\n".to_vec()), "Latin-1");
        assert_eq!(to_e("N:á\nN:e\n".as_bytes(), 7), Ok("N:á\nN:é\n".as_bytes().to_vec()), "UTF-8");
        assert_eq!(to_e(b"\xff\xfee\0\n\0", 0), Ok(b"\xff\xfe\xe9\0\n\0".to_vec()), "UTF-16");
        assert_eq!(to_e(b"\xfe\xff\0e\0\n", 0), Ok(b"\xfe\xff\0\xe9\0\n".to_vec()), "the other UTF-16");
        let said =
            Edit { writing: WriteOptions { line_end: None, charset: Some(Charset::Latin1) }, ..edit(0, 1, "é") };
        assert_eq!(bytes(b"e", &[said]), Ok(b"\xe9".to_vec()));
    }

    #[test]
    fn what_cannot_be_is_refused() {
        let refused = |before: &[u8], edits: &[Edit]| bytes(before, edits).expect_err("refused");
        assert_eq!(
            refused(b"N:\xe1", &[edit(0, 0, "a€")]),
            "x.txt: found `€` (U+20AC), which can't be written in Latin-1"
        );
        assert_eq!(
            refused(b"a", &[edit(0, 0, "\0")]),
            "x.txt: found the control character U+0000, which no edit file can hold"
        );
        let places = "expected places in the text";
        assert_eq!(refused(b"ab", &[edit(1, 3, "")]), format!("x.txt: found an edit of bytes 1 to 3, {places}"));
        assert_eq!(refused(b"ab", &[edit(2, 1, "")]), format!("x.txt: found an edit of bytes 2 to 1, {places}"));
        assert_eq!(
            refused(b"\xff\xfe\xe9\0", &[edit(1, 2, "")]),
            format!("x.txt: found an edit of bytes 1 to 2, {places}")
        );
        assert_eq!(
            refused(b"abc", &[edit(1, 3, ""), edit(0, 2, "")]),
            "x.txt: found edits of bytes 0 to 2 and 1 to 3, expected no two of the same bytes"
        );
        assert_eq!(refused(b"\xff\xfea", &[edit(0, 0, "")]), "x.txt: found broken UTF-16, which can't be edited");
        let lost = Edit { span: Span { file: FileId(1), start: 0, end: 0 }, ..edit(0, 0, "") };
        assert_eq!(refused(b"", &[lost]), "found an edit of file number 1, which there isn't");
    }
}
