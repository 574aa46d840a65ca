//! Questions whose answer is a sum of computed chances: one thing that an item is, or a pair of affixes, on items of some kinds.

use std::collections::BTreeMap;

use super::resolve::{Asked, Condition, Question};
use affixboard_model::{
    batch::{Cell, Entry, Key, Metric},
    catalog::{AffixId, ArtifactId, KindId},
    game::{Cancelled, Chance, ExactChances, Forge, Mean},
};

/// Kinds for which a pair of affixes is computed at most; each takes long.
pub(super) const MOST_PAIRED_KINDS: usize = 8;

/// What is asked of an item beside its kind.
pub(super) enum Thing<'a> {
    Nothing,
    Affix(AffixId),
    /// Any of several, as long as no item can have two of them.
    Affixes(&'a [AffixId]),
    Pair([AffixId; 2]),
    AnyAffix,
    Themes(Option<&'a [affixboard_model::catalog::ThemeId]>),
    Artifacts(Option<&'a [ArtifactId]>),
}

/// A question that can be computed: all of these at once.
pub(super) struct Computable<'a> {
    pub(super) kinds: Option<(Vec<KindId>, Vec<ArtifactId>)>,
    pub(super) is_no_artifact: bool,
    pub(super) thing: Thing<'a>,
}

impl Question {
    /// The chance per drop of a cell that it is what is asked for, with the bound of its error; `None` where the chances that the
    /// rules compute don't tell it.
    ///
    /// # Errors
    /// [`Cancelled`] if `keep_going` returned false before all was done.
    pub fn computed(
        &self,
        forge: &dyn Forge,
        cell: Cell,
        keep_going: &dyn Fn() -> bool,
    ) -> Result<Option<Mean>, Cancelled> {
        let (Some(exact), Some(question)) = (forge.exact(), Computable::of(&self.asked)) else { return Ok(None) };
        if let Thing::Pair(pair) = question.thing {
            return question.pair(exact, cell, pair, keep_going);
        }
        let mut sum = Mean { mean: 0.0, bound: 0.0 };
        let chances = question.chances(exact, cell, keep_going)?;
        if !question.is_a_sum(forge, &chances) {
            return Ok(None);
        }
        for chance in chances {
            let sign = question.counts(forge.keys().key(chance.key));
            sum.mean += f64::from(sign) * chance.mean;
            sum.bound += f64::from(sign.abs()) * chance.bound;
        }
        Ok(Some(Mean { mean: sum.mean.clamp(0.0, 1.0), ..sum }))
    }
}

/// What is asked for, in artifacts and others.
#[derive(Debug, Clone, PartialEq)]
pub struct ChancesApart {
    /// The chance of what is asked for and no artifact.
    pub others: Mean,
    /// The chance of each artifact that is asked for.
    pub artifacts: Vec<(ArtifactId, Mean)>,
}

impl Question {
    /// The same, each artifact that is asked for by itself.
    ///
    /// # Errors
    /// [`Cancelled`] if `keep_going` returned false before all was done.
    pub fn computed_apart(
        &self,
        forge: &dyn Forge,
        cell: Cell,
        keep_going: &dyn Fn() -> bool,
    ) -> Result<Option<ChancesApart>, Cancelled> {
        let (Some(exact), Some(question)) = (forge.exact(), Computable::of(&self.asked)) else { return Ok(None) };
        let whole = matches!(question.thing, Thing::Nothing) && !question.is_no_artifact;
        if !whole && !matches!(question.thing, Thing::Artifacts(_)) {
            let all = self.computed(forge, cell, keep_going)?;
            return Ok(all.map(|others| ChancesApart { others, artifacts: Vec::new() }));
        }
        let (mut others, mut artifacts) = (Mean { mean: 0.0, bound: 0.0 }, Vec::new());
        for chance in question.chances(exact, cell, keep_going)? {
            let key = forge.keys().key(chance.key);
            let Mean { mean, bound } = Mean { mean: chance.mean, bound: chance.bound };
            match key.entry {
                Entry::Artifact(id) if whole && question.is_artifact_of_kind(id) => {
                    // They count as their kind.
                    others.mean -= mean;
                    artifacts.push((id, Mean { mean, bound }));
                }
                Entry::Artifact(id) if question.counts(key) > 0 => artifacts.push((id, Mean { mean, bound })),
                _ if question.counts(key) > 0 => {
                    others.mean += mean;
                    others.bound += bound;
                }
                _ => {}
            }
        }
        Ok(Some(ChancesApart { others: Mean { mean: others.mean.max(0.0), ..others }, artifacts }))
    }
}

/// The chance per drop of a cell of each key of a metric, of items that are what is asked for or of all; `None` where the chances
/// that the rules compute don't tell it: of items of some kinds alone they do.
///
/// # Errors
/// [`Cancelled`] if `keep_going` returned false before all was done.
pub fn computed_entries(
    among: Option<&Question>,
    forge: &dyn Forge,
    (cell, metric): (Cell, Metric),
    keep_going: &dyn Fn() -> bool,
) -> Result<Option<Vec<(Key, Mean)>>, Cancelled> {
    let all = Asked::All(Vec::new());
    let asked = among.map_or(&all, |question| &question.asked);
    let (Some(exact), Some(question)) = (forge.exact(), Computable::of(asked)) else { return Ok(None) };
    // Artifacts count as their kind too, and of which kind they are isn't told.
    if !matches!(question.thing, Thing::Nothing) || question.is_no_artifact && metric == Metric::KIND {
        return Ok(None);
    }
    let is_asked_for = |key: Key| match key.entry {
        Entry::Artifact(id) => {
            !question.is_no_artifact && question.kinds.as_ref().is_none_or(|(_, artifacts)| artifacts.contains(&id))
        }
        _ => match (&question.kinds, key.kind) {
            (None, _) => true,
            (Some((kinds, _)), Some(kind)) => kinds.binary_search(&kind).is_ok(),
            (Some(_), None) => false,
        },
    };
    let chances = match metric {
        Metric::KIND | Metric::ARTIFACT => question.chances(exact, cell, keep_going)?,
        _ => exact.chances_while(cell, question.kinds_to_compute(), keep_going)?,
    };
    let chances = chances.into_iter();
    let entries = chances.map(|chance| (forge.keys().key(chance.key), Mean { mean: chance.mean, bound: chance.bound }));
    Ok(Some(entries.filter(|(key, _)| key.metric == metric && is_asked_for(*key)).collect()))
}

impl<'a> Computable<'a> {
    pub(super) fn of(asked: &'a Asked) -> Option<Computable<'a>> {
        let parts = match asked {
            Asked::All(parts) => parts.as_slice(),
            one => std::slice::from_ref(one),
        };
        let mut question = Computable { kinds: None, is_no_artifact: false, thing: Thing::Nothing };
        for part in parts {
            let condition = match part {
                Asked::Is(condition) => condition,
                Asked::Not(inner) if matches!(**inner, Asked::Is(Condition::IsArtifact)) => {
                    question.is_no_artifact = true;
                    continue;
                }
                _ => return None,
            };
            question.thing = match (condition, question.thing) {
                (Condition::Kinds(kinds, artifacts), thing) => {
                    let (kinds, artifacts) = (kinds.clone(), artifacts.clone());
                    question.kinds = Some(match question.kinds.take() {
                        None => (kinds, artifacts),
                        Some((before, before_artifacts)) => (
                            before.into_iter().filter(|kind| kinds.contains(kind)).collect(),
                            before_artifacts.into_iter().filter(|id| artifacts.contains(id)).collect(),
                        ),
                    });
                    thing
                }
                (Condition::Affixes(ids), Thing::Nothing) => match ids.as_slice() {
                    [id] => Thing::Affix(*id),
                    several => Thing::Affixes(several),
                },
                (Condition::Affixes(ids), Thing::Affix(other)) if ids.len() == 1 && ids[0] != other => {
                    Thing::Pair([other, ids[0]])
                }
                (Condition::AffixCount(relation, number), Thing::Nothing)
                    if !relation.holds(0, *number) && (1..64).all(|count| relation.holds(count, *number)) =>
                {
                    Thing::AnyAffix
                }
                (Condition::Themes(ids), Thing::Nothing) => Thing::Themes(Some(ids)),
                (Condition::HasTheme, Thing::Nothing) => Thing::Themes(None),
                (Condition::Artifacts(ids), Thing::Nothing) => Thing::Artifacts(Some(ids)),
                (Condition::IsArtifact, Thing::Nothing) => Thing::Artifacts(None),
                _ => return None,
            };
        }
        Some(question)
    }

    /// The kinds that chances are needed of.
    pub(super) fn kinds_to_compute(&self) -> Option<&[KindId]> {
        self.kinds.as_ref().map(|(kinds, _)| kinds.as_slice())
    }

    /// The chances that tell the answer, with others.
    pub(super) fn chances(
        &self,
        exact: &dyn ExactChances,
        cell: Cell,
        keep_going: &dyn Fn() -> bool,
    ) -> Result<Vec<Chance>, Cancelled> {
        match self.thing {
            Thing::Nothing | Thing::Artifacts(_) => {
                exact.kinds_and_artifacts_while(cell, self.kinds_to_compute(), keep_going)
            }
            _ => exact.chances_while(cell, self.kinds_to_compute(), keep_going),
        }
    }

    /// Whether the chances that count exclude each other: of several affixes no kind's items come with more than one.
    pub(super) fn is_a_sum(&self, forge: &dyn Forge, chances: &[Chance]) -> bool {
        let Thing::Affixes(_) = self.thing else { return true };
        let mut of_kind: BTreeMap<Option<KindId>, Entry> = BTreeMap::new();
        let counted = chances.iter().map(|chance| forge.keys().key(chance.key)).filter(|key| self.counts(*key) != 0);
        counted.into_iter().all(|key| *of_kind.entry(key.kind).or_insert(key.entry) == key.entry)
    }

    /// Whether a key of this kind is of the kinds that are asked for.
    pub(super) fn is_of_kind(&self, kind: Option<KindId>) -> bool {
        match (&self.kinds, kind) {
            (None, _) => true,
            (Some((kinds, _)), Some(kind)) => kinds.binary_search(&kind).is_ok(),
            (Some(_), None) => false,
        }
    }

    /// Whether an artifact is of the kinds that are asked for.
    fn is_artifact_of_kind(&self, id: ArtifactId) -> bool {
        self.kinds.as_ref().is_none_or(|(_, artifacts)| artifacts.contains(&id))
    }

    /// How often the chance of a key is in the answer: once, not at all, or taken off.
    pub(super) fn counts(&self, key: Key) -> i8 {
        let is_of_kind = |kind: Option<KindId>| self.is_of_kind(kind);
        let is_artifact_of_kind = |id: ArtifactId| self.is_artifact_of_kind(id);
        let once = match (&self.thing, key.metric, key.entry) {
            // Artifacts count as their kind too.
            (Thing::Nothing, Metric::KIND, _) => is_of_kind(key.kind),
            (Thing::Nothing, Metric::ARTIFACT, Entry::Artifact(id)) if self.is_no_artifact => {
                return -i8::from(is_artifact_of_kind(id));
            }
            (Thing::Affix(wanted), Metric::AFFIX, Entry::Affix(id)) => id == *wanted && is_of_kind(key.kind),
            (Thing::Affixes(wanted), Metric::AFFIX, Entry::Affix(id)) => wanted.contains(&id) && is_of_kind(key.kind),
            (Thing::AnyAffix, Metric::NAFFIXES, Entry::Fixed(number)) => number > 0 && is_of_kind(key.kind),
            (Thing::Themes(wanted), Metric::THEME, Entry::Theme(id)) => {
                wanted.is_none_or(|ids| ids.contains(&id)) && is_of_kind(key.kind)
            }
            (Thing::Artifacts(wanted), Metric::ARTIFACT, Entry::Artifact(id)) => {
                !self.is_no_artifact && wanted.is_none_or(|ids| ids.contains(&id)) && is_artifact_of_kind(id)
            }
            _ => false,
        };
        i8::from(once)
    }

    fn pair(
        &self,
        exact: &dyn ExactChances,
        cell: Cell,
        pair: [AffixId; 2],
        keep_going: &dyn Fn() -> bool,
    ) -> Result<Option<Mean>, Cancelled> {
        let Some((kinds, _)) = self.kinds.as_ref().filter(|(kinds, _)| kinds.len() <= MOST_PAIRED_KINDS) else {
            return Ok(None);
        };
        let mut sum = Mean { mean: 0.0, bound: 0.0 };
        for kind in kinds {
            let Some(found) = exact.pair_while(cell, *kind, pair, keep_going)? else { return Ok(None) };
            sum.mean += found.both.mean;
            sum.bound += found.both.bound;
        }
        Ok(Some(sum))
    }
}
