//! Any bytes as a C source: what the property test and the fuzz target `c_table` ask.

use affixboard_model::{
    syntax::c_table::{CUnit, CValue, preprocess},
    text::{FileId, SourceFile, SourceSet},
};

/// Reads the bytes as a file that another includes, and looks at every value of every table.
pub fn read(bytes: &[u8]) {
    let mut sources = SourceSet::new();
    sources.push(SourceFile::new("main.c", b"#include \"x.h\"\nint last[] = { A(1), B };\n".to_vec()));
    sources.push(SourceFile::new("x.h", bytes.to_vec()));
    let mut diagnostics = Vec::new();
    let tokens = preprocess(&sources, FileId(0), "#define A(x) { x, B }\n#define B 1\n", &mut diagnostics);
    let unit = CUnit::read(&sources, tokens, &mut diagnostics);
    let mut left: Vec<&CValue> = unit.tables.iter().flat_map(|table| &table.rows).collect();
    while let Some(value) = left.pop() {
        left.extend(value.values());
        let _ = unit.evaluate(&sources, value);
        for span in [unit.place(value), unit.literal(&sources, value)].into_iter().flatten() {
            let _ = sources.text(span);
        }
    }
    for span in diagnostics.iter().filter_map(|diagnostic| diagnostic.span) {
        assert!(sources.position(span).line >= 1);
    }
}
