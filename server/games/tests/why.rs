//! Explanations: on editions small enough to say what they must be, and against what else is computed of the same rules.

use std::path::Path;

use crate::common::per_game::each_game;

use affixboard_games as games;
use affixboard_model::{
    batch::{Cell, Counts, Entry, Metric, Shard, run_shard},
    catalog::{AffixId, KindId, ThemeId},
    explain::{AffixDerivation, Derivation, ExplainedEntry, LineStatus, NeverDrawn, ThemeDerivation, WeightShare},
    game::{Loaded, Mean, Switches},
    text::{SourceFile, SourceSet},
};

const DAGGER: KindId = KindId(0);
const CLUB: KindId = KindId(1);

fn load(game: &str, switches: &[&str], egos: &str, themes: &str) -> Loaded {
    let mut sources = SourceSet::new();
    for (name, text) in [
        ("object_base.txt", "N:sword:Sword~\nF:HATES_ACID\n"),
        ("object.txt", "N:1:& Dagger~\nI:sword:1\nA:20:1 to 100\nN:2:& Club~\nI:hafted:1\nA:60:36 to 100\n"),
        ("ego_item.txt", egos),
        ("ego_themes.txt", themes),
        ("artifact.txt", "N:1:'Thorn'\nI:sword:1\nA:10:5 to 100\n"),
    ] {
        sources.push(SourceFile::new(name, text.as_bytes().to_vec()));
    }
    let game = games::find(game).expect("the game");
    let loaded = game.load_switched(sources, Switches::parse(game, switches.iter().copied()).expect("known"));
    let unexpected = loaded.diagnostics.iter().find(|remark| {
        !matches!(remark.rule.name(), "hidden-allocation" | "no-such-kind" | "never-drawn" | "no-matching-kind")
    });
    assert_eq!(unexpected, None);
    loaded
}

fn cell(depth: u32, quality: u8, kind: Option<KindId>) -> Cell {
    Cell { depth, quality, kind }
}

fn of_affix(why: &Derivation) -> &AffixDerivation {
    match &why.about {
        ExplainedEntry::Affix(about) => about,
        ExplainedEntry::Theme(_) => panic!("it is an affix"),
    }
}

fn of_theme(why: &Derivation) -> &ThemeDerivation {
    match &why.about {
        ExplainedEntry::Theme(about) => about,
        ExplainedEntry::Affix(_) => panic!("it is a theme"),
    }
}

#[track_caller]
fn near(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-12, "{found}, expected {expected}");
}

/// "of Edges" up to level 255, of weight 5, "of Depths" from great on, of weight 15, down to level 30. The club has none.
const TWO: &str = "N:1:suffix:of Edges\nT:sword:0:99:good:5:1 to 255\nT:sword:1:1:great:50:1 to 100\n\
                   N:2:suffix:of Depths\nT:sword:0:99:great:15:1 to 30\n";

/// A theme that no dagger gets.
const NONE: &str = "N:9:suffix:of None\nT:hafted:0:99:1 to 100\nA:of Edges:1\n";

