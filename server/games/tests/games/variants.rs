//! Variants' forms of letter files: told apart, read as far as they mean the same, and said where they don't.

use crate::common::{remarks, remarks_of};
use affixboard_games as games;
use affixboard_model::{
    batch::{Cell, Counts, Metric, Shard, run_shard},
    game::Loaded,
    text::{Encoding, Rule, Severity, SourceFile, SourceSet},
};

/// What a variant's folder has.
struct Variant {
    name: &'static str,
    /// As VARIANTS counts them.
    egos: usize,
    /// Its `T:` lines, as VARIANTS counts them.
    places: usize,
    /// As its files do.
    kinds: usize,
    artifacts: usize,
}

const fn variant(name: &'static str, [egos, places, kinds, artifacts]: [usize; 4]) -> Variant {
    Variant { name, egos, places, kinds, artifacts }
}

const VARIANTS: &[Variant] = &[
    variant("BEAngband", [92, 178, 435, 113]),
    variant("DaJAngband", [169, 399, 534, 150]),
    variant("Diabloband", [105, 211, 350, 112]),
    variant("EyAngband", [150, 240, 545, 159]),
    variant("Jackband", [113, 214, 417, 135]),
    variant("Kangband", [112, 218, 471, 132]),
    variant("NPPAngband", [116, 197, 450, 136]),
    variant("Sangband", [132, 262, 534, 136]),
    variant("ToME", [188, 480, 674, 201]),
];

/// The variants' folders, each read as the game they look like.
fn folders() -> Vec<(&'static Variant, Loaded)> {
    let Some(root) = crate::common::reference("angband-3.0") else { return Vec::new() };
    let read = |variant: &'static Variant| {
        let sources = crate::common::sources(&root.join("variants").join(variant.name));
        let game = games::nearest(&sources).expect("a game");
        (variant, game.load(sources))
    };
    VARIANTS.iter().map(read).collect()
}

#[test]
fn every_variant_loads_whole_and_without_errors() {
    for (Variant { name, egos, places, kinds, artifacts }, loaded) in folders() {
        let catalog = &loaded.catalog;
        let got_places: usize = catalog.affixes.iter().map(|ego| ego.allocations.len()).sum();
        let got = (catalog.affixes.len(), got_places, catalog.kinds.len(), catalog.artifacts.len());
        assert_eq!(got, (*egos, *places, *kinds, *artifacts), "{name}");
        // Their own programs read these files, so there is nothing that any of them would refuse.
        let errors: Vec<_> = loaded.diagnostics.iter().filter(|d| d.severity() == Severity::Error).collect();
        assert!(errors.is_empty(), "{name}: {errors:?}");
        crate::common::print_back(&loaded.sources);
    }
}

#[test]
fn what_is_not_understood_is_said_once_per_letter_and_file() {
    for (Variant { name, .. }, loaded) in folders() {
        let said = loaded.diagnostics.iter().filter(|d| d.rule == Rule::NotSimulated);
        let mut letters: Vec<_> =
            said.map(|d| (d.file.clone(), d.found.chars().take(10).collect::<String>())).collect();
        let all = letters.len();
        letters.sort();
        letters.dedup();
        assert_eq!(letters.len(), all, "{name}");
        // All but those that have nothing of their own say whose rules are used. One has 2.9's files, and one 3.1.2's.
        let forms = loaded.diagnostics.iter().filter(|d| d.rule == Rule::VariantForm).count();
        assert_eq!(forms, usize::from(!["BEAngband", "Jackband"].contains(name)), "{name}");
    }
}

#[test]
fn files_in_utf16_are_read_and_written_as_they_are() {
    for (Variant { name, .. }, loaded) in folders() {
        let all = loaded.sources.files().iter().all(|file| file.encoding() == Encoding::Utf16 { big_endian: false });
        assert_eq!(all, *name == "NPPAngband", "{name}");
    }
}

