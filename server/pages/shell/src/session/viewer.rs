//! The viewer of a request: read once from its cookie or token. Handlers that need to know take [`Viewer`] as an extractor.

use std::{convert::Infallible, net::IpAddr};

use affixboard_store::{Account, AccountId, Identity, NewMember, Role, SessionId, TokenHolder};
use axum::{
    extract::FromRequestParts,
    http::{HeaderMap, HeaderValue, StatusCode, header, request::Parts},
};

use super::cookies::SecretCookie;
use crate::{Error, State};
use affixboard_service::{base_path::base, clock::now_ms, signing_in::SecondFactorRule};

/// The session's cookie, which a browser keeps for as long as a session can last: 30 days.
const SESSION: SecretCookie = SecretCookie { name: "affixboard_session", seconds: 30 * 86_400 };
/// The issuer of those whom a proxy names.
pub const PROXY: &str = "proxy";
/// Minimum time between two writes of a session's or a token's last use, in milliseconds: each write invalidates cached pages.
const SEEN: i64 = 3_600_000;

/// The sender of a request.
#[derive(Debug, Clone)]
pub enum Viewer {
    /// Anyone, for there are no accounts yet.
    Local {
        /// Whether they may act.
        may_act: bool,
    },
    /// Somebody who isn't signed in.
    Visitor,
    /// Somebody who is.
    Person {
        /// In which session; `None`: a proxy says so with each request.
        session: Option<SessionId>,
        /// With which account.
        account: Account,
        /// Whether they must set up a second factor before anything else.
        owes_second_factor: bool,
    },
    /// A program with a token.
    Program {
        /// In whose name.
        account: Account,
        /// In what role: the account's, or less.
        role: Role,
    },
}

/// The owner of drafts, as the store has it: an account, or `None` for the local user before there were accounts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Drafter(pub Option<AccountId>);

/// The viewer that the guard (`web/access.rs`) found; before it, a visitor.
impl<S: Send + Sync> FromRequestParts<S> for Viewer {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Viewer, Infallible> {
        Ok(parts.extensions.get().cloned().unwrap_or(Viewer::Visitor))
    }
}

impl Viewer {
    /// The viewer by a request's headers and the other end of its connection. A bad token is refused; a bad cookie is a visitor's, as
    /// sessions end.
    pub async fn of(state: &State, headers: &HeaderMap, peer: Option<IpAddr>) -> Result<Viewer, Error> {
        if !state.has_accounts().await? {
            return Ok(Viewer::Local { may_act: state.actions_allowed });
        }
        let now_ms = now_ms();
        if let Some(token) = headers.get(header::AUTHORIZATION).and_then(bearer) {
            let found = state.store.token(token, now_ms).await?;
            let TokenHolder { id, account, scope, last_used_at } = found
                .ok_or_else(|| Error::new(StatusCode::UNAUTHORIZED, "This token is none of ours, or has run out."))?;
            if last_used_at.is_none_or(|last| now_ms - last > SEEN) {
                // Where it can't be noted, as on a full disk, reading goes on.
                let _ = state.store.note_token_use(id, now_ms).await;
            }
            return Ok(Viewer::Program { role: scope.of(account.role), account });
        }
        if let Some(user) = state.proxies.user(headers, peer)?
            && let Some(account) = of_proxy(state, &user, now_ms).await?
        {
            return Ok(Viewer::Person { session: None, account, owes_second_factor: false });
        }
        let Some(token) = cookie(headers, state.behind_tls, base()) else { return Ok(Viewer::Visitor) };
        let Some(session) = state.store.session(token, now_ms).await? else { return Ok(Viewer::Visitor) };
        if now_ms - session.seen_at > SEEN {
            // As above.
            let _ = state.store.see_session(session.id, now_ms).await;
        }
        // Of who came by somebody else's word, a second factor is that one's business.
        let by_password = session.identity.is_none();
        let is_required = state.sign_in.second_factor == SecondFactorRule::Required;
        let owes_second_factor = is_required && by_password && !session.has_second_factor;
        Ok(Viewer::Person { session: Some(session.id), account: session.account, owes_second_factor })
    }

    /// Whether they may do what that role may.
    pub fn may(&self, wanted: Role) -> bool {
        match self {
            Viewer::Local { may_act } => *may_act,
            Viewer::Visitor => false,
            Viewer::Person { account, .. } => account.role >= wanted,
            Viewer::Program { role, .. } => *role >= wanted,
        }
    }

