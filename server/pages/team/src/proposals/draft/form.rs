//! The form of a draft's lines, parsed as edits of these lines.
//!
//! Each line of the form has a number. `l7` names the line, `w7` has its text when the form was made, and its fields are sent
//! (`f7.commonness`); `x7` removes it. `n3` names an entry and a directive that get a line, with the fields `a3.commonness`.
//! `b5` names an entry of which lines are one text: `k5` names these (`T.1 T.2 A.1`), `o5` has the text when the form was
//! made, and `q5` what was made of it.

use std::collections::BTreeMap;

use affixboard_model::{syntax::DirectiveSpec, text::WriteOptions};
use affixboard_proposal::{
    Anchor, Change, EditOp, EditableEntry, EntryLine, TextLine, editable_entries, entry_lines, new_line, set_fields,
    text_changes,
};

use affixboard_service::library::OpenRevision;

/// A line of an entry, as forms name it: `affix.12.T.1`; with 0 lines before its first.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct LineKey {
    /// The name of its sort.
    pub(super) sort: String,
    pub(super) index: u32,
    pub(super) tag: String,
    pub(super) ordinal: u32,
}

impl std::fmt::Display for LineKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}.{}.{}.{}", self.sort, self.index, self.tag, self.ordinal)
    }
}

impl LineKey {
    pub(super) fn parse(text: &str) -> Option<LineKey> {
        let mut parts = text.split('.');
        let key = LineKey {
            sort: parts.next()?.to_owned(),
            index: parts.next()?.parse().ok()?,
            tag: parts.next()?.to_owned(),
            ordinal: parts.next()?.parse().ok()?,
        };
        parts.next().is_none().then_some(key)
    }
}

/// A submitted line that can't be parsed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FieldError {
    /// The name of the line's number in the form: `7`, of a new one `n3`, of a text `b5`.
    pub(super) line: String,
    /// Message: what was found, and what was expected.
    pub(super) message: String,
}

/// The edits of a form, each with the number of its line.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct ParsedEdits {
    pub(super) changes: Vec<(String, Change)>,
    pub(super) errors: Vec<FieldError>,
}

/// The fields of the form, by name.
pub(super) struct DraftForm(BTreeMap<String, String>);

impl DraftForm {
    pub(super) fn new(pairs: Vec<(String, String)>) -> DraftForm {
        // Of a name that comes twice the last counts.
        DraftForm(pairs.into_iter().map(|(name, value)| (name, value.replace("\r\n", "\n"))).collect())
    }