/// At level 30 a normal dagger draws from great with 40 %, and has 0 to 2 draws. One draw in twenty is made deeper, at
/// 1 + 3840 ÷ r: up to r = 15 that is past level 255, and always past level 30.
#[test]
fn a_normal_dagger_at_level_30() {
    let loaded = load("affix-branch", &[], TWO, NONE);
    let forge = loaded.model.forge();
    let why = forge
        .explain()
        .expect("explanations")
        .why(cell(30, 0, Some(DAGGER)), DAGGER, Entry::Affix(AffixId(0)))
        .expect("an explanation");
    assert_eq!(why.creations.len(), 1);
    assert_eq!((why.creations[0].level, why.creations[0].chance, why.creations[0].share), (30, 1.0, 1.0));
    assert_eq!(why.draws.iter().map(|draws| draws.0).collect::<Vec<_>>(), [0, 1, 2]);
    why.draws.iter().for_each(|draws| near(draws.1, 1.0 / 3.0));
    near(why.has_draw(), 2.0 / 3.0);
    near(why.mean_draws(), 1.0);
    let magic_outcomes: Vec<_> =
        why.creations[0].magic_outcomes.iter().map(|turn| (turn.affix_levels, turn.draws, turn.part)).collect();
    let part = |weight| WeightShare { weight, total: 15 };
    let good = [0, 1, 2].map(|draws| (Some((0, 0)), draws, part(3)));
    let great = [0, 1, 2].map(|draws| (Some((0, 1)), draws, part(2)));
    assert_eq!(magic_outcomes, [good, great].concat());

    let (usual, deep, too_deep) = (19.0 / 20.0, 113.0 / 2560.0, 15.0 / 2560.0);
    let (from_good, from_great) = (usual + deep, usual * 0.25 + deep);
    let edges = of_affix(&why);
    near(edges.per_draw, 0.6 * from_good + 0.4 * from_great);
    near(edges.mean, edges.per_draw);
    let once = |chance: f64| (chance + 1.0 - (1.0 - chance) * (1.0 - chance)) / 3.0;
    near(edges.once, 0.6 * once(from_good) + 0.4 * once(from_great));
    near(why.nothing, too_deep);
    assert_eq!((edges.never, edges.one_of_sort, edges.may_be_undone), (None, false, false));

    // From great, its own line of 5 comes first, so that the one of 50 is hidden; from good that one is too high. Deeper than
    // 100, reached up to r = 38, it is past its last level.
    let first_draw_pools: Vec<_> = why
        .first_draw_pools
        .iter()
        .map(|place| (place.levels, place.affix_levels, (place.weight, place.pool.total), place.lines.clone()))
        .collect();
    let (too_high, hidden) =
        (vec![LineStatus::Counts, LineStatus::LevelTooHigh], vec![LineStatus::Counts, LineStatus::Hidden]);
    let past = vec![LineStatus::Counts, LineStatus::TooDeep];
    assert_eq!(
        first_draw_pools[..5],
        [
            ((30, 99), (0, 0), (5, 5), too_high),
            ((30, 30), (0, 1), (5, 20), hidden.clone()),
            ((31, 99), (0, 1), (5, 5), hidden),
            ((102, 241), (0, 0), (5, 5), past.clone()),
            ((102, 241), (0, 1), (5, 5), past),
        ]
    );
    near(why.first_draw_pools[0].chance, 0.6 * (usual + 90.0 / 2560.0));
    near(why.first_draw_pools[0].deeper, 0.6 * 90.0 / 2560.0);
    near(why.first_draw_pools[1].chance, 0.4 * usual);
    near(why.first_draw_pools[1].entry, 0.25);
    near(why.first_draw_pools[1].deeper, 0.0);
    near(why.first_draw_pools[4].chance, 0.4 * 23.0 / 2560.0);
    let past = why
        .first_draw_pools
        .iter()
        .find(|place| place.affix_levels == (0, 1) && place.levels.0 > 255)
        .expect("too deep");
    assert_eq!((past.lines.clone(), past.weight, past.entry), (vec![LineStatus::TooDeep, LineStatus::TooDeep], 0, 0.0));
    near(past.chance, 0.4 * too_deep);

    let why = forge
        .explain()
        .expect("explanations")
        .why(cell(30, 0, Some(DAGGER)), DAGGER, Entry::Affix(AffixId(1)))
        .expect("an explanation");
    near(of_affix(&why).per_draw, 0.4 * usual * 0.75);
    assert_eq!(why.outcomes.iter().map(|outcome| outcome.0).collect::<Vec<_>>(), [AffixId(0), AffixId(1)]);
    near(why.levels.iter().find(|at| at.level == 30).expect("its own level").entry, 0.4 * usual * 0.75);
    assert!(why.levels.iter().all(|at| at.level == 30 || at.entry == 0.0), "deeper it is never drawn");
}

