//! The solver's input from the compiled rules.

use std::collections::BTreeMap;

use super::super::{
    super::{
        model::AffixModel,
        solver::{
            AuxDeltas, CatalogTables, DrawContext, FULL, KindBounds, LevelGroup, QuantityBounds, RollbackTables,
            SolverInput, ThemeParts,
        },
    },
    budget::{Budgets, capped_quantities},
    forge::AffixForge,
    generation::Generation,
    tables::AtDepth,
};
use crate::constants::{GREAT_EGO, MAX_DEPTH, boosted};
use affixboard_model::catalog::{AffixId, Catalog, Theme};

/// The solver's tables of a catalog.
pub(super) fn catalog_tables<G>(model: &AffixModel<G>, catalog: &Catalog, budgets: &Budgets) -> CatalogTables {
    let theme_parts = |theme: &Theme| -> ThemeParts {
        let parts = theme.parts.iter().filter(|part| part.chance > 0);
        parts.map(|part| (part.affix.at(), f64::from(part.chance.min(100)) / 100.0)).collect()
    };
    let affixes = 0..model.affixes.len();
    let bounds = QuantityBounds {
        affixes: affixes.clone().map(|affix| capped_quantities(budgets.affix(affix))).collect(),
        themes: (0..catalog.themes.len()).map(|theme| capped_quantities(budgets.theme(theme))).collect(),
        slays: affixes.map(|affix| budgets.slays(affix)).collect(),
    };
    let kinds = model.kinds.iter().enumerate().map(|(at, kind)| {
        let [immunities, armour, slay_pvals, anything] = capped_quantities(budgets.kind(at));
        let damage = budgets.damage_limit(at).cloned();
        let anything = match &damage {
            // Its dice have a bound of their own.
            Some(_) if budgets.has_wide_bonus(at) => FULL,
            Some(_) => 0,
            None => anything,
        };
        KindBounds { effect: &kind.effect, capped: [immunities, armour, slay_pvals, anything], damage }
    });
    CatalogTables {
        deltas: AuxDeltas::new(&model.affixes, model.spec),
        theme_parts: catalog.themes.iter().map(theme_parts).collect(),
        rollback: RollbackTables::new(model.spec, &model.affixes, kinds, bounds),
    }
}

/// Chance of a step's levels by numbers of the pool and of the set of legal themes, and whether boosted (2.5.2).
type LevelChances = BTreeMap<(u32, u32, bool), f64>;

impl<G: Generation> AffixForge<G> {
    /// The input for a context, from the tables of its depth.
    pub(super) fn solver_input<'a>(&'a self, tables: &'a AtDepth, context: DrawContext) -> SolverInput<'a> {
        let mut pools: Vec<&'a [(AffixId, u32)]> = Vec::new();
        let mut levels = Vec::new();
        let mut last = None;
        for ((pool, themes, boosted), p) in level_chances::<G>(tables, context) {
            if last != Some(pool) {
                pools.push(&tables.pools.numbered(pool).pool.entries);
                last = Some(pool);
            }
            let themes = tables.themes.numbered(themes);
            levels.push(LevelGroup { pool: pools.len() - 1, themes, boosted, p });
        }
        let is_of_context = |kind: &usize| {
            self.kinds[*kind].class == context.kind_class && self.exact.profiles[*kind] == context.profile
        };
        SolverInput {
            context,
            catalog: &self.exact.tables,
            themes: self.themes.table(),
            pools,
            levels,
            exclusive_groups: tables.pools.exclusive_groups(),
            kinds: (0..self.kinds.len()).filter(is_of_context).collect(),
            theme_without_affix: self.quirks.theme_without_affix,
            dice_wrap: self.quirks.dice_wrap,
        }
    }
}

fn level_chances<G: Generation>(
    tables: &AtDepth,
    DrawContext { kind_class, window, level, .. }: DrawContext,
) -> LevelChances {
    let mut chances = LevelChances::new();
    let mut add = |window, level, boosted, p| {
        let pool = tables.pools.number_at(kind_class, level, window);
        *chances.entry((pool, tables.themes.number_at(kind_class, level), boosted)).or_default() += p;
    };
    if level == 0 {
        add(window, 0, false, 1.0);
        return chances;
    }
    let great = 1.0 / f64::from(GREAT_EGO);
    add(window, level, false, 1.0 - great);
    let window = G::boosted_window(window);
    for roll in 1..=MAX_DEPTH {
        add(window, boosted(level, MAX_DEPTH, roll), true, great / f64::from(MAX_DEPTH));
    }
    chances
}
