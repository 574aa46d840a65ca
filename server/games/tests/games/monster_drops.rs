//! What monsters leave, by the files of the games of Angband's line: reading, remarks, and numbers of the originals' files.

use affixboard_games as games;
use affixboard_inquiry::profile::{MonsterDive, Profile};
use affixboard_model::{
    game::{Loaded, MeanDrops, Point},
    text::{SourceFile, SourceSet},
};

use crate::common::{reference, remarks, sources};

fn load(game: &str, files: &[(&str, &str)]) -> Loaded {
    let mut set = SourceSet::new();
    for (name, text) in files {
        set.push(SourceFile::new((*name).to_owned(), text.as_bytes().to_vec()));
    }
    games::find(game).expect("the game").load(set)
}

/// The remarks about monsters' files.
fn of_monsters(loaded: &Loaded) -> Vec<String> {
    remarks(loaded).into_iter().filter(|remark| remark.starts_with("monster")).collect()
}

const BASES: &str = "N:dragon\nF:DROP_GOOD | DROP_1 | DROP_20\nN:person\nF:ONLY_ITEM\nF:DROP_1 | FEMALE\n";

/// Names, levels, uniques, mean numbers of gold, objects, their quality and named objects, from flags of bases and races.
#[test]
fn races_have_the_flags_of_their_bases_and_their_own() {
    let monsters = "N:0:player\nN:1:townsman\nT:person\nW:0:1:0:1\n\
                    N:2:small dragon\nT:dragon\n-F:DROP_1\nW:2:3:0:9\nF:DROP_2\ndrop:sword:Dagger:25:1:2\n\
                    N:3:Smaug\nT:dragon\nW:9:1:0:9\nF:UNIQUE | DROP_GREAT | ONLY_GOLD\ndrop-artifact:of Ours\n\
                    N:9:ghost\n";
    for game in ["affix-branch", "v4", "angband-3.5"] {
        let loaded = load(game, &[("monster_base.txt", BASES), ("monster.txt", monsters)]);
        assert_eq!(of_monsters(&loaded), [""; 0], "{game}");
        let drops = loaded.model.monster_drops().expect("monsters");
        let races: Vec<_> = drops
            .races()
            .iter()
            .map(|race| (&*race.name, race.level, race.is_unique, race.gold, race.objects, race.quality, race.named))
            .collect();
        assert_eq!(
            races,
            [
                ("townsman", 0, false, 0.0, 1.0, 0, 0.0),
                ("small dragon", 2, false, 1.1, 1.1, 1, 0.25),
                ("Smaug", 9, true, 1.2, 0.0, 2, 1.0),
                ("ghost", 0, false, 0.0, 0.0, 0, 0.0),
            ],
            "{game}"
        );
    }
}

/// The same in 4.2, whose records are counted. By hand at depth 9: weights are 100 of the ogre, and 33 · 2 of the troll, which
/// comes only where the level is 10 or more; the level is raised to 13 one time in 4.
#[test]
fn keyword_lines() {
    let bases = "name:brute\nglyph:O\npain:1\nflags:DROP_60 | EVIL\n";
    let monsters = "name:<player>\nbase:brute\n\
                    name:ogre\nbase:brute\ndepth:9\nrarity:1\nflags-off:DROP_60\nflags:DROP_3 | ONLY_ITEM\n\
                    drop-base:magic book:30:1:1\n\
                    name:troll\nbase:brute\ndepth:10\nrarity:3\nflags:DROP_GREAT\ndrop:potion:Life:5:1:1\n\
                    name:merry elf\nbase:brute\ndepth:9\nrarity:1\nflags:SEASONAL\n";
    let constants = "mon-gen:ood-chance:4\nmon-gen:ood-amount:10\n";
    let files = [("constants.txt", constants), ("monster_base.txt", bases), ("monster.txt", monsters)];
    let loaded = load("angband-4.2", &files);
    assert_eq!(of_monsters(&loaded), [""; 0]);
    let drops = loaded.model.monster_drops().expect("monsters");
    let ogre = 100.0 / 166.0;
    let raised = 0.4 * ogre + 0.5 * f64::powi(ogre, 2) + 0.1 * f64::powi(ogre, 3);
    let chances = drops.chances(9);
    assert!((chances[0] - (0.75 + 0.25 * raised)).abs() < 1e-14, "{chances:?}");
    assert!((chances[1] - 0.25 * (1.0 - raised)).abs() < 1e-14 && chances[2] == 0.0, "{chances:?}");
    let mean = MeanDrops::at(drops, 9);
    assert_eq!(mean.objects.keys().copied().collect::<Vec<_>>(), [(9, 0), (10, 2)]);
    assert!((mean.objects[&(9, 0)] - 3.0 * chances[0]).abs() < 1e-14);
    assert!((mean.objects[&(10, 2)] - 0.3 * chances[1]).abs() < 1e-14 && (mean.gold - 0.3 * chances[1]).abs() < 1e-14);
    assert!((mean.named - 0.3 * chances[0] - 0.05 * chances[1]).abs() < 1e-14);
}

