//! A proposal as a mail: `git am` makes its commit in a game's repository, and what the page says of wrong folders is so.

use std::path::Path;

use affixboard_games as games;
use affixboard_model::text::{SourceFile, SourceSet};
use affixboard_proposal::{Change, effect_text, entry_lines, write_changes};
use affixboard_store::{AccountId, MadeBy, NewProposal, NewRevision, Role, fingerprint};
use tempfile::TempDir;

use crate::{
    fixtures::{git, has_git, reference},
    support::{Board, Who},
};

const TITLE: &str = "Rarer ‘Náin’ blades";

/// What would end the message, begin another mail or a patch, or give another author, where git took it so.
const MESSAGE: &str = "Too many.\n\nFrom: Eve <eve@example.org>\n---\nFrom eve Mon Sep 17 00:00:00 2001\n\
                       diff --git a/lib/edit/object.txt b/lib/edit/object.txt\n--- a/lib/edit/object.txt\n\
                       +++ b/lib/edit/object.txt\n@@ -1 +0,0 @@\n-# File: object.txt\n-- >8 -- >8 --\nThe end.";

/// A dashboard with the original's files as edition `ours`, and a proposal of Bób of two lines in two of them.
struct Proposed {
    board: Board,
    ann: Who,
    /// The files as they are proposed.
    after: SourceSet,
    /// The game's repository, with its files in `lib/edit` as they were.
    repository: TempDir,
}

impl Proposed {
    /// `None`, said loudly, without the reference data or git. `change` gives the bytes that the files have.
    async fn new(change: fn(Vec<u8>) -> Vec<u8>) -> Option<Proposed> {
        let folder = reference("affix-branch").filter(|_| has_git())?;
        let mut set = SourceSet::new();
        let paths = std::fs::read_dir(folder.join("edit")).expect("a folder").map(|file| file.expect("a file").path());
        let mut paths: Vec<_> = paths.collect();
        paths.sort();
        for path in paths {
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            set.push(SourceFile::new(name, change(std::fs::read(&path).expect("readable"))));
        }
        let repository = repository("lib/edit", &set);
        let before = games::find("affix-branch").expect("the game").load(set);
        let board = Board::new().await;
        let ann = board.somebody("Ann", Role::Maintainer).await;
        board.somebody("Bób", Role::Proposer).await;
        let new = NewRevision {
            slug: "ours",
            title: "Our game",
            loaded: &before,
            made_by: MadeBy::Import,
            by: None,
            note: "",
            now_ms: 1_600_000_000_000,
        };
        let revision = board.store.import(new).await.expect("imported").revision;
        let lines = entry_lines(&before);
        let of = |file: &str, tag: &str| {
            lines.iter().find(|line| line.file == file && line.directive.tag == tag).expect("a line").clone()
        };
        let (affix, artifact) = (of("ego_item.txt", "T"), of("artifact.txt", "A"));
        let changes = [
            Change::replace(&affix, format!("{}1", affix.text)),
            Change::replace(&artifact, artifact.text.replacen("A:", "A:1", 1)),
        ];
        let applied = affixboard_proposal::apply(&before, &changes).expect("editable");
        assert!(applied.is_whole());
        let after = before.game.load(applied.sources);
        let new = NewProposal {
            edition: revision.edition_id,
            author: Some(AccountId(2)),
            title: TITLE,
            description: MESSAGE,
            base: revision.id,
            changes: &write_changes(&changes),
            effect: &fingerprint(&effect_text(&before, &after)),
            reverts: None,
            now_ms: 1_700_000_000_000,
        };
        board.store.propose(new).await.expect("a proposal");
        Some(Proposed { board, ann, after: after.sources, repository })
    }

    async fn file(&self, name: &str) -> Vec<u8> {
        let answer = self.board.get_as(&self.ann, &format!("/proposals/1.{name}")).await;
        assert_eq!(answer.status.as_u16(), 200);
        answer.body
    }

    /// Whether the files of the folder are as proposed, byte for byte.
    fn is_in(&self, folder: &Path) -> bool {
        self.after.files().iter().all(|file| std::fs::read(folder.join(file.name())).expect("there") == file.bytes())
    }
}

/// A repository with one commit of files in a folder of it.
fn repository(folder: &str, files: &SourceSet) -> TempDir {
    let home = tempfile::tempdir().expect("a folder");
    std::fs::create_dir_all(home.path().join(folder)).expect("made");
    for file in files.files() {
        std::fs::write(home.path().join(folder).join(file.name()), file.bytes()).expect("written");
    }
    for arguments in [
        &["init", "-q"][..],
        &["config", "user.name", "Ann"],
        &["config", "user.email", "ann@example.org"],
        &["add", "."],
        &["commit", "-q", "-m", "As it was"],
    ] {
        run(home.path(), arguments, b"");
    }
    home
}

