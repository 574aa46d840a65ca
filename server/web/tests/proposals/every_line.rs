//! Proposals on games of which every line can be changed: any entry's page leads to its lines, they are drafted, proposed and
//! merged, and what the game's program would write otherwise goes into a draft by one button.

use axum::http::StatusCode;

use super::show::form;
use crate::support::Board;

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

const AFFIXES: &str = "/editions/affix-branch-starter/draft";

/// Flags, description and name of an affix of the affix branch, beside its allocations: drafted, with their effect, proposed.
#[tokio::test]
async fn every_line_of_an_affix_is_drafted_and_proposed() {
    let board = Board::new().await;
    let acid = format!("{AFFIXES}?entry=affix.1");
    let page = board.get(&acid).await;
    for part in [
        "N:index:type:name",
        "R2:number:flags",
        "value=\"N:1:suffix:of Resist Acid\"",
        "value=\"F:RES_ACID | IGNORE_ACID\"",
        "value=\"D:Acid beads and rolls off.\"",
    ] {
        assert!(page.text().contains(part), "{part} in {}", page.text());
    }
    // Flags are chosen one by one from those that the edition's lines have, of affixes or not.
    let field = page.between("value=\"RES_ACID | IGNORE_ACID\"", ">");
    assert!(field.contains("data-several=\"words-affix--flags\""), "{field}");
    let words = page.between("<datalist id=\"words-affix--flags\">", "</datalist>");
    assert!(words.contains("<option value=\"NO_FUEL\">") && !words.contains('|'), "{words}");
    assert!(page.text().contains("title=\"a random value such as 10+2d3M4\""));
    // Allocations are first, as before.
    assert!(page.text().contains("name=\"l1\" value=\"affix.1.T.1\""));
    let save = form(&[
        ("do", "save"),
        ("l1", "affix.1.F.1"),
        ("w1", "F:RES_ACID | IGNORE_ACID"),
        ("f1.flags", "RES_ACID | IGNORE_ACID | NO_SUCH_FLAG"),
        ("l2", "affix.1.D.1"),
        ("w2", "D:Acid beads and rolls off."),
        ("f2.text", "Acid runs off. "),
        ("l3", "affix.1.T.1"),
        ("w3", "T:soft armour:0:99:great:20:1 to 127"),
        ("f3.commonness", "40"),
        ("n4", "affix.1.C.0"),
        ("a4.to-hit", "0"),
        ("a4.to-dam", "0"),
        ("a4.to-ac", "d4"),
    ]);
    assert_eq!(board.post(&acid, &save).await.status, StatusCode::SEE_OTHER);
    let page = board.get(&acid).await;
    // The reader's remark is at the line, and the flag in the field.
    let flags = page.between("value=\"F:RES_ACID | IGNORE_ACID | NO_SUCH_FLAG\"", "</fieldset>");
    assert!(flags.contains("line-note") && flags.contains("NO_SUCH_FLAG"), "{flags}");
    assert!(page.text().contains("data-part=\"effect\""));
    let right = form(&[
        ("do", "save"),
        ("l1", "affix.1.F.1"),
        ("w1", "F:RES_ACID | IGNORE_ACID | NO_SUCH_FLAG"),
        ("f1.flags", "RES_ACID"),
        ("l2", "affix.1.N.1"),
        ("w2", "N:1:suffix:of Resist Acid"),
        ("f2.type", "prefix"),
    ]);
    assert_eq!(board.post(&acid, &right).await.status, StatusCode::SEE_OTHER);
    let version = board.get(&acid).await.between("name=\"version\" value=\"", "\"").to_owned();
    let propose = form(&[("do", "propose"), ("version", &version), ("title", "Less acid")]);
    let proposed = board.post(AFFIXES, &propose).await;
    assert_eq!(proposed.header("location"), "/proposals/1", "{}", proposed.text());
    let patch = board.get("/proposals/1.patch").await;
    assert_eq!(
        changed(patch.text())[2..],
        [
            "-N:1:suffix:of Resist Acid",
            "-F:RES_ACID | IGNORE_ACID",
            "-T:soft armour:0:99:great:20:1 to 127",
            "+N:1:prefix:of Resist Acid",
            "+F:RES_ACID",
            "+T:soft armour:0:99:great:40:1 to 127",
            "-D:Acid beads and rolls off.",
            "+D:Acid runs off. ",
            "+C:0:0:d4",
        ]
    );
    let page = board.get("/proposals/1").await;
    assert!(page.text().contains("4 lines changed, 1 added"), "{}", page.text());
}

