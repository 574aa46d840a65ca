//! Every chart is to be had as PNG.

use axum::{
    body::Body,
    http::{Method, Request, header},
};

use crate::{
    editions::import::import,
    hostile::files,
    support::{Answer, Board, HOST, STARTER},
};

/// Width and height as its header has them.
fn size(answer: &Answer) -> (u32, u32) {
    let png = &answer.body;
    assert_eq!(answer.header("content-type"), "image/png");
    assert_eq!(png.get(..8), Some(&b"\x89PNG\r\n\x1a\n"[..]));
    let number = |at: usize| u32::from_be_bytes([png[at], png[at + 1], png[at + 2], png[at + 3]]);
    (number(16), number(20))
}

#[tokio::test]
async fn charts_are_to_be_had_as_dots() {
    let board = Board::new().await;
    board.post("/profiles", "name=Dive&text=1-5:+good+0.5").await;
    for (path, expected) in [
        (format!("{STARTER}/charts/35.png"), (1920, 960)),
        (format!("{STARTER}/charts/35.png?zoom=1&theme=dark"), (960, 480)),
        (format!("{STARTER}/charts/35.png?zoom=1&width=narrow"), (390, 420)),
        (format!("{STARTER}/why/23/11/affix-100.png?zoom=1"), (720, 216)),
        ("/profiles/1/chart.png?zoom=1".to_owned(), (960, 300)),
    ] {
        let answer = board.get(&path).await;
        assert_eq!(answer.status.as_u16(), 200, "{path}: {}", String::from_utf8_lossy(&answer.body));
        let (width, height) = size(&answer);
        let is_why = path.contains("/why/");
        assert!((width, height) == expected || is_why && width == expected.0, "{path}: {width} × {height}");
        assert!(answer.header("content-security-policy").starts_with("default-src 'none'"), "{path}");
    }
    let zipped = Request::get(format!("{STARTER}/charts/35.png?zoom=1"))
        .header(header::HOST, HOST)
        .header(header::ACCEPT_ENCODING, "gzip");
    assert_eq!(size(&board.send(zipped.body(Body::empty()).expect("a request")).await), (960, 480));
    let head =
        Request::builder().method(Method::HEAD).uri(format!("{STARTER}/charts/35.png")).header(header::HOST, HOST);
    let answer = board.send(head.body(Body::empty()).expect("a request")).await;
    assert_eq!((answer.header("content-type"), answer.body.len()), ("image/png", 0));

    for (path, status, said) in [
        (format!("{STARTER}/charts/35.png?zoom=9"), 400, "zoom: found `9`; expected a whole number from 1 to 4."),
        (format!("{STARTER}/charts/35.png?theme=red"), 400, "theme: found `red`; expected light or dark."),
        ("/batches/9/types/23.png".to_owned(), 404, "There is no batch 9."),
        ("/nowhere.png".to_owned(), 404, "There is no such page."),
    ] {
        let answer = board.get(&path).await;
        assert_eq!((answer.status.as_u16(), answer.lead()), (status, said), "{path}");
        assert!(answer.header("content-security-policy").starts_with("default-src 'none'"), "{path}");
    }
}

/// Names that are markup, or that are no Latin letters, are drawn as text.
#[tokio::test]
async fn hostile_names_are_drawn() {
    let board = Board::new().await;
    let mut files = files();
    for (name, bytes) in &mut files {
        if name.starts_with("ego_") {
            *bytes = String::from_utf8_lossy(bytes).replace("of Slay Animal", "of Fëanor ’n’ 龍").into_bytes();
        }
    }
    import(&board, "hostile", &files).await;
    for chart in ["lines", "panels", "heat"] {
        let path = format!("/editions/hostile/revisions/1/charts/23.png?zoom=1&chart={chart}");
        assert!(size(&board.get(&path).await).0 >= 960, "{chart}");
    }
}
