//! The effect of a draft or proposal, a part of its page: numbers now and as proposed, estimated from the pools at once and
//! then exact, with remarks and gaps that come and go.

use std::{sync::Arc, time::Duration};

use affixboard_core::{
    batch::Entry,
    game::Words,
    gaps::{GapReport, Limits},
};
use affixboard_report::{
    capitalised,
    sheet::{Direction, Method},
    sheets::{Effect, EffectRow},
};
use affixboard_store::Role;
use askama::Template;
use serde::Deserialize;

use super::subject_effect::{self, SubjectEffectView};
use crate::{
    compute::{CellNumbers, CellRequest, ChanceError, KeepAliveKey, Stages, TypeCell},
    compute::{MOST_DROPS, Priority},
    library::{KnownGaps, OpenRevision},
    proposals::effect::{self, EffectScope, FindingChange, Touched},
    web::{
        Error, State,
        batches::rows::thousands,
        compare::address::{of_proposer, of_revision},
        links::{self, Choice, Query},
        respond::part::Part,
        session::viewer::Viewer,
        sheets::{progressive, settings::SheetSettings},
    },
};

/// Computing goes on so long after the page was answered; where it is looked at, it asks again before that.
const LINGER: Duration = Duration::from_secs(4);
/// Remarks, gaps, and rows of other entries on the page at most, each.
const MOST: usize = 12;
/// A paired batch makes so many drops a depth unless others are asked for.
const DROPS: u64 = 500_000;
/// Rows of the largest changes over all levels.
const LARGEST: usize = 8;

/// The cell of the effect to show, as it stands in the URL of the page.
#[derive(Debug, Default, Clone, Deserialize)]
pub(crate) struct EffectSettings {
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
    pub(crate) qualities: Vec<Choice>,
    pub(crate) depth: u32,
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
    /// The sheet of all changes of the item type; empty where there is none.
    pub(crate) sheet: String,
    /// Link to the sheet of exact differences by depth; empty where there is none.
    pub(crate) computed: String,
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
    /// Those that hardly change.
    pub(crate) small: Vec<EffectLine>,
    pub(crate) unchanged: usize,
}

/// A row.
pub(crate) struct EffectLine {
    pub(crate) name: String,
    pub(crate) href: String,
    /// Sort and place, for rows outside of the table.
    pub(crate) place: String,
    /// What is counted, in rows of subjects.
    pub(crate) about: String,
    pub(crate) now: String,
    pub(crate) proposed: String,
    /// With its arrow.
    pub(crate) change: String,
    /// `up`, `down`, or nothing.
    pub(crate) class: &'static str,
    pub(crate) hint: String,
    /// Start of the bar, on a scale from 0 to 100 with no change at 50; the next field is its length.
    pub(crate) bar_from: String,
    pub(crate) bar_width: String,
    /// Only what it competes with changed.
    pub(crate) is_displaced: bool,
}

/// A remark or gap that came or went.
pub(crate) struct FindingLine {
    pub(crate) is_new: bool,
    pub(crate) rule: &'static str,
    pub(crate) what: String,
    pub(crate) place: String,
}

/// A paired batch as its form asks for it.
pub(crate) struct PairedFormView {
    pub(crate) action: String,
    pub(crate) side: String,
    pub(crate) depths: String,
    pub(crate) quality: &'static str,
    pub(crate) drops: u64,
    pub(crate) most: String,
}

/// The page that embeds an effect: its path, and the rest of its query.
pub(crate) struct EffectPlace {
    pub(crate) path: String,
    pub(crate) query: Query,
}

impl EffectView {
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
            let overall = overall(&old, &new, &touched)?;
            let touched = touched.by_change(&overall);
            let request = EffectRequest::new(&old, &new, &settings, place, touched)?;
            Ok::<_, Error>(EffectRequest { overall, can_act, ..request })
        });
        let request = Arc::new(asking.await??);
        let Some(scene) = &request.scene else {
            let (base, derived) = (Arc::clone(base), Arc::clone(derived));
            return state.compute(Priority::Interactive, move || request.without_types(&base, &derived)).await;
        };
        let at = TypeCell { depth: scene.depth, quality: scene.quality, tval: scene.tval };
        let sides = [base, derived].map(|open| (Arc::clone(open), at));
        let limits = state.store.gap_limits(base.revision.edition_id).await?;
        let gaps = known_gaps(base, &limits).zip(known_gaps(derived, &limits));
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
                state.library.gaps_later(open, &limits);
            }
        }
        match (early, known) {
            (Some(view), Ok(None)) => Ok(view),
            (_, known) => view(known).await,
        }
    }
}

