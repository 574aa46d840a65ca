//! Tables of an explanation that affixes and themes share: levels, power, pools and outcomes of the first draw.

use std::collections::BTreeMap;

use affixboard_model::{
    catalog::AffixId,
    explain::{ExplainedEntry, FirstDrawPool, LineStatus},
};

use super::{
    context::ExplainContext,
    table::{Bar, LinkTarget, TextRow, TextTable},
    text::{affix_levels, fate_text, part, per_cent, power, range, whole_or_digits},
};
use crate::capitalised;

/// Largest number of bars.
const BARS: usize = 12;
/// Probabilities up to this are rounding errors of floats.
const NOTHING: f64 = 1e-12;

impl ExplainContext<'_> {
    /// `affix` or `ego`.
    pub(super) fn word(&self) -> &'static str {
        self.words.affix
    }

    /// The column of affix levels.
    pub(super) fn levels_label(&self) -> String {
        if self.words.one_affix { "Draws from".to_owned() } else { capitalised(&format!("{} levels", self.word())) }
    }

    /// The word for the draw explained.
    pub(super) fn draw(&self) -> &'static str {
        if self.words.one_affix { "draw" } else { "first draw" }
    }

    /// Whether an affix was asked about, itself or as part of a theme.
    pub(super) fn is_asked(&self, affix: AffixId) -> bool {
        match &self.why.about {
            ExplainedEntry::Affix(about) => about.affix == affix,
            ExplainedEntry::Theme(about) => about.parts.iter().any(|part| part.affix == affix),
        }
    }

    fn row(cells: Vec<String>) -> TextRow {
        TextRow { cells, target: None, is_asked: false }
    }

    /// The table of levels and qualities at which items of the kind are made.
    pub(super) fn creations(&self) -> TextTable {
        let kind = &self.catalog.kind(self.why.kind).name;
        let about = format!(
            "At which level drops choose what they are, how likely that is {kind}, and how many of all items of that kind \
             are made so."
        );
        let columns =
            ["#Kind at level", "#Magic at level", "Made as", "#Drops", "#Weight", "#This kind", "#Of its items"];
        let mut table = TextTable::new("Where such items are made", about, 12, &columns);
        for making in &self.why.creations {
            let quality = self.words.qualities.get(usize::from(making.quality)).copied().unwrap_or("");
            table.rows.push(Self::row(vec![
                making.kind_level.to_string(),
                making.level.to_string(),
                quality.to_owned(),
                per_cent(making.chance),
                making.kind_weight.map_or(String::new(), part),
                per_cent(making.kind),
                per_cent(making.share),
            ]));
        }
        if self.why.creations.iter().all(|making| making.kind_level == making.level) {
            table = table.without("Kind at level");
            "Level".clone_into(&mut table.columns[0].label);
        }
        if self.why.creations.iter().all(|making| making.quality == self.why.cell.quality) {
            table = table.without("Made as");
        }
        if self.why.creations.iter().all(|making| making.kind_weight.is_none()) {
            table = table.without("Weight");
        }
        // Given kinds are made at one level, which the page says already.
        if self.why.cell.kind.is_some() {
            table.rows.clear();
        }
        table
    }

    /// The table of power, or of numbers of draws.
    pub(super) fn magic_outcomes(&self) -> TextTable {
        if self.words.one_affix { self.powers() } else { self.windows() }
    }

    fn powers(&self) -> TextTable {
        let about = format!(
            "How well items turn out. Excellent and terrible ones look for an {}; before that some become artifacts.",
            self.word()
        );
        let columns = ["Turns out", "#Items", "#Not artifacts", "Draws from"];
        let mut table = TextTable::new("How they turn out", about, 8, &columns);
        // By power and pool: the probability, and the part of it that is no artifact.
        let mut by_power: BTreeMap<_, (f64, f64)> = BTreeMap::new();
        for making in &self.why.creations {
            for turn in &making.magic_outcomes {
                let chance = making.share * turn.part.chance();
                let sum = by_power.entry((std::cmp::Reverse(turn.power), turn.affix_levels)).or_default();
                *sum = (sum.0 + chance, sum.1 + chance * turn.not_artifact);
            }
        }
        for ((std::cmp::Reverse(turned), levels), (chance, kept)) in by_power {
            let from = match levels {
                None => "nothing".to_owned(),
                Some(_) if !self.words.has_affix_levels() => self.words.affixes.to_owned(),
                Some(levels) => affix_levels(self.words, levels),
            };
            let kept = if chance > 0.0 { per_cent(kept / chance) } else { String::new() };
            table.rows.push(Self::row(vec![turned.map_or(String::new(), power), per_cent(chance), kept, from]));
        }
        table
    }

    fn windows(&self) -> TextTable {
        let about = format!(
            "From which {} levels items draw, and how many draws these have: {} on average over all.",
            self.word(),
            whole_or_digits(self.why.mean_draws())
        );
        let least = self.why.draws.first().map_or(0, |draws| draws.0);
        let most = self.why.draws.last().map_or(0, |draws| draws.0);
        let numbers: Vec<String> = (least..=most).map(|number| format!("#{number}")).collect();
        let label = self.levels_label();
        let mut columns = vec![label.as_str(), "#Items"];
        columns.extend(numbers.iter().map(String::as_str));
        let mut table = TextTable::new("How many draws they have", about, 16, &columns);
        let mut by_window: BTreeMap<_, Vec<f64>> = BTreeMap::new();
        for making in &self.why.creations {
            for turn in &making.magic_outcomes {
                let row = by_window.entry(turn.affix_levels).or_insert_with(|| vec![0.0; (most - least) as usize + 1]);
                row[turn.draws.saturating_sub(least) as usize] += making.share * turn.part.chance();
            }
        }
        let row = |name: String, chances: &[f64]| {
            let numbers = chances.iter().map(|chance| if *chance > 0.0 { per_cent(*chance) } else { String::new() });
            Self::row([name, per_cent(chances.iter().sum())].into_iter().chain(numbers).collect())
        };
        for (levels, chances) in &by_window {
            table.rows.push(row(levels.map_or(String::new(), |levels| affix_levels(self.words, levels)), chances));
        }
        if by_window.len() > 1 {
            let all: Vec<f64> = (0..=(most - least) as usize)
                .map(|number| by_window.values().map(|chances| chances[number]).sum())
                .collect();
            table.rows.push(row("together".to_owned(), &all));
        }
        table
    }

    /// The table of pools of the first draw. `reason` explains the chance of the affix or theme in a pool.
    pub(super) fn first_draw_pools(&self, chance_label: &str, reason: &dyn Fn(&FirstDrawPool) -> String) -> TextTable {
        let deeper: f64 = self.why.first_draw_pools.iter().map(|place| place.deeper).sum();
        let boosts = if deeper > 0.0 {
            format!(" {} of them are made at a level deeper than the item's own, by luck.", per_cent(deeper))
        } else {
            String::new()
        };
        let about = format!("Levels where the same is in the pool for the same reasons.{boosts}");
        let label = self.levels_label();
        let columns = ["#Level", &label, "#Draws", "#Pool", "#Weight", chance_label, "Why"];
        let mut table = TextTable::new(format!("What the {} is from", self.draw()), about, 6, &columns);
        for place in &self.why.first_draw_pools {
            table.rows.push(TextRow {
                cells: vec![
                    range(place.levels),
                    affix_levels(self.words, place.affix_levels),
                    per_cent(place.chance),
                    if place.pool.total == 0 { "empty".to_owned() } else { place.pool.total.to_string() },
                    if place.weight == 0 { String::new() } else { place.weight.to_string() },
                    if place.entry == 0.0 { "0".to_owned() } else { per_cent(place.entry) },
                    reason(place),
                ],
                target: None,
                is_asked: place.entry > 0.0,
            });
        }
        if !self.words.has_affix_levels() {
            table = table.without(&label);
        }
        table
    }

    /// The table of outcomes of the first draw.
    pub(super) fn outcomes(&self) -> TextTable {
        let about = format!(
            "How likely the {} gives each {}, over all levels it may be made at; and each one's weight where most such draws \
             are made.",
            self.draw(),
            self.word()
        );
        let heading = capitalised(self.word());
        let columns = [heading.as_str(), "#Chance", "#Weight"];
        let mut table = TextTable::new("What competes", about, 12, &columns);
        let usual = self.why.first_draw_pools.first();
        let weight = |affix: AffixId| {
            let entries = usual.map_or(&[][..], |place| &place.pool.entries);
            let found = entries.iter().find(|entry| entry.0 == affix).map(|entry| entry.1);
            found.map_or(String::new(), |weight| weight.to_string())
        };
        for (affix, chance) in &self.why.outcomes {
            table.rows.push(TextRow {
                cells: vec![self.catalog.affix(*affix).name.clone(), per_cent(*chance), weight(*affix)],
                target: Some(LinkTarget::Affix(*affix)),
                is_asked: self.is_asked(*affix),
            });
        }
        if self.why.nothing > NOTHING {
            let nothing = vec!["nothing".to_owned(), per_cent(self.why.nothing), String::new()];
            let at = self.why.outcomes.partition_point(|outcome| outcome.1 >= self.why.nothing);
            table.rows.insert(at, Self::row(nothing));
        }
        // The row asked about is never folded away.
        let last = table
            .rows
            .iter()
            .rposition(|row| row.is_asked)
            .filter(|_| matches!(self.why.about, ExplainedEntry::Affix(_)));
        table.most = table.most.max(last.map_or(0, |at| at + 1));
        table
    }

    /// The table of the entry's lines, with the fate of each in the first draws.
    pub(super) fn lines(&self, lines: &[affixboard_model::catalog::Allocation], is_theme: bool) -> TextTable {
        let about = if is_theme || self.words.one_affix {
            "Those that speak of this kind, and what becomes of them.".to_owned()
        } else {
            format!(
                "Those that speak of this kind, and what becomes of them: how many {}s each counts for, is hidden in by an \
                 earlier line that fits, or does not fit.",
                self.draw()
            )
        };
        let heading = format!("{} level", capitalised(self.word()));
        let columns = ["#Line", "#Levels", &heading, "#Commonness", "#Counts", "#Hidden", "Else"];
        let mut table = TextTable::new("Its allocations", about, 16, &columns).main();
        for (at, line) in lines.iter().enumerate() {
            let mut sums: BTreeMap<LineStatus, f64> = BTreeMap::new();
            for place in &self.why.first_draw_pools {
                if let Some(fate) = place.lines.get(at) {
                    *sums.entry(*fate).or_default() += place.chance;
                }
            }
            let share = |fate| sums.get(&fate).map_or(String::new(), |chance| per_cent(*chance));
            let others = sums.iter().filter(|(fate, _)| !matches!(fate, LineStatus::Counts | LineStatus::Hidden));
            let others: Vec<String> =
                others.map(|(fate, chance)| format!("{} {}", fate_text(*fate), per_cent(*chance))).collect();
            table.rows.push(TextRow {
                cells: vec![
                    self.sources.position(line.line).line.to_string(),
                    super::text::levels(line),
                    affix_levels(self.words, (line.affix_level, line.affix_level)),
                    line.commonness.to_string(),
                    share(LineStatus::Counts),
                    share(LineStatus::Hidden),
                    others.join("; "),
                ],
                target: Some(LinkTarget::Line(line.line)),
                is_asked: sums.contains_key(&LineStatus::Counts),
            });
        }
        if is_theme {
            table = table.without("Commonness").without("Hidden");
        }
        if is_theme || !self.words.has_affix_levels() {
            table = table.without(&heading);
        }
        table
    }
}

/// The bars of the first draw's outcomes: the likeliest ones and those asked about; and the number of the others with
/// the sum of their probabilities.
pub(super) fn bars(context: ExplainContext<'_>) -> (Vec<Bar>, (usize, f64)) {
    let mut bars: Vec<Bar> = Vec::new();
    let mut others = (0, 0.0);
    for (affix, value) in &context.why.outcomes {
        let is_asked = context.is_asked(*affix);
        if bars.len() < BARS || (is_asked && matches!(context.why.about, ExplainedEntry::Affix(_))) {
            bars.push(Bar { name: context.catalog.affix(*affix).name.clone(), value: *value, is_asked });
        } else {
            others = (others.0 + 1, others.1 + value);
        }
    }
    if context.why.nothing > NOTHING {
        bars.push(Bar { name: "nothing".to_owned(), value: context.why.nothing, is_asked: false });
    }
    (bars, others)
}
