//! `affixboard correct`: what a game's program would write otherwise.

use super::program::Home;

/// The patch changes lines of monsters alone; without rarities it has fewer.
#[test]
fn the_patch_has_the_lines_of_monsters() {
    let home = Home::new();
    let folder = format!("{}/data/unangband", env!("CARGO_MANIFEST_DIR"));
    let lines = |arguments: &str| -> Vec<String> {
        let patch = home.run(&format!("correct {folder} {arguments}")).done();
        assert!(patch.starts_with("diff --git a/lib/edit/monster.txt b/lib/edit/monster.txt\n"), "{patch}");
        let lines = patch.lines().filter(|line| line.starts_with(['-', '+'])).skip(2);
        lines.map(str::to_owned).collect()
    };
    let (all, levels) = (lines(""), lines("--only monster-levels"));
    assert!(levels.len() < all.len());
    let is_known = |line: &String| ["-W:", "+W:", "+C:"].iter().any(|begin| line.starts_with(begin));
    assert!(all.iter().chain(&levels).all(is_known), "{all:?}");
    let rarities = |lines: &[String], sign: &str| -> Vec<String> {
        let of = lines.iter().filter(|line| line.starts_with(&format!("{sign}W:")));
        of.map(|line| line.split(':').nth(2).expect("a rarity").to_owned()).collect()
    };
    assert_eq!(rarities(&levels, "-"), rarities(&levels, "+"));
}

#[test]
fn other_games_have_no_such_lines() {
    let home = Home::new();
    let root = env!("CARGO_MANIFEST_DIR");
    let other = home.run(&format!("correct {root}/data/affix-branch"));
    other.refused(1, &["nothing of these files is computed by"]);
    let unknown = home.run(&format!("correct {root}/data/unangband --only sofa"));
    unknown.refused(2, &["--only: found `sofa`; expected one of monster-levels, monster-templates"]);
}
