//! The header: the same navigation in the same order on every page, and the way to other editions and revisions.

use axum::http::StatusCode;

use crate::support::{Answer, Board, STARTER};

const PARTS: [&str; 8] = ["Sheets", "Entries", "Gaps", "Files", "Rules", "Batches", "Proposals", "Compare"];

/// The links of the navigation: label, address, whether it is the current one.
fn nav(page: &Answer) -> Vec<(String, String, bool)> {
    let links = page.between("<nav aria-label=\"Main\">", "</nav>").split("<a href=\"").skip(1);
    links
        .map(|link| {
            let (href, rest) = link.split_once("\" aria-current=\"").expect("a link");
            let (current, rest) = rest.split_once("\">").expect("its state");
            let label = rest.split(['<', ' ']).next().unwrap_or_default();
            (label.to_owned(), href.replace("&#38;", "&"), current == "page")
        })
        .collect()
}

fn current(page: &Answer) -> String {
    let current: Vec<_> = nav(page).into_iter().filter(|link| link.2).map(|link| link.0).collect();
    current.join(" ")
}

#[tokio::test]
async fn the_navigation_is_the_same_on_every_page() {
    let board = Board::new().await;
    board.start_batch("depths=1&drops=1&seed=1&normal=on").await;
    let r = STARTER;
    for (path, section) in [
        ("/".to_owned(), ""),
        (r.to_owned(), "Sheets"),
        (format!("{r}/types/23"), "Sheets"),
        (format!("{r}/chances/23?depths=1"), "Sheets"),
        (format!("{r}/entries"), "Entries"),
        (format!("{r}/affixes/100"), "Entries"),
        (format!("{r}/kinds"), "Entries"),
        (format!("{r}/gaps"), "Gaps"),
        (format!("{r}/files"), "Files"),
        (format!("{r}/files/ego_item.txt"), "Files"),
        (format!("{r}/records/ego_item.txt"), "Files"),
        (format!("{r}/diagnostics"), "Files"),
        (format!("{r}/rules"), "Rules"),
        ("/batches".to_owned(), "Batches"),
        ("/batches/1".to_owned(), "Batches"),
        ("/proposals".to_owned(), "Proposals"),
        ("/editions/affix-branch-starter/draft".to_owned(), "Proposals"),
        ("/compare".to_owned(), "Compare"),
        ("/profiles".to_owned(), ""),
        ("/help".to_owned(), ""),
        ("/find".to_owned(), ""),
        (format!("{r}/affixes/9999"), ""),
    ] {
        let page = board.get(&path).await;
        let labels: Vec<_> = nav(&page).into_iter().map(|link| link.0).collect();
        assert_eq!((labels.as_slice(), current(&page)), (&PARTS.map(str::to_owned)[..], section.to_owned()), "{path}");
    }
}

#[tokio::test]
async fn inside_an_edition_the_navigation_stays_in_it() {
    let board = Board::new().await;
    board.add_starter("angband-3-0-starter").await;
    let other = "/editions/angband-3-0-starter/revisions/1";
    let expected: Vec<String> = ["", "/entries", "/gaps", "/files", "/rules"]
        .iter()
        .map(|page| format!("{other}{page}"))
        .chain(["/batches?edition=", "/proposals?edition="].map(|list| format!("{list}angband-3-0-starter")))
        .chain(["/compare?to=angband-3-0-starter@1".to_owned()])
        .collect();
    let mut page = board.get(&format!("{other}/kinds")).await;
    // Each of its pages has the same links, the lists of all editions' things too, and even what isn't there.
    let missing = format!("{other}/affixes/9999");
    for path in expected.iter().chain([&missing]) {
        let hrefs: Vec<_> = nav(&page).into_iter().map(|link| link.1).collect();
        assert_eq!(hrefs, expected, "before {path}");
        page = board.get(path).await;
    }
    assert_eq!(page.status, StatusCode::NOT_FOUND);
    // Elsewhere it leads to the newest edition; there are none of the team's, so that it is the first starter.
    let start = board.get("/").await;
    let hrefs: Vec<_> = nav(&start).into_iter().map(|link| link.1).collect();
    assert_eq!(hrefs[0], STARTER);
    assert_eq!(hrefs[5..], ["/batches", "/proposals", "/compare"]);
}

#[tokio::test]
async fn another_revision_shows_the_same_page_where_it_has_one() {
    let board = Board::new().await;
    let names = ["artifact.txt", "ego_item.txt", "ego_themes.txt", "limits.txt", "object.txt", "object_base.txt"];
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/affix-branch");
    let mut files: Vec<(&str, String)> =
        names.map(|name| (name, std::fs::read_to_string(folder.join(name)).expect("a file"))).into();
    for more in ["", "\nN:900:suffix:of Testing\nT:sword:0:99:good:20:1 to 127\n"] {
        files[1].1.push_str(more);
        let sent: Vec<_> = files.iter().map(|(name, text)| ("files", *name, text.as_bytes())).collect();
        assert!(board.import("ours", &sent).await.status.is_redirection());
    }
    let (r1, r2) = ("/editions/ours/revisions/1", "/editions/ours/revisions/2");
    let old = board.get(&format!("{r1}/types/23?level=good")).await;
    let newest = old.between("<a class=\"newest\" href=\"", "</a>");
    assert_eq!(newest, format!("{r2}/types/23?level=good&#38;switched=on\" data-same-page>newest is r2"));
    assert!(!board.get(&format!("{r2}/types/23")).await.text().contains("class=\"newest\""));
    for (asked, expected) in [
        (format!("{r2}/types/23?level=good&switched=on"), format!("{r2}/types/23?level=good")),
        (format!("{r2}/affixes/900?switched=on"), format!("{r2}/affixes/900")),
        // r1 has no such affix.
        (format!("{r1}/affixes/900?switched=on"), r1.to_owned()),
        (format!("{r1}/entries/affix?sort=nonsense&switched=on"), format!("{r1}/entries/affix")),
    ] {
        let answer = board.get(&asked).await;
        assert_eq!((answer.status, answer.header("location")), (StatusCode::SEE_OTHER, expected.as_str()), "{asked}");
        assert_eq!(board.get(&expected).await.status, StatusCode::OK, "{expected}");
    }
    let menu = board.get(&format!("{r2}/gaps")).await;
    for link in [
        format!("<a href=\"{r1}/gaps?switched=on\" data-same-page>r1</a>"),
        format!("<a href=\"{r2}/gaps?switched=on\" data-same-page aria-current=\"true\">r2</a> <small>newest"),
        format!("<a href=\"{STARTER}/gaps?switched=on\" data-same-page>Angband affix branch starter</a>"),
    ] {
        assert!(menu.text().contains(&link), "{link} in {}", menu.text());
    }
    // Outside of revisions it leads to the revision.
    assert!(board.get("/batches?edition=ours").await.text().contains(&format!("<a href=\"{r1}\">r1</a>")));
}
