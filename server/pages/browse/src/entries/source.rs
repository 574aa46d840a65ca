//! Lines of edit files, coloured by what their pieces are.

use affixboard_model::{
    syntax::document::{self, Piece, PieceKind},
    text::{SourceSet, Span},
};

/// Lines shown at most; the longest record of a real edition has a tenth of them.
const MOST_LINES: usize = 500;
/// One line of a file.
pub(crate) struct SourceLine {
    pub(crate) number: u32,
    pub(crate) pieces: Vec<SourcePiece>,
    /// Whether the line is the one talked about.
    pub(crate) marked: bool,
}

pub(crate) struct SourcePiece {
    pub(crate) class: &'static str,
    pub(crate) text: String,
}

/// The first lines that a span covers, and how many more there are; `marked` says which of them (by a span within) stand out.
/// `is_plain`: its pieces aren't those of edit files.
pub(crate) fn lines(
    sources: &SourceSet,
    span: Span,
    is_plain: bool,
    marked: &dyn Fn(Span) -> bool,
) -> (Vec<SourceLine>, usize) {
    let file = sources.file(span.file);
    let pieces = document::parse(file, span.file);
    let first = pieces.partition_point(|piece| piece.span.end <= span.start);
    let mut lines: Vec<SourceLine> = Vec::new();
    let (mut open, mut more) = (false, 0);
    for Piece { kind, span: place } in pieces[first..].iter().take_while(|piece| piece.span.start < span.end) {
        let class = match kind {
            PieceKind::LineEnd => {
                open = false;
                continue;
            }
            _ if is_plain => "",
            PieceKind::Blank => "",
            PieceKind::Comment => "comment",
            PieceKind::Directive => "directive",
            PieceKind::Separator => "separator",
            PieceKind::Field => "field",
        };
        if !open && lines.len() == MOST_LINES {
            (open, more) = (true, more + 1);
        }
        if more > 0 {
            continue;
        }
        if !open {
            lines.push(SourceLine { number: file.position(place.start).line, pieces: Vec::new(), marked: false });
            open = true;
        }
        if let Some(line) = lines.last_mut() {
            line.marked |= marked(*place);
            line.pieces.push(SourcePiece { class, text: sources.text(*place).into_owned() });
        }
    }
    (lines, more)
}
