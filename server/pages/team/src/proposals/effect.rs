//! The effect of a draft or proposal, a part of its page: numbers now and as proposed, estimated from the pools at once and
//! then exact, with remarks and gaps that come and go.

use std::{sync::Arc, time::Duration};

use affixboard_inquiry::gaps::{GapReport, Search};
use affixboard_model::game::Words;
use affixboard_report::{
    capitalised,
    sheet::{Direction, Method},
    sheets::{Effect, EffectRow},
    thousands,
};
use affixboard_store::Role;
use askama::Template;
use serde::Deserialize;

use super::{
    effect_matrix::{Elsewhere, MatrixView},
    finding_lines::{FindingLine, finding_lines},
};
use crate::{
    Error, State,
    comparand_address::{of_proposer, of_revision},
    compare::{
        effect_line::{EffectLine, line},
        subject_effect::{self, SubjectEffectView},
    },
    links::{self, Choice, Query},
    respond::part::Part,
    session::viewer::Viewer,
    sheets::{progressive, settings::SheetSettings},
};
use affixboard_service::{
    compute::{CellNumbers, CellRequest, ChanceError, KeepAliveKey, MOST_DROPS, Priority, Stages, TypeCell},
    library::{KnownGaps, OpenRevision, Proposer},
    proposals::effect::{self, EffectMatrix, EffectScope, FindingChange, MatrixPlan, Touched},
};

/// Computing goes on so long after the page was answered; where it is looked at, it asks again before that.
const LINGER: Duration = Duration::from_secs(4);
/// Rows that hardly change, at most; the sheet has all.
const MOST_SMALL: usize = 1500;
/// Numbers that the form for a comment lists at most.
const MOST_NAMED: usize = 50;
/// Rows of other entries on the page at most.
const MOST: usize = 12;
/// A paired batch makes so many drops a depth and drop quality unless others are asked for.
const DROPS: u64 = 500_000;
/// Rows of the largest changes over all levels.
const LARGEST: usize = 8;

/// The cell of the effect to show, as it stands in the URL of the page.
#[derive(Debug, Default, Clone, Deserialize)]
pub struct EffectSettings {
    #[serde(rename = "effect")]
    pub(crate) item_type: Option<String>,
    pub(crate) depth: Option<String>,
    pub(crate) quality: Option<String>,
}

/// The part of the page.
#[derive(Template)]
#[template(
    source = r#"{% import "proposals/_effect.html" as effects %}{% call effects::panel(effect) %}{% endcall %}"#,
    ext = "html"
)]
struct Panel<'a> {
    effect: &'a EffectView,
}