fn known_gaps(open: &OpenRevision, limits: &Limits) -> Option<Arc<GapReport>> {
    match open.known_gaps(limits) {
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
    known.iter().all(|side| side.is_final(Stages::OF_EFFECTS))
}

/// Waits a moment for numbers of both sides; what isn't computed then goes on for a while.
async fn compute(state: &State, sides: &[CellRequest; 2], look: KeepAliveKey, content_hash: &str) {
    let mut filling = state.numbers().fill(sides.to_vec(), Stages::OF_EFFECTS);
    state.numbers().first(sides, Stages::OF_EFFECTS, &mut filling).await;
    if !filling.is_done() {
        state.exact().keep_alive().keep(look, content_hash, [filling], LINGER);
    }
}

/// Changes in the pools of all touched item types, over all levels.
fn overall(base: &OpenRevision, derived: &OpenRevision, touched: &Touched) -> Result<Effect, Error> {
    let has_pools = |tval: &u16| [base, derived].iter().all(|open| effect::has_pools(&open.loaded, *tval));
    let with_pools: Vec<u16> = touched.types.iter().copied().filter(has_pools).collect();
    let depths: Vec<u32> = (5..=derived.loaded.game.words().deepest).step_by(5).collect();
    Ok(effect::estimate_overall(base, derived, &with_pools, &depths)?)
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
        let scene = match tval {
            None => None,
            Some(tval) => {
                let mut scene = EffectScope::usual(base, derived, tval);
                let usual = usize::from(scene.quality);
                let quality = SheetSettings::position("quality", settings.quality.as_ref(), words.qualities, usual)?;
                scene.quality = quality as u8;
                query = query.set("quality", if quality == usual { "" } else { words.qualities[quality] });
                let text = given(&settings.depth);
                if !text.is_empty() {
                    let depth = text.parse().ok().filter(|depth| (1..=words.deepest).contains(depth));
                    scene.depth = depth.ok_or_else(|| {
                        Error::bad_request(format!("depth: found `{text}`; expected 1 to {}.", words.deepest))
                    })?;
                    query = query.set("depth", text);
                }
                Some(scene)
            }
        };
        Ok(EffectRequest { place, query, touched, overall: Effect::default(), scene, can_act: false })
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
            qualities: Vec::new(),
            depth: 0,
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
            sheet: String::new(),
            computed: String::new(),
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
        let (remarks, remarks_more) = finding_lines(effect::remark_changes(&base.loaded, &derived.loaded));
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
            "Nothing changes: the files are those of the base."
        } else {
            "No entry means anything else than in the base: nothing that drops are made of changes."
        };
        let (remarks, remarks_more) = finding_lines(effect::remark_changes(&base.loaded, &derived.loaded));
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
        let (of_affixes, of_others): (Vec<_>, Vec<_>) =
            whole.rows.iter().partition(|row| effect::is_of_affix(row.metric));
        let small = whole.small.iter().filter(|row| effect::is_of_affix(row.metric));
        let small_others = whole.small.iter().filter(|row| !effect::is_of_affix(row.metric));
        let (open, told): (Vec<_>, Vec<_>) = small_others.partition(|row| row.direction == Direction::Unclear);
        let mut others: Vec<&EffectRow> = of_others.into_iter().chain(told).collect();
        let others_more = others.len().saturating_sub(MOST);
        others.truncate(MOST);
        let quality = words.qualities.get(usize::from(scene.quality)).copied().unwrap_or_default();
        let largest = self
            .overall
            .rows
            .iter()
            .take(LARGEST)
            .map(|row| EffectLine { place: format!("{}, level {}", name_of(row.place.0), row.depth), ..line(row) });
        let (remarks, remarks_more) = finding_lines(effect::remark_changes(&base.loaded, &derived.loaded));
        let gaps_later = gaps.is_none();
        let (gaps, gaps_more) = finding_lines(gaps.unwrap_or_default());
        let types = self.touched.types.iter().map(|tval| {
            let query = self.query.clone().set("effect", tval.to_string()).set("depth", "");
            Choice::new(name_of(*tval), query.on(&self.place.path), *tval == scene.tval)
        });
        let richest = words.qualities.len().saturating_sub(1);
        let qualities = words.qualities.iter().enumerate().rev().map(|(at, word)| {
            let query = self.query.clone().set("quality", if at == richest { "" } else { *word });
            Choice::new(*word, query.on(&self.place.path), at == usize::from(scene.quality))
        });
        let by = derived.derived.as_ref().map(|derived| derived.by);
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
            qualities: qualities.collect(),
            depth: scene.depth,
            table: EffectTable {
                rows: of_affixes.into_iter().map(line).collect(),
                small: small.map(line).collect(),
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
            is_waiting: waits || gaps_later,
            sheet: EffectRequest::sheet(base, scene, &side),
            computed: if problem.is_empty() { EffectRequest::computed(base, scene, &side) } else { String::new() },
            paired: (self.can_act && !side.is_empty()).then(|| PairedFormView {
                action: links::start_paired(),
                side: side.clone(),
                depths: scene.depth.to_string(),
                quality,
                drops: DROPS,
                most: thousands(MOST_DROPS),
            }),
            problem,
            ..self.empty(base, derived)
        })
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

    /// The sheet of the exact difference of the item type at all depths, of the drops that are shown.
    fn computed(base: &OpenRevision, scene: &EffectScope, side: &str) -> String {
        if side.is_empty() || !effect::has_pools(&base.loaded, scene.tval) {
            return String::new();
        }
        let words = base.loaded.game.words();
        let richest = words.qualities.len().saturating_sub(1);
        let quality = words.qualities.get(usize::from(scene.quality)).filter(|_| usize::from(scene.quality) != richest);
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

pub(super) fn line(derived: &OpenRevision, row: &EffectRow) -> EffectLine {
    let (arrow, class) = match row.direction {
        Direction::Up => ("▲ ", "up"),
        Direction::Down => ("▼ ", "down"),
        Direction::Unclear => ("", ""),
    };
    let width = row.bar * 50.0;
    let revision = &derived.revision;
    let href = match (row.entry, row.index) {
        (Some(Entry::Affix(_)), Some(index)) => links::affix(revision, index),
        (Some(Entry::Theme(_)), Some(index)) => links::theme(revision, index),
        (Some(Entry::Artifact(_)), Some(index)) => links::artifact(revision, index),
        (Some(Entry::Kind), Some(index)) => links::kind(revision, index),
        _ => String::new(),
    };
    EffectLine {
        name: row.name.clone(),
        href,
        place: String::new(),
        about: String::new(),
        now: row.now.clone(),
        proposed: row.proposed.clone(),
        change: format!("{arrow}{}", row.change),
        class,
        hint: row.hint.clone(),
        bar_from: format!("{:.1}", if row.direction == Direction::Down { 50.0 - width } else { 50.0 }),
        bar_width: format!("{width:.1}"),
        is_displaced: row.is_indirect,
    }
}

/// The sort of a row outside of the table.
fn what(row: &EffectRow) -> String {
    row.metric.to_owned()
}

/// The first [`MOST`] findings that came or went, and the number of the others.
fn finding_lines(all: Vec<FindingChange>) -> (Vec<FindingLine>, usize) {
    let more = all.len().saturating_sub(MOST);
    let shown = all.into_iter().take(MOST).map(|finding| FindingLine {
        is_new: finding.is_new,
        rule: finding.rule,
        what: finding.what,
        place: finding.place.map_or(String::new(), |(file, line)| format!("{file}:{line}")),
    });
    (shown.collect(), more)
}
