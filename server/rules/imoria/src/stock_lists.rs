//! The lists that name stock as entries of the catalog: what each shop chooses from and what each class of characters begins
//! with, whose numbers can be changed one by one.

use super::{
    lists::{Listed, NamedList},
    names,
    treasure::Treasure,
};
use affixboard_model::catalog::{EntryField, EntryValue, FieldColumn, SortEntry};

/// Fields before the choices.
const BEFORE: usize = 3;

/// The fields of a list with the choices of these numbers.
macro_rules! fields {
    ($($number:literal)*) => {
        &[
            FieldColumn::listed("table", "Table", "store_choice of shops, player_init of classes of characters"),
            FieldColumn::listed("choices", "Choices", "how many rows of stock it names, of shops each as likely"),
            FieldColumn::unlisted("stock", "Stock", "what these rows are, and how many of the choices each has"),
            $(FieldColumn::unlisted(
                concat!("choice_", $number),
                concat!("Choice ", $number),
                "the number of a row of inventory_init",
            ),)*
        ]
    };
}

/// As many choices as a shop of the original has; those beyond have no field.
pub(super) const FIELDS: &[FieldColumn] = fields! {
    1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 41 42 43
    44 45 46 47 48 49 50
};

/// The choices that have a field.
pub(super) const MOST_CHOICES: usize = FIELDS.len() - BEFORE;

/// The name of a choice's field, by its position from 0; `None` of one that has none.
pub(super) fn choice_field(at: usize) -> Option<&'static str> {
    FIELDS.get(BEFORE + at).map(|field| field.name)
}

/// A list as an entry of the sort at this position.
pub(super) fn entry(sort: u8, list: &NamedList<'_>, stock: &[Treasure]) -> SortEntry {
    let mut fields: Vec<EntryField> =
        vec![list.table.to_owned().into(), (list.listed.len() as i64).into(), what(list.listed, stock).into()];
    for at in 0..MOST_CHOICES {
        let field = |listed: &Listed| EntryField { value: EntryValue::Number(listed.index), site: listed.site };
        fields.push(list.listed.get(at).map(field).unwrap_or_default());
    }
    SortEntry { sort, index: list.index, name: list.name.clone(), group: String::new(), record: list.place(), fields }
}

/// What a list names, in the order of the stock, with the number of its choices where that isn't 1.
fn what(listed: &[Listed], stock: &[Treasure]) -> String {
    let mut rows: Vec<i64> = listed.iter().map(|one| one.index).collect();
    rows.sort_unstable();
    let text = |same: &[i64]| {
        let row = usize::try_from(same[0]).ok().and_then(|at| stock.get(at));
        let name = row.map_or_else(|| format!("row {}", same[0]), names::plain);
        if same.len() == 1 { name } else { format!("{name} ({})", same.len()) }
    };
    rows.chunk_by(|one, other| one == other).map(text).collect::<Vec<_>>().join(", ")
}
