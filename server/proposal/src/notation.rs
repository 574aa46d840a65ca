//! The stored text format of changes: one field per line, an empty line between changes. The format is stable.

use std::fmt::{self, Write as _};

use super::change::{Anchor, Change, EditOp, RecordPosition};
use affixboard_model::{
    catalog::{Sort, SortSpec},
    text::{Charset, LineEnd, WriteOptions},
};

/// A parse error of a list of changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotationError {
    /// The line, from 1.
    pub line: u32,
    /// `found …, expected …`.
    pub message: String,
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for NotationError {}

const LINE_ENDS: [(&str, LineEnd); 3] = [("lf", LineEnd::Lf), ("crlf", LineEnd::CrLf), ("cr", LineEnd::Cr)];
const CHARSETS: [(&str, Charset); 2] = [("utf-8", Charset::Utf8), ("latin-1", Charset::Latin1)];

/// Formats changes; [`read_changes`] parses them. The lines of a whole record follow one another, `now` and then `now+`. Line
/// endings within names and lines, which no file has, become blanks.
pub fn write_changes(changes: &[Change]) -> String {
    let mut text = String::new();
    for change in changes {
        let is_whole = change.is_of_whole_entry();
        let mut put = |key: &str, value: &str| {
            let (first, more) =
                match value.split_once('\n').filter(|_| is_whole && MORE.iter().any(|(of, _)| *of == key)) {
                    Some((first, more)) => (first, Some(more)),
                    None => (value, None),
                };
            let mut line = |key: &str, plus: &str, value: &str| {
                // Writing to a string can't fail.
                let _ = writeln!(text, "{key}{plus} {}", value.replace(['\n', '\r'], " "));
            };
            line(key, "", first);
            for more in more.iter().flat_map(|more| more.split('\n')) {
                line(key, "+", more);
            }
        };
        let Anchor { file, sort, index, name, directive, ordinal } = &change.anchor;
        let op = match change.op {
            EditOp::Replace { .. } => "replace",
            EditOp::Remove { .. } => "remove",
            EditOp::Insert { .. } => "insert",
        };
        put("change", op);
        put("file", file);
        put("entry", &format!("{} {index} {name}", sort.name()));
        put("line", &format!("{ordinal} {directive}"));
        if let Some(was) = change.was() {
            put("was", was);
        }
        if let EditOp::Insert { after, place, .. } = &change.op {
            if let Some(after) = after {
                put("after", after);
            }
            if let Some(place) = place {
                put("place", &format!("{} {}", place.line, place.above));
            }
        }
        if let Some(now) = change.now() {
            put("now", now);
        }
        let end = LINE_ENDS.iter().find(|(_, end)| Some(*end) == change.writing.line_end);
        let charset = CHARSETS.iter().find(|(_, charset)| Some(*charset) == change.writing.charset);
        if let Some((name, _)) = end {
            put("line-end", name);
        }
        if let Some((name, _)) = charset {
            put("charset", name);
        }
        text.push('\n');
    }
    text
}

/// Parses changes of a game's files; `sorts` are those that the game declares.
///
/// # Errors
/// If [`write_changes`] could not have written the text.
pub fn read_changes(text: &str, sorts: &'static [SortSpec]) -> Result<Vec<Change>, NotationError> {
    let mut changes = Vec::new();
    let mut open: Option<Block<'_>> = None;
    for (number, line) in (1..).zip(text.split('\n')) {
        if line.is_empty() {
            changes.extend(open.take().map(|block| block.change(sorts)).transpose()?);
            continue;
        }
        let block = open.get_or_insert_with(|| Block { line: number, fields: Vec::new() });
        if line.contains('\r') {
            return Err(error(number, "found a carriage return, expected line feeds alone".to_owned()));
        }
        let (key, value) = line.split_once(' ').unwrap_or((line, ""));
        if let Some((first, _)) = MORE.iter().find(|(_, more)| *more == key) {
            // A line more of what the line above began.
            if block.fields.last().is_none_or(|(_, last, _)| last != first && *last != key) {
                return Err(error(number, format!("found `{key}`, expected it below `{first}`")));
            }
            block.fields.push((number, key, value));
            continue;
        }
        if !KEYS.contains(&key) {
            return Err(error(number, format!("found `{key}`, expected one of {}", KEYS.join(", "))));
        }
        if block.fields.iter().any(|(_, known, _)| *known == key) {
            return Err(error(number, format!("found `{key}` a second time, expected an empty line between changes")));
        }
        block.fields.push((number, key, value));
    }
    changes.extend(open.map(|block| block.change(sorts)).transpose()?);
    Ok(changes)
}

const KEYS: [&str; 10] = ["change", "file", "entry", "line", "was", "after", "place", "now", "line-end", "charset"];

/// What may have several lines, and the key of those after the first.
const MORE: [(&str, &str); 2] = [("was", "was+"), ("now", "now+")];

/// The lines of one change.
struct Block<'a> {
    line: u32,
    fields: Vec<(u32, &'a str, &'a str)>,
}

