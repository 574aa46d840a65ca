//! What the tables' guide asks of them and the reader does not.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    monsters::{MonsterKind, difficulty, is_random, ordinary},
    objects::{ObjectKind, WHOLE, has_own_sums, probabilities},
    program::Program,
    words,
};
use affixboard_model::text::{Diagnostic, Rule, SourceSet, Span};

/// The bit above those of the frequency (`G_FREQ`), which no flag has.
const ABOVE_FREQUENCY: i64 = 0x0008;

/// A remark, and the row that it is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Remark {
    rule: Rule,
    place: Option<Span>,
    found: String,
    expected: &'static str,
}

/// Adds all remarks on these tables.
pub(super) fn check(
    sources: &SourceSet,
    kinds: &[ObjectKind],
    monsters: &[MonsterKind],
    program: Program,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let counted = COUNTED.iter().filter_map(|range| range.remark(kinds, monsters));
    for remark in objects(kinds).into_iter().chain(self::monsters(monsters, program)).chain(counted) {
        let Some(span) = remark.place else { continue };
        diagnostics.push(Diagnostic {
            rule: remark.rule,
            file: sources.file(span.file).name().to_owned(),
            span: Some(span),
            found: remark.found,
            expected: remark.expected.to_owned(),
        });
    }
}

/// Remarks on the table of objects: the classes whose chances miss the whole, where the program doesn't sum them itself. One
/// in which no kind has any is shared out evenly. Gems count as they do before the game, which sets their chances on each
/// level.
pub fn objects(kinds: &[ObjectKind]) -> Vec<Remark> {
    if has_own_sums(kinds) {
        return Vec::new();
    }
    let probabilities = probabilities(kinds, 0);
    let mut classes: BTreeMap<u8, (&ObjectKind, i64, bool)> = BTreeMap::new();
    for (kind, probability) in kinds.iter().zip(probabilities) {
        let class = classes.entry(kind.class).or_insert((kind, 0, false));
        class.1 += probability;
        class.2 |= kind.probability.value != 0;
    }
    let missing = classes.into_iter().filter(|(_, (_, sum, has_chances))| *has_chances && *sum != WHOLE);
    let remark = |(class, (first, sum, _)): (u8, (&ObjectKind, i64, bool))| {
        let (by, way) = ((sum - WHOLE).abs(), if sum > WHOLE { "more" } else { "less" });
        let title = words::class_title(class);
        Remark {
            rule: Rule::ClassSum,
            place: first.record,
            found: format!("found {sum} as the sum of the chances of class {title}, {by} {way} than the whole"),
            expected: "expected 1000; the game doesn't start otherwise",
        }
    };
    missing.map(remark).collect()
}

