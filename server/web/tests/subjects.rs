//! What turns up beside drops: its sheets, the tables of a game's own entries, and the files they stand in.

use std::io::Read;

use crate::support::Board;

const NETHACK: &str = "/editions/nethack-starter/revisions/1";

async fn board() -> Board {
    let board = Board::new().await;
    board.add_starter("nethack-starter").await;
    board
}

/// At depth 1 a hero of level 1 meets difficulties 0 and 1. Of the starter's monsters that is the hound pup (level 0, small
/// groups and one attack: 0 + 2 / 3 + 1) and the cellar rat (the same), of frequencies 3 and 1.
#[tokio::test]
async fn chances_worked_out_by_hand() {
    let board = board().await;
    let page = board.get(&format!("{NETHACK}/subjects/monsters?depth=1,2&experience=1")).await;
    let text = page.text();
    assert_eq!(page.status.as_u16(), 200, "{text}");
    let row = |name: &str| {
        let from = text.find(&format!(">{name}</a>")).unwrap_or_else(|| panic!("no {name} in {text}"));
        text[from..].split("</tr>").next().expect("a row").to_owned()
    };
    assert!(row("hound pup").contains(">75.0</td>"), "{}", row("hound pup"));
    assert!(row("cellar rat").contains(">25.0</td>"), "{}", row("cellar rat"));
    assert!(text.contains("<b class=\"how-exact\">exact</b>"));
    assert!(text.contains("2 rows"));

    let csv = board.get(&format!("{NETHACK}/subjects/monsters.csv?depth=1&experience=1")).await.text().to_owned();
    assert_eq!(
        csv,
        "branch,level,difficulty,ulevel,metric,monster_index,name,mean\n\
         The Long Stair,1,1,1,rndmonst,2,hound pup,0.75\n\
         The Long Stair,1,1,1,rndmonst,11,cellar rat,0.25\n"
    );
}

/// On a neutral level each has (20 - 0) / 4 parts more, on a lawful one (0 + 20) / 8: 8 of 14, and 5 of 8.
#[tokio::test]
async fn a_level_may_have_an_alignment_of_its_own() {
    let board = board().await;
    for (alignment, pup, rat) in [
        ("none", "0.75", "0.25"),
        ("neutral", "0.5714285714285714", "0.42857142857142855"),
        ("lawful", "0.625", "0.375"),
    ] {
        let address = format!("{NETHACK}/subjects/monsters.csv?depth=1&experience=1&alignment={alignment}");
        let csv = board.get(&address).await.text().to_owned();
        let branch = if alignment == "none" { String::new() } else { format!(" ({alignment})") };
        assert_eq!(
            csv,
            format!(
                "branch,level,difficulty,ulevel,metric,monster_index,name,mean\n\
                 The Long Stair{branch},1,1,1,rndmonst,2,hound pup,{pup}\n\
                 The Long Stair{branch},1,1,1,rndmonst,11,cellar rat,{rat}\n"
            )
        );
    }
}

/// How likely a wand of wishing is in an ordinary place, by three links: objects, wands, the row. 4 in 100 objects are wands,
/// 5 in 1000 of these are of wishing; in the hell of the starter 8 in 100 are wands.
#[tokio::test]
async fn a_wand_of_wishing_is_two_in_ten_thousand() {
    let board = board().await;
    let edition = board.get(NETHACK).await.text().to_owned();
    assert!(edition.contains("/subjects/objects?group=/+wands\">/ wands</a>"), "{edition}");
    let page = board.get(&format!("{NETHACK}/subjects/objects?group=%2F+wands")).await;
    let text = page.text();
    let from = text.find(">wishing</a>").unwrap_or_else(|| panic!("no wishing in {text}"));
    let row = text[from..].split("</tr>").next().expect("a row");
    assert!(row.contains(">0.0200</td>") && row.contains(">0.0400</td>"), "{row}");
}

