//! Getting edit files in with a browser: all of it, or nothing and the reason.

use std::{
    io::{Cursor, Write},
    path::Path,
    sync::Arc,
};

use affixboard_service::upload::Files;
use tokio::sync::Notify;
use tokio_stream::{StreamExt as _, wrappers::UnboundedReceiverStream};
use zip::{ZipWriter, write::SimpleFileOptions};

use crate::support::{Answer, Board};

const NAMES: [&str; 6] =
    ["artifact.txt", "ego_item.txt", "ego_themes.txt", "limits.txt", "object.txt", "object_base.txt"];

/// The files of the starter edition.
pub(crate) fn starter_files() -> Vec<(&'static str, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/affix-branch");
    NAMES.iter().map(|name| (*name, std::fs::read(folder.join(name)).expect("a file"))).collect()
}

/// The files, with one of them replaced.
fn with(name: &str, content: &[u8]) -> Vec<(&'static str, Vec<u8>)> {
    let mut files = starter_files();
    files.iter_mut().find(|file| file.0 == name).expect("a file").1 = content.to_vec();
    files
}

pub(crate) async fn import(board: &Board, edition: &str, files: &[(&str, Vec<u8>)]) -> Answer {
    let files: Vec<_> = files.iter().map(|(name, bytes)| ("files", *name, bytes.as_slice())).collect();
    board.import(edition, &files).await
}

fn zipped(files: &[(&str, Vec<u8>)]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        writer.start_file(*name, SimpleFileOptions::default()).expect("begun");
        writer.write_all(bytes).expect("written");
    }
    writer.finish().expect("finished").into_inner()
}

/// What the database has of an edition, byte for byte.
async fn stored(board: &Board, slug: &str) -> Vec<(String, Vec<u8>)> {
    let revision = board.store.revision(slug, None).await.expect("an answer").expect("a revision");
    board.store.source_files(revision.id).await.expect("files")
}

fn owned(files: &[(&str, Vec<u8>)]) -> Vec<(String, Vec<u8>)> {
    files.iter().map(|(name, bytes)| ((*name).to_owned(), bytes.clone())).collect()
}

#[tokio::test]
async fn a_folder_a_zip_and_the_same_again() {
    let board = Board::new().await;
    let files = starter_files();
    // As a browser sends a folder: paths in it, and files of other folders.
    let paths: Vec<_> = files.iter().map(|(name, bytes)| (format!("game/lib/edit/{name}"), bytes)).collect();
    let mut parts: Vec<(&str, &str, &[u8])> =
        paths.iter().map(|(path, bytes)| ("folder", path.as_str(), bytes.as_slice())).collect();
    parts.push(("folder", "game/src/object.txt", b"not this one"));
    parts.push(("folder", "game/lib/edit/delete.me", b""));
    parts.push(("folder", "game/docs/readme.txt", b"nor this"));
    // The form's other field, left empty.
    parts.push(("files", "", b""));
    let answer = board.import(" Mine ", &parts).await;
    assert_eq!((answer.status.as_u16(), answer.header("location")), (303, "/editions/mine/revisions/1"));
    assert_eq!(stored(&board, "mine").await, owned(&files));

    let zip = zipped(&[
        ("game/lib/edit/object.txt", files[4].1.clone()),
        ("game/lib/edit/ego_item.txt", files[1].1.clone()),
        ("game/lib/edit/artifact.txt", files[0].1.clone()),
        ("game/lib/edit/ego_themes.txt", files[2].1.clone()),
        ("game/lib/edit/limits.txt", files[3].1.clone()),
        ("game/lib/edit/object_base.txt", files[5].1.clone()),
        ("game/README.md", b"#".to_vec()),
    ]);
    let answer = board.import("mine", &[("files", "Game.ZIP", &zip)]).await;
    assert_eq!(answer.status.as_u16(), 200);
    assert!(answer.text().contains("<h1>Nothing new <small>mine r1 · "), "{}", answer.text());
    assert_eq!(board.editions().await, [("affix-branch-starter".to_owned(), 1), ("mine".to_owned(), 1)]);

    // The zip alone makes an edition too, and a changed file the next revision.
    let answer = board.import("zipped", &[("files", "game.zip", &zip)]).await;
    assert_eq!(answer.header("location"), "/editions/zipped/revisions/1");
    assert_eq!(stored(&board, "zipped").await, owned(&files));
    let mut changed = files[1].1.clone();
    changed.extend_from_slice(b"# one line more\n");
    let answer = import(&board, "mine", &with("ego_item.txt", &changed)).await;
    assert_eq!(answer.header("location"), "/editions/mine/revisions/2/changes");
    let editions = [("affix-branch-starter", 1), ("mine", 2), ("zipped", 1)].map(|(slug, n)| (slug.to_owned(), n));
    assert_eq!(board.editions().await, editions);
}

