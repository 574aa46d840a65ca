//! As coded and as documented: the page of the rules, batches by switched rules, sheets of what lies between.

use affixboard_store::BatchState;
use axum::http::StatusCode;

use crate::support::{Board, STARTER};

#[tokio::test]
async fn the_page_lists_each_switch_with_what_it_touches_and_changes() {
    let board = Board::new().await;
    assert!(board.get(STARTER).await.text().contains(&format!("href=\"{STARTER}/rules\"")));
    let page = board.get(&format!("{STARTER}/rules")).await;
    assert_eq!(page.status, StatusCode::OK);
    for switch in affixboard_games::find("affix-branch").expect("the game").switches() {
        assert!(page.text().contains(&format!("id=\"{}\"", switch.id)), "no {}", switch.id);
    }
    for piece in [
        // The starter edition's two affixes of weight 100: 8 × 200² ÷ 200 is 1600, in a byte 64.
        "<td>32 % with all its affixes; wraps from weight 80 of 200</td><td>certain with all its affixes</td>",
        // No minimum is written as 255 there.
        "<details id=\"no-minimum\">",
        "in the good table",
        "60,000 drops at each of depths 10, 30, 60, 90 and each drop quality, seed 1, rules affix-branch ",
        &format!("{STARTER}/batches/new?doc-launchers-not-good=on&#38;both=on"),
        // Which readings throw a switch, and why.
        "<th scope=\"row\">as the guide says</th><td class=\"place\"><b>as documented</b></td><td>The guide says: one affix is \
         never enough for a theme.</td>",
        "<th scope=\"row\">as the guide says</th><td class=\"place\">as coded</td><td>The guide says nothing of it; only the code \
         shows what was meant.</td>",
        "<th scope=\"row\">as documented</th><td class=\"place\"><b>as documented</b></td><td>Written: ego_themes.txt, ",
        "<th scope=\"row\">as coded</th><td class=\"place\">as coded</td><td>Code: the theme search counts slots × lines.</td>",
        "Takes 5 of 11 points as documented.",
        "<h2>All at once, as the guide says</h2>",
        &format!("{STARTER}/batches/new?rules=guide&#38;both=on"),
    ] {
        assert!(page.text().contains(piece), "no {piece} in {}", page.text());
    }
    // The same numbers each time.
    assert_eq!(page.body, board.get(&format!("{STARTER}/rules")).await.body);
}