    /// The owner whose drafts they may see; `None` for visitors, even where a local user left a draft.
    pub fn drafter(&self) -> Option<Drafter> {
        match self {
            Viewer::Local { may_act } => may_act.then_some(Drafter(None)),
            Viewer::Visitor => None,
            Viewer::Person { account, .. } | Viewer::Program { account, .. } => Some(Drafter(Some(account.id))),
        }
    }

    /// The session and account of a person who is signed in.
    pub fn person(&self) -> Result<(Option<SessionId>, Account), Error> {
        match self {
            Viewer::Person { session, account, .. } => Ok((*session, account.clone())),
            _ => Err(Error::forbidden(
                "There are no accounts yet. The first is made with the link that the dashboard prints when it starts.",
            )),
        }
    }

    /// Their account as the author of what they do; `None` for the local user before there were accounts.
    pub fn by(&self) -> Option<AccountId> {
        self.account().map(|account| account.id)
    }

    /// Their account.
    pub fn account(&self) -> Option<&Account> {
        match self {
            Viewer::Local { .. } | Viewer::Visitor => None,
            Viewer::Person { account, .. } | Viewer::Program { account, .. } => Some(account),
        }
    }
}

/// The account of somebody whom a proxy names, if it can be used: the one that is connected, or a new one where the settings say so.
async fn of_proxy(state: &State, user: &str, now_ms: i64) -> Result<Option<Account>, Error> {
    let known = state.store.identity(PROXY, user).await?;
    let account = match (known, state.sign_in.newcomers.role()) {
        (Some((_, account)), _) => account,
        (None, None) => return Ok(None),
        (None, Some(role)) => {
            let identity = Identity { issuer: PROXY, subject: user, label: user };
            state.store.add_member(NewMember { identity, name: user, now_ms }, role).await?.1
        }
    };
    Ok(Some(account).filter(|account| account.disabled_at.is_none()))
}

/// The token of an `Authorization` header, empty where it can be none of ours. Other schemes than `Bearer`, such as `Basic`,
/// are between the browser and a proxy before us.
fn bearer(value: &HeaderValue) -> Option<&str> {
    let Some((scheme, token)) = value.to_str().ok().and_then(|text| text.split_once(' ')) else { return Some("") };
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

/// The session's token that came with a request.
pub fn cookie<'a>(headers: &'a HeaderMap, behind_tls: bool, base: &str) -> Option<&'a str> {
    SESSION.value(headers, behind_tls, base)
}

/// The header that sets the session's cookie, or takes it where there is no token.
pub fn set_cookie(token: Option<&str>, behind_tls: bool, base: &str) -> String {
    SESSION.set(token, behind_tls, base)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cookie_is_found_by_its_whole_name() {
        for (sent, behind_tls, expected) in [
            ("affixboard_session=a", false, Some("a")),
            ("x=1; affixboard_session=a ; y=2", false, Some("a")),
            ("affixboard_session=a", true, None),
            ("__Host-affixboard_session=b; affixboard_session=a", true, Some("b")),
            ("__Host-affixboard_session=b", false, None),
            ("xaffixboard_session=a; affixboard_sessionx=b; affixboard_session", false, None),
            ("", false, None),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::COOKIE, HeaderValue::from_static(sent));
            assert_eq!(cookie(&headers, behind_tls, ""), expected, "{sent}");
        }
    }

    #[test]
    fn the_cookie_is_for_nobody_else() {
        let expected = "affixboard_session=ab; HttpOnly; SameSite=Lax; Path=/; Max-Age=2592000";
        assert_eq!(set_cookie(Some("ab"), false, ""), expected);
        assert_eq!(set_cookie(Some("ab"), true, ""), format!("__Host-{expected}; Secure"));
        assert_eq!(set_cookie(None, false, ""), "affixboard_session=; HttpOnly; SameSite=Lax; Path=/; Max-Age=0");
        // `__Host-` is for the whole host.
        let under = set_cookie(Some("ab"), true, "/a");
        let expected = "__Secure-affixboard_session=ab; HttpOnly; SameSite=Lax; Path=/a; Max-Age=2592000; Secure";
        assert_eq!(under, expected);
        let headers =
            HeaderMap::from_iter([(header::COOKIE, HeaderValue::from_static("__Secure-affixboard_session=ab"))]);
        assert_eq!(cookie(&headers, true, "/a"), Some("ab"));
    }

    #[tokio::test]
    async fn nobody_may_act_outside_of_an_answer() {
        let (mut parts, ()) = axum::http::Request::new(()).into_parts();
        let Ok(viewer) = Viewer::from_request_parts(&mut parts, &()).await;
        assert!(!viewer.may(Role::Reader));
    }
}
