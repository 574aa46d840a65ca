//! Light or dark, by choice: kept in a cookie of its own, which says nothing of who asks. Pages are written in the chosen
//! scheme, so that none is shown in the other first.

use axum::http::HeaderMap;

use super::cookies::cookie_value;

const COOKIE: &str = "affixboard_scheme";
/// A choice is kept for a year, in seconds.
const KEPT: u32 = 365 * 86_400;

/// The colour scheme of pages.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Scheme {
    /// As the reader's system is, which changes with the time of day on many.
    #[default]
    System,
    /// Dark letters on a light ground.
    Light,
    /// Light letters on a dark ground.
    Dark,
}

impl Scheme {
    /// Every scheme, in the order of the menu.
    pub const ALL: [Scheme; 3] = [Scheme::System, Scheme::Light, Scheme::Dark];

    /// The scheme that a request asks for.
    pub fn of(headers: &HeaderMap) -> Scheme {
        let wanted = cookie_value(headers, COOKIE);
        Scheme::ALL.into_iter().find(|scheme| Some(scheme.name()) == wanted).unwrap_or_default()
    }

    /// The word in the cookie and the form.
    pub fn name(self) -> &'static str {
        match self {
            Scheme::System => "system",
            Scheme::Light => "light",
            Scheme::Dark => "dark",
        }
    }

    /// The word in the menu.
    pub fn label(self) -> &'static str {
        match self {
            Scheme::System => "As the system",
            Scheme::Light => "Light",
            Scheme::Dark => "Dark",
        }
    }

    /// The condition of a media query under which the page is dark: a question to the system, or what is always or never so.
    pub fn dark_when(self) -> &'static str {
        match self {
            Scheme::System => "(prefers-color-scheme: dark)",
            Scheme::Light => "(max-width: 0)",
            Scheme::Dark => "(min-width: 0)",
        }
    }

    /// The schemes that the page has, for the browser's own parts of it.
    pub fn supported(self) -> &'static str {
        match self {
            Scheme::System => "light dark",
            Scheme::Light => "light",
            Scheme::Dark => "dark",
        }
    }

    /// The header that keeps the choice in the browser, or ends that where it is as the system.
    pub(super) fn set_cookie(self, behind_tls: bool, base: &str) -> String {
        let (value, age) = if self == Scheme::System { ("", 0) } else { (self.name(), KEPT) };
        let (path, secure) = (if base.is_empty() { "/" } else { base }, if behind_tls { "; Secure" } else { "" });
        format!("{COOKIE}={value}; HttpOnly; SameSite=Lax; Path={path}; Max-Age={age}{secure}")
    }
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderValue, header};

    use super::*;

    #[test]
    fn the_cookie_says_which() {
        for (sent, expected) in [
            ("affixboard_scheme=dark", Scheme::Dark),
            ("affixboard_session=a; affixboard_scheme=light", Scheme::Light),
            ("affixboard_scheme=", Scheme::System),
            ("affixboard_scheme=blue", Scheme::System),
            ("xaffixboard_scheme=dark", Scheme::System),
        ] {
            let headers = HeaderMap::from_iter([(header::COOKIE, HeaderValue::from_static(sent))]);
            assert_eq!(Scheme::of(&headers), expected, "{sent}");
        }
        assert_eq!(Scheme::of(&HeaderMap::new()), Scheme::System);
    }

    #[test]
    fn the_cookie_is_for_this_dashboard() {
        let kept = "affixboard_scheme=dark; HttpOnly; SameSite=Lax; Path=/; Max-Age=31536000";
        assert_eq!(Scheme::Dark.set_cookie(false, ""), kept);
        assert_eq!(
            Scheme::System.set_cookie(true, "/a"),
            "affixboard_scheme=; HttpOnly; SameSite=Lax; Path=/a; Max-Age=0; Secure"
        );
    }
}
