//! Files that are not those of the game that reads them: a variant's, or another game's.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
};

use super::{Declaration, Game};
use crate::{
    syntax::FileSpec,
    text::{Diagnostic, Rule, Severity, SourceFile, SourceSet, Span},
};

/// What says that files were not written for the game that reads them, and what of them its rules ignore.
///
/// Chances and drops of such files follow the game's rules: they are not those of the files' own program, however
/// precisely they are computed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ForeignFiles {
    /// The signs, such as `the ego format of Sangband`.
    pub found: String,
    /// What the rules ignore, file by file, such as ``object.txt: `M` lines (73), 12 flags``.
    pub ignored: Vec<String>,
    /// Rules of the files' own program that are known to give other chances; empty where none are.
    pub own_rules: &'static str,
    /// Number of lines that are ignored or refused.
    pub lines_ignored: usize,
    /// Number of lines with content in all files of the game.
    pub lines: usize,
    /// What the team declares of its own game.
    pub declared: Option<Declaration>,
}

/// Names that a game doesn't have, by what they are names of.
#[derive(Debug, Default)]
pub struct StrangeNames(BTreeMap<&'static str, BTreeSet<String>>);

impl StrangeNames {
    /// One more: `what` is "flag" or the like.
    pub fn add(&mut self, what: &'static str, name: String) {
        self.0.entry(what).or_default().insert(name);
    }

    /// Number of them.
    pub fn count(&self) -> usize {
        self.0.values().map(BTreeSet::len).sum()
    }

    /// How many there are and some of them: `what Angband 3.0 doesn't have: the flag BRAVERY`. `None` where there are none.
    pub fn describe(&self, title: &str) -> Option<String> {
        let parts = self.0.iter().map(|(what, names)| {
            let some: Vec<&str> = names.iter().take(3).map(String::as_str).collect();
            match some[..] {
                [name] => format!("the {what} {name}"),
                _ => format!("{} {what}s such as {}", names.len(), some.join(", ")),
            }
        });
        let parts: Vec<String> = parts.collect();
        (!parts.is_empty()).then(|| format!("what {title} doesn't have: {}", parts.join(", and ")))
    }
}

impl ForeignFiles {
    /// The signs in a variant's form of the files.
    pub fn of_form(
        found: String,
        own_rules: &'static str,
        specs: &[FileSpec],
        sources: &SourceSet,
        diagnostics: &[Diagnostic],
    ) -> ForeignFiles {
        let mut foreign =
            ForeignFiles { found, ignored: Vec::new(), own_rules, lines_ignored: 0, lines: 0, declared: None };
        for spec in specs {
            let Some((_, file)) = spec.find(sources) else { continue };
            let ignored = Ignored::new(file, diagnostics);
            foreign.lines += lines(file).count();
            foreign.lines_ignored += ignored.lines();
            foreign.ignored.extend(ignored.describe(file.name()));
        }
        foreign
    }

    /// The signs in files whose lines are the game's own: directives, flags and effects that it doesn't have. `None` where
    /// there are none; else they are among the diagnostics too. One name is enough, for whether it is misspelt or its
    /// program's own can't be told. `declared` is what [`Declaration::settle`] has left. `specs`: those of the game's files that
    /// numbers are made of.
    pub fn of_names(
        game: &Game,
        specs: &[FileSpec],
        sources: &SourceSet,
        diagnostics: &mut Vec<Diagnostic>,
        declared: Option<Declaration>,
    ) -> Option<ForeignFiles> {
        let title = game.title();
        let mut first_file = None;
        let mut names = StrangeNames::default();
        for spec in specs {
            let Some((_, file)) = spec.find(sources) else { continue };
            for (what, name) in diagnostics.iter().filter_map(|diagnostic| strange_name(file, diagnostic)) {
                first_file = first_file.or(Some(file.name()));
                names.add(what, name);
            }
        }
        let Some(found) = names.describe(title) else {
            declared.as_ref()?;
            let own = ForeignFiles::of_form(String::new(), "", specs, sources, diagnostics);
            return Some(ForeignFiles { declared, ..own });
        };
        let foreign = ForeignFiles { declared, ..ForeignFiles::of_form(found, "", specs, sources, diagnostics) };
        let said = Diagnostic {
            rule: Rule::VariantForm,
            file: first_file?.to_owned(),
            span: None,
            found: format!("found {}", foreign.found),
            expected: ForeignFiles::expected(title),
        };
        diagnostics.insert(0, said);
        Some(foreign)
    }

    /// What a diagnostic about such files says was expected.
    pub fn expected(title: &str) -> String {
        format!(
            "expected the files of {title}: its rules make drops of these tables, so numbers differ from those of the \
             variant's own program"
        )
    }

    /// Whether they are only read as a game's when that game is named: their own program is known to generate by other
    /// rules, or more than a quarter of the lines is not understood.
    pub fn must_be_named(&self) -> bool {
        self.declared.is_none() && (!self.own_rules.is_empty() || 4 * self.lines_ignored > self.lines)
    }

    /// The sentence for sheets and files: whose rules made the numbers, and what of the files they ignore.
    pub fn sentence(&self, title: &str) -> String {
        let declared = self.declared.as_ref();
        let declared = declared.map(|declared| format!("Made by the rules of {title} with {}.", declared.describe()));
        if self.found.is_empty() {
            return declared.unwrap_or_default();
        }
        let mut text = format!(
            "Made by the rules of {title} from files that are not its own, so these are not the numbers of their own program: \
             found {}.",
            self.found
        );
        if !self.ignored.is_empty() {
            text += " Ignored of the files: ";
            text += &self.ignored.join("; ");
            text += ".";
        }
        if !self.own_rules.is_empty() {
            text += " Rules of their own program that are missing: ";
            text += self.own_rules;
            text += ".";
        }
        if let Some(declared) = declared {
            text = format!("{declared} {text}");
        }
        // Read as prose, on pages and in files.
        text.replace('`', "")
    }
}

/// Why files are not read as any game's, where none is named.
#[derive(Debug, Clone)]
pub enum NotDetected {
    /// They are like those of no game.
    Unknown,
    /// They are most like those of a game, but another's.
    Foreign {
        /// The game they are most like.
        game: &'static Game,
        /// What says that they aren't its files.
        foreign: Box<ForeignFiles>,
    },
}

impl fmt::Display for NotDetected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (title, foreign) = match self {
            NotDetected::Unknown => return f.write_str("the files are not those of a game Affixboard knows"),
            NotDetected::Foreign { game, foreign } => (game.title(), foreign),
        };
        write!(f, "the files look most like those of {title}, but are not its own: found {}", foreign.found)?;
        if foreign.lines_ignored > 0 {
            write!(f, "; {} of {} lines mean nothing to {title}", foreign.lines_ignored, foreign.lines)?;
        }
        if !foreign.own_rules.is_empty() {
            write!(f, "; rules of their own program that {title} lacks: {}", foreign.own_rules)?;
        }
        Ok(())
    }
}

