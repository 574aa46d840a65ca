//! Pools: the affixes that an item type or kind can draw, by generation level.

use std::collections::BTreeMap;

use affixboard_model::{
    batch::Entry,
    catalog::{Affix, AffixId, Catalog, KindId},
    game::{Forge, Words},
};

use super::{
    Filter, RowOrder, SheetError,
    allocation_text::{affix_summary, covering, level_words},
    columns,
    filter_sort::sort_rows,
    item::{Item, kind_label},
    join::join,
    rows::filter_note,
};
use crate::{
    sheet::{AbsentSection, Cell, LeadColumn, LeadField, Measure, Provenance, Row, Sheet, Value},
    wording::{capitalised, counted, shortened, significant_digits},
};

/// Parameters of [`availability()`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AvailabilityParams {
    /// The item type.
    pub tval: u16,
    /// The kind; `None` for all kinds of the type that the files define.
    pub sval: Option<u16>,
    /// The affix level an item draws at: a position in [`Words::affix_levels`].
    pub affix_level: u8,
    /// The generation levels, in the order of the columns.
    pub depths: Vec<u32>,
    /// The measure of cells.
    pub measure: PoolMeasure,
    /// The filter of rows.
    pub filter: Filter,
    /// The order of rows.
    pub sort: RowOrder,
}

/// The measures of a pool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PoolMeasure {
    /// The weight.
    Commonness,
    /// The weight divided by the pool's total.
    Chance,
}

impl From<PoolMeasure> for Measure {
    fn from(measure: PoolMeasure) -> Measure {
        match measure {
            PoolMeasure::Commonness => Measure::Commonness,
            PoolMeasure::Chance => Measure::Pool,
        }
    }
}

/// The sheet of affixes that an item type or kind can draw, by generation level.
///
/// Rows are the affixes that at least one kind can draw in at least one column. For several kinds, a cell has their
/// highest value and is `partial` unless all agree.
///
/// # Errors
/// For an item, affix level or depth that doesn't exist, or no depth.
pub fn availability(
    catalog: &Catalog,
    forge: &dyn Forge,
    words: &Words,
    provenance: Provenance,
    params: &AvailabilityParams,
) -> Result<Sheet, SheetError> {
    let TypeSheet { mut sheet, hidden, drawn, .. } = build_one_type(catalog, forge, words, provenance, params)?;
    if hidden > 0 {
        let all = counted(drawn, words.affix, words.affixes);
        sheet.notes.insert(0, format!("The filter hides {hidden} of {all}; totals are of all."));
    }
    Ok(sheet)
}

/// [`availability()`] of several item types, in their order, with all their kinds; [`AvailabilityParams::tval`] and
/// [`AvailabilityParams::sval`] are ignored. For one item type it is [`availability()`].
///
/// # Errors
/// As [`availability()`], and for no item type.
pub fn availability_of_types(
    catalog: &Catalog,
    forge: &dyn Forge,
    words: &Words,
    provenance: &Provenance,
    types: &[u16],
    params: &AvailabilityParams,
) -> Result<Sheet, SheetError> {
    let of_type = |tval| AvailabilityParams { tval, sval: None, ..params.clone() };
    if let [tval] = types {
        return availability(catalog, forge, words, provenance.clone(), &of_type(*tval));
    }
    let (mut varies, mut parts) = (false, Vec::new());
    for &tval in types {
        let part = build_one_type(catalog, forge, words, provenance.clone(), &of_type(tval))?;
        varies |= part.varies;
        parts.push((tval, part.sheet));
    }
    let level_word = level_word(words, params.affix_level)?;
    let which = " Where kinds of a type differ, it is the highest over those that the files define.";
    let names = ("each item type".to_owned(), which.to_owned());
    let caption = caption(&names, level_word, words, params.measure, varies);
    let mut sheet = join(catalog, parts, caption)?;
    sheet.notes.splice(0..0, filter_note(&params.filter));
    Ok(sheet)
}

/// The word of an affix level.
fn level_word(words: &Words, affix_level: u8) -> Result<&'static str, SheetError> {
    words.affix_levels.get(usize::from(affix_level)).copied().ok_or_else(|| {
        let known = words.affix_levels.iter().map(|word| (*word).to_owned()).collect();
        SheetError::UnknownAffixLevel { affix: words.affix, affix_level, known }
    })
}

