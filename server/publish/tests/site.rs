//! The pages of a site.

use affixboard_publish::Written;

use crate::{files, links::faults, plain, published, starter};

fn page<'a>(files: &'a std::collections::BTreeMap<String, Vec<u8>>, name: &str) -> &'a str {
    let bytes = files.get(name).unwrap_or_else(|| panic!("no {name}"));
    std::str::from_utf8(bytes).expect("text")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_versions_of_an_edition_lead_to_each_other() {
    let folder = tempfile::tempdir().expect("a folder");
    published(folder.path(), "1.0", plain("angband-2.8")).await.expect("published");
    let first = files(folder.path());
    assert_eq!(faults(&first), [""; 0]);

    // A number of an ego.
    let more = |name: &str, text: String| match name {
        "e_info.txt" => text.replacen("\nW:0:", "\nW:7:", 1),
        _ => text,
    };
    published(folder.path(), "1.1", starter("angband-2.8", more)).await.expect("published");
    let both = files(folder.path());
    assert_eq!(faults(&both), [""; 0]);
    for (name, bytes) in first.iter().filter(|(name, _)| name.starts_with("ours/1.0/")) {
        assert_eq!(both.get(name), Some(bytes), "{name} stays as it was");
    }

    let versions = page(&both, "ours/index.html");
    for link in ["1.0/index.html", "1.1/index.html", "1.1/since-1.0.html", "1.1/files.zip"] {
        assert!(versions.contains(&format!("href=\"{link}\"")), "{link}\n{versions}");
    }
    assert!(!versions.contains("Sign in"));
    assert!(page(&both, "index.html").contains("href=\"ours/1.1/index.html\""));
    let since = page(&both, "ours/1.1/since-1.0.html");
    assert!(since.contains("W:7:"), "the changed line");
    assert!(since.contains("from 1.0") || since.contains(" 1.0</a>"), "the versions by their names\n{since}");

    let sheet = page(&both, "ours/1.1/since-1.0/23.html");
    assert!(sheet.contains("href=\"../since-1.0.html\"") || sheet.contains("href=\"../types/23.html\""), "{sheet}");

    // Sheets of each drop quality, pages of entries, tables; the numbers are the dashboard's.
    let sheet = page(&both, "ours/1.1/chances/23.html");
    assert!(sheet.contains("<b class=\"how-exact\">exact</b>"), "{sheet}");
    assert!(sheet.contains("href=\"23-good.html\"") && sheet.contains("href=\"../types/23.html\""));
    assert!(page(&both, "ours/1.1/chances/23-good.csv").starts_with("section,name,"));
    let table = page(&both, "ours/1.1/chances/23.json");
    assert!(!table.contains("\"address\""), "no address of a server");
    assert!(page(&both, "ours/1.1/files/e_info.txt").contains("W:7:"));
    assert!(sheet.contains("by the rules angband-2.8 "), "what the numbers are of");
}

#[tokio::test]
async fn what_a_game_without_item_types_has_is_published_too() {
    let folder = tempfile::tempdir().expect("a folder");
    let Written { pages, files: others, .. } =
        published(folder.path(), "3.4.3", plain("nethack")).await.expect("published");
    let files = files(folder.path());
    assert_eq!(faults(&files), [""; 0]);
    assert!(pages > 40 && others > 5, "{pages} pages and {others} files");
    assert!(page(&files, "ours/3.4.3/subjects/objects.html").contains("<h1>"));
    assert!(page(&files, "ours/3.4.3/find.js").starts_with("affixboardPages = [["));
}

#[tokio::test]
async fn a_site_is_the_same_each_time() {
    let (one, other) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
    for folder in [&one, &other] {
        published(folder.path(), "1", plain("imoria")).await.expect("published");
    }
    let (mut one, mut other) = (files(one.path()), files(other.path()));
    // A database says when its revision was made.
    for files in [&mut one, &mut other] {
        files.remove("ours/1/revision.db").expect("a database");
    }
    assert_eq!(one.keys().collect::<Vec<_>>(), other.keys().collect::<Vec<_>>());
    for (name, bytes) in &one {
        assert!(other[name] == *bytes, "{name}");
    }
}
