//! Themes: which are legal, and how likely an item's affixes bring one (2.5.7).

use std::collections::HashMap;

use super::{
    super::{
        Quirks,
        solver::ThemeTable,
        theme_score::{CERTAIN, NamedLines, theme_score},
    },
    tables::{Class, levels_of},
};
use crate::{
    catalog::{AffixId, Catalog, ThemeId},
    engine::{random::Stream, segments::Segments},
    explain::Score,
};

/// Bits over themes. Catalogs with more themes share the last bit among the rest, which costs time only: bits are a
/// sieve, the mentions decide.
type Bits = u64;
const LAST_BIT: usize = Bits::BITS as usize - 1;

fn bit(theme: usize) -> Bits {
    1 << theme.min(LAST_BIT)
}

/// The themes of a catalog.
#[derive(Debug)]
pub(super) struct Themes {
    totals: Vec<u32>,
    /// By theme, then affix.
    mentions: Vec<NamedLines>,
    affixes: usize,
    quirks: Quirks,
    /// By affix: themes that name it.
    named: Vec<Bits>,
    /// By affix: themes that name it more than once, so that it alone makes two.
    named_twice: Vec<Bits>,
}

/// What the affixes drawn so far are to the themes.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Seen {
    once: Bits,
    twice: Bits,
}

/// Themes that are legal at a level.
#[derive(Debug, Default)]
pub(super) struct LegalSet {
    bits: Bits,
    /// In the order of the catalog.
    themes: Vec<ThemeId>,
}

impl LegalSet {
    fn new(themes: &[ThemeId]) -> LegalSet {
        let bits = themes.iter().fold(0, |bits, theme| bits | bit(theme.at()));
        LegalSet { bits, themes: themes.to_vec() }
    }

    /// Whether a theme is among them.
    pub(super) fn has(&self, theme: ThemeId) -> bool {
        self.themes.binary_search(&theme).is_ok()
    }

    /// All of them.
    pub(super) fn all(&self) -> &[ThemeId] {
        &self.themes
    }

    /// The themes whose bits are in a sieve.
    #[inline]
    fn sieved(&self, sieve: Bits) -> impl Iterator<Item = ThemeId> {
        let mut own = self.bits & sieve & !(1 << LAST_BIT);
        let own = std::iter::from_fn(move || {
            let theme = (own != 0).then(|| ThemeId(own.trailing_zeros()))?;
            own &= own - 1;
            Some(theme)
        });
        let shared = if self.bits & sieve >> LAST_BIT << LAST_BIT == 0 { &[] } else { self.sharing() };
        own.chain(shared.iter().copied())
    }

    /// The themes that share the last bit.
    #[cold]
    fn sharing(&self) -> &[ThemeId] {
        &self.themes[self.themes.partition_point(|theme| theme.at() < LAST_BIT)..]
    }
}

/// Which themes are legal where, at one depth.
#[derive(Debug)]
pub(super) struct LegalThemes {
    /// Distinct sets.
    sets: Vec<LegalSet>,
    /// By class of kind: set numbers over levels.
    classes: Vec<Segments>,
}

impl LegalThemes {
    pub(super) fn new(classes: &[Class], depth: Option<u32>) -> LegalThemes {
        let mut legal = LegalThemes { sets: vec![LegalSet::default()], classes: Vec::new() };
        let mut known: HashMap<Vec<ThemeId>, u32> = HashMap::from([(Vec::new(), 0)]);
        for class in classes {
            let ranges: Vec<(ThemeId, (u32, u32))> = class
                .themes
                .iter()
                .flat_map(|(id, lines)| lines.iter().filter_map(|line| Some((*id, levels_of(line, depth)?))))
                .collect();
            let segments = Segments::new(ranges.iter().map(|range| range.1), |level| {
                let holds = ranges.iter().filter(|(_, (first, last))| (*first..=*last).contains(&level));
                let mut set: Vec<ThemeId> = holds.map(|range| range.0).collect();
                set.dedup();
                *known.entry(set).or_insert_with_key(|set| {
                    legal.sets.push(LegalSet::new(set));
                    legal.sets.len() as u32 - 1
                })
            });
            legal.classes.push(segments);
        }
        legal
    }

    /// The themes of a class at a level.
    #[inline]
    pub(super) fn at(&self, class: u32, level: u32) -> &LegalSet {
        &self.sets[self.classes[class as usize].at(level) as usize]
    }

    /// The number of the set of themes of a class at a level.
    pub(super) fn number_at(&self, class: u32, level: u32) -> u32 {
        self.classes[class as usize].at(level)
    }

    /// A set of themes by its number.
    pub(super) fn numbered(&self, set: u32) -> &[ThemeId] {
        &self.sets[set as usize].themes
    }

