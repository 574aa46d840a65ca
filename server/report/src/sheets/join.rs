//! Sheets of several item types as one.

use std::collections::BTreeSet;

use affixboard_model::catalog::Catalog;

use super::{SheetError, item::Item};
use crate::{
    sheet::{AbsentSection, Cell, Column, Row, Sheet, Value},
    wording::{capitalised, shortened},
};

/// The phrase for the item of a row where rows are of several types.
pub(super) const OF_ROWS_TYPE: &str = "of the row's item type";

/// Largest number of item types named in a heading.
const MOST_NAMED: usize = 3;

/// Joins the sheets of item types, given with their tvals, in their order.
///
/// Rows of a type are adjacent, in groups named after it and, where a sheet has several sections, the section; its
/// totals become totals of these groups. Columns are those of the first sheet. Notes of all sheets are said once,
/// others behind the name of their type.
///
/// # Errors
/// [`SheetError::UnknownType`] for an item type that isn't in the catalog, [`SheetError::NoTypes`] for no sheet.
pub(super) fn join(catalog: &Catalog, parts: Vec<(u16, Sheet)>, caption: String) -> Result<Sheet, SheetError> {
    let names: Vec<String> = parts
        .iter()
        .map(|(tval, _)| Item::find(catalog, *tval, None).map(|item| item.heading()))
        .collect::<Result<_, _>>()?;
    let Some((_, first)) = parts.first() else { return Err(SheetError::NoTypes) };
    let title = first.title.split_once(": ").map_or("", |(_, what)| what);
    let heading = if names.len() <= MOST_NAMED {
        capitalised(&names.iter().map(|name| name.to_lowercase()).collect::<Vec<_>>().join(", "))
    } else {
        format!("{} item types", names.len())
    };
    let mut joined = Sheet {
        title: format!("{heading}: {title}"),
        caption,
        notes: notes(&parts, &names),
        rows: Vec::new(),
        totals: Vec::new(),
        absent: Vec::new(),
        ..first.clone()
    };
    let sections: BTreeSet<Option<&str>> =
        parts.iter().flat_map(|(_, part)| &part.rows).map(|row| row.group.as_deref()).collect();
    let has_sections = sections.len() > 1;
    let mut empty = Vec::new();
    for ((_, part), name) in parts.into_iter().zip(&names) {
        if part.rows.is_empty() {
            empty.push(name.to_lowercase());
            continue;
        }
        joined.absent.extend(part.absent.into_iter().map(|section| {
            let heading = if section.heading.is_empty() {
                name.clone()
            } else {
                format!("{name}: {}", section.heading.to_lowercase())
            };
            AbsentSection { heading, ..section }
        }));
        let Sheet { columns, rows, totals, .. } = part;
        let at = fitting(&joined.columns, &columns);
        let section = |group: Option<String>| match group {
            Some(section) if has_sections => format!("{name}: {}", section.to_lowercase()),
            _ => name.clone(),
        };
        joined.rows.extend(rows.into_iter().map(|row| {
            let cells = fitted(row.cells, at.as_deref());
            Row { group: Some(section(row.group)), cells, ..row }
        }));
        joined.totals.extend(totals.into_iter().map(|row| {
            let cells = fitted(row.cells, at.as_deref());
            Row { group: Some(name.clone()), cells, ..row }
        }));
    }
    if !empty.is_empty() {
        joined.notes.push(format!("There is nothing to show of {}.", shortened(&empty, 12)));
    }
    joined.notes.push("Rows are sorted within their item type.".to_owned());
    joined.domain = Sheet::domain_of(joined.rows.iter().flat_map(|row| &row.cells));
    Ok(joined)
}

/// The position of each joined column among those of a part; `None` where the two have the same columns.
fn fitting(joined: &[Column], own: &[Column]) -> Option<Vec<Option<usize>>> {
    let at = |column: &Column| own.iter().position(|other| other.depth == column.depth);
    (joined != own).then(|| joined.iter().map(at).collect())
}

/// A row's cells in the columns of the joined sheet; [`Value::NotComputed`] where its own sheet has no such column.
fn fitted(cells: Vec<Cell>, at: Option<&[Option<usize>]>) -> Vec<Cell> {
    let Some(at) = at else { return cells };
    let cell = |at: &Option<usize>| at.and_then(|at| cells.get(at)).cloned();
    at.iter().map(|at| cell(at).unwrap_or_else(|| Value::NotComputed.into())).collect()
}

