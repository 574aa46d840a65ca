//! Names of tables and columns that live as long as the program.
//!
//! Everywhere else the sorts of a game and their fields are constants, which entries, lines and changes refer to. Those of tables
//! come from files, so they are kept for good, each once, up to a limit: teams change numbers often and the shape of their
//! tables seldom (docs/adr/0043).

use std::{
    collections::HashSet,
    hash::Hash,
    sync::{Mutex, PoisonError},
};

use affixboard_model::{
    catalog::{FieldColumn, SortSpec},
    syntax::FileSpec,
};

/// What all names may take in memory. The 1,700 columns of Hengband's files take half a megabyte.
const MOST_BYTES: usize = 64 << 20;

/// What was kept so far.
#[derive(Default)]
pub(crate) struct Interned {
    texts: HashSet<&'static str>,
    columns: HashSet<&'static [FieldColumn]>,
    sorts: HashSet<&'static [SortSpec]>,
    files: HashSet<&'static [FileSpec]>,
    bytes: usize,
}

/// There is no more room.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Full;

static KEPT: Mutex<Option<Interned>> = Mutex::new(None);

/// Runs with what was kept so far.
pub(crate) fn with<T>(run: impl FnOnce(&mut Interned) -> T) -> T {
    // Each step leaves it whole, whatever happens after it.
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    run(kept.get_or_insert_default())
}

impl Interned {
    pub(crate) fn text(&mut self, text: &str) -> Result<&'static str, Full> {
        if let Some(known) = self.texts.get(text) {
            return Ok(known);
        }
        self.charge(text.len() + size_of::<&str>())?;
        let kept: &'static str = Box::leak(text.into());
        self.texts.insert(kept);
        Ok(kept)
    }

    pub(crate) fn columns(&mut self, columns: &[FieldColumn]) -> Result<&'static [FieldColumn], Full> {
        self.charge_new(size_of_val(columns), self.columns.contains(columns))?;
        Ok(keep(&mut self.columns, columns))
    }

    pub(crate) fn sorts(&mut self, sorts: &[SortSpec]) -> Result<&'static [SortSpec], Full> {
        self.charge_new(size_of_val(sorts), self.sorts.contains(sorts))?;
        Ok(keep(&mut self.sorts, sorts))
    }

    pub(crate) fn files(&mut self, files: &[FileSpec]) -> Result<&'static [FileSpec], Full> {
        self.charge_new(size_of_val(files), self.files.contains(files))?;
        Ok(keep(&mut self.files, files))
    }

    fn charge_new(&mut self, bytes: usize, is_known: bool) -> Result<(), Full> {
        if is_known { Ok(()) } else { self.charge(bytes) }
    }

    fn charge(&mut self, bytes: usize) -> Result<(), Full> {
        if self.bytes + bytes > MOST_BYTES {
            return Err(Full);
        }
        self.bytes += bytes;
        Ok(())
    }
}

fn keep<T: Copy + Eq + Hash>(kept: &mut HashSet<&'static [T]>, items: &[T]) -> &'static [T] {
    if let Some(known) = kept.get(items) {
        return known;
    }
    let items: &'static [T] = Box::leak(items.into());
    kept.insert(items);
    items
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_known_is_kept_once_and_there_is_an_end() {
        let mut kept = Interned::default();
        let first = kept.text("level").expect("room");
        let bytes = kept.bytes;
        assert!(std::ptr::eq(first, kept.text("level").expect("room")));
        let column = FieldColumn::listed(first, first, "");
        let columns = kept.columns(&[column]).expect("room");
        assert!(std::ptr::eq(columns, kept.columns(&[column]).expect("room")));
        assert_eq!(kept.bytes, bytes + size_of::<FieldColumn>());
        kept.bytes = MOST_BYTES;
        assert_eq!(kept.text("level"), Ok(first));
        assert_eq!(kept.text("rarity"), Err(Full));
        assert_eq!(kept.columns(&[column, column]), Err(Full));
    }
}
