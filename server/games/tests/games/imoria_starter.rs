//! The starter tree's tables, read a second time as a person would: a row ends where its line ends
//! with a brace, a field is what stands between commas.

use std::collections::BTreeMap;

use affixboard_imoria::{tables, treasure::Treasure};
use affixboard_model::text::{SourceFile, SourceSet};

use crate::common::remarks_of;

const CONSTANTS: &str = include_str!("../../../../data/imoria/constants.h");
const TYPES: &str = include_str!("../../../../data/imoria/types.h");
const VALUES: &str = include_str!("../../../../data/imoria/values.h");

/// The fields of a line, without the braces and commas between; a comma in quotes is none.
fn fields(line: &str) -> Vec<String> {
    let inside = line.trim().trim_start_matches('{').trim_end_matches(',').trim_end_matches('}');
    let mut fields = vec![String::new()];
    let mut quote = None;
    for letter in inside.chars() {
        match (quote, letter) {
            (None, ',') => fields.push(String::new()),
            (None, ' ') => {}
            (None, '"' | '\'') => quote = Some(letter),
            (Some(open), _) if letter == open => quote = None,
            _ => fields.last_mut().expect("a field").push(letter),
        }
    }
    fields
}

fn number(text: &str, constants: &BTreeMap<&str, &str>) -> i64 {
    let one = |text: &str| -> i64 {
        let text = constants.get(text.trim()).copied().unwrap_or(text.trim());
        match text.strip_prefix("0x") {
            Some(digits) => i64::from_str_radix(digits, 16).expect("a number"),
            None => text.parse().unwrap_or_else(|_| panic!("`{text}` is no number")),
        }
    };
    // Flags are put together by either sign; none stands twice.
    text.split(['|', '+']).map(one).sum()
}

#[test]
fn rows_are_those_of_the_lines() {
    let constants: BTreeMap<&str, &str> = CONSTANTS
        .lines()
        .filter_map(|line| line.strip_prefix("#define ")?.split_once(' '))
        .map(|(name, rest)| (name, rest.split("/*").next().expect("a part").trim()))
        .collect();
    let mut sources = SourceSet::new();
    for (name, text) in [("values.h", VALUES), ("constants.h", CONSTANTS), ("types.h", TYPES)] {
        sources.push(SourceFile::new(name, text.as_bytes().to_vec()));
    }
    let mut diagnostics = Vec::new();
    let read = tables::read(&sources, &mut diagnostics);
    assert_eq!(remarks_of(&sources, &diagnostics), Vec::<String>::new());

    let mut expected: BTreeMap<&str, Vec<Vec<String>>> = BTreeMap::new();
    let (mut table, mut row) = (None, String::new());
    for line in VALUES.lines() {
        if let Some(declared) = line.strip_prefix("treasure_type ") {
            table = declared.split('[').next();
        } else if line.starts_with("};") {
            table = None;
        } else if let Some(table) = table
            && (!row.is_empty() || line.trim_start().starts_with("{ \""))
        {
            row.push_str(line);
            // Long rows go on in the next line.
            if line.trim_end_matches(',').ends_with('}') {
                expected.entry(table).or_default().push(fields(&std::mem::take(&mut row)));
            }
        }
    }
    let mut compared = 0;
    for (name, rows) in expected {
        let found: Vec<&Treasure> = read.rows(name).iter().filter(|row| row.record.is_some()).collect();
        assert_eq!(found.len(), rows.len(), "{name}");
        for (found, row) in found.into_iter().zip(rows) {
            assert_eq!(row.len(), 16, "{row:?}");
            assert_eq!((&found.name, &found.damage), (&row[0], &row[14]));
            let mut found = found.clone();
            let numbers = (1..14).chain([15]).zip(found.numbers());
            for (at, (field, _, number_found)) in numbers {
                let expected = match at {
                    2 => i64::from(row[at].bytes().next().expect("a character")),
                    _ => number(&row[at], &constants),
                };
                assert_eq!(number_found.value, expected, "{name} {}: {field}", row[0]);
                compared += 1;
            }
        }
    }
    // 49 treasures, 9 sorts of money, 13 of stock, 5 replacements.
    assert_eq!(compared, (49 + 9 + 13 + 5) * 14);
}
