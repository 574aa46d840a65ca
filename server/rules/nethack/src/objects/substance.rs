//! What an object is made of and what comes of it: material, property, quality and erosion.

use std::collections::{BTreeMap, BTreeSet};

use affixboard_model::engine::dice::{self, Dice};

use super::{
    super::{program::Program, words},
    classes::{ARMOR, GEM, TOOL, WEAPON},
    enchantment::{MadeObject, Making},
    erosion::Eroding,
    materials::Materials,
    model::{ObjectKind, ObjectTable},
    properties::{self, FORGED, FORGED_PARTS, Properties, UNUSUAL},
    rows::{Also, CountedKind},
};

/// How a kind turns out in one material.
#[derive(Debug, Clone)]
struct OfMaterial {
    code: u8,
    is_cloth: bool,
    can_be_forged: bool,
    eroding: Eroding,
    /// With the property of fire.
    eroding_in_fire: Eroding,
    /// All erosions with the chances, where they are told.
    eroded: Vec<(usize, f64)>,
    eroded_in_fire: Vec<(usize, f64)>,
}

/// The substance of a kind.
#[derive(Debug, Clone)]
pub(super) struct Substance {
    at: usize,
    class: u8,
    tells_material: bool,
    tells_erosion: bool,
    tells_quality: bool,
    /// Elsewhere, and in hell.
    materials: [Materials; 2],
    by_material: Vec<OfMaterial>,
    /// What each of its artifacts is made of.
    of_artifacts: Vec<u8>,
    properties: Option<Properties>,
    /// In how many one is tried for an artifact, of which none has a property.
    artifact_odds: Option<u32>,
    /// What is made of one that has a property, with the chances.
    with_property: Vec<(MadeObject, f64)>,
}

/// Where an object is made.
#[derive(Debug, Clone, Copy)]
pub(super) struct MadeAt {
    pub(super) is_in_hell: bool,
    pub(super) difficulty: i64,
    pub(super) with_artifacts: bool,
}

/// The substances of all kinds of a table.
pub(super) fn substances(
    table: &ObjectTable,
    makings: &[Making],
    counted: &[CountedKind],
    program: Program,
) -> Vec<Substance> {
    let usual;
    // Where there are no names, those of 3.6.
    let names = if table.materials.is_empty() {
        usual = words::materials(&BTreeMap::new());
        &usual
    } else {
        &table.materials
    };
    let digging = table.kinds.iter().find(|kind| kind.name == "pick-axe").map(|kind| kind.skill.value);
    let mut known: Vec<Known> = Vec::new();
    let substance = |at: usize| {
        let kind = &table.kinds[at];
        let of = |is_in_hell: bool| Materials::of(kind, program, names, digging, is_in_hell);
        let materials = [of(false), of(true)];
        let own = materials[0].own;
        let codes: BTreeSet<u8> = materials.iter().flat_map(|one| one.parts.iter().map(|part| part.1)).collect();
        let tells_erosion = Eroding::is_told(kind, program);
        let by_material = codes.into_iter().map(|code| OfMaterial::new(kind, code, tells_erosion, program)).collect();
        let of_artifact = |artifact: &usize| {
            let material = table.artifacts[*artifact].material.value;
            names.get(&material).map_or(own, |name| words::material_code(name))
        };
        let mut substance = Substance {
            at,
            class: kind.class,
            // Looks of rings, wands and the like are dealt out anew in each game, and their materials with them.
            tells_material: program.has_materials() && matches!(kind.class, WEAPON | ARMOR | TOOL | GEM),
            tells_erosion,
            tells_quality: program == Program::EvilHack && properties::is_quality_told(kind),
            materials,
            by_material,
            of_artifacts: counted[at].artifacts.iter().map(of_artifact).collect(),
            properties: if program == Program::EvilHack { Properties::of(kind) } else { None },
            artifact_odds: makings[at].artifact_odds(),
            with_property: Vec::new(),
        };
        substance.with_property = substance.with_property(makings[at], &mut known);
        substance
    };
    (0..table.kinds.len()).map(substance).collect()
}

/// What is made of one with a property, by the rule, the properties it may have, and whether it is of cloth.
type Known = (Making, Properties, bool, Vec<(MadeObject, f64)>);

impl OfMaterial {
    fn new(kind: &ObjectKind, code: u8, tells_erosion: bool, program: Program) -> OfMaterial {
        let material = words::material_name(code);
        let eroding = Eroding::of(kind, material, false, program);
        let eroding_in_fire = Eroding::of(kind, material, true, program);
        let chances = |eroding: Eroding| if tells_erosion { eroding.chances() } else { Vec::new() };
        OfMaterial {
            code,
            is_cloth: material == "cloth",
            can_be_forged: properties::can_be_forged(kind, material),
            eroding,
            eroding_in_fire,
            eroded: chances(eroding),
            eroded_in_fire: chances(eroding_in_fire),
        }
    }
}

impl Substance {
    fn materials(&self, made_at: MadeAt) -> &Materials {
        &self.materials[usize::from(made_at.is_in_hell)]
    }

    fn of(&self, code: u8) -> Option<&OfMaterial> {
        self.by_material.iter().find(|one| one.code == code)
    }

