//! Angband 3.1's chances, worked out by hand from its rules, against what its rules make.

use crate::common::chances::{
    BAD_DEPTHS, BAD_EDGES, BAD_RUST, BLADE, DEPTHS, EDGES, check, check_pools_with_terrible, load, remarks_with,
};

/// A small edition, such that all chances can be worked out by hand.
const FILES: &[(&str, &str)] = &[
    (
        "object.txt",
        "V:3.1.0\n\
         N:1:& Blade~\nI:23:1:0\nW:0:0:50:10\nA:60:0 to 100\nP:0:1d6:0:0:0\n\
         N:2:& Brew~\nI:75:1:0\nW:0:0:4:1\nA:40:0 to 100\nM:10:2d3\n\
         N:3:& Lamp~\nI:39:9:0\nW:12:0:10:9\n\
         N:4:& Bent Blade~\nI:23:2:0\nW:0:0:50:1\nA:0:0 to 100\nP:0:1d6:-1:0:0\n",
    ),
    (
        "ego_item.txt",
        "V:3.0.11\n\
         N:1:of Edges\nX:5:0\nW:0:2:0:100\nC:5:5:0:0\nT:23:0:99\n\
         N:2:of Depths\nX:5:0\nW:20:4:0:100\nT:23:0:99\n\
         N:3:of Rust\nX:0:0\nW:0:1:0:0\nT:23:0:99\nF:LITE | LIGHT_CURSE\n",
    ),
    (
        "artifact.txt",
        "V:3.1.0\n\
         N:1:of Light\nI:light:9:2\nW:5:5:10:9000\nA:ILLUMINATION:10+d10\n\
         N:16:'Cutter'\nI:sword:Blade~:1\nW:1:10:50:9000\n\
         N:17:'Deeper'\nI:23:1:1\nW:14:2:50:9000\n",
    ),
];

#[test]
fn cursed_egos_are_in_the_pool_of_terrible_items_alone() {
    check_pools_with_terrible(&load("angband-3.1", FILES));
}

/// 'Cutter' passes once in ten; 'Deeper', tried after it, is four levels too deep, so it passes once in eight times two.
const CUTTER: f64 = 0.1;
const DEEPER: f64 = 0.9 / 16.0;
const NEITHER: f64 = 1.0 - CUTTER - DEEPER;
/// What comes of four tries, for each chance in one.
const TRIES: f64 = 1.0 + NEITHER + NEITHER * NEITHER + NEITHER * NEITHER * NEITHER;
const PLAIN: f64 = NEITHER * NEITHER * NEITHER * NEITHER;

/// At level 10, 30 % are good, and 15 % of these great; 30 % of the others are bad, and 15 % of these terrible.
#[test]
fn blades_at_level_10() {
    let loaded = load("angband-3.1", FILES);
    let (great, bad) = (0.045, 0.7 * 0.3 * 0.15);
    let expected = [
        ("artifact", "'Cutter'", great * CUTTER),
        ("artifact", "'Deeper'", great * DEEPER),
        ("affix", "of Edges", great * NEITHER * EDGES + bad * BAD_EDGES),
        ("affix", "of Depths", great * NEITHER * DEPTHS + bad * BAD_DEPTHS),
        ("affix", "of Rust", bad * BAD_RUST),
    ];
    check(&loaded, (10, 0, BLADE), &expected);
    let expected = [
        ("artifact", "'Cutter'", 0.15 * CUTTER),
        ("affix", "of Edges", 0.15 * NEITHER * EDGES),
        ("affix", "of Rust", 0.0),
    ];
    check(&loaded, (10, 1, BLADE), &expected);
    let expected = [
        ("artifact", "'Cutter'", TRIES * CUTTER),
        ("artifact", "'Deeper'", TRIES * DEEPER),
        ("affix", "of Edges", PLAIN * EDGES),
        ("affix", "of Rust", 0.0),
    ];
    check(&loaded, (10, 2, BLADE), &expected);
    // No artifact is too deep for any level.
    check(
        &loaded,
        (127, 1, BLADE),
        &[("artifact", "'Cutter'", 0.1), ("artifact", "'Deeper'", 0.45), ("affix", "of Rust", 0.0)],
    );
}

/// The special artifact passes once in five and, for its kind is two levels too deep, once in ten; a drop that tried it in
/// vain is nothing at all.
#[test]
fn drops_at_level_10() {
    let loaded = load("angband-3.1", FILES);
    let in_vain = "no special artifact";
    let expected = [
        ("artifact", "of Light", 0.001 * 0.02),
        ("failed", in_vain, 0.001 * 0.98),
        ("kind", "Brew", 0.999 * 0.4),
        ("kind", "Blade", 0.999 * 0.6),
        ("kind", "Bent Blade", 0.0),
        ("artifact", "'Cutter'", 0.999 * 0.6 * 0.045 * CUTTER),
    ];
    check(&loaded, (10, 0, None), &expected);
    for (quality, cutter) in [(1, 0.15 * CUTTER), (2, TRIES * CUTTER)] {
        let expected = [
            ("artifact", "of Light", 0.002),
            ("failed", in_vain, 0.098),
            ("kind", "Brew", 0.0),
            ("kind", "Blade", 0.9),
            ("artifact", "'Cutter'", 0.9 * cutter),
        ];
        check(&loaded, (10, quality, None), &expected);
    }
    check(&loaded, (10, 1, BLADE), &[("failed", in_vain, 0.0)]);
}

/// Types of kinds and egos are numbers, those of artifacts may be names; and there are no random values.
#[test]
fn lines_of_later_versions_are_refused() {
    let with = |name, more| remarks_with("angband-3.1", FILES, name, more);
    assert_eq!(
        with("ego_item.txt", "T:sword:0:99\nC:d5:0:0:0\nM:0:0:0:0\n"),
        [
            "ego_item.txt:16: not-a-number: found `sword`; expected a number for tval; the line is ignored",
            "ego_item.txt:17: not-a-number: found `d5`; expected a number for to-hit; the line is ignored",
            "ego_item.txt:18: undefined-directive: found `M`; expected one of V, N, X, W, C, T, F, D; the line is ignored",
        ]
    );
    assert_eq!(
        with("artifact.txt", "A:10:1 to 40\nE:HERO:10\n"),
        [
            "artifact.txt:12: not-random: found `1 to 40`; expected a random value such as 10+2d3M4 for time; the line is \
             ignored",
            "artifact.txt:13: undefined-directive: found `E`; expected one of V, N, I, W, P, F, A, M, D; the line is ignored",
        ]
    );
}
