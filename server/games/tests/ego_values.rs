//! Values of the games of egos, on editions small enough that what is counted of them follows from what drops are.

use std::{collections::BTreeMap, fmt::Display, path::Path};

use affixboard_games as games;
use affixboard_model::{
    batch::{Cell, Counts, Detail, Metric, Shard, run_shard},
    catalog::KindId,
    game::{Forge, Loaded},
    text::{Severity, SourceFile, SourceSet},
};

const ITEMS: u64 = 60_000;

fn load(game: &str, files: &[(&str, String)]) -> Loaded {
    let mut sources = SourceSet::new();
    for (name, text) in files {
        sources.push(SourceFile::new(*name, text.as_bytes().to_vec()));
    }
    let loaded = games::find(game).expect("the game").load(sources);
    // Artifacts and egos of nothing are warned about.
    assert_eq!(loaded.count(Severity::Error), 0, "{:#?}", loaded.diagnostics);
    loaded
}

/// What is counted of so many drops of an edition at depth 30, or of magic applied to its first kind.
fn count(loaded: &Loaded, quality: u8, given: bool) -> Found {
    let forge = loaded.model.forge_for(Detail::Full);
    let mut counts = Counts::new(forge.keys());
    let cell = Cell { depth: 30, quality, kind: given.then_some(KindId(0)) };
    let tally = run_shard(forge.as_ref(), &Shard { cell, piece: 0, drops: ITEMS }, 1, &mut counts);
    let mut found = BTreeMap::new();
    for (key, count) in tally.counts {
        assert!(forge.can_occur(cell, key), "{:?}", forge.keys().label(key));
        *found.entry((forge.keys().key(key).metric, forge.keys().label(key).1)).or_default() += count;
    }
    Found(found)
}

struct Found(BTreeMap<(Metric, String), u64>);

impl Found {
    fn of(&self, metric: Metric, name: impl Display + Copy) -> u64 {
        self.0.get(&(metric, name.to_string())).copied().unwrap_or(0)
    }

    /// All of a metric.
    fn all(&self, metric: Metric) -> u64 {
        self.0.iter().filter(|(row, _)| row.0 == metric).map(|(_, count)| count).sum()
    }

    /// These names come so many times in so many of `n`: seeds are fixed, 5 sd each.
    #[track_caller]
    fn near(&self, metric: Metric, n: u64, of: u64, shares: &[(i32, u64)]) {
        for &(name, times) in shares {
            let (found, share) = (self.of(metric, name), times as f64 / of as f64);
            let sd = (n as f64 * share * (1.0 - share)).sqrt();
            assert!((found as f64 - n as f64 * share).abs() <= 5.0 * sd, "{metric:?} {name}: {found} of {n}");
        }
    }
}

/// An edition of 3.0 with one kind and one ego or none.
fn old(kind: &str, ego: &str) -> Loaded {
    let file = |text: &str| format!("V:3.0.0\n{text}");
    load(
        "angband-3.0",
        &[
            ("object.txt", file(&format!("N:1:Thing\n{kind}"))),
            ("artifact.txt", file("N:16:'Thorn'\nI:23:1:0\nW:127:255:10:10\n")),
            ("ego_item.txt", file(&format!("N:1:of Edges\n{ego}"))),
        ],
    )
}

const DAGGER: &str = "I:23:2:0\nW:1:0:12:20\nA:1/1\nP:3:2d40:0:0:1\nF:SHOW_MODS\n";
const NO_EGO: &str = "X:0:0\nW:0:1:0:100\nT:1:0:9\n";

