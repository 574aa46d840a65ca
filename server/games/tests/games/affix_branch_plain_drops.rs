//! Gaps that are about whole drops, against what the original program made: at every depth and drop quality of its tally, of
//! every item type.
//!
//! Shares of few items are compared by the exact binomial test, those of many by χ²; all p-values are corrected after Holm.
//! Seeds are fixed: the chance that ours gives a false alarm is [`FALSE_ALARM`] in all.

use std::collections::BTreeMap;

use affixboard_inquiry::{
    gaps::{self, Gap, GapReport, Limits, MOST_PLAIN, Search},
    profile::Profile,
};
use affixboard_model::stats::{holm, two_shares_p, wilson};

use crate::common::{self, oracle::Oracle};

const FALSE_ALARM: f64 = 0.001;
/// Items of the original from which on a share must be found, or not found, where its interval is on one side of the limit.
const ITEMS: u64 = 2000;
/// Normal quantile of that interval: of some hundred shares one in 300,000 is beyond it by chance.
const SURE: f64 = 4.5;

/// Depth, drop quality and item type.
type Place = (u32, u8, u16);

/// What the original made of an item type in a cell: items, those of them without an affix, and those counted by affixes.
#[derive(Default)]
struct Made {
    items: u64,
    plain: u64,
    ordinary: u64,
}

fn made(oracle: &Oracle) -> BTreeMap<Place, Made> {
    let qualities = oracle.loaded.game.words().qualities;
    let mut made: BTreeMap<Place, Made> = BTreeMap::new();
    for ((depth, word), (_, rows)) in common::tally(&oracle.tallies.join("full.csv.gz")) {
        let quality = qualities.iter().position(|known| *known == word).expect("a quality") as u8;
        for ((metric, tval, _, name), count) in rows {
            let Ok(tval) = tval.parse() else { continue };
            let of_type = made.entry((depth, quality, tval)).or_default();
            match metric.as_str() {
                "kind" => of_type.items += count,
                "naffixes" => {
                    of_type.ordinary += count;
                    of_type.plain += if name == "0" { count } else { 0 };
                }
                _ => {}
            }
        }
    }
    made
}

fn found(oracle: &Oracle) -> GapReport {
    let dive = Profile::parse("1-100: normal 10, good 1, great 1").expect("a profile");
    let search = Search { limits: Limits::default(), dive };
    gaps::find(&oracle.loaded, &*oracle.loaded.model.forge(), &search)
}

#[test]
fn plain_drops_are_as_many_as_the_originals() {
    let Some(oracle) = Oracle::open("affix-branch", "affix-branch") else { return };
    let (made, found) = (made(&oracle), found(&oracle));
    let mut ours: BTreeMap<Place, (u64, u64)> = BTreeMap::new();
    for finding in found.findings.iter().filter(|finding| finding.gap == Gap::PlainDrops) {
        let tval = finding.tval.expect("an item type");
        ours.extend(finding.shares.iter().map(|share| ((share.depth, share.quality, tval), (share.count, share.n))));
    }
    let mut compared: Vec<(Place, f64)> = Vec::new();
    for (place, made) in made.iter().filter(|(place, made)| place.1 > 0 && made.items > 0) {
        match ours.get(place) {
            Some(our) => compared.push((*place, two_shares_p((made.plain, made.items), *our))),
            // Rings and amulets can draw nothing at all, which is another gap.
            None if made.items >= ITEMS && made.plain < made.ordinary => {
                let (low, _) = wilson(made.plain, made.items, SURE);
                assert!(low <= MOST_PLAIN, "not found: {place:?}, {} of {}", made.plain, made.items);
            }
            None => {}
        }
    }
    let corrected = holm(&compared.iter().map(|one| one.1).collect::<Vec<_>>());
    for ((place, p), corrected) in compared.iter().zip(&corrected) {
        let (made, our) = (&made[place], ours[place]);
        let (theirs, own) = (made.plain as f64 / made.items as f64, our.0 as f64 / our.1 as f64);
        assert!(*corrected >= FALSE_ALARM, "{place:?}: {theirs} and {own}, p {p:e}, after Holm {corrected:e}");
        let (_, high) = wilson(made.plain, made.items, SURE);
        assert!(made.items < ITEMS || high >= MOST_PLAIN, "found without reason: {place:?}");
    }
    // By hand from the tally: 86.0 % of shields, 90.8 % of cloaks, 72.8 % of soft and 94.2 % of hard armour.
    let great: Vec<u16> = ours.keys().filter(|place| (place.0, place.1) == (90, 2)).map(|place| place.2).collect();
    assert_eq!(great, [34, 35, 36, 37]);
    assert!(compared.len() >= 10, "{}", compared.len());
}

#[test]
fn what_is_only_ever_artifacts_is_so_in_the_original() {
    let Some(oracle) = Oracle::open("affix-branch", "affix-branch") else { return };
    let made = made(&oracle);
    let takes_affixes = |tval: u16| made.iter().any(|(place, made)| place.2 == tval && made.ordinary > 0);
    let only = |quality: u8, tval: u16| {
        let of = || made.iter().filter(move |(place, _)| (place.1, place.2) == (quality, tval));
        takes_affixes(tval) && of().any(|(_, made)| made.items > 0) && of().all(|(_, made)| made.ordinary == 0)
    };
    let mut expected: Vec<(u16, Vec<u8>)> = Vec::new();
    for item_type in &oracle.loaded.catalog.item_types {
        let qualities: Vec<u8> = (1..3).filter(|quality| only(*quality, item_type.tval)).collect();
        if !qualities.is_empty() {
            expected.push((item_type.tval, qualities));
        }
    }
    let found = found(&oracle).findings.into_iter().filter(|finding| finding.gap == Gap::OnlyArtifacts);
    let mut got: Vec<(u16, Vec<u8>)> =
        found.map(|finding| (finding.tval.expect("a type"), finding.qualities)).collect();
    got.sort();
    expected.sort();
    assert_eq!(got, expected);
    // Bows and lights.
    assert_eq!(got, [(19, vec![1, 2]), (39, vec![1, 2])]);
}
