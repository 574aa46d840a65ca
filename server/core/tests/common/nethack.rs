//! NetHack's tables as the facts give them, so that its rules are tested without its sources.

use std::path::Path;

use affixboard_core::games::nethack::{
    monsters::{Attack, MonsterKind},
    objects::Number,
};

/// The monsters of `facts/monsters.csv`, without difficulties: they are computed and compared.
pub fn monsters(folder: &Path) -> Vec<(MonsterKind, i64)> {
    let mut reader = csv::Reader::from_path(folder.join("facts/monsters.csv")).expect("facts");
    let header = reader.headers().expect("a header").clone();
    let rows = reader.records().map(|row| {
        let row = row.expect("a row");
        let text = |name: &str| {
            let at = header.iter().position(|column| column == name).expect("the column");
            row[at].to_owned()
        };
        let number = |name: &str| {
            let text = text(name);
            match text.strip_prefix("0x") {
                Some(hexadecimal) => i64::from_str_radix(hexadecimal, 16),
                None => text.parse(),
            }
            .expect("a number")
        };
        let of = |name: &str| Number::from(number(name));
        let attack = |at: usize| Attack {
            sort: of(&format!("a{at}_type")),
            damage: of(&format!("a{at}_damtype")),
            dice: of(&format!("a{at}_n")),
            sides: of(&format!("a{at}_d")),
        };
        let monster = MonsterKind {
            index: number("index") as u16,
            name: text("name"),
            class: number("symbol_class") as u8,
            level: of("level"),
            speed: of("speed"),
            armor_class: of("ac"),
            magic_resistance: of("mr"),
            alignment: of("alignment"),
            geno: of("geno_hex"),
            attacks: [1, 2, 3, 4, 5, 6].map(attack),
            weight: of("weight"),
            nutrition: of("nutrition"),
            sound: of("sound"),
            size: of("size"),
            resists: of("resists_hex"),
            conveys: of("conveys_hex"),
            flags: ["mflags1_hex", "mflags2_hex", "mflags3_hex"].map(of),
            difficulty: None,
            color: of("color"),
            record: None,
        };
        (monster, number("difficulty"))
    });
    rows.collect()
}
