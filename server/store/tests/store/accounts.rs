//! Accounts, sessions, links that are good for once, tokens, and the log.

use affixboard_store::{
    AccountError, AccountId, Identity, IdentityError, InvitationError, InvitationId, NewAccount, NewMember,
    NewSecondFactor, NewSession, NewToken, Proof, Purpose, Role, Scope, SecondProof, SessionId, Store, TokenError,
};

use crate::fixture::{NOW, check_integrity, number, raw, store};

/// Of no password; the store doesn't look into it.
pub(crate) const PASSWORD: &str = "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAA";
const OTHER: &str = "$argon2id$v=19$m=19456,t=2,p=1$BBBBBBBBBBBBBBBBBBBBBA$BBBB";
const DAY: i64 = 86_400_000;
const ANN: AccountId = AccountId(1);
const BOB: AccountId = AccountId(2);

fn named(name: &str) -> NewAccount<'_> {
    NewAccount { name, password: PASSWORD, now_ms: NOW }
}

/// Makes the first maintainer, who is called Ann.
pub(crate) async fn first(store: &Store) -> AccountId {
    assert!(store.make_first_link("first", NOW).await.expect("an answer"));
    store.accept_invitation("first", named("Ann")).await.expect("an account").id
}

/// Lets somebody in.
pub(crate) async fn join(store: &Store, name: &str, role: Role) -> AccountId {
    let link = format!("link of {name}");
    store.invite(&link, role, ANN, (NOW, NOW + DAY)).await.expect("a link");
    store.accept_invitation(&link, named(name)).await.expect("an account").id
}

fn session_of(account: AccountId, token: &str) -> NewSession<'_> {
    NewSession {
        account,
        proof: Proof::Password(PASSWORD),
        token,
        replaces: None,
        address: "192.0.2.7",
        agent: "A browser",
        now_ms: NOW,
    }
}

/// The log from its beginning: who, what, about, from, to.
pub(crate) async fn log(store: &Store) -> Vec<String> {
    let acts = store.audit_log(None, 100).await.expect("the log").into_iter().rev();
    let word = |text: Option<String>| text.unwrap_or_else(|| "-".to_owned());
    acts.map(|act| [word(act.who()), act.what, act.about, word(act.from), word(act.to)].join(" | ")).collect()
}

#[tokio::test]
async fn the_first_link_is_replaced_and_good_for_once() {
    let (folder, store) = store().await;
    assert!(!store.has_accounts().await.expect("an answer"));
    assert!(store.make_first_link("old", NOW).await.expect("an answer"));
    assert!(store.make_first_link("first", NOW + 1).await.expect("an answer"));
    assert_eq!(store.invitation("old", NOW).await.expect("an answer"), None);
    let link = store.invitation("first", NOW + 1000 * DAY).await.expect("an answer").expect("a link");
    assert_eq!((link.purpose, link.made_by, link.expires_at), (Purpose::First, None, None));
    let ann = store.accept_invitation("first", named("Ann")).await.expect("an account");
    assert_eq!((ann.id, ann.name.as_str(), ann.role, ann.disabled_at), (ANN, "Ann", Role::Maintainer, None));
    assert!(store.has_accounts().await.expect("an answer"));
    for (token, name) in [("first", "Bob"), ("old", "Bob"), ("never", "Bob")] {
        let refused = store.accept_invitation(token, named(name)).await.expect_err(token);
        assert!(matches!(refused, InvitationError::NotUsable), "{token}: {refused}");
    }
    assert!(!store.make_first_link("again", NOW).await.expect("an answer"), "there is somebody already");
    assert_eq!(store.invitation("again", NOW).await.expect("an answer"), None);
    assert_eq!(log(&store).await, ["Ann | made an account | Ann | - | maintainer"]);
    check_integrity(folder.path()).await;
}