#[test]
fn drops_are_made_of_every_variant_and_the_counts_add_up() {
    const DROPS: u64 = 2000;
    for (Variant { name, .. }, loaded) in folders() {
        let forge = loaded.model.forge();
        let mut counts = Counts::new(forge.keys());
        let (mut egos, mut artifacts) = (0, 0);
        for (depth, quality) in [(1, 0), (30, 0), (30, 1), (60, 2), (127, 0)] {
            let shard = Shard { cell: Cell { depth, quality, kind: None }, piece: 0, drops: DROPS };
            let (mut kinds, mut failed) = (0, 0);
            for (key, count) in run_shard(forge.as_ref(), &shard, 7, &mut counts).counts {
                let metric = forge.keys().key(key).metric;
                assert!(forge.can_occur(shard.cell, key), "{name}");
                match metric {
                    Metric::KIND => kinds += count,
                    Metric::FAILED => failed += count,
                    Metric::AFFIX => egos += count,
                    Metric::ARTIFACT => artifacts += count,
                    _ => {}
                }
            }
            assert_eq!(kinds + failed, DROPS, "{name} at {depth}");
        }
        assert!(egos > 0 && artifacts > 0, "{name}: {egos} egos, {artifacts} artifacts");
    }
}

const OBJECTS: &str =
    "V:1.0.0\nN:1:& Dagger~\nI:23:4:0\nW:1:0:12:20\nA:1/1\nP:0:1d4:0:0:0\nN:2:& Staff~\nI:6:1:0\nW:1:0:12:20\nA:1/1\n";
const ARTIFACTS: &str = "V:1.0.0\nN:16:'Thorn'\nI:23:4:0\nW:5:10:12:4000\nP:0:1d4:4:6:0\n";

/// An edition of these egos and the small files, or others in their stead.
fn load(egos: &str, others: &[(&str, &str)]) -> Loaded {
    let mut set = SourceSet::new();
    for (name, text) in [("object.txt", OBJECTS), ("artifact.txt", ARTIFACTS), ("ego_item.txt", egos)] {
        let other = others.iter().find(|other| other.0 == name).map_or(text, |other| other.1);
        set.push(SourceFile::new(name, other.as_bytes().to_vec()));
    }
    for (name, text) in others.iter().filter(|other| set.find(other.0).is_none()).collect::<Vec<_>>() {
        set.push(SourceFile::new(*name, text.as_bytes().to_vec()));
    }
    games::find("angband-3.0").expect("the game").load(set)
}

/// The remarks about lines: what is said of the form as a whole has a test of its own.
fn lines_said(loaded: &Loaded) -> Vec<String> {
    remarks(loaded).into_iter().filter(|remark| !remark.contains("variant-form")).collect()
}

/// Whose form it is read in.
fn form(loaded: &Loaded) -> Option<&str> {
    let said = loaded.diagnostics.iter().find(|d| d.rule == Rule::VariantForm)?;
    Some(said.found.strip_prefix("found the ego format of ").and_then(|rest| rest.split(':').next()).unwrap_or(""))
}

/// Name, weight, first and last level of each ego's first place.
fn egos(loaded: &Loaded) -> Vec<(&str, u32, u32, u32)> {
    let places = loaded.catalog.affixes.iter().map(|ego| (ego.name.as_str(), &ego.allocations[0]));
    places.map(|(name, place)| (name, place.commonness, place.min, place.max)).collect()
}

/// The names of the egos that a good dagger at level 127 may be.
fn good_egos(loaded: &Loaded) -> Vec<&str> {
    let dagger = loaded.catalog.find_kind(23, 4).expect("the dagger");
    let pool = loaded.model.forge().pool(dagger, 127, 1);
    pool.entries.iter().map(|entry| loaded.catalog.affix(entry.0).name.as_str()).collect()
}

#[test]
fn the_form_is_said_with_its_lines_and_what_is_not_simulated() {
    let artifacts = "V:1.0.0\nN:16:'Thorn'\nI:23:4:0:5:0\nW:5:60:10:12:4000\n";
    let egos_text = "V:1.0.0\nN:1:of Edges\nW:0:45:8:3:0:500\nC:6:6:0:9:0\nT:23:0:99\n";
    let loaded = load(egos_text, &[("artifact.txt", artifacts)]);
    let expected = "ego_item.txt:-: variant-form: found the ego format of DaJAngband: \
                    W:level:max-level:rarity:rating:weight:cost, C:to-hit:to-dam:to-ac:extra-die:pval, up to 5 `T:` lines; \
                    expected the files of Angband 3.0: its rules make drops of these tables, so numbers differ from those of \
                    the variant's own program; not simulated: an ego's max-level (deeper it is passed over 58 to 98 % of the \
                    time), thrown weapons that draw from egos of ammunition, random attributes (R:), values of items";
    assert_eq!(remarks(&loaded), [expected]);
    assert_eq!(egos(&loaded), [("of Edges", 12, 0, 127)]);
}

