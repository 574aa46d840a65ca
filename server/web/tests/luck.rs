//! The page that says whether a number of finds is a bug or bad luck.

use affixboard_inquiry::profile::{Drops, Finds, Known, Luck};
use axum::http::StatusCode;

use crate::support::{Board, STARTER};

/// Two kinds at every level, with the same weight, and nothing else: a normal drop is either with ½.
const EVEN: [(&str, &str); 3] = [
    (
        "object.txt",
        "V:3.1.2\n\
         N:1:& Blade~\nI:sword:1:0\nW:0:0:50:10\nA:50:0 to 127\nP:0:1d6:0:0:0\n\
         N:2:& Brand~\nI:sword:2:0\nW:0:0:50:10\nA:50:0 to 127\nP:0:1d6:0:0:0\n",
    ),
    ("ego_item.txt", "V:3.0.11\n"),
    ("artifact.txt", "V:3.1.2\n"),
];
const LUCK: &str = "/editions/even/revisions/1/luck";

/// A dashboard with these files and the profile 1, *Ours*, of 12 normal drops at depth 10 and 4 at depth 20.
async fn board() -> Board {
    let board = Board::new().await;
    let files: Vec<_> = EVEN.iter().map(|(name, text)| ("files", *name, text.as_bytes())).collect();
    let answer = board.import_as("even", "angband-3.2", &files).await;
    assert!(answer.status.is_redirection() || answer.status.is_success(), "{}", answer.text());
    board.post("/profiles", "name=Ours&text=10:+normal+12%0A20:+normal+4%0A").await;
    board
}

/// Twelve coins all show heads with 1/4096; ten of twelve or more with (66 + 12 + 1)/4096 = 79/4096, and none with 1/4096.
#[tokio::test]
async fn coins_by_hand() {
    let board = board().await;
    let page = board.get(&format!("{LUCK}?q=kind:Brand&found=12&by=10&profile=1.1&looked=10")).await;
    assert_eq!(page.status, StatusCode::OK, "{}", page.text());
    for piece in [
        "<p class=\"lead\">12 found down to depth 10, 6.00 expected. About one dive in 4,100 has 12 or more.</p>",
        "<span class=\"badge warning\">a surprise</span>",
        "Even among 10 things that one might have asked about, any one so far off has a chance of 0.244 % (1 in 410) at most.",
        "<th scope=\"row\">Expected in such a dive</th><td class=\"num\"><b>6.00</b></td>",
        "<th scope=\"row\">Chance of 12 or more</th><td class=\"num\"><b>0.0244 % (1 in 4,096)</b></td><td>about one dive in 4,100</td>",
        "<th scope=\"row\">Chance of 12 or fewer</th><td class=\"num\"><b>100 %</b></td><td>every dive</td>",
        "<b class=\"how-exact\">exact</b>",
        "Rules angband-3.2 ",
        "<a href=\"/profiles/1?version=1\">Ours, version 1</a>",
        "http://127.0.0.1:7878/editions/even/revisions/1/luck?q=kind:Brand&#38;found=12&#38;by=10&#38;profile=1.1&#38;looked=10",
        "kind:Brand: 12 found in a dive to 10, 6.00 expected\nat least 12: 0.0244 % (1 in 4,096) of dives\nat most 12: 100 % of dives\n",
    ] {
        assert!(page.text().contains(piece), "{piece}: {}", page.text());
    }
    // As the command has it.
    let drops = Drops::thousandths(12_000).expect("few");
    let finds = Finds { drops, others: Known { value: 0.5, bound: 0.0 }, artifacts: Vec::new() };
    let luck = Luck::of(&[finds], 12);
    assert!((luck.at_least.value - 1.0 / 4096.0).abs() < 1e-18 && (luck.expected.value - 6.0).abs() < 1e-15);

    let page = board.get(&format!("{LUCK}?q=kind:Brand&found=10&by=10&profile=1.1&looked=10")).await;
    for piece in [
        "About one dive in 52 has 10 or more.",
        "<b>1.93 %</b></td><td>about one dive in 52</td>",
        "<b>at most 19.3 %</b>",
        "<span class=\"badge state-done\">luck</span>",
        "no sign of a bug",
    ] {
        assert!(page.text().contains(piece), "{piece}: {}", page.text());
    }
    // Sixteen drops down to 20: none with 1/65536, and of a thing that never comes.
    let page = board.get(&format!("{LUCK}?q=kind:Blade&found=0&by=20&profile=1.1&looked=1")).await;
    for piece in ["8.00 expected. About one dive in 66,000 has none.", "<b>0.00153 % (1 in 65,536)</b>"] {
        assert!(page.text().contains(piece), "{piece}: {}", page.text());
    }
    let page = board.get(&format!("{LUCK}?q=artifact:any&found=1&by=20&profile=1.1")).await;
    assert!(page.text().contains("0 expected. No dive has 1 or more."), "{}", page.text());
}