/// The notes of all parts: common notes first, then a line for each type.
fn notes(parts: &[(u16, Sheet)], names: &[String]) -> Vec<String> {
    let is_common = |note: &String| parts.iter().all(|(_, part)| part.notes.contains(note));
    let first = parts.iter().take(1).flat_map(|(_, part)| &part.notes);
    let common = first.filter(|note| is_common(note)).cloned();
    let own = parts.iter().zip(names).filter_map(|((_, part), name)| {
        let own: Vec<&str> = part.notes.iter().filter(|note| !is_common(note)).map(String::as_str).collect();
        (!own.is_empty()).then(|| format!("{name}: {}", own.join(" ")))
    });
    common.chain(own).collect()
}

/// A joined sheet with all rows in one group and the item type behind their names: for charts, which have no groups.
/// Only the first section of each type is kept, since shares of different things don't belong in one chart.
#[must_use]
pub fn ungrouped(sheet: Sheet) -> Sheet {
    let section = |group: &str| group.split_once(": ").map_or("", |(_, section)| section).to_owned();
    let Some(first) = sheet.rows.first().and_then(|row| row.group.as_deref()).map(section) else { return sheet };
    let rows = sheet.rows.into_iter().filter_map(|row| {
        let group = row.group?;
        let name = group.split_once(": ").map_or(group.as_str(), |(name, _)| name).to_lowercase();
        (section(&group) == first).then(|| Row { group: None, name: format!("{} ({name})", row.name), ..row })
    });
    Sheet { rows: rows.collect(), ..sheet }
}

#[cfg(test)]
mod tests {
    use affixboard_model::batch::Tally;

    use super::{
        super::{
            AvailabilityParams, ChanceColumn, ChanceMeasure, ChanceParams, CountParams, Denominator, Filter,
            PoolMeasure, RowOrder, SheetSection, SortBy, availability, availability_of_types, chances_of_types,
            counts_of_types,
        },
        *,
    };
    use crate::{
        sheet::Method,
        testing::{self, SOFT, SWORD, WORDS, text_of},
    };

    fn part(tval: u16, title: &str, sections: &[&str], notes: &[&str]) -> (u16, Sheet) {
        let row = |section: &&str| Row {
            place: (tval, None),
            ..testing::row(section, "affix", 3, "Sharp", &[Value::exactly(0.5), Value::Impossible])
        };
        let total = Row {
            group: None,
            summary: String::new(),
            ..testing::row("", "kind", 0, "drops", &[Value::Count(9), Value::Count(8)])
        };
        let sheet = Sheet {
            title: title.to_owned(),
            rows: sections.iter().map(row).collect(),
            totals: vec![Row { place: (tval, None), ..total }],
            notes: notes.iter().map(|note| (*note).to_owned()).collect(),
            ..testing::sheet()
        };
        (tval, sheet)
    }

    fn lines(sheet: &Sheet) -> Vec<String> {
        let text = |row: &Row| format!("{}/{}/{}", row.group.as_deref().unwrap_or("-"), row.place.0, row.name);
        sheet.lines().map(|line| text(line.row())).collect()
    }

    #[test]
    fn totals_stand_before_the_rows_of_their_type() {
        let parts = vec![
            part(SWORD, "Sword: what drops carry", &["Affixes", "Kinds"], &["Of all.", "Of swords."]),
            part(SOFT, "Soft armour: what drops carry", &["Affixes"], &["Of all."]),
        ];
        let sheet = join(&testing::catalog(), parts, "Said.".to_owned()).expect("a sheet");
        assert_eq!(sheet.title, "Sword, soft armour: what drops carry");
        assert_eq!(
            lines(&sheet),
            [
                "Sword/23/drops",
                "Sword: affixes/23/Sharp",
                "Sword: kinds/23/Sharp",
                "Soft armour/36/drops",
                "Soft armour: affixes/36/Sharp",
            ]
        );
        assert_eq!(sheet.notes, ["Of all.", "Sword: Of swords.", "Rows are sorted within their item type."]);
        assert_eq!(sheet.domain, Some((0.5, 0.5)));
        let charted = ungrouped(sheet);
        assert_eq!(
            charted.rows.iter().map(|row| row.name.as_str()).collect::<Vec<_>>(),
            ["Sharp (sword)", "Sharp (soft armour)"]
        );
    }

