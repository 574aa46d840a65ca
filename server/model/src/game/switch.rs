//! One point where a program departs from what its authors wrote, and the named sets of such points.

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
    /// What of the code shows the first, a short sentence: why the point is not thrown as coded.
    pub code: &'static str,
    /// Where the second is written, a short sentence: why the point is thrown as documented.
    pub written: &'static str,
}

/// A set of switches with a name, which pages and commands offer as one reading of the rules.
#[derive(Debug, PartialEq, Eq)]
pub struct Preset {
    /// Its name in commands and URLs: lower case and hyphens.
    pub id: &'static str,
    /// Its name for people, such as `as coded`.
    pub title: &'static str,
    /// What numbers by it are, in one sentence.
    pub meaning: &'static str,
    /// Which reading it takes at each switch.
    pub stances: Stances,
}

/// The points that a preset takes as documented.
#[derive(Debug, PartialEq, Eq)]
pub enum Stances {
    /// None.
    Coded,
    /// All.
    Documented,
    /// Each as it says, by id of the switch. A test holds that a game's presets have one of each of its switches.
    Each(&'static [(&'static str, Stance)]),
}

/// What a preset makes of a switch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stance {
    /// Whether it throws the switch: the point is as documented.
    pub is_thrown: bool,
    /// Why, in a short sentence.
    pub why: &'static str,
}

impl Preset {
    /// All as the program does it.
    pub const CODED: Preset = Preset {
        id: "coded",
        title: "as coded",
        meaning: "What the program does, and so what players get.",
        stances: Stances::Coded,
    };

    /// All as its authors wrote it.
    pub const DOCUMENTED: Preset = Preset {
        id: "documented",
        title: "as documented",
        meaning: "What its authors wrote or meant, at every point that is known.",
        stances: Stances::Documented,
    };

    /// Whether it throws a switch of its game, and why.
    pub fn stance(&self, switch: &Switch) -> Stance {
        let coded = Stance { is_thrown: false, why: switch.code };
        match self.stances {
            Stances::Coded => coded,
            Stances::Documented => Stance { is_thrown: true, why: switch.written },
            Stances::Each(each) => each.iter().find(|(id, _)| *id == switch.id).map_or(coded, |(_, stance)| *stance),
        }
    }
}