#[test]
fn an_ego_of_3_0_adds_its_bonuses_and_a_random_power() {
    let loaded = old(DAGGER, "X:0:1\nW:0:1:0:100\nC:0:0:3:4\nT:23:2:2\nF:SEE_INVIS\n");
    let found = count(&loaded, 2, true);
    assert_eq!(found.of(Metric::AFFIX, "of Edges"), ITEMS, "every great dagger");
    for (metric, name) in [
        (Metric::POWER, "2"),
        (Metric::FLAG, "SEE_INVIS"),
        (Metric::FLAG, "SHOW_MODS"),
        (Metric::AC, "3"),
        (Metric::WEIGHT, "12"),
        (Metric::NUMBER, "1"),
    ] {
        assert_eq!(found.of(metric, name), ITEMS, "{metric:?}");
    }
    assert_eq!(found.all(Metric::CURSED) + found.all(Metric::BROKEN), 0);
    // A die of 4 on top of a pval of 0, one of 3 on top of a to-ac of 1; one of six sustains.
    found.near(Metric::PVAL, ITEMS, 4, &[(1, 1), (2, 1), (3, 1), (4, 1)]);
    found.near(Metric::TO_AC, ITEMS, 3, &[(2, 1), (3, 1), (4, 1)]);
    for stat in ["STR", "INT", "WIS", "DEX", "CON", "CHR"] {
        let with = found.of(Metric::FLAG, &format!("SUST_{stat}"));
        assert_eq!(found.of(Metric::EGO_EXTRA, &format!("of Edges: SUST_{stat}")), with);
        assert!(with.abs_diff(ITEMS / 6) < 460, "5 sd: {with}");
    }
    assert_eq!(found.all(Metric::EGO_EXTRA), ITEMS);
    // One in 10 × 2 × 40 gets a third die: 75 with an sd of 8.7; 5 sd. To-hit and to-dam are at least 1.
    assert!(found.of(Metric::DICE, "3d40").abs_diff(ITEMS / 800) < 44);
    assert_eq!(found.of(Metric::TO_HIT, 0) + found.of(Metric::TO_DAM, 0), 0);
    for metric in [Metric::TO_HIT, Metric::TO_DAM, Metric::PVAL, Metric::DICE] {
        assert_eq!(found.all(metric), ITEMS);
    }
}

#[test]
fn a_cursed_ego_of_3_0_turns_everything_round() {
    // It makes any dagger terrible, and is worth nothing.
    let loaded = old(DAGGER, "X:0:0\nW:0:1:0:0\nC:0:0:0:2\nT:23:2:2\nF:LIGHT_CURSE\n");
    let found = count(&loaded, 0, true);
    let with = found.of(Metric::AFFIX, "of Edges");
    assert_eq!([found.of(Metric::POWER, -2), found.of(Metric::POWER, 2)], [with, 0]);
    assert_eq!([found.of(Metric::BROKEN, "Thing"), found.of(Metric::FLAG, "LIGHT_CURSE")], [with, with]);
    // Whatever is worse than average is cursed, for it begins at 0.
    assert_eq!(found.of(Metric::CURSED, "Thing"), with + found.of(Metric::POWER, -1));
    assert_eq!(found.of(Metric::PVAL, -1) + found.of(Metric::PVAL, -2), with);
    assert!(found.of(Metric::PVAL, -1).abs_diff(with / 2) < 220, "5 sd of {with}");
    // Level 30: 36 % are average, and these alone have no bonus.
    assert_eq!(found.of(Metric::TO_HIT, 0), found.of(Metric::POWER, 0));
    found.near(Metric::POWER, ITEMS, 1000, &[(0, 360), (1, 320), (-1, 192), (-2, 128)]);
    // Good drops draw no cursed ego, and are good all the same.
    let found = count(&loaded, 2, true);
    assert_eq!([found.of(Metric::AFFIX, "of Edges"), found.of(Metric::POWER, 2)], [0, ITEMS]);
}

#[test]
fn marks_of_3_0_turn_the_bonuses_of_an_ego_too() {
    // The kind can't be sold, and the ego has no curse.
    let kind = DAGGER.replace("12:20", "12:0");
    let found = count(&old(&kind, "X:0:0\nW:0:1:0:100\nC:0:0:0:2\nT:23:2:2\n"), 2, true);
    assert_eq!([found.of(Metric::BROKEN, "Thing"), found.all(Metric::CURSED)], [ITEMS, 0]);
    assert_eq!(found.of(Metric::PVAL, -1) + found.of(Metric::PVAL, -2), ITEMS);
}