#[tokio::test]
async fn secrets_are_not_in_the_file() {
    let (folder, store) = store().await;
    first(&store).await;
    store.begin_session(session_of(ANN, "a secret session")).await.expect("an answer").expect("a session");
    store.invite("a secret link", Role::Reader, ANN, (NOW, NOW + 1)).await.expect("a link");
    let new = NewToken {
        account: ANN,
        token: "a secret token",
        name: "ci",
        scope: Scope::All,
        expires_at: NOW + 1,
        now_ms: NOW,
    };
    store.make_token(new).await.expect("a token");
    store.close().await;
    let file = std::fs::read(folder.path().join("a.db")).expect("the file");
    let holds = |text: &str| file.windows(text.len()).any(|window| window == text.as_bytes());
    assert!(holds("192.0.2.7"), "what is no secret is found");
    assert!(!holds("a secret"));
}

#[tokio::test]
async fn invitations_have_a_role_and_an_end() {
    let (_folder, store) = store().await;
    first(&store).await;
    store.invite("link", Role::Reviewer, ANN, (NOW, NOW + DAY)).await.expect("a link");
    let open = store.invitations(NOW).await.expect("links");
    assert_eq!(open.len(), 1);
    assert_eq!((&open[0].purpose, open[0].made_by.as_deref()), (&Purpose::Invite(Role::Reviewer), Some("Ann")));
    assert_eq!(store.invitation("link", NOW + DAY).await.expect("an answer"), None, "run out");
    let late = NewAccount { now_ms: NOW + DAY, ..named("Bob") };
    assert!(matches!(store.accept_invitation("link", late).await, Err(InvitationError::NotUsable)));
    // A refused name leaves it good.
    let refused = store.accept_invitation("link", named("ANN")).await.expect_err("taken");
    assert_eq!(refused.to_string(), "there is an account `ANN` already");
    assert_eq!(store.accept_invitation("link", named("Bob")).await.expect("an account").role, Role::Reviewer);
    assert!(matches!(store.reset_password("link", OTHER, NOW).await, Err(InvitationError::NotUsable)));

    store.invite("taken back", Role::Reader, ANN, (NOW, NOW + DAY)).await.expect("a link");
    let id = store.invitations(NOW).await.expect("links")[0].id;
    assert!(store.withdraw_invitation(id, ANN, NOW).await.expect("an answer"));
    assert!(!store.withdraw_invitation(id, ANN, NOW).await.expect("an answer"));
    assert!(!store.withdraw_invitation(InvitationId(1), ANN, NOW).await.expect("an answer"), "the first was used");
    assert!(matches!(store.accept_invitation("taken back", named("Cid")).await, Err(InvitationError::NotUsable)));
    for n in 0..100 {
        store.invite(&format!("{n}"), Role::Reader, ANN, (NOW, NOW + DAY)).await.expect("a link");
    }
    assert!(matches!(store.invite("x", Role::Reader, ANN, (NOW, NOW + DAY)).await, Err(InvitationError::TooMany(_))));
    // Those that ran out make room.
    store.invite("x", Role::Reader, ANN, (NOW + DAY, NOW + 2 * DAY)).await.expect("a link");
}

#[tokio::test]
async fn names_are_told_apart_by_more_than_case() {
    let (_folder, store) = store().await;
    first(&store).await;
    join(&store, "Ärger", Role::Reader).await;
    store.invite("link", Role::Reader, ANN, (NOW, NOW + DAY)).await.expect("a link");
    for taken in ["ann", "ärger", "ÄRGER"] {
        let refused = store.accept_invitation("link", named(taken)).await.expect_err(taken);
        assert!(matches!(refused, InvitationError::Account(AccountError::NameTaken(_))), "{taken}: {refused}");
    }
    let long = "x".repeat(61);
    for bad in
        ["", " x", "x ", "x  y", "a\nb", "a\u{0}", "An\u{200b}n", "\u{202e}nnA", "a\u{a0}b", "The Program", &long]
    {
        let refused = store.accept_invitation("link", named(bad)).await.expect_err(bad);
        assert!(matches!(refused, InvitationError::Account(AccountError::BadName(_))), "{bad:?}: {refused}");
    }
    let odd = "<script>'\"&`; DROP TABLE accounts";
    assert_eq!(store.accept_invitation("link", named(odd)).await.expect("an account").name, odd);
    assert_eq!(store.password("äRGER").await.expect("an answer"), Some((BOB, PASSWORD.to_owned())));
    assert_eq!(store.password("nobody").await.expect("an answer"), None);
}

