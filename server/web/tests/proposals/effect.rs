//! What proposed changes do, held against numbers worked out by hand from the starters' files.

use std::sync::Arc;

use affixboard_inquiry::{
    gaps::{self, Limits, Search},
    profile::Profile,
};
use affixboard_model::text::WriteOptions;
use affixboard_proposal::{Anchor, Change, EditOp, Outcome, entry_lines};
use affixboard_report::{
    sheet::{Direction, Method},
    sheets::{Effect, EffectRow, GridCell},
};
use affixboard_service::{
    compute::CellNumbers,
    library::{OpenRevision, Proposer},
    proposals::effect::{self, EffectScope, FindingFate, MatrixPlan},
};

use axum::http::StatusCode;

use crate::support::Board;

/// Another text for a line of an entry, which has it once.
fn replace(open: &OpenRevision, name: &str, was: &str, now: &str) -> Change {
    let lines = entry_lines(&open.loaded);
    let line = lines.iter().find(|line| line.name == name && line.text == was).expect("the line");
    Change {
        anchor: Anchor {
            file: line.file.clone(),
            sort: line.sort,
            index: line.index,
            name: line.name.clone(),
            directive: line.directive.tag.to_owned(),
            ordinal: line.ordinal,
        },
        op: EditOp::Replace { was: was.to_owned(), now: now.to_owned() },
        writing: WriteOptions::default(),
    }
}

/// An edition's newest revision, and the same with a line changed.
async fn changed(
    board: &Board,
    slug: &str,
    (name, was, now): (&str, &str, &str),
) -> (Arc<OpenRevision>, Arc<OpenRevision>) {
    let base = board.open(slug).await;
    let change = replace(&base, name, was, now);
    let derived = board.derive(&base, &[change]).await;
    let outcomes = &derived.derived.as_ref().expect("changes").applied.outcomes;
    assert_eq!(*outcomes, [Outcome::Applied]);
    (base, derived)
}

fn type_called(open: &OpenRevision, name: &str) -> u16 {
    let mut types = open.loaded.catalog.item_types.iter();
    types.find(|item_type| item_type.name == name).expect("the item type").tval
}

fn told(row: &EffectRow) -> String {
    format!("{}: {} → {} {}, {}", row.name, row.now, row.proposed, row.points, row.ratio)
}

fn rows(effect: &Effect) -> Vec<String> {
    effect.rows.iter().map(told).collect()
}

const FIRE: (&str, &str, &str) =
    ("of Resist Fire", "T:soft armour:0:99:great:20:1 to 127", "T:soft armour:0:99:great:25:1 to 127");

/// At level 20, all that fits soft armour up to great weighs 294, on robes 54 more. So 20 of 294 become 25 of 299; whatever
/// weighs 20 beside it goes from 20 of 294 to 20 of 299, 1.7 % less, and on robes all by 1.4 %, from 348 to 353.
#[tokio::test]
async fn one_weight_moves_its_own_share_and_displaces_the_others() {
    let board = Board::new().await;
    let (base, derived) = changed(&board, "affix-branch-starter", FIRE).await;
    let touched = effect::touched(&base.loaded, &derived.loaded);
    let soft_armour = type_called(&base, "soft armour");
    assert_eq!(touched.types, [soft_armour]);
    assert_eq!(touched.entries.iter().map(|entry| entry.name.as_str()).collect::<Vec<_>>(), ["of Resist Fire"]);
    let usual = EffectScope::usual(&base, &derived, soft_armour);
    let levels = base.loaded.game.words().affix_levels;
    let great = levels.iter().position(|level| *level == "great").expect("great") as u8;
    assert_eq!((usual.depth, usual.quality), (64, 2), "between 1 and 127, great");
    let scene = EffectScope { depth: 20, affix_level: great, ..usual };
    let estimate = effect::estimate(&base, &derived, &scene).expect("an estimate");
    assert_eq!(rows(&estimate), ["of Resist Fire: 6.80 % → 8.36 % ▲ +1.6, × 1.23"]);
    // 20 things fit all soft armour, two more robes alone; one of them is the one that was changed.
    assert_eq!((estimate.small.len(), estimate.unchanged), (21, 0));
    assert!(estimate.small.iter().all(|row| row.is_indirect && row.direction == Direction::Down));
    let cold = estimate.small.iter().find(|row| row.name == "of Resist Cold").expect("it");
    assert_eq!(told(cold), "of Resist Cold: 6.80 % → 6.69 % ▼ −0.11, × 0.983");
    assert!(!estimate.rows[0].is_indirect);
    // No other item type has it.
    let boots = EffectScope { tval: type_called(&base, "boots"), ..scene };
    let elsewhere = effect::estimate(&base, &derived, &boots).expect("an estimate");
    assert!(elsewhere.rows.is_empty() && elsewhere.small.is_empty() && elsewhere.unchanged > 0);
}

