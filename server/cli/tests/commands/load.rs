//! Several people and programs who do all sorts of things at once, what was acknowledged to them, and whether it is there.

use std::{
    fmt::Write as _,
    path::{Path, PathBuf},
    sync::{
        Mutex,
        atomic::{AtomicU64, Ordering},
    },
};

use affixboard_service::clock::now_ms;
use affixboard_store::{
    AccountId, Act, AuditEntry, BatchFilter, BatchId, MadeBy, NewAccount, NewToken, ProposalFilter, ProposalId,
    ProposalState, Role, Scope, Store, ViewId, verify,
};

use super::program::{Home, SMALL, answer};

const DAY: i64 = 86_400_000;
const PASSWORD: &str = "correct+horse";
/// Of no password.
const PHC: &str = "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
const ANN: AccountId = AccountId(1);
pub(super) const BOB: AccountId = AccountId(2);
const CID: AccountId = AccountId(3);
const FORM: &str = "application/x-www-form-urlencoded";
pub(super) const STARTER: &str = "/editions/affix-branch-starter";
const DRAFT: &str = "/editions/affix-branch-starter/draft?entry=affix.1";
pub(super) const SHEET: &str = "path=%2Feditions%2Faffix-branch-starter%2Frevisions%2F1%2Ftypes%2F23%3Fdepths%3D";

/// An act that was acknowledged.
#[derive(Debug)]
pub(super) enum Fact {
    Import(u32),
    Batch(i64),
    Cancelled(i64),
    View(i64),
    Session(String),
    Account(String),
    Proposal(i64),
    Comment(i64, i64),
    Verdict(i64),
    Merge(i64),
}

impl Fact {
    pub(super) fn act(&self) -> Act {
        match self {
            Fact::Import(_) => Act::ImportedFiles,
            Fact::Batch(_) => Act::StartedBatch,
            Fact::Cancelled(_) => Act::CancelledBatch,
            Fact::View(_) => Act::KeptView,
            Fact::Session(_) => Act::SignedIn,
            Fact::Account(_) => Act::MadeAccount,
            Fact::Proposal(_) => Act::Proposed,
            Fact::Comment(..) => Act::Commented,
            Fact::Verdict(_) => Act::ApprovedProposal,
            Fact::Merge(_) => Act::MergedProposal,
        }
    }

    /// Whether an entry of the log is this act's.
    fn is_logged_as(&self, entry: &AuditEntry) -> bool {
        let to = entry.to.as_deref().unwrap_or_default();
        let is_on = |proposal: i64| entry.proposal == Some(ProposalId(proposal));
        entry.what == self.act().words()
            && match self {
                Fact::Import(number) => entry.about == "ours" && to == format!("r{number}"),
                Fact::Batch(id) => to == format!("batch {id}"),
                Fact::Cancelled(id) => entry.about == format!("batch {id}"),
                Fact::View(id) => to == format!("view {id}"),
                Fact::Session(_) => entry.by == Some(ANN),
                Fact::Account(name) => entry.about == *name,
                Fact::Proposal(id) | Fact::Verdict(id) | Fact::Merge(id) => is_on(*id),
                Fact::Comment(proposal, id) => is_on(*proposal) && to == format!("comment {id}"),
            }
    }

    async fn is_there(&self, store: &Store) -> bool {
        match self {
            Fact::Import(number) => store.revision("ours", Some(*number)).await.expect("an answer").is_some(),
            Fact::Batch(id) => store.batch(BatchId(*id)).await.expect("an answer").is_some(),
            Fact::Cancelled(id) => {
                store.batch(BatchId(*id)).await.expect("an answer").is_some_and(|batch| batch.state.is_final())
            }
            Fact::View(id) => store.view(ViewId(*id)).await.expect("an answer").is_some(),
            Fact::Session(token) => store.session(token, now_ms()).await.expect("an answer").is_some(),
            Fact::Account(name) => store.account_named(name).await.expect("an answer").is_some(),
            Fact::Proposal(id) => store.proposal(ProposalId(*id)).await.expect("an answer").is_some(),
            Fact::Comment(proposal, id) => {
                let comments = store.comments(ProposalId(*proposal)).await.expect("comments");
                comments.iter().any(|comment| comment.id.0 == *id)
            }
            Fact::Verdict(id) => store.verdicts(ProposalId(*id)).await.expect("verdicts").len() == 1,
            Fact::Merge(id) => {
                let proposal = store.proposal(ProposalId(*id)).await.expect("an answer");
                proposal.is_some_and(|proposal| proposal.state == ProposalState::Merged)
            }
        }
    }
}