#[tokio::test]
async fn sessions_end_by_themselves() {
    let (_folder, store) = store().await;
    first(&store).await;
    let id = store.begin_session(session_of(ANN, "s")).await.expect("an answer").expect("a session");
    let at = async |now_ms| store.session("s", now_ms).await.expect("an answer").map(|session| session.account.name);
    assert_eq!(at(NOW + 7 * DAY - 1).await.as_deref(), Some("Ann"));
    assert_eq!(at(NOW + 7 * DAY).await, None, "idle for 7 days");
    for day in [6, 12, 18, 24] {
        store.see_session(id, NOW + day * DAY).await.expect("seen");
    }
    assert_eq!(at(NOW + 30 * DAY - 1).await.as_deref(), Some("Ann"));
    assert_eq!(at(NOW + 30 * DAY).await, None, "30 days at most");
    assert!(store.sessions(ANN, NOW + 30 * DAY).await.expect("sessions").is_empty());
    store.see_session(id, NOW).await.expect("an answer");
    assert_eq!(store.session("s", NOW).await.expect("an answer").expect("it").seen_at, NOW + 24 * DAY, "never earlier");
    assert_eq!(store.session("S", NOW).await.expect("an answer"), None);
    assert_eq!(store.session("", NOW).await.expect("an answer"), None);
}

#[tokio::test]
async fn a_session_replaces_the_one_that_came_with_the_request() {
    let (_folder, store) = store().await;
    first(&store).await;
    store.begin_session(session_of(ANN, "one")).await.expect("an answer").expect("a session");
    let agent = format!("a\nb{}", "x".repeat(300));
    let new = NewSession { replaces: Some("one"), agent: &agent, ..session_of(ANN, "two") };
    let two = store.begin_session(new).await.expect("an answer").expect("a session");
    assert_eq!(store.session("one", NOW).await.expect("an answer"), None);
    let lines = store.sessions(ANN, NOW).await.expect("sessions");
    assert_eq!(lines.iter().map(|line| (line.id, line.agent.len())).collect::<Vec<_>>(), [(two, 120)]);
    // Nor does the old one stay where the password isn't right any more.
    let stale = NewSession { proof: Proof::Password(OTHER), replaces: Some("two"), ..session_of(ANN, "three") };
    assert_eq!(store.begin_session(stale).await.expect("an answer"), None);
    assert_eq!(store.session("two", NOW).await.expect("an answer"), None);
    // At most 50, of which the newest stay.
    for n in 0..53 {
        store.begin_session(session_of(ANN, &format!("{n}"))).await.expect("an answer").expect("a session");
    }
    assert_eq!(store.sessions(ANN, NOW).await.expect("sessions").len(), 50);
    assert!(store.session("52", NOW).await.expect("an answer").is_some());
    assert_eq!(store.session("2", NOW).await.expect("an answer"), None);
}

#[tokio::test]
async fn one_ends_one_s_own_sessions_only() {
    let (_folder, store) = store().await;
    first(&store).await;
    join(&store, "Bob", Role::Reader).await;
    let ann = store.begin_session(session_of(ANN, "a")).await.expect("an answer").expect("a session");
    assert!(!store.end_session(BOB, ann, NOW).await.expect("an answer"));
    assert!(store.end_session(ANN, ann, NOW).await.expect("an answer"));
    assert!(!store.end_session(ANN, ann, NOW).await.expect("an answer"));
    assert_eq!(store.session("a", NOW).await.expect("an answer"), None);
    assert!(!store.end_session(ANN, SessionId(99), NOW).await.expect("an answer"));
}

