//! What holds the architecture together and the compiler doesn't see. Each test is one sentence of docs/ARCHITECTURE.md
//! or CONTRIBUTING.md; a failure lists the places.

mod circles;
mod names;
mod packages;
mod papers;
mod words;

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use affixboard_games as games;

/// The longest a source file may be.
const LONGEST: usize = 700;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// All files under a folder, by path from the root. Built, fetched and generated things are passed over.
fn files(folder: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut folders = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
            let path: PathBuf = entry.expect("an entry").path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            // In a further worktree `.git` is a file, and names the place of the first.
            if ["target", ".git", "node_modules", "out"].contains(&name.as_str()) {
                continue;
            }
            if path.is_dir() {
                folders.push(path);
            } else if let Ok(relative) = path.strip_prefix(root()) {
                found.push(relative.to_string_lossy().replace('\\', "/"));
            }
        }
    }
    found.sort();
    found
}

/// Whether a path ends so.
fn ends(path: &str, extension: &str) -> bool {
    Path::new(path).extension().is_some_and(|found| found == extension)
}

/// The program's own sources, by path, without comments, without the tests at their ends and without `testing.rs`, which is
/// compiled for tests only (see [`testing_modules_are_for_tests`]).
fn sources() -> Vec<(String, String)> {
    let all: Vec<String> =
        packages::PACKAGES.iter().flat_map(|package| files(&format!("server/{}/src", package.folder))).collect();
    all.into_iter()
        .filter(|path| ends(path, "rs") && !is_for_tests(path))
        .map(|path| {
            let text = read(&path);
            let text = text.split("\n#[cfg(test)]\nmod tests {").next().unwrap_or_default();
            let code: Vec<&str> = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
            (path, code.join("\n"))
        })
        .collect()
}

/// Whether a file is compiled for tests only. What the tests of several packages share is a module of the one below them.
fn is_for_tests(path: &str) -> bool {
    path.ends_with("/testing.rs") && path != "server/rules/kin/src/power/testing.rs"
}

#[test]
fn testing_modules_are_for_tests() {
    let mut found = Vec::new();
    for path in files("server").into_iter().filter(|path| is_for_tests(path)) {
        let folder = path.trim_end_matches("testing.rs");
        let parents = ["lib.rs", "mod.rs"].map(|name| format!("{folder}{name}"));
        let declared = parents.iter().filter(|parent| root().join(parent).is_file()).any(|parent| {
            let text = read(parent);
            text.contains("#[cfg(test)]\nmod testing;") || text.contains("#[cfg(test)]\npub(crate) mod testing;")
        });
        if !declared {
            found.push(path);
        }
    }
    none(&found, "testing modules that are not for tests only");
}

/// The sources that hold any of the words, outside of the places where they belong.
fn holders(words: &[&str], places: &[&str]) -> Vec<String> {
    let elsewhere = |path: &str| !places.iter().any(|place| path.starts_with(place));
    sources()
        .into_iter()
        .filter(|(path, _)| elsewhere(path))
        .flat_map(|(path, text)| {
            let found: Vec<_> = words.iter().filter(|word| text.contains(**word)).collect();
            found.into_iter().map(|word| format!("{path}: {word}")).collect::<Vec<_>>()
        })
        .collect()
}

#[track_caller]
fn none(found: &[String], rule: &str) {
    assert!(found.is_empty(), "{rule}:\n  {}", found.join("\n  "));
}

