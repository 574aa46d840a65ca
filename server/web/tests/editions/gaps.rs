//! The page of gaps: findings with their lines, filters, and what a gap is.

use affixboard_inquiry::gaps::Gap;

use crate::support::{Board, STARTER, settings};

const SWORDS: &str = "N:1:& Dagger~\nI:sword:1\nA:20:1 to 100\nN:2:& Buckler~\nI:shield:1\nA:20:1 to 100\n\
                      N:3:& <Targe>~\nI:shield:2\nA:20:30 to 60\n";
const AFFIXES: &str = "N:1:prefix:Sharp\nT:sword:0:99:good:10:1 to 100\nN:2:suffix:of Kings\n";

/// A board with an edition `ours` of two item types, where shields get nothing.
async fn board() -> Board {
    let board = Board::new().await;
    import(&board, "ours").await;
    board
}

async fn import(board: &Board, edition: &str) {
    let files: [(&str, &str, &[u8]); 5] = [
        ("files", "object_base.txt", b"N:sword:Sword~\nN:shield:Shield~\n"),
        ("files", "object.txt", SWORDS.as_bytes()),
        ("files", "ego_item.txt", AFFIXES.as_bytes()),
        ("files", "ego_themes.txt", b"N:1:suffix:of Cutting\nT:sword:0:99:1 to 100\nA:Sharp:20\nA:Sharp:20\n"),
        ("files", "artifact.txt", b"N:1:'Thorn'\nI:sword:Dagger\nA:10:5 to 100\n"),
    ];
    let answer = board.import(edition, &files).await;
    assert!(answer.status.is_success() || answer.status.is_redirection(), "{}", answer.text());
}

const OURS: &str = "/editions/ours/revisions/1";

#[tokio::test]
async fn findings_stand_beside_their_lines() {
    let board = board().await;
    let page = board.get(&format!("{OURS}/gaps")).await;
    let text = page.text();
    assert_eq!(page.status.as_u16(), 200);
    for piece in [
        "\">no-affix</span>",
        ">no-affix 1</a>",
        "<a href=\"/editions/ours/revisions/1/types/34\">shield</a>",
        "<a href=\"/editions/ours/revisions/1/types/34?sval=1\">Buckler</a>, \
         <a href=\"/editions/ours/revisions/1/types/34?sval=2\">&#60;Targe&#62;</a></span>",
        "<span class=\"what\">never any affix</span>",
        "<code class=\"place\">object.txt:4</code><br><code>N:2:&#38; Buckler~</code>",
        "<span class=\"what\">only 1 affix at levels 1-100 (affix level up to: uber)</span>",
        "<a href=\"/editions/ours/revisions/1/affixes/2\">of Kings</a>",
        "is on no item: it has no allocation, and no theme brings it",
    ] {
        assert!(text.contains(piece), "{piece} in {text}");
    }
}

/// Which shields can get nothing? From the start page to the edition, and from there to the gaps of shields.
#[tokio::test]
async fn which_shields_can_get_nothing_is_two_clicks_away() {
    let board = board().await;
    assert!(board.get("/").await.text().contains("<a href=\"/editions/ours/revisions/1\">"));
    let link = "/editions/ours/revisions/1/gaps?type=34";
    assert!(board.get(OURS).await.text().contains(&format!("<a href=\"{link}\" aria-label=\"gaps of shield\">")));
    let text = board.get(link).await.text().to_owned();
    assert!(text.contains("Buckler") && text.contains("never any affix") && !text.contains("of Kings"), "{text}");
    // Swords all get something, and that is said.
    let swords = board.get("/editions/ours/revisions/1/gaps?type=23").await;
    let said = "Sword kinds: each that drops can draw an affix at every level from 1 to 100 at which it is found.";
    assert!(swords.text().contains(said), "{}", swords.text());
    let none = board.get("/editions/ours/revisions/1/gaps?type=23&rule=weak-theme").await;
    assert!(none.text().contains("No such gap."), "{}", none.text());
}

