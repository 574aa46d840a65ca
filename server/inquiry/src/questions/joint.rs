//! What items carry that are what a question asks for, as far as the chances that the rules compute tell it.

use std::collections::BTreeMap;

use super::{
    Question,
    exact::{Computable, MOST_PAIRED_KINDS, Thing, computed_entries},
    resolve::Asked,
};
use affixboard_model::{
    batch::{Cell, Entry, Key, Metric},
    catalog::{AffixId, ArtifactId, Catalog, KindId, ThemeId},
    game::{Cancelled, ExactChances, Forge, Mean},
};

/// Something that an item is or carries.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Carried {
    /// It is of this kind; that of its base where it is an artifact.
    Kind(KindId),
    /// It has this affix or ego, once or several times.
    Affix(AffixId),
    /// It has this theme.
    Theme(ThemeId),
    /// It is this artifact.
    Artifact(ArtifactId),
    /// It has this flag.
    Flag(String),
    /// It has this curse.
    Curse(String),
}

/// The sorts of [`Carried`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum CarriedSort {
    /// Kinds.
    Kind,
    /// Affixes or egos.
    Affix,
    /// Themes.
    Theme,
    /// Artifacts.
    Artifact,
    /// Flags.
    Flag,
    /// Curses.
    Curse,
}

impl CarriedSort {
    /// All sorts.
    pub const ALL: [CarriedSort; 6] = [
        CarriedSort::Kind,
        CarriedSort::Affix,
        CarriedSort::Theme,
        CarriedSort::Artifact,
        CarriedSort::Flag,
        CarriedSort::Curse,
    ];

    /// Its word in commands and files.
    pub fn word(self) -> &'static str {
        match self {
            CarriedSort::Kind => "kind",
            CarriedSort::Affix => "affix",
            CarriedSort::Theme => "theme",
            CarriedSort::Artifact => "artifact",
            CarriedSort::Flag => "flag",
            CarriedSort::Curse => "curse",
        }
    }

    /// The metric that counts it.
    pub fn metric(self) -> Metric {
        match self {
            CarriedSort::Kind => Metric::KIND,
            CarriedSort::Affix => Metric::AFFIX,
            CarriedSort::Theme => Metric::THEME,
            CarriedSort::Artifact => Metric::ARTIFACT,
            CarriedSort::Flag => Metric::FLAG,
            CarriedSort::Curse => Metric::CURSE,
        }
    }

    /// Whether the values of items must be rolled to count it.
    pub fn needs_values(self) -> bool {
        matches!(self, CarriedSort::Flag | CarriedSort::Curse)
    }
}

impl Carried {
    /// Its sort.
    pub fn sort(&self) -> CarriedSort {
        match self {
            Carried::Kind(_) => CarriedSort::Kind,
            Carried::Affix(_) => CarriedSort::Affix,
            Carried::Theme(_) => CarriedSort::Theme,
            Carried::Artifact(_) => CarriedSort::Artifact,
            Carried::Flag(_) => CarriedSort::Flag,
            Carried::Curse(_) => CarriedSort::Curse,
        }
    }

    /// Its name in the files.
    pub fn name<'a>(&'a self, catalog: &'a Catalog) -> &'a str {
        match self {
            Carried::Kind(id) => &catalog.kind(*id).name,
            Carried::Affix(id) => &catalog.affix(*id).name,
            Carried::Theme(id) => &catalog.theme(*id).name,
            Carried::Artifact(id) => &catalog.artifact(*id).name,
            Carried::Flag(name) | Carried::Curse(name) => name,
        }
    }

    /// Its serial number in the files; `None` of flags and curses.
    pub fn index(&self, catalog: &Catalog) -> Option<u32> {
        match self {
            Carried::Kind(id) => Some(catalog.kind(*id).index),
            Carried::Affix(id) => Some(catalog.affix(*id).index),
            Carried::Theme(id) => Some(catalog.theme(*id).index),
            Carried::Artifact(id) => Some(catalog.artifact(*id).index),
            Carried::Flag(_) | Carried::Curse(_) => None,
        }
    }

    /// What a key of these metrics stands for.
    fn of_key(key: Key) -> Option<Carried> {
        match key.entry {
            Entry::Kind => key.kind.map(Carried::Kind),
            Entry::Affix(id) => Some(Carried::Affix(id)),
            Entry::Theme(id) => Some(Carried::Theme(id)),
            Entry::Artifact(id) => Some(Carried::Artifact(id)),
            Entry::Fixed(_) => None,
        }
    }
}

