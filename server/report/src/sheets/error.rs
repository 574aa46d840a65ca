//! Errors of building a sheet.

use std::fmt;

use crate::wording::shortened;

/// A parameter that doesn't exist, with the values that do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SheetError {
    /// The catalog has no such item type.
    UnknownType {
        /// The tval asked for.
        tval: u16,
        /// The item types there are: tval and name.
        known: Vec<(u16, String)>,
    },
    /// The type has no kind with this sval.
    UnknownKind {
        /// The item type.
        tval: u16,
        /// The sval asked for.
        sval: u16,
        /// The type's kinds: sval and name.
        known: Vec<(u16, String)>,
    },
    /// The game has no such affix level.
    UnknownAffixLevel {
        /// The game's word for an affix.
        affix: &'static str,
        /// The position asked for.
        affix_level: u8,
        /// The affix levels there are.
        known: Vec<String>,
    },
    /// The game has no such drop quality.
    UnknownQuality {
        /// The position asked for.
        quality: u8,
        /// The drop qualities there are.
        known: Vec<String>,
    },
    /// The dungeon isn't that deep.
    TooDeep {
        /// The depth asked for.
        depth: u32,
        /// The deepest.
        deepest: u32,
    },
    /// No depth was asked for.
    NoDepths,
    /// No item type was asked for.
    NoTypes,
    /// The tally has no cells for this quality and item.
    NothingCounted {
        /// The drop quality's word.
        quality: String,
        /// The item's name.
        item: String,
    },
}

impl fmt::Display for SheetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let numbered = |known: &[(u16, String)]| {
            shortened(&known.iter().map(|(number, name)| format!("{number} {name}")).collect::<Vec<_>>(), 60)
        };
        match self {
            SheetError::UnknownType { tval, known } => {
                write!(f, "no item type has the number {tval}; there are {}", numbered(known))
            }
            SheetError::UnknownKind { tval, sval, known } => {
                write!(f, "item type {tval} has no kind {sval}; there are {}", numbered(known))
            }
            SheetError::UnknownAffixLevel { affix, affix_level, known } => {
                write!(f, "there is no {affix} level {affix_level}; there are, from 0, {}", known.join(", "))
            }
            SheetError::UnknownQuality { quality, known } => {
                write!(f, "there is no drop quality {quality}; there are, from 0, {}", known.join(", "))
            }
            SheetError::TooDeep { depth, deepest } => write!(f, "depth {depth} is too deep; the deepest is {deepest}"),
            SheetError::NoTypes => write!(f, "at least one item type is needed"),
            SheetError::NoDepths => write!(f, "at least one depth is needed"),
            SheetError::NothingCounted { quality, item } => {
                write!(f, "the batch has no {quality} drops from which {item} can be told")
            }
        }
    }
}

impl std::error::Error for SheetError {}
