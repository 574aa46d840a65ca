//! Differences of two versions of files, line by line with context, and the changed lines of a proposal with their comments.

use std::collections::HashMap;

use affixboard_model::text::{
    SourceFile, SourceSet, decode,
    patch::{FileVersions, unified},
};
use affixboard_proposal::{Anchor, Change};
use affixboard_store::Revision;

use super::{
    anchor::line_anchors,
    line_comment::shortened,
    open::OpenProposal,
    threads::{MoreOfThread, ThreadView},
};
use crate::links;
use affixboard_service::library::OpenRevision;

/// The comments on a changed line.
pub(crate) struct LineSpot {
    /// Its id on the page.
    pub(super) id: String,
    /// Its anchor in comments.
    pub(super) anchor: String,
    /// The line as proposed; as it was where it is to go.
    pub(super) text: String,
    /// Whether a change of the proposal is of it: only then another line can be suggested.
    pub(super) is_changed: bool,
    /// Diagnostics of the changed line.
    pub(super) remarks: Vec<String>,
    /// Those that are shown.
    pub(super) threads: Vec<ThreadView>,
    /// Threads before and after the ones that are shown.
    pub(super) earlier: Option<MoreOfThread>,
    pub(super) later: Option<MoreOfThread>,
}

/// A file that differs.
pub(crate) struct FileView {
    pub(super) name: String,
    pub(super) hunks: Vec<HunkView>,
}

/// Lines that stand together.
pub(crate) struct HunkView {
    /// The entries that the lines are of.
    pub(super) entries: Vec<EntryLink>,
    pub(super) lines: Vec<LineView>,
}

/// An entry's page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct EntryLink {
    pub(super) label: String,
    pub(super) href: String,
}

/// One line.
pub(crate) struct LineView {
    /// Line number in the earlier version; empty for an added line.
    pub(super) old: String,
    /// Line number in the later version; empty for a removed line.
    pub(super) new: String,
    pub(super) sign: &'static str,
    pub(super) class: &'static str,
    pub(super) text: String,
    pub(super) pieces: Vec<Piece>,
    /// Its comments; `None` for lines without some that no change of the proposal is of.
    pub(super) spot: Option<LineSpot>,
}

/// A piece of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Piece {
    pub(super) text: String,
    pub(super) is_marked: bool,
}

impl LineView {
    pub(super) fn is_added(&self) -> bool {
        self.sign == "+"
    }

    pub(super) fn is_removed(&self) -> bool {
        self.sign == "-"
    }
}

/// The files that differ, with the lines that do and three around them. Files that came or went are none of it.
pub(super) fn difference(before: &SourceSet, after: &SourceSet) -> Vec<FileView> {
    let mut files = Vec::new();
    for file in after.files() {
        let Some((_, old)) = before.find(file.name()) else { continue };
        let hunks = hunks(old, file);
        if !hunks.is_empty() {
            files.push(FileView { name: file.name().to_owned(), hunks });
        }
    }
    files
}

fn hunks(old: &SourceFile, new: &SourceFile) -> Vec<HunkView> {
    // The text that was read, whatever bytes it is kept in.
    let patch = unified(FileVersions { path: "file", before: Some(old.text()), after: Some(new.text()) });
    let mut hunks: Vec<HunkView> = Vec::new();
    let (mut old_line, mut new_line) = (0, 0);
    for line in patch.split_inclusive(|byte| *byte == b'\n') {
        let text = || decode(line[1..].trim_ascii_end()).into_owned();
        match (line.first(), hunks.last_mut()) {
            (Some(b'@'), _) => {
                (old_line, new_line) = begins(line);
                hunks.push(HunkView { entries: Vec::new(), lines: Vec::new() });
            }
            (Some(b' '), Some(hunk)) => {
                hunk.lines.push(shown(old_line, new_line, ("", "stays"), text()));
                (old_line, new_line) = (old_line + 1, new_line + 1);
            }
            (Some(b'-'), Some(hunk)) => {
                hunk.lines.push(shown(old_line, 0, ("-", "went"), text()));
                old_line += 1;
            }
            (Some(b'+'), Some(hunk)) => {
                hunk.lines.push(shown(0, new_line, ("+", "came"), text()));
                new_line += 1;
            }
            _ => {}
        }
    }
    for hunk in &mut hunks {
        mark(&mut hunk.lines);
    }
    hunks
}

