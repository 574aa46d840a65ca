//! Gaps: a literal case for every rule, none where there is none, and the originals' own files.

use std::{collections::BTreeSet, path::Path};

use crate::common::per_game::each_game;

use affixboard_games as games;
use affixboard_inquiry::{
    gaps::{self, Finding, Gap, GapReport, Limits, RARE, Search},
    profile::Profile,
};
use affixboard_model::{
    game::Loaded,
    text::{SourceFile, SourceSet},
};

/// An edition without a gap; the cases add lines to the ends of its files.
const FILES: [(&str, &str); 5] = [
    ("object_base.txt", "N:sword:Sword~\nF:HATES_ACID\n"),
    ("object.txt", "N:1:& Dagger~\nI:sword:1\nA:20:1 to 100\n"),
    (
        "ego_item.txt",
        "N:1:prefix:Sharp\nT:sword:0:99:good:10:1 to 100\nN:2:suffix:of Edges\nT:sword:0:99:great:5:1 to 100\n\
         N:3:suffix:of Points\nT:sword:0:99:good:5:1 to 100\n",
    ),
    ("ego_themes.txt", "N:1:suffix:of Cutting\nT:sword:0:99:1 to 100\nA:Sharp:20\nA:of Edges:20\n"),
    ("artifact.txt", "N:1:'Thorn'\nI:sword:Dagger\nA:10:5 to 100\n"),
];

/// File and lines.
type Added = (&'static str, &'static str);

/// A kind of its own type, found from 5 to 50.
const SLING: Added = ("object.txt", "N:2:& Sling~\nI:bow:2\nA:20:5 to 50\n");
/// Its affix: good from 10 to 20, great from there to 30, since only the first line that fits counts.
const RANGE: Added = ("ego_item.txt", "N:4:suffix:of Range\nT:bow:2:2:good:10:10 to 20\nT:bow:2:2:great:10:10 to 30\n");

