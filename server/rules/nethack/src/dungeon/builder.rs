//! The dungeons of a description as they are put together, with what the game asks of them: the same for dungeon.def and
//! dungeon.lua.

use super::{
    super::branch::Alignment,
    model::{Dungeon, DungeonBranch, PlaceRange, SpecialLevel, UNCONNECTED},
    placement::LevelSet,
};
use affixboard_model::text::{Diagnostic, Rule, SourceFile, Span};

/// The most levels of a dungeon: a limit of ours. Most programs allow 50, SLASH'EM Extended has 100.
const MOST_LEVELS: i64 = 120;
/// The most dungeons, special levels and branches that are read: a limit of ours; SLASH'EM Extended has some 350.
const MOST_ENTRIES: usize = 5000;
/// The most dungeons, and branches of one.
const MOST_OF_A_SORT: usize = u8::MAX as usize;
/// The words that describe dungeons and levels: those of all versions, and of `EvilHack`.
pub(super) const DESCRIPTIONS: [&str; 10] =
    ["town", "hellish", "mazelike", "roguelike", UNCONNECTED, "gtown", "iceq", "hdgn", "vecnad", "purg"];
/// How many of them are not `EvilHack`'s alone.
pub(super) const USUAL: usize = 5;
/// The most special levels of one dungeon.
const MOST_SPECIAL: usize = LevelSet::BITS as usize;

/// What is wrong: rule, place, what was found and what was expected.
pub(super) type Refused = (Rule, Span, String, String);

/// Reports what is wrong with a file.
pub(super) fn report(diagnostics: &mut Vec<Diagnostic>, file: &SourceFile, (rule, span, found, expected): Refused) {
    diagnostics.push(Diagnostic { rule, file: file.name().to_owned(), span: Some(span), found, expected });
}

/// Dungeons in the order of their file.
pub(super) struct DungeonBuilder {
    /// Those there are so far.
    pub(super) dungeons: Vec<Dungeon>,
    entries: usize,
    /// What is left out where something is refused, such as `the line`.
    unit: &'static str,
}

impl DungeonBuilder {
    /// No dungeons yet.
    pub(super) fn new(unit: &'static str) -> DungeonBuilder {
        DungeonBuilder { dungeons: Vec::new(), entries: 0, unit }
    }

    /// A refusal after which nothing is kept.
    pub(super) fn refused(&self, rule: Rule, span: Span, found: String, expected: &str) -> Refused {
        (rule, span, found, format!("expected {expected}; {} is left out", self.unit))
    }

    /// Counts a dungeon, level or branch before it is read.
    pub(super) fn count(&mut self, span: Span) -> Result<(), Refused> {
        self.check_number(self.entries, MOST_ENTRIES, "dungeons, levels and branches", span)?;
        self.entries += 1;
        Ok(())
    }

    /// Adds a dungeon. One whose name there is already is added too, and told of.
    pub(super) fn dungeon(&mut self, dungeon: Dungeon, span: Span) -> Result<(), Refused> {
        let (base, random) = (dungeon.place.base.value, dungeon.place.random.value);
        if base < 1 || random < 0 || base + random > MOST_LEVELS {
            return Err(self.out_of_bounds(span, dungeon.place, &format!("1 to {MOST_LEVELS} levels")));
        }
        self.check_number(self.dungeons.len(), MOST_OF_A_SORT, "dungeons", span)?;
        let name = dungeon.name.clone();
        let is_known = self.dungeons.iter().any(|other| other.name == name);
        self.dungeons.push(dungeon);
        if is_known {
            let expected = "expected each name once: branches lead to the first".to_owned();
            return Err((Rule::DuplicateName, span, format!("found a second dungeon named `{name}`"), expected));
        }
        Ok(())
    }

    /// Refuses one more of what there are as many of as are read.
    fn check_number(&self, count: usize, most: usize, of: &str, span: Span) -> Result<(), Refused> {
        if count < most {
            return Ok(());
        }
        let found = format!("found more than {most} {of}");
        Err(self.refused(Rule::TooManyEntries, span, found, "no more, which is this dashboard's own limit"))
    }

