//! Very many proposals, and one with very many lines and comments: every page is bounded, and everything is on one.

use std::collections::BTreeSet;

use affixboard_proposal::entry_lines;
use affixboard_store::{About, CommentId, NewComment, ProposalId, Role};

use super::show::{ANN, BOB, SLUG, propose, with};
use crate::{
    editions::import::{import, starter_files},
    support::{Board, Who},
};

/// The most bytes of a page of these.
const MOST: usize = 5 << 18;

/// A dashboard with many affixes, each with three lines, the maintainer Ann and the proposer Bob.
async fn board(affixes: u32) -> (Board, Who) {
    let board = Board::new().await;
    let affix = |n: u32| {
        let lines = ["sword", "polearm", "hafted"].map(|name| format!("T:{name}:0:99:good:20:1 to 100\n"));
        format!("N:{n}:prefix:Long {n}\n{}", lines.concat())
    };
    let mut files = starter_files();
    let more: String = (1000..1000 + affixes).map(affix).collect();
    files.iter_mut().find(|file| file.0 == "ego_item.txt").expect("a file").1.extend_from_slice(more.as_bytes());
    let answer = import(&board, SLUG, &files).await;
    assert!(matches!(answer.status.as_u16(), 200 | 303), "{}", answer.text());
    let ann = board.somebody("Ann", Role::Maintainer).await;
    board.somebody("Bob", Role::Proposer).await;
    (board, ann)
}

/// The addresses of all links of a page with that text.
fn links<'a>(page: &'a str, text: &str) -> Vec<&'a str> {
    let end = format!("\">{text}</a>");
    page.match_indices(&end)
        .map(|(at, _)| at)
        .map(|at| page[..at].rsplit("href=\"").next().unwrap_or_default())
        .collect()
}

fn ids<'a>(page: &'a str, start: &str) -> Vec<&'a str> {
    let starts = page.match_indices(start).map(|(at, _)| &page[at + start.len()..]);
    starts.map(|rest| rest.split('"').next().unwrap_or_default()).collect()
}

/// Several parts, and all comments there are on each. The thread has 140, of which a page has the last twenty.
#[tokio::test]
async fn a_long_proposal_is_shown_in_parts() {
    shown_in_parts(&Long { affixes: 167, comments: 400, parts: 3 }).await;
}

/// As many comments as a proposal may have.
#[tokio::test]
#[ignore = "deep"]
async fn a_long_proposal_is_shown_in_parts_deep() {
    shown_in_parts(&Long { affixes: 1667, comments: 2000, parts: 40 }).await;
}

struct Long {
    /// With three lines each, all of which the proposal changes.
    affixes: u32,
    comments: i64,
    /// Of the page there are more.
    parts: usize,
}

