//! Cookies that come with a request, and those that say who somebody is.

use axum::http::{HeaderMap, header};

/// The value of the cookie with that name.
pub(crate) fn cookie_value<'a>(headers: &'a HeaderMap, wanted: &str) -> Option<&'a str> {
    let texts = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let pairs = texts.flat_map(|text| text.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.filter(|(name, _)| *name == wanted).map(|(_, value)| value).next()
}

/// A cookie with a secret: for no script, and with no request that another site's page makes but for links to us.
#[derive(Debug, Clone, Copy)]
pub struct SecretCookie {
    /// Its name without what browsers hold it to.
    pub name: &'static str,
    /// For how long a browser keeps it, in seconds.
    pub seconds: u32,
}

impl SecretCookie {
    /// The whole name. Behind TLS browsers take it only with `Secure`, `Path=/` and from the host itself; under a base path
    /// only with `Secure`.
    fn whole_name(self, behind_tls: bool, base: &str) -> String {
        let prefix = match (behind_tls, base.is_empty()) {
            (false, _) => "",
            (true, true) => "__Host-",
            (true, false) => "__Secure-",
        };
        format!("{prefix}{}", self.name)
    }

    /// The secret that came with a request.
    pub fn value<'a>(self, headers: &'a HeaderMap, behind_tls: bool, base: &str) -> Option<&'a str> {
        cookie_value(headers, &self.whole_name(behind_tls, base))
    }

    /// The header that sets it, or takes it where there is no secret.
    pub fn set(self, secret: Option<&str>, behind_tls: bool, base: &str) -> String {
        let name = self.whole_name(behind_tls, base);
        let secure = if behind_tls { "; Secure" } else { "" };
        let path = if base.is_empty() { "/" } else { base };
        let (secret, age) = secret.map_or(("", 0), |secret| (secret, self.seconds));
        format!("{name}={secret}; HttpOnly; SameSite=Lax; Path={path}; Max-Age={age}{secure}")
    }
}