    /// Adds a special level to the last dungeon. One whose name there is already is added too, and told of.
    pub(super) fn level(&mut self, level: SpecialLevel, span: Span) -> Result<(), Refused> {
        self.check_place(span, level.place, level.chain.is_some())?;
        let of_dungeon = self.dungeons.last().map_or(0, |dungeon| dungeon.levels.len());
        self.check_number(of_dungeon, MOST_SPECIAL, "special levels of one dungeon", span)?;
        let missing = self.no_dungeon(span);
        let dungeon = self.dungeons.last_mut().ok_or(missing)?;
        let name = level.name.clone();
        let is_known = dungeon.levels.iter().any(|other| other.name == name);
        dungeon.levels.push(level);
        if is_known {
            let expected = "expected each name once: others are chained to the first".to_owned();
            return Err((Rule::DuplicateName, span, format!("found a second level named `{name}`"), expected));
        }
        Ok(())
    }

    /// Adds a branch to the last dungeon.
    pub(super) fn branch(&mut self, branch: DungeonBranch, span: Span) -> Result<(), Refused> {
        self.check_place(span, branch.place, branch.chain.is_some())?;
        // A branch back would make a circle.
        if self.dungeons.iter().any(|dungeon| dungeon.name == branch.to) {
            let found = format!("found a branch to `{}`, which stands before it", branch.to);
            return Err(self.refused(Rule::InvalidValue, span, found, "a dungeon that comes later"));
        }
        let of_dungeon = self.dungeons.last().map_or(0, |dungeon| dungeon.branches.len());
        self.check_number(of_dungeon, MOST_OF_A_SORT, "branches of one dungeon", span)?;
        let missing = self.no_dungeon(span);
        self.dungeons.last_mut().ok_or(missing)?.branches.push(branch);
        Ok(())
    }

    /// The level of the last dungeon that something is chained to.
    pub(super) fn chain(&self, name: &str, span: Span) -> Result<usize, Refused> {
        let levels = &self.dungeons.last().ok_or_else(|| self.no_dungeon(span))?.levels;
        match levels.iter().position(|level| level.name == name) {
            None => {
                let expected = "a level of this dungeon that stands before it";
                Err(self.refused(Rule::InvalidValue, span, format!("found `{name}`"), expected))
            }
            Some(at) if levels[at].chance.value < 100 => {
                let found = format!("found `{name}`, which is not always there");
                Err(self.refused(Rule::InvalidValue, span, found, "a level of chance 100"))
            }
            Some(at) => Ok(at),
        }
    }

    /// What is said of something before any dungeon.
    pub(super) fn no_dungeon(&self, span: Span) -> Refused {
        self.no_record(span, "a dungeon")
    }

    /// What is said of something that belongs to what isn't there.
    pub(super) fn no_record(&self, span: Span, what: &str) -> Refused {
        let found = format!("found it before {what}");
        self.refused(Rule::MissingRecordHeader, span, found, &format!("{what} before it"))
    }

    fn check_place(&self, span: Span, place: PlaceRange, is_chained: bool) -> Result<(), Refused> {
        let (base, random) = (place.base.value, place.random.value);
        let is_there = is_chained || base != 0;
        if base.abs() > MOST_LEVELS || !(-1..=MOST_LEVELS).contains(&random) || !is_there {
            return Err(self.out_of_bounds(
                span,
                place,
                &format!("a level within {MOST_LEVELS}, and -1 or more levels"),
            ));
        }
        Ok(())
    }

    fn out_of_bounds(&self, span: Span, place: PlaceRange, expected: &str) -> Refused {
        let own = place.base.site.zip(place.random.site).map(|(first, last)| first.to(last));
        let found = format!("found ({}, {})", place.base.value, place.random.value);
        self.refused(Rule::OutOfBounds, own.unwrap_or(span), found, expected)
    }
}

/// Says of a word that describes a dungeon or level that it isn't known. It is kept without effect.
pub(super) fn known_description(word: &str, span: Span) -> Result<(), Refused> {
    if DESCRIPTIONS.contains(&word) {
        return Ok(());
    }
    let expected = format!("expected one of {}; it has no effect", DESCRIPTIONS[..USUAL].join(", "));
    Err((Rule::InvalidFlag, span, format!("found `{word}`"), expected))
}

/// The alignment that a word names.
pub(super) fn alignment(word: &str) -> Option<Alignment> {
    match word {
        "unaligned" | "noalign" => Some(Alignment::None),
        "lawful" => Some(Alignment::Lawful),
        "neutral" => Some(Alignment::Neutral),
        "chaotic" => Some(Alignment::Chaotic),
        _ => None,
    }
}