#[tokio::test]
async fn a_new_password_ends_other_sessions() {
    let (_folder, store) = store().await;
    first(&store).await;
    let keep = store.begin_session(session_of(ANN, "keep")).await.expect("an answer").expect("a session");
    store.begin_session(session_of(ANN, "other")).await.expect("an answer").expect("a session");
    let changed = store.change_password(ANN, (OTHER, PASSWORD), Some(keep), NOW).await.expect("an answer");
    assert!(!changed, "it was another");
    assert!(store.change_password(ANN, (PASSWORD, OTHER), Some(keep), NOW).await.expect("an answer"));
    assert!(store.session("keep", NOW).await.expect("an answer").is_some());
    assert_eq!(store.session("other", NOW).await.expect("an answer"), None);
    assert_eq!(store.password("Ann").await.expect("an answer").expect("it").1, OTHER);
    assert_eq!(store.begin_session(session_of(ANN, "late")).await.expect("an answer"), None, "verified before");

    // By link all end, and tokens too.
    let new = NewToken { account: ANN, token: "t", name: "ci", scope: Scope::All, expires_at: NOW + DAY, now_ms: NOW };
    store.make_token(new).await.expect("a token");
    store.make_reset_link("first one", ANN, ANN, (NOW, NOW + DAY)).await.expect("a link");
    store.make_reset_link("reset", ANN, ANN, (NOW, NOW + DAY)).await.expect("a link");
    assert!(
        matches!(store.reset_password("first one", PASSWORD, NOW).await, Err(InvitationError::NotUsable)),
        "replaced"
    );
    assert!(matches!(store.accept_invitation("reset", named("Eve")).await, Err(InvitationError::NotUsable)));
    assert!(
        matches!(store.reset_password("reset", PASSWORD, NOW + DAY).await, Err(InvitationError::NotUsable)),
        "run out"
    );
    assert_eq!(store.reset_password("reset", PASSWORD, NOW).await.expect("an account").id, ANN);
    assert!(matches!(store.reset_password("reset", OTHER, NOW).await, Err(InvitationError::NotUsable)), "used");
    assert_eq!(store.session("keep", NOW).await.expect("an answer"), None);
    assert_eq!(store.token("t", NOW).await.expect("an answer"), None);
    let refused = store.make_reset_link("x", AccountId(9), ANN, (NOW, NOW + DAY)).await.expect_err("nobody");
    assert_eq!(refused.to_string(), "there is no account 9");
}

#[tokio::test]
async fn the_last_maintainer_stays() {
    let (_folder, store) = store().await;
    first(&store).await;
    join(&store, "Bob", Role::Reader).await;
    let refused = store.set_role(ANN, Role::Reviewer, ANN, NOW).await.expect_err("the last");
    assert_eq!(refused.to_string(), "this is the last maintainer; make another one first");
    assert!(matches!(store.set_disabled(ANN, true, ANN, NOW).await, Err(AccountError::LastMaintainer)));
    assert_eq!(store.account(ANN).await.expect("an answer").expect("Ann").role, Role::Maintainer);
    store.set_role(BOB, Role::Maintainer, ANN, NOW).await.expect("changed");
    // Both at once: one is left.
    let (one, two) = tokio::join!(store.set_role(ANN, Role::Reader, BOB, NOW), store.set_disabled(BOB, true, ANN, NOW));
    assert_eq!(u8::from(one.is_ok()) + u8::from(two.is_ok()), 1);
    let left = store.accounts().await.expect("accounts");
    assert_eq!(left.iter().filter(|one| one.role == Role::Maintainer && one.disabled_at.is_none()).count(), 1);
    assert!(matches!(store.set_role(AccountId(9), Role::Reader, ANN, NOW).await, Err(AccountError::NotFound(_))));
}

