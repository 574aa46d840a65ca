//! Settings. Later sources win: defaults, the TOML file, `AFFIXBOARD_*` variables, flags.

use std::{
    net::SocketAddr,
    num::NonZeroU32,
    path::{Path, PathBuf},
};

use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use ipnet::IpNet;
use serde::{Deserialize, de::IgnoredAny};

use crate::{
    base_path::BasePath,
    limits::{ConnectionLimits, LimitFlags, LimitsTable},
    signing_in::{Newcomers, SecondFactorRule, SignInFlags, SignInSettings},
    workers::{NatsFlags, NatsSettings},
};

/// Default address and port of the dashboard.
const ADDR: SocketAddr = SocketAddr::new(std::net::IpAddr::V4(std::net::Ipv4Addr::LOCALHOST), 7878);
/// The settings file looked for in the working directory when none is named.
const FILE: &str = "affixboard.toml";

/// The flags of the settings; each can also be given as a variable or in the settings file.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "Settings")]
pub struct Flags {
    /// Address and port to listen on [default: 127.0.0.1:7878]
    #[arg(long, env = "AFFIXBOARD_ADDR", global = true, value_name = "ADDR")]
    pub addr: Option<SocketAddr>,
    /// Folder of the database [default: affixboard in the user's data folder]
    #[arg(long, env = "AFFIXBOARD_DATA_DIR", global = true, value_name = "DIR")]
    pub data_dir: Option<PathBuf>,
    /// What to log: a level, or module=level, with commas between, such as `warn,affixboard=debug` [default: info]
    #[arg(long, env = "AFFIXBOARD_LOG", global = true, value_name = "FILTER")]
    pub log: Option<String>,
    /// How the log is written, to standard error [default: text]
    #[arg(long, env = "AFFIXBOARD_LOG_FORMAT", global = true, value_name = "FORMAT", value_enum)]
    pub log_format: Option<LogFormat>,
    /// Host name under which browsers reach the dashboard, where it isn't the address; may be repeated
    #[arg(long, env = "AFFIXBOARD_HOST", global = true, value_name = "NAME", value_delimiter = ',')]
    pub host: Vec<String>,
    /// Without accounts, let everyone who reaches the dashboard import files, start batches, edit profiles and limit gaps, also from other machines
    #[arg(long, env = "AFFIXBOARD_OPEN_ACTIONS", global = true)]
    pub open_actions: bool,
    /// Once there are accounts, let nobody read who isn't signed in
    #[arg(long, env = "AFFIXBOARD_CLOSED", global = true)]
    pub closed: bool,
    /// Browsers reach the dashboard by TLS, through a proxy that sets X-Forwarded-For
    #[arg(long, env = "AFFIXBOARD_BEHIND_TLS", global = true)]
    pub behind_tls: bool,
    /// Address that each act on a proposal is sent to as JSON, by http or https
    #[arg(long, env = "AFFIXBOARD_WEBHOOK", global = true, value_name = "URL", hide_env_values = true)]
    pub webhook: Option<String>,
    /// Remove batches and their tallies so many days after they ended [default: kept]
    #[arg(long, env = "AFFIXBOARD_KEEP_BATCHES", global = true, value_name = "DAYS")]
    pub keep_batches: Option<NonZeroU32>,
    /// Address or network (such as 10.0.0.0/8) of a proxy that is believed about who asks; may be repeated
    #[arg(long, env = "AFFIXBOARD_TRUSTED_PROXY", global = true, value_name = "NET", value_delimiter = ',', value_parser = net)]
    pub trusted_proxy: Vec<IpNet>,
    /// Path under which browsers see the dashboard, behind a proxy that passes it on, such as /affixboard [default: none]
    #[arg(long, env = "AFFIXBOARD_BASE_PATH", global = true, value_name = "PATH")]
    pub base_path: Option<BasePath>,
    /// Header in which these proxies name the address that a request came from [default: x-forwarded-for]
    #[arg(long, env = "AFFIXBOARD_FORWARDED_HEADER", global = true, value_name = "NAME", value_enum)]
    pub forwarded_header: Option<ForwardedHeader>,
    /// Limits of connections.
    #[command(flatten)]
    pub limits: LimitFlags,
    /// How people sign in.
    #[command(flatten)]
    pub sign_in: SignInFlags,
    /// The queue of workers.
    #[command(flatten)]
    pub nats: NatsFlags,
    /// Settings file [default: affixboard.toml in the working folder, where there is one]
    #[arg(long, env = "AFFIXBOARD_CONFIG", global = true, value_name = "FILE")]
    pub config: Option<PathBuf>,
}

