//! Kinds by depth: the probability of each kind, from the table of the drop quality.

use affixboard_model::{
    batch::Entry,
    catalog::{Catalog, Kind, KindId},
    game::{Forge, Words},
};

use super::{
    Filter, RowOrder, SheetError, allocation_text::kind_summary, columns, filter_sort::sort_rows, quality_word,
};
use crate::{
    palette::change_class,
    sheet::{Cell, LeadColumn, LeadField, Measure, Provenance, Row, Sheet, Value},
    wording::significant_digits,
};

/// Parameters of [`kinds()`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KindsParams {
    /// The drop quality: a position in [`Words::qualities`].
    pub quality: u8,
    /// The depths, in the order of the columns.
    pub depths: Vec<u32>,
    /// Only kinds of this item type.
    pub tval: Option<u16>,
    /// The filter of rows.
    pub filter: Filter,
    /// The order of rows.
    pub sort: RowOrder,
}

/// The sheet of probabilities of each kind among drops of a quality, by depth; `None` where the game's rules can't be
/// followed.
///
/// Special artifacts are left out of these drops; boosts of the level are included. Rows are the kinds that occur at
/// one of the depths.
///
/// # Errors
/// For a quality or depth that doesn't exist, or no depth.
pub fn kinds(
    catalog: &Catalog,
    forge: &dyn Forge,
    words: &Words,
    provenance: Provenance,
    params: &KindsParams,
) -> Result<Option<Sheet>, SheetError> {
    let quality = quality_word(words, params.quality)?;
    if let Some(&depth) = params.depths.iter().find(|depth| **depth > words.deepest) {
        return Err(SheetError::TooDeep { depth, deepest: words.deepest });
    }
    if params.depths.is_empty() {
        return Err(SheetError::NoDepths);
    }
    let Some(rules) = forge.kind_chances() else { return Ok(None) };
    let chances: Vec<Vec<f64>> = params.depths.iter().map(|depth| rules.kind_chances(*depth, params.quality)).collect();
    let cell = |kind: KindId, at: usize| -> Cell {
        match chances[at].get(kind.at()) {
            Some(chance) if *chance > 0.0 => Value::exactly(*chance).into(),
            _ => Value::Impossible.into(),
        }
    };
    let comes =
        |kind: &KindId| chances.iter().any(|of_depth| of_depth.get(kind.at()).is_some_and(|chance| *chance > 0.0));
    let mut rows = Vec::new();
    for id in (0..catalog.kinds.len() as u32).map(KindId).filter(comes) {
        let kind = catalog.kind(id);
        let level = if kind.good { "good table" } else { "" };
        let of_type = catalog.item_type(kind.tval).map_or("", |of_type| of_type.name.as_str());
        let is_asked = params.tval.is_none_or(|tval| kind.tval == tval);
        if !is_asked || !params.filter.keeps(None, &format!("{} {of_type}", kind.name), &kind.flags, level) {
            continue;
        }
        let cells = (0..params.depths.len()).map(|at| cell(id, at)).collect();
        rows.push(Row { role: of_type.to_owned(), summary: kind_summary(&kind.allocations), ..row(id, kind, cells) });
    }
    let columns = columns(&params.depths);
    let rows = sort_rows(rows, params.sort, &columns, words);
    Ok(Some(Sheet {
        title: format!("Kinds of {quality} drops"),
        caption: format!(
            "How likely a {quality} drop is of each kind, from the table it is chosen from, boosts of the level included; of \
             drops that are not special artifacts."
        ),
        provenance,
        baseline: None,
        absent: Vec::new(),
        quality: Some(quality.to_owned()),
        affix_level: None,
        lead: vec![
            LeadColumn { field: LeadField::Role, label: "Type".to_owned() },
            LeadColumn { field: LeadField::Summary, label: "Allocations".to_owned() },
        ],
        columns,
        domain: Sheet::domain_of(rows.iter().flat_map(|row| &row.cells)),
        rows,
        totals: Vec::new(),
        measure: Measure::PerDrop,
        notes: Vec::new(),
    }))
}

