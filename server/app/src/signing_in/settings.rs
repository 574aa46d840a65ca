//! Settings of signing in: a second factor, a provider, a proxy's header. All of it is off unless they say otherwise.

use clap::{Args, ValueEnum};
use serde::Deserialize;

/// The flags; each can also be given as a variable, or in the settings file.
#[derive(Debug, Clone, Default, Args)]
pub struct SignInFlags {
    /// Whether people who sign in with a password can have a second factor, or must [default: off]
    #[arg(long, env = "AFFIXBOARD_SECOND_FACTOR", global = true, value_name = "RULE", value_enum)]
    pub second_factor: Option<SecondFactorRule>,
}

/// Whether people who sign in with a password have a second factor beside it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum SecondFactorRule {
    /// None is asked for, not even of those who set one up while they could.
    #[default]
    Off,
    /// Who wants one sets it up.
    Allowed,
    /// Who has none sets it up right after signing in.
    Required,
}

/// How people sign in.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SignInSettings {
    /// Whether there is a second factor.
    pub second_factor: SecondFactorRule,
}

impl SignInSettings {
    /// Puts the sources together; the flags win.
    pub fn resolve(flags: SignInFlags, file: SignInFlags) -> SignInSettings {
        SignInSettings { second_factor: flags.second_factor.or(file.second_factor).unwrap_or_default() }
    }
}
