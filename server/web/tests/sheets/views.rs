//! Short links to sheets, and views by name.

use crate::{
    compare::show::ours,
    support::{Board, STARTER, settings},
};

/// The sheet that is kept, and the form that its menu sends.
fn swords() -> (String, String) {
    let address = format!("{STARTER}/types/23?sval=11&q=slay&sort=-30");
    let form = format!("path={}", address.replace('?', "%3F").replace('&', "%26").replace('=', "%3D"));
    (address, form)
}

#[tokio::test]
async fn a_short_link_leads_to_the_sheet_as_it_was_shown() {
    let board = Board::new().await;
    let (address, form) = swords();
    // What the menu offers is the whole address, whatever the order of its settings.
    let sheet = board.get(&format!("{STARTER}/types/23?sort=-30&q=slay&sval=11")).await;
    let written = address.replace('&', "&#38;");
    let field =
        format!("<form method=\"post\" action=\"/views\"><input type=\"hidden\" name=\"path\" value=\"{written}\">");
    assert!(sheet.text().contains(&field), "{}", sheet.text());

    let kept = board.post("/views", &form).await;
    assert_eq!((kept.status.as_u16(), kept.header("location")), (303, "/views/1"));
    assert_eq!(board.post("/views", &form).await.header("location"), "/views/1", "once");
    let link = board.get("/v/1").await;
    assert_eq!((link.status.as_u16(), link.header("location")), (303, address.as_str()));
    let page = board.get("/views/1").await;
    assert!(page.text().contains("Its short link is <a href=\"/v/1\">/v/1</a>"), "{}", page.text());
}

#[tokio::test]
async fn views_with_a_name_are_listed() {
    let board = Board::new().await;
    board.post("/views", &swords().1).await;
    assert!(board.get("/views").await.text().contains("None has a name yet."));
    assert_eq!(board.post("/views/1", "name=+Slays+on+%3Cb%3E+").await.status.as_u16(), 303);
    let list = board.get("/views").await;
    assert!(list.text().contains(">Slays on &#60;b&#62;</a>"), "{}", list.text());
    assert!(board.get("/views/1").await.text().contains("<h1>Slays on &#60;b&#62;</h1>"));

    board.post("/views", "path=/batches/1/types/23").await;
    let taken = board.post("/views/2", "name=slays+on+%3Cb%3E").await;
    assert_eq!(taken.status.as_u16(), 422);
    assert!(taken.text().contains("Name: there is a view `slays on &#60;b&#62;` already."), "{}", taken.text());
    assert!(taken.text().contains("value=\"slays on &#60;b&#62;\""), "what was typed is there again");
    // Without a name it is reached by its link only.
    board.post("/views/1", "name=").await;
    assert!(board.get("/views").await.text().contains("None has a name yet."));
    assert_eq!(board.get("/v/1").await.status.as_u16(), 303);
    assert_eq!(board.post("/views/9", "name=x").await.status.as_u16(), 404);
}

/// Each is shown at the newest revision of its edition, beside what changed since it was kept, or since the revision before.
#[tokio::test]
async fn views_follow_their_editions() {
    let board = Board::new().await;
    ours(&board).await;
    let kept = [
        ("/editions/ours/revisions/1/types/23%3Fq=rusty%26level=good", "A+old"),
        ("/editions/ours/revisions/2/chances/23,24", "B+newest"),
        ("/editions/ours/revisions/1/charts/23", "C+charts"),
        ("/editions/affix-branch-starter/revisions/1/types/23", "D+only"),
        ("/batches/1/types/23", "E+batch"),
    ];
    for (at, (path, name)) in kept.iter().enumerate() {
        board.post("/views", &format!("path={path}")).await;
        assert_eq!(board.post(&format!("/views/{}", at + 1), &format!("name={name}")).await.status.as_u16(), 303);
    }
    let list = board.get("/views").await;
    let cards: Vec<&str> = list.text().split("<section class=\"card view\">").skip(1).collect();
    let compared = "data-rows=\"/compare/23?from=ours@1&#38;to=ours@2&#38;level=good\"";
    for (card, has, has_not) in [
        (
            cards[0],
            &[
                "<h2><a href=\"/editions/ours/revisions/2/types/23?q=rusty&#38;level=good\">A old</a> <small>ours r2</small></h2>",
                "<a href=\"/editions/ours/revisions/1/types/23?q=rusty&#38;level=good\">as kept, on r1</a>",
                "data-rows=\"/editions/ours/revisions/2/types/23?q=rusty&#38;level=good\"",
                compared,
                "<h3>Changes in pools from r1 to r2 <small><a href=\"/compare/23?from=ours@1&#38;to=ours@2&#38;level=good\">",
                "<a href=\"/editions/ours/revisions/2/changes\">of the edition</a>",
            ][..],
            "E batch",
        ),
        (cards[1], &["/compare/23,24?from=ours@1&#38;to=ours@2", ">B newest</a>"], "as kept"),
        (cards[2], &["as kept, on r1", "/editions/ours/revisions/2/charts/23"], "Changes in pools"),
        (cards[3], &["data-rows=\"/editions/affix-branch-starter/revisions/1/types/23\""], "Changes in pools"),
        (cards[4], &["<h2><a href=\"/batches/1/types/23\">E batch</a></h2>"], "Changes in pools"),
    ] {
        for piece in has {
            assert!(card.contains(piece), "no {piece} in {card}");
        }
        assert!(!card.contains(has_not), "{has_not} in {card}");
    }
    // What the page asks for is there.
    let changes = board.get("/compare/23?from=ours@1&to=ours@2").await;
    assert!(changes.status.is_success() && changes.text().contains("Rusty"));
}

#[tokio::test]
async fn only_addresses_of_sheets_are_kept_and_only_where_acting_is_allowed() {
    let board = Board::new().await;
    for path in ["", "//evil.example/", "https://evil.example/", "/v/1", "/help", "/editions/a%0d%0ab", "/editions/%20"]
    {
        let refused = board.post("/views", &format!("path={path}")).await;
        assert_eq!(refused.status.as_u16(), 400, "{path}: {}", refused.text());
    }
    assert_eq!(board.get("/views/1").await.status.as_u16(), 404);
    let reading = Board::with(&settings("0.0.0.0:7878", &[], false)).await;
    assert_eq!(reading.post("/views", &swords().1).await.status.as_u16(), 403);
}
