//! Keys: a dense numbering of (metric, kind, entry), so that counting is one addition.

use std::sync::Arc;

use crate::catalog::{AffixId, ArtifactId, Catalog, KindId, ThemeId};

/// A metric; the name is that of the `metric` column of tallies, and stable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Metric(pub &'static str);

impl Metric {
    /// Drops of a kind (artifacts of that kind included).
    pub const KIND: Metric = Metric("kind");
    /// Drops that carry an affix at least once.
    pub const AFFIX: Metric = Metric("affix");
    /// Slots an affix fills, over all drops.
    pub const AFFIX_MULT: Metric = Metric("affix_mult");
    /// Drops that are not artifacts by number of filled slots.
    pub const NAFFIXES: Metric = Metric("naffixes");
    /// Items that are not artifacts by what magic made of them, in games that count it beside their affixes.
    pub const MAGIC: Metric = Metric("magic");
    /// Devices by what they do, in games whose program chooses that as it makes them.
    pub const DEVICE: Metric = Metric("device");
    /// Cursed items that are no random artifacts by what they are besides, in games that count it without values.
    pub const CURSED_ITEMS: Metric = Metric("cursed_items");
    /// Filled slots by the best affix level the affix has for that kind.
    pub const AFFIX_LEVEL: Metric = Metric("affix_level");
    /// Drops with a theme.
    pub const THEME: Metric = Metric("theme");
    /// Drops that are an artifact.
    pub const ARTIFACT: Metric = Metric("artifact");
    /// Attempts that gave no item.
    pub const FAILED: Metric = Metric("failed");
    /// Steps rolled back because of their affix.
    pub const ROLLBACK_AFFIX: Metric = Metric("rollback_affix");
    /// Steps rolled back because of a theme.
    pub const ROLLBACK_THEME: Metric = Metric("rollback_theme");
    /// [`Self::ROLLBACK_AFFIX`] by cause.
    pub const ROLLBACK_CAUSE: Metric = Metric("rollback_cause");
    /// [`Self::ROLLBACK_THEME`] by cause.
    pub const ROLLBACK_THEME_CAUSE: Metric = Metric("rollback_theme_cause");
    /// Number of times each step of the rules was executed.
    pub const ATTEMPTS: Metric = Metric("attempts");
    /// Items by to-hit.
    pub const TO_HIT: Metric = Metric("to_h");
    /// Items by to-dam.
    pub const TO_DAM: Metric = Metric("to_d");
    /// Items by to-ac.
    pub const TO_AC: Metric = Metric("to_a");
    /// Items by base armour class.
    pub const AC: Metric = Metric("ac");
    /// Items by weight, in tenths of a pound.
    pub const WEIGHT: Metric = Metric("weight");
    /// Items by dice and their sides.
    pub const DICE: Metric = Metric("dice");
    /// Items by dice of protection and their sides.
    pub const PROTECTION: Metric = Metric("protection");
    /// Items by flag and its pval, of those that have the flag.
    pub const PVAL: Metric = Metric("pval");
    /// Items that have a flag.
    pub const FLAG: Metric = Metric("flag");
    /// Items by the size of their pile.
    pub const NUMBER: Metric = Metric("number");
    /// Items by the power magic was applied with; artifacts count as `artifact`.
    pub const POWER: Metric = Metric("power");
    /// Egos with a random power, by power.
    pub const EGO_EXTRA: Metric = Metric("egoextra");
    /// Items, artifacts included, that are marked as cursed.
    pub const CURSED: Metric = Metric("cursed");
    /// Items, artifacts included, that are marked as worthless.
    pub const BROKEN: Metric = Metric("broken");
    /// Items by modifier and its value, of those whose modifier isn't 0.
    pub const MODIFIER: Metric = Metric("modifier");
    /// Items by element and their level of resistance, of those where it isn't 0; below 0 they are vulnerable.
    pub const RESISTANCE: Metric = Metric("resistance");
    /// Items, artifacts included, that have a curse.
    pub const CURSE: Metric = Metric("curse");
    /// Items, artifacts included, by their number of curses.
    pub const CURSES: Metric = Metric("ncurses");
    /// The metrics of values, counted with [`super::Detail::Full`] only. No game has all of them.
    pub const VALUES: [Metric; 18] = [
        Metric::TO_HIT,
        Metric::TO_DAM,
        Metric::TO_AC,
        Metric::AC,
        Metric::WEIGHT,
        Metric::DICE,
        Metric::PROTECTION,
        Metric::PVAL,
        Metric::FLAG,
        Metric::MODIFIER,
        Metric::RESISTANCE,
        Metric::CURSE,
        Metric::CURSES,
        Metric::NUMBER,
        Metric::POWER,
        Metric::EGO_EXTRA,
        Metric::CURSED,
        Metric::BROKEN,
    ];
}

