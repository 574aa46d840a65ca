//! The versions that a site has, and what becomes of them.

use std::fs;

use crate::{files, plain, published, published_keeping, starter};

/// The starter edition with a number of an object changed.
fn changed(number: u32) -> affixboard_model::game::Loaded {
    starter("nethack", |name, text| match name {
        "objects.c" => format!("{text}\n/* {number} */\n"),
        _ => text,
    })
}

#[tokio::test]
async fn the_oldest_versions_go_where_there_are_more_than_are_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    for number in 1..=3 {
        published_keeping(folder.path(), &number.to_string(), changed(number), 2).await.expect("published");
    }
    let there: Vec<_> = ["1", "2", "3"].map(|name| folder.path().join("ours").join(name).exists()).into();
    assert_eq!(there, [false, true, true]);
    let list = fs::read_to_string(folder.path().join("ours/index.html")).expect("the list");
    assert!(!list.contains("href=\"1/") && list.contains("3/since-2.html"), "{list}");
}

#[tokio::test]
async fn where_nothing_can_be_published_the_site_stays_as_it_was() {
    let folder = tempfile::tempdir().expect("a folder");
    published(folder.path(), "1", changed(1)).await.expect("published");
    published(folder.path(), "2", changed(2)).await.expect("published");
    let before = files(folder.path());
    let refused = [
        (published(folder.path(), "3", changed(1)).await, "the files are those of the version 1 already"),
        (
            published(folder.path(), "1", changed(3)).await,
            "the version 1 is older than 2, which is compared with it; expected 2 again or a new name",
        ),
        (
            published(folder.path(), "../3", changed(3)).await,
            "found the version `../3`; expected 1 to 64 letters, digits and the signs - . _, the first a letter or digit",
        ),
        (
            published(folder.path(), "3", plain("imoria")).await,
            "the site's edition has files of nethack, these are of imoria",
        ),
    ];
    for (outcome, why) in refused {
        assert_eq!(outcome.expect_err(why).to_string(), why);
    }
    assert_eq!(files(folder.path()), before);
}

#[tokio::test]
async fn what_a_killed_process_left_is_no_version() {
    let folder = tempfile::tempdir().expect("a folder");
    let half = folder.path().join("ours/.making");
    fs::create_dir_all(&half).expect("a folder");
    fs::write(half.join("index.html"), "half").expect("a file");
    published(folder.path(), "1", plain("nethack")).await.expect("published");
    assert!(!half.exists());
    assert!(!files(folder.path()).values().any(|bytes| bytes == b"half"));
    // The newest version can be made again.
    published(folder.path(), "1", changed(1)).await.expect("published");
    assert!(fs::read_to_string(folder.path().join("ours/1/files/objects.c")).expect("the file").contains("/* 1 */"));
}

#[tokio::test]
async fn a_list_that_somebody_wrote_leads_nowhere() {
    let folder = tempfile::tempdir().expect("a folder");
    published(folder.path(), "1", plain("nethack")).await.expect("published");
    let path = folder.path().join("ours/versions.json");
    let list = fs::read_to_string(&path).expect("the list");
    let table = [
        (list.replace("\"name\": \"1\"", "\"name\": \"../..\""), "found the version `../..`; expected 1 to 64 letters"),
        ("{".to_owned(), "EOF while parsing an object at line 1 column 1"),
    ];
    for (list, why) in table {
        fs::write(&path, list).expect("written");
        let error = published(folder.path(), "2", changed(2)).await.expect_err(why).to_string();
        assert!(error.contains("versions.json: ") && error.contains(why), "{error}");
    }
}
