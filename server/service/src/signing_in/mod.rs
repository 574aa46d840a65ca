//! Signing in with more than a password, and by others: the settings, and what talks to a provider or knows what a code is. The
//! pages are in `web/accounts/`.

mod authenticator;
mod provider;
mod settings;
mod token;

pub use authenticator::{Authenticator, Picture, RECOVERY_CODES, new_recovery_codes, new_secret, plain_code};
pub use provider::{Begun, Known, Provider, ProviderError};
pub use settings::{Newcomers, OidcSettings, SecondFactorRule, SignInFlags, SignInSettings};
