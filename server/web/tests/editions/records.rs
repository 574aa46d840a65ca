//! Any edit file as a table of its records.

use crate::support::Board;

const STARTER: &str = "/editions/affix-branch-starter/revisions/1";
const UNANGBAND: &str = "/editions/unangband-starter/revisions/1";

#[tokio::test]
async fn records_are_searched_and_sorted() {
    let board = Board::new().await;
    let list = board.get(&format!("{STARTER}/files")).await.text().to_owned();
    assert!(list.contains(&format!("{STARTER}/records/ego_item.txt\"")), "{list}");
    let page = board.get(&format!("{STARTER}/records/object.txt?q=dagger")).await.text().to_owned();
    assert!(page.contains("indexed entries") && page.to_lowercase().contains("dagger"), "{page}");
    assert!(!page.contains("Arrow</a>"), "{page}");
    for (query, status) in
        [("sort=-name", 200), ("sort=1", 200), ("sort=x", 400), ("sort=999", 400), ("from=99999", 200)]
    {
        let page = board.get(&format!("{STARTER}/records/object.txt?{query}")).await;
        assert_eq!(page.status.as_u16(), status, "{query}");
    }
    let csv = board.get(&format!("{STARTER}/records/limits.txt.csv")).await;
    assert_eq!(csv.header("content-type"), "text/csv; charset=utf-8; header=present");
    assert!(csv.text().starts_with("index,name,line,"), "{}", csv.text());
    let missing = board.get(&format!("{STARTER}/records/no.txt")).await;
    assert!(missing.status.as_u16() == 404 && missing.text().contains("There is no file no.txt"), "{}", missing.text());
}

/// Every file of the folder opens as a table, with links to what it names and sampled texts of chains.
#[tokio::test]
async fn every_file_of_unangband_opens() {
    let board = Board::new().await;
    board.add_starter("unangband-starter").await;
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/unangband");
    let mut opened = 0;
    for file in std::fs::read_dir(folder).expect("the starter") {
        let name = file.expect("a file").file_name().into_string().expect("a name");
        let page = board.get(&format!("{UNANGBAND}/records/{name}")).await;
        assert!(page.status.as_u16() == 200 && page.text().contains("<tbody>"), "{name}: {}", page.text());
        opened += 1;
    }
    assert_eq!(opened, 25);
    let page = board.get(&format!("{UNANGBAND}/records/p_hist.txt")).await.text().to_owned();
    for part in ["chained blocks", "<h2 id=\"samples\">Sampled texts</h2>", "href=\"#chart-2\"", "seed=2#samples"] {
        assert!(page.contains(part), "{part} in {page}");
    }
    // A spell names the things that it is in, its class, its method and its effect.
    let page = board.get(&format!("{UNANGBAND}/records/spell.txt?q=spark")).await.text().to_owned();
    for part in ["entries/methods/", "entries/effects/", "entries/classes/1\"", "/kinds/"] {
        assert!(page.contains(part), "{part} in {page}");
    }
}

/// The original's folder comes in by the import page, and each of its files opens.
#[tokio::test]
async fn every_file_of_the_original_opens() {
    let Some(folder) = crate::fixtures::reference("unangband") else { return };
    let board = Board::new().await;
    let paths = std::fs::read_dir(folder.join("edit")).expect("the files").map(|file| file.expect("a file").path());
    let mut files: Vec<(String, Vec<u8>)> = paths
        .filter(|path| path.extension().is_some_and(|end| end == "txt"))
        .map(|path| {
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            (name, std::fs::read(path).expect("a file"))
        })
        .collect();
    files.sort();
    assert_eq!(files.len(), 25);
    let sent: Vec<_> = files.iter().map(|(name, bytes)| ("files", name.as_str(), bytes.as_slice())).collect();
    let answer = board.import("ours", &sent).await;
    assert!(answer.status.as_u16() < 400, "{}", answer.text());
    for (name, _) in &files {
        let page = board.get(&format!("/editions/ours/revisions/1/records/{name}")).await;
        assert!(page.status.as_u16() == 200 && page.text().contains("<tbody>"), "{name}: {}", page.text());
    }
}

