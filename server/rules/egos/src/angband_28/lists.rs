//! Which egos items of each type become: the dice of 2.8's program.
//!
//! Source: object2.c of 2.8.3, `a_m_aux_1` (weapons, launchers, ammunition, diggers) and `a_m_aux_2` (armour); the
//! indices are those of its defines.h. 2.9.0 has the same. RULES has them in section 8.

use crate::EgoList;

const EVERY: EgoList = EgoList { name: "", tvals: &[], sval: None, terrible: false, egos: &[], level_in: None };

/// The lists. That of robes comes before that of all body armour.
pub(super) const LISTS: &[EgoList] = &[
    EgoList { name: "excellent diggers: always (a_m_aux_1)", tvals: &[20], egos: &[(100, 1)], ..EVERY },
    EgoList {
        name: "excellent weapons: a die of 29, and 20 % of slays are the stronger form (a_m_aux_1)",
        tvals: WEAPONS,
        egos: EXCELLENT_WEAPONS,
        ..EVERY
    },
    EgoList {
        name: "terrible weapons: the level in 128 (a_m_aux_1)",
        tvals: WEAPONS,
        terrible: true,
        egos: &[(102, 1)],
        level_in: Some(MAX_DEPTH),
        ..EVERY
    },
    EgoList {
        name: "excellent launchers: a die of 10 (a_m_aux_1)",
        tvals: &[19],
        // Extra might, extra shots, velocity, accuracy.
        egos: &[(108, 1), (109, 1), (105, 4), (104, 4)],
        ..EVERY
    },
    EgoList {
        name: "excellent ammunition: a die of 20 (a_m_aux_1)",
        tvals: AMMUNITION,
        egos: EXCELLENT_AMMUNITION,
        ..EVERY
    },
    EgoList {
        name: "terrible ammunition: the level in 128 (a_m_aux_1)",
        tvals: AMMUNITION,
        terrible: true,
        egos: &[(125, 1)],
        level_in: Some(MAX_DEPTH),
        ..EVERY
    },
    EgoList {
        name: "excellent robes: 10 % are of Permanence, the others by the die of body armour (a_m_aux_2)",
        tvals: &[36],
        sval: Some(2),
        // In 190ths: 19 of permanence, and of the other 171 nine for each face.
        egos: &[(11, 19), (4, 36), (5, 36), (6, 36), (7, 36), (8, 18), (9, 9)],
        ..EVERY
    },
    EgoList {
        name: "excellent body armour: a die of 19 (a_m_aux_2)",
        tvals: &[36, 37],
        // Resistances to acid, lightning, fire and cold, to all of them, elvenkind.
        egos: &[(4, 4), (5, 4), (6, 4), (7, 4), (8, 2), (9, 1)],
        ..EVERY
    },
    EgoList {
        name: "excellent shields: a die of 10 (a_m_aux_2)",
        tvals: &[34],
        // Resistances to acid, lightning, fire and cold, to all of them.
        egos: &[(16, 1), (17, 3), (18, 2), (19, 3), (20, 1)],
        ..EVERY
    },
    EgoList {
        name: "excellent gloves: a die of 10 (a_m_aux_2)",
        tvals: &[31],
        // Free action, slaying, agility, power.
        egos: &[(48, 4), (49, 3), (50, 2), (51, 1)],
        ..EVERY
    },
    EgoList {
        name: "terrible gloves: a die of 2 (a_m_aux_2)",
        tvals: &[31],
        terrible: true,
        // Clumsiness, weakness.
        egos: &[(55, 1), (54, 1)],
        ..EVERY
    },
    EgoList {
        name: "excellent boots: a die of 24 (a_m_aux_2)",
        tvals: &[30],
        // Speed, free action, stealth, slow descent.
        egos: &[(59, 1), (58, 4), (57, 8), (56, 11)],
        ..EVERY
    },
    EgoList {
        name: "terrible boots: a die of 3 (a_m_aux_2)",
        tvals: &[30],
        terrible: true,
        // Noise, slowness, annoyance.
        egos: &[(61, 1), (62, 1), (63, 1)],
        ..EVERY
    },
    EgoList {
        name: "excellent crowns: a die of 8 (a_m_aux_2)",
        tvals: &[33],
        // The Magi, might, telepathy, regeneration, lordliness, seeing.
        egos: &[(27, 1), (28, 1), (33, 1), (34, 1), (29, 2), (30, 2)],
        ..EVERY
    },
    EgoList {
        name: "excellent helms: a die of 14 (a_m_aux_2)",
        tvals: &[32],
        // Intelligence, wisdom, beauty, seeing, light, infravision.
        egos: &[(24, 2), (25, 2), (26, 2), (30, 2), (32, 2), (31, 4)],
        ..EVERY
    },
    EgoList {
        name: "terrible crowns and helms: a die of 7 (a_m_aux_2)",
        tvals: &[32, 33],
        terrible: true,
        // Stupidity, naivety, ugliness, sickliness, teleportation.
        egos: &[(36, 2), (37, 2), (38, 1), (39, 1), (35, 1)],
        ..EVERY
    },
    EgoList {
        name: "excellent cloaks: a die of 17 (a_m_aux_2)",
        tvals: &[35],
        // Protection, stealth, Aman.
        egos: &[(40, 8), (41, 8), (42, 1)],
        ..EVERY
    },
    EgoList {
        name: "terrible cloaks: a die of 3 (a_m_aux_2)",
        tvals: &[35],
        terrible: true,
        // Irritation, vulnerability, enveloping.
        egos: &[(46, 1), (45, 1), (44, 1)],
        ..EVERY
    },
];

