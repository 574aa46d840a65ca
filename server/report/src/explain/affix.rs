//! The tables of an explanation of an affix.

use affixboard_model::explain::{AffixDerivation, FirstDrawPool, LineStatus, ThemeHelp, ThemeScore};

use super::{
    context::ExplainContext,
    table::{LinkTarget, TextRow, TextTable},
    text::{fate_text, part, per_cent},
};

pub(super) fn tables(context: ExplainContext<'_>, about: &AffixDerivation) -> Vec<TextTable> {
    let reason = |place: &FirstDrawPool| reason(context, about, place);
    vec![
        context.creations(),
        context.magic_outcomes(),
        context.first_draw_pools("#Its chance", &reason),
        context.lines(&about.lines, false),
        context.outcomes(),
        helps(context, &about.helps),
    ]
}

/// The reason for the affix's chance in a pool.
fn reason(context: ExplainContext<'_>, about: &AffixDerivation, place: &FirstDrawPool) -> String {
    let line = |at: usize| format!("line {}", context.sources.position(about.lines[at].line).line);
    if place.pool.total == 0 {
        return "nothing is in the pool".to_owned();
    }
    if let Some(list) = place.list {
        let on_it = if place.weight > 0 { "by" } else { "not on" };
        return format!("{on_it} the program's list for {list}");
    }
    let counting: Vec<String> =
        (0..place.lines.len()).filter(|at| place.lines[*at] == LineStatus::Counts).map(line).collect();
    if !counting.is_empty() {
        let hidden = place.lines.iter().filter(|fate| **fate == LineStatus::Hidden).count();
        let hides = match hidden {
            0 => String::new(),
            1 => ", which hides another".to_owned(),
            more => format!(", which hides {more} others"),
        };
        let at_times = if place.one_in_draws > 1 {
            format!("; it is in the pool once in {} times", place.one_in_draws)
        } else {
            String::new()
        };
        return format!("{}{hides}{at_times}", counting.join(", "));
    }
    if place.lines.is_empty() {
        return if place.weight > 0 { fate_text(LineStatus::Unasked) } else { "no line for it" }.to_owned();
    }
    let mut fates: Vec<&str> = place.lines.iter().map(|fate| fate_text(*fate)).collect();
    fates.dedup();
    fates.join("; ")
}

/// The probability of a score, with the score.
pub(super) fn score(score: ThemeScore) -> String {
    let wraps = if score.wraps() { format!(", wraps from {}", score.unwrapped) } else { String::new() };
    format!("{} (score {}{wraps})", per_cent(score.chance()), score.stored)
}

fn helps(context: ExplainContext<'_>, helps: &[ThemeHelp]) -> TextTable {
    let about = "Each draw looks for a theme afterwards, and once there is one no more is drawn. How likely it comes in one \
                 such look with this affix alone, and with the other that helps most, where no other theme is legal. A score \
                 of 200 is certain.";
    let columns = ["Theme", "#Weight", "#Legal", "Alone", "With another"];
    let mut table = TextTable::new("Themes it helps to bring", about, 12, &columns);
    for help in helps {
        let theme = context.catalog.theme(help.theme);
        let best = help
            .with
            .first()
            .map_or(String::new(), |(other, best)| format!("{}: {}", context.catalog.affix(*other).name, score(*best)));
        table.rows.push(TextRow {
            cells: vec![
                format!("{} ({})", theme.name, theme.index),
                if help.lines > 1 { format!("{} in {} lines", part(help.part), help.lines) } else { part(help.part) },
                per_cent(help.legal),
                help.alone.map_or("0 %".to_owned(), score),
                best,
            ],
            target: Some(LinkTarget::Theme(help.theme)),
            is_asked: false,
        });
    }
    table
}