/// Two of the lines for boots go up by 1, of pools of more than 60: less than 2 points of per cent. One for soft armour goes from
/// 20 of 294 to 80 of 354, which is 16 points.
#[tokio::test]
async fn the_item_type_that_changes_most_comes_first() {
    let board = Board::new().await;
    let base = board.open("affix-branch-starter").await;
    let changes = [
        replace(&base, "Durable", "T:boots:0:99:good:12:5 to 127", "T:boots:0:99:good:13:5 to 127"),
        replace(&base, "Sure-Footed", "T:boots:0:99:good:22:0 to 127", "T:boots:0:99:good:23:0 to 127"),
        replace(&base, FIRE.0, FIRE.1, "T:soft armour:0:99:great:80:1 to 127"),
    ];
    let derived = board.derive(&base, &changes).await;
    let (boots, soft_armour) = (type_called(&base, "boots"), type_called(&base, "soft armour"));
    let touched = effect::touched(&base.loaded, &derived.loaded);
    assert_eq!(touched.types, [boots, soft_armour], "by how many entries change");
    let overall = effect::estimate_overall(&base, &derived, &touched.types, &[20, 40]).expect("an estimate");
    assert_eq!(touched.clone().by_change(&overall).types, [soft_armour, boots]);
    // Where nothing is known of pools the order stays.
    assert_eq!(touched.by_change(&Effect::default()).types, [boots, soft_armour]);
}

/// Each cell of a matrix is what a page about that cell alone shows first.
#[tokio::test]
async fn a_matrix_has_the_largest_change_of_each_cell() {
    let board = Board::new().await;
    let (base, derived) = changed(&board, "affix-branch-starter", FIRE).await;
    let soft_armour = type_called(&base, "soft armour");
    let plan = MatrixPlan::new(base.loaded.game.words(), soft_armour, &[20, 999, 3]);
    assert_eq!(plan.depths, [3, 5, 10, 20, 30, 40, 50, 60, 80, 100], "within the dungeon, each once");
    let requests = plan.requests(&[Arc::clone(&base), Arc::clone(&derived)]);
    assert_eq!(requests.len(), 2 * 3 * 10);
    let mut known = Vec::new();
    for (open, cell) in &requests {
        let is_wanted = cell.depth == 20 || cell.quality == 0;
        let chances = board.exact.of_type(open, cell.depth, cell.quality, cell.tval);
        let chances = if is_wanted { Some(chances.await.expect("chances")) } else { None };
        known.push(CellNumbers { chances, simulated: None, last: 0 });
    }
    let matrix = plan.matrix([&base, &derived], &known).expect("a matrix");
    assert!(!matrix.is_final() && matrix.cells[2][4].is_none(), "great drops at depth 30 are not known");
    for quality in 0..3 {
        let scene = EffectScope { quality, depth: 20, ..EffectScope::usual(&base, &derived, soft_armour) };
        let of = |open: &Arc<OpenRevision>| {
            let same = requests
                .iter()
                .zip(&known)
                .find(|((side, cell), _)| Arc::ptr_eq(side, open) && (cell.depth, cell.quality) == (20, quality));
            same.expect("its numbers").1.clone()
        };
        let alone = effect::difference((&base, &of(&base)), (&derived, &of(&derived)), &scene).expect("a difference");
        let (_, depth, row) = matrix.largest(|of, at| (of, at) == (quality, 20)).expect("a change");
        assert_eq!((depth, told(row)), (20, told(&alone.rows[0])), "quality {quality}");
        assert_eq!(row.name, "of Resist Fire");
    }
    // Of all that is known the largest.
    let (quality, depth, row) = matrix.largest(|_, _| true).expect("a change");
    assert!(matrix.cells.iter().flatten().flatten().filter_map(GridCell::largest).all(|one| one.size <= row.size));
    assert!(quality == 0 || depth == 20, "{quality} {depth}");
}

