//! Drop profiles: written, read, edited, copied, deleted; what can't be read is shown again as it was typed.

use affixboard_inquiry::profile::Profile;
use affixboard_service::{clock::now_ms, starter};
use affixboard_store::NewVersion;

use crate::support::{Board, settings};

/// `name=…&text=…&seen=…`, percent-encoded.
fn form(name: &str, text: &str, seen: u32) -> String {
    let digit = |value: u8| char::from_digit(value.into(), 16).expect("a digit");
    let encoded =
        |text: &str| -> String { text.bytes().flat_map(|byte| ['%', digit(byte >> 4), digit(byte & 15)]).collect() };
    format!("name={}&text={}&seen={seen}", encoded(name), encoded(text))
}

/// Adds a profile by its form and gives its address.
async fn create(board: &Board, name: &str, text: &str) -> String {
    let answer = board.post("/profiles", &form(name, text, 0)).await;
    assert_eq!(answer.status.as_u16(), 303, "{}", answer.text());
    answer.header("location").to_owned()
}

#[tokio::test]
async fn a_profile_is_written_shown_and_edited() {
    let board = Board::new().await;
    let page = create(&board, "  Our dive ", "# ours\r\n1-5: normal 400, good 3\r\n6: great 0.5\r\n").await;
    let shown = board.get(&page).await;
    let text = shown.text();
    assert!(text.contains("<h1>Our dive <small>drop profile · version 1</small></h1>"), "{text}");
    for row in [
        "<th scope=\"row\">1–5</th><td class=\"num\">400</td><td class=\"num\">3</td><td class=\"num\">0</td><td class=\"num\">403</td>",
        "<th scope=\"row\">6</th><td class=\"num\">0</td><td class=\"num\">0</td><td class=\"num\">0.5</td><td class=\"num\">0.5</td>",
        "<td class=\"num\"><b>2,000</b></td><td class=\"num\"><b>15</b></td><td class=\"num\"><b>0.5</b></td><td class=\"num\"><b>2,015.5</b></td>",
        "# ours\n1-5: normal 400, good 3\n6: great 0.5\n</pre>",
    ] {
        assert!(text.contains(row), "{row} in {text}");
    }
    assert!(board.get("/profiles").await.text().contains("<td class=\"plan\">2,000 normal, 15 good, 0.5 great</td>"));
    let chart = board.get(&format!("{page}/chart.svg?theme=dark")).await;
    assert!(chart.text().contains("<title>Our dive, version 1</title>"));

    let edit = board.get(&format!("{page}/edit")).await;
    assert!(edit.text().contains("name=\"seen\" value=\"1\"") && edit.text().contains("1-5: normal 400, good 3"));
    let answer = board.post(&page, &form("Our dive", "7: good 1", 1)).await;
    assert_eq!((answer.status.as_u16(), answer.header("location")), (303, page.as_str()));
    assert!(board.get(&page).await.text().contains("version 2</small>"));
    let old = board.get(&format!("{page}?version=1")).await;
    assert!(old.text().contains("This is an earlier version.") && old.text().contains("Edit from this version"));
    assert!(board.get(&format!("{page}/edit?version=1")).await.text().contains("name=\"seen\" value=\"2\""));

    let answer = board.post(&format!("{page}/delete"), "").await;
    assert_eq!((answer.status.as_u16(), answer.header("location")), (303, "/profiles"));
    for path in [page.clone(), format!("{page}?version=1"), format!("{page}/edit"), format!("{page}/chart.svg")] {
        let answer = board.get(&path).await;
        assert_eq!(answer.status.as_u16(), 404, "{path}");
        assert!(answer.lead().starts_with("There is no "), "{path}: {}", answer.lead());
    }
    assert_eq!(board.post(&page, &form("Our dive", "7: good 1", 1)).await.status.as_u16(), 404);
}

#[tokio::test]
async fn what_cannot_be_taken_is_shown_again_as_typed() {
    let board = Board::new().await;
    let page = create(&board, "Dive", "1: good 1").await;
    let text = "1-5 normal <b>\n6: good 1\n7: fine 2";
    let answer = board.post(&page, &form("Ours <i>", text, 1)).await;
    assert_eq!(answer.status.as_u16(), 422);
    for piece in [
        "line 1, column 5: found `normal`; expected `:` behind the depths<br><code>1-5 normal &#60;b&#62;</code>",
        "line 3, column 4: found `fine`; expected normal, good or great<br><code>7: fine 2</code>",
        "value=\"Ours &#60;i&#62;\"",
        "\n1-5 normal &#60;b&#62;\n6: good 1\n7: fine 2</textarea>",
        "name=\"seen\" value=\"1\"",
    ] {
        assert!(answer.text().contains(piece), "{piece} in {}", answer.text());
    }
    // As many problems as a text has lines.
    let answer = board.post("/profiles", &form("x", &"x\n".repeat(5000), 0)).await;
    assert_eq!((answer.status.as_u16(), answer.between("<main", "</main>").matches("<li>").count()), (422, 20));

    for (name, problem) in [
        ("", "Name: found the name ``; expected 1 to 60 characters without line breaks or blanks around them."),
        ("dive", "Name: there is a profile `dive` already."),
    ] {
        let answer = board.post("/profiles", &form(name, "3: good 1 # mine", 0)).await;
        assert_eq!((answer.status.as_u16(), answer.problem().replace("&#96;", "`").as_str()), (422, problem));
        assert!(answer.text().contains("\n3: good 1 # mine</textarea>"));
    }
    // Without fields, or with others.
    for sent in ["", "seen=x", "text=%FF", "name=a&name=b"] {
        assert!(board.post("/profiles", sent).await.status.is_client_error(), "{sent}");
    }
    assert_eq!(board.store.profiles().await.expect("an answer").len(), 1);
}

