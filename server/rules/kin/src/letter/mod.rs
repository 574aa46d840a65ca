//! Reading files of letter lines ([`affixboard_model::syntax::letter`]) as their programs do: a version first, records that begin with
//! an `N:` line in rising order, names and numbers in fields.
//!
//! Source: Angband up to 3.0, init1.c, and the variants that kept it.

pub mod lookup;
pub mod records;

pub use lookup::BuiltInNames;

use affixboard_model::{
    syntax::{Event, FileSpec, Notation, read},
    text::{Diagnostic, Rule, SourceFile, SourceSet, Span},
};

/// Reader of an edition's files, with the diagnostics so far.
pub struct LetterReader<'a> {
    /// Names that the program knows without files.
    pub names: &'static BuiltInNames,
    /// The files.
    pub sources: &'a SourceSet,
    /// What was found wrong so far.
    pub diagnostics: Vec<Diagnostic>,
}

impl<'a> LetterReader<'a> {
    /// A reader of these files that has read nothing yet.
    pub fn new(names: &'static BuiltInNames, sources: &'a SourceSet) -> LetterReader<'a> {
        LetterReader { names, sources, diagnostics: Vec::new() }
    }

    /// Reads one file of the edition, or says why it can't be.
    pub fn read(&mut self, spec: &'static FileSpec, each: &mut dyn FnMut(Event, &mut Vec<Diagnostic>)) {
        let Some((id, file)) = spec.find(self.sources) else {
            if spec.may_lack {
                let expected = "expected it beside the other edit files; it is read as if it were empty";
                self.say(Rule::AbsentFile, spec.name, "found no such file", expected);
            } else if spec.required {
                let expected = "expected it beside the other edit files; the game can't be loaded without it";
                self.say(Rule::MissingFile, spec.name, "found no such file", expected);
            }
            return;
        };
        let cut;
        let file = match file.unreadable() {
            None => file,
            Some(problem) if problem.rule == Rule::BinaryFile && !spec.required => {
                cut = before_nul(file);
                let at = cut.text().len() as u32;
                let span = Some(Span { file: id, start: at, end: at });
                let found = "found a NUL byte in this line".to_owned();
                let expected =
                    "expected text alone; the original takes it for the end of the file, as is done here".to_owned();
                let file = file.name().to_owned();
                self.diagnostics.push(Diagnostic { rule: Rule::NulByte, file, span, found, expected });
                &cut
            }
            Some(problem) => {
                self.diagnostics.push(problem);
                return;
            }
        };
        let mut events = 0;
        // Only the older notation comes with a version line that the program insists on.
        let mut version_is_due = spec.notation == Notation::Letter;
        read(file, id, spec, &mut self.diagnostics, &mut |event, diagnostics| {
            events += 1;
            if let Event::Line(line) = &event {
                if version_is_due && line.spec.tag != "V" {
                    let found = format!("found `{}:` before any `V:` line", line.spec.tag);
                    let expected =
                        "expected the version first, for the original refuses the file; it is read all the same";
                    diagnostics.push(line.remark_at(Rule::MissingVersion, line.span, found, expected));
                }
                version_is_due = false;
            }
            each(event, diagnostics);
        });
        if spec.required && events == 0 {
            self.say(Rule::EmptyFile, file.name(), "found no entries", "expected some");
        }
    }

    /// A remark about a file as a whole.
    pub fn say(&mut self, rule: Rule, file: &str, found: &str, expected: &str) {
        self.diagnostics.push(Diagnostic {
            rule,
            file: file.to_owned(),
            span: None,
            found: found.to_owned(),
            expected: expected.to_owned(),
        });
    }
}

/// The lines before the first one with a NUL byte. The original's reader ends a line there, and takes a line without an end
/// for the end of the file (util.c, `my_fgets`).
fn before_nul(file: &SourceFile) -> SourceFile {
    let text = file.text();
    let nul = text.iter().position(|byte| *byte == 0).unwrap_or(text.len());
    let line = text[..nul].iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
    SourceFile::new(file.name(), text[..line].to_vec())
}
