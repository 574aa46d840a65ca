//! A question's names, looked up in the files; and whether an item is what is asked for.

use super::{
    item_number::{ItemNumber, Of, value_of},
    joint::Carried,
    parse::{Expr, QuestionError, Relation, Term},
};
use affixboard_model::{
    batch::{Entry, ItemIdentity, KeySpace, LoggedItem, Metric},
    catalog::{AffixId, ArtifactId, Catalog, KindId, ThemeId},
    game::{Appraisal, Loaded},
};

/// Names that are told where one isn't known.
const TOLD: usize = 3;

/// The words for numbers that every item has, 0 where nothing is counted, and the metric of each.
pub(super) const NUMBERS: [(&str, Metric); 6] = [
    ("to_hit", Metric::TO_HIT),
    ("to_dam", Metric::TO_DAM),
    ("to_ac", Metric::TO_AC),
    ("ac", Metric::AC),
    ("weight", Metric::WEIGHT),
    ("number", Metric::NUMBER),
];
/// The words for numbers of flags.
pub(super) const FLAG_NUMBERS: [(&str, Metric); 3] =
    [("pval", Metric::PVAL), ("modifier", Metric::MODIFIER), ("resistance", Metric::RESISTANCE)];

/// A condition that can be asked of an item.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Condition {
    Kinds(Vec<KindId>, Vec<ArtifactId>),
    Affixes(Vec<AffixId>),
    Themes(Vec<ThemeId>),
    Artifacts(Vec<ArtifactId>),
    IsArtifact,
    HasTheme,
    HasCurse,
    Flag(Metric, String),
    Number(Metric, Option<String>, Relation, i64),
    AffixCount(Relation, i64),
    Power(Relation, i64),
    Price(Relation, i64),
}

#[derive(Debug, Clone, PartialEq)]
pub(super) enum Asked {
    Is(Condition),
    Not(Box<Asked>),
    All(Vec<Asked>),
    Any(Vec<Asked>),
}

/// A question about the items of some files.
#[derive(Debug, Clone, PartialEq)]
pub struct Question {
    pub(super) asked: Asked,
    /// Whether the game must say what it thinks of each item.
    pub appraises: bool,
    /// Whether it is about more than what an item is, so that its values must be rolled.
    pub needs_values: bool,
}

/// What is known of an item.
#[derive(Debug, Clone, Copy)]
pub(super) struct Facts<'a> {
    /// Its kind; `None` of an artifact of which no more is known.
    kind: Option<KindId>,
    artifact: Option<ArtifactId>,
    affixes: Affixes<'a>,
    theme: Option<ThemeId>,
    /// `None` as long as the item isn't made.
    values: Option<ItemValues<'a>>,
}

/// The affixes of an item.
#[derive(Debug, Clone, Copy)]
enum Affixes<'a> {
    /// Slot by slot.
    Slots(&'a [AffixId]),
    /// Each once, rising, with its slots.
    Counted(&'a [(AffixId, u32)]),
}

#[derive(Debug, Clone, Copy)]
struct ItemValues<'a> {
    keys: &'a KeySpace,
    values: &'a [u32],
    appraisal: &'a Appraisal,
}

impl<'a> Facts<'a> {
    /// Of a finished item.
    pub(super) fn of(keys: &'a KeySpace, item: &'a LoggedItem) -> Facts<'a> {
        Facts {
            kind: Some(item.kind),
            artifact: item.artifact,
            affixes: Affixes::Counted(&item.affixes),
            theme: item.theme,
            values: Some(ItemValues { keys, values: &item.values, appraisal: &item.appraisal }),
        }
    }

    /// Of an item whose values aren't rolled.
    pub(super) fn of_identity(item: &ItemIdentity<'a>) -> Facts<'a> {
        Facts {
            kind: Some(item.kind),
            artifact: item.artifact,
            affixes: Affixes::Slots(item.affixes),
            theme: item.theme,
            values: None,
        }
    }

    /// Of an artifact of which nothing else is known.
    pub(super) fn of_artifact(artifact: ArtifactId) -> Facts<'a> {
        Facts { kind: None, artifact: Some(artifact), affixes: Affixes::Slots(&[]), theme: None, values: None }
    }
}