    #[test]
    fn one_section_needs_no_name_and_empty_types_are_named() {
        let parts = vec![
            part(SOFT, "Soft armour: affixes", &[], &[]),
            part(SWORD, "Sword: affixes", &["Affixes", "Affixes"], &[]),
        ];
        let sheet = join(&testing::catalog(), parts, String::new()).expect("a sheet");
        assert_eq!(lines(&sheet), ["Sword/23/drops", "Sword/23/Sharp", "Sword/23/Sharp"]);
        assert_eq!(sheet.notes[0], "There is nothing to show of soft armour.");
    }

    #[test]
    fn columns_are_put_under_their_depths() {
        let mut parts = vec![
            part(SWORD, "Sword: affixes", &["Affixes"], &[]),
            part(SOFT, "Soft armour: affixes", &["Affixes"], &[]),
        ];
        parts[1].1.columns.remove(0);
        for row in &mut parts[1].1.rows {
            row.cells.remove(0);
        }
        parts[1].1.totals[0].cells.remove(0);
        let sheet = join(&testing::catalog(), parts, String::new()).expect("a sheet");
        assert_eq!(text_of(&sheet)[3..], ["[Soft armour]", "drops: · 8", "Sharp | 20 @ 1-60: · -"]);
    }

    /// By hand from the small game: at 10 swords draw Sharp 50, of Slay Evil 20, `=cmd()` 10 and of Doom 1, robes Padded 3.
    #[test]
    fn pools_of_two_types() {
        let params = AvailabilityParams {
            tval: 0,
            sval: None,
            affix_level: 2,
            depths: vec![10],
            measure: PoolMeasure::Commonness,
            filter: Filter::default(),
            sort: RowOrder { by: SortBy::Name, reversed: false },
        };
        let (catalog, forge, provenance) = (testing::catalog(), testing::forge(), testing::provenance(Method::Exact));
        let of = |types: &[u16], params: &AvailabilityParams| {
            availability_of_types(&catalog, &forge, &WORDS, &provenance, types, params)
        };
        let sheet = of(&[SOFT, SWORD], &params).expect("a sheet");
        assert_eq!(
            text_of(&sheet),
            [
                "[Soft armour]",
                "affixes in pool: 1",
                "total commonness: 3",
                "Padded | prefix | good | 3 @ 1-100: 3",
                "[Sword]",
                "affixes in pool: 3",
                "total commonness: 80*",
                "=cmd() | suffix | good | 10 @ 5-30: 10",
                "of Doom | suffix | uber | 1 @ 1-100 (sval 1): 1*",
                "of Slay Evil | suffix | great/uber | 20 @ 1-20 (sval 2), 5 @ 10-40 (sval 2): 20*",
                "Sharp | prefix | good | 50 @ 1-100: 50",
            ]
        );
        assert_eq!(sheet.title, "Soft armour, sword: affixes by generation level");
        assert_eq!(
            sheet.caption,
            "Commonness of each affix in the pool of each item type (affix level up to uber), by generation level. The \
             generation level is the level a draw is made at, after the game's boosts. Where kinds of a type differ, it is \
             the highest over those that the files define."
        );
        assert_eq!(
            sheet.notes,
            [
                "Sword: 1 affix more with a line for sword at this affix level can be drawn at none of the levels shown. 1 affix \
                 more comes to sword only through themes.",
                "Rows are sorted within their item type.",
            ]
        );
        assert_eq!((sheet.domain, sheet.rows[0].place.0, sheet.rows[1].place.0), (Some((1.0, 50.0)), SOFT, SWORD));

        // Of a type that the filter hides nothing is left but its name; totals are of all.
        let filter = Filter { text: "doom".to_owned(), ..Filter::default() };
        let sheet = of(&[SOFT, SWORD], &AvailabilityParams { filter, ..params.clone() }).expect("a sheet");
        assert_eq!(text_of(&sheet)[..3], ["[Sword]", "affixes in pool: 3", "total commonness: 80*"]);
        assert_eq!(sheet.notes[0], "The filter hides some rows; totals are of all.");
        assert!(sheet.notes.contains(&"There is nothing to show of soft armour.".to_owned()), "{:?}", sheet.notes);

        // One is the sheet of one.
        let one = AvailabilityParams { tval: SWORD, ..params.clone() };
        let alone = availability(&catalog, &forge, &WORDS, provenance.clone(), &one);
        assert_eq!(of(&[SWORD], &params), alone);
        assert_eq!(of(&[], &params), Err(SheetError::NoTypes));
    }

