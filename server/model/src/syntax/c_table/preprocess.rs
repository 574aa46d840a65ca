//! The preprocessor: definitions, conditions, files included.

use std::{
    collections::{BTreeSet, HashMap},
    sync::Arc,
};

use super::{
    expression::Expression,
    lexer::{Lexed, lex},
    macros::{Macro, Macros, TooMany},
    token::{CToken, CTokenKind},
};
use crate::text::{Diagnostic, FileId, Rule, SourceSet, Span};

/// The most tokens that are looked at for one unit, those that macros make included. The largest tables known take a
/// tenth of it.
pub const MOST_TOKENS: usize = 2_000_000;
/// Files included within one another at most; tables include themselves.
const MOST_INCLUDED: usize = 16;

/// The tokens of a file and of those it includes, as far as they are in the set, with macros expanded and without what
/// its conditions leave out. `prelude` is read first: lines of definitions which stand for the symbols that the program is
/// built with.
///
/// Files that aren't in the set are passed over: their definitions are the prelude's, or are missed where they are used.
/// What can't be read is reported. Where there are more than [`MOST_TOKENS`] tokens, that is reported and nothing is
/// returned.
pub fn preprocess(sources: &SourceSet, main: FileId, prelude: &str, diagnostics: &mut Vec<Diagnostic>) -> Vec<CToken> {
    let macros = Macros { sources, by_name: HashMap::new(), budget: MOST_TOKENS };
    let mut run = Preprocessor { sources, macros, out: Vec::new(), diagnostics, depth: 0, once: BTreeSet::new() };
    let result = run.prelude(main, prelude).and_then(|()| run.file(main));
    let Preprocessor { out, .. } = run;
    if result == Ok(()) {
        return out;
    }
    diagnostics.push(Diagnostic {
        rule: Rule::TooMuchC,
        file: sources.file(main).name().to_owned(),
        span: None,
        found: format!("found more than {MOST_TOKENS} tokens with what its macros make, or macros too deep"),
        expected: "expected a table of a game; nothing of it is read".to_owned(),
    });
    Vec::new()
}

struct Preprocessor<'a> {
    sources: &'a SourceSet,
    macros: Macros<'a>,
    out: Vec<CToken>,
    diagnostics: &'a mut Vec<Diagnostic>,
    depth: usize,
    /// Files that say that they are read once.
    once: BTreeSet<FileId>,
}

/// A `#if` that has no `#endif` yet.
struct Condition {
    /// Where it is written.
    span: Span,
    /// Whether what stands here is read.
    is_read: bool,
    /// Whether one of its branches was read.
    was_read: bool,
    /// Whether what is around it is read.
    is_around_read: bool,
}