/// The sheet of one item type, without the note on its filter.
struct TypeSheet {
    sheet: Sheet,
    /// Number of affixes hidden by the filter, of `drawn` that can be drawn.
    hidden: usize,
    drawn: usize,
    /// Whether some affixes belong to their pool only at times.
    varies: bool,
}

fn build_one_type(
    catalog: &Catalog,
    forge: &dyn Forge,
    words: &Words,
    provenance: Provenance,
    params: &AvailabilityParams,
) -> Result<TypeSheet, SheetError> {
    let item = Item::find(catalog, params.tval, params.sval)?;
    let level_word = level_word(words, params.affix_level)?;
    if let Some(&depth) = params.depths.iter().find(|depth| **depth > words.deepest) {
        return Err(SheetError::TooDeep { depth, deepest: words.deepest });
    }
    if params.depths.is_empty() {
        return Err(SheetError::NoDepths);
    }

    let kinds = item.defined_kinds();
    let pools = Pools::read(catalog, forge, &kinds, params);
    let mut rows = Vec::new();
    let mut hidden = 0;
    for (id, cells) in &pools.cells {
        let affix = catalog.affix(*id);
        let legal = || {
            covering(catalog, &kinds, &affix.allocations)
                .filter(|line| words.draws(params.affix_level, line.affix_level))
        };
        let level = level_words(words, legal());
        if !params.filter.keeps(affix.role, &affix.name, &affix.flags, &level) {
            hidden += 1;
            continue;
        }
        rows.push(Row {
            group: None,
            metric: "affix",
            entry: Some(Entry::Affix(*id)),
            kind: None,
            place: item.place(),
            index: Some(affix.index),
            name: affix.name.clone(),
            role: affix.role.map_or(String::new(), |role| role.name().to_owned()),
            level,
            summary: affix_summary(catalog, &kinds, legal()),
            cells: cells.clone(),
        });
    }

    let columns = columns(&params.depths);
    let rows = sort_rows(rows, params.sort, &columns, words);
    let absent = rows.is_empty().then(|| absent(catalog, &item, &kinds, words, hidden)).into_iter().collect();
    let domain = Sheet::domain_of(rows.iter().flat_map(|row| &row.cells));
    let which = match (item.sval, kinds.len()) {
        (None, kinds @ 2..) => {
            format!(" Where kinds differ, it is the highest over the {kinds} kinds that the files define.")
        }
        _ => String::new(),
    };
    let sheet = Sheet {
        title: format!("{}: {} by generation level", item.heading(), words.affixes),
        caption: caption(&(item.name(), which), level_word, words, params.measure, pools.varies),
        provenance,
        baseline: None,
        absent,
        quality: None,
        affix_level: words.has_affix_levels().then(|| level_word.to_owned()),
        lead: vec![
            LeadColumn { field: LeadField::Role, label: "Role".to_owned() },
            LeadColumn { field: LeadField::Level, label: "Level".to_owned() },
            LeadColumn { field: LeadField::Summary, label: "Allocations".to_owned() },
        ],
        columns,
        rows,
        totals: vec![
            total(&item, "pool size", format!("{} in pool", words.affixes), pools.sizes),
            total(&item, "pool total", "total commonness".to_owned(), pools.totals),
        ],
        measure: params.measure.into(),
        notes: notes(&item, &kinds, &pools.cells, &pools.empty, words, params),
        domain,
    };
    Ok(TypeSheet { sheet, hidden, drawn: pools.cells.len(), varies: pools.varies })
}

/// Why nothing can be drawn.
fn absent(catalog: &Catalog, item: &Item<'_>, kinds: &[KindId], words: &Words, hidden: usize) -> AbsentSection {
    let affixes = words.affixes;
    let has_line = |affix: &Affix| covering(catalog, kinds, &affix.allocations).next().is_some();
    let why = if hidden > 0 {
        format!("The filter leaves none of the {}.", counted(hidden, words.affix, affixes))
    } else if !item.of_type.takes_affixes {
        format!("{} gets no {affixes}.", item.heading())
    } else if catalog.affixes.iter().any(has_line) {
        format!("The pool of {} is empty at all of these levels.", item.name())
    } else {
        format!("No line of {affixes} is for {}.", item.name())
    };
    AbsentSection { heading: String::new(), why }
}

