//! What is drawn, computed and counted, as rows of tables.

use affixboard_model::{
    batch::{Cell, KeySpace, Tally, point_of_cell},
    catalog::KindId,
    game::{Dimension, Loaded, Point, SubjectRules},
};
use serde_json::{Value, json};

use super::entries::Entries;
use crate::Batch;

/// Kinds that can carry affixes.
pub(super) fn kinds_with_pools(loaded: &Loaded) -> Vec<KindId> {
    let catalog = &loaded.catalog;
    let takes = |tval: u16| catalog.item_type(tval).is_some_and(|item_type| item_type.takes_affixes);
    (0..).zip(&catalog.kinds).filter(|(_, kind)| takes(kind.tval)).map(|(at, _)| KindId(at)).collect()
}

/// The pools of a kind at these levels.
pub(super) fn pools(loaded: &Loaded, entries: &Entries<'_>, kind: KindId, levels: &[u32]) -> Vec<Value> {
    let (forge, words) = (loaded.model.forge(), loaded.game.words());
    let mut rows = Vec::new();
    for level in levels {
        for affix_level in words.least_affix_level..words.reachable_affix_levels {
            let pool = forge.pool(kind, *level, affix_level);
            let name = words.affix_levels.get(usize::from(affix_level)).copied().unwrap_or_default();
            rows.extend(pool.entries.iter().enumerate().map(|(at, (affix, weight))| {
                json!([Entries::kind(kind), level, name, entries.affix(*affix), weight, pool.chance(at)])
            }));
        }
    }
    rows
}

/// The chances of a subject at its usual points.
pub(super) fn chances(rules: &dyn SubjectRules, entries: &Entries<'_>) -> Vec<Value> {
    let spec = rules.spec();
    let usual: Vec<_> = spec.dimensions.iter().map(Dimension::usual).collect();
    let mut rows = Vec::new();
    for point in spec.points(&usual).into_iter().filter(|point| rules.check(*point).is_ok()) {
        let place = rules.point_columns(point).join(", ");
        // It is never told to stop.
        for chance in rules.exact(point) {
            let Some(row) = rules.rows().get(chance.key as usize) else { continue };
            let entry = row.entry.and_then(|entry| entries.of_sort(entry));
            rows.push(json!([spec.name, place, row.metric.0, row.label, row.at, entry, chance.mean, chance.bound]));
        }
    }
    rows
}

/// What a batch of drops counted, row by row.
pub(super) fn drop_tally<'a>(
    batch: &'a Batch,
    loaded: &'a Loaded,
    keys: &'a KeySpace,
    tally: &'a Tally,
) -> impl Iterator<Item = Value> + 'a {
    let row = |(_, row): (Cell, affixboard_model::batch::TallyRow)| {
        let about = row.about;
        let (tval, sval) = about.place.unzip();
        let place = format!("{}, {}", about.level, about.quality);
        json!([
            batch.id.0,
            place,
            about.level,
            about.quality,
            about.metric,
            tval,
            sval,
            about.name,
            row.drops,
            row.count
        ])
    };
    tally.rows(keys, loaded.game.words()).map(row)
}

/// What a batch of a subject counted, row by row.
pub(super) fn subject_tally<'a>(
    batch: i64,
    rules: &'a dyn SubjectRules,
    points: &'a [Point],
    tally: &'a Tally,
) -> impl Iterator<Item = Value> + 'a {
    let counted = tally.cells.iter().filter_map(|(cell, counted)| Some((point_of_cell(points, *cell)?, counted)));
    counted.flat_map(move |(point, counted)| {
        let place = rules.point_columns(point).join(", ");
        counted.counts.iter().filter_map(move |(key, count)| {
            let row = rules.rows().get(*key as usize)?;
            let none = Value::Null;
            // Rows of numbers are of one group each, and pages call several of them by one name.
            let group = row.group.and_then(|group| rules.spec().groups.get(usize::from(group)));
            let name = match (rules.number(*key), group) {
                (Some(number), Some(group)) => format!("{group}: {number}"),
                (Some(number), None) => number.to_string(),
                _ => row.label.clone(),
            };
            Some(json!([batch, place, row.at, none, row.metric.0, none, none, name, counted.drops, count]))
        })
    })
}
