//! The tables of dungeon.lua, which NetHack 3.7 has in place of dungeon.def (dungeon.c, `init_dungeon_dungeons` and what it
//! calls).

use super::{
    super::branch::Alignment,
    builder::{self, DESCRIPTIONS, DungeonBuilder, Refused, USUAL, alignment},
    model::{Dungeon, DungeonBranch, OtherName, PlaceRange, SpecialLevel},
};
use affixboard_kin::sources::Number;
use affixboard_model::{
    syntax::{
        FileSpec,
        lua_table::{self, LuaField, LuaValue},
        spec::source,
    },
    text::{Diagnostic, FileId, Rule, SourceFile, Span},
};

/// The file.
pub(in super::super) const FILE: FileSpec = source("dat", "dungeon.lua", false);

/// The variable with the dungeons.
const DUNGEON: &str = "dungeon";
const OF_DUNGEONS: &[&str] = &[
    "name",
    "bonetag",
    "base",
    "range",
    "chance",
    "entry",
    "alignment",
    "flags",
    "protofile",
    "lvlfill",
    "themerooms",
    "levels",
    "branches",
];
/// A slip of xNetHack's, which nothing reads.
const UNREAD: &str = "kkalignment";
const OF_LEVELS: &[&str] =
    &["name", "bonetag", "base", "range", "chance", "nlevels", "chainlevel", "alignment", "flags"];
const OF_BRANCHES: &[&str] = &["name", "base", "range", "chainlevel", "branchtype", "direction"];
const BRANCH_TYPES: [&str; 4] = ["stair", "portal", "no_down", "no_up"];
const ALIGNMENTS: [&str; 5] = ["unaligned", "noalign", "lawful", "neutral", "chaotic"];

/// The dungeons of a file. A table that can't be understood is reported and left out.
pub(crate) fn dungeons(file: &SourceFile, id: FileId, diagnostics: &mut Vec<Diagnostic>) -> Vec<Dungeon> {
    let before = diagnostics.len();
    let assigned = lua_table::read(file, id, diagnostics);
    let is_read = diagnostics.len() == before;
    let mut reader = Reader { file, builder: DungeonBuilder::new("the table"), diagnostics };
    // The last assignment is the one that counts.
    match assigned.iter().rev().find(|field| field.is(DUNGEON)) {
        Some(field) => reader.each(field, Reader::dungeon),
        None if is_read => reader.diagnostics.push(Diagnostic {
            rule: Rule::EmptyFile,
            file: file.name().to_owned(),
            span: None,
            found: format!("found no `{DUNGEON} = {{ … }}`"),
            expected: "expected a list of dungeons".to_owned(),
        }),
        None => {}
    }
    reader.builder.dungeons
}

struct Reader<'a> {
    file: &'a SourceFile,
    builder: DungeonBuilder,
    diagnostics: &'a mut Vec<Diagnostic>,
}

/// A table that describes something, by names.
#[derive(Clone, Copy)]
struct Described<'a> {
    fields: &'a [LuaField],
    span: Span,
}

impl<'a> Described<'a> {
    /// The value that counts of a name: the last; none where it is nil.
    fn get(self, key: &str) -> Option<&'a LuaField> {
        self.fields.iter().rev().find(|field| field.is(key)).filter(|field| field.value != LuaValue::Nil)
    }
}

