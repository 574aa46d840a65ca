//! The rows of objects.c and artilist.h.

use super::model::{ArtifactEntry, ObjectKind};
use affixboard_kin::sources::{Number, Tables};
use affixboard_model::text::Diagnostic;

/// The kinds of the table of objects, which is two: names and fields. Rows without a name are spare descriptions, or end
/// the table; those of 3.7 that stand for a whole class are no objects either.
pub(crate) fn objects(tables: Tables<'_>, diagnostics: &mut Vec<Diagnostic>) -> Vec<ObjectKind> {
    let (Some((names, name_fields)), Some((fields, structure))) = (tables.of("objdescr"), tables.of("objclass")) else {
        return Vec::new();
    };
    let mut kinds = Vec::new();
    for (index, (names, fields)) in names.rows.iter().zip(&fields.rows).enumerate() {
        let (names, row) = (tables.row(name_fields, names), tables.row(structure, fields));
        let Some(name) = names.text("oc_name", diagnostics).filter(|name| !name.starts_with("generic ")) else {
            continue;
        };
        let mut number = |field: &str| row.number(field, diagnostics);
        let mut kind = ObjectKind {
            index: index as u16,
            name,
            class: number("oc_class").value as u8,
            probability: number("oc_prob"),
            weight: number("oc_weight"),
            cost: number("oc_cost"),
            small_damage: number("oc_wsdam"),
            large_damage: number("oc_wldam"),
            oc1: number("oc_oc1"),
            oc2: number("oc_oc2"),
            nutrition: number("oc_nutrition"),
            delay: number("oc_delay"),
            property: number("oc_oprop"),
            material: number("oc_material"),
            skill: number("oc_subtyp"),
            direction: number("oc_dir"),
            color: number("oc_color"),
            record: row.place(),
            ..ObjectKind::default()
        };
        kind.appearance = names.text("oc_descr", diagnostics);
        let mut flag = |field: &str| row.flag(field, diagnostics);
        kind.is_name_known = flag("oc_name_known");
        kind.merges = flag("oc_merge");
        kind.uses_known = flag("oc_uses_known");
        kind.is_magic = flag("oc_magic");
        kind.is_charged = flag("oc_charged");
        kind.is_unique = flag("oc_unique");
        kind.no_wish = flag("oc_nowish");
        kind.is_big = flag("oc_big");
        kind.is_tough = flag("oc_tough");
        kinds.push(kind);
    }
    kinds
}

/// The artifacts, without the dummy that the table begins with and the row that ends it.
pub(crate) fn artifacts(tables: Tables<'_>, diagnostics: &mut Vec<Diagnostic>) -> Vec<ArtifactEntry> {
    let Some((table, structure)) = tables.of("artifact") else { return Vec::new() };
    let has = |field: &str| structure.position(field).is_some();
    let (has_enchantment, has_material) = (has("gen_spe"), has("material"));
    let mut artifacts = Vec::new();
    for (index, row) in table.rows.iter().enumerate() {
        let row = tables.row(structure, row);
        let Some(name) = row.text("name", diagnostics).filter(|name| !name.is_empty()) else { continue };
        artifacts.push(ArtifactEntry {
            index: index as u16,
            name,
            base: row.written("otyp"),
            effects: row.number("spfx", diagnostics),
            enchantment: if has_enchantment { row.number("gen_spe", diagnostics) } else { Number::default() },
            material: if has_material { row.number("material", diagnostics) } else { Number::default() },
            cost: row.number("cost", diagnostics),
            alignment: row.written("alignment"),
            role: row.written("role"),
            race: row.written("race"),
            record: row.place(),
        });
    }
    artifacts
}