#[tokio::test]
async fn what_is_wrong_with_a_line_is_shown_beside_it() {
    let board = Board::new().await;
    let mut text = String::from_utf8(starter_files()[1].1.clone()).expect("UTF-8");
    let line = text.lines().count() + 4;
    text += "\nN:900:suffix:of Testing\nF:NO_SUCH_FLAG\nT:swrod:0:99:good:20:1 to 127\n";
    let answer = import(&board, "broken", &with("ego_item.txt", text.as_bytes())).await;
    assert_eq!(answer.status.as_u16(), 200);
    assert!(answer.text().contains("<h1>Imported <small>broken r1"), "{}", answer.text());
    assert!(answer.text().contains("</a>, read as Angband affix branch files."));
    assert!(answer.text().contains("<a href=\"/editions/broken/revisions/1/diagnostics\">1 error and "));
    assert!(answer.text().contains(" Lines with an error are skipped; "));
    let page = board.get("/editions/broken/revisions/1/diagnostics").await;
    for piece in [
        format!("<code>ego_item.txt:{}:3</code>", line - 1),
        format!("<code>ego_item.txt:{line}:3</code>"),
        "<code>F:<mark>NO_SUCH_FLAG</mark></code>".to_owned(),
        "<code>T:<mark>swrod</mark>:0:99:good:20:1 to 127</code>".to_owned(),
    ] {
        assert!(page.text().contains(&piece), "no {piece} in {}", page.text());
    }
    // The rest is there.
    assert_eq!(board.get("/editions/broken/revisions/1/types/23").await.status.as_u16(), 200);
}

/// Egos that neither say what they come on nor have 2.8's slots are those of no game; named as one, they are read as far
/// as they go.
#[tokio::test]
async fn the_game_can_be_named() {
    let board = Board::new().await;
    let old: &[(&str, &str, &[u8])] = &[
        ("files", "k_info.txt", b"N:1:& Sword~\nI:23:1:0\nW:1:0:50:10\nA:1/1\nP:0:1d6:0:0:0\n"),
        ("files", "a_info.txt", b"N:1:'One'\nI:23:1:0\nW:1:1:50:10\nP:0:1d6:0:0:0\n"),
        ("files", "e_info.txt", b"N:4:of Testing\nX:A:5\nW:1:1:0:10\n"),
    ];
    let answer = board.import("old", old).await;
    assert_eq!(answer.status.as_u16(), 422);
    let unknown = "the files are not those of a game Affixboard knows. Nothing was read. Name the game to read them as, if its \
                   rules will do: affix-branch, v4, ";
    assert!(answer.problem().starts_with(unknown), "{}", answer.problem());

    let answer = board.import_as("old", "v4", old).await;
    assert_eq!(answer.status.as_u16(), 422);
    assert!(answer.problem().starts_with("not loaded as Angband v4: object_base.txt: found no such file;"));
    assert!(answer.text().contains("<option value=\"v4\" selected>Angband v4</option>"), "the choice stays");
    assert_eq!(answer.text().matches(" selected").count(), 1);

    let answer = board.import_as("old", "chess", old).await;
    assert!(answer.problem().starts_with("found the game `chess`; expected one of affix-branch, v4, "));
    assert_eq!(answer.text().matches(" selected").count(), 0);

    let answer = board.import_as("old", "angband-3.0", old).await;
    assert!(answer.status.is_redirection() || answer.text().contains("read as Angband 3.0 files"), "{}", answer.text());
    let page = board.get("/editions/old/revisions/1").await;
    assert!(page.text().contains("<small>Angband 3.0</small>"), "{}", page.text());
}

