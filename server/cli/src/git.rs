//! Edit files of a commit, by the `git` program: nothing is checked out, and nothing of the repository is run.

use std::{
    collections::BTreeSet,
    io::{BufRead, BufReader, Read, Write},
    path::Path,
    process::{Command, Stdio},
};

use affixboard_model::text::SourceSet;
use affixboard_service::upload::{self, Files, LARGEST_FILE};
use anyhow::{Context as _, anyhow, bail};

use super::failure::Failure;

/// Files of a commit that are looked at.
const MOST_ENTRIES: usize = 200_000;

/// What was found of a commit.
pub(super) struct CommitFiles {
    /// Its full hash.
    pub(super) commit: String,
    pub(super) sources: SourceSet,
}

/// The edit files of a revision: those of a folder, else of the folder that has most; of tables without rules all that have some.
pub(super) fn sources(
    repository: &Path,
    revision: &str,
    folder: Option<&str>,
    game: Option<&str>,
) -> Result<CommitFiles, Failure> {
    let commit = resolve(repository, revision)?;
    let listed = listed(repository, &commit, folder, game)?;
    let sources =
        sources_of(repository, &chosen(listed, game), game).map_err(|error| error.context(revision.to_owned()))?;
    Ok(CommitFiles { commit, sources })
}

/// Settings of a repository under which a command would run another program or ask another machine.
const QUIET: [&str; 6] = ["-c", "log.showSignature=false", "-c", "core.fsmonitor=false", "-c", "protocol.allow=never"];

/// A call of the program that can't ask for anything, and runs nothing of the repository.
fn git(repository: &Path) -> Command {
    let mut command = Command::new("git");
    command.args(QUIET).arg("-C").arg(repository);
    command.env("GIT_TERMINAL_PROMPT", "0").env("GIT_OPTIONAL_LOCKS", "0").env("GIT_NO_LAZY_FETCH", "1");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn output(command: &mut Command) -> anyhow::Result<Vec<u8>> {
    let ran = command.output().context("can't run `git`, which --git needs")?;
    if !ran.status.success() {
        bail!("git: {}", String::from_utf8_lossy(&ran.stderr).trim());
    }
    Ok(ran.stdout)
}

/// The full hash of a revision's commit.
fn resolve(repository: &Path, revision: &str) -> Result<String, Failure> {
    let asked = format!("{revision}^{{commit}}");
    let found = output(git(repository).args(["rev-parse", "--verify", "--end-of-options", &asked]));
    let found = found.with_context(|| format!("found no commit `{revision}` in {}", repository.display()))?;
    let text = String::from_utf8_lossy(&found);
    // The option is echoed by some versions.
    let hash = text.lines().last().unwrap_or_default().trim().to_owned();
    if hash.is_empty() || !hash.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return Err(anyhow!("git: found `{hash}`; expected the hash of a commit").into());
    }
    Ok(hash)
}

/// The files of a commit that may be edit files, path and hash. Links and submodules are none.
fn listed(repository: &Path, commit: &str, folder: Option<&str>, game: Option<&str>) -> anyhow::Result<State> {
    let mut listing = git(repository);
    listing.args(["ls-tree", "-r", "-z", "-l", "--full-tree", commit]);
    if let Some(folder) = folder {
        listing.arg("--").arg(folder);
    }
    let listed = output(&mut listing)?;
    let mut wanted = State::new();
    for entry in listed.split(|byte| *byte == 0).filter(|entry| !entry.is_empty()).take(MOST_ENTRIES) {
        let entry = String::from_utf8_lossy(entry);
        let Some((about, path)) = entry.split_once('\t') else { continue };
        let about: Vec<&str> = about.split_ascii_whitespace().collect();
        let [mode, "blob", hash, size] = about[..] else { continue };
        let size: u64 = size.parse().unwrap_or(u64::MAX);
        if !mode.starts_with("100") || !upload::may_be_needed(path, game) || size > LARGEST_FILE {
            continue;
        }
        wanted.push((path.to_owned(), hash.to_owned()));
    }
    Ok(wanted)
}

