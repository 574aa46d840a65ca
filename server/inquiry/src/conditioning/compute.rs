//! The part of a table that the rules tell without drawing.

use std::collections::BTreeMap;

use super::Conditioning;
use crate::{
    balance::TrueRange,
    questions::{Carried, CarriedSort, ComputeLimits, Question, computed_joint},
};
use affixboard_model::{
    batch::Cell,
    game::{Cancelled, Forge, Mean},
};

/// Shares of things on one side of a table, as ranges that the true ones are in; what isn't there is surely 0.
pub(super) type Ranges = BTreeMap<Carried, TrueRange>;

/// What is computed of a table.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ComputedCarried {
    /// The chance per drop that it fulfils the condition.
    pub met: Option<Mean>,
    /// The shares of each sort that the rules tell, among items that fulfil the condition.
    pub(super) given: BTreeMap<CarriedSort, Ranges>,
    /// The same among all items.
    pub(super) without: BTreeMap<CarriedSort, Ranges>,
}

impl ComputedCarried {
    /// Whether the shares of these sorts among items that fulfil the condition are known within a part of themselves, so that no such
    /// items need be drawn.
    pub fn tells_given(&self, sorts: &[CarriedSort], within: f64) -> bool {
        tells(&self.given, sorts, within)
    }

    /// The same of the shares among all items.
    pub fn tells_without(&self, sorts: &[CarriedSort], within: f64) -> bool {
        tells(&self.without, sorts, within)
    }
}

fn tells(of: &BTreeMap<CarriedSort, Ranges>, sorts: &[CarriedSort], within: f64) -> bool {
    let is_close = |range: &TrueRange| range.high - range.low <= 2.0 * within * range.value;
    sorts.iter().all(|sort| of.get(sort).is_some_and(|ranges| ranges.values().all(is_close)))
}

/// Computes what the rules tell of a table in a cell.
///
/// # Errors
/// [`Cancelled`] if `keep_going` returned false before all was done.
pub fn compute_carried(
    about: &Conditioning,
    forge: &dyn Forge,
    cell: Cell,
    limits: ComputeLimits,
    keep_going: &dyn Fn() -> bool,
) -> Result<ComputedCarried, Cancelled> {
    let mut computed = ComputedCarried::default();
    let shares =
        |question: Option<&Question>, whole: Option<Mean>| -> Result<BTreeMap<CarriedSort, Ranges>, Cancelled> {
            let mut of = BTreeMap::new();
            let Some(whole) = whole.filter(|whole| whole.mean > whole.bound) else { return Ok(of) };
            for sort in &about.sorts {
                let joint = computed_joint(question, (forge, about.one_affix), (cell, *sort), limits, keep_going)?;
                let Some(joint) = joint else { continue };
                // (p ± e₁) / (q ± e₂) is between (p − e₁) / (q + e₂) and (p + e₁) / (q − e₂).
                let share = |mean: Mean| TrueRange::from(mean).of(TrueRange::from(whole));
                of.insert(*sort, joint.into_iter().map(|(carried, mean)| (carried, share(mean))).collect());
            }
            Ok(of)
        };
    let chance = |question: &Question| -> Result<Option<Mean>, Cancelled> {
        if question.is_computed_within(forge, cell, limits) {
            question.computed(forge, cell, keep_going)
        } else {
            Ok(None)
        }
    };
    computed.met = chance(&about.both)?;
    computed.given = shares(Some(&about.both), computed.met)?;
    let all = match &about.among {
        None => Some(Mean { mean: 1.0, bound: 0.0 }),
        Some(among) => chance(among)?,
    };
    computed.without = shares(about.among.as_deref(), all)?;
    Ok(computed)
}
