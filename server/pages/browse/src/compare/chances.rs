//! Comparing computed chances of the comparands, or those of one with what a batch counted: the drops of item types, by depth.
//! A sheet of them is shown at once and fills in as depths are computed.

use std::{convert::Infallible, sync::Arc};

use affixboard_report::{
    sheet::Sheet,
    sheets::{ChanceMeasure, ChanceParams, CountParams, Denominator, SheetError},
};
use axum::{
    extract::State as Extracted,
    response::sse::{Event, Sse},
};
use tokio_stream::Stream;

use super::comparand::{Comparand, Comparands, check_before};
use crate::{
    Error, State,
    batches::tally::BatchTally,
    extract::{Path, UrlQuery},
    links::Choice,
    session::viewer::Viewer,
    sheets::{availability, computed, progressive, settings::SheetSettings, types::Types},
};
use affixboard_service::compute::{CellNumbers, CellRequest, ChanceError, Numbers, Prefetch, Stages, TypeCell};

const MEASURES: [(&str, ChanceMeasure); 3] =
    [("item", ChanceMeasure::PerItem), ("drop", ChanceMeasure::PerDrop), ("thousand", ChanceMeasure::PerThousand)];

/// Measures of exact chances, beside those of pools. Changes are in points of per cent, of commonness, or in
/// numbers.
const ALL_MEASURES: [(&str, &str); 3] =
    [("item", "computed, per item, %"), ("drop", "per drop, %"), ("thousand", "per 1,000 drops")];

/// Measures of what a batch counts too.
const HELD_MEASURES: [(&str, ChanceMeasure); 2] = [MEASURES[0], MEASURES[1]];

/// The choice of measures of revisions.
pub(crate) fn measure_choices(settings: &SheetSettings, path: &str) -> Vec<Choice> {
    let all: Vec<_> = availability::CHANGE_MEASURES.into_iter().chain(ALL_MEASURES).collect();
    settings.choices(path, "measure", &all)
}

/// Whether the settings ask for exact chances, for comparands that are revisions.
pub(crate) fn is_asked_for(settings: &SheetSettings) -> bool {
    let word = settings.measure.as_deref().unwrap_or("").trim();
    MEASURES.iter().any(|measure| measure.0 == word)
}

/// The cells to compute for a comparison, of one drop quality.
pub(crate) struct ComputedChances {
    numbers: Arc<Numbers>,
    /// Parameters of the head's sheet.
    params: ChanceParams,
    depths: Vec<u32>,
    quality_before: u8,
    /// The drop qualities that both sides have, as positions in the head's.
    pub(crate) common: Vec<u8>,
    /// The position of a side that a batch counted, and its counts.
    counted: Option<(usize, BatchTally)>,
}

/// What is known of the cells, `[depth][side][item type]` in a row; a side is one that is computed.
pub(crate) type KnownChances = Vec<CellNumbers>;

