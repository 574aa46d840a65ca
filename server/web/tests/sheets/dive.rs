//! What a dive finds: shown at once, filled in as it is computed, the same in files, by a profile and its version.

use affixboard_inquiry::profile::{Found, Profile};
use affixboard_model::batch::{Entry, Metric};
use axum::http::StatusCode;

use crate::support::Board;

const EDITION: &str = "/editions/angband-3-0-starter/revisions/1";
const SLUG: &str = "angband-3-0-starter";
const SWORD: u16 = 23;
const PROFILE: &str = "1-3: normal 10, good 0.5\n20: great 2.25\n50: normal 1\n";

async fn board() -> Board {
    let board = Board::new().await;
    board.add_starter(SLUG).await;
    board.post("/profiles", &format!("name=Ours&text={}", PROFILE.replace(' ', "+").replace('\n', "%0A"))).await;
    board
}

/// The depths that a page says are computed, of how many; `None` on one that has all.
fn filled(page: &str) -> Option<(&str, &str)> {
    let (known, rest) = page.split_once("<span data-known>")?.1.split_once("</span> of ")?;
    Some((known, rest.split_once(" depths computed")?.0))
}

#[tokio::test]
async fn the_page_is_there_at_once_and_fills_in() {
    let board = board().await;
    let path = format!("{EDITION}/dive/23");
    let held = board.hold().await;
    // No drops down to depth 0: nothing has to be known for that column.
    let page = board.get(&format!("{path}?depths=0,2,30")).await;
    assert_eq!((page.status, filled(page.text())), (StatusCode::OK, Some(("1", "3"))), "{}", page.text());
    let events = format!("data-events=\"{path}/events?profile=1.1&#38;depths=0,2,30\"");
    assert!(page.text().contains(&events), "{}", page.text());
    assert!(page.text().contains("<script type=\"module\" src=\"/static/js/progressive.js\">"));
    // Each number is there, from 2,048 drops of each of the seven cells down to depth 30.
    assert!(!page.text().contains("not computed yet") && !page.text().contains("<figure"));
    assert!(page.text().contains("<span data-drops=\"14336\">14,336</span> simulated items"), "{}", page.text());
    assert!(page.text().contains("\"how-simulated\">simulated</b>"), "{}", page.text());
    assert!(page.text().contains("<p>Number of "), "{}", page.text());
    drop(held);

    let events = board.get(&format!("{path}/events?depths=0,2,30")).await;
    assert!(events.text().ends_with("event: end\ndata: 3 3 0\n\n"), "{}", events.text());
    let page = board.get(&format!("{path}?depths=0,2,30")).await;
    let text = page.text();
    assert_eq!(filled(text), None);
    assert!(text.contains("Number of sword drops with it that a dive finds") && text.contains("<figure"));
    assert!(text.contains("Profile <a href=\"/profiles/1?version=1\">Ours, version 1</a>."));
    assert!(text.contains("<option value=\"1.1\" selected>Ours, version 1</option>"));
    assert!(text.contains("The dive has 30 normal, 1.5 good, 2.25 great drops down to the last column"));
    assert!(
        text.contains(
            "<a href=\"/editions/angband-3-0-starter/revisions/1/dive/23\" aria-current=\"true\">in a dive</a>"
        )
    );
    let svg = board.get(&format!("{path}.svg?depths=0,2,30&measure=once")).await;
    assert!(svg.text().contains("chance of at least one"));
}

/// The same numbers added up past the pages, from the forge itself.
#[tokio::test]
async fn files_have_what_follows_from_the_profile() {
    let board = board().await;
    let open = board.open(SLUG).await;
    let (catalog, keys) = (&open.loaded.catalog, open.forge.keys());
    let profile = Profile::parse(PROFILE).expect("a profile");
    let mut kinds = catalog.kinds_of(SWORD);
    kinds.sort_unstable();
    // Of every affix of swords, what its chances on all kinds together come to, and how many rows have it.
    let found = |name: &str| {
        let mut found = Found::default();
        for (cell, drops) in profile.cells().filter(|(cell, _)| cell.depth <= 20) {
            let mut chance = 0.0;
            for one in open.forge.exact().expect("chances").chances(cell, Some(&kinds)) {
                let key = keys.key(one.key);
                let is_it = key.metric == Metric::AFFIX
                    && key.kind.is_some_and(|kind| catalog.kind(kind).tval == SWORD)
                    && matches!(key.entry, Entry::Affix(id) if catalog.affix(id).name == name);
                chance += if is_it { one.mean } else { 0.0 };
            }
            found.add(drops, chance, 0.0);
        }
        found
    };
    for measure in ["found", "once"] {
        let path = format!("{EDITION}/dive/23.long.csv?wait=exact&depths=20&subject=affixes&measure={measure}");
        let file = board.get(&path).await;
        let name = file.header("content-disposition");
        assert!(name.contains("angband-3-0-starter-sword-what-a-dive-finds-ours-version-1-"), "{name}");
        let mut reader = csv::Reader::from_reader(file.text().as_bytes());
        let header = reader.headers().expect("a header").clone();
        assert_eq!(header.iter().next_back(), Some("profile"));
        let rows: Vec<csv::StringRecord> = reader.records().map(|row| row.expect("a row")).collect();
        let mut compared = 0;
        for row in rows.iter().filter(|row| &row[5] == "affix") {
            let same_name = rows.iter().filter(|other| other[7] == row[7]).count();
            if same_name > 1 || row[11].is_empty() {
                continue;
            }
            let found = found(&row[7]);
            let expected = if measure == "found" { found.expected() } else { found.at_least_one() }.value;
            let value: f64 = row[11].parse().expect("a number");
            assert!((value - expected).abs() <= 1e-13 * expected, "{row:?}: {expected}");
            assert_eq!((&row[0], row.iter().next_back()), ("20", Some("Ours, version 1")));
            compared += 1;
        }
        assert!(compared > 10, "{compared}");
    }
}