impl Block<'_> {
    fn opt(&self, key: &str) -> Option<(u32, &str)> {
        self.fields.iter().find(|(_, known, _)| *known == key).map(|(line, _, value)| (*line, *value))
    }

    fn get(&self, key: &str) -> Result<(u32, &str), NotationError> {
        self.opt(key).ok_or_else(|| error(self.line, format!("found no `{key}`, expected one in each such change")))
    }

    /// A field that is one of `words`.
    fn word<T: Copy>(&self, key: &str, words: &[(&str, T)]) -> Result<Option<T>, NotationError> {
        let Some((line, value)) = self.opt(key) else { return Ok(None) };
        let found = words.iter().find(|(word, _)| *word == value).map(|(_, inputs)| *inputs);
        let known: Vec<_> = words.iter().map(|(word, _)| *word).collect();
        found.map(Some).ok_or_else(|| error(line, format!("found `{value}`, expected one of {}", known.join(", "))))
    }

    fn change(self, sorts: &'static [SortSpec]) -> Result<Change, NotationError> {
        let text = |key: &str| {
            let first = self.get(key)?.1.to_owned();
            let more = MORE.iter().find(|(of, _)| *of == key).map(|(_, more)| *more);
            let rest = self.fields.iter().filter(|(_, known, _)| Some(*known) == more);
            Ok(rest.fold(first, |text, (_, _, line)| text + "\n" + line))
        };
        let (line, entry) = self.get("entry")?;
        let mut words = entry.splitn(3, ' ');
        let sort = words.next().and_then(|name| Sort::all(sorts).find(|sort| sort.name() == name));
        let index = words.next().and_then(|index| index.parse().ok());
        let (Some(sort), Some(index)) = (sort, index) else {
            let sorts = Sort::all(sorts).map(Sort::name).collect::<Vec<_>>().join(", ");
            return Err(error(line, format!("found `{entry}`, expected one of {sorts}, a number and a name")));
        };
        let name = words.next().unwrap_or_default().to_owned();
        let (ordinal, directive) = numbered(self.get("line")?)?;
        let anchor = Anchor { file: text("file")?, sort, index, name, directive, ordinal };
        let place = self.opt("place").map(numbered).transpose()?.map(|(line, above)| RecordPosition { line, above });
        let after = self.opt("after").map(|(_, after)| after.to_owned());
        let (line, op) = self.get("change")?;
        let op = match op {
            "replace" => EditOp::Replace { was: text("was")?, now: text("now")? },
            "remove" => EditOp::Remove { was: text("was")? },
            "insert" => EditOp::Insert { after, now: text("now")?, place },
            _ => return Err(error(line, format!("found `{op}`, expected replace, remove or insert"))),
        };
        let writing =
            WriteOptions { line_end: self.word("line-end", &LINE_ENDS)?, charset: self.word("charset", &CHARSETS)? };
        Ok(Change { anchor, op, writing })
    }
}

fn numbered((line, value): (u32, &str)) -> Result<(u32, String), NotationError> {
    let (number, rest) = value.split_once(' ').unwrap_or((value, ""));
    let number = number.parse().map_err(|_| error(line, format!("found `{value}`, expected a number first")))?;
    Ok((number, rest.to_owned()))
}

fn error(line: u32, message: String) -> NotationError {
    NotationError { line, message }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A record that comes with two lines and a blank one above.
    const RECORD: &str = "change insert\nfile ego_item.txt\nentry affix 7 of  Power\nline 0 record\nnow \nnow+ N:8:of Thunder\n\
                          now+ T:a\n\n";

    #[test]
    fn a_whole_record_has_its_lines() {
        let changes = read_changes(RECORD, &[]).expect("changes");
        assert_eq!(changes[0].now(), Some("\nN:8:of Thunder\nT:a"));
        assert!(changes[0].is_of_whole_entry());
        assert_eq!(write_changes(&changes), RECORD);
    }

    const TEXT: &str = "change replace\nfile ego_item.txt\nentry affix 7 of  Power\nline 2 T\nwas T:a: \nnow T:b\n\n\
                        change insert\nfile ego_item.txt\nentry affix 7 of  Power\nline 1 T\nafter T:a\nplace 4 # é\n\
                        now T:c\nline-end crlf\ncharset latin-1\n\n\
                        change remove\nfile e.txt\nentry kind 0 \nline 1 A\nwas A:1\n\n";

    #[test]
    fn what_is_read_is_written_again() {
        let changes = read_changes(TEXT, &[]).expect("changes");
        assert_eq!(changes.len(), 3);
        assert_eq!(changes[0].anchor.name, "of  Power");
        assert_eq!((changes[0].was(), changes[0].now()), (Some("T:a: "), Some("T:b")));
        assert_eq!(changes[1].writing, WriteOptions { line_end: Some(LineEnd::CrLf), charset: Some(Charset::Latin1) });
        assert_eq!(write_changes(&changes), TEXT);
        assert_eq!(read_changes("", &[]), Ok(Vec::new()));
    }

    #[test]
    fn other_text_is_refused_with_its_line() {
        let said = |text: &str| read_changes(text, &[]).expect_err("no changes").to_string();
        assert_eq!(
            said("change replace\nfile x\nentry affix 7 a\nline 1 T\nnow b"),
            "line 1: found no `was`, expected one in each such change"
        );
        assert_eq!(
            said("\nfile x\nfile x"),
            "line 3: found `file` a second time, expected an empty line between changes"
        );
        assert_eq!(
            said("entry affix x"),
            "line 1: found `affix x`, expected one of affix, theme, artifact, kind, a number and a name"
        );
        assert_eq!(said("entry kind 1 a\nline T"), "line 2: found `T`, expected a number first");
        assert_eq!(said(&TEXT.replace("T:c", "T:c\r")), "line 14: found a carriage return, expected line feeds alone");
        assert!(said("hello").starts_with("line 1: found `hello`, expected one of change, file, entry, "));
        let wrong = TEXT.replace("crlf", "xyz");
        assert_eq!(said(&wrong), "line 15: found `xyz`, expected one of lf, crlf, cr");
        assert_eq!(
            said(&TEXT.replace("change remove", "change away")),
            "line 18: found `away`, expected replace, remove or insert"
        );
    }
}