/// The rule, what is added to the edition, and what the rule says then.
const CASES: &[(Gap, &[Added], &[&str])] = &[
    (Gap::NoAffix, &[SLING], &["bow (Sling): never any affix. object.txt:4"]),
    (
        Gap::NoAffix,
        &[SLING, RANGE],
        &[
            "bow (Sling): no affix. levels 5-9 21-50, up to good. object.txt:4",
            "bow (Sling): no affix. levels 5-9 31-50, up to great uber. object.txt:4",
        ],
    ),
    // Another with the same gap is in the same line, one that is found elsewhere in its own.
    (
        Gap::NoAffix,
        &[SLING, ("object.txt", "N:3:& Long Bow~\nI:bow:3\nA:20:1 to 9\nN:4:& Sling of Old~\nI:bow:1\nA:20:5 to 50\n")],
        &["bow (Sling of Old, Sling, Long Bow): never any affix. object.txt:10"],
    ),
    // A kind that comes as an artifact only draws nothing, and that is no gap.
    (
        Gap::NoAffix,
        &[("object.txt", "N:2:& Sling~\nI:bow:2\n"), ("artifact.txt", "N:2:'Far'\nI:bow:Sling\nA:10:5 to 100\n")],
        &[],
    ),
    (Gap::FewAffixes, &[SLING, RANGE], &["bow: only 1 affix. levels 10-30, up to uber. object.txt:4"]),
    (Gap::NoGreatAffix, &[SLING, RANGE], &["bow: no great affix. levels 5-20 31-50, up to great. object.txt:4"]),
    // Good drops are made at least five levels deeper than their depth, so that this line fires for none of them.
    (
        Gap::PlainDrops,
        &[
            ("object.txt", "N:2:& Buckler~\nI:shield:2\nA:20:1 to 100\n"),
            ("ego_item.txt", "N:4:suffix:of Doors\nT:shield:0:99:good:10:1 to 5\n"),
        ],
        &[
            "shield: most good drops carry no affix. levels 1-60. object.txt:4",
            "shield: most great drops carry no affix. levels 1-60. object.txt:4",
        ],
    ),
    // Launchers are not in the table that good drops are chosen from.
    (
        Gap::OnlyArtifacts,
        &[SLING, RANGE, ("artifact.txt", "N:2:'Far'\nI:bow:Sling\nA:10:5 to 100\n")],
        &["bow: good and great drops are only ever artifacts. object.txt:4"],
    ),
    (
        Gap::ThemeOutOfReach,
        &[("ego_themes.txt", "N:2:suffix:of Lines\nA:Sharp:30\n")],
        &["of Lines: never comes: it has no line that says on what it may. ego_themes.txt:5"],
    ),
    (
        Gap::ThemeOutOfReach,
        &[SLING, RANGE, ("ego_themes.txt", "T:bow:0:99:1 to 100\n")],
        &["of Cutting (Sling): never comes: none of its affixes can be drawn there. ego_themes.txt:5"],
    ),
    (
        Gap::ThemeOutOfReach,
        &[SLING, RANGE, ("ego_themes.txt", "N:2:prefix:Blunt\nT:sword:0:99:1 to 100\nA:Sharp:0\nA:of Range:30\n")],
        &["Blunt (Dagger): never comes: the only ones of its affixes that can be drawn there have weight 0. \
           ego_themes.txt:6"],
    ),
    // Eight slots of weight 1 are 8 × 8² = 512 by 3 × 255 + 1.
    (
        Gap::ThemeOutOfReach,
        &[
            SLING,
            RANGE,
            ("ego_themes.txt", "N:2:prefix:Rare\nT:sword:0:99:1 to 100\nA:Sharp:1\nA:4:255\nA:4:255\nA:4:255\n"),
        ],
        &["Rare (Dagger): never comes: those of its affixes that can be drawn there score less than half a per cent. \
           ego_themes.txt:6"],
    ),
    (
        Gap::ThemeOutOfReach,
        &[SLING, RANGE, ("ego_themes.txt", "N:2:prefix:Rare\nT:sword:0:99:1 to 100\nA:Sharp:1\nA:4:255\nA:4:255\n")],
        &[],
    ),
    (
        Gap::ThemeOutOfReach,
        &[("ego_themes.txt", "N:2:prefix:Never\nT:sword:0:99:30 to 20\nA:Sharp:20\nA:of Edges:20\n")],
        &["Never (Dagger): never comes: its levels are none at which items there draw an affix. ego_themes.txt:6"],
    ),
    (
        Gap::WeakTheme,
        &[("ego_themes.txt", "N:2:suffix:of Little\nT:sword:0:99:1 to 100\nA:Sharp:12\nA:of Edges:12\n")],
        &[
            "of Little: has weights that come to 24: with each of its affixes once, 96 % where no other theme is legal. \
           ego_themes.txt:7",
        ],
    ),
    (
        Gap::WeakTheme,
        &[("ego_themes.txt", "N:2:suffix:of Enough\nT:sword:0:99:1 to 100\nA:Sharp:12\nA:of Edges:13\n")],
        &[],
    ),
    (
        Gap::AffixOutOfReach,
        &[("ego_item.txt", "N:4:suffix:of Nothing\n")],
        &["of Nothing: is on no item: it has no allocation, and no theme brings it. ego_item.txt:7"],
    ),
    (Gap::AffixOutOfReach, &[("ego_item.txt", "N:4:suffix:of Themes\n"), ("ego_themes.txt", "A:4:20\n")], &[]),
    (
        Gap::AffixOutOfReach,
        &[("ego_item.txt", "N:4:suffix:of Themes\n"), ("ego_themes.txt", "N:2:suffix:of Lines\nA:4:30\n")],
        &["of Themes: is on no item: it has no allocation, and the themes that bring it never come. ego_item.txt:7"],
    ),
    (
        Gap::AffixOutOfReach,
        &[("ego_item.txt", "N:4:suffix:of Kings\nT:sword:0:99:artifact:9:1 to 9\n")],
        &["of Kings: is on no item: none of its allocations can fire. ego_item.txt:8"],
    ),
    (
        Gap::KindOutOfReach,
        &[
            (
                "object.txt",
                "N:2:& Stick~\nI:sword:2\nN:3:& Twig~\nI:sword:3\nA:0:1 to 9\nN:4:& Log~\nI:sword:4\nA:9:50 to 20\n\
             N:5:& Splinter~\nI:sword:5\nN:6:& Needle~\nI:sword:6\n",
            ),
            ("artifact.txt", "N:2:'Sew'\nI:sword:Needle\nA:10:5 to 100\n"),
        ],
        &[
            "sword (Twig): never dropped: commonness 0, and no artifact of that kind is made. object.txt:8",
            "sword (Stick, Splinter): never dropped: no allocation, and no artifact of that kind is made. object.txt:4",
            "sword (Log): never dropped: no drop chooses its kind at such a level, and no artifact of that kind is made. \
             object.txt:11",
        ],
    ),
    (
        Gap::RangeWithoutKind,
        &[("ego_item.txt", "T:sword:7:9:uber:5:1 to 10\n")],
        &["of Points: found no kind of type 23 with sval 7 to 9; expected a range with a kind in it. ego_item.txt:7 \
           (a warning)"],
    ),
    (
        Gap::ReversedRange,
        &[("ego_themes.txt", "T:sword:0:99:20 to 10\n")],
        &["of Cutting: found 20 to 10; nothing lies in that range. ego_themes.txt:5 (a warning)"],
    ),
    (
        Gap::HiddenAllocation,
        &[("ego_item.txt", "T:sword:1:1:uber:90:2 to 9\n")],
        &[
            "of Points: found an allocation that line 6 covers wholly; only the first that matches counts, so this never \
           fires. ego_item.txt:7 (a warning)",
        ],
    ),
    (
        Gap::NeverDrawn,
        &[("ego_item.txt", "T:sword:1:1:artifact:90:101 to 110\n")],
        &["of Points: found affix level artifact; no item ever draws at that level, so this never fires. \
           ego_item.txt:7 (a warning)"],
    ),
    (
        Gap::BeyondDepth,
        &[("ego_item.txt", "T:sword:1:1:good:90:127 to 200\nT:sword:1:1:good:90:201 to 250\n")],
        &[
            "of Points: begins at level 201, and the dungeon ends at 127: only a boosted level, where there is one, comes \
           there. ego_item.txt:8",
        ],
    ),
    (
        Gap::DuplicateName,
        &[
            ("object.txt", "N:2:& dagger~\nI:sword:2\nA:20:1 to 100\nN:3:& Dagger~\nI:hafted:1\nA:20:1 to 100\n"),
            ("ego_item.txt", "N:4:prefix:SHARP\nT:sword:0:99:good:10:1 to 100\n"),
            ("ego_themes.txt", "N:2:suffix:of Cutting\nT:sword:0:99:1 to 100\nA:Sharp:20\nA:of Edges:20\n"),
        ],
        &[
            "SHARP: has the name of the affix with index 1, too. ego_item.txt:7 (a warning)",
            "of Cutting: has the name of the theme with index 1, too. ego_themes.txt:5",
            "dagger: has the name of the kind with index 1, too. object.txt:4",
        ],
    ),
];

