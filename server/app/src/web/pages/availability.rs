//! The availability sheet: what an item type or kind may draw, by generation level.

use std::sync::Arc;

use affixboard_core::{
    catalog::{Catalog, KindId},
    games::{Switches, Words},
};
use affixboard_report::{
    build::{self, AvailabilityParams, PoolMeasure},
    format,
    sheet::{How, Sheet},
};
use askama::Template;
use axum::{
    extract::State as Extracted,
    response::{IntoResponse, Response},
};

use super::{
    export::download,
    settings::SheetSettings,
    tabs::{Shown, batches_like, tabs},
};
use crate::{
    library::{OpenRevision, Reading},
    web::{
        Error, Frame, Html, State,
        extract::{Path, Query as UrlQuery},
        html::Section,
        links::{self, Choice, Query},
        sheet_view::{SheetView, ViewOptions},
        why_links::WhyLinks,
    },
};

/// By which rules a sheet is: as coded, as documented, or what lies between.
const RULES: [&str; 3] = ["coded", "documented", "change"];

const ALL_MEASURES: [(&str, &str); 3] = [("pool", "in pool, %"), ("pool-odds", "1 in N"), ("commonness", "commonness")];

const MEASURES: [(&str, PoolMeasure); 3] =
    [("pool", PoolMeasure::Chance), ("pool-odds", PoolMeasure::Chance), ("commonness", PoolMeasure::Commonness)];

#[derive(Template)]
#[template(path = "pages/availability.html")]
pub(in crate::web) struct AvailabilityPage {
    frame: Frame,
    heading: String,
    sheet: SheetMeta,
    view: SheetView,
    path: String,
    tabs: Vec<Choice>,
    types: Vec<Choice>,
    kinds: Vec<KindOption>,
    /// What stands before the affix levels, and these; none in games with one level only.
    level_label: &'static str,
    levels: Vec<Choice>,
    measures: Vec<Choice>,
    rules: Vec<Choice>,
    rules_page: String,
    is_change: bool,
    notations: Vec<Choice>,
    depths: Vec<Choice>,
    scales: Vec<Choice>,
    roles: Vec<Choice>,
    has_roles: bool,
    sorts: Vec<Choice>,
    hidden: Vec<(&'static str, String)>,
    custom_depths: String,
    text: String,
    filter_hint: &'static str,
    exports: Vec<Choice>,
    clear: String,
    new_batch: String,
    can_act: bool,
}

/// What a sheet says about itself.
pub(super) struct SheetMeta {
    pub(super) how: &'static str,
    pub(super) caption: String,
    pub(super) rules: String,
    pub(super) notes: Vec<String>,
}

impl SheetMeta {
    pub(super) fn new(sheet: &Sheet) -> SheetMeta {
        SheetMeta {
            how: sheet.provenance.how.word(),
            caption: sheet.caption.clone(),
            rules: sheet.provenance.rules(),
            notes: sheet.notes.clone(),
        }
    }
}

/// A kind to choose.
pub(super) struct KindOption {
    pub(super) sval: u16,
    pub(super) label: String,
    pub(super) selected: bool,
}

/// The kinds of an item type that the files define.
pub(super) fn kind_options(catalog: &Catalog, tval: u16, selected: Option<u16>) -> Vec<KindOption> {
    let kinds = catalog.kinds_of(tval).into_iter().map(|id: KindId| catalog.kind(id));
    let defined = kinds.filter(|kind| kind.record.is_some());
    defined
        .map(|kind| KindOption {
            sval: kind.sval,
            label: format!("{} {}:{}", kind.name, kind.tval, kind.sval),
            selected: Some(kind.sval) == selected,
        })
        .collect()
}

/// Splits the last part of a path, such as `23.csv`, into the item type and the format asked for.
pub(super) fn type_and_format(file: &str) -> Result<(u16, Option<&str>), Error> {
    let (number, extension) = match file.split_once('.') {
        Some((number, extension)) => (number, Some(extension)),
        None => (file, None),
    };
    let tval = number
        .parse()
        .map_err(|_| Error::not_found(format!("Found the item type `{number}`; expected a number such as 23.")))?;
    Ok((tval, extension))
}

pub(super) fn find_format(extension: &str) -> Result<&'static format::Format, Error> {
    format::find(extension).ok_or_else(|| {
        let known: Vec<_> = format::ALL.iter().map(|format| format.extension).collect();
        Error::not_found(format!("Found the format `{extension}`; expected one of {}.", known.join(", ")))
    })
}