/// The settings file.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    addr: Option<SocketAddr>,
    data_dir: Option<PathBuf>,
    log: Option<String>,
    log_format: Option<LogFormat>,
    #[serde(default)]
    host: Vec<String>,
    open_actions: Option<bool>,
    closed: Option<bool>,
    behind_tls: Option<bool>,
    webhook: Option<String>,
    keep_batches: Option<NonZeroU32>,
    #[serde(default)]
    trusted_proxy: Vec<String>,
    base_path: Option<BasePath>,
    forwarded_header: Option<ForwardedHeader>,
    #[serde(default)]
    limits: LimitsTable,
    second_factor: Option<SecondFactorRule>,
    oidc_issuer: Option<String>,
    oidc_client_id: Option<String>,
    oidc_client_secret: Option<String>,
    #[serde(rename = "oidc_client_secret_file")]
    oidc_secret_path: Option<PathBuf>,
    oidc_label: Option<String>,
    public_url: Option<String>,
    user_header: Option<String>,
    newcomers: Option<Newcomers>,
    nats: Option<String>,
    nats_credentials: Option<PathBuf>,
    nats_ca: Option<PathBuf>,
    nats_certificate: Option<PathBuf>,
    nats_key: Option<PathBuf>,
    nats_prefix: Option<String>,
    /// For `affixboard check`, which reads it itself.
    #[serde(rename = "gaps")]
    _gaps: Option<IgnoredAny>,
}

/// The settings in force.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    /// Address and port to listen on.
    pub addr: SocketAddr,
    /// Folder of the database.
    pub data_dir: PathBuf,
    /// Filter of the log, such as `info`.
    pub log: String,
    /// The form of the log.
    pub log_format: LogFormat,
    /// Further host names requests may name.
    pub hosts: Vec<String>,
    /// Whether everyone may act, wherever the dashboard listens.
    pub open_actions: bool,
    /// Whether visitors may not even read, once there are accounts.
    pub reading_closed: bool,
    /// Whether browsers reach the dashboard by TLS, through a proxy.
    pub behind_tls: bool,
    /// URL to which acts on proposals are sent; `None` for no webhook.
    pub webhook: Option<String>,
    /// Days after its end when a batch is removed; `None`: never.
    pub keep_batches: Option<NonZeroU32>,
    /// Proxies that are believed about who asks.
    pub trusted_proxies: Vec<IpNet>,
    /// The path under which browsers see the dashboard.
    pub base_path: BasePath,
    /// The header in which they name the address that a request came from.
    pub forwarded_header: ForwardedHeader,
    /// Limits of connections.
    pub limits: ConnectionLimits,
    /// How people sign in.
    pub sign_in: SignInSettings,
    /// The NATS server through which workers run batches; `None`: they run in the dashboard.
    pub nats: Option<NatsSettings>,
}

impl Settings {
    /// Puts the sources together. `user_data` is the user's data folder, where one is known.
    ///
    /// # Errors
    /// Fails if the settings file can't be read or has an unknown key or value; the message names it.
    pub fn resolve(flags: Flags, user_data: Option<PathBuf>) -> anyhow::Result<Settings> {
        let file = match &flags.config {
            Some(path) => read(path)?,
            None if Path::new(FILE).is_file() => read(Path::new(FILE))?,
            None => File::default(),
        };
        let sign_in = SignInFlags {
            second_factor: file.second_factor,
            oidc_issuer: file.oidc_issuer,
            oidc_client_id: file.oidc_client_id,
            oidc_client_secret: file.oidc_client_secret,
            oidc_client_secret_file: file.oidc_secret_path,
            oidc_label: file.oidc_label,
            public_url: file.public_url,
            user_header: file.user_header,
            newcomers: file.newcomers,
        };
        let nats = NatsFlags {
            nats: file.nats,
            nats_credentials: file.nats_credentials,
            nats_ca: file.nats_ca,
            nats_certificate: file.nats_certificate,
            nats_key: file.nats_key,
            nats_prefix: file.nats_prefix,
        };
        let data_dir = flags.data_dir.or(file.data_dir).or_else(|| user_data.map(|folder| folder.join("affixboard")));
        let Some(data_dir) = data_dir else {
            bail!("no folder for the database is known: name one with --data-dir");
        };
        let trusted_proxies = if flags.trusted_proxy.is_empty() {
            let nets = file.trusted_proxy.iter().map(|text| net(text).map_err(anyhow::Error::msg));
            nets.collect::<anyhow::Result<_>>().context("trusted_proxy, in the settings file")?
        } else {
            flags.trusted_proxy
        };
        Ok(Settings {
            addr: flags.addr.or(file.addr).unwrap_or(ADDR),
            data_dir,
            log: flags.log.or(file.log).unwrap_or_else(|| "info".to_owned()),
            log_format: flags.log_format.or(file.log_format).unwrap_or_default(),
            hosts: if flags.host.is_empty() { file.host } else { flags.host },
            open_actions: flags.open_actions || file.open_actions.unwrap_or(false),
            reading_closed: flags.closed || file.closed.unwrap_or(false),
            behind_tls: flags.behind_tls || file.behind_tls.unwrap_or(false),
            webhook: flags.webhook.or(file.webhook),
            keep_batches: flags.keep_batches.or(file.keep_batches),
            sign_in: SignInSettings::resolve(flags.sign_in, sign_in, !trusted_proxies.is_empty())?,
            trusted_proxies,
            base_path: flags.base_path.or(file.base_path).unwrap_or_default(),
            forwarded_header: flags.forwarded_header.or(file.forwarded_header).unwrap_or_default(),
            limits: ConnectionLimits::resolve(flags.limits, file.limits),
            nats: NatsSettings::resolve(flags.nats, nats)?,
        })
    }

