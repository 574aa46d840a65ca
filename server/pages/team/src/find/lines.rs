//! Lines of edit files: by file and number, as remarks name them, and by what they say.

use affixboard_model::text::SourceSet;
use affixboard_store::Revision;

use super::rank::NameQuery;
use crate::{
    entry_names::{Target, folded},
    links,
};

/// Shorter texts are in most lines.
const SHORTEST: usize = 3;
/// Characters of a line that are shown.
const MOST_CHARACTERS: usize = 160;

/// The line that `file.txt:123` names, where there is one.
pub(super) fn named(sources: &SourceSet, revision: &Revision, wanted: &NameQuery) -> Option<Target> {
    let (name, line) = wanted.0.rsplit_once(':')?;
    let line: u32 = line.parse().ok()?;
    let file = sources.files().iter().find(|file| folded(file.name()) == name)?;
    (1..=file.line_count()).contains(&line).then(|| target(file.name(), &file.line(line), line, revision))
}

/// The first lines that say this, at most so many, and how many do. Stops where it is no longer wanted, with what it has.
pub(super) fn saying(
    sources: &SourceSet,
    revision: &Revision,
    wanted: &NameQuery,
    most: usize,
    keep_going: &dyn Fn() -> bool,
) -> (Vec<Target>, usize) {
    let (mut found, mut total) = (Vec::new(), 0);
    if wanted.0.chars().count() < SHORTEST {
        return (found, total);
    }
    for file in sources.files() {
        for number in 1..=file.line_count() {
            if number.is_multiple_of(1024) && !keep_going() {
                return (found, total);
            }
            let line = file.line(number);
            if !says(&line, &wanted.0) {
                continue;
            }
            total += 1;
            if found.len() < most {
                found.push(target(file.name(), &line, number, revision));
            }
        }
    }
    (found, total)
}

/// Whether a line says this. Files have megabytes of lines, which are ASCII nearly always.
fn says(line: &str, wanted: &str) -> bool {
    if !line.is_ascii() {
        return folded(line).contains(wanted);
    }
    line.as_bytes().windows(wanted.len()).any(|part| part.eq_ignore_ascii_case(wanted.as_bytes()))
}

fn target(file: &str, line: &str, number: u32, revision: &Revision) -> Target {
    let shown = line.trim();
    let more = if shown.chars().nth(MOST_CHARACTERS).is_some() { "…" } else { "" };
    let shown: String = shown.chars().take(MOST_CHARACTERS).collect();
    Target::new(format!("{file}:{number}"), shown + more, links::file(revision, file, number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_line_says() {
        for (line, wanted, expected) in [
            ("N:100:prefix:Sharp", "x:sharp", true),
            ("N:1:Anduril", "andúril", true),
            ("N:1:Andúril", "anduril", true),
            ("N:1:Andúril", "andurin", false),
            ("N:1", "n:100", false),
        ] {
            assert_eq!(says(line, &folded(wanted)), expected, "{wanted} in {line}");
        }
    }
}