/// The entries of a block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Names {
    /// The kind itself.
    Kind,
    /// The catalog's affixes.
    Affixes,
    /// The catalog's themes.
    Themes,
    /// The catalog's artifacts; not per kind.
    Artifacts,
    /// A fixed list.
    Fixed(Vec<String>),
    /// Integers; numbers outside count as the nearest end.
    Numbers(NumberRange),
    /// (Flag, number); the number varies fastest.
    FlagNumbers(Vec<&'static str>, NumberRange),
    /// Dice from 0d0 to 255d255; the sides vary fastest.
    Dice,
    /// (Affix, word); the word varies fastest.
    AffixWords(Vec<&'static str>),
}

/// An inclusive range of integers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NumberRange {
    /// The first.
    pub first: i32,
    /// The last.
    pub last: i32,
}

impl NumberRange {
    /// A range that covers the item values of any edition.
    pub const VALUES: NumberRange = NumberRange { first: -1024, last: 3071 };

    /// Number of integers in the range.
    pub fn width(self) -> u32 {
        self.last.abs_diff(self.first) + 1
    }

    /// Index of a number in the range, clamped to the ends.
    #[inline]
    pub fn place(self, number: i32) -> u32 {
        number.clamp(self.first, self.last).abs_diff(self.first)
    }

    fn label(self, place: u32) -> String {
        match self.first.saturating_add_unsigned(place) {
            number if number == self.first => format!("≤ {number}"),
            number if number == self.last => format!("≥ {number}"),
            number => number.to_string(),
        }
    }
}

/// A rectangle of keys: one metric, kinds × entries.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    /// The metric.
    pub metric: Metric,
    /// The kinds; empty if it isn't counted per kind.
    pub kinds: Arc<[KindId]>,
    /// The entries.
    pub names: Names,
    width: u32,
    first: u32,
    length: u32,
}

/// The entry of a key.
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
    /// An index into the block's other names.
    Fixed(u32),
}

/// The parts of a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Key {
    /// The metric.
    pub metric: Metric,
    /// The kind, if it is counted per kind.
    pub kind: Option<KindId>,
    /// The entry.
    pub entry: Entry,
}

/// All keys of a forge.
#[derive(Debug, Clone)]
pub struct KeySpace {
    catalog: Arc<Catalog>,
    blocks: Vec<Block>,
    length: u32,
    /// Number of dense keys; keys from here on are rare.
    dense: u32,
}

impl KeySpace {
    /// An empty key space.
    pub fn new(catalog: Arc<Catalog>) -> KeySpace {
        KeySpace { catalog, blocks: Vec::new(), length: 0, dense: 0 }
    }

    /// The catalog whose entries are counted.
    pub fn catalog(&self) -> &Catalog {
        &self.catalog
    }

    /// Adds a block and returns its first key. Key order is `[kind][name]`.
    pub fn push(&mut self, metric: Metric, kinds: Arc<[KindId]>, names: Names) -> u32 {
        let width = match &names {
            Names::Kind => 1,
            Names::Affixes => self.catalog.affixes.len() as u32,
            Names::Themes => self.catalog.themes.len() as u32,
            Names::Artifacts => self.catalog.artifacts.len() as u32,
            Names::Fixed(list) => list.len() as u32,
            Names::Numbers(range) => range.width(),
            Names::FlagNumbers(flags, range) => flags.len() as u32 * range.width(),
            Names::Dice => 1 << 16,
            Names::AffixWords(words) => (self.catalog.affixes.len() * words.len()) as u32,
        };
        let first = self.length;
        let length = width * kinds.len().max(1) as u32;
        self.length += length;
        let is_dense =
            !matches!(names, Names::Numbers(_) | Names::FlagNumbers(..) | Names::Dice | Names::AffixWords(_));
        if is_dense && self.dense == first {
            self.dense = self.length;
        }
        self.blocks.push(Block { metric, kinds, names, width, first, length });
        first
    }

