//! What the entries of a table do: the column, the filter, and how many there are of each group of effects.

use affixboard_model::catalog::{AffixId, EffectGroup, EffectSet, EffectSign, Sort};

use super::{effect_words::title, table::EntriesTable};
use crate::{Error, links::Query};
use affixboard_service::library::OpenRevision;

/// The groups that the sentence counts together: what a weapon's blow is about.
const TOGETHER: [EffectGroup; 3] = [EffectGroup::ToHit, EffectGroup::ToDam, EffectGroup::Dice];

/// Which entries are wanted, by effect and item type.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct EffectFilter {
    /// Entries of any of these; all where there are none.
    pub(super) groups: Vec<EffectGroup>,
    pub(super) item_type: Option<u16>,
}

impl EffectFilter {
    /// Reads the settings `effect`, names with commas between them, and `type`, an item type's number.
    pub(super) fn new(open: &OpenRevision, effect: &str, item_type: &str) -> Result<EffectFilter, Error> {
        let group = |name: &str| {
            EffectGroup::find(name.trim()).ok_or_else(|| {
                let known = EffectGroup::ALL.map(EffectGroup::name).join(", ");
                Error::bad_request(format!("effect: found `{name}`; expected one of {known}, or several with commas."))
            })
        };
        let names = effect.split(',').filter(|name| !name.trim().is_empty());
        let mut groups = names.map(group).collect::<Result<Vec<_>, Error>>()?;
        groups.sort_unstable();
        groups.dedup();
        let number =
            |text: &str| text.parse::<u16>().ok().filter(|tval| open.loaded.catalog.item_type(*tval).is_some());
        let item_type = match item_type {
            "" => None,
            text => Some(number(text).ok_or_else(|| {
                Error::bad_request(format!("type: found `{text}`; expected the number of an item type, such as 23."))
            })?),
        };
        Ok(EffectFilter { groups, item_type })
    }

    /// The setting `effect`.
    pub(super) fn effect(&self) -> String {
        names(&self.groups)
    }

    /// The setting `type`.
    pub(super) fn item_type(&self) -> String {
        self.item_type.map_or_else(String::new, |tval| tval.to_string())
    }

    /// Whether an entry has one of the effects.
    pub(super) fn has_effect(&self, effects: Option<&EffectSet>) -> bool {
        self.groups.is_empty() || effects.is_some_and(|effects| self.groups.iter().any(|group| effects.has(*group)))
    }

    /// Whether an entry of items, at that position of its sort, is of the item type or may come to it.
    pub(super) fn is_of_type(&self, open: &OpenRevision, entry: Option<(Sort, usize)>) -> bool {
        let Some(tval) = self.item_type else { return true };
        let Some((sort, at)) = entry else { return false };
        let catalog = &open.loaded.catalog;
        if sort == Sort::AFFIX {
            let levels = open.loaded.game.words().reachable_affix_levels;
            return catalog.affix_comes_to(AffixId(at as u32), tval, levels);
        }
        if sort == Sort::THEME {
            return catalog.themes.get(at).is_some_and(|theme| catalog.theme_comes_to(theme, tval));
        }
        catalog.entries_of(sort).get(at).is_some_and(|entry| entry.is_of(tval))
    }
}

fn names(groups: &[EffectGroup]) -> String {
    groups.iter().map(|group| group.name()).collect::<Vec<_>>().join(",")
}

/// The words of several groups: `finesse, prowess or dice`.
fn joined(groups: &[EffectGroup], open: &OpenRevision) -> String {
    let words: Vec<&str> = groups.iter().map(|group| title(*group, open)).collect();
    match words.split_last() {
        Some((last, [])) => (*last).to_owned(),
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
        None => String::new(),
    }
}

/// How many of a table's affixes, or themes, have which effect.
pub(crate) struct EffectsView {
    /// The sentence up to its counts, such as `8 affixes that boots can have:`.
    pub(crate) lead: String,
    pub(crate) counts: Vec<EffectCount>,
    /// What is to be known of the counts.
    pub(crate) note: String,
    pub(crate) bars: Vec<EffectBar>,
    /// The groups to filter by: setting, word, whether it is set.
    pub(crate) choices: Vec<(String, String, bool)>,
    /// The item types to filter by: number, name, whether it is set.
    pub(crate) item_types: Vec<(String, String, bool)>,
}

/// A count of the sentence, with the address that shows these entries.
pub(crate) struct EffectCount {
    pub(crate) text: String,
    pub(crate) href: String,
}

/// A row of the chart.
pub(crate) struct EffectBar {
    pub(crate) title: &'static str,
    pub(crate) doc: &'static str,
    pub(crate) href: String,
    pub(crate) count: usize,
    /// How many have it as a bonus, and as a drawback; empty where none has.
    pub(crate) signs: [String; 2],
    /// Lengths of bonuses, drawbacks, and what is either or unknown, in per cent of the longest bar.
    pub(crate) lengths: [String; 3],
    /// Where each begins.
    pub(crate) starts: [String; 3],
}