/// A level's depths are the columns of the dungeon's sheet: the library's are 5 to 8, each equally likely.
#[tokio::test]
async fn levels_lie_at_depths() {
    let board = board().await;
    let page = board.get(&format!("{NETHACK}/subjects/dungeon?group=The+Long+Stair")).await;
    let text = page.text();
    let from = text.find(">library").unwrap_or_else(|| panic!("no library in {text}"));
    let row = text[from..].split("</tr>").next().expect("a row");
    assert_eq!(row.matches(">25.0</td>").count(), 4, "{row}");
    assert!(!text.contains(">valley"), "of another dungeon");
    let branches = board.get(&format!("{NETHACK}/subjects/dungeon?metric=branch_to")).await.text().to_owned();
    assert!(branches.contains("to The Copper Mines"), "{branches}");
}

#[tokio::test]
async fn settings_that_mean_nothing_are_refused() {
    let board = board().await;
    for (query, status, lead) in [
        ("depth=0", 400, "depth: found `0`; expected a number from 1 to 60."),
        ("depth=1-5000000", 400, "depth: found `5000000`; expected a number from 1 to 60."),
        ("experience=x", 400, "experience: found `x`; expected a number from 1 to 30."),
        ("axis=x", 400, "axis: found `x`; expected one of depth, experience, branch, entry, alignment."),
        ("metric=x", 400, "metric: found `x`; expected one of rndmonst."),
        (
            "branch=The+Puzzle+Tower&depth=5",
            400,
            "There are no such numbers: The Puzzle Tower leads up, so that its entry is at depth 5 or below.",
        ),
    ] {
        let page = board.get(&format!("{NETHACK}/subjects/monsters?{query}")).await;
        assert_eq!((page.status.as_u16(), page.lead()), (status, lead), "{query}");
    }
    for path in ["subjects/drops", "entries/affixes", "entries/monsters/999", "files/none.c"] {
        assert_eq!(board.get(&format!("{NETHACK}/{path}")).await.status.as_u16(), 404, "{path}");
    }
    let bad_group = board.get(&format!("{NETHACK}/subjects/monsters?group=x")).await;
    assert!(bad_group.lead().starts_with("group: found `x`; expected one of the classes: a ants and other insects, "));
    let batch = board.get(&format!("{NETHACK}/batches/new")).await;
    assert_eq!((batch.status.as_u16(), batch.header("location")), (303, &*format!("{NETHACK}/subjects/objects/batch")));
    let batch = board.post(&format!("{NETHACK}/batches"), "depths=5&drops=9&seed=1&good=on").await;
    assert_eq!(batch.status.as_u16(), 400);
    assert!(batch.lead().starts_with("NetHack has no drops; "));
}

#[tokio::test]
async fn entries_are_listed_and_shown_with_their_lines() {
    let board = board().await;
    let edition = board.get(NETHACK).await.text().to_owned();
    for part in ["/subjects/monsters\">Monsters</a>", "group=D+dragons", "/entries/objects\">objects</a>"] {
        assert!(edition.contains(part), "{part} in {edition}");
    }
    let wands =
        board.get(&format!("{NETHACK}/entries/objects?group=%2F+wands&sort=-probability")).await.text().to_owned();
    let order: Vec<_> = ["light", "striking", "sleep", "fire", "wishing"]
        .map(|name| wands.find(&format!(">{name}</a>")).expect("a wand"))
        .to_vec();
    assert!(order.is_sorted(), "{order:?}");
    assert!(wands.contains("5 of "));

    let rat = board.get(&format!("{NETHACK}/entries/monsters/11")).await.text().to_owned();
    for part in ["cellar rat", "1d3 bite", "SGROUP GENO", "monst.c</a>", "subjects/monsters?q=cellar+rat"] {
        assert!(rat.contains(part), "{part} in {rat}");
    }
    let unknown = board.get(&format!("{NETHACK}/entries/monsters?sort=x")).await;
    assert!(unknown.lead().starts_with("sort: found `x`; expected name, index, group or one of level, "));
}

