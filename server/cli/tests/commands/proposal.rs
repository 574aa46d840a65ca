//! `affixboard proposal`: from a changed folder to a patch, without a browser.

use affixboard_store::{AccountId, NewAccount, ProposalId, Role, Store};

use super::program::{Home, Ran};

/// An edition `ours` with one revision, and a folder `edit` where one text of a file is another.
fn home(file: &str, from: &str, to: &str) -> Home {
    let home = Home::new();
    home.small("", "", "");
    home.run("import edit --edition ours --data-dir data").done();
    home.small(file, from, to);
    home
}

fn create(home: &Home, more: &[&str]) -> Ran {
    let arguments = "proposal create edit --edition ours --data-dir data";
    Ran::of(&home.command(arguments).args(["--title", "Rarer blades"]).args(more).output().expect("started"))
}

const RARER: (&str, &str, &str) = ("ego_item.txt", ":good:10:", ":good:4:");

#[test]
fn a_changed_folder_becomes_a_proposal_and_a_patch() {
    let home = home(RARER.0, RARER.1, RARER.2);
    assert_eq!(create(&home, &["--description", "Too many."]).done(), "proposal 1: 1 line of ours r1\n");
    assert_eq!(home.run("proposal list --data-dir data").done(), "1\topen\tours\t1\t0/1\tRarer blades\n");
    assert_eq!(home.run("proposal list --edition theirs --data-dir data").done(), "");
    assert_eq!(home.run("proposal list --state merged --data-dir data").done(), "");
    let shown = home.run("proposal show 1 --data-dir data").done();
    for piece in [
        "proposal 1: Rarer blades\nopen, revision 1 of 1, for ours r1\nby nobody with an account, ",
        "\n0 of 1 approvals, 0 requests for changes\n\nToo many.\n",
        "\nLines\n  affix 1 Sharp, ego_item.txt\n    - T:sword:0:99:good:10:1 to 127\n    + T:sword:0:99:good:4:1 to 127\n",
        "\nEffect\n  1 entry on sword\n",
        "\nVerdicts\n  none\n",
    ] {
        assert!(shown.contains(piece), "{piece} in {shown}");
    }
    let patch = home.run("proposal export 1 --data-dir data").done();
    assert!(patch.contains("--- a/lib/edit/ego_item.txt\n+++ b/lib/edit/ego_item.txt\n"), "{patch}");
    assert!(patch.contains("-T:sword:0:99:good:10:1 to 127\n+T:sword:0:99:good:4:1 to 127\n"), "{patch}");
    let mail = home.run("proposal export 1 --data-dir data --mail").done();
    assert!(mail.contains("\nFrom: somebody here <somebody-here@affixboard.invalid>\n"), "{mail}");
    assert!(
        mail.contains("\nSubject: [PATCH] Rarer blades\n") && mail.contains(&format!("\n\n{patch}-- \n")),
        "{mail}"
    );
    home.run("proposal export 1 --data-dir data --folder x/ --out it.patch").done();
    assert_eq!(std::fs::read_to_string(home.path("it.patch")).expect("written"), patch.replace("/lib/edit/", "/x/"));
    home.run("proposal export 1 --data-dir data --dir out").done();
    for (name, _) in super::program::SMALL {
        let read = |folder: &str| std::fs::read(home.path(&format!("{folder}/{name}"))).expect("a file");
        assert_eq!(read("out"), read("edit"), "{name}");
    }
    home.run("proposal export 1 --data-dir data --dir out")
        .refused(2, &["--dir: found files in out; expected an empty"]);
    home.run("proposal export 1 --data-dir data --zip it.zip").done();
    assert!(std::fs::read(home.path("it.zip")).expect("written").starts_with(b"PK"));
}

#[test]
fn what_is_no_line_is_named_and_left_out_only_when_asked() {
    let home = home("object.txt", "N:1:& Dagger~\nI:sword:1\nA:20:", "N:1:& Dagger~\n# sharp\nI:sword:1\nA:30:");
    create(&home, &[]).refused(
        1,
        &[
            "other things than allocations differ from ours r1 (--only-lines leaves them out):",
            "\n  object.txt, N:1:& Dagger~: 0 lines gone, 1 new",
        ],
    );
    assert_eq!(create(&home, &["--only-lines"]).done(), "proposal 1: 1 line of ours r1\n");
    let patch = home.run("proposal export 1 --data-dir data").done();
    assert!(patch.contains("+A:30:1 to 100") && !patch.contains("sharp"), "{patch}");
}

