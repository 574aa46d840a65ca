//! `constants.txt`: how deep choices are boosted.

use crate::Boost;
use affixboard_kin::Reader;
use affixboard_model::{
    syntax::{Event, FileSpec, ParsedLine, colon::found},
    text::{Diagnostic, Rule},
};

/// The labels of each section.
#[rustfmt::skip]
const LABELS: &[(&str, &[&str])] = &[
    ("level-max", &["monsters"]),
    ("mon-gen", &["chance", "group-max"]),
    ("mon-play", &[
        "mult-rate", "mana-cost", "mana-max", "flee-range", "turn-range", "hide-range", "wander-range",
        "regen-hp-period", "regen-sp-period",
    ]),
    ("dun-gen", &["room-max", "room-min", "block-hgt", "block-wid"]),
    ("world", &[
        "dun-depth", "max-depth", "day-length", "dungeon-hgt", "dungeon-wid", "move-energy", "flow-max",
    ]),
    ("carry-cap", &["pack-size", "floor-size"]),
    ("obj-make", &[
        "max-depth", "great-obj", "great-spec", "default-torch", "fuel-torch", "default-lamp", "fuel-lamp", "self-arts",
    ]),
    ("player", &["max-sight", "max-range", "start-exp", "ability-cost", "stealth-bonus", "regen-period"]),
];

/// Depths beyond this are refused: tables by level would fill the memory.
const DEEPEST: i32 = 1000;

/// The constants an edition sets; those it leaves out are 0.
#[derive(Debug, Default)]
pub(super) struct Constants {
    /// `world:dun-depth`.
    dungeon_depth: u32,
    /// `world:max-depth`.
    world_depth: u32,
    /// `obj-make:max-depth`.
    object_depth: u32,
    /// `obj-make:great-obj`.
    great_kinds: u32,
    /// `obj-make:great-spec`.
    great_specials: u32,
}

impl Constants {
    /// Level boost of kinds (obj-make.c, `get_obj_num`).
    pub(super) fn kind_boost(&self) -> Boost {
        Boost { odds: self.great_kinds, factor: 0, bottom: Some(self.world_depth), deepest: self.object_depth }
    }

    /// Level boost of specials (obj-make.c, `make_special_item`).
    pub(super) fn special_boost(&self) -> Boost {
        let deepest = self.object_depth.saturating_sub(1);
        Boost { odds: self.great_specials, factor: 0, bottom: Some(self.dungeon_depth), deepest }
    }

    /// The last level that a kind's line may name: the program's table by level ends there.
    pub(super) fn last_kind_level(&self) -> u32 {
        self.world_depth.saturating_sub(1)
    }

    /// The last level that a special may begin at, for the same reason.
    pub(super) fn last_special_level(&self) -> u32 {
        self.object_depth
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
    let most = if label.ends_with("-depth") { DEEPEST } else { i32::MAX };
    if !(0..=most).contains(&value) {
        let expected = match most {
            DEEPEST => format!("expected 0 to {DEEPEST}; the line is ignored"),
            _ => "expected 0 or more; the line is ignored".to_owned(),
        };
        return Err(line.remark(Rule::OutOfBounds, "value", format!("found {value}"), expected));
    }
    let value = value as u32;
    match (*section, label.as_str()) {
        ("world", "dun-depth") => constants.dungeon_depth = value,
        ("world", "max-depth") => constants.world_depth = value,
        ("obj-make", "max-depth") => constants.object_depth = value,
        ("obj-make", "great-obj") => constants.great_kinds = value,
        ("obj-make", "great-spec") => constants.great_specials = value,
        _ => {}
    }
    Ok(())
}
