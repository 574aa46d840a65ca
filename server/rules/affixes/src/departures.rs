//! Effects of each rule switch on an edition: the entries it affects, as coded and as documented.

use super::{
    AffixSpec, Generation, Quirks,
    model::AffixModel,
    quirks::{
        COMMONNESS_BYTE, DICE_WRAP, FIRST_ALLOCATION, LAUNCHERS_NOT_GOOD, LOST_RECORD, NO_MINIMUM, ONE_AFFIX_THEME,
        THEME_SCORE_BYTE,
    },
    schema,
    theme_score::theme_score,
};
use affixboard_model::{
    catalog::{Affix, AffixId, Allocation, ArtifactId, Catalog, Kind, KindId, Role, ThemeId},
    engine::item::AffixEffect,
    game::{Switch, SwitchedEntry, Switches, Touched},
    text::SourceSet,
};

/// The entries of an edition that a switch affects. Empty for switches that affect the rules as a whole.
pub(super) fn touched<G: Generation>(spec: &'static AffixSpec, sources: &SourceSet, switch: &Switch) -> Vec<Touched> {
    let coded = schema::read_model::<G>(spec, sources, &Switches::coded()).0;
    let documented = || schema::read_model::<G>(spec, sources, &Switches::only(switch)).0;
    if *switch == THEME_SCORE_BYTE {
        wrapped_scores(&coded)
    } else if *switch == NO_MINIMUM {
        minima(spec, &coded, &documented())
    } else if *switch == COMMONNESS_BYTE {
        commonness(&coded.catalog, &documented().catalog)
    } else if *switch == LOST_RECORD {
        lost(&coded.catalog, &documented().catalog)
    } else if *switch == ONE_AFFIX_THEME {
        lone_affixes(&coded)
    } else if *switch == FIRST_ALLOCATION {
        later_allocations(&coded.catalog)
    } else if *switch == DICE_WRAP {
        wrapped_dice(&coded)
    } else if *switch == LAUNCHERS_NOT_GOOD {
        launchers(&coded.catalog, &documented().catalog)
    } else {
        Vec::new()
    }
}

/// A score (units of 0.5 %) as text.
fn chance(score: u32) -> String {
    match score {
        0 => "no chance".to_owned(),
        200.. => "certain".to_owned(),
        _ if score.is_multiple_of(2) => format!("{} %", score / 2),
        _ => format!("{}.5 %", score / 2),
    }
}

/// Themes whose score with all affixes exceeds a byte: that chance, and the smallest weight from which the score wraps.
fn wrapped_scores<G>(coded: &AffixModel<G>) -> Vec<Touched> {
    let whole = Quirks { theme_score_is_byte: false, ..coded.quirks };
    let themes = coded.catalog.themes.iter().zip(0..).filter_map(|(theme, at)| {
        let total = theme.total_weight();
        let wraps = |present: &u32| theme_score(*present, total, whole) > 255;
        let from = (0..=total).find(wraps)?;
        Some(Touched {
            what: SwitchedEntry::Theme(ThemeId(at)),
            name: theme.name.clone(),
            index: theme.index,
            coded: format!(
                "{} with all its affixes; wraps from weight {from} of {total}",
                chance(theme_score(total, total, coded.quirks))
            ),
            documented: format!("{} with all its affixes", chance(theme_score(total, total, whole))),
        })
    });
    themes.collect()
}

/// Affixes with a minimum only as coded.
fn minima<G>(spec: &AffixSpec, coded: &AffixModel<G>, documented: &AffixModel<G>) -> Vec<Touched> {
    let words = |effect: &AffixEffect| -> Vec<(String, Option<i32>)> {
        let bonuses = spec.minima.iter().zip(effect.min).map(|(field, min)| ((*field).to_owned(), min));
        let pvals = effect.pvals.iter().zip(1..).map(|(line, number)| (format!("min-pval of pval {number}"), line.min));
        bonuses.chain(pvals).collect()
    };
    let shown = |min: &(String, Option<i32>)| match min.1 {
        Some(value) => format!("{} {value}", min.0),
        None => format!("no {}", min.0),
    };
    let affixes = coded.affixes.iter().zip(&documented.affixes).zip(0..).filter_map(|((before, after), at)| {
        let (before, after) = (words(before), words(after));
        let differ: Vec<_> = before.iter().zip(&after).filter(|(before, after)| before != after).collect();
        let affix = coded.catalog.affix(AffixId(at));
        (!differ.is_empty()).then(|| Touched {
            what: SwitchedEntry::Affix(AffixId(at)),
            name: affix.name.clone(),
            index: affix.index,
            coded: differ.iter().map(|pair| shown(pair.0)).collect::<Vec<_>>().join(", "),
            documented: differ.iter().map(|pair| shown(pair.1)).collect::<Vec<_>>().join(", "),
        })
    });
    affixes.collect()
}