/// Each sort of entry of each of these games has all its lines in the form, the table and the text.
#[tokio::test]
async fn every_sort_of_entry_has_all_its_lines() {
    let board = Board::new().await;
    for edition in ["v4-starter", "angband-3-0-starter", "angband-3-5-starter", "angband-4-2-starter"] {
        board.add_starter(edition).await;
    }
    for (edition, entry, line) in [
        ("affix-branch-starter", "theme.1", "N:1:suffix:of Resistance"),
        ("affix-branch-starter", "artifact.1", "E:ILLUMINATION:10+d10"),
        ("v4-starter", "affix.1", "N:1:"),
        ("angband-3-0-starter", "artifact.1", "W:4:5:10:9000"),
        ("angband-3-0-starter", "affix.1", "W:2:2:0:900"),
        ("angband-3-5-starter", "affix.1", "N:1:"),
        ("angband-4-2-starter", "affix.0", "alloc:60:1 to 45"),
    ] {
        for view in ["form", "table", "lines"] {
            let page = board.get(&format!("/editions/{edition}/draft?entry={entry}&view={view}")).await;
            assert_eq!(page.status, StatusCode::OK, "{edition} {entry} {view}: {}", page.text());
            assert!(page.text().contains(line), "{edition} {entry} {view}: {}", page.text());
        }
    }
}

/// A new affix is made as a copy of another, changed further line by line, proposed and merged; another one is removed.
#[tokio::test]
async fn an_affix_is_copied_and_another_is_removed() {
    let board = Board::new().await;
    board.add_starter("affix-branch-starter").await;
    let draft = "/editions/affix-branch-starter/draft";
    let page = board.get(draft).await;
    assert!(page.text().contains("Or make a new <a href="), "{}", page.text());
    let acid = format!("{draft}?entry=affix.1");
    let page = board.get(&format!("{acid}&new=yes")).await;
    assert!(page.text().contains("New affix, copied from of Resist Acid"), "{}", page.text());
    let add = |text: &str| form(&[("do", "add-entry"), ("of", "affix.1"), ("text", text)]);
    // A number that another affix has, a text that is none, and a line that no affix has.
    for (text, said) in [
        ("N:2:suffix:of Thunder\nF:RES_ELEC", "affix"),
        ("F:RES_ELEC", "expected a line that begins with `N:` first"),
        ("N:200:suffix:of Thunder\n\nN:201:suffix:of Rain", "no other such line"),
    ] {
        let refused = board.post(&acid, &add(text)).await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{text}: {}", refused.text());
        assert!(refused.text().contains(said) && refused.text().contains("Nothing was saved"), "{}", refused.text());
    }
    let thunder = "N:200:suffix:of Thunder\nF:RES_ELEC\nT:sword:0:99:good:20:1 to 100\n";
    let added = board.post(&acid, &add(thunder)).await;
    assert_eq!(
        (added.status, added.header("location")),
        (StatusCode::SEE_OTHER, format!("{draft}?entry=affix.200").as_str())
    );
    let new = format!("{draft}?entry=affix.200");
    let rarer = form(&[
        ("do", "save"),
        ("l1", "affix.200.T.1"),
        ("w1", "T:sword:0:99:good:20:1 to 100"),
        ("f1.commonness", "5"),
    ]);
    assert_eq!(board.post(&new, &rarer).await.status, StatusCode::SEE_OTHER);
    let removed = form(&[("do", "remove-entry"), ("of", "affix.2")]);
    assert_eq!(board.post(&format!("{draft}?entry=affix.2"), &removed).await.status, StatusCode::SEE_OTHER);
    let page = board.get(draft).await;
    assert!(page.text().contains("new, after "), "{}", page.text());
    let version = page.between("name=\"version\" value=\"", "\"").to_owned();
    let propose = form(&[("do", "propose"), ("version", &version), ("title", "Thunder")]);
    let proposed = board.post(draft, &propose).await;
    assert_eq!(proposed.header("location"), "/proposals/1", "{}", proposed.text());
    assert_eq!(board.get("/proposals/1").await.status, StatusCode::OK);
    let patch = board.get("/proposals/1.patch").await;
    let came: Vec<&str> = patch.text().lines().filter(|line| line.starts_with('+')).collect();
    assert_eq!(came[1..], ["+", "+N:200:suffix:of Thunder", "+F:RES_ELEC", "+T:sword:0:99:good:5:1 to 100"]);
    assert!(patch.text().contains("\n-N:2:suffix:of Resist Lightning\n"), "{}", patch.text());
    let merged = board.post("/proposals/1/merge", "seen=1").await;
    assert_eq!(merged.status, StatusCode::SEE_OTHER, "{}", merged.text());
    let affix = board.get("/editions/affix-branch-starter/revisions/2/affixes/200").await;
    assert!(affix.text().contains("of Thunder"), "{}", affix.text());
    let gone = board.get("/editions/affix-branch-starter/revisions/2/affixes/2").await;
    assert_eq!(gone.status, StatusCode::NOT_FOUND);
}

