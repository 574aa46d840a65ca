//! An ID token of a provider: a signature is checked (RFC 7515, with the algorithms of RFC 7518 and 8037), then what was
//! signed (*OIDC Core*, 3.1.3.7). Signatures themselves are `ring`'s.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use ring::{
    digest,
    signature::{self, RsaParameters, RsaPublicKeyComponents, UnparsedPublicKey, VerificationAlgorithm},
};
use serde::Deserialize;
use serde_json::Value;

/// Seconds that a provider's clock may be ahead of ours.
const AHEAD: f64 = 300.0;
/// Characters of a provider's name for somebody at most, as the specification has it.
const LONGEST_SUBJECT: usize = 255;

/// Keys by which a provider signs: a JSON Web Key Set (RFC 7517).
#[derive(Debug, Clone)]
pub(super) struct Keys(Vec<Key>);

#[derive(Deserialize)]
struct KeySet {
    keys: Vec<Value>,
}

#[derive(Debug, Clone, Deserialize)]
struct Key {
    kty: String,
    #[serde(rename = "use")]
    purpose: Option<String>,
    alg: Option<String>,
    kid: Option<String>,
    crv: Option<String>,
    n: Option<String>,
    e: Option<String>,
    x: Option<String>,
    y: Option<String>,
}

#[derive(Deserialize)]
struct Header {
    alg: String,
    kid: Option<String>,
    crit: Option<Value>,
}

/// What a token must say to be for us, now.
#[derive(Debug, Clone, Copy)]
pub(super) struct Expected<'a> {
    pub(super) issuer: &'a str,
    pub(super) client: &'a str,
    pub(super) nonce: &'a str,
    /// The access token that came with it.
    pub(super) access_token: &'a str,
    /// Seconds since 1970.
    pub(super) now: f64,
}

/// What a provider says of somebody.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub(super) struct Claims {
    iss: String,
    pub(super) sub: String,
    aud: Audience,
    azp: Option<String>,
    exp: f64,
    iat: f64,
    nbf: Option<f64>,
    nonce: String,
    at_hash: Option<String>,
    pub(super) preferred_username: Option<String>,
    pub(super) name: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(untagged)]
enum Audience {
    One(String),
    Several(Vec<String>),
}

