//! Charts of pools, of chances and of batches: which rows are drawn, and where the numbers are.

use crate::support::{Board, STARTER};

const SWORD: u16 = 23;
const BOOTS: u16 = 30;

#[tokio::test]
async fn chosen_rows_are_drawn() {
    let board = Board::new().await;
    let page = board.get(&format!("{STARTER}/charts/{SWORD}?depths=1,20,40")).await;
    let boxes: Vec<(u32, bool)> = page
        .text()
        .split("name=\"rows\" value=\"")
        .skip(1)
        .map(|rest| {
            let (index, rest) = rest.split_once('"').expect("an end");
            let (tag, _) = rest.split_once('>').expect("an end");
            (index.parse().expect("a number"), tag.ends_with(" checked"))
        })
        .collect();
    assert!(boxes.len() > 8, "{boxes:?}");
    assert_eq!(boxes.iter().filter(|one| one.1).count(), 7, "as many as are drawn");

    let open = board.open("affix-branch-starter").await;
    let name = |index: u32| {
        let affix = open.loaded.catalog.affixes.iter().find(|affix| affix.index == index);
        affix.expect("an affix").name.clone()
    };
    let others: Vec<u32> = boxes.iter().filter(|one| !one.1).map(|one| one.0).take(2).collect();
    let [a, b] = others[..] else { panic!("{boxes:?}") };
    let svg = board.get(&format!("{STARTER}/charts/{SWORD}.svg?depths=1,20,40&rows={a},{b}")).await;
    let label = |index: u32| format!(">\n{}", name(index));
    assert!(svg.text().contains(&label(a)) && svg.text().contains(&label(b)), "{}", svg.text());
    let top = boxes.iter().find(|one| one.1).expect("one").0;
    assert!(!svg.text().contains(&label(top)));
    assert!(svg.text().contains("chance in pool · exact, Angband affix branch starter r1, as coded"));
    // As the form of the page sends them.
    let sent = board.get(&format!("{STARTER}/charts/{SWORD}.svg?depths=1,20,40&rows={a}&rows={b}")).await;
    assert_eq!(sent.text(), svg.text());

    let page = board.get(&format!("{STARTER}/charts/{SWORD}?depths=1,20,40&rows={b}&rows={a}")).await;
    let mut both = [a, b];
    both.sort_unstable();
    let [low, high] = both;
    assert!(page.text().contains(&format!("/charts/{SWORD}.svg?depths=1,20,40&#38;rows={low},{high}&#38;chart=lines")));
    assert!(page.text().contains(&format!("2 of {} rows are chosen.", boxes.len())));
    assert_eq!(page.text().matches(" checked>").count(), 2);

    for (query, said) in [
        ("rows=12,x", "rows: found `x`; expected serial numbers such as 12,45."),
        ("at=deep", "at: found `deep`; expected a level such as 30."),
        ("of=pool", "of: found `pool`; expected pools, chances or the number of a batch."),
        ("of=9", "There is no batch 9."),
        ("width=9", "width: found `9`; expected wide or narrow."),
        ("quality=superb", "quality: found `superb`; expected one of normal, good, great."),
    ] {
        assert_eq!(board.get(&format!("{STARTER}/charts/{SWORD}?{query}")).await.lead(), said, "{query}");
    }
    let refused = board.get(&format!("{STARTER}/charts/{SWORD}.svg?chart=numbers")).await;
    assert_eq!(refused.lead(), "chart: found `numbers`; expected one of lines, panels, heat.");
    let refused = board.get(&format!("{STARTER}/charts/{SWORD}.csv")).await;
    assert_eq!(refused.lead(), "Found the format `csv`; expected svg or png.");
}

/// Pools change in steps, at any level: the lines are of all levels, whichever the table has. Chance is commonness divided by
/// a total there, so that no chart holds one against the other.
#[tokio::test]
async fn pools_are_drawn_level_by_level() {
    let board = Board::new().await;
    let svg = async |query: &str| board.get(&format!("{STARTER}/charts/{SWORD}.svg?{query}")).await.text().to_owned();
    for chart in ["lines", "panels"] {
        let few = svg(&format!("chart={chart}&rows=100&depths=1,100")).await;
        assert_eq!(few, svg(&format!("chart={chart}&rows=100&depths=every")).await, "{chart}");
        assert!(few.contains("<g data-row=\"100\""), "{chart}: {few}");
    }
    assert!(!svg("depths=1,50").await.contains("<circle"), "steps have no dots at the table's levels");

    let page = board.get(&format!("{STARTER}/charts/{SWORD}?depths=1,100&q=sharp")).await;
    for part in [
        "<tr data-row=\"100\"><th scope=\"row\" class=\"name\">",
        "<h2>Each on its own</h2>",
        "A panel for each row, highest first. All have the same scales",
        "Steps are where the pool changes, at any level.",
    ] {
        assert!(page.text().contains(part), "{part}: {}", page.text());
    }
    assert!(!page.text().contains("Commonness against chance"));
    let refused = board.get(&format!("{STARTER}/charts/{SWORD}.svg?chart=dots")).await;
    assert_eq!(refused.lead(), "chart: found `dots`; expected one of lines, panels, heat.");
}

