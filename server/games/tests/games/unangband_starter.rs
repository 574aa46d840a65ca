//! The starter tree as a designer would check it: nothing to remark, whatever one file names is in another, artifacts that
//! can be made, and something to find at every depth.

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
};

use affixboard_games as games;
use affixboard_model::{game::Loaded, text::SourceSet};
use affixboard_unangband::{load, monsters::race::Race};

use crate::common::{self, remarks_of};

/// Artifacts from here on are made of items of their kind.
const FIRST_NORMAL: u32 = 16;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/unangband")
}

fn sources() -> SourceSet {
    common::sources(&folder())
}

fn load() -> Loaded {
    games::find("unangband").expect("the game").load(sources())
}

/// The lines of a file that begin with this letter, without it, between colons.
fn lines(file: &str, letter: &str) -> Vec<Vec<String>> {
    let text = std::fs::read_to_string(folder().join(file)).expect("the file");
    let begins = |line: &str| line.strip_prefix(letter)?.strip_prefix(':').map(str::to_owned);
    text.lines().filter_map(begins).map(|line| line.split(':').map(|part| part.trim().to_owned()).collect()).collect()
}

/// The numbers at these places of such lines.
fn numbers<const N: usize>(file: &str, letter: &str, at: [usize; N]) -> Vec<[u32; N]> {
    let number = |line: &Vec<String>, at: usize| line[at].parse().unwrap_or_else(|_| panic!("{file}: {line:?}"));
    lines(file, letter).iter().map(|line| at.map(|at| number(line, at))).collect()
}

fn has(race: &Race, flag: &str) -> bool {
    race.flags.names().contains(&flag)
}

#[test]
fn nothing_is_remarked() {
    let loaded = load();
    assert_eq!(remarks_of(&loaded.sources, &loaded.diagnostics), Vec::<String>::new());
    assert!(loaded.foreign.is_none(), "{:?}", loaded.foreign);
    assert_eq!(loaded.sources.files().len(), 25);
}

#[test]
fn kinds_that_other_files_name_are_there() {
    let (model, _) = load::read(&sources());
    let kinds: BTreeSet<[u32; 2]> =
        model.kinds.iter().map(|kind| [u32::from(kind.tval), u32::from(kind.sval)]).collect();
    let mut missing: Vec<(&str, [u32; 2])> = Vec::new();
    for (file, letter) in [("store.txt", "O"), ("spell.txt", "A"), ("p_class.txt", "E")] {
        let named = numbers(file, letter, [0, 1]);
        assert!(named.len() > 8, "{file}");
        missing.extend(named.into_iter().filter(|named| !kinds.contains(named)).map(|named| (file, named)));
    }
    // Ammunition of blows; 0 is none.
    let shot = numbers("blows.txt", "W", [1, 2]).into_iter().filter(|named| named[0] > 0);
    // Those that always look the same have a third number.
    let seen = lines("flavor.txt", "N").into_iter().filter(|line| line.len() == 3);
    let seen = seen.map(|line| [1, 2].map(|at| line[at].parse().expect("a number")));
    // Inborn powers.
    let born = numbers("p_race.txt", "N", [0]).into_iter().map(|[race]| [97, race]);
    let others =
        [("blows.txt", shot.collect::<Vec<_>>()), ("flavor.txt", seen.collect()), ("p_race.txt", born.collect())];
    for (file, named) in others {
        assert!(!named.is_empty(), "{file}");
        missing.extend(named.into_iter().filter(|named| !kinds.contains(named)).map(|named| (file, named)));
    }
    let text = std::fs::read_to_string(folder().join("randart_sv.txt")).expect("the file");
    let mut tval = 0;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let last = line.rsplit(':').next().and_then(|last| last.parse().ok());
        match line.as_bytes().first() {
            Some(b'N') => tval = last.expect("a type"),
            Some(b'S' | b'U') => {
                let named = [tval, last.expect("an sval")];
                missing.extend((!kinds.contains(&named)).then_some(("randart_sv.txt", named)));
            }
            _ => {}
        }
    }
    for [tval, first, last] in numbers("room.txt", "K", [0, 1, 2]) {
        if !kinds.iter().any(|kind| kind[0] == tval && (first..=last).contains(&kind[1])) {
            missing.push(("room.txt", [tval, first]));
        }
    }
    assert_eq!(missing, []);
    // As many looks as kinds that need one.
    for tval in [40, 45, 55, 65, 66, 70, 75, 79] {
        let looks = lines("flavor.txt", "N").iter().filter(|line| line[1] == tval.to_string()).count();
        let kinds = model.kinds.iter().filter(|kind| u32::from(kind.tval) == tval).count();
        assert!(looks >= kinds, "type {tval}: {looks} looks for {kinds} kinds");
    }
}