/// Of the guide's 25 effects of wands the starter tree's items use none that isn't in it, so that 7 bits are free.
#[tokio::test]
async fn what_is_free_is_shown_to_designers() {
    let board = Board::new().await;
    board.add_starter("imoria-starter").await;
    let edition = "/editions/imoria-starter/revisions/1";
    let page = board.get(edition).await.text().to_owned();
    assert!(page.contains(&format!("{edition}/guides/free-subvals\">Free subvals</a>")), "{page}");
    let table = board.get(&format!("{edition}/guides/free-flags")).await.text().to_owned();
    for part in
        ["<h1>Free flags</h1>", "<td>wands</td>", "0x02000000 0x04000000", "/guides/free-sorts\"", "free-flags.csv"]
    {
        assert!(table.contains(part), "{part} in {table}");
    }
    let csv = board.get(&format!("{edition}/guides/free-flags.csv")).await;
    assert_eq!(csv.header("content-type"), "text/csv; charset=utf-8; header=present");
    assert!(csv.text().contains("wands,flags,free,0x02000000 0x04000000"), "{}", csv.text());
}

/// The item card: what the guide's display of an item shows, decoded.
#[tokio::test]
async fn an_items_card_shows_what_the_game_shows() {
    let board = Board::new().await;
    board.add_starter("imoria-starter").await;
    let list =
        board.get("/editions/imoria-starter/revisions/1/entries/treasures?q=small+mending").await.text().to_owned();
    let from = list.find("/entries/treasures/").expect("a link") + "/entries/treasures/".len();
    let index: String = list[from..].chars().take_while(char::is_ascii_digit).collect();
    let card =
        board.get(&format!("/editions/imoria-starter/revisions/1/entries/treasures/{index}")).await.text().to_owned();
    for (field, value) in [
        ("Name", "&#38; %C Potion~| of Small Mending"),
        ("Description", "2 Potions of Small Mending"),
        ("Unknown", "2 Potions"),
        ("Value", "75"),
        ("Type", "potions"),
        ("Char", "&#39;!&#39;"),
        ("Flags", "0x00001000"),
        ("Powers", "cure 2d7"),
        ("P1 means", "food"),
        ("Cost", "20"),
        ("Cost in iron", "4800"),
        ("Subval", "270"),
        ("Damage", "1d1"),
    ] {
        assert!(card.contains(&format!("<th scope=\"row\">{field}</th><td>{value}</td>")), "{field} in {card}");
    }
}