    pub(super) fn get(&self, name: &str) -> &str {
        self.0.get(name).map_or("", String::as_str)
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    /// The number under which the form had a line.
    pub(super) fn number_of(&self, letter: char, key: &str) -> Option<&str> {
        self.numbers(letter).find(|number| self.get(&format!("{letter}{number}")) == key)
    }

    /// The numbers of what is named so: `7` for `l7`.
    fn numbers(&self, letter: char) -> impl Iterator<Item = &str> {
        let numbers = self.0.keys().filter_map(move |name| name.strip_prefix(letter));
        numbers.filter(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
    }

    /// The edits, of lines as they are in `open`. Fields that are as they were in the form give none.
    pub(super) fn edits(&self, open: &OpenRevision) -> ParsedEdits {
        let places = editable_entries(&open.loaded);
        let mut edits = ParsedEdits::default();
        let mut numbers: Vec<&str> = self.numbers('l').collect();
        numbers.sort_by_key(|number| number.parse::<u32>().unwrap_or(u32::MAX));
        for number in numbers {
            match self.edit(number, &places) {
                Ok(None) => {}
                Ok(Some(change)) => edits.changes.push((number.to_owned(), change)),
                Err(message) => edits.errors.push(FieldError { line: number.to_owned(), message }),
            }
        }
        let lines = entry_lines(&open.loaded);
        for number in self.numbers('b') {
            match self.text_of_entry(number, &places, &lines) {
                Ok(changes) => edits.changes.extend(changes.into_iter().map(|change| (format!("b{number}"), change))),
                Err(message) => edits.errors.push(FieldError { line: format!("b{number}"), message }),
            }
        }
        for number in self.numbers('n') {
            let last = |place: &EditableEntry, tag: &str| {
                let of =
                    |line: &&EntryLine| (line.sort, line.index, line.directive.tag) == (place.sort, place.index, tag);
                lines.iter().rfind(of).cloned()
            };
            match self.new_line(number, &places) {
                Ok(None) => {}
                Ok(Some((place, directive, now))) => {
                    let change = match last(place, directive.tag) {
                        Some(line) => Change::insert_after(&line, now),
                        None => Change {
                            anchor: place.anchor(directive),
                            op: EditOp::Insert { after: None, now, place: None },
                            writing: WriteOptions::default(),
                        },
                    };
                    edits.changes.push((format!("n{number}"), change));
                }
                Err(message) => edits.errors.push(FieldError { line: format!("n{number}"), message }),
            }
        }
        edits
    }

    fn edit(&self, number: &str, places: &[EditableEntry]) -> Result<Option<Change>, String> {
        let key = LineKey::parse(self.get(&format!("l{number}"))).ok_or("this form doesn't say which line it is")?;
        let place = find(places, &key.sort, key.index).ok_or("the entry is gone")?;
        let directive = directive(place, &key.tag)?;
        let was = self.get(&format!("w{number}")).to_owned();
        let anchor = Anchor { ordinal: key.ordinal, ..place.anchor(directive) };
        let change = |op| Some(Change { anchor: anchor.clone(), op, writing: WriteOptions::default() });
        if self.has(&format!("x{number}")) {
            return Ok(change(EditOp::Remove { was }));
        }
        let before = affixboard_proposal::fields(directive, place.notation, &was);
        let values: Vec<(&str, &str)> = directive
            .fields
            .iter()
            .zip(before)
            .filter_map(|(field, before)| {
                let name = format!("f{number}.{}", field.name);
                let typed = field.meant(self.0.get(&name)?);
                (typed != field.meant(before.unwrap_or_default())).then_some((field.name, typed))
            })
            .collect();
        let now = set_fields(directive, place.notation, &was, &values).map_err(|error| error.to_string())?;
        Ok(if now == was { None } else { change(EditOp::Replace { was, now }) })
    }

    /// The changes of an entry's lines that were sent as one text.
    fn text_of_entry<'a>(
        &'a self,
        number: &str,
        places: &[EditableEntry],
        lines: &[EntryLine],
    ) -> Result<Vec<Change>, String> {
        let named = self.get(&format!("b{number}")).split_once('.');
        let named = named.and_then(|(sort, index)| Some((sort, index.parse().ok()?)));
        let (sort, index) = named.ok_or("this form doesn't say which entry it is")?;
        let place = find(places, sort, index).ok_or("the entry is gone")?;
        let (keys, was) = (self.get(&format!("k{number}")), self.get(&format!("o{number}")));
        let (keys, texts): (Vec<&str>, Vec<&str>) = (keys.split_whitespace().collect(), was.lines().collect());
        let line = |(&key, &text): (&&'a str, &&'a str)| {
            let (tag, ordinal) = key.rsplit_once('.')?;
            let ordinal = ordinal.parse().ok()?;
            let is_it = |line: &&EntryLine| {
                (line.sort, line.index) == (place.sort, place.index)
                    && (line.directive.tag, line.ordinal) == (tag, ordinal)
            };
            Some(TextLine { tag, ordinal, line: lines.iter().find(is_it).map(|line| line.line), text })
        };
        let was: Option<Vec<TextLine<'_>>> = keys.iter().zip(&texts).map(line).collect();
        let was = was.filter(|was| was.len() == keys.len() && was.len() == texts.len());
        let was = was.ok_or("this form doesn't say which lines these are")?;
        text_changes(place, &was, self.get(&format!("q{number}")))
    }

    /// The line that a place of the form for new ones has: none where nothing was typed.
    fn new_line<'a>(
        &self,
        number: &str,
        places: &'a [EditableEntry],
    ) -> Result<Option<(&'a EditableEntry, &'static DirectiveSpec, String)>, String> {
        let named = self.get(&format!("n{number}"));
        let fields = format!("a{number}.");
        let typed: Vec<(&str, &str)> = self
            .0
            .range(fields.clone()..)
            .take_while(|(name, _)| name.starts_with(&fields))
            .map(|(name, value)| (&name[fields.len()..], value.as_str()))
            .collect();
        let preset = |name: &str| self.get(&format!("p{number}.{name}"));
        if typed.iter().all(|(name, value)| value.trim().is_empty() || value.trim() == preset(name)) {
            return Ok(None);
        }
        let (place, tag) = self.place_of(number, named, places)?;
        let directive = growing(place, directive(place, &tag)?)?;
        let value = |name: &str| typed.iter().find(|field| field.0 == name).map_or("", |field| field.1);
        let values: Vec<&str> = directive.fields.iter().map(|field| field.meant(value(field.name))).collect();
        let line = new_line(directive, place.notation, &values).map_err(|error| error.to_string())?;
        Ok(Some((place, directive, line)))
    }

