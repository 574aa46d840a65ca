//! One affix or theme over all item types: the chance of an affix in their pools, the number of a theme's affixes that
//! can be drawn.

use std::collections::BTreeSet;

use affixboard_model::{
    batch::Entry,
    catalog::{AffixId, Allocation, Catalog, KindId, ThemeId},
    game::{Forge, Words},
};

use super::{
    SheetError,
    allocation_text::{affix_summary, covering, theme_summary},
    availability::highest_of_kinds,
    columns,
    item::kind_label,
};
use crate::{
    sheet::{Cell, Measure, Provenance, Row, Sheet, Value},
    wording::counted,
};

/// The item types that the lines allocate, with the defined kinds that they cover.
fn covered<'a>(catalog: &'a Catalog, lines: &[Allocation]) -> Vec<(u16, &'a str, Vec<KindId>)> {
    let kinds = |tval: u16| -> Vec<KindId> {
        let is_covered = |id: &KindId| {
            let kind = catalog.kind(*id);
            kind.record.is_some() && lines.iter().any(|line| line.covers(kind.tval, kind.sval))
        };
        catalog.kinds_of(tval).into_iter().filter(is_covered).collect()
    };
    let types = catalog.item_types.iter().map(|of_type| (of_type.tval, of_type.name.as_str(), kinds(of_type.tval)));
    types.filter(|of_type| !of_type.2.is_empty()).collect()
}

fn check(words: &Words, depths: &[u32]) -> Result<(), SheetError> {
    match depths.iter().find(|depth| **depth > words.deepest) {
        Some(&depth) => Err(SheetError::TooDeep { depth, deepest: words.deepest }),
        None if depths.is_empty() => Err(SheetError::NoDepths),
        None => Ok(()),
    }
}

/// The affix level items draw up to, in words; empty where the game has one only.
fn at_level(words: &Words, affix_level: u8) -> String {
    match words.affix_levels.get(usize::from(affix_level)) {
        Some(level) if words.has_affix_levels() => format!(" ({} {level})", words.affix_level_label.to_lowercase()),
        _ => String::new(),
    }
}

