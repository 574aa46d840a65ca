//! The score that chosen affixes have for a theme, and the combinations that reach a chance.

use affixboard_model::catalog::{AffixId, Catalog, Theme, ThemeId};
use affixboard_report::explain::{self, Combination};

use crate::{Error, links::Query};
use affixboard_service::library::OpenRevision;

/// The chances that combinations are listed for, in half per cent.
const ENOUGH: [u32; 3] = [50, 100, 180];
/// Combinations listed for each chance at most.
const MOST: usize = 12;

/// The part of a theme's page where affixes are ticked.
pub(crate) struct ScoreView {
    pub(crate) path: String,
    /// The affix level shown below; empty for the usual one.
    pub(crate) level: String,
    pub(crate) affixes: &'static str,
    pub(crate) boxes: Vec<BoxView>,
    /// The score of the chosen affixes, in sentences.
    pub(crate) answer: Vec<String>,
    pub(crate) enough: Vec<EnoughView>,
}

pub(crate) struct BoxView {
    pub(crate) index: u32,
    pub(crate) name: String,
    pub(crate) weight: u32,
    pub(crate) ticked: bool,
}

/// The combinations that reach a chance.
pub(crate) struct EnoughView {
    pub(crate) title: String,
    /// In words, with what they score.
    pub(crate) combinations: Vec<(String, String)>,
    /// A sentence about the list; empty for none.
    pub(crate) note: String,
}

/// The affixes ticked: serial numbers of some of the theme's, under `has`.
pub(super) fn ticked(catalog: &Catalog, theme: &Theme, query: &[(String, String)]) -> Result<Vec<AffixId>, Error> {
    let own = explain::theme_affixes(theme);
    let mut has = Vec::new();
    for (key, text) in query {
        if key != "has" {
            continue;
        }
        let id = text.trim().parse().ok().and_then(|index| catalog.affix_by_index(index));
        let id = id.filter(|id| own.contains(id)).ok_or_else(|| {
            let text: String = text.chars().take(40).collect();
            Error::bad_request(format!("has: found `{text}`; expected the index of one of the theme's affixes."))
        })?;
        if !has.contains(&id) {
            has.push(id);
        }
    }
    Ok(has)
}

/// A query that keeps what is ticked.
pub(super) fn query(catalog: &Catalog, has: &[AffixId], query: &Query) -> Query {
    has.iter().fold(query.clone(), |query, id| query.and("has", catalog.affix(*id).index.to_string()))
}

impl ScoreView {
    pub(super) fn new(
        open: &OpenRevision,
        (id, theme): (ThemeId, &Theme),
        has: &[AffixId],
        level: &str,
        path: &str,
    ) -> ScoreView {
        let (catalog, words) = (&open.loaded.catalog, open.loaded.game.words());
        let weight = |affix: AffixId| -> u32 {
            theme.parts.iter().filter(|part| part.affix == affix).map(|part| part.weight).sum()
        };
        let boxes = explain::theme_affixes(theme).into_iter().map(|affix| {
            let about = catalog.affix(affix);
            BoxView {
                index: about.index,
                name: about.name.clone(),
                weight: weight(affix),
                ticked: has.contains(&affix),
            }
        });
        let score = |has: &[AffixId]| open.forge.themes()?.theme_score(id, has);
        let enough = ENOUGH.map(|half_per_cent| {
            let found = explain::combinations(theme, half_per_cent, &score);
            let (note, found) = match found {
                None => ("There are too many combinations to list.".to_owned(), Vec::new()),
                Some(found) if found.is_empty() => ("None reaches it.".to_owned(), found),
                Some(found) if found.len() > MOST => {
                    (format!("{} more that need as many or more.", found.len() - MOST), found)
                }
                Some(found) => (String::new(), found),
            };
            let named =
                |one: &Combination| (explain::combination_text(catalog, one), explain::score_percent(one.score));
            EnoughView {
                title: format!("{} %", half_per_cent / 2),
                combinations: found.iter().take(MOST).map(named).collect(),
                note,
            }
        });
        ScoreView {
            path: path.to_owned(),
            level: level.to_owned(),
            affixes: words.affixes,
            boxes: boxes.collect(),
            answer: explain::score_sentences(theme, has.len(), score(has), words),
            enough: enough.into(),
        }
    }
}
