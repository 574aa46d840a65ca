//! Initialised arrays in C and C++, each value by the field of its structure where that is declared in the files.

use affixboard_model::{
    syntax::c_table::{CStruct, CTable, CUnit, CValue, preprocess},
    text::{Diagnostic, FileId, Rule, SourceSet, Span},
};

use crate::{roots::Roots, tree::Node};

/// Reads a file with those that it includes. Rows of these are read where they stand, and where their file has them itself they
/// aren't read again.
pub(super) fn read(sources: &SourceSet, id: FileId, diagnostics: &mut Vec<Diagnostic>) -> Roots {
    let mut remarks = Vec::new();
    let tokens = preprocess(sources, id, "", &mut remarks);
    let unit = CUnit::read(sources, tokens, &mut remarks);
    // Most of a source is no table, and what can't be read of it is none of ours.
    diagnostics.extend(remarks.into_iter().filter(|remark| remark.rule == Rule::TooMuchC));
    let reader = Reader { sources, unit: &unit, file: id };
    unit.tables.iter().filter_map(|table| reader.table(table)).collect()
}

struct Reader<'a> {
    sources: &'a SourceSet,
    unit: &'a CUnit,
    file: FileId,
}

impl Reader<'_> {
    fn table(&self, table: &CTable) -> Option<(String, Node)> {
        let structure = table.structure.as_ref().and_then(|name| self.unit.structures.get(name));
        let rows: Vec<Node> = table.rows.iter().filter_map(|row| self.value(row, structure, false)).collect();
        // A table of a header is the header's.
        let (first, last) = (rows.first()?.span, rows.last()?.span);
        let is_here = first.file == self.file && last.file == self.file;
        is_here.then(|| (table.name.clone(), Node::list(first.to(last), rows)))
    }

    /// A value of a structure, or of an array of them.
    fn value(&self, value: &CValue, structure: Option<&CStruct>, is_array: bool) -> Option<Node> {
        let span = self.unit.place(value)?;
        match value {
            CValue::List { values, .. } if is_array => {
                let values = values.iter().filter_map(|value| self.value(value, structure, false));
                return Some(Node::list(span, values.collect()));
            }
            CValue::List { values, .. } => return Some(self.list(span, values, structure)),
            CValue::Expression(_) => {}
        }
        let written = self.sources.text(span);
        Some(match self.unit.literal(self.sources, value) {
            Some(site) => Node::word(site, &self.sources.text(site)),
            None => Node::text(span, unquoted(written.trim())),
        })
    }

    fn list(&self, span: Span, values: &[CValue], structure: Option<&CStruct>) -> Node {
        let mut nodes: Vec<(Option<String>, Node)> = Vec::new();
        let mut at = 0;
        // The name before the value that comes next, where it is written: `.name = value`.
        let mut written_name = None;
        for value in values {
            let (name, value) = match (written_name.take(), self.designated(value)) {
                (None, Some((name, None))) => {
                    written_name = Some(name);
                    continue;
                }
                (None, Some((name, Some(value)))) => (Some(name), value),
                (name, _) => (name, value.clone()),
            };
            if let Some(found) = name.as_ref().and_then(|name| structure?.position(name)) {
                at = found;
            }
            let field = structure.and_then(|structure| structure.fields.get(at));
            at += 1;
            let inner = field.and_then(|field| self.unit.structures.get(field.structure.as_ref()?));
            let is_array = field.is_some_and(|field| field.is_array);
            let Some(node) = self.value(&value, inner, is_array) else { continue };
            nodes.push((name.or_else(|| field.map(|field| field.name.clone())), node));
        }
        if nodes.iter().all(|(name, _)| name.is_none()) {
            return Node::list(span, nodes.into_iter().map(|(_, node)| node).collect());
        }
        let named = nodes.into_iter().enumerate();
        Node::record(
            span,
            named.map(|(at, (name, node))| (name.unwrap_or_else(|| (at + 1).to_string()), node)).collect(),
        )
    }

    /// The name that a value is written with, and the value, which is a list of its own where there is none here.
    fn designated(&self, value: &CValue) -> Option<(String, Option<CValue>)> {
        let CValue::Expression(range) = value else { return None };
        let token = |at: usize| self.unit.tokens.get(at).filter(|_| at < range.end);
        let is = |at: usize, text: &str| token(at).is_some_and(|token| token.is(self.sources, text));
        if !is(range.start, ".") || !is(range.start + 2, "=") {
            return None;
        }
        let name = token(range.start + 1)?.text(self.sources).into_owned();
        let rest = range.start + 3..range.end;
        Some((name, (!rest.is_empty()).then_some(CValue::Expression(rest))))
    }
}

/// A text without its quotes, of one string or character.
fn unquoted(written: &str) -> &str {
    for quote in ['"', '\''] {
        if let Some(inner) = written.strip_prefix(quote).and_then(|rest| rest.strip_suffix(quote))
            && !inner.contains(quote)
        {
            return inner;
        }
    }
    written
}