#[tokio::test]
async fn who_comes_second_is_told() {
    let board = Board::new().await;
    let page = create(&board, "Dive", "1: good 1").await;
    assert_eq!(board.post(&page, &form("Dive", "1: good 2", 1)).await.status.as_u16(), 303);
    let answer = board.post(&page, &form("Dive", "1: good 3", 1)).await;
    assert_eq!(answer.status.as_u16(), 422);
    assert!(answer.problem().starts_with("Somebody saved version 2 while you were editing."), "{}", answer.problem());
    assert!(answer.text().contains("\n1: good 3</textarea>") && answer.text().contains("name=\"seen\" value=\"2\""));
    assert_eq!(board.post(&page, &form("Dive", "1: good 3", 2)).await.status.as_u16(), 303);
    assert!(board.get(&page).await.text().contains("version 3</small>"));
}

#[tokio::test]
async fn the_profile_that_ships_can_be_edited_and_copied_but_not_deleted() {
    let board = Board::new().await;
    let profile = starter::profile().expect("it");
    let (file, name) = starter::PROFILE;
    let new = NewVersion { name, profile: &profile, by: None, now_ms: now_ms() };
    board.store.ship_profile(file, new).await.expect("shipped");

    let page = board.get("/profiles/1").await;
    assert!(page.text().contains("It ships with Affixboard") && !page.text().contains(">Delete</a>"));
    assert!(board.get("/profiles/1/delete").await.text().contains("can’t be deleted"));
    let answer = board.post("/profiles/1/delete", "").await;
    assert_eq!(answer.status.as_u16(), 409);
    assert!(answer.lead().contains("ships with Affixboard and can&#39;t be deleted"), "{}", answer.lead());

    let copy = board.get("/profiles/new?from=1").await;
    assert!(copy.text().contains("value=\"Copy of Typical dive\""));
    let copied = copy.between("aria-describedby=\"text-help\">\n", "</textarea>").replace("&#34;", "\"");
    assert_eq!(Profile::parse(&copied).expect("a profile"), profile);
    assert_eq!(board.post("/profiles/1", &form("Typical dive", "1: good 2", 1)).await.status.as_u16(), 303);
    assert!(
        board
            .get("/profiles")
            .await
            .text()
            .contains("<td class=\"state\">2 <span class=\"badge\">built in</span></td>")
    );
}

#[tokio::test]
async fn visitors_who_only_read_see_profiles() {
    let board = Board::with(&settings("0.0.0.0:80", &[], false)).await;
    let profile = Profile::parse("1: good 1").expect("a profile");
    board
        .store
        .create_profile(NewVersion { name: "Dive", profile: &profile, by: None, now_ms: 0 })
        .await
        .expect("created");
    let page = board.get("/profiles/1").await;
    assert_eq!(page.status.as_u16(), 200);
    for label in [">Edit</a>", ">Copy</a>", ">Delete</a>"] {
        assert!(!page.text().contains(label), "{label}");
    }
    for path in ["/profiles/1/edit", "/profiles/1/delete"] {
        assert!(board.get(path).await.text().contains("<button class=\"primary\" disabled>"), "{path}");
    }
}

#[tokio::test]
async fn addresses_of_no_profile() {
    let board = Board::new().await;
    create(&board, "Dive", "1: good 1").await;
    for (path, status) in [
        ("/profiles/9", 404),
        ("/profiles/x", 404),
        ("/profiles/-1", 404),
        ("/profiles/1?version=9", 404),
        ("/profiles/1?version=x", 400),
        ("/profiles/1/chart.svg?theme=red", 400),
        ("/profiles/1/edit?version=9", 404),
        ("/profiles/new?from=9", 404),
        ("/profiles/9/delete", 404),
    ] {
        let answer = board.get(path).await;
        assert_eq!(answer.status.as_u16(), status, "{path}: {}", answer.text());
    }
}

/// The form of a new profile is filled in with what an edition's monsters leave; editions without monsters say so.
#[tokio::test]
async fn a_profile_is_made_of_monsters() {
    let board = Board::new().await;
    board.add_starter("unangband-starter").await;
    board.add_starter("affix-branch-starter").await;
    let page = board.get("/profiles/new").await;
    assert!(page.text().contains("From monsters") && page.text().contains("value=\"unangband-starter\""));
    let filled = board.get("/profiles/new?of=unangband-starter&monsters=100&first=1&last=10").await;
    let text = filled.text();
    assert!(
        text.contains("value=\"Monsters of ") && text.contains("100 monsters at each depth from 1 to 10"),
        "{text}"
    );
    let profile = filled.between("aria-describedby=\"text-help\">\n", "</textarea>");
    assert!(Profile::parse(profile).is_ok(), "{profile}");
    let refused = board.get("/profiles/new?of=affix-branch-starter&monsters=100&first=1&last=10").await;
    assert!(refused.text().contains("has no monsters that are read here"), "{}", refused.text());
    let refused = board.get("/profiles/new?of=unangband-starter&monsters=0").await;
    assert!(refused.text().contains("found 0 monsters at each depth"), "{}", refused.text());
    assert_eq!(board.get("/profiles/new?of=nothing").await.status.as_u16(), 404);
}
