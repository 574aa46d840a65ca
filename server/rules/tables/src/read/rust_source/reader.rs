//! A file's tokens, and the values that are written in them.

use super::{
    super::text::Text,
    tokens::{Kind, Token},
};
use crate::{
    roots::Roots,
    tree::{Node, Value},
};

/// Brackets within each other that are looked into.
const DEEPEST: usize = 30;
/// A text that is no constant is shown up to so many characters.
const LONGEST: usize = 200;

/// A file's tokens.
pub(super) struct Reader<'a> {
    pub(super) text: &'a Text<'a>,
    pub(super) tokens: &'a [Token],
    /// For each bracket that opens the position of the one that closes it.
    pub(super) closing: &'a [Option<usize>],
}

impl Reader<'_> {
    /// The lists that have records, each by the name of its constant or function.
    pub(super) fn lists(&self) -> Roots {
        let mut roots = Roots::new();
        let (mut at, mut name) = (0, String::new());
        while at < self.tokens.len() {
            if matches!(self.word(at), "const" | "static" | "let" | "fn") {
                let mut next = at + 1;
                while matches!(self.word(next), "mut" | "ref" | "unsafe" | "extern") {
                    next += 1;
                }
                self.word(next).clone_into(&mut name);
            }
            let Some(end) = self.closing[at].filter(|_| self.is(at, "[")) else {
                at += 1;
                continue;
            };
            let list = self.list(at, end, 0);
            if has_records(&list) {
                roots.push((name.clone(), list));
            }
            at = end + 1;
        }
        roots
    }

    /// The values between two brackets.
    fn list(&self, open: usize, end: usize, depth: usize) -> Node {
        let values = self.parts(open, end).into_iter().map(|(start, end)| self.value(start, end, depth + 1));
        Node::list(self.span(open, end + 1), values.collect())
    }

    /// What stands between brackets, parted by commas, as ranges of tokens.
    fn parts(&self, open: usize, end: usize) -> Vec<(usize, usize)> {
        let mut parts = Vec::new();
        let (mut at, mut start) = (open + 1, open + 1);
        while at <= end {
            if at == end || self.is(at, ",") {
                if start < at {
                    parts.push((start, at));
                }
                start = at + 1;
            }
            // Past what is in brackets.
            at = self.closing.get(at).copied().flatten().unwrap_or(at) + 1;
        }
        parts
    }

    /// The value of a range of tokens, at least one.
    pub(super) fn value(&self, start: usize, end: usize, depth: usize) -> Node {
        let last = end - 1;
        let closes = |open: usize| open < last && self.closing[open] == Some(last);
        if depth < DEEPEST {
            let mut first = start;
            if self.is(first, "&") && first < last {
                first += 1;
            }
            if self.is(first, "[") && closes(first) || self.is(first, "(") && closes(first) {
                return self.list(first, last, depth);
            }
            if self.word(first) == "vec" && self.is(first + 1, "!") && closes(first + 2) {
                return self.list(first + 2, last, depth);
            }
            let path = self.path_end(first);
            if path > first && self.is(path, "{") && closes(path) && (path + 1 == last || self.is(path + 2, ":")) {
                return self.record((first, path), last, depth);
            }
        }
        let span = self.span(start, end);
        match &self.tokens[start..end] {
            [token] if token.kind == Kind::Text => Node::text(span, unquoted(self.text.of(span))),
            [token] if token.kind == Kind::Number => Node::word(span, self.text.of(span)),
            [_, token] if token.kind == Kind::Number && self.is(start, "-") => Node::word(span, self.text.of(span)),
            _ => Node::text(span, squeezed(self.text.of(span))),
        }
    }

    /// A struct expression, whose fields come between `{` and `}`.
    fn record(&self, (first, open): (usize, usize), end: usize, depth: usize) -> Node {
        let field = |(start, end): (usize, usize)| {
            let name = self.word(start);
            let has_value = !name.is_empty() && self.is(start + 1, ":") && start + 2 < end;
            has_value.then(|| (name.to_owned(), self.value(start + 2, end, depth + 1)))
        };
        let fields = self.parts(open, end).into_iter().filter_map(field).collect();
        Node::record(self.span(first, end + 1), fields)
    }

    /// One past a path such as `a::B`; `at` where none begins.
    pub(super) fn path_end(&self, at: usize) -> usize {
        let is_name = |at: usize| !self.word(at).is_empty();
        if !is_name(at) {
            return at;
        }
        let mut end = at + 1;
        while self.is(end, "::") && is_name(end + 1) {
            end += 2;
        }
        end
    }

    /// The word at a position; empty where there is none.
    pub(super) fn word(&self, at: usize) -> &str {
        let token = self.tokens.get(at).filter(|token| token.kind == Kind::Word);
        token.map_or("", |token| &self.text.utf8[token.start..token.end])
    }

    pub(super) fn is(&self, at: usize, text: &str) -> bool {
        self.tokens.get(at).is_some_and(|token| &self.text.utf8[token.start..token.end] == text)
    }

    /// The place of a range of tokens, at least one.
    pub(super) fn span(&self, start: usize, end: usize) -> affixboard_model::text::Span {
        self.text.span(self.tokens[start].start, self.tokens[end - 1].end)
    }
}

/// Whether a list has records, itself or in its lists.
fn has_records(node: &Node) -> bool {
    match &node.value {
        Value::Scalar(_) => false,
        Value::Record(_) => true,
        Value::List(values) => values.iter().any(has_records),
    }
}

/// A string without its quotes.
fn unquoted(written: &str) -> &str {
    let inner = written.trim_start_matches(['r', 'b', 'c']).trim_matches('#');
    let quote = inner.chars().next().filter(|quote| matches!(quote, '"' | '\''));
    quote.and_then(|quote| inner.strip_prefix(quote)?.strip_suffix(quote)).unwrap_or(written)
}

/// A text on one line, with one blank for several.
fn squeezed(text: &str) -> String {
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match words.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{} …", &words[..end]),
        None => words,
    }
}
