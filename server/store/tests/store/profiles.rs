//! Drop profiles: versions that stay, names that are one's own, and the one that ships.

use affixboard_inquiry::profile::Profile;
use affixboard_store::{NewVersion, ProfileError, ProfileId, ProfileVersion, Store};

use crate::fixture::{NOW, check_integrity, execute, raw, rows, store};

fn profile(text: &str) -> Profile {
    Profile::parse(text).expect("a profile")
}

fn new<'a>(name: &'a str, profile: &'a Profile) -> NewVersion<'a> {
    NewVersion { name, profile, by: None, now_ms: NOW }
}

/// Name, version, text of each newest version.
async fn listed(store: &Store) -> Vec<(String, u32, String)> {
    let profiles = store.profiles().await.expect("an answer");
    profiles.into_iter().map(|profile| (profile.name, profile.number, profile.text)).collect()
}

#[tokio::test]
async fn every_version_stays_as_it_was_written() {
    let (folder, store) = store().await;
    let (one, two) = (profile("1: good 1\n"), profile("1: good 2 # more\n"));
    let first = store.create_profile(new("Dive", &one)).await.expect("created");
    let expected = ProfileVersion {
        id: first.id,
        name: "Dive".to_owned(),
        is_starter: false,
        number: 1,
        text: "1: good 1\n".to_owned(),
        is_edited: true,
        created_at: NOW,
        is_newest: true,
    };
    assert_eq!(first, expected);

    let second = store.save_profile(first.id, 1, new("Deep dive", &two)).await.expect("saved");
    assert_eq!((second.number, second.text.as_str(), second.is_newest), (2, "1: good 2 # more\n", true));
    // The same text is no new version.
    let renamed = store.save_profile(first.id, 2, new("Dive", &two)).await.expect("saved");
    assert_eq!((renamed.number, renamed.name.as_str()), (2, "Dive"));

    let old = store.profile(first.id, Some(1)).await.expect("an answer").expect("the version");
    assert_eq!(old, ProfileVersion { is_newest: false, ..expected });
    assert_eq!(store.profile(first.id, None).await.expect("an answer"), Some(renamed));
    assert_eq!(store.profile(first.id, Some(3)).await.expect("an answer"), None);
    let numbers =
        |versions: Vec<ProfileVersion>| versions.into_iter().map(|version| version.number).collect::<Vec<_>>();
    assert_eq!(numbers(store.profile_versions(first.id, 9).await.expect("an answer")), [2, 1]);
    assert_eq!(numbers(store.profile_versions(first.id, 1).await.expect("an answer")), [2]);

    let mut connection = raw(folder.path()).await;
    let refused = sqlx::query("UPDATE profile_versions SET text = '2: good 1'").execute(&mut connection).await;
    assert!(refused.expect_err("refused").to_string().contains("never changes"));
    check_integrity(folder.path()).await;
}

#[tokio::test]
async fn a_version_that_was_not_seen_is_not_covered() {
    let (_folder, store) = store().await;
    let texts = ["1: good 1", "1: good 2", "1: good 3"].map(profile);
    let id = store.create_profile(new("Dive", &texts[0])).await.expect("created").id;
    store.save_profile(id, 1, new("Dive", &texts[1])).await.expect("saved");
    let refused = store.save_profile(id, 1, new("Dive", &texts[2])).await.expect_err("refused");
    assert!(matches!(refused, ProfileError::Changed { newest: 2, .. }), "{refused}");
    assert_eq!(listed(&store).await, [("Dive".to_owned(), 2, "1: good 2".to_owned())]);
}

#[tokio::test]
async fn names_are_short_and_ones_own() {
    let (folder, store) = store().await;
    let dive = profile("1: good 1");
    for name in ["", " Dive", "Dive ", "a\nb", "a\u{0}b", &"x".repeat(61)] {
        let refused = store.create_profile(new(name, &dive)).await.expect_err("refused");
        assert!(matches!(refused, ProfileError::BadName(_)), "{name:?}: {refused}");
    }
    store.create_profile(new(&"é".repeat(60), &dive)).await.expect("60 characters");
    let id = store.create_profile(new("Dive", &dive)).await.expect("created").id;
    let refused = store.create_profile(new("DIVE", &dive)).await.expect_err("refused");
    assert_eq!(refused.to_string(), "there is a profile `DIVE` already");
    let other = store.create_profile(new("Other", &dive)).await.expect("created").id;
    let refused = store.save_profile(other, 1, new("dive", &dive)).await.expect_err("refused");
    assert!(matches!(refused, ProfileError::NameTaken(_)), "{refused}");
    // Its own name is free to it, in another case too.
    assert_eq!(store.save_profile(id, 1, new("DIVE", &dive)).await.expect("saved").name, "DIVE");
    assert_eq!(rows(folder.path(), "profile_versions").await, 3);
}