    /// The entry that gets a line: named by the form, or by who typed (`e3`).
    fn place_of<'a>(
        &self,
        number: &str,
        named: &str,
        places: &'a [EditableEntry],
    ) -> Result<(&'a EditableEntry, String), String> {
        if let Some(key) = LineKey::parse(named) {
            let place = find(places, &key.sort, key.index).ok_or("the entry is gone")?;
            return Ok((place, key.tag));
        }
        // `affix..T.0`: of a sort, and the entry is typed.
        let mut parts = named.split('.');
        let sort = parts.next().filter(|sort| !sort.is_empty()).ok_or("this form doesn't say where the line goes")?;
        let tag = parts.nth(1).unwrap_or_default().to_owned();
        let entry = self.get(&format!("e{number}")).trim();
        if entry.is_empty() {
            return Err("found no entry, expected the name of the one that gets the line".to_owned());
        }
        let of_name =
            |place: &&EditableEntry| place.sort.name() == sort && place.name.trim().eq_ignore_ascii_case(entry);
        let of_number = |place: &&EditableEntry| place.sort.name() == sort && entry.parse() == Ok(place.index);
        let mut named = places.iter().filter(of_name);
        match (named.next(), named.next()) {
            (Some(place), None) => Ok((place, tag)),
            (Some(_), Some(_)) => {
                Err(format!("found the name `{entry}`, which several have; expected a serial number"))
            }
            (None, _) => match places.iter().find(of_number) {
                Some(place) => Ok((place, tag)),
                None => Err(format!("found `{entry}`, expected the name or serial number of an entry of this sort")),
            },
        }
    }
}

fn find<'a>(places: &'a [EditableEntry], sort: &str, index: u32) -> Option<&'a EditableEntry> {
    places.iter().find(|place| (place.sort.name(), place.index) == (sort, index))
}

/// The directive, if lines of it may come to the entry.
fn growing(place: &EditableEntry, directive: &'static DirectiveSpec) -> Result<&'static DirectiveSpec, String> {
    if place.may_grow(directive) {
        return Ok(directive);
    }
    Err(format!("found a new line `{}:`, which an entry has once; expected that line changed", directive.tag))
}

fn directive(place: &EditableEntry, tag: &str) -> Result<&'static DirectiveSpec, String> {
    place.directives.iter().find(|directive| directive.tag == tag).copied().ok_or_else(|| {
        let forms: Vec<String> = place.directives.iter().map(|directive| directive.form()).collect();
        format!("found a line `{}:`, expected {}", tag.chars().take(20).collect::<String>(), forms.join(" or "))
    })
}