#[test]
fn diggers_and_jewels_of_3_0_have_rules_of_their_own() {
    let digger = old("I:20:1:2\nW:1:0:12:20\nA:1/1\nP:0:1d1:0:0:0\n", NO_EGO);
    let found = count(&digger, 0, true);
    assert_eq!(found.of(Metric::PVAL, -2), found.of(Metric::POWER, -1), "turned round");
    let worst = found.of(Metric::POWER, -2);
    assert_eq!((-10..=-6).map(|pval| found.of(Metric::PVAL, pval)).sum::<u64>(), worst);
    assert!((-10..=-6).all(|pval| found.of(Metric::PVAL, pval).abs_diff(worst / 5) < 110), "5 sd of {worst}");
    assert_eq!(found.all(Metric::PVAL), ITEMS);

    // Half of the average rings of Speed are bad, and a bad one slows down.
    let found = count(&old("I:45:31:0\nW:1:0:2:20\nA:1/1\nP:0:0d0:0:0:0\n", NO_EGO), 0, true);
    let bad = found.of(Metric::POWER, -1) + found.of(Metric::POWER, -2);
    // 36 % are average as rolled, of which a half stays so.
    found.near(Metric::POWER, ITEMS, 1000, &[(-2, 48), (-1, 192 + 180), (0, 180), (1, 320), (2, 80)]);
    assert_eq!([found.of(Metric::CURSED, "Thing"), found.of(Metric::BROKEN, "Thing")], [bad, bad]);
    assert_eq!((-60..0).map(|pval| found.of(Metric::PVAL, pval)).sum::<u64>(), bad);
    assert_eq!([found.of(Metric::PVAL, 0), found.all(Metric::PVAL)], [0, ITEMS]);
}

#[test]
fn missiles_of_3_0_lie_in_piles_where_they_are_found() {
    let loaded = old("I:17:1:0\nW:1:0:2:1\nA:1/1\nP:0:1d1:0:0:0\n", NO_EGO);
    assert_eq!(count(&loaded, 0, true).of(Metric::NUMBER, 1), ITEMS, "magic on a given kind");
    let found = count(&loaded, 0, false);
    // 6d7: mean 24 with a variance of 6 × 4; all but a hundred thousandth lie from 7 to 41.
    let piles: Vec<u64> = (0..=43).map(|number| found.of(Metric::NUMBER, number)).collect();
    assert_eq!([piles[..6].iter().sum::<u64>(), piles[43], piles.iter().sum()], [0, 0, ITEMS]);
    let mean = piles.iter().zip(0..).map(|(count, number)| count * number).sum::<u64>() as f64 / ITEMS as f64;
    assert!((mean - 24.0).abs() < 5.0 * (24.0 / ITEMS as f64).sqrt(), "{mean}");
}

/// An edition of 3.5 with one kind and one ego or none.
fn new(kind: &str, ego: &str) -> Loaded {
    let bases = "N:sword:Sword~\nF:HATES_ACID\nN:ring:Ring~\nN:wand:Wand~\nN:chest:Chest~\n";
    load(
        "angband-3.5",
        &[
            ("object_base.txt", bases.to_owned()),
            ("object.txt", format!("N:1:Thing\n{kind}")),
            ("ego_item.txt", format!("N:1:of Edges\n{ego}")),
            ("artifact.txt", "N:16:'Thorn'\nI:sword:1\n".to_owned()),
        ],
    )
}

const SWORD: &str = "I:sword:2\nW:1:0:12:20\nA:20:0 to 100\nP:3:0d0:0:0:1\n";
const NONE: &str = "X:0:0\nW:0:1:0:10\nA:1:0 to 127\nT:1:0:9\n";