impl ComputedChances {
    pub(crate) async fn new(
        state: &State,
        comparands: &Comparands,
        settings: &SheetSettings,
    ) -> Result<ComputedChances, Error> {
        let (words, others) = (comparands.head.open.loaded.game.words(), comparands.base.open.loaded.game.words());
        let batch =
            comparands.sides().into_iter().enumerate().find_map(|(at, side)| Some((at, side.counted.as_ref()?)));
        let plan = batch.map(|(_, batch)| batch.plan());
        let there = |quality: usize| others.qualities.iter().position(|other| *other == words.qualities[quality]);
        let counts =
            |quality: usize| plan.is_none_or(|plan| plan.qualities.iter().any(|at| usize::from(*at) == quality));
        let is_common = |at: &usize| there(*at).is_some() && counts(*at);
        let common: Vec<u8> = (0..words.qualities.len()).filter(is_common).map(|at| at as u8).collect();
        let richest = common.last().map_or(0, |last| usize::from(*last));
        let quality = SheetSettings::position("quality", settings.quality.as_ref(), words.qualities, richest)?;
        let quality_before = there(quality).filter(|_| counts(quality)).ok_or_else(|| {
            Error::bad_request("The two sides have no such drops in common, so these can't be compared.")
        })?;
        let has_depths = settings.depths.as_deref().is_some_and(|text| !text.trim().is_empty());
        let mut depths = match plan {
            Some(plan) if !has_depths => plan.depths.clone(),
            _ => settings.depths(words)?,
        };
        depths.retain(|depth| *depth <= others.deepest && plan.is_none_or(|plan| plan.depths.contains(depth)));
        if depths.is_empty() {
            return Err(SheetError::NoDepths.into());
        }
        let known = progressive::subjects(&comparands.base.open, &SheetSettings::default())?;
        let mut subjects = progressive::subjects(&comparands.head.open, settings)?;
        subjects.retain(|subject| known.contains(subject));
        let mut filter = settings.filter(words)?;
        if !comparands.are_of_one_game() {
            filter.role = None;
        }
        let measures = if batch.is_some() { &HELD_MEASURES[..] } else { &MEASURES[..] };
        let params = ChanceParams {
            tval: 0,
            sval: None,
            quality: quality as u8,
            measure: settings.measure(measures, ChanceMeasure::PerItem)?,
            sections: subjects,
            filter,
            sort: settings.sort()?,
        };
        let counted = match batch {
            None => None,
            Some((at, batch)) => Some((at, batch.of(state, &comparands.sides()[at].open, quality as u8).await?)),
        };
        let numbers = Arc::clone(state.numbers());
        Ok(ComputedChances { numbers, params, depths, quality_before: quality_before as u8, common, counted })
    }

    /// The drop quality, a position in the head's.
    pub(crate) fn quality(&self) -> u8 {
        self.params.quality
    }

    /// Number of depths.
    pub(crate) fn total(&self) -> usize {
        self.depths.len()
    }

    /// Refuses more cells than are computed for one sheet.
    pub(crate) fn check_places(&self, types: &[u16]) -> Result<(), Error> {
        computed::check_places(types, &self.depths)
    }

    /// The positions of the sides that are computed.
    fn computed(&self) -> impl Iterator<Item = usize> + Clone {
        let counted = self.counted.as_ref().map(|counted| counted.0);
        (0..2).filter(move |at| Some(*at) != counted)
    }

    /// The cells of item types of the head, as [`KnownChances`] are.
    fn wanted(&self, comparands: &Comparands, types: &[u16]) -> Vec<CellRequest> {
        let sides = comparands.sides();
        let mut wanted = Vec::with_capacity(2 * types.len() * self.depths.len());
        for depth in &self.depths {
            for at in self.computed() {
                wanted.extend(types.iter().map(|tval| {
                    let (quality, tval) = match at {
                        0 => (self.quality_before, comparands.number_before(*tval)),
                        _ => (self.params.quality, *tval),
                    };
                    (Arc::clone(&sides[at].open), TypeCell { depth: *depth, quality, tval })
                }));
            }
        }
        wanted
    }

    pub(crate) fn fill(&self, comparands: &Comparands, types: &[u16]) -> Prefetch {
        self.numbers.fill(self.wanted(comparands, types), computed::stages(types))
    }

    /// Waits until each cell has a number; computing and simulating go on for a while.
    pub(crate) async fn wait_for_first(&self, comparands: &Comparands, types: &[u16]) {
        let filling = self.fill(comparands, types);
        let wanted = self.wanted(comparands, types);
        progressive::wait_for_first(&self.numbers, &wanted, computed::stages(types), filling).await;
    }

    /// The same for a file: until each cell has a number.
    pub(crate) async fn wait_for_every_number(&self, comparands: &Comparands, types: &[u16]) {
        let filling = self.fill(comparands, types);
        let wanted = self.wanted(comparands, types);
        progressive::wait_for_every_number(&self.numbers, &wanted, computed::stages(types), filling).await;
    }

    /// What is known by now, or why it can't be.
    pub(crate) fn known(&self, comparands: &Comparands, types: &[u16]) -> Result<KnownChances, ChanceError> {
        self.numbers.known(&self.wanted(comparands, types), computed::stages(types))
    }

    /// Numbers of which none is known.
    pub(crate) fn unknown(&self, types: &[u16]) -> KnownChances {
        vec![CellNumbers::default(); self.computed().count() * types.len() * self.total()]
    }

