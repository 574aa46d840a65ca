//! Statistics as rows of a table.

use affixboard_report::thousands;
use affixboard_store::GameStatsLine;

use crate::links;
use affixboard_service::clock;

pub(crate) struct GameStatsRow {
    pub(crate) href: String,
    pub(crate) name: String,
    pub(crate) edition: String,
    pub(crate) version: String,
    pub(crate) visits: String,
    pub(crate) levels: u32,
    pub(crate) objects: String,
    pub(crate) created: String,
}

impl GameStatsRow {
    pub(crate) fn new(line: &GameStatsLine) -> GameStatsRow {
        GameStatsRow {
            href: links::statistics(line.id),
            name: line.name.clone(),
            edition: format!("{} r{}", line.slug, line.revision_number),
            version: line.version.clone(),
            visits: visits_text(line),
            levels: line.levels,
            objects: thousands(line.objects),
            created: clock::shown(line.created_at),
        }
    }
}

/// Visits of a level: `1,000`, or the least and the most.
pub(super) fn visits_text(line: &GameStatsLine) -> String {
    let (least, most) = line.visits;
    if least == most { thousands(most) } else { format!("{}–{}", thousands(least), thousands(most)) }
}
