//! YAML: each document of a file. What an alias stands for isn't put in its place.

use affixboard_model::text::Span;
use saphyr_parser::{Event, Parser, ScalarStyle};

use super::text::Text;
use crate::{
    roots::{Problem, Roots},
    tree::Node,
};

/// Values within each other at most.
const DEEPEST: usize = 100;

/// A value whose end hasn't come yet.
enum Open {
    List(Vec<Node>),
    /// Fields, and the name whose value comes next.
    Record(Vec<(String, Node)>, Option<String>),
}

/// Reads a file.
pub(super) fn read(text: &Text<'_>) -> Result<Roots, Problem> {
    let mut roots = Roots::new();
    let mut open: Vec<(usize, Open)> = Vec::new();
    for event in Parser::new_from_str(&text.utf8) {
        let (event, place) = event.map_err(|error| {
            let at = error.marker().index();
            Problem { at: text.span_of_characters(at, at), found: error.info().to_owned() }
        })?;
        let (start, end) = (place.start.index(), place.end.index());
        let done = match event {
            Event::SequenceStart(..) => {
                open.push((start, Open::List(Vec::new())));
                None
            }
            Event::MappingStart(..) => {
                open.push((start, Open::Record(Vec::new(), None)));
                None
            }
            Event::SequenceEnd | Event::MappingEnd => open.pop().map(|(first, open)| {
                let span = text.span_of_characters(first, end);
                // A block has no sign for its end: it ends with its last value.
                let ends = |last: Option<&Node>| match last {
                    Some(last) if start == end => Span { end: last.span.end, ..span },
                    _ => span,
                };
                match open {
                    Open::List(values) => Node::list(ends(values.last()), values),
                    Open::Record(fields, _) => Node::record(ends(fields.last().map(|field| &field.1)), fields),
                }
            }),
            Event::Scalar(value, style, ..) => {
                let span = text.span_of_characters(start, end);
                // What is quoted is a text, whatever it looks like.
                Some(if style == ScalarStyle::Plain && text.of(span).trim() == value {
                    let blanks = text.of(span).len() - text.of(span).trim_end().len();
                    Node::word(Span { end: span.end - blanks as u32, ..span }, &value)
                } else {
                    Node::text(span, value)
                })
            }
            Event::Alias(_) => {
                let span = text.span_of_characters(start, end);
                Some(Node::text(span, text.of(span)))
            }
            _ => None,
        };
        if open.len() > DEEPEST {
            let found = format!("values within more than {DEEPEST} others");
            return Err(Problem { at: text.span_of_characters(start, end), found });
        }
        let Some(node) = done else { continue };
        match open.last_mut() {
            Some((_, Open::List(values))) => values.push(node),
            Some((_, Open::Record(fields, name))) => match name.take() {
                Some(name) => fields.push((name, node)),
                None => {
                    *name = Some(node.scalar().map_or_else(|| text.of(node.span).to_owned(), |key| key.text.clone()));
                }
            },
            None => roots.push((String::new(), node)),
        }
    }
    Ok(roots)
}
