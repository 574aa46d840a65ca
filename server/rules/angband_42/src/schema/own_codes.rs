//! Codes of flags and modifiers that an edition's own `object_property.txt` declares, where the program has none of that name:
//! its team's program has. They are kept, and have no effect here.

use std::collections::BTreeSet;

use affixboard_model::{
    game::{ForeignFiles, Loaded},
    syntax::colon::found,
    text::{Rule, SourceSet},
};

use super::super::{
    dialect::drop_files,
    program::Program,
    tables::{ELEMENTS, FLAGS, MODIFIERS},
};

/// The file that declares codes.
const FILE: &str = "object_property.txt";

/// The codes that the file declares and the program doesn't have: what is wrong with one that it has is an error.
fn declared(sources: &SourceSet) -> BTreeSet<String> {
    let Some((_, file)) = sources.find(FILE) else { return BTreeSet::new() };
    let lines = file.text().split(|byte| *byte == b'\n');
    let codes = lines.filter_map(|line| line.strip_prefix(b"code:")).map(<[u8]>::trim_ascii);
    let is_own = |code: &String| ![FLAGS, MODIFIERS, ELEMENTS].iter().any(|known| known.contains(&code.as_str()));
    codes.map(|code| String::from_utf8_lossy(code).into_owned()).filter(is_own).collect()
}

/// Turns what was said of the edition's own codes into remarks, and says whose files these are.
pub(crate) fn settle(program: &Program, loaded: &mut Loaded) {
    let declared = declared(&loaded.sources);
    let mut own = BTreeSet::new();
    for remark in &mut loaded.diagnostics {
        if !matches!(remark.rule, Rule::InvalidFlag | Rule::InvalidValue) {
            continue;
        }
        // `MOD[2]` is a value of a modifier.
        let is_it = |code: &&String| {
            let text = found(code.as_bytes());
            remark.found == text || remark.found.starts_with(&format!("{}[", text.trim_end_matches('`')))
        };
        let Some(code) = declared.iter().find(is_it) else { continue };
        own.insert(code.clone());
        remark.rule = Rule::OwnCode;
        remark.expected =
            format!("expected a code that the program knows; {FILE} has it, so it is kept, without effect here");
    }
    if own.is_empty() || loaded.foreign.is_some() {
        return;
    }
    let some: Vec<&str> = own.iter().take(3).map(String::as_str).collect();
    let words = format!("codes of its own in {FILE}, such as {}", some.join(", "));
    let foreign = ForeignFiles::of_form(words, "", drop_files(program.files), &loaded.sources, &loaded.diagnostics);
    loaded.foreign = Some(foreign.into());
}
