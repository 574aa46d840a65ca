//! Directive tables: what lines a file may have and what their fields are.

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
}

impl DirectiveSpec {
    /// The form of the line, such as `N:index:type:name`; optional fields in brackets.
    pub fn form(&self) -> String {
        let mut form = self.tag.to_owned();
        for field in self.fields {
            form += if field.optional { "[:" } else { ":" };
            form += field.name;
        }
        form + &"]".repeat(self.fields.iter().filter(|field| field.optional).count())
    }
}

/// One file of a dialect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FileSpec {
    /// The file's name.
    pub name: &'static str,
    /// Whether the game can't be loaded without it.
    pub required: bool,
    /// The tag that begins a record.
    pub header: &'static str,
    /// Its kinds of lines.
    pub directives: &'static [DirectiveSpec],
}

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
    DirectiveSpec { tag, fields, doc }
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