/// The array size of limits.txt grows with an ego that it has no room for, in the same draft.
#[tokio::test]
async fn a_new_ego_of_angband_3_0_brings_its_array_size() {
    let board = Board::new().await;
    board.add_starter("angband-3-0-starter").await;
    let draft = "/editions/angband-3-0-starter/draft";
    let thunder = "N:120:of Thunder\nX:20:0\nW:0:1:0:100\nT:23:0:99\nC:1:1:0:0\nF:RES_ELEC\n";
    let add = form(&[("do", "add-entry"), ("of", "affix.1"), ("text", thunder)]);
    let added = board.post(&format!("{draft}?entry=affix.1"), &add).await;
    assert_eq!(added.status, StatusCode::SEE_OTHER, "{}", added.text());
    let page = board.get(draft).await;
    assert!(page.text().contains("limit E"), "{}", page.text());
    let version = page.between("name=\"version\" value=\"", "\"").to_owned();
    let propose = form(&[("do", "propose"), ("version", &version), ("title", "Thunder")]);
    assert_eq!(board.post(draft, &propose).await.header("location"), "/proposals/1");
    let patch = board.get("/proposals/1.patch").await;
    assert!(patch.text().contains("\n-M:E:96\n+M:E:121\n"), "{}", patch.text());
    assert_eq!(board.post("/proposals/1/merge", "seen=1").await.status, StatusCode::SEE_OTHER);
    let ego = board.get("/editions/angband-3-0-starter/revisions/2/affixes/120").await;
    assert!(ego.text().contains("of Thunder"), "{}", ego.text());
}

/// A row of a C table, here a call of a macro, is copied and changed, proposed and merged, and another one is removed.
#[tokio::test]
async fn rows_of_nethacks_tables_come_and_go() {
    let board = Board::new().await;
    board.add_starter("nethack-starter").await;
    let draft = "/editions/nethack-starter/draft";
    let page = board.get(draft).await;
    assert!(page.text().contains("Or make a new <a href="), "{}", page.text());
    let arrow = format!("{draft}?entry=objects.1");
    let page = board.get(&format!("{arrow}&new=yes")).await;
    assert!(
        page.text().contains("MISSILE(&quot;reed arrow&quot;") || page.text().contains("MISSILE(&#34;reed arrow&#34;"),
        "{}",
        page.text()
    );
    let add = |row: &str| form(&[("do", "add-entry"), ("of", "objects.1"), ("text", row)]);
    for (row, said) in [
        ("MISSILE(\"bone arrow\", 60, 1, 1, 5, 5, 0, BONE, -P_BOW);", "found a text that is no row of a table"),
        ("WAFER(\"bone arrow\")", "Nothing was saved"),
    ] {
        let refused = board.post(&arrow, &add(row)).await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{row}: {}", refused.text());
        assert!(refused.text().contains(said), "{row}: {}", refused.text());
    }
    let added = board.post(&arrow, &add("MISSILE(\"bone arrow\", 60, 1, 1, 5, 5, 0, BONE, -P_BOW)")).await;
    assert_eq!(
        (added.status, added.header("location")),
        (StatusCode::SEE_OTHER, format!("{draft}?entry=objects.2").as_str()),
        "{}",
        added.text()
    );
    // The throwing spike, which is the fourth now.
    let removed = form(&[("do", "remove-entry"), ("of", "objects.4")]);
    assert_eq!(board.post(&format!("{draft}?entry=objects.4"), &removed).await.status, StatusCode::SEE_OTHER);
    let page = board.get(draft).await;
    let version = page.between("name=\"version\" value=\"", "\"").to_owned();
    let propose = form(&[("do", "propose"), ("version", &version), ("title", "Bone")]);
    assert_eq!(board.post(draft, &propose).await.header("location"), "/proposals/1");
    let patch = board.get("/proposals/1.patch").await;
    let came: Vec<&str> = patch.text().lines().filter(|line| line.starts_with(['+', '-'])).collect();
    let expected = [
        "+MISSILE(\"bone arrow\", 60, 1, 1, 5, 5, 0, BONE, -P_BOW),",
        "-MISSILE(\"throwing spike\", 100, 2, 3, 4, 3, 2, IRON, -P_DART),",
    ];
    assert_eq!(came[2..], expected, "{}", patch.text());
}