impl Affixes<'_> {
    /// Whether one of these is among them.
    fn has(self, ids: &[AffixId]) -> bool {
        match self {
            Affixes::Slots(slots) => slots.iter().any(|id| ids.contains(id)),
            Affixes::Counted(affixes) => affixes.iter().any(|(id, _)| ids.contains(id)),
        }
    }

    /// Number of different ones.
    fn number(self) -> usize {
        match self {
            Affixes::Slots(slots) => (0..slots.len()).filter(|at| !slots[..*at].contains(&slots[*at])).count(),
            Affixes::Counted(affixes) => affixes.len(),
        }
    }
}

impl Question {
    /// A question about items of these files, whose keys are these.
    ///
    /// # Errors
    /// Where a word or name isn't known, with those that are nearest; or where these files have no such values.
    pub fn of(expr: &Expr, loaded: &Loaded, keys: &KeySpace) -> Result<Question, QuestionError> {
        let asked = resolve(expr, loaded, keys)?;
        let has = |is_it: &dyn Fn(&Condition) -> bool| has(&asked, is_it);
        let appraises = has(&|condition| matches!(condition, Condition::Power(..) | Condition::Price(..)));
        let needs_values = appraises
            || has(&|condition| matches!(condition, Condition::Flag(..) | Condition::HasCurse | Condition::Number(..)));
        Ok(Question { asked, appraises, needs_values })
    }

    /// Whether an item is what is asked for; `None` where that isn't known.
    pub(super) fn is_met(&self, facts: &Facts<'_>) -> Option<bool> {
        is_met(&self.asked, facts)
    }

    /// Whether an item is what is asked for. Its values have these keys.
    pub fn is_met_by(&self, keys: &KeySpace, item: &LoggedItem) -> bool {
        self.is_met(&Facts::of(keys, item)) == Some(true)
    }

    /// Whether an item whose values aren't rolled may be what is asked for.
    pub fn may_be_met(&self, item: &ItemIdentity<'_>) -> bool {
        self.is_met(&Facts::of_identity(item)) != Some(false)
    }

    /// A question about the same files that both this and another one are about: both at once.
    #[must_use]
    pub fn and(&self, other: &Question) -> Question {
        let parts = |asked: &Asked| match asked {
            Asked::All(parts) => parts.clone(),
            one => vec![one.clone()],
        };
        Question {
            asked: Asked::All([parts(&self.asked), parts(&other.asked)].concat()),
            appraises: self.appraises || other.appraises,
            needs_values: self.needs_values || other.needs_values,
        }
    }

    /// The entries that it names, without those of kinds; of `artifact:any` all artifacts of these files.
    pub fn entries(&self, catalog: &Catalog) -> Vec<Entry> {
        let mut found = Vec::new();
        entries(&self.asked, catalog, &mut found);
        found
    }

    /// Whether it says itself that an item has this: one of several names doesn't.
    pub fn requires(&self, carried: &Carried) -> bool {
        requires(&self.asked, carried)
    }

    /// The kinds that items asked for must be of, rising; `None` where they may be of any.
    pub fn kinds(&self) -> Option<Vec<KindId>> {
        kinds(&self.asked)
    }
}

fn is_met(asked: &Asked, facts: &Facts<'_>) -> Option<bool> {
    match asked {
        Asked::Is(condition) => condition.is_met(facts),
        Asked::Not(inner) => is_met(inner, facts).map(|met| !met),
        Asked::All(parts) => {
            let mut all = Some(true);
            for part in parts {
                match is_met(part, facts) {
                    Some(false) => return Some(false),
                    Some(true) => {}
                    None => all = None,
                }
            }
            all
        }
        Asked::Any(parts) => {
            let mut any = Some(false);
            for part in parts {
                match is_met(part, facts) {
                    Some(true) => return Some(true),
                    Some(false) => {}
                    None => any = None,
                }
            }
            any
        }
    }
}

fn entries(asked: &Asked, catalog: &Catalog, found: &mut Vec<Entry>) {
    match asked {
        Asked::Is(Condition::Affixes(ids)) => found.extend(ids.iter().copied().map(Entry::Affix)),
        Asked::Is(Condition::Themes(ids)) => found.extend(ids.iter().copied().map(Entry::Theme)),
        Asked::Is(Condition::Artifacts(ids)) => found.extend(ids.iter().copied().map(Entry::Artifact)),
        Asked::Is(Condition::IsArtifact) => {
            found.extend((0..catalog.artifacts.len() as u32).map(|at| Entry::Artifact(ArtifactId(at))));
        }
        Asked::Is(_) | Asked::Not(_) => {}
        Asked::All(parts) | Asked::Any(parts) => parts.iter().for_each(|part| entries(part, catalog, found)),
    }
}