fn with(added: &[Added]) -> Loaded {
    let mut set = SourceSet::new();
    for (name, text) in FILES {
        let lines = added.iter().filter(|added| added.0 == name).map(|added| added.1);
        set.push(SourceFile::new(name, [text].into_iter().chain(lines).collect::<String>().into_bytes()));
    }
    games::find("affix-branch").expect("the game").load(set)
}

fn search(limits: &Limits) -> Search {
    let dive = Profile::parse("1-60: normal 40, good 5, great 1").expect("a profile");
    Search { limits: limits.clone(), dive }
}

fn look(loaded: &Loaded, limits: &Limits) -> GapReport {
    gaps::find(loaded, &*loaded.model.forge(), &search(limits))
}

/// All about a finding in a line.
fn said(loaded: &Loaded, finding: &Finding) -> String {
    let (catalog, words) = (&loaded.catalog, loaded.game.words().affix_levels);
    let kinds: Vec<_> = finding.kinds.iter().map(|id| catalog.kind(*id).name.as_str()).collect();
    let levels: Vec<_> = finding.levels.iter().map(|(first, last)| format!("{first}-{last}")).collect();
    let affix_levels: Vec<_> = finding.affix_levels.iter().map(|level| words[usize::from(*level)]).collect();
    let kinds = if kinds.is_empty() { String::new() } else { format!(" ({})", kinds.join(", ")) };
    let levels = if levels.is_empty() { String::new() } else { format!(" levels {}", levels.join(" ")) };
    let up_to = if affix_levels.is_empty() { String::new() } else { format!(", up to {}", affix_levels.join(" ")) };
    let end = if levels.is_empty() { "" } else { "." };
    let line = finding.line.map_or_else(String::new, |line| {
        format!(" {}:{}", loaded.sources.file(line.file).name(), loaded.sources.position(line).line)
    });
    let warning = if finding.is_remark { " (a warning)" } else { "" };
    format!("{}{kinds}: {}.{levels}{up_to}{end}{line}{warning}", finding.about.name(catalog, &[]), finding.what)
}

/// What a rule says, which it says without a dive too where it counts nothing.
fn of(gap: Gap, loaded: &Loaded, limits: &Limits) -> Vec<String> {
    let found = look(loaded, limits).findings;
    let proven = gaps::find_proven(loaded, &*loaded.model.forge(), &search(limits)).findings;
    let told = |all: &[Finding]| -> Vec<String> {
        let proven = all.iter().filter(|finding| !finding.gap.is_counted());
        proven.map(|finding| format!("{} {}", finding.gap.name(), said(loaded, finding))).collect()
    };
    assert_eq!(told(&proven), told(&found));
    found.iter().filter(|finding| finding.gap == gap).map(|finding| said(loaded, finding)).collect()
}

