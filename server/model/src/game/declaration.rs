//! What a team declares of its own game: names and lines that the game whose rules read its files doesn't have.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
};

use serde::{Deserialize, de::IgnoredAny};

use super::Game;
use crate::text::{Diagnostic, FileId, Rule, SourceFile, SourceSet, Span, decode};

/// The declaration of a folder, in its file `affixboard.toml`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Declaration {
    /// The name of the team's own game; empty where it isn't given.
    pub name: String,
    names: Names,
    /// Directives by file.
    lines: BTreeMap<String, BTreeSet<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    game: GameTable,
    #[serde(default)]
    names: Names,
    #[serde(default)]
    lines: BTreeMap<String, BTreeSet<String>>,
    /// The limits of gaps stand in the same file.
    #[serde(rename = "gaps")]
    _gaps: Option<IgnoredAny>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GameTable {
    #[serde(default)]
    name: String,
    base: toml::Spanned<String>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Names {
    #[serde(default)]
    flags: BTreeSet<String>,
    #[serde(default)]
    effects: BTreeSet<String>,
    #[serde(default)]
    modifiers: BTreeSet<String>,
}

impl Declaration {
    /// The file's name.
    pub const FILE: &str = "affixboard.toml";

    /// Whether the text of a file of that name is a declaration: it has a table `game`. Else it is only about gaps, or holds
    /// settings of the dashboard.
    pub fn is_one(text: &[u8]) -> bool {
        text.split(|byte| *byte == b'\n').any(|line| line.trim_ascii() == b"[game]")
    }

    /// The id of the game that a folder's declaration names as its base, where it has one that can be read.
    pub fn base(sources: &SourceSet) -> Option<String> {
        let (_, file) = Declaration::file(sources)?;
        let written: Written = toml::from_str(&decode(file.text())).ok()?;
        Some(written.game.base.into_inner())
    }

    /// The declaration of a folder whose files are read as a game's; `None` where it has none.
    ///
    /// # Errors
    /// Fails where it can't be read, or names another game than this one.
    pub fn of(sources: &SourceSet, game: &Game) -> Result<Option<Declaration>, Diagnostic> {
        let Some((id, file)) = Declaration::file(sources) else { return Ok(None) };
        let wrong = |at: Range<usize>, found: String, expected: String| {
            let span = Some(Span { file: id, start: at.start as u32, end: at.end as u32 });
            Diagnostic { rule: Rule::BadDeclaration, file: file.name().to_owned(), span, found, expected }
        };
        let text = decode(file.text());
        let written: Written = toml::from_str(&text).map_err(|error| {
            let at = error.span().unwrap_or(0..text.len().min(1));
            let expected = "expected the tables game, names, lines and gaps; nothing of the file is read";
            wrong(at, format!("found {}", error.message().trim_end().replace('\n', ", ")), expected.to_owned())
        })?;
        let base = written.game.base;
        if base.get_ref() != game.id() {
            let expected =
                format!("expected `{}`, as whose the files are read; nothing of the file is read", game.id());
            return Err(wrong(base.span(), format!("found the base `{}`", base.get_ref()), expected));
        }
        let (name, names, lines) = (written.game.name, written.names, written.lines);
        Ok(Some(Declaration { name, names, lines }))
    }

    /// Takes what is declared out of what was said of the files, and says what is wrong with the declaration itself.
    pub fn settle(sources: &SourceSet, game: &Game, said: &mut Vec<Diagnostic>) -> Option<Declaration> {
        match Declaration::of(sources, game) {
            Ok(declaration) => {
                if let Some(declaration) = &declaration {
                    said.retain(|said| !declaration.covers(sources, said));
                }
                declaration
            }
            Err(wrong) => {
                said.insert(0, wrong);
                None
            }
        }
    }

    /// Whether a flag is declared.
    pub fn has_flag(&self, name: &str) -> bool {
        self.names.flags.contains(name)
    }

    /// Whether lines of a file with this directive are declared.
    pub fn has_line(&self, file: &str, directive: &str) -> bool {
        self.lines.get(file).is_some_and(|directives| directives.contains(directive))
    }

    /// Number of names, and of directives.
    pub fn count(&self) -> [usize; 2] {
        let Names { flags, effects, modifiers } = &self.names;
        [flags.len() + effects.len() + modifiers.len(), self.lines.values().map(BTreeSet::len).sum()]
    }

    /// Whether what is said is about a name or a line that is declared.
    fn covers(&self, sources: &SourceSet, said: &Diagnostic) -> bool {
        let Some(span) = said.span else { return false };
        let text = sources.text(span);
        // `MOD[2]` is a value of a modifier.
        let name = text.split('[').next().unwrap_or_default();
        let Names { flags, effects, modifiers } = &self.names;
        match said.rule {
            Rule::UndefinedDirective | Rule::NotSimulated => {
                let file = sources.file(span.file).text();
                let rest = String::from_utf8_lossy(file.get(span.start as usize..).unwrap_or_default()).into_owned();
                self.has_line(&said.file, rest.split([':', '\n', '\r']).next().unwrap_or_default())
            }
            Rule::InvalidFlag | Rule::InvalidValue => flags.contains(name) || modifiers.contains(name),
            Rule::UnknownEffect => effects.contains(name),
            _ => false,
        }
    }

    fn file(sources: &SourceSet) -> Option<(FileId, &SourceFile)> {
        sources.find(Declaration::FILE).filter(|(_, file)| Declaration::is_one(file.text()))
    }
}
