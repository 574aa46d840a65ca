//! The path under which browsers see the dashboard, behind a proxy that passes it on. It is set once, at the start, and is part of
//! every address that the program gives out; docs/adr/0023-the-base-path-is-set-once.md says why it is no argument.
//!
//! Addresses are of two kinds. What is given out, in pages, redirects and files, begins with the base path. What is asked for, and
//! what is kept in the database, is without it, so that a dashboard can move.

use std::{fmt, str::FromStr, sync::OnceLock};

use serde::Deserialize;

/// A base path: empty, or `/` and words with `/` between them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct BasePath(String);

/// Not a base path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoBasePath(String);

impl fmt::Display for NoBasePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let NoBasePath(found) = self;
        write!(f, "found `{found}`; expected a path such as /affixboard, of letters, digits and - . _ ~")
    }
}

impl std::error::Error for NoBasePath {}

impl FromStr for BasePath {
    type Err = NoBasePath;

    fn from_str(text: &str) -> Result<BasePath, NoBasePath> {
        let path = text.trim_end_matches('/');
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~');
        let is_word = |word: &str| !matches!(word, "" | "." | "..") && word.bytes().all(is_plain);
        match path.strip_prefix('/') {
            Some(words) if words.split('/').all(is_word) => Ok(BasePath(path.to_owned())),
            None if text == "/" => Ok(BasePath::default()),
            _ => Err(NoBasePath(text.to_owned())),
        }
    }
}

impl TryFrom<String> for BasePath {
    type Error = NoBasePath;

    fn try_from(text: String) -> Result<BasePath, NoBasePath> {
        text.parse()
    }
}

static SET: OnceLock<BasePath> = OnceLock::new();

/// Sets the base path, before anything is answered. Only the first time counts.
pub fn set(base: BasePath) {
    // A process has one dashboard.
    let _ = SET.set(base);
}

/// The base path, without `/` at its end; empty where there is none.
pub fn base() -> &'static str {
    SET.get().map_or("", |base| base.0.as_str())
}

/// The address that is given out for one of the dashboard's own.
pub fn given_out(own: &str) -> String {
    [base(), own].concat()
}

/// The dashboard's own address of one that was given out; `None` where it is none of ours.
pub fn own(given_out: &str) -> Option<&str> {
    without(base(), given_out)
}

fn without<'a>(base: &str, address: &'a str) -> Option<&'a str> {
    address.strip_prefix(base).filter(|own| own.starts_with('/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_base_path_is_words() {
        for (text, expected) in [
            ("/affixboard", Some("/affixboard")),
            ("/affixboard/", Some("/affixboard")),
            ("/a/b-1.2_3~4", Some("/a/b-1.2_3~4")),
            ("/", Some("")),
            ("", None),
            ("affixboard", None),
            ("//evil.example", None),
            ("/a//b", None),
            ("/a/../b", None),
            ("/a b", None),
            ("/a?b", None),
            ("/{a}", None),
            ("/é", None),
        ] {
            assert_eq!(text.parse::<BasePath>().ok().map(|base| base.0).as_deref(), expected, "{text:?}");
        }
    }

    #[test]
    fn what_is_elsewhere_is_not_ours() {
        for (address, expected) in [
            ("/a/batches", Some("/batches")),
            ("/a/", Some("/")),
            ("/a", None),
            ("/ab", None),
            ("/batches", None),
            ("https://example.org/a/", None),
        ] {
            assert_eq!(without("/a", address), expected, "{address}");
        }
        assert_eq!(without("", "/batches"), Some("/batches"));
    }
}
