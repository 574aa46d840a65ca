//! What a game's own program counted on levels: objects per visit by level, of the entries of a sort.

use affixboard_inquiry::game_stats::{FoundCell, FoundEntry, FoundTable, GameStats, Matched, Origins, StatsEntry};
use affixboard_model::{batch::Entry, catalog::Catalog};

use super::columns;
use crate::{
    format::{is_in_files, stats_entry_fields},
    sheet::{Measure, Provenance, Row, Sheet, Value},
};

/// The sorts of rows that a sheet of statistics may have, as addresses and pages name them.
pub const STATS_SORTS: [(&str, &str); 5] =
    [("type", "item types"), ("kind", "kinds"), ("affix", "affixes"), ("theme", "themes"), ("artifact", "artifacts")];

/// What a sheet of statistics shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StatsParams {
    /// The levels, one per column.
    pub levels: Vec<u32>,
    /// The origins that count.
    pub origins: Origins,
    /// Their name in the caption; empty where all count.
    pub origin: String,
    /// The sort of rows: one of [`STATS_SORTS`].
    pub sort: &'static str,
    /// Only rows of this item type, by the program's number.
    pub tval: Option<u32>,
}

/// The sheet of objects per visit, with 95 % intervals of Poisson counts. Rows without any object on these levels are left out, and
/// counted in a note.
pub fn game_stats(
    (stats, matched, catalog): (&GameStats, &Matched, &Catalog),
    provenance: Provenance,
    params: &StatsParams,
) -> Sheet {
    let found = FoundTable::new(stats, &params.origins);
    let is_shown = |entry: &&FoundEntry| {
        entry.sort_name() == params.sort && params.tval.is_none_or(|tval| entry.tval(stats) == Some(tval))
    };
    let (mut rows, mut never) = (Vec::new(), 0);
    for entry in found.0.keys().filter(is_shown) {
        let cells: Vec<Option<FoundCell>> =
            params.levels.iter().map(|level| found.cell(stats, *entry, *level)).collect();
        if cells.iter().flatten().all(|cell| cell.count == 0) {
            never += 1;
            continue;
        }
        rows.push(row(*entry, cells, (stats, matched, catalog)));
    }
    rows.sort_by(|a, b| (a.place.0, &a.place.1, &a.name).cmp(&(b.place.0, &b.place.1, &b.name)));
    let mut notes = vec![
        "Intervals are of Poisson counts (Garwood). Objects of one level come together, as in a vault, so true intervals of common \
         things are wider."
            .to_owned(),
    ];
    if never > 0 {
        notes.push(format!("Rows without any object on these levels: {never}."));
    }
    let of = if params.origin.is_empty() { String::new() } else { format!(" of the origin {}", params.origin) };
    let domain = Sheet::domain_of(rows.iter().flat_map(|row| &row.cells));
    let title = STATS_SORTS.iter().find(|sort| sort.0 == params.sort).map_or("objects", |sort| sort.1);
    Sheet {
        title: format!("Found on levels: {title}"),
        caption: format!(
            "Objects{of} per visit of a level, in the mean, as the game's own program counted them on whole levels: on the floor, \
             in vaults and of monsters."
        ),
        provenance,
        baseline: None,
        quality: None,
        affix_level: None,
        lead: Vec::new(),
        columns: columns(&params.levels),
        rows,
        totals: Vec::new(),
        absent: Vec::new(),
        measure: Measure::PerVisit,
        notes,
        domain,
    }
}

fn row(
    entry: FoundEntry,
    cells: Vec<Option<FoundCell>>,
    (stats, matched, catalog): (&GameStats, &Matched, &Catalog),
) -> Row {
    let [tval, sval, name] = stats_entry_fields(entry, stats, matched, catalog);
    let (own, index) = match entry {
        FoundEntry::Entry(StatsEntry::Affix { index, .. }) => {
            let id = matched.affixes.get(&index).copied();
            (id.map(Entry::Affix), id.map(|id| catalog.affix(id).index))
        }
        FoundEntry::Entry(StatsEntry::Theme { index, .. }) => {
            let id = matched.themes.get(&index).copied();
            (id.map(Entry::Theme), id.map(|id| catalog.theme(id).index))
        }
        FoundEntry::Entry(StatsEntry::Artifact(index)) => {
            let id = matched.artifacts.get(&index).copied();
            (id.map(Entry::Artifact), id.map(|id| catalog.artifact(id).index))
        }
        FoundEntry::Entry(StatsEntry::Kind(index)) => {
            let id = matched.kinds.get(&index).copied();
            (id.map(|_| Entry::Kind), id.map(|id| catalog.kind(id).index))
        }
        FoundEntry::Type(_) => (None, None),
    };
    let kind = match entry {
        FoundEntry::Entry(StatsEntry::Kind(index)) => matched.kinds.get(&index).copied(),
        _ => None,
    };
    let type_name = match entry {
        FoundEntry::Type(_) => String::new(),
        FoundEntry::Entry(_) => entry.tval(stats).map_or_else(String::new, |tval| stats.type_name(tval)),
    };
    let strange = if is_in_files(entry, matched) { "" } else { "not in the files" };
    let summary =
        [type_name.as_str(), strange].into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join(", ");
    Row {
        group: None,
        metric: entry.sort_name(),
        entry: own,
        kind,
        place: (tval.parse().unwrap_or_default(), sval.parse().ok()),
        index,
        name,
        role: String::new(),
        level: String::new(),
        summary,
        cells: cells.into_iter().map(|cell| cell.map_or(Value::NotComputed, value).into()).collect(),
    }
}

