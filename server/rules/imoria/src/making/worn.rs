//! Gloves, boots, helms, belts and cloaks (`mt__gloves_and_gauntlets`, `mt__boots`, `mt__helms`, `mt__belt`, `mt__cloak`).

use super::{
    amount::Amount,
    made::{MadeTreasure, NumberField},
    rolls::Rolls,
};

pub(super) fn gloves(made: &mut MadeTreasure, are_of_cloth: bool, rolls: &mut Rolls) {
    if rolls.is_magic() {
        made.to_ac = Amount::bonus(1, 20);
        if rolls.is_special() {
            if are_of_cloth && rolls.one_in(10) {
                made.special("of the Hive", 50_000);
                made.p1 = Amount::Known(2);
            } else {
                special_gloves(made, rolls);
            }
        }
    } else if rolls.is_cursed() {
        if rolls.is_special() {
            made.name(rolls.one_of([(1, "of Clumsiness"), (1, "of Weakness"), (1, "of Ogre Intelligence")]));
        }
        made.curse();
        made.to_ac = Amount::bonus(1, 40).times(-1);
        made.p1 = Amount::bonus(1, 10).times(-1);
    }
}

fn special_gloves(made: &mut MadeTreasure, rolls: &mut Rolls) {
    let name = rolls.one_of([(1, "of Free Action"), (1, "of Slaying"), (1, "of Thievery (%P1)"), (2, "of Ogre Power")]);
    match name {
        "of Free Action" => made.special(name, 100_000),
        "of Slaying" => {
            made.name(name);
            (made.to_hit, made.to_dam) = (Amount::dice(1, 3).and(1), Amount::dice(1, 3).and(1));
            made.worth(25_000, &[NumberField::ToHit, NumberField::ToDam]);
        }
        "of Thievery (%P1)" => {
            made.special(name, 20_000);
            made.p1 = Amount::bonus(5, 50);
            made.worth(5, &[NumberField::P1]);
        }
        _ => {
            made.special(name, 150_000);
            made.p1 = Amount::dice(1, 4);
        }
    }
}

pub(super) fn boots(made: &mut MadeTreasure, are_sandals: bool, rolls: &mut Rolls) {
    if rolls.is_magic() {
        made.to_ac = Amount::bonus(1, 20);
        if !rolls.is_special() {
            made.special("of Slow descent", 25_000);
            return;
        }
        match rolls.one_of([(1, "of Speed"), (4, "of Stealth"), (11, "")]) {
            "of Speed" => {
                made.special("of Speed", 500_000);
                made.p1 = Amount::Known(1);
            }
            "of Stealth" => made.special("of Stealth", 50_000),
            _ if are_sandals && rolls.one_in(6) => {
                made.name("of Dryadkind");
                made.p1 = Amount::Known(3);
                (made.price.times, made.price.plus) = (0, 1);
            }
            _ => {}
        }
    } else if rolls.is_cursed() {
        made.curse();
        made.armor_class = Amount::bonus(2, 45).times(-1);
        let name = rolls.one_of([(1, "of Slowness"), (1, "of Noise"), (1, "of Great Mass")]);
        made.name(name);
        if name == "of Slowness" {
            made.p1 = Amount::Known(-1);
        }
    }
}

/// Which special names a helm can have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Helm {
    /// Subvals 1 to 5.
    Light,
    /// Subvals 6 to 10.
    Heavy,
    /// Subval 11.
    Hobbit,
    /// None.
    Other,
}

impl Helm {
    pub(super) fn of(subval: i64) -> Helm {
        match subval {
            1..=5 => Helm::Light,
            6..=10 => Helm::Heavy,
            11 => Helm::Hobbit,
            _ => Helm::Other,
        }
    }
}

pub(super) fn helm(made: &mut MadeTreasure, helm: Helm, p1: i64, rolls: &mut Rolls) {
    if rolls.is_magic() {
        made.to_ac = Amount::bonus(1, 20);
        if rolls.is_special() {
            special_helm(made, helm, rolls);
        }
    } else if rolls.is_cursed() {
        made.curse();
        made.to_ac = Amount::bonus(1, 45).times(-1);
        if rolls.is_special() {
            let (name, p1) = rolls.one_of([
                (2, ("of Stupidity", -1)),
                (2, ("of Dullness", -1)),
                (2, ("of Blindness", p1)),
                (2, ("of Timidness", p1)),
                (2, ("of Weakness", -1)),
                (2, ("of Teleportation", p1)),
                (2, ("of Ugliness", -1)),
                (1, ("of **TOTAL DOOM**", -5)),
            ]);
            made.name(name);
            made.p1 = Amount::dice(1, 5).times(p1);
        }
    }
}

fn special_helm(made: &mut MadeTreasure, helm: Helm, rolls: &mut Rolls) {
    let to_3 = Amount::dice(1, 3);
    let above_1 = Amount::dice(1, 4).and(1);
    let (name, worth, p1, each) = match helm {
        Helm::Light => rolls.one_of([
            (1, ("of Intelligence", 0, Amount::dice(1, 2), 50_000)),
            (1, ("of Wisdom", 0, Amount::dice(1, 2), 50_000)),
            (1, ("of Infra-Vision", 0, above_1, 25_000)),
        ]),
        Helm::Heavy => rolls.one_of([
            (1, ("of Might", 100_000, to_3, 50_000)),
            (1, ("of Lordliness", 100_000, to_3, 50_000)),
            (1, ("of the Magi", 300_000, to_3, 50_000)),
            (1, ("of Beauty", 75_000, to_3, 0)),
            (1, ("of Seeing", 100_000, above_1, 10_000)),
            (1, ("of Regeneration", 150_000, Amount::Table, 0)),
        ]),
        Helm::Hobbit => ("of Hobbitkind", 170_000, Amount::Known(5), 0),
        Helm::Other => return,
    };
    made.special(name, worth);
    made.p1 = p1;
    made.worth(each, &[NumberField::P1]);
}