/// A row of a kind, named after it.
fn row(id: KindId, kind: &Kind, cells: Vec<Cell>) -> Row {
    Row {
        group: None,
        metric: "kind",
        entry: Some(Entry::Kind),
        kind: Some(id),
        place: (kind.tval, Some(kind.sval)),
        index: Some(kind.index),
        name: kind.name.clone(),
        role: String::new(),
        level: String::new(),
        summary: String::new(),
        cells,
    }
}

/// The sheet of probabilities of one kind among drops of each quality, by depth; `None` where the game's rules can't be
/// followed.
///
/// # Errors
/// For a depth that doesn't exist, or no depth.
pub fn kind_by_quality(
    catalog: &Catalog,
    forge: &dyn Forge,
    words: &Words,
    provenance: &Provenance,
    id: KindId,
    depths: &[u32],
) -> Result<Option<Sheet>, SheetError> {
    let mut rows = Vec::new();
    let mut first: Option<Sheet> = None;
    for (at, quality) in words.qualities.iter().enumerate() {
        let params = KindsParams {
            quality: at as u8,
            depths: depths.to_vec(),
            tval: None,
            filter: Filter::default(),
            sort: RowOrder::default(),
        };
        let Some(sheet) = kinds(catalog, forge, words, provenance.clone(), &params)? else { return Ok(None) };
        let own = sheet.rows.iter().find(|row| row.kind == Some(id));
        let cells = own.map_or_else(|| vec![Value::Impossible.into(); depths.len()], |row| row.cells.clone());
        let kind = catalog.kind(id);
        rows.push(Row { name: (*quality).to_owned(), ..row(id, kind, cells) });
        first.get_or_insert(sheet);
    }
    let domain = Sheet::domain_of(rows.iter().flat_map(|row| &row.cells));
    Ok(first.map(|sheet| Sheet {
        title: format!("{}: chance by drop quality", catalog.kind(id).name),
        caption:
            "How likely a drop of each quality is of this kind, by depth, boosts of the level included; of drops that \
                  are not special artifacts."
                .to_owned(),
        quality: None,
        lead: Vec::new(),
        rows,
        domain,
        ..sheet
    }))
}

/// The probabilities of a kind at one depth, by drop quality.
#[derive(Debug, Clone, PartialEq)]
pub struct KindShares {
    /// The kind.
    pub kind: KindId,
    /// Probabilities by drop quality, as in [`Words::qualities`].
    pub chances: Vec<f64>,
}

impl KindShares {
    fn normal_and(&self, quality: usize) -> (f64, f64) {
        let chance = |at: usize| self.chances.get(at).copied().unwrap_or(0.0);
        (chance(0), chance(quality))
    }

    /// The ratio of a quality's probability to that of normal drops; `None` where both are 0, infinite where only the
    /// latter is.
    pub fn ratio(&self, quality: usize) -> Option<f64> {
        let (normal, other) = self.normal_and(quality);
        match (normal > 0.0, other > 0.0) {
            (false, false) => None,
            (false, true) => Some(f64::INFINITY),
            (true, _) => Some(other / normal),
        }
    }
}

impl KindShares {
    /// Text of [`KindShares::ratio`]: three digits, `only` where the kind is in no normal drop, empty where it is in
    /// neither.
    pub fn ratio_text(&self, quality: usize) -> String {
        match self.ratio(quality) {
            None => String::new(),
            Some(ratio) if ratio.is_infinite() => "only".to_owned(),
            Some(ratio) => significant_digits(ratio, 3),
        }
    }

    /// The stylesheet's class for the ratio, as for changes: orange for more, blue for less.
    pub fn ratio_class(&self, quality: usize) -> String {
        let (normal, other) = self.normal_and(quality);
        match self.ratio(quality) {
            None => "no".to_owned(),
            Some(ratio) if ratio > 1.0 => format!("up{}", change_class(normal, other)),
            Some(ratio) if ratio < 1.0 => format!("down{}", change_class(normal, other)),
            Some(_) => "same".to_owned(),
        }
    }
}

