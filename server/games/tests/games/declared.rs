//! Names and lines that a team declares of its own game.

use affixboard_games as games;
use affixboard_model::{
    batch::{Cell, Metric},
    game::{Declaration, Loaded, rules_as_toml},
    text::{Severity, SourceFile, SourceSet},
};

use crate::common::remarks_of;

const OBJECTS: &str = "V:3.0.5\nN:1:& Dagger~\nI:23:4:0\nW:1:0:12:20\nA:1/1\nP:0:1d4:0:0:0\n";
const ARTIFACTS: &str = "V:3.0.5\nN:1:'Thorn'\nI:23:4:0\nW:5:10:12:4000\nP:0:1d4:4:6:0\nF:BRAVERY\n";
const EGOS: &str =
    "V:3.0.5\nN:1:of Edges\nX:20:1\nW:0:8:0:500\nC:6:6:0:0\nT:23:0:99\nF:SEE_INVIS | BRAVERY | FORCE | TERROR\nQ:1:2\n";

const DECLARED: &str = "[game]\nname = \"Ours\"\nbase = \"angband-3.0\"\n\n[names]\nflags = [\"BRAVERY\", \"FORCE\", \
                        \"TERROR\"]\n\n[lines]\n\"ego_item.txt\" = [\"Q\"]\n";

fn sources(declaration: &str) -> SourceSet {
    let mut set = SourceSet::new();
    for (name, text) in
        [("affixboard.toml", declaration), ("artifact.txt", ARTIFACTS), ("ego_item.txt", EGOS), ("object.txt", OBJECTS)]
    {
        if !text.is_empty() {
            set.push(SourceFile::new(name, text.as_bytes().to_vec()));
        }
    }
    set
}

fn load(declaration: &str) -> Loaded {
    games::find("angband-3.0").expect("the game").load(sources(declaration))
}

fn said(loaded: &Loaded) -> Vec<String> {
    remarks_of(&loaded.sources, &loaded.diagnostics)
}

#[test]
fn what_is_declared_is_kept_without_a_remark_and_numbers_say_so() {
    let loaded = load(DECLARED);
    assert_eq!(said(&loaded), [""; 0]);
    assert_eq!(
        loaded.doubts().as_deref(),
        Some(
            "Made by the rules of Angband 3.0 with 4 declared differences of Ours: 3 names and 1 directive without effect here."
        )
    );
    assert_eq!(loaded.catalog.affixes[0].flags, ["SEE_INVIS"]);
    assert!(loaded.has_values(), "lines are read as the game does");
    // Of a list of many only those that aren't declared are told.
    let many = "[game]\nbase = \"angband-3.0\"\n[names]\nflags = [\"BRAVERY\"]\n";
    let mut set = sources(many);
    set = set.files().iter().fold(SourceSet::new(), |mut set, file| {
        let text = String::from_utf8_lossy(file.bytes()).replace("| TERROR", "| TERROR | UTTER");
        set.push(SourceFile::new(file.name(), text.into_bytes()));
        set
    });
    let lists = said(&games::find("angband-3.0").expect("the game").load(set));
    let list = lists.iter().find(|said| said.contains("invalid-flag")).expect("a list");
    assert!(list.contains("found 3 flags that the game doesn't have: FORCE, TERROR, UTTER;"), "{list}");
    // One that isn't declared is told like any other, and a draft that brings one is refused.
    assert!(!load(DECLARED).has_signs());
    let loaded = load(&DECLARED.replace(", \"FORCE\"", ""));
    let said = said(&loaded);
    assert_eq!(
        said[1..],
        ["ego_item.txt:7:25: invalid-flag: found `FORCE`; expected the name of a flag; it is ignored"]
    );
    assert!(said[0].contains("variant-form: found what Angband 3.0 doesn't have: the flag FORCE;"), "{}", said[0]);
    let doubts = loaded.doubts().expect("some");
    assert!(doubts.contains("3 declared differences of Ours") && doubts.contains("the flag FORCE"), "{doubts}");
}

#[test]
fn the_base_says_which_game_reads_the_files() {
    let other = DECLARED.replace("angband-3.0", "angband-3.1");
    assert_eq!(games::nearest(&sources("")).map(affixboard_model::game::Game::id), Some("angband-3.0"));
    assert_eq!(games::nearest(&sources(&other)).map(affixboard_model::game::Game::id), Some("angband-3.1"));
    assert_eq!(games::read(sources(DECLARED)).expect("read").game.id(), "angband-3.0");
    // What is no declaration is about something else.
    assert_eq!(said(&load("[gaps]\nfew-affixes = 3\n")), said(&load("")));
}