/// Monsters that the program counts from the first to the last of them.
struct CountedRange {
    first: &'static str,
    last: &'static str,
    /// What the objects that go with them are called before and after the monster's name; those of one class, in the same
    /// order. Both empty where there are none.
    object: [&'static str; 2],
}

/// Dragons and their scales (mon.c, `make_corpse`), oozes and puddings and their globs (likewise), and the roles (mon.c,
/// `newcham`).
const COUNTED: [CountedRange; 3] = [
    CountedRange { first: "gray dragon", last: "yellow dragon", object: ["", " scales"] },
    CountedRange { first: "gray ooze", last: "black pudding", object: ["glob of ", ""] },
    CountedRange { first: "archeologist", last: "wizard", object: ["", ""] },
];

impl CountedRange {
    /// The remark on the first monster that is out of order; `None` where all are in it, or these tables have others.
    fn remark(&self, kinds: &[ObjectKind], monsters: &[MonsterKind]) -> Option<Remark> {
        let at = |name: &str| monsters.iter().position(|monster| monster.name == name);
        let (first, last) = (at(self.first)?, at(self.last)?);
        let of = |monster: &MonsterKind, found: String, expected| {
            Some(Remark { rule: Rule::ClassEnds, place: monster.record, found, expected })
        };
        if last < first {
            let found = format!("found {} before {}", self.last, self.first);
            return of(&monsters[last], found, "expected it as the last of those that the program counts from there");
        }
        let range = &monsters[first..=last];
        if let Some(other) = range.iter().find(|monster| monster.class != range[0].class) {
            let found = format!("found {} between {} and {}", other.name, self.first, self.last);
            return of(other, found, "expected one class there: the program counts them by their places");
        }
        let [before, after] = self.object;
        let object = |monster: &MonsterKind| format!("{before}{}{after}", monster.name);
        let start = kinds.iter().position(|kind| kind.name == object(&range[0]))?;
        let is_other = |(monster, kind): &(&MonsterKind, &ObjectKind)| object(monster) != kind.name;
        let (monster, kind) = range.iter().zip(&kinds[start..]).find(is_other)?;
        let found = format!("found {} where the objects have {}", monster.name, kind.name);
        of(monster, found, "expected both in the same order: the program counts from one to the other")
    }
}

/// Remarks on the table of monsters: frequencies that don't fit; and as far as they may come at random, classes that aren't
/// together, and monsters that are easier than the one before them in their class.
pub fn monsters(monsters: &[MonsterKind], program: Program) -> Vec<Remark> {
    let too_high = monsters.iter().filter(|monster| monster.geno.value & ABOVE_FREQUENCY != 0);
    let mut remarks: Vec<Remark> = too_high
        .map(|monster| Remark {
            rule: Rule::FrequencyTooHigh,
            place: monster.record,
            found: format!("found {} with a frequency of 8 or more", monster.name),
            expected: "expected 0 to 7; the program takes its three lowest bits",
        })
        .collect();
    let monsters = ordinary(monsters);
    let mut seen = BTreeSet::new();
    let mut before = None;
    for monster in monsters {
        if before != Some(monster.class) && !seen.insert(monster.class) {
            let title = words::monster_class_title(program, monster.class);
            remarks.push(Remark {
                rule: Rule::ClassSplit,
                place: monster.record,
                found: format!("found {} of class {title} apart from the others of its class", monster.name),
                expected: "expected a class in one piece; choosing by class ends where the piece ends",
            });
        }
        before = Some(monster.class);
    }
    let mut last: BTreeMap<u8, (i64, &str)> = BTreeMap::new();
    for monster in monsters.iter().filter(|monster| is_random(monster)) {
        let own = monster.difficulty.map_or_else(|| difficulty(monster), |number| number.value);
        if let Some((hard, name)) = last.insert(monster.class, (own, &monster.name))
            && hard > own
        {
            remarks.push(Remark {
                rule: Rule::ClassOrder,
                place: monster.record,
                found: format!("found {} of difficulty {own} after {name} of difficulty {hard}", monster.name),
                expected: "expected rising difficulty within a class; choosing by class ends half the time at the first that is too \
                           hard, so that those after it come too seldom",
            });
        }
    }
    remarks
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(class: u8, probability: i64) -> ObjectKind {
        ObjectKind { name: "a".to_owned(), class, probability: probability.into(), ..ObjectKind::default() }
    }

    fn found(remarks: &[Remark]) -> Vec<(&'static str, &str)> {
        remarks.iter().map(|remark| (remark.rule.name(), remark.found.as_str())).collect()
    }

    #[test]
    fn classes_that_miss_the_whole_are_told_by_how_much() {
        let kinds = [kind(2, 995), kind(4, 0), kind(4, 0), kind(11, 400), kind(11, 600), kind(8, 1001)];
        assert_eq!(
            found(&objects(&kinds)),
            [
                ("class-sum", "found 995 as the sum of the chances of class ) weapons, 5 less than the whole"),
                ("class-sum", "found 1001 as the sum of the chances of class ! potions, 1 more than the whole"),
            ]
        );
    }

    fn named(name: &str, class: u8) -> MonsterKind {
        MonsterKind { name: name.to_owned(), class, ..MonsterKind::default() }
    }

    #[test]
    fn what_is_counted_by_its_place_is_to_be_in_order() {
        let scales = ["gray dragon scales", "red dragon scales", "yellow dragon scales", "plate mail"];
        let kinds: Vec<_> = scales
            .map(|name| ObjectKind { name: name.to_owned(), class: 3, ..ObjectKind::default() })
            .into_iter()
            .collect();
        let said = |monsters: &[(&str, u8)]| {
            let monsters: Vec<_> = monsters.iter().map(|(name, class)| named(name, *class)).collect();
            let remarks = COUNTED.iter().filter_map(|range| range.remark(&kinds, &monsters));
            remarks.map(|remark| remark.found).collect::<Vec<_>>()
        };
        let dragons = [("gray dragon", 30), ("red dragon", 30), ("yellow dragon", 30)];
        assert_eq!(said(&dragons), [""; 0]);
        assert_eq!(
            said(&[dragons[0], dragons[2], dragons[1]]),
            ["found yellow dragon where the objects have red dragon scales"]
        );
        assert_eq!(said(&[dragons[2], dragons[0]]), ["found yellow dragon before gray dragon"]);
        // Objects that aren't there aren't counted, and neither is one end alone.
        assert_eq!(said(&[("gray ooze", 42), ("black pudding", 42), ("wizard", 53)]), [""; 0]);
        assert_eq!(
            said(&[("archeologist", 53), ("soldier ant", 1), ("wizard", 53)]),
            ["found soldier ant between archeologist and wizard"]
        );
    }

    #[test]
    fn frequencies_have_three_bits() {
        let with = |geno: i64| MonsterKind { geno: geno.into(), ..named("newt", 58) };
        assert_eq!(found(&monsters(&[with(0x27), with(0x20)], Program::NetHack36)), []);
        assert_eq!(
            found(&monsters(&[with(0x28)], Program::NetHack36)),
            [("frequency-too-high", "found newt with a frequency of 8 or more")]
        );
    }

    #[test]
    fn classes_are_to_be_in_one_piece_and_to_rise() {
        let monster = |name: &str, class: u8, difficulty: i64| MonsterKind {
            name: name.to_owned(),
            class,
            difficulty: Some(difficulty.into()),
            ..MonsterKind::default()
        };
        let all = [
            monster("ant", 1, 9),
            monster("blob", 2, 3),
            monster("small ant", 1, 6),
            monster("tiny ant", 1, 2),
            monster("long worm tail", 59, 0),
            monster("hero's blob", 2, 0),
        ];
        assert_eq!(
            found(&monsters(&all, Program::NetHack36)),
            [
                ("class-split", "found small ant of class a ants and other insects apart from the others of its class"),
                ("class-order", "found small ant of difficulty 6 after ant of difficulty 9"),
                ("class-order", "found tiny ant of difficulty 2 after small ant of difficulty 6"),
            ]
        );
    }
}
