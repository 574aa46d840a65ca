//! Directive tables: what lines a file may have and what their fields are.

use crate::text::{FileId, SourceFile, SourceSet};

/// How a field is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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
    /// What a reader is told to write there.
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
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FieldSpec {
    /// Its name in messages and help.
    pub name: &'static str,
    /// How it is read.
    pub kind: FieldKind,
    /// Whether it (and then everything after it) may be missing.
    pub optional: bool,
}

/// One kind of line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DirectiveSpec {
    /// The letters before the first colon; case matters.
    pub tag: &'static str,
    /// Its fields in order.
    pub fields: &'static [FieldSpec],
    /// What the line says, in a sentence.
    pub doc: &'static str,
    /// Whether nothing is made of the line but a remark that says so.
    pub kept: bool,
    /// Whether it says where or how often an entry comes, which is what people propose changes of.
    pub allocates: bool,
}

impl DirectiveSpec {
    /// The same, though nothing is made of it but a remark.
    #[must_use]
    pub const fn but_kept(self) -> DirectiveSpec {
        DirectiveSpec { kept: true, ..self }
    }

    /// The same, saying where or how often an entry comes.
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

/// How a file's lines are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Notation {
    /// Fields between colons, read one by one: [`super::colon`].
    Colon,
    /// One letter, a colon, and what `sscanf` finds in the rest: [`super::letter`].
    Letter,
    /// The same in files of variants, whose own programs may read more: lines of other letters are kept, and so are
    /// characters beyond ASCII.
    VariantLetter,
}

/// One file of a dialect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FileSpec {
    /// The file's name.
    pub name: &'static str,
    /// Names it had in other versions, which are taken as well.
    pub aliases: &'static [&'static str],
    /// How its lines are written.
    pub notation: Notation,
    /// Whether the game can't be loaded without it.
    pub required: bool,
    /// The tag that begins a record.
    pub header: &'static str,
    /// Its kinds of lines.
    pub directives: &'static [DirectiveSpec],
}

impl FileSpec {
    /// Whether a file of that name is this one; case doesn't matter.
    pub fn is_named(&self, name: &str) -> bool {
        self.names().any(|known| known.eq_ignore_ascii_case(name))
    }

    /// The file among others, by its name or else by one of its other names.
    pub fn find<'a>(&self, sources: &'a SourceSet) -> Option<(FileId, &'a SourceFile)> {
        self.names().find_map(|name| sources.find(name))
    }

    fn names(&self) -> impl Iterator<Item = &'static str> {
        std::iter::once(self.name).chain(self.aliases.iter().copied())
    }
}

/// Whatever follows the fields that matter.
pub const REST: FieldSpec = optional("rest", FieldKind::Rest);

/// A mandatory field.
pub const fn field(name: &'static str, kind: FieldKind) -> FieldSpec {
    FieldSpec { name, kind, optional: false }
}

/// A field that may be missing.
pub const fn optional(name: &'static str, kind: FieldKind) -> FieldSpec {
    FieldSpec { name, kind, optional: true }
}

/// A kind of line.
pub const fn directive(tag: &'static str, fields: &'static [FieldSpec], doc: &'static str) -> DirectiveSpec {
    DirectiveSpec { tag, fields, doc, kept: false, allocates: false }
}

/// A file of colon lines without which the game can't be loaded; `header` is the tag that begins a record.
pub const fn file(name: &'static str, header: &'static str, directives: &'static [DirectiveSpec]) -> FileSpec {
    FileSpec { name, aliases: &[], notation: Notation::Colon, required: true, header, directives }
}

/// A kind of line of which nothing is made but a remark, whatever its fields; `doc` is what it says, in a phrase.
pub const fn kept(tag: &'static str, doc: &'static str) -> DirectiveSpec {
    const TEXT: &[FieldSpec] = &[optional("text", FieldKind::Rest)];
    DirectiveSpec { tag, fields: TEXT, doc, kept: true, allocates: false }
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
