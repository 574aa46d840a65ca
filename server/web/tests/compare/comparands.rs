//! Who sees what as a side of a comparison, on every route that takes one: a draft is its author's alone, also through paired
//! batches, and where reading is closed nobody sees anything without an account.

use affixboard_proposal::{Change, write_changes};
use affixboard_service::config::Settings;
use affixboard_store::{AccountId, DraftOf, ProposalId, Role, SaveDraft, Scope};

use crate::{
    proposals::show::{BOB, SLUG, lines, propose, with},
    support::{Answer, Board, HOST, Who, settings},
};

/// What only Bob's drafts have in them.
const SECRET: [&str; 2] = [":77:", ":78:"];
/// Every page and file of a comparison. `FROM` and `TO` are the sides.
const ROUTES: &[&str] = &[
    "/compare?from=FROM&to=TO",
    "/compare/lines.csv?from=FROM&to=TO",
    "/compare/TYPE?from=FROM&to=TO",
    "/compare/TYPE.csv?from=FROM&to=TO",
    "/compare/TYPE.long.csv?from=FROM&to=TO",
    "/compare/TYPE.excel.csv?from=FROM&to=TO",
    "/compare/TYPE.xlsx?from=FROM&to=TO",
    "/compare/TYPE.json?from=FROM&to=TO",
    "/compare/all.long.csv?from=FROM&to=TO",
    "/compare/all.zip?from=FROM&to=TO",
];

/// Bob's proposal 1, his draft of its next revision, and one of a new proposal; all of the first line with 20.
struct Scene {
    board: Board,
    /// The item type that the line is of.
    tval: u16,
    bob: Who,
    /// Everybody else who may read, by what they are.
    others: Vec<(&'static str, Option<Who>)>,
}

async fn save(board: &Board, author: Option<AccountId>, of: DraftOf, changes: &[Change]) {
    let open = board.open(SLUG).await;
    let draft = SaveDraft {
        author,
        of,
        version: 0,
        base: open.revision.id,
        revision: u32::from(matches!(of, DraftOf::Revise(_))),
        title: "Not for you",
        description: "",
        changes: &write_changes(changes),
        now_ms: 1_700_000_000_000,
    };
    board.store.save_draft(draft).await.expect("a draft");
}

async fn scene(reading_closed: bool) -> Scene {
    let board = Board::with(&Settings { reading_closed, ..settings(HOST, &[], false) }).await;
    let ann = board.somebody("Ann", Role::Maintainer).await;
    let bob = board.somebody("Bob", Role::Proposer).await;
    let cid = board.somebody("Cid", Role::Reviewer).await;
    let pat = board.somebody("Pat", Role::Proposer).await;
    let rea = board.somebody("Rea", Role::Reader).await;
    let open = board.open(SLUG).await;
    let line = lines(&board).await.swap_remove(0);
    let word = line.text.split(':').nth(1).expect("an item type");
    let tval = open.loaded.catalog.item_types.iter().find(|known| known.name == word).expect("its number").tval;
    propose(&board, Some(BOB), "Rarer", &[with(&line, 12)]).await;
    save(&board, Some(BOB), DraftOf::New(open.revision.edition_id), &[with(&line, 77)]).await;
    save(&board, Some(BOB), DraftOf::Revise(ProposalId(1)), &[with(&line, 78)]).await;
    let reading = board.program(AccountId(1), Scope::Read).await;
    let proposing = board.program(AccountId(4), Scope::Propose).await;
    let others = vec![
        ("a maintainer", Some(ann)),
        ("a reviewer", Some(cid)),
        ("another proposer", Some(pat)),
        ("a reader", Some(rea)),
        ("a maintainer's program", Some(reading)),
        ("another proposer's program", Some(proposing)),
        ("a visitor", None),
    ];
    Scene { board, tval, bob, others }
}

impl Scene {
    fn path(&self, route: &str, from: &str, to: &str) -> String {
        route.replace("TYPE", &self.tval.to_string()).replace("FROM", from).replace("TO", to)
    }

