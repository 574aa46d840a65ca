//! Where `monster.txt` has other levels, rarities and experience than the program would write: a table, and the lines as it
//! would write them.

use super::{
    model::UnangbandModel,
    monsters::{power::UNIQUE, race::Race, subject::name_of, templates::RaceTemplate},
    sorts::MONSTER_SORT,
};
use affixboard_model::{
    catalog::GuideTable,
    game::{CorrectedLine, Correction},
    text::Span,
};

/// The name of the table.
const GUIDE: &str = "monster-power";

/// Each race of the file with what the program would write.
fn races(model: &UnangbandModel) -> impl Iterator<Item = (&Race, &RaceTemplate)> {
    model.races.iter().zip(model.templates.iter()).filter(|(race, _)| race.record.is_some())
}

/// What is wrong with the file as one that the program has written, which one with `C:` lines is: each level and experience
/// that it would write otherwise, and once the rarities, which people change by hand afterwards.
pub(super) fn remarks(model: &UnangbandModel) -> Vec<(Span, String, String)> {
    let mut remarks = Vec::new();
    if races(model).all(|(race, _)| race.calculated.is_none()) {
        return remarks;
    }
    let mut say = |place: Span, what: &str, is: i64, computed: i64| {
        if is != computed {
            let expected = format!("expected {computed}, as the program computes it");
            remarks.push((place, format!("found the {what} {is}"), expected));
        }
    };
    for (race, template) in races(model) {
        if let Some([level, _, experience]) = race.w_places {
            say(level, "level", race.level, template.level);
            say(experience, "experience", race.experience, template.experience);
        }
        if let (Some([_, _, _, own, forced]), Some(places)) = (race.calculated, race.c_places) {
            let level = race.calculated.map_or(0, |written| written[0]);
            let written = [level, own, forced];
            for at in 0..3 {
                let what = ["computed level", "computed experience", "experience at its own level"][at];
                say(places[at], what, written[at], template.calculated[at]);
            }
        }
    }
    let others = || races(model).filter(|(race, template)| race.rarity != template.rarity);
    if let Some((race, template)) = others().next()
        && let Some([_, rarity, _]) = race.w_places
    {
        let (name, is, computed) = (name_of(race), race.rarity, template.rarity);
        let found = match others().count() {
            1 => format!("found the rarity {is} of {name}"),
            count => format!("found {count} rarities that the program would write otherwise, the first {is} of {name}"),
        };
        remarks.push((rarity, found, format!("expected {computed}, as the program computes it by power")));
    }
    remarks
}

/// Lines as the program would write them: with the file's rarities, and as a whole.
pub(super) fn corrections(model: &UnangbandModel) -> Vec<Correction> {
    if races(model).next().is_none() {
        return Vec::new();
    }
    let lines = |keeps_rarity: bool| {
        let of_race = move |(race, template): (&Race, &RaceTemplate)| {
            let rarity = if keeps_rarity { race.rarity } else { template.rarity };
            let template = RaceTemplate { rarity, ..*template };
            let of = |directive, below, values| CorrectedLine {
                entry: (MONSTER_SORT, race.index),
                directive,
                values,
                below,
            };
            let w = texts(W_FIELDS, &[template.level, rarity, race.group, template.experience]);
            let c = template.c_fields(race.group).map(|c| texts(C_FIELDS, &c));
            [of("W", "I", Some(w)), of("C", "W", c)]
        };
        races(model).flat_map(of_race).collect()
    };
    vec![
        Correction {
            name: "monster-levels",
            guide: GUIDE,
            title: "levels and experience, with the rarities as they are",
            lines: lines(true),
        },
        Correction {
            name: "monster-templates",
            guide: GUIDE,
            title: "levels, rarities and experience",
            lines: lines(false),
        },
    ]
}

const W_FIELDS: &[&str] = &["depth", "rarity", "group", "experience"];
const C_FIELDS: &[&str] = &["level", "rarity", "group", "experience", "forced-experience"];

fn texts(names: &[&'static str], values: &[i64]) -> Vec<(&'static str, String)> {
    names.iter().zip(values).map(|(name, value)| (*name, value.to_string())).collect()
}

/// Which lines of a race the program would write otherwise.
fn other_lines(race: &Race, template: &RaceTemplate) -> &'static str {
    let w = (race.level, race.rarity, race.experience) != (template.level, template.rarity, template.experience);
    let c = race.calculated != template.c_fields(race.group);
    match (w, c) {
        (false, false) => "as they are",
        (true, false) => "another W:",
        (false, true) => "another C:",
        (true, true) => "another W: and C:",
    }
}

/// The races by power, with what stands in the file and what is computed.
pub(super) fn guide(model: &UnangbandModel) -> GuideTable {
    let mut sorted: Vec<_> = races(model).collect();
    sorted.sort_by_key(|(race, _)| (-race.power, race.index));
    let row = |(race, template): (&Race, &RaceTemplate)| {
        let is_kept = race.flags.has(UNIQUE) || race.level == 0;
        let [level, experience, forced] = if is_kept {
            template.calculated.map(|computed| computed.to_string())
        } else {
            [template.level.to_string(), template.experience.to_string(), String::new()]
        };
        let number = |number: i64| number.to_string();
        vec![
            name_of(race),
            race.index.to_string(),
            number(race.power),
            number(race.level),
            level,
            number(race.rarity),
            number(template.rarity),
            number(race.experience),
            experience,
            forced,
            if is_kept { "keeps level and experience" } else { "gets them" }.to_owned(),
            other_lines(race, template).to_owned(),
        ]
    };
    GuideTable {
        name: GUIDE,
        title: "Monsters by power",
        doc: "Level, rarity and experience of each race as the file has them, and as the program computes them where it is \
              compiled to write its own files: level and experience by hit points and damage, rarity by power, three times \
              over. Uniques and those of the town keep level and experience; what is computed of them, and the experience \
              that they are worth at their own level, goes into a C: line. The last column says which lines it would write \
              otherwise.",
        headings: &[
            "Monster",
            "Number",
            "Power",
            "Level",
            "Level computed",
            "Rarity",
            "Rarity computed",
            "Experience",
            "Experience computed",
            "Experience at its level",
            "The program",
            "Lines",
        ],
        rows: sorted.into_iter().map(row).collect(),
    }
}