#[test]
fn an_edition_without_gaps() {
    let loaded = with(&[]);
    assert!(loaded.diagnostics.is_empty(), "{:?}", loaded.diagnostics);
    assert_eq!(look(&loaded, &Limits::default()), GapReport::default());
}

/// Of whole editions of several families, too.
#[test]
fn what_is_proven_needs_no_drops() {
    for game in ["affix-branch", "angband-3.0", "angband-4.2", "frogcomposband", "nethack", "sil-q", "narsil"] {
        let loaded = games::find(game).expect("the game").load(crate::common::starter(game));
        // What it says is compared there.
        of(Gap::NoAffix, &loaded, &Limits::default());
    }
}

#[test]
fn every_rule_by_hand() {
    for (gap, added, expected) in CASES {
        assert_eq!(of(*gap, &with(added), &Limits::default()), *expected, "{} with {added:?}", gap.name());
    }
    let tested: BTreeSet<_> = CASES.iter().filter(|case| !case.2.is_empty()).map(|case| case.0).collect();
    // Those about subjects are in the tests of the game that has subjects, and what is rare depends on the dive, below.
    let elsewhere = [Gap::TooRare, Gap::NeverTurnsUp, Gap::DoesNotFit];
    let untested: Vec<_> = Gap::ALL.iter().filter(|gap| !tested.contains(gap) && !elsewhere.contains(gap)).collect();
    assert!(untested.is_empty(), "rules without a case: {untested:?}");
}

/// A dive that has one drop in a thousand dives: every drop is a dagger, so that there is 0.001 of these a dive, and nothing
/// else comes more often. A dive with many drops has all of it.
#[test]
fn what_a_dive_hardly_ever_has_is_too_rare() {
    let loaded = with(&[]);
    let rare = |dive: &str| {
        let search = Search { limits: Limits::default(), dive: Profile::parse(dive).expect("a profile") };
        let found = gaps::find(&loaded, &*loaded.model.forge(), &search).findings;
        found.into_iter().filter(|finding| finding.gap == Gap::TooRare).collect::<Vec<_>>()
    };
    let found = rare("20: normal 0.001");
    let told: Vec<_> = found.iter().map(|finding| said(&loaded, finding)).collect();
    let expected = [
        ("Sharp", "ego_item.txt:2"),
        ("of Edges", "ego_item.txt:4"),
        ("of Points", "ego_item.txt:6"),
        ("of Cutting", "ego_themes.txt:2"),
        ("Dagger", "object.txt:3"),
        ("'Thorn'", "artifact.txt:3"),
    ];
    assert_eq!(told, expected.map(|(name, line)| format!("{name}: comes less than once in 100 dives. {line}")));
    let daggers = found[4].items.expect("items");
    assert!((daggers.mean - 0.001).abs() < 1e-12 && daggers.high < RARE, "{daggers:?}");
    assert_eq!(rare("20: normal 40, good 40, great 40"), []);
}

#[test]
fn limits_say_what_a_gap_is() {
    let loaded = with(&[SLING, RANGE]);
    let limits = Limits { few_affixes: 4, theme_weight: 41, first: 9, last: 21, ..Limits::default() };
    assert_eq!(
        of(Gap::FewAffixes, &loaded, &limits),
        [
            "bow: only 1 affix. levels 10-21, up to uber. object.txt:4",
            "sword: only 3 affixes. levels 9-21, up to uber. object.txt:1"
        ]
    );
    assert_eq!(of(Gap::WeakTheme, &loaded, &limits), ["of Cutting: has weights that come to 40. ego_themes.txt:3"]);
    assert_eq!(
        of(Gap::NoAffix, &loaded, &limits),
        [
            "bow (Sling): no affix. levels 9-9 21-21, up to good. object.txt:4",
            "bow (Sling): no affix. levels 9-9, up to great uber. object.txt:4",
        ]
    );
    let limits = Limits { few_affixes: 0, theme_weight: 0, ..limits };
    assert_eq!(of(Gap::FewAffixes, &loaded, &limits), [""; 0]);
}