/// What those who work share.
pub(super) struct Load<'a> {
    addr: &'a str,
    pub(super) acknowledged: Mutex<Vec<Fact>>,
    /// Makes what is sent different each time.
    number: &'a AtomicU64,
    /// Number of requests that were answered 503, where the disk fails; `None` where none may be.
    refused: Option<AtomicU64>,
}

/// The number after a piece of an address.
fn number_after(address: &str, piece: &str) -> i64 {
    let rest = address.split(piece).nth(1).unwrap_or_default();
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().unwrap_or_else(|_| panic!("no number after {piece} in {address}"))
}

/// The value of a header.
fn header<'a>(head: &'a str, name: &str) -> &'a str {
    let mut lines = head.lines().filter_map(|line| line.split_once(": "));
    lines.find(|(found, _)| found.eq_ignore_ascii_case(name)).map_or("", |(_, value)| value)
}

impl<'a> Load<'a> {
    /// What they do: each is a chain of acts, which ends where one of them isn't acknowledged.
    pub(super) const WORKS: [fn(&Load) -> Option<()>; 5] =
        [|load| load.import(), |load| load.batch(), |load| load.view(), |load| load.sign_in(), |load| load.propose()];

    pub(super) fn new(addr: &'a str, number: &'a AtomicU64) -> Load<'a> {
        Load { addr, acknowledged: Mutex::default(), number, refused: None }
    }

    /// The same where the program may refuse what it can't store.
    pub(super) fn that_may_be_refused(addr: &'a str, number: &'a AtomicU64) -> Load<'a> {
        Load { refused: Some(AtomicU64::new(0)), ..Load::new(addr, number) }
    }

    /// Number of refused requests.
    pub(super) fn refused(&self) -> u64 {
        self.refused.as_ref().map_or(0, |refused| refused.load(Ordering::Relaxed))
    }

    fn number(&self) -> u64 {
        self.number.fetch_add(1, Ordering::Relaxed)
    }

    fn note(&self, fact: Fact) {
        self.acknowledged.lock().expect("the facts").push(fact);
    }

    /// The answer to a request; `None` where the program was killed before, or refuses because of the disk.
    fn answer(&self, request: &str) -> Option<(u16, String, String)> {
        let (status, head, page) = answer(self.addr, request)?;
        if let Some(refused) = self.refused.as_ref().filter(|_| status == 503) {
            assert!(["disk", "can&#39;t be read"].iter().any(|why| page.contains(why)), "{page}");
            refused.fetch_add(1, Ordering::Relaxed);
            return None;
        }
        Some((status, head, page))
    }

    /// The answer to something that somebody posts.
    fn send(&self, who: &str, path: &str, kind: &str, body: &str) -> Option<(u16, String, String)> {
        let request = format!(
            "POST {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n{who}Content-Type: {kind}\r\n\
             Content-Length: {}\r\n\r\n{body}",
            self.addr,
            body.len()
        );
        self.answer(&request)
    }

    /// The head of the answer to something that is done.
    fn post(&self, who: &str, path: &str, kind: &str, body: &str) -> Option<String> {
        let (status, head, page) = self.send(who, path, kind, body)?;
        assert_eq!(status, 303, "{path}: {body}: {head}\n\n{page}");
        Some(head)
    }

    /// The same for a form; gives where the answer leads.
    fn form(&self, who: &str, path: &str, form: &str) -> Option<String> {
        Some(header(&self.post(who, path, FORM, form)?, "location").to_owned())
    }

    fn get(&self, who: &str, path: &str) -> Option<String> {
        let request = format!("GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n{who}\r\n", self.addr);
        let (status, head, page) = self.answer(&request)?;
        assert_eq!(status, 200, "{path}: {head}");
        page.contains("</html>").then_some(page)
    }

    fn import(&self) -> Option<()> {
        let mut body = "--x\r\nContent-Disposition: form-data; name=\"edition\"\r\n\r\nours\r\n".to_owned();
        for (name, text) in SMALL {
            let about = format!("form-data; name=\"files\"; filename=\"{name}\"");
            let _ = write!(body, "--x\r\nContent-Disposition: {about}\r\n\r\n{text}# {}\n\r\n", self.number());
        }
        body += "--x--\r\n";
        let head = self.post(&token(ANN), "/import", "multipart/form-data; boundary=x", &body)?;
        self.note(Fact::Import(number_after(header(&head, "location"), "/revisions/") as u32));
        Some(())
    }

    fn batch(&self) -> Option<()> {
        let form = format!("depths=1,2,3&drops=20000&seed={}&great=on", self.number());
        let (status, head, page) = self.send(&token(BOB), &format!("{STARTER}/revisions/1/batches"), FORM, &form)?;
        // A busy machine doesn't come to run them.
        if status == 409 && page.contains("20 batches of yours in the queue") {
            return Some(());
        }
        assert_eq!(status, 303, "{form}: {head}\n\n{page}");
        let id = number_after(header(&head, "location"), "/batches/");
        self.note(Fact::Batch(id));
        // Every other is left to run.
        if id % 2 == 0 {
            let (status, _, page) = self.send(&token(BOB), &format!("/batches/{id}/cancel"), FORM, "")?;
            assert!(matches!(status, 303 | 409), "{page}");
            if status == 303 {
                self.note(Fact::Cancelled(id));
            }
        }
        Some(())
    }

    fn view(&self) -> Option<()> {
        let to = self.form(&token(BOB), "/views", &format!("{SHEET}{}", self.number() % 100 + 1))?;
        self.note(Fact::View(number_after(&to, "/views/")));
        Some(())
    }

    /// Signs Ann in; gives the header of her session.
    pub(super) fn cookie(&self) -> Option<String> {
        let form = format!("name=Ann&password={PASSWORD}");
        let head = self.post("", "/sign-in", FORM, &form)?;
        let cookie = header(&head, "set-cookie").split(';').next().expect("a cookie").to_owned();
        self.note(Fact::Session(cookie.split('=').nth(1).expect("its value").to_owned()));
        Some(format!("Cookie: {cookie}\r\n"))
    }

    /// And lets somebody else in.
    fn sign_in(&self) -> Option<()> {
        let cookie = self.cookie()?;
        let (status, _, page) = self.send(&cookie, "/people/links", FORM, "role=reader&days=7")?;
        assert_eq!(status, 200, "{page}");
        let link = page.split("/join/").nth(1).and_then(|rest| rest.split(['<', '"', ' ', '\n']).next());
        let number = self.number();
        let form = format!("name=Reader+{number}&password={PASSWORD}&again={PASSWORD}");
        self.form("", &format!("/join/{}", link.expect("a link")), &form)?;
        self.note(Fact::Account(format!("Reader {number}")));
        Some(())
    }

    /// From a draft to a merge, by three people.
    pub(super) fn propose(&self) -> Option<()> {
        let value_of = |page: &str, before: &str| {
            let value = page.split(before).nth(1).and_then(|rest| rest.split('"').next());
            value.unwrap_or_else(|| panic!("no {before} in {page}")).to_owned()
        };
        let page = self.get(&token(BOB), DRAFT)?;
        let line = value_of(&page, "name=\"l1\" value=\"affix.1.T.1\"><input type=\"hidden\" name=\"w1\" value=\"");
        let line = line.replace(' ', "+").replace(':', "%3A");
        let number = self.number();
        let form = format!("do=save&l1=affix.1.T.1&w1={line}&f1.commonness={}", number % 97 + 1);
        self.form(&token(BOB), DRAFT, &form)?;
        let version = value_of(&self.get(&token(BOB), DRAFT)?, "name=\"version\" value=\"");
        let form = format!("do=propose&version={version}&title=Number+{number}&description=");
        let (status, head, page) = self.send(&token(BOB), DRAFT, FORM, &form)?;
        if status == 422 && page.contains("there are no changes yet") {
            // A kill left a draft, and its line is now again as it is in the edition.
            return Some(());
        }
        assert_eq!(status, 303, "{page}");
        let id = number_after(header(&head, "location"), "/proposals/");
        self.note(Fact::Proposal(id));
        let to = self.form(&token(CID), &format!("/proposals/{id}/comments"), "seen=1&body=So%3F")?;
        self.note(Fact::Comment(id, number_after(&to, "#comment-")));
        self.form(&token(CID), &format!("/proposals/{id}/verdicts"), "seen=1&judgement=approve&body=")?;
        self.note(Fact::Verdict(id));
        self.form(&token(ANN), &format!("/proposals/{id}/merge"), "seen=1")?;
        self.note(Fact::Merge(id));
        Some(())
    }
}

