//! Which affixes and themes have lines for an item type, and which affixes compete with the same effects.

use std::collections::BTreeMap;

use super::{AffixId, Allocation, Catalog, EffectSet, Theme};

/// An affix that competes with another of the same effects.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Competitor {
    /// The affix.
    pub affix: AffixId,
    /// Where both may be drawn: by item type the lowest and the highest generation level.
    pub places: BTreeMap<u16, (u32, u32)>,
}

impl Catalog {
    /// Whether items of a type may get an affix: by a line of its own that covers a kind of the type, has a weight and asks
    /// for one of the first `affix_levels` levels, or as part of a theme that may come to the type. Chances are not looked
    /// at, so that what the rules always undo counts too.
    pub fn affix_comes_to(&self, affix: AffixId, tval: u16, affix_levels: u8) -> bool {
        let is_drawn = |line: &Allocation| line.commonness > 0 && line.affix_level < affix_levels;
        self.affix(affix).allocations.iter().any(|line| is_drawn(line) && self.is_for(line, tval))
            || self.themes.iter().any(|theme| {
                theme.parts.iter().any(|part| part.affix == affix && part.chance > 0)
                    && self.theme_comes_to(theme, tval)
            })
    }

    /// Whether a theme has a line that covers a kind of an item type.
    pub fn theme_comes_to(&self, theme: &Theme, tval: u16) -> bool {
        theme.allocations.iter().any(|line| self.is_for(line, tval))
    }

    /// The other affixes that have the same groups of effects and lines for the same kinds and levels. `effects`: of each
    /// affix, in order. None of an affix without effects.
    pub fn competitors(&self, affix: AffixId, effects: &[EffectSet]) -> Vec<Competitor> {
        let Some(own) = effects.get(affix.at()).filter(|own| !own.is_empty()) else { return Vec::new() };
        let is_same = |other: &EffectSet| own.iter().map(|effect| effect.0).eq(other.iter().map(|effect| effect.0));
        let ids = (0..self.affixes.len() as u32).map(AffixId);
        let others = ids.filter(|id| *id != affix && effects.get(id.at()).is_some_and(is_same));
        let competitor = |other: AffixId| {
            let mut places: BTreeMap<u16, (u32, u32)> = BTreeMap::new();
            for line in &self.affix(affix).allocations {
                for (tval, min, max) in
                    self.affix(other).allocations.iter().filter_map(|other| self.overlap(line, other))
                {
                    let place = places.entry(tval).or_insert((min, max));
                    *place = (place.0.min(min), place.1.max(max));
                }
            }
            Competitor { affix: other, places }
        };
        others.map(competitor).filter(|competitor| !competitor.places.is_empty()).collect()
    }

    /// Item type and levels at which two lines both draw for a kind that the files have.
    fn overlap(&self, one: &Allocation, other: &Allocation) -> Option<(u16, u32, u32)> {
        let (min, max) = (one.min.max(other.min), one.max.min(other.max));
        let is_both = |kind: &super::Kind| one.covers(kind.tval, kind.sval) && other.covers(kind.tval, kind.sval);
        let is_drawn = one.commonness > 0 && other.commonness > 0 && min <= max;
        let has_kind = || self.kinds.iter().any(|kind| kind.record.is_some() && is_both(kind));
        (is_drawn && one.tval == other.tval && has_kind()).then_some((one.tval, min, max))
    }

    /// Whether a line covers a kind of an item type that the files have.
    fn is_for(&self, line: &Allocation, tval: u16) -> bool {
        let covers = |sval| line.covers(tval, sval);
        line.tval == tval
            && line.min <= line.max
            && self.kinds.iter().any(|kind| kind.tval == tval && kind.record.is_some() && covers(kind.sval))
    }
}