/// The bytes of blobs.
fn contents(repository: &Path, wanted: &State) -> anyhow::Result<Files> {
    let mut command = git(repository);
    let mut child = command
        .args(["cat-file", "--batch"])
        .stdin(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .context("can't run `git`, which --git needs")?;
    let (mut asks, answers) = (child.stdin.take().context("no pipe")?, child.stdout.take().context("no pipe")?);
    let asked: Vec<u8> = wanted.iter().flat_map(|(_, hash)| [hash.as_bytes(), b"\n"].concat()).collect();
    // It answers while it is asked; in one thread both would wait for the other.
    let asking = std::thread::spawn(move || asks.write_all(&asked));
    let mut answers = BufReader::new(answers);
    let mut files = Files::new();
    for (path, _) in wanted {
        let mut head = String::new();
        answers.read_line(&mut head)?;
        let size = head.trim_end().rsplit(' ').next().and_then(|size| size.parse::<usize>().ok());
        let size = size.filter(|size| *size as u64 <= LARGEST_FILE);
        let size = size.with_context(|| format!("git: found `{}` for {path}; expected a blob", head.trim_end()))?;
        let mut bytes = vec![0; size + 1];
        answers.read_exact(&mut bytes)?;
        bytes.pop();
        files.push((path.clone(), bytes));
    }
    let _ = asking.join();
    child.wait()?;
    Ok(files)
}

/// A commit of the history.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Commit {
    /// Its full hash.
    pub(super) hash: String,
    /// The day it was committed.
    pub(super) date: String,
    pub(super) author: String,
    /// The first line of its message.
    pub(super) subject: String,
}

impl Commit {
    /// The hash as people write it.
    pub(super) fn short(&self) -> &str {
        self.hash.get(..12).unwrap_or(&self.hash)
    }

    /// Hash, date, author and subject.
    pub(super) fn about(&self) -> [&str; 4] {
        [&self.hash, &self.date, &self.author, &self.subject]
    }
}

/// The edit files of a commit as the repository keeps them: path and hash of each. Two commits with the same are one state.
pub(super) type State = Vec<(String, String)>;

/// The commits that lead from one revision to another along first parents and touch the edit files of either, the oldest
/// first; before them the first revision itself.
pub(super) fn commits(repository: &Path, [from, to]: [&str; 2], folder: Option<&str>) -> Result<Vec<Commit>, Failure> {
    let (from, to) = (resolve(repository, from)?, resolve(repository, to)?);
    let mut paths: Vec<String> = Vec::new();
    for commit in [&from, &to] {
        paths.extend(state(repository, commit, folder)?.into_iter().map(|file| file.0));
    }
    paths.sort();
    paths.dedup();
    let format = "--format=%H%x1f%cs%x1f%an%x1f%s";
    let mut first = git(repository);
    first.args(["log", "-1", "-z", format, "--end-of-options", &from]);
    let mut rest = git(repository);
    rest.args(["log", "-z", "--reverse", "--first-parent", format, "--end-of-options", &format!("{from}..{to}"), "--"]);
    rest.args(&paths);
    let mut commits = Vec::new();
    for listed in [output(&mut first)?, output(&mut rest)?] {
        for entry in listed.split(|byte| *byte == 0).filter(|entry| !entry.is_empty()) {
            let entry = String::from_utf8_lossy(entry);
            let fields: Vec<&str> = entry.trim_start_matches('\n').split('\u{1f}').collect();
            let [hash, date, author, subject] = fields[..] else { continue };
            let plain = |text: &str| text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect::<String>();
            let hash = hash.to_owned();
            commits.push(Commit { hash, date: plain(date), author: plain(author), subject: plain(subject) });
        }
    }
    Ok(commits)
}

/// The edit files of a commit.
pub(super) fn state(repository: &Path, commit: &str, folder: Option<&str>) -> Result<State, Failure> {
    Ok(chosen(listed(repository, commit, folder, None)?, None))
}

/// Those of the files that an edition is made of, as far as their names say it.
fn chosen(listed: State, game: Option<&str>) -> State {
    let paths = listed.iter().map(|file| file.0.as_str());
    let chosen: BTreeSet<String> = upload::chosen(paths, game).into_iter().collect();
    listed.into_iter().filter(|file| chosen.contains(&file.0)).collect()
}

/// The files of a state.
pub(super) fn sources_of(repository: &Path, state: &State, game: Option<&str>) -> anyhow::Result<SourceSet> {
    Ok(upload::sources(contents(repository, state)?, game)?)
}