/// The effect as the template writes it; `proposals/_effect.html` has the macro.
pub(crate) struct EffectView {
    /// Why there is nothing to show; empty where there is.
    pub(crate) nothing: String,
    /// `estimate`, or the word for how the numbers are known.
    pub(crate) how: &'static str,
    /// The same in words, with numbers where there are several.
    pub(crate) how_text: String,
    /// The cell of the table: item type, drop, depth.
    pub(crate) place: String,
    /// The meaning of its numbers, in a sentence.
    pub(crate) caption: String,
    pub(crate) types: Vec<Choice>,
    pub(crate) depth: u32,
    /// Where the type changes most; `None` where it isn't known.
    pub(crate) matrix: Option<MatrixView>,
    /// Where something changes, while nothing does in the cell that is shown.
    pub(crate) elsewhere: Option<Elsewhere>,
    /// The form that asks for another depth: its path, and what else it sends.
    pub(crate) path: String,
    pub(crate) hidden: Vec<(&'static str, String)>,
    pub(crate) affix: String,
    pub(crate) table: EffectTable,
    /// Themes, artifacts and kinds that change.
    pub(crate) others: Vec<EffectLine>,
    pub(crate) others_more: usize,
    /// Number of further ones whose error bounds leave open whether they change.
    pub(crate) others_open: usize,
    /// Whether the others are not known yet.
    pub(crate) others_later: bool,
    pub(crate) gaps: Vec<FindingLine>,
    pub(crate) gaps_more: usize,
    pub(crate) gaps_later: bool,
    pub(crate) remarks: Vec<FindingLine>,
    pub(crate) remarks_more: usize,
    /// Over all levels and the item types that are touched.
    pub(crate) largest: Vec<EffectLine>,
    /// Whether something is still being computed: the page must not be kept then, and asks again.
    pub(crate) is_waiting: bool,
    /// The page itself.
    pub(crate) again: String,
    /// The same with the cell that is shown, and the proposal's revision.
    pub(crate) at: String,
    /// The sheet of all changes of the item type; empty where there is none.
    pub(crate) sheet: String,
    /// Link to the sheet of exact differences by depth; empty where there is none.
    pub(crate) computed: String,
    /// Items of either side, drop by drop.
    pub(crate) items: String,
    /// What changes on them: values, flags, power and price.
    pub(crate) worths: String,
    /// The form that starts a paired batch; `None` where the viewer may not.
    pub(crate) paired: Option<PairedFormView>,
    /// Why there are no exact numbers; empty where there are or will be.
    pub(crate) problem: &'static str,
    /// The rules and the files.
    pub(crate) provenance: String,
    /// What changes of a game's subjects, where it has no item types.
    pub(crate) subjects: Vec<SubjectEffectView>,
}

/// Rows now and as proposed.
#[derive(Default)]
pub(crate) struct EffectTable {
    pub(crate) rows: Vec<EffectLine>,
    /// The first of those that hardly change, and how many there are.
    pub(crate) small: Vec<EffectLine>,
    pub(crate) all_small: usize,
    pub(crate) unchanged: usize,
}

/// A paired batch as its form asks for it.
pub(crate) struct PairedFormView {
    pub(crate) action: String,
    pub(crate) side: String,
    pub(crate) depths: String,
    /// The drop qualities, of which one can be chosen instead of all.
    pub(crate) qualities: &'static [&'static str],
    pub(crate) drops: u64,
    pub(crate) most: String,
}

/// The page that embeds an effect: its path, and the rest of its query.
pub(crate) struct EffectPlace {
    pub(crate) path: String,
    pub(crate) query: Query,
    /// The title of what changes, against which numbers may move.
    pub(crate) title: String,
}

impl EffectView {
    /// Whether cells of the matrix are still computed.
    fn is_matrix_open(&self) -> bool {
        self.matrix.as_ref().is_some_and(|matrix| !matrix.is_final())
    }

    /// The first rows with a number, as a comment on one names them, and the name of each. Others are reached from their sheet.
    pub(crate) fn numbers(&self) -> Vec<(String, String)> {
        let of_cell = |row: &EffectLine| {
            let sort = if row.place.is_empty() { String::new() } else { format!("{} ", row.place) };
            let what = format!("{sort}{}", row.name);
            let told = format!("{} → {}, {} points", row.now, row.proposed, row.change);
            (format!("{what} · {}: {told}", self.place), format!("{what} · {told}"))
        };
        let of_subject = |row: &EffectLine| {
            let told =
                format!("{} {}, {}: {} → {}, {}", row.about, row.name, row.place, row.now, row.proposed, row.change);
            (told.clone(), told)
        };
        let of_cells = self.table.rows.iter().chain(&self.table.small).chain(&self.others).map(of_cell);
        let of_subjects = self.subjects.iter().flat_map(|subject| subject.rows.iter().chain(&subject.folded));
        of_cells.chain(of_subjects.map(of_subject)).take(MOST_NAMED).collect()
    }

    /// The part of the page that shows it.
    pub(crate) fn panel(&self) -> askama::Result<Part> {
        Part::of(&Panel { effect: self })
    }

