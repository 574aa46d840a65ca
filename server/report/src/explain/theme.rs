//! The tables of an explanation of a theme.

use affixboard_model::explain::{FirstDrawPool, LineStatus, ThemeDerivation};

use super::{
    affix::score,
    context::ExplainContext,
    table::{LinkTarget, TextRow, TextTable},
    text::{fate_text, per_cent},
};

pub(super) fn tables(context: ExplainContext<'_>, about: &ThemeDerivation) -> Vec<TextTable> {
    let reason = |place: &FirstDrawPool| {
        if place.lines.contains(&LineStatus::Counts) {
            return "legal".to_owned();
        }
        let mut fates: Vec<&str> = place.lines.iter().map(|fate| fate_text(*fate)).collect();
        fates.dedup();
        if fates.is_empty() { "no line for it".to_owned() } else { fates.join("; ") }
    };
    vec![
        parts(context, about),
        pairs(context, about),
        rivals(context, about),
        context.lines(&about.lines, true),
        context.first_draw_pools("#Legal", &reason).without("Weight"),
        context.magic_outcomes(),
        context.creations(),
        context.outcomes(),
    ]
}

fn parts(context: ExplainContext<'_>, about: &ThemeDerivation) -> TextTable {
    let text = format!(
        "What counts towards it, of a weight of {} in all; how likely the first draw gives each; and how likely each comes \
         with the theme where the item hasn't it yet.",
        about.total
    );
    let columns = ["Affix", "#Weight", "#First draw", "#Comes with it"];
    let mut table = TextTable::new("Its affixes", text, 16, &columns).main();
    for member in &about.parts {
        let weight = member.weight.to_string();
        table.rows.push(TextRow {
            cells: vec![
                context.catalog.affix(member.affix).name.clone(),
                if member.lines > 1 { format!("{weight} in {} lines", member.lines) } else { weight },
                if member.drawn > 0.0 { per_cent(member.drawn) } else { "never".to_owned() },
                format!("{} %", member.comes),
            ],
            target: Some(LinkTarget::Affix(member.affix)),
            is_asked: false,
        });
    }
    table
}

fn pairs(context: ExplainContext<'_>, about: &ThemeDerivation) -> TextTable {
    let repeats = if about.repeats_count {
        "An affix that an item has twice counts as two, and so does one that two lines name."
    } else {
        "Each affix counts once."
    };
    let text = format!(
        "The score is 8 × the weight present² ÷ {}, in half per cent; at 256 the program may wrap around. The chance is that \
         of one look where no other theme is legal. {repeats}",
        about.total
    );
    let columns = ["Affixes", "#Weight present", "Chance"];
    let mut table = TextTable::new("What two of them bring", text, 10, &columns);
    for (a, b, scored) in &about.pairs {
        let name = |affix| context.catalog.affix(affix).name.clone();
        let lines = about.parts.iter().find(|member| member.affix == *a).map_or(0, |member| member.lines);
        let alone = a == b && lines > 1 && about.repeats_count;
        let names = match (a == b, alone) {
            (true, true) => format!("{} alone", name(*a)),
            (true, false) => format!("{} twice", name(*a)),
            _ => format!("{} + {}", name(*a), name(*b)),
        };
        table.rows.push(TextRow {
            cells: vec![names, scored.present.to_string(), score(*scored)],
            target: None,
            is_asked: false,
        });
    }
    table
}

fn rivals(context: ExplainContext<'_>, about: &ThemeDerivation) -> TextTable {
    let text = "One roll is made for all themes that are legal and score; which of them it is goes by their scores.";
    let mut table = TextTable::new("Themes legal beside it", text, 10, &["Theme", "#Draws where both are"]);
    for (theme, legal) in &about.rivals {
        let of = context.catalog.theme(*theme);
        table.rows.push(TextRow {
            cells: vec![format!("{} ({})", of.name, of.index), per_cent(*legal)],
            target: Some(LinkTarget::Theme(*theme)),
            is_asked: false,
        });
    }
    table
}
