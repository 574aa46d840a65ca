//! Tables for those who balance objects: power of artifacts and egos against their levels, and what monsters leave.

use std::collections::BTreeSet;

use super::{
    balance::{artifact_limit, ego_limit, ego_powers},
    item::{EgoStats, FIRST_NORMAL_ARTIFACT, MadeItem},
    item_types::has_power,
    model::UnangbandModel,
    monsters::encounters::Encounters,
    power::{PowerTerms, artifact_terms, item_power, item_terms},
    stale,
    tables::tval,
};
use affixboard_model::{catalog::GuideTable, game::MeanDrops, records::shaped, text::SourceSet};

/// Monsters a level of a dive is taken to have, for lines of a drop profile.
const MONSTERS_A_LEVEL: f64 = 25.0;
/// The depths of the table of what monsters leave.
const DEPTHS: std::ops::RangeInclusive<u32> = 1..=60;

/// All tables.
pub(super) fn guides(model: &UnangbandModel, encounters: Option<&Encounters>, sources: &SourceSet) -> Vec<GuideTable> {
    let mut guides = vec![artifacts(model), egos(model), kinds(model), flavors(model, sources)];
    if encounters.is_some() {
        guides.push(stale::guide(model));
    }
    guides.extend(encounters.map(drops));
    guides
}

/// The least and the greatest power of a normal artifact at its own level: the program makes it at depths from half of its
/// power to its power.
fn artifacts(model: &UnangbandModel) -> GuideTable {
    let row = |(artifact, entry): (&super::item::ArtifactStats, &affixboard_model::catalog::Artifact)| {
        let (power, level) = (artifact.power, i64::from(artifact.level));
        let (depths, verdict) = if artifact.index < FIRST_NORMAL_ARTIFACT {
            ("its level and deeper, shallower at times".to_owned(), "special: its power is not asked for".to_owned())
        } else if power < 1 {
            ("none".to_owned(), "never made: its power is below 1".to_owned())
        } else {
            (format!("{} to {power}", (power + 1) / 2), judged(power, level))
        };
        let kind = model.kind_of(artifact).map(|at| &model.kinds[at]);
        let terms = kind.map(|kind| artifact_terms(artifact, kind, &model.slays)).unwrap_or_default();
        let mut row = vec![entry.name.clone(), artifact.index.to_string(), level.to_string(), power.to_string()];
        row.extend(terms_of(&terms));
        row.extend([depths, verdict]);
        row
    };
    GuideTable {
        name: "artifact-power",
        title: "Artifacts by power",
        doc: "Power as the program computes it at the start of a game. A normal artifact is made where its power is at \
              least the depth and at most twice the depth; the guide wants it at most twice that of other objects of its \
              level.",
        headings: &[
            "Artifact",
            "Number",
            "Level",
            "Power",
            "Type",
            "To AC",
            "Modifier",
            "Abilities",
            "Weight",
            "Made at depths",
            "At its own level",
        ],
        rows: model.artifacts.iter().zip(&model.catalog.artifacts).map(row).collect(),
    }
}

/// The terms of a power, as cells.
fn terms_of(terms: &PowerTerms) -> [String; 5] {
    [terms.base, terms.defence, terms.modifier, terms.abilities, terms.weight].map(|term| term.to_string())
}

/// Power of each kind as it is made plain, and with a bonus of 10 on each that its type has.
fn kinds(model: &UnangbandModel) -> GuideTable {
    let row = |(at, entry): (usize, &affixboard_model::catalog::Kind)| {
        let kind = &model.kinds[at];
        if !has_power(kind.tval) {
            return None;
        }
        let plain = MadeItem::plain(at, kind);
        let terms = item_terms(&plain, kind, None, &model.slays);
        let better =
            MadeItem { to_hit: plain.to_hit + 10, to_dam: plain.to_dam + 10, to_ac: plain.to_ac + 10, ..plain };
        let mut row =
            vec![entry.name.clone(), entry.index.to_string(), kind.level.to_string(), terms.total().to_string()];
        row.extend(terms_of(&terms));
        row.push(item_power(&better, kind, None, &model.slays).to_string());
        Some(row)
    };
    GuideTable {
        name: "kind-power",
        title: "Kinds by power",
        doc: "Power of what can be worn or wielded as it is made plain, by its terms, which are computed one after the \
              other; most have 0, for power is what is beyond the usual. The last column has 10 more to hit, to damage \
              and to armour class.",
        headings: &[
            "Kind",
            "Number",
            "Level",
            "Power",
            "Type",
            "To AC",
            "Modifier",
            "Abilities",
            "Weight",
            "With +10 each",
        ],
        rows: model.catalog.kinds.iter().enumerate().filter_map(row).collect(),
    }
}

