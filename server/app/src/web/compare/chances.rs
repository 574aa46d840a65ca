//! Comparing exact chances of both comparands: the drops of an item type, by depth. A sheet of them is
//! shown at once and fills in as depths are computed.

use std::{convert::Infallible, sync::Arc};

use affixboard_report::{
    sheet::Sheet,
    sheets::{self, ChanceColumn, ChanceMeasure, ChanceParams, SheetError},
};
use axum::{
    extract::State as Extracted,
    response::sse::{Event, Sse},
};
use tokio_stream::Stream;

use super::comparand::{Comparand, Comparands, check_before};
use crate::{
    compute::{CellNumbers, CellRequest, ChanceError, Numbers, Prefetch, Stages, TypeCell},
    library::OpenRevision,
    web::{
        Error, State,
        extract::{Path, UrlQuery},
        links::Choice,
        session::viewer::Viewer,
        sheets::{availability, progressive, settings::SheetSettings, view::sheet_page::type_and_format},
    },
};

const MEASURES: [(&str, ChanceMeasure); 3] =
    [("item", ChanceMeasure::PerItem), ("drop", ChanceMeasure::PerDrop), ("thousand", ChanceMeasure::PerThousand)];

/// Measures of exact chances, beside those of pools. Changes are in points of per cent, of commonness, or in
/// numbers.
const ALL_MEASURES: [(&str, &str); 3] =
    [("item", "computed, per item, %"), ("drop", "per drop, %"), ("thousand", "per 1,000 drops")];

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
    /// The drop qualities that both games have, as positions in the head's.
    pub(crate) common: Vec<u8>,
}

/// What is known of the cells, `[depth][base, head]` in a row.
pub(crate) type KnownChances = Vec<CellNumbers>;

impl ComputedChances {
    pub(crate) fn new(
        state: &State,
        comparands: &Comparands,
        settings: &SheetSettings,
    ) -> Result<ComputedChances, Error> {
        let (words, others) = (comparands.head.open.loaded.game.words(), comparands.base.open.loaded.game.words());
        let there = |quality: usize| others.qualities.iter().position(|other| *other == words.qualities[quality]);
        let common: Vec<u8> = (0..words.qualities.len()).filter(|at| there(*at).is_some()).map(|at| at as u8).collect();
        let richest = common.last().map_or(0, |last| usize::from(*last));
        let quality = SheetSettings::position("quality", settings.quality.as_ref(), words.qualities, richest)?;
        let quality_before = there(quality).ok_or_else(|| {
            Error::bad_request("The two sides have no such drops in common, so these can't be compared.")
        })?;
        let mut depths = settings.depths(words)?;
        depths.retain(|depth| *depth <= others.deepest);
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
        let params = ChanceParams {
            tval: 0,
            sval: None,
            quality: quality as u8,
            measure: settings.measure(&MEASURES, ChanceMeasure::PerItem)?,
            sections: subjects,
            filter,
            sort: settings.sort()?,
        };
        let numbers = Arc::clone(state.numbers());
        Ok(ComputedChances { numbers, params, depths, quality_before: quality_before as u8, common })
    }

    /// The drop quality, a position in the head's.
    pub(crate) fn quality(&self) -> u8 {
        self.params.quality
    }

    /// Number of depths.
    pub(crate) fn total(&self) -> usize {
        self.depths.len()
    }

    /// The cells of an item type of the head, `[depth][base, head]` in a row.
    fn wanted(&self, comparands: &Comparands, tval: u16) -> Vec<CellRequest> {
        let before = comparands.type_before(tval).map_or(tval, |item_type| item_type.tval);
        let of_depth = |depth: &u32| {
            [
                (
                    Arc::clone(&comparands.base.open),
                    TypeCell { depth: *depth, quality: self.quality_before, tval: before },
                ),
                (Arc::clone(&comparands.head.open), TypeCell { depth: *depth, quality: self.params.quality, tval }),
            ]
        };
        self.depths.iter().flat_map(of_depth).collect()
    }

    pub(crate) fn fill(&self, comparands: &Comparands, tval: u16) -> Prefetch {
        self.numbers.fill(self.wanted(comparands, tval), Stages::OF_CELLS)
    }