fn requires(asked: &Asked, carried: &Carried) -> bool {
    let Asked::Is(condition) = asked else {
        return matches!(asked, Asked::All(parts) if parts.iter().any(|part| requires(part, carried)));
    };
    match (condition, carried) {
        (Condition::Kinds(kinds, _), Carried::Kind(id)) => kinds == &[*id],
        (Condition::Affixes(ids), Carried::Affix(id)) => ids == &[*id],
        (Condition::Themes(ids), Carried::Theme(id)) => ids == &[*id],
        (Condition::Artifacts(ids), Carried::Artifact(id)) => ids == &[*id],
        (Condition::Flag(Metric::FLAG, flag), Carried::Flag(name))
        | (Condition::Flag(Metric::CURSE, flag), Carried::Curse(name)) => flag == name,
        _ => false,
    }
}

fn kinds(asked: &Asked) -> Option<Vec<KindId>> {
    match asked {
        Asked::Is(Condition::Kinds(kinds, _)) => Some(kinds.clone()),
        Asked::Is(_) | Asked::Not(_) => None,
        Asked::All(parts) => parts
            .iter()
            .filter_map(kinds)
            .reduce(|left, right| left.into_iter().filter(|kind| right.contains(kind)).collect()),
        Asked::Any(parts) => {
            let all: Option<Vec<Vec<KindId>>> = parts.iter().map(kinds).collect();
            let mut all = all?.concat();
            all.sort_unstable();
            all.dedup();
            Some(all)
        }
    }
}

impl Condition {
    fn is_met(&self, facts: &Facts<'_>) -> Option<bool> {
        Some(match self {
            Condition::Kinds(kinds, artifacts) => match (facts.artifact, facts.kind) {
                (Some(artifact), _) => artifacts.contains(&artifact),
                (None, kind) => kind.is_some_and(|kind| kinds.binary_search(&kind).is_ok()),
            },
            Condition::Affixes(ids) => facts.affixes.has(ids),
            Condition::Themes(ids) => facts.theme.is_some_and(|id| ids.contains(&id)),
            Condition::Artifacts(ids) => facts.artifact.is_some_and(|id| ids.contains(&id)),
            Condition::IsArtifact => facts.artifact.is_some(),
            Condition::HasTheme => facts.theme.is_some(),
            Condition::HasCurse => {
                let ItemValues { keys, values, .. } = facts.values?;
                values.iter().any(|key| keys.key(*key).metric == Metric::CURSE)
            }
            Condition::AffixCount(comparison, number) => comparison.holds(facts.affixes.number() as i64, *number),
            Condition::Flag(metric, flag) => {
                let ItemValues { keys, values, .. } = facts.values?;
                values.iter().any(|key| keys.key(*key).metric == *metric && keys.flag(*key) == Some(flag))
            }
            Condition::Number(metric, flag, comparison, number) => {
                let ItemValues { keys, values, .. } = facts.values?;
                let value = value_of(keys, values, *metric, flag.as_deref());
                comparison.holds(i64::from(value), *number)
            }
            // Without a power nothing is true of it.
            Condition::Power(comparison, number) => {
                let power = facts.values?.appraisal.power.as_ref();
                power.is_some_and(|power| comparison.holds(power.total(), *number))
            }
            Condition::Price(comparison, number) => {
                let price = facts.values?.appraisal.price.as_ref();
                price.is_some_and(|price| comparison.holds(price.total(), *number))
            }
        })
    }
}

/// Whether one of its conditions is such a one.
fn has(asked: &Asked, is_it: &dyn Fn(&Condition) -> bool) -> bool {
    match asked {
        Asked::Is(condition) => is_it(condition),
        Asked::Not(inner) => has(inner, is_it),
        Asked::All(parts) | Asked::Any(parts) => parts.iter().any(|part| has(part, is_it)),
    }
}

fn resolve(expr: &Expr, loaded: &Loaded, keys: &KeySpace) -> Result<Asked, QuestionError> {
    let all = |parts: &[Expr]| parts.iter().map(|part| resolve(part, loaded, keys)).collect::<Result<Vec<_>, _>>();
    Ok(match expr {
        Expr::All(parts) => Asked::All(all(parts)?),
        Expr::Any(parts) => Asked::Any(all(parts)?),
        Expr::Not(inner) => Asked::Not(Box::new(resolve(inner, loaded, keys)?)),
        Expr::Is(term, column) => {
            let problem = |(found, expected)| QuestionError { column: *column, found, expected };
            let condition = condition(term, &loaded.catalog, keys, loaded.game.words().affix).map_err(problem)?;
            Asked::Is(condition)
        }
    })
}

