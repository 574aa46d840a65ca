//! The dungeons of a description as they are put together, with what the game asks of them: the same for dungeon.def and
//! dungeon.lua.

use super::{
    super::branch::Alignment,
    model::{Dungeon, DungeonBranch, PlaceRange, SpecialLevel},
    placement::LevelSet,
};
use affixboard_model::text::{Diagnostic, Rule, SourceFile, Span};

/// The most levels of a dungeon, and the deepest that anything may be asked for.
const MOST_LEVELS: i64 = 50;
/// The most dungeons, special levels and branches that are read: a limit of ours; no known game has room for more than 147.
const MOST_ENTRIES: usize = 250;
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
        self.entries += 1;
        if self.entries > MOST_ENTRIES {
            let found = format!("found more than {MOST_ENTRIES} dungeons, levels and branches");
            return Err(self.refused(
                Rule::TooManyEntries,
                span,
                found,
                "no more, which is this dashboard's own limit",
            ));
        }
        Ok(())
    }

    /// Adds a dungeon. One whose name there is already is added too, and told of.
    pub(super) fn dungeon(&mut self, dungeon: Dungeon, span: Span) -> Result<(), Refused> {
        let (base, random) = (dungeon.place.base.value, dungeon.place.random.value);
        if base < 1 || random < 0 || base + random > MOST_LEVELS {
            return Err(self.out_of_bounds(span, dungeon.place, &format!("1 to {MOST_LEVELS} levels")));
        }
        let name = dungeon.name.clone();
        let is_known = self.dungeons.iter().any(|other| other.name == name);
        self.dungeons.push(dungeon);
        if is_known {
            let expected = "expected each name once: branches lead to the first".to_owned();
            return Err((Rule::DuplicateName, span, format!("found a second dungeon named `{name}`"), expected));
        }
        Ok(())
    }

    /// Adds a special level to the last dungeon. One whose name there is already is added too, and told of.
    pub(super) fn level(&mut self, level: SpecialLevel, span: Span) -> Result<(), Refused> {
        self.check_place(span, level.place, level.chain.is_some())?;
        if self.dungeons.last().is_some_and(|dungeon| dungeon.levels.len() == MOST_SPECIAL) {
            let found = format!("found more than {MOST_SPECIAL} special levels of one dungeon");
            return Err(self.refused(
                Rule::TooManyEntries,
                span,
                found,
                "no more, which is this dashboard's own limit",
            ));
        }
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