    /// The effect of what was derived from `base`.
    ///
    /// # Errors
    /// Fails if the settings name something that doesn't exist.
    pub(crate) async fn of(
        viewer: &Viewer,
        state: &State,
        base: &Arc<OpenRevision>,
        derived: &Arc<OpenRevision>,
        settings: &EffectSettings,
        place: EffectPlace,
    ) -> Result<EffectView, Error> {
        let (settings, can_act) = (settings.clone(), viewer.may(Role::Proposer));
        let look = KeepAliveKey::of(viewer.account().map(|account| account.id), derived);
        // Computations for the draft's state before an edit are cancelled: nobody needs them.
        state.exact().keep_alive().cancel_others(&look, derived.content_hash());
        let (old, new) = (Arc::clone(base), Arc::clone(derived));
        let asking = state.compute(Priority::Interactive, move || {
            let touched = effect::touched(&old.loaded, &new.loaded);
            let overall = effect::overall(&old, &new, &touched)?;
            let touched = touched.by_change(&overall);
            let request = EffectRequest::new(&old, &new, &settings, place, touched)?;
            Ok::<_, Error>(EffectRequest { overall, can_act, ..request }.with_plan(&old, &new))
        });
        let mut request = asking.await??;
        let Some(plan) = request.plan.clone() else {
            let (base, derived) = (Arc::clone(base), Arc::clone(derived));
            return state.compute(Priority::Interactive, move || request.without_types(&base, &derived)).await;
        };
        let cells = plan.requests(&[Arc::clone(base), Arc::clone(derived)]);
        if !request.is_chosen {
            state.numbers().sample(&cells, Stages::OF_MATRICES).await;
        }
        // Where there are no computed numbers the cell that is shown says why.
        if let Ok(known) = state.numbers().known(&cells, Stages::OF_MATRICES) {
            let (base, derived) = (Arc::clone(base), Arc::clone(derived));
            let making = move || plan.matrix([&base, &derived], &known);
            request.found(state.compute(Priority::Interactive, making).await??);
        }
        let request = Arc::new(request);
        let Some(scene) = &request.scene else { return Err(Error::internal("an item type without a scene")) };
        let at = TypeCell { depth: scene.depth, quality: scene.quality, tval: scene.tval };
        let sides = [base, derived].map(|open| (Arc::clone(open), at));
        let search = state.gap_search(base.revision.edition_id).await?.0;
        let gaps = known_gaps(base, &search).zip(known_gaps(derived, &search));
        let view = |known: Result<Option<[CellNumbers; 2]>, ChanceError>| {
            let (request, base, derived, gaps) =
                (Arc::clone(&request), Arc::clone(base), Arc::clone(derived), gaps.clone());
            let making = state.compute(Priority::Interactive, move || {
                let gaps =
                    gaps.map(|(before, after)| effect::gap_changes((&base.loaded, &before), (&derived.loaded, &after)));
                let (known, problem) = known.map_or_else(|error| (None, progressive::why(error)), |known| (known, ""));
                request.view(&base, &derived, known.as_ref(), gaps, problem)
            });
            async { making.await? }
        };
        let mut known = both(state, &sides);
        // The estimate is made before anything is computed beside it, which takes all cores.
        let early = if let Ok(None) = known { Some(view(Ok(None)).await?) } else { None };
        let is_final = |known: &Result<Option<[CellNumbers; 2]>, ChanceError>| match known {
            Ok(known) => known.as_ref().is_some_and(are_final),
            Err(_) => true,
        };
        if !is_final(&known) {
            compute(state, &sides, look, derived.content_hash()).await;
            known = both(state, &sides);
        }
        // Looking for gaps would take a core from the numbers, which come first.
        if is_final(&known) {
            for open in [base, derived] {
                state.library.gaps_later(open, &search);
            }
            if request.matrix.as_ref().is_some_and(|matrix| !matrix.is_final()) {
                let filling = state.numbers().fill(cells, Stages::OF_MATRICES);
                state.exact().keep_alive().keep(look, derived.content_hash(), [filling], LINGER);
            }
        }
        match (early, known) {
            (Some(view), Ok(None)) => Ok(view),
            (_, known) => view(known).await,
        }
    }
}

fn known_gaps(open: &OpenRevision, search: &Search) -> Option<Arc<GapReport>> {
    match open.known_gaps(search) {
        KnownGaps::Known(found) => Some(found),
        KnownGaps::Sought | KnownGaps::Unknown => None,
    }
}

/// The numbers of both sides, where there are any.
fn both(state: &State, sides: &[CellRequest; 2]) -> Result<Option<[CellNumbers; 2]>, ChanceError> {
    let known: Option<[CellNumbers; 2]> = state.numbers().known(sides, Stages::OF_EFFECTS)?.try_into().ok();
    let has_numbers = |side: &CellNumbers| side.chances.is_some() || side.simulated.is_some();
    Ok(known.filter(|known| known.iter().all(has_numbers)))
}

/// Whether the numbers of both sides get no closer.
fn are_final(known: &[CellNumbers; 2]) -> bool {
    known.iter().all(CellNumbers::is_final)
}

