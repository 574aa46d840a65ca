//! What the tables' guide asks of them and the reader does not.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    monsters::{MonsterKind, difficulty, is_random, ordinary},
    objects::{ObjectKind, WHOLE, probabilities},
    words,
};
use crate::text::{Diagnostic, Rule, SourceSet, Span};

/// By how much a monster may be easier than the one before it in its class: the game's own table has soldiers after
/// doppelgangers, which are harder by 3.
const EASIER_AT_MOST: i64 = 3;

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
    diagnostics: &mut Vec<Diagnostic>,
) {
    for remark in objects(kinds).into_iter().chain(self::monsters(monsters)) {
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

/// Remarks on the table of objects: the classes whose chances miss the whole. One in which no kind has any is shared out
/// evenly. Gems count as they do before the game, which sets their chances on each level.
pub fn objects(kinds: &[ObjectKind]) -> Vec<Remark> {
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
        let title = words::class_title(&words::OBJECT_CLASSES, class);
        Remark {
            rule: Rule::ClassSum,
            place: first.record,
            found: format!("found {sum} as the sum of the chances of class {title}, {by} {way} than the whole"),
            expected: "expected 1000; the game doesn't start otherwise",
        }
    };
    missing.map(remark).collect()
}

/// Remarks on the table of monsters, as far as they may come at random: classes that aren't together, and monsters that are
/// much easier than the one before them in their class.
pub fn monsters(monsters: &[MonsterKind]) -> Vec<Remark> {
    let monsters = ordinary(monsters);
    let mut remarks = Vec::new();
    let mut seen = BTreeSet::new();
    let mut before = None;
    for monster in monsters {
        if before != Some(monster.class) && !seen.insert(monster.class) {
            let title = words::class_title(&words::MONSTER_CLASSES, monster.class);
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
            && hard - own > EASIER_AT_MOST
        {
            remarks.push(Remark {
                rule: Rule::ClassOrder,
                place: monster.record,
                found: format!("found {} of difficulty {own} after {name} of difficulty {hard}", monster.name),
                expected: "expected rising difficulty within a class; choosing by class may end before it",
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
            found(&monsters(&all)),
            [
                ("class-split", "found small ant of class a ants and other insects apart from the others of its class"),
                ("class-order", "found tiny ant of difficulty 2 after small ant of difficulty 6"),
            ]
        );
    }
}
