//! Fields of a line's text, and replacing some of them without touching other characters of the line.

use std::{fmt, ops::Range};

use super::line::trimmed_range;
use affixboard_model::syntax::{DirectiveSpec, FieldKind, Notation};

/// The reason why a field can't be set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FieldError {
    /// The directive has no field of that name.
    Unknown {
        /// The name.
        field: String,
        /// The form of the line.
        form: String,
    },
    /// A mandatory field is empty, or a field before the given one is missing.
    Missing {
        /// The missing field.
        field: &'static str,
        /// The form of the line.
        form: String,
    },
    /// The text has a colon, which would begin the next field.
    Colon {
        /// The field.
        field: &'static str,
    },
    /// The text has a control character, such as a line ending.
    Control {
        /// The field.
        field: &'static str,
        /// The character.
        character: char,
    },
}

impl fmt::Display for FieldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FieldError::Unknown { field, form } => write!(f, "found a field `{field}`, expected one of {form}"),
            FieldError::Missing { field, form } => write!(f, "found nothing for {field}, expected it as in {form}"),
            FieldError::Colon { field } => {
                write!(f, "found a colon in {field}, expected none: it would begin the next field")
            }
            FieldError::Control { field, character } => {
                let code = u32::from(*character);
                write!(f, "found the control character U+{code:04X} in {field}, expected text on one line")
            }
        }
    }
}

impl std::error::Error for FieldError {}

/// The tag: the letters before the first colon; `None` for blank lines, comments and lines without a tag.
pub(super) fn tag(notation: Notation, text: &[u8]) -> Option<&[u8]> {
    match notation {
        Notation::Colon => {
            let text = text.trim_ascii_start();
            if text.first() == Some(&b'#') {
                return None;
            }
            // A run of colons counts as one; colons before the first word are skipped.
            text.split(|byte| *byte == b':').find(|word| !word.is_empty())
        }
        Notation::Letter | Notation::VariantLetter => match text {
            [letter, b':', ..] if *letter != b'#' => Some(&text[..1]),
            _ => None,
        },
        Notation::Source | Notation::Numbers => None,
    }
}

/// The byte ranges of a line's fields by its notation, as many as there are.
pub(super) fn split(directive: &DirectiveSpec, notation: Notation, text: &str) -> Vec<Range<usize>> {
    match notation {
        Notation::Colon => colon_fields(directive, text),
        Notation::Letter | Notation::VariantLetter => letter_fields(directive, text),
        Notation::Source | Notation::Numbers => std::iter::once(0..text.len()).collect(),
    }
}

/// The text of each field of a line, blanks included; `None` for missing fields.
pub fn fields<'a>(directive: &DirectiveSpec, notation: Notation, line: &'a str) -> Vec<Option<&'a str>> {
    let found = split(directive, notation, line);
    (0..directive.fields.len()).map(|at| found.get(at).map(|range| &line[range.clone()])).collect()
}

fn colon_fields(directive: &DirectiveSpec, text: &str) -> Vec<Range<usize>> {
    let bytes = text.as_bytes();
    let mut at = bytes.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    let token = |at: &mut usize| {
        let start = *at + bytes[*at..].iter().take_while(|byte| **byte == b':').count();
        let end = start + bytes[start..].iter().take_while(|byte| **byte != b':').count();
        *at = (end + 1).min(bytes.len());
        (start < end).then_some(start..end)
    };
    let mut fields = Vec::new();
    if token(&mut at).is_none() {
        return fields;
    }
    for field in directive.fields {
        let range = match field.kind {
            FieldKind::Rest => {
                let range = at..bytes.len();
                at = bytes.len();
                (!range.is_empty()).then_some(range)
            }
            FieldKind::Char => text[at..].chars().next().map(|character| {
                let range = at..at + character.len_utf8();
                at = range.end + usize::from(bytes.get(range.end) == Some(&b':'));
                range
            }),
            _ => token(&mut at),
        };
        match range {
            Some(range) => fields.push(range),
            None => break,
        }
    }
    fields
}