#[test]
fn what_is_wrong_is_said() {
    let monsters = "N:1:a\nT:drake\nW:1:1:0:1\nF:DROP_5\nN:2:b\nW:300:1:0:1\nN:3:c\nW:130:1:0:1\nN:4:d\nW:3:101:0:1\n\
                    drop:sword:1:100:1:100\ndrop:sword:1:-1:1:1\nZ:1\nN:4:again\nN:5:e\nW:1:2:0:1\n";
    let loaded = load("affix-branch", &[("monster_base.txt", BASES), ("monster.txt", monsters)]);
    assert_eq!(
        of_monsters(&loaded),
        [
            "monster.txt:2:3: unknown-reference: found `drake`; expected the name of a monster base in monster_base.txt; the line is ignored",
            "monster.txt:4:3: invalid-flag: found `DROP_5`; expected the name of a monster's flag; it is ignored",
            "monster.txt:6:3: number-wraps: 300 overflows a byte; the game uses 44",
            "monster.txt:8:3: out-of-bounds: found 130; expected a level from 0 to 127; the line is ignored",
            "monster.txt:10:5: never-drawn: found 101; expected 100 or less: 100 / rarity is 0, so the race never comes",
            "monster.txt:11:20: out-of-bounds: found 100; expected 0 to 99; the line is ignored",
            "monster.txt:12:14: out-of-bounds: found -1; expected a chance in per cent; the line is ignored",
            "monster.txt:13:1: undefined-directive: found `Z`; expected one of V, N, T, G, C, I, W, B, F, -F, D, S, drop, drop-artifact, mimic; the line is ignored",
            "monster.txt:14:1: duplicate-index: found index 4 a second time; expected each index once; the first record is kept and this one doesn't exist",
            "monster.txt:15:1: never-drawn: found a rarity of 2 at the last index; expected none: the game never draws the last race",
        ]
    );
    // limits.txt can ask for more races than there are; then the last is drawn too.
    let limited = |size: &str| {
        let files = [("limits.txt", size), ("monster.txt", "N:1:a\nW:1:1:0:1\n")];
        load("affix-branch", &files).model.monster_drops().expect("monsters").chances(1)
    };
    assert_eq!((limited("M:R:2\n"), limited("M:R:3\n")), (vec![0.0], vec![1.0]));
    // Said once.
    let loaded = load("v4", &[("monster.txt", "N:1:a\nT:dragon\nN:2:b\nT:dragon\n")]);
    assert_eq!(
        of_monsters(&loaded),
        [
            "monster.txt:2:3: unknown-reference: found `dragon`; expected a file monster_base.txt: no race has the flags of its base"
        ]
    );
}

#[test]
fn files_without_monsters_are_as_before() {
    for game in ["affix-branch", "v4", "angband-3.5", "angband-4.2"] {
        let loaded = load(game, &[]);
        assert!(loaded.model.monster_drops().is_none() && of_monsters(&loaded).is_empty(), "{game}");
        let loaded = load(game, &[("monster.txt", "# none\n"), ("monster_base.txt", BASES)]);
        assert!(loaded.model.monster_drops().is_none(), "{game}");
    }
    // Strange monsters don't make the objects another game's.
    let loaded = load("affix-branch", &[("monster.txt", "N:1:a\nF:A | B | C | D | E\n")]);
    assert!(loaded.foreign.is_none());
}