/// Waits a moment for numbers of both sides; what isn't computed then goes on for a while.
async fn compute(state: &State, sides: &[CellRequest; 2], look: KeepAliveKey, content_hash: &str) {
    let mut filling = state.numbers().fill(sides.to_vec(), Stages::OF_EFFECTS);
    state.numbers().first(sides, Stages::OF_EFFECTS, &mut filling).await;
    if !filling.is_done() {
        state.exact().keep_alive().keep(look, content_hash, [filling], LINGER);
    }
}

/// The effect to show: its cell, and the changes in pools.
struct EffectRequest {
    place: EffectPlace,
    /// The settings of the URL, without defaults.
    query: Query,
    touched: Touched,
    /// Changes of pools over all levels.
    overall: Effect,
    /// None where nothing is touched.
    scene: Option<EffectScope>,
    /// Whether the URL says both drop quality and depth.
    is_chosen: bool,
    /// The drop quality and the depth that the URL says.
    chosen: (Option<u8>, Option<u32>),
    plan: Option<MatrixPlan>,
    matrix: Option<EffectMatrix>,
    /// Whether who asks may run a batch.
    can_act: bool,
}

impl EffectRequest {
    fn new(
        base: &OpenRevision,
        derived: &OpenRevision,
        settings: &EffectSettings,
        place: EffectPlace,
        touched: Touched,
    ) -> Result<EffectRequest, Error> {
        let words = derived.loaded.game.words();
        let given = |value: &Option<String>| value.as_deref().unwrap_or("").trim().to_owned();
        let mut query = place.query.clone();
        let tval = match given(&settings.item_type).as_str() {
            "" => touched.types.first().copied(),
            text => {
                let known = |tval: &u16| derived.loaded.catalog.item_type(*tval).is_some();
                let tval = text.parse().ok().filter(known).ok_or_else(|| {
                    Error::bad_request(format!("effect: found `{text}`; expected the number of an item type."))
                })?;
                query = query.set("effect", text);
                // A type that a later draft doesn't touch any more gives way to those that it does.
                if touched.types.contains(&tval) { Some(tval) } else { touched.types.first().copied() }
            }
        };
        let (mut chosen, mut scene) = ((None, None), None);
        if let Some(tval) = tval {
            let mut usual = EffectScope::usual(base, derived, tval);
            if !given(&settings.quality).is_empty() {
                let quality = SheetSettings::position("quality", settings.quality.as_ref(), words.qualities, 0)?;
                usual.quality = quality as u8;
                chosen.0 = Some(usual.quality);
                query = query.set("quality", words.qualities[quality]);
            }
            let text = given(&settings.depth);
            if !text.is_empty() {
                let depth = text.parse().ok().filter(|depth| (1..=words.deepest).contains(depth));
                usual.depth = depth.ok_or_else(|| {
                    Error::bad_request(format!("depth: found `{text}`; expected 1 to {}.", words.deepest))
                })?;
                chosen.1 = Some(usual.depth);
                query = query.set("depth", text);
            }
            scene = Some(usual);
        }
        let (overall, is_chosen) = (Effect::default(), chosen.0.is_some() && chosen.1.is_some());
        let (plan, matrix) = (None, None);
        Ok(EffectRequest { place, query, touched, overall, scene, is_chosen, chosen, plan, matrix, can_act: false })
    }

    /// The cells to look at: the usual depths, those where the pools of the type change most, and the one that is shown.
    fn with_plan(mut self, base: &OpenRevision, derived: &OpenRevision) -> EffectRequest {
        self.plan = self.scene.as_ref().map(|scene| {
            let of_type = self.overall.rows.iter().find(|row| row.place.0 == scene.tval);
            let usual = EffectScope::usual(base, derived, scene.tval).depth;
            let others: Vec<u32> = [usual, scene.depth].into_iter().chain(of_type.map(|row| row.depth)).collect();
            MatrixPlan::new(derived.loaded.game.words(), scene.tval, &others)
        });
        self
    }

    /// Takes the matrix, and shows what changes most where the URL leaves that open.
    fn found(&mut self, matrix: EffectMatrix) {
        let (quality, depth) = self.chosen;
        let is_wanted = |of: u8, at: u32| quality.is_none_or(|one| one == of) && depth.is_none_or(|one| one == at);
        if let (Some(scene), Some((quality, depth, _))) = (&mut self.scene, matrix.largest(is_wanted)) {
            (scene.quality, scene.depth) = (quality, depth);
        }
        self.matrix = Some(matrix);
    }

