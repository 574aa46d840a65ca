//! `constants.txt`: how deep choices are boosted.

use affixboard_egos::Boost;
use affixboard_kin::{Reader, monsters::Raises};
use affixboard_model::{
    syntax::{Event, FileSpec, ParsedLine, colon::found},
    text::{Diagnostic, Rule},
};

/// The labels of each section that generation has to do with.
const LABELS: &[(&str, &[&str])] = &[
    (
        "world",
        &[
            "max-depth",
            "day-length",
            "dungeon-hgt",
            "dungeon-wid",
            "town-hgt",
            "town-wid",
            "feeling-total",
            "feeling-need",
            "stair-skip",
            "move-energy",
        ],
    ),
    (
        "mon-gen",
        &[
            "chance",
            "level-min",
            "town-day",
            "town-night",
            "repro-max",
            "ood-chance",
            "ood-amount",
            "group-max",
            "group-dist",
        ],
    ),
    ("obj-make", &["max-depth", "great-obj", "great-ego", "fuel-torch", "fuel-lamp", "default-lamp"]),
];

/// Depths beyond this are refused: tables by level would fill the memory.
const DEEPEST: i32 = 1000;

/// The constants an edition sets; those it leaves out are 0.
#[derive(Debug, Default)]
pub(super) struct Constants {
    /// `world:max-depth`.
    world_depth: u32,
    /// `obj-make:max-depth`.
    object_depth: u32,
    /// `obj-make:great-obj`.
    great_kinds: u32,
    /// `obj-make:great-ego`.
    great_egos: u32,
    /// `mon-gen:ood-chance`.
    raised_monsters: u32,
    /// `mon-gen:ood-amount`.
    most_raise: u32,
}

impl Constants {
    /// Level boost of kinds (obj-make.c, `get_obj_num`).
    pub(super) fn kind_boost(&self) -> Boost {
        Boost::new(self.great_kinds, self.object_depth, self.object_depth)
    }

    /// Level boost of egos (obj-make.c, `ego_find_random`).
    pub(super) fn ego_boost(&self) -> Boost {
        Boost::new(self.great_egos, self.world_depth, self.world_depth.saturating_sub(1))
    }

    /// Raises of the levels of monsters (mon-make.c, `get_mon_num`).
    pub(super) fn monster_raises(&self) -> Raises {
        Raises { times: 1, odds: self.raised_monsters, most: self.most_raise }
    }
}

/// Reads the constants.
pub(super) fn read(reader: &mut Reader<'_>, spec: &'static FileSpec) -> Constants {
    let mut constants = Constants::default();
    reader.read(spec, &mut |event, diagnostics| {
        if let Event::Line(line) = event {
            diagnostics.extend(set(&mut constants, &line).err());
        }
    });
    constants
}

fn set(constants: &mut Constants, line: &ParsedLine) -> Result<(), Diagnostic> {
    let Some((section, labels)) = LABELS.iter().find(|known| known.0 == line.spec.tag) else { return Ok(()) };
    let (label, value) = (line.text("label"), line.int("value"));
    if !labels.contains(&label.as_str()) {
        let expected = format!("expected one of {}; the line is ignored", labels.join(", "));
        return Err(line.remark(Rule::UndefinedDirective, "label", found(line.bytes("label")), expected));
    }
    let most = if label == "max-depth" { DEEPEST } else { i32::MAX };
    if !(0..=most).contains(&value) {
        let expected = match most {
            DEEPEST => format!("expected 0 to {DEEPEST}; the line is ignored"),
            _ => "expected 0 or more; the line is ignored".to_owned(),
        };
        return Err(line.remark(Rule::OutOfBounds, "value", format!("found {value}"), expected));
    }
    let value = value as u32;
    match (*section, label.as_str()) {
        ("world", "max-depth") => constants.world_depth = value,
        ("obj-make", "max-depth") => constants.object_depth = value,
        ("obj-make", "great-obj") => constants.great_kinds = value,
        ("mon-gen", "ood-chance") => constants.raised_monsters = value,
        ("mon-gen", "ood-amount") => constants.most_raise = value,
        ("obj-make", "great-ego") => constants.great_egos = value,
        _ => {}
    }
    Ok(())
}
