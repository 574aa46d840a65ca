#!/usr/bin/env python3
"""NarSil's making of items, followed level by level with fractions, apart from the rules in Rust: what the
tests of narsil hold those against.

How to run it (Python 3.9 or later, nothing to install):

    python3 narsil_model.py FOLDER LEVELS > table.csv

FOLDER holds the game's item files (constants.txt, object_base.txt, object.txt, special.txt, artefact.txt and
drop.txt); LEVELS is a list of levels and ranges of them with commas between, such as `1,3,5-7`.

The table has the columns level,quality,metric,tval,sval,name,prob, with a line for each thing that one item
made at that level and with that quality may be:

    kind          it is of this kind (special artefacts are of a kind too)
    ego_idx       it has the special `name`, counted from 0 in the order of special.txt
    artifact_idx  it is the artefact `name`, counted from 1 in the order of artefact.txt
    plain, fine, special, special_fine
                  what magic made of it, for the kinds that are ever more than plain

`prob` is the exact chance, rounded to 12 digits only where it is written. What is never made has no line.
The chance that no item is made at all goes to standard error, as a line with the metric `failed`.

The level of the item and the depth of the player, two numbers in the game, are one here. No artefact has been
found yet. How many items there are and what values they have is not followed.

From which source files of NarSil 1.4 each step is:

    lines and fields of the files       src/parser.c, src/datafile.c
    constants.txt                       src/init.c
    object_base.txt, object.txt, special.txt, artefact.txt, drop.txt
                                        src/obj-init.c
    names and numbers of item types     src/list-tvals.h, src/obj-tval.c (tval_find_idx)
    svals by name or number             src/obj-util.c (lookup_sval, object_short_name)
    which drops are good and "not useless"
                                        src/gen-cave.c, src/mon-util.c (mon_create_drop)
    the item as a whole                 src/obj-make.c (make_object)
    special artefacts                   src/obj-make.c (make_artifact_special)
    the kind                            src/obj-make.c (alloc_init_objects, get_obj_num)
    fine and special, by item type      src/obj-make.c (apply_magic)
    artefacts of usual kinds            src/obj-make.c (make_artifact)
    specials                            src/obj-make.c (alloc_init_egos, make_special_item, ego_find_random)
"""

import re
import sys
from collections import defaultdict
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import DefaultDict, Dict, FrozenSet, Iterable, List, NamedTuple, Optional, Set, Tuple

ITEM_TYPES = (
    "none", "note", "skeleton", "metal", "chest", "arrow", "bow", "digger", "hafted", "polearm", "sword",
    "boots", "gloves", "helm", "crown", "shield", "cloak", "soft armor", "mail", "light", "amulet", "ring",
    "staff", "horn", "potion", "flask", "food", "herb", "easter",
)
ARROW = ITEM_TYPES.index("arrow")
LIGHT = ITEM_TYPES.index("light")
HELD_WEAPONS = range(ITEM_TYPES.index("bow"), ITEM_TYPES.index("sword") + 1)
ARMOUR = range(ITEM_TYPES.index("boots"), ITEM_TYPES.index("mail") + 1)

# The odds of special artefacts are one in this many; good and great items have the second.
SPECIAL_ARTEFACT_ODDS = 1000
GOOD_SPECIAL_ARTEFACT_ODDS = 10
# Kinds of good and great items are chosen so many levels deeper.
GOOD_LEVELS = 3
# Fine, and apart from it special: so many per cent for each level.
PERCENT_PER_LEVEL = 2
# How often a special item, and one that is both good and great, tries to be an artefact.
SPECIAL_TRIES = 2
GOOD_AND_GREAT_TRIES = 8
# The kind with the deepest level wins, of one, two or three draws, with these chances.
DRAWS = ((1, Fraction(4, 10)), (2, Fraction(5, 10)), (3, Fraction(1, 10)))

# The order of the table's lines within a quality; names within a metric are sorted as text.
METRICS = ("artifact_idx", "ego_idx", "kind", "fine", "plain", "special_fine", "special")

