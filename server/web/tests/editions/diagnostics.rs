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
