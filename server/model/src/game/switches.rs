//! Rule switches: the points where a program departs from what its authors wrote.
//!
//! As coded is what players get, and the default; as documented is what the team meant. Each such point of a game is a
//! [`Switch`] with an id; [`Switches`] says which of them are thrown. A [`Preset`] is a set of them with a name.

use std::fmt;

use super::{Game, Preset, Switch};
use crate::catalog::{AffixId, ArtifactId, KindId, ThemeId};

/// The set of points that are as documented; all others are as coded.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Switches(Vec<String>);

/// The word that stands for all of a game's switches.
const ALL: &str = "all";

impl Switches {
    /// No point as documented: all as the program does it.
    pub fn coded() -> Switches {
        Switches::default()
    }

    /// All points as documented.
    pub fn documented(game: &Game) -> Switches {
        Switches::of(game, &Preset::DOCUMENTED)
    }

    /// The points of a game that a preset takes as documented.
    pub fn of(game: &Game, preset: &Preset) -> Switches {
        let thrown = game.switches().iter().filter(|switch| preset.stance(switch).is_thrown);
        Switches(thrown.map(|switch| switch.id.to_owned()).collect())
    }

    /// Only this point as documented.
    pub fn only(switch: &Switch) -> Switches {
        Switches(vec![switch.id.to_owned()])
    }

    /// The switches of a game with these ids, in whatever order and number; `all` stands for all, and the id of a preset
    /// that the game has of its own for those it throws.
    ///
    /// # Errors
    /// [`UnknownSwitch`] if the game has no such switch or preset; the message lists those it has.
    pub fn parse<'a>(game: &Game, ids: impl IntoIterator<Item = &'a str>) -> Result<Switches, UnknownSwitch> {
        let mut named = Vec::new();
        for id in ids.into_iter().map(str::trim).filter(|id| !id.is_empty()) {
            if id == ALL {
                named.extend(Switches::documented(game).0);
            } else if let Some(preset) = game.own_presets().iter().find(|preset| preset.id == id) {
                named.extend(Switches::of(game, preset).0);
            } else if game.switches().iter().any(|switch| switch.id == id) {
                named.push(id.to_owned());
            } else {
                return Err(UnknownSwitch {
                    found: id.chars().take(40).collect(),
                    game: game.id(),
                    sets: std::iter::once(ALL).chain(game.own_presets().iter().map(|preset| preset.id)).collect(),
                    known: game.switches().iter().map(|switch| switch.id).collect(),
                });
            }
        }
        let thrown = game.switches().iter().filter(|switch| named.iter().any(|id| id == switch.id));
        Ok(Switches(thrown.map(|switch| switch.id.to_owned()).collect()))
    }

    /// Switches as they were kept. Ids that a game doesn't have change nothing: a game that drops a switch counts up
    /// its rules version.
    pub fn kept(ids: Vec<String>) -> Switches {
        Switches(ids)
    }

    /// Whether that point is as documented.
    pub fn has(&self, switch: &Switch) -> bool {
        self.0.iter().any(|id| id == switch.id)
    }

    /// Whether everything is as the program does it.
    pub fn is_coded(&self) -> bool {
        self.0.is_empty()
    }

    /// The ids of the points that are as documented, in the game's order.
    pub fn ids(&self) -> &[String] {
        &self.0
    }

    /// The game's preset that throws just these; `None` where none does.
    pub fn preset(&self, game: &Game) -> Option<&'static Preset> {
        game.presets().find(|preset| *self == Switches::of(game, preset))
    }

    /// The title of the preset, such as `as coded`, or which points are as documented.
    pub fn describe(&self, game: &Game) -> String {
        match self.preset(game) {
            Some(preset) => preset.title.to_owned(),
            None => format!("as coded but {} as documented", self.0.join(", ")),
        }
    }
}

/// A switch or preset was named that a game doesn't have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownSwitch {
    /// The unknown id, cut to 40 characters.
    pub found: String,
    /// The game.
    pub game: &'static str,
    /// The words for several at once.
    pub sets: Vec<&'static str>,
    /// The switches it has.
    pub known: Vec<&'static str>,
}

impl fmt::Display for UnknownSwitch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let UnknownSwitch { found, game, sets, known } = self;
        let sets: Vec<_> = sets.iter().map(|set| format!("`{set}`")).collect();
        let (sets, known) = (sets.join(", "), known.join(", "));
        write!(f, "rule switches of {game}: found `{found}`; expected {sets} or some of {known}")
    }
}

impl std::error::Error for UnknownSwitch {}

/// An entry of an edition that a switch changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Touched {
    /// The entry, by type and id.
    pub what: SwitchedEntry,
    /// Its name.
    pub name: String,
    /// The file's serial number.
    pub index: u32,
    /// The entry's value as coded.
    pub coded: String,
    /// The entry's value as documented.
    pub documented: String,
}

/// Type and id of a [`Touched`] entry. Ids are those of the catalog read as coded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SwitchedEntry {
    /// A kind.
    Kind(KindId),
    /// An affix.
    Affix(AffixId),
    /// A theme.
    Theme(ThemeId),
    /// An artifact.
    Artifact(ArtifactId),
    /// A record that doesn't exist as coded; the word for its type.
    Lost(&'static str),
}