/// Great drops at depth 30 are made 10 to 15 levels deeper. Up to level 35 there are no clubs, from 36 on a kind is a
/// dagger with 20 of 80; a boosted choice is always past 36.
#[test]
fn kinds_are_chosen_where_drops_are_made() {
    let loaded = load("affix-branch", &[], TWO, NONE);
    let forge = loaded.model.forge();
    let why = |depth, quality| {
        forge
            .explain()
            .expect("explanations")
            .why(cell(depth, quality, None), DAGGER, Entry::Affix(AffixId(0)))
            .expect("an explanation")
    };
    let great = why(30, 2);
    assert_eq!(great.creations.iter().map(|making| making.level).collect::<Vec<_>>(), [40, 41, 42, 43, 44, 45]);
    for making in &great.creations {
        assert_eq!(making.kind_weight, Some(WeightShare { weight: 20, total: 80 }));
        near(making.kind, 0.25);
        near(making.share, making.chance);
    }
    // RULES of the affix branch, "Random values": m_bonus(5, 30), measured to three digits.
    for (making, measured) in great.creations.iter().zip([0.174, 0.525, 0.220, 0.056, 0.017, 0.008]) {
        assert!((making.chance - measured).abs() < 0.0015, "{making:?}");
    }
    let normal = why(30, 0);
    assert_eq!(normal.creations[0].kind_weight, Some(WeightShare { weight: 20, total: 20 }));
    // 1 + 3000 ÷ r is below 36 from r = 86 on, and past level 100 levels count as 100.
    near(normal.creations[0].kind, 0.95 + 0.05 * (0.15 + 0.85 * 0.25));
    let club = forge
        .explain()
        .expect("explanations")
        .why(cell(1, 0, None), CLUB, Entry::Affix(AffixId(0)))
        .expect("an explanation");
    assert_eq!(club.creations.len(), 1, "by boosts alone");
    assert_eq!(of_affix(&club).never, Some(NeverDrawn::NoLine));
    near(club.nothing, 1.0);
    assert!(
        forge.explain().expect("explanations").why(cell(1, 0, Some(CLUB)), DAGGER, Entry::Affix(AffixId(0))).is_none()
    );
    assert!(forge.explain().expect("explanations").why(cell(1, 0, None), DAGGER, Entry::Kind).is_none());
}

const CUTTING: &str = "N:7:suffix:of Cutting\nT:sword:0:99:1 to 40\nA:of Edges:7\nA:of Depths:14\nA:of Depths:7\n\
                       N:8:suffix:of Both\nT:sword:0:99:20 to 100\nA:of Edges:100\nA:of Depths:100\n";

/// Weights of 28, of 200 for the other. Two of Edges: 14 × 8 × 14 ÷ 28 = 56; one of Depths alone counts as two: 21 × 8 × 21
/// ÷ 28 = 126; both: 28 × 8 = 224, certain; twice of Depths: 504, which a byte keeps as 248.
/// Of the other, both: 1600, kept as 64.
#[test]
fn themes_by_hand() {
    let loaded = load("affix-branch", &[], TWO, CUTTING);
    let forge = loaded.model.forge();
    let at = cell(30, 0, Some(DAGGER));
    let why = forge.explain().expect("explanations").why(at, DAGGER, Entry::Theme(ThemeId(0))).expect("an explanation");
    let cutting = of_theme(&why);
    let scores: Vec<_> = cutting.pairs.iter().map(|(a, b, score)| (a.0, b.0, score.unwrapped, score.stored)).collect();
    assert_eq!(scores, [(0, 1, 224, 224), (1, 1, 126, 126), (0, 0, 56, 56)]);
    near(cutting.pairs[0].2.chance(), 1.0);
    near(cutting.pairs[2].2.chance(), 0.28);
    let parts: Vec<_> = cutting.parts.iter().map(|part| (part.affix.0, part.lines, part.weight, part.comes)).collect();
    assert_eq!((parts, cutting.total), (vec![(0, 1, 7, 100), (1, 2, 21, 100)], 28));
    near(cutting.parts[1].drawn, 0.4 * 0.95 * 0.75);
    // It is legal at level 30; boosted levels, 1 + 3840 ÷ r, are up to 40 from r = 97 on.
    near(cutting.legal, 0.95 + 0.05 * 32.0 / 128.0);
    assert_eq!(cutting.rivals.len(), 1);
    near(cutting.rivals[0].1, cutting.legal);

    let both =
        forge.explain().expect("explanations").why(at, DAGGER, Entry::Theme(ThemeId(1))).expect("an explanation");
    let score = of_theme(&both).pairs.iter().find(|pair| pair.0 != pair.1).expect("both").2;
    assert_eq!((score.unwrapped, score.stored, score.wraps()), (1600, 64, true));

    let why = forge.explain().expect("explanations").why(at, DAGGER, Entry::Affix(AffixId(1))).expect("an explanation");
    let helps = &of_affix(&why).helps;
    assert_eq!(
        helps.iter().map(|help| (help.theme.0, help.lines, help.part.weight)).collect::<Vec<_>>(),
        [(0, 2, 21), (1, 1, 100)]
    );
    assert_eq!(helps[0].alone.map(|score| score.stored), Some(126));
    let with: Vec<_> = helps[0].with.iter().map(|(other, score)| (other.0, score.stored)).collect();
    assert_eq!(with, [(1, 248), (0, 224)]);

    // As documented, one affix is none, and scores are kept whole.
    let loaded = load("affix-branch", &["one-affix-theme", "theme-score-byte"], TWO, CUTTING);
    let why = loaded
        .model
        .forge()
        .explain()
        .expect("explanations")
        .why(at, DAGGER, Entry::Theme(ThemeId(1)))
        .expect("an explanation");
    let scores: Vec<_> = of_theme(&why).pairs.iter().map(|(a, b, score)| (a.0, b.0, score.stored)).collect();
    assert_eq!(scores, [(0, 1, 1600)]);
    assert!(!of_theme(&why).repeats_count);
}