/// Random powers that egos get by their index (object2.c, `apply_magic`): 1 a sustain, 2 a high resistance, 3 an ability.
#[rustfmt::skip]
pub(super) const GIVEN_POWERS: &[(u32, u8)] = &[
    // Holy avengers, defenders.
    (64, 1), (65, 1),
    // Permanence, elvenkind, Aman.
    (11, 2), (9, 2), (42, 2),
    // Blessed weapons, crowns of the Magi.
    (66, 3), (27, 3),
];

/// `MAX_DEPTH`.
const MAX_DEPTH: u32 = 128;

/// Hafted weapons, polearms, swords.
const WEAPONS: &[u16] = &[21, 22, 23];
/// Shots, arrows, bolts.
const AMMUNITION: &[u16] = &[16, 17, 18];

/// The faces of the die of 29 in fifths: of a slay four are the plain form and one the stronger, where there are two.
#[rustfmt::skip]
const EXCELLENT_WEAPONS: &[(u32, u32)] = &[
    // Holy avenger, defender, brands of acid, lightning, fire and cold: a face each.
    (64, 5), (65, 5), (72, 5), (73, 5), (74, 5), (75, 5),
    // Animals, dragons, evil, undead: two faces each.
    (80, 8), (88, 2), (87, 8), (95, 2), (81, 8), (89, 2), (82, 8), (90, 2),
    // Orcs, trolls, giants, demons: three faces each. Their stronger form is the plain one in this program.
    (84, 15), (85, 15), (86, 15), (83, 15),
    // Westernesse, blessed, extra attacks: a face each.
    (68, 5), (66, 5), (69, 5),
];

/// Slays of animals and evil, of undead, demons, orcs, trolls, giants and dragons, flame, frost, wounding.
#[rustfmt::skip]
const EXCELLENT_AMMUNITION: &[(u32, u32)] = &[
    (112, 2), (113, 2), (114, 1), (115, 1), (116, 1), (117, 1), (118, 1), (119, 1), (122, 2), (123, 2), (124, 6),
];

#[cfg(test)]
mod tests {
    use super::*;

    /// A die's faces, times what a face is divided into.
    #[test]
    fn faces_sum_to_the_dice() {
        let totals: Vec<u32> = LISTS.iter().map(EgoList::total).collect();
        assert_eq!(totals, [1, 29 * 5, 1, 10, 20, 1, 190, 19, 10, 10, 2, 24, 3, 8, 14, 7, 17, 3]);
    }
}