    fn with_property(&self, making: Making, known: &mut Vec<Known>) -> Vec<(MadeObject, f64)> {
        let Some(properties) = &self.properties else { return Vec::new() };
        let mut all: BTreeMap<MadeObject, f64> = BTreeMap::new();
        for (code, share) in self.materials[0].chances() {
            let is_cloth = self.of(code).is_some_and(|one| one.is_cloth);
            let is_known = |one: &&Known| one.0 == making && one.1 == *properties && one.2 == is_cloth;
            if known.iter().find(is_known).is_none() {
                let made = dice::chances(|dice| {
                    let mut made = making.make(&[], dice);
                    properties.give(&mut made, is_cloth, dice);
                    made
                });
                known.push((making, properties.clone(), is_cloth, made));
            }
            let made = known.iter().find(is_known).map(|one| one.3.as_slice()).unwrap_or_default();
            for (made, chance) in made {
                *all.entry(*made).or_default() += share * chance;
            }
        }
        all.into_iter().collect()
    }

    /// What is made of one that has a property, with the chances.
    pub(super) fn made_with_property(&self) -> &[(MadeObject, f64)] {
        &self.with_property
    }

    /// The share of all that are made that has a property.
    pub(super) fn property_share(&self, made_at: MadeAt) -> f64 {
        let Some(properties) = &self.properties else { return 0.0 };
        let tried = self.artifact_odds.filter(|_| made_at.with_artifacts).map_or(0.0, |odds| 1.0 / f64::from(odds));
        (1.0 - tried) * properties.chance(made_at.difficulty)
    }

    /// Everything that is told of one, each with its share. `artifacts`: the share of each of its artifacts.
    pub(super) fn shares(&self, made_at: MadeAt, artifacts: &[f64], mut add: impl FnMut(Also, f64)) {
        let plain = 1.0 - artifacts.iter().sum::<f64>();
        let with_property = self.property_share(made_at);
        for (code, share) in self.materials(made_at).chances() {
            self.material(code, plain * share, &mut add);
            let Some(one) = self.of(code) else { continue };
            let allowed: Vec<usize> =
                self.properties.iter().flat_map(|properties| properties.allowed(one.is_cloth)).collect();
            let each = if allowed.is_empty() { 0.0 } else { with_property / allowed.len() as f64 };
            for property in &allowed {
                add(Also::Property(self.class, *property), share * each);
            }
            let in_fire = if allowed.contains(&properties::FIRE) { each } else { 0.0 };
            for (erosion, chance) in &one.eroded {
                add(Also::Erosion(self.class, *erosion), share * (plain - in_fire) * chance);
            }
            for (erosion, chance) in &one.eroded_in_fire {
                add(Also::Erosion(self.class, *erosion), share * in_fire * chance);
            }
            if self.tells_quality {
                let unusual = if one.can_be_forged { share * plain / f64::from(UNUSUAL) } else { 0.0 };
                add(Also::Quality(self.class, 0), share * plain - unusual);
                for (at, (_, parts)) in FORGED.iter().enumerate().filter(|_| unusual > 0.0) {
                    add(Also::Quality(self.class, at + 1), unusual * f64::from(*parts) / f64::from(FORGED_PARTS));
                }
            }
        }
        for (code, share) in self.of_artifacts.iter().zip(artifacts) {
            self.material(*code, *share, &mut add);
            self.untouched(|also| add(also, *share));
        }
    }

    /// Everything that is told of one that is drawn, which may change what it is made as.
    pub(super) fn draw(
        &self,
        made_at: MadeAt,
        made: &mut MadeObject,
        random: &mut (impl Dice + ?Sized),
        mut add: impl FnMut(Also),
    ) {
        if let Some(artifact) = made.artifact {
            self.material(self.of_artifacts[usize::from(artifact)], 1.0, &mut |also, _| add(also));
            self.untouched(add);
            return;
        }
        let code = self.materials(made_at).draw(random);
        self.material(code, 1.0, &mut |also, _| add(also));
        let Some(one) = self.of(code) else { return };
        let mut is_fiery = false;
        // Where there is no artifact to become, one that was tried for it has no property either.
        let tried = made_at.with_artifacts && self.of_artifacts.is_empty();
        if let Some(properties) = &self.properties
            && !(tried && self.artifact_odds.is_some_and(|odds| random.one_in(odds)))
            && properties.happens(made_at.difficulty, random)
        {
            let property = properties.give(made, one.is_cloth, random);
            add(Also::Property(self.class, property));
            is_fiery = property == properties::FIRE;
        }
        if self.tells_erosion {
            let eroding = if is_fiery { one.eroding_in_fire } else { one.eroding };
            add(Also::Erosion(self.class, eroding.drawn(random)));
        }
        if self.tells_quality {
            let is_unusual = one.can_be_forged && random.one_in(UNUSUAL);
            let mut left = if is_unusual { random.below(FORGED_PARTS) } else { 0 };
            let mut quality = 0;
            for (at, (_, parts)) in FORGED.iter().enumerate().filter(|_| is_unusual) {
                if left < *parts {
                    quality = at + 1;
                    break;
                }
                left -= parts;
            }
            add(Also::Quality(self.class, quality));
        }
    }

    fn material(&self, code: u8, share: f64, add: &mut impl FnMut(Also, f64)) {
        if self.tells_material {
            add(Also::Material(self.class, code), share);
            if code != self.materials[0].own {
                add(Also::KindMaterial(self.at, code), share);
            }
        }
    }

    /// Artifacts are neither eroded nor forged otherwise than others.
    fn untouched(&self, mut add: impl FnMut(Also)) {
        if self.tells_erosion {
            add(Also::Erosion(self.class, 0));
        }
        if self.tells_quality {
            add(Also::Quality(self.class, 0));
        }
    }
}