/// The numbers of the first lines, of `@@ -12,7 +12,8 @@`; where a side has no lines, the number is of the one before.
fn begins(line: &[u8]) -> (u32, u32) {
    let text = String::from_utf8_lossy(line);
    let number = |sign: char| {
        let range = text.split(' ').find_map(|part| part.strip_prefix(sign)).unwrap_or_default();
        let (first, count) = range.split_once(',').unwrap_or((range, "1"));
        let first: u32 = first.parse().unwrap_or(0);
        if count == "0" { first + 1 } else { first }
    };
    (number('-'), number('+'))
}

fn shown(old: u32, new: u32, (sign, class): (&'static str, &'static str), text: String) -> LineView {
    let number = |line: u32| if line == 0 { String::new() } else { line.to_string() };
    let pieces = vec![Piece { text: text.clone(), is_marked: false }];
    LineView { old: number(old), new: number(new), sign, class, text, pieces, spot: None }
}

/// Marks the words that differ between lines that went and as many that came in their place.
fn mark(lines: &mut [LineView]) {
    let mut at = 0;
    while at < lines.len() {
        let went = lines[at..].iter().take_while(|line| line.is_removed()).count();
        let came = lines[at + went..].iter().take_while(|line| line.is_added()).count();
        for pair in 0..went.min(came) {
            let (old, new) = (at + pair, at + went + pair);
            let (before, after) = words(&lines[old].text, &lines[new].text);
            (lines[old].pieces, lines[new].pieces) = (before, after);
        }
        at += (went + came).max(1);
    }
}

/// Two lines in pieces; those that differ are marked. Fields and words are compared in their places where there are as many,
/// else between what both lines begin and end with.
pub(super) fn words(was: &str, now: &str) -> (Vec<Piece>, Vec<Piece>) {
    let (old, new) = (tokens(was), tokens(now));
    let (before, after) = if old.len() == new.len() {
        let differ: Vec<bool> = old.iter().zip(&new).map(|(old, new)| old != new).collect();
        (differ.clone(), differ)
    } else {
        let first = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
        let most = old.len().min(new.len()) - first;
        let last = old.iter().rev().zip(new.iter().rev()).take(most).take_while(|(old, new)| old == new).count();
        let middle = |length: usize| (0..length).map(|at| at >= first && at < length - last).collect();
        (middle(old.len()), middle(new.len()))
    };
    (joined(&old, &before), joined(&new, &after))
}

/// A line's words, and what stands between them.
fn tokens(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = text;
    let is_between = |c: char| c == ':' || c == '|' || c.is_whitespace();
    while let Some(first) = rest.chars().next() {
        let length = if is_between(first) { first.len_utf8() } else { rest.find(is_between).unwrap_or(rest.len()) };
        let (token, after) = rest.split_at(length);
        tokens.push(token);
        rest = after;
    }
    tokens
}

fn joined(tokens: &[&str], marks: &[bool]) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::new();
    for (token, is_marked) in tokens.iter().zip(marks) {
        match pieces.last_mut() {
            Some(last) if last.is_marked == *is_marked => last.text += token,
            _ => pieces.push(Piece { text: (*token).to_owned(), is_marked: *is_marked }),
        }
    }
    pieces
}

