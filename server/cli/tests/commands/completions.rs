//! Completions, asked of the shells themselves.

use std::process::Command;

use super::program::{Home, needs, until};

/// The working folder with the script of a shell, and with two files to complete.
fn home(shell: &str) -> Home {
    let home = Home::new();
    home.write("script", &home.run(&format!("completions {shell}")).done());
    home.write("affixboard.toml", "");
    std::fs::create_dir(home.path("affixes")).expect("made");
    home
}

/// What a shell prints that runs this in the folder.
fn printed(home: &Home, shell: &[&str], script: &str) -> String {
    let output = Command::new(shell[0])
        .args(&shell[1..])
        .arg(script)
        .current_dir(home.path(""))
        .env("HOME", home.path(""))
        .env("LC_ALL", "C.UTF-8")
        .output()
        .expect("the shell");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{script}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn bash_completes_commands_flags_values_and_files() {
    if !needs(&["bash"]) {
        return;
    }
    let home = home("bash");
    // Outside of a completion bash's own `compopt` only complains; with it the script asks bash for names of folders.
    let completed = |line: &str| {
        let words: Vec<_> = line.split(' ').collect();
        let (word, before) = words.split_last().expect("words");
        let script = format!(
            "compopt() {{ case $2 in plusdirs) echo folders ;; esac; }}; source ./script; COMP_WORDS=({} '{word}'); COMP_CWORD={}; _affixboard affixboard '{word}' '{}'; \
             printf '%s\\n' \"${{COMPREPLY[@]}}\"",
            before.join(" "),
            words.len() - 1,
            before.last().expect("a word before"),
        );
        let mut found: Vec<_> = printed(&home, &["bash", "--norc", "-c"], &script).lines().map(str::to_owned).collect();
        found.sort();
        found
    };
    assert_eq!(completed("affixboard ba"), ["backup", "batch"]);
    assert_eq!(completed("affixboard proposal ex"), ["export"]);
    assert_eq!(completed("affixboard check --fo"), ["--format", "--forwarded-header"]);
    assert_eq!(completed("affixboard check --format j"), ["json", "junit"]);
    assert_eq!(completed("affixboard --config affixboard."), ["affixboard.toml"]);
    assert_eq!(completed("affixboard import --data-dir aff"), ["", "folders"]);
}

#[test]
fn fish_completes_commands_flags_values_and_files() {
    if !needs(&["fish"]) {
        return;
    }
    let home = home("fish");
    let completed = |line: &str| {
        let script = format!("source ./script; complete -C '{line}'");
        let answer = printed(&home, &["fish", "--no-config", "-c"], &script);
        let words = answer.lines().map(|line| line.split('\t').next().unwrap_or(line).to_owned());
        let mut found: Vec<_> = words.collect();
        found.sort();
        found
    };
    assert_eq!(completed("affixboard ba"), ["backup", "batch"]);
    assert_eq!(completed("affixboard proposal ex"), ["export"]);
    assert_eq!(completed("affixboard check --fo"), ["--format", "--forwarded-header"]);
    assert_eq!(completed("affixboard check --format j"), ["json", "junit"]);
    assert_eq!(completed("affixboard --config affixboard."), ["affixboard.toml"]);
    assert_eq!(completed("affixboard import --data-dir aff"), ["affixes/"]);
}

/// Zsh completes in its line editor alone: one is run in a terminal of its own, in which a key completes what was typed and
/// writes the line into a file.
#[test]
fn zsh_completes_commands_flags_values_and_files() {
    if !needs(&["zsh"]) {
        return;
    }
    let home = home("zsh");
    let set_up = "autoload -Uz compinit; compinit -D -u; source ./script\n\
                  told() { zle expand-or-complete; print -r -- \"$BUFFER\" > part; mv part line; zle kill-whole-line }\n\
                  zle -N told; bindkey '^T' told; print > ready\n";
    home.write("set-up", set_up);
    let script = "zmodload zsh/zpty; zpty -b shell zsh -f -i; zpty -w shell 'source ./set-up'\n\
                  while [[ -e terminal && ! -e end ]]; do\n\
                  if [[ -e typed ]]; then mv typed taken; zpty -w -n shell \"$(<taken)\"$'\\x14'; fi\n\
                  zpty -r -t shell; sleep 0.02; done >/dev/null; zpty -d shell\n";
    home.write("terminal", script);
    let mut terminal = Command::new("zsh")
        .args(["-f", "terminal"])
        .current_dir(home.path(""))
        .env("HOME", home.path(""))
        .spawn()
        .expect("zsh");
    until("zsh is ready", || home.path("ready").is_file().then_some(()));
    let completed = |line: &str| {
        home.write("typing", line);
        std::fs::rename(home.path("typing"), home.path("typed")).expect("moved");
        until("zsh has completed", || home.path("line").is_file().then_some(()));
        let told = std::fs::read_to_string(home.path("line")).expect("read");
        std::fs::remove_file(home.path("line")).expect("removed");
        told.trim_end().to_owned()
    };
    let told = [
        ("affixboard bac", "affixboard backup"),
        ("affixboard proposal ex", "affixboard proposal export"),
        ("affixboard check --form", "affixboard check --format="),
        ("affixboard check --format js", "affixboard check --format json"),
        ("affixboard --config affixb", "affixboard --config affixboard.toml"),
        ("affixboard import --data-dir aff", "affixboard import --data-dir affixes/"),
    ]
    .map(|(typed, expected)| (completed(typed), expected));
    home.write("end", "");
    terminal.wait().expect("ended");
    for (told, expected) in told {
        assert_eq!(told, expected);
    }
}

#[test]
fn a_shell_that_is_not_known_is_refused() {
    let home = Home::new();
    let refused = home.run("completions csh");
    refused.refused(2, &["'csh'", "bash, elvish, fish, powershell, zsh"]);
}
