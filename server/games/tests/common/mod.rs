//! The reference data: the games' own files and what the original programs generated.
#![allow(dead_code, reason = "each test binary uses its own part")]
#![allow(clippy::allow_attributes, reason = "expect would fail in the binaries that use everything")]
#![allow(unreachable_pub, reason = "shared by test binaries")]
#![allow(clippy::print_stderr, clippy::print_stdout, reason = "what was skipped must be seen, and the worst cells too")]

pub mod any_bytes;
pub mod any_c;
pub mod any_changes;
pub mod attempts;
pub mod chances;
pub mod enumerated;
pub mod exact;
pub mod gate;
pub mod nethack;
pub mod oracle;
pub mod p_values;
pub mod per_game;
pub mod subject_gate;
pub mod values;

use std::{
    collections::BTreeMap,
    io::{Read, Write},
    path::{Path, PathBuf},
};

use affixboard_model::{
    game::Loaded,
    syntax::document,
    text::{Diagnostic, FileId, Rule, SourceFile, SourceSet},
};

/// The reference folder of a system, or `None` (said loudly) where it is absent, as in a user's clone.
pub fn reference(system: &str) -> Option<PathBuf> {
    let root = std::env::var_os("AFFIXBOARD_REFERENCE")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/reference"), PathBuf::from);
    let folder = root.join(system);
    if folder.is_dir() {
        return Some(folder);
    }
    say_skipped(&format!("no reference data for {system} (set AFFIXBOARD_REFERENCE to the folder)"));
    None
}

/// Says loudly what was left out: past the test harness, which would swallow it.
pub fn say_skipped(why: &str) {
    let said = format!("\n*** skipped: {why} ***\n\n");
    std::io::stderr().write_all(said.as_bytes()).expect("standard error");
}

/// Checks that every file prints back byte for byte.
#[track_caller]
pub fn print_back(sources: &SourceSet) {
    for (at, file) in sources.files().iter().enumerate() {
        let pieces = document::parse(file, FileId(at as u16));
        assert!(document::print(file, &pieces) == file.bytes(), "{}", file.name());
    }
}

/// The remarks on what was read, as `file:line:column: rule: message`, but for the one that goes with every name that the game
/// doesn't have ([`is_of_all_names`]).
pub fn remarks(loaded: &Loaded) -> Vec<String> {
    let others: Vec<Diagnostic> = loaded.diagnostics.iter().filter(|said| !is_of_all_names(said)).cloned().collect();
    remarks_of(&loaded.sources, &others)
}

/// Whether a remark says that the files have names that the game doesn't have.
pub fn is_of_all_names(said: &Diagnostic) -> bool {
    said.rule == Rule::VariantForm && said.found.starts_with("found what ")
}

/// The same of files that aren't a game's yet.
pub fn remarks_of(sources: &SourceSet, diagnostics: &[Diagnostic]) -> Vec<String> {
    let place = |span| {
        let position = sources.position(span);
        format!("{}:{}", position.line, position.column)
    };
    let line = |d: &Diagnostic| {
        let place = d.span.map_or_else(|| "-".to_owned(), place);
        format!("{}:{place}: {}: {}", d.file, d.rule.name(), d.message())
    };
    diagnostics.iter().map(line).collect()
}

/// All files of a folder, by name.
pub fn sources(folder: &Path) -> SourceSet {
    let mut paths: Vec<_> =
        std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    let mut set = SourceSet::new();
    for path in paths.into_iter().filter(|path| path.is_file()) {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        set.push(SourceFile::new(name, std::fs::read(&path).expect("a readable file")));
    }
    set
}

/// Levels of which a gate has the cells where the deep one has them all: near the surface, in the middle and far below.
pub const FEW_LEVELS: &[u32] = &[5, 30, 90];

/// Whether a row of a file is of one of these levels; none: all.
pub fn is_at(levels: &[u32], level: &str) -> bool {
    levels.is_empty() || levels.contains(&level.parse().expect("a level"))
}

/// What an original program counted in one cell: metric, tval, sval, name → count.
pub type Rows = BTreeMap<(String, String, String, String), u64>;

/// The cells of a tally file, by level and quality; the number of drops with each.
pub fn tally(path: &Path) -> BTreeMap<(u32, String), (u64, Rows)> {
    tally_at(path, &[])
}

/// Those of these levels; none: all.
pub fn tally_at(path: &Path, levels: &[u32]) -> BTreeMap<(u32, String), (u64, Rows)> {
    let mut text = String::new();
    let file = std::fs::File::open(path).expect("a tally");
    flate2::read::GzDecoder::new(file).read_to_string(&mut text).expect("gzipped CSV");
    let mut cells: BTreeMap<(u32, String), (u64, Rows)> = BTreeMap::new();
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let mut record = csv::StringRecord::new();
    while reader.read_record(&mut record).expect("a row") {
        if !is_at(levels, &record[0]) {
            continue;
        }
        let field = |at: usize| record.get(at).expect("eight columns").to_owned();
        let number = |at| field(at).parse::<u64>().expect("a number");
        let cell = cells.entry((number(0) as u32, field(1))).or_default();
        cell.0 = number(2);
        *cell.1.entry((field(3), field(4), field(5), field(6))).or_default() += number(7);
    }
    cells
}

/// The files of the edition that ships for a game.
pub fn starter(game: &str) -> SourceSet {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data").join(game);
    if game == "nethack" { nethack::sources(&folder) } else { sources(&folder) }
}