#[test]
fn lines_of_a_variant_are_kept_and_said_once() {
    let egos = "V:1.0.0\nN:1:of Edges\nX:20:1\nW:0:8:0:500\nT:23:0:99\nO:1:2:3\nK:1:2\nQ:x\nM:1:2:3\nF:BRAVERY | SEE_INVIS\n\
                N:2:of Rust\nX:20:1\nW:0:8:0:500\nT:23:0:99\nO:1:2:3\nK:1:2\nQ:y\nF:BRAVERY | SPEEED\n";
    let loaded = load(egos, &[]);
    assert_eq!(form(&loaded), Some("EyAngband"));
    let expected = [
        "ego_item.txt:6:1: not-simulated: found `O` and 1 more such line; kept, not simulated: resistances in per cent",
        "ego_item.txt:7:1: not-simulated: found `K` and 1 more such line; kept, not simulated: slays in per cent",
        "ego_item.txt:8:1: undefined-directive: found `Q` and 1 more such line; expected one of V, N, X, W, C, T, F, K, O, M, D; these lines are ignored",
        "ego_item.txt:9:1: not-simulated: found `M`; kept, not simulated: the material and weights that its base must have",
        "ego_item.txt:10:3: invalid-flag: found 2 flags that the game doesn't have: SPEEED, BRAVERY (2); expected its own names; these are kept without effect, a misspelt one too",
    ];
    assert_eq!(lines_said(&loaded), expected);
    assert_eq!(loaded.catalog.affixes[0].flags, ["SEE_INVIS"]);
}

#[test]
fn one_name_that_the_game_lacks_is_told_as_many_are() {
    for (flags, doesnt_have, list) in [
        ("BRAVERY | SEE_INVIS", "the flag BRAVERY", "`BRAVERY`; expected the name of a flag; it is ignored"),
        (
            "BRAVERY | FORCE | TERROR | UTTER",
            "4 flags such as BRAVERY, FORCE, TERROR",
            "4 flags that the game doesn't have: BRAVERY, FORCE, TERROR, UTTER; expected its own names; these are kept without \
             effect, a misspelt one too",
        ),
    ] {
        let text = format!("V:3.0.5\nN:1:of Edges\nX:20:1\nW:0:8:0:500\nT:23:0:99\nF:{flags}\n");
        let loaded = load(&text, &[]);
        let expected = [
            format!(
                "ego_item.txt:-: variant-form: found what Angband 3.0 doesn't have: {doesnt_have}; expected the files of Angband \
                 3.0: its rules make drops of these tables, so numbers differ from those of the variant's own program"
            ),
            format!("ego_item.txt:6:3: invalid-flag: found {list}"),
        ];
        assert_eq!(remarks_of(&loaded.sources, &loaded.diagnostics), expected);
        assert_eq!(loaded.count(Severity::Error), 0);
        assert!(loaded.doubts().is_some_and(|doubts| doubts.contains(doesnt_have)), "{:?}", loaded.doubts());
    }
}

#[test]
fn values_are_rolled_where_they_are_written_as_in_the_game() {
    let egos_text = "V:3.0.5\nN:1:of Edges\nX:20:1\nW:0:8:0:500\nC:6:6:0:0\nT:23:0:99\n";
    assert!(load(egos_text, &[]).has_values());
    assert!(load(&format!("{egos_text}F:BRAVERY | FORCE | TERROR\n"), &[]).has_values());
    assert!(!load(&egos_text.replace("C:6:6:0:0", "C:d6:d6:0:0"), &[]).has_values());
}

#[test]
fn an_odd_line_does_not_change_the_form() {
    let egos = "V:3.0.5\nN:1:of Edges\nX:20:1\nW:0:8:0:500\nT:23:0:99\nN:2:of Rust\nX:A:20:1\nN:3:of Dust\nX:1:2\nC:d5:0:0:0\n\
                W:0:8:0:500\nC:0:0:0:0\n";
    let loaded = load(egos, &[]);
    assert_eq!(form(&loaded), None);
    assert_eq!(loaded.count(Severity::Error), 2, "{:?}", remarks(&loaded));
}

