//! Shares of objects on levels beside shares of drops.

use std::io::{self, Write};

use affixboard_inquiry::game_stats::{FoundEntry, GameStats, Matched, ShareBeside};
use affixboard_model::{
    catalog::Catalog,
    stats::{Z95, wilson},
};

use super::{
    chances_csv::float,
    game_stats_csv::stats_entry_fields,
    tally_csv::{io_error, table},
};

/// The columns.
const COLUMNS: [&str; 14] = [
    "level",
    "metric",
    "tval",
    "sval",
    "name",
    "count",
    "objects",
    "share",
    "low",
    "high",
    "drop_share",
    "error_bound",
    "adjusted_p",
    "differs",
];

/// Writes a line per share in the order given, then one with the metric `note` for each of `notes`. LF line ends.
///
/// `objects` are those of the item type, `low` and `high` the ends of Wilson's 95 % interval; `differs` is `yes` where `adjusted_p`
/// is below `false_alarms`. Where objects may count several times there is neither interval nor p-value.
///
/// # Errors
/// Fails where writing to `out` does.
pub fn shares_beside_csv(
    out: &mut dyn Write,
    (stats, matched, catalog): (&GameStats, &Matched, &Catalog),
    shares: &[ShareBeside],
    false_alarms: f64,
    notes: &[String],
) -> io::Result<()> {
    let mut table = table(out);
    table.write_record(COLUMNS).map_err(io_error)?;
    for beside in shares {
        let [tval, sval, name] = stats_entry_fields(FoundEntry::Entry(beside.entry), stats, matched, catalog);
        let (count, objects) = beside.found;
        let (low, high) = wilson(count, objects, Z95);
        let [low, high, p] = match beside.p {
            Some(p) => [low, high, p].map(float),
            None => Default::default(),
        };
        let differs = beside.p.map_or("", |p| if p < false_alarms { "yes" } else { "no" });
        table
            .write_record([
                &beside.level.to_string(),
                beside.entry.sort_name(),
                &tval,
                &sval,
                &name,
                &count.to_string(),
                &objects.to_string(),
                &float(beside.share()),
                &low,
                &high,
                &float(beside.drops.value),
                &float(beside.drops.bound),
                &p,
                differs,
            ])
            .map_err(io_error)?;
    }
    for note in notes {
        table.write_record(["", "note", "", "", note, "", "", "", "", "", "", "", "", ""]).map_err(io_error)?;
    }
    table.flush()
}

/// Sentences about what the comparison says: for the ends of tables and for pages.
pub fn shares_beside_notes(shares: &[ShareBeside], false_alarms: f64, quality: &str) -> Vec<String> {
    let tested = shares.iter().filter(|beside| beside.p.is_some()).count();
    let differ = shares.iter().filter(|beside| beside.p.is_some_and(|p| p < false_alarms)).count();
    vec![
        format!(
            "shares among the objects of an item type, beside {quality} drops made at the level: {differ} of {tested} differ; if \
             objects were independent such drops, any would in {false_alarms} of comparisons (exact binomial tests, Holm's \
             correction for all of them)"
        ),
        WHY_THEY_DIFFER.to_owned(),
    ]
}

/// Why objects on levels are not drops of one quality.
pub const WHY_THEY_DIFFER: &str = "why they may differ: levels mix normal, good and great drops; monsters' drops and vaults are made at other levels; an artifact \
     is made once a run; the program leaves out or makes otherwise what its player has no use for; objects of a level come together, \
     which makes differences look surer than they are";
