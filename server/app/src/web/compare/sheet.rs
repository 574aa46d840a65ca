//! The sheet of changes of an item type between two comparands.

use std::sync::Arc;

use affixboard_report::{
    sheet::Sheet,
    sheets::{self, AvailabilityParams, CompareParams, CountParams, PoolMeasure, SheetError, SheetSection},
};
use affixboard_store::Role;
use axum::{
    extract::State as Extracted,
    response::{IntoResponse, Response},
};

use super::{
    chances::{self, ComputedChances, KnownChances},
    comparand::{Comparand, Comparands, check_before, rule_choices},
};
use crate::{
    compute::Priority,
    web::{
        Error, Frame, Html, State,
        batches::tally::BatchTally,
        explanations::why_links::WhyLinks,
        extract::{Address, Path},
        links::{self, Choice, Query},
        respond::html::Section,
        session::viewer::Viewer,
        sheets::{
            availability,
            export::{self, download, download_later, download_whole, find_format, whole_format},
            mended::MendedSettings,
            progressive::{self, ProgressView, refusal, why},
            result,
            settings::SheetSettings,
            sheet::{SheetHtml, Sides, Talk, TextPiece},
            types::Types,
            view::{
                controls::Control,
                sheet_chart,
                sheet_page::{RowFilters, SheetContext, SheetPage, type_and_format},
            },
        },
    },
};

/// A comparison with its settings, of any item type.
pub(crate) struct Comparison {
    pub(crate) comparands: Comparands,
    source: SheetSource,
    compare_params: CompareParams,
}

/// The source of the numbers, with parameters of the head.
enum SheetSource {
    Pools(AvailabilityParams),
    Computed(Box<ComputedChances>),
    Counted {
        before: Box<BatchTally>,
        after: Box<BatchTally>,
        params: CountParams,
        quality_before: u8,
        common: Vec<u8>,
    },
}

impl Comparison {
    pub(crate) async fn new(
        state: &State,
        comparands: Comparands,
        settings: &SheetSettings,
    ) -> Result<Comparison, Error> {
        let compare_params = CompareParams { by_change: settings.is_by_change(), all_rows: settings.has_all_rows()? };
        let source = match (&comparands.base.counted, &comparands.head.counted) {
            (Some(before), Some(after)) => {
                let mut params = result::params(after.plan(), &comparands.head.open, settings)?;
                let (words, others) =
                    (comparands.head.open.loaded.game.words(), comparands.base.open.loaded.game.words());
                let there = |quality: u8| {
                    let word = words.qualities.get(usize::from(quality))?;
                    let other = others.qualities.iter().position(|other| other == word)? as u8;
                    before.plan().qualities.contains(&other).then_some(other)
                };
                let common: Vec<u8> =
                    after.plan().qualities.iter().copied().filter(|at| there(*at).is_some()).collect();
                if settings.quality.as_deref().unwrap_or("").trim().is_empty() {
                    params.quality = common.last().copied().unwrap_or(params.quality);
                }
                let quality_before = there(params.quality).filter(|_| common.contains(&params.quality));
                let quality_before = quality_before.ok_or_else(|| {
                    Error::bad_request("The two batches have no such drops in common, so these can't be compared.")
                })?;
                let known: Vec<SheetSection> = result::subjects_of(&comparands.base.open).collect();
                params.sections.retain(|subject| known.contains(subject));
                if !comparands.are_of_one_game() {
                    params.filter.role = None;
                }
                SheetSource::Counted {
                    before: Box::new(before.of(state, &comparands.base.open, quality_before).await?),
                    after: Box::new(after.of(state, &comparands.head.open, params.quality).await?),
                    params,
                    quality_before,
                    common,
                }
            }
            _ if chances::is_asked_for(settings) => {
                SheetSource::Computed(Box::new(ComputedChances::new(state, &comparands, settings)?))
            }
            _ => SheetSource::Pools(pools(&comparands, settings)?),
        };
        Ok(Comparison { comparands, source, compare_params })
    }

