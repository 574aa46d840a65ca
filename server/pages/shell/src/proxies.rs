//! What a proxy before us says about a request: from which address it came, by which scheme, and under which id. It is believed
//! only of proxies that whoever runs the dashboard trusts; anybody else could say anything.

use std::net::IpAddr;

use axum::http::{HeaderMap, HeaderName, header};
use ipnet::IpNet;

use super::Error;
use affixboard_service::config::{ForwardedHeader, Settings};

/// The proxies that are believed.
#[derive(Debug)]
pub struct Proxies {
    trusted: Vec<IpNet>,
    header: ForwardedHeader,
    /// The header in which they name who asks.
    user_header: Option<HeaderName>,
    /// Whether everybody is believed: behind TLS without a list, where only the proxy reaches us.
    trusts_all: bool,
}

impl Proxies {
    pub(super) fn new(settings: &Settings) -> Proxies {
        Proxies {
            trusted: settings.trusted_proxies.clone(),
            header: settings.forwarded_header,
            user_header: settings.sign_in.user_header.clone(),
            trusts_all: settings.behind_tls && settings.trusted_proxies.is_empty(),
        }
    }

    /// Whether a peer is believed. One whose address isn't known is none of the list.
    pub(super) fn trusts(&self, peer: Option<IpAddr>) -> bool {
        self.trusts_all || peer.is_some_and(|peer| self.lists(peer))
    }

    fn lists(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        self.trusted.iter().any(|net| net.contains(&address))
    }

    /// Who asks, as a proxy of the list names them; `None` where it names nobody, and of everybody else.
    ///
    /// # Errors
    /// Fails where there are several names, one of which a visitor may have written, or one that is no text.
    pub(super) fn user(&self, headers: &HeaderMap, peer: Option<IpAddr>) -> Result<Option<String>, Error> {
        let Some(name) = &self.user_header else { return Ok(None) };
        if !peer.is_some_and(|peer| self.lists(peer)) {
            return Ok(None);
        }
        let mut said = headers.get_all(name).iter();
        let Some(value) = said.next() else { return Ok(None) };
        let text = str::from_utf8(value.as_bytes()).map(str::trim);
        match (text, said.next()) {
            (Ok(user), None) => Ok(Some(user.to_owned()).filter(|user| !user.is_empty())),
            _ => Err(Error::bad_request(format!(
                "{name}: found several, or something that is no text; expected one name, which the proxy puts in the place of what visitors send."
            ))),
        }
    }

    /// The address from which a request came: the last one that a proxy names and that isn't a proxy of ours, else the peer's.
    pub fn client(&self, headers: &HeaderMap, peer: Option<IpAddr>) -> Option<IpAddr> {
        if !self.trusts(peer) {
            return peer;
        }
        let said = match self.header {
            ForwardedHeader::XForwardedFor => x_forwarded_for(headers),
            ForwardedHeader::Forwarded => forwarded(headers, "for"),
        };
        // From the last: a proxy adds at the end, and what is before its own words anybody may have written.
        let mut client = peer;
        for text in said.iter().rev() {
            let Some(address) = address(text) else { return client };
            client = Some(address);
            if !self.lists(address) {
                break;
            }
        }
        client
    }

    /// Whether a request comes from this machine itself. One that a proxy passed on comes from where the proxy says; where the
    /// proxy isn't believed, from elsewhere.
    pub fn is_from_here(&self, headers: &HeaderMap, peer: Option<IpAddr>) -> bool {
        let passed_on = [header::FORWARDED, header::VIA, HeaderName::from_static("x-forwarded-for")];
        if !self.trusts(peer) && passed_on.iter().any(|name| headers.contains_key(name)) {
            return false;
        }
        self.client(headers, peer).is_some_and(|client| client.to_canonical().is_loopback())
    }