#[test]
fn rarities_of_two_numbers_are_chances() {
    let lines = "R:100\nF:RES_ACID\nR:50\nF:SEE_INVIS\n";
    let ego = |index, name, rarity, cost| {
        format!("N:{index}:{name}\nX:A:24:20\nW:5:{rarity}:{cost}\nC:-30:0:0:0\nT:6:0:255\nT:23:0:255\n{lines}")
    };
    let all = [ego(1, "of Mana", "3:8", 100), ego(2, "of Nothing", "9:8", 100), ego(3, "of Rust", "0:20", 0)].concat();
    // (3 + 1) of 8 pass, all, and 1 of 20.
    let loaded = load(&format!("V:2.0.0\n{all}f:MANA\n"), &[]);
    assert_eq!(form(&loaded), Some("ToME"));
    let weights = [("of Mana", 5000, 5, 127), ("of Nothing", 10_000, 5, 127), ("of Rust", 500, 5, 127)];
    assert_eq!(egos(&loaded), weights);
    // What costs nothing is no good drop; a mage staff can be an ego as well as a sword; flags at times aren't listed.
    assert_eq!(good_egos(&loaded), ["of Mana", "of Nothing"]);
    let types: Vec<_> = loaded.catalog.item_types.iter().map(|kind| (kind.tval, kind.takes_affixes)).collect();
    assert_eq!(types, [(6, true), (23, true)]);
    assert_eq!(loaded.catalog.affixes[0].flags, ["RES_ACID"]);
    let expected = [
        "ego_item.txt:8:1: not-simulated: found `R` and 5 more such lines; kept, not simulated: how often it has the flags that follow",
        "ego_item.txt:32:1: not-simulated: found `f`; kept, not simulated: flags that are known at once",
    ];
    assert_eq!(lines_said(&loaded), expected);
    // Without ToME's letters the first number is what fails: (8 − 3) of 8 pass, none, and all.
    let loaded = load(&format!("V:2.8.1\n{all}"), &[]);
    assert_eq!(form(&loaded), Some("PernAngband"));
    let weights = [("of Mana", 6250, 5, 127), ("of Nothing", 0, 5, 127), ("of Rust", 10_000, 5, 127)];
    assert_eq!(egos(&loaded), weights);
}

#[test]
fn sangband_has_its_combat_in_c_and_weights_between_levels() {
    let objects = "V:1.0.0\nN:1:& Dagger~\nI:23:4:0\nW:1:0:12:20\nA:2/10:6/0\nC:0:1d4:-1:0:0\nM:100:6d7\nE:AIR:1\n\
                   N:2:& Awl~\nI:23:5:0\nW:1:0:12:20\nA:0/5\nC:0:1d4:1:0:0\n";
    let artifacts = "V:1.0.0\nN:16:'Thorn'\nI:23:4\nW:5:10:12:4000\nC:0:1d4:4:6:0\nP:3\n1:STR\nF:VORPAL\n";
    let egos_text = "V:1.0.2\nN:1:of Edges\nW:7:2:4:1800\nC:0:0:5\nP:3\n1:STEALTH\nX:ADD_A_POWER\nT:23:0:99\nT:23:1:1\nT:23:2:2\n\
                     T:23:4:4  # daggers\nF:HEAVY_CURSE\n";
    let loaded = load(egos_text, &[("object.txt", objects), ("artifact.txt", artifacts)]);
    assert_eq!((form(&loaded), egos(&loaded)), (Some("Sangband"), vec![("of Edges", 50, 7, 127)]));
    assert_eq!(loaded.count(Severity::Error), 0, "{:?}", remarks(&loaded));
    assert_eq!(good_egos(&loaded), [""; 0], "any curse is one");
    assert_eq!([0, 1].map(|kind| loaded.catalog.kinds[kind].good), [false, true], "to-hit is in C:");
    assert_eq!(loaded.catalog.artifacts[0].allocations[0].commonness, 10);
    // At level 3 the dagger weighs 10 + 1 × −10 / 4 = 8, the awl 5; from 6 on there are awls only.
    let forge = loaded.model.forge();
    let share = |depth| {
        let mut counts = Counts::new(forge.keys());
        let shard = Shard { cell: Cell { depth, quality: 0, kind: None }, piece: 0, drops: 10_000 };
        let counted = run_shard(forge.as_ref(), &shard, 3, &mut counts).counts;
        let is_dagger = |key| {
            forge.keys().key(key).metric == Metric::KIND && forge.keys().key(key).kind.is_some_and(|kind| kind.0 == 0)
        };
        counted.iter().filter(|(key, _)| is_dagger(*key)).map(|entry| entry.1).sum::<u64>()
    };
    assert!(share(3) > 5000, "{}", share(3));
    assert_eq!(share(6), 0);
}