#[test]
#[expect(clippy::print_stdout, reason = "designers want to see powers, not only whether they fit")]
fn normal_artifacts_can_be_made_at_their_level() {
    let (model, _) = load::read(&sources());
    let mut wrong = Vec::new();
    for (artifact, entry) in model.artifacts.iter().zip(&model.catalog.artifacts) {
        let level = i64::from(artifact.level);
        println!("{:3} level {level:2} power {:3} {}", artifact.index, artifact.power, entry.name);
        if artifact.index >= FIRST_NORMAL && !(level..=2 * level).contains(&artifact.power) {
            wrong.push(format!("{}: power {}, level {level}", entry.name, artifact.power));
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
    let count = |is_normal: bool| {
        model.artifacts.iter().filter(|artifact| (artifact.index >= FIRST_NORMAL) == is_normal).count()
    };
    assert!(count(false) >= 4 && count(true) >= 14);
}

#[test]
#[expect(clippy::print_stdout, reason = "designers want to see chances, not only whether they suffice")]
fn most_drops_succeed() {
    let loaded = load();
    let forge = loaded.model.forge();
    let rules = forge.kind_chances().expect("chances");
    for depth in [1, 5, 20, 40, 60] {
        for quality in 0..3 {
            let sum: f64 = rules.kind_chances(depth, quality).iter().sum();
            println!("depth {depth:2}, quality {quality}: {sum:.4}");
            assert!(sum >= 0.8, "depth {depth}, quality {quality}: {sum}");
        }
    }
}

#[test]
fn there_is_enough_of_everything() {
    let (model, _) = load::read(&sources());
    assert!((150..=220).contains(&model.kinds.len()), "{}", model.kinds.len());
    assert!((25..=35).contains(&model.egos.len()), "{}", model.egos.len());
    assert!(model.kinds.iter().filter(|kind| kind.places.len() > 1).count() >= 10);
    let racial = model.egos.iter().filter(|ego| ego.slot == 0);
    assert!(racial.clone().count() >= 1 && racial.into_iter().all(|ego| ego.places.is_empty()));
    assert!(model.egos.iter().filter(|ego| ego.extra > 0).count() >= 4);
    assert!(model.egos.iter().filter(|ego| ego.most.iter().any(|most| *most < 0)).count() >= 3);
    // The kinds whose draw weight falls with depth, and those of gold.
    for index in [45, 55, 65, 66, 70, 75, 77, 79, 80].into_iter().chain(480..=497) {
        assert!(model.kinds.iter().any(|kind| kind.index == index), "no kind {index}");
    }
}

#[test]
fn somebody_comes_at_every_depth() {
    let (model, _) = load::read(&sources());
    let races: Vec<&Race> = model.races.iter().filter(|race| race.record.is_some() && race.index > 0).collect();
    assert!((70..=95).contains(&races.len()), "{}", races.len());
    let comes =
        |race: &&&Race| race.rarity > 0 && !["UNIQUE", "GUARDIAN", "MUST_SWIM"].iter().any(|flag| has(race, flag));
    for first in (1..=58).step_by(3) {
        let there = races.iter().filter(comes).filter(|race| (first..first + 3).contains(&race.level)).count();
        assert!(there >= 2, "level {first} to {}: {there}", first + 2);
    }
    // Those whom places, peoples and quests name.
    let named = [
        numbers("dungeon.txt", "Q", [1]),
        numbers("dungeon.txt", "Y", [0]),
        numbers("dungeon.txt", "W", [0]),
        numbers("dungeon.txt", "L", [5]),
        numbers("p_race.txt", "X", [2]),
        numbers("quest.txt", "R", [0]),
    ];
    for [index] in named.into_iter().flatten().filter(|named| named[0] > 0) {
        assert!(races.iter().any(|race| race.index == index), "no monster {index}");
    }
    assert!(races.iter().filter(|race| has(race, "UNIQUE")).count() >= 8);
    for flag in
        ["FRIEND", "FRIENDS", "ESCORT", "ESCORTS", "DROP_30", "DROP_1D4", "ONLY_ITEM", "DROP_GOOD", "DROP_GREAT"]
    {
        assert!(races.iter().any(|race| has(race, flag)), "nobody is {flag}");
    }
}

/// Prints what the program says about balance, for whoever writes on these files.
#[test]
#[expect(clippy::print_stdout, reason = "that is all it does")]
fn guides_have_rows() {
    let loaded = load();
    for guide in loaded.model.guides() {
        println!("{}: {:?}", guide.title, guide.headings);
        assert!(!guide.rows.is_empty());
        for row in &guide.rows {
            println!("  {row:?}");
        }
    }
}
