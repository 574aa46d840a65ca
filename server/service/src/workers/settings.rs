//! Settings of the NATS server that batches go through.

use std::path::PathBuf;

use anyhow::bail;
use clap::Args;

/// What names of streams and subjects begin with, unless said otherwise.
const PREFIX: &str = "affixboard";
/// The longest such beginning, in bytes.
const LONGEST_PREFIX: usize = 32;

/// The flags; each can also be given as a variable, or in the settings file.
#[derive(Debug, Clone, Default, Args)]
pub struct NatsFlags {
    /// NATS server through which workers take shards of batches, such as queue.example:4222; with TLS tls:// before it [default: batches run in the dashboard]
    #[arg(long, env = "AFFIXBOARD_NATS", global = true, value_name = "URL", hide_env_values = true)]
    pub nats: Option<String>,
    /// File with the NATS credentials (.creds)
    #[arg(long, env = "AFFIXBOARD_NATS_CREDENTIALS", global = true, value_name = "FILE")]
    pub nats_credentials: Option<PathBuf>,
    /// File with the certificates that the NATS server's must come from
    #[arg(long, env = "AFFIXBOARD_NATS_CA", global = true, value_name = "FILE")]
    pub nats_ca: Option<PathBuf>,
    /// File with our certificate for the NATS server
    #[arg(long, env = "AFFIXBOARD_NATS_CERTIFICATE", global = true, value_name = "FILE")]
    pub nats_certificate: Option<PathBuf>,
    /// File with the key of our certificate for the NATS server
    #[arg(long, env = "AFFIXBOARD_NATS_KEY", global = true, value_name = "FILE")]
    pub nats_key: Option<PathBuf>,
    /// What the names of streams and subjects begin with, one for each dashboard [default: affixboard]
    #[arg(long, env = "AFFIXBOARD_NATS_PREFIX", global = true, value_name = "NAME")]
    pub nats_prefix: Option<String>,
}

/// The NATS server in force.
#[derive(Clone, PartialEq, Eq)]
pub struct NatsSettings {
    /// Its address, perhaps with a name and a password.
    pub url: String,
    /// File of credentials.
    pub credentials: Option<PathBuf>,
    /// File of the certificates that the server's must come from.
    pub ca: Option<PathBuf>,
    /// Files of our certificate and its key.
    pub identity: Option<(PathBuf, PathBuf)>,
    /// What names begin with.
    pub prefix: String,
}

/// The address may hold a password.
impl std::fmt::Debug for NatsSettings {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "NatsSettings({}, {})", self.shown(), self.prefix)
    }
}

impl NatsSettings {
    /// Puts the sources together; the flags win. `None` where no server is named.
    ///
    /// # Errors
    /// If the prefix can't stand in the names of streams, or if a certificate comes without its key or the other way round.
    pub fn resolve(flags: NatsFlags, file: NatsFlags) -> anyhow::Result<Option<NatsSettings>> {
        let Some(url) = flags.nats.or(file.nats).map(|url| url.trim().to_owned()).filter(|url| !url.is_empty()) else {
            return Ok(None);
        };
        let prefix = flags.nats_prefix.or(file.nats_prefix).unwrap_or_else(|| PREFIX.to_owned());
        let is_name = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
        if prefix.is_empty() || prefix.len() > LONGEST_PREFIX || !prefix.bytes().all(is_name) {
            let found: String = prefix.chars().take(40).collect();
            bail!("nats-prefix: found `{found}`; expected 1 to {LONGEST_PREFIX} letters, digits, `-` and `_`");
        }
        let identity = match (flags.nats_certificate.or(file.nats_certificate), flags.nats_key.or(file.nats_key)) {
            (Some(certificate), Some(key)) => Some((certificate, key)),
            (None, None) => None,
            (Some(_), None) => bail!("found nats-certificate alone; expected nats-key with it"),
            (None, Some(_)) => bail!("found nats-key alone; expected nats-certificate with it"),
        };
        let (credentials, ca) = (flags.nats_credentials.or(file.nats_credentials), flags.nats_ca.or(file.nats_ca));
        Ok(Some(NatsSettings { url, credentials, ca, identity, prefix }))
    }

    /// The address without name and password.
    pub fn shown(&self) -> String {
        match (self.url.split_once("://"), self.url.rsplit_once('@')) {
            (Some((scheme, _)), Some((_, host))) => format!("{scheme}://{host}"),
            (None, Some((_, host))) => host.to_owned(),
            _ => self.url.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flags(url: &str) -> NatsFlags {
        NatsFlags { nats: Some(url.to_owned()), ..NatsFlags::default() }
    }

    #[test]
    fn passwords_are_not_shown() {
        for (url, shown) in [
            ("nats://me:secret@queue.example:4222", "nats://queue.example:4222"),
            ("me:secret@queue.example", "queue.example"),
            ("tls://queue.example", "tls://queue.example"),
        ] {
            let settings = NatsSettings::resolve(flags(url), NatsFlags::default()).expect("good").expect("a server");
            assert_eq!(settings.shown(), shown);
            assert!(!format!("{settings:?}").contains("secret"));
        }
    }

    #[test]
    fn what_can_not_be_a_setting_is_refused() {
        let refused = |flags| NatsSettings::resolve(flags, NatsFlags::default()).expect_err("refused").to_string();
        let prefix = NatsFlags { nats_prefix: Some("a.b".to_owned()), ..flags("nats://x") };
        assert_eq!(refused(prefix), "nats-prefix: found `a.b`; expected 1 to 32 letters, digits, `-` and `_`");
        let alone = NatsFlags { nats_key: Some("key.pem".into()), ..flags("nats://x") };
        assert_eq!(refused(alone), "found nats-key alone; expected nats-certificate with it");
        assert_eq!(NatsSettings::resolve(flags(" "), NatsFlags::default()).expect("good"), None);
    }
}