    /// Whether the browser's request came by TLS, as the proxy says.
    pub(super) fn is_https(&self, headers: &HeaderMap, peer: Option<IpAddr>) -> bool {
        let said = match self.header {
            _ if !self.trusts(peer) => None,
            ForwardedHeader::XForwardedFor => texts(headers, HeaderName::from_static("x-forwarded-proto")).pop(),
            ForwardedHeader::Forwarded => forwarded(headers, "proto").pop(),
        };
        said.is_some_and(|scheme| scheme.eq_ignore_ascii_case("https"))
    }
}

/// The values of a header, with commas between them or in several lines.
fn texts(headers: &HeaderMap, name: HeaderName) -> Vec<String> {
    let lines = headers.get_all(name).into_iter().filter_map(|value| value.to_str().ok());
    lines.flat_map(|line| line.split(',')).map(|text| text.trim().to_owned()).collect()
}

fn x_forwarded_for(headers: &HeaderMap) -> Vec<String> {
    texts(headers, HeaderName::from_static("x-forwarded-for"))
}

/// The values of a parameter of `Forwarded` (RFC 7239), one for each proxy that has it.
fn forwarded(headers: &HeaderMap, wanted: &str) -> Vec<String> {
    let elements = texts(headers, header::FORWARDED);
    let value = |element: &String| {
        element.split(';').find_map(|pair| {
            let (name, value) = pair.split_once('=')?;
            name.trim().eq_ignore_ascii_case(wanted).then(|| value.trim().trim_matches('"').to_owned())
        })
    };
    elements.iter().filter_map(value).collect()
}