/// The originals' own files. Expected: normal, good and great objects, gold, named objects and the mean level of objects of one
/// monster, from a program of its own in exact fractions that follows the originals' `get_mon_num` and `mon_create_drop`.
#[test]
fn originals_files() {
    type Means = [f64; 6];
    /// Game, folder of the reference, folder in it, number of races, means by depth.
    type Case = (&'static str, &'static str, &'static str, usize, [(u32, Means); 3]);
    let cases: [Case; 4] = [
        (
            "affix-branch",
            "affix-branch",
            "edit",
            605,
            [
                (1, [0.020_964_364, 0.0, 0.000_287_900, 0.021_252_264, 0.0, 1.238_955_004]),
                (30, [0.179_462_572, 0.066_129_830, 0.007_918_848, 0.189_708_960, 0.0, 25.671_525_277]),
                (100, [0.417_923_931, 0.526_958_773, 0.145_918_835, 0.286_863_961, 0.009_667_026, 77.217_128_139]),
            ],
        ),
        (
            "v4",
            "v4-final",
            "edit",
            607,
            [
                (0, [0.035_056_968, 0.021_910_605, 0.0, 0.105_170_903, 0.0, 0.0]),
                (30, [0.174_811_619, 0.066_506_510, 0.007_947_054, 0.176_581_437, 0.000_084_101, 25.510_026_012]),
                (60, [0.440_863_338, 0.199_751_497, 0.041_942_651, 0.362_426_110, 0.012_869_087, 49.888_242_987]),
            ],
        ),
        (
            "angband-3.5",
            "angband-3.5",
            "edit",
            607,
            [
                (1, [0.020_964_364, 0.0, 0.000_287_900, 0.021_252_264, 0.000_192_686, 1.279_595_366]),
                (60, [0.533_160_235, 0.184_234_162, 0.041_177_939, 0.333_931_797, 0.010_028_823, 52.533_756_957]),
                (100, [0.628_483_823, 0.316_100_030, 0.145_918_835, 0.286_673_147, 0.018_319_654, 79.943_525_366]),
            ],
        ),
        (
            "angband-4.2",
            "angband-4.2",
            "edit/4.2.5",
            623,
            [
                (10, [0.083_234_467, 0.036_746_053, 0.011_733_681, 0.115_723_590, 0.010_779_717, 11.442_158_719]),
                (30, [0.221_508_138, 0.083_319_168, 0.006_921_036, 0.213_939_609, 0.014_321_219, 30.341_026_837]),
                (100, [0.949_731_539, 0.596_280_308, 0.354_264_666, 0.266_906_227, 0.007_088_585, 86.841_029_315]),
            ],
        ),
    ];
    for (game, system, folder, races, means) in cases {
        let Some(reference) = reference(system) else { continue };
        let loaded = games::find(game).expect("the game").load(sources(&reference.join(folder)));
        assert_eq!(of_monsters(&loaded), [""; 0], "{game}");
        let drops = loaded.model.monster_drops().expect("monsters");
        assert_eq!(drops.races().len(), races, "{game}");
        for (depth, expected) in means {
            let mean = MeanDrops::at(drops, depth);
            let mut found = [0.0, 0.0, 0.0, mean.gold, mean.named, 0.0];
            for ((level, quality), objects) in &mean.objects {
                found[usize::from(*quality)] += objects;
                found[5] += objects * f64::from(*level);
            }
            found[5] /= mean.objects.values().sum::<f64>();
            let is_same = |(one, other): (&f64, &f64)| (one - other).abs() < 1e-9 * other.max(1.0);
            assert!(found.iter().zip(&expected).all(is_same), "{game}, {depth}: {found:?}, not {expected:?}");
        }
        for depth in [0, 1, 17, 60, 127] {
            let all: f64 = drops.chances(depth).iter().sum();
            assert!((all - 1.0).abs() < 1e-12, "{game}, {depth}: {all}");
        }
        let text = MonsterDive::new(40, 1, 60).expect("a dive").profile_text(drops, &[]).expect("a profile");
        assert!(text.len() < Profile::MAX_BYTES / 2, "{} bytes", text.len());
        Profile::parse(&text).expect("a profile");
    }
}

/// The chances of Unangband's races are those of the subject that the gate holds against the original's tallies of monsters.
#[test]
fn unangbands_monsters() {
    let Some(reference) = reference("unangband") else { return };
    let loaded = games::find("unangband").expect("the game").load(sources(&reference.join("edit")));
    let drops = loaded.model.monster_drops().expect("monsters");
    let subject = loaded.model.subjects().iter().find(|subject| subject.spec().name == "monsters").expect("monsters");
    for depth in [1, 2, 3, 10, 40, 100] {
        // Filled as usual.
        let exact = subject.exact(Point::of(&[depth, 0]));
        let chances: Vec<f64> = drops.chances(depth as u32).into_iter().filter(|chance| *chance > 0.0).collect();
        let mut expected: Vec<f64> = exact.iter().map(|chance| chance.mean).collect();
        let mut found = chances.clone();
        expected.sort_by(f64::total_cmp);
        found.sort_by(f64::total_cmp);
        assert_eq!(found, expected, "{depth}");
    }
    MonsterDive::new(40, 1, 60).expect("a dive").profile_text(drops, &[]).expect("a profile");
}