/// Which special names a belt can have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Belt {
    /// Subval 1.
    Girdle,
    /// Subvals 10 and 11.
    Buckle,
    /// Subval 13.
    Leather,
    /// None.
    Other,
}

impl Belt {
    pub(super) fn of(subval: i64) -> Belt {
        match subval {
            1 => Belt::Girdle,
            10 | 11 => Belt::Buckle,
            13 => Belt::Leather,
            _ => Belt::Other,
        }
    }
}

pub(super) fn belt(made: &mut MadeTreasure, belt: Belt, p1: i64, rolls: &mut Rolls) {
    if rolls.is_magic() {
        made.to_ac = Amount::bonus(1, 20);
        if rolls.is_special() {
            special_belt(made, belt, rolls);
        }
    } else if rolls.is_cursed() {
        made.curse();
        made.to_ac = Amount::bonus(1, 45).times(-1);
        if rolls.is_special() {
            let (name, p1) = match belt {
                Belt::Girdle => rolls.one_of([(1, ("of Sex Change", -2)), (1, ("of Weakness", -1))]),
                Belt::Buckle => ("of Fear", -1),
                Belt::Leather => ("of Hunger", -1),
                Belt::Other => ("", p1),
            };
            made.name(name);
            made.p1 = Amount::dice(1, 5).times(p1);
        }
    }
}

fn special_belt(made: &mut MadeTreasure, belt: Belt, rolls: &mut Rolls) {
    match belt {
        Belt::Girdle => {
            // Of 48: one of the 16 strengths is Titan's one time in three, else Storm Giant's.
            let (name, strength, worth) = rolls.one_of([
                (1, ("of Titan Strength", 7, 7_500_000)),
                (2, ("of Storm Giant Strength", 6, 3_500_000)),
                (3, ("of Cloud Giant Strength", 5, 2_000_000)),
                (6, ("of Fire Giant Strength", 4, 1_750_000)),
                (9, ("of Frost Giant Strength", 3, 1_250_000)),
                (12, ("of Stone Giant Strength", 2, 800_000)),
                (15, ("of Hill Giant Strength", 1, 600_000)),
            ]);
            made.special(name, worth);
            let strength = Amount::Known(strength);
            (made.p1, made.to_hit, made.to_dam) = (strength, strength, strength);
        }
        Belt::Buckle => {
            if rolls.one_in(2) {
                made.name("of Deflection");
                let more = rolls.one_of([(1, 1), (1, 2), (1, 3), (1, 4), (1, 5)]);
                made.to_ac = made.to_ac.and(more);
                made.worth(20_000, &[NumberField::ToAc]);
            } else {
                made.special("of Improved Digestion", 100_000);
                made.p1 = Amount::Known(2);
            }
        }
        Belt::Leather => {
            made.special("of Dwarvenkind", 70_000);
            made.p1 = Amount::Known(2);
        }
        Belt::Other => {}
    }
}

pub(super) fn cloak(made: &mut MadeTreasure, rolls: &mut Rolls) {
    if rolls.is_magic() {
        if !rolls.is_special() {
            made.to_ac = Amount::bonus(1, 20);
            // The original adds the bonus itself, not so many times 10,000.
            made.price.plus = 10_000;
            made.worth(1, &[NumberField::ToAc]);
            return;
        }
        match rolls.one_of([(4, "of Protection"), (4, "of Stealth (%P1)"), (1, "of Elvenkind")]) {
            "of Protection" => {
                made.special("of Protection", 25_000);
                made.to_ac = Amount::bonus(2, 40);
                made.worth(10_000, &[NumberField::ToAc]);
            }
            "of Stealth (%P1)" => {
                made.name("of Stealth (%P1)");
                made.to_ac = Amount::bonus(1, 20);
                let stealth = rolls.one_of([(1, 1), (1, 2), (1, 3)]);
                made.p1 = Amount::Known(stealth);
                made.price.plus = 50_000 * stealth;
                made.worth(10_000, &[NumberField::ToAc]);
            }
            _ => {
                made.special("of Elvenkind", 200_000);
                made.p1 = Amount::Known(2);
            }
        }
    } else if rolls.is_cursed() {
        made.curse();
        let name = rolls.one_of([(1, "of Irritation"), (1, "of Vulnerability"), (1, "of Enveloping")]);
        made.name(name);
        let spoiled = Amount::bonus(1, 10).times(-1);
        match name {
            "of Irritation" => {
                made.armor_class = Amount::Known(0);
                (made.to_ac, made.to_hit, made.to_dam) = (spoiled, spoiled, spoiled);
            }
            "of Vulnerability" => {
                made.armor_class = Amount::Known(0);
                made.to_ac = Amount::bonus_deeper(10, 100, 50).times(-1);
            }
            _ => {
                let hampered = Amount::bonus_deeper(2, 40, 10).times(-1);
                (made.to_ac, made.to_hit, made.to_dam) = (spoiled, hampered, hampered);
            }
        }
    }
}
