//! The help is found from each page, at the part about it.

use crate::support::{Board, STARTER};

#[tokio::test]
async fn each_page_leads_to_the_part_of_the_help_about_it() {
    let board = Board::new().await;
    board.start_batch("depths=20&drops=3000&seed=1&normal=on").await;
    let help = board.get("/help").await;
    for (path, part) in [
        ("/", "first-hour"),
        (STARTER, "read"),
        (&format!("{STARTER}/types/23"), "read"),
        (&format!("{STARTER}/gaps"), "gaps"),
        (&format!("{STARTER}/batches/new"), "batches"),
        ("/batches", "batches"),
        ("/batches/1", "batches"),
        ("/proposals", "review"),
        ("/editions/affix-branch-starter/draft", "propose"),
        ("/compare", "compare"),
        ("/profiles", "dives"),
        ("/views", "views"),
        ("/import", "import"),
        ("/nowhere", "first-hour"),
    ] {
        let page = board.get(path).await;
        assert!(page.text().contains(&format!("<a href=\"/help#{part}\"")), "{path}: {}", page.text());
        assert!(help.text().contains(&format!("<h2 id=\"{part}\">")), "{part}");
    }
    // Its own list of parts leads to all of them.
    let parts = help.between("<nav aria-label=\"Parts of the help\">", "</nav>");
    for link in parts.split("<a href=\"#").skip(1) {
        let part = link.split('"').next().expect("a part");
        assert!(help.text().contains(&format!("<h2 id=\"{part}\">")), "{part}");
    }
    assert_eq!(
        help.text().matches("<h2 id=").count(),
        parts.matches("<a href").count() + 1,
        "all but the dives are listed"
    );
}
