//! Edits and patches of any bytes: what isn't edited stays, nothing makes them panic, and what a patch says is what changed.

use affixboard_model::text::{
    Edit, FileId, SourceFile, SourceSet, Span, WriteOptions, edit,
    patch::{FileVersions, unified},
};
use proptest::prelude::*;

fn set(bytes: &[u8]) -> SourceSet {
    let mut set = SourceSet::new();
    set.push(SourceFile::new("x.txt", bytes.to_vec()));
    set
}

fn edit(start: u32, end: u32, text: &str) -> Edit {
    Edit { span: Span { file: FileId(0), start, end }, text: text.to_owned(), writing: WriteOptions::default() }
}

/// Bytes with many line ends.
fn file() -> impl Strategy<Value = Vec<u8>> {
    let byte = prop_oneof![3 => prop::sample::select(b"\r\nab:\xe9".to_vec()), 1 => any::<u8>()];
    prop::collection::vec(byte, 0..80)
}

/// What a patch of one file says, applied by hand: context and removed lines must be there.
fn applied(before: &[u8], patch: &[u8]) -> Vec<u8> {
    let old: Vec<&[u8]> = before.split_inclusive(|byte| *byte == b'\n').collect();
    let lines: Vec<&[u8]> = patch.split_inclusive(|byte| *byte == b'\n').collect();
    let (mut out, mut at) = (Vec::new(), 0);
    let first = lines.iter().position(|line| line.starts_with(b"@@ ")).unwrap_or(lines.len());
    for (number, line) in lines.iter().enumerate().skip(first) {
        let is_open = lines.get(number + 1).is_some_and(|next| next.starts_with(b"\\"));
        let text = if is_open { &line[1..line.len() - 1] } else { &line[1..] };
        match line[0] {
            b'@' => {
                let header = String::from_utf8_lossy(line).into_owned();
                let range = header.trim_start_matches("@@ -").split(' ').next().expect("a range").to_owned();
                let (start, count) = range.split_once(',').unwrap_or((&range, "1"));
                let start: usize = start.parse().expect("a number");
                let start = if count == "0" { start } else { start - 1 };
                old[at..start].iter().for_each(|line| out.extend_from_slice(line));
                at = start;
            }
            b'+' => out.extend_from_slice(text),
            sign @ (b' ' | b'-') => {
                assert_eq!(old[at], text);
                at += 1;
                if sign == b' ' {
                    out.extend_from_slice(text);
                }
            }
            other => assert_eq!(other, b'\\'),
        }
    }
    old[at..].iter().for_each(|line| out.extend_from_slice(line));
    out
}

proptest! {
    #[test]
    fn bytes_outside_of_edits_stay(bytes in file(), cuts in prop::collection::vec(0_usize..81, 0..8), text in "[a-z\n]{0,4}") {
        let mut cuts: Vec<u32> = cuts.into_iter().filter(|at| *at <= bytes.len()).map(|at| at as u32).collect();
        cuts.sort_unstable();
        let before = set(&bytes);
        prop_assume!(before.files()[0].text() == bytes);
        let spans: Vec<(u32, u32)> = cuts.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect();
        let edits: Vec<Edit> = spans.iter().map(|(start, end)| edit(*start, *end, &text)).collect();
        let (after, places) = edit::apply_with_spans(&before, &edits).expect("within the file, and apart");
        let after = after.files()[0].bytes();
        let (mut old, mut new) = (0, 0);
        for ((start, end), place) in spans.into_iter().zip(places) {
            prop_assert_eq!(&bytes[old as usize..start as usize], &after[new as usize..place.start as usize]);
            let put = String::from_utf8_lossy(&after[place.start as usize..place.end as usize]).into_owned();
            prop_assert_eq!(put.replace("\r\n", "\n").replace('\r', "\n"), text.as_str());
            (old, new) = (end, place.end);
        }
        prop_assert_eq!(&bytes[old as usize..], &after[new as usize..]);
    }

    #[test]
    fn no_edits_are_no_change(bytes in prop::collection::vec(any::<u8>(), 0..80)) {
        let before = set(&bytes);
        prop_assert_eq!(&edit::apply(&before, &[]).expect("nothing to refuse"), &before);
        let patch = unified(FileVersions { path: "x", before: Some(&bytes), after: Some(&bytes) });
        prop_assert!(patch.is_empty());
    }

    #[test]
    fn no_edit_panics(
        bytes in prop_oneof![file(), any::<Vec<u8>>(), any::<Vec<u8>>().prop_map(|rest| [vec![0xff, 0xfe], rest].concat())],
        edits in prop::collection::vec((0_u16..3, 0_u32..90, 0_u32..90, any::<String>()), 0..5),
    ) {
        let edits: Vec<Edit> = edits
            .into_iter()
            .map(|(file, start, end, text)| Edit { span: Span { file: FileId(file), start, end }, ..edit(0, 0, &text) })
            .collect();
        if let Err(error) = edit::apply(&set(&bytes), &edits) {
            prop_assert!(!error.to_string().is_empty());
        }
    }

    #[test]
    fn a_patch_leads_from_one_version_to_the_other(before in file(), after in file()) {
        prop_assume!(before != after);
        let patch = unified(FileVersions { path: "x", before: Some(&before), after: Some(&after) });
        prop_assert_eq!(applied(&before, &patch), after);
    }
}