impl EffectsView {
    /// Of the rows at `rows` of a table: of its affixes, or of its themes if there are no affixes among them. `None` of games
    /// without affixes.
    pub(super) fn new(
        open: &OpenRevision,
        (table, rows): (&EntriesTable, &[usize]),
        filter: &EffectFilter,
        (settings, path): (&Query, &str),
    ) -> Option<EffectsView> {
        if !table.has_effects() {
            return None;
        }
        let words = open.loaded.game.words();
        let of_sort = |wanted: Sort| {
            let rows = rows.iter().map(|at| &table.rows[*at]);
            let rows = rows.filter(move |row| row.entry.is_some_and(|(sort, _)| sort == wanted));
            rows.filter_map(|row| row.effects.as_ref()).collect::<Vec<_>>()
        };
        let affixes = of_sort(Sort::AFFIX);
        let (sort, effects) =
            if affixes.is_empty() { (Sort::THEME, of_sort(Sort::THEME)) } else { (Sort::AFFIX, affixes) };
        let href = |groups: &[EffectGroup]| settings.clone().set("effect", names(groups)).on(path);
        let count =
            |groups: &[EffectGroup]| effects.iter().filter(|set| groups.iter().any(|group| set.has(*group))).count();
        let together = std::iter::once(TOGETHER.to_vec());
        let others = EffectGroup::ALL.into_iter().filter(|group| !TOGETHER.contains(group)).map(|group| vec![group]);
        let counts = together.chain(others).filter(|groups| count(groups) > 0).map(|groups| EffectCount {
            text: format!("{} of {}", count(&groups), joined(&groups, open)),
            href: href(&groups),
        });
        let counts: Vec<EffectCount> = if effects.is_empty() { Vec::new() } else { counts.collect() };
        let what = if effects.len() == 1 { sort.word(words) } else { sort.plural(words) };
        let for_type = filter.item_type.map_or_else(String::new, |tval| {
            let name = open.loaded.catalog.item_type(tval).map_or("", |of_type| of_type.name.as_str());
            format!(" that {name} can have")
        });
        let groups = EffectGroup::ALL.into_iter().filter(|group| count(&[*group]) > 0);
        let longest = groups.clone().map(|group| count(&[group])).max().unwrap_or(1);
        let bars = groups.map(|group| bar(open, (group, &effects), longest, href(&[group])));
        Some(EffectsView {
            lead: format!("{} {what}{for_type}{}", effects.len(), if counts.is_empty() { "." } else { ":" }),
            counts,
            note: note(open, sort),
            bars: bars.collect(),
            choices: choices(open, filter),
            item_types: item_types(open, filter),
        })
    }
}

fn note(open: &OpenRevision, sort: Sort) -> String {
    let words = open.loaded.game.words();
    let mut note =
        "One of several effects counts for each. + is a bonus, \u{2212} a drawback, ± may be either.".to_owned();
    if sort == Sort::THEME {
        note = format!("{note} A theme does what its {} do.", words.affixes);
    } else if words.has_themes {
        let affixes = affixboard_report::capitalised(words.affixes);
        note = format!("{note} {affixes} that come with themes only are among them.");
    }
    if !open.loaded.knows_numbers() {
        note += " Of these files only flags are known here: bonuses to hit, damage and armour are not counted.";
    }
    note
}

fn bar(open: &OpenRevision, (group, effects): (EffectGroup, &[&EffectSet]), longest: usize, href: String) -> EffectBar {
    let mut signs = [0; 3];
    let found = effects.iter().flat_map(|effects| effects.iter()).filter(|(of, _)| *of == group);
    for (_, sign) in found {
        let at = match sign {
            EffectSign::Bonus => 0,
            EffectSign::Drawback => 1,
            EffectSign::Mixed | EffectSign::Unknown => 2,
        };
        signs[at] += 1;
    }
    let length = |count: usize| format!("{:.2}", 100.0 * count as f64 / longest as f64);
    // Bonuses stand first, then what is neither, then drawbacks.
    let starts = [0, signs[0] + signs[2], signs[0]].map(length);
    let (title, doc) = (title(group, open), group.doc());
    let sign = |at: usize| if signs[at] == 0 { String::new() } else { signs[at].to_string() };
    let count = signs.iter().sum();
    EffectBar { title, doc, href, count, signs: [sign(0), sign(1)], lengths: signs.map(length), starts }
}

fn choices(open: &OpenRevision, filter: &EffectFilter) -> Vec<(String, String, bool)> {
    let single = EffectGroup::ALL.map(|group| vec![group]);
    let together = std::iter::once(TOGETHER.to_vec());
    let mut all: Vec<Vec<EffectGroup>> = together.chain(single).collect();
    if !filter.groups.is_empty() && !all.contains(&filter.groups) {
        all.push(filter.groups.clone());
    }
    all.into_iter().map(|groups| (names(&groups), joined(&groups, open), groups == filter.groups)).collect()
}

fn item_types(open: &OpenRevision, filter: &EffectFilter) -> Vec<(String, String, bool)> {
    let wanted = |tval: u16| filter.item_type == Some(tval);
    let types = open.loaded.catalog.item_types.iter().filter(|of| of.takes_affixes || wanted(of.tval));
    types.map(|of| (of.tval.to_string(), of.name.clone(), wanted(of.tval))).collect()
}
