//! Answers to targets as text.

use std::fmt::Write as _;

use affixboard_model::game::Loaded;

use affixboard_service::targets::{ChangedShare, ConflictSide, ShareTarget, TargetAnswer, TargetResult, percent};

pub(super) fn result(loaded: &Loaded, wanted: &ShareTarget, result: &TargetResult) -> String {
    match result {
        TargetResult::Answers(answers) => {
            answers.iter().enumerate().map(|(at, of)| answer(loaded, wanted, at, of)).collect()
        }
        TargetResult::Impossible { places, alone } => impossible(loaded, wanted, places, alone),
        TargetResult::Unknown => "no answer was found, and it isn't known that there is none\n".to_owned(),
        TargetResult::Imprecise(bound) => format!(
            "no answer was found: shares there are computed to within {}, too little to confirm one between these limits\n",
            percent(*bound)
        ),
        TargetResult::NoWeights => "no weight there comes from a commonness; rarities stay as they are\n".to_owned(),
        TargetResult::NotComputed => "the rules can't compute shares of these drops\n".to_owned(),
    }
}

fn answer(loaded: &Loaded, wanted: &ShareTarget, at: usize, answer: &TargetAnswer) -> String {
    let mut text = match answer.changes.len() {
        0 => "nothing needs to change\n".to_owned(),
        1 => format!("answer {}: 1 line\n", at + 1),
        number => format!("answer {}: {number} lines\n", at + 1),
    };
    for change in &answer.changes {
        let line = loaded.sources.position(change.line.span).line;
        let _ = writeln!(text, "  {}:{line}: {}: {}", change.line.file, change.line.name, change.words());
        let _ = writeln!(text, "    {}", change.now);
    }
    for (place, share) in wanted.places.iter().zip(&answer.shares) {
        let _ = writeln!(text, "  {}: {}", place.words(loaded), moved(*share));
    }
    let _ = writeln!(text, "  the share of another entry moves by {} of it at most\n", percent(answer.others));
    text
}

fn impossible(loaded: &Loaded, wanted: &ShareTarget, places: &[usize], alone: &[ConflictSide]) -> String {
    let named: Vec<String> = places.iter().map(|at| wanted.places[*at].words(loaded)).collect();
    let what = if places.len() > 1 { "do it together for" } else { "do it for" };
    let mut text = format!("impossible: no weights {what} {}\n", named.join("; "));
    for side in alone {
        let weights: Vec<String> = side
            .weights
            .iter()
            .map(|(line, weight)| {
                format!("{}:{} commonness {weight}", line.file, loaded.sources.position(line.span).line)
            })
            .collect();
        let shares: Vec<String> = places
            .iter()
            .zip(&side.shares)
            .map(|(at, share)| format!("{} at {}", percent(*share), wanted.places[*at].words(loaded)))
            .collect();
        let _ = writeln!(text, "  {} gives {}", weights.join(", "), shares.join("; "));
    }
    if !alone.is_empty() {
        text.push_str("  each alone can be had: split the allocation into lines for some levels each\n");
    }
    text
}

fn moved(share: ChangedShare) -> String {
    let text = format!("{} to {}", percent(share.before), percent(share.after));
    if share.bound > 0.0 { format!("{text}, computed to within {}", percent(share.bound)) } else { text }
}
