//! What a team declares of its own game: names and lines that the game whose rules read its files doesn't have.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
};

use serde::{Deserialize, de::IgnoredAny};

use crate::text::{Diagnostic, FileId, Rule, SourceFile, SourceSet, Span, decode};

/// The declaration of a folder, in its file `affixboard.toml`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Declaration {
    /// The name of the team's own game; empty where it isn't given.
    pub name: String,
    pub(super) names: OwnNames,
    /// Directives by file.
    pub(super) lines: BTreeMap<String, BTreeSet<String>>,
    /// Numbers of the rules, each with its place in the file.
    pub(super) rules: BTreeMap<String, (i64, Span)>,
    /// What shares are told of, by table.
    pub(super) tables: BTreeMap<String, TableShares>,
}

/// The columns of a table that shares are told of, where no rules are known.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TableShares {
    /// The column whose numbers are weights.
    pub weight: Option<String>,
    /// The column within whose values shares are told.
    pub group: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    game: GameTable,
    #[serde(default)]
    names: OwnNames,
    #[serde(default)]
    lines: BTreeMap<String, BTreeSet<String>>,
    #[serde(default)]
    rules: BTreeMap<String, toml::Spanned<i64>>,
    #[serde(default)]
    tables: BTreeMap<String, TableShares>,
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
pub(super) struct OwnNames {
    #[serde(default)]
    pub(super) flags: BTreeSet<String>,
    #[serde(default)]
    pub(super) effects: BTreeSet<String>,
    #[serde(default)]
    pub(super) modifiers: BTreeSet<String>,
    #[serde(default, rename = "item-types")]
    pub(super) item_types: BTreeSet<String>,
    /// Sorts of properties.
    #[serde(default)]
    pub(super) sorts: BTreeSet<String>,
}