#[test]
fn an_ego_of_3_5_brings_values_flags_and_a_random_power() {
    let ego = "X:0:2\nW:0:1:0:10\nA:1:0 to 127\nT:sword:2:2\nC:40+d3:-90:d2\nM:255:255:255\nF:RES_POIS\n\
               L:d4:255:STR | BLOWS\nL:0:0:INT\nL:-3:2:CON\n";
    let found = count(&new(SWORD, ego), 2, true);
    let with = found.of(Metric::AFFIX, "of Edges");
    // A boost past level 127 leaves an item without one.
    assert!(with > ITEMS * 97 / 100 && with < ITEMS);
    assert_eq!([found.of(Metric::POWER, 2), found.of(Metric::FLAG, "HATES_ACID")], [ITEMS, ITEMS]);
    // Dice are not the ego's business, and none can't grow.
    assert_eq!([found.of(Metric::DICE, "0d0"), found.of(Metric::AC, 3), found.of(Metric::WEIGHT, 12)], [ITEMS; 3]);
    for (flag, pvals) in [("STR", 1..=4), ("BLOWS", 1..=4), ("CON", 2..=2)] {
        assert_eq!(found.of(Metric::FLAG, flag), with, "{flag}");
        let of: Vec<u64> = pvals.map(|pval| found.of(Metric::PVAL, &*format!("{flag} {pval}"))).collect();
        assert_eq!(of.iter().sum::<u64>(), with, "{flag}");
        assert!(of.iter().all(|count| count.abs_diff(with / of.len() as u64) < 535), "5 sd: {of:?}");
    }
    assert_eq!(found.of(Metric::FLAG, "INT"), 0, "a pval of 0 brings no flag");
    // One of nine high resistances, of which it has one.
    let extra: Vec<u64> = ["LIGHT", "DARK", "SOUND", "SHARD", "NEXUS", "NETHR", "CHAOS", "DISEN"]
        .map(|element| found.of(Metric::EGO_EXTRA, &*format!("of Edges: RES_{element}")))
        .into_iter()
        .chain([found.of(Metric::EGO_EXTRA, "of Edges: (none)")])
        .collect();
    assert_eq!(extra.iter().sum::<u64>(), with);
    assert!(extra.iter().all(|count| count.abs_diff(with / 9) < 385), "5 sd: {extra:?}");
    assert_eq!(found.of(Metric::FLAG, "RES_POIS"), with);
    // Power 2 adds 1 to 20 to to-hit and to-dam, whatever the ego does.
    let between = |metric, range: std::ops::RangeInclusive<i32>| range.map(|at| found.of(metric, at)).sum::<u64>();
    assert_eq!([between(Metric::TO_HIT, 42..=63), between(Metric::TO_DAM, -89..=-70)], [with; 2]);
    assert_eq!(between(Metric::TO_HIT, 1..=20), ITEMS - with);
    assert_eq!(found.of(Metric::TO_AC, 2) + found.of(Metric::TO_AC, 3), with);
    assert!(found.of(Metric::TO_AC, 2).abs_diff(with / 2) < 612, "5 sd");
}

#[test]
fn minima_of_3_5_come_last() {
    // Without an `M:` line they are 0; power 2 adds at most 20.
    let ego = "X:0:0\nW:0:1:0:10\nA:1:0 to 127\nT:sword:2:2\nC:-90:0:-90\n";
    let found = count(&new(SWORD, ego), 2, true);
    let with = found.of(Metric::AFFIX, "of Edges");
    assert_eq!([found.of(Metric::TO_HIT, 0), found.of(Metric::TO_AC, 0)], [with; 2]);
    assert_eq!([found.of(Metric::TO_DAM, 0), found.of(Metric::TO_AC, 1)], [0, ITEMS - with]);
    // A minimum of a pval lifts the flags that share it one by one, the first away from the others.
    let found = count(&new(SWORD, &format!("{ego}L:1:3:STR | INT\n")), 2, true);
    assert_eq!([found.of(Metric::PVAL, "STR 3"), found.of(Metric::PVAL, "INT 3")], [with; 2]);
}

#[test]
fn other_types_of_3_5_have_rules_of_their_own() {
    let ring = new("I:ring:5\nW:1:0:2:20\nA:20:0 to 100\nL:5:SPEED\n", NONE);
    for quality in 0..3 {
        let found = count(&ring, quality, true);
        let speeds: Vec<u64> = (5..60).map(|speed| found.of(Metric::PVAL, &*format!("SPEED {speed}"))).collect();
        assert_eq!(speeds.iter().sum::<u64>(), ITEMS);
        // A half stays at 5, a quarter has one more.
        assert!(speeds[0].abs_diff(ITEMS / 2) < 613 && speeds[1].abs_diff(ITEMS / 4) < 531, "5 sd: {speeds:?}");
    }
    let wand = new("I:wand:5\nW:1:0:2:20\nA:20:0 to 100\nC:6+d4\nM:50:3\n", NONE);
    let found = count(&wand, 0, true);
    for charges in 7..=10 {
        let with = found.of(Metric::PVAL, &*format!("no flag {charges}"));
        assert!(with.abs_diff(ITEMS / 4) < 531, "5 sd: {with}");
    }
    assert_eq!([found.all(Metric::PVAL), found.of(Metric::NUMBER, 1)], [ITEMS; 2]);
    // Half of the drops are piles of three. (A few drops come to nothing, for no kind is good.)
    let found = count(&wand, 0, false);
    let drops = found.of(Metric::KIND, "Thing");
    assert!(found.of(Metric::NUMBER, 3).abs_diff(drops / 2) < 613);
    assert_eq!(found.of(Metric::NUMBER, 1) + found.of(Metric::NUMBER, 3), drops);
    // Of chests of level 100 the 45 in 100 that are past 55 are as hard as 55 to 59.
    let found = count(&new("I:chest:5\nW:100:0:2:20\nA:20:0 to 100\n", NONE), 0, true);
    assert!((55..=59).all(|pval| {
        let share = if pval == 55 { 1.0 + 9.0 } else { 9.0 } / 100.0;
        let sd = (ITEMS as f64 * share * (1.0 - share)).sqrt();
        (found.of(Metric::PVAL, &*format!("no flag {pval}")) as f64 - ITEMS as f64 * share).abs() < 5.0 * sd
    }));
    assert_eq!(found.of(Metric::PVAL, "no flag 60"), 0);
}