#[tokio::test]
async fn the_csv_has_what_is_shown() {
    let board = board().await;
    let csv = board.get(&format!("{OURS}/gaps.csv?rule=no-affix&type=34")).await;
    assert_eq!(csv.header("content-type"), "text/csv; charset=utf-8; header=present");
    assert!(csv.header("content-disposition").contains("gaps-no-affix-"), "{}", csv.header("content-disposition"));
    let lines: Vec<&str> = csv.text().lines().collect();
    assert_eq!(
        lines[0],
        "rule,tval,item_type,about,name,index,kinds,levels,affix_levels,what,file,line,\
         qualities,items_a_dive,items_low,items_high,shares"
    );
    let row = "no-affix,34,shield,item type,shield,,Buckler; <Targe>,,,never any affix,object.txt,4,,";
    assert!(lines.len() == 2 && lines[1].starts_with(row), "{lines:?}");
    let all = board.get(&format!("{OURS}/gaps.csv")).await;
    assert!(all.text().lines().count() > 4, "{}", all.text());
}

fn form(few: &str, first: &str, last: &str, ignore: &str) -> String {
    format!(
        "few={few}&weight=25&first={first}&last={last}&ignore={}",
        ignore.replace(':', "%3A").replace('\n', "%0D%0A")
    )
}

#[tokio::test]
async fn limits_are_of_the_edition_and_kept() {
    let board = board().await;
    let page = format!("{OURS}/gaps");
    import(&board, "theirs").await;
    assert!(board.get(&page).await.text().contains("These are the defaults."));
    let answer = board.post(&page, &form("1", "5", "9", "no-affix:Buckler\n\nno-great-affix:shield")).await;
    assert_eq!((answer.status.as_u16(), answer.header("location")), (303, page.as_str()), "{}", answer.text());
    let text = board.get(&page).await.text().to_owned();
    for piece in [
        "name=\"few\" inputmode=\"numeric\" value=\"1\"",
        "\nno-affix:Buckler\nno-great-affix:shield</textarea>",
        ", 2 ignored</small>",
        "no great affix at levels 5-9",
    ] {
        assert!(text.contains(piece), "{piece} in {text}");
    }
    assert!(!text.contains(">Buckler</a>") && !text.contains("only 1 affix") && !text.contains("Nobody has changed"));
    let theirs = board.get("/editions/theirs/revisions/1/gaps").await;
    assert!(theirs.text().contains(">Buckler</a>"), "another edition's are its own");
    let answer = board.post(&page, &form("3", "1", "100", "")).await;
    assert_eq!(answer.status.as_u16(), 303);
    assert!(board.get(&page).await.text().contains("These are the defaults."));
}

#[tokio::test]
async fn limits_that_cannot_be_taken_are_shown_as_typed() {
    let board = board().await;
    let page = format!("{OURS}/gaps");
    for (sent, problem) in [
        (form("x", "1", "100", ""), "few-affixes: found `x`; expected a whole number. Nothing was stored."),
        (form("3", "40", "30", ""), "last-level: found 30; expected 40 to 127. Nothing was stored."),
        (
            form("3", "1", "100", "\nno-afix:<b>"),
            "ignore, line 2: found `no-afix:&#60;b&#62;`; expected `rule` or `rule:name`",
        ),
        ("few=3".to_owned(), "theme-weight: found ``; expected a whole number. Nothing was stored."),
    ] {
        let answer = board.post(&page, &sent).await;
        assert_eq!(answer.status.as_u16(), 422);
        assert!(answer.text().contains(problem), "{problem} in {}", answer.text());
    }
    let answer = board.post(&page, &form("77", "40", "30", "no-affix:ring")).await;
    assert!(answer.text().contains("value=\"77\"") && answer.text().contains("\nno-affix:ring</textarea>"));
    assert!(board.get(&page).await.text().contains("These are the defaults."));
}

#[tokio::test]
async fn filters_that_mean_nothing_are_refused() {
    let board = board().await;
    for (query, problem) in [
        ("rule=no-afix", "rule: found `no-afix`; expected one of no-affix, few-affixes,"),
        ("type=shield", "type: found `shield`; expected the number of an item type that has kinds."),
        ("type=99", "type: found `99`; expected the number of an item type that has kinds."),
    ] {
        for path in ["gaps", "gaps.csv"] {
            let answer = board.get(&format!("{OURS}/{path}?{query}")).await;
            assert_eq!(answer.status.as_u16(), 400, "{query}");
            assert!(answer.lead().starts_with(problem), "{}", answer.lead());
        }
    }
}

#[tokio::test]
async fn limits_are_for_those_who_may_act() {
    let board = Board::with(&settings("0.0.0.0:80", &["board.example"], false)).await;
    let page = board.get(&format!("{STARTER}/gaps")).await;
    assert!(page.text().contains("This dashboard is read only for visitors.") && page.text().contains("disabled>Save"));
    assert_eq!(board.post(&format!("{STARTER}/gaps"), &form("1", "1", "100", "")).await.status.as_u16(), 403);
}

