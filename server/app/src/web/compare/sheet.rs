//! The sheet of what changed for an item type between two sides: revisions of one edition or several, or batches.

use affixboard_report::{
    build::{self, AvailabilityParams, BuildError, CompareParams, PoolMeasure, ResultParams, Subject},
    sheet::Sheet,
};
use affixboard_store::Role;
use askama::Template;
use axum::{
    extract::State as Extracted,
    response::{IntoResponse, Response},
};

use super::{
    chances::{self, Computed, Known},
    comparand::{Side, Sides},
    show,
};
use crate::web::{
    Error, Frame, Html, State,
    explanations::why_links::WhyLinks,
    extract::{Address, Path, Query as UrlQuery},
    links::{self, Choice, Query},
    respond::html::Section,
    session::viewer,
    sheets::{
        availability,
        export::{self, download, download_later, download_whole, find_format, whole_format},
        progressive::{self, FillingView, refusal, why},
        result::{self, Counted},
        settings::SheetSettings,
        types::Types,
        view::{
            sheet_chart,
            sheet_page::{Place, SheetPage, type_and_format},
        },
    },
};

#[derive(Template)]
#[template(path = "compare/sheet.html")]
pub(in crate::web) struct CompareSheetPage {
    frame: Frame,
    page: SheetPage,
    from: Choice,
    to: Choice,
    /// Where one comments on a number of a proposal; else empty.
    talk: String,
    /// The item type's name.
    about: String,
    /// The page's own address, with the revisions that it shows.
    at: String,
    /// The comparison as a whole, and the same the other way round.
    whole: String,
    swapped: String,
    level_label: &'static str,
    levels: Vec<Choice>,
    rules: Vec<Choice>,
    qualities: Vec<Choice>,
    subjects: Vec<Choice>,
    measures: Vec<Choice>,
    notations: Vec<Choice>,
    folding: Vec<Choice>,
    roles: Vec<Choice>,
    sorts: Vec<Choice>,
    /// Revisions have any level, batches the depths that they counted.
    has_depths: bool,
    depth_word: &'static str,
    depths_label: &'static str,
    hidden: Vec<(&'static str, String)>,
    plain: String,
    /// How far computing is, where chances are compared.
    filling: FillingView,
}

/// What is compared, of any item type.
pub(in crate::web) struct Comparison {
    pub(in crate::web) sides: Sides,
    asked: Asked,
    shown_so: CompareParams,
}

/// Of the side after.
enum Asked {
    Pools(AvailabilityParams),
    Computed(Box<Computed>),
    Counted { before: Box<Counted>, after: Box<Counted>, params: ResultParams, quality_before: u8, common: Vec<u8> },
}

impl Comparison {
    pub(in crate::web) async fn new(
        state: &State,
        sides: Sides,
        settings: &SheetSettings,
    ) -> Result<Comparison, Error> {
        let shown_so = CompareParams { by_change: settings.is_by_change(), all_rows: settings.has_all_rows()? };
        let asked = match (&sides.from.counted, &sides.to.counted) {
            (Some(before), Some(after)) => {
                let mut params = result::params(after.plan(), &sides.to.open, settings)?;
                let (words, others) = (sides.to.open.loaded.game.words(), sides.from.open.loaded.game.words());
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
                let known: Vec<Subject> = result::subjects_of(&sides.from.open).collect();
                params.subjects.retain(|subject| known.contains(subject));
                if !sides.are_of_one_game() {
                    params.filter.role = None;
                }
                Asked::Counted {
                    before: Box::new(before.of(state, &sides.from.open, quality_before).await?),
                    after: Box::new(after.of(state, &sides.to.open, params.quality).await?),
                    params,
                    quality_before,
                    common,
                }
            }
            _ if chances::is_asked_for(settings) => Asked::Computed(Box::new(Computed::new(state, &sides, settings)?)),
            _ => Asked::Pools(pools(&sides, settings)?),
        };
        Ok(Comparison { sides, asked, shown_so })
    }

