//! The allocation lines of an edition as one table, written for spreadsheets and read back as changes.

mod read;
mod write;

use std::borrow::Cow;

use affixboard_model::{game::Loaded, syntax::FieldSpec};
use affixboard_proposal::{EditableEntry, EntryLine, editable_entries, entry_lines};

use super::formula::{escape_formula, needs_guard};

pub use read::{AllocationTable, CsvProblem, MissingRows, read_allocations};
pub use write::allocations_csv;

/// Columns that identify a line; they come before its fields.
const KEYS: [&str; 6] = ["file", "sort", "index", "name", "directive", "ordinal"];

/// The field of two levels, `min to max`, and the columns that have them as numbers, so that a spreadsheet can compute with
/// them. Its own column is there for lines that have something else, and in tables of earlier versions.
const RANGE: &str = "depths";
const BOUNDS: [&str; 2] = ["from", "to"];

/// The two levels of a field as numbers, where writing these gives the same words again.
fn bounds(text: &str) -> Option<[u32; 2]> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let [from, "to", to] = words[..] else { return None };
    let level = |word: &str| word.parse::<u32>().ok().filter(|level| level.to_string() == word);
    Some([level(from)?, level(to)?])
}

/// The fields of all allocation directives of a game; fields of one name share a column.
fn fields_of(loaded: &Loaded) -> Vec<&'static FieldSpec> {
    let of_tables = loaded.sorts().iter().flat_map(|sort| sort.fields).map(|field| &field.site);
    let of_lines = loaded.files().iter().flat_map(|spec| spec.directives);
    let directives = of_lines.chain(of_tables).filter(|directive| directive.allocates);
    let mut fields: Vec<&FieldSpec> = Vec::new();
    for field in directives.flat_map(|directive| directive.fields) {
        if fields.iter().all(|known| known.name != field.name) {
            fields.push(field);
        }
    }
    fields
}

/// The lines of an edition that say where and how often entries are generated. Proposals may change others too.
fn allocation_lines(loaded: &Loaded) -> Vec<EntryLine> {
    entry_lines(loaded).into_iter().filter(|line| line.directive.allocates).collect()
}

/// The entries that may have such lines, with the directives of these alone.
fn allocated_entries(loaded: &Loaded) -> Vec<EditableEntry> {
    let mut entries = editable_entries(loaded);
    for entry in &mut entries {
        entry.directives.retain(|directive| directive.allocates);
    }
    entries.retain(|entry| !entry.directives.is_empty());
    entries
}

/// Escapes text that a spreadsheet would take for a formula, another number or a date (`8/6`, `010`) with an apostrophe
/// in front.
fn escape_cell(text: &str) -> Cow<'_, str> {
    let is_number =
        text.len() < 16 && (text == "0" || !text.starts_with('0')) && text.bytes().all(|c| c.is_ascii_digit());
    let looks_like_one = |c: u8| c.is_ascii_digit() || b"/:.,-+%eE ".contains(&c);
    let is_like_one = is_digit_first(text) && !is_number && text.bytes().all(looks_like_one);
    if is_like_one || text.starts_with('\'') && is_digit_first(text.trim_start_matches('\'')) {
        return Cow::Owned(format!("'{text}"));
    }
    escape_formula(text)
}

/// The inverse of [`escape_cell`].
fn unescape_cell(cell: &str) -> &str {
    match cell.strip_prefix('\'') {
        Some(rest) if needs_guard(rest) || is_digit_first(rest.trim_start_matches('\'')) => rest,
        _ => cell,
    }
}

fn is_digit_first(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use affixboard_games as games;

    use super::*;

    #[test]
    fn what_spreadsheets_would_rewrite_is_kept_and_comes_back() {
        for (text, written) in [
            ("20", "20"),
            ("0", "0"),
            ("1 to 127", "1 to 127"),
            ("great", "great"),
            ("", ""),
            ("8/6", "'8/6"),
            ("0/4:8/6", "'0/4:8/6"),
            ("010", "'010"),
            ("20.0", "'20.0"),
            ("1e5", "'1e5"),
            ("1234567890123456", "'1234567890123456"),
            ("-5", "'-5"),
            ("=1+1", "'=1+1"),
            ("'Ringil'", "'Ringil'"),
            ("'5", "''5"),
        ] {
            assert_eq!(escape_cell(text), written);
            assert_eq!(unescape_cell(written), text);
        }
        assert_eq!(unescape_cell("'Ringil'"), "'Ringil'");
    }

    #[test]
    fn levels_are_numbers_where_nothing_is_lost() {
        for (text, expected) in [
            ("1 to 127", Some([1, 127])),
            ("  1   to 60 ", Some([1, 60])),
            ("01 to 60", None),
            ("1 to 60 x", None),
            ("1 - 60", None),
            ("1 to", None),
            ("-1 to 60", None),
            ("", None),
        ] {
            assert_eq!(bounds(text), expected, "{text}");
        }
    }

    #[test]
    fn no_field_is_called_as_a_key() {
        for game in games::ALL {
            let loaded = game.load(affixboard_model::text::SourceSet::new());
            let fields = fields_of(&loaded);
            assert!(!fields.is_empty(), "{}", game.id());
            let is_free = |name: &&str| !KEYS.contains(name) && !BOUNDS.contains(name);
            assert!(fields.iter().all(|field| is_free(&field.name)), "{}", game.id());
        }
    }
}
