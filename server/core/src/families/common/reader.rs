//! Reading the files of an edition one by one.

use crate::{
    syntax::{Event, FileSpec, read},
    text::{Diagnostic, Rule, SourceSet},
};

/// The files of an edition, and the diagnostics so far.
pub(crate) struct Reader<'a> {
    pub(crate) sources: &'a SourceSet,
    pub(crate) diagnostics: Vec<Diagnostic>,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(sources: &'a SourceSet) -> Reader<'a> {
        Reader { sources, diagnostics: Vec::new() }
    }

    /// Reads one file of the edition; a missing or unreadable file gives a diagnostic.
    pub(crate) fn read(&mut self, spec: &'static FileSpec, each: &mut dyn FnMut(Event, &mut Vec<Diagnostic>)) {
        let say = |rule, found: &str, expected: &str| Diagnostic {
            rule,
            file: spec.name.to_owned(),
            span: None,
            found: found.to_owned(),
            expected: expected.to_owned(),
        };
        let Some((id, file)) = spec.find(self.sources) else {
            if spec.required {
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
