//! The files of Angband 2.8: read whole, told from 2.9's, given the places of the program's lists, printed back.

use std::collections::BTreeMap;

use affixboard_games as games;
use affixboard_model::{
    catalog::Affix,
    game::{Game, Loaded},
    text::{SourceFile, SourceSet},
};

const GAME: &str = "angband-2.8";

/// The files of 2.8.3, detected and read.
fn load() -> Option<Loaded> {
    let sources = crate::common::sources(&crate::common::reference("angband-3.0")?.join("edit/2.8.3"));
    let game = games::nearest(&sources).expect("a game");
    assert_eq!(game.id(), GAME);
    Some(game.load(sources))
}

#[test]
fn the_whole_edition_loads_without_remarks_and_prints_back() {
    let Some(loaded) = load() else { return };
    assert_eq!(crate::common::remarks(&loaded), [""; 0]);
    let catalog = &loaded.catalog;
    // Counted in the files: `N:` lines with an index above 0, and pairs of level and chance, of which none is above 100.
    assert_eq!([catalog.kinds.len(), catalog.affixes.len(), catalog.artifacts.len()], [435, 92, 113]);
    let places = catalog.kinds.iter().map(|kind| kind.allocations.len());
    assert_eq!(places.sum::<usize>(), 433);
    let amulets = catalog.kinds.iter().filter(|kind| kind.tval == 40 && kind.good);
    assert_eq!(amulets.map(|kind| kind.sval).collect::<Vec<_>>(), [8], "the Magi");
    assert!(!catalog.item_type(39).expect("lights").takes_affixes);
    crate::common::print_back(&loaded.sources);
}

/// The egos that no list names: the stronger slays of demons, orcs, trolls and giants, and what is made by destruction.
#[test]
fn all_egos_but_six_are_on_a_list() {
    let Some(loaded) = load() else { return };
    let unlisted = loaded.catalog.affixes.iter().filter(|ego| ego.allocations.is_empty());
    assert_eq!(unlisted.map(|ego| ego.index).collect::<Vec<_>>(), [91, 92, 93, 94, 126, 127]);
    // Excellent (0) or terrible (1) as the flag says, though nobody asks the flag.
    for ego in loaded.catalog.affixes.iter().filter(|ego| !ego.allocations.is_empty()) {
        let level = u8::from(ego.flags.contains(&"LIGHT_CURSE"));
        assert!(ego.allocations.iter().all(|line| line.affix_level == level), "{}", ego.name);
    }
}

#[test]
fn an_ego_has_the_places_of_its_lists() {
    let Some(loaded) = load() else { return };
    let places = |index: u32| -> Vec<_> {
        let ego = loaded.catalog.affixes.iter().find(|ego| ego.index == index).expect("the ego");
        let header = format!("N:{index}:{}", ego.name);
        assert!(ego.allocations.iter().all(|line| loaded.sources.text(line.line) == header));
        let of = |line: &affixboard_model::catalog::Allocation| {
            (line.tval, (line.min_sval, line.max_sval), line.commonness, (line.min, line.max))
        };
        ego.allocations.iter().map(of).collect()
    };
    // Of seeing: crowns 2 of 8, helms 2 of 14. Resistance to acid: robes 36 of 190, other body armour 4 of 19.
    assert_eq!(places(30), [(33, (0, 255), 2, (0, 127)), (32, (0, 255), 2, (0, 127))]);
    let body = [36, 37].map(|tval| (tval, (0, 255), 4, (0, 127)));
    assert_eq!(places(4), [(36, (2, 2), 36, (0, 127)), body[0], body[1]]);
    // Of Morgul: from level 1 on.
    assert_eq!(places(102), [21, 22, 23].map(|tval| (tval, (0, 255), 1, (1, 127))));
}

/// By its slot in the file each ego is where the lists put it.
#[test]
fn lists_and_slots_agree() {
    let Some(loaded) = load() else { return };
    // Slot: item types (e_info.txt, and RULES 8).
    let slots: BTreeMap<u32, &[u16]> = BTreeMap::from([
        (23, &[16, 17, 18][..]),
        (24, &[20, 21, 22, 23]),
        (25, &[19]),
        (30, &[36, 37]),
        (31, &[35]),
        (32, &[34]),
        (33, &[32, 33]),
        (34, &[31]),
        (35, &[30]),
    ]);
    let (_, file) = loaded.sources.find("e_info.txt").expect("egos");
    let text = String::from_utf8_lossy(file.bytes()).into_owned();
    let mut seen = 0;
    for record in text.split("\nN:").skip(1) {
        let number =
            |text: &str| text.split(':').next().and_then(|number| number.parse::<u32>().ok()).expect("a number");
        let index = number(record);
        let slot = number(record.split("\nX:").nth(1).expect("a slot"));
        let is_it = |ego: &&Affix| ego.index == index;
        for line in &loaded.catalog.affixes.iter().find(is_it).expect("the ego").allocations {
            assert!(slots[&slot].contains(&line.tval), "{index} of slot {slot} on {}", line.tval);
            seen += 1;
        }
    }
    assert!(seen > 100, "{seen}");
}

fn changed(loaded: &Loaded, name: (&str, &str), line: fn(&str) -> String) -> SourceSet {
    let mut sources = SourceSet::new();
    for file in loaded.sources.files() {
        let name = if file.name() == name.0 { name.1 } else { file.name() };
        let lines: Vec<_> = String::from_utf8_lossy(file.bytes()).lines().map(line).collect();
        sources.push(SourceFile::new(name, lines.join("\n").into_bytes()));
    }
    sources
}

#[test]
fn items_in_the_file_make_it_another_game() {
    let Some(loaded) = load() else { return };
    let detected = |name, line| games::nearest(&changed(&loaded, name, line)).map(Game::id);
    assert_eq!(detected(("e_info.txt", "E_INFO.TXT"), str::to_owned), Some(GAME));
    // The patch's form: a third number, and items.
    let patched = |line: &str| match line.strip_prefix("X:") {
        Some(fields) => format!("X:{fields}:0\nT:23:0:99"),
        None => line.to_owned(),
    };
    assert_eq!(detected(("", ""), patched), Some("angband-2.9"));
    let places = |line: &str| line.replacen("X:", "T:23:0:99\nX:", 1);
    assert_eq!(detected(("", ""), places), Some("angband-3.0"));
    // Without items, three numbers are nobody's.
    assert_eq!(detected(("", ""), |line| line.replacen("X:", "X:0:", 1)), None);
}

#[test]
fn files_of_other_games_are_left_to_them() {
    let game = games::find(GAME).expect("the game");
    for (system, folder) in [
        ("affix-branch", "edit"),
        ("v4-final", "edit"),
        ("angband-3.0", "edit/2.9.1"),
        ("angband-3.0", "edit/3.0.6"),
        ("angband-3.0", "variants/BEAngband"),
        ("angband-3.0", "variants/DaJAngband"),
        ("angband-3.0", "variants/Diabloband"),
        ("angband-3.0", "variants/EyAngband"),
        ("angband-3.0", "variants/Jackband"),
        ("angband-3.0", "variants/Kangband"),
        ("angband-3.0", "variants/NPPAngband"),
        ("angband-3.0", "variants/Sangband"),
        ("angband-3.0", "variants/ToME"),
        ("angband-3.5", "edit"),
        ("angband-4.2", "edit/4.2.5"),
        ("unangband", "edit"),
    ] {
        let Some(root) = crate::common::reference(system) else { continue };
        assert_eq!(game.match_score(&crate::common::sources(&root.join(folder))), 0, "{system}/{folder}");
    }
}