#[tokio::test]
async fn who_is_disabled_is_out_at_once() {
    let (_folder, store) = store().await;
    first(&store).await;
    join(&store, "Bob", Role::Maintainer).await;
    store.begin_session(session_of(BOB, "s")).await.expect("an answer").expect("a session");
    let new =
        NewToken { account: BOB, token: "t", name: "ci", scope: Scope::Propose, expires_at: NOW + DAY, now_ms: NOW };
    store.make_token(new).await.expect("a token");
    store.invite("by Bob", Role::Maintainer, BOB, (NOW, NOW + DAY)).await.expect("a link");
    store.set_disabled(BOB, true, ANN, NOW).await.expect("disabled");
    assert_eq!(store.password("Bob").await.expect("an answer"), None);
    assert_eq!(store.session("s", NOW).await.expect("an answer"), None);
    assert_eq!(store.token("t", NOW).await.expect("an answer"), None);
    assert_eq!(store.invitation("by Bob", NOW).await.expect("an answer"), None, "nor do their links let anyone in");
    assert_eq!(store.begin_session(session_of(BOB, "s2")).await.expect("an answer"), None);
    store.set_disabled(BOB, false, ANN, NOW).await.expect("enabled");
    assert_eq!(store.session("s", NOW).await.expect("an answer"), None, "that session has ended");
    assert!(store.token("t", NOW).await.expect("an answer").is_some());
}

#[tokio::test]
async fn tokens_have_a_scope_and_an_end() {
    let (_folder, store) = store().await;
    first(&store).await;
    join(&store, "Bob", Role::Reader).await;
    let new =
        NewToken { account: ANN, token: "t", name: "ci", scope: Scope::Propose, expires_at: NOW + DAY, now_ms: NOW };
    store.make_token(new).await.expect("a token");
    let holder = store.token("t", NOW).await.expect("an answer").expect("a token");
    assert_eq!((holder.account.id, holder.scope, holder.last_used_at), (ANN, Scope::Propose, None));
    store.note_token_use(holder.id, NOW + 2).await.expect("noted");
    store.note_token_use(holder.id, NOW + 1).await.expect("noted");
    let everybodys = store.all_tokens(NOW).await.expect("tokens");
    assert_eq!(everybodys.len(), 1);
    assert_eq!((everybodys[0].owner.as_str(), everybodys[0].token.last_used_at), ("Ann", Some(NOW + 2)));
    assert_eq!(store.all_tokens(NOW + DAY).await.expect("tokens"), [], "run out");
    assert_eq!(store.token("t", NOW + DAY).await.expect("an answer"), None, "run out");
    assert_eq!(store.session("t", NOW).await.expect("an answer"), None, "no cookie");
    let id = store.tokens(ANN, NOW).await.expect("tokens")[0].id;
    assert!(!store.end_token(BOB, id, NOW).await.expect("an answer"));
    assert!(store.end_token(ANN, id, NOW).await.expect("an answer"));
    assert_eq!(store.token("t", NOW).await.expect("an answer"), None);
    for name in ["", " x", "a\nb"] {
        assert!(matches!(store.make_token(NewToken { name, ..new }).await, Err(TokenError::BadName(_))), "{name}");
    }
    for n in 0..20 {
        store.make_token(NewToken { token: &format!("{n}"), ..new }).await.expect("a token");
    }
    assert!(matches!(store.make_token(NewToken { token: "x", ..new }).await, Err(TokenError::TooMany(_))));
    #[rustfmt::skip]
    let table = [
        (Scope::Read, [Role::Reader, Role::Reader, Role::Reader, Role::Reader]),
        (Scope::Propose, [Role::Reader, Role::Proposer, Role::Proposer, Role::Proposer]),
        (Scope::All, Role::ALL),
    ];
    for (scope, expected) in table {
        assert_eq!(Role::ALL.map(|role| scope.of(role)), expected, "{scope:?}");
    }
}

