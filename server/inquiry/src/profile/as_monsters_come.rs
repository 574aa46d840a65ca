//! A profile made of the monsters of a game's files: what so many monsters at each depth leave, in the mean.
//!
//! Of *N* monsters at each depth *D* from *A* to *B*, the drops of creation level *l* and quality *q* are
//!
//! ```text
//! n(l, q) = Σ_D N · Σ_races P(race at D) · E(objects of the race)      over races whose objects at D are of l and q
//! ```
//!
//! P and E are computed in double precision, n is rounded to thousandths.

use std::{collections::BTreeMap, error, fmt};

use super::{Drops, Profile, QUALITIES};
use affixboard_model::game::{MeanDrops, MonsterDrops};

/// How many monsters a dive meets, and where.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MonsterDive {
    monsters: u32,
    first: u32,
    last: u32,
}

/// Why there is no profile.
#[derive(Debug, Clone, PartialEq)]
pub enum NoMonsterProfile {
    /// No monsters at each depth, or more than [`MonsterDive::MAX_MONSTERS`].
    Monsters(u32),
    /// Depths beyond [`Profile::MAX_DEPTH`], or the last before the first.
    Depths(u32, u32),
    /// More drops of one level and quality than a profile can say: level, position in [`QUALITIES`], number.
    TooMany(u32, u8, f64),
    /// No monster comes at these depths that leaves anything.
    Nothing,
}

impl fmt::Display for NoMonsterProfile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoMonsterProfile::Monsters(found) => {
                write!(f, "found {found} monsters at each depth; expected 1 to {}", MonsterDive::MAX_MONSTERS)
            }
            NoMonsterProfile::Depths(first, last) => {
                write!(f, "found depths {first} to {last}; expected depths that rise, from 0 to {}", Profile::MAX_DEPTH)
            }
            NoMonsterProfile::TooMany(level, quality, drops) => write!(
                f,
                "found {drops:.0} {} drops of level {level}; expected {} at most: ask for fewer monsters",
                QUALITIES[usize::from(*quality)],
                Drops::MAX
            ),
            NoMonsterProfile::Nothing => f.write_str("no monster that leaves anything comes at these depths"),
        }
    }
}

impl error::Error for NoMonsterProfile {}

impl MonsterDive {
    /// Maximum number of monsters at each depth.
    pub const MAX_MONSTERS: u32 = 10_000;

    /// `monsters` at each depth from `first` to `last`.
    ///
    /// # Errors
    /// Numbers out of range.
    pub fn new(monsters: u32, first: u32, last: u32) -> Result<MonsterDive, NoMonsterProfile> {
        if !(1..=MonsterDive::MAX_MONSTERS).contains(&monsters) {
            return Err(NoMonsterProfile::Monsters(monsters));
        }
        if first > last || last > Profile::MAX_DEPTH {
            return Err(NoMonsterProfile::Depths(first, last));
        }
        Ok(MonsterDive { monsters, first, last })
    }

