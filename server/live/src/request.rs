//! Requests as they come: what JSON may have, and what stands where nothing is given.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, de::DeserializeOwned};
use serde_json::{Map, Value};

use crate::failure::{Failure, one_of};

/// The names of requests.
const NAMES: [&str; 6] = ["open", "entry", "sheet", "patch", "samples", "question"];

/// A request, understood.
pub(crate) enum Request {
    Open(OpenRequest),
    Entry(EntryRequest),
    Sheet(Box<SheetRequest>),
    Patch(PatchRequest),
    Samples(SamplesRequest),
    Question(QuestionRequest),
}

impl Request {
    /// Reads a line of JSON.
    ///
    /// # Errors
    /// If it is no request.
    pub(crate) fn read(line: &str) -> Result<Request, Failure> {
        let wrong = |error: &serde_json::Error| Failure::new(format!("the request is not JSON as expected: {error}"));
        let mut fields: Map<String, Value> = serde_json::from_str(line).map_err(|error| wrong(&error))?;
        let name = fields.remove("request").unwrap_or_default();
        let name = name.as_str().unwrap_or_default();
        Ok(match name {
            "open" => Request::Open(read(name, fields)?),
            "entry" => Request::Entry(read(name, fields)?),
            "sheet" => Request::Sheet(Box::new(read(name, fields)?)),
            "patch" => Request::Patch(read(name, fields)?),
            "samples" => Request::Samples(read(name, fields)?),
            "question" => Request::Question(read(name, fields)?),
            other => return Err(Failure::of_field("request", other, one_of(NAMES))),
        })
    }
}

fn read<T: DeserializeOwned>(name: &str, fields: Map<String, Value>) -> Result<T, Failure> {
    serde_json::from_value(Value::Object(fields)).map_err(|error| Failure::new(format!("{name}: {error}")))
}

/// A file of an edition.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct FileEntry {
    pub(crate) name: String,
    /// Number of its bytes behind the request.
    pub(crate) bytes: usize,
}

/// Opens an edition; others are forgotten.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct OpenRequest {
    /// A game's id, or `detect`.
    pub(crate) game: String,
    pub(crate) files: Vec<FileEntry>,
    /// What sheets say that they are of.
    #[serde(default)]
    pub(crate) edition: String,
    #[serde(default)]
    pub(crate) revision: u32,
    #[serde(default)]
    pub(crate) content_hash: String,
}

/// An edit of one line of the files that were opened: a field of it, or all of its text.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Edit {
    pub(crate) file: String,
    /// From 1.
    pub(crate) line: u32,
    /// From 1, in characters; where several lines of entries are one line of a source.
    pub(crate) column: Option<u32>,
    pub(crate) field: Option<String>,
    pub(crate) value: Option<String>,
    pub(crate) text: Option<String>,
}

/// The lines of an entry.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct EntryRequest {
    pub(crate) sort: String,
    pub(crate) index: u32,
    #[serde(default)]
    pub(crate) rules: String,
    #[serde(default)]
    pub(crate) edits: Vec<Edit>,
}

/// The sheets there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum SheetKind {
    Availability,
    Chances,
    Counts,
    Subject,
}

/// A sheet.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SheetRequest {
    pub(crate) kind: SheetKind,
    #[serde(default)]
    pub(crate) types: Vec<u16>,
    pub(crate) sval: Option<u16>,
    pub(crate) levels: Option<String>,
    pub(crate) measure: Option<String>,
    pub(crate) affix_level: Option<String>,
    pub(crate) quality: Option<String>,
    pub(crate) sections: Option<Vec<String>>,
    pub(crate) drops: Option<u64>,
    #[serde(default)]
    pub(crate) seed: Seed,
    pub(crate) compute: Option<bool>,
    pub(crate) subject: Option<String>,
    pub(crate) axis: Option<String>,
    #[serde(default)]
    pub(crate) values: BTreeMap<String, String>,
    pub(crate) metric: Option<String>,
    pub(crate) view: Option<String>,
    pub(crate) before: Option<bool>,
    #[serde(default)]
    pub(crate) rules: String,
    #[serde(default)]
    pub(crate) edits: Vec<Edit>,
}

/// The patch of edits.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PatchRequest {
    pub(crate) edits: Vec<Edit>,
    pub(crate) folder: Option<String>,
    #[serde(default)]
    pub(crate) rules: String,
}

/// Some items, one by one.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SamplesRequest {
    #[serde(rename = "type")]
    pub(crate) tval: u16,
    pub(crate) depth: Option<u32>,
    pub(crate) quality: Option<String>,
    pub(crate) items: Option<usize>,
    #[serde(default)]
    pub(crate) seed: Seed,
    pub(crate) with: Option<String>,
    #[serde(default)]
    pub(crate) rules: String,
    #[serde(default)]
    pub(crate) edits: Vec<Edit>,
}

/// A joint question.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct QuestionRequest {
    pub(crate) text: String,
    pub(crate) levels: Option<String>,
    pub(crate) quality: Option<String>,
    pub(crate) items: Option<u64>,
    #[serde(default)]
    pub(crate) seed: Seed,
    #[serde(default)]
    pub(crate) rules: String,
    #[serde(default)]
    pub(crate) edits: Vec<Edit>,
}

/// A seed: a number, or a text for those that are too large for a number of JavaScript.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Seed(pub(crate) u64);

impl Default for Seed {
    /// That of the dashboard's pages.
    fn default() -> Seed {
        Seed(1)
    }
}

impl<'de> Deserialize<'de> for Seed {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Seed, D::Error> {
        let value = Value::deserialize(deserializer)?;
        let seed = match &value {
            Value::Number(number) => number.as_u64(),
            Value::String(text) => text.trim().parse().ok(),
            _ => None,
        };
        let expected = "a whole number from 0 to 18446744073709551615";
        seed.map(Seed).ok_or_else(|| serde::de::Error::custom(format!("seed: found `{value}`; expected {expected}")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_told_what_is_wrong_with_them() {
        let refused = |line: &str| Request::read(line).err().expect("refused").message;
        assert_eq!(
            refused(r#"{"request":"opne"}"#),
            "request: found `opne`; expected one of open, entry, sheet, patch, samples, question"
        );
        assert!(refused("[1]").starts_with("the request is not JSON as expected: invalid type: sequence"));
        assert!(
            refused(r#"{"request":"sheet","kind":"pools"}"#).starts_with("sheet: unknown variant `pools`, expected")
        );
        assert!(refused(r#"{"request":"patch","edits":[],"foldr":""}"#).starts_with("patch: unknown field `foldr`"));
        assert!(refused(r#"{"request":"samples","type":23,"seed":-1}"#).contains("seed: found `-1`; expected a whole"));
    }

    #[test]
    fn seeds_may_be_larger_than_numbers_of_a_page() {
        let line = r#"{"request":"samples","type":23,"seed":"18446744073709551615"}"#;
        let Ok(Request::Samples(samples)) = Request::read(line) else { panic!("a request") };
        assert_eq!(samples.seed, Seed(u64::MAX));
    }
}
