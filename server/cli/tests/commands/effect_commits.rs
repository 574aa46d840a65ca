//! The Markdown of `affixboard effect` for six real commits that tuned how often things come. Their facts, names and numbers, are put
//! into our own editions; `checked` in each folder says how numbers were computed apart from the program.

use std::{fs, path::Path};

use serde::Deserialize;

use super::program::{Home, Ran};

/// A commit's facts.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TunedFiles {
    repository: String,
    commit: String,
    title: String,
    /// The folder of `data/` that stands for the files.
    edition: String,
    checked: Vec<String>,
    /// What brings our edition to the numbers before.
    #[serde(default)]
    before: Vec<Replacement>,
    /// What the commit changes.
    after: Vec<Replacement>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Replacement {
    file: String,
    from: String,
    to: String,
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("made");
    for entry in fs::read_dir(from).expect("a folder") {
        let entry = entry.expect("an entry");
        let there = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &there);
        } else {
            fs::copy(entry.path(), there).expect("copied");
        }
    }
}

fn replace(folder: &Path, all: &[Replacement]) {
    for Replacement { file, from, to } in all {
        let path = folder.join(file);
        let text = fs::read_to_string(&path).expect("a file");
        assert_eq!(text.matches(from.as_str()).count(), 1, "{}: {from}", path.display());
        fs::write(&path, text.replacen(from.as_str(), to, 1)).expect("written");
    }
}

/// The report without the hashes of the files, which change with every word of our editions.
fn without_hashes(text: &str) -> String {
    let Some((start, rest)) = text.split_once("; files ") else { return text.to_owned() };
    let rest = rest.split_once(" after.").map_or(rest, |(_, rest)| rest);
    format!("{start}.{rest}")
}

fn commit(name: &str) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = root.join("server/cli/tests/effect_commits").join(name);
    let text = fs::read_to_string(folder.join("commit.toml")).expect("the commit");
    let commit: TunedFiles = toml::from_str(&text).expect("a commit");
    assert!(commit.commit.len() == 40 && commit.repository.starts_with("https://") && commit.checked.len() > 1);
    let home = Home::new();
    let (before, after) = (home.path("before"), home.path("after"));
    copy(&root.join("data").join(&commit.edition), &before);
    replace(&before, &commit.before);
    copy(&before, &after);
    replace(&after, &commit.after);
    let mut command = home.command("effect before after --format md --title");
    command.arg(&commit.title);
    let found = without_hashes(&Ran::of(&command.output().expect("started")).done());
    let expected = fs::read_to_string(folder.join("expected.md")).expect("what is expected");
    assert!(found == expected, "{name}: found\n{found}\nexpected\n{expected}");
}

macro_rules! commits {
    ($($test:ident $name:literal)*) => {
        $(#[test]
        fn $test() {
            commit($name);
        })*

        #[test]
        fn every_commit_is_tested() {
            let mut known = vec![$($name),*];
            known.sort_unstable();
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("server/cli/tests/effect_commits");
            let mut there: Vec<_> = fs::read_dir(folder)
                .expect("a folder")
                .map(|entry| entry.expect("an entry").file_name().into_string().expect("UTF-8"))
                .collect();
            there.sort_unstable();
            assert_eq!(there, known);
        }
    };
}

commits! {
    an_ego_loses_a_kind "dragon-armour-without-two-egos"
    kinds_come_more_often_and_sooner "more-ammunition"
    a_rarity_doubles "rarer-dwarven-armour"
    a_commonness_rises "shadows-more-often"
    a_kind_becomes_an_affix "slicing-as-an-affix"
    a_class_gets_two_more "two-more-amulets"
}
