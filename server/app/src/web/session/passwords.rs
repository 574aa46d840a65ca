//! Passwords: argon2id, away from the threads that answer, a few at a time.

use std::sync::Arc;

use argon2::{
    Algorithm, Argon2, Params, Version,
    password_hash::{PasswordHasher, PasswordVerifier, phc::PasswordHash},
};
use axum::http::StatusCode;
use tokio::sync::Semaphore;

use crate::{
    compute::{Priority, Scheduler},
    web::Error,
};

/// Memory in KiB, passes and lanes, as OWASP advises.
const COST: (u32, u32, u32) = (19_456, 2, 1);
/// Hashes computed at once: each takes a core and [`COST`]'s memory.
const AT_ONCE: usize = 2;
/// Hashes computed or queued at most.
const WAITING: usize = 40;
/// A hash of no password at the same cost, checked for names that don't exist.
const NOBODY: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
/// The shortest and the longest a password may be, in characters.
pub(crate) const LENGTH: (usize, usize) = (10, 200);

/// Hashes and compares.
#[derive(Clone)]
pub(crate) struct Passwords {
    scheduler: Arc<Scheduler>,
    turns: Arc<Semaphore>,
    room: Arc<Semaphore>,
}

impl Passwords {
    pub(crate) fn new(scheduler: Arc<Scheduler>) -> Passwords {
        Passwords { scheduler, turns: Arc::new(Semaphore::new(AT_ONCE)), room: Arc::new(Semaphore::new(WAITING)) }
    }

    /// A password as a PHC string, with a salt of its own.
    pub(crate) async fn hash(&self, password: String) -> Result<String, Error> {
        let mut salt = [0; 16];
        getrandom::fill(&mut salt).map_err(Error::internal)?;
        self.work(move || {
            let hash: PasswordHash = hasher()?.hash_password_with_salt(password.as_bytes(), &salt)?;
            Ok(hash.to_string())
        })
        .await?
        .map_err(Error::internal)
    }

    /// Whether it is the password of a PHC string. Where there is none it takes as long.
    pub(crate) async fn matches(&self, password: String, known: Option<String>) -> Result<bool, Error> {
        self.work(move || {
            let hash =
                PasswordHash::new(known.as_deref().unwrap_or(NOBODY)).map_err(argon2::password_hash::Error::from)?;
            let is_it = hasher()?.verify_password(password.as_bytes(), &hash).is_ok();
            Ok(is_it && known.is_some())
        })
        .await?
        .map_err(Error::internal)
    }

    async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, argon2::password_hash::Error> + Send + 'static,
    ) -> Result<Result<T, argon2::password_hash::Error>, Error> {
        let room = Arc::clone(&self.room).try_acquire_owned().map_err(|_| {
            Error::new(StatusCode::SERVICE_UNAVAILABLE, "Too many sign in at this moment. Try again in a few seconds.")
                .retry_after(5)
        })?;
        let turn = Arc::clone(&self.turns).acquire_owned().await.map_err(Error::internal)?;
        // Both are kept until it is done, or nobody waits for it before it began.
        let working = self.scheduler.spawn(Priority::Interactive, move |_| {
            let _held = (room, turn);
            work()
        });
        working.await.map_err(Error::internal)
    }
}

fn hasher() -> Result<Argon2<'static>, argon2::password_hash::Error> {
    let (memory, passes, lanes) = COST;
    Ok(Argon2::new(Algorithm::Argon2id, Version::V0x13, Params::new(memory, passes, lanes, None)?))
}

/// The reason to refuse a new password; `None` where it is fine.
pub(crate) fn problem(password: &str, again: &str, name: &str) -> Option<String> {
    let (shortest, longest) = LENGTH;
    if !(shortest..=longest).contains(&password.chars().count()) {
        Some(format!("Password: expected {shortest} to {longest} characters."))
    } else if password != again {
        Some("The two passwords differ.".to_owned())
    } else if password.to_lowercase() == name.to_lowercase() {
        Some("Password: expected another text than the name.".to_owned())
    } else {
        None
    }
}

/// 32 random bytes in hexadecimal.
pub(crate) fn random_token() -> Result<String, Error> {
    crate::secret::random_token().map_err(Error::internal)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_password_matches_its_own_string_only() {
        let passwords = Passwords::new(Scheduler::new(1).expect("threads"));
        let one = passwords.hash("correct horse".to_owned()).await.expect("a string");
        let two = passwords.hash("correct horse".to_owned()).await.expect("a string");
        assert!(one.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{one}");
        assert_ne!(one, two, "salted");
        let matches = async |password: &str, known: Option<&str>| {
            passwords.matches(password.to_owned(), known.map(str::to_owned)).await.expect("an answer")
        };
        assert!(matches("correct horse", Some(&one)).await && matches("correct horse", Some(&two)).await);
        assert!(!matches("Correct horse", Some(&one)).await);
        assert!(!matches("", Some(&one)).await);
        assert!(!matches("correct horse", None).await);
    }

    #[test]
    fn names_that_are_not_there_cost_as_much() {
        let hash = PasswordHash::new(NOBODY).expect("a string");
        let (memory, passes, lanes) = COST;
        assert_eq!(Params::try_from(&hash).expect("its cost"), {
            Params::new(memory, passes, lanes, Some(32)).expect("the same")
        });
    }

    #[test]
    fn passwords_that_are_refused() {
        for (password, again, name, fine) in [
            ("ten chars!", "ten chars!", "ann", true),
            ("nine char", "nine char", "ann", false),
            ("ten chars!", "ten chars?", "ann", false),
            ("Hildegunst", "Hildegunst", "hildegunst", false),
        ] {
            assert_eq!(problem(password, again, name).is_none(), fine, "{password}");
        }
        let longest = "é".repeat(200);
        assert_eq!(problem(&longest, &longest, "x"), None);
        assert!(problem(&(longest.clone() + "é"), &longest, "x").is_some());
    }
}