#[test]
fn ranges_names_and_per_cents_of_jackband_and_its_kin() {
    let objects = "V:3.1.0\nN:1:& Dagger~\nI:23:4:d3\nW:1:0:12:20\nA:70:5 to 40\nP:0:1d4:-2+d3:0:0\nC:6\nE:CURE:d5\n";
    let artifacts = "V:3.1.2\nN:16:'Thorn'\nI:sword:Dagger:3\nW:5:10:12:4000\nA:25:5 to 90\nP:0:1d4:4:6:0\nM:Your {kind} sings.\n\
                     N:17:'Never'\nI:sword:4:3\nW:5:10:12:4000\nA:0:5 to 90\nP:0:1d4:4:6:0\n";
    let egos_text = "V:3.0.11\nN:1:of Edges\nX:20:1\nW:0:8:0:500\nC:d6:2d3M4:0:d2\nM:1:1:0:0\nT:23:0:99\n";
    let loaded = load(egos_text, &[("object.txt", objects), ("artifact.txt", artifacts)]);
    assert_eq!((form(&loaded), egos(&loaded)), (Some("Jackband"), vec![("of Edges", 12, 0, 127)]));
    assert_eq!(loaded.count(Severity::Error), 0, "{:?}", remarks(&loaded));
    let place = loaded.catalog.kinds[0].allocations[0];
    assert_eq!((place.commonness, place.min, place.max), (70, 5, 40));
    assert!(!loaded.catalog.kinds[0].good, "its to-hit can be negative");
    let artifact = &loaded.catalog.artifacts[0];
    let place = artifact.allocations[0];
    // 25 % is one in 4; 0 % is never.
    assert_eq!((artifact.tval, artifact.sval, place.commonness, place.min, place.max), (23, 4, 4, 5, 90));
    assert!(loaded.catalog.artifacts[1].allocations.is_empty());
    // Levels and weights of L: lines make it Anquestria's.
    let loaded =
        load(&egos_text.replace("M:1:1:0:0", "L:d5:0:STR"), &[("object.txt", objects), ("artifact.txt", artifacts)]);
    assert_eq!(form(&loaded), Some("Anquestria"));
    // Where index 0 is used, it is an ego.
    let egos_text = "V:0.0.1\nN:0:of Edges\nX:20:1\nW:0:8:0:500\nC:0:0:0:10:0\nM:0:0:0:1:0\nT:23:0:99\n";
    let loaded = load(egos_text, &[("object.txt", objects)]);
    assert_eq!((form(&loaded), egos(&loaded)), (Some("Angband65"), vec![("of Edges", 12, 0, 127)]));
}

#[test]
fn names_that_are_neither_item_types_nor_kinds() {
    let objects = "V:3.1.0\nN:1:& Dagger~\nI:23:4:0\nW:1:0:12:20\nA:70:5 to 40\n";
    let artifacts = "V:3.1.2\nN:16:'Thorn'\nI:swrod:Dagger:3\nN:17:'Bud'\nI:sword:Dirk:3\n";
    let egos_text = "V:3.0.11\nN:1:of Edges\nX:20:1\nW:0:8:0:500\nC:d6:0:0:0\nT:23:0:99\n";
    let loaded = load(egos_text, &[("object.txt", objects), ("artifact.txt", artifacts)]);
    let errors: Vec<String> = remarks(&loaded).into_iter().filter(|remark| !remark.contains("never-drawn")).collect();
    let expected = [
        "artifact.txt:3:3: unrecognised-tval: found `swrod`; expected an item type's number or name, such as 36 or soft armour; \
         the line is ignored",
        "artifact.txt:5:9: invalid-value: found `Dirk`; expected an sval or the name of a kind of that type; the line is ignored",
    ];
    assert_eq!(errors[..2], expected);
}
