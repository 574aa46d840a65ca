//! The settings of charts as they stand in the address, and the sheets that the charts are drawn from.

use std::{collections::BTreeSet, sync::Arc};

use affixboard_report::{
    chart::{ChartWidth, Theme},
    sheet::{Method, Sheet},
    sheets::{
        self, AvailabilityParams, ChanceMeasure, ChanceParams, CountParams, Denominator, Filter, PoolMeasure, RowOrder,
        SheetSection, SortBy,
    },
};
use affixboard_store::Batch;

use crate::{
    Error, State,
    batches::tally::find_drops,
    links::Query,
    sheets::{
        computed, progressive, result,
        settings::{self, SheetSettings},
        tabs::is_like,
    },
};
use affixboard_service::{
    compute::{CellNumbers, CellRequest, Prefetch, Priority, Stages, TypeCell},
    library::OpenRevision,
};

/// The source of the numbers.
#[derive(Clone)]
pub(super) enum ChartSource {
    /// Pools that items draw from.
    Pools,
    /// Exact chances of drops.
    Chances,
    /// Drops of a batch.
    Batch(Box<Batch>),
}

/// Charts to make.
#[derive(Clone)]
pub(super) struct ChartsRequest {
    pub(super) state: State,
    pub(super) open: Arc<OpenRevision>,
    pub(super) of: ChartSource,
    pub(super) tval: u16,
    pub(super) sval: Option<u16>,
    /// Affix level of pools.
    pub(super) level: u8,
    /// Quality of drops.
    pub(super) quality: u8,
    pub(super) depths: Vec<u32>,
    pub(super) filter: Filter,
    /// Serial numbers of the rows to be drawn as lines; without any it is the highest.
    pub(super) rows: BTreeSet<u32>,
    /// The depth of the dots, where one is given.
    pub(super) at: Option<u32>,
    pub(super) theme: Theme,
    pub(super) width: ChartWidth,
    /// Whether a picture waits until all numbers are final.
    waits_for_exact: bool,
    /// The chart that a picture is of, as it stands in the address; empty: the first.
    pub(super) chart: String,
    /// The address's settings, but the last three.
    pub(super) query: Query,
    pub(super) text: String,
}

/// The sheets that charts are drawn from.
pub(super) struct ChartSheets {
    /// Chances of affixes.
    pub(super) affixes: Sheet,
    /// The same of pools at every level between the first and the last: they change in steps, and between two levels of the
    /// table nobody would know where. `None` for others.
    pub(super) levels: Option<Sheet>,
    /// Numbers of affixes per item; `None` for pools.
    pub(super) numbers: Option<Sheet>,
    /// Chances against commonness in the pools; `None` for pools, where one is the other divided by a total.
    pub(super) dots: Option<ScatterSheets>,
}

/// What stands against the chances at one depth.
pub(super) struct ScatterSheets {
    /// Commonness in the pools.
    pub(super) weights: Sheet,
    /// The depth.
    pub(super) at: u32,
}

impl ChartSheets {
    /// What lines and panels are drawn from.
    pub(super) fn drawn(&self) -> &Sheet {
        self.levels.as_ref().unwrap_or(&self.affixes)
    }
}

impl ChartsRequest {
    pub(super) async fn new(
        state: State,
        (slug, number, tval): (&str, u32, u16),
        pairs: &[(String, String)],
    ) -> Result<ChartsRequest, Error> {
        let open = state.open(slug, Some(number)).await?;
        let words = open.loaded.game.words();
        // The last of several counts, as elsewhere.
        let given = |key: &str| pairs.iter().rev().find(|pair| pair.0 == key).map(|pair| pair.1.trim().to_owned());
        let settings = SheetSettings {
            sval: given("sval"),
            level: given("level"),
            quality: given("quality"),
            depths: given("depths"),
            q: given("q"),
            wait: given("wait"),
            ..SheetSettings::default()
        };
        let of = match given("of").unwrap_or_default().as_str() {
            "" | "pools" => ChartSource::Pools,
            "chances" => ChartSource::Chances,
            text => ChartSource::Batch(Box::new(batch(&state, &open, text).await?)),
        };
        let reachable = &words.affix_levels[..usize::from(words.reachable_affix_levels)];
        let usual = usize::from(words.usual_affix_level);
        let level = SheetSettings::position("level", settings.level.as_ref(), reachable, usual)?;
        let richest = match &of {
            ChartSource::Batch(batch) => words.richest_of(&batch.plan.qualities),
            _ => words.richest,
        };
        let quality = SheetSettings::position("quality", settings.quality.as_ref(), words.qualities, richest)?;
        let depths = match &of {
            ChartSource::Batch(batch) => batch.plan.depths.clone(),
            _ => settings.depths(words)?,
        };
        let rows = rows(pairs)?;
        let at = given("at").filter(|text| !text.is_empty()).map(|text| depth(&text)).transpose()?;
        let list = |rows: &BTreeSet<u32>| rows.iter().map(u32::to_string).collect::<Vec<_>>().join(",");
        let written = match &of {
            ChartSource::Pools => String::new(),
            ChartSource::Chances => "chances".to_owned(),
            ChartSource::Batch(batch) => batch.id.to_string(),
        };
        Ok(ChartsRequest {
            sval: settings.sval()?,
            waits_for_exact: settings.waits_for_exact()?,
            filter: settings.filter(words)?,
            theme: settings::theme(given("theme").as_deref())?,
            width: settings::chart_width(given("width").as_deref())?,
            chart: given("chart").unwrap_or_default(),
            text: settings.text(),
            query: settings
                .query()
                .set("of", written)
                .set("rows", list(&rows))
                .set("at", at.map_or(String::new(), |at| at.to_string())),
            level: level as u8,
            quality: quality as u8,
            state,
            open,
            of,
            tval,
            depths,
            rows,
            at,
        })
    }

