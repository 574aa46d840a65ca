//! The log of what was done, for maintainers.

use affixboard_report::format::escape_formula;
use affixboard_store::AuditEntry;
use askama::Template;
use axum::{extract::State as Extracted, response::Response};
use serde::Deserialize;

use super::audit_target::{AuditTarget, AuditTargets};
use crate::{Error, Frame, Html, State, extract::UrlQuery, paths, sheets::export::attachment};
use affixboard_service::clock;

/// Lines of a page.
const LINES: u32 = 200;

/// What `accounts/audit_log.html` shows.
#[derive(Template)]
#[template(path = "accounts/audit_log.html")]
pub struct ActsPage {
    frame: Frame,
    acts: Vec<ActRow>,
    /// The page of earlier ones.
    earlier: String,
}

struct ActRow {
    when: String,
    /// Empty: the program.
    who: String,
    what: String,
    about: AuditTarget,
    from: String,
    to: String,
}

/// What the address asks for.
#[derive(Debug, Deserialize)]
pub struct ActsQuery {
    before: Option<i64>,
}

fn row(act: AuditEntry, about: AuditTarget) -> ActRow {
    ActRow {
        when: clock::shown(act.at),
        who: act.who().unwrap_or_default(),
        what: act.what,
        from: act.from.unwrap_or_default(),
        to: act.to.filter(|_| !about.says_result).unwrap_or_default(),
        about,
    }
}

/// Answers `GET /acts`.
pub async fn page(
    Extracted(state): Extracted<State>,
    UrlQuery(query): UrlQuery<ActsQuery>,
) -> Result<Html<ActsPage>, Error> {
    let acts = state.store.audit_log(query.before, LINES).await?;
    let last = acts.last().map(|act| act.id).filter(|id| *id > 1);
    let mut targets = AuditTargets::read(&state).await?;
    let mut rows = Vec::with_capacity(acts.len());
    for act in acts {
        let about = targets.of(&act).await?;
        rows.push(row(act, about));
    }
    Ok(Html(ActsPage {
        frame: Frame::plain("Log"),
        earlier: last.map_or(String::new(), |id| format!("{}?before={id}", paths::AUDIT_LOG.path())),
        acts: rows,
    }))
}

/// All of it, oldest first. Times are milliseconds since 1970.
pub async fn csv(Extracted(state): Extracted<State>) -> Result<Response, Error> {
    let mut acts = Vec::new();
    let mut before = None;
    loop {
        let page = state.store.audit_log(before, 10_000).await?;
        let Some(last) = page.last() else { break };
        before = Some(last.id);
        acts.extend(page);
    }
    let mut out = csv::Writer::from_writer(Vec::new());
    out.write_record(["number", "at_ms", "at_utc", "account", "who", "what", "about", "from", "to"])
        .map_err(Error::internal)?;
    for act in acts.iter().rev() {
        let (id, at) = (act.id.to_string(), act.at.to_string());
        let account = act.by.map_or(String::new(), |by| by.to_string());
        let who = act.who().unwrap_or_else(|| "no account".to_owned());
        let who = escape_formula(&who);
        let text = |text: &'_ Option<String>| escape_formula(text.as_deref().unwrap_or_default()).into_owned();
        let (from, to) = (text(&act.from), text(&act.to));
        let when = clock::shown(act.at);
        out.write_record([&id, &at, &when, &account, &*who, &act.what, &*escape_formula(&act.about), &from, &to])
            .map_err(Error::internal)?;
    }
    let bytes = out.into_inner().map_err(Error::internal)?;
    Ok(attachment("affixboard-log.csv", "text/csv; charset=utf-8; header=present", bytes))
}