/// Kinds, affixes and artifacts whose commonness as coded differs from the file.
fn commonness(coded: &Catalog, documented: &Catalog) -> Vec<Touched> {
    let words = |commonness: &[u32]| {
        let words: Vec<_> = commonness.iter().map(u32::to_string).collect();
        format!("commonness {}", words.join(", "))
    };
    let entry = |what, name: &str, index, before: Vec<u32>, after: Vec<u32>| {
        (before != after).then(|| Touched {
            what,
            name: name.to_owned(),
            index,
            coded: words(&before),
            documented: words(&after),
        })
    };
    let kinds = coded.kinds.iter().zip(&documented.kinds).zip(0..).filter_map(|((kind, other), at)| {
        let of = |kind: &Kind| kind.allocations.iter().map(|line| line.commonness).collect();
        entry(SwitchedEntry::Kind(KindId(at)), &kind.name, kind.index, of(kind), of(other))
    });
    let affixes = coded.affixes.iter().zip(&documented.affixes).zip(0..).filter_map(|((affix, other), at)| {
        let of = |lines: &[Allocation]| lines.iter().map(|line| line.commonness).collect();
        let what = SwitchedEntry::Affix(AffixId(at));
        entry(what, &affix.name, affix.index, of(&affix.allocations), of(&other.allocations))
    });
    let artifacts = coded.artifacts.iter().zip(&documented.artifacts).zip(0..).filter_map(|((artifact, other), at)| {
        let before = artifact.allocations.iter().map(|line| line.commonness).collect();
        let after = other.allocations.iter().map(|line| line.commonness).collect();
        entry(SwitchedEntry::Artifact(ArtifactId(at)), &artifact.name, artifact.index, before, after)
    });
    kinds.chain(affixes).chain(artifacts).collect()
}

/// Records that exist only as documented.
fn lost(coded: &Catalog, documented: &Catalog) -> Vec<Touched> {
    fn beyond<'a, T>(
        what: &'static str,
        coded: &'a [T],
        documented: &'a [T],
        about: impl Fn(&'a T) -> (u32, &'a str),
    ) -> impl Iterator<Item = Touched> {
        documented[coded.len().min(documented.len())..].iter().map(move |record| {
            let (index, name) = about(record);
            Touched {
                what: SwitchedEntry::Lost(what),
                name: name.to_owned(),
                index,
                coded: "doesn't exist".to_owned(),
                documented: format!("exists, with index {index}"),
            }
        })
    }
    // Kinds made up for artifacts come last in both catalogs, so lost kinds are found among the file's kinds only.
    let of_file = |catalog: &Catalog| catalog.kinds.iter().filter(|kind| kind.record.is_some()).count();
    let lost_kinds = beyond("kind", &coded.kinds[..of_file(coded)], &documented.kinds[..of_file(documented)], |kind| {
        (kind.index, kind.name.as_str())
    });
    lost_kinds
        .chain(beyond("affix", &coded.affixes, &documented.affixes, |affix| (affix.index, affix.name.as_str())))
        .chain(beyond("theme", &coded.themes, &documented.themes, |theme| (theme.index, theme.name.as_str())))
        .chain(beyond("artifact", &coded.artifacts, &documented.artifacts, |artifact| {
            (artifact.index, artifact.name.as_str())
        }))
        .collect()
}

/// Maximum number of times an item can draw an affix: 0, 1 (one each of make, material and quality) or more.
fn most_times(spec: &AffixSpec, affix: &Affix) -> u32 {
    match affix.role {
        _ if affix.allocations.is_empty() => 0,
        role if role.is_some() && role == spec.unpickable => 0,
        Some(Role::Make | Role::Material | Role::Quality) => 1,
        _ => 2,
    }
}