    /// The query that asks for a cell.
    fn of_cell(&self, words: &Words, tval: u16, quality: u8, depth: u32) -> Query {
        let quality = words.qualities.get(usize::from(quality)).copied().unwrap_or_default();
        let query = self.query.clone().set("effect", tval.to_string());
        query.set("quality", quality).set("depth", depth.to_string())
    }

    fn empty(&self, base: &OpenRevision, derived: &OpenRevision) -> EffectView {
        let words = derived.loaded.game.words();
        EffectView {
            nothing: String::new(),
            how: "estimate",
            how_text: "estimate".to_owned(),
            place: String::new(),
            caption: String::new(),
            types: Vec::new(),
            depth: 0,
            matrix: None,
            elsewhere: None,
            path: self.place.path.clone(),
            hidden: self.query.except(&["depth"]),
            affix: capitalised(words.affix),
            table: EffectTable::default(),
            others: Vec::new(),
            others_more: 0,
            others_open: 0,
            others_later: false,
            gaps: Vec::new(),
            gaps_more: 0,
            gaps_later: false,
            remarks: Vec::new(),
            remarks_more: 0,
            largest: Vec::new(),
            is_waiting: false,
            again: self.query.on(&self.place.path),
            at: self.query.on(&self.place.path),
            sheet: String::new(),
            computed: String::new(),
            items: String::new(),
            worths: String::new(),
            paired: None,
            problem: "",
            provenance: provenance(base, derived),
            subjects: Vec::new(),
        }
    }

    /// The view of a game without item types, and of changes that touch none.
    fn without_types(&self, base: &OpenRevision, derived: &OpenRevision) -> EffectView {
        let subjects = subject_effect::views(base, derived);
        if subjects.is_empty() {
            return self.nothing(base, derived);
        }
        let (remarks, remarks_more) =
            finding_lines(effect::remark_changes(&base.loaded, &derived.loaded, &self.place.title));
        EffectView {
            how: "exact",
            how_text: "exact".to_owned(),
            subjects,
            remarks,
            remarks_more,
            ..self.empty(base, derived)
        }
    }

    /// The view for changes that touch no item type.
    fn nothing(&self, base: &OpenRevision, derived: &OpenRevision) -> EffectView {
        let is_same = base.content_hash() == derived.content_hash();
        let nothing = if is_same {
            "Nothing changes: the files are the same as the base."
        } else if !derived.loaded.model.has_rules() {
            "No rules are known, so what it does to the game isn't computed."
        } else {
            "The lines change, but none of their meaning: drops stay as they are."
        };
        let (remarks, remarks_more) =
            finding_lines(effect::remark_changes(&base.loaded, &derived.loaded, &self.place.title));
        EffectView { nothing: nothing.to_owned(), remarks, remarks_more, ..self.empty(base, derived) }
    }

