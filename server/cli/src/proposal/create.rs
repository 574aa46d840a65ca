//! A changed folder becomes a proposal.

use std::path::PathBuf;

use affixboard_proposal::write_changes;
use affixboard_store::{Account, AccountId, NewProposal, ProposalRevisionError, Role, Store, TextError};
use anyhow::anyhow;
use clap::Args;

use crate::{
    batch::scheduler,
    failure::{Failure, Outcome},
    files::load,
    output,
};
use affixboard_service::{
    clock::now_ms,
    library::{Library, Reading},
    proposals::of_files::{NotProposable, changes_of_files},
};

#[derive(Debug, Args)]
pub(super) struct Create {
    /// Folder of changed edit files
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Name of the edition in URLs, whose newest revision the folder is held against
    #[arg(long, value_name = "NAME")]
    edition: String,
    /// The proposal's title
    #[arg(long, value_name = "TEXT")]
    title: String,
    /// Its description, in Markdown
    #[arg(long, value_name = "TEXT", default_value = "")]
    description: String,
    /// Name of the account in whose name it is proposed
    #[arg(long = "as", value_name = "NAME")]
    author: Option<String>,
    /// Leave out what else differs than lines that say where and how often entries come
    #[arg(long)]
    only_lines: bool,
}

impl Create {
    /// Prints the proposal's number.
    pub(super) async fn run(&self, store: &Store) -> Outcome {
        let author = author(store, self.author.as_deref()).await?;
        let slug = &self.edition;
        let newest = store.revision(slug, None).await?;
        let newest = newest.ok_or_else(|| Failure::usage(format!("--edition: found no edition `{slug}`")))?;
        let (edition, revision, number) = (newest.edition_id, newest.id, newest.number);
        let base = Library::new(scheduler(None)?).open(store, newest, Reading::default()).await?;
        let folder = load(&self.folder, Some(base.loaded.game.id()))?;
        let found = changes_of_files(&base, &folder, self.only_lines).map_err(not_proposable)?;
        let new = NewProposal {
            edition,
            author,
            title: self.title.trim(),
            description: &self.description,
            base: revision,
            changes: &write_changes(&found.changes),
            effect: &found.effect,
            reverts: None,
            now_ms: now_ms(),
        };
        let id = store.propose_on_command_line(new).await.map_err(refused)?;
        let count = found.changes.len();
        let lines = if count == 1 { "line" } else { "lines" };
        output::write("-", format!("proposal {id}: {count} {lines} of {slug} r{number}\n").as_bytes())?;
        Ok(0)
    }
}

/// How the command ends where the store refuses the proposal. No wildcard: a new error has to be told apart first.
fn refused(error: ProposalRevisionError) -> Failure {
    match error {
        ProposalRevisionError::Text(TextError::BadTitle | TextError::Empty(_)) => {
            Failure::usage(format!("--title: {error}"))
        }
        // The message begins with the name of the text, which is the flag's as well.
        ProposalRevisionError::Text(TextError::TooLong { what: "title" | "description", .. }) => {
            Failure::usage(format!("--{error}"))
        }
        // The changes are too long, which no flag is to blame for.
        ProposalRevisionError::Text(TextError::TooLong { .. })
        | ProposalRevisionError::NoChanges
        | ProposalRevisionError::SameChanges(_)
        | ProposalRevisionError::NoSuchRevision(_)
        | ProposalRevisionError::TooMany(_)
        | ProposalRevisionError::Proposal(_)
        | ProposalRevisionError::Comment(_)
        | ProposalRevisionError::Database(_) => Failure::from(error),
    }
}

/// The account of that name, where it may propose.
async fn author(store: &Store, name: Option<&str>) -> Result<Option<AccountId>, Failure> {
    let Some(name) = name else { return Ok(None) };
    let Some(account) = store.account_named(name).await? else {
        return Err(Failure::usage(format!("--as: found no account `{name}`")));
    };
    let Account { id, name, role, disabled_at, .. } = account;
    if disabled_at.is_some() {
        return Err(Failure::usage(format!("--as: the account {name} is disabled; expected one that can be used")));
    }
    if role < Role::Proposer {
        let role = role.name();
        return Err(Failure::usage(format!("--as: {name} is a {role}; expected at least the role proposer")));
    }
    Ok(Some(id))
}

/// Why a folder is no proposal, with the flag that helps.
fn not_proposable(why: NotProposable) -> Failure {
    match why {
        NotProposable::Others { base, list } => {
            anyhow!("other things than allocations differ from {base} (--only-lines leaves them out):{list}").into()
        }
        other => Failure::from(other),
    }
}

#[cfg(test)]
mod tests {
    use affixboard_store::{CommentError, CommentId, ProposalError, ProposalId, RevisionId, TooMany};

    use super::*;

    #[test]
    fn refusals_end_the_command_with_their_status() {
        let id = ProposalId(9);
        let too_long = |what| TextError::TooLong { what, found: 201, most: 200 };
        let table: [(ProposalRevisionError, u8, &str); 11] = [
            (TextError::Empty("title").into(), 2, "--title: the title is empty; expected some text"),
            (
                TextError::BadTitle.into(),
                2,
                "--title: the title has characters that can't be seen; expected one line of text",
            ),
            (too_long("title").into(), 2, "--title: found a length of 201; expected at most 200"),
            (too_long("description").into(), 2, "--description: found a length of 201; expected at most 200"),
            (too_long("changes").into(), 1, "changes: found a length of 201; expected at most 200"),
            (ProposalRevisionError::NoChanges, 1, "there are no changes to propose"),
            (ProposalRevisionError::SameChanges(id), 1, "these are the changes that proposal 9 has already"),
            (ProposalRevisionError::NoSuchRevision(RevisionId(7)), 1, "there is no revision with the id 7"),
            (
                TooMany { what: "proposals", most: 100 }.into(),
                1,
                "there are 100 proposals, which is the most there can be",
            ),
            (ProposalError::NotFound(id).into(), 1, "there is no proposal 9"),
            (CommentError::NotFound(CommentId(5)).into(), 1, "there is no comment 5 here that can be used so"),
        ];
        for (error, status, message) in table {
            assert_eq!(refused(error).status_and_message(), (status, message.to_owned()));
        }
    }
}