/// A variant's numbers are not those of its own program. Its files are refused where no game is named; where one is, every
/// page and file with numbers says so, and calls none of them exact.
#[tokio::test]
async fn a_variants_numbers_are_never_called_exact() {
    let board = Board::new().await;
    let daj: &[(&str, &str, &[u8])] = &[
        ("files", "object.txt", b"V:1.0.0\nN:1:& Dagger~\nG:|:w\nI:23:4:0\nW:1:0:12:20\nA:1/1\nP:0:1d4:0:0:0\n"),
        ("files", "artifact.txt", b"V:1.0.0\nN:20:'Thorn'\nI:23:4:0\nW:5:60:10:12:4000\nP:0:1d6:0:0:0\n"),
        ("files", "ego_item.txt", b"V:1.0.0\nN:1:of Edges\nW:5:45:3:3:0:500\nC:6:6:0:9:0\nT:23:0:99\nR:1:2\n"),
    ];
    let refused = board.import("daj", daj).await;
    assert_eq!(refused.status.as_u16(), 422);
    let reason =
        "the files look most like those of Angband 3.0, but are not its own: found the ego format of DaJAngband: ";
    assert!(refused.problem().starts_with(reason), "{}", refused.problem());
    assert_eq!(board.get("/editions/daj/revisions/1").await.status.as_u16(), 404, "nothing was kept");

    let answer = board.import_as("daj", "angband-3.0", daj).await;
    assert!(answer.text().contains("</a>, read as Angband 3.0 files."), "{}", answer.text());
    assert!(!answer.text().contains("A line with an error"), "there is none");
    let sentence = "Made by the rules of Angband 3.0 from files that are not its own, so these are not the numbers of their own \
                    program: found the ego format of DaJAngband: ";
    let of = "/editions/daj/revisions/1";
    for page in [
        "",
        "/types/23",
        "/types/all",
        "/chances/23",
        "/chances/23?quality=great",
        "/charts/23",
        "/kinds",
        "/gaps",
        "/affixes/1",
        "/kinds/1",
        "/why/23/4/affix-1?level=10",
        "/gaps.csv",
        "/types/23.csv",
        "/types/23.long.csv",
        "/types/23.json",
        "/types/all.csv",
        "/chances/23.csv",
        "/chances/23.long.csv",
        "/chances/23.json",
    ] {
        let answer = board.get(&format!("{of}{page}")).await;
        assert_eq!(answer.status.as_u16(), 200, "{page}: {}", answer.text());
        let text = answer.text();
        assert_eq!(text.matches(sentence).count(), 1, "{page}: {text}");
        for word in ["how-exact", "; exact", "Every number is exact", ",exact,", "\"exact\""] {
            assert!(!text.contains(word), "{page}: {word}: {text}");
        }
    }
    let other = board.get("/editions/affix-branch-starter/revisions/1").await;
    assert!(!other.text().contains("files that are not its own") && other.text().contains("how-exact"));
}

