//! What a statement may do, and how long.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU8, Ordering},
    },
    time::{Duration, Instant},
};

use rusqlite::{
    Connection, Error,
    hooks::{AuthAction, AuthContext, Authorization},
    limits::Limit,
};

use super::limits::{SqlError, SqlLimits};

/// Bytes of a text or of a row.
const LONGEST_VALUE: i32 = 1 << 20;
/// Bytes of a statement.
pub(super) const LONGEST_STATEMENT: i32 = 20_000;
/// Steps of `SQLite`'s machine between two looks at the clock: some 20 to 100 µs.
const STEPS: i32 = 2000;
/// Between two looks at the memory.
const LOOK_AT_MEMORY: Duration = Duration::from_millis(5);

const LIMITS: [(Limit, i32); 9] = [
    (Limit::SQLITE_LIMIT_LENGTH, LONGEST_VALUE),
    (Limit::SQLITE_LIMIT_SQL_LENGTH, LONGEST_STATEMENT),
    (Limit::SQLITE_LIMIT_COLUMN, 200),
    (Limit::SQLITE_LIMIT_EXPR_DEPTH, 100),
    (Limit::SQLITE_LIMIT_COMPOUND_SELECT, 50),
    (Limit::SQLITE_LIMIT_FUNCTION_ARG, 100),
    (Limit::SQLITE_LIMIT_ATTACHED, 0),
    (Limit::SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 200),
    (Limit::SQLITE_LIMIT_WORKER_THREADS, 0),
];

/// Lets the connection do nothing but read its tables, from now on.
pub(super) fn restrict(connection: &Connection) -> Result<(), Error> {
    connection.execute_batch("PRAGMA query_only = ON; PRAGMA trusted_schema = OFF")?;
    for (limit, value) in LIMITS {
        connection.set_limit(limit, value)?;
    }
    connection.authorizer(Some(|context: AuthContext<'_>| may(&context.action)))
}

fn may(action: &AuthAction<'_>) -> Authorization {
    let is_allowed = match action {
        AuthAction::Select | AuthAction::Read { .. } | AuthAction::Recursive => true,
        AuthAction::Function { function_name } => !function_name.eq_ignore_ascii_case("load_extension"),
        // What tables there are, as `SELECT * FROM pragma_table_info('entries')`.
        AuthAction::Pragma { pragma_name, .. } => ["table_info", "table_xinfo", "table_list"].contains(pragma_name),
        _ => false,
    };
    if is_allowed { Authorization::Allow } else { Authorization::Deny }
}

/// Why a statement was ended.
const LONG: u8 = 1;
const LARGE: u8 = 2;
const CALLED_OFF: u8 = 3;

/// Ends a statement that takes too much.
pub(super) struct Watch {
    ended: Arc<AtomicU8>,
    limits: SqlLimits,
}

impl Watch {
    pub(super) fn start(
        connection: &Connection,
        limits: SqlLimits,
        is_called_off: impl Fn() -> bool + Send + 'static,
    ) -> Result<Watch, Error> {
        let ended = Arc::new(AtomicU8::new(0));
        let (said, began, memory) = (Arc::clone(&ended), Instant::now(), resident());
        let mut looked = began;
        connection.progress_handler(
            STEPS,
            Some(move || {
                let now = Instant::now();
                let mut why = 0;
                if now - began > limits.time {
                    why = LONG;
                } else if now - looked > LOOK_AT_MEMORY {
                    looked = now;
                    let grown = resident().zip(memory).map_or(0, |(now, then)| now.saturating_sub(then));
                    if grown > limits.memory {
                        why = LARGE;
                    } else if is_called_off() {
                        why = CALLED_OFF;
                    }
                }
                said.store(why, Ordering::Relaxed);
                why != 0
            }),
        )?;
        Ok(Watch { ended, limits })
    }

    /// Why it ended the statement, if it did.
    pub(super) fn end(self, connection: &Connection) -> Option<SqlError> {
        // Taking it away can't fail for a connection of our own.
        let _ = connection.progress_handler(0, None::<fn() -> bool>);
        match self.ended.load(Ordering::Relaxed) {
            LONG => Some(SqlError::TooLong(self.limits.time)),
            LARGE => Some(SqlError::TooLarge(self.limits.memory)),
            CALLED_OFF => Some(SqlError::CalledOff),
            _ => None,
        }
    }
}

/// Bytes of memory that the program takes, where the system tells.
fn resident() -> Option<u64> {
    let pages = std::fs::read_to_string("/proc/self/statm").ok()?;
    Some(pages.split(' ').nth(1)?.parse::<u64>().ok()? * PAGE)
}

/// Bytes of a page of memory. Where pages are larger, the limit is stricter by as much.
const PAGE: u64 = 4096;
