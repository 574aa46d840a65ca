//! Proposals on games of which every line can be changed: any entry's page leads to its lines, they are drafted, proposed and
//! merged, and what the game's program would write otherwise goes into a draft by one button.

use axum::http::StatusCode;

use super::show::form;
use crate::web::support::Board;

const REVISION: &str = "/editions/unangband-starter/revisions/1";
const DRAFT: &str = "/editions/unangband-starter/draft";

async fn board() -> Board {
    let board = Board::new().await;
    board.add_starter("unangband-starter").await;
    board
}

/// The lines of a patch that say what changes.
fn changed(patch: &str) -> Vec<&str> {
    patch.lines().filter(|line| line.starts_with(['-', '+'])).collect()
}

#[tokio::test]
async fn every_entry_can_be_proposed_to() {
    let board = board().await;
    for entry in [
        "spells/1",
        "classes/0",
        "races/0",
        "flavours/1",
        "runes/1",
        "methods/1",
        "effects/2",
        "features/1",
        "vaults/1",
        "regions/1",
        "rooms/0",
        "dungeons/1",
        "quests/0",
        "shops/0",
        "owners/0",
        "prices/0",
        "styles/0",
        "histories/0",
        "random-artifacts/19",
        "words/0",
        "limits/0",
        "monsters/1",
    ] {
        let page = board.get(&format!("{REVISION}/entries/{entry}")).await;
        let link = format!("href=\"{DRAFT}?entry={}\">Propose a change</a>", entry.replace('/', "."));
        assert!(page.text().contains(&link), "{entry}: {}", page.text());
        let draft = board.get(&format!("{DRAFT}?entry={}", entry.replace('/', "."))).await;
        assert_eq!(draft.status, StatusCode::OK, "{entry}");
        assert!(!draft.text().contains("has no lines that could be changed"), "{entry}");
    }
}

#[tokio::test]
async fn lines_of_a_spell_are_drafted_proposed_and_merged() {
    let board = board().await;
    let spell = format!("{DRAFT}?entry=spells.1");
    let page = board.get(&spell).await;
    for part in ["C:class:level:mana:fail:least-fail", "value=\"C:1:1:1:20:4\"", "value=\"N:1:Spark\"", "F[:flags]"] {
        assert!(page.text().contains(part), "{part} in {}", page.text());
    }
    // A line that the reader can't take is kept, with what it says.
    let class = |was: &str, field: &str, value: &str| {
        form(&[("do", "save"), ("l1", "spells.1.C.1"), ("w1", was), (&format!("f1.{field}"), value)])
    };
    assert_eq!(board.post(&spell, &class("C:1:1:1:20:4", "level", "many")).await.status, StatusCode::SEE_OTHER);
    let page = board.get(&spell).await;
    assert!(page.text().contains("found `many`; expected a number for level"), "{}", page.text());
    assert_eq!(board.post(&spell, &class("C:1:many:1:20:4", "level", "2")).await.status, StatusCode::SEE_OTHER);
    // The line that begins the spell gets another name; a second one of it is refused.
    let renamed = form(&[("do", "save"), ("l1", "spells.1.N.1"), ("w1", "N:1:Spark"), ("f1.name", "Glint")]);
    assert_eq!(board.post(&spell, &renamed).await.status, StatusCode::SEE_OTHER);
    let lines = board.get(&format!("{spell}&view=lines")).await;
    let (keys, was) = (lines.between("name=\"k1\" value=\"", "\""), lines.between("name=\"o1\" value=\"", "\""));
    let more = format!("{was}\nN:2:Other");
    let second = form(&[("do", "save"), ("b1", "spells.1"), ("k1", keys), ("o1", was), ("q1", &more)]);
    let refused = board.post(&format!("{spell}&view=lines"), &second).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(refused.text().contains("found a new line `N:`"), "{}", refused.text());
    // A description with all its blanks.
    let history = format!("{DRAFT}?entry=histories.0");
    let text = form(&[
        ("do", "save"),
        ("l1", "histories.0.D.1"),
        ("w1", "D:You were found in a boat. "),
        ("f1.text", "You were found in  a cradle. "),
    ]);
    assert_eq!(board.post(&history, &text).await.status, StatusCode::SEE_OTHER);

    let page = board.get(&spell).await;
    assert!(page.text().contains("Glint (spell 1)"), "{}", page.text());
    let version = page.between("name=\"version\" value=\"", "\"").to_owned();
    let propose = form(&[("do", "propose"), ("version", &version), ("title", "A glint")]);
    let proposed = board.post(DRAFT, &propose).await;
    assert_eq!(
        (proposed.status, proposed.header("location")),
        (StatusCode::SEE_OTHER, "/proposals/1"),
        "{}",
        proposed.text()
    );
    let patch = board.get("/proposals/1.patch").await;
    assert_eq!(
        changed(patch.text()),
        [
            "--- a/lib/edit/p_hist.txt",
            "+++ b/lib/edit/p_hist.txt",
            "-D:You were found in a boat. ",
            "+D:You were found in  a cradle. ",
            "--- a/lib/edit/spell.txt",
            "+++ b/lib/edit/spell.txt",
            "-N:1:Spark",
            "+N:1:Glint",
            "-C:1:1:1:20:4",
            "+C:1:2:1:20:4",
        ]
    );
    let merged = board.post("/proposals/1/merge", "seen=1").await;
    assert_eq!(merged.status, StatusCode::SEE_OTHER, "{}", merged.text());
    let zipped = board.get("/editions/unangband-starter/revisions/2/files.zip").await;
    let mut archive = zip::ZipArchive::new(std::io::Cursor::new(zipped.body.clone())).expect("a zip");
    let name =
        archive.file_names().map(|name| name.expect("a name").into_owned()).find(|name| name.ends_with("spell.txt"));
    let mut text = String::new();
    let mut file = archive.by_name(&name.expect("the file")).expect("the file");
    std::io::Read::read_to_string(&mut file, &mut text).expect("text");
    assert!(text.contains("N:1:Glint\nA:65:15:1\nA:90:52:1\nC:1:2:1:20:4\n"), "{text}");
}