    /// The metrics in the order of the keys.
    pub fn metrics(&self) -> impl Iterator<Item = Metric> + '_ {
        self.blocks.iter().map(|block| block.metric)
    }

    /// Whether a metric has keys.
    pub fn has(&self, metric: Metric) -> bool {
        self.blocks.iter().any(|block| block.metric == metric)
    }

    /// Whether a metric has keys for a kind.
    pub fn has_of(&self, metric: Metric, kind: KindId) -> bool {
        self.blocks.iter().any(|block| block.metric == metric && block.kinds.contains(&kind))
    }

    /// Number of dense keys, which are the first ones and have a counter each. The others are rare: see
    /// [`super::Counts::add_rare`].
    pub fn dense(&self) -> usize {
        self.dense as usize
    }

    /// Number of keys.
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

    /// One past the last key with the same metric and kind as this one.
    pub fn run_end(&self, key: u32) -> u32 {
        let block = self.block(key);
        key + block.width - (key - block.first) % block.width
    }

    /// The parts of a key, which must be of this space.
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
                _ => Entry::Fixed(column),
            },
        }
    }

    /// The number of a key that stands for one; of what lies beyond the range the nearest end.
    pub fn number(&self, key: u32) -> Option<i32> {
        let block = self.block(key);
        let place = (key - block.first) % block.width;
        match &block.names {
            Names::Numbers(range) => Some(range.first.saturating_add_unsigned(place)),
            Names::FlagNumbers(_, range) => Some(range.first.saturating_add_unsigned(place % range.width())),
            _ => None,
        }
    }

    /// The flag of a key that stands for one, with or without a number.
    pub fn flag(&self, key: u32) -> Option<&str> {
        let block = self.block(key);
        let place = (key - block.first) % block.width;
        match &block.names {
            Names::Fixed(list) => list.get(place as usize).map(String::as_str),
            Names::FlagNumbers(flags, range) => flags.get((place / range.width()) as usize).copied(),
            _ => None,
        }
    }

    /// The flags that a metric counts.
    pub fn flags_of(&self, metric: Metric) -> Vec<&str> {
        let mut flags = Vec::new();
        for block in self.blocks.iter().filter(|block| block.metric == metric) {
            match &block.names {
                Names::Fixed(list) => flags.extend(list.iter().map(String::as_str)),
                Names::FlagNumbers(names, _) => flags.extend(names),
                _ => {}
            }
        }
        flags
    }

    /// The affix of a key whose entry is an affix with something else.
    pub fn affix_of(&self, key: u32) -> Option<AffixId> {
        let block = self.block(key);
        let Names::AffixWords(words) = &block.names else { return None };
        Some(AffixId((key - block.first) % block.width / words.len() as u32))
    }

    /// (tval, sval) and name of a key in tallies; no tval and sval if it isn't counted per kind.
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
            Entry::Fixed(at) => (
                place,
                match &self.block(key).names {
                    Names::Fixed(list) => list[at as usize].clone(),
                    Names::Numbers(range) => range.label(at),
                    Names::FlagNumbers(flags, range) => {
                        format!("{} {}", flags[(at / range.width()) as usize], range.label(at % range.width()))
                    }
                    Names::Dice => format!("{}d{}", at >> 8, at & 255),
                    Names::AffixWords(words) => {
                        let (affix, word) = (AffixId(at / words.len() as u32), words[at as usize % words.len()]);
                        format!("{}: {word}", self.catalog.affix(affix).name)
                    }
                    _ => String::new(),
                },
            ),
        }
    }
}
