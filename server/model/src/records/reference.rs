//! References between edit files: which entry a field of a line names, and which name none.

use std::collections::BTreeMap;

use super::shape::{ShapedFile, ShapedLine, number, shaped};
use crate::text::{Diagnostic, Rule, SourceSet, Span};

/// A field that names an entry of some file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reference {
    /// The file with the field.
    pub file: &'static str,
    /// The tag of the line.
    pub tag: &'static str,
    /// The field's place between colons, from 0.
    pub part: usize,
    /// What it names.
    pub target: ReferenceTarget,
    /// Whether 0 names nothing.
    pub zero_is_none: bool,
}

/// What a field names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReferenceTarget {
    /// The entry of that index in an indexed file.
    Index(&'static str),
    /// The entry of that name; of two the one with the lower index.
    Name(&'static str),
    /// The kind of that item type and, in the next field, that sval: the file's `I:` lines begin with both.
    Kind(&'static str),
    /// A chart of a chained file.
    Chart(&'static str),
}

impl ReferenceTarget {
    fn file(self) -> &'static str {
        match self {
            ReferenceTarget::Index(file)
            | ReferenceTarget::Name(file)
            | ReferenceTarget::Kind(file)
            | ReferenceTarget::Chart(file) => file,
        }
    }
}

#[derive(Debug, Default)]
struct TargetFile {
    /// Index, name and lines of each record.
    records: Vec<(u32, String, Span)>,
    by_index: BTreeMap<i64, usize>,
    by_name: BTreeMap<String, usize>,
    /// By item type and sval: the first record of each.
    kinds: BTreeMap<(i64, i64), usize>,
    charts: BTreeMap<i64, usize>,
}

/// What a field names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Named {
    /// Nothing, or it can't be told.
    Nothing,
    /// The entry with this index and name, of that file.
    Entry(&'static str, u32, String, Span),
    /// An entry that doesn't exist: what was looked for.
    Missing(String),
}

/// The entries that references can name.
#[derive(Debug, Default)]
pub struct Targets(BTreeMap<&'static str, TargetFile>);

impl Targets {
    /// Those of an edition's files. Files that aren't there have none, and nothing that names one of them is missing.
    pub fn new(sources: &SourceSet, references: &[Reference]) -> Targets {
        Targets::of(&shaped_files(sources, references.iter().map(|reference| reference.target.file())), references)
    }

    fn of(files: &ShapedFiles, references: &[Reference]) -> Targets {
        let mut targets = Targets::default();
        for name in references.iter().map(|reference| reference.target.file()) {
            if let Some(shaped) = files.get(name) {
                targets.0.entry(name).or_insert_with(|| TargetFile::of(shaped));
            }
        }
        targets
    }

    /// What a field of a line names.
    pub fn named(&self, reference: &Reference, line: &ShapedLine) -> Named {
        let Some(target) = self.0.get(reference.target.file()) else { return Named::Nothing };
        let Some(text) = line.parts().nth(reference.part).map(str::trim).filter(|text| !text.is_empty()) else {
            return Named::Nothing;
        };
        let value = number(text);
        if reference.zero_is_none && value == Some(0) {
            return Named::Nothing;
        }
        let of_number = |of: &BTreeMap<i64, usize>| value.map(|value| of.get(&value).copied());
        let found = match reference.target {
            ReferenceTarget::Name(_) => Some(target.by_name.get(text).copied()),
            ReferenceTarget::Index(_) => of_number(&target.by_index),
            ReferenceTarget::Chart(_) => of_number(&target.charts),
            ReferenceTarget::Kind(_) => {
                value.zip(line.number(reference.part + 1)).map(|place| target.kinds.get(&place).copied())
            }
        };
        let Some(found) = found else { return Named::Nothing };
        match found {
            None => Named::Missing(looked_for(reference, line, text)),
            Some(at) => {
                let (index, name, span) = &target.records[at];
                Named::Entry(reference.target.file(), *index, name.clone(), *span)
            }
        }
    }
}

/// The entry that a field's text names, in words.
fn looked_for(reference: &Reference, line: &ShapedLine, text: &str) -> String {
    let number = |at| line.number(at).unwrap_or_default();
    match reference.target {
        ReferenceTarget::Name(_) => format!("`{text}`"),
        ReferenceTarget::Index(_) => format!("number {}", number(reference.part)),
        ReferenceTarget::Chart(_) => format!("chart {}", number(reference.part)),
        ReferenceTarget::Kind(_) => {
            format!("type {} with sval {}", number(reference.part), number(reference.part + 1))
        }
    }
}

impl TargetFile {
    fn of(file: &ShapedFile) -> TargetFile {
        let mut target = TargetFile::default();
        for (at, record) in file.records.iter().enumerate() {
            target.records.push((record.index, record.name.clone(), record.span));
            target.by_index.entry(i64::from(record.index)).or_insert(at);
            target.by_name.entry(record.name.clone()).or_insert(at);
            if let Some(chart) = record.lines[0].number(0) {
                target.charts.entry(chart).or_insert(at);
            }
            for line in record.lines.iter().filter(|line| line.tag == "I") {
                if let (Some(tval), Some(sval)) = (line.number(0), line.number(1)) {
                    target.kinds.entry((tval, sval)).or_insert(at);
                }
            }
        }
        target
    }
}

/// Files by name, as records.
type ShapedFiles = BTreeMap<&'static str, ShapedFile>;

/// Those of these files that there are and that have records.
fn shaped_files(sources: &SourceSet, names: impl Iterator<Item = &'static str>) -> ShapedFiles {
    let mut files = ShapedFiles::new();
    for name in names {
        if files.contains_key(name) {
            continue;
        }
        let Some((id, file)) = sources.find(name) else { continue };
        if let Some(shaped) = shaped(file, id, None) {
            files.insert(name, shaped);
        }
    }
    files
}

/// Says which fields name an entry that doesn't exist.
pub fn check(sources: &SourceSet, references: &[Reference], diagnostics: &mut Vec<Diagnostic>) {
    let both = references.iter().flat_map(|reference| [reference.file, reference.target.file()]);
    let files = shaped_files(sources, both);
    let targets = Targets::of(&files, references);
    let mut names: Vec<&'static str> = references.iter().map(|reference| reference.file).collect();
    names.dedup();
    for name in names {
        let (Some(shaped), Some((_, file))) = (files.get(name), sources.find(name)) else { continue };
        let of_file: Vec<&Reference> = references.iter().filter(|known| known.file == name).collect();
        for line in shaped.records.iter().flat_map(|record| &record.lines) {
            for reference in of_file.iter().copied().filter(|known| known.tag == line.tag) {
                let Named::Missing(what) = targets.named(reference, line) else { continue };
                diagnostics.push(Diagnostic {
                    rule: Rule::DanglingReference,
                    file: file.name().to_owned(),
                    span: Some(part_span(line, reference.part)),
                    found: format!("found {what}, which {} doesn't have", reference.target.file()),
                    expected: "expected an entry that there is; the program looks for it while it runs".to_owned(),
                });
            }
        }
    }
}

/// The bytes of a part of a line; the whole line where it has characters beyond ASCII.
fn part_span(line: &ShapedLine, part: usize) -> Span {
    let Some(text) = line.parts().nth(part).filter(|_| line.text.is_ascii()) else { return line.span };
    let before: usize = line.parts().take(part).map(|part| part.len() + 1).sum();
    let start = line.span.end - line.text.len() as u32 + before as u32;
    Span { file: line.span.file, start, end: start + text.len() as u32 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::SourceFile;

    const REFERENCES: [Reference; 4] = [
        Reference { file: "a.txt", tag: "I", part: 0, target: ReferenceTarget::Kind("kinds.txt"), zero_is_none: false },
        Reference { file: "a.txt", tag: "B", part: 0, target: ReferenceTarget::Name("kinds.txt"), zero_is_none: false },
        Reference { file: "a.txt", tag: "P", part: 1, target: ReferenceTarget::Index("kinds.txt"), zero_is_none: true },
        Reference { file: "a.txt", tag: "H", part: 0, target: ReferenceTarget::Chart("hist.txt"), zero_is_none: true },
    ];

    fn said(text: &str) -> Vec<String> {
        let mut sources = SourceSet::new();
        for (name, text) in [
            ("a.txt", text),
            ("kinds.txt", "N:1:Dagger\nI:23:4:0\nN:2:Whip\nI:21:2:0\n"),
            ("hist.txt", "N:1:2:100:50\nD:x\nN:2:0:100:50\nD:y\nN:2:0:100:50\n"),
        ] {
            sources.push(SourceFile::new(name, text.as_bytes().to_vec()));
        }
        let mut diagnostics = Vec::new();
        check(&sources, &REFERENCES, &mut diagnostics);
        let place = |said: &Diagnostic| said.span.map(|span| String::from_utf8_lossy(sources.bytes(span)).into_owned());
        diagnostics.iter().map(|said| format!("{} @{}", said.found, place(said).unwrap_or_default())).collect()
    }

    #[test]
    fn what_names_nothing_is_said() {
        assert_eq!(said("N:1:x\nI:23:4:1\nB:Whip:HURT\nP:9:0\nP:9:2\nH:1\nH:0\n"), Vec::<String>::new());
        assert_eq!(
            said("N:1:x\nI:23:5:1\nB:Whips\nP:1:3\nH:3\n"),
            [
                "found type 23 with sval 5, which kinds.txt doesn't have @23",
                "found `Whips`, which kinds.txt doesn't have @Whips",
                "found number 3, which kinds.txt doesn't have @3",
                "found chart 3, which hist.txt doesn't have @3",
            ]
        );
        // Names of item types are for the schema; a field that is missing too.
        assert_eq!(said("N:1:x\nI:Sword:5\nI:23\nP:1\n"), Vec::<String>::new());
    }
}
