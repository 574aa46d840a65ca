//! What is drawn and computed, as rows of tables.

use std::collections::BTreeMap;

use affixboard_model::{
    batch::{Cell, Entry, RowLabel},
    catalog::KindId,
    game::{Dimension, Loaded, SubjectRules},
};
use serde_json::{Value, json};

use super::entries::Entries;

/// Kinds that can carry affixes.
fn kinds_with_pools(loaded: &Loaded) -> Vec<KindId> {
    let catalog = &loaded.catalog;
    let takes = |tval: u16| catalog.item_type(tval).is_some_and(|item_type| item_type.takes_affixes);
    (0..).zip(&catalog.kinds).filter(|(_, kind)| takes(kind.tval)).map(|(at, _)| KindId(at)).collect()
}

/// A pool as it is kept: which affixes with which weights and chances, as JSON.
type PoolMembers = String;

/// The pools at these levels, each once: rows of where it is drawn from (kind, level, affix level) and of what is in it (affix,
/// weight, chance).
pub(super) fn pools(loaded: &Loaded, entries: &Entries<'_>, levels: &[u32]) -> Vec<Value> {
    let (forge, words) = (loaded.model.forge(), loaded.game.words());
    let mut draws: BTreeMap<PoolMembers, Vec<Value>> = BTreeMap::new();
    for kind in kinds_with_pools(loaded) {
        for level in levels {
            for affix_level in words.least_affix_level..words.reachable_affix_levels {
                let pool = forge.pool(kind, *level, affix_level);
                if pool.entries.is_empty() {
                    continue;
                }
                let member =
                    |(at, (affix, weight)): (usize, &_)| json!([entries.affix(*affix), weight, pool.chance(at)]);
                let members = Value::Array(pool.entries.iter().enumerate().map(member).collect());
                let name = words.affix_levels.get(usize::from(affix_level)).copied().unwrap_or_default();
                draws.entry(members.to_string()).or_default().push(json!([Entries::kind(kind), level, name]));
            }
        }
    }
    draws
        .into_iter()
        .map(|(members, draws)| json!([draws, serde_json::from_str(&members).unwrap_or(Value::Null)]))
        .collect()
}

/// All chances that are computed in moments: of subjects at their usual points; of drops at these levels in all qualities, where
/// an item carries one affix at most.
pub(super) fn chances(loaded: &Loaded, entries: &Entries<'_>, levels: &[u32]) -> Vec<Value> {
    let mut rows: Vec<Value> =
        loaded.model.subjects().iter().flat_map(|rules| of_subject(rules.as_ref(), entries)).collect();
    if loaded.game.words().one_affix && !loaded.catalog.item_types.is_empty() {
        rows.extend(of_drops(loaded, entries, levels));
    }
    rows
}

/// What drops of an item type come to, over its kinds.
struct OfType {
    name: String,
    /// Of kinds alone.
    sval: Option<u16>,
    mean: f64,
    bound: f64,
}

/// Drops that are each kind and artifact, and those of each item type that have each affix or theme. What else is counted of them,
/// such as values, would be a million rows.
fn of_drops(loaded: &Loaded, entries: &Entries<'_>, levels: &[u32]) -> Vec<Value> {
    let (forge, words) = (loaded.model.forge(), loaded.game.words());
    let (Some(exact), keys) = (forge.exact(), forge.keys()) else { return Vec::new() };
    let mut rows = Vec::new();
    for depth in levels {
        for quality in (0..words.qualities.len()).filter_map(|quality| u8::try_from(quality).ok()) {
            let cell = Cell { depth: *depth, quality, kind: None };
            // By metric, entry and item type.
            let mut sums: BTreeMap<(&str, usize, Option<u16>), OfType> = BTreeMap::new();
            for chance in exact.chances(cell, None) {
                let key = keys.key(chance.key);
                let Some(row) = RowLabel::new(cell, chance.key, keys, words) else { continue };
                let Some(entry) = entries.of_key(key) else { continue };
                let (tval, sval) = row.place.unzip();
                let sval = sval.filter(|_| key.entry == Entry::Kind);
                let sum = sums.entry((row.metric, entry, tval));
                let sum = sum.or_insert(OfType { name: row.name, sval, mean: 0.0, bound: 0.0 });
                sum.mean += chance.mean;
                sum.bound += chance.bound;
            }
            let quality = words.qualities[usize::from(quality)];
            for ((metric, entry, tval), OfType { name, sval, mean, bound }) in sums {
                let place = format!("{depth}, {quality}");
                let none = Value::Null;
                rows.push(json!(["drops", place, depth, quality, metric, tval, sval, name, none, entry, mean, bound]));
            }
        }
    }
    rows
}

/// The chances of a subject at its usual points.
fn of_subject(rules: &dyn SubjectRules, entries: &Entries<'_>) -> Vec<Value> {
    let spec = rules.spec();
    let usual: Vec<_> = spec.dimensions.iter().map(Dimension::usual).collect();
    let mut rows = Vec::new();
    for point in spec.points(&usual).into_iter().filter(|point| rules.check(*point).is_ok()) {
        let place = rules.point_columns(point).join(", ");
        // It is never told to stop.
        for chance in rules.exact(point) {
            let Some(row) = rules.rows().get(chance.key as usize) else { continue };
            let entry = row.entry.and_then(|entry| entries.of_sort(entry));
            let none = Value::Null;
            rows.push(json!([
                spec.name,
                place,
                row.at,
                none,
                row.metric.0,
                none,
                none,
                row.label,
                row.at,
                entry,
                chance.mean,
                chance.bound
            ]));
        }
    }
    rows
}
