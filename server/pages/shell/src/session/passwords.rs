//! Passwords: argon2id, away from the threads that answer, a few at a time.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use argon2::{
    Algorithm, Argon2, Block, Params, Version,
    password_hash::{
        Error as HashError,
        phc::{Output, ParamsString, PasswordHash, Salt},
    },
};
use axum::http::StatusCode;
use tokio::sync::Semaphore;

use crate::Error;
use affixboard_service::compute::{Priority, Scheduler};

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
pub const LENGTH: (usize, usize) = (10, 200);

/// Hashes and compares.
#[derive(Clone)]
pub struct Passwords {
    scheduler: Arc<Scheduler>,
    turns: Arc<Semaphore>,
    room: Arc<Semaphore>,
    memory: Arc<Memory>,
}

impl Passwords {
    pub(crate) fn new(scheduler: Arc<Scheduler>) -> Passwords {
        Passwords {
            scheduler,
            turns: Arc::new(Semaphore::new(AT_ONCE)),
            room: Arc::new(Semaphore::new(WAITING)),
            memory: Arc::default(),
        }
    }

    /// A password as a PHC string, with a salt of its own.
    pub async fn hash(&self, password: String) -> Result<String, Error> {
        let mut salt = [0; 16];
        getrandom::fill(&mut salt).map_err(Error::internal)?;
        self.work(move |memory| {
            let (params, salt) = (cost()?, Salt::new(&salt)?);
            let hash = PasswordHash {
                algorithm: Algorithm::Argon2id.ident(),
                version: Some(Version::V0x13.into()),
                params: ParamsString::try_from(&params)?,
                salt: Some(salt),
                hash: Some(memory.hash(&password, &salt, params)?),
            };
            Ok(hash.to_string())
        })
        .await?
        .map_err(Error::internal)
    }

    /// Whether it is the password of a PHC string. Where there is none it takes as long.
    pub async fn matches(&self, password: String, known: Option<String>) -> Result<bool, Error> {
        self.work(move |memory| {
            let hash = PasswordHash::new(known.as_deref().unwrap_or(NOBODY))?;
            let is_ours = hash.algorithm == Algorithm::Argon2id.ident() && hash.version == Some(Version::V0x13.into());
            let (Some(salt), Some(expected), true) = (&hash.salt, &hash.hash, is_ours) else { return Ok(false) };
            // Outputs are compared in constant time.
            let is_it = memory.hash(&password, salt, Params::try_from(&hash)?)? == *expected;
            Ok(is_it && known.is_some())
        })
        .await?
        .map_err(Error::internal)
    }

    async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Memory) -> Result<T, HashError> + Send + 'static,
    ) -> Result<Result<T, HashError>, Error> {
        let room = Arc::clone(&self.room).try_acquire_owned().map_err(|_| {
            Error::new(StatusCode::SERVICE_UNAVAILABLE, "Too many sign in at this moment. Try again in a few seconds.")
                .retry_after(5)
        })?;
        let turn = Arc::clone(&self.turns).acquire_owned().await.map_err(Error::internal)?;
        let memory = Arc::clone(&self.memory);
        // Both are kept until it is done, or nobody waits for it before it began.
        let working = self.scheduler.spawn(Priority::Interactive, move |_| {
            let _held = (room, turn);
            work(&memory)
        });
        working.await.map_err(Error::internal)
    }
}

fn cost() -> Result<Params, HashError> {
    let (memory, passes, lanes) = COST;
    Ok(Params::new(memory, passes, lanes, Some(Params::DEFAULT_OUTPUT_LEN))?)
}

/// What hashes were computed in, for the next ones: the system's allocator (glibc up to 2.37) doesn't use blocks of such an
/// alignment again, so that every hash would take [`COST`]'s memory for good.
#[derive(Default)]
struct Memory(Mutex<Vec<Vec<Block>>>);

impl Memory {
    /// The hash of a password by argon2id.
    fn hash(&self, password: &str, salt: &[u8], params: Params) -> Result<Output, HashError> {
        let mut blocks = self.unused().pop().unwrap_or_default();
        blocks.resize(blocks.len().max(params.block_count()), Block::default());
        let mut output = [0; Output::MAX_LENGTH];
        let length = params.output_len().unwrap_or(Params::DEFAULT_OUTPUT_LEN);
        let output = output.get_mut(..length).ok_or(HashError::OutputSize)?;
        let hasher = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
        let hashed = hasher.hash_password_into_with_memory(password.as_bytes(), salt, output, &mut blocks[..]);
        self.unused().push(blocks);
        hashed?;
        Ok(Output::new(output)?)
    }

    fn unused(&self) -> MutexGuard<'_, Vec<Vec<Block>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The reason to refuse a new password; `None` where it is fine.
pub fn problem(password: &str, again: &str, name: &str) -> Option<String> {
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
pub fn random_token() -> Result<String, Error> {
    affixboard_service::secret::random_token().map_err(Error::internal)
}

#[cfg(test)]
mod tests {
    use argon2::password_hash::{PasswordHasher, PasswordVerifier};

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

    /// Strings that an earlier version stored, and those of others, are still read.
    #[tokio::test]
    async fn strings_are_those_of_argon2id() {
        let passwords = Passwords::new(Scheduler::new(1).expect("threads"));
        let matches = async |known: &str| passwords.matches("correct horse".to_owned(), Some(known.to_owned())).await;
        let other = Argon2::new(Algorithm::Argon2id, Version::V0x13, Params::new(64, 3, 2, Some(16)).expect("a cost"));
        let known: PasswordHash =
            PasswordHasher::hash_password_with_salt(&other, b"correct horse", b"some salt").expect("a hash");
        assert!(matches(&known.to_string()).await.expect("an answer"));
        assert!(!matches(&known.to_string().replace("argon2id", "argon2i")).await.expect("an answer"));
        let one = passwords.hash("correct horse".to_owned()).await.expect("a string");
        let one = PasswordHash::new(&one).expect("a string");
        assert!(PasswordVerifier::verify_password(&Argon2::default(), b"correct horse", &one).is_ok());
        // However many were computed, the memory is that of one.
        assert_eq!(passwords.memory.unused().len(), 1);
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
