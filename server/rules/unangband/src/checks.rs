//! What the program leaves to go wrong while it runs: entries that are named and don't exist, activations that are said
//! and aren't there, egos that dragon armour takes, places out of order.

use super::{
    balance::{artifact_limit, ego_limit, ego_powers},
    item::FIRST_NORMAL_ARTIFACT,
    model::UnangbandModel,
    references::REFERENCES,
    tables::tval,
};
use affixboard_model::{
    records::{self, ShapedRecord, shaped},
    text::{Diagnostic, Rule, SourceSet, Span},
};

/// Adds remarks about the files as a whole.
pub(super) fn check(model: &UnangbandModel, sources: &SourceSet, diagnostics: &mut Vec<Diagnostic>) {
    records::check(sources, REFERENCES, diagnostics);
    activations(sources, diagnostics);
    places(sources, diagnostics);
    let mut say = |rule, span: Span, found: String, expected: &str| {
        let file = sources.file(span.file).name().to_owned();
        diagnostics.push(Diagnostic { rule, file, span: Some(span), found, expected: expected.to_owned() });
    };
    for ego in &model.catalog.affixes {
        for allocation in ego.allocations.iter().filter(|one| one.tval == u16::from(tval::DRAGON_ARMOR)) {
            let expected = "expected none: the guide says that dragon armour would nearly always be it";
            say(Rule::EgoOfDragonArmour, allocation.line, "found an ego of dragon armour".to_owned(), expected);
        }
    }
    for (place, found, expected) in super::stale::remarks(model) {
        say(Rule::StaleTemplate, place, found, &expected);
    }
    for (record, found, expected) in too_powerful(model) {
        say(Rule::PowerBeyondLevel, record, found, expected);
    }
}

/// Artifacts and egos that are beyond the guide's rule of thumb: a remark for each sort, at the one that
/// is farthest beyond.
fn too_powerful(model: &UnangbandModel) -> Vec<(Span, String, &'static str)> {
    let artifacts = model.catalog.artifacts.iter().zip(model.artifacts.iter()).filter_map(|(artifact, stats)| {
        let (power, level) = (stats.power, i64::from(stats.level));
        let is_beyond = stats.index >= FIRST_NORMAL_ARTIFACT && power > artifact_limit(level);
        is_beyond.then_some((artifact.record, artifact.name.as_str(), power, level))
    });
    let egos = model.catalog.affixes.iter().enumerate().filter_map(|(at, ego)| {
        let level = i64::from(model.egos[at].level);
        let (least, _) = ego_powers(model, at).filter(|_| model.egos[at].slot != 0)?;
        (least > ego_limit(level)).then_some((ego.record, ego.name.as_str(), least, level))
    });
    let said = |word: &str, expected: &'static str, beyond: Vec<(Span, &str, i64, i64)>| {
        let (record, name, power, level) = *beyond.iter().max_by_key(|one| one.2 - one.3)?;
        let found = match beyond.len() {
            1 => format!("found 1 {word}: {name}, with a power of {power} at level {level}"),
            count => format!("found {count} {word}s, most of all {name} with a power of {power} at level {level}"),
        };
        Some((record, found, expected))
    };
    let artifacts = said(
        "artifact",
        "expected a power of at most twice the level, as the guide has it; the table of artifacts by power has them all",
        artifacts.collect(),
    );
    let egos = said(
        "ego",
        "expected a power of at most one and a half times the level, as the guide has it; the table of egos by power has \
         them all",
        egos.collect(),
    );
    artifacts.into_iter().chain(egos).collect()
}

fn records_of(sources: &SourceSet, name: &str) -> Vec<ShapedRecord> {
    let found = sources.find(name).and_then(|(id, file)| shaped(file, id, Some("N")));
    found.map(|file| file.records).unwrap_or_default()
}

/// `ACTIVATE` without an activation, and the other way round.
fn activations(sources: &SourceSet, diagnostics: &mut Vec<Diagnostic>) {
    for name in ["artifact.txt", "ego_item.txt"] {
        for record in records_of(sources, name) {
            let has = |flag: &str| {
                let flags = record.lines.iter().filter(|line| line.tag == "F" || line.tag == "O");
                flags.flat_map(|line| line.text.split([' ', '|'])).any(|word| word == flag)
            };
            let activation = record.lines.iter().find(|line| line.tag == "A" && line.number(0) != Some(0));
            let (span, found, expected) = match activation {
                None if has("ACTIVATE") => (
                    record.lines[0].span,
                    "found ACTIVATE and no activation",
                    "expected an `A:` line with a spell, which the program looks for as it is activated",
                ),
                Some(line) if !has("ACTIVATE") && !has("UNCONTROLLED") => (
                    line.span,
                    "found an activation and neither ACTIVATE nor UNCONTROLLED",
                    "expected one of these flags, or it can't be activated",
                ),
                _ => continue,
            };
            diagnostics.push(Diagnostic {
                rule: Rule::ActivationMismatch,
                file: sources.file(span.file).name().to_owned(),
                span: Some(span),
                found: found.to_owned(),
                expected: expected.to_owned(),
            });
        }
    }
}

/// Places of a kind whose depths don't rise.
fn places(sources: &SourceSet, diagnostics: &mut Vec<Diagnostic>) {
    for line in records_of(sources, "object.txt").iter().flat_map(|record| &record.lines) {
        if line.tag != "A" {
            continue;
        }
        let levels: Vec<i64> = (0..line.parts().count()).filter_map(|part| line.number(part)).collect();
        let falls = |at: &usize| levels[*at] <= levels[at - 1];
        if let Some(at) = (1..levels.len()).find(falls) {
            diagnostics.push(Diagnostic {
                rule: Rule::UnorderedPlaces,
                file: sources.file(line.span.file).name().to_owned(),
                span: Some(line.span),
                found: format!("found level {} behind level {}", levels[at], levels[at - 1]),
                expected: "expected rising levels: at the deeper one the chances of both add up".to_owned(),
            });
        }
    }
}
