//! What isn't there, and what can't be understood: a page that says so.

use crate::support::{Board, STARTER};

#[tokio::test]
async fn what_is_not_there() {
    let board = Board::new().await;
    board.start_batch("depths=20&drops=100&seed=1&great=on").await;
    board.work();
    board.finished(1).await;
    #[rustfmt::skip]
    let asked = [
        ("/nowhere", "There is no such page."),
        ("/editions/none", "There is no edition `none`."),
        ("/editions/none/revisions/1", "There is no revision 1 of an edition `none`."),
        ("/editions/%3Cb%3E", "There is no edition `&#60;b&#62;`."),
        ("{}/../2", "There is no revision 2 of an edition `affix-branch-starter`."),
        ("/editions/affix-branch-starter/revisions/two", "There is no such page."),
        ("/editions/affix-branch-starter/revisions/-1", "There is no such page."),
        ("/editions/affix-branch-starter/revisions/2/types/23", "There is no revision 2 of an edition `affix-branch-starter`."),
        ("/editions/affix-branch-starter/revisions/2/diagnostics", "There is no revision 2 of an edition `affix-branch-starter`."),
        ("/editions/affix-branch-starter/revisions/2/gaps", "There is no revision 2 of an edition `affix-branch-starter`."),
        ("/editions/affix-branch-starter/revisions/2/affixes/1", "There is no revision 2 of an edition `affix-branch-starter`."),
        ("/editions/affix-branch-starter/revisions/2/batches/new", "There is no revision 2 of an edition `affix-branch-starter`."),
        ("{}/types/99", "no item type has the number 99; there are 5 spike, "),
        ("{}/types/sword", "Found the item type `sword`; expected a number such as 23, several such as 23,20, or all."),
        ("{}/types/70000", "Found the item type `70000`; expected a number such as 23, several such as 23,20, or all."),
        ("{}/types/23?sval=99", "item type 23 has no kind 99; there are 1 Dagger, "),
        ("{}/types/23.xls", "Found the format `xls`; expected one of csv, long.csv, excel.csv, long.excel.csv, xlsx, json."),
        ("{}/types/all.xls", "Found the format `xls`; expected one of csv, long.csv, excel.csv, long.excel.csv, xlsx, json."),
        ("{}/types/all,23", "Found the item type `all`; expected a number such as 23, several such as 23,20, or all."),
        ("{}/dive/all", "Found the item type `all`; expected a number such as 23."),
        ("{}/chances/all.zip", "Found the format `zip`; expected one of csv, long.csv, excel.csv, long.excel.csv, xlsx, json."),
        ("{}/types/23.svg", "There is no chart at this address; expected one of csv, long.csv, excel.csv, long.excel.csv, xlsx, json."),
        ("{}/types/23.png", "There is no chart at this address; expected one of csv, long.csv, excel.csv, long.excel.csv, xlsx, json."),
        ("{}/affixes/9999", "There is no affix with the index 9999 in this revision."),
        ("{}/affixes/sharp", "There is no such page."),
        ("/v/1", "There is no view 1."),
        ("/views/1", "There is no view 1."),
        ("/views/one", "There is no such page."),
        ("/batches/2", "There is no batch 2."),
        ("/batches/-1", "There is no batch -1."),
        ("/batches/one", "There is no such page."),
        ("/batches/2/events", "There is no batch 2."),
        ("/batches/2/tally.csv", "There is no batch 2."),
        ("/batches/2/types/23", "There is no batch 2."),
        ("/batches/1/types/99", "no item type has the number 99; there are 5 spike, "),
        ("/batches/1/types/23?sval=99", "item type 23 has no kind 99; there are 1 Dagger, "),
        ("/batches/1/types/23.xls", "Found the format `xls`; expected one of csv, long.csv, excel.csv, long.excel.csv, xlsx, json."),
    ];
    for (path, said) in asked {
        let path = path.replace("{}/../2", "/editions/affix-branch-starter/revisions/2").replace("{}", STARTER);
        let answer = board.get(&path).await;
        assert_eq!(answer.status.as_u16(), 404, "{path}");
        assert_eq!(answer.header("content-type"), "text/html; charset=utf-8", "{path}");
        assert!(answer.lead().starts_with(said), "{path}: {}", answer.lead());
        assert!(answer.text().contains("<h1>Page not found <small>404</small></h1>"), "{path}");
    }
    let answer = board.post("/batches/2/cancel", "").await;
    assert_eq!((answer.status.as_u16(), answer.lead()), (404, "there is no batch 2"));
    let answer = board.post("/editions/none/revisions/1/batches", "depths=1&drops=1&seed=1&good=on").await;
    assert_eq!((answer.status.as_u16(), answer.lead()), (404, "There is no revision 1 of an edition `none`."));
}