#[test]
fn what_is_ignored_is_not_shown_but_counted() {
    let long_bow = ("object.txt", "N:3:& Long Bow~\nI:bow:3\nA:20:1 to 9\n");
    let loaded = with(&[SLING, long_bow]);
    let with_patterns = |patterns: &[&str]| {
        let ignore = patterns.iter().map(|text| text.parse().expect("a pattern")).collect();
        let found = look(&loaded, &Limits { ignore, ..Limits::default() });
        let shown: Vec<_> = found.findings.iter().map(|finding| said(&loaded, finding)).collect();
        (shown, found.ignored.len())
    };
    let never = "bow (Sling, Long Bow): never any affix. object.txt:4";
    let great = "bow: no great affix. levels 1-50, up to great. object.txt:4";
    assert_eq!(with_patterns(&[]), (vec![never.to_owned(), great.to_owned()], 0));
    let of_one = "bow (Long Bow): never any affix. object.txt:4";
    assert_eq!(with_patterns(&["no-affix:sling"]), (vec![of_one.to_owned(), great.to_owned()], 1));
    assert_eq!(with_patterns(&["no-affix:BOW", "no-great-affix"]), (Vec::new(), 2));
    assert_eq!(with_patterns(&["no-affix:Sling", "no-affix:Long Bow"]), (vec![great.to_owned()], 1));
    assert_eq!(with_patterns(&["weak-theme"]), (vec![never.to_owned(), great.to_owned()], 0));
}

/// The files of a folder that a game reads.
fn load(game: &str, folder: &Path) -> Loaded {
    let game = games::find(game).expect("a game");
    let mut set = SourceSet::new();
    for file in game.files() {
        if let Ok(bytes) = std::fs::read(folder.join(file.name)) {
            set.push(SourceFile::new(file.name, bytes));
        }
    }
    game.load(set)
}

/// The affix branch's own files. What is expected was read off them: the lines of bows, boots and lights in order of their
/// first levels, weights summed per theme, affixes without `T:` that no theme names, kinds without a commonness that are
/// of no artifact which has one.
#[test]
fn the_affix_branch_itself() {
    let Some(folder) = crate::common::reference("affix-branch") else { return };
    let loaded = load("affix-branch", &folder.join("edit"));
    let limits = Limits::default();
    let few: Vec<_> =
        of(Gap::FewAffixes, &loaded, &limits).into_iter().filter(|said| !said.starts_with("gloves")).collect();
    let expected = [
        "bow: only 1 affix. levels 1-4, up to uber. object.txt:660",
        "bow: only 2 affixes. levels 5-5, up to uber. object.txt:660",
        "boots: only 2 affixes. levels 1-4, up to uber. object.txt:819",
        "light: only 1 affix. levels 1-9, up to uber. object.txt:116",
        "light: only 2 affixes. levels 10-20, up to uber. object.txt:116",
    ];
    assert_eq!(few, expected);
    let great = of(Gap::NoGreatAffix, &loaded, &limits);
    assert!(great[0].starts_with("bow: no great affix. levels 1-4,"), "{great:?}");
    assert!(great[1].starts_with("boots: no great affix. levels 1-9,"), "{great:?}");
    let names = |gap| {
        let names = of(gap, &loaded, &limits).into_iter();
        names.map(|said| said.split(':').next().unwrap_or_default().to_owned()).collect::<Vec<_>>()
    };
    let weak = [
        "of the Magi",
        "of Serenity",
        "of Power",
        "of Combat",
        "of *Slay Animal*",
        "of *Slay Evil*",
        "of the Haradrim",
        "of Holy Might",
    ];
    assert_eq!(names(Gap::WeakTheme), weak);
    assert_eq!(names(Gap::AffixOutOfReach), ["Hale"]);
    assert_eq!(names(Gap::DuplicateName), ["of Elvenkind", "of the Magi"]);
    let never = look(&loaded, &limits).findings.into_iter().filter(|finding| finding.gap == Gap::KindOutOfReach);
    assert_eq!(never.map(|finding| finding.kinds.len()).sum::<usize>(), 30);
    // No ring and no amulet gets anything, and neither does a torch from lines for good.
    let none = of(Gap::NoAffix, &loaded, &limits);
    assert!(none.iter().all(|said| ["light", "amulet", "ring"].iter().any(|of| said.starts_with(of))), "{none:?}");
    assert_eq!(none[0], "light (Wooden Torch): no affix. levels 1-40, up to good. object.txt:116");
}

/// Every edition there is can be looked at, and what is said of one is said again.
fn is_looked_at(id: &str) {
    let game = games::find(id).expect("the game");
    let loaded = load(game.id(), &Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data").join(game.id()));
    let found = look(&loaded, &Limits::default());
    assert_eq!(found, look(&loaded, &Limits::default()), "{}", game.id());
    assert!(found.findings.iter().all(|finding| finding.line.is_some()), "{}", game.id());
}

each_game!(mod all_games_are_looked_at: is_looked_at);