    /// The sheet of an item type of the head, or of one of its kinds. Exact chances are those computed so far.
    pub(crate) fn sheet(&self, tval: u16, sval: Option<u16>) -> Result<Sheet, SheetError> {
        let Comparands { base, head } = &self.comparands;
        let tval_before = self.comparands.type_before(tval).map_or(tval, |item_type| item_type.tval);
        let sval_before = sval.map(|sval| self.comparands.kind_before(tval, sval).unwrap_or(sval));
        let (before, after) = match &self.source {
            SheetSource::Pools(params) => {
                let sheet_of = |comparand: &Comparand, params: &AvailabilityParams| {
                    let open = &comparand.open;
                    let (provenance, words) = (open.provenance(comparand.how()), open.loaded.game.words());
                    sheets::availability(&open.loaded.catalog, open.forge.as_ref(), words, provenance, params)
                };
                let params_before = AvailabilityParams {
                    tval: tval_before,
                    sval: sval_before,
                    affix_level: self.level_before(params.affix_level),
                    ..params.clone()
                };
                let params = AvailabilityParams { tval, sval, ..params.clone() };
                (sheet_of(base, &params_before)?, sheet_of(head, &params)?)
            }
            SheetSource::Computed(computed) => {
                let known = computed.known(&self.comparands, tval).unwrap_or_else(|_| computed.unknown());
                return self.computed_sheet(computed, (tval, sval), &known);
            }
            SheetSource::Counted { before, after, params, quality_before, .. } => {
                let params_before = CountParams { sval: sval_before, quality: *quality_before, ..params.clone() };
                let params = CountParams { sval, ..params.clone() };
                (before.sheet(&[tval_before], &params_before)?, after.sheet(&[tval], &params)?)
            }
        };
        Ok(sheets::compare(&before, &after, self.compare_params))
    }

    /// The sheet of what was computed.
    fn computed_sheet(
        &self,
        computed: &ComputedChances,
        of: (u16, Option<u16>),
        known: &KnownChances,
    ) -> Result<Sheet, SheetError> {
        let (before, after) = computed.sheets(&self.comparands, of, known)?;
        Ok(sheets::compare(&before, &after, self.compare_params))
    }

    /// The sheet to show: of exact chances, those computed after a short wait.
    async fn partial(
        self: &Arc<Comparison>,
        state: &State,
        sheet: Sheet,
        of: (u16, Option<u16>),
    ) -> Result<PartialSheet, Error> {
        let SheetSource::Computed(computed) = &self.source else {
            return Ok(PartialSheet { sheet, known: (0, 0), drops: 0, problem: "" });
        };
        computed.wait_for_first(&self.comparands, of.0).await;
        let (known, problem) = match computed.known(&self.comparands, of.0) {
            Ok(known) => (known, ""),
            Err(error) => (computed.unknown(), why(error)),
        };
        let counts = (ComputedChances::known_depths(&known), computed.total());
        let drops = progressive::drops(&known);
        let sheet = self.later_sheet(state, of, known).await?;
        Ok(PartialSheet { sheet, known: counts, drops, problem })
    }

    /// The sheet once all depths are computed.
    async fn whole_sheet(self: &Arc<Comparison>, state: &State, of: (u16, Option<u16>)) -> Result<Sheet, Error> {
        let known = match &self.source {
            SheetSource::Computed(computed) => computed.all(&self.comparands, of.0).await.map_err(refusal)?,
            _ => Vec::new(),
        };
        self.later_sheet(state, of, known).await
    }

    /// The sheet, made by the scheduler, of what is known of chances where they are compared.
    async fn later_sheet(
        self: &Arc<Comparison>,
        state: &State,
        of: (u16, Option<u16>),
        known: KnownChances,
    ) -> Result<Sheet, Error> {
        let comparison = Arc::clone(self);
        let build = move || match &comparison.source {
            SheetSource::Computed(computed) => comparison.computed_sheet(computed, of, &known),
            _ => comparison.sheet(of.0, of.1),
        };
        Ok(state.compute(Priority::Interactive, build).await??)
    }

    /// The affix level before that goes with one after: the same, in another game that of its word or the usual.
    fn level_before(&self, level: u8) -> u8 {
        let (words, others) =
            (self.comparands.head.open.loaded.game.words(), self.comparands.base.open.loaded.game.words());
        if self.comparands.are_of_one_game() {
            return level;
        }
        let reachable = &others.affix_levels[..usize::from(others.reachable_affix_levels)];
        let word = words.affix_levels.get(usize::from(level));
        let same = reachable.iter().position(|other| Some(other) == word);
        same.map_or(others.usual_affix_level, |at| at as u8)
    }
}