/// An address, also in the forms `192.0.2.1:80`, `[2001:db8::1]` and `[2001:db8::1]:80`.
fn address(text: &str) -> Option<IpAddr> {
    let plain = match text.strip_prefix('[') {
        Some(rest) => rest.split(']').next()?,
        None if text.matches(':').count() == 1 => text.split(':').next()?,
        None => text,
    };
    plain.parse::<IpAddr>().ok().map(|address| address.to_canonical())
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn proxies(trusted: &[&str], header: ForwardedHeader) -> Proxies {
        let trusted = trusted.iter().map(|net| net.parse().expect("a net")).collect();
        Proxies { trusted, header, user_header: Some(HeaderName::from_static("remote-user")), trusts_all: false }
    }

    fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        pairs.iter().map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value))).collect()
    }

    fn client(proxies: &Proxies, peer: &str, pairs: &[(&'static str, &'static str)]) -> String {
        let peer = peer.parse().expect("an address");
        proxies.client(&headers(pairs), Some(peer)).expect("an address").to_string()
    }

    #[test]
    fn only_proxies_of_ours_are_believed() {
        let proxies = proxies(&["10.0.0.0/8", "::1/128"], ForwardedHeader::XForwardedFor);
        let said = [("x-forwarded-for", "203.0.113.9, 198.51.100.7")];
        for (peer, expected) in [
            ("10.1.2.3", "198.51.100.7"),
            ("::1", "198.51.100.7"),
            ("::ffff:10.1.2.3", "198.51.100.7"),
            ("192.0.2.1", "192.0.2.1"),
            ("::2", "::2"),
        ] {
            assert_eq!(client(&proxies, peer, &said), expected, "{peer}");
        }
        // Through a second proxy of ours.
        let said = [("x-forwarded-for", "203.0.113.9, 198.51.100.7, 10.9.9.9")];
        assert_eq!(client(&proxies, "10.1.2.3", &said), "198.51.100.7");
        // What can't be read is no address; the last that could is.
        let said = [("x-forwarded-for", "203.0.113.9, unknown, 10.9.9.9")];
        assert_eq!(client(&proxies, "10.1.2.3", &said), "10.9.9.9");
        assert_eq!(client(&proxies, "10.1.2.3", &[("forwarded", "for=198.51.100.7")]), "10.1.2.3", "another header");
        let https = headers(&[("x-forwarded-proto", "https")]);
        let peer = |text: &str| Some(text.parse().expect("an address"));
        assert!(proxies.is_https(&https, peer("10.1.2.3")) && !proxies.is_https(&https, peer("192.0.2.1")));
        assert!(!proxies.is_https(&https, None) && !proxies.is_https(&headers(&[]), peer("10.1.2.3")));
    }

    #[test]
    fn who_asks_is_believed_of_proxies_of_the_list_alone() {
        let listed = proxies(&["10.0.0.0/8"], ForwardedHeader::XForwardedFor);
        let trusting_all = Proxies { trusts_all: true, ..proxies(&[], ForwardedHeader::XForwardedFor) };
        let without = Proxies { user_header: None, ..proxies(&["10.0.0.0/8"], ForwardedHeader::XForwardedFor) };
        let peer = |text: &str| Some(text.parse().expect("an address"));
        let said = headers(&[("remote-user", " ann "), ("x-forwarded-for", "10.9.9.9")]);
        let user = |proxies: &Proxies, said: &HeaderMap, peer| proxies.user(said, peer).ok().flatten();
        assert_eq!(user(&listed, &said, peer("10.1.2.3")).as_deref(), Some("ann"));
        assert_eq!(user(&listed, &said, peer("192.0.2.1")), None);
        assert_eq!(user(&listed, &said, None), None);
        assert_eq!(user(&trusting_all, &said, peer("10.1.2.3")), None, "whoever it may be");
        assert_eq!(user(&without, &said, peer("10.1.2.3")), None);
        assert_eq!(user(&listed, &headers(&[("remote-user", " ")]), peer("10.1.2.3")), None);
        let mut twice = headers(&[("remote-user", "ann")]);
        twice.append("remote-user", HeaderValue::from_static("eve"));
        assert!(listed.user(&twice, peer("10.1.2.3")).is_err(), "one of them a visitor may have written");
    }

    #[test]
    fn this_machine_is_who_asks_by_itself() {
        let none = proxies(&[], ForwardedHeader::XForwardedFor);
        let trusting = proxies(&["127.0.0.1/32"], ForwardedHeader::XForwardedFor);
        let (from_out, from_here) = ([("x-forwarded-for", "203.0.113.9")], [("x-forwarded-for", "127.0.0.1")]);
        for (proxies, peer, said, expected) in [
            (&none, "127.0.0.1", &[][..], true),
            (&none, "::1", &[], true),
            (&none, "::ffff:127.0.0.1", &[], true),
            (&none, "192.0.2.1", &[], false),
            // A proxy on this machine that isn't known passes it on.
            (&none, "127.0.0.1", &from_out, false),
            (&none, "127.0.0.1", &from_here, false),
            (&none, "127.0.0.1", &[("forwarded", "for=127.0.0.1")], false),
            (&none, "127.0.0.1", &[("via", "1.1 proxy")], false),
            (&trusting, "127.0.0.1", &from_out, false),
            (&trusting, "127.0.0.1", &[], true),
            // Whoever writes it, a proxy that is trusted adds what is so.
            (&trusting, "127.0.0.1", &[("x-forwarded-for", "127.0.0.1, 203.0.113.9")], false),
            (&trusting, "192.0.2.1", &from_here, false),
        ] {
            let peer = peer.parse().expect("an address");
            assert_eq!(proxies.is_from_here(&headers(said), Some(peer)), expected, "{peer} {said:?}");
        }
        assert!(!none.is_from_here(&headers(&[]), None));
    }

    #[test]
    fn the_standard_header_is_read_where_it_is_set() {
        let proxies = proxies(&["10.0.0.0/8"], ForwardedHeader::Forwarded);
        for (said, expected) in [
            ("for=192.0.2.60;proto=http;by=203.0.113.43", "192.0.2.60"),
            ("for=1.2.3.4, For=\"[2001:db8:cafe::17]:4711\"", "2001:db8:cafe::17"),
            ("for=192.0.2.43:8080", "192.0.2.43"),
            ("for=_hidden", "10.1.2.3"),
        ] {
            assert_eq!(client(&proxies, "10.1.2.3", &[("forwarded", said)]), expected, "{said}");
        }
        let peer = Some("10.1.2.3".parse().expect("an address"));
        assert!(proxies.is_https(&headers(&[("forwarded", "for=1.2.3.4;proto=https")]), peer));
    }
}