/// Two materials and a suffix that every window has. An item takes one material: n draws give the first with 0.1 in each
/// until there is one, and only after suffixes.
#[test]
fn an_item_of_v4_has_one_material() {
    let egos = "N:1:material:Iron\nT:sword:0:99:good:10:1 to 127\nN:2:material:Tin\nT:sword:0:99:good:30:1 to 127\n\
                N:3:suffix:of Edges\nT:sword:0:99:good:60:1 to 127\nT:sword:0:99:bad:60:1 to 10\n\
                N:4:prefix:Null\nT:sword:0:99:good:10:1 to 127\n";
    let loaded = load("v4", &[], egos, NONE);
    let forge = loaded.model.forge();
    let why = |affix| {
        forge
            .explain()
            .expect("explanations")
            .why(cell(40, 2, None), DAGGER, Entry::Affix(AffixId(affix)))
            .expect("an explanation")
    };
    let iron = why(0);
    let about = of_affix(&iron);
    near(about.per_draw, 0.1);
    assert!(about.one_of_sort);
    let expected: f64 = iron.draws.iter().map(|(n, chance)| chance * 0.25 * (1.0 - 0.6_f64.powi(*n as i32))).sum();
    near(about.once, expected);
    near(about.mean, expected);
    let edges = why(2);
    let mean = of_affix(&edges).mean;
    near(mean, iron.mean_draws() - 4.0 * expected);
    assert!(edges.first_draw_pools.iter().all(|place| place.lines == [LineStatus::Counts, LineStatus::TooDeep]));
    assert_eq!(of_affix(&why(3)).never, Some(NeverDrawn::OfItsType));
}

/// Where no theme ends the draws and nothing is undone, what is said of all draws is what drops have.
#[test]
fn means_without_themes_are_those_of_drops() {
    const DROPS: u64 = 1_000_000;
    for (game, quality) in [("affix-branch", 2), ("affix-branch", 0), ("v4", 1)] {
        let loaded = load(game, &[], TWO, NONE);
        let forge = loaded.model.forge();
        let at = cell(30, quality, Some(DAGGER));
        let shard = Shard { cell: at, piece: 0, drops: DROPS };
        let made = run_shard(forge.as_ref(), &shard, 7, &mut Counts::new(forge.keys())).counts;
        for affix in [0, 1] {
            let why = forge
                .explain()
                .expect("explanations")
                .why(at, DAGGER, Entry::Affix(AffixId(affix)))
                .expect("an explanation");
            let about = of_affix(&why);
            let counted = |metric| {
                let is_it = |key: u32| {
                    let key = forge.keys().key(key);
                    (key.metric, key.entry) == (metric, Entry::Affix(AffixId(affix)))
                };
                made.iter().find(|count| is_it(count.0)).map_or(0, |count| count.1) as f64 / DROPS as f64
            };
            // Slots vary by less than 4 from drop to drop, so that a mean of a million is within 0.01 by far.
            assert!((counted(Metric::AFFIX) - about.once).abs() < 0.003, "{game} {affix}");
            assert!((counted(Metric::AFFIX_MULT) - about.mean).abs() < 0.01, "{game} {affix}");
        }
    }
}

fn starter(game: &str) -> Loaded {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data").join(game);
    games::find(game).expect("the game").load(crate::common::sources(&folder))
}