    /// A profile's text, with comments that say how it came about. `source`: lines about the files and the rules they were
    /// read by.
    ///
    /// # Errors
    /// Nothing comes of it, or more than a profile can say.
    pub fn profile_text(self, monsters: &dyn MonsterDrops, source: &[String]) -> Result<String, NoMonsterProfile> {
        let MonsterDive { monsters: number, first, last } = self;
        let times = f64::from(number);
        let mut lines: BTreeMap<u32, [f64; QUALITIES.len()]> = BTreeMap::new();
        let (mut gold, mut named, mut chests, mut deeper) = (0.0, 0.0, 0.0, 0.0);
        for depth in first..=last {
            let mean = MeanDrops::at(monsters, depth);
            for ((level, quality), objects) in mean.objects {
                deeper += if level > Profile::MAX_DEPTH { times * objects } else { 0.0 };
                let line = lines.entry(level.min(Profile::MAX_DEPTH)).or_default();
                line[usize::from(quality)] += times * objects;
            }
            gold += times * mean.gold;
            named += times * mean.named;
            chests += times * mean.chests;
        }
        let all: f64 = lines.values().flatten().sum();
        let mut drops = Vec::new();
        for (level, line) in &lines {
            let mut parts = Vec::new();
            for (quality, mean) in (0..).zip(line) {
                let thousandths = (mean * 1000.0).round();
                let rounded = Drops::thousandths(thousandths.min(f64::from(u32::MAX)) as u32);
                let rounded = rounded.ok_or(NoMonsterProfile::TooMany(*level, quality, *mean))?;
                if rounded != Drops::default() {
                    parts.push(format!("{} {rounded}", QUALITIES[usize::from(quality)]));
                }
            }
            if !parts.is_empty() {
                drops.push(format!("{level}: {}", parts.join(", ")));
            }
        }
        if drops.is_empty() {
            return Err(NoMonsterProfile::Nothing);
        }
        let mut text = vec![format!(
            "Drops as monsters come: what {number} {} from {first} to {last} leave in the mean, computed from the files.",
            if number == 1 { "monster at each depth" } else { "monsters at each depth" }
        )];
        text.extend(source.iter().cloned());
        text.push(
            "A line is for the level at which drops are made, which is not the depth at which they are found:"
                .to_owned(),
        );
        text.extend(monsters.rules().iter().map(|rule| (*rule).to_owned()));
        text.push(
            "Chances are computed as for a player at the depth of that level, so down to a depth means: made at levels down \
             to it."
                .to_owned(),
        );
        text.push("Uniques count as alive each time, and every monster that comes as met and killed.".to_owned());
        text.push(format!("Left out: {}.", monsters.left_out().join("; ")));
        let mut beside = vec![format!("{gold:.1} drops of gold")];
        if named > 0.0 {
            beside.push(format!("{named:.1} objects whose kind or type the monster's record names"));
        }
        if chests > 0.0 {
            beside.push(format!("{chests:.1} chests"));
        }
        text.push(format!("Objects: {all:.1}. Not among them: {}.", beside.join(", ")));
        if deeper > 0.0 {
            text.push(format!("Of level {} are {deeper:.3} that are made deeper still.", Profile::MAX_DEPTH));
        }
        let comment = |line: String| format!("# {}\n", line.replace(char::is_control, " "));
        let comments: String = text.into_iter().map(comment).collect();
        Ok(comments + &drops.join("\n") + "\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use affixboard_model::game::RaceDrops;

    /// Two races: one comes in ¾ of cases and leaves 0.4 normal objects and as much gold, the other in ¼ and leaves 3 great
    /// ones at twice the depth.
    struct Two([RaceDrops; 2]);

    impl MonsterDrops for Two {
        fn races(&self) -> &[RaceDrops] {
            &self.0
        }
        fn chances(&self, depth: u32) -> Vec<f64> {
            if depth == 0 { vec![0.0, 0.0] } else { vec![0.75, 0.25] }
        }
        fn creation_level(&self, race: usize, depth: u32) -> u32 {
            depth * (1 + race as u32)
        }
        fn rules(&self) -> &'static [&'static str] {
            &["Some rule."]
        }
        fn left_out(&self) -> &'static [&'static str] {
            &["friends", "pits"]
        }
    }

    fn two() -> Two {
        let first = RaceDrops { gold: 0.4, objects: 0.4, named: 0.1, ..RaceDrops::default() };
        Two([first, RaceDrops { objects: 3.0, quality: 2, ..RaceDrops::default() }])
    }

    /// By hand: of 10 monsters at depths 1 and 2, 7.5 of the first at each leave 3 normal objects there and 3 of gold; 2.5 of
    /// the second leave 7.5 great ones at 2 and at 4.
    #[test]
    fn a_text_by_hand() {
        let dive = MonsterDive::new(10, 1, 2).expect("a dive");
        let text = dive.profile_text(&two(), &["Files: ours\u{7}.".to_owned()]).expect("a profile");
        assert_eq!(
            text,
            "# Drops as monsters come: what 10 monsters at each depth from 1 to 2 leave in the mean, computed from the files.\n\
             # Files: ours .\n\
             # A line is for the level at which drops are made, which is not the depth at which they are found:\n\
             # Some rule.\n\
             # Chances are computed as for a player at the depth of that level, so down to a depth means: made at levels down \
             to it.\n\
             # Uniques count as alive each time, and every monster that comes as met and killed.\n\
             # Left out: friends; pits.\n\
             # Objects: 21.0. Not among them: 6.0 drops of gold, 1.5 objects whose kind or type the monster's record names.\n\
             1: normal 3\n2: normal 3, great 7.5\n4: great 7.5\n"
        );
        assert!(Profile::parse(&text).is_ok());
    }

    #[test]
    fn what_cannot_be() {
        for (monsters, first, last, message) in [
            (0, 1, 2, "found 0 monsters at each depth; expected 1 to 10000"),
            (10_001, 1, 2, "found 10001 monsters at each depth; expected 1 to 10000"),
            (5, 3, 2, "found depths 3 to 2; expected depths that rise, from 0 to 127"),
            (5, 3, 128, "found depths 3 to 128; expected depths that rise, from 0 to 127"),
        ] {
            assert_eq!(MonsterDive::new(monsters, first, last).expect_err("no dive").to_string(), message);
        }
        let text =
            |monsters, first, last| MonsterDive::new(monsters, first, last).expect("a dive").profile_text(&two(), &[]);
        assert_eq!(text(5, 0, 0), Err(NoMonsterProfile::Nothing));
        // Levels 200 to 254 stand at 127: 64 depths, each with 10,000 / 4 · 3 great drops.
        assert_eq!(
            text(10_000, 64, 127).expect_err("too many").to_string(),
            "found 480000 great drops of level 127; expected 10000 at most: ask for fewer monsters"
        );
        let deep = text(1, 64, 65).expect("a profile");
        assert!(deep.contains("Of level 127 are 1.500 that are made deeper still."), "{deep}");
    }
}
