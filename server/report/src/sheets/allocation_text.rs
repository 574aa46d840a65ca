//! Text of allocations.

use affixboard_model::{
    catalog::{Allocation, Catalog, KindAllocation, KindId},
    game::{ArtifactNumber, Words},
};

/// The allocations that cover at least one of the kinds, in file order.
pub(super) fn covering<'a>(
    catalog: &'a Catalog,
    kinds: &'a [KindId],
    allocations: &'a [Allocation],
) -> impl Iterator<Item = &'a Allocation> {
    allocations.iter().filter(|allocation| kinds.iter().any(|kind| covers(catalog, *kind, allocation)))
}

fn covers(catalog: &Catalog, kind: KindId, allocation: &Allocation) -> bool {
    let kind = catalog.kind(kind);
    allocation.covers(kind.tval, kind.sval)
}

/// The affix levels of the allocations, without repetition and rising: `good/great`. Empty in games with one level
/// only.
pub(super) fn level_words<'a>(words: &Words, allocations: impl Iterator<Item = &'a Allocation>) -> String {
    if !words.has_affix_levels() {
        return String::new();
    }
    let mut levels: Vec<u8> = allocations.map(|allocation| allocation.affix_level).collect();
    levels.sort_unstable();
    levels.dedup();
    let word = |level: &u8| words.affix_levels.get(usize::from(*level)).copied().unwrap_or("?");
    // "any" is no level of its own.
    levels.iter().map(word).filter(|word| *word != "any").collect::<Vec<_>>().join("/")
}

/// `20 @ 1-60, 5 @ 45-100`; with the svals where an allocation covers some of the kinds only.
pub(super) fn affix_summary<'a>(
    catalog: &Catalog,
    kinds: &[KindId],
    allocations: impl Iterator<Item = &'a Allocation>,
) -> String {
    joined(allocations.map(|allocation| {
        let place = svals(catalog, kinds, allocation);
        format!("{} @ {}{place}", allocation.commonness, levels(allocation.min, allocation.max))
    }))
}

/// `1-100`, with the svals where an allocation covers some of the kinds only: those of a theme have no commonness.
pub(super) fn theme_summary<'a>(
    catalog: &Catalog,
    kinds: &[KindId],
    allocations: impl Iterator<Item = &'a Allocation>,
) -> String {
    joined(
        allocations.map(|allocation| {
            format!("{}{}", levels(allocation.min, allocation.max), svals(catalog, kinds, allocation))
        }),
    )
}

/// `20 @ 1-60`, or `1 in 20 @ 1-60` or `20 % @ 1-60` where the number is the probability of an attempt.
pub(super) fn artifact_summary(words: &Words, allocations: &[KindAllocation]) -> String {
    let number = |commonness: u32| match words.artifact_number {
        ArtifactNumber::Weight => commonness.to_string(),
        ArtifactNumber::OneIn => format!("1 in {commonness}"),
        ArtifactNumber::PerCent => format!("{commonness} %"),
    };
    joined(allocations.iter().map(|line| format!("{} @ {}", number(line.commonness), levels(line.min, line.max))))
}

/// `20 @ 1-60`.
pub(super) fn kind_summary(allocations: &[KindAllocation]) -> String {
    joined(
        allocations
            .iter()
            .map(|allocation| format!("{} @ {}", allocation.commonness, levels(allocation.min, allocation.max))),
    )
}

fn levels(min: u32, max: u32) -> String {
    if min == max { min.to_string() } else { format!("{min}-{max}") }
}

fn svals(catalog: &Catalog, kinds: &[KindId], allocation: &Allocation) -> String {
    if kinds.iter().all(|kind| covers(catalog, *kind, allocation)) {
        return String::new();
    }
    let (min, max) = (allocation.min_sval, allocation.max_sval);
    if min == max { format!(" (sval {min})") } else { format!(" (svals {min}-{max})") }
}

/// The parts without repetition.
fn joined(parts: impl Iterator<Item = String>) -> String {
    let mut seen: Vec<String> = Vec::new();
    for part in parts {
        if !seen.contains(&part) {
            seen.push(part);
        }
    }
    seen.join(", ")
}

#[cfg(test)]
mod tests {
    use affixboard_model::text::{FileId, Span};

    use super::*;
    use crate::testing::WORDS;

    #[test]
    fn an_artifacts_number_is_shown_as_what_it_is() {
        let line = Span { file: FileId(0), start: 0, end: 0 };
        let lines = [KindAllocation { commonness: 20, min: 1, max: 60, line }];
        let shown = |artifact_number| artifact_summary(&Words { artifact_number, ..WORDS }, &lines);
        assert!(shown(ArtifactNumber::Weight).starts_with("20 @ 1"));
        assert!(shown(ArtifactNumber::OneIn).starts_with("1 in 20 @ 1"));
        assert!(shown(ArtifactNumber::PerCent).starts_with("20 % @ 1"));
    }
}