/// Good and great lights are never made but as artifacts, so that only normal drops have more smoking ones.
#[tokio::test]
async fn the_page_opens_on_what_changes_most_and_leads_there() {
    let board = Board::new().await;
    let form = "version=0&l1=affix.165.T.1&w1=T:light:0:99:good:8:1+to+60&f1.commonness=40";
    let saved = board.post("/editions/affix-branch-starter/draft?entry=affix.165", form).await;
    assert_eq!(saved.status, StatusCode::SEE_OTHER, "{}", saved.text());
    let path = "/editions/affix-branch-starter/draft";
    let effect = loop {
        let page = board.get(path).await;
        let effect = page.between("id=\"effect\"", "</section>").to_owned();
        if !effect.contains("data-waiting") {
            break effect;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    };
    assert!(effect.contains("light · normal drop · depth "), "{effect}");
    let matrix = effect.split("class=\"matrix\"").nth(1).and_then(|rest| rest.split("</table>").next()).expect("it");
    let of_great = matrix.split(">great</th>").nth(1).and_then(|rest| rest.split("</tr>").next()).expect("great drops");
    assert!(!of_great.contains("up") && !of_great.contains("down"), "{of_great}");
    let points = |cell: &str| -> f64 {
        let text = cell.split('>').nth(1).and_then(|text| text.split('<').next()).unwrap_or_default();
        text.trim_start_matches(['▲', '▼', ' ', '+', '−']).parse().unwrap_or(0.0)
    };
    let cells: Vec<&str> = matrix.split("<a ").skip(1).collect();
    let shown = cells.iter().find(|cell| cell.contains("aria-current")).expect("the cell that is shown");
    assert!(points(shown) > 0.0 && cells.iter().all(|cell| points(cell) <= points(shown)), "{matrix}");
    // Where nothing changes it says where something does.
    let great = board.get(&format!("{path}?quality=great&depth=20")).await;
    let effect = great.between("id=\"effect\"", "</section>");
    assert!(effect.contains("here, but <a href=\"") && effect.contains(">normal drops at depth "), "{effect}");
    assert!(effect.contains("</a>: Smoking ▲ +"), "{effect}");
}

#[tokio::test]
async fn what_was_derived_is_never_taken_for_what_is_stored() {
    let board = Board::new().await;
    let (base, derived) = changed(&board, "affix-branch-starter", FIRE).await;
    assert_eq!(derived.revision, base.revision);
    assert_ne!(derived.content_hash(), base.content_hash());
    let about = derived.provenance(Method::Exact);
    assert_eq!(about.proposed.as_deref(), Some("draft"));
    assert_eq!(about.content_hash, derived.content_hash());
    assert!(about.describe().starts_with("draft, on "), "{}", about.describe());
    assert_eq!(base.provenance(Method::Exact).proposed, None);
    // Opened again, the stored one comes, and the same changes come from memory.
    assert!(Arc::ptr_eq(&base, &board.open("affix-branch-starter").await));
    let again = board.derive(&base, &derived.derived.as_ref().expect("changes").changes).await;
    assert!(Arc::ptr_eq(&derived, &again));
    let names = [Proposer::Draft, Proposer::DraftOf(12), Proposer::Proposal { id: 12, revision: 3 }];
    assert_eq!(names.map(|by| by.to_string()), ["draft", "draft for proposal 12", "proposal 12, revision 3"]);
}

#[tokio::test]
async fn changes_that_do_not_fit_change_nothing() {
    let board = Board::new().await;
    let base = board.open("affix-branch-starter").await;
    let fits = replace(&base, FIRE.0, FIRE.1, FIRE.2);
    let conflict = Change {
        op: EditOp::Replace { was: "T:soft armour:0:99:great:21:1 to 127".to_owned(), now: FIRE.2.to_owned() },
        ..fits.clone()
    };
    let refused = Change { op: EditOp::Replace { was: FIRE.1.to_owned(), now: "D:Warm".to_owned() }, ..fits.clone() };
    let same = Change { op: EditOp::Replace { was: FIRE.1.to_owned(), now: FIRE.1.to_owned() }, ..fits };
    for change in [conflict, refused, same] {
        let derived = board.derive(&base, &[change]).await;
        assert_eq!(derived.content_hash(), base.content_hash());
        assert_eq!(effect::touched(&base.loaded, &derived.loaded), effect::Touched::default());
        assert_eq!(effect::remark_changes(&base.loaded, &derived.loaded, ""), []);
    }
}

/// Of bows those with svals from 14 on take Accuracy, 100 / 2 = 50, and Extra Might, 100 / 7 = 14, so 14 of 64 is most; with
/// 100 / 4 = 25 it is 25 of 75. Extra Shots, 100 / 9 = 11, on other bows goes from 11 of 75 to 11 of 86.
#[tokio::test]
async fn rarities_of_3_0() {
    let board = Board::new().await;
    board.add_starter("angband-3-0-starter").await;
    let change = ("of Extra Might", "W:20:7:0:9500", "W:20:4:0:9500");
    let (base, derived) = changed(&board, "angband-3-0-starter", change).await;
    let bow = type_called(&base, "bow");
    assert_eq!(effect::touched(&base.loaded, &derived.loaded).types, [bow]);
    let scene = EffectScope { depth: 30, ..EffectScope::usual(&base, &derived, bow) };
    let estimate = effect::estimate(&base, &derived, &scene).expect("an estimate");
    assert_eq!(
        rows(&estimate),
        [
            "of Extra Might: 21.9 % → 33.3 % ▲ +11, × 1.52",
            "of Accuracy: 78.1 % → 66.7 % ▼ −11, × 0.853",
            "of Extra Shots: 14.7 % → 12.8 % ▼ −1.9, × 0.872"
        ]
    );
    assert_eq!((estimate.small.len(), estimate.unchanged), (0, 0));
}

/// At level 40, soft armour takes 60 + 60 + 60 + 50 + 35 + 9 = 274, robes 12 more; 60 of 274 become 30 of 244.
#[tokio::test]
async fn weights_of_4_2() {
    let board = Board::new().await;
    board.add_starter("angband-4-2-starter").await;
    let change = ("of the Baker", "alloc:60:1 to 45", "alloc:30:1 to 45");
    let (base, derived) = changed(&board, "angband-4-2-starter", change).await;
    let soft_armour = type_called(&base, "soft armor");
    let mut touched = effect::touched(&base.loaded, &derived.loaded).types;
    touched.sort_unstable();
    let mut expected = vec![soft_armour, type_called(&base, "hard armor")];
    expected.sort_unstable();
    assert_eq!(touched, expected, "it has two lines `type:`");
    let scene = EffectScope { depth: 40, ..EffectScope::usual(&base, &derived, soft_armour) };
    let estimate = effect::estimate(&base, &derived, &scene).expect("an estimate");
    assert_eq!(rows(&estimate)[0], "of the Baker: 21.9 % → 12.3 % ▼ −9.6, × 0.561");
    assert_eq!(
        rows(&estimate)[1..3].join("; "),
        "of the Salt Marsh: 21.9 % → 24.6 % ▲ +2.7, × 1.12; of Long Winters: 21.9 % → 24.6 % ▲ +2.7, × 1.12"
    );
    assert_eq!((estimate.rows.len(), estimate.small.len()), (7, 0), "all six others gain 12 %");
}

/// A theme's part is in no pool: pools stay, but the theme comes otherwise.
#[tokio::test]
async fn a_part_of_a_theme_changes_the_theme_alone() {
    let board = Board::new().await;
    let change = ("of Resistance", "A:of Resist Fire:7", "A:of Resist Fire:3");
    let (base, derived) = changed(&board, "affix-branch-starter", change).await;
    let soft_armour = type_called(&base, "soft armour");
    assert!(effect::touched(&base.loaded, &derived.loaded).types.contains(&soft_armour));
    let scene = EffectScope { depth: 30, ..EffectScope::usual(&base, &derived, soft_armour) };
    let estimate = effect::estimate(&base, &derived, &scene).expect("an estimate");
    assert!(estimate.rows.is_empty() && estimate.small.is_empty());
    let of = |open: &Arc<OpenRevision>| {
        let (exact, open) = (Arc::clone(&board.exact), Arc::clone(open));
        let numbers = |chances| CellNumbers { chances: Some(chances), simulated: None, last: 0 };
        async move { numbers(exact.of_type(&open, 30, 2, soft_armour).await.expect("chances")) }
    };
    let (before, after) = (of(&base).await, of(&derived).await);
    let exact = effect::difference((&base, &before), (&derived, &after), &scene).expect("a difference");
    let theme = exact.rows.iter().find(|row| row.metric == "theme").expect("the theme");
    assert_eq!((theme.name.as_str(), theme.place.0), ("of Resistance", soft_armour));
    let same = effect::difference((&base, &before), (&base, &before), &scene).expect("a difference");
    assert!(same.rows.is_empty() && same.small.is_empty());
}

/// Only Digging is to be had for diggers: with 100 / 200 it weighs nothing.
#[tokio::test]
async fn gaps_come_and_go() {
    let board = Board::new().await;
    board.add_starter("angband-3-0-starter").await;
    let base = board.open("angband-3-0-starter").await;
    let lines = entry_lines(&base.loaded);
    let line = lines.iter().find(|line| line.name == "of Digging" && line.directive.tag == "W").expect("its line");
    let now = line.text.replacen(":1:", ":200:", 1);
    let derived = board.derive(&base, &[replace(&base, "of Digging", &line.text, &now)]).await;
    let dive = Profile::parse("1-60: normal 20, good 2, great 1").expect("a profile");
    let search = Search { limits: Limits::default(), dive };
    let found = |open: &OpenRevision| gaps::find(&open.loaded, &*open.forge, &search);
    let (before, after) = (found(&base), found(&derived));
    let came = effect::gap_changes((&base.loaded, &before), (&derived.loaded, &after));
    let told: Vec<_> = came.iter().map(|came| (came.fate.word(), came.rule, came.tval)).collect();
    assert_eq!(
        told,
        [("new", "no-affix", Some(20)), ("new", "affix-out-of-reach", None), ("gone", "few-affixes", Some(20))],
        "what can draw nothing can no longer draw only one; that the line never fires is a remark"
    );
    let out_of_reach = came.iter().find(|came| came.rule == "affix-out-of-reach").expect("a gap");
    assert!(out_of_reach.fate == FindingFate::New && out_of_reach.what.starts_with("of Digging"), "{out_of_reach:?}");
    let back = effect::gap_changes((&derived.loaded, &after), (&base.loaded, &before));
    let told: Vec<_> = back.iter().map(|came| (came.fate.word(), came.rule)).collect();
    assert_eq!(
        told,
        [("better", "few-affixes"), ("gone", "no-affix"), ("gone", "affix-out-of-reach")],
        "to draw one is more than to draw none"
    );
    assert_eq!(effect::gap_changes((&base.loaded, &before), (&base.loaded, &before)), []);
}

#[tokio::test]
async fn remarks_come_and_go_and_moved_lines_say_nothing_new() {
    let board = Board::new().await;
    let change = ("of Resist Fire", FIRE.1, "T:soft armour:0:99:great:20:50 to 10");
    let (base, derived) = changed(&board, "affix-branch-starter", change).await;
    let came = effect::remark_changes(&base.loaded, &derived.loaded, "");
    let told: Vec<_> = came.iter().map(|came| (came.fate.word(), came.rule)).collect();
    assert_eq!(told, [("new", "reversed-range")]);
    assert_eq!(came[0].place, Some(("ego_item.txt".to_owned(), 55)));
    let back = effect::remark_changes(&derived.loaded, &base.loaded, "");
    assert_eq!(back.iter().map(|came| came.fate).collect::<Vec<_>>(), [FindingFate::Gone]);
}

/// A draft of one change, as the page saves it: "of Resist Acid" on soft armour from 20 to 25.
async fn draft(board: &Board) {
    let form = "version=0&l1=affix.1.T.1&w1=T:soft+armour:0:99:great:20:1+to+127&f1.commonness=25";
    let saved = board.post("/editions/affix-branch-starter/draft?entry=affix.1", form).await;
    assert_eq!(saved.status, StatusCode::SEE_OTHER, "{}", saved.text());
}

const DRAFT_PAGE: &str = "/editions/affix-branch-starter/draft?depth=20&quality=great";

/// What both sides' items carry is there while nothing can be computed, simulated; then it is computed.
#[tokio::test]
async fn a_page_shows_simulated_numbers_and_then_computed_ones() {
    let board = Board::new().await;
    draft(&board).await;
    let held = board.hold().await;
    let page = board.get(DRAFT_PAGE).await;
    let effect = page.between("id=\"effect\"", "</section>");
    assert!(
        effect.contains("soft armour · great drop · depth 20 · <span class=\"how-simulated\">simulated</span>"),
        "{effect}"
    );
    assert!(effect.contains("Chance that an item that is soft armour carries it."), "{effect}");
    assert!(effect.contains("data-waiting"), "{effect}");
    drop(held);
    let page = board.get_until(DRAFT_PAGE, " exact, ").await;
    let effect = page.between("id=\"effect\"", "</section>");
    // Of the rarest a million simulated drops say more than what is computed.
    assert!(effect.contains(" computed, ") && effect.contains(" simulated</span>"), "{effect}");
    let computed =
        "<a href=\"/compare/36?from=affix-branch-starter@1&#38;to=draft:affix-branch-starter&#38;measure=item\">";
    assert!(effect.contains(computed), "{effect}");
    let normal = board.get(&DRAFT_PAGE.replace("great", "normal")).await;
    assert!(normal.text().contains("&#38;quality=normal&#38;measure=item\">"), "{}", normal.text());
    assert!(effect.contains("Rules affix-branch") && effect.contains("draft ("), "{effect}");
    let wrong = board.get("/editions/affix-branch-starter/draft?depth=999").await;
    assert_eq!(wrong.status, StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn a_draft_is_a_side_of_a_comparison() {
    let board = Board::new().await;
    let none = board.get("/compare/36?from=affix-branch-starter@1&to=draft:affix-branch-starter").await;
    assert_eq!((none.status, none.lead()), (StatusCode::NOT_FOUND, "You have no such draft."));
    draft(&board).await;
    let sides = "from=affix-branch-starter@1&to=draft:affix-branch-starter";
    let page = board.get(&format!("/compare?{sides}")).await;
    assert!(page.text().contains("T:soft armour:0:99:great:25:1 to 127"), "its lines: {}", page.text());
    let sheet = board.get(&format!("/compare/36.json?{sides}&depths=20")).await;
    assert!(sheet.text().contains("\"revision\":1,\"changed_by\":\"draft\""), "{}", sheet.text());
    let computed =
        board.get(&format!("/compare/36.csv?{sides}&depths=20&measure=item&subject=affixes&wait=exact")).await;
    let first = computed.text().lines().find(|line| line.starts_with("Affixes,")).unwrap_or_default().to_owned();
    assert!(first.contains("of Resist Acid"), "the largest change: {}", computed.text());
    let lines = board.get(&format!("/compare/lines.csv?{sides}")).await;
    assert!(lines.text().contains("T:soft armour:0:99:great:25:1 to 127"), "{}", lines.text());
    for (side, says) in [("proposal:9", "There is no proposal 9."), ("proposal:x", "expected the number of a proposal")]
    {
        let page = board.get(&format!("/compare?from=affix-branch-starter&to={side}")).await;
        assert!(page.lead().contains(says), "{}", page.lead());
    }
}

/// 20 of 334 to 25 of 339 is far more than chance in 400,000 drops.
#[tokio::test]
async fn a_paired_batch_compares_both_sides_with_one_seed() {
    let board = Board::new().await;
    draft(&board).await;
    let form = |drops: u64| format!("side=draft:affix-branch-starter&depths=20&drops={drops}");
    let large = board.post("/paired", &form(666_667)).await;
    assert_eq!(large.status, StatusCode::BAD_REQUEST, "{}", large.text());
    let stored = board.post("/paired", "side=affix-branch-starter&depths=20&quality=great&drops=10").await;
    assert!(stored.lead().contains("expected a draft or a proposal"), "{}", stored.lead());
    let begun = board.post("/paired", &form(400_000)).await;
    assert_eq!((begun.status, begun.header("location")), (StatusCode::SEE_OTHER, "/paired/1"));
    let sides = board.get_until("/paired/1", "").await;
    assert_eq!(sides.header("location"), "/compare?from=paired:1.base&to=paired:1.proposed");
    let sheet = board.get("/compare/36.json?from=paired:1.base&to=paired:1.proposed&subject=affixes").await;
    let text = sheet.text();
    assert!(text.contains("\"drops_per_cell\":400000") && text.contains("\"changed_by\":\"draft\""), "{text}");
    let page = board.get("/compare/36?from=paired:1.base&to=paired:1.proposed&subject=affixes").await;
    assert!(page.text().contains("of Resist Acid"), "{}", page.text());
    assert!(page.text().contains("Both sides have the same seed"), "{}", page.text());
    // Of every drop quality, unless one is asked for.
    for quality in ["normal", "good", "great"] {
        let sheet =
            format!("/compare/36.json?from=paired:1.base&to=paired:1.proposed&subject=affixes&quality={quality}");
        assert_eq!(board.get(&sheet).await.status, StatusCode::OK, "{quality}");
    }
}

const PAIRED_FILE: &str = "/compare/36.csv?from=paired:1.base&to=paired:1.proposed&subject=affixes";

/// The same numbers after a restart, one that was called off stays so, and one that was under way is run again.
#[tokio::test]
async fn a_restart_forgets_no_paired_batch() {
    let board = Board::new().await;
    let worker = board.work();
    draft(&board).await;
    let run = async |board: &Board, drops: u64, number: u64| {
        let form = format!("side=draft:affix-branch-starter&depths=20&quality=great&drops={drops}");
        let begun = board.post("/paired", &form).await;
        assert_eq!(begun.header("location"), format!("/paired/{number}"), "{}", begun.text());
    };
    run(&board, 4000, 1).await;
    board.get_until("/paired/1", "").await;
    let before = board.get(PAIRED_FILE).await;
    assert_eq!(before.status, StatusCode::OK, "{}", before.text());
    run(&board, 2_000_000, 2).await;
    assert_eq!(board.post("/paired/2/cancel", "").await.status, StatusCode::SEE_OTHER);
    board.get_until("/paired/2", "stopped before it finished").await;
    run(&board, 2_000_000, 3).await;
    let board = board.restart(worker).await;
    board.get_until("/paired/1", "").await;
    assert_eq!(board.get(PAIRED_FILE).await.text(), before.text());
    let stopped = board.get("/paired/2").await;
    assert_eq!(stopped.status, StatusCode::NOT_FOUND);
    assert!(stopped.lead().starts_with("Paired batch 2 was stopped before its end"), "{}", stopped.lead());
    let under_way = board.get("/paired/3").await;
    assert!(under_way.text().contains("<progress max=\"100\""), "{}", under_way.text());
    let busy = board.get("/compare?from=paired:3.base&to=paired:3.proposed").await;
    assert_eq!(busy.status, StatusCode::CONFLICT, "{}", busy.text());
    board.post("/paired/3/cancel", "").await;
    board.get_until("/paired/3", "stopped before it finished").await;
    run(&board, 400, 4).await;
    assert_eq!(board.get("/paired/5").await.lead(), "There is no paired batch 5.");
}