    /// Everything, computed unless it is known.
    pub(crate) async fn all(&self, comparands: &Comparands, types: &[u16]) -> Result<KnownChances, ChanceError> {
        self.numbers.whole(&self.wanted(comparands, types), computed::stages(types)).await
    }

    /// Computes the first depth of an item type.
    pub(crate) async fn first(&self, comparands: &Comparands, types: &[u16]) -> Result<(), ChanceError> {
        let wanted = self.wanted(comparands, &types[..types.len().min(1)]);
        let first = &wanted[..wanted.len().min(self.computed().count())];
        self.numbers.whole(first, Stages::OF_CELLS).await.map(|_| ())
    }

    /// The depths at which closer numbers are to come.
    pub(crate) fn unfinished(&self, known: &KnownChances) -> Vec<u32> {
        computed::unfinished(&self.depths, known)
    }

    /// The number of depths at which none are.
    fn known_depths(&self, known: &KnownChances) -> usize {
        self.total() - self.unfinished(known).len()
    }

    /// The sheets of both comparands, of item types of the head or of a kind of one.
    pub(crate) fn sheets(
        &self,
        comparands: &Comparands,
        (types, sval): (&[u16], Option<u16>),
        known: &KnownChances,
    ) -> Result<(Sheet, Sheet), SheetError> {
        let tval = types.first().copied().unwrap_or_default();
        let before = ChanceParams {
            sval: sval.map(|sval| comparands.kind_before(tval, sval).unwrap_or(sval)),
            quality: self.quality_before,
            ..self.params.clone()
        };
        let after = ChanceParams { sval, ..self.params.clone() };
        let types_before: Vec<u16> = types.iter().map(|tval| comparands.number_before(*tval)).collect();
        let [base, head] = comparands.sides();
        Ok((self.sheet(base, (&types_before, &before), known, 0)?, self.sheet(head, (types, &after), known, 1)?))
    }

    /// The sheet of the side at that position.
    fn sheet(
        &self,
        comparand: &Comparand,
        (types, params): (&[u16], &ChanceParams),
        known: &KnownChances,
        at: usize,
    ) -> Result<Sheet, SheetError> {
        if let Some((_, tally)) = self.counted.as_ref().filter(|counted| counted.0 == at) {
            return tally.sheet(types, &count_params(params));
        }
        let (sides, place) = (self.computed().count(), self.computed().take_while(|side| *side < at).count());
        // Each depth has the cells of one side, then those of the other.
        let of_side = known.chunks(types.len().max(1)).skip(place).step_by(sides);
        let numbers: Vec<&CellNumbers> = of_side.flatten().collect();
        computed::sheet_of((&comparand.open, progressive::method(known)), types, &self.depths, &numbers, params)
    }
}

/// The parameters of counts that are held against chances with these.
fn count_params(params: &ChanceParams) -> CountParams {
    CountParams {
        tval: params.tval,
        sval: params.sval,
        quality: params.quality,
        denominator: match params.measure {
            ChanceMeasure::PerItem => Denominator::PerItem,
            ChanceMeasure::PerDrop | ChanceMeasure::PerThousand => Denominator::PerDrop,
        },
        sections: params.sections.clone(),
        filter: params.filter.clone(),
        sort: params.sort,
    }
}

/// Computes, as long as somebody listens, and tells how far that is, as that of chances does.
pub async fn events(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Path(file): Path<String>,
    UrlQuery(settings): UrlQuery<SheetSettings>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Error> {
    let (types, _) = Types::and_format(&file)?;
    let comparands = Comparands::find(&viewer, &state, &settings).await?;
    if comparands.are_batches() || (comparands.are_revisions() && !is_asked_for(&settings)) {
        return Err(Error::bad_request(
            "Nothing is computed for this comparison: expected measure=item, drop or thousand.",
        ));
    }
    let list = types.list(&comparands.types());
    check_before(&comparands, &list, None)?;
    let computed = ComputedChances::new(&state, &comparands, &settings).await?;
    computed.check_places(&list)?;
    let (progress, total) = (computed.fill(&comparands, &list), computed.total());
    let known = move || {
        let known = computed.known(&comparands, &list).unwrap_or_default();
        (computed.known_depths(&known), progressive::drops(&known))
    };
    Ok(progressive::events(progress, known, total, state.stopped.clone()))
}