    /// The chances of the small game: 10 % of great drops are swords, 4 % Sharp ones; nothing is known of soft armour.
    #[test]
    fn chances_of_two_types() {
        let (catalog, forge) = (testing::catalog(), testing::forge());
        let chances = testing::chances(&forge);
        let column = |chances| vec![ChanceColumn::computed(1, chances)];
        let params = ChanceParams {
            tval: 0,
            sval: None,
            quality: 2,
            measure: ChanceMeasure::PerDrop,
            sections: vec![SheetSection::Affixes],
            filter: Filter::default(),
            sort: RowOrder::default(),
        };
        let types = [(SWORD, column(Some(chances.as_slice()))), (SOFT, column(None))];
        let sheet = chances_of_types(&catalog, &forge, &WORDS, &testing::provenance(Method::Exact), &types, &params);
        let sheet = sheet.expect("a sheet");
        assert_eq!(
            text_of(&sheet),
            [
                "[Sword]",
                "drops that are sword: 10",
                "Sharp | prefix | good | 50 @ 1-100: 4.0",
                "of Slay Evil | suffix | great/uber | 20 @ 1-20 (sval 2), 5 @ 10-40 (sval 2): 0",
                "of Doom | suffix | uber | 1 @ 1-100 (sval 1): < 0.0001",
                "[Soft armour]",
                "drops that are soft armour: ·",
                "Padded | prefix | good | 3 @ 1-100: ·",
            ]
        );
        assert_eq!(sheet.title, "Sword, soft armour: chances of great drops");
        assert_eq!(
            sheet.caption,
            "Share of all great drops that are of the row's item type and carry it, in per cent, by depth. Computed from \
             the rules, not sampled."
        );
        assert!(sheet.notes[0].starts_with("1 exact, 2 computed (to ±0.05 % or better). "), "{}", sheet.notes[0]);
    }

    /// Of 1,000 great drops at depth 1, 100 were swords, 40 of these Sharp, and 100 robes, none Padded.
    #[test]
    fn counts_of_two_types() {
        let (catalog, forge) = (testing::catalog(), testing::forge());
        let params = CountParams {
            tval: 0,
            sval: None,
            quality: 2,
            denominator: Denominator::PerItem,
            sections: vec![SheetSection::Affixes, SheetSection::Kinds],
            filter: Filter::default(),
            sort: RowOrder::default(),
        };
        let of = |tally: &Tally| {
            let provenance = testing::provenance(testing::SIMULATED);
            counts_of_types(&catalog, &forge, &WORDS, &provenance, tally, &[SOFT, SWORD], &params).expect("a sheet")
        };
        let sheet = of(&testing::tally(&forge));
        assert_eq!(
            text_of(&sheet)[..9],
            [
                "[Soft armour]",
                "drops: 1,000 2,000 1,000",
                "of them soft armour, %: 10.0 10.0 10.0",
                "[Soft armour: affixes]",
                "Padded | prefix | good | 3 @ 1-100: < 4 < 2 < 4",
                "[Soft armour: kinds]",
                "Robe | kind | 20 @ 1-70: 100 100 100",
                "[Sword]",
                "drops: 1,000 2,000 1,000",
            ]
        );
        assert_eq!(
            sheet.caption,
            "Share of great drops of the row's item type that carry it, in per cent, by depth. 1,000 to 2,000 drops of all \
             kinds."
        );
        let sheet = of(&testing::tally_by_kind(&forge));
        assert_eq!(
            sheet.caption,
            "Share of items of the row's item type, made by themselves as great, that carry it, in per cent, by depth. \
             1,000 to 2,000 made of a type."
        );
        assert_eq!(text_of(&sheet)[1], "drops: 1,000");
    }

    #[test]
    fn something_must_be_joined() {
        assert_eq!(join(&testing::catalog(), Vec::new(), String::new()), Err(SheetError::NoTypes));
        let unknown = vec![part(99, "?: affixes", &[], &[])];
        assert!(matches!(
            join(&testing::catalog(), unknown, String::new()),
            Err(SheetError::UnknownType { tval: 99, .. })
        ));
    }
}