/// An edition of 4.2 with one kind and one ego that names it, and one curse.
fn newest(kind: &str, ego: &str) -> Loaded {
    let file = |text: &str| text.to_owned();
    load(
        "angband-4.2",
        &[
            (
                "constants.txt",
                file("world:max-depth:128\nobj-make:max-depth:100\nobj-make:great-obj:20\nobj-make:great-ego:20\n"),
            ),
            ("object_base.txt", file("name:sword:Sword~\nname:amulet:Amulet~\n")),
            ("slay.txt", file("code:EVIL_2\nrace-flag:EVIL\n")),
            ("brand.txt", file("code:FIRE_2\nname:fire\n")),
            ("curse.txt", file("name:talking\ntype:amulet\nconflict-flags:SEE_INVIS\n")),
            ("object.txt", format!("name:Thing\n{kind}")),
            ("ego_item.txt", format!("name:of Edges\nalloc:10:0 to 255\n{ego}")),
            ("class.txt", file("name:Scholar\n")),
            ("artifact.txt", file("name:of nothing\n")),
            ("object_property.txt", file("name:kept strength\ntype:flag\nsubtype:sustain\ncode:SUST_STR\n")),
            ("player_timed.txt", file("name:POISONED\nfail:2:POIS\n")),
        ],
    )
}

#[test]
fn egos_of_4_2_add_take_and_set_minima() {
    let kind =
        "type:amulet\nalloc:10:0 to 100\nflags:SEE_INVIS | FEATHER\nvalues:STEALTH[-3] | SPEED[2] | RES_COLD[-1]\n";
    let ego = "type:amulet\ncombat:0:0:4\nmin-combat:255:255:6\nflags:RAND_SUSTAIN | REGEN | SLOW_DIGEST\nflags-off:FEATHER\n\
               values:SPEED[1+d2] | INFRA[-2] | RES_FIRE[3] | RES_COLD[1]\nmin-values:INFRA[-1]\n";
    let found = count(&newest(kind, ego), 2, true);
    // To-ac 0 + 4 is raised to 6; stealth -3 and no minimum of its own to 0, which isn't counted; infravision -2 to -1.
    assert_eq!(found.of(Metric::TO_AC, 6), ITEMS);
    assert_eq!(found.of(Metric::MODIFIER, "INFRA -1"), ITEMS);
    let speed = [4, 5].map(|speed| found.of(Metric::MODIFIER, &*format!("SPEED {speed}")));
    assert!(speed.iter().sum::<u64>() == ITEMS && speed[0].abs_diff(ITEMS / 2) < 613, "5 sd: {speed:?}");
    assert_eq!(found.all(Metric::MODIFIER), 2 * ITEMS, "and nothing else");
    assert_eq!([found.of(Metric::RESISTANCE, "FIRE 3"), found.of(Metric::RESISTANCE, "COLD 1")], [ITEMS; 2]);
    // The only sustain there is; a flag is taken, the others stay and come.
    assert_eq!(found.of(Metric::EGO_EXTRA, "of Edges: SUST_STR"), ITEMS);
    for flag in ["SUST_STR", "SEE_INVIS", "REGEN", "SLOW_DIGEST"] {
        assert_eq!(found.of(Metric::FLAG, flag), ITEMS, "{flag}");
    }
    assert_eq!(found.all(Metric::FLAG), 4 * ITEMS);
    // The curse can't strike what shows the invisible.
    assert_eq!(found.of(Metric::CURSES, 0), ITEMS);
}