/// The lines that differ, each with the change that it is of.
pub(super) fn changed_lines(opened: &OpenProposal, threads: &mut Vec<ThreadView>) -> Vec<FileView> {
    let OpenProposal { base, changes, changed, .. } = opened;
    let mut files = difference(&base.loaded.sources, &changed.loaded.sources);
    let anchors = line_anchors(changes);
    let mut by_anchor = HashMap::<String, Vec<ThreadView>>::new();
    for thread in threads.drain(..) {
        by_anchor.entry(thread.anchor.clone()).or_default().push(thread);
    }
    let added = added_lines(&files);
    for (at, (change, anchor)) in changes.iter().zip(anchors).enumerate() {
        let Some((file, hunk, line)) = place((&files, &added), changed, at, change) else { continue };
        let remarks = changed.derived.iter().flat_map(|derived| derived.applied.diagnostics_of(at, &changed.loaded));
        let spot = LineSpot {
            id: format!("line-{}", at + 1),
            threads: by_anchor.remove(&anchor).unwrap_or_default(),
            earlier: None,
            later: None,
            anchor,
            // Of a new entry single lines are suggested once it is there.
            is_changed: !change.is_of_whole_entry(),
            text: change.now().or(change.was()).unwrap_or_default().to_owned(),
            remarks: remarks.map(|said| format!("{}: {}", said.severity().name(), said.message())).collect(),
        };
        let hunk = &mut files[file].hunks[hunk];
        hunk.lines[line].spot = Some(spot);
        let link = entry(&base.revision, &change.anchor, base);
        if !hunk.entries.contains(&link) {
            hunk.entries.push(link);
        }
    }
    place_threads(&mut files, &mut by_anchor);
    threads.extend(by_anchor.into_values().flatten());
    threads.sort_by_key(|thread| thread.id);
    files
}

/// Gives the threads about lines that are shown but not changed to these lines. A line is known by its text: lines above it may
/// have come or gone since; of several like it the nearest is meant.
fn place_threads(files: &mut [FileView], threads: &mut HashMap<String, Vec<ThreadView>>) {
    let mut anchors: Vec<String> = threads.keys().cloned().collect();
    anchors.sort();
    for wanted in anchors {
        let Some((at, text)) = wanted.split_once(" · ") else { continue };
        let Some((file, number)) = at.rsplit_once(':') else { continue };
        let Ok(number) = number.parse::<i64>() else { continue };
        let of_file = files.iter_mut().filter(|view| view.name == file).flat_map(|view| &mut view.hunks);
        let lines = of_file.flat_map(|hunk| &mut hunk.lines);
        let nearest = lines
            .filter(|line| line.spot.is_none() && !line.new.is_empty() && shortened(&line.text) == text)
            .min_by_key(|line| line.new.parse::<i64>().map_or(i64::MAX, |shown| (shown - number).abs()));
        // Those without a line stay among the others.
        let Some((line, threads)) = nearest.and_then(|line| Some((line, threads.remove(&wanted)?))) else { continue };
        line.spot = Some(LineSpot {
            id: format!("{file}-{}", line.new),
            text: line.text.clone(),
            anchor: wanted,
            is_changed: false,
            remarks: Vec::new(),
            threads,
            earlier: None,
            later: None,
        });
    }
}

/// Where added lines are, hunk and line, by file and number.
type AddedLines = HashMap<(usize, String), (usize, usize)>;

fn added_lines(files: &[FileView]) -> AddedLines {
    let mut places = HashMap::new();
    for (at, file) in files.iter().enumerate() {
        for (hunk, view) in file.hunks.iter().enumerate() {
            let added = view.lines.iter().enumerate().filter(|(_, line)| line.is_added());
            places.extend(added.map(|(line, shown)| ((at, shown.new.clone()), (hunk, line))));
        }
    }
    places
}

