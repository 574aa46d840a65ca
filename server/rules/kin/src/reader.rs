//! Reading the files of an edition one by one.

use affixboard_model::{
    syntax::{Event, FileSpec, read},
    text::{Diagnostic, Rule, SourceSet},
};

/// The files of an edition, and the diagnostics so far.
pub struct Reader<'a> {
    /// The files.
    pub sources: &'a SourceSet,
    /// What was found wrong so far.
    pub diagnostics: Vec<Diagnostic>,
}

impl<'a> Reader<'a> {
    /// A reader of these files that has read nothing yet.
    pub fn new(sources: &'a SourceSet) -> Reader<'a> {
        Reader { sources, diagnostics: Vec::new() }
    }

    /// Reads one file of the edition; a missing or unreadable file gives a diagnostic.
    pub fn read(&mut self, spec: &'static FileSpec, each: &mut dyn FnMut(Event, &mut Vec<Diagnostic>)) {
        let say = |rule, found: &str, expected: &str| Diagnostic {
            rule,
            file: spec.name.to_owned(),
            span: None,
            found: found.to_owned(),
            expected: expected.to_owned(),
        };
        let Some((id, file)) = spec.find(self.sources) else {
            if spec.may_lack {
                let expected = "expected it beside the other edit files; it is read as if it were empty";
                self.diagnostics.push(say(Rule::AbsentFile, "found no such file", expected));
            } else if spec.required {
                let expected = "expected it beside the other edit files; the game can't be loaded without it";
                self.diagnostics.push(say(Rule::MissingFile, "found no such file", expected));
            }
            return;
        };
        if let Some(problem) = file.unreadable() {
            self.diagnostics.push(problem);
            return;
        }
        let mut events = 0;
        read(file, id, spec, &mut self.diagnostics, &mut |event, diagnostics| {
            events += 1;
            each(event, diagnostics);
        });
        if spec.required && events == 0 {
            self.diagnostics.push(say(Rule::EmptyFile, "found no entries", "expected some"));
        }
    }
}