    /// The cells of chances.
    fn wanted(&self) -> Vec<CellRequest> {
        let (quality, tval) = (self.quality, self.tval);
        self.depths.iter().map(|depth| (Arc::clone(&self.open), TypeCell { depth: *depth, quality, tval })).collect()
    }

    /// What is known at each depth by now.
    ///
    /// # Errors
    /// Why nothing can be.
    pub(super) fn known(&self) -> Result<Vec<CellNumbers>, &'static str> {
        self.state.numbers().known(&self.wanted(), Stages::OF_CELLS).map_err(progressive::why)
    }

    pub(super) fn fill(&self) -> Prefetch {
        self.state.numbers().fill(self.wanted(), Stages::OF_CELLS)
    }

    /// Waits until each cell has a number; computing and simulating go on for a while.
    pub(super) async fn wait_for_first(&self) {
        progressive::wait_for_first(self.state.numbers(), &self.wanted(), Stages::OF_CELLS, self.fill()).await;
    }

    /// The sheets; of chances with those that are known.
    pub(super) async fn sheets(&self, known: &[CellNumbers]) -> Result<ChartSheets, Error> {
        let counted = match &self.of {
            ChartSource::Batch(batch) => {
                let numbers = self.counted(batch, SheetSection::AffixCounts).await?;
                Some((self.counted(batch, SheetSection::Affixes).await?, Some(numbers)))
            }
            _ => None,
        };
        let (request, known) = (self.clone(), known.to_vec());
        self.state.compute(Priority::Interactive, move || request.build(&known, counted)).await?
    }

    /// The sheets: of affixes and of their number as they were counted, or built here.
    fn build(&self, known: &[CellNumbers], counted: Option<(Sheet, Option<Sheet>)>) -> Result<ChartSheets, Error> {
        let (affixes, numbers) = match (counted, &self.of) {
            (Some(counted), _) => counted,
            (None, ChartSource::Chances) => {
                (self.chances(known, SheetSection::Affixes)?, Some(self.chances(known, SheetSection::AffixCounts)?))
            }
            (None, _) => return self.build_pools(),
        };
        let shown = affixes.columns.iter().map(|column| column.depth);
        let wanted = self.at.unwrap_or(self.open.loaded.game.words().usual_depth());
        let at = shown.min_by_key(|depth| depth.abs_diff(wanted)).unwrap_or(wanted);
        let level = self.open.loaded.game.words().usual_affix_level;
        let weights = self.pools(PoolMeasure::Commonness, level, vec![at])?;
        Ok(ChartSheets { affixes, levels: None, numbers, dots: Some(ScatterSheets { weights, at }) })
    }

    fn build_pools(&self) -> Result<ChartSheets, Error> {
        let affixes = self.pools(PoolMeasure::Chance, self.level, self.depths.clone())?;
        let (first, last) = (self.depths.iter().min(), self.depths.iter().max());
        let levels = match (first, last) {
            (Some(first), Some(last)) => {
                Some(self.pools(PoolMeasure::Chance, self.level, (*first..=*last).collect())?)
            }
            _ => None,
        };
        Ok(ChartSheets { affixes, levels, numbers: None, dots: None })
    }

    /// The sheets for a picture, with the depths at which closer numbers are to come: the numbers known a moment later, or all
    /// of them where that is asked for.
    pub(super) async fn sheets_of_now(&self) -> Result<(ChartSheets, Vec<u32>), Error> {
        if !matches!(self.of, ChartSource::Chances) {
            return Ok((self.sheets(&[]).await?, Vec::new()));
        }
        let (numbers, wanted) = (self.state.numbers(), self.wanted());
        let known = if self.waits_for_exact {
            numbers.whole(&wanted, Stages::OF_CELLS).await
        } else {
            progressive::wait_for_every_number(numbers, &wanted, Stages::OF_CELLS, self.fill()).await;
            numbers.known(&wanted, Stages::OF_CELLS)
        };
        let known = known.map_err(progressive::refusal)?;
        let unfinished = computed::unfinished(&self.depths, &known);
        Ok((self.sheets(&known).await?, unfinished))
    }

    fn pools(&self, measure: PoolMeasure, affix_level: u8, depths: Vec<u32>) -> Result<Sheet, Error> {
        let open = &self.open;
        let params = AvailabilityParams {
            tval: self.tval,
            sval: self.sval,
            affix_level,
            depths,
            measure,
            filter: self.filter.clone(),
            sort: SORT,
        };
        let (catalog, words) = (&open.loaded.catalog, open.loaded.game.words());
        Ok(sheets::availability(catalog, open.forge.as_ref(), words, open.provenance(Method::Exact), &params)?)
    }

    fn chances(&self, known: &[CellNumbers], subject: SheetSection) -> Result<Sheet, Error> {
        let open = &self.open;
        let params = ChanceParams {
            tval: self.tval,
            sval: self.sval,
            quality: self.quality,
            measure: ChanceMeasure::PerItem,
            sections: vec![subject],
            filter: self.filter.clone(),
            sort: SORT,
        };
        // Before anything is asked for there are none.
        let none = CellNumbers::default();
        let numbers = known.iter().chain(std::iter::repeat(&none));
        let columns: Vec<_> = self.depths.iter().zip(numbers).map(|(depth, known)| known.column(*depth)).collect();
        let method = progressive::method(known);
        let (catalog, words) = (&open.loaded.catalog, open.loaded.game.words());
        Ok(sheets::chances(catalog, open.forge.as_ref(), words, open.provenance(method), &columns, &params)?)
    }

    async fn counted(&self, batch: &Batch, subject: SheetSection) -> Result<Sheet, Error> {
        let params = CountParams {
            tval: self.tval,
            sval: self.sval,
            quality: self.quality,
            denominator: Denominator::PerItem,
            sections: vec![subject],
            filter: self.filter.clone(),
            sort: SORT,
        };
        let by = self.state.open_for(batch).await?;
        result::sheet(&self.state, batch, by, &[self.tval], &params).await
    }
}