/// The address of an answer has all that it depends on: what is left open is filled in, and names become conditions.
#[tokio::test]
async fn an_address_says_all() {
    let board = board().await;
    for (query, to) in [
        ("q=kind:Brand&found=3", "q=kind:Brand&found=3&by=20&profile=1.1"),
        ("q=kind:Brand&found=3&by=10&profile=1", "q=kind:Brand&found=3&by=10&profile=1.1"),
        ("kind=Brand&found=3&by=10&profile=1.1", "q=kind:Brand&found=3&by=10&profile=1.1"),
        ("q=kind:Brand&tval=%2323&found=3&by=10&profile=1.1", "q=kind:Brand+%26+tval:%2323&found=3&by=10&profile=1.1"),
    ] {
        let answer = board.get(&format!("{LUCK}?{query}")).await;
        assert_eq!(
            (answer.status.as_u16(), answer.header("location")),
            (303, format!("{LUCK}?{to}").as_str()),
            "{query}"
        );
    }
    // A later version of the profile changes nothing of it.
    let path = format!("{LUCK}?q=kind:Brand&found=12&by=10&profile=1.1&looked=10");
    let before = board.get(&path).await;
    board.post("/profiles/1", "base=1&name=Ours&text=10:+normal+90%0A").await;
    let after = board.get(&path).await;
    let lead = |text: &str| {
        text.split_once("<p class=\"lead\">").and_then(|of| of.1.split_once("</p>")).map(|of| of.0.to_owned())
    };
    assert!(lead(before.text()).is_some() && lead(before.text()) == lead(after.text()));
}

#[tokio::test]
async fn the_form_is_found_where_a_dive_is_shown() {
    let board = board().await;
    let form = board.get(LUCK).await;
    for piece in [
        "placeholder=\"artifact:any\"",
        "<small>the profile goes to 20</small>",
        "<option value=\"1.1\" selected>Ours, version 1</option>",
    ] {
        assert!(form.text().contains(piece), "{piece}: {}", form.text());
    }
    for (page, link) in [
        (
            format!("{STARTER}/dive/30?depths=3"),
            format!("{STARTER}/luck?by=3&#38;profile=1.1\">Found too many, or too few?</a>"),
        ),
        (
            format!("{STARTER}/dive/30/first?depths=3"),
            format!("{STARTER}/luck?by=3&#38;profile=1.1\">Bug or bad luck?</a>"),
        ),
        ("/profiles/1".to_owned(), format!("{LUCK}?profile=1.1\">even</a>")),
        (format!("{STARTER}/ask"), format!("{STARTER}/luck\">Bug or bad luck</a>")),
    ] {
        let shown = board.get(&page).await;
        assert!(shown.text().contains(&link), "{page}: {}", shown.text());
    }
}

/// While chances are computed the page follows them.
#[tokio::test]
async fn long_answers_come_when_they_are_known() {
    let board = board().await;
    let held = board.hold().await;
    let path = format!("{LUCK}?q=kind:Brand&found=3&by=20&profile=1.1");
    let asked = tokio::time::timeout(std::time::Duration::from_secs(30), board.get(&path));
    let page = asked.await.expect("an answer");
    if page.text().contains("data-events") {
        let events = format!("data-events=\"{LUCK}/events?q=kind:Brand&#38;found=3&#38;by=20&#38;profile=1.1\"");
        assert!(
            page.text().contains(&events) && page.text().contains("of 2 depths and qualities done"),
            "{}",
            page.text()
        );
    }
    drop(held);
    let page = board.get_until(&path, "<p class=\"lead\">").await;
    assert!(page.text().contains("8.00 expected"), "{}", page.text());
    let events = board.get(&format!("{LUCK}/events?q=kind:Brand&found=3&by=20&profile=1.1")).await;
    assert!(events.text().contains("event: end\ndata: ended"), "{}", events.text());
}

#[tokio::test]
async fn mistakes_are_told() {
    let board = board().await;
    let whole = "by=10&profile=1.1";
    for (query, part) in [
        ("q=kind:Brnd&found=1", "column 1: found `Brnd`; expected a kind"),
        ("q=kind:Brand", "How many were found? Expected a whole number."),
        ("q=kind:Brand&found=101", "found: found `101`; expected a whole number from 0 to 100."),
        ("q=kind:Brand&found=x", "found: found `x`; expected a whole number from 0 to 100."),
        ("q=kind:Brand&found=1&looked=-1", "looked: found `-1`; expected a whole number from 0 to 1,000,000,000."),
        ("q=kind:Brand|egos>=2&found=1", "The rules can't compute it; expected one that is computed, see the help."),
    ] {
        let answer = board.get(&format!("{LUCK}?{}&{whole}", query.replace('|', "%7C").replace('>', "%3E"))).await;
        let text = answer.text().replace("&#39;", "'");
        assert!(answer.status == StatusCode::BAD_REQUEST && text.contains(part), "{query}: {} {text}", answer.status);
    }
    for (query, status, part) in [
        ("by=5", 400, "by: found 5; expected a depth with drops of the profile."),
        ("by=200", 400, "by: found `200`; expected a whole number from 0 to 127."),
        ("profile=x", 400, "profile: found `x`; expected the number of a profile"),
        ("profile=9.9", 404, "There is no version 9 of a profile 9."),
        ("rules=mine", 400, "rules: found `mine`"),
    ] {
        let answer = board.get(&format!("{LUCK}?{query}")).await;
        assert!(answer.status.as_u16() == status && answer.text().contains(part), "{query}: {}", answer.text());
    }
    board.add_starter("nethack-starter").await;
    assert_eq!(board.get("/editions/nethack-starter/revisions/1/luck").await.status.as_u16(), 404);
}
