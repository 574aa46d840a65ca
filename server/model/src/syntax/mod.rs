//! Notations: the syntax of lines and values, without their meaning.
//!
//! A dialect is a table of [`FileSpec`]s; the same table reads files, explains a line and writes one.

pub mod c_number;
pub mod c_table;
pub mod colon;
pub mod document;
mod grouped;
pub mod letter;
pub mod line;
pub mod lua_table;
pub mod random_value;
pub mod spec;
pub mod words;

pub use colon::{Event, ParsedLine};
pub use random_value::RandomValue;
pub use spec::{DirectiveSpec, FieldKind, FieldSpec, FileSpec, Notation};

use crate::text::{Diagnostic, FileId, SourceFile};

/// Reads a file in its notation: every line that is neither blank nor a comment becomes one [`Event`], in order, but
/// for those without a known directive. A bad line costs that line: it is reported and the rest is read.
pub fn read(
    file: &SourceFile,
    id: FileId,
    spec: &'static FileSpec,
    diagnostics: &mut Vec<Diagnostic>,
    each: &mut dyn FnMut(Event, &mut Vec<Diagnostic>),
) {
    match spec.notation {
        Notation::Colon => colon::read(file, id, spec, diagnostics, each),
        Notation::Letter | Notation::VariantLetter => letter::read(file, id, spec, diagnostics, each),
        Notation::Source | Notation::Numbers => {}
    }
}