/// `name` is whose pool it is, `which` the sentence on its kinds, with a leading space.
fn caption(
    (name, which): &(String, String),
    level_word: &str,
    words: &Words,
    measure: PoolMeasure,
    varies: bool,
) -> String {
    // As above the choices of the page.
    let at_level = if words.has_affix_levels() {
        format!(" ({} {level_word})", words.affix_level_label.to_lowercase())
    } else {
        String::new()
    };
    let affix = words.affix;
    let what = match measure {
        PoolMeasure::Commonness => {
            format!("Commonness of each {affix} in the pool of {name}{at_level}, by generation level.")
        }
        PoolMeasure::Chance => {
            let mean = if varies { ", averaged over what belongs to the pool at the time" } else { "" };
            format!(
                "Chance of each {affix} in the pool of {name}{at_level}, in per cent, by generation level. That is its \
                 commonness divided by the pool's total{mean}."
            )
        }
    };
    format!("{what} The generation level is the level a draw is made at, after the game's boosts.{which}")
}

fn total(item: &Item<'_>, metric: &'static str, name: String, cells: Vec<Cell>) -> Row {
    Row {
        group: None,
        metric,
        entry: None,
        kind: None,
        place: item.place(),
        index: None,
        name,
        role: String::new(),
        level: String::new(),
        summary: String::new(),
        cells,
    }
}

/// The pools of all kinds at all depths, as cells.
struct Pools {
    cells: BTreeMap<AffixId, Vec<Cell>>,
    sizes: Vec<Cell>,
    totals: Vec<Cell>,
    /// The kinds with an empty pool in some column.
    empty: Vec<KindId>,
    /// Whether some belong to their pool at times only.
    varies: bool,
}

impl Pools {
    fn read(catalog: &Catalog, forge: &dyn Forge, kinds: &[KindId], params: &AvailabilityParams) -> Pools {
        let depths = params.depths.len();
        let mut pools =
            Pools { cells: BTreeMap::new(), sizes: Vec::new(), totals: Vec::new(), empty: Vec::new(), varies: false };
        let mut empty = vec![false; kinds.len()];
        let labels: Vec<String> = kinds.iter().map(|kind| kind_label(catalog, *kind)).collect();
        for (column, &level) in params.depths.iter().enumerate() {
            // The weight and chance of each affix on each kind.
            let mut weights: BTreeMap<AffixId, Vec<(u32, f64)>> = BTreeMap::new();
            let mut totals = vec![0; kinds.len()];
            for (at, kind) in kinds.iter().enumerate() {
                let pool = forge.pool(*kind, level, params.affix_level);
                totals[at] = pool.total;
                empty[at] |= pool.entries.is_empty();
                pools.varies |= pool.chances.is_some();
                for (entry, &(affix, weight)) in pool.entries.iter().enumerate() {
                    let shares = weights.entry(affix).or_insert_with(|| vec![(0, 0.0); kinds.len()]);
                    shares[at].0 += weight;
                    shares[at].1 += pool.chance(entry);
                }
            }
            let mut sizes = vec![0_u64; kinds.len()];
            for (affix, weights) in weights {
                for (size, share) in sizes.iter_mut().zip(&weights) {
                    *size += u64::from(share.0 > 0);
                }
                let cell = match params.measure {
                    PoolMeasure::Commonness => highest_of_kinds(
                        &labels,
                        &weights.iter().map(|share| share.0).collect::<Vec<_>>(),
                        Value::Weight,
                    ),
                    PoolMeasure::Chance => {
                        // Equal fractions give equal floats, so that comparing bits finds the kinds that agree.
                        let chances: Vec<u64> = weights.iter().map(|share| share.1.to_bits()).collect();
                        highest_of_kinds(&labels, &chances, |bits| Value::exactly(f64::from_bits(bits)))
                    }
                };
                let cells = pools.cells.entry(affix).or_insert_with(|| vec![Value::Impossible.into(); depths]);
                cells[column] = cell;
            }
            pools.sizes.push(highest_of_kinds(&labels, &sizes, Value::Count));
            pools.totals.push(highest_of_kinds(&labels, &totals, Value::Weight));
        }
        pools.empty = kinds.iter().zip(empty).filter(|(_, empty)| *empty).map(|(kind, _)| *kind).collect();
        pools
    }
}