#[tokio::test]
async fn the_log_says_who_did_what_and_can_t_be_changed() {
    let (folder, store) = store().await;
    first(&store).await;
    join(&store, "Bob", Role::Reader).await;
    store.set_role(BOB, Role::Proposer, ANN, NOW).await.expect("changed");
    store.set_role(BOB, Role::Proposer, ANN, NOW).await.expect("the same: no line");
    store.set_disabled(BOB, true, ANN, NOW).await.expect("disabled");
    store.keep_view(&format!("/{}", "x".repeat(300)), None, NOW).await.expect("kept");
    let expected = [
        "Ann | made an account | Ann | - | maintainer",
        "Ann | made an invitation | reader | - | -",
        "Bob | made an account | Bob | - | reader",
        "Ann | changed a role | Bob | reader | proposer",
        "Ann | disabled an account | Bob | - | -",
        &format!("- | kept a view | /{} | - | view 1", "x".repeat(199)),
    ];
    assert_eq!(log(&store).await, expected);
    let page = store.audit_log(Some(3), 1).await.expect("a part");
    assert_eq!(page.iter().map(|act| act.id).collect::<Vec<_>>(), [2]);
    let mut connection = raw(folder.path()).await;
    for statement in ["UPDATE acts SET what = 'x'", "DELETE FROM acts WHERE id = 1"] {
        let refused = sqlx::query(statement).execute(&mut connection).await.expect_err(statement).to_string();
        assert!(refused.contains("the log is only added to"), "{refused}");
    }
    assert_eq!(number(folder.path(), "SELECT count(*) FROM acts").await, 6);
}

#[tokio::test]
async fn tokens_end_with_a_changed_password_and_by_a_maintainer() {
    let (_folder, store) = store().await;
    first(&store).await;
    join(&store, "Bob", Role::Proposer).await;
    let token =
        |account, token| NewToken { account, token, name: "ci", scope: Scope::All, expires_at: NOW + DAY, now_ms: NOW };
    store.make_token(token(ANN, "a")).await.expect("a token");
    store.make_token(token(BOB, "b")).await.expect("a token");
    assert!(store.change_password(BOB, (PASSWORD, OTHER), None, NOW).await.expect("an answer"));
    assert_eq!(store.token("b", NOW).await.expect("an answer"), None);
    let anns = store.token("a", NOW).await.expect("an answer").expect("somebody else's token stays");

    assert!(store.revoke_token(anns.id, BOB, NOW).await.expect("an answer"));
    assert_eq!(store.token("a", NOW).await.expect("an answer"), None);
    assert!(!store.revoke_token(anns.id, BOB, NOW).await.expect("an answer"));
    assert_eq!(log(&store).await.last().map(String::as_str), Some("Bob | revoked a token | Ann | ci | "));
}

fn factor(codes: &[String], keep: Option<SessionId>) -> NewSecondFactor<'_> {
    NewSecondFactor { account: ANN, password: PASSWORD, secret: &[7; 20], step: 100, codes, keep, now_ms: NOW }
}

