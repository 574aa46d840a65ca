//! `plain-drops`: item types whose good or great drops mostly carry no affix.

use super::{
    About, DropShare, Finding, Gap,
    context::{Context, runs},
    dive::Dive,
};
use affixboard_model::{catalog::KindId, stats::wilson};

/// More than this share without an affix is a gap.
pub const MOST_PLAIN: f64 = 0.5;
/// Fewest simulated items that a depth is judged by.
const FEWEST_ITEMS: u64 = 30;
/// Normal quantile that the share is above [`MOST_PLAIN`] by at one depth at least. About 10 item types, 2 qualities and
/// 100 depths make 2,000 tests: it is by chance in less than 1 % of all editions whose shares are all just the limit.
const SURE: f64 = 4.5;

pub(super) fn run(context: &Context<'_>, dive: &Dive, findings: &mut Vec<Finding>) {
    for item_type in context.catalog.item_types.iter().filter(|item_type| item_type.takes_affixes) {
        let (tval, kinds) = (item_type.tval, context.catalog.kinds_of(item_type.tval));
        // What can never draw one is left to `no-affix`.
        if !kinds.iter().any(|id| context.reached.any_on(*id)) {
            continue;
        }
        for (quality, word) in (0..).zip(context.words.qualities).skip(1) {
            let Some(shares) = plain(context, dive, &kinds, quality) else { continue };
            let is_asked = |depth, of: u8| of == quality && shares.iter().any(|share| share.depth == depth);
            let items = dive.plain_items(&kinds, is_asked);
            findings.push(Finding {
                levels: runs(shares.iter().map(|share| share.depth)),
                qualities: vec![quality],
                items: Some(items),
                line: kinds.iter().find_map(|id| context.catalog.kind(*id).record),
                shares,
                ..Finding::new(
                    Gap::PlainDrops,
                    About::ItemType(tval),
                    format!("most {word} drops carry no {}", context.words.affix),
                )
            });
        }
    }
}

/// The shares at the depths at which most are plain; `None` where that is at no depth beyond doubt.
fn plain(context: &Context<'_>, dive: &Dive, kinds: &[KindId], quality: u8) -> Option<Vec<DropShare>> {
    let levels = context.limits.levels(context.words);
    let mut shares = dive.plain(kinds, quality);
    shares.retain(|share| levels.contains(&share.depth) && share.n >= FEWEST_ITEMS && share.share() > MOST_PLAIN);
    shares.iter().any(|share| wilson(share.count, share.n, SURE).0 > MOST_PLAIN).then_some(shares)
}
