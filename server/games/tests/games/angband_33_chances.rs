//! Angband 3.3's chances, worked out by hand from its rules, against what its rules make.

use crate::common::chances::{BLADE, DEPTHS, EDGES, FOUR, check, check_pools_by_rarity, load, remarks};

/// A small edition, such that all chances can be worked out by hand.
const FILES: &[(&str, &str)] = &[
    ("object_base.txt", "V:3.3.1\nN:sword:Sword~\nN:potion:Potion~\nN:light:Light~\n"),
    (
        "object.txt",
        "V:3.3.1\n\
         N:1:& Blade~\nI:sword:1\nW:0:0:50:10\nA:60:0 to 100\nP:0:1d6:0:0:0\n\
         N:2:& Brew~\nI:potion:1\nW:0:0:4:1\nA:40:0 to 100\n\
         N:3:& Lamp~\nI:light:9\nW:12:0:10:9\n",
    ),
    (
        "ego_item.txt",
        "V:3.3.1\n\
         N:1:of Edges\nX:5:0\nW:0:2:0:100\nA:10:30 to 40\nT:23:0:99\n\
         N:2:of Depths\nX:5:0\nW:20:4:0:100\nA:99:1 to 5\nT:sword:0:99\n\
         N:3:of Rust\nX:0:0\nW:0:1:0:0\nA:99:1 to 100\nT:sword:0:99\nF:LIGHT_CURSE\n",
    ),
    (
        "artifact.txt",
        "V:3.3.1\n\
         N:1:of Light\nI:light:9\nA:40:5 to 60\n\
         N:16:'Cutter'\nI:sword:Blade~\nA:10:1 to 100\n",
    ),
];

#[test]
fn pools_go_by_rarity_and_first_level_alone() {
    check_pools_by_rarity(&load("angband-3.3", FILES));
}

/// At level 10, 36 % are good, and 12 % of these great.
#[test]
fn blades_at_level_10() {
    let loaded = load("angband-3.3", FILES);
    for (quality, artifact, ego) in [(0, 0.0432 * 0.1, 0.0432 * 0.9), (1, 0.012, 0.108), (2, FOUR, 1.0 - FOUR)] {
        let expected = [
            ("artifact", "'Cutter'", artifact),
            ("affix", "of Edges", ego * EDGES),
            ("affix", "of Depths", ego * DEPTHS),
            ("affix", "of Rust", 0.0),
        ];
        check(&loaded, (10, quality, BLADE), &expected);
    }
}

/// The special artifact passes with 40 % and, for its kind is two levels too deep, once in ten; a drop that tried it in vain
/// is a great one.
#[test]
fn drops_at_level_10() {
    let loaded = load("angband-3.3", FILES);
    let (special, failed) = (0.001 * 0.04, 0.001 * 0.96);
    let expected = [
        ("artifact", "of Light", special),
        ("kind", "Brew", 0.999 * 0.4),
        ("kind", "Blade", 0.999 * 0.6 + failed),
        ("artifact", "'Cutter'", 0.999 * 0.6 * 0.00432 + failed * FOUR),
        ("affix", "of Edges", (0.999 * 0.6 * 0.03888 + failed * (1.0 - FOUR)) * EDGES),
    ];
    check(&loaded, (10, 0, None), &expected);
    let expected = [
        ("artifact", "of Light", 0.004),
        ("kind", "Brew", 0.0),
        ("artifact", "'Cutter'", 0.9 * 0.012 + 0.096 * FOUR),
        ("affix", "of Edges", (0.9 * 0.108 + 0.096 * (1.0 - FOUR)) * EDGES),
    ];
    check(&loaded, (10, 1, None), &expected);
    check(&loaded, (10, 2, None), &[("artifact", "of Light", 0.004), ("artifact", "'Cutter'", 0.996 * FOUR)]);
}

/// At level 0 there are no artifacts, no boosts and no great items but in great drops; and those that tried the special
/// artifacts in vain are such.
#[test]
fn only_drops_that_failed_are_great_at_level_0() {
    let loaded = load("angband-3.3", FILES);
    check(
        &loaded,
        (0, 1, None),
        &[("affix", "of Edges", 0.1), ("affix", "of Depths", 0.0), ("artifact", "of Light", 0.0)],
    );
    check(&loaded, (0, 0, None), &[("affix", "of Edges", 0.001), ("kind", "Brew", 0.999 * 0.4)]);
    check(&loaded, (0, 2, BLADE), &[("affix", "of Edges", 1.0)]);
}

/// Sizes are one more than the last index there can be.
#[test]
fn records_beyond_the_sizes_in_limits_do_not_exist() {
    let files: Vec<_> = FILES.iter().copied().chain([("limits.txt", "V:3.0.11\nM:K:3\nM:E:3\nM:A:16\n")]).collect();
    assert_eq!(
        remarks("angband-3.3", &files),
        [
            "object.txt:11: too-many-entries: found index 3; expected an index below 3, the size in limits.txt; the whole \
             record is ignored",
            "ego_item.txt:12: too-many-entries: found index 3; expected an index below 3, the size in limits.txt; the whole \
             record is ignored",
            "artifact.txt:2: never-drawn: found no kind of type 39 with sval 9; expected the kind the artifact is, or it is \
             never made",
            "artifact.txt:5: too-many-entries: found index 16; expected an index below 16, the size in limits.txt; the whole \
             record is ignored",
        ]
    );
}

/// Names go by the letter here, and later by how players see them.
#[test]
fn artifacts_call_kinds_as_they_are_written() {
    let files: Vec<_> = FILES.iter().map(|(name, text)| (*name, text.replace("sword:Blade~", "sword:blade"))).collect();
    let files: Vec<_> = files.iter().map(|(name, text)| (*name, text.as_str())).collect();
    let expected = "artifact.txt:6: invalid-value: found `blade`; expected a number or the name of a kind of this type as \
                    object.txt writes it after `& `; the line is ignored";
    let remarks = remarks("angband-3.3", &files);
    assert!(remarks.iter().any(|remark| remark == expected), "{remarks:#?}");
}
