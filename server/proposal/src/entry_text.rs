//! Lines of an entry as one text: what somebody made of it, as changes of single lines.

use std::collections::BTreeMap;

use similar::{Algorithm, DiffOp, capture_diff_slices};

use super::{
    change::{Anchor, Change, EditOp, RecordPosition},
    fields,
    line::EditableEntry,
};
use affixboard_model::{syntax::DirectiveSpec, text::WriteOptions};

/// A line of the text as it was.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TextLine<'a> {
    /// Its directive.
    pub tag: &'a str,
    /// Position among the entry's lines of this directive, from 1.
    pub ordinal: u32,
    /// How many lines it stands below the line that begins its record; `None` where that isn't known.
    pub line: Option<u32>,
    /// The line.
    pub text: &'a str,
}

/// The changes from some lines of an entry, in order, to what was made of them. Lines that stay are found as [`similar`] finds
/// them; of those between, one replaces another of its directive. A new line comes below the line that it stands below in the
/// text: what a line says may depend on those above it. Blank lines are none. With a line that can't be one of the
/// entry's, there is no change: a text of what was found and expected, with the line's number.
///
/// # Errors
/// For a line of another directive, or a new one that the entry can't have.
pub fn text_changes(entry: &EditableEntry, was: &[TextLine<'_>], now: &str) -> Result<Vec<Change>, String> {
    let mut lines: Vec<(&'static DirectiveSpec, &str)> = Vec::new();
    for (number, line) in now.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let directive = directive(entry, line).map_err(|problem| format!("line {}: {problem}", number + 1))?;
        lines.push((directive, line));
    }
    let old: Vec<&str> = was.iter().map(|line| line.text).collect();
    let new: Vec<&str> = lines.iter().map(|line| line.1).collect();
    let mut made = Made { entry, last: BTreeMap::new(), above: None, changes: Vec::new() };
    for op in capture_diff_slices(Algorithm::Myers, &old, &new) {
        let (old, new) = (&was[op.old_range()], &lines[op.new_range()]);
        if let DiffOp::Equal { .. } = op {
            for line in old {
                made.passes(line);
            }
        } else {
            made.block(old, new)?;
        }
    }
    Ok(made.changes)
}

fn directive(entry: &EditableEntry, line: &str) -> Result<&'static DirectiveSpec, String> {
    let tag = fields::tag(entry.notation, line.as_bytes());
    let known = entry.directives.iter().find(|known| Some(known.tag.as_bytes()) == tag);
    known.copied().ok_or_else(|| {
        let forms: Vec<String> = entry.directives.iter().map(|directive| directive.form()).collect();
        let found: String = line.trim().chars().take(40).collect();
        format!("found `{found}`, expected {}", forms.join(" or "))
    })
}

struct Made<'a> {
    entry: &'a EditableEntry,
    /// By directive the last line so far that stays, as it was.
    last: BTreeMap<&'a str, (u32, &'a str)>,
    /// The last line so far, as it was, whether it stays or not.
    above: Option<TextLine<'a>>,
    changes: Vec<Change>,
}

impl<'a> Made<'a> {
    fn passes(&mut self, line: &TextLine<'a>) {
        self.last.insert(line.tag, (line.ordinal, line.text));
        self.above = Some(*line);
    }