/// A treasure of level 99 is the deepest of 49: chosen as at the deepest level, one time in 30, it is that of three tries with
/// 1 - (48/49)³ = 0.05998; at level 100 always.
#[tokio::test]
async fn a_new_treasure_by_steps() {
    let board = Board::new().await;
    board.add_starter("imoria-starter").await;
    let edition = board.get("/editions/imoria-starter/revisions/1").await.text().to_owned();
    assert!(edition.contains("/editions/imoria-starter/draft/new\">A new entry by steps</a>"), "{edition}");
    let path = "/editions/imoria-starter/draft/new";
    let classes = board.get(path).await.text().to_owned();
    assert!(classes.contains("draft/new?class=24\">swords</a>") && !classes.contains("2. Its fields"), "{classes}");
    let form = board.get(&format!("{path}?class=24")).await.text().to_owned();
    for part in ["used are 8, 12", "id=\"f-subval\" name=\"subval\" value=\"1\"", "> sees invisible</label>", "2d6"] {
        assert!(form.contains(part), "{part} in {form}");
    }

    let fields = "class=24&name=%26+Moonlit+Sabre~%5E+(%25P2,%25P3)&subval=30&level=99&cost=4000&weight=60&flags=0x01000000\
                  &flags=0x00000001&p1=2&damage=3d6&char=%7C";
    let preview = board.get(&format!("{path}?{fields}")).await.text().to_owned();
    for part in [
        "3. What it will be: Moonlit Sabre",
        "<th scope=\"row\">Moonlit Sabre</th><td class=\"num\">0.200</td>",
        "<td class=\"num\">6.00</td></tr>",
        "What it displaces most at level 100",
        "<th scope=\"row\">Powers</th><td>strength (p1), sees invisible</td>",
        "<th scope=\"row\">Description</th><td>a Moonlit Sabre (+0,+0)</td>",
        "24, &#39;|&#39;, 0x00000000, 0x01000001, 2, 4000, 30, 60, 1, 0, 0, 0, 0, &#34;3d6&#34;, 99 }",
    ] {
        assert!(preview.contains(part), "{part} in {preview}");
    }
    let wrong = board.get(&format!("{path}?{}", fields.replace("level=99", "level=200"))).await.text().to_owned();
    assert!(
        wrong.contains("found `200`; expected a whole number from 0 to 127") && !wrong.contains("3. What"),
        "{wrong}"
    );
    // A subval that another sword has is told of.
    let twice = board.get(&format!("{path}?{}", fields.replace("subval=30", "subval=8"))).await.text().to_owned();
    assert!(twice.contains("found subval 8 of swords again"), "{twice}");

    let refused = board.post(path, &fields.replace("3d6", "many")).await;
    assert_eq!(refused.status.as_u16(), 422);
    let added = board.post(path, fields).await;
    assert_eq!((added.status.as_u16(), added.header("location")), (303, "/editions/imoria-starter/draft"));
    let draft = board.get("/editions/imoria-starter/draft").await.text().to_owned();
    for part in ["new, after Ration of Food", "rows 49", "Moonlit Sabre"] {
        assert!(draft.contains(part), "{part} in {draft}");
    }
    // A second one goes behind the first.
    board.post(path, &fields.replace("Moonlit", "Sunlit").replace("subval=30", "subval=31")).await;
    let draft = board.get("/editions/imoria-starter/draft").await.text().to_owned();
    for part in ["rows 50", "Moonlit Sabre", "Sunlit Sabre"] {
        assert!(draft.contains(part), "{part} in {draft}");
    }
    assert_eq!(board.get(&format!("{path}?class=sofa")).await.status.as_u16(), 400);
}

/// A cake takes two of the General Store's eight choices: a quarter, and a little more for what is tried again.
#[tokio::test]
async fn new_stock_by_steps() {
    let board = Board::new().await;
    board.add_starter("imoria-starter").await;
    let path = "/editions/imoria-starter/draft/new";
    let classes = board.get(path).await.text().to_owned();
    assert!(classes.contains("draft/new?class=stock-80\">stock: food</a>"), "{classes}");
    let form = board.get(&format!("{path}?class=stock-80")).await.text().to_owned();
    for part in [
        "how many of the 8 choices of General Store it takes, each from the stock that has most of them",
        "what Scout begins with, 0 for none: Ration of Food, Paring Knife, Potion of Small Mending",
    ] {
        assert!(form.contains(part), "{part} in {form}");
    }
    assert!(!form.contains("id=\"f-level\""), "{form}");

    let fields = "class=stock-80&name=%26+Honey+Cake~&subval=320&cost=5";
    let nowhere = board.get(&format!("{path}?{fields}")).await.text().to_owned();
    assert!(nowhere.contains("found row 13 of inventory_init, Honey Cake"), "{nowhere}");
    let fields = format!("{fields}&shop_1=2&kit_3=2");
    let preview = board.get(&format!("{path}?{fields}")).await.text().to_owned();
    for part in [
        "Shops: how often it comes, in per cent of all",
        "<th scope=\"col\" class=\"num\">Temple</th>",
        "<th scope=\"row\">Honey Cake</th><td class=\"num\">25.3</td>",
        "What it displaces most at shop General Store",
    ] {
        assert!(preview.contains(part), "{part} in {preview}");
    }
    assert!(!preview.contains("inventory_init, Honey Cake"), "{preview}");
    assert_eq!(board.post(path, &fields).await.status.as_u16(), 303);
    let draft = board.get("/editions/imoria-starter/draft").await.text().to_owned();
    for part in ["new, after Potion of Small Mending", "rows 13", "choice_3 13", "choice_7 13", "choice_2 13"] {
        assert!(draft.contains(part), "{part} in {draft}");
    }
    let lists = board.get("/editions/imoria-starter/revisions/1/entries/lists").await.text().to_owned();
    assert!(lists.contains(">General Store</a>") && lists.contains("store_choice"), "{lists}");
}