    fn view(
        &self,
        base: &OpenRevision,
        derived: &OpenRevision,
        known: Option<&[CellNumbers; 2]>,
        gaps: Option<Vec<FindingChange>>,
        problem: &'static str,
    ) -> Result<EffectView, Error> {
        let Some(scene) = &self.scene else { return Ok(self.nothing(base, derived)) };
        let (catalog, words) = (&derived.loaded.catalog, derived.loaded.game.words());
        let name_of = |tval: u16| catalog.item_type(tval).map_or_else(|| format!("type {tval}"), |it| it.name.clone());
        let name = name_of(scene.tval);
        // Of what items carry, not an estimate from the pools.
        let has_numbers = known.is_some();
        let is_final = known.is_some_and(are_final);
        let whole = match known {
            Some([before, after]) => effect::difference((base, before), (derived, after), scene)?,
            None if effect::has_pools(&derived.loaded, scene.tval) => effect::estimate(base, derived, scene)?,
            None => Effect::default(),
        };
        let line = |row: &EffectRow| line(derived, row);
        let by = derived.derived.as_ref().map(|derived| derived.by);
        let (of_affixes, of_others): (Vec<_>, Vec<_>) =
            whole.rows.iter().partition(|row| effect::is_of_affix(row.metric));
        let small = whole.small.iter().filter(|row| effect::is_of_affix(row.metric));
        let small_others = whole.small.iter().filter(|row| !effect::is_of_affix(row.metric));
        let (open, told): (Vec<_>, Vec<_>) = small_others.partition(|row| row.direction == Direction::Unclear);
        let mut others: Vec<&EffectRow> = of_others.into_iter().chain(told).collect();
        let others_more = others.len().saturating_sub(MOST);
        others.truncate(MOST);
        let quality = words.qualities.get(usize::from(scene.quality)).copied().unwrap_or_default();
        let largest = self.overall.rows.iter().take(LARGEST).map(|row| {
            let level = if row.is_everywhere { "every level".to_owned() } else { format!("level {}", row.depth) };
            EffectLine { place: format!("{}, {level}", name_of(row.place.0)), ..line(row) }
        });
        let (remarks, remarks_more) =
            finding_lines(effect::remark_changes(&base.loaded, &derived.loaded, &self.place.title));
        let gaps_later = gaps.is_none();
        let (gaps, gaps_more) = finding_lines(gaps.unwrap_or_default());
        let types = self.touched.types.iter().map(|tval| {
            let query = self.query.clone().set("effect", tval.to_string()).set("depth", "").set("quality", "");
            Choice::new(name_of(*tval), query.on(&self.place.path), *tval == scene.tval)
        });
        let shown = self.of_cell(words, scene.tval, scene.quality, scene.depth);
        let revision = match by {
            Some(Proposer::Proposal { revision, .. }) => revision.to_string(),
            _ => String::new(),
        };
        let href = |quality: u8, depth: u32| {
            format!("{}#effect", self.of_cell(words, scene.tval, quality, depth).on(&self.place.path))
        };
        let matrix = self.matrix.as_ref().map(|matrix| MatrixView::new(matrix, words, scene, &href));
        let is_same_here = whole.rows.is_empty() && whole.small.iter().all(|row| row.direction == Direction::Unclear);
        let elsewhere = is_same_here.then(|| self.elsewhere(derived, scene, &name_of, &href)).flatten();
        let side = by.map_or_else(String::new, |by| of_proposer(by, &derived.revision.slug));
        let waits = !is_final && problem.is_empty();
        Ok(EffectView {
            how: if has_numbers { whole.how.word() } else { "estimate" },
            how_text: if has_numbers { whole.how.text() } else { "estimate".to_owned() },
            place: if has_numbers {
                format!("{name} · {quality} drop · depth {}", scene.depth)
            } else {
                format!("{name} · level {}", scene.depth)
            },
            caption: caption(words, scene, &name, has_numbers),
            types: types.collect(),
            depth: scene.depth,
            hidden: shown.except(&["depth"]),
            at: shown.set("revision", revision).on(&self.place.path),
            elsewhere,
            table: EffectTable {
                rows: of_affixes.into_iter().map(line).collect(),
                all_small: small.clone().count(),
                small: small.take(MOST_SMALL).map(line).collect(),
                unchanged: whole.unchanged,
            },
            others: others.into_iter().map(|row| EffectLine { place: what(row), ..line(row) }).collect(),
            others_more,
            others_open: open.len(),
            others_later: !has_numbers && problem.is_empty(),
            gaps,
            gaps_more,
            gaps_later,
            remarks,
            remarks_more,
            largest: largest.collect(),
            is_waiting: waits || gaps_later || matrix.as_ref().is_some_and(|matrix| !matrix.is_final()),
            matrix,
            sheet: EffectRequest::sheet(base, scene, &side),
            computed: if problem.is_empty() { EffectRequest::computed(base, scene, &side) } else { String::new() },
            items: EffectRequest::items(base, scene, &side, true),
            worths: EffectRequest::items(base, scene, &side, false),
            paired: (self.can_act && !side.is_empty()).then(|| PairedFormView {
                action: links::start_paired(),
                side: side.clone(),
                depths: scene.depth.to_string(),
                qualities: words.qualities,
                drops: DROPS,
                most: thousands(MOST_DROPS),
            }),
            problem,
            ..self.empty(base, derived)
        })
    }