fn manifest(path: &str) -> toml::Table {
    read(path).parse().unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The names in a table of a manifest, such as `dependencies`.
fn names(manifest: &toml::Table, table: &str) -> BTreeSet<String> {
    manifest.get(table).and_then(toml::Value::as_table).map(|table| table.keys().cloned().collect()).unwrap_or_default()
}

/// The folder of a game, as a module's name: its id without dots, and with underscores.
fn folder_of(id: &str) -> String {
    id.replace('-', "_").replace('.', "")
}

/// The folders of the games by module names: a package each, or a folder in the package of their family or of the game they
/// are of the line of.
fn game_folders() -> Vec<(String, String)> {
    let ids: BTreeSet<String> = games::ALL.iter().map(|game| folder_of(game.id())).collect();
    let mut found = Vec::new();
    for package in packages::PACKAGES.iter().filter(|package| package.folder.starts_with("rules/")) {
        let folder = format!("server/{}", package.folder);
        let name = package.folder.trim_start_matches("rules/").to_owned();
        if ids.contains(&name) {
            found.push((name, folder.clone()));
        }
        let games =
            fs::read_dir(root().join(&folder).join("src")).expect("a package").map(|entry| entry.expect("an entry"));
        let games = games.map(|entry| entry.path()).filter(|path| path.join("mod.rs").is_file());
        let names = games.map(|path| path.file_name().unwrap_or_default().to_string_lossy().into_owned());
        found.extend(
            names.filter(|name| is_game(&folder, name)).map(|name| (name.clone(), format!("{folder}/src/{name}"))),
        );
    }
    found
}

/// Whether a folder of a family's package is a game: it has the constant that the registry lists.
fn is_game(folder: &str, name: &str) -> bool {
    read(&format!("{folder}/src/{name}/mod.rs")).contains("pub static GAME: Game")
}

#[test]
fn only_the_store_has_sql() {
    none(&holders(&["sqlx"], &["server/store/"]), "SQL outside of the store");
}

#[test]
fn only_pages_and_what_answers_them_know_axum() {
    none(
        &holders(&["axum::", "tower_http::", "tower::"], &["server/pages/", "server/web/src/", "server/publish/src/"]),
        "HTTP outside of pages, web and what publishes pages",
    );
}

#[test]
fn only_the_command_line_prints() {
    let words = ["println!", "eprintln!", "print!(", "eprint!(", "io::stdout", "io::stderr"];
    none(&holders(&words, &["server/cli/src/"]), "printing outside of cli");
}

#[test]
fn only_the_edge_looks_at_the_environment() {
    let places = ["server/cli/src/main.rs", "server/service/src/config.rs", "server/cli/src/"];
    none(&holders(&["std::env", "env::var", "env::args", "option_env!"], &places), "the environment is looked at");
}

#[test]
fn only_the_clock_tells_the_time_for_data() {
    none(&holders(&["SystemTime", "Timestamp::now", "Zoned::now"], &["server/service/src/clock.rs"]), "other clocks");
}

#[test]
fn every_game_is_registered_and_has_data_a_page_and_a_gate() {
    let ids: BTreeSet<String> = games::ALL.iter().map(|game| folder_of(game.id())).collect();
    assert_eq!(
        game_folders().into_iter().map(|game| game.0).collect::<BTreeSet<_>>(),
        ids,
        "folders of games, and games::ALL"
    );
    let mut missing = Vec::new();
    for game in games::ALL {
        let (id, folder) = (game.id(), folder_of(game.id()));
        let mut wanted = vec![format!("docs/games/{id}.md")];
        wanted.extend(game.files().iter().filter(|file| file.required).map(|file| format!("data/{id}/{}", file.name)));
        missing.extend(wanted.into_iter().filter(|path| !root().join(path).is_file()));
        // What the original made, or, where it left no counts, chances worked out by hand.
        let gates = ["tallies", "chances"].map(|what| format!("server/games/tests/games/{folder}_{what}.rs"));
        if !gates.iter().any(|path| root().join(path).is_file()) {
            missing.push(gates.join(" or "));
        }
    }
    none(&missing, "a game lacks files");
}

/// A rule switch is described for users, and tested one by one.
#[test]
fn every_rule_switch_is_documented_and_tested() {
    let (page, tests) = (read("docs/switches.md"), read("server/games/tests/rule_switches.rs"));
    for switch in games::ALL.iter().flat_map(|game| game.switches()) {
        assert!(page.contains(&format!("\n| `{}` |", switch.id)), "docs/switches.md lacks {}", switch.id);
        assert!(tests.contains(&format!("\"{}\"", switch.id)), "no test throws {}", switch.id);
    }
}

#[test]
fn games_do_not_see_each_other_and_nobody_names_one() {
    let folders = game_folders();
    let mut found = Vec::new();
    for (path, text) in sources().iter().filter(|(path, _)| path != "server/games/src/lib.rs") {
        let holds = |game: &&(String, String)| path.starts_with(&format!("{}/", game.1));
        let own = folders.iter().filter(holds).max_by_key(|game| game.1.len());
        for (other, _) in folders.iter().filter(|folder| Some(*folder) != own) {
            let id = games::ALL.iter().map(|game| game.id()).find(|id| folder_of(id) == *other).unwrap_or(other);
            let id = format!("\"{id}\"");
            if text.contains(&format!("{other}::")) || text.contains(&format!("games::{other}")) || text.contains(&id) {
                found.push(format!("{path} names {other}"));
            }
        }
    }
    none(&found, "a game is named outside of itself and the registry");
}

#[test]
fn every_dependency_has_its_reason() {
    let package = manifest("Cargo.toml");
    let workspace = package["workspace"].as_table().expect("a table");
    let wanted: BTreeSet<String> =
        names(workspace, "dependencies").into_iter().filter(|name| !name.starts_with("affixboard-")).collect();
    let page = read("docs/DEPENDENCIES.md");
    let given: BTreeSet<String> = page
        .lines()
        .filter_map(|line| line.strip_prefix("| `")?.split_once("` |"))
        .filter(|(_, reason)| reason.trim().len() > 3)
        .map(|(name, _)| name.to_owned())
        .collect();
    let difference: Vec<_> = wanted.symmetric_difference(&given).cloned().collect();
    none(&difference, "docs/DEPENDENCIES.md and the workspace's dependencies differ");
}

#[test]
fn pages_and_templates_go_together() {
    let pages_of = ["server/pages/browse/src/", "server/pages/team/src/", "server/publish/src/"];
    // Macros begin with `_`, and what stands for itself is no page of a handler.
    let pages: Vec<(String, String)> = files("templates")
        .into_iter()
        .filter_map(|path| {
            let (folder, name) = path.strip_prefix("templates/")?.strip_suffix(".html")?.rsplit_once('/')?;
            let is_page = !name.starts_with('_') && folder != "errors";
            is_page.then(|| (folder.to_owned(), name.to_owned()))
        })
        .collect();
    assert!(!pages.is_empty());
    let mut wrong = Vec::new();
    for (folder, name) in &pages {
        let line = format!("#[template(path = \"{folder}/{name}.html\")]");
        let shows = |path: &String| {
            let module = pages_of.iter().find_map(|crate_of| path.strip_prefix(crate_of)).expect("a page's file");
            let module = module.trim_end_matches(".rs").trim_end_matches("/mod");
            let of = module.strip_prefix(folder.as_str()).map(|rest| rest.trim_start_matches('/'));
            // A folder of one template for all its pages may have the page struct in its `mod.rs`.
            let is_alone = pages.iter().filter(|page| page.0 == *folder).count() == 1;
            of.is_some_and(|handler| name.starts_with(handler) && (is_alone || !handler.is_empty()))
                && read(path).contains(&line)
        };
        if !pages_of.iter().any(|crate_of| files(crate_of).iter().any(shows)) {
            wrong.push(format!("templates/{folder}/{name}.html has no handler of that name"));
        }
    }
    none(&wrong, "pages and templates");
}

#[test]
fn only_markdown_and_what_templates_wrote_is_not_escaped() {
    let allowed = ["server/pages/shell/src/respond/markdown.rs", "server/pages/shell/src/respond/part.rs"];
    none(&holders(&["HtmlSafe", "MarkupDisplay"], &allowed), "HTML past the templates");
}

#[test]
fn requests_that_change_something_are_posts_the_guard_sees() {
    let router = read("server/web/src/router.rs");
    assert!(router.contains("access::guard") && router.contains("security::headers"));
    // Whatever is routed goes through the table of which the guard is made.
    assert_eq!(router.matches(".route(").count(), 1, "routes past the table");
    // Who may is asked after where it comes from.
    assert!(read("server/web/src/access.rs").contains("security::check(request"));
    let others: Vec<_> = affixboard_web::routes()
        .into_iter()
        .filter(|(method, _)| method != "GET" && method != "POST")
        .map(|(method, path)| format!("{method} {path}"))
        .collect();
    none(&others, "methods the dashboard doesn't use");
}

/// How templates write the base path, before each address of ours.
const BASE: &str = "{{ affixboard_service::base_path::base() }}";

/// What templates write out; other links are made in Rust, from the patterns of the table.
#[test]
fn addresses_in_templates_are_routed() {
    let routes = affixboard_web::routes();
    let is_routed = |address: &str| {
        let path: Vec<&str> = address.split(['?', '#']).next().unwrap_or_default().split('/').collect();
        routes.iter().any(|(_, pattern)| {
            let parts: Vec<&str> = pattern.split('/').collect();
            let fits = |(part, found): (&&str, &&str)| part == found || part.starts_with('{');
            let is_open = parts.last().is_some_and(|part| part.starts_with("{*")) && path.len() > parts.len();
            (is_open || path.len() == parts.len()) && parts.iter().zip(&path).all(fits)
        })
    };
    let (mut found, mut wrong) = (0, Vec::new());
    for path in files("templates") {
        let text = read(&path);
        for attribute in [" href=\"", " action=\"", " src=\""].map(|name| [name, BASE, "/"].concat()) {
            for (at, _) in text.match_indices(&attribute) {
                let address = text[at + attribute.len() - 1..].split('"').next().unwrap_or_default();
                found += 1;
                if !is_routed(address) {
                    wrong.push(format!("{path}: {address}"));
                }
            }
        }
    }
    assert!(found > 40, "{found}");
    none(&wrong, "addresses that lead nowhere");
}

#[test]
fn nothing_is_inline_in_templates() {
    let mut inline = Vec::new();
    for path in files("templates") {
        let text = read(&path);
        let words = [
            " style=\"",
            "<style",
            " onclick=",
            " onload=",
            " onsubmit=",
            " onchange=",
            "|safe",
            "| safe",
            "javascript:",
        ];
        inline.extend(words.iter().filter(|word| text.contains(**word)).map(|word| format!("{path}: {word}")));
        let ours = [" src=\"", BASE, "/static/"].concat();
        let bare =
            text.match_indices("<script").filter(|(at, _)| !text[*at..].lines().next().unwrap_or("").contains(&ours));
        inline.extend(bare.map(|_| format!("{path}: <script")));
    }
    none(&inline, "the content security policy forbids this");
}

#[test]
fn no_file_names_a_registry_host_or_a_place_on_one_machine() {
    // Written in two halves, so that this file doesn't find itself.
    let words = [
        concat!("/wo", "rk/"),
        concat!("/ro", "ot/"),
        concat!("crates", ".io"),
        concat!("npm", "js.org"),
        concat!("npm", "js.com"),
        concat!("deb.", "debian.org"),
        concat!("pypi", ".org"),
        concat!("static.rust", "-lang.org"),
    ];
    let mut found = Vec::new();
    // Cargo writes the name of its registry into the lock file by itself.
    for path in files("").into_iter().filter(|path| !path.ends_with("Cargo.lock")) {
        let bytes = fs::read(root().join(&path)).unwrap_or_default();
        let text = String::from_utf8_lossy(&bytes);
        found.extend(words.iter().filter(|word| text.contains(**word)).map(|word| format!("{path}: {word}")));
    }
    none(&found, "names that are not ours to name");
}

#[test]
fn no_source_file_is_too_long() {
    let long: Vec<_> = files("server")
        .into_iter()
        .filter(|path| ends(path, "rs"))
        .map(|path| (read(&path).lines().count(), path))
        .filter(|(lines, _)| *lines > LONGEST)
        .map(|(lines, path)| format!("{path}: {lines} lines"))
        .collect();
    none(&long, "files over 700 lines");
}

#[test]
fn every_module_says_what_it_is_for() {
    let silent: Vec<_> = files("server")
        .into_iter()
        .filter(|path| ends(path, "rs") && !path.contains("/fuzz/"))
        .filter(|path| !read(path).starts_with("//!"))
        .collect();
    none(&silent, "modules that begin without a word about themselves");
}

#[test]
fn every_decision_is_listed() {
    let list = read("docs/adr/README.md");
    let unlisted: Vec<_> = files("docs/adr")
        .into_iter()
        .map(|path| path.trim_start_matches("docs/adr/").to_owned())
        .filter(|name| name != "README.md" && !list.contains(&format!("]({name})")))
        .collect();
    none(&unlisted, "decisions that docs/adr/README.md doesn't list");
}

#[test]
fn the_changelog_begins_with_what_is_unreleased() {
    let log = read("CHANGELOG.md");
    let first = log.lines().find(|line| line.starts_with("## "));
    assert_eq!(first, Some("## Unreleased"));
}

#[test]
fn every_setting_is_in_the_readme() {
    let (settings, readme) = (read("server/service/src/config.rs"), read("README.md"));
    let variables: BTreeSet<&str> = settings
        .split(|c: char| !(c.is_ascii_uppercase() || c == '_'))
        .filter(|word| word.starts_with("AFFIXBOARD_") && word.len() > "AFFIXBOARD_".len())
        .collect();
    assert!(variables.len() >= 6, "{variables:?}");
    let mut missing = Vec::new();
    for variable in variables {
        let flag = format!("--{}", variable.trim_start_matches("AFFIXBOARD_").to_lowercase().replace('_', "-"));
        missing.extend([variable.to_owned(), flag].into_iter().filter(|word| !readme.contains(&format!("`{word}"))));
    }
    none(&missing, "settings that README.md doesn't have");
}

#[test]
fn links_between_documents_lead_somewhere() {
    let mut broken = Vec::new();
    for path in files("").into_iter().filter(|path| ends(path, "md")) {
        let text = read(&path);
        let folder = root().join(&path).parent().map(Path::to_path_buf).unwrap_or_default();
        for link in text.split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(link, _)| link) {
            let target = link.split('#').next().unwrap_or_default();
            if !target.is_empty() && !target.contains("://") && !folder.join(target).exists() {
                broken.push(format!("{path}: {link}"));
            }
        }
    }
    none(&broken, "links that lead nowhere");
}

