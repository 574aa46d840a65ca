//! The forms, in the order in which they are tried.

use super::{
    form::{CurseRule, Form, KindPlaces, Rarity},
    tables,
};

/// Cursed is what has `LIGHT_CURSE`.
pub const LIGHT_CURSE: CurseRule = CurseRule { flags: &["LIGHT_CURSE"], worthless: false, penalties: false };

/// Any of the three curses.
const ANY_CURSE: CurseRule = CurseRule { flags: &["LIGHT_CURSE", "HEAVY_CURSE", "PERMA_CURSE"], ..LIGHT_CURSE };

/// The lines of 3.0 or 2.9 with other letters and flags beside them.
pub(super) static PLAIN: Form = OTHER_NAMES;

const OTHER_NAMES: Form = Form {
    of: "",
    files: &tables::PLAIN,
    is_it: |_| false,
    slots_vary: true,
    ego_places: 3,
    kind_places: KindPlaces::OneIn(4),
    curses: LIGHT_CURSE,
    rarity: Rarity::OneIn,
    zero_is_used: false,
    has_values: true,
    not_simulated: "",
};

/// Common values of most forms.
const OTHER_LINES: Form = Form { slots_vary: false, has_values: false, ..OTHER_NAMES };

/// The forms of other lines. More specific forms come first.
pub(super) static ALL: &[Form] = &[
    Form {
        of: "Sangband",
        files: &tables::SANGBAND,
        is_it: |egos| egos.has(b'P') && !egos.has_numbers(b'X'),
        ego_places: 4,
        kind_places: KindPlaces::Weights { most: 4, used: 3, zero: true },
        curses: ANY_CURSE,
        not_simulated: "random qualities by name (X:), boosts of the ego's level by a normal draw",
        ..OTHER_LINES
    },
    Form {
        of: "ToME",
        files: &tables::TOME,
        is_it: |egos| egos.has_positions(b'X') && [b'r', b'f', b'a'].into_iter().any(|letter| egos.has(letter)),
        ego_places: 10,
        kind_places: KindPlaces::OneIn(8),
        curses: WORTHLESS,
        rarity: Rarity::UpTo,
        not_simulated: "egos out of depth at one in the levels missing, double egos, needed and forbidden flags of the \
                        base (r:), flags that come at times (R: below 100)",
        ..OTHER_LINES
    },
    Form {
        of: "PernAngband",
        files: &tables::TOME,
        is_it: |egos| egos.has_positions(b'X'),
        ego_places: 6,
        kind_places: KindPlaces::OneIn(8),
        curses: WORTHLESS,
        rarity: Rarity::From,
        not_simulated: "egos out of depth at one in the levels missing, flags that come at times (R: below 100)",
        ..OTHER_LINES
    },
    Form {
        of: "DaJAngband",
        files: &tables::DAJANGBAND,
        is_it: |egos| egos.has_fields(b'W', 6..=6),
        ego_places: 5,
        not_simulated: "an ego's max-level (deeper it is passed over 58 to 98 % of the time), thrown weapons that draw \
                        from egos of ammunition, random attributes (R:)",
        ..OTHER_LINES
    },
    Form {
        of: "EyAngband",
        files: &tables::EYANGBAND,
        is_it: |egos| egos.has(b'K') && egos.has(b'O'),
        kind_places: KindPlaces::Weights { most: 3, used: 3, zero: false },
        not_simulated: "the material and weights that an ego's base must have (M:)",
        ..OTHER_LINES
    },
    Form {
        of: "Anquestria",
        files: &tables::ANQUESTRIA,
        is_it: |egos| egos.has_dice(b'C') && egos.has(b'L'),
        kind_places: KindPlaces::Range,
        curses: ANY_CURSE,
        ..OTHER_LINES
    },
    Form {
        of: "Jackband",
        files: &tables::JACKBAND,
        is_it: |egos| egos.has_dice(b'C'),
        kind_places: KindPlaces::Range,
        curses: ANY_CURSE,
        ..OTHER_LINES
    },
    Form {
        of: "Angband65",
        files: &tables::ANGBAND65,
        is_it: |egos| egos.has_fields(b'M', 5..=9) && egos.has_fields(b'C', 5..=9),
        kind_places: KindPlaces::Range,
        curses: ANY_CURSE,
        zero_is_used: true,
        ..OTHER_LINES
    },
    Form {
        of: "Steamband",
        files: &tables::STEAMBAND,
        is_it: |egos| egos.has_fields(b'X', 3..=9) && (egos.has(b'1') || egos.has_fields(b'C', 3..=3)),
        kind_places: KindPlaces::Weights { most: 4, used: 3, zero: false },
        curses: ANY_CURSE,
        not_simulated: "cursed egos apart from others, boosts of the ego's level by a normal draw",
        ..OTHER_LINES
    },
    Form {
        of: "UnAngband",
        files: &tables::UNANGBAND,
        is_it: |egos| egos.has_fields(b'X', 3..=9) && egos.has(b'Y'),
        not_simulated: "the power that an ego must have for the level, cursed egos apart from others, random flags (xtra)",
        ..OTHER_LINES
    },
    Form {
        of: "Diabloband",
        files: &tables::DIABLOBAND,
        is_it: |egos| egos.has_fields(b'X', 3..=9) && egos.has_fields(b'O', 4..=4),
        ego_places: 4,
        has_values: true,
        ..OTHER_LINES
    },
    Form {
        of: "FAangband",
        files: &tables::FAANGBAND,
        is_it: |egos| egos.has_fields(b'X', 1..=1) && egos.has_numbers(b'X'),
        curses: CurseRule { flags: FA_CURSES, penalties: true, ..LIGHT_CURSE },
        not_simulated: "cursed egos apart from others",
        ..OTHER_LINES
    },
];

