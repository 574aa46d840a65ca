//! The page of remarks: those of one rule and file stand together.

use crate::support::Board;

const PAGE: &str = "/editions/ours/revisions/1/diagnostics";

/// 400 is 144 in a byte, 300 is 44.
#[tokio::test]
async fn overflows_of_one_file_are_one_group_with_the_names_of_their_entries() {
    let board = Board::new().await;
    let artifacts = b"N:1:'Thorn'\nI:sword:Dagger\nA:400:5 to 100\nN:2:'<Thistle>'\nI:sword:Dagger\nA:300:5 to 100\n\
                      N:3:'Rose'\nI:sword:Dagger\nA:10:5 to 100\n";
    let files: [(&str, &str, &[u8]); 5] = [
        ("files", "object_base.txt", b"N:sword:Sword~\n"),
        ("files", "object.txt", b"N:1:& Dagger~\nI:sword:1\nA:300:1 to 100\n"),
        ("files", "ego_item.txt", b"N:1:prefix:Sharp\nT:sword:0:99:good:10:1 to 100\n"),
        ("files", "ego_themes.txt", b"N:1:suffix:of Cutting\nT:sword:0:99:1 to 100\nA:Sharp:20\nA:Sharp:20\n"),
        ("files", "artifact.txt", artifacts),
    ];
    let answer = board.import("ours", &files).await;
    assert!(answer.status.is_success() || answer.status.is_redirection(), "{}", answer.text());
    let page = board.get(PAGE).await;
    let text = page.text();
    assert_eq!(page.status.as_u16(), 200);
    for piece in [
        // One alone has its place in the heading.
        "<code>object.txt:3:3</code>",
        "2 in <code>artifact.txt</code>",
        "<a href=\"/editions/ours/revisions/1/artifacts/1\">&#39;Thorn&#39;</a>, \
         <a href=\"/editions/ours/revisions/1/artifacts/2\">&#39;&#60;Thistle&#62;&#39;</a></p>",
        "<code>artifact.txt:3:3</code>",
        "<code>A:<mark>300</mark>:5 to 100</code>",
    ] {
        assert!(text.contains(piece), "{piece} in {text}");
    }
    assert!(!text.contains("Rose"), "{text}");
    assert_eq!(text.matches("<article class=\"remark\">").count(), 2, "{text}");
    assert_eq!(board.get(&format!("{PAGE}?page=2")).await.status.as_u16(), 404);
}

/// Names of a team's own become a declaration beside the files: an upload that waits, and with it no remark is left.
#[tokio::test]
async fn names_of_a_teams_own_are_taken_in() {
    let board = Board::new().await;
    let egos = "V:3.0.5\nN:1:of Edges\nX:20:1\nW:0:8:0:500\nC:6:6:0:0\nT:23:0:99\nF:SEE_INVIS | BRAVERY\nQ:1:2\n";
    let files: [(&str, &str, &[u8]); 3] = [
        ("files", "object.txt", b"V:3.0.5\nN:1:& Dagger~\nI:23:4:0\nW:1:0:12:20\nA:1/1\nP:0:1d4:0:0:0\n"),
        ("files", "ego_item.txt", egos.as_bytes()),
        ("files", "artifact.txt", b"V:3.0.5\nN:1:'Thorn'\nI:23:4:0\nW:5:10:12:4000\nP:0:1d4:4:6:0\n"),
    ];
    board.import_as("ours", "angband-3.0", &files).await;
    let page = board.get(PAGE).await;
    for piece in [
        "Names and lines that Angband 3.0 doesn’t have: 2. If they are",
        "<form method=\"post\" action=\"/editions/ours/declare\">",
    ] {
        assert!(page.text().contains(piece), "{piece} in {}", page.text());
    }
    let taken = board.post("/editions/ours/declare", "").await;
    let upload = taken.header("location").to_owned();
    assert!(upload.starts_with("/import/"), "{}", taken.text());
    let waiting = board.get(&upload).await;
    assert!(waiting.text().contains("affixboard.toml"), "{}", waiting.text());
    let shown = waiting.text();
    let hidden: Vec<String> = ["version", "newest"]
        .into_iter()
        .filter_map(|name| {
            let value = shown.split(&format!("name=\"{name}\" value=\"")).nth(1)?.split('"').next()?;
            Some(format!("{name}={value}"))
        })
        .collect();
    let imported = board.post(&format!("{upload}/import"), &hidden.join("&")).await;
    assert!(imported.status.is_redirection() || imported.status.is_success(), "{}", imported.text());
    let page = board.get("/editions/ours/revisions/2/diagnostics").await;
    assert!(page.text().contains("No remarks.") && !page.text().contains("Take them in"), "{}", page.text());
    let again = board.post("/editions/ours/declare", "").await;
    assert_eq!(again.status.as_u16(), 400, "{}", again.text());
}