#[tokio::test]
async fn a_batch_as_documented_beside_one_as_coded() {
    let board = Board::new().await;
    let plan = "depths=10,30&drops=20000&seed=3&normal=on&good=on&kind=";
    let form = board.get(&format!("{STARTER}/batches/new?doc-launchers-not-good=on&both=on")).await;
    assert!(form.text().contains("name=\"doc-launchers-not-good\" checked"));
    assert!(form.text().contains("name=\"both\" checked"));
    let answer = board.post(&format!("{STARTER}/batches"), &format!("{plan}&doc-launchers-not-good=on&both=on")).await;
    assert_eq!((answer.status, answer.header("location")), (StatusCode::SEE_OTHER, "/batches/2"));
    board.work();
    assert_eq!(board.finished(1).await.state, BatchState::Done);
    let documented = board.finished(2).await.of_drops().expect("drops");
    assert_eq!(documented.plan.switches.ids(), ["launchers-not-good"]);

    let page = board.get("/batches/2").await;
    assert!(page.text().contains("as coded but launchers-not-good as documented"));
    assert!(page.text().contains("href=\"/compare?from=batch:1&#38;to=batch:2\""), "{}", page.text());
    // Addresses from before there was one way to compare lead to it.
    for (old, new) in [
        ("/batches/2?against=1", "/compare?from=batch:1&to=batch:2"),
        ("/batches/2/types/19?against=1&quality=good", "/compare/19?from=batch:1&to=batch:2&quality=good"),
        ("/batches/2/types/19,23.csv?against=1", "/compare/19,23.csv?from=batch:1&to=batch:2"),
    ] {
        let answer = board.get(old).await;
        assert_eq!((answer.status, answer.header("location")), (StatusCode::SEE_OTHER, new));
    }

    let changes = board.get("/compare/19?from=batch:1&to=batch:2&quality=good&measure=drop&subject=kinds").await;
    assert_eq!(changes.status, StatusCode::OK, "{}", changes.text());
    // As coded no good drop is a launcher, by proof; as documented some are.
    assert!(changes.text().contains("title=\"0 % before, "), "{}", changes.text());
    assert!(changes.text().contains("▴"));
    assert!(!changes.text().contains("class=\"chart\""));
    let normal = board
        .get("/compare/19.long.csv?from=batch:1&to=batch:2&quality=normal&measure=drop&subject=kinds&rows=all")
        .await;
    let mut reader = csv::Reader::from_reader(normal.body.as_slice());
    let header = reader.headers().expect("a header").clone();
    assert_eq!(
        header.iter().skip(21).collect::<Vec<_>>(),
        ["before", "after", "told", "before_edition", "before_revision", "before_rules", "before_seed"]
    );
    let mut lines = 0;
    for line in reader.records().map(|line| line.expect("CSV")).filter(|line| &line[5] == "kind" && &line[6] == "drop")
    {
        // Normal drops have nothing of it, and both batches have one seed: the very same drops.
        assert_eq!((&line[11], &line[21], &line[23]), ("0", &line[22], "0"), "{line:?}");
        lines += 1;
    }
    assert!(lines > 0);
    // Without a change there is no row, unless all are asked for.
    let folded = board.get("/compare/19?from=batch:1&to=batch:2&quality=normal&measure=drop&subject=kinds").await;
    assert!(folded.text().contains("0 rows</span>") && folded.text().contains(" left out</a>"), "{}", folded.text());
    assert!(folded.text().contains("rows=all"));

    // Among others it is told by its rules.
    assert!(board.get("/batches").await.text().contains(" · as coded but launchers-not-good as documented</td>"));

    // The tally of the one as coded is that of a batch nobody switched.
    board.start_batch(plan).await;
    board.finished(3).await;
    let tally = async |id: i64| board.get(&format!("/batches/{id}/tally.csv")).await.body;
    assert!(tally(1).await == tally(3).await);
    assert!(tally(1).await != tally(2).await);
}

#[tokio::test]
async fn what_cannot_be_compared_is_refused() {
    let board = Board::new().await;
    let start = async |form: &str| board.start_batch(form).await;
    start("depths=10&drops=1000&seed=1&good=on&kind=").await;
    start("depths=20&drops=1000&seed=1&good=on&kind=").await;
    start("depths=10&drops=1000&seed=1&good=on&kind=23:1").await;
    board.work();
    for id in 1..=3 {
        board.finished(id).await;
    }
    for (against, status, said) in [
        ("batch:2", StatusCode::BAD_REQUEST, "The two batches have no depth in common"),
        ("batch:3", StatusCode::BAD_REQUEST, "Found a batch of whole drops and one of given kinds"),
        ("batch:9", StatusCode::NOT_FOUND, "There is no batch 9."),
        ("batch:x", StatusCode::BAD_REQUEST, "from: found `batch:x`; expected the number of a batch"),
        ("batch:2~documented", StatusCode::BAD_REQUEST, "from: found the reading `documented` of batch 2"),
        (
            "affix-branch-starter~x",
            StatusCode::BAD_REQUEST,
            "rules: found `x`; expected one of coded, documented, guide.",
        ),
    ] {
        let answer = board.get(&format!("/compare/23?from={against}&to=batch:1")).await;
        assert_eq!(answer.status, status, "{against}");
        assert!(answer.lead().starts_with(said), "{}", answer.lead());
    }
    // Given kinds are nothing that is computed.
    let answer = board.get("/compare/23?from=affix-branch-starter&to=batch:3").await;
    assert_eq!(answer.status, StatusCode::BAD_REQUEST);
    assert!(answer.lead().contains("can&#39;t be compared: the batch is of given kinds"), "{}", answer.lead());
    let old = board.get("/batches/1/types/23?against=x").await;
    assert_eq!(old.lead(), "against: found `x`; expected the number of a batch.");
    let answer =
        board.post(&format!("{STARTER}/batches"), "depths=10&drops=10&seed=1&good=on&kind=&doc-nothing=on").await;
    assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(
        answer.text().contains("rule switches of affix-branch: found `nothing`; expected `all`, `guide` or some of")
    );
}