/// How much may be computed, where it takes long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ComputeLimits {
    /// Kinds at most whose affixes and themes are computed, in games where that takes long.
    pub kinds: usize,
    /// Pairs of affixes at most, each on one kind.
    pub pairs: usize,
}

impl ComputeLimits {
    /// Whatever can be computed.
    pub const NONE: ComputeLimits = ComputeLimits { kinds: usize::MAX, pairs: usize::MAX };
}

type Means = BTreeMap<Carried, Mean>;

/// The chance per drop of a cell that it is what is asked for, or any drop where nothing is, *and* has a thing: of each thing of a sort
/// that isn't impossible, with the bound of its error. What isn't there is surely 0. `None` where the chances that the rules compute
/// don't tell it, or more than the limits would have to be computed. `one_affix`: whether an item has one affix at most
/// ([`affixboard_model::game::Words::one_affix`]).
///
/// # Errors
/// [`Cancelled`] if `keep_going` returned false before all was done.
pub fn computed_joint(
    question: Option<&Question>,
    (forge, one_affix): (&dyn Forge, bool),
    (cell, sort): (Cell, CarriedSort),
    limits: ComputeLimits,
    keep_going: &dyn Fn() -> bool,
) -> Result<Option<Means>, Cancelled> {
    let all = Asked::All(Vec::new());
    let asked = question.map_or(&all, |question| &question.asked);
    let (Some(exact), Some(of)) = (forge.exact(), Computable::of(asked)) else { return Ok(None) };
    let is_slow = || !of.is_within(exact, cell, limits);
    let keys = forge.keys();
    let has_no_themes = keys.catalog().themes.is_empty();
    Ok(match (&of.thing, sort) {
        (_, CarriedSort::Flag | CarriedSort::Curse) => None,
        (_, CarriedSort::Theme) if has_no_themes => Some(Means::new()),
        (Thing::Nothing, _) => {
            if matches!(sort, CarriedSort::Affix | CarriedSort::Theme) && is_slow() {
                return Ok(None);
            }
            let found = computed_entries(question, forge, (cell, sort.metric()), keep_going)?;
            found.map(|found| sums(found.into_iter().map(|(key, mean)| (Carried::of_key(key), mean))))
        }
        // Special artifacts have neither.
        (
            Thing::Affix(_) | Thing::Affixes(_) | Thing::Pair(_) | Thing::AnyAffix | Thing::Themes(_),
            CarriedSort::Artifact,
        )
        | (Thing::Artifacts(_), CarriedSort::Affix | CarriedSort::Theme) => Some(Means::new()),
        (Thing::Affix(_) | Thing::Affixes(_) | Thing::AnyAffix | Thing::Themes(_), CarriedSort::Kind)
        | (Thing::Themes(_), CarriedSort::Theme)
        | (Thing::Artifacts(_), CarriedSort::Kind | CarriedSort::Artifact)
        | (Thing::AnyAffix, CarriedSort::Affix) => {
            if !matches!(of.thing, Thing::Artifacts(_)) && is_slow() {
                return Ok(None);
            }
            let chances = of.chances(exact, cell, keep_going)?;
            if !of.is_a_sum(forge, &chances) {
                return Ok(None);
            }
            let found = chances
                .into_iter()
                .map(|chance| (keys.key(chance.key), Mean { mean: chance.mean, bound: chance.bound }));
            Some(sums(found.map(|(key, mean)| (of.carried(key, sort, keys.catalog()), mean))))
        }
        (Thing::Affix(one), CarriedSort::Affix) => {
            of.with_affixes((forge, exact, one_affix), (cell, *one), limits, keep_going)?
        }
        (Thing::Pair(pair), CarriedSort::Kind) => {
            let Some(kinds) = of.paired_kinds(cell) else { return Ok(None) };
            let mut found = Means::new();
            for kind in kinds {
                let Some(both) = exact.pair_while(cell, kind, *pair, keep_going)? else { return Ok(None) };
                found.insert(Carried::Kind(kind), both.both);
            }
            Some(found)
        }
        (Thing::Affix(_) | Thing::Affixes(_) | Thing::AnyAffix | Thing::Pair(_), CarriedSort::Theme)
        | (Thing::Affixes(_) | Thing::Themes(_) | Thing::Pair(_), CarriedSort::Affix) => None,
    })
}

/// The sums of the chances of the same things. An item is of one kind, and has an affix at least once or not at all, so that these
/// exclude each other.
fn sums(found: impl Iterator<Item = (Option<Carried>, Mean)>) -> Means {
    let mut sums = Means::new();
    for (carried, mean) in found {
        let Some(carried) = carried else { continue };
        let sum = sums.entry(carried).or_default();
        sum.mean += mean.mean;
        sum.bound += mean.bound;
    }
    sums
}