    /// The sheet of an item type of the side after, or of one of its kinds. Of what is computed it has what is known.
    pub(in crate::web) fn sheet(&self, tval: u16, sval: Option<u16>) -> Result<Sheet, BuildError> {
        let Sides { from, to } = &self.sides;
        let tval_before = self.sides.type_before(tval).map_or(tval, |item_type| item_type.tval);
        let sval_before = sval.map(|sval| self.sides.kind_before(tval, sval).unwrap_or(sval));
        let (before, after) = match &self.asked {
            Asked::Pools(params) => {
                let sheet_of = |side: &Side, params: &AvailabilityParams| {
                    let open = &side.open;
                    let (provenance, words) = (open.provenance(side.how()), open.loaded.game.words());
                    build::availability(&open.loaded.catalog, open.forge.as_ref(), words, provenance, params)
                };
                let params_before = AvailabilityParams {
                    tval: tval_before,
                    sval: sval_before,
                    affix_level: self.level_before(params.affix_level),
                    ..params.clone()
                };
                let params = AvailabilityParams { tval, sval, ..params.clone() };
                (sheet_of(from, &params_before)?, sheet_of(to, &params)?)
            }
            Asked::Computed(computed) => {
                let known = computed.known(&self.sides, tval).unwrap_or_else(|_| computed.unknown());
                return self.computed_sheet(computed, (tval, sval), &known);
            }
            Asked::Counted { before, after, params, quality_before, .. } => {
                let params_before = ResultParams { sval: sval_before, quality: *quality_before, ..params.clone() };
                let params = ResultParams { sval, ..params.clone() };
                (before.sheet(&[tval_before], &params_before)?, after.sheet(&[tval], &params)?)
            }
        };
        Ok(build::compare(&before, &after, self.shown_so))
    }

    /// The sheet of what was computed.
    fn computed_sheet(&self, computed: &Computed, of: (u16, Option<u16>), known: &Known) -> Result<Sheet, BuildError> {
        let (before, after) = computed.sheets(&self.sides, of, known)?;
        Ok(build::compare(&before, &after, self.shown_so))
    }

    /// What a page shows: the sheet, or where chances are compared what is known of them after a moment.
    async fn so_far(&self, sheet: Sheet, of: (u16, Option<u16>)) -> Result<SoFar, Error> {
        let Asked::Computed(computed) = &self.asked else {
            return Ok(SoFar { sheet, known: (0, 0), problem: "" });
        };
        progressive::a_little(computed.fill(&self.sides, of.0)).await;
        let (known, problem) = match computed.known(&self.sides, of.0) {
            Ok(known) => (known, ""),
            Err(error) => (computed.unknown(), why(error)),
        };
        let sheet = self.computed_sheet(computed, of, &known)?;
        Ok(SoFar { sheet, known: (Computed::known_depths(&known), computed.total()), problem })
    }

    /// The sheet once all depths are computed.
    async fn whole_sheet(&self, of: (u16, Option<u16>)) -> Result<Sheet, Error> {
        let Asked::Computed(computed) = &self.asked else { return Ok(self.sheet(of.0, of.1)?) };
        let known = computed.all(&self.sides, of.0).await.map_err(refusal)?;
        Ok(self.computed_sheet(computed, of, &known)?)
    }