#[test]
fn nothing_unreadable_or_unknown_is_proposed() {
    let same = home("", "", "");
    create(&same, &[]).refused(1, &["nothing to propose: the files are the same as in ours r1"]);
    let broken = home("ego_item.txt", ":good:10:", ":good:many:");
    create(&broken, &[]).refused(1, &["not proposed, for the game can't read it:\n  ego_item.txt: found `many`; "]);
    broken.run("proposal list --state all --data-dir data").done();
    let empty = Home::new();
    empty.small("", "", "");
    create(&empty, &[]).refused(2, &["--edition: found no edition `ours`"]);
    let home = home(RARER.0, RARER.1, RARER.2);
    let titled = |title: &str| {
        let command = "proposal create edit --edition ours --data-dir data --title";
        Ran::of(&home.command(command).arg(title).output().expect("started"))
    };
    titled(" ").refused(2, &["--title: "]);
    titled(&"x".repeat(201)).refused(2, &["--title: found a length of 201; expected at most 200"]);
    home.run("proposal show 9 --data-dir data").refused(1, &["there is no proposal 9"]);
    titled("Rarer").done();
    home.run("proposal show 1 --revision 2 --data-dir data").refused(1, &["proposal 1 has no revision 2"]);
    home.run("proposal export 1 --data-dir data --folder ../x").refused(2, &["--folder: found `../x`"]);
    home.run("proposal").code.filter(|code| *code == 2).expect("wrong usage");
}

#[test]
fn a_newer_checkout_tells_what_it_changed_and_how_proposals_fit() {
    let home = home(RARER.0, RARER.1, RARER.2);
    create(&home, &[]).done();
    let import = "import edit --edition ours --data-dir data --changes";
    // Another entry changed: the proposal applies, and does another thing, for kinds are drawn otherwise.
    home.small("object.txt", "N:1:& Dagger~\nI:sword:1\nA:20:", "N:1:& Dagger~\nI:sword:1\nA:30:");
    let out = home.run(import).done();
    let told: Vec<&str> = out.lines().skip(1).collect();
    assert_eq!(
        told,
        ["changed\tkind 1\tDagger", "proposal\t1\tRarer blades\t1 apply; what it does is another thing now"],
        "{out}"
    );
    // The line itself changed. Sharp is all there is to draw, so its share is the same.
    home.small("ego_item.txt", ":good:10:", ":good:7:");
    let out = home.run(import).done();
    for line in [
        "changed\taffix 1\tSharp",
        "proposal\t1\tRarer blades\t1 in conflict",
        "conflict\t1\taffix Sharp, T:sword:0:99:good:10:1 to 127\tthe line has changed or is gone",
    ] {
        assert!(out.lines().any(|found| found == line), "{line} in {out}");
    }
    // What was proposed came from elsewhere; and a second prefix takes half of the pool.
    home.small(
        "ego_item.txt",
        ":good:10:1 to 127\n",
        ":good:4:1 to 127\nN:2:prefix:Keen\nT:sword:0:99:good:4:1 to 100\n",
    );
    let out = home.run(import).done();
    for line in [
        "added\taffix 2\tKeen",
        "proposal\t1\tRarer blades\t1 already there; what it does is another thing now",
        "pool\tsword\tKeen\tlevel 5\t– to 50.0 %\tnew",
        "pool\tsword\tSharp\tlevel 5\t100 % to 50.0 %\t× 0.500",
    ] {
        assert!(out.lines().any(|found| found == line), "{line} in {out}");
    }
}

/// The acts of the log: who, what, about, and to what.
fn log(home: &Home) -> Vec<String> {
    on_store(home, async |store| {
        let acts = store.audit_log(None, 100).await.expect("the log").into_iter().rev();
        acts.map(|act| {
            let (who, to) = (act.who().unwrap_or_default(), act.to.unwrap_or_default());
            format!("{who} | {} | {} | {to}", act.what, act.about)
        })
        .collect()
    })
}

/// What is done straight to the database.
fn on_store<T>(home: &Home, what: impl AsyncFnOnce(&Store) -> T) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let store = Store::open(&home.path("data/affixboard.db")).await.expect("opened");
        let done = what(&store).await;
        store.close().await;
        done
    })
}

/// Makes an account, the first as a maintainer.
async fn join(store: &Store, name: &str, role: Role) -> AccountId {
    let link = format!("link of {name}");
    if store.has_accounts().await.expect("an answer") {
        store.invite(&link, role, AccountId(1), (1, 1000)).await.expect("a link");
    } else {
        assert!(store.make_first_link(&link, 1).await.expect("an answer"));
    }
    let password = "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
    store.accept_invitation(&link, NewAccount { name, password, now_ms: 2 }).await.expect("an account").id
}

