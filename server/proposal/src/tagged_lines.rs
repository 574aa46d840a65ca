//! All lines of an edition's files that have a directive, with their fields.

use super::{fields, line::record_lines};
use affixboard_model::{
    game::Loaded,
    syntax::{DirectiveSpec, FieldSpec},
    text::{Span, decode},
};

/// A line with a directive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TaggedLine {
    /// Its bytes without its line ending.
    pub span: Span,
    /// The letters before its first colon.
    pub tag: String,
    /// Whether it begins a record.
    pub is_header: bool,
    /// The directive; `None` where the game knows none of that name.
    pub directive: Option<&'static DirectiveSpec>,
    /// Its fields as written, without blanks around them, valid or not; as many as there are.
    pub fields: Vec<(&'static FieldSpec, String)>,
}

/// The lines with a directive of all files that have such lines, by file and place.
pub fn tagged_lines(loaded: &Loaded) -> Vec<TaggedLine> {
    let mut found = Vec::new();
    for spec in loaded.files().iter().filter(|spec| !spec.notation.is_of_tables()) {
        let Some((id, file)) = spec.find(&loaded.sources) else { continue };
        if file.unreadable().is_some() {
            continue;
        }
        for (line, tag) in record_lines(file, id, spec) {
            let Some(tag) = tag else { continue };
            let directive = spec.directives.iter().find(|directive| directive.tag == tag);
            let text = decode(&file.text()[line.span.start as usize..line.span.end as usize]).into_owned();
            let fields = directive.map_or_else(Vec::new, |directive| {
                let ranges = fields::split(directive, spec.notation, &text);
                let field =
                    |(spec, range): (&'static FieldSpec, std::ops::Range<usize>)| (spec, text[range].trim().to_owned());
                directive.fields.iter().zip(ranges).map(field).collect()
            });
            found.push(TaggedLine { span: line.span, is_header: tag == spec.header, tag, directive, fields });
        }
    }
    found
}
