//! Limits of what one client may take from the others: connections and time. Each has a default that suits a team's server.

use std::time::Duration;

use clap::Args;
use serde::Deserialize;

/// The flags of the limits; each can also be given as a variable, or in the settings file under `[limits]`.
#[derive(Debug, Clone, Copy, Default, Args)]
pub struct LimitFlags {
    /// Connections at once at most; also no more than the system's limit of open files leaves [default: 1024]
    #[arg(long, env = "AFFIXBOARD_MAX_CONNECTIONS", global = true, value_name = "N")]
    pub max_connections: Option<u32>,
    /// Seconds within which a client must have sent the headers of its next request [default: 20]
    #[arg(long, env = "AFFIXBOARD_HEADER_TIMEOUT", global = true, value_name = "SECONDS")]
    pub header_timeout: Option<u32>,
    /// Seconds within which a request must have come and its answer have begun [default: 30]
    #[arg(long, env = "AFFIXBOARD_ANSWER_TIMEOUT", global = true, value_name = "SECONDS")]
    pub answer_timeout: Option<u32>,
    /// Seconds after which a client that takes nothing of its answer is left [default: 60]
    #[arg(long, env = "AFFIXBOARD_STALL_TIMEOUT", global = true, value_name = "SECONDS")]
    pub stall_timeout: Option<u32>,
}

/// The part `[limits]` of the settings file.
#[derive(Debug, Clone, Copy, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LimitsTable {
    max_connections: Option<u32>,
    header_timeout: Option<u32>,
    answer_timeout: Option<u32>,
    stall_timeout: Option<u32>,
}

/// The limits in force.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ConnectionLimits {
    /// Connections at once at most.
    pub max_connections: usize,
    /// A connection on which no request's headers come to their end within this time is closed.
    pub header_timeout: Duration,
    /// A request whose answer hasn't begun after this time gets none.
    pub answer_timeout: Duration,
    /// A connection whose client takes nothing for this time is closed.
    pub stall_timeout: Duration,
    /// Requests under way get this long to end when the program is asked to stop.
    pub drain: Duration,
}

impl Default for ConnectionLimits {
    fn default() -> ConnectionLimits {
        ConnectionLimits {
            max_connections: 1024,
            header_timeout: Duration::from_secs(20),
            answer_timeout: Duration::from_secs(30),
            stall_timeout: Duration::from_mins(1),
            drain: Duration::from_secs(5),
        }
    }
}

impl ConnectionLimits {
    /// Puts the sources together; the flags win.
    pub fn resolve(flags: LimitFlags, table: LimitsTable) -> ConnectionLimits {
        let usual = ConnectionLimits::default();
        let seconds = |flag: Option<u32>, key: Option<u32>, usual: Duration| {
            flag.or(key).map_or(usual, |seconds| Duration::from_secs(seconds.max(1).into()))
        };
        ConnectionLimits {
            max_connections: flags
                .max_connections
                .or(table.max_connections)
                .map_or(usual.max_connections, |most| most as usize),
            header_timeout: seconds(flags.header_timeout, table.header_timeout, usual.header_timeout),
            answer_timeout: seconds(flags.answer_timeout, table.answer_timeout, usual.answer_timeout),
            stall_timeout: seconds(flags.stall_timeout, table.stall_timeout, usual.stall_timeout),
            drain: usual.drain,
        }
    }

    /// The same with no more connections than the system gives file descriptors for.
    #[must_use]
    pub fn within_descriptors(self, descriptors: Option<u64>) -> ConnectionLimits {
        let left = descriptors.map_or(usize::MAX, |all| (all as usize).saturating_sub(OTHER_DESCRIPTORS));
        ConnectionLimits { max_connections: self.max_connections.min(left).max(LEAST_CONNECTIONS), ..self }
    }
}

/// File descriptors that are for the database, the log and what is written: the database has up to three for each of its
/// connections.
const OTHER_DESCRIPTORS: usize = 64;
/// With fewer connections than this a browser gets no page.
const LEAST_CONNECTIONS: usize = 8;

/// How many files the system lets this process have open; `None` where it doesn't say.
pub fn descriptors() -> Option<u64> {
    #[cfg(unix)]
    let most = rustix::process::getrlimit(rustix::process::Resource::Nofile).current;
    #[cfg(not(unix))]
    let most = None;
    most
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_waits_for_the_database_in_vain_is_told_why_before_the_time_limit() {
        assert!(affixboard_store::Store::LONGEST_WAIT < ConnectionLimits::default().answer_timeout);
    }

    #[test]
    fn flags_win_over_the_file_and_the_file_over_defaults() {
        let table = LimitsTable { max_connections: Some(5), header_timeout: Some(7), ..LimitsTable::default() };
        let flags = LimitFlags { max_connections: Some(9), stall_timeout: Some(0), ..LimitFlags::default() };
        let limits = ConnectionLimits::resolve(flags, table);
        assert_eq!(limits.max_connections, 9);
        assert_eq!(limits.header_timeout, Duration::from_secs(7));
        assert_eq!(limits.answer_timeout, Duration::from_secs(30));
        assert_eq!(limits.stall_timeout, Duration::from_secs(1), "none at all would answer nobody");
    }

    #[test]
    fn connections_leave_descriptors_for_the_database() {
        let connections = |descriptors| ConnectionLimits::default().within_descriptors(descriptors).max_connections;
        assert_eq!([connections(None), connections(Some(256)), connections(Some(1 << 20))], [1024, 192, 1024]);
        assert_eq!(connections(Some(10)), 8);
    }
}