/// Affixes that can bring a theme alone, because two of its lines name them; then those that can when drawn twice.
fn lone_affixes<G>(coded: &AffixModel<G>) -> Vec<Touched> {
    let mut touched = Vec::new();
    for times in [1, 2] {
        for (theme, at) in coded.catalog.themes.iter().zip(0..) {
            let mut words: Vec<(u32, String)> = Vec::new();
            for (position, part) in theme.parts.iter().enumerate() {
                let of_affix = || theme.parts.iter().filter(|other| other.affix == part.affix);
                let is_first = !theme.parts[..position].iter().any(|other| other.affix == part.affix);
                let (lines, weight) = (of_affix().count(), of_affix().map(|other| other.weight).sum::<u32>());
                let score = theme_score(times * weight, theme.total_weight(), coded.quirks);
                let is_enough = if times == 1 { lines > 1 } else { lines == 1 };
                let affix = coded.catalog.affix(part.affix);
                if is_first && is_enough && score > 0 && most_times(coded.spec, affix) >= times {
                    let name = &affix.name;
                    let twice = if times == 2 { " twice" } else { " alone" };
                    words.push((score, format!("{name}{twice} {}", chance(score))));
                }
            }
            words.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
            if !words.is_empty() {
                touched.push(Touched {
                    what: SwitchedEntry::Theme(ThemeId(at)),
                    name: theme.name.clone(),
                    index: theme.index,
                    coded: words.into_iter().map(|word| word.1).collect::<Vec<_>>().join(", "),
                    documented: "no chance".to_owned(),
                });
            }
        }
    }
    touched
}

/// Whether some item and level match both allocations.
fn overlap(one: &Allocation, other: &Allocation) -> bool {
    one.tval == other.tval
        && one.min_sval.max(other.min_sval) <= one.max_sval.min(other.max_sval)
        && one.min.max(other.min) <= one.max.min(other.max)
}

/// Affixes with an allocation that an earlier one hides somewhere.
fn later_allocations(coded: &Catalog) -> Vec<Touched> {
    let affixes = coded.affixes.iter().zip(0..).filter_map(|(affix, at)| {
        let lines = &affix.allocations;
        let kinds = |one: &Allocation, other: &Allocation| {
            coded.kinds.iter().any(|kind| one.covers(kind.tval, kind.sval) && other.covers(kind.tval, kind.sval))
        };
        let pairs: Vec<_> = lines
            .iter()
            .enumerate()
            .flat_map(|(later, line)| lines[..later].iter().map(move |earlier| (earlier, line)))
            .filter(|(earlier, later)| overlap(earlier, later) && kinds(earlier, later) && later.commonness > 0)
            .collect();
        let words = |join: &dyn Fn(u32, u32) -> u32| {
            let words = pairs.iter().map(|(earlier, later)| {
                let (first, last) = (earlier.min.max(later.min), earlier.max.min(later.max));
                format!("{} at levels {first} to {last}", join(earlier.commonness, later.commonness))
            });
            let mut words: Vec<String> = words.collect();
            words.dedup();
            format!("commonness {}", words.join(", "))
        };
        (!pairs.is_empty()).then(|| Touched {
            what: SwitchedEntry::Affix(AffixId(at)),
            name: affix.name.clone(),
            index: affix.index,
            coded: words(&|first, _| first),
            documented: words(&|first, second| first + second),
        })
    });
    affixes.collect()
}

/// Affixes that subtract more dice or sides than some kind they can be on has.
fn wrapped_dice<G>(coded: &AffixModel<G>) -> Vec<Touched> {
    let affixes = coded.affixes.iter().zip(0..).filter_map(|(effect, at)| {
        let affix = coded.catalog.affix(AffixId(at));
        let kinds: Vec<String> = coded
            .kinds
            .iter()
            .zip(&coded.catalog.kinds)
            .filter(|(_, kind)| affix.allocations.iter().any(|line| line.covers(kind.tval, kind.sval)))
            .filter_map(|(rules, kind)| {
                let (dice, sides) = (i32::from(rules.effect.dice), i32::from(rules.effect.sides));
                let wraps = dice + effect.dice < 0 || sides + effect.sides < 0;
                let wrapped = |value: i32| (value as u8).max(1);
                wraps.then(|| {
                    let (new_dice, new_sides) = (wrapped(dice + effect.dice), wrapped(sides + effect.sides));
                    format!("{} {dice}d{sides} → {new_dice}d{new_sides}", kind.name)
                })
            })
            .collect();
        (!kinds.is_empty()).then(|| Touched {
            what: SwitchedEntry::Affix(AffixId(at)),
            name: affix.name.clone(),
            index: affix.index,
            coded: kinds.join(", "),
            documented: "at least 1d1".to_owned(),
        })
    });
    affixes.collect()
}

/// Kinds that are among good drops only as documented.
fn launchers(coded: &Catalog, documented: &Catalog) -> Vec<Touched> {
    let kinds = coded.kinds.iter().zip(&documented.kinds).zip(0..);
    let touched =
        kinds.filter(|((coded, documented), _)| coded.good != documented.good).map(|((kind, _), at)| Touched {
            what: SwitchedEntry::Kind(KindId(at)),
            name: kind.name.clone(),
            index: kind.index,
            coded: "not in the good table".to_owned(),
            documented: "in the good table".to_owned(),
        });
    touched.collect()
}
