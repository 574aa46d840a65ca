//! The item types of a sheet as its address names them: one, several, or all.

use std::fmt;

use affixboard_model::catalog::ItemType;
use axum::response::{IntoResponse, Redirect, Response};

use super::settings::SheetSettings;
use crate::{
    Error,
    extract::Ticked,
    links::{Choice, Query},
};

/// The name of all item types together in addresses.
pub(crate) const ALL: &str = "all";

/// The item types that an address names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Types {
    /// One of them: `23`.
    One(u16),
    /// Several, in this order: `23,20`.
    Several(Vec<u16>),
    /// All that have a sheet: `all`.
    All,
}

impl fmt::Display for Types {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Types::One(tval) => write!(f, "{tval}"),
            Types::All => f.write_str(ALL),
            Types::Several(types) => {
                let texts: Vec<String> = types.iter().map(u16::to_string).collect();
                f.write_str(&texts.join(","))
            }
        }
    }
}

impl Types {
    /// Splits the last part of a path, such as `23.csv` or `23,20.long.csv`, into the item types and the format asked for.
    pub(crate) fn and_format(file: &str) -> Result<(Types, Option<&str>), Error> {
        let (types, extension) = match file.split_once('.') {
            Some((types, extension)) => (types, Some(extension)),
            None => (file, None),
        };
        Ok((Types::parse(types)?, extension))
    }

    fn parse(text: &str) -> Result<Types, Error> {
        if text == ALL {
            return Ok(Types::All);
        }
        let number = |part: &str| -> Result<u16, Error> {
            part.parse().map_err(|_| {
                let found: String = part.chars().take(40).collect();
                Error::not_found(format!(
                    "Found the item type `{found}`; expected a number such as 23, several such as 23,20, or {ALL}."
                ))
            })
        };
        text.split(',').map(number).collect::<Result<_, _>>().map(Types::of)
    }

    /// Each once; at least one must be given.
    fn of(types: Vec<u16>) -> Types {
        let mut each: Vec<u16> = Vec::new();
        for tval in types {
            if !each.contains(&tval) {
                each.push(tval);
            }
        }
        match each[..] {
            [tval] => Types::One(tval),
            _ => Types::Several(each),
        }
    }

    /// The item type, where it is one.
    pub(crate) fn one(&self) -> Option<u16> {
        match self {
            Types::One(tval) => Some(*tval),
            _ => None,
        }
    }

    /// The item types, `all` being those that have such a sheet.
    pub(crate) fn list(&self, all: &[&ItemType]) -> Vec<u16> {
        match self {
            Types::One(tval) => vec![*tval],
            Types::Several(types) => types.clone(),
            Types::All => all.iter().map(|item_type| item_type.tval).collect(),
        }
    }

    /// The kind that the settings name, which only one item type can have.
    pub(crate) fn sval(&self, settings: &SheetSettings) -> Result<Option<u16>, Error> {
        match (settings.sval()?, self.one()) {
            (Some(sval), None) => Err(Error::bad_request(format!(
                "sval: found `{sval}`; expected none, for a kind belongs to one item type and several are shown."
            ))),
            (sval, _) => Ok(sval),
        }
    }
}

/// Leads to the sheet of the item types that were ticked in the form of [`SeveralView`], where some were.
pub(crate) fn of_ticked(
    Ticked(ticked): Ticked,
    settings: &SheetSettings,
    all: &[&ItemType],
    path: &dyn Fn(&Types) -> String,
) -> Option<Response> {
    if ticked.is_empty() {
        return None;
    }
    let is_all = all.len() > 1 && all.iter().all(|item_type| ticked.contains(&item_type.tval));
    let types = if is_all { Types::All } else { Types::of(ticked) };
    // A kind belongs to one type, and may be none of this one.
    Some(Redirect::to(&settings.query().set("sval", "").on(&path(&types))).into_response())
}

/// The choice of several item types.
pub(crate) struct SeveralView {
    pub(crate) boxes: Vec<TypeBox>,
    /// Hidden fields of the form.
    pub(crate) hidden: Vec<(&'static str, String)>,
    /// Whether several are shown.
    pub(crate) is_several: bool,
    /// Number of item types shown.
    pub(crate) shown: usize,
}

/// An item type to tick.
pub(crate) struct TypeBox {
    pub(crate) tval: u16,
    pub(crate) name: String,
    pub(crate) ticked: bool,
}

impl SeveralView {
    pub(crate) fn new(types: &Types, all: &[&ItemType], query: &Query) -> SeveralView {
        let shown = types.list(all);
        let boxes = all.iter().map(|item_type| TypeBox {
            tval: item_type.tval,
            name: item_type.name.clone(),
            ticked: shown.contains(&item_type.tval),
        });
        SeveralView {
            boxes: boxes.collect(),
            hidden: query.except(&["sval"]),
            is_several: types.one().is_none(),
            shown: shown.len(),
        }
    }
}

/// The item types to choose from, each alone, and before them all together where that can be shown.
pub(crate) fn type_choices(
    types: &Types,
    all: &[&ItemType],
    query: &Query,
    with_all: bool,
    path: &dyn Fn(&Types) -> String,
) -> Vec<Choice> {
    let query = query.clone().set("sval", "");
    let shown = types.list(all);
    let together = with_all.then(|| Choice::new(ALL, query.on(&path(&Types::All)), *types == Types::All));
    let each = all.iter().map(|item_type| {
        let is_shown = *types != Types::All && shown.contains(&item_type.tval);
        Choice::new(item_type.name.clone(), query.on(&path(&Types::One(item_type.tval))), is_shown)
    });
    together.into_iter().chain(each).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_name_item_types() {
        for (file, types, extension) in [
            ("23", Types::One(23), None),
            ("23.csv", Types::One(23), Some("csv")),
            ("23,20.long.csv", Types::Several(vec![23, 20]), Some("long.csv")),
            ("23,23", Types::One(23), None),
            ("20,23,20", Types::Several(vec![20, 23]), None),
            ("all", Types::All, None),
            ("all.csv", Types::All, Some("csv")),
        ] {
            assert_eq!(Types::and_format(file).ok(), Some((types, extension)), "{file}");
        }
        for types in ["23", "20,23", "all"] {
            assert_eq!(Types::parse(types).ok().map(|types| types.to_string()).as_deref(), Some(types));
        }
        for file in ["", "x", "23,", ",", "all,23", "99999", "-1", "23;20"] {
            assert!(Types::and_format(file).is_err(), "{file}");
        }
    }
}
