//! Tests of the fast path against the full one, draw by draw, called by a test of each game of the family.

use std::{io::Write, path::Path};

use super::{
    super::{AffixSpec, schema::read_model},
    forge::AffixForge,
    generation::Generation,
    power::calculator,
};
use affixboard_kin::power::{self, price_of_power, testing::terms};
use affixboard_model::{
    batch::{Cell, Counts, Detail, Shard, run_shard},
    catalog::KindId,
    engine::{
        flags::{self, each},
        item::{Item, KindEffect},
        random::Stream,
    },
    game::Switches,
    text::{SourceFile, SourceSet},
};

/// Runs the same shards with budgets and without: rolling all properties and computing power in every step must make no
/// difference to anything that is counted, nor must counting values. On the game's own files, in the reference folder
/// `system`, for those roll back often; where they are absent that is said loudly.
pub(crate) fn properties_are_rolled_where_they_matter<G: Generation>(spec: &'static AffixSpec, system: &str) {
    let Some(sources) = reference(system) else { return };
    let (model, _) = read_model::<G>(spec, &sources, &Switches::coded());
    let fast = AffixForge::new(&model, Detail::Identity);
    let mut full = AffixForge::new(&model, Detail::Identity);
    let valued = AffixForge::new(&model, Detail::Full);
    full.budgets = full.budgets.none();
    let mut counts = Counts::new(&fast.keys.space);
    let first_value = fast.keys.space.len() as u32;
    let some_kinds = (0..model.catalog.kinds.len() as u32).step_by(5).map(|kind| Some(KindId(kind)));
    let mut rolled_back = 0;
    for (kind, drops) in std::iter::once((None, 20_000)).chain(some_kinds.map(|kind| (kind, 200))) {
        for depth in [1, 20, 30, 60, 100, 127] {
            for quality in 0..3 {
                let shard = Shard { cell: Cell { depth, quality, kind }, piece: 0, drops };
                let with = run_shard(&fast, &shard, 3, &mut counts);
                let without = run_shard(&full, &shard, 3, &mut counts);
                assert_eq!(with, without, "{:?}", shard.cell);
                let mut values = run_shard(&valued, &shard, 3, &mut counts);
                values.counts.retain(|(key, _)| *key < first_value);
                assert_eq!(with, values, "{:?}: counting values changes what drops are", shard.cell);
                let is_rollback = |key: u32| fast.keys.space.key(key).metric.0.starts_with("rollback");
                rolled_back += with.counts.iter().filter(|(key, _)| is_rollback(*key)).count();
            }
        }
    }
    assert!(rolled_back > 0, "nothing was rolled back, so nothing was compared");
}

/// Pools that are made alone are those of the tables of their depth, of each class of kinds in each window.
pub(crate) fn single_pools_are_those_of_the_tables<G: Generation>(spec: &'static AffixSpec, system: &str) {
    let Some(sources) = reference(system) else { return };
    let (model, _) = read_model::<G>(spec, &sources, &Switches::coded());
    let forge = AffixForge::new(&model, Detail::Identity);
    let mut filled = 0;
    for depth in [1, 5, 30, 64, 100, 127] {
        let tables = forge.levels.at(depth);
        for class in 0..forge.levels.classes() as u32 {
            for window in 0..G::WINDOWS.len() {
                let pool = forge.levels.pool(class, depth, window);
                assert_eq!(*pool, *tables.pools.find(class, depth, window).pool, "{class} at {depth}, {window}");
                filled += usize::from(!pool.entries.is_empty());
            }
        }
    }
    assert!(filled > 100, "{filled}");
}

/// An item of a kind, with flags and their pvals (0 for flags without).
pub(crate) fn item(spec: &AffixSpec, kind: &KindEffect, given: &[(&str, i32)]) -> Item {
    power::testing::item(spec.flags, spec.limits.pvals, kind, given)
}

/// The terms of an item's power.
pub(crate) fn power(spec: &'static AffixSpec, item: &Item) -> Vec<(String, i64)> {
    terms(calculator(spec).worth(item, false))
}

/// The terms of the price of an item of a type and sval with this power.
pub(crate) fn price(kind: (u16, u16), power: i64, is_cursed: bool) -> Vec<(String, i64)> {
    terms(price_of_power(kind, power, false, is_cursed))
}

/// The terms of items with all sorts of properties sum up to their power.
pub(crate) fn terms_sum_up(spec: &'static AffixSpec) {
    let (calculator, random) = (calculator(spec), &mut Stream::seeded([7, 8, 9]));
    let mut inhibited = 0;
    for _ in 0..20_000 {
        let tvals = [16, 17, 18, 19, 20, 23, 30, 31, 33, 34, 35, 36, 39, 40, 45, 65];
        let tval = tvals[random.below(tvals.len() as u32) as usize];
        let sval = [0, 2, 12, 13, 23, 24][random.below(6) as usize];
        let mut item = item(spec, &KindEffect { tval, sval, ..KindEffect::default() }, &[]);
        let wide = random.one_in(4);
        let mut about = |most: i32| random.below(2 * most as u32 + 1) as i32 - most;
        item.bonus = if wide { [about(400), about(400), about(60)] } else { [about(40), about(40), about(40)] };
        (item.ac, item.weight) = (about(30), about(300));
        (item.dice, item.sides) = (about(8).unsigned_abs() as u8, about(12).unsigned_abs() as u8);
        item.effect_power = i64::from(about(20));
        let few = |random: &mut Stream| {
            (0..3).fold(u128::MAX, |set, _| set & (u128::from(random.bits()) << 64 | u128::from(random.bits())))
        };
        item.flags = few(random) & flags::all(spec.flags, |_| true);
        let carrying = item.flags & flags::all(spec.flags, |flag| flag.uses_pval);
        for flag in each(carrying) {
            let value = random.below(7) as i32 - 1;
            item.add_pval(value, 1 << flag);
        }
        let (worth, power) = (calculator.worth(&item, false), calculator.of(&item));
        assert_eq!(worth.total(), power, "{item:?}");
        inhibited += u32::from(power >= 20_000);
    }
    assert!((1_000..19_000).contains(&inhibited), "{inhibited}");
}

fn reference(system: &str) -> Option<SourceSet> {
    let root = std::env::var_os("AFFIXBOARD_REFERENCE").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../../shared/reference"),
        std::path::PathBuf::from,
    );
    let Ok(entries) = std::fs::read_dir(root.join(system).join("edit")) else {
        // Bypasses the test harness, which would capture it.
        let said =
            format!("\n*** skipped: no reference data for {system} (set AFFIXBOARD_REFERENCE to the folder) ***\n\n");
        std::io::stderr().write_all(said.as_bytes()).expect("standard error");
        return None;
    };
    let mut sources = SourceSet::new();
    for entry in entries {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        sources.push(SourceFile::new(name, std::fs::read(&path).expect("a file")));
    }
    Some(sources)
}