/// Largest number of groups of kinds told apart in a cell, and of kinds named in each.
const MOST_GROUPS: usize = 4;
const MOST_NAMES: usize = 2;

/// The highest of the kinds' values, with a remark on which kinds have which value where they differ.
pub(super) fn highest_of_kinds<K: Ord + Copy>(labels: &[String], values: &[K], value: impl Fn(K) -> Value) -> Cell {
    let Some(&highest) = values.iter().max() else { return Value::Impossible.into() };
    if values.iter().all(|value| *value == highest) {
        return value(highest).into();
    }
    // The largest group first; among equals the higher value.
    let mut sorted: Vec<(K, usize)> = values.iter().copied().zip(0..).collect();
    sorted.sort_unstable_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
    let mut groups: Vec<&[(K, usize)]> = sorted.chunk_by(|a, b| a.0 == b.0).collect();
    groups.sort_by_key(|group| std::cmp::Reverse(group.len()));

    let mut detail = String::new();
    for (rank, group) in groups.iter().take(MOST_GROUPS).enumerate() {
        let text = match value(group[0].0) {
            Value::Exact { mean: 0.0, .. } => "0".to_owned(),
            Value::Exact { mean, .. } => format!("{} %", significant_digits(mean * 100.0, 3)),
            Value::Weight(weight) => weight.to_string(),
            Value::Count(count) => count.to_string(),
            _ => String::new(),
        };
        if rank == 0 {
            detail = format!("{text} on {} of {} kinds", group.len(), labels.len());
        } else {
            let named = group.iter().take(MOST_NAMES).map(|(_, kind)| labels[*kind].as_str()).collect::<Vec<_>>();
            detail = format!("{detail}; {text} on {}", named.join(", "));
            if group.len() > MOST_NAMES {
                detail = format!("{detail} and {} more", group.len() - MOST_NAMES);
            }
        }
    }
    if groups.len() > MOST_GROUPS {
        detail.push_str("; …");
    }
    Cell { partial: true, detail: Some(detail), ..value(highest).into() }
}

fn notes(
    item: &Item<'_>,
    kinds: &[KindId],
    drawn: &BTreeMap<AffixId, Vec<Cell>>,
    empty: &[KindId],
    words: &Words,
    params: &AvailabilityParams,
) -> Vec<String> {
    let catalog = item.catalog;
    let mut notes = Vec::new();
    if !words.pool_note.is_empty() {
        notes.push(words.pool_note.to_owned());
    }
    if !item.of_type.takes_affixes {
        notes.push(format!("By the game's rules no {} carries {}.", item.of_type.name, words.affixes));
    }
    if kinds.is_empty() {
        notes.push(format!("The files define no kind of {}.", item.of_type.name));
    }

    let (undrawn, unallocated) = undrawn_notes(item, kinds, drawn, words, params);
    notes.extend(undrawn);
    notes.extend(theme_note(item, kinds, &unallocated, words));
    if !empty.is_empty() {
        let labels: Vec<String> = empty.iter().map(|kind| kind_label(catalog, *kind)).collect();
        notes.push(format!("Empty pool at some of these levels: {}.", shortened(&labels, 5)));
    }
    notes
}