/// Cursed is what costs nothing.
const WORTHLESS: CurseRule = CurseRule { flags: &[], worthless: true, penalties: false };

/// The curses of `FAangband` (list-curse-flags.h), and the mark for a random one.
#[rustfmt::skip]
const FA_CURSES: &[&str] = &[
    "TELEPORT", "NO_TELEPORT", "AGGRO_PERM", "AGGRO_RAND", "SLOW_REGEN", "AFRAID", "HUNGRY", "POIS_RAND",
    "POIS_RAND_BAD", "CUT_RAND", "CUT_RAND_BAD", "HALLU_RAND", "DROP_WEAPON", "ATTRACT_DEMON", "ATTRACT_UNDEAD",
    "STICKY_CARRY", "STICKY_WIELD", "PARALYZE", "PARALYZE_ALL", "DRAIN_EXP", "DRAIN_MANA", "DRAIN_STAT",
    "DRAIN_CHARGE", "RAND_CURSE",
];

#[cfg(test)]
mod tests {
    use super::{super::survey::Survey, *};

    /// The form of egos with these lines.
    fn form(lines: &str) -> Option<&'static str> {
        let survey = Survey::new(lines.as_bytes());
        ALL.iter().find(|form| (form.is_it)(&survey)).map(|form| form.of)
    }

    #[test]
    fn each_form_is_told_by_its_lines() {
        for (lines, of) in [
            ("X:16:0\nW:0:1:0:1000\nC:0:0:10:0\n", None),
            ("X:30:16:0\nW:0:1:0:1000\nC:0:0:10:0\n", None),
            ("X:23:10:0:0\nW:0:1:0:1000\n", None),
            ("W:0:2:4:1800\nC:0:0:5\nP:3\n1:STEALTH\n", Some("Sangband")),
            ("X:A:24:20\nW:5:3:8:10000\nR:100\nf:MANA\n", Some("ToME")),
            ("X:A:24:20\nW:5:3:8:10000\nR:100\n", Some("PernAngband")),
            ("X:0:0:0\nW:0:45:3:3:60:500\nC:0:0:8:0:0\n", Some("DaJAngband")),
            ("X:16:0\nW:0:1:0:1000\nK:0:0\nO:0:0\nC:0:50:0:0\n", Some("EyAngband")),
            ("X:16:0\nC:d5:d5:0\nL:d5:0:STR\n", Some("Anquestria")),
            ("X:16:0\nC:0:0:0:d5\n", Some("Jackband")),
            ("X:0:0\nC:0:0:0:10:0\nM:0:0:0:1:0\n", Some("Angband65")),
            ("X:33:0:0\nC:0:0:0\nY:-5\n1:SCH\n", Some("Steamband")),
            ("X:33:18:0\nC:0:0:0:1\nY:18:3\n", Some("UnAngband")),
            ("X:33:18:0\nC:0:0:0:1\nO:0:25:0:0\n", Some("Diabloband")),
            ("X:5\nC:0:0:20\nB:STR[3]\n", Some("FAangband")),
        ] {
            assert_eq!(form(lines), of, "{lines}");
        }
    }
}
