//! Numbers of affixes or themes by item type and generation level.

use std::{collections::BTreeSet, sync::Arc};

use affixboard_model::{
    catalog::{Catalog, ItemType, KindId},
    game::{Forge, Pool, Words},
};

use super::{SheetError, columns, item::kind_label};
use crate::{
    sheet::{Cell, Measure, Provenance, Row, Sheet, Value},
    wording::{capitalised, counted},
};

/// The entries counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OverviewCount {
    /// The affixes in the pools of items that draw up to this affix level, a position in [`Words::affix_levels`].
    Affixes(u8),
    /// The themes that can come.
    Themes,
}

/// Parameters of [`overview()`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OverviewParams {
    /// The entries counted.
    pub count: OverviewCount,
    /// The generation levels, in the order of the columns.
    pub depths: Vec<u32>,
}

/// The sheet of the number of different affixes or themes of each item type, by generation level.
///
/// Rows are the item types that take affixes and have kinds in the files, by tval. A cell counts what at least one of
/// the type's kinds can draw; it is `partial` where kinds have different numbers, and names the kind with fewest.
///
/// # Errors
/// For an affix level or depth that doesn't exist, or no depth.
pub fn overview(
    catalog: &Catalog,
    forge: &dyn Forge,
    words: &Words,
    provenance: Provenance,
    params: &OverviewParams,
) -> Result<Sheet, SheetError> {
    if let OverviewCount::Affixes(affix_level) = params.count
        && usize::from(affix_level) >= words.affix_levels.len()
    {
        let known = words.affix_levels.iter().map(|word| (*word).to_owned()).collect();
        return Err(SheetError::UnknownAffixLevel { affix: words.affix, affix_level, known });
    }
    if let Some(&depth) = params.depths.iter().find(|depth| **depth > words.deepest) {
        return Err(SheetError::TooDeep { depth, deepest: words.deepest });
    }
    if params.depths.is_empty() {
        return Err(SheetError::NoDepths);
    }
    let mut types: Vec<(&ItemType, Vec<KindId>, Vec<Cell>)> = Vec::new();
    for of_type in catalog.item_types.iter().filter(|of_type| of_type.takes_affixes) {
        let mut kinds = catalog.kinds_of(of_type.tval);
        kinds.retain(|kind| catalog.kind(*kind).record.is_some());
        if !kinds.is_empty() {
            types.push((of_type, kinds, Vec::new()));
        }
    }
    // Depth by depth: in some games each depth has tables of its own, of which few are cached.
    for depth in &params.depths {
        for (_, kinds, cells) in &mut types {
            cells.push(cell(catalog, forge, kinds, params.count, *depth));
        }
    }
    let rows: Vec<Row> = types.into_iter().map(|(of_type, kinds, cells)| row(of_type, kinds.len(), cells)).collect();
    let (noun, level) = match params.count {
        OverviewCount::Affixes(level) => (words.affixes, words.affix_levels.get(usize::from(level)).copied()),
        OverviewCount::Themes => ("themes", None),
    };
    let level = level.filter(|_| words.has_affix_levels());
    let at_level = match level {
        Some(level) => format!(" ({} {level})", words.affix_level_label.to_lowercase()),
        None => String::new(),
    };
    let counts = match params.count {
        OverviewCount::Affixes(_) => format!("How many different {noun} are in the pools of each item type{at_level}"),
        OverviewCount::Themes => "How many themes have a line for each item type".to_owned(),
    };
    Ok(Sheet {
        title: format!("{} by item type and generation level", capitalised(noun)),
        caption: format!(
            "{counts}, by generation level. That is the level a draw is made at, after the game's boosts. Where a type's \
             kinds differ, what at least one of them has counts."
        ),
        provenance,
        baseline: None,
        absent: Vec::new(),
        quality: None,
        affix_level: level.map(str::to_owned),
        lead: Vec::new(),
        columns: columns(&params.depths),
        domain: Sheet::domain_of(rows.iter().flat_map(|row| &row.cells)),
        rows,
        totals: Vec::new(),
        measure: Measure::OverviewCount,
        notes: Vec::new(),
    })
}