#[tokio::test]
async fn files_are_shown_with_their_entries_and_taken_as_they_were() {
    let board = board().await;
    let list = board.get(&format!("{NETHACK}/files")).await.text().to_owned();
    assert!(list.contains(">src/objects.c</a>") && list.contains(">dat/dungeon.def</a>"), "{list}");
    let file = board.get(&format!("{NETHACK}/files/monst.c")).await.text().to_owned();
    assert!(file.contains("entries/monsters/11\">cellar rat</a>"), "{file}");
    let zipped = board.get(&format!("{NETHACK}/files.zip")).await;
    let mut archive = zip::ZipArchive::new(std::io::Cursor::new(zipped.body.clone())).expect("a zip");
    let mut text = String::new();
    archive.by_name("include/align.h").expect("the file").read_to_string(&mut text).expect("text");
    assert_eq!(text, include_str!("../../../data/nethack/include/align.h"));
    assert!(list.contains("href=\"/editions/nethack-starter/revisions/1/revision.db\">As an SQLite database</a>"));
    let database = board.get(&format!("{NETHACK}/revision.db")).await;
    assert!(database.body.starts_with(b"SQLite format 3\0"));
    // Other games' files lie in one folder.
    let list = board.get("/editions/affix-branch-starter/revisions/1/files").await.text().to_owned();
    assert!(list.contains(">ego_item.txt</a>"));
    let file =
        board.get("/editions/affix-branch-starter/revisions/1/files/ego_item.txt?from=50").await.text().to_owned();
    assert!(file.contains("id=\"L50\"") && !file.contains("id=\"L49\"") && file.contains("Earlier lines"));
}