/// What was met, as a file, leaves nothing to say.
#[test]
fn what_was_met_can_be_declared() {
    let found = Declaration::of_unknown(&load(""), "Ours");
    let text = found.to_toml(load("").game);
    let expected = "# What these files have that Angband 3.0 doesn't. It is kept and shown, and has no effect on numbers.\n\
                    # Take out what is misspelt.\n\n";
    assert_eq!(text, format!("{expected}{DECLARED}"));
    let declared = load(&text);
    assert_eq!(said(&declared), [""; 0]);
    assert_eq!(Declaration::of_unknown(&declared, "").to_toml(declared.game), text, "what is declared stays");
}

/// The chance that a drop at level 10 is something, in an edition with a kind of level 60, an ego of level 50, a special artifact and
/// another that one in ten tries is.
fn chance(rules: &str, quality: u8, metric: Metric, name: &str) -> f64 {
    let mut set = SourceSet::new();
    let objects = format!("{OBJECTS}N:2:& Staff~\nI:6:1:0\nW:60:0:12:20\nA:60/1\nP:0:1d4:0:0:0\n");
    let egos = "V:3.0.5\nN:1:of Depths\nX:20:1\nW:50:8:0:500\nC:6:6:0:0\nT:23:0:99\n";
    // Special ones come first.
    let artifacts = ARTIFACTS.replace("F:BRAVERY\n", "") + "N:20:'Barb'\nI:23:4:0\nW:5:10:12:4000\nP:0:1d4:4:6:0\n";
    let declaration = format!("[game]\nbase = \"angband-3.0\"\n[rules]\n{rules}\n");
    for (name, text) in [
        (Declaration::FILE, declaration.as_str()),
        ("artifact.txt", &artifacts),
        ("ego_item.txt", egos),
        ("object.txt", &objects),
    ] {
        set.push(SourceFile::new(name, text.as_bytes().to_vec()));
    }
    let loaded = games::read(set).expect("read");
    assert_eq!(said(&loaded), [""; 0]);
    let forge = loaded.model.forge();
    let keys = forge.keys();
    let chances = forge.exact().expect("chances").chances(Cell { depth: 10, quality, kind: None }, None);
    let is_it = |key: u32| keys.key(key).metric == metric && keys.label(key).1 == name;
    chances.iter().filter(|chance| is_it(chance.key)).map(|chance| chance.mean).sum()
}

/// Expected: of one number alone by hand. A boosted level is 1 + 10 * size / (1 to size): 50 or deeper for 26 of 128 rolls and 6 of
/// 32, 60 or deeper for 21 of 128 and 5 of 32.
#[test]
fn declared_numbers_of_the_rules_move_chances_as_they_should() {
    for (rule, quality, metric, name, ratio) in [
        ("special-artifact-one-in = 250", 0, Metric::ARTIFACT, "'Thorn'", 4.0),
        ("good-special-artifact-one-in = 5", 1, Metric::ARTIFACT, "'Thorn'", 2.0),
        ("ego-boost-one-in = 5", 1, Metric::AFFIX, "of Depths", 4.0),
        ("ego-boost-size = 32", 1, Metric::AFFIX, "of Depths", (6.0 / 32.0) / (26.0 / 128.0)),
        ("kind-boost-one-in = 10", 0, Metric::KIND, "Staff", 2.0),
        ("kind-boost-size = 32", 0, Metric::KIND, "Staff", (5.0 / 32.0) / (21.0 / 128.0)),
        // 20 % are good and 10 % of these great, but for one in ten that is an artifact; 20 % of the others are bad and 10 % of
        // these terrible: 0.02 * 0.9 + 0.016 of all draw an ego.
        ("good-chance = 30", 0, Metric::AFFIX, "of Depths", (0.04 * 0.9 + 0.024) / 0.034),
        ("most-good-chance = 10", 0, Metric::AFFIX, "of Depths", (0.01 * 0.9 + 0.009) / 0.034),
        ("great-chance = 15", 0, Metric::AFFIX, "of Depths", 2.0),
        ("most-great-chance = 5", 0, Metric::AFFIX, "of Depths", 0.5),
        ("artifact-tries = 3", 1, Metric::ARTIFACT, "'Barb'", (1.0 - 0.9_f64.powi(3)) / 0.1),
        ("great-artifact-tries = 2", 2, Metric::ARTIFACT, "'Barb'", 0.19 / 0.3439),
    ] {
        let (base, declared) = (chance("", quality, metric, name), chance(rule, quality, metric, name));
        assert!(base > 0.0 && (declared / base / ratio - 1.0).abs() < 1e-9, "{rule}: {base} to {declared}");
    }
}

/// Good drops twenty levels deeper choose kinds as those of ten levels further down do.
#[test]
fn good_drops_choose_kinds_deeper() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/angband-3.0");
    let loaded = games::read(crate::common::sources(&folder)).expect("read");
    let deeper = Declaration::with_number(&loaded, "good-levels", 20);
    let kinds = |loaded: &Loaded, depth, quality| {
        let forge = loaded.model.forge();
        forge.kind_chances().expect("chances").kind_chances(depth, quality)
    };
    assert_eq!(kinds(&deeper, 10, 1), kinds(&loaded, 20, 1));
    assert_ne!(kinds(&deeper, 10, 1), kinds(&loaded, 10, 1));
    assert_eq!(kinds(&deeper, 10, 0), kinds(&loaded, 10, 0));
}