# One record of a file: its directives in order, each with the rest of its line.
Record = List[Tuple[str, str]]
# How likely each level is.
LevelChances = Dict[int, Fraction]


@dataclass(eq=False)
class Kind:
    """A kind of item (object.txt, or made up by an artefact)."""

    index: int
    name: str
    tval: int = 0
    sval: int = 0
    allocations: List[Tuple[int, int]] = field(default_factory=list)
    """Level and weight, for each `alloc` line."""
    flags: Set[str] = field(default_factory=set)

    @property
    def is_special(self) -> bool:
        """Whether the kind is there for artefacts alone."""
        return "INSTA_ART" in self.flags


@dataclass(eq=False)
class Special:
    """A special (special.txt), which other games call an ego item."""

    index: int
    weight: int = 0
    first_level: int = 0
    last_level: int = 0
    """0 where there is no last level."""
    cost: int = 0
    cursed: bool = False
    kinds: Set[int] = field(default_factory=set)

    @property
    def is_bad(self) -> bool:
        """Whether good and great items never have it."""
        return self.cursed or self.cost == 0

    def is_found(self, level: int, depth: int) -> bool:
        """Whether it is found with this level of the choice, at this depth of the player."""
        return (self.weight != 0 and self.first_level <= level
                and (self.last_level == 0 or depth <= self.last_level))


@dataclass(eq=False)
class Artefact:
    """An artefact (artefact.txt)."""

    index: int
    kind: Kind
    level: int = 0
    rarity: int = 0
    never_random: bool = False

    def chance(self, level: int) -> Fraction:
        """How likely it is made when its turn comes, at this level of the item."""
        chance = Fraction(1, max(1, self.rarity))
        if self.level > level:
            chance /= 2 * (self.level - level)
        return chance


class Quality(NamedTuple):
    """What is asked of an item."""

    name: str
    good: bool
    great: bool
    drop: Optional[str]
    """The record of drop.txt whose kinds alone may come."""

    @property
    def is_better(self) -> bool:
        """Whether the item is to be good, great or both."""
        return self.good or self.great


QUALITIES = (
    Quality("normal", False, False, None),
    Quality("good", True, False, "not useless"),
    Quality("great", False, True, "not useless"),
    Quality("good+great", True, True, "not useless"),
    Quality("notuseless", False, False, "not useless"),
)


class Outcome(NamedTuple):
    """Something an item may be: a metric of the table, with the number of a special or an artefact."""

    metric: str
    number: Optional[int] = None

    @property
    def name(self) -> str:
        """The number as the table has it."""
        return "" if self.number is None else str(self.number)


OutcomeChances = DefaultDict[Outcome, Fraction]
# The same with the kind's index, None where there was no kind.
ItemChances = DefaultDict[Tuple[Outcome, Optional[int]], Fraction]

KIND = Outcome("kind")
FAILED = Outcome("failed")
PLAIN = Outcome("plain")
FINE = Outcome("fine")
SPECIAL = Outcome("special")
SPECIAL_FINE = Outcome("special_fine")


# Reading the files.

def item_type(text: str) -> int:
    """The number of an item type that is written by its name."""
    return ITEM_TYPES.index(text.strip().lower().replace("armour", "armor"))


def plain_name(text: str) -> str:
    """A kind's name in the singular and without its article."""
    text = text.lstrip("& ").replace("~", "").replace("&", "")
    return re.sub(r"\|([^|]*)\|([^|]*)\|", r"\1", text).strip()


def split_flags(text: str) -> Set[str]:
    """The flags of a `flags` line."""
    return set(re.split(r"[ |]+", text))


def content_lines(path: Path) -> Iterable[str]:
    """The lines of a file that say something."""
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            line = line.rstrip("\n").lstrip()
            if line and not line.startswith("#"):
                yield line