/// Notes on affixes with a line for these kinds that no column draws; and of each affix, whether it has no such line.
fn undrawn_notes(
    item: &Item<'_>,
    kinds: &[KindId],
    drawn: &BTreeMap<AffixId, Vec<Cell>>,
    words: &Words,
    params: &AvailabilityParams,
) -> (Vec<String>, Vec<bool>) {
    let (catalog, name) = (item.catalog, item.name());
    let mut notes = Vec::new();
    let (mut elsewhere, mut other) = (0, 0);
    let mut other_levels = vec![false; words.affix_levels.len()];
    let mut unallocated = vec![false; catalog.affixes.len()];
    for (at, affix) in catalog.affixes.iter().enumerate() {
        let lines = || covering(catalog, kinds, &affix.allocations).filter(|line| line.commonness > 0);
        if drawn.contains_key(&AffixId(at as u32)) {
            continue;
        }
        if lines().next().is_none() {
            unallocated[at] = true;
        } else if lines().any(|line| words.draws(params.affix_level, line.affix_level)) {
            elsewhere += 1;
        } else {
            other += 1;
            for line in lines() {
                if let Some(level) = other_levels.get_mut(usize::from(line.affix_level)) {
                    *level = true;
                }
            }
        }
    }
    if elsewhere > 0 {
        let at_level = if words.has_affix_levels() { format!(" at this {} level", words.affix) } else { String::new() };
        notes.push(format!(
            "{} more with a line for {name}{at_level} can be drawn at none of the levels shown.",
            capitalised(&counted(elsewhere, words.affix, words.affixes))
        ));
    }
    if other > 0 {
        let which = if words.affix_levels_add_up { "a higher" } else { "another" };
        let levels = words.affix_levels.iter().zip(other_levels).filter(|(_, used)| *used).map(|(word, _)| *word);
        notes.push(format!(
            "{} more for {name} only at {which} {} level: {}.",
            counted(other, words.affix, words.affixes),
            words.affix,
            levels.collect::<Vec<_>>().join(", ")
        ));
    }
    (notes, unallocated)
}

/// Note on the affixes without a line for these kinds that themes bring to them.
fn theme_note(item: &Item<'_>, kinds: &[KindId], unallocated: &[bool], words: &Words) -> Option<String> {
    let (catalog, name) = (item.catalog, item.name());
    let mut by_theme = vec![false; catalog.affixes.len()];
    for theme in &catalog.themes {
        if covering(catalog, kinds, &theme.allocations).next().is_some() {
            for part in &theme.parts {
                by_theme[part.affix.at()] |= unallocated[part.affix.at()];
            }
        }
    }
    let by_theme = by_theme.into_iter().filter(|by_theme| *by_theme).count();
    (by_theme > 0).then(|| {
        let come = if by_theme == 1 { "comes" } else { "come" };
        format!("{} more {come} to {name} only through themes.", counted(by_theme, words.affix, words.affixes))
    })
}

#[cfg(test)]
mod tests {
    use affixboard_model::catalog::Role;

    use super::super::SortBy;
    use super::*;
    use crate::{
        sheet::Method,
        testing::{self, SOFT, SWORD, WORDS, text_of},
    };

    fn params(sval: Option<u16>, affix_level: u8, measure: PoolMeasure) -> AvailabilityParams {
        AvailabilityParams {
            tval: SWORD,
            sval,
            affix_level,
            depths: vec![1, 5, 20, 40],
            measure,
            filter: Filter::default(),
            sort: RowOrder::default(),
        }
    }

    fn build(params: &AvailabilityParams) -> Result<Sheet, SheetError> {
        availability(&testing::catalog(), &testing::forge(), &WORDS, testing::provenance(Method::Exact), params)
    }

    #[test]
    fn one_kind() {
        let sheet = build(&params(Some(2), 1, PoolMeasure::Commonness)).expect("a sheet");
        assert_eq!(
            text_of(&sheet),
            [
                "affixes in pool: 2 3 3 1",
                "total commonness: 70 80 80 50",
                "Sharp | prefix | good | 50 @ 1-100: 50 50 50 50",
                "of Slay Evil | suffix | great | 20 @ 1-20: 20 20 20 -",
                "=cmd() | suffix | good | 10 @ 5-30: - 10 10 -",
            ]
        );
        assert_eq!(sheet.title, "Long Sword 23:2: affixes by generation level");
        assert_eq!(
            sheet.caption,
            "Commonness of each affix in the pool of Long Sword 23:2 (affix level up to great), by generation level. The \
             generation level is the level a draw is made at, after the game's boosts."
        );
        assert_eq!(
            sheet.notes,
            [
                "1 affix more with a line for Long Sword 23:2 at this affix level can be drawn at none of the levels shown.",
                "1 affix more comes to Long Sword 23:2 only through themes.",
            ]
        );
        assert_eq!(sheet.domain, Some((10.0, 50.0)));
        assert_eq!(sheet.rows[1].place, (SWORD, Some(2)));
    }

