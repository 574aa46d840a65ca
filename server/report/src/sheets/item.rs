//! The item type or kind that a sheet is about.

use affixboard_model::catalog::{Catalog, ItemType, KindId};

use super::SheetError;
use crate::wording::capitalised;

/// An item type or one kind of it.
pub(super) struct Item<'a> {
    pub(super) catalog: &'a Catalog,
    pub(super) of_type: &'a ItemType,
    pub(super) sval: Option<u16>,
    /// The kinds it stands for, by sval, among them those that the program makes up for artifacts.
    pub(super) kinds: Vec<KindId>,
}

impl<'a> Item<'a> {
    pub(super) fn find(catalog: &'a Catalog, tval: u16, sval: Option<u16>) -> Result<Item<'a>, SheetError> {
        let of_type = catalog.item_type(tval).ok_or_else(|| SheetError::UnknownType {
            tval,
            known: catalog.item_types.iter().map(|known| (known.tval, known.name.clone())).collect(),
        })?;
        let mut kinds = catalog.kinds_of(tval);
        if let Some(sval) = sval {
            let known = |id: &KindId| (catalog.kind(*id).sval, catalog.kind(*id).name.clone());
            let same = kinds.iter().copied().filter(|id| catalog.kind(*id).sval == sval).collect::<Vec<_>>();
            if same.is_empty() {
                return Err(SheetError::UnknownKind { tval, sval, known: kinds.iter().map(known).collect() });
            }
            kinds = same;
        }
        Ok(Item { catalog, of_type, sval, kinds })
    }

    /// The kinds that the files define; a kind given by sval in any case.
    pub(super) fn defined_kinds(&self) -> Vec<KindId> {
        let defined = |id: &KindId| self.sval.is_some() || self.catalog.kind(*id).record.is_some();
        self.kinds.iter().copied().filter(defined).collect()
    }

    /// Its name within a sentence, such as `soft armour` or `Long Sword 23:12`.
    pub(super) fn name(&self) -> String {
        match (self.sval, self.kinds.first()) {
            (Some(_), Some(kind)) => kind_label(self.catalog, *kind),
            _ => self.of_type.name.clone(),
        }
    }

    /// Its name at the beginning of a heading.
    pub(super) fn heading(&self) -> String {
        capitalised(&self.name())
    }

    /// Its tval and sval, as in rows.
    pub(super) fn place(&self) -> (u16, Option<u16>) {
        (self.of_type.tval, self.sval)
    }

    /// Whether a kind belongs to it.
    pub(super) fn is_of(&self, tval: u16, sval: u16) -> bool {
        self.of_type.tval == tval && self.sval.is_none_or(|own| own == sval)
    }
}

/// A kind with its numbers: `Long Sword 23:12`.
pub(super) fn kind_label(catalog: &Catalog, id: KindId) -> String {
    let kind = catalog.kind(id);
    format!("{} {}:{}", kind.name, kind.tval, kind.sval)
}
