//! `affixboard target`.

use super::program::{Home, starter};
use crate::fixtures::{git, has_git};

/// The starter edition's files with three affixes instead of all: Light, Dark and Dim, on swords. Levels 5, 15 and 30 have pools of
/// 30 + 70, 30 + 70 + 10 and 30 + 10 with the first of these, whose shares are easily worked out.
const LINES: [&str; 3] =
    ["T:sword:0:99:good:30:1 to 50", "T:sword:0:99:good:70:1 to 20", "T:sword:0:99:good:10:10 to 50"];

fn edition(home: &Home, lines: [&str; 3]) {
    let folder = home.path("edit");
    std::fs::create_dir_all(&folder).expect("made");
    for file in std::fs::read_dir(starter("affix-branch")).expect("listed") {
        let file = file.expect("a file");
        std::fs::copy(file.path(), folder.join(file.file_name())).expect("copied");
    }
    let entry = |(at, line): (usize, &str)| {
        format!("N:{}:prefix:{}\n{line}\nD:It is so.\n\n", at + 1, ["Light", "Dark", "Dim"][at])
    };
    let entries: String = lines.into_iter().enumerate().map(entry).collect();
    home.write("edit/ego_item.txt", &format!("V:1.0.0\n\n{entries}"));
    home.write("edit/ego_themes.txt", "V:1.0.0\n");
}

/// w / (w + 70) is 40 % or more from 47 on, and 30 / (30 + d) 45 % or less down to 45 of Dark; Dim isn't there.
#[test]
fn the_least_change_of_own_lines_and_of_others() {
    let home = Home::new();
    edition(&home, LINES);
    let target = "target Light --files edit --tval sword --levels 5 --affix-level good --at-least 40% --at-most 45%";
    let text = home.run(target).done();
    let expected = "answer 1: 1 line\n  ego_item.txt:4: Light: commonness 30 to 47\n    T:sword:0:99:good:47:1 to 50\n";
    assert!(text.starts_with(expected), "{text}");
    assert!(text.contains(" at level 5, good: 30.00 % to 40.17 %\n"), "{text}");
    // Dark had 70 % and has 59.83 %, which is 14.53 % less.
    assert!(text.contains("\n  the share of another entry moves by 14.53 % of it at most\n"), "{text}");
    assert!(text.contains("\nanswer 2: 1 line\n  ego_item.txt:8: Dark: commonness 70 to 45\n"), "{text}");
    assert!(!text.contains("answer 3") && text.contains("\nrules affix-branch "), "{text}");
    let ran = home.run(&format!("{target} --patch -"));
    assert!(ran.code == Some(0) && ran.err == text, "{ran:?}");
    assert!(ran.out.starts_with("diff --git a/lib/edit/ego_item.txt b/lib/edit/ego_item.txt\n"), "{}", ran.out);
    assert!(ran.out.contains("\n-T:sword:0:99:good:30:1 to 50\n+T:sword:0:99:good:47:1 to 50\n"), "{}", ran.out);
}

/// 30 of 100 is within 25 and 35 % already.
#[test]
fn nothing_needs_to_change() {
    let home = Home::new();
    edition(&home, LINES);
    let target = "target Light --files edit --tval sword --levels 5 --affix-level good --at-least 25% --at-most 35%";
    let text = home.run(target).done();
    assert!(text.starts_with("nothing needs to change\n") && text.contains(": 30.00 % to 30.00 %\n"), "{text}");
}

/// With 3, 1 and 1, shares of 96 to 97 % at level 5 (of 4) need 24 of Light, at level 30 (of 5) 48. Together they can't be had: where
/// Dim keeps at least 0.08 of its 20 %, the share at 30 is 98.4 % of that at 5 at most, and 0.984 · 97 % is less than 96 %.
#[test]
fn a_conflict_names_the_pools_and_what_each_needs() {
    let home = Home::new();
    edition(&home, ["T:sword:0:99:good:3:1 to 50", "T:sword:0:99:good:1:1 to 50", "T:sword:0:99:good:1:10 to 50"]);
    let target = "target Light --files edit --tval sword --affix-level good --at-least 96% --at-most 97% \
                  --others-within 92% --levels ";
    for level in ["5", "30"] {
        assert_eq!(home.run(&format!("{target}{level}")).code, Some(0), "{level}");
    }
    let ran = home.run(&format!("{target}5,30"));
    let expected = "impossible: no weights do it together for Dagger at level 5, good; Dagger at level 30, good\n  \
                    ego_item.txt:4 commonness 24 gives 96.00 % at Dagger at level 5, good; 92.31 % at Dagger at level 30, good\n  \
                    ego_item.txt:4 commonness 48 gives 97.96 % at Dagger at level 5, good; 96.00 % at Dagger at level 30, good\n  \
                    each alone can be had: split the allocation into lines for some levels each\n";
    assert!(ran.code == Some(1) && ran.out.starts_with(expected), "{ran:?}");
    let ran = home.run(&format!("{target}5,30").replace("96% --at-most 97%", "60% --at-most 65%"));
    assert!(ran.code == Some(0) && ran.out.starts_with("answer 1: "), "{ran:?}");
}