    /// The affix level before that goes with one after: the same, in another game that of its word or the usual.
    fn level_before(&self, level: u8) -> u8 {
        let (words, others) = (self.sides.to.open.loaded.game.words(), self.sides.from.open.loaded.game.words());
        if self.sides.are_of_one_game() {
            return level;
        }
        let reachable = &others.affix_levels[..usize::from(others.reachable_affix_levels)];
        let word = words.affix_levels.get(usize::from(level));
        let same = reachable.iter().position(|other| Some(other) == word);
        same.map_or(others.usual_affix_level, |at| at as u8)
    }
}

fn pools(sides: &Sides, settings: &SheetSettings) -> Result<AvailabilityParams, Error> {
    let words = sides.to.open.loaded.game.words();
    let reachable = &words.affix_levels[..usize::from(words.reachable_affix_levels)];
    let usual = usize::from(words.usual_affix_level);
    let level = SheetSettings::position("level", settings.level.as_ref(), reachable, usual)?;
    let mut depths = settings.depths(words)?;
    let deepest = sides.from.open.loaded.game.words().deepest;
    depths.retain(|depth| *depth <= deepest);
    let mut filter = settings.filter(words)?;
    if !sides.are_of_one_game() {
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

pub(in crate::web) async fn page(
    Extracted(state): Extracted<State>,
    Path(file): Path<String>,
    UrlQuery(mut settings): UrlQuery<SheetSettings>,
    Address(address): Address,
) -> Result<Response, Error> {
    let whole = whole_format(&file);
    let (tval, extension) = if whole.is_some() { (0, None) } else { type_and_format(&file)? };
    let sides = Sides::find(&state, &settings).await?;
    (settings.from, settings.to) = (Some(sides.from.address()), Some(sides.to.address()));
    let comparison = Comparison::new(&state, sides, &settings).await?;
    let shown = export::Shown::of(&settings, address)?;
    if let Some(format) = whole {
        if matches!(comparison.asked, Asked::Computed(_)) {
            return Err(Error::bad_request(
                "Found all item types; expected one, for what is computed of all of them takes minutes. Of all there are \
                 measure=pool and measure=commonness.",
            ));
        }
        let types: Vec<(u16, String)> =
            comparison.sides.types().into_iter().map(|found| (found.tval, found.name.clone())).collect();
        let sheet_of = move |tval| comparison.sheet(tval, None);
        return download_whole(&state, "changes", shown, format, types, sheet_of).await;
    }
    let sval = settings.sval()?;
    check_before(&comparison.sides, tval, sval)?;
    // What is wrong with the question is said before anything is computed.
    let sheet = comparison.sheet(tval, sval)?;
    let Some(extension) = extension else {
        let so_far = comparison.so_far(sheet, (tval, sval)).await?;
        return Ok(Html(html(&comparison, &settings, (tval, sval), &so_far)?).into_response());
    };
    if extension == "svg" {
        return sheet_chart::chart(comparison.whole_sheet((tval, sval)).await?, &settings);
    }
    let format = find_format(extension)?;
    match &comparison.asked {
        Asked::Computed(computed) => {
            computed.first(&comparison.sides, tval).await.map_err(refusal)?;
            let whole = async move { comparison.whole_sheet((tval, sval)).await };
            Ok(download_later(&sheet, shown, format, whole))
        }
        _ => Ok(download(&state, sheet, shown, format)),
    }
}

/// What a page shows.
struct SoFar {
    sheet: Sheet,
    /// Of how many depths both sides are computed, and how many there are.
    known: (usize, usize),
    problem: &'static str,
}

/// The side before needs an item type and kind to go with those after.
pub(in crate::web) fn check_before(sides: &Sides, tval: u16, sval: Option<u16>) -> Result<(), Error> {
    let catalog = sides.to.catalog();
    // What the side after hasn't is said when its sheet is made.
    let Some(item_type) = catalog.item_type(tval) else { return Ok(()) };
    if sides.type_before(tval).is_none() {
        return Err(Error::not_found(format!("{} has no item type `{}`.", sides.from.label(), item_type.name)));
    }
    match sval.and_then(|sval| catalog.find_kind(tval, sval)) {
        Some(id) if sides.kind_before(tval, catalog.kind(id).sval).is_none() => {
            Err(Error::not_found(format!("{} has no kind `{}`.", sides.from.label(), catalog.kind(id).name)))
        }
        _ => Ok(()),
    }
}

fn html(
    comparison: &Comparison,
    settings: &SheetSettings,
    (tval, sval): (u16, Option<u16>),
    so_far: &SoFar,
) -> Result<CompareSheetPage, Error> {
    let (sides, sheet) = (&comparison.sides, &so_far.sheet);
    let open = &sides.to.open;
    let words = open.loaded.game.words();
    let path = links::compared(tval);
    let are_revisions = sides.are_revisions();
    let made = match &comparison.asked {
        Asked::Pools(_) => Query::default().set("made", "given"),
        Asked::Computed(computed) => Query::default().set("quality", computed.quality().to_string()),
        Asked::Counted { params, .. } => {
            let of_kinds = sides.to.counted.as_ref().is_some_and(|counted| !counted.plan().kinds.is_empty());
            Query::default().set("quality", params.quality.to_string()).set("made", if of_kinds { "given" } else { "" })
        }
    };
    let place = Place {
        shown: Types::One(tval),
        sval,
        of_types: &|types| links::compared(types),
        with_several: false,
        types: sides.types(),
        why: WhyLinks::new(open, sval, made),
    };
    let common = match &comparison.asked {
        Asked::Pools(_) => &[][..],
        Asked::Computed(computed) => &computed.common,
        Asked::Counted { common, .. } => common,
    };
    let qualities: Vec<(&str, &str)> = common
        .iter()
        .rev()
        .filter_map(|at| words.qualities.get(usize::from(*at)))
        .map(|quality| (*quality, *quality))
        .collect();
    let roles = words.roles.iter().map(|role| (role.name(), role.name()));
    let roles: Vec<(&str, &str)> = std::iter::once(("", "all")).chain(roles).collect();
    let has_roles = roles.len() > 1 && sides.are_of_one_game();
    let is_of_pools = matches!(comparison.asked, Asked::Pools(_));
    let query = settings.query();
    let turned = query.clone().set("from", sides.to.address()).set("to", sides.from.address());
    Ok(CompareSheetPage {
        frame: Frame::of(format!("{} · {}", sheet.title, open.revision.title), Section::Compare, &open.revision),
        page: SheetPage::new(open, settings, sheet, place)?.with_whole(settings).with_chart(),
        from: Choice::new(sides.from.label(), sides.from.page(), false),
        to: Choice::new(sides.to.label(), sides.to.page(), false),
        talk: sides.proposal().filter(|_| viewer::may(Role::Proposer)).map_or_else(String::new, links::comment_on),
        about: sides.to.catalog().item_type(tval).map_or_else(String::new, |item_type| item_type.name.clone()),
        at: query.on(&path),
        whole: query.clone().set("sval", "").on(links::COMPARE),
        // Numbers of another game are others.
        swapped: if sides.are_of_one_game() {
            turned.on(&path)
        } else {
            Query::default().set("from", sides.to.address()).set("to", sides.from.address()).on(links::COMPARE)
        },
        level_label: words.affix_level_label,
        levels: if is_of_pools { availability::level_choices(settings, &path, words) } else { Vec::new() },
        rules: if are_revisions { show::rule_choices(sides, settings, &path) } else { Vec::new() },
        qualities: if qualities.len() > 1 { settings.choices(&path, "quality", &qualities) } else { Vec::new() },
        subjects: match comparison.asked {
            Asked::Pools(_) => Vec::new(),
            Asked::Computed(_) => progressive::subject_choices(open, settings, &path),
            Asked::Counted { .. } => subjects(sides, settings, &path),
        },
        measures: if are_revisions {
            chances::measure_choices(settings, &path)
        } else {
            settings.choices(&path, "measure", &result::CHANGE_MEASURES)
        },
        notations: settings.choices(&path, "show", &[("", "change"), ("both", "before → after")]),
        folding: settings.folding(&path, sheet),
        roles: if has_roles { settings.choices(&path, "role", &roles) } else { Vec::new() },
        sorts: settings.choices(
            &path,
            "sort",
            &[("first", "largest change"), ("name", "name"), ("file", "as in file")],
        ),
        has_depths: are_revisions,
        depth_word: if is_of_pools { "level" } else { "depth" },
        depths_label: if is_of_pools { "Levels" } else { "Depths" },
        hidden: query.except(if are_revisions { &["sval", "depths", "q", "flags"] } else { &["sval", "q", "flags"] }),
        plain: Query::default().set("from", sides.from.address()).set("to", sides.to.address()).on(&path),
        filling: FillingView::new(settings, &path, so_far.known, so_far.problem),
    })
}

/// The sections that both batches counted.
fn subjects(sides: &Sides, settings: &SheetSettings, path: &str) -> Vec<Choice> {
    let words = sides.to.open.loaded.game.words();
    let known: Vec<Subject> = result::subjects_of(&sides.from.open).collect();
    let common = result::subjects_of(&sides.to.open).filter(|subject| known.contains(subject));
    let titled: Vec<(&str, String)> = common.map(|subject| (subject.id(), subject.title(words))).collect();
    let mut all: Vec<(&str, &str)> = titled.iter().map(|(id, title)| (*id, title.as_str())).collect();
    all.insert(0, ("", "all"));
    settings.choices(path, "subject", &all)
}