/// What must hold of any explanation.
#[track_caller]
fn check(why: &Derivation) {
    let sum = |parts: &mut dyn Iterator<Item = f64>| parts.sum::<f64>();
    if why.creations.is_empty() {
        assert!(why.first_draw_pools.is_empty() && why.draws.is_empty() && why.outcomes.is_empty());
        return;
    }
    near(sum(&mut why.creations.iter().map(|making| making.share)), 1.0);
    near(sum(&mut why.draws.iter().map(|draws| draws.1)), 1.0);
    for making in &why.creations {
        near(sum(&mut making.magic_outcomes.iter().map(|turn| turn.part.chance())), 1.0);
    }
    if why.has_draw() == 0.0 {
        assert!(why.first_draw_pools.is_empty());
        return;
    }
    near(sum(&mut why.first_draw_pools.iter().map(|place| place.chance)), 1.0);
    near(sum(&mut why.levels.iter().map(|at| at.chance)), 1.0);
    near(sum(&mut why.outcomes.iter().map(|outcome| outcome.1)) + why.nothing, 1.0);
    let entry = sum(&mut why.first_draw_pools.iter().map(|place| place.chance * place.entry));
    near(sum(&mut why.levels.iter().map(|at| at.entry)), entry);
    match &why.about {
        ExplainedEntry::Theme(about) => near(about.legal, entry),
        ExplainedEntry::Affix(about) => {
            near(about.per_draw, entry);
            let outcome = why.outcomes.iter().find(|outcome| outcome.0 == about.affix);
            near(outcome.map_or(0.0, |outcome| outcome.1), entry);
            assert!(about.once <= about.mean + 1e-12 && about.mean <= why.mean_draws() + 1e-12);
            assert!(about.never.is_none() || about.mean == 0.0);
            for place in &why.first_draw_pools {
                let is_drawn = place.lines.iter().any(|fate| matches!(fate, LineStatus::Counts | LineStatus::Unasked));
                assert!(place.weight == 0 || is_drawn, "{place:?}");
            }
        }
    }
}

/// Every starter edition: shares come to 1, and what an ego's explanation says of all items is what is computed of them.
fn agrees_with_what_is_computed(id: &str) {
    let game = games::find(id).expect("the game");
    let loaded = starter(game.id());
    let (catalog, forge) = (&loaded.catalog, loaded.model.forge());
    // What becomes of its items depends on their power, which is not followed without drawing.
    if game.id() == "unangband" {
        assert!(forge.explain().is_none());
        return;
    }
    // Robes become it by an ego: its items are theirs.
    let is_robes = |kind: &KindId| {
        game.id() == "frogcomposband" && (catalog.kind(*kind).tval, catalog.kind(*kind).sval) == (36, 60)
    };
    let takes = |kind: &KindId| {
        !is_robes(kind) && catalog.item_type(catalog.kind(*kind).tval).is_some_and(|of| of.takes_affixes)
    };
    let kinds = (0..catalog.kinds.len() as u32).map(KindId).filter(takes).step_by(4);
    let mut compared = 0;
    for kind in kinds {
        for (depth, quality) in [(1, 0), (30, 0), (45, 1), (12, 2), (90, 2)] {
            let at = cell(depth, quality, (depth == 12).then_some(kind));
            for theme in (0..catalog.themes.len() as u32).step_by(3).map(ThemeId) {
                check(
                    &forge.explain().expect("explanations").why(at, kind, Entry::Theme(theme)).expect("an explanation"),
                );
            }
            let computed = game.words().one_affix.then(|| forge.exact().expect("chances").chances(at, Some(&[kind])));
            for affix in (0..catalog.affixes.len() as u32).step_by(5).map(AffixId) {
                let why =
                    forge.explain().expect("explanations").why(at, kind, Entry::Affix(affix)).expect("an explanation");
                check(&why);
                let Some(computed) = &computed else { continue };
                if affix.0 % 25 == 0 {
                    let other = AffixId((affix.0 + 5) % catalog.affixes.len() as u32);
                    let together = forge.exact().expect("chances").pair(at, kind, [affix, other]).expect("chances");
                    near(of_affix(&why).once * together.items, together.each[0].mean);
                    assert_eq!(together.both, Mean::default());
                    let itself = forge.exact().expect("chances").pair(at, kind, [affix, affix]).expect("chances");
                    assert_eq!(itself.both, together.each[0]);
                }
                let is_special = |artifact: &affixboard_model::catalog::Artifact| {
                    catalog.find_kind(artifact.tval, artifact.sval) == Some(kind)
                };
                // Where artefacts are counted, special ones are those of kinds that nothing else is.
                let is_numbered = game.id() != "narsil" || catalog.kind(kind).flags.contains(&"INSTA_ART");
                let is_low = |index| index < 16 && is_numbered;
                if catalog.artifacts.iter().any(|artifact| is_special(artifact) && is_low(artifact.index)) {
                    continue;
                }
                let mean = |metric, entry| {
                    let is_it = |key: u32| {
                        let key = forge.keys().key(key);
                        (key.metric, key.kind, key.entry) == (metric, Some(kind), entry)
                    };
                    computed.iter().find(|chance| is_it(chance.key)).map_or(0.0, |chance| chance.mean)
                };
                let of_kind = mean(Metric::KIND, Entry::Kind);
                let expected = mean(Metric::AFFIX, Entry::Affix(affix));
                near(of_affix(&why).mean * of_kind, expected);
                compared += u32::from(expected > 0.0);
            }
        }
    }
    assert!(!game.words().one_affix || compared > 20, "{game:?}: {compared}");
}

