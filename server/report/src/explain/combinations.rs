//! Combinations of a theme's affixes, and their scores.

use std::collections::BTreeMap;

use affixboard_model::{
    catalog::{AffixId, Catalog, Theme},
    explain::ThemeScore,
    game::Words,
};

use crate::wording::counted;

/// Largest number of subsets examined; no edition's themes come near.
const MOST: usize = 100_000;

/// A minimal set of affixes that reaches a score.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Combination {
    /// Number and candidates: any `number` of these affixes, which all count the same.
    pub parts: Vec<(usize, Vec<AffixId>)>,
    /// The score of an item with them.
    pub score: ThemeScore,
}

impl Combination {
    /// Number of affixes.
    pub fn size(&self) -> usize {
        self.parts.iter().map(|part| part.0).sum()
    }
}

/// The minimal combinations of a theme's affixes whose score, as the program keeps it, is at least `half_per_cent`.
/// Sorted by number of affixes, then by score, highest first. `score` gives the score of an item with the given
/// affixes.
///
/// `None` where the theme has too many subsets of affixes to examine.
pub fn combinations(
    theme: &Theme,
    half_per_cent: u32,
    score: &dyn Fn(&[AffixId]) -> Option<ThemeScore>,
) -> Option<Vec<Combination>> {
    // Affixes with the same weight and number of lines are equivalent for the theme.
    let mut alike: BTreeMap<(u32, u32), Vec<AffixId>> = BTreeMap::new();
    for affix in theme_affixes(theme) {
        let lines = theme.parts.iter().filter(|part| part.affix == affix);
        let (count, weight) = lines.fold((0, 0), |(count, weight), part| (count + 1, weight + part.weight));
        alike.entry((weight, count)).or_default().push(affix);
    }
    let groups: Vec<Vec<AffixId>> = alike.into_values().rev().collect();
    let ways = groups.iter().try_fold(1_usize, |ways, group| ways.checked_mul(group.len() + 1));
    if ways.is_none_or(|ways| ways > MOST) {
        return None;
    }
    let scored = |taken: &[usize]| {
        let affixes: Vec<AffixId> =
            groups.iter().zip(taken).flat_map(|(group, taken)| group[..*taken].iter().copied()).collect();
        score(&affixes).filter(|score| score.stored >= half_per_cent)
    };
    let mut found = Vec::new();
    let mut taken = vec![0; groups.len()];
    loop {
        if let Some(score) = scored(&taken) {
            let can_miss = (0..taken.len()).any(|at| {
                let mut fewer = taken.clone();
                fewer[at] = fewer[at].saturating_sub(1);
                taken[at] > 0 && scored(&fewer).is_some()
            });
            if !can_miss {
                let parts = groups.iter().zip(&taken).filter(|(_, taken)| **taken > 0);
                let parts = parts.map(|(group, taken)| (*taken, group.clone()));
                found.push(Combination { parts: parts.collect(), score });
            }
        }
        // The next subset, counting up.
        let Some(at) = (0..taken.len()).find(|at| taken[*at] < groups[*at].len()) else { break };
        taken[..at].fill(0);
        taken[at] += 1;
    }
    found.sort_by_key(|one: &Combination| (one.size(), std::cmp::Reverse(one.score.stored)));
    Some(found)
}

/// The names of a combination's affixes: `2 of (Sharp, Keen, Bright)`.
pub fn combination_text(catalog: &Catalog, one: &Combination) -> String {
    let parts = one.parts.iter().map(|(number, of)| {
        let names: Vec<&str> = of.iter().map(|affix| catalog.affix(*affix).name.as_str()).collect();
        match names.as_slice() {
            all if all.len() == *number => all.join(" + "),
            some => format!("{number} of ({})", some.join(", ")),
        }
    });
    parts.collect::<Vec<_>>().join(" + ")
}

/// The probability of a score in one roll without competing themes; scores are in half per cent: `24.5 %`.
pub fn score_percent(score: ThemeScore) -> String {
    let half = score.stored.min(200);
    if half.is_multiple_of(2) { format!("{} %", half / 2) } else { format!("{}.5 %", half / 2) }
}

/// The score of an item with `has` affixes of a theme, in sentences, the most important first.
pub fn score_sentences(theme: &Theme, has: usize, score: Option<ThemeScore>, words: &Words) -> Vec<String> {
    let Some(score) = score else {
        return vec![match has {
            0 => format!("Tick {} to see the chance.", words.affixes),
            _ => format!("0 %: a theme comes only to an item with two of its {} or more.", words.affixes),
        }];
    };
    let (present, total) = (score.present, theme.total_weight());
    let mut answer = vec![
        format!("{} in each roll, where no other theme may come.", score_percent(score)),
        format!(
            "{} weigh {present} of {total} together; the score is 8 × {present}² ÷ {total}, rounded down: {} half per cent.",
            counted(has, words.affix, words.affixes),
            score.unwrapped
        ),
    ];
    if score.wraps() {
        answer.push(format!(
            "The program keeps scores in a byte, which wraps at 256: of {} it keeps {}.",
            score.unwrapped, score.stored
        ));
    } else if score.stored > 200 {
        answer.push("A score of 200 or more is certain.".to_owned());
    }
    answer
}