const SORT: RowOrder = RowOrder { by: SortBy::First, reversed: false };

/// The batch whose number is given, where its numbers are of just these rules.
async fn batch(state: &State, open: &OpenRevision, text: &str) -> Result<Batch, Error> {
    let id = text.parse().map_err(|_| {
        let text: String = text.chars().take(40).collect();
        Error::bad_request(format!("of: found `{text}`; expected pools, chances or the number of a batch."))
    })?;
    let batch = find_drops(state, id).await?;
    if !is_like(&batch, open) {
        return Err(Error::bad_request(format!(
            "Batch {id} can't be drawn here: it isn't done, or is of another revision, other rules or given kinds."
        )));
    }
    Ok(batch)
}

/// Serial numbers: several settings, lists, or both, as forms and links have them.
fn rows(pairs: &[(String, String)]) -> Result<BTreeSet<u32>, Error> {
    let lists = pairs.iter().filter(|pair| pair.0 == "rows").flat_map(|pair| pair.1.split(','));
    let numbers = lists.map(str::trim).filter(|text| !text.is_empty()).map(|text| {
        text.parse().map_err(|_| {
            let text: String = text.chars().take(40).collect();
            Error::bad_request(format!("rows: found `{text}`; expected serial numbers such as 12,45."))
        })
    });
    numbers.collect()
}

fn depth(text: &str) -> Result<u32, Error> {
    text.parse().map_err(|_| {
        let text: String = text.chars().take(40).collect();
        Error::bad_request(format!("at: found `{text}`; expected a level such as 30."))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_lists_and_several() {
        let rows = |given: &[&str]| -> Option<Vec<u32>> {
            let pairs: Vec<_> = given.iter().map(|text| ("rows".to_owned(), (*text).to_owned())).collect();
            rows(&pairs).ok().map(|rows| rows.into_iter().collect())
        };
        assert_eq!(rows(&["45,12", "7", "", " 12 "]), Some(vec![7, 12, 45]));
        assert_eq!(rows(&[]), Some(vec![]));
        assert_eq!([rows(&["x"]), rows(&["-1"]), rows(&["99999999999"])], [None, None, None]);
    }
}
