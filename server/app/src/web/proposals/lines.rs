//! The changed lines of a proposal, with what is said about them.

use affixboard_core::proposal::{Act, Anchor, Change};
use affixboard_store::Revision;

use super::{
    comments::ThreadView,
    difference::{EntryLink, FileView, difference},
    opened::Opened,
};
use crate::{library::OpenRevision, web::links};

/// A changed line as one talks about it.
pub(in crate::web) struct Spot {
    /// Its place on the page.
    pub(super) id: String,
    /// What comments call it.
    pub(super) anchor: String,
    /// The line as proposed; as it was where it is to go.
    pub(super) text: String,
    /// What the reader of the changed files says about it.
    pub(super) remarks: Vec<String>,
    pub(super) threads: Vec<ThreadView>,
}

/// What comments call a change's line: by its entry and directive, so that it is the same in the proposal's next revision.
pub(super) fn anchors(changes: &[Change]) -> Vec<String> {
    let mut anchors: Vec<String> = Vec::new();
    for change in changes {
        let Anchor { file, sort, index, name, directive, ordinal } = &change.anchor;
        let what = if matches!(change.act, Act::Insert { .. }) { "after " } else { "" };
        let base = format!("{file} · {} {index} {} · {directive} {what}{ordinal}", sort.name(), name.trim());
        let base: String = base.chars().take(1900).collect();
        let same = anchors.iter().filter(|known| known.split(" #").next() == Some(&base)).count();
        anchors.push(if same == 0 { base } else { format!("{base} #{}", same + 1) });
    }
    anchors
}

/// The lines that differ, each with the change that it is of.
pub(super) fn lines(opened: &Opened, threads: &mut Vec<ThreadView>) -> Vec<FileView> {
    let Opened { base, changes, changed, .. } = opened;
    let mut files = difference(&base.loaded.sources, &changed.loaded.sources);
    let anchors = anchors(changes);
    for (at, (change, anchor)) in changes.iter().zip(anchors).enumerate() {
        let Some((file, hunk, line)) = place(&files, changed, at, change) else { continue };
        let remarks = changed.derived.iter().flat_map(|derived| derived.applied.said(at, &changed.loaded));
        let (own, others): (Vec<_>, Vec<_>) = threads.drain(..).partition(|thread| thread.anchor == anchor);
        *threads = others;
        let spot = Spot {
            id: format!("line-{}", at + 1),
            anchor,
            text: change.now().or(change.was()).unwrap_or_default().to_owned(),
            remarks: remarks.map(|said| format!("{}: {}", said.severity().name(), said.message())).collect(),
            threads: own,
        };
        let hunk = &mut files[file].hunks[hunk];
        hunk.lines[line].spot = Some(spot);
        let link = entry(&base.revision, &change.anchor, base);
        if !hunk.entries.contains(&link) {
            hunk.entries.push(link);
        }
    }
    files
}

/// Where a change's line is shown: file, hunk and line.
fn place(files: &[FileView], changed: &OpenRevision, at: usize, change: &Change) -> Option<(usize, usize, usize)> {
    let derived = changed.derived.as_ref()?;
    let sources = &changed.loaded.sources;
    let (name, number) = match derived.applied.places.get(at).copied().flatten() {
        Some(span) => (sources.file(span.file).name(), Some(sources.position(span).line.to_string())),
        None => (sources.find(&change.anchor.file)?.1.name(), None),
    };
    let file = files.iter().position(|file| file.name == name)?;
    let all = files[file]
        .hunks
        .iter()
        .enumerate()
        .flat_map(|(hunk, view)| view.lines.iter().enumerate().map(move |(line, shown)| (hunk, line, shown)));
    let mut free = all.filter(|(.., shown)| shown.spot.is_none());
    let found = match number {
        Some(number) => free.find(|(.., shown)| shown.is_added() && shown.new == number),
        None => free.find(|(.., shown)| shown.is_removed() && change.was() == Some(shown.text.as_str())),
    };
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
