//! Settings of signing in: a second factor, a provider, a proxy's header. All of it is off unless they say otherwise.

use std::{net::IpAddr, path::PathBuf};

use affixboard_store::Role;
use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use serde::Deserialize;
use ureq::http::{HeaderName, Uri, header};

/// What the button says where nobody gave it a label.
const LABEL: &str = "single sign-on";
/// Characters of a label at most.
const LONGEST_LABEL: usize = 40;
/// Headers that say other things than who somebody is.
const OTHER_HEADERS: [HeaderName; 5] = [
    header::HOST,
    header::COOKIE,
    header::AUTHORIZATION,
    header::FORWARDED,
    HeaderName::from_static("x-forwarded-for"),
];

/// The flags; each can also be given as a variable, or in the settings file.
#[derive(Debug, Clone, Default, Args)]
pub struct SignInFlags {
    /// Whether people who sign in with a password can have a second factor, or must [default: off]
    #[arg(long, env = "AFFIXBOARD_SECOND_FACTOR", global = true, value_name = "RULE", value_enum)]
    pub second_factor: Option<SecondFactorRule>,
    /// Address of a provider (OIDC) by which people can sign in, such as `https://id.example.org` [default: none]
    #[arg(long, env = "AFFIXBOARD_OIDC_ISSUER", global = true, value_name = "URL")]
    pub oidc_issuer: Option<String>,
    /// What the provider calls this dashboard
    #[arg(long, env = "AFFIXBOARD_OIDC_CLIENT_ID", global = true, value_name = "ID")]
    pub oidc_client_id: Option<String>,
    /// File with the secret that the provider gave this dashboard
    #[arg(long, env = "AFFIXBOARD_OIDC_CLIENT_SECRET_FILE", global = true, value_name = "FILE")]
    pub oidc_client_secret_file: Option<PathBuf>,
    /// The secret itself: in the settings file alone, as everybody on the machine can read flags.
    #[arg(skip)]
    pub oidc_client_secret: Option<String>,
    /// What people call the provider, for the button [default: single sign-on]
    #[arg(long, env = "AFFIXBOARD_OIDC_LABEL", global = true, value_name = "TEXT")]
    pub oidc_label: Option<String>,
    /// Address at which browsers reach the dashboard, without a path, such as `https://drops.example.org`
    #[arg(long, env = "AFFIXBOARD_PUBLIC_URL", global = true, value_name = "URL")]
    pub public_url: Option<String>,
    /// Header in which a trusted proxy names who asks, such as Remote-User [default: none]
    #[arg(long, env = "AFFIXBOARD_USER_HEADER", global = true, value_name = "NAME")]
    pub user_header: Option<String>,
    /// Whether somebody whom the provider or the proxy knows gets an account by coming, and in which role [default: none]
    #[arg(long, env = "AFFIXBOARD_NEWCOMERS", global = true, value_name = "ROLE", value_enum)]
    pub newcomers: Option<Newcomers>,
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

/// What somebody gets who is known elsewhere and has no account here. Maintainers are made by maintainers alone.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Newcomers {
    /// No account: a maintainer invites people.
    #[default]
    None,
    /// An account that reads.
    Reader,
    /// An account that proposes.
    Proposer,
    /// An account that gives verdicts.
    Reviewer,
}

impl Newcomers {
    /// The role of their new account; `None` where they get none.
    pub fn role(self) -> Option<Role> {
        match self {
            Newcomers::None => None,
            Newcomers::Reader => Some(Role::Reader),
            Newcomers::Proposer => Some(Role::Proposer),
            Newcomers::Reviewer => Some(Role::Reviewer),
        }
    }
}

/// A provider of OIDC.
#[derive(Clone, PartialEq, Eq)]
pub struct OidcSettings {
    /// Its address, exactly as it gives it itself.
    pub issuer: String,
    /// What it calls this dashboard.
    pub client_id: String,
    /// The secret that it gave this dashboard; `None` for a public client.
    pub client_secret: Option<String>,
    /// What people call it.
    pub label: String,
    /// Address at which browsers reach the dashboard, without a path.
    pub public_url: String,
}

impl std::fmt::Debug for OidcSettings {
    /// Without the secret, which is for no log.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "OidcSettings({}, {})", self.issuer, self.client_id)
    }
}