pub(in crate::web) async fn page(
    Extracted(state): Extracted<State>,
    Path((slug, number, file)): Path<(String, u32, String)>,
    UrlQuery(settings): UrlQuery<SheetSettings>,
) -> Result<Response, Error> {
    let (tval, extension) = type_and_format(&file)?;
    let coded = state.open(&slug, Some(number)).await?;
    let all = Switches::documented(coded.loaded.game);
    let rules = RULES[SheetSettings::position("rules", settings.rules.as_ref(), &RULES, 0)?];
    let open = match rules {
        "coded" => Arc::clone(&coded),
        _ => state.open_as(&coded.revision, Reading { switches: all, ..Reading::default() }).await?,
    };
    let words = open.loaded.game.words();
    let reachable = &words.affix_levels[..usize::from(words.reachable_affix_levels)];
    let level =
        SheetSettings::position("level", settings.level.as_ref(), reachable, usize::from(words.usual_affix_level))?;
    let params = AvailabilityParams {
        tval,
        sval: settings.sval()?,
        affix_level: level as u8,
        depths: settings.depths(words)?,
        measure: settings.measure(&MEASURES, PoolMeasure::Chance)?,
        filter: settings.filter(words)?,
        sort: settings.sort()?,
    };
    let sheet_of = |open: &OpenRevision| {
        let provenance = open.provenance(How::Exact);
        build::availability(&open.loaded.catalog, open.forge.as_ref(), words, provenance, &params)
    };
    let mut sheet = sheet_of(&open)?;
    if rules == "change" {
        if params.measure == PoolMeasure::Commonness {
            return Err(Error::bad_request("measure: found `commonness`; expected pool, for changes are of chances."));
        }
        let by_change = settings.sort.as_deref().is_none_or(|sort| matches!(sort, "" | "first"));
        sheet = build::compare(&sheet_of(&coded)?, &sheet, by_change);
    }
    if let Some(extension) = extension {
        return Ok(download(&sheet, find_format(extension)?));
    }
    let newest = batches_like(&state, &open).await?;
    let tabs = tabs(&open, tval, Shown::Availability, newest.first());
    Ok(Html(html(&open, &settings, &params, &sheet, tabs, state.actions_allowed)?).into_response())
}

