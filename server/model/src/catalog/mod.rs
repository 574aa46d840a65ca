//! The catalog: the meaning of a revision's files in words all games share. Sheets, store and pages see nothing else.
//!
//! Data that only a game's rules need (dice, bonuses, pvals …) is in the game's own model.
//! Entries are sorted by index; positions in these vectors ([`KindId`] …) are what the rest of the program passes
//! around.

mod comes_to;
mod effect_groups;
mod effects;
mod entries;
mod entry_table;
mod flag_effects;
mod generic;
mod guide_table;
mod item_sorts;
mod name;
mod summary;

pub use comes_to::Competitor;
pub use effect_groups::{EffectGroup, EffectSign};
pub use effects::EffectSet;
pub use entries::{EntryRecord, Sort, same_entries};
pub use entry_table::{EntryCell, EntryTable};
pub use flag_effects::flag_effects;
pub use generic::{EntryField, EntryValue, FieldColumn, SortEntry, SortSpec};
pub use guide_table::GuideTable;
pub use item_sorts::{ItemEntry, TypeFacts};
pub use name::plain_name;
pub use summary::{TypeSummary, summarise};

use crate::text::Span;

macro_rules! id {
    ($($(#[$doc:meta])* $name:ident)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(pub u32);

        impl $name {
            /// The position in the catalog's vector.
            pub fn at(self) -> usize {
                self.0 as usize
            }
        }
    )*};
}

id! {
    /// Position of a kind in [`Catalog::kinds`].
    KindId
    /// Position of an affix in [`Catalog::affixes`].
    AffixId
    /// Position of a theme in [`Catalog::themes`].
    ThemeId
    /// Position of an artifact in [`Catalog::artifacts`].
    ArtifactId
}

/// Everything that can be generated from a revision's files.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Catalog {
    /// Item types that have kinds, by tval.
    pub item_types: Vec<ItemType>,
    /// Kinds by index.
    pub kinds: Vec<Kind>,
    /// Affixes (or egos) by index.
    pub affixes: Vec<Affix>,
    /// Themes by index; empty in games without them.
    pub themes: Vec<Theme>,
    /// Artifacts by index.
    pub artifacts: Vec<Artifact>,
}

/// An item type: one tval.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ItemType {
    /// The game's number for it.
    pub tval: u16,
    /// The game's name for it, such as `soft armour`.
    pub name: String,
    /// Whether drops of this type can carry affixes at all by the game's rules (potions can't).
    pub takes_affixes: bool,
}

/// A kind of item, named by (tval, sval).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kind {
    /// The file's serial number. Kinds the program makes up for artifacts have numbers past the last one.
    pub index: u32,
    /// Item type.
    pub tval: u16,
    /// Number within its item type.
    pub sval: u16,
    /// The name without article and plural signs.
    pub name: String,
    /// The level in its `W:` line.
    pub level: i32,
    /// Levels and weights at which it is drawn, in file order; empty if it never is.
    pub allocations: Vec<KindAllocation>,
    /// Whether it is in the table for good and great drops.
    pub good: bool,
    /// Names of its flags and those of its type.
    pub flags: Vec<&'static str>,
    /// Its record in the file; `None` for kinds the program makes up for artifacts.
    pub record: Option<Span>,
}

/// A range of levels and a weight with which a kind or artifact is drawn there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KindAllocation {
    /// Weight among the kinds (artifacts) of a level.
    pub commonness: u32,
    /// First level.
    pub min: u32,
    /// Last level.
    pub max: u32,
    /// The line.
    pub line: Span,
}

/// The type of an affix or theme, as its `N:` line gives it: its position in the name, or its meaning.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Role {
    /// Stands before the name.
    Prefix,
    /// Stands after it.
    Suffix,
    /// Maker of the item; v4.
    Make,
    /// Material of the item; v4.
    Material,
    /// Quality of the work; v4.
    Quality,
}

impl Role {
    /// The word in files and on pages.
    pub fn name(self) -> &'static str {
        match self {
            Role::Prefix => "prefix",
            Role::Suffix => "suffix",
            Role::Make => "make",
            Role::Material => "material",
            Role::Quality => "quality",
        }
    }
}

/// An affix (or, in games that call it so, an ego).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Affix {
    /// The file's serial number.
    pub index: u32,
    /// Its name.
    pub name: String,
    /// Its type, in games that have types.
    pub role: Option<Role>,
    /// Fixed flags it gives.
    pub flags: Vec<&'static str>,
    /// Its allocations in file order. Without any, it comes with themes only.
    pub allocations: Vec<Allocation>,
    /// Its record in the file.
    pub record: Span,
}

/// One `T:` line of an affix: the kinds, affix levels and generation levels at which it may appear. Where the program has
/// that in a list of its own, a place on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Allocation {
    /// Item type.
    pub tval: u16,
    /// First sval.
    pub min_sval: u16,
    /// Last sval.
    pub max_sval: u16,
    /// Minimum affix level of the draw: an index into the game's list of affix levels.
    pub affix_level: u8,
    /// Weight in the pool; a chance only after dividing by the pool's total.
    pub commonness: u32,
    /// First generation level.
    pub min: u32,
    /// Last generation level.
    pub max: u32,
    /// The line; of a place on the program's list the one that begins the affix's record.
    pub line: Span,
}

impl Allocation {
    /// Whether it applies to that kind at that generation level for an item drawing at `affix_level`.
    pub fn matches(&self, tval: u16, sval: u16, level: u32, affix_level: u8) -> bool {
        self.covers(tval, sval) && (self.min..=self.max).contains(&level) && self.affix_level <= affix_level
    }

    /// Whether it applies to that kind at any level.
    pub fn covers(&self, tval: u16, sval: u16) -> bool {
        self.tval == tval && (self.min_sval..=self.max_sval).contains(&sval)
    }
}