/// What monsters come, exactly, and what becomes of them: the sheets of the subjects, the tables for designers.
#[tokio::test]
async fn monsters_and_powers_are_shown() {
    let board = Board::new().await;
    board.add_starter("unangband-starter").await;
    for (path, part) in [
        ("", "monsters"),
        ("/subjects/monsters?depth=5,20", "how-exact"),
        ("/subjects/encounters?depth=5,20", "Who comes along"),
        ("/guides/artifact-power", "Made at depths"),
        ("/guides/ego-power", "Least power"),
        ("/guides/drops-as-monsters-come", "Line of a drop profile"),
        ("/entries/monsters", "Hit points"),
        ("/entries/spells", "spell"),
        ("/types/23", "<table"),
    ] {
        let page = board.get(&format!("{UNANGBAND}{path}")).await;
        assert!(page.status.as_u16() == 200 && page.text().contains(part), "{path}: {}", page.text());
    }
    let csv = board.get(&format!("{UNANGBAND}/subjects/monsters.csv?depth=5")).await.text().to_owned();
    assert!(csv.starts_with("level,name,mean\n") || csv.starts_with("level,name,mean\r\n"), "{}", &csv[..60]);
}

/// What a class begins with and how likely that is by race, and a race's history with sampled texts: of Vale Folk 2.7 % have the
/// standing for a shield (worked out in the core's tests).
#[tokio::test]
async fn kits_and_histories_are_shown() {
    let board = Board::new().await;
    board.add_starter("unangband-starter").await;
    let guard = board.get(&format!("{UNANGBAND}/entries/classes/0")).await.text().to_owned();
    for part in [
        "<h2>What it begins with</h2>",
        "/kinds/192\">Oar Shield</a>",
        "<td class=\"num\">2 to 4</td>",
        "<td class=\"num\">61 to 100</td><td class=\"num\">0 % to 2.7 %</td>",
    ] {
        assert!(guard.contains(part), "{part} in {guard}");
    }
    assert!(!guard.contains("Sampled texts"), "{guard}");
    let folk = board.get(&format!("{UNANGBAND}/entries/races/0")).await.text().to_owned();
    for part in [
        "/entries/classes/0\">Guard</a>",
        "<td class=\"num\">61 to 100</td><td class=\"num\">2.7 %</td>",
        "/entries/histories/0\">You were found in a boat.</a>",
        "<h3 id=\"samples\">Sampled texts</h3>",
        "/entries/races/0?seed=2#samples\">Other ones</a>",
    ] {
        assert!(folk.contains(part), "{part} in {folk}");
    }
    // Each text begins with one of chart 1 and ends with one of chart 50.
    let texts = folk.split("Other ones</a>").nth(1).expect("texts").split("</ul>").next().expect("a list");
    let texts: Vec<&str> = texts.split("<li>").skip(1).filter_map(|text| text.split("</li>").next()).collect();
    assert_eq!(texts.len(), 6);
    for text in texts {
        let begins = ["You were found in a boat. ", "You are the third child of many ", "You are the only child "];
        let ends = ["grey and calm.", "brown and quick.", "eyes is green."];
        assert!(
            begins.iter().any(|begin| text.starts_with(begin)) && ends.iter().any(|end| text.ends_with(end)),
            "{text}"
        );
    }
    let boat = board.get(&format!("{UNANGBAND}/entries/histories/0")).await.text().to_owned();
    assert!(boat.contains("/entries/races/0\">Vale Folk</a></td><td class=\"num\">25.0 %</td>"), "{boat}");
    assert_eq!(board.get(&format!("{UNANGBAND}/entries/races/0?seed=x")).await.status.as_u16(), 400);
}
