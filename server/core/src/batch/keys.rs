//! What can be counted: a dense numbering of (metric, kind, entry), so that counting is one addition.

use std::sync::Arc;

use crate::catalog::{AffixId, ArtifactId, Catalog, KindId, ThemeId};

/// What is counted; the name is that of the tallies' `metric` column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Metric(pub &'static str);

impl Metric {
    /// Drops of a kind (artifacts of that kind included).
    pub const KIND: Metric = Metric("kind");
    /// Drops that carry an affix at least once.
    pub const AFFIX: Metric = Metric("affix");
    /// Slots an affix fills, over all drops.
    pub const AFFIX_MULT: Metric = Metric("affix_mult");
    /// Drops that are not artifacts by how many slots are filled.
    pub const NAFFIXES: Metric = Metric("naffixes");
    /// Filled slots by the best affix level the affix has for that kind.
    pub const AFFIX_LEVEL: Metric = Metric("affix_level");
    /// Drops with a theme.
    pub const THEME: Metric = Metric("theme");
    /// Drops that are an artifact.
    pub const ARTIFACT: Metric = Metric("artifact");
    /// Drops of which nothing came.
    pub const FAILED: Metric = Metric("failed");
    /// Steps that were undone because of their affix.
    pub const ROLLBACK_AFFIX: Metric = Metric("rollback_affix");
    /// Steps that were undone because of a theme.
    pub const ROLLBACK_THEME: Metric = Metric("rollback_theme");
    /// The former by what made the item too powerful.
    pub const ROLLBACK_CAUSE: Metric = Metric("rollback_cause");
    /// The latter by what made the item too powerful.
    pub const ROLLBACK_THEME_CAUSE: Metric = Metric("rollback_theme_cause");
    /// How often the steps of the rules were taken.
    pub const ATTEMPTS: Metric = Metric("attempts");
}

/// What the names of a block are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Names {
    /// The kind itself.
    Kind,
    /// The catalog's affixes.
    Affixes,
    /// The catalog's themes.
    Themes,
    /// The catalog's artifacts; these carry their own item type.
    Artifacts,
    /// A fixed list.
    Fixed(Vec<String>),
}

/// A rectangle of keys: one metric, for some kinds, over some names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    /// What is counted.
    pub metric: Metric,
    /// The kinds it is counted for; empty where it isn't counted per kind.
    pub kinds: Arc<[KindId]>,
    /// What the names are.
    pub names: Names,
    width: u32,
    first: u32,
    length: u32,
}

/// What a key names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Entry {
    /// The kind itself.
    Kind,
    /// An affix.
    Affix(AffixId),
    /// A theme.
    Theme(ThemeId),
    /// An artifact.
    Artifact(ArtifactId),
    /// A position in the block's fixed list.
    Fixed(u32),
}

/// A key taken apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Key {
    /// What is counted.
    pub metric: Metric,
    /// For which kind, where it is counted per kind.
    pub kind: Option<KindId>,
    /// Of what.
    pub entry: Entry,
}

/// All keys of a forge.
#[derive(Debug, Clone)]
pub struct KeySpace {
    catalog: Arc<Catalog>,
    blocks: Vec<Block>,
    length: u32,
}

impl KeySpace {
    /// No keys yet.
    pub fn new(catalog: Arc<Catalog>) -> KeySpace {
        KeySpace { catalog, blocks: Vec::new(), length: 0 }
    }

    /// The catalog whose entries are counted.
    pub fn catalog(&self) -> &Catalog {
        &self.catalog
    }

    /// Adds a block and gives its first key. Within it, keys run over the names first, then over the kinds.
    pub fn push(&mut self, metric: Metric, kinds: Arc<[KindId]>, names: Names) -> u32 {
        let width = match &names {
            Names::Kind => 1,
            Names::Affixes => self.catalog.affixes.len() as u32,
            Names::Themes => self.catalog.themes.len() as u32,
            Names::Artifacts => self.catalog.artifacts.len() as u32,
            Names::Fixed(list) => list.len() as u32,
        };
        let first = self.length;
        let length = width * kinds.len().max(1) as u32;
        self.length += length;
        self.blocks.push(Block { metric, kinds, names, width, first, length });
        first
    }

    /// How many keys there are.
    pub fn len(&self) -> usize {
        self.length as usize
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    fn block(&self, key: u32) -> &Block {
        let at = self.blocks.partition_point(|block| block.first + block.length <= key);
        &self.blocks[at]
    }

    /// Takes a key apart. The key must be of this space.
    pub fn key(&self, key: u32) -> Key {
        let block = self.block(key);
        let within = key - block.first;
        let (row, column) = (within / block.width, within % block.width);
        Key {
            metric: block.metric,
            kind: block.kinds.get(row as usize).copied(),
            entry: match block.names {
                Names::Kind => Entry::Kind,
                Names::Affixes => Entry::Affix(AffixId(column)),
                Names::Themes => Entry::Theme(ThemeId(column)),
                Names::Artifacts => Entry::Artifact(ArtifactId(column)),
                Names::Fixed(_) => Entry::Fixed(column),
            },
        }
    }

    /// The tval, sval and name a tally shows for a key; empty tval and sval where it isn't counted per kind.
    pub fn label(&self, key: u32) -> (Option<(u16, u16)>, String) {
        let Key { kind, entry, .. } = self.key(key);
        let place = kind.map(|id| (self.catalog.kind(id).tval, self.catalog.kind(id).sval));
        match entry {
            Entry::Kind => (place, kind.map_or(String::new(), |id| self.catalog.kind(id).name.clone())),
            Entry::Affix(id) => (place, self.catalog.affix(id).name.clone()),
            Entry::Theme(id) => (place, self.catalog.theme(id).name.clone()),
            Entry::Artifact(id) => {
                let artifact = self.catalog.artifact(id);
                (Some((artifact.tval, artifact.sval)), artifact.name.clone())
            }
            Entry::Fixed(at) => match &self.block(key).names {
                Names::Fixed(list) => (place, list[at as usize].clone()),
                _ => (place, String::new()),
            },
        }
    }
}
