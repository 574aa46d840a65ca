//! `drop.txt`: the sets of kinds that drops draw from.

use super::{
    super::{dialect::FILE_ORDER, tables::table},
    kinds::Kinds,
};
use affixboard_kin::{
    Reader,
    records::{Record, collect},
};
use affixboard_model::{
    catalog::Kind,
    syntax::{FileSpec, ParsedLine},
    text::{Diagnostic, Rule},
};

/// The drop sets that count, by name.
#[derive(Debug, Default)]
pub(super) struct Drops(Vec<DropSet>);

#[derive(Debug, Default)]
struct DropSet {
    name: String,
    /// Item type, first and last sval.
    items: Vec<(u16, u16, u16)>,
    /// Those left out, where nothing else is named.
    others: Vec<(u16, u16, u16)>,
}

/// The tables of kinds, each with the names of its set: the first that the file has counts. Where it has none, all kinds are
/// drawn, as normal drops draw them.
///
/// Monsters and vaults give the first name whatever else they ask for; the program looks up the others where none is given.
const TABLES: [(u32, &[&str]); 3] = [
    (table::NOT_USELESS, &["not useless"]),
    (table::GOOD, &["not useless", "good"]),
    (table::GREAT, &["not useless", "great"]),
];

impl Drops {
    /// The tables that a kind is in, a bit each.
    pub(super) fn tables(&self, kind: &Kind) -> u8 {
        let mut bits = 1;
        for (table, names) in TABLES {
            let set = names.iter().find_map(|name| self.0.iter().find(|set| set.name == *name));
            bits |= u8::from(set.is_none_or(|set| set.has(kind))) << table;
        }
        bits
    }
}

impl DropSet {
    fn has(&self, kind: &Kind) -> bool {
        let is_in = |places: &[(u16, u16, u16)]| {
            places.iter().any(|place| place.0 == kind.tval && (place.1..=place.2).contains(&kind.sval))
        };
        if self.items.is_empty() { !self.others.is_empty() && !is_in(&self.others) } else { is_in(&self.items) }
    }
}

/// The drop sets.
pub(super) fn read(reader: &mut Reader<'_>, spec: &'static FileSpec, kinds: &Kinds) -> Drops {
    let begin = |line: &ParsedLine| Ok(DropSet { name: line.text("name"), ..DropSet::default() });
    let (records, _) = collect(reader, spec, FILE_ORDER, begin, |set: &mut DropSet, line, _| {
        match line.spec.tag {
            "base" => {
                let (tval, last) = kinds.item_type(line)?;
                set.items.push((tval, 1, last));
            }
            "not-base" => {
                let (tval, last) = kinds.item_type(line)?;
                set.others.push((tval, 1, last));
            }
            "item" => {
                let (tval, sval) = kinds.item(line)?;
                set.items.push((tval, sval, sval));
            }
            _ => {}
        }
        Ok(())
    });
    for record in &records {
        reader.diagnostics.extend(empty(record, spec));
    }
    Drops(records.into_iter().map(|record| record.body).collect())
}

/// What is said of a set of nothing.
fn empty(record: &Record<DropSet>, spec: &FileSpec) -> Option<Diagnostic> {
    let set = &record.body;
    (set.items.is_empty() && set.others.is_empty()).then(|| Diagnostic {
        rule: Rule::NeverDrawn,
        file: spec.name.to_owned(),
        span: Some(record.span),
        found: "found a set that names no kinds".to_owned(),
        expected: "expected a base, an item or a not-base, for the original ends where it is asked for this one"
            .to_owned(),
    })
}
