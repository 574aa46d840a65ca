//! Macros and their expansion.

use std::{collections::HashMap, sync::Arc};

use super::{
    MOST_NESTED,
    token::{CToken, CTokenKind},
};
use crate::text::{SourceSet, Span};

/// A macro.
#[derive(Debug, Clone)]
pub(super) struct Macro {
    /// The names of its parameters, where it has a list of them.
    pub(super) parameters: Option<Vec<String>>,
    /// Whether the last parameter takes all further arguments.
    pub(super) is_variadic: bool,
    pub(super) body: Arc<[CToken]>,
}

/// The macros at one place of a unit, and how many tokens may still be made of them.
pub(super) struct Macros<'a> {
    pub(super) sources: &'a SourceSet,
    pub(super) by_name: HashMap<String, Macro>,
    /// Tokens that may still be looked at.
    pub(super) budget: usize,
}

/// Why an expansion ended: more tokens than there may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TooMany;

/// The tokens between two commas of an invocation.
type Argument<'t> = &'t [CToken];

impl Macros<'_> {
    /// Appends the tokens with all macros expanded.
    pub(super) fn expand(&mut self, tokens: &[CToken], out: &mut Vec<CToken>) -> Result<(), TooMany> {
        self.expand_within(tokens, &mut Vec::new(), None, out)
    }

    /// The same within the macros that are being expanded, which are not expanded again. `origin`: the place of the
    /// outermost invocation.
    fn expand_within(
        &mut self,
        tokens: &[CToken],
        active: &mut Vec<String>,
        origin: Option<Span>,
        out: &mut Vec<CToken>,
    ) -> Result<(), TooMany> {
        self.budget = self.budget.checked_sub(tokens.len()).ok_or(TooMany)?;
        // Made at the first invocation, once for all: a search from each `(` that nothing closes would go on to the end each time.
        let mut closes: Option<Vec<Option<usize>>> = None;
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            at += 1;
            let found = if token.kind == CTokenKind::Word { self.find(token, active) } else { None };
            let Some((name, found)) = found else {
                let mut token = token.clone();
                token.origin = origin.unwrap_or(token.origin);
                out.push(token);
                continue;
            };
            let (substituted, place) = match &found.parameters {
                None => (found.body.to_vec(), origin.unwrap_or(token.origin)),
                Some(parameters) => {
                    let closes = closes.get_or_insert_with(|| self.closes(tokens));
                    let Some(close) = closes.get(at).copied().flatten() else {
                        out.push(CToken { origin: origin.unwrap_or(token.origin), ..token.clone() });
                        continue;
                    };
                    let arguments = self.arguments(&tokens[at + 1..close]);
                    let end = &tokens[close];
                    at = close + 1;
                    let same_file = token.origin.file == end.origin.file && end.origin.end >= token.origin.start;
                    let own = if same_file { token.origin.to(end.origin) } else { token.origin };
                    let place = origin.unwrap_or(own);
                    (self.substitute(&found, parameters, &arguments, active, place)?, place)
                }
            };
            if active.len() >= MOST_NESTED {
                return Err(TooMany);
            }
            active.push(name);
            self.expand_within(&substituted, active, Some(place), out)?;
            active.pop();
        }
        Ok(())
    }

    fn find(&self, token: &CToken, active: &[String]) -> Option<(String, Macro)> {
        let name = token.text(self.sources);
        let found = self.by_name.get(&*name).filter(|_| !active.iter().any(|active| **active == *name))?;
        Some((name.into_owned(), found.clone()))
    }

    /// For each `(` the place of its `)`; `None` for other tokens, and where nothing closes it.
    fn closes(&self, tokens: &[CToken]) -> Vec<Option<usize>> {
        let (mut closes, mut open) = (vec![None; tokens.len()], Vec::new());
        for (at, token) in tokens.iter().enumerate().filter(|(_, token)| token.kind == CTokenKind::Punctuation) {
            match &*token.text(self.sources) {
                "(" => open.push(at),
                ")" => {
                    if let Some(first) = open.pop() {
                        closes[first] = Some(at);
                    }
                }
                _ => {}
            }
        }
        closes
    }

    /// The arguments of an invocation, of what stands between its parentheses.
    fn arguments<'t>(&self, tokens: &'t [CToken]) -> Vec<Argument<'t>> {
        let (mut arguments, mut depth, mut first) = (Vec::new(), 0_usize, 0);
        for (at, token) in tokens.iter().enumerate().filter(|(_, token)| token.kind == CTokenKind::Punctuation) {
            match &*token.text(self.sources) {
                "(" => depth += 1,
                ")" => depth -= 1,
                "," if depth == 0 => {
                    arguments.push(&tokens[first..at]);
                    first = at + 1;
                }
                _ => {}
            }
        }
        arguments.push(&tokens[first..]);
        arguments
    }

    /// The body with the arguments in the places of the parameters; arguments that are missing are empty.
    fn substitute(
        &mut self,
        found: &Macro,
        parameters: &[String],
        arguments: &[Argument<'_>],
        active: &mut Vec<String>,
        place: Span,
    ) -> Result<Vec<CToken>, TooMany> {
        let mut out: Vec<CToken> = Vec::new();
        let parameter = |macros: &Macros<'_>, token: &CToken| -> Option<usize> {
            let name = (token.kind == CTokenKind::Word).then(|| token.text(macros.sources))?;
            parameters.iter().position(|parameter| **parameter == *name)
        };
        let mut at = 0;
        while let Some(token) = found.body.get(at) {
            let is = |at: usize, text: &str| found.body.get(at).is_some_and(|token| token.is(self.sources, text));
            if is(at, "#")
                && let Some(number) = found.body.get(at + 1).and_then(|token| parameter(self, token))
            {
                let argument = Macros::argument(found, parameters, arguments, number);
                let words: Vec<_> = argument.iter().map(|token| token.text(self.sources).into_owned()).collect();
                let made = format!("\"{}\"", words.join(" ").replace('\\', "\\\\").replace('"', "\\\""));
                out.push(CToken { kind: CTokenKind::Text, made: Some(made.into()), ..token.clone() });
                at += 2;
                continue;
            }
            if is(at, "##") && !out.is_empty() && at + 1 < found.body.len() {
                let next = &found.body[at + 1];
                let mut right = match parameter(self, next) {
                    Some(number) => Macros::argument(found, parameters, arguments, number),
                    None => vec![next.clone()],
                };
                if let (Some(left), false) = (out.pop(), right.is_empty()) {
                    let made = format!("{}{}", left.text(self.sources), right[0].text(self.sources));
                    right[0] = CToken { made: Some(made.into()), ..left };
                }
                out.append(&mut right);
                at += 2;
                continue;
            }
            match parameter(self, token) {
                Some(number) => {
                    let argument = Macros::argument(found, parameters, arguments, number);
                    if is(at + 1, "##") {
                        self.budget = self.budget.checked_sub(argument.len()).ok_or(TooMany)?;
                        out.extend(argument);
                    } else {
                        self.expand_within(&argument, active, Some(place), &mut out)?;
                    }
                }
                None => out.push(token.clone()),
            }
            at += 1;
        }
        Ok(out)
    }

    /// An argument's tokens; of the last parameter of a variadic macro all that are left, with their commas.
    fn argument(found: &Macro, parameters: &[String], arguments: &[Argument<'_>], number: usize) -> Vec<CToken> {
        if !found.is_variadic || number + 1 < parameters.len() {
            return arguments.get(number).map_or_else(Vec::new, |tokens| tokens.to_vec());
        }
        let comma = found.body.first().map(|token| CToken {
            kind: CTokenKind::Punctuation,
            made: Some(",".into()),
            ..token.clone()
        });
        let mut all = Vec::new();
        for (at, argument) in arguments.iter().skip(number).enumerate() {
            all.extend((at > 0).then(|| comma.clone()).flatten());
            all.extend_from_slice(argument);
        }
        all
    }
}
