//! The subjects that a sheet of counts can have a section for.

use affixboard_core::{batch::Metric, game::Words};

use crate::wording::capitalised;

/// A section of a sheet of counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Subject {
    /// Items that carry an affix.
    Affixes,
    /// Items with a theme.
    Themes,
    /// Items that are an artifact.
    Artifacts,
    /// Items by how many affixes they carry.
    AffixCounts,
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
    /// Items by how many curses they have.
    CurseCounts,
    /// Items by how many lie in the pile.
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

impl Subject {
    /// The subjects that count drops, in the usual order.
    pub const ALL: [Subject; 5] =
        [Subject::Affixes, Subject::Themes, Subject::Artifacts, Subject::AffixCounts, Subject::Kinds];

    /// Their values, counted with [`affixboard_core::batch::Detail::Full`] only. No game has all of them.
    pub const VALUES: [Subject; 17] = [
        Subject::ToHit,
        Subject::ToDam,
        Subject::ToAc,
        Subject::Armour,
        Subject::Dice,
        Subject::Weight,
        Subject::Pvals,
        Subject::Modifiers,
        Subject::Resistances,
        Subject::Flags,
        Subject::Curses,
        Subject::CurseCounts,
        Subject::Power,
        Subject::Extra,
        Subject::Number,
        Subject::Cursed,
        Subject::Broken,
    ];

    /// The word in URLs.
    pub fn id(self) -> &'static str {
        match self {
            Subject::Affixes => "affixes",
            Subject::Themes => "themes",
            Subject::Artifacts => "artifacts",
            Subject::AffixCounts => "naffixes",
            Subject::Kinds => "kinds",
            Subject::Pvals => "pvals",
            Subject::Flags => "flags",
            _ => self.metric().0,
        }
    }

    /// The metric whose counts the sheet shows.
    pub fn metric(self) -> Metric {
        match self {
            Subject::Affixes => Metric::AFFIX,
            Subject::Themes => Metric::THEME,
            Subject::Artifacts => Metric::ARTIFACT,
            Subject::AffixCounts => Metric::NAFFIXES,
            Subject::Kinds => Metric::KIND,
            Subject::ToHit => Metric::TO_HIT,
            Subject::ToDam => Metric::TO_DAM,
            Subject::ToAc => Metric::TO_AC,
            Subject::Armour => Metric::AC,
            Subject::Dice => Metric::DICE,
            Subject::Weight => Metric::WEIGHT,
            Subject::Pvals => Metric::PVAL,
            Subject::Modifiers => Metric::MODIFIER,
            Subject::Resistances => Metric::RESISTANCE,
            Subject::Flags => Metric::FLAG,
            Subject::Curses => Metric::CURSE,
            Subject::CurseCounts => Metric::CURSES,
            Subject::Number => Metric::NUMBER,
            Subject::Power => Metric::POWER,
            Subject::Extra => Metric::EGO_EXTRA,
            Subject::Cursed => Metric::CURSED,
            Subject::Broken => Metric::BROKEN,
        }
    }

    /// The title, in the game's words.
    pub fn title(self, words: &Words) -> String {
        match self {
            Subject::Affixes => words.affixes.to_owned(),
            Subject::Themes => "themes".to_owned(),
            Subject::Artifacts => "artifacts".to_owned(),
            Subject::AffixCounts => format!("number of {}", words.affixes),
            Subject::Kinds => "kinds".to_owned(),
            Subject::ToHit => words.bonuses[0].to_owned(),
            Subject::ToDam => words.bonuses[1].to_owned(),
            Subject::ToAc => words.bonuses[2].to_owned(),
            Subject::Armour => "base armour class".to_owned(),
            Subject::Dice => "dice".to_owned(),
            Subject::Weight => "weight, in tenths of a pound".to_owned(),
            Subject::Pvals => "pvals".to_owned(),
            Subject::Modifiers => "modifiers".to_owned(),
            Subject::Resistances => "resistances".to_owned(),
            Subject::Flags => "flags".to_owned(),
            Subject::Curses => "curses".to_owned(),
            Subject::CurseCounts => "number of curses".to_owned(),
            Subject::Number => "size of the pile".to_owned(),
            Subject::Power => "power".to_owned(),
            Subject::Extra => "random powers".to_owned(),
            Subject::Cursed => "cursed".to_owned(),
            Subject::Broken => "worthless".to_owned(),
        }
    }

    /// Its heading in a sheet.
    pub(super) fn heading(self, words: &Words) -> String {
        capitalised(&self.title(words))
    }
}
