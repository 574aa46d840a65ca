//! Rolling the properties of items: what kinds bring, what affixes and themes change (2.3, 2.6, 2.5.8).

use super::{
    super::{Quirks, Spec, model::AffixModel},
    power::Power,
};
use crate::{
    catalog::{Theme, ThemeId},
    engine::{
        flags::{self, FlagSet},
        item::{AffixEffect, Bonuses, CleanUp, Item, KindEffect, Luck},
        random::Stream,
    },
};

/// Item type and sval of rings of Speed.
const RING_OF_SPEED: (u16, u16) = (45, 5);

/// What the rules need to roll properties.
#[derive(Debug)]
pub(super) struct Properties {
    kinds: Vec<KindEffect>,
    affixes: Vec<AffixEffect>,
    /// By theme.
    themes: Vec<Vec<ThemeLine>>,
    /// Pvals an item has room for.
    room: usize,
    bonuses: Bonuses,
    clean_up: CleanUp,
    pub(super) power: Power,
    speed: FlagSet,
}

/// A line of a theme that can come with it.
#[derive(Debug)]
struct ThemeLine {
    affix: u16,
    /// How likely it comes, in per cent.
    chance: u32,
    /// The first line that names this affix: it does nothing to an item that has the affix.
    is_first_mention: bool,
}

fn theme_lines(theme: &Theme) -> Vec<ThemeLine> {
    let parts = &theme.parts;
    let lines = parts.iter().enumerate().map(|(at, part)| ThemeLine {
        affix: part.affix.0 as u16,
        chance: part.chance,
        is_first_mention: at == 0 || parts[at - 1].affix != part.affix,
    });
    // A line without a chance only helps to bring the theme about.
    lines.filter(|line| line.chance > 0).collect()
}

/// An item's properties with what they are rolled with.
#[derive(Debug, Clone)]
pub(super) struct Rolled {
    pub(super) item: Item,
    pub(super) luck: Luck,
}

impl Properties {
    pub(super) fn new<G>(model: &AffixModel<G>) -> Properties {
        let kinds: Vec<KindEffect> = model.kinds.iter().map(|kind| kind.effect.clone()).collect();
        let affixes = model.affixes.clone();
        let of_kinds = kinds.iter().flat_map(|kind| kind.bonus.iter().chain(kind.pvals.iter().map(|line| &line.value)));
        let of_affixes =
            affixes.iter().flat_map(|affix| affix.bonus.iter().chain(affix.pvals.iter().map(|line| &line.value)));
        let bonuses = Bonuses::new(of_kinds.chain(of_affixes));
        Properties {
            kinds,
            affixes,
            themes: model.catalog.themes.iter().map(theme_lines).collect(),
            room: model.spec.limits.pvals,
            bonuses,
            clean_up: clean_up(model.spec, model.quirks),
            power: Power::new(model.spec),
            speed: flags::named(model.spec.flags, "SPEED"),
        }
    }

    /// An item of a kind, prepared at a level where the cell's stream stands so.
    pub(super) fn prepare(&self, kind: usize, level: u32, origin: &Stream) -> Rolled {
        let mut luck = Luck::of(origin);
        let item = Item::prepare(&self.kinds[kind], self.room, level, &self.bonuses, &mut luck);
        Rolled { item, luck }
    }

    /// Applies an affix.
    pub(super) fn apply(&self, rolled: &mut Rolled, affix: usize, level: u32) {
        rolled.item.apply(&self.affixes[affix], level, &self.clean_up, &self.bonuses, &mut rolled.luck);
    }

    /// Applies a theme to an item that has these affixes.
    pub(super) fn apply_theme(&self, rolled: &mut Rolled, theme: ThemeId, slots: &[u16], level: u32) {
        for (affix, chance) in self.applying(theme, slots) {
            if is_applied(chance, &mut rolled.luck.bonuses) {
                self.apply(rolled, usize::from(affix), level);
            }
        }
    }

    /// Rings of Speed are faster by one half of the time, by two a quarter … (2.4.5). Comes last, and is not looked at by
    /// the power that undoes steps.
    pub(super) fn supercharge(&self, rolled: &mut Rolled) {
        if (rolled.item.tval, rolled.item.sval) == RING_OF_SPEED {
            while rolled.luck.others.one_in(2) {
                rolled.item.raise(self.speed);
            }
        }
    }

    /// To-hit and to-dam of an item that has had all its properties from the start, and now gets a theme: the same that
    /// [`Self::prepare`], [`Self::apply`] and [`Self::apply_theme`] come to, which roll all else too. (To-ac is not the
    /// same, for ammunition has none.)
    pub(super) fn combat_bonuses(
        &self,
        (kind, level): (usize, u32),
        origin: &Stream,
        affixes: impl Iterator<Item = (u16, u32)>,
        (applying, theme_level): (impl Iterator<Item = (u16, u32)>, u32),
    ) -> [i32; 2] {
        let random = &mut Luck::of(origin).bonuses;
        let mut bonus = self.kinds[kind].bonuses(level, &self.bonuses, random);
        for (affix, level) in affixes {
            self.affixes[usize::from(affix)].add_bonuses(&mut bonus, level, &self.bonuses, random);
        }
        for (affix, chance) in applying {
            if is_applied(chance, random) {
                self.affixes[usize::from(affix)].add_bonuses(&mut bonus, theme_level, &self.bonuses, random);
            }
        }
        [bonus[0], bonus[1]]
    }

    /// What a theme can apply to an item that has these affixes: those it lacks, and further mentions of one in any case.
    /// Each with its chance in per cent, which is never 0.
    pub(super) fn applying(&self, theme: ThemeId, slots: &[u16]) -> impl Iterator<Item = (u16, u32)> {
        let lines = self.themes[theme.at()].iter();
        lines
            .filter(move |line| !(line.is_first_mention && slots.contains(&line.affix)))
            .map(|line| (line.affix, line.chance))
    }
}

/// Whether a line of a theme comes with it. Rolled with the bonuses, which depend on it.
fn is_applied(chance: u32, random: &mut Stream) -> bool {
    chance >= 100 || random.below(100) < chance
}

fn clean_up(spec: &Spec, quirks: Quirks) -> CleanUp {
    let named = |name: &str| flags::named(spec.flags, name);
    let elements = spec.elements.iter().map(|(resist, others)| {
        let (immune, vulnerable) = others.map_or((0, 0), |(immune, vulnerable)| (named(immune), named(vulnerable)));
        [named(resist), immune, vulnerable]
    });
    let elements: Vec<_> = elements.filter(|element| element[1] | element[2] != 0).collect();
    CleanUp {
        slays: spec.weaker_slays.iter().map(|(weaker, stronger)| (named(weaker), named(stronger))).collect(),
        contested: elements.iter().fold(0, |set, element| set | element[1] | element[2]),
        elements,
        ammunition_keeps: flags::all(spec.flags, |flag| spec.ammunition_keeps.contains(&flag.kind)),
        ammunition_loses_pvals: spec.ammunition_loses_pvals,
        dice_wrap: quirks.dice_wrap,
    }
}