/// Dim is 10 of 110 at level 15 and nowhere at 5; from level 5 on it has the same 9.1 % of 110 there.
#[test]
fn levels_move_where_that_is_asked_for() {
    let home = Home::new();
    edition(&home, LINES);
    let target = "target Dim --files edit --tval sword --affix-level good --at-least 5% --at-most 15% --levels 5,15 ";
    assert_eq!(home.run(target).code, Some(1));
    let text = home.run(&format!("{target} --move-levels")).done();
    let expected = "answer 1: 1 line\n  ego_item.txt:12: Dim: levels 10–50 to 5–50\n    T:sword:0:99:good:10:5 to 50\n";
    assert!(text.starts_with(expected), "{text}");
    assert!(
        text.contains(" at level 5, good: 0 % to 9.091 %\n")
            && text.contains(" at level 15, good: 9.091 % to 9.091 %\n")
    );
}

/// What is offered for drops holds as a balance test of the patched files, which is computed another way.
#[test]
fn shares_of_drops_hold_as_a_balance_test() {
    if !has_git() {
        return;
    }
    let home = Home::new();
    let folder = home.path("lib/edit");
    std::fs::create_dir_all(&folder).expect("made");
    // The path of 4.2's own files.
    for file in std::fs::read_dir(starter("angband-4.2")).expect("listed") {
        let file = file.expect("a file");
        std::fs::copy(file.path(), folder.join(file.file_name())).expect("copied");
    }
    home.write(
        "tests.toml",
        "[[test]]\nname = \"Well kept\"\nshare = 'affix:\"(Well Kept)\"'\namong = \"tval:sword\"\ndepths = 20\n\
         qualities = \"great\"\nat-least = \"10%\"\nat-most = \"11%\"\n",
    );
    let check = "check lib/edit --no-gaps --balance=tests.toml";
    assert!(home.run(check).out.contains("\nfails: Well kept\n"));
    let target = "target #25 --files lib/edit --tval sword --depths 20 --qualities great --at-least 10% --at-most 11%";
    let ran = home.run(&format!("{target} --patch wanted.patch"));
    assert!(ran.code == Some(0) && ran.err.starts_with("answer 1: 1 line\n"), "{ran:?}");
    assert!(ran.err.contains("  drops at depth 20, great: "), "{}", ran.err);
    let patch = std::fs::read_to_string(home.path("wanted.patch")).expect("written");
    let own = patch.replace("lib/gamedata/", "lib/edit/");
    let applied = git(&home.path("."), &["apply"], own.as_bytes());
    assert!(applied.status.success(), "{applied:?} {patch}");
    let ran = home.run(check);
    assert!(ran.code == Some(0) && ran.out.contains("\nholds: Well kept\n"), "{ran:?}");
}

/// Egos of 3.1 are drawn by their rarity, those of 3.5 as well, though their lines have a commonness.
#[test]
fn rarities_are_no_weights() {
    let home = Home::new();
    for (game, ego) in [("angband-3.1", "#1"), ("angband-3.5", "#1"), ("unangband", "#1")] {
        let flags = "--tval sword --levels 20 --at-least 5% --at-most 6%";
        let ran = home.run(&format!("target {ego} --files {} {flags}", starter(game)));
        assert!(ran.code == Some(1), "{game}: {ran:?}");
        assert!(ran.out.starts_with("no weight there comes from a commonness; rarities stay as they are\n"), "{ran:?}");
    }
}

/// The chances of affixes on great helms at depth 30 have wide bounds, and no limits within these can be confirmed.
#[test]
fn shares_that_are_known_too_little_are_told() {
    let home = Home::new();
    let flags = "--kind 32:5 --depths 30 --qualities great --at-least 1.5% --at-most 2.8%";
    let ran = home.run(&format!("target #58 --files {} {flags}", starter("affix-branch")));
    assert!(ran.code == Some(1), "{ran:?}");
    assert!(ran.out.starts_with("no answer was found: shares there are computed to within "), "{ran:?}");
}

#[test]
fn mistakes_are_told() {
    let home = Home::new();
    for (flags, part) in [
        ("Balancd --tval sword --levels 20", "NAME: found `Balancd`; expected an affix of the files, or #index"),
        ("Balanced --tval swrd --levels 20", "--tval: found `swrd`; expected one of "),
        ("Balanced --kind 99:1 --levels 20", "--kind: found `99:1`; expected a kind of these files as TVAL:SVAL"),
        ("Balanced --tval sword --levels 200", "--levels: found `200`; expected "),
        ("Balanced --tval sword --levels 20 --affix-level x", "--affix-level: found `x`; expected one of "),
        ("Balanced --tval sword --levels 20 --at-least 2", "--at-least: found `2`; expected 0% to 100%"),
        ("Balanced --tval sword --levels 20 --at-least 5% --at-most 4%", "--at-most: found less than --at-least"),
        ("Balanced --tval potion --levels 20", "found pools without any entry there"),
        ("Balanced --tval sword --depths 20 --qualities superb", "--qualities: found `superb`; expected some of "),
        ("Balanced --tval sword --depths 20", "--qualities"),
        ("Balanced --tval sword", "--levels"),
        ("Balanced --tval sword --depths 20 --qualities good --move-levels", "--move-levels"),
    ] {
        home.run(&format!("target --files {} {flags}", starter("affix-branch"))).refused(2, &[part]);
    }
}