fn row(entry: Entry, (metric, index): (&'static str, u32), place: u16, name: &str, summary: String) -> Row {
    Row {
        group: None,
        metric,
        entry: Some(entry),
        kind: None,
        place: (place, None),
        index: Some(index),
        name: name.to_owned(),
        role: String::new(),
        level: String::new(),
        summary,
        cells: Vec::new(),
    }
}

fn sheet(title: String, caption: String, provenance: Provenance, depths: &[u32], rows: Vec<Row>) -> Sheet {
    Sheet {
        title,
        caption,
        provenance,
        baseline: None,
        absent: Vec::new(),
        quality: None,
        affix_level: None,
        lead: Vec::new(),
        columns: columns(depths),
        domain: Sheet::domain_of(rows.iter().flat_map(|row| &row.cells)),
        rows,
        totals: Vec::new(),
        measure: Measure::Pool,
        notes: Vec::new(),
    }
}

/// The sheet of an affix's chance in the pools of each item type that its lines cover, by generation level, at an affix
/// level (a position in [`Words::affix_levels`]). A cell has the highest chance of the covered kinds and is `partial`
/// where they differ.
///
/// # Errors
/// For a depth that doesn't exist, or no depth.
pub fn affix_by_item_type(
    catalog: &Catalog,
    forge: &dyn Forge,
    words: &Words,
    provenance: Provenance,
    (id, affix_level): (AffixId, u8),
    depths: &[u32],
) -> Result<Sheet, SheetError> {
    check(words, depths)?;
    let affix = catalog.affix(id);
    let types = covered(catalog, &affix.allocations);
    let mut rows: Vec<Row> = Vec::new();
    for (tval, name, kinds) in &types {
        let lines = covering(catalog, kinds, &affix.allocations);
        let lines = lines.filter(|line| words.draws(affix_level, line.affix_level));
        let summary = affix_summary(catalog, kinds, lines);
        rows.push(row(Entry::Affix(id), ("affix", affix.index), *tval, name, summary));
    }
    // Depth by depth: in some games each depth has tables of its own, of which few are cached.
    for depth in depths {
        for (row, (_, _, kinds)) in rows.iter_mut().zip(&types) {
            let labels: Vec<String> = kinds.iter().map(|kind| kind_label(catalog, *kind)).collect();
            let chance = |kind: &KindId| forge.pool(*kind, *depth, affix_level).of(id).1;
            let chances: Vec<u64> = kinds.iter().map(|kind| chance(kind).to_bits()).collect();
            row.cells.push(if chances.iter().all(|bits| *bits == 0) {
                Value::Impossible.into()
            } else {
                highest_of_kinds(&labels, &chances, |bits| Value::exactly(f64::from_bits(bits)))
            });
        }
    }
    let at_level = at_level(words, affix_level);
    let caption = format!(
        "Its chance in the pool from which items of each type draw{at_level}, by generation level; the highest over the \
         kinds that its lines cover."
    );
    Ok(sheet(format!("{}: chance in pool by item type", affix.name), caption, provenance, depths, rows))
}

/// The sheet of the number of a theme's own affixes that each item type can draw, by generation level, at an affix
/// level, for the item types that the theme's lines cover. A cell is impossible where the theme cannot come, has the
/// highest number of the kinds, and is `partial` where they differ.
///
/// # Errors
/// For a depth that doesn't exist, or no depth.
pub fn theme_by_item_type(
    catalog: &Catalog,
    forge: &dyn Forge,
    words: &Words,
    provenance: Provenance,
    (id, affix_level): (ThemeId, u8),
    depths: &[u32],
) -> Result<Sheet, SheetError> {
    check(words, depths)?;
    let theme = catalog.theme(id);
    let own: BTreeSet<AffixId> = theme.parts.iter().filter(|part| part.weight > 0).map(|part| part.affix).collect();
    let types = covered(catalog, &theme.allocations);
    let mut rows: Vec<Row> = Vec::new();
    for (tval, name, kinds) in &types {
        let summary = theme_summary(catalog, kinds, covering(catalog, kinds, &theme.allocations));
        rows.push(row(Entry::Theme(id), ("theme", theme.index), *tval, name, summary));
    }
    for depth in depths {
        for (row, (_, _, kinds)) in rows.iter_mut().zip(&types) {
            let may_come =
                |kind: &KindId| forge.themes().is_some_and(|rules| rules.possible_themes(*kind, *depth).contains(&id));
            let legal: Vec<KindId> = kinds.iter().copied().filter(may_come).collect();
            let drawn = |kind: &KindId| {
                let pool = forge.pool(*kind, *depth, affix_level);
                let drawn: BTreeSet<AffixId> = pool.entries.iter().map(|entry| entry.0).collect();
                own.intersection(&drawn).count() as u64
            };
            let numbers: Vec<u64> = legal.iter().map(drawn).collect();
            row.cells.push(of_kinds(catalog, kinds, &legal, &numbers));
        }
    }
    let caption = format!(
        "Of the {} that help to get it, how many an item of each type can draw{}, by generation level; hatched where the \
         theme may not come.",
        counted(own.len(), words.affix, words.affixes),
        at_level(words, affix_level)
    );
    let title = format!("{}: its {} by item type", theme.name, words.affixes);
    Ok(Sheet { measure: Measure::OverviewCount, ..sheet(title, caption, provenance, depths, rows) })
}

/// The highest number of the kinds that can have the theme.
fn of_kinds(catalog: &Catalog, all: &[KindId], legal: &[KindId], numbers: &[u64]) -> Cell {
    let Some(&highest) = numbers.iter().max() else { return Value::Impossible.into() };
    let lowest = legal.iter().zip(numbers).min_by_key(|(_, number)| **number);
    let differ = numbers.iter().any(|number| *number != highest);
    let mut detail = Vec::new();
    if let Some((kind, number)) = lowest.filter(|_| differ) {
        detail.push(format!("fewest on {}: {number}", kind_label(catalog, *kind)));
    }
    if legal.len() < all.len() {
        detail.push(format!("the theme may come on {} of {} kinds", legal.len(), all.len()));
    }
    let partial = !detail.is_empty();
    Cell { partial, detail: partial.then(|| detail.join("; ")), ..Value::Count(highest).into() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        sheet::Method,
        testing::{self, WORDS, text_of},
    };

    /// By hand from the small game's lines: at 10 a long sword draws Sharp 50, of Slay Evil 20 and `=cmd()` 10.
    #[test]
    fn an_affix_everywhere() {
        let of = |id, level, depths: &[u32]| {
            let provenance = testing::provenance(Method::Exact);
            affix_by_item_type(&testing::catalog(), &testing::forge(), &WORDS, provenance, (AffixId(id), level), depths)
        };
        let evil = of(1, 1, &[0, 10, 30]).expect("a sheet");
        assert_eq!(text_of(&evil), ["sword | 20 @ 1-20: - 25.0 -"]);
        assert_eq!(evil.title, "of Slay Evil: chance in pool by item type");
        // Daggers draw Sharp 50 and `=cmd()` 10, long swords of Slay Evil 20 more.
        assert_eq!(text_of(&of(0, 1, &[10]).expect("a sheet")), ["sword | 50 @ 1-100: 83.3*"]);
        assert_eq!(text_of(&of(5, 2, &[10]).expect("a sheet")), Vec::<String>::new(), "it has no lines");
        assert_eq!(of(0, 1, &[]), Err(SheetError::NoDepths));
        assert_eq!(of(0, 1, &[200]), Err(SheetError::TooDeep { depth: 200, deepest: 127 }));
    }

    #[test]
    fn a_theme_everywhere() {
        let provenance = testing::provenance(Method::Exact);
        let of = theme_by_item_type(
            &testing::catalog(),
            &testing::forge(),
            &WORDS,
            provenance,
            (ThemeId(0), 2),
            &[0, 10, 110],
        );
        let theme = of.expect("a sheet");
        // Sharp is the only one with a weight; it is drawn from 1 to 100, as the theme's line says too.
        assert_eq!(text_of(&theme), ["sword | 1-100: - 1 -"]);
        assert_eq!(
            theme.caption,
            "Of the 1 affix that help to get it, how many an item of each type can draw (affix level up to uber), by \
             generation level; hatched where the theme may not come."
        );
    }
}
