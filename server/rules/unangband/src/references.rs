//! Which fields of the edit files name entries of others.

use affixboard_model::records::{Reference, ReferenceTarget};

const fn of(file: &'static str, tag: &'static str, part: usize, target: ReferenceTarget) -> Reference {
    Reference { file, tag, part, target, zero_is_none: true }
}

const KIND: ReferenceTarget = ReferenceTarget::Kind("object.txt");
const METHOD: ReferenceTarget = ReferenceTarget::Name("blows.txt");
const EFFECT: ReferenceTarget = ReferenceTarget::Name("effect.txt");
const MONSTER: ReferenceTarget = ReferenceTarget::Index("monster.txt");
const FEATURE: ReferenceTarget = ReferenceTarget::Index("terrain.txt");
const DUNGEON: ReferenceTarget = ReferenceTarget::Index("dungeon.txt");
const SPELL: ReferenceTarget = ReferenceTarget::Index("spell.txt");
const RUNE: ReferenceTarget = ReferenceTarget::Index("rune.txt");

/// All of them, file by file. Blows of monsters are looked up as they are read.
pub(super) static REFERENCES: &[Reference] = &[
    of("terrain.txt", "M", 0, FEATURE),
    of("terrain.txt", "U", 0, FEATURE),
    of("terrain.txt", "O", 0, FEATURE),
    of("terrain.txt", "W", 3, FEATURE),
    of("terrain.txt", "K", 1, FEATURE),
    of("terrain.txt", "T", 0, METHOD),
    of("terrain.txt", "T", 1, EFFECT),
    of("region.txt", "B", 0, METHOD),
    of("region.txt", "C", 0, ReferenceTarget::Index("region.txt")),
    of("room.txt", "N", 1, ReferenceTarget::Chart("room.txt")),
    of("room.txt", "N", 3, ReferenceTarget::Chart("room.txt")),
    of("room.txt", "F", 0, FEATURE),
    of("monster.txt", "B", 0, METHOD),
    of("monster.txt", "B", 1, EFFECT),
    of("object.txt", "Y", 0, RUNE),
    of("artifact.txt", "I", 0, KIND),
    of("ego_item.txt", "Y", 0, RUNE),
    of("flavor.txt", "N", 1, KIND),
    of("p_hist.txt", "N", 1, ReferenceTarget::Chart("p_hist.txt")),
    of("p_class.txt", "E", 0, KIND),
    of("p_race.txt", "X", 2, MONSTER),
    of("p_race.txt", "I", 0, ReferenceTarget::Chart("p_hist.txt")),
    of("p_race.txt", "I", 3, DUNGEON),
    of("style.txt", "W", 0, ReferenceTarget::Index("p_class.txt")),
    of("spell.txt", "A", 0, KIND),
    of("spell.txt", "C", 0, ReferenceTarget::Index("p_class.txt")),
    of("spell.txt", "P", 0, SPELL),
    of("spell.txt", "P", 1, SPELL),
    of("spell.txt", "B", 0, METHOD),
    of("spell.txt", "B", 1, EFFECT),
    of("dungeon.txt", "X", 0, DUNGEON),
    of("dungeon.txt", "X", 1, DUNGEON),
    of("dungeon.txt", "X", 2, DUNGEON),
    of("dungeon.txt", "X", 3, DUNGEON),
    of("dungeon.txt", "Q", 0, DUNGEON),
    of("dungeon.txt", "Q", 1, MONSTER),
    of("dungeon.txt", "Y", 0, MONSTER),
    of("dungeon.txt", "Y", 1, DUNGEON),
    of("dungeon.txt", "W", 0, MONSTER),
    of("dungeon.txt", "W", 1, DUNGEON),
    of("dungeon.txt", "Z", 0, DUNGEON),
    of("dungeon.txt", "Z", 1, DUNGEON),
    of("dungeon.txt", "C", 0, DUNGEON),
    of("dungeon.txt", "L", 1, FEATURE),
    of("dungeon.txt", "L", 2, FEATURE),
    of("dungeon.txt", "L", 3, FEATURE),
    of("dungeon.txt", "L", 4, FEATURE),
    of("dungeon.txt", "L", 5, MONSTER),
    of("store.txt", "O", 0, KIND),
    of("shop_own.txt", "N", 0, ReferenceTarget::Index("store.txt")),
    of("quest.txt", "Q", 0, ReferenceTarget::Index("quest.txt")),
    of("quest.txt", "R", 0, MONSTER),
    of("quest.txt", "A", 0, ReferenceTarget::Index("artifact.txt")),
    of("quest.txt", "E", 0, ReferenceTarget::Index("ego_item.txt")),
    of("quest.txt", "K", 0, ReferenceTarget::Index("object.txt")),
    of("quest.txt", "T", 0, DUNGEON),
];