fn letter_fields(directive: &DirectiveSpec, text: &str) -> Vec<Range<usize>> {
    let bytes = text.as_bytes();
    let mut at = 2;
    let mut fields = Vec::new();
    for (number, field) in directive.fields.iter().enumerate() {
        if number > 0 {
            match bytes.get(at) {
                Some(b':') => at += 1,
                _ => break,
            }
        }
        let Some(rest) = text.get(at..) else { break };
        let length = match field.kind {
            FieldKind::Rest => rest.len(),
            FieldKind::Char => rest.chars().next().map_or(0, char::len_utf8),
            _ => rest.bytes().take_while(|byte| *byte != b':').count(),
        };
        // An empty field that may be missing is one, where another one follows.
        let is_skipped = field.optional && rest.starts_with(':');
        if length == 0 && !is_skipped {
            break;
        }
        fields.push(at..at + length);
        at += length;
    }
    fields
}

/// The line with some fields replaced: (name, text). Blanks around a field stay; in a field of several words only the
/// different words are replaced. An empty text removes an optional field that is the last one.
///
/// # Errors
/// If the line has no such field, or the text can't be a field. The meaning isn't checked; the reader of the files does
/// that.
pub fn set_fields(
    directive: &DirectiveSpec,
    notation: Notation,
    line: &str,
    values: &[(&str, &str)],
) -> Result<String, FieldError> {
    let mut line = line.to_owned();
    for (name, value) in values {
        line = write_one(directive, notation, &line, name, value)?;
    }
    Ok(line)
}

/// A new line with these values of its first fields, in order.
///
/// # Errors
/// If a value is empty before another one, or can't be a field.
pub fn new_line(directive: &DirectiveSpec, notation: Notation, values: &[&str]) -> Result<String, FieldError> {
    let count = values.iter().rposition(|value| !value.trim().is_empty()).map_or(0, |last| last + 1);
    let needed = directive.fields.iter().rposition(|field| !field.optional).map_or(0, |last| last + 1);
    let named: Vec<(&str, &str)> = directive
        .fields
        .iter()
        .take(count.max(needed))
        .enumerate()
        .map(|(at, field)| (field.name, values.get(at).copied().unwrap_or_default()))
        .collect();
    if let Some((at, _)) = named.iter().enumerate().find(|(_, (_, value))| value.trim().is_empty()) {
        return Err(FieldError::Missing { field: directive.fields[at].name, form: directive.form() });
    }
    set_fields(directive, notation, &format!("{}:", directive.tag), &named)
}

fn write_one(
    directive: &DirectiveSpec,
    notation: Notation,
    line: &str,
    name: &str,
    value: &str,
) -> Result<String, FieldError> {
    let form = || directive.form();
    let unknown = || FieldError::Unknown { field: name.to_owned(), form: form() };
    let at = directive.fields.iter().position(|field| field.name == name).ok_or_else(unknown)?;
    let field = &directive.fields[at];
    if let Some(character) = value.chars().find(|character| character.is_control() && *character != '\t') {
        return Err(FieldError::Control { field: field.name, character });
    }
    let may_have_colons = matches!(field.kind, FieldKind::Rest) || (field.kind == FieldKind::Char && value == ":");
    if value.contains(':') && !may_have_colons {
        return Err(FieldError::Colon { field: field.name });
    }
    let fields = split(directive, notation, line);
    let missing = |at: usize| FieldError::Missing { field: directive.fields[at].name, form: form() };
    if field.meant(value).is_empty() {
        return match fields.get(at) {
            None if field.optional => Ok(line.to_owned()),
            Some(range) if field.optional && at + 1 == fields.len() && range.end == line.len() => {
                let before = &line[..range.start];
                // In letter lines each colon counts, and that of the letter stays.
                let kept = match at {
                    _ if !is_letter(notation) => before.trim_end_matches(':'),
                    0 => before,
                    _ => before.strip_suffix(':').unwrap_or(before),
                };
                Ok(kept.to_owned())
            }
            // So it may be empty before others.
            Some(range) if field.optional && is_letter(notation) => {
                Ok(format!("{}{}", &line[..range.start], &line[range.end..]))
            }
            _ => Err(missing(at)),
        };
    }
    match fields.get(at) {
        Some(range) if field.verbatim || field.kind == FieldKind::Char => {
            Ok(format!("{}{}{}", &line[..range.start], field.meant(value), &line[range.end..]))
        }
        Some(range) => {
            let place = trimmed_range(line, range.clone());
            let text = replace_words(&line[place.clone()], value.trim());
            Ok(format!("{}{text}{}", &line[..place.start], &line[place.end..]))
        }
        None if at == fields.len() && is_letter(notation) && is_left_empty(line, &fields) => {
            let (before, after) = line.split_at(fields.last().map_or(2, |last| last.end + 1));
            Ok(format!("{before}{}{after}", field.meant(value)))
        }
        None if at == fields.len() => {
            let colon = if line.ends_with(':') && at == 0 { "" } else { ":" };
            Ok(format!("{line}{colon}{}", field.meant(value)))
        }
        None => Err(missing(fields.len())),
    }
}

