//! What the program can do is described: docs/cli.md and docs/check.md leave nothing out and make nothing up.

use std::collections::BTreeSet;

use affixboard_inquiry::gaps::Gap;
use affixboard_model::text::Rule;

use super::program::Home;

fn page(name: &str) -> String {
    std::fs::read_to_string(format!("{}/docs/{name}", env!("CARGO_MANIFEST_DIR"))).expect("a page of the documentation")
}

/// All `--words` of a text.
fn flags(text: &str) -> BTreeSet<String> {
    let starts =
        text.match_indices("--").filter(|(at, _)| !text[..*at].ends_with(|c: char| c == '-' || c.is_alphanumeric()));
    starts
        .map(|(at, _)| {
            let rest = &text[at + 2..];
            &rest[..rest.find(|c: char| !c.is_ascii_lowercase() && c != '-').unwrap_or(rest.len())]
        })
        .filter(|word| word.starts_with(|c: char| c.is_ascii_lowercase()))
        .map(|word| format!("--{word}"))
        .collect()
}

/// The commands a help text lists.
fn commands(help: &str) -> Vec<&str> {
    let list = help.split("Commands:\n").nth(1).and_then(|rest| rest.split("\n\n").next()).expect("a list of commands");
    let words = list.lines().filter_map(|line| line.split_whitespace().next());
    words.filter(|word| *word != "help").collect()
}

/// The part of a page under a heading, up to the next of its level.
fn section<'a>(page: &'a str, heading: &str) -> &'a str {
    let (_, rest) = page.split_once(&format!("\n## {heading}\n")).unwrap_or_else(|| panic!("no heading {heading}"));
    rest.split("\n## ").next().unwrap_or(rest)
}

#[test]
fn every_command_and_flag_is_in_the_documentation() {
    let home = Home::new();
    let page = page("cli.md");
    let help = home.run("--help").done();
    let mut known = BTreeSet::from(["--help".to_owned(), "--version".to_owned()]);
    let everywhere = flags(&help);
    for flag in &everywhere {
        assert!(section(&page, "Settings").contains(&format!("`{flag}")) || known.contains(flag), "{flag} is missing");
    }
    known.extend(everywhere.iter().cloned());
    let listed = commands(&help);
    assert_eq!(
        listed,
        [
            "serve",
            "check",
            "correct",
            "effect",
            "history",
            "bisect",
            "declare",
            "rules",
            "import",
            "proposal",
            "backup",
            "restore",
            "verify",
            "rescue",
            "subjects",
            "batch",
            "ask",
            "given",
            "origins",
            "drops",
            "tally",
            "exact",
            "sensitivity",
            "target",
            "audit",
            "beside",
            "dive",
            "luck",
            "profile",
            "game-stats",
            "sheet",
            "export",
            "publish",
            "sql",
            "worker",
            "completions",
            "man"
        ]
    );
    for command in listed {
        let mut help = home.run(&format!("{command} --help")).done();
        // Some have commands of their own.
        if help.contains("Commands:\n") {
            let own: Vec<String> = commands(&help).into_iter().map(str::to_owned).collect();
            for of in own {
                assert!(
                    section(&page, &format!("`affixboard {command}`")).contains(&format!("`{of}`")),
                    "{command} {of}"
                );
                help += &home.run(&format!("{command} {of} --help")).done();
            }
        }
        let section = section(&page, &format!("`affixboard {command}`"));
        let own: BTreeSet<_> = flags(&help).difference(&everywhere).cloned().collect();
        for flag in &own {
            assert!(section.contains(&format!("`{flag}")), "{command} {flag} is missing");
        }
        known.extend(own);
    }
    for page in [page, self::page("guide/running.md")] {
        let made_up: Vec<_> = flags(&page).difference(&known).cloned().collect();
        assert!(made_up.is_empty(), "no such flags: {made_up:?}");
    }
}

/// Every setting can be given in three ways, under names that follow from each other.
#[test]
fn every_variable_and_key_is_in_the_documentation() {
    let home = Home::new();
    let help = home.run("--help").done();
    let page = page("cli.md");
    let settings = section(&page, "Settings");
    let variables: Vec<_> =
        help.split("[env: ").skip(1).filter_map(|rest| rest.split(['=', ']']).next()).map(str::to_owned).collect();
    assert_eq!(variables.len(), 32, "{variables:?}");
    for variable in variables {
        let key = variable.trim_start_matches("AFFIXBOARD_").to_ascii_lowercase();
        assert!(settings.contains(&format!("`{variable}`")), "{variable} is missing");
        assert!(key == "config" || settings.contains(&format!("`{key}`")), "{key} is missing");
        assert!(help.contains(&format!("--{}", key.replace('_', "-"))), "{key} is no flag");
    }
}

#[test]
fn every_rule_is_in_the_documentation() {
    let page = page("check.md");
    let rows: Vec<_> = page.lines().filter(|line| line.starts_with("| `")).collect();
    for rule in Rule::ALL {
        let row = format!("| `{}` | {} | {} |", rule.name(), rule.severity().name(), rule.explain());
        assert!(rows.contains(&row.as_str()), "docs/check.md lacks the line\n{row}");
    }
    let rules = rows.iter().filter(|row| row.contains("| error |") || row.contains("| warning |")).count();
    assert_eq!(rules, Rule::ALL.len(), "docs/check.md has rules that don't exist");
}

#[test]
fn every_gap_is_in_the_documentation() {
    let page = page("gaps.md");
    for gap in Gap::ALL {
        let heading = format!("\n### `{}`\n", gap.name());
        assert!(page.contains(&heading), "docs/gaps.md lacks {}", gap.name());
        assert!(page.contains(gap.explain()), "docs/gaps.md doesn't say: {}", gap.explain());
    }
    let rules = page.lines().filter(|line| line.starts_with("### `")).count();
    assert_eq!(rules, Gap::ALL.len(), "docs/gaps.md has rules that don't exist");
}
