//! One's own second factor: setting it up, new recovery codes, and turning it off.

use affixboard_store::{Account, AccountId, NewSecondFactor, SecondProof};
use askama::Template;
use axum::{
    extract::State as Extracted,
    http::StatusCode,
    response::{IntoResponse, Redirect, Response},
};
use serde::Deserialize;

use crate::{
    Error, Frame, Html, State,
    extract::{Client, Form},
    paths,
    session::{passwords, viewer::Viewer},
};
use affixboard_service::{
    clock::{now_ms, shown as time},
    signing_in::{
        Authenticator, Picture, RECOVERY_CODES, SecondFactorRule, new_recovery_codes, new_secret, plain_code,
    },
};

/// Digits of an app's code; recovery codes are longer.
const DIGITS: usize = 6;

/// What `accounts/second_factor.html` shows.
#[derive(Template)]
#[template(path = "accounts/second_factor.html")]
pub struct SecondFactorPage {
    frame: Frame,
    name: String,
    problem: String,
    /// Whether nothing else can be done before it is set up.
    is_owed: bool,
    /// What to set up; none where there is a second factor.
    setup: Option<Setup>,
    since: String,
    left: u32,
    all: usize,
    /// Recovery codes that were just made.
    codes: Vec<String>,
    longest: usize,
}

/// What an app must know.
struct Setup {
    picture: Picture,
    secret: String,
    address: String,
}

/// The fields of a proof that it is oneself: password and code.
#[derive(Debug, Deserialize)]
pub struct ProofForm {
    code: String,
    password: String,
}

/// Refuses where whoever runs the dashboard wants no second factors.
pub(super) fn require(state: &State) -> Result<(), Error> {
    match state.sign_in.second_factor {
        SecondFactorRule::Off => Err(Error::not_found(
            "There is no second factor here. Whoever runs this dashboard can allow it (--second-factor).",
        )),
        SecondFactorRule::Allowed | SecondFactorRule::Required => Ok(()),
    }
}

/// What a code shows of an account, if anything; a recovery code is looked up when it is used up.
pub(super) async fn proof<'a>(
    state: &State,
    account: AccountId,
    code: &'a str,
    now_ms: i64,
) -> Result<Option<SecondProof<'a>>, Error> {
    if code.len() > DIGITS {
        return Ok(Some(SecondProof::Recovery(code)));
    }
    let Some(factor) = state.store.second_factor(account).await? else { return Ok(None) };
    let authenticator = Authenticator::new(&factor.secret, "").map_err(Error::internal)?;
    Ok(authenticator.step_of(code, now_ms).map(SecondProof::Step))
}

/// Answers `GET /account/second-factor`.
pub async fn page(Extracted(state): Extracted<State>, viewer: Viewer) -> Result<Html<SecondFactorPage>, Error> {
    require(&state)?;
    Ok(Html(shown(&viewer, &state, Vec::new(), String::new()).await?))
}

async fn shown(viewer: &Viewer, state: &State, codes: Vec<String>, problem: String) -> Result<SecondFactorPage, Error> {
    let (_, account) = viewer.person()?;
    let factor = state.store.second_factor(account.id).await?;
    let setup = match &factor {
        None if account.has_password => {
            let authenticator =
                Authenticator::new(&secret(state, account.id)?, &account.name).map_err(Error::internal)?;
            Some(Setup {
                picture: authenticator.picture().map_err(Error::internal)?,
                secret: authenticator.text(),
                address: authenticator.address(),
            })
        }
        _ => None,
    };
    Ok(SecondFactorPage {
        frame: Frame::plain("Second factor"),
        is_owed: factor.is_none() && matches!(viewer, Viewer::Person { owes_second_factor: true, .. }),
        name: account.name,
        problem,
        setup,
        since: factor.as_ref().map(|factor| time(factor.created_at)).unwrap_or_default(),
        left: factor.map_or(0, |factor| factor.recovery_codes),
        all: RECOVERY_CODES,
        codes,
        longest: passwords::LENGTH.1,
    })
}

/// The secret that an account is setting up: a new one, or that of a page shown before.
fn secret(state: &State, account: AccountId) -> Result<[u8; 20], Error> {
    let (key, now_ms) = (account.to_string(), now_ms());
    if let Some(secret) = state.new_secrets.with(&key, now_ms, |secret| *secret) {
        return Ok(secret);
    }
    let secret = new_secret().map_err(Error::internal)?;
    state.new_secrets.put(key, secret, now_ms);
    Ok(secret)
}

async fn again(viewer: &Viewer, state: &State, problem: &str) -> Result<Response, Error> {
    let page = shown(viewer, state, Vec::new(), problem.to_owned()).await?;
    Ok((StatusCode::UNPROCESSABLE_ENTITY, Html(page)).into_response())
}