/// Rats and pups at depths 1 and 2, as counted on pages and on the command line: the same numbers.
#[tokio::test]
async fn a_batch_counts_what_turns_up() {
    let board = board().await;
    let sheet = board.get(&format!("{NETHACK}/subjects/monsters?depth=1,2&experience=1")).await.text().to_owned();
    let form = format!("{NETHACK}/subjects/monsters/batch");
    assert!(sheet.contains(&format!("{form}?depth=1,2&#38;experience=1\">New batch</a>")), "{sheet}");
    assert!(!sheet.contains("computed beside batch"), "no batch yet: {sheet}");
    let page = board.get(&format!("{form}?depth=1,2&experience=1")).await;
    assert!(page.text().contains("name=\"depth\" value=\"1,2\""), "{}", page.text());

    let answer = board.post(&form, "depth=1-2&experience=1&branch=&entry=&drops=10,000&seed=7").await;
    assert_eq!((answer.status.as_u16(), answer.header("location")), (303, "/batches/1"), "{}", answer.text());
    board.work();
    assert_eq!(board.finished(1).await.drops_done, 20_000);
    let batch = board.get("/batches/1").await.text().to_owned();
    for part in [
        "monsters · depth 1, 2 · experience 1 · branch The Long Stair · entry 0 · alignment the dungeon&#39;s · 10,000 monsters each",
        "/subjects/monsters?batch=1&#38;group=D+dragons\">D dragons</a>",
        "/subjects/monsters?beside=1\">Beside computed chances</a>",
        "/batches/1/tally.csv",
    ] {
        assert!(batch.contains(part), "{part} in {batch}");
    }
    let list = board.get("/batches").await.text().to_owned();
    assert!(list.contains("monsters · 2 points · 10,000 trials each"), "{list}");

    let tally = board.get("/batches/1/tally.csv").await.text().to_owned();
    let rows: Vec<&str> = tally.lines().collect();
    assert_eq!(rows[0], "branch,level,difficulty,ulevel,n,metric,monster_index,name,count");
    assert!(rows[1].starts_with("The Long Stair,1,1,1,10000,rndmonst,2,hound pup,"), "{tally}");
    let count: u64 = rows[1].rsplit(',').next().and_then(|count| count.parse().ok()).expect("a count");
    // A false alarm in a million: 4.9 standard deviations of 43.3.
    assert!((7_288..=7_712).contains(&count), "{count} pups of 10,000 at 3 in 4");
    // The sheet shows that count, with its batch, and links back.
    let counted = board.get(&format!("{NETHACK}/subjects/monsters?batch=1")).await.text().to_owned();
    assert!(counted.contains("<b class=\"how-simulated\">simulated</b>"), "{counted}");
    assert!(counted.contains("Counted by batch 1: 10,000 monsters each, seed 7; with 95 % intervals."), "{counted}");
    let shown = format!(">{:.1}<", count as f64 / 100.0);
    assert!(counted.contains(&shown), "{shown} in {counted}");
    let beside = board.get(&format!("{NETHACK}/subjects/monsters?beside=1")).await.text().to_owned();
    assert!(beside.contains("<b class=\"how-exact\">exact</b>") && beside.contains(">75.0<"), "{beside}");
    assert!(beside.contains("≠ marks cells where what the batch counted lies further"), "{beside}");
    let csv = board.get(&format!("{NETHACK}/subjects/monsters.csv?batch=1&depth=2")).await.text().to_owned();
    assert!(csv.lines().skip(1).all(|row| row.starts_with("The Long Stair,2,2,1,10000,")), "{csv}");

    for (path, status, lead) in [
        ("subjects/monsters?batch=1&depth=9", 400, "The batch counted nothing there."),
        ("subjects/monsters?batch=x", 400, "batch: found `x`; expected the number of a batch."),
        ("subjects/monsters?beside=2", 404, "There is no batch 2."),
        (
            "subjects/objects?batch=1",
            400,
            "Batch 1 counted something else, or is of another revision: /batches/1 has its numbers.",
        ),
    ] {
        let page = board.get(&format!("{NETHACK}/{path}")).await;
        assert_eq!((page.status.as_u16(), page.lead()), (status, lead), "{path}");
    }
    for path in ["/batches/1/types/23", "/batches/1/audit", "/compare/23?from=batch:1&to=batch:1"] {
        let page = board.get(path).await;
        let lead = "Batch 1 counts monsters and not drops; /batches/1 has its numbers.";
        assert_eq!((page.status.as_u16(), page.lead()), (400, lead), "{path}");
    }
}

#[tokio::test]
async fn forms_of_batches_that_cannot_be_run_come_back() {
    let board = board().await;
    let form = format!("{NETHACK}/subjects/monsters/batch");
    for (fields, problem) in [
        ("depth=x&drops=5&seed=1", "Depth: found `x`; expected a number from 1 to 60."),
        ("depth=1&drops=0&seed=1", "How many: found 0; expected at least 1."),
        ("depth=1&drops=9e9&seed=1", "How many: found `9e9`; expected a whole number."),
        (
            "depth=1&drops=2000000000&seed=1",
            "How many: found `2000000000`; expected at most 1000000000 trials per point.",
        ),
        (
            "depth=5&branch=The+Puzzle+Tower&drops=5&seed=1",
            "There is nothing to count: The Puzzle Tower leads up, so that its entry is at depth 5 or below.",
        ),
    ] {
        let page = board.post(&form, fields).await;
        let text = page.text();
        assert_eq!(page.status.as_u16(), 422, "{text}");
        assert!(text.contains(problem), "{problem} in {text}");
    }
}

