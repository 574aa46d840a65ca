//! What a step of one line moves, on a page and as a file.

use affixboard_inquiry::sensitivity::line_steps;
use affixboard_model::catalog::Sort;
use affixboard_proposal::entry_lines;

use crate::support::{Board, STARTER};

const SLUG: &str = "affix-branch-starter";

/// The first line with steps of an entry.
async fn place(board: &Board, sort: Sort, index: u32) -> String {
    let open = board.open(SLUG).await;
    let lines = entry_lines(&open.loaded).into_iter().filter(|line| (line.sort, line.index) == (sort, index));
    let line = lines.into_iter().find(|line| !line_steps(line).is_empty()).expect("a line");
    format!("{}:{}", line.file, open.loaded.sources.position(line.span).line)
}

#[tokio::test]
async fn a_line_of_an_affix_moves_pools_and_drops() {
    let board = Board::new().await;
    let place = place(&board, Sort::AFFIX, 100).await;
    let path = format!("{STARTER}/moves?line={place}");
    // One finds it from the entry's page and from the draft.
    let entry = board.get(&format!("{STARTER}/affixes/100")).await;
    assert!(entry.text().contains(&format!("<a href=\"{path}\">what it moves</a>")), "{}", entry.text());
    let draft = board.get("/editions/affix-branch-starter/draft?entry=affix.100&mode=lines").await;
    assert!(draft.text().contains("/moves?line=ego_item.txt"), "{}", draft.text());

    let page = board.get_until(&path, "The largest change is first.").await;
    let text = page.text();
    for piece in [
        "<h1>What does this line move? <small><a href=\"/editions/affix-branch-starter/revisions/1/affixes/100\">Sharp</a></small></h1>",
        ">commonness + 1</a>",
        ">first level − 1</a>",
        "Chances per draw from the pool",
        "<b class=\"how-exact\">exact</b>",
        "Change this</a>",
        " points</b>",
        "Rules affix-branch ",
    ] {
        assert!(text.contains(piece), "{piece}: {text}");
    }
    // The file has the same, by the formula.
    let file = board.get(&format!("{STARTER}/moves.csv?line={place}")).await;
    let mut reader = csv::Reader::from_reader(file.text().as_bytes());
    let rows: Vec<csv::StringRecord> = reader.records().map(|row| row.expect("a row")).collect();
    let pools = rows.iter().filter(|row| &row[0] == "per draw");
    let mut seen = 0;
    for row in pools {
        let number = |at: usize| row[at].parse::<f64>().expect("a number");
        let (weight, total) = (number(11), number(12));
        let own = if &row[10] == "yes" { total } else { 0.0 };
        assert!((number(17) - (own - weight) / (total * (total + 1.0))).abs() < 1e-12, "{row:?}");
        seen += 1;
    }
    assert!(seen > 10, "{}", file.text());

    let drops = board.get_until(&format!("{path}&depths=30"), "Chances per drop").await;
    assert!(drops.text().contains("great drops") && drops.text().contains(" points</b>"), "{}", drops.text());
    let events = board.get(&format!("{STARTER}/moves/events?line={place}&depths=30")).await;
    assert!(events.text().contains("event: end"), "{}", events.text());
}

#[tokio::test]
async fn a_line_of_a_kind_moves_drops_alone() {
    let board = Board::new().await;
    let open = board.open(SLUG).await;
    let lines = entry_lines(&open.loaded);
    let line = lines.iter().find(|line| line.sort == Sort::KIND && line.text.starts_with("A:20:")).expect("a line");
    let path = format!("{STARTER}/moves?line={}:{}", line.file, open.loaded.sources.position(line.span).line);
    let page = board.get_until(&path, "is in no pool").await;
    assert!(page.text().contains("The line of a kind is in no pool of what items get"), "{}", page.text());
    let drops = board.get_until(&format!("{path}&depths=10&quality=normal"), "Chances per drop").await;
    assert!(drops.text().contains("normal drops"), "{}", drops.text());
}

#[tokio::test]
async fn what_is_no_such_line_is_told() {
    let board = Board::new().await;
    let place = place(&board, Sort::AFFIX, 100).await;
    for (query, status, part) in [
        (String::new(), 404, "line: found ``; expected the file and number of a line that can be changed"),
        ("line=ego_item.txt".to_owned(), 404, "line: found `ego_item.txt`; expected the file and number"),
        ("line=ego_item.txt:1".to_owned(), 404, "expected the file and number of a line"),
        (format!("line={place}&step=much"), 400, "step: found `much`; expected one of commonness"),
        (format!("line={place}&depths=1-20"), 400, "depths: found 20 of them; expected at most 10."),
        (format!("line={place}&depths=x"), 400, "depths: found `x`"),
        (format!("line={place}&depths=5&quality=superb"), 400, "quality: found `superb`"),
    ] {
        let answer = board.get(&format!("{STARTER}/moves?{query}")).await;
        assert!(answer.status.as_u16() == status && answer.text().contains(part), "{query}: {}", answer.text());
    }
}
