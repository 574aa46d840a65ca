//! An affix: its allocations with the source lines, and the themes that name it.

use affixboard_core::catalog::{Affix, AffixId, Catalog, Kind};
use affixboard_report::capitalised;
use askama::Template;
use axum::extract::State as Extracted;

use super::source::{self, SourceLine};
use crate::{
    library::OpenRevision,
    web::{Error, Frame, Html, State, extract::Path, html::Section, links},
};

#[derive(Template)]
#[template(path = "pages/affix.html")]
pub(in crate::web) struct AffixPage {
    frame: Frame,
    name: String,
    word: &'static str,
    /// Empty in games without roles.
    role: &'static str,
    index: u32,
    flags: Vec<&'static str>,
    allocations: Vec<AllocationRow>,
    /// Whether it matters which of two lines counts: an ego has one weight, whatever it comes on.
    lines_differ: bool,
    themes: Vec<ThemeRow>,
    has_themes: bool,
    /// What the affix levels are called; empty where all allocations of the revision have the same.
    level_heading: String,
    file: String,
    source: Vec<SourceLine>,
}

struct AllocationRow {
    item_type: String,
    href: String,
    kinds: String,
    level: &'static str,
    commonness: u32,
    depths: String,
    line: u32,
    /// The explanation for the first kind it covers; empty where it covers none.
    why: String,
}

struct ThemeRow {
    name: String,
    index: u32,
    weight: u32,
    total: u32,
    file: String,
    line: u32,
}

pub(in crate::web) async fn page(
    Extracted(state): Extracted<State>,
    Path((slug, number, index)): Path<(String, u32, u32)>,
) -> Result<Html<AffixPage>, Error> {
    let open = state.open(&slug, Some(number)).await?;
    let catalog = &open.loaded.catalog;
    let words = open.loaded.game.words();
    let id = catalog.affix_by_index(index).ok_or_else(|| {
        Error::not_found(format!("There is no {} with the index {index} in this revision.", words.affix))
    })?;
    let affix = catalog.affix(id);
    let sources = &open.loaded.sources;
    let is_allocation = |span: affixboard_core::text::Span| {
        affix.allocations.iter().any(|a| a.line.start <= span.start && span.end <= a.line.end)
    };
    let all = catalog.affixes.iter().flat_map(|affix| &affix.allocations);
    Ok(Html(AffixPage {
        frame: Frame::of(format!("{} · {}", affix.name, open.revision.title), Section::Sheets, &open.revision),
        name: affix.name.clone(),
        word: words.affix,
        role: affix.role.map_or("", |role| role.name()),
        index,
        flags: affix.flags.clone(),
        allocations: allocations(&open, affix),
        lines_differ: !alike(affix.allocations.iter().map(|a| (a.affix_level, a.commonness, a.min, a.max))),
        themes: themes(&open, id),
        has_themes: words.has_themes,
        level_heading: if alike(all.map(|allocation| allocation.affix_level)) {
            String::new()
        } else {
            capitalised(&format!("{} level", words.affix))
        },
        file: sources.file(affix.record.file).name().to_owned(),
        source: source::lines(sources, affix.record, &is_allocation),
    }))
}

/// Whether all of them are the same.
fn alike<T: PartialEq>(mut items: impl Iterator<Item = T>) -> bool {
    items.next().is_none_or(|first| items.all(|item| item == first))
}

fn allocations(open: &OpenRevision, affix: &Affix) -> Vec<AllocationRow> {
    let catalog = &open.loaded.catalog;
    let words = open.loaded.game.words();
    let row = |allocation: &affixboard_core::catalog::Allocation| AllocationRow {
        item_type: catalog
            .item_type(allocation.tval)
            .map_or_else(|| format!("type {}", allocation.tval), |item_type| item_type.name.clone()),
        href: links::item_type(&open.revision, allocation.tval) + "#affix-" + &affix.index.to_string(),
        kinds: covered(catalog, allocation),
        level: words.affix_levels.get(usize::from(allocation.affix_level)).copied().unwrap_or("?"),
        commonness: allocation.commonness,
        depths: format!("{} to {}", allocation.min, allocation.max),
        line: open.loaded.sources.position(allocation.line).line,
        why: first_covered(catalog, allocation).map_or(String::new(), |kind| {
            links::why(&open.revision, (kind.tval, kind.sval), &format!("affix-{}", affix.index))
        }),
    };
    affix.allocations.iter().map(row).collect()
}

/// The first kind of the files that an allocation covers.
fn first_covered<'a>(catalog: &'a Catalog, allocation: &affixboard_core::catalog::Allocation) -> Option<&'a Kind> {
    let kinds = catalog.kinds_of(allocation.tval).into_iter().map(|id| catalog.kind(id));
    kinds.filter(|kind| kind.record.is_some()).find(|kind| allocation.covers(kind.tval, kind.sval))
}

/// The kinds an allocation covers: by name where they are few.
fn covered(catalog: &Catalog, allocation: &affixboard_core::catalog::Allocation) -> String {
    let all: Vec<_> =
        catalog.kinds.iter().filter(|kind| kind.tval == allocation.tval && kind.record.is_some()).collect();
    let covered: Vec<_> = all.iter().filter(|kind| allocation.covers(kind.tval, kind.sval)).collect();
    if covered.is_empty() {
        "no kind".to_owned()
    } else if covered.len() == all.len() {
        format!("all {} kinds", all.len())
    } else if covered.len() <= 4 {
        covered.iter().map(|kind| kind.name.as_str()).collect::<Vec<_>>().join(", ")
    } else {
        format!("{} of {} kinds, sval {} to {}", covered.len(), all.len(), allocation.min_sval, allocation.max_sval)
    }
}

fn themes(open: &OpenRevision, id: AffixId) -> Vec<ThemeRow> {
    let sources = &open.loaded.sources;
    let catalog = &open.loaded.catalog;
    let mentions = catalog.themes.iter().flat_map(|theme| {
        theme.parts.iter().filter(move |part| part.affix == id).map(move |part| ThemeRow {
            name: theme.name.clone(),
            index: theme.index,
            weight: part.weight,
            total: theme.total_weight(),
            file: sources.file(part.line.file).name().to_owned(),
            line: sources.position(part.line).line,
        })
    });
    mentions.collect()
}
