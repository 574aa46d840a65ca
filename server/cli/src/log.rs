//! Lines of the log: which are written, and where to.

use std::io::IsTerminal;

use anyhow::{Context, bail};
use tracing::Level;
use tracing_subscriber::{
    Layer,
    filter::{LevelFilter, Targets, filter_fn},
    layer::SubscriberExt,
    util::SubscriberInitExt,
};

use affixboard_service::config::LogFormat;

/// Writes the log to standard error in a format, from now on. `filter` is what `--log` says.
pub(super) fn start(filter: &str, format: LogFormat) -> anyhow::Result<()> {
    let targets = targets(filter).with_context(|| format!("--log: `{filter}`"))?;
    let lines = tracing_subscriber::fmt::layer().with_writer(std::io::stderr);
    let layer = match format {
        // Colours are for people: in a file they would be noise.
        LogFormat::Text => lines.with_ansi(std::io::stderr().is_terminal()).boxed(),
        LogFormat::Json => lines.json().boxed(),
    };
    // Whatever the filter says.
    let harmless = filter_fn(|metadata| !may_have_secrets(metadata.target(), *metadata.level()));
    tracing_subscriber::registry().with(layer).with(targets).with(harmless).init();
    Ok(())
}

/// Reads a filter: a level for everything, or `module=level`; several with commas between.
fn targets(filter: &str) -> anyhow::Result<Targets> {
    // A word that is no level would be taken as the name of a module, and a mistyped level would silence the log.
    for part in filter.split(',').filter(|part| !part.contains('=')) {
        if part.is_empty() || part.parse::<LevelFilter>().is_err() {
            bail!("`{part}` is neither a level (error, warn, info, debug, trace, off) nor module=level");
        }
    }
    Ok(filter.parse()?)
}

/// Whether a line may have a secret in it: below its remarks, the client library of NATS writes all that it sends, its password
/// among it.
fn may_have_secrets(target: &str, level: Level) -> bool {
    target.starts_with("async_nats") && level > Level::INFO
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_nats_client_sends_is_never_written() {
        for (target, level, may) in [
            ("async_nats", Level::DEBUG, true),
            ("async_nats::connector", Level::TRACE, true),
            ("async_nats::connector", Level::INFO, false),
            ("affixboard_service::workers", Level::TRACE, false),
        ] {
            assert_eq!(may_have_secrets(target, level), may, "{target} {level}");
        }
    }

    #[test]
    fn a_filter_is_levels_and_modules_with_levels() {
        for (filter, written, silent) in [
            ("info", ("affixboard::web", Level::INFO), ("affixboard::web", Level::DEBUG)),
            ("error,affixboard=debug", ("affixboard::web", Level::DEBUG), ("hyper", Level::WARN)),
            ("WARN", ("tower_http", Level::WARN), ("tower_http", Level::INFO)),
        ] {
            let targets = targets(filter).expect(filter);
            assert!(targets.would_enable(written.0, &written.1), "{filter}");
            assert!(!targets.would_enable(silent.0, &silent.1), "{filter}");
        }
    }

    #[test]
    fn a_mistyped_filter_is_refused_by_its_word() {
        for (filter, word) in [("[", "`[`"), ("inof", "`inof`"), ("info,", "``"), ("affixboard=loud", "filter")] {
            let error = targets(filter).expect_err(filter).to_string();
            assert!(error.contains(word), "{filter}: {error}");
        }
    }
}