impl OwnNames {
    /// Each list by its key in the file.
    pub(super) fn lists(&self) -> [(&'static str, &BTreeSet<String>); 5] {
        let OwnNames { flags, effects, modifiers, item_types, sorts } = self;
        [("flags", flags), ("effects", effects), ("modifiers", modifiers), ("item-types", item_types), ("sorts", sorts)]
    }
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

    /// The declaration of a folder whose files are read as the game of that id; `None` where it has none.
    ///
    /// # Errors
    /// Fails where it can't be read, or names another game than this one.
    pub fn of(sources: &SourceSet, game: &str) -> Result<Option<Declaration>, Diagnostic> {
        let Some((id, file)) = Declaration::file(sources) else { return Ok(None) };
        let place = |at: Range<usize>| Span { file: id, start: at.start as u32, end: at.end as u32 };
        let wrong = |at: Range<usize>, found: String, expected: String| wrong(place(at), found, expected);
        let text = decode(file.text());
        let written: Written = toml::from_str(&text).map_err(|error| {
            let at = error.span().unwrap_or(0..text.len().min(1));
            let expected =
                "expected the tables game, names, lines, rules, tables and gaps; nothing of the file is read";
            wrong(at, format!("found {}", error.message().trim_end().replace('\n', ", ")), expected.to_owned())
        })?;
        let base = written.game.base;
        if base.get_ref() != game {
            let expected = format!("expected `{game}`, as whose the files are read; nothing of the file is read");
            return Err(wrong(base.span(), format!("found the base `{}`", base.get_ref()), expected));
        }
        let rules = written.rules.into_iter().map(|(name, value)| {
            let at = place(value.span());
            (name, (value.into_inner(), at))
        });
        let rules = rules.collect();
        let (name, names, lines, tables) = (written.game.name, written.names, written.lines, written.tables);
        Ok(Some(Declaration { name, names, lines, rules, tables }))
    }

    /// Takes what is declared out of what was said of the files, hands over the numbers of the rules, and says what is wrong
    /// with the declaration itself. `set` is given name and value; where it refuses them it says what it expected.
    pub fn settle(
        sources: &SourceSet,
        game: &str,
        said: &mut Vec<Diagnostic>,
        set: &mut dyn FnMut(&str, i64) -> Result<(), String>,
    ) -> Option<Declaration> {
        match Declaration::of(sources, game) {
            Ok(None) => None,
            Ok(Some(mut declaration)) => {
                declaration.take_out(sources, said);
                declaration.rules.retain(|name, (value, at)| match set(name, *value) {
                    Ok(()) => true,
                    Err(expected) => {
                        said.insert(0, wrong(*at, format!("found `{name} = {value}`"), expected + "; it is ignored"));
                        false
                    }
                });
                Some(declaration)
            }
            Err(wrong) => {
                said.insert(0, wrong);
                None
            }
        }
    }

    /// What a program has beside the one whose files its own are like: flags and names of other sorts, modifiers, and
    /// directives by file.
    pub fn of_names(flags: &[&str], modifiers: &[&str], lines: &[(&str, &[&str])]) -> Declaration {
        let set = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<BTreeSet<String>>();
        let names = OwnNames { flags: set(flags), modifiers: set(modifiers), ..OwnNames::default() };
        let lines = lines.iter().map(|(file, directives)| ((*file).to_owned(), set(directives))).collect();
        Declaration { names, lines, ..Declaration::default() }
    }

    /// Takes what is declared out of what was said of the files.
    pub fn take_out(&self, sources: &SourceSet, said: &mut Vec<Diagnostic>) {
        said.retain(|said| !self.covers(sources, said));
    }

    /// Whether a flag is declared.
    pub fn has_flag(&self, name: &str) -> bool {
        self.names.flags.contains(name)
    }

    /// Item types that are declared, by name.
    pub fn item_types(&self) -> impl Iterator<Item = &str> {
        self.names.item_types.iter().map(String::as_str)
    }

    /// The flags, modifiers and item types that are declared and not among these names.
    pub fn beyond(&self, known: &BTreeSet<String>) -> Vec<&str> {
        let OwnNames { flags, modifiers, item_types, .. } = &self.names;
        let all = flags.iter().chain(modifiers).chain(item_types).map(String::as_str);
        // A resistance is named after its element.
        let bare = |name: &str| {
            ["RES_", "IGNORE_", "HATES_"]
                .iter()
                .any(|before| name.strip_prefix(before).is_some_and(|name| known.contains(name)))
        };
        all.filter(|name| !known.contains(*name) && !bare(name)).collect()
    }

    /// The tables whose columns are declared, by name.
    pub fn tables(&self) -> impl Iterator<Item = &str> {
        self.tables.keys().map(String::as_str)
    }

    /// What is declared of a table.
    pub fn table(&self, name: &str) -> Option<&TableShares> {
        self.tables.get(name)
    }

    /// Whether lines of a file with this directive are declared.
    pub fn has_line(&self, file: &str, directive: &str) -> bool {
        self.lines.get(file).is_some_and(|directives| directives.contains(directive))
    }

    /// How many names and directives are declared.
    pub fn count(&self) -> usize {
        let [names, directives] = self.counts();
        names + directives
    }

    fn counts(&self) -> [usize; 2] {
        let names = self.names.lists().iter().map(|(_, names)| names.len()).sum();
        [names, self.lines.values().map(BTreeSet::len).sum()]
    }

    /// What is declared, in a phrase: `4 declared differences of Ours: 3 names and 1 directive without effect here`.
    pub fn describe(&self) -> String {
        let [names, directives] = self.counts();
        let count = |number: usize, what: &str| format!("{number} {what}{}", if number == 1 { "" } else { "s" });
        let of = if self.name.is_empty() { "a game of its own" } else { &self.name };
        let all = count(names + directives + self.rules.len(), "declared difference");
        let kept = [(names, "name"), (directives, "directive")];
        let kept: Vec<String> =
            kept.into_iter().filter(|kept| kept.0 > 0).map(|(number, what)| count(number, what)).collect();
        let kept = (!kept.is_empty()).then(|| format!("{} without effect here", kept.join(" and ")));
        let rules: Vec<String> = self.rules.iter().map(|(name, value)| format!("{name} {}", value.0)).collect();
        let rules = (!rules.is_empty()).then(|| rules.join(", "));
        let parts: Vec<String> = kept.into_iter().chain(rules).collect();
        if parts.is_empty() { format!("{all} of {of}") } else { format!("{all} of {of}: {}", parts.join("; ")) }
    }

    /// Whether what is said is about a name or a line that is declared.
    fn covers(&self, sources: &SourceSet, said: &Diagnostic) -> bool {
        // Lists of names have none that is declared.
        let Some(span) = said.span.filter(|_| said.kept_names().is_none()) else { return false };
        let text = sources.text(span);
        // `MOD[2]` is a value of a modifier.
        let name = text.split('[').next().unwrap_or_default();
        let OwnNames { flags, effects, modifiers, item_types, sorts } = &self.names;
        match said.rule {
            Rule::UndefinedDirective | Rule::NotSimulated => self.has_line(&said.file, &directive_at(sources, span)),
            // More fields than the base reads.
            Rule::SurplusField => self.has_line(&said.file, &directive_of(sources, span)),
            Rule::InvalidFlag | Rule::InvalidValue | Rule::OwnCode => {
                [flags, modifiers, sorts].iter().any(|names| names.contains(name))
            }
            Rule::OwnType => item_types.contains(name),
            Rule::UnknownEffect => effects.contains(name),
            _ => false,
        }
    }

    fn file(sources: &SourceSet) -> Option<(FileId, &SourceFile)> {
        sources.find(Declaration::FILE).filter(|(_, file)| Declaration::is_one(file.text()))
    }
}

fn wrong(at: Span, found: String, expected: String) -> Diagnostic {
    let file = Declaration::FILE.to_owned();
    Diagnostic { rule: Rule::BadDeclaration, file, span: Some(at), found, expected }
}

/// The directive of the line that a place is in; empty far behind it.
pub(super) fn directive_of(sources: &SourceSet, span: Span) -> String {
    /// Lines are shorter, and one may have very many places.
    const FAR: usize = 4096;
    let end = span.start as usize;
    let near = sources.file(span.file).text().get(end.saturating_sub(FAR)..end).unwrap_or_default();
    let start = match near.iter().rposition(|byte| *byte == b'\n') {
        Some(at) => end - near.len() + at + 1,
        None if end <= FAR => 0,
        None => return String::new(),
    };
    directive_at(sources, Span { start: start as u32, ..span })
}

/// What stands before the next colon.
pub(super) fn directive_at(sources: &SourceSet, span: Span) -> String {
    let rest = sources.file(span.file).text().get(span.start as usize..).unwrap_or_default();
    let end = rest.iter().position(|byte| matches!(byte, b':' | b'\n' | b'\r')).unwrap_or(rest.len());
    String::from_utf8_lossy(&rest[..end]).into_owned()
}
