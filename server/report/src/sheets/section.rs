//! Sections of sheets of counts and chances.

use affixboard_model::{batch::Metric, game::Words};

use crate::wording::capitalised;

/// A section of a sheet: the metric that its rows count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SheetSection {
    /// Items that carry an affix.
    Affixes,
    /// Items with a theme.
    Themes,
    /// Items that are an artifact.
    Artifacts,
    /// Items by number of affixes.
    AffixCounts,
    /// Items by what magic made of them.
    Magic,
    /// Devices by what they do.
    Devices,
    /// Cursed items that are neither random artifacts nor rings, by what they are besides.
    CursedItems,
    /// Items by kind.
    Kinds,
    /// Items by to-hit, or what the game has in its place.
    ToHit,
    /// Items by to-dam, or what the game has in its place.
    ToDam,
    /// Items by to-ac.
    ToAc,
    /// Items by base armour class.
    Armour,
    /// Items by dice.
    Dice,
    /// Items by dice of protection.
    Protection,
    /// Items by weight.
    Weight,
    /// Items by each flag's pval.
    Pvals,
    /// Items by each modifier's value.
    Modifiers,
    /// Items by resistance or vulnerability.
    Resistances,
    /// Items by flag.
    Flags,
    /// Items by curse.
    Curses,
    /// Items by number of curses.
    CurseCounts,
    /// Items by size of the pile.
    Number,
    /// Items by power.
    Power,
    /// Egos by random power.
    Extra,
    /// Cursed items.
    Cursed,
    /// Worthless items.
    Broken,
}

impl SheetSection {
    /// Identity of drops: the sections of every sheet, in the usual order.
    pub const ALL: [SheetSection; 8] = [
        SheetSection::Affixes,
        SheetSection::Themes,
        SheetSection::Artifacts,
        SheetSection::AffixCounts,
        SheetSection::Magic,
        SheetSection::Devices,
        SheetSection::CursedItems,
        SheetSection::Kinds,
    ];

    /// Values of drops, counted with [`affixboard_model::batch::Detail::Full`] only. No game has all of them.
    pub const VALUES: [SheetSection; 18] = [
        SheetSection::ToHit,
        SheetSection::ToDam,
        SheetSection::ToAc,
        SheetSection::Armour,
        SheetSection::Dice,
        SheetSection::Protection,
        SheetSection::Weight,
        SheetSection::Pvals,
        SheetSection::Modifiers,
        SheetSection::Resistances,
        SheetSection::Flags,
        SheetSection::Curses,
        SheetSection::CurseCounts,
        SheetSection::Power,
        SheetSection::Extra,
        SheetSection::Number,
        SheetSection::Cursed,
        SheetSection::Broken,
    ];

    /// The word in URLs.
    pub fn id(self) -> &'static str {
        match self {
            SheetSection::Affixes => "affixes",
            SheetSection::Themes => "themes",
            SheetSection::Artifacts => "artifacts",
            SheetSection::AffixCounts => "naffixes",
            SheetSection::Kinds => "kinds",
            SheetSection::Pvals => "pvals",
            SheetSection::Flags => "flags",
            _ => self.metric().0,
        }
    }

    /// The metric of the section's rows.
    pub fn metric(self) -> Metric {
        match self {
            SheetSection::Affixes => Metric::AFFIX,
            SheetSection::Themes => Metric::THEME,
            SheetSection::Artifacts => Metric::ARTIFACT,
            SheetSection::AffixCounts => Metric::NAFFIXES,
            SheetSection::Magic => Metric::MAGIC,
            SheetSection::Devices => Metric::DEVICE,
            SheetSection::CursedItems => Metric::CURSED_ITEMS,
            SheetSection::Kinds => Metric::KIND,
            SheetSection::ToHit => Metric::TO_HIT,
            SheetSection::ToDam => Metric::TO_DAM,
            SheetSection::ToAc => Metric::TO_AC,
            SheetSection::Armour => Metric::AC,
            SheetSection::Dice => Metric::DICE,
            SheetSection::Protection => Metric::PROTECTION,
            SheetSection::Weight => Metric::WEIGHT,
            SheetSection::Pvals => Metric::PVAL,
            SheetSection::Modifiers => Metric::MODIFIER,
            SheetSection::Resistances => Metric::RESISTANCE,
            SheetSection::Flags => Metric::FLAG,
            SheetSection::Curses => Metric::CURSE,
            SheetSection::CurseCounts => Metric::CURSES,
            SheetSection::Number => Metric::NUMBER,
            SheetSection::Power => Metric::POWER,
            SheetSection::Extra => Metric::EGO_EXTRA,
            SheetSection::Cursed => Metric::CURSED,
            SheetSection::Broken => Metric::BROKEN,
        }
    }

    /// Its name, in the game's words.
    pub fn title(self, words: &Words) -> String {
        match self {
            SheetSection::Affixes => words.affixes.to_owned(),
            SheetSection::Themes => "themes".to_owned(),
            SheetSection::Artifacts => "artifacts".to_owned(),
            SheetSection::AffixCounts => format!("number of {}", words.affixes),
            SheetSection::Magic => "magic".to_owned(),
            SheetSection::Devices => "effects of devices".to_owned(),
            SheetSection::CursedItems => "cursed items, random artifacts and rings aside".to_owned(),
            SheetSection::Kinds => "kinds".to_owned(),
            SheetSection::ToHit => words.bonuses[0].to_owned(),
            SheetSection::ToDam => words.bonuses[1].to_owned(),
            SheetSection::ToAc => words.bonuses[2].to_owned(),
            SheetSection::Armour => "base armour class".to_owned(),
            SheetSection::Dice => "dice".to_owned(),
            SheetSection::Protection => "protection".to_owned(),
            SheetSection::Weight => "weight, in tenths of a pound".to_owned(),
            SheetSection::Pvals => "pvals".to_owned(),
            SheetSection::Modifiers => "modifiers".to_owned(),
            SheetSection::Resistances => "resistances".to_owned(),
            SheetSection::Flags => "flags".to_owned(),
            SheetSection::Curses => "curses".to_owned(),
            SheetSection::CurseCounts => "number of curses".to_owned(),
            SheetSection::Number => "size of the pile".to_owned(),
            SheetSection::Power => "power".to_owned(),
            SheetSection::Extra => "random powers".to_owned(),
            SheetSection::Cursed => "cursed".to_owned(),
            SheetSection::Broken => "worthless".to_owned(),
        }
    }

    /// Its heading in a sheet.
    pub(super) fn heading(self, words: &Words) -> String {
        capitalised(&self.title(words))
    }
}