/// How many looks there are for the kinds of each type that need one.
fn flavors(model: &UnangbandModel, sources: &SourceSet) -> GuideTable {
    let found = sources.find("flavor.txt").and_then(|(id, file)| shaped(file, id, Some("N")));
    let looks: Vec<(i64, Option<i64>)> = found
        .iter()
        .flat_map(|file| &file.records)
        .filter_map(|record| Some((record.lines[0].number(1)?, record.lines[0].number(2))))
        .collect();
    let row = |tval: u8| {
        let kinds: BTreeSet<i64> = model
            .kinds
            .iter()
            .filter(|kind| kind.index > 0 && kind.tval == tval)
            .map(|kind| kind.sval.into())
            .collect();
        let of_type: Vec<Option<i64>> =
            looks.iter().filter(|look| look.0 == i64::from(tval)).map(|look| look.1).collect();
        let fixed: BTreeSet<i64> = of_type.iter().flatten().copied().collect();
        let random = of_type.iter().filter(|look| look.is_none()).count();
        let in_vain = fixed.difference(&kinds).count();
        let needed = kinds.difference(&fixed).count();
        let count = |count: usize| count.to_string();
        vec![
            model.catalog.item_type(u16::from(tval)).map_or_else(String::new, |one| one.name.clone()),
            count(kinds.len()),
            count(fixed.len() - in_vain),
            count(in_vain),
            count(random),
            count(needed.saturating_sub(random)),
            count(random.saturating_sub(needed)),
        ]
    };
    GuideTable {
        name: "flavours",
        title: "Flavours",
        doc: "Kinds of each type that look different in each game, and the looks of flavor.txt: fixed ones go to one kind, \
              of the others each kind without a fixed one gets one.",
        headings: &["Type", "Kinds", "Fixed", "Fixed, of no kind", "Random", "Missing", "Unused"],
        rows: FLAVORED.into_iter().map(row).collect(),
    }
}

/// The types whose kinds have flavours (init1.c, `parse_k_info`).
const FLAVORED: [u8; 8] =
    [tval::RING, tval::AMULET, tval::STAFF, tval::WAND, tval::ROD, tval::POTION, tval::SCROLL, tval::MUSHROOM];

/// What a normal artifact's power is against its level.
fn judged(power: i64, level: i64) -> String {
    let verdict = match power {
        power if power > artifact_limit(level) => "above twice its level",
        power if power < level => "below its level",
        _ => "fits",
    };
    verdict.to_owned()
}

/// The least power of each ego over the kinds that it names, and the greatest with all bonuses.
fn egos(model: &UnangbandModel) -> GuideTable {
    let row = |(at, ego): (usize, &EgoStats)| {
        let name = model.catalog.affixes[at].name.clone();
        let level = i64::from(ego.level);
        let powers = ego_powers(model, at);
        let (least, most) = (powers.map(|powers| powers.0), powers.map(|powers| powers.1));
        let number = |power: Option<i64>| power.map_or_else(|| "no kind".to_owned(), |power| power.to_string());
        let verdict = match (least, ego.slot) {
            (_, 0) => "racial: never drawn".to_owned(),
            (Some(least), _) if least > ego_limit(level) => "above one and a half times its level".to_owned(),
            (Some(_), _) => "fits".to_owned(),
            (None, _) => "names no kind".to_owned(),
        };
        vec![name, ego.index.to_string(), level.to_string(), number(least), number(most), verdict]
    };
    GuideTable {
        name: "ego-power",
        title: "Egos by power",
        doc: "Power of the weakest item of each ego, without bonuses, and of the strongest, with all that the ego may add. \
              The guide wants an ego at most one and a half times as powerful as other objects of its level; the program \
              asks for what each item has as it is made.",
        headings: &["Ego", "Number", "Level", "Least power", "Greatest power", "At its own level"],
        rows: model.egos.iter().enumerate().map(row).collect(),
    }
}

/// What monsters leave by depth, with lines for a drop profile.
fn drops(encounters: &Encounters) -> GuideTable {
    let row = |depth: u32| {
        let mut means = [0.0; 3];
        let mut level = 0.0;
        for ((of_level, quality), mean) in MeanDrops::at(encounters, depth).objects {
            means[usize::from(quality)] += mean;
            level += f64::from(of_level) * mean;
        }
        let all: f64 = means.iter().sum();
        level /= if all > 0.0 { all } else { 1.0 };
        let [normal, good, great] = means.map(|mean| mean * MONSTERS_A_LEVEL);
        let mut row = vec![depth.to_string()];
        row.extend(means.map(|objects| format!("{objects:.4}")));
        row.push(format!("{level:.1}"));
        row.push(format!("{depth}: normal {normal:.3}, good {good:.3}, great {great:.3}"));
        row
    };
    GuideTable {
        name: "drops-as-monsters-come",
        title: "Drops as monsters come",
        doc: "Objects that one monster leaves in the mean, by their quality, at most: a monster that has left each sort of \
              thing that it carries leaves money from then on. With the mean level at which they are made: half of depth \
              and monster's level. The last column is a line of a drop profile for 25 monsters a level, \
              which can be pasted into one. Companions and special levels are not counted.",
        headings: &["Depth", "Normal", "Good", "Great", "Made at level", "Line of a drop profile"],
        rows: DEPTHS.map(row).collect(),
    }
}
