//! What of a long proposal is on one page: its lines and what is said in parts, with links to the other parts. Each comment has
//! its place on every page, so that a link to it leads to it or to where it is.

use std::{collections::HashSet, ops::Range};

use affixboard_store::CommentId;
use serde::Deserialize;

use super::{
    difference::{FileView, LineSpot},
    threads::{MoreOfThread, ThreadView},
};
use crate::{Error, links::Query};

/// A page has lines of this weight at most. A line weighs 1, one of a change more, and comments on it most.
const LINES: usize = 400;
/// The weight of a changed line with its forms.
const CHANGE: usize = 4;
/// The weight of a comment.
const COMMENT: usize = 6;
/// Comments below the lines that a page has at most, about.
const TALK: usize = 60;
/// Comments of a thread, and threads of a line, that a page has at most.
const OF_A_THREAD: usize = 20;
/// Verdicts, and revisions, that a page has at most.
const IN_A_LIST: usize = 50;

/// The parts of a proposal that are asked for, each from 1.
#[derive(Debug, Clone, Copy, Default, Deserialize)]
pub struct PartQuery {
    lines: Option<usize>,
    talk: Option<usize>,
    verdicts: Option<usize>,
    revisions: Option<usize>,
    /// A comment: the parts that have it, instead.
    comment: Option<i64>,
}

/// Which part of something is shown, and where the parts before and after are.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct PartLinks {
    pub(crate) number: usize,
    pub(crate) all: usize,
    /// Empty where it is the first.
    pub(crate) earlier: String,
    /// Empty where it is the last.
    pub(crate) later: String,
}

/// What of a proposal is on the page.
pub(crate) struct ProposalParts {
    pub(super) files: Vec<FileView>,
    pub(super) lines: PartLinks,
    /// Threads about lines that aren't changed any more, and about cells.
    pub(super) elsewhere: Vec<ThreadView>,
    /// Threads about the whole.
    pub(super) whole: Vec<ThreadView>,
    pub(super) talk: PartLinks,
    /// Comments that are on other pages, with links there.
    pub(super) hidden: Vec<(CommentId, String)>,
}

impl PartQuery {
    /// The parts of lines and threads that are asked for; `query` and `path` are those of the page.
    ///
    /// # Errors
    /// 404 where there is no such part.
    pub(super) fn parts(
        &self,
        mut files: Vec<FileView>,
        mut threads: Vec<ThreadView>,
        (query, path): (&Query, &str),
    ) -> Result<ProposalParts, Error> {
        let wanted = self.comment.map(CommentId);
        let link = |id: CommentId| format!("{}#comment-{id}", query.clone().set("comment", id.to_string()).on(path));
        let (mut all, mut shown) = (Vec::new(), HashSet::new());
        let of_lines = files.iter_mut().flat_map(|file| &mut file.hunks).flat_map(|hunk| &mut hunk.lines);
        let mut spots: Vec<_> = of_lines.filter_map(|line| line.spot.as_mut()).collect();
        for thread in spots.iter_mut().flat_map(|spot| &mut spot.threads).chain(&mut threads) {
            all.extend(thread.comments.iter().map(|comment| comment.id));
            cut(thread, wanted, &link);
        }
        for spot in spots {
            cut_threads(spot, wanted, &link);
        }
        let to = |key: &'static str, number: usize, place: &str| {
            let number = if number == 1 { String::new() } else { number.to_string() };
            format!("{}{place}", query.clone().set(key, number).on(path))
        };

        let weights: Vec<_> = lines(&files).map(|line| weight(line.spot.as_ref().map(|spot| &spot.threads))).collect();
        let numbers = part_numbers(&weights, LINES);
        let with = lines(&files).position(|line| line.spot.iter().any(|spot| has(&spot.threads, wanted)));
        let number = with.map(|at| numbers[at] + 1).or(self.lines).unwrap_or(1);
        let lines = PartLinks::new("lines", number, &numbers, &|number| to("lines", number, "#lines"))?;
        keep(&mut files, &numbers, number - 1);