/// The ways of signing that are believed: with a key that only the provider has.
#[derive(Debug, Clone, Copy)]
enum Way {
    Rsa(&'static RsaParameters),
    Curve { kty: &'static str, crv: &'static str, way: &'static dyn VerificationAlgorithm },
}

/// The way of that name, and the hash that goes with it.
fn way(alg: &str) -> Option<(Way, &'static digest::Algorithm)> {
    let curve = |kty, crv, way| Way::Curve { kty, crv, way };
    Some(match alg {
        "RS256" => (Way::Rsa(&signature::RSA_PKCS1_2048_8192_SHA256), &digest::SHA256),
        "RS384" => (Way::Rsa(&signature::RSA_PKCS1_2048_8192_SHA384), &digest::SHA384),
        "RS512" => (Way::Rsa(&signature::RSA_PKCS1_2048_8192_SHA512), &digest::SHA512),
        "PS256" => (Way::Rsa(&signature::RSA_PSS_2048_8192_SHA256), &digest::SHA256),
        "PS384" => (Way::Rsa(&signature::RSA_PSS_2048_8192_SHA384), &digest::SHA384),
        "PS512" => (Way::Rsa(&signature::RSA_PSS_2048_8192_SHA512), &digest::SHA512),
        "ES256" => (curve("EC", "P-256", &signature::ECDSA_P256_SHA256_FIXED), &digest::SHA256),
        "ES384" => (curve("EC", "P-384", &signature::ECDSA_P384_SHA384_FIXED), &digest::SHA384),
        "EdDSA" => (curve("OKP", "Ed25519", &signature::ED25519), &digest::SHA512),
        _ => return None,
    })
}

impl Keys {
    /// The keys of a set, without those of sorts that are not known here.
    ///
    /// # Errors
    /// Fails if it is no set of keys.
    pub(super) fn read(set: &[u8]) -> Result<Keys, serde_json::Error> {
        let set: KeySet = serde_json::from_slice(set)?;
        Ok(Keys(set.keys.into_iter().filter_map(|key| serde_json::from_value(key).ok()).collect()))
    }

    /// What stands in `token`, if one of these keys signed it, and whether it is what is `expected`.
    ///
    /// # Errors
    /// Says why it isn't believed.
    pub(super) fn claims(&self, token: &str, expected: Expected<'_>) -> Result<Claims, String> {
        let (payload, hash) = self.signed(token)?;
        let claims: Claims = serde_json::from_slice(&payload).map_err(|error| format!("its claims: {error}"))?;
        claims.check(expected, hash)?;
        Ok(claims)
    }

    /// What was signed, and the hash of its way of signing.
    fn signed(&self, token: &str) -> Result<(Vec<u8>, &'static digest::Algorithm), String> {
        let (signed, signature) = token.rsplit_once('.').ok_or("a token has three parts")?;
        let (header, payload) = signed.split_once('.').ok_or("a token has three parts")?;
        let header: Header =
            serde_json::from_slice(&decoded(header)?).map_err(|error| format!("its header: {error}"))?;
        if header.crit.is_some() {
            return Err("its header asks for what isn't known here (crit)".to_owned());
        }
        let (way, hash) = way(&header.alg).ok_or_else(|| format!("it is signed by {:?}", header.alg))?;
        let signature = decoded(signature)?;
        let mut fitting = self.0.iter().filter(|key| key.fits(&header, way)).peekable();
        if fitting.peek().is_none() {
            return Err("no key of the provider fits it".to_owned());
        }
        if !fitting.any(|key| key.signed(way, signed.as_bytes(), &signature).is_some()) {
            return Err("its signature is wrong".to_owned());
        }
        Ok((decoded(payload)?, hash))
    }
}

impl Key {
    fn fits(&self, header: &Header, way: Way) -> bool {
        let is_sort = match way {
            Way::Rsa(_) => self.kty == "RSA",
            Way::Curve { kty, crv, .. } => self.kty == kty && self.crv.as_deref() == Some(crv),
        };
        is_sort
            && self.purpose.as_deref().is_none_or(|purpose| purpose == "sig")
            && self.alg.as_ref().is_none_or(|alg| *alg == header.alg)
            && (header.kid.is_none() || self.kid == header.kid)
    }

    /// `Some` if this key made the signature.
    fn signed(&self, way: Way, message: &[u8], signature: &[u8]) -> Option<()> {
        let part = |part: &Option<String>| decoded(part.as_deref()?).ok();
        match way {
            Way::Rsa(parameters) => {
                let (n, e) = (part(&self.n)?, part(&self.e)?);
                RsaPublicKeyComponents { n, e }.verify(parameters, message, signature).ok()
            }
            Way::Curve { kty, way, .. } => {
                // A point of `ring` is uncompressed (SEC 1, 2.3.3), but a point of Ed25519 is its bytes.
                let point =
                    if kty == "EC" { [vec![4], part(&self.x)?, part(&self.y)?].concat() } else { part(&self.x)? };
                UnparsedPublicKey::new(way, point).verify(message, signature).ok()
            }
        }
    }
}

impl Claims {
    fn check(&self, expected: Expected<'_>, hash: &'static digest::Algorithm) -> Result<(), String> {
        let is_for_us = match &self.aud {
            Audience::One(client) => client == expected.client,
            // Who else it is for could use it here.
            Audience::Several(clients) => !clients.is_empty() && clients.iter().all(|client| client == expected.client),
        };
        let is_ours = |hash_of_token: &String| {
            let whole = digest::digest(hash, expected.access_token.as_bytes());
            let half = &whole.as_ref()[..whole.as_ref().len() / 2];
            *hash_of_token == URL_SAFE_NO_PAD.encode(half)
        };
        let why = if self.iss != expected.issuer {
            "it is of another issuer"
        } else if !is_for_us || self.azp.as_ref().is_some_and(|client| client != expected.client) {
            "it is for somebody else"
        } else if self.nonce != expected.nonce {
            "it is of another sign-in"
        } else if expected.now >= self.exp {
            "it has run out"
        } else if self.iat.max(self.nbf.unwrap_or(self.iat)) > expected.now + AHEAD {
            "it is of the future"
        } else if self.sub.is_empty() || self.sub.len() > LONGEST_SUBJECT {
            "its subject is empty or too long"
        } else if !self.at_hash.as_ref().is_none_or(is_ours) {
            "the access token is not the one that was signed for"
        } else {
            return Ok(());
        };
        Err(why.to_owned())
    }
}

fn decoded(part: &str) -> Result<Vec<u8>, String> {
    URL_SAFE_NO_PAD.decode(part).map_err(|error| format!("a part of it is not base64url: {error}"))
}

#[cfg(test)]
mod tests;