    /// The database file.
    pub fn database(&self) -> PathBuf {
        self.data_dir.join("affixboard.db")
    }

    /// Whether visitors may import files, start batches, edit profiles and limit gaps as long as there are no accounts:
    /// by default only where nobody but this machine's users can reach the dashboard.
    pub fn actions_allowed(&self) -> bool {
        self.open_actions || self.addr.ip().is_loopback()
    }
}

/// The header in which a proxy names the address that a request came from. Only one is believed: a proxy passes on what
/// clients write into the other.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum ForwardedHeader {
    /// `X-Forwarded-For`, with `X-Forwarded-Proto`.
    #[default]
    XForwardedFor,
    /// `Forwarded` (RFC 7239).
    Forwarded,
}

/// The form of the log.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum LogFormat {
    /// Lines for people.
    #[default]
    Text,
    /// An object a line, for programs.
    Json,
}

/// A network, or a single address.
fn net(text: &str) -> Result<IpNet, String> {
    let text = text.trim();
    let one = || text.parse::<std::net::IpAddr>().map(IpNet::from);
    text.parse()
        .or_else(|_| one())
        .map_err(|_| format!("found `{text}`; expected an address or a network such as 10.0.0.0/8"))
}

fn read(path: &Path) -> anyhow::Result<File> {
    let text =
        std::fs::read_to_string(path).with_context(|| format!("can't read the settings file {}", path.display()))?;
    toml::from_str(&text).with_context(|| format!("in the settings file {}", path.display()))
}

/// The user's data folder by the XDG rules: `$XDG_DATA_HOME`, else `~/.local/share`.
pub fn user_data_folder() -> Option<PathBuf> {
    let folder = |name| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    folder("XDG_DATA_HOME").or_else(|| folder("HOME").map(|home| home.join(".local/share")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with_file(text: &str, flags: Flags) -> anyhow::Result<Settings> {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("settings.toml");
        std::fs::write(&path, text).expect("written");
        Settings::resolve(Flags { config: Some(path), ..flags }, Some(PathBuf::from("/data")))
    }

    #[test]
    fn flags_win_over_the_file_and_the_file_over_defaults() {
        let settings = with_file("", Flags::default()).expect("settings");
        assert_eq!((settings.addr, settings.data_dir), (ADDR, PathBuf::from("/data/affixboard")));
        let text = "addr = \"0.0.0.0:80\"\ndata_dir = \"/srv\"\nhost = [\"board.example\"]\n";
        let settings = with_file(text, Flags::default()).expect("settings");
        assert_eq!((settings.addr.port(), settings.data_dir), (80, PathBuf::from("/srv")));
        assert_eq!(settings.hosts, ["board.example"]);
        let flags = Flags { addr: Some("127.0.0.1:1".parse().expect("an address")), ..Flags::default() };
        assert_eq!(with_file(text, flags).expect("settings").addr.port(), 1);
    }

    #[test]
    fn the_packaged_file_changes_nothing_and_shows_every_key() {
        let text = include_str!("../../../packaging/affixboard.toml");
        let usual = with_file("", Flags::default()).expect("settings");
        assert_eq!(with_file(text, Flags::default()).expect("settings"), usual);
        let shown: Vec<_> = text
            .lines()
            .filter_map(|line| line.strip_prefix('#'))
            .filter(|line| !line.starts_with(' ') && !line.is_empty())
            .collect();
        toml::from_str::<File>(&shown.join("\n")).expect("keys and values that there are");
        // The 31 settings of docs/cli.md but the settings file itself, and the name of the table.
        assert_eq!(shown.len(), 31 + 1, "{shown:?}");
        let defaults: Vec<_> = shown.into_iter().filter(|line| !line.ends_with("# an example")).collect();
        let settings = with_file(&defaults.join("\n"), Flags::default()).expect("settings");
        assert_eq!(settings.data_dir, PathBuf::from("/var/lib/affixboard"));
        assert_eq!(Settings { data_dir: usual.data_dir.clone(), ..settings }, usual);
    }

    #[test]
    fn mistakes_in_the_file_are_named() {
        let message = |text| format!("{:#}", with_file(text, Flags::default()).expect_err("refused"));
        assert!(message("adr = \"x\"").contains("unknown field `adr`"), "{}", message("adr = \"x\""));
        assert!(message("addr = \"x\"").contains("addr"), "{}", message("addr = \"x\""));
    }

    #[test]
    fn acting_is_for_this_machine_unless_opened() {
        let settings = |text| with_file(text, Flags::default()).expect("settings");
        assert!(settings("").actions_allowed());
        assert!(!settings("addr = \"0.0.0.0:80\"").actions_allowed());
        assert!(settings("addr = \"0.0.0.0:80\"\nopen_actions = true").actions_allowed());
    }
}