#[test]
fn what_is_done_on_the_command_line_is_logged() {
    let home = home(RARER.0, RARER.1, RARER.2);
    assert_eq!(log(&home), ["command line | imported files | ours | r1"]);
    // Nothing new, nothing stored and nothing proposed: nothing logged.
    home.small("", "", "");
    home.run("import edit --edition ours --data-dir data").done();
    home.run("import edit --edition Ours --data-dir data").refused(2, &["--edition"]);
    create(&home, &[]).refused(1, &["nothing to propose"]);
    assert_eq!(log(&home).len(), 1);
    home.small(RARER.0, RARER.1, RARER.2);
    create(&home, &[]).done();
    home.run("import edit --edition ours --data-dir data").done();
    assert_eq!(
        log(&home)[1..],
        ["command line | proposed | Rarer blades | ", "command line | imported files | ours | r2"]
    );
}

#[test]
fn proposals_are_in_the_name_of_an_account_that_may_propose() {
    let home = home(RARER.0, RARER.1, RARER.2);
    create(&home, &["--as", "Ann"]).refused(2, &["--as: found no account `Ann`"]);
    on_store(&home, async |store| {
        join(store, "Ann", Role::Maintainer).await;
        join(store, "Bob", Role::Proposer).await;
        join(store, "Rea", Role::Reader).await;
        let gone = join(store, "Gus", Role::Reviewer).await;
        store.set_disabled(gone, true, AccountId(1), 3).await.expect("disabled");
    });
    let before = log(&home).len();
    create(&home, &["--as", "Bo"]).refused(2, &["--as: found no account `Bo`"]);
    create(&home, &["--as", "Rea"]).refused(2, &["--as: Rea is a reader; expected at least the role proposer"]);
    create(&home, &["--as", "Gus"]).refused(2, &["--as: the account Gus is disabled"]);
    assert_eq!(log(&home).len(), before);
    create(&home, &["--as", "bob"]).done();
    assert_eq!(log(&home)[before..], ["Bob, command line | proposed | Rarer blades | "]);
    let shown = home.run("proposal show 1 --data-dir data").done();
    assert!(shown.contains("\nby Bob, "), "{shown}");
    // It is Bob's as if he had made it in a browser.
    let author = on_store(&home, async |store| store.proposal(ProposalId(1)).await.expect("one").expect("one").author);
    assert_eq!(author, Some(AccountId(2)));
}

/// Numbers of a source tree's tables: wands of wishing twice as likely, by hand in `web::proposals::tables`.
#[test]
fn a_changed_source_tree_becomes_a_proposal_and_a_patch() {
    let home = Home::new();
    let tree = format!("{}/data/nethack", env!("CARGO_MANIFEST_DIR"));
    for folder in ["dat", "include", "src"] {
        std::fs::create_dir_all(home.path(&format!("tree/{folder}"))).expect("made");
        for file in std::fs::read_dir(format!("{tree}/{folder}")).expect("a folder") {
            let path = file.expect("a file").path();
            let name = path.file_name().expect("a name").to_str().expect("text").to_owned();
            std::fs::copy(&path, home.path(&format!("tree/{folder}/{name}"))).expect("copied");
        }
    }
    home.run(&format!("import {tree} --edition ours --data-dir data")).done();
    let objects = std::fs::read_to_string(home.path("tree/src/objects.c")).expect("text");
    home.write("tree/src/objects.c", &objects.replace("\"balsa\", 5, 500,", "\"balsa\", 10, 500,"));
    let create = "proposal create tree --edition ours --title Wishes --data-dir data";
    assert_eq!(home.run(create).done(), "proposal 1: 1 line of ours r1\n");
    let shown = home.run("proposal show 1 --data-dir data").done();
    for piece in [
        "\nLines\n  object 62 wishing, objects.c\n    - probability 5\n    + probability 10\n",
        "\nEffect\n  Objects, the largest differences first (exact, each at the depth where it differs most; ",
        "\n    kind wishing at every depth: 0.0200 % to 0.0400 % (× 2.00)\n",
    ] {
        assert!(shown.contains(piece), "{piece} in {shown}");
    }
    let patch = home.run("proposal export 1 --data-dir data").done();
    assert!(patch.contains("--- a/src/objects.c\n+++ b/src/objects.c\n"), "{patch}");
    home.run("proposal export 1 --data-dir data --dir out").done();
    assert_eq!(
        std::fs::read(home.path("out/src/objects.c")).expect("a file"),
        std::fs::read(home.path("tree/src/objects.c")).expect("a file")
    );
}