/// The PHC string of a person's password, where it is what they typed. Tries are limited as those to sign in.
async fn matching(
    state: &State,
    client: &Client,
    (account, name): (AccountId, &str),
    password: String,
) -> Result<Option<String>, Error> {
    state.limit(client.0, Some(name))?;
    state.limit_codes(account)?;
    let known = state.store.password(name).await?.map(|(_, password)| password);
    let is_it = state.passwords.matches(password, known.clone()).await?;
    Ok(known.filter(|_| is_it))
}

const WRONG_PASSWORD: &str = "That isn’t the password you have now.";
const WRONG_CODE: &str = "That code isn’t good, or was used already. Wait for the next one.";

/// Sets it up, once a code shows that an app has the secret.
pub async fn set_up(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    client: Client,
    Form(form): Form<ProofForm>,
) -> Result<Response, Error> {
    require(&state)?;
    let (session, account) = viewer.person()?;
    let (key, now) = (account.id.to_string(), now_ms());
    let Some(secret) = state.new_secrets.with(&key, now, |secret| *secret) else {
        return again(&viewer, &state, "That took too long. Here is a new secret.").await;
    };
    let Some(password) = matching(&state, &client, (account.id, &account.name), form.password).await? else {
        return again(&viewer, &state, WRONG_PASSWORD).await;
    };
    let authenticator = Authenticator::new(&secret, &account.name).map_err(Error::internal)?;
    let Some(step) = authenticator.step_of(&plain_code(&form.code), now) else {
        let problem = "That code isn’t the app’s. Is the time on your phone right? Wait for the next code.";
        return again(&viewer, &state, problem).await;
    };
    let codes = new_recovery_codes().map_err(Error::internal)?;
    let plain: Vec<_> = codes.iter().map(|code| plain_code(code)).collect();
    let new = NewSecondFactor {
        account: account.id,
        password: &password,
        secret: &secret,
        step,
        codes: &plain,
        keep: session,
        now_ms: now,
    };
    if !state.store.add_second_factor(new).await? {
        return again(&viewer, &state, "There is a second factor already, or the password was changed meanwhile.")
            .await;
    }
    state.new_secrets.take(&key, now);
    state.limits.fill(&account.name);
    state.limits.fill_codes(account.id);
    Ok(Html(shown(&viewer, &state, codes, String::new()).await?).into_response())
}

/// The stored password and the proof by a code, where both are good; else what is said of the one that isn't.
async fn proven<'a>(
    state: &State,
    client: &Client,
    account: &Account,
    (password, code): (String, &'a str),
    now_ms: i64,
) -> Result<Result<(String, SecondProof<'a>), &'static str>, Error> {
    let Some(password) = matching(state, client, (account.id, &account.name), password).await? else {
        return Ok(Err(WRONG_PASSWORD));
    };
    let proof = proof(state, account.id, code, now_ms).await?;
    Ok(proof.map(|proof| (password, proof)).ok_or(WRONG_CODE))
}

/// Makes recovery codes in the place of those there were.
pub async fn new_codes(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    client: Client,
    Form(form): Form<ProofForm>,
) -> Result<Response, Error> {
    require(&state)?;
    let (_, account) = viewer.person()?;
    let (code, now_ms) = (plain_code(&form.code), now_ms());
    let (password, proof) = match proven(&state, &client, &account, (form.password, &code), now_ms).await? {
        Ok(proven) => proven,
        Err(problem) => return again(&viewer, &state, problem).await,
    };
    let codes = new_recovery_codes().map_err(Error::internal)?;
    let plain: Vec<_> = codes.iter().map(|code| plain_code(code)).collect();
    if !state.store.renew_recovery_codes(account.id, (&password, proof), &plain, now_ms).await? {
        return again(&viewer, &state, WRONG_CODE).await;
    }
    state.limits.fill(&account.name);
    state.limits.fill_codes(account.id);
    Ok(Html(shown(&viewer, &state, codes, String::new()).await?).into_response())
}

/// Turns it off.
pub async fn end(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    client: Client,
    Form(form): Form<ProofForm>,
) -> Result<Response, Error> {
    require(&state)?;
    let (_, account) = viewer.person()?;
    let (code, now_ms) = (plain_code(&form.code), now_ms());
    let (password, proof) = match proven(&state, &client, &account, (form.password, &code), now_ms).await? {
        Ok(proven) => proven,
        Err(problem) => return again(&viewer, &state, problem).await,
    };
    if !state.store.end_second_factor(account.id, (&password, proof), now_ms).await? {
        return again(&viewer, &state, WRONG_CODE).await;
    }
    state.limits.fill(&account.name);
    state.limits.fill_codes(account.id);
    Ok(Redirect::to(&paths::SECOND_FACTOR.path()).into_response())
}