impl std::error::Error for NotDetected {}

/// What of a file is ignored.
#[derive(Default)]
struct Ignored {
    /// Number of lines, by their tag.
    tags: BTreeMap<String, usize>,
    flags: BTreeSet<String>,
    /// Codes that the files declare.
    codes: BTreeSet<String>,
    /// Names that a variant's form keeps apart, such as `12 flags`.
    names: Vec<String>,
    /// Number of lines refused for another reason.
    refused: usize,
}

impl Ignored {
    fn new(file: &SourceFile, diagnostics: &[Diagnostic]) -> Ignored {
        let mut ignored = Ignored::default();
        let mut refused = BTreeSet::new();
        for diagnostic in diagnostics.iter().filter(|diagnostic| diagnostic.file == file.name()) {
            match (diagnostic.rule, diagnostic.span) {
                (Rule::NotSimulated | Rule::UndefinedDirective, Some(span)) if is_line_start(file, span) => {
                    ignored.tags.insert(tag(file, span), 0);
                }
                (Rule::NotSimulated | Rule::InvalidFlag, _) if diagnostic.kept_names().is_some() => {
                    ignored.names.extend(diagnostic.kept_names().map(str::to_owned));
                }
                (Rule::InvalidFlag, Some(span)) => drop(ignored.flags.insert(text_at(file, span))),
                (Rule::OwnCode, Some(span)) => drop(ignored.codes.insert(before_bracket(&text_at(file, span)))),
                (_, Some(span)) if diagnostic.severity() == Severity::Error => drop(refused.insert(span.start)),
                _ => {}
            }
        }
        for line in lines(file) {
            let Some(at) = line.iter().position(|byte| *byte == b':') else { continue };
            if let Some(count) = ignored.tags.get_mut(String::from_utf8_lossy(&line[..at]).as_ref()) {
                *count += 1;
            }
        }
        ignored.refused = refused.len();
        ignored
    }

