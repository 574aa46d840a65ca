//! The sheet of changes of item types between two comparands.

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
    comparand::{Comparands, check_before, rule_choices},
};
use crate::{
    Error, Frame, Html, State,
    batches::tally::BatchTally,
    explanations::why_links::WhyLinks,
    extract::{Address, Path, Ticked},
    links::{self, Choice, Query},
    respond::html::Section,
    session::viewer::Viewer,
    sheets::{
        availability, computed,
        export::{self, download, download_later, download_whole, find_format, whole_format, with_unfinished},
        mended::MendedSettings,
        progressive::{self, ProgressView, refusal, why},
        result,
        settings::SheetSettings,
        sheet::{SheetHtml, Sides, Talk, TextPiece},
        types::{Types, of_ticked},
        view::{
            controls::Control,
            sheet_chart,
            sheet_page::{RowFilters, SheetContext, SheetPage},
        },
    },
};
use affixboard_service::compute::Priority;

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
            (None, None) if !chances::is_asked_for(settings) => SheetSource::Pools(pools(&comparands, settings)?),
            _ => SheetSource::Computed(Box::new(ComputedChances::new(state, &comparands, settings).await?)),
        };
        Ok(Comparison { comparands, source, compare_params })
    }

    /// Whether numbers take their time to compute, so that nothing is told of all item types at once.
    pub(crate) fn is_computed(&self) -> bool {
        matches!(self.source, SheetSource::Computed(_))
    }

    /// The sheet of item types of the head, or of a kind of one. Exact chances are those computed so far.
    pub(crate) fn sheet(&self, types: &[u16], sval: Option<u16>) -> Result<Sheet, SheetError> {
        let Comparands { base, head } = &self.comparands;
        let types_before: Vec<u16> = types.iter().map(|tval| self.comparands.number_before(*tval)).collect();
        let kind_before = |(tval, sval)| self.comparands.kind_before(tval, sval).unwrap_or(sval);
        let sval_before = types.first().copied().zip(sval).map(kind_before);
        let (before, after) = match &self.source {
            SheetSource::Pools(params) => {
                let params_before = AvailabilityParams {
                    sval: sval_before,
                    affix_level: self.level_before(params.affix_level),
                    ..params.clone()
                };
                let params = AvailabilityParams { sval, ..params.clone() };
                (
                    availability::sheet_of(&base.open, &types_before, &params_before)?,
                    availability::sheet_of(&head.open, types, &params)?,
                )
            }
            SheetSource::Computed(computed) => {
                let known = computed.known(&self.comparands, types).unwrap_or_else(|_| computed.unknown(types));
                return self.computed_sheet(computed, (types, sval), &known);
            }
            SheetSource::Counted { before, after, params, quality_before, .. } => {
                let params_before = CountParams { sval: sval_before, quality: *quality_before, ..params.clone() };
                let params = CountParams { sval, ..params.clone() };
                (before.sheet(&types_before, &params_before)?, after.sheet(types, &params)?)
            }
        };
        Ok(sheets::compare(&before, &after, self.compare_params))
    }

    /// The sheet of what was computed.
    fn computed_sheet(
        &self,
        computed: &ComputedChances,
        of: (&[u16], Option<u16>),
        known: &KnownChances,
    ) -> Result<Sheet, SheetError> {
        let (before, after) = computed.sheets(&self.comparands, of, known)?;
        Ok(sheets::compare(&before, &after, self.compare_params))
    }

    /// The sheet to show: of exact chances, those computed after a short wait.
    async fn partial(self: &Arc<Comparison>, state: &State, sheet: Sheet, of: &OfTypes) -> Result<PartialSheet, Error> {
        let SheetSource::Computed(computed) = &self.source else {
            return Ok(PartialSheet { sheet, known: (0, 0), drops: 0, problem: "" });
        };
        computed.wait_for_first(&self.comparands, &of.list).await;
        let (known, problem) = match computed.known(&self.comparands, &of.list) {
            Ok(known) => (known, ""),
            Err(error) => (computed.unknown(&of.list), why(error)),
        };
        let unfinished = computed.unfinished(&known);
        let counts = (computed.total() - unfinished.len(), computed.total());
        let drops = progressive::drops(&known);
        let sheet = self.later_sheet(state, of, known).await?;
        Ok(PartialSheet { sheet, known: counts, drops, problem })
    }

    /// The sheet of what is known of exact chances a moment later, with the depths at which closer numbers are to come.
    async fn sheet_of_now(self: &Arc<Comparison>, state: &State, of: &OfTypes) -> Result<(Sheet, Vec<u32>), Error> {
        let (known, unfinished) = match &self.source {
            SheetSource::Computed(computed) => {
                computed.wait_for_every_number(&self.comparands, &of.list).await;
                let known = computed.known(&self.comparands, &of.list).map_err(refusal)?;
                let unfinished = computed.unfinished(&known);
                (known, unfinished)
            }
            _ => (Vec::new(), Vec::new()),
        };
        Ok((self.later_sheet(state, of, known).await?, unfinished))
    }

    /// The sheet once all depths are computed.
    async fn whole_sheet(self: &Arc<Comparison>, state: &State, of: &OfTypes) -> Result<Sheet, Error> {
        let known = match &self.source {
            SheetSource::Computed(computed) => computed.all(&self.comparands, &of.list).await.map_err(refusal)?,
            _ => Vec::new(),
        };
        self.later_sheet(state, of, known).await
    }

    /// The sheet, made by the scheduler, of what is known of chances where they are compared.
    async fn later_sheet(
        self: &Arc<Comparison>,
        state: &State,
        of: &OfTypes,
        known: KnownChances,
    ) -> Result<Sheet, Error> {
        let (comparison, OfTypes { list, sval, .. }) = (Arc::clone(self), of.clone());
        let build = move || match &comparison.source {
            SheetSource::Computed(computed) => comparison.computed_sheet(computed, (&list, sval), &known),
            _ => comparison.sheet(&list, sval),
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

/// The item types that a sheet of changes is of.
#[derive(Clone)]
struct OfTypes {
    /// As the address has them.
    types: Types,
    /// By number; one where there is a kind.
    list: Vec<u16>,
    sval: Option<u16>,
}

/// Answers `GET /compare/{file}`.
pub async fn page(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Path(file): Path<String>,
    MendedSettings(mut settings): MendedSettings,
    ticked: Ticked,
    Address(address): Address,
) -> Result<Response, Error> {
    let whole = whole_format(&file);
    let (types, extension) = Types::and_format(&file)?;
    let comparands = Comparands::find(&viewer, &state, &settings).await?;
    (settings.from, settings.to) = (Some(comparands.base.address()), Some(comparands.head.address()));
    if let Some(answer) = of_ticked(ticked, &settings, &comparands.types(), &|types| links::compared(types)) {
        return Ok(answer);
    }
    let comparison = Comparison::new(&state, comparands, &settings).await?;
    let options = export::FileOptions::of(&settings, address)?;
    if let Some(format) = whole {
        if comparison.is_computed() {
            return Err(Error::bad_request(
                "Found a file for each item type; expected one of these, for what is computed of all of them takes minutes. Of \
                 all there are measure=pool and measure=commonness.",
            ));
        }
        let types: Vec<(u16, String)> =
            comparison.comparands.types().into_iter().map(|found| (found.tval, found.name.clone())).collect();
        let sheet_of = move |tval| comparison.sheet(&[tval], None);
        return download_whole(&state, "changes", options, format, types, sheet_of).await;
    }
    let sval = types.sval(&settings)?;
    let of = OfTypes { list: types.list(&comparison.comparands.types()), types, sval };
    check_before(&comparison.comparands, &of.list, sval)?;
    if let SheetSource::Computed(computed) = &comparison.source {
        computed.check_places(&of.list)?;
    }
    // Errors in the request are reported before anything is computed.
    let comparison = Arc::new(comparison);
    let (at_once, list) = (Arc::clone(&comparison), of.list.clone());
    let sheet = state.compute(Priority::Interactive, move || at_once.sheet(&list, sval)).await??;
    let Some(extension) = extension else {
        let partial = comparison.partial(&state, sheet, &of).await?;
        let write = move || html(&viewer, &comparison, &settings, &of, &partial);
        return Ok(Html(state.compute(Priority::Interactive, write).await??).into_response());
    };
    let waits_for_exact = settings.waits_for_exact()?;
    if extension == "svg" {
        sheet_chart::check(&sheet)?;
        let (sheet, unfinished) = if waits_for_exact {
            (comparison.whole_sheet(&state, &of).await?, Vec::new())
        } else {
            comparison.sheet_of_now(&state, &of).await?
        };
        return Ok(with_unfinished(sheet_chart::chart(&state, sheet, settings).await?, &unfinished));
    }
    let format = find_format(extension)?;
    match &comparison.source {
        SheetSource::Computed(_) if !waits_for_exact => {
            let (sheet, unfinished) = comparison.sheet_of_now(&state, &of).await?;
            Ok(with_unfinished(download(&state, sheet, options, format), &unfinished))
        }
        SheetSource::Computed(computed) => {
            computed.first(&comparison.comparands, &of.list).await.map_err(refusal)?;
            let shared = state.clone();
            let whole = async move { comparison.whole_sheet(&shared, &of).await };
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
    OfTypes { types, list, sval }: &OfTypes,
    partial: &PartialSheet,
) -> Result<SheetHtml, Error> {
    let (comparands, sheet) = (&comparison.comparands, &partial.sheet);
    let open = &comparands.head.open;
    let words = open.loaded.game.words();
    let path = links::compared(types);
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
        // What a batch counted, held against another's counts or against what is computed.
        settings.choices(&path, "measure", &result::CHANGE_MEASURES)
    };
    let levels = if is_of_pools { availability::level_choices(settings, &path, words) } else { Vec::new() };
    let shown = match comparison.source {
        SheetSource::Pools(_) => Vec::new(),
        SheetSource::Computed(_) => progressive::subject_choices(open, settings, &path),
        SheetSource::Counted { .. } => subjects(comparands, settings, &path),
    };
    let rules = rule_choices(comparands, settings, &path);
    let has_several = comparands.are_of_one_game();
    let context = SheetContext {
        shown: types.clone(),
        sval: *sval,
        of_types: &|types| links::compared(types),
        with_several: has_several,
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
        why: WhyLinks::new(open, *sval, made),
    };
    let plain = Query::default().set("from", comparands.base.address()).set("to", comparands.head.address()).on(&path);
    let mut page = SheetPage::new(viewer, open, settings, sheet, context)?;
    page.plain = plain;
    page.folding = settings.folding(&path, sheet);
    let is_computed = comparison.is_computed();
    let page = if is_computed { page } else { page.with_whole(settings) };
    let has_every_depth = !is_computed || computed::fits_at_every_depth(list, words)?;
    let page = if has_every_depth { page } else { page.without_every_depth() };
    let page = if sheet_chart::is_possible(sheet) { page.with_chart() } else { page };
    let query = settings.query();
    let turned = query.clone().set("from", comparands.head.address()).set("to", comparands.base.address());
    let frame = Frame::open(format!("{} · {}", sheet.title, open.revision.title), Section::Compare, open)
        .and_of(&comparands.base.open);
    let [from, to] = comparands.labels();
    let sides = Sides {
        from: Choice::new(from, comparands.base.page(), false),
        to: Choice::new(to, comparands.head.page(), false),
    };
    let one = types.one().and_then(|tval| comparands.head.catalog().item_type(tval));
    let talk = comparands.proposal().zip(one).filter(|_| viewer.may(Role::Proposer)).map(|(proposal, item_type)| {
        Talk { form: links::comment_on(proposal), at: query.on(&path), about: item_type.name.clone(), depth_word }
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
    Ok(html.with_chart_caption("").comparing(sides, talk))
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
