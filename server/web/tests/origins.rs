//! Where entries come from: the section of their pages, the page of all ways, and the file.

use crate::support::Board;

const EGOS: &str = "/editions/angband-3-5-starter/revisions/1";
const UNANGBAND: &str = "/editions/unangband-starter/revisions/1";

#[tokio::test]
async fn an_entry_says_where_it_comes_from() {
    let board = Board::new().await;
    board.add_starter("angband-3-5-starter").await;
    let page = board.get(&format!("{EGOS}/affixes/10")).await.text().to_owned();
    for part in [
        "<h2>Where it comes from",
        "By drop quality, at level 30",
        "By kind, of great drops of level 30",
        "Exact.",
        "/origins/affix-10\"",
        "/origins/affix-10.csv\"",
        // All that a kind gives, which is the way back.
        "/given?q=kind:34/",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
    let all = board.get_settled(&format!("{EGOS}/origins/affix-10?depth=20&quality=good")).await.text().to_owned();
    for part in [
        "Where of Turning comes from",
        "By kind, of good drops of level 20",
        "In a dive, by drop quality",
        "In a dive, by depth",
        "11 to 20",
        "&#38;depth=20&#38;quality=good\">all it gives",
    ] {
        assert!(all.contains(part), "{part}: {all}");
    }
    let csv = board.get(&format!("{EGOS}/origins/affix-10.csv?depth=20&quality=good")).await.text().to_owned();
    let share = |way: &str| -> f64 {
        let rows = csv.lines().map(|line| line.split(',').collect::<Vec<_>>());
        rows.filter(|row| row[2] == way).map(|row| row[10].parse::<f64>().expect("a share")).sum()
    };
    for way in ["kind", "drop"] {
        assert!((share(way) - 1.0).abs() < 1e-9, "{way}: {csv}");
    }
}

/// What takes long is computed on its own page only; Unangband's monsters are read.
#[tokio::test]
async fn slow_entries_and_monsters_have_a_page_of_their_own() {
    let board = Board::new().await;
    let page = board.get("/editions/affix-branch-starter/revisions/1/affixes/100").await.text().to_owned();
    assert!(page.contains("so it has a page of its own") && page.contains("/origins/affix-100\""), "{page}");
    board.add_starter("unangband-starter").await;
    let path = format!("{UNANGBAND}/origins/kind-1?depth=10");
    let page = board.get_settled(&path).await.text().to_owned();
    assert!(page.contains("By monster, of those that come at level 10") && page.contains("Left out: "), "{page}");
}

#[tokio::test]
async fn what_has_no_ways_is_said() {
    let board = Board::new().await;
    let revision = "/editions/affix-branch-starter/revisions/1";
    for (path, status, part) in [
        ("/origins/affix-9999", 404, "Found `affix-9999`; expected an entry of this revision&#39;s drops"),
        ("/origins/potato", 404, "Found `potato`; expected an entry"),
        ("/origins/artifact-1?depth=999", 400, "depth: found `999`; expected a level from 0 to 127."),
        ("/origins/artifact-1?quality=superb", 400, "quality: found `superb`"),
    ] {
        let answer = board.get(&format!("{revision}{path}")).await;
        assert!(answer.status == status && answer.text().contains(part), "{path}: {} {}", answer.status, answer.text());
    }
}
