//! Relations between themes and affixes on items of a kind (2.5.7).

use super::super::{forge::AffixForge, generation::Generation, tables::AtDepth};
use affixboard_model::{
    catalog::{AffixId, Allocation, KindId, ThemeId},
    explain::{FirstDraws, ThemeDerivation, ThemeHelp, ThemeMember, ThemeScore, WeightShare},
    game::ThemeRules,
};

/// Whether an item can have both of two affixes.
fn go_together(tables: &AtDepth, a: AffixId, b: AffixId) -> bool {
    tables.pools.class_bit(a.0) & tables.pools.class_bit(b.0) == 0
}

impl<G: Generation> AffixForge<G> {
    /// Expected number of first draws at levels where all of these themes are legal.
    fn legal(&self, kind: KindId, themes: &[ThemeId], tables: &AtDepth, gathered: &FirstDraws) -> f64 {
        let class = self.kinds[kind.at()].class;
        let is_legal = |level| themes.iter().all(|theme| tables.themes.at(class, level).has(*theme));
        gathered.levels.iter().filter(|at| is_legal(at.level)).map(|at| at.chance).sum()
    }

    /// Theme score of an item with exactly these affixes.
    fn scored(&self, theme: ThemeId, affixes: &[AffixId]) -> Option<ThemeScore> {
        self.theme_score(theme, affixes)
    }

    /// The themes an affix helps to bring.
    pub(super) fn helps(
        &self,
        kind: KindId,
        affix: AffixId,
        tables: &AtDepth,
        gathered: &FirstDraws,
    ) -> Vec<ThemeHelp> {
        let named = (0..self.catalog.themes.len() as u32).map(ThemeId).filter_map(|theme| {
            let (lines, weight) = self.themes.mention(theme, affix);
            let legal = if lines > 0 { self.legal(kind, &[theme], tables, gathered) } else { 0.0 };
            (legal > 0.0).then_some((theme, lines, weight, legal))
        });
        let help = |(theme, lines, weight, legal)| {
            let others = gathered.outcomes.iter().map(|outcome| outcome.0);
            let others =
                others.filter(|other| self.themes.mention(theme, *other).0 > 0 && go_together(tables, affix, *other));
            let mut with: Vec<(AffixId, ThemeScore)> =
                others.filter_map(|other| Some((other, self.scored(theme, &[affix, other])?))).collect();
            with.sort_by_key(|(other, score)| (std::cmp::Reverse(score.stored), other.0));
            let total = u64::from(self.catalog.theme(theme).total_weight());
            let part = WeightShare { weight: u64::from(weight), total };
            ThemeHelp { theme, lines, part, legal, alone: self.scored(theme, &[affix]), with }
        };
        named.map(help).collect()
    }

    /// About a theme.
    pub(super) fn of_theme(
        &self,
        kind: KindId,
        theme: ThemeId,
        lines: Vec<Allocation>,
        tables: &AtDepth,
        gathered: &FirstDraws,
    ) -> ThemeDerivation {
        let about = self.catalog.theme(theme);
        let drawn = |affix: AffixId| gathered.outcomes.iter().find(|outcome| outcome.0 == affix).map_or(0.0, |o| o.1);
        let mut parts: Vec<ThemeMember> = Vec::new();
        for part in &about.parts {
            if parts.iter().all(|known| known.affix != part.affix) {
                let (lines, weight) = self.themes.mention(theme, part.affix);
                let drawn = drawn(part.affix);
                parts.push(ThemeMember { affix: part.affix, lines, weight, comes: part.chance, drawn });
            }
        }
        let can_be_drawn: Vec<AffixId> = parts.iter().filter(|part| part.drawn > 0.0).map(|part| part.affix).collect();
        let mut pairs = Vec::new();
        for (at, &a) in can_be_drawn.iter().enumerate() {
            if let Some(alone) = self.scored(theme, &[a]) {
                pairs.push((a, a, alone));
            } else if go_together(tables, a, a)
                && let Some(twice) = self.scored(theme, &[a, a])
            {
                pairs.push((a, a, twice));
            }
            let others = can_be_drawn[at + 1..].iter().filter(|b| go_together(tables, a, **b));
            pairs.extend(others.filter_map(|&b| Some((a, b, self.scored(theme, &[a, b])?))));
        }
        pairs.sort_by_key(|(a, b, score)| (std::cmp::Reverse(score.stored), a.0, b.0));
        let others = (0..self.catalog.themes.len() as u32).map(ThemeId).filter(|other| *other != theme);
        let rivals = others.map(|other| (other, self.legal(kind, &[theme, other], tables, gathered)));
        let mut rivals: Vec<(ThemeId, f64)> = rivals.filter(|rival| rival.1 > 0.0).collect();
        rivals.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        ThemeDerivation {
            theme,
            lines,
            legal: gathered.entry,
            parts,
            total: about.total_weight(),
            pairs,
            rivals,
            repeats_count: self.quirks.one_affix_makes_theme,
        }
    }
}
