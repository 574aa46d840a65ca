//! Sampled items as a table: what each is called, what it carries and its values; of two sides drop by drop.

use std::collections::BTreeMap;

use affixboard_model::{
    batch::{ItemSample, SampledItem},
    catalog::{AffixId, Catalog, EntryValue, KindId, Role},
    game::{Appraisal, Words, Worth},
};

use crate::{capitalised, sheets::SheetSection};

/// The columns of values, in their order.
const VALUES: [SheetSection; 15] = [
    SheetSection::Number,
    SheetSection::Dice,
    SheetSection::ToHit,
    SheetSection::ToDam,
    SheetSection::Armour,
    SheetSection::ToAc,
    SheetSection::Weight,
    SheetSection::Power,
    SheetSection::Pvals,
    SheetSection::Modifiers,
    SheetSection::Resistances,
    SheetSection::Curses,
    SheetSection::Extra,
    SheetSection::Flags,
    SheetSection::Cursed,
];

/// Those of which an item may have several.
const LISTS: [SheetSection; 6] = [
    SheetSection::Pvals,
    SheetSection::Modifiers,
    SheetSection::Resistances,
    SheetSection::Curses,
    SheetSection::Extra,
    SheetSection::Flags,
];

/// Heading of a column, and what it is of an item.
type WorthColumn = (&'static str, fn(&SampledItem) -> Option<&Worth>);

const POWER: &str = "Power";
/// The columns of what the game thinks of an item, which come first.
const WORTHS: [WorthColumn; 2] =
    [(POWER, |item| item.appraisal.power.as_ref()), ("Price", |item| item.appraisal.price.as_ref())];

/// Which side of a comparison has an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ItemSide {
    /// All sides there are: it is the same on both.
    Both,
    /// The first one, where the second has another item or none that is looked for.
    Before,
    /// The second one.
    After,
}

impl ItemSide {
    /// Its word on pages and in files; none where it is the same on both.
    pub fn word(self) -> &'static str {
        match self {
            ItemSide::Both => "",
            ItemSide::Before => "before",
            ItemSide::After => "after",
        }
    }
}

/// A row of the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ItemRow {
    /// Number of the drop.
    pub drop: u64,
    /// Whose item it is.
    pub side: ItemSide,
    /// Its name.
    pub name: String,
    /// Its kind; that of its base where it is an artifact.
    pub kind: KindId,
    /// Artifact, theme and affixes, with the slots that these fill where they are several.
    pub carries: String,
    /// A value for each column.
    pub values: Vec<EntryValue>,
    /// What the game thinks of it, with the terms of power and price.
    pub appraisal: Appraisal,
}

/// A column of values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ItemColumn {
    /// Its heading.
    pub label: String,
    /// Whether an item may have several of them, such as flags.
    pub is_list: bool,
    /// Whether any item has another value than 0.
    pub is_of_use: bool,
}

/// Items of one side, or of two.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ItemTable {
    /// The columns of the values that any of the items has.
    pub columns: Vec<ItemColumn>,
    /// By number of the drop.
    pub rows: Vec<ItemRow>,
}

