//! The choice of a kind: its class by weight, then one of the class's kinds at a level that may be boosted
//! (`_kind_alloc`, `get_obj_num`).

use std::sync::Arc;

use super::{
    super::{
        classes::{CLASSES, KindFilter, is_out_of_this_world},
        model::FrogModel,
        numbers::FrogNumbers,
        stats::FrogKind,
    },
    MOST_LEVEL,
};
use affixboard_model::{
    catalog::KindId,
    engine::{evaluator::Evaluator, multinomial::Multinomial, single_flight::SingleFlight},
};

/// The tables kinds are drawn from, by class, filter and level; made when first asked for.
#[derive(Debug)]
pub(super) struct KindTables {
    kinds: Arc<[FrogKind]>,
    numbers: FrogNumbers,
    tables: SingleFlight<(usize, KindFilter, u32), Multinomial>,
}

/// The levels a draw is made at from a base level, with their weights: one draw of so many is deeper by a quarter to a half
/// of the level, or of 20.
pub(super) fn boosted(base: u32, odds: u32) -> Vec<(u32, u64)> {
    let deeper = base.max(20);
    let more = deeper / 4..=deeper / 2;
    let ways = u64::from(deeper / 2 - deeper / 4 + 1);
    let as_it_is = (base, u64::from(odds - 1) * ways);
    std::iter::once(as_it_is).chain(more.map(|more| (base + more, 1))).collect()
}

impl KindTables {
    pub(super) fn new(model: &FrogModel) -> KindTables {
        KindTables { kinds: Arc::clone(&model.kinds), numbers: model.numbers, tables: SingleFlight::unbounded() }
    }

    /// Divides drops from a base level by kind and adds them to `chosen`. Returns the part without a kind.
    pub(super) fn choose<M: Evaluator>(
        &self,
        base: u32,
        filter: KindFilter,
        drops: M::Mass,
        evaluator: &mut M,
        chosen: &mut [M::Mass],
    ) -> M::Mass {
        let weights = CLASSES.iter().zip(self.numbers.classes).map(|(class, weight)| filter.weight(weight, class));
        let classes = Multinomial::new((0..).zip(weights.map(u64::from)));
        let base = base.min(MOST_LEVEL);
        let levels = if base == 0 { vec![(0, 1)] } else { boosted(base, self.numbers.boost_odds) };
        let levels = Multinomial::new(levels);
        let of_classes = evaluator.split(&classes, drops);
        let mut none = if of_classes.is_empty() { drops } else { M::Mass::default() };
        for (class, drops) in of_classes {
            for (level, drops) in evaluator.split(&levels, drops) {
                let drawn = evaluator.split(&self.table(class as usize, filter, level), drops);
                if drawn.is_empty() {
                    none += drops;
                }
                for (kind, drops) in drawn {
                    chosen[kind as usize] += drops;
                }
            }
        }
        none
    }

    fn table(&self, class: usize, filter: KindFilter, level: u32) -> Arc<Multinomial> {
        self.tables.get((class, filter, level), || {
            let of_class = (0..).zip(self.kinds.iter()).filter(|(_, kind)| CLASSES[class].types.contains(&kind.tval));
            let fits = |kind: &FrogKind| {
                filter.takes(kind) && (kind.max_level == 0 || kind.max_level >= level) && !is_out_of_this_world(kind)
            };
            let places = of_class.filter(|(_, kind)| fits(kind)).flat_map(|(id, kind)| {
                kind.places.iter().filter(|place| place.0 <= level).map(move |place| (id, u64::from(place.1)))
            });
            Multinomial::new(places.collect::<Vec<(u32, u64)>>())
        })
    }

    /// The place of the first kind of a type and number.
    pub(super) fn find(&self, place: (u8, u8)) -> Option<KindId> {
        self.kinds.iter().position(|kind| kind.place() == place).map(|at| KindId(at as u32))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_boosted_by_a_quarter_to_a_half() {
        // Of 20: 5 to 10 more, six ways of one in eight.
        let expected = [(20, 42), (25, 1), (26, 1), (27, 1), (28, 1), (29, 1), (30, 1)];
        assert_eq!(boosted(20, 8), expected);
        assert_eq!(boosted(1, 8)[1], (6, 1));
        assert_eq!(boosted(100, 8).len(), 27);
    }
}