    /// Lines that went, and those that came in their place.
    fn block(&mut self, old: &[TextLine<'a>], new: &[(&'static DirectiveSpec, &'a str)]) -> Result<(), String> {
        let mut rest = old;
        for (directive, now) in new {
            let same = rest.iter().position(|line| line.tag == directive.tag);
            let Some(at) = same else {
                self.insert(directive, now)?;
                continue;
            };
            for line in &rest[..at] {
                self.remove(line);
            }
            let was = rest[at].text.to_owned();
            self.add(rest[at].tag, rest[at].ordinal, EditOp::Replace { was, now: (*now).to_owned() });
            self.passes(&rest[at]);
            rest = &rest[at + 1..];
        }
        for line in rest {
            self.remove(line);
        }
        Ok(())
    }

    fn remove(&mut self, line: &TextLine<'a>) {
        self.above = Some(*line);
        self.add(line.tag, line.ordinal, EditOp::Remove { was: line.text.to_owned() });
    }

    fn insert(&mut self, directive: &DirectiveSpec, now: &str) -> Result<(), String> {
        if !self.entry.may_grow(directive) {
            return Err(format!(
                "found a new line `{}:`, which an entry has once; expected that line changed",
                directive.tag
            ));
        }
        let last = self.last.get(directive.tag).copied();
        let position = |above: TextLine<'_>| Some(RecordPosition { line: above.line?, above: above.text.to_owned() });
        let place = self.above.and_then(position);
        let op = EditOp::Insert { after: last.map(|(_, text)| text.to_owned()), now: now.to_owned(), place };
        self.add(directive.tag, last.map_or(0, |(ordinal, _)| ordinal), op);
        Ok(())
    }

    fn add(&mut self, tag: &str, ordinal: u32, op: EditOp) {
        let EditableEntry { file, sort, index, name, .. } = self.entry;
        let anchor = Anchor {
            file: file.clone(),
            sort: *sort,
            index: *index,
            name: name.clone(),
            directive: tag.to_owned(),
            ordinal,
        };
        self.changes.push(Change { anchor, op, writing: WriteOptions::default() });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use affixboard_model::{
        catalog::Sort,
        syntax::{
            FieldKind::{Int, Word},
            Notation,
            spec::{directive as spec, field},
        },
        text::{FileId, Span},
    };

    const T: DirectiveSpec = spec("T", &[field("tval", Word), field("commonness", Int)], "");
    const A: DirectiveSpec = spec("A", &[field("affix", Word)], "");

    fn made(now: &str) -> Result<Vec<String>, String> {
        let entry = EditableEntry {
            file: "ego_themes.txt".to_owned(),
            sort: Sort::THEME,
            index: 1,
            name: "of Resistance".to_owned(),
            directives: vec![&T, &A],
            notation: Notation::Colon,
            header: "N",
            span: Span { file: FileId(0), start: 0, end: 0 },
        };
        let was = [("T", 1, "T:sword:1"), ("T", 2, "T:bow:2"), ("A", 1, "A:Sharp"), ("A", 2, "A:Blunt")];
        let was = was.map(|(tag, ordinal, text)| TextLine { tag, ordinal, line: None, text });
        let shown = |change: &Change| {
            let at = format!("{} {}", change.anchor.directive, change.anchor.ordinal);
            match &change.op {
                EditOp::Replace { was, now } => format!("{at}: {was} → {now}"),
                EditOp::Remove { was } => format!("{at}: {was} gone"),
                EditOp::Insert { now, .. } => format!("{at}: then {now}"),
            }
        };
        Ok(text_changes(&entry, &was, now)?.iter().map(shown).collect())
    }

    #[test]
    fn a_text_changes_line_by_line() {
        for (now, expected) in [
            ("T:sword:1\nT:bow:2\nA:Sharp\nA:Blunt", &[][..]),
            ("\n T:sword:1\n\nT:bow:2\nA:Sharp\nA:Blunt\n", &["T 1: T:sword:1 →  T:sword:1"]),
            ("T:sword:9\nT:bow:2\nA:Sharp\nA:Blunt", &["T 1: T:sword:1 → T:sword:9"]),
            ("T:bow:2\nA:Sharp\nA:Blunt", &["T 1: T:sword:1 gone"]),
            ("T:sword:1\nT:axe:3\nT:bow:2\nA:Sharp\nA:Blunt", &["T 1: then T:axe:3"]),
            ("T:axe:3\nT:sword:1\nT:bow:2\nA:Sharp\nA:Blunt", &["T 0: then T:axe:3"]),
            ("T:sword:1\nT:bow:2\nA:Sharp\nA:Blunt\nA:x\nA:y", &["A 2: then A:x", "A 2: then A:y"]),
            // A line of another directive in its place is another line.
            ("T:sword:1\nA:x\nA:Sharp\nA:Blunt", &["A 0: then A:x", "T 2: T:bow:2 gone"]),
            ("", &["T 1: T:sword:1 gone", "T 2: T:bow:2 gone", "A 1: A:Sharp gone", "A 2: A:Blunt gone"]),
        ] {
            assert_eq!(made(now).expect("lines"), expected, "{now}");
        }
        let other = "line 2: found `F:FLAME`, expected T:tval:commonness or A:affix";
        assert_eq!(made("T:sword:1\nF:FLAME"), Err(other.to_owned()));
        assert!(made("no line").is_err());
    }
}
