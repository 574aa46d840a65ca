//! Directive tables: the lines a file may have, and their fields.

use crate::text::{FileId, SourceFile, SourceSet};

/// The type of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FieldKind {
    /// A C integer (decimal, 0x hexadecimal, leading 0 octal).
    Int,
    /// Text up to the next colon.
    Word,
    /// The rest of the line, colons included; only as the last field.
    Rest,
    /// A random value such as `10+2d3M4`.
    Random,
    /// One character.
    Char,
    /// Dice such as `2d5`, without anything added.
    Dice,
}

impl FieldKind {
    /// A phrase for messages: the text expected there.
    pub fn describe(self) -> &'static str {
        match self {
            FieldKind::Int => "a number",
            FieldKind::Word => "a word",
            FieldKind::Rest => "text",
            FieldKind::Random => "a random value such as 10+2d3M4",
            FieldKind::Char => "one character",
            FieldKind::Dice => "dice such as 2d5",
        }
    }
}

/// One field of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct FieldSpec {
    /// Its name in messages and help.
    pub name: &'static str,
    /// Its type.
    pub kind: FieldKind,
    /// Whether it (and then everything after it) may be missing.
    pub optional: bool,
    /// Whether every blank of it counts, as in a sentence or a row of a map.
    pub verbatim: bool,
}

impl FieldSpec {
    /// The same field, of which every blank counts.
    #[must_use]
    pub const fn verbatim(self) -> FieldSpec {
        FieldSpec { verbatim: true, ..self }
    }

    /// What of a text in a form is meant for the field: all of it where every blank counts or it is one character, which may
    /// be a blank; else without blanks around it.
    pub fn meant<'a>(&self, text: &'a str) -> &'a str {
        let is_one = || self.kind == FieldKind::Char && text.chars().count() == 1;
        if self.verbatim || is_one() { text } else { text.trim() }
    }
}

/// One kind of line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct DirectiveSpec {
    /// The letters before the first colon; case matters.
    pub tag: &'static str,
    /// Its fields in order.
    pub fields: &'static [FieldSpec],
    /// The line's meaning in one sentence.
    pub doc: &'static str,
    /// Whether the line has no effect but a `not-simulated` remark.
    pub ignored: bool,
    /// Whether it says where or how often an entry is generated. Proposals change such lines, and in files that say so
    /// ([`FileSpec::every_line`]) all others too.
    pub allocates: bool,
}

impl DirectiveSpec {
    /// The same directive, without any effect but a remark.
    #[must_use]
    pub const fn ignored(self) -> DirectiveSpec {
        DirectiveSpec { ignored: true, ..self }
    }

    /// The same directive, marked as saying where or how often an entry is generated.
    #[must_use]
    pub const fn allocating(self) -> DirectiveSpec {
        DirectiveSpec { allocates: true, ..self }
    }

    /// The form of the line, such as `N:index:type:name`; optional fields in brackets. [`REST`] isn't shown.
    pub fn form(&self) -> String {
        let mut form = self.tag.to_owned();
        let shown = || self.fields.iter().filter(|field| field.name != REST.name);
        for field in shown() {
            form += if field.optional { "[:" } else { ":" };
            form += field.name;
        }
        form + &"]".repeat(shown().filter(|field| field.optional).count())
    }
}

/// The notation of a file's lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Notation {
    /// Fields between colons, read one by one: [`super::colon`].
    Colon,
    /// One letter, a colon, and what `sscanf` finds in the rest: [`super::letter`].
    Letter,
    /// The same in files of variants, whose own programs may read more: lines of other letters are kept, and so are
    /// characters beyond ASCII.
    VariantLetter,
    /// A file that its game reads as a whole, such as a C source with tables: [`super::c_table`]. It has no directives.
    Source,
    /// A file of tables in another notation: its numbers can be changed, its rows neither come nor go.
    Numbers,
}

impl Notation {
    /// Whether its lines are numbers of tables, which stand anywhere in the text.
    pub fn is_of_tables(self) -> bool {
        matches!(self, Notation::Source | Notation::Numbers)
    }
}