/// The affixes of a theme without repetition, by their first line.
pub fn theme_affixes(theme: &Theme) -> Vec<AffixId> {
    let mut affixes: Vec<AffixId> = Vec::new();
    for part in &theme.parts {
        if !affixes.contains(&part.affix) {
            affixes.push(part.affix);
        }
    }
    affixes
}

#[cfg(test)]
mod tests {
    use affixboard_model::{
        catalog::ThemePart,
        text::{FileId, Span},
    };

    use super::*;
    use crate::testing::WORDS;

    fn theme(weights: &[(u32, u32)]) -> Theme {
        let line = Span { file: FileId(0), start: 0, end: 0 };
        let part =
            |(affix, weight): &(u32, u32)| ThemePart { affix: AffixId(*affix), weight: *weight, chance: 100, line };
        Theme {
            index: 1,
            name: "of Resistance".to_owned(),
            role: None,
            allocations: Vec::new(),
            parts: weights.iter().map(part).collect(),
            record: line,
        }
    }

    /// 8 × present² ÷ total in whole numbers, kept in a byte; none with fewer than two lines.
    fn score(theme: &Theme, has: &[AffixId]) -> Option<ThemeScore> {
        let lines: Vec<_> = theme.parts.iter().filter(|part| has.contains(&part.affix)).collect();
        let present: u32 = lines.iter().map(|part| part.weight).sum();
        let whole = u64::from(8 * present * present / theme.total_weight());
        (lines.len() > 1).then_some(ThemeScore { present, unwrapped: whole, stored: (whole % 256) as u32 })
    }

    fn shown(theme: &Theme, half_per_cent: u32) -> Vec<(String, u32)> {
        let found = combinations(theme, half_per_cent, &|has| score(theme, has)).expect("few enough");
        let part = |(number, of): &(usize, Vec<AffixId>)| {
            format!("{number} of {}", of.iter().map(|affix| affix.0.to_string()).collect::<Vec<_>>().join("/"))
        };
        found.iter().map(|one| (one.parts.iter().map(part).collect::<Vec<_>>().join(" + "), one.score.stored)).collect()
    }

    /// RULES of the affix branch, part 4: of weights 7 7 7 7 4 2 of 34, present 14 is 23 %, 21 is 51.5 %, 28 is 92 %, and all
    /// 34 wrap to 8 %. By hand: 25 % (50) needs 15 or more: 7 + 7 + 2 = 16 gives 60, 7 + 7 + 4 = 18 gives 76, three sevens
    /// 103, of which none can miss.
    #[test]
    fn what_reaches_a_chance_by_hand() {
        let resistance = theme(&[(1, 7), (2, 7), (3, 7), (4, 7), (5, 4), (6, 2)]);
        let of = |text: &str, kept| (text.to_owned(), kept);
        assert_eq!(
            shown(&resistance, 50),
            [of("3 of 1/2/3/4", 103), of("2 of 1/2/3/4 + 1 of 5", 76), of("2 of 1/2/3/4 + 1 of 6", 60)]
        );
        // 90 % (180): 28 gives 184; 27 = 7 + 7 + 7 + 4 + 2 gives 171 and is too little. With 30 it is 211 and 32 gives 240.
        assert_eq!(shown(&resistance, 180), [of("4 of 1/2/3/4", 184)]);
    }

    #[test]
    fn scores_in_words() {
        let theme = theme(&[(1, 7), (2, 7), (3, 7), (4, 7), (5, 4), (6, 2)]);
        let of = |has: &[u32]| {
            let has: Vec<AffixId> = has.iter().copied().map(AffixId).collect();
            score_sentences(&theme, has.len(), score(&theme, &has), &WORDS)
        };
        assert_eq!(of(&[]), ["Tick affixes to see the chance."]);
        assert_eq!(of(&[1]), ["0 %: a theme comes only to an item with two of its affixes or more."]);
        assert_eq!(
            of(&[1, 2, 3]),
            [
                "51.5 % in each roll, where no other theme may come.",
                "3 affixes weigh 21 of 34 together; the score is 8 × 21² ÷ 34, rounded down: 103 half per cent."
            ]
        );
        let all = of(&[1, 2, 3, 4, 5, 6]);
        assert_eq!(all[0], "8 % in each roll, where no other theme may come.");
        assert_eq!(all[2], "The program keeps scores in a byte, which wraps at 256: of 272 it keeps 16.");
    }

    #[test]
    fn one_affix_is_enough_only_where_two_lines_name_it() {
        assert_eq!(shown(&theme(&[(1, 10), (1, 10)]), 100), [("1 of 1".to_owned(), 160)]);
        assert_eq!(shown(&theme(&[(1, 20), (2, 0)]), 100), [("1 of 1 + 1 of 2".to_owned(), 160)]);
        assert!(shown(&theme(&[(1, 20)]), 50).is_empty());
        assert!(theme_affixes(&theme(&[(3, 1), (1, 1), (3, 1)])).iter().map(|affix| affix.0).eq([3, 1]));
    }
}