each_game!(mod explanations_agree_with_what_is_computed: agrees_with_what_is_computed);

/// The pools are those of the availability sheet.
#[test]
fn pools_are_those_of_sheets() {
    let loaded = starter("affix-branch");
    let forge = loaded.model.forge();
    let sword = loaded.catalog.kinds_of(23)[3];
    for (depth, quality) in [(1, 0), (30, 2), (95, 1)] {
        let why = forge
            .explain()
            .expect("explanations")
            .why(cell(depth, quality, None), sword, Entry::Affix(AffixId(3)))
            .expect("an explanation");
        assert!(!why.first_draw_pools.is_empty());
        for place in &why.first_draw_pools {
            assert_eq!(place.affix_levels.0, 0);
            for level in [place.levels.0, place.levels.1] {
                assert_eq!(place.pool, forge.pool(sword, level, place.affix_levels.1));
            }
        }
    }
}

/// RULES of the affix branch, part 5: Soft Leather Armour (36:4) at level 20 draws from weights of 150, 238 and 288; Tough
/// with 50 of them. And the games' own files, where much is unlike starter editions.
#[test]
fn the_originals_files_are_explained() {
    let read = |system: &str, game: &str| {
        let folder = crate::common::reference(system)?;
        Some(games::find(game).expect("the game").load(crate::common::sources(&folder)))
    };
    if let Some(loaded) = read("affix-branch/edit", "affix-branch") {
        let (catalog, forge) = (&loaded.catalog, loaded.model.forge());
        let soft_leather = catalog.find_kind(36, 4).expect("the kind");
        let tough = catalog.affixes.iter().position(|affix| affix.name == "Tough").expect("it") as u32;
        for (quality, tiers) in [(0, &[(0, 150), (1, 238)][..]), (2, &[(1, 238), (2, 288)][..])] {
            let at = cell(20, quality, Some(soft_leather));
            let why = forge
                .explain()
                .expect("explanations")
                .why(at, soft_leather, Entry::Affix(AffixId(tough)))
                .expect("an explanation");
            check(&why);
            for (highest, total) in tiers {
                let is_it = |place: &&affixboard_model::explain::FirstDrawPool| {
                    place.levels.0 == 20 && place.affix_levels == (0, *highest)
                };
                let place = why.first_draw_pools.iter().find(is_it).expect("a place");
                assert_eq!((place.weight, place.pool.total), (50, *total));
                near(place.entry, 50.0 / f64::from(*total));
            }
        }
    }
    for (system, game) in
        [("affix-branch/edit", "affix-branch"), ("v4-final/edit", "v4"), ("angband-3.5/edit", "angband-3.5")]
    {
        let Some(loaded) = read(system, game) else { continue };
        let (catalog, forge) = (&loaded.catalog, loaded.model.forge());
        for kind in (0..catalog.kinds.len() as u32).map(KindId).step_by(7) {
            for (depth, quality, given) in [(0, 2, false), (33, 1, true), (127, 2, false)] {
                let at = cell(depth, quality, given.then_some(kind));
                for theme in (0..catalog.themes.len() as u32).step_by(5).map(ThemeId) {
                    check(
                        &forge
                            .explain()
                            .expect("explanations")
                            .why(at, kind, Entry::Theme(theme))
                            .expect("an explanation"),
                    );
                }
                for affix in (0..catalog.affixes.len() as u32).step_by(11).map(AffixId) {
                    check(
                        &forge
                            .explain()
                            .expect("explanations")
                            .why(at, kind, Entry::Affix(affix))
                            .expect("an explanation"),
                    );
                }
            }
        }
    }
}
