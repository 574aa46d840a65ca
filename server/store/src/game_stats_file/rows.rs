//! The rows of the tables, every value checked.

use std::collections::BTreeMap;

use affixboard_inquiry::game_stats::{GameStats, StatsEntry, StatsKey, StatsKind};
use affixboard_model::text::decode;
use sqlx::{Row, SqliteConnection, TypeInfo, ValueRef, sqlite::SqliteRow};
use tokio_stream::StreamExt;

use super::error::{StatsFileError, refused};

/// Most entries of a sort.
const MOST_ENTRIES: usize = 10_000;
/// Most different counts.
const MOST_COUNTS: usize = 2_000_000;
/// Longest name, in bytes.
const LONGEST_NAME: usize = 400;
/// Deepest level.
const DEEPEST: u32 = 1000;
/// Largest count of a row: what 32 bits hold.
const LARGEST_COUNT: u32 = u32::MAX;

/// Reads tables into [`GameStats`].
pub(super) struct Reader<'a> {
    connection: &'a mut SqliteConnection,
    pub(super) stats: GameStats,
}

/// A column of a row that is checked.
struct Column<'a> {
    row: &'a SqliteRow,
    table: &'static str,
    number: u64,
    at: usize,
    name: &'static str,
}

impl Column<'_> {
    fn wrong(&self, found: String, expected: &'static str) -> StatsFileError {
        StatsFileError::Value { table: self.table, row: self.number, column: self.name, found, expected }
    }

    /// A whole number from 0 to `most`. The statement gives the type's name for a value that isn't one.
    fn number(&self, most: u32, expected: &'static str) -> Result<u32, StatsFileError> {
        let value = self.row.try_get_raw(self.at).map_err(refused)?;
        if value.type_info().name() != "INTEGER" {
            let found: String = self.row.try_get(self.at).map_err(refused)?;
            return Err(self.wrong(format!("a value of the type {found}"), expected));
        }
        let found: i64 = self.row.try_get(self.at).map_err(refused)?;
        u32::try_from(found).ok().filter(|found| *found <= most).ok_or_else(|| self.wrong(found.to_string(), expected))
    }

    /// A text, or what is taken as one. The statement gives a number where it is too long or no text.
    fn text(&self, expected: &'static str) -> Result<String, StatsFileError> {
        let value = self.row.try_get_raw(self.at).map_err(refused)?;
        if value.type_info().name() != "BLOB" {
            let length: i64 = self.row.try_get(self.at).map_err(refused)?;
            let found = if length < 0 { "no text".to_owned() } else { format!("a text of {length} bytes") };
            return Err(self.wrong(found, expected));
        }
        let bytes: Vec<u8> = self.row.try_get(self.at).map_err(refused)?;
        let text = decode(&bytes).into_owned();
        if text.contains(char::is_control) {
            return Err(self.wrong("a control character".to_owned(), expected));
        }
        Ok(text)
    }
}

/// A column as it is asked for, so that a large value is never read: numbers as they are, of others the type's name.
macro_rules! number {
    ($column:literal) => {
        concat!("CASE typeof(", $column, ") WHEN 'integer' THEN ", $column, " ELSE typeof(", $column, ") END")
    };
}
/// A text as bytes; its length where it is too long; -1 where it is none.
macro_rules! text {
    ($column:literal) => {
        concat!(
            "CASE WHEN typeof(",
            $column,
            ") IN ('null', 'blob') THEN -1 WHEN octet_length(",
            $column,
            ") > 400 THEN octet_length(",
            $column,
            ") ELSE CAST(",
            $column,
            " AS BLOB) END"
        )
    };
}
macro_rules! named {
    ($table:literal) => {
        ($table, concat!("SELECT ", number!("idx"), ", ", text!("name"), " FROM ", $table))
    };
}
macro_rules! counted {
    ($table:literal, $index:literal) => {
        concat!(
            "SELECT ",
            number!("level"),
            ", ",
            number!("count"),
            ", ",
            number!("origin"),
            ", ",
            number!($index),
            " FROM ",
            $table
        )
    };
    ($table:literal, $index:literal, $more:literal) => {
        concat!(
            "SELECT ",
            number!("level"),
            ", ",
            number!("count"),
            ", ",
            number!("origin"),
            ", ",
            number!($index),
            ", ",
            number!($more),
            " FROM ",
            $table
        )
    };
}

const NAME: &str = "a name of 1 to 400 bytes";
const INDEX: &str = "a whole number from 0 on";
const LEVEL: &str = "a dungeon level from 0 to 1000";
const COUNT: &str =
    "a count from 0 to 4294967295 (the program writes counts of 2147483648 and more as negative numbers)";

