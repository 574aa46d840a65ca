//! `object_base.txt`: what all kinds of an item type share.

use std::collections::BTreeMap;

use super::{
    super::Spec,
    Reader,
    lookup::{self, tval_name},
};
use crate::{
    catalog::{Catalog, ItemType, plain_name},
    engine::flags::FlagSet,
    syntax::{Event, colon::found},
    text::Rule,
};

/// An item type's record.
#[derive(Debug, Default)]
pub(super) struct Base {
    pub(super) name: String,
    pub(super) flags: FlagSet,
}

/// Item types that can carry affixes: those the original counts as wearable.
const WEARABLE: &[std::ops::RangeInclusive<u16>] = &[16..=23, 30..=40, 45..=45];

/// Whether the rules ever put an affix on this item type in the original's accounting.
pub(super) fn is_wearable(tval: u16) -> bool {
    WEARABLE.iter().any(|range| range.contains(&tval))
}

/// The item types by tval.
pub(super) fn read(reader: &mut Reader<'_>) -> BTreeMap<u16, Base> {
    let mut bases: BTreeMap<u16, Base> = BTreeMap::new();
    // Of two records for one tval the first is kept; `None` while lines are passed over.
    let mut current: Option<u16> = None;
    let mut begun = false;
    let spec = reader.spec;
    reader.read(&spec.files[1], &mut |event, diagnostics| {
        let line = match event {
            Event::Line(line) => line,
            Event::Broken(spec) => {
                if spec.tag == "N" {
                    (current, begun) = (None, true);
                }
                return;
            }
        };
        match line.spec.tag {
            "N" => {
                begun = true;
                match lookup::tval(spec, &line, "tval", diagnostics) {
                    Ok(tval) if bases.contains_key(&tval) => {
                        let message = format!("found item type {tval} a second time");
                        let expected = "expected each once; the first record is kept";
                        diagnostics.push(line.remark_at(Rule::DuplicateIndex, line.span, message, expected));
                        current = None;
                    }
                    Ok(tval) => {
                        let name = plain_name(&line.text("name"));
                        bases.insert(tval, Base { name, flags: 0 });
                        current = Some(tval);
                    }
                    Err(problem) => {
                        diagnostics.push(problem);
                        current = None;
                    }
                }
            }
            "D" if line.bytes("label") != b"B" => {
                let expected = "expected B, the only default there is; the line is ignored";
                diagnostics.push(line.remark(Rule::UndefinedDirective, "label", found(line.bytes("label")), expected));
            }
            "B" | "F" if !begun => {
                let message = format!("found `{}:` before any record", line.spec.tag);
                let expected = "expected an `N:` line first; the line is ignored";
                diagnostics.push(line.remark_at(Rule::MissingRecordHeader, line.span, message, expected));
            }
            "F" => {
                let flags = lookup::flags(spec, &line, "flags", diagnostics);
                if let Some(base) = current.and_then(|tval| bases.get_mut(&tval)) {
                    base.flags |= flags;
                }
            }
            _ => {}
        }
    });
    bases
}

/// The item types that have kinds, or that an allocation names.
pub(super) fn in_use(spec: &Spec, catalog: &Catalog) -> Vec<ItemType> {
    let kinds = catalog.kinds.iter().map(|kind| kind.tval);
    let affixes = catalog.affixes.iter().flat_map(|affix| affix.allocations.iter().map(|allocation| allocation.tval));
    let mut tvals: Vec<u16> = kinds.chain(affixes).collect();
    tvals.sort_unstable();
    tvals.dedup();
    let item_type = |tval| ItemType { tval, name: tval_name(spec, tval), takes_affixes: is_wearable(tval) };
    tvals.into_iter().map(item_type).collect()
}