        // Threads about lines come before those about the whole.
        threads.sort_by_key(|thread| thread.about == "whole");
        let weights: Vec<_> = threads.iter().map(|thread| thread.comments.len()).collect();
        let numbers = part_numbers(&weights, TALK);
        let with = threads.iter().position(|thread| has(std::slice::from_ref(thread), wanted));
        let number = with.map(|at| numbers[at] + 1).or(self.talk).unwrap_or(1);
        let talk = PartLinks::new("talk", number, &numbers, &|number| to("talk", number, "#talk"))?;
        let mut at = numbers.iter();
        threads.retain(|_| at.next() == Some(&(number - 1)));

        let of_lines = files.iter().flat_map(|file| &file.hunks).flat_map(|hunk| &hunk.lines);
        let of_lines = of_lines.filter_map(|line| line.spot.as_ref()).flat_map(|spot| &spot.threads);
        shown.extend(of_lines.chain(&threads).flat_map(|thread| &thread.comments).map(|comment| comment.id));
        all.retain(|id| !shown.contains(id));
        let (whole, elsewhere) = threads.into_iter().partition(|thread| thread.about == "whole");
        let hidden = all.into_iter().map(|id| (id, link(id))).collect();
        Ok(ProposalParts { files, lines, elsewhere, whole, talk, hidden })
    }

    /// The verdicts of that many that are shown, the newest unless others are asked for.
    ///
    /// # Errors
    /// 404 where there is no such part.
    pub(super) fn verdicts(&self, count: usize, page: (&Query, &str)) -> Result<(Range<usize>, PartLinks), Error> {
        window("verdicts", count, (self.verdicts, count), page)
    }

    /// The revisions of that many that are shown, by default those around the one whose position is given.
    ///
    /// # Errors
    /// 404 where there is no such part.
    pub(super) fn revisions(
        &self,
        (count, at): (usize, usize),
        page: (&Query, &str),
    ) -> Result<(Range<usize>, PartLinks), Error> {
        window("revisions", count, (self.revisions, at + 1), page)
    }
}

impl PartLinks {
    fn new(what: &str, number: usize, numbers: &[usize], to: &dyn Fn(usize) -> String) -> Result<PartLinks, Error> {
        let all = numbers.last().map_or(1, |last| last + 1);
        if number == 0 || number > all {
            return Err(Error::not_found(format!("{what}: there is no part {number}; the last is {all}.")));
        }
        Ok(PartLinks {
            number,
            all,
            earlier: if number > 1 { to(number - 1) } else { String::new() },
            later: if number < all { to(number + 1) } else { String::new() },
        })
    }
}

/// The first lines of files that are shown as a note only, and whether that is all.
pub(super) fn first_lines(mut files: Vec<FileView>) -> (Vec<FileView>, bool) {
    let numbers = part_numbers(&vec![1; lines(&files).count()], LINES);
    keep(&mut files, &numbers, 0);
    (files, numbers.last().is_none_or(|last| *last == 0))
}

fn window(
    what: &'static str,
    count: usize,
    (number, default): (Option<usize>, usize),
    (query, path): (&Query, &str),
) -> Result<(Range<usize>, PartLinks), Error> {
    let numbers = part_numbers(&vec![1; count], IN_A_LIST);
    let number = number.unwrap_or(default.div_ceil(IN_A_LIST).max(1));
    let to = |number: usize| format!("{}#{what}", query.clone().set(what, number.to_string()).on(path));
    let links = PartLinks::new(what, number, &numbers, &to)?;
    let first = (number - 1) * IN_A_LIST;
    Ok((first..(first + IN_A_LIST).min(count), links))
}

/// The part, from 0, in which each of these weights is: one ends before what would make it heavier than `most`.
fn part_numbers(weights: &[usize], most: usize) -> Vec<usize> {
    let (mut number, mut sum) = (0, 0);
    let mut numbers = Vec::with_capacity(weights.len());
    for weight in weights {
        if sum > 0 && sum + weight > most {
            (number, sum) = (number + 1, 0);
        }
        sum += weight;
        numbers.push(number);
    }
    numbers
}