/// A probability in per cent with three digits; empty for 0.
pub fn share_text(chance: f64) -> String {
    if chance > 0.0 { significant_digits(chance * 100.0, 3) } else { String::new() }
}

/// The order of a list of kinds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ShareOrder {
    /// By name.
    Name,
    /// By the probability in drops of a quality, the highest first.
    Chance(usize),
    /// By the ratio of a quality to normal drops, the highest first; kinds without a ratio last.
    Ratio(usize),
}

/// Sorts a list of kinds, `reversed` the other way round; kinds without a ratio stay last.
pub fn sort_shares(shares: &mut [KindShares], catalog: &Catalog, by: ShareOrder, reversed: bool) {
    let number = |shares: &KindShares| match by {
        ShareOrder::Name => None,
        ShareOrder::Chance(quality) => shares.chances.get(quality).copied(),
        ShareOrder::Ratio(quality) => shares.ratio(quality),
    };
    let likeliest = |shares: &KindShares| shares.chances.iter().copied().fold(0.0, f64::max);
    shares.sort_by(|a, b| {
        let order = match by {
            ShareOrder::Name => catalog.kind(a.kind).name.to_lowercase().cmp(&catalog.kind(b.kind).name.to_lowercase()),
            _ => match (number(a), number(b)) {
                (Some(a), Some(b)) => b.total_cmp(&a),
                (a, b) => return b.is_some().cmp(&a.is_some()),
            },
        };
        let order = if reversed { order.reverse() } else { order };
        order.then(likeliest(b).total_cmp(&likeliest(a))).then(a.kind.cmp(&b.kind))
    });
}

/// Keeps the kinds of an item type whose name, type or flags contain every word of a text.
pub fn filter_shares(shares: &mut Vec<KindShares>, catalog: &Catalog, tval: Option<u16>, text: &str) {
    let filter = Filter { text: text.to_owned(), ..Filter::default() };
    shares.retain(|shares| {
        let kind = catalog.kind(shares.kind);
        let of_type = catalog.item_type(kind.tval).map_or("", |of_type| of_type.name.as_str());
        tval.is_none_or(|tval| tval == kind.tval)
            && filter.keeps(None, &format!("{} {of_type}", kind.name), &kind.flags, "")
    });
}

