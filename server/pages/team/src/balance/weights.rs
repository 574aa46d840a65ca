//! From a test of an affix's share that fails to the weights that would mend it.

use std::collections::BTreeSet;

use affixboard_inquiry::balance::{BalanceTest, Measure};
use affixboard_model::batch::Entry;

use crate::links::{self, Query};
use affixboard_service::{library::OpenRevision, targets::has_weights};

/// Depths at most that weights are found for at once.
const MOST_DEPTHS: usize = 6;

/// The page that finds weights for a test of one affix's share among the drops of one item type; empty for others.
pub(super) fn link(open: &OpenRevision, test: &BalanceTest) -> String {
    query(open, test).map_or_else(String::new, |query| query.on(&links::draft_target(&open.revision.slug)))
}

fn query(open: &OpenRevision, test: &BalanceTest) -> Option<Query> {
    let (catalog, words) = (&open.loaded.catalog, open.loaded.game.words());
    let Measure::Share { asked, among: Some(among) } = &test.measure else { return None };
    let [Entry::Affix(affix)] = asked.entries(catalog)[..] else { return None };
    let types: BTreeSet<u16> = among.kinds()?.iter().map(|kind| catalog.kind(*kind).tval).collect();
    let tval = types.first().filter(|_| types.len() == 1)?;
    let depths: BTreeSet<u32> = test.cells.iter().map(|cell| cell.depth).collect();
    let qualities: BTreeSet<u8> = test.cells.iter().map(|cell| cell.quality).collect();
    let quality = qualities.first().filter(|_| qualities.len() == 1)?;
    if asked.needs_values || asked.kinds().is_some() || depths.len() > MOST_DEPTHS || !has_weights(&open.loaded) {
        return None;
    }
    let percent = |share: Option<f64>| share.map_or_else(String::new, |share| format!("{}", 100.0 * share));
    let depths: Vec<String> = depths.iter().map(u32::to_string).collect();
    let query = Query::default()
        .set("affix", format!("#{}", catalog.affix(affix).index))
        .set("type", tval.to_string())
        .set("of", "drops")
        .set("levels", depths.join(","))
        .set("quality", words.qualities[usize::from(*quality)])
        .set("least", percent(test.limits.at_least))
        .set("most", percent(test.limits.at_most));
    Some(query)
}