fn cell(catalog: &Catalog, forge: &dyn Forge, kinds: &[KindId], count: OverviewCount, level: u32) -> Cell {
    let mut all = BTreeSet::new();
    // Kinds with the same lines share their pools.
    let mut known: Vec<(Arc<Pool>, usize)> = Vec::new();
    let mut add = |mut drawn: Vec<u32>| {
        drawn.sort_unstable();
        drawn.dedup();
        all.extend(drawn.iter().copied());
        drawn.len()
    };
    let mut number = |kind: KindId| match count {
        OverviewCount::Affixes(affix_level) => {
            let pool = forge.pool(kind, level, affix_level);
            if let Some((_, number)) = known.iter().find(|known| Arc::ptr_eq(&known.0, &pool)) {
                return *number;
            }
            let number = add(pool.entries.iter().map(|entry| entry.0.0).collect());
            known.push((pool, number));
            number
        }
        OverviewCount::Themes => {
            let themes = forge.themes().map_or_else(Vec::new, |rules| rules.possible_themes(kind, level));
            add(themes.into_iter().map(|theme| theme.0).collect())
        }
    };
    let numbers: Vec<(usize, KindId)> = kinds.iter().map(|kind| (number(*kind), *kind)).collect();
    if all.is_empty() {
        return Value::Impossible.into();
    }
    let with_none = numbers.iter().filter(|number| number.0 == 0).count();
    let differ = numbers.iter().any(|number| number.0 != numbers[0].0);
    let fewest = numbers.iter().min_by_key(|number| number.0).filter(|_| differ);
    let detail = fewest.map(|(least, kind)| match with_none {
        0 => format!("fewest on {}: {least}", kind_label(catalog, *kind)),
        1 => format!("none on {}", kind_label(catalog, *kind)),
        _ => format!("none on {with_none} of {}", counted(kinds.len(), "kind", "kinds")),
    });
    Cell { partial: differ, detail, ..Value::Count(all.len() as u64).into() }
}

fn row(of_type: &ItemType, kinds: usize, cells: Vec<Cell>) -> Row {
    Row {
        group: None,
        metric: "item type",
        entry: None,
        kind: None,
        place: (of_type.tval, None),
        index: None,
        name: of_type.name.clone(),
        role: String::new(),
        level: String::new(),
        summary: counted(kinds, "kind", "kinds"),
        cells,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        sheet::Method,
        testing::{self, WORDS, text_of},
    };

    fn build(count: OverviewCount, depths: &[u32]) -> Result<Sheet, SheetError> {
        let params = OverviewParams { count, depths: depths.to_vec() };
        overview(&testing::catalog(), &testing::forge(), &WORDS, testing::provenance(Method::Exact), &params)
    }

    /// By hand from the small game's lines: at 10 a long sword draws Sharp, of Slay Evil and `=cmd()`, a dagger Sharp, `=cmd()`
    /// and of Doom, so swords have four; at 60 of Slay Evil and `=cmd()` have ended.
    #[test]
    fn types_count_what_any_kind_draws() {
        let sheet = build(OverviewCount::Affixes(2), &[0, 10, 60, 95]).expect("a sheet");
        assert_eq!(text_of(&sheet), ["sword | 2 kinds: - 4 2* 3*", "soft armour | 1 kind: - 1 1 1"]);
        assert_eq!(sheet.rows[0].cells[2].detail.as_deref(), Some("fewest on Long Sword 23:2: 1"));
        assert_eq!(sheet.domain, Some((1.0, 4.0)));
        assert_eq!(sheet.title, "Affixes by item type and generation level");
        let good = build(OverviewCount::Affixes(0), &[10]).expect("a sheet");
        assert_eq!(text_of(&good)[0], "sword | 2 kinds: 2");
        assert_eq!(good.affix_level.as_deref(), Some("good"));
    }

    #[test]
    fn themes_are_those_of_the_rules() {
        let sheet = build(OverviewCount::Themes, &[1, 120]).expect("a sheet");
        assert_eq!(text_of(&sheet), ["sword | 2 kinds: 1 -", "soft armour | 1 kind: - -"]);
        assert!(sheet.caption.starts_with("How many themes have a line for each item type, by generation level"));
    }

    #[test]
    fn what_there_is_not_is_refused() {
        assert_eq!(build(OverviewCount::Themes, &[]), Err(SheetError::NoDepths));
        assert_eq!(build(OverviewCount::Themes, &[128]), Err(SheetError::TooDeep { depth: 128, deepest: 127 }));
        assert!(matches!(
            build(OverviewCount::Affixes(3), &[1]),
            Err(SheetError::UnknownAffixLevel { affix_level: 3, .. })
        ));
    }
}
