//! Words for sorts of items (`item_guide.txt`, "item values").

/// Numbers of sorts and what they are called, several of them.
const SORTS: [(i64, &str); 48] = [
    (1, "miscellaneous objects"),
    (2, "chests"),
    (3, "miscellaneous usables"),
    (4, "jewelry"),
    (5, "gems"),
    (6, "bags and sacks"),
    (7, "wearable gems"),
    (10, "sling ammo"),
    (11, "bolts"),
    (12, "arrows"),
    (13, "spikes"),
    (15, "lamps and torches"),
    (20, "ranged weapons"),
    (21, "hafted weapons"),
    (22, "pole arms"),
    (23, "daggers"),
    (24, "swords"),
    (25, "picks and shovels"),
    (26, "mauls"),
    (29, "gem helms"),
    (30, "boots"),
    (31, "gloves and gauntlets"),
    (32, "cloaks"),
    (33, "helms"),
    (34, "shields"),
    (35, "hard armor"),
    (36, "soft armor"),
    (37, "bracers"),
    (38, "belts"),
    (40, "amulets"),
    (45, "rings"),
    (55, "staffs"),
    (60, "rods"),
    (65, "wands"),
    (70, "scrolls"),
    (71, "scrolls of the second family"),
    (75, "potions"),
    (76, "potions of the second family"),
    (77, "flasks of oil"),
    (80, "food"),
    (81, "junk food"),
    (85, "chimes"),
    (86, "horns"),
    (90, "magic books"),
    (91, "prayer books"),
    (92, "instruments"),
    (93, "song books"),
    (100, "money"),
];

/// What items of a sort are called; those that the guide doesn't name, by number.
pub(super) fn sort(tval: i64) -> String {
    let found = SORTS.iter().find(|(number, _)| *number == tval);
    found.map_or_else(|| format!("sort {tval}"), |(_, word)| (*word).to_owned())
}

/// Numbers that other things have: traps, doors and stairs, and a night at the inn.
const OTHERS: [i64; 13] = [95, 101, 102, 103, 104, 105, 107, 108, 109, 110, 111, 112, 113];

/// The sorts of items, by number.
pub(super) fn sorts() -> impl Iterator<Item = i64> {
    SORTS.iter().map(|sort| sort.0)
}

/// Whether no item and nothing else has a number.
pub(super) fn is_free(tval: i64) -> bool {
    (1..=255).contains(&tval) && !OTHERS.contains(&tval) && SORTS.iter().all(|sort| sort.0 != tval)
}