impl<'a> Reader<'a> {
    pub(super) fn new(connection: &'a mut SqliteConnection) -> Reader<'a> {
        Reader { connection, stats: GameStats::default() }
    }

    /// The program's words about the run, and visits of levels.
    pub(super) async fn about(&mut self) -> Result<(), StatsFileError> {
        let table = "metadata";
        let sql = concat!("SELECT ", text!("field"), ", ", text!("value"), " FROM metadata LIMIT 1001");
        let mut about = BTreeMap::new();
        let mut rows = sqlx::query(sql).fetch(&mut *self.connection);
        let mut number = 0;
        while let Some(row) = rows.next().await {
            let row = row.map_err(refused)?;
            number += 1;
            let column = |at, name| Column { row: &row, table, number, at, name };
            let expected = "a text of at most 400 bytes";
            about.insert(column(0, "field").text(expected)?, (number, column(1, "value").text(expected)?));
            if about.len() > 1000 {
                return Err(StatsFileError::TooMany { table, what: "rows", most: 1000 });
            }
        }
        drop(rows);
        let number_of = |field: &str, most: u64, expected: &'static str| match about.get(field) {
            None => Ok(None),
            Some((row, value)) => match value.parse::<u64>() {
                Ok(number) if number <= most => Ok(Some(number)),
                _ => Err(StatsFileError::Value {
                    table,
                    row: *row,
                    column: "value",
                    found: format!("`{value}`"),
                    expected,
                }),
            },
        };
        let to = &mut self.stats.about;
        to.version = about.get("version").map_or_else(String::new, |(_, version)| version.clone());
        to.runs = number_of("runs", u32::MAX.into(), "the number of runs")?;
        to.random_artifacts = number_of("randarts", 1, "0 or 1 for randarts")? == Some(1);
        to.no_selling = number_of("no_selling", 1, "0 or 1 for no_selling")? == Some(1);

        let table = "obj_feelings";
        let sql = concat!("SELECT ", number!("level"), ", ", number!("count"), " FROM obj_feelings");
        let mut rows = sqlx::query(sql).fetch(&mut *self.connection);
        let mut number = 0;
        while let Some(row) = rows.next().await {
            let row = row.map_err(refused)?;
            number += 1;
            let column = |at, name| Column { row: &row, table, number, at, name };
            let level = column(0, "level").number(DEEPEST, LEVEL)?;
            let count = column(1, "count").number(LARGEST_COUNT, COUNT)?;
            *self.stats.visits.entry(level).or_default() += u64::from(count);
        }
        self.stats.visits.retain(|_, visits| *visits > 0);
        if self.stats.visits.is_empty() {
            return Err(StatsFileError::Schema {
                found: "no visits of levels in the table `obj_feelings`".to_owned(),
                expected: "at least one run of the game's statistics front end".to_owned(),
            });
        }
        Ok(())
    }

    /// Names of origins, item types, kinds and artifacts.
    pub(super) async fn names(&mut self) -> Result<(), StatsFileError> {
        self.stats.origins = self.named(named!("origin_flags_list")).await?;
        self.stats.item_types = self.named(named!("object_base_info")).await?;
        self.stats.artifacts = self.named(named!("artifact_info")).await?;
        let table = "object_info";
        let sql = concat!(
            "SELECT ",
            number!("idx"),
            ", ",
            text!("name"),
            ", ",
            number!("tval"),
            ", ",
            number!("sval"),
            " FROM object_info"
        );
        let mut rows = sqlx::query(sql).fetch(&mut *self.connection);
        let mut number = 0;
        while let Some(row) = rows.next().await {
            let row = row.map_err(refused)?;
            number += 1;
            let column = |at, name| Column { row: &row, table, number, at, name };
            let index = column(0, "idx").number(u32::MAX, INDEX)?;
            let name = column(1, "name").text(NAME)?;
            let tval = column(2, "tval").number(u16::MAX.into(), "an item type from 0 to 65535")?;
            let sval = column(3, "sval").number(u16::MAX.into(), "a number in the item type from 0 to 65535")?;
            if self.stats.kinds.insert(index, StatsKind { name, tval, sval }).is_some() {
                return Err(column(0, "idx").wrong(format!("{index} again"), "each number once"));
            }
            if self.stats.kinds.len() > MOST_ENTRIES {
                return Err(StatsFileError::TooMany { table, what: "kinds", most: MOST_ENTRIES });
            }
        }
        Ok(())
    }

    async fn named(
        &mut self,
        (table, sql): (&'static str, &'static str),
    ) -> Result<BTreeMap<u32, String>, StatsFileError> {
        let mut names = BTreeMap::new();
        let mut rows = sqlx::query(sql).fetch(&mut *self.connection);
        let mut number = 0;
        while let Some(row) = rows.next().await {
            let row = row.map_err(refused)?;
            number += 1;
            let column = |at, name| Column { row: &row, table, number, at, name };
            let index = column(0, "idx").number(u32::MAX, INDEX)?;
            if names.insert(index, column(1, "name").text(NAME)?).is_some() {
                return Err(column(0, "idx").wrong(format!("{index} again"), "each number once"));
            }
            if names.len() > MOST_ENTRIES {
                return Err(StatsFileError::TooMany { table, what: "names", most: MOST_ENTRIES });
            }
        }
        Ok(names)
    }

