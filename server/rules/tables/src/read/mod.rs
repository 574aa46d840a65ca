//! Readers: each turns the bytes of a file of one notation into a tree.

mod c_source;
mod csv;
mod jsonc;
mod lines;
mod rust_source;
mod text;
mod toml;
mod yaml;

use affixboard_model::text::{Diagnostic, FileId, SourceSet};

use crate::{
    roots::{Problem, Roots},
    tree::Node,
};

/// A notation of tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Notation {
    /// JSON, with or without comments and commas at the end of lists.
    Json,
    /// TOML.
    Toml,
    /// YAML.
    Yaml,
    /// Values between commas, tabs or semicolons, with their names in the first line.
    Csv,
    /// Initialised arrays in C or C++.
    C,
    /// Declarations of C or C++ that such arrays are read by.
    Header,
    /// Struct expressions in Rust.
    Rust,
    /// Lines with a letter or word before a colon, as edit files of Angband's line have them.
    Lines,
}

impl Notation {
    /// The notation of a file, by the end of its name.
    pub fn of(name: &str) -> Option<Notation> {
        let (_, extension) = name.rsplit_once('.')?;
        Some(match extension.to_ascii_lowercase().as_str() {
            "json" | "jsonc" | "json5" => Notation::Json,
            "toml" => Notation::Toml,
            "yaml" | "yml" => Notation::Yaml,
            "csv" | "tsv" => Notation::Csv,
            "c" | "cc" | "cpp" | "cxx" => Notation::C,
            "h" | "hh" | "hpp" => Notation::Header,
            "rs" => Notation::Rust,
            "txt" => Notation::Lines,
            _ => return None,
        })
    }
}

/// Reads a file; nothing of a file that has no table. What can't be read is reported.
pub(crate) fn read(sources: &SourceSet, id: FileId, diagnostics: &mut Vec<Diagnostic>) -> Roots {
    let file = sources.file(id);
    let Some(notation) = Notation::of(file.name()) else { return Roots::new() };
    if let Some(problem) = file.unreadable() {
        diagnostics.push(problem);
        return Roots::new();
    }
    let text = text::Text::new(file, id);
    let whole = |read: Result<Node, Problem>| -> Result<Roots, Problem> { Ok(vec![(String::new(), read?)]) };
    let read = match notation {
        Notation::Json => whole(jsonc::read(&text)),
        Notation::Toml => whole(toml::read(&text)),
        Notation::Yaml => yaml::read(&text),
        Notation::Csv => Ok(csv::read(&text, file.name())),
        Notation::C => Ok(c_source::read(sources, id, diagnostics)),
        Notation::Header => Ok(Roots::new()),
        Notation::Rust => Ok(rust_source::read(&text)),
        Notation::Lines => Ok(lines::read(&text, file.name())),
    };
    read.unwrap_or_else(|problem| {
        diagnostics.push(problem.diagnostic(file));
        Roots::new()
    })
}
