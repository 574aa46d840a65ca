//! Legal themes, and the roll for a theme from an item's affixes (RULES 2.5.7).

use std::collections::HashMap;

use super::{
    super::{
        Quirks,
        solver::ThemeTable,
        theme_score::{CERTAIN, NamedLines, theme_score},
    },
    kind_classes::{KindClass, levels_of},
};
use affixboard_model::{
    catalog::{AffixId, Catalog, ThemeId},
    engine::{random::Stream, segments::Segments},
    explain::ThemeScore,
};

/// A bit set over themes. In catalogs with more themes the rest shares the last bit, which costs time only: bits are a
/// pre-filter, the mentions decide.
type Bits = u64;
const LAST_BIT: usize = Bits::BITS as usize - 1;

fn bit(theme: usize) -> Bits {
    1 << theme.min(LAST_BIT)
}

/// The themes of a catalog.
#[derive(Debug)]
pub(super) struct Themes {
    totals: Vec<u32>,
    /// `[theme][affix]`.
    mentions: Vec<NamedLines>,
    affixes: usize,
    quirks: Quirks,
    /// Themes that name an affix, by affix.
    named: Vec<Bits>,
    /// Themes that name an affix more than once, so that it alone counts as two, by affix.
    named_twice: Vec<Bits>,
}

/// Themes named by the affixes drawn so far: at least once, and at least twice.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct MentionedThemes {
    once: Bits,
    twice: Bits,
}

/// The legal themes of a kind class at a level.
#[derive(Debug, Default)]
pub(super) struct LegalThemeSet {
    bits: Bits,
    /// In the order of the catalog.
    themes: Vec<ThemeId>,
}

impl LegalThemeSet {
    fn new(themes: &[ThemeId]) -> LegalThemeSet {
        let bits = themes.iter().fold(0, |bits, theme| bits | bit(theme.at()));
        LegalThemeSet { bits, themes: themes.to_vec() }
    }

    /// Whether a theme is among them.
    pub(super) fn has(&self, theme: ThemeId) -> bool {
        self.themes.binary_search(&theme).is_ok()
    }

    /// All themes of the set.
    pub(super) fn all(&self) -> &[ThemeId] {
        &self.themes
    }

    /// The themes whose bits are in `sieve`.
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

/// Legal themes by kind class and level, at one depth.
#[derive(Debug)]
pub(super) struct LegalThemes {
    /// Distinct sets.
    sets: Vec<LegalThemeSet>,
    /// Set number by level, for each kind class.
    classes: Vec<Segments>,
}

impl LegalThemes {
    pub(super) fn new(classes: &[KindClass], depth: Option<u32>) -> LegalThemes {
        let mut legal = LegalThemes { sets: vec![LegalThemeSet::default()], classes: Vec::new() };
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
                    legal.sets.push(LegalThemeSet::new(set));
                    legal.sets.len() as u32 - 1
                })
            });
            legal.classes.push(segments);
        }
        legal
    }

    /// The legal themes of a kind class at a level.
    #[inline]
    pub(super) fn at(&self, class: u32, level: u32) -> &LegalThemeSet {
        &self.sets[self.classes[class as usize].at(level) as usize]
    }

    /// The set number of a kind class at a level.
    pub(super) fn number_at(&self, class: u32, level: u32) -> u32 {
        self.classes[class as usize].at(level)
    }

    /// A set of themes by its number.
    pub(super) fn numbered(&self, set: u32) -> &[ThemeId] {
        &self.sets[set as usize].themes
    }

    /// Runs of levels (first, last) of a kind class, with the themes legal there.
    pub(super) fn runs(&self, class: u32) -> impl Iterator<Item = (u32, u32, &[ThemeId])> {
        self.classes[class as usize].runs().map(|(first, last, set)| (first, last, &self.sets[set as usize].themes[..]))
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
                // In the shared last bit two themes look like one named twice; a pre-filter may let too many pass.
                if mention.lines > 1 || at >= LAST_BIT {
                    named_twice[part.affix.at()] |= bit(at);
                }
            }
        }
        let totals = catalog.themes.iter().map(affixboard_model::catalog::Theme::total_weight).collect();
        Themes { totals, mentions, affixes, quirks, named, named_twice }
    }

    /// Records that an affix filled a slot.
    #[inline]
    pub(super) fn note(&self, seen: &mut MentionedThemes, affix: usize) {
        let named = self.named[affix];
        seen.twice |= (seen.once & named) | self.named_twice[affix];
        seen.once |= named;
    }

    /// The theme that an item with the affixes `slots` gets, if any, with one roll for all candidates. `roll` is
    /// uniform below [`CERTAIN`].
    #[inline]
    pub(super) fn choose(
        &self,
        legal: &LegalThemeSet,
        seen: MentionedThemes,
        slots: &[u16],
        roll: u32,
        random: &mut Stream,
    ) -> Option<ThemeId> {
        let (mut sum, mut chosen) = (0, None);
        for theme in legal.sieved(seen.twice) {
            let before = sum;
            sum += self.score(theme, slots);
            // Given that the roll is below the sum of scores, it is uniform below it, so it also chooses the theme.
            if (before..sum).contains(&roll) {
                chosen = Some(theme);
            }
        }
        if sum > CERTAIN { self.among_certain(legal, seen, slots, random.below(sum)) } else { chosen }
    }

    /// Like [`Self::choose`], for a sum of scores above [`CERTAIN`], which needs another roll.
    #[cold]
    fn among_certain(
        &self,
        legal: &LegalThemeSet,
        seen: MentionedThemes,
        slots: &[u16],
        mut roll: u32,
    ) -> Option<ThemeId> {
        legal.sieved(seen.twice).find(|theme| {
            let score = self.score(*theme, slots);
            let is_it = roll < score;
            roll = roll.wrapping_sub(score);
            is_it
        })
    }

    /// The score of an item with these affixes for a theme; `None` with fewer than two matching affixes.
    pub(super) fn score_of(&self, theme: ThemeId, slots: &[u16]) -> Option<ThemeScore> {
        let present = self.present(theme, slots)?;
        let total = u64::from(self.totals[theme.at()]);
        let whole = (u64::from(present) * 8 * u64::from(present)).checked_div(total).unwrap_or(0);
        Some(ThemeScore { present, unwrapped: whole, stored: theme_score(present, total as u32, self.quirks) })
    }

    /// The score of an item with these affixes for a theme; 0 with fewer than two matching affixes.
    fn score(&self, theme: ThemeId, slots: &[u16]) -> u32 {
        self.present(theme, slots).map_or(0, |weight| theme_score(weight, self.totals[theme.at()], self.quirks))
    }

    /// The sum of weights of these affixes for a theme; `None` with fewer than two matching affixes.
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

    /// The number of a theme's lines that name an affix, and their total weight.
    pub(super) fn mention(&self, theme: ThemeId, affix: AffixId) -> (u32, u32) {
        let mention = self.mentions[theme.at() * self.affixes + affix.at()];
        (u32::from(mention.lines), u32::from(mention.weight))
    }
}
