//! The number of a sheet's cell, explained by itself: a weight in a pool, or a mean over the kinds of an item type.

use std::collections::BTreeMap;

use affixboard_model::{
    batch::{Cell, Entry, KeySpace, Metric},
    catalog::{AffixId, Catalog, KindId},
    game::{Chance, Pool, Words},
};

use super::{
    sentences::{computed, without_bound},
    table::{LinkTarget, TextRow, TextTable},
    text::{per_cent, quality, quoted},
};
use crate::bounded::Bounded;

/// The pool from which a draw is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PoolPlace {
    /// The kind of the item.
    pub kind: KindId,
    /// The generation level.
    pub level: u32,
    /// The affix level: a position in [`Words::affix_levels`].
    pub affix_level: u8,
}

/// An affix's place in a pool, as a sentence: `29.4 % = 50 of 170: commonness 50 in a pool of 170, for the kind Cloak at generation
/// level 20, affix level up to uber.`
pub fn pool_sentence(pool: &Pool, affix: AffixId, place: PoolPlace, catalog: &Catalog, words: &Words) -> String {
    let drawn_at = match words.affix_levels.get(usize::from(place.affix_level)) {
        Some(word) if words.has_affix_levels() => format!(", {} {word}", words.affix_level_label.to_lowercase()),
        _ => String::new(),
    };
    let kind = &catalog.kind(place.kind).name;
    let place = format!("for the kind {kind} at generation level {}{drawn_at}", place.level);
    let (weight, chance) = pool.of(affix);
    match (weight, pool.total, &pool.chances) {
        (_, 0, _) => format!("0 %: the pool {place} is empty."),
        (0, total, _) => format!("0 %: it is not in the pool of {total}, {place}."),
        (_, total, None) => {
            format!("{} = {weight} of {total}: commonness {weight} in a pool of {total}, {place}.", per_cent(chance))
        }
        (_, total, Some(_)) => format!(
            "{}: commonness {weight} in a pool of up to {total}, to which some belong at times only, {place}.",
            per_cent(chance)
        ),
    }
}

/// The kind of an item type to whose pool the affix comes most likely, of which sheets of a type show the number; the first of
/// several.
pub fn likeliest_kind(kinds: &[KindId], chance: impl Fn(KindId) -> f64) -> Option<KindId> {
    let mut best = None;
    for &kind in kinds {
        let chance = chance(kind);
        if best.is_none_or(|(_, most)| chance > most) {
            best = Some((kind, chance));
        }
    }
    best.map(|(kind, _)| kind)
}

/// How an item type's number is made of those of its kinds.
#[derive(Debug, Clone, PartialEq)]
pub struct KindMix {
    /// The number in a sentence.
    pub answer: String,
    /// The kinds, those that bring most of it first.
    pub table: TextTable,
}

/// The share of an item type's drops that have an affix or theme, kind by kind: each kind's share of the drops times its own
/// chance. `chances` are those of a cell of drops, of all kinds of the type. `None` where there may be no such drop.
pub fn by_kind(
    keys: &KeySpace,
    chances: &[Chance],
    (cell, tval, entry): (Cell, u16, Entry),
    words: &Words,
) -> Option<KindMix> {
    let catalog = keys.catalog();
    let mut kinds: BTreeMap<KindId, [Bounded; 2]> = BTreeMap::new();
    for chance in chances {
        let key = keys.key(chance.key);
        let Some(kind) = key.kind.filter(|kind| catalog.kind(*kind).tval == tval) else { continue };
        let [items, has] = kinds.entry(kind).or_default();
        match (key.metric, key.entry) {
            (Metric::KIND, _) => *items += Bounded::from(chance),
            (Metric::AFFIX | Metric::THEME, of) if of == entry => *has += Bounded::from(chance),
            _ => {}
        }
    }
    kinds.retain(|_, [items, _]| items.mean > 0.0);
    let (mut all, mut all_has) = (Bounded::default(), Bounded::default());
    for [items, has] in kinds.values() {
        all += *items;
        all_has += *has;
    }
    let name = match entry {
        Entry::Affix(id) => &catalog.affix(id).name,
        Entry::Theme(id) => &catalog.theme(id).name,
        _ => return None,
    };
    let of_type = catalog.item_types.iter().find(|item_type| item_type.tval == tval)?;
    let share = all_has.share_of(all)?;
    let over = match kinds.len() {
        1 => String::new(),
        count => format!(": the mean over {count} kinds, each by how often it drops"),
    };
    let answer = format!(
        "Of {} drops at depth {} that are {}, {} have {}{over}.",
        quality(words, cell.quality),
        cell.depth,
        of_type.name,
        computed(share),
        quoted(name)
    );
    let about = "The share of a kind among these drops, times the chance that one of it has what was asked; their sum is the \
                 number above.";
    let mut table =
        TextTable::new("Kind by kind", about, 8, &["Kind", "#Share of drops", "#Its chance", "#Together"]).main();
    let mut rows: Vec<(KindId, [Bounded; 2])> = kinds.into_iter().collect();
    rows.sort_by(|a, b| b.1[1].mean.total_cmp(&a.1[1].mean));
    if rows.len() > 1 {
        for (kind, [items, has]) in rows {
            let text = |share: Option<Bounded>| share.map_or("not known".to_owned(), without_bound);
            table.rows.push(TextRow {
                cells: vec![
                    catalog.kind(kind).name.clone(),
                    text(items.share_of(all)),
                    text(has.share_of(items)),
                    text(has.share_of(all)),
                ],
                target: Some(LinkTarget::Kind(kind)),
                is_asked: false,
            });
        }
    }
    Some(KindMix { answer, table })
}

