//! The key space of this family's batches.

use std::sync::Arc;

use super::{super::AffixSpec, power::Cause, values::ValueKeys};
use crate::constants::SLOTS;
use affixboard_model::{
    batch::{Detail, KeySpace, Metric, Names},
    catalog::{AffixId, ArtifactId, Catalog, KindId, ThemeId},
};

/// Names of the entries of [`Metric::ATTEMPTS`], as in the original's tallies.
const ATTEMPTS: [&str; 3] = ["obj_add_affix attempts", "no legal affix", "theme chosen"];

/// Entries of [`Metric::ATTEMPTS`].
#[derive(Debug, Clone, Copy)]
pub(super) enum Attempt {
    /// A step that may add an affix.
    Step,
    /// Such a step for which no affix was legal.
    NothingLegal,
    /// A theme was chosen.
    Theme,
}

/// The key space with the first key of each block, so that a key is computed with one multiplication.
#[derive(Debug)]
pub(super) struct AffixKeys {
    pub(super) space: KeySpace,
    /// The row of each kind that can carry affixes.
    rows: Vec<Option<u32>>,
    /// `[row][affix]`: the highest affix level of its allocations for that kind, at any depth, as the program's naming
    /// code finds it.
    best_levels: Vec<u8>,
    /// Number of affix levels.
    levels: u32,
    affixes: u32,
    themes: u32,
    kind: u32,
    affix: u32,
    affix_mult: u32,
    naffixes: u32,
    affix_level: u32,
    theme: u32,
    artifact: u32,
    failed: u32,
    attempts: u32,
    rollback_affix: u32,
    rollback_theme: u32,
    rollback_cause: u32,
    rollback_theme_cause: u32,
    /// Keys of values, if these are counted.
    pub(super) values: Option<ValueKeys>,
}

impl AffixKeys {
    pub(super) fn new(catalog: &Arc<Catalog>, spec: &AffixSpec, detail: Detail) -> AffixKeys {
        let all: Arc<[KindId]> = (0..catalog.kinds.len() as u32).map(KindId).collect();
        let takes_affixes = |kind: &&KindId| {
            let kind = catalog.kind(**kind);
            let wearable = catalog.item_type(kind.tval).is_some_and(|item_type| item_type.takes_affixes);
            let mut lines = catalog.affixes.iter().flat_map(|affix| &affix.allocations);
            wearable || lines.any(|line| line.covers(kind.tval, kind.sval))
        };
        let carriers: Arc<[KindId]> = all.iter().filter(takes_affixes).copied().collect();
        let mut rows = vec![None; catalog.kinds.len()];
        for (row, kind) in carriers.iter().enumerate() {
            rows[kind.at()] = Some(row as u32);
        }
        let best_levels = carriers
            .iter()
            .flat_map(|kind| {
                let kind = catalog.kind(*kind);
                catalog.affixes.iter().map(|affix| {
                    let lines = affix.allocations.iter().filter(|line| line.covers(kind.tval, kind.sval));
                    lines.map(|line| line.affix_level).max().unwrap_or(0)
                })
            })
            .collect();
        let mut space = KeySpace::new(Arc::clone(catalog));
        let numbers = (0..=SLOTS).map(|n| n.to_string()).collect();
        let levels = spec.game.words().affix_levels.iter().map(ToString::to_string).collect();
        let fixed = |names: &[&str]| Names::Fixed(names.iter().map(ToString::to_string).collect());
        let causes = Cause::ALL.map(|cause| cause.name(spec));
        let nowhere: Arc<[KindId]> = Arc::new([]);
        AffixKeys {
            kind: space.push(Metric::KIND, all, Names::Kind),
            affix: space.push(Metric::AFFIX, Arc::clone(&carriers), Names::Affixes),
            affix_mult: space.push(Metric::AFFIX_MULT, Arc::clone(&carriers), Names::Affixes),
            naffixes: space.push(Metric::NAFFIXES, Arc::clone(&carriers), Names::Fixed(numbers)),
            affix_level: space.push(Metric::AFFIX_LEVEL, Arc::clone(&carriers), Names::Fixed(levels)),
            theme: space.push(Metric::THEME, Arc::clone(&carriers), Names::Themes),
            artifact: space.push(Metric::ARTIFACT, Arc::clone(&nowhere), Names::Artifacts),
            failed: space.push(Metric::FAILED, Arc::clone(&nowhere), fixed(&["no kind at this level"])),
            attempts: space.push(Metric::ATTEMPTS, Arc::clone(&nowhere), fixed(&ATTEMPTS)),
            rollback_affix: space.push(Metric::ROLLBACK_AFFIX, Arc::clone(&carriers), Names::Affixes),
            rollback_theme: space.push(Metric::ROLLBACK_THEME, Arc::clone(&carriers), Names::Themes),
            rollback_cause: space.push(Metric::ROLLBACK_CAUSE, Arc::clone(&nowhere), fixed(&causes)),
            rollback_theme_cause: space.push(Metric::ROLLBACK_THEME_CAUSE, nowhere, fixed(&causes)),
            // Last, because they are rare keys.
            values: (detail == Detail::Full).then(|| ValueKeys::push(&mut space, &carriers, spec)),
            space,
            rows,
            best_levels,
            levels: spec.game.words().affix_levels.len() as u32,
            affixes: catalog.affixes.len() as u32,
            themes: catalog.themes.len() as u32,
        }
    }

    /// The row of a kind that can carry affixes.
    pub(super) fn row(&self, kind: KindId) -> Option<u32> {
        self.rows[kind.at()]
    }

    pub(super) fn kind(&self, kind: KindId) -> u32 {
        self.kind + kind.0
    }

    pub(super) fn affix(&self, row: u32, affix: u32) -> u32 {
        self.affix + row * self.affixes + affix
    }

    pub(super) fn affix_mult(&self, row: u32, affix: u32) -> u32 {
        self.affix_mult + row * self.affixes + affix
    }

    pub(super) fn naffixes(&self, row: u32, number: u32) -> u32 {
        self.naffixes + row * (SLOTS as u32 + 1) + number
    }

    pub(super) fn affix_level(&self, row: u32, affix: u32) -> u32 {
        let level = self.best_level(row, AffixId(affix));
        self.affix_level + row * self.levels + u32::from(level)
    }

    /// The highest affix level of an affix's allocations for a kind.
    pub(super) fn best_level(&self, row: u32, affix: AffixId) -> u8 {
        self.best_levels[(row * self.affixes) as usize + affix.at()]
    }

    pub(super) fn theme(&self, row: u32, theme: ThemeId) -> u32 {
        self.theme + row * self.themes + theme.0
    }

    pub(super) fn artifact(&self, artifact: ArtifactId) -> u32 {
        self.artifact + artifact.0
    }

    pub(super) fn rollback_affix(&self, row: u32, affix: u32) -> u32 {
        self.rollback_affix + row * self.affixes + affix
    }

    pub(super) fn rollback_theme(&self, row: u32, theme: ThemeId) -> u32 {
        self.rollback_theme + row * self.themes + theme.0
    }

    pub(super) fn rollback_cause(&self, of_theme: bool, cause: Cause) -> u32 {
        (if of_theme { self.rollback_theme_cause } else { self.rollback_cause }) + cause as u32
    }

    pub(super) fn failed(&self) -> u32 {
        self.failed
    }

    pub(super) fn attempt(&self, attempt: Attempt) -> u32 {
        self.attempts + attempt as u32
    }
}