#[tokio::test]
async fn what_is_refused_and_why() {
    let board = Board::new().await;
    let before = board.editions().await;
    let files = starter_files();
    let without: Vec<_> = files.iter().filter(|file| file.0 != "ego_item.txt").cloned().collect();
    let large = vec![b'#'; 50 << 20];
    let bomb = zipped(&[("object.txt", vec![0; 60 << 20])]);
    assert!(bomb.len() < 100_000, "{} bytes", bomb.len());
    let leads_out = zipped(&[("edit/ego_item.txt", files[1].1.clone()), ("edit/../../object.txt", files[4].1.clone())]);
    let no_files = "found no edit files; expected some of object_base.txt, object.txt, ego_item.txt, ";
    let named = |path: &str, content: &[u8]| vec![(path.to_owned(), content.to_vec())];
    let all =
        |files: Vec<(&'static str, Vec<u8>)>| files.into_iter().map(|(name, bytes)| (name.to_owned(), bytes)).collect();

    #[rustfmt::skip]
    let refused: Vec<(&str, Files, String)> = vec![
        ("no file", Vec::new(), no_files.to_owned()),
        ("the wrong folder", named("photos/notes.txt", b"dear diary"), no_files.to_owned()),
        ("a missing file", all(without), "not loaded as Angband affix branch: ego_item.txt: found no such file; ".to_owned()),
        ("a binary file", all(with("object.txt", b"V:1.0.0\nN:1:\0\0\0\n")), "not loaded as Angband affix branch: object.txt: ".to_owned()),
        ("an empty file", all(with("ego_item.txt", b"")), "not loaded as Angband affix branch: ego_item.txt: found no entries; expected some".to_owned()),
        ("50 MB", all(with("ego_item.txt", &large)), "found ego_item.txt with more than 8 MB; an edit file has at most that".to_owned()),
        ("a zip bomb", named("game.zip", &bomb), "found object.txt with more than 8 MB; an edit file has at most that".to_owned()),
        ("../ in a zip", named("game.zip", &leads_out), "found the name `edit/../../object.txt`, which leads out of the archive; nothing of it is read".to_owned()),
        ("../ in a name", named("../object.txt", b"V:1.0.0\n"), "found the name `../object.txt`, which leads out of the archive; nothing of it is read".to_owned()),
        ("no zip", named("game.zip", b"PK but not really"), "can&#39;t read the zip: ".to_owned()),
        ("an empty zip", named("game.zip", &zipped(&[])), no_files.to_owned()),
        ("two of a name", named("object.txt", b"V:1.0.0\n").into_iter().chain(named("Object.txt", b"V:1.0.0\n")).collect(), "found two files named object.txt; expected each edit file once".to_owned()),
        ("401 files", (0..401).map(|n| (format!("f{n}.txt"), b"V:1\n".to_vec())).collect(), "found more than 400 files; expected the edit files of one edition".to_owned()),
        ("markup for a name", named("../<b>.txt", b""), "found the name `../&#60;b&#62;.txt`, which leads out".to_owned()),
    ];
    for (what, files, reason) in refused {
        let files: Vec<_> = files.iter().map(|(name, bytes)| (name.as_str(), bytes.clone())).collect();
        let answer = import(&board, "mine", &files).await;
        assert_eq!(answer.status.as_u16(), 422, "{what}");
        assert!(answer.problem().starts_with(&reason), "{what}: {}", answer.problem());
        // The form is there again, with the name that was typed.
        assert!(answer.text().contains("name=\"edition\" value=\"mine\""), "{what}");
        assert_eq!(board.editions().await, before, "{what}");
    }
    for (edition, reason) in [
        ("", "found the slug ``; expected 1 to 64 of a-z, 0-9 and -, not beginning with -"),
        ("a/b", "found the slug `a/b`; expected 1 to 64 of a-z, 0-9 and -, not beginning with -"),
        ("\"><b>", "found the slug `&#34;&#62;&#60;b&#62;`; expected 1 to 64 of a-z, 0-9 and -, not beginning with -"),
    ] {
        let answer = import(&board, edition, &starter_files()).await;
        assert_eq!((answer.status.as_u16(), answer.problem()), (422, reason));
        assert_eq!(board.editions().await, before, "{edition}");
    }
}

#[tokio::test]
async fn the_start_page_shows_own_editions_first_and_starters_by_game() {
    let board = Board::new().await;
    for slug in ["angband-3-0-starter", "angband-4-2-starter"] {
        board.add_starter(slug).await;
    }
    import(&board, "zz-mine", &starter_files()).await;
    let page = board.get("/").await;
    let (_, text) = page.text().split_once("<main").expect("a main part");
    let titles = [
        ">zz-mine<",
        ">Angband affix branch starter<",
        "more starter editions",
        ">Angband 4.2 starter<",
        ">Angband 3.0 starter<",
    ];
    let places: Vec<_> = titles.iter().map(|title| text.find(title).unwrap_or_else(|| panic!("{title}"))).collect();
    assert!(places.is_sorted(), "{places:?}");
}

#[tokio::test]
async fn a_newer_checkout_shows_what_it_changed_and_how_proposals_fit() {
    let board = Board::new().await;
    import(&board, "mine", &starter_files()).await;
    let base = board.store.revision("mine", None).await.expect("an answer").expect("a revision");
    let change = |line: u32, was: &str, now: &str| {
        format!(
            "change replace\nfile ego_item.txt\nentry affix 1 of Resist Acid\nline {line} T\nwas {was}\nnow {now}\n"
        )
    };
    let soft = change(1, "T:soft armour:0:99:great:20:1 to 127", "T:soft armour:0:99:great:30:1 to 127");
    let hard = change(2, "T:hard armour:0:99:great:20:1 to 127", "T:hard armour:0:99:great:30:1 to 127");
    for (title, changes) in [("More <acid> on soft armour", &soft), ("More acid on hard armour", &hard)] {
        let new = affixboard_store::NewProposal {
            edition: base.edition_id,
            author: None,
            title,
            description: "",
            base: base.id,
            changes,
            effect: &"0".repeat(64),
            reverts: None,
            now_ms: 1,
        };
        board.store.propose(new).await.expect("proposed");
    }
    let text = String::from_utf8(starter_files()[1].1.clone()).expect("UTF-8");
    let upstream = text.replacen("T:soft armour:0:99:great:20:1 to 127", "T:soft armour:0:99:great:40:1 to 127", 1);
    let answer = import(&board, "mine", &with("ego_item.txt", upstream.as_bytes())).await;
    let page = "/editions/mine/revisions/2/changes";
    assert_eq!((answer.status.as_u16(), answer.header("location")), (303, page));
    let answer = board.get(page).await;
    let text = answer.text();
    for piece in [
        "<h1>What r2 changed <small>mine, since r1</small></h1>",
        "<a href=\"/proposals/1\">1 · More &#60;acid&#62; on soft armour</a>: <b class=\"warn\">1 in conflict</b>",
        "<li>affix of Resist Acid, T:soft armour:0:99:great:20:1 to 127: the line has changed or is gone</li>",
        "<a href=\"/proposals/2\">2 · More acid on hard armour</a>: 1 apply; what it does is another thing now",
        "<a href=\"/compare/36?from=mine@1&#38;to=mine@2\">Soft armour</a>",
        "<a href=\"/editions/mine/revisions/2/affixes/1\">of Resist Acid</a></th><td>Affix</td><td>changed</td>\
         <td class=\"num\">+1 −1</td>",
    ] {
        assert!(text.contains(piece), "{piece} in {text}");
    }
    assert!(board.get("/editions/mine/revisions/1/changes").await.text().contains("the first revision of mine"));
}

/// An upload that is still coming keeps its sender from another: there is one at a time.
#[tokio::test]
async fn one_upload_at_a_time() {
    let board = Board::new().await;
    let (begun, more) = tokio::sync::mpsc::unbounded_channel::<Result<Vec<u8>, std::io::Error>>();
    let start = b"--b\r\nContent-Disposition: form-data; name=\"edition\"\r\n\r\nours".to_vec();
    begun.send(Ok(start)).expect("a reader");
    let is_read = Arc::new(Notify::new());
    let parts = UnboundedReceiverStream::new(more).map({
        let is_read = is_read.clone();
        move |part| {
            is_read.notify_one();
            part
        }
    });
    let body = axum::body::Body::from_stream(parts);
    let request = axum::http::Request::post("/import")
        .header("host", crate::support::HOST)
        .header("sec-fetch-site", "same-origin")
        .header("content-type", "multipart/form-data; boundary=b")
        .body(body)
        .expect("a request");
    let mut first = Box::pin(board.send(request));
    tokio::select! {
        answer = &mut first => panic!("answered {} before the end", answer.status),
        () = is_read.notified() => {}
    }
    let second = import(&board, "theirs", &starter_files()).await;
    assert_eq!((second.status.as_u16(), second.header("retry-after")), (503, "10"));
    assert_eq!(
        second.lead(),
        "Another upload of yours is still running. Nothing was imported. Try again when it is done."
    );
    drop(begun);
    assert_eq!(first.await.status.as_u16(), 400);
    assert_eq!(import(&board, "theirs", &starter_files()).await.status.as_u16(), 303);
}