impl Preprocessor<'_> {
    fn prelude(&mut self, main: FileId, text: &str) -> Result<(), TooMany> {
        let origin = Span { file: main, start: 0, end: 0 };
        let token = |lexed: &Lexed| CToken {
            kind: lexed.kind,
            span: origin,
            origin,
            is_from_body: true,
            made: Some(text[lexed.start as usize..lexed.end as usize].into()),
        };
        let lexed = lex(text.as_bytes(), &mut Vec::new());
        self.tokens(&lexed, &token)
    }

    fn file(&mut self, file: FileId) -> Result<(), TooMany> {
        let mut unterminated = Vec::new();
        let text = self.sources.file(file).text();
        let lexed = lex(text, &mut unterminated);
        for found in unterminated {
            let span = Span { file, start: found.start, end: (found.start + 2).min(text.len() as u32) };
            self.report(span, format!("found {} without an end", found.what), "expected its end");
        }
        let token = |lexed: &Lexed| {
            let span = Span { file, start: lexed.start, end: lexed.end };
            CToken { kind: lexed.kind, span, origin: span, is_from_body: false, made: None }
        };
        self.tokens(&lexed, &token)
    }

    fn tokens(&mut self, lexed: &[Lexed], token: &dyn Fn(&Lexed) -> CToken) -> Result<(), TooMany> {
        let mut conditions: Vec<Condition> = Vec::new();
        let mut at = 0;
        while at < lexed.len() {
            let rest = &lexed[at..];
            let first = token(&rest[0]);
            if rest[0].is_first && first.is(self.sources, "#") {
                let length = 1 + rest[1..].iter().take_while(|lexed| !lexed.is_first).count();
                let line: Vec<CToken> = rest[1..length].iter().map(token).collect();
                let is_adjacent = |at: usize| rest.get(at).zip(rest.get(at + 1)).is_some_and(|(a, b)| a.end == b.start);
                at += length;
                // `#define NAME(`: a list of parameters follows the name at once.
                self.directive(first.span, &line, is_adjacent(2), &mut conditions)?;
                continue;
            }
            let is_directive = |lexed: &Lexed| lexed.is_first && token(lexed).is(self.sources, "#");
            let length = rest.iter().take_while(|lexed| !is_directive(lexed)).count();
            at += length;
            if conditions.last().is_none_or(|condition| condition.is_read) {
                let run: Vec<CToken> = rest[..length].iter().map(token).collect();
                self.macros.expand(&run, &mut self.out)?;
            } else {
                self.macros.budget = self.macros.budget.checked_sub(length).ok_or(TooMany)?;
            }
        }
        for open in conditions {
            self.report(open.span, "found a condition without #endif".to_owned(), "expected #endif");
        }
        Ok(())
    }

    fn directive(
        &mut self,
        place: Span,
        line: &[CToken],
        has_parameters: bool,
        conditions: &mut Vec<Condition>,
    ) -> Result<(), TooMany> {
        let Some((word, rest)) = line.split_first() else { return Ok(()) };
        self.macros.budget = self.macros.budget.checked_sub(line.len()).ok_or(TooMany)?;
        let word = word.text(self.sources).into_owned();
        let is_read = conditions.last().is_none_or(|condition| condition.is_read);
        match &*word {
            "if" | "ifdef" | "ifndef" => {
                let holds = is_read && self.holds(&word, place, rest)?;
                conditions.push(Condition { span: place, is_read: holds, was_read: holds, is_around_read: is_read });
            }
            "elif" | "else" | "endif" => {
                let Some(mut condition) = conditions.pop() else {
                    self.report(place, format!("found #{word}"), "expected a #if before it");
                    return Ok(());
                };
                if word == "endif" {
                    return Ok(());
                }
                let may = condition.is_around_read && !condition.was_read;
                condition.is_read = may && (word == "else" || self.holds(&word, place, rest)?);
                condition.was_read |= condition.is_read;
                conditions.push(condition);
            }
            _ if !is_read => {}
            "define" => self.define(place, rest, has_parameters),
            "undef" => {
                if let Some(name) = rest.first() {
                    self.macros.by_name.remove(&*name.text(self.sources));
                }
            }
            "include" => self.include(rest)?,
            "pragma" if rest.first().is_some_and(|token| token.is(self.sources, "once")) => {
                self.once.insert(place.file);
            }
            _ => {}
        }
        Ok(())
    }

    fn define(&mut self, place: Span, rest: &[CToken], has_parameters: bool) {
        let Some((name, rest)) = rest.split_first().filter(|(name, _)| name.kind == CTokenKind::Word) else {
            self.report(place, "found #define without a name".to_owned(), "expected a name; it is passed over");
            return;
        };
        let (mut parameters, mut is_variadic, mut body) = (None, false, rest);
        if has_parameters && rest.first().is_some_and(|token| token.is(self.sources, "(")) {
            let Some(end) = rest.iter().position(|token| token.is(self.sources, ")")) else {
                self.report(place, "found a list of parameters without an end".to_owned(), "expected `)`");
                return;
            };
            let names = rest[1..end].iter().filter(|token| !token.is(self.sources, ","));
            let mut names: Vec<String> = names.map(|token| token.text(self.sources).into_owned()).collect();
            if let Some(last) = names.last_mut().filter(|last| *last == "...") {
                "__VA_ARGS__".clone_into(last);
                is_variadic = true;
            }
            parameters = Some(names);
            body = &rest[end + 1..];
        }
        let body: Arc<[CToken]> = body.iter().map(|token| CToken { is_from_body: true, ..token.clone() }).collect();
        let name = name.text(self.sources).into_owned();
        self.macros.by_name.insert(name, Macro { parameters, is_variadic, body });
    }

    fn include(&mut self, rest: &[CToken]) -> Result<(), TooMany> {
        let Some(name) = rest.first().filter(|token| token.kind == CTokenKind::Text) else { return Ok(()) };
        let name = name.text(self.sources);
        let Some(file) = self.sources.included(name.trim_matches('"')) else { return Ok(()) };
        if self.once.contains(&file) {
            return Ok(());
        }
        if self.depth >= MOST_INCLUDED {
            return Err(TooMany);
        }
        self.depth += 1;
        self.file(file)?;
        self.depth -= 1;
        Ok(())
    }

    /// Whether a condition holds. What can't be evaluated doesn't, and is reported.
    fn holds(&mut self, word: &str, place: Span, rest: &[CToken]) -> Result<bool, TooMany> {
        let is_defined = |macros: &Macros<'_>, token: Option<&CToken>| {
            token.is_some_and(|token| macros.by_name.contains_key(&*token.text(self.sources)))
        };
        if word == "ifdef" || word == "ifndef" {
            return Ok(is_defined(&self.macros, rest.first()) == (word == "ifdef"));
        }
        // `defined X` and `defined (X)` first, for X must not be expanded.
        let mut tokens = Vec::new();
        let mut at = 0;
        while let Some(token) = rest.get(at) {
            at += 1;
            if !token.is(self.sources, "defined") {
                tokens.push(token.clone());
                continue;
            }
            let in_parentheses = rest.get(at).is_some_and(|token| token.is(self.sources, "("));
            let value = is_defined(&self.macros, rest.get(at + usize::from(in_parentheses)));
            at += if in_parentheses { 3 } else { 1 };
            let made = Some(if value { "1" } else { "0" }.into());
            tokens.push(CToken { kind: CTokenKind::Number, made, ..token.clone() });
        }
        let mut expanded = Vec::new();
        self.macros.expand(&tokens, &mut expanded)?;
        // Names that aren't defined are 0 here.
        match (Expression { sources: self.sources, constant: &|_| Some(0) }).value(&expanded) {
            Ok(value) => Ok(value != 0),
            Err(why) => {
                let span = why.at.map_or(place, |at| expanded[at].origin);
                self.report(span, why.found(), "expected a condition; it is taken for 0");
                Ok(false)
            }
        }
    }

    fn report(&mut self, span: Span, found: String, expected: &str) {
        self.diagnostics.push(Diagnostic {
            rule: Rule::UnreadableC,
            file: self.sources.file(span.file).name().to_owned(),
            span: Some(span),
            found,
            expected: expected.to_owned(),
        });
    }
}