    #[test]
    fn a_type_shows_the_highest_and_who_differs() {
        let sheet = build(&params(None, 2, PoolMeasure::Commonness)).expect("a sheet");
        assert_eq!(
            text_of(&sheet),
            [
                "affixes in pool: 2 3 3 2",
                "total commonness: 70* 80* 80* 55*",
                "Sharp | prefix | good | 50 @ 1-100: 50 50 50 50",
                "of Slay Evil | suffix | great/uber | 20 @ 1-20 (sval 2), 5 @ 10-40 (sval 2): 20* 20* 20* 5*",
                "=cmd() | suffix | good | 10 @ 5-30: - 10 10 -",
                "of Doom | suffix | uber | 1 @ 1-100 (sval 1): 1* 1* 1* 1*",
            ]
        );
        let detail = |row: usize| sheet.rows[row].cells[0].detail.as_deref();
        assert_eq!(detail(1), Some("20 on 1 of 2 kinds; 0 on Dagger 23:1"));
        assert_eq!(detail(3), Some("1 on 1 of 2 kinds; 0 on Long Sword 23:2"));
        assert!(sheet.caption.ends_with(" it is the highest over the 2 kinds that the files define."));
        assert_eq!(sheet.rows[0].place, (SWORD, None));
    }

    #[test]
    fn chances_in_the_pool() {
        let sheet = build(&params(None, 0, PoolMeasure::Chance)).expect("a sheet");
        assert_eq!(
            text_of(&sheet)[2..],
            [
                "Sharp | prefix | good | 50 @ 1-100: 100 83.3 83.3 100",
                "=cmd() | suffix | good | 10 @ 5-30: - 16.7 16.7 -",
            ]
        );
        assert_eq!(sheet.rows[0].cells[1], Value::exactly(50.0 / 60.0).into());
        assert_eq!(sheet.notes[1], "2 affixes more for sword only at a higher affix level: great, uber.");
        let differing = build(&params(None, 1, PoolMeasure::Chance)).expect("a sheet");
        assert_eq!(
            differing.rows[0].cells[1].detail.as_deref(),
            Some("83.3 % on 1 of 2 kinds; 62.5 % on Long Sword 23:2")
        );
    }

    #[test]
    fn affix_levels_that_dont_add_up_are_others() {
        let words = Words { affix_levels_add_up: false, ..WORDS };
        let params = params(None, 0, PoolMeasure::Commonness);
        let sheet =
            availability(&testing::catalog(), &testing::forge(), &words, testing::provenance(Method::Exact), &params);
        let notes = sheet.expect("a sheet").notes;
        assert_eq!(notes[1], "2 affixes more for sword only at another affix level: great, uber.");
        assert!(words.draws(1, 1) && !words.draws(1, 0) && WORDS.draws(1, 0) && !WORDS.draws(0, 1));
    }

    #[test]
    fn one_affix_level_is_not_spoken_of() {
        let words = Words {
            affix: "ego",
            affixes: "egos",
            has_themes: false,
            affix_levels: &["ego"],
            reachable_affix_levels: 1,
            usual_affix_level: 0,
            ..WORDS
        };
        let mut catalog = testing::catalog();
        catalog.themes.clear();
        catalog.affixes.iter_mut().flat_map(|ego| &mut ego.allocations).for_each(|line| line.affix_level = 0);
        let params = params(Some(2), 0, PoolMeasure::Commonness);
        let sheet = availability(&catalog, &testing::forge(), &words, testing::provenance(Method::Exact), &params);
        let sheet = sheet.expect("a sheet");
        assert_eq!(
            text_of(&sheet)[..3],
            ["egos in pool: 1 2 2 1", "total commonness: 50 60 60 50", "Sharp | prefix | 50 @ 1-100: 50 50 50 50"]
        );
        assert_eq!(sheet.affix_level, None);
        assert_eq!(
            sheet.caption,
            "Commonness of each ego in the pool of Long Sword 23:2, by generation level. The generation level is the level a \
             draw is made at, after the game's boosts."
        );
        assert_eq!(
            sheet.notes,
            ["2 egos more with a line for Long Sword 23:2 can be drawn at none of the levels shown."]
        );
        let missing = AvailabilityParams { affix_level: 1, ..params };
        let refused = availability(&catalog, &testing::forge(), &words, testing::provenance(Method::Exact), &missing);
        assert_eq!(refused.expect_err("refused").to_string(), "there is no ego level 1; there are, from 0, ego");
    }

