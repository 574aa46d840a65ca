//! Parts and the whole, and what is no whole.

use affixboard_core::{batch::CellTally, game::Forge};

use super::*;
use crate::{
    format::tally_csv,
    testing::{self, WORDS},
};

/// The tally of `testing` and its cells, divided so that part `at` of `of` has each count's remainder.
fn parts(of: u32) -> (Vec<Vec<u8>>, Vec<u8>) {
    let forge = testing::forge();
    let mut whole = testing::tally(&forge);
    // Those of a plan are all as large.
    whole.cells.values_mut().for_each(|counted| counted.drops = 2000);
    let cells: Vec<Cell> = whole.cells.keys().copied().collect();
    let drops = 2000;
    let share = |count: u64, at: u32| count / u64::from(of) + u64::from(u64::from(at) < count % u64::from(of));
    let parts = (0..of).map(|at| {
        let cells_of_part = whole.cells.iter().map(|(cell, counted)| {
            let counts = counted.counts.iter().map(|&(key, count)| (key, share(count, at)));
            let counts = counts.filter(|(_, count)| *count > 0).collect();
            (*cell, CellTally { drops: share(counted.drops, at), counts })
        });
        let part = Tally { cells: cells_of_part.collect() };
        let head = PartHead::new((at + 1, of), "p".to_owned(), "a plan".to_owned(), (cells.len() as u32, drops));
        let mut bytes = Vec::new();
        write_tally_part(&mut bytes, head, &cells, &part, (forge.keys(), &WORDS)).expect("written");
        bytes
    });
    (parts.collect(), tally_csv(&whole, forge.keys(), &WORDS, None))
}

fn merged(parts: &[&[u8]]) -> Result<Vec<u8>, String> {
    let readers = (1..).zip(parts).map(|(at, bytes)| PartReader::begin(format!("{at}.part"), *bytes));
    let readers = readers.collect::<Result<Vec<_>, _>>().map_err(|error| error.to_string())?;
    let mut out = Vec::new();
    merge_parts(&mut out, readers).map(|()| out).map_err(|error| error.to_string())
}

#[test]
fn parts_in_any_order_are_the_whole() {
    for of in [1, 2, 3, 7, 2000] {
        let (parts, whole) = parts(of);
        let mut given: Vec<&[u8]> = parts.iter().map(Vec::as_slice).collect();
        given.reverse();
        let merged = merged(&given).unwrap_or_else(|error| panic!("{of} parts: {error}"));
        assert!(merged == whole, "{of} parts");
    }
}

#[test]
fn parts_that_are_no_whole_are_refused() {
    let (three, _) = parts(3);
    let [one, two, three] = [0, 1, 2].map(|at| three[at].as_slice());
    assert_eq!(merged(&[]), Err("found no part; expected all parts of a plan".to_owned()));
    assert_eq!(merged(&[one, three]), Err("found 2 of 3 parts; expected also 2".to_owned()));
    assert_eq!(
        merged(&[one, two, one]),
        Err("3.part: line 1: found part 1 of 3; expected each once; 1.part is that part, too".to_owned())
    );
    let (four, _) = parts(4);
    assert_eq!(
        merged(&[one, &four[1]]),
        Err("2.part: line 1: found part 2 of 4; expected one of 3 with the same columns, as in 1.part".to_owned())
    );
    let other = String::from_utf8(two.to_vec()).expect("text").replacen("\"a plan\"", "\"another\"", 1);
    assert_eq!(
        merged(&[one, other.as_bytes(), three]),
        Err("2.part: line 1: found a part of `another`; expected one of `a plan`, as in 1.part".to_owned())
    );
}

/// A part that was cut off is refused, and no byte that is another makes reading fail otherwise than with an error.
#[test]
fn damaged_parts_are_never_taken_for_others() {
    let (two, whole) = parts(2);
    for length in 0..two[0].len() - 1 {
        assert!(merged(&[&two[0][..length], &two[1]]).is_err(), "{length}");
    }
    for at in 0..two[0].len() {
        let mut damaged = two[0].clone();
        damaged[at] = b'%';
        // A name or a digit that is another number can't be told.
        if let Ok(bytes) = merged(&[&damaged, &two[1]]) {
            assert_eq!(bytes.len(), whole.len(), "byte {at}");
        }
    }
}

#[test]
fn mistakes_are_said_with_line_and_column() {
    let (one, _) = parts(1);
    let text = String::from_utf8(one[0].clone()).expect("text");
    let with = |from: &str, to: &str| {
        assert!(text.contains(from), "{from} in {text}");
        merged(&[text.replacen(from, to, 1).as_bytes()]).expect_err("refused")
    };
    let row = text.lines().nth(3).expect("a row");
    assert!(row.starts_with("0,"), "{row}");
    let count = with(row, &format!("{row}x"));
    assert!(
        count.starts_with("1.part: line 4, column count: found `") && count.contains("expected a whole number"),
        "{count}"
    );
    assert_eq!(
        with("\n0,,", "\n9999,,"),
        format!("1.part: line 3, column cell: found `9999`; expected a position below {}", cells(&text))
    );
    assert!(
        with("{\"affixboard_part\":1", "{\"affixboard_part\":2").contains("found form 2 of parts; expected form 1")
    );
    assert!(with("{\"affixboard_part\":1", "x").starts_with("1.part: line 1: found "));
}

fn cells(text: &str) -> String {
    let head: PartHead = serde_json::from_str(text.lines().next().expect("a head")).expect("a head");
    head.cells.to_string()
}