/// The header of somebody's token.
pub(super) fn token(of: AccountId) -> String {
    format!("Authorization: Bearer token-of-{of}-0123456789\r\n")
}

/// A folder with three accounts and their tokens. Ann has a password too.
pub(super) async fn team() -> (Home, PathBuf) {
    people(&[("Bob", Role::Proposer), ("Cid", Role::Reviewer)]).await
}

/// A folder with Ann, who is its maintainer, and others, whose ids follow hers; with a token each.
pub(super) async fn people(others: &[(&str, Role)]) -> (Home, PathBuf) {
    let home = Home::new();
    let mut server = home.serve("serve");
    let link = server.line() + &server.line();
    let link = link.trim_end().rsplit_once("/join/").expect("a link").1.to_owned();
    let form = format!("name=Ann&password={PASSWORD}&again={PASSWORD}");
    assert_eq!(server.post(&format!("/join/{link}"), &form).0, 303);
    server.signal("TERM");
    assert_eq!(server.ended(), Some(0));
    let database = home.path("data/affixboard.db");
    let (store, now_ms) = (Store::open(&database).await.expect("the database"), now_ms());
    for &(name, role) in others {
        store.invite(name, role, ANN, (now_ms, now_ms + DAY)).await.expect("a link");
        store.accept_invitation(name, NewAccount { name, password: PHC, now_ms }).await.expect("an account");
    }
    for account in store.accounts().await.expect("accounts") {
        let account = account.id;
        let token = format!("token-of-{account}-0123456789");
        let new =
            NewToken { account, token: &token, name: "load", scope: Scope::All, expires_at: now_ms + DAY, now_ms };
        store.make_token(new).await.expect("a token");
    }
    store.close().await;
    (home, database)
}