    async fn get(&self, who: Option<&Who>, path: &str) -> Answer {
        match who {
            Some(who) => self.board.get_as(who, path).await,
            None => self.board.get(path).await,
        }
    }
}

/// Texts of the answer; of zips and workbooks their names and what isn't packed.
fn has(answer: &Answer, piece: &str) -> bool {
    answer.body.windows(piece.len()).any(|window| window == piece.as_bytes())
}

#[tokio::test]
async fn a_draft_is_nobody_else_s_on_any_route() {
    let scene = scene(false).await;
    for route in ROUTES {
        for (from, to) in [(SLUG, "draft:SLUG"), ("draft:SLUG", SLUG), ("proposal:1", "draft:SLUG")] {
            let path = scene.path(route, from, to).replace("SLUG", SLUG);
            let own = scene.get(Some(&scene.bob), &path).await;
            assert_eq!(own.status.as_u16(), 200, "{path}: {}", String::from_utf8_lossy(&own.body));
            for (name, who) in &scene.others {
                let answer = scene.get(who.as_ref(), &path).await;
                assert_eq!((answer.status.as_u16(), answer.lead()), (404, "You have no such draft."), "{name}: {path}");
            }
        }
        // Of somebody without a draft of it, a revision begins with what is proposed: that is what they see.
        let (draft, proposed) = (scene.path(route, SLUG, "draft:@1"), scene.path(route, SLUG, "proposal:1"));
        for (name, who) in &scene.others {
            let answer = scene.get(who.as_ref(), &draft).await;
            assert_eq!(answer.status.as_u16(), 200, "{name}: {draft}");
            let plain = scene.get(who.as_ref(), &proposed).await;
            let is_packed = route.contains(".zip") || route.contains(".xlsx");
            // JSON has the address in it that was asked for.
            let same = || answer.text().replace("draft:@1", "proposal:1") == plain.text();
            assert!(is_packed || same(), "{name}: {draft}");
            assert!(!SECRET.iter().any(|secret| has(&answer, secret)), "{name}: {draft}");
        }
    }
    // Nor is anything computed of it for them.
    let path = scene.path("/compare/TYPE/events?from=FROM&to=TO", SLUG, &format!("draft:{SLUG}"));
    for (name, who) in &scene.others {
        let answer = scene.get(who.as_ref(), &path).await;
        assert_eq!((answer.status.as_u16(), answer.lead()), (404, "You have no such draft."), "{name}: {path}");
    }
    // What they would have seen.
    for (side, secret) in [("draft:affix-branch-starter", SECRET[0]), ("draft:@1", SECRET[1])] {
        let own = scene.get(Some(&scene.bob), &scene.path(ROUTES[1], SLUG, side)).await;
        assert!(has(&own, secret), "{}", own.text());
        let own = scene.get(Some(&scene.bob), &scene.path(ROUTES[0], SLUG, side)).await;
        assert!(has(&own, secret), "{}", own.text());
    }
    // Their own pages of drafts are empty, and the lists of sides name none.
    for (name, who) in &scene.others {
        for path in [format!("/editions/{SLUG}/draft"), "/proposals/1/draft".to_owned(), "/compare".to_owned()] {
            let answer = scene.get(who.as_ref(), &path).await;
            let found = [SECRET[0], SECRET[1], "Not for you"].into_iter().find(|secret| has(&answer, secret));
            assert_eq!(found, None, "{name}: {path}: {}", answer.text());
            assert!(path != "/compare" || !has(&answer, "draft:"), "{name}: {}", answer.text());
        }
    }
}

#[tokio::test]
async fn a_proposal_is_everybody_s_who_may_read() {
    for reading_closed in [false, true] {
        let scene = scene(reading_closed).await;
        for route in ROUTES {
            for to in ["proposal:1", "proposal:1.1"] {
                let path = scene.path(route, SLUG, to);
                for (name, who) in &scene.others {
                    let expected = if who.is_none() && reading_closed { 401 } else { 200 };
                    let answer = scene.get(who.as_ref(), &path).await;
                    assert_eq!(answer.status.as_u16(), expected, "{name}: {path}");
                    assert!(expected == 200 || !has(&answer, ":12:"), "{name}: {path}");
                }
            }
        }
    }
}

/// The proposal's and the draft's paired batches, started by Bob.
#[tokio::test]
async fn a_paired_batch_of_a_draft_is_nobody_else_s() {
    let scene = scene(false).await;
    let form = |side: &str| format!("side={side}&depths=20&quality=great&drops=200");
    let draft = format!("draft:{SLUG}");
    // Nobody runs one on what they may not see.
    for (name, who) in &scene.others {
        let Some(who) = who else {
            assert_eq!(scene.board.post("/paired", &form(&draft)).await.status.as_u16(), 401);
            continue;
        };
        let answer = scene.board.post_as(who, "/paired", &form(&draft)).await;
        let status = answer.status.as_u16();
        if name.contains("reader") || name.contains("maintainer's program") {
            assert_eq!(status, 403, "{name}");
        } else {
            assert_eq!((status, answer.lead()), (404, "You have no such draft."), "{name}");
        }
    }
    for (number, side) in [(1, draft.as_str()), (2, "draft:@1"), (3, "proposal:1")] {
        let begun = scene.board.post_as(&scene.bob, "/paired", &form(side)).await;
        assert_eq!((begun.status.as_u16(), begun.header("location")), (303, format!("/paired/{number}").as_str()));
        let own = loop {
            let answer = scene.get(Some(&scene.bob), &format!("/paired/{number}")).await;
            if answer.status.as_u16() == 303 {
                break answer;
            }
            tokio::task::yield_now().await;
        };
        let sides = format!("from=paired:{number}.base&to=paired:{number}.proposed");
        assert_eq!(own.header("location"), format!("/compare?{sides}"));
    }
    for (name, who) in &scene.others {
        for number in 1..=3 {
            let is_seen = number == 3;
            let page = scene.get(who.as_ref(), &format!("/paired/{number}")).await;
            assert_eq!(page.status.as_u16(), if is_seen { 303 } else { 404 }, "{name}: {number}");
            let (base, proposed) = (format!("paired:{number}.base"), format!("paired:{number}.proposed"));
            for route in ROUTES {
                for (from, to) in [(&base, &proposed), (&proposed, &base)] {
                    let path = scene.path(route, from, to);
                    let answer = scene.get(who.as_ref(), &path).await;
                    assert_eq!(answer.status.as_u16(), if is_seen { 200 } else { 404 }, "{name}: {path}");
                    assert!(!SECRET.iter().any(|secret| has(&answer, secret)), "{name}: {path}");
                }
            }
            let cancel = format!("/paired/{number}/cancel");
            let answer = match who {
                Some(who) => scene.board.post_as(who, &cancel, "").await,
                None => scene.board.post(&cancel, "").await,
            };
            let may_act = !matches!(*name, "a reader" | "a maintainer's program" | "a visitor");
            let expected = match (who, may_act) {
                (None, _) => 401,
                (Some(_), false) => 403,
                (Some(_), true) if is_seen => 303,
                (Some(_), true) => 404,
            };
            assert_eq!(answer.status.as_u16(), expected, "{name}: {cancel}");
        }
    }
}

/// What somebody drafted and ran at the machine itself before there were accounts is no visitor's afterwards.
#[tokio::test]
async fn a_draft_from_before_there_were_accounts_is_nobody_s() {
    let board = Board::new().await;
    let open = board.open(SLUG).await;
    let line = lines(&board).await.swap_remove(0);
    save(&board, None, DraftOf::New(open.revision.edition_id), &[with(&line, 77)]).await;
    let path = format!("/compare/lines.csv?from={SLUG}&to=draft:{SLUG}");
    assert!(has(&board.get(&path).await, SECRET[0]));
    let form = format!("side=draft:{SLUG}&depths=20&quality=great&drops=200");
    assert_eq!(board.post("/paired", &form).await.status.as_u16(), 303);
    board.get_until("/paired/1", "").await;
    let ann = board.somebody("Ann", Role::Maintainer).await;
    for path in [path.as_str(), "/paired/1", "/compare?from=paired:1.base&to=paired:1.proposed"] {
        assert_eq!(board.get(path).await.status.as_u16(), 404, "{path}");
        assert_eq!(board.get_as(&ann, path).await.status.as_u16(), 404, "{path}");
    }

    // Nor is it for visitors of a dashboard without accounts that lets nobody act.
    let shown = Board::with(&settings("0.0.0.0:7878", &["127.0.0.1"], false)).await;
    let open = shown.open(SLUG).await;
    save(&shown, None, DraftOf::New(open.revision.edition_id), &[with(&line, 77)]).await;
    let refused = shown.get(&path).await;
    assert_eq!((refused.status.as_u16(), refused.lead()), (404, "You have no such draft."));
    let page = shown.get(&format!("/editions/{SLUG}/draft")).await;
    assert!(!has(&page, SECRET[0]) && !has(&page, "Not for you"), "{}", page.text());
}