fn html(
    open: &OpenRevision,
    settings: &SheetSettings,
    params: &AvailabilityParams,
    sheet: &Sheet,
    tabs: Vec<Choice>,
    can_act: bool,
) -> Result<AvailabilityPage, Error> {
    let (revision, catalog, words) = (&open.revision, &open.loaded.catalog, open.loaded.game.words());
    let path = links::item_type(revision, params.tval);
    let is_change = sheet.before.is_some();
    let sort_link = |depth| settings.sort_link(&path, depth);
    let options = ViewOptions {
        revision,
        scale: settings.scale()?,
        notation: settings.notation(),
        sort_link: &sort_link,
        sorted: settings.sorted(),
        // Magic applied to a given kind is made at just the level of the column.
        why: WhyLinks::new(open, params.tval, params.sval, Query::default().set("made", "given")),
    };
    let elsewhere = settings.query().set("sval", "");
    let types = catalog.item_types.iter().filter(|item_type| item_type.takes_affixes).map(|item_type| {
        let href = elsewhere.on(&links::item_type(revision, item_type.tval));
        Choice::new(item_type.name.clone(), href, item_type.tval == params.tval)
    });
    let exports = format::ALL.iter().map(|format| {
        let href = settings.query().on(&format!("{path}.{}", format.extension));
        Choice::new(format.title, href, false)
    });
    let mut sorts = vec![
        ("first", if is_change { "largest change" } else { "first depth" }),
        ("name", "name"),
        ("level", "level"),
        ("file", "as in file"),
    ];
    sorts.retain(|sort| sort.0 != "level" || words.has_affix_levels());
    let roles = words.roles.iter().map(|role| (role.name(), role.name()));
    let roles: Vec<(&str, &str)> = std::iter::once(("", "all")).chain(roles).collect();
    Ok(AvailabilityPage {
        frame: Frame::of(format!("{} · {}", sheet.title, revision.title), Section::Sheets, revision),
        heading: sheet.title.clone(),
        sheet: SheetMeta::new(sheet),
        view: SheetView::new(sheet, &options),
        tabs,
        types: types.collect(),
        kinds: kind_options(catalog, params.tval, params.sval),
        level_label: words.affix_level_label,
        levels: level_choices(settings, &path, words),
        measures: settings.choices(&path, "measure", if is_change { &[("pool", "in pool, %")] } else { &ALL_MEASURES }),
        rules: if open.loaded.game.switches().is_empty() {
            Vec::new()
        } else {
            settings.choices(
                &path,
                "rules",
                &[("coded", "as coded"), ("documented", "as documented"), ("change", "change")],
            )
        },
        rules_page: links::rules(revision),
        is_change,
        notations: settings.choices(&path, "show", &[("", "change"), ("both", "before → after")]),
        depths: settings.choices(&path, "depths", &[("5", "5"), ("10", "10"), ("every", "every")]),
        scales: settings.choices(&path, "scale", &[("sheet", "sheet"), ("row", "row"), ("column", "column")]),
        roles: settings.choices(&path, "role", &roles),
        has_roles: !words.roles.is_empty(),
        sorts: settings.choices(&path, "sort", &sorts),
        hidden: settings.query().except(&["sval", "depths", "q"]),
        custom_depths: settings.custom_depths(),
        text: settings.text(),
        filter_hint: filter_hint(words),
        exports: exports.collect(),
        clear: path.clone(),
        new_batch: links::new_batch(revision),
        can_act,
        path,
    })
}

/// The affix levels to choose from, the highest first; none where there is nothing to choose.
fn level_choices(settings: &SheetSettings, path: &str, words: &Words) -> Vec<Choice> {
    let reachable = &words.affix_levels[..usize::from(words.reachable_affix_levels)];
    if reachable.len() < 2 {
        return Vec::new();
    }
    let levels: Vec<(&str, &str)> = reachable.iter().rev().map(|level| (*level, *level)).collect();
    settings.choices_with(path, "level", &levels, words.affix_levels[usize::from(words.usual_affix_level)])
}

/// What the filter of a sheet looks at.
pub(super) fn filter_hint(words: &Words) -> &'static str {
    if words.has_affix_levels() { "name, flag, level" } else { "name, flag" }
}

#[cfg(test)]
mod tests {
    use affixboard_core::games;

    use super::*;

    #[test]
    fn one_affix_level_is_no_choice() {
        let words = games::find("affix-branch").expect("the game").words();
        let labels = |words: &Words| -> Vec<String> {
            level_choices(&SheetSettings::default(), "/", words).into_iter().map(|choice| choice.label).collect()
        };
        assert_eq!(labels(words), ["uber", "great", "good"]);
        assert_eq!(filter_hint(words), "name, flag, level");

        let one = Words { affix_levels: &["ego"], reachable_affix_levels: 1, usual_affix_level: 0, ..*words };
        assert!(labels(&one).is_empty());
        assert_eq!(filter_hint(&one), "name, flag");
    }
}