/// Checks what was acknowledged in a round, and that the log has no act of which nothing is there.
pub(super) async fn check(database: &Path, facts: &[Fact], sign_ins: &mut usize) {
    verify(database).await.unwrap_or_else(|error| panic!("{error}"));
    let store = Store::open(database).await.expect("the database");
    let log = store.audit_log(None, u32::MAX).await.expect("the log");
    for fact in facts {
        assert!(fact.is_there(&store).await, "{fact:?} was acknowledged and isn't there");
        assert!(log.iter().any(|entry| fact.is_logged_as(entry)), "{fact:?} was acknowledged and isn't in the log");
        *sign_ins += usize::from(matches!(fact, Fact::Session(_)));
    }
    let logged = |act: Act| log.iter().filter(|entry| entry.what == act.words()).count();
    assert!(logged(Act::SignedIn) >= *sign_ins);
    let ours = store.revisions("ours").await.expect("revisions");
    assert!(ours.iter().all(|revision| revision.made_by == MadeBy::Import));
    let imports = log.iter().filter(|entry| entry.what == Act::ImportedFiles.words() && entry.about == "ours");
    assert_eq!(imports.count(), ours.len());
    let merged = store.revisions("affix-branch-starter").await.expect("revisions").len() - 1;
    assert_eq!(logged(Act::MergedProposal), merged);
    assert_eq!(logged(Act::StartedBatch), store.batches(BatchFilter::All, u32::MAX).await.expect("batches").len());
    let views = logged(Act::KeptView) as i64;
    for id in 1..=views + 1 {
        let view = store.view(ViewId(id)).await.expect("an answer");
        assert_eq!(view.is_some(), id <= views, "view {id} of {views}");
    }
    assert_eq!(logged(Act::MadeAccount), store.accounts().await.expect("accounts").len());
    let proposals = store.proposals(ProposalFilter::default(), u32::MAX).await.expect("proposals");
    assert_eq!(logged(Act::Proposed), proposals.len());
    let mut said = (0, 0);
    for proposal in proposals {
        said.0 += store.comments(proposal.id).await.expect("comments").len();
        said.1 += store.verdicts(proposal.id).await.expect("verdicts").len();
    }
    assert_eq!((logged(Act::Commented), logged(Act::ApprovedProposal)), said);
    store.close().await;
}
