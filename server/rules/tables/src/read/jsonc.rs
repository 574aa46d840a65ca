//! JSON, with or without comments and commas at the end of lists.

use jsonc_parser::{
    CollectOptions, ParseOptions,
    ast::{ObjectPropName, Value},
    common::{Range, Ranged},
    parse_to_ast,
};

use super::text::Text;
use crate::{roots::Problem, tree::Node};

/// What such files may have beyond JSON: what Hengband's do.
const OPTIONS: ParseOptions = ParseOptions {
    allow_comments: true,
    allow_trailing_commas: true,
    allow_loose_object_property_names: false,
    allow_missing_commas: false,
    allow_single_quoted_strings: false,
    allow_hexadecimal_numbers: false,
    allow_unary_plus_numbers: false,
    allow_bare_decimal_point_numbers: false,
    allow_non_finite_numbers: false,
    allow_extended_string_escapes: false,
};

/// Reads a file.
pub(super) fn read(text: &Text<'_>) -> Result<Node, Problem> {
    let parsed = parse_to_ast(&text.utf8, &CollectOptions::default(), &OPTIONS).map_err(|error| Problem {
        at: place(text, error.range()),
        found: {
            let kind = error.kind().to_string();
            let mut words = kind.chars();
            words.next().map_or_else(String::new, |first| first.to_lowercase().chain(words).collect())
        },
    })?;
    let nothing = || Problem { at: text.span(0, 0), found: "nothing but comments".to_owned() };
    Ok(node(text, &parsed.value.ok_or_else(nothing)?))
}

fn place(text: &Text<'_>, range: Range) -> affixboard_model::text::Span {
    text.span(range.start.min(text.utf8.len()), range.end.min(text.utf8.len()))
}

/// The parser limits how deep values lie within each other.
fn node(text: &Text<'_>, value: &Value<'_>) -> Node {
    let span = place(text, value.range());
    match value {
        Value::StringLit(string) => Node::text(span, string.value.as_ref()),
        Value::NumberLit(number) => Node::word(span, number.value),
        Value::BooleanLit(literal) => Node::text(span, if literal.value { "true" } else { "false" }),
        Value::NullKeyword(_) => Node::text(span, ""),
        Value::Array(array) => Node::list(span, array.elements.iter().map(|value| node(text, value)).collect()),
        Value::Object(object) => {
            let field = |property: &jsonc_parser::ast::ObjectProp<'_>| {
                let name = match &property.name {
                    ObjectPropName::String(name) => name.value.as_ref().to_owned(),
                    ObjectPropName::Word(name) => name.value.to_owned(),
                };
                (name, node(text, &property.value))
            };
            Node::record(span, object.properties.iter().map(field).collect())
        }
    }
}