#[tokio::test]
async fn availability_as_documented_and_what_lies_between() {
    let board = Board::new().await;
    let path = format!("{STARTER}/types/23");
    let text = async |query: &str| board.get(&format!("{path}{query}")).await;
    assert!(text("").await.text().contains(", as coded."));
    assert!(text("?rules=documented").await.text().contains(", as documented."));
    // What lies between is a comparison of two readings; the addresses it had before lead there.
    let compared = "from=affix-branch-starter@1&to=affix-branch-starter@1~documented";
    for (old, new) in [
        ("?rules=change", format!("/compare/23?{compared}")),
        (".csv?rules=change&depths=10", format!("/compare/23.csv?{compared}&depths=10")),
        ("?rules=change-guide", format!("/compare/23?{}", compared.replace("documented", "guide"))),
    ] {
        let answer = text(old).await;
        assert_eq!((answer.status, answer.header("location")), (StatusCode::SEE_OTHER, &*new));
    }
    let link = format!("<a href=\"/compare/23?{}\"", compared.replace('&', "&#38;"));
    assert!(text("").await.text().contains(&link), "{link}");
    let change = board.get(&format!("/compare/23?{compared}")).await;
    assert!(change.text().contains("Change of the chance of each affix in the pool of sword"), "{}", change.text());
    assert!(change.text().contains("largest change"));
    assert!(change.text().contains(">r1, as documented</a>"), "{}", change.text());
    // The rules of each side are its own.
    assert!(!change.text().contains("rules=guide"), "{}", change.text());
    // Commonness has changes, too.
    let weights = board.get(&format!("/compare/23?{compared}&measure=commonness&rows=all")).await;
    assert_eq!(weights.status, StatusCode::OK);
    assert!(weights.text().contains(" Differences: "), "{}", weights.text());
    // Several item types at once.
    let two = board.get(&format!("/compare/23,20?{compared}")).await;
    assert_eq!(two.status, StatusCode::OK, "{}", two.text());
}

/// Lights of True Sight: as coded the score of both its affixes wraps, by the guide they make it certain. More
/// points change them as documented, which the guide doesn't speak of.
#[tokio::test]
async fn sheets_as_the_guide_says() {
    let board = Board::new().await;
    board.post("/profiles", "name=Ours&text=5:+normal+1").await;
    let numbers = async |query: &str| {
        let path =
            format!("{STARTER}/chances/39.json?depths=30&quality=normal&subject=themes&measure=item&wait=exact{query}");
        let sheet: serde_json::Value = serde_json::from_slice(&board.get(&path).await.body).expect("JSON");
        let rows = sheet["rows"].as_array().expect("rows");
        let row = rows.iter().find(|row| row["name"] == "of True Sight").unwrap_or_else(|| panic!("{sheet}"));
        (sheet["provenance"]["rules"].clone(), row["cells"][0]["value"].as_f64().expect("a chance"))
    };
    let (coded, documented) = (numbers("").await, numbers("&rules=documented").await);
    let guide = numbers("&rules=guide").await;
    assert_eq!(
        (&coded.0, &documented.0, &guide.0),
        (&"as coded".into(), &"as documented".into(), &"as the guide says".into())
    );
    // Shares of whole drops by `affixboard exact`: 5.5e-5, 8.5e-5 and 8.7e-5.
    assert!(guide.1 > 1.5 * coded.1, "{coded:?}, {guide:?}");
    assert!(documented.1 > 1.01 * guide.1, "{documented:?}, {guide:?}");

    // Every place that has readings has this one.
    for (path, said) in [
        ("/types/39?rules=guide", ", as the guide says."),
        ("/chances/39?depths=30&rules=guide", ", as the guide says."),
        ("/dive/39?depths=5&rules=guide", ", as the guide says."),
        ("/why/39/2/theme-70?rules=guide", ", as the guide says."),
    ] {
        let page = board.get(&format!("{STARTER}{path}")).await;
        assert!(page.text().contains(said), "{path}: {}", page.text());
        let chosen = "rules=guide\" aria-current=\"true\">as the guide says</a>";
        assert!(page.text().contains(chosen), "{path}: {}", page.text());
    }
    let compared =
        board.get("/compare/39?from=affix-branch-starter&to=affix-branch-starter&rules=guide&rows=all").await;
    assert!(compared.text().contains(" r1, as the guide says"), "{}", compared.text());
    // Links between sheets keep it, explanations too.
    let sheet = board.get(&format!("{STARTER}/types/39?rules=guide")).await;
    for piece in [
        "/chances/39?rules=guide\"",
        "/dive/39?rules=guide\"",
        "?made=given&#38;pool=2&#38;rules=guide&#38;of=type\"",
        "~guide\">as the guide says</a>",
        "/batches/new?rules=guide\"",
    ] {
        assert!(sheet.text().contains(piece), "no {piece} in {}", sheet.text());
    }
    let change = board.get("/compare/39?from=affix-branch-starter@1&to=affix-branch-starter@1~guide&rows=all").await;
    assert!(
        change.text().contains("Change of the ") && change.text().contains(", as the guide says"),
        "{}",
        change.text()
    );
}