/// What git says; it must end well.
#[track_caller]
fn run(folder: &Path, arguments: &[&str], input: &[u8]) -> String {
    let out = git(folder, arguments, input);
    assert!(out.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&out.stderr));
    String::from_utf8(out.stdout).expect("UTF-8")
}

#[tokio::test]
async fn git_am_makes_the_commit_of_who_proposed() {
    let Some(proposed) = Proposed::new(|bytes| bytes).await else { return };
    let root = proposed.repository.path();
    let mail = proposed.file("mbox").await;
    run(root, &["am", "--scissors"], &mail);
    assert!(proposed.is_in(&root.join("lib/edit")));
    assert_eq!(run(root, &["status", "--porcelain"], b""), "");
    assert_eq!(
        run(root, &["log", "-1", "--format=%an|%ae|%at|%cn|%s"], b""),
        format!("Bób|b-b@affixboard.invalid|1700000000|Ann|{TITLE}\n")
    );
    assert_eq!(
        run(root, &["log", "-1", "--format=%b"], b"").trim_end(),
        "Proposal 1 of Our game on Affixboard, revision 1, made for r1.\n\nToo many.\n\nFrom: Eve <eve@example.org>\n \
         ---\n From eve Mon Sep 17 00:00:00 2001\n diff --git a/lib/edit/object.txt b/lib/edit/object.txt\n --- \
         a/lib/edit/object.txt\n +++ b/lib/edit/object.txt\n @@ -1 +0,0 @@\n-# File: object.txt\n-- > 8 -- > 8 --\nThe end."
    );
    let changed = run(root, &["show", "--format=", "--name-only", "HEAD"], b"");
    assert_eq!(changed, "lib/edit/artifact.txt\nlib/edit/ego_item.txt\n");
}

/// Carriage returns and bytes that are no UTF-8 come out as they went in, without options.
#[tokio::test]
async fn git_am_keeps_every_byte() {
    let windows = |bytes: Vec<u8>| -> Vec<u8> {
        let text = String::from_utf8_lossy(&bytes).replace("\r\n", "\n").replace('\n', "\r\n");
        text.chars().map(|character| u8::try_from(character).unwrap_or(b'?')).collect()
    };
    let Some(proposed) = Proposed::new(windows).await else { return };
    let root = proposed.repository.path();
    run(root, &["am"], &proposed.file("mbox").await);
    assert!(proposed.is_in(&root.join("lib/edit")));
}

/// What the mail's hint says of folders, on a game that is a folder of a larger repository.
#[tokio::test]
async fn folders_are_as_the_hint_says() {
    let Some(proposed) = Proposed::new(|bytes| bytes).await else { return };
    let mail = proposed.file("mbox").await;
    let text = String::from_utf8_lossy(&mail);
    for piece in [
        "\n---\nIts paths begin at the root of the game's repository, with `lib/edit/`. Apply it there: git am FILE\n",
        "\nWhere the game is a folder of a larger repository: git am --directory=GAME FILE\n",
        "\nRun in a folder, `git apply` leaves out what is not below that folder, says nothing and exits with 0.\n",
    ] {
        assert!(text.contains(piece), "{piece} in {text}");
    }
    // In the game's own repository, `git am` finds the root from any folder.
    let root = proposed.repository.path();
    run(&root.join("lib/edit"), &["am"], &mail);
    assert!(proposed.is_in(&root.join("lib/edit")));
    run(root, &["reset", "-q", "--hard", "HEAD~1"], b"");
    // Paths of another root, applied inside lib/edit: nothing is done, nothing said, and the exit status is 0.
    let bare = proposed.file("mbox?folder=").await;
    let inside = root.join("lib/edit");
    let out = git(&inside, &["apply"], &bare);
    assert!(out.status.success() && out.stdout.is_empty() && out.stderr.is_empty(), "{out:?}");
    assert_eq!(run(root, &["status", "--porcelain"], b""), "");
    // With its option that tells, it tells.
    let told = git(&inside, &["apply", "-v"], &bare);
    assert!(String::from_utf8_lossy(&told.stderr).contains("Skipped patch 'artifact.txt'"), "{told:?}");
    // The same of the usual paths, where the game is not the repository's root.
    let mut before = SourceSet::new();
    for file in proposed.after.files() {
        let bytes = std::fs::read(inside.join(file.name())).expect("there");
        before.push(SourceFile::new(file.name(), bytes));
    }
    let larger = repository("game/lib/edit", &before);
    let deep = larger.path().join("game/lib/edit");
    let out = git(&deep, &["apply"], &mail);
    assert!(out.status.success() && out.stderr.is_empty(), "{out:?}");
    assert_eq!(run(larger.path(), &["status", "--porcelain"], b""), "");
    run(larger.path(), &["am", "--directory=game"], &mail);
    assert!(proposed.is_in(&deep));
}
