//! What is counted of objects: the rows, and where each is found.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    super::{
        program::Program,
        sorts::{ARTIFACT_SORT, OBJECT_SORT},
        words,
    },
    classes::{self, CLASS_NAMES},
    enchantment::{ArtifactMaking, Blessing, MadeObject, Making},
    erosion::Erosion,
    model::{ArtifactEntry, ObjectKind},
    properties::{FORGED, PROPERTIES},
};
use affixboard_model::{batch::Metric, game::SubjectRow};

/// The metrics, in the order of rows.
pub(super) const METRICS: [Metric; 14] = [
    Metric("class"),
    Metric::KIND,
    Metric("buc"),
    Metric("spe"),
    Metric("spe_buc"),
    Metric("poisoned"),
    Metric("quan"),
    Metric::ARTIFACT,
    Metric("erosion"),
    Metric("material"),
    Metric("property"),
    Metric("quality"),
    Metric("kind_material"),
    CONTENT_KIND,
];
/// What is in containers; the only one that is drawn and not computed.
pub(super) const CONTENT_KIND: Metric = Metric("content_kind");

/// What pages call a metric.
pub(super) fn metric_title(metric: Metric) -> &'static str {
    match metric.0 {
        "buc" => "blessing",
        "spe" => "enchantment",
        "spe_buc" => "enchantment and blessing",
        "quan" => "quantity",
        "kind_material" => "kind and material",
        "content_kind" => "contents",
        other => other,
    }
}

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
const MATERIAL: usize = 9;
const PROPERTY: usize = 10;
const QUALITY: usize = 11;
const KIND_MATERIAL: usize = 12;
const CONTENT: usize = 13;

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
    /// The keys of kinds with materials that aren't their own, by position and material.
    of_materials: BTreeMap<(usize, u8), u32>,
}

/// What is told of an object beside what it is made as: by class, or by position of the kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Also {
    /// [`Erosion::code`].
    Erosion(u8, usize),
    /// [`words::material_code`].
    Material(u8, u8),
    /// By position in [`PROPERTIES`].
    Property(u8, usize),
    /// 0, or 1 more than the position in [`FORGED`].
    Quality(u8, usize),
    /// A material that isn't the kind's own.
    KindMaterial(usize, u8),
}

impl Also {
    /// Its row, where these are by class.
    fn place(self) -> Option<Place> {
        match self {
            Also::Erosion(class, code) => Some((EROSION, class, code)),
            Also::Material(class, code) => Some((MATERIAL, class, usize::from(code))),
            Also::Property(class, property) => Some((PROPERTY, class, property)),
            Also::Quality(class, quality) => Some((QUALITY, class, quality)),
            Also::KindMaterial(..) => None,
        }
    }
}

/// The word for what was forged neither well nor badly.
const USUAL: &str = "usual";

/// What the counting of an object needs of its kind.
#[derive(Debug, Clone)]
pub(super) struct CountedKind {
    /// Its position among the kinds.
    pub(super) at: usize,
    /// Its class.
    pub(super) class: u8,
    /// Whether its enchantment is counted: of what has one or may have.
    pub(super) has_enchantment: bool,
    /// Whether it may be poisoned.
    pub(super) is_poisonable: bool,
    /// The artifacts that are made of it, by position.
    pub(super) artifacts: Vec<usize>,
    /// What becoming each of them does.
    pub(super) becoming: Vec<ArtifactMaking>,
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
        CountedKind {
            at,
            class: kind.class,
            has_enchantment: match kind.class {
                classes::WEAPON | classes::ARMOR | classes::RING | classes::WAND => true,
                // Tools with charges, and those that are weapons.
                classes::TOOL => kind.is_charged || kind.skill.value != 0,
                _ => false,
            },
            is_poisonable: making.may_be_poisoned(),
            becoming: own.iter().map(|at| ArtifactMaking::of(&artifacts[*at], program)).collect(),
            artifacts: own,
        }
    }

    /// The rows that one of it is counted in, but for erosion.
    fn places(&self, made: MadeObject, mut place: impl FnMut(Place)) {
        let class = self.class;
        place((CLASS, class, 0));
        place((KIND, class, self.at));
        place((BLESSING, class, made.blessing as usize));
        if self.has_enchantment {
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
        also: &BTreeSet<Also>,
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
        }
        places.extend(also.iter().filter_map(|also| also.place()));
        let wide = places.iter().map(|(_, _, what)| what + 1).max().unwrap_or(1);
        let mut rows = ObjectRows {
            rows: Vec::with_capacity(places.len()),
            keys: vec![u32::MAX; METRICS.len() * CLASS_NAMES.len() * wide],
            wide,
            of_materials: BTreeMap::new(),
        };
        for place in places {
            let at = rows.position(place);
            rows.keys[at] = rows.rows.len() as u32;
            rows.rows.push(row(place, kinds, artifacts, groups));
        }
        for also in also {
            if let Also::KindMaterial(at, code) = *also {
                rows.of_materials.insert((at, code), rows.rows.len() as u32);
                rows.rows.push(material_row(&kinds[at], code, groups));
            }
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

    /// The key of what else is told.
    pub(super) fn also(&self, also: Also) -> Option<u32> {
        match (also, also.place()) {
            (Also::KindMaterial(at, code), _) => self.of_materials.get(&(at, code)).copied(),
            (_, Some(place)) => Some(self.keys[self.position(place)]).filter(|key| *key != u32::MAX),
            (_, None) => None,
        }
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
        MATERIAL => words::material_name(what as u8).to_owned(),
        PROPERTY => PROPERTIES[what].to_owned(),
        QUALITY => what.checked_sub(1).map_or(USUAL, |at| FORGED[at].0).to_owned(),
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

/// The row of a kind's material.
fn material_row(kind: &ObjectKind, code: u8, groups: &[String]) -> SubjectRow {
    let title = words::class_title(kind.class);
    let material = words::material_name(code);
    SubjectRow {
        metric: METRICS[KIND_MATERIAL],
        group: groups.iter().position(|group| *group == title).map(|at| at as u16),
        entry: Some((OBJECT_SORT, u32::from(kind.index))),
        label: format!("{}: {material}", kind.name),
        at: None,
        columns: vec![kind.class.to_string(), kind.index.to_string(), material.to_owned()],
    }
}