    #[test]
    fn filters_and_order() {
        let names = |filter: Filter, sort: RowOrder| {
            let sheet = build(&AvailabilityParams { filter, sort, ..params(None, 2, PoolMeasure::Commonness) });
            sheet.expect("a sheet").rows.into_iter().map(|row| row.name).collect::<Vec<_>>()
        };
        let by = |by| RowOrder { by, reversed: false };
        let all = Filter::default;
        assert_eq!(names(all(), by(SortBy::Name)), ["=cmd()", "of Doom", "of Slay Evil", "Sharp"]);
        assert_eq!(names(all(), by(SortBy::Level)), ["Sharp", "=cmd()", "of Slay Evil", "of Doom"]);
        assert_eq!(names(all(), by(SortBy::First)), ["Sharp", "of Slay Evil", "of Doom", "=cmd()"]);
        assert_eq!(names(all(), by(SortBy::Depth(40))), ["Sharp", "of Slay Evil", "of Doom", "=cmd()"]);
        let reversed = |by| RowOrder { by, reversed: true };
        assert_eq!(names(all(), reversed(SortBy::File)), ["of Doom", "=cmd()", "of Slay Evil", "Sharp"]);
        assert_eq!(names(all(), reversed(SortBy::Depth(40))), ["of Doom", "of Slay Evil", "Sharp", "=cmd()"]);

        let text = |text: &str| Filter { text: text.to_owned(), ..Filter::default() };
        assert_eq!(names(text("slay_evil OF"), RowOrder::default()), ["of Slay Evil"]);
        assert_eq!(names(text("uber"), RowOrder::default()), ["of Slay Evil", "of Doom"]);
        assert_eq!(names(Filter { role: Some(Role::Prefix), ..all() }, RowOrder::default()), ["Sharp"]);
        assert_eq!(names(Filter { level: Some("uber"), ..all() }, RowOrder::default()), ["of Slay Evil", "of Doom"]);
        // Exactly that flag, and all of them.
        let flags = |flags: &[&str]| Filter { flags: flags.iter().map(|flag| (*flag).to_owned()).collect(), ..all() };
        assert_eq!(names(flags(&["slay_evil"]), RowOrder::default()), ["of Slay Evil"]);
        assert!(names(flags(&["SLAY"]), RowOrder::default()).is_empty());
        assert!(names(flags(&["SLAY_EVIL", "RES_FIRE"]), RowOrder::default()).is_empty());
        assert!(all().is_empty() && !flags(&["X"]).is_empty() && text(" ").is_empty());
        let params = AvailabilityParams { filter: text("doom"), ..params(None, 2, PoolMeasure::Commonness) };
        assert_eq!(build(&params).expect("a sheet").notes[0], "The filter hides 3 of 4 affixes; totals are of all.");
    }

    #[test]
    fn a_gap_is_said() {
        let params = AvailabilityParams { depths: vec![101, 102], ..params(None, 2, PoolMeasure::Commonness) };
        let sheet = build(&params).expect("a sheet");
        assert_eq!(text_of(&sheet), ["affixes in pool: 0 0", "total commonness: 0 0"]);
        assert_eq!(
            sheet.notes.last().map(String::as_str),
            Some("Empty pool at some of these levels: Dagger 23:1, Long Sword 23:2.")
        );
        assert_eq!(sheet.domain, None);
    }

    #[test]
    fn what_does_not_exist_is_named_with_what_does() {
        let usual = || params(None, 1, PoolMeasure::Commonness);
        for (params, message) in [
            (
                AvailabilityParams { tval: 99, ..usual() },
                "no item type has the number 99; there are 23 sword, 36 soft armour",
            ),
            (
                AvailabilityParams { tval: SOFT, sval: Some(7), ..usual() },
                "item type 36 has no kind 7; there are 1 Robe",
            ),
            (
                AvailabilityParams { affix_level: 3, ..usual() },
                "there is no affix level 3; there are, from 0, good, great, uber",
            ),
            (AvailabilityParams { depths: vec![1, 128], ..usual() }, "depth 128 is too deep; the deepest is 127"),
            (AvailabilityParams { depths: vec![], ..usual() }, "at least one depth is needed"),
        ] {
            assert_eq!(build(&params).expect_err("an error").to_string(), message);
        }
    }
}
