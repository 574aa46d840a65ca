//! What an affix or theme does, and which affixes compete with the same effects.

use affixboard_model::catalog::{AffixId, EffectGroup, EffectSet, EffectSign, Theme, flag_effects};

use super::{EntryField, EntryTable, columns};
use crate::{catalog::effect_words, links};
use affixboard_service::library::OpenRevision;

/// The sentence of an affix's effects; `None` where there are none.
pub(super) fn sentence(open: &OpenRevision, effects: &EffectSet) -> Option<String> {
    if effects.is_empty() {
        return None;
    }
    let unknown = if open.loaded.knows_numbers() { "" } else { " Of these files only flags are known here." };
    Some(format!("Effects: {}.{unknown}", effect_words::text(effects, open)))
}

/// What a theme's affixes give together: by group the affixes and the flags.
pub(super) fn of_theme(open: &OpenRevision, theme: &Theme) -> EntryTable {
    let (catalog, words) = (&open.loaded.catalog, open.loaded.game.words());
    let effects = open.loaded.affix_effects();
    let mut affixes: Vec<AffixId> = Vec::new();
    for part in theme.parts.iter().filter(|part| part.chance > 0) {
        if !affixes.contains(&part.affix) {
            affixes.push(part.affix);
        }
    }
    let mut all = EffectSet::default();
    affixes.iter().filter_map(|affix| effects.get(affix.at())).for_each(|of| all.extend(of));
    let row = |(group, sign): (EffectGroup, EffectSign)| {
        let of_group = affixes.iter().filter(|affix| effects.get(affix.at()).is_some_and(|of| of.has(group)));
        let mut names: Vec<&str> = Vec::new();
        let mut flags: Vec<&str> = Vec::new();
        for affix in of_group.map(|affix| catalog.affix(*affix)) {
            names.push(&affix.name);
            for flag in affix.flags.iter().filter(|flag| flag_effects(flag).any(|(of, _)| of == group)) {
                if !flags.contains(flag) {
                    flags.push(flag);
                }
            }
        }
        vec![
            EntryField::plain(effect_words::title(group, open).to_owned() + sign.mark()),
            EntryField::plain(names.join(", ")),
            EntryField::plain(flags.join(", ")),
        ]
    };
    let affix = affixboard_report::capitalised(words.affixes);
    EntryTable {
        title: "What it gives".to_owned(),
        about: format!(
            "What its {} do together; an item may have some of them twice. + is a bonus, \u{2212} a drawback, ± may be either.",
            words.affixes
        ),
        columns: columns(&[("Effect", false), (affix.as_str(), false), ("Flags", false)]),
        rows: all.iter().map(row).collect(),
        empty: "Nothing that is known.".to_owned(),
    }
}

/// The affixes that compete with one with the same effects; `None` where none does.
pub(super) fn competitors(open: &OpenRevision, affix: AffixId, effects: &[EffectSet]) -> Option<EntryTable> {
    let (catalog, words) = (&open.loaded.catalog, open.loaded.game.words());
    let competitors = catalog.competitors(affix, effects);
    if competitors.is_empty() {
        return None;
    }
    let rows = competitors.iter().map(|competitor| {
        let other = catalog.affix(competitor.affix);
        let name = |tval: &u16| catalog.item_type(*tval).map_or("", |of_type| of_type.name.as_str());
        let place = |(tval, (min, max)): (&u16, &(u32, u32))| format!("{} {min} to {max}", name(tval));
        let places: Vec<String> = competitor.places.iter().map(place).collect();
        vec![
            EntryField::link(other.name.clone(), links::affix(&open.revision, other.index)),
            EntryField::plain(places.join(", ")),
        ]
    });
    let heading = affixboard_report::capitalised(words.affix);
    Some(EntryTable {
        title: "Competes with the same effects".to_owned(),
        about: format!(
            "{} with the same kinds of effects that may be drawn for the same items, with the lowest and highest level of both.",
            affixboard_report::capitalised(words.affixes)
        ),
        columns: columns(&[(heading.as_str(), false), ("Item types and levels", false)]),
        rows: rows.collect(),
        empty: String::new(),
    })
}