fn lines(files: &[FileView]) -> impl Iterator<Item = &super::difference::LineView> {
    files.iter().flat_map(|file| &file.hunks).flat_map(|hunk| &hunk.lines)
}

fn weight(threads: Option<&Vec<ThreadView>>) -> usize {
    let Some(threads) = threads else { return 1 };
    CHANGE + COMMENT * threads.iter().map(|thread| thread.comments.len()).sum::<usize>()
}

fn has(threads: &[ThreadView], wanted: Option<CommentId>) -> bool {
    wanted.is_some_and(|wanted| threads.iter().flat_map(|thread| &thread.comments).any(|comment| comment.id == wanted))
}

/// Keeps the lines of one part.
fn keep(files: &mut Vec<FileView>, numbers: &[usize], part: usize) {
    let mut numbers = numbers.iter();
    for hunk in files.iter_mut().flat_map(|file| &mut file.hunks) {
        hunk.lines.retain(|_| numbers.next() == Some(&part));
    }
    for file in files.iter_mut() {
        file.hunks.retain(|hunk| !hunk.lines.is_empty());
    }
    files.retain(|file| !file.hunks.is_empty());
}

/// Keeps the comments of a long thread that are around the wanted one, else the last ones.
fn cut(thread: &mut ThreadView, wanted: Option<CommentId>, link: &dyn Fn(CommentId) -> String) {
    let count = thread.comments.len();
    if count <= OF_A_THREAD {
        return;
    }
    let at = thread.comments.iter().position(|comment| Some(comment.id) == wanted).unwrap_or(count - 1);
    let first = at / OF_A_THREAD * OF_A_THREAD;
    let end = (first + OF_A_THREAD).min(count);
    let more = |count: usize, at: usize| MoreOfThread { count, href: link(thread.comments[at].id) };
    thread.earlier = (first > 0).then(|| more(first, first - 1));
    thread.later = (end < count).then(|| more(count - end, end));
    thread.comments.truncate(end);
    thread.comments.drain(..first);
}

/// The same for the threads of a line.
fn cut_threads(spot: &mut LineSpot, wanted: Option<CommentId>, link: &dyn Fn(CommentId) -> String) {
    let count = spot.threads.len();
    if count <= OF_A_THREAD {
        return;
    }
    let at = spot.threads.iter().position(|thread| has(std::slice::from_ref(thread), wanted)).unwrap_or(count - 1);
    let first = at / OF_A_THREAD * OF_A_THREAD;
    let end = (first + OF_A_THREAD).min(count);
    let more = |count: usize, at: usize| MoreOfThread { count, href: link(spot.threads[at].id) };
    spot.earlier = (first > 0).then(|| more(first, first - 1));
    spot.later = (end < count).then(|| more(count - end, end));
    spot.threads.truncate(end);
    spot.threads.drain(..first);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_ends_before_it_is_too_heavy() {
        assert!(part_numbers(&[], 5).is_empty());
        assert_eq!(part_numbers(&[2, 3, 1, 4, 9, 1], 5), [0, 0, 1, 1, 2, 3]);
    }

    #[test]
    fn the_newest_verdicts_and_the_revisions_around_the_one_that_is_shown() {
        let query = Query::default();
        let (range, links) = PartQuery::default().verdicts(120, (&query, "/x")).expect("a part");
        assert_eq!((range, links.number, links.all), (100..120, 3, 3));
        assert_eq!((links.earlier.as_str(), links.later.as_str()), ("/x?verdicts=2#verdicts", ""));
        let (range, links) = PartQuery::default().revisions((120, 49), (&query, "/x")).expect("a part");
        assert_eq!((range, links.later.as_str()), (0..50, "/x?revisions=2#revisions"));
        let (range, links) = PartQuery::default().verdicts(0, (&query, "/x")).expect("a part");
        assert_eq!((range, links.all), (0..0, 1));
        for number in [0, 4] {
            let asked = PartQuery { verdicts: Some(number), ..PartQuery::default() };
            assert_eq!(asked.verdicts(120, (&query, "/x")).expect_err("none").status_and_message().0.as_u16(), 404);
        }
    }
}