/// What was found and what was expected.
type Problem = (String, String);

fn condition(term: &Term, catalog: &Catalog, keys: &KeySpace, affix: &str) -> Result<Condition, Problem> {
    match term {
        Term::Named { word, names } => match word.as_str() {
            "tval" => {
                let types = catalog.item_types.iter().map(|of| (of.tval, of.name.as_str(), u32::from(of.tval)));
                let tvals = find_all(names, types, "an item type")?;
                Ok(of_kinds(catalog, |tval, _| tvals.contains(&tval)))
            }
            "kind" => {
                let ids = (0..).map(KindId).zip(&catalog.kinds);
                let named = ids.map(|(id, kind)| (id, kind.name.as_str(), kind.index));
                let mut places = Vec::new();
                let mut rest = Vec::new();
                for name in names {
                    let place =
                        name.split_once('/').and_then(|(tval, sval)| Some((tval.parse().ok()?, sval.parse().ok()?)));
                    match place {
                        Some(place) if catalog.kinds.iter().any(|kind| (kind.tval, kind.sval) == place) => {
                            places.push(place);
                        }
                        _ => rest.push(name.clone()),
                    }
                }
                let found = find_all(&rest, named, "a kind, by name or as tval/sval")?;
                places.extend(found.iter().map(|id| (catalog.kind(*id).tval, catalog.kind(*id).sval)));
                Ok(of_kinds(catalog, |tval, sval| places.contains(&(tval, sval))))
            }
            "affix" | "ego" if names == &["any"] => Ok(Condition::AffixCount(Relation::AtLeast, 1)),
            "affix" | "ego" => {
                let ids = (0..).map(AffixId).zip(&catalog.affixes).map(|(id, of)| (id, of.name.as_str(), of.index));
                Ok(Condition::Affixes(find_all(names, ids, affix)?))
            }
            "theme" if names == &["any"] => Ok(Condition::HasTheme),
            "theme" => {
                let ids = (0..).map(ThemeId).zip(&catalog.themes).map(|(id, of)| (id, of.name.as_str(), of.index));
                Ok(Condition::Themes(find_all(names, ids, "a theme, or `any`")?))
            }
            "artifact" if names == &["any"] => Ok(Condition::IsArtifact),
            "artifact" => {
                let ids =
                    (0..).map(ArtifactId).zip(&catalog.artifacts).map(|(id, of)| (id, of.name.as_str(), of.index));
                Ok(Condition::Artifacts(find_all(names, ids, "an artifact, or `any`")?))
            }
            "curse" if names == &["any"] && !keys.flags_of(Metric::CURSE).is_empty() => Ok(Condition::HasCurse),
            "flag" | "curse" => {
                let (metric, what) = if word == "flag" { (Metric::FLAG, "a flag") } else { (Metric::CURSE, "a curse") };
                let [flag] = names.as_slice() else {
                    return Err((format!("{} {word}s", names.len()), "one; join several with `|`".to_owned()));
                };
                let known = keys.flags_of(metric);
                let found = known.iter().find(|known| known.eq_ignore_ascii_case(flag));
                let found = found.ok_or_else(|| unknown(flag, known.iter().copied(), what))?;
                Ok(Condition::Flag(metric, (*found).to_owned()))
            }
            other => Err(unknown(other, WORDS.iter().copied(), "one of the words for conditions")),
        },
        Term::Number { word, comparison, number } => {
            let (comparison, number) = (*comparison, *number);
            Ok(match ItemNumber::find(word, keys)?.0 {
                Of::Affixes => Condition::AffixCount(comparison, number),
                Of::Power => Condition::Power(comparison, number),
                Of::Price => Condition::Price(comparison, number),
                Of::Value(metric, flag) => Condition::Number(metric, flag, comparison, number),
            })
        }
    }
}