/// A theme.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Theme {
    /// The file's serial number; names need not be unique.
    pub index: u32,
    /// Its name.
    pub name: String,
    /// Its type.
    pub role: Option<Role>,
    /// The kinds and levels at which it may appear (affix level and commonness are unused and 0).
    pub allocations: Vec<Allocation>,
    /// Its affixes in file order.
    pub parts: Vec<ThemePart>,
    /// Its record in the file.
    pub record: Span,
}

impl Theme {
    /// The sum of all weights.
    pub fn total_weight(&self) -> u32 {
        self.parts.iter().map(|part| part.weight).sum()
    }
}

/// One `A:` line of a theme.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ThemePart {
    /// The affix it names.
    pub affix: AffixId,
    /// Weight towards the theme's score; with 0 it comes with the theme but doesn't help to get it.
    pub weight: u32,
    /// Chance that it comes with the theme, in per cent.
    pub chance: u32,
    /// The line.
    pub line: Span,
}

/// An artifact.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Artifact {
    /// The file's serial number.
    pub index: u32,
    /// Its name.
    pub name: String,
    /// Item type.
    pub tval: u16,
    /// Number within its item type.
    pub sval: u16,
    /// Its allocations in file order.
    pub allocations: Vec<KindAllocation>,
    /// Its record in the file.
    pub record: Span,
}

impl Catalog {
    /// The number of kinds, affixes, themes and artifacts together.
    pub fn entry_count(&self) -> u64 {
        (self.kinds.len() + self.affixes.len() + self.themes.len() + self.artifacts.len()) as u64
    }

    /// The item type with that number.
    pub fn item_type(&self, tval: u16) -> Option<&ItemType> {
        self.item_types.binary_search_by_key(&tval, |item_type| item_type.tval).ok().map(|at| &self.item_types[at])
    }

    /// The kinds of an item type, by sval.
    pub fn kinds_of(&self, tval: u16) -> Vec<KindId> {
        let mut ids: Vec<_> =
            (0..self.kinds.len() as u32).map(KindId).filter(|id| self.kind(*id).tval == tval).collect();
        ids.sort_by_key(|id| (self.kind(*id).sval, self.kind(*id).index));
        ids
    }

    /// The kind that (tval, sval) names: the one with the lowest index.
    pub fn find_kind(&self, tval: u16, sval: u16) -> Option<KindId> {
        self.kinds.iter().position(|kind| (kind.tval, kind.sval) == (tval, sval)).map(|at| KindId(at as u32))
    }

    /// The kinds that a text names, rising: as `tval:sval`, with the type by number or name and the kind by sval or name
    /// (`23:4`, `sword:Dagger`); as `#index`; or by its name alone.
    pub fn kinds_named(&self, text: &str) -> Vec<KindId> {
        let all = || (0..self.kinds.len() as u32).map(KindId);
        let by = |is_it: &dyn Fn(&Kind) -> bool| all().filter(|id| is_it(self.kind(*id))).collect::<Vec<_>>();
        if let Some(index) = text.strip_prefix('#') {
            return index.parse().map_or_else(|_| Vec::new(), |index: u32| by(&|kind| kind.index == index));
        }
        let is_called = |kind: &Kind, name: &str| kind.name.eq_ignore_ascii_case(name);
        if let Some((of, which)) = text.split_once(':').map(|(of, which)| (of.trim(), which.trim())) {
            let is_type = |tval: u16| {
                let named = || self.item_type(tval).is_some_and(|item_type| item_type.name.eq_ignore_ascii_case(of));
                of.parse().is_ok_and(|number: u16| number == tval) || named()
            };
            let is_it =
                |kind: &Kind| which.parse().map_or_else(|_| is_called(kind, which), |sval: u16| kind.sval == sval);
            return by(&|kind| is_type(kind.tval) && is_it(kind));
        }
        by(&|kind| is_called(kind, text))
    }

    /// How to name one of several kinds that a text names: `#12 (Dagger)`, and so on.
    pub fn told_apart(&self, kinds: &[KindId]) -> String {
        let told = kinds.iter().map(|id| format!("#{} ({})", self.kind(*id).index, self.kind(*id).name));
        told.collect::<Vec<_>>().join(", ")
    }

    /// A kind.
    pub fn kind(&self, id: KindId) -> &Kind {
        &self.kinds[id.at()]
    }

    /// An affix.
    pub fn affix(&self, id: AffixId) -> &Affix {
        &self.affixes[id.at()]
    }

    /// A theme.
    pub fn theme(&self, id: ThemeId) -> &Theme {
        &self.themes[id.at()]
    }

    /// An artifact.
    pub fn artifact(&self, id: ArtifactId) -> &Artifact {
        &self.artifacts[id.at()]
    }

    /// The affix with that serial number.
    pub fn affix_by_index(&self, index: u32) -> Option<AffixId> {
        self.affixes.binary_search_by_key(&index, |affix| affix.index).ok().map(|at| AffixId(at as u32))
    }

    /// The theme with that serial number.
    pub fn theme_by_index(&self, index: u32) -> Option<ThemeId> {
        self.themes.binary_search_by_key(&index, |theme| theme.index).ok().map(|at| ThemeId(at as u32))
    }

    /// The artifact with that serial number.
    pub fn artifact_by_index(&self, index: u32) -> Option<ArtifactId> {
        self.artifacts.binary_search_by_key(&index, |artifact| artifact.index).ok().map(|at| ArtifactId(at as u32))
    }

    /// The kind with that serial number.
    pub fn kind_by_index(&self, index: u32) -> Option<KindId> {
        self.kinds.binary_search_by_key(&index, |kind| kind.index).ok().map(|at| KindId(at as u32))
    }
}