/// The sheet of [`chances_worked_out_by_hand`] in every format of sheets, and as a chart.
#[tokio::test]
async fn a_subjects_sheet_comes_as_files_and_as_a_chart() {
    let board = board().await;
    let at = |extension: &str| format!("{NETHACK}/subjects/monsters.{extension}?depth=1,2&experience=1");
    for (extension, media_type) in [
        ("long.csv", "text/csv"),
        ("excel.csv", "text/csv"),
        ("long.excel.csv", "text/csv"),
        ("xlsx", "application/vnd.openxmlformats"),
        ("json", "application/json"),
        ("svg", "image/svg+xml"),
        ("png", "image/png"),
    ] {
        let answer = board.get(&at(extension)).await;
        assert_eq!(answer.status.as_u16(), 200, "{extension}: {}", String::from_utf8_lossy(&answer.body));
        assert!(answer.header("content-type").starts_with(media_type), "{extension}");
    }
    let json: serde_json::Value = serde_json::from_slice(&board.get(&at("json")).await.body).expect("JSON");
    let text = json.to_string();
    assert!(text.contains("\"measure\":\"trial\"") && text.contains("hound pup") && text.contains("0.75"), "{text}");
    let long = board.get(&at("long.csv")).await.text().to_owned();
    let row = long.lines().find(|line| line.contains("hound pup")).expect("a row");
    assert!(row.contains(",0.75,"), "{row}");
    let chart = board.get(&at("svg")).await.text().to_owned();
    assert!(chart.contains("\nhound pup\n") && chart.contains("\nDepth\n"), "{chart}");
    // Names along the columns are no line.
    let heat = board.get(&format!("{NETHACK}/subjects/objects.svg?axis=branch&level=10&group=%2F+wands")).await;
    assert!(heat.text().contains("<rect") && heat.text().contains("wishing"), "{}", heat.text());
    let page = board.get(&format!("{NETHACK}/subjects/monsters?depth=1,2&experience=1")).await;
    assert!(page.text().contains("/subjects/monsters.xlsx?depth=1,2&#38;experience=1\">"), "{}", page.text());
    let none = board.get(&at("pdf")).await;
    assert!(none.lead().starts_with("Found the format `pdf`; expected one of csv, "), "{}", none.lead());
}

const UNANGBAND: &str = "/editions/unangband-starter/revisions/1";

/// The cells of a row of a sheet: what stands in each.
fn cells(page: &str, name: &str) -> Vec<String> {
    let from =
        page.find(&format!("<th scope=\"row\" class=\"name\">{name}")).unwrap_or_else(|| panic!("no {name} in {page}"));
    let row = page[from..].split("</tr>").next().expect("a row");
    row.split("<td")
        .skip(1)
        .filter_map(|cell| Some(cell.split_once('>')?.1.split("</td>").next()?.to_owned()))
        .collect()
}