/// The position of a change's line: file, hunk and line, from 0.
fn place(
    (files, added): (&[FileView], &AddedLines),
    changed: &OpenRevision,
    at: usize,
    change: &Change,
) -> Option<(usize, usize, usize)> {
    let derived = changed.derived.as_ref()?;
    let sources = &changed.loaded.sources;
    let (name, number) = match derived.applied.places.get(at).copied().flatten() {
        Some(span) => (sources.file(span.file).name(), Some(sources.position(span).line.to_string())),
        None => (sources.find(&change.anchor.file)?.1.name(), None),
    };
    let file = files.iter().position(|file| file.name == name)?;
    if let Some(number) = number {
        let (hunk, line) = *added.get(&(file, number))?;
        return files[file].hunks[hunk].lines[line].spot.is_none().then_some((file, hunk, line));
    }
    let all = files[file]
        .hunks
        .iter()
        .enumerate()
        .flat_map(|(hunk, view)| view.lines.iter().enumerate().map(move |(line, shown)| (hunk, line, shown)));
    let mut free = all.filter(|(.., shown)| shown.spot.is_none());
    let found = free.find(|(.., shown)| shown.is_removed() && change.was() == Some(shown.text.as_str()));
    found.map(|(hunk, line, _)| (file, hunk, line))
}

/// An entry's page in the revision that the changes are for.
pub(super) fn entry(of: &Revision, anchor: &Anchor, base: &OpenRevision) -> EntryLink {
    let word = anchor.sort.word(base.loaded.game.words());
    EntryLink {
        label: format!("{word} {} {}", anchor.index, anchor.name.trim()),
        href: links::entry(of, anchor.sort, anchor.index),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(text: &str) -> SourceSet {
        let mut set = SourceSet::new();
        set.push(SourceFile::new("a.txt", text.as_bytes().to_vec()));
        set
    }

    fn told(before: &str, after: &str) -> Vec<String> {
        let files = difference(&set(before), &set(after));
        let lines = files.iter().flat_map(|file| &file.hunks).flat_map(|hunk| &hunk.lines);
        lines.map(|line| format!("{}|{}|{}{}", line.old, line.new, line.sign, line.text)).collect()
    }

    #[test]
    fn lines_have_their_numbers_in_both_versions() {
        assert_eq!(
            told("1\n2\n3\n4\n5\n6\n", "1\n2\n3\nfour\nmore\n5\n6\n"),
            ["1|1|1", "2|2|2", "3|3|3", "4||-4", "|4|+four", "|5|+more", "5|6|5", "6|7|6"]
        );
        assert_eq!(told("a\r\nb\r\n", "a\r\nc\r\n"), ["1|1|a", "2||-b", "|2|+c"]);
        assert_eq!(told("", "a\n"), ["|1|+a"]);
        assert_eq!(told("a\nb", "a\nc"), ["1|1|a", "2||-b", "|2|+c"]);
        assert_eq!(told("- a\n", "+ a\n"), ["1||-- a", "|1|++ a"]);
        assert!(told("same\n", "same\n").is_empty());
    }

    #[test]
    fn the_words_that_differ_are_marked() {
        let shown = |was, now| {
            let text = |pieces: Vec<Piece>| -> String {
                pieces
                    .iter()
                    .map(|one| if one.is_marked { format!("[{}]", one.text) } else { one.text.clone() })
                    .collect()
            };
            let (was, now) = words(was, now);
            [text(was), text(now)]
        };
        assert_eq!(shown("T:a b:0:20:1 to 40", "T:a b:0:12:1 to 40"), ["T:a b:0:[20]:1 to 40", "T:a b:0:[12]:1 to 40"]);
        assert_eq!(shown("T:a:1 to 40", "T:b:1 to 50"), ["T:[a]:1 to [40]", "T:[b]:1 to [50]"]);
        assert_eq!(shown("T:a:1", "T:a b c:1"), ["T:a:1", "T:a[ b c]:1"]);
        assert_eq!(shown("a", ""), ["[a]", ""]);
        assert_eq!(shown("a a", "a a a"), ["a a", "a a[ a]"]);
    }
}