/// A count per visit.
fn value(cell: FoundCell) -> Value {
    let (low, high) = cell.interval();
    let FoundCell { count, visits } = cell;
    Value::Simulated { mean: cell.per_visit(), low, high, count, n: visits, factor: 1.0 }
}

#[cfg(test)]
mod tests {
    use affixboard_inquiry::game_stats::{StatsKey, StatsKind};

    use super::*;
    use crate::{sheet::Method, testing};

    /// 40 of 200 visits are 0.2, 28.58 to 54.47 of 200 the interval; none of 200 is below 3.689 of 200; nobody was on level 9.
    #[test]
    fn literal() {
        let kind = |name: &str, sval| StatsKind { name: name.to_owned(), tval: 23, sval };
        let key = |level, origin, index| StatsKey { level, origin, entry: StatsEntry::Kind(index) };
        let stats = GameStats {
            visits: [(5, 200), (10, 200)].into(),
            origins: [(1, "FLOOR".to_owned()), (10, "DROP".to_owned())].into(),
            item_types: [(23, "Sword~".to_owned())].into(),
            kinds: [(3, kind("& Dagger~", 1)), (4, kind("& Spoon~", 7)), (5, kind("& Fork~", 8))].into(),
            counts: [(key(5, 1, 3), 30), (key(5, 10, 3), 10), (key(10, 1, 4), 3)].into(),
            ..GameStats::default()
        };
        let catalog = testing::catalog();
        let matched = Matched::new(&stats, &catalog);
        let method = Method::Counted { id: Some(7), sha256: "ab".to_owned(), version: "4.2".to_owned(), visits: 200 };
        let params = StatsParams {
            levels: vec![5, 9, 10],
            origins: Origins::All,
            origin: String::new(),
            sort: "kind",
            tval: None,
        };
        let of = (&stats, &matched, &catalog);
        let sheet = game_stats(of, testing::provenance(method.clone()), &params);
        let rows: Vec<(&str, &str, Vec<String>)> = sheet
            .rows
            .iter()
            .map(|row| {
                let cells = row.cells.iter().map(|cell| cell.text(sheet.measure)).collect();
                (row.name.as_str(), row.summary.as_str(), cells)
            })
            .collect();
        let texts = |cells: [&str; 3]| cells.map(str::to_owned).to_vec();
        assert_eq!(
            rows,
            [
                ("Dagger", "Sword", texts(["0.20", "·", "< 0.02"])),
                ("Spoon", "Sword, not in the files", texts(["< 0.02", "·", "0.015"])),
            ]
        );
        assert_eq!(
            sheet.describe(&sheet.rows[0].cells[0]),
            "0.200 a visit: 40 in 200 visits; 95 % interval 0.143 to 0.272 a visit"
        );
        assert_eq!(sheet.describe(&sheet.rows[0].cells[2]), "none in 200 visits; below 0.02 a visit (95 % interval)");
        assert!(
            sheet.notes.iter().any(|note| note == "Rows without any object on these levels: 1."),
            "{:?}",
            sheet.notes
        );
        assert_eq!((sheet.how(), sheet.how_text().as_str()), ("counted", "counted"));
        assert!(sheet.provenance.describe().starts_with("game statistics 7 ("), "{}", sheet.provenance.describe());

        let floor =
            StatsParams { origins: Origins::Some([1].into()), origin: "FLOOR".to_owned(), sort: "type", ..params };
        let sheet = game_stats(of, testing::provenance(method), &floor);
        assert_eq!((sheet.rows.len(), sheet.rows[0].name.as_str()), (1, "Sword"));
        // 30 of the floor.
        assert_eq!(sheet.rows[0].cells[0].text(sheet.measure), "0.15");
        assert!(sheet.caption.starts_with("Objects of the origin FLOOR per visit"), "{}", sheet.caption);
    }
}
