//! Settings for a dashboard that a test or a fuzz target makes.

use std::{path::PathBuf, time::Duration};

use affixboard_service::{
    base_path::BasePath,
    config::{ForwardedHeader, LogFormat, Settings},
    limits::ConnectionLimits,
    signing_in::SignInSettings,
};

/// What a browser on this machine puts into `Host`.
pub(crate) const HOST: &str = "127.0.0.1:7878";

/// Settings as they are by default, and those of a dashboard that other machines reach.
pub(crate) fn settings(addr: &str, hosts: &[&str], open_actions: bool) -> Settings {
    Settings {
        addr: addr.parse().expect("an address"),
        data_dir: PathBuf::new(),
        log: String::new(),
        hosts: hosts.iter().map(|host| (*host).to_owned()).collect(),
        open_actions,
        reading_closed: false,
        behind_tls: false,
        webhook: None,
        log_format: LogFormat::default(),
        trusted_proxies: Vec::new(),
        base_path: BasePath::default(),
        forwarded_header: ForwardedHeader::default(),
        keep_batches: None,
        sign_in: SignInSettings::default(),
        // Builds for tests are slow, and other tests use the processor, too.
        nats: None,
        limits: ConnectionLimits { answer_timeout: Duration::from_mins(10), ..ConnectionLimits::default() },
    }
}
