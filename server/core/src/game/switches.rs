//! Rule switches: the points where a program departs from what its authors wrote.
//!
//! As coded is what players get, and the default; as documented is what the team meant. Each such point of a game is a
//! [`Switch`] with an id; [`Switches`] says which of them are thrown.

use std::fmt;

use super::Game;
use crate::catalog::{AffixId, ArtifactId, KindId, ThemeId};

/// A point where a program departs from what its authors wrote.
#[derive(Debug, PartialEq, Eq)]
pub struct Switch {
    /// Its name in commands, URLs and the database: lower case and hyphens.
    pub id: &'static str,
    /// Its subject, in a few words.
    pub title: &'static str,
    /// The program's behaviour.
    pub coded: &'static str,
    /// The documented behaviour.
    pub documented: &'static str,
    /// Source of both: the program's routine, and the text that documents otherwise.
    pub source: &'static str,
}

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
        Switches(game.switches().iter().map(|switch| switch.id.to_owned()).collect())
    }

    /// Only this point as documented.
    pub fn only(switch: &Switch) -> Switches {
        Switches(vec![switch.id.to_owned()])
    }

    /// The switches of a game with these ids, in whatever order and number; `all` stands for all.
    ///
    /// # Errors
    /// [`UnknownSwitch`] if the game has no such switch; the message lists those it has.
    pub fn parse<'a>(game: &Game, ids: impl IntoIterator<Item = &'a str>) -> Result<Switches, UnknownSwitch> {
        let ids: Vec<&str> = ids.into_iter().map(str::trim).filter(|id| !id.is_empty()).collect();
        let known = game.switches();
        if let Some(other) = ids.iter().find(|id| **id != ALL && !known.iter().any(|switch| switch.id == **id)) {
            let known = known.iter().map(|switch| switch.id).collect();
            return Err(UnknownSwitch { found: other.chars().take(40).collect(), game: game.id(), known });
        }
        let thrown = known.iter().filter(|switch| ids.iter().any(|id| *id == ALL || *id == switch.id));
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

    /// `as coded`, `as documented`, or which points are as documented.
    pub fn describe(&self, game: &Game) -> String {
        match self.0.len() {
            0 => "as coded".to_owned(),
            n if n == game.switches().len() => "as documented".to_owned(),
            _ => format!("as coded but {} as documented", self.0.join(", ")),
        }
    }
}

/// A switch was named that a game doesn't have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownSwitch {
    /// The unknown id, cut to 40 characters.
    pub found: String,
    /// The game.
    pub game: &'static str,
    /// The switches it has.
    pub known: Vec<&'static str>,
}

impl fmt::Display for UnknownSwitch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let UnknownSwitch { found, game, known } = self;
        write!(f, "rule switches of {game}: found `{found}`; expected `{ALL}` or some of {}", known.join(", "))
    }
}

impl std::error::Error for UnknownSwitch {}

/// An entry of an edition that a switch changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Touched {
    /// The entry, by type and id.
    pub what: Subject,
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
pub enum Subject {
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