/// The kinds that occur at a depth in drops of any quality, in the catalog's order; `None` where the game's rules can't
/// be followed.
///
/// # Errors
/// For a depth that doesn't exist.
pub fn kind_shares(
    catalog: &Catalog,
    forge: &dyn Forge,
    words: &Words,
    depth: u32,
) -> Result<Option<Vec<KindShares>>, SheetError> {
    if depth > words.deepest {
        return Err(SheetError::TooDeep { depth, deepest: words.deepest });
    }
    let Some(rules) = forge.kind_chances() else { return Ok(None) };
    let by_quality: Vec<Vec<f64>> =
        (0..words.qualities.len()).map(|quality| rules.kind_chances(depth, quality as u8)).collect();
    let shares = (0..catalog.kinds.len() as u32).map(KindId).map(|kind| {
        let chance = |of_quality: &Vec<f64>| of_quality.get(kind.at()).copied().unwrap_or(0.0);
        KindShares { kind, chances: by_quality.iter().map(chance).collect() }
    });
    Ok(Some(shares.filter(|shares| shares.chances.iter().any(|chance| *chance > 0.0)).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        sheet::Method,
        testing::{self, WORDS, text_of},
    };

    fn params(quality: u8, depths: &[u32]) -> KindsParams {
        let (filter, sort) = (Filter::default(), RowOrder::default());
        KindsParams { quality, depths: depths.to_vec(), tval: None, filter, sort }
    }

    fn build(params: &KindsParams) -> Result<Option<Sheet>, SheetError> {
        kinds(&testing::catalog(), &testing::forge(), &WORDS, testing::provenance(Method::Exact), params)
    }

    /// The small game: normal drops are daggers, long swords and robes alike, good ones daggers only; nothing past 100.
    #[test]
    fn kinds_by_depth() {
        let sheet = build(&params(0, &[10, 110])).expect("depths").expect("a sheet");
        assert_eq!(
            text_of(&sheet),
            [
                "Dagger | sword | 20 @ 1-70: 33.3 -",
                "Long Sword | sword | 20 @ 1-70: 33.3 -",
                "Robe | soft armour | 20 @ 1-70: 33.3 -"
            ]
        );
        let good = build(&params(1, &[10])).expect("depths").expect("a sheet");
        assert_eq!(text_of(&good), ["Dagger | sword | 20 @ 1-70: 100"]);
        let armour = build(&KindsParams { tval: Some(testing::SOFT), ..params(0, &[10]) }).expect("depths");
        assert_eq!(armour.map(|sheet| sheet.rows.len()), Some(1));
        assert_eq!(build(&params(0, &[])), Err(SheetError::NoDepths));
        assert_eq!(build(&params(0, &[300])), Err(SheetError::TooDeep { depth: 300, deepest: 127 }));
        assert!(matches!(build(&params(7, &[1])), Err(SheetError::UnknownQuality { quality: 7, .. })));
    }

    #[test]
    fn one_kind_by_quality() {
        let provenance = testing::provenance(Method::Exact);
        let sheet =
            kind_by_quality(&testing::catalog(), &testing::forge(), &WORDS, &provenance, testing::DAGGER, &[10, 110]);
        assert_eq!(
            text_of(&sheet.expect("depths").expect("a sheet")),
            ["normal: 33.3 -", "good: 100 -", "great: 100 -"]
        );
    }

    #[test]
    fn ratios_have_the_classes_of_changes() {
        let class = |normal: f64, good: f64| KindShares { kind: KindId(0), chances: vec![normal, good] }.ratio_class(1);
        // The legend: to 1.1, 1.25, 1.5, 2, 5, above.
        let others = [0.51, 0.6, 0.7, 0.8, 1.0, 3.0];
        assert_eq!(others.map(|good| class(0.5, good)), ["up1", "up2", "up3", "up4", "up5", "up6"]);
        assert_eq!(others.map(|normal| class(normal, 0.5)), ["down1", "down2", "down3", "down4", "down5", "down6"]);
        assert_eq!([class(0.0, 0.1), class(0.1, 0.0)], ["up6", "down6"]);
        assert_eq!([class(0.2, 0.2), class(0.0, 0.0)], ["same", "no"]);
    }

    #[test]
    fn shares_side_by_side() {
        let shares = kind_shares(&testing::catalog(), &testing::forge(), &WORDS, 10).expect("a depth").expect("shares");
        let ratios: Vec<_> = shares.iter().map(|shares| (shares.kind.0, shares.ratio(1))).collect();
        assert_eq!(ratios, [(0, Some(3.0)), (1, Some(0.0)), (2, Some(0.0))]);
        let only = KindShares { kind: KindId(0), chances: vec![0.0, 0.5] };
        assert_eq!([only.ratio_text(1), only.ratio_text(0), shares[0].ratio_text(1)], ["only", "", "3.00"]);
        let mut sorted = shares.clone();
        let names = |sorted: &[KindShares]| sorted.iter().map(|shares| shares.kind.0).collect::<Vec<_>>();
        sort_shares(&mut sorted, &testing::catalog(), ShareOrder::Name, true);
        assert_eq!(names(&sorted), [2, 1, 0]);
        sort_shares(&mut sorted, &testing::catalog(), ShareOrder::Ratio(1), false);
        assert_eq!(names(&sorted), [0, 1, 2]);
        filter_shares(&mut sorted, &testing::catalog(), None, "ARMOUR robe");
        assert_eq!(names(&sorted), [2]);
        assert_eq!((only.ratio(1), only.ratio(0), only.ratio(2)), (Some(f64::INFINITY), None, None));
    }
}