impl Question {
    /// What is to be said of names in a question that several entries have, any of which counts: how to name one of them.
    pub fn shared_names(expr: &Expr, loaded: &Loaded) -> Vec<String> {
        let (catalog, words) = (&loaded.catalog, loaded.game.words());
        let (word, names) = match expr {
            Expr::All(parts) | Expr::Any(parts) => {
                return parts.iter().flat_map(|part| Question::shared_names(part, loaded)).collect();
            }
            Expr::Not(inner) => return Question::shared_names(inner, loaded),
            Expr::Is(Term::Named { word, names }, _) => (word.as_str(), names),
            Expr::Is(Term::Number { .. }, _) => return Vec::new(),
        };
        let known: Vec<(&str, u32)> = match word {
            "affix" | "ego" => catalog.affixes.iter().map(|of| (of.name.as_str(), of.index)).collect(),
            "theme" => catalog.themes.iter().map(|of| (of.name.as_str(), of.index)).collect(),
            "artifact" => catalog.artifacts.iter().map(|of| (of.name.as_str(), of.index)).collect(),
            _ => return Vec::new(),
        };
        let told = |name: &String| {
            let these: Vec<u32> = known.iter().filter(|known| same(known.0, name)).map(|known| known.1).collect();
            let each = these.iter().map(|index| format!("{word}:#{index}")).collect::<Vec<_>>().join(", ");
            let what = match word {
                "theme" => "themes",
                "artifact" => "artifacts",
                _ => words.affixes,
            };
            (these.len() > 1)
                .then(|| format!("\"{name}\" is {} {what}, any of which counts; each is {each}", these.len()))
        };
        names.iter().filter_map(told).collect()
    }
}

/// The words for conditions with names.
const WORDS: [&str; 8] = ["tval", "kind", "affix", "ego", "theme", "artifact", "flag", "curse"];
/// The words for numbers.
pub(super) const NUMBER_WORDS: [&str; 12] = [
    "to_hit",
    "to_dam",
    "to_ac",
    "ac",
    "weight",
    "number",
    "affixes",
    "power",
    "price",
    "pval.FLAG",
    "modifier.FLAG",
    "resistance.FLAG",
];

/// The kinds at these places, and the artifacts there.
fn of_kinds(catalog: &Catalog, is_there: impl Fn(u16, u16) -> bool) -> Condition {
    let kinds = (0..).map(KindId).zip(&catalog.kinds).filter(|(_, kind)| is_there(kind.tval, kind.sval));
    let artifacts = (0..).map(ArtifactId).zip(&catalog.artifacts).filter(|(_, of)| is_there(of.tval, of.sval));
    Condition::Kinds(kinds.map(|(id, _)| id).collect(), artifacts.map(|(id, _)| id).collect())
}

/// The entries with these names, whatever the case of letters, or with these numbers (`#7`). Several may have one name.
fn find_all<'a, I: Copy>(
    names: &[String],
    known: impl Iterator<Item = (I, &'a str, u32)> + Clone,
    what: &str,
) -> Result<Vec<I>, Problem> {
    let mut all = Vec::new();
    for name in names {
        let number: Option<u32> = name.strip_prefix('#').and_then(|number| number.parse().ok());
        let before = all.len();
        all.extend(
            known
                .clone()
                .filter(|(_, known, index)| number.map_or_else(|| same(known, name), |number| number == *index))
                .map(|(id, ..)| id),
        );
        if all.len() == before {
            return Err(unknown(name, known.map(|(_, name, _)| name), what));
        }
    }
    Ok(all)
}

fn same(left: &str, right: &str) -> bool {
    left.chars().flat_map(char::to_lowercase).eq(right.chars().flat_map(char::to_lowercase))
}

/// A name that isn't there, with those that have most pairs of letters in common with it.
pub(super) fn unknown<'a>(name: &str, known: impl Iterator<Item = &'a str>, what: &str) -> Problem {
    let pairs = |text: &str| {
        let letters: Vec<char> = text.chars().flat_map(char::to_lowercase).collect();
        letters.windows(2).map(|pair| (pair[0], pair[1])).collect::<std::collections::BTreeSet<_>>()
    };
    let wanted = pairs(name);
    let mut near: Vec<(usize, &str)> = known
        .filter(|known| !known.is_empty())
        .map(|known| {
            let has = pairs(known);
            let both = wanted.intersection(&has).count();
            (2000 * both / (wanted.len() + has.len()).max(1), known)
        })
        .collect();
    near.sort_by(|left, right| right.0.cmp(&left.0).then(left.1.cmp(right.1)));
    near.dedup();
    let near: Vec<String> = near.iter().take(TOLD).map(|(_, name)| format!("`{name}`")).collect();
    let such_as = if near.is_empty() { String::new() } else { format!(", such as {}", near.join(", ")) };
    let found: String = name.chars().take(60).collect();
    (format!("`{found}`"), format!("{what}{such_as}"))
}