#[tokio::test]
async fn values_that_cannot_be_understood() {
    let board = Board::new().await;
    board.start_batch("depths=20&drops=100&seed=1&good=on").await;
    board.work();
    board.finished(1).await;
    #[rustfmt::skip]
    let asked = [
        ("{}/types/23?sval=x", "sval: found `x`; expected a number."),
        ("{}/types/23?sval=-1", "sval: found `-1`; expected a number."),
        ("{}/types/23?level=huge", "level: found `huge`; expected one of good, great, uber."),
        ("{}/types/23?measure=luck", "measure: found `luck`; expected one of pool, commonness."),
        ("{}/types/23?depths=999", "depths: found `999`; expected depths from 0 to 127."),
        ("{}/types/23?depths=1-x", "depths: found `1-x`; expected depths such as `1,5,10-20` or `10-100/10`."),
        ("{}/types/all.zip?depths=1-x", "depths: found `1-x`; expected depths such as `1,5,10-20` or `10-100/10`."),
        ("{}/types/23.csv?depths=1-x", "depths: found `1-x`; expected depths such as `1,5,10-20` or `10-100/10`."),
        ("{}/types/23?role=infix", "role: found `infix`; expected one of prefix, suffix."),
        ("{}/types/23?sort=luck", "sort: found `luck`; expected first, file, name, level or a depth."),
        ("{}/types/23?scale=log", "scale: found `log`; expected section, sheet, row or column."),
        ("{}/types/23?curve=cube", "curve: found `cube`; expected root, log or linear."),
        ("{}/types/23?freeze=13", "freeze: found `13`; expected a number from 0 to 12."),
        ("{}/types/23?freeze=-1", "freeze: found `-1`; expected a number from 0 to 12."),
        ("{}/types/23?turn=left", "turn: found `left`; expected on or off."),
        ("{}/types/23?sval=1&sval=2", "Failed to deserialize query string: duplicate field `sval`"),
        ("{}/types/23?q=%3Cb%3E&level=%3Cb%3E", "level: found `&#60;b&#62;`; expected one of good, great, uber."),
        ("/batches/1/types/23?quality=superb", "quality: found `superb`; expected one of normal, good, great."),
        ("/batches/1/types/23?quality=great", "the batch has no great drops from which sword can be told"),
        ("/batches/1/types/23?subject=gold", "subject: found `gold`; expected one of affixes, themes, artifacts, naffixes, kinds."),
        ("/batches/1/types/23?measure=pool", "measure: found `pool`; expected one of item, drop."),
        ("/batches/1/types/23?scale=log", "scale: found `log`; expected section, sheet, row or column."),
        ("/batches/1/types/23.svg?theme=blue", "theme: found `blue`; expected light or dark."),
    ];
    for (path, said) in asked {
        let path = path.replace("{}", STARTER);
        let answer = board.get(&path).await;
        assert_eq!((answer.status.as_u16(), answer.lead()), (400, said), "{path}");
        assert_eq!(answer.header("content-type"), "text/html; charset=utf-8", "{path}");
    }
    for (path, heading) in [
        ("{}/types/23.csv?depths=1-x", "Invalid depths"),
        ("/batches/1/types/23.svg?theme=blue", "Invalid theme"),
        ("{}/types/23?sval=1&sval=2", "Invalid request"),
    ] {
        let answer = board.get(&path.replace("{}", STARTER)).await;
        assert!(answer.text().contains(&format!("<h1>{heading} <small>400</small></h1>")), "{path}");
    }
}

#[tokio::test]
async fn batches_that_cannot_be_made() {
    let board = Board::new().await;
    let path = format!("{STARTER}/batches");
    #[rustfmt::skip]
    let asked = [
        ("depths=&drops=10&seed=1&good=on", "Depths: found ``; expected at least one depth."),
        ("depths=1,300&drops=10&seed=1&good=on", "Depths: found `300`; expected depths from 0 to 127."),
        ("depths=1&drops=many&seed=1&good=on", "Drops: found `many`; expected a whole number."),
        ("depths=1&drops=0&seed=1&good=on", "Drops: found 0; expected at least 1."),
        ("depths=1&drops=2,000,000,000&seed=1&good=on", "The batch: found `2000000000`; expected at most 1000000000 drops per cell."),
        ("depths=1-127&drops=1,000,000,000&seed=1&good=on", "The batch: found `127000000000`; expected at most 100000000000 drops in all."),
        ("depths=1&drops=10&seed=-1&good=on", "Seed: found `-1`; expected a whole number."),
        ("depths=1&drops=10&seed=1", "Drop qualities: found none; expected some of normal, good, great."),
        ("depths=1&drops=10&seed=1&good=on&kind=sword", "Kind: found `sword`; expected a kind by name, #index or as tval:sval, such as 23:12."),
        ("depths=1&drops=10&seed=1&good=on&kind=23:99", "Kind: found `23:99`; expected a kind by name, #index or as tval:sval, such as 23:12."),
    ];
    for (form, said) in asked {
        let answer = board.post(&path, form).await;
        assert_eq!((answer.status.as_u16(), answer.problem()), (422, said), "{form}");
    }
    // What was typed is still there.
    let answer = board.post(&path, "depths=7&drops=many&seed=%22%3E%3Cb%3E&great=on").await;
    assert!(answer.text().contains("name=\"depths\" value=\"7\""));
    assert!(answer.text().contains("name=\"seed\" value=\"&#34;&#62;&#60;b&#62;\""), "{}", answer.text());
    assert!(answer.text().contains("name=\"great\" checked") && !answer.text().contains("name=\"good\" checked"));
    let too_long = format!("depths={}", "1,".repeat(40_000));
    assert_eq!(board.post(&path, &too_long).await.status.as_u16(), 413);
    assert_eq!(board.store.batches(affixboard_store::BatchFilter::All, 9).await.expect("an answer"), []);
}

#[tokio::test]
async fn methods_that_an_address_does_not_have() {
    let board = Board::new().await;
    let answer = board.post("/batches", "").await;
    assert_eq!((answer.status.as_u16(), answer.lead()), (405, "This address can&#39;t do that."));
    assert_eq!(answer.header("allow"), "GET,HEAD");
    let answer = board.post("/import", "edition=x").await;
    assert_eq!(answer.status.as_u16(), 400);
    assert_eq!(answer.header("content-type"), "text/html; charset=utf-8");
}