impl Reader<'_> {
    /// Reads each table of a list; what is refused is told.
    fn each(&mut self, list: &LuaField, mut read: impl FnMut(&mut Self, Described<'_>) -> Result<(), Refused>) {
        let LuaValue::Table(values) = &list.value else {
            let refused = self.wrong(list, "a list of tables");
            return self.report(refused);
        };
        for value in values {
            let result = match (&value.key, &value.value) {
                (None, LuaValue::Table(fields)) => read(self, Described { fields, span: value.span }),
                _ => Err(self.wrong(value, "a table without a name in this list")),
            };
            if let Err(refused) = result {
                self.report(refused);
            }
        }
    }

    fn dungeon(&mut self, of: Described<'_>) -> Result<(), Refused> {
        self.builder.count(of.span)?;
        self.check_names(of, OF_DUNGEONS);
        let (align, word) = self.alignment(of)?;
        let dungeon = Dungeon {
            name: self.text(of, "name")?,
            bones: self.text_or(of, "bonetag", "none")?,
            place: self.place(of)?,
            chance: self.number_or(of, "chance", 100)?,
            entry: match self.number_or(of, "entry", 1)? {
                // The top, as where there is none.
                Number { value: 0, .. } => Number::from(1),
                entry => entry,
            },
            proto: self.text_or(of, "protofile", "")?,
            alignment: align,
            alignment_word: word,
            descriptions: self.flags(of)?,
            record: Some(own_part(of)),
            ..Dungeon::default()
        };
        let before = self.builder.dungeons.len();
        let added = self.builder.dungeon(dungeon, own_part(of));
        if self.builder.dungeons.len() > before {
            if let Some(levels) = of.get("levels") {
                self.each(levels, Reader::level);
            }
            if let Some(branches) = of.get("branches") {
                self.each(branches, Reader::branch);
            }
        }
        added
    }

    fn level(&mut self, of: Described<'_>) -> Result<(), Refused> {
        self.builder.count(of.span)?;
        self.check_names(of, OF_LEVELS);
        let (name, other) = self.one_of_two_names(of)?;
        let level = SpecialLevel {
            keyword: "",
            name,
            other,
            bones: self.text_or(of, "bonetag", "none")?,
            chain: self.chain(of)?,
            place: self.place(of)?,
            chance: self.number_or(of, "chance", 100)?,
            variants: self.number_or(of, "nlevels", 0)?,
            descriptions: self.flags(of)?,
            alignment_word: self.alignment(of)?.1,
            record: Some(of.span),
        };
        self.builder.level(level, of.span)
    }

    fn branch(&mut self, of: Described<'_>) -> Result<(), Refused> {
        self.builder.count(of.span)?;
        self.check_names(of, OF_BRANCHES);
        let branch = DungeonBranch {
            keyword: "",
            to: self.text(of, "name")?,
            chain: self.chain(of)?,
            place: self.place(of)?,
            sort: self.one_of(of, "branchtype", &BRANCH_TYPES)?,
            leads_up: self.one_of(of, "direction", &["down", "up"])? == "up",
            record: Some(of.span),
        };
        self.builder.branch(branch, of.span)
    }

    fn chain(&self, of: Described<'_>) -> Result<Option<usize>, Refused> {
        let Some(field) = of.get("chainlevel") else { return Ok(None) };
        let LuaValue::Text(name) = &field.value else { return Err(self.wrong(field, "the name of a level")) };
        self.builder.chain(name, field.span).map(Some)
    }

    fn place(&self, of: Described<'_>) -> Result<PlaceRange, Refused> {
        let Some(base) = of.get("base") else { return Err(self.missing(of, "base")) };
        Ok(PlaceRange { base: self.number(base)?, random: self.number_or(of, "range", 0)? })
    }

    /// The alignment, and the word for it; empty where there is none.
    fn alignment(&self, of: Described<'_>) -> Result<(Alignment, String), Refused> {
        let Some(field) = of.get("alignment") else { return Ok(Default::default()) };
        match &field.value {
            LuaValue::Text(word) => alignment(word).map(|alignment| (alignment, word.clone())),
            _ => None,
        }
        .ok_or_else(|| self.wrong(field, &any_of(&ALIGNMENTS)))
    }

    /// A flag, or a list of flags. Those that aren't known are told of and kept.
    fn flags(&mut self, of: Described<'_>) -> Result<Vec<String>, Refused> {
        let Some(field) = of.get("flags") else { return Ok(Vec::new()) };
        let fields = match &field.value {
            LuaValue::Table(flags) => flags.as_slice(),
            _ => std::slice::from_ref(field),
        };
        let mut flags = Vec::new();
        for field in fields {
            let LuaValue::Text(word) = &field.value else {
                return Err(self.wrong(field, &any_of(&DESCRIPTIONS[..USUAL])));
            };
            if let Err(unknown) = builder::known_description(word, field.span) {
                self.report(unknown);
            }
            flags.push(word.clone());
        }
        Ok(flags)
    }

    /// One of some words; the first where there is none.
    fn one_of(&self, of: Described<'_>, key: &str, words: &[&'static str]) -> Result<&'static str, Refused> {
        let Some(field) = of.get(key) else { return Ok(words[0]) };
        let found = words.iter().find(|word| matches!(&field.value, LuaValue::Text(text) if text == *word));
        found.copied().ok_or_else(|| self.wrong(field, &any_of(words)))
    }

    /// A name, and the one that it is instead where a condition of the file is met.
    fn one_of_two_names(&self, of: Described<'_>) -> Result<(String, Option<OtherName>), Refused> {
        let Some(LuaField { value: LuaValue::Either { condition, percent, values }, .. }) = of.get("name") else {
            return Ok((self.text(of, "name")?, None));
        };
        match values.as_ref() {
            [LuaValue::Text(met), LuaValue::Text(unmet)] => {
                let other = OtherName { condition: *condition, percent: *percent, name: met.clone() };
                Ok((unmet.clone(), Some(other)))
            }
            _ => Err(self.wrong(of.get("name").ok_or_else(|| self.missing(of, "name"))?, "a string, or one of two")),
        }
    }

    fn text(&self, of: Described<'_>, key: &str) -> Result<String, Refused> {
        match of.get(key) {
            Some(LuaField { value: LuaValue::Text(text), .. }) => Ok(text.clone()),
            // What it is where the condition isn't met stands for both: nothing depends on bones.
            Some(LuaField { value: LuaValue::Either { values, .. }, .. }) if key == "bonetag" => match &values[1] {
                LuaValue::Text(text) => Ok(text.clone()),
                _ => Ok("none".to_owned()),
            },
            Some(field) => Err(self.wrong(field, "a string")),
            None => Err(self.missing(of, key)),
        }
    }

    fn text_or(&self, of: Described<'_>, key: &str, default: &str) -> Result<String, Refused> {
        if of.get(key).is_some() { self.text(of, key) } else { Ok(default.to_owned()) }
    }

    fn number(&self, field: &LuaField) -> Result<Number, Refused> {
        match field.value {
            LuaValue::Number(value) => Ok(Number { value, site: Some(field.span) }),
            _ => Err(self.wrong(field, "a whole number")),
        }
    }

    fn number_or(&self, of: Described<'_>, key: &str, default: i64) -> Result<Number, Refused> {
        of.get(key).map_or(Ok(Number::from(default)), |field| self.number(field))
    }

    /// Reports names that mean nothing here, and what has none.
    fn check_names(&mut self, of: Described<'_>, names: &[&str]) {
        for field in of.fields {
            let refused = match &field.key {
                Some((key, _)) if names.contains(&key.as_str()) || key == UNREAD => continue,
                Some((key, span)) => (*span, format!("found `{key}`")),
                None => (field.span, "found a value without a name".to_owned()),
            };
            let expected = format!("expected {}; it is ignored", any_of(names));
            self.report((Rule::UndefinedDirective, refused.0, refused.1, expected));
        }
    }

    fn wrong(&self, field: &LuaField, expected: &str) -> Refused {
        let found = match &field.value {
            LuaValue::Nil => "nil".to_owned(),
            LuaValue::Boolean(is) => is.to_string(),
            LuaValue::Number(number) => number.to_string(),
            LuaValue::Text(text) => format!("\"{text}\""),
            LuaValue::Table(_) => "a table".to_owned(),
            LuaValue::Either { .. } => "a value that depends on a condition".to_owned(),
        };
        self.builder.refused(Rule::InvalidValue, field.span, format!("found {found}"), expected)
    }

    fn missing(&self, of: Described<'_>, key: &str) -> Refused {
        let start = Span { end: of.span.start + 1, ..of.span };
        self.builder.refused(Rule::MissingField, start, format!("found no `{key}`"), &format!("`{key} = …`"))
    }

    fn report(&mut self, refused: Refused) {
        builder::report(self.diagnostics, self.file, refused);
    }
}

/// What of a dungeon's table is about itself: up to its levels and branches, which are entries of their own.
fn own_part(of: Described<'_>) -> Span {
    let inner = ["levels", "branches"].into_iter().filter_map(|key| of.get(key)?.key.as_ref());
    let inner = inner.map(|(_, span)| span.start).min();
    let own = of.fields.iter().filter(|field| inner.is_none_or(|start| field.span.start < start));
    let end = own.map(|field| field.span.end).max();
    Span { end: end.unwrap_or(of.span.end), ..of.span }
}

fn any_of(words: &[&str]) -> String {
    format!("one of {}", words.join(", "))
}