fn pools(comparands: &Comparands, settings: &SheetSettings) -> Result<AvailabilityParams, Error> {
    let words = comparands.head.open.loaded.game.words();
    let reachable = &words.affix_levels[..usize::from(words.reachable_affix_levels)];
    let usual = usize::from(words.usual_affix_level);
    let level = SheetSettings::position("level", settings.level.as_ref(), reachable, usual)?;
    let mut depths = settings.depths(words)?;
    let deepest = comparands.base.open.loaded.game.words().deepest;
    depths.retain(|depth| *depth <= deepest);
    let mut filter = settings.filter(words)?;
    if !comparands.are_of_one_game() {
        filter.role = None;
    }
    Ok(AvailabilityParams {
        tval: 0,
        sval: None,
        affix_level: level as u8,
        depths,
        measure: settings.measure(&availability::MEASURES, PoolMeasure::Chance)?,
        filter,
        sort: settings.sort()?,
    })
}

pub(crate) async fn page(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Path(file): Path<String>,
    MendedSettings(mut settings): MendedSettings,
    Address(address): Address,
) -> Result<Response, Error> {
    let whole = whole_format(&file);
    let (tval, extension) = if whole.is_some() { (0, None) } else { type_and_format(&file)? };
    let comparands = Comparands::find(&viewer, &state, &settings).await?;
    (settings.from, settings.to) = (Some(comparands.base.address()), Some(comparands.head.address()));
    let comparison = Comparison::new(&state, comparands, &settings).await?;
    let options = export::FileOptions::of(&settings, address)?;
    if let Some(format) = whole {
        if matches!(comparison.source, SheetSource::Computed(_)) {
            return Err(Error::bad_request(
                "Found all item types; expected one, for what is computed of all of them takes minutes. Of all there are \
                 measure=pool and measure=commonness.",
            ));
        }
        let types: Vec<(u16, String)> =
            comparison.comparands.types().into_iter().map(|found| (found.tval, found.name.clone())).collect();
        let sheet_of = move |tval| comparison.sheet(tval, None);
        return download_whole(&state, "changes", options, format, types, sheet_of).await;
    }
    let sval = settings.sval()?;
    check_before(&comparison.comparands, tval, sval)?;
    // Errors in the request are reported before anything is computed.
    let comparison = Arc::new(comparison);
    let of = Arc::clone(&comparison);
    let sheet = state.compute(Priority::Interactive, move || of.sheet(tval, sval)).await??;
    let Some(extension) = extension else {
        let partial = comparison.partial(&state, sheet, (tval, sval)).await?;
        let write = move || html(&viewer, &comparison, &settings, (tval, sval), &partial);
        return Ok(Html(state.compute(Priority::Interactive, write).await??).into_response());
    };
    if extension == "svg" {
        let sheet = comparison.whole_sheet(&state, (tval, sval)).await?;
        return sheet_chart::chart(&state, sheet, settings).await;
    }
    let format = find_format(extension)?;
    match &comparison.source {
        SheetSource::Computed(computed) => {
            computed.first(&comparison.comparands, tval).await.map_err(refusal)?;
            let of = state.clone();
            let whole = async move { comparison.whole_sheet(&of, (tval, sval)).await };
            Ok(download_later(&state, &sheet, options, format, whole))
        }
        _ => Ok(download(&state, sheet, options, format)),
    }
}

/// A sheet of which some depths may still be computed.
struct PartialSheet {
    sheet: Sheet,
    /// The number of depths computed for both comparands, and of all depths.
    known: (usize, usize),
    /// Number of drops simulated for it.
    drops: u64,
    problem: &'static str,
}