/// The declarations that come along: at most a hundred lines each, of a game that there is, and of the files of `PWMAngband` nothing is left
/// to say but what is odd in them: egos that never come, artifacts of one level.
#[test]
fn declarations_that_come_along() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/declarations");
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).expect("it");
    for (name, base) in [("pwmangband.toml", "angband-4.2"), ("first-age.toml", "faangband")] {
        assert!(read(name).lines().count() <= 100, "{name}");
        let mut set = SourceSet::new();
        set.push(SourceFile::new(Declaration::FILE, read(name).into_bytes()));
        assert!(games::find(base).is_some() && Declaration::of(&set, base).expect("read").is_some(), "{name}");
    }
    let Some(reference) = crate::common::reference("pwmangband") else { return };
    let mut set = crate::common::sources(&reference.join("edit"));
    set.push(SourceFile::new(Declaration::FILE, read("pwmangband.toml").into_bytes()));
    let loaded = games::read(set).expect("read");
    let rules: std::collections::BTreeSet<&str> = loaded.diagnostics.iter().map(|said| said.rule.name()).collect();
    assert_eq!(rules.into_iter().collect::<Vec<_>>(), ["never-drawn", "one-level"]);
    let doubts = loaded.doubts().expect("it is declared");
    assert!(doubts.starts_with("Made by the rules of Angband 4.2 with "), "{doubts}");
    let of_its_own = loaded.catalog.item_types.iter().filter(|known| known.tval > 35).count();
    assert!(loaded.catalog.kinds.len() > 440 && of_its_own > 10, "{of_its_own}");
}

/// All numbers of a game's rules, read back, change nothing.
#[test]
fn the_rules_of_each_game_read_back_are_the_same() {
    for game in games::ALL {
        let model = |declaration: Option<String>| {
            let mut set = SourceSet::new();
            if let Some(text) = declaration {
                set.push(SourceFile::new(Declaration::FILE, text.into_bytes()));
            }
            let loaded = game.load(set);
            assert!(!loaded.diagnostics.iter().any(|said| said.file == Declaration::FILE), "{game:?}");
            loaded.model.constants()
        };
        let constants = model(None);
        assert_eq!(model(Some(rules_as_toml(game, &constants))), constants, "{game:?}");
    }
    let angband = games::find("angband-3.0").expect("it");
    let text = rules_as_toml(angband, &angband.load(SourceSet::new()).model.constants());
    assert!(text.contains("1 to 1000000\nspecial-artifact-one-in = 1000\n"), "{text}");
}

#[test]
fn mistakes_are_told_with_their_place() {
    for (text, expected) in [
        (
            "[game]\nbase = 3\n",
            "2:8: bad-declaration: found invalid type: integer `3`, expected a string; expected the tables",
        ),
        ("[game]\nname = \"x\"\n", "1:1: bad-declaration: found missing field `base`; expected the tables"),
        (
            "[game]\nbase = \"angband-3.0\"\nbaes = 1\n",
            "3:1: bad-declaration: found unknown field `baes`, expected `name` or `base`",
        ),
        (
            "[game]\nbase = \"angband-3.0\"\n[nams]\n",
            "3:2: bad-declaration: found unknown field `nams`, expected one of `game`, `names`, `lines`, `rules`",
        ),
        (
            "[game]\nbase = \"angband-3.0\"\n[rules]\nego-boost-one-on = 3\n",
            "4:20: bad-declaration: found `ego-boost-one-on = 3`; expected ego-boost-one-in, or another of ego-boost-size, \
             kind-boost-one-in, kind-boost-size, ",
        ),
        (
            "[game]\nbase = \"angband-3.0\"\n[rules]\nego-boost-size = 0\n",
            "4:18: bad-declaration: found `ego-boost-size = 0`; expected 1 to 1000; it is ignored",
        ),
        (
            "[game]\nbase = \"angband-3.0\"\n[names]\nflags = \"X\"\n",
            "4:9: bad-declaration: found invalid type: string \"X\", expected a sequence",
        ),
        ("[game]\nbase = \"angband-3.0\n", "2:20: bad-declaration: found invalid basic string"),
        (
            "[game]\nbase = \"angband-4.2\"\n",
            "2:8: bad-declaration: found the base `angband-4.2`; expected `angband-3.0`, as whose the files are read; nothing of \
             the file is read",
        ),
    ] {
        let loaded = load(text);
        assert_eq!(loaded.count(Severity::Error), 1, "{text}");
        let said = said(&loaded);
        let found = said.iter().find(|said| said.contains("bad-declaration")).expect("it");
        assert!(found.starts_with(&format!("affixboard.toml:{expected}")), "{text}: {found}");
    }
}
