//! What is counted of objects: the rows, and where each is found.

use std::collections::BTreeSet;

use super::{
    super::{
        program::Program,
        sorts::{ARTIFACT_SORT, OBJECT_SORT},
        words,
    },
    classes::{self, CLASS_NAMES},
    enchantment::{ArtifactMaking, Blessing, MadeObject, Making},
    erosion::{Eroding, Erosion},
    model::{ArtifactEntry, ObjectKind},
};
use affixboard_model::{batch::Metric, game::SubjectRow};

/// The metrics, in the order of rows.
pub(super) const METRICS: [Metric; 10] = [
    Metric("class"),
    Metric::KIND,
    Metric("buc"),
    Metric("spe"),
    Metric("spe_buc"),
    Metric("poisoned"),
    Metric("quan"),
    Metric::ARTIFACT,
    Metric("erosion"),
    CONTENT_KIND,
];
/// What is in containers; the only one that is drawn and not computed.
pub(super) const CONTENT_KIND: Metric = Metric("content_kind");

/// Positions in [`METRICS`].
const CLASS: usize = 0;
const KIND: usize = 1;
const BLESSING: usize = 2;
const ENCHANTMENT: usize = 3;
const BOTH: usize = 4;
const POISONED: usize = 5;
const QUANTITY: usize = 6;
const ARTIFACT: usize = 7;
const EROSION: usize = 8;
const CONTENT: usize = 9;

/// Added to enchantments, so that none is below 0.
const LOWEST: i16 = 10;

/// Which row: metric, class, and what of these.
type Place = (usize, u8, usize);

/// The rows of one table.
#[derive(Debug, Clone)]
pub(super) struct ObjectRows {
    rows: Vec<SubjectRow>,
    /// By place: the key.
    keys: Vec<u32>,
    /// How many rows a class may have of a metric.
    wide: usize,
}

/// What the counting of an object needs of its kind.
#[derive(Debug, Clone)]
pub(super) struct CountedKind {
    /// Its position among the kinds.
    pub(super) at: usize,
    /// Its class.
    pub(super) class: u8,
    /// Whether it is told who of its class is blessed, cursed or enchanted.
    ///
    /// Not of what may have properties in `EvilHack`, which change that: these aren't simulated.
    tells_blessing: bool,
    /// Whether its enchantment is counted: of what has one or may have.
    pub(super) has_enchantment: bool,
    /// Whether it may be poisoned.
    pub(super) is_poisonable: bool,
    /// The artifacts that are made of it, by position.
    pub(super) artifacts: Vec<usize>,
    /// What becoming each of them does.
    pub(super) becoming: Vec<ArtifactMaking>,
    /// How it is eroded, where that is counted.
    pub(super) eroding: Option<Eroding>,
}

impl CountedKind {
    /// A kind, by position.
    pub(super) fn new(
        at: usize,
        kind: &ObjectKind,
        making: Making,
        artifacts: &[ArtifactEntry],
        program: Program,
    ) -> CountedKind {
        let symbol = kind.symbol();
        let is_base = |artifact: &ArtifactEntry| artifact.base == symbol && !artifact.is_never_random();
        let takes_part = matches!(kind.class, classes::WEAPON | classes::ARMOR);
        let own: Vec<usize> = (0..artifacts.len()).filter(|at| takes_part && is_base(&artifacts[*at])).collect();
        let may_have_properties = matches!(kind.class, classes::WEAPON | classes::ARMOR | classes::TOOL | classes::GEM);
        CountedKind {
            at,
            class: kind.class,
            tells_blessing: program != Program::EvilHack || !may_have_properties,
            has_enchantment: match kind.class {
                classes::WEAPON | classes::ARMOR | classes::RING | classes::WAND => true,
                // Tools with charges, and those that are weapons.
                classes::TOOL => kind.is_charged || kind.skill.value != 0,
                _ => false,
            },
            is_poisonable: making.may_be_poisoned(),
            becoming: own.iter().map(|at| ArtifactMaking::of(&artifacts[*at], program)).collect(),
            artifacts: own,
            eroding: Eroding::is_told(kind, program).then(|| Eroding::of(kind)),
        }
    }

    /// The rows that one of it is counted in, but for erosion.
    fn places(&self, made: MadeObject, mut place: impl FnMut(Place)) {
        let class = self.class;
        place((CLASS, class, 0));
        place((KIND, class, self.at));
        if self.tells_blessing {
            place((BLESSING, class, made.blessing as usize));
        }
        if self.tells_blessing && self.has_enchantment {
            let enchantment = (made.enchantment + LOWEST) as usize;
            place((ENCHANTMENT, class, enchantment));
            place((BOTH, class, enchantment * Blessing::ALL.len() + made.blessing as usize));
        }
        // What an artifact poisons is told where it is poisoned.
        if self.is_poisonable || made.is_poisoned {
            place((POISONED, class, usize::from(made.is_poisoned)));
        }
        if made.quantity > 1 {
            place((QUANTITY, class, usize::from(made.quantity)));
        }
        if let Some(artifact) = made.artifact {
            place((ARTIFACT, class, self.artifacts[usize::from(artifact)]));
        }
    }
}