#[tokio::test]
async fn a_version_keeps_its_numbers() {
    let board = board().await;
    let path = format!("{EDITION}/dive/23");
    board.post("/profiles/1", "name=Ours&seen=1&text=1:+normal+1").await;
    let old = board.get(&format!("{path}?depths=2&profile=1.1")).await;
    assert!(old.text().contains("(there is <a href=\"/editions/angband-3-0-starter/revisions/1/dive/23?depths=2&#38;profile=1\">a newer one</a>)"), "{}", old.text());
    assert!(old.text().contains("<option value=\"1.1\" selected>Ours, version 1</option>"));
    assert!(old.text().contains("The dive has 20 normal, 1 good, 0 great drops"));
    for setting in ["", "&profile=1", "&profile=1.2"] {
        let page = board.get(&format!("{path}?depths=2{setting}")).await;
        assert!(page.text().contains("The dive has 1 normal, 0 good, 0 great drops"), "{setting}");
        assert!(!page.text().contains("a newer one"));
    }
    // Explanations are of one place: the deepest that the sheet has, and the best drops there.
    for (depths, query, place) in [
        ("2", "depth=2&#38;quality=1", "good drops at depth 2"),
        ("10,30", "depth=20&#38;quality=2", "great drops at depth 20"),
    ] {
        let page = board.get(&format!("{path}?depths={depths}&profile=1.1")).await;
        let link = page.between("class=\"why-link\" href=\"", " aria-label");
        let question = format!("{query}&#38;of=type\" title=\"Why so often in {place}, the best of the deepest?\"");
        assert!(link.ends_with(&question), "{link}");
    }
}

#[tokio::test]
async fn what_there_is_not() {
    let board = board().await;
    for (query, status, says) in [
        ("?profile=x", 400, "profile: found `x`; expected the number of a profile, such as 3, or one with a version"),
        ("?profile=1.x", 400, "profile: found `1.x`"),
        ("?profile=9", 404, "There is no profile 9."),
        ("?profile=1.9", 404, "There is no version 9 of a profile 1."),
        ("?measure=drop", 400, "measure: found `drop`; expected one of found, once."),
        ("?depths=deep", 400, "depths: found `deep`"),
        ("?sval=99", 404, "item type 23 has no kind 99"),
    ] {
        for path in ["/dive/23", "/dive/23.csv", "/dive/23/events"] {
            if path.ends_with("events") && query.starts_with("?sval") {
                continue;
            }
            let answer = board.get(&format!("{EDITION}{path}{query}")).await;
            let lead = answer.lead().replace("&#96;", "`");
            assert_eq!(answer.status.as_u16(), status, "{path}{query}: {lead}");
            assert!(lead.contains(says), "{path}{query}: {lead}");
        }
    }
    board.post("/profiles/1/delete", "").await;
    let answer = board.get(&format!("{EDITION}/dive/23")).await;
    assert_eq!(answer.status.as_u16(), 404);
    assert!(answer.lead().starts_with("There is no drop profile yet."));
}

/// A sheet of chances ends with more items of a cell than a dive does: the dive's file is the same before and after.
#[tokio::test]
async fn a_file_is_the_same_whatever_was_simulated_before() {
    let board = Board::new().await;
    board.post("/profiles", "name=One&text=20:+great+2").await;
    let of = "/editions/affix-branch-starter/revisions/1";
    let dive = format!("{of}/dive/36.json?wait=exact&depths=20");
    let before = board.get(&dive).await;
    // 32,768 items of soft armour, which 0.1478 − 0.0062 of two drops are that aren't artifacts.
    assert!(before.text().contains("\"n\":462853,"), "some are simulated: {}", before.text());
    let chances = board.get(&format!("{of}/chances/36.json?wait=exact&quality=great&depths=20")).await;
    assert!(chances.text().contains("\"how\":\"simulated\""), "{}", chances.text());
    assert_eq!(board.get(&dive).await.text(), before.text());
}