/// Rings of True Aim get 5, 1d5 and up to 10 to hit, great ones never less, of which two thirds count: powers from 4 to 13. At
/// depth 20 an ego has 6 to 20 and an artifact 20 to 40; great ones choose at level 30: 10 to 30.
#[tokio::test]
async fn quantiles_of_power() {
    let board = Board::new().await;
    board.add_starter("unangband-starter").await;
    let edition = board.get(UNANGBAND).await.text().to_owned();
    assert!(edition.contains("/subjects/power\">Power of drops</a>"), "{edition}");
    let path = format!("{UNANGBAND}/subjects/power");
    let ring = "depth=20&quality=great&item=50";
    let page = board.get(&format!("{path}?{ring}")).await;
    let page = page.text();
    for part in [
        "<b class=\"how-simulated\">simulated</b>",
        "Drawn for this page: 1,000 drops each, seed 1; with 95 % intervals.",
        "<option selected>True Aim</option>",
        "95 % interval",
    ] {
        assert!(page.contains(part), "{part} in {page}");
    }
    assert_eq!(cells(page, "items counted"), ["1,000"]);
    let quantiles: Vec<i64> = ["10 %", "25 %", "50 %", "75 %", "90 %", "99 %"]
        .iter()
        .map(|name| cells(page, name)[0].parse().expect("a power"))
        .collect();
    assert!(
        quantiles.is_sorted() && quantiles[0] >= 4 && quantiles[5] <= 13 && quantiles[0] < quantiles[5],
        "{quantiles:?}"
    );
    for (name, limit) in [
        ("an ego has at least", "10"),
        ("an ego has at most", "30"),
        ("an artifact has at least", "20"),
        ("an artifact has at most", "40"),
    ] {
        assert_eq!(cells(page, name), [limit], "{name}");
    }

    // The counts, and their shares by class of power: 4 is in one class, 5 to 9 and 10 to 13 in others.
    let csv = board.get(&format!("{path}.csv?{ring}")).await.text().to_owned();
    assert!(csv.starts_with("level,quality,item,n,metric,tval,power,count\n20,great,50,1000,power,45,"), "{csv}");
    let counts = csv.lines().filter(|line| line.starts_with("20,great,50,1000,power,45,"));
    let counts: Vec<u64> =
        counts.map(|line| line.rsplit(',').next().and_then(|n| n.parse().ok()).expect("n")).collect();
    assert_eq!(counts.iter().sum::<u64>(), 1000);
    let shares = board.get(&format!("{path}?{ring}&view=shares&group=ring")).await.text().to_owned();
    for name in ["2 to 4", "5 to 9", "10 to 19"] {
        assert_eq!(cells(&shares, name).len(), 1, "{name}");
    }
    assert!(!shares.contains(">20 to 49<"), "{shares}");

    // A batch of the same seed and number draws the same.
    let answer = board.post(&format!("{path}/batch"), &format!("{ring}&drops=1000&seed=1")).await;
    assert_eq!((answer.status.as_u16(), answer.header("location")), (303, "/batches/1"), "{}", answer.text());
    board.work();
    board.finished(1).await;
    let batch = board.get("/batches/1").await.text().to_owned();
    assert!(batch.contains("subjects/power?batch=1") && !batch.contains("Beside computed chances"), "{batch}");
    let counted = board.get(&format!("{path}?batch=1")).await.text().to_owned();
    for name in ["items counted", "10 %", "50 %", "99 %", "an ego has at most"] {
        assert_eq!(cells(&counted, name), cells(page, name), "{name}");
    }
    assert!(counted.contains("Counted by batch 1: 1,000 drops each, seed 1"), "{counted}");

    // Files: a number a line with interval, n, seed and rules; and the chart.
    let long = board.get(&format!("{path}.long.csv?{ring}")).await.text().to_owned();
    let median = long.lines().find(|line| line.contains(",50 %,")).expect("a median");
    assert!(
        median.contains(",1000,") && median.contains("simulated") && median.contains("\"unangband 1, as coded\",1,"),
        "{median}"
    );
    let svg = board.get(&format!("{path}.svg?quality=great&depth=10,20")).await;
    assert!(svg.text().contains("an artifact has at most") && svg.text().contains("99 %"), "{}", svg.text());

    for (query, lead) in [
        ("item=1", "item: found `1`; expected 0 (as they drop), or the number or name of one of "),
        ("view=x", "view: found `x`; expected one of quantiles, shares."),
        ("metric=x", "metric: found `x`; expected one of power, power_plain, power_magic, power_ego, power_artifact."),
    ] {
        let page = board.get(&format!("{path}?{query}")).await;
        assert!(page.status.as_u16() == 400 && page.lead().starts_with(lead), "{query}: {}", page.lead());
    }
}
