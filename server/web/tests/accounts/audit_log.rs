//! The page of the log: what was acted on by its name of now, with a link.

use affixboard_store::Role;

use crate::support::{Board, STARTER};

#[tokio::test]
async fn the_log_names_what_was_acted_on() {
    let board = Board::new().await;
    let ann = board.somebody("Ann", Role::Maintainer).await;
    let post = async |path: &str, form: &str| {
        let answer = board.post_as(&ann, path, form).await;
        assert_eq!(answer.status.as_u16(), 303, "{path}: {}", answer.text());
        answer.header("location").to_owned()
    };
    let batch = post(&format!("{STARTER}/batches"), "depths=5,10&drops=1000&seed=3&good=on").await;
    post(&format!("{batch}/cancel"), "").await;
    post("/views", &format!("path={STARTER}/types/23")).await;
    post("/views/1", "name=Our+swords").await;
    post("/profiles", "name=Our+dive&text=1-5:+normal+40&seen=0").await;
    post(&format!("{STARTER}/gaps"), "few=3&weight=1&first=1&last=50&ignore=").await;
    post("/editions/affix-branch-starter/approvals", "required=2").await;

    let log = board.get_as(&ann, "/acts").await;
    let text = log.text();
    let named = "Batch 1 on Angband affix branch starter r1: depths 5, 10 · good · 1,000 drops each";
    let rows = [
        (
            "set required approvals",
            "<a href=\"/editions/affix-branch-starter/revisions/1\">Angband affix branch starter</a>",
        ),
        (
            "set limits of gaps",
            "<a href=\"/editions/affix-branch-starter/revisions/1/gaps#limits\">Angband affix branch starter</a>",
        ),
        ("added a profile", ">Our dive</a></td><td></td><td></td>"),
        ("named a view", "<a href=\"/views/1\">Our swords</a></td><td></td><td>Our swords</td>"),
        ("kept a view", "<a href=\"/views/1\">Our swords</a></td><td></td><td></td>"),
        ("cancelled a batch", &format!("<a href=\"/batches/1\">{named}</a>")),
        ("started a batch", &format!("<a href=\"/batches/1\">{named}</a></td><td></td><td></td>")),
        ("made an account", "<a href=\"/people#account-1\">Ann</a>"),
    ];
    for (what, about) in rows {
        let row = text.split("<tr>").find(|row| row.contains(&format!("<td>{what}</td>")));
        let row = row.unwrap_or_else(|| panic!("{what}: {text}"));
        assert!(row.contains(about), "{what}: {row}");
    }
    assert!(board.get_as(&ann, "/people").await.text().contains("<tr id=\"account-1\">"));
    // The file has the words as they were.
    let file = board.get_as(&ann, "/acts.csv").await;
    assert!(file.text().contains(",started a batch,affix-branch-starter r1,,batch 1\n"), "{}", file.text());
}
