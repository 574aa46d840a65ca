//! Rolls of item properties: those of the kind, and changes by affixes and themes (RULES 2.3, 2.6, 2.5.8).

use super::{
    super::{AffixSpec, Quirks, model::AffixModel},
    power::calculator,
    worth::Prices,
};
use affixboard_kin::power::PowerCalculator;
use affixboard_model::{
    catalog::{Theme, ThemeId},
    engine::{
        flags::{self, FlagSet},
        item::{AffixEffect, CleanUpRules, Item, KindEffect, PropertyStreams, RollTables},
        random::Stream,
    },
};

/// Item type and sval of rings of Speed.
const RING_OF_SPEED: (u16, u16) = (45, 5);

/// The data for rolling properties.
#[derive(Debug)]
pub(super) struct PropertyRoller {
    kinds: Vec<KindEffect>,
    affixes: Vec<AffixEffect>,
    /// Lines by theme.
    themes: Vec<Vec<ThemeLine>>,
    /// Maximum number of pvals of an item.
    pval_capacity: usize,
    bonuses: RollTables,
    clean_up: CleanUpRules,
    pub(super) power: PowerCalculator,
    pub(super) prices: Prices,
    speed: FlagSet,
}

/// A line of a theme with a chance above 0.
#[derive(Debug)]
struct ThemeLine {
    affix: u16,
    /// Chance that it is applied, in per cent.
    chance: u32,
    /// Whether it is the first line that names this affix: it is skipped for items that have the affix.
    is_first_mention: bool,
}

fn theme_lines(theme: &Theme) -> Vec<ThemeLine> {
    let parts = &theme.parts;
    let lines = parts.iter().enumerate().map(|(at, part)| ThemeLine {
        affix: part.affix.0 as u16,
        chance: part.chance,
        is_first_mention: at == 0 || parts[at - 1].affix != part.affix,
    });
    // A line with chance 0 only counts for the theme's score.
    lines.filter(|line| line.chance > 0).collect()
}

/// An item's properties and their random streams.
#[derive(Debug, Clone)]
pub(super) struct RolledItem {
    pub(super) item: Item,
    pub(super) luck: PropertyStreams,
}

impl PropertyRoller {
    pub(super) fn new<G>(model: &AffixModel<G>) -> PropertyRoller {
        let kinds: Vec<KindEffect> = model.kinds.iter().map(|kind| kind.effect.clone()).collect();
        let affixes = model.affixes.clone();
        let of_kinds = kinds.iter().flat_map(|kind| kind.bonus.iter().chain(kind.pvals.iter().map(|line| &line.value)));
        let of_affixes =
            affixes.iter().flat_map(|affix| affix.bonus.iter().chain(affix.pvals.iter().map(|line| &line.value)));
        let bonuses = RollTables::new(of_kinds.chain(of_affixes));
        PropertyRoller {
            kinds,
            affixes,
            themes: model.catalog.themes.iter().map(theme_lines).collect(),
            pval_capacity: model.spec.limits.pvals,
            bonuses,
            clean_up: clean_up(model.spec, model.quirks),
            power: calculator(model.spec),
            prices: Prices::new(model),
            speed: flags::named(model.spec.flags, "SPEED"),
        }
    }

    /// Prepares an item of a kind at a level; `origin` is the cell's stream before the item.
    pub(super) fn prepare(&self, kind: usize, level: u32, origin: &Stream) -> RolledItem {
        let mut luck = PropertyStreams::forked(origin);
        let item = Item::prepare(&self.kinds[kind], self.pval_capacity, level, &self.bonuses, &mut luck);
        RolledItem { item, luck }
    }

    /// Applies an affix.
    pub(super) fn apply(&self, rolled: &mut RolledItem, affix: usize, level: u32) {
        rolled.item.apply(&self.affixes[affix], level, &self.clean_up, &self.bonuses, &mut rolled.luck);
    }

    /// Applies a theme to an item that has these affixes.
    pub(super) fn apply_theme(&self, rolled: &mut RolledItem, theme: ThemeId, slots: &[u16], level: u32) {
        for (affix, chance) in self.applying(theme, slots) {
            if is_applied(chance, &mut rolled.luck.bonuses) {
                self.apply(rolled, usize::from(affix), level);
            }
        }
    }

    /// Rings of Speed get +1 with probability 1/2, +2 with 1/4 and so on (RULES 2.4.5). It comes last and doesn't
    /// affect roll-backs.
    pub(super) fn supercharge(&self, rolled: &mut RolledItem) {
        if (rolled.item.tval, rolled.item.sval) == RING_OF_SPEED {
            while rolled.luck.others.one_in(2) {
                rolled.item.raise(self.speed);
            }
        }
    }

    /// To-hit and to-dam of an item that gets a theme: the same values as from [`Self::prepare`], [`Self::apply`] and
    /// [`Self::apply_theme`], but without rolling anything else. (Not to-ac, because ammunition has none.)
    pub(super) fn combat_bonuses(
        &self,
        (kind, level): (usize, u32),
        origin: &Stream,
        affixes: impl Iterator<Item = (u16, u32)>,
        (applying, theme_level): (impl Iterator<Item = (u16, u32)>, u32),
    ) -> [i32; 2] {
        let random = &mut PropertyStreams::forked(origin).bonuses;
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

    /// The (affix, chance in per cent) that a theme may apply to an item with the affixes `slots`: affixes it lacks,
    /// and second mentions of any affix. Chances are above 0.
    pub(super) fn applying(&self, theme: ThemeId, slots: &[u16]) -> impl Iterator<Item = (u16, u32)> {
        let lines = self.themes[theme.at()].iter();
        lines
            .filter(move |line| !(line.is_first_mention && slots.contains(&line.affix)))
            .map(|line| (line.affix, line.chance))
    }
}

/// Rolls whether a line of a theme is applied. Uses the stream of bonuses, because these depend on it.
fn is_applied(chance: u32, random: &mut Stream) -> bool {
    chance >= 100 || random.below(100) < chance
}

fn clean_up(spec: &AffixSpec, quirks: Quirks) -> CleanUpRules {
    let named = |name: &str| flags::named(spec.flags, name);
    let elements = spec.elements.iter().map(|(resist, others)| {
        let (immune, vulnerable) = others.map_or((0, 0), |(immune, vulnerable)| (named(immune), named(vulnerable)));
        [named(resist), immune, vulnerable]
    });
    let elements: Vec<_> = elements.filter(|element| element[1] | element[2] != 0).collect();
    CleanUpRules {
        slays: spec.weaker_slays.iter().map(|(weaker, stronger)| (named(weaker), named(stronger))).collect(),
        contested: elements.iter().fold(0, |set, element| set | element[1] | element[2]),
        elements,
        ammunition_keeps: flags::all(spec.flags, |flag| spec.ammunition_keeps.contains(&flag.kind)),
        ammunition_loses_pvals: spec.ammunition_loses_pvals,
        dice_wrap: quirks.dice_wrap,
    }
}