#[tokio::test]
async fn a_game_without_a_guide_refuses_it() {
    let board = Board::new().await;
    board.add_starter("v4-starter").await;
    let v4 = "/editions/v4-starter/revisions/1";
    for (path, known) in [
        (format!("{v4}/types/23?rules=guide"), "coded, documented."),
        (format!("{v4}/chances/23?rules=guide"), "coded, documented."),
        (format!("{v4}/dive/23?rules=guide"), "coded, documented."),
        (format!("{v4}/why/23/1/affix-1?rules=guide"), "coded, documented."),
        ("/compare/23?from=affix-branch-starter&to=v4-starter&rules=guide".to_owned(), "coded, documented."),
    ] {
        let answer = board.get(&path).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{path}");
        assert_eq!(answer.lead(), format!("rules: found `guide`; expected one of {known}"), "{path}");
    }
    let sheet = board.get(&format!("{v4}/types/23")).await;
    assert!(sheet.text().contains(">as documented</a>") && !sheet.text().contains("guide"), "{}", sheet.text());
    // What both games have is offered.
    let compared = board.get("/compare/23?from=affix-branch-starter&to=v4-starter").await;
    assert!(
        compared.text().contains(">as documented</a>") && !compared.text().contains("guide"),
        "{}",
        compared.text()
    );
}

#[tokio::test]
async fn a_batch_as_the_guide_says() {
    let board = Board::new().await;
    let form = board.get(&format!("{STARTER}/batches/new?rules=guide&both=on")).await;
    for piece in ["value=\"guide\" checked", "value=\"\">", "name=\"both\" checked"] {
        assert!(form.text().contains(piece), "no {piece} in {}", form.text());
    }
    let plan = "depths=10&drops=100&seed=3&normal=on&kind=";
    let answer = board.post(&format!("{STARTER}/batches"), &format!("{plan}&rules=guide&both=on")).await;
    assert_eq!((answer.status, answer.header("location")), (StatusCode::SEE_OTHER, "/batches/2"));
    board.work();
    let batch = board.finished(2).await.of_drops().expect("drops");
    assert_eq!(
        batch.plan.switches.ids(),
        ["theme-score-byte", "no-minimum", "commonness-byte", "lost-record", "one-affix-theme"]
    );
    assert!(board.get("/batches").await.text().contains(" · as the guide says</td>"));
    for (rest, said) in [
        ("&rules=guides", "Rules: found `guides`; expected one of coded, documented, guide."),
        (
            "&rules=guide&doc-dice-wrap=on",
            "Rules: found `guide` and ticked points (dice-wrap); expected one of the two.",
        ),
    ] {
        let answer = board.post(&format!("{STARTER}/batches"), &format!("{plan}{rest}")).await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{rest}");
        assert_eq!(answer.problem(), said);
    }
}
