//! A file as a sequence of tokens ("pieces") that cover it without gap or overlap.
//!
//! Printing the pieces gives back every byte; a change replaces single pieces and leaves the rest untouched.

use super::line::lines;
use crate::text::{FileId, SourceFile, Span};

/// The kind of a piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PieceKind {
    /// Blanks before a directive, or a blank line.
    Blank,
    /// A comment line.
    Comment,
    /// The tag of a line, before its first colon.
    Directive,
    /// A run of colons.
    Separator,
    /// The text between separators.
    Field,
    /// A line ending.
    LineEnd,
}

/// One piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Piece {
    /// Its kind.
    pub kind: PieceKind,
    /// Its bytes.
    pub span: Span,
}

/// Splits a file of colon lines into its pieces.
pub fn parse(file: &SourceFile, id: FileId) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut at = 0;
    let mut push = |kind, end: u32| {
        if end > at {
            pieces.push(Piece { kind, span: Span { file: id, start: at, end } });
            at = end;
        }
    };
    for line in lines(file, id) {
        let text = line.text();
        let place = |index: usize| line.span(index, index).start;
        push(PieceKind::LineEnd, place(0));
        let indent = text.iter().take_while(|b| b.is_ascii_whitespace()).count();
        push(PieceKind::Blank, place(indent));
        if text.get(indent) == Some(&b'#') {
            push(PieceKind::Comment, place(text.len()));
            continue;
        }
        let mut index = indent;
        let mut kind = PieceKind::Directive;
        while index < text.len() {
            let is_colon = text[index] == b':';
            let run = text[index..].iter().take_while(|b| (**b == b':') == is_colon).count();
            index += run;
            if is_colon {
                push(PieceKind::Separator, place(index));
            } else {
                push(kind, place(index));
                kind = PieceKind::Field;
            }
        }
    }
    push(PieceKind::LineEnd, file.text().len() as u32);
    pieces
}

/// The pieces one after the other, as bytes in the file's encoding.
pub fn print(file: &SourceFile, pieces: &[Piece]) -> Vec<u8> {
    let mut out = Vec::with_capacity(file.text().len());
    for piece in pieces {
        out.extend_from_slice(&file.text()[piece.span.start as usize..piece.span.end as usize]);
    }
    file.encode(out)
}

#[cfg(test)]
mod tests {
    use super::{PieceKind::*, *};

    #[test]
    fn pieces_name_what_they_are() {
        let file = SourceFile::new("x", b"# c\r\n  T:sword::9\n".to_vec());
        let pieces = parse(&file, FileId(0));
        let got: Vec<_> =
            pieces.iter().map(|p| (p.kind, &file.bytes()[p.span.start as usize..p.span.end as usize])).collect();
        let expected: Vec<(PieceKind, &[u8])> = vec![
            (Comment, b"# c"),
            (LineEnd, b"\r\n"),
            (Blank, b"  "),
            (Directive, b"T"),
            (Separator, b":"),
            (Field, b"sword"),
            (Separator, b"::"),
            (Field, b"9"),
            (LineEnd, b"\n"),
        ];
        assert_eq!(got, expected);
    }
}
