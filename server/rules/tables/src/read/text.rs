//! A file's text for readers that want UTF-8, and the way back to its bytes.

use std::borrow::Cow;

use affixboard_model::text::{FileId, SourceFile, Span, decode};

/// The mark that some programs put before UTF-8.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// A file's text.
pub(crate) struct Text<'a> {
    /// The text, without a byte order mark.
    pub(crate) utf8: Cow<'a, str>,
    id: FileId,
    /// Bytes of the file before the text.
    skipped: usize,
    /// Whether the file has one byte for each character, where the text has up to two.
    is_latin1: bool,
    /// The offset of each character in the text; none where each has one byte.
    characters: Vec<u32>,
}

impl<'a> Text<'a> {
    /// The text of a file.
    pub(crate) fn new(file: &'a SourceFile, id: FileId) -> Text<'a> {
        let bytes = file.text();
        let is_latin1 = std::str::from_utf8(bytes).is_err();
        let (mut utf8, mut skipped) = (decode(bytes), 0);
        if let Cow::Borrowed(whole) = utf8
            && let Some(rest) = whole.strip_prefix(BYTE_ORDER_MARK)
        {
            skipped = whole.len() - rest.len();
            utf8 = Cow::Borrowed(rest);
        }
        let is_ascii = utf8.is_ascii();
        let offsets = utf8.char_indices().filter(|_| !is_ascii).map(|(at, _)| at as u32);
        let characters = offsets.collect();
        Text { utf8, id, skipped, is_latin1, characters }
    }

    /// The place of a range of the text's bytes.
    pub(crate) fn span(&self, start: usize, end: usize) -> Span {
        Span { file: self.id, start: self.byte(start), end: self.byte(end) }
    }

    /// The place of a range that is counted in characters.
    pub(crate) fn span_of_characters(&self, start: usize, end: usize) -> Span {
        self.span(self.offset(start), self.offset(end.max(start)))
    }

    /// The text of a place.
    pub(crate) fn of(&self, span: Span) -> &str {
        let at = |byte: u32| {
            let byte = byte as usize;
            if self.is_latin1 { self.offset(byte) } else { byte.saturating_sub(self.skipped) }
        };
        self.utf8.get(at(span.start)..at(span.end)).unwrap_or_default()
    }

    /// The offset of a character in the text.
    fn offset(&self, character: usize) -> usize {
        if self.characters.is_empty() {
            return character.min(self.utf8.len());
        }
        self.characters.get(character).map_or(self.utf8.len(), |at| *at as usize)
    }

    /// The byte of the file that an offset of the text stands for.
    fn byte(&self, at: usize) -> u32 {
        if self.is_latin1 {
            return self.characters.partition_point(|start| (*start as usize) < at) as u32;
        }
        (self.skipped + at) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_those_of_the_files_bytes() {
        for (bytes, what) in [
            (&b"ab=12"[..], "plain"),
            ("\u{feff}é=12".as_bytes(), "UTF-8 with a mark"),
            (b"\xe9b=12", "Latin-1"),
            ("日=12".as_bytes(), "UTF-8"),
        ] {
            let file = SourceFile::new("a.toml", bytes.to_vec());
            let text = Text::new(&file, FileId(0));
            let start = text.utf8.find('1').expect("a number");
            let span = text.span(start, start + 2);
            assert_eq!(&bytes[span.start as usize..span.end as usize], b"12", "{what}");
            assert_eq!(text.of(span), "12", "{what}");
            let character = text.utf8[..start].chars().count();
            assert_eq!(text.span_of_characters(character, character + 2), span, "{what}");
        }
    }
}
