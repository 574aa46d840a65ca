//! Random secrets: what stands in cookies, links and tokens.

use std::fmt::Write as _;

/// 32 random bytes of the system's own source, in hexadecimal.
///
/// # Errors
/// Fails if the system's random source does.
pub fn random_token() -> Result<String, getrandom::Error> {
    let mut bytes = [0_u8; 32];
    getrandom::fill(&mut bytes)?;
    let mut text = String::with_capacity(64);
    for byte in bytes {
        // Writing to a string can't fail.
        let _ = write!(text, "{byte:02x}");
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    #[test]
    fn no_two_are_the_same() {
        let (one, two) = (super::random_token().expect("a token"), super::random_token().expect("a token"));
        assert_eq!(one.len(), 64);
        assert!(one.bytes().all(|byte| byte.is_ascii_hexdigit()));
        assert_ne!(one, two);
    }
}
