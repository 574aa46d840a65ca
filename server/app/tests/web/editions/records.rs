//! Any edit file as a table of its records.

use crate::web::support::Board;

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
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("data/unangband");
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
    let Some(folder) = crate::cli::program::reference("unangband") else { return };
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
