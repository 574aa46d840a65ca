//! No bytes make the readers panic, and what was read prints back. The fuzz targets call the same functions.

use crate::common::any_bytes;
use affixboard_games as games;
use affixboard_model::{
    syntax::{RandomValue, c_number, document},
    text::{FileId, SourceFile},
};
use proptest::prelude::*;

/// Reads bytes as every file of every game, and runs a few drops of what came out.
fn read_as_every_file(bytes: &[u8]) {
    for game in games::ALL {
        for spec in game.files() {
            any_bytes::read(game, spec, bytes);
        }
    }
    let file = SourceFile::new("x", bytes.to_vec());
    let pieces = document::parse(&file, FileId(0));
    assert_eq!(document::print(&file, &pieces), bytes);
}

/// Lines that look like edit files, so that the fields are reached and not only the directives.
fn edit_lines() -> impl Strategy<Value = Vec<u8>> {
    let tags = "N T A I W P F L C M R R2 E D G V B ? X K O Y 1 f \
                name type item alloc values min-values flags magic book base-object world code conflict";
    let tag = prop::sample::select(tags.split_whitespace().collect::<Vec<_>>());
    let field = prop_oneof![
        "[0-9]{1,4}",
        "-?[0-9]{0,12}",
        "[0-9]{0,2}\\+?[0-9]?d?[0-9]?M?[0-9]?",
        prop::sample::select(vec![
            "sword",
            "good",
            "uber",
            "prefix",
            "1 to 100",
            "200 to 3",
            "Sharp",
            "RES_ACID | STR",
            "d5",
            "2/10",
            "1 to 60",
            "A:24:20",
            "STR[2+d3M4] | RES_ACID[1]",
            "magic book",
            "",
            " ",
            "\t"
        ])
        .prop_map(str::to_owned),
        any::<String>(),
    ];
    let end = prop::sample::select(vec!["\n", "\r\n", "\r", "\n\n", ""]);
    let line = (tag, prop::collection::vec(field, 0..8), end)
        .prop_map(|(tag, fields, end)| format!("{tag}:{}{end}", fields.join(":")).into_bytes());
    prop::collection::vec(line, 0..12).prop_map(|lines| lines.concat())
}

/// Inputs of each sort here; the fuzz targets try the same for minutes.
const CASES: u32 = 64;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(CASES))]

    #[test]
    fn any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        read_as_every_file(&bytes);
    }

    #[test]
    fn lines_like_edit_files(bytes in edit_lines()) {
        read_as_every_file(&bytes);
    }

    #[test]
    fn files_in_utf16(text in edit_lines(), big_endian in any::<bool>(), cut in 0_usize..2) {
        let units = String::from_utf8_lossy(&text).encode_utf16().collect::<Vec<_>>();
        let order = if big_endian { u16::to_be_bytes } else { u16::to_le_bytes };
        let mut bytes: Vec<u8> = [0xfeff].iter().chain(&units).flat_map(|unit| order(*unit)).collect();
        bytes.truncate(bytes.len() - cut);
        read_as_every_file(&bytes);
    }

    #[test]
    fn long_lines_with_tabs(line in "[a-zA-Z:\t]{0,40}", times in 0_usize..60) {
        read_as_every_file(line.repeat(times).as_bytes());
    }

    #[test]
    fn numbers_and_random_values(text in prop::collection::vec(any::<u8>(), 0..60)) {
        c_number::c_number(&text);
        c_number::min_to_max(&text);
        if let Some(value) = RandomValue::parse(&text) {
            prop_assert!(value.minimum() <= value.maximum() || value.sides == 0);
        }
    }

    /// What a random value shows is what it was read from, up to leading zeros and parts that are zero.
    #[test]
    fn random_values_print_as_read(base in 0_i32..99, dice in 1_i32..9, sides in 1_i32..99, bonus in 1_i32..99) {
        let value = RandomValue { base, dice, sides, m_bonus: bonus };
        prop_assert_eq!(RandomValue::parse(value.to_string().as_bytes()), Some(value));
    }
}
