//! The rows of monst.c.

use super::model::{Attack, MonsterKind};
use affixboard_kin::sources::{Row, Tables};
use affixboard_model::text::Diagnostic;

/// The monsters of the table; the row that ends it has no name.
pub(crate) fn monsters(tables: Tables<'_>, diagnostics: &mut Vec<Diagnostic>) -> Vec<MonsterKind> {
    let Some((table, structure)) = tables.of("permonst") else { return Vec::new() };
    let has_difficulty = structure.position("difficulty").is_some();
    let mut monsters = Vec::new();
    for (index, row) in table.rows.iter().enumerate() {
        let row = tables.row(structure, row);
        let Some(name) = name(tables, row, diagnostics).filter(|name| !name.is_empty()) else { continue };
        let attacks = attacks(tables, row, diagnostics);
        let mut number = |field: &str| row.number(field, diagnostics);
        monsters.push(MonsterKind {
            index: index as u16,
            name,
            class: number("mlet").value as u8,
            level: number("mlevel"),
            speed: number("mmove"),
            armor_class: number("ac"),
            magic_resistance: number("mr"),
            alignment: number("maligntyp"),
            geno: number("geno"),
            attacks,
            weight: number("cwt"),
            nutrition: number("cnutrit"),
            sound: number("msound"),
            size: number("msize"),
            resists: number("mresists"),
            conveys: number("mconveys"),
            flags: ["mflags1", "mflags2", "mflags3"].map(&mut number),
            difficulty: has_difficulty.then(|| number("difficulty")),
            color: number("mcolor"),
            record: row.place(),
        });
    }
    monsters
}

/// The one name, or the neutral one of male, female and neutral.
fn name(tables: Tables<'_>, row: Row<'_>, diagnostics: &mut Vec<Diagnostic>) -> Option<String> {
    if let Some(names) = row.value("pmnames") {
        return names.values().iter().rev().find_map(|name| tables.text(name, "pmnames", diagnostics));
    }
    row.text("mname", diagnostics)
}

fn attacks(tables: Tables<'_>, row: Row<'_>, diagnostics: &mut Vec<Diagnostic>) -> [Attack; 6] {
    let mut attacks = [Attack::default(); 6];
    let written = row.value("mattk").map_or(&[][..], |list| list.values());
    for (attack, written) in attacks.iter_mut().zip(written) {
        let mut fields = written.values().iter().map(|value| tables.number(value, "mattk", diagnostics));
        let mut next = || fields.next().unwrap_or_default();
        *attack = Attack { sort: next(), damage: next(), dice: next(), sides: next() };
    }
    attacks
}
