//! Headers on every answer, and the checks of requests' origins. Who may do what is in `access.rs` of `web`.

use axum::{
    extract::Request,
    http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header},
    middleware::Next,
    response::Response,
};

use super::Error;

/// Everything comes from here and nothing is inline, so injected markup can neither run nor fetch.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
                      form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

const HEADERS: [(HeaderName, HeaderValue); 6] = [
    (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY)),
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (header::REFERRER_POLICY, HeaderValue::from_static("same-origin")),
    (HeaderName::from_static("cross-origin-opener-policy"), HeaderValue::from_static("same-origin")),
    (HeaderName::from_static("cross-origin-resource-policy"), HeaderValue::from_static("same-origin")),
    (
        HeaderName::from_static("permissions-policy"),
        HeaderValue::from_static("camera=(), geolocation=(), microphone=()"),
    ),
];

/// Puts the security headers on every answer.
pub async fn headers(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, value);
    }
    response
}

/// Refuses requests that don't name us, and those that would change something but come from another site's page.
pub fn check(request: &Request, hosts: Option<&[String]>) -> Result<(), Error> {
    // What stands between us and the browser may have looked at another one than we would (RFC 9112, 3.2).
    if request.headers().get_all(header::HOST).iter().nth(1).is_some() {
        return Err(Error::bad_request("found two Host headers; expected one"));
    }
    // Also for reading: a page of another site whose name was made to point here could read this dashboard otherwise.
    if !names_us(request.headers(), hosts) {
        return Err(Error::new(
            StatusCode::MISDIRECTED_REQUEST,
            "This dashboard has another name. Whoever runs it can add this one (--host).",
        ));
    }
    let is_safe = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    if !is_safe && !is_own_page(request.headers()) {
        return Err(Error::forbidden("This request came from another site's page."));
    }
    Ok(())
}

fn text(headers: &HeaderMap, name: impl header::AsHeaderName) -> Option<&str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

/// Whether the request asks for one of our host names. A page of another site whose name was made to point at this
/// machine counts as same-origin for the browser; its name gives it away.
fn names_us(headers: &HeaderMap, hosts: Option<&[String]>) -> bool {
    let Some(hosts) = hosts else { return true };
    // No browser leaves it out.
    let Some(host) = text(headers, header::HOST) else { return true };
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|b| b.is_ascii_digit()) => name,
        _ => host,
    };
    hosts.iter().any(|known| known.eq_ignore_ascii_case(name))
}

/// Whether a request comes from our own pages or from no page at all: by `Sec-Fetch-Site`, else by `Origin`. Clients that
/// send neither are no browsers, so nobody's session can be abused through them.
fn is_own_page(headers: &HeaderMap) -> bool {
    match (text(headers, "sec-fetch-site"), text(headers, header::ORIGIN)) {
        // Of a page that was given no origin, such as one in a frame without rights.
        (_, Some("null")) => false,
        (Some(site), _) => matches!(site, "same-origin" | "none"),
        (None, Some(origin)) => origin.split_once("://").map(|(_, host)| host) == text(headers, header::HOST),
        (None, None) => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
        pairs
            .iter()
            .map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_str(value).expect("a value")))
            .collect()
    }

    #[test]
    fn requests_of_other_sites_are_told_apart() {
        for (pairs, ours) in [
            (&[("sec-fetch-site", "same-origin")][..], true),
            (&[("sec-fetch-site", "none")], true),
            (&[("sec-fetch-site", "same-site")], false),
            (&[("sec-fetch-site", "cross-site")], false),
            (&[("sec-fetch-site", "cross-site"), ("origin", "http://a:1"), ("host", "a:1")], false),
            (&[("origin", "http://a:1"), ("host", "a:1")], true),
            (&[("origin", "http://b"), ("host", "a:1")], false),
            (&[("origin", "null"), ("host", "a:1")], false),
            (&[("origin", "null")], false),
            (&[("sec-fetch-site", "same-origin"), ("origin", "null")], false),
            (&[("host", "a:1")], true),
        ] {
            assert_eq!(is_own_page(&headers(pairs)), ours, "{pairs:?}");
        }
    }

    #[test]
    fn host_names_that_are_not_ours() {
        let hosts = ["localhost", "127.0.0.1", "[::1]", "board.example"].map(str::to_owned);
        for (host, ours) in [
            ("localhost:7878", true),
            ("LOCALHOST", true),
            ("[::1]:7878", true),
            ("board.example", true),
            ("evil.example:7878", false),
            ("127.0.0.1.evil.example", false),
        ] {
            assert_eq!(names_us(&headers(&[("host", host)]), Some(&hosts)), ours, "{host}");
        }
        assert!(names_us(&HeaderMap::new(), Some(&hosts)));
        assert!(names_us(&headers(&[("host", "any")]), None));
    }
}
