//! Editions are renamed, archived and deleted on a page of theirs.

use affixboard_store::Role;

use super::import::{import, starter_files};
use crate::support::Board;

#[tokio::test]
async fn a_title_is_changed_and_the_address_stays() {
    let board = Board::new().await;
    import(&board, "mine", &starter_files()).await;
    let edition = board.get("/editions/mine/revisions/1").await;
    assert!(edition.text().contains("<a href=\"/editions/mine/manage\">Rename, archive or delete this edition</a>"));
    let renamed = board.post("/editions/mine/title", "title=+Fay%27s+variant+").await;
    assert_eq!((renamed.status.as_u16(), renamed.header("location")), (303, "/editions/mine/manage"));
    let edition = board.get("/editions/mine/revisions/1").await;
    assert!(edition.text().contains("<h1>Fay&#39;s variant <small>"), "{}", edition.text());
    assert_eq!(board.post("/editions/mine/title", "title=++").await.status.as_u16(), 400);
    assert_eq!(board.post("/editions/none/title", "title=x").await.status.as_u16(), 404);
}

#[tokio::test]
async fn an_archived_edition_is_read_by_its_address_only() {
    let board = Board::new().await;
    import(&board, "kestrel", &starter_files()).await;
    assert_eq!(
        board.post("/editions/kestrel/archived", "archived=yes").await.header("location"),
        "/editions/kestrel/manage"
    );
    for path in ["/", "/compare", "/import", "/proposals"] {
        let page = board.get(path).await;
        assert!(!page.text().contains("kestrel"), "{path}: {}", page.text());
    }
    let edition = board.get("/editions/kestrel/revisions/1").await;
    assert!(edition.text().contains("This edition is archived: it can be read, not changed."), "{}", edition.text());
    for offer in ["Propose a change", "New batch"] {
        assert!(!edition.text().contains(offer), "{offer}");
    }
    assert_eq!(board.get("/editions/kestrel/revisions/1/types/23").await.status.as_u16(), 200);
    let sentence = "edition `kestrel` is archived: it can be read, not changed; a maintainer can bring it back";
    for (path, form) in [
        ("/editions/kestrel/revisions/1/batches", "depths=1&drops=5&seed=1&normal=on"),
        ("/editions/kestrel/approvals", "required=2"),
    ] {
        let refused = board.post(path, form).await;
        assert_eq!(refused.status.as_u16(), 409, "{path}: {}", refused.text());
        assert!(refused.text().contains("is archived"), "{path}: {}", refused.text());
    }
    assert_eq!(import(&board, "kestrel", &starter_files()).await.status.as_u16(), 409);
    // Files for it wait, and say why they can't be imported.
    let files = starter_files();
    let files: Vec<_> = files.iter().map(|(name, bytes)| ("files", *name, bytes.as_slice())).collect();
    let sent = board.upload("/import", &[("edition", "kestrel")], &files).await;
    assert!(board.get(sent.header("location")).await.text().contains(sentence));

    board.post("/editions/kestrel/archived", "archived=no").await;
    assert!(board.get("/").await.text().contains(">kestrel<"));
    assert_eq!(board.post("/editions/kestrel/archived", "archived=perhaps").await.status.as_u16(), 400);
}

#[tokio::test]
async fn an_edition_is_deleted_by_who_types_its_name() {
    let board = Board::new().await;
    import(&board, "mine", &starter_files()).await;
    let batch = board.post("/editions/mine/revisions/1/batches", "depths=1&drops=5&seed=1&normal=on").await;
    assert_eq!(batch.status.as_u16(), 303, "{}", batch.text());
    let page = board.get("/editions/mine/manage").await;
    for piece in ["<li>1 revision</li>", "<li>1 batch, 1 of them under way</li>"] {
        assert!(page.text().contains(piece), "{piece} in {}", page.text());
    }
    let refused = board.post("/editions/mine/delete", "confirm=affix-branch-starter").await;
    assert_eq!((refused.status.as_u16(), refused.problem()), (400, "Not deleted: type mine to delete this edition."));
    assert_eq!(board.editions().await.len(), 2);
    let deleted = board.post("/editions/mine/delete", "confirm=mine").await;
    assert_eq!((deleted.status.as_u16(), deleted.header("location")), (303, "/"));
    assert_eq!(board.editions().await, [("affix-branch-starter".to_owned(), 1)]);
    for path in ["/editions/mine/revisions/1", "/editions/mine/manage", batch.header("location")] {
        assert_eq!(board.get(path).await.status.as_u16(), 404, "{path}");
    }
    // Files of the same name begin anew, and nothing that is kept of the old ones is shown for them.
    let other = vec![(starter_files()[1].0, b"N:1:suffix:of Testing\nT:sword:0:99:great:20:1 to 127\n".to_vec())];
    let mut files: Vec<_> = starter_files().into_iter().filter(|file| file.0 != "ego_item.txt").collect();
    files.extend(other);
    files.retain(|file| file.0 != "ego_themes.txt");
    files.push(("ego_themes.txt", starter_files()[2].1.clone()));
    import(&board, "mine", &files).await;
    let sheet = board.get("/editions/mine/revisions/1/types/23").await;
    assert!(sheet.text().contains("of Testing") && !sheet.text().contains("Sharp"), "{}", sheet.text());
}

#[tokio::test]
async fn only_maintainers_who_are_signed_in_delete() {
    let board = Board::new().await;
    import(&board, "mine", &starter_files()).await;
    let ann = board.somebody("Ann", Role::Maintainer).await;
    let bob = board.somebody("Bob", Role::Reviewer).await;
    assert_eq!(board.post_as(&bob, "/editions/mine/delete", "confirm=mine").await.status.as_u16(), 403);
    assert!(!board.get_as(&bob, "/editions/mine/revisions/1").await.text().contains("/manage"));
    assert_eq!(board.post_as(&ann, "/editions/mine/delete", "confirm=mine").await.status.as_u16(), 303);
    let log = board.get_as(&ann, "/acts").await;
    assert!(log.text().contains("deleted an edition"), "{}", log.text());
}