/// A phone has drawings of its own, but of heat maps, which are scrolled as tables are.
#[tokio::test]
async fn phones_have_drawings_of_their_own() {
    let board = Board::new().await;
    let page = board.get(&format!("{STARTER}/charts/{SWORD}?q=sharp")).await;
    let sources: Vec<&str> = page.text().split("<source srcset=\"").skip(1).collect();
    let addresses: Vec<String> = sources
        .iter()
        .map(|source| {
            let (address, rest) = source.split_once('"').expect("an end");
            let (media, _) = rest.split_once('>').expect("an end");
            format!("{} {media}", address.rsplit("chart=").next().unwrap_or_default())
        })
        .collect();
    let narrow = "media=\"(max-width: 700px)";
    let dark = "media=\"(prefers-color-scheme: dark)\"";
    // One panel: 80 above, 22 for its title, 50, and 44 beneath.
    assert_eq!(
        addresses,
        [
            format!(
                "lines&#38;width=narrow&#38;theme=dark  {narrow} and (prefers-color-scheme: dark)\" width=\"390\" height=\"420\""
            ),
            format!("lines&#38;width=narrow  {narrow}\" width=\"390\" height=\"420\""),
            format!("lines&#38;theme=dark  {dark} width=\"960\" height=\"480\""),
            format!(
                "panels&#38;width=narrow&#38;theme=dark  {narrow} and (prefers-color-scheme: dark)\" width=\"390\" height=\"196\""
            ),
            format!("panels&#38;width=narrow  {narrow}\" width=\"390\" height=\"196\""),
            format!("panels&#38;theme=dark  {dark} width=\"960\" height=\"196\""),
            format!("heat&#38;theme=dark  {dark}"),
        ]
    );
    for (chart, size) in [("lines", "390 420"), ("panels", "390 196")] {
        let svg = board.get(&format!("{STARTER}/charts/{SWORD}.svg?q=sharp&chart={chart}&width=narrow")).await;
        assert!(svg.text().contains(&format!("viewBox=\"0 0 {size}\"")), "{}", svg.text());
    }
}

/// So have the charts of sheets, whose narrow title is that of the sheet.
#[tokio::test]
async fn phones_have_charts_of_sheets() {
    let board = Board::new().await;
    let id = board.start_batch("depths=5&drops=1000&seed=1&great=on").await;
    board.work();
    board.finished(id).await;
    for (width, title) in
        [("wide", "Boots: what great drops carry, most frequent first"), ("narrow", "Boots: what great drops carry")]
    {
        let svg = board.get(&format!("/batches/{id}/types/{BOOTS}.svg?width={width}&subject=affixes")).await;
        assert!(svg.text().contains(&format!("<title>{title}</title>")), "{}", svg.text());
    }
    let refused = board.get(&format!("/batches/{id}/types/{BOOTS}.svg?width=9")).await;
    assert_eq!(refused.lead(), "width: found `9`; expected wide or narrow.");
}

#[tokio::test]
async fn computed_chances_are_drawn() {
    let board = Board::new().await;
    let query = "of=chances&depths=3,40";
    let svg = board.get(&format!("{STARTER}/charts/{BOOTS}.svg?{query}&chart=numbers&wait=exact")).await;
    assert_eq!(svg.header("content-type"), "image/svg+xml");
    assert!(svg.text().contains("\n1 affix\n") && svg.text().contains("\n2 affixes\n"), "{}", svg.text());
    let how = "share of items by number of affixes · exact, Angband affix branch starter r1, as coded";
    assert!(svg.text().contains(how), "{}", svg.text());
    let dots = board.get(&format!("{STARTER}/charts/{BOOTS}.svg?{query}&chart=dots&at=40&wait=exact")).await;
    assert!(dots.text().contains("chance per item, at level 40 · exact"), "{}", dots.text());
    assert!(dots.text().contains("commonness in the pool at generation level 40"));
    assert!(dots.text().matches("<circle").count() > 4);

    // All is known by now.
    let page = board.get(&format!("{STARTER}/charts/{BOOTS}?{query}&at=40")).await;
    for part in [
        "<h2>Number of affixes</h2>",
        "<h2>Commonness against chance</h2>",
        "id=\"numbers-table\"",
        "<th scope=\"row\">2 affixes</th>",
        "Commonness and chance at level 40",
    ] {
        assert!(page.text().contains(part), "{part}: {}", page.text());
    }
    let refused = board.get(&format!("{STARTER}/charts/{BOOTS}.svg?{query}&chart=shares")).await;
    assert_eq!(refused.lead(), "chart: found `shares`; expected one of lines, panels, numbers, heat, dots.");
}

#[tokio::test]
async fn a_batch_is_drawn() {
    let board = Board::new().await;
    let id = board.start_batch("depths=5,30&drops=20000&seed=1&great=on").await;
    let queued = board.get(&format!("{STARTER}/charts/{BOOTS}?of={id}")).await;
    assert!(queued.lead().starts_with("Batch 1 can&#39;t be drawn here: it isn&#39;t done, or is of another revision"));
    board.work();
    board.finished(id).await;
    let svg = board.get(&format!("{STARTER}/charts/{BOOTS}.svg?of={id}&chart=numbers")).await;
    assert!(
        svg.text().contains("number of affixes · simulated, batch 1 (Angband affix branch starter r1"),
        "{}",
        svg.text()
    );
    let page = board.get(&format!("{STARTER}/charts/{BOOTS}?of={id}")).await;
    assert!(page.text().contains("<b class=\"how-simulated\">simulated</b>"), "{}", page.text());
    assert!(page.text().contains("id=\"numbers-table\"") && page.text().contains("id=\"dots-table\""));
    assert!(
        page.text().contains(&format!("<a href=\"{STARTER}/charts/{BOOTS}?of=1\" aria-current=\"true\">batch 1</a>"))
    );
}