fn is_letter(notation: Notation) -> bool {
    matches!(notation, Notation::Letter | Notation::VariantLetter)
}

/// Whether the field behind those that a letter line has is there and empty.
fn is_left_empty(line: &str, fields: &[Range<usize>]) -> bool {
    let end = fields.last().map_or(1, |last| last.end);
    line.get(end..).is_some_and(|rest| rest == ":" || rest.starts_with("::"))
}

/// Replaces word by word, so that blanks between words stay, if both texts have the same number of words.
fn replace_words(old: &str, new: &str) -> String {
    if old.split_whitespace().count() != new.split_whitespace().count() {
        return new.to_owned();
    }
    let mut text = String::with_capacity(old.len().max(new.len()));
    let mut rest = old;
    for (old, new) in old.split_whitespace().zip(new.split_whitespace()) {
        let (blanks, after) = rest.split_once(old).unwrap_or(("", ""));
        text.push_str(blanks);
        text.push_str(new);
        rest = after;
    }
    text + rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use affixboard_model::syntax::{
        FieldKind::{Char, Int, Rest, Word},
        spec::{directive, field, optional},
    };

    const T: DirectiveSpec =
        directive("T", &[field("tval", Word), field("sval", Int), field("commonness", Int), field("depths", Rest)], "");
    const A: DirectiveSpec = directive("A", &[field("affix", Word), field("weight", Int), optional("chance", Int)], "");

    fn line(directive: &DirectiveSpec, line: &str, values: &[(&str, &str)]) -> Result<String, String> {
        set_fields(directive, Notation::Colon, line, values).map_err(|error| error.to_string())
    }

    #[test]
    fn only_what_is_written_changes() {
        let before = "  T: Sword ::9 :20:1  to 100  ";
        assert_eq!(line(&T, before, &[("commonness", "30")]), Ok("  T: Sword ::9 :30:1  to 100  ".to_owned()));
        assert_eq!(line(&T, before, &[("depths", "1 to 60")]), Ok("  T: Sword ::9 :20:1  to 60  ".to_owned()));
        assert_eq!(line(&T, before, &[("sval", " 8 ")]), Ok("  T: Sword ::8 :20:1  to 100  ".to_owned()));
        assert_eq!(line(&T, before, &[("depths", "all")]), Ok("  T: Sword ::9 :20:all  ".to_owned()));
        assert_eq!(line(&T, before, &[]), Ok(before.to_owned()));
        let both = [("tval", "axe"), ("commonness", "7")];
        assert_eq!(line(&T, before, &both), Ok("  T: axe ::9 :7:1  to 100  ".to_owned()));
    }

    #[test]
    fn optional_fields_come_and_go() {
        assert_eq!(line(&A, "A:Sharp:5", &[("chance", "80")]), Ok("A:Sharp:5:80".to_owned()));
        assert_eq!(line(&A, "A:Sharp:5:80", &[("chance", "")]), Ok("A:Sharp:5".to_owned()));
        assert_eq!(line(&A, "A:Sharp:5", &[("chance", "")]), Ok("A:Sharp:5".to_owned()));
    }

    #[test]
    fn new_lines_have_all_that_must_be_there() {
        let new = |directive, values: &[&str]| {
            new_line(directive, Notation::Colon, values).map_err(|error| error.to_string())
        };
        assert_eq!(new(&T, &["sword", "9", "20", "1 to 100"]), Ok("T:sword:9:20:1 to 100".to_owned()));
        assert_eq!(new(&A, &["Sharp", "5", ""]), Ok("A:Sharp:5".to_owned()));
        assert_eq!(new(&A, &["Sharp", " 5 ", "80"]), Ok("A:Sharp:5:80".to_owned()));
        let missing = "found nothing for weight, expected it as in A:affix:weight[:chance]";
        assert_eq!(new(&A, &["Sharp", "", "80"]), Err(missing.to_owned()));
        assert_eq!(new(&A, &["Sharp"]), Err(missing.to_owned()));
    }

    #[test]
    fn letter_lines_count_every_colon() {
        let line = |text: &str, name, value| set_fields(&T, Notation::Letter, text, &[(name, value)]);
        assert_eq!(line("T:23:0: 99:x", "commonness", "50"), Ok("T:23:0: 50:x".to_owned()));
        assert_eq!(split(&T, Notation::Letter, "T:23::99").len(), 1, "an empty field ends what can be told apart");
    }

    const B: DirectiveSpec =
        directive("B", &[field("method", Word), optional("effect", Word), optional("damage", Rest)], "");
    const D: DirectiveSpec = directive("D", &[optional("row", Rest).verbatim()], "");

    #[test]
    fn letter_lines_have_empty_fields() {
        for (directive, before, name, value, expected) in [
            (&B, "B:HIT:HURT:1d4", "effect", "", "B:HIT::1d4"),
            (&B, "B:HIT::1d4", "effect", "ACID", "B:HIT:ACID:1d4"),
            (&B, "B:HIT::1d4", "damage", "2d6", "B:HIT::2d6"),
            (&B, "B:HIT:HURT:1d4", "damage", "", "B:HIT:HURT"),
            (&B, "B:HIT", "effect", "ACID", "B:HIT:ACID"),
            (&T, "T:23::99", "sval", "5", "T:23:5:99"),
            (&T, "T::7", "tval", "23", "T:23:7"),
            (&D, "D:", "row", "##.##", "D:##.##"),
            (&D, "D:##.##", "row", "", "D:"),
        ] {
            assert_eq!(set_fields(directive, Notation::Letter, before, &[(name, value)]), Ok(expected.to_owned()));
        }
    }

    #[test]
    fn of_some_fields_every_blank_counts() {
        let row = |before: &str, value| set_fields(&D, Notation::Letter, before, &[("row", value)]);
        assert_eq!(row("D:  ##  .. ", "  ## .. "), Ok("D:  ## .. ".to_owned()));
        assert_eq!(row("D:You are ", "You are the "), Ok("D:You are the ".to_owned()));
        assert_eq!(row("D:x", " "), Ok("D: ".to_owned()));
    }

    const G: DirectiveSpec = directive("G", &[field("char", Char), field("colour", Word)], "");

    #[test]
    fn a_character_may_be_a_blank() {
        let glyph = |before: &str, value| set_fields(&G, Notation::Letter, before, &[("char", value)]);
        for (before, value, expected) in [("G: :d", " ", "G: :d"), ("G: :d", "x", "G:x:d"), ("G:x:d", " ", "G: :d")] {
            assert_eq!(glyph(before, value), Ok(expected.to_owned()));
        }
        assert_eq!(set_fields(&G, Notation::Letter, "G: :d", &[("colour", "r")]), Ok("G: :r".to_owned()));
        assert!(glyph("G:x:d", "").is_err());
    }

    #[test]
    fn what_cannot_stand_there_is_refused() {
        for (name, value, expected) in [
            ("tval", "a:b", "found a colon in tval, expected none: it would begin the next field"),
            ("depths", "1\n2", "found the control character U+000A in depths, expected text on one line"),
            ("sval", " ", "found nothing for sval, expected it as in T:tval:sval:commonness:depths"),
            ("weight", "1", "found a field `weight`, expected one of T:tval:sval:commonness:depths"),
        ] {
            assert_eq!(line(&T, "T:a:1:2:3 to 4", &[(name, value)]), Err(expected.to_owned()));
        }
        let missing = "found nothing for sval, expected it as in T:tval:sval:commonness:depths";
        assert_eq!(line(&T, "T:a", &[("depths", "1 to 2")]), Err(missing.to_owned()));
    }
}