/// An entry that gets another number is shown under that, and its changes can be taken back.
#[tokio::test]
async fn an_entry_gets_another_number() {
    let board = board().await;
    let rune = format!("{DRAFT}?entry=runes.6");
    let renumbered = form(&[("do", "save"), ("l1", "runes.6.N.1"), ("w1", "N:6:Ferry"), ("f1.index", "7")]);
    let saved = board.post(&rune, &renumbered).await;
    assert_eq!(
        (saved.status, saved.header("location")),
        (StatusCode::SEE_OTHER, format!("{DRAFT}?entry=runes.7").as_str())
    );
    let page = board.get(&rune).await;
    assert!(page.text().contains("Ferry (rune 7)"), "{}", page.text());
    // The number of another one: the reader passes over the rune, and the draft says so.
    let again = form(&[("do", "save"), ("l1", "runes.7.N.1"), ("w1", "N:7:Ferry"), ("f1.index", "5")]);
    assert_eq!(board.post(&rune, &again).await.status, StatusCode::SEE_OTHER);
    let page = board.get(&rune).await;
    assert_eq!(page.status, StatusCode::OK);
    assert!(
        page.text().contains("<code>N:5:Ferry</code>")
            && page.text().contains("found 5; expected an index greater than 5"),
        "{}",
        page.text()
    );
    let version = page.between("name=\"version\" value=\"", "\"").to_owned();
    let back = board.post(DRAFT, &form(&[("do", "back-0"), ("version", &version)])).await;
    assert_eq!(back.status, StatusCode::SEE_OTHER, "{}", back.text());
    assert!(board.get(&rune).await.text().contains("Ferry (rune 6)"));
}

#[tokio::test]
async fn what_the_program_would_write_goes_into_a_draft() {
    let board = board().await;
    let guide = board.get(&format!("{REVISION}/guides/monster-power")).await;
    for part in [
        "Monsters by power",
        "otherwise: levels and experience, with the rarities as they are.",
        "otherwise: levels, rarities and experience.",
        "action=\"/editions/unangband-starter/draft/corrections/monster-levels\"",
        "Draft these corrections",
    ] {
        assert!(guide.text().contains(part), "{part} in {}", guide.text());
    }
    let none = board.post(&format!("{DRAFT}/corrections/monsters"), "").await;
    assert_eq!(none.status, StatusCode::NOT_FOUND);
    let drafted = board.post(&format!("{DRAFT}/corrections/monster-templates"), "").await;
    assert_eq!((drafted.status, drafted.header("location")), (StatusCode::SEE_OTHER, DRAFT), "{}", drafted.text());
    let page = board.get(DRAFT).await;
    let version = page.between("name=\"version\" value=\"", "\"").to_owned();
    let propose = form(&[("do", "propose"), ("version", &version), ("title", "As computed")]);
    assert_eq!(board.post(DRAFT, &propose).await.header("location"), "/proposals/1");
    let patch = board.get("/proposals/1.patch").await.text().to_owned();
    assert!(changed(&patch)[2..].iter().all(|line| ["W:", "C:"].contains(&&line[1..3])), "{patch}");
    assert!(patch.contains("\n-W:"), "{patch}");
}