    /// The stretches of levels of a class with the themes legal there.
    pub(super) fn stretches(&self, class: u32) -> impl Iterator<Item = (u32, u32, &[ThemeId])> {
        self.classes[class as usize]
            .stretches()
            .map(|(first, last, set)| (first, last, &self.sets[set as usize].themes[..]))
    }
}

impl Themes {
    pub(super) fn new(catalog: &Catalog, quirks: Quirks) -> Themes {
        let affixes = catalog.affixes.len();
        let mut mentions = vec![NamedLines::default(); affixes * catalog.themes.len()];
        let (mut named, mut named_twice) = (vec![0; affixes], vec![0; affixes]);
        for (at, theme) in catalog.themes.iter().enumerate() {
            for part in &theme.parts {
                let mention = &mut mentions[at * affixes + part.affix.at()];
                mention.lines += 1;
                mention.weight += part.weight as u16;
                named[part.affix.at()] |= bit(at);
                // In the shared last bit two themes may look like one named twice: a sieve may let too much through.
                if mention.lines > 1 || at >= LAST_BIT {
                    named_twice[part.affix.at()] |= bit(at);
                }
            }
        }
        let totals = catalog.themes.iter().map(crate::catalog::Theme::total_weight).collect();
        Themes { totals, mentions, affixes, quirks, named, named_twice }
    }

    /// Notes that an affix filled a slot.
    #[inline]
    pub(super) fn note(&self, seen: &mut Seen, affix: usize) {
        let named = self.named[affix];
        seen.twice |= (seen.once & named) | self.named_twice[affix];
        seen.once |= named;
    }

    /// The theme an item with these affixes gets, if any, by one roll for all that have a chance. `roll`: below
    /// [`CERTAIN`].
    #[inline]
    pub(super) fn choose(
        &self,
        legal: &LegalSet,
        seen: Seen,
        slots: &[u16],
        roll: u32,
        random: &mut Stream,
    ) -> Option<ThemeId> {
        let (mut sum, mut chosen) = (0, None);
        for theme in legal.sieved(seen.twice) {
            let before = sum;
            sum += self.score(theme, slots);
            // A roll below the sum is uniform below it, and so also says which theme it is.
            if (before..sum).contains(&roll) {
                chosen = Some(theme);
            }
        }
        if sum > CERTAIN { self.among_certain(legal, seen, slots, random.below(sum)) } else { chosen }
    }

    /// The same where the scores sum up to more than one roll tells apart.
    #[cold]
    fn among_certain(&self, legal: &LegalSet, seen: Seen, slots: &[u16], mut roll: u32) -> Option<ThemeId> {
        legal.sieved(seen.twice).find(|theme| {
            let score = self.score(*theme, slots);
            let is_it = roll < score;
            roll = roll.wrapping_sub(score);
            is_it
        })
    }

    /// What an item with these affixes scores for a theme; `None` with fewer than two.
    pub(super) fn score_of(&self, theme: ThemeId, slots: &[u16]) -> Option<Score> {
        let present = self.present(theme, slots)?;
        let total = u64::from(self.totals[theme.at()]);
        let whole = (u64::from(present) * 8 * u64::from(present)).checked_div(total).unwrap_or(0);
        Some(Score { present, whole, kept: theme_score(present, total as u32, self.quirks) })
    }

    /// A theme's score for an item with these affixes: none with fewer than two.
    fn score(&self, theme: ThemeId, slots: &[u16]) -> u32 {
        self.present(theme, slots).map_or(0, |weight| theme_score(weight, self.totals[theme.at()], self.quirks))
    }

    /// The weights of these affixes for a theme; `None` with fewer than two that count.
    #[inline]
    fn present(&self, theme: ThemeId, slots: &[u16]) -> Option<u32> {
        let mentions = &self.mentions[theme.at() * self.affixes..][..self.affixes];
        let repeats = self.quirks.one_affix_makes_theme;
        let counted = slots.iter().enumerate().filter(|(at, affix)| repeats || !slots[..*at].contains(affix));
        let (lines, weight) = counted.fold((0, 0), |(lines, weight), (_, affix)| {
            let mention = mentions[usize::from(*affix)];
            let named = if repeats { mention.lines } else { mention.lines.min(1) };
            (lines + u32::from(named), weight + u32::from(mention.weight))
        });
        (lines > 1).then_some(weight)
    }

    /// The same for the solver.
    pub(super) fn table(&self) -> ThemeTable<'_> {
        ThemeTable { totals: &self.totals, named: &self.mentions, affixes: self.affixes, quirks: self.quirks }
    }

    /// How many lines of a theme name an affix, and their weights together.
    pub(super) fn mention(&self, theme: ThemeId, affix: AffixId) -> (u32, u32) {
        let mention = self.mentions[theme.at() * self.affixes + affix.at()];
        (u32::from(mention.lines), u32::from(mention.weight))
    }
}