#[tokio::test]
async fn a_second_factor_is_asked_for_and_each_code_is_good_once() {
    let (folder, store) = store().await;
    first(&store).await;
    let keep = store.begin_session(session_of(ANN, "keep")).await.expect("an answer").expect("a session");
    store.begin_session(session_of(ANN, "other")).await.expect("an answer").expect("a session");
    let codes = ["one".to_owned(), "two".to_owned()];
    let wrong = NewSecondFactor { password: OTHER, ..factor(&codes, None) };
    assert!(!store.add_second_factor(wrong).await.expect("an answer"));
    assert!(store.add_second_factor(factor(&codes, Some(keep))).await.expect("an answer"));
    assert!(!store.add_second_factor(factor(&codes, Some(keep))).await.expect("an answer"), "there is one");
    assert!(store.session("other", NOW).await.expect("an answer").is_none(), "it began without a code");
    let session = store.session("keep", NOW).await.expect("an answer").expect("it");
    assert!(session.has_second_factor && session.identity.is_none());

    let begin = async |proof, token| {
        let new = NewSession { proof, ..session_of(ANN, token) };
        store.begin_session(new).await.expect("an answer").is_some()
    };
    assert!(!begin(Proof::Password(PASSWORD), "a").await, "the password alone is no longer enough");
    assert!(begin(Proof::PasswordAlone(PASSWORD), "b").await, "but where no code is asked for");
    let code = |step| Proof::PasswordAndCode(PASSWORD, SecondProof::Step(step));
    assert!(!begin(code(100), "c").await, "it was given when it was set up");
    assert!(!begin(code(99), "d").await, "earlier than one that was used");
    assert!(begin(code(101), "e").await);
    assert!(!begin(code(101), "f").await);
    assert!(!begin(Proof::PasswordAndCode(OTHER, SecondProof::Step(105)), "g").await);
    assert!(begin(code(105), "h").await, "a refused password used nothing up");
    // After a clock that was an hour ahead was set right.
    assert!(begin(code(5), "i").await && !begin(code(5), "j").await);
    let recovery = |code| Proof::PasswordAndCode(PASSWORD, SecondProof::Recovery(code));
    assert!(begin(recovery("one"), "k").await && !begin(recovery("one"), "l").await && !begin(recovery(""), "m").await);
    assert_eq!(store.second_factor(ANN).await.expect("an answer").expect("it").recovery_codes, 1);
    for token in ["a", "c", "d", "f", "g", "j", "l", "m"] {
        assert!(store.session(token, NOW).await.expect("an answer").is_none(), "{token}");
    }

    let step = |step| (PASSWORD, SecondProof::Step(step));
    assert!(!store.renew_recovery_codes(ANN, step(5), &codes, NOW).await.expect("an answer"));
    assert!(store.renew_recovery_codes(ANN, step(6), &codes, NOW).await.expect("an answer"));
    assert_eq!(store.second_factor(ANN).await.expect("an answer").expect("it").recovery_codes, 2);
    assert!(!store.end_second_factor(ANN, (OTHER, SecondProof::Step(9)), NOW).await.expect("an answer"));
    assert!(store.end_second_factor(ANN, step(9), NOW).await.expect("an answer"));
    assert!(begin(Proof::Password(PASSWORD), "n").await);
    assert_eq!(number(folder.path(), "SELECT count(*) FROM recovery_codes").await, 0);
    check_integrity(folder.path()).await;
}

#[tokio::test]
async fn who_lost_it_is_helped_by_a_maintainer_or_on_the_command_line() {
    let (folder, store) = store().await;
    first(&store).await;
    assert!(store.add_second_factor(factor(&["one".to_owned()], None)).await.expect("an answer"));
    assert_eq!(store.with_second_factor().await.expect("an answer").into_iter().collect::<Vec<_>>(), [ANN]);
    assert!(store.take_second_factor(ANN, ANN, NOW).await.expect("an answer"));
    assert!(!store.take_second_factor(ANN, ANN, NOW).await.expect("an answer"));
    assert!(matches!(store.take_second_factor(AccountId(9), ANN, NOW).await, Err(AccountError::NotFound(_))));

    assert!(store.add_second_factor(factor(&["one".to_owned()], None)).await.expect("an answer"));
    assert!(store.rescue("ANN", "rescue", (NOW, NOW + DAY)).await.expect("an answer"), "there was one");
    assert!(!store.rescue("Ann", "again", (NOW, NOW + DAY)).await.expect("an answer"));
    assert!(matches!(
        store.rescue("Nob", "x", (NOW, NOW + DAY)).await,
        Err(InvitationError::Account(AccountError::NoSuchName(_)))
    ));
    assert!(matches!(store.reset_password("rescue", OTHER, NOW).await, Err(InvitationError::NotUsable)), "replaced");
    store.reset_password("again", OTHER, NOW).await.expect("set");
    assert_eq!(store.password("Ann").await.expect("an answer").expect("it").1, OTHER);
    let by_hand = "SELECT count(*) FROM acts WHERE is_command_line = 1 AND account_id IS NULL";
    assert_eq!(number(folder.path(), by_hand).await, 3);
}