/// The table of items of one side, or of two, whose drops of one number are made from one stream: `most` rows of drops at most.
/// Of two sides only those drops are shown that both made.
pub fn item_table(sides: &[(&Catalog, &ItemSample)], words: &Words, most: usize) -> ItemTable {
    let last = sides.iter().map(|(_, sample)| sample.drops).min().unwrap_or_default();
    let mut drops: BTreeMap<u64, Vec<Option<(&Catalog, &SampledItem)>>> = BTreeMap::new();
    for (at, (catalog, sample)) in sides.iter().enumerate() {
        for item in sample.items.iter().filter(|item| item.drop <= last) {
            drops.entry(item.drop).or_insert_with(|| vec![None; sides.len()])[at] = Some((*catalog, item));
        }
    }
    let shown: Vec<_> = drops.into_iter().take(most).collect();
    let items = || shown.iter().flat_map(|(_, of_drop)| of_drop.iter().flatten());
    let worths: Vec<&WorthColumn> =
        WORTHS.iter().filter(|(_, of)| items().any(|(_, item)| of(item).is_some())).collect();
    let sections: Vec<SheetSection> = VALUES
        .into_iter()
        // What is appraised needn't stand there as counted once more.
        .filter(|section| *section != SheetSection::Power || worths.first().is_none_or(|worth| worth.0 != POWER))
        .filter(|section| items().any(|(_, item)| item.values.iter().any(|(metric, _)| *metric == section.metric())))
        .collect();
    let row = |side: ItemSide, (catalog, item): (&Catalog, &SampledItem)| ItemRow {
        drop: item.drop,
        side,
        name: item_name(catalog, item),
        kind: item.kind,
        carries: carried(catalog, item),
        values: (worths
            .iter()
            .map(|(_, of)| of(item).map_or(EntryValue::None, |worth| EntryValue::Number(worth.total()))))
        .chain(sections.iter().map(|section| value(item, *section)))
        .collect(),
        appraisal: item.appraisal.clone(),
    };
    let mut rows = Vec::new();
    for (_, of_drop) in &shown {
        match of_drop.as_slice() {
            [Some(before), Some(after)] => {
                let (one, other) = (row(ItemSide::Before, *before), row(ItemSide::After, *after));
                let compared =
                    |row: &ItemRow| (row.name.clone(), row.carries.clone(), row.values.clone(), row.appraisal.clone());
                if compared(&one) == compared(&other) {
                    rows.push(ItemRow { side: ItemSide::Both, ..other });
                } else {
                    rows.extend([one, other]);
                }
            }
            [Some(before), None] => rows.push(row(ItemSide::Before, *before)),
            [None, Some(after)] => rows.push(row(ItemSide::After, *after)),
            [Some(item)] => rows.push(row(ItemSide::Both, *item)),
            _ => {}
        }
    }
    let mut columns: Vec<ItemColumn> = worths
        .iter()
        .map(|(label, _)| ItemColumn { label: (*label).to_owned(), is_list: false, is_of_use: true })
        .collect();
    columns.extend(sections.iter().zip(worths.len()..).map(|(section, at)| ItemColumn {
        label: capitalised(&section.title(words)),
        is_list: LISTS.contains(section),
        is_of_use: rows.iter().any(|row: &ItemRow| !matches!(row.values[at], EntryValue::None | EntryValue::Number(0))),
    }));
    ItemTable { columns, rows }
}

/// The value of a section: one number or word, or several with commas.
fn value(item: &SampledItem, section: SheetSection) -> EntryValue {
    let mut texts = item.values.iter().filter(|(metric, _)| *metric == section.metric()).map(|(_, text)| text.as_str());
    let Some(first) = texts.next() else { return EntryValue::None };
    let rest: Vec<&str> = texts.collect();
    match first.parse() {
        Ok(number) if rest.is_empty() => EntryValue::Number(number),
        _ if section == SheetSection::Cursed => EntryValue::Text("yes".to_owned()),
        _ => EntryValue::Text([&[first], &rest[..]].concat().join(", ")),
    }
}

/// What an item is called: an artifact by its own name, after its kind; what has a theme by that; else by the prefix and the suffix
/// of its affixes that have the highest affix level for its kind, the first in the files of several.
pub fn item_name(catalog: &Catalog, item: &SampledItem) -> String {
    let kind = catalog.kind(item.kind).name.as_str();
    let around = |role: Option<Role>, name: &str| {
        if role.is_none_or(|role| role == Role::Suffix) { format!("{kind} {name}") } else { format!("{name} {kind}") }
    };
    if let Some(id) = item.artifact {
        return around(None, &catalog.artifact(id).name).trim().to_owned();
    }
    if let Some(theme) = item.theme.map(|id| catalog.theme(id)) {
        return around(theme.role, &theme.name);
    }
    let best = |is_suffix: bool| {
        let all = item.affixes.iter().map(|(id, _)| *id);
        let fitting = all.filter(|id| catalog.affix(*id).role.is_none_or(|role| role == Role::Suffix) == is_suffix);
        // Of several of one level the last would be the most.
        let from_last = fitting.collect::<Vec<_>>().into_iter().rev();
        let best = from_last.max_by_key(|id| level(catalog, *id, item.kind));
        best.map_or("", |id| catalog.affix(id).name.as_str())
    };
    [best(false), kind, best(true)].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}

/// The highest affix level of an affix's allocations for a kind.
fn level(catalog: &Catalog, affix: AffixId, kind: KindId) -> u8 {
    let kind = catalog.kind(kind);
    let lines = catalog.affix(affix).allocations.iter().filter(|line| line.covers(kind.tval, kind.sval));
    lines.map(|line| line.affix_level).max().unwrap_or(0)
}

