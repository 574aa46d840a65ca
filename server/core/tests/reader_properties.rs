//! No bytes make the readers panic, and what was read prints back. The fuzz targets call the same functions.

use affixboard_core::{
    batch::{Cell, Counts, Shard, run_shard},
    catalog::KindId,
    games::{self, Loaded},
    syntax::{RandomValue, c_number, document},
    text::{FileId, SourceFile, SourceSet},
};
use proptest::prelude::*;

/// Reads bytes as every file of every game, and runs a few drops of what came out.
fn read_as_every_file(bytes: &[u8]) {
    for game in games::ALL {
        for spec in game.files() {
            let mut set = SourceSet::new();
            for other in game.files() {
                let text = if other.name == spec.name { bytes.to_vec() } else { seed_text(game.id(), other.name) };
                set.push(SourceFile::new(other.name, text));
            }
            let loaded = game.load(set);
            drop_a_few(&loaded);
            for diagnostic in &loaded.diagnostics {
                if let Some(span) = diagnostic.span {
                    let position = loaded.sources.position(span);
                    assert!(position.line >= 1 && position.column >= 1);
                    let _ = loaded.sources.text(span);
                }
            }
        }
    }
    let file = SourceFile::new("x", bytes.to_vec());
    let pieces = document::parse(&file, FileId(0));
    assert_eq!(document::print(&file, &pieces), bytes);
}

/// Whatever was read, the rules run on it.
fn drop_a_few(loaded: &Loaded) {
    let forge = loaded.model.forge();
    let mut counts = Counts::new(forge.keys());
    for kind in [None, (!loaded.catalog.kinds.is_empty()).then_some(KindId(0))] {
        for (depth, quality) in [(0, 0), (30, 1), (127, 2)] {
            let shard = Shard { cell: Cell { depth, quality, kind }, piece: 0, drops: 3 };
            for (key, _) in run_shard(forge.as_ref(), &shard, 1, &mut counts).counts {
                assert!(forge.can_occur(shard.cell, key));
            }
        }
    }
}

fn seed_text(game: &str, name: &str) -> Vec<u8> {
    match name {
        "z_info.txt" => "V:2.9.1\nM:K:50\n",
        "k_info.txt" => "V:2.9.1\nN:1:& Dagger~\nI:23:4:0\nA:1/1\nP:0:1d4:0:0:0\n",
        "e_info.txt" => "V:2.9.1\nN:1:of Edges\nX:24:20:1\nW:0:8:0:0\nT:23:0:99\n",
        "a_info.txt" => "V:2.9.1\nN:16:'Thorn'\nI:23:4:0\nW:5:10:12:0\n",
        "limits.txt" if game == "angband-3.0" => "V:3.0.5\nM:K:50\n",
        "object.txt" if game == "angband-3.0" => "V:3.0.5\nN:1:& Dagger~\nI:23:4:0\nA:1/1\nP:0:1d4:0:0:0\n",
        "ego_item.txt" if game == "angband-3.0" => "V:3.0.5\nN:1:of Edges\nX:20:1\nW:0:8:0:0\nT:23:0:99\n",
        "artifact.txt" if game == "angband-3.0" => "V:3.0.5\nN:16:'Thorn'\nI:23:4:0\nW:5:10:12:0\n",
        "ego_item.txt" if matches!(game, "angband-3.3" | "angband-3.4" | "angband-3.5") => {
            "N:1:of Edges\nW:0:4:0:0\nA:10:20 to 100\nT:sword:0:99\n"
        }
        "object.txt" if matches!(game, "angband-3.1" | "angband-3.2") => {
            "V:3.1.0\nN:1:& Dagger~\nI:23:1:0\nA:20:1 to 100\n"
        }
        "ego_item.txt" if matches!(game, "angband-3.1" | "angband-3.2") => {
            "V:3.0.11\nN:1:of Edges\nW:0:4:0:0\nT:23:0:99\n"
        }
        "artifact.txt" if game == "angband-3.1" => "V:3.0.11\nN:16:'Thorn'\nI:sword:Dagger~:0\nW:5:10:12:0\n",
        "artifact.txt" if game == "angband-3.2" => "V:3.1.2\nN:16:'Thorn'\nI:sword:Dagger~:0\nA:10:5 to 100\n",
        "object_base.txt" if game == "angband-4.2" => "name:sword:Sword~\nflags:SHOW_DICE\n",
        "object.txt" if game == "angband-4.2" => "name:& Dagger~\ntype:sword\nalloc:20:1 to 100\n",
        "ego_item.txt" if game == "angband-4.2" => "name:of Edges\nalloc:10:20 to 100\ntype:sword\n",
        "artifact.txt" if game == "angband-4.2" => "name:'Thorn'\nbase-object:sword:Dagger\nalloc:10:5 to 100\n",
        "constants.txt" => "world:max-depth:128\nobj-make:max-depth:100\nobj-make:great-obj:20\n",
        "slay.txt" => "code:EVIL_2\nrace-flag:EVIL\n",
        "brand.txt" => "code:FIRE_2\nname:fire\n",
        "curse.txt" => "name:talking\ntype:sword\n",
        "class.txt" => "name:Scholar\nmagic:1:300:1\nbook:magic book:town:[Sparks]:1:arcane\n",
        "object_property.txt" => "name:kept strength\ntype:flag\nsubtype:sustain\ncode:SUST_STR\n",
        "player_timed.txt" => "name:POISONED\nfail:2:POIS\n",
        "object_base.txt" => "N:sword:Sword~\nF:HATES_ACID\n",
        "object.txt" => "N:1:& Dagger~\nI:sword:1\nA:20:1 to 100\n",
        "ego_item.txt" => "N:1:prefix:Sharp\nT:sword:0:99:good:10:1 to 100\n",
        "ego_themes.txt" => "N:1:suffix:of Cutting\nT:sword:0:99:1 to 100\nA:Sharp:20\nA:Sharp:20\n",
        "artifact.txt" => "N:1:'Thorn'\nI:sword:Dagger\nA:10:5 to 100\n",
        _ => "",
    }
    .as_bytes()
    .to_vec()
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

proptest! {
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