#[tokio::test]
async fn what_is_deleted_is_gone_and_its_number_too() {
    let (folder, store) = store().await;
    let dive = profile("1: good 1");
    let id = store.create_profile(new("Dive", &dive)).await.expect("created").id;
    store.delete_profile(id, None, NOW).await.expect("deleted");
    for refused in [
        store.delete_profile(id, None, NOW).await.expect_err("refused"),
        store.save_profile(id, 1, new("Dive", &dive)).await.expect_err("refused"),
        store.delete_profile(ProfileId(99), None, NOW).await.expect_err("refused"),
    ] {
        assert!(matches!(refused, ProfileError::NotFound(_)), "{refused}");
    }
    assert_eq!(store.profile(id, Some(1)).await.expect("an answer"), None);
    assert_eq!((rows(folder.path(), "profiles").await, rows(folder.path(), "profile_versions").await), (0, 0));
    assert!(store.create_profile(new("Dive", &dive)).await.expect("created").id > id);
}

#[tokio::test]
async fn what_ships_stays_and_an_edit_of_it_too() {
    let (folder, store) = store().await;
    let texts = ["1: good 1", "1: good 2", "1: good 3"].map(profile);
    let mine = store.create_profile(new("typical dive", &texts[0])).await.expect("created");
    let shipped = store.ship_profile("dive", new("Typical dive", &texts[0])).await.expect("shipped");
    assert_eq!((shipped.name.as_str(), shipped.is_starter, shipped.is_edited), ("Typical dive (2)", true, false));
    // Those that ship are first.
    assert_eq!(store.profiles().await.expect("an answer"), [shipped.clone(), mine]);

    // The next start, and a newer program.
    assert_eq!(store.ship_profile("dive", new("Typical dive", &texts[0])).await.expect("shipped"), shipped);
    let newer = store.ship_profile("dive", new("Typical dive", &texts[1])).await.expect("shipped");
    assert_eq!((newer.id, newer.number, newer.is_edited), (shipped.id, 2, false));
    // Once somebody edited it, it is theirs.
    let edited = store.save_profile(shipped.id, 2, new("Our dive", &texts[2])).await.expect("saved");
    assert_eq!(store.ship_profile("dive", new("Typical dive", &texts[0])).await.expect("shipped"), edited);

    let refused = store.delete_profile(shipped.id, None, NOW).await.expect_err("refused");
    assert_eq!(
        refused.to_string(),
        "the profile `Our dive` ships with Affixboard and can't be deleted; it can be edited"
    );
    let mut connection = raw(folder.path()).await;
    let refused = sqlx::query("DELETE FROM profiles WHERE starter IS NOT NULL").execute(&mut connection).await;
    assert!(refused.expect_err("refused").to_string().contains("stays"));
}

#[tokio::test]
async fn there_is_an_end_to_profiles_and_versions() {
    let (folder, store) = store().await;
    execute(
        folder.path(),
        "WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < 200)
         INSERT INTO profiles (name, created_at) SELECT 'p' || number, 0 FROM numbers;
         WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < 1000)
         INSERT INTO profile_versions SELECT 1, number, '1: good 1', 'edit', 0 FROM numbers",
    )
    .await;
    let dive = profile("1: good 2");
    let refused = store.create_profile(new("Dive", &dive)).await.expect_err("refused");
    assert!(matches!(refused, ProfileError::TooManyProfiles(200)), "{refused}");
    let refused = store.save_profile(ProfileId(1), 1000, new("p1", &dive)).await.expect_err("refused");
    assert!(matches!(refused, ProfileError::TooManyVersions(1000)), "{refused}");
    // What fits the reader fits the table.
    let longest = profile(&format!("1: good 1 #{}", "é".repeat((Profile::MAX_BYTES - 11) / 2)));
    assert_eq!(longest.text().len(), Profile::MAX_BYTES - 1);
    execute(folder.path(), "DELETE FROM profiles WHERE id = 1").await;
    store.create_profile(new("Dive", &longest)).await.expect("created");
}