/// Theme and affixes by name.
fn carried(catalog: &Catalog, item: &SampledItem) -> String {
    let theme = item.theme.map(|id| format!("theme {}", catalog.theme(id).name));
    let affixes = item.affixes.iter().map(|(id, slots)| {
        let name = &catalog.affix(*id).name;
        if *slots > 1 { format!("{name} ×{slots}") } else { name.clone() }
    });
    let artifact = item.artifact.map(|_| "artifact".to_owned());
    artifact.into_iter().chain(theme).chain(affixes).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use affixboard_model::{
        batch::Metric,
        catalog::{ArtifactId, ThemeId},
        game::WorthTerm,
    };

    use super::*;
    use crate::testing;

    fn item(drop: u64, kind: u32, affixes: &[(u32, u32)]) -> SampledItem {
        SampledItem {
            drop,
            kind: KindId(kind),
            artifact: None,
            affixes: affixes.iter().map(|(id, slots)| (AffixId(*id), *slots)).collect(),
            theme: None,
            values: vec![(Metric::TO_HIT, (drop + 1).to_string()), (Metric::DICE, "2d5".to_owned())],
            appraisal: Appraisal::default(),
        }
    }

    /// For Long Swords *Sharp* (prefix) is good, *of Slay Evil* up to uber, `=cmd()` and *of Depth* good; a theme and an artifact give
    /// their own names.
    #[test]
    fn names_of_the_highest_levels() {
        let catalog = &testing::catalog();
        let of = |affixes: &[u32]| {
            let affixes: Vec<(u32, u32)> = affixes.iter().map(|id| (*id, 1)).collect();
            item_name(catalog, &item(1, 1, &affixes))
        };
        assert_eq!(of(&[]), "Long Sword");
        assert_eq!(of(&[0]), "Sharp Long Sword");
        assert_eq!(of(&[0, 1, 4]), "Sharp Long Sword of Slay Evil");
        assert_eq!(of(&[2, 4]), "Long Sword =cmd()", "the first of one level");
        let themed = SampledItem { theme: Some(ThemeId(0)), ..item(1, 1, &[(0, 2), (5, 1)]) };
        assert_eq!(item_name(catalog, &themed), "Long Sword of Westernesse");
        assert_eq!(carried(catalog, &themed), "theme of Westernesse, Sharp ×2, of the Theme");
        let artifact = SampledItem { artifact: Some(ArtifactId(0)), ..item(1, 1, &[]) };
        assert_eq!(item_name(catalog, &artifact), "Long Sword 'Ringil'");
    }

    #[test]
    fn two_sides_stand_drop_by_drop() {
        let (catalog, words) = (&testing::catalog(), &testing::WORDS);
        let before = ItemSample { items: vec![item(2, 1, &[]), item(5, 1, &[]), item(9, 1, &[])], drops: 9 };
        let after = ItemSample { items: vec![item(2, 1, &[]), item(5, 1, &[(0, 1)]), item(7, 2, &[])], drops: 8 };
        let table = item_table(&[(catalog, &before), (catalog, &after)], words, 10);
        let rows: Vec<_> = table.rows.iter().map(|row| (row.drop, row.side)).collect();
        // The ninth drop was made on one side alone.
        let expected = [(2, ItemSide::Both), (5, ItemSide::Before), (5, ItemSide::After), (7, ItemSide::After)];
        assert_eq!(rows, expected);
        let columns: Vec<_> = table.columns.iter().map(|column| (column.label.as_str(), column.is_of_use)).collect();
        assert_eq!(columns, [("Dice", true), ("To-hit", true)]);
        assert_eq!(table.rows[0].values, [EntryValue::Text("2d5".to_owned()), EntryValue::Number(3)]);
        assert_eq!(item_table(&[(catalog, &before)], words, 2).rows.len(), 2);
    }

    /// Power and price come first, where the game has them, and two sides differ where a term does.
    #[test]
    fn appraisals_are_columns() {
        let (catalog, words) = (&testing::catalog(), &testing::WORDS);
        let worth = |terms: &[(&'static str, i64)]| {
            let terms = terms.iter().map(|(what, points)| WorthTerm { what: (*what).into(), points: *points });
            Some(Worth { terms: terms.collect() })
        };
        let sample = |terms: &[(&'static str, i64)]| {
            let appraisal = Appraisal { power: worth(terms), price: worth(&[("power × power", 225)]) };
            let values = vec![(Metric::POWER, "15".to_owned())];
            ItemSample { items: vec![SampledItem { values, appraisal, ..item(1, 1, &[]) }], drops: 1 }
        };
        let (one, other) = (sample(&[("dice", 12), ("to-hit", 3)]), sample(&[("dice", 15)]));
        let table = item_table(&[(catalog, &one)], words, 10);
        let labels: Vec<_> = table.columns.iter().map(|column| column.label.as_str()).collect();
        assert_eq!(labels, ["Power", "Price"]);
        assert_eq!(table.rows[0].values, [EntryValue::Number(15), EntryValue::Number(225)]);
        assert_eq!(item_table(&[(catalog, &one), (catalog, &one)], words, 10).rows.len(), 1);
        assert_eq!(item_table(&[(catalog, &one), (catalog, &other)], words, 10).rows.len(), 2);
    }
}
