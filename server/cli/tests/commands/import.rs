//! `affixboard import`.

use affixboard_service::upload;
use affixboard_store::{Merge, NewProposal, Store};

use super::program::Home;

#[test]
fn new_identical_and_changed_files() {
    let home = Home::new();
    home.small("", "", "");
    let import = "import edit --edition ours --data-dir data";
    let first = home.run(import).done();
    assert!(first.starts_with("imported ours r1 (") && first.ends_with("): 0 errors, 0 warnings\n"), "{first}");
    let same = home.run(import).done();
    assert!(same.starts_with("nothing new: ours r1 (") && same.ends_with(") has the same files\n"), "{same}");
    assert_eq!(hash(&first), hash(&same));

    home.small("object.txt", "A:20:", "A:300:");
    let second = home.run(import).done();
    assert!(second.starts_with("imported ours r2 (") && second.ends_with("): 0 errors, 1 warnings\n"), "{second}");
    assert_ne!(hash(&first), hash(&second));

    // Another edition begins anew, also with files that are known.
    let other = home.run("import edit --edition theirs --data-dir data --game affix-branch").done();
    assert!(other.starts_with("imported theirs r1 ("), "{other}");
    assert_eq!(hash(&second), hash(&other));
}

/// What stands in the brackets.
fn hash(line: &str) -> &str {
    line.split(['(', ')']).nth(1).expect("a hash in brackets")
}

#[test]
fn files_with_errors_are_imported_and_give_1() {
    let home = Home::new();
    home.small("object.txt", "A:20:", "A:x:");
    let ran = home.run("import edit --edition ours --data-dir data");
    assert_eq!((ran.code, ran.err.as_str()), (Some(1), ""));
    assert!(ran.out.starts_with("imported ours r1 (") && ran.out.ends_with("): 1 errors, 0 warnings\n"), "{}", ran.out);
}

#[test]
fn what_cannot_be_imported_leaves_nothing() {
    let home = Home::new();
    home.small("", "", "");
    home.run("import edit --edition ours --data-dir data").done();
    std::fs::remove_file(home.path("edit/ego_item.txt")).expect("removed");
    let refusal = "not loaded as Angband affix branch: ego_item.txt: found no such file";
    home.run("import edit --edition ours --data-dir data").refused(1, &[refusal]);
    home.run("import none --edition ours --data-dir data").refused(1, &["can't read none: "]);
    home.small("", "", "");
    let same = home.run("import edit --edition ours --data-dir data").done();
    assert!(same.starts_with("nothing new: ours r1 ("), "{same}");
    // A folder for the data that can't be made.
    home.run("import edit --edition ours --data-dir edit/object.txt").refused(1, &["edit/object.txt"]);
}

#[test]
fn wrong_usage_gives_2() {
    let home = Home::new();
    home.small("", "", "");
    for slug in ["Ours", "our_s", "-ours", &"a".repeat(65)] {
        home.run(&format!("import edit --edition={slug} --data-dir data"))
            .refused(2, &["--edition", &format!("`{slug}`"), "expected 1 to 64 of a-z, 0-9 and -"]);
    }
    home.run("import edit --data-dir data").refused(2, &["--edition <NAME>"]);
    home.run("import edit --edition ours --game moria --data-dir data")
        .refused(2, &["--game: found the game `moria`; expected one of affix-branch"]);
    let ran = home.run("import edit --edition ours --data-dir data").done();
    assert!(ran.starts_with("imported ours r1 ("), "{ran}");
}

/// An older checkout lacks what was merged since, and nothing in it says so.
#[test]
fn an_older_checkout_is_told_what_it_undoes() {
    let home = Home::new();
    let import = "import edit --edition ours --data-dir data";
    home.small("", "", "");
    home.run(import).done();
    home.small("ego_item.txt", ":good:10:", ":good:5:");
    let loaded = upload::load(upload::folder(&home.path("edit"), None).expect("a folder"), None).expect("read");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let store = Store::open(&home.path("data/affixboard.db")).await.expect("the database");
        let base = store.revision("ours", None).await.expect("an answer").expect("a revision");
        let changes = "change replace\nfile ego_item.txt\nentry affix 1 Sharp\nline 1 T\n\
                       was T:sword:0:99:good:10:1 to 127\nnow T:sword:0:99:good:5:1 to 127\n";
        let effect = "0".repeat(64);
        let new = NewProposal {
            edition: base.edition_id,
            author: None,
            title: "Rarer blades",
            description: "",
            base: base.id,
            changes,
            effect: &effect,
            reverts: None,
            now_ms: 1,
        };
        let proposal = store.propose(new).await.expect("proposed");
        let merge = Merge { proposal, seen: 1, onto: base.id, loaded: &loaded, effect: &effect, by: None, now_ms: 2 };
        store.merge(merge).await.expect("merged");
        store.close().await;
    });
    // The merged files with another line changed undo nothing.
    home.small("ego_item.txt", "T:sword:0:99:good:10:1 to 127\n", "T:sword:0:99:good:5:1 to 127\nD:x\n");
    let third = home.run(import).done();
    assert!(third.starts_with("imported ours r3 (") && third.lines().count() == 1, "{third}");
    home.small("", "", "");
    let fourth = home.run(import).done();
    assert_eq!(fourth.lines().nth(1), Some("undoes\t1\tRarer blades\t1 of 1 lines"), "{fourth}");
    assert_eq!(fourth.lines().count(), 2, "{fourth}");
}