    /// Waits until each cell has a number; computing and simulating go on for a while.
    pub(crate) async fn wait_for_first(&self, comparands: &Comparands, tval: u16) {
        let filling = self.fill(comparands, tval);
        progressive::wait_for_first(&self.numbers, &self.wanted(comparands, tval), Stages::OF_CELLS, filling).await;
    }

    /// What is known by now, or why it can't be.
    pub(crate) fn known(&self, comparands: &Comparands, tval: u16) -> Result<KnownChances, ChanceError> {
        self.numbers.known(&self.wanted(comparands, tval), Stages::OF_CELLS)
    }

    /// Numbers of which none is known.
    pub(crate) fn unknown(&self) -> KnownChances {
        vec![CellNumbers::default(); 2 * self.total()]
    }

    /// Everything, computed unless it is known.
    pub(crate) async fn all(&self, comparands: &Comparands, tval: u16) -> Result<KnownChances, ChanceError> {
        self.numbers.whole(&self.wanted(comparands, tval), Stages::OF_CELLS).await
    }

    /// Computes the first depth.
    pub(crate) async fn first(&self, comparands: &Comparands, tval: u16) -> Result<(), ChanceError> {
        let wanted = self.wanted(comparands, tval);
        self.numbers.whole(&wanted[..wanted.len().min(2)], Stages::OF_CELLS).await.map(|_| ())
    }

    /// The number of depths at which no closer numbers are to come.
    pub(crate) fn known_depths(known: &KnownChances) -> usize {
        known.chunks(2).filter(|depth| depth.iter().all(|cell| cell.is_final(Stages::OF_CELLS))).count()
    }

    /// The sheets of both comparands, of an item type of the head or one of its kinds.
    pub(crate) fn sheets(
        &self,
        comparands: &Comparands,
        (tval, sval): (u16, Option<u16>),
        known: &KnownChances,
    ) -> Result<(Sheet, Sheet), SheetError> {
        let before = ChanceParams {
            tval: comparands.type_before(tval).map_or(tval, |item_type| item_type.tval),
            sval: sval.map(|sval| comparands.kind_before(tval, sval).unwrap_or(sval)),
            quality: self.quality_before,
            ..self.params.clone()
        };
        let after = ChanceParams { tval, sval, ..self.params.clone() };
        Ok((self.sheet(&comparands.base, &before, known, 0)?, self.sheet(&comparands.head, &after, known, 1)?))
    }

    fn sheet(
        &self,
        comparand: &Comparand,
        params: &ChanceParams,
        known: &KnownChances,
        at: usize,
    ) -> Result<Sheet, SheetError> {
        let open: &OpenRevision = &comparand.open;
        let of_comparand = known.iter().skip(at).step_by(2);
        let columns: Vec<ChanceColumn<'_>> =
            self.depths.iter().zip(of_comparand).map(|(depth, known)| known.column(*depth)).collect();
        let (words, provenance) = (open.loaded.game.words(), open.provenance(progressive::method(known)));
        sheets::chances(&open.loaded.catalog, open.forge.as_ref(), words, provenance, &columns, params)
    }
}

/// Computes, as long as somebody listens, and tells how far that is, as that of chances does.
pub(crate) async fn events(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Path(file): Path<String>,
    UrlQuery(settings): UrlQuery<SheetSettings>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Error> {
    let (tval, _) = type_and_format(&file)?;
    let comparands = Comparands::find(&viewer, &state, &settings).await?;
    if !comparands.are_revisions() || !is_asked_for(&settings) {
        return Err(Error::bad_request(
            "Nothing is computed for this comparison: expected measure=item, drop or thousand.",
        ));
    }
    check_before(&comparands, tval, None)?;
    let computed = ComputedChances::new(&state, &comparands, &settings)?;
    let (progress, total) = (computed.fill(&comparands, tval), computed.total());
    let known = move || {
        let known = computed.known(&comparands, tval).unwrap_or_default();
        (ComputedChances::known_depths(&known), progressive::drops(&known))
    };
    Ok(progressive::events(progress, known, total, state.stopped.clone()))
}