    /// Egos and what was counted of them.
    pub(super) async fn egos(&mut self) -> Result<(), StatsFileError> {
        self.stats.affixes = self.named(named!("ego_info")).await?;
        self.carried("wearables_egos", counted!("wearables_egos", "k_idx", "e_idx"), |tval, index| StatsEntry::Affix {
            tval,
            index,
        })
        .await
    }

    /// Affixes and themes, and what was counted of them.
    pub(super) async fn affixes(&mut self) -> Result<(), StatsFileError> {
        self.stats.affixes = self.named(named!("affix_info")).await?;
        self.stats.themes = self.named(named!("theme_info")).await?;
        let affix = |tval, index| StatsEntry::Affix { tval, index };
        self.carried("wearables_affixes", counted!("wearables_affixes", "k_idx", "e_idx"), affix).await?;
        let theme = |tval, index| StatsEntry::Theme { tval, index };
        self.carried("wearables_themes", counted!("wearables_themes", "k_idx", "e_idx"), theme).await
    }

    /// Counts of what objects of a kind carry, summed over the kinds of an item type.
    async fn carried(
        &mut self,
        table: &'static str,
        sql: &'static str,
        entry: impl Fn(u32, u32) -> StatsEntry,
    ) -> Result<(), StatsFileError> {
        let mut rows = sqlx::query(sql).fetch(&mut *self.connection);
        let mut number = 0;
        while let Some(row) = rows.next().await {
            let row = row.map_err(refused)?;
            number += 1;
            let column = |at, name| Column { row: &row, table, number, at, name };
            let kind = column(3, "k_idx").number(u32::MAX, INDEX)?;
            let index = column(4, "e_idx").number(u32::MAX, INDEX)?;
            let tval = kind_of(&self.stats, kind).ok_or_else(|| column(3, "k_idx").wrong(kind.to_string(), KIND))?;
            let entry = entry(tval, index);
            if matches!(entry, StatsEntry::Affix { .. }) && !self.stats.affixes.contains_key(&index) {
                return Err(column(4, "e_idx").wrong(index.to_string(), "a number that the list of names has"));
            }
            add(&mut self.stats, &column, entry)?;
        }
        Ok(())
    }

    /// Counts of kinds and artifacts.
    pub(super) async fn counts(&mut self) -> Result<(), StatsFileError> {
        for (table, sql, index_name) in [
            ("consumables", counted!("consumables", "k_idx"), "k_idx"),
            ("wearables_count", counted!("wearables_count", "k_idx"), "k_idx"),
            ("artifacts", counted!("artifacts", "a_idx"), "a_idx"),
        ] {
            let mut rows = sqlx::query(sql).fetch(&mut *self.connection);
            let mut number = 0;
            while let Some(row) = rows.next().await {
                let row = row.map_err(refused)?;
                number += 1;
                let column = |at, name| Column { row: &row, table, number, at, name };
                let index = column(3, index_name).number(u32::MAX, INDEX)?;
                let entry = if table == "artifacts" { StatsEntry::Artifact(index) } else { StatsEntry::Kind(index) };
                let is_known = match entry {
                    StatsEntry::Artifact(index) => self.stats.artifacts.contains_key(&index),
                    _ => self.stats.kinds.contains_key(&index),
                };
                if !is_known {
                    let expected = if table == "artifacts" { "a number that `artifact_info` has" } else { KIND };
                    return Err(column(3, index_name).wrong(index.to_string(), expected));
                }
                if !add(&mut self.stats, &column, entry)? {
                    return Err(
                        column(3, index_name).wrong(format!("{index} again"), "each entry once a level and origin")
                    );
                }
            }
        }
        Ok(())
    }
}

const KIND: &str = "a number that `object_info` has";

fn kind_of(stats: &GameStats, index: u32) -> Option<u32> {
    stats.kinds.get(&index).map(|kind| kind.tval)
}

/// Adds a row's count. Gives whether it is the first of its entry.
fn add<'r>(
    stats: &mut GameStats,
    column: &dyn Fn(usize, &'static str) -> Column<'r>,
    entry: StatsEntry,
) -> Result<bool, StatsFileError> {
    let level = column(0, "level").number(DEEPEST, LEVEL)?;
    let count = column(1, "count").number(LARGEST_COUNT, COUNT)?;
    let origin = column(2, "origin").number(u32::MAX, INDEX)?;
    if !stats.visits.contains_key(&level) {
        return Err(column(0, "level").wrong(level.to_string(), "a level that `obj_feelings` has visits of"));
    }
    if !stats.origins.contains_key(&origin) {
        return Err(column(2, "origin").wrong(origin.to_string(), "a number that `origin_flags_list` has"));
    }
    if count == 0 {
        return Ok(true);
    }
    let found = stats.counts.entry(StatsKey { level, origin, entry }).or_default();
    let is_first = *found == 0;
    *found += u64::from(count);
    if stats.counts.len() > MOST_COUNTS {
        return Err(StatsFileError::TooMany {
            table: column(0, "level").table,
            what: "different counts",
            most: MOST_COUNTS,
        });
    }
    Ok(is_first)
}

// The statements bound texts by the same number.
const _: () = assert!(LONGEST_NAME == 400);
