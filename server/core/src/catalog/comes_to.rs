//! Which affixes and themes have lines for an item type.

use super::{AffixId, Allocation, Catalog, Theme};

impl Catalog {
    /// Whether items of a type may get an affix: by a line of its own that covers a kind of the type, has a weight and asks
    /// for one of the first `affix_levels` levels, or as part of a theme that may come to the type. Chances are not looked
    /// at, so that what the rules always undo counts too.
    pub fn affix_comes_to(&self, affix: AffixId, tval: u16, affix_levels: u8) -> bool {
        let is_drawn = |line: &Allocation| line.commonness > 0 && line.affix_level < affix_levels;
        self.affix(affix).allocations.iter().any(|line| is_drawn(line) && self.is_for(line, tval))
            || self.themes.iter().any(|theme| {
                theme.parts.iter().any(|part| part.affix == affix && part.chance > 0) && self.theme_comes_to(theme, tval)
            })
    }

    /// Whether a theme has a line that covers a kind of an item type.
    pub fn theme_comes_to(&self, theme: &Theme, tval: u16) -> bool {
        theme.allocations.iter().any(|line| self.is_for(line, tval))
    }

    /// Whether a line covers a kind of an item type that the files have.
    fn is_for(&self, line: &Allocation, tval: u16) -> bool {
        let covers = |sval| line.covers(tval, sval);
        line.tval == tval
            && line.min <= line.max
            && self.kinds.iter().any(|kind| kind.tval == tval && kind.record.is_some() && covers(kind.sval))
    }
}