impl ObjectRows {
    /// The rows in which these kinds are counted, each with all that can be made of it, and the kinds that lie in
    /// containers.
    pub(super) fn new(
        kinds: &[ObjectKind],
        artifacts: &[ArtifactEntry],
        made: &[(CountedKind, Vec<(MadeObject, f64)>)],
        contents: &BTreeSet<usize>,
        groups: &[String],
    ) -> ObjectRows {
        let mut places: BTreeSet<Place> = contents.iter().map(|at| (CONTENT, kinds[*at].class, *at)).collect();
        for (kind, all) in made {
            for (made, _) in all {
                kind.places(*made, |place| {
                    places.insert(place);
                });
            }
            let erosions = kind.eroding.into_iter().flat_map(Eroding::chances);
            places.extend(erosions.map(|(code, _)| (EROSION, kind.class, code)));
        }
        let wide = places.iter().map(|(_, _, what)| what + 1).max().unwrap_or(1);
        let mut rows = ObjectRows {
            rows: Vec::with_capacity(places.len()),
            keys: vec![u32::MAX; METRICS.len() * CLASS_NAMES.len() * wide],
            wide,
        };
        for place in places {
            let at = rows.position(place);
            rows.keys[at] = rows.rows.len() as u32;
            rows.rows.push(row(place, kinds, artifacts, groups));
        }
        rows
    }

    /// All rows.
    pub(super) fn rows(&self) -> &[SubjectRow] {
        &self.rows
    }

    fn position(&self, (metric, class, what): Place) -> usize {
        (metric * CLASS_NAMES.len() + usize::from(class)) * self.wide + what
    }

    /// The keys that one of a kind is counted under.
    pub(super) fn keys(&self, kind: &CountedKind, made: MadeObject, mut key: impl FnMut(u32)) {
        kind.places(made, |place| key(self.keys[self.position(place)]));
    }

    /// The key of an erosion, as [`Erosion::code`].
    pub(super) fn erosion(&self, class: u8, code: usize) -> u32 {
        self.keys[self.position((EROSION, class, code))]
    }

    /// The key of a kind that lies in a container, if there is a row for it.
    pub(super) fn content(&self, class: u8, at: usize) -> Option<u32> {
        Some(self.keys[self.position((CONTENT, class, at))]).filter(|key| *key != u32::MAX)
    }
}

fn row(
    (metric, class, what): Place,
    kinds: &[ObjectKind],
    artifacts: &[ArtifactEntry],
    groups: &[String],
) -> SubjectRow {
    let blessing = |at: usize| Blessing::ALL[at].name();
    let enchantment = |at: usize| format!("{:+}", at as i64 - i64::from(LOWEST));
    let mut kind = None;
    let mut entry = None;
    let name = match metric {
        CLASS => CLASS_NAMES[usize::from(class)].to_owned(),
        KIND | CONTENT => {
            kind = Some(&kinds[what]);
            entry = Some((OBJECT_SORT, u32::from(kinds[what].index)));
            kinds[what].name.clone()
        }
        BLESSING => blessing(what).to_owned(),
        ENCHANTMENT => enchantment(what),
        BOTH => format!("{}/{}", enchantment(what / Blessing::ALL.len()), blessing(what % Blessing::ALL.len())),
        POISONED => if what == 1 { "poisoned" } else { "poisonable-not" }.to_owned(),
        QUANTITY => what.to_string(),
        EROSION => Erosion::of_code(what).name(),
        _ => {
            let artifact = &artifacts[what];
            kind = kinds.iter().find(|kind| kind.symbol() == artifact.base);
            entry = Some((ARTIFACT_SORT, u32::from(artifact.index)));
            artifact.name.clone()
        }
    };
    let title = words::class_title(class);
    let label = name.clone();
    // The program calls them so once it has begun (options.c): people name their fruit themselves.
    let name = if class == classes::FOOD && name == "slime mold" { "fruit".to_owned() } else { name };
    SubjectRow {
        metric: METRICS[metric],
        group: groups.iter().position(|group| *group == title).map(|at| at as u16),
        entry,
        label,
        at: None,
        columns: vec![class.to_string(), kind.map_or_else(|| "-1".to_owned(), |kind| kind.index.to_string()), name],
    }
}
