//! The provenance of a sheet as pairs of a label and a value, for files.

use super::{Export, field::Field};
use crate::sheet::{Method, Provenance};

/// The pairs of a sheet, in reading order.
///
/// Seeds are text: a spreadsheet keeps 15 digits of a number, and a seed may have 20.
pub(super) fn facts(export: Export<'_>) -> Vec<(String, Fact)> {
    let sheet = export.sheet;
    let mut facts = of(&sheet.provenance, sheet.how(), "");
    if let Some(before) = &sheet.baseline {
        facts.extend(of(&before.provenance, before.provenance.word(before.provenance.method.word()), ", before"));
    }
    let text =
        |word: &str, text: &Option<String>| text.as_ref().map(|text| (word.to_owned(), Fact::Text(text.clone())));
    facts.extend(text("Drop quality", &sheet.quality));
    facts.extend(text("Affix level", &sheet.affix_level));
    facts.push(("Numbers are".to_owned(), Fact::Text(sheet.measure.title().to_owned())));
    if !export.address.is_empty() {
        facts.push(("Address".to_owned(), Fact::Text(export.address.to_owned())));
    }
    facts
}

fn of(provenance: &Provenance, how: &str, which: &str) -> Vec<(String, Fact)> {
    let text = |text: &str| Fact::Text(text.to_owned());
    let mut facts = vec![("Edition", text(&provenance.edition)), ("Revision", Fact::Whole(provenance.revision.into()))];
    facts.extend(provenance.proposed.as_deref().map(|proposed| ("Changed by", text(proposed))));
    facts.extend([
        ("Content hash", text(&provenance.content_hash)),
        ("Game", text(&provenance.game)),
        ("Rules version", Fact::Whole(provenance.rules_version.into())),
        ("Rules", text(&provenance.reading)),
    ]);
    facts.extend(provenance.doubts.as_deref().map(|doubts| ("Doubts", text(doubts))));
    facts.extend(provenance.profile.as_deref().map(|profile| ("Drop profile", text(profile))));
    facts.push(("Obtained", text(how)));
    if let Method::Mixed { seed } = provenance.method {
        facts.push(("Seed of what is simulated", Fact::Text(seed.to_string())));
    }
    if let Method::Counted { id, sha256, version, visits } = &provenance.method {
        facts.push(("Visits of a level", Fact::Whole(*visits)));
        facts.push(("Version of the game's program", text(version)));
        facts.push(("SHA-256 of its file", text(sha256)));
        facts.extend(id.and_then(|id| u64::try_from(id).ok()).map(|id| ("Game statistics", Fact::Whole(id))));
    }
    if let Method::Simulated { drops, seed, batch } = provenance.method {
        facts.push(("Drops per cell", Fact::Whole(drops)));
        facts.push(("Seed", Fact::Text(seed.to_string())));
        facts.extend(batch.and_then(|batch| u64::try_from(batch).ok()).map(|batch| ("Batch", Fact::Whole(batch))));
    }
    facts.into_iter().map(|(word, fact)| (format!("{word}{which}"), fact)).collect()
}

/// The value of a pair.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Fact {
    Text(String),
    Whole(u64),
}

impl Fact {
    pub(super) fn field(&self) -> Field<'_> {
        match self {
            Fact::Text(text) => Field::Text(text),
            Fact::Whole(number) => Field::Whole(*number),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;

    #[test]
    fn literal() {
        let mut sheet = testing::sheet();
        sheet.provenance.method = Method::Simulated { drops: 1000, seed: u64::MAX, batch: Some(3) };
        let lines: Vec<String> = facts(Export { address: "http://here/types/23", ..Export::of(&sheet) })
            .into_iter()
            .map(|(word, fact)| match fact {
                Fact::Text(text) => format!("{word}: {text}"),
                Fact::Whole(number) => format!("{word} = {number}"),
            })
            .collect();
        assert_eq!(
            lines,
            [
                "Edition: ours",
                "Revision = 14",
                "Content hash: 3f9c1e2",
                "Game: dummy",
                "Rules version = 1",
                "Rules: as coded",
                "Obtained: simulated",
                "Drops per cell = 1000",
                "Seed: 18446744073709551615",
                "Batch = 3",
                "Drop quality: great",
                "Numbers are: chance per item",
                "Address: http://here/types/23",
            ]
        );
    }
}