#[tokio::test]
async fn every_rule_can_be_asked_for() {
    let board = board().await;
    for gap in Gap::ALL {
        let answer = board.get(&format!("{OURS}/gaps?rule={}", gap.name())).await;
        assert_eq!(answer.status.as_u16(), 200, "{}", gap.name());
    }
}

/// The starter tree has one: a lawful fiend that is hell's alone.
#[tokio::test]
async fn a_game_without_drops_has_gaps_of_its_own() {
    const NETHACK: &str = "/editions/nethack-starter/revisions/1";
    let board = board().await;
    board.add_starter("nethack-starter").await;
    let edition = board.get(NETHACK).await;
    assert!(edition.text().contains(&format!("<a href=\"{NETHACK}/gaps\" aria-current=\"false\">Gaps</a>")));

    let page = board.get(&format!("{NETHACK}/gaps")).await;
    assert!(
        page.text().contains(&format!("<a href=\"{NETHACK}/entries/monsters/25\">horned fiend</a>")),
        "{}",
        page.text()
    );
    assert!(page.text().contains("never comes: by its flags and alignment it has no dungeon to come in"));
    assert!(page.text().contains("<code class=\"place\">monst.c:111</code>"));
    for of_items in ["Item type", "Few affixes", "drop qualities"] {
        assert!(!page.text().contains(of_items), "{of_items}");
    }
    let csv = board.get(&format!("{NETHACK}/gaps.csv?rule=never-turns-up")).await;
    assert_eq!(
        csv.text().lines().nth(1),
        Some(
            "never-turns-up,,,monster,horned fiend,25,,,,\
             never comes: by its flags and alignment it has no dungeon to come in,monst.c,111,,,,,"
        )
    );

    // What is ignored is set there as for any game; the limits of item types stay.
    let form = "few=3&weight=25&first=1&last=100&ignore=never-turns-up%3Ahorned+fiend";
    assert_eq!(board.post(&format!("{NETHACK}/gaps"), form).await.status.as_u16(), 303);
    assert!(board.get(&format!("{NETHACK}/gaps")).await.text().contains("0 found, 1 ignored"));
}

/// Item types by how many of their items a dive has: daggers and bucklers are as common, and the targe is of few depths, so
/// that what is so of all swords comes before what is so of shields alone.
#[tokio::test]
async fn what_touches_most_items_comes_first_and_leads_to_the_draft() {
    let board = board().await;
    let page = board.get(&format!("{OURS}/gaps")).await;
    let text = page.text();
    let at = |piece: &str| text.find(piece).unwrap_or_else(|| panic!("no {piece} in {text}"));
    assert!(at("only 1 affix at levels") < at("is on no item: it has no allocation"), "{text}");
    assert!(text.contains("by the profile Typical dive. These numbers"), "{text}");
    assert!(text.contains("16,384 normal, 4,096 good, 4,096 great drops, seed 1"), "{text}");
    assert!(text.contains("href=\"/editions/ours/draft?type=34#lines\">Fix this</a>"), "{text}");
    assert!(
        text.contains("href=\"/editions/ours/draft?entry=affix.2#lines:~:text=ego_item.txt%3A3\">Fix this"),
        "{text}"
    );
    // Good drops of swords deeper than their affix is, are plain.
    let plain = board.get(&format!("{OURS}/gaps?rule=plain-drops")).await;
    for piece in [
        "most great drops carry no affix at depths ",
        " % at depth 90 (",
        "/chances/23?quality=great\">",
        "Items a dive",
    ] {
        assert!(plain.text().contains(piece), "{piece} in {}", plain.text());
    }
    // What is ignored is none of these either.
    let answer = board.post(&format!("{OURS}/gaps"), &form("3", "1", "100", "plain-drops:sword")).await;
    assert_eq!(answer.status.as_u16(), 303);
    assert!(!board.get(&format!("{OURS}/gaps")).await.text().contains("carry no affix"));
}

#[tokio::test]
async fn visitors_are_offered_no_draft() {
    let board = Board::with(&settings("0.0.0.0:80", &["board.example"], false)).await;
    let page = board.get(&format!("{STARTER}/gaps")).await;
    assert!(page.text().contains("Items a dive") && !page.text().contains("Fix this"));
}