/// How people sign in.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SignInSettings {
    /// Whether there is a second factor.
    pub second_factor: SecondFactorRule,
    /// The provider by which people can sign in.
    pub oidc: Option<OidcSettings>,
    /// The header in which a trusted proxy names who asks.
    pub user_header: Option<HeaderName>,
    /// What somebody gets who has no account here.
    pub newcomers: Newcomers,
}

impl SignInSettings {
    /// Puts the sources together; the flags win. `has_proxies` says whether any proxy is trusted by its address.
    ///
    /// # Errors
    /// Fails where one of them needs another that isn't there, or has the wrong form; the message names it.
    pub fn resolve(flags: SignInFlags, file: SignInFlags, has_proxies: bool) -> anyhow::Result<SignInSettings> {
        let user_header = flags.user_header.or(file.user_header).map(|name| user_header(&name)).transpose()?;
        if user_header.is_some() && !has_proxies {
            bail!("--user-header needs --trusted-proxy: anybody else could write any name into it");
        }
        let oidc = match flags.oidc_issuer.or(file.oidc_issuer) {
            None => None,
            Some(issuer) => {
                let Some(client_id) = flags.oidc_client_id.or(file.oidc_client_id) else {
                    bail!("--oidc-issuer needs --oidc-client-id: what the provider calls this dashboard");
                };
                let Some(public_url) = flags.public_url.or(file.public_url) else {
                    bail!("--oidc-issuer needs --public-url: the provider sends people back there");
                };
                let from_file = match flags.oidc_client_secret_file.or(file.oidc_client_secret_file) {
                    Some(path) => {
                        let text = std::fs::read_to_string(&path);
                        let text =
                            text.with_context(|| format!("--oidc-client-secret-file: can't read {}", path.display()))?;
                        Some(text.trim().to_owned())
                    }
                    None => None,
                };
                let label = flags.oidc_label.or(file.oidc_label).unwrap_or_else(|| LABEL.to_owned());
                if !(1..=LONGEST_LABEL).contains(&label.chars().count()) || label.contains(char::is_control) {
                    bail!("--oidc-label: found `{label}`; expected 1 to {LONGEST_LABEL} characters");
                }
                Some(OidcSettings {
                    issuer: address("--oidc-issuer", &issuer, "https://id.example.org")?.to_owned(),
                    client_id,
                    client_secret: from_file.or(file.oidc_client_secret).filter(|secret| !secret.is_empty()),
                    label,
                    public_url: public(&public_url)?,
                })
            }
        };
        Ok(SignInSettings {
            second_factor: flags.second_factor.or(file.second_factor).unwrap_or_default(),
            oidc,
            user_header,
            newcomers: flags.newcomers.or(file.newcomers).unwrap_or_default(),
        })
    }
}

/// A header's name, if it can say who somebody is.
fn user_header(name: &str) -> anyhow::Result<HeaderName> {
    let expected = "expected a header that the proxy sets, such as Remote-User";
    let header: HeaderName = name.parse().with_context(|| format!("--user-header: found `{name}`; {expected}"))?;
    if OTHER_HEADERS.contains(&header) {
        bail!("--user-header: found `{name}`, which says something else; {expected}");
    }
    Ok(header)
}

/// An address that is reached by TLS, or on this machine.
fn address<'a>(flag: &str, text: &'a str, example: &str) -> anyhow::Result<&'a str> {
    let expected = format!("expected an address such as {example}; http:// on this machine only");
    let uri: Uri = text.parse().with_context(|| format!("{flag}: found `{text}`; {expected}"))?;
    if !is_safe(&uri) || uri.query().is_some() {
        bail!("{flag}: found `{text}`; {expected}");
    }
    Ok(text)
}

/// Whether nobody on the way reads what is sent to this address.
pub(super) fn is_safe_address(text: &str) -> bool {
    text.parse().is_ok_and(|uri| is_safe(&uri))
}

fn is_safe(uri: &Uri) -> bool {
    let host = uri.host().unwrap_or_default().trim_start_matches('[').trim_end_matches(']');
    let is_here = host == "localhost" || host.parse().is_ok_and(|address: IpAddr| address.is_loopback());
    let is_reached_so = match uri.scheme_str() {
        Some("https") => !host.is_empty(),
        Some("http") => is_here,
        _ => false,
    };
    is_reached_so && !uri.authority().is_some_and(|authority| authority.as_str().contains('@'))
}

