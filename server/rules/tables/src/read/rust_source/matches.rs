//! Functions that say a constant for each variant of an enum: together they are a table, with a row for each variant and a
//! column for each function.

use super::reader::Reader;
use crate::{
    roots::Roots,
    tree::{Node, Value},
};

/// The column of the variants' names.
const VARIANT: &str = "variant";

/// What a `match` says of some variants, each with its enum: the arm as a row, and the constant.
struct Arm {
    variants: Vec<(String, String)>,
    row: Node,
    value: Node,
}

/// The table of an enum.
struct Variants {
    name: String,
    /// By the order of their first function.
    rows: Vec<(String, Node)>,
    columns: Vec<String>,
}

/// The tables of a file, by the order in which their enums come.
pub(super) fn read(reader: &Reader<'_>) -> Roots {
    let mut tables: Vec<Variants> = Vec::new();
    let mut function = String::new();
    let mut at = 0;
    while at < reader.tokens.len() {
        if reader.word(at) == "fn" {
            reader.word(at + 1).clone_into(&mut function);
        }
        if reader.word(at) == "match" {
            // What is matched on is a name, a field or a call of one.
            let open = (at + 1..(at + 12).min(reader.tokens.len())).find(|at| reader.is(*at, "{"));
            if let Some((open, end)) = open.and_then(|open| Some((open, reader.closing[open]?))) {
                arms(reader, (open, end), &function, &mut tables);
                at = open;
            }
        }
        at += 1;
    }
    let is_table = |table: &Variants| table.rows.len() > 1;
    let root = |table: Variants| {
        let rows: Vec<Node> = table.rows.into_iter().map(|(_, row)| row).collect();
        let span = rows.first().map(|row| row.span)?;
        Some((table.name, Node::list(span, rows)))
    };
    tables.into_iter().filter(is_table).filter_map(root).collect()
}

/// Adds what a `match` says to the table of its enum.
fn arms(reader: &Reader<'_>, (open, end): (usize, usize), function: &str, tables: &mut Vec<Variants>) {
    let mut found: Vec<Arm> = Vec::new();
    let mut at = open + 1;
    while at < end {
        let Some(arrow) = (at..end).find(|at| reader.is(*at, "=>")) else { break };
        let Some(variants) = patterns(reader, at, arrow) else { return };
        let first = arrow + 1;
        if first >= end {
            break;
        }
        // A block ends its arm, with or without a comma.
        let block = reader.closing[first].filter(|_| reader.is(first, "{"));
        let (value, next) = match block {
            Some(close) if close > first + 1 => ((first + 1, close), close + 1),
            Some(close) => ((first, close + 1), close + 1),
            None => {
                let mut stop = first;
                while stop < end && !reader.is(stop, ",") {
                    stop = reader.closing[stop].unwrap_or(stop) + 1;
                }
                ((first, stop.min(end)), stop.min(end))
            }
        };
        let is_constant = value.0 < value.1 && !(value.0..value.1).any(|at| reader.is(at, ";") || reader.is(at, "=>"));
        if is_constant && !variants.is_empty() {
            let row = Node::text(reader.span(at, value.1), "");
            found.push(Arm { variants, row, value: reader.value(value.0, value.1, 0) });
        }
        at = if reader.is(next, ",") { next + 1 } else { next };
    }
    let Some(name) = found.first().and_then(|arm| arm.variants.first()).map(|(of, _)| of.clone()) else { return };
    if found.len() < 2 || found.iter().flat_map(|arm| &arm.variants).any(|(of, _)| *of != name) {
        return;
    }
    let at = tables.iter().position(|table| table.name == name).unwrap_or_else(|| {
        tables.push(Variants { name, rows: Vec::new(), columns: Vec::new() });
        tables.len() - 1
    });
    let table = &mut tables[at];
    let taken = table.columns.iter().filter(|column| column.split(' ').next() == Some(function)).count();
    let column = if taken == 0 { function.to_owned() } else { format!("{function} {}", taken + 1) };
    table.columns.push(column.clone());
    for Arm { variants, row: arm, mut value } in found {
        // A number of two variants is nobody's alone.
        if variants.len() > 1
            && let Value::Scalar(scalar) = &mut value.value
        {
            scalar.site = None;
        }
        for (_, variant) in variants {
            let row = table.rows.iter().position(|(known, _)| *known == variant).unwrap_or_else(|| {
                let name = Node::text(arm.span, variant.clone());
                table.rows.push((variant, Node::record(arm.span, vec![(VARIANT.to_owned(), name)])));
                table.rows.len() - 1
            });
            if let Value::Record(fields) = &mut table.rows[row].1.value {
                fields.push((column.clone(), value.clone()));
            }
        }
    }
}

/// The variants before an arrow, each with its enum; none of what isn't about variants, such as `_`. `None` where the `match`
/// is no table: a pattern with names in it, or a condition.
fn patterns(reader: &Reader<'_>, start: usize, arrow: usize) -> Option<Vec<(String, String)>> {
    if start + 1 == arrow {
        return Some(Vec::new());
    }
    let mut patterns = Vec::new();
    let mut at = start;
    while at < arrow {
        if reader.is(at, "|") || reader.is(at, "&") {
            at += 1;
            continue;
        }
        let end = reader.path_end(at);
        if end < at + 3 {
            return None;
        }
        patterns.push((reader.word(end - 3).to_owned(), reader.word(end - 1).to_owned()));
        at = end;
    }
    Some(patterns)
}