/// One file of a dialect.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct FileSpec {
    /// The file's name.
    pub name: &'static str,
    /// Its folder in a source tree whose files lie in several; empty where all lie in one.
    pub folder: &'static str,
    /// Names it had in other versions; accepted as well.
    pub aliases: &'static [&'static str],
    /// The notation of its lines.
    pub notation: Notation,
    /// Whether the game can't be loaded without it.
    pub required: bool,
    /// The tag that begins a record.
    pub header: &'static str,
    /// Its kinds of lines.
    pub directives: &'static [DirectiveSpec],
    /// Whether proposals change every line of its records, and not only those that say where entries are generated.
    pub every_line: bool,
    /// The label of the array size, in the file of sizes, that the numbers of its records stay below; empty where none counts.
    pub size: &'static str,
    /// Whether an edition that its team is still at work on may lack it though the game can't do without it: it is read as if
    /// the file were empty, with a remark.
    pub may_lack: bool,
}

/// The tag of the line that says which version a file is for. It belongs to no record.
pub const VERSION_TAG: &str = "V";

impl FileSpec {
    /// The same file, with numbers of records that stay below the array size of this label.
    #[must_use]
    pub const fn sized(self, label: &'static str) -> FileSpec {
        FileSpec { size: label, ..self }
    }

    /// The same file, which may be missing.
    #[must_use]
    pub const fn lacking(self) -> FileSpec {
        FileSpec { may_lack: true, ..self }
    }

    /// The kinds of lines that proposals change, in the order of the table.
    pub fn editable(&self) -> impl Iterator<Item = &'static DirectiveSpec> + use<> {
        let every_line = self.every_line;
        self.directives
            .iter()
            .filter(move |directive| directive.allocates || (every_line && directive.tag != VERSION_TAG))
    }

    /// Whether a file of that name is this one; case doesn't matter.
    pub fn is_named(&self, name: &str) -> bool {
        self.names().any(|known| known.eq_ignore_ascii_case(name))
    }

    /// This file in a set: by its name, else by an alias.
    pub fn find<'a>(&self, sources: &'a SourceSet) -> Option<(FileId, &'a SourceFile)> {
        self.names().find_map(|name| sources.find(name))
    }

    /// All names it is found under.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        std::iter::once(self.name).chain(self.aliases.iter().copied())
    }
}

/// The rest of a line after the fields that matter.
pub const REST: FieldSpec = optional("rest", FieldKind::Rest);

/// A mandatory field.
pub const fn field(name: &'static str, kind: FieldKind) -> FieldSpec {
    FieldSpec { name, kind, optional: false, verbatim: false }
}

/// A field that may be missing.
pub const fn optional(name: &'static str, kind: FieldKind) -> FieldSpec {
    FieldSpec { name, kind, optional: true, verbatim: false }
}

/// A kind of line.
pub const fn directive(tag: &'static str, fields: &'static [FieldSpec], doc: &'static str) -> DirectiveSpec {
    DirectiveSpec { tag, fields, doc, ignored: false, allocates: false }
}

/// A file of colon lines without which the game can't be loaded; `header` is the tag that begins a record, of which every line
/// can be changed.
pub const fn file(name: &'static str, header: &'static str, directives: &'static [DirectiveSpec]) -> FileSpec {
    FileSpec {
        name,
        folder: "",
        aliases: &[],
        notation: Notation::Colon,
        required: true,
        header,
        directives,
        every_line: !header.is_empty(),
        size: "",
        may_lack: false,
    }
}

/// A file of a source tree that its game reads as a whole.
pub const fn source(folder: &'static str, name: &'static str, required: bool) -> FileSpec {
    FileSpec {
        name,
        folder,
        aliases: &[],
        notation: Notation::Source,
        required,
        header: "",
        directives: &[],
        every_line: false,
        size: "",
        may_lack: false,
    }
}

/// A file of tables whose numbers alone can be changed.
pub const fn numbers(name: &'static str) -> FileSpec {
    FileSpec { notation: Notation::Numbers, ..source("", name, false) }
}

/// A directive without any effect but a remark, whatever its fields; `doc` is its meaning in a phrase.
pub const fn ignored(tag: &'static str, doc: &'static str) -> DirectiveSpec {
    const TEXT: &[FieldSpec] = &[optional("text", FieldKind::Rest)];
    DirectiveSpec { tag, fields: TEXT, doc, ignored: true, allocates: false }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_form_shows_optional_fields_nested() {
        const C: DirectiveSpec = directive(
            "C",
            &[field("to-hit", FieldKind::Random), optional("dice", FieldKind::Int), optional("sides", FieldKind::Int)],
            "",
        );
        assert_eq!(C.form(), "C:to-hit[:dice[:sides]]");
    }
}