    fn lines(&self) -> usize {
        self.refused + self.tags.values().sum::<usize>()
    }

    fn describe(&self, file: &str) -> Option<String> {
        let mut parts: Vec<String> = self.tags.iter().map(|(tag, count)| format!("`{tag}` lines ({count})")).collect();
        parts.extend(self.names.iter().cloned());
        for (number, what) in [(self.flags.len(), "flag"), (self.codes.len(), "own code")] {
            match number {
                0 => {}
                1 => parts.push(format!("1 {what}")),
                _ => parts.push(format!("{number} {what}s")),
            }
        }
        match self.refused {
            0 => {}
            1 => parts.push("1 line with an error".to_owned()),
            lines => parts.push(format!("{lines} lines with errors")),
        }
        (!parts.is_empty()).then(|| format!("{file}: {}", parts.join(", ")))
    }
}

/// The lines of a file with content: neither empty nor comments.
fn lines(file: &SourceFile) -> impl Iterator<Item = &[u8]> {
    let lines = file.text().split(|byte| matches!(byte, b'\n' | b'\r'));
    lines.filter(|line| !line.trim_ascii().is_empty() && !line.starts_with(b"#"))
}

fn is_line_start(file: &SourceFile, span: Span) -> bool {
    let start = span.start as usize;
    start == 0 || file.text().get(start - 1).is_some_and(|byte| matches!(byte, b'\n' | b'\r'))
}

fn text_at(file: &SourceFile, span: Span) -> String {
    let text = file.text().get(span.start as usize..span.end as usize).unwrap_or_default();
    String::from_utf8_lossy(text).chars().take(40).collect()
}

/// A name without its value: `MOD` of `MOD[2]`.
fn before_bracket(text: &str) -> String {
    text.split('[').next().unwrap_or_default().to_owned()
}

/// The tag of the line that begins at a span.
fn tag(file: &SourceFile, span: Span) -> String {
    let rest = file.text().get(span.start as usize..).unwrap_or_default();
    let tag = rest.split(|byte| matches!(byte, b':' | b'\n' | b'\r')).next().unwrap_or_default();
    String::from_utf8_lossy(tag).chars().take(40).collect()
}

/// The name in a diagnostic about a name that the game doesn't have.
fn strange_name(file: &SourceFile, diagnostic: &Diagnostic) -> Option<(&'static str, String)> {
    let span = diagnostic.span.filter(|_| diagnostic.file == file.name())?;
    match diagnostic.rule {
        Rule::UndefinedDirective => Some(("directive", tag(file, span))),
        Rule::InvalidFlag => Some(("flag", text_at(file, span))),
        Rule::UnknownEffect => Some(("effect", text_at(file, span))),
        Rule::OwnCode => Some(("own code", before_bracket(&text_at(file, span)))),
        Rule::OwnType => Some(("own item type", text_at(file, span))),
        _ => None,
    }
}
