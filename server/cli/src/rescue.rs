//! `affixboard rescue`: for who can't sign in any more, where no maintainer is left to ask.

use affixboard_store::{AccountError, InvitationError};
use clap::Args;

use super::{
    block_on::block_on,
    failure::{Failure, Outcome},
    output,
};
use affixboard_service::{base_path, clock::now_ms, config::Settings, data_folder::DataFolder, secret::random_token};

/// How long the link is good, in milliseconds: a day.
const GOOD: i64 = 86_400_000;

/// The command.
#[derive(Debug, Args)]
pub(super) struct Rescue {
    /// The name that one signs in with
    #[arg(value_name = "NAME")]
    name: String,
}

impl Rescue {
    /// Takes the second factor away, and makes a link that sets the password.
    pub(super) fn run(&self, settings: &Settings) -> Outcome {
        let token = random_token().map_err(anyhow::Error::from)?;
        let now_ms = now_ms();
        let had_second_factor = block_on(async {
            let folder = DataFolder::for_command(settings)?;
            let store = folder.open().await?;
            let rescued = store.rescue(self.name.trim(), &token, (now_ms, now_ms + GOOD)).await;
            store.close().await;
            rescued.map_err(refused)
        })??;
        let taken = if had_second_factor { "the second factor is taken away" } else { "there was no second factor" };
        base_path::set(settings.base_path.clone());
        let path = base_path::given_out(&format!("/join/{token}"));
        let text = format!("{taken}\nthis path on the dashboard sets a new password, once, within a day: {path}\n");
        output::write("-", text.as_bytes())?;
        Ok(0)
    }
}

/// How the command ends where the store refuses.
fn refused(error: InvitationError) -> Failure {
    match error {
        InvitationError::Account(AccountError::NoSuchName(_)) => Failure::usage(format!("NAME: {error}")),
        other => Failure::from(other),
    }
}