impl Question {
    /// Whether computing its chance in a cell takes moments: what takes long in a game's rules is not needed for it.
    pub fn is_quickly_computed(&self, forge: &dyn Forge, cell: Cell) -> bool {
        self.is_computed_within(forge, cell, ComputeLimits { kinds: 0, pairs: 0 })
    }

    /// Whether computing its chance is no more than the limits allow, as far as is known before.
    pub(crate) fn is_computed_within(&self, forge: &dyn Forge, cell: Cell, limits: ComputeLimits) -> bool {
        let (Some(exact), Some(of)) = (forge.exact(), Computable::of(&self.asked)) else { return true };
        matches!(of.thing, Thing::Nothing | Thing::Artifacts(_)) || of.is_within(exact, cell, limits)
    }
}

impl Computable<'_> {
    /// Whether computing what its kinds carry is no more than the limits allow.
    pub(super) fn is_within(&self, exact: &dyn ExactChances, cell: Cell, limits: ComputeLimits) -> bool {
        let kinds = self.kinds_to_compute();
        limits.kinds == usize::MAX
            || cell.kind.is_some()
            || kinds.is_some_and(|kinds| kinds.len() <= limits.kinds)
            // Without long parts all is quick.
            || exact.tasks(cell, kinds).is_empty()
    }

    /// What a key says of a sort, where its chance is one of those asked for.
    fn carried(&self, key: Key, sort: CarriedSort, catalog: &Catalog) -> Option<Carried> {
        if matches!((&self.thing, sort), (Thing::AnyAffix, CarriedSort::Affix)) {
            // Whoever has one of them has any.
            return (key.metric == Metric::AFFIX && self.is_of_kind(key.kind)).then(|| Carried::of_key(key))?;
        }
        if self.counts(key) != 1 {
            return None;
        }
        match (sort, key.entry) {
            (CarriedSort::Kind, Entry::Artifact(id)) => {
                let artifact = catalog.artifact(id);
                catalog.find_kind(artifact.tval, artifact.sval).map(Carried::Kind)
            }
            (CarriedSort::Kind, _) => key.kind.map(Carried::Kind),
            _ => Carried::of_key(key),
        }
    }

    /// The kinds that pairs are computed of; `None` where these are too many.
    fn paired_kinds(&self, cell: Cell) -> Option<Vec<KindId>> {
        let kinds = self.kinds_to_compute();
        match cell.kind {
            Some(given) if kinds.is_none_or(|kinds| kinds.contains(&given)) => Some(vec![given]),
            Some(_) => Some(Vec::new()),
            None => kinds.filter(|kinds| kinds.len() <= MOST_PAIRED_KINDS).map(<[KindId]>::to_vec),
        }
    }

    /// Of items with an affix, those that have another one too.
    fn with_affixes(
        &self,
        (forge, exact, one_affix): (&dyn Forge, &dyn ExactChances, bool),
        (cell, one): (Cell, AffixId),
        limits: ComputeLimits,
        keep_going: &dyn Fn() -> bool,
    ) -> Result<Option<Means>, Cancelled> {
        let kinds = if one_affix { Some(Vec::new()) } else { self.paired_kinds(cell) };
        let Some(kinds) = kinds else { return Ok(None) };
        if one_affix && !self.is_within(exact, cell, limits) {
            return Ok(None);
        }
        let keys = forge.keys();
        let mut found = Means::new();
        let mut pairs: Vec<(KindId, AffixId)> = Vec::new();
        for chance in exact.chances_while(cell, self.kinds_to_compute(), keep_going)? {
            let key = keys.key(chance.key);
            let (Metric::AFFIX, Entry::Affix(other), Some(kind)) = (key.metric, key.entry, key.kind) else { continue };
            if !self.is_of_kind(key.kind) {
                continue;
            }
            if other == one {
                let sum = found.entry(Carried::Affix(one)).or_default();
                sum.mean += chance.mean;
                sum.bound += chance.bound;
            } else if kinds.contains(&kind) {
                pairs.push((kind, other));
            }
        }
        if pairs.len() > limits.pairs {
            return Ok(None);
        }
        for (kind, other) in pairs {
            let Some(pair) = exact.pair_while(cell, kind, [one, other], keep_going)? else { return Ok(None) };
            let sum = found.entry(Carried::Affix(other)).or_default();
            sum.mean += pair.both.mean;
            sum.bound += pair.both.bound;
        }
        Ok(Some(found))
    }
}