    /// Where something changes, for a cell in which nothing does: in other drops of the type, else of another type as far as
    /// its pools say.
    fn elsewhere(
        &self,
        derived: &OpenRevision,
        scene: &EffectScope,
        name_of: &dyn Fn(u16) -> String,
        href: &dyn Fn(u8, u32) -> String,
    ) -> Option<Elsewhere> {
        let words = derived.loaded.game.words();
        if let Some((quality, depth, row)) = self.matrix.as_ref().and_then(|matrix| matrix.largest(|_, _| true)) {
            return Some(Elsewhere::of_drops(words, (quality, depth), row, href(quality, depth)));
        }
        let is_known = self.matrix.as_ref().is_some_and(EffectMatrix::is_final);
        let row = self.overall.rows.iter().find(|row| row.place.0 != scene.tval).filter(|_| is_known)?;
        let query = self.query.clone().set("effect", row.place.0.to_string()).set("depth", "").set("quality", "");
        Some(Elsewhere::of_pools(&name_of(row.place.0), row, format!("{}#effect", query.on(&self.place.path))))
    }

    /// The sheet of all that changes of the item type, by level.
    fn sheet(base: &OpenRevision, scene: &EffectScope, side: &str) -> String {
        if side.is_empty() || !effect::has_pools(&base.loaded, scene.tval) {
            return String::new();
        }
        let from = of_revision(&base.revision);
        let words = base.loaded.game.words();
        let level = if words.has_affix_levels() && scene.affix_level != words.usual_affix_level {
            words.affix_levels[usize::from(scene.affix_level)]
        } else {
            ""
        };
        let query = Query::default().set("from", from).set("to", side).set("level", level);
        query.on(&links::compared(scene.tval))
    }

    /// Items of both sides at the cell that is shown, one by one or what they are worth at all depths.
    fn items(base: &OpenRevision, scene: &EffectScope, side: &str, is_one_by_one: bool) -> String {
        if side.is_empty() {
            return String::new();
        }
        let words = base.loaded.game.words();
        let quality = words.qualities.get(usize::from(scene.quality)).copied().unwrap_or_default();
        let query = Query::default().set("quality", quality).set("beside", side);
        if is_one_by_one {
            return query.set("depth", scene.depth.to_string()).on(&links::items(&base.revision, scene.tval));
        }
        format!("{}#changes", query.on(&links::worths(&base.revision, scene.tval)))
    }

    /// The sheet of the exact difference of the item type at all depths, of the drops that are shown.
    fn computed(base: &OpenRevision, scene: &EffectScope, side: &str) -> String {
        if side.is_empty() || !effect::has_pools(&base.loaded, scene.tval) {
            return String::new();
        }
        let words = base.loaded.game.words();
        let quality =
            words.qualities.get(usize::from(scene.quality)).filter(|_| usize::from(scene.quality) != words.richest);
        let query = Query::default().set("from", of_revision(&base.revision)).set("to", side);
        let query = query.set("quality", quality.copied().unwrap_or_default()).set("measure", "item");
        query.on(&links::compared(scene.tval))
    }
}

/// The meaning of the table's numbers.
fn caption(words: &Words, scene: &EffectScope, name: &str, has_numbers: bool) -> String {
    if has_numbers {
        return format!("Chance that an item that is {name} carries it.");
    }
    let at = match words.affix_levels.get(usize::from(scene.affix_level)) {
        Some(word) if words.has_affix_levels() => {
            format!(" ({}: {word})", words.affix_level_label.to_lowercase())
        }
        _ => String::new(),
    };
    format!(
        "Estimate: chance to be drawn from the pool at generation level {}{at}, the highest over the type’s kinds. What items \
         carry comes when it is computed.",
        scene.depth
    )
}

fn provenance(base: &OpenRevision, derived: &OpenRevision) -> String {
    let (about, hash) = (derived.provenance(Method::Exact), |open: &OpenRevision| -> String {
        open.content_hash().chars().take(7).collect()
    });
    let by = about.proposed.as_deref().unwrap_or("changes");
    format!(
        "Rules {}; {by} ({}) on {} r{} ({}).",
        about.rules(),
        hash(derived),
        about.edition,
        about.revision,
        hash(base)
    )
}

/// The sort of a row outside of the table.
fn what(row: &EffectRow) -> String {
    row.metric.to_owned()
}