async fn shown_in_parts(long: &Long) {
    let (board, ann) = board(long.affixes).await;
    let lines_in_all = 3 * long.affixes as usize;
    let open = board.open(SLUG).await;
    let lines: Vec<_> = entry_lines(&open.loaded)
        .into_iter()
        .filter(|line| line.text.starts_with("T:") && line.index >= 1000)
        .collect();
    let changes: Vec<_> = lines.iter().map(|line| with(line, 12)).collect();
    assert_eq!(changes.len(), lines_in_all);
    let id = propose(&board, Some(BOB), "Long", &changes).await;
    let href = format!("/proposals/{id}");
    let first = board.get_as(&ann, &href).await;
    assert_eq!(first.status.as_u16(), 200, "{}", first.text());
    let anchors = ids(first.text(), "name=\"anchor\" value=\"");

    // On a line, on another that has many, in one long thread, and on the whole.
    let all = long.comments;
    for n in 1..=all {
        let line = About::Line(anchors[if n % 2 == 0 { 1 } else { n as usize % 60 }].to_owned());
        let (about, reply_to) = match n {
            _ if n <= all / 4 => (line, None),
            _ if n > all / 4 + 1 && n <= all * 3 / 5 => (About::Whole, Some(CommentId(all / 4 + 1))),
            _ => (About::Whole, None),
        };
        let new = NewComment {
            proposal: ProposalId(id),
            revision: 1,
            reply_to,
            author: Some(ANN),
            about: &about,
            body: "Is that *rare* enough?",
            suggestion: None,
            now_ms: 1_700_000_000_000 + n,
        };
        assert_eq!(board.store.add_comment(new).await.expect("a comment"), CommentId(n));
    }

    // Every comment has one place on each part, and each line is on one.
    let page = board.get_as(&ann, &href).await;
    let parts: usize = page.between("<p class=\"about\">Part 1 of ", " of the lines.").parse().expect("a number");
    assert!(parts > long.parts, "{parts}");
    let mut seen = BTreeSet::new();
    for (part, line) in [(1, 1), (2, 0), (parts, lines_in_all)] {
        let page = board.get_as(&ann, &format!("{href}?lines={part}")).await;
        assert_eq!(page.status.as_u16(), 200, "{part}");
        assert!(page.body.len() < MOST, "{part}: {}", page.body.len());
        assert!(line == 0 || page.text().contains(&format!(" id=\"line-{line}\"")), "{part}: {line}");
        for line in ids(page.text(), " id=\"line-") {
            assert!(seen.insert(line.to_owned()), "{part}: {line} twice");
        }
        let mut places: Vec<i64> =
            ids(page.text(), " id=\"comment-").iter().map(|id| id.parse().expect("a number")).collect();
        places.sort_unstable();
        assert!(places == (1..=all).collect::<Vec<_>>(), "{part}: {places:?}");
        assert_eq!(links(page.text(), "Later lines").is_empty(), part == parts, "{part}");
    }

    // A link to a comment leads to where it is.
    for id in [2, all / 4 - 1, all * 17 / 40, all] {
        let page = board.get_as(&ann, &format!("{href}?comment={id}")).await;
        assert!(page.text().contains(&format!("<div class=\"post\" id=\"comment-{id}\">")), "{id}");
        assert!(page.body.len() < MOST, "{id}: {}", page.body.len());
    }
    let of_thread = all * 9 / 20;
    let hidden = format!("href=\"{href}?comment={of_thread}#comment-{of_thread}\">{of_thread}</a>");
    // All of the thread but the last twenty.
    let earlier = format!("{} earlier</a>", all * 3 / 5 - all / 4 - 20);
    let page = board.get(&href).await;
    assert!(page.text().contains(&hidden) && page.text().contains(&earlier), "{}", page.text());
    assert_eq!(board.get(&format!("{href}?lines=99999")).await.status.as_u16(), 404);
}

/// More than the list of all has on a page.
#[tokio::test]
async fn many_proposals_are_several_pages() {
    listed_on_pages(260).await;
}

#[tokio::test]
#[ignore = "deep"]
async fn a_thousand_proposals_are_many_pages_deep() {
    listed_on_pages(1000).await;
}

async fn listed_on_pages(proposals: u32) {
    let board = Board::new().await;
    let ann = board.somebody("Ann", Role::Maintainer).await;
    board.somebody("Bob", Role::Proposer).await;
    let line = super::show::lines(&board).await.swap_remove(0);
    for n in 1..=proposals {
        propose(&board, Some(BOB), &format!("Number {n}"), &[with(&line, n % 19 + 1)]).await;
    }
    let (mut address, mut seen) = ("/proposals".to_owned(), BTreeSet::new());
    loop {
        let page = board.get_as(&ann, &address).await;
        assert_eq!(page.status.as_u16(), 200, "{address}");
        assert!(page.body.len() < 128 << 10, "{address}: {}", page.body.len());
        assert!(page.text().contains(&format!("Waiting for you <small>{proposals}</small>")), "{}", page.text());
        let own = page.text().split("class=\"controls\"").nth(1).expect("the list");
        seen.extend(ids(own, "href=\"/proposals/").into_iter().map(str::to_owned));
        let Some(earlier) = links(own, "Earlier").first().map(|link| link.replace("&#38;", "&")) else { break };
        address = earlier;
    }
    assert_eq!(seen.len(), proposals as usize);
    let all = board.get_as(&ann, "/proposals?waiting=all").await;
    assert_eq!(all.text().matches("<th scope=\"row\"").count(), 200 + 50);
    assert!(all.body.len() < MOST, "{}", all.body.len());
}