#[tokio::test]
async fn identities_belong_to_one_account_and_let_it_in() {
    let (folder, store) = store().await;
    first(&store).await;
    let own = Identity { issuer: "https://id.example", subject: "7", label: "ann\n" };
    store.connect_identity(ANN, own, NOW).await.expect("connected");
    assert!(matches!(store.connect_identity(ANN, own, NOW).await, Err(IdentityError::Taken)));
    let (id, account) = store.identity("https://id.example", "7").await.expect("an answer").expect("it");
    assert_eq!(account.id, ANN);
    assert!(store.identity("https://id.example/", "7").await.expect("an answer").is_none(), "another issuer");
    for (issuer, subject) in [("", "7"), ("https://id.example", ""), ("https://id.example", &*"7".repeat(256))] {
        let refused = store.connect_identity(ANN, Identity { issuer, subject, label: "" }, NOW).await;
        assert!(matches!(refused, Err(IdentityError::Unusable(_))));
    }

    // Newcomers, whose names are taken or no names.
    let member = |subject, name| NewMember { identity: Identity { subject, ..own }, name, now_ms: NOW };
    let (by, ann2) = store.add_member(member("8", "ANN"), Role::Reader).await.expect("an account");
    assert_eq!((ann2.name.as_str(), ann2.role, ann2.has_password), ("ANN 2", Role::Reader, false));
    assert_eq!(store.add_member(member("8", "Eve"), Role::Reviewer).await.expect("the same").1, ann2);
    let (_, ann3) = store.add_member(member("9", " Ann"), Role::Reader).await.expect("an account");
    assert_eq!(ann3.name, "Ann 3");
    assert_eq!(store.password("ANN 2").await.expect("an answer"), None, "nobody knows one");

    let begin = async |account, proof, token| {
        store.begin_session(NewSession { proof, ..session_of(account, token) }).await.expect("an answer").is_some()
    };
    assert!(begin(ann2.id, Proof::Identity(by), "a").await);
    assert!(!begin(ann3.id, Proof::Identity(by), "b").await, "somebody else's");
    assert!(!begin(ann2.id, Proof::PasswordAlone("$argon2id$none"), "c").await);
    assert_eq!(store.session("a", NOW).await.expect("an answer").expect("it").identity, Some(by));
    // The last way in stays; with a password it isn't the last.
    assert!(matches!(store.disconnect_identity(ann2.id, by, NOW).await, Err(IdentityError::LastWayIn)));
    assert!(!store.disconnect_identity(ANN, by, NOW).await.expect("an answer"), "not hers");
    store.make_reset_link("reset", ann2.id, ANN, (NOW, NOW + DAY)).await.expect("a link");
    assert!(store.reset_password("reset", OTHER, NOW).await.is_ok());
    assert!(begin(ann2.id, Proof::Identity(by), "d").await);
    assert!(store.disconnect_identity(ann2.id, by, NOW).await.expect("an answer"));
    assert!(store.session("d", NOW).await.expect("an answer").is_none(), "it began by that");
    assert!(begin(ann2.id, Proof::Password(OTHER), "e").await);
    assert!(store.disconnect_identity(ANN, id, NOW).await.expect("an answer"));

    // By an invitation.
    store.invite("link", Role::Reviewer, ANN, (NOW, NOW + DAY)).await.expect("a link");
    let (_, bea) = store.accept_invitation_as("link", member("10", "Bea")).await.expect("an account");
    assert_eq!((bea.name.as_str(), bea.role), ("Bea", Role::Reviewer));
    assert!(matches!(store.accept_invitation_as("link", member("11", "Bea")).await, Err(InvitationError::NotUsable)));
    // Who has an account uses up no invitation.
    store.invite("link two", Role::Reviewer, ANN, (NOW, NOW + DAY)).await.expect("a link");
    assert!(matches!(
        store.accept_invitation_as("link two", member("10", "Bea")).await,
        Err(InvitationError::NotUsable)
    ));
    assert!(store.invitation("link two", NOW).await.expect("an answer").is_some());
    check_integrity(folder.path()).await;
}
