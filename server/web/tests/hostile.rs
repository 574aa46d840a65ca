//! Names that are markup or formulas, as anybody may write them into an edit file: shown as text wherever they appear.

use crate::{
    editions::import::{import, starter_files},
    support::Board,
};

pub(crate) const SCRIPT: &str = "<script>alert(1)</script>";
pub(crate) const ATTRIBUTE: &str = "\"><img src=x onerror=alert(1)>'";
const FORMULA: &str = "=cmd()|'/c calc'!A1";
const SUM: &str = "@SUM(A1)";

/// The starter edition with hostile names for affixes of swords; themes call them by the same names.
pub(crate) fn files() -> Vec<(&'static str, Vec<u8>)> {
    let mut files = starter_files();
    for (name, bytes) in &mut files {
        if name.starts_with("ego_") {
            let mut text = String::from_utf8(bytes.clone()).expect("UTF-8");
            for (old, new) in
                [("Sharp", SCRIPT), ("Balanced", ATTRIBUTE), ("of Slay Evil", FORMULA), ("of Slay Orc", SUM)]
            {
                text = text
                    .lines()
                    .map(|line| match line.rsplit_once(':') {
                        Some((head, tail)) if tail == old => format!("{head}:{new}\n"),
                        _ => format!("{line}\n"),
                    })
                    .collect();
            }
            *bytes = text.into_bytes();
        }
    }
    files
}

/// No tag that the names would make if they weren't escaped.
fn is_clean(page: &str) -> bool {
    !page.contains("<script>") && !page.contains("<img src=x")
}

#[tokio::test]
async fn hostile_names_stay_text() {
    let board = Board::new().await;
    let answer = import(&board, "hostile", &files()).await;
    assert!(matches!(answer.status.as_u16(), 200 | 303), "{}", answer.text());
    let revision = "/editions/hostile/revisions/1";
    let open = board.open("hostile").await;
    let index = |name: &str| {
        let affix = open.loaded.catalog.affixes.iter().find(|affix| affix.name == name);
        affix.unwrap_or_else(|| panic!("no affix {name}")).index
    };

    let sheet = board.get(&format!("{revision}/types/23")).await;
    assert!(is_clean(sheet.text()));
    assert!(sheet.text().contains(">&#60;script&#62;alert(1)&#60;/script&#62;</a>"));
    assert!(sheet.text().contains(">&#34;&#62;&#60;img src=x onerror=alert(1)&#62;&#39;</a>"));
    let affix = board.get(&format!("{revision}/affixes/{}", index(SCRIPT))).await;
    assert!(is_clean(affix.text()));
    assert!(affix.text().contains("<h1>&#60;script&#62;alert(1)&#60;/script&#62; <small>"));
    assert!(affix.text().contains("<title>&#60;script&#62;alert(1)&#60;/script&#62; · hostile – Affixboard</title>"));
    assert!(affix.text().contains("<span class=\"field\">&#60;script&#62;alert(1)&#60;/script&#62;</span>"));
    assert!(is_clean(board.get(&format!("{revision}/affixes/{}", index(ATTRIBUTE))).await.text()));
    assert!(is_clean(board.get(&format!("{revision}/diagnostics")).await.text()));
    assert!(is_clean(board.get(&format!("{revision}/gaps")).await.text()));

    // What a visitor types is no better.
    let typed = board.get(&format!("{revision}/types/23?q=%22%3E%3Cimg+src%3Dx%3E")).await;
    assert!(is_clean(typed.text()) && typed.text().contains("value=\"&#34;&#62;&#60;img src=x&#62;\""));

    let wide = board.get(&format!("{revision}/types/23.csv")).await;
    let long = board.get(&format!("{revision}/types/23.long.csv")).await;
    for (answer, column) in [(&wide, 1), (&long, 7)] {
        let mut reader = csv::Reader::from_reader(answer.body.as_slice());
        let names: Vec<String> = reader.records().map(|row| row.expect("a record")[column].to_owned()).collect();
        for (name, guarded) in
            [(FORMULA, "'=cmd()|'/c calc'!A1"), (SUM, "'@SUM(A1)"), (SCRIPT, SCRIPT), (ATTRIBUTE, ATTRIBUTE)]
        {
            assert!(names.iter().any(|found| found == guarded), "no {guarded}");
            assert!(name == guarded || !names.iter().any(|found| found == name), "{name} unguarded");
        }
        assert!(!names.iter().any(|name| name.starts_with(['=', '@', '+', '-'])));
    }

    let answer = board.post(&format!("{revision}/batches"), "depths=30&drops=20000&seed=1&great=on").await;
    assert_eq!(answer.header("location"), "/batches/1");
    board.work();
    board.finished(1).await;
    let result = board.get("/batches/1/types/23").await;
    assert!(is_clean(result.text()), "{}", result.text());
    assert!(result.text().contains("&#60;script&#62;alert(1)&#60;/script&#62;"), "{}", result.text());
    for (query, escaped) in [("script", "&lt;script"), ("onerror", "&lt;img")] {
        let chart = board.get(&format!("/batches/1/types/23.svg?subject=affixes&q={query}")).await;
        assert!(is_clean(chart.text()), "{}", chart.text());
        assert!(chart.text().contains(escaped), "{}", chart.text());
    }
    let result = board.get("/batches/1/types/23.csv?subject=affixes&q=cmd").await;
    assert!(result.text().contains("\r\nAffixes,'=cmd()|'/c calc'!A1,"), "{}", result.text());
}

/// Bytes that are no UTF-8 are read as Latin-1, and come out as they went in.
#[tokio::test]
async fn latin_1_is_shown_and_kept() {
    let board = Board::new().await;
    let mut files = starter_files();
    let text = String::from_utf8(files[1].1.clone()).expect("UTF-8").replace(":Sharp\n", ":Sh\u{e4}rp\n");
    let bytes: Vec<u8> = text.chars().map(|c| u8::try_from(u32::from(c)).expect("Latin-1")).collect();
    files[1].1.clone_from(&bytes);
    import(&board, "latin", &files).await;
    let sheet = board.get("/editions/latin/revisions/1/types/23").await;
    assert!(sheet.text().contains(">Sh\u{e4}rp</a>"));
    let revision = board.store.revision("latin", None).await.expect("an answer").expect("a revision");
    let stored = board.store.source_files(revision.id).await.expect("files");
    assert!(stored.iter().any(|(name, kept)| name == "ego_item.txt" && *kept == bytes));
}
