//! What of statistics a page shows: levels, origins, an item type and a sort of rows.

use std::collections::BTreeSet;

use affixboard_inquiry::game_stats::{GameStats, Matched, Origins};
use affixboard_model::batch::parse_depths;
use affixboard_report::sheets::STATS_SORTS;
use affixboard_store::{GameStatsId, GameStatsLine};
use serde::Deserialize;

use crate::{
    Error, State,
    links::{Choice, Query},
};
use affixboard_service::library::OpenRevision;

/// The query of a page of statistics.
#[derive(Debug, Default, Deserialize)]
pub struct StatsQuery {
    rows: Option<String>,
    origin: Option<String>,
    #[serde(rename = "type")]
    item_type: Option<String>,
    levels: Option<String>,
    quality: Option<String>,
}

/// What a page of two statistics is asked for, as it was given.
pub(super) struct PairQuery {
    pub(super) rows: String,
    pub(super) origin: String,
    pub(super) levels: String,
}

/// Statistics with the files that they are held against.
pub(super) struct OpenStats {
    pub(super) line: GameStatsLine,
    pub(super) stats: GameStats,
    pub(super) matched: Matched,
    pub(super) open: std::sync::Arc<OpenRevision>,
}

impl OpenStats {
    pub(super) async fn find(state: &State, id: &str) -> Result<OpenStats, Error> {
        let none = || Error::not_found("There are no such game statistics.");
        let id = GameStatsId(id.parse().map_err(|_| none())?);
        let line = state.store.game_stats_line(id).await?.ok_or_else(none)?;
        let stats = state.store.game_stats(id).await?;
        let open = state.open(&line.slug, Some(line.revision_number)).await?;
        let matched = Matched::new(&stats, &open.loaded.catalog);
        Ok(OpenStats { line, stats, matched, open })
    }

    /// Item types of which the program knows kinds, by number, with their names.
    pub(super) fn types(&self) -> Vec<(u32, String)> {
        let tvals: BTreeSet<u32> = self.stats.kinds.values().map(|kind| kind.tval).collect();
        tvals.into_iter().map(|tval| (tval, self.stats.type_name(tval))).collect()
    }
}

/// A query that was understood.
pub(super) struct StatsChoices {
    pub(super) sort: &'static str,
    pub(super) origins: Origins,
    /// The origin's name; empty for all.
    pub(super) origin: String,
    pub(super) tval: Option<u32>,
    pub(super) levels: Vec<u32>,
    pub(super) quality: u8,
    /// The settings as they are in addresses.
    pub(super) query: Query,
}

impl StatsQuery {
    /// The settings that a page of two statistics has.
    pub(super) fn pair(&self) -> PairQuery {
        let given = |value: &Option<String>| value.as_deref().map(str::trim).unwrap_or_default().to_owned();
        PairQuery { rows: given(&self.rows), origin: given(&self.origin), levels: given(&self.levels) }
    }

    /// Understands a query. Without levels they are 1 and every fifth, of those that were visited, `most` at most.
    pub(super) fn read(&self, of: &OpenStats, most: usize) -> Result<StatsChoices, Error> {
        let given = |value: &Option<String>| value.as_deref().map(str::trim).unwrap_or_default().to_owned();
        let wrong = |field: &str, found: &str, expected: String| {
            Error::bad_request(format!("{field}: found `{found}`; expected {expected}."))
        };
        let stats = &of.stats;
        let rows = given(&self.rows);
        let sort =
            match rows.as_str() {
                "" => "kind",
                word => STATS_SORTS.iter().find(|sort| sort.0 == word).map(|sort| sort.0).ok_or_else(|| {
                    wrong("rows", word, format!("one of {}", STATS_SORTS.map(|sort| sort.0).join(", ")))
                })?,
            };
        let origin = given(&self.origin);
        let origins = if origin.is_empty() {
            Origins::All
        } else {
            let number = stats.origin(&origin).ok_or_else(|| {
                let known: Vec<&str> = stats.origins.values().map(String::as_str).collect();
                wrong("origin", &origin, format!("one of {}", known.join(", ")))
            })?;
            Origins::Some([number].into())
        };
        let item_type = given(&self.item_type);
        let tval =
            match item_type.as_str() {
                "" => None,
                text => {
                    let known = of.types();
                    let found = known.iter().find(|(tval, _)| text.parse() == Ok(*tval)).map(|found| found.0);
                    Some(found.ok_or_else(|| {
                        wrong("type", text, "the number of an item type of the statistics".to_owned())
                    })?)
                }
            };
        let levels = given(&self.levels);
        let visited: Vec<u32> = stats.visits.keys().copied().collect();
        let chosen: Vec<u32> = match levels.as_str() {
            "" => {
                let usual: Vec<u32> =
                    visited.iter().copied().filter(|level| *level == 1 || level.is_multiple_of(5)).collect();
                if usual.is_empty() { visited } else { usual }
            }
            list => {
                let wanted: BTreeSet<u32> = parse_depths(list, of.open.loaded.game.words().deepest)
                    .map_err(|error| Error::bad_request(format!("levels: {error}.")))?
                    .into_iter()
                    .collect();
                let found: Vec<u32> = visited.into_iter().filter(|level| wanted.contains(level)).collect();
                if found.is_empty() {
                    return Err(wrong("levels", list, "some level that was visited".to_owned()));
                }
                found
            }
        };
        let chosen = chosen.into_iter().take(most).collect();
        let quality = given(&self.quality);
        let known = of.open.loaded.game.words().qualities;
        let at = match quality.as_str() {
            "" => 0,
            word => known
                .iter()
                .position(|name| *name == word)
                .ok_or_else(|| wrong("quality", word, format!("one of {}", known.join(", "))))?,
        };
        let query = Query::default()
            .set("rows", rows.as_str())
            .set("origin", origin.as_str())
            .set("type", item_type.as_str())
            .set("levels", levels.as_str())
            .set("quality", quality.as_str());
        Ok(StatsChoices { sort, origins, origin, tval, levels: chosen, quality: at as u8, query })
    }
}

impl StatsChoices {
    /// Links to the same with each of these values of a setting; the first is what a page shows without it.
    pub(super) fn choices<'a>(
        &self,
        path: &str,
        name: &'static str,
        values: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Vec<Choice> {
        let mut first = true;
        let of = |(value, title): (&str, &str)| {
            let given = self.query.value(name);
            let is_first = std::mem::take(&mut first);
            let is_chosen = given == value || is_first && given.is_empty();
            Choice::new(title, self.query.clone().set(name, if is_first { "" } else { value }).on(path), is_chosen)
        };
        values.into_iter().map(of).collect()
    }
}