fn html(
    viewer: &Viewer,
    comparison: &Comparison,
    settings: &SheetSettings,
    (tval, sval): (u16, Option<u16>),
    partial: &PartialSheet,
) -> Result<SheetHtml, Error> {
    let (comparands, sheet) = (&comparison.comparands, &partial.sheet);
    let open = &comparands.head.open;
    let words = open.loaded.game.words();
    let path = links::compared(tval);
    let are_revisions = comparands.are_revisions();
    let made = match &comparison.source {
        SheetSource::Pools(params) => availability::why_query(params),
        SheetSource::Computed(computed) => Query::default().set("quality", computed.quality().to_string()),
        SheetSource::Counted { params, .. } => {
            let of_kinds = comparands.head.counted.as_ref().is_some_and(|counted| !counted.plan().kinds.is_empty());
            Query::default().set("quality", params.quality.to_string()).set("made", if of_kinds { "given" } else { "" })
        }
    };
    let is_of_pools = matches!(comparison.source, SheetSource::Pools(_));
    let depth_word = if is_of_pools { "level" } else { "depth" };
    let common = match &comparison.source {
        SheetSource::Pools(_) => &[][..],
        SheetSource::Computed(computed) => &computed.common,
        SheetSource::Counted { common, .. } => common,
    };
    let qualities: Vec<(&str, &str)> = common
        .iter()
        .rev()
        .filter_map(|at| words.qualities.get(usize::from(*at)))
        .map(|quality| (*quality, *quality))
        .collect();
    let measures = if are_revisions {
        chances::measure_choices(settings, &path)
    } else {
        settings.choices(&path, "measure", &result::CHANGE_MEASURES)
    };
    let levels = if is_of_pools { availability::level_choices(settings, &path, words) } else { Vec::new() };
    let shown = match comparison.source {
        SheetSource::Pools(_) => Vec::new(),
        SheetSource::Computed(_) => progressive::subject_choices(open, settings, &path),
        SheetSource::Counted { .. } => subjects(comparands, settings, &path),
    };
    let rules = if are_revisions { rule_choices(comparands, settings, &path) } else { Vec::new() };
    let context = SheetContext {
        shown: Types::One(tval),
        sval,
        of_types: &|types| links::compared(types),
        with_several: false,
        depth_word,
        line: vec![
            Control::new(words.affix_level_label, levels),
            Control::new("Drop", settings.choices(&path, "quality", &qualities)),
            Control::new("Measure", measures).into_menu(),
        ],
        more: vec![
            Control::new("Show", shown),
            Control::new("Rules", rules),
            Control::new("Cells", settings.notations(&path, sheet)),
            Control::new("Sort", settings.sorts(&path, sheet, false)),
        ],
        filters: if comparands.are_of_one_game() { RowFilters::Roles } else { RowFilters::Neither },
        // Revisions have any level, batches the depths that they counted.
        depths_label: are_revisions.then_some(if is_of_pools { "Levels" } else { "Depths" }),
        types: comparands.types(),
        why: WhyLinks::new(open, sval, made),
    };
    let plain = Query::default().set("from", comparands.base.address()).set("to", comparands.head.address()).on(&path);
    let mut page = SheetPage::new(viewer, open, settings, sheet, context)?.with_whole(settings).with_chart();
    page.plain = plain;
    let query = settings.query();
    let turned = query.clone().set("from", comparands.head.address()).set("to", comparands.base.address());
    let frame = Frame::open(format!("{} · {}", sheet.title, open.revision.title), Section::Compare, open)
        .and_of(&comparands.base.open);
    let sides = Sides {
        from: Choice::new(comparands.base.label(), comparands.base.page(), false),
        to: Choice::new(comparands.head.label(), comparands.head.page(), false),
    };
    let talk = comparands.proposal().filter(|_| viewer.may(Role::Proposer)).map(|proposal| Talk {
        form: links::comment_on(proposal),
        at: query.on(&path),
        about: comparands.head.catalog().item_type(tval).map_or_else(String::new, |item_type| item_type.name.clone()),
        depth_word,
    });
    // Numbers of another game are others.
    let swapped = if comparands.are_of_one_game() {
        turned.on(&path)
    } else {
        let other = Query::default().set("from", comparands.head.address()).set("to", comparands.base.address());
        other.on(&links::compare())
    };
    let whence = vec![
        TextPiece::text(" "),
        TextPiece::link("The other way round", swapped),
        TextPiece::text(". "),
        TextPiece::link("All item types, lines, other sides", query.clone().set("sval", "").on(&links::compare())),
        TextPiece::text("."),
    ];
    let progress = ProgressView::new(settings, &path, partial.known, partial.drops, partial.problem);
    let html = SheetHtml::new(frame, page).with_progress(progress).with_whence(whence);
    Ok(html.with_chart_caption("").comparing(sides, settings.folding(&path, sheet), talk))
}

/// The sections that both batches counted.
fn subjects(comparands: &Comparands, settings: &SheetSettings, path: &str) -> Vec<Choice> {
    let words = comparands.head.open.loaded.game.words();
    let known: Vec<SheetSection> = result::subjects_of(&comparands.base.open).collect();
    let common = result::subjects_of(&comparands.head.open).filter(|subject| known.contains(subject));
    let titled: Vec<(&str, String)> = common.map(|subject| (subject.id(), subject.title(words))).collect();
    let mut all: Vec<(&str, &str)> = titled.iter().map(|(id, title)| (*id, title.as_str())).collect();
    all.insert(0, ("", "all"));
    settings.choices(path, "subject", &all)
}