#[cfg(test)]
mod tests {
    use affixboard_model::game::Forge as _;

    use super::*;
    use crate::testing::{self, WORDS};

    /// 50 of 170 is 29.41 %.
    #[test]
    fn a_place_in_a_pool() {
        let catalog = testing::catalog();
        let place = PoolPlace { kind: KindId(0), level: 20, affix_level: 2 };
        let kind = &catalog.kind(place.kind).name;
        let text = |pool: &Pool| pool_sentence(pool, AffixId(0), place, &catalog, &WORDS);
        let pool = Pool::new(vec![(AffixId(0), 50), (AffixId(1), 120)]);
        assert_eq!(
            text(&pool),
            format!(
                "29.4 % = 50 of 170: commonness 50 in a pool of 170, for the kind {kind} at generation level 20, affix level up to \
                 uber."
            )
        );
        let none = Pool::new(vec![(AffixId(1), 120)]);
        assert!(text(&none).starts_with("0 %: it is not in the pool of 120, "));
        assert!(text(&Pool::default()).starts_with("0 %: the pool "));
        let at_times = Pool { chances: Some(vec![0.3, 0.7]), ..pool };
        assert!(text(&at_times).starts_with("30.0 %: commonness 50 in a pool of up to 170, to which some"));
    }

    /// 60 % daggers of which half are sharp, and 40 % long swords of which a quarter are: 30 % and 10 %.
    #[test]
    fn a_type_is_the_mean_of_its_kinds() {
        let forge = testing::forge();
        let mut chances = testing::chances(&forge);
        for chance in &mut chances {
            chance.bound = 0.0;
        }
        let cell = Cell { depth: 1, quality: 2, kind: None };
        let sharp = Entry::Affix(AffixId(0));
        let mix = by_kind(forge.keys(), &chances, (cell, testing::SWORD, sharp), &WORDS).expect("swords");
        assert_eq!(
            mix.answer,
            "Of great drops at depth 1 that are sword, 40.0 % have “Sharp”: the mean over 2 kinds, each by how often it drops."
        );
        let rows: Vec<_> = mix.table.rows.iter().map(|row| row.cells.join(" | ")).collect();
        assert_eq!(rows, ["Dagger | 60.0 % | 50.0 % | 30.0 %", "Long Sword | 40.0 % | 25.0 % | 10.0 %"]);
        assert!(by_kind(forge.keys(), &chances, (cell, testing::SOFT, sharp), &WORDS).is_none());
    }

    #[test]
    fn the_likeliest_kind_is_the_first_of_the_best() {
        let kinds = [KindId(4), KindId(2), KindId(7)];
        let chance = |kind: KindId| if kind == KindId(4) { 0.1 } else { 0.2 };
        assert_eq!(likeliest_kind(&kinds, chance), Some(KindId(2)));
        assert_eq!(likeliest_kind(&[], chance), None);
    }
}
