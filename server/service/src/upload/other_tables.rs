//! Tables of games whose rules aren't known: what a refusal says of them.

use std::path::Path;

/// Endings of such files, and what they are.
const LANGUAGES: [(&str, &str); 9] = [
    ("cpp", "C++"),
    ("cc", "C++"),
    ("cxx", "C++"),
    ("rs", "Rust"),
    ("json", "JSON"),
    ("jsonc", "JSONC"),
    ("yaml", "YAML"),
    ("yml", "YAML"),
    ("toml", "TOML"),
];
/// Words in the names of files that define items or monsters.
const WORDS: [&str; 10] =
    ["treasure", "object", "item", "ego", "artifact", "monster", "creature", "monst", "objnam", "dungeon"];
/// Files named at most.
const MOST: usize = 5;

/// What is said of files that look like tables; empty where none does.
pub(super) fn hint<'a>(paths: impl Iterator<Item = &'a str>) -> String {
    let table = |path: &'a str| {
        let name = path.rsplit('/').next().unwrap_or(path);
        let lower = name.to_ascii_lowercase();
        let extension = Path::new(&lower).extension()?.to_str()?.to_owned();
        let language = LANGUAGES.iter().find(|known| known.0 == extension)?.1;
        WORDS.iter().any(|word| lower.contains(word)).then_some((name, language))
    };
    let mut tables: Vec<(&str, &str)> = paths.filter_map(table).collect();
    tables.sort_unstable();
    tables.dedup();
    if tables.is_empty() {
        return String::new();
    }
    let more = tables.len().saturating_sub(MOST);
    let named: Vec<String> = tables.iter().take(MOST).map(|(name, language)| format!("{name} ({language})")).collect();
    let and_more = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!(
        ", but {}{and_more}, which look like tables whose rules are not read yet; named as the game `tables` they are read without rules",
        named.join(", ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_in_other_languages_are_named() {
        let of = |paths: &[&str]| hint(paths.iter().copied());
        assert_eq!(
            of(&["src/data_treasure.cpp", "lib/EgoDefinitions.jsonc", "src/main.cpp", "objects.c"]),
            ", but EgoDefinitions.jsonc (JSONC), data_treasure.cpp (C++), which look like tables whose rules are not read yet; \
             named as the game `tables` they are read without rules"
        );
        let many: Vec<String> = (0..7).map(|number| format!("item{number}.rs")).collect();
        assert!(hint(many.iter().map(String::as_str)).contains("item4.rs (Rust) and 2 more, which"));
        assert_eq!(of(&["main.c", "notes.txt"]), "");
    }
}