#[test]
fn curses_of_4_2_strike_one_item_in_twenty() {
    // One amulet in 20 is tried, and the only curse there is strikes at the first look.
    let found = count(&newest("type:amulet\nalloc:10:0 to 100\n", "type:amulet\nflags:BLESSED\n"), 0, true);
    let plain = ITEMS - found.of(Metric::AFFIX, "of Edges");
    let cursed = found.of(Metric::CURSE, "talking");
    assert_eq!([found.of(Metric::CURSES, 0), found.of(Metric::CURSES, 1)], [ITEMS - cursed, cursed]);
    let sd = (plain as f64 * 0.05 * 0.95).sqrt();
    assert!((cursed as f64 - plain as f64 / 20.0).abs() < 5.0 * sd, "{cursed} of {plain}: the blessed are spared");
}

#[test]
fn extreme_numbers_of_4_2_wrap_and_lose_no_item() {
    let most = i32::MAX;
    let kind = format!(
        "type:sword\nalloc:10:0 to 100\nattack:257d300:{most}:-{most}\narmor:{most}:{most}\nweight:-5\n\
         pile:200:900d900\nvalues:STR[{most}] | SPEED[999d{most}M{most}] | RES_ACID[{most}]\ncurse:talking:{most}\n"
    );
    let ego = format!(
        "type:sword\ncombat:{most}:{most}M{most}:{most}\nmin-combat:{most}:-{most}:254\nvalues:STR[{most}] | RES_ACID[-{most}]\n\
         min-values:SPEED[-{most}]\n"
    )
    .replace(&format!("{most}M{most}"), &format!("{most}+M{most}"));
    let loaded = newest(&kind, &ego);
    for given in [true, false] {
        for quality in 0..3 {
            let found = count(&loaded, quality, given);
            let items = found.all(Metric::KIND);
            for metric in [Metric::TO_HIT, Metric::TO_DAM, Metric::TO_AC, Metric::DICE, Metric::NUMBER, Metric::CURSES]
            {
                assert_eq!(found.all(metric), items, "{metric:?}");
            }
        }
    }
}

/// The starter editions: what drops are is the same, draw for draw, and every item that is no artifact has its values.
#[test]
fn counting_values_changes_nothing_else() {
    for game in ["angband-2.8", "angband-2.9", "angband-3.0", "angband-3.5", "angband-4.2", "sil-q"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data").join(game);
        let loaded = games::find(game).expect("the game").load(crate::common::sources(&folder));
        let (identity, full) = (loaded.model.forge(), loaded.model.forge_for(Detail::Full));
        // Not every game has all of them.
        let has = |metric| (0..full.keys().len() as u32).any(|key| full.keys().key(key).metric == metric);
        for (depth, quality) in [(0, 2), (5, 0), (30, 1), (60, 2), (127, 0)] {
            let shard = Shard { cell: Cell { depth, quality, kind: None }, piece: 0, drops: ITEMS };
            let run = |forge: &dyn Forge| run_shard(forge, &shard, 3, &mut Counts::new(forge.keys())).counts;
            let mut counts = run(full.as_ref());
            let sum = |metric| -> u64 {
                let of = counts.iter().filter(|(key, _)| full.keys().key(*key).metric == metric);
                of.map(|(_, count)| count).sum()
            };
            let items = sum(Metric::KIND) - sum(Metric::ARTIFACT);
            for metric in [Metric::TO_HIT, Metric::AC, Metric::WEIGHT, Metric::DICE, Metric::NUMBER] {
                if has(metric) {
                    assert_eq!(sum(metric), items, "{game} {metric:?}");
                }
            }
            assert!(!has(Metric::POWER) || sum(Metric::POWER) == items + sum(Metric::ARTIFACT), "{game}");
            counts.retain(|(key, _)| !Metric::VALUES.contains(&full.keys().key(*key).metric));
            assert!(counts == run(identity.as_ref()), "{game} {depth} {quality}: the same drops");
        }
    }
}