/// The paths the documents name in code spans: the map must not show what isn't there.
#[test]
fn paths_in_documents_exist() {
    let mut gone = Vec::new();
    for path in files("").into_iter().filter(|path| ends(path, "md")) {
        let text = read(&path);
        for span in text.split('`').skip(1).step_by(2) {
            let is_path = ["server/", "docs/", "templates/", "static/", "migrations/", "tests/"]
                .iter()
                .any(|folder| span.starts_with(folder))
                && !span.contains(['<', '*', ' ', '\n']);
            if is_path && !root().join(span).exists() {
                gone.push(format!("{path}: {span}"));
            }
        }
    }
    none(&gone, "paths that don't exist");
}

/// Addresses begin with the base path, which links are made with and templates write themselves.
#[test]
fn templates_and_scripts_have_no_address_without_the_base_path() {
    let mut found = Vec::new();
    for path in [files("templates"), files("static/js")].concat() {
        let text = read(&path);
        let starts = if ends(&path, "js") { &["\"/", "'/", "`/"][..] } else { &["=\"/", "='/"][..] };
        let is_address = |line: &&str| {
            starts.iter().any(|start| {
                line.match_indices(start)
                    .any(|(at, _)| line[at + start.len()..].starts_with(|c: char| c.is_ascii_lowercase()))
            })
        };
        found.extend(text.lines().filter(is_address).map(|line| format!("{path}: {}", line.trim())));
    }
    none(&found, "addresses without the base path");
}