def read_records(path: Path) -> List[Record]:
    """The records of a file, each from a `name` line on."""
    records: List[Record] = []
    for line in content_lines(path):
        directive, _, rest = line.partition(":")
        if directive == "name":
            records.append([])
        if records:
            records[-1].append((directive, rest))
    return records


class GameData:
    """What the files of a folder say about which items are made."""

    def __init__(self, folder: Path) -> None:
        self.constants: Dict[str, int] = {}
        self.kinds: List[Kind] = []
        self.specials: List[Special] = []
        self.artefacts: List[Artefact] = []
        self.drops: Dict[str, Set[int]] = {}
        self._last_svals: DefaultDict[int, int] = defaultdict(int)

        self._read_constants(folder / "constants.txt")
        base_flags = self._read_base_flags(folder / "object_base.txt")
        self._read_kinds(folder / "object.txt", base_flags)
        self._read_specials(folder / "special.txt")
        self._read_artefacts(folder / "artefact.txt")
        self._read_drops(folder / "drop.txt")

    def _read_constants(self, path: Path) -> None:
        """constants.txt: numbers named by two words, such as `obj-make:great-obj`."""
        for line in content_lines(path):
            name, _, value = line.rpartition(":")
            self.constants[name] = int(value)

    @staticmethod
    def _read_base_flags(path: Path) -> Dict[int, Set[str]]:
        """object_base.txt: the flags that all kinds of an item type have."""
        flags: DefaultDict[int, Set[str]] = defaultdict(set)
        for record in read_records(path):
            tval = item_type(record[0][1].split(":")[0])
            for directive, rest in record:
                if directive == "flags":
                    flags[tval] |= split_flags(rest)
        return flags

    def _read_kinds(self, path: Path, base_flags: Dict[int, Set[str]]) -> None:
        """object.txt: kinds, whose svals are counted for each item type in the order of the file."""
        for record in read_records(path):
            kind = Kind(len(self.kinds), plain_name(record[0][1]))
            for directive, rest in record:
                if directive == "type":
                    kind.tval = item_type(rest)
                    kind.sval = self._next_sval(kind.tval)
                elif directive == "alloc":
                    level, rarity = map(int, rest.split(":"))
                    kind.allocations.append((level, 100 // rarity if rarity else 0))
                elif directive == "flags":
                    kind.flags |= split_flags(rest)
            kind.flags |= base_flags.get(kind.tval, set())
            self.kinds.append(kind)

    def _read_specials(self, path: Path) -> None:
        """special.txt: specials, whose commonness is their weight."""
        for record in read_records(path):
            special = Special(len(self.specials))
            for directive, rest in record:
                if directive == "alloc":
                    numbers = re.match(r"(\d+):(\d+) to (\d+)", rest)
                    if numbers is None:
                        raise ValueError(f"{path}: alloc:{rest}")
                    special.weight, special.first_level, special.last_level = map(int, numbers.groups())
                elif directive == "cost":
                    special.cost = int(rest)
                elif directive == "flags":
                    special.cursed |= "CURSED" in split_flags(rest)
                elif directive == "type":
                    special.kinds |= self._kinds_of_type(rest)
                elif directive == "item":
                    special.kinds.add(self._named_kind(rest).index)
            self.specials.append(special)

    def _read_artefacts(self, path: Path) -> None:
        """artefact.txt: artefacts, and kinds of their own for those whose kind isn't known."""
        for record in read_records(path):
            kind: Optional[Kind] = None
            level = rarity = 0
            never_random = False
            for directive, rest in record:
                if directive == "base-object":
                    kind = self._find_kind(rest) or self._make_up_kind(rest)
                elif directive == "depth":
                    level = int(rest)
                elif directive == "rarity":
                    rarity = int(rest)
                elif directive == "flags":
                    never_random |= "NO_RANDOM" in split_flags(rest)
            if kind is None:
                raise ValueError(f"{path}: {record[0][1]} has no base-object")
            self.artefacts.append(Artefact(len(self.artefacts) + 1, kind, level, rarity, never_random))

    def _read_drops(self, path: Path) -> None:
        """drop.txt: named sets of kinds, by what is in them or else by what is not."""
        for record in read_records(path):
            included: Set[int] = set()
            excluded: Set[int] = set()
            for directive, rest in record:
                if directive == "base":
                    included |= self._kinds_of_type(rest)
                elif directive == "not-base":
                    excluded |= self._kinds_of_type(rest)
                elif directive == "item":
                    included.add(self._named_kind(rest).index)
            if not included:
                included = {kind.index for kind in self.kinds} - excluded
            self.drops.setdefault(record[0][1], included)

    def _next_sval(self, tval: int) -> int:
        """The sval of an item type's next kind."""
        self._last_svals[tval] += 1
        return self._last_svals[tval]

    def _kinds_of_type(self, type_name: str) -> Set[int]:
        """The kinds of an item type that are known so far."""
        tval = item_type(type_name)
        return {kind.index for kind in self.kinds if kind.tval == tval}

    def _find_kind(self, reference: str) -> Optional[Kind]:
        """The kind that is written as `type:name` or `type:sval`, if it is known."""
        type_name, name = reference.split(":")
        tval = item_type(type_name)
        for kind in self.kinds:
            same = kind.sval == int(name) if name[:1].isdigit() else kind.name.lower() == name.lower()
            if kind.tval == tval and same:
                return kind
        return None

    def _named_kind(self, reference: str) -> Kind:
        """The kind that is written as `type:name` or `type:sval`."""
        kind = self._find_kind(reference)
        if kind is None:
            raise ValueError(f"no kind {reference}")
        return kind

    def _make_up_kind(self, reference: str) -> Kind:
        """A kind that only an artefact is of."""
        type_name, name = reference.split(":")
        tval = item_type(type_name)
        kind = Kind(len(self.kinds), plain_name(name), tval, self._next_sval(tval), [], {"INSTA_ART"})
        self.kinds.append(kind)
        return kind


# Following how an item is made.

def boosted(level: int, odds: int, bottom: int) -> LevelChances:
    """The level after a boost, once in `odds`: above `bottom` the least of two draws from the levels between
    the two, else one level more."""
    chances: DefaultDict[int, Fraction] = defaultdict(Fraction)
    if level <= 0:
        chances[level] = Fraction(1)
        return chances
    chances[level] += 1 - Fraction(1, odds)
    if level < bottom:
        steps = bottom - level
        for step in range(1, steps + 1):
            pairs = 2 * (steps - step) + 1
            chances[level + step] += Fraction(pairs, odds * steps * steps)
    else:
        chances[level + 1] += Fraction(1, odds)
    return chances


def fine_and_special(depth: int, quality: Quality) -> Dict[Tuple[bool, bool], Fraction]:
    """How likely an item is to be fine (first) and special (second)."""
    power = Fraction(min(PERCENT_PER_LEVEL * depth, 100), 100)
    chances: DefaultDict[Tuple[bool, bool], Fraction] = defaultdict(Fraction)
    for fine in (False, True):
        for special in (False, True):
            chance = (power if fine else 1 - power) * (power if special else 1 - power)
            if quality.great:
                chances[True, True] += chance
            elif quality.good:
                chances[True, special] += chance / 2
                chances[fine, True] += chance / 2
            else:
                chances[fine, special] += chance
    return chances


class ItemMaker:
    """How likely each item is that the game makes with these data."""

    def __init__(self, data: GameData) -> None:
        self.data = data
        constants = data.constants
        self.kind_boost_odds = constants["obj-make:great-obj"]
        self.special_boost_odds = constants["obj-make:great-spec"]
        self.kind_boost_bottom = constants["world:max-depth"]
        self.special_boost_bottom = constants["world:dun-depth"]
        self.deepest_kind_level = constants["obj-make:max-depth"]
        # A special's level stays below the kinds' deepest one, and only where it was boosted.
        self.deepest_special_level = constants["obj-make:max-depth"] - 1

    def item_chances(self, depth: int, quality: Quality) -> ItemChances:
        """What one item may be, the whole way (make_object)."""
        chances: ItemChances = defaultdict(Fraction)
        tried = Fraction(1, GOOD_SPECIAL_ARTEFACT_ODDS if quality.is_better else SPECIAL_ARTEFACT_ODDS)
        left = tried
        for artefact in self.data.artefacts:
            if artefact.kind.is_special and not artefact.never_random:
                made = left * artefact.chance(depth)
                chances[Outcome("artifact_idx", artefact.index), artefact.kind.index] += made
                chances[KIND, artefact.kind.index] += made
                left -= made
        usual = 1 - tried + left

        kind_level = depth + GOOD_LEVELS if quality.is_better else depth
        for index, kind_chance in self.kind_chances(kind_level, self.allowed_kinds(quality)).items():
            if index is None:
                chances[FAILED, None] += usual * kind_chance
                continue
            chances[KIND, index] += usual * kind_chance
            for outcome, chance in self.magic_chances(self.data.kinds[index], depth, quality).items():
                chances[outcome, index] += usual * kind_chance * chance
        return chances

    def allowed_kinds(self, quality: Quality) -> Optional[FrozenSet[int]]:
        """The kinds that may come, None for all: those of the drop, which the sets `great` and `good` stand
        in for where there is no such drop."""
        if quality.drop is None:
            return None
        allowed = self.data.drops.get(quality.drop)
        if allowed is None and quality.great:
            allowed = self.data.drops.get("great")
        elif allowed is None and quality.good:
            allowed = self.data.drops.get("good")
        return None if allowed is None else frozenset(allowed)

    def kind_chances(self, base: int, allowed: Optional[FrozenSet[int]]) -> Dict[Optional[int], Fraction]:
        """Which kind is chosen (get_obj_num); None for no kind."""
        chances: DefaultDict[Optional[int], Fraction] = defaultdict(Fraction)
        for level, level_chance in boosted(base, self.kind_boost_odds, self.kind_boost_bottom).items():
            by_level = self.kind_weights(min(level, self.deepest_kind_level) if level > 0 else level, allowed)
            total = sum(weight for entries in by_level.values() for _, weight in entries)
            if total == 0:
                chances[None] += level_chance
                continue
            upto = 0
            for entry_level in sorted(by_level):
                below = upto
                level_weight = sum(weight for _, weight in by_level[entry_level])
                upto += level_weight
                # The deepest of the draws is at this level: none is deeper, and not all are shallower.
                shallower, not_deeper = Fraction(below, total), Fraction(upto, total)
                deepest = sum((draws_chance * (not_deeper ** draws - shallower ** draws)
                               for draws, draws_chance in DRAWS), Fraction(0))
                for index, weight in by_level[entry_level]:
                    chances[index] += level_chance * deepest * Fraction(weight, level_weight)
        return chances

    def kind_weights(self, level: int, allowed: Optional[FrozenSet[int]]) -> Dict[int, List[Tuple[int, int]]]:
        """The kinds that are found down to a level, with their weights, by the level of their `alloc` line.
        The first kind of the file is none."""
        by_level: DefaultDict[int, List[Tuple[int, int]]] = defaultdict(list)
        for kind in self.data.kinds[1:]:
            if allowed is not None and kind.index not in allowed:
                continue
            for entry_level, weight in kind.allocations:
                if entry_level <= level and weight > 0:
                    by_level[entry_level].append((kind.index, weight))
        return by_level

    def magic_chances(self, kind: Kind, depth: int, quality: Quality) -> OutcomeChances:
        """What becomes of an item of this kind (apply_magic)."""
        chances: OutcomeChances = defaultdict(Fraction)
        is_gear = kind.tval in HELD_WEAPONS or kind.tval in ARMOUR
        is_light = kind.tval == LIGHT
        one_try = self.artefact_chances(kind, depth)
        for (fine, special), chance in fine_and_special(depth, quality).items():
            left = chance
            for _ in range(self.artefact_tries(special, quality)):
                before = left
                for index, artefact_chance in one_try.items():
                    chances[Outcome("artifact_idx", index)] += before * artefact_chance
                    left -= before * artefact_chance
            if not (is_gear or is_light or kind.tval == ARROW):
                continue
            if not special:
                chances[FINE if fine and not is_light else PLAIN] += left
                continue
            specials, no_special = self.special_chances(kind, depth, quality)
            for index, special_chance in specials.items():
                chances[Outcome("ego_idx", index)] += left * special_chance
                chances[SPECIAL_FINE if fine and is_gear else SPECIAL] += left * special_chance
            # Weapons and armour without a special that fits are fine; arrows and lights are plain.
            chances[FINE if is_gear else PLAIN] += left * no_special
        return chances

    @staticmethod
    def artefact_tries(special: bool, quality: Quality) -> int:
        """How often an item tries to be an artefact."""
        if quality.good and quality.great:
            return GOOD_AND_GREAT_TRIES
        return SPECIAL_TRIES if special else 0

    def artefact_chances(self, kind: Kind, level: int) -> Dict[int, Fraction]:
        """Which artefact one try makes of an item of this kind (make_artifact): the first that succeeds."""
        chances: Dict[int, Fraction] = {}
        if kind.is_special:
            return chances
        left = Fraction(1)
        for artefact in self.data.artefacts:
            if artefact.kind is kind and not artefact.never_random:
                chances[artefact.index] = left * artefact.chance(level)
                left -= chances[artefact.index]
        return chances

    def special_chances(
        self, kind: Kind, depth: int, quality: Quality
    ) -> Tuple[Dict[int, Fraction], Fraction]:
        """Which special an item of this kind gets (make_special_item), and how likely it gets none."""
        chances: DefaultDict[int, Fraction] = defaultdict(Fraction)
        none = Fraction(0)
        for level, level_chance in boosted(depth, self.special_boost_odds, self.special_boost_bottom).items():
            if level > depth:
                level = min(level, self.deepest_special_level)
            found = [special for special in self.data.specials
                     if special.is_found(level, depth) and kind.index in special.kinds
                     and not (quality.is_better and special.is_bad)]
            total = sum(special.weight for special in found)
            if total == 0:
                none += level_chance
            for special in found:
                chances[special.index] += level_chance * Fraction(special.weight, total)
        return chances, none


# Writing the table.

def parse_levels(text: str) -> List[int]:
    """The levels of a list such as `1,3,5-7`."""
    levels: List[int] = []
    for part in text.split(","):
        first, _, last = part.partition("-")
        levels.extend(range(int(first), int(last or first) + 1))
    return levels


def line_order(item: Tuple[Outcome, int]) -> Tuple[int, str, str]:
    """Where an item's line stands among those of its level and quality."""
    outcome, index = item
    return METRICS.index(outcome.metric), outcome.name, str(index)


def print_table(data: GameData, levels: Iterable[int]) -> None:
    """The lines of all qualities at these levels."""
    maker = ItemMaker(data)
    print("level,quality,metric,tval,sval,name,prob")
    for level in levels:
        for quality in QUALITIES:
            chances = maker.item_chances(level, quality)
            failed = chances.get((FAILED, None))
            if failed:
                print(f"{level},{quality.name},failed,,,,{float(failed):.12g}", file=sys.stderr)
            made = [(outcome, index) for (outcome, index), chance in chances.items()
                    if index is not None and chance]
            for outcome, index in sorted(made, key=line_order):
                kind = data.kinds[index]
                chance = chances[outcome, index]
                print(f"{level},{quality.name},{outcome.metric},{kind.tval},{kind.sval},{outcome.name},"
                      f"{float(chance):.12g}")


def main() -> None:
    """The program."""
    if len(sys.argv) != 3:
        sys.exit("usage: python3 narsil_model.py FOLDER LEVELS > table.csv")
    print_table(GameData(Path(sys.argv[1])), parse_levels(sys.argv[2]))


if __name__ == "__main__":
    main()