/// The dashboard's own address, without `/` at its end.
fn public(text: &str) -> anyhow::Result<String> {
    let plain = address("--public-url", text, "https://drops.example.org")?.trim_end_matches('/');
    if plain.matches('/').count() != 2 {
        bail!("--public-url: found `{text}`; expected an address without a path, which is for --base-path");
    }
    Ok(plain.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flags() -> SignInFlags {
        SignInFlags {
            oidc_issuer: Some("https://id.example/realms/a".to_owned()),
            oidc_client_id: Some("affixboard".to_owned()),
            public_url: Some("https://drops.example/".to_owned()),
            ..SignInFlags::default()
        }
    }

    fn refused(flags: SignInFlags) -> String {
        format!("{:#}", SignInSettings::resolve(flags, SignInFlags::default(), false).expect_err("refused"))
    }

    #[test]
    fn all_of_it_is_off() {
        let settings = SignInSettings::resolve(SignInFlags::default(), SignInFlags::default(), true).expect("settings");
        assert_eq!(settings, SignInSettings::default());
        assert_eq!((settings.second_factor, settings.newcomers.role()), (SecondFactorRule::Off, None));
    }

    #[test]
    fn a_provider_needs_a_name_for_us_and_our_address() {
        let file = SignInFlags { oidc_client_secret: Some("s".to_owned()), ..SignInFlags::default() };
        let oidc = SignInSettings::resolve(flags(), file, false).expect("settings").oidc.expect("a provider");
        assert_eq!((oidc.public_url.as_str(), oidc.label.as_str()), ("https://drops.example", "single sign-on"));
        assert_eq!(oidc.client_secret.as_deref(), Some("s"));
        assert_eq!(format!("{oidc:?}"), "OidcSettings(https://id.example/realms/a, affixboard)");
        for (flags, expected) in [
            (SignInFlags { oidc_client_id: None, ..flags() }, "--oidc-issuer needs --oidc-client-id"),
            (SignInFlags { public_url: None, ..flags() }, "--oidc-issuer needs --public-url"),
            (
                SignInFlags { oidc_issuer: Some("http://id.example".to_owned()), ..flags() },
                "--oidc-issuer: found `http:",
            ),
            (
                SignInFlags { oidc_issuer: Some("id.example".to_owned()), ..flags() },
                "--oidc-issuer: found `id.example`",
            ),
            (SignInFlags { public_url: Some("https://a.example/b".to_owned()), ..flags() }, "which is for --base-path"),
            (SignInFlags { public_url: Some("https://u:p@a.example".to_owned()), ..flags() }, "--public-url: found"),
            (SignInFlags { oidc_label: Some(String::new()), ..flags() }, "--oidc-label: found ``"),
            (
                SignInFlags { oidc_client_secret_file: Some("/nowhere/secret".into()), ..flags() },
                "--oidc-client-secret-file: can't read /nowhere/secret",
            ),
        ] {
            assert!(refused(flags.clone()).contains(expected), "{}", refused(flags));
        }
        for issuer in ["http://127.0.0.1:9000", "http://localhost:1/realm", "http://[::1]:1"] {
            let flags = SignInFlags { oidc_issuer: Some(issuer.to_owned()), ..flags() };
            assert!(SignInSettings::resolve(flags, SignInFlags::default(), false).is_ok(), "{issuer}");
        }
    }

    #[test]
    fn a_header_is_believed_of_proxies_that_are_named() {
        let with = |name: &str| SignInFlags { user_header: Some(name.to_owned()), ..SignInFlags::default() };
        assert!(refused(with("Remote-User")).contains("--user-header needs --trusted-proxy"));
        let settings = SignInSettings::resolve(with("Remote-User"), SignInFlags::default(), true).expect("settings");
        assert_eq!(settings.user_header.expect("a header").as_str(), "remote-user");
        for name in ["Cookie", "x-forwarded-for", "a b", ""] {
            assert!(refused(with(name)).contains("--user-header: found"), "{name}");
        }
    }
}
